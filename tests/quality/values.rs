//! Mistakes in the values of fields.

use std::ops::Range;

use crate::mutant::{Kind, Mutant};
use crate::shipped::{Field, File, Shipped};
use crate::support::rng::Rng;
use crate::words::slip;

pub fn kinds() -> Vec<Kind> {
    vec![
        Kind {
            name: "value-misspelt",
            does: "a letter of a card type, a faction, a unit type or the like is wrong",
            most: 14,
            sites: misspelt,
        },
        Kind {
            name: "value-unknown",
            does: "the value of a field is a word that it does not allow",
            most: 14,
            sites: |shipped, _| {
                words(shipped, |file, field| {
                    Some(Mutant::change(file, field.value_at.clone(), "aquatic"))
                })
            },
        },
        Kind {
            name: "value-empty",
            does: "a field has no value",
            most: 14,
            sites: |shipped, _| {
                each_field(shipped, |file, field| {
                    let one_line = !field.value.starts_with('|');
                    let mutant = Mutant::remove(file, field.value_at.clone());
                    // The gap, or the empty field.
                    one_line.then(|| mutant.or(field.key_at.clone()))
                })
            },
        },
        Kind {
            name: "statistic-misspelt",
            does: "a letter of a statistic in a cost or of a number of a card is wrong",
            most: 12,
            sites: statistic_misspelt,
        },
        Kind {
            name: "statistic-unknown",
            does: "a cost or the numbers of a card have an unknown name",
            most: 15,
            sites: |shipped, _| {
                numbers(shipped, |file, name, _| {
                    Some(Mutant::change(file, name, "wisdom"))
                })
            },
        },
        Kind {
            name: "statistic-missing",
            does: "one of the numbers of a card is missing",
            most: 12,
            sites: |shipped, _| statistic_missing(shipped),
        },
        Kind {
            name: "text-for-number",
            does: "a word in place of a number",
            most: 14,
            sites: |shipped, _| {
                numbers(shipped, |file, _, number| {
                    Some(Mutant::change(file, number, "some"))
                })
            },
        },
        Kind {
            name: "number-in-letters",
            does: "a number is written out",
            most: 12,
            sites: |shipped, _| {
                numbers(shipped, |file, _, number| {
                    let words = [
                        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight",
                        "nine",
                    ];
                    let value: usize = file.text[number.clone()].parse().ok()?;
                    Some(Mutant::change(file, number, words.get(value)?))
                })
            },
        },
        Kind {
            name: "fraction-for-number",
            does: "a number has a fraction",
            most: 15,
            sites: |shipped, _| {
                numbers(shipped, |file, _, number| {
                    let half = format!("{}.5", &file.text[number.clone()]);
                    Some(Mutant::change(file, number, &half))
                })
            },
        },
        Kind {
            name: "list-for-text",
            does: "a list in place of a word",
            most: 14,
            sites: |shipped, _| {
                each_field(shipped, |file, field| {
                    let plain = !field.value.starts_with(['|', '{', '[', '"', '\'']);
                    let list = format!("[{}]", field.value);
                    plain.then(|| Mutant::change(file, field.value_at.clone(), &list))
                })
            },
        },
        Kind {
            name: "text-for-list",
            does: "traits without the brackets of a list",
            most: 14,
            sites: |shipped, _| {
                of(shipped, "traits", |file, field| {
                    let bare = field.value.trim_matches(['[', ']']).to_owned();
                    Some(Mutant::change(file, field.value_at.clone(), &bare))
                })
            },
        },
        Kind {
            name: "number-for-mapping",
            does: "a cost or the numbers of a card are a single number",
            most: 15,
            sites: |shipped, _| {
                let mut found = of(shipped, "cost", |file, field| {
                    Some(Mutant::change(file, field.value_at.clone(), "3"))
                });
                found.extend(of(shipped, "stats", |file, field| {
                    Some(Mutant::change(file, field.value_at.clone(), "3"))
                }));
                found
            },
        },
        Kind {
            name: "sign-wrong",
            does: "a number has a minus before it",
            most: 14,
            sites: |shipped, _| {
                numbers(shipped, |file, _, number| {
                    let negative = format!("-{}", &file.text[number.clone()]);
                    (negative != "-0").then(|| Mutant::change(file, number, &negative))
                })
            },
        },
        Kind {
            name: "number-out-of-range",
            does: "a number is larger than the game allows",
            most: 14,
            sites: |shipped, rng| {
                numbers(shipped, |file, _, number| {
                    let large = *rng.pick(&["40", "99", "1000"]);
                    Some(Mutant::change(file, number, large))
                })
            },
        },
        Kind {
            name: "sum-wrong",
            does: "the sum of the statistics of a hero is wrong",
            most: 8,
            sites: |shipped, _| sum_wrong(shipped),
        },
        Kind {
            name: "card-number-malformed",
            does: "a card number has the wrong form",
            most: 12,
            sites: |shipped, rng| {
                of(shipped, "number", |file, field| {
                    let (letters, digits) = field.value.split_once(' ')?;
                    let wrong = match rng.below(4) {
                        0 => format!("{letters}{digits}"),
                        1 => format!("{letters} {}", &digits[1..]),
                        2 => digits.to_owned(),
                        _ => format!("{} {digits}", &letters[..2]),
                    };
                    (file.game == 0).then(|| Mutant::change(file, field.value_at.clone(), &wrong))
                })
            },
        },
        Kind {
            name: "trait-doubled",
            does: "a trait is listed twice on a card",
            most: 15,
            sites: |shipped, _| {
                of(shipped, "traits", |file, field| {
                    let item = file.items(field).pop()?;
                    let again = format!(", {}", &file.text[item.clone()]);
                    Some(Mutant::insert(file, item.end, &again))
                })
            },
        },
        Kind {
            name: "trait-malformed",
            does: "a trait has a mark in it",
            most: 15,
            sites: |shipped, rng| {
                of(shipped, "traits", |file, field| {
                    let item = file.items(field).pop()?;
                    let word = &file.text[item.clone()];
                    let wrong = match rng.below(3) {
                        0 => format!("{word}!"),
                        1 => format!("\"*{word}*\""),
                        _ => format!("{word}."),
                    };
                    Some(Mutant::change(file, item, &wrong))
                })
            },
        },
        Kind {
            name: "flag-in-words",
            does: "a flag is neither `true` nor `false`",
            most: 8,
            sites: |shipped, rng| {
                of(shipped, "vanguard", |file, field| {
                    let other = *rng.pick(&["yes", "1", "\"true\"", "maybe"]);
                    (field.value == "true")
                        .then(|| Mutant::change(file, field.value_at.clone(), other))
                })
            },
        },
        Kind {
            name: "area-malformed",
            does: "a printed area has an invalid mark, no chosen space, or two",
            most: 12,
            sites: areas,
        },
    ]
}

/// Returns a mutant for each field of each card.
fn each_field(
    shipped: &Shipped,
    mut mutant: impl FnMut(&File, &Field<'_>) -> Option<Mutant>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        for field in file.fields() {
            found.extend(mutant(file, &field));
        }
    }
    found
}

/// Returns a mutant for one field of each card that has it.
fn of(
    shipped: &Shipped,
    key: &str,
    mut mutant: impl FnMut(&File, &Field<'_>) -> Option<Mutant>,
) -> Vec<Mutant> {
    each_field(shipped, |file, field| {
        (field.key == key).then(|| mutant(file, field)).flatten()
    })
}

/// Returns a mutant for each field with a word of the game.
fn words(
    shipped: &Shipped,
    mut mutant: impl FnMut(&File, &Field<'_>) -> Option<Mutant>,
) -> Vec<Mutant> {
    const KEYS: [&str; 6] = [
        "type",
        "faction",
        "unit_type",
        "hero_type",
        "statistic",
        "alignment",
    ];
    each_field(shipped, |file, field| {
        KEYS.contains(&field.key)
            .then(|| mutant(file, field))
            .flatten()
    })
}

fn misspelt(shipped: &Shipped, rng: &mut Rng) -> Vec<Mutant> {
    words(shipped, |file, field| {
        let wrong = slip::any(field.value, rng);
        (wrong != field.value)
            .then(|| Mutant::change(file, field.value_at.clone(), &wrong).misspelt())
    })
}

/// Returns a mutant for each number of a card, with the name before it.
fn numbers(
    shipped: &Shipped,
    mut mutant: impl FnMut(&File, Range<usize>, Range<usize>) -> Option<Mutant>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        for field in file.fields() {
            if !matches!(field.key, "cost" | "stats") {
                continue;
            }
            for item in file.items(&field) {
                let (name, number) = pair(file, item);
                found.extend(mutant(file, name, number));
            }
        }
    }
    found
}

/// Returns the two sides of `attack: 3`.
fn pair(file: &File, item: Range<usize>) -> (Range<usize>, Range<usize>) {
    let colon = item.start + file.text[item.clone()].find(": ").expect("a pair");
    (item.start..colon, colon + 2..item.end)
}

fn statistic_misspelt(shipped: &Shipped, rng: &mut Rng) -> Vec<Mutant> {
    numbers(shipped, |file, name, _| {
        let said = &file.text[name.clone()];
        let wrong = slip::any(said, rng);
        (wrong != said).then(|| Mutant::change(file, name, &wrong).misspelt())
    })
}

fn statistic_missing(shipped: &Shipped) -> Vec<Mutant> {
    of(shipped, "stats", |file, field| {
        let items = file.items(field);
        let last = items.last()?;
        let before = items[items.len() - 2].end;
        let mutant = Mutant::remove(file, before..last.end);
        // The gap, or the field that lacks it.
        let shorter = field.value_at.start..field.value_at.end - (last.end - before);
        Some(mutant.or(field.key_at.clone()).or(shorter))
    })
}

fn sum_wrong(shipped: &Shipped) -> Vec<Mutant> {
    of(shipped, "stats", |file, field| {
        let item = file.items(field).into_iter().next()?;
        let (_, number) = pair(file, item);
        let value: u32 = file.text[number.clone()].parse().ok()?;
        let mutant = Mutant::change(file, number, &(value + 1).to_string());
        // All of the numbers contribute to the sum.
        (file.value("type") == "hero" && file.game == 0)
            .then(|| mutant.or(field.key_at.clone()).or(field.value_at.clone()))
    })
}

fn areas(shipped: &Shipped, rng: &mut Rng) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        let Some(area) = file.field("area") else {
            continue;
        };
        let pattern = area.value_at.end + 1..area.lines_at.end;
        for (at, mark) in file.text[pattern.clone()].char_indices() {
            let at = pattern.start + at;
            let here = at..at + 1;
            match mark {
                '#' if rng.below(3) == 0 => {
                    found.push(Mutant::change(file, here.clone(), "@"));
                    found.push(Mutant::change(file, here, "X").or(chosen(file, &pattern)));
                }
                'X' => {
                    // The original chosen space cannot be determined: the whole field is wrong.
                    let whole = area.key_at.start..area.lines_at.end;
                    found.push(Mutant::change(file, here, "#").or(whole));
                }
                _ => {}
            }
        }
    }
    found
}

fn chosen(file: &File, pattern: &Range<usize>) -> Range<usize> {
    let mark = file.text[pattern.clone()]
        .find(['X', 'O'])
        .expect("a chosen space");
    pattern.start + mark..pattern.start + mark + 1
}
