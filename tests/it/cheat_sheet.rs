//! The sentences of `docs/cheat-sheet.md`: each compiles without a diagnostic and is canonical.

use crate::support::world::card_game;
use cardwright::effect::{self, Bearer};

const SHEET: &str = include_str!("../../docs/cheat-sheet.md");

/// A row of the table: the card that has the sentence, and the sentence.
struct Row {
    card_type: &'static str,
    traits: Vec<String>,
    sentence: &'static str,
}

/// The rows with a sentence. A row without one is a title within the table.
fn rows() -> Vec<Row> {
    let cells = SHEET.lines().filter_map(|line| {
        let (before, sentence) = line.strip_suffix("` |")?.split_once(" | `")?;
        let (_, card) = before.rsplit_once(" | ")?;
        Some((card, sentence))
    });
    cells
        .map(|(card, sentence)| {
            let (card_type, traits) = card.split_once(" with ").unwrap_or((card, ""));
            let traits = traits.split('*').filter(|piece| !piece.is_empty());
            Row {
                card_type,
                traits: traits.map(str::to_owned).collect(),
                sentence,
            }
        })
        .collect()
}

#[test]
fn every_sentence_compiles_and_is_canonical() {
    let world = card_game();
    let symbols = world.symbols();
    let mut wrong = Vec::new();
    for row in rows() {
        let bearer = Bearer {
            card_type: row.card_type,
            traits: (!row.traits.is_empty()).then_some(&row.traits),
            ..Bearer::default()
        };
        let (abilities, diagnostics) = effect::compile(row.sentence, &bearer, &symbols);
        wrong.extend(
            diagnostics
                .iter()
                .map(|diagnostic| format!("{}\n    {}", row.sentence, diagnostic.message)),
        );
        let printed = effect::print(&abilities, &bearer, &symbols);
        if printed != row.sentence {
            wrong.push(format!("{}\n    canonical: {printed}", row.sentence));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_sheet_has_40_sentences() {
    assert_eq!(rows().len(), 40);
}
