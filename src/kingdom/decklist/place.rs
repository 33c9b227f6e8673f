//! Assigns each line to a part of the set.

use super::{Placed, unreadable};
use crate::collections::IndexMap;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety, closest};
use crate::game::{Game, Zone, ZoneForm};
use crate::kingdom::eligibility;
use crate::kingdom::lexicon::{Lexicon, Referent};
use crate::kingdom::suggest::MAX_SUGGESTIONS;
use crate::kingdom::{KingdomSource, Line, ZoneSource};
use crate::source::{FileId, Span};

/// Puts every line into its zone.
pub(super) fn place<'c>(
    known: &Lexicon<'c>,
    file: FileId,
    lines: Vec<Placed<'c>>,
    set: &mut KingdomSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let zones = zones(known, file, &lines, diagnostics);
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
                diagnostics.push(missing(known.game, set, zone));
            }
            None => {}
        }
    }
}

fn line(known: &Lexicon<'_>, file: FileId, placed: &Placed<'_>) -> Line {
    let reading = &placed.reading;
    let name = match reading.meant {
        Some(Referent::Card(id)) => {
            let card = known.names.by_id(id);
            card.and_then(|card| known.names.reference(card))
        }
        Some(Referent::Value { id, .. }) => Some(id),
        None => None,
    };
    Line {
        name: name.unwrap_or(&reading.name).to_owned(),
        name_at: Span::new(file, reading.name_at.clone()),
        count: reading.count,
        count_at: Span::new(file, reading.count_at.clone()),
    }
}

/// Minimum number of consecutive cards that do not fit below their heading, so that a missing heading is assumed.
const LEAST_WITHOUT_HEADING: usize = 3;

/// Reports lines at the end of a part of the list that belong to another part, whose heading is missing or unknown.
/// Removes their zone, so that they are placed by their type.
pub(super) fn below_no_heading<'c>(
    known: &Lexicon<'c>,
    file: FileId,
    lines: &mut Vec<Placed<'c>>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut end = lines.len();
    while let Some(last) = end.checked_sub(1) {
        let heading = lines.get(last).and_then(|line| line.heading);
        let same = |line: &Placed<'_>| line.heading == heading && heading.is_some();
        let part = lines.get(..end).unwrap_or_default();
        let start = last
            - part
                .iter()
                .rev()
                .skip(1)
                .take_while(|line| same(line))
                .count();
        if let Some(heading) = heading
            && let Some(stray) = strays(known, lines, start..end)
        {
            let first = lines
                .get(start)
                .map_or(0, |line| line.reading.name_at.start);
            // Drop the diagnostic about the count of the heading: it is unknown which lines the count covers.
            diagnostics.retain(|diagnostic| {
                let at = diagnostic.primary.at.range();
                let is_sum = heading.range().start <= at.start && at.end <= first;
                diagnostic.code != Code::HeadingCount || !is_sum
            });
            diagnostics.extend(without_heading(known, file, lines, start, &stray));
            for line in lines.get_mut(stray.lines.clone()).unwrap_or_default() {
                line.zone = None;
                line.heading = None;
                // All lines below one heading form one paragraph.
                line.paragraph = usize::MAX - start;
            }
            if stray.title {
                lines.remove(stray.lines.start);
            }
            // The lines above may lack their heading too.
            end = stray.lines.start;
            continue;
        }
        end = start;
    }
}

/// Lines that are below the wrong heading.
struct Stray<'c> {
    lines: std::ops::Range<usize>,
    zone: &'c str,
    /// `true` if the first line is an unknown word, probably the heading of the others.
    title: bool,
}

fn strays<'c>(
    known: &Lexicon<'c>,
    lines: &[Placed<'c>],
    part: std::ops::Range<usize>,
) -> Option<Stray<'c>> {
    let zone = lines.get(part.start)?.zone?;
    let game = known.game;
    let mut target: Option<&str> = None;
    let mut cards = 0;
    let mut first = part.end;
    for at in part.clone().rev() {
        let reading = &lines.get(at)?.reading;
        let Some(Referent::Card(id)) = reading.meant else {
            let is_word = reading.meant.is_none() && reading.count_at == reading.name_at;
            if is_word && first == at + 1 {
                first = at;
            }
            break;
        };
        let card = known.names.by_id(id)?;
        let mut zones = known.zones_of(card);
        let only = zones.next().filter(|_| zones.next().is_none());
        if eligibility::admits(game, zone, card)
            || only.is_none()
            || target.is_some_and(|known| Some(known) != only)
        {
            break;
        }
        target = only;
        cards += 1;
        first = at;
    }
    let target = target.filter(|_| cards >= LEAST_WITHOUT_HEADING)?;
    // If the zone has a heading, these cards are below the wrong one.
    let has_heading = lines.iter().any(|line| line.zone == Some(target));
    let title = part.end - first > cards;
    // If no new paragraph starts, no heading is missing: the cards are below the wrong one.
    let above = lines
        .get(first.checked_sub(1)?)
        .filter(|_| first > part.start)?;
    let begins = title || lines.get(first)?.paragraph > above.paragraph;
    (begins && !has_heading).then_some(Stray {
        title,
        lines: first..part.end,
        zone: target,
    })
}

fn without_heading(
    known: &Lexicon<'_>,
    file: FileId,
    lines: &[Placed<'_>],
    start: usize,
    stray: &Stray<'_>,
) -> Option<Diagnostic> {
    let game = known.game;
    let title = |zone: &str| game.kingdom.zones.get(zone).map(|zone| zone.title.as_str());
    let above = lines.get(start)?;
    let (above_title, wanted) = (title(above.zone?)?, title(stray.zone)?);
    let heading = above.heading?;
    let wanted = capitalised(wanted);
    let first = &lines.get(stray.lines.start)?.reading;
    let at = Span::new(file, first.name_at.clone());
    let name = prose::shown(&first.name);
    if stray.title {
        let what = prose::a(&game.kingdom.name);
        let diagnostic = Diagnostic::new(
            Code::UnknownZone,
            at,
            format!("{what} has no part \"{name}\", and no card has this name"),
            format!("not a part of {what}"),
        )
        .label(heading, "the lines below it are read as part of this");
        return Some(diagnostic.fix(Safety::Unsafe, format!("write `{wanted}`"), at, wanted));
    }
    let more = prose::counted(stray.lines.len() as u64 - 1, "line", "lines");
    Some(
        unreadable(
            at,
            format!("missing heading: \"{name}\" and the {more} below it do not belong to the {above_title}"),
            format!("not part of the {above_title}"),
        )
        .label(heading, "they are below this heading")
        .help(format!("write a line `{wanted}` above it")),
    )
}

/// Returns the zone of each line; `None` after a diagnostic explains why there is no zone.
fn zones<'c>(
    known: &Lexicon<'c>,
    file: FileId,
    lines: &[Placed<'c>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Option<&'c str>> {
    let fitting: Vec<Vec<&str>> = lines.iter().map(|line| fitting(known, line)).collect();
    let sure = |at: usize| match fitting.get(at).map(Vec::as_slice) {
        Some([zone]) => Some(*zone),
        _ => None,
    };
    // The zone on which all certain lines of a paragraph agree.
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
                let close = (unknown <= MAX_SUGGESTIONS)
                    .then(|| zone_of_close(known, &line.reading.name))
                    .flatten();
                agreed.or(close).or(last).or_else(|| largest(known.game))
            }
            _ => match agreed.filter(|agreed| fits.contains(agreed)) {
                Some(agreed) => Some(agreed),
                None => {
                    diagnostics.push(no_place(known, file, line, fits));
                    None
                }
            },
        };
        last = zone.or(last);
        zones.push(zone);
    }
    zones
}

/// Returns the zones that admit a line.
fn fitting<'c>(known: &Lexicon<'c>, line: &Placed<'c>) -> Vec<&'c str> {
    match (line.zone, line.reading.meant) {
        (Some(zone), _) => vec![zone],
        (None, Some(Referent::Value { zone, .. })) => vec![zone],
        (None, Some(Referent::Card(id))) => {
            let card = known.names.by_id(id);
            card.map_or(Vec::new(), |card| known.zones_of(card).collect())
        }
        (None, None) => Vec::new(),
    }
}

/// Returns the zone of the card whose name is close to an unknown one. The line is not read as that card.
fn zone_of_close<'c>(known: &Lexicon<'c>, name: &str) -> Option<&'c str> {
    let names = known.names.all().map(|card| card.name.as_str());
    let card = known.names.card(closest(name, names)?)?;
    let mut zones = known.zones_of(card);
    let zone = zones.next()?;
    zones.next().is_none().then_some(zone)
}

/// Returns the zone that probably has the most cards, judged by its form.
fn largest(game: &Game) -> Option<&str> {
    let zones = &game.kingdom.zones;
    let many = |zone: &Zone| zone.by.is_none() && zone.form == ZoneForm::Counts;
    let mut chosen = zones.iter().rev().filter(|(_, zone)| many(zone));
    let zone = chosen.next().or_else(|| zones.last());
    zone.map(|(key, _)| key.as_str())
}

fn no_place(known: &Lexicon<'_>, file: FileId, line: &Placed<'_>, fits: &[&str]) -> Diagnostic {
    let at = Span::new(file, line.reading.name_at.clone());
    let what = prose::a(&known.game.kingdom.name);
    let name = prose::shown(&line.reading.name);
    if fits.is_empty() {
        return unreadable(
            at,
            format!("no part of {what} takes \"{name}\""),
            "no part takes it",
        )
        .help("remove it, or write the heading of a part above it");
    }
    let zones = &known.game.kingdom.zones;
    let titles = fits.iter().filter_map(|key| zones.get(*key));
    let titles: Vec<&str> = titles.map(|zone| zone.title.as_str()).collect();
    unreadable(
        at,
        format!("ambiguous: \"{name}\" fits more than one part of {what}"),
        prose::or(&titles),
    )
    .help(format!(
        "write a heading above it: {}",
        prose::or(prose::ticked(titles))
    ))
}

fn missing(game: &Game, set: &KingdomSource, zone: &Zone) -> Diagnostic {
    let kind = &game.kingdom.name;
    Diagnostic::new(
        Code::MissingZone,
        set.name_at,
        format!(
            "the {kind} \"{}\" has no {}",
            prose::shown(&set.name),
            zone.title
        ),
        format!("no line of this list is for the {}", zone.title),
    )
    .help(format!(
        "write a line `{}:` and its cards below it",
        capitalised(&zone.title)
    ))
}

/// Capitalises a title for the start of a line.
pub(in crate::kingdom) fn capitalised(title: &str) -> String {
    let mut chars = title.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}
