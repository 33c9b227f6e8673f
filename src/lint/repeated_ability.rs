//! Reports a line that repeats another line of the same text.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::RepeatedAbility,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (at, ability) in card.abilities.iter().enumerate() {
        let mut above = card.abilities.iter().take(at);
        let Some(first) = above.find(|other| *other == ability) else {
            continue;
        };
        let here = context.place(card, ability.span);
        let diagnostic = Diagnostic::new(
            Code::RepeatedAbility,
            here,
            "this line repeats a line above",
            "a repeated ability",
        )
        .label(context.place(card, first.span), "the first occurrence")
        .note("an engine executes both lines");
        // Include the line break before it, so that the text keeps its end.
        let written = card.written();
        let range = ability.span.range();
        let start = written[..range.start].trim_end().len();
        let lines = context.place_of(card, start..range.end);
        diagnostics.push(if context.text(lines).trim() == context.text(here) {
            diagnostic.fix(Safety::Unsafe, "remove the line", lines, "")
        } else {
            diagnostic.help("remove the line")
        });
    }
}
