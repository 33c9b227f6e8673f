//! Checks the rules for single cards: the types and fields that they name exist, and their names are unique.

use smol_str::SmolStr;

use super::data_spans::{DataSpans, Place};
use super::ids::{is_id, key_of_field, keys, no_id, one_of};
use super::{CardRule, CardRuleKind, FieldKind, Game, TYPE_KEY};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

pub(super) fn check(game: &Game, places: &DataSpans, diagnostics: &mut Vec<Diagnostic>) {
    let types: Vec<&str> = game.card_types.keys().map(SmolStr::as_str).collect();
    let mut seen: Vec<(&str, Span)> = Vec::new();
    for (number, rule) in game.card_rules.iter().enumerate() {
        let at = places.root().under("card_rules").item(number);
        let name_at = at.under("rule").value();
        if !is_id(&rule.rule) {
            diagnostics.push(no_id(&rule.rule, name_at, '-'));
        }
        if let Some((_, first)) = seen.iter().find(|(known, _)| *known == rule.rule) {
            let diagnostic = Diagnostic::new(
                Code::GameData,
                name_at,
                format!("duplicate rule name \"{}\"", rule.rule),
                "this name is taken",
            );
            diagnostics.push(
                diagnostic
                    .naming([&rule.rule])
                    .label(*first, "first used here")
                    .help("use another name for one of the two"),
            );
        }
        seen.push((&rule.rule, name_at));
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
