//! Whether a card could ever fit a description, going by what is printed on it.

use std::collections::HashSet;

use super::World;
use crate::card::{CardSource, FieldValue};
use crate::effect::ir::{Action, BareWord, Filter, Node, Noun, visit};
use crate::game::Game;

/// Whether the card has what the description asks of its printed side: type, name, traits, fields.
/// How and where it is in play is not asked, so `true` means that it may fit.
pub fn may_fit(game: &Game, filter: &Filter, card: &CardSource, changeable: &Changeable) -> bool {
    let Noun::Card { types } = &filter.noun else {
        return false;
    };
    (types.is_empty() || types.contains(&card.card_type))
        && (filter.names.is_empty() || filter.names.contains(&card.id))
        && filter
            .traits
            .iter()
            .all(|any| any.iter().any(|wanted| has_trait(game, card, wanted)))
        && filter
            .fields
            .iter()
            .all(|word| changeable.has(word) || has_word(card, word))
        && !filter
            .excluding
            .as_ref()
            .is_some_and(|excluding| surely_fits(game, excluding, card, changeable))
}

/// Whether the card fits whatever happens in play.
pub fn surely_fits(
    game: &Game,
    filter: &Filter,
    card: &CardSource,
    changeable: &Changeable,
) -> bool {
    let Filter {
        noun: _,
        side,
        other,
        names: _,
        traits: _,
        fields,
        states,
        places,
        zone,
        among,
        next,
        excluding,
    } = filter;
    side.is_none()
        && !other
        && states.is_empty()
        && places.is_empty()
        && zone.is_none()
        && among.is_none()
        && !next
        && excluding.is_none()
        && !fields.iter().any(|word| changeable.has(word))
        && may_fit(game, filter, card, changeable)
}

/// Whether the trait is printed on the card; its type is one without being printed.
pub fn has_trait(game: &Game, card: &CardSource, wanted: &str) -> bool {
    card.card_type == wanted || traits(game, card).any(|known| known == wanted)
}

/// The printed traits of a card.
pub fn traits<'c>(game: &'c Game, card: &'c CardSource) -> impl Iterator<Item = &'c str> {
    game.card_types
        .get(&card.card_type)
        .into_iter()
        .flat_map(|card_type| game.fields_of(card_type))
        .filter(|field| field.field.is_list_of("traits"))
        .filter_map(|field| card.fields.get(field.key))
        .filter_map(|value| match value {
            FieldValue::List(ids) => Some(ids),
            _ => None,
        })
        .flatten()
        .map(String::as_str)
}

fn has_word(card: &CardSource, word: &BareWord) -> bool {
    match card.fields.get(&word.field) {
        Some(FieldValue::Text(value)) => *value == word.value,
        Some(FieldValue::Flag(true)) => word.value == "true",
        _ => false,
    }
}

/// The values that a text of some card can give a field: a card may have them that does not print
/// them.
#[derive(Default)]
pub struct Changeable(HashSet<(String, String)>);

impl Changeable {
    pub fn of(world: &World<'_>) -> Self {
        let mut changeable = HashSet::new();
        for card in world.cards.values() {
            visit(card.abilities, &mut |node, _| {
                if let Node::Action(Action::Become { field, value, .. }) = node {
                    changeable.insert((field.clone(), value.clone()));
                }
            });
        }
        Changeable(changeable)
    }

    fn has(&self, word: &BareWord) -> bool {
        self.0
            .iter()
            .any(|(field, value)| *field == word.field && *value == word.value)
    }
}
