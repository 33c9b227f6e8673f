//! Suggests edits that let the parser get farther, if no single edit makes everything valid. The next error is then a
//! separate mistake.

use super::super::fragment::Fragment;
use super::change::{Change, Kind, found};
use super::insert::insertions;
use super::spelling::respelt;
use super::substitute::substitutions;
use super::{MAX_SENTENCE_LEN, Repairer};
use crate::diagnostic::{Diagnostic, Place};
use crate::effect::recover::expected::reach;
use crate::effect::recover::words::{with_replaced, words};

/// Maximum number of edits that are tried, and of those that are suggested.
const MAX_TRIED: usize = 30;
const MAX_COUNT: usize = 3;

impl Repairer<'_> {
    /// Returns possible corrections where parsing stopped, each as a separate diagnostic. The edit with which the
    /// parser gets farthest comes first.
    pub fn onward(&self, piece: &Fragment<'_>) -> Vec<Diagnostic<Place>> {
        if piece.text.len() > MAX_SENTENCE_LEN || self.effort.get() < piece.text.len() {
            return Vec::new();
        }
        let Some(stopped) = reach(piece.rule, piece.text) else {
            return Vec::new();
        };
        let all = words(piece.text);
        let at = all
            .iter()
            .position(|word| word.end > stopped.at)
            .unwrap_or(all.len());
        let vocabulary = self.vocabulary();
        let nouns = &vocabulary.words.nouns;
        // With an unknown word, the intended sentence is unclear.
        if !self.strange_words(piece, piece.text.len()).is_empty() {
            return Vec::new();
        }
        let wrong = substitutions(piece, &all, at, &stopped).into_iter();
        let near = all.get(at).into_iter().flat_map(|word| {
            let close = vocabulary.close_to(piece.get(word));
            respelt(piece, word, close, MAX_COUNT)
        });
        let near = near.map(|change| Change {
            kind: Kind::Wrong,
            ..change
        });
        let changes = near
            .chain(wrong)
            .chain(insertions(piece, &all, at, &stopped, nouns));
        let mut farther: Vec<(usize, Change)> = Vec::new();
        for change in changes.take(MAX_TRIED) {
            let changed = with_replaced(piece.text, &change.range, &change.by);
            let Some(left) = self.effort.get().checked_sub(changed.len()) else {
                break;
            };
            self.effort.set(left);
            let reached = reach(piece.rule, &changed).map_or(changed.len(), |reach| reach.at);
            // Prefer the edits that leave the least text unparsed.
            let left = changed.len() - reached.min(changed.len());
            if left + 1 < piece.text.len() - stopped.at.min(piece.text.len()) {
                farther.push((left, change));
            }
        }
        farther.sort_by_key(|(left, _)| *left);
        let farther = farther.into_iter().take(MAX_COUNT);
        farther.map(|(_, change)| found(piece, &change)).collect()
    }
}
