//! Finds where parsing stopped, and what was expected there.

use std::sync::Mutex;

use pest::Parser;

use super::fragment::is_read;
use super::words::{Word, is_weighty, word_at, words};
use crate::diagnostic::{Code, Diagnostic, Place, Reason};
use crate::effect::lists::lists;
use crate::effect::syntax::{EffectParser, Rule};

/// The farthest position that the parser reached, and the expected set there.
#[derive(Clone, Debug, Default)]
pub(super) struct FurthestFailure {
    pub at: usize,
    /// Expected words and marks, in lower case.
    pub expected: Vec<String>,
}

/// Returns how far a text parses with a rule, or `None` if it parses as a whole. This is slower than a plain parse, so
/// use it only for sentences that failed.
pub(super) fn reach(rule: Rule, text: &str) -> Option<FurthestFailure> {
    // Pest stores the switch for detailed errors globally for all threads.
    static DETAILS: Mutex<()> = Mutex::new(());
    let guard = DETAILS.lock();
    pest::set_error_detail(true);
    let parsed = EffectParser::parse(rule, text);
    pest::set_error_detail(false);
    drop(guard);
    let Err(error) = parsed else { return None };
    let Some(attempts) = error.parse_attempts() else {
        return Some(FurthestFailure::default());
    };
    let mut expected: Vec<String> = attempts
        .expected_tokens()
        .into_iter()
        // The type of the tokens is not public; their displayed form distinguishes words from ranges.
        .map(|token| token.to_string().to_lowercase())
        .filter(|token| !token.contains("..") && token != "builtin_rule")
        .filter(|token| !token.trim().is_empty())
        .collect();
    expected.sort();
    expected.dedup();
    Some(FurthestFailure {
        at: attempts.max_position,
        expected,
    })
}

/// Reports where parsing stopped, if there is no better explanation.
pub(super) fn stopped(
    text: &str,
    base: usize,
    reach: &FurthestFailure,
    what: &str,
) -> Diagnostic<Place> {
    let mut word: Word = word_at(text, reach.at);
    // If the end is reached and only a repetition is expected, report the words after a complete sentence instead.
    if word.start >= text.trim_end().trim_end_matches('.').len()
        && let Some(behind) = behind_a_sentence(text)
    {
        word = behind;
    }
    let written = text.get(word.clone()).unwrap_or_default();
    let before = text.get(..word.start).unwrap_or_default().trim();
    let after: Vec<&str> = before.split_whitespace().rev().take(3).collect();
    let after: Vec<&str> = after.into_iter().rev().collect();
    let after = after.join(" ");
    let at_end = written.is_empty() || (written == "." && text.trim_end().len() == word.end);
    let message = if at_end {
        format!("{what} is incomplete")
    } else if before.is_empty() {
        format!("{what} cannot start with \"{written}\"")
    } else {
        format!("unexpected \"{written}\" after \"{after}\"")
    };
    let label = if at_end {
        "something is missing before this"
    } else if before.is_empty() {
        "a sentence cannot start with this"
    } else {
        "parsed up to here"
    };
    let diagnostic = Diagnostic::new(
        Code::UnreadableSentence,
        Place::Text(base + word.start..base + word.end),
        message,
        label,
    )
    .because(Reason::ParsingStopped);
    let words = in_plain_words(&reach.expected);
    if before.is_empty() {
        return diagnostic.help(
            "start with a verb of the language (`Deal`, `Draw`, `Move`, …) or with a subject (`This ‹acting›`, `Your \
             opponent`)",
        );
    }
    if words.is_empty() || words.len() > 9 || word.start < reach.at.min(text.trim_end().len()) {
        // If the rest has no meaningful word, the sentence can end here.
        let rest = text.get(word.start..).unwrap_or_default();
        let mut rest = rest.split([' ', '.', ',']);
        let ends = !at_end && !rest.any(is_weighty) && is_read(&format!("{before}."));
        return diagnostic.help(match ends {
            true => format!("end the sentence after \"{after}\", or rephrase it"),
            false => {
                "rephrase it: the language reference has an example of every sentence".to_owned()
            }
        });
    }
    diagnostic.help(format!("expected after \"{after}\": {}", words.join(", ")))
}

/// Returns the first word after a complete sentence, if the text starts with one.
fn behind_a_sentence(text: &str) -> Option<Word> {
    const MAX_COUNT: usize = 8;
    let all = words(text);
    let last = all.windows(2).rev().take(MAX_COUNT);
    last.filter_map(|pair| match pair {
        [before, word] => Some((before, word)),
        _ => None,
    })
    .find(|(before, _)| {
        let sentence = text.get(..before.end).unwrap_or_default();
        is_read(&format!("{sentence}."))
    })
    .map(|(_, word)| word.clone())
}

/// Describes an expected set for an author: single words, or groups of them.
fn in_plain_words(expected: &[String]) -> Vec<String> {
    let mut left: Vec<&str> = expected
        .iter()
        .map(String::as_str)
        .filter(|word| word.chars().count() > 1 || matches!(*word, "a" | "." | "," | ":" | "x"))
        .collect();
    let mut kinds = Vec::new();
    for kind in lists().expected_kinds {
        let is_of_kind = |word: &&str| kind.words.contains(word);
        if left.iter().filter(|word| is_of_kind(word)).count() >= kind.at_least {
            left.retain(|word| !is_of_kind(word));
            kinds.push(kind.name.to_owned());
        }
    }
    if !kinds.is_empty() {
        // `X` is possible wherever a number is, but rarely intended.
        left.retain(|word| *word != "x");
    }
    kinds.extend(left.into_iter().map(|word| match word {
        "." => "a full stop".to_owned(),
        "," => "a comma".to_owned(),
        ":" => "a colon".to_owned(),
        word => format!("`{word}`"),
    }));
    kinds
}
