//! Mending on trial: what was misspelt, doubled, swapped or left out.
//!
//! Every proposal has been tried: with it the text can be read, and where possible everything in it
//! is understood. The number of trials is bounded for each sentence and for the whole text.

mod change;
mod extra;
mod missing;
mod number;
mod onward;
mod order;
mod several;
mod space;
mod spelling;
mod traits;
mod wrong;

use std::cell::Cell;

use super::heading::second_heading;
use super::joints;
use super::marks::{aside, unbalanced};
use super::otherwise::{no_full_stop, otherwise};
use super::person::other_person;
use super::piece::{Piece, Trial, ends};
use super::stop::{Reach, reach, stopped};
use super::words::{
    SharedWords, Vocabulary, Word, is_common, is_weighty, plain_words, with_replaced, words,
};
use super::{characters, idioms};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::symbols::Symbols;
use change::{Change, Kind, found, found_missing};
use extra::too_many;
use idioms::Idiom;
use missing::{missing, missing_verb};
use order::{doubled, swapped, swapped_at};
pub(in crate::effect) use several::as_written;
use space::{at_marks, run_together, torn};
use spelling::{respelt, strange_too_many, strange_word};
use wrong::wrong;

/// The bytes that may be read on trial for one text. A sentence takes some ten thousand.
const EFFORT: usize = 150_000;
/// The trials for one sentence.
const TRIALS: usize = 320;
/// A sentence of more bytes is no sentence of a card, and is not mended.
const LONGEST_SENTENCE: usize = 500;

/// How many misspelt words of a sentence are mended where something else is wrong with it.
const MOST_MISSPELT: usize = 3;

/// What mending needs to know, made when it is first needed.
pub(in crate::effect) struct Mender<'a> {
    symbols: &'a Symbols<'a>,
    words: SharedWords,
    /// The bytes that may still be read on trial.
    effort: Cell<usize>,
}

/// The trials of one piece.
struct Trials<'p, 't> {
    piece: &'p Piece<'t>,
    effort: &'p Cell<usize>,
    left: usize,
    trial: &'p mut dyn FnMut(&str) -> Trial,
    /// The first slip without which the piece can be read, though not everything in it is right.
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
        match self.piece.lacks_full_stop() && !ends(changed) {
            true => (self.trial)(&format!("{changed}.")),
            false => (self.trial)(changed),
        }
    }

    /// Whether everything is right with a change.
    fn is_clean(&mut self, change: &Change) -> bool {
        let changed = with_replaced(self.piece.text, &change.range, &change.by);
        match self.of(&changed) {
            Trial::Clean => true,
            Trial::Read => {
                if self.read.is_none() && change.is_slip(self.piece.get(&change.range)) {
                    self.read = Some(change.clone());
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
    /// `words` are those of the game, where they are known from other texts.
    pub fn new(symbols: &'a Symbols<'a>, words: Option<&SharedWords>) -> Self {
        Mender {
            symbols,
            words: words.cloned().unwrap_or_default(),
            effort: Cell::new(EFFORT),
        }
    }

    pub fn symbols(&self) -> &'a Symbols<'a> {
        self.symbols
    }

    /// How many bytes were read on trial.
    pub fn spent(&self) -> usize {
        EFFORT - self.effort.get()
    }

    /// Counts bytes as read.
    pub fn spend(&self, bytes: usize) {
        self.effort.set(self.effort.get().saturating_sub(bytes));
    }

    fn vocabulary(&self) -> Vocabulary<'_> {
        Vocabulary::of(self.symbols, &self.words)
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
    ) -> Vec<Diagnostic<Place>> {
        if piece.text.len() > LONGEST_SENTENCE || self.effort.get() < piece.text.len() {
            return vec![self.unreadable_at_a_glance(piece)];
        }
        let finding = second_heading(piece, self.symbols.game);
        let finding = finding.or_else(|| characters::copied(piece, false, &mut *trial));
        let finding = finding.or_else(|| fraction(piece));
        let finding = finding.or_else(|| aside(piece, trial));
        if let Some(finding) = finding.or_else(|| unbalanced(piece, trial)) {
            return vec![finding];
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
                Some(Idiom::Certain(finding)) => return vec![finding],
                Some(Idiom::Likely(finding)) => perhaps = Some(finding),
                None => {}
            }
            if let Some(finding) = other_person(piece, |text| trials.of(text)) {
                return vec![finding];
            }
        }
        let traits = self.bare_traits(piece, reach.at, &mut trials);
        if !traits.is_empty() {
            return traits;
        }
        if let Some(finding) = otherwise(piece, |text| trials.of(text)) {
            return vec![finding];
        }
        if let Some(finding) = no_full_stop(piece, |text| trials.of(text)) {
            return vec![finding];
        }
        if let Some(finding) = joints::subject_goes_on(piece, |text| trials.of(text)) {
            return vec![finding];
        }
        if let Some(finding) = joints::joint(piece, reach.at, |text| trials.of(text)) {
            return vec![finding];
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
        // A word that nobody knows is the mistake, whatever else there is.
        if let Some(change) = trials.read.take() {
            return vec![found(piece, &change)];
        }
        if !strange.is_empty() {
            let nearest = strange.iter().take(MOST_MISSPELT);
            let changes = nearest.filter_map(|word| self.farthest(piece, word, reach.at));
            let mut changes: Vec<Change> = changes.collect();
            if !changes.is_empty() {
                changes.sort_by_key(|change| change.range.start);
                return changes.iter().map(|change| found(piece, change)).collect();
            }
            if let Some(finding) = strange_too_many(piece, &strange, &mut trials) {
                return vec![finding];
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
        // A word of the language that is not meant: what could stand there decides.
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
        let missing = trials.missing(missing(piece, &all, at, &reach, &vocabulary.words.nouns));
        // A colon is missing where lines below say what can be chosen, whatever else could stand there.
        if let Some(colon) = missing.iter().find(|change| change.by == ":") {
            return vec![found_missing(piece, std::slice::from_ref(colon))];
        }
        if let (3.., Some(finding)) = (missing.len(), &perhaps) {
            // With so many words that could be meant, none of them is.
            return vec![finding.clone()];
        }
        if !missing.is_empty() {
            return vec![found_missing(piece, &missing)];
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
            return vec![found(piece, &change)];
        }
        if let Some(change) = trials.first_clean(wrong(piece, &all, at, &reach)) {
            return vec![found(piece, &change)];
        }
        if let Some(change) = trials.first_clean(too_many(piece, &all, at)) {
            return vec![found(piece, &change)];
        }
        vec![match (trials.read.take(), perhaps) {
            (Some(change), _) => found(piece, &change),
            (None, Some(finding)) => finding,
            (None, None) => traits::alone(piece)
                .unwrap_or_else(|| stopped(piece.text, piece.base, &reach, piece.what)),
        }]
    }

    /// A better reason for what was found in a piece that can be read: a word that is not one of the
    /// language, and with another in its place everything is understood. `unknown` is the end of a
    /// word that was not understood where it stands, and for which nothing better is known, `unplaced` that of one of
    /// which is known what could stand there;
    /// `wording`: what was found may be a matter of wording.
    pub fn misread(
        &self,
        piece: &Piece<'_>,
        unknown: Option<usize>,
        unplaced: Option<usize>,
        wording: bool,
        trial: &mut dyn FnMut(&str) -> Trial,
    ) -> Vec<Diagnostic<Place>> {
        if piece.text.len() > LONGEST_SENTENCE || self.effort.get() < piece.text.len() {
            return Vec::new();
        }
        let vocabulary = &self.vocabulary();
        let strange = self.strange_words(piece, piece.text.len());
        let finding = characters::copied(piece, true, &mut *trial);
        if let Some(finding) = finding {
            return vec![finding];
        }
        let mut trials = self.trials(piece, trial);
        let slip = |word: &Word| respelt(piece, word, vocabulary.close_to(piece.get(word)), 12);
        let only = only_slip(piece, &strange);
        if let Some(change) = trials.first_clean(only.into_iter().flat_map(slip)) {
            return vec![found(piece, &change)];
        }
        let mut perhaps = None;
        if piece.has_clause() && wording {
            // With a word that nobody knows left in it, a sentence is not right.
            let is_known = |text: &str| strange.is_empty() || self.unknown_words(text) == 0;
            match idioms::phrase(piece, true, vocabulary, |text| match is_known(text) {
                true => trials.of(text),
                false => Trial::Unread,
            }) {
                Some(Idiom::Certain(finding)) => return vec![finding],
                Some(Idiom::Likely(finding)) => perhaps = Some(finding),
                None => {}
            }
        }
        let misspelt = strange.iter().filter(|_| only.is_none()).flat_map(slip);
        if let Some(change) = trials.first_clean(misspelt) {
            return vec![found(piece, &change)];
        }
        if let Some(finding) = perhaps {
            return vec![finding];
        }
        if !strange.is_empty() {
            if strange.len() > 1 {
                let several = self.several(piece, &strange, &mut trials);
                if !several.is_empty() {
                    return several;
                }
            }
            // What was said of the word in its place is better than that nobody knows it, unless
            // the sentence is right without it, or it is misspelt and something else is wrong too.
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
        let reach = Reach {
            at: end,
            expected: Vec::new(),
        };
        let missing = trials.missing(missing(piece, &all, at, &reach, &vocabulary.words.nouns));
        match missing.is_empty() {
            true => Vec::new(),
            false => vec![found_missing(piece, &missing)],
        }
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
        let vocabulary = &self.vocabulary();
        let mut trials = self.trials(piece, trial);
        // What has abilities to resolve is what most texts are about.
        let mut nouns: Vec<&String> = vocabulary.words.nouns.iter().collect();
        nouns.sort_by_key(|noun| !vocabulary.words.acting.contains(noun));
        let before = piece.get(&(0..at));
        // `through each other`: nothing is missing, the language says it in other words.
        if before.trim_end().to_lowercase().ends_with("each other") {
            return Vec::new();
        }
        number::of_number(before, nouns, |noun| noun)
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

/// The one word that nobody knows, unless it is one of other games. Where it is misspelt and all else is right, no other
/// words are looked for.
fn only_slip<'w>(piece: &Piece<'_>, strange: &'w [Word]) -> Option<&'w Word> {
    match strange {
        [only] if !idioms::has(piece.get(only)) => Some(only),
        _ => None,
    }
}

/// `2.5`, and no number is less than whole.
fn fraction(piece: &Piece<'_>) -> Option<Diagnostic<Place>> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let at = piece.text.match_indices('.').find_map(|(point, _)| {
        let (before, after) = (piece.text.get(..point)?, piece.text.get(point + 1..)?);
        let whole = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let part = digits(after);
        (whole > 0 && part > 0).then_some(point - whole..point + 1 + part)
    })?;
    let finding = Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(&at),
        format!("\"{}\" is not a whole number", piece.get(&at)),
        "amounts are whole numbers",
    );
    Some(finding.help("write a whole number; of a computed one write `half …, rounded up`"))
}
