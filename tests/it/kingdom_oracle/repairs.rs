//! Broken sets are repaired in whatever style their files are written: both judges then accept them, and unaffected
//! lines are unchanged.

use std::fmt::Write;

use cardwright::fix::edited;
use cardwright::game::Game;
use cardwright::kingdom::repair::{repair, write};
use cardwright::kingdom::{Cards, KingdomSource, read, validate};
use cardwright::source::FileId;
use cardwright::yaml;
use rayon::prelude::*;

use super::rulebook;
use super::sets::{Made, World};
use crate::support::rng::Rng;

const SETS: usize = 600;

#[test]
fn repaired_sets_are_legal_for_validator_and_oracle() {
    let world = World::new();
    let cards = Cards {
        by_id: &world.by_id,
    };
    let changes: Vec<u64> = (0..SETS)
        .into_par_iter()
        .map(|number| {
            let mut rng = Rng::seeded(&format!("repair {number}"));
            let made = world.set(&mut rng, 1 + number % 5);
            let text = written(&made, &mut rng);
            let source = read_set(&world.game, &text);
            let plan = repair(&world.game, cards, &source)
                .unwrap_or_else(|error| panic!("{number}: {error:?}\n{text}"));

            let edits = write(&world.game, &text, &source, &plan)
                .unwrap_or_else(|error| panic!("{number}: {error:?} {plan:#?}\n{text}"));
            let after = edited(&text, &edits).expect("edits that touch no byte twice");
            let repaired = read_set(&world.game, &after);
            let (_, found) = validate(&world.game, cards, &repaired);
            assert!(found.is_empty(), "{number}: {found:#?}\n{text}\n{after}");
            let broken = rulebook::validate(&world.printed, &made_of(&repaired));
            assert!(broken.is_empty(), "{number}: {broken:?}\n{after}");
            let again = repair(&world.game, cards, &repaired).expect("a legal set");
            assert!(again.is_empty(), "{number}: {again:#?}\n{after}");

            assert_eq!(plan.is_empty(), edits.is_empty(), "{number}");
            for line in text.lines().filter(|line| line.contains("# stays")) {
                let comment = line.split('#').nth(1).expect("a comment");
                assert!(after.contains(comment), "{number}: {line}\n{after}");
            }
            plan.changes
        })
        .collect();
    let most = changes.iter().max().copied().unwrap_or(0);
    let repaired = changes.iter().filter(|changes| **changes > 0).count();
    println!("{repaired} of {SETS} sets were broken; {most} changes at most");
    assert!(repaired > 500, "{repaired}");
    assert!(most > 5, "{most}");
}

fn read_set(game: &Game, text: &str) -> KingdomSource {
    let (documents, found) = yaml::read(FileId(0), text);
    assert_eq!(found, [], "{text}");
    let root = documents[0].root.as_ref().expect("a set");
    let (set, _) = read(game, text, root, false);
    set.unwrap_or_else(|| panic!("no set in\n{text}"))
}

/// Converts a set for the other judge.
fn made_of(set: &KingdomSource) -> Made {
    let lines = |zone: &str| {
        let zone = set.zones.get(zone)?;
        let lines = zone.entries.iter();
        Some(lines.map(|line| (line.name.clone(), line.count)).collect())
    };
    Made {
        hero: lines("hero").unwrap_or_default(),
        vanguard: lines("vanguard").unwrap_or_default(),
        statistics: lines("statistics"),
        locations: lines("locations").unwrap_or_default(),
        deck: lines("deck").unwrap_or_default(),
        breaches: Vec::new(),
    }
}

/// Writes the file of a set, each zone in a random style.
fn written(made: &Made, rng: &mut Rng) -> String {
    let mut text = "# The first line # stays 1\nkingdom: Random\ngame: card-game\n".to_owned();
    let zones = [
        ("hero", Some(&made.hero)),
        ("vanguard", Some(&made.vanguard)),
        ("statistics", made.statistics.as_ref()),
        ("locations", Some(&made.locations)),
        ("deck", Some(&made.deck)),
    ];
    for (key, lines) in zones {
        let Some(lines) = lines.filter(|lines| !lines.is_empty()) else {
            continue;
        };
        let _ = writeln!(text, "# The {key} # stays {key}");
        zone(&mut text, key, lines, rng);
    }
    if rng.below(8) == 0 {
        text = text.replace('\n', "\r\n");
    }
    text
}

fn zone(text: &mut String, key: &str, lines: &[(String, u64)], rng: &mut Rng) {
    // The keys of a mapping must be unique.
    let mut names: Vec<&str> = lines.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    let doubled = names.windows(2).any(|pair| pair[0] == pair[1]);
    let all_one = lines.iter().all(|(_, count)| *count == 1);
    let each = |form: &dyn Fn(&str, u64) -> String| -> Vec<String> {
        lines
            .iter()
            .map(|(name, count)| form(name, *count))
            .collect()
    };
    let block = |text: &mut String, each: Vec<String>| {
        let _ = writeln!(text, "{key}:");
        for line in each {
            let _ = writeln!(text, "  {line}");
        }
    };
    let entry = |name: &str, count: u64| format!("{name}: {count}");
    let line = |name: &str, count: u64| format!("{count} {name}");
    let _ = match rng.below(8) {
        _ if lines.len() == 1 && all_one => writeln!(text, "{key}: {}", lines[0].0),
        0 | 1 if !doubled => {
            block(text, each(&entry));
            Ok(())
        }
        2 if !doubled => writeln!(text, "{key}: {{ {} }}", each(&entry).join(", ")),
        3 if all_one => writeln!(text, "{key}: [{}]", names_of(lines).join(", ")),
        4 if all_one => {
            block(text, each(&|name, _| format!("- {name}  # one")));
            Ok(())
        }
        5 => writeln!(text, "{key}: [{}]", each(&line).join(", ")),
        6 => {
            block(text, each(&|name, count| format!("- \"{count}x {name}\"")));
            Ok(())
        }
        7 => {
            block(
                text,
                each(&|name, count| format!("- {{ {name}: {count} }}")),
            );
            Ok(())
        }
        _ => {
            let _ = writeln!(text, "{key}: |");
            for line in each(&line) {
                let _ = writeln!(text, "  {line}");
            }
            Ok(())
        }
    };
}

fn names_of(lines: &[(String, u64)]) -> Vec<&str> {
    lines.iter().map(|(name, _)| name.as_str()).collect()
}
