//! A card with a text for people: an engine plays the card as if it were not there.

use super::{Check, Lint, Reads, Subject, World, written};
use crate::diagnostic::{Code, Diagnostic};

pub(super) const LINT: Lint = Lint {
    code: Code::ManualText,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(world: &World<'_>, card: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let Some(at) = card.source.places.get("manual") else {
        return;
    };
    if card.source.manual.is_none() {
        return;
    }
    found.push(
        Diagnostic::new(
            Code::ManualText,
            written::first_line(world, *at),
            format!(
                "\"{}\" has a text that no engine executes",
                card.source.name
            ),
            "only people read this",
        )
        .note(
            "what stands under `manual` rides along in the bundle, and nothing is understood of it",
        )
        .help("say it under `effect` as far as it can be said there"),
    );
}
