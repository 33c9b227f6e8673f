//! Mistakes in names in a text, a card or a set: cards, traits, headings.

use std::ops::Range;

use crate::mutant::{Kind, Mutant};
use crate::shipped::{Field, File, Shipped};
use crate::support::rng::Rng;
use crate::words::slip;

pub fn kinds() -> Vec<Kind> {
    vec![
        Kind {
            name: "name-in-text-misspelt",
            does: "a letter of a name between quotation marks is wrong",
            most: 14,
            sites: |shipped, rng| misspelt_between(shipped, rng, '"'),
        },
        Kind {
            name: "name-in-text-unknown",
            does: "a text names a card that does not exist",
            most: 15,
            sites: |shipped, _| {
                let stranger = |file: &File, at| Mutant::change(file, at, "\"Moon Wizard\"");
                between(shipped, '"', stranger)
            },
        },
        Kind {
            name: "name-quotation-marks-dropped",
            does: "the quotation marks of a name are missing",
            most: 12,
            sites: |shipped, _| between(shipped, '"', bare),
        },
        Kind {
            name: "trait-in-text-misspelt",
            does: "a letter of a trait between asterisks is wrong",
            most: 12,
            sites: |shipped, rng| misspelt_between(shipped, rng, '*'),
        },
        Kind {
            name: "trait-in-text-unknown",
            does: "a text names a trait that no card has",
            most: 15,
            sites: |shipped, _| {
                let stranger = |file: &File, at| Mutant::change(file, at, "*moonlit*");
                between(shipped, '*', stranger)
            },
        },
        Kind {
            name: "trait-asterisks-dropped",
            does: "the asterisks of a trait are missing",
            most: 14,
            sites: |shipped, _| between(shipped, '*', bare),
        },
        Kind {
            name: "trait-in-list-misspelt",
            does: "a letter of a trait in the list of a card is wrong",
            most: 12,
            sites: traits_misspelt,
        },
        Kind {
            name: "heading-misspelt",
            does: "a letter of a heading is wrong",
            most: 12,
            sites: headings_misspelt,
        },
        Kind {
            name: "heading-unknown",
            does: "a line has a heading that the game does not have",
            most: 12,
            sites: |shipped, rng| {
                headings(shipped, |file, at| {
                    let other = *rng.pick(&["Spellburst", "Inspire", "Overkill"]);
                    Some(Mutant::change(file, at, other))
                })
            },
        },
        Kind {
            name: "name-in-deck-misspelt",
            does: "a letter of a name in a deck is wrong",
            most: 12,
            sites: deck_misspelt,
        },
        Kind {
            name: "name-in-set-misspelt",
            does: "a letter of the name of a hero, a vanguard card or a location of a set is wrong",
            most: 12,
            sites: set_misspelt,
        },
        Kind {
            name: "card-removed",
            does: "a card is removed that one text or set still names",
            most: 12,
            sites: |shipped, _| removed(shipped),
        },
    ]
}

/// Returns a mutant for each name or trait in a text, including its marks.
fn between(
    shipped: &Shipped,
    mark: char,
    mut mutant: impl FnMut(&File, Range<usize>) -> Mutant,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in &shipped.files {
        for line in file.text_lines() {
            let marks: Vec<usize> = file.text[line.clone()]
                .match_indices(mark)
                .map(|(at, _)| line.start + at)
                .collect();
            for pair in marks.chunks_exact(2) {
                found.push(mutant(file, pair[0]..pair[1] + 1));
            }
        }
    }
    found
}

fn misspelt_between(shipped: &Shipped, rng: &mut Rng, mark: char) -> Vec<Mutant> {
    between(shipped, mark, |file, at| {
        let inner = at.start + 1..at.end - 1;
        let wrong = slip(&file.text[inner], rng);
        Mutant::change(file, at, &format!("{mark}{wrong}{mark}")).misspelt()
    })
}

fn bare(file: &File, at: Range<usize>) -> Mutant {
    let inner = file.text[at.start + 1..at.end - 1].to_owned();
    Mutant::change(file, at, &inner)
}

/// Makes a typo that changes more than a capital letter.
fn slip(word: &str, rng: &mut Rng) -> String {
    loop {
        let wrong = slip::any(word, rng);
        if !wrong.eq_ignore_ascii_case(word) && !wrong.contains("  ") && wrong.trim() == wrong {
            return wrong;
        }
    }
}

fn traits_misspelt(shipped: &Shipped, rng: &mut Rng) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        let Some(traits) = file.field("traits") else {
            continue;
        };
        for item in file.items(&traits) {
            let wrong = slip(&file.text[item.clone()], rng);
            found.push(Mutant::change(file, item, &wrong).misspelt());
        }
    }
    found
}

/// Returns a mutant for each heading of a text.
fn headings(
    shipped: &Shipped,
    mut mutant: impl FnMut(&File, Range<usize>) -> Option<Mutant>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in &shipped.files {
        let names = shipped.game_of(file).headings.values();
        let names: Vec<&str> = names.map(|heading| heading.name.as_str()).collect();
        for line in file.text_lines() {
            let text = &file.text[line.clone()];
            let heading = names
                .iter()
                .filter(|name| {
                    text.strip_prefix(**name)
                        .is_some_and(|rest| rest.starts_with(':'))
                })
                .max_by_key(|name| name.len());
            if let Some(name) = heading {
                found.extend(mutant(file, line.start..line.start + name.len()));
            }
        }
    }
    found
}

fn headings_misspelt(shipped: &Shipped, rng: &mut Rng) -> Vec<Mutant> {
    headings(shipped, |file, at| {
        let wrong = slip(&file.text[at.clone()], rng);
        Some(Mutant::change(file, at, &wrong).misspelt())
    })
}

/// Returns the zone of a set that has a line for each card.
pub fn deck<'f>(file: &'f File) -> Vec<Field<'f>> {
    let zone = file.field("deck").or_else(|| file.field("units"));
    zone.map_or(Vec::new(), |zone| file.entries(&zone))
}

fn deck_misspelt(shipped: &Shipped, rng: &mut Rng) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.sets() {
        for entry in deck(file) {
            let wrong = slip(entry.key, rng);
            found.push(Mutant::change(file, entry.key_at, &wrong).misspelt());
        }
    }
    found
}

fn set_misspelt(shipped: &Shipped, rng: &mut Rng) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.sets() {
        for zone in ["hero", "vanguard", "locations"] {
            let Some(field) = file.field(zone) else {
                continue;
            };
            let mut names = file.items(&field);
            if zone == "hero" {
                names.push(field.value_at);
            }
            for name in names {
                let wrong = slip(&file.text[name.clone()], rng);
                found.push(Mutant::change(file, name, &wrong).misspelt());
            }
        }
    }
    found
}

/// Cards that are named in exactly one place, which is where their absence is reported.
fn removed(shipped: &Shipped) -> Vec<Mutant> {
    let mut found = Vec::new();
    for card in shipped.cards() {
        let name = card.value("name");
        let mut named: Vec<(String, Range<usize>)> = Vec::new();
        for file in shipped.files.iter().filter(|file| file.game == card.game) {
            for line in file.text_lines() {
                let quoted = format!("\"{name}\"");
                for (at, _) in file.text[line.clone()].match_indices(&quoted) {
                    let start = line.start + at;
                    named.push((file.path.clone(), start..start + quoted.len()));
                }
            }
            if file.index != card.index && file.holds() == crate::shipped::Holds::Set {
                for entry in deck(file).into_iter().filter(|entry| entry.key == name) {
                    named.push((file.path.clone(), entry.key_at));
                }
                for zone in ["hero", "vanguard", "locations"] {
                    let Some(field) = file.field(zone) else {
                        continue;
                    };
                    let mut items = file.items(&field);
                    items.push(field.value_at);
                    items.retain(|item| &file.text[item.clone()] == name);
                    named.extend(items.into_iter().map(|item| (file.path.clone(), item)));
                }
            }
        }
        if let [(path, _)] = named.as_slice()
            && *path != card.path
        {
            let mut mutant = Mutant::gone(card);
            mutant.elsewhere = named;
            found.push(mutant);
        }
    }
    found
}
