//! Texts that parse but make no sense on their card.

use crate::mutant::{Kind, Mutant};
use crate::shipped::{File, Shipped};

pub fn kinds() -> Vec<Kind> {
    vec![
        Kind {
            name: "heading-of-another-type",
            does: "a line has a heading that never applies to cards of its type",
            most: 14,
            sites: |shipped, rng| {
                heads(shipped, |file, at| {
                    let other = match file.value("type") {
                        "unit" => *rng.pick(&["Instant", "Control"]),
                        "hero" => *rng.pick(&["On Attack", "On Retaliate", "Instant", "Control"]),
                        _ => *rng.pick(&["On Attack", "On Activation", "Control"]),
                    };
                    // Only headings that bind nothing can be removed without a trace.
                    (file.game == 0 && file.text[at.clone()] == *"Passive")
                        .then(|| Mutant::change(file, at, other))
                })
            },
        },
        Kind {
            name: "heading-added-of-another-type",
            does: "a text without a heading gets one that never applies to cards of its type",
            most: 14,
            sites: |shipped, rng| {
                let mut found = Vec::new();
                for file in shipped.cards() {
                    let lines = file.text_lines();
                    let Some(line) = lines.first() else { continue };
                    let text = &file.text[line.clone()];
                    let plain = text.starts_with("Deal ") || text.starts_with("Draw ");
                    if plain && matches!(file.value("type"), "spell" | "ability") {
                        let other = *rng.pick(&["Control: ", "On Activation: ", "Passive: "]);
                        found.push(Mutant::insert(file, line.start, other));
                    }
                }
                found
            },
        },
        Kind {
            name: "heading-missing",
            does: "the heading that an Ongoing or Reaction card needs is missing",
            most: 14,
            sites: |shipped, _| {
                let mut found = Vec::new();
                for file in shipped.cards() {
                    let needed = ["ongoing", "reaction"]
                        .iter()
                        .any(|word| file.value("traits").contains(word));
                    let lines = file.text_lines();
                    if let (true, [line]) = (needed, lines.as_slice()) {
                        let text = &file.text[line.clone()];
                        let Some(colon) = text.find(": ") else {
                            continue;
                        };
                        let mutant = Mutant::remove(file, line.start..line.start + colon + 2);
                        // The line that lacks it.
                        found.push(mutant.or(line.start..line.end - colon - 2));
                    }
                }
                found
            },
        },
        Kind {
            name: "trait-of-heading-missing",
            does: "a card with an Ongoing or Reaction heading loses the trait",
            most: 14,
            sites: |shipped, _| {
                let mut found = Vec::new();
                for file in shipped.cards() {
                    let Some(traits) = file.field("traits") else {
                        continue;
                    };
                    let items = file.items(&traits);
                    for (number, item) in items.iter().enumerate() {
                        let word = &file.text[item.clone()];
                        if !matches!(word, "ongoing" | "reaction") {
                            continue;
                        }
                        let at = if items.len() == 1 {
                            traits.lines_at.clone()
                        } else if number > 0 {
                            items[number - 1].end..item.end
                        } else {
                            item.start..items[1].start
                        };
                        let gone = at.len();
                        let mut mutant = Mutant::remove(file, at);
                        // The text and the traits contradict each other: the heading is a valid position, too.
                        if let Some(line) = file.text_lines().first() {
                            let start = line.start - gone;
                            mutant = mutant.or(start..start + word.len());
                        }
                        found.push(mutant);
                    }
                }
                found
            },
        },
        Kind {
            name: "reference-unbound",
            does: "a sentence to which a later one refers is missing",
            most: 14,
            sites: |shipped, _| unbound(shipped),
        },
        Kind {
            name: "reference-wrong",
            does: "a text refers to a target, an attacker or an attached unit that does not exist",
            most: 14,
            sites: |shipped, rng| {
                phrases(
                    shipped,
                    &["an enemy unit", "a friendly unit"],
                    |file, at| {
                        let other = *rng.pick(&["the target", "the attacker", "the attached unit"]);
                        let bare = matches!(file.value("type"), "spell" | "ability" | "artifact");
                        let line = file.text[..at.start].rfind('\n').map_or(0, |end| end + 1);
                        let headed = file.text[line..at.start].contains(':')
                            || file.text[line..at.start].contains('[');
                        (bare && !headed).then(|| Mutant::change(file, at, other))
                    },
                )
            },
        },
        Kind {
            name: "time-dropped",
            does: "a lasting change has no duration",
            most: 14,
            sites: |shipped, _| {
                let times = [
                    " until the end of the round",
                    " until the end of the turn",
                    " until the end of the attack",
                    " for the rest of the game",
                    " this round",
                ];
                phrases(shipped, &times, |file, at| {
                    let line = file.text[..at.start].rfind('\n').map_or(0, |end| end + 1);
                    let said = &file.text[line..at.start];
                    // A condition or event about this round is not a lasting change.
                    let lasting = [
                        "gains", "loses", "lose", "Set", "becomes", "cannot", "costs",
                    ]
                    .iter()
                    .any(|verb| said.contains(verb));
                    let commanded = !said.contains("Once per round")
                        && !said.contains(" if ")
                        && !said.contains("If ");
                    let sentence = file.text[at.end..].starts_with('.');
                    (lasting && commanded && sentence).then(|| {
                        let start = at.start;
                        let begin = file.text[line..start]
                            .rfind(". ")
                            .map_or(line + 2, |dot| line + dot + 2);
                        Mutant::remove(file, at).or(begin..start)
                    })
                })
            },
        },
        Kind {
            name: "number-zero",
            does: "an effect deals, draws or moves 0",
            most: 14,
            sites: |shipped, _| {
                let verbs = [
                    "Deal 1",
                    "Deal 2",
                    "Deal 3",
                    "deal 1",
                    "deal 2",
                    "draw 2",
                    "Draw 2",
                    "Draw 3",
                    "Remove 1",
                    "up to 2",
                    "Increase 1",
                    "Increase 2",
                    "deals 1",
                ];
                phrases(shipped, &verbs, |file, at| {
                    Some(Mutant::change(file, at.end - 1..at.end, "0"))
                })
            },
        },
        Kind {
            name: "number-beyond-reason",
            does: "a number in a text is larger than anything in the game",
            most: 14,
            sites: |shipped, _| {
                let places = [
                    "range 1",
                    "range 2",
                    "range 3",
                    "Draw 2",
                    "draw 2",
                    "Draw 3",
                    "Deal 2",
                    "Deal 3",
                    "Discard 2",
                    "up to 2 steps",
                    "top 3",
                ];
                phrases(shipped, &places, |file, at| {
                    let digit =
                        at.start + file.text[at.clone()].find(|c: char| c.is_ascii_digit())?;
                    Some(Mutant::change(file, digit..digit + 1, "500"))
                })
            },
        },
        Kind {
            name: "place-missing",
            does: "a distance is measured from a card that is not on the map",
            most: 12,
            sites: |shipped, _| {
                phrases(
                    shipped,
                    &[
                        " adjacent to your hero",
                        " of your hero",
                        " toward your hero",
                    ],
                    |file, at| {
                        let bare = matches!(file.value("type"), "spell" | "ability" | "artifact");
                        let measured = ["adjacent", "range 1", "range 2", "range 3"];
                        let before = &file.text[..at.start];
                        let begin = measured
                            .iter()
                            .find_map(|word| before.ends_with(word).then(|| at.start - word.len()));
                        let start = begin.map(|begin| {
                            let line = before.rfind('\n').map_or(0, |end| end + 1);
                            file.text[line..begin]
                                .rfind("within")
                                .map_or(begin, |within| line + within)
                        });
                        let start = start?;
                        let end = at.start;
                        let start = if before[..start].ends_with("not ") {
                            start - 4
                        } else {
                            start
                        };
                        bare.then(|| Mutant::remove(file, at).only(start..end))
                    },
                )
            },
        },
        Kind {
            name: "side-contradicted",
            does: "a unit is both friendly and enemy, or both living and without a side",
            most: 12,
            sites: |shipped, _| {
                phrases(
                    shipped,
                    &[
                        "a friendly unit",
                        "each friendly unit",
                        "an enemy unit",
                        "each enemy unit",
                    ],
                    |file, at| {
                        let said = &file.text[at.clone()];
                        let both = if said.contains("friendly") {
                            said.replace("friendly", "friendly enemy")
                        } else {
                            said.replace("enemy", "enemy friendly")
                        };
                        Some(Mutant::change(file, at, &both))
                    },
                )
            },
        },
        Kind {
            name: "occasion-dropped",
            does: "a command under Passive lost its event",
            most: 12,
            sites: |shipped, _| {
                let mut found = Vec::new();
                for file in shipped.cards() {
                    for line in file.text_lines() {
                        let text = &file.text[line.clone()];
                        let Some(rest) = text.strip_prefix("Passive: ") else {
                            continue;
                        };
                        let eventful =
                            rest.starts_with("When ") || rest.starts_with("The first time");
                        let Some(comma) = text.find(", ") else {
                            continue;
                        };
                        let command = &text[comma + 2..];
                        if eventful && (command == "draw a card." || command.starts_with("ready "))
                        {
                            let start = line.start + "Passive: ".len();
                            let end = line.start + comma + 2;
                            found.push(
                                Mutant::remove(file, start..end)
                                    .or(start..line.end - (end - start)),
                            );
                        }
                    }
                }
                found
            },
        },
        Kind {
            name: "verb-misused",
            does: "a verb has an object to which it cannot apply",
            most: 14,
            sites: |shipped, rng| {
                phrases(
                    shipped,
                    &["draw a card", "Draw a card", "draw 2 cards", "Draw 2 cards"],
                    |file, at| {
                        let verb = *rng.pick(&[
                            "Decrease 1 a card",
                            "Deal 2 damage to a card",
                            "Activate a card",
                            "Swap 2 cards",
                        ]);
                        let said = if file.text[at.clone()].starts_with('d') {
                            verb.to_lowercase()
                        } else {
                            verb.to_owned()
                        };
                        file.text[at.end..]
                            .starts_with('.')
                            .then(|| Mutant::change(file, at, &said))
                    },
                )
            },
        },
        Kind {
            name: "area-missing",
            does: "a text mentions an area that its card does not have",
            most: 10,
            sites: |shipped, _| {
                let mut found = Vec::new();
                for file in shipped.cards() {
                    let Some(area) = file.field("area") else {
                        continue;
                    };
                    let gone = area.lines_at.len();
                    let mut mutant = Mutant::remove(file, area.lines_at);
                    mutant.spots.clear();
                    for (at, said) in file.text.match_indices("this spell's area") {
                        // With or without the words before it.
                        mutant = mutant.or(at - gone - "in ".len()..at - gone + said.len());
                    }
                    if !mutant.spots.is_empty() {
                        found.push(mutant);
                    }
                }
                found
            },
        },
        Kind {
            name: "modes-missing",
            does: "a choice has a single mode",
            most: 10,
            sites: |shipped, _| {
                let mut found = Vec::new();
                for file in shipped.cards() {
                    let lines = file.text_lines();
                    let modes: Vec<_> = lines
                        .iter()
                        .filter(|line| file.text[line.start..].starts_with("- "))
                        .collect();
                    let Some(choice) = lines
                        .iter()
                        .find(|line| file.text[..line.end].ends_with(':'))
                    else {
                        continue;
                    };
                    let [first, .., last] = modes.as_slice() else {
                        continue;
                    };
                    let rest = file.text[..first.end].len() + 1..last.end + 1;
                    let mutant = Mutant::remove(file, rest);
                    found.push(mutant.or(choice.clone()).or((*first).clone()));
                }
                found
            },
        },
        Kind {
            name: "amount-undeclared",
            does: "a text uses an X that is not declared",
            most: 12,
            sites: |shipped, _| {
                phrases(
                    shipped,
                    &[
                        "Deal 2", "Deal 3", "Draw 2", "Draw 3", "draw 2", "deal 2", "deal 3",
                    ],
                    |file, at| Some(Mutant::change(file, at.end - 1..at.end, "X")),
                )
            },
        },
        Kind {
            name: "number-negative",
            does: "an effect deals or draws a negative number",
            most: 12,
            sites: |shipped, _| {
                phrases(
                    shipped,
                    &[
                        "Deal 2", "Deal 3", "Draw 2", "Draw 3", "draw 2", "deal 2", "Remove 1",
                        "up to 2",
                    ],
                    |file, at| {
                        let digit = at.end - 1..at.end;
                        let negative = format!("-{}", &file.text[digit.clone()]);
                        Some(Mutant::change(file, digit, &negative))
                    },
                )
            },
        },
    ]
}

/// Returns a mutant for each occurrence of these words in a text.
fn phrases(
    shipped: &Shipped,
    wanted: &[&str],
    mut mutant: impl FnMut(&File, std::ops::Range<usize>) -> Option<Mutant>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        for line in file.text_lines() {
            for phrase in wanted {
                for (at, said) in file.text[line.clone()].match_indices(phrase) {
                    let at = line.start + at;
                    let end = at + said.len();
                    // Whole words only.
                    let begins = !file.text[..at].ends_with(char::is_alphanumeric)
                        || phrase.starts_with(' ');
                    let ends = !file.text[end..].starts_with(char::is_alphanumeric);
                    if begins && ends {
                        found.extend(mutant(file, at..end));
                    }
                }
            }
        }
    }
    found
}

/// Returns a mutant for each plain heading.
fn heads(
    shipped: &Shipped,
    mut mutant: impl FnMut(&File, std::ops::Range<usize>) -> Option<Mutant>,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        for line in file.text_lines() {
            if let Some(colon) = file.text[line.clone()].find(':') {
                found.extend(mutant(file, line.start..line.start + colon));
            }
        }
    }
    found
}

/// Returns lines of two sentences without the first, to which the second refers.
fn unbound(shipped: &Shipped) -> Vec<Mutant> {
    let mut found = Vec::new();
    for file in shipped.cards() {
        for line in file.text_lines() {
            let text = &file.text[line.clone()];
            let begin = text.find(": ").map_or(0, |colon| colon + 2);
            let Some(stop) = text[begin..].find(". ").map(|at| begin + at + 2) else {
                continue;
            };
            let rest = &text[stop..];
            // The heading may name what the first sentence named.
            if text[..begin].contains(" unit") || text[begin..stop].contains("this unit") {
                continue;
            }
            let references = [
                "That unit",
                "that unit",
                "those units",
                "That card",
                "that card",
                "those cards",
                "from it",
            ];
            let places = references
                .iter()
                .filter_map(|said| Some((rest.find(said)?, *said)));
            let Some((at, reference)) = places.min() else {
                continue;
            };
            let from = line.start + begin;
            let mutant = Mutant::remove(file, from..line.start + stop);
            let start = from + at;
            // `that unit's` is the word that contains `that unit`.
            let genitive = rest[at + reference.len()..].starts_with("'s");
            let tail = if genitive { 2 } else { 0 };
            found.push(mutant.only(start..start + reference.len() + tail));
        }
    }
    found
}
