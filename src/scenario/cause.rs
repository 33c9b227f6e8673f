//! Explains why something is not allowed: what would have to be different for it to be an option.
//!
//! The engine returns only the options. So the cause is found by trial: without a line of a card, without a lasting
//! change, with enough cards to pay, or without the marks of the card.

use cardwright_play::choice::Opt;
use cardwright_play::frame::Frame;
use cardwright_play::state::{At as Place, CardIx, Space, State};
use cardwright_play::{Next, Table};

use super::lexicon::whose;
use super::stage::Stage;
use super::{Act, At, Deed, Key, Name, Value};
use crate::diagnostic::{Code, Diagnostic, prose};

/// Runs the top frame of a state again, and returns the options of the choice that it asks.
fn options_again(table: &Table, mut state: State) -> Vec<Opt> {
    table.run(&mut state);
    match table.next(&state) {
        Next::Choose(choice) => choice.options.clone(),
        Next::Over(_) => Vec::new(),
    }
}

/// Describes the line of a card or the lasting change that forbids an option: without it, the option would exist.
fn forbidden_by(stage: &Stage<'_, '_>, wanted: &dyn Fn(&Opt) -> bool) -> Option<String> {
    if stage.brief {
        return None;
    }
    let state = &stage.state;
    let in_play = state.play.iter().copied();
    for card in in_play {
        let Some(it) = state.cards.get(usize::from(card)) else {
            continue;
        };
        let shown = usize::from(it.copy.unwrap_or(it.def));
        let lines = stage
            .table
            .defs
            .get(shown)
            .map_or(0, |def| def.abilities.len());
        for place in 0..lines {
            let without = without_line(stage.table, shown, place);
            if options_again(&without, state.clone()).iter().any(wanted) {
                let def = stage.table.defs.get(shown)?;
                let line = stage.lexicon.line(&def.id, place).unwrap_or_default();
                return Some(format!("\"{line}\" ({})", stage.state_name(card)));
            }
        }
    }
    for place in 0..state.changes.len() {
        let mut without = state.clone();
        let change = without.changes.remove(place);
        if options_again(stage.table, without).iter().any(wanted) {
            let line = stage.lexicon.ability(change.env.ability);
            return Some(match line {
                Some((card, line)) => format!("\"{line}\" ({card})"),
                None => stage.card_name(change.env.this.card),
            });
        }
    }
    None
}

/// Returns a table in which a card lacks one of its lines.
pub(super) fn without_line(table: &Table, def: usize, place: usize) -> Table {
    let mut table = table.clone();
    if let Some(def) = table.defs.get_mut(def)
        && place < def.abilities.len()
    {
        let gone = def.abilities.remove(place);
        def.firsts.retain(|(ability, _)| *ability != gone);
    }
    table
}

/// Returns the state with enough cards for a player to pay any cost.
fn rich(stage: &Stage<'_, '_>, player: u8) -> State {
    let mut state = stage.state.clone();
    for def in stage.table.payment_defs.iter().flatten() {
        for _ in 0..12 {
            let card = stage.table.add(&mut state, *def, player);
            stage
                .table
                .put(&mut state, card, stage.table.payment, player);
        }
    }
    state
}

/// Returns the state with no marks on the cards.
fn unmarked(stage: &Stage<'_, '_>, cards: &[CardIx]) -> State {
    let mut state = stage.state.clone();
    for card in cards {
        if let Some(it) = state.cards.get_mut(usize::from(*card)) {
            it.marks = 0;
            it.turned = false;
            it.uses = 0;
        }
    }
    state
}

/// Returns the diagnostic about a step that is not an option.
pub(super) fn of_step(
    stage: &Stage<'_, '_>,
    act: &Act,
    deed: &Deed,
    name: Option<&Name>,
) -> Diagnostic {
    let text = prose::shown(&act.text);
    let at = match deed {
        Deed::Play(card) | Deed::Lay(card) | Deed::Activate(card) | Deed::Use(card, _) => card.at,
        Deed::Pass | Deed::EndTurn | Deed::EndRound | Deed::Battle(_) => act.at,
    };
    let cards = name.map_or(Vec::new(), |name| stage.cards_of(name));
    let label = why_not(stage, act, deed, &cards, name);
    let finding = Diagnostic::new(
        Code::StepNotAllowed,
        at,
        format!("`{text}` is not allowed"),
        label,
    );
    match act.cannot {
        true => finding,
        false => finding.help(help(stage, act, deed, &cards, name)),
    }
}

/// Returns the change that most likely makes a step possible.
fn help(
    stage: &Stage<'_, '_>,
    act: &Act,
    deed: &Deed,
    cards: &[CardIx],
    name: Option<&Name>,
) -> String {
    let text = prose::shown(&act.text);
    let controlled = |player: u8| {
        let mut cards = cards.iter();
        cards.all(|card| {
            let it = stage.state.cards.get(usize::from(*card));
            it.is_some_and(|it| it.at.in_play() && it.controller == player)
        })
    };
    match deed {
        Deed::Play(_) | Deed::Lay(_) if cards.is_empty() => {
            let card = name.map_or(String::new(), |name| name.written(stage.lexicon));
            let hand = stage.lexicon.zone_name(stage.table.hand);
            let who = match act.player {
                0 => "you",
                _ => "opponent",
            };
            format!("add it to `given`: `{who}: {{ {hand}: [{card}] }}`")
        }
        Deed::Activate(_) | Deed::Use(..) if !cards.is_empty() && controlled(1 - act.player) => {
            match act.player {
                0 => format!("write `opponent: {text}`"),
                _ => format!("it is yours: write `{text}`"),
            }
        }
        _ if act.player == 0 => format!("write `cannot: {text}` if that is what you test"),
        _ => format!("write `opponent: cannot: {text}` if that is what you test"),
    }
}

fn why_not(
    stage: &Stage<'_, '_>,
    act: &Act,
    deed: &Deed,
    cards: &[CardIx],
    name: Option<&Name>,
) -> String {
    if stage.brief {
        return String::new();
    }
    let written = name.map_or(String::new(), |name| name.written(stage.lexicon));
    if name.is_some() && cards.is_empty() {
        return format!("no card named {written} takes part in this test");
    }
    let wanted = |opt: &Opt| match (deed, opt) {
        (Deed::Play(_), Opt::Play(card))
        | (Deed::Lay(_), Opt::Lay(card))
        | (Deed::Activate(_), Opt::Activate(card))
        | (Deed::Use(..), Opt::Use(card, _)) => cards.contains(card),
        _ => false,
    };
    let places: Vec<String> = cards.iter().map(|card| stage.place(*card)).collect();
    let places = places.first().cloned().unwrap_or_default();
    let it = |card: &CardIx| stage.state.cards.get(usize::from(*card));
    let hand = stage.lexicon.zone_name(stage.table.hand);
    let owner = whose(act.player);
    let held = |card: &CardIx| {
        it(card).is_some_and(|it| {
            matches!(it.at, Place::Zone { zone, of } if zone == stage.table.hand && of == act.player)
        })
    };
    match deed {
        Deed::Play(_) | Deed::Lay(_) if !cards.iter().any(held) => {
            return format!("{written} is {places}, not in {owner} {hand}");
        }
        Deed::Activate(_) | Deed::Use(..)
            if !cards
                .iter()
                .any(|card| it(card).is_some_and(|it| it.at.in_play())) =>
        {
            return format!("{written} is {places}, not in play");
        }
        Deed::Activate(_) | Deed::Use(..)
            if !cards
                .iter()
                .any(|card| it(card).is_some_and(|it| it.controller == act.player)) =>
        {
            let who = if act.player == 0 {
                "it is not yours"
            } else {
                "it is not the opponent's"
            };
            return who.to_owned();
        }
        _ => {}
    }
    if let Some(cause) = forbidden_by(stage, &wanted) {
        return format!("it would be without {cause}");
    }
    if options_again(stage.table, rich(stage, act.player))
        .iter()
        .any(wanted)
    {
        let ready = stage.lexicon.payment_name();
        return format!("it cannot be paid with {owner} ready {ready}");
    }
    if options_again(stage.table, unmarked(stage, cards))
        .iter()
        .any(wanted)
    {
        let marks = cards
            .first()
            .map_or(String::new(), |card| stage.state_of(*card));
        return format!("used or activated in this round: {written} is {marks}");
    }
    match deed {
        Deed::Play(_) => "there is no place or target for it, or no way to pay for it".to_owned(),
        Deed::Lay(_) => "a card was laid in this round already".to_owned(),
        Deed::Use(..) => "it has nothing to use now".to_owned(),
        Deed::Activate(_) => "it cannot be activated".to_owned(),
        Deed::Pass | Deed::EndTurn | Deed::EndRound | Deed::Battle(_) => {
            "not an option now".to_owned()
        }
    }
}

/// Describes why a thing is not among the options of a choice.
pub(super) fn of_option(stage: &Stage<'_, '_>, name: &Name) -> Option<String> {
    let wanted = |opt: &Opt| match (opt, name) {
        (Opt::Card(card) | Opt::Onto(card), _) => stage.is(name, *card),
        (Opt::Space(space) | Opt::Step(space) | Opt::Merge(space), Name::Space(of)) => space == of,
        _ => false,
    };
    if name.is_card() && stage.cards_of(name).is_empty() {
        return Some("no such card takes part in this test".to_owned());
    }
    if let Some(cause) = forbidden_by(stage, &wanted) {
        return Some(format!("it could be chosen without {cause}"));
    }
    let card = stage
        .cards_of(name)
        .first()
        .copied()
        .filter(|_| name.is_card())?;
    let it = stage.state.cards.get(usize::from(card))?;
    let def = stage
        .table
        .defs
        .get(usize::from(it.copy.unwrap_or(it.def)))?;
    let type_name = stage.lexicon.game.card_types.get(&def.type_);
    let type_name = type_name.map_or(def.type_.as_str(), |known| known.name.as_str());
    Some(format!(
        "not an option: it is {} {type_name}, {}",
        whose(it.controller),
        stage.state_of(card)
    ))
}

/// Returns the diagnostic about a turn that cannot be ended.
pub(super) fn of_end(act: &Act) -> Diagnostic {
    Diagnostic::new(
        Code::StepNotAllowed,
        act.at,
        "the turn has no action yet",
        "only a turn with an action can be ended",
    )
    .help("write an action or `pass` in place of it")
}

/// Returns the diagnostic about a path that does not lead to its destination.
pub(super) fn of_walk(stage: &Stage<'_, '_>, value: &At<Value>, goal: Option<Space>) -> Diagnostic {
    let card = match stage.state.frames.last() {
        Some(Frame::Walk(walk)) => Some((walk.card.card, walk.left)),
        _ => None,
    };
    let who = card.map_or("it".to_owned(), |(card, _)| stage.name(card));
    let place = goal.map_or("there".to_owned(), |goal| stage.lexicon.space_name(goal));
    let taken = goal.map_or(Vec::new(), |goal| stage.on_space(goal));
    let label = match (taken.first(), card) {
        (Some(other), _) => format!("{} is there", stage.name(*other)),
        (None, Some((_, left))) => format!(
            "no way with {}",
            prose::counted(u64::from(left), "step", "steps")
        ),
        (None, None) => "no way leads there".to_owned(),
    };
    let wanted =
        |opt: &Opt| matches!(opt, Opt::Step(space) | Opt::Merge(space) if Some(*space) == goal);
    // Who can go there and cannot end there is not kept from it by a card.
    let passes = matches!(stage.table.next(&stage.state), Next::Choose(choice) if choice.options.iter().any(wanted));
    let label = match forbidden_by(stage, &wanted).filter(|_| !passes) {
        Some(cause) => format!("it could without {cause}"),
        None => label,
    };
    let message = match passes {
        true => format!("{who} cannot end its movement on {place}"),
        false => format!("{who} cannot get to {place}"),
    };
    Diagnostic::new(Code::StepNotAllowed, value.at, message, label)
}

/// Returns whether a step has a movement after the attack.
fn after_attack(act: &Act) -> bool {
    let place = |key: &Key| {
        act.said
            .iter()
            .position(|said| said.of_step && said.key == *key)
    };
    place(&Key::Target)
        .zip(place(&Key::Walk))
        .is_some_and(|(target, walk)| target < walk)
}

/// Adds to a diagnostic why a target of the step was never chosen.
pub(super) fn of_target(act: &Act, key: &Key, finding: Diagnostic) -> Diagnostic {
    let help = match key {
        Key::Target => {
            "who it is has to be an enemy beside it, or one that it can shoot at; to go there first, begin the step \
             with `activate` and write the way"
        }
        Key::Walk if after_attack(act) => {
            "this is written after the attack, and only some cards move after attacking"
        }
        Key::Walk => "it has no steps, or something kept it where it is",
        Key::Instead => "no heading of it resolves in place of being activated",
        _ => {
            "the text finds nothing to choose from, or chooses nothing; leave it out, or write the choice as a line \
             below the step"
        }
    };
    match act.cannot {
        true => finding,
        false => finding.help(help),
    }
}

impl Stage<'_, '_> {
    /// `Anti-Magic, on Griffin (G, on d4)`.
    fn state_name(&self, card: CardIx) -> String {
        let it = self.state.cards.get(usize::from(card));
        match it.map(|it| it.at) {
            Some(Place::OnCard(_) | Place::OnSpace(_)) => {
                format!("{}, {}", self.card_name(card), self.place(card))
            }
            _ => self.name(card),
        }
    }
}
