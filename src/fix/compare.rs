//! Whether fixes bring about a finding.
//!
//! A finding was *there before* if one was with the same code, message, card and file. The findings
//! that the fixes mend do not count, each of the others counts once, and places do not matter. The
//! same code at the same place is also the same finding, if its words have changed: a set with 43
//! cards too many has 42 too many when one is taken out.
//!
//! Every finding that was not there before was brought about by the fixes, unless an error hid it. An
//! error hides findings, because what cannot be read is not judged: a mistake of YAML hides the
//! lines that were left out, an unknown card type the fields, a faulty sentence its meaning. So a
//! finding was *hidden* if all of this holds:
//!
//! - One of the mended findings is an error, and of a kind that hides something. A lint hides
//!   nothing, nor does a broken rule of a set, since every rule is judged for itself.
//! - The finding lies in the same card or set of the same file, or anywhere in the file if the error is
//!   one of YAML or in no card. A lint may also lie elsewhere if it points to that card: it
//!   compares cards, and one with errors is not compared.
//! - Its code comes at the same step as that of the error or at a later one. A text that is read at
//!   last cannot have a key twice.
//! - It does not show that a mended line of YAML was taken apart wrongly: a key there that is no field and like none
//!   or stands twice, a value of another kind than its field has, or one that is like none.
//! - It is not about what the fixes wrote: what they write has to be right. A mistake of YAML is about
//!   its whole line, since where a line breaks the rules is seen only behind the place that is wrong. But the same
//!   mistake further on in that line was there, and a lint about what was written weighs less than the error.

use smol_str::SmolStr;

use super::Texts;
use super::edits::{Applied, overlap};
use crate::collections::{HashMap, HashSet};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};
use crate::yaml::{self, Node, Value};

/// The first finding that the fixes brought about, if there is one. `texts` and `before` are what was
/// there without them.
pub fn introduced<'a>(
    texts: &Texts,
    before: &[Diagnostic],
    after: &'a [Diagnostic],
    mended: &[&Diagnostic],
    applied: &Applied,
) -> Option<&'a Diagnostic> {
    let mut new = not_there_before(before, after, mended, applied);
    // Where not all findings are shown, others come to light with every one that is mended.
    let overfull: HashSet<FileId> = before
        .iter()
        .filter(|finding| finding.code == Code::TooManyFindings)
        .map(|finding| finding.primary.at.file)
        .collect();
    new.retain(|finding| !overfull.contains(&finding.primary.at.file));
    if new.is_empty() {
        return None;
    }
    let mut cards: HashMap<FileId, Vec<Span>> = HashMap::default();
    let mut reaches = Vec::new();
    for finding in mended.iter().filter(|finding| hides(finding)) {
        let file = finding.primary.at.file;
        let cards = cards.entry(file).or_insert_with(|| {
            texts
                .get(&file)
                .map_or(Vec::new(), |text| cards_of(file, text))
        });
        reaches.push(Reach::of(finding, cards, applied));
    }
    let of_yaml = mended
        .iter()
        .filter(|finding| step(finding.code) == Step::Yaml);
    let taken_apart: Vec<Span> = of_yaml
        .filter_map(|finding| {
            let at = finding.primary.at;
            applied.now(lines_around(texts.get(&at.file), at))
        })
        .collect();
    new.into_iter().find(|finding| {
        let at = finding.primary.at;
        if is_wrong_part(finding) && taken_apart.iter().any(|lines| overlap(*lines, at)) {
            return true;
        }
        let about = if step(finding.code) <= Step::Yaml {
            lines_around(applied.texts.get(&at.file), at)
        } else {
            at
        };
        let wrong = applied.is_written(about)
            && !finding.code.is_lint()
            && !is_further_on(finding, mended, applied);
        wrong || !reaches.iter().any(|reach| reach.hid(finding))
    })
}

/// Whether a mistake of YAML is one of the mended ones once more, behind it: reading stops at the first.
fn is_further_on(finding: &Diagnostic, mended: &[&Diagnostic], applied: &Applied) -> bool {
    let at = finding.primary.at;
    step(finding.code) == Step::Yaml
        && !applied.is_written(at)
        && mended.iter().any(|mended| {
            let before = applied.now(mended.primary.at);
            mended.message == finding.message
                && before.is_some_and(|before| before.file == at.file && before.end <= at.start)
        })
}

/// Whether a finding says that a key or a value is none that can stand there.
fn is_wrong_part(finding: &Diagnostic) -> bool {
    match finding.code {
        Code::UnknownField | Code::UnknownValue => finding.fixes.is_empty(),
        code => matches!(code, Code::WrongType | Code::DuplicateKey),
    }
}

/// The lines in which a place lies.
fn lines_around(text: Option<&SmolStr>, at: Span) -> Span {
    let Some(text) = text else { return at };
    let before = text
        .get(..at.start as usize)
        .and_then(|text| text.rfind('\n'));
    let behind = text.get(at.end as usize..).and_then(|text| text.find('\n'));
    let start = before.map_or(0, |end| end + 1);
    let end = behind.map_or(text.len(), |end| at.end as usize + end);
    Span::new(at.file, start..end)
}

type Key<'d> = (Code, &'d str, Option<&'d str>, FileId);

fn key(finding: &Diagnostic) -> Key<'_> {
    (
        finding.code,
        &finding.message,
        finding.card.as_deref(),
        finding.primary.at.file,
    )
}

fn not_there_before<'a>(
    before: &[Diagnostic],
    after: &'a [Diagnostic],
    mended: &[&Diagnostic],
    applied: &Applied,
) -> Vec<&'a Diagnostic> {
    let mut keys: HashMap<Key, usize> = HashMap::default();
    let mut places: HashMap<(Code, Span), usize> = HashMap::default();
    let unmended = before
        .iter()
        .filter(|finding| !mended.iter().any(|mended| std::ptr::eq(*mended, *finding)));
    let (same, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) = {
        for finding in unmended.clone() {
            *keys.entry(key(finding)).or_default() += 1;
        }
        after
            .iter()
            .partition(|finding| take(&mut keys, &key(finding)))
    };
    drop(same);
    // Those of which no other has the words may have changed theirs.
    for finding in unmended {
        if take(&mut keys, &key(finding))
            && let Some(at) = applied.now(finding.primary.at)
        {
            *places.entry((finding.code, at)).or_default() += 1;
        }
    }
    let mut new = others;
    new.retain(|finding| !take(&mut places, &(finding.code, finding.primary.at)));
    new
}

/// Counts one of them, if there is one left.
fn take<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) -> bool {
    match counts.get_mut(key) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    }
}

/// Whether something may not be judged because of a finding.
fn hides(finding: &Diagnostic) -> bool {
    !finding.code.is_lint() && !matches!(finding.code, Code::KingdomRule | Code::DuplicateKingdom)
}

/// The steps on the way of a card, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    File,
    Yaml,
    Fields,
    Text,
    Meaning,
    Whole,
}

fn step(code: Code) -> Step {
    if code == Code::DuplicateId {
        return Step::Fields;
    }
    match code.code().get(..3) {
        Some("E00") => Step::File,
        Some("E01") => Step::Yaml,
        Some("E03") => Step::Fields,
        Some("E02" | "E04") => Step::Text,
        Some("E05") => Step::Meaning,
        _ => Step::Whole,
    }
}

/// What an error may have hidden.
struct Reach {
    file: FileId,
    /// The card or set, where it is now; `None` for all of the file.
    card: Option<Span>,
    step: Step,
}

impl Reach {
    /// `cards` are those of the finding's file, where they were before.
    fn of(finding: &Diagnostic, cards: &[Span], applied: &Applied) -> Reach {
        let at = finding.primary.at;
        let step = step(finding.code);
        let has_it = |card: &&Span| card.start <= at.start && at.end <= card.end;
        let card = cards
            .iter()
            .find(has_it)
            .filter(|_| step > Step::Yaml)
            .and_then(|card| applied.now(*card));
        Reach {
            file: at.file,
            card,
            step,
        }
    }

    fn hid(&self, finding: &Diagnostic) -> bool {
        let points_here =
            finding.code.is_lint() && finding.secondary.iter().any(|label| self.covers(label.at));
        // A comment above a card that allows what is not there; with an error in it nobody knows.
        let allows =
            finding.code == Code::UnusedSuppression && finding.primary.at.file == self.file;
        step(finding.code) >= self.step
            && (self.covers(finding.primary.at) || points_here || allows)
    }

    fn covers(&self, at: Span) -> bool {
        let inside = |card: Span| card.start <= at.start && at.end <= card.end;
        at.file == self.file && self.card.is_none_or(inside)
    }
}

/// Where the cards and sets of a file stand.
fn cards_of(file: FileId, text: &str) -> Vec<Span> {
    let (documents, _) = yaml::read(file, text);
    let mut cards = Vec::new();
    for root in documents
        .iter()
        .filter_map(|document| document.root.as_deref())
    {
        collect(root, &mut cards);
    }
    cards
}

fn collect(node: &Node, cards: &mut Vec<Span>) {
    match &node.value {
        Value::Sequence(items) => items.iter().for_each(|item| collect(item, cards)),
        _ => cards.push(node.span),
    }
}
