//! The parts of a clause.

use crate::effect::ir::Duration;
use crate::words::Phrase;

/// The parts of a clause, so that several predicates can share a subject and a time.
#[derive(Default)]
pub(super) struct Clause {
    /// Empty for a command.
    pub subject: Phrase,
    pub predicate: Phrase,
    /// Computed numbers and bounds.
    pub tail: Phrase,
    pub time: Option<Duration>,
    /// `true` if the time is printed with `this`.
    pub this: bool,
}

impl Clause {
    pub fn new(predicate: Phrase) -> Clause {
        Clause {
            predicate,
            ..Clause::default()
        }
    }

    pub fn by(self, subject: Phrase) -> Clause {
        Clause { subject, ..self }
    }

    pub fn with_tail(self, tail: Phrase) -> Clause {
        Clause { tail, ..self }
    }

    pub fn lasting(self, time: &Duration) -> Clause {
        Clause {
            time: Some(time.clone()),
            ..self
        }
    }

    pub fn with_this(self) -> Clause {
        Clause { this: true, ..self }
    }
}
