//! The shipped files and the structure of their text.
//!
//! They are split by lines only, without the code under test.

use std::ops::Range;

use cardwright::compile::{self, Compilation, Role};
use cardwright::diagnostic::Diagnostic;
use cardwright::game::{self, Game};
use cardwright::source::{FileId, SourceFile, Sources};

use crate::mutant::Mutant;

pub struct Shipped {
    pub games: Vec<ShippedGame>,
    /// The files of all games.
    pub files: Vec<File>,
}

pub struct ShippedGame {
    pub game: Game,
    file: SourceFile,
}

/// A file with cards or a set.
pub struct File {
    /// Its index in [`Shipped::files`].
    pub index: usize,
    pub game: usize,
    pub path: String,
    pub text: String,
    source: SourceFile,
}

/// A field of a card or a zone of a set.
#[derive(Clone, Debug)]
pub struct Field<'f> {
    pub key: &'f str,
    pub key_at: Range<usize>,
    pub value: &'f str,
    /// The text after the colon on the same line, trimmed.
    pub value_at: Range<usize>,
    /// The whole line with its continuation lines, including line ends.
    pub lines_at: Range<usize>,
}

/// The kind of definition in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    Card,
    Cards,
    Set,
}

/// The games whose cards and sets get faults.
const GAMES: [&str; 2] = ["card-game", "ccg"];

impl Shipped {
    pub fn read() -> Self {
        let mut shipped = Shipped {
            games: Vec::new(),
            files: Vec::new(),
        };
        for (number, id) in GAMES.into_iter().enumerate() {
            let embedded = game::embedded_game(id).expect("an embedded game");
            let file = SourceFile::inside(embedded.game);
            let game = game::load(FileId(0), &file).expect("a valid embedded game");
            shipped.games.push(ShippedGame { game, file });
            for (path, text) in embedded.cards.iter().copied() {
                shipped.files.push(File {
                    index: shipped.files.len(),
                    game: number,
                    path: path.replace(['<', '>'], ""),
                    text: text.to_owned(),
                    source: SourceFile::new(path.replace(['<', '>'], ""), text),
                });
            }
        }
        shipped
    }

    /// Returns the files with one card each.
    pub fn cards(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.holds() == Holds::Card)
    }

    pub fn sets(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.holds() == Holds::Set)
    }

    pub fn game_of(&self, file: &File) -> &Game {
        &self.games[file.game].game
    }

    /// Returns the diagnostics of each game as shipped.
    pub fn findings_of_all(&self) -> Vec<Vec<Diagnostic>> {
        (0..self.games.len())
            .map(|game| {
                let files = self.files.iter().filter(|file| file.game == game);
                self.check(game, files.map(|file| file.source.clone())).1
            })
            .collect()
    }

    /// Returns the diagnostics of the game of these mutants with their files changed.
    pub fn findings(&self, mutants: &[&Mutant]) -> (Sources, Vec<Diagnostic>) {
        let (sources, compiled) = self.changed(mutants);
        (sources, compiled.diagnostics)
    }

    fn changed(&self, mutants: &[&Mutant]) -> (Sources, Compilation) {
        let game = self.files[mutants[0].file].game;
        let mut files: Vec<SourceFile> = self
            .files
            .iter()
            .filter(|file| file.game == game)
            .filter_map(|file| {
                let Some(mutant) = mutants.iter().find(|mutant| mutant.file == file.index) else {
                    return Some(file.source.clone());
                };
                let text = mutant.text.clone()?;
                Some(SourceFile::new(file.path.clone(), text))
            })
            .collect();
        let added = mutants.iter().filter_map(|mutant| mutant.added.as_ref());
        files.extend(added.map(|(path, text)| SourceFile::new(path.clone(), text.clone())));
        files.sort_by(|a, b| a.path.cmp(&b.path));
        self.compiled(game, files)
    }

    /// Returns whether a mutant is a text in other words that is read with exactly the meaning of the original: only
    /// the text of an effect is changed, and the canonical text of every card is the same.
    pub fn means_the_same(&self, mutant: &Mutant) -> bool {
        let original = &self.files[mutant.file];
        let (Some(text), None, Some(effect)) =
            (&mutant.text, &mutant.added, original.field("effect"))
        else {
            return false;
        };
        let before = &original.text[..effect.lines_at.start];
        let behind = &original.text[effect.lines_at.end..];
        let unchanged = Mutant {
            text: Some(original.text.clone()),
            ..mutant.clone()
        };
        let texts = |mutant: &Mutant| -> Vec<_> {
            let cards = self.changed(&[mutant]).1.cards;
            let texts = cards.into_iter().map(|(id, card)| (id, card.text));
            texts.collect()
        };
        text.starts_with(before) && text.ends_with(behind) && texts(mutant) == texts(&unchanged)
    }

    /// Returns the diagnostics of a game with these files added to the shipped ones, or replacing them.
    pub fn with(&self, game: usize, files: &[(&str, &str)]) -> (Sources, Vec<Diagnostic>) {
        let given = files
            .iter()
            .map(|(path, text)| SourceFile::new(*path, *text));
        let stays =
            |file: &&File| file.game == game && files.iter().all(|(path, _)| *path != file.path);
        let shipped = self
            .files
            .iter()
            .filter(stays)
            .map(|file| file.source.clone());
        let mut files: Vec<SourceFile> = shipped.chain(given).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        self.check(game, files)
    }

    /// Returns whether other files certainly depend on the change: the cards of the file have a different name or
    /// type.
    pub fn is_seen_by_others(&self, mutant: &Mutant) -> bool {
        let original = &self.files[mutant.file];
        let (Some(text), None) = (&mutant.text, &mutant.added) else {
            return true;
        };
        let game = self.game_of(original);
        let seen = |text: &str| -> Vec<_> {
            compile::cards_in(game, FileId(1), text)
                .into_iter()
                .map(|card| (card.id.clone(), card.name.clone(), card.card_type.clone()))
                .collect()
        };
        seen(text) != seen(&original.text)
    }

    fn check(
        &self,
        game: usize,
        files: impl IntoIterator<Item = SourceFile>,
    ) -> (Sources, Vec<Diagnostic>) {
        let (sources, compiled) = self.compiled(game, files);
        (sources, compiled.diagnostics)
    }

    fn compiled(
        &self,
        game: usize,
        files: impl IntoIterator<Item = SourceFile>,
    ) -> (Sources, Compilation) {
        let ShippedGame { game, file } = &self.games[game];
        let mut sources = Sources::default();
        sources.add(file.clone());
        let files: Vec<(FileId, Role)> = files
            .into_iter()
            .map(|file| (sources.add(file), Role::Checked))
            .collect();
        let compiled = compile::compile(game, &sources, &files);
        (sources, compiled)
    }
}

impl File {
    pub fn holds(&self) -> Holds {
        let begins = |key: &str| self.text.lines().any(|line| line.starts_with(key));
        if begins("kingdom:") {
            Holds::Set
        } else if begins("name:") {
            Holds::Card
        } else {
            Holds::Cards
        }
    }

    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        self.source.line_column(offset)
    }

    /// Returns the lines with their line ends.
    pub fn lines(&self) -> Vec<Range<usize>> {
        let mut start = 0;
        self.text
            .split_inclusive('\n')
            .map(|line| {
                let at = start..start + line.len();
                start = at.end;
                at
            })
            .collect()
    }

    /// Returns the keys without indentation.
    pub fn fields(&self) -> Vec<Field<'_>> {
        self.keys("", 0..self.text.len())
    }

    pub fn field(&self, key: &str) -> Option<Field<'_>> {
        self.fields().into_iter().find(|field| field.key == key)
    }

    /// Returns the value of a field, empty if the field is missing.
    pub fn value(&self, key: &str) -> &str {
        self.field(key)
            .map_or("", |field| &self.text[field.value_at])
    }

    /// Returns the entries below a key.
    pub fn entries(&self, of: &Field<'_>) -> Vec<Field<'_>> {
        self.keys("  ", of.lines_at.clone())
    }

    fn keys(&self, indent: &str, within: Range<usize>) -> Vec<Field<'_>> {
        let mut fields: Vec<Field<'_>> = Vec::new();
        for at in self.lines() {
            if at.start < within.start || at.end > within.end {
                continue;
            }
            let line = &self.text[at.clone()];
            let bare = line.trim_start();
            let depth = line.len() - bare.len();
            if depth == indent.len() && !bare.starts_with(['#', '-']) {
                let Some((key, value)) = bare.split_once(':') else {
                    continue;
                };
                let start = at.start + depth;
                let before = value.len() - value.trim_start().len();
                let value_start =
                    start + key.len() + 1 + before.min(value.trim_end_matches('\n').len());
                fields.push(Field {
                    key,
                    key_at: start..start + key.len(),
                    value: value.trim(),
                    value_at: value_start..value_start + value.trim().len(),
                    lines_at: at,
                });
            } else if depth > indent.len()
                && let Some(last) = fields.last_mut()
            {
                last.lines_at.end = at.end;
            }
        }
        fields
    }

    /// Returns the lines of the effect texts, without indentation and line ends.
    pub fn text_lines(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut inside = None;
        for at in self.lines() {
            let line = &self.text[at.clone()];
            let depth = line.len() - line.trim_start().len();
            if let Some(key) = inside
                && depth > key
            {
                found.push(at.start + depth..at.end - 1);
                continue;
            }
            inside = line.trim().eq("effect: |").then_some(depth);
        }
        found
    }

    /// Returns the items of a flow list or mapping, such as `[living, angel]`.
    pub fn items(&self, field: &Field<'_>) -> Vec<Range<usize>> {
        let value = &self.text[field.value_at.clone()];
        if !value.starts_with(['[', '{']) {
            return Vec::new();
        }
        let mut start = field.value_at.start + 1;
        value[1..value.len() - 1]
            .split(',')
            .map(|item| {
                let before = item.len() - item.trim_start().len();
                let at = start + before..start + before + item.trim().len();
                start += item.len() + 1;
                at
            })
            .collect()
    }
}

/// Returns the words of a part of a text: letters, digits and what joins them.
pub fn words(text: &str, within: Range<usize>) -> Vec<Range<usize>> {
    let inner = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '-' | '+');
    let mut words: Vec<Range<usize>> = Vec::new();
    for (at, c) in text[within.clone()].char_indices() {
        let at = within.start + at;
        if !inner(c) {
            continue;
        }
        match words.last_mut() {
            Some(last) if last.end == at => last.end = at + c.len_utf8(),
            _ => words.push(at..at + c.len_utf8()),
        }
    }
    words.retain(|word| text[word.clone()].chars().any(char::is_alphanumeric));
    words
}
