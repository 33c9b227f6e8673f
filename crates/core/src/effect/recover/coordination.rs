//! Conjunctions that the language does not allow between clauses.

mod ellipsis;

use crate::effect::letter_case::{capitalised, uncapitalised};
use std::ops::Range;

use super::fragment::{Fragment, ParseOutcome, is_read};
use super::words::{with_replaced, words};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Place, Safety};
use crate::effect::lists::lists;
use crate::effect::syntax::{Rule, Tree};
use ellipsis::{MAX_JOINTS, end_before, one_noun_twice, one_verb_for_two, one_verb_of_two};

/// Reports `and` between clauses, and `or` in a sentence that also has a cost or `, then`.
pub(super) fn joint(
    piece: &Fragment<'_>,
    stop: usize,
    mut trial: impl FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<Place>> {
    let all = words(piece.text);
    let at = all
        .iter()
        .position(|word| word.end > stop)
        .unwrap_or(all.len());
    for index in [Some(at), at.checked_sub(1), Some(at + 1), at.checked_sub(2)]
        .into_iter()
        .flatten()
    {
        let Some(word) = all.get(index) else { continue };
        if is_aside(piece, word) {
            continue;
        }
        let written = piece.get(word).to_lowercase();
        let found = match written.as_str() {
            "and" | "then" => and_between_clauses(piece, &all, index, &mut trial),
            "or" | "to" => None,
            _ => continue,
        };
        if found.is_some() {
            return found;
        }
        if matches!(written.as_str(), "or" | "then" | "to")
            && let Some(diagnostic) = mixed(piece, word)
        {
            return Some(diagnostic);
        }
    }
    let is_joint = |word: &Range<usize>| matches!(&*piece.get(word).to_lowercase(), "and" | "or");
    let mut joints: Vec<usize> = (1..all.len())
        .filter(|index| all.get(*index).is_some_and(is_joint))
        .filter(|index| all.get(*index).is_some_and(|word| !is_aside(piece, word)))
        .collect();
    joints.sort_by_key(|index| index.abs_diff(at));
    joints.truncate(MAX_JOINTS);
    let mut joints = joints.into_iter();
    joints.find_map(|index| {
        one_noun_twice(piece, &all, index, &mut trial)
            .or_else(|| one_verb_for_two(piece, &all, index, &mut trial))
            .or_else(|| one_verb_of_two(piece, &all, index, &mut trial))
    })
}

/// Returns whether a word is inside brackets, where no clause starts.
fn is_aside(piece: &Fragment<'_>, word: &Range<usize>) -> bool {
    let before = piece.get(&(0..word.start));
    before.rfind('(') > before.rfind(')')
}

/// Repeats the subject for a second verb: `A friendly unit moves up to 2 steps, then takes 1 damage.`
pub(super) fn subject_goes_on(
    piece: &Fragment<'_>,
    mut trial: impl FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<Place>> {
    let lower = piece.text.to_lowercase();
    let subject = words(piece.text).into_iter().take(2);
    let subject: Vec<&str> = subject.map(|word| piece.get(&word)).collect();
    let known = ["this", "that", "the", "your"];
    let own = match subject.as_slice() {
        [first, second] if known.iter().any(|word| first.eq_ignore_ascii_case(word)) => {
            Some(uncapitalised(&format!("{first} {second}")))
        }
        _ => None,
    };
    let joints = lists().continuations.iter().flat_map(|joint| {
        let found = lower.match_indices(joint);
        found.map(|(at, written)| at..at + written.len())
    });
    let mut joints: Vec<Range<usize>> = joints.collect();
    // Keep the longest conjunction at each position.
    joints.sort_by_key(|joint| joint.start);
    joints.dedup_by_key(|joint| joint.start);
    for joint in joints.into_iter().take(MAX_JOINTS) {
        let rest = piece.text.get(joint.end..)?.strip_prefix(' ')?;
        let verb = rest.split([' ', '.', ',']).next().unwrap_or_default();
        // A third-person verb ends in `s`. No noun that is possible here does.
        if !(verb.ends_with('s') || verb == "cannot") || lists().noun_modifiers.contains(&verb) {
            continue;
        }
        for subject in own
            .iter()
            .map(String::as_str)
            .chain(lists().repeated_subjects.iter().copied())
        {
            let by = format!(", then {subject}");
            if trial(&with_replaced(piece.text, &joint, &by)) < ParseOutcome::Clean {
                continue;
            }
            let at = joint.end + 1..joint.end + 1 + verb.len();
            let diagnostic = Diagnostic::new(
                Code::UnreadableSentence,
                piece.at(&at),
                format!("missing subject of `{verb}`"),
                "missing subject",
            );
            let title = format!("write `then {subject} {verb}`");
            return Some(diagnostic.fix(Safety::Unsafe, title, piece.at(&joint), by));
        }
    }
    None
}

/// Reports `and` between commands: `Draw a card and ready a power card.`
fn and_between_clauses(
    piece: &Fragment<'_>,
    all: &[Range<usize>],
    index: usize,
    trial: &mut impl FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<Place>> {
    let word = all.get(index)?;
    let is = |index: Option<usize>, wanted: &str| {
        index
            .and_then(|index| all.get(index))
            .filter(|word| piece.get(word).eq_ignore_ascii_case(wanted))
    };
    // The words between the clauses: `and`, `and then`, `then`.
    let (first, last) = if piece.get(word).eq_ignore_ascii_case("and") {
        (word, is(Some(index + 1), "then").unwrap_or(word))
    } else {
        (is(index.checked_sub(1), "and").unwrap_or(word), word)
    };
    let range = end_before(piece.text.get(..first.start)?)..last.end;
    let place = first.start..last.end;
    match trial(&with_replaced(piece.text, &range, ", then")) {
        ParseOutcome::Clean => {}
        ParseOutcome::Read => return two_sentences(piece, &range, &place, trial),
        ParseOutcome::Unread => return None,
    }
    Some(no_joint(piece, &place, &range))
}

/// Reports `and`, or `then` without its comma, between two clauses. `range` is replaced by `, then`.
pub(in crate::effect) fn no_joint(
    piece: &Fragment<'_>,
    place: &Range<usize>,
    range: &Range<usize>,
) -> Diagnostic<Place> {
    let written = piece.get(place);
    let (message, label) = if written.eq_ignore_ascii_case("then") {
        ("missing comma before `then`".to_owned(), "missing comma")
    } else {
        (
            format!("\"{written}\" cannot join two clauses"),
            "ambiguous: at the same time, or one after the other",
        )
    };
    Diagnostic::new(Code::UnreadableSentence, piece.at(place), message, label).fix(
        Safety::Unsafe,
        "write `, then`",
        piece.at(range),
        ", then",
    )
}

/// Splits simultaneous statements into two sentences and repeats a common lead: `Your spells cost 1 power less and
/// enemy spells cost 1 power more.`
fn two_sentences(
    piece: &Fragment<'_>,
    joint: &Range<usize>,
    place: &Range<usize>,
    trial: &mut impl FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<Place>> {
    let first = piece.text.get(..joint.start)?;
    let rest = piece.text.get(joint.end..)?.strip_prefix(' ')?;
    let (lead, _) = first.split_once(", ").unwrap_or_default();
    let second = match lead {
        "" => capitalised(rest),
        lead => format!("{}, {rest}", capitalised(lead)),
    };
    if trial(&format!("{first}.")) < ParseOutcome::Clean || trial(&second) < ParseOutcome::Clean {
        return None;
    }
    let range = joint.start..piece.text.len();
    let by = format!(". {second}");
    let written = piece.get(place);
    Some(
        Diagnostic::new(
            Code::UnreadableSentence,
            piece.at(place),
            format!("\"{written}\" cannot join two clauses"),
            "each statement needs its own sentence",
        )
        .fix(
            Safety::Unsafe,
            format!("write `{second}` as a separate sentence"),
            piece.at(&range),
            by,
        ),
    )
}

/// Reports `or` in a sentence that also has a cost or `, then`: the alternatives are ambiguous.
fn mixed(piece: &Fragment<'_>, word: &Range<usize>) -> Option<Diagnostic<Place>> {
    let before = piece
        .text
        .get(..word.start)?
        .trim_end()
        .trim_end_matches(',');
    let whole = format!("{before}.");
    let tree = Tree::read(Rule::one_sentence, &whole).ok()?;
    let after = piece.text.get(word.end..)?.trim();
    if !is_read(&capitalised(after)) {
        return None;
    }
    let written = piece.get(word).to_lowercase();
    let joint = tree.node(&whole)?.within().find(|node| {
        let rule = node.as_rule();
        match written.as_str() {
            "or" => matches!(rule, Rule::chain_then | Rule::pay_to | Rule::chain_or),
            _ => rule == Rule::chain_or,
        }
    })?;
    // The conjunction itself, without the comma before it.
    let from = joint.start();
    let text = joint.as_str();
    let from = from + (text.len() - text.trim_start_matches([',', ' ']).len());
    let first = from..from + 4.min(text.trim_start_matches([',', ' ']).find(' ').unwrap_or(2));
    let other = piece.get(&first).to_owned();
    let (message, label) = if written == "or" && joint.as_rule() == Rule::chain_or {
        (
            "more than two clauses are joined with \"or\"".to_owned(),
            "a third alternative",
        )
    } else {
        (
            format!("ambiguous: \"{written}\" and \"{other}\" join clauses in one sentence"),
            "this has two readings",
        )
    };
    let mut diagnostic = Diagnostic::new(Code::TwoReadings, piece.at(word), message, label)
        .label(piece.at(&first), "the other conjunction");
    let readings = readings(piece, word, &first);
    diagnostic = match readings.as_slice() {
        [one, two] => diagnostic.help(format!(
            "write `{}` or `{}`",
            one.replace('\n', " "),
            two.replace('\n', " ")
        )),
        _ => diagnostic.help(
            "write two sentences, or `Choose one:` with each choice after `- ` on its own line",
        ),
    };
    for reading in readings {
        diagnostic.fixes.push(Fix {
            title: format!("write `{}`", reading.replace('\n', " ")),
            safety: Safety::Unsafe,
            edits: vec![Edit {
                at: piece.at(&(0..piece.text.trim_end().len())),
                text: reading,
            }],
        });
    }
    Some(diagnostic)
}

/// Returns the two readings of a sentence with two conjunctions, each written out unambiguously.
fn readings(piece: &Fragment<'_>, second: &Range<usize>, first: &Range<usize>) -> Vec<String> {
    let text = piece.text.trim_end().trim_end_matches('.');
    let part = |range: Range<usize>| {
        text.get(range)
            .unwrap_or_default()
            .trim()
            .trim_end_matches(',')
            .trim()
    };
    let (a, b, c) = (
        part(0..first.start),
        part(first.end..second.start),
        part(second.end..text.len()),
    );
    let written = |range: &Range<usize>| piece.get(range).trim().to_lowercase();
    let big = capitalised;
    let both = match (written(first).as_str(), written(second).as_str()) {
        ("or", "then") => [
            format!("{a} or {b}. {}.", big(c)),
            format!("Choose one:\n- {a}.\n- {}, then {c}.", big(b)),
        ],
        ("then", "or") => [
            format!("{a}. {} or {c}.", big(b)),
            format!("Choose one:\n- {a}, then {b}.\n- {}.", big(c)),
        ],
        ("to", "or") => [
            format!("{a}. If you do, {b} or {c}."),
            format!("Choose one:\n- {a} to {b}.\n- {}.", big(c)),
        ],
        _ => return Vec::new(),
    };
    // The lead of a sentence would have to be repeated.
    let simple = both.iter().all(|reading| {
        reading
            .split(['\n'])
            .flat_map(|line| line.split_inclusive(". "))
            .map(|sentence| sentence.trim().trim_start_matches("- "))
            .filter(|sentence| !sentence.ends_with(':'))
            .all(is_read)
    });
    if simple { both.into() } else { Vec::new() }
}
