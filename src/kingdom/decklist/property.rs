//! Reads lines that describe the set itself: its name, its game, its author.

use super::grammar::{Heading, Labelled, Piece, Row};
use super::line::{self, unreadable};
use super::{List, parts};
use crate::diagnostic::{Code, Diagnostic};
use crate::kingdom::decklist::HOUSE_KEY;
use crate::kingdom::decklist::without_remark;
use crate::kingdom::lexicon::{Label, folded};
use crate::kingdom::list_words::WORDS;
use crate::kingdom::{keys, read as yaml};
use crate::source::Span;
use crate::source::composed::composed;

/// The label of the name of a set. The key of kingdom files is accepted too.
pub(super) const NAME: &str = "name";

impl<'c> List<'_, 'c> {
    /// Handles `Hero: …` and `Name: …`; returns `false` for any other line.
    pub(super) fn labelled(&mut self, row: Row<'_>) -> bool {
        let Some(Labelled { key, sum, value }) = row.labelled().or_else(|| self.dashed(row)) else {
            return false;
        };
        let title = self.known.title(key.text);
        let title = title.or_else(|| self.known.title(key.without_signs().text));
        if let Some(title @ Label::Type(_)) = title {
            let outer = self.zone;
            let heading = Heading {
                title: key,
                sum,
                certain: true,
            };
            self.open(&heading, title);
            self.inline(value);
            self.zone = outer;
            return true;
        }
        if let Some(Label::Zone(zone)) = title {
            let at = self.span(&key);
            self.beside = false;
            self.zone = Some((zone, at));
            let heading = Heading {
                title: key,
                sum,
                certain: true,
            };
            let found = &mut self.found;
            self.headings.open(&heading, at, true, true, found);
            self.inline(value);
            // The following lines start a new part.
            self.headings.close(&mut self.found);
            self.zone = None;
            return true;
        }
        self.property(row)
    }

    /// Recognises `Hero - …` and `Hero …`: a part of a set, followed by a known card or value for it.
    fn dashed<'t>(&self, row: Row<'t>) -> Option<Labelled<'t>> {
        let text = row.text;
        let marks = [" - ", " – ", " — ", " = "];
        let marks = marks
            .iter()
            .filter_map(|mark| Some((text.find(mark)?, mark.len())));
        let gaps = text.char_indices().filter(|(_, c)| c.is_whitespace());
        let gaps = gaps.map(|(at, gap)| (at, gap.len_utf8()));
        let labelled = marks.chain(gaps).find_map(|(end, length)| {
            let key = row.part(0..end).trimmed();
            let value = row.part(end + length..text.len());
            let Some(Label::Zone(zone)) = self.known.title(key.text) else {
                return None;
            };
            let is_card = line::is_known(self.known, value, Some(zone));
            is_card.then_some(Labelled {
                key,
                sum: None,
                value,
            })
        })?;
        (!line::is_known(self.known, row, self.zone())).then_some(labelled)
    }

    /// Handles `Name: …`, `Game: …` and `House rules: …`; returns `false` for any other line.
    pub(super) fn property(&mut self, row: Row<'_>) -> bool {
        let Some(Labelled { key, value, .. }) = row.labelled() else {
            return false;
        };
        let game = self.game();
        let value = value.trimmed();
        let key_at = self.span(&key);
        match folded(&key.text.replace('_', " ")).as_str() {
            key if [NAME, keys::NAME_KEY].contains(&key) || key == folded(&game.kingdom.name) => {
                self.name(&value, key_at);
            }
            keys::GAME_KEY => self.of_game(&without_remark(&value)),
            key if key == HOUSE_KEY.replace('_', " ") => {
                let value = without_remark(&value);
                let id = folded(value.text).replace(' ', "-");
                self.set.house_rules = Some((id, self.span(&value)));
            }
            key if self.is_name_of_part(key) => self.name(&value, key_at),
            key if WORDS.sums.contains(&key) || WORDS.remarks.contains(&key) => {}
            _ => return false,
        }
        true
    }

    /// Returns whether a label is a variant of the name label: `Label: …`, `Deck name: …`.
    fn is_name_of_part(&self, key: &str) -> bool {
        let part = key.strip_suffix(NAME).map(str::trim_end);
        WORDS.titles.contains(&key) || part.is_some_and(|part| self.known.title(part).is_some())
    }

    pub(super) fn name(&mut self, value: &Piece<'_>, key: Span) {
        let at = self.span(value);
        if let Some(first) = self.named {
            self.found.push(
                unreadable(
                    key,
                    "the set already has a name",
                    "a second name in one list",
                )
                .label(first, "the first name")
                .help("remove one of the two; a list is one set"),
            );
            return;
        }
        self.named = Some(at);
        match yaml::fault_of_name(self.game(), value.text) {
            None => {
                self.set.name = composed(value.text).into_owned();
                self.set.name_at = at;
            }
            Some((message, label)) => self.found.push(
                Diagnostic::new(Code::BadName, at, message, label).help("write another name"),
            ),
        }
    }

    fn of_game(&mut self, value: &Piece<'_>) {
        let at = self.span(value);
        let game = self.game();
        if value.text == game.game {
            self.set.game = Some((game.game.clone(), at));
            return;
        }
        self.found
            .push(yaml::another_game(game, value.text, at).help(format!("write `{}`", game.game)));
        self.unread = true;
    }

    /// Reads the entries that follow a zone title on the same line: `Deck: 3 Pikeman, 2 Archer`.
    pub(super) fn inline(&mut self, value: Row<'_>) {
        let zone = self.zone();
        let commas = parts(value, &[',', ';']);
        let slashes = parts(value, &['/', '|', '+']);
        if line::is_known(self.known, value, zone) {
            self.entry(value);
        } else if commas.len() > 1 || !self.are_known(&slashes) {
            commas.into_iter().for_each(|row| self.entry(row));
        } else {
            slashes.into_iter().for_each(|row| self.entry(row));
        }
    }
}
