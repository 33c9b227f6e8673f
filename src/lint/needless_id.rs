//! An `id` that the card would have without saying so.

use super::{Check, Lint, Reads, Subject, World, written};
use crate::card::id_of;
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::NeedlessId,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(world: &World<'_>, card: &Subject<'_>, found: &mut Vec<Diagnostic>) {
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
        format!("\"{}\" has this id anyway", card_source.name),
        "the id that the name gives",
    )
    .label(card_source.name_at, "the name in kebab case is the id");
    found.push(match written::removed(world, card, "id") {
        Some(line) => finding.fix(Safety::Safe, "remove the `id`", line, ""),
        None => finding.help("remove the `id`"),
    });
}
