//! Which abilities an event triggers.

use cardwright_ir::{Happening, Pick, Player as Whose, Reference, Selector};

use crate::event::may_be;
use crate::facts::asks_nothing;
use crate::run::Run;
use crate::state::{CardIx, Env, Player, Thing, Things, Trigger};
use crate::table::{On, Watch, WatchId, index};

use crate::event::{Ev, EvKind};

impl<'t> Run<'t, '_> {
    pub fn of_player(&self, who: Whose, player: Option<Player>, env: &Env) -> bool {
        player.is_some_and(|player| match who {
            Whose::You => player == env.controller,
            Whose::Opponent => player == 1 - env.controller,
            Whose::Each => true,
        })
    }

    /// Returns whether an event fits a description; the slots that it binds are added to the environment.
    pub fn matches_event(&self, event: &Happening, ev: &Ev, env: &mut Env) -> bool {
        let itself = |what: &Selector| {
            matches!(
                &what.pick,
                Pick::Known {
                    is: Reference::This { .. }
                }
            )
        };
        let played = |what: &Selector| {
            if itself(what) {
                EvKind::PlayedItself
            } else {
                EvKind::Played
            }
        };
        let (kind, who, other): (EvKind, Option<&Selector>, Option<&Selector>) = match event {
            Happening::Attacks { who, whom } => (EvKind::Attacks, Some(who), whom.as_ref()),
            Happening::IsAttacked { who, by } => (EvKind::IsAttacked, Some(who), by.as_ref()),
            Happening::Retaliates { who, against } => {
                (EvKind::Retaliates, Some(who), against.as_ref())
            }
            Happening::IsDealtDamage { who, by } => (EvKind::Damaged, Some(who), by.as_ref()),
            Happening::WouldBeDealtDamage { who, by } => {
                (EvKind::WouldBeDamaged, Some(who), by.as_ref())
            }
            Happening::IsActivated { who } => (EvKind::Activated, Some(who), None),
            Happening::Activates { who: _, what } => (EvKind::Activated, Some(what), None),
            Happening::Moves { who } => (EvKind::Moves, Some(who), None),
            Happening::Enters { who, space } => (EvKind::Enters, Some(who), Some(space)),
            Happening::StopsOn { who, space } => (EvKind::StopsOn, Some(who), Some(space)),
            Happening::IsPlayed { what } => (played(what), Some(what), None),
            Happening::Plays { who: _, what } => (played(what), Some(what), None),
            Happening::IsPlaced { what, places: _ } => (EvKind::Placed, Some(what), None),
            Happening::IsIncreased { who } => (EvKind::Increased, Some(who), None),
            Happening::IsDecreased { who } => (EvKind::Decreased, Some(who), None),
            Happening::Merges { who } => (EvKind::Merges, Some(who), None),
            Happening::IsRemovedFromMap { who, by } => (EvKind::Removed, Some(who), by.as_ref()),
            Happening::WouldBeRemovedFromMap { who, by } => {
                (EvKind::WouldBeRemoved, Some(who), by.as_ref())
            }
            Happening::IsBoosted { what } => (EvKind::Boosted, Some(what), None),
            Happening::Boosts { who: _ } => (EvKind::Boosts, None, None),
            Happening::IsTargeted { who, by } => (EvKind::Targeted, Some(who), by.as_ref()),
            Happening::IsDrawn { what } | Happening::Draws { who: _, what } => {
                (EvKind::Drawn, Some(what), None)
            }
            Happening::IsDiscarded { what } | Happening::Discards { who: _, what } => {
                (EvKind::Discarded, Some(what), None)
            }
            Happening::IsAttached { what, to } => (EvKind::Attached, Some(what), to.as_ref()),
            Happening::IsReadied { what } | Happening::Readies { who: _, what } => {
                (EvKind::Readied, Some(what), None)
            }
            Happening::IsSpent { what } | Happening::Spends { who: _, what } => {
                (EvKind::Spent, Some(what), None)
            }
            Happening::IsTaken { what } | Happening::TakesControl { who: _, what } => {
                (EvKind::Taken, Some(what), None)
            }
            Happening::MarkPlaced { marks: _, on } => (EvKind::MarkPlaced, Some(on), None),
            Happening::Passes { who: _ } => (EvKind::Passes, None, None),
            Happening::Occurs { phrase, with } => return self.matches_said(phrase, with, ev, env),
        };
        if kind != ev.kind {
            return false;
        }
        let player = match event {
            Happening::Activates { who, .. }
            | Happening::Plays { who, .. }
            | Happening::Boosts { who }
            | Happening::Draws { who, .. }
            | Happening::Discards { who, .. }
            | Happening::Readies { who, .. }
            | Happening::Spends { who, .. }
            | Happening::TakesControl { who, .. }
            | Happening::Passes { who } => Some(*who),
            _ => None,
        };
        if player.is_some_and(|who| !self.of_player(who, ev.player, env)) {
            return false;
        }
        if let Happening::MarkPlaced { marks, .. } = event
            && !marks
                .iter()
                .any(|mark| index(&self.t.marks, mark) == Some(ev.mark))
        {
            return false;
        }
        env.event = Some(ev.clone());
        let drawn = matches!(event, Happening::IsDrawn { .. } | Happening::Draws { .. });
        if let Some(who) = who {
            let Some(thing) = ev.who else { return false };
            if !self.matches_slot(who, thing, env) {
                return false;
            }
            // What another player draws is known by its back alone.
            if drawn
                && let Thing::Card(card) = thing
                && !self.sees(env.controller, card.card)
                && self.controller(card.card) != env.controller
                && !asks_nothing(who)
            {
                return false;
            }
        }
        if let Some(other) = other {
            // In the second description, the thing itself is the one that the event is about.
            let outer = self.itself.replace(ev.who);
            let found = self.match_any(other, &ev.others, env);
            self.itself.set(outer);
            if !found {
                return false;
            }
        }
        if let Happening::IsPlaced { places, .. } = event {
            let Some(thing) = ev.who else { return false };
            return places.iter().all(|place| self.is_at(place, thing, env));
        }
        true
    }

    /// Returns whether one of several things fits; the slot is bound to all that fit.
    fn match_any(&self, selector: &Selector, things: &[Thing], env: &mut Env) -> bool {
        let mut all = Things::new();
        let mut found = false;
        for thing in things {
            if self.matches_slot(selector, *thing, env) {
                found = true;
                if let Pick::Any { slot, .. } = &selector.pick {
                    all.extend_from_slice(env.things(*slot));
                }
            }
        }
        if let Pick::Any { slot, .. } = &selector.pick
            && all.len() > 1
        {
            env.fill(*slot, all, true, None, self.s.first);
        }
        found
    }

    pub fn matches_slot(&self, selector: &Selector, thing: Thing, env: &mut Env) -> bool {
        // A space of an event may be named by a card on it.
        let named = match (&selector.pick, thing) {
            (Pick::Any { from, .. }, Thing::Space(space)) => match from.noun {
                cardwright_ir::Noun::Space => thing,
                cardwright_ir::Noun::Card { .. } => {
                    let on = self
                        .s
                        .play
                        .iter()
                        .copied()
                        .filter(|card| self.card_space(*card) == Some(space));
                    let fits =
                        |card: &CardIx| self.fits(from, Thing::Card(self.s.reference(*card)), env);
                    match on.into_iter().find(fits) {
                        Some(card) => Thing::Card(self.s.reference(card)),
                        None => return false,
                    }
                }
            },
            (Pick::Known { is }, Thing::Space(space)) => {
                return self
                    .refer(is, env)
                    .into_iter()
                    .any(|thing| self.position(thing, env) == Some(space));
            }
            _ => thing,
        };
        if !self.matches(selector, named, env) {
            return false;
        }
        if let Pick::Any { slot, .. } = &selector.pick {
            let first = self.s.first;
            env.fill(*slot, Things::from_slice(&[named]), true, None, first);
        }
        true
    }

    /// Adds the triggers by an event among the abilities that are active now.
    pub fn gather_into(&self, ev: &Ev, wanted: Wanted, found: &mut Vec<Trigger>) {
        let gains = self.any_gain();
        let bit = 1 << ev.kind as u32;
        for card in &self.s.play {
            if (!gains && self.def(*card).awaited & bit == 0) || !self.active(*card) {
                continue;
            }
            self.gather_of(*card, ev, wanted, found);
        }
        for watching in &self.s.watches {
            let watch = &self.t.watches[watching.watch as usize];
            if wanted.is(&watch.on)
                && watch
                    .on
                    .event()
                    .is_some_and(|event| may_be(&event.what, ev.kind))
                && let Some(env) =
                    self.triggered(watch, watching.watch, (*watching.env).clone(), ev)
            {
                found.push(Trigger {
                    watch: watching.watch,
                    env: Box::new(env),
                    block: None,
                });
            }
        }
    }

    pub fn gather_of(&self, card: CardIx, ev: &Ev, wanted: Wanted, found: &mut Vec<Trigger>) {
        let this = self.s.reference(card);
        for ability in self.abilities(card) {
            let lowered = self.t.ability(ability);
            for watch_id in lowered.watches.iter().chain(&lowered.reaction) {
                let watch = &self.t.watches[*watch_id as usize];
                if !wanted.is(&watch.on)
                    || !watch
                        .on
                        .event()
                        .is_some_and(|event| may_be(&event.what, ev.kind))
                {
                    continue;
                }
                // A Reaction waits beside the map; where another heading put the card, it waits there.
                let env = Env::new(this, ability, self.card(card).controller);
                if let Some(env) = self.triggered(watch, *watch_id, env, ev) {
                    found.push(Trigger {
                        watch: *watch_id,
                        env: Box::new(env),
                        block: None,
                    });
                }
            }
        }
    }

    /// Returns the environment in which a trigger resolves, if the event triggers it.
    pub fn triggered(&self, watch: &Watch, id: WatchId, mut env: Env, ev: &Ev) -> Option<Env> {
        let event = watch.on.event()?;
        let lowered = self.t.ability(watch.ability);
        if watch.reaction && lowered.opponent_only && ev.doer != 1 - env.controller {
            return None;
        }
        if self.is_caused_by(env.this, env.ability) && !matches!(watch.on, On::Replace(_)) {
            return None;
        }
        if matches!(watch.on, On::First(_))
            && self.s.firsts.contains(&(env.this.card, id, env.controller))
        {
            return None;
        }
        if !self.matches_event(&event.what, ev, &mut env) {
            return None;
        }
        if !self.guarded(&watch.guards, &env) {
            return None;
        }
        self.evaluates(&event.what);
        if env.attack.is_none() {
            env.attack = ev.attack;
        }
        Some(env)
    }

    /// The triggers `when` and `after` by announced events.
    pub fn announce(&mut self, events: &[Ev]) -> (Vec<Trigger>, Vec<Trigger>) {
        let (mut when, mut after) = (Vec::new(), Vec::new());
        for ev in events {
            self.gather_into(ev, Wanted::When, &mut when);
            self.gather_into(ev, Wanted::After, &mut after);
        }
        // None of the events of one moment is the first.
        for ev in events {
            self.mark_firsts(ev);
            self.log.push(ev.clone());
        }
        (when, after)
    }

    /// Remembers for which cards, in play or not, an event was the first of the round that fits.
    pub fn mark_firsts(&mut self, ev: &Ev) {
        if self.t.first_kinds & (1 << ev.kind as u32) == 0 {
            return;
        }
        let mut seen: Vec<(CardIx, WatchId, Player)> = Vec::new();
        for (card, it) in self.s.cards.iter().enumerate() {
            let card = card as CardIx;
            let def = match it.copy {
                Some(copy) => &self.t.defs[usize::from(copy)],
                None => &self.t.defs[usize::from(it.def)],
            };
            for (ability, watch_id) in &def.firsts {
                let Some(event) = self.t.watches[*watch_id as usize].on.event() else {
                    continue;
                };
                if !may_be(&event.what, ev.kind) {
                    continue;
                }
                for controller in 0..2 {
                    let key = (card, *watch_id, controller);
                    if self.s.firsts.contains(&key) {
                        continue;
                    }
                    let mut env = Env::new(self.s.reference(card), *ability, controller);
                    if self.matches_event(&event.what, ev, &mut env) {
                        seen.push(key);
                    }
                }
            }
        }
        self.s.firsts.extend(seen);
    }
}

/// Which of what waits is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    When,
    After,
    Replace,
}

impl Wanted {
    pub fn is(self, on: &On) -> bool {
        match on {
            On::When(_) | On::First(_) => self == Wanted::When,
            On::After(_) => self == Wanted::After,
            On::Replace(_) => self == Wanted::Replace,
            On::At(_) => false,
        }
    }
}
