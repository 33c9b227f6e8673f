//! Filters: which things a description fits.

use cardwright_ir::{Comparison, Filter, Noun, Owner, Period, Side, State as Is, Zone};

use super::Ask;
use crate::run::{Run, Was};
use crate::state::{
    At, Card, CardIx, CardRef, Done, Entry, Env, Last, NONE, Player, Thing, Things,
};
use crate::table::index;

impl Run<'_, '_> {
    pub fn owner_of(&self, owner: Owner, env: &Env) -> Player {
        match owner {
            Owner::You => env.controller,
            Owner::Opponent => 1 - env.controller,
            Owner::Owner => self.card(env.this.card).owner,
            Owner::Actor => env.actor,
        }
    }

    pub fn zone_of(&self, zone: &Zone, env: &Env) -> Option<(u8, Player)> {
        Some((
            index(&self.t.zones, &zone.zone)?,
            self.owner_of(zone.of, env),
        ))
    }

    /// Returns all things that fit, in the order of the arena or the map.
    pub fn candidates(&self, filter: &Filter, env: &Env, ask: Ask) -> Things {
        self.evaluates(filter);
        let mut found = Things::new();
        let mut consider = |thing: Thing| {
            if self.fits(filter, thing, env) {
                found.push(thing);
            }
        };
        let cards = |list: &[CardIx], consider: &mut dyn FnMut(Thing)| {
            for card in list {
                consider(Thing::Card(self.s.reference(*card)));
            }
        };
        if let Some(among) = &filter.among {
            for thing in self.refer(among, env) {
                consider(thing);
            }
            return found;
        }
        if let Some(zone) = &filter.zone {
            if let Some((zone, of)) = self.zone_of(zone, env) {
                cards(self.zone(zone, of), &mut consider);
            }
            return found;
        }
        // What was removed or dealt damage to, as it was if it is no longer there.
        let done = match filter.states.iter().find_map(done_of) {
            Some(done) => self.done(done, env),
            None => Things::new(),
        };
        if filter.states.iter().any(|state| done_of(state).is_some()) {
            for thing in done {
                let once = |found: &Thing| match (found, thing) {
                    (Thing::Card(found), Thing::Card(card)) => found.card == card.card,
                    _ => *found == thing,
                };
                if self.fits_then(filter, thing, env) && !found.iter().any(once) {
                    found.push(thing);
                }
            }
            return found;
        }
        if filter.states.contains(&Is::BeingPlayed) {
            for card in 0..self.s.cards.len() as CardIx {
                if self.card(card).at == At::Playing || self.as_played.get() == Some(card) {
                    consider(Thing::Card(self.s.reference(card)));
                }
            }
            return found;
        }
        let types = match &filter.noun {
            Noun::Space => {
                (0..self.t.spaces()).for_each(|space| consider(Thing::Space(space)));
                return found;
            }
            Noun::Card { types } => types,
        };
        let flag = filter.fields.iter().find(|field| field.value == "true");
        if let Some(zone) = flag.and_then(|flag| index(&self.t.zones, &flag.field)) {
            match ask {
                Ask::Action => cards(self.zone(zone, env.actor), &mut consider),
                Ask::Count(_) => cards(&self.s.play, &mut consider),
            }
            return found;
        }
        let payment = &self.t.rules.roles.card_types.payment;
        if types.len() == 1 && types[0] == *payment {
            let of = match (filter.side, ask) {
                (Some(Side::Friendly), _) => Some(env.controller),
                (Some(Side::Enemy), _) => Some(1 - env.controller),
                (None, Ask::Action) => Some(env.actor),
                (None, Ask::Count(of)) => of,
            };
            for player in self.players() {
                if of.is_none_or(|of| of == player) {
                    cards(self.zone(self.t.payment, player), &mut consider);
                }
            }
            return found;
        }
        let on_map =
            !types.is_empty() && types.iter().all(|type_| self.t.map_types.contains(type_));
        for card in &self.s.play {
            if !on_map || matches!(self.card(*card).at, At::Map(_)) {
                consider(Thing::Card(self.s.reference(*card)));
            }
        }
        found
    }

    /// Returns whether a thing fits a description, wherever it is.
    pub fn fits(&self, filter: &Filter, thing: Thing, env: &Env) -> bool {
        match thing {
            Thing::Space(_) => self.fits_as(filter, thing, None, env),
            Thing::Card(found) => match self.live(found) {
                Some(card) => self.fits_as(filter, thing, Some(card), env),
                None => {
                    let last = self.last(found);
                    last.is_some_and(|last| self.fits_as(filter, thing, Some(&last.as_), env))
                }
            },
        }
    }

    /// The record of a card that is looked at as it was.
    pub fn was(&self, card: CardRef) -> Option<&Last> {
        let was = match self.was.get()? {
            Was::Last(place) => &self.s.last[place],
            Was::Played(place) => &self.s.played[place],
        };
        (was.card == card).then_some(was)
    }

    /// Returns whether a card fitted when it left play or was played.
    pub fn fitted(&self, filter: &Filter, was: Was, env: &Env) -> bool {
        let record = match was {
            Was::Last(place) => &self.s.last[place],
            Was::Played(place) => &self.s.played[place],
        };
        let outer = self.was.replace(Some(was));
        let fits = self.fits_as(filter, Thing::Card(record.card), Some(&record.as_), env);
        self.was.set(outer);
        fits
    }

    /// Returns whether a thing to which something was done fits: as it is, or as it was when it left play.
    pub fn fits_then(&self, filter: &Filter, thing: Thing, env: &Env) -> bool {
        match thing {
            Thing::Card(card) if !self.in_play(card) => {
                match self.s.last.iter().rposition(|last| last.card == card) {
                    Some(place) => self.fitted(filter, Was::Last(place), env),
                    None => self.fits(filter, thing, env),
                }
            }
            _ => self.fits(filter, thing, env),
        }
    }

    /// Returns whether a description of cards that are played fits a card that a player plays or might play: its side
    /// is that player's, wherever the card is.
    pub fn fits_played(&self, filter: &Filter, card: Thing, player: Player, env: &Env) -> bool {
        self.evaluates(filter);
        self.is_side(filter.side, player, env)
            && match filter.side {
                None => self.fits(filter, card, env),
                Some(_) => self.fits(
                    &Filter {
                        side: None,
                        ..filter.clone()
                    },
                    card,
                    env,
                ),
            }
    }

    pub fn is_side(&self, side: Option<Side>, player: Player, env: &Env) -> bool {
        match side {
            None => true,
            Some(Side::Friendly) => player == env.controller,
            Some(Side::Enemy) => player != env.controller,
        }
    }

    /// The cards that a player played in a period and that fitted when they were played.
    pub fn played(&self, player: Player, what: &Filter, period: Period, env: &Env) -> u32 {
        let fitted = |entry: &&Entry| match entry {
            Entry::Played(by, place) => {
                *by == player && self.fitted(what, Was::Played(usize::from(*place)), env)
            }
            _ => false,
        };
        self.journal(period).iter().filter(fitted).count() as u32
    }

    /// Calls something for a thing, which is then the one that `not_itself` leaves out.
    pub fn about<T>(&self, thing: Thing, work: impl FnOnce() -> T) -> T {
        let outer = self.itself.replace(Some(thing));
        let found = work();
        self.itself.set(outer);
        found
    }

    fn fits_as(&self, filter: &Filter, thing: Thing, card: Option<&Card>, env: &Env) -> bool {
        self.evaluates(filter);
        match (&filter.noun, card) {
            (Noun::Space, None) => {}
            (Noun::Card { types }, Some(card)) => {
                if !types.is_empty() && !types.contains(&self.def_of(card).type_) {
                    return false;
                }
            }
            (Noun::Space, Some(_)) | (Noun::Card { .. }, None) => return false,
        }
        if let Some(side) = filter.side {
            let controller = match card {
                Some(card) => match card.at {
                    At::Zone { of, .. } => of,
                    _ => card.controller,
                },
                None => return false,
            };
            let wanted = match side {
                Side::Friendly => env.controller,
                Side::Enemy => 1 - env.controller,
            };
            if controller == NONE || controller != wanted {
                return false;
            }
        }
        if filter.other && self.is_other(thing, env) {
            return false;
        }
        if filter.not_itself && self.itself.get() == Some(thing) {
            return false;
        }
        if let Some(card) = card {
            let def = self.def_of(card);
            if !filter.names.is_empty() && !filter.names.contains(&def.id) {
                return false;
            }
            if !filter
                .traits
                .iter()
                .all(|any| any.iter().any(|id| def.traits.contains(id)))
            {
                return false;
            }
            for field in &filter.fields {
                let value = self.field(thing, card, &field.field);
                if !value.is_some_and(|value| field.fits(value)) {
                    return false;
                }
            }
        }
        if !filter
            .states
            .iter()
            .all(|state| self.has_state(state, thing, card, env))
        {
            return false;
        }
        if !filter
            .places
            .iter()
            .all(|place| self.is_at(place, thing, env))
        {
            return false;
        }
        if let Some(zone) = &filter.zone {
            let (Some(card), Some((zone, of))) = (card, self.zone_of(zone, env)) else {
                return false;
            };
            if card.at != (At::Zone { zone, of }) {
                return false;
            }
        }
        if let Some(among) = &filter.among
            && !self.refer(among, env).contains(&thing)
        {
            return false;
        }
        filter
            .excluding
            .as_ref()
            .is_none_or(|excluded| !self.fits(excluded, thing, env))
    }

    fn is_other(&self, thing: Thing, env: &Env) -> bool {
        if thing == Thing::Card(env.this) {
            return true;
        }
        if env
            .slots
            .iter()
            .any(|slot| slot.chosen && env.things(slot.slot).contains(&thing))
        {
            return true;
        }
        let fight = self.current_fight(env);
        fight.is_some_and(|fight| {
            thing == Thing::Card(fight.target) || thing == Thing::Card(fight.attacker)
        })
    }

    fn has_state(&self, state: &Is, thing: Thing, card: Option<&Card>, env: &Env) -> bool {
        match state {
            Is::Mark { mark, has } => {
                let bit = index(&self.t.marks, mark).map_or(0, |mark| 1 << mark);
                card.is_some_and(|card| (card.marks & bit != 0) == *has)
            }
            Is::Tokens { token, number } => self.compare(number, self.tokens_on(thing, token), env),
            Is::Damage { number } => {
                card.is_some_and(|card| self.compare(number, u32::from(card.damage), env))
            }
            Is::Size { number } => {
                let sized = card.filter(|card| self.def_of(card).unit);
                sized.is_some_and(|card| self.compare(number, u32::from(card.size) + 1, env))
            }
            Is::Attribute { attribute, number } => match thing {
                Thing::Card(card) => {
                    let value = self.number_of(card, attribute, false);
                    value.is_some_and(|value| self.compare(number, value.max(0) as u32, env))
                }
                Thing::Space(_) => false,
            },
            Is::SameName { as_ } => {
                let name = |thing: Thing| match thing {
                    Thing::Card(card) => Some(match self.live(card) {
                        Some(live) => &self.def_of(live).id,
                        None => &self.def_of(&self.last(card)?.as_).id,
                    }),
                    Thing::Space(_) => None,
                };
                let mine = card.map(|card| &self.def_of(card).id);
                mine.is_some()
                    && self
                        .refer(as_, env)
                        .into_iter()
                        .any(|other| name(other) == mine)
            }
            Is::Vacant => match thing {
                Thing::Space(space) => self.vacant(space),
                Thing::Card(_) => false,
            },
            Is::Ready => card.is_some_and(|card| !card.turned),
            Is::Spent => card.is_some_and(|card| card.turned),
            Is::FaceUp => card.is_some_and(|card| card.face_up),
            Is::FaceDown => card.is_some_and(|card| !card.face_up),
            Is::BeingPlayed => match (thing, card) {
                (Thing::Card(found), Some(card)) => {
                    card.at == At::Playing || self.as_played.get() == Some(found.card)
                }
                _ => false,
            },
            Is::RemovedThisWay | Is::DealtDamageThisWay => {
                done_of(state).is_some_and(|done| self.done(done, env).contains(&thing))
            }
        }
    }

    pub fn compare(&self, comparison: &Comparison, number: u32, env: &Env) -> bool {
        match comparison {
            Comparison::Exactly { number: other } => number == self.amount(other, env),
            Comparison::AtLeast { number: other } => number >= self.amount(other, env),
            Comparison::AtMost { number: other } => number <= self.amount(other, env),
            Comparison::MoreThan { number: other } => number > self.amount(other, env),
            Comparison::LessThan { number: other } => number < self.amount(other, env),
        }
    }
}

/// What an action did to things in this state.
fn done_of(state: &Is) -> Option<Done> {
    match state {
        Is::RemovedThisWay => Some(Done::Removed),
        Is::DealtDamageThisWay => Some(Done::Damaged),
        _ => None,
    }
}
