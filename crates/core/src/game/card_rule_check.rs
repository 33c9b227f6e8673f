//! Checks the rules for single cards: the types and fields that they name exist, and their names are unique.

use smol_str::SmolStr;

use super::data_spans::{DataSpans, Place};
use super::ids::{key_of_field, keys, one_of};
use super::rules::names_of_rules;
use super::{CardRule, CardRuleKind, FieldKind, Game, TYPE_KEY};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

pub(super) fn check(game: &Game, places: &DataSpans, diagnostics: &mut Vec<Diagnostic>) {
    let types: Vec<&str> = game.card_types.keys().map(SmolStr::as_str).collect();
    let rules = || {
        let at = places.root().under("card_rules");
        let rules = game.card_rules.iter().enumerate();
        rules.map(move |(number, rule)| (rule, at.item(number)))
    };
    diagnostics.extend(names_of_rules(
        rules().map(|(rule, at)| (rule.rule.as_str(), at)),
    ));
    for (rule, at) in rules() {
        for (number, card_type) in rule.types.iter().enumerate() {
            let at = at.under("types").item(number).value();
            one_of(card_type, "card type", &types, at, diagnostics);
        }
        for (part, values) in [("where", &rule.filter), ("unless", &rule.unless)] {
            for key in values.keys().filter(|key| *key != TYPE_KEY) {
                path(game, key, at.under(part).under(key).key, diagnostics);
            }
        }
        fields(game, rule, at, &types, diagnostics);
    }
}

/// Checks the fields that the condition of a rule names.
fn fields(
    game: &Game,
    rule: &CardRule,
    at: Place<'_>,
    types: &[&str],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut field = |name: &str, key: &str| {
        if name != "name" {
            path(game, name, at.under(key).value(), diagnostics);
        }
    };
    match &rule.kind {
        CardRuleKind::Sum { field: of, .. }
        | CardRuleKind::Length { field: of, .. }
        | CardRuleKind::OneOf { field: of, .. }
        | CardRuleKind::Range { field: of, .. }
        | CardRuleKind::Positive { field: of }
        | CardRuleKind::Present { field: of }
        | CardRuleKind::Absent { field: of } => field(of, "field"),
        CardRuleKind::NotLower { field: of, than } | CardRuleKind::Greater { field: of, than } => {
            field(of, "field");
            field(than, "than");
        }
        CardRuleKind::Same { field: of, with } => {
            field(of, "field");
            field(with, "with");
        }
        CardRuleKind::Includes { field: list, of } => {
            field(list, "field");
            field(of, "of");
        }
        CardRuleKind::Heading { heading, .. } => {
            let known: Vec<&str> = game.headings.keys().map(String::as_str).collect();
            let at = at.under("heading").value();
            one_of(heading, "heading", &known, at, diagnostics);
        }
        CardRuleKind::Headings { order } => {
            let known: Vec<&str> = game.headings.keys().map(String::as_str).collect();
            for (number, heading) in order.iter().enumerate() {
                let at = at.under("order").item(number).value();
                one_of(heading, "heading", &known, at, diagnostics);
            }
        }
        CardRuleKind::Unique { fields } => {
            for (number, name) in fields
                .iter()
                .enumerate()
                .filter(|(_, name)| *name != "name")
            {
                let at = at.under("fields").item(number).value();
                path(game, name, at, diagnostics);
            }
        }
        CardRuleKind::NamedBy {
            card_type,
            field: of,
            ..
        } => {
            field(of, "field");
            let at = at.under("card_type").value();
            one_of(card_type, "card type", types, at, diagnostics);
        }
        CardRuleKind::Agrees {
            card,
            field: of,
            with,
        } => {
            field(card, "card");
            field(of, "field");
            field(with, "with");
        }
    }
}

/// Reports a path that is neither the key of a field nor that of a field of a group.
fn path(game: &Game, path: &str, at: Span, diagnostics: &mut Vec<Diagnostic>) {
    let keys = keys(game);
    let Some((group, key)) = path.split_once('.') else {
        key_of_field(game, path, &keys, at, diagnostics);
        return;
    };
    let parts = game
        .fields
        .iter()
        .filter_map(|(name, field)| match &field.kind {
            FieldKind::Group { part, .. } => Some((field.key_or(name), part)),
            _ => None,
        });
    let parts: Vec<(&str, &Box<super::CardType>)> = parts.collect();
    match parts.iter().find(|(name, _)| *name == group) {
        Some((_, part)) => {
            let keys: Vec<&str> = game.fields_of(part).map(|field| field.key).collect();
            one_of(key, "field", &keys, at, diagnostics);
        }
        None => {
            let groups: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
            one_of(group, "group of fields", &groups, at, diagnostics);
        }
    }
}
