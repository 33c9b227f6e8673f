//! Sets that break a rule of their game, and mistakes in the zones of a set.

use crate::mutant::{Kind, Mutant};
use crate::names::deck;
use crate::shipped::{Field, File, Shipped};
use crate::support::rng::Rng;
use crate::words::slip;

pub fn kinds() -> Vec<Kind> {
    vec![
        Kind {
            name: "set-card-too-many",
            does: "a deck has one copy too many of a card it may have more of",
            most: 12,
            sites: |shipped, _| counted(shipped, |count| (count < 3).then_some(count + 1)),
        },
        Kind {
            name: "set-card-too-few",
            does: "a deck has one copy too few of a card",
            most: 12,
            sites: |shipped, _| counted(shipped, |count| (count > 1).then(|| count - 1)),
        },
        Kind {
            name: "set-entry-dropped",
            does: "a line of a deck is missing",
            most: 15,
            sites: |shipped, _| {
                entries(shipped, |file, entry| {
                    let mutant = Mutant::remove(file, entry.lines_at.clone());
                    Some(at_zone(file, mutant))
                })
            },
        },
        Kind {
            name: "set-entry-doubled",
            does: "a line of a deck is written twice",
            most: 12,
            sites: |shipped, _| {
                entries(shipped, |file, entry| {
                    let at = entry.lines_at.end;
                    let line = &file.text[entry.lines_at.clone()];
                    let start = at + line.find(entry.key).unwrap_or(0);
                    Some(Mutant::insert(file, at, line).only(start..at + line.len() - 1))
                })
            },
        },
        Kind {
            name: "set-four-copies",
            does: "a deck of the right size has a fourth copy of a card",
            most: 12,
            sites: |shipped, _| four_copies(shipped),
        },
        Kind {
            name: "set-vanguard-in-deck",
            does: "a deck has a vanguard card",
            most: 12,
            sites: |shipped, rng| replaced(shipped, rng, "Champion"),
        },
        Kind {
            name: "set-location-in-deck",
            does: "a deck has a location",
            most: 12,
            sites: |shipped, rng| replaced(shipped, rng, "Mage Guild"),
        },
        Kind {
            name: "set-hero-in-deck",
            does: "a deck has a hero",
            most: 12,
            sites: |shipped, rng| replaced(shipped, rng, "Crag Hack"),
        },
        Kind {
            name: "set-statistic-in-deck",
            does: "a deck has a statistic card",
            most: 8,
            sites: |shipped, rng| replaced(shipped, rng, "Knowledge"),
        },
        Kind {
            name: "set-vanguard-count",
            does: "a set has two or four vanguard cards",
            most: 12,
            sites: |shipped, _| listed_count(shipped, "vanguard", ["Champion", "Prayer"]),
        },
        Kind {
            name: "set-vanguard-plain",
            does: "a card that is not a vanguard card is listed as one",
            most: 9,
            sites: |shipped, _| listed(shipped, "vanguard", "Magic Arrow"),
        },
        Kind {
            name: "set-location-count",
            does: "a set has two or four locations",
            most: 12,
            sites: |shipped, _| listed_count(shipped, "locations", ["Mage Guild", "Guardhouse"]),
        },
        Kind {
            name: "set-location-plain",
            does: "a card that is not a location is listed as one",
            most: 9,
            sites: |shipped, _| listed(shipped, "locations", "Magic Arrow"),
        },
        Kind {
            name: "set-location-doubled",
            does: "a location is listed twice",
            most: 6,
            sites: |shipped, _| location_doubled(shipped),
        },
        Kind {
            name: "set-hero-plain",
            does: "a unit or a spell leads a set",
            most: 8,
            sites: |shipped, _| {
                let mut found = Vec::new();
                for file in shipped.sets() {
                    let hero = file.field("hero").expect("a set has a hero").value_at;
                    let names: &[&str] = if file.game == 0 {
                        &["Pikeman", "Bless"]
                    } else {
                        &["Mage", "Genie"]
                    };
                    for name in names {
                        found.push(Mutant::change(file, hero.clone(), name));
                    }
                }
                found
            },
        },
        Kind {
            name: "set-statistics-wrong",
            does: "the statistic cards of a set differ from those of its hero",
            most: 8,
            sites: |shipped, _| statistics_wrong(shipped),
        },
        Kind {
            name: "set-alignment-foreign",
            does: "a starting force has a unit with a different alignment",
            most: 6,
            sites: |shipped, _| {
                let foreign = [
                    ("Halfling", "Squire"),
                    ("Dwarf", "Crossbowman"),
                    ("Mage", "Pikeman"),
                    ("Gold Golem", "Ballista"),
                    ("Genie", "Monk"),
                ];
                force(shipped, &foreign)
            },
        },
        Kind {
            name: "set-level-wrong",
            does: "a starting force has one more unit of a level that it has enough of",
            most: 6,
            sites: |shipped, _| level_wrong(shipped),
        },
        Kind {
            name: "zone-misspelt",
            does: "a letter of the key of a zone is wrong",
            most: 14,
            sites: zones_misspelt,
        },
        Kind {
            name: "zone-missing",
            does: "a zone of a set is missing",
            most: 14,
            sites: |shipped, _| {
                each_zone(shipped, |file, zone| {
                    let needed = !matches!(zone.key, "kingdom" | "game" | "statistics");
                    let name = file.field("kingdom").expect("a set has a name").value_at;
                    needed.then(|| Mutant::remove(file, zone.lines_at.clone()).or(name))
                })
            },
        },
        Kind {
            name: "zone-doubled",
            does: "a zone of a set is written twice",
            most: 14,
            sites: |shipped, _| {
                each_zone(shipped, |file, zone| {
                    let lines = &file.text[zone.lines_at.clone()];
                    let at = zone.lines_at.end;
                    let lines = if lines.ends_with('\n') {
                        lines.to_owned()
                    } else {
                        format!("\n{lines}")
                    };
                    let mutant = Mutant::insert(file, at, &lines);
                    Some(mutant.only(at..at + zone.key.len()))
                })
            },
        },
        Kind {
            name: "zone-unknown",
            does: "a set has a part that sets of its game do not have",
            most: 4,
            sites: |shipped, _| {
                let mut found = Vec::new();
                for file in shipped.sets() {
                    let at = file.field("hero").expect("a set has a hero").lines_at.end;
                    found.push(
                        Mutant::insert(file, at, "sideboard: [Magic Arrow]\n").only(at..at + 24),
                    );
                }
                found
            },
        },
        Kind {
            name: "game-misspelt",
            does: "a letter of the game of a set is wrong",
            most: 4,
            sites: |shipped, rng| {
                let mut found = Vec::new();
                for file in shipped.sets().filter(|file| file.value("game").len() > 4) {
                    let game = file.field("game").expect("a set has a game");
                    let wrong = slip::doubled(game.value, rng);
                    found.push(Mutant::change(file, game.value_at, &wrong).misspelt());
                }
                found
            },
        },
        Kind {
            name: "set-doubled",
            does: "another file defines a set of the same name",
            most: 4,
            sites: |shipped, _| {
                let mut found = Vec::new();
                for file in shipped.sets() {
                    let path = file.path.replace(".yaml", "-again.yaml");
                    let name = file.field("kingdom").expect("a set has a name").value_at;
                    let mut mutant = Mutant::beside(file, &path, file.text.clone(), name.clone());
                    mutant.elsewhere.push((file.path.clone(), name));
                    found.push(mutant);
                }
                found
            },
        },
        Kind {
            name: "count-malformed",
            does: "the number of copies of a card is not a valid count",
            most: 14,
            sites: |shipped, rng| {
                entries(shipped, |file, entry| {
                    let wrong = *rng.pick(&["two", "-1", "0", "1.5", "many", "[1]"]);
                    Some(Mutant::change(file, entry.value_at.clone(), wrong))
                })
            },
        },
        Kind {
            name: "count-empty",
            does: "the number of copies of a card is missing",
            most: 15,
            sites: |shipped, _| {
                entries(shipped, |file, entry| {
                    let mutant = Mutant::remove(file, entry.value_at.clone());
                    Some(mutant.or(entry.key_at.clone()))
                })
            },
        },
    ]
}

/// Returns a mutant for each line of each deck.
fn entries(
    shipped: &Shipped,
    mut mutant: impl FnMut(&File, &Field<'_>) -> Option<Mutant>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.sets() {
        for entry in deck(file) {
            found.extend(mutant(file, &entry));
        }
    }
    found
}

fn each_zone(
    shipped: &Shipped,
    mut mutant: impl FnMut(&File, &Field<'_>) -> Option<Mutant>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.sets() {
        for zone in file.fields() {
            found.extend(mutant(file, &zone));
        }
    }
    found
}

/// A wrong number of cards may be reported at the key of the zone as well as at the line.
fn at_zone(file: &File, mutant: Mutant) -> Mutant {
    let zone = file.field("deck").or_else(|| file.field("units"));
    mutant.or(zone.expect("a set has a deck").key_at)
}

fn counted(shipped: &Shipped, change: fn(u32) -> Option<u32>) -> Vec<Mutant> {
    entries(shipped, |file, entry| {
        let count = change(entry.value.parse().ok()?)?;
        let line = entry.key_at.start..entry.value_at.end;
        let mutant = Mutant::change(file, entry.value_at.clone(), &count.to_string());
        Some(at_zone(file, mutant).or(line))
    })
}

fn four_copies(shipped: &Shipped) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.sets().filter(|file| file.game == 0) {
        let deck = deck(file);
        for entry in deck.iter().filter(|entry| entry.value == "3") {
            // Another card has one copy less, so that the deck keeps its size.
            let other = deck
                .iter()
                .find(|other| other.value == "2")
                .expect("a card with two copies");
            let line = entry.key_at.start..entry.value_at.end;
            let mutant = Mutant::change(file, entry.value_at.clone(), "4");
            let mutant = mutant.and(file, other.value_at.clone(), "1");
            found.push(mutant.or(line));
        }
    }
    found
}

/// Replaces a card in the deck by another one.
fn replaced(shipped: &Shipped, rng: &mut Rng, name: &str) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.sets().filter(|file| file.game == 0) {
        let mut deck = deck(file);
        rng.shuffle(&mut deck);
        for entry in deck {
            let line = entry.key_at.start..entry.value_at.end + name.len() - entry.key.len();
            found.push(Mutant::change(file, entry.key_at, name).only(line));
        }
    }
    found
}

fn listed(shipped: &Shipped, zone: &str, name: &str) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.sets().filter(|file| file.game == 0) {
        let zone = file.field(zone).expect("a set has that zone");
        for item in file.items(&zone) {
            found.push(Mutant::change(file, item, name));
        }
    }
    found
}

/// Adds or removes one item.
fn listed_count(shipped: &Shipped, key: &str, names: [&str; 2]) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.sets().filter(|file| file.game == 0) {
        let zone = file.field(key).expect("a set has that zone");
        let items = file.items(&zone);
        let dropped = items[0].end..items[1].end;
        // The list, its key, or the item.
        let shorter = zone.key_at.start..zone.value_at.end - dropped.len();
        found.push(Mutant::remove(file, dropped).or(shorter));
        let other = names.iter().find(|name| !zone.value.contains(**name));
        let more = format!(", {}", other.expect("a card of that kind"));
        let longer = zone.key_at.start..zone.value_at.end + more.len();
        found.push(Mutant::insert(file, items[2].end, &more).or(longer));
    }
    found
}

fn location_doubled(shipped: &Shipped) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.sets().filter(|file| file.game == 0) {
        let zone = file.field("locations").expect("a set has locations");
        let items = file.items(&zone);
        let first = file.text[items[0].clone()].to_owned();
        for item in &items[1..] {
            found.push(Mutant::change(file, item.clone(), &first).or(items[0].clone()));
        }
    }
    found
}

fn statistics_wrong(shipped: &Shipped) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.sets() {
        let Some(zone) = file.field("statistics") else {
            continue;
        };
        let items = file.items(&zone);
        for item in &items {
            let count = item.end - 1..item.end;
            for wrong in ["4", "0"] {
                if &file.text[count.clone()] != wrong {
                    let mutant = Mutant::change(file, count.clone(), wrong);
                    found.push(mutant.or(item.clone()).or(zone.key_at.clone()));
                }
            }
        }
    }
    found
}

/// Replaces a unit of the starting force by another one.
fn force(shipped: &Shipped, pairs: &[(&str, &str)]) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.sets().filter(|file| file.game == 1) {
        let units = deck(file);
        for (old, new) in pairs {
            let entry = units
                .iter()
                .find(|entry| entry.key == *old)
                .expect("a unit of the force");
            let line = entry.key_at.start..entry.value_at.end + new.len() - old.len();
            let mutant = Mutant::change(file, entry.key_at.clone(), new).only(line);
            found.push(at_zone(file, mutant));
        }
    }
    found
}

/// Adds a unit to the starting force.
fn level_wrong(shipped: &Shipped) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.sets().filter(|file| file.game == 1) {
        let at = deck(file)
            .last()
            .expect("a force of several units")
            .lines_at
            .end;
        for name in ["Titan", "Naga"] {
            let line = format!("  {name}: 1\n");
            let mutant = Mutant::insert(file, at, &line).only(at..at + line.len());
            found.push(at_zone(file, mutant));
        }
    }
    found
}

fn zones_misspelt(shipped: &Shipped, rng: &mut Rng) -> Vec<Mutant> {
    let mut found = Vec::new();
    for _ in 0..2 {
        found.extend(each_zone(shipped, |file, zone| {
            let wrong = slip::any(zone.key, rng);
            (wrong != zone.key)
                .then(|| Mutant::change(file, zone.key_at.clone(), &wrong).misspelt())
        }));
    }
    found
}
