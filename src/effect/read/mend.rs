//! Mending on trial: what was misspelt, doubled, swapped or left out.
//!
//! Every proposal has been tried: with it the text can be read, and where possible everything in it
//! is understood. The number of trials is bounded for each sentence and for the whole text.

use std::cell::{Cell, OnceCell};
use std::ops::Range;

use super::joints;
use super::marks::unbalanced;
use super::stop::{Reach, reach, stopped};
use super::words::{Vocabulary, Word, in_case_of, plain_words, with_replaced, words};
use super::{foreign, parse};
use crate::diagnostic::{Code, Diagnostic, Place, Safety};
use crate::effect::syntax::Rule;
use crate::symbols::Symbols;

/// The bytes that may be read on trial for one text. A sentence takes some ten thousand.
const EFFORT: usize = 150_000;
/// The trials for one sentence.
const TRIALS: usize = 320;
/// A sentence of more bytes is no sentence of a card, and is not mended.
const LONGEST_SENTENCE: usize = 500;

/// What came of reading a changed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::effect) enum Trial {
    Unread,
    /// It can be read, and something in it is wrong all the same.
    Read,
    Clean,
}

/// A piece of a text: a sentence, or a heading.
pub(in crate::effect) struct Piece<'t> {
    pub text: &'t str,
    /// Where it begins in the whole text.
    pub base: usize,
    pub rule: Rule,
    /// What it is called in messages.
    pub what: &'static str,
    /// The rough place at which reading stopped.
    pub stop: usize,
}

impl Piece<'_> {
    pub fn at(&self, range: &Range<usize>) -> Place {
        Place::Text(self.base + range.start..self.base + range.end)
    }

    /// The text with the first fix of a finding, if all of that is in this piece.
    pub fn mended(&self, finding: &Diagnostic<Place>) -> Option<String> {
        let mut edits: Vec<(Range<usize>, &str)> = Vec::new();
        for edit in &finding.fixes.first()?.edits {
            let Place::Text(at) = &edit.at else {
                return None;
            };
            let at = at.start.checked_sub(self.base)?..at.end.checked_sub(self.base)?;
            self.text.get(at.clone())?;
            edits.push((at, &edit.text));
        }
        edits.sort_by_key(|(at, _)| std::cmp::Reverse(at.start));
        let mut text = self.text.to_owned();
        for (at, by) in edits {
            text = with_replaced(&text, &at, by);
        }
        Some(text)
    }

    pub fn get(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }
}

/// What mending needs to know, made when it is first needed.
pub(in crate::effect) struct Mender<'a> {
    symbols: &'a Symbols<'a>,
    vocabulary: OnceCell<Vocabulary>,
    /// The bytes that may still be read on trial.
    effort: Cell<usize>,
}

/// One change that was tried.
struct Change {
    range: Range<usize>,
    by: String,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Misspelt,
    Doubled,
    Swapped,
    Missing,
    TooMany,
}

/// The trials of one piece.
struct Trials<'p, 't> {
    piece: &'p Piece<'t>,
    effort: &'p Cell<usize>,
    left: usize,
    trial: &'p mut dyn FnMut(&str) -> Trial,
    /// The first change with which the piece can be read, though not everything in it is right.
    read: Option<Change>,
}

impl Trials<'_, '_> {
    fn of(&mut self, changed: &str) -> Trial {
        let Some(left) = self.effort.get().checked_sub(changed.len()) else {
            return Trial::Unread;
        };
        if self.left == 0 {
            return Trial::Unread;
        }
        self.left -= 1;
        self.effort.set(left);
        (self.trial)(changed)
    }

    /// Whether everything is right with a change.
    fn is_clean(&mut self, change: &Change) -> bool {
        let changed = with_replaced(self.piece.text, &change.range, &change.by);
        match self.of(&changed) {
            Trial::Clean => true,
            Trial::Read => {
                if self.read.is_none() {
                    self.read = Some(Change {
                        range: change.range.clone(),
                        by: change.by.clone(),
                        kind: change.kind,
                    });
                }
                false
            }
            Trial::Unread => false,
        }
    }

    /// What could be missing, if it is one thing or a few.
    fn missing(&mut self, changes: impl Iterator<Item = Change>) -> Vec<Change> {
        changes
            .filter(|change| self.is_clean(change))
            .take(4)
            .collect()
    }

    fn first_clean(&mut self, changes: impl IntoIterator<Item = Change>) -> Option<Change> {
        changes.into_iter().find(|change| self.is_clean(change))
    }
}

impl<'a> Mender<'a> {
    pub fn new(symbols: &'a Symbols<'a>) -> Self {
        Mender {
            symbols,
            vocabulary: OnceCell::new(),
            effort: Cell::new(EFFORT),
        }
    }

    pub fn symbols(&self) -> &'a Symbols<'a> {
        self.symbols
    }

    fn vocabulary(&self) -> &Vocabulary {
        self.vocabulary.get_or_init(|| Vocabulary::of(self.symbols))
    }

    fn trials<'p, 't>(
        &'p self,
        piece: &'p Piece<'t>,
        trial: &'p mut dyn FnMut(&str) -> Trial,
    ) -> Trials<'p, 't> {
        Trials {
            piece,
            effort: &self.effort,
            left: TRIALS,
            trial,
            read: None,
        }
    }

    /// Says why a piece cannot be read.
    pub fn unreadable(
        &self,
        piece: &Piece<'_>,
        trial: &mut dyn FnMut(&str) -> Trial,
    ) -> Diagnostic<Place> {
        if piece.text.len() > LONGEST_SENTENCE || self.effort.get() < piece.text.len() {
            return self.unreadable_at_a_glance(piece);
        }
        if let Some(finding) = unbalanced(piece, trial) {
            return finding;
        }
        let reach = reach(piece.rule, piece.text).unwrap_or_default();
        let vocabulary = self.vocabulary();
        let strange = self.strange_words(piece, reach.at);
        let mut trials = self.trials(piece, trial);

        for word in &plain_words(piece.text) {
            if let Some(finding) = foreign::word(piece, word, |text| trials.of(text)) {
                return finding;
            }
        }
        if let Some(finding) = joints::no_full_stop(piece, |text| trials.of(text)) {
            return finding;
        }
        if let Some(finding) = joints::joint(piece, reach.at, |text| trials.of(text)) {
            return finding;
        }
        let misspelt = strange
            .iter()
            .flat_map(|word| respelt(piece, word, vocabulary.close_to(piece.get(word)), 12));
        if let Some(change) = trials.first_clean(misspelt) {
            return found(piece, &change);
        }
        // A word that nobody knows is the mistake, whatever else there is.
        if let Some(change) = trials.read.take() {
            return found(piece, &change);
        }
        if !strange.is_empty() {
            if let Some(change) = self.farthest(piece, &strange, reach.at) {
                return found(piece, &change);
            }
            if let Some(finding) = strange_too_many(piece, &strange, &mut trials) {
                return finding;
            }
        }
        if let Some(word) = strange.first() {
            return strange_word(piece, word);
        }
        let all = words(piece.text);
        let at = all
            .iter()
            .position(|word| word.end > reach.at)
            .unwrap_or(all.len());
        if let Some(change) = trials.first_clean(doubled(piece, &all)) {
            return found(piece, &change);
        }
        // A word of the language that is not meant: what could stand there decides.
        let near = all.get(at.saturating_sub(2)..(at + 2).min(all.len()));
        let mistaken = near
            .unwrap_or_default()
            .iter()
            .filter(|word| !super::words::is_common(piece.get(word)))
            .flat_map(|word| respelt(piece, word, vocabulary.close_to(piece.get(word)), 8));
        if let Some(change) = trials.first_clean(mistaken) {
            return found(piece, &change);
        }
        if let Some(change) = trials.first_clean(swapped(piece, &all, at)) {
            return found(piece, &change);
        }
        let verbs = trials.missing(missing_verb(piece, &all, reach.at));
        if !verbs.is_empty() {
            return found_missing(piece, &verbs);
        }
        let missing = trials.missing(missing(piece, &all, at, &reach, &vocabulary.nouns));
        if !missing.is_empty() {
            return found_missing(piece, &missing);
        }
        let mistaken = near
            .unwrap_or_default()
            .iter()
            .flat_map(|word| respelt(piece, word, vocabulary.close_to(piece.get(word)), 8));
        if let Some(change) = trials.first_clean(mistaken) {
            return found(piece, &change);
        }
        if let Some(change) = trials.first_clean(too_many(piece, &all, at)) {
            return found(piece, &change);
        }
        match trials.read.take() {
            Some(change) => found(piece, &change),
            None => stopped(piece.text, piece.base, &reach, piece.what),
        }
    }

    /// A better reason for what was found in a piece that can be read: a word that is not one of the
    /// language, and with another in its place everything is understood. `unknown` is the end of a
    /// word that was not understood where it stands, and for which nothing better is known.
    pub fn misread(
        &self,
        piece: &Piece<'_>,
        unknown: Option<usize>,
        trial: &mut dyn FnMut(&str) -> Trial,
    ) -> Option<Diagnostic<Place>> {
        if piece.text.len() > LONGEST_SENTENCE || self.effort.get() < piece.text.len() {
            return None;
        }
        let vocabulary = self.vocabulary();
        let strange = self.strange_words(piece, piece.text.len());
        let mut trials = self.trials(piece, trial);
        for word in &plain_words(piece.text) {
            if let Some(finding) = foreign::word(piece, word, |text| trials.of(text)) {
                return Some(finding);
            }
        }
        let misspelt = strange
            .iter()
            .flat_map(|word| respelt(piece, word, vocabulary.close_to(piece.get(word)), 12));
        if let Some(change) = trials.first_clean(misspelt) {
            return Some(found(piece, &change));
        }
        if !strange.is_empty() {
            // What was said of the word in its place is better than that nobody knows it, unless
            // the sentence is right without it.
            unknown?;
            return strange_too_many(piece, &strange, &mut trials);
        }
        let all = words(piece.text);
        if let Some(change) = trials.first_clean(doubled(piece, &all)) {
            return Some(found(piece, &change));
        }
        let end = unknown?;
        let plain = plain_words(piece.text);
        let swaps: Vec<Change> = (0..plain.len())
            .flat_map(|at| swapped_at(piece, &plain, at))
            .take(12)
            .collect();
        if let Some(change) = trials.first_clean(swaps) {
            return Some(found(piece, &change));
        }
        let at = all
            .iter()
            .position(|word| word.end > end)
            .unwrap_or(all.len());
        let reach = Reach {
            at: end,
            expected: Vec::new(),
        };
        let missing = trials.missing(missing(piece, &all, at, &reach, &vocabulary.nouns));
        (!missing.is_empty()).then(|| found_missing(piece, &missing))
    }

    /// What is said of a piece that is too long to be mended, or after too many others.
    fn unreadable_at_a_glance(&self, piece: &Piece<'_>) -> Diagnostic<Place> {
        let at = piece.stop.min(piece.text.len());
        match self.strange_words(piece, at).first() {
            Some(word) => strange_word(piece, word),
            None => stopped(
                piece.text,
                piece.base,
                &Reach {
                    at,
                    expected: Vec::new(),
                },
                piece.what,
            ),
        }
    }

    /// The words up to a little behind the place where reading stopped that are not words of the
    /// language or the game, the nearest to that place first.
    fn strange_words(&self, piece: &Piece<'_>, stop: usize) -> Vec<Word> {
        let vocabulary = self.vocabulary();
        let mut strange: Vec<Word> = plain_words(piece.text)
            .into_iter()
            .filter(|word| !vocabulary.knows(piece.get(word)))
            .collect();
        strange.sort_by_key(|word| {
            let behind = word.start > stop;
            (behind, word.start.abs_diff(stop))
        });
        strange.truncate(6);
        strange
    }

    /// The misspelt word that, mended, lets reading go farthest, where no single change is enough.
    fn farthest(&self, piece: &Piece<'_>, strange: &[Word], stop: usize) -> Option<Change> {
        let vocabulary = self.vocabulary();
        let mut best: Option<(usize, Change)> = None;
        let changes = strange
            .iter()
            .take(2)
            .flat_map(|word| respelt(piece, word, vocabulary.close_to(piece.get(word)), 4));
        for change in changes {
            let changed = with_replaced(piece.text, &change.range, &change.by);
            let Some(reach) = reach(piece.rule, &changed) else {
                return Some(change);
            };
            // The length of the text has changed, and so has what lies behind the word.
            let reached = (reach.at + change.range.len()).saturating_sub(change.by.len());
            let farther = reached > stop.max(change.range.end);
            if farther && best.as_ref().is_none_or(|(known, _)| reached > *known) {
                best = Some((reached, change));
            }
        }
        best.map(|(_, change)| change)
    }
}

fn respelt(piece: &Piece<'_>, word: &Word, close: Vec<&str>, most: usize) -> Vec<Change> {
    let said = piece.get(word);
    close
        .into_iter()
        .take(most)
        .map(|close| Change {
            range: word.clone(),
            by: in_case_of(close, said),
            kind: Kind::Misspelt,
        })
        .collect()
}

/// Words that stand twice.
fn doubled(piece: &Piece<'_>, all: &[Word]) -> Vec<Change> {
    all.windows(2)
        .filter_map(|pair| match pair {
            [first, second] if piece.get(first).eq_ignore_ascii_case(piece.get(second)) => {
                Some(Change {
                    range: first.end..second.end,
                    by: String::new(),
                    kind: Kind::Doubled,
                })
            }
            _ => None,
        })
        .collect()
}

fn swapped(piece: &Piece<'_>, all: &[Word], at: usize) -> Vec<Change> {
    // The pair at which reading stopped first, then those around it.
    [
        at.checked_sub(1),
        Some(at),
        at.checked_sub(2),
        Some(at + 1),
        at.checked_sub(3),
    ]
    .into_iter()
    .flatten()
    .flat_map(|index| swapped_at(piece, all, index))
    .collect()
}

fn swapped_at(piece: &Piece<'_>, all: &[Word], index: usize) -> Option<Change> {
    let (first, second) = (all.get(index)?, all.get(index + 1)?);
    let (one, other) = (piece.get(first), piece.get(second));
    let between = piece.get(&(first.end..second.start));
    if one.eq_ignore_ascii_case(other) || between.trim() != "" {
        return None;
    }
    let (one_now, other_now) = if first.start == 0 {
        (one.to_lowercase(), in_case_of(other, one))
    } else {
        (one.to_owned(), other.to_owned())
    };
    Some(Change {
        range: first.start..second.end,
        by: format!("{other_now}{between}{one_now}"),
        kind: Kind::Swapped,
    })
}

/// Words that are missing often, the likeliest first.
const OFTEN_MISSING: [&str; 24] = [
    "a", "to", "the", "of", "an", "from", "on", "with", "in", "damage", "unit", "card", "cards",
    "units", "each", "up", "by", "this", "your", "and", "or", "for", "is", "than",
];

/// What could be missing where reading stopped, or one word before it.
fn missing(
    piece: &Piece<'_>,
    all: &[Word],
    at: usize,
    reach: &Reach,
    nouns: &[String],
) -> impl Iterator<Item = Change> {
    let text = piece.text;
    let end = text.trim_end().trim_end_matches('.').len();
    let gap = all
        .get(at)
        .map_or(end, |word| word.start.max(reach.at.min(word.start)));
    // Reading can stop at a mark before the next word.
    let gap = if reach.at < gap && piece.get(&(reach.at..gap)).trim() != "" {
        reach.at
    } else {
        gap
    };
    let before = at
        .checked_sub(1)
        .and_then(|index| all.get(index))
        .map_or(0, |word| word.start);
    let mut words: Vec<(usize, String)> = Vec::new();
    let expected = |word: &&str| reach.expected.iter().any(|known| known == word);
    for mark in [",", ":", "."].iter().filter(|mark| expected(mark)) {
        words.push((gap, (*mark).to_owned()));
    }
    for word in OFTEN_MISSING.iter().filter(|word| expected(word)) {
        words.push((gap, (*word).to_owned()));
    }
    for word in &reach.expected {
        let plain = word.chars().all(|c| c.is_alphabetic() || c == '-') && word.len() > 1;
        if plain && !OFTEN_MISSING.contains(&word.as_str()) {
            words.push((gap, word.clone()));
        }
    }
    for word in nouns {
        words.push((gap, word.clone()));
    }
    for word in OFTEN_MISSING {
        words.push((before, word.to_owned()));
    }
    // A comma is missed only some words later.
    for back in 0..3 {
        let word = at.checked_sub(back).and_then(|index| all.get(index));
        words.extend(word.map(|word| (word.start, ",".to_owned())));
    }
    let mut seen = std::collections::HashSet::new();
    words.retain(|word| seen.insert(word.clone()));
    let text = text.to_owned();
    words
        .into_iter()
        .map(move |(gap, word)| missing_at(&text, gap, word))
}

/// The verbs that can begin a clause.
const VERBS: [&str; 34] = [
    "deal", "draw", "discard", "remove", "place", "move", "increase", "decrease", "return",
    "ready", "reveal", "play", "put", "take", "spend", "set", "swap", "search", "shuffle",
    "look at", "attach", "activate", "turn", "choose", "redirect", "negate", "prevent", "double",
    "boost", "gains", "gain", "deals", "cannot", "attacks",
];

/// A verb that could be missing at the beginning of a clause, the last one before reading stopped
/// first.
fn missing_verb(piece: &Piece<'_>, all: &[Word], stop: usize) -> impl Iterator<Item = Change> {
    let starts: Vec<usize> = all
        .iter()
        .enumerate()
        .filter(|(index, word)| {
            let before = index
                .checked_sub(1)
                .and_then(|before| all.get(before))
                .map_or("", |before| piece.get(before));
            let comma = piece
                .text
                .get(..word.start)
                .is_some_and(|text| text.trim_end().ends_with([',', ':', '[']));
            word.start <= stop && (*index == 0 || comma || matches!(before, "may" | "then" | "to"))
        })
        .map(|(_, word)| word.start)
        .collect();
    let text = piece.text.to_owned();
    starts.into_iter().rev().take(3).flat_map(move |start| {
        let text = text.clone();
        VERBS
            .iter()
            .map(move |verb| missing_at(&text, start, (*verb).to_owned()))
    })
}

fn missing_at(text: &str, gap: usize, word: String) -> Change {
    let mark = !word.chars().any(char::is_alphanumeric);
    let before = text.get(..gap).unwrap_or_default().trim_end().len();
    let after = text.get(gap..).unwrap_or_default();
    let (place, by) = if mark {
        (before, word)
    } else if gap == 0 {
        (0, format!("{} ", super::words::capitalised(&word)))
    } else if after.is_empty() || after.starts_with(['.', ',', ')', ']', ':']) {
        (before, format!(" {word}"))
    } else {
        (gap, format!("{word} "))
    };
    Change {
        range: place..place,
        by,
        kind: Kind::Missing,
    }
}

/// Single words without which the piece can be read.
fn too_many(piece: &Piece<'_>, all: &[Word], at: usize) -> Vec<Change> {
    [Some(at), at.checked_sub(1), Some(at + 1)]
        .into_iter()
        .flatten()
        .filter_map(|index| too_many_at(piece, all, index))
        .collect()
}

fn too_many_at(piece: &Piece<'_>, all: &[Word], index: usize) -> Option<Change> {
    let word = all.get(index)?;
    let next = all.get(index + 1);
    let end = next.map_or(word.end, |next| next.start);
    let between = piece.get(&(word.end..end));
    let (range, by) = match next {
        // The next word becomes the first of the sentence.
        Some(next) if word.start == 0 && between.trim().is_empty() => (
            word.start..next.end,
            in_case_of(piece.get(next), piece.get(word)),
        ),
        _ if between.trim().is_empty() && end > word.end => (word.start..end, String::new()),
        _ => {
            let before = piece.text.get(..word.start)?;
            (before.trim_end().len()..word.end, String::new())
        }
    };
    Some(Change {
        range,
        by,
        kind: Kind::TooMany,
    })
}

/// The finding of a change.
fn found(piece: &Piece<'_>, change: &Change) -> Diagnostic<Place> {
    let said = piece.get(&change.range).trim();
    let by = change.by.trim();
    let at = piece.at(&change.range);
    let code = Code::UnreadableSentence;
    match change.kind {
        Kind::Misspelt => Diagnostic::new(
            code,
            at.clone(),
            format!("\"{said}\" is not a word that can stand here"),
            "misspelt, or not a word of the language",
        )
        .fix(Safety::Unsafe, format!("write `{by}`"), at, by),
        Kind::Doubled => {
            let start = change.range.end - said.len();
            Diagnostic::new(
                code,
                piece.at(&(start..change.range.end)),
                format!("\"{said}\" stands twice"),
                "the same word again",
            )
            .fix(Safety::Unsafe, format!("remove one `{said}`"), at, "")
        }
        Kind::Swapped => Diagnostic::new(
            code,
            at.clone(),
            format!("\"{said}\" has its words in the wrong order"),
            "these words are swapped",
        )
        .fix(Safety::Unsafe, format!("write `{by}`"), at, by),
        Kind::Missing => found_missing(piece, std::slice::from_ref(change)),
        Kind::TooMany => {
            let start = change.range.start
                + (piece.get(&change.range).len() - piece.get(&change.range).trim_start().len());
            let said = said.split_whitespace().next().unwrap_or_default();
            Diagnostic::new(
                code,
                piece.at(&(start..start + said.len())),
                format!("\"{said}\" cannot stand here"),
                "a word too many",
            )
            .fix(Safety::Unsafe, format!("remove `{said}`"), at, by)
        }
    }
}

/// The finding where any of these would complete the text.
fn found_missing(piece: &Piece<'_>, changes: &[Change]) -> Diagnostic<Place> {
    let listed = changes
        .iter()
        .map(|change| format!("`{}`", change.by.trim().to_lowercase()))
        .collect::<Vec<_>>()
        .join(" or ");
    // With many words that could be meant, none of them is a good guess.
    let (message, fixes) = match changes {
        [_] | [_, _] => (format!("{listed} is missing"), changes),
        _ => ("a word is missing".to_owned(), &[][..]),
    };
    let first = changes.first().map_or(0..0, |change| change.range.clone());
    let mark = changes
        .first()
        .is_some_and(|change| !change.by.chars().any(char::is_alphanumeric));
    let label = if mark {
        "a mark is missing here"
    } else {
        "a word is missing here"
    };
    let mut finding = Diagnostic::new(Code::UnreadableSentence, piece.at(&first), message, label);
    for change in fixes {
        let by = change.by.trim().to_lowercase();
        finding = finding.fix(
            Safety::Unsafe,
            format!("write `{by}`"),
            piece.at(&change.range),
            change.by.clone(),
        );
    }
    finding.help(match fixes {
        [] => format!("write what is meant, for example {listed}"),
        _ => format!("write {listed}"),
    })
}

/// The finding about a word that nobody knows and that nothing is close to.
fn strange_word(piece: &Piece<'_>, word: &Word) -> Diagnostic<Place> {
    let said = piece.get(word);
    let finding = Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(word),
        format!("\"{said}\" is not a word of the language"),
        "neither a word of the language nor one of the game",
    );
    if word.start == 0 {
        return finding.help(
            "begin with a verb of the language (`Deal`, `Draw`, `Move`, …) or with who does it (`This unit`, `Your opponent`)",
        );
    }
    finding.help(
        "say it in words of the language; the name of a card stands between \"quotation marks\", a trait between *asterisks*",
    )
}

/// A word that nobody knows and that can be left out.
fn strange_too_many(
    piece: &Piece<'_>,
    strange: &[Word],
    trials: &mut Trials<'_, '_>,
) -> Option<Diagnostic<Place>> {
    let all = words(piece.text);
    strange.iter().find_map(|word| {
        let at = all.iter().position(|known| known.start == word.start)?;
        let change = too_many_at(piece, &all, at)?;
        trials.is_clean(&change).then(|| {
            let mut finding = strange_word(piece, word);
            finding.help = None;
            finding.fix(
                Safety::Unsafe,
                format!("leave out `{}`", piece.get(word)),
                piece.at(&change.range),
                change.by,
            )
        })
    })
}

/// Whether a sentence can be read.
pub(super) fn is_read(text: &str) -> bool {
    parse(Rule::one_sentence, text).is_ok()
}
