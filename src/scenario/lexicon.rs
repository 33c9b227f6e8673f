//! The words of a game that tests use: names of cards, zones, tokens, marks, numbers and spaces.

use cardwright_play::Table;
use cardwright_play::position::COLUMNS;
use cardwright_play::state::{Player, Space};
use cardwright_play::table::DefId;
use smol_str::SmolStr;

use crate::collections::HashMap;
use crate::compile::Compilation;
use crate::diagnostic::closest;
use crate::game::Game;

/// The words of a game that can be played.
pub struct Lexicon<'g> {
    pub game: &'g Game,
    pub table: &'g Table,
    cards: HashMap<String, DefId>,
    /// The texts of the abilities of each card, by its id.
    lines: HashMap<SmolStr, Vec<String>>,
}

impl<'g> Lexicon<'g> {
    pub fn new(game: &'g Game, table: &'g Table, compilation: &Compilation) -> Self {
        let defs = table.defs.iter().enumerate();
        let names = defs
            .filter(|(_, def)| !super::blank::is_blank(&def.id))
            .map(|(at, def)| (def.name.to_lowercase(), at as DefId))
            .collect();
        let lines = compilation.cards.iter().map(|(id, card)| {
            let line = |place| compilation.words(id, place, None).unwrap_or_default();
            (id.clone(), (0..card.abilities.len()).map(line).collect())
        });
        Lexicon {
            game,
            table,
            cards: names,
            lines: lines.collect(),
        }
    }

    // ── Cards ──

    pub fn card(&self, name: &str) -> Option<DefId> {
        self.cards.get(&name.to_lowercase()).copied()
    }

    pub fn card_name(&self, def: DefId) -> &'g str {
        let def = self.table.defs.get(usize::from(def));
        def.map_or("", |def| def.name.as_str())
    }

    /// The longest name of a card at the beginning of a text, as its length.
    pub fn card_before(&self, text: &str) -> Option<(DefId, usize)> {
        let lower = text.to_lowercase();
        if lower.len() != text.len() {
            return self.card(text).map(|card| (card, text.len()));
        }
        let mut ends: Vec<usize> = lower.match_indices([' ', ',']).map(|(at, _)| at).collect();
        ends.push(lower.len());
        ends.into_iter().rev().find_map(|end| {
            let card = self.cards.get(lower.get(..end)?.trim_end())?;
            Some((*card, end))
        })
    }

    pub fn similar_card(&self, name: &str) -> Option<&'g str> {
        let names = self.table.defs.iter().map(|def| def.name.as_str());
        closest(name, names)
    }

    /// The text of an ability of a card, by its place among the printed ones.
    pub fn line(&self, id: &str, place: usize) -> Option<&str> {
        self.lines.get(id)?.get(place).map(String::as_str)
    }

    /// The card and the text of an ability, if it is printed on one.
    pub fn ability(&self, ability: u32) -> Option<(&'g str, &str)> {
        self.table.defs.iter().find_map(|def| {
            let place = def.abilities.iter().position(|own| *own == ability)?;
            Some((def.name.as_str(), self.line(&def.id, place)?))
        })
    }

    // ── Words ──

    /// The id of a word of a list of the vocabulary: the id, the name, the plural or a synonym.
    fn word(&self, list: &str, words: &str) -> Option<&'g str> {
        let spoken = words.trim().to_lowercase().replace('_', " ");
        let is = |name: &str| name.to_lowercase().replace('_', " ") == spoken;
        let mut terms = self.game.terms(list);
        let found = terms.find(|(id, term)| {
            is(id) || is(&term.name) || is(&term.plural) || term.also.iter().any(|also| is(also))
        });
        found.map(|(id, _)| id)
    }

    /// The words of a list, for proposals.
    pub fn words(&self, list: &str) -> Vec<String> {
        let terms = self.game.terms(list);
        terms.map(|(id, _)| self.name(list, id)).collect()
    }

    /// The name of a word of a list.
    pub fn name(&self, list: &str, id: &str) -> String {
        self.game.term_name(list, id)
    }

    fn plural(&self, list: &str, id: &str) -> String {
        let term = self.game.term(list, id).map(|term| term.plural.as_str());
        match term.filter(|plural| !plural.is_empty()) {
            Some(plural) => plural.replace('_', " "),
            None => format!("{}s", self.name(list, id)),
        }
    }

    /// A zone by its name, or by the beginning of its name if no other zone begins so.
    pub fn zone(&self, words: &str) -> Option<u8> {
        if let Some(id) = self.word("zones", words) {
            return index(&self.table.zones, id);
        }
        let start = words.trim().to_lowercase();
        let begins = |zone: &&SmolStr| {
            let name = self.name("zones", zone).to_lowercase();
            // A single letter is a card.
            start.len() > 1 && name.starts_with(&start)
        };
        let mut zones = self.table.zones.iter().filter(begins);
        match (zones.next(), zones.next()) {
            (Some(zone), None) => index(&self.table.zones, zone),
            _ => None,
        }
    }

    pub fn zone_name(&self, zone: u8) -> String {
        let id = self.table.zones.get(usize::from(zone));
        id.map_or(String::new(), |id| self.name("zones", id))
    }

    /// A kind of token, also one that only a card brings.
    pub fn token(&self, words: &str) -> Option<u8> {
        if let Some(id) = self.word("tokens", words) {
            return index(&self.table.tokens, id);
        }
        let id = words.trim().to_lowercase().replace(' ', "_");
        index(&self.table.tokens, &id)
    }

    pub fn token_name(&self, token: u8) -> String {
        let id = self.table.tokens.get(usize::from(token));
        id.map_or(String::new(), |id| self.name("tokens", id))
    }

    pub fn mark(&self, words: &str) -> Option<u8> {
        index(&self.table.marks, self.word("marks", words)?)
    }

    pub fn mark_name(&self, mark: u8) -> String {
        let id = self.table.marks.get(usize::from(mark));
        id.map_or(String::new(), |id| self.name("marks", id))
    }

    pub fn attribute(&self, words: &str) -> Option<&'g str> {
        self.word("attributes", words)
    }

    pub fn attribute_name(&self, id: &str) -> String {
        self.plural_or_name(id)
    }

    fn plural_or_name(&self, id: &str) -> String {
        self.name("attributes", id)
    }

    pub fn statistic(&self, words: &str) -> Option<u8> {
        index(&self.table.statistics, self.word("statistics", words)?)
    }

    pub fn statistic_name(&self, statistic: u8) -> String {
        let id = self.table.statistics.get(usize::from(statistic));
        id.map_or(String::new(), |id| self.name("statistics", id))
    }

    pub fn payment_name(&self) -> String {
        let zone = self.table.zones.get(usize::from(self.table.payment));
        zone.map_or(String::new(), |zone| self.plural("zones", zone))
    }

    // ── Spaces ──

    /// A space by its column and row: `d4`.
    pub fn space(&self, name: &str) -> Option<Space> {
        let mut letters = name.chars();
        let column = COLUMNS.find(letters.next()?)?;
        let row: usize = letters.as_str().parse().ok()?;
        let known = column < usize::from(self.table.columns)
            && (1..=self.table.rows.len()).contains(&row)
            && !letters.as_str().starts_with('+');
        let space = row.checked_sub(1)? * usize::from(self.table.columns) + column;
        known.then(|| u8::try_from(space).ok()).flatten()
    }

    /// Returns whether a word has the form of a space, on the map or not.
    pub fn looks_like_space(&self, name: &str) -> bool {
        let mut letters = name.chars();
        letters.next().is_some_and(|c| c.is_ascii_lowercase())
            && !letters.as_str().is_empty()
            && letters.all(|c| c.is_ascii_digit())
    }

    pub fn space_name(&self, space: Space) -> String {
        self.table.space_name(space)
    }

    /// The name of the last space, for messages.
    pub fn last_space(&self) -> String {
        self.space_name(self.table.spaces().saturating_sub(1))
    }
}

fn index(list: &[SmolStr], id: &str) -> Option<u8> {
    list.iter().position(|word| word == id).map(|at| at as u8)
}

/// The words for a player as the owner of something.
pub(super) fn whose(player: Player) -> &'static str {
    match player {
        0 => "your",
        1 => "the opponent's",
        _ => "nobody's",
    }
}
