//! Finding things: references, filters, places, selectors.

use cardwright_ir::{
    Comparison, End, Filter, Noun, Owner, Period, Pick, Place, Player as Whose, Reference, RowSide,
    Selector, Side, State as Is, Superlative, Zone,
};
use smallvec::SmallVec;

use crate::frame::card;
use crate::run::{Run, Was};
use crate::state::{
    At, AttackRef, Card, CardIx, CardRef, Done, Entry, Env, Fight, Last, NONE, Player, Space,
    Thing, Things,
};
use crate::table::{Def, index};

/// Where things are looked for that a filter without a zone describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// By an action: the acting player's.
    Action,
    /// By a condition or a count: anybody's, or those of that player.
    Count(Option<Player>),
}

impl Run<'_, '_> {
    // ── Cards ──

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

    // ── The map ──

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
        self.t.rows[row] == id && row <= self.t.rows.len() / 2
    }

    // ── References ──

    pub fn fight_of(&self, attack: AttackRef) -> Option<&Fight> {
        self.s.fights.iter().find(|fight| fight.id == attack.id)
    }

    /// The attack that a selector refers to.
    pub fn attack_of(&self, selector: &Selector, env: &Env) -> Option<AttackRef> {
        match &selector.pick {
            Pick::Known { is } => self.attack_ref(is, env),
            _ => None,
        }
    }

    pub fn attack_ref(&self, reference: &Reference, env: &Env) -> Option<AttackRef> {
        let of_event = env.event.as_ref().and_then(|event| event.attack);
        let attack = match reference {
            Reference::ThisAttack => env.attack.or(of_event),
            Reference::ThatAttack => of_event.or(env.attack),
            _ => None,
        };
        if attack.is_some() {
            self.evaluates(reference);
        }
        attack
    }

    fn current_fight(&self, env: &Env) -> Option<&Fight> {
        let attack = env
            .attack
            .or_else(|| env.event.as_ref().and_then(|event| event.attack))?;
        self.fight_of(attack)
    }

    pub fn refer(&self, reference: &Reference, env: &Env) -> Things {
        self.evaluates(reference);
        let one = |thing: Option<Thing>| thing.into_iter().collect();
        match reference {
            Reference::This { as_: _ } => one(Some(Thing::Card(env.this))),
            Reference::ThisAttack | Reference::ThatAttack => Things::new(),
            Reference::Target => one(self
                .current_fight(env)
                .map(|fight| Thing::Card(fight.target))),
            Reference::Attacker => one(self
                .current_fight(env)
                .map(|fight| Thing::Card(fight.attacker))),
            Reference::AttachedUnit => {
                let host = match self.live(env.this).map(|card| card.at) {
                    Some(At::OnCard(host)) => Some(self.s.reference(host)),
                    _ => self.last(env.this).and_then(|last| last.host),
                };
                one(host.map(Thing::Card))
            }
            Reference::AttachedSpace => one(match self.live(env.this).map(|card| card.at) {
                Some(At::OnSpace(space)) => Some(Thing::Space(space)),
                _ => self
                    .last(env.this)
                    .and_then(|last| last.space)
                    .map(Thing::Space),
            }),
            Reference::ThisSpace => {
                one(self.position(Thing::Card(env.this), env).map(Thing::Space))
            }
            Reference::ChosenSpace => one(env.space.map(Thing::Space)),
            Reference::Chosen {
                slot,
                named: _,
                many: _,
            } => env.things(*slot).iter().copied().collect(),
            Reference::FirstChosen { slot, named: _ } => {
                env.things(*slot).iter().copied().take(1).collect()
            }
            Reference::Rest { slot } => {
                let taken = |thing: &Thing| {
                    env.slots
                        .iter()
                        .any(|other| other.among == Some(*slot) && other.things.contains(thing))
                };
                env.things(*slot)
                    .iter()
                    .copied()
                    .filter(|thing| !taken(thing))
                    .collect()
            }
            Reference::YourHero => one(self.leader(env.controller).map(Thing::Card)),
            Reference::EnemyHero => one(self.leader(1 - env.controller).map(Thing::Card)),
        }
    }

    // ── Filters ──

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
                if self.field(thing, card, &field.field) != Some(field.value.as_str()) {
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

    // ── Places ──

    /// Where the origins of a measurement are, and whether all of them count.
    fn origins(&self, selector: &Selector, env: &Env) -> (SmallVec<[Space; 4]>, bool) {
        let positions = |things: Things| {
            things
                .into_iter()
                .filter_map(|thing| self.position(thing, env))
                .collect()
        };
        match &selector.pick {
            Pick::Known { is } => (positions(self.refer(is, env)), false),
            Pick::Each { from, slot: _ } => (
                positions(self.candidates(from, env, Ask::Count(None))),
                true,
            ),
            Pick::Any { from, slot: _ } | Pick::Random { from, .. } => (
                positions(self.candidates(from, env, Ask::Count(None))),
                false,
            ),
            Pick::Choose {
                from, superlative, ..
            } => {
                let found = self.candidates(from, env, Ask::Count(None));
                (
                    positions(self.superlative(superlative.as_deref(), found, env)),
                    false,
                )
            }
            Pick::Stack { .. } | Pick::Zone { .. } => (SmallVec::new(), false),
        }
    }

    pub fn is_at(&self, place: &Place, thing: Thing, env: &Env) -> bool {
        self.evaluates(place);
        let Some(at) = self.position(thing, env) else {
            return false;
        };
        let near = |selector: &Selector, not: bool, test: &dyn Fn(Space) -> bool| {
            let (origins, all) = self.origins(selector, env);
            let is = if all {
                !origins.is_empty() && origins.iter().all(|origin| test(*origin))
            } else {
                origins.iter().any(|origin| test(*origin))
            };
            is != not
        };
        match place {
            Place::Adjacent { to, not } => near(to, *not, &|origin| self.distance(origin, at) == 1),
            Place::Within { range, of, not } => {
                let range = self.amount(range, env);
                near(of, *not, &|origin| self.distance(origin, at) <= range)
            }
            Place::Beyond { steps, from } => {
                let steps = self.amount(steps, env);
                near(from, false, &|origin| self.distance(origin, at) > steps)
            }
            Place::SameRow { as_ } => near(as_, false, &|origin| {
                self.row_column(origin).0 == self.row_column(at).0
            }),
            Place::SameColumn { as_ } => near(as_, false, &|origin| {
                self.row_column(origin).1 == self.row_column(at).1
            }),
            Place::Row { row, side } => match side {
                RowSide::Your => self.in_row(at, row, env.controller),
                RowSide::Opponent => self.in_row(at, row, 1 - env.controller),
                RowSide::Any => self.in_row(at, row, 0) || self.in_row(at, row, 1),
            },
            Place::Behind { what } => {
                let attacker = self.refer(&Reference::Attacker, env);
                let from = attacker
                    .first()
                    .and_then(|thing| self.position(*thing, env));
                let Some(from) = from else { return false };
                near(what, false, &|origin| self.behind(from, origin) == Some(at))
            }
            Place::Area => self.area(env).contains(&at),
            Place::On { what } => match &what.pick {
                Pick::Known { is } => self
                    .refer(is, env)
                    .into_iter()
                    .any(|on| self.is_on(thing, on, env)),
                Pick::Any { from, .. }
                | Pick::Each { from, .. }
                | Pick::Choose { from, .. }
                | Pick::Random { from, .. } => {
                    let found = self.candidates(from, env, Ask::Count(None));
                    found.into_iter().any(|on| self.is_on(thing, on, env))
                }
                Pick::Stack { .. } | Pick::Zone { .. } => false,
            },
        }
    }

    fn is_on(&self, thing: Thing, on: Thing, env: &Env) -> bool {
        if thing == on {
            return false;
        }
        if let (Thing::Card(card), Thing::Card(host)) = (thing, on) {
            let attached = |at: At| match at {
                At::OnCard(found) => Some(found == host.card),
                At::OnSpace(_) => None,
                At::Map(_) | At::Zone { .. } | At::Aside | At::Playing => None,
            };
            if let Some(attached) = self.live(card).and_then(|card| attached(card.at)) {
                return attached;
            }
        }
        let at = self.position(on, env);
        at.is_some() && self.position(thing, env) == at
    }

    /// The next space behind `what`, on the line from an attacker through it.
    fn behind(&self, from: Space, what: Space) -> Option<Space> {
        let ((r, c), (s, d)) = (self.row_column(from), self.row_column(what));
        let (up, right) = (s - r, d - c);
        let step = match up.abs().cmp(&right.abs()) {
            std::cmp::Ordering::Greater => (up.signum(), 0),
            std::cmp::Ordering::Less => (0, right.signum()),
            std::cmp::Ordering::Equal => return None,
        };
        self.space(s + step.0, d + step.1)
    }

    /// The spaces of the area around the chosen space.
    fn area(&self, env: &Env) -> SmallVec<[Space; 16]> {
        let card = self
            .live(env.this)
            .or_else(|| self.last(env.this).map(|last| &last.as_));
        let area = card.and_then(|card| self.def_of(card).area.as_ref());
        let (Some(center), Some(area)) = (env.space, area) else {
            return SmallVec::new();
        };
        let (row, column) = self.row_column(center);
        let forward = if env.controller == 0 { 1 } else { -1 };
        let spaces = area.iter();
        spaces
            .filter_map(|(up, right)| {
                self.space(
                    row + forward * i16::from(*up),
                    column + forward * i16::from(*right),
                )
            })
            .collect()
    }

    // ── Selectors ──

    /// Keeps those that a superlative applies to.
    pub fn superlative(
        &self,
        superlative: Option<&Superlative>,
        found: Things,
        env: &Env,
    ) -> Things {
        let Some(superlative) = superlative else {
            return found;
        };
        let measure = |thing: &Thing| -> Option<i64> {
            match superlative {
                Superlative::Highest { attribute } => self
                    .number_of(card(*thing)?, attribute, false)
                    .map(|number| -i64::from(number)),
                Superlative::Lowest { attribute } => self
                    .number_of(card(*thing)?, attribute, false)
                    .map(i64::from),
                Superlative::Nearest { to } => {
                    let at = self.position(*thing, env)?;
                    let to = self.refer(to, env);
                    let distances = to.into_iter().filter_map(|to| self.position(to, env));
                    distances.map(|to| i64::from(self.distance(to, at))).min()
                }
            }
        };
        let best = found.iter().filter_map(measure).min();
        found
            .into_iter()
            .filter(|thing| best.is_some() && measure(thing) == best)
            .collect()
    }

    /// Returns whether a thing is what a pattern or a reference means.
    pub fn matches(&self, selector: &Selector, thing: Thing, env: &Env) -> bool {
        self.evaluates(selector);
        match &selector.pick {
            Pick::Any { from, slot: _ }
            | Pick::Each { from, slot: _ }
            | Pick::Random { from, .. } => self.fits(from, thing, env),
            Pick::Choose {
                from, superlative, ..
            } => {
                self.fits(from, thing, env)
                    && (superlative.is_none() || {
                        let found = self.candidates(from, env, Ask::Count(None));
                        self.superlative(superlative.as_deref(), found, env)
                            .contains(&thing)
                    })
            }
            Pick::Known { is } => self.refer(is, env).contains(&thing),
            Pick::Stack { .. } | Pick::Zone { .. } => self.found(selector, env).contains(&thing),
        }
    }

    /// Returns what a selector has found, or what it finds without a choice.
    pub fn found(&self, selector: &Selector, env: &Env) -> Things {
        self.evaluates(selector);
        match &selector.pick {
            Pick::Known { is } => self.refer(is, env),
            Pick::Choose { slot, .. } | Pick::Random { slot, .. } => {
                env.things(*slot).iter().copied().collect()
            }
            Pick::Each { from, slot } | Pick::Any { from, slot } => match env.slot(*slot) {
                Some(_) => env.things(*slot).iter().copied().collect(),
                None => self.candidates(from, env, Ask::Action),
            },
            Pick::Stack {
                count,
                end,
                zone,
                slot,
            } => match env.slot(*slot) {
                Some(_) => env.things(*slot).iter().copied().collect(),
                None => self.stack(self.amount(count, env), *end, zone, env),
            },
            Pick::Zone { zone, slot } => match env.slot(*slot) {
                Some(_) => env.things(*slot).iter().copied().collect(),
                None => self.stack(u32::MAX, End::Top, zone, env),
            },
        }
    }

    pub fn stack(&self, count: u32, end: End, zone: &Zone, env: &Env) -> Things {
        let Some((zone, of)) = self.zone_of(zone, env) else {
            return Things::new();
        };
        let cards = self.zone(zone, of);
        let thing = |card: &CardIx| Thing::Card(self.s.reference(*card));
        let count = count as usize;
        match end {
            End::Top => cards.iter().rev().take(count).map(thing).collect(),
            End::Bottom => cards.iter().take(count).map(thing).collect(),
        }
    }

    /// The players that a node means.
    pub fn who(&self, who: Whose, env: &Env) -> (SmallVec<[Player; 2]>, bool) {
        let (list, each): (SmallVec<[Player; 2]>, bool) = match who {
            Whose::You => (SmallVec::from_slice(&[env.controller]), false),
            Whose::Opponent => (SmallVec::from_slice(&[1 - env.controller]), false),
            Whose::Each => match env.each {
                Some(player) => (SmallVec::from_slice(&[player]), false),
                None => (SmallVec::from_slice(&self.players()), true),
            },
        };
        (list, each)
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
