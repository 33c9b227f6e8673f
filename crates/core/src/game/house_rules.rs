//! House rules: a short file that changes the deck-building rules of a game.
//!
//! ```yaml
//! house_rules: skirmish
//! title: Skirmish
//! game: card-game
//! rules:
//!   - rule: deck-of-30
//!     instead_of: deck-of-45
//!     kind: count
//!     zone: deck
//!     exactly: 30
//! without: [sixty-cards]
//! banned:
//!   Armageddon: { reason: it ends the game in round 2, since: 2026-03-01 }
//! restricted: { Angel: 1 }
//! points: { at_most: 10, cards: { Azure Dragon: 4 } }
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::data_spans::{DataSpans, Place};
use super::ids::{as_id, is_id};
use super::rule_conflicts::{contradictions, impossible_totals};
use super::rules::{check_rules, names_of_rules};
use super::schema_validate::{self, Validated};
use super::{Ban, Game, Rule, RuleKind};
use crate::collections::IndexMap;
use crate::diagnostic::{Code, Diagnostic, closest};
use crate::source::{FileId, SourceFile, Span};

/// The key that marks a file as house rules. Its value is their id, which sets refer to.
pub const HOUSE_KEY: &str = "house_rules";

/// House rules, as written in their file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HouseRules {
    /// The id, which sets refer to.
    pub house_rules: String,
    pub title: String,
    /// The id of the game that they change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The purpose of these rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Rules that are added, or that replace rules of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<HouseRule>,
    /// The names of rules of the game that do not apply.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Cards that no set may contain, by name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub banned: IndexMap<String, Ban>,
    /// Cards with a lower maximum number of copies, by name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub restricted: IndexMap<String, u32>,
    /// Cards that cost points, and the points that a set may spend.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<PointsList>,
}

/// One rule of the house rules.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("unevaluatedProperties" = false))]
pub struct HouseRule {
    /// The name of the rule of the game that it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<String>,
    #[serde(flatten)]
    pub rule: Rule,
}

/// A list of points.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointsList {
    /// The maximum number of points of a set.
    pub at_most: u32,
    /// The points for each copy of a card, by name.
    pub cards: IndexMap<String, u32>,
}

impl HouseRules {
    /// Returns the game with these rules. `id` converts the name of a card to its id.
    pub fn apply(&self, game: &Game, id: impl Fn(&str) -> String) -> Game {
        let mut changed = game.clone();
        let rules = &mut changed.kingdom.rules;
        rules.retain(|rule| !self.without.contains(&rule.rule));
        for own in &self.rules {
            let rule = Rule {
                house: Some(self.title.clone()),
                ..own.rule.clone()
            };
            let replaced = own.instead_of.as_ref();
            match rules.iter_mut().find(|known| Some(&known.rule) == replaced) {
                Some(known) => *known = rule,
                None => rules.push(rule),
            }
        }
        let mut add = |name: &str, kind: RuleKind| {
            rules.push(Rule {
                rule: name.to_owned(),
                kind,
                when: None,
                with: None,
                section: None,
                why: None,
                house: Some(self.title.clone()),
            });
        };
        if !self.banned.is_empty() {
            let cards = self.banned.iter();
            let cards = cards.map(|(name, ban)| (id(name), ban.clone())).collect();
            add("banned", RuleKind::Banned { cards });
        }
        let named = |zone: &&String| {
            game.kingdom
                .zones
                .get(*zone)
                .is_some_and(|zone| zone.by.is_none())
        };
        let zones: Vec<String> = game.kingdom.zones.keys().filter(named).cloned().collect();
        for (name, at_most) in &self.restricted {
            for zone in &zones {
                let kind = RuleKind::Copies {
                    zone: zone.clone(),
                    at_most: *at_most,
                    only: vec![id(name)],
                };
                add("restricted", kind);
            }
        }
        if let Some(points) = &self.points {
            let cards = points.cards.iter();
            let kind = RuleKind::Points {
                zones: zones.clone(),
                at_most: points.at_most,
                points: cards.map(|(name, each)| (id(name), *each)).collect(),
            };
            add("points", kind);
        }
        changed
    }
}

/// House rules with errors.
pub struct FaultyHouse {
    /// The part that could be read, with its spans, so that its card names can be resolved.
    pub readable: Option<Box<(HouseRules, DataSpans)>>,
    pub found: Vec<Diagnostic>,
}

/// Reads house rules and checks them against the game that they change. The caller must check the
/// card names, because this function does not know the cards.
pub fn load(id: FileId, file: &SourceFile, game: &Game) -> Result<HouseRules, FaultyHouse> {
    let shaped = schema_validate::read::<HouseRules>(id, file, "house rules");
    let Validated {
        data: house,
        places,
        unread: mut found,
        lost,
    } = shaped.map_err(|found| FaultyHouse {
        readable: None,
        found,
    })?;
    let root = places.root();
    let unread = !found.is_empty();
    let reported = found.len();
    found.extend(strange_values(&house, game, root, unread));
    let known: Vec<&str> = game
        .kingdom
        .rules
        .iter()
        .map(|rule| rule.rule.as_str())
        .collect();
    let without = house.without.iter().enumerate();
    let without = without.map(|(number, name)| (name, root.under("without").item(number)));
    let replaced = house.rules.iter().enumerate();
    let replaced = replaced.filter_map(|(number, own)| {
        let at = root.under("rules").item(number);
        Some((own.instead_of.as_ref()?, at.under("instead_of")))
    });
    for (name, at) in without.chain(replaced) {
        if known.contains(&name.as_str()) {
            continue;
        }
        let diagnostic = Diagnostic::new(
            Code::GameData,
            at.value(),
            format!("the game has no rule \"{name}\""),
            "not a rule that can be removed or replaced",
        )
        .naming([name]);
        found.push(match closest(name, known.iter().copied()) {
            Some(close) => diagnostic.help(format!("write `{close}`")),
            None => diagnostic.help(format!("the rules are {}", known.join(", "))),
        });
    }
    found.extend(check_rules(game, own_rules(&house, root), unread));
    let others = schema_validate::drop_follow_up_errors(found.split_off(reported), &lost);
    found.extend(others);
    if found.is_empty() {
        Ok(house)
    } else {
        Err(FaultyHouse {
            readable: Some(Box::new((house, places))),
            found,
        })
    }
}

/// Returns the new rules of house rules with their places.
fn own_rules<'h>(
    house: &'h HouseRules,
    root: Place<'h>,
) -> impl Iterator<Item = (&'h Rule, Place<'h>)> {
    let own = house.rules.iter().enumerate();
    own.map(move |(number, own)| (&own.rule, root.under("rules").item(number)))
}

/// Checks the values of house rules that match the schema.
fn strange_values(
    house: &HouseRules,
    game: &Game,
    root: Place<'_>,
    unread: bool,
) -> Vec<Diagnostic> {
    let strange = |at: Span, names: &[&str], message: String, label: &str, help: String| {
        let diagnostic = Diagnostic::new(Code::GameData, at, message, label);
        diagnostic.naming(names.iter().copied()).help(help)
    };
    let named = own_rules(house, root).map(|(rule, at)| (rule.rule.as_str(), at));
    let mut found = names_of_rules(named);
    found.extend(names_of_the_game(house, game, root));
    let named = &house.house_rules;
    // An id that could not be read was reported earlier.
    let is_told = unread && named.is_empty();
    if !(is_id(named) || is_told) {
        let id = as_id(named, '-');
        let written = match is_id(&id) {
            true => format!("write `{id}`"),
            false => "write lowercase letters, digits, `_` and `-`".to_owned(),
        };
        found.push(strange(
            root.under(HOUSE_KEY).value(),
            &[named],
            format!("\"{named}\" cannot be an id"),
            "not an id that sets can refer to",
            format!("{written}, and write the name for players after `title`"),
        ));
    }
    if let Some(other) = house.game.as_ref().filter(|other| **other != game.game) {
        found.push(strange(
            root.under("game").value(),
            &[other, &game.game],
            format!(
                "these rules are for the game \"{other}\", but the cards are of \"{}\"",
                game.game
            ),
            "not the game of these cards",
            format!(
                "write `{}`, or keep the file with the cards of its own game",
                game.game
            ),
        ));
    }
    if house.points.is_none() && root.has("points") {
        found.push(strange(
            root.under("points").key,
            &[],
            "`points` has no value".to_owned(),
            "empty",
            "write `{ at_most: 10, cards: { … } }`, or remove the line".to_owned(),
        ));
    }
    for (name, ban) in &house.banned {
        let reason = root.under("banned").under(name).under("reason");
        if ban.reason.trim().is_empty() {
            found.push(strange(
                reason.value(),
                &[name],
                format!("the reason for the ban of \"{name}\" is empty"),
                "missing value",
                "write the reason shown to players".to_owned(),
            ));
        }
        if let Some(since) = ban.since.as_ref().filter(|since| !is_day(since)) {
            found.push(strange(
                root.under("banned").under(name).under("since").value(),
                &[since, name],
                format!("\"{since}\", the start of the ban of \"{name}\", is not a date"),
                "not a date",
                "write a date such as `2026-03-01`".to_owned(),
            ));
        }
    }
    found
}

/// Reports rules with the name of a rule of the game that still applies: messages could not
/// distinguish the two.
fn names_of_the_game(house: &HouseRules, game: &Game, root: Place<'_>) -> Vec<Diagnostic> {
    let gone = |name: &String| {
        let mut replaced = house.rules.iter().filter_map(|own| own.instead_of.as_ref());
        house.without.contains(name) || replaced.any(|other| other == name)
    };
    let rules = game.kingdom.rules.iter().map(|rule| &rule.rule);
    let holding: Vec<&String> = rules.filter(|name| !gone(name)).collect();
    let own = own_rules(house, root).filter(|(rule, _)| holding.contains(&&rule.rule));
    let finding = |(rule, at): (&Rule, Place<'_>)| {
        let name = &rule.rule;
        Diagnostic::new(
            Code::GameData,
            at.under("rule").value(),
            format!("the game has a rule \"{name}\" that still applies"),
            "this name is taken",
        )
        .naming([name])
        .help(format!(
            "use another name, or add `instead_of: {name}` to replace that rule"
        ))
    };
    own.map(finding).collect()
}

/// Returns whether a text is a date such as `2026-03-01`.
fn is_day(text: &str) -> bool {
    let number = |part: &str, digits: usize| {
        let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse::<u32>().ok()).flatten()
    };
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else {
        return false;
    };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2))
    else {
        return false;
    };
    let is_leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    year > 0 && (1..=days).contains(&day)
}

/// Reports contradictions between these rules and those of the game.
pub fn contradictions_of(
    id: FileId,
    file: &SourceFile,
    house: &HouseRules,
    game: &Game,
) -> Vec<Diagnostic> {
    let places = DataSpans::of(id, &file.text);
    let changed = house.apply(game, str::to_owned);
    let place = |name: &str| {
        let mut own = own_rules(house, places.root());
        let (_, at) = own.find(|(rule, _)| rule.rule == name)?;
        Some(at.under("rule").value())
    };
    let rules = changed.kingdom.rules.iter();
    let placed: Vec<_> = rules.map(|rule| (rule, place(&rule.rule))).collect();
    let mut found = contradictions(game, &placed);
    found.extend(impossible_totals(game, &placed));
    found
}

/// Returns the card names in each list of the house rules, with their positions.
pub fn places_of_names<'h>(house: &'h HouseRules, places: &DataSpans) -> Vec<Vec<(&'h str, Span)>> {
    let root = places.root();
    let points = root.under("points").under("cards");
    let listed = |names: Vec<&'h String>, at: Place<'_>| {
        let names = names.into_iter();
        names
            .map(|name| (name.as_str(), at.under(name).key))
            .collect()
    };
    let of_points = house.points.iter().flat_map(|points| points.cards.keys());
    vec![
        listed(house.banned.keys().collect(), root.under("banned")),
        listed(house.restricted.keys().collect(), root.under("restricted")),
        listed(of_points.collect(), points),
    ]
}
