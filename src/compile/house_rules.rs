//! House rules: reads them and applies each to the game.

use std::sync::Arc;

use smol_str::SmolStr;

use super::Role;
use crate::card::CardSource;
use crate::collections::IndexMap;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, closest};
use crate::game::{self, Game};
use crate::kingdom::{Cards, KingdomSource};
use crate::source::{FileId, Sources, Span};

/// The house rules of a game.
pub(super) struct HouseRuleSet<'g> {
    pub(super) game: &'g Game,
    /// The house rules by id.
    games: IndexMap<String, HouseRules>,
}

/// The house rules of a file.
struct HouseRules {
    /// The modified game. `None` if the rules have errors, so that their effect is unknown.
    game: Option<Game>,
    /// Span of their id.
    at: Span,
    /// `true` if their diagnostics are reported.
    checked: bool,
}

/// Reads the house rules of files. Only diagnostics of checked files are returned.
pub(super) fn read<'g>(
    game: &'g Game,
    sources: &Sources,
    files: impl Iterator<Item = (FileId, Role)>,
    cards: &IndexMap<SmolStr, Arc<CardSource>>,
) -> (HouseRuleSet<'g>, Vec<Diagnostic>) {
    let mut houses = HouseRuleSet {
        game,
        games: IndexMap::default(),
    };
    let mut diagnostics = Vec::new();
    for (id, role) in files {
        let file = sources.file(id);
        let (key, changed, mut findings) = match game::load_house_rules(id, file, game) {
            Ok(house) => {
                let places = game::DataSpans::of(id, &file.text);
                let mut findings = unknown_names(&house, &places, cards);
                let known = Cards { by_id: cards };
                let id_of = |name: &str| {
                    known
                        .named(name)
                        .map_or_else(|| name.to_owned(), |card| card.id.to_string())
                };
                let changed = findings.is_empty().then(|| house.apply(game, id_of));
                // These diagnostics do not prevent validation: the effect of the rules is known.
                findings.extend(game::contradictions_of(id, file, &house, game));
                (house.house_rules, changed, findings)
            }
            // Sets can still name faulty rules, so their id is guessed.
            Err(faulty) => {
                let mut findings = faulty.found;
                if let Some((house, places)) = faulty.readable.as_deref() {
                    findings.extend(unknown_names(house, places, cards));
                }
                (game::as_id(&id_in(&file.text), '-'), None, findings)
            }
        };
        let at = game::place_of_key(id, &file.text, game::HOUSE_KEY);
        match houses.games.get(&key) {
            Some(HouseRules { at: first, .. }) if !key.is_empty() => findings.push(
                Diagnostic::new(
                    Code::GameData,
                    at,
                    format!("two house rules have the id \"{key}\""),
                    "this id is taken",
                )
                .label(*first, "first used here")
                .help("give one of the two a different id"),
            ),
            _ => {
                let house = HouseRules {
                    game: changed,
                    at,
                    checked: role == Role::Checked,
                };
                houses.games.insert(key, house);
            }
        }
        if role == Role::Checked {
            diagnostics.extend(findings);
        }
    }
    (houses, diagnostics)
}

/// Returns the id in a file with errors, if a line has one.
fn id_in(text: &str) -> String {
    text.lines()
        .find_map(|line| line.strip_prefix(game::HOUSE_KEY)?.strip_prefix(':'))
        .map(|id| id.trim().trim_matches(['"', '\'']).to_owned())
        .unwrap_or_default()
}

fn unknown_names(
    house: &game::HouseRules,
    places: &game::DataSpans,
    cards: &IndexMap<SmolStr, Arc<CardSource>>,
) -> Vec<Diagnostic> {
    let known = Cards { by_id: cards };
    let mut diagnostics = Vec::new();
    for list in game::places_of_names(house, places) {
        let mut seen: IndexMap<&str, Span> = IndexMap::default();
        for (name, at) in list {
            let Some(card) = known.named(name) else {
                diagnostics.push(unknown_name(name, at, cards));
                continue;
            };
            match seen.get(card.id.as_str()) {
                Some(first) => diagnostics.push(
                    Diagnostic::new(
                        Code::GameData,
                        at,
                        format!("\"{}\" is listed twice", card.name),
                        "a duplicate",
                    )
                    .label(*first, "first named here")
                    .help("keep one of the two"),
                ),
                None => {
                    seen.insert(&card.id, at);
                }
            }
        }
    }
    diagnostics
}

/// Reports cards that rules in the data of a game name but that do not exist. Such a rule would never apply.
pub(super) fn unknown_cards(
    game: &Game,
    id: FileId,
    sources: &Sources,
    cards: &IndexMap<SmolStr, Arc<CardSource>>,
) -> Vec<Diagnostic> {
    let known = Cards { by_id: cards };
    let named = game::places_of_cards(id, sources.file(id), game);
    let unknown = named
        .into_iter()
        .filter(|(card, _)| !cards.contains_key(*card));
    let finding = |(name, at): (&str, Span)| {
        let finding = Diagnostic::new(
            Code::GameData,
            at,
            format!("no card has the id \"{name}\", so this rule never applies"),
            "not the id of a card",
        );
        let close = || closest(name, cards.keys().map(SmolStr::as_str));
        match known
            .named(name)
            .map(|card| card.id.as_str())
            .or_else(close)
        {
            Some(id) => finding.help(format!("write `{id}`")),
            None => {
                finding.help("write the id of a card: its name in lower case, with `-` for spaces")
            }
        }
    };
    unknown.map(finding).collect()
}

fn unknown_name(name: &str, at: Span, cards: &IndexMap<SmolStr, Arc<CardSource>>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::UnknownCard,
        at,
        format!("no card is named \"{name}\""),
        "not a card of this game",
    );
    match closest(name, cards.values().map(|card| card.name.as_str())) {
        Some(close) => diagnostic.help(format!("write `{close}`")),
        None => diagnostic.help("write the exact name of a card"),
    }
}

/// The rules that a set is validated against.
pub(super) enum Rules<'g> {
    /// The rules of the game, or house rules with this id.
    Of(&'g Game, Option<&'g str>),
    /// House rules that do not exist or have errors: the set cannot be validated.
    Unknown,
}

impl<'g> HouseRuleSet<'g> {
    /// Returns the help for an id that no house rules have; `None` if the id exists.
    pub fn unknown(&self, name: &str) -> Option<String> {
        let ids = || {
            self.games
                .keys()
                .map(String::as_str)
                .filter(|id| !id.is_empty())
        };
        if self.games.contains_key(name) || self.games.contains_key(&game::as_id(name, '-')) {
            return None;
        }
        Some(match closest(name, ids()) {
            Some(close) => format!("write `{close}`"),
            None if ids().next().is_none() => {
                "add a file with the key `house_rules`, or omit the option".to_owned()
            }
            None => format!(
                "the house rules here are {}",
                prose::and(prose::ticked(ids()))
            ),
        })
    }

    /// Returns the rules for a set: those that it names, otherwise `default`, otherwise the rules of the game.
    pub fn rules(
        &self,
        set: &KingdomSource,
        default: Option<&str>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Rules<'_> {
        let written = set.house_rules.as_ref();
        let Some(name) = written.map(|(id, _)| id.as_str()).or(default) else {
            return Rules::Of(self.game, None);
        };
        let unsound = || {
            let id = game::as_id(name, '-');
            self.games
                .get_key_value(&id)
                .filter(|(_, house)| house.game.is_none())
        };
        match self.games.get_key_value(name).or_else(unsound) {
            Some((
                id,
                HouseRules {
                    game: Some(changed),
                    ..
                },
            )) => Rules::Of(changed, Some(id)),
            Some((_, HouseRules { checked: true, .. })) => Rules::Unknown,
            Some((id, house)) => {
                let at = written.map_or(set.name_at, |(_, at)| *at);
                let diagnostic = Diagnostic::new(
                    Code::UnknownHouseRules,
                    at,
                    format!("the house rules \"{id}\" have errors, so this set cannot be checked"),
                    "house rules with errors",
                )
                .label(house.at, "run `check` on this file to see the errors")
                .help("fix the house rules first");
                diagnostics.push(diagnostic.in_card(&set.name));
                Rules::Unknown
            }
            None => {
                let at = written.map_or(set.name_at, |(_, at)| *at);
                let diagnostic = Diagnostic::new(
                    Code::UnknownHouseRules,
                    at,
                    format!("no house rules have the id \"{name}\""),
                    "not the id of house rules",
                );
                let ids = self.games.keys().map(String::as_str);
                let ids: Vec<&str> = ids.filter(|id| !id.is_empty()).collect();
                let diagnostic = match closest(name, ids.iter().copied()) {
                    Some(close) if written.is_some() => diagnostic.fix(
                        crate::diagnostic::Safety::Unsafe,
                        format!("write `{close}`"),
                        at,
                        close,
                    ),
                    Some(close) => diagnostic.help(format!("write `{close}`")),
                    None if ids.is_empty() => diagnostic.help(
                        "add a file with the key `house_rules`, or remove the line to use the rules of the game",
                    ),
                    None => diagnostic.help(format!(
                        "the house rules here are {}; write one of them, or remove the line to use the rules of the game",
                        prose::and(prose::ticked(ids))
                    )),
                };
                diagnostics.push(diagnostic.in_card(&set.name));
                Rules::Unknown
            }
        }
    }
}
