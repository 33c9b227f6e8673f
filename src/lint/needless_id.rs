//! Reports an `id` that equals the default id.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::card::id_of;
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::NeedlessId,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(world: &LintContext<'_>, card: &LintedCard<'_>, found: &mut Vec<Diagnostic>) {
    let Some(at) = card.source.places.get("id") else {
        return;
    };
    let card_source = card.source;
    if card_source.id != id_of(&card_source.name) {
        return;
    }
    let finding = Diagnostic::new(
        Code::NeedlessId,
        *at,
        format!("this is the default id of \"{}\"", card_source.name),
        "the default id",
    )
    .label(
        card_source.name_at,
        "the default id is this name in kebab case",
    );
    found.push(
        match crate::lint::support::field_spans::removed(world, card, "id") {
            Some(line) => finding.fix(Safety::Safe, "remove the `id`", line, ""),
            None => finding.help("remove the `id`"),
        },
    );
}
