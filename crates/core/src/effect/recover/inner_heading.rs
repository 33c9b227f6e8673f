//! A second heading in the middle of a line.

use super::fragment::Fragment;
use crate::diagnostic::{Code, Diagnostic, Place, Safety};
use crate::effect::syntax::Rule;
use crate::game::Game;

/// Reports a heading after the sentences of another heading: `… Draw a card. On Attack: …`
pub(super) fn second_heading(piece: &Fragment<'_>, game: &Game) -> Option<Diagnostic<Place>> {
    let (heading, _) = piece.text.split_once(':')?;
    let heading = heading.trim_start_matches(['-', '•', '*', ' ']);
    let names = game.headings.values();
    let known = names.filter(|known| {
        let start = heading.get(..known.name.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(&known.name))
    });
    let known = known.max_by_key(|known| known.name.len())?;
    let after = heading.get(known.name.len()..)?;
    if piece.rule != Rule::one_sentence || !(after.is_empty() || after.starts_with(',')) {
        return None;
    }
    let start = piece.text.find(heading)?;
    let before = piece.base + start;
    Some(
        Diagnostic::new(
            Code::UnreadableSentence,
            piece.at(&(start..start + heading.len())),
            format!("the heading `{}` follows other sentences", known.name),
            "a heading must start a line",
        )
        .fix(
            Safety::Unsafe,
            "start a new line here",
            Place::Text(before..before),
            "\n",
        ),
    )
}
