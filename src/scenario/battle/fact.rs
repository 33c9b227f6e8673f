//! What a test expects of stacks, walls and attacks.

use crate::diagnostic::prose;
use crate::scenario::Name;
use crate::scenario::fact::{BattleFact, WALL_STATES};
use crate::scenario::phrase::Phrase;
use crate::scenario::reader::Reader;
use crate::scenario::stage::Stage;
use cardwright_play::state::{At as Place, CardIx};

/// Reads a fact about a stack; `None` if the words are none.
pub(in crate::scenario) fn read(
    reader: &mut Reader<'_, '_>,
    words: Phrase<'_>,
) -> Option<BattleFact> {
    for (known, fact) in [
        ("gone", BattleFact::Gone),
        ("left", BattleFact::Left),
        ("no support", BattleFact::Support(0)),
        ("supported", BattleFact::Supported),
        ("swarm mark", BattleFact::Swarmed(true)),
        ("no swarm mark", BattleFact::Swarmed(false)),
        ("protect mark", BattleFact::Protects(true)),
        ("no protect mark", BattleFact::Protects(false)),
        ("acts this round", BattleFact::Acts(true)),
        ("acts next round", BattleFact::Acts(false)),
    ] {
        if words.is(known) {
            return Some(fact);
        }
    }
    if let Some(value) = words.after("support") {
        return value.text.parse().ok().map(BattleFact::Support);
    }
    if let Some(line) = words.after("on the")
        && let Some(row) = line.before("line")
    {
        return reader.row(row).map(BattleFact::Line);
    }
    let (count, card) = words.counted();
    let name = reader.known_name(card).filter(Name::is_card)?;
    Some(BattleFact::Cards(name, count.unwrap_or(1)))
}

impl BattleFact {
    /// Returns the words for the fact in a test.
    pub(in crate::scenario) fn written(&self, stage: &Stage<'_, '_>) -> String {
        let mark = |name: &str, has: bool| format!("{}{name} mark", if has { "" } else { "no " });
        match self {
            BattleFact::Gone => "gone".to_owned(),
            BattleFact::Left => "left".to_owned(),
            BattleFact::Cards(name, count) => format!("{count} {}", name.written(stage.lexicon)),
            BattleFact::Support(0) => "no support".to_owned(),
            BattleFact::Support(value) => format!("support {value}"),
            BattleFact::Supported => "supported".to_owned(),
            BattleFact::Swarmed(has) => mark("swarm", *has),
            BattleFact::Protects(has) => mark("protect", *has),
            BattleFact::Line(row) => format!("on the {} line", stage.lexicon.name("rows", row)),
            BattleFact::Acts(true) => "acts this round".to_owned(),
            BattleFact::Acts(false) => "acts next round".to_owned(),
        }
    }
}

/// Returns what is so instead of facts about a stack, each as a sentence; nothing if all are met.
pub(in crate::scenario) fn actual(
    stage: &Stage<'_, '_>,
    name: &Name,
    facts: &[&BattleFact],
) -> Option<(String, Option<String>)> {
    let subject = name.written(stage.lexicon);
    let battle = stage.state.battle.as_ref()?;
    let cards = stage.cards_of(name);
    let found = cards.iter().find_map(|card| battle.stack_of(*card));
    let left = || {
        let left = cards.iter().any(|card| {
            let it = stage.state.cards.get(usize::from(*card));
            it.is_some_and(|it| it.at == Place::Aside)
        });
        let of_stack = |card: &CardIx| {
            stage.members.iter().any(|(stack, members)| {
                stack == card
                    && members.iter().any(|member| {
                        let it = stage.state.cards.get(usize::from(*member));
                        it.is_some_and(|it| it.at == Place::Aside)
                    })
            })
        };
        left || cards.iter().any(of_stack)
    };
    let Some(stack) = found else {
        let is = if left() {
            BattleFact::Left
        } else {
            BattleFact::Gone
        };
        let met = facts.iter().all(|fact| **fact == is);
        let written = is.written(stage);
        return (!met).then(|| (format!("{subject} is {written}"), Some(written)));
    };
    // The cards from the top, in runs of one name.
    let mut runs: Vec<(Name, u32)> = Vec::new();
    for card in &stack.cards {
        let def = stage.state.cards.get(usize::from(*card)).map(|it| it.def);
        let name = Name::Card(def.unwrap_or(0), None);
        match runs.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => runs.push((name, 1)),
        }
    }
    let listed: Vec<String> = runs
        .iter()
        .map(|(name, count)| BattleFact::Cards(name.clone(), *count).written(stage))
        .collect();
    let mut wanted = Vec::new();
    for fact in facts {
        let is = match fact {
            BattleFact::Gone | BattleFact::Left => {
                return Some((
                    format!("{subject} has {}", prose::and(&listed)),
                    Some(listed.join(", ")),
                ));
            }
            BattleFact::Cards(name, count) => {
                wanted.push((name.clone(), *count));
                continue;
            }
            BattleFact::Support(_) => {
                BattleFact::Support(stack.support.iter().map(|support| support.value).sum())
            }
            BattleFact::Supported => match stack.support.is_empty() {
                true => BattleFact::Support(0),
                false => BattleFact::Supported,
            },
            BattleFact::Swarmed(_) => BattleFact::Swarmed(stack.swarmed),
            BattleFact::Protects(_) => BattleFact::Protects(stack.protects),
            BattleFact::Line(_) => {
                let space = stage.state.cards.get(usize::from(stack.card));
                let row = match space.map(|it| it.at) {
                    Some(Place::Map(space)) => usize::from(space / stage.table.columns.max(1)),
                    _ => 0,
                };
                BattleFact::Line(stage.table.rows.get(row).cloned().unwrap_or_default())
            }
            BattleFact::Acts(_) => {
                let phase = stage.table.phase_of_stack(&stage.state, stack.card);
                let now = stage.state.round == stage.round;
                BattleFact::Acts(now && !stack.acted && phase >= battle.phase)
            }
        };
        if is != **fact {
            let written = is.written(stage);
            let verb = match is {
                BattleFact::Acts(_) => "",
                BattleFact::Line(_) | BattleFact::Supported => "is ",
                _ => "has ",
            };
            return Some((format!("{subject} {verb}{written}"), Some(written)));
        }
    }
    if !wanted.is_empty() {
        let mut merged: Vec<(Name, u32)> = Vec::new();
        for (name, count) in wanted {
            match merged.last_mut() {
                Some((last, sum)) if *last == name => *sum += count,
                _ => merged.push((name, count)),
            }
        }
        if merged != runs {
            return Some((
                format!("{subject} has {}", prose::and(&listed)),
                Some(listed.join(", ")),
            ));
        }
    }
    None
}

/// Returns the state of the walls if it is not the expected one.
pub(in crate::scenario) fn walls(
    stage: &Stage<'_, '_>,
    hits: usize,
) -> Option<(String, Option<String>)> {
    let walls = stage.state.battle.as_ref().and_then(|battle| battle.walls);
    let Some((_, is)) = walls else {
        return Some(("there are no walls".to_owned(), None));
    };
    let written = WALL_STATES
        .get(usize::from(is))
        .copied()
        .unwrap_or_default();
    (usize::from(is) != hits)
        .then(|| (format!("the walls are {written}"), Some(written.to_owned())))
}

/// Returns the score of the last attack if it is not the expected one.
pub(in crate::scenario) fn score(
    stage: &Stage<'_, '_>,
    wanted: u32,
) -> Option<(String, Option<String>)> {
    match stage.score {
        Some(score) if score == wanted => None,
        Some(score) => Some((
            format!("the attack has a score of {score}"),
            Some(score.to_string()),
        )),
        None => Some(("no stack has attacked".to_owned(), None)),
    }
}
