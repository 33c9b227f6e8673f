//! Finding things: cards, spaces, references, filters, places, selectors.

mod card;
mod filter;
mod map;
mod place;
mod reference;
mod selector;

use crate::state::Player;

/// Where things are looked for that a filter without a zone describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// By an action: the acting player's.
    Action,
    /// By a condition or a count: anybody's, or those of that player.
    Count(Option<Player>),
}
