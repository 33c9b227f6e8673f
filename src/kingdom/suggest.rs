//! What was probably meant by a name that no card has.

use super::Line;
use super::eligibility;
use super::names::Names;
use crate::card::CardSource;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety, closest};
use crate::game::Game;
use crate::source::confusables;

/// After so many unknown names in one set it is no slip of the pen, and looking for close names
/// among all cards takes its time.
pub(super) const MOST_SUGGESTIONS: usize = 60;

/// The finding that no card has a name, and which is probably meant.
pub(super) fn unknown_card(
    names: &Names<'_>,
    line: &Line,
    suggest: bool,
    meant: Option<&CardSource>,
) -> Diagnostic {
    let finding = Diagnostic::new(
        Code::UnknownCard,
        line.name_at,
        format!("no card is named \"{}\"", prose::shown(&line.name)),
        "not a card of this game",
    );
    if !suggest {
        return finding;
    }
    if let Some(card) = confusables::in_latin(&line.name).and_then(|latin| names.card(&latin)) {
        let finding = in_two_alphabets(finding, line);
        return finding.fix(
            Safety::Safe,
            format!("write \"{}\"", card.name),
            line.name_at,
            card.name.clone(),
        );
    }
    let Some(card) = meant else {
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

/// The card that was probably meant by a name that no card has. In a zone, only cards that can stand there are.
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
    // What has a number in it may be a name with its number.
    meant
        .filter(|meant| !loses_number(name, meant, number))
        .and_then(|name| names.card(name))
}

/// The only name of which somebody wrote a part: `Tower` for "Arrow Tower".
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

/// Letters of a word by which a name is known.
const LEAST_OF_PART: usize = 4;

/// Whether a name has a number that another has not, and that does not stand beside it either.
fn loses_number(written: &str, name: &str, number: Option<u64>) -> bool {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let lost = digits(written);
    !lost.is_empty() && lost != digits(name) && lost.parse().ok() != number
}

/// Says of a name that nobody tells from that of a card what the difference is.
fn in_two_alphabets(finding: Diagnostic, line: &Line) -> Diagnostic {
    match confusables::alike(&line.name).first() {
        Some(letter) => finding.note(format!(
            "its `{}` is U+{:04X}, a letter of another alphabet that looks like `{}`",
            letter.written,
            u32::from(letter.written),
            letter.like
        )),
        None => finding,
    }
}
