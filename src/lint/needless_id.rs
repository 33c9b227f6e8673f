//! Reports an `id` that equals the default id.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::card::id_of;
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::NeedlessId,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(at) = card.source.places.get("id") else {
        return;
    };
    let card_source = card.source;
    if card_source.id != id_of(&card_source.name) {
        return;
    }
    let diagnostic = Diagnostic::new(
        Code::NeedlessId,
        *at,
        format!("this is the default id of \"{}\"", card_source.name),
        "the default id",
    )
    .label(
        card_source.name_at,
        "the default id is this name in kebab case",
    );
    diagnostics.push(
        match crate::lint::support::field_spans::removed(context, card, "id") {
            Some(line) => diagnostic.fix(Safety::Safe, "remove the `id`", line, ""),
            None => diagnostic.help("remove the `id`"),
        },
    );
}
