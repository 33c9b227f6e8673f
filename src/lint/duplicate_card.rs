//! Reports cards that are the same except for their name: probably unfinished copies.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::card::{CardSource, FieldValue};
use crate::collections::{duplicates_by, hash_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::Ability;
use crate::game::{CardField, FieldKind, Game};

pub(super) const LINT: Lint = Lint {
    code: Code::DuplicateCard,
    reads: Reads::All,
    check: Check::All(check),
};

fn check(context: &LintContext<'_>, diagnostics: &mut Vec<Diagnostic>) {
    // A cheap comparison first: few cards share all their lines and fields.
    for group in duplicates_by(context.sound(), |card| card.fingerprints.printed) {
        for card in group.iter().filter(|card| card.checked) {
            let same = group.iter().find(|other| {
                // Of two checked cards, the later one is the copy.
                other.source.id != card.source.id
                    && (!other.checked || other.source.name_at < card.source.name_at)
                    && same_in_play(context, card, other)
            });
            diagnostics.extend(same.map(|same| finding(card.source, same.source)));
        }
    }
}

fn finding(card: &CardSource, same: &CardSource) -> Diagnostic {
    Diagnostic::new(
        Code::DuplicateCard,
        card.name_at,
        format!(
            "\"{}\" is the same card as \"{}\" under a different name",
            card.name, same.name
        ),
        format!(
            "the same as \"{}\" in play",
            same.name
        ),
    )
    .label(same.name_at, "the same card under another name")
    .note("copies are counted by name, so a deck could have twice as many of this card as its rules allow")
    .help("change one of the cards, or remove it")
    .in_card(&card.id)
}

/// Returns a hash that is equal for cards that are the same in play. It covers the type, the lines of the text and the
/// fields; lines and fields may be in any order.
pub(super) fn look(game: &Game, card: &CardSource, canonical: &str) -> u64 {
    let sum = |parts: &mut dyn Iterator<Item = u64>| parts.fold(0, u64::wrapping_add);
    let fields = game.card_types.get(&card.card_type);
    let fields = fields.into_iter().flat_map(|of| game.fields_of(of));
    let of_field = |field: CardField<'_>| {
        let value = match card.fields.get(field.key)? {
            FieldValue::Flag(flag) => u64::from(*flag),
            FieldValue::Number(number) => hash_of(number),
            FieldValue::List(ids) => sum(&mut ids.iter().map(hash_of)),
            FieldValue::Numbers(numbers) => sum(&mut numbers.iter().map(hash_of)),
            FieldValue::Area(area) => hash_of(&area.pattern),
            FieldValue::Group(fields) => hash_of(format!("{fields:?}")),
            FieldValue::Text(_) if matches!(field.field.kind, FieldKind::Text { .. }) => {
                return None;
            }
            FieldValue::Text(word) => hash_of(word),
        };
        (value != 0).then(|| hash_of((field.key, value)))
    };
    hash_of(&card.card_type)
        .wrapping_add(sum(&mut canonical.lines().map(hash_of)))
        .wrapping_add(sum(&mut fields.filter_map(of_field)))
}

fn same_in_play(context: &LintContext<'_>, a: &LintedCard<'_>, b: &LintedCard<'_>) -> bool {
    let fields = |card: &LintedCard<'_>| in_play(context, card);
    let (mine, others) = (fields(a), fields(b));
    // Cards with neither numbers nor a text are often equal without being copies.
    let numbers = |(_, value): &(String, FieldValue)| matches!(value, FieldValue::Numbers(_));
    (mine.iter().any(numbers) || !a.abilities.is_empty())
        && mine == others
        && a.source.manual == b.source.manual
        && same_abilities(a.abilities, b.abilities)
}

/// Returns the fields that have an effect in play: all except free text.
fn in_play(context: &LintContext<'_>, card: &LintedCard<'_>) -> Vec<(String, FieldValue)> {
    let Some(card_type) = context.game.card_types.get(&card.source.card_type) else {
        return Vec::new();
    };
    let mut fields: Vec<(String, FieldValue)> = context
        .game
        .fields_of(card_type)
        .filter(|field| !matches!(field.field.kind, FieldKind::Text { .. }))
        .filter_map(|field| {
            let mut value = card.source.fields.get(field.key)?.clone();
            match &mut value {
                FieldValue::List(ids) => ids.sort(),
                FieldValue::Flag(false) => return None,
                _ => {}
            }
            Some((field.key.to_owned(), value))
        })
        .collect();
    fields.sort_by(|(a, _), (b, _)| a.cmp(b));
    fields
}

fn same_abilities(a: &[Ability], b: &[Ability]) -> bool {
    a.len() == b.len() && a.iter().all(|ability| b.contains(ability))
}
