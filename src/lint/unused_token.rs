//! Reports a kind of token that a card provides and no text uses.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::card::FieldValue;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::UnusedToken,
    reads: Reads::AllTexts,
    check: Check::All(check),
};

fn check(world: &LintContext<'_>, found: &mut Vec<Diagnostic>) {
    let tokens = world.tokens();
    // Cards of one kind provide the same tokens.
    let bringing = world
        .by_kind()
        .filter(|(card, _)| brought(world, card).is_some());
    let cards = bringing.flat_map(|(_, places)| places);
    let cards = cards.filter_map(|place| world.reported_at(*place));
    for card in cards {
        let Some((key, kinds)) = brought(world, card) else {
            continue;
        };
        for id in kinds {
            if tokens.used.contains(id.as_str()) || tokens.may_be_unread(world, id) {
                continue;
            }
            let word = prose::spoken(id);
            let at = crate::lint::support::field_spans::item(world, card, key, id)
                .unwrap_or(card.source.name_at);
            let finding = Diagnostic::new(
                Code::UnusedToken,
                at,
                format!(
                    "\"{}\" provides {word} tokens, but no text uses any",
                    card.source.name
                ),
                "a kind of token that is never placed",
            )
            .in_card(&card.source.id);
            let line = crate::lint::support::field_spans::removed(world, card, key)
                .filter(|_| kinds.len() == 1);
            found.push(match line {
                Some(line) => finding.fix(Safety::Unsafe, format!("remove `{key}`"), line, ""),
                None => finding.help("remove it, or add a text that places it"),
            });
        }
    }
}

/// Returns the kinds of tokens that a card provides, and the key of the field.
fn brought<'w>(world: &LintContext<'w>, card: &LintedCard<'w>) -> Option<(&'w str, &'w [String])> {
    let card_type = world.game.card_types.get(&card.source.card_type)?;
    let field = world
        .game
        .fields_of(card_type)
        .find(|field| field.field.is_list_of("tokens"))?;
    match card.source.fields.get(field.key)? {
        FieldValue::List(kinds) => Some((field.key, kinds)),
        _ => None,
    }
}
