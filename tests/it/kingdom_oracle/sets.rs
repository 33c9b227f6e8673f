//! Random sets: legal ones, and mutations that break them.

use std::collections::HashMap;
use std::sync::Arc;

use cardwright::card::{CardSource, FieldValue, id_of};
use cardwright::collections::IndexMap;
use cardwright::game::{self, Game, Term};
use cardwright::kingdom::{KingdomSource, Line, ZoneSource};
use cardwright::source::{FileId, SourceFile, Span};
use smol_str::SmolStr;

use crate::support::rng::Rng;

/// The kind of a card, as far as a set is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Hero,
    Unit,
    Spell,
    Ability,
    Artifact,
    Location,
}

/// The printed fields of a card.
#[derive(Clone, Debug)]
pub struct Printed {
    pub name: String,
    pub kind: Kind,
    /// Empty for cards that print none.
    pub faction: &'static str,
    pub vanguard: bool,
    /// Attack, defense, power and knowledge of a hero.
    pub stats: [u64; 4],
}

const FACTIONS: [&str; 4] = ["castle", "necropolis", "rampart", "tower"];
const STATISTICS: [&str; 4] = ["attack", "defense", "power", "knowledge"];

/// A game and its cards, for the tool and for the other judge.
pub struct World {
    pub game: Game,
    pub by_id: IndexMap<SmolStr, Arc<CardSource>>,
    /// By name in lower case, and by id.
    pub printed: HashMap<String, Printed>,
    heroes: Vec<Printed>,
    others: Vec<Printed>,
}

/// A set as an author writes it: names and counts, line by line.
#[derive(Clone, Debug, Default)]
pub struct Made {
    pub hero: Vec<(String, u64)>,
    pub vanguard: Vec<(String, u64)>,
    /// `None` if they are omitted, so that the hero determines them.
    pub statistics: Option<Vec<(String, u64)>>,
    pub locations: Vec<(String, u64)>,
    pub deck: Vec<(String, u64)>,
    pub breaches: Vec<Breach>,
}

/// A mutation of a set. Not every mutation breaks every set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    NoHero,
    SecondHero,
    HeroTwice,
    UnitLeads,
    HeroOfAnotherFaction,
    HeroWithOtherStatistics,
    HeroWhoseStatisticsAreNotEight,
    VanguardMissing,
    VanguardTooMany,
    VanguardOfAnotherKind,
    StatisticTooMany,
    StatisticMissing,
    StatisticMisspelt,
    LocationMissing,
    LocationTooMany,
    LocationTwice,
    LocationOfAnotherKind,
    CardMissing,
    CardsTooMany,
    CardOfAnotherKind,
    HeroInTheDeck,
    VanguardInTheDeck,
    ThirdFaction,
    FourthCopy,
    FourthCopyInAnotherLine,
    Misspelt,
    LineLost,
}

impl Breach {
    pub const ALL: [Breach; 27] = [
        Breach::NoHero,
        Breach::SecondHero,
        Breach::HeroTwice,
        Breach::UnitLeads,
        Breach::HeroOfAnotherFaction,
        Breach::HeroWithOtherStatistics,
        Breach::HeroWhoseStatisticsAreNotEight,
        Breach::VanguardMissing,
        Breach::VanguardTooMany,
        Breach::VanguardOfAnotherKind,
        Breach::StatisticTooMany,
        Breach::StatisticMissing,
        Breach::StatisticMisspelt,
        Breach::LocationMissing,
        Breach::LocationTooMany,
        Breach::LocationTwice,
        Breach::LocationOfAnotherKind,
        Breach::CardMissing,
        Breach::CardsTooMany,
        Breach::CardOfAnotherKind,
        Breach::HeroInTheDeck,
        Breach::VanguardInTheDeck,
        Breach::ThirdFaction,
        Breach::FourthCopy,
        Breach::FourthCopyInAnotherLine,
        Breach::Misspelt,
        Breach::LineLost,
    ];
}

impl World {
    pub fn new() -> Self {
        let cards = cards();
        let mut printed = HashMap::new();
        for card in &cards {
            printed.insert(card.name.to_lowercase(), card.clone());
            printed.insert(id_of(&card.name), card.clone());
        }
        let by_id = cards.iter().map(source_of);
        let mut by_id: IndexMap<SmolStr, Arc<CardSource>> = by_id
            .map(|card| (card.id.clone(), Arc::new(card)))
            .collect();
        by_id.sort_unstable_keys();
        let (heroes, others) = cards.into_iter().partition(|card| card.kind == Kind::Hero);
        World {
            game: game(),
            by_id,
            printed,
            heroes,
            others,
        }
    }

    /// Creates a legal set and applies this many mutations.
    pub fn set(&self, rng: &mut Rng, breaches: usize) -> Made {
        let mut made = self.legal(rng);
        for _ in 0..breaches {
            let breach = *rng.pick(&Breach::ALL);
            self.breach(&mut made, breach, rng);
            made.breaches.push(breach);
        }
        for part in [&mut made.hero, &mut made.vanguard, &mut made.locations] {
            rewrite(part, rng);
        }
        rewrite(&mut made.deck, rng);
        made
    }

    fn legal(&self, rng: &mut Rng) -> Made {
        let eight: Vec<&Printed> = self
            .heroes
            .iter()
            .filter(|hero| hero.stats.iter().sum::<u64>() == 8)
            .collect();
        let hero = *rng.pick(&eight);
        let second = *rng.pick(&FACTIONS);
        let mut made = Made {
            hero: vec![(hero.name.clone(), 1)],
            statistics: (rng.below(2) == 0).then(|| statistics_of(hero)),
            ..Made::default()
        };
        for _ in 0..3 {
            made.vanguard.push((self.any(rng, |card| card.vanguard), 1));
        }
        while made.locations.len() < 3 {
            let name = self.any(rng, |card| card.kind == Kind::Location);
            if !made.locations.iter().any(|(known, _)| *known == name) {
                made.locations.push((name, 1));
            }
        }
        let own = |card: &Printed| {
            let faction = card.faction;
            for_decks(card)
                && (faction == hero.faction || faction == second || !FACTIONS.contains(&faction))
        };
        let mut left: u64 = 45;
        while left > 0 {
            let name = self.any(rng, own);
            let is: u64 = copies(&made.deck, &name);
            let count = (1 + rng.below(3) as u64).min(left).min(3 - is.min(3));
            if count > 0 {
                made.deck.push((name, count));
                left -= count;
            }
        }
        made
    }

    fn breach(&self, made: &mut Made, breach: Breach, rng: &mut Rng) {
        let hero = |rng: &mut Rng| rng.pick(&self.heroes).name.clone();
        let location = |card: &Printed| card.kind == Kind::Location;
        let vanguard = |card: &Printed| card.vanguard;
        match breach {
            Breach::NoHero => made.hero.clear(),
            Breach::SecondHero => made.hero.push((hero(rng), 1)),
            Breach::HeroTwice => made.hero.extend(made.hero.first().cloned()),
            Breach::UnitLeads => made.hero = vec![(self.any(rng, |_| true), 1)],
            Breach::HeroOfAnotherFaction => made.hero = vec![(hero(rng), 1)],
            Breach::HeroWithOtherStatistics => {
                let other = rng.pick(&self.heroes);
                made.statistics = Some(statistics_of(other));
            }
            Breach::HeroWhoseStatisticsAreNotEight => {
                let other = |hero: &&Printed| hero.stats.iter().sum::<u64>() != 8;
                let odd: Vec<&Printed> = self.heroes.iter().filter(other).collect();
                let odd = *rng.pick(&odd);
                made.hero = vec![(odd.name.clone(), 1)];
                made.statistics = None;
            }
            Breach::VanguardMissing => lose(&mut made.vanguard, rng),
            Breach::VanguardTooMany => made.vanguard.push((self.any(rng, vanguard), 1)),
            Breach::VanguardOfAnotherKind => {
                swap(
                    &mut made.vanguard,
                    self.any(rng, |card| !card.vanguard),
                    rng,
                );
            }
            Breach::StatisticTooMany | Breach::StatisticMissing | Breach::StatisticMisspelt => {
                let listed = made.statistics.get_or_insert_default();
                match breach {
                    Breach::StatisticTooMany => {
                        listed.push(((*rng.pick(&STATISTICS)).to_owned(), 1));
                    }
                    Breach::StatisticMissing => lose(listed, rng),
                    _ => swap(listed, "defence".to_owned(), rng),
                }
            }
            Breach::LocationMissing => lose(&mut made.locations, rng),
            Breach::LocationTooMany => made.locations.push((self.any(rng, location), 1)),
            Breach::LocationTwice => {
                if let Some(first) = made.locations.first().cloned() {
                    swap(&mut made.locations, first.0, rng);
                }
            }
            Breach::LocationOfAnotherKind => {
                swap(
                    &mut made.locations,
                    self.any(rng, |card| !location(card)),
                    rng,
                );
            }
            Breach::CardMissing => lose(&mut made.deck, rng),
            Breach::CardsTooMany => {
                let count = 1 + rng.below(5) as u64;
                made.deck.push((self.any(rng, for_decks), count));
            }
            Breach::CardOfAnotherKind => swap(&mut made.deck, self.any(rng, location), rng),
            Breach::HeroInTheDeck => swap(&mut made.deck, hero(rng), rng),
            Breach::VanguardInTheDeck => swap(&mut made.deck, self.any(rng, vanguard), rng),
            Breach::ThirdFaction => {
                let faction = *rng.pick(&FACTIONS);
                let of = |card: &Printed| for_decks(card) && card.faction == faction;
                swap(&mut made.deck, self.any(rng, of), rng);
            }
            Breach::FourthCopy => {
                if !made.deck.is_empty() {
                    let at = rng.below(made.deck.len());
                    made.deck[at].1 = 4 + rng.below(3) as u64;
                }
            }
            Breach::FourthCopyInAnotherLine => {
                if !made.deck.is_empty() {
                    let (name, _) = rng.pick(&made.deck).clone();
                    swap(&mut made.deck, name, rng);
                }
            }
            Breach::Misspelt => {
                let parts = [&mut made.vanguard, &mut made.locations, &mut made.deck];
                for part in parts.into_iter().skip(rng.below(3)).take(1) {
                    let name = *rng.pick(&["Tundra", "No Such Card", "Wolf Riders of Nowhere"]);
                    swap(part, name.to_owned(), rng);
                }
            }
            Breach::LineLost => {
                if !made.deck.is_empty() {
                    made.deck.remove(rng.below(made.deck.len()));
                }
            }
        }
    }

    /// Returns the name of a random card other than a hero.
    fn any(&self, rng: &mut Rng, which: impl Fn(&Printed) -> bool) -> String {
        loop {
            let card = rng.pick(&self.others);
            if which(card) {
                return card.name.clone();
            }
        }
    }
}

fn for_decks(card: &Printed) -> bool {
    !card.vanguard && !matches!(card.kind, Kind::Hero | Kind::Location)
}

fn copies(part: &[(String, u64)], name: &str) -> u64 {
    let same = part.iter().filter(|(known, _)| known == name);
    same.map(|(_, count)| count).sum()
}

fn statistics_of(hero: &Printed) -> Vec<(String, u64)> {
    let each = STATISTICS.iter().zip(hero.stats);
    each.filter(|(_, count)| *count > 0)
        .map(|(name, count)| ((*name).to_owned(), count))
        .collect()
}

/// Removes one copy from a line.
fn lose(part: &mut Vec<(String, u64)>, rng: &mut Rng) {
    if part.is_empty() {
        return;
    }
    let at = rng.below(part.len());
    part[at].1 -= 1;
    part.retain(|(_, count)| *count > 0);
}

/// Replaces one copy of a card by another card.
fn swap(part: &mut Vec<(String, u64)>, name: String, rng: &mut Rng) {
    lose(part, rng);
    let at = rng.below(part.len() + 1);
    part.insert(at, (name, 1));
}

/// Rewrites a part with the same meaning: different case, lines split, different order.
fn rewrite(part: &mut Vec<(String, u64)>, rng: &mut Rng) {
    for at in 0..part.len() {
        let (name, count) = part[at].clone();
        match rng.below(12) {
            0 => part[at].0 = name.to_uppercase(),
            1 => part[at].0 = name.to_lowercase(),
            3 => part[at].0 = id_of(&name),
            2 if count > 1 => {
                part[at].1 = count - 1;
                part.push((name, 1));
            }
            _ => {}
        }
    }
    rng.shuffle(part);
}

impl Made {
    /// Returns the set as the tool reads it.
    pub fn source(&self) -> KingdomSource {
        let mut place = 0_usize;
        let mut next = || {
            place += 10;
            Span::new(FileId(0), place..place + 5)
        };
        let mut set = KingdomSource {
            name: "Random".to_owned(),
            name_at: next(),
            game: None,
            house_rules: None,
            at: next(),
            zones: IndexMap::default(),
            unplaced: Vec::new(),
            broken: false,
        };
        let zones = [
            ("hero", Some(&self.hero)),
            ("vanguard", Some(&self.vanguard)),
            ("statistics", self.statistics.as_ref()),
            ("locations", Some(&self.locations)),
            ("deck", Some(&self.deck)),
        ];
        for (key, lines) in zones {
            let Some(lines) = lines else { continue };
            let at = next();
            let line = |(name, count): &(String, u64)| Line {
                name: name.clone(),
                name_at: next(),
                count: *count,
                count_at: next(),
            };
            let entries = lines.iter().map(line).collect();
            let zone = ZoneSource {
                at,
                whole: at,
                entries,
                broken: false,
            };
            set.zones.insert(key.to_owned(), zone);
        }
        set
    }
}

/// The first game with two more factions, so that a deck can have too many.
fn game() -> Game {
    let embedded = game::embedded();
    let embedded = embedded.iter().find(|game| game.id == "card-game");
    let (path, text) = &embedded.expect("the first game").game;
    let file = SourceFile::new(*path, *text);
    let mut game = game::load(FileId(0), &file).expect("its data is sound");
    let factions = game.vocabulary.get_mut("factions").expect("factions");
    for name in FACTIONS {
        factions.entry(name.to_owned()).or_insert_with(|| Term {
            name: name.to_owned(),
            ..Term::default()
        });
    }
    game
}

/// Enough cards for many different sets: some of each faction, neutral ones, and ones without a printed faction.
fn cards() -> Vec<Printed> {
    let mut rng = Rng::seeded("cards");
    let mut cards = Vec::new();
    let mut add = |name: String, kind: Kind, faction: &'static str, vanguard: bool| {
        cards.push(Printed {
            name,
            kind,
            faction,
            vanguard,
            stats: [0; 4],
        });
    };
    for faction in FACTIONS.into_iter().chain(["neutral"]) {
        for number in 1..=14 {
            add(
                format!("{faction} Unit {number}"),
                Kind::Unit,
                faction,
                false,
            );
        }
        for number in 1..=3 {
            add(
                format!("{faction} Guard {number}"),
                Kind::Unit,
                faction,
                true,
            );
        }
    }
    for number in 1..=12 {
        add(format!("Spell of Circle {number}"), Kind::Spell, "", false);
        add(format!("Art No. {number}"), Kind::Ability, "", false);
        add(
            format!("Sentinel's Relic {number}"),
            Kind::Artifact,
            "",
            number == 12,
        );
        add(format!("Keep {number}"), Kind::Location, "", false);
    }
    for faction in FACTIONS {
        for number in 1..=5 {
            let mut stats = [0; 4];
            for _ in 0..8 {
                stats[rng.below(4)] += 1;
            }
            if number == 5 {
                stats[rng.below(4)] += 2;
            }
            cards.push(Printed {
                name: format!("{faction} Hero {number}"),
                kind: Kind::Hero,
                faction,
                vanguard: false,
                stats,
            });
        }
    }
    cards
}

fn source_of(card: &Printed) -> CardSource {
    let nowhere = Span::new(FileId(0), 0..0);
    let card_type = match card.kind {
        Kind::Hero => "hero",
        Kind::Unit => "unit",
        Kind::Spell => "spell",
        Kind::Ability => "ability",
        Kind::Artifact => "artifact",
        Kind::Location => "location",
    };
    let mut fields = IndexMap::default();
    if !card.faction.is_empty() {
        let faction = FieldValue::Text(card.faction.to_owned());
        fields.insert("faction".into(), faction);
    }
    if card.vanguard {
        fields.insert("vanguard".into(), FieldValue::Flag(true));
    }
    if card.kind == Kind::Hero {
        let each = STATISTICS.iter().zip(card.stats);
        let each = each.map(|(name, number)| ((*name).into(), number as i64));
        fields.insert("stats".into(), FieldValue::Numbers(each.collect()));
    }
    CardSource {
        id: id_of(&card.name).into(),
        name: card.name.clone().into(),
        name_at: nowhere,
        card_type: card_type.into(),
        type_at: nowhere,
        fields: std::sync::Arc::new(fields.into_iter().collect()),
        places: Default::default(),
        effect: None,
        more_effects: Default::default(),
        manual: None,
        broken: false,
    }
}
