//! The names of the cards in a recording, and the texts of options.

use std::collections::BTreeMap;

use super::{Asked, Part};
use crate::choice::{Choice, Kind, Opt, Who, Why};
use crate::frame::Frame;
use crate::run::Run;
use crate::state::{At, CardIx, State};
use crate::table::Table;

/// The names of the cards, by their indices in the arena.
pub(super) struct Names(Vec<String>);

impl Names {
    /// Names the cards by their id and a number. A card in a part of a set that the rules do not use has no name, and
    /// does not take part.
    pub fn new(table: &Table, state: &State) -> Names {
        let mut counts = BTreeMap::new();
        let cards = state.cards.iter().enumerate();
        let names = cards.map(|(place, card)| {
            let unplaced = || {
                let mut all = state.unplaced.iter();
                all.any(|(other, _)| usize::from(*other) == place)
            };
            if card.at == At::Playing && !unplaced() && !table.is_of_battle(card.def) {
                return String::new();
            }
            let count = counts.entry(card.def).or_insert(0);
            *count += 1;
            let def = table.defs.get(usize::from(card.def));
            format!("{}#{count}", def.map_or("", |def| def.id.as_str()))
        });
        Names(names.collect())
    }

    pub fn into_list(self) -> Vec<String> {
        self.0
    }

    /// Creates names from a list in the order of the arena.
    pub fn given(names: Vec<String>) -> Names {
        Names(names)
    }

    pub fn card(&self, card: CardIx) -> String {
        let place = usize::from(card);
        match self.0.get(place) {
            Some(name) => name.clone(),
            // A card that the rules brought later.
            None => format!("brought#{}", place + 1 - self.0.len()),
        }
    }

    pub fn cards<'a>(&self, cards: impl IntoIterator<Item = &'a CardIx>) -> Vec<String> {
        cards.into_iter().map(|card| self.card(*card)).collect()
    }

    /// Returns whether a card takes part.
    pub fn has(&self, card: CardIx) -> bool {
        let name = self.0.get(usize::from(card));
        name.is_some_and(|name| !name.is_empty())
    }

    /// Returns the cards that take part, by their names.
    pub fn parts(&self, table: &Table, state: &State) -> BTreeMap<String, Part> {
        let cards = self.0.iter().zip(&state.cards);
        let named = cards.filter(|(name, _)| !name.is_empty());
        let part = named.map(|(name, card)| {
            let def = table.defs.get(usize::from(card.def));
            let part = Part {
                card: def.map_or(String::new(), |def| def.id.to_string()),
                owner: card.owner,
            };
            (name.clone(), part)
        });
        part.collect()
    }

    /// Converts a choice. The options keep their order.
    pub fn choice(&self, table: &Table, state: &State, choice: &Choice) -> Asked {
        let mut options: Vec<String> = Vec::with_capacity(choice.options.len());
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        for opt in &choice.options {
            let words = self.option(table, state, choice, opt);
            let count = seen.entry(words.clone()).or_insert(0);
            *count += 1;
            options.push(match *count {
                1 => words,
                count => format!("{words} ({count})"),
            });
        }
        Asked {
            who: match choice.who {
                Who::Player(player) => Some(player),
                Who::Chance => None,
            },
            kind: choice.kind,
            by: match choice.why {
                Why::Ability { card, .. } => Some(self.card(card)),
                Why::Rule => None,
            },
            options,
            at_least: choice.at_least,
            at_most: choice.at_most,
            ordered: choice.ordered,
        }
    }

    fn option(&self, table: &Table, state: &State, choice: &Choice, opt: &Opt) -> String {
        let card = |word: &str, card: &CardIx| format!("{word} {}", self.card(*card));
        let space = |word: &str, space: &u8| format!("{word} {}", table.space_name(*space));
        match opt {
            Opt::Card(of) => card("card", of),
            Opt::Space(at) => space("space", at),
            Opt::Player(player) => format!("player {player}"),
            Opt::Number(number) => match choice.kind {
                Kind::Stack => {
                    let statistic = table.statistics.get(*number as usize);
                    format!("as {}", statistic.map_or("", |id| id.as_str()))
                }
                Kind::Mode | Kind::Either => format!("mode {}", number + 1),
                _ => format!("number {number}"),
            },
            Opt::Yes => "yes".to_owned(),
            Opt::No => "no".to_owned(),
            Opt::Play(of) => card("play", of),
            Opt::Lay(of) => card("lay", of),
            Opt::Activate(of) => card("activate", of),
            Opt::Use(of, place) => format!("{} {}", card("use", of), place + 1),
            Opt::Pass => "pass".to_owned(),
            Opt::End => "end".to_owned(),
            Opt::Enter => "enter".to_owned(),
            Opt::Onto(of) => card("onto", of),
            Opt::Pay(cards) => {
                let mut cards = self.cards(cards);
                cards.sort();
                format!("pay {}", cards.join(" "))
            }
            Opt::Ability(ability) => {
                // The card that is activated.
                let mut scratch = state.clone();
                let place = match state.frames.last() {
                    Some(Frame::Activate(activate)) => Run::new(table, &mut scratch)
                        .abilities(activate.card.card)
                        .iter()
                        .position(|other| other == ability),
                    _ => None,
                };
                format!("ability {}", place.map_or(0, |place| place + 1))
            }
            Opt::Normal => "normal".to_owned(),
            Opt::Step(to) => space("step", to),
            Opt::Merge(to) => space("merge", to),
            Opt::Take => "take".to_owned(),
            Opt::Stop => "stop".to_owned(),
            Opt::Attack(kind) => format!("attack {}", table.attack_kind(*kind).unwrap_or("")),
            Opt::Support => "support".to_owned(),
            Opt::Swarm => "swarm".to_owned(),
            Opt::Protect => "protect".to_owned(),
            Opt::Reorganize => "reorganize".to_owned(),
            Opt::Withdraw => "withdraw".to_owned(),
            Opt::Surrender => "surrender".to_owned(),
        }
    }
}
