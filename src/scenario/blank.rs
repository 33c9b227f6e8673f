//! Blank cards, for places where a test names no card.

use cardwright_play::Input;
use cardwright_play::input::CardData;
use smol_str::SmolStr;

use crate::game::{FieldKind, Game};

/// The id of a card without a text. No card of an author can have it.
pub(super) const CARD: &str = "(blank)";

/// The id of a leader without a text.
pub(super) const LEADER: &str = "(leader)";

pub(super) fn is_blank(id: &str) -> bool {
    id == CARD || id == LEADER
}

/// A card and a leader without texts. The leader has the numbers of the first example of its type.
pub(super) fn cards(input: &Input, game: &Game) -> Vec<CardData> {
    let Some(rules) = &input.game.play else {
        return Vec::new();
    };
    let types = &rules.roles.card_types;
    let fighting = [&types.leader, &types.unit, &types.site, &types.payment];
    let mut others = input.vocabulary.card_types.keys();
    let plain = others.find(|id| !fighting.contains(id)).cloned();
    let leader = types.leader.clone();
    let mut fields = std::collections::BTreeMap::new();
    let printed = game.card_types.get(&leader);
    let example = printed.and_then(|printed| printed.examples.first());
    for (key, value) in example.into_iter().flatten() {
        let mut of_text = game.fields.iter();
        let is_text = of_text.any(|(name, field)| {
            matches!(field.kind, FieldKind::Effect) && field.key_or(name) == key
        });
        if !is_text {
            fields.insert(SmolStr::from(key.as_str()), value.clone());
        }
    }
    let card = |id: &str, name: String, type_: SmolStr, fields| CardData {
        id: id.into(),
        name: name.into(),
        type_,
        abilities: Vec::new(),
        fields,
    };
    let name = printed.map_or("leader", |printed| printed.name.as_str());
    let leader_card = card(LEADER, format!("the {name}"), leader, fields);
    let mut cards = vec![leader_card];
    if let Some(plain) = plain {
        let empty = std::collections::BTreeMap::new();
        cards.push(card(CARD, "a blank card".to_owned(), plain, empty));
    }
    cards
}

/// The letter of a leader: the first of the name of its type, a capital for player 0.
pub(super) fn letter_of_leader(game: &Game, type_: &str, player: u8) -> SmolStr {
    let name = game.card_types.get(type_).map(|printed| &printed.name);
    let first = name.and_then(|name| name.chars().next()).unwrap_or('l');
    let letter: String = match player {
        0 => first.to_uppercase().collect(),
        _ => first.to_lowercase().collect(),
    };
    letter.into()
}
