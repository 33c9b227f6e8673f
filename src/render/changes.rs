//! Renders the differences between two bundles for people: as plain text and as patch notes in
//! Markdown.

use cardwright_play::simulate::Share;

use super::{counted, visible};
use crate::bundle::diff::{Bump, CardChange, CardRef, Changes, EffectChange, FieldChange};
use crate::bundle::diff::{PlayedChanges, Renamed};
use crate::card::{FieldValue, VecMap};

/// The markup of a document.
trait Style {
    fn heading(&self, text: &str) -> String;
    /// Formats a list item; the depth counts from 0.
    fn item(&self, depth: usize, text: &str) -> String;
    fn name(&self, name: &str) -> String;
    /// Formats an id, a value or a text verbatim.
    fn exact(&self, text: &str) -> String;
    /// Formats the lines before and after a change.
    fn lines(&self, depth: usize, before: &str, after: &str) -> String;
}

struct Plain;

impl Style for Plain {
    fn heading(&self, text: &str) -> String {
        format!("\n{text}\n")
    }

    fn item(&self, depth: usize, text: &str) -> String {
        format!("{}{text}\n", "  ".repeat(depth + 1))
    }

    fn name(&self, name: &str) -> String {
        visible(name).into_owned()
    }

    fn exact(&self, text: &str) -> String {
        visible(text).into_owned()
    }

    fn lines(&self, depth: usize, before: &str, after: &str) -> String {
        let indent = "  ".repeat(depth + 1);
        let marked = |mark: char, text: &str| -> String {
            let lines = text.lines();
            lines
                .map(|line| format!("{indent}{mark} {}\n", visible(line)))
                .collect()
        };
        marked('-', before) + &marked('+', after)
    }
}

struct Markdown;

impl Style for Markdown {
    fn heading(&self, text: &str) -> String {
        format!("\n## {text}\n\n")
    }

    fn item(&self, depth: usize, text: &str) -> String {
        format!("{}- {text}\n", "  ".repeat(depth))
    }

    fn name(&self, name: &str) -> String {
        format!("**{}**", escaped(&visible(name)))
    }

    fn exact(&self, text: &str) -> String {
        let text = visible(text);
        // A run of backticks inside needs a longer fence.
        let longest = text
            .split(|c| c != '`')
            .map(str::len)
            .max()
            .unwrap_or_default();
        let fence = "`".repeat(longest + 1);
        let space = if longest > 0 { " " } else { "" };
        format!("{fence}{space}{text}{space}{fence}")
    }

    fn lines(&self, depth: usize, before: &str, after: &str) -> String {
        let indent = "  ".repeat(depth);
        let plain = Plain.lines(0, before, after);
        let lines: String = plain
            .lines()
            .map(|line| format!("{indent}{}\n", line.trim_start()))
            .collect();
        format!("{indent}```diff\n{lines}{indent}```\n")
    }
}

/// Escapes all Markdown in a text.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() && !matches!(c, ',' | '.' | '\'' | '-' | ':') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Renders the changes as plain text.
pub fn text(changes: &Changes) -> String {
    document(changes, &Plain, &title(changes))
}

/// Renders the changes as patch notes.
pub fn markdown(changes: &Changes) -> String {
    document(
        changes,
        &Markdown,
        &format!("# {}", escaped(&title(changes))),
    )
}

fn title(changes: &Changes) -> String {
    let cards = |side: &crate::bundle::diff::Side| counted(side.counts.cards, "card");
    format!(
        "{}: {}, before {}",
        visible(&changes.after.title),
        cards(&changes.after),
        cards(&changes.before)
    )
}

fn document(changes: &Changes, style: &impl Style, title: &str) -> String {
    let mut out = format!("{title}\n");
    if changes.is_empty() {
        return out + "\nNo differences.\n";
    }
    let mut section = |heading: &str, entries: Vec<String>| {
        if !entries.is_empty() {
            out += &style.heading(heading);
            out += &entries.concat();
        }
    };
    let cards = &changes.cards;
    let all = |names: &[CardRef]| {
        names
            .iter()
            .map(|one| style.item(0, &both(style, one)))
            .collect()
    };
    section("Added", all(&cards.added));
    let withdrawn = cards.withdrawn.iter().map(|gone| {
        let named = CardRef {
            id: gone.id.clone(),
            name: gone.name.clone(),
        };
        let why = reason(gone.reason.as_deref());
        style.item(0, &(both(style, &named) + &why))
    });
    section("Withdrawn", withdrawn.collect());
    let renamed = cards.renamed.iter().map(|one| renamed(style, one));
    section("Renamed", renamed.collect());
    let changed = cards.changed.iter().map(|card| changed(style, card));
    section("Changed", changed.collect());
    let sets = &changes.kingdoms;
    section("New sets", all(&sets.added));
    section("Withdrawn sets", all(&sets.withdrawn));
    section("Changed sets", all(&sets.changed));
    let illegal = sets.illegal.iter().map(|set| {
        let reasons = set.reasons.iter();
        let reasons: String = reasons
            .map(|reason| style.item(1, &visible(reason)))
            .collect();
        style.item(0, &style.name(&set.name)) + &reasons
    });
    section(
        "Sets that are no longer legal without changes",
        illegal.collect(),
    );
    if let Some(played) = &changes.played {
        section(&played_by(played), moves(played, style));
    }
    let words = changes.vocabulary.iter().map(|(list, words)| {
        let all = came_and_went(style, &words.added, &words.removed);
        style.item(0, &format!("{}: {all}", style.exact(list)))
    });
    section("Vocabulary", words.collect());
    let (before, after) = (&changes.before, &changes.after);
    let versions = [
        ("game", before.game_version, after.game_version),
        ("format", before.format, after.format),
        ("IR", before.ir, after.ir),
    ];
    let versions = versions
        .into_iter()
        .filter(|(_, before, after)| before != after);
    let versions =
        versions.map(|(what, before, after)| style.item(0, &format!("{what}: {before} → {after}")));
    section("Versions", versions.collect());
    let bump = match changes.bump {
        Bump::None => "none",
        Bump::Patch => "patch: nothing that matters in play changed",
        Bump::Minor => {
            "minor: cards were added or play differently, and every id still refers to a card"
        }
        Bump::Major => "major: ids or words were removed, or engines need changes",
    };
    out + &style.heading("Suggested version bump") + &style.item(0, bump)
}

fn played_by(played: &PlayedChanges) -> String {
    let games = counted(played.games as usize, "game");
    let PlayedChanges { players, seed, .. } = played;
    let all = match played.complete {
        true => "",
        false => ", interrupted",
    };
    format!("Win rates, by {games} with each set, {players} players, seed {seed}{all}")
}

/// How changed cards move the win rates of sets.
fn moves(played: &PlayedChanges, style: &impl Style) -> Vec<String> {
    let percent = |share: f64| format!("{:.0}", share * 100.0);
    let signed = |share: f64| format!("{:+.0}", share * 100.0).replace('-', "−");
    let of = |share: &Share| {
        let (from, to) = (percent(share.from), percent(share.to));
        format!("{} % ({from} to {to})", percent(share.share))
    };
    let rows = played.cards.iter().map(|row| {
        let by = &row.difference;
        let (from, to) = (signed(by.from), signed(by.to));
        let moved = match row.clear {
            true => format!("{} % ({from} to {to})", signed(by.by)),
            false => format!("no difference beyond the interval ({from} to {to})"),
        };
        let text = format!(
            "{} in {}: {} → {}, {moved}",
            style.name(&row.card.name),
            visible(&row.set.name),
            of(&row.before),
            of(&row.after),
        );
        style.item(0, &text)
    });
    let mut rows: Vec<String> = rows.collect();
    rows.push(match rows.is_empty() {
        true => style.item(0, "no set has a card that plays differently"),
        false => style.item(
            0,
            "The players are programs, so this says nothing about people.",
        ),
    });
    rows
}

fn both(style: &impl Style, named: &CardRef) -> String {
    format!("{} ({})", style.name(&named.name), style.exact(&named.id))
}

fn reason(reason: Option<&str>) -> String {
    match reason {
        Some(reason) => format!(": {}", visible(reason)),
        None => ": no migration gives a reason".to_owned(),
    }
}

fn renamed(style: &impl Style, renamed: &Renamed) -> String {
    let why = match &renamed.migration {
        Some(migration) => format!(": {}", visible(&migration.reason)),
        None => ": the two differ only in their names, and there is no migration".to_owned(),
    };
    let (from, to) = (both(style, &renamed.from), both(style, &renamed.to));
    style.item(0, &format!("{from} → {to}{why}"))
}

fn changed(style: &impl Style, card: &CardChange) -> String {
    let named = CardRef {
        id: card.id.clone(),
        name: card.name.clone(),
    };
    let mut out = style.item(0, &both(style, &named));
    for change in &card.fields {
        for line in field(style, change) {
            out += &style.item(1, &line);
        }
    }
    let first = card.effect.iter().map(|effect| ("text", effect));
    let more = card
        .texts
        .iter()
        .map(|(key, effect)| (key.as_str(), effect));
    for (text, effect) in first.chain(more) {
        let EffectChange {
            before,
            after,
            plays,
        } = effect;
        out += &match (before == after, plays) {
            (true, _) => style.item(1, &format!("the same {text}, with a different meaning:")),
            (false, true) => style.item(1, &format!("{text}:")),
            (false, false) => style.item(1, &format!("{text}, with the same meaning:")),
        };
        out += &style.lines(2, before, after);
    }
    out
}

/// Returns a line for a field, or one line for each of its parts that changed.
fn field(style: &impl Style, change: &FieldChange) -> Vec<String> {
    let name = &change.field;
    let line = |name: &str, before: Option<String>, after: Option<String>| {
        let or_none = |value: Option<String>| {
            value.map_or_else(|| "none".to_owned(), |value| style.exact(&value))
        };
        format!(
            "{}: {} → {}",
            style.exact(name),
            or_none(before),
            or_none(after)
        )
    };
    match (&change.before, &change.after) {
        (Some(FieldValue::Numbers(before)), Some(FieldValue::Numbers(after))) => {
            let parts = before
                .keys()
                .chain(after.keys().filter(|part| !before.contains_key(part)));
            let differing = parts.filter(|part| before.get(part) != after.get(part));
            let of = |numbers: &VecMap<i64>, part: &str| numbers.get(part).map(ToString::to_string);
            differing
                .map(|part| line(&format!("{name}.{part}"), of(before, part), of(after, part)))
                .collect()
        }
        (Some(FieldValue::List(before)), Some(FieldValue::List(after))) => {
            let without = |one: &[String], other: &[String]| -> Vec<String> {
                let words = one.iter().filter(|word| !other.contains(word));
                words.cloned().collect()
            };
            let (added, removed) = (without(after, before), without(before, after));
            if added.is_empty() && removed.is_empty() {
                return vec![line(name, Some(before.join(", ")), Some(after.join(", ")))];
            }
            let all = came_and_went(style, &added, &removed);
            vec![format!("{}: {all}", style.exact(name))]
        }
        (before, after) => {
            let shown = |value: &Option<FieldValue>| value.as_ref().map(shown);
            vec![line(name, shown(before), shown(after))]
        }
    }
}

fn came_and_went(style: &impl Style, came: &[String], went: &[String]) -> String {
    let marked = |mark: char, words: &[String]| -> Vec<String> {
        let words = words.iter();
        words
            .map(|word| format!("{mark} {}", style.exact(word)))
            .collect()
    };
    [marked('+', came), marked('−', went)].concat().join(", ")
}

/// Formats a value as in a card file.
fn shown(value: &FieldValue) -> String {
    match value {
        FieldValue::Flag(flag) => flag.to_string(),
        FieldValue::Number(number) => number.to_string(),
        FieldValue::Text(text) => text.clone(),
        FieldValue::List(words) => words.join(", "),
        FieldValue::Numbers(numbers) => {
            let parts = numbers.iter();
            let parts: Vec<String> = parts.map(|(name, n)| format!("{name} {n}")).collect();
            parts.join(", ")
        }
        FieldValue::Area(area) => area.pattern.join(" / "),
        FieldValue::Group(fields) => {
            let parts = fields.iter();
            let parts = parts.map(|(key, value)| format!("{key}: {}", shown(value)));
            parts.collect::<Vec<_>>().join("; ")
        }
    }
}
