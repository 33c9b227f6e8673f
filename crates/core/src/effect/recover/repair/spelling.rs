//! Misspelt and unknown words.

use super::super::fragment::Fragment;
use super::change::{Change, Kind};
use super::delete::{is_idle, too_many_at};
use super::{Attempts, Repairer};
use crate::diagnostic::{Code, Diagnostic, Place, Safety};
use crate::effect::letter_case::in_case_of;
use crate::effect::recover::expected::reach;
use crate::effect::recover::words::{Word, plain_words, with_replaced, words};

impl Repairer<'_> {
    /// Returns the words that neither the language nor the game knows, up to a little after the position where
    /// parsing stopped. The nearest to that position come first.
    pub(super) fn strange_words(&self, piece: &Fragment<'_>, stop: usize) -> Vec<Word> {
        let vocabulary = &self.vocabulary();
        let mut strange: Vec<Word> = plain_words(piece.text)
            .into_iter()
            .filter(|word| !vocabulary.knows(piece.get(word)))
            .collect();
        strange.sort_by_key(|word| {
            let after = word.start > stop;
            (after, word.start.abs_diff(stop))
        });
        strange.truncate(6);
        strange
    }

    /// Returns the number of unknown words.
    pub(in crate::effect) fn unknown_words(&self, text: &str) -> usize {
        let words = plain_words(text);
        let unknown = words.iter().filter(|word| {
            let word = text.get(word.start..word.end);
            word.is_some_and(|word| !self.vocabulary().knows(word))
        });
        unknown.count()
    }

    /// Returns a correction of a misspelt word with which the piece parses, or else the one with which the parser gets
    /// farthest.
    pub(super) fn farthest(
        &self,
        piece: &Fragment<'_>,
        word: &Word,
        stop: usize,
    ) -> Option<Change> {
        let vocabulary = &self.vocabulary();
        let mut best: Option<(usize, Change)> = None;
        let changes = respelt(piece, word, vocabulary.close_to(piece.get(word)), 4);
        for change in changes {
            let changed = with_replaced(piece.text, &change.range, &change.by);
            let Some(reach) = reach(piece.rule, &changed) else {
                return Some(change);
            };
            // Convert the position after the edit to an offset of the original text.
            let after = reach.at.checked_sub(change.range.start + change.by.len());
            let reached = after.map_or(reach.at, |after| change.range.end + after);
            let farther = reached > stop.max(change.range.end)
                || reached >= stop && change.is_slip(piece.get(&change.range));
            if farther && best.as_ref().is_none_or(|(known, _)| reached > *known) {
                best = Some((reached, change));
            }
        }
        best.map(|(_, change)| change)
    }
}

pub(super) fn respelt(
    piece: &Fragment<'_>,
    word: &Word,
    close: Vec<&str>,
    most: usize,
) -> Vec<Change> {
    let written = piece.get(word);
    // `or` is probably not a typo of `on`, nor `pay` of `play`.
    if ["or", "pay", "cast", "casts"]
        .iter()
        .any(|word| written.eq_ignore_ascii_case(word))
    {
        return Vec::new();
    }
    close
        .into_iter()
        .take(most)
        .map(|close| Change {
            range: word.clone(),
            by: in_case_of(close, written),
            kind: Kind::Misspelt,
        })
        .collect()
}

/// Creates the diagnostic for an unknown word without a similar known word. It has no help yet.
pub(super) fn strange_word(piece: &Fragment<'_>, word: &Word) -> Diagnostic<Place> {
    let written = piece.get(word);
    Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(word),
        format!("\"{written}\" is not a word of the language"),
        "unknown word",
    )
}

/// Reports an unknown filler word if the piece is valid without it.
pub(super) fn strange_too_many(
    piece: &Fragment<'_>,
    strange: &[Word],
    trials: &mut Attempts<'_, '_>,
) -> Option<Diagnostic<Place>> {
    let all = words(piece.text);
    strange.iter().find_map(|word| {
        let at = all.iter().position(|known| known.start == word.start)?;
        if !is_idle(piece.get(word)) {
            return None;
        }
        let change = too_many_at(piece, &all, at)?;
        trials.is_clean(&change).then(|| {
            strange_word(piece, word).fix(
                Safety::Unsafe,
                format!("remove `{}`", piece.get(word)),
                piece.at(&change.range),
                change.by,
            )
        })
    })
}
