//! Validation of a set: resolves its names to cards, then checks every rule of the game.

use super::eligibility::admits;
use super::missing::{self, MissingCards};
use super::names::Names;
use super::resolved::{ResolvedKingdom, ResolvedLine, ResolvedZone};
use super::rules;
use super::suggest::{MAX_SUGGESTIONS, slip, unknown_card};
use super::{Cards, Kingdom, KingdomSource, Line, ZoneSource};
use crate::card::{self, CardSource, FieldValue, id_of};
use crate::card_rules::several_cards;
use crate::collections::IndexMap;
use crate::diagnostic::prose;
use crate::diagnostic::{self, Code, Diagnostic, Safety};
use crate::game::{Game, RuleKind, Zone};
use crate::source::Span;
use crate::yaml::{Node, Scalar, Style, Value};

/// Validates a set and reports every violation of every rule.
pub fn validate(
    game: &Game,
    cards: Cards<'_>,
    kingdom: &KingdomSource,
) -> (Kingdom, Vec<Diagnostic>) {
    validate_with(game, &Names::new(cards), kingdom)
}

/// Validates one of many sets; `names` is built once and shared.
pub fn validate_with(
    game: &Game,
    names: &Names<'_>,
    kingdom: &KingdomSource,
) -> (Kingdom, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let set = set(game, names, kingdom, &mut diagnostics);
    finish(&set, diagnostics)
}

/// Validates a set under construction: missing cards are returned as open places, not reported.
pub fn validate_draft(
    game: &Game,
    names: &Names<'_>,
    kingdom: &KingdomSource,
) -> (Kingdom, Vec<MissingCards>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let mut set = set(game, names, kingdom, &mut diagnostics);
    let open = if kingdom.broken {
        Vec::new()
    } else {
        missing::open(&set)
    };
    for part in set.parts.values_mut() {
        part.open = true;
    }
    let (kingdom, diagnostics) = finish(&set, diagnostics);
    (kingdom, open, diagnostics)
}

/// Resolves the names of a set.
pub(super) fn set<'a, 'c: 'a>(
    game: &'a Game,
    names: &Names<'c>,
    kingdom: &'a KingdomSource,
    diagnostics: &mut Vec<Diagnostic>,
) -> ResolvedKingdom<'a> {
    let mut set = ResolvedKingdom {
        game,
        source: kingdom,
        parts: IndexMap::default(),
    };
    for (key, zone) in &game.kingdom.zones {
        let part = part(game, names, kingdom, key, zone, diagnostics);
        set.parts.insert(key, part);
    }
    unplaced(game, names, kingdom, diagnostics);
    fill_in(&mut set, names);
    set
}

/// Maximum number of secondary labels of a diagnostic.
const MAX_PLACES: usize = 100;

fn keep_short(diagnostic: &mut Diagnostic) {
    let more = diagnostic.secondary.len().saturating_sub(MAX_PLACES);
    if more > 0 {
        diagnostic.secondary.truncate(MAX_PLACES);
        let note = diagnostic.note.clone().unwrap_or_default();
        diagnostic.note = Some(format!("{note} (and {more} more places)"));
    }
}

/// Checks the rules and builds the result.
fn finish(
    set: &ResolvedKingdom<'_>,
    mut diagnostics: Vec<Diagnostic>,
) -> (Kingdom, Vec<Diagnostic>) {
    rules::check_all(set, &mut diagnostics);
    if !set.source.name.is_empty() {
        for finding in &mut diagnostics {
            finding.card = Some(set.source.name.clone());
        }
    }
    diagnostics.iter_mut().for_each(keep_short);
    diagnostic::sort(&mut diagnostics);
    (judged(set), diagnostics)
}

fn part<'a, 'c: 'a>(
    game: &'a Game,
    names: &Names<'c>,
    kingdom: &'a KingdomSource,
    key: &'a str,
    zone: &'a Zone,
    diagnostics: &mut Vec<Diagnostic>,
) -> ResolvedZone<'a> {
    let Some(source) = kingdom.zones.get(key) else {
        return ResolvedZone {
            key,
            zone,
            at: kingdom.name_at,
            entries: Vec::new(),
            // If the game needs the zone, its absence was reported, and its contents are unknown.
            open: kingdom.broken || game.needs_zone(key),
        };
    };
    let mut suggestions = 0;
    let known = NameContext {
        game,
        names,
        kingdom,
    };
    let entries = source
        .entries
        .iter()
        .flat_map(|line| match &zone.by {
            Some(by) => vec![listed_by(game, by, line, diagnostics)],
            None => {
                if names.card(&line.name).is_none()
                    && two_names(names, line).is_none()
                    && let Some(all) = names_in_a_row(names, line)
                {
                    diagnostics.push(not_a_list(zone, source, line, &all));
                    return all.into_iter().map(|card| of_card(line, card)).collect();
                }
                looked_up(&known, Some(key), line, &mut suggestions, diagnostics)
            }
        })
        .collect();
    ResolvedZone {
        key,
        zone,
        at: source.at,
        entries,
        open: source.broken || kingdom.broken,
    }
}

/// What the meaning of a name in a set depends on.
struct NameContext<'k, 'c> {
    game: &'k Game,
    names: &'k Names<'c>,
    kingdom: &'k KingdomSource,
}

/// Resolves a line of a zone, or of an unknown zone (`None`). The result usually has one entry.
fn looked_up<'a, 'c: 'a>(
    known: &NameContext<'_, 'c>,
    zone: Option<&str>,
    line: &'a Line,
    suggestions: &mut usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<ResolvedLine<'a>> {
    let NameContext { game, names, .. } = *known;
    if let Some(card) = names.card(&line.name) {
        let card = match meant(known, zone, line).as_slice() {
            [] => card,
            [only] => only,
            several => {
                let label = "which card is meant?";
                let finding = several_cards(several, &line.name, line.name_at, label);
                diagnostics.push(finding);
                return vec![entry(line, None, None)];
            }
        };
        return vec![of_card(line, card)];
    }
    if let Some(both) = two_names(names, line) {
        diagnostics.push(without_comma(line, both));
        return both.map(|card| of_card(line, card)).to_vec();
    }
    *suggestions += 1;
    let suggest = *suggestions <= MAX_SUGGESTIONS;
    let numbered = line.count_at != line.name_at;
    let number = numbered.then_some(line.count);
    let meant = suggest
        .then(|| slip(game, names, zone, &line.name, number))
        .flatten();
    diagnostics.push(unknown_card(names, line, suggest, meant));
    vec![ResolvedLine {
        doubtful: meant.is_none() && !numbered,
        ..entry(line, None, None)
    }]
}

/// Returns the cards that a line can mean, of several cards with its name: those that the rules admit to the zone, and of
/// them those that fit the rest of the set. Empty for any other name.
fn meant<'c>(known: &NameContext<'_, 'c>, zone: Option<&str>, line: &Line) -> Vec<&'c CardSource> {
    let NameContext {
        game,
        names,
        kingdom,
    } = *known;
    if !game.has_namesakes() {
        return Vec::new();
    }
    let mut meant: Vec<&CardSource> = names.namesakes(&line.name).to_vec();
    let Some(zone) = zone else {
        return meant;
    };
    meant.retain(|card| admits(game, zone, card));
    for rule in &game.kingdom.rules {
        // A rule that ties the cards of this zone to the card of another one.
        let (other, field, of) = match &rule.kind {
            RuleKind::Naming {
                zone: tied,
                field,
                card,
            } if tied == zone => (card, field, None),
            RuleKind::Values {
                zones,
                field,
                including: Some(of),
                ..
            } if zones.iter().any(|tied| tied == zone) => (&of.zone, field, Some(&of.field)),
            _ => continue,
        };
        let lines = kingdom.zones.get(other).map(|other| &other.entries);
        let cards = lines.into_iter().flatten();
        let cards = cards.filter_map(|line| names.card(&line.name));
        let cards: Vec<&CardSource> = cards.filter(|card| admits(game, other, card)).collect();
        if cards.is_empty() {
            // The other zone is reported, so nothing is asked.
            meant.truncate(1);
            continue;
        }
        let fits = |card: &&CardSource| match (card.fields.get(field), of) {
            (Some(FieldValue::Text(text)), None) => cards.iter().any(|other| other.is_called(text)),
            (own, Some(of)) => cards.iter().any(|other| other.fields.get(of) == own),
            (_, None) => false,
        };
        if meant.iter().any(fits) {
            meant.retain(fits);
        }
    }
    meant
}

/// Reports unknown card names below an unknown key, if at least one line there names a card.
fn unplaced(
    game: &Game,
    names: &Names<'_>,
    kingdom: &KingdomSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut suggestions = 0;
    let known = NameContext {
        game,
        names,
        kingdom,
    };
    for lines in &kingdom.unplaced {
        if lines.iter().any(|line| names.card(&line.name).is_some()) {
            for line in lines {
                looked_up(&known, None, line, &mut suggestions, diagnostics);
            }
        }
    }
}

/// Maximum length, in bytes, of a line that may hold several names.
const MAX_NAMES_LEN: usize = 500;

/// Returns the two cards of a line that lacks only a comma: `Royal Guard Champion`.
fn two_names<'a>(names: &Names<'a>, line: &Line) -> Option<[&'a CardSource; 2]> {
    // Every space is tried, which is slow if there are many.
    if line.name.len() > MAX_NAMES_LEN {
        return None;
    }
    let mut spaces = line.name.match_indices(' ');
    spaces.find_map(|(at, _)| {
        let (first, second) = line.name.split_at(at);
        Some([names.card(first)?, names.card(second.trim_start())?])
    })
}

/// Separators that people write between names on one line.
const BETWEEN_NAMES: [&str; 6] = [",", ";", "|", "/", "+", " and "];

/// Returns the cards of a line with several names: `Royal Guard, Champion`.
fn names_in_a_row<'a>(names: &Names<'a>, line: &Line) -> Option<Vec<&'a CardSource>> {
    if line.name.len() > MAX_NAMES_LEN {
        return None;
    }
    BETWEEN_NAMES.into_iter().find_map(|mark| {
        let several = line.name.contains(mark).then(|| line.name.split(mark));
        let all = several?.map(|name| names.card(name.trim()));
        all.collect()
    })
}

fn not_a_list(zone: &Zone, source: &ZoneSource, line: &Line, all: &[&CardSource]) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::WrongType,
        line.name_at,
        format!("several names on one line in the {}", zone.title),
        format!("{} names", all.len()),
    );
    // A flow list can replace only the value that directly follows the key of the zone.
    let is_value = source.entries.len() == 1 && line.name_at.start <= source.at.end + 2;
    if !is_value || line.count > 1 {
        return diagnostic.help("write each name on a line of its own");
    }
    let names: Vec<&str> = all.iter().map(|card| card.name.as_str()).collect();
    let text = match line.name.contains(',') {
        true => format!("[{}]", line.name),
        false => format!("[{}]", names.join(", ")),
    };
    diagnostic.fix(Safety::Safe, format!("write `{text}`"), line.name_at, text)
}

fn without_comma(line: &Line, [first, second]: [&CardSource; 2]) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::UnknownCard,
        line.name_at,
        format!("no card is named \"{}\"", prose::shown(&line.name)),
        "two names without a comma",
    );
    let title = format!(
        "write a comma between \"{}\" and \"{}\"",
        first.name, second.name
    );
    // The position of the comma is certain only if the name in the file equals the decoded name.
    let at = line.name_at.start as usize + first.name.len();
    if line.name_at.range().len() == line.name.len() && line.name.starts_with(&*first.name) {
        diagnostic.fix(
            Safety::Unsafe,
            title,
            Span::new(line.name_at.file, at..at),
            ",",
        )
    } else {
        diagnostic.help(title)
    }
}

fn of_card<'a>(line: &'a Line, card: &'a CardSource) -> ResolvedLine<'a> {
    entry(line, Some(card.id.to_string()), Some(card))
}

fn entry<'a>(line: &'a Line, id: Option<String>, card: Option<&'a CardSource>) -> ResolvedLine<'a> {
    ResolvedLine {
        name: &line.name,
        name_at: line.name_at,
        count: line.count,
        count_at: line.count_at,
        known: id.is_some(),
        doubtful: false,
        key: id.unwrap_or_else(|| line.name.to_lowercase()),
        card,
    }
}

/// Resolves a line of a zone that lists values of a field.
fn listed_by<'a>(
    game: &'a Game,
    by: &str,
    line: &'a Line,
    diagnostics: &mut Vec<Diagnostic>,
) -> ResolvedLine<'a> {
    let list = game.list_of(by);
    let Some(list) = list else {
        return entry(line, Some(line.name.clone()), None);
    };
    let wanted = line.name.to_lowercase();
    let known = game
        .terms(list)
        .find(|(id, term)| *id == wanted || term.name.to_lowercase() == wanted);
    if let Some((id, _)) = known {
        return entry(line, Some(id.to_owned()), None);
    }
    let list_name = prose::spoken(list);
    let diagnostic = Diagnostic::new(
        Code::UnknownValue,
        line.name_at,
        format!(
            "\"{}\" is not one of the game's {list_name}",
            prose::shown(&line.name)
        ),
        format!("not one of the {list_name}"),
    );
    let terms: Vec<(&str, Vec<&str>)> = game
        .terms(list)
        .map(|(id, term)| (id, vec![term.name.as_str()]))
        .collect();
    let all: Vec<&str> = terms.iter().map(|(id, _)| *id).collect();
    let otherwise = format!("write {}", prose::or(prose::ticked(all)));
    let meant = card::meant(&line.name, terms);
    // The node is needed only for the span that the fix replaces.
    let node = Node {
        span: line.name_at,
        value: Value::Scalar(Scalar {
            text: line.name.as_str().into(),
            style: Style::Plain,
        }),
    };
    let doubtful = meant.is_none() && line.count_at == line.name_at;
    diagnostics.push(card::suggest(diagnostic, &node, meant, Some(otherwise)));
    ResolvedLine {
        doubtful,
        ..entry(line, None, None)
    }
}

/// Fills every zone that the file leaves out, if the numbers of a card determine its contents.
fn fill_in<'a, 'c: 'a>(set: &mut ResolvedKingdom<'a>, names: &Names<'c>) {
    let left_out: Vec<&str> = set
        .parts
        .values()
        .filter(|part| part.zone.from.is_some() && !set.source.zones.contains_key(part.key))
        .map(|part| part.key)
        .collect();
    for key in left_out {
        let from = set.parts.get(key).and_then(|part| part.zone.from.as_ref());
        let held = from.and_then(|from| set.holder(from));
        let at = set.source.name_at;
        let Some(part) = set.parts.get_mut(key) else {
            continue;
        };
        if let Some((_, FieldValue::Text(name))) = held
            && let Some(card) = names.card(name)
        {
            part.entries = vec![ResolvedLine {
                name,
                name_at: at,
                count: 1,
                count_at: at,
                key: card.id.to_string(),
                known: true,
                doubtful: false,
                card: Some(card),
            }];
            continue;
        }
        let Some((_, FieldValue::Numbers(numbers))) = held else {
            // The card that determines this zone is unknown; that was reported.
            part.open = true;
            continue;
        };
        part.entries = numbers
            .iter()
            .filter_map(|(name, number)| {
                let count = u64::try_from(*number).ok().filter(|count| *count > 0)?;
                Some(ResolvedLine {
                    name,
                    name_at: at,
                    count,
                    count_at: at,
                    key: name.to_string(),
                    known: true,
                    doubtful: false,
                    card: None,
                })
            })
            .collect();
    }
}

fn judged(set: &ResolvedKingdom<'_>) -> Kingdom {
    let small = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    let mut total = 0;
    let mut zones = IndexMap::default();
    for part in set.parts.values() {
        total += part.count().low;
        let mut counts: IndexMap<String, u32> = IndexMap::default();
        for entry in part
            .entries
            .iter()
            .filter(|entry| entry.known && entry.count > 0)
        {
            let count = counts.entry(entry.key.clone()).or_default();
            *count = count.saturating_add(small(entry.count));
        }
        if !counts.is_empty() || set.source.zones.contains_key(part.key) {
            zones.insert(part.key.to_owned(), counts);
        }
    }
    Kingdom {
        id: id_of(&set.source.name),
        name: set.source.name.clone(),
        house_rules: None,
        zones,
        total: small(total),
    }
}
