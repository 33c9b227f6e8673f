//! The keys of a card: which field each of them is, or why it is none.

use super::{mend, wording};
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, closest, closest_all};
use crate::game::{CardType, Field, FieldKind, Game, HOUSE_KEY, Need};
use crate::source::{FileId, Span};
use crate::yaml::{Entry, Node, Style, quoted};

/// The keys that every card may have, whatever the game prints.
pub(crate) const BUILT_IN: [&str; 4] = ["name", "type", "id", "manual"];

/// A key that was understood: the right key, and the entry that has it or a misspelling of it.
pub(super) struct Key<'a> {
    pub key: &'a str,
    pub entry: &'a Entry,
}

/// All keys that cards of this game can have.
fn all_keys(game: &Game) -> impl Iterator<Item = &str> {
    BUILT_IN
        .into_iter()
        .chain(game.fields.iter().map(|(name, field)| field.key_or(name)))
}

fn text_of(entry: &Entry) -> Option<&str> {
    entry
        .key
        .scalar()
        .filter(|_| !entry.key.is_null())
        .map(|scalar| scalar.text.as_str())
        .filter(|text| !text.trim().is_empty())
}

/// What to say of a mapping that nobody meant as a card: one finding, not one for every key.
pub(super) fn stranger(game: &Game, node: &Node, entries: &[Entry]) -> Option<Diagnostic> {
    let keys = entries.iter().filter_map(text_of);
    let Some(first) = entries.first() else {
        return Some(
            Diagnostic::new(
                Code::NotACard,
                node.span,
                "an empty mapping stands where a card should be",
                "no field of a card",
            )
            .help("write the fields of a card as `name: …`, `type: …` and so on"),
        );
    };
    let set = &game.kingdom;
    if let Some(finding) = exported(entries) {
        return Some(finding);
    }
    let is_set = game.are_of_a_set(keys.clone());
    if !is_set && keys.clone().any(|key| matches!(key, "name" | "type")) {
        return None;
    }
    if let Some(finding) = other_file(entries) {
        return Some(finding);
    }
    let zones: Vec<&str> = keys
        .clone()
        .filter(|key| set.zones.contains_key(*key))
        .collect();
    if zones.len() > 1 {
        let misspelt = entries
            .iter()
            .find(|entry| text_of(entry).is_some_and(|key| closest(key, ["kingdom"]).is_some()));
        let named = entries.iter().find(|entry| text_of(entry) == Some("name"));
        let what = wording::a(&set.name);
        let parts = wording::and(wording::ticked(zones));
        let finding = Diagnostic::new(
            Code::NotACard,
            misspelt.or(named).unwrap_or(first).key.span,
            format!("this has the parts of {what}, but no key `kingdom`"),
            format!("{what} has the key `kingdom`"),
        )
        .note(format!("{parts} are parts of {what}, not fields of a card"));
        return Some(match (misspelt, named) {
            (Some(entry), _) => {
                finding.fix(Safety::Safe, "write `kingdom`", entry.key.span, "kingdom")
            }
            (None, Some(entry)) => {
                finding.fix(Safety::Unsafe, "write `kingdom`", entry.key.span, "kingdom")
            }
            (None, None) => finding.help("add `kingdom: …` with its name"),
        });
    }
    let known = |key: &str| {
        all_keys(game).any(|known| known == key) || closest(key, all_keys(game)).is_some()
    };
    if keys.into_iter().any(known) {
        return None;
    }
    Some(
        Diagnostic::new(
            Code::NotACard,
            first.key.span,
            "this mapping is not a card: none of its keys is a field of a card",
            "not a field of a card",
        )
        .help("write the fields of a card as `name: …`, `type: …` and so on"),
    )
}

/// A set as a bundle has it, which is no file of an author.
fn exported(entries: &[Entry]) -> Option<Diagnostic> {
    let with = |wanted: &str| entries.iter().find(|entry| text_of(entry) == Some(wanted));
    let zones = with("zones").filter(|entry| entry.value.scalar().is_none())?;
    with("total")?;
    Some(
        Diagnostic::new(
            Code::NotACard,
            zones.key.span,
            "this is a kingdom set as a bundle has it, not a card and not the file of a set",
            "a set of a bundle has this",
        )
        .help("`cardwright kingdom` reads it; `cardwright kingdom export --to yaml` makes a file of it"),
    )
}

/// What a mapping is that was meant as a file of another kind: the data of a game, house rules, what became of
/// cards, or cards below a key.
fn other_file(entries: &[Entry]) -> Option<Diagnostic> {
    let with = |wanted: &str| entries.iter().find(|entry| text_of(entry) == Some(wanted));
    let strange = |entry: &Entry, message: &str, label: &str| {
        Diagnostic::new(Code::NotACard, entry.key.span, message, label)
    };
    if let Some(entry) = with("card_types") {
        let finding = strange(
            entry,
            "this is the data of a game, and its file is not called so",
            "a game has this, a card has not",
        );
        return Some(finding.help("call the file `game.yaml`"));
    }
    let first = entries.first()?;
    let plain = |key: &str| key.to_lowercase().replace(['-', ' '], "_");
    let written = plain(text_of(first)?);
    if matches!(written.as_str(), "cards" | "card") && first.value.scalar().is_none() {
        let finding = strange(first, "cards stand below no key", "not a field of a card");
        return Some(finding.help(
            "remove this line, and write each card with `- ` before its first key or `---` between two of them",
        ));
    }
    let others = [HOUSE_KEY, "migrations"];
    let key = closest(&written, others).filter(|_| first.key.scalar().is_some())?;
    let what = match key {
        HOUSE_KEY => "house rules have",
        _ => "what became of cards stands below",
    };
    let finding = strange(first, &format!("{what} the key `{key}`"), "not that key");
    Some(finding.fix(Safety::Safe, format!("write `{key}`"), first.key.span, key))
}

/// The entry that holds the card type, also if its key is misspelt.
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

/// Whether the value of an entry is one of the game's card types.
fn has_type(game: &Game, entry: &Entry) -> bool {
    let scalar = entry.value.scalar();
    scalar.is_some_and(|scalar| game.card_types.contains_key(scalar.text.trim()))
}

/// The card type whose fields a card has, where they are not those of the type that is written, and the fields which
/// that one has not. A single field too many says nothing about the type.
pub(super) fn of_another_type<'g, 'e>(
    game: &'g Game,
    written: &CardType,
    entries: &'e [Entry],
) -> Option<(&'g str, Vec<&'e Entry>)> {
    let is_field = |key: &str| !BUILT_IN.contains(&key) && all_keys(game).any(|known| known == key);
    let given = entries
        .iter()
        .filter(|entry| text_of(entry).is_some_and(is_field));
    let given: Vec<&Entry> = given.collect();
    let has = |card_type: &CardType, entry: &Entry| {
        let mut fields = game.fields_of(card_type);
        fields.any(|field| text_of(entry) == Some(field.key))
    };
    let foreign = given.iter().copied().filter(|entry| !has(written, entry));
    let foreign: Vec<&Entry> = foreign.collect();
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
    if foreign.is_empty() || foreign.len() + lacking(written) < 2 {
        return None;
    }
    let mut fitting = game.card_types.iter().filter(|(_, one)| {
        let lacks = lacking(one);
        (lacks == 0 || foreign.len() > lacks + 1) && given.iter().all(|entry| has(one, entry))
    });
    match (fitting.next(), fitting.next()) {
        (Some((id, _)), None) => Some((id, foreign)),
        _ => None,
    }
}

/// Finds out which field each key is. A misspelt key is reported and then read as what it was
/// meant to be, so that the mistakes in its value are found in the same run. `half_read` gets the keys
/// that are there and whose values cannot be read.
pub(super) fn resolve<'a>(
    game: &'a Game,
    source: &str,
    definition: Option<&'a CardType>,
    entries: &'a [Entry],
    half_read: &mut Vec<&'a str>,
    found: &mut Vec<Diagnostic>,
) -> Vec<Key<'a>> {
    // Without a type, any field may be meant.
    let mut allowed: Vec<&'a str> = Vec::with_capacity(BUILT_IN.len() + game.fields.len());
    match definition {
        Some(card_type) => {
            allowed.extend(BUILT_IN);
            allowed.extend(game.fields_of(card_type).map(|field| field.key));
        }
        None => allowed.extend(all_keys(game)),
    }
    let mut keys: Vec<Key<'a>> = Vec::with_capacity(entries.len());
    let mut unknown = Vec::new();
    let outdented = outdented(game, entries);
    if let Some((text, lines)) = &outdented {
        found.extend(not_indented(source, text, lines));
    }
    for entry in entries {
        if outdented
            .as_ref()
            .is_some_and(|(_, lines)| lines.iter().any(|line| std::ptr::eq(*line, entry)))
        {
            continue;
        }
        let Some(written) = text_of(entry) else {
            found.push(not_a_word(entry));
            continue;
        };
        if let Some(key) = allowed.iter().copied().find(|key| *key == written) {
            if !keys.iter().any(|known| known.key == key) {
                keys.push(Key { key, entry });
            }
        } else if let (Some(card_type), true) =
            (definition, all_keys(game).any(|key| key == written))
        {
            found.push(not_of_type(game, source, card_type, written, entry));
        } else {
            unknown.push((written, entry));
        }
    }
    unknown.retain(|(written, entry)| {
        let glued = allowed.iter().copied().find_map(|key| {
            let finding = without_colon(source, written, entry, key)?;
            Some((key, finding))
        });
        match glued.filter(|(key, _)| !keys.iter().any(|known| known.key == *key)) {
            Some((key, finding)) => {
                found.push(finding);
                half_read.push(key);
                false
            }
            None => true,
        }
    });
    for (text, rest) in cut_by_commas(game, source, entries, &unknown) {
        found.push(cut_by_comma(source, text, &rest));
        keys.retain(|known| {
            let cut = std::ptr::eq(known.entry, text);
            if cut {
                half_read.push(known.key);
            }
            !cut
        });
        unknown.retain(|(_, entry)| !rest.iter().any(|rest| std::ptr::eq(*rest, *entry)));
    }
    if let Some((key, of_it)) = numbers_of_one(game, definition, &keys, &unknown) {
        found.push(not_below(source, key, &keys, &of_it));
        // What is there is not missing, and its key alone is not empty.
        half_read.push(key);
        keys.retain(|known| known.key != key);
        unknown.retain(|(_, entry)| !of_it.iter().any(|of_it| std::ptr::eq(*of_it, *entry)));
    }
    for (written, entry) in unknown {
        // A key that is there already is not the one that was meant.
        let free = allowed
            .iter()
            .copied()
            .filter(|key| !keys.iter().any(|known| known.key == *key));
        let close = closest_all(written, free);
        let finding = Diagnostic::new(
            Code::UnknownField,
            entry.key.span,
            format!("no card has a field `{}`", wording::shown(written)),
            "not a field of a card",
        );
        let is_type = type_entry(game, entries).is_some_and(|one| std::ptr::eq(one, entry));
        if is_type && close.first() != Some(&"type") && has_type(game, entry) {
            let plain = written.to_lowercase();
            let safety = match plain.contains("type") || plain.contains("kind") {
                true => Safety::Safe,
                false => Safety::Unsafe,
            };
            found.push(finding.fix(safety, "write `type`", entry.key.span, "type"));
            keys.push(Key { key: "type", entry });
            continue;
        }
        if let Some(key) = called_otherwise(game, written).filter(|key| allowed.contains(key)) {
            if keys.iter().any(|known| known.key == key) {
                found.push(finding.help(format!(
                    "write what it says into `{key}`, which this card has, or remove it"
                )));
            } else {
                let title = format!("write `{key}`");
                found.push(finding.fix(Safety::Unsafe, title, entry.key.span, key));
                keys.push(Key { key, entry });
            }
            continue;
        }
        let Some(key) = close.first().copied() else {
            found.push(unlike_any(
                game, source, definition, written, entry, finding,
            ));
            continue;
        };
        let safety = if close.len() == 1 {
            Safety::Safe
        } else {
            Safety::Unsafe
        };
        found.push(finding.fix(safety, format!("write `{key}`"), entry.key.span, key));
        keys.push(Key { key, entry });
    }
    // In the order of the card again, so that what is reported first is what comes first.
    keys.sort_by_key(|key| key.entry.key.span);
    keys
}

/// The texts without quotes that end at a comma in braces, each with the keys without a value that the rest of it has
/// become: `{ effect: Discard a card, then draw 2 cards. }`.
fn cut_by_commas<'a>(
    game: &Game,
    source: &str,
    entries: &'a [Entry],
    unknown: &[(&str, &Entry)],
) -> Vec<(&'a Entry, Vec<&'a Entry>)> {
    let is_plain = |node: &Node| {
        let scalar = node.scalar();
        scalar.is_some_and(|scalar| scalar.style == Style::Plain && !node.is_null())
    };
    let holds_text = |entry: &Entry| {
        let is = |(name, field): (&String, &Field)| {
            let text = matches!(field.kind, FieldKind::Effect | FieldKind::Text { .. });
            text && text_of(entry) == Some(field.key_or(name))
        };
        let built_in = matches!(text_of(entry), Some("name" | "manual"));
        is_plain(&entry.value) && (built_in || game.fields.iter().any(is))
    };
    let is_rest = |before: &Entry, entry: &Entry| {
        let end = before.value.span.end.max(before.key.span.end);
        let comma = source.get(end as usize..entry.key.span.start as usize);
        let first = text_of(entry).and_then(|text| text.split_whitespace().next());
        is_plain(&entry.key)
            && has_no_value(source, entry)
            && comma.is_some_and(|comma| comma.trim() == ",")
            && unknown.iter().any(|(_, one)| std::ptr::eq(*one, entry))
            && first.is_some_and(|word| all_keys(game).all(|key| key != word))
    };
    let mut cut: Vec<(&Entry, Vec<&Entry>)> = Vec::new();
    for (before, entry) in entries.iter().zip(entries.iter().skip(1)) {
        if !is_rest(before, entry) {
            continue;
        }
        match cut.last_mut() {
            Some((_, rest)) if rest.last().is_some_and(|last| std::ptr::eq(*last, before)) => {
                rest.push(entry);
            }
            _ if holds_text(before) => cut.push((before, vec![entry])),
            _ => {}
        }
    }
    cut
}

/// Whether a key in braces stands there alone, without even a colon.
fn has_no_value(source: &str, entry: &Entry) -> bool {
    let behind = source
        .get(entry.key.span.end as usize..)
        .unwrap_or_default();
    entry.value.is_null()
        && entry.value.span.start == entry.value.span.end
        && behind.trim_start().starts_with([',', '}'])
}

fn cut_by_comma(source: &str, text: &Entry, rest: &[&Entry]) -> Diagnostic {
    let Span { file, start, end } = text.value.span;
    let key = text_of(text).unwrap_or_default();
    let last = rest.last().map_or(end, |last| last.key.span.end);
    let comma = source.get(end as usize..).and_then(|rest| rest.find(','));
    let comma = end as usize + comma.unwrap_or_default();
    let finding = Diagnostic::new(
        Code::YamlSyntax,
        Span::new(file, comma..comma + 1),
        format!("the text of `{key}` ends at this comma"),
        "in braces, a comma ends a text without quotes",
    );
    let whole = Span {
        end: last,
        ..Span { file, start, end }
    };
    let written = source.get(whole.range()).unwrap_or_default();
    let title = "put the whole text in quotes";
    if written.contains(['\n', '#']) {
        return finding.help(title);
    }
    finding.fix(Safety::Safe, title, whole, quoted(written))
}

/// The field for which other tools and games have this word.
fn called_otherwise<'g>(game: &'g Game, written: &str) -> Option<&'g str> {
    let field = |is: fn(&Field) -> bool| {
        let (name, field) = game.fields.iter().find(|(_, field)| is(field))?;
        Some(field.key_or(name))
    };
    match written.to_lowercase().as_str() {
        "title" | "card_name" => Some("name"),
        "text" | "rules_text" => field(|field| matches!(field.kind, FieldKind::Effect)),
        "keywords" | "subtypes" => field(|field| field.is_list_of("traits")),
        _ => None,
    }
}

/// The field that holds the numbers which stand as fields of the card instead, with their entries.
fn numbers_of_one<'a>(
    game: &'a Game,
    definition: Option<&'a CardType>,
    keys: &[Key<'_>],
    unknown: &[(&'a str, &'a Entry)],
) -> Option<(&'a str, Vec<&'a Entry>)> {
    let fields = game.fields_of(definition?).filter(|field| {
        // Where it has its numbers already, others are none of it.
        let given = keys.iter().find(|known| known.key == field.key);
        given.is_none_or(|known| known.entry.value.is_null())
    });
    let with_numbers = fields.map(|field| {
        let holds = |word: &str| match &field.field.kind {
            FieldKind::Numbers { each, .. } => each.contains_key(word),
            FieldKind::Amounts { of, .. } => game.term(of, word).is_some(),
            _ => false,
        };
        let of_it = unknown.iter().filter(|(written, _)| holds(written));
        (field.key, of_it.map(|(_, entry)| *entry).collect())
    });
    let with_numbers: Vec<(&str, Vec<&Entry>)> = with_numbers.collect();
    let most = with_numbers.iter().map(|(_, of_it)| of_it.len()).max()?;
    let mut best = with_numbers
        .into_iter()
        .filter(|(_, of_it)| of_it.len() == most && most > 0);
    best.next()
}

fn not_below(source: &str, key: &str, keys: &[Key<'_>], of_it: &[&Entry]) -> Diagnostic {
    let words = of_it.iter().filter_map(|entry| text_of(entry));
    let names = wording::and(wording::ticked(words.clone()));
    let verb = if of_it.len() == 1 {
        "belongs"
    } else {
        "belong"
    };
    let at = of_it
        .first()
        .map_or(Span::new(FileId(0), 0..0), |entry| entry.key.span);
    let finding = Diagnostic::new(
        Code::UnknownField,
        at,
        format!("{names} {verb} below `{key}`"),
        format!("not a field of a card, but a part of `{key}`"),
    );
    let values = of_it.iter().map(|entry| {
        let value = entry
            .value
            .scalar()
            .map_or("…", |scalar| scalar.text.as_str());
        format!(
            "{}: {}",
            text_of(entry).unwrap_or_default(),
            wording::shown(value)
        )
    });
    let values: Vec<String> = values.collect();
    let in_its_place = format!("write `{key}: {{ {} }}`", values.join(", "));
    let Some(outer) = keys.iter().find(|known| known.key == key) else {
        return finding.help(format!("{in_its_place} in place of these lines"));
    };
    // Lines that follow their key at once only lack their indentation.
    let mut end = outer.entry.key.span.end as usize;
    let follow = of_it.iter().all(|entry| {
        let between = source.get(end..entry.key.span.start as usize);
        end = entry.value.span.end as usize;
        between.is_some_and(|between| {
            between.ends_with('\n') && between.trim_matches([':', ' ', '\r', '\n']).is_empty()
        })
    });
    let title = "indent them by 2 spaces";
    let finding = finding.label(outer.entry.key.span, "this has no numbers");
    match follow {
        true => finding.fix_all(
            Safety::Safe,
            title,
            of_it.iter().map(|entry| indented(entry)),
        ),
        false => finding.help(in_its_place),
    }
}

/// Puts two spaces before an entry.
fn indented(entry: &Entry) -> Edit {
    let at = Span {
        end: entry.key.span.start,
        ..entry.key.span
    };
    let text = "  ".to_owned();
    Edit { at, text }
}

/// `cost { attack: 1 }` and `cost:{ attack: 1 }`: what YAML reads is a key `cost { attack`.
fn without_colon(source: &str, written: &str, entry: &Entry, key: &str) -> Option<Diagnostic> {
    let rest = written.strip_prefix(key)?;
    let colon = rest.starts_with(':');
    let value = rest.strip_prefix(':').unwrap_or(rest).trim_start();
    if !value.starts_with(['{', '[']) {
        return None;
    }
    let start = entry.key.span.start as usize;
    let end = start + key.len();
    let value = start + written.len() - value.len();
    source.get(start..value)?;
    let span = |range| Span::new(entry.key.span.file, range);
    let finding = if colon {
        crate::yaml::missing_space(source, span(end..end + 1))
    } else {
        Diagnostic::new(
            Code::YamlSyntax,
            span(start..end),
            format!("the colon behind `{key}` is missing"),
            "a key without a colon",
        )
        .fix(Safety::Safe, "write a colon", span(end..value), ": ")
    };
    Some(finding)
}

/// An effect text behind `|` of which no line or not every line is indented, and the others: YAML takes
/// `On Attack: Draw a card.` for a field.
fn outdented<'a>(game: &Game, entries: &'a [Entry]) -> Option<(&'a Entry, Vec<&'a Entry>)> {
    let is_text = |key: &str| {
        let mut fields = game.fields.iter();
        fields.any(|(name, field)| {
            field.key_or(name) == key && matches!(field.kind, FieldKind::Effect)
        })
    };
    let mut below = entries.iter();
    let text = below.find(|entry| {
        text_of(entry).is_some_and(is_text)
            && entry
                .value
                .scalar()
                .is_some_and(|scalar| matches!(scalar.style, Style::Literal | Style::Folded))
    })?;
    // Below lines that are indented, only what is written as a line of a text is one.
    let has_lines = !has_no_lines(text);
    let is_line = |key: &str| !has_lines || key.starts_with(char::is_uppercase);
    let lines: Vec<&Entry> = below
        .take_while(|entry| {
            text_of(entry).is_some_and(|key| {
                is_line(key)
                    && !all_keys(game).any(|known| known == key)
                    && closest(key, all_keys(game)).is_none()
            })
        })
        .collect();
    (!lines.is_empty()).then_some((text, lines))
}

fn has_no_lines(text: &Entry) -> bool {
    let scalar = text.value.scalar();
    scalar.is_none_or(|scalar| scalar.text.trim().is_empty())
}

/// Whether the lines of a text stand below it without their indentation.
pub(super) fn is_outdented(game: &Game, entries: &[Entry], text: &Entry) -> bool {
    outdented(game, entries).is_some_and(|(found, _)| std::ptr::eq(found, text))
}

fn not_indented(source: &str, text: &Entry, lines: &[&Entry]) -> Option<Diagnostic> {
    let key = text_of(text).unwrap_or_default();
    let first = lines.first()?;
    let column = |entry: &Entry| {
        let before = source
            .get(..entry.key.span.start as usize)
            .unwrap_or_default();
        before.len() - before.rfind('\n').map_or(0, |end| end + 1)
    };
    let lacks_all = has_no_lines(text);
    let body = source.get(text.value.span.range()).unwrap_or_default();
    let mut body = body.lines().skip(1).filter(|line| !line.trim().is_empty());
    let depth = body.next().map_or(2, |line| {
        (line.len() - line.trim_start().len()).saturating_sub(column(text))
    });
    let title = format!("indent the line by {depth} spaces");
    let (message, label) = match lacks_all {
        true => (
            format!("the text of `{key}` is not indented, so it is read as fields of the card"),
            "this has no lines of its own",
        ),
        false => (
            format!("a line of `{key}` is not indented, so it is read as a field of the card"),
            "its other lines are indented",
        ),
    };
    let finding = Diagnostic::new(
        Code::YamlSyntax,
        first.key.span,
        message,
        format!("a line of the `{key}` above"),
    )
    .label(text.key.span, label);
    let all_alike = lines.iter().all(|line| column(line) == column(text));
    let edits = lines.iter().map(|line| Edit {
        text: " ".repeat(depth),
        ..indented(line)
    });
    Some(match all_alike {
        true => finding.fix_all(Safety::Safe, title, edits),
        false => finding.help(title),
    })
}

fn not_a_word(entry: &Entry) -> Diagnostic {
    let finding = if entry.key.scalar().is_some() {
        Diagnostic::new(
            Code::WrongType,
            mend::key_of(entry),
            "a field of a card has no key",
            "its key is empty",
        )
    } else {
        Diagnostic::new(
            Code::WrongType,
            entry.key.span,
            format!(
                "the key of a field has to be a word, not {}",
                wording::described(&entry.key)
            ),
            "has to be a word",
        )
    };
    finding.help("write the name of a field before the colon")
}

/// A field that other types have.
fn not_of_type(
    game: &Game,
    source: &str,
    card_type: &CardType,
    key: &str,
    entry: &Entry,
) -> Diagnostic {
    let others = wording::and(types_with(game, key));
    let mut note = format!("{others} have `{key}`");
    if let Some(section) = &card_type.section {
        note.push_str(&format!(
            "; what {} has stands in rulebook section \"{section}\"",
            wording::a(&card_type.name)
        ));
    }
    let finding = Diagnostic::new(
        Code::FieldNotOfType,
        entry.key.span,
        format!("{} has no `{key}`", wording::a(&card_type.name)),
        format!("{} have no `{key}`", card_type.plural),
    )
    .note(note);
    without_line(source, entry, finding)
}

fn without_line(source: &str, entry: &Entry, finding: Diagnostic) -> Diagnostic {
    match entry.removal(source) {
        Some(lines) => finding.fix(Safety::Unsafe, "remove the field", lines, ""),
        None => finding.help("remove the field"),
    }
}

/// The types that have a key, in words: `heroes`, `units`.
fn types_with<'g>(game: &'g Game, key: &str) -> Vec<&'g str> {
    game.card_types
        .values()
        .filter(|card_type| game.fields_of(card_type).any(|field| field.key == key))
        .map(|card_type| card_type.plural.as_str())
        .collect()
}

fn unlike_any(
    game: &Game,
    source: &str,
    definition: Option<&CardType>,
    written: &str,
    entry: &Entry,
    finding: Diagnostic,
) -> Diagnostic {
    // A misspelt field of another type: writing it correctly would only be the next mistake.
    let elsewhere = definition.and_then(|card_type| {
        let key = closest(
            written,
            game.fields.iter().map(|(name, field)| field.key_or(name)),
        )?;
        let here = game.fields_of(card_type).any(|field| field.key == key);
        (!here).then_some((card_type, key))
    });
    let finding = match elsewhere {
        Some((card_type, key)) => finding.note(format!(
            "{} have `{key}`, but {} do not",
            wording::and(types_with(game, key)),
            card_type.plural
        )),
        None => finding,
    };
    // What it says may be wanted elsewhere.
    if has_no_value(source, entry) {
        finding.help("write a colon and a value behind it, or put the text before it in quotes if the comma belongs to that")
    } else if entry.value.is_null() {
        without_line(source, entry, finding)
    } else {
        finding.help("remove the field, or write what it says into one that cards have")
    }
}
