//! Compares two bundles of one game, card by card and rule by rule, not line by line.

mod sets;

use std::sync::Arc;

use cardwright_play::simulate::{Difference, Share};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Bundle, BundledCard, Counts};
use crate::card::FieldValue;
use crate::collections::{HashMap, IndexMap};
use crate::compile::Migration;
use crate::effect::ir::Ability;
use crate::game::{FieldKind, Game};

/// The version of the format of [`Changes`].
pub const CHANGES_VERSION: u32 = 1;

/// The differences between two bundles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Changes {
    /// The version of this format.
    pub version: u32,
    pub before: Side,
    pub after: Side,
    pub cards: CardChanges,
    pub kingdoms: KingdomChanges,
    /// Added and removed words, by vocabulary list.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub vocabulary: IndexMap<String, WordChanges>,
    /// The suggested version bump for users of the cards.
    pub bump: Bump,
    /// The changes of the win rates of sets; absent without `--simulate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<PlayedChanges>,
}

/// The changes of the win rates of the sets of the second bundle that have changed cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedChanges {
    /// How the players choose.
    pub players: String,
    pub seed: u64,
    /// Number of games requested of each set against each other set, for the old and for the new version of each card.
    pub games: u32,
    /// Whether all games were played.
    pub complete: bool,
    /// The effect of each card on its own: all other cards are those of the second bundle.
    pub cards: Vec<PlayedChange>,
}

/// The change of the win rate of a set because of one changed card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedChange {
    pub card: CardRef,
    pub set: CardRef,
    /// The share of games that the set won with the old version of the card, and with the new version.
    pub before: Share,
    pub after: Share,
    /// The share with the new version minus the share with the old version.
    pub difference: Difference,
    /// Whether the interval of the difference excludes 0.
    pub clear: bool,
}

/// One of the two bundles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Side {
    /// The id of its game.
    pub game: String,
    pub title: String,
    pub game_version: u32,
    pub format: u32,
    pub ir: u32,
    pub counts: Counts,
}

/// A card or a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardRef {
    pub id: String,
    pub name: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardChanges {
    pub added: Vec<CardRef>,
    /// Removed cards without a replacement.
    pub withdrawn: Vec<RemovedCard>,
    /// Removed cards that are replaced by another id.
    pub renamed: Vec<Renamed>,
    /// Cards with the same id before and after, but different content.
    pub changed: Vec<CardChange>,
}

/// A removed card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RemovedCard {
    pub id: String,
    pub name: String,
    /// The reason in the migration; absent without a migration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A card that is replaced by another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Renamed {
    pub from: CardRef,
    pub to: CardRef,
    /// The migration; absent if there is none, and the two cards differ only in their names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub migration: Option<Migration>,
}

/// The differences in a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardChange {
    pub id: String,
    /// The name after the change.
    pub name: String,
    /// Name, type and fields, each with the key of card files.
    pub fields: Vec<FieldChange>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<EffectChange>,
    /// The differences in the other effect texts, by the key of card files.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub texts: IndexMap<String, EffectChange>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldChange {
    pub field: String,
    /// Absent if the card did not have the field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<FieldValue>,
    /// Absent if the card no longer has the field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<FieldValue>,
    /// Whether the field can matter in play; printed words cannot.
    pub plays: bool,
}

/// The differences in the effect of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EffectChange {
    /// The canonical texts; empty for none.
    pub before: String,
    pub after: String,
    /// Whether the meaning changed, not only the wording.
    pub plays: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KingdomChanges {
    pub added: Vec<CardRef>,
    pub withdrawn: Vec<CardRef>,
    /// Sets with different cards, counts or names.
    pub changed: Vec<CardRef>,
    /// Sets that were legal, but no longer are without changes.
    pub illegal: Vec<Illegal>,
}

/// A set of the first bundle that breaks the rules with the cards of the second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Illegal {
    pub id: String,
    pub name: String,
    /// All reasons, in words.
    pub reasons: Vec<String>,
}

/// Ids of words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WordChanges {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
}

/// The suggested version bump.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Bump {
    /// No differences.
    None,
    /// Only printed words changed, nothing that matters in play.
    Patch,
    /// Cards were added or play differently; every old id still refers to a card.
    Minor,
    /// Ids were removed, or engines need changes to read the bundle.
    Major,
}

/// Compares two bundles. If the game of the second is given, the sets of the first are checked with
/// the cards of the second, and fields that are only printed are distinguished from those that
/// matter in play.
pub fn diff(before: &Bundle, after: &Bundle, game: Option<&Game>) -> Changes {
    let mut changes = Changes {
        version: CHANGES_VERSION,
        before: side(before),
        after: side(after),
        cards: cards(before, after, game),
        kingdoms: sets::changes(before, after, game),
        vocabulary: words(before, after),
        bump: Bump::None,
        played: None,
    };
    changes.bump = bump(&changes);
    changes
}

impl Changes {
    pub fn is_empty(&self) -> bool {
        self.bump == Bump::None
    }
}

fn side(bundle: &Bundle) -> Side {
    Side {
        game: bundle.game.id.clone(),
        title: bundle.game.title.clone(),
        game_version: bundle.game.version,
        format: bundle.format,
        ir: bundle.ir,
        counts: Counts::of(bundle),
    }
}

fn by_id(bundle: &Bundle) -> IndexMap<&str, &BundledCard> {
    let cards = bundle.cards.iter();
    cards.map(|card| (card.id.as_str(), card)).collect()
}

fn named(card: &BundledCard) -> CardRef {
    CardRef {
        id: card.id.to_string(),
        name: card.name.to_string(),
    }
}

fn cards(before: &Bundle, after: &Bundle, game: Option<&Game>) -> CardChanges {
    let (old, new) = (by_id(before), by_id(after));
    let mut changes = CardChanges::default();
    let mut came: Vec<&BundledCard> = new
        .values()
        .filter(|card| !old.contains_key(card.id.as_str()))
        .copied()
        .collect();
    let mut twins = Twins::among(&came);
    for card in old.values() {
        if let Some(now) = new.get(card.id.as_str()) {
            changes.changed.extend(changed(card, now, game));
            continue;
        }
        let migration = after.migrations.get(card.id.as_str());
        let successor = successor(&card.id, after).and_then(|id| new.get(id).copied());
        let twin = || migration.is_none().then(|| twins.take(card)).flatten();
        match successor.or_else(twin) {
            Some(to) => {
                changes.renamed.push(Renamed {
                    from: named(card),
                    to: named(to),
                    migration: migration.cloned(),
                });
                came.retain(|card| card.id != to.id);
            }
            None => changes.withdrawn.push(RemovedCard {
                id: card.id.to_string(),
                name: card.name.to_string(),
                reason: migration.map(|migration| migration.reason.clone()),
            }),
        }
    }
    changes.added = came.into_iter().map(named).collect();
    changes
}

/// Returns the id of the card that replaces a removed one, according to the migrations.
pub(super) fn successor<'b>(id: &str, bundle: &'b Bundle) -> Option<&'b str> {
    let mut successor = bundle.migrations.get(id)?.change.successor()?;
    // The builder rejects cycles, but a bundle of other origin may have one.
    for _ in 0..bundle.migrations.len() {
        match bundle.migrations.get(successor) {
            Some(next) => successor = next.change.successor()?,
            None => break,
        }
    }
    Some(successor)
}

/// Finds a card that equals a removed one except for its name.
struct Twins<'b>(HashMap<String, Vec<&'b BundledCard>>);

impl<'b> Twins<'b> {
    fn among(cards: &[&'b BundledCard]) -> Self {
        let mut twins: HashMap<String, Vec<&BundledCard>> = HashMap::default();
        for card in cards {
            twins.entry(Self::key(card)).or_default().push(card);
        }
        Twins(twins)
    }

    /// Returns everything except id and name as a key, with the card's own name in its text masked.
    fn key(card: &BundledCard) -> String {
        let text = card.text.replace(card.name.as_str(), "\0");
        let fields: Vec<_> = card
            .fields
            .iter()
            .map(|(key, value)| (key, serde_json::to_string(value).unwrap_or_default()))
            .collect();
        format!("{:?}", (&card.card_type, fields, text, &card.manual))
    }

    /// Returns the matching card if there is exactly one.
    fn take(&mut self, gone: &BundledCard) -> Option<&'b BundledCard> {
        match self.0.remove(&Self::key(gone))?.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }
}

fn changed(old: &BundledCard, new: &BundledCard, game: Option<&Game>) -> Option<CardChange> {
    let mut fields = Vec::new();
    let text = |text: &str| Some(FieldValue::Text(text.to_owned()));
    let mut add = |field: &str, before: Option<FieldValue>, after: Option<FieldValue>, plays| {
        if before != after {
            fields.push(FieldChange {
                field: field.to_owned(),
                before,
                after,
                plays,
            });
        }
    };
    // Texts name cards, so a name matters in play.
    add("name", text(&old.name), text(&new.name), true);
    add("type", text(&old.card_type), text(&new.card_type), true);
    let keys = old.fields.keys();
    let keys = keys.chain(
        new.fields
            .keys()
            .filter(|key| !old.fields.contains_key(key)),
    );
    for key in keys {
        let of = |card: &BundledCard| card.fields.get(key).cloned();
        add(key, of(old), of(new), plays(key, game));
    }
    let manual = |card: &BundledCard| card.manual.clone().map(FieldValue::Text);
    add("manual", manual(old), manual(new), true);
    let of_first = |card: &BundledCard| (Arc::clone(&card.abilities), Arc::clone(&card.text));
    let first = effect(of_first(old), of_first(new));
    let added = new.texts.keys().filter(|key| !old.texts.contains_key(key));
    let keys = old.texts.keys().chain(added);
    let texts = keys.filter_map(|key| {
        let of = |card: &BundledCard| {
            let text = card.texts.get(key).cloned();
            text.map(|text| (text.abilities, text.text))
                .unwrap_or_default()
        };
        Some((key.to_string(), effect(of(old), of(new))?))
    });
    let texts: IndexMap<String, EffectChange> = texts.collect();
    let differs = !fields.is_empty() || first.is_some() || !texts.is_empty();
    differs.then(|| CardChange {
        id: new.id.to_string(),
        name: new.name.to_string(),
        fields,
        effect: first,
        texts,
    })
}

/// Returns whether a field can matter in play. Fields that are free text in the game's data cannot; without a game,
/// every field can.
fn plays(key: &str, game: Option<&Game>) -> bool {
    let Some(game) = game else {
        return true;
    };
    let mut kinds = game
        .fields
        .iter()
        .filter(|(name, field)| field.key_or(name) == key);
    !kinds.any(|(_, field)| matches!(field.kind, FieldKind::Text { .. }))
}

/// Compares two texts with their meanings.
fn effect(
    (old, before): (Arc<[Ability]>, Arc<str>),
    (new, after): (Arc<[Ability]>, Arc<str>),
) -> Option<EffectChange> {
    if before == after && old == new {
        return None;
    }
    let plays = meaning(&old) != meaning(&new);
    (plays || before != after).then(|| EffectChange {
        before: before.to_string(),
        after: after.to_string(),
        plays,
    })
}

/// Returns the abilities as JSON, without the spans of their words.
fn meaning(abilities: &[Ability]) -> serde_json::Value {
    let mut value = serde_json::to_value(abilities).unwrap_or_default();
    without_places(&mut value);
    value
}

fn without_places(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(entries) => {
            entries.remove("span");
            entries.values_mut().for_each(without_places);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(without_places),
        _ => {}
    }
}

fn words(before: &Bundle, after: &Bundle) -> IndexMap<String, WordChanges> {
    let (old, new) = (&before.vocabulary.lists, &after.vocabulary.lists);
    let lists = old.keys();
    let lists = lists.chain(new.keys().filter(|list| !old.contains_key(*list)));
    let without = |one: &IndexMap<_, IndexMap<String, _>>,
                   other: &IndexMap<_, IndexMap<_, _>>,
                   list| {
        let ids = one.get(list).into_iter().flat_map(IndexMap::keys);
        let is_there = |id: &String| other.get(list).is_some_and(|words| words.contains_key(id));
        ids.filter(|id| !is_there(id)).cloned().collect()
    };
    lists
        .map(|list: &String| {
            let changes = WordChanges {
                added: without(new, old, list),
                removed: without(old, new, list),
            };
            (list.clone(), changes)
        })
        .filter(|(_, changes)| *changes != WordChanges::default())
        .collect()
}

/// Returns the suggested version bump, by the rules in `docs/versioning.md`.
fn bump(changes: &Changes) -> Bump {
    let (before, after, cards) = (&changes.before, &changes.after, &changes.cards);
    let engines = (before.format, before.ir) != (after.format, after.ir)
        || changes
            .vocabulary
            .values()
            .any(|words| !words.removed.is_empty());
    let unsaid = cards
        .renamed
        .iter()
        .any(|renamed| renamed.migration.is_none());
    if engines || unsaid || !cards.withdrawn.is_empty() {
        return Bump::Major;
    }
    let plays = |change: &CardChange| {
        change.fields.iter().any(|field| field.plays)
            || change.effect.as_ref().is_some_and(|effect| effect.plays)
    };
    let minor = !cards.added.is_empty()
        || !cards.renamed.is_empty()
        || !changes.vocabulary.is_empty()
        || cards.changed.iter().any(plays)
        || changes.kingdoms != KingdomChanges::default()
        || before.game_version != after.game_version;
    if minor {
        Bump::Minor
    } else if cards.changed.is_empty() {
        Bump::None
    } else {
        Bump::Patch
    }
}
