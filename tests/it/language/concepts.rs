//! The concepts that the rulebook lets a card mention, and the texts that do.

use super::{assert_none, sound};
use crate::support::table::{self, Example};
use crate::support::world::card_game;

const TABLE: &str = include_str!("../../language/concepts.txt");

/// The number of concepts.
const CONCEPTS: usize = 69;

/// A group of concepts.
pub struct Group {
    pub name: &'static str,
    pub concepts: Vec<Concept>,
}

/// Something that a card can mention.
pub struct Concept {
    pub name: &'static str,
    /// Card types and texts.
    pub texts: Vec<(&'static str, &'static str)>,
    /// The reason why no text mentions it.
    pub reason: Option<&'static str>,
}

pub fn groups() -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for line in TABLE.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            groups.push(Group {
                name,
                concepts: Vec::new(),
            });
            continue;
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let concepts = &mut groups.last_mut().expect("a group comes first").concepts;
        let Some(said) = line.strip_prefix("    ") else {
            concepts.push(Concept {
                name: line,
                texts: Vec::new(),
                reason: None,
            });
            continue;
        };
        let concept = concepts.last_mut().expect("a concept comes first");
        match said.strip_prefix("- ") {
            Some(reason) => concept.reason = Some(reason),
            None => concept.texts.push(
                said.split_once(": ")
                    .unwrap_or_else(|| panic!("{said}: missing card type before it")),
            ),
        }
    }
    groups
}

#[test]
fn every_rulebook_concept_has_an_example() {
    let world = card_game();
    let symbols = world.symbols();
    let examples = table::examples();
    let find = |card_type: &str, text: &str| -> Option<&Example> {
        examples
            .iter()
            .find(|one| one.card_type == card_type && one.text == text)
    };
    let mut wrong = Vec::new();
    let mut with_texts = 0;
    let mut all = 0;
    for group in groups() {
        println!("{}", group.name);
        for concept in group.concepts {
            all += 1;
            match (concept.texts.len(), concept.reason) {
                (0, None) => wrong.push(format!("{}: no text and no reason", concept.name)),
                (0, Some(reason)) => println!("  no text  {}: {reason}", concept.name),
                (texts, _) => {
                    with_texts += 1;
                    println!(
                        "  {texts} text{}  {}",
                        if texts == 1 { " " } else { "s" },
                        concept.name
                    );
                }
            }
            for (card_type, text) in concept.texts {
                match find(card_type, text) {
                    None => wrong.push(format!(
                        "{}: not in the table: {card_type}: {text}",
                        concept.name
                    )),
                    Some(example) => wrong.extend(sound(text, &example.bearer(), &symbols).err()),
                }
            }
        }
    }
    println!("{with_texts} of {all} concepts have a text, the others a reason");
    assert_none(wrong);
    assert_eq!(all, CONCEPTS);
}
