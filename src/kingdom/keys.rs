//! Resolves the keys of a set to zones and properties, and reports unknown keys.

use super::eligibility;
use super::lexicon::{Label, titles};
use super::line::{is_blank, is_number, is_numbered};
use crate::card::fixes;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, matches_within};
use crate::game::{Game, HOUSE_KEY, ZoneForm};
use crate::source::Span;
use crate::yaml::{Entry, Node, Value};

/// The resolved keys of a set.
#[derive(Default)]
pub(super) struct Keys<'a> {
    /// The zones with their entries, including entries with a misspelt key.
    pub zones: Vec<(&'a str, &'a Entry)>,
    /// Lines that are outside their zone in the YAML tree but belong to it.
    pub beside: Vec<(&'a str, Beside<'a>)>,
    /// The values of unknown keys that belong to no known zone.
    pub unplaced: Vec<&'a Node>,
}

/// Content that is beside the zone that it belongs to, not inside it.
pub(super) enum Beside<'a> {
    /// A line whose indentation is missing.
    Line(&'a Entry),
    /// The lines below the name of a card type.
    Below(&'a Node),
}

/// Resolves each key to its zone. A misspelt key is reported and treated as the key that was probably intended.
pub(super) fn resolve<'a>(
    game: &'a Game,
    source: &str,
    entries: &'a [Entry],
    diagnostics: &mut Vec<Diagnostic>,
) -> Keys<'a> {
    let mut keys = Keys::default();
    let mut unknown = Vec::new();
    for entry in entries {
        let key = text_of(entry).unwrap_or_default();
        match game.kingdom.zones.get_key_value(key) {
            Some((key, _)) => keys.zones.push((key, entry)),
            None if KEYS.contains(&key) => {}
            None => unknown.push(entry),
        }
    }
    outdented(game, source, &mut unknown, &mut keys, diagnostics);
    for entry in unknown {
        stranger(game, source, entries, entry, &mut keys, diagnostics);
    }
    keys
}

/// Collects the lines of cards and counts that are beside their zone, not inside it, because they are not indented.
fn outdented<'a>(
    game: &'a Game,
    source: &str,
    unknown: &mut Vec<&'a Entry>,
    keys: &mut Keys<'a>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let above = |entry: &Entry| {
        let before = keys
            .zones
            .iter()
            .filter(|(_, zone)| zone.key.span.start < entry.key.span.start);
        let (key, zone) = before.max_by_key(|(_, zone)| zone.key.span.start)?;
        let counts = game.kingdom.zones.get(*key)?.form == ZoneForm::Counts;
        let block = match &zone.value.value {
            Value::Mapping(lines) => lines.first().map(|line| column(source, line.key.span)),
            Value::Scalar(_) => zone.value.is_null().then_some(Some(USUAL_INDENT)),
            Value::Sequence(_) => None,
        };
        let indent = block?.filter(|indent| *indent > 0)?;
        let alike = column(source, entry.key.span) == column(source, zone.key.span);
        (counts && alike && is_number(&entry.value)).then_some((*key, *zone, indent))
    };
    let mut lines: Vec<(&'a str, &'a Entry, usize, Vec<&'a Entry>)> = Vec::new();
    for entry in unknown.iter().copied() {
        let Some((key, zone, indent)) = above(entry) else {
            continue;
        };
        match lines.iter_mut().find(|(known, ..)| *known == key) {
            Some((.., of_it)) => of_it.push(entry),
            None => lines.push((key, zone, indent, vec![entry])),
        }
    }
    for (key, zone, indent, of_it) in lines {
        let Some(first) = of_it.first() else { continue };
        unknown.retain(|entry| !of_it.iter().any(|line| std::ptr::eq(*line, *entry)));
        let name = prose::shown(text_of(first).unwrap_or_default());
        let (which, them) = match of_it.len() {
            1 => (format!("`{name}` is"), "it"),
            2 => (format!("`{name}` and one similar line are"), "them"),
            more => (
                format!("`{name}` and {} similar lines are", more - 1),
                "them",
            ),
        };
        let diagnostic = Diagnostic::new(
            Code::UnknownZone,
            first.key.span,
            format!("{which} not indented below `{key}`"),
            format!("not indented below `{key}`"),
        )
        .label(zone.key.span, "this is its zone");
        let edits = of_it.iter().map(|line| Edit {
            at: Span::new(
                line.key.span.file,
                line.key.span.range().start..line.key.span.range().start,
            ),
            text: " ".repeat(indent),
        });
        let title = format!(
            "indent {them} by {}",
            prose::counted(indent as u64, "space", "spaces")
        );
        diagnostics.push(diagnostic.fix_all(Safety::Safe, title, edits));
        let of_it = of_it.into_iter().map(|line| (key, Beside::Line(line)));
        keys.beside.extend(of_it);
    }
}

/// Indentation, in columns, of lines that are moved into an empty zone.
const USUAL_INDENT: usize = 2;

/// Returns the column of a span, in bytes; `None` if other text precedes it on its line.
fn column(source: &str, at: Span) -> Option<usize> {
    let before = source.get(..at.start as usize)?;
    let line = before.rsplit('\n').next()?;
    line.chars().all(|c| c == ' ').then_some(line.len())
}

/// Reports a key that is not a key of a set.
fn stranger<'a>(
    game: &'a Game,
    source: &str,
    entries: &'a [Entry],
    entry: &'a Entry,
    keys: &mut Keys<'a>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let what = prose::a(&game.kingdom.name);
    let label = format!("not a part of {what}");
    let Some(written) = text_of(entry).filter(|text| !text.trim().is_empty()) else {
        keys.unplaced
            .extend(has_lines(&entry.value).then_some(&entry.value));
        diagnostics.push(
            Diagnostic::new(
                Code::UnknownZone,
                fixes::key_of(entry),
                format!("a part of {what} has no name"),
                label,
            )
            .help(all_keys(game)),
        );
        return;
    };
    let diagnostic = Diagnostic::new(
        Code::UnknownZone,
        entry.key.span,
        format!("{what} has no `{}`", prose::shown(written)),
        label,
    );
    if written.eq_ignore_ascii_case("name") {
        diagnostics.push(diagnostic.help(format!(
            "write the name after `{NAME_KEY}:`, and remove this line"
        )));
        return;
    }
    let free = || {
        let zones = game.kingdom.zones.keys().map(String::as_str);
        let own = KEYS
            .into_iter()
            .filter(|key| !entries.iter().any(|entry| text_of(entry) == Some(key)));
        zones
            .chain(own)
            .filter(|key| !keys.zones.iter().any(|(known, _)| known == key))
    };
    let plain = written.to_lowercase().replace([' ', '-'], "_");
    let close = matches_within(&plain, free());
    if close.is_empty()
        && let Some(fix) = as_house_rules(source, entries, entry, &plain)
    {
        let (at, text) = fix;
        let diagnostic = diagnostic.fix(Safety::Unsafe, format!("write `{HOUSE_KEY}`"), at, text);
        diagnostics.push(as_comment(source, entry, diagnostic));
        return;
    }
    let meant = close
        .first()
        .copied()
        .or_else(|| called_otherwise(game, &plain, free()))
        .or_else(|| only_missing(game, entry, keys));
    if let Some(key) = meant {
        let safety = match close.len() {
            1 => Safety::Safe,
            _ => Safety::Unsafe,
        };
        diagnostics.push(diagnostic.fix(safety, format!("write `{key}`"), entry.key.span, key));
        if let Some((key, _)) = game.kingdom.zones.get_key_value(key) {
            keys.zones.push((key, entry));
        }
        return;
    }
    if has_lines(&entry.value) {
        diagnostics.push(with_lines(game, source, written, entry, diagnostic, keys));
        return;
    }
    let diagnostic = diagnostic.help(all_keys(game));
    diagnostics.push(if entry.value.is_null() {
        fixes::remove(diagnostic, source, entry)
    } else {
        as_comment(source, entry, diagnostic)
    });
}

/// Other words for the house rules of a set.
const HOUSE_WORDS: [&str; 6] = ["format", "rules", "ruleset", "rule_set", "mode", "house"];

/// Fixes `format: skirmish` by writing the key for house rules. The edit covers the value too: a check of the fixed
/// text may report unknown house rules at the value, and this must count as a new diagnostic.
fn as_house_rules(
    source: &str,
    entries: &[Entry],
    entry: &Entry,
    plain: &str,
) -> Option<(Span, String)> {
    let has_some = entries
        .iter()
        .any(|other| text_of(other) == Some(HOUSE_KEY));
    let value = entry.value.scalar()?.text.trim();
    let is_id = value.chars().all(|c| c.is_alphanumeric() || c == '-');
    if has_some || !HOUSE_WORDS.contains(&plain) || value.is_empty() || !is_id {
        return None;
    }
    let after = entry.key.span.range().end..entry.value.span.range().end;
    let text = format!("{HOUSE_KEY}{}", source.get(after)?);
    Some((entry.key.span.to(entry.value.span), text))
}

fn has_lines(node: &Node) -> bool {
    match &node.value {
        Value::Scalar(scalar) => scalar.text.trim().contains('\n'),
        Value::Sequence(items) => !items.is_empty(),
        Value::Mapping(entries) => !entries.is_empty(),
    }
}

/// Returns the only zone that a key can mean: by its title (`vanguard cards`), by a word that is its key (`main deck`),
/// or by an abbreviation of its key (`stats`).
fn called_otherwise<'a>(
    game: &'a Game,
    plain: &str,
    free: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let zones: Vec<&str> = free
        .filter(|key| game.kingdom.zones.contains_key(*key) && *key != GAME_KEY)
        .collect();
    if let Some(Label::Zone(zone)) = titles(game).get(&plain.replace('_', " "))
        && zones.contains(zone)
    {
        return Some(*zone);
    }
    let words: Vec<&str> = plain.split('_').collect();
    let short = plain.strip_suffix('s').unwrap_or(plain);
    let long_enough = short.chars().count() >= LEAST_OF_KEY;
    let mut of_it = zones
        .into_iter()
        .filter(|key| words.contains(key) || (long_enough && key.starts_with(short)));
    let only = of_it.next()?;
    of_it.next().is_none().then_some(only)
}

/// Minimum number of letters of an abbreviated key.
const LEAST_OF_KEY: usize = 4;

/// Returns the zone for a block of cards: the only missing zone that has this form.
fn only_missing<'a>(game: &'a Game, entry: &Entry, keys: &Keys<'a>) -> Option<&'a str> {
    let form = match &entry.value.value {
        Value::Mapping(lines) if lines.iter().all(|line| is_number(&line.value)) => {
            ZoneForm::Counts
        }
        Value::Sequence(lines) if lines.iter().all(names_several) => ZoneForm::Counts,
        Value::Sequence(_) => ZoneForm::List,
        _ => return None,
    };
    let zones = game.kingdom.zones.iter();
    let mut missing = zones.filter(|(key, zone)| {
        let given = keys.zones.iter().any(|(known, _)| known == key);
        game.needs_zone(key) && !given && zone.form == form
    });
    let (key, _) = missing.next()?;
    missing.next().is_none().then_some(key)
}

/// Returns whether a list item has a count: `- 3 Pikeman`.
fn names_several(line: &Node) -> bool {
    line.scalar().is_some_and(|line| is_numbered(&line.text))
}

/// Reports an unknown key that has cards below it.
fn with_lines<'a>(
    game: &'a Game,
    source: &str,
    written: &str,
    entry: &'a Entry,
    diagnostic: Diagnostic,
    keys: &mut Keys<'a>,
) -> Diagnostic {
    let of_type = zone_of_type(game, written);
    let given = of_type.and_then(|zone| keys.zones.iter().find(|(known, _)| *known == zone));
    let Some((zone, part)) = given else {
        // If several keys name types of the same zone, the first becomes the key of that zone.
        if let Some(zone) = of_type {
            keys.zones.push((zone, entry));
            return diagnostic.fix(
                Safety::Unsafe,
                format!("write `{zone}`"),
                entry.key.span,
                zone,
            );
        }
        keys.unplaced.push(&entry.value);
        return diagnostic.help(format!(
            "{}; move these lines into one of them",
            all_keys(game)
        ));
    };
    keys.beside.push((zone, Beside::Below(&entry.value)));
    let diagnostic = diagnostic.label(part.key.span, format!("its cards belong to `{zone}`"));
    let lines = |node: &Node| match &node.value {
        Value::Mapping(lines) => Some(lines.first().map(|line| column(source, line.key.span))??),
        _ => None,
    };
    let indent = lines(&part.value);
    let follows = source
        .get(part.value.span.range().end..entry.key.span.range().start)
        .is_some_and(is_blank);
    let at = heading_line(source, entry.key.span);
    match (indent, at) {
        (Some(indent), Some(at)) if follows && lines(&entry.value) == Some(indent) => {
            let comment = format!("{}# {}", " ".repeat(indent), prose::shown(written));
            diagnostic.fix(
                Safety::Unsafe,
                "turn it into a comment, so that its cards belong to the part above",
                at,
                comment,
            )
        }
        _ => diagnostic.help(format!(
            "write its cards below `{zone}`, and remove the line"
        )),
    }
}

/// Returns the zone for the cards of the type that a key names.
pub(super) fn zone_of_type<'g>(game: &'g Game, written: &str) -> Option<&'g str> {
    match titles(game).get(&written.to_lowercase().replace('_', " "))? {
        Label::Type(card_type) => eligibility::only_zone_of(game, card_type).map(|(zone, _)| zone),
        Label::Zone(_) => None,
    }
}

/// Turns the key into a comment. Existing text of the author is kept.
fn as_comment(source: &str, entry: &Entry, diagnostic: Diagnostic) -> Diagnostic {
    let start = entry.key.span.range().start;
    let rest = source
        .get(entry.value.span.range().end..)
        .unwrap_or_default();
    let ends = is_blank(rest.lines().next().unwrap_or_default());
    if column(source, entry.key.span).is_none() || !ends {
        return diagnostic;
    }
    diagnostic.fix(
        Safety::Unsafe,
        "turn it into a comment",
        Span::new(entry.key.span.file, start..start),
        "# ",
    )
}

pub(super) fn all_keys(game: &Game) -> String {
    let keys = KEYS
        .into_iter()
        .chain(game.kingdom.zones.keys().map(String::as_str));
    format!("its parts are {}", prose::and(prose::ticked(keys)))
}

/// The key that makes a mapping a set; its value is the name of the set.
pub const NAME_KEY: &str = "kingdom";

pub(super) const GAME_KEY: &str = "game";

/// The keys of a set that are not zones.
pub(super) const KEYS: [&str; 3] = [NAME_KEY, GAME_KEY, HOUSE_KEY];

pub(super) fn text_of(entry: &Entry) -> Option<&str> {
    entry.key.scalar().map(|scalar| scalar.text.as_str())
}

/// Returns the span of a line that has only a key, from the start of the line to its colon.
pub(super) fn heading_line(source: &str, key: Span) -> Option<Span> {
    let before = source.get(..key.range().start)?;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let after = source.get(key.range().end..)?.lines().next()?;
    let colon = after
        .find(':')
        .filter(|at| after[..*at].trim().is_empty())?;
    let alone = before.get(start..)?.bytes().all(|byte| byte == b' ');
    let rest = after.get(colon + 1..)?.trim();
    (alone && rest.is_empty()).then(|| Span::new(key.file, start..key.range().end + colon + 1))
}
