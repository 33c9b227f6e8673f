//! The judge written from the rulebook, section "Kingdom set". It does not read the rules in the game's data, so it
//! repeats their numbers. The names of rules are labels for the comparison.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::sets::{Kind, Made, Printed};

/// The number of violations of each rule, by name.
pub type Broken = BTreeMap<String, usize>;

/// Judges a set by the rulebook.
pub fn validate(printed: &HashMap<String, Printed>, set: &Made) -> Broken {
    let mut broken = Broken::new();
    let mut note = |rule: &str, times: usize| {
        if times > 0 {
            broken.insert(rule.to_owned(), times);
        }
    };
    let card = |name: &str| printed.get(&name.to_lowercase());
    let parts = [&set.hero, &set.vanguard, &set.locations, &set.deck];

    // An unknown name is reported at each line; everything else may still be judged.
    let names = parts.iter().flat_map(|part| part.iter());
    let unknown = names.filter(|(name, _)| card(name).is_none());
    note("unknown-card", unknown.count());

    // "Each deck may contain only 1 Hero card."
    let heroes = sum(&set.hero);
    note("one-hero", usize::from(heroes != 1));
    let is_hero = |known: &Printed| known.kind == Kind::Hero;
    note("hero-is-hero", cards_but(printed, &set.hero, is_hero));

    // "Each deck can have 3 Vanguard cards."
    note("three-vanguard-cards", usize::from(sum(&set.vanguard) != 3));
    let is_vanguard = |known: &Printed| known.vanguard;
    note(
        "vanguard-is-vanguard",
        cards_but(printed, &set.vanguard, is_vanguard),
    );

    // "The number of cards of each type should equal the number listed on the Hero card." This requires exactly one
    // hero.
    let hero = the_hero(printed, set);
    let statistics = statistics(set, hero);
    let mut wrong_statistics = 0;
    if let Some(hero) = hero
        && let Some(lines) = &set.statistics
    {
        let all = ["attack", "defense", "power", "knowledge"];
        let unreadable = lines.iter().any(|(name, _)| !all.contains(&name.as_str()));
        for (name, wanted) in all.iter().zip(hero.stats) {
            let same = lines.iter().filter(|(line, _)| line == name);
            let is: u64 = same.map(|(_, count)| count).sum();
            // The unreadable line may be the missing card.
            if is > wanted || (is < wanted && !unreadable) {
                wrong_statistics = 1;
            }
        }
    }
    note("statistics-of-the-hero", wrong_statistics);
    let lines = set.statistics.iter().flatten();
    let known = ["attack", "defense", "power", "knowledge"];
    let unknown = lines.filter(|(name, _)| !known.contains(&name.as_str()));
    note("unknown-value", unknown.count());

    // "Each Kingdom set must have exactly 3 Location cards. Each Location card in a Kingdom set must be unique."
    note("three-locations", usize::from(sum(&set.locations) != 3));
    let is_location = |known: &Printed| known.kind == Kind::Location;
    note(
        "locations-are-locations",
        cards_but(printed, &set.locations, is_location),
    );
    note("different-locations", more_than(printed, &set.locations, 1));

    // "Each deck must have exactly 45 cards. … up to 2 different factions, 1 of which must be the Hero card's
    // faction. No more than 3 copies of the same card may occur in a deck."
    note("deck-of-45", usize::from(sum(&set.deck) != 45));
    let in_decks = |known: &Printed| !matches!(known.kind, Kind::Hero | Kind::Location);
    note("deck-cards", cards_but(printed, &set.deck, in_decks));
    note(
        "no-vanguard-in-the-deck",
        cards_but(printed, &set.deck, |known| !known.vanguard),
    );
    let mut factions: BTreeSet<&str> = BTreeSet::new();
    factions.extend(hero.map(|hero| hero.faction));
    let of_deck = set.deck.iter().filter_map(|(name, _)| card(name));
    factions.extend(of_deck.map(|known| known.faction));
    factions.remove("neutral");
    factions.remove("");
    note("two-factions", usize::from(factions.len() > 2));
    note("three-copies", more_than(printed, &set.deck, 3));

    // "A player's entire Kingdom set consists of 60 cards." If a part has the wrong number of cards, the sum is wrong
    // for that reason and is not reported again.
    let parts_are_right = [
        "one-hero",
        "three-vanguard-cards",
        "statistics-of-the-hero",
        "three-locations",
        "deck-of-45",
    ]
    .iter()
    .all(|rule| !broken.contains_key(*rule));
    if parts_are_right {
        let cards: u64 = parts.iter().map(|part| sum(part)).sum();
        let wrong = match statistics {
            Some(statistics) => cards + statistics != 60,
            // The number of statistic cards is unknown.
            None => cards > 60,
        };
        if wrong {
            broken.insert("sixty-cards".to_owned(), 1);
        }
    }
    broken
}

fn sum(part: &[(String, u64)]) -> u64 {
    part.iter().map(|(_, count)| count).sum()
}

/// Returns the hero, if there is exactly one.
fn the_hero<'p>(printed: &'p HashMap<String, Printed>, set: &Made) -> Option<&'p Printed> {
    let cards = set
        .hero
        .iter()
        .filter_map(|(name, _)| printed.get(&name.to_lowercase()));
    let heroes: Vec<&Printed> = cards.filter(|card| card.kind == Kind::Hero).collect();
    let first = heroes.first()?;
    let one = heroes.iter().all(|hero| hero.name == first.name);
    one.then_some(*first)
}

/// Returns the number of statistic cards; that of the hero if the set does not list them.
fn statistics(set: &Made, hero: Option<&Printed>) -> Option<u64> {
    match &set.statistics {
        Some(lines) => Some(sum(lines)),
        None => hero.map(|hero| hero.stats.iter().sum()),
    }
}

/// Counts the different cards of a part that have the wrong type.
fn cards_but(
    printed: &HashMap<String, Printed>,
    part: &[(String, u64)],
    right: impl Fn(&Printed) -> bool,
) -> usize {
    let cards = part
        .iter()
        .filter_map(|(name, _)| printed.get(&name.to_lowercase()));
    let wrong: BTreeSet<&str> = cards
        .filter(|card| !right(card))
        .map(|card| card.name.as_str())
        .collect();
    wrong.len()
}

/// Counts the cards that exceed a number of copies in a part, with all lines added up.
fn more_than(printed: &HashMap<String, Printed>, part: &[(String, u64)], most: u64) -> usize {
    let mut copies: BTreeMap<&str, u64> = BTreeMap::new();
    for (name, count) in part {
        if let Some(card) = printed.get(&name.to_lowercase()) {
            *copies.entry(&card.name).or_default() += count;
        }
    }
    copies.values().filter(|copies| **copies > most).count()
}
