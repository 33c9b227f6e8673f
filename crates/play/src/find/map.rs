//! Spaces of the map, and what is on them.

use smallvec::SmallVec;

use crate::run::Run;
use crate::state::{At, CardIx, Env, Player, Space, Thing};

impl Run<'_, '_> {
    pub fn space(&self, row: i16, column: i16) -> Option<Space> {
        let (rows, columns) = (self.t.rows.len() as i16, i16::from(self.t.columns));
        ((0..rows).contains(&row) && (0..columns).contains(&column))
            .then(|| (row * columns + column) as Space)
    }

    pub fn row_column(&self, space: Space) -> (i16, i16) {
        (
            i16::from(space / self.t.columns),
            i16::from(space % self.t.columns),
        )
    }

    pub fn distance(&self, a: Space, b: Space) -> u32 {
        let ((r, c), (s, d)) = (self.row_column(a), self.row_column(b));
        u32::from((r - s).unsigned_abs() + (c - d).unsigned_abs())
    }

    pub fn neighbors(&self, space: Space) -> SmallVec<[Space; 4]> {
        let (row, column) = self.row_column(space);
        let steps = [(1, 0), (0, -1), (0, 1), (-1, 0)];
        steps
            .into_iter()
            .filter_map(|(up, right)| self.space(row + up, column + right))
            .collect()
    }

    /// The unit or leader on a space, not counting one that passes over it.
    pub fn fighter_at(&self, space: Space) -> Option<CardIx> {
        let on = |card: &CardIx| {
            let it = self.card(*card);
            it.at == At::Map(space) && !it.passing && !self.def_of(it).site
        };
        self.s.play.iter().copied().find(on)
    }

    pub fn site_at(&self, space: Space) -> Option<CardIx> {
        let on = |card: &CardIx| self.card(*card).at == At::Map(space) && self.def(*card).site;
        self.s.play.iter().copied().find(on)
    }

    pub fn vacant(&self, space: Space) -> bool {
        self.fighter_at(space).is_none()
    }

    pub fn card_space(&self, card: CardIx) -> Option<Space> {
        match self.card(card).at {
            At::Map(space) | At::OnSpace(space) => Some(space),
            At::OnCard(host) => self.card_space(host),
            At::Zone { .. } | At::Aside | At::Playing => None,
        }
    }

    /// Returns where a thing is. In an ability whose event took things off the map, also where they were.
    pub fn position(&self, thing: Thing, env: &Env) -> Option<Space> {
        let found = match thing {
            Thing::Space(space) => return Some(space),
            Thing::Card(card) => card,
        };
        if let Some(was) = self.was(found) {
            return was.space;
        }
        if let Some(space) = self.live(found).and_then(|_| self.card_space(found.card)) {
            return Some(space);
        }
        let removed = env
            .event
            .as_ref()
            .is_some_and(|event| event.kind.takes_away());
        removed
            .then(|| self.last(found))
            .flatten()
            .and_then(|last| last.space)
    }

    /// The row of a space as that player counts.
    pub fn row_of(&self, space: Space, side: Player) -> usize {
        let row = usize::from(space / self.t.columns);
        if side == 0 {
            row
        } else {
            self.t.rows.len() - 1 - row
        }
    }

    /// Returns whether a space is in the row with that id, seen from a side: the rows up to the middle are a side's.
    pub fn in_row(&self, space: Space, id: &str, side: Player) -> bool {
        let row = self.row_of(space, side);
        self.t.rows[row] == id && row < self.t.rows.len().div_ceil(2)
    }
}
