//! Reading `game.yaml`: the shape, then whether its parts fit together.

use std::cell::OnceCell;

use indexmap::IndexSet;
use smol_str::SmolStr;

use super::places::Places;
use super::shape::{self, Shaped};
use super::{Bounds, FieldKind, Game, HOUSE_KEY, Limit, RuleKind};
use crate::diagnostic::{self, Code, Diagnostic, Levels, closest};
use crate::maps::HashMap;
use crate::source::{FileId, SourceFile};

/// Reads the data of a game. Without findings the game is whole: every list, field and type that
/// one part names exists.
pub fn load(id: FileId, file: &SourceFile) -> Result<Game, Vec<Diagnostic>> {
    let limited = |mut findings: Vec<Diagnostic>| {
        diagnostic::sort(&mut findings);
        diagnostic::limit(&mut findings, HashMap::default(), &Levels::default());
        findings
    };
    let Shaped { data, unread } =
        shape::read::<Game>(id, file, "data of the game").map_err(limited)?;
    let mut game = data;
    fill_in_names(&mut game);
    let mut findings = Check::new(id, file, &game, !unread.is_empty()).run();
    findings.extend(unread);
    if findings.is_empty() {
        return Ok(game);
    }
    Err(limited(findings))
}

/// Names in the rules of sets that the game does not have.
pub(super) fn check_rules(
    id: FileId,
    file: &SourceFile,
    game: &Game,
    unread: bool,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    Check::new(id, file, game, unread).rules(&mut found);
    found
}

/// Whether a character can stand in an id.
fn is_of_id(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

/// Rules with the name of one before them.
pub(super) fn rules_twice<'r>(
    places: &Places,
    names: impl Iterator<Item = &'r str>,
) -> Vec<Diagnostic> {
    let mut seen: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for name in names {
        if seen.contains(&name) {
            let finding = Diagnostic::new(
                Code::GameData,
                places.last(name, "rule"),
                format!("two rules are called \"{name}\""),
                "this name is taken",
            );
            let first = places.value(name, &["rule"]);
            found.push(
                finding
                    .label(first, "first used here")
                    .help("give one of the two another name"),
            );
        }
        seen.push(name);
    }
    found
}

/// Writes out the names that the file may leave out, so that nobody after this has to derive them.
fn fill_in_names(game: &mut Game) {
    for list in game.vocabulary.values_mut() {
        for (id, term) in list {
            if term.name.is_empty() {
                term.name = id.replace('_', " ");
            }
            if term.plural.is_empty() {
                term.plural = format!("{}s", term.name);
            }
        }
    }
    for (id, card_type) in &mut game.card_types {
        if card_type.name.is_empty() {
            card_type.name = id.replace('_', " ");
        }
        if card_type.plural.is_empty() {
            card_type.plural = format!("{}s", card_type.name);
        }
    }
}

/// What a card has beside its fields, in its file or in a bundle.
const KEYS_OF_CARDS: [&str; 6] = ["id", "name", "type", "abilities", "text", "manual"];
/// What the vocabulary of a bundle has beside its lists.
const KEYS_OF_VOCABULARIES: [&str; 2] = ["card_types", "headings"];
/// What a set has beside its zones, in its file.
const KEYS_OF_SETS: [&str; 3] = ["kingdom", "game", HOUSE_KEY];

/// Lowercase letters, digits, `_` and `-`, a letter first.
pub(super) fn is_id(text: &str) -> bool {
    let lowercase = |c: char| c.to_lowercase().eq([c]);
    text.starts_with(char::is_alphabetic) && text.chars().all(|c| is_of_id(c) && lowercase(c))
}

struct Check<'g> {
    id: FileId,
    file: &'g SourceFile,
    game: &'g Game,
    /// Keys stand there that nothing reads, so that what is missing may be one of them.
    unread: bool,
    /// Looked for when the first finding needs them.
    places: OnceCell<Places>,
}

/// The keys below which the name of something stands.
fn keys_of(what: &str) -> &'static [&'static str] {
    match what {
        "zone" => &["zone", "zones"],
        "field" => &["field", "by", "required", "optional"],
        "card type" => &["types", "of"],
        "list of the vocabulary" => &["of"],
        "heading" => &["heading"],
        "row" => &["rows"],
        _ => &[],
    }
}

impl<'g> Check<'g> {
    fn new(id: FileId, file: &'g SourceFile, game: &'g Game, unread: bool) -> Self {
        Check {
            id,
            file,
            game,
            unread,
            places: OnceCell::new(),
        }
    }

    fn places(&self) -> &Places {
        self.places
            .get_or_init(|| Places::of(self.id, &self.file.text))
    }

    fn run(&self) -> Vec<Diagnostic> {
        let game = self.game;
        let mut found = Vec::new();
        let lists: Vec<&str> = game.vocabulary.keys().map(String::as_str).collect();
        let fields: Vec<&str> = game.fields.keys().map(String::as_str).collect();
        let types: Vec<&str> = game.card_types.keys().map(SmolStr::as_str).collect();
        let headings: Vec<&str> = game.headings.keys().map(String::as_str).collect();
        let zones: Vec<&str> = game.kingdom.zones.keys().map(String::as_str).collect();
        let keys: Vec<&str> = game
            .fields
            .iter()
            .map(|(name, field)| field.key.as_deref().unwrap_or(name))
            .collect();

        for field in game.fields.values() {
            match &field.kind {
                FieldKind::Choice { of, .. }
                | FieldKind::Choices { of, .. }
                | FieldKind::Amounts { of, .. } => {
                    self.one_of(of, "list of the vocabulary", &lists, &mut found);
                }
                FieldKind::Number { .. }
                | FieldKind::Numbers { .. }
                | FieldKind::Text { .. }
                | FieldKind::Flag
                | FieldKind::Area
                | FieldKind::Effect => {}
            }
        }
        for card_type in game.card_types.values() {
            for name in card_type
                .required
                .iter()
                .chain(card_type.required_unless.keys())
                .chain(&card_type.optional)
            {
                self.one_of(name, "field", &fields, &mut found);
            }
            for flag in card_type.required_unless.values() {
                self.one_of(flag, "field", &fields, &mut found);
            }
            if let Some(heading) = &card_type.heading {
                self.one_of(heading, "heading", &headings, &mut found);
            }
        }
        for heading in game.headings.values() {
            for card_type in &heading.types {
                self.one_of(card_type, "card type", &types, &mut found);
            }
        }
        for term in game.vocabulary.values().flat_map(|list| list.values()) {
            for card_type in &term.of {
                self.one_of(card_type, "card type", &types, &mut found);
            }
        }
        for zone in game.kingdom.zones.values() {
            if let Some(from) = &zone.from {
                self.one_of(&from.zone, "zone", &zones, &mut found);
                self.one_of(&from.field, "field", &keys, &mut found);
            }
            if let Some(by) = &zone.by {
                self.one_of(by, "field", &keys, &mut found);
            }
        }
        self.rules(&mut found);
        self.report(&mut found);
        self.ids(&mut found);
        self.taken(&mut found);
        self.bounds(&mut found);
        self.names(&mut found);
        self.map_and_constants(&mut found);
        let rules = game.kingdom.rules.iter();
        found.extend(rules_twice(
            self.places(),
            rules.map(|rule| rule.rule.as_str()),
        ));
        found
    }

    /// Two words of one list with one name, which no text can tell apart.
    fn names(&self, found: &mut Vec<Diagnostic>) {
        for (list, terms) in &self.game.vocabulary {
            for (at, (id, term)) in terms.iter().enumerate() {
                let mut before = terms.iter().take(at);
                let Some((first, _)) = before.find(|(_, other)| other.name == term.name) else {
                    continue;
                };
                let list = list.replace('_', " ");
                let finding = Diagnostic::new(
                    Code::GameData,
                    self.places().key(id),
                    format!(
                        "two of the {list} are called \"{}\": `{first}` and `{id}`",
                        term.name
                    ),
                    "its name is taken",
                );
                found.push(finding.help("give one of the two another `name`"));
            }
        }
    }

    fn map_and_constants(&self, found: &mut Vec<Diagnostic>) {
        if let Some(map) = &self.game.map {
            let rows = self.game.terms("rows").map(|(id, _)| id);
            let rows: Vec<&str> = rows.collect();
            for row in map.rows.iter().filter(|_| !rows.is_empty()) {
                self.one_of(row, "row", &rows, found);
            }
            if map.columns == 0 {
                let finding = Diagnostic::new(
                    Code::GameData,
                    self.places().value("0", &["columns"]),
                    "the map has no column, so no card can stand on it",
                    "has to be at least 1",
                );
                found.push(finding.help("write how many spaces a row has"));
            }
        }
        for (name, constant) in &self.game.constants {
            if constant.value < 0 {
                let finding = Diagnostic::new(
                    Code::GameData,
                    self.places().value(&constant.value.to_string(), &["value"]),
                    format!(
                        "the constant `{name}` is {}, and the numbers of a rulebook are counts",
                        constant.value
                    ),
                    "less than 0",
                );
                found.push(finding.help("write a whole number from 0"));
            }
        }
    }

    /// Ids become keys of files, columns of tables, names of types and of folders. None of them may need
    /// quotation marks there, lead elsewhere, or differ from another in letter case alone.
    fn ids(&self, found: &mut Vec<Diagnostic>) {
        let game = self.game;
        let keys = game.fields.values().filter_map(|field| field.key.as_ref());
        let types = game.card_types.keys().map(SmolStr::as_str);
        let ids = std::iter::once(&game.game)
            .chain(game.fields.keys())
            .chain(keys)
            .chain(game.vocabulary.keys())
            .chain(game.vocabulary.values().flat_map(|list| list.keys()))
            .chain(game.headings.keys())
            .chain(game.constants.keys())
            .chain(game.kingdom.zones.keys());
        let ids: IndexSet<&str> = ids.map(String::as_str).chain(types).collect();
        for id in ids.into_iter().filter(|id| !is_id(id)) {
            let at = match *id == game.game {
                true => self.places().value(id, &["game"]),
                false => self.places().key(id),
            };
            let finding = Diagnostic::new(
                Code::GameData,
                at,
                format!("\"{id}\" cannot be an id"),
                "not an id",
            )
            .note("ids are keys of files and names in tables and programs too");
            let written: String = id.chars().flat_map(char::to_lowercase).collect();
            let written = written.replace(|c| !is_of_id(c), "_");
            found.push(match is_id(&written) {
                true => finding.help(format!("write `{written}`")),
                false => finding.help(
                    "write an id of lowercase letters, digits, `_` and `-` that begins with a letter",
                ),
            });
        }
    }

    /// Keys that files and bundles have anyway, with another meaning.
    fn taken(&self, found: &mut Vec<Diagnostic>) {
        let game = self.game;
        let fields = game.fields.iter();
        let keys = fields.map(|(name, field)| field.key_or(name));
        let lists = game.vocabulary.keys().map(String::as_str);
        let zones = game.kingdom.zones.keys().map(String::as_str);
        let of_fields = keys.filter(|key| KEYS_OF_CARDS.contains(key));
        let of_lists = lists.filter(|key| KEYS_OF_VOCABULARIES.contains(key));
        let of_zones = zones.filter(|key| KEYS_OF_SETS.contains(key));
        let taken: IndexSet<(&str, &str)> = of_fields
            .map(|key| (key, "a card"))
            .chain(of_lists.map(|key| (key, "the vocabulary of a bundle")))
            .chain(of_zones.map(|key| (key, "a set")))
            .collect();
        for (key, of) in taken {
            found.push(
                Diagnostic::new(
                    Code::GameData,
                    self.places().key(key),
                    format!("{of} has `{key}` anyway, and it means something else"),
                    "this key is taken",
                )
                .help("give it another name"),
            );
        }
    }

    /// Ranges in which no number is.
    fn bounds(&self, found: &mut Vec<Diagnostic>) {
        for (name, field) in &self.game.fields {
            let bounds: Vec<(&str, Bounds)> = match &field.kind {
                FieldKind::Number { min, max } | FieldKind::Amounts { min, max, .. } => {
                    let bounds = Bounds {
                        min: *min,
                        max: *max,
                    };
                    vec![(name, bounds)]
                }
                FieldKind::Numbers { each, .. } => each
                    .iter()
                    .map(|(name, bounds)| (name.as_str(), *bounds))
                    .collect(),
                _ => Vec::new(),
            };
            for (name, Bounds { min, max }) in bounds {
                if min > max {
                    found.push(
                        Diagnostic::new(
                            Code::GameData,
                            self.places().key(name),
                            format!("no number is at least {min} and at most {max}"),
                            "its `min` is more than its `max`",
                        )
                        .help("exchange the two"),
                    );
                }
            }
        }
    }

    fn report(&self, found: &mut Vec<Diagnostic>) {
        let game = self.game;
        let report = &game.kingdom.report;
        let zones: Vec<&str> = game.kingdom.zones.keys().map(String::as_str).collect();
        let types: Vec<&str> = game.card_types.keys().map(SmolStr::as_str).collect();
        let constants: Vec<&str> = game.constants.keys().map(String::as_str).collect();
        let fields = game.fields.iter();
        let keys: Vec<&str> = fields.map(|(name, field)| field.key_or(name)).collect();
        for (named, what, known) in [
            (report.all_zones(), "zone", &zones),
            (report.all_fields(), "field", &keys),
            (report.all_types(), "card type", &types),
            (report.all_constants(), "constant", &constants),
        ] {
            for name in named {
                self.one_of(name, what, known, found);
            }
        }
    }

    /// A rule that no number of cards keeps or breaks.
    fn limit(&self, rule: &str, limit: &Limit, found: &mut Vec<Diagnostic>) {
        let (message, help) = match (limit.exactly, limit.at_least, limit.at_most) {
            (None, None, None) if self.unread => return,
            (None, None, None) => (
                format!("the rule \"{rule}\" says of no number how many cards there may be"),
                "add `exactly`, `at_least` or `at_most`",
            ),
            (Some(_), None, None) | (None, _, None) | (None, None, _) => return,
            (None, Some(least), Some(most)) if least <= most => return,
            (None, Some(least), Some(most)) => (
                format!(
                    "no number is at least {least} and at most {most}, as the rule \"{rule}\" wants"
                ),
                "exchange the two",
            ),
            (Some(_), ..) => (
                format!("the rule \"{rule}\" has `exactly`, and another number beside it"),
                "keep `exactly`, or `at_least` and `at_most`",
            ),
        };
        let at = self.places().value(rule, &["rule"]);
        found.push(Diagnostic::new(Code::GameData, at, message, "this rule").help(help));
    }

    fn rules(&self, found: &mut Vec<Diagnostic>) {
        let game = self.game;
        let zones: Vec<&str> = game.kingdom.zones.keys().map(String::as_str).collect();
        let types: Vec<&str> = game.card_types.keys().map(SmolStr::as_str).collect();
        let keys: Vec<&str> = game
            .fields
            .iter()
            .map(|(name, field)| field.key_or(name))
            .collect();
        for rule in &game.kingdom.rules {
            if let RuleKind::Count { limit, .. } | RuleKind::Total { limit } = &rule.kind {
                self.limit(&rule.rule, limit, found);
            }
            let (in_zones, of_field): (Vec<&String>, Option<&String>) = match &rule.kind {
                RuleKind::Count { zone, .. } | RuleKind::Copies { zone, .. } => (vec![zone], None),
                RuleKind::Points { zones, .. } => (zones.iter().collect(), None),
                RuleKind::Banned { .. } | RuleKind::Total { .. } => (Vec::new(), None),
                RuleKind::Types {
                    zone,
                    types: allowed,
                } => {
                    for card_type in allowed {
                        self.one_of(card_type, "card type", &types, found);
                    }
                    (vec![zone], None)
                }
                RuleKind::Field { zone, field, .. } => (vec![zone], Some(field)),
                RuleKind::Values {
                    zones,
                    field,
                    including,
                    ..
                } => (
                    zones
                        .iter()
                        .chain(including.iter().map(|of| &of.zone))
                        .collect(),
                    Some(field),
                ),
                RuleKind::Equals { zone, of } => (vec![zone, &of.zone], Some(&of.field)),
            };
            for zone in in_zones {
                self.one_of(zone, "zone", &zones, found);
            }
            if let Some(field) = of_field {
                self.one_of(field, "field", &keys, found);
            }
        }
    }

    /// Reports a name that is not one of those that can stand there.
    fn one_of(&self, name: &str, what: &str, known: &[&str], found: &mut Vec<Diagnostic>) {
        if known.contains(&name) {
            return;
        }
        let at = self.places().value(name, keys_of(what));
        let finding = Diagnostic::new(
            Code::GameData,
            at,
            format!("the game has no {what} \"{name}\""),
            format!("no such {what}"),
        );
        found.push(match closest(name, known.iter().copied()) {
            Some(close) => finding.help(format!("write `{close}`")),
            None => finding.help(format!("write one of {}", known.join(", "))),
        });
    }
}
