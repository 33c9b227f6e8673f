//! A text that asks for tokens of a kind which is never placed.

use super::no_target::place;
use super::{Check, Lint, Reads, Subject, World};
use crate::card::wording;
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::{Action, Amount, Node, State, visit};
use crate::maps::HashSet;

pub(super) const LINT: Lint = Lint {
    code: Code::UnplacedToken,
    reads: Reads::OthersPrinted,
    check: Check::Card(check),
};

fn check(world: &World<'_>, card: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    if !card.contents.tokens {
        return;
    }
    let tokens = world.tokens();
    let by_rules = |id: &str| {
        let term = world.game.term("tokens", id);
        term.is_some_and(|term| term.by_rules)
    };
    let never =
        |id: &str| !tokens.placed.contains(id) && !by_rules(id) && !tokens.may_be_unread(world, id);
    // One card says it once of each kind.
    let mut said = HashSet::default();
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
            if never(id) && said.insert(id) {
                found.push(finding(world, card, id, place(path)));
            }
        }
    });
}

fn finding(
    world: &World<'_>,
    card: &Subject<'_>,
    id: &str,
    at: crate::effect::ir::At,
) -> Diagnostic {
    let word = wording::spoken(id);
    // The word alone, where it stands once.
    let range = at.range();
    let said = card
        .written()
        .get(range.clone())
        .unwrap_or_default()
        .to_lowercase();
    let mut places = said.match_indices(&word).map(|(at, _)| range.start + at);
    let place = match (places.next(), places.next()) {
        (Some(start), None) => world.place_of(card, start..start + word.len()),
        _ => world.place(card, at),
    };
    Diagnostic::new(
        Code::UnplacedToken,
        place,
        format!(
            "\"{}\" asks for {word} tokens, and nothing places any",
            card.source.name
        ),
        format!("{word} tokens are never there"),
    )
    .note(format!(
        "neither the rules nor the text of any card places a {word} token"
    ))
    .help(format!(
        "let a text place {word} tokens, or ask for another kind"
    ))
}
