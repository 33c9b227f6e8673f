//! The card that carries a text.

use smol_str::SmolStr;

use crate::card::{Area, CardSource, FieldValue};
use crate::game::{FieldKind, Game, Heading};

/// The card that carries a text, reduced to the fields on which the meaning of the text depends.
#[derive(Clone, Debug, Default)]
pub struct Bearer<'c> {
    /// The id of the card type.
    pub card_type: &'c str,
    /// The name of the card, which in its own text can mean the card itself. `None` when only a text is compiled.
    pub name: Option<&'c str>,
    /// The ids of its traits. `None` when only a text is compiled and there is no card.
    pub traits: Option<&'c [String]>,
    pub area: Option<&'c Area>,
}

/// The properties of a card on which the meaning and the canonical form of a line depend. Lowering and printing see
/// nothing else of the card, so that lines of cards with the same key are interchangeable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct BearerKey {
    /// The id of the card type.
    pub card_type: SmolStr,
    /// The traits of the card that some heading needs. `None` if its traits are unknown.
    pub needed_traits: Option<Vec<SmolStr>>,
    pub has_area: bool,
    /// The name of the card, if the text has it.
    pub own_name: Option<SmolStr>,
}

impl<'c> Bearer<'c> {
    /// Collects the properties of a card on which the meaning of its text depends.
    pub fn of(card: &'c CardSource, game: &Game) -> Self {
        let mut bearer = Bearer {
            card_type: &card.card_type,
            name: Some(&card.name),
            traits: Some(&[]),
            area: None,
        };
        let fields = game.card_types.get(&card.card_type);
        let mut unread = card.broken;
        for field in fields.into_iter().flat_map(|of| game.fields_of(of)) {
            let matters =
                field.field.is_list_of("traits") || matches!(field.field.kind, FieldKind::Area);
            if !matters {
                continue;
            }
            match card.fields.get(field.key) {
                Some(FieldValue::List(ids)) => bearer.traits = Some(ids),
                Some(FieldValue::Area(area)) => bearer.area = Some(area),
                Some(_) => {}
                None => unread |= card.places.contains_key(field.key),
            }
        }
        // A field that already has a diagnostic must not cause a second one in the text.
        if unread {
            bearer.traits = None;
        }
        bearer
    }

    /// Reduces the card to the properties on which its lines depend.
    pub(super) fn key(&self, game: &Game) -> BearerKey {
        let needed = |traits: &[String]| {
            let needed = game.headings.values();
            let needed = needed.filter_map(|heading| heading.needs_trait.as_ref());
            needed
                .filter(|needed| traits.contains(needed))
                .map(SmolStr::from)
                .collect()
        };
        BearerKey {
            card_type: self.card_type.into(),
            needed_traits: self.traits.map(needed),
            has_area: self.area.is_some(),
            own_name: None,
        }
    }

    /// Reduces the card to the properties on which the meaning of this text depends. Cards whose texts do not have
    /// their names share lines.
    pub(super) fn key_for(&self, text: &str, game: &Game) -> BearerKey {
        let has_name = |name: &&str| {
            let first = name.split_whitespace().next();
            first.is_some_and(|word| text.to_lowercase().contains(&word.to_lowercase()))
        };
        BearerKey {
            own_name: self.name.filter(has_name).map(SmolStr::from),
            ..self.key(game)
        }
    }
}

impl BearerKey {
    /// Returns whether the card has a trait that some heading needs. `false` if its traits are unknown.
    pub fn has_trait(&self, needed: &str) -> bool {
        let mut traits = self.needed_traits.iter().flatten();
        traits.any(|one| one == needed)
    }

    /// Returns the headings required by the card's traits. The text must contain at least one of them.
    pub fn needed_headings<'g>(
        &self,
        game: &'g Game,
    ) -> impl Iterator<Item = (&'g String, &'g Heading)> {
        game.headings.iter().filter(|(_, heading)| {
            let needed = heading.needs_trait.as_ref();
            needed.is_some_and(|needed| self.has_trait(needed))
                && heading.types.contains(&self.card_type)
        })
    }
}
