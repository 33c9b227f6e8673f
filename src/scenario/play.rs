//! Plays a scenario: executes its steps in order, and checks the expectations.

use cardwright_play::choice::{Answer, Choice, Kind, Opt, Who};
use cardwright_play::frame::Frame;
use cardwright_play::recording::{Begin, Move, Recording};
use cardwright_play::state::{Player, State, Thing};
use cardwright_play::{EvKind, Next, Table};

use super::expectation::{self, Miss};
use super::lexicon::Lexicon;
use super::line::Lines;
use super::stage::{Failed, Stage};
use super::{Act, Deed, Expected, Name, Scenario, Step, cause, event};
use super::{answer, battle, forbidden, option};
use crate::diagnostic::{Code, Diagnostic, prose};
use crate::source::Span;

/// Maximum number of answers to one step. Only a bug in the engine can exceed it.
const MOST_ANSWERS: usize = 5_000;

/// The result of playing a scenario.
#[derive(Debug, Default)]
pub struct Played {
    /// The problems of the test or the cards.
    pub findings: Vec<Diagnostic>,
    /// Replacements for expectations that are not met: the span, and the words for the actual result.
    pub changes: Vec<(Span, String)>,
    /// The expectations for a test without any, as lines.
    pub so: Vec<String>,
    /// The state after the last step, if all steps were executed.
    pub(super) end: Option<State>,
}

impl Played {
    pub fn passes(&self) -> bool {
        self.findings.is_empty()
    }
}

/// Plays a scenario on a table, whose abilities may differ from those of the lexicon.
pub fn play(lexicon: &Lexicon<'_>, table: &Table, scenario: &Scenario) -> Played {
    play_on(lexicon, table, scenario, false)
}

/// Returns whether a scenario passes. This is much faster than [`play`], because it does not explain failures.
pub fn passes(lexicon: &Lexicon<'_>, table: &Table, scenario: &Scenario) -> bool {
    play_on(lexicon, table, scenario, true).passes()
}

fn play_on(lexicon: &Lexicon<'_>, table: &Table, scenario: &Scenario, brief: bool) -> Played {
    match Stage::begin(lexicon, table, scenario) {
        Ok(mut stage) => {
            stage.brief = brief;
            perform(&mut stage, scenario)
        }
        Err(finding) => Played {
            findings: vec![*finding],
            ..Played::default()
        },
    }
}

/// Plays and records a scenario. Each step that is expected not to be allowed has a recording of its own, which ends
/// there. A scenario that does not pass, and one of a battle, has no recordings.
pub fn recordings(lexicon: &Lexicon<'_>, table: &Table, scenario: &Scenario) -> Vec<Recording> {
    // A recording that begins in a turn does not have the stacks of a battle.
    if scenario.setting.battle.is_some() {
        return Vec::new();
    }
    let Ok(mut stage) = Stage::begin(lexicon, table, scenario) else {
        return Vec::new();
    };
    let start = stage.state.clone();
    if !perform(&mut stage, scenario).passes() {
        return Vec::new();
    }
    let refused = stage.refused.into_iter();
    let refused = refused.map(|(step, moves)| {
        let title = format!("{} (cannot: {step})", scenario.name());
        (title, moves)
    });
    let mut parts: Vec<(String, Vec<Move>)> = refused.collect();
    if parts.is_empty() || !stage.moves.is_empty() {
        parts.insert(0, (scenario.name(), stage.moves));
    }
    let made = parts.into_iter().filter_map(|(title, moves)| {
        // What was done was legal.
        let mut made = Recording::of(table, title, Begin::Turn, &start, &moves).ok()?;
        let about = scenario.cards.iter();
        let about = about.map(|(card, _)| table.defs.get(usize::from(*card)));
        made.about = about.flatten().map(|def| def.id.to_string()).collect();
        Some(made)
    });
    made.collect()
}

fn perform(stage: &mut Stage<'_, '_>, scenario: &Scenario) -> Played {
    let mut played = Played::default();
    let mut looked = 0;
    for step in &scenario.steps {
        match step {
            Step::Act(act) => {
                if let Err(finding) = stage.act(act) {
                    played.findings.push(*finding);
                    return played;
                }
            }
            Step::Then(expected) => {
                looked += 1;
                stage.look(scenario, expected, &mut played);
                stage.before = stage.state.clone();
            }
        }
    }
    stage.look(scenario, &scenario.then, &mut played);
    if scenario.then.is_empty() && looked == 0 {
        played.so = stage.facts();
        if !scenario
            .steps
            .iter()
            .any(|step| matches!(step, Step::Act(act) if act.cannot || act.said.iter().any(|said| said.cannot)))
        {
            let finding = Diagnostic::new(
                Code::FailedTest,
                scenario.title_at,
                format!("the test \"{}\" expects nothing", scenario.name()),
                "no `then`, and nothing with `cannot`",
            );
            played
                .findings
                .push(finding.help("write `then`, or let `cardwright test --accept` write it"));
        }
    }
    played.end = Some(stage.state.clone());
    played
}

impl Stage<'_, '_> {
    fn act(&mut self, act: &Act) -> Result<(), Failed> {
        let kept = act.cannot.then(|| (self.state.clone(), self.moves.len()));
        let done = self.carry_out(act);
        let Some((kept, moves)) = kept else {
            return done;
        };
        self.state = kept;
        let tried = self.moves.clone();
        self.moves.truncate(moves);
        match done {
            // It is not allowed, as the test says.
            Err(finding) if matches!(finding.code, Code::StepNotAllowed | Code::NoSuchOption) => {
                self.refused.push((prose::shown(&act.text), tried));
                Ok(())
            }
            Err(finding) => Err(finding),
            Ok(()) => {
                let finding = Diagnostic::new(
                    Code::FailedTest,
                    act.at,
                    format!("`{}` is allowed", prose::shown(&act.text)),
                    "the test says that this is not allowed",
                );
                Err(Box::new(self.told(finding)))
            }
        }
    }

    fn carry_out(&mut self, act: &Act) -> Result<(), Failed> {
        self.asked.clear();
        self.shown.clear();
        self.acting = None;
        self.actor = act.player;
        self.story.step(act.player, &act.text);
        if self.state.over.is_some() {
            let finding = Diagnostic::new(
                Code::StepNotAllowed,
                act.at,
                "the game is over before this step",
                "nothing can be done any more",
            );
            return Err(Box::new(self.told(finding)));
        }
        // What is used after the action of a turn belongs to that turn.
        let goes_on = matches!(&act.deed, Deed::Use(card, _) if self.can_use(&card.is, act.player));
        self.rolled = false;
        if !goes_on && !matches!(act.deed, Deed::EndTurn | Deed::EndRound | Deed::Battle(_)) {
            self.take_turn(act.player);
        }
        let mut lines = Lines::of(act);
        match &act.deed {
            Deed::Battle(deed) => self.battle_deed(deed, &mut lines, act)?,
            Deed::EndRound if self.table.battle().is_some() => {
                self.pass_round(act)?;
            }
            Deed::EndRound => self.end_round(&mut lines, act)?,
            Deed::EndTurn => {
                if self.option(&Opt::End).is_none() {
                    return Err(Box::new(self.told(cause::of_end(act))));
                }
                self.choose(&Opt::End)?;
                self.drive(&mut lines, act)?;
            }
            deed => {
                let opt = self.deed(deed, act)?;
                self.choose(&opt)?;
                self.drive(&mut lines, act)?;
            }
        }
        answer::all_asked(self, act, &lines.said)
    }

    /// Returns whether a player can use a card in the current turn.
    fn can_use(&self, name: &Name, player: Player) -> bool {
        match self.table.next(&self.state) {
            Next::Choose(choice) if choice.kind == Kind::Action => {
                let mut options = choice.options.iter();
                choice.who == Who::Player(player)
                    && options.any(|opt| matches!(opt, Opt::Use(card, _) if self.is(name, *card)))
            }
            _ => false,
        }
    }

    /// Gives the turn to the acting player, if it is the other player's turn. This is not a pass.
    fn take_turn(&mut self, player: Player) {
        let Some(Frame::Turn { player: now, acted }) = self.state.frames.last().cloned() else {
            return;
        };
        if now == player && !acted {
            return;
        }
        // Between two turns of one player, the other has one.
        let other = self.state.passed.get(usize::from(1 - player));
        if now == player && other == Some(&false) {
            self.give_turn(1 - player);
        }
        self.give_turn(player);
    }

    fn give_turn(&mut self, player: Player) {
        self.table.give_turn(&mut self.state, player);
        self.moves.push(Move::Turn(player));
    }

    fn end_round(&mut self, lines: &mut Lines<'_>, act: &Act) -> Result<(), Failed> {
        let round = self.state.round;
        for _ in 0..8 {
            if self.state.round != round || self.state.over.is_some() {
                break;
            }
            let opt = if self.option(&Opt::Pass).is_some() {
                Opt::Pass
            } else {
                Opt::End
            };
            self.choose(&opt)?;
            self.drive(lines, act)?;
        }
        Ok(())
    }

    /// The option of a step.
    fn deed(&mut self, deed: &Deed, act: &Act) -> Result<Opt, Failed> {
        let options = match self.table.next(&self.state) {
            Next::Choose(choice) if choice.kind == Kind::Action => choice.options.clone(),
            _ => Vec::new(),
        };
        let (name, found): (Option<&Name>, Option<&Opt>) = match deed {
            Deed::Pass => (None, options.iter().find(|opt| **opt == Opt::Pass)),
            Deed::Play(card) => {
                let found = options
                    .iter()
                    .find(|opt| matches!(opt, Opt::Play(of) if self.is(&card.is, *of)));
                (Some(&card.is), found)
            }
            Deed::Lay(card) => {
                let found = options
                    .iter()
                    .find(|opt| matches!(opt, Opt::Lay(of) if self.is(&card.is, *of)));
                (Some(&card.is), found)
            }
            Deed::Activate(card) => {
                let found = options
                    .iter()
                    .find(|opt| matches!(opt, Opt::Activate(of) if self.is(&card.is, *of)));
                (Some(&card.is), found)
            }
            Deed::Use(card, which) => {
                let mut uses = options
                    .iter()
                    .filter(|opt| matches!(opt, Opt::Use(of, _) if self.is(&card.is, *of)));
                let which = which.as_ref().map_or(1, |which| which.is);
                (Some(&card.is), uses.nth(which.saturating_sub(1) as usize))
            }
            Deed::EndTurn | Deed::EndRound | Deed::Battle(_) => {
                (None, options.iter().find(|opt| **opt == Opt::End))
            }
        };
        if let Some(opt) = found {
            self.acting = match opt {
                Opt::Play(card) | Opt::Lay(card) | Opt::Activate(card) | Opt::Use(card, _) => {
                    Some(*card)
                }
                _ => None,
            };
            return Ok(opt.clone());
        }
        Err(Box::new(self.told(cause::of_step(self, act, deed, name))))
    }

    pub(super) fn choose(&mut self, opt: &Opt) -> Result<(), Failed> {
        if let Some(key) = self.option(opt) {
            self.answer(&Answer::one(key));
        }
        Ok(())
    }

    pub fn answer(&mut self, answer: &Answer) {
        // An answer is made of the options of the choice.
        if let Ok(events) = self.table.answer(&mut self.state, answer) {
            self.moves.push(Move::Answer(answer.clone()));
            for event in &events {
                if event.kind == EvKind::Scored {
                    self.score = Some(event.damage);
                }
                if let (EvKind::Shown, Some(player), Some(Thing::Card(card))) =
                    (event.kind, event.player, event.who)
                {
                    self.shown.push((player, card.card));
                }
                if !self.brief && !event::is_part_of_another(event, &events) {
                    let line = event::sentence(self, event);
                    self.story.add(line);
                }
            }
        }
    }

    /// Answers choices until the next choice is an action.
    pub(super) fn drive(&mut self, lines: &mut Lines<'_>, act: &Act) -> Result<(), Failed> {
        for _ in 0..MOST_ANSWERS {
            let choice = match self.table.next(&self.state) {
                Next::Choose(choice) if !battle::is_at_rest(self.table, self, choice) => {
                    choice.clone()
                }
                _ => return Ok(()),
            };
            self.rolled |= choice.kind == Kind::Die;
            if let (Who::Player(_), Some(card)) = (choice.who, option::asking(&choice))
                && !option::is_forced(&choice)
                && !matches!(choice.kind, Kind::Boost | Kind::Payment | Kind::Target)
            {
                self.asked.push(card);
            }
            forbidden::refuse(lines, self, &choice, act)?;
            let answer = answer::answer(self, &choice, &mut lines.said, act)?;
            self.tell(&choice, &answer);
            self.answer(&answer);
        }
        let finding = Diagnostic::new(
            Code::StepNotAllowed,
            act.at,
            "this step does not end",
            format!("after {MOST_ANSWERS} choices"),
        );
        Err(Box::new(self.told(finding)))
    }

    /// Adds a choice of words to the story.
    fn tell(&mut self, choice: &Choice, answer: &Answer) {
        let Some(card) = option::asking(choice) else {
            return;
        };
        let is_order = matches!(choice.kind, Kind::Order | Kind::Shuffle | Kind::Next);
        if option::is_forced(choice)
            || is_order
            || matches!(choice.kind, Kind::Boost | Kind::Payment)
        {
            return;
        }
        let chosen: Vec<String> = answer
            .0
            .iter()
            .filter_map(|key| choice.options.get(usize::from(*key)))
            .map(|opt| option::written(self, choice, opt))
            .collect();
        let chosen = match chosen.as_slice() {
            [] => "none".to_owned(),
            chosen => chosen.join(", "),
        };
        let line = match self.line_of(choice) {
            Some(line) => format!("{}, \"{line}\": {chosen}", self.card_name(card)),
            None => format!("{}: {chosen}", self.card_name(card)),
        };
        self.story.add(Some(line));
    }

    fn look(&mut self, scenario: &Scenario, expected: &[Expected], played: &mut Played) {
        for Miss {
            at,
            actual,
            written,
        } in expectation::misses(self, expected)
        {
            let message = format!("failed: {}", scenario.name());
            let finding = Diagnostic::new(Code::FailedTest, at, message, actual);
            played.findings.push(self.told(finding));
            if let Some(written) = written {
                played.changes.push((at, written));
            }
        }
    }
}
