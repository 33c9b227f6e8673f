//! Where reading stopped, and what could stand there.

use std::sync::Mutex;

use pest::Parser;

use super::piece::is_read;
use super::words::{Word, is_weighty, word_at, words};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::effect::lists::lists;
use crate::effect::syntax::{EffectParser, Rule};

/// How far a text can be read, and what could stand there.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    pub at: usize,
    /// Words and marks, in lowercase.
    pub expected: Vec<String>,
}

/// How far a text can be read by a rule; nothing where it can be read as a whole. Slower than a plain
/// parse, so it is for sentences that failed.
pub(super) fn reach(rule: Rule, text: &str) -> Option<Reach> {
    // Pest keeps the switch for details in one place for all threads.
    static DETAILS: Mutex<()> = Mutex::new(());
    let guard = DETAILS.lock();
    pest::set_error_detail(true);
    let parsed = EffectParser::parse(rule, text);
    pest::set_error_detail(false);
    drop(guard);
    let Err(error) = parsed else { return None };
    let Some(attempts) = error.parse_attempts() else {
        return Some(Reach::default());
    };
    let mut expected: Vec<String> = attempts
        .expected_tokens()
        .into_iter()
        // The type of the tokens is not public; how it is shown tells words from ranges.
        .map(|token| token.to_string().to_lowercase())
        .filter(|token| !token.contains("..") && token != "builtin_rule")
        .filter(|token| !token.trim().is_empty())
        .collect();
    expected.sort();
    expected.dedup();
    Some(Reach {
        at: attempts.max_position,
        expected,
    })
}

/// What is said of the word at which reading stopped, where nothing better is known.
const UP_TO_HERE: &str = "up to here the text can be read";
const INCOMPLETE: &str = "something is missing before this";
const NO_BEGINNING: &str = "no sentence begins with this";

/// Whether a finding says no more than where reading stopped.
pub(in crate::effect) fn is_only_stopped(finding: &Diagnostic<Place>) -> bool {
    [UP_TO_HERE, INCOMPLETE, NO_BEGINNING].contains(&finding.primary.message.as_str())
}

/// Says where reading stopped.
pub(super) fn stopped(text: &str, base: usize, reach: &Reach, what: &str) -> Diagnostic<Place> {
    let mut word: Word = word_at(text, reach.at);
    // Where only more of the same could stand at the end, what stands behind a whole sentence is wrong.
    if word.start >= text.trim_end().trim_end_matches('.').len()
        && let Some(behind) = behind_a_sentence(text)
    {
        word = behind;
    }
    let said = text.get(word.clone()).unwrap_or_default();
    let before = text.get(..word.start).unwrap_or_default().trim();
    let after: Vec<&str> = before.split_whitespace().rev().take(3).collect();
    let after: Vec<&str> = after.into_iter().rev().collect();
    let after = after.join(" ");
    let at_end = said.is_empty() || (said == "." && text.trim_end().len() == word.end);
    let message = if at_end {
        format!("{what} ends before it is complete")
    } else if before.is_empty() {
        format!("{what} cannot begin with \"{said}\"")
    } else {
        format!("\"{said}\" cannot stand behind \"{after}\"")
    };
    let label = if at_end {
        INCOMPLETE
    } else if before.is_empty() {
        NO_BEGINNING
    } else {
        UP_TO_HERE
    };
    let finding = Diagnostic::new(
        Code::UnreadableSentence,
        Place::Text(base + word.start..base + word.end),
        message,
        label,
    );
    let words = in_plain_words(&reach.expected);
    if before.is_empty() {
        return finding.help(
            "begin with a verb of the language (`Deal`, `Draw`, `Move`, …) or with who does it (`This unit`, `Your opponent`)",
        );
    }
    if words.is_empty() || words.len() > 9 || word.start < reach.at.min(text.trim_end().len()) {
        // Without a word that says much, what stands before it says something else.
        let rest = text.get(word.start..).unwrap_or_default();
        let mut rest = rest.split([' ', '.', ',']);
        let ends = !at_end && !rest.any(is_weighty) && is_read(&format!("{before}."));
        return finding.help(match ends {
            true => format!("end the sentence behind \"{after}\", or say it in another way"),
            false => "say it in another way: there is an example of every sentence in the description of the language".to_owned(),
        });
    }
    finding.help(format!(
        "behind \"{after}\" could stand: {}",
        words.join(", ")
    ))
}

/// The first word that stands behind a whole sentence, if the text begins with one.
fn behind_a_sentence(text: &str) -> Option<Word> {
    const MOST: usize = 8;
    let all = words(text);
    let last = all.windows(2).rev().take(MOST);
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

/// What could stand somewhere, said so that an author knows it: single words, or kinds of them.
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
        // Where a number can stand, so can what a cost declares; nobody asks for it.
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
