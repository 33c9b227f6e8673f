//! The lexicon of deck lists: cards, parts of a set, field values, set codes.

use std::sync::OnceLock;

use crate::card::{CardSource, FieldValue, fits, respell};
use crate::collections::HashMap;
use crate::game::{FieldKind, Game};
use crate::kingdom::Cards;
use crate::kingdom::eligibility;
use crate::kingdom::export::code::hash::hash_of;
use crate::kingdom::list_words::WORDS;
use crate::kingdom::names::Names;
use crate::source::composed::composed;
use crate::source::invisible::{self, InvisibleChar};

/// The card or value that a name in a list refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kingdom) enum Referent<'c> {
    /// The id of a card.
    Card(&'c str),
    /// A value of the field that a zone is listed by.
    Value { zone: &'c str, id: &'c str },
}

/// The zone or card type that a heading names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kingdom) enum Label<'c> {
    Zone(&'c str),
    /// A card type: all cards below the heading have this type.
    Type(&'c str),
}

/// All names that lists of one game can use, indexed by their folded form.
pub struct Lexicon<'c> {
    pub(in crate::kingdom) game: &'c Game,
    pub(in crate::kingdom) names: Names<'c>,
    /// Cards by their name or id as [`folded`]; `None` if several cards share it.
    cards: HashMap<String, Option<&'c CardSource>>,
    titles: HashMap<String, Label<'c>>,
    /// `true` if a title starts with a digit.
    has_numbered_title: bool,
    /// The values of each zone that is listed by a field.
    values: HashMap<(&'c str, String), &'c str>,
    /// The keys of the fields with a printed form, and that form.
    forms: Vec<(&'c str, &'c str)>,
    /// The only card with a given value in a field with a printed form; `None` if several cards have it.
    holders: HashMap<(&'c str, &'c str), Option<&'c CardSource>>,
    /// Zones and ids by their hash in a code. Built when the first code is read.
    hashes: OnceLock<HashMap<u32, Vec<(&'c str, &'c str)>>>,
}

impl<'c> Lexicon<'c> {
    pub fn new(game: &'c Game, cards: Cards<'c>) -> Self {
        let titles = titles(game);
        let mut known = Lexicon {
            game,
            names: Names::new(cards),
            cards: HashMap::default(),
            has_numbered_title: titles.keys().any(|title| begins_with_digit(title)),
            titles,
            values: values(game),
            forms: forms(game),
            holders: HashMap::default(),
            hashes: OnceLock::new(),
        };
        for card in cards.by_id.values() {
            let only = |held: &mut Option<&'c CardSource>| *held = None;
            known
                .cards
                .entry(folded(&card.name))
                .and_modify(only)
                .or_insert(Some(card));
            for (key, _) in &known.forms {
                if let Some(FieldValue::Text(value)) = card.fields.get(key) {
                    known
                        .holders
                        .entry((key, value))
                        .and_modify(only)
                        .or_insert(Some(card));
                }
            }
        }
        for card in cards.by_id.values() {
            known.cards.entry(folded(&card.id)).or_insert(Some(card));
        }
        known
    }

    /// Returns whether a line starts with a digit and no title does, so that the line must be an entry.
    pub(in crate::kingdom) fn is_counted(&self, line: &str) -> bool {
        begins_with_digit(line.trim_start()) && !self.has_numbered_title
    }

    /// Returns the card with this name or id.
    pub(in crate::kingdom) fn card(&self, written: &str) -> Option<&'c CardSource> {
        self.names
            .card(&composed(written))
            .or_else(|| self.cards.get(&folded(written)).copied().flatten())
    }

    /// Returns what a name refers to, in a zone or, with `None`, anywhere in a set.
    pub(in crate::kingdom) fn meant(
        &self,
        written: &str,
        zone: Option<&str>,
    ) -> Option<Referent<'c>> {
        let value = |zone: &'c str| {
            let id = *self.values.get(&(zone, folded(written)))?;
            Some(Referent::Value { zone, id })
        };
        let listed_by_field = |key: &str| self.game.kingdom.zones.get_key_value(key);
        if let Some((key, zone)) = zone.and_then(listed_by_field) {
            return match zone.by {
                Some(_) => value(key),
                None => self.card(written).map(|card| Referent::Card(&card.id)),
            };
        }
        let card = self.card(written);
        let fitting = card.filter(|card| self.zones_of(card).next().is_some());
        if let Some(card) = fitting {
            return Some(Referent::Card(&card.id));
        }
        let mut zones = self.game.kingdom.zones.keys();
        zones
            .find_map(|zone| value(zone))
            .or(card.map(|card| Referent::Card(&card.id)))
    }

    /// Returns what an id in a zone refers to.
    pub(in crate::kingdom) fn meant_by_id(&self, zone: &str, id: &str) -> Option<Referent<'c>> {
        let (zone, of) = self.game.kingdom.zones.get_key_value(zone)?;
        match &of.by {
            Some(by) => {
                let list = self.game.list_of(by)?;
                let (id, _) = self.game.terms(list).find(|(known, _)| *known == id)?;
                Some(Referent::Value { zone, id })
            }
            None => self.names.by_id(id).map(|card| Referent::Card(&card.id)),
        }
    }

    /// Returns a value of the field that a zone is listed by, and its name.
    pub(in crate::kingdom) fn value<'z>(
        &self,
        zone: &'z str,
        id: &'z str,
    ) -> Option<(Referent<'z>, &'c str)> {
        let by = self.game.kingdom.zones.get(zone)?.by.as_deref()?;
        let term = self.game.term(self.game.list_of(by)?, id)?;
        Some((Referent::Value { zone, id }, &term.name))
    }

    /// Returns the zones and ids with this hash in a code.
    pub(in crate::kingdom) fn of_hash(&self, hash: u32) -> &[(&'c str, &'c str)] {
        let hashes = self.hashes.get_or_init(|| {
            let mut hashes: HashMap<u32, Vec<(&str, &str)>> = HashMap::default();
            for (key, zone) in &self.game.kingdom.zones {
                let list = zone.by.as_deref().and_then(|by| self.game.list_of(by));
                let ids: Vec<&str> = match list {
                    Some(list) => self.game.terms(list).map(|(id, _)| id).collect(),
                    None => self.names.all().map(|card| card.id.as_str()).collect(),
                };
                for id in ids {
                    let hash = hash_of(&self.game.game, key, id);
                    hashes.entry(hash).or_default().push((key, id));
                }
            }
            hashes
        });
        hashes.get(&hash).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the zones for which the rules admit a card.
    pub(in crate::kingdom) fn zones_of(
        &self,
        card: &'c CardSource,
    ) -> impl Iterator<Item = &'c str> {
        let game = self.game;
        let zones = game.kingdom.zones.iter();
        zones
            .filter(move |(key, zone)| {
                zone.by.is_none()
                    && eligibility::is_chosen(game, key)
                    && eligibility::admits(game, key, card)
            })
            .map(|(key, _)| key.as_str())
    }

    /// Returns the zone or card type that a heading names.
    pub(in crate::kingdom) fn title(&self, written: &str) -> Option<Label<'c>> {
        self.titles.get(&folded(written)).copied()
    }

    /// Returns whether a text is the name of a value that a field of cards can have.
    pub(in crate::kingdom) fn is_value(&self, written: &str) -> bool {
        let written = folded(written);
        let lists = self
            .game
            .fields
            .values()
            .filter_map(|field| match &field.kind {
                FieldKind::Choice { of, .. } => Some(of),
                _ => None,
            });
        let mut terms = lists.flat_map(|list| self.game.terms(list));
        terms.any(|(id, term)| folded(id) == written || folded(&term.name) == written)
    }

    /// Returns the field whose printed form a text matches, and the value of that field.
    pub(in crate::kingdom) fn printed(&self, written: &str) -> Option<(&'c str, String)> {
        let upper = written.to_uppercase();
        self.forms.iter().find_map(|(key, form)| {
            let value = Some(upper.clone())
                .filter(|upper| fits(form, upper))
                .or_else(|| respell(form, &upper))?;
            Some((*key, value))
        })
    }

    /// Returns the only card with a printed value.
    pub(in crate::kingdom) fn holder(&self, value: &str) -> Option<&'c CardSource> {
        let mut keys = self.forms.iter().map(|(key, _)| *key);
        keys.find_map(|key| self.holders.get(&(key, value)).copied().flatten())
    }

    /// Returns the only card with a printed value, if `named` has a different value.
    pub(in crate::kingdom) fn other_holder(
        &self,
        value: &str,
        named: &CardSource,
    ) -> Option<&'c CardSource> {
        let own = |key: &&str| matches!(named.fields.get(key), Some(FieldValue::Text(own)) if own == value);
        let mut keys = self.forms.iter().map(|(key, _)| *key);
        if keys.clone().any(|key| own(&key)) {
            return None;
        }
        keys.find_map(|key| self.holders.get(&(key, value)).copied().flatten())
    }
}

fn begins_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Normalises a text for comparison: letter case, spaces, the kinds of quotes and dashes, and the encoding of accents do
/// not matter.
pub(in crate::kingdom) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in composed(text).chars() {
        let c = match c {
            '’' | '‘' | '‛' | 'ʼ' | '´' | '`' | '′' => '\'',
            '“' | '”' | '„' | '‟' | '«' | '»' | '″' => '"',
            '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
            c if c.is_whitespace() || invisible::kind(c) == Some(InvisibleChar::Break) => ' ',
            // A soft hyphen is visible only at a line break.
            '\u{ad}' => continue,
            c if invisible::kind(c).is_some() => continue,
            c => c,
        };
        if c == ' ' && (out.is_empty() || out.ends_with(' ')) {
            continue;
        }
        out.extend(c.to_lowercase());
    }
    out.truncate(out.trim_end().len());
    out
}

/// Returns the titles of headings: the key or title of a zone, the name of a card type.
pub(in crate::kingdom) fn titles(game: &Game) -> HashMap<String, Label<'_>> {
    let mut titles = HashMap::default();
    let mut add = |name: &str, title| {
        titles.entry(folded(name)).or_insert(title);
    };
    let zones = &game.kingdom.zones;
    let types = &game.card_types;
    for (key, _) in zones {
        add(key, Label::Zone(key));
        add(&key.replace('_', " "), Label::Zone(key));
    }
    for (key, zone) in zones {
        add(&zone.title, Label::Zone(key));
    }
    for (key, zone) in zones {
        for name in [key.replace('_', " "), zone.title.clone()] {
            let one = name.strip_suffix('s').unwrap_or(&name);
            add(&format!("{name}s"), Label::Zone(key));
            add(one, Label::Zone(key));
            // Rulebooks use these titles too: `Location cards`.
            add(&format!("{one} card"), Label::Zone(key));
            add(&format!("{one} cards"), Label::Zone(key));
        }
    }
    // A zone that admits only one card type can also be named by that type.
    for (id, of) in types {
        let title = match eligibility::only_zone_of(game, id) {
            Some((key, true)) => Label::Zone(key),
            _ => Label::Type(id),
        };
        for name in [id.replace('_', " "), of.name.clone(), of.plural.clone()] {
            add(&name, title);
            add(&format!("{name} card"), title);
            add(&format!("{name} cards"), title);
        }
    }
    titles
}

fn values(game: &Game) -> HashMap<(&str, String), &str> {
    let mut values = HashMap::default();
    for (key, zone) in &game.kingdom.zones {
        let Some(list) = zone.by.as_deref().and_then(|by| game.list_of(by)) else {
            continue;
        };
        for (id, term) in game.terms(list) {
            for name in [id, &id.replace('_', " "), &term.name] {
                values.entry((key.as_str(), folded(name))).or_insert(id);
            }
        }
    }
    values
}

/// Returns the fields whose values have a printed form, with that form.
fn forms(game: &Game) -> Vec<(&str, &str)> {
    game.fields
        .iter()
        .filter_map(|(name, field)| match &field.kind {
            FieldKind::Text { pattern, .. } => Some((field.key_or(name), pattern.as_deref()?)),
            _ => None,
        })
        .collect()
}

/// Returns whether the cards below a heading do not belong to the set, whatever it is called there.
pub(in crate::kingdom) fn is_beside(title: &str) -> bool {
    WORDS.beside.contains(&folded(title).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letter_case_spaces_and_kinds_of_quotes_do_not_count() {
        let check = |text: &str, expected: &str| assert_eq!(folded(text), expected);
        check("Sentinel’s\u{a0}Shield ", "sentinel's shield");
        check("  Ogre — the  “Great”", "ogre - the \"great\"");
        check("Skele\u{200b}ton\u{ad}", "skeleton");
        check("A\u{30a}ngstro\u{308}m", "ångström");
    }
}
