//! Which part of the set each line belongs to.

use super::known::{Known, Meant};
use super::{Placed, unreadable};
use crate::card::wording;
use crate::diagnostic::{Code, Diagnostic, closest};
use crate::game::{Game, Zone, ZoneForm};
use crate::kingdom::suggest::MOST_SUGGESTIONS;
use crate::kingdom::{KingdomSource, Line, ZoneSource};
use crate::maps::IndexMap;
use crate::source::{FileId, Span};

/// Puts every line into its zone.
pub(super) fn place<'c>(
    known: &Known<'c>,
    file: FileId,
    lines: Vec<Placed<'c>>,
    set: &mut KingdomSource,
    found: &mut Vec<Diagnostic>,
) {
    let zones = zones(known, file, &lines, found);
    let mut parts: IndexMap<&str, ZoneSource> = IndexMap::default();
    for (placed, zone) in lines.into_iter().zip(zones) {
        let Some(zone) = zone else {
            set.broken = true;
            continue;
        };
        let line = line(known, file, &placed);
        let whole = line.name_at.to(line.count_at);
        let part = parts.entry(zone).or_insert_with(|| ZoneSource {
            at: placed.heading.unwrap_or(whole),
            whole,
            entries: Vec::new(),
            broken: false,
        });
        part.whole = part.whole.to(whole);
        part.entries.push(line);
    }
    for (key, zone) in &known.game.kingdom.zones {
        match parts.swap_remove(key.as_str()) {
            Some(part) => {
                set.zones.insert(key.clone(), part);
            }
            None if known.game.needs_zone(key) && !set.broken => {
                found.push(missing(known.game, set, zone));
            }
            None => {}
        }
    }
}

fn line(known: &Known<'_>, file: FileId, placed: &Placed<'_>) -> Line {
    let reading = &placed.reading;
    let name = match reading.meant {
        Some(Meant::Card(id)) => {
            let card = known.names.by_id(id);
            card.and_then(|card| known.names.reference(card))
        }
        Some(Meant::Value { id, .. }) => Some(id),
        None => None,
    };
    Line {
        name: name.unwrap_or(&reading.name).to_owned(),
        name_at: Span::new(file, reading.name_at.clone()),
        count: reading.count,
        count_at: Span::new(file, reading.count_at.clone()),
    }
}

/// The zone of each line; `None` where a finding says why there is none.
fn zones<'c>(
    known: &Known<'c>,
    file: FileId,
    lines: &[Placed<'c>],
    found: &mut Vec<Diagnostic>,
) -> Vec<Option<&'c str>> {
    let fitting: Vec<Vec<&str>> = lines.iter().map(|line| fitting(known, line)).collect();
    let sure = |at: usize| match fitting.get(at).map(Vec::as_slice) {
        Some([zone]) => Some(*zone),
        _ => None,
    };
    // What all sure lines of a paragraph agree on.
    let mut paragraphs: IndexMap<usize, Option<&str>> = IndexMap::default();
    for (at, line) in lines.iter().enumerate() {
        if let Some(zone) = sure(at) {
            let agreed = paragraphs.entry(line.paragraph).or_insert(Some(zone));
            *agreed = agreed.filter(|known| *known == zone);
        }
    }
    let mut unknown = 0;
    let mut last = None;
    let mut zones = Vec::with_capacity(lines.len());
    for (at, line) in lines.iter().enumerate() {
        let agreed = paragraphs.get(&line.paragraph).copied().flatten();
        let fits = fitting.get(at).map(Vec::as_slice).unwrap_or_default();
        let zone = match fits {
            [zone] => Some(*zone),
            [] if line.reading.meant.is_none() => {
                unknown += 1;
                let close = (unknown <= MOST_SUGGESTIONS)
                    .then(|| zone_of_close(known, &line.reading.name))
                    .flatten();
                agreed.or(close).or(last).or_else(|| largest(known.game))
            }
            _ => match agreed.filter(|agreed| fits.contains(agreed)) {
                Some(agreed) => Some(agreed),
                None => {
                    found.push(no_place(known, file, line, fits));
                    None
                }
            },
        };
        last = zone.or(last);
        zones.push(zone);
    }
    zones
}

/// The zones in which a line can stand.
fn fitting<'c>(known: &Known<'c>, line: &Placed<'c>) -> Vec<&'c str> {
    match (line.zone, line.reading.meant) {
        (Some(zone), _) => vec![zone],
        (None, Some(Meant::Value { zone, .. })) => vec![zone],
        (None, Some(Meant::Card(id))) => {
            let card = known.names.by_id(id);
            card.map_or(Vec::new(), |card| known.zones_of(card).collect())
        }
        (None, None) => Vec::new(),
    }
}

/// Where the card belongs whose name is close to an unknown one. The name is not taken for it.
fn zone_of_close<'c>(known: &Known<'c>, name: &str) -> Option<&'c str> {
    let names = known.names.all().map(|card| card.name.as_str());
    let card = known.names.card(closest(name, names)?)?;
    let mut zones = known.zones_of(card);
    let zone = zones.next()?;
    zones.next().is_none().then_some(zone)
}

/// The zone with the most cards, as far as its form says that it has many.
fn largest(game: &Game) -> Option<&str> {
    let zones = &game.kingdom.zones;
    let many = |zone: &Zone| zone.by.is_none() && zone.form == ZoneForm::Counts;
    let mut chosen = zones.iter().rev().filter(|(_, zone)| many(zone));
    let zone = chosen.next().or_else(|| zones.last());
    zone.map(|(key, _)| key.as_str())
}

fn no_place(known: &Known<'_>, file: FileId, line: &Placed<'_>, fits: &[&str]) -> Diagnostic {
    let at = Span::new(file, line.reading.name_at.clone());
    let what = wording::a(&known.game.kingdom.name);
    let name = wording::shown(&line.reading.name);
    if fits.is_empty() {
        return unreadable(
            at,
            format!("no part of {what} takes \"{name}\""),
            "nowhere to put it",
        )
        .help("remove it, or write the heading of a part above it");
    }
    let zones = &known.game.kingdom.zones;
    let titles = fits.iter().filter_map(|key| zones.get(*key));
    let titles: Vec<&str> = titles.map(|zone| zone.title.as_str()).collect();
    unreadable(
        at,
        format!("\"{name}\" can stand in more than one part of {what}"),
        wording::or(&titles),
    )
    .help(format!(
        "write a heading above it: {}",
        wording::or(wording::ticked(titles))
    ))
}

fn missing(game: &Game, set: &KingdomSource, zone: &Zone) -> Diagnostic {
    let kind = &game.kingdom.name;
    Diagnostic::new(
        Code::MissingZone,
        set.name_at,
        format!(
            "the {kind} \"{}\" has no {}",
            wording::shown(&set.name),
            zone.title
        ),
        format!("nothing in this list is for the {}", zone.title),
    )
    .help(format!(
        "write a line `{}:` and its cards below it",
        capitalised(&zone.title)
    ))
}

/// A title as it stands at the beginning of a line.
pub(in crate::kingdom) fn capitalised(title: &str) -> String {
    let mut chars = title.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}
