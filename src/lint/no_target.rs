//! Reports a filter that no card of the game matches.

use smol_str::SmolStr;

use super::filter_index::{Changeable, has_trait, may_match};
use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::{At, Filter, Node, Noun, Test, visit};

pub(super) const LINT: Lint = Lint {
    code: Code::NoTarget,
    reads: Reads::OthersPrinted,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    visit(card.abilities, &mut |node, path| {
        let Node::Filter(filter) = node else { return };
        // The lint `constant-condition` checks whether a known card matches.
        let asked = matches!(path.last(), Some(Node::Condition(condition))
            if matches!(condition.test, Test::Is { .. }));
        let of_rules = |id: &SmolStr| context.game.is_of_rules(id);
        let of_cards = matches!(&filter.noun, Noun::Card { types } if !types.iter().any(of_rules));
        let unknown = context.kinds().unsound() && filter.names.is_empty();
        if of_cards && !asked && !unknown && !context.has_fitting(filter) {
            diagnostics.push(finding(context, card, filter, place(path)));
        }
    });
}

/// Returns the span of the innermost node around a filter that has a span.
pub(super) fn place(path: &[Node<'_>]) -> At {
    path.iter()
        .rev()
        .map(|node| match node {
            Node::Selector(selector) => selector.span,
            Node::Condition(condition) => condition.span,
            Node::Event(event) => event.span,
            Node::Effect(effect) => effect.span,
            Node::Ability(ability) => ability.span,
            _ => At::default(),
        })
        .find(|at| !at.is_none())
        .unwrap_or_default()
}

fn finding(
    context: &LintContext<'_>,
    card: &LintedCard<'_>,
    filter: &Filter,
    at: At,
) -> Diagnostic {
    let place = context.place(card, at);
    let written = prose::shown(context.text(place));
    let parts = parts(context, filter);
    let diagnostic = Diagnostic::new(
        Code::NoTarget,
        place,
        format!("no card of the game matches \"{written}\""),
        "matches no card",
    );
    let diagnostic = match parts.as_slice() {
        [] => diagnostic,
        [one] => diagnostic.note(format!("the game has {one}, but all of them are excluded")),
        _ => diagnostic.note(format!(
            "the game has {}, but no card has all of these",
            prose::and(&parts)
        )),
    };
    diagnostic.help("describe an existing card, or add a card that matches")
}

/// Returns the number of cards for each part of a filter: `12 cards with *undead*`.
fn parts(context: &LintContext<'_>, filter: &Filter) -> Vec<String> {
    let count = |fits: &dyn Fn(&LintedCard<'_>) -> bool| {
        context.cards.values().filter(|card| fits(card)).count() as u64
    };
    let mut parts = Vec::new();
    if let Noun::Card { types } = &filter.noun
        && !types.is_empty()
    {
        let number = count(&|card| types.contains(&card.source.card_type));
        let names = types.iter().filter_map(|id| {
            let card_type = context.game.card_types.get(id.as_str())?;
            Some(match number {
                1 => card_type.name.as_str(),
                _ => card_type.plural.as_str(),
            })
        });
        parts.push(format!("{number} {}", prose::and(names)));
    }
    for any in &filter.traits {
        let number = count(&|card| {
            any.iter()
                .any(|wanted| has_trait(context.game, card.source, wanted))
        });
        let words = any
            .iter()
            .map(|wanted| format!("*{}*", prose::spoken(wanted)));
        let cards = prose::counted(number, "card", "cards");
        parts.push(format!("{cards} with {}", prose::or(words)));
    }
    for word in &filter.fields {
        let alone = Filter {
            fields: vec![word.clone()],
            ..Filter::default()
        };
        let number =
            count(&|card| may_match(context.game, &alone, card.source, &Changeable::default()));
        let cards = prose::counted(number, "card", "cards");
        let written = match word.value.as_str() {
            "true" => prose::spoken(&word.field),
            value => prose::spoken(value),
        };
        parts.push(format!("{cards} with \"{written}\""));
    }
    if !filter.names.is_empty() {
        let names = filter
            .names
            .iter()
            .filter_map(|id| context.symbols.name_of(id))
            .map(|name| format!("\"{name}\""));
        parts.push(prose::and(names));
    }
    parts
}
