//! Cards, and who sees them.

use crate::run::Run;
use crate::state::{At, Card, CardIx, CardRef, Last, Player};
use crate::table::Def;

impl Run<'_, '_> {
    #[inline]
    pub fn card(&self, card: CardIx) -> &Card {
        &self.s.cards[usize::from(card)]
    }

    /// Returns the card if it is still the same thing.
    #[inline]
    pub fn live(&self, card: CardRef) -> Option<&Card> {
        let found = self.card(card.card);
        (found.life == card.life).then_some(found)
    }

    pub fn in_play(&self, card: CardRef) -> bool {
        self.live(card).is_some_and(|card| card.at.in_play())
    }

    pub fn on_map(&self, card: CardRef) -> bool {
        self.live(card)
            .is_some_and(|card| matches!(card.at, At::Map(_)))
    }

    #[inline]
    pub fn def_of(&self, card: &Card) -> &Def {
        let def = match (card.laid, card.copy) {
            (Some(statistic), _) => self.t.payment_defs[usize::from(statistic)].unwrap_or(card.def),
            (None, Some(copy)) => copy,
            (None, None) => card.def,
        };
        &self.t.defs[usize::from(def)]
    }

    #[inline]
    pub fn def(&self, card: CardIx) -> &Def {
        self.def_of(self.card(card))
    }

    pub fn last(&self, card: CardRef) -> Option<&Last> {
        self.s.last.iter().rev().find(|last| last.card == card)
    }

    #[inline]
    pub fn zone(&self, zone: u8, of: Player) -> &[CardIx] {
        &self.s.zones[usize::from(of) * self.t.zones.len() + usize::from(zone)]
    }

    pub fn leader(&self, of: Player) -> Option<CardRef> {
        let found = self
            .s
            .play
            .iter()
            .copied()
            .find(|card| self.card(*card).owner == of && self.def(*card).leader);
        found.map(|card| self.s.reference(card))
    }

    /// Returns who controls a card; a card of a zone, its player.
    pub fn controller(&self, card: CardIx) -> Player {
        let card = self.card(card);
        match card.at {
            At::Zone { of, .. } => of,
            _ => card.controller,
        }
    }

    pub fn sees(&self, player: Player, card: CardIx) -> bool {
        use crate::rules::Seen;
        if self
            .s
            .shown
            .iter()
            .any(|(shown, who)| *shown == card && who & (1 << player) != 0)
        {
            return true;
        }
        let it = self.card(card);
        match it.at {
            At::Zone { zone, of } => match self.t.seen[usize::from(zone)] {
                Seen::Nobody => false,
                Seen::Owner => of == player,
                Seen::Both => it.laid.is_none() || it.owner == player,
            },
            At::Map(_) => it.face_up,
            _ => it.face_up || it.controller == player,
        }
    }
}
