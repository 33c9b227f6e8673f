//! Clauses that are joined in a way that the language does not have.

use std::ops::Range;

use super::mend::{Piece, Trial, is_read};
use super::words::{capitalised, uncapitalised, with_replaced, words};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Place, Safety};
use crate::effect::syntax::{Rule, Tree};

/// Finds `and` between clauses, and `or` mixed with a cost or with `, then`.
pub(super) fn joint(
    piece: &Piece<'_>,
    stop: usize,
    mut trial: impl FnMut(&str) -> Trial,
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
        let said = piece.get(word).to_lowercase();
        let found = match said.as_str() {
            "and" | "then" => and_between_clauses(piece, &all, index, &mut trial),
            "or" | "to" => None,
            _ => continue,
        };
        if found.is_some() {
            return found;
        }
        if matches!(said.as_str(), "or" | "then" | "to")
            && let Some(finding) = mixed(piece, word)
        {
            return Some(finding);
        }
    }
    let is_joint = |word: &Range<usize>| matches!(&*piece.get(word).to_lowercase(), "and" | "or");
    let mut joints: Vec<usize> = (1..all.len())
        .filter(|index| all.get(*index).is_some_and(is_joint))
        .filter(|index| all.get(*index).is_some_and(|word| !is_aside(piece, word)))
        .collect();
    joints.sort_by_key(|index| index.abs_diff(at));
    joints.truncate(MOST_JOINTS);
    let mut joints = joints.into_iter();
    joints.find_map(|index| {
        one_noun_twice(piece, &all, index, &mut trial)
            .or_else(|| one_verb_for_two(piece, &all, index, &mut trial))
            .or_else(|| one_verb_of_two(piece, &all, index, &mut trial))
    })
}

/// Whether a word stands between brackets, where no clause begins.
fn is_aside(piece: &Piece<'_>, word: &Range<usize>) -> bool {
    let before = piece.get(&(0..word.start));
    before.rfind('(') > before.rfind(')')
}

/// How many joints of a sentence are tried, and how many words before each.
const MOST_JOINTS: usize = 3;
const MOST_WORDS: usize = 10;

/// `each *undead* unit or *dragon* unit`: the noun stands once, behind both.
fn one_noun_twice(
    piece: &Piece<'_>,
    all: &[Range<usize>],
    index: usize,
    trial: &mut impl FnMut(&str) -> Trial,
) -> Option<Diagnostic<Place>> {
    let word = all.get(index)?;
    let noun = all.get(index.checked_sub(1)?)?;
    let mut behind = all.iter().skip(index + 1).take(4);
    let again = behind.find(|again| piece.get(again).eq_ignore_ascii_case(piece.get(noun)))?;
    // `a *dragon* unit` goes without its article.
    let after = piece.get(&(word.end..again.start)).trim_start();
    let article = ["a ", "an ", "each "]
        .iter()
        .find(|article| after.starts_with(**article));
    let after = after.get(article.map_or(0, |article| article.len())..)?;
    let range = noun.start..again.start;
    let by = format!("{} {after}", piece.get(word));
    if trial(&with_replaced(piece.text, &range, &by)) < Trial::Clean {
        return None;
    }
    let said = piece.get(noun).to_owned();
    let whole = format!("{by}{said}");
    Some(
        Diagnostic::new(
            Code::UnreadableSentence,
            piece.at(noun),
            format!("\"{said}\" stands on both sides of \"{}\"", piece.get(word)),
            "said once, behind both",
        )
        .fix(
            Safety::Unsafe,
            format!("write `{whole}`"),
            piece.at(&range),
            by,
        ),
    )
}

/// Words behind which `or` is no choice between two things to do: of each of two kinds, or of neither.
const NO_CHOICE: [&str; 8] = [
    "each", "all", "without", "not", "no", "cannot", "unless", "same",
];

/// Words behind which a noun goes on.
const IN_NOUNS: [&str; 12] = [
    "each", "all", "a", "an", "another", "friendly", "enemy", "other", "adjacent", "vacant",
    "ready", "random",
];

/// `Deal 2 damage to an enemy unit or your hero.`: with the verb said again, it can be read. So is what stands
/// behind both: `Move this unit or a friendly unit up to 2 steps.`
fn one_verb_for_two(
    piece: &Piece<'_>,
    all: &[Range<usize>],
    index: usize,
    trial: &mut impl FnMut(&str) -> Trial,
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
            .any(|word| NO_CHOICE.contains(&&*word))
    {
        return None;
    }
    // A clause begins with the sentence, or behind a lead and its comma.
    let leads = before
        .match_indices(", ")
        .map(|(comma, by)| comma + by.len());
    let said = piece.get(word);
    let joint = match said.eq_ignore_ascii_case("or") {
        true => " or",
        false => ", then",
    };
    for start in [0].into_iter().chain(leads.take(1)) {
        let objects = all.get(..index)?.iter().rev().take(MOST_WORDS);
        for object in objects.filter(|object| object.start > start) {
            let verb = piece.text.get(start..object.start)?.trim_end();
            // Half of what is described would be said again, and the other half lost.
            let last = verb.rsplit(' ').next().unwrap_or_default();
            if last.ends_with(['*', '"']) || IN_NOUNS.contains(&&*last.to_lowercase()) {
                continue;
            }
            if trial(&capitalised(&format!("{verb} {after}"))) < Trial::Clean {
                continue;
            }
            if let Some((noun, words)) = describes(verb, piece.get(object), after)
                && (said.eq_ignore_ascii_case("and") || !is_one(noun))
            {
                let first = before.get(object.start..)?.trim_end();
                let both = [words, first, words, after];
                return Some(described_twice(piece, word, noun, both, trial));
            }
            // What is chosen there would be chosen anew.
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
                (trial(&with_replaced(piece.text, &range, &by)) >= Trial::Clean).then_some(by)
            });
            let Some(by) = rewritten else { continue };
            let finding = Diagnostic::new(
                Code::UnreadableSentence,
                piece.at(word),
                format!("\"{said}\" cannot join these in one clause"),
                "what is done has to be said again behind this",
            );
            let title = format!("write `{}`", by.trim_start_matches([',', ' ']));
            return Some(finding.fix(Safety::Unsafe, title, piece.at(&range), by));
        }
    }
    None
}

/// What begins a place or a state of a noun.
const DESCRIBES: [&str; 10] = [
    "adjacent to",
    "within range",
    "with",
    "without",
    "in the same row as",
    "in the same column as",
    "on",
    "behind",
    "nearest to",
    "in",
];

/// The clause up to its noun, and the words behind it that begin a place or a state of it: so what is
/// joined is no other noun, but another place or state of that one. `next` is the word behind them, and
/// `after` what is joined.
fn describes<'t>(clause: &'t str, next: &str, after: &str) -> Option<(&'t str, &'t str)> {
    let begins = |begins: &str| begins.split(' ').next() == Some(&*next.to_lowercase());
    if DESCRIBES.into_iter().any(begins) {
        return Some((clause, ""));
    }
    let ending = DESCRIBES.iter().find_map(|begins| {
        let before = clause.strip_suffix(begins)?;
        before.ends_with(' ').then_some(before.len())
    });
    let within = || clause.rfind(" within range ").map(|at| at + 1);
    let ending = ending.or_else(|| clause.ends_with(" of").then(within)?);
    let (noun, words) = clause.split_at(ending?);
    // A card that is not on the map is in one place, and of two of them each has its own.
    let mut behind = after.split([' ', '.', ',']).take(4);
    if words == "in" && !behind.any(|word| matches!(word, "row" | "column")) {
        return None;
    }
    // What a verb asks for describes no noun: `swap this unit with`, `place a token on`.
    let noun = noun.trim_end();
    let whole = [".", " cannot move."];
    let ends = whole.iter().any(|end| is_read(&format!("{noun}{end}")));
    ends.then_some((noun, words))
}

/// Whether the noun at the end of a clause is one that is chosen: of two that differ one is then as good as
/// the other.
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

/// `an enemy unit adjacent to your hero and a location`: one that is both, or one of each?
fn described_twice(
    piece: &Piece<'_>,
    word: &Range<usize>,
    noun: &str,
    [words, first, again, second]: [&str; 4],
    trial: &mut impl FnMut(&str) -> Trial,
) -> Diagnostic<Place> {
    let said = piece.get(word).to_lowercase();
    let (label, help) = match said.as_str() {
        "or" => (
            "are both meant to count here, or all of one kind?",
            "write a sentence for each of the two, with the number that is meant there",
        ),
        _ => (
            "one that is both, or one of each?",
            "of one of each, write a sentence for each; of one that is both, say only one of the two",
        ),
    };
    let parts = [words, first, again, second].into_iter();
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let in_a_row = parts.join(" ");
    let whole = piece.text.find(noun).and_then(|at| piece.text.get(..at));
    let whole = whole.map(|before| format!("{before}{noun} {in_a_row}"));
    // Behind a noun that can be described itself, the second would be about that one.
    let known = DESCRIBES
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
    // `each unit adjacent to your hero and each unit on a location`: these are several, of which none is both.
    let more = first.contains("each ") || second.contains("each ");
    let both =
        whole.filter(|whole| said == "and" && closed && !more && trial(whole) >= Trial::Clean);
    Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(word),
        format!("\"{said}\" cannot join what describes one noun"),
        label,
    )
    .help(match both {
        Some(both) => format!(
            "of one that is both, write `{}`; of one of each, write a sentence for each",
            both.trim_end_matches('.')
        ),
        None => help.to_owned(),
    })
}

/// What is said again of the one of which a sentence is about.
const AGAIN: [&str; 4] = ["that unit", "that hero", "that location", "it"];

/// What can stand before a predicate that goes on.
const GOES_ON: [&str; 4] = [", and then", ", then", ", and", " and"];

/// `A friendly unit moves up to 2 steps, then takes 1 damage.`: behind `, then` its subject is said again.
pub(super) fn subject_goes_on(
    piece: &Piece<'_>,
    mut trial: impl FnMut(&str) -> Trial,
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
    let joints = GOES_ON.iter().flat_map(|joint| {
        let found = lower.match_indices(joint);
        found.map(|(at, said)| at..at + said.len())
    });
    let mut joints: Vec<Range<usize>> = joints.collect();
    // Of those that begin at one place, the longest is first.
    joints.sort_by_key(|joint| joint.start);
    joints.dedup_by_key(|joint| joint.start);
    for joint in joints.into_iter().take(MOST_JOINTS) {
        let rest = piece.text.get(joint.end..)?.strip_prefix(' ')?;
        let verb = rest.split([' ', '.', ',']).next().unwrap_or_default();
        // What another one does has its verb in this form, and no noun that could stand here has.
        if !(verb.ends_with('s') || verb == "cannot") || DESCRIBES.contains(&verb) {
            continue;
        }
        for subject in own.iter().map(String::as_str).chain(AGAIN) {
            let by = format!(", then {subject}");
            if trial(&with_replaced(piece.text, &joint, &by)) < Trial::Clean {
                continue;
            }
            let at = joint.end + 1..joint.end + 1 + verb.len();
            let finding = Diagnostic::new(
                Code::UnreadableSentence,
                piece.at(&at),
                format!("\"{verb}\" has no subject of its own"),
                "what it is about is said again before this",
            );
            let title = format!("write `then {subject} {verb}`");
            return Some(finding.fix(Safety::Unsafe, title, piece.at(&joint), by));
        }
    }
    None
}

/// Words before a noun that say whose it is.
const SHARED: [&str; 6] = ["other", "friendly", "enemy", "each", "all", "your"];

/// `This unit and your hero cannot be attacked.`: each is the subject of a sentence of its own.
fn one_verb_of_two(
    piece: &Piece<'_>,
    all: &[Range<usize>],
    index: usize,
    trial: &mut impl FnMut(&str) -> Trial,
) -> Option<Diagnostic<Place>> {
    let word = all.get(index)?;
    let said = piece.get(word);
    let first = piece.text.get(..word.start)?.trim_end();
    let after = piece.text.get(word.end..)?.trim();
    // What leads a sentence would be lost for the second one, and what is paid together would be paid twice.
    let leads = first.contains(',') || first.to_lowercase().contains(" may ");
    if leads || trial(&capitalised(after)) < Trial::Clean {
        return None;
    }
    let verb = tails(after)
        .skip(1)
        .find(|verb| trial(&format!("{first}{verb}.")) >= Trial::Clean)?;
    let second = after.strip_suffix('.')?.strip_suffix(&*verb)?;
    // `Other friendly "Skeleton" and "Walking Dead" units`: whose the first ones are, the others are too.
    let shared: Vec<&str> = first
        .split(' ')
        .take_while(|word| SHARED.contains(&word.to_lowercase().as_str()))
        .collect();
    let own = second.trim_start().to_lowercase();
    let second = match shared.first() {
        Some(_) if own.starts_with(['"', '*']) => {
            format!(" {} {}", shared.join(" "), second.trim_start())
        }
        _ => second.to_owned(),
    };
    let second = second.trim_start();
    let range = first.len()..piece.text.trim_end().len();
    let by = match said.eq_ignore_ascii_case("or") {
        true => format!("{verb} or {}{verb}.", uncapitalised(second)),
        false => format!("{verb}. {}{verb}.", capitalised(second)),
    };
    let is_one = said.eq_ignore_ascii_case("or");
    if is_one && trial(&with_replaced(piece.text, &range, &by)) < Trial::Clean {
        return None;
    }
    Some(
        Diagnostic::new(
            Code::UnreadableSentence,
            piece.at(word),
            format!("\"{said}\" cannot join two subjects"),
            "a sentence is about one of them",
        )
        .fix(
            Safety::Unsafe,
            format!("write `{first}{by}`"),
            piece.at(&range),
            by,
        ),
    )
}

/// What can stand behind several objects at the end of a clause: nothing, and its last words, the most first.
fn tails(clause: &str) -> impl Iterator<Item = String> {
    let clause = clause.trim_end_matches('.');
    let words = words(clause);
    let few = words.len().saturating_sub(MOST_WORDS);
    let tails = words.into_iter().skip(few);
    let tails = tails.filter_map(|word| Some(format!(" {}", clause.get(word.start..)?)));
    std::iter::once(String::new()).chain(tails)
}

/// Where a text ends without the comma that stands behind it.
fn end_before(text: &str) -> usize {
    text.trim_end().trim_end_matches(',').len()
}

/// `Draw a card and ready a power card.`
fn and_between_clauses(
    piece: &Piece<'_>,
    all: &[Range<usize>],
    index: usize,
    trial: &mut impl FnMut(&str) -> Trial,
) -> Option<Diagnostic<Place>> {
    let word = all.get(index)?;
    let is = |index: Option<usize>, wanted: &str| {
        index
            .and_then(|index| all.get(index))
            .filter(|word| piece.get(word).eq_ignore_ascii_case(wanted))
    };
    // The words that stand between the clauses: `and`, `and then`, `then`.
    let (first, last) = if piece.get(word).eq_ignore_ascii_case("and") {
        (word, is(Some(index + 1), "then").unwrap_or(word))
    } else {
        (is(index.checked_sub(1), "and").unwrap_or(word), word)
    };
    let range = end_before(piece.text.get(..first.start)?)..last.end;
    let place = first.start..last.end;
    match trial(&with_replaced(piece.text, &range, ", then")) {
        Trial::Clean => {}
        Trial::Read => return two_sentences(piece, &range, &place, trial),
        Trial::Unread => return None,
    }
    Some(no_joint(piece, &place, &range))
}

/// The finding that `and`, or `then` without its comma, joins two clauses; `range` is what `, then` takes the place of.
pub(in crate::effect) fn no_joint(
    piece: &Piece<'_>,
    place: &Range<usize>,
    range: &Range<usize>,
) -> Diagnostic<Place> {
    let said = piece.get(place);
    let (message, label) = if said.eq_ignore_ascii_case("then") {
        (
            "the comma before `then` is missing".to_owned(),
            "a comma is missing before this",
        )
    } else {
        (
            format!("\"{said}\" cannot join two clauses"),
            "does what stands behind it happen at once, or afterwards?",
        )
    };
    Diagnostic::new(Code::UnreadableSentence, piece.at(place), message, label).fix(
        Safety::Unsafe,
        "write `, then`",
        piece.at(range),
        ", then",
    )
}

/// `Your spells cost 1 power less and enemy spells cost 1 power more.`: what holds at once is said in a sentence each,
/// with what leads both.
fn two_sentences(
    piece: &Piece<'_>,
    joint: &Range<usize>,
    place: &Range<usize>,
    trial: &mut impl FnMut(&str) -> Trial,
) -> Option<Diagnostic<Place>> {
    let first = piece.text.get(..joint.start)?;
    let rest = piece.text.get(joint.end..)?.strip_prefix(' ')?;
    let (lead, _) = first.split_once(", ").unwrap_or_default();
    let second = match lead {
        "" => capitalised(rest),
        lead => format!("{}, {rest}", capitalised(lead)),
    };
    if trial(&format!("{first}.")) < Trial::Clean || trial(&second) < Trial::Clean {
        return None;
    }
    let range = joint.start..piece.text.len();
    let by = format!(". {second}");
    let said = piece.get(place);
    Some(
        Diagnostic::new(
            Code::UnreadableSentence,
            piece.at(place),
            format!("\"{said}\" cannot join two clauses"),
            "what holds at once is said in a sentence each",
        )
        .fix(
            Safety::Unsafe,
            format!("write `{second}` as a sentence of its own"),
            piece.at(&range),
            by,
        ),
    )
}

/// `or` between clauses with a cost or `, then` in the same sentence: nobody knows what the `or`
/// divides.
fn mixed(piece: &Piece<'_>, word: &Range<usize>) -> Option<Diagnostic<Place>> {
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
    let said = piece.get(word).to_lowercase();
    let joint = tree.node(&whole)?.within().find(|node| {
        let rule = node.as_rule();
        match said.as_str() {
            "or" => matches!(rule, Rule::chain_then | Rule::pay_to | Rule::chain_or),
            _ => rule == Rule::chain_or,
        }
    })?;
    // The word of the joint itself, without the comma before it.
    let from = joint.start();
    let text = joint.as_str();
    let from = from + (text.len() - text.trim_start_matches([',', ' ']).len());
    let first = from..from + 4.min(text.trim_start_matches([',', ' ']).find(' ').unwrap_or(2));
    let other = piece.get(&first).to_owned();
    let (message, label) = if said == "or" && joint.as_rule() == Rule::chain_or {
        (
            "more than two clauses are joined with \"or\"".to_owned(),
            "a third one to choose from",
        )
    } else {
        (
            format!(
                "\"{said}\" and \"{other}\" join clauses in one sentence, and it is open what the \"or\" divides"
            ),
            "this can be read in two ways",
        )
    };
    let mut finding = Diagnostic::new(Code::TwoReadings, piece.at(word), message, label)
        .label(piece.at(&first), "the other joint");
    let readings = readings(piece, word, &first);
    finding = match readings.as_slice() {
        [one, two] => finding.help(format!(
            "write what is meant: `{}`, or `{}`",
            one.replace('\n', " "),
            two.replace('\n', " ")
        )),
        _ => finding.help("write two sentences, or `Choose one:` and each way on a line of its own that begins with `- `"),
    };
    for reading in readings {
        finding.fixes.push(Fix {
            title: format!("write `{}`", reading.replace('\n', " ")),
            safety: Safety::Unsafe,
            edits: vec![Edit {
                at: piece.at(&(0..piece.text.trim_end().len())),
                text: reading,
            }],
        });
    }
    Some(finding)
}

/// The two ways in which a sentence with two joints can be read, each written out so that it can be
/// read in one way only.
fn readings(piece: &Piece<'_>, second: &Range<usize>, first: &Range<usize>) -> Vec<String> {
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
    let said = |range: &Range<usize>| piece.get(range).trim().to_lowercase();
    let big = capitalised;
    let both = match (said(first).as_str(), said(second).as_str()) {
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
    // What stands at the head of a sentence would have to be said again.
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

/// What begins the other case, however it is joined.
const OTHERWISE: [&str; 8] = [
    "; otherwise, ",
    "; otherwise ",
    ", otherwise, ",
    ", otherwise ",
    ", or else ",
    ", else ",
    " otherwise ",
    " else ",
];

/// `If …, draw a card, otherwise draw 2 cards.`: the other case is a sentence of its own.
pub(super) fn otherwise(
    piece: &Piece<'_>,
    mut trial: impl FnMut(&str) -> Trial,
) -> Option<Diagnostic<Place>> {
    let lower = piece.text.to_ascii_lowercase();
    let (joint, start) = OTHERWISE
        .iter()
        .find_map(|joint| Some((*joint, lower.find(joint)?)))?;
    let rest = piece.text.get(start + joint.len()..)?;
    let first = format!("{}.", piece.text.get(..start)?);
    if trial(&first) < Trial::Read || trial(&capitalised(rest)) < Trial::Read {
        return None;
    }
    let word = joint.trim_matches([',', ';', ' ']);
    let at = start + joint.find(word)?;
    let finding = Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(&(at..at + word.len())),
        format!(
            "\"{}\" cannot join two clauses",
            piece.get(&(at..at + word.len()))
        ),
        "the other case is a sentence of its own",
    );
    Some(finding.fix(
        Safety::Unsafe,
        "write `. Otherwise, `",
        piece.at(&(start..start + joint.len())),
        ". Otherwise, ",
    ))
}

/// Two sentences without a full stop between them, or with another mark in its place.
pub(super) fn no_full_stop(
    piece: &Piece<'_>,
    mut trial: impl FnMut(&str) -> Trial,
) -> Option<Diagnostic<Place>> {
    let text = piece.text;
    let end = text.trim_end().len();
    if let Some(mark) = text.char_indices().find(|(at, c)| {
        matches!(c, ';' | '!' | '?') || (*at + 1 == end && matches!(c, ',' | ':' | '-'))
    }) {
        let (at, mark) = mark;
        let after = at + mark.len_utf8();
        let rest = text
            .get(after..end)?
            .trim_matches(|c: char| c == '.' || c.is_whitespace());
        let first = format!("{}.", text.get(..at)?.trim_end());
        let reads = |text: &str, trial: &mut dyn FnMut(&str) -> Trial| trial(text) >= Trial::Read;
        if !reads(&first, &mut trial) {
            return None;
        }
        if !rest.is_empty() && !reads(&format!("{}.", capitalised(rest)), &mut trial) {
            return None;
        }
        // The full stop behind `;` at the very end is there already.
        let place = if rest.is_empty() { at..end } else { at..after };
        return Some(
            Diagnostic::new(
                Code::MissingFullStop,
                piece.at(&(at..after)),
                "the sentence does not end with a full stop",
                "a full stop stands here, not this",
            )
            .fix(Safety::Safe, "write a full stop", piece.at(&place), "."),
        );
    }
    let capital = words(text).into_iter().skip(1).take(40).find(|word| {
        let said = piece.get(word);
        let before = text.get(..word.start).unwrap_or_default();
        said.chars().next().is_some_and(char::is_uppercase)
            && before.ends_with(' ')
            && trial(&format!("{}.", before.trim_end())) >= Trial::Read
            && trial(text.get(word.start..).unwrap_or_default()) >= Trial::Read
    })?;
    let at = text.get(..capital.start)?.trim_end().len();
    Some(
        Diagnostic::new(
            Code::MissingFullStop,
            piece.at(&(at..at)),
            "the sentence does not end with a full stop",
            "a full stop is missing here",
        )
        .fix(Safety::Safe, "write a full stop", piece.at(&(at..at)), "."),
    )
}
