//! The lines of a step while it is carried out.

use cardwright_play::state::CardIx;

use super::{Act, At, Key, Said, Value};

/// A line of choices while its step is carried out.
pub(super) struct Open<'a> {
    pub said: &'a Said,
    /// Its values that were chosen.
    pub used: usize,
    /// It was used at all.
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

/// The lines of a step while it is carried out.
pub(super) struct Lines<'a> {
    /// What is chosen.
    pub said: Vec<Open<'a>>,
    /// What cannot be, with the number of lines above it that say what is chosen.
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
