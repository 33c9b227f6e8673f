//! Words that two clauses or nouns share: a verb, a noun, the words that describe it.

use crate::effect::letter_case::{capitalised, uncapitalised};
use std::ops::Range;

use super::super::agreement;
use super::super::fragment::{Fragment, ParseOutcome, is_read};
use super::super::words::{with_replaced, words};
use crate::diagnostic::{Code, Diagnostic, Place, Safety};
use crate::effect::lists::lists;

/// Maximum number of conjunctions of a sentence that are tried.
pub(super) const MAX_JOINTS: usize = 3;

const MAX_WORDS: usize = 10;

/// Reports a repeated noun in `each *undead* unit or *dragon* unit`: it belongs once, after both.
pub(super) fn one_noun_twice(
    piece: &Fragment<'_>,
    all: &[Range<usize>],
    index: usize,
    trial: &mut impl FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<Place>> {
    let word = all.get(index)?;
    let noun = all.get(index.checked_sub(1)?)?;
    let mut behind = all.iter().skip(index + 1).take(4);
    let again = behind.find(|again| piece.get(again).eq_ignore_ascii_case(piece.get(noun)))?;
    // The article of `a *dragon* unit` is dropped.
    let after = piece.get(&(word.end..again.start)).trim_start();
    let article = ["a ", "an ", "each "]
        .iter()
        .find(|article| after.starts_with(**article));
    let after = after.get(article.map_or(0, |article| article.len())..)?;
    let range = noun.start..again.start;
    let by = format!("{} {after}", piece.get(word));
    if trial(&with_replaced(piece.text, &range, &by)) < ParseOutcome::Clean {
        return None;
    }
    let written = piece.get(noun).to_owned();
    let whole = format!("{by}{written}");
    Some(
        Diagnostic::new(
            Code::UnreadableSentence,
            piece.at(noun),
            format!(
                "\"{written}\" is repeated on both sides of \"{}\"",
                piece.get(word)
            ),
            "needed only once, after both",
        )
        .fix(
            Safety::Unsafe,
            format!("write `{whole}`"),
            piece.at(&range),
            by,
        ),
    )
}

/// Repeats the verb for a second object: `Deal 2 damage to an enemy unit or your hero.` Words that follow both objects
/// are repeated too: `Move this unit or a friendly unit up to 2 steps.`
pub(super) fn one_verb_for_two(
    piece: &Fragment<'_>,
    all: &[Range<usize>],
    index: usize,
    trial: &mut impl FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<Place>> {
    let word = all.get(index)?;
    let before = piece.text.get(..word.start)?;
    let after = piece.text.get(word.end..)?.trim();
    let said_before = all
        .get(..index)?
        .iter()
        .map(|word| piece.get(word).to_lowercase());
    if piece.get(word).eq_ignore_ascii_case("or")
        && said_before
            .into_iter()
            .any(|word| lists().no_choice_words.contains(&&*word))
    {
        return None;
    }
    // A clause starts at the start of the sentence, or after a lead and its comma.
    let leads = before
        .match_indices(", ")
        .map(|(comma, by)| comma + by.len());
    let written = piece.get(word);
    let joint = match written.eq_ignore_ascii_case("or") {
        true => " or",
        false => ", then",
    };
    for start in [0].into_iter().chain(leads.take(1)) {
        let objects = all.get(..index)?.iter().rev().take(MAX_WORDS);
        for object in objects.filter(|object| object.start > start) {
            let verb = piece.text.get(start..object.start)?.trim_end();
            // The split must not separate an adjective from its noun.
            let last = verb.rsplit(' ').next().unwrap_or_default();
            if last.ends_with(['*', '"']) || lists().noun_openers.contains(&&*last.to_lowercase()) {
                continue;
            }
            if trial(&capitalised(&format!("{verb} {after}"))) < ParseOutcome::Clean {
                continue;
            }
            if let Some((noun, words)) = describes(verb, piece.get(object), after)
                && (written.eq_ignore_ascii_case("and") || !is_one(noun))
            {
                let first = before.get(object.start..)?.trim_end();
                let both = [words, first, words, after];
                return Some(described_twice(piece, word, noun, both, trial));
            }
            if ends_in_number(verb) {
                return Some(two_numbers(piece, word));
            }
            // Things that the clause chooses would be chosen again.
            let lower = verb.to_lowercase();
            let chosen = ["a ", "an ", "another ", "up to "];
            let anew = chosen
                .iter()
                .any(|first| format!("{lower} ").starts_with(first));
            if anew || lower.ends_with(" for") {
                return None;
            }
            let verb = uncapitalised(verb);
            let listed = before.get(object.start..end_before(before))?;
            let (first, others) = listed.split_once(", ").unwrap_or((listed, ""));
            let range = object.start + first.len()..word.end;
            let rewritten = tails(after).find_map(|tail| {
                let others = others.split(", ").filter(|other| !other.is_empty());
                let others = others.map(|other| format!("{joint} {verb} {other}{tail}"));
                let others: String = others.collect();
                let by = format!("{tail}{others}{joint} {verb}");
                (trial(&with_replaced(piece.text, &range, &by)) >= ParseOutcome::Clean)
                    .then_some(by)
            });
            let Some(by) = rewritten else { continue };
            let diagnostic = Diagnostic::new(
                Code::UnreadableSentence,
                piece.at(word),
                format!("\"{written}\" cannot join these in one clause"),
                "the verb must be repeated after this",
            );
            let title = format!("write `{}`", by.trim_start_matches([',', ' ']));
            return Some(diagnostic.fix(Safety::Unsafe, title, piece.at(&range), by));
        }
    }
    None
}

/// Returns whether a clause ends inside a computed number: `… equal to your hero's`.
fn ends_in_number(clause: &str) -> bool {
    let clause = format!("{clause} ");
    let mut starts = lists().number_starts.iter();
    starts.any(|start| {
        let number = clause.rsplit_once(start).map(|(_, number)| number);
        number.is_some_and(|number| !format!(" {number}").contains(" to "))
    })
}

/// Reports two numbers joined in one: `equal to your hero's power and knowledge`. Repeating the verb would choose or
/// count something else.
fn two_numbers(piece: &Fragment<'_>, word: &Range<usize>) -> Diagnostic<Place> {
    let written = piece.get(word);
    Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(word),
        format!("\"{written}\" cannot join two numbers"),
        "only one number can be computed here",
    )
    .help("compute one number in each sentence, and name what was chosen again: `Choose an enemy ‹acting›. …`")
}

/// Returns the clause up to its noun, and the following words that start a place or a state of that noun. In this
/// case a second place or state is joined, not a second noun. `next` is the word after the clause, and `after` is the
/// text after the conjunction.
fn describes<'t>(clause: &'t str, next: &str, after: &str) -> Option<(&'t str, &'t str)> {
    let begins = |begins: &str| begins.split(' ').next() == Some(&*next.to_lowercase());
    if lists().noun_modifiers.iter().copied().any(begins) {
        return Some((clause, ""));
    }
    let ending = lists().noun_modifiers.iter().find_map(|begins| {
        let before = clause.strip_suffix(begins)?;
        before.ends_with(' ').then_some(before.len())
    });
    let within = || clause.rfind(" within range ").map(|at| at + 1);
    let ending = ending.or_else(|| clause.ends_with(" of").then(within)?);
    let (noun, words) = clause.split_at(ending?);
    // A card off the map is in only one zone, so `in … and in …` joins two cards, not two descriptions of one.
    let mut behind = after.split([' ', '.', ',']).take(4);
    if words == "in" && !behind.any(|word| matches!(word, "row" | "column")) {
        return None;
    }
    // Words that a verb requires do not describe the noun: `swap this unit with`, `place a token on`.
    let noun = noun.trim_end();
    let whole = [".", " cannot move."];
    let ends = whole.iter().any(|end| is_read(&format!("{noun}{end}")));
    ends.then_some((noun, words))
}

/// Returns whether the noun at the end of a clause is a single chosen thing, so that `or` between two descriptions is
/// unambiguous.
fn is_one(clause: &str) -> bool {
    let clause = clause.to_lowercase();
    let counts = |word: &&str| {
        let number = word.starts_with(|c: char| c.is_ascii_digit());
        let one = matches!(*word, "a" | "an" | "another");
        one || number || matches!(*word, "each" | "all" | "of" | "no" | "the" | "random")
    };
    let word = clause.split(' ').rev().find(counts);
    matches!(word, Some("a" | "an" | "another"))
}

/// Reports two descriptions of one noun: `an enemy unit adjacent to your hero and a location`. It is unclear whether
/// one thing fits both, or there is one of each.
fn described_twice(
    piece: &Fragment<'_>,
    word: &Range<usize>,
    noun: &str,
    [words, first, again, second]: [&str; 4],
    trial: &mut impl FnMut(&str) -> ParseOutcome,
) -> Diagnostic<Place> {
    let written = piece.get(word).to_lowercase();
    let (label, help) = match written.as_str() {
        "or" => (
            "ambiguous: both kinds together, or all of one kind",
            "write a sentence for each of the two, each with its own number",
        ),
        _ => (
            "ambiguous: one that is both, or one of each",
            "for one of each, write two sentences; for one that is both, keep only one of the two descriptions",
        ),
    };
    let parts = [words, first, again, second].into_iter();
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let in_a_row = parts.join(" ");
    let whole = piece.text.find(noun).and_then(|at| piece.text.get(..at));
    let whole = whole.map(|before| format!("{before}{noun} {in_a_row}"));
    // If the first description ends with a noun, the second description could apply to that noun instead.
    let known = lists()
        .noun_modifiers
        .iter()
        .chain(&["the same row as", "the same column as"]);
    let anchor = known.fold(first, |first, begins| {
        let rest = first.strip_prefix(begins).unwrap_or(first);
        rest.trim_start()
    });
    let range = anchor.trim_start_matches(|c: char| c.is_ascii_digit());
    let anchor = range.strip_prefix(" of ").unwrap_or(anchor);
    let state = matches!(words, "with" | "without") || first.starts_with("with");
    let known = ["your hero", "this ", "that ", "the ", "it"];
    let closed = state || known.iter().any(|begins| anchor.starts_with(begins));
    // `each unit adjacent to your hero and each unit on a location`: two separate groups.
    let more = first.contains("each ") || second.contains("each ");
    let both = whole
        .filter(|whole| written == "and" && closed && !more && trial(whole) >= ParseOutcome::Clean);
    Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(word),
        format!("\"{written}\" cannot join two descriptions of one noun"),
        label,
    )
    .help(match both {
        Some(both) => format!(
            "for one that is both, write `{}`; for one of each, write two sentences",
            both.trim_end_matches('.')
        ),
        None => help.to_owned(),
    })
}

/// Repeats the verb for a second subject: `This unit and your hero cannot be attacked.`
pub(super) fn one_verb_of_two(
    piece: &Fragment<'_>,
    all: &[Range<usize>],
    index: usize,
    trial: &mut impl FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<Place>> {
    let word = all.get(index)?;
    let written = piece.get(word);
    let first = piece.text.get(..word.start)?.trim_end();
    let after = piece.text.get(word.end..)?.trim();
    // Splitting the sentence would drop the lead from its second half, or charge a shared cost twice.
    let leads = first.contains(',') || first.to_lowercase().contains(" may ");
    if leads || trial(&capitalised(after)) < ParseOutcome::Clean {
        return None;
    }
    let verb = tails(after)
        .skip(1)
        .find(|verb| trial(&format!("{first}{verb}.")) >= ParseOutcome::Clean)?;
    // `Discard a card and spend 1 power to draw 3 cards.` has a single payment.
    if verb.starts_with(" to ") {
        let diagnostic = Diagnostic::new(
            Code::UnreadableSentence,
            piece.at(word),
            format!("\"{written}\" cannot join two costs"),
            "only one cost is allowed before `to`",
        );
        return Some(diagnostic.help(
            "pay one of them in a separate sentence: `You may discard a card. If you do, you may … to …`",
        ));
    }
    let second = after.strip_suffix('.')?.strip_suffix(&*verb)?;
    // `Other friendly "Skeleton" and "Walking Dead" units`: the words before the first name also apply to the second.
    let shared: Vec<&str> = first
        .split(' ')
        .take_while(|word| {
            lists()
                .shared_adjectives
                .contains(&word.to_lowercase().as_str())
        })
        .collect();
    let own = second.trim_start().to_lowercase();
    let second = match shared.first() {
        Some(_) if own.starts_with(['"', '*']) => {
            format!(" {} {}", shared.join(" "), second.trim_start())
        }
        _ => second.to_owned(),
    };
    let second = second.trim_start();
    // `Each unit adjacent to your hero or the enemy hero gains …`: the `or` joins places, not subjects.
    let joins_places = ["adjacent to ", "within range "]
        .iter()
        .any(|place| first.contains(place));
    if written.eq_ignore_ascii_case("or") && joins_places {
        let diagnostic = Diagnostic::new(
            Code::UnreadableSentence,
            piece.at(word),
            format!("\"{written}\" cannot join two points of reference"),
            "ambiguous: near one of them, or near both",
        );
        return Some(diagnostic.help(
            "write a sentence for each of the two, and exclude the first group from the second: `… adjacent to \
             the enemy ‹leader› (excluding ‹actings› adjacent to your ‹leader›) …`",
        ));
    }
    let range = first.len()..piece.text.trim_end().len();
    let second_sentence = capitalised(second);
    let verb_of_first = in_person_of(first, &verb);
    let verb_of_second = in_person_of(&second_sentence, &verb);
    let is_one = written.eq_ignore_ascii_case("or");
    let by = match is_one {
        true => format!(
            "{verb_of_first} or {}{verb_of_second}.",
            uncapitalised(second)
        ),
        false => format!("{verb_of_first}. {second_sentence}{verb_of_second}."),
    };
    if is_one && trial(&with_replaced(piece.text, &range, &by)) < ParseOutcome::Clean {
        return None;
    }
    Some(
        Diagnostic::new(
            Code::UnreadableSentence,
            piece.at(word),
            format!("\"{written}\" cannot join two subjects"),
            "a sentence has only one subject",
        )
        .fix(
            Safety::Unsafe,
            format!("write `{first}{by}`"),
            piece.at(&range),
            by,
        ),
    )
}

/// Returns the end of a sentence, which begins with a space and the verb, with the verb in the third person if the
/// subject is one thing.
fn in_person_of(subject: &str, end: &str) -> String {
    let first = subject.split(' ').next().unwrap_or_default();
    let is_one = lists()
        .singular_determiners
        .iter()
        .any(|known| known.eq_ignore_ascii_case(first));
    let third_person = || {
        let (verb, rest) = end.trim_start().split_once(' ')?;
        let mut forms = agreement::other_forms(verb).into_iter();
        let is_valid = |form: &str| is_read(&format!("{subject} {form} {rest}."));
        let form = forms.find(|(form, is_longer)| *is_longer && is_valid(form));
        form.map(|(form, _)| format!(" {form} {rest}"))
    };
    let changed = if is_one { third_person() } else { None };
    changed.unwrap_or_else(|| end.to_owned())
}

/// Returns the words at the end of a clause that several objects may share: first no words, then the longest possible
/// ending, then shorter ones.
fn tails(clause: &str) -> impl Iterator<Item = String> {
    let clause = clause.trim_end_matches('.');
    let words = words(clause);
    let few = words.len().saturating_sub(MAX_WORDS);
    let tails = words.into_iter().skip(few);
    let tails = tails.filter_map(|word| Some(format!(" {}", clause.get(word.start..)?)));
    std::iter::once(String::new()).chain(tails)
}

/// Returns the length of a text without a trailing comma.
pub(super) fn end_before(text: &str) -> usize {
    text.trim_end().trim_end_matches(',').len()
}
