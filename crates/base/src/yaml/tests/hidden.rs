//! Tests of invisible characters: each is reported once, at its position, and causes no other
//! errors.

use super::{FILE, line_of, outlines};
use crate::diagnostic::{Code, Safety};
use crate::yaml::read;

/// Values of every style, a comment, lists and mappings with and without brackets.
const TEXT: &str = r#"# What it is.
name: Royal Guard
id: "royal: guard"
note: 'it''s here'
list:
  - one
  - two words
flow: { a: [x, y z], b: 'q' }
text: |
  First line.
    Second: line, deeper.
folded: >-
  Third
  line.
plain: over two
  lines
quoted: "over

  three"
"#;

#[test]
fn wherever_one_stands() {
    for text in [TEXT.to_owned(), TEXT.replace('\n', "\r\n")] {
        let (clean, found) = read(FILE, &text);
        assert_eq!(found, []);
        for hidden in [
            "\u{200b}",
            "\u{202e}",
            "\0",
            "\u{2028}",
            "\u{e0041}",
            "\u{7f}\u{2066}",
        ] {
            let places = (0..text.len()).filter(|at| !text[..*at].ends_with('\r'));
            for at in places {
                let with = [&text[..at], hidden, &text[at..]].concat();
                let (documents, found) = read(FILE, &with);
                let [diagnostic] = found.as_slice() else {
                    panic!("{}: {found:?}", with.escape_debug());
                };
                assert_eq!(diagnostic.code, Code::HiddenCharacter);
                assert_eq!(diagnostic.primary.at.range(), at..at + hidden.len());
                assert_eq!(
                    outlines(&documents),
                    outlines(&clean),
                    "{}",
                    with.escape_debug()
                );
                let [fix] = diagnostic.fixes.as_slice() else {
                    panic!("{diagnostic:?}");
                };
                assert_eq!(fix.safety, Safety::Safe);
                let [edit] = fix.edits.as_slice() else {
                    panic!("{fix:?}");
                };
                assert_eq!(edit.at, diagnostic.primary.at);
                if edit.text.is_empty() {
                    continue;
                }
                // Without a replacement for the separator, the words would be joined.
                assert_eq!((hidden, edit.text.as_str()), ("\u{2028}", " "));
            }
        }
    }
}

#[test]
fn several_of_them() {
    for text in [
        "\u{200b}a\u{200b}: '\u{200b}'\u{200b}\n \u{202e} \u{202e} \n\u{200b}b\u{200b}:\u{200b} c\u{200b}\u{200b}\n",
        "a:\n\u{200b}  \u{200b}- 'b\u{200b}''\u{200b}'\u{200b}\n\u{200b}",
        "\u{200b}- a\u{200b}\n-\u{200b} - \u{200b}b\n",
        "a: |\n\u{200b} \u{200b} x\u{200b}\n\u{200b}  y\n",
    ] {
        let clean: String = text.chars().filter(|c| c.is_ascii()).collect();
        let (documents, found) = read(FILE, text);
        assert!(
            found
                .iter()
                .all(|diagnostic| diagnostic.code == Code::HiddenCharacter)
        );
        assert!(found.len() > 3);
        assert_eq!(
            outlines(&documents),
            outlines(&read(FILE, &clean).0),
            "{}",
            text.escape_debug()
        );
    }
}

#[track_caller]
fn check(text: &str, tree: &str, expected: &[&str]) {
    let (documents, findings) = read(FILE, text);
    let found: Vec<String> = findings
        .iter()
        .map(|diagnostic| {
            let label = &diagnostic.primary.message;
            let help = diagnostic.help.as_deref().unwrap_or_default();
            format!("{} ^ {label}; {help}", line_of(text, diagnostic))
        })
        .collect();
    assert_eq!(found, expected, "{}", text.escape_debug());
    assert_eq!(outlines(&documents), tree, "{}", text.escape_debug());
}

#[test]
fn what_is_said_of_them() {
    check(
        "a: b\0c\nd: \u{7f}\u{1}e\n\u{2}f: 1\n",
        "{a: bc, d: e, f: 1}",
        &[
            "1:5 a null character (U+0000) in the file | \0 ^ an invisible character without meaning in a card; remove it",
            "2:4 a delete character (U+007F) and another hidden character in the file | \u{7f}\u{1} ^ an invisible character without meaning in a card; remove it",
            "3:1 a control character (U+0002) in the file | \u{2} ^ an invisible character without meaning in a card; remove it",
        ],
    );
    check(
        "a: Lich\u{202e}hciL # \u{2067}x\n",
        "{a: LichhciL}",
        &[
            "1:8 a right-to-left override (U+202E) in the file | \u{202e} ^ this changes the order in which the following text is shown; remove it",
            "1:16 a right-to-left isolate (U+2067) in the file | \u{2067} ^ this changes the order in which the following text is shown; remove it",
        ],
    );
    check(
        "a: one\u{2028}two\nb: one \u{2028}\n",
        "{a: onetwo, b: one}",
        &[
            "1:7 a line separator (U+2028) in the file | \u{2028} ^ some programs start a new line here, others do not; write a space",
            "2:8 a line separator (U+2028) in the file | \u{2028} ^ some programs start a new line here, others do not; remove it",
        ],
    );
    check(
        "a: x\u{e0068}\u{e0069}\u{e0021}\n",
        "{a: x}",
        &[
            "1:5 a tag character for `h` (U+E0068) and 2 more hidden characters in the file | \u{e0068}\u{e0069}\u{e0021} ^ an invisible letter; remove it",
        ],
    );
    check(
        "a: x\n\u{feff}b: y\n",
        "{a: x, b: y}",
        &[
            "2:1 a byte order mark (U+FEFF) in the file | \u{feff} ^ it is only allowed at the very beginning of a file; remove it",
        ],
    );
}

#[test]
fn those_with_a_use_stay() {
    check("\u{feff}a: 👨\u{200d}👧\n", "{a: 👨\\u{200d}👧}", &[]);
    check("a: é\u{a0}!\n", "{a: é\\u{a0}!}", &[]);
}

#[test]
fn other_spaces() {
    let label = "it looks like a space, but makes it a different name";
    let no_break = "a no-break space (U+00A0) in the file";
    let written =
        |place: &str, help: &str| format!("{place} {no_break} | \u{a0} ^ {label}; {help}");
    check(
        "a: \u{a0}b\u{a0}c \u{a0}d\u{a0}\n",
        "{a: b c d}",
        &[
            &written("1:4", "remove it"),
            &written("1:6", "write a plain space"),
            &written("1:9", "remove it"),
            &written("1:11", "remove it"),
        ],
    );
    check(
        "a\u{a0}: {\u{a0}b: 'c\u{a0}d' }\ne: |\n  f\u{a0}g\n",
        "{a: {b: c d}, e: f g\\n}",
        &[
            &written("1:2", "write a plain space"),
            &written("1:6", "write a plain space"),
            &written("1:12", "write a plain space"),
            &written("3:4", "write a plain space"),
        ],
    );
    check(
        "a: b\u{3000}\u{a0}c\nd: \"e\\_f\"\n",
        "{a: b c, d: e f}",
        &[
            &format!(
                "1:5 an ideographic space (U+3000) and another hidden character in the file | \u{3000}\u{a0} ^ {label}; write a plain space"
            ),
            &format!(
                "2:6 this writes a no-break space (U+00A0) | \\_ ^ {label}; write a plain space"
            ),
        ],
    );
}

#[test]
fn places_behind_other_spaces() {
    let text = "a: x\u{a0}y \u{a0}zzz\nb: |\n  one\u{3000}two\n";
    let (documents, _) = read(FILE, text);
    let nodes = super::nodes(documents[0].root.as_deref());
    for word in ["y zzz", "two", "zzz"] {
        let found = nodes.iter().find_map(|node| {
            let at = node.scalar()?.text.find(word)?;
            Some(node.place_in(text, at..at + word.len()).range())
        });
        let found = found.unwrap_or_else(|| panic!("no {word}"));
        assert_eq!(text[found].replace('\u{a0}', ""), word);
    }
}

#[test]
fn those_that_are_written_as_escapes() {
    check(
        "a: \"x\\e[31m\\u202Ey\\Lz\\n\\t\\u200d\"\nb: '\\u202E'\nc: \"👨\\u200d👧\"\n",
        "{a: x[31myz\\n\\t, b: \\\\u202E, c: 👨\\u{200d}👧}",
        &[
            "1:6 this writes an escape character (U+001B) | \\e ^ a character that may control a terminal, and no card can show it; remove it",
            "1:12 this writes a right-to-left override (U+202E) | \\u202E ^ this changes the order in which the following text is shown; remove it",
            "1:19 this writes a line separator (U+2028) | \\L ^ some programs start a new line here, others do not; remove it",
            "1:26 this writes a zero-width joiner (U+200D) | \\u200d ^ this invisible character makes it a different name; remove it",
        ],
    );
}

#[test]
fn places_behind_one() {
    let text = "a: \"x\u{200b}y\\u202E zzz\"\nb: |\n  o\u{202e}ne two\n";
    let (documents, _) = read(FILE, text);
    let nodes = super::nodes(documents[0].root.as_deref());
    for word in ["zzz", "two", "ne", "y"] {
        let found = nodes.iter().find_map(|node| {
            let at = node.scalar()?.text.find(word)?;
            Some(node.place_in(text, at..at + word.len()).range())
        });
        let found = found.unwrap_or_else(|| panic!("no {word}"));
        assert_eq!(&text[found], word);
    }
}

#[test]
fn very_many_of_them() {
    let long = |piece: &str| piece.repeat(50_000);
    for text in [
        format!("a: {}\n", long("b\u{200b}")),
        format!("a: {}\n", long("\u{200e}")),
        format!("a: {}\n", long("\u{200e} ")),
        format!("a:\n{} b: c\n", long(" \u{200b}")),
        format!("a: |\n{}{}\n", long(" "), long("b\u{202e}")),
        format!("a: \"{}\"\n", long("\\u200B")),
        format!("a: '{}'\n", long("'\u{200b}'")),
        format!("a: 🏴{}\n", long("\u{e0041}")),
    ] {
        let begun = std::time::Instant::now();
        let (_, found) = read(FILE, &text);
        assert!(!found.is_empty());
        let time = begun.elapsed();
        assert!(
            time.as_secs() < 10,
            "{time:?} for {:?}…",
            text.chars().take(20).collect::<String>()
        );
    }
}
