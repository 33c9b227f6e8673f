//! Idioms: words and phrases of other games and of everyday speech, with their equivalents in this language.
//!
//! A sentence that does not parse is rewritten with the entries of two lists until it parses and is understood; the
//! result is suggested. If no rewrite succeeds, the help text of an entry is shown. The lists are data files
//! (`grammar/idioms`). `build.rs` parses them with `source.rs` and generates Rust values.

mod lookup;
mod pattern;
mod rewrite;
#[cfg(test)]
#[expect(dead_code, reason = "build.rs uses the rest")]
mod source;

use crate::effect::letter_case::in_case_of;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::LazyLock;

use super::fragment::{Fragment, ParseOutcome};
use super::words::{Vocabulary, plain_words, words};
use crate::collections::HashSet;
use crate::diagnostic::{Code, Diagnostic, Place, Reason, Safety};
use crate::effect::lists::lists;
use crate::effect::syntax::Rule;
pub use lookup::{
    PhraseEntry, is_foreign_heading, is_function_word, known_phrases, look_up, rephrased,
};
use pattern::{Found, Patterns};
pub(super) use rewrite::article_of;
use rewrite::{difference, leads_on, left_out, rewritten, starred, without_sign};

/// Maximum number of rewritten sentences that are tried.
const MAX_TRIALS: usize = 90;
/// Maximum number of entries that are applied to one sentence, one after the other.
const MAX_DEPTH: usize = 4;
/// Maximum number of rewritten sentences that are kept for the next entry.
const MAX_WIDTH: usize = 24;

/// How reliable the replacements of an entry are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The replacement always has the meaning of the phrase. Several replacements are variants with that one meaning.
    Same,
    /// Possible meanings, or replacements that add or lose something.
    Ask,
    /// Help without a replacement.
    Advice,
    /// The words are valid but incomplete. The text names what is missing after them.
    Incomplete(&'static str),
}

/// A phrase and its equivalents in this language.
struct Rewrite {
    kind: Kind,
    /// See [`pattern`].
    pattern: &'static str,
    /// The most likely first.
    replacements: &'static [&'static str],
    /// The help text if no replacement makes a valid sentence. Empty if the words of the pattern are valid and may be
    /// intended.
    help: &'static str,
    /// `true` if nothing else is suggested for a sentence with this phrase, because it is too ambiguous or impossible
    /// here.
    advice_only: bool,
}

impl Rewrite {
    /// Returns what is missing after the words of the pattern; empty if nothing is.
    fn missing(&self) -> &'static str {
        match self.kind {
            Kind::Incomplete(missing) => missing,
            Kind::Same | Kind::Ask | Kind::Advice => "",
        }
    }

    /// Returns whether the pattern is specific enough not to match by chance: it has at most one `W` and does not begin
    /// with `…`.
    fn is_narrow(&self) -> bool {
        let tokens = || self.pattern.split(' ').filter(|token| *token != "^");
        let words = tokens().filter(|token| *token == "W").count();
        words < 2 && tokens().next().is_some_and(|first| !first.starts_with('…'))
    }
}

/// The idioms of one language, in the order in which they are tried.
struct Idioms {
    /// Replaced first, all at once.
    words: &'static [Rewrite],
    /// Tried one after the other.
    phrases: &'static [Rewrite],
    /// Tried on a whole line.
    lines: &'static [Rewrite],
}

static ENGLISH: Idioms = include!(concat!(env!("OUT_DIR"), "/idioms-english.rs"));

/// Named help texts. Other modules use some of them as well.
#[expect(dead_code, reason = "most of them are used by entries alone")]
mod help {
    include!(concat!(env!("OUT_DIR"), "/idiom-help-english.rs"));
}

pub(in crate::effect) use help::EACH_ROUND;

type Rewrites = LazyLock<Patterns<&'static Rewrite>>;

fn patterns(rewrites: impl Iterator<Item = &'static Rewrite>) -> Patterns<&'static Rewrite> {
    Patterns::new(rewrites.map(|rewrite| (rewrite.pattern, rewrite)))
}

static WORDS: Rewrites = LazyLock::new(|| patterns(ENGLISH.words.iter()));
static PHRASES: Rewrites = LazyLock::new(|| patterns(ENGLISH.phrases.iter()));
static LINES: Rewrites = LazyLock::new(|| patterns(ENGLISH.lines.iter()));
/// The phrases that are [`Rewrite::advice_only`]: they are few, and looked for in every sentence.
static ADVICE_ONLY: Rewrites =
    LazyLock::new(|| patterns(ENGLISH.phrases.iter().filter(|rewrite| rewrite.advice_only)));

/// A sentence that was rewritten.
struct Rewritten {
    text: String,
    /// The first range that was rewritten, in the original sentence.
    first: Range<usize>,
    /// What is missing in the original sentence, if nothing else is wrong.
    missing: &'static str,
}

/// What entries that keep the meaning are looked for in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    Line,
    FirstSentence,
    Sentence,
}

/// Returns the text with one phrase replaced by the same in the words of the language, in every way, in the order of
/// the entries. `this` names the card with the text.
pub(super) fn in_our_words(
    text: &str,
    within: Within,
    this: Option<&str>,
    vocabulary: &Vocabulary<'_>,
) -> Vec<String> {
    let is_first = within == Within::FirstSentence;
    let lists: &[&Rewrites] = match within {
        Within::Line => &[&LINES],
        Within::FirstSentence | Within::Sentence => &[&WORDS, &PHRASES],
    };
    let found = lists.iter().flat_map(|list| list.find_in(text, is_first));
    let found = found.filter(|(entry, _)| entry.kind == Kind::Same);
    let all = found.flat_map(|(entry, found)| {
        let ours = entry.replacements.iter().filter_map(move |ours| {
            let ours = named(ours, this)?;
            let ours = of_game(&ours, vocabulary)?;
            // A word that is not known may be misspelt, and mean something else.
            let out = left_out(text, &found, &ours);
            let known = out.iter().all(|out| {
                let mut all = words(out).into_iter();
                all.all(|at| vocabulary.knows(out.get(at).unwrap_or_default()))
            });
            let traits = starred(text, &found, &ours);
            let fits = known && traits.iter().all(|one| vocabulary.is_trait(one));
            rewritten(text, &found, &ours).filter(|changed| fits && changed != text)
        });
        ours.collect::<Vec<String>>()
    });
    all.collect()
}

/// Returns whether a text has a phrase for which nothing may be written without a question: [`Rewrite::advice_only`].
pub(super) fn must_be_asked(text: &str) -> bool {
    let mut found = ADVICE_ONLY.find(text);
    found.any(|(entry, _)| entry.kind == Kind::Ask)
}

/// Returns the text with one word of another game replaced, if that keeps the meaning.
pub(super) fn with_one_of_our_words(text: &str, vocabulary: &Vocabulary<'_>) -> Option<String> {
    let mut found = WORDS
        .find(text)
        .filter(|(entry, _)| entry.kind == Kind::Same);
    found.find_map(|(entry, found)| {
        let mut ours = entry.replacements.iter();
        let ours = ours.find_map(|ours| of_game(ours, vocabulary))?;
        rewritten(text, &found, &ours).filter(|changed| changed != text)
    })
}

/// Writes the name of the card in a replacement. `None` if the card has none.
fn named<'o>(ours: &'o str, this: Option<&str>) -> Option<Cow<'o, str>> {
    match ours.contains("{this}") {
        true => Some(Cow::Owned(ours.replace("{this}", this?))),
        false => Some(Cow::Borrowed(ours)),
    }
}

/// A diagnostic about an idiom.
pub(super) enum Idiom {
    /// The rewritten sentence is valid, or the word is unknown.
    Certain(Diagnostic<Place>),
    /// All words are valid, so something else may be wrong.
    Likely(Diagnostic<Place>),
}

/// Returns whether a word occurs in a pattern.
pub(super) fn has(word: &str) -> bool {
    WORDS.has_word(word) || PHRASES.has_word(word)
}

/// Suggests the equivalent of an idiom in a sentence. `can_be_read` is `true` if the sentence parses. Only rewrites
/// that make it valid are suggested then.
pub(super) fn phrase(
    piece: &Fragment<'_>,
    can_be_read: bool,
    vocabulary: &Vocabulary<'_>,
    mut trial: impl FnMut(&str) -> ParseOutcome,
) -> Option<Idiom> {
    let knows = |word: &str| vocabulary.knows(word);
    let (start, helped) = with_our_words(piece.text, vocabulary);
    let mut helped: Vec<(Range<usize>, &Rewrite)> = helped;
    let text = start.as_ref().map_or(piece.text, |start| &start.text);
    if let Some(diagnostic) = advice_only(piece, text, vocabulary, &mut trial) {
        return Some(Idiom::Certain(diagnostic));
    }
    let has_ours = |entry: &Rewrite| {
        entry
            .replacements
            .iter()
            .any(|ours| of_game(ours, vocabulary).is_some())
    };
    helped.retain(|(_, entry)| has_ours(entry) || is_of_game(entry.help, piece.text, vocabulary));
    let mut seen: HashSet<String> = HashSet::from_iter([piece.text.to_owned()]);
    let mut left = MAX_TRIALS;
    let mut best: Option<Rewritten> = None;
    let mut perhaps: Option<Rewritten> = None;
    let mut frontier = vec![Rewritten {
        text: piece.text.to_owned(),
        first: piece.text.len()..piece.text.len(),
        missing: "",
    }];
    if let Some(start) = start {
        seen.insert(start.text.clone());
        match trial(&start.text) {
            ParseOutcome::Clean => return Some(Idiom::Certain(finding(piece, &start, knows))),
            ParseOutcome::Read => best = Some(copy(&start)),
            ParseOutcome::Unread => {}
        }
        // No sentence with unknown words can parse.
        frontier = vec![start];
    }
    for depth in 0..MAX_DEPTH {
        let mut next = Vec::new();
        for state in &frontier {
            for (entry, found) in PHRASES.find(&state.text) {
                // What always means the same has been tried if the sentence can be read.
                if can_be_read && entry.kind == Kind::Same {
                    continue;
                }
                let first = match depth {
                    0 if state.first.start == piece.text.len() => found.span.clone(),
                    _ => earlier(piece.text, &state.first, &state.text, &found.span),
                };
                if !entry.help.is_empty() && is_of_game(entry.help, piece.text, vocabulary) {
                    let here = earlier(
                        piece.text,
                        &(piece.text.len()..piece.text.len()),
                        &state.text,
                        &found.span,
                    );
                    helped.push((here, entry));
                }
                let ours = entry.replacements.iter();
                for ours in ours.filter_map(|ours| of_game(ours, vocabulary)) {
                    if left == 0 {
                        break;
                    }
                    let traits = starred(&state.text, &found, &ours);
                    let fits = traits.iter().all(|one| vocabulary.is_trait(one));
                    let text = rewritten(&state.text, &found, &ours).filter(|_| fits);
                    let Some(text) = text else {
                        continue;
                    };
                    if !seen.insert(text.clone()) {
                        continue;
                    }
                    left -= 1;
                    let rewritten = Rewritten {
                        text,
                        first: first.clone(),
                        missing: if depth == 0 { entry.missing() } else { "" },
                    };
                    match trial(&rewritten.text) {
                        ParseOutcome::Clean => {
                            return Some(Idiom::Certain(finding(piece, &rewritten, knows)));
                        }
                        // Results of more than two rewrites are too speculative.
                        ParseOutcome::Read
                            if best.is_none()
                                && depth < 2
                                && !piece.get(&first).split(' ').all(&knows) =>
                        {
                            best = Some(copy(&rewritten));
                        }
                        ParseOutcome::Read if perhaps.is_none() && entry.is_narrow() => {
                            perhaps = Some(copy(&rewritten));
                        }
                        _ => {}
                    }
                    if next.len() < MAX_WIDTH {
                        next.push(rewritten);
                    }
                }
            }
        }
        frontier = next;
    }
    // In a sentence that parses, words of other games may have a meaning of their own.
    if can_be_read {
        helped.retain(|(at, entry)| {
            let written = piece.get(at);
            !knows(written) && (!entry.replacements.is_empty() || written.contains(' '))
        });
    } else if let Some(best) = best {
        return Some(Idiom::Certain(finding(piece, &best, knows)));
    }
    // Words without an equivalent come first. Pronouns come last, because they may be clear once the rest is fixed.
    let is_pronoun = |at: &Range<usize>| {
        let written = piece.get(at);
        lists()
            .pronouns
            .iter()
            .any(|one| one.eq_ignore_ascii_case(written))
    };
    helped.sort_by_key(|(at, entry)| {
        let ours = !entry.replacements.is_empty();
        (ours, is_pronoun(at), at.start, Reverse(at.end))
    });
    let help = helped
        .into_iter()
        .find(|(at, entry)| !entry.help.is_empty() && !at.is_empty());
    let Some((at, entry)) = help else {
        let all_known = || {
            plain_words(piece.text)
                .iter()
                .all(|word| knows(piece.get(word)))
        };
        let perhaps = perhaps.filter(|_| !can_be_read && all_known())?;
        return Some(Idiom::Likely(finding(piece, &perhaps, knows)));
    };
    let known = piece.get(&at).split(' ').all(&knows);
    let mut diagnostic = unknown(piece, &at, knows);
    // Suggest the equivalent of a word that has only one, even if the sentence has other mistakes.
    if let ([ours], false) = (entry.replacements, known)
        && ENGLISH.words.iter().any(|word| std::ptr::eq(word, entry))
        && !piece.get(&at).contains(' ')
        && let Some(ours) = of_game(ours, vocabulary)
    {
        if matches!(ours, Cow::Borrowed(_)) {
            diagnostic = diagnostic.help(entry.help);
        }
        let title = format!("write `{ours}`");
        let ours = in_case_of(&ours, piece.get(&at));
        diagnostic = diagnostic.fix(Safety::Unsafe, title, piece.at(&at), ours);
    } else {
        diagnostic = diagnostic.help(entry.help);
    }
    let only_helped = can_be_read && entry.replacements.is_empty();
    Some(match known || only_helped {
        true => Idiom::Likely(diagnostic),
        false => Idiom::Certain(diagnostic),
    })
}

/// Returns the diagnostic for a phrase that is [`Rewrite::advice_only`]. `text` is the sentence after the replacement
/// of single words.
fn advice_only(
    piece: &Fragment<'_>,
    text: &str,
    vocabulary: &Vocabulary<'_>,
    trial: &mut impl FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<Place>> {
    let knows = |word: &str| vocabulary.knows(word);
    let none = piece.text.len()..piece.text.len();
    let mut found = ADVICE_ONLY.find(text);
    let (entry, found) = found.find(|(entry, _)| is_of_game(entry.help, piece.text, vocabulary))?;
    let at = earlier(piece.text, &none, text, &found.span);
    for ours in entry.replacements {
        let text = rewritten(text, &found, &of_game(ours, vocabulary)?)?;
        if trial(&text) == ParseOutcome::Clean {
            let rewritten = Rewritten {
                text,
                first: at,
                missing: "",
            };
            return Some(finding(piece, &rewritten, knows));
        }
    }
    (!at.is_empty()).then(|| unknown(piece, &at, knows).help(entry.help))
}

/// Translates a replacement to the words of a game, which may use another noun for units. Returns `None` if the game
/// lacks something that the replacement mentions.
fn of_game<'o>(ours: &'o str, vocabulary: &Vocabulary<'_>) -> Option<Cow<'o, str>> {
    let mut written = Cow::Borrowed(ours);
    // Only where the card is known, see [`in_our_words`].
    if ours.contains("{this}") || !vocabulary.has_counters(ours) {
        return None;
    }
    for range in words(ours).into_iter().rev() {
        let word = ours.get(range.clone())?;
        // The `s` of `{1}s` is an ending of a captured word, not a word.
        let is_end = ours.get(..range.start)?.ends_with('}');
        let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_end;
        if !is_word || vocabulary.knows(word) {
            continue;
        }
        let acting = lists().acting_nouns.iter().position(|known| *known == word);
        let acting = acting.and_then(|number| vocabulary.words.acting.get(number))?;
        written.to_mut().replace_range(range, acting);
    }
    Some(written)
}

/// Returns whether all words in the backticks of a help text are known to the game or occur in the text.
fn is_of_game(help: &str, text: &str, vocabulary: &Vocabulary<'_>) -> bool {
    let text = text.to_lowercase();
    let quoted = help.split('`').skip(1).step_by(2);
    let mut words = quoted.flat_map(|written| {
        words(written)
            .into_iter()
            .filter_map(|word| written.get(word))
    });
    words.all(|word| {
        !word.starts_with(|c: char| c.is_ascii_alphabetic())
            || vocabulary.knows(word)
            || text.contains(&word.to_lowercase())
    })
}

fn copy(rewritten: &Rewritten) -> Rewritten {
    Rewritten {
        text: rewritten.text.clone(),
        first: rewritten.first.clone(),
        missing: rewritten.missing,
    }
}

/// Replaces the words of [`Idioms::words`]. Returns the sentence, if it changed, and all matches with their entries.
fn with_our_words(
    text: &str,
    vocabulary: &Vocabulary<'_>,
) -> (Option<Rewritten>, Vec<(Range<usize>, &'static Rewrite)>) {
    let found = WORDS.find(text).map(|(entry, found)| (found, *entry));
    let mut found: Vec<(Found, &'static Rewrite)> = found.collect();
    // If two matches overlap, the longer one counts.
    found.sort_by_key(|(found, _)| (found.range.start, Reverse(found.range.end)));
    let mut end = 0;
    found.retain(|(found, _)| {
        let free = found.range.start >= end;
        if free {
            end = found.range.end;
        }
        free
    });
    let helped = found
        .iter()
        .map(|(found, entry)| (found.span.clone(), *entry))
        .collect();
    let Some(first) = found.first().map(|(found, _)| found.span.clone()) else {
        return (None, helped);
    };
    let mut changed = text.to_owned();
    let mut any = false;
    for (found, entry) in found.iter().rev() {
        let mut ours = entry.replacements.iter();
        if let Some(ours) = ours.find_map(|ours| of_game(ours, vocabulary))
            && let Some(text) = rewritten(&changed, found, &ours)
        {
            changed = text;
            any = true;
        }
    }
    let start = any.then_some(Rewritten {
        text: changed,
        first,
        missing: "",
    });
    (start, helped)
}

/// Returns a text in which the words of other games are replaced by those of the language.
pub(super) fn with_known_words(text: &str, vocabulary: &Vocabulary<'_>) -> String {
    let (rewritten, _) = with_our_words(text, vocabulary);
    rewritten.map_or_else(|| text.to_owned(), |rewritten| rewritten.text)
}

/// Returns the range of a match or of an earlier one (`known`) in the original sentence, whichever comes first.
fn earlier(original: &str, known: &Range<usize>, text: &str, span: &Range<usize>) -> Range<usize> {
    let written = text.get(span.clone()).unwrap_or_default();
    let lower = original.to_lowercase();
    // Letters whose lowercase form has another length would shift the offsets.
    let at = (lower.len() == original.len())
        .then(|| lower.find(&written.to_lowercase()))
        .flatten();
    match at {
        Some(at) if (at < known.start || known.is_empty()) && !written.is_empty() => {
            at..at + written.len()
        }
        _ if known.start == original.len() => 0..0,
        _ => known.clone(),
    }
}

/// Returns the diagnostic of an unknown phrase, without help.
fn unknown(
    piece: &Fragment<'_>,
    at: &Range<usize>,
    knows: impl Fn(&str) -> bool,
) -> Diagnostic<Place> {
    let at = &without_small_words(piece, at);
    let written = piece.get(at);
    let is_word = !written.contains([' ', '(']);
    let message = if knows(written) || !is_word || !written.chars().any(char::is_alphabetic) {
        format!("\"{written}\" is not how the language says this")
    } else {
        format!("\"{written}\" is not a word of the language")
    };
    Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(at),
        message,
        "the language says this in other words",
    )
}

/// Removes small words from the start of a range: `your opponent` for `to your opponent`.
fn without_small_words(piece: &Fragment<'_>, at: &Range<usize>) -> Range<usize> {
    let written = piece.get(at);
    let written = written.trim_start();
    let trimmed = lists()
        .quote_prefixes
        .iter()
        .find_map(|prefix| written.strip_prefix(prefix))
        .unwrap_or(written);
    at.end - trimmed.len()..at.end
}

fn finding(
    piece: &Fragment<'_>,
    rewritten: &Rewritten,
    knows: impl Fn(&str) -> bool,
) -> Diagnostic<Place> {
    let (range, by) = difference(piece.text, &rewritten.text);
    let first = &rewritten.first;
    let apart = first.end < range.start || range.end < first.start;
    let first = if first.is_empty() || apart {
        range.clone()
    } else {
        first.clone()
    };
    let missing = match rewritten.missing {
        "" if piece.get(&first).trim().is_empty() => "there are too few words here",
        missing => missing,
    };
    if !missing.is_empty() {
        let range = range.start..range.start.max(range.end);
        let end = piece.get(&(0..range.end)).trim_end().len();
        // The missing words may follow a conjunction: `… and put it into your hand`.
        let half = !rewritten.missing.is_empty() && by.split_whitespace().any(|word| word == "and");
        return Diagnostic::new(
            Code::UnreadableSentence,
            piece.at(&(end..end)),
            missing,
            "something is missing here",
        )
        .because(match half {
            true => Reason::MissingHalf,
            false => Reason::Other,
        })
        .fix(
            Safety::Unsafe,
            format!(
                "write for example `{}`",
                rewritten.text.trim_end_matches('.')
            ),
            piece.at(&range),
            by,
        );
    }
    let written = piece.get(&range).trim().to_owned();
    let diagnostic = match without_sign(&written, &by) {
        Some(number) => {
            let end = range.start + piece.get(&range).trim_end().len();
            Diagnostic::new(
                Code::UnreadableSentence,
                piece.at(&(end - number.len()..end)),
                format!("missing sign before \"{number}\""),
                "a change is written with its sign",
            )
        }
        None => unknown(piece, &first, knows),
    };
    let lower = written.to_lowercase();
    let left = lower.strip_suffix(&by.trim().to_lowercase());
    let left = left.filter(|left| left.ends_with(' ') && !by.trim().is_empty());
    let left = left.and_then(|left| written.get(..left.len()));
    let mut reason = Reason::Other;
    let title = if let Some(left) = left {
        format!("leave out `{}`", left.trim())
    } else if by.trim().is_empty() {
        format!("leave out `{written}`")
    } else if by.len() * 2 > rewritten.text.len() || leads_on(&by) || by.trim().starts_with('\'') {
        reason = Reason::QuotesSentence;
        format!("write `{}`", rewritten.text.trim())
    } else {
        // Extend the replacement to all words that the diagnostic shows.
        let shown = without_small_words(piece, &first);
        let before = piece.get(&(shown.start..range.start));
        let after = piece.get(&(range.end..shown.end));
        let ours = format!("{before}{by}{after}");
        let ours = ours.trim();
        // The heading has its colon already.
        let is_heading = piece.rule == Rule::one_heading;
        let ours = match is_heading && piece.get(&range).trim_end().ends_with(':') {
            true => ours.trim_end_matches(':'),
            false => ours,
        };
        format!("write `{ours}`")
    };
    diagnostic
        .because(reason)
        .fix(Safety::Unsafe, title, piece.at(&range), by)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn an_entry_is_listed_once_and_names_only_what_it_captures() {
        assert_eq!(source::SUFFIXES, rewrite::SUFFIXES);
        let all = || {
            ENGLISH
                .words
                .iter()
                .chain(ENGLISH.phrases)
                .chain(ENGLISH.lines)
        };
        let mut seen = HashSet::default();
        let again = all().filter(|entry| !seen.insert((entry.pattern, entry.kind == Kind::Same)));
        let again: Vec<&str> = again.map(|entry| entry.pattern).collect();
        assert!(again.is_empty(), "listed twice:\n{}", again.join("\n"));
        for entry in all() {
            let pattern = entry.pattern;
            let has_text = !entry.replacements.is_empty() || !entry.help.is_empty();
            assert!(has_text, "{pattern}");
            assert_eq!(
                entry.kind == Kind::Advice,
                entry.replacements.is_empty(),
                "{pattern}"
            );
            let captures: usize = pattern.split(' ').map(source::captures).sum();
            for ours in entry.replacements {
                for piece in ours.split('{').skip(1) {
                    let (name, _) = piece.split_once('}').expect("a closing brace");
                    if name == source::THIS {
                        continue;
                    }
                    let number: usize = name
                        .trim_end_matches(rewrite::SUFFIXES)
                        .parse()
                        .expect(name);
                    assert!((1..=captures).contains(&number), "{pattern}: {ours}");
                }
            }
        }
    }

    /// Returns the valid sentences of the language description.
    fn valid_sentences() -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language/chapters");
        let mut sentences = Vec::new();
        for chapter in std::fs::read_dir(&folder).expect("the chapters") {
            let chapter = std::fs::read_to_string(chapter.expect("a file").path()).expect("text");
            let mut is_code = false;
            for line in chapter.lines() {
                if let Some(language) = line.strip_prefix("```") {
                    is_code = !is_code && language.starts_with("effect ");
                } else if is_code && !line.starts_with('!') {
                    let line = line.trim_start_matches("= ");
                    sentences.extend(
                        line.split_inclusive(". ")
                            .map(|part| part.trim().to_owned()),
                    );
                }
            }
        }
        sentences
    }

    #[test]
    fn a_valid_sentence_is_not_taken_for_an_idiom() {
        let sentences = valid_sentences();
        assert!(sentences.len() > 1000, "{}", sentences.len());
        let mut wrong = Vec::new();
        for sentence in &sentences {
            for (entry, _) in PHRASES.find(sentence) {
                if !entry.help.is_empty() {
                    wrong.push(format!("{} | {sentence}", entry.pattern));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn the_difference_is_in_whole_words() {
        let of = |old: &str, new: &str| {
            let (range, by) = difference(old, new);
            (old[range].to_owned(), by)
        };
        assert_eq!(
            of("Deal 2 to it.", "Deal 2 damage to it."),
            (String::new(), "damage ".to_owned())
        );
        assert_eq!(
            of("A unit cats.", "A unit cast."),
            ("cats".to_owned(), "cast".to_owned())
        );
        assert_eq!(
            of("You must go.", "You go."),
            ("must ".to_owned(), String::new())
        );
        assert_eq!(of("Go now.", "Go."), (" now".to_owned(), String::new()));
    }
}
