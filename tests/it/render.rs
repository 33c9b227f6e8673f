//! Rendering of diagnostics.

use std::slice;

use cardwright::diagnostic::{Code, Diagnostic, Safety, Severity};
use cardwright::render::{Findings, Scope, Screen, human, short, summary};
use cardwright::source::{FileId, SourceFile, Sources, Span};

/// Returns a diagnostic about a piece of a file.
fn at(sources: &Sources, file: FileId, piece: &str) -> Span {
    let text = &sources.file(file).text;
    let start = text
        .find(piece)
        .unwrap_or_else(|| panic!("{piece:?} in {text:?}"));
    Span::new(file, start..start + piece.len())
}

fn files(cards: usize, kingdoms: usize, manual: usize) -> Scope {
    Scope::Files {
        cards,
        kingdoms,
        manual,
        set: "kingdom set".to_owned(),
    }
}

#[track_caller]
fn shows(sources: &Sources, diagnostic: Diagnostic, expected: &str) {
    let findings = Findings {
        sources,
        diagnostics: &[diagnostic],
        scope: &files(2, 0, 0),
    };
    let shown = human(&findings, Screen::default());
    let drawn = shown
        .rsplit_once("\n\n")
        .map_or(shown.as_str(), |(drawn, _)| drawn);
    assert_eq!(drawn, expected.trim_matches('\n'), "\n{shown}");
}

#[test]
fn spans_in_several_files_share_one_drawing() {
    let mut sources = Sources::default();
    let lich = sources.add(SourceFile::new(
        "cards/lich.yaml",
        "name: Lich\neffect: |\n  On Activation: Increase 1 a friendly \"Skelton\".\n",
    ));
    let skeleton = sources.add(SourceFile::new("cards/skeleton.yaml", "name: Skeleton\n"));
    let finding = Diagnostic::new(
        Code::UnknownCard,
        at(&sources, lich, "\"Skelton\""),
        "no card is named \"Skelton\"",
        "not a card of this game",
    )
    .label(
        at(&sources, skeleton, "Skeleton"),
        "a card with a similar name is defined here",
    )
    .help("write \"Skeleton\"")
    .note("names are compared letter by letter");
    shows(
        &sources,
        finding.clone(),
        r#"
error[E0203]: no card is named "Skelton"
  ┌─ cards/lich.yaml:3:40
  │
3 │   On Activation: Increase 1 a friendly "Skelton".
  │                                        ^^^^^^^^^ not a card of this game
  │
  ┌─ cards/skeleton.yaml:1:7
  │
1 │ name: Skeleton
  │       -------- a card with a similar name is defined here
  │
  = help: write "Skeleton"
  = note: names are compared letter by letter
"#,
    );
    let findings = Findings {
        sources: &sources,
        diagnostics: &[finding],
        scope: &files(2, 0, 0),
    };
    assert_eq!(
        short(&findings),
        "cards/lich.yaml:3:40: error[E0203]: no card is named \"Skelton\"; write \"Skeleton\"\n"
    );
}

#[test]
fn lines_with_windows_ends_tabs_and_wide_characters() {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new("x.yaml", "a: 1\r\n\t龍: x\u{0}y\r\nc: 3"));
    shows(
        &sources,
        Diagnostic::new(
            Code::WrongType,
            at(&sources, file, "x\u{0}y"),
            "wrong",
            "here",
        )
        .label(at(&sources, file, "c"), "and there"),
        "
error[E0304]: wrong
  ┌─ x.yaml:2:5
  │
2 │     龍: x\\u{0}y
  │         ^^^^^^^ here
3 │ c: 3
  │ - and there",
    );
}

#[test]
fn span_ending_at_the_line_end_stays_in_the_line() {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new("x.yaml", "a: one\nb: two\n"));
    shows(
        &sources,
        Diagnostic::new(
            Code::WrongType,
            at(&sources, file, "one\n"),
            "wrong",
            "here",
        ),
        "
error[E0304]: wrong
  ┌─ x.yaml:1:4
  │
1 │ a: one
  │    ^^^ here",
    );
}

#[test]
fn multi_line_spans_and_spans_after_the_text() {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new("x.yaml", "a: |\n  one\n  two\nb: 2\n"));
    let all = at(&sources, file, "one\n  two");
    shows(
        &sources,
        Diagnostic::new(Code::TextTooLong, all, "long", "all of this"),
        "
error[E0406]: long
  ┌─ x.yaml:2:3
  │
2 │ ╭   one
3 │ │   two
  │ ╰─────^ all of this",
    );
    shows(
        &sources,
        Diagnostic::new(
            Code::MissingField,
            Span::new(file, 900..901),
            "missing",
            "end",
        ),
        "
error[E0303]: missing
  ┌─ x.yaml:5:1
  │
5 │
  │ ^ end",
    );
}

#[test]
fn suggestions_have_their_own_severity_word() {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new("x.yaml", "a: note\n"));
    let mut finding = Diagnostic::new(
        Code::RepeatedValue,
        at(&sources, file, "note"),
        "note",
        "note",
    );
    finding.severity = Severity::Suggestion;
    shows(
        &sources,
        finding,
        "
suggestion[L0101]: note
  ┌─ x.yaml:1:4
  │
1 │ a: note
  │    ^^^^ note",
    );
}

#[test]
fn the_summary_counts_in_words() {
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new("x.yaml", ""));
    let of = |code| Diagnostic::new(code, Span::new(file, 0..0), "m", "l");
    let (error, warning) = (of(Code::WrongType), of(Code::EmptyFile));
    let say = |diagnostics: &[Diagnostic], scope: Scope| {
        summary(&Findings {
            sources: &sources,
            diagnostics,
            scope: &scope,
        })
    };
    let two = [error.clone(), error.clone(), warning.clone()];
    assert_eq!(
        say(&two, files(61, 3, 0)),
        "2 errors and 1 warning in 61 cards and 3 kingdom sets"
    );
    assert_eq!(
        say(&[], files(61, 3, 0)),
        "61 cards and 3 kingdom sets: nothing to report"
    );
    assert_eq!(
        say(slice::from_ref(&error), files(1, 0, 0)),
        "1 error in 1 card"
    );
    assert_eq!(say(&[], files(0, 1, 0)), "1 kingdom set: nothing to report");
    assert_eq!(
        say(&[], files(2, 0, 1)),
        "2 cards: nothing to report; 1 card with text that is not executed (`manual`)"
    );
    assert_eq!(
        say(slice::from_ref(&warning), Scope::Text),
        "1 warning in 1 effect text"
    );
    let safe = error
        .clone()
        .fix(Safety::Safe, "f", Span::new(file, 0..0), "");
    let bold = error.fix(Safety::Unsafe, "f", Span::new(file, 0..0), "");
    assert_eq!(
        say(&[safe.clone(), bold.clone(), safe.clone()], files(1, 0, 0)),
        "3 errors in 1 card; 2 can be fixed with `check --fix`, 1 more with `--unsafe-fixes`"
    );
    assert_eq!(
        say(&[bold, warning], files(1, 0, 2)),
        "1 error and 1 warning in 1 card; 1 can be fixed with `check --unsafe-fixes`; 2 cards with text that is not executed (`manual`)"
    );
    assert_eq!(say(&[safe], Scope::Text), "1 error in 1 effect text");
}
