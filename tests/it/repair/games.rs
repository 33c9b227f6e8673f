//! Random small games and sets, and a judge that is too simple to be wrong.

use std::collections::BTreeSet;
use std::sync::Arc;

use cardwright::card::{CardSource, FieldValue};
use cardwright::collections::IndexMap;
use cardwright::game::{
    self, Ban, FieldOf, FieldValue as Wanted, Game, KingdomRules, Limit, Rule, RuleKind,
};
use cardwright::kingdom::{KingdomSource, Line, ZoneSource};
use cardwright::source::{FileId, SourceFile, Span};
use smol_str::SmolStr;

use crate::support::rng::Rng;

pub const ZONES: [&str; 4] = ["lead", "guard", "crew", "badges"];
pub const LEAD: usize = 0;
pub const BADGES: usize = 3;
const BADGE_NAMES: [&str; 2] = ["attack", "defense"];
const FACTIONS: [&str; 3] = ["castle", "necropolis", "neutral"];

/// The counted features: every kind of rule, and the forms of rules that a repair treats specially.
pub const KINDS: [&str; 14] = [
    "count",
    "count where",
    "types",
    "field",
    "copies",
    "copies of one",
    "banned",
    "points",
    "values",
    "values including",
    "equals",
    "total",
    "badges left out",
    "unknown name",
];

/// The number of each card (or badge), by zone.
pub type Counts = [Vec<u64>; 4];

#[derive(Debug)]
pub struct Small {
    pub game: Game,
    pub by_id: IndexMap<SmolStr, Arc<CardSource>>,
    pub cards: Vec<Card>,
    pub set: Counts,
    /// Copies of unknown names, by zone; the badges have none.
    unknown: [u64; 4],
    /// The file omits the badges.
    pub implied: bool,
}

#[derive(Clone, Debug)]
pub struct Card {
    pub id: String,
    pub kind: &'static str,
    pub faction: Option<&'static str>,
    pub flying: bool,
    pub vanguard: bool,
    pub stats: [u64; 2],
}

/// Returns the number of added, removed or swapped cards that turn one set into another.
pub fn distance(from: &Counts, to: &Counts) -> u64 {
    from.iter()
        .zip(to)
        .map(|(from, to)| between(from, to))
        .sum()
}

pub fn between(from: &[u64], to: &[u64]) -> u64 {
    let pairs = || from.iter().zip(to);
    let removed: u64 = pairs().map(|(from, to)| from.saturating_sub(*to)).sum();
    let added: u64 = pairs().map(|(from, to)| to.saturating_sub(*from)).sum();
    removed.max(added)
}

impl Small {
    pub fn new(rng: &mut Rng) -> Self {
        let cards = cards(rng);
        let mut game = embedded();
        game.kingdom = kingdom(&cards, rng);
        let by_id = cards
            .iter()
            .map(|card| (card.id.clone().into(), Arc::new(source_of(card))));
        let mut by_id: IndexMap<SmolStr, Arc<CardSource>> = by_id.collect();
        by_id.sort_unstable_keys();
        let mut small = Small {
            game,
            by_id,
            set: [Vec::new(), Vec::new(), Vec::new(), Vec::new()],
            unknown: [0; 4],
            implied: rng.below(3) == 0,
            cards,
        };
        for (zone, most) in [2, 3, 4, 3].into_iter().enumerate() {
            let kinds = if zone == BADGES {
                BADGE_NAMES.len()
            } else {
                // The last entry is for an unknown name.
                small.cards.len() + 1
            };
            let mut counts = vec![0; kinds];
            for _ in 0..rng.below(most + 1) {
                // Most of the leads are heroes.
                let at = match zone {
                    LEAD if rng.below(4) > 0 => rng.below(3),
                    _ => rng.below(kinds),
                };
                counts[at] += 1;
            }
            small.set[zone] = counts;
        }
        if small.implied {
            small.set[BADGES] = vec![0; 2];
        }
        for zone in 0..BADGES {
            small.unknown[zone] = *small.set[zone].last().expect("its last place");
        }
        small
    }

    /// Returns the kinds of rules of the game, and the special features of the set.
    pub fn kinds(&self) -> Vec<&'static str> {
        let mut kinds: BTreeSet<&str> = BTreeSet::new();
        for rule in &self.game.kingdom.rules {
            kinds.insert(match &rule.kind {
                RuleKind::Count { filter, .. } if filter.is_empty() => "count",
                RuleKind::Count { .. } => "count where",
                RuleKind::Types { .. } => "types",
                RuleKind::Field { .. } => "field",
                RuleKind::Copies { only, .. } if only.is_empty() => "copies",
                RuleKind::Copies { .. } => "copies of one",
                RuleKind::Banned { .. } => "banned",
                RuleKind::Points { .. } => "points",
                RuleKind::Values {
                    including: None, ..
                } => "values",
                RuleKind::Values { .. } => "values including",
                RuleKind::Equals { .. } => "equals",
                RuleKind::Total { .. } => "total",
                RuleKind::Only { .. } => "only",
                RuleKind::Named { .. } => "named",
                RuleKind::Naming { .. } => "naming",
            });
        }
        if self.implied {
            kinds.insert("badges left out");
        }
        if self.unknown.iter().any(|count| *count > 0) {
            kinds.insert("unknown name");
        }
        kinds.into_iter().collect()
    }

    /// Returns whether every required zone is present.
    pub fn is_whole(&self) -> bool {
        let empty = |zone: usize| self.set[zone].iter().all(|count| *count == 0);
        (0..BADGES).all(|zone| !empty(zone) || !self.game.needs_zone(ZONES[zone]))
    }

    pub fn source(&self) -> KingdomSource {
        let at = Span::new(FileId(0), 0..0);
        let mut set = KingdomSource {
            name: "Small".to_owned(),
            name_at: at,
            game: None,
            house_rules: None,
            at,
            zones: IndexMap::default(),
            unplaced: Vec::new(),
            broken: false,
        };
        let mut place = 0;
        for (zone, counts) in ZONES.iter().zip(&self.set) {
            let lines = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            let entries: Vec<Line> = lines
                .map(|(card, count)| {
                    place += 10;
                    let at = Span::new(FileId(0), place..place + 5);
                    let name = match self.cards.get(card) {
                        _ if *zone == "badges" => BADGE_NAMES[card].to_owned(),
                        Some(card) => card.id.clone(),
                        None => "nobody".to_owned(),
                    };
                    Line {
                        name,
                        name_at: at,
                        count: *count,
                        count_at: at,
                    }
                })
                .collect();
            let left_out = entries.is_empty() && (*zone != "badges" || self.implied);
            if !left_out {
                let zone_source = ZoneSource {
                    at,
                    whole: at,
                    entries,
                    broken: false,
                };
                set.zones.insert((*zone).to_owned(), zone_source);
            }
        }
        set
    }

    /// The counts of a set.
    pub fn counts(&self, set: &KingdomSource) -> Counts {
        let mut counts = self.set.clone();
        for (zone, counts) in ZONES.iter().zip(&mut counts) {
            counts.fill(0);
            for line in set.zones.get(*zone).iter().flat_map(|zone| &zone.entries) {
                let at = if *zone == "badges" {
                    BADGE_NAMES.iter().position(|name| *name == line.name)
                } else {
                    self.cards.iter().position(|card| card.id == line.name)
                };
                let nobody = counts.len() - 1;
                counts[at.unwrap_or(nobody)] += line.count;
            }
        }
        counts
    }

    /// Returns the only admitted lead, `Ok(None)` if there is none, and `Err` if there are several.
    fn hero(&self, set: &Counts) -> Result<Option<&Card>, ()> {
        let leads = self.cards.iter().zip(&set[LEAD]);
        let admitted = |card: &Card| {
            self.game.kingdom.rules.iter().all(|rule| match &rule.kind {
                RuleKind::Types { zone, types } => {
                    zone != ZONES[LEAD] || types.iter().any(|of| of == card.kind)
                }
                RuleKind::Field { zone, is, .. } => {
                    zone != ZONES[LEAD] || *is == Wanted::Flag(card.vanguard)
                }
                _ => true,
            })
        };
        // Rules use the stats of heroes and the faction of any card.
        let has =
            |card: &Card| card.kind == "hero" || (self.takes_faction() && card.faction.is_some());
        let heroes: Vec<&Card> = leads
            .filter(|(card, count)| **count > 0 && has(card) && admitted(card))
            .map(|(card, _)| card)
            .collect();
        match heroes.as_slice() {
            [] => Ok(None),
            [hero] => Ok(Some(hero)),
            _ => Err(()),
        }
    }

    fn takes_faction(&self) -> bool {
        let mut rules = self.game.kingdom.rules.iter();
        rules.any(|rule| {
            matches!(
                &rule.kind,
                RuleKind::Values {
                    including: Some(_),
                    ..
                }
            )
        })
    }

    /// Returns whether a zone with these counts can be part of a legal set at all.
    pub fn may_be(&self, zone: usize, counts: &[u64]) -> bool {
        let name = ZONES[zone];
        if zone != BADGES && counts.last() != Some(&0) {
            return false;
        }
        let cards = || {
            let cards = self.cards.iter().zip(counts).filter(|_| zone != BADGES);
            cards.filter(|(_, count)| **count > 0)
        };
        let sum: u64 = counts.iter().sum();
        self.game.kingdom.rules.iter().all(|rule| match &rule.kind {
            RuleKind::Count {
                zone,
                limit,
                filter,
                ..
            } if zone == name => {
                let flying = filter.get("unit_type").is_some();
                let those = cards().filter(|(card, _)| card.kind == "unit" && card.flying);
                let those: u64 = those.map(|(_, count)| count).sum();
                within(*limit, if flying { those } else { sum })
            }
            RuleKind::Types { zone, types } if zone == name => {
                cards().all(|(card, _)| types.iter().any(|of| of == card.kind))
            }
            RuleKind::Field { zone, is, .. } if zone == name => {
                cards().all(|(card, _)| *is == Wanted::Flag(card.vanguard))
            }
            RuleKind::Copies {
                zone,
                at_most,
                only,
            } if zone == name => cards().all(|(card, count)| {
                *count <= u64::from(*at_most) || !(only.is_empty() || only.contains(&card.id))
            }),
            RuleKind::Banned { cards: banned } => {
                cards().all(|(card, _)| !banned.contains_key(&card.id))
            }
            _ => true,
        })
    }

    /// Returns whether a set meets every rule.
    pub fn is_legal(&self, set: &Counts) -> bool {
        let mut zones = 0..ZONES.len();
        zones.all(|zone| (zone == BADGES && self.implied) || self.may_be(zone, &set[zone]))
            && self.keeps_together(set)
    }

    /// Returns whether individually valid zones form a legal set together.
    pub fn keeps_together(&self, set: &Counts) -> bool {
        let hero = self.hero(set);
        let badges = match (self.implied, hero) {
            (true, Ok(Some(hero))) if hero.kind == "hero" => Some(hero.stats.to_vec()),
            (true, _) => None,
            (false, _) => Some(set[BADGES].clone()),
        };
        if self.implied && !badges.iter().all(|badges| self.may_be(BADGES, badges)) {
            return false;
        }
        let mut sums: Vec<u64> = set.iter().map(|counts| counts.iter().sum()).collect();
        sums[BADGES] = badges.iter().flatten().sum();
        let zones_of = |zones: &[String]| -> Vec<usize> {
            let known = (0..ZONES.len()).filter(|zone| zones.iter().any(|of| of == ZONES[*zone]));
            known.collect()
        };
        self.game.kingdom.rules.iter().all(|rule| match &rule.kind {
            RuleKind::Total { limit, .. } => match badges {
                Some(_) => within(*limit, sums.iter().sum()),
                None => {
                    let most = limit.exactly.or(limit.at_most);
                    most.is_none_or(|most| sums.iter().sum::<u64>() <= u64::from(most))
                }
            },
            RuleKind::Points {
                zones,
                at_most,
                points,
            } => {
                let each = |zone: usize| -> u64 {
                    let cards = self.cards.iter().zip(&set[zone]);
                    let points = cards.filter_map(|(card, count)| {
                        Some(u64::from(*points.get(&card.id)?) * count)
                    });
                    points.sum()
                };
                zones_of(zones).into_iter().map(each).sum::<u64>() <= u64::from(*at_most)
            }
            RuleKind::Values {
                zones,
                at_most,
                including,
                ..
            } => {
                let mut factions: BTreeSet<&str> = BTreeSet::new();
                if let (Some(_), Ok(Some(hero))) = (including, hero) {
                    factions.extend(hero.faction);
                }
                for zone in zones_of(zones) {
                    let cards = self.cards.iter().zip(&set[zone]);
                    let cards = cards.filter(|(_, count)| **count > 0);
                    factions.extend(cards.filter_map(|(card, _)| card.faction));
                }
                factions.remove("neutral");
                factions.len() <= *at_most as usize
            }
            RuleKind::Equals { .. } => match hero {
                Ok(Some(hero)) if hero.kind == "hero" => {
                    badges.as_ref().is_some_and(|badges| *badges == hero.stats)
                }
                _ => true,
            },
            _ => true,
        })
    }

    /// Returns whether a repair handles the set. It handles neither two leads whose fields a rule would use, nor badges
    /// that follow from a missing hero.
    pub fn is_looked_for(&self, set: &Counts) -> bool {
        match self.hero(set) {
            Ok(hero) => !self.implied || hero.is_some_and(|hero| hero.kind == "hero"),
            Err(()) => false,
        }
    }
}

fn within(limit: Limit, is: u64) -> bool {
    let most = limit.exactly.or(limit.at_most);
    let least = limit.exactly.or(limit.at_least);
    most.is_none_or(|most| is <= u64::from(most))
        && least.is_none_or(|least| is >= u64::from(least))
}

fn embedded() -> Game {
    let embedded = game::embedded();
    let embedded = embedded.iter().find(|game| game.id == "card-game");
    let (path, text) = &embedded.expect("the first game").game;
    let file = SourceFile::new(*path, *text);
    game::load(FileId(0), &file).expect("its data is sound")
}

/// Three heroes, five units and a spell.
fn cards(rng: &mut Rng) -> Vec<Card> {
    let kinds = [
        "hero", "hero", "hero", "unit", "unit", "unit", "unit", "unit", "spell",
    ];
    let card = |(number, kind): (usize, &'static str)| Card {
        id: format!("{kind}-{number}"),
        kind,
        faction: (kind != "spell").then(|| *rng.pick(&FACTIONS)),
        flying: kind == "unit" && rng.below(2) == 0,
        vanguard: kind == "unit" && rng.below(4) == 0,
        stats: if kind == "hero" {
            [rng.below(3) as u64, rng.below(2) as u64]
        } else {
            [0; 2]
        },
    };
    kinds.into_iter().enumerate().map(card).collect()
}

fn source_of(card: &Card) -> CardSource {
    let nowhere = Span::new(FileId(0), 0..0);
    let mut fields = IndexMap::default();
    if let Some(faction) = card.faction {
        fields.insert("faction".into(), FieldValue::Text(faction.to_owned()));
    }
    match card.kind {
        "hero" => {
            let stats = BADGE_NAMES.iter().zip(card.stats);
            let stats = stats.map(|(name, count)| ((*name).into(), count as i64));
            fields.insert("stats".into(), FieldValue::Numbers(stats.collect()));
        }
        "unit" => {
            let kind = if card.flying { "flying" } else { "ground" };
            fields.insert("unit_type".into(), FieldValue::Text(kind.to_owned()));
            fields.insert("vanguard".into(), FieldValue::Flag(card.vanguard));
        }
        _ => {}
    }
    CardSource {
        id: card.id.clone().into(),
        name: card.id.clone().into(),
        name_at: nowhere,
        card_type: card.kind.into(),
        type_at: nowhere,
        fields: Arc::new(fields.into_iter().collect()),
        places: Default::default(),
        effect: None,
        more_effects: Default::default(),
        manual: None,
        broken: false,
    }
}

/// Zones like those of the first game, and rules of all kinds.
fn kingdom(cards: &[Card], rng: &mut Rng) -> KingdomRules {
    let zones = "lead: { title: lead, form: one }\n\
                 guard: { title: guards, form: list }\n\
                 crew: { title: crew, form: counts }\n\
                 badges: { title: badges, form: counts, by: statistic, from: { zone: lead, field: stats } }\n";
    let mut kinds = vec![count("lead", exactly(1))];
    let mut maybe = |of: usize, kind: RuleKind, rng: &mut Rng| {
        if rng.below(of) == 0 {
            kinds.push(kind);
        }
    };
    let types = |zone: &str, types: &[&str]| RuleKind::Types {
        zone: zone.to_owned(),
        types: types.iter().map(|of| (*of).into()).collect(),
    };
    let some = |rng: &mut Rng| rng.pick(cards).id.clone();
    let more = |rng: &mut Rng| rng.below(3) as u32;
    let crew = match rng.below(3) {
        0 => exactly(2 + more(rng)),
        1 => at_least(1 + more(rng)),
        _ => at_most(1 + more(rng)),
    };
    maybe(1, count("crew", crew), rng);
    maybe(2, count("guard", exactly(more(rng))), rng);
    if rng.below(5) > 0 {
        maybe(1, types("lead", &["hero"]), rng);
    }
    maybe(2, types("crew", &["unit", "spell"]), rng);
    maybe(3, types("guard", &["unit"]), rng);
    for (zone, is) in [("crew", false), ("guard", true)] {
        let kind = RuleKind::Field {
            zone: zone.to_owned(),
            field: "vanguard".to_owned(),
            is: Wanted::Flag(is),
            otherwise: "not that".to_owned(),
        };
        maybe(3, kind, rng);
    }
    let where_flying = |limit: Limit| RuleKind::Count {
        zone: "crew".to_owned(),
        limit,
        filter: [("unit_type".to_owned(), Wanted::Word("flying".to_owned()))]
            .into_iter()
            .collect(),
        what: None,
    };
    let limit = match rng.below(3) {
        0 => exactly(more(rng)),
        1 => at_least(1 + more(rng)),
        _ => at_most(more(rng)),
    };
    maybe(3, where_flying(limit), rng);
    let copies = |zone: &str, at_most: u32, only: Vec<String>| RuleKind::Copies {
        zone: zone.to_owned(),
        at_most,
        only,
    };
    maybe(2, copies("crew", 1 + more(rng), Vec::new()), rng);
    maybe(2, copies("guard", 1, Vec::new()), rng);
    let one = some(rng);
    maybe(4, copies("crew", more(rng), vec![one]), rng);
    let ban = || Ban {
        reason: String::new(),
        since: None,
    };
    let banned = [(some(rng), ban()), (some(rng), ban())];
    maybe(
        3,
        RuleKind::Banned {
            cards: banned.into_iter().collect(),
        },
        rng,
    );
    let points = RuleKind::Points {
        zones: ["lead", "guard", "crew"].map(str::to_owned).to_vec(),
        at_most: 2 + more(rng),
        points: (0..4).map(|_| (some(rng), 1 + more(rng))).collect(),
    };
    maybe(3, points, rng);
    let of_lead = |field: &str| FieldOf {
        zone: "lead".to_owned(),
        field: field.to_owned(),
    };
    let values = |zones: &[&str], at_most: u32, including: Option<FieldOf>| RuleKind::Values {
        zones: zones.iter().map(|zone| (*zone).to_owned()).collect(),
        field: "faction".to_owned(),
        at_most,
        including,
        ignoring: vec!["neutral".to_owned()],
        what: None,
    };
    let at_most_1 = 1 + rng.below(2) as u32;
    maybe(
        3,
        values(&["crew"], at_most_1, Some(of_lead("faction"))),
        rng,
    );
    maybe(3, values(&["crew", "guard"], at_most_1, None), rng);
    let equals = RuleKind::Equals {
        zone: "badges".to_owned(),
        of: of_lead("stats"),
    };
    maybe(2, equals, rng);
    let limit = match rng.below(3) {
        0 => exactly(4 + more(rng)),
        1 => at_least(3 + more(rng)),
        _ => at_most(5 + more(rng)),
    };
    maybe(
        4,
        RuleKind::Total {
            limit,
            zones: Vec::new(),
        },
        rng,
    );
    KingdomRules {
        name: "small set".to_owned(),
        section: None,
        zones: serde_yaml::from_str(zones).expect("zones"),
        rules: kinds
            .into_iter()
            .enumerate()
            .map(|(number, kind)| Rule {
                rule: format!("rule-{number}"),
                kind,
                when: None,
                with: None,
                section: None,
                why: None,
                house: None,
            })
            .collect(),
        without_lints: Vec::new(),
        report: Default::default(),
    }
}

fn count(zone: &str, limit: Limit) -> RuleKind {
    RuleKind::Count {
        zone: zone.to_owned(),
        limit,
        filter: IndexMap::default(),
        what: None,
    }
}

fn exactly(number: u32) -> Limit {
    Limit {
        exactly: Some(number),
        at_least: None,
        at_most: None,
    }
}

fn at_least(number: u32) -> Limit {
    Limit {
        exactly: None,
        at_least: Some(number),
        at_most: None,
    }
}

fn at_most(number: u32) -> Limit {
    Limit {
        exactly: None,
        at_least: None,
        at_most: Some(number),
    }
}
