//! The name of a card in its own text, where it means the card itself.

use std::ops::Range;

use crate::effect::letter_case::capitalised;
use crate::effect::lists::lists;
use crate::game::Game;

/// Returns the words that refer to a card of this type in its own text, the usual ones first.
pub(in crate::effect) fn words_for(card_type: &str, game: &Game) -> Vec<String> {
    let noun = game
        .card_types
        .get(card_type)
        .map(|of| of.name.to_lowercase());
    let words = lists().self_references.iter();
    let words = words.filter_map(|words| match words.contains("{}") {
        true => Some(words.replace("{}", noun.as_deref()?)),
        false => Some((*words).to_owned()),
    });
    words.collect()
}

/// Returns the places of a name in a line, in any case and with any white space between its words.
fn places(line: &str, name: &str) -> Vec<Range<usize>> {
    let mut places = Vec::new();
    let mut end = 0;
    for (start, _) in line.char_indices() {
        if start < end {
            continue;
        }
        let mut at = start;
        let is_here = name.split_whitespace().enumerate().all(|(number, word)| {
            let rest = line.get(at..).unwrap_or_default();
            let space = rest.len() - rest.trim_start().len();
            let said = rest.get(space..space + word.len()).unwrap_or_default();
            at += space + word.len();
            (space > 0) == (number > 0) && said.to_lowercase() == word.to_lowercase()
        });
        if is_here {
            places.push(start..at);
            end = at;
        }
    }
    places
}

/// Replaces a name that stands for one card, quoted or not, by `instead`. A description such as `a friendly "Skeleton"`
/// stands for any card of that name.
pub(in crate::effect) fn edits(
    line: &str,
    name: &str,
    instead: &str,
) -> Vec<(Range<usize>, String)> {
    let edits = places(line, name).into_iter().filter_map(|at| {
        let (before, after) = (line.get(..at.start)?, line.get(at.end..)?);
        let is_letter = |c: char| c.is_alphanumeric() || c == '*';
        if before.ends_with(is_letter) || after.starts_with(is_letter) {
            return None;
        }
        let quotes = |c: char| matches!(c, '"' | '“' | '”' | '„');
        let mut range = at;
        match (before.ends_with(quotes), after.starts_with(quotes)) {
            (true, true) => {
                range.start -= before.chars().next_back()?.len_utf8();
                range.end += after.chars().next()?.len_utf8();
            }
            (false, false) if before.matches(quotes).count() % 2 == 0 => {}
            // It is a part of another name.
            _ => return None,
        }
        let before = line.get(..range.start)?;
        let word = before.trim_end().rsplit(' ').next().unwrap_or_default();
        let is_in = |list: &[&str]| list.iter().any(|known| known.eq_ignore_ascii_case(word));
        if is_in(lists().self_determiners) {
            range.start = before.trim_end().len() - word.len();
        } else if is_in(lists().description_leads) || word.starts_with(|c: char| c.is_ascii_digit())
        {
            return None;
        }
        let before = line.get(..range.start)?.trim_end();
        let begins = before.is_empty() || before.ends_with(['.', ':', '[', '\n', '-']);
        let by = match begins {
            true => capitalised(instead),
            false => instead.to_owned(),
        };
        Some((range, by))
    });
    edits.collect()
}

#[cfg(test)]
mod tests {
    use super::edits;

    #[test]
    fn a_name_alone_is_the_card_and_a_described_one_is_any() {
        let of = |line: &str| {
            let edits = edits(line, "Bone Lord", "this unit");
            let mut text = line.to_owned();
            for (range, by) in edits.into_iter().rev() {
                text.replace_range(range, &by);
            }
            text
        };
        for (line, wanted) in [
            ("Bone Lord gains +1 attack.", "This unit gains +1 attack."),
            ("Move \"Bone Lord\" 1 step.", "Move this unit 1 step."),
            ("Move bone  lord 1 step.", "Move this unit 1 step."),
            (
                "On Attack: The Bone Lord attacks.",
                "On Attack: This unit attacks.",
            ),
            ("Double Bone Lord's attack.", "Double this unit's attack."),
            ("Move a Bone Lord 1 step.", "Move a Bone Lord 1 step."),
            (
                "Each other friendly \"Bone Lord\".",
                "Each other friendly \"Bone Lord\".",
            ),
            ("Bone Lords gain +1 attack.", "Bone Lords gain +1 attack."),
            (
                "Move \"Old Bone Lord\" 1 step.",
                "Move \"Old Bone Lord\" 1 step.",
            ),
        ] {
            assert_eq!(of(line), wanted, "{line}");
        }
    }
}
