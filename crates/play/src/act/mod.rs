//! Actions: finding their things, and doing them. One file for each group of actions of `docs/ir.md`.
//!
//! The match over `ir::Action` is exhaustive: a new action does not compile before it is played.

mod cards;
pub(crate) mod cost;
mod damage;
mod fighting;
mod lasting;
mod movement;
mod playing;
mod tokens;

use cardwright_ir::{Action, Amount, Argument, Count, Filter, Pick, Place, Reference, Selector};
use smallvec::SmallVec;

use crate::choice::{Kind, Opt, Who};
use crate::event::{Change, Ev, EvKind};
use crate::find::Ask;
use crate::frame::{Frame, Perform, card};
use crate::run::{Need, Run, Step};
use crate::state::{At, CardRef, Env, Player, Thing, Things};
use crate::table::{ActId, CondId};

use crate::facts::{kind, lasting_kind, selectors};

/// What an action does once its things are found.
#[derive(Default)]
pub(crate) struct Doing {
    pub changes: Vec<Change>,
    /// Frames that run after the changes, in this order.
    pub then: Vec<Frame>,
}

impl Doing {
    pub fn changes(changes: Vec<Change>) -> Doing {
        Doing {
            changes,
            then: Vec::new(),
        }
    }
}

impl<'t> Run<'t, '_> {
    /// Begins an action.
    pub fn push_act(&mut self, act: ActId, env: u16, held: bool, guard: Option<CondId>) {
        let restore = (self.env(env).actor, self.env(env).each);
        let perform = Perform {
            act,
            env,
            held,
            guard,
            players: SmallVec::new(),
            each: false,
            begun: false,
            stage: 0,
            restore,
            targeted: Things::new(),
            after: Vec::new(),
        };
        self.push(Frame::Perform(Box::new(perform)));
    }

    pub fn perform(&mut self, mut perform: Perform) -> Step {
        let act = &self.t.acts[perform.act as usize];
        if self.env(perform.env).stopped {
            return Ok(());
        }
        if !perform.begun {
            perform.begun = true;
            if let Some(by) = &act.dealt_by
                && let Some(attack) = self.attack_ref(by, self.env(perform.env))
                && let Some(place) = self.s.fights.iter().position(|fight| fight.id == attack.id)
                && self.s.fights[place].dealt.is_none()
            {
                // It waits for the damage of the attack.
                let env = Box::new(self.env(perform.env).clone());
                self.s.fights[place].waiting_damage.push((perform.act, env));
                return Ok(());
            }
            match act.action.player() {
                Some(who) => {
                    let (players, each) = self.who(who, self.env(perform.env));
                    perform.players = players;
                    perform.each = each;
                }
                None => perform.players = SmallVec::from_slice(&[perform.restore.0]),
            }
            perform.stage = 0;
        }
        let Some(player) = perform.players.first().copied() else {
            let env = self.env_mut(perform.env);
            (env.actor, env.each) = perform.restore;
            self.trigger(perform.after);
            return Ok(());
        };
        let selectors = selectors(&act.action);
        let count = act.order.len() as u8;
        match perform.stage {
            0 => {
                let each = perform.each;
                let env = self.env_mut(perform.env);
                env.actor = player;
                if each {
                    env.each = Some(player);
                }
                perform.stage = 1;
                perform.targeted.clear();
            }
            1 => {
                if act.has_x && self.env(perform.env).x.is_none() {
                    let most = self.most_x(&act.action, self.env(perform.env));
                    let options = (1..=most).map(Opt::Number).collect();
                    let x = match most {
                        0 => 0,
                        _ => match self.ask_one(player, Kind::X, options)? {
                            Opt::Number(number) => number,
                            _ => 0,
                        },
                    };
                    self.env_mut(perform.env).x = Some(x);
                }
                // Who searches looks at all cards of the zone.
                if let Action::Search { zone, .. } = &act.action {
                    let all = self.stack(
                        u32::MAX,
                        cardwright_ir::End::Top,
                        zone,
                        self.env(perform.env),
                    );
                    for card in all.into_iter().filter_map(card) {
                        self.show(card.card, 1 << player);
                    }
                }
                perform.stage = 2;
            }
            stage if stage < 2 + count => {
                let selector = selectors[usize::from(act.order[usize::from(stage) - 2])];
                self.find(&mut perform, &act.action, selector)?;
                perform.stage += 1;
                // Each of several attackers finds its own target.
                if let Action::Attack { who, .. } = &act.action
                    && std::ptr::eq(who, selector)
                    && stage + 1 < 2 + count
                {
                    let found = self.found(who, self.env(perform.env));
                    if found.len() > 1 && who.pick.slot().is_some() {
                        return self.split(perform, found);
                    }
                }
            }
            stage if stage == 2 + count => {
                perform.stage += 1;
                let targeted = std::mem::take(&mut perform.targeted);
                if !targeted.is_empty() {
                    let (by, doer) = (
                        Thing::Card(self.env(perform.env).this),
                        self.env(perform.env).controller,
                    );
                    let events: Vec<Ev> = targeted
                        .iter()
                        .map(|thing| Ev::new(EvKind::Targeted, *thing, doer).with(by))
                        .collect();
                    let (when, after) = self.announce(&events);
                    perform.after.extend(after);
                    self.push(Frame::Perform(Box::new(perform)));
                    self.trigger(when);
                    return Ok(());
                }
            }
            _ => {
                let doing = self.act(&perform, &act.action)?;
                perform.players.remove(0);
                perform.stage = 0;
                let (env, held) = (perform.env, perform.held);
                self.push(Frame::Perform(Box::new(perform)));
                for frame in doing.then.into_iter().rev() {
                    self.push(frame);
                }
                self.happen_all(doing.changes, Some(env), held);
                return Ok(());
            }
        }
        self.push(Frame::Perform(Box::new(perform)));
        Ok(())
    }

    /// Goes on with each of several attackers by itself.
    fn split(&mut self, perform: Perform, found: Things) -> Step {
        let act = &self.t.acts[perform.act as usize];
        let Action::Attack { who, .. } = &act.action else {
            return Ok(());
        };
        let Some(slot) = who.pick.slot() else {
            return Ok(());
        };
        let mut rest = found.clone();
        let first = rest.remove(0);
        if !rest.is_empty() {
            // The others follow, found as a choice of their own.
            let mut others = perform.clone();
            others.stage -= 1;
            let chosen = self
                .env(perform.env)
                .slot(slot)
                .is_some_and(|slot| slot.chosen);
            let first_player = self.s.first;
            let mut env = self.env(perform.env).clone();
            env.fill(slot, rest, chosen, None, first_player);
            self.s.frames.push(Frame::Split {
                perform: Box::new(others),
                things: env.things(slot).iter().copied().collect(),
            });
        }
        let first_player = self.s.first;
        self.env_mut(perform.env).fill(
            slot,
            Things::from_slice(&[first]),
            true,
            None,
            first_player,
        );
        self.push(Frame::Perform(Box::new(perform)));
        Ok(())
    }

    /// Goes on with the other attackers.
    pub fn go_on(&mut self, mut perform: Perform, things: Things) -> Step {
        let act = &self.t.acts[perform.act as usize];
        let Action::Attack { who, .. } = &act.action else {
            return Ok(());
        };
        let Some(slot) = who.pick.slot() else {
            return Ok(());
        };
        let first_player = self.s.first;
        self.env_mut(perform.env)
            .fill(slot, things.clone(), true, None, first_player);
        perform.stage += 1;
        self.split(perform, things)
    }

    /// Finds the things of a selector and stores them in its slot.
    fn find(&mut self, perform: &mut Perform, action: &Action, selector: &Selector) -> Step {
        let env = self.env(perform.env).clone();
        let (slot, things, chosen, among) = match &selector.pick {
            Pick::Known { is: _ } => return Ok(()),
            Pick::Choose {
                count,
                by,
                from,
                superlative,
                chain,
                slot,
            } => {
                let found = self.candidates(from, &env, Ask::Action);
                let found = self.superlative(superlative.as_deref(), found, &env);
                let found = self.choosable(action, found, &env);
                let (players, _) = self.who(*by, &env);
                let mut things = Things::new();
                for player in players {
                    let mut of_player = env.clone();
                    if *by == cardwright_ir::Player::Each {
                        of_player.actor = player;
                    }
                    let mut left = found.clone();
                    left.retain(|thing| !things.contains(thing));
                    let (least, most) = self.bounds(action, count, left.len(), &of_player);
                    let chosen = match chain {
                        None => {
                            self.ask_things(Who::Player(player), Kind::Thing, &left, least, most)?
                        }
                        Some(chain) => {
                            let range = self.amount(&chain.range, &env);
                            self.ask_chain(player, left, least, most, range, &env)?
                        }
                    };
                    things.extend(chosen);
                }
                let among = match &from.among {
                    Some(Reference::Chosen { slot, .. } | Reference::Rest { slot }) => Some(*slot),
                    _ => None,
                };
                (*slot, things, true, among)
            }
            Pick::Random { count, from, slot } => {
                let found = self.candidates(from, &env, Ask::Action);
                let count = (self.amount(count, &env) as usize).min(found.len());
                let things = self.ask_things(Who::Chance, Kind::Random, &found, count, count)?;
                (*slot, things, true, None)
            }
            Pick::Each { from, slot } => {
                (*slot, self.candidates(from, &env, Ask::Action), false, None)
            }
            Pick::Any { from, slot } => {
                // A pattern is asked at the time of use.
                if lasting_kind(action) != 0 {
                    return Ok(());
                }
                (*slot, self.candidates(from, &env, Ask::Action), false, None)
            }
            Pick::Stack {
                count,
                end,
                zone,
                slot,
            } => (
                *slot,
                self.stack(self.amount(count, &env), *end, zone, &env),
                false,
                None,
            ),
            Pick::Zone { zone, slot } => (
                *slot,
                self.stack(u32::MAX, cardwright_ir::End::Top, zone, &env),
                false,
                None,
            ),
            Pick::Pile {
                count,
                end,
                types: _,
                of,
                slot,
            } => {
                // The stack is found first.
                self.find(perform, action, of)?;
                let env = self.env(perform.env).clone();
                let count = self.amount(count, &env);
                (*slot, self.pile(count, *end, of, &env), false, None)
            }
        };
        if chosen && matches!(selector.pick, Pick::Choose { .. }) {
            let on_map = |thing: &Thing| match thing {
                Thing::Space(_) => true,
                Thing::Card(card) => {
                    self.on_map(*card) || self.live(*card).is_some_and(|it| attached(it.at))
                }
            };
            let targets: Things = things.iter().copied().filter(on_map).collect();
            perform.targeted.extend(targets);
        }
        let first = self.s.first;
        self.env_mut(perform.env)
            .fill(slot, things, chosen, among, first);
        Ok(())
    }

    /// How many have to be chosen and how many may be.
    fn bounds(&self, action: &Action, count: &Count, found: usize, env: &Env) -> (usize, usize) {
        let (least, most) = match count {
            Count::Exactly { number } => {
                let number = self.amount(number, env) as usize;
                (number.min(found), number.min(found))
            }
            Count::UpTo { number } => (0, (self.amount(number, env) as usize).min(found)),
            Count::Any => (0, found),
        };
        match action {
            // Finding nothing is allowed.
            Action::Search { .. } => (0, most),
            Action::DivideDamage { amount, .. } => {
                let most = most.min(self.amount(amount, env) as usize);
                (least.min(most), most)
            }
            _ => (least, most),
        }
    }

    /// Keeps what can be chosen for the action.
    fn choosable(&self, action: &Action, found: Things, env: &Env) -> Things {
        let can = |thing: &Thing| -> bool {
            let Thing::Card(card) = *thing else {
                return !self.cannot_be_targeted(*thing, env.this);
            };
            if self.on_map(card) && self.cannot_be_targeted(*thing, env.this) {
                return false;
            }
            match action {
                Action::Spend { .. } => self.live(card).is_some_and(|it| !it.turned),
                Action::LoseControl { .. } => {
                    self.live(card).is_some_and(|it| it.controller == env.actor)
                }
                Action::RemoveCard { what: _, from } => {
                    let hosts = self.found(from, env);
                    match self.live(card).map(|it| it.at) {
                        // The host itself, or what is attached to one that was found.
                        Some(At::OnCard(host)) => {
                            hosts.contains(&Thing::Card(self.s.reference(host)))
                        }
                        Some(At::OnSpace(space)) => hosts.contains(&Thing::Space(space)),
                        _ => from
                            .pick
                            .slot()
                            .is_some_and(|slot| env.slot(slot).is_none()),
                    }
                }
                _ => true,
            }
        };
        found.into_iter().filter(can).collect()
    }

    /// Asks for things one after the other, each within range of the one before.
    fn ask_chain(
        &mut self,
        player: Player,
        mut left: Things,
        least: usize,
        most: usize,
        range: u32,
        env: &Env,
    ) -> Result<Things, Need> {
        let mut chosen = Things::new();
        while chosen.len() < most {
            let near: Things = match chosen.last() {
                None => left.clone(),
                Some(before) => {
                    let from = self.position(*before, env);
                    let near = |thing: &Thing| {
                        let at = self.position(*thing, env);
                        from.zip(at)
                            .is_some_and(|(from, at)| self.distance(from, at) <= range)
                    };
                    left.iter().copied().filter(near).collect()
                }
            };
            if near.is_empty() {
                break;
            }
            let least = usize::from(chosen.len() < least);
            let next = self.ask_things(Who::Player(player), Kind::Thing, &near, least, 1)?;
            let Some(next) = next.first().copied() else {
                break;
            };
            left.retain(|thing| *thing != next);
            chosen.push(next);
        }
        Ok(chosen)
    }

    /// The cards that a selector of an action has found.
    pub fn cards_of(&self, perform: &Perform, selector: &Selector) -> SmallVec<[CardRef; 4]> {
        self.found(selector, self.env(perform.env))
            .into_iter()
            .filter_map(card)
            .collect()
    }

    /// Does an action whose things were found.
    fn act(&mut self, perform: &Perform, action: &'t Action) -> Result<Doing, Need> {
        self.evaluates(action);
        match action {
            Action::DealDamage { amount, to } => self.deal_damage(perform, amount, to),
            Action::DivideDamage { amount, among } => self.divide_damage(perform, amount, among),
            Action::RemoveDamage { amount, from } => self.remove_damage(perform, amount, from),
            Action::MoveDamage { amount, from, to } => self.move_damage(perform, amount, from, to),
            Action::DoubleDamage { of } => self.double_damage(perform, of),
            Action::PreventThat { amount } => self.prevent_that(perform, amount),

            Action::Increase { amount, what } => self.increase(perform, amount, what),
            Action::Decrease { amount, what } => self.decrease(perform, amount, what),
            Action::MoveTokens { tokens, from, to } => self.move_tokens(perform, tokens, from, to),
            Action::PlaceMarks { marks, on } => self.change_marks(perform, marks, on, true),
            Action::RemoveMarks { marks, from } => self.change_marks(perform, marks, from, false),
            Action::PlaceTokens { tokens, on } => self.place_tokens(perform, tokens, on),
            Action::RemoveTokens { tokens, from } => self.remove_tokens(perform, tokens, from),

            Action::Change { who, changes, time } => {
                let by = changes.iter().map(|change| &change.by);
                self.begin(perform, Some(who), by, time)
            }
            Action::SetAttribute {
                attribute: _,
                of,
                to,
                time,
            } => self.begin(perform, Some(of), [to], time),
            Action::Become {
                who,
                field: _,
                value: _,
                time,
            } => self.begin(perform, Some(who), [], time),
            Action::SetLimit {
                who: _,
                limit: _,
                to,
                time,
            } => self.begin(perform, None, [to], time),
            Action::DealMore {
                who,
                amount,
                less: _,
                at_least: _,
                time,
            } => self.begin(perform, Some(who), [amount], time),
            Action::CardsDealMore {
                what: _,
                amount,
                less: _,
                at_least: _,
                time,
            } => self.begin(perform, None, [amount], time),
            Action::Disadvantage { of, has: _, time } => self.begin(perform, Some(of), [], time),
            Action::Cannot { who, what, time } => self.begin_prohibition(perform, who, what, time),
            Action::CanAttackOnly { who, whom: _, time } => {
                self.begin(perform, Some(who), [], time)
            }
            Action::Permit {
                who,
                permission: _,
                time,
            } => self.begin(perform, Some(who), [], time),
            Action::PermitPlaces {
                what: _,
                places: _,
                time,
            } => self.begin(perform, None, [], time),
            Action::SpendAs {
                who: _,
                what: _,
                statistic: _,
                amount,
                time,
            } => self.begin(perform, None, [amount], time),
            Action::ChangeCost {
                what: _,
                statistic: _,
                amount,
                less: _,
                at_least: _,
                first_each_round: _,
                time,
            } => self.begin(perform, None, [amount], time),
            Action::PreventNext { amount, to, time } => {
                self.begin_shield(perform, amount, to, time)
            }
            Action::TakeLess {
                who,
                amount,
                more: _,
                from,
                at_least: _,
                time,
            } => self.begin_less(perform, who, amount, from.as_deref(), time),
            Action::BoostDamage {
                who: _,
                amount,
                instead_of,
                time,
            } => self.begin(perform, None, [amount, instead_of], time),
            Action::Gain {
                who,
                abilities: _,
                time,
            } => self.begin(perform, Some(who), [], time),
            Action::TakeControl { who: _, what, time } => self.take_control(perform, what, time),

            Action::Move {
                what,
                steps,
                up_to,
                direction,
            } => self.move_things(perform, what, steps, *up_to, direction.as_ref()),
            Action::Swap { what, with } => self.swap(perform, what, with.as_deref()),
            Action::Place { what, on, copy_of } => {
                self.place(perform, what, on, copy_of.as_deref())
            }

            Action::Attack {
                who,
                whom,
                again: _,
            } => self.attack(perform, who, whom),
            Action::AlsoHits { attack, what } => self.also_hits(perform, attack, what),
            Action::Redirect { attack, to } => self.redirect(perform, attack, to),
            Action::Boost {
                who: _,
                attack,
                with,
            } => self.boost(perform, attack, with),
            Action::Activate { what } => self.activate_things(perform, what),

            Action::Draw {
                who: _,
                amount,
                slot,
            } => self.draw(perform, amount, *slot),
            Action::Discard { who: _, what } => self.discard(perform, what),
            Action::Reveal { who: _, what } => self.reveal(perform, what),
            Action::Look { what } => self.look(perform, what),
            Action::Choose { what: _ } => Ok(Doing::default()),
            Action::Return { what, to } => self.put(perform, what, to, None),
            Action::Put { what, to, rest } => self.put(perform, what, to, rest.as_ref()),
            Action::Search {
                zone: _,
                what,
                reveal,
                to,
            } => self.search(perform, what, *reveal, to),
            Action::Shuffle { who: _, zone, into } => self.shuffle(perform, zone, into.as_ref()),

            Action::Play {
                who: _,
                what,
                free,
                as_,
            } => self.play_things(perform, what, *free, as_.as_deref()),
            Action::RemoveFromMap { what } => self.remove_from_map(perform, what),
            Action::Negate { what } => self.negate(perform, what),
            Action::LoseControl { who: _, what } => self.lose_control(perform, what),
            Action::Turn { what, face } => self.turn_over(perform, what, *face),
            Action::Attach { what, to } => self.attach(perform, what, to),
            Action::RemoveCard { what, from: _ } => self.discard(perform, what),

            Action::Ready { who: _, what } => self.ready(perform, what),
            Action::Spend { who: _, what } => self.spend(perform, what),
            Action::Pay {
                who: _,
                statistic,
                amount,
            } => self.pay_statistic(perform, statistic, amount),

            Action::Perform {
                who: _,
                phrase,
                with,
            } => self.perform_said(perform, phrase, with),
            Action::HaveAbility {
                who,
                phrase: _,
                with,
                time,
            } => self.begin(perform, Some(who), numbers(with), time),
            Action::ApplyRule {
                phrase: _,
                with,
                time,
            } => self.begin(perform, None, numbers(with), time),

            // Refused when the game is loaded (`table/refusal.rs`).
            Action::Bonus { .. }
            | Action::RemoveFromGame { .. }
            | Action::GainResource { .. }
            | Action::PayResource { .. } => Ok(Doing::default()),
        }
    }

    /// Returns the pattern of a place that binds a slot.
    pub(crate) fn pattern_of_slot(filter: &Filter, slot: u32) -> Option<(&Place, &Filter)> {
        filter.places.iter().find_map(|place| {
            let selector = match place {
                Place::Adjacent { to: selector, .. }
                | Place::Within { of: selector, .. }
                | Place::Beyond { from: selector, .. }
                | Place::SameRow { as_: selector }
                | Place::SameColumn { as_: selector }
                | Place::Behind { what: selector }
                | Place::Under { what: selector }
                | Place::On { what: selector } => selector,
                Place::Row { .. } | Place::Area => return None,
            };
            match &selector.pick {
                Pick::Any { from, slot: bound } if *bound == slot => Some((place, &**from)),
                _ => None,
            }
        })
    }
}

/// The amounts among the arguments of a phrase.
fn numbers(with: &[Argument]) -> impl Iterator<Item = &Amount> {
    with.iter().filter_map(|argument| match argument {
        Argument::Number { amount } => Some(amount),
        _ => None,
    })
}

fn attached(at: At) -> bool {
    matches!(at, At::OnCard(_) | At::OnSpace(_))
}
