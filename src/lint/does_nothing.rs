//! Reports actions on objects that already have the resulting state: `Ready a ready statistic card.`

use super::support::rewrite_fix::{remove, rewritten};
use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::effect::ir::{
    Action, Comparison, Effect, Face, Node, Pick, Selector, State, What, visit,
};

pub(super) const LINT: Lint = Lint {
    code: Code::DoesNothing,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if !card.contents.states {
        return;
    }
    visit(card.abilities, &mut |node, _| {
        let Node::Effect(Effect {
            what: What::Act { action },
            span,
        }) = node
        else {
            return;
        };
        let Some((selector, why)) = idle(action) else {
            return;
        };
        let at = context.place(card, *span);
        let diagnostic = Diagnostic::new(
            Code::DoesNothing,
            at,
            format!("this action changes nothing: its target {why}"),
            "has no effect",
        )
        .label(context.place(card, selector.span), why)
        .help("describe a target that it changes, or remove the action");
        let without = rewritten(context, card, |abilities| remove(abilities, *span));
        diagnostics.push(match without {
            Some((at, text)) => diagnostic.fix(Safety::Unsafe, "remove the action", at, text),
            None => diagnostic,
        });
    });
}

/// Returns the target of an action and the reason why the action does not change it; `None` if it may change it.
fn idle(action: &Action) -> Option<(&Selector, String)> {
    let same = match action {
        Action::Ready { what, .. } => {
            has(what, &State::Ready).then(|| "is already ready".to_owned())
        }
        Action::Spend { what, .. } => {
            has(what, &State::Spent).then(|| "is already spent".to_owned())
        }
        Action::Turn {
            what,
            face: Face::Up,
        } => has(what, &State::FaceUp).then(|| "is already face-up".to_owned()),
        Action::Turn {
            what,
            face: Face::Down,
        } => has(what, &State::FaceDown).then(|| "is already face-down".to_owned()),
        Action::PlaceMarks { marks, on } => marks
            .iter()
            .all(|mark| has(on, &of_mark(mark, true)))
            .then(|| "already has the mark".to_owned()),
        Action::RemoveMarks { marks, from } => marks
            .iter()
            .all(|mark| has(from, &of_mark(mark, false)))
            .then(|| "has no such mark".to_owned()),
        Action::RemoveDamage { from, .. } | Action::MoveDamage { from, .. } => {
            let none = |state: &State| matches!(state, State::Damage { number } if is_none(number));
            states(from)
                .iter()
                .any(none)
                .then(|| "has no damage".to_owned())
        }
        Action::RemoveTokens { tokens, from } | Action::MoveTokens { tokens, from, .. } => {
            let none = |state: &State| {
                matches!(state, State::Tokens { token, number }
                    if *token == tokens.token && is_none(number))
            };
            states(from)
                .iter()
                .any(none)
                .then(|| "has no such token".to_owned())
        }
        _ => None,
    }?;
    let selector = match action {
        Action::Ready { what, .. } | Action::Spend { what, .. } | Action::Turn { what, .. } => what,
        Action::PlaceMarks { on, .. } => on,
        Action::RemoveMarks { from, .. }
        | Action::RemoveDamage { from, .. }
        | Action::MoveDamage { from, .. }
        | Action::RemoveTokens { from, .. }
        | Action::MoveTokens { from, .. } => from,
        _ => return None,
    };
    Some((selector, same))
}

fn of_mark(mark: &str, has: bool) -> State {
    State::Mark {
        mark: mark.into(),
        has,
    }
}

fn has(selector: &Selector, state: &State) -> bool {
    states(selector).contains(state)
}

fn states(selector: &Selector) -> &[State] {
    match &selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => &from.states,
        Pick::Stack { .. } | Pick::Pile { .. } | Pick::Known { .. } | Pick::Zone { .. } => &[],
    }
}

fn is_none(number: &Comparison) -> bool {
    match number {
        Comparison::Exactly { number } | Comparison::AtMost { number } => number.value() == Some(0),
        Comparison::LessThan { number } => number.value().is_some_and(|value| value <= 1),
        Comparison::AtLeast { .. } | Comparison::MoreThan { .. } => false,
    }
}
