//! Resolves the keys of a card to fields and reports unknown keys.

use super::fixes;
use super::keys::{BUILT_IN, Key, all_keys, is_key, text_of};
use super::recover::misplaced::{
    cut_by_comma, cut_by_commas, has_no_value, not_below, not_indented, numbers_of_one, outdented,
    text_without_key, without_colon,
};
use crate::diagnostic::{Code, Diagnostic, Safety, closest, matches_within};
use crate::game::{CardField, CardType, Field, FieldKind, Game, HOUSE_KEY, Need};
use crate::yaml::{Entry, Node, Value};

/// Returns the diagnostic for a mapping that is not a card: one instead of one for every key.
pub(super) fn stranger(game: &Game, node: &Node, entries: &[Entry]) -> Option<Diagnostic> {
    let keys = entries.iter().filter_map(text_of);
    let Some(first) = entries.first() else {
        return Some(
            Diagnostic::new(
                Code::NotACard,
                node.span,
                "expected a card, found an empty mapping",
                "no card field",
            )
            .help("write the fields of a card, such as `name: …` and `type: …`"),
        );
    };
    if let Some(diagnostic) = exported(entries) {
        return Some(diagnostic);
    }
    let is_set = game.are_of_a_set(keys.clone());
    if !is_set && keys.clone().any(|key| matches!(key, "name" | "type")) {
        return None;
    }
    if let Some(diagnostic) = other_file(entries) {
        return Some(diagnostic);
    }
    let known = |key: &str| is_key(game, key) || closest(key, all_keys(game)).is_some();
    if keys.into_iter().any(known) {
        return None;
    }
    Some(
        Diagnostic::new(
            Code::NotACard,
            first.key.span,
            "not a card: no key is a card field",
            "not a card field",
        )
        .help("write the fields of a card, such as `name: …` and `type: …`"),
    )
}

/// Returns the diagnostic for a set exported in a bundle, which is not an author's file.
fn exported(entries: &[Entry]) -> Option<Diagnostic> {
    let with = |wanted: &str| entries.iter().find(|entry| text_of(entry) == Some(wanted));
    let zones = with("zones").filter(|entry| entry.value.scalar().is_none())?;
    with("total")?;
    Some(
        Diagnostic::new(
            Code::NotACard,
            zones.key.span,
            "this is a kingdom set from a bundle, not a card and not the file of a set",
            "a key of a set in a bundle",
        )
        .help(
            "`cardwright kingdom` reads it; `cardwright kingdom export --to yaml` converts it to \
            a file",
        ),
    )
}

/// Returns the diagnostic for a file of another kind: the data of a game, house rules, migrations, or cards below a
/// key.
fn other_file(entries: &[Entry]) -> Option<Diagnostic> {
    let with = |wanted: &str| entries.iter().find(|entry| text_of(entry) == Some(wanted));
    let strange = |entry: &Entry, message: &str, label: &str| {
        Diagnostic::new(Code::NotACard, entry.key.span, message, label)
    };
    if let Some(entry) = with("card_types") {
        let diagnostic = strange(
            entry,
            "this is the data of a game, but the file has the wrong name",
            "a key of a game, not of a card",
        );
        return Some(diagnostic.help("rename the file to `game.yaml`"));
    }
    let of_test = ["given", "when", "then"];
    if let Some(entry) = with("test").filter(|_| of_test.iter().any(|key| with(key).is_some())) {
        let diagnostic = strange(
            entry,
            "this is a test, but the file has the wrong name",
            "a key of a test, not of a card",
        );
        return Some(diagnostic.help("rename the file so that its name ends in `.test.yaml`"));
    }
    let first = entries.first()?;
    let written = text_of(first)?.to_lowercase().replace(['-', ' '], "_");
    let others = [HOUSE_KEY, "migrations"];
    let key = closest(&written, others).filter(|_| first.key.scalar().is_some())?;
    let what = match key {
        HOUSE_KEY => "house rules have",
        _ => "migrations have",
    };
    let diagnostic = strange(first, &format!("{what} the key `{key}`"), "not this key");
    Some(diagnostic.fix(Safety::Safe, format!("write `{key}`"), first.key.span, key))
}

/// Finds the entry of the card type, even if its key is misspelt.
pub(super) fn type_entry<'a>(game: &Game, entries: &'a [Entry]) -> Option<&'a Entry> {
    let exact = entries.iter().find(|entry| text_of(entry) == Some("type"));
    let of_no_field = |key: &str| !all_keys(game).any(|known| known == key);
    let misspelt = || {
        entries.iter().find(|entry| {
            text_of(entry)
                .is_some_and(|key| of_no_field(key) && closest(key, all_keys(game)) == Some("type"))
        })
    };
    let otherwise = || {
        let mut others = entries.iter();
        others.find(|entry| text_of(entry).is_some_and(of_no_field) && has_type(game, entry))
    };
    exact.or_else(misspelt).or_else(otherwise)
}

/// Returns whether the value of an entry is one of the game's card types.
fn has_type(game: &Game, entry: &Entry) -> bool {
    let scalar = entry.value.scalar();
    scalar.is_some_and(|scalar| game.card_types.contains_key(scalar.text.trim()))
}

/// Returns the card type that matches the fields of a card better than the written type, and the fields that the
/// written type does not have. A single extra field is not enough.
pub(super) fn of_another_type<'g, 'e>(
    game: &'g Game,
    written: &CardType,
    entries: &'e [Entry],
) -> Option<(&'g str, Vec<&'e Entry>)> {
    let has = |card_type: &CardType, entry: &Entry| {
        text_of(entry).is_some_and(|key| game.field_of(card_type, key).is_some())
    };
    let is_field = |entry: &&Entry| {
        let key = text_of(entry);
        key.is_some_and(|key| !BUILT_IN.contains(&key) && is_key(game, key))
    };
    let foreign = entries.iter().filter(|entry| !has(written, entry));
    let foreign: Vec<&Entry> = foreign.filter(is_field).collect();
    if foreign.is_empty() {
        return None;
    }
    let given: Vec<&Entry> = entries.iter().filter(is_field).collect();
    let lacking = |card_type: &CardType| {
        let is_given = |key: &str| given.iter().any(|entry| text_of(entry) == Some(key));
        let lacks = |need: Need<'_>, key: &str| match need {
            Need::Required => !is_given(key),
            Need::Unless(flag) => !is_given(key) && !is_given(game.key_of(flag)),
            Need::Optional => false,
        };
        let fields = game.fields_of(card_type);
        fields.filter(|field| lacks(field.need, field.key)).count()
    };
    if foreign.len() + lacking(written) < 2 {
        return None;
    }
    // Unknown names of numbers count like unknown keys.
    let strange = |card_type: &CardType| {
        let numbers = |field: CardField<'_>| match &field.field.kind {
            FieldKind::Numbers { each, .. } => given
                .iter()
                .filter(|entry| text_of(entry) == Some(field.key))
                .filter_map(|entry| match &entry.value.value {
                    Value::Mapping(numbers) => Some(numbers.iter()),
                    _ => None,
                })
                .flatten()
                .filter(|number| text_of(number).is_none_or(|name| !each.contains_key(name)))
                .count(),
            _ => 0,
        };
        game.fields_of(card_type).map(numbers).sum::<usize>()
    };
    let mut fitting = game.printed_types().filter(|(_, one)| {
        let lacks = lacking(one);
        (lacks == 0 || foreign.len() > lacks + 1)
            && given.iter().all(|entry| has(one, entry))
            && strange(one) <= strange(written)
    });
    match (fitting.next(), fitting.next()) {
        (Some((id, _)), None) => Some((id, foreign)),
        _ => None,
    }
}

/// Resolves each key to a field. A misspelt key is reported and then read as its correction, so
/// that mistakes in its value are reported in the same run. `half_read` collects the keys whose
/// values cannot be read.
pub(super) fn resolve<'a>(
    game: &'a Game,
    source: &str,
    definition: Option<&'a CardType>,
    entries: &'a [Entry],
    half_read: &mut Vec<&'a str>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Key<'a>> {
    let mut keys: Vec<Key<'a>> = Vec::with_capacity(entries.len());
    let mut unknown = Vec::new();
    let outdented = outdented(game, entries);
    if let Some((text, lines)) = &outdented {
        diagnostics.extend(not_indented(source, text, lines));
    }
    for entry in entries {
        if outdented
            .as_ref()
            .is_some_and(|(_, lines)| lines.iter().any(|line| std::ptr::eq(*line, entry)))
        {
            continue;
        }
        let Some(written) = text_of(entry) else {
            diagnostics.push(not_a_word(entry));
            continue;
        };
        // Without a type, every field is allowed.
        let built_in = BUILT_IN.into_iter().find(|key| *key == written);
        let key = built_in.or_else(|| match definition {
            Some(card_type) => game.field_of(card_type, written).map(|field| field.key),
            None => all_keys(game).find(|key| *key == written),
        });
        if let Some(key) = key {
            if !keys.iter().any(|known| known.key == key) {
                keys.push(Key { key, entry });
            }
        } else if let (Some(card_type), true) =
            (definition, all_keys(game).any(|key| key == written))
        {
            diagnostics.push(not_of_type(game, source, card_type, written, entry));
        } else {
            unknown.push((written, entry));
        }
    }
    if unknown.is_empty() {
        return keys;
    }
    let allowed: Vec<&'a str> = match definition {
        Some(card_type) => {
            let fields = game.fields_of(card_type).map(|field| field.key);
            BUILT_IN.into_iter().chain(fields).collect()
        }
        None => all_keys(game).collect(),
    };
    unknown.retain(|(written, entry)| {
        let glued = allowed.iter().copied().find_map(|key| {
            let diagnostic = without_colon(source, written, entry, key)?;
            Some((key, diagnostic))
        });
        match glued.filter(|(key, _)| !keys.iter().any(|known| known.key == *key)) {
            Some((key, diagnostic)) => {
                diagnostics.push(diagnostic);
                half_read.push(key);
                false
            }
            None => true,
        }
    });
    for (text, rest) in cut_by_commas(game, source, entries, &unknown) {
        diagnostics.push(cut_by_comma(source, text, &rest));
        keys.retain(|known| {
            let cut = std::ptr::eq(known.entry, text);
            if cut {
                half_read.push(known.key);
            }
            !cut
        });
        unknown.retain(|(_, entry)| !rest.iter().any(|rest| std::ptr::eq(*rest, *entry)));
    }
    while let Some((key, of_it)) = numbers_of_one(game, definition, &keys, &unknown, half_read) {
        diagnostics.push(not_below(source, key, &keys, &of_it));
        // The numbers exist, so the field must not be reported as missing or empty.
        half_read.push(key);
        keys.retain(|known| known.key != key);
        unknown.retain(|(_, entry)| !of_it.iter().any(|(_, of_it)| std::ptr::eq(*of_it, *entry)));
    }
    let mut texts = game.fields.iter();
    let text = texts.find(|(_, field)| matches!(field.kind, FieldKind::Effect));
    let text = text
        .map(|(name, field)| field.key_or(name))
        .filter(|text| allowed.contains(text) && !keys.iter().any(|known| known.key == *text));
    if let Some(key) = text
        && let Some((lines, diagnostic)) = text_without_key(game, source, key, &unknown)
    {
        diagnostics.push(diagnostic);
        half_read.push(key);
        unknown.retain(|(_, entry)| !lines.iter().any(|line| std::ptr::eq(*line, *entry)));
    }
    for (written, entry) in unknown {
        // A key that exists already is not a correction.
        let free = allowed
            .iter()
            .copied()
            .filter(|key| !keys.iter().any(|known| known.key == *key));
        let close = likely(written, free);
        let diagnostic = Diagnostic::new(
            Code::UnknownField,
            entry.key.span,
            format!(
                "unknown card field `{}`",
                crate::diagnostic::prose::shown(written)
            ),
            "not a card field",
        );
        let is_type = type_entry(game, entries).is_some_and(|one| std::ptr::eq(one, entry));
        if is_type && close.first() != Some(&"type") && has_type(game, entry) {
            let plain = written.to_lowercase();
            let safety = match plain.contains("type") || plain.contains("kind") {
                true => Safety::Safe,
                false => Safety::Unsafe,
            };
            diagnostics.push(diagnostic.fix(safety, "write `type`", entry.key.span, "type"));
            keys.push(Key { key: "type", entry });
            continue;
        }
        if let Some(key) = called_otherwise(game, written).filter(|key| allowed.contains(key)) {
            if keys.iter().any(|known| known.key == key) {
                diagnostics.push(diagnostic.help(format!(
                    "move its value to `{key}`, which this card has, or remove it"
                )));
            } else {
                let title = format!("write `{key}`");
                diagnostics.push(diagnostic.fix(Safety::Unsafe, title, entry.key.span, key));
                keys.push(Key { key, entry });
            }
            continue;
        }
        let by_value = definition
            .filter(|_| close.is_empty() || entry.value.scalar().is_none())
            .and_then(|card_type| fitting(game, card_type, &keys, entry));
        if let Some(key) = by_value {
            let title = format!("write `{key}`");
            diagnostics.push(diagnostic.fix(Safety::Unsafe, title, entry.key.span, key));
            keys.push(Key { key, entry });
            continue;
        }
        let Some(key) = close.first().copied() else {
            diagnostics.push(unlike_any(
                game, source, definition, written, entry, diagnostic,
            ));
            continue;
        };
        let safety = if close.len() == 1 {
            Safety::Safe
        } else {
            Safety::Unsafe
        };
        diagnostics.push(diagnostic.fix(safety, format!("write `{key}`"), entry.key.span, key));
        keys.push(Key { key, entry });
    }
    // Restore the order of the card, so that diagnostics are reported in that order.
    keys.sort_by_key(|key| key.entry.key.span);
    keys
}

/// Returns the only required and missing field that accepts the value of an entry: `hero_type` for `class: might`.
fn fitting<'g>(
    game: &'g Game,
    card_type: &'g CardType,
    keys: &[Key<'_>],
    entry: &Entry,
) -> Option<&'g str> {
    let fits = |kind: &FieldKind| match (kind, &entry.value.value) {
        (FieldKind::Choice { of, .. }, Value::Scalar(scalar)) => {
            let words = game.vocabulary.get(of);
            words.is_some_and(|words| words.contains_key(scalar.text.trim()))
        }
        (FieldKind::Numbers { each, .. }, Value::Mapping(numbers)) => {
            let known =
                |number: &Entry| text_of(number).is_some_and(|name| each.contains_key(name));
            numbers.len() == each.len() && numbers.iter().all(known)
        }
        _ => false,
    };
    let missing = |field: &CardField<'_>| {
        matches!(field.need, Need::Required) && !keys.iter().any(|known| known.key == field.key)
    };
    let mut fields = game
        .fields_of(card_type)
        .filter(missing)
        .filter(|field| fits(&field.field.kind));
    match (fields.next(), fields.next()) {
        (Some(field), None) => Some(field.key),
        _ => None,
    }
}

/// Returns the keys that a word may be a misspelling of, the closest first. A short word that lacks two letters is not
/// a misspelling: `mana` is not `manual`.
fn likely<'k>(written: &str, keys: impl Iterator<Item = &'k str>) -> Vec<&'k str> {
    let length = written.chars().count();
    let mut close = matches_within(written, keys);
    close.retain(|key| length > SHORT || key.chars().count() <= length + 1);
    close
}

/// Maximum length of a short word, in letters.
const SHORT: usize = 4;

/// Returns the field that other tools and games call by this word.
fn called_otherwise<'g>(game: &'g Game, written: &str) -> Option<&'g str> {
    let field = |is: fn(&Field) -> bool| {
        let (name, field) = game.fields.iter().find(|(_, field)| is(field))?;
        Some(field.key_or(name))
    };
    match written.to_lowercase().as_str() {
        "title" | "card_name" => Some("name"),
        "text" | "rules_text" | "rules" | "card_text" | "description" | "desc" | "ability"
        | "abilities" | "effects" => field(|field| matches!(field.kind, FieldKind::Effect)),
        "keywords" | "subtypes" => field(|field| field.is_list_of("traits")),
        _ => None,
    }
}

fn not_a_word(entry: &Entry) -> Diagnostic {
    let diagnostic = if entry.key.scalar().is_some() {
        Diagnostic::new(
            Code::WrongType,
            fixes::key_of(entry),
            "a card field has no key",
            "its key is empty",
        )
    } else {
        Diagnostic::new(
            Code::WrongType,
            entry.key.span,
            format!(
                "the key of a field must be a word, not {}",
                crate::yaml::described(&entry.key)
            ),
            "must be a word",
        )
    };
    diagnostic.help("write the name of a field before the colon")
}

/// Returns the diagnostic for a field that only other types have.
fn not_of_type(
    game: &Game,
    source: &str,
    card_type: &CardType,
    key: &str,
    entry: &Entry,
) -> Diagnostic {
    let others = crate::diagnostic::prose::and(types_with(game, key));
    let mut note = format!("{others} have `{key}`");
    if let Some(section) = &card_type.section {
        note.push_str(&format!(
            "; for the fields of {}, see rulebook section \"{section}\"",
            crate::diagnostic::prose::a(&card_type.name)
        ));
    }
    let diagnostic = Diagnostic::new(
        Code::FieldNotOfType,
        entry.key.span,
        format!(
            "{} has no `{key}`",
            crate::diagnostic::prose::a(&card_type.name)
        ),
        format!("{} have no `{key}`", card_type.plural),
    )
    .note(note);
    let groups = game.fields_of(card_type).filter(|field| {
        let FieldKind::Group { part, .. } = &field.field.kind else {
            return false;
        };
        game.field_of(part, key).is_some()
    });
    let groups: Vec<&str> = groups.map(|group| group.key).collect();
    if !groups.is_empty() {
        let below = crate::diagnostic::prose::or(crate::diagnostic::prose::ticked(groups));
        return diagnostic.help(format!("write it below {below}, indented"));
    }
    without_line(source, entry, diagnostic)
}

/// Adds a fix that removes a field without a value. For a field with a value, it only adds help.
fn without_line(source: &str, entry: &Entry, diagnostic: Diagnostic) -> Diagnostic {
    let empty = entry.value.is_null();
    match entry.removal(source).filter(|_| empty) {
        Some(lines) => diagnostic.fix(Safety::Unsafe, "remove the field", lines, ""),
        None => diagnostic.help("remove the field"),
    }
}

/// Returns the types that have a key, in words: `heroes`, `units`.
fn types_with<'g>(game: &'g Game, key: &str) -> Vec<&'g str> {
    game.card_types
        .values()
        .filter(|card_type| game.field_of(card_type, key).is_some())
        .map(|card_type| card_type.plural.as_str())
        .collect()
}

fn unlike_any(
    game: &Game,
    source: &str,
    definition: Option<&CardType>,
    written: &str,
    entry: &Entry,
    diagnostic: Diagnostic,
) -> Diagnostic {
    // Do not correct the spelling of a field of another type: the correction would be another error.
    let elsewhere = definition.and_then(|card_type| {
        let key = closest(
            written,
            game.fields.iter().map(|(name, field)| field.key_or(name)),
        )?;
        let here = game.field_of(card_type, key).is_some();
        (!here).then_some((card_type, key))
    });
    let diagnostic = match elsewhere {
        Some((card_type, key)) => diagnostic.note(format!(
            "{} have `{key}`, but {} do not",
            crate::diagnostic::prose::and(types_with(game, key)),
            card_type.plural
        )),
        None => diagnostic,
    };
    // No fix removes a field with a value: the author may need the value elsewhere.
    if has_no_value(source, entry) {
        diagnostic.help(
            "write a colon and a value after it, or put the text before it in quotes if \
            the comma is part of it",
        )
    } else if entry.value.is_null() {
        without_line(source, entry, diagnostic)
    } else {
        diagnostic.help("remove the field, or move its value to a field of cards")
    }
}
