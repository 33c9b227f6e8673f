//! Phrases, and words whose sense depends on those around them.

mod acts;
mod cards;
mod fight;
mod forms;
mod joined;
mod joints;
mod much;
mod since;
mod when;
mod which;
mod whom;
mod whose;

use super::Entry;

/// A phrase that no sentence of ours has.
const fn never(says: &'static str, ours: &'static [&'static str], help: &'static str) -> Entry {
    Entry {
        says,
        ours,
        help,
        lacks: "",
        open: false,
    }
}

/// A phrase that counts only where its rewriting makes the sentence right.
const fn maybe(says: &'static str, ours: &'static [&'static str]) -> Entry {
    Entry {
        says,
        ours,
        help: "",
        lacks: "",
        open: false,
    }
}

/// What stands at the end of a sentence that lacks something.
const fn lacks(says: &'static str, ours: &'static [&'static str], what: &'static str) -> Entry {
    Entry {
        says,
        ours,
        help: "",
        lacks: what,
        open: false,
    }
}

/// A phrase of which nobody but its author knows what it means, or for which the language has nothing: nothing else is
/// proposed than what stands here.
const fn open(says: &'static str, ours: &'static [&'static str], help: &'static str) -> Entry {
    Entry {
        says,
        ours,
        help,
        lacks: "",
        open: true,
    }
}

const SMALL: &str = "name what is meant: `an enemy unit`, `a unit or hero`";

const PLAYED_BEFORE: &str = "what players did before is not remembered: write what happens when they do it, as `Passive: When you play a spell, draw a card.`";

/// In the order in which they are tried.
pub(super) const PHRASES: [&[Entry]; 12] = [
    fight::FIGHT,
    joined::JOINED,
    cards::CARDS,
    whose::WHOSE,
    forms::FORMS,
    acts::ACTS,
    whom::WHOM,
    much::MUCH,
    which::WHICH,
    when::WHEN,
    joints::JOINTS,
    since::SINCE,
];
