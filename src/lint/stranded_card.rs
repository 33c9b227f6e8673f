//! Reports a card that only effects of other cards can play, in a set without such an effect.
//!
//! Such a card has a flag whose key is also a zone. The card stays in that zone until a text plays
//! it.

use super::filter_index::may_match;
use super::support::kingdom_cards::{Member, members};
use super::{Check, Lint, LintContext, Reads, Set};
use crate::card::{CardSource, FieldValue};
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::{Action, Filter, Node, Pick, visit};

pub(super) const LINT: Lint = Lint {
    code: Code::StrandedCard,
    reads: Reads::All,
    check: Check::Set(check),
};

fn check(context: &LintContext<'_>, set: &Set<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(members) = members(context, set) else {
        return;
    };
    for member in &members {
        let Some(flag) = flag(context, member) else {
            continue;
        };
        if members
            .iter()
            .any(|other| plays(context, other, member.card.source, flag))
        {
            continue;
        }
        let card = member.card.source;
        let word = context
            .game
            .term("zones", flag)
            .map_or(flag, |term| term.plural.as_str());
        let mut diagnostic = Diagnostic::new(
            Code::StrandedCard,
            member.at,
            format!(
                "no card of this {} can play \"{}\"",
                context.game.kingdom.name, card.name
            ),
            "never comes into play",
        )
        .note(format!(
            "only effects of other cards bring {word} into play"
        ));
        if let Some(at) = card.places.get(flag) {
            diagnostic = diagnostic.label(*at, "only an effect can play it");
        }
        diagnostics.push(diagnostic.help("add a card whose text plays it, or choose another card"));
    }
}

/// Returns the key of the flag that puts a card in a zone of its own.
fn flag<'w>(context: &LintContext<'w>, member: &Member<'w>) -> Option<&'w str> {
    let fields = member.card.source.fields.iter();
    fields
        .filter(|(_, value)| **value == FieldValue::Flag(true))
        .map(|(key, _)| key.as_str())
        .find(|key| context.game.term("zones", key).is_some())
}

/// Returns whether the text of a card may bring the other card into play from the zone of its flag.
fn plays(context: &LintContext<'_>, by: &Member<'_>, what: &CardSource, flag: &str) -> bool {
    let there = |filter: &Filter| {
        let from_there = match &filter.zone {
            Some(zone) => zone.zone == flag,
            None => {
                filter.names.contains(&what.id)
                    || filter.fields.iter().any(|word| word.field == flag)
            }
        };
        from_there && may_match(context.game, filter, what, context.changeable())
    };
    let mut plays = false;
    visit(by.card.abilities, &mut |node, path| {
        // If a text describes the card in its zone, the text probably plays it.
        plays |= match node {
            Node::Filter(filter) => there(filter),
            Node::Selector(selector) => match &selector.pick {
                Pick::Stack { zone, .. } | Pick::Zone { zone, .. } => zone.zone == flag,
                _ => false,
            },
            _ => false,
        } && path.iter().any(|node| match node {
            Node::Action(action) => !matches!(action, Action::Look { .. } | Action::Reveal { .. }),
            _ => false,
        });
    });
    plays
}
