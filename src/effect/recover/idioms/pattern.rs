//! Patterns of words, and the search for them in a sentence.
//!
//! `tap|exhaust` matches one of these words, `N` a number, `S` a number with its sign, `P` a number with a plus, `B`
//! two numbers with a plus (`+2/+2`), `Q` a name in quotation marks, `W` any word, `…` one or more words and `…?` any
//! words or none. `!owner` matches if the next word is not `owner`. `^` matches at the start of the sentence, `$` at
//! its end. `@` marks where the foreign words begin, for the span of a diagnostic. The texts that `N`, `S`, `P`, `B`,
//! `W`, `Q`, `…` and `…?` match are captured, and `B` captures both numbers. Captures are numbered from 1.
//!
//! The data files also have groups, `[the]` and `(would be|is)`. `build.rs` expands them (`source.rs`), so the patterns
//! here have none.

use std::ops::Range;

use crate::collections::HashMap;
use crate::effect::lists::lists;

/// Maximum number of matches of one pattern in a sentence.
const MAX_MATCHES: usize = 6;

/// A match of a pattern in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The whole match.
    pub range: Range<usize>,
    /// The words that a diagnostic points at: those up to the first `…`, starting at `@` if the pattern has it.
    pub span: Range<usize>,
    pub captures: Vec<Range<usize>>,
}

struct Token {
    at: Range<usize>,
    lower: String,
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
                });
                tokens.push(Token {
                    at: cut..at.end,
                    lower: "'s".to_owned(),
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
                    });
                    tokens.push(Token {
                        at: cut..at.end,
                        lower: denied.to_owned(),
                    });
                }
                None => tokens.push(Token { at, lower }),
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

/// A set of patterns, each with a value, that are searched for together.
pub(super) struct Patterns<T> {
    /// The literal words of all patterns, numbered.
    words: HashMap<&'static str, usize>,
    /// For each word number, the patterns to try on texts with that word.
    of_word: Vec<Vec<usize>>,
    /// Patterns without literal words.
    of_none: Vec<usize>,
    all: Vec<(Pattern, T)>,
}

struct Pattern {
    parts: Vec<&'static str>,
    /// Lists of word numbers. A text can match only if it has a word of each list.
    needs: Vec<Vec<usize>>,
}

impl<T> Patterns<T> {
    pub fn new(patterns: impl IntoIterator<Item = (&'static str, T)>) -> Self {
        let mut words = HashMap::default();
        let mut pattern = |says: &'static str| {
            let parts: Vec<&str> = says.split(' ').collect();
            let literals = parts.iter().filter(|part| is_literal(part));
            let needs = literals.map(|part| {
                let numbers = part.split('|').map(|word| {
                    let next = words.len();
                    *words.entry(word).or_insert(next)
                });
                numbers.collect()
            });
            Pattern {
                needs: needs.collect(),
                parts,
            }
        };
        let all = patterns.into_iter().map(|(says, of)| (pattern(says), of));
        let all: Vec<(Pattern, T)> = all.collect();
        let mut of_word = vec![Vec::new(); words.len()];
        let mut of_none = Vec::new();
        for (at, (pattern, _)) in all.iter().enumerate() {
            // Words are numbered in the order of the patterns, so a word with a high number is in few patterns.
            let rarest = pattern.needs.iter().max_by_key(|words| words.iter().min());
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
        let tokens = tokens(text);
        let mut there = vec![false; self.words.len()];
        let mut looked_for = self.of_none.clone();
        let numbers = tokens.iter();
        for number in numbers.filter_map(|token| self.words.get(token.lower.as_str())) {
            if let Some(there) = there.get_mut(*number) {
                *there = true;
            }
            looked_for.extend(self.of_word.get(*number).into_iter().flatten());
        }
        looked_for.sort_unstable();
        looked_for.dedup();
        let looked_for = looked_for.into_iter().filter_map(|at| self.all.get(at));
        looked_for.flat_map(move |(pattern, of)| {
            // Skip the search for a pattern whose words are not in the text, as for most patterns.
            let has = |number: &usize| there.get(*number) == Some(&true);
            let found = match pattern.needs.iter().all(|one| one.iter().any(has)) {
                true => found_in(&tokens, &pattern.parts),
                false => Vec::new(),
            };
            found.into_iter().map(move |found| (of, found))
        })
    }
}

/// Returns whether a part of a pattern is a word or an alternative of words.
fn is_literal(part: &str) -> bool {
    let special = matches!(
        part,
        "N" | "S" | "P" | "B" | "W" | "Q" | "…" | "…?" | "^" | "$" | "@"
    );
    !special && !part.starts_with('!')
}

/// Returns the text in lowercase, with straight apostrophes.
fn lowercase(text: &str) -> String {
    text.to_lowercase().replace('’', "'")
}

fn found_in(tokens: &[Token], parts: &[&str]) -> Vec<Found> {
    let (from_start, parts) = match parts {
        ["^", parts @ ..] => (true, parts),
        parts => (false, parts),
    };
    let mut found = Vec::new();
    let starts = if from_start { 0..1 } else { 0..tokens.len() };
    for start in starts {
        let mut ways = Vec::new();
        let way = Way {
            token: start,
            captures: Vec::new(),
            foreign: None,
        };
        follow(tokens, parts, way, &mut ways);
        for way in ways.into_iter().take(MAX_MATCHES) {
            found.extend(found_of(tokens, parts, start, &way));
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

fn follow(tokens: &[Token], parts: &[&str], way: Way, ways: &mut Vec<Way>) {
    if ways.len() >= MAX_MATCHES {
        return;
    }
    let Some((part, rest)) = parts.split_first() else {
        ways.push(way);
        return;
    };
    let end = tokens
        .iter()
        .rposition(|token| token.lower != ".")
        .map_or(0, |last| last + 1);
    let token = tokens.get(way.token);
    let mut one = |fits: bool, captures: Vec<Range<usize>>| {
        if fits {
            let mut next = way.clone();
            next.token += 1;
            next.captures.extend(captures);
            follow(tokens, rest, next, ways);
        }
    };
    match *part {
        "$" => {
            if way.token >= end {
                ways.push(way);
            }
        }
        "N" => one(
            token.is_some_and(|token| is_number(&token.lower)),
            token.map(|token| token.at.clone()).into_iter().collect(),
        ),
        "S" => one(
            token.is_some_and(|token| is_signed(&token.lower)),
            token.map(|token| token.at.clone()).into_iter().collect(),
        ),
        "P" => one(
            token.is_some_and(|token| token.lower.starts_with('+') && is_signed(&token.lower)),
            token.map(|token| token.at.clone()).into_iter().collect(),
        ),
        "Q" => one(
            token.is_some_and(|token| token.lower.starts_with(['"', '“'])),
            token.map(|token| token.at.clone()).into_iter().collect(),
        ),
        "W" => one(
            token.is_some_and(|token| token.lower.chars().any(char::is_alphabetic)),
            token.map(|token| token.at.clone()).into_iter().collect(),
        ),
        "B" => {
            let halves = token.and_then(|token| {
                let (first, second) = token.lower.split_once('/')?;
                let cut = token.at.start + first.len();
                (is_signed(first) && is_signed(second))
                    .then(|| vec![token.at.start..cut, cut + 1..token.at.end])
            });
            one(halves.is_some(), halves.unwrap_or_default());
        }
        "…" | "…?" => {
            let least = way.token + usize::from(*part == "…");
            let last = matches!(rest, [] | ["$"]);
            let mut ends: Vec<usize> = (least..=end).collect();
            if last {
                // Try the longest match first, then shorter ones that end before a word that begins another clause.
                ends.retain(|at| {
                    *at == end
                        || tokens.get(*at).is_some_and(|token| {
                            lists().pattern_stops.contains(&token.lower.as_str())
                        })
                });
                ends.reverse();
            }
            for at in ends {
                let from = tokens.get(way.token).map_or(0, |token| token.at.start);
                let to = at
                    .checked_sub(1)
                    .filter(|last| *last >= way.token)
                    .and_then(|last| tokens.get(last))
                    .map_or(from, |token| token.at.end);
                let mut next = way.clone();
                next.token = at;
                next.captures.push(from..to);
                follow(tokens, rest, next, ways);
            }
        }
        "@" => {
            let foreign = Some(way.token);
            follow(tokens, rest, Way { foreign, ..way }, ways);
        }
        denied if denied.starts_with('!') => {
            if token.is_none_or(|token| denied.get(1..) != Some(token.lower.as_str())) {
                follow(tokens, rest, way, ways);
            }
        }
        words => {
            let fits = token.is_some_and(|token| words.split('|').any(|word| word == token.lower));
            one(fits, Vec::new());
        }
    }
}

fn found_of(tokens: &[Token], parts: &[&str], start: usize, way: &Way) -> Option<Found> {
    let last = way.token.checked_sub(1)?;
    let range = tokens.get(start)?.at.start..tokens.get(last)?.at.end;
    let hole = |part: &&str| part.starts_with('…');
    // Returns the span of the words before the next `…`.
    let named = |from: usize, parts: &[&str]| {
        let count = parts
            .iter()
            .take_while(|part| !hole(part) && **part != "$")
            .filter(|part| !part.starts_with('!'))
            .count();
        let last = (from + count).checked_sub(1)?;
        Some(tokens.get(from)?.at.start..tokens.get(last)?.at.end)
    };
    let begun = way.foreign.zip(parts.iter().position(|part| *part == "@"));
    let span = match parts.first() {
        _ if let Some((from, mark)) = begun => named(from, parts.get(mark + 1..)?),
        Some(part) if hole(part) => {
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
