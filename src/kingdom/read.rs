//! Reads a set from a YAML node: its name, its game, and the contents of its zones.

use super::keys::{self, Beside, GAME_KEY, NAME_KEY, all_keys, text_of};
use super::zone_context::ZoneContext;
use super::zone_lines;
use super::{KingdomSource, Line, ZoneSource};
use crate::card::{fixes, id_of};
use crate::collections::IndexMap;
use crate::diagnostic::prose;
use crate::diagnostic::{self, Code, Diagnostic, Safety, closest};
use crate::game::{Game, HOUSE_KEY, Zone, ZoneForm};
use crate::source::{Span, invisible};
use crate::yaml::{Entry, Node, Scalar, Style, Value};

/// Maximum number of keys that are read, known or unknown.
const MAX_KEYS: usize = 1_000;

/// Maximum number of lines that are read in one zone.
const MAX_LINES: usize = 10_000;

/// Maximum number of faulty lines reported for one set.
const MAX_FAULTY_LINES: usize = 100;

/// Maximum length of the name of a set, in characters.
const MAX_NAME_LEN: usize = 100;

/// Reads a set.
pub fn read(
    game: &Game,
    source: &str,
    node: &Node,
    broken: bool,
) -> (Option<KingdomSource>, Vec<Diagnostic>) {
    let Value::Mapping(entries) = &node.value else {
        return (None, Vec::new());
    };
    let mut diagnostics = Vec::new();
    if let Some(entry) = entries.get(MAX_KEYS) {
        diagnostics.push(too_many_keys(game, entries.len(), entry));
        return (None, diagnostics);
    }
    let named = match entries.iter().any(|entry| text_of(entry) == Some(NAME_KEY)) || broken {
        true => None,
        false => Some(without_key(game, entries, &mut diagnostics)),
    };
    let entries = named.as_deref().unwrap_or(entries);
    let set = read_mapping(game, source, node, entries, broken, &mut diagnostics);
    diagnostic::sort(&mut diagnostics);
    (set, diagnostics)
}

/// Reports a set without a `kingdom` key. Returns its entries, in which `kingdom` replaces a misspelt key or `name`.
fn without_key(game: &Game, entries: &[Entry], diagnostics: &mut Vec<Diagnostic>) -> Vec<Entry> {
    let with = |is_it: &dyn Fn(&str) -> bool| {
        entries
            .iter()
            .position(|entry| text_of(entry).is_some_and(is_it))
    };
    let misspelt = with(&|key| closest(key, [NAME_KEY]).is_some());
    let instead = misspelt.or_else(|| with(&|key| key == "name"));
    let mut entries = entries.to_vec();
    let at = entries.get(instead.unwrap_or_default());
    let at = at.map(|entry| entry.key.span);
    let what = prose::a(&game.kingdom.name);
    let zones = entries.iter().filter_map(text_of);
    let zones = zones.filter(|key| {
        let mut known = game.kingdom.zones.keys();
        known.any(|zone| zone.eq_ignore_ascii_case(key))
    });
    let parts = prose::and(prose::ticked(zones));
    let Some(at) = at else { return entries };
    let diagnostic = Diagnostic::new(
        Code::NotACard,
        at,
        format!("this has the parts of {what}, but no key `{NAME_KEY}`"),
        format!("missing key `{NAME_KEY}`"),
    )
    .note(format!("{parts} are parts of {what}, not fields of a card"));
    let Some(entry) = instead.and_then(|at| entries.get_mut(at)) else {
        diagnostics.push(diagnostic.help(format!("add `{NAME_KEY}: …` with its name")));
        return entries;
    };
    let safety = match misspelt {
        Some(_) => Safety::Safe,
        None => Safety::Unsafe,
    };
    diagnostics.push(diagnostic.fix(safety, format!("write `{NAME_KEY}`"), at, NAME_KEY));
    entry.key = Node {
        span: at,
        value: Value::Scalar(Scalar {
            text: NAME_KEY.into(),
            style: Style::Plain,
        }),
    };
    entries
}

fn too_many_keys(game: &Game, count: usize, first: &Entry) -> Diagnostic {
    let what = prose::a(&game.kingdom.name);
    Diagnostic::new(
        Code::UnknownZone,
        first.key.span,
        format!("{count} keys are too many for {what}"),
        format!("more than {MAX_KEYS} keys"),
    )
    .help(all_keys(game))
}

fn read_mapping(
    game: &Game,
    source: &str,
    node: &Node,
    entries: &[Entry],
    broken: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<KingdomSource> {
    let given = |key: &str| entries.iter().find(|entry| text_of(entry) == Some(key));
    let of_game = match given(GAME_KEY) {
        Some(entry) => read_game(game, entry, diagnostics),
        None => Of::ThisGame(None),
    };
    let mut set = KingdomSource {
        name: String::new(),
        name_at: entries.first().map_or(node.span, |first| first.key.span),
        game: None,
        house_rules: None,
        at: node.span,
        zones: IndexMap::default(),
        unplaced: Vec::new(),
        broken,
    };
    if let Some(entry) = given(NAME_KEY) {
        set.name_at = fixes::place_of(entry);
        set.name = read_name(game, entry, diagnostics);
    }
    match of_game {
        Of::ThisGame(written) => set.game = written,
        // The zones and cards belong to the other game.
        Of::Another => {
            in_set(diagnostics, &set.name);
            return None;
        }
    }
    set.house_rules = given(HOUSE_KEY).and_then(|entry| read_house_rules(game, entry, diagnostics));
    let keys = keys::resolve(game, source, entries, diagnostics);
    set.broken |= !keys.unplaced.is_empty();
    let lines = keys
        .unplaced
        .iter()
        .map(|node| unplaced(game, source, node));
    set.unplaced = lines.collect();
    for (key, zone) in &game.kingdom.zones {
        let mut of_it = keys.zones.iter().filter(|(known, _)| known == key);
        let Some((_, entry)) = of_it.next() else {
            if game.needs_zone(key) && !set.broken {
                diagnostics.push(missing(game, &set, key, zone));
            }
            continue;
        };
        let beside = || keys.beside.iter().filter(|(known, _)| known == key);
        if entry.value.is_null() && beside().next().is_none() {
            if game.needs_zone(key) {
                diagnostics.push(empty(&set, game, key, zone, entry));
            }
            continue;
        }
        let before = diagnostics.len();
        let mut read = ZoneSource {
            at: entry.key.span,
            whole: entry.key.span.to(entry.value.span),
            entries: Vec::new(),
            broken,
        };
        let at = ZoneContext { game, source, zone };
        if !entry.value.is_null() {
            zone_lines::read(at, &entry.value, &mut read, diagnostics);
        }
        for (_, beside) in beside() {
            match beside {
                Beside::Line(line) => zone_lines::counted(at, line, &mut read, diagnostics),
                Beside::Below(node) => zone_lines::read(at, node, &mut read, diagnostics),
            }
        }
        no_more(key, &mut read, before, diagnostics);
        fixes::keep_to(
            diagnostics.get_mut(before..).unwrap_or_default(),
            entry,
            source,
        );
        set.zones.insert(key.clone(), read);
    }
    in_set(diagnostics, &set.name);
    Some(set)
}

/// Reads the lines below a key that is not a zone. Their form cannot be checked, because it depends on the zone.
fn unplaced(game: &Game, source: &str, node: &Node) -> Vec<Line> {
    let mut zones = game.kingdom.zones.values();
    let Some(zone) = zones.find(|zone| zone.by.is_none()) else {
        return Vec::new();
    };
    let mut read = ZoneSource {
        at: node.span,
        whole: node.span,
        entries: Vec::new(),
        broken: true,
    };
    zone_lines::read(
        ZoneContext { game, source, zone },
        node,
        &mut read,
        &mut Vec::new(),
    );
    read.entries.truncate(MAX_FAULTY_LINES);
    read.entries
}

/// Caps the number of lines of a zone. If there are too many, also caps the number of diagnostics about them.
fn no_more(key: &str, read: &mut ZoneSource, before: usize, diagnostics: &mut Vec<Diagnostic>) {
    let lines = read.entries.len();
    if lines <= MAX_LINES {
        return;
    }
    read.entries.truncate(MAX_LINES);
    read.broken = true;
    diagnostics.truncate(before + MAX_FAULTY_LINES);
    diagnostics.push(
        Diagnostic::new(
            Code::OutOfRange,
            read.at,
            format!("`{key}` has {lines} lines, but at most {MAX_LINES} are read"),
            "too many lines",
        )
        .help("write the count of a card after its name: `…: 3`"),
    );
}

fn in_set(diagnostics: &mut [Diagnostic], name: &str) {
    if !name.is_empty() {
        for diagnostic in diagnostics {
            diagnostic.card = Some(name.to_owned());
        }
    }
}

enum Of {
    /// The game that is being compiled, and the span if the file names it.
    ThisGame(Option<(String, Span)>),
    Another,
}

fn read_game(game: &Game, entry: &Entry, diagnostics: &mut Vec<Diagnostic>) -> Of {
    let at = fixes::place_of(entry);
    let written = entry
        .value
        .scalar()
        .filter(|scalar| !scalar.text.trim().is_empty() && !entry.value.is_null());
    let Some(scalar) = written else {
        let what = crate::yaml::described(&entry.value);
        diagnostics.push(
            Diagnostic::new(
                Code::WrongType,
                at,
                format!(
                    "the `{GAME_KEY}` of {} must be the name of a game, not {what}",
                    prose::a(&game.kingdom.name)
                ),
                "expected the name of a game",
            )
            .help(format!("write `{}`", game.game)),
        );
        return Of::ThisGame(None);
    };
    if scalar.text == game.game {
        return Of::ThisGame(Some((scalar.text.to_string(), at)));
    }
    let diagnostic = another_game(game, &scalar.text, at);
    if closest(&scalar.text, [game.game.as_str()]).is_some() {
        let title = format!("write `{}`", game.game);
        diagnostics.push(fixes::replace(
            diagnostic,
            &entry.value,
            Safety::Safe,
            title,
            game.game.clone(),
        ));
        return Of::ThisGame(Some((game.game.clone(), at)));
    }
    diagnostics.push(diagnostic.help(format!(
        "write `{}`, or move the file to the cards of its own game",
        game.game
    )));
    Of::Another
}

/// Reports a set for another game.
pub(super) fn another_game(game: &Game, written: &str, at: Span) -> Diagnostic {
    Diagnostic::new(
        Code::UnknownGame,
        at,
        format!(
            "this {} is for the game \"{}\", but the cards are for \"{}\"",
            game.kingdom.name,
            prose::shown(written),
            game.game
        ),
        "not the game of these cards",
    )
}

/// Reads the id of the house rules of a set. Whether these rules exist is checked later.
fn read_house_rules(
    game: &Game,
    entry: &Entry,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(String, Span)> {
    let at = fixes::place_of(entry);
    let written = entry
        .value
        .scalar()
        .filter(|scalar| !scalar.text.trim().is_empty() && !entry.value.is_null());
    if let Some(scalar) = written {
        return Some((scalar.text.trim().to_owned(), at));
    }
    let what = crate::yaml::described(&entry.value);
    diagnostics.push(
        Diagnostic::new(
            Code::WrongType,
            at,
            format!(
                "the `{HOUSE_KEY}` of {} must be the id of house rules, not {what}",
                prose::a(&game.kingdom.name)
            ),
            "expected the id of house rules",
        )
        .help("write an id, or remove the line to use the rules of the game"),
    );
    None
}

/// Reads the name of a set. The name is empty after a diagnostic.
fn read_name(game: &Game, entry: &Entry, diagnostics: &mut Vec<Diagnostic>) -> String {
    let at = fixes::place_of(entry);
    let Some(scalar) = entry.value.scalar() else {
        let what = prose::a(&game.kingdom.name);
        diagnostics.push(
            Diagnostic::new(
                Code::WrongType,
                at,
                format!(
                    "the name of {what} must be text, not {}",
                    crate::yaml::described(&entry.value)
                ),
                "expected text",
            )
            .help(format!("write the name after `{NAME_KEY}:`")),
        );
        return String::new();
    };
    let name = if entry.value.is_null() {
        ""
    } else {
        scalar.text.trim()
    };
    match fault_of_name(game, name) {
        None => name.to_owned(),
        Some((message, label)) => {
            diagnostics.push(
                Diagnostic::new(Code::BadName, at, message, label)
                    .help(format!("write the name after `{NAME_KEY}:`")),
            );
            String::new()
        }
    }
}

/// Returns why a name is not valid for a set, as a message and a label; `None` if it is valid.
pub(super) fn fault_of_name(game: &Game, name: &str) -> Option<(String, &'static str)> {
    let what = prose::a(&game.kingdom.name);
    Some(if name.is_empty() {
        (format!("the name of {what} is empty"), "missing name")
    } else if id_of(name).is_empty() {
        (
            format!(
                "the name \"{}\" has no letters or digits",
                prose::shown(name)
            ),
            "no letters or digits",
        )
    } else if name.char_indices().any(|(at, c)| is_unseen(name, at, c)) {
        (
            format!("the name of {what} has an invisible character or a line break"),
            "not a one-line name",
        )
    } else if name.chars().count() > MAX_NAME_LEN {
        (
            format!("the name of {what} has more than {MAX_NAME_LEN} characters"),
            "too long for a name",
        )
    } else {
        return None;
    })
}

/// Returns whether a character of a name is invisible and has no effect. A joiner within an emoji has one.
fn is_unseen(name: &str, at: usize, c: char) -> bool {
    // U+FEFF is a byte order mark only at the start of a file.
    prose::invisible(c) || c == '\u{feff}' || invisible::unseen(name, at).is_some()
}

/// Returns a sample of the zone's notation.
fn sample(key: &str, zone: &Zone) -> String {
    match zone.form {
        ZoneForm::One => format!("{key}: …"),
        ZoneForm::List => format!("{key}: [ … ]"),
        ZoneForm::Counts => format!("{key}: {{ …: 1 }}"),
    }
}

fn missing(game: &Game, set: &KingdomSource, key: &str, zone: &Zone) -> Diagnostic {
    let kind = &game.kingdom.name;
    let who = if set.name.is_empty() {
        format!("this {kind}")
    } else {
        format!("the {kind} \"{}\"", prose::shown(&set.name))
    };
    Diagnostic::new(
        Code::MissingZone,
        set.name_at,
        format!("{who} has no {}", zone.title),
        format!("this {kind} has no `{key}`"),
    )
    .help(format!("add `{}`", sample(key, zone)))
}

fn empty(set: &KingdomSource, game: &Game, key: &str, zone: &Zone, entry: &Entry) -> Diagnostic {
    let kind = &game.kingdom.name;
    let who = if set.name.is_empty() {
        format!("this {kind}")
    } else {
        format!("the {kind} \"{}\"", prose::shown(&set.name))
    };
    Diagnostic::new(
        Code::MissingZone,
        fixes::place_of(entry),
        format!("the `{key}` of {who} is empty"),
        "missing value",
    )
    .help(format!("write `{}`", sample(key, zone)))
}
