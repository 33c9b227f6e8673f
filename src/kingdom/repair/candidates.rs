//! Collects the current contents of a zone and the cards that could be added.

use std::collections::{BTreeMap, BTreeSet};

use super::limits::Limit;
use crate::card::CardSource;
use crate::collections::{HashSet, IndexMap};
use crate::game::{FieldKind, Game, RuleKind};
use crate::kingdom::Cards;
use crate::kingdom::eligibility::{admits, has_value};
use crate::kingdom::resolved::{ResolvedKingdom, ResolvedZone};
use crate::kingdom::rules::values::words_of;

/// A zone of the set with its candidates.
pub(super) struct ZoneCandidates<'a> {
    pub zone: &'a str,
    /// The current names, one entry for all lines of a name, in the order of the file.
    pub standing: Vec<CurrentCard<'a>>,
    /// The cards that could be added, grouped by their profile.
    pub groups: Vec<Group<'a>>,
    /// `true` if the file leaves the zone out, so that its contents follow from another zone.
    pub implied: bool,
    /// `true` if other rules use a field of its card.
    pub is_source: bool,
    /// Current number of cards.
    pub count: u64,
}

/// A name that the zone contains now.
pub(super) struct CurrentCard<'a> {
    pub key: String,
    pub card: Option<&'a CardSource>,
    pub count: u64,
    /// Maximum number of copies, independent of the other cards.
    pub cap: u64,
    pub profile: Profile,
}

/// Cards that no rule distinguishes.
pub(super) struct Group<'a> {
    pub profile: Profile,
    pub cap: u64,
    /// The cards whose names are elsewhere in the set, then the others by id.
    pub members: Vec<Member<'a>>,
}

/// A card, or a value of the field that its zone is listed by.
#[derive(Clone, Copy)]
pub(super) struct Member<'a> {
    pub key: &'a str,
    pub card: Option<&'a CardSource>,
    /// `true` if the name is somewhere in the set.
    pub familiar: bool,
}

/// The properties of a card that the rules depend on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Profile {
    /// The weight of a copy in each limit that covers the zone.
    pub weights: Vec<u64>,
    /// The values of the card for each value rule that covers the zone, with the index of the rule. Does not contain
    /// ignored values.
    pub values: Vec<(usize, BTreeSet<String>)>,
    /// `true` if other rules use a field of the card in this zone.
    pub gives: bool,
}

/// The context shared by all zones.
pub(super) struct RepairContext<'a, 's> {
    pub game: &'a Game,
    pub cards: Cards<'a>,
    pub set: &'s ResolvedKingdom<'a>,
    pub limits: &'s [Limit<'a>],
    /// The fields that other rules take from the card of a zone.
    pub given: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// The ids of all cards in the set.
    pub names: HashSet<&'s str>,
}

impl<'a> RepairContext<'a, '_> {
    pub fn stock(&self, part: &ResolvedZone<'a>) -> ZoneCandidates<'a> {
        let zone = part.key;
        let implied = part.zone.from.is_some() && !self.set.source.zones.contains_key(zone);
        let mut stock = ZoneCandidates {
            zone,
            standing: if implied {
                Vec::new()
            } else {
                self.standing(part)
            },
            groups: Vec::new(),
            implied,
            is_source: self.given.contains_key(zone),
            count: 0,
        };
        stock.count = stock.standing.iter().map(|standing| standing.count).sum();
        if !implied {
            stock.groups = self.groups(part, &stock.standing);
        }
        stock
    }

    fn standing(&self, part: &ResolvedZone<'a>) -> Vec<CurrentCard<'a>> {
        let mut standing: IndexMap<&str, CurrentCard<'a>> = IndexMap::default();
        for entry in &part.entries {
            let same = standing.entry(&entry.key).or_insert_with(|| CurrentCard {
                key: entry.key.clone(),
                card: entry.card,
                count: 0,
                cap: match (entry.known, entry.card) {
                    (false, _) => 0,
                    (true, Some(card)) if !self.may_stand(part.key, card) => 0,
                    (true, _) => self.copies(part.key, &entry.key),
                },
                profile: self.profile(part.key, &entry.key, entry.card),
            });
            same.count = same.count.saturating_add(entry.count);
        }
        let mut standing: Vec<CurrentCard<'_>> = standing.into_values().collect();
        for one in &mut standing {
            // A card that could not be read may stay, but more copies of it are never added.
            if one.card.is_some_and(|card| !self.is_clear(part.key, card)) {
                one.cap = one.cap.min(one.count);
            }
        }
        standing
    }

    fn groups(&self, part: &ResolvedZone<'a>, standing: &[CurrentCard<'a>]) -> Vec<Group<'a>> {
        let here: HashSet<&str> = standing.iter().map(|one| one.key.as_str()).collect();
        let mut groups: BTreeMap<(Profile, u64), Vec<Member<'a>>> = BTreeMap::new();
        let mut add = |member: Member<'a>| {
            let cap = self.copies(part.key, member.key);
            if cap > 0 && !here.contains(member.key) {
                let profile = self.profile(part.key, member.key, member.card);
                groups.entry((profile, cap)).or_default().push(member);
            }
        };
        if let Some(by) = &part.zone.by {
            for key in self.values_of(by) {
                let familiar = self.names.contains(key);
                add(Member {
                    key,
                    card: None,
                    familiar,
                });
            }
        } else {
            for card in self.cards.by_id.values() {
                if self.may_stand(part.key, card) && self.is_clear(part.key, card) {
                    let key = card.id.as_str();
                    let familiar = self.names.contains(key);
                    add(Member {
                        key,
                        card: Some(card),
                        familiar,
                    });
                }
            }
        }
        let group = |((profile, cap), mut members): ((Profile, u64), Vec<Member<'a>>)| {
            members.sort_by_key(|member| (!member.familiar, member.key));
            Group {
                profile,
                cap,
                members,
            }
        };
        groups.into_iter().map(group).collect()
    }

    /// Returns the values that a zone is listed by.
    fn values_of(&self, by: &str) -> Vec<&'a str> {
        let game = self.game;
        let fields = game.fields.iter();
        let list = fields
            .filter(|(name, field)| field.key_or(name) == by)
            .find_map(|(_, field)| match &field.kind {
                FieldKind::Choice { of, .. } | FieldKind::Choices { of, .. } => Some(of),
                _ => None,
            });
        list.map(|list| game.terms(list).map(|(id, _)| id).collect())
            .unwrap_or_default()
    }

    /// Returns whether the rules about single cards admit a card to a zone.
    fn may_stand(&self, zone: &str, card: &CardSource) -> bool {
        let game = self.game;
        game.kingdom.rules.iter().all(|rule| match &rule.kind {
            RuleKind::Types { zone: of, types } => {
                of != zone
                    || types.contains(&card.card_type)
                    || !game.card_types.contains_key(&card.card_type)
            }
            RuleKind::Field {
                zone: of,
                field,
                is,
                ..
            } => of != zone || has_value(game, card, field, is) != Some(false),
            RuleKind::Only { zone: of, cards } => {
                of != zone || cards.iter().any(|id| card.id == *id)
            }
            RuleKind::Banned { cards } => !cards.contains_key(card.id.as_str()),
            _ => true,
        })
    }

    /// Returns whether all properties of a card that the rules use could be read.
    fn is_clear(&self, zone: &str, card: &CardSource) -> bool {
        let game = self.game;
        let read = |field: &String, value| has_value(game, card, field, value).is_some();
        game.card_types.contains_key(&card.card_type)
            && game.kingdom.rules.iter().all(|rule| match &rule.kind {
                RuleKind::Field {
                    zone: of,
                    field,
                    is,
                    ..
                } => of != zone || read(field, is),
                RuleKind::Count {
                    zone: of, filter, ..
                } => of != zone || filter.iter().all(|(field, value)| read(field, value)),
                _ => true,
            })
    }

    /// Returns the maximum number of copies of a card in a zone.
    fn copies(&self, zone: &str, key: &str) -> u64 {
        let rules = self.game.kingdom.rules.iter();
        let caps = rules.filter_map(|rule| match &rule.kind {
            RuleKind::Copies {
                zone: of,
                at_most,
                only,
            } if of == zone && (only.is_empty() || only.iter().any(|id| id == key)) => {
                Some(u64::from(*at_most))
            }
            _ => None,
        });
        caps.min().unwrap_or(u64::MAX)
    }

    fn profile(&self, zone: &str, key: &str, card: Option<&CardSource>) -> Profile {
        let limits = self.limits.iter().filter(|limit| limit.covers(zone));
        let rules = self.game.kingdom.rules.iter().enumerate();
        let values = rules.filter_map(|(at, rule)| match &rule.kind {
            RuleKind::Values {
                zones,
                field,
                ignoring,
                ..
            } if zones.iter().any(|of| of == zone) => {
                let value = card.and_then(|card| card.fields.get(field.as_str()));
                let words = value.map(words_of).unwrap_or_default();
                let words = words.into_iter().filter(|word| !ignoring.contains(word));
                Some((at, words.collect()))
            }
            _ => None,
        });
        let given = self.given.get(zone);
        let gives = given.zip(card).is_some_and(|(fields, card)| {
            fields.iter().any(|field| card.fields.contains_key(field))
                && admits(self.game, zone, card)
        });
        Profile {
            weights: limits
                .map(|limit| limit.weight(self.game, key, card))
                .collect(),
            values: values.collect(),
            gives,
        }
    }

    /// Returns the weight of an existing line in each limit that covers a zone.
    pub fn weights(&self, zone: &str, key: &str) -> Vec<u64> {
        self.profile(zone, key, None).weights
    }
}
