//! What was probably meant by a name that no card has.

use super::Line;
use super::names::Names;
use super::rules::belongs;
use crate::card::wording;
use crate::diagnostic::{Code, Diagnostic, Safety, closest};
use crate::game::Game;
use crate::source::alike;

/// After so many unknown names in one set it is no slip of the pen, and looking for close names
/// among all cards takes its time.
pub(super) const MOST_SUGGESTIONS: usize = 60;

/// The finding that no card has a name. Of the close names, those of cards that could stand in
/// this zone come first.
pub(super) fn unknown_card(
    game: &Game,
    names: &Names<'_>,
    zone: &str,
    line: &Line,
    suggest: bool,
) -> Diagnostic {
    let finding = Diagnostic::new(
        Code::UnknownCard,
        line.name_at,
        format!("no card is named \"{}\"", wording::shown(&line.name)),
        "not a card of this game",
    );
    if !suggest {
        return finding;
    }
    if let Some(card) = alike::in_latin(&line.name).and_then(|latin| names.card(&latin)) {
        let finding = in_two_alphabets(finding, line);
        return finding.fix(
            Safety::Safe,
            format!("write \"{}\"", card.name),
            line.name_at,
            card.name.clone(),
        );
    }
    let fitting = names
        .all()
        .filter(|card| belongs::admits(game, zone, card))
        .map(|card| card.name.as_str());
    let close = closest(&line.name, fitting)
        .or_else(|| closest(&line.name, names.all().map(|card| card.name.as_str())));
    let Some(card) = close.and_then(|name| names.card(name)) else {
        return finding;
    };
    let title = format!("write \"{}\"", card.name);
    let finding = finding.label(card.name_at, "a card with a similar name is defined here");
    // Other names would need quotation marks that depend on where they are written.
    let plain = card
        .name
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'))
        && card.name.starts_with(char::is_alphabetic);
    if plain {
        finding.fix(Safety::Unsafe, title, line.name_at, card.name.clone())
    } else {
        finding.help(title)
    }
}

/// Says of a name that nobody tells from that of a card what the difference is.
fn in_two_alphabets(finding: Diagnostic, line: &Line) -> Diagnostic {
    match alike::alike(&line.name).first() {
        Some(letter) => finding.note(format!(
            "its `{}` is U+{:04X}, a letter of another alphabet that looks like `{}`",
            letter.written,
            u32::from(letter.written),
            letter.like
        )),
        None => finding,
    }
}
