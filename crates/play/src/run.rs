//! The driver: runs frames until somebody has to choose.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use smallvec::SmallVec;

use crate::choice::{Answer, Choice, Kind, Opt, Who, Why};
use crate::event::Ev;
use crate::frame::Frame;
use crate::state::{CardIx, CardRef, Env, NONE, Player, State, Thing};
use crate::table::{AbilityId, BlockId, Table};
use crate::trace::Trace;

/// A choice has to be made before the step can be done.
pub(crate) struct Need(pub Box<Choice>);

/// What the step of a frame returns: it is over, or a choice is needed and nothing has changed.
pub(crate) type Step = Result<(), Need>;

/// Bits for what is being computed, so that what depends on itself is read without standing changes.
pub(crate) mod busy {
    pub const FIELDS: u32 = 1 << 0;
    pub const GAINED: u32 = 1 << 1;
    /// The first bit of the attributes.
    pub const ATTRIBUTES: u32 = 2;
}

/// A record of a card as it was: when it left play, or when it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Was {
    Last(usize),
    Played(usize),
}

/// What holds by the cards in play, worked out once for a state.
pub(crate) struct Standing {
    /// The kinds of changes that may apply. Whoever gains an ability may have any.
    pub present: u32,
    /// Cards with active abilities that hold something, and the kinds of it.
    pub printed: Vec<(CardIx, AbilityId, u32)>,
    /// The same with what is gained.
    pub all: std::cell::OnceCell<Vec<(CardIx, AbilityId, u32)>>,
}

pub(crate) struct Run<'t, 's> {
    pub t: &'t Table,
    pub s: &'s mut State,
    /// The next answer of the step.
    pub cursor: usize,
    pub log: Vec<Ev>,
    pub busy: Cell<u32>,
    /// A card that is looked at as if it were being played.
    pub as_played: Cell<Option<CardIx>>,
    /// What the innermost action or event is about, for what must not be the thing itself.
    pub itself: Cell<Option<Thing>>,
    /// A card that is looked at as it was.
    pub was: Cell<Option<Was>>,
    /// What holds by the cards in play, once it is known.
    pub standing: RefCell<Option<Rc<Standing>>>,
    /// Where it is noted what of the cards is reached.
    pub trace: Option<&'s Trace>,
}

impl<'t, 's> Run<'t, 's> {
    pub fn new(t: &'t Table, s: &'s mut State) -> Run<'t, 's> {
        Run {
            t,
            s,
            cursor: 0,
            log: Vec::new(),
            busy: Cell::new(0),
            as_played: Cell::new(None),
            itself: Cell::new(None),
            was: Cell::new(None),
            standing: RefCell::new(None),
            trace: None,
        }
    }

    /// Runs until a choice is needed or the game is over.
    pub fn run(&mut self) {
        self.s.choice = None;
        while self.s.over.is_none() {
            let Some(frame) = self.s.frames.pop() else {
                break;
            };
            self.cursor = 0;
            self.touch();
            // What asks is done again with the answer.
            let kept = frame.asks().then(|| frame.clone());
            match self.step(frame) {
                Ok(()) => self.s.pending.clear(),
                Err(Need(choice)) => {
                    self.s.frames.extend(kept);
                    self.s.choice = Some(*choice);
                    return;
                }
            }
        }
        self.s.frames.clear();
        self.s.envs.clear();
        self.s.pending.clear();
    }

    fn step(&mut self, frame: Frame) -> Step {
        match frame {
            Frame::Setup { step, count } => self.setup(step, count),
            Frame::Round { step, count } => self.round(step, count),
            Frame::Turn { player, acted } => self.turn(player, acted),
            Frame::Root { reaction } => self.end_root(reaction),
            Frame::Block(block) => self.block(block),
            Frame::Op(op) => self.op(*op),
            Frame::Perform(perform) => self.perform(*perform),
            Frame::Happen(happen) => self.happen(happen),
            Frame::Triggers { list, turn } => self.triggers(list, turn),
            Frame::Play(play) => self.play(*play),
            Frame::Pay { player, cost } => self.pay(player, &cost),
            Frame::Activate(activate) => self.activate(*activate),
            Frame::Walk(walk) => self.walk(*walk),
            Frame::Fight(fight) => self.fight(fight),
            Frame::Battle(bout) => self.bout(bout),
            Frame::MoveEach(each) => self.move_each(*each),
            Frame::ActivateEach { list } => self.activate_each(list),
            Frame::FightEach { list } => self.fight_each(list),
            Frame::PlayEach(each) => self.play_each(*each),
            Frame::Split { perform, things } => self.go_on(*perform, things),
            Frame::Draw { player, env, held } => self.draw_next(player, env, held),
            Frame::Shuffle { zone, of } => self.shuffle_zone(zone, of),
            Frame::Settle => {
                let held = std::mem::take(&mut self.s.held);
                self.settle(held);
                Ok(())
            }
            Frame::EndTurn => {
                self.end_turn();
                Ok(())
            }
        }
    }

    /// Asks for a choice. Whoever asks has changed nothing in this step.
    pub fn ask(&mut self, choice: Choice) -> Result<Answer, Need> {
        // What can only be answered in one way is not asked.
        let all = choice.options.len();
        let one_way = usize::from(choice.at_least) == all && (!choice.ordered || all <= 1);
        if one_way && !(self.t.asks_all && all > 0) {
            return Ok(Answer((0..all as u16).collect()));
        }
        if choice.at_most == 0 {
            return Ok(Answer::default());
        }
        if let Some(answer) = self.s.pending.get(self.cursor) {
            self.cursor += 1;
            return Ok(answer.clone());
        }
        Err(Need(Box::new(choice)))
    }

    /// Asks for one of the options.
    pub fn ask_one(&mut self, who: Player, kind: Kind, options: Vec<Opt>) -> Result<Opt, Need> {
        let choice = self.choice(Who::Player(who), kind, options, 1, 1);
        let kept = choice.options.clone();
        let answer = self.ask(choice)?;
        let key = answer.0.first().copied().unwrap_or(0);
        Ok(kept.into_iter().nth(usize::from(key)).unwrap_or(Opt::No))
    }

    pub fn ask_yes(&mut self, who: Player, kind: Kind) -> Result<bool, Need> {
        Ok(self.ask_one(who, kind, vec![Opt::Yes, Opt::No])? == Opt::Yes)
    }

    pub fn choice(
        &self,
        who: Who,
        kind: Kind,
        options: Vec<Opt>,
        at_least: u16,
        at_most: u16,
    ) -> Choice {
        let why = match self.s.envs.last() {
            Some(env) => Why::Ability {
                card: env.this.card,
                ability: env.ability,
            },
            None => Why::Rule,
        };
        Choice {
            who,
            kind,
            why,
            options,
            at_least,
            at_most,
            ordered: false,
            blind: false,
        }
    }

    /// Asks for some of the things, in the order in which they are chosen.
    pub fn ask_things(
        &mut self,
        who: Who,
        kind: Kind,
        things: &[Thing],
        at_least: usize,
        at_most: usize,
    ) -> Result<SmallVec<[Thing; 4]>, Need> {
        let options: Vec<Opt> = things.iter().map(|thing| option(*thing)).collect();
        let at_most = at_most.min(things.len());
        let mut choice = self.choice(
            who,
            kind,
            options,
            at_least.min(at_most) as u16,
            at_most as u16,
        );
        if let Who::Player(player) = who {
            choice.blind = things.iter().any(|thing| match thing {
                Thing::Card(card) => !self.sees(player, card.card),
                Thing::Space(_) => false,
            });
        }
        let answer = self.ask(choice)?;
        Ok(answer
            .0
            .iter()
            .filter_map(|key| things.get(usize::from(*key)).copied())
            .collect())
    }

    /// Asks for an order of the things.
    pub fn ask_order(
        &mut self,
        who: Who,
        kind: Kind,
        things: &[Thing],
    ) -> Result<SmallVec<[Thing; 4]>, Need> {
        let options: Vec<Opt> = things.iter().map(|thing| option(*thing)).collect();
        let all = options.len() as u16;
        let mut choice = self.choice(who, kind, options, all, all);
        choice.ordered = true;
        if let Who::Player(player) = who {
            choice.blind = things.iter().any(|thing| match thing {
                Thing::Card(card) => !self.sees(player, card.card),
                Thing::Space(_) => false,
            });
        }
        let answer = self.ask(choice)?;
        Ok(answer
            .0
            .iter()
            .filter_map(|key| things.get(usize::from(*key)).copied())
            .collect())
    }

    /// Forgets what was worked out from the state.
    pub fn touch(&self) {
        self.standing.replace(None);
    }

    pub fn push(&mut self, frame: Frame) {
        self.s.frames.push(frame);
    }

    /// Begins to resolve a block in an environment of its own.
    pub fn resolve(&mut self, block: BlockId, env: Env, reaction: Option<CardRef>) {
        self.s.envs.push(env);
        self.push(Frame::Root { reaction });
        let env = self.s.envs.len() as u16 - 1;
        self.push_block(block, env);
    }

    pub fn env(&self, env: u16) -> &Env {
        &self.s.envs[usize::from(env)]
    }

    pub fn env_mut(&mut self, env: u16) -> &mut Env {
        &mut self.s.envs[usize::from(env)]
    }

    /// The player whose doing it is: the controller of the ability that resolves, otherwise the player whose turn it is.
    pub fn doer(&self) -> Player {
        match self.s.envs.last() {
            Some(env) => env.controller,
            None => self.s.turn.unwrap_or(NONE),
        }
    }

    /// The abilities in the middle of which it happens.
    pub fn causes(&self) -> Vec<(CardRef, AbilityId)> {
        let mut causes: Vec<(CardRef, AbilityId)> = Vec::new();
        for env in &self.s.envs {
            causes.push((env.this, env.ability));
            causes.extend(&env.causes);
        }
        for fight in &self.s.fights {
            causes.extend(&fight.causes);
        }
        causes.sort();
        causes.dedup();
        causes
    }

    /// Returns whether something that happens now happens because of that ability.
    pub fn is_caused_by(&self, card: CardRef, ability: AbilityId) -> bool {
        let it = (card, ability);
        self.s
            .envs
            .iter()
            .any(|env| (env.this, env.ability) == it || env.causes.contains(&it))
            || self.s.fights.iter().any(|fight| fight.causes.contains(&it))
    }

    pub fn players(&self) -> [Player; 2] {
        [self.s.first, 1 - self.s.first]
    }
}

pub(crate) fn option(thing: Thing) -> Opt {
    match thing {
        Thing::Card(card) => Opt::Card(card.card),
        Thing::Space(space) => Opt::Space(space),
    }
}
