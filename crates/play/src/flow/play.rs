//! Playing a card.

use cardwright_ir::{Action, Pick, Placement, Selector};
use smallvec::SmallVec;

use crate::choice::{Kind, Opt, Who};
use crate::event::{Change, Ev, EvKind, Goal, How};
use crate::facts::kind;
use crate::find::Ask;
use crate::frame::{Frame, Play, PlayEach, PlayStage, card};
use crate::run::{Run, Step};
use crate::state::{At, CardIx, CardRef, Entry, Env, Player, Thing, Things};
use crate::table::AbilityId;

impl<'t> Run<'t, '_> {
    pub fn new_play(&self, card: CardRef, player: Player, free: bool) -> Play {
        Play {
            card,
            player,
            free,
            from: self.card(card.card).at,
            stage: PlayStage::Begin,
            onto: None,
            space: None,
            area: None,
            attach: Things::new(),
            after: Vec::new(),
            line: 0,
            kept: false,
        }
    }

    /// The spaces on which a played unit may be placed.
    pub fn entry_spaces(&self, card: CardIx, player: Player) -> Things {
        let reference = self.s.reference(card);
        let near = self.t.numbers.play_distance;
        let leader = self
            .leader(player)
            .and_then(|leader| self.card_space(leader.card));
        let beside = |space: u8| leader.is_some_and(|leader| self.distance(leader, space) == near);
        let before = self.as_played.replace(Some(card));
        let mut allowed: SmallVec<[u8; 8]> = SmallVec::new();
        self.holding(kind::PLACES, &mut |holding| {
            if let Action::PermitPlaces {
                what,
                places,
                time: _,
            } = &holding.act.action
                && self.fits_played(what, Thing::Card(reference), player, holding.env)
            {
                let fits = |space: &u8| {
                    places
                        .iter()
                        .all(|place| self.is_at(place, Thing::Space(*space), holding.env))
                };
                allowed.extend((0..self.t.spaces()).filter(fits));
            }
        });
        let found = (0..self.t.spaces())
            .filter(|space| beside(*space) || allowed.contains(space))
            .filter(|space| self.vacant(*space) && !self.cannot_enter(reference, *space))
            .map(Thing::Space)
            .collect();
        self.as_played.set(before);
        found
    }

    /// The units onto which a card may be played.
    pub fn duplicates(&self, card: CardIx, player: Player) -> Things {
        let name = &self.def(card).id;
        let same = |other: &&CardIx| {
            let it = self.card(**other);
            **other != card
                && it.controller == player
                && matches!(it.at, At::Map(_))
                && self.def_of(it).unit
                && self.def_of(it).id == *name
        };
        self.s
            .play
            .iter()
            .filter(same)
            .map(|card| Thing::Card(self.s.reference(*card)))
            .collect()
    }

    /// The ability whose heading decides where the card stays: under or on something, or aside.
    pub fn keeping(&self, card: CardIx) -> Option<(AbilityId, Option<&'t Selector>)> {
        let def = match self.card(card).copy {
            Some(copy) => copy,
            None => self.card(card).def,
        };
        let table = self.t;
        table.defs[usize::from(def)]
            .abilities
            .iter()
            .find_map(|ability| {
                let lowered = table.ability(*ability);
                match &lowered.placement {
                    Some(Placement::AttachTo { to }) => Some((*ability, Some(&**to))),
                    Some(Placement::Aside) => Some((*ability, None)),
                    None if lowered.lasting || lowered.reaction.is_some() => Some((*ability, None)),
                    None => None,
                }
            })
    }

    /// What a card can be attached to.
    pub fn attachable(&self, to: &Selector, env: &Env) -> Things {
        let found = match &to.pick {
            Pick::Choose {
                from, superlative, ..
            } => {
                let found = self.candidates(from, env, Ask::Action);
                self.superlative(superlative.as_deref(), found, env)
            }
            _ => self.found(to, env),
        };
        let can = |thing: &Thing| match thing {
            Thing::Card(card) => self.on_map(*card) && !self.cannot_be_targeted(*thing, env.this),
            Thing::Space(_) => true,
        };
        found.into_iter().filter(can).collect()
    }

    pub fn play(&mut self, mut play: Play) -> Step {
        match play.stage {
            PlayStage::Begin => {
                let card = play.card.card;
                if self.live(play.card).is_none()
                    || self.card(card).at.in_play()
                    || self.card(card).at == At::Playing
                    || !self.playable(card, play.player, play.free)
                {
                    return Ok(());
                }
                play.card = self.new_life(card);
                self.lift(card);
                let it = &mut self.s.cards[usize::from(card)];
                it.at = At::Playing;
                it.controller = play.player;
                it.face_up = true;
                it.laid = None;
                it.turned = false;
                play.stage = PlayStage::Way;
            }
            PlayStage::Way => {
                if self.def(play.card.card).unit {
                    let spaces = self.entry_spaces(play.card.card, play.player);
                    let onto = self.duplicates(play.card.card, play.player);
                    let mut options = Vec::new();
                    if !spaces.is_empty() {
                        options.push(Opt::Enter);
                    }
                    options.extend(
                        onto.iter()
                            .filter_map(|thing| card(*thing))
                            .map(|card| Opt::Onto(card.card)),
                    );
                    if let Opt::Onto(unit) = self.ask_one(play.player, Kind::Way, options)? {
                        play.onto = Some(self.s.reference(unit));
                    }
                }
                play.stage = PlayStage::Space;
            }
            PlayStage::Space => {
                if self.def(play.card.card).unit && play.onto.is_none() {
                    let spaces = self.entry_spaces(play.card.card, play.player);
                    let picked =
                        self.ask_things(Who::Player(play.player), Kind::Space, &spaces, 1, 1)?;
                    if let Some(Thing::Space(space)) = picked.first() {
                        play.space = Some(*space);
                    }
                }
                play.stage = PlayStage::Attach;
            }
            PlayStage::Attach => {
                if !self.def(play.card.card).unit
                    && let Some((ability, Some(to))) = self.keeping(play.card.card)
                {
                    let env = self.env_of_play(play.card.card, ability, play.player);
                    let found = self.attachable(to, &env);
                    play.attach =
                        self.ask_things(Who::Player(play.player), Kind::Thing, &found, 1, 1)?;
                }
                play.stage = PlayStage::Area;
            }
            PlayStage::Area => {
                if self.def(play.card.card).area.is_some() {
                    let spaces: Things = (0..self.t.spaces()).map(Thing::Space).collect();
                    let picked =
                        self.ask_things(Who::Player(play.player), Kind::Area, &spaces, 1, 1)?;
                    if let Some(Thing::Space(space)) = picked.first() {
                        play.area = Some(*space);
                    }
                }
                play.stage = PlayStage::Pay;
            }
            PlayStage::Pay => {
                play.stage = PlayStage::Announce;
                let cost = if play.free {
                    Default::default()
                } else {
                    self.cost(play.card.card, play.player)
                };
                let player = play.player;
                self.push(Frame::Play(Box::new(play)));
                if !cost.is_empty() {
                    self.push(Frame::Pay { player, cost });
                }
                return Ok(());
            }
            PlayStage::Announce => {
                play.stage = PlayStage::Put;
                self.s.noise = true;
                self.use_up_next(play.card, play.player);
                self.record_play(play.card, play.player);
                let it = Thing::Card(play.card);
                let mut events = vec![Ev::new(EvKind::Played, it, play.player).by(play.player)];
                for thing in &play.attach {
                    events.push(Ev::new(EvKind::Targeted, *thing, play.player).with(it));
                }
                let (when, after) = self.announce(&events);
                play.after.extend(after);
                self.push(Frame::Play(Box::new(play)));
                self.trigger(when);
                return Ok(());
            }
            PlayStage::Put => {
                play.stage = PlayStage::Lines;
                if !self.is_being_played(play.card) {
                    // It was negated.
                    play.stage = PlayStage::Finish;
                } else if self.def(play.card.card).unit {
                    play.stage = PlayStage::Finish;
                    return self.put_unit(play);
                }
            }
            PlayStage::Lines => {
                let abilities = self.def(play.card.card).abilities.clone();
                let goes_on = self.is_being_played(play.card) || play.kept;
                let Some(ability) = abilities
                    .get(usize::from(play.line))
                    .copied()
                    .filter(|_| goes_on)
                else {
                    play.stage = PlayStage::Finish;
                    self.push(Frame::Play(Box::new(play)));
                    return Ok(());
                };
                play.line += 1;
                let lowered = self.t.ability(ability);
                let mut env = Env::new(play.card, ability, play.player);
                env.space = play.area;
                if let Some(Placement::AttachTo { to }) = &lowered.placement
                    && let Some(slot) = to.pick.slot()
                {
                    env.fill(slot, play.attach.clone(), true, None, self.s.first);
                }
                if lowered.heading == self.t.rules.roles.headings.played {
                    self.push(Frame::Play(Box::new(play)));
                    self.resolve(lowered.block, env, None);
                    return Ok(());
                }
                let mut changes = Vec::new();
                if !play.kept {
                    play.kept = true;
                    let (card, controller) = (play.card, play.player);
                    match (&lowered.placement, play.attach.first().copied()) {
                        (Some(Placement::AttachTo { .. }), Some(to)) if self.is_there(to) => {
                            changes.push(Change::Attach {
                                card,
                                to,
                                controller,
                            });
                        }
                        (Some(Placement::AttachTo { .. }), _) => {
                            // What it was to be attached to is gone.
                            play.kept = false;
                            play.stage = PlayStage::Finish;
                        }
                        _ => changes.push(Change::Aside { card, controller }),
                    }
                }
                let kept = play.kept;
                self.push(Frame::Play(Box::new(play)));
                if kept && lowered.once != 0 {
                    self.resolve(lowered.once, env, None);
                }
                if !changes.is_empty() {
                    self.happen_all(changes, None, false);
                }
                return Ok(());
            }
            PlayStage::Finish => {
                play.stage = PlayStage::After;
                let card = play.card;
                let player = play.player;
                let in_play = self.in_play(card);
                let playing = self.is_being_played(card);
                self.push(Frame::Play(Box::new(play)));
                if playing {
                    let to = Goal {
                        zone: self.t.discard,
                        bottom: false,
                    };
                    self.happen_by(
                        vec![Change::Go {
                            card,
                            to,
                            how: How::Used,
                        }],
                        None,
                        false,
                        player,
                    );
                } else if in_play {
                    let ev = Ev::new(EvKind::PlayedItself, Thing::Card(card), player).by(player);
                    self.happen_by(vec![Change::Note(ev)], None, false, player);
                }
                return Ok(());
            }
            PlayStage::After => {
                self.trigger(play.after);
                return Ok(());
            }
        }
        self.push(Frame::Play(Box::new(play)));
        Ok(())
    }

    /// Remembers a card as it is when its play is announced.
    fn record_play(&mut self, card: CardRef, player: Player) {
        let record = self.snapshot(card);
        self.s
            .journal
            .push(Entry::Played(player, self.s.played.len() as u16));
        self.s.played.push(record);
    }

    fn is_there(&self, thing: Thing) -> bool {
        match thing {
            Thing::Card(card) => self.on_map(card),
            Thing::Space(_) => true,
        }
    }

    pub fn is_being_played(&self, card: CardRef) -> bool {
        self.live(card).is_some_and(|it| it.at == At::Playing)
    }

    /// A unit comes onto the map, or makes one of its name larger.
    fn put_unit(&mut self, play: Play) -> Step {
        let (card, player) = (play.card, play.player);
        let discard = Goal {
            zone: self.t.discard,
            bottom: false,
        };
        let mut play = play;
        let changes = match play.onto {
            Some(unit) if self.on_map(unit) && self.card(unit.card).controller == player => vec![
                Change::Increase {
                    card: unit,
                    by: self.t.numbers.duplicate,
                },
                Change::Mark {
                    card: unit,
                    mark: self.t.activated,
                    add: true,
                },
                Change::Go {
                    card,
                    to: discard,
                    how: How::Used,
                },
            ],
            Some(_) => Vec::new(),
            None => {
                let spaces = self.entry_spaces(card.card, player);
                let chosen = play
                    .space
                    .map(Thing::Space)
                    .filter(|space| spaces.contains(space));
                let space = match chosen {
                    Some(space) => Some(space),
                    // Its space was taken meanwhile.
                    None => self
                        .ask_things(Who::Player(player), Kind::Space, &spaces, 1, 1)?
                        .first()
                        .copied(),
                };
                match space {
                    Some(Thing::Space(space)) => {
                        play.kept = true;
                        vec![Change::Enter {
                            card,
                            space,
                            controller: player,
                            copy: None,
                        }]
                    }
                    _ => Vec::new(),
                }
            }
        };
        self.push(Frame::Play(Box::new(play)));
        self.happen_by(changes, None, false, player);
        Ok(())
    }

    /// Plays the next of several cards, or lays it as a payment card.
    pub fn play_each(&mut self, mut each: PlayEach) -> Step {
        let Some(thing) = each.list.first().copied() else {
            return Ok(());
        };
        let laid = match each.laid {
            None => None,
            Some(laid) => Some(match laid.statistic {
                Some(statistic) => (statistic, laid.turned),
                None => {
                    let options = (0..self.t.statistics.len() as u32)
                        .map(Opt::Number)
                        .collect();
                    match self.ask_one(each.player, Kind::Stack, options)? {
                        Opt::Number(stack) => (stack as u8, laid.turned),
                        _ => (0, laid.turned),
                    }
                }
            }),
        };
        each.list.remove(0);
        let (player, free) = (each.player, each.free);
        if !each.list.is_empty() {
            self.push(Frame::PlayEach(Box::new(each)));
        }
        let Some(card) = card(thing).filter(|card| self.live(*card).is_some()) else {
            return Ok(());
        };
        match laid {
            Some((stack, turned)) => {
                let owner = self.card(card.card).owner;
                if !self.never_leaves(card.card) && self.card(card.card).at != At::Playing {
                    self.lay(card.card, owner, stack, turned);
                }
            }
            None => {
                let play = self.new_play(card, player, free);
                self.push(Frame::Play(Box::new(play)));
            }
        }
        Ok(())
    }
}
