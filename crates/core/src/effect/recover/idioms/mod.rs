//! Idioms: words and phrases of other games and of everyday speech, with their equivalents in this language.
//!
//! Entries that always keep the meaning are applied to a line until it compiles ([`super::rewording`]). The other ones
//! are suggested ([`suggestion`]). The entries are data files (`grammar/idioms`). `build.rs` parses them with
//! [`crate::idiom`] and generates Rust values. A game has entries of its own
//! ([`super::words::GameWords`]).

mod lookup;
pub(super) mod pattern;
mod rewrite;
mod suggestion;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::sync::LazyLock;

use super::words::{Vocabulary, needs_rule, words};
use crate::effect::lists::lists;

pub use lookup::{
    PhraseEntry, is_foreign_heading, is_function_word, known_phrases, look_up, rephrased,
};
use pattern::{Found, Patterns};
pub(super) use rewrite::article_of;
use rewrite::{left_out, rewritten, starred};
use suggestion::with_our_words;
pub(super) use suggestion::{Idiom, phrase};

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

/// The phrases that may not keep the meaning, so that they are only suggested.
static SUGGESTED: Rewrites = LazyLock::new(|| {
    let suggested = |rewrite: &&Rewrite| rewrite.kind != Kind::Same;
    patterns(ENGLISH.phrases.iter().filter(suggested))
});

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
    let of_game = vocabulary.words.wordings.find_in(text, is_first);
    let of_game = of_game.map(|(ours, found)| (ours.iter().map(String::as_str).collect(), found));
    let found = lists.iter().flat_map(|list| list.find_in(text, is_first));
    let found = found.filter(|(entry, _)| entry.kind == Kind::Same);
    let found = found.map(|(entry, found)| (entry.replacements.to_vec(), found));
    let all = of_game
        .chain(found)
        .flat_map(|(ours, found): (Vec<&str>, Found)| {
            let ours = ours.into_iter().filter_map(move |ours| {
                let ours = named(ours, this)?;
                let ours = self::of_game(&ours, vocabulary)?;
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

/// Returns whether a text has a phrase with several meanings, so that it must not be rewritten: an `ask!` entry. What an
/// `advice!` entry explains may still compile in other words. A game with a rule of its own for the phrase has decided what it means.
pub(super) fn must_be_asked(text: &str, vocabulary: &Vocabulary<'_>) -> bool {
    let mut found = ADVICE_ONLY.find(text);
    if !found.any(|(entry, _)| entry.kind == Kind::Ask) {
        return false;
    }
    let decides = |ours: &&str| needs_rule(ours) && vocabulary.has_rules_for(ours);
    // The line may have a heading.
    let body = text
        .split_once(':')
        .map_or("", |(_, body)| body.trim_start());
    let mut same = PHRASES.find(text).chain(PHRASES.find(body));
    !same.any(|(entry, _)| entry.kind == Kind::Same && entry.replacements.iter().any(decides))
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

/// Returns whether a word occurs in a pattern.
pub(super) fn has(word: &str) -> bool {
    WORDS.has_word(word) || PHRASES.has_word(word)
}

/// Translates a replacement to the words of a game, which may use another noun for units. Returns `None` if the game
/// lacks something that the replacement mentions.
fn of_game<'o>(ours: &'o str, vocabulary: &Vocabulary<'_>) -> Option<Cow<'o, str>> {
    let mut written = Cow::Borrowed(ours);
    // Only where the card is known, see [`in_our_words`].
    let has_all = vocabulary.has_counters(ours) && vocabulary.has_rules_for(ours);
    if ours.contains("{this}") || !has_all {
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

/// Returns a text in which the words of other games are replaced by those of the language.
pub(super) fn with_known_words(text: &str, vocabulary: &Vocabulary<'_>) -> String {
    let (rewritten, _) = with_our_words(text, vocabulary);
    rewritten.map_or_else(|| text.to_owned(), |rewritten| rewritten.text)
}
