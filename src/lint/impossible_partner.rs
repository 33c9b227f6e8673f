//! Reports texts that need a friendly card that cannot be in the same set: the rules of sets exclude the pair, so the
//! text never works. (An enemy card can be anything, because the opponent has another set.)

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::card::{CardSource, FieldValue};
use crate::collections::HashMap;
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::{Node, Side, visit};
use crate::game::{Game, Rule, RuleKind};
use crate::kingdom::admits;

pub(super) const LINT: Lint = Lint {
    code: Code::ImpossiblePartner,
    reads: Reads::OthersPrinted,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if !card.contents.names {
        return;
    }
    visit(card.abilities, &mut |node, path| {
        let Node::Filter(filter) = node else { return };
        if filter.side != Some(Side::Friendly) || filter.names.is_empty() {
            return;
        }
        let named: Vec<&LintedCard> = filter
            .names
            .iter()
            .filter_map(|id| context.cards.get(id.as_str()))
            .collect();
        let reasons: Vec<(&LintedCard, &Rule)> = named
            .iter()
            .filter_map(|other| Some((*other, apart(context, card, other)?)))
            .collect();
        // The text can work if any of the named cards can be in the set.
        let Some((other, rule)) = reasons.first().filter(|_| reasons.len() == named.len()) else {
            return;
        };
        let set = &context.game.kingdom.name;
        let diagnostic = Diagnostic::new(
            Code::ImpossiblePartner,
            context.place(card, super::no_target::place(path)),
            format!(
                "no {set} can have both \"{}\" and \"{}\"",
                other.source.name, card.source.name
            ),
            "never in the same set as this card",
        )
        .label(other.source.name_at, "the named card");
        diagnostics.push(
            match &rule.section {
                Some(section) => diagnostic.note(format!(
                    "rule {} excludes this pair (rulebook section \"{section}\")",
                    rule.rule
                )),
                None => diagnostic.note(format!("rule {} excludes this pair", rule.rule)),
            }
            .help("name a card that can be in the same set, or an enemy card"),
        );
    });
}

/// Returns the rule that excludes two cards from one set, if there is one.
fn apart<'w>(
    context: &LintContext<'w>,
    card: &LintedCard<'_>,
    other: &LintedCard<'_>,
) -> Option<&'w Rule> {
    if card.source.id == other.source.id || !other.sound {
        return None;
    }
    context
        .game
        .kingdom
        .rules
        .iter()
        .find(|rule| match &rule.kind {
            RuleKind::Count { zone, limit, .. } => {
                limit.exactly.or(limit.at_most) == Some(1)
                    && only_zone(context.game, card.source) == Some(zone)
                    && only_zone(context.game, other.source) == Some(zone)
            }
            RuleKind::Values {
                zones,
                field,
                at_most,
                including,
                ignoring,
                ..
            } => {
                let in_zones = |card: &CardSource| {
                    only_zone(context.game, card).is_some_and(|zone| zones.contains(zone))
                };
                let value = |card: &CardSource| match card.fields.get(field.as_str()) {
                    Some(FieldValue::Text(value)) if !ignoring.contains(value) => {
                        Some(value.clone())
                    }
                    _ => None,
                };
                let mut values: Vec<String> = [card, other]
                    .into_iter()
                    .filter(|card| in_zones(card.source))
                    .filter_map(|card| value(card.source))
                    .collect();
                values.dedup();
                let Some(including) = including else {
                    return values.len() > *at_most as usize;
                };
                // The cards that can provide the value that always counts. If one of the pair belongs in that zone, no
                // other card can provide it.
                let holds =
                    |card: &CardSource| only_zone(context.game, card) == Some(&including.zone);
                let pair = [card.source, other.source];
                let holders: Vec<&CardSource> = if pair.iter().any(|card| holds(card)) {
                    pair.into_iter().filter(|card| holds(card)).collect()
                } else {
                    context.bound_to(&including.zone).collect()
                };
                !holders.is_empty()
                    && holders.iter().all(|holder| {
                        let Some(FieldValue::Text(own)) =
                            holder.fields.get(including.field.as_str())
                        else {
                            return false;
                        };
                        let more = usize::from(!values.contains(own) && !ignoring.contains(own));
                        values.len() + more > *at_most as usize
                    })
            }
            _ => false,
        })
}

impl<'w> LintContext<'w> {
    /// Returns the cards that only this zone of a set admits.
    fn bound_to(&self, zone: &str) -> impl Iterator<Item = &'w CardSource> {
        let bound = self.bound.get_or_init(|| {
            let mut bound: HashMap<String, Vec<usize>> = HashMap::default();
            for (place, card) in self.cards.values().enumerate() {
                if let Some(zone) = only_zone(self.game, card.source) {
                    bound.entry(zone.clone()).or_default().push(place);
                }
            }
            bound
        });
        let places = bound.get(zone).into_iter().flatten();
        let cards = places.filter_map(|place| self.cards.get_index(*place));
        cards.map(|(_, card)| card.source)
    }
}

/// Returns the zone of a set that admits a card, if there is exactly one.
fn only_zone<'g>(game: &'g Game, card: &CardSource) -> Option<&'g String> {
    let mut zones = game
        .kingdom
        .zones
        .iter()
        .filter(|(_, zone)| zone.by.is_none())
        .map(|(key, _)| key)
        .filter(|key| admits(game, key, card));
    zones.next().filter(|_| zones.next().is_none())
}
