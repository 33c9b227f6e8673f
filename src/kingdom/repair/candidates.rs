//! What a zone holds, and what could be put into it.

use std::collections::{BTreeMap, BTreeSet};

use super::limits::Limit;
use crate::card::CardSource;
use crate::collections::{HashSet, IndexMap};
use crate::game::{FieldKind, Game, RuleKind};
use crate::kingdom::Cards;
use crate::kingdom::eligibility::{admits, has_value};
use crate::kingdom::resolved::{Part, Set};
use crate::kingdom::rules::values::words_of;

/// A zone of the set.
pub(super) struct Stock<'a> {
    pub zone: &'a str,
    /// What is there now, one entry for all lines of a name, in the order of the file.
    pub standing: Vec<Standing<'a>>,
    /// What could be put in, by what the rules see of it.
    pub groups: Vec<Group<'a>>,
    /// The file leaves it out, so its cards follow from another zone.
    pub implied: bool,
    /// Other rules take a field of its card.
    pub is_source: bool,
    /// How many cards are there now.
    pub count: u64,
}

/// One name of a zone.
pub(super) struct Standing<'a> {
    pub key: String,
    pub card: Option<&'a CardSource>,
    pub count: u64,
    /// How many of it there may be, whatever else is there.
    pub cap: u64,
    pub profile: Profile,
}

/// Cards that no rule can tell apart.
pub(super) struct Group<'a> {
    pub profile: Profile,
    pub cap: u64,
    /// Those first whose names stand elsewhere in the set, then by id.
    pub members: Vec<Member<'a>>,
}

/// A card, or a value of the field by which its zone is listed.
#[derive(Clone, Copy)]
pub(super) struct Member<'a> {
    pub key: &'a str,
    pub card: Option<&'a CardSource>,
    /// Its name stands somewhere in the set.
    pub familiar: bool,
}

/// What the rules see of a card.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Profile {
    /// What a copy counts by each of the limits that cover the zone.
    pub weights: Vec<u64>,
    /// Its values by each rule about values that covers the zone, the ignored ones left out.
    pub values: Vec<(usize, BTreeSet<String>)>,
    /// Other rules take a field of it if it stands here.
    pub gives: bool,
}

/// What is the same for all zones.
pub(super) struct Sight<'a, 's> {
    pub game: &'a Game,
    pub cards: Cards<'a>,
    pub set: &'s Set<'a>,
    pub limits: &'s [Limit<'a>],
    /// The fields that other rules take from the card of a zone.
    pub given: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// The cards that stand anywhere in the set, by id.
    pub names: HashSet<&'s str>,
}

impl<'a> Sight<'a, '_> {
    pub fn stock(&self, part: &Part<'a>) -> Stock<'a> {
        let zone = part.key;
        let implied = part.zone.from.is_some() && !self.set.source.zones.contains_key(zone);
        let mut stock = Stock {
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

    fn standing(&self, part: &Part<'a>) -> Vec<Standing<'a>> {
        let mut standing: IndexMap<&str, Standing<'a>> = IndexMap::default();
        for entry in &part.entries {
            let same = standing.entry(&entry.key).or_insert_with(|| Standing {
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
        let mut standing: Vec<Standing<'_>> = standing.into_values().collect();
        for one in &mut standing {
            // What could not be read may stay, but nobody would add more of it.
            if one.card.is_some_and(|card| !self.is_clear(part.key, card)) {
                one.cap = one.cap.min(one.count);
            }
        }
        standing
    }

    fn groups(&self, part: &Part<'a>, standing: &[Standing<'a>]) -> Vec<Group<'a>> {
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

    /// The values by which a zone is listed.
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

    /// Whether no rule about the card alone keeps it out of a zone.
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
            RuleKind::Banned { cards } => !cards.contains_key(card.id.as_str()),
            _ => true,
        })
    }

    /// Whether everything that the rules ask of a card could be read.
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

    /// How many copies of a card may stand in a zone.
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

    /// What each limit that covers a zone counts of a line that is there.
    pub fn weights(&self, zone: &str, key: &str) -> Vec<u64> {
        self.profile(zone, key, None).weights
    }
}
