//! The options of a choice: the default answer, and the words for options.

use cardwright_play::choice::{Answer, Choice, Kind, Opt, Why};
use cardwright_play::rules::battle as battle_rules;
use cardwright_play::state::{At as Place, CardIx};

use super::stage::Stage;
use super::{At, Name, Value, cause};
use crate::diagnostic::{Code, Diagnostic, closest, prose};

/// Maximum number of options that a message lists.
const MOST_NAMED: usize = 8;

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

/// Returns the default answer to a choice without a line; `None` if the test needs a line.
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

/// Returns whether it makes no difference which options are chosen: cards of one name in one zone, all or none of
/// which have to be chosen in the same number.
pub(super) fn all_alike(stage: &Stage<'_, '_>, choice: &Choice) -> bool {
    let print = |opt: &Opt| {
        let Opt::Card(card) = opt else { return None };
        let it = stage.state.cards.get(usize::from(*card))?;
        matches!(it.at, Place::Zone { .. }).then_some((it.def, it.at, it.laid))
    };
    let first = choice.options.first().and_then(print);
    first.is_some() && choice.options.iter().all(|opt| print(opt) == first)
}

/// Returns the keys of the options, those of turned cards first: if several cards have the name, the test means the one
/// for which the choice makes a difference.
pub(super) fn turned_first(stage: &Stage<'_, '_>, choice: &Choice) -> Vec<u16> {
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
        Opt::Attack(kind) => {
            let kind = stage.table.attack_kind(*kind).unwrap_or_default();
            lexicon.name(battle_rules::KINDS, kind)
        }
        Opt::Support => "support".to_owned(),
        Opt::Swarm => "swarm".to_owned(),
        Opt::Protect => "protect".to_owned(),
        Opt::Reorganize => "reorganize".to_owned(),
        Opt::Withdraw => "withdraw".to_owned(),
        Opt::Surrender => "surrender".to_owned(),
    }
}

/// Describes what a value names, and what is chosen instead, if the value is of another sort than all options.
fn other_sort(choice: &Choice, value: &Value) -> Option<(&'static str, &'static str)> {
    let sort = match value {
        Value::Yes | Value::No => ANSWER,
        Value::Number(_) => "a number",
        Value::Name(Name::Space(_)) => SPACE,
        Value::Name(Name::Player(_)) => "a player",
        Value::Name(_) | Value::Onto(_) => CARD,
        _ => return None,
    };
    let of_option = |opt: &Opt| match opt {
        Opt::Yes | Opt::No => Some(ANSWER),
        Opt::Number(_) => Some("a number"),
        Opt::Space(_) | Opt::Step(_) | Opt::Merge(_) => Some(SPACE),
        Opt::Player(_) => Some("a player"),
        Opt::Card(_) | Opt::Onto(_) => Some(CARD),
        _ => None,
    };
    let wanted = choice.options.first().and_then(of_option)?;
    let all = choice.options.iter();
    let is_other = all
        .into_iter()
        .all(|opt| of_option(opt).is_some_and(|of| of != sort));
    is_other.then_some((sort, wanted))
}

const ANSWER: &str = "`yes` or `no`";
const CARD: &str = "a card";
const SPACE: &str = "a space";

/// Returns the option that a value of another sort probably means: the space of a card, or the card on a space.
fn of_same_place(stage: &Stage<'_, '_>, choice: &Choice, value: &Value) -> Option<String> {
    let space_of = |card: CardIx| match stage.state.cards.get(usize::from(card))?.at {
        Place::Map(space) => Some(space),
        _ => None,
    };
    let Value::Name(name) = value else {
        return None;
    };
    let space = match name {
        Name::Space(space) => *space,
        name => space_of(*stage.cards_of(name).first()?)?,
    };
    let mut options = choice.options.iter();
    let meant = options.find(|opt| match opt {
        Opt::Space(of) | Opt::Step(of) => *of == space,
        Opt::Card(card) | Opt::Onto(card) => space_of(*card) == Some(space),
        _ => false,
    });
    meant.map(|opt| written(stage, choice, opt))
}

pub(super) fn no_option(stage: &Stage<'_, '_>, choice: &Choice, value: &At<Value>) -> Diagnostic {
    let text = value_written(stage, &value.is);
    if let Some((sort, wanted)) = other_sort(choice, &value.is) {
        let label = format!("{sort}, but {wanted} is chosen here");
        let text = match &value.is {
            Value::Name(_) | Value::Onto(_) => text,
            _ => format!("`{text}`"),
        };
        let message = format!("{text} does not answer this choice");
        let finding = Diagnostic::new(Code::NoSuchOption, value.at, message, label);
        return finding.help(match of_same_place(stage, choice, &value.is) {
            Some(meant) => format!("write `{meant}`"),
            None => could_be_for(stage, choice),
        });
    }
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
    let names: Vec<String> = choice
        .options
        .iter()
        .map(|opt| written(stage, choice, opt))
        .collect();
    match closest(&text, names.iter().map(String::as_str)).filter(|_| text.len() > 2) {
        Some(close) => finding.help(format!("write `{close}`")),
        None => finding.help(could_be_for(stage, choice)),
    }
}

/// Lists the options, after the text that asks.
fn could_be_for(stage: &Stage<'_, '_>, choice: &Choice) -> String {
    match (asking(choice), stage.line_of(choice)) {
        (Some(card), Some(line)) => {
            let card = stage.card_name(card);
            format!("for \"{line}\" ({card}), {}", could_be(stage, choice))
        }
        _ => could_be(stage, choice),
    }
}

pub(super) fn value_written(stage: &Stage<'_, '_>, value: &Value) -> String {
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

pub(super) fn is_card(value: &Value) -> bool {
    matches!(value, Value::Name(name) if name.is_card())
}

/// Returns the card whose text asks.
pub(super) fn asking(choice: &Choice) -> Option<CardIx> {
    match choice.why {
        Why::Ability { card, .. } => Some(card),
        Why::Rule => None,
    }
}

/// Returns whether a choice has a single legal answer.
pub(super) fn is_forced(choice: &Choice) -> bool {
    let all = choice.options.len();
    usize::from(choice.at_least) == all && (!choice.ordered || all <= 1)
}

pub(super) fn could_be(stage: &Stage<'_, '_>, choice: &Choice) -> String {
    let count = match (choice.at_least, choice.at_most) {
        (1, 1) => String::new(),
        (least, most) if least == most => format!("{most} of "),
        (0, 1) => "one or none of ".to_owned(),
        (0, most) => format!("up to {most} of "),
        (least, most) => format!("{least} to {most} of "),
    };
    format!("it could be {count}{}", options(stage, choice))
}
