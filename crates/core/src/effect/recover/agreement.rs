//! Agreement: the form of a verb or noun that the words before it require, and the article before a noun.

use super::idioms::article_of;
use super::repair::asks_for_several;
use super::words::{Vocabulary, Word, with_replaced};
use crate::effect::keywords::is_keyword;
use crate::effect::letter_case::in_case_of;
use crate::effect::lists::lists;

/// Maximum number of words between an article and its noun.
const BETWEEN: usize = 3;

fn is_in(list: &[&str], word: &str) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Returns the text with one verb or noun in its other form, where the words before it allow only that.
pub(super) fn forms(text: &str, all: &[Word], vocabulary: &Vocabulary<'_>) -> Vec<String> {
    let mut changed = Vec::new();
    for pair in all.windows(2) {
        let [before, at] = pair else { continue };
        let word = text.get(at.clone()).unwrap_or_default();
        let last = text.get(before.clone()).unwrap_or_default();
        let gap = text.get(before.end..at.start).unwrap_or_default();
        let no_subject = !gap.trim().is_empty()
            || is_in(lists().subjectless, last)
            || is_in(lists().singular_determiners, last)
            || is_in(lists().plural_determiners, last);
        let several = asks_for_several(text.get(..at.start).unwrap_or_default());
        let subject = subject_is_plural(text, all, before, vocabulary);
        for (form, is_longer) in other_forms(word) {
            let nouns = &vocabulary.words.nouns;
            let is_noun = nouns.contains(&form) && nouns.contains(&word.to_lowercase());
            let is_verb = is_keyword(&form) && is_keyword(word);
            let fits = match several {
                Some(several) if is_noun => {
                    several == is_longer && !is_in(lists().doubtful_determiners, last)
                }
                _ => {
                    let agrees = subject.is_none_or(|is_plural| is_plural != is_longer);
                    is_verb && !is_noun && !no_subject && agrees
                }
            };
            if fits {
                let form = in_case_of(&form, word);
                changed.push(with_replaced(text, at, &form));
            }
        }
    }
    changed
}

/// Returns whether the subject that ends with the word `last` is plural. `None` if that word may not be its noun.
fn subject_is_plural(
    text: &str,
    all: &[Word],
    last: &Word,
    vocabulary: &Vocabulary<'_>,
) -> Option<bool> {
    let word = |at: &Word| text.get(at.clone()).unwrap_or_default();
    let clause = all.iter().rev().filter(|at| at.end <= last.start);
    let mut clause = clause.take_while(|at| {
        let is_lead = is_in(lists().clause_leads, word(at));
        let after = text.get(at.end..last.start).unwrap_or_default();
        !is_lead && !after.contains([',', ':', ';'])
    });
    // `units adjacent to your hero gain`
    if clause.any(|at| is_in(lists().prepositions, word(at))) {
        return None;
    }
    let last = word(last).to_lowercase();
    if is_in(lists().second_person, &last) {
        return Some(true);
    }
    if vocabulary.words.counted.contains(&last) {
        return Some(false);
    }
    let mut counted = vocabulary.words.counted.iter();
    let is_plural = counted.any(|noun| plural_of(noun).contains(&last));
    is_plural.then_some(true)
}

/// Returns the possible plurals of a noun.
pub(super) fn plural_of(noun: &str) -> [String; 2] {
    ["s", "es"].map(|end| format!("{noun}{end}"))
}

/// Returns the text with `your` in place of `their` before what players have, where only `you` can be meant.
pub(super) fn possessives(text: &str, all: &[Word], vocabulary: &Vocabulary<'_>) -> Vec<String> {
    let word = |at: &Word| text.get(at.clone()).unwrap_or_default();
    let mut speaks_to_you = false;
    let mut changed = Vec::new();
    for (index, at) in all.iter().enumerate() {
        let written = word(at);
        let is_acting = |noun: &String| noun.eq_ignore_ascii_case(written);
        if is_in(lists().third_persons, written) || vocabulary.words.acting.iter().any(is_acting) {
            return changed;
        }
        let own = lists().own_possessives;
        let own = own
            .iter()
            .find(|(theirs, _)| theirs.eq_ignore_ascii_case(written));
        if let Some((_, yours)) = own.filter(|_| speaks_to_you) {
            let thing = all.get(index + 1).map(word).unwrap_or_default();
            let is_thing = |owned: &String| owned.eq_ignore_ascii_case(thing);
            if vocabulary.words.of_players.iter().any(is_thing) {
                changed.push(with_replaced(text, at, &in_case_of(yours, written)));
            }
        }
        speaks_to_you |= is_in(lists().second_person, written);
    }
    changed
}

/// Returns the forms of a word with and without the ending of a plural or of the third person, and whether the form is
/// the longer one.
pub(super) fn other_forms(word: &str) -> Vec<(String, bool)> {
    let word = word.to_lowercase();
    if let Some((one, several)) = lists()
        .verb_forms
        .iter()
        .find(|(one, several)| [*one, *several].contains(&word.as_str()))
    {
        let other = if word == *one { several } else { one };
        return vec![((*other).to_owned(), word == *several)];
    }
    let shorter = ["s", "es"].iter().filter_map(|end| word.strip_suffix(end));
    let shorter = shorter.map(|stem| (stem.to_owned(), false));
    let longer = ["s", "es"].iter().map(|end| (format!("{word}{end}"), true));
    shorter.chain(longer).collect()
}

/// Returns the text with an article before a singular noun that has no determiner.
pub(super) fn articles(text: &str, all: &[Word], vocabulary: &Vocabulary<'_>) -> Vec<String> {
    let mut changed = Vec::new();
    let word = |at: &Word| text.get(at.clone()).unwrap_or_default();
    let is_noun = |word: &str| {
        vocabulary
            .words
            .counted
            .iter()
            .any(|noun| noun.eq_ignore_ascii_case(word))
    };
    for (index, pair) in all.windows(2).enumerate() {
        let [before, first] = pair else { continue };
        let opens = is_in(lists().article_openers, word(before));
        let rest = all.get(index + 1..).unwrap_or_default();
        let noun = rest
            .iter()
            .take(BETWEEN + 1)
            .position(|at| is_noun(word(at)));
        let Some(noun) = noun.filter(|_| opens) else {
            continue;
        };
        let is_attribute = |at: &Word| {
            let word = word(at);
            let determines = is_in(lists().singular_determiners, word)
                || is_in(lists().plural_determiners, word)
                || is_in(lists().phrase_starts, word)
                || is_in(lists().quantifiers_and_modals, word);
            !determines && !word.starts_with(|c: char| c.is_ascii_digit())
        };
        let between = rest.get(..noun).unwrap_or_default();
        let is_apart = text
            .get(before.end..rest.get(noun).map_or(before.end, |noun| noun.start))
            .is_some_and(|between| between.contains([',', '.', ';', ':', '(']));
        if !is_apart && between.iter().all(is_attribute) {
            let article = match article_of(word(first)) {
                "" => "a",
                article => article,
            };
            changed.push(with_replaced(
                text,
                &(first.start..first.start),
                &format!("{article} "),
            ));
        }
    }
    changed
}
