//! Exports a set as a deck list that can be read again as the same set.

use super::{canonical, parts};
use crate::kingdom::Kingdom;
use crate::kingdom::decklist::{Label, Lexicon, Referent, capitalised, says};

/// Writes a set as a deck list.
pub fn to_text(known: &Lexicon<'_>, kingdom: &Kingdom) -> String {
    let kingdom = canonical(known, kingdom);
    let mut out = format!("Name: {}\nGame: {}\n", kingdom.name, known.game.game);
    if let Some(id) = &kingdom.house_rules {
        out.push_str(&format!("House rules: {id}\n"));
    }
    for (key, zone, cards) in parts(known, &kingdom) {
        let title = capitalised(&zone.title);
        let title = match known.title(&title) {
            Some(Label::Zone(zone)) if zone == key => title,
            _ => key.to_owned(),
        };
        let sum: u64 = cards.values().map(|count| u64::from(*count)).sum();
        out.push_str(&format!("\n{title} ({sum})\n"));
        for (id, count) in cards {
            out.push_str(&line(known, key, id, *count));
            out.push('\n');
        }
    }
    out
}

/// Writes a line of a list: plain if it is read back as the same card, otherwise with its name in quotes.
fn line(known: &Lexicon<'_>, zone: &str, id: &str, count: u32) -> String {
    let (meant, names) = match known.value(zone, id) {
        Some((meant, name)) => (meant, vec![capitalised(name), id.to_owned()]),
        None => {
            let card = known.names.by_id(id);
            let name = card.map_or(id, |card| card.name.as_str());
            (Referent::Card(id), vec![name.to_owned(), id.to_owned()])
        }
    };
    let ways = names.iter().flat_map(|name| {
        [
            format!("{count} {name}"),
            format!("{count} {}", quoted(name)),
        ]
    });
    let read = ways
        .clone()
        .find(|line| says(known, line, zone, meant, count));
    // A line that cannot be read back is better than none.
    read.or_else(|| ways.into_iter().next()).unwrap_or_default()
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}
