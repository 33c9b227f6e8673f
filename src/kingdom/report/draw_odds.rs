//! The probability of having a card to play.
//!
//! The model, with the rulebook sections that it follows:
//!
//! - "Game setup: Draw cards": a number of cards is drawn from the shuffled deck.
//! - "Game setup: Replace cards": a player sets aside any number of cards, draws as many from the rest of the
//!   deck, and then shuffles the cards set aside into the deck. A player with a playable card keeps the hand; a player
//!   without one replaces the whole hand. No other choice is better, now or later: after every choice the deck has the
//!   same size and the same number of playable cards, and each new card is one more chance.
//! - "Round's structure: Draw cards": cards are drawn in each round after the first. "Discard cards" precedes it and
//!   never costs a playable card: to reach the hand limit there is always another card to discard.
//! - "Turn's structure: Paying statistics" and "Ready cards": the cards that the set pays with are ready in every
//!   round, so a card that can be paid in one round can be paid in each. Cards played in earlier rounds to pay with are
//!   ignored: a player would have to know future draws. So the odds of later rounds are lower bounds.
//!
//! The model assumes that no other card is played before, and ignores the effects of cards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hypergeometric::none_among;
use super::{Chance, Looked, Way, parts, payment};
use crate::game::{Drawing, Paying};

/// The odds of being able to play at least one card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Odds {
    /// The key of the zone that cards are drawn from.
    pub zone: String,
    /// The plural name of the wanted cards: `units`.
    pub title: String,
    /// Number of cards in the zone.
    pub cards: u64,
    /// Number of cards drawn before the game.
    pub hand: u64,
    /// Number of cards drawn in each round after the first.
    pub each_round: u64,
    /// The odds for each way of paying; each includes the easier ways.
    pub of: Vec<OddsOf>,
}

/// The odds of drawing at least one of certain cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OddsOf {
    /// The hardest way in which these cards can be paid.
    pub way: Way,
    /// Number of these cards.
    pub cards: u64,
    /// The probability that one is among the first cards drawn.
    pub hand: Chance,
    /// The probability that one is in the hand after replacing cards; absent if cards cannot be replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<Chance>,
    /// The probability that one was drawn by each round from the second on, after replacing cards if that is possible.
    pub rounds: Vec<ByRound>,
}

/// The probability by a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ByRound {
    pub round: u32,
    pub chance: Chance,
}

/// How cards are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draws {
    pub deck: u64,
    pub hand: u64,
    pub each_round: u64,
    pub rounds: u32,
    pub replace: bool,
}

/// Returns the odds of a set; `None` if no card can be drawn.
pub(super) fn odds(
    looked: &Looked<'_>,
    drawing: &Drawing,
    paying: Option<&Paying>,
) -> Option<Odds> {
    let constant = |id: &str| {
        let constant = looked.game.constants.get(id)?;
        u64::try_from(constant.value).ok()
    };
    let cards = looked.cards(&drawing.zone);
    let draws = Draws {
        deck: cards.iter().map(|(_, count)| count).sum(),
        hand: constant(&drawing.hand)?,
        each_round: constant(&drawing.each_round)?,
        rounds: drawing.rounds,
        replace: drawing.replace,
    };
    if draws.deck == 0 || draws.hand == 0 {
        return None;
    }
    let pool = paying.map(|paying| looked.pool(&paying.from));
    let hoped = cards
        .iter()
        .filter(|(card, _)| drawing.types.contains(&card.card_type));
    let ways: Vec<(Way, u64)> = hoped
        .map(|(card, count)| {
            let way = paying.zip(pool.as_ref());
            let way = way.map(|(paying, pool)| payment::way(looked, paying, pool, card));
            (way.unwrap_or(Way::Exact), *count)
        })
        .collect();
    // Playing cards to pay with needs a hand that also holds the card to pay for.
    let possible = Way::ALL.into_iter().filter(|way| match way {
        Way::Exact => true,
        Way::Substituted => paying.is_some(),
        Way::Played => paying.is_some_and(|pay| pay.played_to_pay > 0 && enough(draws, pay)),
        Way::Never => false,
    });
    let of = possible.map(|hardest| {
        let payable = ways.iter().filter(|(way, _)| *way <= hardest);
        odds_of(hardest, payable.map(|(_, count)| count).sum(), draws)
    });
    Some(Odds {
        zone: drawing.zone.clone(),
        title: parts::plurals(looked.game, &drawing.types),
        cards: draws.deck,
        hand: draws.hand,
        each_round: draws.each_round,
        of: of.collect(),
    })
}

fn enough(draws: Draws, paying: &Paying) -> bool {
    draws.hand.min(draws.deck) > u64::from(paying.played_to_pay)
}

/// Returns the odds of drawing one of `cards` cards.
pub(super) fn odds_of(way: Way, cards: u64, draws: Draws) -> OddsOf {
    let Draws { deck, hand, .. } = draws;
    let in_hand = none_among(deck, cards, hand);
    let rest = deck.saturating_sub(hand);
    // The deck limits how many cards can be replaced.
    let again = if draws.replace { hand.min(rest) } else { 0 };
    let replaced = &in_hand * none_among(rest, cards, again);
    // The replaced cards are shuffled into the deck, so it has `rest` cards again. No wanted card has left it, because
    // this is the probability that none was drawn.
    let by_round = |round: u32| {
        let drawn = draws.each_round.saturating_mul(u64::from(round - 1));
        ByRound {
            round,
            chance: Chance::unless(&(&replaced * none_among(rest, cards, drawn))),
        }
    };
    OddsOf {
        way,
        cards,
        hand: Chance::unless(&in_hand),
        replaced: draws.replace.then(|| Chance::unless(&replaced)),
        rounds: (2..=draws.rounds).map(by_round).collect(),
    }
}
