//! Reports on series of games, from their tallies.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::number::{Difference, Share, Sum};
use super::tally::{OfCard, Tally};
use crate::bot::Bot;
use crate::table::{DefId, Set, Table};

/// A card is stuck if it waits this many rounds longer than the mean of the cards.
const LONGER: f64 = 0.5;

/// The settings of a series of games between two sets.
#[derive(Clone, Copy, Debug)]
pub struct Series<'t> {
    pub sets: [&'t Set; 2],
    pub players: Bot,
    pub seed: u64,
    /// Number of games requested.
    pub games: u32,
}

impl<'t> Series<'t> {
    /// Returns the sets of a game in the order of the players. In games with an odd number, they are exchanged.
    pub fn seated(&self, number: u32) -> [&'t Set; 2] {
        let [a, b] = self.sets;
        if number % 2 == 1 { [b, a] } else { [a, b] }
    }

    /// Returns the same series with the second set as the first one.
    pub fn exchanged(&self) -> Series<'t> {
        let [a, b] = self.sets;
        Series {
            sets: [b, a],
            ..*self
        }
    }

    /// Returns the seed of a game.
    pub fn seed_of(&self, number: u32) -> u64 {
        let seed = self.seed.wrapping_mul(1_000_003);
        seed.wrapping_add(u64::from(number))
    }
}

/// The results of a series of games between two sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The ids of the sets.
    pub sets: [String; 2],
    /// The names of the sets.
    pub names: [String; 2],
    /// How the players choose.
    pub players: String,
    pub seed: u64,
    /// Number of games played.
    pub games: u32,
    /// Number of games requested: more than were played if the run was interrupted.
    pub wanted: u32,
    /// The share of games that the first set won, and the share that the second set won.
    pub wins: [Share; 2],
    /// The share of games that were draws.
    pub draws: Share,
    /// The share of games with a winner that the first player won.
    pub first_player: Share,
    pub rounds: Rounds,
    /// The cards of each set; a single list if a set plays against itself.
    pub cards: Vec<CardsOfSet>,
    pub texts: Texts,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rounds {
    pub mean: f64,
    pub least: u32,
    pub most: u32,
    /// The number of games of each length.
    pub lengths: Vec<Length>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Length {
    pub rounds: u32,
    pub games: u32,
}

/// The results of games of one set against other sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SetReport {
    /// How the players choose.
    pub players: String,
    pub seed: u64,
    /// Number of games requested against each other set: more than were played if the run was interrupted.
    pub wanted: u32,
    pub against: Vec<Against>,
    /// The cards of the set in all these games.
    pub cards: CardsOfSet,
}

/// The results of games against one set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Against {
    /// The id of the other set.
    pub set: String,
    pub name: String,
    /// The mean length of the games, in rounds.
    pub rounds: f64,
    /// The share of games that the set of the report won. `draws` is the share of draws.
    pub wins: Share,
    pub draws: Share,
}

/// Statistics of the cards of a set that were in its player's hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardsOfSet {
    /// The id of the set.
    pub set: String,
    /// Mean number of rounds in a hand before a card could be played, over all cards.
    pub mean_wait: f64,
    /// The cards, the largest `difference` first.
    pub cards: Vec<Card>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    /// The id of the card.
    pub card: SmolStr,
    pub name: SmolStr,
    /// The share of wins in games in which the card was in its player's hand.
    pub with: Share,
    /// The share of wins in the other games.
    pub without: Share,
    /// `with` minus `without`. The intervals are simultaneous 95 % confidence intervals over all cards of the set.
    pub difference: Difference,
    /// Whether the interval of `difference` excludes 0.
    pub clear: bool,
    /// Number of games in which the card was played.
    pub played: u32,
    /// Number of stays of the card in a hand, each until it leaves.
    pub stays: u32,
    /// Number of these stays during which the card could be played.
    pub playable: u32,
    /// Mean number of rounds in the hand before the card could be played.
    pub wait: f64,
    /// Whether the lower end of the 95 % confidence interval of `wait` is more than half a round above `mean_wait`.
    pub stuck: bool,
}

/// Texts of the cards of both sets that did nothing in any of the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Texts {
    /// Lines that never resolved, of cards that were in play or played.
    pub unresolved: Vec<Line>,
    /// Conditions that were tested and never met.
    pub never_met: Vec<Condition>,
    /// Conditions that were met whenever they were tested.
    pub always_met: Vec<Condition>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// The id of the card.
    pub card: SmolStr,
    pub name: SmolStr,
    /// The number of the line in the text of the card, from 1.
    pub line: u32,
    pub text: String,
    /// Number of games in which the card was in play or was played.
    pub games: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Condition {
    /// The id of the card.
    pub card: SmolStr,
    pub name: SmolStr,
    /// The number of its line in the text of the card, from 1.
    pub line: u32,
    /// The words of the condition.
    pub text: String,
    /// Number of games in which the condition was tested.
    pub games: u32,
}

/// Returns the text of a line of a card, or a part of it. Takes the id of the card, the index of the line, and the span
/// of the part.
pub type Words<'w> = &'w dyn Fn(&str, usize, Option<(u32, u32)>) -> String;

/// Creates the report on a series from its tally.
pub fn report(tally: &Tally, table: &Table, series: &Series<'_>, words: Words<'_>) -> Report {
    let Tally { games, wins, .. } = *tally;
    let lengths = tally.lengths.iter();
    let lengths: Vec<Length> = lengths
        .map(|(rounds, games)| Length {
            rounds: *rounds,
            games: *games,
        })
        .collect();
    Report {
        sets: series.sets.map(|set| set.id.to_string()),
        names: series.sets.map(|set| set.name.to_string()),
        players: series.players.label(),
        seed: series.seed,
        games,
        wanted: series.games,
        wins: wins.map(|wins| Share::new(wins, games)),
        draws: Share::new(games - wins[0] - wins[1], games),
        first_player: Share::new(tally.won_by_first, wins[0] + wins[1]),
        rounds: Rounds {
            mean: tally.mean_length(),
            least: lengths.first().map_or(0, |it| it.rounds),
            most: lengths.last().map_or(0, |it| it.rounds),
            lengths,
        },
        cards: cards(tally, table, series),
        texts: texts(tally, table, series, words),
    }
}

/// Creates the report on a set from all series in which it is the first set. `None` if there are none.
pub fn report_of_set(table: &Table, games: &[(Series<'_>, Tally)]) -> Option<SetReport> {
    let (series, first) = games.first()?;
    let against = games.iter().map(|(series, tally)| {
        let [_, other] = series.sets;
        let wins = tally.wins[0];
        Against {
            set: other.id.to_string(),
            name: other.name.to_string(),
            rounds: tally.mean_length(),
            wins: Share::new(wins, tally.games),
            draws: Share::new(tally.games - wins - tally.wins[1], tally.games),
        }
    });
    let rest = games.iter().skip(1).map(|(_, tally)| tally.clone());
    let all = rest.fold(first.clone(), Tally::merge);
    let cards = cards(&all, table, series).into_iter().next()?;
    Some(SetReport {
        players: series.players.label(),
        seed: series.seed,
        wanted: series.games,
        against: against.collect(),
        cards,
    })
}

fn cards(tally: &Tally, table: &Table, series: &Series<'_>) -> Vec<CardsOfSet> {
    let [first, second] = series.sets;
    if first.id != second.id {
        let of = |place: usize| {
            of_set(
                table,
                series.sets[place],
                &tally.cards[place],
                tally.wins[place],
                tally.games,
            )
        };
        return vec![of(0), of(1)];
    }
    // In a set against itself, the hands of both players have the same cards.
    let mut both = tally.cards[0].clone();
    for (card, other) in both.iter_mut().zip(&tally.cards[1]) {
        card.merge(other);
    }
    let wins = tally.wins[0] + tally.wins[1];
    vec![of_set(table, first, &both, wins, 2 * tally.games)]
}

fn of_set(table: &Table, set: &Set, all: &[OfCard], wins: u32, games: u32) -> CardsOfSet {
    let seen = |(_, of): &(usize, &OfCard)| of.in_hand > 0;
    let seen: Vec<(usize, &OfCard)> = all.iter().enumerate().filter(seen).collect();
    let mut waited = Sum::default();
    for (_, of) in &seen {
        waited.merge(of.waited);
    }
    let mean_wait = waited.mean();
    let mut cards: Vec<Card> = seen
        .iter()
        .map(|(def, of)| {
            let def = &table.defs[*def];
            let with = (of.won_in_hand, of.in_hand);
            let without = (wins - of.won_in_hand, games - of.in_hand);
            let difference = Difference::new(with, without, seen.len());
            Card {
                card: def.id.clone(),
                name: def.name.clone(),
                with: Share::new(with.0, with.1),
                without: Share::new(without.0, without.1),
                difference,
                clear: difference.is_clear(),
                played: of.played,
                stays: of.waited.count,
                playable: of.playable,
                wait: of.waited.mean(),
                stuck: of.waited.least_mean() > mean_wait + LONGER,
            }
        })
        .collect();
    cards.sort_by(|a, b| b.difference.by.total_cmp(&a.difference.by));
    CardsOfSet {
        set: set.id.to_string(),
        mean_wait,
        cards,
    }
}

fn texts(tally: &Tally, table: &Table, series: &Series<'_>, words: Words<'_>) -> Texts {
    let mut texts = Texts {
        unresolved: Vec::new(),
        never_met: Vec::new(),
        always_met: Vec::new(),
    };
    let lists = series.sets.iter().flat_map(|set| set.parts.values());
    let mut defs: Vec<DefId> = lists.flatten().map(|(def, _)| *def).collect();
    defs.sort_unstable();
    defs.dedup();
    for def in defs {
        let present = tally.present[usize::from(def)];
        let def = &table.defs[usize::from(def)];
        for (place, ability) in def.abilities.iter().enumerate() {
            let line = place as u32 + 1;
            if present > 0 && tally.resolved[*ability as usize] == 0 {
                texts.unresolved.push(Line {
                    card: def.id.clone(),
                    name: def.name.clone(),
                    line,
                    text: words(&def.id, place, None),
                    games: present,
                });
            }
            // A condition of the text can be lowered several times.
            let mut found: BTreeMap<(u32, u32), [u32; 3]> = BTreeMap::new();
            for condition in table.ability(*ability).conditions.clone() {
                let tested = tally.tested[condition as usize];
                if let Some(span) = table.conds[condition as usize].span.0 {
                    let sums = found.entry(span).or_default();
                    for (sum, games) in sums.iter_mut().zip(tested) {
                        *sum = games.max(*sum);
                    }
                }
            }
            for (span, [no, yes, tested]) in found {
                let list = match (no > 0, yes > 0) {
                    (true, false) => &mut texts.never_met,
                    (false, true) => &mut texts.always_met,
                    _ => continue,
                };
                list.push(Condition {
                    card: def.id.clone(),
                    name: def.name.clone(),
                    line,
                    text: words(&def.id, place, Some(span)),
                    games: tested,
                });
            }
        }
    }
    texts.unresolved.sort_by_key(|line| u32::MAX - line.games);
    for list in [&mut texts.never_met, &mut texts.always_met] {
        list.sort_by_key(|condition| u32::MAX - condition.games);
    }
    texts
}
