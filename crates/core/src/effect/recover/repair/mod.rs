//! Repair by trial of misspelt, repeated, swapped and missing words.
//!
//! Every suggestion has been tried: with it, the piece parses and, where possible, lowers without errors. The number
//! of trials is limited for each sentence and for the whole text.

mod change;
mod combine;
mod delete;
mod insert;
mod lookahead;
mod number;
mod spelling;
mod split_join;
mod substitute;
mod traits;
mod transpose;

use crate::effect::recover::sentence_boundary::otherwise;
use crate::effect::recover::typography;
use std::cell::Cell;

use super::coordination;
use super::delimiters::{aside, unbalanced};
use super::expected::{FurthestFailure, reach, stopped};
use super::fragment::{Fragment, ParseOutcome, ends};
use super::idioms;
use super::inner_heading::second_heading;
use super::sentence_boundary::no_full_stop;
use super::verb_agreement::other_person;
use super::words::{
    SharedWords, Vocabulary, Word, is_common, is_weighty, plain_words, with_replaced, words,
};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::symbols::Symbols;
use change::{Change, Kind, found, found_missing};
pub(in crate::effect) use combine::as_written;
use delete::too_many;
use idioms::Idiom;
use insert::{insertions, missing_verb};
pub(super) use number::asks_for_several;
use spelling::{respelt, strange_too_many, strange_word};
use split_join::{at_marks, run_together, torn};
use substitute::substitutions;
use transpose::{doubled, swapped, swapped_at};

/// The repair budget of a text: the number of bytes that may be parsed on trial. A sentence needs about ten thousand.
const PARSE_BUDGET: usize = 200_000;
/// Maximum number of trials for one sentence.
const TRIALS: usize = 320;
/// Maximum length in bytes of a sentence that is repaired. Longer ones are not card text.
const MAX_SENTENCE_LEN: usize = 500;

/// Maximum number of misspelt words that are corrected in a sentence with other errors.
const MAX_MISSPELT: usize = 3;

/// Repairs pieces of text. The vocabulary is built on first use.
pub(in crate::effect) struct Repairer<'a> {
    symbols: &'a Symbols<'a>,
    words: SharedWords,
    /// Remaining repair budget in bytes.
    effort: Cell<usize>,
}

/// The trials for one piece.
struct Attempts<'p, 't> {
    piece: &'p Fragment<'t>,
    effort: &'p Cell<usize>,
    left: usize,
    trial: &'p mut dyn FnMut(&str) -> ParseOutcome,
    /// The first correction of a typo with which the piece parses, although other errors remain.
    read: Option<Change>,
}

impl Attempts<'_, '_> {
    fn of(&mut self, changed: &str) -> ParseOutcome {
        let Some(left) = self.effort.get().checked_sub(changed.len()) else {
            return ParseOutcome::Unread;
        };
        if self.left == 0 {
            return ParseOutcome::Unread;
        }
        self.left -= 1;
        self.effort.set(left);
        match self.piece.lacks_full_stop() && !ends(changed) {
            true => (self.trial)(&format!("{changed}.")),
            false => (self.trial)(changed),
        }
    }

    /// Returns whether an edit makes the piece free of errors.
    fn is_clean(&mut self, change: &Change) -> bool {
        let changed = with_replaced(self.piece.text, &change.range, &change.by);
        match self.of(&changed) {
            ParseOutcome::Clean => true,
            ParseOutcome::Read => {
                if self.read.is_none() && change.is_slip(self.piece.get(&change.range)) {
                    self.read = Some(change.clone());
                }
                false
            }
            ParseOutcome::Unread => false,
        }
    }

    /// Returns up to four insertions that make the piece free of errors.
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

impl<'a> Repairer<'a> {
    /// Creates a repairer. `words` is the shared vocabulary of the game, if it exists.
    pub fn new(symbols: &'a Symbols<'a>, words: Option<&SharedWords>) -> Self {
        Repairer {
            symbols,
            words: words.cloned().unwrap_or_default(),
            effort: Cell::new(PARSE_BUDGET),
        }
    }

    pub fn symbols(&self) -> &'a Symbols<'a> {
        self.symbols
    }

    /// Returns the consumed part of the repair budget in bytes.
    pub fn spent(&self) -> usize {
        PARSE_BUDGET - self.effort.get()
    }

    /// Returns the rest of the repair budget in bytes.
    pub fn remaining(&self) -> usize {
        self.effort.get()
    }

    /// Consumes repair budget.
    pub fn spend(&self, bytes: usize) {
        self.effort.set(self.effort.get().saturating_sub(bytes));
    }

    /// Consumes repair budget if that much is left.
    pub fn spend_if_left(&self, bytes: usize) -> Option<()> {
        let left = self.effort.get().checked_sub(bytes)?;
        self.effort.set(left);
        Some(())
    }

    /// Returns a text in which the words of other games are replaced by those of the language.
    pub(super) fn with_known_words(&self, text: &str) -> String {
        idioms::with_known_words(text, &self.vocabulary())
    }

    pub fn vocabulary(&self) -> Vocabulary<'_> {
        Vocabulary::of(self.symbols, &self.words)
    }

    fn trials<'p, 't>(
        &'p self,
        piece: &'p Fragment<'t>,
        trial: &'p mut dyn FnMut(&str) -> ParseOutcome,
    ) -> Attempts<'p, 't> {
        Attempts {
            piece,
            effort: &self.effort,
            left: TRIALS,
            trial,
            read: None,
        }
    }

    /// Explains why a piece does not parse.
    pub fn unreadable(
        &self,
        piece: &Fragment<'_>,
        trial: &mut dyn FnMut(&str) -> ParseOutcome,
    ) -> Vec<Diagnostic<Place>> {
        if piece.text.len() > MAX_SENTENCE_LEN || self.effort.get() < piece.text.len() {
            return vec![self.unreadable_at_a_glance(piece)];
        }
        let diagnostic = second_heading(piece, self.symbols.game);
        let diagnostic = diagnostic.or_else(|| typography::copied(piece, false, &mut *trial));
        let diagnostic = diagnostic.or_else(|| fraction(piece));
        let diagnostic = diagnostic.or_else(|| aside(piece, trial));
        if let Some(diagnostic) = diagnostic.or_else(|| unbalanced(piece, trial)) {
            return vec![diagnostic];
        }
        let reach = reach(piece.rule, piece.text).unwrap_or_default();
        let vocabulary = &self.vocabulary();
        let strange = self.strange_words(piece, reach.at);
        let mut trials = self.trials(piece, trial);

        let slip = |word: &Word| respelt(piece, word, vocabulary.close_to(piece.get(word)), 12);
        let only = only_slip(piece, &strange);
        if let Some(change) = trials.first_clean(only.into_iter().flat_map(slip)) {
            return vec![found(piece, &change)];
        }

        let mut perhaps = None;
        if piece.has_clause() {
            match idioms::phrase(piece, false, vocabulary, |text| trials.of(text)) {
                Some(Idiom::Certain(diagnostic)) => return vec![diagnostic],
                Some(Idiom::Likely(diagnostic)) => perhaps = Some(diagnostic),
                None => {}
            }
            if let Some(diagnostic) = other_person(piece, |text| trials.of(text)) {
                return vec![diagnostic];
            }
        }
        let traits = self.bare_traits(piece, reach.at, &mut trials);
        if !traits.is_empty() {
            return traits;
        }
        if let Some(diagnostic) = otherwise(piece, |text| trials.of(text)) {
            return vec![diagnostic];
        }
        if let Some(diagnostic) = no_full_stop(piece, |text| trials.of(text)) {
            return vec![diagnostic];
        }
        if let Some(diagnostic) = coordination::subject_goes_on(piece, |text| trials.of(text)) {
            return vec![diagnostic];
        }
        if let Some(diagnostic) = coordination::joint(piece, reach.at, |text| trials.of(text)) {
            return vec![diagnostic];
        }
        let all = words(piece.text);
        let apart = torn(piece, &all, &strange, vocabulary);
        let together = run_together(piece, &all, vocabulary);
        if let Some(change) =
            trials.first_clean(apart.into_iter().chain(together).chain(at_marks(piece)))
        {
            return vec![found(piece, &change)];
        }
        let misspelt = strange.iter().filter(|_| only.is_none()).flat_map(slip);
        if let Some(change) = trials.first_clean(misspelt) {
            return vec![found(piece, &change)];
        }
        if strange.len() > 1 || trials.read.is_none() && !strange.is_empty() {
            let several = self.several(piece, &strange, &mut trials);
            if !several.is_empty() {
                return several;
            }
        }
        // A typo is reported if its correction makes the piece parse, even if other errors remain.
        if let Some(change) = trials.read.take() {
            return vec![found(piece, &change)];
        }
        if !strange.is_empty() {
            let nearest = strange.iter().take(MAX_MISSPELT);
            let changes = nearest.filter_map(|word| self.farthest(piece, word, reach.at));
            let mut changes: Vec<Change> = changes.collect();
            if !changes.is_empty() {
                changes.sort_by_key(|change| change.range.start);
                return changes.iter().map(|change| found(piece, change)).collect();
            }
            if let Some(diagnostic) = strange_too_many(piece, &strange, &mut trials) {
                return vec![diagnostic];
            }
        }
        if let Some(word) = strange.first() {
            return vec![perhaps.unwrap_or_else(|| strange_word(piece, word))];
        }
        let at = all
            .iter()
            .position(|word| word.end > reach.at)
            .unwrap_or(all.len());
        if let Some(change) = trials.first_clean(doubled(piece, &all)) {
            return vec![found(piece, &change)];
        }
        // A word of the language near the error may be a typo of a similar word.
        let near = all.get(at.saturating_sub(2)..(at + 2).min(all.len()));
        let mistaken = near
            .unwrap_or_default()
            .iter()
            .filter(|word| !is_common(piece.get(word)) && !is_weighty(piece.get(word)))
            .flat_map(|word| respelt(piece, word, vocabulary.close_to(piece.get(word)), 8));
        if let Some(change) = trials.first_clean(mistaken) {
            return vec![found(piece, &change)];
        }
        if let Some(change) = trials.first_clean(swapped(piece, &all, at)) {
            return vec![found(piece, &change)];
        }
        let verbs = trials.missing(missing_verb(piece, &all, reach.at));
        if !verbs.is_empty() {
            return vec![found_missing(piece, &verbs)];
        }
        let missing = trials.missing(insertions(piece, &all, at, &reach, &vocabulary.words.nouns));
        // A missing colon explains the modes on the following lines, whatever else is possible.
        if let Some(colon) = missing.iter().find(|change| change.by == ":") {
            return vec![found_missing(piece, std::slice::from_ref(colon))];
        }
        if let (3.., Some(diagnostic)) = (missing.len(), &perhaps) {
            // If three or more insertions are possible, a missing word is an unlikely explanation.
            return vec![diagnostic.clone()];
        }
        if !missing.is_empty() {
            return vec![found_missing(piece, &missing)];
        }
        // A common word is replaced only by another common word, and only if that makes everything valid.
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
            return vec![found(piece, &change)];
        }
        if let Some(change) = trials.first_clean(substitutions(piece, &all, at, &reach)) {
            return vec![found(piece, &change)];
        }
        if let Some(change) = trials.first_clean(too_many(piece, &all, at)) {
            return vec![found(piece, &change)];
        }
        vec![match (trials.read.take(), perhaps) {
            (Some(change), _) => found(piece, &change),
            (None, Some(diagnostic)) => diagnostic,
            (None, None) => traits::alone(piece)
                .unwrap_or_else(|| stopped(piece.text, piece.base, &reach, piece.what)),
        }]
    }

    /// Finds a better explanation for the errors of a piece that parses, such as an unknown word whose replacement
    /// makes everything valid. `unplaced` is the end offset of an unknown word whose diagnostic has no fix. `unknown`
    /// is the same offset, but only if the diagnostic says that the word is not a noun. Idioms are tried only if
    /// `wording` is `true`.
    pub fn misread(
        &self,
        piece: &Fragment<'_>,
        unknown: Option<usize>,
        unplaced: Option<usize>,
        wording: bool,
        trial: &mut dyn FnMut(&str) -> ParseOutcome,
    ) -> Vec<Diagnostic<Place>> {
        if piece.text.len() > MAX_SENTENCE_LEN || self.effort.get() < piece.text.len() {
            return Vec::new();
        }
        let vocabulary = &self.vocabulary();
        let strange = self.strange_words(piece, piece.text.len());
        let diagnostic = typography::copied(piece, true, &mut *trial);
        if let Some(diagnostic) = diagnostic {
            return vec![diagnostic];
        }
        let mut trials = self.trials(piece, trial);
        let slip = |word: &Word| respelt(piece, word, vocabulary.close_to(piece.get(word)), 12);
        let only = only_slip(piece, &strange);
        if let Some(change) = trials.first_clean(only.into_iter().flat_map(slip)) {
            return vec![found(piece, &change)];
        }
        let mut perhaps = None;
        if piece.has_clause() && wording {
            // A sentence with an unknown word left is not valid.
            let is_known = |text: &str| strange.is_empty() || self.unknown_words(text) == 0;
            match idioms::phrase(piece, true, vocabulary, |text| match is_known(text) {
                true => trials.of(text),
                false => ParseOutcome::Unread,
            }) {
                Some(Idiom::Certain(diagnostic)) => return vec![diagnostic],
                Some(Idiom::Likely(diagnostic)) => perhaps = Some(diagnostic),
                None => {}
            }
        }
        let misspelt = strange.iter().filter(|_| only.is_none()).flat_map(slip);
        if let Some(change) = trials.first_clean(misspelt) {
            return vec![found(piece, &change)];
        }
        if let Some(diagnostic) = perhaps {
            return vec![diagnostic];
        }
        if !strange.is_empty() {
            if strange.len() > 1 {
                let several = self.several(piece, &strange, &mut trials);
                if !several.is_empty() {
                    return several;
                }
            }
            // Keep the existing diagnostic for an unknown word, unless the sentence is valid without the word, or
            // parses with a similar word.
            let read = trials.read.take();
            let is_it = |change: &Change| unplaced == Some(change.range.end);
            if let Some(change) = read.as_ref().filter(|change| is_it(change)) {
                return vec![found(piece, change)];
            }
            let read = read.map(|change| found(piece, &change));
            let reason = || strange_too_many(piece, &strange, &mut trials).or(read);
            return unknown.and_then(|_| reason()).into_iter().collect();
        }
        let all = words(piece.text);
        if let Some(change) = trials.first_clean(doubled(piece, &all)) {
            return vec![found(piece, &change)];
        }
        let Some(end) = unknown else {
            return Vec::new();
        };
        let plain = plain_words(piece.text);
        let swaps: Vec<Change> = (0..plain.len())
            .flat_map(|at| swapped_at(piece, &plain, at))
            .take(12)
            .collect();
        if let Some(change) = trials.first_clean(swaps) {
            return vec![found(piece, &change)];
        }
        let at = all
            .iter()
            .position(|word| word.end > end)
            .unwrap_or(all.len());
        let reach = FurthestFailure {
            at: end,
            expected: Vec::new(),
        };
        let missing = trials.missing(insertions(piece, &all, at, &reach, &vocabulary.words.nouns));
        match missing.is_empty() {
            true => Vec::new(),
            false => vec![found_missing(piece, &missing)],
        }
    }

    /// Returns up to two nouns that make the piece valid when inserted at byte offset `at`.
    pub fn nouns(
        &self,
        piece: &Fragment<'_>,
        at: usize,
        trial: &mut dyn FnMut(&str) -> ParseOutcome,
    ) -> Vec<String> {
        if piece.text.len() > MAX_SENTENCE_LEN || self.effort.get() < piece.text.len() {
            return Vec::new();
        }
        let vocabulary = &self.vocabulary();
        let mut trials = self.trials(piece, trial);
        // Prefer cards with abilities, because most texts are about them.
        let mut nouns: Vec<&String> = vocabulary.words.nouns.iter().collect();
        nouns.sort_by_key(|noun| !vocabulary.words.acting.contains(noun));
        let before = piece.get(&(0..at));
        // In `through each other`, no noun is missing; the language uses different words.
        if before.trim_end().to_lowercase().ends_with("each other") {
            return Vec::new();
        }
        number::of_number(before, nouns, |noun| noun)
            .into_iter()
            .filter(|noun| {
                let changed = with_replaced(piece.text, &(at..at), &format!(" {noun}"));
                trials.of(&changed) == ParseOutcome::Clean
            })
            .take(2)
            .cloned()
            .collect()
    }

    /// Explains a piece that is too long to repair, or for which no repair budget is left.
    fn unreadable_at_a_glance(&self, piece: &Fragment<'_>) -> Diagnostic<Place> {
        let at = piece.stop.min(piece.text.len());
        match self.strange_words(piece, at).first() {
            Some(word) => strange_word(piece, word),
            None => stopped(
                piece.text,
                piece.base,
                &FurthestFailure {
                    at,
                    expected: Vec::new(),
                },
                piece.what,
            ),
        }
    }
}

/// Returns the only unknown word of a piece, unless it is a word of other games. If correcting it makes everything
/// valid, no other explanation is tried.
fn only_slip<'w>(piece: &Fragment<'_>, strange: &'w [Word]) -> Option<&'w Word> {
    match strange {
        [only] if !idioms::has(piece.get(only)) => Some(only),
        _ => None,
    }
}

/// Reports a fraction such as `2.5`.
fn fraction(piece: &Fragment<'_>) -> Option<Diagnostic<Place>> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let at = piece.text.match_indices('.').find_map(|(point, _)| {
        let (before, after) = (piece.text.get(..point)?, piece.text.get(point + 1..)?);
        let whole = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let part = digits(after);
        (whole > 0 && part > 0).then_some(point - whole..point + 1 + part)
    })?;
    let diagnostic = Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(&at),
        format!("\"{}\" is not a whole number", piece.get(&at)),
        "amounts are whole numbers",
    );
    Some(
        diagnostic.help(
            "write a whole number; for half of a computed number, write `half …, rounded up`",
        ),
    )
}
