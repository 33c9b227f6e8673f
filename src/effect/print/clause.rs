//! The parts of a clause.

use crate::effect::ir::Duration;
use crate::words::Phrase;

/// The parts of a clause, so that several predicates can share a subject and a time.
#[derive(Default)]
pub(super) struct Said {
    /// Empty for a command.
    pub subject: Phrase,
    pub predicate: Phrase,
    /// Computed numbers and bounds.
    pub tail: Phrase,
    pub time: Option<Duration>,
    /// The time is printed with `this`.
    pub this: bool,
}

impl Said {
    pub fn new(predicate: Phrase) -> Said {
        Said {
            predicate,
            ..Said::default()
        }
    }

    pub fn by(self, subject: Phrase) -> Said {
        Said { subject, ..self }
    }

    pub fn with_tail(self, tail: Phrase) -> Said {
        Said { tail, ..self }
    }

    pub fn lasting(self, time: &Duration) -> Said {
        Said {
            time: Some(time.clone()),
            ..self
        }
    }

    pub fn with_this(self) -> Said {
        Said { this: true, ..self }
    }
}
