//! Reads a node as a card: resolves its keys, reads their values, and reports missing fields.

use std::sync::Arc;

use smol_str::SmolStr;

use super::expected::{self, CardContext, Group};
use super::keys::{BUILT_IN, Key};
use super::resolve_keys;
use super::{CardSource, EffectSource, FieldValue, VecMap, field, fixes, id_of, naming};
use crate::diagnostic::{self, Code, Diagnostic, Safety};
use crate::game::{CardType, Field, FieldKind, Game, Need, TYPE_KEY};
use crate::source::Span;
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
    let card_type = type_entry.and_then(|entry| read_type(game, entry, diagnostics));
    let card_type = type_entry
        .zip(card_type)
        .map(|(entry, id)| type_of_the_fields(game, entry, id, entries, diagnostics).unwrap_or(id));
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
    let by_fields = untyped.and_then(|entry| type_by_fields(game, &keys, entry, diagnostics));
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

/// Reads the card type. Returns the intended type if it is clear; reports a different spelling.
fn read_type<'g>(
    game: &'g Game,
    entry: &Entry,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<&'g str> {
    let one_of = || {
        format!(
            "write {}",
            crate::diagnostic::prose::or(crate::diagnostic::prose::ticked(game.card_types.keys()))
        )
    };
    let at = fixes::place_of(entry);
    let Some(scalar) = entry.value.scalar().filter(|_| !entry.value.is_null()) else {
        let what = crate::yaml::described(&entry.value);
        let wrapped = expected::only_item(&entry.value)
            .and_then(|item| game.card_types.get_key_value(item))
            .map(|(id, _)| id.as_str());
        let diagnostic = if entry.value.is_null() {
            Diagnostic::new(
                Code::WrongType,
                at,
                "the `type` of a card is empty",
                "missing card type",
            )
        } else {
            Diagnostic::new(
                Code::WrongType,
                at,
                format!("the `type` of a card must be a card type, not {what}"),
                "not a card type",
            )
        };
        diagnostics.push(match wrapped {
            Some(id) => {
                let title = format!("write `{id}`");
                fixes::replace(diagnostic, &entry.value, Safety::Safe, title, id)
            }
            None => diagnostic.help(one_of()),
        });
        return wrapped;
    };
    let written = scalar.text.trim();
    if let Some((id, _)) = game.card_types.get_key_value(written) {
        return Some(id);
    }
    let meant = expected::meant(
        written,
        game.card_types.iter().map(|(id, card_type)| {
            (
                id.as_str(),
                vec![card_type.name.as_str(), card_type.plural.as_str()],
            )
        }),
    );
    let diagnostic = Diagnostic::new(
        Code::UnknownValue,
        at,
        format!(
            "\"{}\" is not one of the game's card types",
            crate::diagnostic::prose::shown(written)
        ),
        "not a card type",
    );
    diagnostics.push(expected::suggest(
        diagnostic,
        &entry.value,
        meant,
        Some(one_of()),
    ));
    meant.map(|(id, _)| id)
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
                    let effect = effect(context, known, diagnostics);
                    match is_first_effect(context, known.key) {
                        true => card.effect = effect,
                        false => {
                            if let Some(effect) = effect {
                                card.more_effects.insert(known.key, effect);
                            }
                        }
                    }
                }
                FieldKind::Group { part, .. } => {
                    let value = group(context, known, part, card, diagnostics);
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

/// Returns whether an effect text is the first one of its card type.
fn is_first_effect(context: &CardContext<'_>, key: &str) -> bool {
    let Some(definition) = context.definition else {
        return true;
    };
    let mut fields = context.game.fields_of(definition);
    let first = fields.find(|field| matches!(field.field.kind, FieldKind::Effect));
    first.is_none_or(|first| first.key == key)
}

/// Reads the fields of a group. Its effect texts are those of the card.
fn group(
    context: &CardContext<'_>,
    known: &Key<'_>,
    part: &CardType,
    card: &mut CardSource,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<FieldValue> {
    let at = fixes::place_of(known.entry);
    let keys = || {
        let fields = context.game.fields_of(part).map(|field| field.key);
        diagnostic::prose::and(diagnostic::prose::ticked(fields))
    };
    let Value::Mapping(entries) = &known.entry.value.value else {
        let diagnostic = Diagnostic::new(
            Code::WrongType,
            at,
            format!(
                "the `{}` of {} must be a mapping with {}, not {}",
                known.key,
                context.who(),
                keys(),
                crate::yaml::described(&known.entry.value)
            ),
            "must be a mapping",
        );
        diagnostics.push(diagnostic.help(format!(
            "write `{}:` and its fields below it, indented",
            known.key
        )));
        return None;
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

fn effect(
    context: &CardContext<'_>,
    known: &Key<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<EffectSource> {
    let entry = known.entry;
    let key = known.key;
    let at = fixes::place_of(entry);
    let Some(scalar) = entry.value.scalar() else {
        let diagnostic = Diagnostic::new(
            Code::WrongType,
            at,
            format!(
                "the `{key}` of {} must be a text, not {}",
                context.who(),
                crate::yaml::described(&entry.value)
            ),
            "must be a text",
        )
        .help(format!("write `{key}: |` and the lines of the text below"));
        diagnostics.push(
            match crate::card::recover::misplaced::as_lines(context.source, entry) {
                Some(edits) => diagnostic.fix_all(Safety::Unsafe, "put the lines after `|`", edits),
                None => diagnostic,
            },
        );
        return None;
    };
    if entry.value.is_null() || scalar.text.trim().is_empty() {
        // The text may be in lines that could not be parsed, or that are not indented.
        if context.broken
            || crate::card::recover::misplaced::is_outdented(context.game, context.entries, entry)
        {
            return None;
        }
        let diagnostic = Diagnostic::new(
            Code::EmptyText,
            at,
            format!("the `{key}` of {} is empty", context.who()),
            "missing text",
        )
        .help("write the text as printed");
        let definition = definition_of(context, key);
        let optional = definition.is_some_and(|(_, (_, need))| need == Need::Optional);
        diagnostics.push(match optional {
            true => fixes::remove(
                diagnostic.help("write the text as printed, or remove the line"),
                context.source,
                entry,
            ),
            false => diagnostic,
        });
        return None;
    }
    if crate::yaml::says_none(&entry.value) {
        let diagnostic = Diagnostic::new(
            Code::EmptyText,
            at,
            format!(
                "the `{key}` of {} only says that there is none",
                context.who()
            ),
            "not a card text",
        );
        let diagnostic = fixes::remove(diagnostic, context.source, entry);
        diagnostics.push(match diagnostic.help {
            Some(_) => diagnostic,
            None => diagnostic.help("remove the line"),
        });
        return None;
    }
    if let Some((_, diagnostic)) = fixes::in_curly_quotes(context.source, &entry.value) {
        diagnostics.push(diagnostic);
        return None;
    }
    let lines = folded(context, known)
        .or_else(|| crate::card::recover::misplaced::swallowed(context, entry));
    if let Some((lines, diagnostic)) = lines {
        diagnostics.push(diagnostic);
        return Some(EffectSource { node: lines });
    }
    Some(EffectSource {
        node: entry.value.clone(),
    })
}

/// Returns the lines of a text that `>` joins, and the diagnostic, if a line after the first begins like an ability or
/// a mode.
fn folded(context: &CardContext<'_>, known: &Key<'_>) -> Option<(Node, Diagnostic)> {
    let lines = known.entry.value.unfolded(context.source)?;
    let begins = |line: &str| {
        let line = line.trim_start().to_lowercase();
        let mut headings = context.game.headings.values();
        line.starts_with("- ")
            || headings.any(|heading| {
                let rest = line.strip_prefix(&heading.name.to_lowercase());
                rest.is_some_and(|rest| rest.starts_with([':', ',']))
            })
    };
    let text = &lines.scalar()?.text;
    if !text.trim().lines().skip(1).any(begins) {
        return None;
    }
    let Span { file, start, .. } = lines.span;
    let at = Span::new(file, start as usize..start as usize + 1);
    let diagnostic = Diagnostic::new(
        Code::WrongType,
        at,
        format!(
            "the lines of the `{}` of {} are joined",
            known.key,
            context.who()
        ),
        "`>` joins the lines below it",
    );
    Some((lines, diagnostic.fix(Safety::Safe, "write `|`", at, "|")))
}

/// The card, for diagnostics about missing fields.
struct Subject {
    type_given: bool,
    /// The position at which missing fields are reported.
    at: Span,
}

fn report_missing(
    context: &CardContext<'_>,
    subject: &Subject,
    keys: &[Key<'_>],
    card: &CardSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let given =
        |key: &str| keys.iter().any(|known| known.key == key) || context.half_read.contains(&key);
    if !given("name") {
        diagnostics.push(
            Diagnostic::new(
                Code::MissingField,
                subject.at,
                format!("{} has no name", context.who()),
                "a card without a name",
            )
            .help("add `name: …` with the name as printed"),
        );
    }
    if !subject.type_given {
        let types = crate::diagnostic::prose::or(crate::diagnostic::prose::ticked(
            context.game.card_types.keys(),
        ));
        let diagnostic = Diagnostic::new(
            Code::MissingField,
            subject.at,
            format!("{} has no type", context.who()),
            "this card has no type",
        )
        .help(format!("add `type` with {types}"));
        let name = keys.iter().find(|known| known.key == "name");
        let line = type_of_fields(context.game, keys).and_then(|id| {
            let line = format!("type: {id}");
            let (at, text) = name?.entry.followed_by(context.source, &line)?;
            Some((line, at, text))
        });
        diagnostics.push(match line {
            Some((line, at, text)) => {
                diagnostic.fix(Safety::Unsafe, format!("add `{line}`"), at, text)
            }
            None => diagnostic,
        });
    }
    report_missing_fields(context, subject.at, keys, card, diagnostics);
}

/// Reports the fields that the card type, or the group, requires.
fn report_missing_fields(
    context: &CardContext<'_>,
    at: Span,
    keys: &[Key<'_>],
    card: &CardSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let given =
        |key: &str| keys.iter().any(|known| known.key == key) || context.half_read.contains(&key);
    let Some(definition) = context.definition else {
        return;
    };
    for needed in context.game.fields_of(definition) {
        let flag = match needed.need {
            Need::Required => None,
            Need::Unless(flag) => Some(context.game.key_of(flag)),
            Need::Optional => continue,
        };
        if given(needed.key) {
            continue;
        }
        // `manual` contains a text that the language cannot express yet.
        if matches!(needed.field.kind, FieldKind::Effect) && given("manual") {
            continue;
        }
        if let Some(flag) = flag {
            // A flag with an invalid value may be meant as `true`, which makes the field optional.
            let taken_away = match card.fields.get(flag) {
                Some(value) => *value == FieldValue::Flag(true),
                None => given(flag),
            };
            if taken_away {
                continue;
            }
        }
        let words = crate::diagnostic::prose::spoken(needed.key);
        let this = if context.group.is_some() {
            "this".to_owned()
        } else if context.name.is_some() {
            format!("this {}", definition.name)
        } else {
            context.who()
        };
        let mut help = field::how_to_add(context.game, needed.field, needed.key);
        if let Some(flag) = flag {
            help.push_str(&format!(", or `{flag}: true`"));
        }
        let mut diagnostic = Diagnostic::new(
            Code::MissingField,
            at,
            format!("{} has no {words}", context.who()),
            format!("{this} has no `{}`", needed.key),
        )
        .help(help);
        if let Some(section) = &definition.section {
            diagnostic = diagnostic.note(format!("rulebook section \"{section}\""));
        }
        diagnostics.push(diagnostic);
    }
}

/// Returns the card type that the fields belong to, if the written type is different. The card is then read as that
/// type, so that a wrong type gives one diagnostic instead of one for each field.
fn type_of_the_fields<'g>(
    game: &'g Game,
    entry: &Entry,
    written: &str,
    entries: &[Entry],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<&'g str> {
    let at = fixes::place_of(entry);
    let definition = game.card_types.get(written)?;
    let (id, foreign) = resolve_keys::of_another_type(game, definition, entries)?;
    let meant = game.card_types.get(id)?;
    // Drop other diagnostics about the type: the mismatch with the fields explains them.
    diagnostics.retain(|diagnostic| diagnostic.primary.at != at);
    let diagnostic = Diagnostic::new(
        Code::FieldNotOfType,
        at,
        format!(
            "the type of the card is {}, but its fields are those of {}",
            crate::diagnostic::prose::a(&definition.name),
            crate::diagnostic::prose::a(&meant.name)
        ),
        "does not match the fields",
    );
    let diagnostic = foreign.iter().fold(diagnostic, |diagnostic, entry| {
        let label = format!("{} do not have this field", definition.plural);
        diagnostic.label(entry.key.span, label)
    });
    let title = format!("write `{id}`");
    let diagnostic = fixes::replace(diagnostic, &entry.value, Safety::Unsafe, title, id);
    diagnostics.push(diagnostic);
    Some(id)
}

/// Suggests the type that matches the fields for an unknown type. The fields are then read with it.
fn type_by_fields<'g>(
    game: &'g Game,
    keys: &[Key<'_>],
    entry: &Entry,
    diagnostics: &mut [Diagnostic],
) -> Option<&'g str> {
    let of_type = |diagnostic: &&mut Diagnostic| {
        let at_type = diagnostic.primary.at == fixes::place_of(entry);
        at_type && diagnostic.code == Code::UnknownValue && diagnostic.fixes.is_empty()
    };
    let (Some(diagnostic), Some(id)) = (
        diagnostics.iter_mut().find(of_type),
        type_of_fields(game, keys),
    ) else {
        return None;
    };
    let bare = Diagnostic {
        help: None,
        ..diagnostic.clone()
    };
    let title = format!("write `{id}`");
    let bare = bare.note(format!(
        "all its fields are those of {}",
        crate::diagnostic::prose::a(id)
    ));
    *diagnostic = fixes::replace(bare, &entry.value, Safety::Unsafe, title, id);
    Some(id)
}

/// Returns the only card type that has all of these fields and no other required ones. Returns `None` if most types
/// have each of these fields, because a card with only such fields may lack others.
fn type_of_fields<'g>(game: &'g Game, keys: &[Key<'_>]) -> Option<&'g str> {
    let given = |key: &str| keys.iter().any(|known| known.key == key);
    let of_all = ["name", "id", "type", "manual"];
    let fits = |card_type: &CardType| {
        let mut fields = game.fields_of(card_type);
        let needs_no_other = fields.all(|field| match field.need {
            Need::Required => given(field.key),
            Need::Unless(flag) => given(field.key) || given(game.key_of(flag)),
            Need::Optional => true,
        });
        let has = |key: &str| game.field_of(card_type, key).is_some();
        needs_no_other
            && keys
                .iter()
                .all(|known| of_all.contains(&known.key) || has(known.key))
    };
    let types_with = |key: &str| {
        let has = |one: &&CardType| game.field_of(one, key).is_some();
        game.card_types.values().filter(has).count()
    };
    let tells = |key: &str| (1..=game.card_types.len() / 2 + 1).contains(&types_with(key));
    if !keys.iter().any(|known| tells(known.key)) {
        return None;
    }
    let mut types = game.card_types.iter().filter(|(_, one)| fits(one));
    match (types.next(), types.next()) {
        (Some((id, _)), None) => Some(id),
        _ => None,
    }
}
