//! Words and phrases of other games and of everyday speech, with what this language says instead.
//!
//! A sentence is rewritten with the entries of two lists until it can be read and all of it is
//! understood; the rewritten sentence is the proposal. An entry that leads nowhere still has a help.

mod pattern;
mod phrases;
mod rewrite;
mod words;

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::LazyLock;

use super::fragment::{Piece, Trial};
use super::words::{Vocabulary, in_case_of, plain_words, words};
use crate::collections::HashSet;
use crate::diagnostic::{Code, Diagnostic, Place, Reason, Safety};
use crate::effect::syntax::Rule;
use pattern::{Found, Patterns};
pub(super) use rewrite::article_of;
use rewrite::{difference, leads_on, rewritten, without_sign};

/// How many rewritten sentences are tried.
const TRIALS: usize = 90;
/// How many entries are used on one sentence, one after another.
const DEEPEST: usize = 4;
/// How many rewritten sentences are kept for rewriting further.
const WIDEST: usize = 24;

/// How others say something, and how this language does.
struct Entry {
    /// What is found, in the language of [`pattern`].
    says: &'static str,
    /// What can stand in its place, the likeliest first.
    ours: &'static [&'static str],
    /// What to do where none of that makes a sentence; nothing where the words are those of the
    /// language and may be meant.
    help: &'static str,
    /// What is said where the words are ours and something is missing behind them.
    lacks: &'static str,
    /// Whether it can mean so much that nothing else is proposed than what stands here, if even that.
    open: bool,
}

impl Entry {
    /// Whether it says most of its words, so that it is not found by chance.
    fn is_narrow(&self) -> bool {
        let tokens = || self.says.split(' ').filter(|token| *token != "^");
        let words = tokens().filter(|token| *token == "W").count();
        words < 2 && tokens().next().is_some_and(|first| !first.starts_with('…'))
    }
}

/// The entries of the lists by what they say.
static WORDS: LazyLock<Patterns<&Entry>> =
    LazyLock::new(|| Patterns::new(words::WORDS.iter().map(|entry| (entry.says, entry))));
static PHRASES: LazyLock<Patterns<&Entry>> = LazyLock::new(|| {
    let entries = phrases::PHRASES.into_iter().flatten();
    Patterns::new(entries.map(|entry| (entry.says, entry)))
});
/// Those of the phrases that are open: they are looked for in every sentence, and few.
static OPEN: LazyLock<Patterns<&Entry>> = LazyLock::new(|| {
    let entries = phrases::PHRASES.into_iter().flatten();
    let open = entries.filter(|entry| entry.open);
    Patterns::new(open.map(|entry| (entry.says, entry)))
});

/// A sentence that was rewritten.
struct Rewritten {
    text: String,
    /// What was rewritten first, in the sentence as written.
    first: Range<usize>,
    /// What it lacked, if that is all.
    lacks: &'static str,
}

/// What there is to say of a foreign phrase.
pub(super) enum Foreign {
    /// With other words the sentence is right, or nobody knows the word.
    Surely(Diagnostic<Place>),
    /// The words are those of the language, so something else may be wrong.
    Perhaps(Diagnostic<Place>),
}

const PRONOUNS: [&str; 5] = ["they", "he", "she", "him", "her"];

/// Whether a word stands in the lists.
pub(super) fn has(word: &str) -> bool {
    WORDS.ask_for(word) || PHRASES.ask_for(word)
}

/// Says how the language says a phrase that it does not have. Of a sentence that `can_be_read`, only
/// what makes it right all over is proposed.
pub(super) fn phrase(
    piece: &Piece<'_>,
    can_be_read: bool,
    vocabulary: &Vocabulary<'_>,
    mut trial: impl FnMut(&str) -> Trial,
) -> Option<Foreign> {
    let knows = |word: &str| vocabulary.knows(word);
    let (start, helped) = with_our_words(piece.text, vocabulary);
    let mut helped: Vec<(Range<usize>, &Entry)> = helped;
    let text = start.as_ref().map_or(piece.text, |start| &start.text);
    if let Some(finding) = opened(piece, text, vocabulary, &mut trial) {
        return Some(Foreign::Surely(finding));
    }
    let has_ours = |entry: &Entry| {
        entry
            .ours
            .iter()
            .any(|ours| of_game(ours, vocabulary).is_some())
    };
    helped.retain(|(_, entry)| has_ours(entry) || is_of_game(entry.help, piece.text, vocabulary));
    let mut seen: HashSet<String> = HashSet::from_iter([piece.text.to_owned()]);
    let mut left = TRIALS;
    let mut best: Option<Rewritten> = None;
    let mut perhaps: Option<Rewritten> = None;
    let mut frontier = vec![Rewritten {
        text: piece.text.to_owned(),
        first: piece.text.len()..piece.text.len(),
        lacks: "",
    }];
    if let Some(start) = start {
        seen.insert(start.text.clone());
        match trial(&start.text) {
            Trial::Clean => return Some(Foreign::Surely(finding(piece, &start, knows))),
            Trial::Read => best = Some(copy(&start)),
            Trial::Unread => {}
        }
        // The words that nobody knows stay in no sentence that can be read.
        frontier = vec![start];
    }
    for depth in 0..DEEPEST {
        let mut next = Vec::new();
        for state in &frontier {
            for (entry, found) in PHRASES.find(&state.text) {
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
                let ours = entry.ours.iter();
                for ours in ours.filter_map(|ours| of_game(ours, vocabulary)) {
                    if left == 0 {
                        break;
                    }
                    let text = rewritten(&state.text, &found, &ours);
                    if !seen.insert(text.clone()) {
                        continue;
                    }
                    left -= 1;
                    let rewritten = Rewritten {
                        text,
                        first: first.clone(),
                        lacks: if depth == 0 { entry.lacks } else { "" },
                    };
                    match trial(&rewritten.text) {
                        Trial::Clean => {
                            return Some(Foreign::Surely(finding(piece, &rewritten, knows)));
                        }
                        // What was rewritten more often is a guess about guesses.
                        Trial::Read
                            if best.is_none()
                                && depth < 2
                                && !piece.get(&first).split(' ').all(&knows) =>
                        {
                            best = Some(copy(&rewritten));
                        }
                        Trial::Read if perhaps.is_none() && entry.is_narrow() => {
                            perhaps = Some(copy(&rewritten));
                        }
                        _ => {}
                    }
                    if next.len() < WIDEST {
                        next.push(rewritten);
                    }
                }
            }
        }
        frontier = next;
    }
    // A sentence that can be read may have words of other games that are ours here.
    if can_be_read {
        helped.retain(|(at, entry)| {
            let said = piece.get(at);
            !knows(said) && (!entry.ours.is_empty() || said.contains(' '))
        });
    } else if let Some(best) = best {
        return Some(Foreign::Surely(finding(piece, &best, knows)));
    }
    // A word for which there is none of ours is the harder one.
    // What a pronoun means may be clear once that is mended.
    let is_pronoun = |at: &Range<usize>| {
        let said = piece.get(at);
        PRONOUNS.iter().any(|one| one.eq_ignore_ascii_case(said))
    };
    helped.sort_by_key(|(at, entry)| {
        let ours = !entry.ours.is_empty();
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
        return Some(Foreign::Perhaps(finding(piece, &perhaps, knows)));
    };
    let known = piece.get(&at).split(' ').all(&knows);
    let mut finding = unknown(piece, &at, knows);
    // A word that always means one of ours does so whatever else is wrong.
    if let ([ours], false) = (entry.ours, known)
        && words::WORDS.iter().any(|word| word.says == entry.says)
        && !piece.get(&at).contains(' ')
        && let Some(ours) = of_game(ours, vocabulary)
    {
        if matches!(ours, Cow::Borrowed(_)) {
            finding = finding.help(entry.help);
        }
        let title = format!("write `{ours}`");
        let ours = in_case_of(&ours, piece.get(&at));
        finding = finding.fix(Safety::Unsafe, title, piece.at(&at), ours);
    } else {
        finding = finding.help(entry.help);
    }
    let only_helped = can_be_read && entry.ours.is_empty();
    Some(match known || only_helped {
        true => Foreign::Perhaps(finding),
        false => Foreign::Surely(finding),
    })
}

/// What is said of a phrase that only its author can put in other words. `text` is the sentence with our words for what
/// has some.
fn opened(
    piece: &Piece<'_>,
    text: &str,
    vocabulary: &Vocabulary<'_>,
    trial: &mut impl FnMut(&str) -> Trial,
) -> Option<Diagnostic<Place>> {
    let knows = |word: &str| vocabulary.knows(word);
    let none = piece.text.len()..piece.text.len();
    let mut found = OPEN.find(text);
    let (entry, found) = found.find(|(entry, _)| is_of_game(entry.help, piece.text, vocabulary))?;
    let at = earlier(piece.text, &none, text, &found.span);
    for ours in entry.ours {
        let text = rewritten(text, &found, &of_game(ours, vocabulary)?);
        if trial(&text) == Trial::Clean {
            let rewritten = Rewritten {
                text,
                first: at,
                lacks: "",
            };
            return Some(finding(piece, &rewritten, knows));
        }
    }
    (!at.is_empty()).then(|| unknown(piece, &at, knows).help(entry.help))
}

/// Words of ours as a game says them that calls what acts on its map something else; `None` where it has not what they
/// speak of.
fn of_game<'o>(ours: &'o str, vocabulary: &Vocabulary<'_>) -> Option<Cow<'o, str>> {
    let mut said = Cow::Borrowed(ours);
    if !vocabulary.has_counters(ours) {
        return None;
    }
    for range in words(ours).into_iter().rev() {
        let word = ours.get(range.clone())?;
        // `{1}s` is a form of what the author wrote.
        let is_end = ours.get(..range.start)?.ends_with('}');
        let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_end;
        if !is_word || vocabulary.knows(word) {
            continue;
        }
        let acting = ACTING.iter().position(|known| *known == word);
        let acting = acting.and_then(|number| vocabulary.words.acting.get(number))?;
        said.to_mut().replace_range(range, acting);
    }
    Some(said)
}

/// What the lists call that which acts on the map: one of them, and several.
const ACTING: [&str; 2] = ["unit", "units"];

/// Whether a game has all that a help would have its author write, in a text that may hold words of its own.
fn is_of_game(help: &str, text: &str, vocabulary: &Vocabulary<'_>) -> bool {
    let text = text.to_lowercase();
    let quoted = help.split('`').skip(1).step_by(2);
    let mut words =
        quoted.flat_map(|said| words(said).into_iter().filter_map(|word| said.get(word)));
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
        lacks: rewritten.lacks,
    }
}

/// The sentence with every word of the list in ours, and the words that were found, each with its
/// help.
fn with_our_words(
    text: &str,
    vocabulary: &Vocabulary<'_>,
) -> (Option<Rewritten>, Vec<(Range<usize>, &'static Entry)>) {
    let found = WORDS.find(text).map(|(entry, found)| (found, *entry));
    let mut found: Vec<(Found, &'static Entry)> = found.collect();
    // Of two that overlap, the longer one is meant.
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
        let mut ours = entry.ours.iter();
        if let Some(ours) = ours.find_map(|ours| of_game(ours, vocabulary)) {
            changed = rewritten(&changed, found, &ours);
            any = true;
        }
    }
    let start = any.then_some(Rewritten {
        text: changed,
        first,
        lacks: "",
    });
    (start, helped)
}

/// The place of what was found, or of what had been found before, in the sentence as written: the
/// first of the two.
fn earlier(original: &str, known: &Range<usize>, text: &str, span: &Range<usize>) -> Range<usize> {
    let said = text.get(span.clone()).unwrap_or_default();
    let lower = original.to_lowercase();
    // Letters whose lowercase has another length would shift the places.
    let at = (lower.len() == original.len())
        .then(|| lower.find(&said.to_lowercase()))
        .flatten();
    match at {
        Some(at) if (at < known.start || known.is_empty()) && !said.is_empty() => {
            at..at + said.len()
        }
        _ if known.start == original.len() => 0..0,
        _ => known.clone(),
    }
}

/// What is said of a phrase, without what to do.
fn unknown(
    piece: &Piece<'_>,
    at: &Range<usize>,
    knows: impl Fn(&str) -> bool,
) -> Diagnostic<Place> {
    let at = &without_small_words(piece, at);
    let said = piece.get(at);
    let is_word = !said.contains([' ', '(']);
    let message = if knows(said) || !is_word || !said.chars().any(char::is_alphabetic) {
        format!("\"{said}\" is not how the language says this")
    } else {
        format!("\"{said}\" is not a word of the language")
    };
    Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(at),
        message,
        "the language says this in other words",
    )
}

/// `to your opponent` without its `to`.
fn without_small_words(piece: &Piece<'_>, at: &Range<usize>) -> Range<usize> {
    let said = piece.get(at);
    let said = said.trim_start();
    let trimmed = ["to ", "of ", ", "]
        .iter()
        .find_map(|small| said.strip_prefix(small))
        .unwrap_or(said);
    at.end - trimmed.len()..at.end
}

fn finding(
    piece: &Piece<'_>,
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
    let lacks = match rewritten.lacks {
        "" if piece.get(&first).trim().is_empty() => "there are too few words here",
        lacks => lacks,
    };
    if !lacks.is_empty() {
        let range = range.start..range.start.max(range.end);
        let end = piece.get(&(0..range.end)).trim_end().len();
        // What is missing may follow a joint of the sentence: `… and put it into your hand`.
        let half = !rewritten.lacks.is_empty() && by.split_whitespace().any(|word| word == "and");
        return Diagnostic::new(
            Code::UnreadableSentence,
            piece.at(&(end..end)),
            lacks,
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
    let said = piece.get(&range).trim().to_owned();
    let finding = match without_sign(&said, &by) {
        Some(number) => {
            let end = range.start + piece.get(&range).trim_end().len();
            Diagnostic::new(
                Code::UnreadableSentence,
                piece.at(&(end - number.len()..end)),
                format!("the sign before \"{number}\" is missing"),
                "a change is written with its sign",
            )
        }
        None => unknown(piece, &first, knows),
    };
    let lower = said.to_lowercase();
    let left = lower.strip_suffix(&by.trim().to_lowercase());
    let left = left.filter(|left| left.ends_with(' ') && !by.trim().is_empty());
    let left = left.and_then(|left| said.get(..left.len()));
    let mut reason = Reason::Other;
    let title = if let Some(left) = left {
        format!("leave out `{}`", left.trim())
    } else if by.trim().is_empty() {
        format!("leave out `{said}`")
    } else if by.len() * 2 > rewritten.text.len() || leads_on(&by) || by.trim().starts_with('\'') {
        reason = Reason::QuotesSentence;
        format!("write `{}`", rewritten.text.trim())
    } else {
        // What stands there instead of all that is shown.
        let shown = without_small_words(piece, &first);
        let before = piece.get(&(shown.start..range.start));
        let behind = piece.get(&(range.end..shown.end));
        let ours = format!("{before}{by}{behind}");
        let ours = ours.trim();
        // The colon of a heading stands already.
        let is_heading = piece.rule == Rule::one_heading;
        let ours = match is_heading && piece.get(&range).trim_end().ends_with(':') {
            true => ours.trim_end_matches(':'),
            false => ours,
        };
        format!("write `{ours}`")
    };
    finding
        .because(reason)
        .fix(Safety::Unsafe, title, piece.at(&range), by)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::rewrite::CHANGES;
    use super::*;

    #[test]
    fn an_entry_stands_once_and_names_only_what_it_finds() {
        let all: Vec<&Entry> = words::WORDS
            .iter()
            .chain(phrases::PHRASES.into_iter().flatten())
            .collect();
        for (at, entry) in all.iter().enumerate() {
            assert!(
                all.iter()
                    .skip(at + 1)
                    .all(|other| other.says != entry.says),
                "{}",
                entry.says
            );
            assert!(
                !entry.ours.is_empty() || !entry.help.is_empty(),
                "{}",
                entry.says
            );
            let captures = pattern::captures(entry.says);
            for ours in entry.ours {
                for piece in ours.split('{').skip(1) {
                    let (name, _) = piece.split_once('}').expect("a closing brace");
                    let number: usize = name.trim_end_matches(CHANGES).parse().expect(name);
                    assert!((1..=captures).contains(&number), "{}: {ours}", entry.says);
                }
            }
        }
    }

    /// The sentences of the description of the language that are right.
    fn right_sentences() -> Vec<String> {
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
    fn what_is_right_is_not_taken_for_a_foreign_phrase() {
        let sentences = right_sentences();
        assert!(sentences.len() > 1000, "{}", sentences.len());
        let mut wrong = Vec::new();
        for sentence in &sentences {
            for (entry, _) in PHRASES.find(sentence) {
                if !entry.help.is_empty() {
                    wrong.push(format!("{} | {sentence}", entry.says));
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
