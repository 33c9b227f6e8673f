//! Reports a line that repeats another line of the same text.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::RepeatedAbility,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(world: &LintContext<'_>, card: &LintedCard<'_>, found: &mut Vec<Diagnostic>) {
    for (at, ability) in card.abilities.iter().enumerate() {
        let mut above = card.abilities.iter().take(at);
        let Some(first) = above.find(|other| *other == ability) else {
            continue;
        };
        let here = world.place(card, ability.span);
        let finding = Diagnostic::new(
            Code::RepeatedAbility,
            here,
            "this line repeats a line above",
            "a repeated ability",
        )
        .label(world.place(card, first.span), "the first occurrence")
        .note("an engine executes both lines");
        // Include the line break before it, so that the text keeps its end.
        let written = card.written();
        let range = ability.span.range();
        let start = written[..range.start].trim_end().len();
        let lines = world.place_of(card, start..range.end);
        found.push(if world.text(lines).trim() == world.text(here) {
            finding.fix(Safety::Unsafe, "remove the line", lines, "")
        } else {
            finding.help("remove the line")
        });
    }
}
