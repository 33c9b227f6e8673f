//! What the engine does not play: nodes of the IR for games whose rules it has no procedures for.

use cardwright_ir::{
    Ability, Action, Deed, Duration, Happening, LimitPeriod, Moment, Node, Occasion, Pick, Place,
    Test, What, visit,
};

use crate::rules::Rules;

/// The variants of the IR that the engine does not play in a game without a battle, each with the name of its type. In
/// a battle, it plays the phrases that the rules of the battle name.
pub const NOT_PLAYED: [&str; 24] = [
    "Argument argument: number",
    "Argument argument: player",
    "Argument argument: things",
    "Argument argument: word",
    "Condition condition: holds",
    "Deed deed: be-affected",
    "Duration until: end-of",
    "Duration until: end-of-next",
    "Duration until: periods",
    "Effect do: apply-rule",
    "Effect do: bonus",
    "Effect do: gain-resource",
    "Effect do: have-ability",
    "Effect do: pay-resource",
    "Effect do: perform",
    "Effect do: remove-from-game",
    "Effect effect: ladder",
    "Event event: occurs",
    "LimitPeriod: period",
    "Moment: end-of-period",
    "Moment: start-of-next-period",
    "Moment: start-of-period",
    "Place place: under",
    "Selector select: pile",
];

/// Returns the first node of these abilities that the engine does not play, as the IR writes it.
pub(super) fn not_played(abilities: &[Ability], rules: &Rules) -> Option<&'static str> {
    if abilities.iter().any(|ability| ability.part.is_some()) {
        return Some("part");
    }
    if abilities.iter().any(|ability| ability.scale.is_some()) {
        return Some("scale");
    }
    let mut first = None;
    visit(abilities, &mut |node, _| {
        let found = match node {
            Node::Action(action) => of_action(action, rules),
            Node::Effect(effect) => of_effect(&effect.what, rules),
            Node::Event(event) => match &event.what {
                Happening::Occurs { phrase, .. } if !is_played(phrase, rules) => {
                    Some("event: occurs")
                }
                _ => None,
            },
            Node::Condition(condition) => match &condition.test {
                Test::Holds { phrase, .. } if !is_played(phrase, rules) => Some("condition: holds"),
                _ => None,
            },
            Node::Selector(selector) => (matches!(selector.pick, Pick::Pile { .. })
                && rules.procedures.battle.is_none())
            .then_some("select: pile"),
            Node::Place(place) => (matches!(place, Place::Under { .. })
                && rules.procedures.battle.is_none())
            .then_some("place: under"),
            _ => None,
        };
        first = first.or(found);
    });
    first
}

/// Returns whether the rules say what a phrase of the game does.
fn is_played(phrase: &str, rules: &Rules) -> bool {
    let battle = rules.procedures.battle.as_ref();
    battle.is_some_and(|battle| battle.phrases.contains_key(phrase))
}

fn of_action(action: &Action, rules: &Rules) -> Option<&'static str> {
    match action {
        Action::Perform { phrase, .. }
        | Action::HaveAbility { phrase, .. }
        | Action::ApplyRule { phrase, .. }
            if is_played(phrase, rules) =>
        {
            action.time().and_then(|time| of_duration(time, rules))
        }
        Action::Bonus { .. } => Some("do: bonus"),
        Action::Perform { .. } => Some("do: perform"),
        Action::HaveAbility { .. } => Some("do: have-ability"),
        Action::ApplyRule { .. } => Some("do: apply-rule"),
        Action::RemoveFromGame { .. } => Some("do: remove-from-game"),
        Action::Cannot { what, .. }
            if what
                .iter()
                .any(|deed| matches!(deed, Deed::BeAffected { .. })) =>
        {
            Some("deed: be-affected")
        }
        Action::GainResource { .. } => Some("do: gain-resource"),
        Action::PayResource { .. } => Some("do: pay-resource"),
        _ => action.time().and_then(|time| of_duration(time, rules)),
    }
}

fn of_duration(time: &Duration, rules: &Rules) -> Option<&'static str> {
    let periods = &rules.roles.periods;
    match time {
        Duration::EndOf { period } if *period == periods.round || *period == periods.game => None,
        Duration::EndOf { .. } => Some("until: end-of"),
        Duration::EndOfNext { .. } => Some("until: end-of-next"),
        Duration::Periods { .. } => Some("until: periods"),
        _ => None,
    }
}

fn of_effect(what: &What, rules: &Rules) -> Option<&'static str> {
    let has_periods = !rules.roles.periods.game.is_empty();
    match what {
        What::Limit {
            per: LimitPeriod::Period,
            ..
        } if !has_periods => Some("per: period"),
        What::Ladder { .. } => Some("effect: ladder"),
        What::Delayed { moment, .. } => of_moment(moment),
        // A battle ends with the game, so nothing waits for its end.
        What::When {
            occasion: Occasion::At { moment, period },
            ..
        } if !has_periods
            || *moment != Moment::StartOfPeriod
                && period.as_ref() == Some(&rules.roles.periods.game) =>
        {
            of_moment(moment)
        }
        _ => None,
    }
}

fn of_moment(moment: &Moment) -> Option<&'static str> {
    match moment {
        Moment::StartOfPeriod => Some("moment: start-of-period"),
        Moment::EndOfPeriod => Some("moment: end-of-period"),
        Moment::StartOfNextPeriod => Some("moment: start-of-next-period"),
        Moment::StartOfRound | Moment::EndOfRound | Moment::StartOfNextRound => None,
    }
}
