//! The fields of the cards of one type.

use std::fmt;
use std::sync::OnceLock;

use smol_str::SmolStr;

use super::{CardType, Field, Game};
use crate::collections::HashMap;

/// A field of one card type.
#[derive(Clone, Copy, Debug)]
pub struct CardField<'g> {
    pub key: &'g str,
    pub field: &'g Field,
    pub need: Need<'g>,
    /// The index among the fields of the game.
    pub order: usize,
}

/// Whether a card must have a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need<'g> {
    Required,
    /// Required unless this flag of the card is true.
    Unless(&'g str),
    Optional,
}

/// A lookup table of the fields of a card type, built on first use.
#[derive(Default)]
pub(super) struct Listed(OnceLock<Lists>);

#[derive(Default)]
struct Lists {
    /// The fields of the type, as pairs of indices: among the fields of the type, and among those
    /// of the game.
    fields: Vec<(usize, usize)>,
    /// The index in `fields` of the field with a key.
    by_key: HashMap<SmolStr, usize>,
}

impl Clone for Listed {
    /// Returns an empty table: in another game the fields may have other indices.
    fn clone(&self) -> Self {
        Listed::default()
    }
}

impl fmt::Debug for Listed {
    /// Writes only the name of the type: the table is not part of the data.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("Listed")
    }
}

impl CardType {
    /// Returns whether a word is the singular or plural name of the card type.
    pub fn is_called(&self, word: &str) -> bool {
        self.name.eq_ignore_ascii_case(word) || self.plural.eq_ignore_ascii_case(word)
    }

    /// Returns the names of the fields of the card type.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        let required = self.required.iter();
        required
            .chain(self.required_unless.keys())
            .chain(&self.optional)
            .map(String::as_str)
    }

    /// Returns the name and need of a field, by its index among the fields of the type.
    fn field_at(&self, at: usize) -> Option<(&str, Need<'_>)> {
        if let Some(name) = self.required.get(at) {
            return Some((name, Need::Required));
        }
        let at = at - self.required.len();
        if let Some((name, flag)) = self.required_unless.get_index(at) {
            return Some((name, Need::Unless(flag)));
        }
        let name = self.optional.get(at - self.required_unless.len())?;
        Some((name, Need::Optional))
    }
}

impl Game {
    /// Returns the fields of a card type.
    pub fn fields_of<'g>(&'g self, card_type: &'g CardType) -> impl Iterator<Item = CardField<'g>> {
        let fields = self.lists_of(card_type).fields.iter();
        fields.filter_map(|place| self.field(card_type, *place))
    }

    /// Returns the field of a card type with a key.
    pub fn field_of<'g>(&'g self, card_type: &'g CardType, key: &str) -> Option<CardField<'g>> {
        let lists = self.lists_of(card_type);
        let at = lists.by_key.get(key)?;
        self.field(card_type, *lists.fields.get(*at)?)
    }

    fn field<'g>(
        &'g self,
        card_type: &'g CardType,
        (at, order): (usize, usize),
    ) -> Option<CardField<'g>> {
        let (name, need) = card_type.field_at(at)?;
        let (_, field) = self.fields.get_index(order)?;
        Some(CardField {
            key: field.key_or(name),
            field,
            need,
            order,
        })
    }

    fn lists_of<'g>(&self, card_type: &'g CardType) -> &'g Lists {
        card_type.listed.0.get_or_init(|| {
            let mut lists = Lists::default();
            for (at, name) in card_type.fields().enumerate() {
                let Some((order, _, field)) = self.fields.get_full(name) else {
                    continue;
                };
                let key = SmolStr::new(field.key_or(name));
                lists.by_key.entry(key).or_insert(lists.fields.len());
                lists.fields.push((at, order));
            }
            lists
        })
    }
}
