//! Who and what: how many, who chooses them, and what references mean.

use super::{Origin, Outline};
use crate::effect::ir::{
    Chain, ChosenNoun, Count, End, Filter, Owner, Pick, Player, Put, Reference, Selector,
    Superlative,
};

impl Outline<'_> {
    /// A selector in words, with whoever chooses in parentheses.
    pub(super) fn selector(&self, selector: &Selector) -> String {
        match &selector.pick {
            Pick::Choose {
                count,
                by,
                from,
                superlative,
                chain,
                slot,
            } => {
                let how = match by {
                    Player::You => "chosen",
                    Player::Opponent => "chosen by your opponent",
                    Player::Each => "chosen by each player",
                };
                self.find(*slot, how, from);
                self.chosen(count, *by, from, superlative.as_deref(), chain.as_deref())
            }
            Pick::Random { count, from, slot } => {
                self.find(*slot, "picked at random", from);
                let many = count.value() != Some(1);
                format!(
                    "{} {} (picked at random)",
                    self.number(count),
                    self.thing(from, many)
                )
            }
            Pick::Each { from, slot } => {
                self.find(*slot, "found", from);
                format!("every {}", self.thing(from, false))
            }
            Pick::Any { from, slot } => {
                let origin = Origin {
                    how: "that the event is about".to_owned(),
                    step: None,
                    noun: self.noun(&from.noun, false),
                    nouns: self.noun(&from.noun, true),
                };
                self.found.by_slot.borrow_mut().insert(*slot, origin);
                format!("any {}", self.thing(from, false))
            }
            Pick::Stack {
                count,
                end,
                zone,
                slot,
            } => {
                let end = match end {
                    End::Top => "top",
                    End::Bottom => "bottom",
                };
                let how = format!("taken from the {end} of {}", self.printer.zone(zone));
                self.find(*slot, &how, &Filter::default());
                format!(
                    "{} from the {end} of {}",
                    self.counted(count, "card", "cards"),
                    self.printer.zone(zone)
                )
            }
            Pick::Known { is } => self.reference(is),
            Pick::Zone { zone, slot } => {
                let zone = self.printer.zone(zone);
                let origin = Origin {
                    how: format!("of {zone}"),
                    step: None,
                    noun: "zone".to_owned(),
                    nouns: "cards".to_owned(),
                };
                self.found.by_slot.borrow_mut().insert(*slot, origin);
                format!("all cards of {zone}")
            }
        }
    }

    /// The same where an action applies to every single one.
    pub(super) fn each_of(&self, selector: &Selector) -> String {
        let words = self.selector(selector);
        if is_many(selector) {
            format!("each of {words}")
        } else {
            words
        }
    }

    /// Remembers where something was found, for the references to it.
    pub(super) fn find(&self, slot: u32, how: &str, from: &Filter) {
        let origin = Origin {
            how: how.to_owned(),
            step: Some(self.step.clone()),
            noun: self.noun(&from.noun, false),
            nouns: self.noun(&from.noun, true),
        };
        self.found.by_slot.borrow_mut().insert(slot, origin);
    }

    /// Remembers what stands for each thing in turn.
    pub(super) fn find_one_by_one(&self, slot: u32) {
        let origin = Origin {
            how: "whose turn it is".to_owned(),
            step: None,
            noun: String::new(),
            nouns: String::new(),
        };
        self.found.by_slot.borrow_mut().insert(slot, origin);
    }

    fn chosen(
        &self,
        count: &Count,
        by: Player,
        from: &Filter,
        superlative: Option<&Superlative>,
        chain: Option<&Chain>,
    ) -> String {
        let (number, many, fewer) = match count {
            Count::Exactly { number } => {
                let many = number.value() != Some(1);
                (
                    self.number(number),
                    many,
                    many.then_some("fewer if fewer fit"),
                )
            }
            Count::UpTo { number } => (
                format!("up to {}", self.number(number)),
                number.value() != Some(1),
                Some("or none"),
            ),
            Count::Any => ("any number of".to_owned(), true, Some("or none")),
        };
        let mut words = format!("{number} {}", self.thing(from, many));
        let who = match by {
            Player::You => "you choose",
            Player::Opponent => "your opponent chooses",
            Player::Each => "each player chooses",
        };
        let mut notes = vec![who.to_owned()];
        if let Some(superlative) = superlative {
            words.push_str(if many {
                ", those of them "
            } else {
                ", the one of them "
            });
            words.push_str(&match superlative {
                Superlative::Highest { attribute } => format!(
                    "with the highest {}",
                    self.printer.term("attributes", attribute)
                ),
                Superlative::Lowest { attribute } => format!(
                    "with the lowest {}",
                    self.printer.term("attributes", attribute)
                ),
                Superlative::Nearest { to } => {
                    format!("the fewest steps from {}", self.reference(to))
                }
            });
            notes = vec![format!("if several tie, {who}")];
        }
        if let Some(Chain { range }) = chain {
            notes.push(format!(
                "each within {} of the one chosen before it",
                self.counted(range, "step", "steps")
            ));
        }
        // A cost that cannot be paid in full is not paid.
        notes.extend(fewer.filter(|_| !self.paying).map(str::to_owned));
        format!("{words} ({})", notes.join("; "))
    }

    pub(super) fn reference(&self, reference: &Reference) -> String {
        match reference {
            Reference::This { as_ } => {
                let noun = match as_ {
                    Some(card_type) => self.type_name(card_type, false),
                    None => "card".to_owned(),
                };
                if self.granted {
                    format!("the {noun} that has gained this")
                } else {
                    format!("this {noun}")
                }
            }
            Reference::ThisAttack => "this attack".to_owned(),
            Reference::ThatAttack => "the attack that the event is about".to_owned(),
            Reference::Target => "the target of the attack".to_owned(),
            Reference::Attacker => "the attacker".to_owned(),
            Reference::AttachedUnit => format!(
                "the {} to which this card is attached",
                self.printer.noun_of(reference).text()
            ),
            Reference::AttachedSpace => "the space to which this card is attached".to_owned(),
            Reference::ThisSpace => "the space on which this card is".to_owned(),
            Reference::ChosenSpace => "the space chosen for the area".to_owned(),
            Reference::Chosen { slot, named, many } => {
                format!(
                    "the {}",
                    self.origin(*slot, &self.chosen_noun(named, *many))
                )
            }
            Reference::FirstChosen { slot, named } => {
                let noun = self.chosen_noun(named, false);
                format!("the first {}", self.origin(*slot, &noun))
            }
            Reference::Rest { slot } => {
                let nouns = match self.found.by_slot.borrow().get(slot) {
                    Some(origin) => origin.nouns.clone(),
                    None => "cards".to_owned(),
                };
                format!("the rest of the {}", self.origin(*slot, &nouns))
            }
            Reference::YourHero => "your hero".to_owned(),
            Reference::EnemyHero => "the enemy hero".to_owned(),
        }
    }

    fn chosen_noun(&self, named: &ChosenNoun, many: bool) -> String {
        match named {
            ChosenNoun::Card { type_: Some(id) } => self.type_name(id, many),
            ChosenNoun::Card { type_: None } if many => "cards".to_owned(),
            ChosenNoun::Card { type_: None } => "card".to_owned(),
            ChosenNoun::Space if many => "spaces".to_owned(),
            ChosenNoun::Space => "space".to_owned(),
            ChosenNoun::Zone => "cards".to_owned(),
        }
    }

    /// `unit chosen in step 1`
    fn origin(&self, slot: u32, noun: &str) -> String {
        let found = self.found.by_slot.borrow();
        let Some(origin) = found.get(&slot) else {
            return format!("{noun} named before");
        };
        let mut words = format!("{noun} {}", origin.how);
        match &origin.step {
            None => {}
            Some(step) if *step == self.step => words.push_str(" in this step"),
            Some(step) if step.is_empty() => words.push_str(" in the heading"),
            Some(step) => words.push_str(&format!(" in step {step}")),
        }
        // Where a step finds several of a kind, they are counted as the text names them.
        let alike: Vec<u32> = found
            .iter()
            .filter(|(_, other)| *other == origin)
            .map(|(slot, _)| *slot)
            .collect();
        if let ([_, _, ..], Some(place)) = (
            alike.as_slice(),
            alike.iter().position(|other| *other == slot),
        ) {
            words.push_str(&format!(" (number {} of {})", place + 1, alike.len()));
        }
        words
    }

    /// Where a card is put.
    pub(super) fn put(&self, put: &Put) -> String {
        let zone = self.printer.zone(&put.zone);
        let ordered = self
            .printer
            .symbols
            .game
            .term("zones", &put.zone.zone)
            .is_some_and(|term| term.ordered);
        let place = match put.end {
            None if ordered => format!("into {zone}, on its top"),
            None => format!("into {zone}"),
            Some(End::Top) => format!("on the top of {zone}"),
            Some(End::Bottom) => format!("on the bottom of {zone}"),
        };
        let order = match (put.any_order, put.zone.of) {
            (false, _) => "",
            (true, Owner::You) => ", in an order of your choice",
            (true, Owner::Opponent | Owner::Owner | Owner::Actor) => {
                ", in an order chosen by whoever puts them there"
            }
        };
        format!("{place}{order}")
    }
}

/// Whether several things are meant, which do something together.
pub(super) fn is_many(selector: &Selector) -> bool {
    match &selector.pick {
        Pick::Choose { count, .. } => match count {
            Count::Exactly { number } | Count::UpTo { number } => number.value() != Some(1),
            Count::Any => true,
        },
        Pick::Random { count, .. } | Pick::Stack { count, .. } => count.value() != Some(1),
        Pick::Each { .. } | Pick::Any { .. } => false,
        Pick::Zone { .. } => true,
        Pick::Known { is } => match is {
            Reference::Chosen { many, named, .. } => *many || **named == ChosenNoun::Zone,
            Reference::Rest { .. } => true,
            Reference::This { .. }
            | Reference::ThisAttack
            | Reference::ThatAttack
            | Reference::Target
            | Reference::Attacker
            | Reference::AttachedUnit
            | Reference::AttachedSpace
            | Reference::ThisSpace
            | Reference::ChosenSpace
            | Reference::FirstChosen { .. }
            | Reference::YourHero
            | Reference::EnemyHero => false,
        },
    }
}
