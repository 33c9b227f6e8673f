//! Reports a trigger on the player's own action under a heading that only enemy actions trigger: it never resolves.

use super::support::rewrite_fix::rewritten;
use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::effect::ir::{Event, Happening, Pick, Player, Reference, Selector, Side};
use crate::game::Answers;

pub(super) const LINT: Lint = Lint {
    code: Code::OwnEvent,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, found: &mut Vec<Diagnostic>) {
    for ability in card.abilities {
        let heading = &ability.heading;
        let Some(data) = context.game.headings.get(heading.id.as_str()) else {
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
        let diagnostic = Diagnostic::new(
            Code::OwnEvent,
            context.place(card, event.span),
            format!("this {name} is triggered by an action of its own player"),
            "your own action",
        )
        .help(format!(
            "use a trigger by your opponent or an enemy, or another heading than {name}"
        ));
        let diagnostic = match &data.section {
            Some(section) => diagnostic.note(format!(
                "{name} is triggered by an enemy action only (rulebook section \"{section}\")"
            )),
            None => diagnostic.note(format!("{name} is triggered by an enemy action only")),
        };
        let turned = rewritten(context, card, |abilities| {
            let found = abilities
                .iter_mut()
                .find(|other| other.span.0 == ability.span.0);
            let event = found.and_then(|ability| ability.heading.when.as_deref_mut());
            event.is_some_and(turn)
        });
        found.push(match turned {
            Some((at, text)) => diagnostic.fix(
                Safety::Unsafe,
                format!("trigger on the opponent: write `{text}`"),
                at,
                text,
            ),
            None => diagnostic,
        });
    }
}

/// Returns whether only the card's own player can cause the event. Events that merely affect a friendly card may be
/// caused by the opponent.
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
        | Happening::IsRemovedFromMap { by, .. }
        | Happening::WouldBeRemovedFromMap { by, .. }
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
        | Happening::IsBoosted { .. }
        | Happening::IsDrawn { .. }
        | Happening::IsDiscarded { .. }
        | Happening::Discards { .. }
        | Happening::IsAttached { .. }
        | Happening::IsReadied { .. }
        | Happening::IsSpent { .. }
        | Happening::IsTaken { .. }
        | Happening::MarkPlaced { .. }
        | Happening::Occurs { .. } => false,
    }
}

/// Changes an event of the card's own player to the same event of the opponent. Returns whether it could.
fn turn(event: &mut Event) -> bool {
    match &mut event.what {
        Happening::Attacks { who, .. }
        | Happening::Retaliates { who, .. }
        | Happening::IsActivated { who }
        | Happening::Merges { who }
        | Happening::IsPlayed { what: who } => turn_side(who),
        Happening::IsAttacked { by, .. }
        | Happening::IsDealtDamage { by, .. }
        | Happening::WouldBeDealtDamage { by, .. }
        | Happening::IsRemovedFromMap { by, .. }
        | Happening::WouldBeRemovedFromMap { by, .. }
        | Happening::IsTargeted { by, .. } => by.as_mut().is_some_and(turn_side),
        Happening::Activates { who, .. }
        | Happening::Plays { who, .. }
        | Happening::Boosts { who }
        | Happening::Draws { who, .. }
        | Happening::Readies { who, .. }
        | Happening::Spends { who, .. }
        | Happening::TakesControl { who, .. }
        | Happening::Passes { who } => {
            *who = Player::Opponent;
            true
        }
        _ => false,
    }
}

fn turn_side(selector: &mut Selector) -> bool {
    match &mut selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => {
            from.side = Some(Side::Enemy);
            true
        }
        _ => false,
    }
}

fn is_friendly(selector: &Selector) -> bool {
    match &selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => from.side == Some(Side::Friendly),
        Pick::Known { is } => *is == Reference::YourHero,
        Pick::Stack { .. } | Pick::Pile { .. } | Pick::Zone { .. } => false,
    }
}
