//! Finds where parsing stopped, and what was expected there.

use std::sync::{Mutex, OnceLock};

use pest::Parser;

use super::fragment::is_read;
use super::words::{Word, is_weighty, word_at, words};
use crate::diagnostic::{Code, Diagnostic, Place, Reason};
use crate::effect::keywords::keywords;
use crate::effect::syntax::{EffectParser, Rule};

/// Maximum number of expected words that a message lists.
const MAX_EXPECTED: usize = 3;

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

/// A character that no text has, so that parsing stops there.
const END: char = '\0';

/// Returns the words that can follow the beginning of a line: those of the language, and those of `vocabulary` where the
/// language accepts any noun. There are none after a mistake.
pub fn continuations<'v>(before: &str, vocabulary: impl Iterator<Item = &'v str>) -> Vec<String> {
    let rule = match before.starts_with("- ") {
        true => Rule::mode_line,
        false => Rule::line,
    };
    let stop = |text: String| reach(rule, &text).unwrap_or_default();
    let here = stop(format!("{before}{END}"));
    if here.at < before.trim_end().len() {
        return Vec::new();
    }
    let is_word = |word: &String| word.starts_with(char::is_alphabetic);
    let mut words: Vec<String> = here.expected.into_iter().filter(is_word).collect();
    let fits = |word: &&str| stop(format!("{before}{word} {END}")).at >= before.len() + word.len();
    let nouns = nouns().iter().map(String::as_str);
    words.extend(nouns.chain(vocabulary).filter(fits).map(str::to_owned));
    words
}

/// Returns the keywords that can also be a noun, such as `card`.
fn nouns() -> &'static [String] {
    static NOUNS: OnceLock<Vec<String>> = OnceLock::new();
    NOUNS.get_or_init(|| {
        let keywords = keywords().iter();
        let nouns = keywords.filter(|word| EffectParser::parse(Rule::word, word).is_ok());
        nouns.cloned().collect()
    })
}

/// Reports where parsing stopped, if there is no better explanation. It has help only if few words are expected there.
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
    let is_clear = !words.is_empty() && words.len() <= MAX_EXPECTED && !before.is_empty();
    if is_clear && word.start >= reach.at.min(text.trim_end().len()) {
        return diagnostic.help(format!("expected after \"{after}\": {}", words.join(", ")));
    }
    // If the rest has no meaningful word, the sentence can end here.
    let rest = text.get(word.start..).unwrap_or_default();
    let mut rest = rest.split([' ', '.', ',']);
    let ends = !at_end && !rest.any(is_weighty) && is_read(&format!("{before}."));
    match ends {
        true => diagnostic.help(format!("end the sentence after \"{after}\"")),
        false => diagnostic,
    }
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

/// Returns the words of an expected set, as a message lists them.
fn in_plain_words(expected: &[String]) -> Vec<String> {
    let said = expected
        .iter()
        .filter(|word| word.chars().count() > 1 || matches!(word.as_str(), "a" | "." | "," | ":"));
    let said = said.map(|word| match word.as_str() {
        "." => "a full stop".to_owned(),
        "," => "a comma".to_owned(),
        ":" => "a colon".to_owned(),
        word => format!("`{word}`"),
    });
    said.collect()
}
