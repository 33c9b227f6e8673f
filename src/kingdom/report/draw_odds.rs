//! How likely there is something to play.
//!
//! The model, with the sections of the rulebook that it comes from:
//!
//! - "Game setup: Draw cards": so many cards are drawn from the shuffled deck.
//! - "Game setup: Replace cards": any number of them is set aside, as many new ones are drawn from the rest of the
//!   deck, then those set aside are shuffled back. A player who holds a card to play keeps the hand; one who
//!   holds none replaces all of it. No other choice does better, then or later: the deck is as large and has
//!   as many such cards after every choice, and each new card is one more that may be it.
//! - "Round's structure: Draw cards": so many more in each round after the first. "Discard cards" comes
//!   before it and takes nothing that is hoped for: down to the limit of the hand there is always something
//!   else to let go.
//! - "Turn's structure: Paying statistics" and "Ready cards": what the set pays with is ready in every round, so
//!   what can be paid in one round can be paid in each. Cards that were played in earlier rounds to pay
//!   with are left out: a player would have to know what will be drawn. So the odds of later rounds are
//!   those at least.
//!
//! Nothing else is played before, and no effect of a card is thought of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hypergeometric::none_among;
use super::{Chance, Looked, Way, parts, payment};
use crate::game::{Drawing, Paying};

/// How likely at least one card can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Odds {
    /// The key of the zone from which is drawn.
    pub zone: String,
    /// What is hoped for: `units`.
    pub title: String,
    /// How many cards the zone has.
    pub cards: u64,
    /// How many are drawn before the game.
    pub hand: u64,
    /// How many are drawn in each round after the first.
    pub each_round: u64,
    /// For each way of paying, the easier ones included.
    pub of: Vec<OddsOf>,
}

/// How likely one of certain cards is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OddsOf {
    /// The hardest way in which they can be paid.
    pub way: Way,
    /// How many cards these are.
    pub cards: u64,
    /// That one is among the first cards drawn.
    pub hand: Chance,
    /// That one is in the hand after cards were replaced; absent where none may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<Chance>,
    /// That one was drawn by a round, from the second on; with replacing, where cards may be replaced.
    pub rounds: Vec<ByRound>,
}

/// How likely it is by a round.
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

/// `None` where nothing can be drawn.
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
    // Whoever plays a card to pay with needs it in the hand, beside the one that is paid.
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

/// The odds of drawing one of so many cards.
pub(super) fn odds_of(way: Way, cards: u64, draws: Draws) -> OddsOf {
    let Draws { deck, hand, .. } = draws;
    let in_hand = none_among(deck, cards, hand);
    let rest = deck.saturating_sub(hand);
    // As many as are set aside can be drawn again only if the deck has them.
    let again = if draws.replace { hand.min(rest) } else { 0 };
    let replaced = &in_hand * none_among(rest, cards, again);
    // The rest of the deck is as large as before, and what it has of these cards is all there.
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
