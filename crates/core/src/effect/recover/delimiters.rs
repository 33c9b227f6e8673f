//! Unmatched quotes, asterisks and brackets.

use super::fragment::{Fragment, ParseOutcome};
use super::words::{with_replaced, words};
use crate::diagnostic::{Code, Diagnostic, Safety};

/// An opening and a closing mark.
struct Pair {
    open: &'static [char],
    close: &'static [char],
    /// The marks to insert where one is missing.
    marks: (&'static str, &'static str),
    what: &'static str,
    help: &'static str,
}

const PAIRS: [Pair; 4] = [
    Pair {
        open: &['"', '“', '”', '„'],
        close: &[],
        marks: ("\"", "\""),
        what: "quotation mark",
        help: "write the name between two quotation marks",
    },
    Pair {
        open: &['*'],
        close: &[],
        marks: ("*", "*"),
        what: "asterisk",
        help: "write the trait between two asterisks",
    },
    Pair {
        open: &['['],
        close: &[']'],
        marks: ("[", "]"),
        what: "bracket",
        help: "write the ability between `[` and `]`",
    },
    Pair {
        open: &['('],
        close: &[')'],
        marks: ("(", ")"),
        what: "bracket",
        help: "write it between `(` and `)`",
    },
];

/// Reports a quotation mark, asterisk or bracket without its counterpart.
pub(super) fn unbalanced(
    piece: &Fragment<'_>,
    trial: &mut dyn FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<crate::diagnostic::Place>> {
    PAIRS.iter().find_map(|pair| alone(piece, pair, trial))
}

/// Reports a sentence that consists of a reminder in brackets or of quoted text.
pub(super) fn aside(
    piece: &Fragment<'_>,
    trial: &mut dyn FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<crate::diagnostic::Place>> {
    let text = piece.text.trim();
    let whole = text.trim_end_matches('.');
    let quotes = ['"', '“', '”'];
    let written = whole.starts_with(quotes) && whole.ends_with(quotes) && whole.contains(' ')
        || whole.starts_with(quotes) && whole.ends_with(quotes) && whole.contains(['!', '?', '.']);
    if written && whole.matches(quotes).count() == 2 {
        let start = piece.text.len() - piece.text.trim_start().len();
        let diagnostic = Diagnostic::new(
            Code::UnreadableSentence,
            piece.at(&(start..start + text.len())),
            "quoted text is not a sentence of the language",
            "this has no effect",
        );
        return Some(diagnostic.help("remove it, or move it to `flavor`"));
    }
    let inner = whole.strip_prefix('(')?.strip_suffix(')')?;
    if inner.contains(['(', ')']) {
        return None;
    }
    let start = piece.text.len() - piece.text.trim_start().len();
    let at = piece.at(&(start..start + text.len()));
    let diagnostic = Diagnostic::new(
        Code::UnreadableSentence,
        at.clone(),
        "reminder text in brackets is not allowed",
        "this has no effect",
    );
    let sentence = format!("{}.", inner.trim().trim_end_matches('.'));
    let diagnostic =
        diagnostic.help("remove it, or move it to `flavor`; write instructions without brackets");
    Some(match trial(&sentence) {
        ParseOutcome::Clean => diagnostic.fix(
            Safety::Unsafe,
            "write it without the brackets",
            at,
            sentence,
        ),
        _ => diagnostic,
    })
}

fn alone(
    piece: &Fragment<'_>,
    pair: &Pair,
    trial: &mut dyn FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<crate::diagnostic::Place>> {
    let places = |set: &[char]| -> Vec<usize> {
        piece
            .text
            .char_indices()
            .filter(|(_, c)| set.contains(c))
            .map(|(at, _)| at)
            .collect()
    };
    let (opened, closed) = (places(pair.open), places(pair.close));
    // A quotation mark or an asterisk can be an opening or a closing mark. For a bracket, the character tells which.
    let (mut lone, opens, closes) = if pair.close.is_empty() {
        (opened.len() % 2 == 1).then_some((opened, true, true))?
    } else if opened.len() > closed.len() {
        (opened, true, false)
    } else if closed.len() > opened.len() {
        (closed, false, true)
    } else {
        return None;
    };
    lone.reverse();
    let all = words(piece.text);
    let end = piece.text.trim_end().len();
    let mut insertion = None;
    for at in lone.iter().take(3) {
        let mut places: Vec<(usize, &str)> = Vec::new();
        if opens {
            places.extend(
                all.iter()
                    .filter(|word| word.start > *at)
                    .take(6)
                    .map(|word| (word.end, pair.marks.1)),
            );
            places.extend(
                piece
                    .text
                    .match_indices('.')
                    .filter(|(stop, _)| stop > at)
                    .take(4)
                    .map(|(stop, _)| (stop + 1, pair.marks.1)),
            );
            places.push((end, pair.marks.1));
        }
        if closes {
            places.extend(
                all.iter()
                    .rev()
                    .filter(|word| word.end <= *at)
                    .take(6)
                    .map(|word| (word.start, pair.marks.0)),
            );
        }
        insertion = places
            .into_iter()
            .find(|(place, mark)| {
                trial(&with_replaced(piece.text, &(*place..*place), mark)) == ParseOutcome::Clean
            })
            .map(|(place, mark)| (*at, place, mark));
        if insertion.is_some() {
            break;
        }
    }
    let at = insertion.map_or(*lone.first()?, |(at, ..)| at);
    let length = piece.text.get(at..)?.chars().next()?.len_utf8();
    let diagnostic = Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(&(at..at + length)),
        format!("unmatched {}", pair.what),
        match (opens, closes) {
            (true, false) => "opened but never closed",
            (false, true) => "closed but never opened",
            _ => "missing counterpart",
        },
    );
    Some(match insertion {
        Some((_, place, mark)) => diagnostic.help(pair.help).fix(
            Safety::Unsafe,
            format!("write the missing `{mark}`"),
            piece.at(&(place..place)),
            mark,
        ),
        None => diagnostic.help(pair.help),
    })
}
