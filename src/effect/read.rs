//! Reading text: lines, sentences, and what stands in the way where one cannot be read.

use std::ops::Range;
use std::sync::{Mutex, OnceLock};

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pair;

use super::GRAMMAR;
use super::syntax::{EffectParser, Rule};
use crate::diagnostic::{Code, Diagnostic, Place, Safety, closest_all};
use crate::game::Game;
use crate::symbols::Symbols;

/// A line of an effect text and the modes below it.
#[derive(Clone, Debug)]
pub(super) struct Line<'t> {
    pub text: &'t str,
    /// Where it begins in the whole text.
    pub at: usize,
    pub modes: Vec<Mode<'t>>,
}

/// One mode of a choice, with its dash.
#[derive(Clone, Debug)]
pub(super) struct Mode<'t> {
    pub text: &'t str,
    pub at: usize,
}

/// The lines of a text that say something.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut at = 0;
    for whole in text.split_inclusive('\n') {
        let start = at + (whole.len() - whole.trim_start().len());
        let line = whole.trim();
        at += whole.len();
        if line.is_empty() {
            continue;
        }
        let is_mode = line
            .strip_prefix(['-', '–', '—', '•', '*'])
            .is_some_and(|rest| rest.starts_with(' '));
        match lines.last_mut() {
            Some(last) if is_mode => last.modes.push(Mode {
                text: line,
                at: start,
            }),
            _ => lines.push(Line {
                text: line,
                at: start,
                modes: Vec::new(),
            }),
        }
    }
    lines
}

/// Where reading stopped.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    /// The rough place that a failed parse gives for nothing.
    pub at: usize,
}

/// Reads a piece of text by a rule; its node has exactly one child.
pub(super) fn parse(rule: Rule, text: &str) -> Result<Pair<'_, Rule>, Stop> {
    match EffectParser::parse(rule, text) {
        Ok(mut pairs) => pairs.next().ok_or(Stop { at: 0 }),
        Err(error) => Err(Stop {
            at: match error.location {
                InputLocation::Pos(at) => at,
                InputLocation::Span((at, _)) => at,
            },
        }),
    }
}

/// How far a text can be read by a rule, and what could stand there. Slower than [`parse`], so it is
/// for sentences that failed.
fn attempt(rule: Rule, text: &str) -> Result<(), (usize, Vec<String>)> {
    // Pest keeps the switch for details in one place for all threads.
    static DETAILS: Mutex<()> = Mutex::new(());
    let guard = DETAILS.lock();
    pest::set_error_detail(true);
    let parsed = EffectParser::parse(rule, text);
    pest::set_error_detail(false);
    drop(guard);
    let Err(error) = parsed else { return Ok(()) };
    let Some(attempts) = error.parse_attempts() else {
        return Err((0, Vec::new()));
    };
    let expected = attempts
        .expected_tokens()
        .into_iter()
        // The type of the tokens is not public; how it is shown tells words from ranges.
        .map(|token| token.to_string())
        .filter(|token| !token.contains("..") && token != "BUILTIN_RULE")
        .filter(|token| !token.trim().is_empty())
        .collect();
    Err((attempts.max_position, expected))
}

/// The words that the grammar itself has.
pub(super) fn keywords() -> &'static [String] {
    static KEYWORDS: OnceLock<Vec<String>> = OnceLock::new();
    KEYWORDS.get_or_init(|| {
        let mut words: Vec<String> = GRAMMAR
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .flat_map(|line| line.split("^\"").skip(1))
            .filter_map(|rest| rest.split('"').next())
            .filter(|word| {
                word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
            })
            .map(str::to_owned)
            .collect();
        words.sort();
        words.dedup();
        words
    })
}

/// A line cut behind its heading.
pub(super) struct Split<'t> {
    pub heading: &'t str,
    /// Where its sentences begin.
    pub rest: usize,
    /// The heading of the game that it begins with, where only its colon is missing.
    pub no_colon: Option<usize>,
}

/// Finds the heading of a line that cannot be read as a whole.
pub(super) fn split_heading<'t>(line: &'t str, game: &Game) -> Option<Split<'t>> {
    if let Some(colon) = line.find(':') {
        let before = line.get(..colon)?;
        let first = before
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let chooses = before.to_lowercase().contains("choose");
        if !before.contains(['.', '[', '(']) && !chooses && first != "if" {
            return Some(Split {
                heading: line.get(..=colon)?,
                rest: colon + 1,
                no_colon: None,
            });
        }
    }
    // `On Activation Draw a card.`: a heading of the game without its colon.
    let lower = line.to_lowercase();
    let name = game
        .headings
        .values()
        .map(|heading| heading.name.to_lowercase())
        .filter(|name| lower.starts_with(name.as_str()))
        .max_by_key(String::len)?;
    let end = name.len();
    let after = line.get(end..)?;
    after.starts_with([' ', ',']).then_some(Split {
        heading: line.get(..end)?,
        rest: end,
        no_colon: Some(end),
    })
}

/// Says what is wrong with a heading that cannot be read.
pub(super) fn unreadable_heading(split: &Split<'_>, base: usize, game: &Game) -> Diagnostic<Place> {
    if let Some(end) = split.no_colon {
        let at = base + end;
        return Diagnostic::new(
            Code::UnreadableSentence,
            Place::Text(at..at),
            format!(
                "the colon behind the heading `{}` is missing",
                split.heading
            ),
            "a colon is missing here",
        )
        .fix(Safety::Safe, "write a colon", Place::Text(at..at), ":");
    }
    let name_end = split.heading.find(',').unwrap_or(split.heading.len());
    let (stop, expected) = match attempt(Rule::one_heading, split.heading) {
        Ok(()) => (name_end, Vec::new()),
        Err(stop) => stop,
    };
    // `Reaction when …` lacks its comma.
    let lower = split.heading.to_lowercase();
    for heading in game.headings.values() {
        let name = heading.name.to_lowercase();
        if heading.form != crate::game::HeadingForm::Plain && lower.starts_with(&format!("{name} "))
        {
            let at = base + name.len();
            return Diagnostic::new(
                Code::UnreadableSentence,
                Place::Text(at..at),
                format!("the comma behind `{}` is missing", heading.name),
                "a comma is missing here",
            )
            .fix(Safety::Safe, "write a comma", Place::Text(at..at), ",");
        }
    }
    let word = word_at(split.heading, stop);
    stopped(split.heading, base, word, &expected, "the heading")
}

/// The sentences of a run of text, each with its full stop. A full stop inside brackets or quotation
/// marks ends none.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = None;
    let mut brackets = 0usize;
    let mut quoted = false;
    let quotes = text
        .chars()
        .filter(|c| matches!(c, '"' | '“' | '”'))
        .count();
    for (at, c) in text.char_indices() {
        if start.is_none() && !c.is_whitespace() {
            start = Some(at);
        }
        match c {
            '[' => brackets += 1,
            ']' => brackets = brackets.saturating_sub(1),
            // With an odd mark there is no telling what is inside.
            '"' | '“' | '”' if quotes % 2 == 0 => quoted = !quoted,
            '.' if brackets == 0 && !quoted => {
                if let Some(start) = start.take() {
                    sentences.push(start..at + 1);
                }
            }
            _ => {}
        }
    }
    if let Some(start) = start {
        sentences.push(start..text.trim_end().len());
    }
    sentences
}

/// Says why a sentence cannot be read: what was misspelt, doubled or left out, or else where
/// reading stopped and what could stand there.
pub(super) fn unreadable(
    sentence: &str,
    base: usize,
    rough: &Stop,
    symbols: &Symbols<'_>,
) -> Diagnostic<Place> {
    if let Some(finding) = unbalanced(sentence, base) {
        return finding;
    }
    let (stop, expected) = match attempt(Rule::one_sentence, sentence) {
        Ok(()) => (rough.at, Vec::new()),
        Err(stop) => stop,
    };
    misspelt(sentence, base, stop, symbols)
        .or_else(|| doubled(sentence, base, stop))
        .or_else(|| left_out(sentence, base, stop, &expected))
        .unwrap_or_else(|| {
            stopped(
                sentence,
                base,
                word_at(sentence, stop),
                &expected,
                "the sentence",
            )
        })
}

/// A quotation mark, an asterisk or a bracket that has no partner.
fn unbalanced(sentence: &str, base: usize) -> Option<Diagnostic<Place>> {
    let places = |set: &[char]| -> Vec<usize> {
        sentence
            .char_indices()
            .filter(|(_, c)| set.contains(c))
            .map(|(at, _)| at)
            .collect()
    };
    let alone = |at: usize, length: usize, what: &str, label: &str, help: String| {
        let at = base + at;
        Diagnostic::new(
            Code::UnreadableSentence,
            Place::Text(at..at + length),
            format!("{what} has no partner"),
            label.to_owned(),
        )
        .help(help)
    };
    for (marks, what, help) in [
        (
            &['"', '“', '”', '„'][..],
            "this quotation mark",
            "write the name between two quotation marks",
        ),
        (
            &['*'][..],
            "this asterisk",
            "write the trait between two asterisks",
        ),
    ] {
        let found = places(marks);
        if found.len() % 2 == 1 {
            let at = *found.last()?;
            let length = sentence.get(at..)?.chars().next()?.len_utf8();
            return Some(alone(
                at,
                length,
                what,
                "opened or closed, but not both",
                help.to_owned(),
            ));
        }
    }
    for (open, close) in [('[', ']'), ('(', ')')] {
        let (opened, closed) = (places(&[open]), places(&[close]));
        if opened.len() != closed.len() {
            let missing = if opened.len() > closed.len() {
                close
            } else {
                open
            };
            let at = if opened.len() > closed.len() {
                *opened.last()?
            } else {
                *closed.last()?
            };
            return Some(alone(
                at,
                1,
                "this bracket",
                "opened or closed, but not both",
                format!("write the missing `{missing}`"),
            ));
        }
    }
    None
}

/// A word of a sentence.
type Word = Range<usize>;

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '+')
}

fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        match (is_word_char(c), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    if let Some(from) = start {
        words.push(from..text.len());
    }
    words
}

/// The word, or the mark, at which reading stopped.
fn word_at(text: &str, stop: usize) -> Word {
    let stop = (0..=stop.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    let all = words(text);
    if let Some(word) = all.iter().find(|word| word.contains(&stop)) {
        return word.clone();
    }
    let next = text
        .get(stop..)
        .and_then(|rest| rest.find(|c: char| !c.is_whitespace()));
    match next {
        Some(offset) => {
            let at = stop + offset;
            all.iter()
                .find(|word| word.start == at)
                .cloned()
                .unwrap_or_else(|| {
                    let length = text
                        .get(at..)
                        .and_then(|rest| rest.chars().next())
                        .map_or(0, char::len_utf8);
                    at..at + length
                })
        }
        None => text.trim_end().len()..text.trim_end().len(),
    }
}

fn with_replaced(text: &str, range: &Word, by: &str) -> String {
    let mut changed = String::with_capacity(text.len() + by.len());
    changed.push_str(text.get(..range.start).unwrap_or_default());
    changed.push_str(by);
    changed.push_str(text.get(range.end..).unwrap_or_default());
    changed
}

/// A misspelt word: one that can be read, or be read past, once a close word takes its place.
fn misspelt(
    sentence: &str,
    base: usize,
    stop: usize,
    symbols: &Symbols<'_>,
) -> Option<Diagnostic<Place>> {
    let all = words(sentence);
    let at = all
        .iter()
        .position(|word| word.end > stop)
        .unwrap_or(all.len());
    // The word itself, the two after it, and those before it that were taken for a name.
    let near = all
        .iter()
        .enumerate()
        .filter(|(index, _)| *index + 6 >= at && *index <= at + 2);
    let mut vocabulary: Vec<&str> = keywords().iter().map(String::as_str).collect();
    for card_type in symbols.game.card_types.values() {
        vocabulary.extend([card_type.name.as_str(), card_type.plural.as_str()]);
    }
    for list in ["attributes", "statistics", "marks", "tokens", "zones"] {
        vocabulary.extend(symbols.game.terms(list).map(|(_, term)| term.name.as_str()));
    }
    let mut best: Option<(bool, usize, usize, Word, String)> = None;
    for (index, range) in near {
        let word = sentence.get(range.clone())?;
        if word.chars().count() < 2 || word.chars().any(|c| c.is_ascii_digit()) {
            continue;
        }
        if vocabulary
            .iter()
            .any(|known| known.eq_ignore_ascii_case(word))
        {
            continue;
        }
        for (rank, close) in closest_all(word, vocabulary.iter().copied())
            .into_iter()
            .take(6)
            .enumerate()
        {
            let changed = with_replaced(sentence, range, close);
            let (whole, reach) = match attempt(Rule::one_sentence, &changed) {
                Ok(()) => (true, usize::MAX),
                Err((reach, _)) => (false, reach),
            };
            // The length of the text has changed, and so has what lies behind the word.
            let shifted =
                (reach as isize - (close.len() as isize - word.len() as isize)).max(0) as usize;
            if !whole && (shifted <= stop || shifted <= range.end) {
                continue;
            }
            let score = (whole, shifted, usize::MAX - rank - index.abs_diff(at) * 8);
            let better = best
                .as_ref()
                .is_none_or(|(whole, reach, rank, ..)| score > (*whole, *reach, *rank));
            if better {
                best = Some((score.0, score.1, score.2, range.clone(), close.to_owned()));
            }
        }
    }
    let (.., range, close) = best?;
    let word = sentence.get(range.clone())?;
    let close = match word.chars().next() {
        Some(first) if first.is_uppercase() => capitalised(&close),
        _ => close,
    };
    let at = Place::Text(base + range.start..base + range.end);
    Some(
        Diagnostic::new(
            Code::UnreadableSentence,
            at.clone(),
            format!("\"{word}\" is not a word that can stand here"),
            "cannot be read",
        )
        .fix(Safety::Unsafe, format!("write `{close}`"), at, close),
    )
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// A word too many: the sentence can be read without it.
fn doubled(sentence: &str, base: usize, stop: usize) -> Option<Diagnostic<Place>> {
    let all = words(sentence);
    let at = all
        .iter()
        .position(|word| word.end > stop)
        .unwrap_or(all.len());
    for index in [at, at.saturating_sub(1), at + 1] {
        let Some(range) = all.get(index) else {
            continue;
        };
        let end = all.get(index + 1).map_or(range.end, |next| next.start);
        if attempt(
            Rule::one_sentence,
            &with_replaced(sentence, &(range.start..end), ""),
        )
        .is_ok()
        {
            let word = sentence.get(range.clone())?;
            let again = index > 0
                && sentence
                    .get(all.get(index - 1)?.clone())
                    .is_some_and(|w| w.eq_ignore_ascii_case(word));
            let message = if again {
                format!("\"{word}\" stands twice")
            } else {
                format!("\"{word}\" cannot stand here")
            };
            return Some(
                Diagnostic::new(
                    Code::UnreadableSentence,
                    Place::Text(base + range.start..base + range.end),
                    message,
                    "a word too many",
                )
                .fix(
                    Safety::Unsafe,
                    format!("remove `{word}`"),
                    Place::Text(base + range.start..base + end),
                    "",
                ),
            );
        }
    }
    None
}

/// A word that is missing: with one of the words that could stand there, the sentence can be read.
fn left_out(
    sentence: &str,
    base: usize,
    stop: usize,
    expected: &[String],
) -> Option<Diagnostic<Place>> {
    let at = word_at(sentence, stop).start;
    for token in expected
        .iter()
        .filter(|token| !token.starts_with(['*', '"', '[', '(', '+', '-']))
    {
        let mark = !token.chars().any(char::is_alphanumeric);
        let gap = at.min(sentence.len());
        let before = sentence.get(..gap)?.trim_end().len();
        let (place, text) = if mark {
            (before, token.clone())
        } else if gap >= sentence.trim_end().len()
            || sentence
                .get(gap..)
                .is_some_and(|rest| rest.starts_with('.'))
        {
            (before, format!(" {token}"))
        } else {
            (gap, format!("{token} "))
        };
        if attempt(
            Rule::one_sentence,
            &with_replaced(sentence, &(place..place), &text),
        )
        .is_ok()
        {
            let here = base + place;
            return Some(
                Diagnostic::new(
                    Code::UnreadableSentence,
                    Place::Text(here..here),
                    format!("`{}` is missing", token.to_lowercase()),
                    "something is missing here",
                )
                .fix(
                    Safety::Unsafe,
                    format!("write `{}`", token.to_lowercase()),
                    Place::Text(here..here),
                    text.to_lowercase(),
                ),
            );
        }
    }
    None
}

/// Where reading stopped, and what could stand there.
fn stopped(
    text: &str,
    base: usize,
    word: Word,
    expected: &[String],
    what: &str,
) -> Diagnostic<Place> {
    let said = text.get(word.clone()).unwrap_or_default();
    let before = text.get(..word.start).unwrap_or_default().trim();
    let message = if said.is_empty() {
        format!("{what} ends before it is complete")
    } else if before.is_empty() {
        format!("{what} cannot begin with \"{said}\"")
    } else {
        format!("{what} cannot be read from \"{said}\" on")
    };
    let label = if said.is_empty() {
        "something is missing here"
    } else {
        "reading stopped here"
    };
    let finding = Diagnostic::new(
        Code::UnreadableSentence,
        Place::Text(base + word.start..base + word.end),
        message,
        label,
    );
    let mut words: Vec<String> = expected.iter().map(|token| token.to_lowercase()).collect();
    words.sort();
    words.dedup();
    words.retain(|word| word.chars().count() > 1 || word.chars().all(|c| c.is_ascii_punctuation()));
    if words.is_empty() || words.len() > 24 {
        return finding.help(if before.is_empty() {
            "begin with a verb of the language (`Deal`, `Draw`, `Move`, …) or with who does it (`This unit`, `Your opponent`)"
        } else {
            "see the effect language for the sentences that can be written"
        });
    }
    let after = before.split_whitespace().rev().take(3).collect::<Vec<_>>();
    let after: Vec<&str> = after.into_iter().rev().collect();
    let listed = words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ");
    if after.is_empty() {
        finding.help(format!("here could stand: {listed}"))
    } else {
        finding.help(format!(
            "after \"{}\" could stand: {listed}",
            after.join(" ")
        ))
    }
}
