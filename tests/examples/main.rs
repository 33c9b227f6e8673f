//! The engines below `examples/`, set up and run as their READMEs say, on bundles of the shipped games.
//!
//! They need Node.js and Python. Where these are missing the tests say so and pass, unless `CI` is set:
//! `.ci/run` has them present.

#[path = "../support/mod.rs"]
mod support;

mod python;
mod typescript;
mod workshop;

/// The shipped games.
const GAMES: [&str; 2] = ["card-game", "ccg"];

/// What the engines say about some cards, chosen for what they are made of.
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

/// Expects a paragraph for each card, the known ones among them, and something on each line.
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
            let blank =
                line.trim().is_empty() || line.contains("undefined") || line.contains("None");
            assert!(!blank, "{paragraph}");
        }
    }
    if game == "card-game" {
        for paragraph in SAID {
            assert!(said.contains(paragraph), "no\n{paragraph}\nin\n{said}");
        }
    }
}
