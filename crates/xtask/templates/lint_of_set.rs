//! FILL IN: what this lint finds, and why that is probably not meant.

use super::{Check, Lint, LintContext, Reads, Set};
use crate::diagnostic::{Code, Diagnostic};

pub(super) const LINT: Lint = Lint {
    code: Code::OwnEvent,
    // FILL IN: what the lint looks at.
    reads: Reads::All,
    check: Check::Set(check),
};

fn check(_world: &LintContext<'_>, set: &Set<'_>, found: &mut Vec<Diagnostic>) {
    // FILL IN: the condition. The span is the smallest one that is wrong.
    let is_wrong = false;
    if is_wrong {
        let diagnostic = Diagnostic::new(
            Code::OwnEvent,
            set.source.name_at,
            "FILL IN: what is wrong, in lowercase and without a full stop",
            "FILL IN: a label that is clear without the message",
        );
        found.push(diagnostic.help("FILL IN: what to do about it"));
    }
}
