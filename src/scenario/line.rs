//! The lines of a step during its execution.

use cardwright_play::state::CardIx;

use super::{Act, At, Key, Said, Value};

/// A line of choices during the execution of its step.
pub(super) struct Open<'a> {
    pub said: &'a Said,
    /// Number of its values that were used.
    pub used: usize,
    /// `true` if it was used at all.
    pub touched: bool,
    /// The card that it moves, and the number of its steps.
    pub walked: Option<(CardIx, usize)>,
}

impl<'a> Open<'a> {
    pub fn new(said: &'a Said) -> Self {
        Open {
            said,
            used: 0,
            touched: false,
            walked: None,
        }
    }

    pub fn left(&self) -> &'a [At<Value>] {
        self.said.values.get(self.used..).unwrap_or_default()
    }

    /// Returns whether it is a line about the same choices.
    pub fn is_of(&self, key: &Key) -> bool {
        !self.said.of_step && self.said.key == *key
    }
}

/// The lines of a step during its execution.
pub(super) struct Lines<'a> {
    /// The lines that answer choices.
    pub said: Vec<Open<'a>>,
    /// The lines that expect that an answer is not possible, each with the number of answering lines above it.
    pub forbidden: Vec<(&'a Said, usize)>,
}

impl<'a> Lines<'a> {
    pub fn of(act: &'a Act) -> Self {
        let mut lines = Lines {
            said: Vec::new(),
            forbidden: Vec::new(),
        };
        for said in &act.said {
            match said.cannot {
                true => lines.forbidden.push((said, lines.said.len())),
                false => lines.said.push(Open::new(said)),
            }
        }
        lines
    }
}
