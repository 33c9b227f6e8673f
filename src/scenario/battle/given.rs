//! Reads the lines of a battle, its stacks, and its state.

use cardwright_play::position::{Placed, PlacedStack, Spot};
use cardwright_play::state::Player;
use smol_str::SmolStr;

use super::Lines;
use crate::diagnostic::{Code, Diagnostic, closest, prose};
use crate::scenario::fact::WALL_STATES;
use crate::scenario::phrase::Phrase;
use crate::scenario::position::{Given, Pieces};
use crate::scenario::reader::{Reader, is_letter, key_of};
use crate::scenario::{At, Setting};
use crate::source::Span;
use crate::yaml::Node;

/// The keys of `given` in a game with battles.
pub(in crate::scenario) const GIVEN: [&str; 7] = [
    "lines", "phase", "support", "you", "opponent", "first", "round",
];

/// The line of the picture for walls.
const WALLS: &str = "walls";

impl<'n> Reader<'_, 'n> {
    /// Reads the position of a battle.
    pub fn battle(&mut self, given: &Given<'n>, at: Span) -> Option<Setting> {
        let before = self.found.len();
        self.letters = given
            .keys()
            .filter(|key| is_letter(key))
            .map(|key| (*key).into())
            .collect();
        let mut lines = Lines::default();
        let mut setting = Setting {
            round: 1,
            ..Setting::default()
        };
        let drawn = match given.get("lines") {
            Some(entry) => self.picture(&entry.value, &mut lines),
            None => {
                let finding = Diagnostic::new(
                    Code::BadPicture,
                    at,
                    "this test has no picture of the lines",
                    "the key `lines` is missing below `given`",
                );
                let row = self.lexicon.words("rows").into_iter().next();
                let row = row.unwrap_or_default();
                let help = format!("write `lines: |`, and below it for example `{row} A B`");
                self.report(finding.help(help));
                return None;
            }
        };
        let (mut bottom, mut pieces) = (Vec::new(), Pieces::default());
        self.players(given, &mut bottom, &mut pieces, &mut setting);
        setting.placed = bottom;
        setting.placed.extend(pieces.into_placed());
        for letter in &drawn {
            let (name, side, row) = &letter.is;
            let Some(entry) = given.get(name.as_str()) else {
                let finding = Diagnostic::new(
                    Code::UnknownName,
                    letter.at,
                    format!("no stack of this test has the letter {name}"),
                    "a letter without cards",
                );
                let help = format!("write `{name}: NAME OF A CARD` below the lines");
                self.report(finding.help(help));
                continue;
            };
            let mut stack = PlacedStack {
                side: *side,
                row: *row as u8,
                cards: Vec::new(),
                swarmed: false,
                protects: false,
            };
            for words in self.scalars(&entry.value, name) {
                let (count, card) = words.counted();
                let Some(def) = self.card(card) else { continue };
                let id = &self
                    .lexicon
                    .table
                    .defs
                    .get(usize::from(def))
                    .map(|def| def.id.clone());
                for _ in 0..count.unwrap_or(1).min(50) {
                    stack.cards.push(setting.placed.len());
                    let id = id.as_deref().unwrap_or_default();
                    setting.placed.push(Placed::new(id, *side, Spot::Stack));
                }
            }
            lines
                .letters
                .push((name.clone(), lines.placed.stacks.len()));
            lines.placed.stacks.push(stack);
        }
        let place = |letters: &[(SmolStr, usize)], words: &str| {
            let found = letters.iter().find(|(letter, _)| letter == words);
            found.map(|(_, place)| *place)
        };
        for (key, entry) in given {
            match *key {
                "lines" | "you" | "opponent" => {}
                "first" => setting.first = self.whose(entry).unwrap_or(0),
                "phase" | "round" => {
                    let number = entry.value.scalar().and_then(|text| text.text.parse().ok());
                    match number {
                        Some(number) if *key == "phase" => {
                            lines.placed.phase = number;
                            lines.has_phase = true;
                        }
                        Some(number) => setting.round = number,
                        None => self.wrong_kind(entry.value.span, key, "a number from 1 on"),
                    }
                }
                "support" => {
                    let crate::yaml::Value::Mapping(entries) = &entry.value.value else {
                        self.wrong_kind(entry.value.span, "support", "a mapping of letters");
                        continue;
                    };
                    for entry in entries.iter() {
                        let to = place(&lines.letters, key_of(entry));
                        let by = entry.value.scalar();
                        let by = by.and_then(|by| place(&lines.letters, by.text.trim()));
                        match to.zip(by) {
                            Some(pair) => lines.placed.support.push(pair),
                            None => self.wrong_kind(
                                entry.value.span,
                                "support",
                                "the letter of a stack and that of its supporter",
                            ),
                        }
                    }
                }
                key if is_letter(key) => {
                    if place(&lines.letters, key).is_none() && self.found.len() == before {
                        let finding = Diagnostic::new(
                            Code::BadPicture,
                            entry.key.span,
                            format!("{key} is nowhere"),
                            "not on a line",
                        );
                        self.report(finding.help(format!("write {key} into the picture")));
                    }
                }
                key => self.unknown_key(&entry.key, key, "`given`", &GIVEN),
            }
        }
        setting.battle = Some(lines);
        (self.found.len() == before).then_some(setting)
    }

    /// Reads the picture: a line of words for each line of a side, the opponent's above a line of dashes.
    fn picture(&mut self, node: &'n Node, lines: &mut Lines) -> Vec<At<(SmolStr, Player, usize)>> {
        let mut found: Vec<At<(SmolStr, Player, usize)>> = Vec::new();
        let Some(all) = Phrase::of(node, self.source) else {
            self.wrong_kind(
                node.span,
                "lines",
                "a picture, a line for each line of a side",
            );
            return found;
        };
        let table = self.lexicon.table;
        let middle = table.rows.len() / 2;
        let mut side: Player = 1;
        let mut from = 0;
        if !all.text.contains("--") {
            let finding = Diagnostic::new(
                Code::BadPicture,
                all.span(),
                "the picture does not part the sides",
                "no line of dashes",
            );
            self.report(finding.help("write `-------` between the opponent's lines and yours"));
            return found;
        }
        for line in all.text.split('\n') {
            let words = all.part(from, from + line.len()).trim();
            from += line.len() + 1;
            if words.text.starts_with("--") {
                side = 0;
                continue;
            }
            let mut rest = words.words().into_iter();
            let Some(first) = rest.next() else { continue };
            if first.is(WALLS) {
                let said = rest.next();
                let hits =
                    said.and_then(|said| WALL_STATES.iter().position(|state| said.is(state)));
                match hits {
                    Some(hits) => lines.placed.walls = Some((side, hits as u8)),
                    None => {
                        let help = format!("write {}", prose::or(prose::ticked(WALL_STATES)));
                        self.unreadable(said.unwrap_or(first), "state of walls", help);
                    }
                }
                continue;
            }
            let Some(id) = self.row(first) else {
                let names = self.lexicon.words("rows");
                let known = names.iter().map(String::as_str).chain([WALLS]);
                match closest(first.text, known) {
                    Some(close) => {
                        let close = close.to_owned();
                        self.misspelt(first, "line of a side", &close);
                    }
                    None => {
                        let help =
                            format!("a line begins with {}", prose::or(prose::ticked(names)));
                        self.unreadable(first, "line of a side", help);
                    }
                }
                continue;
            };
            let rows = table.rows.iter().enumerate();
            let row = rows
                .filter(|(place, _)| (*place >= middle) == (side == 1))
                .find(|(_, row)| **row == id);
            for word in rest {
                let letter: SmolStr = word.text.into();
                if !is_letter(&letter) {
                    self.unreadable(
                        word,
                        "letter of a stack",
                        "one letter names a stack".to_owned(),
                    );
                    continue;
                }
                if let Some(other) = found.iter().find(|other| other.is.0 == letter) {
                    let finding = Diagnostic::new(
                        Code::BadPicture,
                        word.span(),
                        format!("{letter} is on the lines twice"),
                        "here again",
                    );
                    let at = other.at;
                    self.report(finding.label(at, "first here"));
                    continue;
                }
                if let Some((row, _)) = row {
                    found.push(At {
                        is: (letter, side, row),
                        at: word.span(),
                    });
                }
            }
        }
        found
    }

    /// The id of a row by its name.
    pub(super) fn row(&self, words: Phrase<'_>) -> Option<SmolStr> {
        let table = self.lexicon.table;
        let rows = table.rows.iter();
        rows.into_iter()
            .find(|row| words.is(row) || words.is(&self.lexicon.name("rows", row)))
            .cloned()
    }
}
