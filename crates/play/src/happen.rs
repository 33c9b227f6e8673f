//! What happens: events, what waits for them, and changes of one moment.
//!
//! ```text
//! would-events, the first player's things first
//!     replacements → triggers and Reactions → replacements that these began → shields
//! all changes at one moment → the journal
//! the check, until nothing changes (its removals are would-events again)
//! triggers `when` of what was done → triggers `after`
//! ```

use cardwright_ir::{Action, Happening, Pick, Player as Whose, Reference, Selector};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::act::kind;
use crate::choice::{Kind, Opt, Who};
use crate::frame::Frame;
use crate::rules::End;
use crate::run::{Run, Step};
use crate::state::{
    At, AttackRef, CardIx, CardRef, Done, Entry, Env, Last, Lasting, NONE, Outcome, Player, Space, Thing,
    Things, Tokens, Trigger, Until,
};
use crate::table::{DefId, On, Op, Watch, WatchId, index};

/// The kind of an event. Several events of the IR can describe one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EvKind {
    Attacks,
    IsAttacked,
    Retaliates,
    Damaged,
    WouldBeDamaged,
    Activated,
    Moves,
    Enters,
    StopsOn,
    Played,
    /// The card itself, once it is where playing put it.
    PlayedItself,
    Placed,
    Increased,
    Decreased,
    Merges,
    Removed,
    WouldBeRemoved,
    Boosted,
    Boosts,
    Targeted,
    Drawn,
    Discarded,
    Attached,
    Readied,
    Spent,
    Taken,
    MarkPlaced,
    Passes,
}

impl EvKind {
    /// Returns whether the event takes things away: then places are measured from where they were.
    pub fn takes_away(self) -> bool {
        matches!(
            self,
            EvKind::Removed
                | EvKind::WouldBeRemoved
                | EvKind::Decreased
                | EvKind::Discarded
                | EvKind::Damaged
        )
    }
}

/// An event: what it is about, and whose doing it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ev {
    pub kind: EvKind,
    pub who: Option<Thing>,
    pub other: Option<Thing>,
    pub player: Option<Player>,
    pub damage: u32,
    pub attack: Option<AttackRef>,
    pub mark: u8,
    pub doer: Player,
}

impl Ev {
    pub fn new(kind: EvKind, who: Thing, doer: Player) -> Ev {
        Ev {
            kind,
            who: Some(who),
            other: None,
            player: None,
            damage: 0,
            attack: None,
            mark: 0,
            doer,
        }
    }

    pub fn with(mut self, other: Thing) -> Ev {
        self.other = Some(other);
        self
    }

    pub fn by(mut self, player: Player) -> Ev {
        self.player = Some(player);
        self
    }

    pub fn in_attack(mut self, attack: Option<AttackRef>) -> Ev {
        self.attack = attack;
        self
    }
}

/// Where a card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Goal {
    pub zone: u8,
    pub bottom: bool,
}

/// How a card goes to a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum How {
    /// Discarded by a player, or by nobody.
    Discarded(Option<Player>),
    /// Used up: at the end of its play, as a Reaction, as a boost.
    Used,
    Moved,
}

/// A change of one thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Change {
    Damage {
        to: CardRef,
        amount: u32,
        by: CardRef,
        attack: Option<AttackRef>,
    },
    AddDamage {
        to: CardRef,
        amount: u32,
    },
    LoseDamage {
        from: CardRef,
        amount: u32,
    },
    Increase {
        card: CardRef,
        by: u32,
    },
    /// `damage` is what the check takes off with it. `least`: it keeps so many.
    Decrease {
        card: CardRef,
        by: u32,
        damage: u32,
        keeps_one: bool,
    },
    /// Size tokens that are moved.
    MoveSize {
        card: CardRef,
        add: i32,
    },
    Tokens {
        on: Thing,
        token: u8,
        add: i32,
    },
    Mark {
        card: CardRef,
        mark: u8,
        add: bool,
    },
    Go {
        card: CardRef,
        to: Goal,
        how: How,
    },
    Turned {
        card: CardIx,
        spent: bool,
        player: Player,
    },
    Face {
        card: CardRef,
        up: bool,
    },
    Control {
        card: CardRef,
        player: Player,
    },
    /// A card comes onto the map.
    Enter {
        card: CardRef,
        space: Space,
        controller: Player,
        copy: Option<DefId>,
    },
    /// A card on the map changes its space.
    Shift {
        card: CardRef,
        space: Space,
        passing: bool,
        step: bool,
        stops: bool,
    },
    Attach {
        card: CardRef,
        to: Thing,
        controller: Player,
    },
    Aside {
        card: CardRef,
        controller: Player,
    },
    Draw {
        player: Player,
    },
    Merge {
        stays: CardRef,
        goes: CardRef,
        space: Space,
        stepped: bool,
    },
    Note(Ev),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    Would,
    Replace,
    When,
    Again,
    Shield,
    Apply,
    Check,
    Triggers,
    After,
}

impl Stage {
    /// Returns whether it may ask for a choice: which replacement applies, and whether an option is taken.
    pub fn asks(self) -> bool {
        matches!(self, Stage::Replace | Stage::Again)
    }
}

/// Changes of one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Happen {
    pub id: u32,
    /// The environment that remembers what was done.
    pub env: Option<u16>,
    pub doer: Player,
    pub changes: Vec<Change>,
    /// The changes that did not happen.
    pub undone: Vec<u16>,
    pub stage: Stage,
    /// The changes that are asked before they happen.
    pub queue: SmallVec<[u16; 4]>,
    /// The replacements that were used for the change that is asked.
    pub tried: Vec<(CardRef, WatchId)>,
    pub when: Vec<Trigger>,
    pub after: Vec<Trigger>,
    /// Checks and triggers wait for the end of a group.
    pub held: bool,
}

impl<'t> Run<'t, '_> {
    /// Lets changes happen at one moment.
    pub fn happen_all(&mut self, changes: Vec<Change>, env: Option<u16>, held: bool) {
        let doer = match env {
            Some(env) => self.env(env).controller,
            None => self.doer(),
        };
        self.happen_by(changes, env, held, doer);
    }

    pub fn happen_by(&mut self, changes: Vec<Change>, env: Option<u16>, held: bool, doer: Player) {
        let id = self.s.id();
        let happen = Happen {
            id,
            env,
            doer,
            changes,
            undone: Vec::new(),
            stage: Stage::Would,
            queue: SmallVec::new(),
            tried: Vec::new(),
            when: Vec::new(),
            after: Vec::new(),
            held,
        };
        self.push(Frame::Happen(Box::new(happen)));
    }

    /// Only the check and these triggers.
    pub fn settle(&mut self, when: Vec<Trigger>) {
        let id = self.s.id();
        let happen = Happen {
            id,
            env: self.s.envs.len().checked_sub(1).map(|env| env as u16),
            doer: self.doer(),
            changes: Vec::new(),
            undone: Vec::new(),
            stage: Stage::Check,
            queue: SmallVec::new(),
            tried: Vec::new(),
            when,
            after: Vec::new(),
            held: false,
        };
        self.push(Frame::Happen(Box::new(happen)));
    }

    /// The damage of an event that would happen, and is not yet prevented.
    pub fn pending(&self, moment: u32, place: u16) -> Option<u32> {
        let happen = self.s.frames.iter().rev().find_map(|frame| match frame {
            Frame::Happen(happen) if happen.id == moment => Some(happen),
            _ => None,
        })?;
        match happen.changes.get(usize::from(place)) {
            Some(Change::Damage { amount, .. }) => Some(*amount),
            _ => None,
        }
    }

    /// Prevents some of the damage of an event that would happen.
    pub fn prevent(&mut self, moment: u32, place: u16, by: u32) {
        for frame in self.s.frames.iter_mut().rev() {
            if let Frame::Happen(happen) = frame
                && happen.id == moment
            {
                if let Some(Change::Damage { amount, .. }) =
                    happen.changes.get_mut(usize::from(place))
                {
                    *amount = amount.saturating_sub(by);
                }
                return;
            }
        }
    }

    // ── What matches ──

    fn of_player(&self, who: Whose, player: Option<Player>, env: &Env) -> bool {
        player.is_some_and(|player| match who {
            Whose::You => player == env.controller,
            Whose::Opponent => player == 1 - env.controller,
            Whose::Each => true,
        })
    }

    /// Returns whether an event fits a description; the slots that it binds are added to the environment.
    fn matches_event(&self, event: &Happening, ev: &Ev, env: &mut Env) -> bool {
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
            Happening::IsRemovedFromMap { who } => (EvKind::Removed, Some(who), None),
            Happening::WouldBeRemovedFromMap { who } => (EvKind::WouldBeRemoved, Some(who), None),
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
            let Some(thing) = ev.other else { return false };
            if !self.matches_slot(other, thing, env) {
                return false;
            }
        }
        if let Happening::IsPlaced { places, .. } = event {
            let Some(thing) = ev.who else { return false };
            return places.iter().all(|place| self.is_at(place, thing, env));
        }
        true
    }

    fn matches_slot(&self, selector: &Selector, thing: Thing, env: &mut Env) -> bool {
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
    fn gather_into(&self, ev: &Ev, wanted: Wanted, found: &mut Vec<Trigger>) {
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

    fn gather_of(&self, card: CardIx, ev: &Ev, wanted: Wanted, found: &mut Vec<Trigger>) {
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
    fn triggered(&self, watch: &Watch, id: WatchId, mut env: Env, ev: &Ev) -> Option<Env> {
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
            self.mark_firsts(ev);
            self.log.push(ev.clone());
        }
        (when, after)
    }

    /// Remembers for which cards, in play or not, an event was the first of the round that fits.
    fn mark_firsts(&mut self, ev: &Ev) {
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

    // ── The moment ──

    pub fn happen(&mut self, mut happen: Box<Happen>) -> Step {
        match happen.stage {
            Stage::Would => {
                let mut queue: SmallVec<[u16; 4]> = SmallVec::new();
                for player in [Some(self.s.first), Some(1 - self.s.first), None] {
                    for (place, change) in happen.changes.iter().enumerate() {
                        if happen.undone.contains(&(place as u16)) {
                            continue;
                        }
                        let Some(ev) = self.would(change, happen.doer) else {
                            continue;
                        };
                        let of = match ev.who {
                            Some(Thing::Card(card)) => {
                                Some(self.card(card.card).controller).filter(|of| *of != NONE)
                            }
                            _ => None,
                        };
                        if of == player {
                            queue.push(place as u16);
                        }
                    }
                }
                happen.queue = queue;
                happen.stage = if happen.queue.is_empty() {
                    Stage::Apply
                } else {
                    Stage::Replace
                };
                self.push(Frame::Happen(happen));
                Ok(())
            }
            Stage::Replace | Stage::Again => self.replace(happen),
            Stage::When => {
                let place = happen.queue[0];
                let change = &happen.changes[usize::from(place)];
                happen.stage = Stage::Again;
                let mut when = Vec::new();
                if let Some(ev) = self.would(change, happen.doer) {
                    self.gather_into(&ev, Wanted::When, &mut when);
                    self.gather_into(&ev, Wanted::After, &mut happen.after);
                    self.mark_firsts(&ev);
                    for trigger in &mut when {
                        trigger.env.pending = Some((happen.id, place));
                    }
                }
                self.push(Frame::Happen(happen));
                self.trigger(when);
                Ok(())
            }
            Stage::Shield => {
                let place = happen.queue.remove(0);
                if let Change::Damage { to, amount, .. } = &mut happen.changes[usize::from(place)] {
                    *amount = self.shield(*to, *amount);
                }
                happen.tried.clear();
                happen.stage = if happen.queue.is_empty() {
                    Stage::Apply
                } else {
                    Stage::Replace
                };
                self.push(Frame::Happen(happen));
                Ok(())
            }
            Stage::Apply => {
                let changes = std::mem::take(&mut happen.changes);
                let undone = std::mem::take(&mut happen.undone);
                let changes: Vec<(Change, bool)> = changes
                    .into_iter()
                    .enumerate()
                    .map(|(place, change)| (change, undone.contains(&(place as u16))))
                    .collect();
                self.apply(&mut happen, &changes);
                happen.stage = Stage::Check;
                if happen.held {
                    self.s.held.append(&mut happen.when);
                    self.s.held.append(&mut happen.after);
                    return Ok(());
                }
                self.push(Frame::Happen(happen));
                Ok(())
            }
            Stage::Check => {
                let found = self.check();
                if self.s.over.is_some() {
                    return Ok(());
                }
                if found.is_empty() {
                    happen.stage = Stage::Triggers;
                } else {
                    happen.changes = found;
                    happen.stage = Stage::Would;
                }
                self.push(Frame::Happen(happen));
                Ok(())
            }
            Stage::Triggers => {
                let when = std::mem::take(&mut happen.when);
                happen.stage = Stage::After;
                if !happen.after.is_empty() {
                    self.push(Frame::Happen(happen));
                }
                self.trigger(when);
                Ok(())
            }
            Stage::After => {
                self.trigger(happen.after);
                Ok(())
            }
        }
    }

    /// The event that a change would be, if it is one that can be replaced.
    fn would(&self, change: &Change, doer: Player) -> Option<Ev> {
        match change {
            Change::Damage {
                to,
                amount,
                by,
                attack,
            } if *amount > 0 && self.in_play(*to) => {
                let doer = self.doer_of_damage(*attack, doer);
                let mut ev = Ev::new(EvKind::WouldBeDamaged, Thing::Card(*to), doer);
                ev.damage = *amount;
                ev.attack = *attack;
                Some(ev.with(Thing::Card(*by)))
            }
            Change::Decrease {
                card,
                by,
                keeps_one: false,
                damage,
            } if self.on_map(*card) => {
                let still = *damage == 0
                    || self.damage(*card)
                        >= self.value(*card, &self.t.rules.roles.attributes.endurance);
                let gone = *by >= self.size(*card) && still;
                gone.then(|| Ev::new(EvKind::WouldBeRemoved, Thing::Card(*card), doer))
            }
            Change::Go { card, .. } if self.on_map(*card) => {
                Some(Ev::new(EvKind::WouldBeRemoved, Thing::Card(*card), doer))
            }
            _ => None,
        }
    }

    /// Damage of an attack is the doing of the player whose unit deals it.
    fn doer_of_damage(&self, attack: Option<AttackRef>, doer: Player) -> Player {
        let fight = attack.and_then(|attack| Some((attack, self.fight_of(attack)?)));
        match fight {
            Some((attack, fight)) => {
                let dealer = if attack.back {
                    fight.target
                } else {
                    fight.attacker
                };
                self.card(dealer.card).controller
            }
            None => doer,
        }
    }

    fn replace(&mut self, mut happen: Box<Happen>) -> Step {
        let again = happen.stage == Stage::Again;
        let place = happen.queue[0];
        let change = happen.changes[usize::from(place)].clone();
        let Some(ev) = self.would(&change, happen.doer) else {
            // It can no longer happen.
            if matches!(change, Change::Decrease { damage, .. } if damage > 0) {
                happen.undone.push(place);
            }
            happen.stage = Stage::Shield;
            self.push(Frame::Happen(happen));
            return Ok(());
        };
        let mut found = Vec::new();
        self.gather_into(&ev, Wanted::Replace, &mut found);
        found.retain(|trigger| !happen.tried.contains(&(trigger.env.this, trigger.watch)));
        if found.is_empty() {
            happen.stage = if again { Stage::Shield } else { Stage::When };
            self.push(Frame::Happen(happen));
            return Ok(());
        }
        let owner = match ev.who {
            Some(Thing::Card(card)) => self.card(card.card).controller,
            _ => self.s.first,
        };
        let picked = if found.len() == 1 {
            0
        } else {
            let options = found
                .iter()
                .map(|trigger| Opt::Card(trigger.env.this.card))
                .collect();
            let choice = self.choice(Who::Player(owner), Kind::Replacement, options, 1, 1);
            usize::from(self.ask(choice)?.0.first().copied().unwrap_or(0))
        };
        let trigger = found.swap_remove(picked.min(found.len() - 1));
        let mut env = *trigger.env;
        env.pending = Some((happen.id, place));
        let block = self.t.watches[trigger.watch as usize].then;
        // An option that is declined or cannot be paid replaces nothing.
        let ops = &self.t.blocks[block as usize];
        let (run, limit) = match ops.as_slice() {
            [Op::Limit(limit)] => (self.t.limits[*limit as usize].then, Some(*limit)),
            _ => (block, None),
        };
        let option = match self.t.blocks[run as usize].as_slice() {
            [
                Op::May {
                    who, cost, then, ..
                },
            ] => Some((*who, *cost, *then)),
            _ => None,
        };
        let mut accepted = limit.is_none_or(|limit| self.uses_left(env.this, limit) > 0);
        if accepted {
            let (who, cost) = match option {
                Some((who, cost, _)) => (self.who(who, &env).0.first().copied(), cost),
                None => (limit.map(|_| env.controller), None),
            };
            if let Some(player) = who {
                env.actor = player;
                accepted = cost.is_none_or(|cost| self.can_pay(cost, &env));
                if accepted {
                    let mut choice = self.choice(
                        Who::Player(player),
                        Kind::May,
                        vec![Opt::Yes, Opt::No],
                        1,
                        1,
                    );
                    choice.why = crate::choice::Why::Ability {
                        card: env.this.card,
                        ability: env.ability,
                    };
                    accepted = self.ask(choice)?.0.first() == Some(&0);
                }
            }
        }
        happen.tried.push((env.this, trigger.watch));
        if !accepted {
            self.push(Frame::Happen(happen));
            return Ok(());
        }
        if let Some(limit) = limit {
            self.count_use(env.this, limit);
        }
        match &change {
            // Only the removal is replaced: the tokens are gone.
            Change::Decrease { card, damage, .. } => {
                let size = self.size(*card);
                let endurance = self.value(*card, &self.t.rules.roles.attributes.endurance);
                let damage = if *damage > 0 {
                    endurance.saturating_mul(size)
                } else {
                    0
                };
                happen.changes[usize::from(place)] = Change::Decrease {
                    card: *card,
                    by: size,
                    damage,
                    keeps_one: true,
                };
            }
            _ => happen.undone.push(place),
        }
        happen.queue.remove(0);
        happen.tried.clear();
        happen.stage = if happen.queue.is_empty() {
            Stage::Apply
        } else {
            Stage::Replace
        };
        self.push(Frame::Happen(happen));
        match option {
            Some((_, cost, then)) => {
                self.s.envs.push(env);
                self.push(Frame::Root { reaction: None });
                let env = self.s.envs.len() as u16 - 1;
                self.push_block(then, env);
                if let Some(cost) = cost {
                    self.push_block(cost, env);
                }
            }
            None => self.resolve(run, env, None),
        }
        Ok(())
    }

    /// Takes off what shields prevent, the oldest first.
    fn shield(&mut self, to: CardRef, mut amount: u32) -> u32 {
        let thing = Thing::Card(to);
        // A standing shield has no end.
        let mut standing = 0u32;
        self.holding(kind::PREVENT, &mut |holding| {
            if let Action::PreventNext {
                amount,
                to,
                time: _,
            } = &holding.act.action
                && holding.fixed.is_none()
                && holding.is_of(self, to, thing)
            {
                standing = standing.saturating_add(self.amount(amount, holding.env));
            }
        });
        amount = amount.saturating_sub(standing);
        let mut used_up = Vec::new();
        for place in 0..self.s.changes.len() {
            if amount == 0 {
                break;
            }
            let change = &self.s.changes[place];
            if self.t.acts[change.act as usize].kind != kind::PREVENT {
                continue;
            }
            let Some(which) = change.things.iter().position(|it| *it == thing) else {
                continue;
            };
            let left = change.amounts.get(which).copied().unwrap_or(0);
            let taken = left.min(amount);
            amount -= taken;
            if left != u32::MAX {
                self.s.changes[place].amounts[which] = left - taken;
            }
            if self.s.changes[place].amounts.iter().all(|left| *left == 0) {
                used_up.push(place);
            }
        }
        for place in used_up.into_iter().rev() {
            self.s.changes.remove(place);
        }
        amount
    }

    /// The events of a change, as they are before it, and those that are asked after it.
    fn events_of(
        &self,
        change: &Change,
        undone: bool,
        doer: Player,
    ) -> (SmallVec<[Ev; 3]>, SmallVec<[Ev; 2]>) {
        let mut before: SmallVec<[Ev; 3]> = SmallVec::new();
        let mut later: SmallVec<[Ev; 2]> = SmallVec::new();
        if undone {
            return (before, later);
        }
        match change {
            Change::Damage {
                to,
                amount,
                by,
                attack,
            } => {
                if *amount > 0 && self.in_play(*to) {
                    let doer = self.doer_of_damage(*attack, doer);
                    let mut ev =
                        Ev::new(EvKind::Damaged, Thing::Card(*to), doer).with(Thing::Card(*by));
                    ev.damage = *amount;
                    before.push(ev.in_attack(*attack));
                }
            }
            Change::AddDamage { .. }
            | Change::LoseDamage { .. }
            | Change::MoveSize { .. }
            | Change::Tokens { .. } => {}
            Change::Increase { card, by } => {
                if *by > 0 && self.on_map(*card) {
                    before.push(Ev::new(EvKind::Increased, Thing::Card(*card), doer));
                }
            }
            Change::Decrease {
                card,
                by,
                damage: _,
                keeps_one,
            } => {
                if self.on_map(*card) && *by > 0 {
                    let lost = if *keeps_one {
                        (*by).min(self.size(*card) - 1)
                    } else {
                        *by
                    };
                    if lost > 0 {
                        before.push(Ev::new(EvKind::Decreased, Thing::Card(*card), doer));
                    }
                    if !*keeps_one && *by >= self.size(*card) {
                        before.push(Ev::new(EvKind::Removed, Thing::Card(*card), doer));
                        if !self.def(card.card).reserve && !self.is_reserve(card.card) {
                            before.push(Ev::new(EvKind::Discarded, Thing::Card(*card), doer));
                        }
                    }
                }
            }
            Change::Mark { card, mark, add } => {
                if *add
                    && self
                        .live(*card)
                        .is_some_and(|it| it.marks & (1 << mark) == 0)
                {
                    let mut ev = Ev::new(EvKind::MarkPlaced, Thing::Card(*card), doer);
                    ev.mark = *mark;
                    before.push(ev);
                }
            }
            Change::Go { card, to, how } => {
                let live = self.live(*card);
                if live.is_some_and(|it| matches!(it.at, At::Map(_))) {
                    before.push(Ev::new(EvKind::Removed, Thing::Card(*card), doer));
                }
                if let (How::Discarded(player), Some(_)) = (how, live)
                    && self.goal(card.card, *to).zone == self.t.discard
                {
                    let mut ev = Ev::new(EvKind::Discarded, Thing::Card(*card), doer);
                    ev.player = *player;
                    if let Some(player) = player {
                        ev.doer = *player;
                    }
                    before.push(ev);
                }
            }
            Change::Turned {
                card,
                spent,
                player,
            } => {
                if self.card(*card).turned != *spent {
                    let kind = if *spent {
                        EvKind::Spent
                    } else {
                        EvKind::Readied
                    };
                    let mut ev =
                        Ev::new(kind, Thing::Card(self.s.reference(*card)), *player).by(*player);
                    ev.doer = *player;
                    before.push(ev);
                }
            }
            Change::Face { .. } | Change::Aside { .. } => {}
            Change::Control { card, player } => {
                if *player != NONE && self.card(card.card).controller != *player {
                    before.push(Ev::new(EvKind::Taken, Thing::Card(*card), *player).by(*player));
                }
            }
            Change::Enter { card, space, .. } => {
                later.push(Ev::new(EvKind::Placed, Thing::Card(*card), doer));
                later.push(
                    Ev::new(EvKind::Enters, Thing::Card(*card), doer).with(Thing::Space(*space)),
                );
                later.push(
                    Ev::new(EvKind::StopsOn, Thing::Card(*card), doer).with(Thing::Space(*space)),
                );
                let mut ev = Ev::new(EvKind::MarkPlaced, Thing::Card(*card), doer);
                ev.mark = self.t.activated;
                later.push(ev);
            }
            Change::Shift {
                card,
                space,
                passing: _,
                step: _,
                stops,
            } => {
                before.push(
                    Ev::new(EvKind::Enters, Thing::Card(*card), doer).with(Thing::Space(*space)),
                );
                if *stops {
                    before.push(
                        Ev::new(EvKind::StopsOn, Thing::Card(*card), doer)
                            .with(Thing::Space(*space)),
                    );
                }
            }
            Change::Attach { card, to, .. } => {
                before.push(Ev::new(EvKind::Attached, Thing::Card(*card), doer).with(*to));
            }
            Change::Draw { player } => {
                if let Some(card) = self.zone(self.t.draw, *player).last() {
                    let card = Thing::Card(self.s.reference(*card));
                    before.push(Ev::new(EvKind::Drawn, card, *player).by(*player));
                }
            }
            Change::Merge {
                stays,
                goes,
                space,
                stepped,
            } => {
                let stays = Thing::Card(*stays);
                if *stepped {
                    later.push(Ev::new(EvKind::Enters, stays, doer).with(Thing::Space(*space)));
                }
                later.push(Ev::new(EvKind::Merges, stays, doer));
                later.push(Ev::new(EvKind::Increased, stays, doer));
                if !self.is_reserve(goes.card) {
                    later.push(Ev::new(EvKind::Discarded, Thing::Card(*goes), doer).by(doer));
                }
            }
            Change::Note(ev) => before.push(ev.clone()),
        }
        (before, later)
    }

    pub fn is_reserve(&self, card: CardIx) -> bool {
        self.t.defs[usize::from(self.card(card).def)].reserve
    }

    /// Where a card goes that is sent to a zone: cards of the reserve return to it instead of the discard pile.
    pub fn goal(&self, card: CardIx, to: Goal) -> Goal {
        let it = self.card(card);
        let was_played = matches!(
            it.at,
            At::Map(_) | At::Playing | At::Aside | At::OnCard(_) | At::OnSpace(_)
        );
        if to.zone == self.t.discard && self.is_reserve(card) && was_played {
            return Goal {
                zone: self.t.reserve,
                bottom: false,
            };
        }
        to
    }

    fn apply(&mut self, happen: &mut Happen, changes: &[(Change, bool)]) {
        let doer = happen.doer;
        let mut before: Vec<Ev> = Vec::new();
        let mut later: Vec<Ev> = Vec::new();
        for (change, undone) in changes {
            let (b, l) = self.events_of(change, *undone, doer);
            before.extend(b);
            later.extend(l);
        }
        let watched: SmallVec<[(CardIx, Player); 32]> = self
            .s
            .play
            .iter()
            .filter(|card| self.active(**card))
            .map(|card| (*card, self.card(*card).controller))
            .collect();
        for ev in &before {
            self.gather_into(ev, Wanted::When, &mut happen.when);
            self.gather_into(ev, Wanted::After, &mut happen.after);
        }
        for ev in &before {
            self.mark_firsts(ev);
        }
        let mut done: Vec<(Done, CardRef)> = Vec::new();
        for (change, undone) in changes {
            if !*undone {
                self.change(change, &mut done);
            }
        }
        // Cards that came into play, were taken or were turned face-up by it.
        let new: SmallVec<[CardIx; 4]> = self
            .s
            .play
            .iter()
            .copied()
            .filter(|card| {
                self.active(*card) && !watched.contains(&(*card, self.card(*card).controller))
            })
            .collect();
        for card in new {
            for ev in &before {
                self.gather_of(card, ev, Wanted::When, &mut happen.when);
                self.gather_of(card, ev, Wanted::After, &mut happen.after);
            }
        }
        for ev in &later {
            self.gather_into(ev, Wanted::When, &mut happen.when);
            self.gather_into(ev, Wanted::After, &mut happen.after);
            self.mark_firsts(ev);
        }
        self.log.extend(before);
        self.log.extend(later);
        self.record_attack(changes, &done);
        for trigger in happen.after.iter_mut() {
            trigger.env.done.extend(
                done.iter()
                    .filter(|(what, _)| matches!(what, Done::Removed | Done::Damaged)),
            );
        }
        if let Some(env) = happen.env {
            self.env_mut(env).done.extend(done);
        }
        self.s.tokens.retain(|tokens| tokens.count > 0);
    }

    /// Remembers what attacks dealt, and what their damage and the check after it did.
    fn record_attack(&mut self, changes: &[(Change, bool)], done: &[(Done, CardRef)]) {
        let mut totals: SmallVec<[(AttackRef, u32); 2]> = SmallVec::new();
        for (change, undone) in changes {
            let Change::Damage {
                to,
                amount,
                attack: Some(attack),
                ..
            } = change
            else {
                continue;
            };
            let dealt = if *undone { 0 } else { *amount };
            match totals.iter_mut().find(|(of, _)| of == attack) {
                Some((_, total)) => *total += dealt,
                None => totals.push((*attack, dealt)),
            }
            if !*undone && *amount > 0 && !attack.back {
                self.s.dealt.push((attack.id, Done::Damaged, *to));
            }
        }
        for (attack, total) in &totals {
            if let Some(fight) = self.s.fights.iter_mut().find(|fight| fight.id == attack.id) {
                fight.dealt.get_or_insert([0, 0])[usize::from(attack.back)] += total;
            }
        }
        // What the check removes is removed by the attack that damaged it.
        for (what, card) in done {
            if *what == Done::Removed {
                let by = self
                    .s
                    .dealt
                    .iter()
                    .find(|(_, done, of)| *done == Done::Damaged && of == card)
                    .map(|(id, ..)| *id);
                if let Some(id) = by {
                    self.s.dealt.push((id, Done::Removed, *card));
                }
            }
        }
    }

    fn card_mut(&mut self, card: CardIx) -> &mut crate::state::Card {
        &mut self.s.cards[usize::from(card)]
    }

    /// Carries out a change.
    fn change(&mut self, change: &Change, done: &mut Vec<(Done, CardRef)>) {
        self.carry_out(change, done);
        self.touch();
    }

    fn carry_out(&mut self, change: &Change, done: &mut Vec<(Done, CardRef)>) {
        match change {
            Change::Damage { to, amount, .. } => {
                if *amount > 0 && self.in_play(*to) {
                    let it = self.card_mut(to.card);
                    it.damage = it.damage.saturating_add((*amount).min(10_000) as u16);
                    self.s.journal.push(Entry::Damaged(*to));
                    self.s.noise = true;
                    done.push((Done::Damaged, *to));
                }
            }
            Change::AddDamage { to, amount } => {
                if self.in_play(*to) {
                    let it = self.card_mut(to.card);
                    it.damage = it.damage.saturating_add((*amount).min(10_000) as u16);
                }
            }
            Change::LoseDamage { from, amount } => {
                if self.in_play(*from) {
                    let it = self.card_mut(from.card);
                    it.damage = it.damage.saturating_sub((*amount).min(60_000) as u16);
                }
            }
            Change::Increase { card, by } => {
                if self.on_map(*card) {
                    let it = self.card_mut(card.card);
                    it.size = it.size.saturating_add((*by).min(10_000) as u16);
                }
            }
            Change::MoveSize { card, add } => {
                if self.on_map(*card) {
                    let it = self.card_mut(card.card);
                    it.size = (i32::from(it.size) + add).clamp(0, 60_000) as u16;
                }
            }
            Change::Decrease {
                card,
                by,
                damage,
                keeps_one,
            } => {
                if !self.on_map(*card) {
                    return;
                }
                let size = self.size(*card);
                if *by >= size && !*keeps_one {
                    self.leave(
                        *card,
                        Goal {
                            zone: self.t.discard,
                            bottom: false,
                        },
                        done,
                    );
                    done.push((Done::Discarded, *card));
                } else {
                    let it = self.card_mut(card.card);
                    it.size = it.size.saturating_sub((*by).min(size - 1) as u16);
                    it.damage = it.damage.saturating_sub((*damage).min(60_000) as u16);
                }
            }
            Change::Tokens { on, token, add } => self.add_tokens(*on, *token, *add),
            Change::Mark { card, mark, add } => {
                if self.in_play(*card) {
                    let it = self.card_mut(card.card);
                    if *add {
                        it.marks |= 1 << mark;
                    } else {
                        it.marks &= !(1 << mark);
                    }
                }
            }
            Change::Go { card, to, how } => {
                if self.live(*card).is_some() {
                    self.leave(*card, *to, done);
                    if matches!(how, How::Discarded(_)) {
                        done.push((Done::Discarded, *card));
                    }
                }
            }
            Change::Turned { card, spent, .. } => {
                let it = self.card_mut(*card);
                it.turned = *spent;
                if !*spent {
                    it.uses = 0;
                }
            }
            Change::Face { card, up } => {
                let site = self.def(card.card).site;
                let it = self.card_mut(card.card);
                let turns = it.face_up != *up;
                it.face_up = *up;
                if site && turns && !*up {
                    it.controller = NONE;
                }
            }
            Change::Control { card, player } => {
                let site = self.def(card.card).site;
                let it = self.card_mut(card.card);
                it.controller = *player;
                if site && *player != NONE {
                    it.face_up = true;
                }
                self.restamp(card.card);
            }
            Change::Enter {
                card,
                space,
                controller,
                copy,
            } => {
                let mark = 1 << self.t.activated;
                self.enter_play(card.card, At::Map(*space), *controller);
                let it = self.card_mut(card.card);
                it.copy = *copy;
                it.marks |= mark;
            }
            Change::Shift {
                card,
                space,
                passing,
                step,
                ..
            } => {
                if self.on_map(*card) {
                    let it = self.card_mut(card.card);
                    it.at = At::Map(*space);
                    it.passing = *passing;
                    if *step {
                        self.s.journal.push(Entry::Step(*card));
                    }
                }
            }
            Change::Attach {
                card,
                to,
                controller,
            } => {
                let at = match to {
                    Thing::Card(host) => At::OnCard(host.card),
                    Thing::Space(space) => At::OnSpace(*space),
                };
                self.enter_play(card.card, at, *controller);
            }
            Change::Aside { card, controller } => {
                self.enter_play(card.card, At::Aside, *controller)
            }
            Change::Draw { player } => {
                let (from, to) = (
                    self.zone_place(self.t.draw, *player),
                    self.zone_place(self.t.hand, *player),
                );
                if let Some(card) = self.s.zones[from].pop() {
                    self.s.zones[to].push(card);
                    self.card_mut(card).at = At::Zone {
                        zone: self.t.hand,
                        of: *player,
                    };
                    self.s.shown.retain(|(shown, _)| *shown != card);
                    self.s.noise = true;
                    done.push((Done::Drawn, self.s.reference(card)));
                }
            }
            Change::Merge {
                stays,
                goes,
                space,
                stepped,
            } => self.join(*stays, *goes, *space, *stepped),
            Change::Note(ev) => {
                if ev.kind == EvKind::Played {
                    self.s.noise = true;
                }
            }
        }
    }

    pub fn zone_place(&self, zone: u8, of: Player) -> usize {
        usize::from(of) * self.t.zones.len() + usize::from(zone)
    }

    pub fn add_tokens(&mut self, on: Thing, token: u8, add: i32) {
        let found = self
            .s
            .tokens
            .iter_mut()
            .find(|tokens| tokens.on == on && tokens.token == token);
        match found {
            Some(tokens) => tokens.count = (i32::from(tokens.count) + add).clamp(0, 60_000) as u16,
            None if add > 0 => {
                self.s.tokens.push(Tokens {
                    on,
                    token,
                    count: add.min(60_000) as u16,
                });
                self.s
                    .tokens
                    .sort_by_key(|tokens| (tokens.on, tokens.token));
            }
            None => {}
        }
    }

    fn restamp(&mut self, card: CardIx) {
        self.s.stamp += 1;
        let stamp = self.s.stamp;
        self.card_mut(card).stamp = stamp;
    }

    /// Takes a card out of the zone where it lies.
    pub fn lift(&mut self, card: CardIx) {
        if let At::Zone { zone, of } = self.card(card).at {
            let place = self.zone_place(zone, of);
            self.s.zones[place].retain(|other| *other != card);
        }
        self.s.shown.retain(|(shown, _)| *shown != card);
    }

    /// Puts a card into play, or to another place in play.
    pub fn enter_play(&mut self, card: CardIx, at: At, controller: Player) {
        self.touch();
        self.lift(card);
        self.s.stamp += 1;
        let stamp = self.s.stamp;
        let from = self.card(card).at;
        if !from.in_play() {
            let it = self.card_mut(card);
            it.turned = false;
            it.uses = 0;
            it.size = 0;
            it.damage = 0;
            it.marks = 0;
            it.laid = None;
            it.copy = None;
            if matches!(from, At::Zone { .. }) {
                it.life += 1;
            }
            self.s.play.push(card);
        } else {
            self.s.play.retain(|other| *other != card);
            self.s.play.push(card);
        }
        let it = self.card_mut(card);
        it.at = at;
        it.controller = controller;
        it.face_up = true;
        it.passing = false;
        it.stamp = stamp;
    }

    /// Remembers a card as it is now.
    pub fn remember(&mut self, card: CardRef) {
        let numbers = self
            .t
            .attribute_types
            .keys()
            .map(|attribute| self.number_of(card, attribute, false).unwrap_or(i32::MIN))
            .collect();
        let it = self.card(card.card);
        let host = match it.at {
            At::OnCard(host) => Some(self.s.reference(host)),
            _ => None,
        };
        let last = Last {
            card,
            as_: it.clone(),
            space: self.card_space(card.card),
            host,
            numbers,
            round: self.s.round,
        };
        self.s.last.retain(|other| other.card != card);
        self.s.last.push(last);
    }

    /// Sends a card to a zone of its owner.
    pub fn leave(&mut self, card: CardRef, to: Goal, done: &mut Vec<(Done, CardRef)>) {
        self.touch();
        let to = self.goal(card.card, to);
        let it = self.card(card.card);
        let from = it.at;
        if from.in_play() && matches!(from, At::Map(_)) && self.never_leaves(card.card) {
            return;
        }
        if from.in_play() {
            self.remember(card);
            self.s.play.retain(|other| *other != card.card);
            self.s
                .tokens
                .retain(|tokens| tokens.on != Thing::Card(card));
            let it = Thing::Card(card);
            for change in &mut self.s.changes {
                if self.t.acts[change.act as usize].kind != kind::PREVENT {
                    change.things.retain(|thing| *thing != it);
                }
            }
            if matches!(from, At::Map(_)) {
                self.s.journal.push(Entry::Removed(card));
                done.push((Done::Removed, card));
            }
        } else {
            self.lift(card.card);
        }
        let owner = self.card(card.card).owner;
        let it = self.card_mut(card.card);
        it.at = At::Zone {
            zone: to.zone,
            of: owner,
        };
        it.controller = owner;
        it.face_up = true;
        it.turned = false;
        it.uses = 0;
        it.size = 0;
        it.damage = 0;
        it.marks = 0;
        it.copy = None;
        it.laid = None;
        it.passing = false;
        let place = self.zone_place(to.zone, owner);
        let zone = &mut self.s.zones[place];
        if to.bottom {
            zone.insert(0, card.card);
        } else {
            zone.push(card.card);
        }
    }

    pub fn never_leaves(&self, card: CardIx) -> bool {
        let def = self.def(card);
        def.leader || def.site
    }

    // ── The check ──

    /// What the state of the game changes by itself. Also ends the game.
    fn check(&mut self) -> Vec<Change> {
        self.end_failed();
        let taken = self.held_control();
        let mut lost = [false; 2];
        for end in &self.t.rules.ends {
            if let End::LeaderDamage { at_least } = end {
                let least = self.t.number(at_least);
                for card in &self.s.play {
                    let it = self.card(*card);
                    if self.def_of(it).leader && u32::from(it.damage) >= least {
                        lost[usize::from(it.controller.min(1))] = true;
                    }
                }
            }
        }
        self.decide(lost);
        let mut found = taken;
        if self.s.over.is_some() {
            return found;
        }
        // What an outer moment is about to do is not done here.
        let mut asked: SmallVec<[CardRef; 4]> = SmallVec::new();
        for frame in &self.s.frames {
            if let Frame::Happen(outer) = frame
                && outer.stage <= Stage::Apply
            {
                asked.extend(outer.changes.iter().filter_map(|change| match change {
                    Change::Decrease { card, .. } | Change::Go { card, .. } => Some(*card),
                    _ => None,
                }));
            }
        }
        let roles = &self.t.rules.roles.attributes;
        for card in &self.s.play {
            let it = self.card(*card);
            let reference = self.s.reference(*card);
            if asked.contains(&reference) {
                continue;
            }
            if matches!(it.at, At::Map(_)) && self.def_of(it).unit && it.damage > 0 {
                let endurance = self.value(reference, &roles.endurance).max(1);
                let by = u32::from(it.damage) / endurance;
                if by > 0 {
                    let by = by.min(u32::from(it.size) + 1);
                    found.push(Change::Decrease {
                        card: reference,
                        by,
                        damage: by * endurance,
                        keeps_one: false,
                    });
                }
            }
            let stray = match it.at {
                At::OnCard(host) => !matches!(self.card(host).at, At::Map(_)),
                _ => false,
            };
            if stray {
                let to = Goal {
                    zone: self.t.discard,
                    bottom: false,
                };
                found.push(Change::Go {
                    card: reference,
                    to,
                    how: How::Discarded(None),
                });
            }
        }
        found
    }

    /// Cards that face a player as long as another card says so.
    fn held_control(&mut self) -> Vec<Change> {
        let mut wanted: Vec<(CardRef, CardRef, Player, u32)> = Vec::new();
        self.holding(kind::CONTROL, &mut |holding| {
            let Action::TakeControl { who, what, time: _ } = &holding.act.action else {
                return;
            };
            let player = self.who(*who, holding.env).0.first().copied();
            let (Some(player), None) = (player, holding.fixed) else { return };
            for card in &self.s.play {
                let reference = self.s.reference(*card);
                if !self.def(*card).leader && self.matches(what, Thing::Card(reference), holding.env) {
                    wanted.push((holding.env.this, reference, player, holding.stamp));
                }
            }
        });
        let mut over = Vec::new();
        self.s.changes.retain(|change| {
            let held = match change.until {
                Until::Held(by) => wanted
                    .iter()
                    .any(|(this, card, ..)| *this == by && change.things.contains(&Thing::Card(*card))),
                _ => true,
            };
            if !held {
                over.push(change.clone());
            }
            held
        });
        for change in over {
            self.undo(&change);
        }
        let mut changes = Vec::new();
        for (by, card, player, _) in wanted {
            let held = |change: &Lasting| {
                change.until == Until::Held(by) && change.things.contains(&Thing::Card(card))
            };
            if self.s.changes.iter().any(held) {
                continue;
            }
            let Some(act) = self.t.acts.iter().position(|act| act.kind == kind::CONTROL) else {
                continue;
            };
            self.s.stamp += 1;
            self.s.changes.push(Lasting {
                act: act as u32,
                things: Things::from_slice(&[Thing::Card(card)]),
                attack: None,
                amounts: SmallVec::new(),
                env: Box::new(Env::new(by, 0, player)),
                until: Until::Held(by),
                stamp: self.s.stamp,
                before: self.card(card.card).controller,
            });
            self.touch();
            if self.card(card.card).controller != player {
                changes.push(Change::Control { card, player });
            }
        }
        changes
    }

    pub fn decide(&mut self, lost: [bool; 2]) {
        self.s.over = match lost {
            [true, true] => Some(Outcome::Draw),
            [true, false] => Some(Outcome::Won(1)),
            [false, true] => Some(Outcome::Won(0)),
            [false, false] => self.s.over,
        };
    }

    // ── Triggers ──

    /// Lets triggers resolve.
    pub fn trigger(&mut self, list: Vec<Trigger>) {
        if !list.is_empty() {
            self.push(Frame::Triggers {
                list,
                turn: self.s.first,
            });
        }
    }

    pub fn triggers(&mut self, mut list: Vec<Trigger>, turn: Player) -> Step {
        list.retain(|trigger| self.still_triggers(trigger));
        if list.is_empty() {
            return Ok(());
        }
        let mut player = turn;
        let of = |player: Player, list: &[Trigger]| -> Vec<usize> {
            (0..list.len())
                .filter(|at| list[*at].env.controller == player)
                .collect()
        };
        let mut mine = of(player, &list);
        if mine.is_empty() {
            player = 1 - player;
            mine = of(player, &list);
        }
        let differ = mine.iter().any(|at| list[*at] != list[mine[0]]);
        let picked = if differ {
            let options = mine
                .iter()
                .map(|at| Opt::Card(list[*at].env.this.card))
                .collect();
            let choice = self.choice(Who::Player(player), Kind::Trigger, options, 1, 1);
            let key = self.ask(choice)?.0.first().copied().unwrap_or(0);
            mine[usize::from(key).min(mine.len() - 1)]
        } else {
            mine[0]
        };
        let trigger = list.remove(picked);
        let once = trigger.block.is_none() && {
            let watch = &self.t.watches[trigger.watch as usize];
            watch.reaction || matches!(watch.on, On::First(_))
        };
        if once {
            list.retain(|other| other.watch != trigger.watch || other.env.this != trigger.env.this);
        }
        if !list.is_empty() {
            self.push(Frame::Triggers {
                list,
                turn: 1 - player,
            });
        }
        let env = *trigger.env;
        match trigger.block {
            Some(block) => self.resolve(block, env, None),
            None => {
                let watch = &self.t.watches[trigger.watch as usize];
                let reaction = watch.reaction.then_some(env.this);
                self.resolve(watch.then, env, reaction);
            }
        }
        Ok(())
    }

    /// A Reaction that was used up, or a first time that has resolved, triggers no more.
    fn still_triggers(&self, trigger: &Trigger) -> bool {
        if trigger.block.is_some() {
            return true;
        }
        let watch = &self.t.watches[trigger.watch as usize];
        !watch.reaction || self.in_play(trigger.env.this)
    }

    pub fn end_root(&mut self, reaction: Option<CardRef>) -> Step {
        self.s.envs.pop();
        // What was looked at is hidden again.
        if self.s.envs.is_empty() {
            self.s.shown.clear();
        }
        if let Some(card) = reaction
            && self.live(card).is_some_and(|it| {
                it.at == At::Aside || matches!(it.at, At::OnCard(_) | At::OnSpace(_))
            })
        {
            let to = Goal {
                zone: self.t.discard,
                bottom: false,
            };
            self.happen_all(
                vec![Change::Go {
                    card,
                    to,
                    how: How::Used,
                }],
                None,
                false,
            );
        }
        Ok(())
    }
}

/// Which of what waits is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    When,
    After,
    Replace,
}

impl Wanted {
    fn is(self, on: &On) -> bool {
        match on {
            On::When(_) | On::First(_) => self == Wanted::When,
            On::After(_) => self == Wanted::After,
            On::Replace(_) => self == Wanted::Replace,
            On::At(_) => false,
        }
    }
}

/// Returns whether a pattern asks nothing that the back of a card does not show.
fn asks_nothing(selector: &Selector) -> bool {
    let Some(filter) = crate::ask::filter_of(selector) else {
        return false;
    };
    let any = matches!(&filter.noun, cardwright_ir::Noun::Card { types } if types.is_empty());
    any && filter.names.is_empty()
        && filter.traits.is_empty()
        && filter.fields.is_empty()
        && filter.states.is_empty()
        && filter.excluding.is_none()
}

/// A quick test by kind alone.
fn may_be(event: &Happening, kind: EvKind) -> bool {
    kinds_of(event) & (1 << kind as u32) != 0
}

/// The bits of the kinds that an event of the IR can be.
pub(crate) fn kinds_of(event: &Happening) -> u32 {
    let kinds: &[EvKind] = match event {
        Happening::Attacks { .. } => &[EvKind::Attacks],
        Happening::IsAttacked { .. } => &[EvKind::IsAttacked],
        Happening::Retaliates { .. } => &[EvKind::Retaliates],
        Happening::IsDealtDamage { .. } => &[EvKind::Damaged],
        Happening::WouldBeDealtDamage { .. } => &[EvKind::WouldBeDamaged],
        Happening::IsActivated { .. } | Happening::Activates { .. } => &[EvKind::Activated],
        Happening::Moves { .. } => &[EvKind::Moves],
        Happening::Enters { .. } => &[EvKind::Enters],
        Happening::StopsOn { .. } => &[EvKind::StopsOn],
        Happening::IsPlayed { .. } | Happening::Plays { .. } => {
            &[EvKind::Played, EvKind::PlayedItself]
        }
        Happening::IsPlaced { .. } => &[EvKind::Placed],
        Happening::IsIncreased { .. } => &[EvKind::Increased],
        Happening::IsDecreased { .. } => &[EvKind::Decreased],
        Happening::Merges { .. } => &[EvKind::Merges],
        Happening::IsRemovedFromMap { .. } => &[EvKind::Removed],
        Happening::WouldBeRemovedFromMap { .. } => &[EvKind::WouldBeRemoved],
        Happening::IsBoosted { .. } => &[EvKind::Boosted],
        Happening::Boosts { .. } => &[EvKind::Boosts],
        Happening::IsTargeted { .. } => &[EvKind::Targeted],
        Happening::IsDrawn { .. } | Happening::Draws { .. } => &[EvKind::Drawn],
        Happening::IsDiscarded { .. } | Happening::Discards { .. } => &[EvKind::Discarded],
        Happening::IsAttached { .. } => &[EvKind::Attached],
        Happening::IsReadied { .. } | Happening::Readies { .. } => &[EvKind::Readied],
        Happening::IsSpent { .. } | Happening::Spends { .. } => &[EvKind::Spent],
        Happening::IsTaken { .. } | Happening::TakesControl { .. } => &[EvKind::Taken],
        Happening::MarkPlaced { .. } => &[EvKind::MarkPlaced],
        Happening::Passes { .. } => &[EvKind::Passes],
    };
    kinds
        .iter()
        .fold(0, |bits, kind| bits | (1 << *kind as u32))
}
