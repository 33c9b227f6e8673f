//! Looks up phrases for people: what this language has for a phrase of another game, and a phrase in words of this
//! language.

use std::collections::VecDeque;

use super::pattern::Found;
use super::rewrite::rewritten;
use super::{ENGLISH, Kind, PHRASES, WORDS, is_of_game, of_game, with_our_words};
use crate::collections::HashSet;
use crate::effect::lists::lists;
use crate::effect::recover::words::{SharedWords, Vocabulary, plain_words};
use crate::symbols::Symbols;

/// Maximum number of wordings of one text.
const MAX_WORDINGS: usize = 40;
/// Maximum number of entries that are applied to a text, one after the other.
const MAX_DEPTH: usize = 3;
/// Maximum number of entries that are returned for one phrase.
const MAX_ENTRIES: usize = 6;

/// What the idioms say about a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhraseEntry {
    /// The words that the entry is about.
    pub written: String,
    /// `true` if the replacements are forms of one meaning, `false` if they are possible readings.
    pub same: bool,
    /// What to write. Empty if there is only a help text.
    pub replacements: Vec<String>,
    /// What to do where no replacement fits. May be empty.
    pub help: &'static str,
}

/// Returns the entries about a phrase, the most specific first.
pub fn look_up(phrase: &str, symbols: &Symbols<'_>) -> Vec<PhraseEntry> {
    let shared = SharedWords::default();
    let vocabulary = Vocabulary::of(symbols, &shared);
    let words = WORDS.find(phrase).chain(PHRASES.find(phrase));
    let mut found: Vec<(Found, &super::Rewrite)> =
        words.map(|(entry, found)| (found, *entry)).collect();
    found.sort_by_key(|(found, _)| std::cmp::Reverse(found.range.len()));
    let mut entries: Vec<PhraseEntry> = Vec::new();
    for (found, entry) in found {
        // These words are ours already.
        if matches!(entry.kind, Kind::Incomplete(_)) {
            continue;
        }
        let written = phrase.get(found.range.clone()).unwrap_or_default();
        let replacements: Vec<String> = entry
            .replacements
            .iter()
            .filter_map(|ours| {
                let only = Found {
                    range: 0..written.len(),
                    span: 0..written.len(),
                    captures: found
                        .captures
                        .iter()
                        .map(|one| one.start - found.range.start..one.end - found.range.start)
                        .collect(),
                };
                let ours = rewritten(written, &only, &of_game(ours, &vocabulary)?)?;
                let ours = match with_our_words(&ours, &vocabulary).0 {
                    Some(in_ours) => in_ours.text,
                    None => ours,
                };
                // A word that is not ours would need another entry.
                let words = plain_words(&ours);
                let known = words.into_iter().all(|word| {
                    let word = ours.get(word).unwrap_or_default();
                    vocabulary.knows(word)
                });
                known.then(|| crate::effect::letter_case::uncapitalised(&ours))
            })
            .filter(|ours| !ours.is_empty())
            .collect();
        let help = match is_of_game(entry.help, phrase, &vocabulary) {
            true => entry.help,
            false => "",
        };
        if replacements.is_empty() && help.is_empty() {
            continue;
        }
        let is_known =
            |known: &PhraseEntry| !replacements.is_empty() && known.replacements == replacements;
        if entries.iter().any(is_known) {
            continue;
        }
        entries.push(PhraseEntry {
            written: written.to_owned(),
            same: entry.kind == Kind::Same,
            replacements,
            help,
        });
        if entries.len() == MAX_ENTRIES {
            break;
        }
    }
    entries
}

/// Returns a text in other words, by the entries that keep its meaning; with `readings`, also by those with possible
/// meanings. The text itself is not included. The results need not be valid.
pub fn rephrased(text: &str, symbols: &Symbols<'_>, readings: bool) -> Vec<String> {
    let shared = SharedWords::default();
    let vocabulary = Vocabulary::of(symbols, &shared);
    let mut seen: HashSet<String> = HashSet::default();
    let mut wordings = Vec::new();
    let start = with_our_words(text, &vocabulary).0.map(|start| start.text);
    wordings.extend(start.clone());
    let mut open: VecDeque<(String, usize)> =
        std::iter::once((start.unwrap_or_else(|| text.to_owned()), 0)).collect();
    while let Some((text, depth)) = open.pop_front() {
        if depth == MAX_DEPTH {
            continue;
        }
        for (entry, found) in PHRASES.find(&text) {
            if entry.kind != Kind::Same && !(readings && entry.kind == Kind::Ask) {
                continue;
            }
            for ours in entry.replacements {
                let ours = of_game(ours, &vocabulary);
                let Some(other) = ours.and_then(|ours| rewritten(&text, &found, &ours)) else {
                    continue;
                };
                if wordings.len() < MAX_WORDINGS && seen.insert(other.clone()) {
                    wordings.push(other.clone());
                    open.push_back((other, depth + 1));
                }
            }
        }
    }
    wordings.retain(|wording| wording != text);
    wordings
}

/// Returns the words and headings of other games that the lists know.
pub fn known_phrases() -> Vec<&'static str> {
    let entries = ENGLISH.words.iter().chain(ENGLISH.phrases);
    let literal = |pattern: &&'static str| {
        pattern
            .chars()
            .all(|c| c.is_ascii_lowercase() || matches!(c, ' ' | '|' | '-'))
    };
    let patterns = entries.map(|entry| entry.pattern).filter(literal);
    let words = patterns
        .filter(|pattern| !pattern.contains(' '))
        .flat_map(|pattern| pattern.split('|'));
    let phrases = ENGLISH.words.iter().chain(ENGLISH.phrases);
    let phrases = phrases
        .map(|entry| entry.pattern)
        .filter(literal)
        .filter(|pattern| pattern.contains(' ') && !pattern.contains('|'));
    let headings = lists().headings.iter().flat_map(|idiom| idiom.written);
    let mut all: Vec<&str> = words.chain(phrases).chain(headings.copied()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns whether authors of other games write this before a colon to say when something happens.
pub fn is_foreign_heading(phrase: &str) -> bool {
    let phrase = phrase.to_lowercase();
    let mut headings = lists().headings.iter().flat_map(|idiom| idiom.written);
    headings.any(|known| *known == phrase)
}

/// Returns whether a word has no meaning of its own: an article, a preposition.
pub fn is_function_word(word: &str) -> bool {
    crate::effect::recover::words::is_small(word)
}
