//! Suggestions for idioms that are not rewritten without a question.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

use super::pattern::Found;
use super::rewrite::{difference, leads_on, rewritten, starred, without_sign};
use super::{ADVICE_ONLY, ENGLISH, PHRASES, Rewrite, SUGGESTED, WORDS, is_of_game, of_game};
use crate::collections::HashSet;
use crate::diagnostic::{Code, Diagnostic, Place, Reason, Safety};
use crate::effect::letter_case::in_case_of;
use crate::effect::lists::lists;
use crate::effect::recover::fragment::{Fragment, ParseOutcome};
use crate::effect::recover::words::{Vocabulary, plain_words};
use crate::effect::syntax::Rule;

/// Maximum number of rewritten sentences that are tried.
const MAX_TRIALS: usize = 90;
/// Maximum number of entries that are applied to one sentence, one after the other.
const MAX_DEPTH: usize = 4;
/// Maximum number of rewritten sentences that are kept for the next entry.
const MAX_WIDTH: usize = 24;

/// A sentence that was rewritten.
pub(super) struct Rewritten {
    pub text: String,
    /// The first range that was rewritten, in the original sentence.
    first: Range<usize>,
    /// What is missing in the original sentence, if nothing else is wrong.
    missing: &'static str,
}

/// A diagnostic about an idiom.
pub(in crate::effect::recover) enum Idiom {
    /// The rewritten sentence is valid, or the word is unknown.
    Certain(Diagnostic<Place>),
    /// All words are valid, so something else may be wrong.
    Likely(Diagnostic<Place>),
}

/// Suggests the equivalent of an idiom in a sentence. `can_be_read` is `true` if the sentence parses. Only rewrites
/// that make it valid are suggested then.
pub(in crate::effect::recover) fn phrase(
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
    // What another game is advised not to say may be a phrase of this game.
    helped.retain(|(at, entry)| {
        let said = piece.text.get(at.clone()).unwrap_or_default();
        !(entry.replacements.is_empty() && vocabulary.are_of_phrases(said))
    });
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
    // What always means the same has been tried if the sentence can be read.
    let phrases = if can_be_read { &SUGGESTED } else { &PHRASES };
    for depth in 0..MAX_DEPTH {
        let mut next = Vec::new();
        for state in &frontier {
            for (entry, found) in phrases.find(&state.text) {
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
    let mut clean: Vec<String> = Vec::new();
    for ours in entry.replacements {
        let Some(text) = of_game(ours, vocabulary).and_then(|ours| rewritten(text, &found, &ours))
        else {
            continue;
        };
        if !clean.contains(&text) && trial(&text) == ParseOutcome::Clean {
            clean.push(text);
        }
    }
    match clean.as_slice() {
        [] => {}
        [_] => {
            let rewritten = Rewritten {
                text: clean.remove(0),
                first: at,
                missing: "",
            };
            return Some(finding(piece, &rewritten, knows));
        }
        // Which one is meant is for the author to say.
        readings => {
            let readings: Vec<String> = readings.iter().map(|text| format!("`{text}`")).collect();
            let readings = format!("write what is meant: {}", readings.join(" or "));
            return (!at.is_empty()).then(|| unknown(piece, &at, knows).help(readings));
        }
    }
    (!at.is_empty()).then(|| unknown(piece, &at, knows).help(entry.help))
}

fn copy(rewritten: &Rewritten) -> Rewritten {
    Rewritten {
        text: rewritten.text.clone(),
        first: rewritten.first.clone(),
        missing: rewritten.missing,
    }
}

/// Replaces the words of [`Idioms::words`]. Returns the sentence, if it changed, and all matches with their entries.
pub(super) fn with_our_words(
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
