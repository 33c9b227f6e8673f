//! The context that the readers of a zone's lines share.

use crate::game::{Game, Zone};

/// The context of the zone that is being read.
#[derive(Clone, Copy)]
pub(super) struct ZoneContext<'a> {
    pub game: &'a Game,
    pub source: &'a str,
    pub zone: &'a Zone,
}
