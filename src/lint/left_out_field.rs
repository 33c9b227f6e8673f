//! Reports a card without a text field that all other cards of its type have.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::collections::IndexMap;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{FieldKind, Need};

pub(super) const LINT: Lint = Lint {
    code: Code::LeftOutField,
    reads: Reads::OthersPrinted,
    check: Check::All(check),
};

/// Minimum number of other cards of the type; fewer do not show a convention.
const ENOUGH: usize = 5;

fn check(context: &LintContext<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut by_type: IndexMap<&str, Vec<&LintedCard>> = IndexMap::default();
    for card in context.cards.values().filter(|card| card.checked) {
        by_type
            .entry(&card.source.card_type)
            .or_default()
            .push(card);
    }
    for (id, cards) in by_type {
        let Some(card_type) = context.game.card_types.get(id) else {
            continue;
        };
        let others = cards.len() - 1;
        for field in context.game.fields_of(card_type) {
            let optional = field.need == Need::Optional;
            if !optional || !matches!(field.field.kind, FieldKind::Text { .. }) {
                continue;
            }
            let mut without = cards
                .iter()
                .filter(|card| !card.source.places.contains_key(field.key));
            let (Some(card), None) = (without.next(), without.next()) else {
                continue;
            };
            if others < ENOUGH || !card.sound {
                continue;
            }
            diagnostics.push(
                Diagnostic::new(
                    Code::LeftOutField,
                    card.source.name_at,
                    format!(
                        "\"{}\" has no `{}`, but all other {} have one",
                        card.source.name, field.key, card_type.plural
                    ),
                    format!(
                        "the only one of {} {} without this field",
                        cards.len(),
                        card_type.plural
                    ),
                )
                .help(format!(
                    "add `{}`: {}",
                    field.key,
                    lowercase(&field.field.doc)
                ))
                .in_card(&card.source.id),
            );
        }
    }
}

/// Removes the full stop and the capital of a sentence, so that it can follow a colon.
fn lowercase(sentence: &str) -> String {
    let mut chars = sentence.trim_end_matches('.').chars();
    chars
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .chain(chars)
        .collect()
}
