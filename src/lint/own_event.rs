//! A heading that answers the opponent's actions and waits for an own one: it never resolves.

use super::{Check, Lint, Subject, World};
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::{Event, Happening, Pick, Player, Reference, Selector, Side};
use crate::game::Answers;

pub(super) const LINT: Lint = Lint {
    code: Code::OwnEvent,
    check: Check::Card(check),
};

fn check(world: &World<'_>, card: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    for ability in card.abilities {
        let heading = &ability.heading;
        let Some(data) = world.game.headings.get(&heading.id) else {
            continue;
        };
        let Some(event) = heading
            .when
            .as_ref()
            .filter(|event| data.answers == Answers::Opponent && is_own(event))
        else {
            continue;
        };
        let name = &data.name;
        let finding = Diagnostic::new(
            Code::OwnEvent,
            world.place(card, event.span),
            format!("this {name} waits for something that its own player does"),
            "an action of your own",
        )
        .help(format!(
            "wait for something that your opponent or an enemy does, or use another heading than {name}"
        ));
        found.push(match &data.section {
            Some(section) => finding.note(format!(
                "{name} is triggered by an enemy action only (rulebook section \"{section}\")"
            )),
            None => finding.note(format!("{name} is triggered by an enemy action only")),
        });
    }
}

/// Whether only the own player can bring the event about. What merely befalls a friendly card may well be
/// the opponent's doing.
fn is_own(event: &Event) -> bool {
    match &event.what {
        Happening::Attacks { who, .. }
        | Happening::Retaliates { who, .. }
        | Happening::IsActivated { who }
        | Happening::Merges { who }
        | Happening::IsPlayed { what: who } => is_friendly(who),
        Happening::IsAttacked { by, .. }
        | Happening::IsDealtDamage { by, .. }
        | Happening::WouldBeDealtDamage { by, .. }
        | Happening::IsTargeted { by, .. } => by.as_ref().is_some_and(is_friendly),
        Happening::Activates { who, .. }
        | Happening::Plays { who, .. }
        | Happening::Boosts { who }
        | Happening::Draws { who, .. }
        | Happening::Readies { who, .. }
        | Happening::Spends { who, .. }
        | Happening::TakesControl { who, .. }
        | Happening::Passes { who } => *who == Player::You,
        Happening::Moves { .. }
        | Happening::Enters { .. }
        | Happening::StopsOn { .. }
        | Happening::IsPlaced { .. }
        | Happening::IsIncreased { .. }
        | Happening::IsDecreased { .. }
        | Happening::IsRemovedFromMap { .. }
        | Happening::WouldBeRemovedFromMap { .. }
        | Happening::IsBoosted { .. }
        | Happening::IsDrawn { .. }
        | Happening::IsDiscarded { .. }
        | Happening::Discards { .. }
        | Happening::IsAttached { .. }
        | Happening::IsReadied { .. }
        | Happening::IsSpent { .. }
        | Happening::IsTaken { .. }
        | Happening::MarkPlaced { .. } => false,
    }
}

fn is_friendly(selector: &Selector) -> bool {
    match &selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => from.side == Some(Side::Friendly),
        Pick::Known { is } => *is == Reference::YourHero,
        Pick::Stack { .. } | Pick::Zone { .. } => false,
    }
}
