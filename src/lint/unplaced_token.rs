//! Reports a text that uses a kind of token that is never placed.

use super::no_target::place;
use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::collections::HashSet;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::{Action, Amount, Node, State, visit};

pub(super) const LINT: Lint = Lint {
    code: Code::UnplacedToken,
    reads: Reads::OthersPrinted,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if !card.contents.tokens {
        return;
    }
    let tokens = context.tokens();
    let by_rules = |id: &str| {
        let term = context.game.term("tokens", id);
        term.is_some_and(|term| term.by_rules)
    };
    let never = |id: &str| {
        !tokens.placed.contains(id) && !by_rules(id) && !tokens.may_be_unread(context, id)
    };
    // Report each kind once per card.
    let mut written = HashSet::default();
    visit(card.abilities, &mut |node, path| {
        let mut kinds: Vec<&str> = Vec::new();
        match node {
            Node::Action(
                Action::RemoveTokens { tokens, .. } | Action::MoveTokens { tokens, .. },
            ) => kinds.push(&tokens.token),
            Node::Filter(filter) => {
                kinds.extend(filter.states.iter().filter_map(|state| match state {
                    State::Tokens { token, .. } => Some(token.as_str()),
                    _ => None,
                }))
            }
            Node::Amount(Amount::TokensOn { token, .. }) => kinds.push(token),
            _ => {}
        }
        for id in kinds {
            if never(id) && written.insert(id) {
                diagnostics.push(finding(context, card, id, place(path)));
            }
        }
    });
}

fn finding(
    context: &LintContext<'_>,
    card: &LintedCard<'_>,
    id: &str,
    at: crate::effect::ir::At,
) -> Diagnostic {
    let word = prose::spoken(id);
    // Underline only the word if it occurs exactly once.
    let range = at.range();
    let written = card
        .written()
        .get(range.clone())
        .unwrap_or_default()
        .to_lowercase();
    let mut places = written.match_indices(&word).map(|(at, _)| range.start + at);
    let place = match (places.next(), places.next()) {
        (Some(start), None) => context.place_of(card, start..start + word.len()),
        _ => context.place(card, at),
    };
    Diagnostic::new(
        Code::UnplacedToken,
        place,
        format!(
            "\"{}\" uses {word} tokens, but nothing places any",
            card.source.name
        ),
        format!("{word} tokens never exist"),
    )
    .note(format!("no rule and no card text places a {word} token"))
    .help(format!(
        "add a text that places {word} tokens, or use another kind"
    ))
}
