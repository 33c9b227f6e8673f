//! Exports a set as a YAML kingdom file.

use super::{canonical, parts};
use crate::collections::IndexMap;
use crate::game::{HOUSE_KEY, Zone, ZoneForm};
use crate::kingdom::decklist::Lexicon;
use crate::kingdom::keys::{GAME_KEY, NAME_KEY};
use crate::kingdom::{Kingdom, zone_lines};
use crate::yaml::quoted;

/// Maximum width of a list on one line, in columns.
const WIDTH: usize = 100;

/// Writes a set as a kingdom file in canonical form.
pub fn to_yaml(known: &Lexicon<'_>, kingdom: &Kingdom) -> String {
    let kingdom = canonical(known, kingdom);
    let mut out = format!("{NAME_KEY}: {}\n", scalar(&kingdom.name));
    out.push_str(&format!("{GAME_KEY}: {}\n", scalar(&known.game.game)));
    if let Some(id) = &kingdom.house_rules {
        out.push_str(&format!("{HOUSE_KEY}: {}\n", scalar(id)));
    }
    for (key, zone, cards) in parts(known, &kingdom) {
        out.push_str(&part(known, key, zone, cards));
    }
    out
}

fn part(known: &Lexicon<'_>, key: &str, zone: &Zone, cards: &IndexMap<String, u32>) -> String {
    let named: Vec<(&str, u32)> = cards
        .iter()
        .map(|(id, count)| {
            let card = known.names.by_id(id).filter(|_| zone.by.is_none());
            let name = card.and_then(|card| known.names.reference(card));
            (name.unwrap_or(id), *count)
        })
        .collect();
    let single = named
        .iter()
        .all(|(name, count)| *count == 1 && is_plain(name));
    match (zone.form, named.as_slice()) {
        (_, []) => format!("{key}: {{}}\n"),
        (ZoneForm::One, [(name, 1)]) if single => format!("{key}: {name}\n"),
        (ZoneForm::One | ZoneForm::List, _) if single => listed(key, &named),
        _ => {
            let lines = named
                .iter()
                .map(|(name, count)| format!("  {}: {count}\n", scalar(name)));
            format!("{key}:\n{}", lines.collect::<String>())
        }
    }
}

fn listed(key: &str, named: &[(&str, u32)]) -> String {
    let names: Vec<&str> = named.iter().map(|(name, _)| *name).collect();
    let line = format!("{key}: [{}]", names.join(", "));
    if line.chars().count() <= WIDTH {
        return line + "\n";
    }
    let lines = names.iter().map(|name| format!("  - {name}\n"));
    format!("{key}:\n{}", lines.collect::<String>())
}

/// Returns whether a name needs no quotes, in flow style too, and is not read as a deck list line.
fn is_plain(name: &str) -> bool {
    let letters = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'');
    name.starts_with(char::is_alphabetic)
        && name.chars().all(letters)
        && scalar(name) == name
        && zone_lines::is_name(name)
}

/// Writes a text as a YAML scalar, quoted if necessary.
fn scalar(text: &str) -> String {
    let written = serde_yaml::to_string(text).unwrap_or_default();
    let written = written.trim_end_matches('\n');
    // Quote what would look like a comment in another language.
    match written == text && (text.starts_with("//") || text.contains(" //")) {
        true => quoted(text),
        false => written.to_owned(),
    }
}
