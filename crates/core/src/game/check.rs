//! Checks that the parts of `game.yaml` fit together: every list, field and type that is referred
//! to exists, and no two parts contradict each other.

use indexmap::IndexSet;
use smol_str::SmolStr;

use super::data_spans::{DataSpans, Place};
use super::ids::{is_id, key_of_field, keys, no_id, one_of};
use super::phrases::Phrases;
use super::rule_conflicts::contradictions;
use super::rules::{check_rules, names_of_rules};
use super::{
    Bounds, FieldKind, Game, HOUSE_KEY, HeadingForm, card_rule_check, name_check, play_check,
    roles, vocabulary_check,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::idiom;
use crate::source::Span;

/// Maximum number of rounds of a report.
const MAX_ROUNDS: u32 = 100;

/// Keys that are not fields but occur in cards, in a card file or in a bundle.
const KEYS_OF_CARDS: [&str; 6] = ["id", "name", "type", "abilities", "text", "manual"];

/// The periods that every game has.
const PERIODS_OF_RULES: [&str; 4] = ["attack", "activation", "turn", "round"];

/// Keys that are not lists but occur in the vocabulary of a bundle.
const KEYS_OF_VOCABULARIES: [&str; 2] = ["card_types", "headings"];

/// Keys that are not zones but occur in a set file.
const KEYS_OF_SETS: [&str; 3] = ["kingdom", "game", HOUSE_KEY];

pub(super) struct Check<'g> {
    pub(super) game: &'g Game,
    pub(super) places: &'g DataSpans,
    /// `true` if parts of the file were not read: a missing key may be an unknown key that is
    /// misspelt.
    pub(super) unread: bool,
    /// Returns whether a game may use a word for a name: the language does not reserve it.
    pub(super) is_free: &'g dyn Fn(&str, &str) -> bool,
}

/// Returns the diagnostic for a pattern that is empty or looks like a regular expression.
fn fault_of_pattern(pattern: &str, at: Span) -> Option<Diagnostic> {
    let (message, label) = if pattern.is_empty() {
        ("this pattern matches no text".to_owned(), "missing value")
    } else {
        let mark = pattern.chars().find(|c| "[](){}*+?\\^$|".contains(*c))?;
        (
            format!("in a pattern, only `A` and `0` have a meaning; `{mark}` is taken literally"),
            "patterns are not regular expressions",
        )
    };
    Some(
        Diagnostic::new(Code::GameData, at, message, label)
            .help("write `A` for a capital letter and `0` for a digit: `AAA-000`"),
    )
}

fn field_twice(of: &str, first: (&str, Span), second: (&str, Span), key: &str) -> Diagnostic {
    let message = match first.0 == second.0 {
        true => format!("`{of}` has a duplicate field `{}`", first.0),
        false => format!(
            "`{of}` has the fields `{}` and `{}`, and both use the key `{key}`",
            first.0, second.0
        ),
    };
    Diagnostic::new(Code::GameData, second.1, message, "there already")
        .naming([of, first.0, second.0, key])
        .label(first.1, "first used here")
        .help("keep one of the two")
}

/// Reports names that are not the names of lints.
fn lints(names: &[String], at: Place<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let lints = Code::ALL.iter().filter(|code| code.is_lint());
    let lints: Vec<&str> = lints.map(|code| code.name()).collect();
    for (number, name) in names.iter().enumerate() {
        one_of(name, "lint", &lints, at.item(number).value(), diagnostics);
    }
}

impl<'g> Check<'g> {
    /// Returns the place of an entry in a part of the data.
    fn at(&self, part: &str, id: &str) -> Place<'g> {
        self.places.root().under(part).under(id)
    }

    pub(super) fn run(&self) -> Vec<Diagnostic> {
        let game = self.game;
        let mut diagnostics = Vec::new();
        let lists: Vec<&str> = game.vocabulary.keys().map(String::as_str).collect();
        let types: Vec<&str> = game.card_types.keys().map(SmolStr::as_str).collect();
        let zones: Vec<&str> = game.kingdom.zones.keys().map(String::as_str).collect();
        let keys = keys(game);

        for (name, field) in &game.fields {
            match &field.kind {
                FieldKind::Choice { of, .. }
                | FieldKind::Choices { of, .. }
                | FieldKind::Amounts { of, .. } => {
                    let at = self.at("fields", name).under("of").value();
                    // The misspelt list is reported instead.
                    if !game.vocabulary.contains_key(of)
                        && vocabulary_check::misspelt_for(game, of).is_some()
                    {
                        continue;
                    }
                    one_of(of, "list of the vocabulary", &lists, at, &mut diagnostics);
                }
                FieldKind::Card { types: named, .. } => {
                    let at = self.at("fields", name).under("types");
                    for (number, card_type) in named.iter().enumerate() {
                        let at = at.item(number).value();
                        one_of(card_type, "card type", &types, at, &mut diagnostics);
                    }
                }
                FieldKind::Group {
                    required, optional, ..
                } => self.group(name, required, optional, &mut diagnostics),
                FieldKind::Number { .. }
                | FieldKind::Numbers { .. }
                | FieldKind::Text { .. }
                | FieldKind::Flag
                | FieldKind::Area
                | FieldKind::Effect => {}
            }
        }
        self.fields(&mut diagnostics);
        self.card_types(&mut diagnostics);
        self.headings(&types, &mut diagnostics);
        for card_type in game.names.keys() {
            let at = self.at("names", card_type).key;
            one_of(card_type, "card type", &types, at, &mut diagnostics);
        }
        for (id, phrase) in &game.phrases {
            for (number, card_type) in phrase.of.iter().enumerate() {
                let at = self.at("phrases", id).under("of").item(number).value();
                one_of(card_type, "card type", &types, at, &mut diagnostics);
            }
        }
        for (number, wording) in game.wordings.iter().enumerate() {
            if let Err(why) = idiom::wording(wording) {
                let at = self.places.root().under("wordings").item(number).value();
                let finding = Diagnostic::new(
                    Code::GameData,
                    at,
                    format!("this wording cannot be read: {why}"),
                    "this wording",
                );
                diagnostics.push(finding);
            }
        }
        if let Err((id, why)) = Phrases::of_game(game) {
            let at = self.at("phrases", &id).key;
            let finding = Diagnostic::new(
                Code::GameData,
                at,
                format!("the phrase `{id}` cannot be read: {why}"),
                "this phrase",
            );
            let help = "a hole is `{number}`, `{thing}`, a list of the vocabulary or a card type; other words are \
                        literal, and choices are in `also`";
            diagnostics.push(finding.help(help));
        }
        for (list, terms) in &game.vocabulary {
            for (id, term) in terms {
                let at = self.at("vocabulary", list).under(id).under("of");
                for (number, card_type) in term.of.iter().enumerate() {
                    let at = at.item(number).value();
                    one_of(card_type, "card type", &types, at, &mut diagnostics);
                }
            }
        }
        let zone_at = |key: &str| self.at("kingdom", "zones").under(key);
        for (key, zone) in &game.kingdom.zones {
            if let Some(from) = &zone.from {
                let at = zone_at(key).under("from");
                one_of(
                    &from.zone,
                    "zone",
                    &zones,
                    at.under("zone").value(),
                    &mut diagnostics,
                );
                let at = at.under("field").value();
                key_of_field(game, &from.field, &keys, at, &mut diagnostics);
            }
            if let Some(by) = &zone.by {
                let at = zone_at(key).under("by").value();
                key_of_field(game, by, &keys, at, &mut diagnostics);
            }
        }
        let at_lints = self.at("kingdom", "without_lints");
        lints(&game.kingdom.without_lints, at_lints, &mut diagnostics);
        let rules = || {
            let at = self.at("kingdom", "rules");
            let rules = game.kingdom.rules.iter().enumerate();
            rules.map(move |(number, rule)| (rule, at.item(number)))
        };
        diagnostics.extend(check_rules(game, rules(), self.unread));
        let placed: Vec<_> = rules()
            .map(|(rule, at)| (rule, Some(at.under("rule").value())))
            .collect();
        diagnostics.extend(contradictions(game, &placed));
        self.report(&mut diagnostics);
        self.ids(&mut diagnostics);
        self.taken(&mut diagnostics);
        self.bounds(&mut diagnostics);
        name_check::check(game, self.places, self.is_free, &mut diagnostics);
        vocabulary_check::check(game, self.places, &mut diagnostics);
        roles::check(game, self.places, &mut diagnostics);
        card_rule_check::check(game, self.places, &mut diagnostics);
        play_check::check(game, self.places, &mut diagnostics);
        self.map_and_constants(&mut diagnostics);
        self.titles(&mut diagnostics);
        let named = rules().map(|(rule, at)| (rule.rule.as_str(), at));
        diagnostics.extend(names_of_rules(named));
        diagnostics
    }

    /// Checks the fields of a card type or a group: they exist, and no two have the same key.
    fn fields_once(&self, of: &str, all: &[(&str, Span)], diagnostics: &mut Vec<Diagnostic>) {
        let fields: Vec<&str> = self.game.fields.keys().map(String::as_str).collect();
        let mut seen: Vec<(&str, &str, Span)> = Vec::new();
        for (name, place) in all {
            one_of(name, "field", &fields, *place, diagnostics);
            let key = self.game.key_of(name);
            if let Some((first, _, at)) = seen.iter().find(|(_, known, _)| *known == key) {
                diagnostics.push(field_twice(of, (first, *at), (name, *place), key));
            }
            seen.push((name, key, *place));
        }
    }

    /// Checks the fields of a group: they exist, none is a group, and their keys are unique.
    fn group(
        &self,
        name: &str,
        required: &'g [String],
        optional: &'g [String],
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let game = self.game;
        let at = self.at("fields", name);
        let listed = |part: &'static str, names: &'g [String]| {
            let names = names.iter().enumerate();
            names.map(move |(number, name)| (name.as_str(), at.under(part).item(number).value()))
        };
        let all: Vec<(&str, Span)> = listed("required", required)
            .chain(listed("optional", optional))
            .collect();
        self.fields_once(name, &all, diagnostics);
        for (field, place) in all {
            let kind = game.fields.get(field).map(|field| &field.kind);
            if matches!(kind, Some(FieldKind::Group { .. })) {
                let diagnostic = Diagnostic::new(
                    Code::GameData,
                    place,
                    format!("the group `{name}` cannot contain the group `{field}`"),
                    "a group itself",
                )
                .naming([name, field]);
                diagnostics.push(diagnostic.help("list the fields of that group here"));
            }
        }
    }

    /// Reports fields with an invalid pattern, without any numbers, or with an impossible sum.
    fn fields(&self, diagnostics: &mut Vec<Diagnostic>) {
        let game = self.game;
        for (name, field) in &game.fields {
            let at = self.at("fields", name);
            let fault = match &field.kind {
                FieldKind::Text {
                    pattern: Some(pattern),
                    ..
                } => fault_of_pattern(pattern, at.under("pattern").value()),
                FieldKind::Numbers { each, .. } if each.is_empty() => Some(
                    Diagnostic::new(
                        Code::GameData,
                        at.under("each").value(),
                        format!("the field `{name}` has no numbers"),
                        "missing value",
                    )
                    .naming([name])
                    .help("write the names of the numbers: `each: { attack: { min: 0, max: 9 } }`"),
                ),
                FieldKind::Numbers {
                    each,
                    sum: Some(sum),
                } => {
                    let least: i64 = each.values().map(|of| of.min).fold(0, i64::saturating_add);
                    let most: i64 = each.values().map(|of| of.max).fold(0, i64::saturating_add);
                    (!(least..=most).contains(sum) && least <= most).then(|| {
                        Diagnostic::new(
                            Code::GameData,
                            at.under("sum").value(),
                            format!("the numbers of `{name}` cannot add up to {sum}"),
                            format!("their sum is at least {least} and at most {most}"),
                        )
                        .naming([name])
                        .help(format!("write a number from {least} to {most}"))
                    })
                }
                _ => None,
            };
            diagnostics.extend(fault);
        }
    }

    /// Checks that the fields of each card type, and their keys, are unique.
    fn card_types(&self, diagnostics: &mut Vec<Diagnostic>) {
        let game = self.game;
        let fields: Vec<&str> = game.fields.keys().map(String::as_str).collect();
        let headings: Vec<&str> = game.headings.keys().map(String::as_str).collect();
        let keys: Vec<&str> = fields.iter().map(|name| game.key_of(name)).collect();
        for (id, card_type) in &game.card_types {
            let at = self.at("card_types", id);
            let listed = |part: &'static str, names: &'g [String]| {
                let names = names.iter().enumerate();
                names
                    .map(move |(number, name)| (name.as_str(), at.under(part).item(number).value()))
            };
            let unless = card_type.required_unless.iter();
            let unless = unless
                .map(|(name, _)| (name.as_str(), at.under("required_unless").under(name).key));
            let all: Vec<(&str, Span)> = listed("required", &card_type.required)
                .chain(unless)
                .chain(listed("optional", &card_type.optional))
                .collect();
            self.fields_once(id, &all, diagnostics);
            for (name, flag) in &card_type.required_unless {
                let place = at.under("required_unless").under(name).value();
                one_of(flag, "field", &fields, place, diagnostics);
                let field = game.fields.get(flag);
                if field.is_some_and(|field| !matches!(field.kind, FieldKind::Flag)) {
                    let flags = game.fields.iter();
                    let flags = flags.filter(|(_, field)| matches!(field.kind, FieldKind::Flag));
                    let flags: Vec<&str> = flags.map(|(name, _)| name.as_str()).collect();
                    let diagnostic = Diagnostic::new(
                        Code::GameData,
                        place,
                        format!(
                            "`{name}` is optional if a flag is true, but `{flag}` is not a flag"
                        ),
                        "not a flag",
                    )
                    .naming([name, flag]);
                    diagnostics.push(diagnostic.help(format!("write one of {}", flags.join(", "))));
                }
            }
            if let Some(heading) = &card_type.heading {
                one_of(
                    heading,
                    "heading",
                    &headings,
                    at.under("heading").value(),
                    diagnostics,
                );
                let at = at.under("heading").value();
                diagnostics.extend(self.default_heading(id, heading, at));
            }
            let at_lints = at.under("without_lints");
            lints(&card_type.without_lints, at_lints, diagnostics);
            for (number, example) in card_type.examples.iter().enumerate() {
                let at = at.under("examples").item(number);
                for key in example.keys() {
                    one_of(key, "field", &keys, at.under(key).key, diagnostics);
                }
            }
        }
    }

    /// Reports a default heading that texts without a heading cannot have.
    fn default_heading(&self, id: &str, heading: &str, at: Span) -> Option<Diagnostic> {
        let known = self.game.headings.get(heading)?;
        let (message, label) = if known.form == HeadingForm::Event {
            (
                format!(
                    "a text without a heading cannot have the heading `{heading}`, which needs an \
                        event"
                ),
                "needs an event after it",
            )
        } else if !known.types.iter().any(|one| one == id) {
            (
                format!("the texts of `{id}` cannot have the heading `{heading}`"),
                "a heading of other card types",
            )
        } else {
            return None;
        };
        let diagnostic = Diagnostic::new(Code::GameData, at, message, label).naming([id, heading]);
        let place = self.at("headings", heading).under("types");
        let mut fitting = self.game.headings.iter().filter(|(_, one)| {
            one.form != HeadingForm::Event && one.types.iter().any(|one| one == id)
        });
        Some(match fitting.next() {
            Some((other, _)) => diagnostic.help(format!("write `{other}`")),
            None if known.form == HeadingForm::Event => diagnostic.help("remove it"),
            None => diagnostic
                .label(place.value(), "its card types")
                .help(format!(
                    "add `{id}` to the types of `{heading}`, or remove it here"
                )),
        })
    }

    fn headings(&self, types: &[&str], diagnostics: &mut Vec<Diagnostic>) {
        let traits: Vec<&str> = self.game.terms("traits").map(|(id, _)| id).collect();
        let periods: Vec<&str> = self.game.terms("periods").map(|(id, _)| id).collect();
        let ends: Vec<&str> = PERIODS_OF_RULES
            .into_iter()
            .chain(periods.iter().copied())
            .collect();
        for (id, heading) in &self.game.headings {
            let at = self.at("headings", id);
            if let Some(time) = &heading.default_time {
                let at = at.under("default_time").value();
                one_of(time, "period", &ends, at, diagnostics);
            }
            for (number, period) in heading.periods.iter().enumerate() {
                let at = at.under("periods").item(number).value();
                one_of(period, "period", &periods, at, diagnostics);
            }
            for (number, card_type) in heading.types.iter().enumerate() {
                let at = at.under("types").item(number).value();
                one_of(card_type, "card type", types, at, diagnostics);
            }
            if let Some(needed) = &heading.needs_trait
                && (!traits.is_empty()
                    || vocabulary_check::misspelt_for(self.game, "traits").is_none())
            {
                one_of(
                    needed,
                    "trait",
                    &traits,
                    at.under("trait").value(),
                    diagnostics,
                );
            }
        }
    }

    /// Checks the names of the game, its sets and their parts in messages.
    fn titles(&self, diagnostics: &mut Vec<Diagnostic>) {
        let game = self.game;
        let root = self.places.root();
        let kingdom = root.under("kingdom");
        let zones = game.kingdom.zones.iter();
        let zones = zones.map(|(key, zone)| {
            (
                &zone.title,
                kingdom.under("zones").under(key).under("title"),
            )
        });
        let titles = [
            (&game.title, root.under("title")),
            (&game.kingdom.name, kingdom.under("name")),
        ];
        for (title, at) in titles.into_iter().chain(zones) {
            if title.trim().is_empty() {
                let diagnostic = Diagnostic::new(
                    Code::GameData,
                    at.value(),
                    "this name is empty",
                    "missing value",
                );
                diagnostics.push(diagnostic.help("write the name used in messages to players"));
            }
        }
    }

    fn map_and_constants(&self, diagnostics: &mut Vec<Diagnostic>) {
        if let Some(map) = &self.game.map {
            let rows = self.game.terms("rows").map(|(id, _)| id);
            let rows: Vec<&str> = rows.collect();
            let at = self.places.root().under("map");
            let named = map.rows.iter().enumerate().filter(|_| !rows.is_empty());
            for (number, row) in named {
                one_of(
                    row,
                    "row",
                    &rows,
                    at.under("rows").item(number).value(),
                    diagnostics,
                );
            }
            if map.columns == 0 {
                let diagnostic = Diagnostic::new(
                    Code::GameData,
                    at.under("columns").value(),
                    "the map has no columns, so it has no space for cards",
                    "must be at least 1",
                );
                diagnostics.push(diagnostic.help("write the number of spaces in a row"));
            }
        }
        for (name, constant) in &self.game.constants {
            if constant.value < 0 {
                let diagnostic = Diagnostic::new(
                    Code::GameData,
                    self.at("constants", name).under("value").value(),
                    format!(
                        "the constant `{name}` is {}, but constants are counts",
                        constant.value
                    ),
                    "less than 0",
                )
                .naming([name]);
                diagnostics.push(diagnostic.help("write a whole number from 0"));
            }
        }
    }

    /// Checks ids. They become keys of files, columns of tables, and names of types and folders, so
    /// an id may not need quotation marks there, lead to another folder, or differ from another id
    /// only in case.
    fn ids(&self, diagnostics: &mut Vec<Diagnostic>) {
        let game = self.game;
        let root = self.places.root();
        let mut ids: Vec<(&str, Span)> = vec![(&game.game, root.under("game").value())];
        for (name, field) in &game.fields {
            let at = self.at("fields", name);
            ids.push((name, at.key));
            ids.extend(
                field
                    .key
                    .iter()
                    .map(|key| (key.as_str(), at.under("key").value())),
            );
        }
        for (list, terms) in &game.vocabulary {
            let at = self.at("vocabulary", list);
            ids.push((list, at.key));
            ids.extend(terms.keys().map(|id| (id.as_str(), at.under(id).key)));
        }
        let of = |part: &'static str, ids: Vec<&'g str>| {
            ids.into_iter().map(move |id| (id, self.at(part, id).key))
        };
        ids.extend(of(
            "headings",
            game.headings.keys().map(String::as_str).collect(),
        ));
        ids.extend(of(
            "constants",
            game.constants.keys().map(String::as_str).collect(),
        ));
        ids.extend(of(
            "card_types",
            game.card_types.keys().map(SmolStr::as_str).collect(),
        ));
        let zones = self.at("kingdom", "zones");
        ids.extend(
            game.kingdom
                .zones
                .keys()
                .map(|key| (key.as_str(), zones.under(key).key)),
        );
        let mut seen: IndexSet<&str> = IndexSet::new();
        for (id, at) in ids {
            if !is_id(id) && seen.insert(id) {
                diagnostics.push(no_id(id, at, '_'));
            }
        }
    }

    /// Reports keys that have another meaning in files or bundles.
    fn taken(&self, diagnostics: &mut Vec<Diagnostic>) {
        let game = self.game;
        let zones = self.at("kingdom", "zones");
        let fields = game.fields.iter().map(|(name, field)| {
            let at = self.at("fields", name);
            let own = field.key.as_ref().map(|_| at.under("key").value());
            (field.key_or(name), "a card", own.unwrap_or(at.key))
        });
        let lists = game.vocabulary.keys().map(|list| {
            let at = self.at("vocabulary", list).key;
            (list.as_str(), "the vocabulary of a bundle", at)
        });
        let parts = game.kingdom.zones.keys();
        let parts = parts.map(|key| (key.as_str(), "a set", zones.under(key).key));
        let mut seen: IndexSet<(&str, &str)> = IndexSet::new();
        for (key, of, at) in fields.chain(lists).chain(parts) {
            let theirs: &[&str] = match of {
                "a card" => &KEYS_OF_CARDS,
                "a set" => &KEYS_OF_SETS,
                _ => &KEYS_OF_VOCABULARIES,
            };
            if !theirs.contains(&key) || !seen.insert((key, of)) {
                continue;
            }
            diagnostics.push(
                Diagnostic::new(
                    Code::GameData,
                    at,
                    format!("the key `{key}` has another meaning in {of}"),
                    "this key is taken",
                )
                .naming([key])
                .help("use another name"),
            );
        }
    }

    /// Reports ranges that contain no number.
    fn bounds(&self, diagnostics: &mut Vec<Diagnostic>) {
        for (name, field) in &self.game.fields {
            let at = self.at("fields", name);
            let bounds: Vec<(Span, Bounds)> = match &field.kind {
                FieldKind::Number { min, max, .. } | FieldKind::Amounts { min, max, .. } => {
                    let bounds = Bounds {
                        min: *min,
                        max: *max,
                    };
                    vec![(at.key, bounds)]
                }
                FieldKind::Numbers { each, .. } => each
                    .iter()
                    .map(|(name, bounds)| (at.under("each").under(name).key, *bounds))
                    .collect(),
                _ => Vec::new(),
            };
            for (at, Bounds { min, max }) in bounds {
                if min > max {
                    diagnostics.push(
                        Diagnostic::new(
                            Code::GameData,
                            at,
                            format!("no number is both at least {min} and at most {max}"),
                            "its `min` is greater than its `max`",
                        )
                        .help("swap the two"),
                    );
                }
            }
        }
    }

    fn report(&self, diagnostics: &mut Vec<Diagnostic>) {
        let game = self.game;
        let report = &game.kingdom.report;
        if let Some(draw) = &report.draw
            && !(1..=MAX_ROUNDS).contains(&draw.rounds)
        {
            let at = self.at("kingdom", "report").under("draw").under("rounds");
            let diagnostic = Diagnostic::new(
                Code::GameData,
                at.value(),
                format!(
                    "a report covers 1 to {MAX_ROUNDS} rounds, not {}",
                    draw.rounds
                ),
                "unsupported number of rounds",
            );
            diagnostics.push(diagnostic.help(format!("write a number from 1 to {MAX_ROUNDS}")));
        }
        let zones: Vec<&str> = game.kingdom.zones.keys().map(String::as_str).collect();
        let types: Vec<&str> = game.card_types.keys().map(SmolStr::as_str).collect();
        let constants: Vec<&str> = game.constants.keys().map(String::as_str).collect();
        let keys = keys(game);
        let at = self.at("kingdom", "report");
        for (named, what, below, known) in [
            (
                report.all_zones(),
                "zone",
                &["zones", "zone", "from"][..],
                &zones,
            ),
            (
                report.all_fields(),
                "field",
                &["count", "curves", "field"],
                &keys,
            ),
            (report.all_types(), "card type", &["types"], &types),
            (
                report.all_constants(),
                "constant",
                &["hand", "each_round"],
                &constants,
            ),
        ] {
            let named: IndexSet<&str> = named.into_iter().collect();
            for name in named {
                for at in at.of_word(name, below) {
                    match what {
                        "field" => key_of_field(game, name, known, at, diagnostics),
                        _ => one_of(name, what, known, at, diagnostics),
                    }
                }
            }
        }
    }
}
