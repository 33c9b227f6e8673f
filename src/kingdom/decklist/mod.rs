//! Reads pasted deck lists: plain text with one card per line, in the formats that forums, spreadsheets and other
//! programs produce.
//!
//! A line that cannot be read is reported, and reading continues with the next line. Nothing is guessed: names are
//! looked up, and if the rules admit a card in two zones, the list must state the zone.

mod code_line;
mod grammar;
mod heading;
mod json;
mod line;
mod place;
mod property;
mod table;

#[cfg(test)]
mod tests;

use super::KingdomSource;
use super::export::code;
use super::keys;
use super::suggest::{self, MAX_SUGGESTIONS};
use crate::collections::IndexMap;
use crate::diagnostic::prose;
use crate::diagnostic::{self, Code, Diagnostic, Edit, Safety, closest};
use crate::game::{Game, HOUSE_KEY};
pub use crate::kingdom::lexicon::Lexicon;
pub(in crate::kingdom) use crate::kingdom::lexicon::{Label, Referent};
use crate::kingdom::lexicon::{folded, is_beside};
use crate::kingdom::list_words::WORDS;
use crate::source::composed::composed;
use crate::source::{FileId, Span};
use grammar::{Heading, Piece, Row};
use heading::Headings;
use line::{ParsedLine, unreadable};
pub(in crate::kingdom) use place::capitalised;
use property::NAME;
use table::Table;

/// Maximum length of a line, in characters.
const MAX_LINE_LEN: usize = 400;

/// Maximum number of lines.
const MAX_LINES: usize = 25_000;

/// Reads a list. `name` is the name of the set if the list does not name it.
pub fn read(
    known: &Lexicon<'_>,
    file: FileId,
    text: &str,
    name: &str,
) -> (Option<KingdomSource>, Vec<Diagnostic>) {
    let mut list = List {
        known,
        file,
        set: KingdomSource {
            name: composed(name).into_owned(),
            name_at: first_line(file, text),
            game: None,
            house_rules: None,
            at: Span::new(file, 0..text.len()),
            zones: IndexMap::default(),
            unplaced: Vec::new(),
            broken: false,
        },
        named: None,
        zone: None,
        paragraph: 0,
        headings: Headings::default(),
        lines: Vec::new(),
        unknown: 0,
        found: Vec::new(),
        beside: false,
        numbered: false,
        table: None,
        unread: false,
    };
    if json::is_json(text) {
        list.json(text);
        return list.finish();
    }
    let rows: Vec<Row<'_>> = rows(text).collect();
    match rows.iter().find_map(Row::code) {
        Some(code) => list.with_code(&rows, &code),
        None => {
            list.line_numbers(&rows);
            let mut rest = rows.get(..MAX_LINES).unwrap_or(&rows);
            while !rest.is_empty() {
                let read = list.row(text, rest);
                rest = rest.get(read..).unwrap_or_default();
            }
            list.headings.close(&mut list.found);
            place::below_no_heading(known, file, &mut list.lines, &mut list.found);
            if let Some(row) = rows.get(MAX_LINES) {
                list.too_long(row, rows.len() - MAX_LINES);
            }
        }
    }
    list.finish()
}

/// Returns whether a text starts like JSON.
pub fn is_json(text: &str) -> bool {
    json::is_json(text)
}

/// Returns whether a text is a code of a whole set, valid or not.
pub fn is_code(text: &str) -> bool {
    let row = Row { text, start: 0 };
    row.code().is_some()
}

/// Returns whether a text seems to be a deck list, judged by its form: most lines are counts and names, or it is a table
/// with a column of cards and one of counts, or a code.
pub fn seems_list(text: &str) -> bool {
    const MIN_COUNTED: usize = 3;
    const MAX_ROWS: usize = 200;
    let mut lines = 0;
    let mut counted = 0;
    let rows = rows(text).filter(|row| row.text.len() <= MAX_LINE_LEN);
    for row in rows
        .filter(|row| !row.is_divider() && !row.is_comment())
        .take(MAX_ROWS)
    {
        if row.code().is_some() || table::seems_head(row) {
            return true;
        }
        lines += 1;
        let entry = row.entry();
        counted += usize::from(entry.is_some_and(|entry| entry.lead.is_some()));
    }
    counted >= MIN_COUNTED && counted * 2 >= lines
}

/// Returns whether a text has only empty lines and comments.
pub fn is_empty(text: &str) -> bool {
    rows(text).all(|row| row.is_divider() || row.is_comment())
}

/// Returns the game that a list names, or the game of its code, if it is one of `games`.
pub fn game_of<'t>(text: &'t str, games: impl IntoIterator<Item = &'t str>) -> Option<&'t str> {
    if let Some(code) = rows(text).find_map(|row| row.code()) {
        let mut games = games.into_iter();
        return games.find(|game| code::is_for(code.text, game));
    }
    rows(text)
        .filter_map(|row| row.labelled())
        .find(|labelled| folded(labelled.key.text) == keys::GAME_KEY)
        .map(|labelled| without_remark(&labelled.value.trimmed()).text)
}

/// Removes the remark, which starts with `//` or `#`, after a word.
fn without_remark<'t>(piece: &Piece<'t>) -> Piece<'t> {
    let end = [" //", " #"]
        .iter()
        .filter_map(|mark| piece.text.find(mark))
        .min()
        .unwrap_or(piece.text.len());
    let text = piece.text.get(..end).unwrap_or(piece.text).trim_end();
    Piece {
        text,
        at: piece.at.start..piece.at.start + text.len(),
    }
}

/// Returns whether a line below the heading of a zone is read as this count of this card or value.
pub(in crate::kingdom) fn says(
    known: &Lexicon<'_>,
    line: &str,
    zone: &str,
    meant: Referent<'_>,
    count: u32,
) -> bool {
    let row = Row {
        text: line,
        start: 0,
    };
    let titled = |text: &str| known.title(text).is_some();
    let heading = || row.heading().filter(|heading| titled(heading.title.text));
    let labelled = || {
        let label = row.labelled();
        label.filter(|label| is_word_of_lists(known, label.key.text))
    };
    let other = line.len() > MAX_LINE_LEN
        || row.code().is_some()
        || (!known.is_counted(line)
            && (row.is_divider()
                || row.is_comment()
                || heading().is_some()
                || labelled().is_some()));
    let mut found = Vec::new();
    let reading = line::read(known, FileId::default(), row, Some(zone), &mut found);
    let same = |reading: &ParsedLine<'_>| {
        reading.meant == Some(meant) && reading.count == u64::from(count)
    };
    !other && found.is_empty() && reading.as_ref().is_some_and(same)
}

/// Returns whether the word before a colon is a label of deck lists: a zone, or the name, game or rules of the set.
fn is_word_of_lists(known: &Lexicon<'_>, word: &str) -> bool {
    let word = folded(&word.replace('_', " "));
    known.title(&word).is_some()
        || [NAME, keys::NAME_KEY, keys::GAME_KEY].contains(&word.as_str())
        || word == HOUSE_KEY.replace('_', " ")
        || word == folded(&known.game.kingdom.name)
}

/// Returns the lines of a text without the byte order mark.
fn rows(text: &str) -> impl Iterator<Item = Row<'_>> {
    Row::all(text).map(|row| match row.text.strip_prefix('\u{feff}') {
        Some(_) => row.part('\u{feff}'.len_utf8()..row.text.len()),
        None => row,
    })
}

/// Splits a line at the marks and drops the empty parts.
fn parts<'t>(row: Row<'t>, marks: &[char]) -> Vec<Row<'t>> {
    let mut start = 0;
    let parts = row.text.split(marks).map(|text| {
        let part = row.part(start..start + text.len());
        start += text.len() + 1;
        part
    });
    parts.filter(|row| !row.text.trim().is_empty()).collect()
}

fn first_line(file: FileId, text: &str) -> Span {
    let first = rows(text).find(|row| !row.is_divider());
    let at = first.map_or(0..0, |row| row.trimmed().at);
    Span::new(file, at)
}

/// A line of the list with its position in the list.
struct Placed<'c> {
    reading: ParsedLine<'c>,
    /// The zone of the heading above the line.
    zone: Option<&'c str>,
    /// Span of that heading.
    heading: Option<Span>,
    /// Number of the paragraph; lines without an empty line between them share it.
    paragraph: usize,
}

/// The state of reading a list.
struct List<'k, 'c> {
    known: &'k Lexicon<'c>,
    file: FileId,
    set: KingdomSource,
    /// Span of the line that names the set.
    named: Option<Span>,
    /// The zone of the current heading, and the span of the heading.
    zone: Option<(&'c str, Span)>,
    paragraph: usize,
    headings: Headings,
    lines: Vec<Placed<'c>>,
    /// Number of lines with an unknown name and no count.
    unknown: usize,
    found: Vec<Diagnostic>,
    /// `true` below a heading of cards that do not belong to the set.
    beside: bool,
    /// `true` if the lines are numbered and have no counts.
    numbered: bool,
    /// The columns, if the list is a table.
    table: Option<Table>,
    /// `true` if the contents of the set are unknown.
    unread: bool,
}

impl<'c> List<'_, 'c> {
    fn game(&self) -> &'c Game {
        self.known.game
    }

    fn span(&self, piece: &Piece<'_>) -> Span {
        Span::new(self.file, piece.at.clone())
    }

    /// Reports that the rest of the list, from this row on, is not read.
    fn too_long(&mut self, row: &Row<'_>, left: usize) {
        self.set.broken = true;
        // At the start of the file, so that the cap on diagnostics does not drop it.
        let diagnostic = unreadable(
            Span::new(self.file, 0..0),
            format!("this list has {left} more lines, but at most {MAX_LINES} are read"),
            "more lines than any set has",
        )
        .label(self.span(&row.trimmed()), "not read from here on");
        self.found
            .push(diagnostic.help("write the count of a card before its name: `3 …`"));
    }

    /// Reads the first of these lines, and those that belong to the same row of a table. Returns their number.
    fn row(&mut self, text: &str, rows: &[Row<'_>]) -> usize {
        let Some(row) = rows.first() else { return 1 };
        if !row.is_divider()
            && let Some(lines) = self.table(text, rows)
        {
            return lines;
        }
        self.line(*row);
        1
    }

    fn line(&mut self, row: Row<'_>) {
        if row.text.len() > MAX_LINE_LEN {
            let at = self.span(&row.trimmed());
            self.found.push(
                unreadable(
                    at,
                    format!("this line has more than {MAX_LINE_LEN} characters"),
                    "too long for a list line",
                )
                .help("write one card on a line"),
            );
            self.set.broken = true;
        } else if row.is_divider() {
            self.paragraph += 1;
            self.end_of_paragraph();
        } else if let Some(diagnostic) = self.miscopied(&row) {
            self.found.push(diagnostic);
            self.unread = true;
        } else if !row.is_separator() {
            let row = self.undressed(row);
            self.hidden_entry(row);
            // Nearly all lines start with a count, and only entries do: skip the checks for other kinds of lines.
            let read = !self.known.is_counted(row.text)
                && (self.heading(row)
                    || row.is_comment()
                    || self.labelled(row)
                    || self.stranger(row));
            if !read {
                self.entry(row);
            }
        }
    }

    /// Returns the zone that a row of a table gives for its card.
    fn zone_of_row(&mut self, cell: &Piece<'_>) {
        let at = self.span(cell);
        let zone = match self.known.title(cell.text) {
            Some(Label::Zone(zone)) => Some(zone),
            Some(Label::Type(card_type)) => heading::zone_of_type(self.game(), card_type, None),
            None => {
                let (diagnostic, meant) = heading::unknown_part(self.known, self.file, cell);
                // Consecutive rows of one part repeat the same name; report it once.
                let is_same = |one: &Diagnostic| one.is_same_problem(&diagnostic);
                if !self.found.iter().any(is_same) {
                    self.found.push(diagnostic);
                }
                self.set.broken |= meant.is_none();
                meant.map(|(zone, _)| zone)
            }
        };
        self.beside = zone.is_none() && is_beside(cell.text);
        self.zone = zone.map(|zone| (zone, at));
    }

    /// Removes emphasis marks around a whole line, `**3 Pikeman**`, unless the line is a heading.
    fn undressed<'t>(&self, row: Row<'t>) -> Row<'t> {
        let inner = row.trimmed();
        let bare = inner.text.trim_matches(['*', '_', '`']);
        if bare.len() == inner.text.len() || !self.known.is_counted(bare) {
            return row;
        }
        let start = row.text.find(bare).unwrap_or_default();
        let bare = row.part(start..start + bare.len());
        match line::is_known(self.known, bare, self.zone()) {
            true => bare,
            false => row,
        }
    }

    /// Reports `#3 Bless`: a comment that reads like a card and its count.
    fn hidden_entry(&mut self, row: Row<'_>) {
        let line = row.trimmed();
        let entry = line.text.strip_prefix('#');
        // A space after `#` shows that a comment is intended.
        let Some(entry) = entry.filter(|entry| entry.starts_with(char::is_alphanumeric)) else {
            return;
        };
        let from = line.at.start - row.start;
        let after = row.part(from + 1..from + line.text.len());
        if !self.known.is_counted(entry) || !line::is_known(self.known, after, self.zone()) {
            return;
        }
        let sign = Span::new(self.file, line.at.start..line.at.start + 1);
        let diagnostic = Diagnostic::new(
            Code::CommentBehindText,
            self.span(&line),
            format!(
                "`{}` is a comment, but reads like a card",
                prose::shown(line.text)
            ),
            "not a card of the set",
        )
        .help(format!(
            "write `{}` if it belongs to the set, or a space after `#`",
            prose::shown(entry)
        ));
        self.found
            .push(diagnostic.fix(Safety::Unsafe, "remove the `#`", sign, ""));
    }

    /// Reports once that all lines are numbered.
    fn line_numbers(&mut self, rows: &[Row<'_>]) {
        let numbers = line::line_numbers(self.known, rows);
        let Some(first) = numbers.first() else {
            return;
        };
        let at = self.span(first);
        let edits = numbers.iter().map(|number| Edit {
            at: self.span(number),
            text: String::new(),
        });
        let diagnostic = unreadable(at, "numbered list without card counts", "a line number")
            .note("numbers that increase by one from line to line are line numbers")
            .fix_all(Safety::Unsafe, "remove the line numbers", edits);
        self.found.push(diagnostic);
        self.numbered = true;
        self.set.broken = true;
    }

    fn zone(&self) -> Option<&'c str> {
        self.zone.map(|(zone, _)| zone)
    }

    /// Handles a line that is only a heading; returns `false` for any other line.
    fn heading(&mut self, row: Row<'_>) -> bool {
        let Some(heading) = row.heading() else {
            return false;
        };
        let signless = heading.title.without_signs();
        let title = self.known.title(heading.title.text);
        match title.or_else(|| self.known.title(signless.text)) {
            Some(title) => self.open(&heading, title),
            None if self.is_group(&heading, row) => {
                let at = self.span(&heading.title);
                let found = &mut self.found;
                self.headings.open(&heading, at, false, false, found);
            }
            None => return false,
        }
        true
    }

    /// Returns whether a line is a field value that groups the cards below it.
    fn is_group(&self, heading: &Heading<'_>, row: Row<'_>) -> bool {
        self.known.is_value(heading.title.text) && !line::is_known(self.known, row, None)
    }

    fn open(&mut self, heading: &Heading<'_>, title: Label<'c>) {
        self.beside = false;
        let at = self.span(&heading.title);
        let zone = match title {
            Label::Zone(zone) => Some(zone),
            Label::Type(card_type) => heading::zone_of_type(self.game(), card_type, self.zone()),
        };
        let is_zone = matches!(title, Label::Zone(_));
        let is_elsewhere = zone.is_some() && self.zone() != zone;
        let found = &mut self.found;
        self.headings
            .open(heading, at, is_zone, is_elsewhere, found);
        self.zone = zone.map(|zone| (zone, at)).or(self.zone);
    }

    /// Returns whether each of several parts of a line has a known name.
    fn are_known(&self, rows: &[Row<'_>]) -> bool {
        let known = |row: &Row<'_>| line::is_known(self.known, *row, self.zone());
        rows.len() > 1 && rows.iter().all(known)
    }

    /// Reports a line that looks like a heading but names nothing of the game; returns `false` for any other line.
    fn stranger(&mut self, row: Row<'_>) -> bool {
        let Some((diagnostic, meant)) = heading::stranger(self.known, self.file, row) else {
            return false;
        };
        if line::is_known(self.known, row, self.zone()) {
            return false;
        }
        self.found.push(diagnostic);
        // The cards below are placed by their type, unless the heading is a misspelt zone.
        self.zone = meant.map(|(zone, at)| (zone, Span::new(self.file, at)));
        self.headings.forget();
        // It is unknown whether the lines below belong to the set.
        self.set.broken |= self.zone.is_none();
        self.beside = row
            .heading()
            .is_some_and(|heading| is_beside(heading.title.text));
        if let Some(labelled) = row.labelled() {
            if self.zone.is_some() {
                self.inline(labelled.value);
            }
            self.zone = None;
        }
        true
    }

    fn entry(&mut self, row: Row<'_>) {
        if self.beside {
            return;
        }
        // `3 Pikeman, 2 Archer`
        let several = parts(row, &[',', ';']);
        if self.are_known(&several) && !line::is_known(self.known, row, self.zone()) {
            several.into_iter().for_each(|row| self.entry(row));
            return;
        }
        let before = self.found.len();
        let row = match line::line_number(row).filter(|_| self.numbered) {
            Some((_, rest)) => rest,
            None => line::without_line_number(self.known, row, self.zone()).unwrap_or(row),
        };
        let reading = line::read(self.known, self.file, row, self.zone(), &mut self.found);
        match reading {
            Some(reading) if self.numbered_heading(&reading) => {}
            Some(reading) => self.count(reading),
            None => self.unread_line(row, before),
        }
    }

    /// Adds a card to the set, unless the line is the total number of cards.
    fn count(&mut self, reading: ParsedLine<'c>) {
        if reading.meant.is_none() && WORDS.sums.contains(&folded(&reading.name).as_str()) {
            return;
        }
        self.set.broken |= reading.uncounted;
        match self.numbered || self.is_doubtful(&reading) {
            true => self.headings.doubt(),
            false => self.headings.count(reading.count),
        }
        self.lines.push(Placed {
            reading,
            zone: self.zone(),
            heading: self.zone.map(|(_, at)| at),
            paragraph: self.paragraph,
        });
    }

    /// Handles a line that names no card. `before` is the number of diagnostics before it was read: if there is no new
    /// one, the line is reported, because no line is lost without a word.
    fn unread_line(&mut self, row: Row<'_>, before: usize) {
        let is_silent = self.found.len() == before;
        if is_silent && (row.trimmed().text.is_empty() || row.is_comment()) {
            return;
        }
        if is_silent {
            let diagnostic = line::nameless(self.known, self.file, row, self.zone());
            self.found.push(diagnostic);
        }
        self.set.broken = true;
        self.headings.doubt();
    }

    /// Handles `45 Deck`: a card count and the part of the set that it is for.
    fn numbered_heading(&mut self, reading: &ParsedLine<'_>) -> bool {
        let title = self.known.title(&reading.name);
        let Some(title) = title.filter(|_| reading.meant.is_none() && !reading.uncounted) else {
            return false;
        };
        let count = reading.count.to_string();
        let sum = Piece {
            text: &count,
            at: reading.count_at.clone(),
        };
        let heading = Heading {
            title: Piece {
                text: &reading.name,
                at: reading.name_at.clone(),
            },
            sum: Some(sum).filter(|_| reading.count_at != reading.name_at),
            certain: false,
        };
        self.open(&heading, title);
        true
    }

    /// Returns whether the count of a line is unknown, because the line may not name a card.
    fn is_doubtful(&mut self, reading: &ParsedLine<'_>) -> bool {
        if reading.meant.is_some() || reading.count_at != reading.name_at {
            return reading.uncounted;
        }
        self.unknown += 1;
        let Lexicon { game, names, .. } = self.known;
        let slip = || suggest::slip(game, names, self.zone(), &reading.name, None);
        self.unknown > MAX_SUGGESTIONS || slip().is_none()
    }

    /// Closes the heading of a single-card zone at the end of the paragraph that contains its card.
    fn end_of_paragraph(&mut self) {
        let one = |zone: &str| {
            let zones = &self.known.game.kingdom.zones;
            zones
                .get(zone)
                .is_some_and(|zone| zone.form == crate::game::ZoneForm::One)
        };
        let filled = self.lines.last().map(|line| line.zone) == Some(self.zone());
        if self.zone().is_some_and(one) && filled {
            self.zone = None;
        }
    }

    fn finish(mut self) -> (Option<KingdomSource>, Vec<Diagnostic>) {
        self.headings.close(&mut self.found);
        if self.unread {
            diagnostic::sort(&mut self.found);
            return (None, self.found);
        }
        self.title();
        place::place(
            self.known,
            self.file,
            self.lines,
            &mut self.set,
            &mut self.found,
        );
        for finding in &mut self.found {
            finding.card = Some(self.set.name.clone());
        }
        diagnostic::sort(&mut self.found);
        (Some(self.set), self.found)
    }
}

impl List<'_, '_> {
    /// Reads the first line as the name of the set if it is not a card and has no label.
    fn title(&mut self) {
        let Some(first) = self.lines.first() else {
            return;
        };
        let Placed { reading, zone, .. } = first;
        let alone = self
            .lines
            .get(1)
            .is_none_or(|second| second.paragraph > first.paragraph || second.zone.is_some());
        let names = || self.known.names.all().map(|card| card.name.as_str());
        let bare = reading.meant.is_none() && reading.count_at == reading.name_at;
        // Directly above the first heading, the line is a name, even if it looks like a misspelt card.
        let above_headings = self
            .lines
            .get(1)
            .is_some_and(|second| second.zone.is_some());
        let is_card = || !above_headings && closest(&reading.name, names()).is_some();
        if self.named.is_some() || zone.is_some() || !(alone && bare) || is_card() {
            return;
        }
        let name = prose::shown(&reading.name);
        let at = Span::new(self.file, reading.name_at.clone());
        self.found.push(
            unreadable(
                at,
                format!("no card is named \"{name}\"; the name of a set needs `Name:`"),
                "not a card of this game",
            )
            .fix(
                Safety::Unsafe,
                format!("write `Name: {name}` if that is the name of the set"),
                Span::new(self.file, at.range().start..at.range().start),
                "Name: ",
            ),
        );
        self.lines.remove(0);
        self.set.broken = true;
    }
}
