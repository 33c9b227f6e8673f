//! Reports `otherwise` inside a sentence, and a missing full stop between two sentences.

use super::fragment::{Fragment, ParseOutcome};
use super::words::words;
use crate::diagnostic::{Code, Diagnostic, Place, Safety};
use crate::effect::letter_case::capitalised;
use crate::effect::lists::lists;

/// Reports `otherwise` inside a sentence: `If …, draw a card, otherwise draw 2 cards.`
pub(super) fn otherwise(
    piece: &Fragment<'_>,
    mut trial: impl FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<Place>> {
    let lower = piece.text.to_ascii_lowercase();
    let (joint, start) = lists()
        .otherwise_joints
        .iter()
        .find_map(|joint| Some((*joint, lower.find(joint)?)))?;
    let rest = piece.text.get(start + joint.len()..)?;
    let first = format!("{}.", piece.text.get(..start)?);
    if trial(&first) < ParseOutcome::Read || trial(&capitalised(rest)) < ParseOutcome::Read {
        return None;
    }
    let word = joint.trim_matches([',', ';', ' ']);
    let at = start + joint.find(word)?;
    let diagnostic = Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(&(at..at + word.len())),
        format!(
            "\"{}\" cannot join two clauses",
            piece.get(&(at..at + word.len()))
        ),
        "the other case needs its own sentence",
    );
    Some(diagnostic.fix(
        Safety::Unsafe,
        "write `. Otherwise, `",
        piece.at(&(start..start + joint.len())),
        ". Otherwise, ",
    ))
}

/// Reports two sentences without a full stop between them, or with another mark in its place.
pub(super) fn no_full_stop(
    piece: &Fragment<'_>,
    mut trial: impl FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<Place>> {
    let text = piece.text;
    let end = text.trim_end().len();
    if let Some(mark) = text.char_indices().find(|(at, c)| {
        matches!(c, ';' | '!' | '?') || (*at + 1 == end && matches!(c, ',' | ':' | '-'))
    }) {
        let (at, mark) = mark;
        let after = at + mark.len_utf8();
        let rest = text
            .get(after..end)?
            .trim_matches(|c: char| c == '.' || c.is_whitespace());
        let first = format!("{}.", text.get(..at)?.trim_end());
        let reads = |text: &str, trial: &mut dyn FnMut(&str) -> ParseOutcome| {
            trial(text) >= ParseOutcome::Read
        };
        if !reads(&first, &mut trial) {
            return None;
        }
        if !rest.is_empty() && !reads(&format!("{}.", capitalised(rest)), &mut trial) {
            return None;
        }
        // If the mark ends the sentence, a full stop may already follow it, as in `;.`: replace both.
        let place = if rest.is_empty() { at..end } else { at..after };
        return Some(
            Diagnostic::new(
                Code::MissingFullStop,
                piece.at(&(at..after)),
                "missing full stop",
                "expected `.` instead of this",
            )
            .fix(Safety::Safe, "write a full stop", piece.at(&place), "."),
        );
    }
    let capital = words(text).into_iter().skip(1).take(40).find(|word| {
        let written = piece.get(word);
        let before = text.get(..word.start).unwrap_or_default();
        written.chars().next().is_some_and(char::is_uppercase)
            && before.ends_with(' ')
            && trial(&format!("{}.", before.trim_end())) >= ParseOutcome::Read
            && trial(text.get(word.start..).unwrap_or_default()) >= ParseOutcome::Read
    })?;
    let at = text.get(..capital.start)?.trim_end().len();
    Some(
        Diagnostic::new(
            Code::MissingFullStop,
            piece.at(&(at..at)),
            "missing full stop",
            "expected `.` here",
        )
        .fix(Safety::Safe, "write a full stop", piece.at(&(at..at)), "."),
    )
}
