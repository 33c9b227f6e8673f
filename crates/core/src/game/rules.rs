//! Checks deck-building rules against the game: names exist, cards can have the values, and the
//! numbers are possible.

use smol_str::SmolStr;

use super::data_spans::{DataSpans, Place};
use super::ids::{is_id, key_of_field, keys, no_id, one_of};
use super::{FieldKind, FieldValue, Game, Limit, Rule, RuleKind, TYPE_KEY, ZoneForm};
use crate::diagnostic::{Code, Diagnostic, closest};
use crate::source::{FileId, SourceFile, Span};

/// Checks the rules of sets: names that the game does not have, and values that no card has.
pub(super) fn check_rules<'r>(
    game: &Game,
    rules: impl Iterator<Item = (&'r Rule, Place<'r>)>,
    unread: bool,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (rule, at) in rules {
        rule_of_sets(game, rule, at, unread, &mut diagnostics);
    }
    diagnostics
}

/// Returns the ids of cards in the rules of sets, each with its position in the data of the game.
pub fn places_of_cards<'g>(id: FileId, file: &SourceFile, game: &'g Game) -> Vec<(&'g str, Span)> {
    let places = DataSpans::of(id, &file.text);
    let all = places.root().under("kingdom").under("rules");
    let mut named = Vec::new();
    for (number, rule) in game.kingdom.rules.iter().enumerate() {
        let at = all.item(number);
        match &rule.kind {
            RuleKind::Copies { only, .. } => {
                let at = at.under("only");
                let cards = only.iter().enumerate();
                named.extend(cards.map(|(number, card)| (&**card, at.item(number).value())));
            }
            RuleKind::Banned { cards } => {
                let at = at.under("cards");
                named.extend(cards.keys().map(|card| (&**card, at.under(card).key)));
            }
            RuleKind::Points { points, .. } => {
                let at = at.under("points");
                named.extend(points.keys().map(|card| (&**card, at.under(card).key)));
            }
            _ => {}
        }
    }
    named
}

/// Reports rules with duplicate or invalid names.
pub(super) fn names_of_rules<'r>(
    rules: impl Iterator<Item = (&'r str, Place<'r>)>,
) -> Vec<Diagnostic> {
    let mut seen: Vec<(&str, Span)> = Vec::new();
    let mut diagnostics = Vec::new();
    for (name, at) in rules {
        let at = at.under("rule").value();
        if !is_id(name) {
            diagnostics.push(no_id(name, at, '-'));
        }
        if let Some((_, first)) = seen.iter().find(|(known, _)| *known == name) {
            let diagnostic = Diagnostic::new(
                Code::GameData,
                at,
                format!("duplicate rule name \"{name}\""),
                "this name is taken",
            );
            diagnostics.push(
                diagnostic
                    .naming([name])
                    .label(*first, "first used here")
                    .help("use another name for one of the two"),
            );
        }
        seen.push((name, at));
    }
    diagnostics
}

/// Checks one rule of sets.
fn rule_of_sets(
    game: &Game,
    rule: &Rule,
    at: Place<'_>,
    unread: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let zones: Vec<&str> = game.kingdom.zones.keys().map(String::as_str).collect();
    let types: Vec<&str> = game.card_types.keys().map(SmolStr::as_str).collect();
    let keys = keys(game);
    // A rule about a single card can also use its type.
    let of_cards: Vec<&str> = [TYPE_KEY].into_iter().chain(keys.iter().copied()).collect();
    let mut word = |word: &str, what: &str, known: &[&str], at: Place<'_>| {
        one_of(word, what, known, at.value(), diagnostics);
    };
    match &rule.kind {
        RuleKind::Count { zone, filter, .. } => {
            word(zone, "zone", &zones, at.under("zone"));
            for field in filter.keys() {
                let at = at.under("where").under(field).key;
                key_of_field(game, field, &of_cards, at, diagnostics);
            }
        }
        RuleKind::Copies { zone, .. } => word(zone, "zone", &zones, at.under("zone")),
        RuleKind::Points { zones: all, .. } => {
            for (number, zone) in all.iter().enumerate() {
                word(zone, "zone", &zones, at.under("zones").item(number));
            }
        }
        RuleKind::Banned { .. } => {}
        RuleKind::Total { zones: some, .. } => {
            for (number, zone) in some.iter().enumerate() {
                word(zone, "zone", &zones, at.under("zones").item(number));
            }
        }
        RuleKind::Only { zone, .. } => word(zone, "zone", &zones, at.under("zone")),
        RuleKind::Named { zone, by } => {
            word(zone, "zone", &zones, at.under("zone"));
            let at = at.under("by");
            word(&by.zone, "zone", &zones, at.under("zone"));
            key_of_field(
                game,
                &by.field,
                &keys,
                at.under("field").value(),
                diagnostics,
            );
        }
        RuleKind::Naming { zone, field, card } => {
            word(zone, "zone", &zones, at.under("zone"));
            word(card, "zone", &zones, at.under("card"));
            key_of_field(game, field, &keys, at.under("field").value(), diagnostics);
        }
        RuleKind::Types {
            zone,
            types: allowed,
        } => {
            word(zone, "zone", &zones, at.under("zone"));
            if allowed.is_empty() {
                let message = format!("the rule \"{}\" allows no card in `{zone}`", rule.rule);
                let at = at.under("types").value();
                let diagnostic = Diagnostic::new(Code::GameData, at, message, "missing value");
                let help = format!("write one or more of {}", types.join(", "));
                diagnostics.push(diagnostic.naming([rule.rule.as_str(), zone]).help(help));
                return;
            }
            for (number, card_type) in allowed.iter().enumerate() {
                word(
                    card_type,
                    "card type",
                    &types,
                    at.under("types").item(number),
                );
            }
        }
        RuleKind::Field { zone, field, .. } => {
            word(zone, "zone", &zones, at.under("zone"));
            let at = at.under("field").value();
            key_of_field(game, field, &of_cards, at, diagnostics);
        }
        RuleKind::Values {
            zones: all,
            field,
            including,
            ..
        } => {
            for (number, zone) in all.iter().enumerate() {
                word(zone, "zone", &zones, at.under("zones").item(number));
            }
            if let Some(of) = including {
                let at = at.under("including");
                word(&of.zone, "zone", &zones, at.under("zone"));
                key_of_field(
                    game,
                    &of.field,
                    &keys,
                    at.under("field").value(),
                    diagnostics,
                );
            }
            key_of_field(game, field, &keys, at.under("field").value(), diagnostics);
        }
        RuleKind::Equals { zone, of } => {
            word(zone, "zone", &zones, at.under("zone"));
            word(&of.zone, "zone", &zones, at.under("of").under("zone"));
            let at = at.under("of").under("field").value();
            key_of_field(game, &of.field, &keys, at, diagnostics);
        }
    }
    if let Some(with) = &rule.with {
        one_of(with, "zone", &zones, at.under("with").value(), diagnostics);
    }
    if let Some(when) = &rule.when {
        let at = at.under("when");
        one_of(
            &when.zone,
            "zone",
            &zones,
            at.under("zone").value(),
            diagnostics,
        );
        let place = at.under("field").value();
        key_of_field(game, &when.field, &of_cards, place, diagnostics);
        value_of(game, &when.field, &when.is, at.under("is"), diagnostics);
    }
    match &rule.kind {
        RuleKind::Count {
            zone,
            limit: of,
            filter,
            ..
        } => {
            limit(&rule.rule, of, at, unread, diagnostics);
            one_card(game, zone, of, at, diagnostics);
            for (field, value) in filter {
                value_of(
                    game,
                    field,
                    value,
                    at.under("where").under(field),
                    diagnostics,
                );
            }
        }
        RuleKind::Total { limit: of, .. } => limit(&rule.rule, of, at, unread, diagnostics),
        RuleKind::Field { field, is, .. } => value_of(game, field, is, at.under("is"), diagnostics),
        RuleKind::Values {
            field, ignoring, ..
        } => {
            for (number, value) in ignoring.iter().enumerate() {
                let value = FieldValue::Word(value.clone());
                let at = at.under("ignoring").item(number);
                value_of(game, field, &value, at, diagnostics);
            }
        }
        _ => {}
    }
}

/// Checks that cards can have the value with which a rule compares a field.
fn value_of(
    game: &Game,
    key: &str,
    value: &FieldValue,
    at: Place<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if key == TYPE_KEY {
        let types: Vec<&str> = game.card_types.keys().map(SmolStr::as_str).collect();
        let written = at.text().unwrap_or_default();
        one_of(written, "card type", &types, at.value(), diagnostics);
        return;
    }
    let of_key = game.fields.iter();
    let kinds: Vec<&FieldKind> = of_key
        .filter(|(name, field)| field.key_or(name) == key)
        .map(|(_, field)| &field.kind)
        .collect();
    let fits = |kind: &&FieldKind| match (kind, value) {
        (FieldKind::Flag, FieldValue::Flag(_))
        | (FieldKind::Text { .. } | FieldKind::Card { .. }, FieldValue::Word(_)) => true,
        (FieldKind::Number { min, max, .. }, FieldValue::Number(number)) => {
            (min..=max).contains(&number) || min > max
        }
        (
            FieldKind::Choice { of, .. } | FieldKind::Choices { of, open: false },
            FieldValue::Word(word),
        ) => game.term(of, word).is_some() || !game.vocabulary.contains_key(of),
        // Cards can add values, so only a value that looks like a typo of a known one is reported.
        (FieldKind::Choices { of, open: true }, FieldValue::Word(word)) => {
            let known = || game.terms(of).map(|(id, _)| id);
            game.term(of, word).is_some() || closest(word, known()).is_none()
        }
        _ => false,
    };
    let Some(kind) = kinds.first().filter(|_| !kinds.iter().any(fits)) else {
        return;
    };
    let written = at.text().unwrap_or("…");
    let what = match kind {
        FieldKind::Flag => {
            let meant = match written {
                "yes" | "on" | "Yes" | "True" => Some("write `true`"),
                "no" | "off" | "No" | "False" => Some("write `false`"),
                _ => None,
            };
            (
                "true or false".to_owned(),
                meant.unwrap_or("write `true` or `false`").to_owned(),
            )
        }
        FieldKind::Number { min, max, .. } => (
            format!("a number from {min} to {max}"),
            format!("write a number from {min} to {max}"),
        ),
        FieldKind::Choice { of, .. } | FieldKind::Choices { of, .. } => {
            let ids: Vec<&str> = game.terms(of).map(|(id, _)| id).collect();
            let help = match closest(written, ids.iter().copied()) {
                Some(close) => format!("write `{close}`"),
                None => format!("write one of {}", ids.join(", ")),
            };
            (format!("one of the {}", of.replace('_', " ")), help)
        }
        FieldKind::Text { .. } => ("a text".to_owned(), "write a text".to_owned()),
        FieldKind::Card { .. } => (
            "the name of a card".to_owned(),
            "write the name of a card".to_owned(),
        ),
        FieldKind::Numbers { .. } | FieldKind::Amounts { .. } => (
            "several numbers".to_owned(),
            "write a rule for a field with one value".to_owned(),
        ),
        FieldKind::Area | FieldKind::Effect | FieldKind::Group { .. } => (
            "no single value".to_owned(),
            "write a rule for a field with one value".to_owned(),
        ),
    };
    let (has, help) = what;
    diagnostics.push(
        Diagnostic::new(
            Code::GameData,
            at.value(),
            format!("the `{key}` of a card is {has}, not `{written}`"),
            "no card has this value",
        )
        .naming([key, written])
        .help(help),
    );
}

/// Reports a rule that requires more than one card in a zone that can name only one.
fn one_card(
    game: &Game,
    zone: &str,
    limit: &Limit,
    at: Place<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(ZoneForm::One) = game.kingdom.zones.get(zone).map(|zone| zone.form) else {
        return;
    };
    let (key, least) = match limit.exactly {
        Some(exactly) => ("exactly", exactly),
        None => ("at_least", limit.at_least.unwrap_or_default()),
    };
    if least > 1 {
        let diagnostic = Diagnostic::new(
            Code::GameData,
            at.under(key).value(),
            format!("a set names one card in `{zone}`, not {least}"),
            "more than possible",
        )
        .naming([zone]);
        diagnostics.push(diagnostic.help(format!(
            "write `1`, or give `{zone}` the form `list` or `counts`"
        )));
    }
}

/// Reports a limit that is empty or contradictory.
fn limit(
    rule: &str,
    limit: &Limit,
    at: Place<'_>,
    unread: bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let (message, help) = match (limit.exactly, limit.at_least, limit.at_most) {
        (None, None, None) if unread => return,
        (None, None, None) => (
            format!("the rule \"{rule}\" has no limit"),
            "add `exactly`, `at_least` or `at_most`",
        ),
        (Some(_), None, None) | (None, _, None) | (None, None, _) => return,
        (None, Some(least), Some(most)) if least <= most => return,
        (None, Some(least), Some(most)) => (
            format!(
                "the rule \"{rule}\" is impossible: no number is both at least {least} and at most \
                    {most}"
            ),
            "swap the two",
        ),
        (Some(_), ..) => (
            format!("the rule \"{rule}\" has `exactly` together with another limit"),
            "keep `exactly`, or `at_least` and `at_most`",
        ),
    };
    let at = at.under("rule").value();
    let diagnostic = Diagnostic::new(Code::GameData, at, message, "this rule");
    diagnostics.push(diagnostic.naming([rule]).help(help));
}
