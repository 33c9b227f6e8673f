//! Mistakes in the fields of a card.

use crate::mutant::{Kind, Mutant};
use crate::shipped::{File, Shipped};
use crate::support::rng::Rng;
use crate::words::slip;

pub fn kinds() -> Vec<Kind> {
    vec![
        Kind {
            name: "field-misspelt",
            does: "a letter of the key of a field is wrong",
            most: 14,
            sites: misspelt,
        },
        Kind {
            name: "field-unknown",
            does: "a card has a field that the game does not know",
            most: 15,
            sites: |shipped, rng| {
                added(shipped, |_| {
                    let (key, value) =
                        *rng.pick(&[("rarity", "rare"), ("mana", "3"), ("author", "nobody")]);
                    Some((key.to_owned(), value.to_owned()))
                })
            },
        },
        Kind {
            name: "field-of-another-type",
            does: "a card has a field that only cards of other types have",
            most: 12,
            sites: |shipped, rng| {
                added(shipped, |file| {
                    let others = [
                        ("unit_type", "ground"),
                        ("hero_type", "might"),
                        ("faction", "castle"),
                        ("statistic", "power"),
                    ];
                    let (key, value) = *rng.pick(&others);
                    let known = match file.value("type") {
                        "unit" => ["unit_type", "faction"].contains(&key),
                        "hero" => ["hero_type", "faction"].contains(&key),
                        _ => false,
                    };
                    (file.game == 0 && !known).then(|| (key.to_owned(), value.to_owned()))
                })
            },
        },
        Kind {
            name: "field-missing",
            does: "a field that every card of the type has is missing",
            most: 12,
            sites: |shipped, _| missing(shipped),
        },
        Kind {
            name: "field-doubled",
            does: "the line of a field is written twice",
            most: 14,
            sites: |shipped, _| doubled(shipped),
        },
        Kind {
            name: "values-swapped",
            does: "the values of two fields are exchanged",
            most: 14,
            sites: |shipped, _| swapped(shipped),
        },
        Kind {
            name: "card-doubled",
            does: "another file defines a card of the same name",
            most: 12,
            sites: |shipped, _| card_doubled(shipped),
        },
        Kind {
            name: "number-doubled",
            does: "a card has the card number of another card",
            most: 12,
            sites: number_doubled,
        },
    ]
}

fn misspelt(shipped: &Shipped, rng: &mut Rng) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        for field in file.fields() {
            let wrong = loop {
                let wrong = slip::any(field.key, rng);
                if wrong != field.key {
                    break wrong;
                }
            };
            found.push(Mutant::change(file, field.key_at, &wrong).misspelt());
        }
    }
    found
}

/// Returns a line with a field above the effect text or the flavour.
fn added(
    shipped: &Shipped,
    mut field: impl FnMut(&File) -> Option<(String, String)>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        let (Some(behind), Some((key, value))) = (file.field("type"), field(file)) else {
            continue;
        };
        let at = behind.lines_at.end;
        let mutant = Mutant::insert(file, at, &format!("{key}: {value}\n"));
        // Its key, or the whole line.
        found.push(mutant.only(at..at + key.len() + 2 + value.len()));
    }
    found
}

fn missing(shipped: &Shipped) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        let card_type = file.value("type");
        let flagged = file.value("vanguard") == "true";
        for field in file.fields() {
            let needed = match field.key {
                "name" | "type" | "faction" | "unit_type" | "hero_type" | "stats" => true,
                "cost" => !flagged,
                "effect" => file.game == 0 && !matches!(card_type, "unit" | "hero"),
                "alignment" | "level" | "phase" | "melee_attack" | "ranged_attack" | "defense" => {
                    true
                }
                _ => false,
            };
            if !needed {
                continue;
            }
            let mutant = Mutant::remove(file, field.lines_at.clone());
            // A missing field is reported at the name of the card, or at the gap.
            let name = file.field("name").expect("a card has a name");
            found.push(if field.key == "name" {
                mutant
            } else {
                mutant.or(name.value_at)
            });
        }
    }
    found
}

fn doubled(shipped: &Shipped) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        for field in file.fields() {
            let lines = &file.text[field.lines_at.clone()];
            let at = field.lines_at.end;
            let mutant = Mutant::insert(file, at, lines);
            found.push(mutant.only(at..at + field.key.len()));
        }
    }
    found
}

fn swapped(shipped: &Shipped) -> Vec<Mutant> {
    const PAIRS: [(&str, &str); 8] = [
        ("faction", "unit_type"),
        ("type", "faction"),
        ("name", "type"),
        ("number", "expansion"),
        ("faction", "hero_type"),
        ("unit_type", "traits"),
        ("cost", "stats"),
        ("alignment", "level"),
    ];
    let mut found = Vec::new();
    for file in shipped.cards() {
        for (one, other) in PAIRS {
            let (Some(one), Some(other)) = (file.field(one), file.field(other)) else {
                continue;
            };
            let mutant = Mutant::change(file, one.value_at.clone(), other.value);
            let mut mutant = mutant.and(file, other.value_at.clone(), one.value);
            // The position of the second value in the mutated file.
            let shift = other.value.len() as isize - one.value.len() as isize;
            let start = if other.value_at.start > one.value_at.start {
                (other.value_at.start as isize + shift) as usize
            } else {
                other.value_at.start
            };
            mutant = mutant.or(start..start + one.value.len());
            mutant.what = format!(
                "the values of `{}` and `{}` are exchanged",
                one.key, other.key
            );
            found.push(mutant);
        }
    }
    found
}

fn card_doubled(shipped: &Shipped) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        let path = file.path.replace(".yaml", "-again.yaml");
        // A unique card number, and a unique position in a text.
        let mut text = file.text.clone();
        if let Some(number) = file.field("number") {
            text.replace_range(number.value_at, "CAN 9001");
        }
        let name = file.field("name").expect("a card has a name").value_at;
        let mut mutant = Mutant::beside(file, &path, text, name.clone());
        // It is unknown which of the two is the copy.
        mutant.elsewhere.push((file.path.clone(), name));
        found.push(mutant);
    }
    found
}

fn number_doubled(shipped: &Shipped, rng: &mut Rng) -> Vec<Mutant> {
    let numbered: Vec<&File> = shipped
        .cards()
        .filter(|file| file.field("number").is_some())
        .collect();
    let mut found = Vec::new();
    for file in &numbered {
        let other = rng.pick(&numbered);
        if other.index == file.index {
            continue;
        }
        let at = file.field("number").expect("a numbered card").value_at;
        let mut mutant = Mutant::change(file, at, other.value("number"));
        // It is unknown which of the two is wrong.
        let first = other.field("number").expect("a numbered card").value_at;
        mutant.elsewhere.push((other.path.clone(), first));
        found.push(mutant);
    }
    found
}
