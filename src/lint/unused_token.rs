//! Reports a kind of token that a card provides and no text uses.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::card::FieldValue;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::UnusedToken,
    reads: Reads::All,
    check: Check::All(check),
};

fn check(context: &LintContext<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let tokens = context.tokens();
    // Cards of one kind provide the same tokens.
    let bringing = context
        .by_kind()
        .filter(|(card, _)| brought(context, card).is_some());
    let cards = bringing.flat_map(|(_, places)| places);
    let cards = cards.filter_map(|place| context.reported_at(*place));
    for card in cards {
        let Some((key, kinds)) = brought(context, card) else {
            continue;
        };
        for id in kinds {
            if tokens.used.contains(id.as_str()) || tokens.may_be_unread(context, id) {
                continue;
            }
            let word = prose::spoken(id);
            let at = crate::lint::support::field_spans::item(context, card, key, id)
                .unwrap_or(card.source.name_at);
            let diagnostic = Diagnostic::new(
                Code::UnusedToken,
                at,
                format!(
                    "\"{}\" provides {word} tokens, but no text uses any",
                    card.source.name
                ),
                "a kind of token that is never placed",
            )
            .in_card(&card.source.id);
            let line = crate::lint::support::field_spans::removed(context, card, key)
                .filter(|_| kinds.len() == 1);
            diagnostics.push(match line {
                Some(line) => diagnostic.fix(Safety::Unsafe, format!("remove `{key}`"), line, ""),
                None => diagnostic.help("remove it, or add a text that places it"),
            });
        }
    }
}

/// Returns the kinds of tokens that a card provides, and the key of the field.
fn brought<'w>(
    context: &LintContext<'w>,
    card: &LintedCard<'w>,
) -> Option<(&'w str, &'w [String])> {
    let card_type = context.game.card_types.get(&card.source.card_type)?;
    let field = context
        .game
        .fields_of(card_type)
        .find(|field| field.field.is_list_of("tokens"))?;
    match card.source.fields.get(field.key)? {
        FieldValue::List(kinds) => Some((field.key, kinds)),
        _ => None,
    }
}
