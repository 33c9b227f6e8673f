//! Words of other games, with what this language says instead.

use super::mend::{Piece, Trial};
use super::words::{Word, in_case_of, with_replaced};
use crate::diagnostic::{Code, Diagnostic, Place, Safety};

/// A word, and how the language says it: words that can take its place, or a pattern to write.
const FOREIGN: &[(&str, &[&str], &str)] = &[
    ("destroy", &[], "write `Remove … from the map.`"),
    ("kill", &[], "write `Remove … from the map.`"),
    ("banish", &[], "write `Remove … from the map.`"),
    ("exile", &[], "write `Remove … from the map.`"),
    (
        "sacrifice",
        &[],
        "write `Discard this card.`, or `Remove a friendly unit from the map.`",
    ),
    ("summon", &["place"], "write `Place … on a vacant space …`"),
    ("exhaust", &[], "write `Place an activation mark on …`"),
    ("tap", &[], "write `Place an activation mark on …`"),
    (
        "untap",
        &["ready"],
        "write `Remove the activation mark from …`, or `Ready a power card.`",
    ),
    (
        "refresh",
        &["ready"],
        "write `Remove the activation mark from …`, or `Ready a power card.`",
    ),
    ("teleport", &[], "write `Place … on a vacant space …`"),
    (
        "push",
        &["move"],
        "write `Move … 1 step away from this unit.`",
    ),
    ("pull", &["move"], "write `Move … 1 step toward this unit.`"),
    ("give", &[], "write `… gains +1 attack …`"),
    ("grant", &[], "write `… gains [On Attack: …]`"),
    ("restore", &["heal"], "write `Remove 2 damage from …`"),
    ("cure", &["heal"], "write `Remove 2 damage from …`"),
    ("counter", &["negate"], "write `Negate that spell.`"),
    ("cancel", &["negate"], "write `Negate that spell.`"),
    ("inflict", &["deal"], "write `Deal … damage to …`"),
    ("creature", &["unit"], "write `unit`"),
    ("creatures", &["units"], "write `units`"),
    ("minion", &["unit"], "write `unit`"),
    ("minions", &["units"], "write `units`"),
    ("character", &["unit or hero"], "write `unit or hero`"),
    ("allied", &["friendly"], "write `friendly`"),
    ("ally", &["friendly unit"], "write `friendly unit`"),
    ("allies", &["friendly units"], "write `friendly units`"),
    ("enemies", &["enemy units"], "write `enemy units`"),
    ("foe", &["enemy unit"], "write `enemy unit`"),
    ("foes", &["enemy units"], "write `enemy units`"),
    ("hostile", &["enemy"], "write `enemy`"),
    ("every", &["each"], "write `each`"),
    ("near", &["adjacent to"], "write `adjacent to`"),
    ("beside", &["adjacent to"], "write `adjacent to`"),
    ("neighbouring", &["adjacent"], "write `adjacent`"),
    ("neighboring", &["adjacent"], "write `adjacent`"),
    ("except", &[], "write `(excluding …)` behind what is meant"),
    ("graveyard", &["discard pile"], "write `discard pile`"),
    ("library", &["deck"], "write `deck`"),
    ("player's", &["opponent's"], "write `your opponent's`"),
    ("battlefield", &["map"], "write `map`"),
    ("board", &["map"], "write `map`"),
    ("field", &["map"], "write `map`"),
    ("tile", &["space"], "write `space`"),
    ("hex", &["space"], "write `space`"),
    ("square", &["space"], "write `space`"),
    ("empty", &["vacant"], "write `vacant`"),
    ("extra", &["additional"], "write `additional`"),
    ("must", &[], "write what happens, without `must`"),
];

/// Says how the language says a word that it does not have.
pub(super) fn word(
    piece: &Piece<'_>,
    word: &Word,
    mut trial: impl FnMut(&str) -> Trial,
) -> Option<Diagnostic<Place>> {
    let said = piece.get(word);
    let (_, instead, help) = FOREIGN
        .iter()
        .find(|(foreign, ..)| foreign.eq_ignore_ascii_case(said))?;
    let finding = Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(word),
        format!("\"{said}\" is not a word of the language"),
        "the language says this in other words",
    );
    let by = instead
        .iter()
        .find(|by| trial(&with_replaced(piece.text, word, by)) == Trial::Clean);
    Some(match by {
        Some(by) => {
            let by = in_case_of(by, said);
            finding.fix(Safety::Unsafe, format!("write `{by}`"), piece.at(word), by)
        }
        None => finding.help(*help),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foreign_word_stands_once() {
        for (at, (word, ..)) in FOREIGN.iter().enumerate() {
            assert!(
                FOREIGN.iter().skip(at + 1).all(|(other, ..)| other != word),
                "{word}"
            );
        }
    }
}
