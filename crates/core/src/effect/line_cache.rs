//! Cache of lowered lines. Many cards share a line; the third and later cards reuse the result.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::ir::{Ability, Scale, shift};
use super::parse::sentence_cache::SentenceCache;
use super::recover::SharedWords;
use crate::collections::{HashMap, HashSet, hash_of};
use crate::diagnostic::{Diagnostic, Place};

/// Maximum number of cached lines for each kind of card. Frequent lines are cached early; if no two lines are equal,
/// a larger cache gains nothing.
pub(super) const MAX_LINES: usize = 8_192;

/// Cached lines for one kind of card.
pub(super) struct LineCache {
    lines: RwLock<HashMap<Box<str>, Arc<CachedLine>>>,
    /// Hashes of lines seen once. A line is cached when it occurs a second time, because most lines occur on one card
    /// only.
    once: Mutex<HashSet<u64>>,
    /// Parsed headings and sentences, shared by all kinds of cards.
    pieces: Arc<SentenceCache>,
    words: SharedWords,
}

/// The cached result of one line.
pub(super) struct CachedLine {
    pub ability: Option<Ability>,
    pub found: Vec<Diagnostic<Place>>,
    /// Part of the text's repair budget that this line consumed, in bytes parsed.
    pub effort: usize,
    /// Byte offset of the line in the text from which it was compiled.
    pub at: usize,
    /// Canonical form of the line.
    pub text: Box<str>,
}

/// How the result of a line was obtained.
pub(super) enum LineOrigin {
    /// Taken from the cache.
    Known(Arc<CachedLine>),
    /// Compiled from this range of the text. `effort` is the repair budget it consumed, if none had been consumed
    /// before.
    Read { range: Range<usize>, effort: usize },
    /// Compiled together with other lines, or part of such a group; not cached.
    Joined,
}

impl LineCache {
    pub(super) fn new(pieces: Arc<SentenceCache>, words: SharedWords) -> Self {
        LineCache {
            lines: RwLock::default(),
            once: Mutex::default(),
            pieces,
            words,
        }
    }

    pub(super) fn pieces(&self) -> &SentenceCache {
        &self.pieces
    }

    /// Returns the words that a text of the game may contain.
    pub(super) fn words(&self) -> &SharedWords {
        &self.words
    }

    /// Looks up a line, moves its spans to the offset `at`, and returns the repair budget that it consumes. A line with
    /// diagnostics is reused only if no repair budget has been `spent` yet: otherwise fewer repairs would be tried.
    pub(super) fn get(&self, line: &str, at: usize, spent: usize) -> Option<(AnalyzedLine, usize)> {
        let lines = self.lines.read().unwrap_or_else(PoisonError::into_inner);
        let known = lines.get(line)?;
        if !known.found.is_empty() && spent > 0 {
            return None;
        }
        let known = Arc::clone(known);
        drop(lines);
        let effort = known.effort;
        let mut ability = known.ability.clone();
        if let Some(ability) = &mut ability {
            shift(ability, known.at, at);
        }
        let moved = |place| match place {
            Place::Text(range) => {
                Place::Text(range.start + at - known.at..range.end + at - known.at)
            }
            Place::File(span) => Place::File(span),
        };
        let found = known.found.iter().cloned();
        let found = found.map(|diagnostic| diagnostic.map(moved)).collect();
        let line = AnalyzedLine {
            ability,
            diagnostics: found,
            scale: None,
            origin: LineOrigin::Known(known),
        };
        Some((line, effort))
    }

    /// Caches a line if it was seen before.
    pub(super) fn keep(&self, line: &str, known: impl FnOnce() -> CachedLine) {
        let hash = hash_of(line);
        let mut once = self.once.lock().unwrap_or_else(PoisonError::into_inner);
        if once.len() < MAX_LINES && once.insert(hash) {
            return;
        }
        drop(once);
        // Build the entry before taking the lock.
        let (line, known) = (line.into(), Arc::new(known()));
        let mut lines = self.lines.write().unwrap_or_else(PoisonError::into_inner);
        if lines.len() < MAX_LINES {
            lines.insert(line, known);
        }
    }
}

/// The result of one line of a text: its ability, its diagnostics and its origin.
pub(super) struct AnalyzedLine {
    pub ability: Option<Ability>,
    pub diagnostics: Vec<Diagnostic<Place>>,
    /// The multiplication that a later line adds to the ability.
    pub scale: Option<Scale>,
    pub origin: LineOrigin,
}

impl AnalyzedLine {
    /// Returns the part of the card to which the line belongs.
    pub fn part(&self) -> Option<u32> {
        self.ability.as_ref()?.part
    }

    /// Takes the ability, with the multiplication that a later line adds.
    pub fn take_ability(&mut self) -> Option<Ability> {
        with_scale(self.ability.take(), self.scale.take())
    }
}

/// Returns an ability with the multiplication that a later line adds to it.
pub(super) fn with_scale(ability: Option<Ability>, scale: Option<Scale>) -> Option<Ability> {
    ability.map(|ability| Ability {
        scale: scale.or(ability.scale),
        ..ability
    })
}
