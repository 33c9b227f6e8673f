//! The rules of a game for single cards, and the fields that name other cards.

use smol_str::SmolStr;

use crate::card::{CardSource, FieldValue, VecMap};
use crate::collections::{HashMap, IndexMap};
use crate::diagnostic::prose::{self, counted};
use crate::diagnostic::{Code, Diagnostic, Safety, closest};
use crate::game::{self, Bounds, CardRule, CardRuleKind, FieldKind, Game, Limit, TYPE_KEY};
use crate::source::Span;

/// The cards that fields can name, by lowercase name.
pub(crate) struct CardIndex<'c> {
    /// In the order of ids.
    by_id: IndexMap<&'c str, &'c CardSource>,
    by_name: HashMap<String, Vec<&'c CardSource>>,
}

impl<'c> CardIndex<'c> {
    /// Creates the index. `cards` must be in the order of ids.
    pub(crate) fn new(cards: impl Iterator<Item = &'c CardSource>) -> Self {
        let by_id: IndexMap<&str, &CardSource> =
            cards.map(|card| (card.id.as_str(), card)).collect();
        let mut by_name: HashMap<String, Vec<&CardSource>> = HashMap::default();
        for card in by_id.values() {
            let same = by_name.entry(card.name.to_lowercase()).or_default();
            same.push(card);
        }
        CardIndex { by_id, by_name }
    }

    /// Returns the cards of these types that a text names: by their name, or by their id.
    fn named(&self, text: &str, kind: &FieldKind) -> Vec<&'c CardSource> {
        let FieldKind::Card { types, filter } = kind else {
            return Vec::new();
        };
        let fits = |card: &&CardSource| {
            types.contains(&card.card_type)
                && filter.iter().all(|(key, value)| has(card, key, value))
        };
        let by_name = self.by_name.get(&text.to_lowercase());
        let by_name: Vec<&CardSource> = by_name
            .into_iter()
            .flatten()
            .copied()
            .filter(fits)
            .collect();
        match by_name.is_empty() {
            true => {
                let by_id = self.by_id.get(text).copied();
                by_id.filter(fits).into_iter().collect()
            }
            false => by_name,
        }
    }
}

/// Checks the fields of a card that name other cards.
pub(crate) fn check_names(
    game: &Game,
    index: &CardIndex<'_>,
    card: &CardSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(card_type) = game.card_types.get(&card.card_type) else {
        return;
    };
    for field in game.fields_of(card_type) {
        let kind = &field.field.kind;
        let FieldKind::Card { types, .. } = kind else {
            continue;
        };
        let (Some(FieldValue::Text(text)), Some(at)) =
            (card.fields.get(field.key), card.places.get(field.key))
        else {
            continue;
        };
        let diagnostic = match index.named(text, kind).as_slice() {
            [_] => continue,
            [] => unknown(game, index, types, field.key, text, *at),
            several => {
                let label = format!("which card is the `{}`?", field.key);
                several_cards(several, text, *at, label)
            }
        };
        diagnostics.push(diagnostic.in_card(&card.id));
    }
}

fn unknown(
    game: &Game,
    index: &CardIndex<'_>,
    types: &[SmolStr],
    key: &str,
    text: &str,
    at: Span,
) -> Diagnostic {
    let of_types = types.iter().filter_map(|id| game.card_types.get(id));
    let what = prose::or(of_types.map(|of| of.name.as_str()));
    let diagnostic = Diagnostic::new(
        Code::UnknownCard,
        at,
        format!("no {what} is named \"{}\"", prose::shown(text)),
        format!("the `{key}` must be the name of a card"),
    )
    .naming([text]);
    let fits = |card: &&&CardSource| types.contains(&card.card_type);
    let names = index.by_id.values().filter(fits);
    let names = names.map(|card| card.name.as_str());
    match closest(text, names) {
        Some(close) => diagnostic.fix(Safety::Unsafe, format!("write `{close}`"), at, close),
        None => diagnostic.help("write the name exactly as on the card"),
    }
}

/// Asks which of several cards with one name is meant.
pub(crate) fn several_cards(
    cards: &[&CardSource],
    text: &str,
    at: Span,
    label: impl Into<String>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::AmbiguousReference,
        at,
        format!("{} cards are named \"{}\"", cards.len(), prose::shown(text)),
        label,
    );
    let diagnostic = cards.iter().fold(diagnostic, |diagnostic, card| {
        diagnostic.label(card.name_at, format!("the card `{}`", card.id))
    });
    let ids = prose::or(prose::ticked(cards.iter().map(|card| &card.id)));
    diagnostic.help(format!("write the id of the card that is meant: {ids}"))
}

/// Checks the rules of the game that say what a card must be, or what is usual, for the cards that are `reported`.
pub(crate) fn check_rules<'c>(
    game: &Game,
    index: &CardIndex<'c>,
    usual: bool,
    reported: &dyn Fn(&CardSource) -> bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for rule in game.card_rules.iter().filter(|rule| rule.usual == usual) {
        let applies = |card: &&CardSource| {
            let has_all = |values: &IndexMap<String, game::FieldValue>| {
                values.iter().all(|(key, value)| has(card, key, value))
            };
            rule.types.contains(&card.card_type)
                && has_all(&rule.filter)
                && (rule.unless.is_empty() || !has_all(&rule.unless))
        };
        let cards = index.by_id.values().copied().filter(applies);
        let mut seen: HashMap<String, &CardSource> = HashMap::default();
        for card in cards {
            let found = match &rule.kind {
                CardRuleKind::Unique { fields } => unique(rule, fields, card, &mut seen),
                _ => check(game, rule, index, card),
            };
            let found = found.filter(|_| reported(card) && !card.broken);
            diagnostics.extend(found.map(|found| found.in_card(&card.id)));
        }
    }
}

/// Returns the value of a field; `few.stats` is a field of a group.
fn value<'c>(card: &'c CardSource, path: &str) -> Option<&'c FieldValue> {
    match path.split_once('.') {
        Some((group, key)) => match card.fields.get(group)? {
            FieldValue::Group(fields) => fields.get(key),
            _ => None,
        },
        None => card.fields.get(path),
    }
}

fn numbers<'c>(card: &'c CardSource, path: &str) -> Option<&'c VecMap<i64>> {
    match value(card, path)? {
        FieldValue::Numbers(numbers) => Some(numbers),
        _ => None,
    }
}

fn has(card: &CardSource, path: &str, wanted: &game::FieldValue) -> bool {
    if path == TYPE_KEY {
        return matches!(wanted, game::FieldValue::Word(word) if card.card_type == *word);
    }
    match value(card, path) {
        Some(value) => value.is(wanted),
        None => *wanted == game::FieldValue::Flag(false),
    }
}

/// Returns the text of a value, or of the name of the card.
fn text_of(card: &CardSource, path: &str) -> Option<String> {
    if path == "name" {
        return Some(card.name.to_string());
    }
    Some(match value(card, path)? {
        FieldValue::Flag(flag) => flag.to_string(),
        FieldValue::Number(number) => number.to_string(),
        FieldValue::Text(text) => text.clone(),
        FieldValue::List(words) => words.join(", "),
        _ => return None,
    })
}

fn place(card: &CardSource, path: &str) -> Span {
    *card.places.get(path).unwrap_or(&card.name_at)
}

/// Creates the diagnostic of a broken rule.
fn broken(rule: &CardRule, at: Span, message: String, label: String) -> Diagnostic {
    let code = match rule.usual {
        true => Code::UnusualCard,
        false => Code::CardRule,
    };
    let mut note = format!("rule {}", rule.rule);
    if let Some(section) = &rule.section {
        note.push_str(&format!(", rulebook section \"{section}\""));
    }
    if let Some(why) = &rule.why {
        note.push_str(&format!(": {}", why.trim_end()));
    }
    Diagnostic::new(code, at, message, label).note(note)
}

fn unique<'c>(
    rule: &CardRule,
    fields: &[String],
    card: &'c CardSource,
    seen: &mut HashMap<String, &'c CardSource>,
) -> Option<Diagnostic> {
    let values: Option<Vec<String>> = fields.iter().map(|key| text_of(card, key)).collect();
    let values = values?;
    let key = values.join("\u{0}");
    let Some(first) = seen.get(key.as_str()) else {
        seen.insert(key, card);
        return None;
    };
    let same = fields.iter().zip(&values);
    let same = prose::and(same.map(|(key, value)| format!("the `{key}` {value}")));
    let last = fields.last().map_or("name", String::as_str);
    let message = format!("\"{}\" and \"{}\" both have {same}", first.id, card.id);
    let diagnostic = broken(rule, place(card, last), message, "a second one".to_owned());
    Some(
        diagnostic
            .label(place(first, last), "the first one")
            .help("change one of the two cards, or remove it"),
    )
}

fn check(
    game: &Game,
    rule: &CardRule,
    index: &CardIndex<'_>,
    card: &CardSource,
) -> Option<Diagnostic> {
    let name = prose::shown(&card.name);
    match &rule.kind {
        CardRuleKind::Sum { field, is: wanted } => {
            let sum: i64 = numbers(card, field)?.values().sum();
            (sum != *wanted).then(|| {
                let message = format!(
                    "the `{field}` of \"{name}\" add up to {sum}, but must add up to {wanted}"
                );
                let label = format!("{sum} instead of {wanted}");
                broken(rule, place(card, field), message, label).help(format!(
                    "change the numbers so that they add up to {wanted}"
                ))
            })
        }
        CardRuleKind::OneOf { field, of } => {
            let value = value(card, field)?;
            (!of.iter().any(|wanted| value.is(wanted))).then(|| {
                let words = prose::or(prose::ticked(of.iter().map(word_of)));
                let text = text_of(card, field).unwrap_or_default();
                let message = format!(
                    "the `{field}` of \"{name}\" is `{text}`, but {} {words}",
                    must(rule)
                );
                broken(rule, place(card, field), message, format!("not {words}"))
                    .help(format!("write {words}"))
            })
        }
        CardRuleKind::Range { field, each } => {
            let numbers = numbers(card, field)?;
            let outside = |(name, bounds): &(&String, &Bounds)| {
                let number = *numbers.get(name)?;
                (!(bounds.min..=bounds.max).contains(&number)).then_some(number)
            };
            let mut all = each.iter();
            let (of, bounds, number) =
                all.find_map(|one| outside(&one).map(|number| (one.0, one.1, number)))?;
            let range = format!("from {} to {}", bounds.min, bounds.max);
            let message = format!(
                "the {} of \"{name}\" is {number}, but {} {range}",
                prose::spoken(of),
                must(rule)
            );
            Some(
                broken(rule, place(card, field), message, format!("not {range}"))
                    .help(format!("write a number {range}")),
            )
        }
        CardRuleKind::NotLower { field, than } => {
            let (numbers, others) = (numbers(card, field)?, numbers(card, than)?);
            let (of, number, other) = others.iter().find_map(|(of, other)| {
                let number = numbers.get(of)?;
                (number < other).then_some((of, number, other))
            })?;
            let message = format!(
                "the {} in the `{field}` of \"{name}\" is {number}, lower than the {other} in `{than}`",
                prose::spoken(of)
            );
            Some(
                broken(
                    rule,
                    place(card, field),
                    message,
                    format!("lower than {other}"),
                )
                .label(place(card, than), "compared with this")
                .help("change one of the two numbers"),
            )
        }
        CardRuleKind::Greater { field, than } => {
            let (numbers, others) = (numbers(card, field)?, numbers(card, than)?);
            let greater = numbers
                .iter()
                .any(|(of, number)| *number > others.get(of).copied().unwrap_or_default());
            (!greater).then(|| {
                let message =
                    format!("the `{field}` of \"{name}\" is not greater than the `{than}`");
                broken(rule, place(card, field), message, "not greater".to_owned())
                    .label(place(card, than), "compared with this")
                    .help("change one of the two")
            })
        }
        CardRuleKind::Positive { field } => {
            let (of, _) = numbers(card, field)?
                .iter()
                .find(|(_, number)| **number <= 0)?;
            let message = format!(
                "the {} in the `{field}` of \"{name}\" is 0",
                prose::spoken(of)
            );
            let at = place(card, field);
            Some(broken(rule, at, message, "0".to_owned()).help("write the number as printed"))
        }
        CardRuleKind::Same { field, with } => {
            let (is, other) = (text_of(card, field)?, text_of(card, with)?);
            (is != other).then(|| {
                let message =
                    format!("the `{field}` of \"{name}\" is `{is}`, but the `{with}` is `{other}`");
                broken(rule, place(card, field), message, format!("not `{other}`"))
                    .label(place(card, with), "compared with this")
                    .help("change one of the two")
            })
        }
        CardRuleKind::Includes { field, of } => {
            let FieldValue::List(list) = value(card, field)? else {
                return None;
            };
            let wanted = text_of(card, of)?;
            (!list.iter().any(|word| **word == *wanted)).then(|| {
                let message =
                    format!("the `{field}` of \"{name}\" do not include its `{of}`, `{wanted}`");
                broken(rule, place(card, field), message, format!("not `{wanted}`"))
                    .label(place(card, of), "compared with this")
                    .help(format!("add `{wanted}`"))
            })
        }
        CardRuleKind::Length { field, limit } => {
            let FieldValue::List(list) = value(card, field)? else {
                return None;
            };
            let count = u32::try_from(list.len()).unwrap_or(u32::MAX);
            let least = limit.exactly.or(limit.at_least).unwrap_or_default();
            let most = limit.exactly.or(limit.at_most).unwrap_or(u32::MAX);
            let wanted = if count < least { least } else { most };
            (!(least..=most).contains(&count)).then(|| {
                let amount = match (count < least, limit.exactly) {
                    (_, Some(_)) => format!("{wanted}"),
                    (true, None) => format!("at least {wanted}"),
                    (false, None) => format!("at most {wanted}"),
                };
                let message = format!(
                    "the `{field}` of \"{name}\" has {}, but {} {amount}",
                    counted(u64::from(count), "value", "values"),
                    must(rule)
                );
                broken(
                    rule,
                    place(card, field),
                    message,
                    format!("{count} instead of {wanted}"),
                )
                .help("add or remove values")
            })
        }
        CardRuleKind::Heading { heading: id, not } => heading(game, rule, card, id, *not),
        CardRuleKind::Headings { order } => headings(game, rule, card, order),
        CardRuleKind::Present { field } => {
            let given = value(card, field).is_some() || card.places.contains_key(field);
            (!given).then(|| {
                let message = format!("\"{name}\" has no `{field}`");
                broken(
                    rule,
                    card.name_at,
                    message,
                    format!("this has no `{field}`"),
                )
                .help(format!("add `{field}`"))
            })
        }
        CardRuleKind::Absent { field } => {
            let at = card.places.get(field)?;
            let message = format!("\"{name}\" must not have `{field}`");
            let diagnostic = broken(rule, *at, message, "must not be here".to_owned());
            Some(diagnostic.help("remove it"))
        }
        CardRuleKind::NamedBy {
            card_type,
            field,
            limit,
        } => named_by(game, rule, index, card, (card_type, field), *limit),
        CardRuleKind::Agrees {
            card: by,
            field,
            with,
        } => {
            let (of, wanted) = (text_of(card, by)?, text_of(card, field)?);
            let card_type = game.card_types.get(&card.card_type)?;
            let named = index.named(&of, &game.field_of(card_type, by)?.field.kind);
            let [other] = named.as_slice() else {
                return None;
            };
            let is = text_of(other, with)?;
            (is != wanted).then(|| {
                let message = format!(
                    "the `{with}` of \"{}\" is \"{is}\", but the `{field}` of \"{name}\" is \"{wanted}\"",
                    prose::shown(&other.name)
                );
                let at = *card.places.get(field).unwrap_or(&card.name_at);
                broken(rule, at, message, format!("not \"{is}\""))
                    .label(place(other, with), format!("the `{with}` of the other card"))
                    .help(format!("write \"{is}\", or change the other card"))
            })
        }
        CardRuleKind::Unique { .. } => None,
    }
}

/// The headings with which the lines of a card begin, of those with these names.
fn begun<'c>(card: &'c CardSource, names: &[&str]) -> Vec<&'c str> {
    let text = card.effect.as_ref().map_or("", |effect| effect.text());
    text.lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(heading, _)| heading.trim())
        .filter(|heading| names.contains(heading))
        .collect()
}

/// Checks that a card has an ability below a heading, or none.
fn heading(
    game: &Game,
    rule: &CardRule,
    card: &CardSource,
    id: &SmolStr,
    not: bool,
) -> Option<Diagnostic> {
    let name = game.headings.get(id.as_str())?.name.as_str();
    let has = !begun(card, &[name]).is_empty();
    (has == not).then(|| {
        let shown = prose::shown(&card.name);
        let (message, label, help) = match not {
            true => (
                format!("\"{shown}\" has an ability below `{name}`"),
                "such a card has none",
                "remove the ability, or change the fields of the card",
            ),
            false => (
                format!("\"{shown}\" has no ability below `{name}`"),
                "such a card has one",
                "add the ability, or change the fields of the card",
            ),
        };
        let at = card
            .effect
            .as_ref()
            .map_or(card.name_at, |effect| effect.node.span);
        broken(rule, at, message, label.to_owned()).help(help)
    })
}

/// Checks that the lines of a card have the first headings of a list, each once.
fn headings(
    game: &Game,
    rule: &CardRule,
    card: &CardSource,
    order: &[SmolStr],
) -> Option<Diagnostic> {
    let name_of = |id: &SmolStr| {
        game.headings
            .get(id.as_str())
            .map(|heading| heading.name.as_str())
    };
    let names: Vec<&str> = order.iter().filter_map(name_of).collect();
    let effect = card.effect.as_ref()?;
    let begun = begun(card, &names);
    // Without any of them, the first one is missing.
    let is_wrong = |at: usize, wanted: &str| match begun.get(at) {
        Some(is) => *is != wanted,
        None => at == 0,
    };
    let mut all = names.iter().enumerate();
    let (_, wanted) = all.find(|(at, wanted)| is_wrong(*at, wanted))?;
    let message = format!(
        "the line `{wanted}:` of \"{}\" is not in its place",
        prose::shown(&card.name)
    );
    let list = prose::and(prose::ticked(names.iter().copied()));
    Some(
        broken(rule, effect.node.span, message, format!("no `{wanted}:`"))
            .help(format!("write the lines in the order {list}, each once")),
    )
}

fn must(rule: &CardRule) -> &'static str {
    match rule.usual {
        true => "is usually",
        false => "must be",
    }
}

fn word_of(value: &game::FieldValue) -> String {
    match value {
        game::FieldValue::Flag(flag) => flag.to_string(),
        game::FieldValue::Number(number) => number.to_string(),
        game::FieldValue::Word(word) => word.clone(),
    }
}

fn named_by(
    game: &Game,
    rule: &CardRule,
    index: &CardIndex<'_>,
    card: &CardSource,
    (card_type, field): (&SmolStr, &str),
    limit: Limit,
) -> Option<Diagnostic> {
    let names = |other: &&&CardSource| {
        other.card_type == *card_type
            && matches!(other.fields.get(field), Some(FieldValue::Text(text)) if card.is_called(text))
    };
    let count = index.by_id.values().filter(names).count();
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let least = limit.exactly.or(limit.at_least).unwrap_or_default();
    let most = limit.exactly.or(limit.at_most).unwrap_or(u32::MAX);
    let wanted = if count < least { least } else { most };
    (!(least..=most).contains(&count)).then(|| {
        let (one, many) = game
            .card_types
            .get(card_type)
            .map_or((card_type.to_string(), card_type.to_string()), |of| {
                (of.name.clone(), of.plural.clone())
            });
        let message = format!(
            "\"{}\" is the `{field}` of {}, but {} the `{field}` of {wanted}",
            prose::shown(&card.name),
            counted(u64::from(count), &one, &many),
            must(rule)
        );
        broken(
            rule,
            card.name_at,
            message,
            format!("{count} instead of {wanted}"),
        )
        .help(format!(
            "add {many} with `{field}: {}`, or remove some",
            card.name
        ))
    })
}
