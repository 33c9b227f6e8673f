//! The words of a sentence, and the vocabulary of the language and of a game.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::idioms::pattern::Patterns;
use crate::collections::HashSet;
use crate::effect::keywords::{is_keyword, keywords};
use crate::effect::lists::lists;
use crate::game::{Game, TypeRole};
use crate::idiom::{Entry, wording};
use crate::symbols::Symbols;

fn has(list: &[&str], word: &str) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Returns whether a word is so frequent that authors rarely write it by mistake.
pub(super) fn is_common(word: &str) -> bool {
    has(lists().frequent_words, word)
}

/// Returns whether replacing the word, or leaving it out, keeps the meaning.
pub(in crate::effect) fn is_small(word: &str) -> bool {
    has(lists().function_words, word)
}

/// Returns whether leaving the word out, or inserting it, changes the meaning.
pub(super) fn is_weighty(word: &str) -> bool {
    has(lists().quantifiers_and_modals, word)
}

/// Words of texts that need a rule which not every game has.
const LEAVES_GAME: &str = "from the game";
const IMMUNE: &str = "be affected by";

/// Returns whether a text needs a rule that not every game has.
pub(super) fn needs_rule(text: &str) -> bool {
    text.contains(LEAVES_GAME) || text.contains(IMMUNE)
}

/// Returns the last word of a name: `morale` of `positive morale`.
fn last_word(name: &str) -> &str {
    name.rsplit(' ').next().unwrap_or(name)
}

/// The range of a word in its sentence, in bytes.
pub(super) type Word = Range<usize>;

/// The words that a text of a game can contain: those of [`GameWords`] and those of names.
#[derive(Clone, Copy)]
pub(in crate::effect) struct Vocabulary<'v> {
    pub words: &'v GameWords,
    symbols: &'v Symbols<'v>,
}

impl Vocabulary<'_> {
    /// Returns whether phrases of the game have all of these words.
    pub fn are_of_phrases(&self, words: &str) -> bool {
        let mut words = words.split_whitespace();
        words.all(|word| self.words.of_phrases.contains(&word.to_lowercase()))
    }
}

/// The words of a game, collected for the first faulty text and shared by all texts.
pub(in crate::effect) type SharedWords = Arc<OnceLock<GameWords>>;

/// The words of the grammar and of the data of a game, in lowercase.
pub(in crate::effect) struct GameWords {
    /// Candidates for the correction of a misspelt word, sorted.
    pub usual: Vec<String>,
    /// Nouns and attributes: candidates for a missing word.
    pub nouns: Vec<String>,
    /// The nouns of the card type that acts on the map, singular and plural.
    pub acting: Vec<String>,
    /// Singular nouns of which there can be several, so that they have an article.
    pub counted: Vec<String>,
    /// The first words of what each player has: zones and the leader.
    pub of_players: Vec<String>,
    /// The wordings of the game, each with its replacements.
    pub(super) wordings: Patterns<Vec<String>>,
    /// The words of the phrases of the game.
    of_phrases: HashSet<String>,
    known: HashSet<String>,
}

impl GameWords {
    fn of(game: &Game) -> Self {
        let mut nouns = Vec::new();
        for list in [
            "attributes",
            "statistics",
            "marks",
            "tokens",
            "zones",
            "rows",
            "resources",
            "counters",
            "periods",
        ] {
            for (_, term) in game.terms(list) {
                nouns.push(term.name.to_lowercase());
            }
        }
        for card_type in game.card_types.values() {
            nouns.push(card_type.name.to_lowercase());
            nouns.push(card_type.plural.to_lowercase());
        }
        nouns.extend(lists().generic_nouns.iter().map(|noun| (*noun).to_owned()));
        let mut seen = HashSet::default();
        nouns.retain(|noun| seen.insert(noun.clone()));
        let mut usual: Vec<String> = keywords().to_vec();
        for word in &nouns {
            usual.extend(word.split(' ').map(str::to_owned));
        }
        for list in game.vocabulary.keys().filter(|list| *list != "traits") {
            for (_, term) in game.terms(list) {
                for word in std::iter::once(&term.name).chain(&term.also) {
                    usual.extend(word.to_lowercase().split(' ').map(str::to_owned));
                }
            }
        }
        for heading in game.headings.values() {
            usual.extend(heading.name.to_lowercase().split(' ').map(str::to_owned));
        }
        for (name, field) in &game.fields {
            if matches!(field.kind, crate::game::FieldKind::Flag) {
                usual.extend(name.split('_').map(str::to_owned));
            }
        }
        let of_phrases = game
            .templates
            .words()
            .filter(|word| word.starts_with(char::is_alphabetic));
        usual.extend(of_phrases);
        usual.sort();
        usual.dedup();
        let mut known: HashSet<String> = usual.iter().cloned().collect();
        known.extend(["a", "x", "can't"].map(str::to_owned));
        // `their hands` is valid, so `hands` is not a typo.
        for (_, term) in game.terms("zones") {
            known.extend(term.plural.to_lowercase().split(' ').map(str::to_owned));
        }
        let acting = game
            .acting_type()
            .map(|card_type| [&card_type.name, &card_type.plural].map(|name| name.to_lowercase()))
            .into_iter()
            .flatten()
            .collect();
        let counted = game
            .card_types
            .values()
            .filter(|card_type| card_type.role != Some(TypeRole::Leader))
            .map(|card_type| card_type.name.to_lowercase())
            .chain(lists().counted_nouns.iter().map(|noun| (*noun).to_owned()))
            .collect();
        let leaders = game.card_types.values();
        let leaders = leaders.filter(|card_type| card_type.role == Some(TypeRole::Leader));
        let zones = game.terms("zones").map(|(_, term)| &term.name);
        let first = |name: &String| name.split(' ').next().map(str::to_lowercase);
        let of_players = zones
            .chain(leaders.map(|card_type| &card_type.name))
            .filter_map(first)
            .collect();
        GameWords {
            of_players,
            acting,
            counted,
            usual,
            nouns,
            wordings: wordings(game),
            of_phrases: game.templates.words().collect(),
            known,
        }
    }
}

fn wordings(game: &Game) -> Patterns<Vec<String>> {
    // A faulty wording is reported with the data of the game.
    let read = game.wordings.iter().filter_map(|text| wording(text).ok());
    let entries: Vec<Entry> = read.flatten().collect();
    let all = entries
        .iter()
        .map(|entry| (entry.pattern.as_str(), entry.replacements.clone()));
    Patterns::new(all)
}

impl<'v> Vocabulary<'v> {
    pub fn of(symbols: &'v Symbols<'v>, shared: &'v SharedWords) -> Self {
        Vocabulary {
            words: shared.get_or_init(|| GameWords::of(symbols.game)),
            symbols,
        }
    }

    pub fn knows(&self, word: &str) -> bool {
        word.chars().any(|c| c.is_ascii_digit()) || self.knows_word(word)
    }

    /// Returns whether a word is known. Numbers do not count as known words.
    pub fn knows_word(&self, word: &str) -> bool {
        // `+X`
        let word = word.trim_start_matches(['+', '-', '−', '–']);
        let word = word.to_lowercase().replace('’', "'");
        // `their owners' hands`
        let word = word.trim_end_matches('\'');
        self.words.known.contains(word) || self.symbols.is_part_of_name(word)
    }

    pub fn is_trait(&self, word: &str) -> bool {
        self.symbols.bare_trait(word.trim_matches('*')).is_some()
    }

    /// Returns whether the game has the rules that a text needs: cards that leave the game, and immunity.
    pub fn has_rules_for(&self, text: &str) -> bool {
        let game = self.symbols.game;
        (game.removal || !text.contains(LEAVES_GAME)) && (game.immunity || !text.contains(IMMUNE))
    }

    /// Returns whether the game has the marks and tokens that a text names.
    pub fn has_counters(&self, text: &str) -> bool {
        let words: Vec<&str> = text.split(' ').collect();
        let has = |list: &str, word: &str| {
            let mut terms = self.symbols.game.terms(list);
            !word.starts_with(|c: char| c.is_ascii_lowercase())
                || lists().counter_determiners.contains(&word)
                || terms.any(|(_, term)| last_word(&term.name).eq_ignore_ascii_case(word))
        };
        words.windows(2).all(|pair| match pair {
            [word, "mark" | "marks"] => has("marks", word),
            [word, "token" | "tokens"] => has("tokens", word),
            _ => true,
        })
    }

    /// Returns whether `known` can be the correction of a word: `removes` is a form of `remove`, not a typo of `moves`.
    fn may_be_form(&self, word: &str, known: &str) -> bool {
        let stem = ["s", "es", "d", "ed"].iter().find_map(|ending| {
            let stem = word.strip_suffix(ending)?;
            (stem.len() > 3 && is_keyword(stem)).then_some(stem)
        });
        stem.is_none_or(|stem| known.starts_with(stem))
    }

    /// Returns the words within edit distance of a word, the most likely correction first.
    pub fn close_to(&self, word: &str) -> Vec<&str> {
        let word = word.to_lowercase();
        if lists().real_words.contains(&word.as_str()) {
            return Vec::new();
        }
        let length = word.chars().count();
        // One edit in a short word, one for each three letters of a longer one.
        let allowed = (length / 3).clamp(1, 3);
        let first = word.chars().next();
        let mut close: Vec<(usize, bool, usize, usize, &str)> = self
            .words
            .usual
            .iter()
            .filter(|known| known.len().abs_diff(word.len()) <= allowed && **known != word)
            .filter(|known| !denies(&word, known) && self.may_be_form(&word, known))
            .filter_map(|known| {
                let anagram = known.chars().next() == first && same_letters(&word, known);
                let distance = match anagram {
                    true => 1,
                    false => strsim::osa_distance(&word, known),
                };
                // Transposed, extra and missing letters are more likely typos than different letters.
                let other =
                    usize::from(known.chars().count() == length && !same_letters(&word, known));
                let rare = usize::from(!lists().frequent_words.contains(&known.as_str()));
                // Words that change the meaning are corrected by one edit at most.
                let allowed = if is_weighty(known) { 1 } else { allowed };
                // The first letter of a word is rarely wrong.
                let begins = known.chars().next() != first;
                (distance <= allowed).then_some((distance, begins, other, rare, known.as_str()))
            })
            .collect();
        close.sort();
        close.into_iter().map(|(.., known)| known).collect()
    }
}

/// Returns whether one of two words is the negation of the other: `undamaged` and `damaged`.
fn denies(one: &str, other: &str) -> bool {
    let of = |long: &str, short: &str| {
        let beginning = long.strip_suffix(short).unwrap_or_default();
        matches!(
            beginning.trim_end_matches('-'),
            "un" | "in" | "dis" | "non" | "n" | "de" | "re"
        )
    };
    of(one, other) || of(other, one)
}

fn same_letters(a: &str, b: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(a) == sorted(b)
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '+')
}

/// Returns the words of a sentence. A possessive is returned without its `'s`.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| is_word_char(*c)) {
        match words.last_mut() {
            Some(last) if last.end == at => last.end = at + c.len_utf8(),
            _ => words.push(at..at + c.len_utf8()),
        }
    }
    for word in &mut words {
        let written = text.get(word.clone()).unwrap_or_default();
        if let Some(apostrophe) = written.find(['\'', '’']) {
            let after = written.get(apostrophe..).unwrap_or_default();
            if matches!(after, "'s" | "’s" | "'" | "’") && apostrophe > 0 {
                word.end = word.start + apostrophe;
            }
        }
    }
    words
}

/// Returns the words outside quotation marks and asterisks, which enclose names and traits.
pub(super) fn plain_words(text: &str) -> Vec<Word> {
    let mut hidden: Vec<Range<usize>> = Vec::new();
    for marks in [&['"', '“', '”', '„'][..], &['*'][..]] {
        let places: Vec<usize> = text
            .char_indices()
            .filter(|(_, c)| marks.contains(c))
            .map(|(at, _)| at)
            .collect();
        hidden.extend(places.chunks_exact(2).filter_map(|pair| match pair {
            [open, close] => Some(*open..*close),
            _ => None,
        }));
    }
    let mut all = words(text);
    all.retain(|word| !hidden.iter().any(|range| range.contains(&word.start)));
    all
}

/// Returns the word or punctuation mark at byte `stop`, where parsing stopped, or the next one. Returns an empty range
/// at the end of the text if there is none.
pub(super) fn word_at(text: &str, stop: usize) -> Word {
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

pub(super) fn with_replaced(text: &str, range: &Word, by: &str) -> String {
    let mut changed = String::with_capacity(text.len() + by.len());
    changed.push_str(text.get(..range.start).unwrap_or_default());
    changed.push_str(by);
    changed.push_str(text.get(range.end..).unwrap_or_default());
    changed
}
