//! A card that is another one under a different name: a copy that was meant to be changed.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Check, Lint, Subject, World};
use crate::card::FieldValue;
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::Ability;
use crate::game::FieldKind;

pub(super) const LINT: Lint = Lint {
    code: Code::DuplicateCard,
    check: Check::All(check),
};

fn check(world: &World<'_>, found: &mut Vec<Diagnostic>) {
    // A first look that is cheap: cards of one type with the same lines of text.
    let mut alike: HashMap<(&str, u64), Vec<&Subject>> = HashMap::new();
    for card in world.sound() {
        alike.entry(look(card)).or_default().push(card);
    }
    for card in world.reported() {
        let others = &alike[&look(card)];
        let same = others.iter().find(|other| {
            // Of two that the author asked about, the later one is the copy.
            other.source.id != card.source.id
                && (!other.checked || other.source.name_at < card.source.name_at)
                && same_in_play(world, card, other)
        });
        let Some(same) = same else { continue };
        let name = &same.source.name;
        found.push(
            Diagnostic::new(
                Code::DuplicateCard,
                card.source.name_at,
                format!(
                    "\"{}\" is the same card as \"{name}\" under a different name",
                    card.source.name
                ),
                format!("the same as \"{name}\" in everything that matters in play"),
            )
            .label(same.source.name_at, "the card that it repeats")
            .note("copies are counted by name, so a deck could have twice as many of this card as its rules allow")
            .help("change what should be different, or remove one of the two")
            .in_card(&card.source.id),
        );
    }
}

/// Its type, and its lines of text in any order.
fn look<'c>(card: &Subject<'c>) -> (&'c str, u64) {
    let lines = card.canonical.lines().map(|line| {
        let mut hasher = DefaultHasher::new();
        line.hash(&mut hasher);
        hasher.finish()
    });
    (&card.source.card_type, lines.fold(0, u64::wrapping_add))
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
                FieldValue::Numbers(numbers) => numbers.sort_keys(),
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
