//! Pictures of the map: a line for each row, a word for each space.

use cardwright_play::state::{At as Place, CardIx, Space, State};
use smol_str::SmolStr;

use super::lexicon::Lexicon;
use super::phrase::Phrase;
use super::reader::{Reader, is_letter};
use super::{At, battle};
use crate::diagnostic::{Code, Diagnostic, prose};

use crate::yaml::Node;

/// A space without a card.
const VACANT: &str = ".";

/// Reads a picture: the letters with their spaces. The last line is the row nearest to player 0, unless the rows are
/// numbered.
pub(super) fn read<'n>(reader: &mut Reader<'_, 'n>, node: &'n Node) -> Vec<At<(SmolStr, Space)>> {
    let Some(all) = Phrase::of(node, reader.source) else {
        reader.wrong_kind(node.span, "map", "a picture, a line for each row");
        return Vec::new();
    };
    let mut lines = Vec::new();
    let mut from = 0;
    for line in all.text.split('\n') {
        let words = all.part(from, from + line.len()).trim();
        if !words.text.is_empty() {
            lines.push(words);
        }
        from += line.len() + 1;
    }
    let (columns, rows) = (
        usize::from(reader.lexicon.table.columns),
        reader.lexicon.table.rows.len(),
    );
    let mut found = Vec::new();
    if lines.len() > rows {
        let finding = Diagnostic::new(
            Code::BadPicture,
            all.span(),
            format!(
                "the picture has {}, and the map has {rows}",
                counted(lines.len(), "row", "rows")
            ),
            "too many rows",
        );
        reader.report(finding);
        return found;
    }
    let mut taken: Vec<usize> = Vec::new();
    for (below, line) in lines.iter().rev().enumerate() {
        let mut words = line.words();
        let number = words
            .first()
            .and_then(|word| word.text.parse::<usize>().ok());
        let row = match number {
            Some(number) => {
                let word = words.remove(0);
                if number == 0 || number > rows || taken.contains(&number) {
                    let why = match taken.contains(&number) {
                        true => format!("row {number} is drawn twice"),
                        false => {
                            format!("there is no row {number}: the map has the rows 1 to {rows}")
                        }
                    };
                    reader.report(Diagnostic::new(
                        Code::BadPicture,
                        word.span(),
                        why,
                        "the number of the row",
                    ));
                    continue;
                }
                taken.push(number);
                number - 1
            }
            None => below,
        };
        if words.len() != columns {
            let finding = Diagnostic::new(
                Code::BadPicture,
                line.span(),
                format!(
                    "this row has {}, and the map has {}",
                    counted(words.len(), "space", "spaces"),
                    counted(columns, "column", "columns")
                ),
                format!("{} instead of {columns}", words.len()),
            );
            reader.report(
                finding.help("write a letter or `.` for each space, with spaces between them"),
            );
            continue;
        }
        for (column, word) in words.into_iter().enumerate() {
            if word.text == VACANT {
                continue;
            }
            if !is_letter(word.text) {
                let finding = Diagnostic::new(
                    Code::BadPicture,
                    word.span(),
                    format!("`{}` is neither a letter nor `.`", word.text),
                    "one letter names a card",
                );
                reader.report(finding);
                continue;
            }
            found.push(At {
                is: (word.text.into(), (row * columns + column) as Space),
                at: word.span(),
            });
        }
    }
    found
}

/// Draws the rows of the map on which something is, with the letters of the test. `*` is a card without a letter.
pub(super) fn draw(lexicon: &Lexicon<'_>, state: &State, letters: &[(SmolStr, CardIx)]) -> String {
    let table = lexicon.table;
    if state.battle.is_some() {
        return battle::draw(lexicon, state, letters);
    }
    let columns = usize::from(table.columns);
    let mut spaces: Vec<Option<SmolStr>> = vec![None; columns * table.rows.len()];
    // Cards that fight hide those that lie on spaces.
    let mut cards = state.play.clone();
    cards.sort_by_key(|card| {
        let def = state
            .cards
            .get(usize::from(*card))
            .and_then(|it| table.defs.get(usize::from(it.def)));
        def.is_none_or(|def| !def.site)
    });
    for card in cards {
        let Some(it) = state.cards.get(usize::from(card)) else {
            continue;
        };
        let Place::Map(space) = it.at else { continue };
        let letter = letters
            .iter()
            .find(|(_, of)| *of == card)
            .map(|(letter, _)| letter.clone());
        if let Some(drawn) = spaces.get_mut(usize::from(space)) {
            *drawn = Some(letter.unwrap_or_else(|| "*".into()));
        }
    }
    let rows: Vec<&[Option<SmolStr>]> = spaces.chunks(columns.max(1)).collect();
    let used = |row: &&[Option<SmolStr>]| row.iter().any(Option::is_some);
    let mut lines = Vec::new();
    for (row, drawn) in rows.iter().enumerate().rev().filter(|(_, row)| used(row)) {
        let words: Vec<&str> = drawn
            .iter()
            .map(|space| space.as_deref().unwrap_or(VACANT))
            .collect();
        lines.push(format!("{} {}", row + 1, words.join(" ")));
    }
    lines.join("\n")
}

fn counted(count: usize, one: &str, more: &str) -> String {
    prose::counted(count as u64, one, more)
}
