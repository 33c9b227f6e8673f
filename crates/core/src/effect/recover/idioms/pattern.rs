//! Patterns of words, and the search for them in a sentence.
//!
//! `tap|exhaust` matches one of these words, `N` a number, `S` a number with its sign, `P` one with a plus, `B` two of
//! them (`+2/+2`), `Q` a name in quotation marks, `T` a trait with its asterisks, `W` any word, `…` one or more words and `…?` any words or none. `!owner`
//! matches where this word does not follow, `^` at the start and `$` at the end of the sentence, `^^` at the start of the
//! first sentence of a line, `^,` and `,$` at the start and the end of a clause. `@` marks where the
//! foreign words begin, for the span of a diagnostic. The texts that `N`, `S`, `P`, `B` (two), `W`, `Q`, `T`, `…` and `…?`
//! match are captured; captures are numbered from 1.
//!
//! The data files also have groups, `[the]` and `(would be|is)`. `build.rs` expands them ([`crate::idiom`]), so the patterns
//! here have none.

use std::ops::Range;

use smol_str::SmolStr;

use crate::collections::HashMap;
use crate::effect::lists::lists;

/// Maximum number of matches of one pattern in a sentence.
const MAX_MATCHES: usize = 6;

/// A match of a pattern in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::effect::recover) struct Found {
    /// The whole match.
    pub range: Range<usize>,
    /// The words that a diagnostic points at: those up to the first `…`, starting at `@` if the pattern has it.
    pub span: Range<usize>,
    pub captures: Vec<Range<usize>>,
}

struct Token {
    at: Range<usize>,
    lower: String,
    /// The number of the word in [`Patterns::words`].
    number: usize,
}

/// Returns the words and marks of a text. A quoted name and a trait with its asterisks are one token each.
fn tokens(text: &str) -> Vec<Token> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        let mut end = start + c.len_utf8();
        match c {
            c if c.is_whitespace() => continue,
            '"' | '“' | '”' | '„' | '*' => {
                let closes = |other: char| {
                    if c == '*' {
                        other == '*'
                    } else {
                        "\"“”".contains(other)
                    }
                };
                let close = text.get(end..).and_then(|rest| rest.find(closes));
                if let Some(close) = close {
                    end += close;
                    end += text
                        .get(end..)
                        .and_then(|r| r.chars().next())
                        .map_or(0, char::len_utf8);
                    while chars.next_if(|(at, _)| *at < end).is_some() {}
                }
            }
            ',' | '.' | ';' | ':' | '!' | '?' | '(' | ')' | '[' | ']' | '&' => {}
            _ => {
                while let Some((at, next)) = chars.next_if(|(_, next)| {
                    !next.is_whitespace() && !",.;:!?()[]&\"“”„*".contains(*next)
                }) {
                    end = at + next.len_utf8();
                }
            }
        }
        ranges.push(start..end);
    }
    let mut tokens = Vec::new();
    for at in ranges {
        let lower = lowercase(text.get(at.clone()).unwrap_or_default());
        // A possessive is two tokens, the word and its ending.
        let apostrophe = text
            .get(at.clone())
            .and_then(|written| written.rfind(['\'', '’']))
            .map(|offset| at.start + offset);
        match (lower.strip_suffix("'s"), apostrophe) {
            (Some(base), Some(cut)) if !base.is_empty() => {
                tokens.push(Token {
                    at: at.start..cut,
                    lower: base.to_owned(),
                    number: UNKNOWN,
                });
                tokens.push(Token {
                    at: cut..at.end,
                    lower: "'s".to_owned(),
                    number: UNKNOWN,
                });
            }
            // `non-living` is two tokens.
            _ => match lower
                .strip_prefix("non-")
                .filter(|denied| !denied.is_empty())
            {
                Some(denied) => {
                    let cut = at.start + "non-".len();
                    tokens.push(Token {
                        at: at.start..cut,
                        lower: "non-".to_owned(),
                        number: UNKNOWN,
                    });
                    tokens.push(Token {
                        at: cut..at.end,
                        lower: denied.to_owned(),
                        number: UNKNOWN,
                    });
                }
                None => tokens.push(Token {
                    at,
                    lower,
                    number: UNKNOWN,
                }),
            },
        }
    }
    tokens
}

fn is_number(word: &str) -> bool {
    lists().numbers.contains(&word)
        || word == "x"
        || (!word.is_empty() && word.len() < 4 && word.chars().all(|c| c.is_ascii_digit()))
}

fn is_signed(word: &str) -> bool {
    word.strip_prefix(['+', '-', '−', '–'])
        .is_some_and(is_number)
}

/// The number of a word that is in no pattern.
const UNKNOWN: usize = usize::MAX;

/// A part of a pattern.
enum Part {
    /// One of these words, by their numbers.
    Words(Vec<usize>),
    /// Not this word.
    Not(usize),
    Number,
    Signed,
    Plus,
    Both,
    Word,
    Quoted,
    Trait,
    /// Words of any kind, at least this many.
    Run(usize),
    End,
    ClauseEnd,
    Foreign,
}

/// Where a pattern can begin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Anywhere,
    Sentence,
    FirstSentence,
    Clause,
}

/// A set of patterns, each with a value, that are searched for together.
pub(in crate::effect::recover) struct Patterns<T> {
    /// The literal words of all patterns, numbered.
    words: HashMap<SmolStr, usize>,
    /// For each word number, the patterns to try on texts with that word.
    of_word: Vec<Vec<usize>>,
    /// Patterns without literal words.
    of_none: Vec<usize>,
    all: Vec<(Pattern, T)>,
}

struct Pattern {
    start: Start,
    parts: Vec<Part>,
    /// Numbers of words; a text must have one word of each list.
    needs: Vec<Vec<usize>>,
}

impl Pattern {
    fn of(says: &str, words: &mut HashMap<SmolStr, usize>) -> Self {
        let mut number = |word: &str| {
            let next = words.len();
            *words.entry(word.into()).or_insert(next)
        };
        let mut parts: Vec<&str> = says.split(' ').collect();
        let start = match parts.first() {
            Some(&"^") => Start::Sentence,
            Some(&"^^") => Start::FirstSentence,
            Some(&"^,") => Start::Clause,
            _ => Start::Anywhere,
        };
        if start != Start::Anywhere {
            parts.remove(0);
        }
        let mut part = |says: &str| match says {
            "N" => Part::Number,
            "S" => Part::Signed,
            "P" => Part::Plus,
            "B" => Part::Both,
            "W" => Part::Word,
            "Q" => Part::Quoted,
            "T" => Part::Trait,
            "…" => Part::Run(1),
            "…?" => Part::Run(0),
            "$" => Part::End,
            ",$" => Part::ClauseEnd,
            "@" => Part::Foreign,
            says => match says.strip_prefix('!').filter(|denied| !denied.is_empty()) {
                Some(denied) => Part::Not(number(denied)),
                None => Part::Words(says.split('|').map(&mut number).collect()),
            },
        };
        let parts: Vec<Part> = parts.into_iter().map(&mut part).collect();
        let needs = parts.iter().filter_map(|part| match part {
            Part::Words(numbers) => Some(numbers.clone()),
            _ => None,
        });
        Pattern {
            start,
            needs: needs.collect(),
            parts,
        }
    }
}

impl<T> Patterns<T> {
    pub fn new<'s>(patterns: impl IntoIterator<Item = (&'s str, T)>) -> Self {
        let mut words = HashMap::default();
        let all = patterns.into_iter();
        let all = all.map(|(says, of)| (Pattern::of(says, &mut words), of));
        let all: Vec<(Pattern, T)> = all.collect();
        // How many patterns have a word.
        let mut patterns_with = vec![0usize; words.len()];
        for number in all.iter().flat_map(|(pattern, _)| &pattern.needs).flatten() {
            if let Some(count) = patterns_with.get_mut(*number) {
                *count += 1;
            }
        }
        let in_patterns = |words: &&Vec<usize>| -> usize {
            let counts = words.iter().filter_map(|number| patterns_with.get(*number));
            counts.sum()
        };
        let mut of_word = vec![Vec::new(); words.len()];
        let mut of_none = Vec::new();
        for (at, (pattern, _)) in all.iter().enumerate() {
            let rarest = pattern.needs.iter().min_by_key(in_patterns);
            for number in rarest.into_iter().flatten() {
                if let Some(patterns) = of_word.get_mut(*number) {
                    patterns.push(at);
                }
            }
            if rarest.is_none() {
                of_none.push(at);
            }
        }
        Patterns {
            all,
            of_word,
            of_none,
            words,
        }
    }

    /// Returns whether a word is a literal word of a pattern.
    pub fn has_word(&self, word: &str) -> bool {
        self.words.contains_key(lowercase(word).as_str())
    }

    /// Returns the matches of all patterns in a text, in the order of the patterns. If `…` can match in several ways,
    /// only a few of these matches are returned.
    pub fn find<'p>(&'p self, text: &str) -> impl Iterator<Item = (&'p T, Found)> + use<'p, T> {
        self.find_in(text, false)
    }

    /// The same in a sentence that may be the first of its line.
    pub fn find_in<'p>(
        &'p self,
        text: &str,
        is_first: bool,
    ) -> impl Iterator<Item = (&'p T, Found)> + use<'p, T> {
        let text = Text::of(text, is_first, &self.words);
        let mut there = vec![false; self.words.len()];
        let mut looked_for = self.of_none.clone();
        for token in &text.tokens {
            let Some(there) = there.get_mut(token.number) else {
                continue;
            };
            // Patterns of a word are added once.
            if !*there {
                *there = true;
                looked_for.extend(self.of_word.get(token.number).into_iter().flatten());
            }
        }
        looked_for.sort_unstable();
        looked_for.dedup();
        let looked_for = looked_for.into_iter().filter_map(|at| self.all.get(at));
        looked_for.flat_map(move |(pattern, of)| {
            // Skip the search for a pattern whose words are not in the text, as for most patterns.
            let has = |number: &usize| there.get(*number) == Some(&true);
            let found = match pattern.needs.iter().all(|one| one.iter().any(has)) {
                true => found_in(&text, pattern),
                false => Vec::new(),
            };
            found.into_iter().map(move |found| (of, found))
        })
    }
}

/// Returns the text in lowercase, with straight apostrophes.
fn lowercase(text: &str) -> String {
    text.to_lowercase().replace('’', "'")
}

/// A text in which patterns are searched for.
struct Text {
    tokens: Vec<Token>,
    /// It is the first sentence of its line.
    is_first: bool,
    /// The number of tokens without the full stops at the end.
    end: usize,
}

impl Text {
    fn of(text: &str, is_first: bool, numbers: &HashMap<SmolStr, usize>) -> Self {
        let mut tokens = tokens(text);
        for token in &mut tokens {
            let number = numbers.get(token.lower.as_str());
            token.number = number.copied().unwrap_or(UNKNOWN);
        }
        let last = tokens.iter().rposition(|token| token.lower != ".");
        Text {
            end: last.map_or(0, |last| last + 1),
            tokens,
            is_first,
        }
    }
}

fn found_in(text: &Text, pattern: &Pattern) -> Vec<Found> {
    let mut found = Vec::new();
    for start in 0..text.tokens.len() {
        let before = start
            .checked_sub(1)
            .and_then(|before| text.tokens.get(before));
        let fits = match pattern.start {
            Start::Anywhere => true,
            Start::Sentence => start == 0,
            Start::FirstSentence => start == 0 && text.is_first,
            Start::Clause => {
                before.is_none_or(|before| lists().clause_ends.contains(&before.lower.as_str()))
            }
        };
        if !fits {
            continue;
        }
        let mut ways = Vec::new();
        let way = Way {
            token: start,
            captures: Vec::new(),
            foreign: None,
        };
        follow(text, &pattern.parts, way, &mut ways);
        for way in ways.into_iter().take(MAX_MATCHES) {
            found.extend(found_of(&text.tokens, &pattern.parts, start, &way));
        }
        if found.len() >= MAX_MATCHES {
            break;
        }
    }
    found
}

#[derive(Clone)]
struct Way {
    /// The next token.
    token: usize,
    captures: Vec<Range<usize>>,
    /// The token at `@`.
    foreign: Option<usize>,
}

fn follow(text: &Text, parts: &[Part], mut way: Way, ways: &mut Vec<Way>) {
    if ways.len() >= MAX_MATCHES {
        return;
    }
    let Some((part, rest)) = parts.split_first() else {
        ways.push(way);
        return;
    };
    let token = text.tokens.get(way.token);
    let is = |fits: &dyn Fn(&Token) -> bool| token.filter(|token| fits(token));
    let captured = match part {
        Part::Words(numbers) => {
            if token.is_some_and(|token| numbers.contains(&token.number)) {
                way.token += 1;
                follow(text, rest, way, ways);
            }
            return;
        }
        Part::Not(number) => {
            if token.is_none_or(|token| token.number != *number) {
                follow(text, rest, way, ways);
            }
            return;
        }
        Part::End => {
            if way.token >= text.end {
                ways.push(way);
            }
            return;
        }
        Part::ClauseEnd => {
            let is_mark = |token: &Token| lists().clause_marks.contains(&token.lower.as_str());
            if way.token >= text.end || token.is_some_and(is_mark) {
                follow(text, rest, way, ways);
            }
            return;
        }
        Part::Foreign => {
            way.foreign = Some(way.token);
            follow(text, rest, way, ways);
            return;
        }
        Part::Run(least) => {
            run(text, *least, rest, &way, ways);
            return;
        }
        Part::Both => {
            let halves = token.and_then(|token| {
                let (first, second) = token.lower.split_once('/')?;
                let cut = token.at.start + first.len();
                (is_signed(first) && is_signed(second))
                    .then(|| [token.at.start..cut, cut + 1..token.at.end])
            });
            if let Some(halves) = halves {
                way.token += 1;
                way.captures.extend(halves);
                follow(text, rest, way, ways);
            }
            return;
        }
        Part::Number => is(&|token| is_number(&token.lower)),
        Part::Signed => is(&|token| is_signed(&token.lower)),
        Part::Plus => is(&|token| token.lower.starts_with('+') && is_signed(&token.lower)),
        Part::Quoted => is(&|token| token.lower.starts_with(['"', '“'])),
        Part::Trait => is(&|token| token.lower.starts_with('*') && token.lower.len() > 1),
        Part::Word => is(&|token| token.lower.chars().any(char::is_alphabetic)),
    };
    if let Some(token) = captured {
        way.token += 1;
        way.captures.push(token.at.clone());
        follow(text, rest, way, ways);
    }
}

/// Follows the ways in which `…` can match at least this many tokens.
fn run(text: &Text, least: usize, rest: &[Part], way: &Way, ways: &mut Vec<Way>) {
    let mut ends: Vec<usize> = (way.token + least..=text.end).collect();
    if matches!(rest, [] | [Part::End]) {
        // The longest match first, then up to a word that begins another clause.
        let stops = |at: &usize| {
            let token = text.tokens.get(*at);
            token.is_some_and(|token| lists().pattern_stops.contains(&token.lower.as_str()))
        };
        ends.retain(|at| *at == text.end || stops(at));
        ends.reverse();
    }
    // Most ends are not before the word that comes next.
    if let Some(Part::Words(numbers)) = rest.first() {
        let fits = |token: &Token| numbers.contains(&token.number);
        ends.retain(|at| text.tokens.get(*at).is_some_and(fits));
    }
    for at in ends {
        let from = text.tokens.get(way.token).map_or(0, |token| token.at.start);
        let to = at
            .checked_sub(1)
            .filter(|last| *last >= way.token)
            .and_then(|last| text.tokens.get(last))
            .map_or(from, |token| token.at.end);
        let mut next = way.clone();
        next.token = at;
        next.captures.push(from..to);
        follow(text, rest, next, ways);
    }
}

fn found_of(tokens: &[Token], parts: &[Part], start: usize, way: &Way) -> Option<Found> {
    let last = way.token.checked_sub(1)?;
    let range = tokens.get(start)?.at.start..tokens.get(last)?.at.end;
    let is_run = |part: &Part| matches!(part, Part::Run(_));
    // The words before the first `…`; if the pattern begins with it, the words after it.
    let named = |from: usize, parts: &[Part]| {
        let count = parts
            .iter()
            .take_while(|part| !is_run(part) && !matches!(part, Part::End))
            .filter(|part| !matches!(part, Part::Not(_) | Part::ClauseEnd))
            .count();
        let last = (from + count).checked_sub(1)?;
        Some(tokens.get(from)?.at.start..tokens.get(last)?.at.end)
    };
    let is_foreign = |part: &Part| matches!(part, Part::Foreign);
    let begun = way.foreign.zip(parts.iter().position(is_foreign));
    let span = match parts.first() {
        _ if let Some((from, mark)) = begun => named(from, parts.get(mark + 1..)?),
        Some(part) if is_run(part) => {
            let from = way
                .captures
                .first()
                .and_then(|first| tokens.iter().position(|token| token.at.start >= first.end))?;
            named(from, parts.get(1..)?)
        }
        _ => named(start, parts),
    };
    Some(Found {
        span: span.unwrap_or(range.clone()),
        range,
        captures: way.captures.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, pattern: &'static str, expected: &[&str]) {
        let shown: Vec<String> = Patterns::new([(pattern, ())])
            .find(text)
            .map(|(_, found)| {
                let captures: Vec<&str> =
                    found.captures.iter().map(|at| &text[at.clone()]).collect();
                format!("{}: {}", &text[found.span.clone()], captures.join(" | "))
            })
            .collect();
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn patterns_are_found() {
        check("Tap it now.", "tap|exhaust W", &["Tap it: it"]);
        check(
            "Within 3 spaces of it.",
            "within N spaces",
            &["Within 3 spaces: 3"],
        );
        check("A unit gets +2/-1.", "gets B", &["gets +2/-1: +2 | -1"]);
        check(
            "Draw a card if you may.",
            "^ … if … $",
            &["if: Draw a card | you may"],
        );
        check("Kill an *old* unit.", "kill … $", &["Kill: an *old* unit"]);
        check(
            "An opponent’s unit.",
            "opponent 's W",
            &["opponent’s unit: unit"],
        );
        check("Nothing here.", "^ here", &[]);
        check("Ask its owner.", "its owner !'s", &["its owner: "]);
        check("In its owner's hand.", "its owner !'s", &[]);
        check(
            "If you may, tap it, then tap me.",
            "^, tap W ,$",
            &["tap it: it", "tap me: me"],
        );
        check("You may tap it.", "^, tap W", &[]);
    }

    #[test]
    fn a_run_at_the_end_can_stop_before_a_time() {
        check(
            "Tap a unit until it moves.",
            "tap …",
            &["Tap: a unit until it moves", "Tap: a unit"],
        );
    }
}
