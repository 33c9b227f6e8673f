//! Carries out the steps of a battle. Stacks that the test does not name do nothing.

use cardwright_play::battle::Bout;
use cardwright_play::choice::{Answer, Choice, Kind, Opt, Who, Why};
use cardwright_play::frame::Frame;
use cardwright_play::state::CardIx;
use cardwright_play::{Next, Table};

use super::BattleDeed;
use crate::diagnostic::{Code, Diagnostic, prose};
use crate::scenario::line::Lines;
use crate::scenario::option;
use crate::scenario::stage::{Failed, Stage};
use crate::scenario::{Act, At, Name};

/// Maximum number of opportunities that pass between two steps.
const MOST_PASSED: usize = 500;

/// Returns whether nothing is in progress when a choice is asked: a step can begin.
pub(in crate::scenario) fn is_at_rest(
    table: &Table,
    stage: &Stage<'_, '_>,
    choice: &Choice,
) -> bool {
    if table.battle().is_none() || choice.why != Why::Rule {
        return choice.kind == Kind::Action;
    }
    let stacks = || {
        choice.options.iter().all(|opt| match opt {
            Opt::Card(card) => stage.is_stack(*card),
            _ => false,
        })
    };
    match choice.kind {
        Kind::Action | Kind::Concede => true,
        Kind::Next | Kind::Line => stacks(),
        _ => false,
    }
}

impl Stage<'_, '_> {
    /// Returns whether a card represents a stack.
    pub(in crate::scenario) fn is_stack(&self, card: CardIx) -> bool {
        let it = self.state.cards.get(usize::from(card));
        it.is_some_and(|it| it.def == self.table.stack)
    }

    fn asked_now(&self) -> Option<Choice> {
        match self.table.next(&self.state) {
            Next::Choose(choice) => Some(choice.clone()),
            Next::Over(_) => None,
        }
    }

    /// The stack that may act.
    fn acting_stack(&self) -> Option<CardIx> {
        match self.state.frames.last() {
            Some(Frame::Battle(Bout::Opportunity { stack, .. })) => Some(stack.card),
            _ => None,
        }
    }

    fn phase(&self) -> u32 {
        self.state.battle.as_ref().map_or(0, |battle| battle.phase)
    }

    /// The stack of a name; that of the test, or the one in which the card lies.
    fn stack_named(&self, name: &At<Name>) -> Result<CardIx, Failed> {
        let battle = self.state.battle.as_ref();
        let found = self.cards_of(&name.is).into_iter().find_map(|card| {
            let stack = battle.and_then(|battle| battle.stack_of(card));
            stack.map(|stack| stack.card)
        });
        found.ok_or_else(|| {
            let said = name.is.written(self.lexicon);
            let finding = Diagnostic::new(
                Code::StepNotAllowed,
                name.at,
                format!("{said} is not in the battle"),
                "no stack",
            );
            Box::new(self.told(finding))
        })
    }

    pub(in crate::scenario) fn battle_deed(
        &mut self,
        deed: &BattleDeed,
        lines: &mut Lines<'_>,
        act: &Act,
    ) -> Result<(), Failed> {
        match deed {
            BattleDeed::EndOfRound => {
                self.pass_until(act, |_, choice| choice.kind == Kind::Concede)
            }
            BattleDeed::Phase(phase) => self.pass_until(act, |stage, _| stage.phase() >= *phase),
            BattleDeed::Withdraw | BattleDeed::Surrender => {
                let opt = match deed {
                    BattleDeed::Withdraw => Opt::Withdraw,
                    _ => Opt::Surrender,
                };
                self.pass_until(act, |_, choice| {
                    choice.kind == Kind::Concede && choice.who == Who::Player(act.player)
                })?;
                self.take(&opt, act)?;
                self.drive(lines, act)
            }
            BattleDeed::Line(by) if self.is_asked_for_front() => {
                let stack = self.stack_named(by)?;
                self.take(&Opt::Card(stack), act)?;
                self.drive(lines, act)
            }
            deed => self.deed_of_stack(deed, lines, act),
        }
    }

    /// Returns whether a stack has to come up to the front.
    fn is_asked_for_front(&self) -> bool {
        self.asked_now()
            .is_some_and(|choice| choice.kind == Kind::Line && choice.why == Why::Rule)
    }

    fn deed_of_stack(
        &mut self,
        deed: &BattleDeed,
        lines: &mut Lines<'_>,
        act: &Act,
    ) -> Result<(), Failed> {
        let Some(by) = deed.by() else { return Ok(()) };
        let stack = self.stack_named(by)?;
        self.reach(stack, by, act)?;
        let named = |stage: &Self, name: &At<Name>| match name.is {
            Name::Walls => stage.walls_card().ok_or_else(|| {
                let finding = Diagnostic::new(
                    Code::StepNotAllowed,
                    name.at,
                    "there are no walls in this battle",
                    "no walls",
                );
                Box::new(stage.told(finding))
            }),
            _ => stage.stack_named(name),
        };
        match deed {
            BattleDeed::Attack {
                targets,
                kind,
                swat,
                ..
            } => {
                let mut cards = Vec::new();
                for target in targets {
                    cards.push(named(self, target)?);
                }
                self.attack_by(&cards, *kind, swat, act)?;
            }
            BattleDeed::Support { to, .. } => {
                let to = named(self, to)?;
                self.take(&Opt::Support, act)?;
                self.take(&Opt::Card(to), act)?;
            }
            BattleDeed::Swarm(_) => self.take(&Opt::Swarm, act)?,
            BattleDeed::Protect(_) => self.take(&Opt::Protect, act)?,
            BattleDeed::Nothing(_) => self.take(&Opt::Pass, act)?,
            BattleDeed::Cast { card, at, .. } => {
                let opt = self.asked_now().and_then(|choice| {
                    let fits = |opt: &&Opt| match (opt, card) {
                        (Opt::Ability(_), None) => true,
                        (Opt::Play(of), Some(card)) => self.is(&card.is, *of),
                        _ => false,
                    };
                    choice.options.iter().find(fits).cloned()
                });
                let Some(opt) = opt else {
                    return Err(self.not_allowed(act));
                };
                self.take(&opt, act)?;
                for target in at {
                    let target = named(self, target)?;
                    self.take(&Opt::Card(target), act)?;
                }
            }
            BattleDeed::Line(_) => {
                self.take(&Opt::Reorganize, act)?;
                let space = self.asked_now().and_then(|choice| {
                    let is_space = |opt: &&Opt| matches!(opt, Opt::Space(_));
                    choice.options.iter().find(is_space).cloned()
                });
                let Some(space) = space else {
                    return Err(self.not_allowed(act));
                };
                self.take(&space, act)?;
            }
            BattleDeed::Give {
                cards, to, takes, ..
            } => {
                let to = named(self, to)?;
                self.take(&Opt::Reorganize, act)?;
                self.take(&if *takes { Opt::Card(to) } else { Opt::Onto(to) }, act)?;
                self.take_all(cards, act)?;
            }
            BattleDeed::Phase(_)
            | BattleDeed::EndOfRound
            | BattleDeed::Withdraw
            | BattleDeed::Surrender => {}
        }
        self.drive(lines, act)
    }

    fn walls_card(&self) -> Option<CardIx> {
        let battle = self.state.battle.as_ref()?;
        battle.walls.map(|(card, _)| card)
    }

    /// Attacks with the first kind that reaches the targets, or with one kind.
    fn attack_by(
        &mut self,
        targets: &[CardIx],
        kind: Option<u8>,
        swat: &[u32],
        act: &Act,
    ) -> Result<(), Failed> {
        let options = self.asked_now().map_or(Vec::new(), |choice| choice.options);
        let kinds = options.into_iter().filter(|opt| match opt {
            Opt::Attack(of) => kind.is_none_or(|kind| kind == *of),
            _ => false,
        });
        for opt in kinds {
            let kept = (self.state.clone(), self.moves.len());
            self.choose(&opt)?;
            let keys = self.asked_now().and_then(|choice| {
                let keys = targets.iter().map(|target| {
                    let at = choice
                        .options
                        .iter()
                        .position(|opt| *opt == Opt::Card(*target));
                    at.map(|at| at as u16)
                });
                let keys: Option<Vec<u16>> = keys.collect();
                let fits = targets.len() <= usize::from(choice.at_most);
                keys.filter(|_| choice.kind == Kind::Target && fits)
            });
            let Some(keys) = keys else {
                self.state = kept.0;
                self.moves.truncate(kept.1);
                continue;
            };
            self.answer(&Answer(keys.into_iter().collect()));
            let mut counts = swat.iter();
            while self
                .asked_now()
                .is_some_and(|choice| choice.kind == Kind::Swat)
            {
                let count = counts.next().copied().unwrap_or(1);
                self.take(&Opt::Number(count), act)?;
            }
            return match counts.any(|count| *count != 1) {
                true => Err(self.not_allowed(act)),
                false => Ok(()),
            };
        }
        Err(self.not_allowed(act))
    }

    /// Takes several cards at once.
    fn take_all(&mut self, cards: &[At<Name>], act: &Act) -> Result<(), Failed> {
        let Some(choice) = self.asked_now() else {
            return Err(self.not_allowed(act));
        };
        let mut keys: Vec<u16> = Vec::new();
        for card in cards {
            let of = choice.options.iter().enumerate().position(|(key, opt)| {
                let free = !keys.contains(&(key as u16));
                free && matches!(opt, Opt::Card(of) if self.is(&card.is, *of))
            });
            match of {
                Some(key) => keys.push(key as u16),
                None => return Err(self.not_allowed(act)),
            }
        }
        if keys.len() < usize::from(choice.at_least) || keys.len() > usize::from(choice.at_most) {
            return Err(self.not_allowed(act));
        }
        self.answer(&Answer(keys.into_iter().collect()));
        Ok(())
    }

    /// Takes an option, if it is one.
    fn take(&mut self, opt: &Opt, act: &Act) -> Result<(), Failed> {
        match self.option(opt) {
            Some(_) => self.choose(opt),
            None => Err(self.not_allowed(act)),
        }
    }

    fn not_allowed(&self, act: &Act) -> Failed {
        let finding = Diagnostic::new(
            Code::StepNotAllowed,
            act.at,
            format!("`{}` is not possible", prose::shown(&act.text)),
            "not an option here",
        );
        let could = self.asked_now().filter(|choice| !choice.options.is_empty());
        let finding = match could {
            Some(choice) => finding.help(option::could_be(self, &choice)),
            None => finding,
        };
        Box::new(self.told(finding))
    }

    /// Lets others pass until a stack may act.
    fn reach(&mut self, stack: CardIx, by: &At<Name>, act: &Act) -> Result<(), Failed> {
        for _ in 0..MOST_PASSED {
            if self.state.round != self.round {
                break;
            }
            if self.acting_stack() == Some(stack) {
                self.acting = Some(stack);
                return Ok(());
            }
            let Some(choice) = self.asked_now() else {
                break;
            };
            if choice.kind == Kind::Concede {
                break;
            }
            self.pass(&choice, Some(stack), act)?;
        }
        let name = by.is.written(self.lexicon);
        let finding = Diagnostic::new(
            Code::StepNotAllowed,
            by.at,
            format!("{name} may not act any more in this round"),
            "its phase is past, or it has acted",
        );
        Err(Box::new(
            self.told(finding.help("write `next round` above this step")),
        ))
    }

    /// Lets all stacks pass until a choice fits, or until the round is over.
    fn pass_until(&mut self, act: &Act, is: impl Fn(&Self, &Choice) -> bool) -> Result<(), Failed> {
        for _ in 0..MOST_PASSED {
            let Some(choice) = self.asked_now() else {
                return Ok(());
            };
            if self.state.round != self.round {
                break;
            }
            if is(self, &choice) {
                return Ok(());
            }
            self.pass(&choice, None, act)?;
        }
        Err(self.not_allowed(act))
    }

    /// Lets all stacks pass until the next round.
    pub(in crate::scenario) fn pass_round(&mut self, act: &Act) -> Result<(), Failed> {
        for _ in 0..MOST_PASSED {
            match self.asked_now() {
                Some(choice) if self.state.round == self.round => self.pass(&choice, None, act)?,
                _ => {
                    self.round += 1;
                    return Ok(());
                }
            }
        }
        Err(self.not_allowed(act))
    }

    /// Passes one opportunity, or a choice between them.
    pub(in crate::scenario) fn pass(
        &mut self,
        choice: &Choice,
        wanted: Option<CardIx>,
        act: &Act,
    ) -> Result<(), Failed> {
        match choice.kind {
            Kind::Action => self.take(&Opt::Pass, act),
            Kind::Concede => self.take(&Opt::Stop, act),
            Kind::Next => {
                let wanted = wanted.map(Opt::Card);
                let at = choice
                    .options
                    .iter()
                    .position(|opt| Some(opt) == wanted.as_ref());
                self.answer(&Answer::one(at.unwrap_or(0) as u16));
                Ok(())
            }
            Kind::Line if choice.options.len() > 1 => {
                let side = match choice.who {
                    Who::Player(1) => "opponent: ",
                    _ => "",
                };
                let finding = Diagnostic::new(
                    Code::StepNotAllowed,
                    act.at,
                    "a stack has to come up to the front first",
                    "before this step",
                );
                let first = choice
                    .options
                    .first()
                    .map(|opt| option::written(self, choice, opt));
                let first = first.unwrap_or_default();
                let help = format!("write for example `{side}{first} comes up` above it");
                Err(Box::new(self.told(finding.help(help))))
            }
            _ => {
                let mut lines = Lines::of(act);
                match choice.is_forced() {
                    true => {
                        let answer = choice.forced().unwrap_or_default();
                        self.answer(&answer);
                        Ok(())
                    }
                    false => self.drive(&mut lines, act),
                }
            }
        }
    }
}
