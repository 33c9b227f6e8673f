//! Suggestions for names that no card has.

use super::Line;
use super::eligibility;
use super::names::Names;
use crate::card::CardSource;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety, closest};
use crate::game::Game;
use crate::source::confusables;

/// Maximum number of unknown names in a set that get a suggestion. With more, the names are not typos, and the search
/// for close names is slow.
pub(super) const MAX_SUGGESTIONS: usize = 60;

/// Reports an unknown card name, with the card that was probably intended.
pub(super) fn unknown_card(
    names: &Names<'_>,
    line: &Line,
    suggest: bool,
    meant: Option<&CardSource>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::UnknownCard,
        line.name_at,
        format!("no card is named \"{}\"", prose::shown(&line.name)),
        "not a card of this game",
    );
    if !suggest {
        return diagnostic;
    }
    if let Some(card) =
        confusables::to_latin_skeleton(&line.name).and_then(|latin| names.card(&latin))
    {
        let diagnostic = in_two_alphabets(diagnostic, line);
        return diagnostic.fix(
            Safety::Safe,
            format!("write \"{}\"", card.name),
            line.name_at,
            card.name.clone(),
        );
    }
    let Some(card) = meant else {
        return diagnostic;
    };
    let title = format!("write \"{}\"", card.name);
    let diagnostic = diagnostic.label(card.name_at, "a card with a similar name is defined here");
    // Names with other characters may need quotes, depending on their position, so they get no fix.
    let plain = card
        .name
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'))
        && card.name.starts_with(char::is_alphabetic);
    if plain {
        diagnostic.fix(Safety::Unsafe, title, line.name_at, card.name.clone())
    } else {
        diagnostic.help(title)
    }
}

/// Returns the card that was probably intended by an unknown name. If the zone is known, only cards that it admits are
/// considered.
pub(super) fn slip<'c>(
    game: &Game,
    names: &Names<'c>,
    zone: Option<&str>,
    name: &str,
    number: Option<u64>,
) -> Option<&'c CardSource> {
    let fits = |card: &&CardSource| zone.is_none_or(|zone| eligibility::admits(game, zone, card));
    let fitting = || names.all().filter(fits).map(|card| card.name.as_str());
    let meant = shortened(name, fitting()).or_else(|| closest(name, fitting()));
    // A name that contains a number may be a name and a count.
    meant
        .filter(|meant| !loses_number(name, meant, number))
        .and_then(|name| names.card(name))
}

/// Returns the only name that contains the written text as a part: `Tower` for "Arrow Tower".
fn shortened<'n>(written: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let wanted = written.to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    if !words
        .iter()
        .any(|word| word.chars().count() >= LEAST_OF_PART)
    {
        return None;
    }
    let mut longer = names.filter(|name| {
        let name = name.to_lowercase();
        let all: Vec<&str> = name.split_whitespace().collect();
        all.len() > words.len()
            && all
                .windows(words.len())
                .any(|part| part == words.as_slice())
    });
    let only = longer.next()?;
    longer.next().is_none().then_some(only)
}

/// Minimum number of letters in a word of a partial name.
const LEAST_OF_PART: usize = 4;

/// Returns whether the written name has a number that neither the candidate name nor the count has.
fn loses_number(written: &str, name: &str, number: Option<u64>) -> bool {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let lost = digits(written);
    !lost.is_empty() && lost != digits(name) && lost.parse().ok() != number
}

/// Adds a note if the name has a letter of another alphabet that looks like the expected one.
fn in_two_alphabets(diagnostic: Diagnostic, line: &Line) -> Diagnostic {
    match confusables::alike(&line.name).first() {
        Some(letter) => diagnostic.note(format!(
            "its `{}` is U+{:04X}, a letter of another alphabet that looks like `{}`",
            letter.written,
            u32::from(letter.written),
            letter.like
        )),
        None => diagnostic,
    }
}
