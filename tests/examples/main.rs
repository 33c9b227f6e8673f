//! The engines in `examples/`, set up and run as their READMEs describe, on bundles of the shipped games.
//!
//! They need Node.js and Python. If these are missing, the tests print a note and pass, unless `CI` is set: `.ci/run`
//! provides them.

#[path = "../support/mod.rs"]
mod support;

mod python;
mod typescript;
/// `examples/rust` has its own tests; here its output is the reference for the other engines.
#[path = "../../examples/rust/src/words/mod.rs"]
mod words;
mod workshop;

use std::fs;

use cardwright::bundle::from_msgpack;

use words::Words;

/// The shipped games.
const GAMES: [&str; 2] = ["card-game", "ccg"];

/// The expected output for some cards, chosen for their nodes.
const SAID: [&str; 6] = [
    "\
Angel (unit)
  On Activation:
    remove the activation mark and the retaliation mark from 1 other friendly unit (but no units (named Angel)) chosen by you
",
    "\
Ambush (ability)
  Reaction, when any enemy unit [0] stops on any space (adjacent to your hero):
    deal 3 damage to unit [0]
",
    "\
Arrow Tower (location)
  Control:
    at most once in a round:
      you may:
        set the range of 1 friendly unit (with unit type ranged) chosen by you to 6 until the end of the round
",
    "\
Cavalier (unit)
  On Attack:
    damage of this attack: ((1 for every 2 of (steps moved by this unit this activation)), at most 2) more until the end of the attack
",
    "\
Fire Shield (spell)
  Ongoing, attached to 1 friendly unit chosen by you:
    give the attached unit these abilities as long as this is there:
      On Retaliate:
        damage of this attack: 1 more until the end of the attack
",
    "\
Halberdier (unit)
  no abilities
",
];

/// Expects a paragraph for each card, including the known ones, with text on each line, and nothing that differs from
/// the engine in Rust.
#[track_caller]
fn assert_says_all(game: &str, said: &str) {
    let cards = workshop::bundle(game)["cards"]
        .as_array()
        .map_or(0, Vec::len);
    assert!(cards > 0);
    let paragraphs: Vec<&str> = said.trim_end().split("\n\n").collect();
    assert_eq!(paragraphs.len(), cards);
    for paragraph in paragraphs {
        let lines: Vec<&str> = paragraph.lines().collect();
        assert!(lines.len() > 1, "{paragraph}");
        for line in lines {
            assert!(!line.trim().is_empty(), "{paragraph}");
            for slip in ["undefined", "None", "[object"] {
                assert!(!line.contains(slip), "{paragraph}");
            }
        }
    }
    if game == "card-game" {
        for paragraph in SAID {
            assert!(said.contains(paragraph), "no\n{paragraph}\nin\n{said}");
        }
    }
    for (one, other) in said.lines().zip(in_rust(game).lines()) {
        assert_eq!(one, other, "the engines differ about {game}");
    }
    assert_eq!(said.len(), in_rust(game).len());
}

/// Returns the output of `examples/rust` for every card of a game.
fn in_rust(game: &str) -> String {
    let bytes = fs::read(workshop::file(game, "bundle.msgpack")).expect("a bundle");
    let bundle = from_msgpack(&bytes).expect("a bundle");
    let mut words = Words::new(&bundle);
    let paragraphs: Vec<String> = bundle
        .cards
        .iter()
        .map(|card| words.paragraph(card))
        .collect();
    paragraphs.join("\n\n") + "\n"
}

#[test]
fn rust_engine_describes_every_card() {
    for game in GAMES {
        assert_says_all(game, &in_rust(game));
    }
}
