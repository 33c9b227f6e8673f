//! Answers the choices in a step, by the lines of the test or with defaults.

use cardwright_play::choice::{Answer, Choice, Kind, Opt, Who};
use cardwright_play::frame::Frame;
use cardwright_play::state::{CardIx, Player};

use super::line::Open;
use super::option::{
    asking, could_be, fits, is_card, is_forced, no_option, options, turned_first, usual,
    value_written, written,
};
use super::stage::{Failed, Stage};
use super::way::{walk, walker};
use super::{Act, At, Key, Name, Said, Value, cause};
use crate::diagnostic::{Code, Diagnostic, prose};

/// Returns the answer to a choice.
pub(super) fn answer(
    stage: &mut Stage<'_, '_>,
    choice: &Choice,
    said: &mut [Open<'_>],
    act: &Act,
) -> Result<Answer, Failed> {
    match choice.kind {
        Kind::Shuffle | Kind::Order => return Ok(order(stage, choice, said)),
        Kind::Trigger | Kind::Next | Kind::Replacement => {
            let key = first_in_order(stage, choice, said).unwrap_or(0);
            return Ok(Answer::one(key));
        }
        _ => {}
    }
    let arrived = choice.kind == Kind::Step && has_arrived(stage, said);
    let stop = choice.options.iter().position(|opt| *opt == Opt::Stop);
    let stop = stop.filter(|_| arrived).map(|key| Answer::one(key as u16));
    if let Some(stop) = stop.as_ref().filter(|_| others_wait(stage)) {
        return Ok(stop.clone());
    }
    // The next line about this choice with something that can be chosen in it.
    let of_walker = said.iter().position(|open| {
        let of = matches!(&open.said.key, Key::Of(name) if walks(stage, name));
        let next = open.left().first();
        of && choice.kind == Kind::Step
            && next.is_some_and(|value| sort_fits(stage, choice, &value.is))
    });
    let attacks_first = said
        .iter()
        .position(|open| open.said.key == Key::Target && open.said.of_step && !open.touched);
    let fitting = said.iter().enumerate().position(|(place, open)| {
        let next = open.left().first();
        // What is written after the attack is done after it.
        let waits = open.said.of_step
            && open.said.key == Key::Walk
            && attacks_first.is_some_and(|attack| attack < place);
        !waits
            && next.is_some_and(|value| {
                is_about(stage, open.said, choice)
                    && sort_fits(stage, choice, &value.is)
                    && (open.said.of_step || !is_forced(choice) || can_be(stage, choice, &value.is))
            })
            && !is_of_other(stage, choice, open)
            && !is_left_over(choice, open)
    });
    if let Some(at) = of_walker.or(fitting)
        && let Some(open) = said.get_mut(at)
    {
        return chosen(stage, choice, open, act);
    }
    match stop.or_else(|| usual(stage, choice)) {
        Some(answer) => Ok(answer),
        None => {
            let other = other_of_step(stage, choice, said);
            let finding = match other.or_else(|| other_of_line(stage, choice, said)) {
                Some(value) => no_option(stage, choice, value),
                None => unanswered(stage, choice, act),
            };
            Err(Box::new(stage.told(finding)))
        }
    }
}

/// What the step itself names in a choice where there is nothing of its sort.
fn other_of_step<'a>(
    stage: &Stage<'_, '_>,
    choice: &Choice,
    said: &[Open<'a>],
) -> Option<&'a At<Value>> {
    if !matches!(
        choice.kind,
        Kind::Space | Kind::Area | Kind::Thing | Kind::Copy
    ) {
        return None;
    }
    let mut own = said.iter().filter(|open| open.said.of_step);
    let open = own.find(|open| is_about(stage, open.said, choice))?;
    let value = open.left().first();
    value.filter(|value| matches!(value.is, Value::Name(_) | Value::Onto(_)))
}

/// What the next line about this choice names, if nothing of its sort can be chosen.
fn other_of_line<'a>(
    stage: &Stage<'_, '_>,
    choice: &Choice,
    said: &[Open<'a>],
) -> Option<&'a At<Value>> {
    let mut lines = said.iter().filter(|open| !open.said.of_step);
    let open = lines.find(|open| {
        matches!(open.said.key, Key::Of(_)) && !open.touched && is_about(stage, open.said, choice)
    })?;
    open.left().first()
}

/// Returns whether a value can be an answer to a choice. A choice with a single answer needs no line: a line that does
/// not name that answer is about a later choice.
fn can_be(stage: &Stage<'_, '_>, choice: &Choice, value: &Value) -> bool {
    choice.kind == Kind::Step
        || choice
            .options
            .iter()
            .any(|opt| fits(stage, choice, value, opt))
}

/// Returns whether a choice of a boost or discard belongs to the other player.
fn is_of_other(stage: &Stage<'_, '_>, choice: &Choice, open: &Open<'_>) -> bool {
    match (&open.said.key, open.left().first()) {
        // Without a player, the first who can.
        (Key::Boost(None) | Key::Discard(None), Some(value)) => {
            choice
                .options
                .iter()
                .all(|opt| !fits(stage, choice, &value.is, opt))
                && is_card(&value.is)
        }
        _ => false,
    }
}

/// Returns whether the rest of a line that answered the words of a card would be the target of its attack.
fn is_left_over(choice: &Choice, open: &Open<'_>) -> bool {
    choice.kind == Kind::Target && open.touched && matches!(open.said.key, Key::Of(_))
}

/// Returns whether a line is about a choice.
pub(super) fn is_about(stage: &Stage<'_, '_>, said: &Said, choice: &Choice) -> bool {
    let of_step = said.of_step;
    let by = |of: &Option<Player>| match (of, choice.who) {
        (Some(of), Who::Player(player)) => *of == player,
        (None, _) => true,
        (Some(_), Who::Chance) => false,
    };
    let before_words = matches!(
        choice.kind,
        Kind::Way | Kind::Space | Kind::Area | Kind::Thing | Kind::Stack | Kind::Copy
    );
    match &said.key {
        // Without a player, it is a boost of who acts, if it can be.
        Key::Boost(None) => {
            let acts = choice.who == Who::Player(stage.actor);
            choice.kind == Kind::Boost && (acts || !(said.cannot || can_lay(stage, said)))
        }
        Key::Boost(of) => choice.kind == Kind::Boost && by(of),
        Key::Discard(of) => choice.kind == Kind::Discard && by(of),
        Key::Pay => choice.kind == Kind::Payment,
        Key::Chance => choice.who == Who::Chance,
        Key::Order => false,
        Key::Merge => choice.kind == Kind::Merge,
        Key::Target => choice.kind == Kind::Target,
        Key::Instead => choice.kind == Kind::Instead,
        Key::Walk => choice.kind == Kind::Step,
        Key::Step => {
            let by_card = asking(choice).is_none() || asking(choice) == stage.acting;
            by_card && (before_words || choice.kind == Kind::Step)
        }
        Key::Of(name) => {
            if matches!(choice.kind, Kind::Boost | Kind::Payment | Kind::Discard) {
                return false;
            }
            if (choice.kind == Kind::Step && walks(stage, name))
                || (before_words && is_played(stage, name))
            {
                return !of_step;
            }
            match asking(choice) {
                Some(card) => stage.is(name, card),
                None => !of_step && stage.acting.is_some_and(|card| stage.is(name, card)),
            }
        }
    }
}

/// Returns whether the acting player has the first card of a line in the hand.
fn can_lay(stage: &Stage<'_, '_>, said: &Said) -> bool {
    let Some(Value::Name(name)) = said.values.first().map(|value| &value.is) else {
        return true;
    };
    let hand = stage.zone(stage.table.hand, stage.actor);
    hand.iter().any(|card| stage.is(name, *card))
}

/// Returns whether a card with that name is moving.
fn walks(stage: &Stage<'_, '_>, name: &Name) -> bool {
    walker(&stage.state).is_some_and(|card| stage.is(name, card))
}

/// Returns whether a card with that name is being played, and its text does not resolve yet.
fn is_played(stage: &Stage<'_, '_>, name: &Name) -> bool {
    played(stage).is_some_and(|card| stage.is(name, card))
}

/// Returns the card that is being played, while its text does not resolve yet.
fn played(stage: &Stage<'_, '_>) -> Option<CardIx> {
    match stage.state.frames.last() {
        Some(Frame::Play(play)) => Some(play.card.card),
        _ => None,
    }
}

/// Returns whether a line has brought the card that is moving to its last space.
fn has_arrived(stage: &Stage<'_, '_>, said: &[Open<'_>]) -> bool {
    let Some(Frame::Walk(walk)) = stage.state.frames.last() else {
        return false;
    };
    let here = Some((walk.card.card, walk.path.len()));
    let mut lines = said.iter();
    lines.any(|open| open.walked == here && open.left().is_empty())
}

/// Returns whether other cards move after this one, so that the next line is about them.
fn others_wait(stage: &Stage<'_, '_>) -> bool {
    let mut frames = stage.state.frames.iter();
    frames.any(|frame| matches!(frame, Frame::MoveEach(each) if !each.list.is_empty()))
}

/// Returns whether a value fits the kind of a choice: a card for a choice of cards, `yes` for a choice whether to do
/// something.
fn sort_fits(stage: &Stage<'_, '_>, choice: &Choice, value: &Value) -> bool {
    if choice.kind == Kind::Payment {
        return true;
    }
    let zero = choice.at_least == 0;
    let sort = |opt: &Opt| match value {
        Value::Yes | Value::No => matches!(opt, Opt::Yes | Opt::No),
        Value::Number(_) => {
            matches!(opt, Opt::Number(_) | Opt::Ability(_)) && choice.kind != Kind::Stack
        }
        Value::Nothing => zero || matches!(opt, Opt::No | Opt::Stop),
        Value::Statistic(_) => matches!(opt, Opt::Number(_)) && choice.kind == Kind::Stack,
        Value::Take | Value::Stop => matches!(opt, Opt::Take | Opt::Stop | Opt::Step(_)),
        Value::Onto(_) => matches!(opt, Opt::Onto(_) | Opt::Enter),
        Value::Instead | Value::Usual => matches!(opt, Opt::Ability(_) | Opt::Normal),
        Value::Name(Name::Space(_)) => matches!(opt, Opt::Space(_) | Opt::Step(_) | Opt::Merge(_)),
        Value::Name(Name::Player(_)) => matches!(opt, Opt::Player(_) | Opt::Card(_)),
        Value::Name(_) => matches!(opt, Opt::Card(_) | Opt::Onto(_)),
    };
    let _ = stage;
    choice.options.iter().any(sort)
}

/// Answers with the next values of a line.
pub(super) fn chosen(
    stage: &mut Stage<'_, '_>,
    choice: &Choice,
    open: &mut Open<'_>,
    act: &Act,
) -> Result<Answer, Failed> {
    open.touched = true;
    if choice.kind == Kind::Payment {
        return payment(stage, choice, open);
    }
    if choice.kind == Kind::Step {
        return walk(stage, choice, open);
    }
    let mut answer = Answer::default();
    if choice.at_least == 0
        && open
            .left()
            .first()
            .is_some_and(|value| value.is == Value::Nothing)
    {
        open.used += 1;
        return Ok(answer);
    }
    while answer.0.len() < usize::from(choice.at_most) {
        let Some(value) = open.left().first() else {
            break;
        };
        let key = turned_first(stage, choice).into_iter().find(|key| {
            let opt = choice.options.get(usize::from(*key));
            !answer.0.contains(key) && opt.is_some_and(|opt| fits(stage, choice, &value.is, opt))
        });
        match key {
            Some(key) => {
                answer.0.push(key);
                open.used += 1;
            }
            None if answer.0.len() >= usize::from(choice.at_least) && !answer.0.is_empty() => break,
            None => return Err(Box::new(stage.told(no_option(stage, choice, value)))),
        }
    }
    if answer.0.len() < usize::from(choice.at_least) {
        return Err(Box::new(stage.told(too_few(stage, choice, open, act))));
    }
    Ok(answer)
}

fn too_few(stage: &Stage<'_, '_>, choice: &Choice, open: &Open<'_>, act: &Act) -> Diagnostic {
    let at = open.said.values.last().map_or(act.at, |value| value.at);
    let finding = Diagnostic::new(
        Code::NoSuchOption,
        at,
        format!(
            "{} are chosen here, not {}",
            choice.at_least,
            open.said.values.len()
        ),
        "too few",
    );
    finding.help(format!(
        "name {} of {}",
        choice.at_least,
        options(stage, choice)
    ))
}

fn payment(stage: &Stage<'_, '_>, choice: &Choice, open: &mut Open<'_>) -> Result<Answer, Failed> {
    let values = open.left();
    let pays = |opt: &Opt| {
        let Opt::Pay(cards) = opt else { return false };
        let mut left: Vec<CardIx> = cards.to_vec();
        let mut all = values.iter();
        let named = all.all(|value| {
            let at = left.iter().position(|card| match &value.is {
                Value::Statistic(statistic) => stage.pays(*card) == Some(*statistic),
                Value::Name(name) => stage.is(name, *card),
                _ => false,
            });
            at.map(|at| left.remove(at)).is_some()
        });
        named && left.is_empty()
    };
    match choice.options.iter().position(pays) {
        Some(key) => {
            open.used = open.said.values.len();
            Ok(Answer::one(key as u16))
        }
        None => {
            let at = values.first().map_or(open.said.at, |value| value.at);
            let at = values.last().map_or(at, |value| at.to(value.at));
            let finding = Diagnostic::new(
                Code::NoSuchOption,
                at,
                "it cannot be paid so",
                "not a way to pay",
            );
            Err(Box::new(stage.told(
                finding.help(format!("it could be {}", options(stage, choice))),
            )))
        }
    }
}

// ── Orders ──

/// The cards that are named come first; a pile has its top at the end.
fn order(stage: &Stage<'_, '_>, choice: &Choice, said: &mut [Open<'_>]) -> Answer {
    let of = match choice.who {
        Who::Chance => Key::Chance,
        Who::Player(_) => Key::Order,
    };
    let mut keys: Vec<u16> = (0..choice.options.len() as u16).collect();
    let Some(open) = said
        .iter_mut()
        .find(|open| open.said.key == of && !open.left().is_empty())
    else {
        return Answer(keys.into_iter().collect());
    };
    let mut named = Vec::new();
    for value in open.left() {
        let at = keys.iter().position(|key| {
            let opt = choice.options.get(usize::from(*key));
            opt.is_some_and(|opt| fits(stage, choice, &value.is, opt))
        });
        if let Some(at) = at {
            named.push(keys.remove(at));
            open.used += 1;
        }
    }
    open.touched = true;
    if of == Key::Chance {
        named.reverse();
        keys.extend(named);
        return Answer(keys.into_iter().collect());
    }
    named.extend(keys);
    Answer(named.into_iter().collect())
}

/// The option that is named first.
fn first_in_order(stage: &Stage<'_, '_>, choice: &Choice, said: &mut [Open<'_>]) -> Option<u16> {
    let open = said.iter_mut().find(|open| open.said.key == Key::Order)?;
    for value in &open.said.values {
        let key = choice
            .options
            .iter()
            .position(|opt| fits(stage, choice, &value.is, opt));
        if let Some(key) = key {
            open.touched = true;
            open.used = open.said.values.len();
            return Some(key as u16);
        }
    }
    None
}

// ── What nobody says ──

impl Stage<'_, '_> {
    /// Returns whether the current movement is that of an activation.
    pub(super) fn walks_by_itself(&self) -> bool {
        matches!(self.state.frames.last(), Some(Frame::Walk(walk)) if walk.own)
    }
}

fn unanswered(stage: &Stage<'_, '_>, choice: &Choice, act: &Act) -> Diagnostic {
    let name = played(stage)
        .or(asking(choice))
        .or(stage.acting)
        .map(|card| (stage.card_name(card), stage.short_name(card)));
    let key = match (choice.who, choice.kind) {
        (Who::Chance, Kind::Die) => "die".to_owned(),
        (Who::Chance, _) => "chance".to_owned(),
        (_, Kind::Discard) => "discard".to_owned(),
        (_, Kind::Merge) => "merge".to_owned(),
        _ => name
            .as_ref()
            .map_or("CARD".to_owned(), |(_, name)| name.written(stage.lexicon)),
    };
    let label = match (asking(choice), stage.line_of(choice)) {
        (Some(card), Some(line)) => format!(
            "{}, \"{line}\": {}",
            stage.card_name(card),
            could_be(stage, choice)
        ),
        (Some(card), None) => format!("{}: {}", stage.card_name(card), could_be(stage, choice)),
        (None, _) => could_be(stage, choice),
    };
    let finding = Diagnostic::new(
        Code::UnansweredChoice,
        act.at,
        "missing answer to a choice in this step",
        label,
    );
    let example = choice
        .options
        .first()
        .map_or("none".to_owned(), |opt| written(stage, choice, opt));
    finding.help(format!("write `{key}: {example}` below it"))
}

/// Reports lines that no choice asked for.
pub(super) fn all_asked(stage: &Stage<'_, '_>, act: &Act, said: &[Open<'_>]) -> Result<(), Failed> {
    let Some(open) = said
        .iter()
        .find(|open| !open.left().is_empty() || (!open.touched && open.said.values.is_empty()))
    else {
        return Ok(());
    };
    let at = match (open.touched, open.left().first()) {
        (true, Some(value)) => value.at,
        _ => open.said.at,
    };
    let finding = if open.said.of_step {
        let names: Vec<String> = open
            .left()
            .iter()
            .map(|value| value_written(stage, &value.is))
            .collect();
        let (message, label) = match (&open.said.key, stage.acting) {
            (Key::Target, Some(card)) => (
                format!("{} cannot attack {}", stage.name(card), prose::and(names)),
                "nothing that it can attack now",
            ),
            _ => (
                format!(
                    "`{}` does not come to {}",
                    prose::shown(&act.text),
                    prose::and(names)
                ),
                match open.left().first().map(|value| &value.is) {
                    Some(Value::Name(name))
                        if name.is_card() && stage.cards_of(name).is_empty() =>
                    {
                        "no such card takes part in this test"
                    }
                    _ => "nothing is chosen here",
                },
            ),
        };
        let finding = Diagnostic::new(Code::StepNotAllowed, at, message, label);
        cause::of_target(act, &open.said.key, finding)
    } else {
        let finding = Diagnostic::new(
            Code::UnaskedChoice,
            at,
            "this choice is never asked",
            match open.touched {
                true => "nothing more is chosen",
                false => "nothing is chosen here",
            },
        );
        let mut asked: Vec<String> = stage
            .asked
            .iter()
            .map(|card| stage.card_name(*card))
            .collect();
        asked.dedup();
        match asked.as_slice() {
            [] => finding.help("leave the line out"),
            asked => finding.help(format!("choices are asked by {}", prose::and(asked))),
        }
    };
    Err(Box::new(stage.told(finding)))
}
