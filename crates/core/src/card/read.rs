//! Reads a node as a card: resolves its keys, reads their values, and reports missing fields.

use std::sync::Arc;

use smol_str::SmolStr;

use super::expected::{CardContext, Group};
use super::keys::{BUILT_IN, Key};
use super::missing::{Subject, report_missing, report_missing_fields};
use super::resolve_keys;
use super::{CardSource, FieldValue, VecMap, card_type, effect_field, field, fixes, id_of, naming};
use crate::diagnostic::{self, Code, Diagnostic};
use crate::game::{CardType, Field, FieldKind, Game, Need, TYPE_KEY};
use crate::yaml::{Entry, Node, Value};

/// Maximum number of keys of a card, valid or not. No game has so many fields.
const MAX_KEYS: usize = 1_000;

/// Reads a node that should be a card. A card without a readable name has an empty name and an
/// empty id.
pub fn read(
    game: &Game,
    source: &str,
    node: &Node,
    broken: bool,
) -> (Option<CardSource>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let card = match &node.value {
        Value::Mapping(entries) if entries.len() > MAX_KEYS => {
            diagnostics.push(too_many_keys(node, entries));
            None
        }
        // Its content was skipped, and the reason was reported.
        Value::Mapping(entries) if entries.is_empty() && broken => None,
        Value::Mapping(entries) => match resolve_keys::stranger(game, node, entries) {
            Some(finding) => {
                diagnostics.push(finding);
                None
            }
            None => {
                let hoist = crate::card::recover::over_indented::hoist(game, source, entries);
                let (hoist, deeper) = hoist.unzip();
                let entries = hoist.as_deref().unwrap_or(entries);
                let card = read_mapping(game, source, node, entries, broken, &mut diagnostics);
                let find_swap = crate::card::recover::swapped_values::find_swap(
                    entries,
                    &diagnostics,
                    |entries| {
                        let mut diagnostics = Vec::new();
                        let card =
                            read_mapping(game, source, node, entries, broken, &mut diagnostics);
                        (card, diagnostics)
                    },
                );
                match find_swap {
                    Some((swapped, pair, rest)) => {
                        diagnostics = rest;
                        let mut finding =
                            crate::card::recover::swapped_values::finding(source, pair);
                        finding.card = Some(swapped.id.to_string()).filter(|id| !id.is_empty());
                        diagnostics.push(finding);
                        Some(swapped)
                    }
                    None => Some(card),
                }
                .map(|mut card| {
                    // Misplaced fields are read, but the card still counts as broken.
                    let id = Some(card.id.to_string()).filter(|id| !id.is_empty());
                    for finding in deeper.into_iter().flatten() {
                        card.broken = true;
                        diagnostics.push(Diagnostic {
                            card: id.clone(),
                            ..finding
                        });
                    }
                    card
                })
            }
        },
        Value::Sequence(_) | Value::Scalar(_) => {
            diagnostics.push(not_a_mapping(node));
            None
        }
    };
    diagnostic::sort(&mut diagnostics);
    (card, diagnostics)
}

fn too_many_keys(node: &Node, entries: &[Entry]) -> Diagnostic {
    let at = entries
        .get(MAX_KEYS)
        .map_or(node.span, |entry| entry.key.span);
    Diagnostic::new(
        Code::NotACard,
        at,
        format!(
            "expected a card, found a mapping with {} keys",
            entries.len()
        ),
        format!("more than {MAX_KEYS} keys"),
    )
    .help("write each card as a separate mapping, with `- ` before its first key")
}

/// Returns whether a line of a list, or a text, begins like a line of a deck: `3 Pikeman`,
/// `3x Pikeman` or `- 3 Pikeman`.
pub fn is_counted(line: &str) -> bool {
    let line = line.strip_prefix("- ").unwrap_or(line);
    let Some((number, name)) = line.split_once(char::is_whitespace) else {
        return false;
    };
    let number = number.trim_end_matches(['x', 'X', '×']);
    number.parse::<u16>().is_ok() && name.trim_start().starts_with(char::is_alphabetic)
}

fn not_a_mapping(node: &Node) -> Diagnostic {
    let what = match &node.value {
        Value::Sequence(_) => "a list within a list",
        _ if node.is_null() => "nothing",
        _ => "a text",
    };
    let diagnostic = Diagnostic::new(
        Code::NotACard,
        node.span,
        format!("expected a card, found {what}"),
        format!("{what}, not the fields of a card"),
    );
    let is_list = node
        .scalar()
        .is_some_and(|scalar| is_counted(scalar.text.trim()));
    diagnostic.help(match is_list {
        true => "use `cardwright kingdom` to read a deck list",
        false => "write the fields of a card, such as `name: …` and `type: …`",
    })
}

fn read_mapping(
    game: &Game,
    source: &str,
    node: &Node,
    entries: &[Entry],
    broken: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> CardSource {
    let type_entry = resolve_keys::type_entry(game, entries);
    let card_type = type_entry.and_then(|entry| card_type::read(game, entry, diagnostics));
    let card_type = type_entry.zip(card_type).map(|(entry, id)| {
        card_type::of_the_fields(game, entry, id, entries, diagnostics).unwrap_or(id)
    });
    let definition = card_type.and_then(|id| game.card_types.get(id));
    let mut half_read = Vec::new();
    let keys = resolve_keys::resolve(
        game,
        source,
        definition,
        entries,
        &mut half_read,
        diagnostics,
    );
    let untyped = type_entry.filter(|_| card_type.is_none());
    let by_fields = untyped.and_then(|entry| card_type::by_fields(game, &keys, entry, diagnostics));
    let definition = definition.or_else(|| game.card_types.get(by_fields?));
    let given = |key: &str| keys.iter().find(|known| known.key == key);

    let named = given("name");
    let name = named.and_then(|key| naming::name(source, key.entry, diagnostics));
    let name_at = named.map(|key| fixes::place_of(key.entry));
    let id = naming::id(
        source,
        given("id").map(|key| key.entry),
        name.as_deref(),
        diagnostics,
    );

    let context = CardContext {
        game,
        source,
        definition,
        name: name.as_deref(),
        broken,
        half_read,
        entries,
        group: None,
    };
    let subject = Subject {
        type_given: type_entry.is_some(),
        at: name_at
            .or_else(|| entries.first().map(|entry| entry.key.span))
            .unwrap_or(node.span),
    };
    let mut card = CardSource {
        id: SmolStr::default(),
        name: SmolStr::default(),
        name_at: name_at.unwrap_or(node.span),
        card_type: card_type.unwrap_or_default().into(),
        type_at: type_entry.map_or(node.span, fixes::place_of),
        fields: Arc::default(),
        places: VecMap::default(),
        effect: None,
        more_effects: VecMap::default(),
        manual: None,
        broken,
    };
    read_fields(&context, &keys, &mut card, diagnostics);
    let id = match (given("id"), definition) {
        (None, Some(definition)) => id.map(|id| id_with(definition, id, &card)),
        _ => id,
    };
    if !broken {
        report_missing(&context, &subject, &keys, &card, diagnostics);
    }
    if let Some(id) = &id {
        for diagnostic in diagnostics.iter_mut() {
            diagnostic.card = Some(id.clone());
        }
    }
    if let (Some(id), Some(name)) = (id, name) {
        card.id = id.into();
        card.name = name.into();
    }
    card
}

/// Returns the default id of a card, with the values that the card type adds to it.
fn id_with(card_type: &CardType, mut id: String, card: &CardSource) -> String {
    for key in &card_type.id_with {
        let value = match card.fields.get(key) {
            Some(FieldValue::Text(text)) => id_of(text),
            Some(FieldValue::Number(number)) => number.to_string(),
            Some(FieldValue::Flag(true)) => id_of(key),
            None if key == TYPE_KEY => id_of(&card.card_type),
            _ => continue,
        };
        id.push_str(&format!("-{value}"));
    }
    id
}

fn read_fields(
    context: &CardContext<'_>,
    keys: &[Key<'_>],
    card: &mut CardSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut values: Vec<(usize, &str, FieldValue)> = Vec::new();
    let places = keys.iter();
    let places = places.map(|known| (known.key.into(), fixes::place_of(known.entry)));
    card.places = places.collect();
    for known in keys {
        let before = diagnostics.len();
        let definition = definition_of(context, known.key);
        let kind = definition.map(|(_, (field, _))| &field.kind);
        if known.key == "manual" {
            card.manual = field::text(context, known.key, known.entry, None, true, diagnostics);
        } else if let Some((order, (field, need))) = definition {
            let optional = need == Need::Optional;
            match &field.kind {
                FieldKind::Effect => {
                    let effect = effect_field::read(context, known, optional, diagnostics);
                    match effect_field::is_first(context, known.key) {
                        true => card.effect = effect,
                        false => {
                            if let Some(effect) = effect {
                                card.more_effects.insert(known.key, effect);
                            }
                        }
                    }
                }
                FieldKind::Group { part, .. } => {
                    let of_group = (field, &**part);
                    let value = group(context, known, of_group, optional, card, diagnostics);
                    values.extend(value.map(|value| (order, known.key, value)));
                }
                _ => {
                    let value = field::value(
                        context,
                        field,
                        known.key,
                        known.entry,
                        optional,
                        diagnostics,
                    );
                    values.extend(value.map(|value| (order, known.key, value)));
                }
            }
        }
        fixes::keep_to(
            diagnostics.get_mut(before..).unwrap_or_default(),
            known.entry,
            context.source,
        );
        // A `#` may be part of an area, or of free text.
        let is_area = matches!(kind, Some(FieldKind::Area));
        let has_words = matches!(known.key, "name" | "manual")
            || matches!(kind, Some(FieldKind::Text { .. } | FieldKind::Effect));
        let comment = (is_area || has_words)
            .then(|| fixes::comment_behind(context.source, known.entry, is_area))
            .flatten();
        if known.entry.value.is_null() && comment.is_some() {
            // The comment is the reason why the field is empty.
            diagnostics.truncate(before);
        }
        diagnostics.extend(comment);
    }
    values.sort_by_key(|(order, _, _)| *order);
    // If a field is repeated, the later value takes precedence.
    values.dedup_by(|later, known| {
        let same = later.1 == known.1;
        if same {
            std::mem::swap(later, known);
        }
        same
    });
    let fields = values.into_iter();
    card.fields = Arc::new(fields.map(|(_, key, value)| (key.into(), value)).collect());
}

/// Returns the field with a key, its index in the game's data, and whether it is required. While the type is unknown, a
/// field is only known if its key has the same meaning for all types.
fn definition_of<'g>(
    context: &CardContext<'g>,
    key: &str,
) -> Option<(usize, (&'g Field, Need<'g>))> {
    let game = context.game;
    if let Some(card_type) = context.definition {
        let field = game.field_of(card_type, key)?;
        return Some((field.order, (field.field, field.need)));
    }
    let fields = game.fields.iter().enumerate();
    let mut of_that_key = fields.filter(|(_, (name, field))| field.key_or(name) == key);
    let (order, (_, field)) = of_that_key.next()?;
    let is_only = of_that_key.next().is_none();
    is_only.then_some((order, (field, Need::Required)))
}

/// Reads the fields of a group. Its effect texts are those of the card.
fn group(
    context: &CardContext<'_>,
    known: &Key<'_>,
    (field, part): (&Field, &CardType),
    optional: bool,
    card: &mut CardSource,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<FieldValue> {
    let at = fixes::place_of(known.entry);
    let Value::Mapping(entries) = &known.entry.value.value else {
        return field::value(
            context,
            field,
            known.key,
            known.entry,
            optional,
            diagnostics,
        );
    };
    let mut half_read = Vec::new();
    let keys = resolve_keys::resolve(
        context.game,
        context.source,
        Some(part),
        entries,
        &mut half_read,
        diagnostics,
    );
    let (of_card, keys): (Vec<Key<'_>>, Vec<Key<'_>>) = keys
        .into_iter()
        .partition(|key| BUILT_IN.contains(&key.key));
    let inner = CardContext {
        game: context.game,
        source: context.source,
        definition: Some(part),
        name: context.name,
        broken: context.broken,
        half_read,
        entries,
        group: Some(Group {
            key: known.key,
            card: context.who(),
        }),
    };
    for key in of_card {
        let diagnostic = Diagnostic::new(
            Code::FieldNotOfType,
            key.entry.key.span,
            format!("{} has no `{}`", inner.who(), key.key),
            "a field of the whole card",
        );
        diagnostics.push(diagnostic.help("write it outside of the group, or remove it"));
    }
    let mut read = CardSource {
        fields: Arc::default(),
        places: VecMap::default(),
        effect: None,
        more_effects: VecMap::default(),
        ..card.clone()
    };
    read_fields(&inner, &keys, &mut read, diagnostics);
    if !context.broken {
        report_missing_fields(&inner, at, &keys, &read, diagnostics);
    }
    let path = |key: &str| format!("{}.{key}", known.key);
    for (key, at) in read.places.iter() {
        card.places.insert(&path(key), *at);
    }
    let mut fields = context.game.fields_of(part);
    let first = fields.find(|field| matches!(field.field.kind, FieldKind::Effect));
    if let Some((first, effect)) = first.zip(read.effect) {
        card.more_effects.insert(&path(first.key), effect);
    }
    for (key, effect) in read.more_effects.iter() {
        card.more_effects.insert(&path(key), effect.clone());
    }
    Some(FieldValue::Group(Arc::unwrap_or_clone(read.fields)))
}
