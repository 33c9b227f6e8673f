//! Tests of the rounds, with made-up diagnostics: each rule finds a word and offers fixes for it.

use super::{MAX_ROUNDS, Texts, fix};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety};
use crate::source::{FileId, Span};

/// A word to report, and the replacements that its fixes offer.
type Rule = (&'static str, Code, &'static [(&'static str, Safety)]);

use Safety::{Safe, Unsafe};

fn found(rules: &[Rule], texts: &Texts) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (file, text) in texts {
        for (word, code, fixes) in rules {
            for (at, _) in text.match_indices(word) {
                let at = Span::new(*file, at..at + word.len());
                let diagnostic = Diagnostic::new(*code, at, *word, "here");
                let fixes = fixes.iter();
                diagnostics.push(fixes.fold(diagnostic, |diagnostic, (by, safety)| {
                    diagnostic.fix(*safety, "write it", at, *by)
                }));
            }
        }
    }
    crate::diagnostic::sort(&mut diagnostics);
    diagnostics
}

fn texts(of: &[&str]) -> Texts {
    let ids = (0..).map(FileId);
    ids.zip(of.iter().map(|text| (*text).into())).collect()
}

/// Checks the resulting text, and the numbers of fixed and left-out diagnostics.
#[track_caller]
fn check(rules: &[Rule], text: &str, expected: (&str, usize, usize)) {
    let fixed = fix(texts(&[text]), true, |texts| Some(found(rules, texts)));
    let after = &*fixed.texts[&FileId(0)];
    assert_eq!(
        (after, fixed.resolved.len(), fixed.left_out.len()),
        expected,
        "{fixed:?}"
    );
    assert!(fixed.rounds <= MAX_ROUNDS);
}

const WORD: Code = Code::UnknownWord;
const LINT: Code = Code::RepeatedValue;

#[test]
fn the_first_fix_that_is_allowed_is_taken() {
    let rules: &[Rule] = &[("bad", WORD, &[("guess", Unsafe), ("good", Safe)])];
    check(rules, "a: bad", ("a: guess", 1, 0));
    let safe = fix(texts(&["a: bad"]), false, |texts| Some(found(rules, texts)));
    assert_eq!(&*safe.texts[&FileId(0)], "a: good");
}

#[test]
fn of_two_that_overlap_the_second_waits() {
    let rules: &[Rule] = &[
        ("one two", WORD, &[("1 two", Safe)]),
        ("two three", WORD, &[("2 three", Safe)]),
    ];
    check(rules, "a: one two three", ("a: 1 2 three", 2, 0));
}

#[test]
fn what_is_to_blame_is_taken_back_and_the_rest_is_made() {
    let rules: &[Rule] = &[
        ("bad", WORD, &[("good", Safe)]),
        ("ill", WORD, &[("worse", Safe)]),
        ("worse", WORD, &[]),
    ];
    check(
        rules,
        "a: bad ill bad ill bad bad",
        ("a: good ill good ill good good", 4, 2),
    );
    // The second guess is tried after the first one failed, and the first is not reported if the
    // second succeeds.
    let rules: &[Rule] = &[
        ("ill", WORD, &[("worse", Safe), ("well", Safe)]),
        ("worse", WORD, &[]),
    ];
    check(rules, "a: ill", ("a: well", 1, 0));
}

#[test]
fn a_fix_that_does_not_mend_is_taken_back() {
    let rules: &[Rule] = &[("bad", WORD, &[("very bad", Safe)])];
    check(rules, "a: bad", ("a: bad", 0, 1));
}

#[test]
fn fixes_that_undo_each_other_come_to_an_end() {
    let rules: &[Rule] = &[
        ("ping", LINT, &[("pong", Safe)]),
        ("pong", LINT, &[("ping", Safe)]),
    ];
    check(rules, "a: ping", ("a: ping", 0, 1));
    // Each fix causes a new diagnostic at another position, so fixing would never end.
    let endless = |texts: &Texts| {
        let text = &texts[&FileId(0)];
        let at = Span::new(FileId(0), text.len()..text.len());
        let diagnostic = Diagnostic::new(WORD, at, format!("{} letters", text.len()), "here");
        Some(vec![diagnostic.fix(
            Safe,
            "write one more",
            Span::new(FileId(0), 3..3),
            "x",
        )])
    };
    let fixed = fix(texts(&["a: b c"]), true, endless);
    assert_eq!((fixed.rounds, fixed.unfinished), (MAX_ROUNDS, true));
}

#[test]
fn an_error_hides_what_comes_behind_it_in_the_same_card_and_a_lint_hides_nothing() {
    // While `bad` is there, errors in `c` are not reported.
    let rules = |hiding: Code| -> Vec<Rule> {
        vec![
            ("c: no", Code::Contradiction, &[]),
            ("bad", hiding, &[("good", Safe)]),
        ]
    };
    let hidden = |hiding: Code, text: &str| {
        let rules = rules(hiding);
        let check = |texts: &Texts| {
            let mut found = found(&rules, texts);
            if texts.values().any(|text| text.contains("bad")) {
                found.retain(|diagnostic| diagnostic.code == hiding);
            }
            Some(found)
        };
        let fixed = fix(texts(&[text]), true, check);
        fixed.resolved.len()
    };
    assert_eq!(hidden(WORD, "a: bad\nc: no"), 1);
    assert_eq!(hidden(LINT, "a: bad\nc: no"), 0);
    assert_eq!(hidden(Code::KingdomRule, "a: bad\nc: no"), 0);
    // An error hides nothing in another card, unless it is a YAML error.
    assert_eq!(hidden(WORD, "- a: bad\n- c: no"), 0);
    assert_eq!(hidden(Code::YamlSyntax, "- a: bad\n- c: no"), 1);
    // An error also hides errors of its own step; a lint hides nothing.
    assert_eq!(hidden(Code::CannotApply, "a: bad\nc: no"), 1);
    assert_eq!(hidden(Code::UnpayableCost, "a: bad\nc: no"), 0);
}

#[test]
fn a_lint_that_an_error_hid_is_left_for_the_author() {
    // While `bad` is there, no lint is reported.
    let fixed = |text: &str| {
        let rules: &[Rule] = &[
            ("bad", WORD, &[("good", Safe)]),
            ("twice", LINT, &[("once", Safe)]),
        ];
        let check = |texts: &Texts| {
            let mut found = found(rules, texts);
            for (file, text) in texts {
                let hidden = text.contains("bad");
                found.retain(|one| one.primary.at.file != *file || !hidden || !one.code.is_lint());
            }
            Some(found)
        };
        let fixed = fix(texts(&[text, "b: twice"]), true, check);
        assert!(!fixed.unfinished);
        let texts = fixed.texts.values().map(|text| text.to_string());
        texts.collect::<Vec<_>>()
    };
    assert_eq!(fixed("a: bad twice"), ["a: good twice", "b: once"]);
    assert_eq!(fixed("a: good twice"), ["a: good once", "b: once"]);
}

#[test]
fn a_fix_in_two_files_is_made_whole_or_not_at_all() {
    let rename =
        |texts: &Texts| {
            let mut found = Vec::new();
            let places: Vec<Span> = texts
                .iter()
                .filter_map(|(file, text)| {
                    let at = text.find("old")?;
                    Some(Span::new(*file, at..at + 3))
                })
                .collect();
            if let Some(first) = places.first() {
                let mut diagnostic = Diagnostic::new(WORD, *first, "old", "here");
                let edit = |at: &Span| Edit {
                    at: *at,
                    text: "new".to_owned(),
                };
                diagnostic.fixes.push(Fix {
                    title: "rename it".to_owned(),
                    safety: Safe,
                    edits: places.iter().map(edit).collect(),
                });
                found.push(diagnostic);
            }
            let spoilt = texts.values().find(|text| text.contains("new and never"));
            found.extend(spoilt.map(|_| {
                Diagnostic::new(WORD, Span::new(FileId(1), 0..1), "never with new", "here")
            }));
            Some(found)
        };
    let after = |of: &[&str]| -> Vec<String> {
        let fixed = fix(texts(of), true, rename);
        fixed.texts.values().map(|text| text.to_string()).collect()
    };
    assert_eq!(after(&["a: old", "b: old"]), ["a: new", "b: new"]);
    assert_eq!(
        after(&["a: old", "b: old and never"]),
        ["a: old", "b: old and never"]
    );
    // Neither text is changed if the other may not be.
    let both = |_: &Texts| rename(&texts(&["a: old", "b: old"]));
    let fixed = fix(texts(&["a: old"]), true, both);
    assert_eq!(&*fixed.texts[&FileId(0)], "a: old");
}

#[test]
fn lines_end_as_those_around_them() {
    let rules: &[Rule] = &[("bad", WORD, &[("good\nb: c\r\nd", Safe)])];
    check(
        rules,
        "a: bad\r\nx: y\r\n",
        ("a: good\r\nb: c\r\nd\r\nx: y\r\n", 1, 0),
    );
    check(rules, "a: bad\n", ("a: good\nb: c\r\nd\n", 1, 0));
}
