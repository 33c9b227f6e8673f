//! Reports cards with a `manual` text: an engine ignores it.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::{Code, Diagnostic};

pub(super) const LINT: Lint = Lint {
    code: Code::ManualText,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(at) = card.source.places.get("manual") else {
        return;
    };
    if card.source.manual.is_none() {
        return;
    }
    diagnostics.push(
        Diagnostic::new(
            Code::ManualText,
            crate::lint::support::field_spans::first_line(context, *at),
            format!(
                "\"{}\" has a text that no engine executes",
                card.source.name
            ),
            "only people read this",
        )
        .note("`manual` text is copied to the bundle without being interpreted")
        .help("move the text to `effect` as far as possible"),
    );
}
