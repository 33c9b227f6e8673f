//! Answers to the choices in a step: what the test says, and what is chosen where it says nothing.

use cardwright_play::choice::{Answer, Choice, Kind, Opt, Who, Why};
use cardwright_play::frame::Frame;
use cardwright_play::state::{At as Place, CardIx, Player};

use super::forbidden::Lines;
use super::stage::{Failed, Stage};
use super::way::{walk, walker};
use super::{Act, At, Key, Name, Said, Value, cause};
use crate::diagnostic::{Code, Diagnostic, closest, prose};

/// A line of choices while its step is carried out.
pub(super) struct Open<'a> {
    pub said: &'a Said,
    /// Its values that were chosen.
    pub used: usize,
    /// It was used at all.
    pub touched: bool,
    /// The card that it moves, and the number of its steps.
    pub walked: Option<(CardIx, usize)>,
}

impl<'a> Open<'a> {
    pub fn new(said: &'a Said) -> Self {
        Open {
            said,
            used: 0,
            touched: false,
            walked: None,
        }
    }

    pub fn left(&self) -> &'a [At<Value>] {
        self.said.values.get(self.used..).unwrap_or_default()
    }

    /// Returns whether it is a line about the same choices.
    pub fn is_of(&self, key: &Key) -> bool {
        !self.said.of_step && self.said.key == *key
    }
}

/// The card whose words ask.
pub(super) fn asking(choice: &Choice) -> Option<CardIx> {
    match choice.why {
        Why::Ability { card, .. } => Some(card),
        Why::Rule => None,
    }
}

/// Returns whether there is one answer only.
pub(super) fn is_forced(choice: &Choice) -> bool {
    let all = choice.options.len();
    usize::from(choice.at_least) == all && (!choice.ordered || all <= 1)
}

/// Returns the answer to a choice.
pub(super) fn answer(
    stage: &mut Stage<'_, '_>,
    choice: &Choice,
    lines: &mut Lines<'_>,
    act: &Act,
) -> Result<Answer, Failed> {
    lines.refuse(stage, choice, act)?;
    let said = &mut lines.said;
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
    });
    if let Some(at) = of_walker.or(fitting)
        && let Some(open) = said.get_mut(at)
    {
        return chosen(stage, choice, open, act);
    }
    match stop.or_else(|| usual(stage, choice)) {
        Some(answer) => Ok(answer),
        None => {
            let finding = match other_of_step(stage, choice, said) {
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

/// Returns whether a value names one of the options. What is chosen in one way only needs no line: one that does not
/// name it is about a later choice.
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

fn is_card(value: &Value) -> bool {
    matches!(value, Value::Name(name) if name.is_card())
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

/// Returns whether who acts holds the card that a line names first.
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

/// Returns whether a card with that name is being played, before its words do anything.
fn is_played(stage: &Stage<'_, '_>, name: &Name) -> bool {
    played(stage).is_some_and(|card| stage.is(name, card))
}

/// The card that is being played, before its words do anything.
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

/// Returns whether a value is of the sort of the options of a choice: a card where cards are chosen, `yes` where an
/// option is.
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

/// Returns whether a value names an option.
pub(super) fn fits(stage: &Stage<'_, '_>, choice: &Choice, value: &Value, opt: &Opt) -> bool {
    match (value, opt) {
        (Value::Yes, Opt::Yes) | (Value::No, Opt::No) | (Value::Nothing, Opt::No) => true,
        (Value::Take, Opt::Take) | (Value::Stop | Value::Nothing, Opt::Stop) => true,
        (Value::Usual, Opt::Normal) | (Value::Instead, Opt::Ability(_)) => true,
        (Value::Number(number), Opt::Number(of)) => match choice.kind {
            // Modes are counted from 1.
            Kind::Mode | Kind::Either => number.checked_sub(1) == Some(*of),
            _ => number == of,
        },
        (Value::Statistic(statistic), Opt::Number(of)) => u32::from(*statistic) == *of,
        (Value::Onto(name), Opt::Onto(card))
        | (Value::Name(name), Opt::Card(card) | Opt::Onto(card)) => stage.is(name, *card),
        (Value::Name(Name::Space(space)), Opt::Space(of) | Opt::Step(of) | Opt::Merge(of)) => {
            space == of
        }
        (Value::Name(Name::Player(player)), Opt::Player(of)) => player == of,
        _ => false,
    }
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

/// The answer to a choice about which the test says nothing; `None` if it has to.
pub(super) fn usual(stage: &Stage<'_, '_>, choice: &Choice) -> Option<Answer> {
    if is_forced(choice) {
        return Some(Answer((0..choice.options.len() as u16).collect()));
    }
    let one = |opt: &Opt| {
        let key = choice.options.iter().position(|other| other == opt)?;
        Some(Answer::one(key as u16))
    };
    match choice.kind {
        Kind::Boost | Kind::Target => Some(Answer::default()),
        Kind::Payment => Some(Answer::one(0)),
        Kind::Discard if choice.at_least == 0 => Some(Answer::default()),
        Kind::Instead => one(&Opt::Normal),
        Kind::Step if stage.walks_by_itself() => one(&Opt::Stop),
        Kind::Way => one(&Opt::Enter),
        _ if all_alike(stage, choice)
            && (choice.at_least == choice.at_most || choice.kind == Kind::Discard) =>
        {
            let keys = turned_first(stage, choice);
            Some(Answer(
                keys.into_iter()
                    .take(usize::from(choice.at_least))
                    .collect(),
            ))
        }
        _ => None,
    }
}

impl Stage<'_, '_> {
    /// Returns whether the movement that goes on is that of an activation.
    pub(super) fn walks_by_itself(&self) -> bool {
        matches!(self.state.frames.last(), Some(Frame::Walk(walk)) if walk.own)
    }
}

/// Returns whether it makes no difference which options are chosen: cards of one name in one zone, all or none of
/// which have to be chosen in the same number.
fn all_alike(stage: &Stage<'_, '_>, choice: &Choice) -> bool {
    let print = |opt: &Opt| {
        let Opt::Card(card) = opt else { return None };
        let it = stage.state.cards.get(usize::from(*card))?;
        matches!(it.at, Place::Zone { .. }).then_some((it.def, it.at, it.laid))
    };
    let first = choice.options.first().and_then(print);
    first.is_some() && choice.options.iter().all(|opt| print(opt) == first)
}

/// The keys of the options, those of turned cards first: who names one of several equal cards means the one for which
/// it makes a difference.
fn turned_first(stage: &Stage<'_, '_>, choice: &Choice) -> Vec<u16> {
    let turned = |key: &u16| match choice.options.get(usize::from(*key)) {
        Some(Opt::Card(card)) => stage
            .state
            .cards
            .get(usize::from(*card))
            .is_some_and(|it| it.turned),
        _ => false,
    };
    let mut keys: Vec<u16> = (0..choice.options.len() as u16).collect();
    keys.sort_by_key(|key| !turned(key));
    keys
}

fn unanswered(stage: &Stage<'_, '_>, choice: &Choice, act: &Act) -> Diagnostic {
    let name = played(stage)
        .or(asking(choice))
        .or(stage.acting)
        .map(|card| (stage.card_name(card), stage.short_name(card)));
    let key = match (choice.who, choice.kind) {
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
        "nobody said what is chosen here",
        label,
    );
    let example = choice
        .options
        .first()
        .map_or("none".to_owned(), |opt| written(stage, choice, opt));
    finding.help(format!("write `{key}: {example}` below it"))
}

fn could_be(stage: &Stage<'_, '_>, choice: &Choice) -> String {
    let count = match (choice.at_least, choice.at_most) {
        (1, 1) => String::new(),
        (least, most) if least == most => format!("{most} of "),
        (0, most) => format!("up to {most} of "),
        (least, most) => format!("{least} to {most} of "),
    };
    format!("it could be {count}{}", options(stage, choice))
}

/// Most options that a message names.
const MOST_NAMED: usize = 8;

/// The options of a choice, as a list.
pub(super) fn options(stage: &Stage<'_, '_>, choice: &Choice) -> String {
    let mut names: Vec<String> = Vec::new();
    for opt in &choice.options {
        let name = match opt {
            Opt::Card(card) | Opt::Onto(card) => stage.name(*card),
            opt => written(stage, choice, opt),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() > MOST_NAMED {
        let more = names.len() - MOST_NAMED;
        names.truncate(MOST_NAMED);
        names.push(format!("{more} more"));
        return prose::and(names);
    }
    prose::or(names)
}

/// How a test names an option.
pub(super) fn written(stage: &Stage<'_, '_>, choice: &Choice, opt: &Opt) -> String {
    let lexicon = stage.lexicon;
    match opt {
        Opt::Card(card) | Opt::Onto(card) => stage.short_name(*card).written(lexicon),
        Opt::Space(space) | Opt::Step(space) | Opt::Merge(space) => lexicon.space_name(*space),
        Opt::Player(0) => "you".to_owned(),
        Opt::Player(_) => "opponent".to_owned(),
        Opt::Number(number) => match choice.kind {
            Kind::Mode | Kind::Either => (number + 1).to_string(),
            Kind::Stack => lexicon.statistic_name(*number as u8),
            _ => number.to_string(),
        },
        Opt::Yes => "yes".to_owned(),
        Opt::No => "no".to_owned(),
        Opt::Take => "take".to_owned(),
        Opt::Stop => "stop".to_owned(),
        Opt::Normal => "normal".to_owned(),
        Opt::Ability(_) => "instead".to_owned(),
        Opt::Enter => "a space".to_owned(),
        Opt::Pay(cards) => {
            let names = cards.iter().map(|card| match stage.pays(*card) {
                Some(statistic) => lexicon.statistic_name(statistic),
                None => stage.card_name(*card),
            });
            format!("`{}`", names.collect::<Vec<_>>().join(", "))
        }
        Opt::Play(card) | Opt::Lay(card) | Opt::Activate(card) | Opt::Use(card, _) => {
            stage.name(*card)
        }
        Opt::Pass => "pass".to_owned(),
        Opt::End => "end".to_owned(),
    }
}

pub(super) fn no_option(stage: &Stage<'_, '_>, choice: &Choice, value: &At<Value>) -> Diagnostic {
    let text = value_written(stage, &value.is);
    let reason = match &value.is {
        Value::Name(name) => cause::of_option(stage, name),
        _ => None,
    };
    let label = reason.unwrap_or_else(|| "not an option here".to_owned());
    let finding = Diagnostic::new(
        Code::NoSuchOption,
        value.at,
        format!("{text} is not one of the things to choose from"),
        label,
    );
    let could_be = match (asking(choice), stage.line_of(choice)) {
        (Some(card), Some(line)) => {
            let card = stage.card_name(card);
            format!("for \"{line}\" ({card}), {}", could_be(stage, choice))
        }
        _ => could_be(stage, choice),
    };
    let names: Vec<String> = choice
        .options
        .iter()
        .map(|opt| written(stage, choice, opt))
        .collect();
    match closest(&text, names.iter().map(String::as_str)).filter(|_| text.len() > 2) {
        Some(close) => finding.help(format!("write `{close}`")),
        None => finding.help(could_be),
    }
}

fn value_written(stage: &Stage<'_, '_>, value: &Value) -> String {
    match value {
        Value::Yes => "yes".to_owned(),
        Value::No => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Nothing => "nothing".to_owned(),
        Value::Name(name) | Value::Onto(name) => match stage.cards_of(name).first() {
            Some(card) if name.is_card() => stage.name(*card),
            _ => name.written(stage.lexicon),
        },
        Value::Statistic(statistic) => stage.lexicon.statistic_name(*statistic),
        Value::Take => "take".to_owned(),
        Value::Stop => "stop".to_owned(),
        Value::Instead => "instead".to_owned(),
        Value::Usual => "normal".to_owned(),
    }
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
                "nobody that it can attack now",
            ),
            _ => (
                format!(
                    "`{}` does not come to {}",
                    prose::shown(&act.text),
                    prose::and(names)
                ),
                "this was never chosen",
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
