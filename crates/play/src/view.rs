//! The view of a player: the part of a state that the player knows.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::choice::{Choice, Who};
use crate::policy::Seed;
use crate::run::Run;
use crate::state::{At, CardIx, Player, State, Thing};
use crate::table::{DefId, Table};

/// A card as a player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenCard {
    /// Its index in the arena; `None` for a card that the player does not see.
    pub card: Option<CardIx>,
    /// The id of the card, if the player sees it.
    pub id: Option<SmolStr>,
    pub owner: Player,
    pub controller: Player,
    pub turned: bool,
    pub size: u32,
    pub damage: u32,
    pub marks: Vec<SmolStr>,
    pub space: Option<u8>,
    pub tokens: Vec<(SmolStr, u32)>,
}

/// The part of a game that a player knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    pub player: Player,
    pub round: u32,
    pub first: Player,
    pub turn: Option<Player>,
    pub passed: [bool; 2],
    /// The cards in play, in the order in which they came.
    pub play: Vec<SeenCard>,
    /// The cards of each player and zone. Hidden cards are counted, but have no name and no order.
    pub zones: Vec<(SmolStr, Player, Vec<SeenCard>)>,
    /// The current choice, if this player chooses.
    pub choice: Option<Choice>,
}

impl Table {
    /// Returns the state with the cards redrawn that a player does not know: the opponent's hand, both decks, face-down
    /// locations, and cards that the opponent laid as statistic cards. It depends on which cards are hidden, but not on
    /// where each of them is.
    pub fn redrawn(&self, state: &State, player: Player, seed: &mut Seed) -> State {
        let mut redrawn = state.clone();
        for owner in 0..2 {
            // A location is only exchanged with a location.
            for site in [false, true] {
                let hidden = self.hidden(&mut redrawn, player, owner, site);
                let mut defs: Vec<DefId> =
                    hidden.iter().map(|card| state.card(*card).def).collect();
                defs.sort_unstable();
                for at in 1..defs.len() {
                    defs.swap(at, seed.below(at + 1));
                }
                for (card, def) in hidden.iter().zip(defs) {
                    redrawn.cards[usize::from(*card)].def = def;
                }
            }
        }
        redrawn
    }

    /// Returns the cards of an owner that a player does not know: locations, or all others.
    fn hidden(&self, state: &mut State, player: Player, owner: Player, site: bool) -> Vec<CardIx> {
        let run = Run::new(self, state);
        let all = (0..run.s.cards.len()).map(|card| card as CardIx);
        let is_hidden = |card: &CardIx| {
            let it = run.card(*card);
            let of_kind = it.owner == owner && self.defs[usize::from(it.def)].site == site;
            // Which of its locations the opponent has laid is hidden, so those that are left are hidden too.
            let is_left = || {
                let mut unplaced = run.s.unplaced.iter();
                site && owner != player
                    && it.at == At::Playing
                    && unplaced.any(|(other, _)| other == card)
            };
            of_kind && (!run.sees(player, *card) || is_left())
        };
        all.filter(is_hidden).collect()
    }

    /// Returns the view of a player, without cards in decks or the opponent's hand, and without face-down cards.
    pub fn view(&self, state: &State, player: Player) -> View {
        let mut scratch = state.clone();
        let run = Run::new(self, &mut scratch);
        let seen = |card: CardIx| {
            let it = run.card(card);
            let sees = run.sees(player, card);
            let thing = Thing::Card(run.s.reference(card));
            SeenCard {
                card: sees.then_some(card),
                id: sees.then(|| {
                    let def = if it.laid.is_some() {
                        &self.defs[usize::from(it.def)]
                    } else {
                        run.def_of(it)
                    };
                    def.id.clone()
                }),
                owner: it.owner,
                controller: run.controller(card),
                turned: it.turned,
                size: u32::from(it.size) + 1,
                damage: u32::from(it.damage),
                marks: (0..self.marks.len())
                    .filter(|mark| it.marks & (1 << mark) != 0)
                    .map(|mark| self.marks[mark].clone())
                    .collect(),
                space: match it.at {
                    At::Map(space) | At::OnSpace(space) => Some(space),
                    At::OnCard(host) => run.card_space(host),
                    At::Zone { .. } | At::Aside | At::Playing => None,
                },
                tokens: run
                    .s
                    .tokens
                    .iter()
                    .filter(|tokens| tokens.on == thing)
                    .map(|tokens| {
                        (
                            self.tokens[usize::from(tokens.token)].clone(),
                            u32::from(tokens.count),
                        )
                    })
                    .collect(),
            }
        };
        let mut zones = Vec::new();
        for of in 0..2 {
            for (zone, id) in self.zones.iter().enumerate() {
                let mut cards: Vec<SeenCard> = run
                    .zone(zone as u8, of)
                    .iter()
                    .map(|card| seen(*card))
                    .collect();
                // The order of what is not seen tells nothing.
                cards.sort_by_key(|card| card.id.is_some());
                zones.push((id.clone(), of, cards));
            }
        }
        View {
            player,
            round: state.round,
            first: state.first,
            turn: state.turn,
            passed: state.passed,
            play: state.play.iter().map(|card| seen(*card)).collect(),
            zones,
            choice: state
                .choice
                .clone()
                .filter(|choice| choice.who == Who::Player(player)),
        }
    }
}
