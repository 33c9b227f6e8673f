//! Drawings at several screen widths. `tests/terminal_width` has them at 60, 100 and 200 columns:
//!
//! ```text
//! cargo xtask bless terminal-width
//! ```

use std::fs;

use cardwright::diagnostic::{Code, Diagnostic, Severity};
use cardwright::render::{Findings, Scope, Screen, drawings, short};
use cardwright::source::{FileId, SourceFile, Sources, Span};
use textwrap::core::display_width;

use crate::support::{options, root};

const LICH: &str = "\
name: Lich of the Northern Wastes
traits: [undead, 不死の龍, 😀, undead]
flavor: \"古い城の地下には、誰も数えたことのない骨が眠っている。夜になると、その骨は立ち上がり、名前を呼ばれるのを待つ。\"
artist: \"Zoe\u{301} 👩\u{200d}🎨 ✍\u{fe0f}🏽 e\u{301}toile\"
effect: |
  On Activation: Deal 2 damage to an enemy unit within range 3 of this unit, then each friendly *undaed* unit gains +1 attack until the end of the round and you draw a card.
  On Attack: Increase 1 a friendly \"Skelton\".
";

/// Diagnostics of all shapes: wide characters, long lines, long labels, several files, several lines.
fn findings(sources: &mut Sources) -> Vec<Diagnostic> {
    let lich = sources.add(SourceFile::new("cards/lich.yaml", LICH));
    let other = sources.add(SourceFile::new(
        "<card-game>/necropolis/skeleton.yaml",
        format!("{}name: Skeleton\n", "# …\n".repeat(120)),
    ));
    let at = |file: FileId, piece: &str| {
        let text = &sources.file(file).text;
        let start = text.find(piece).unwrap_or_else(|| panic!("{piece:?}"));
        Span::new(file, start..start + piece.len())
    };
    let last = |piece: &str| {
        let start = LICH.rfind(piece).unwrap_or_else(|| panic!("{piece:?}"));
        Span::new(lich, start..start + piece.len())
    };
    let mut wrong = Diagnostic::new(
        Code::UnknownCard,
        at(lich, "\"Skelton\""),
        "no card is named \"Skelton\"",
        "not a card of this game",
    )
    .label(at(other, "Skeleton"), "a card with a similar name is defined here, in the library")
    .help("write \"Skeleton\"")
    .note(
        "names are compared letter by letter, and where two cards have names that differ in one letter \
         only, nobody knows which of the two is meant; 名前は一文字ずつ比べられます",
    );
    let mut all = vec![
        Diagnostic::new(
            Code::RepeatedValue,
            last("undead"),
            "\"undead\" stands twice among the `traits` of the unit \"Lich of the Northern Wastes\", and once is enough",
            "repeated here",
        )
        .label(at(lich, "undead"), "stands here already"),
        Diagnostic::new(Code::UnknownValue, at(lich, "😀"), "this is no trait", "has no letter")
            .label(at(lich, "不死の龍"), "while this one has")
            .help("write a word of letters"),
        Diagnostic::new(Code::UnknownWord, at(lich, "骨は立ち上がり"), "wide", "in the middle of a long line"),
        Diagnostic::new(Code::UnknownWord, at(lich, "e\u{301}toile"), "behind joined ones", "the last word"),
        Diagnostic::new(
            Code::UnknownTrait,
            at(lich, "undaed"),
            "no card has the trait *undaed*",
            "neither the game nor any card that can be named here has a trait of this name or of a similar one",
        )
        .label(at(lich, "an enemy unit"), "this does not matter, and stands far before it")
        .help("write *undead*"),
        Diagnostic::new(
            Code::UnreadableSentence,
            at(lich, "draw a card"),
            "at the end of a long line",
            "the label has to go below, because there is no room after the carets",
        ),
        Diagnostic::new(
            Code::TextTooLong,
            at(lich, LICH.split("effect: ").nth(1).expect("a text")),
            "a place of several lines",
            "all of this is one place, and the label says so in more words than there is room for in narrow windows",
        ),
        wrong.clone(),
    ];
    wrong.severity = Severity::Suggestion;
    wrong.message = "two\nlines".to_owned();
    all.push(wrong);
    all
}

fn drawn(width: usize, color: bool) -> String {
    let mut sources = Sources::default();
    let diagnostics = findings(&mut sources);
    let findings = Findings {
        sources: &sources,
        diagnostics: &diagnostics,
        scope: &Scope::Text,
    };
    let width = Some(width);
    drawings(&findings, Screen { color, width })
}

#[test]
fn drawings_match_the_files() {
    for width in [60, 100, 200] {
        let path = root().join(format!("tests/terminal_width/{width}.txt"));
        let shown = drawn(width, false);
        if options::blessing() {
            fs::write(&path, &shown).expect("a file can be written");
        }
        let expected = fs::read_to_string(&path).expect("a file");
        assert!(
            shown == expected,
            "{width} columns:\n{shown}\nrun: cargo xtask bless terminal-width"
        );
    }
}

#[test]
fn drawings_fit_the_screen() {
    for width in 40..=200 {
        // A path is not wrapped, so that editors recognize it.
        for line in drawn(width, false)
            .lines()
            .filter(|line| !line.contains("┌─"))
        {
            let columns = display_width(line);
            assert!(columns <= width, "{columns} of {width}: {line}");
        }
    }
}

#[test]
fn colours_do_not_change_the_text() {
    let colored = drawn(60, true);
    assert!(colored.contains("\u{1b}["));
    let mut plain = String::new();
    for (at, part) in colored.split('\u{1b}').enumerate() {
        let rest = part.split_once('m').map_or("", |(_, rest)| rest);
        plain.push_str(if at == 0 { part } else { rest });
    }
    assert_eq!(plain, drawn(60, false));
}

#[test]
fn short_prints_one_line_per_finding() {
    let mut sources = Sources::default();
    let diagnostics = findings(&mut sources);
    let shown = short(&Findings {
        sources: &sources,
        diagnostics: &diagnostics,
        scope: &Scope::Text,
    });
    assert_eq!(shown.lines().count(), diagnostics.len(), "{shown}");
    assert!(
        shown.contains("suggestion[E0203]: two lines; write \"Skeleton\"\n"),
        "{shown}"
    );
}
