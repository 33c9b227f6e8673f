//! Lines that were read before: of thousands of cards many say the same, and from the third on none of them is read again.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::ir::{Ability, shift};
use super::recover::{Mender, Pieces, SharedWords};
use crate::collections::{HashMap, HashSet, hash_of};
use crate::diagnostic::{Diagnostic, Place};

/// How many lines are kept for a kind of card. Those that many cards have are soon among them, and where no two lines
/// are alike, nothing is gained by keeping more.
pub(super) const MOST_LINES: usize = 8_192;

/// What lines say on one kind of card.
pub(super) struct Lines {
    lines: RwLock<HashMap<Box<str>, Arc<Line>>>,
    /// Hashes of those that were read once. What is read a second time is kept: most lines are on one card alone.
    once: Mutex<HashSet<u64>>,
    /// What lines of any kind of card are made of.
    pieces: Arc<Pieces>,
    words: SharedWords,
}

/// What one of them says.
pub(super) struct Line {
    pub ability: Option<Ability>,
    pub found: Vec<Diagnostic<Place>>,
    /// How much was tried to mend it, of what there is for a whole text.
    pub effort: usize,
    /// Where it began in the text in which it was read.
    pub at: usize,
    /// In canonical form.
    pub text: Box<str>,
}

/// Where what a line says is from.
pub(super) enum Origin {
    /// It stood elsewhere too.
    Known(Arc<Line>),
    /// It was read, from here, and so much was tried to mend it while nothing had been tried before.
    Read { range: Range<usize>, effort: usize },
    /// It was read with others, or is a part of what stands there.
    Joined,
}

impl Lines {
    pub(super) fn new(pieces: Arc<Pieces>, words: SharedWords) -> Self {
        Lines {
            lines: RwLock::default(),
            once: Mutex::default(),
            pieces,
            words,
        }
    }

    pub(super) fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Those that a text of the game can have.
    pub(super) fn words(&self) -> &SharedWords {
        &self.words
    }

    /// What a line says, if it is known, with its places where it begins there. How much of a text is tried on faulty
    /// lines is bounded: one is the same only where nothing has been tried on those above it.
    pub(super) fn get(&self, line: &str, at: usize, mender: &Mender<'_>) -> Option<Said> {
        let lines = self.lines.read().unwrap_or_else(PoisonError::into_inner);
        let known = lines.get(line)?;
        if !known.found.is_empty() && mender.spent() > 0 {
            return None;
        }
        let known = Arc::clone(known);
        drop(lines);
        mender.spend(known.effort);
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
        let found = found.map(|finding| finding.map(moved)).collect();
        let line = Origin::Known(known);
        Some(Said {
            ability,
            found,
            line,
        })
    }

    /// Keeps what a line says, if it was read before.
    pub(super) fn keep(&self, line: &str, known: impl FnOnce() -> Line) {
        let hash = hash_of(line);
        let mut once = self.once.lock().unwrap_or_else(PoisonError::into_inner);
        if once.len() < MOST_LINES && once.insert(hash) {
            return;
        }
        drop(once);
        // Others wait for no more than that it is put among them.
        let (line, known) = (line.into(), Arc::new(known()));
        let mut lines = self.lines.write().unwrap_or_else(PoisonError::into_inner);
        if lines.len() < MOST_LINES {
            lines.insert(line, known);
        }
    }
}

/// What a line of a text says, and what is wrong with it.
pub(super) struct Said {
    pub ability: Option<Ability>,
    pub found: Vec<Diagnostic<Place>>,
    pub line: Origin,
}
