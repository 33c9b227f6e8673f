//! Mending on trial: what was misspelt, doubled, swapped or left out.
//!
//! Every proposal has been tried: with it the text can be read, and where possible everything in it
//! is understood. The number of trials is bounded for each sentence and for the whole text.

mod change;
mod extra;
mod missing;
mod order;
mod space;
mod spelling;
mod wrong;

use std::cell::{Cell, OnceCell};
use std::ops::Range;

use super::joints;
use super::marks::unbalanced;
use super::stop::{Reach, reach, stopped};
use super::words::{Vocabulary, is_common, plain_words, with_replaced, words};
use super::{characters, foreign, parse};
use crate::diagnostic::{Diagnostic, Place};
use crate::effect::syntax::Rule;
use crate::symbols::Symbols;
use change::{Change, Kind, found, found_missing};
use extra::too_many;
use foreign::Foreign;
use missing::{missing, missing_verb};
use order::{doubled, swapped, swapped_at};
use space::{run_together, torn};
use spelling::{respelt, strange_too_many, strange_word};
use wrong::wrong;

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
    vocabulary: OnceCell<Vocabulary<'a>>,
    /// The bytes that may still be read on trial.
    effort: Cell<usize>,
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
                if self.read.is_none() && change.is_likely() {
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

    fn vocabulary(&self) -> &Vocabulary<'_> {
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
        let finding = characters::copied(piece, false, &mut *trial);
        if let Some(finding) = finding.or_else(|| unbalanced(piece, trial)) {
            return finding;
        }
        let reach = reach(piece.rule, piece.text).unwrap_or_default();
        let vocabulary = self.vocabulary();
        let strange = self.strange_words(piece, reach.at);
        let mut trials = self.trials(piece, trial);

        let mut perhaps = None;
        if piece.rule == Rule::one_sentence {
            let knows = |word: &str| vocabulary.knows(word);
            match foreign::phrase(piece, false, knows, |text| trials.of(text)) {
                Some(Foreign::Surely(finding)) => return finding,
                Some(Foreign::Perhaps(finding)) => perhaps = Some(finding),
                None => {}
            }
        }
        if let Some(finding) = joints::no_full_stop(piece, |text| trials.of(text)) {
            return finding;
        }
        if let Some(finding) = joints::joint(piece, reach.at, |text| trials.of(text)) {
            return finding;
        }
        let all = words(piece.text);
        let apart = torn(piece, &all, &strange, vocabulary);
        let together = run_together(piece, &all, vocabulary);
        if let Some(change) = trials.first_clean(apart.into_iter().chain(together)) {
            return found(piece, &change);
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
            return perhaps.unwrap_or_else(|| strange_word(piece, word));
        }
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
            .filter(|word| !is_common(piece.get(word)))
            .flat_map(|word| respelt(piece, word, vocabulary.close_to(piece.get(word)), 8));
        if let Some(change) = trials.first_clean(mistaken) {
            return found(piece, &change);
        }
        if let Some(change) = trials.first_clean(swapped(piece, &all, at)) {
            return found(piece, &change);
        }
        // Any verb makes a sentence of anything: it has to be right all over.
        let read = trials.read.take();
        let verbs = trials.missing(missing_verb(piece, &all, reach.at));
        if !verbs.is_empty() {
            return found_missing(piece, &verbs);
        }
        trials.read = read;
        let missing = trials.missing(missing(piece, &all, at, &reach, &vocabulary.nouns));
        if !missing.is_empty() {
            return found_missing(piece, &missing);
        }
        // One of the commonest words is at most mistaken for another one of them, and only where that makes
        // everything right.
        let common = near.unwrap_or_default().iter();
        let common = common.filter(|word| is_common(piece.get(word)));
        let mistaken = common.flat_map(|word| {
            let mut close = vocabulary.close_to(piece.get(word));
            close.retain(|close| is_common(close));
            respelt(piece, word, close, 8)
        });
        let mistaken = mistaken.map(|change| Change {
            kind: Kind::Wrong,
            ..change
        });
        if let Some(change) = trials.first_clean(mistaken) {
            return found(piece, &change);
        }
        if let Some(change) = trials.first_clean(wrong(piece, &all, at, &reach)) {
            return found(piece, &change);
        }
        if let Some(change) = trials.first_clean(too_many(piece, &all, at)) {
            return found(piece, &change);
        }
        match (trials.read.take(), perhaps) {
            (Some(change), _) => found(piece, &change),
            (None, Some(finding)) => finding,
            (None, None) => stopped(piece.text, piece.base, &reach, piece.what),
        }
    }

    /// A better reason for what was found in a piece that can be read: a word that is not one of the
    /// language, and with another in its place everything is understood. `unknown` is the end of a
    /// word that was not understood where it stands, and for which nothing better is known;
    /// `wording`: what was found may be a matter of wording.
    pub fn misread(
        &self,
        piece: &Piece<'_>,
        unknown: Option<usize>,
        wording: bool,
        trial: &mut dyn FnMut(&str) -> Trial,
    ) -> Option<Diagnostic<Place>> {
        if piece.text.len() > LONGEST_SENTENCE || self.effort.get() < piece.text.len() {
            return None;
        }
        let vocabulary = self.vocabulary();
        let strange = self.strange_words(piece, piece.text.len());
        let finding = characters::copied(piece, true, &mut *trial);
        if finding.is_some() {
            return finding;
        }
        let mut trials = self.trials(piece, trial);
        if piece.rule == Rule::one_sentence && wording {
            let knows = |word: &str| vocabulary.knows(word);
            let found = foreign::phrase(piece, true, knows, |text| trials.of(text));
            if let Some(Foreign::Surely(finding) | Foreign::Perhaps(finding)) = found {
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

    /// The nouns that make everything right at a place where one is missing.
    pub fn nouns(
        &self,
        piece: &Piece<'_>,
        at: usize,
        trial: &mut dyn FnMut(&str) -> Trial,
    ) -> Vec<String> {
        if piece.text.len() > LONGEST_SENTENCE || self.effort.get() < piece.text.len() {
            return Vec::new();
        }
        let vocabulary = self.vocabulary();
        let mut trials = self.trials(piece, trial);
        // What has abilities to resolve is what most texts are about.
        let mut nouns: Vec<&String> = vocabulary.nouns.iter().collect();
        nouns.sort_by_key(|noun| !vocabulary.acting.contains(noun));
        nouns
            .into_iter()
            .filter(|noun| {
                let changed = with_replaced(piece.text, &(at..at), &format!(" {noun}"));
                trials.of(&changed) == Trial::Clean
            })
            .take(2)
            .cloned()
            .collect()
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
}

/// Whether a sentence can be read.
pub(super) fn is_read(text: &str) -> bool {
    parse(Rule::one_sentence, text).is_ok()
}
