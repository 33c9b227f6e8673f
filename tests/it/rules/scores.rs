//! The quality of each message, by the twelve points of a good diagnostic: `docs/rules/scores.md`.
//!
//! Points that follow from the examples of a page are computed; the others are edited by hand in the table and kept.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cardwright::diagnostic::Code;

use super::run::Shown;
use super::{COMMAND, Ran, all, is_stale, read};

/// The minimum number of points of a code.
const BAR: usize = 18;

const POINTS: usize = 12;

const INTRODUCTION: &str = "\
# How good the messages are

Each code gets 0 to 2 points for each of twelve criteria, at most 24; a test requires at least 18. Columns with a
star are computed from the examples of the page, the others are scored by the author of the page.

| | criterion | 2 | 1 | 0 |
| --- | --- | --- | --- | --- |
| 1* | stable code | it has one | | |
| 2 | smallest correct span | exactly the wrong words | more than them, in the right place | the whole card or file |
| 3 | label stands alone | an editor could show it without the message | it needs the message | it says \"here\" |
| 4 | cause labelled, across files | every place involved, or there is only one | some | none |
| 5 | the author's own names | names, values and words as written | some | none |
| 6 | says why | the reason, or it is obvious from the message | partly | no |
| 7* | help apart from the error | in every example | in some | in none |
| 8 | correct suggestion or silence | what was meant, or nothing | the right kind of thing | a wrong one |
| 9* | a fix with a safety level | in every example | in some | in none |
| 10* | offline `explain` | with a tested example | without one | no |
| 11* | no cascade | one mistake gives one diagnostic in every example | | otherwise |
| 12* | readable in one line | every message within 80 columns | within 120 | longer |
";

#[test]
fn every_code_reaches_the_minimum_score() {
    let old = by_hand();
    let mut made = format!("{INTRODUCTION}\n| code | name |");
    for point in 1..=POINTS {
        let _ = write!(made, " {point} |");
    }
    made.push_str(" sum |\n| --- | --- |");
    made.push_str(&" --- |".repeat(POINTS + 1));
    made.push('\n');
    let mut low = Vec::new();
    for ran in all() {
        let hand = old.get(ran.code.code()).copied().unwrap_or_default();
        let scores: Vec<usize> = computed(ran)
            .into_iter()
            .zip(hand)
            .map(|(computed, hand)| computed.unwrap_or(hand))
            .collect();
        let sum: usize = scores.iter().sum();
        if sum < BAR {
            low.push(format!("{} has {sum}", ran.code.name()));
        }
        let _ = write!(
            made,
            "| `{0}` | [{1}]({1}.md) |",
            ran.code.code(),
            ran.code.name()
        );
        for score in scores {
            let _ = write!(made, " {score} |");
        }
        let _ = writeln!(made, " {sum} |");
    }
    assert!(!is_stale("scores.md", &made), "stale; run: {COMMAND}");
    assert!(low.is_empty(), "below {BAR}: {}", low.join(", "));
}

/// Returns the rows of the existing table, by code.
fn by_hand() -> BTreeMap<String, [usize; POINTS]> {
    let table = read("scores.md").unwrap_or_default();
    table
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("| `")?.split('|').map(str::trim);
            let code = cells.next()?.trim_end_matches('`').to_owned();
            let mut row = [0; POINTS];
            for (score, cell) in row.iter_mut().zip(cells.skip(1)) {
                *score = cell.parse().ok().filter(|score| *score <= 2)?;
            }
            Some((code, row))
        })
        .collect()
}

/// Returns the points that follow from the examples of a page.
fn computed(ran: &Ran) -> [Option<usize>; POINTS] {
    let in_examples = |has: fn(&Shown) -> bool| {
        let count = ran.shown.iter().filter(|shown| has(shown)).count();
        match count {
            0 => 0,
            all if all == ran.shown.len() => 2,
            _ => 1,
        }
    };
    let widest = ran
        .shown
        .iter()
        .map(|shown| textwrap::core::display_width(&shown.message))
        .max()
        .unwrap_or_default();
    // A defect of cardwright has no example for these points.
    let known = |score: usize| (!ran.shown.is_empty()).then_some(score);
    let mut points = [None; POINTS];
    points[0] = Some(2);
    points[6] = known(in_examples(|shown| shown.has_help));
    points[8] = known(in_examples(|shown| shown.fix.is_some()));
    points[9] = Some(if ran.shown.is_empty() { 1 } else { 2 });
    points[10] = known(2);
    points[11] = known(match widest {
        0..=80 => 2,
        81..=120 => 1,
        _ => 0,
    });
    points
}

#[test]
fn every_code_has_a_row() {
    let rows = by_hand();
    for code in Code::ALL {
        assert!(rows.contains_key(code.code()), "{}", code.name());
    }
}
