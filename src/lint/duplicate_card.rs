//! A card that is another one under a different name: a copy that was meant to be changed.

use super::{Check, Lint, Reads, Subject, World};
use crate::card::{CardSource, FieldValue};
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::Ability;
use crate::game::{CardField, FieldKind, Game};
use crate::maps::{alike, hash_of};

pub(super) const LINT: Lint = Lint {
    code: Code::DuplicateCard,
    reads: Reads::AllTexts,
    check: Check::All(check),
};

fn check(world: &World<'_>, found: &mut Vec<Diagnostic>) {
    // A first look that is cheap: few cards have all their lines and fields in common.
    for group in alike(world.sound(), |card| card.fingerprints.printed) {
        for card in group.iter().filter(|card| card.checked) {
            let same = group.iter().find(|other| {
                // Of two that the author asked about, the later one is the copy.
                other.source.id != card.source.id
                    && (!other.checked || other.source.name_at < card.source.name_at)
                    && same_in_play(world, card, other)
            });
            found.extend(same.map(|same| finding(card.source, same.source)));
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
            "the same as \"{}\" in everything that matters in play",
            same.name
        ),
    )
    .label(same.name_at, "the card that it repeats")
    .note("copies are counted by name, so a deck could have twice as many of this card as its rules allow")
    .help("change what should be different, or remove one of the two")
    .in_card(&card.id)
}

/// The same for cards that are the same in play: made of type, lines of text and fields, in any order.
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

fn same_in_play(world: &World<'_>, a: &Subject<'_>, b: &Subject<'_>) -> bool {
    let fields = |card: &Subject<'_>| in_play(world, card);
    let (mine, others) = (fields(a), fields(b));
    // Of cards with neither numbers nor a text there cannot be many different ones.
    let numbers = |(_, value): &(String, FieldValue)| matches!(value, FieldValue::Numbers(_));
    (mine.iter().any(numbers) || !a.abilities.is_empty())
        && mine == others
        && a.source.manual == b.source.manual
        && same_abilities(a.abilities, b.abilities)
}

/// The fields that do something in play: everything but words.
fn in_play(world: &World<'_>, card: &Subject<'_>) -> Vec<(String, FieldValue)> {
    let Some(card_type) = world.game.card_types.get(&card.source.card_type) else {
        return Vec::new();
    };
    let mut fields: Vec<(String, FieldValue)> = world
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
