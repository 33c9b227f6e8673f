//! Detects diagnostics that are introduced by fixes.
//!
//! A diagnostic *existed before* if an earlier one had the same code, message, card and file. The
//! diagnostics fixed in this round do not count, each of the others counts once, and positions are
//! ignored. A diagnostic with the same code at the same position is also the same, even if its text
//! changed: a set with 43 cards too many has 42 too many after one is removed.
//!
//! Every diagnostic that did not exist before was introduced by the fixes, unless an error hid it.
//! An error hides diagnostics, because what cannot be parsed is not checked: a YAML error hides the
//! lines that were skipped, an unknown card type hides the fields, a faulty sentence its meaning.
//! So a diagnostic was *hidden* if all these conditions hold:
//!
//! - One of the fixed diagnostics is an error, and of a kind that hides something. A lint hides
//!   nothing. Neither does a broken rule of a set, since every rule is checked on its own.
//! - The diagnostic is in the same card or set of the same file, or anywhere in the file if the
//!   error is a YAML error or outside of cards. A lint may also be elsewhere if one of its labels
//!   points to that card: it compares cards, and a card with errors is not compared.
//! - Its code belongs to the same step as the error or to a later one. A text that now parses
//!   cannot have a duplicate key.
//! - It does not show that a fixed line of YAML was split wrongly: an unknown key that resembles no
//!   field, a duplicate key, a value of the wrong kind, or a value that resembles no allowed value.
//! - It is not about text that the fixes wrote, which has to be valid. A YAML error concerns its
//!   whole line, since a broken line is detected only after the faulty position. There are two
//!   exceptions: the same error later in that line existed before, and a lint about written text
//!   is less serious than the error.

use smol_str::SmolStr;

use super::Texts;
use super::edits::{Applied, overlap};
use crate::collections::{HashMap, HashSet};
use crate::diagnostic::{Code, Diagnostic, Problem};
use crate::source::{FileId, Span};
use crate::yaml::{self, Node, Value};

/// Returns the first diagnostic that the fixes introduced, if any. `texts` and `before` are the
/// texts and diagnostics without the fixes.
pub fn introduced<'a>(
    texts: &Texts,
    before: &[Diagnostic],
    after: &'a [Diagnostic],
    resolved: &[&Diagnostic],
    applied: &Applied,
) -> Option<&'a Diagnostic> {
    let mut new = not_there_before(before, after, resolved, applied);
    // In a file with omitted diagnostics, each fix makes room for others, which are not new.
    let overfull: HashSet<FileId> = before
        .iter()
        .filter(|diagnostic| diagnostic.code == Code::TooManyFindings)
        .map(|diagnostic| diagnostic.primary.at.file)
        .collect();
    new.retain(|diagnostic| !overfull.contains(&diagnostic.primary.at.file));
    if new.is_empty() {
        return None;
    }
    let mut cards: HashMap<FileId, Vec<Span>> = HashMap::default();
    let mut reaches = Vec::new();
    for diagnostic in resolved.iter().filter(|diagnostic| hides(diagnostic)) {
        let file = diagnostic.primary.at.file;
        let cards = cards.entry(file).or_insert_with(|| {
            texts
                .get(&file)
                .map_or(Vec::new(), |text| cards_of(file, text))
        });
        reaches.push(Reach::of(diagnostic, cards, applied));
    }
    let of_yaml = resolved
        .iter()
        .filter(|diagnostic| step(diagnostic.code) == Step::Yaml);
    let taken_apart: Vec<Span> = of_yaml
        .filter_map(|diagnostic| {
            let at = diagnostic.primary.at;
            applied.now(lines_around(texts.get(&at.file), at))
        })
        .collect();
    new.into_iter().find(|diagnostic| {
        let at = diagnostic.primary.at;
        if is_wrong_part(diagnostic) && taken_apart.iter().any(|lines| overlap(*lines, at)) {
            return true;
        }
        let about = if step(diagnostic.code) <= Step::Yaml {
            lines_around(applied.texts.get(&at.file), at)
        } else {
            at
        };
        let wrong = applied.is_written(about)
            && !diagnostic.code.is_lint()
            && !is_further_on(diagnostic, resolved, applied);
        wrong || !reaches.iter().any(|reach| reach.hid(diagnostic))
    })
}

/// Returns whether a YAML error is the same as a fixed one earlier in its line. The parser stops at
/// the first error of a line.
fn is_further_on(diagnostic: &Diagnostic, resolved: &[&Diagnostic], applied: &Applied) -> bool {
    let at = diagnostic.primary.at;
    step(diagnostic.code) == Step::Yaml
        && !applied.is_written(at)
        && resolved.iter().any(|resolved| {
            let before = applied.now(resolved.primary.at);
            resolved.is_same_problem(diagnostic)
                && before.is_some_and(|before| before.file == at.file && before.end <= at.start)
        })
}

/// Returns whether a diagnostic rejects a key or a value.
fn is_wrong_part(diagnostic: &Diagnostic) -> bool {
    match diagnostic.code {
        Code::UnknownField | Code::UnknownValue => diagnostic.fixes.is_empty(),
        code => matches!(code, Code::WrongType | Code::DuplicateKey),
    }
}

/// Extends a span to whole lines.
fn lines_around(text: Option<&SmolStr>, at: Span) -> Span {
    let Some(text) = text else { return at };
    let before = text
        .get(..at.start as usize)
        .and_then(|text| text.rfind('\n'));
    let after = text.get(at.end as usize..).and_then(|text| text.find('\n'));
    let start = before.map_or(0, |end| end + 1);
    let end = after.map_or(text.len(), |end| at.end as usize + end);
    Span::new(at.file, start..end)
}

type Key<'d> = (Problem<'d>, Option<&'d str>, FileId);

fn key(diagnostic: &Diagnostic) -> Key<'_> {
    (
        diagnostic.problem(),
        diagnostic.card.as_deref(),
        diagnostic.primary.at.file,
    )
}

fn not_there_before<'a>(
    before: &[Diagnostic],
    after: &'a [Diagnostic],
    resolved: &[&Diagnostic],
    applied: &Applied,
) -> Vec<&'a Diagnostic> {
    let mut keys: HashMap<Key, usize> = HashMap::default();
    let mut places: HashMap<(Code, Span), usize> = HashMap::default();
    let unrepaired = before.iter().filter(|diagnostic| {
        !resolved
            .iter()
            .any(|resolved| std::ptr::eq(*resolved, *diagnostic))
    });
    let (same, others): (Vec<&Diagnostic>, Vec<&Diagnostic>) = {
        for diagnostic in unrepaired.clone() {
            *keys.entry(key(diagnostic)).or_default() += 1;
        }
        after
            .iter()
            .partition(|diagnostic| take(&mut keys, &key(diagnostic)))
    };
    drop(same);
    // An earlier diagnostic without a match may be one whose text changed.
    for diagnostic in unrepaired {
        if take(&mut keys, &key(diagnostic))
            && let Some(at) = applied.now(diagnostic.primary.at)
        {
            *places.entry((diagnostic.code, at)).or_default() += 1;
        }
    }
    let mut new = others;
    new.retain(|diagnostic| !take(&mut places, &(diagnostic.code, diagnostic.primary.at)));
    new
}

/// Decrements a count; returns whether there was one left.
fn take<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) -> bool {
    match counts.get_mut(key) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    }
}

/// Returns whether an error can keep other problems from being reported.
fn hides(diagnostic: &Diagnostic) -> bool {
    !diagnostic.code.is_lint()
        && !matches!(diagnostic.code, Code::KingdomRule | Code::DuplicateKingdom)
}

/// The steps of compiling a card, in order.
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

/// The area in which an error may have hidden diagnostics.
struct Reach {
    file: FileId,
    /// The card or set, at its current position; `None` for the whole file.
    card: Option<Span>,
    step: Step,
}

impl Reach {
    /// Creates the reach of a diagnostic. `cards` are the cards of its file, at their positions
    /// before the fixes.
    fn of(diagnostic: &Diagnostic, cards: &[Span], applied: &Applied) -> Reach {
        let at = diagnostic.primary.at;
        let step = step(diagnostic.code);
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

    fn hid(&self, diagnostic: &Diagnostic) -> bool {
        let points_here = diagnostic.code.is_lint()
            && diagnostic
                .secondary
                .iter()
                .any(|label| self.covers(label.at));
        // A suppression comment above a card is reported as unused only if the card has no errors.
        let allows =
            diagnostic.code == Code::UnusedSuppression && diagnostic.primary.at.file == self.file;
        step(diagnostic.code) >= self.step
            && (self.covers(diagnostic.primary.at) || points_here || allows)
    }

    fn covers(&self, at: Span) -> bool {
        let inside = |card: Span| card.start <= at.start && at.end <= card.end;
        at.file == self.file && self.card.is_none_or(inside)
    }
}

/// Returns the spans of the cards and sets of a file.
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
