//! Tests of source maps: every decoded character is mapped to the bytes that it was decoded from.

use proptest::prelude::*;

use super::{FILE, read};
use crate::yaml::{Node, Scalar, Style, Value, source_map};

/// Parses a text and returns the value of its key `k`.
fn scalar_of(yaml: &str) -> Node {
    let (documents, findings) = read(FILE, yaml);
    assert_eq!(findings, [], "{yaml:?}");
    let root = documents[0].root.clone().expect("a document");
    let Value::Mapping(entries) = &root.value else {
        panic!("no mapping: {yaml:?}");
    };
    let is_k = |node: &Node| node.scalar().is_some_and(|scalar| scalar.text == "k");
    let entry = entries
        .iter()
        .find(|entry| is_k(&entry.key))
        .expect("a key");
    entry.value.clone()
}

/// Checks that the value of `k` decodes to `text`, and that each word maps to its source.
fn check(yaml: &str, text: &str) {
    let node = scalar_of(yaml);
    let scalar = node.scalar().expect("a scalar");
    assert_eq!(scalar.text, text, "{yaml:?}");
    assert!(
        source_map::is_mapped(yaml, node.span.range(), scalar),
        "{yaml:?}"
    );
    let mut from = 0;
    for word in text
        .split([' ', '\n', '\t'])
        .filter(|word| !word.is_empty())
    {
        let at = from + text[from..].find(word).expect("a word");
        from = at + word.len();
        let place = node.place_in(yaml, at..from).range();
        assert_eq!(&yaml[place], word, "{yaml:?}");
    }
}

/// Checks the bytes that a part of the decoded text maps to.
fn wrote(yaml: &str, part: &str, bytes: &str) {
    let node = scalar_of(yaml);
    let text = &node.scalar().expect("a scalar").text;
    let at = text.find(part).expect("a part");
    let place = node.place_in(yaml, at..at + part.len()).range();
    assert_eq!(&yaml[place], bytes, "{yaml:?}");
}

fn span(yaml: &str, bytes: &str) {
    assert_eq!(&yaml[scalar_of(yaml).span.range()], bytes, "{yaml:?}");
}

#[test]
fn composed_characters_have_the_bytes_of_their_parts() {
    let text = |yaml: &str| scalar_of(yaml).scalar().expect("a scalar").text.clone();
    for yaml in [
        "k: xe\u{301}y z",
        "k: 'xe\u{301}y z'",
        "k: |-\n  xe\u{301}y z",
        "k: \"x\\u0065\\u0301y z\"",
    ] {
        assert_eq!(text(yaml), "x\u{e9}y z", "{yaml:?}");
        wrote(yaml, "y z", "y z");
        wrote(yaml, "x", "x");
    }
    wrote("k: xe\u{301}\u{323}y", "\u{301}", "e\u{301}\u{323}");
    wrote("k: \"x\\u0065\\u0301y\"", "\u{e9}", "\\u0065\\u0301");
    wrote("k: xe\u{301}y", "\u{e9}", "e\u{301}");
    // A folded text keeps its places.
    wrote("k: >-\n  a\u{30a}\n  b c", "b c", "b c");
}

#[test]
fn plain() {
    check("k: one two # not this", "one two");
    check("k: one\n  two\n\n   three\n", "one two\nthree");
    check("k: é ü\r\n\r\n\r\n  ß\r\nl: x\r\n", "é ü\n\nß");
    check("# ünï\nk:\n  one\t \n  two\n", "one two");
    check("{k: one\n two, l: 1}", "one two");
    check("\u{feff}k: one two", "one two");
    span("k:   one\n   two  # c\n\nl: 1", "one\n   two");
}

#[test]
fn quoted() {
    check("k: 'one two' # c", "one two");
    check("k: ' one\n\n  two '", " one\ntwo ");
    check("k: \"one \\\n   two\\\n  \\ three\"", "one two three");
    check("k: \"one\r\n  two\r\n\r\n  three\"\r\n", "one two\nthree");
    check("k: \"\"", "");
    span("k: 'a ''b'' c'  # d", "'a ''b'' c'");
    span("k: \"a\n  b\"\n", "\"a\n  b\"");
}

#[test]
fn literal() {
    check(
        "k: |\n  one\n   two\n\n  three\n\n\nl: 1",
        "one\n two\n\nthree\n",
    );
    check("k: |-\n\n  one\n  two\n", "\none\ntwo");
    check("k: |+\n  one\n\n\nl: 1", "one\n\n\n");
    check("k: |2-\n    one\n  two\n", "  one\ntwo");
    check("l:\n  k: 1\nk: |1+ # c\n  one\n\n two\n", " one\n\ntwo\n");
    check(
        "k: |\r\n  one\r\n\r\n  two \t\r\n\r\nl: 1",
        "one\n\ntwo \t\n",
    );
    check("k: |\n  one\n  two", "one\ntwo\n");
    check("k: |\n", "");
    check("k: |+\n\n\nl: 1", "\n\n");
    check("k: |2\n     \n    \n", "   \n  \n");
    check("k: # a | b\n  |\n  one # two\n# c\nl: 1", "one # two\n");
    span(
        "k: |-\n\n  one \n  two  \n\n\n# c\nl: 1",
        "|-\n\n  one \n  two  ",
    );
    span("k: |+ # c\n\nl: 1", "|+");
}

#[test]
fn folded() {
    check("k: >\n  one\n  two\n\n  three\n", "one two\nthree\n");
    check(
        "k: >-\n  one\n\n\n  two\n   three\n  four\n  five",
        "one\n\ntwo\n three\nfour five",
    );
    check("k: >+\n\n  one\n\n   two\n\n\nl: 1", "\none\n\n two\n\n\n");
    check("k: >\r\n  é\r\n  ü\r\n\r\n  ß\r\n", "é ü\nß\n");
    check("k: >1\n  one\n two\n three\n", " one\ntwo three\n");
}

#[test]
fn escapes_and_folds_are_placed_whole() {
    wrote(r#"k: "a\"b""#, "\"", r#"\""#);
    wrote(r#"k: "a\x41\u00e9\U0001F600b""#, "A", r"\x41");
    wrote(r#"k: "a\x41\u00e9\U0001F600b""#, "é", r"\u00e9");
    wrote(r#"k: "a\x41\u00e9\U0001F600b""#, "😀", r"\U0001F600");
    wrote(r#"k: "\ud83d\ude00!""#, "😀", r"\ud83d\ude00");
    wrote(r#"k: "a\nb\te""#, "\n", r"\n");
    wrote("k: 'it''s'", "'", "''");
    wrote("k: a  \n   b", " ", "  \n   ");
    wrote("k: a\n\n\n  b", "\n\n", "\n\n\n  ");
    wrote("k: \"a\r\n \r\n  b\"", "\n", "\r\n \r\n  ");
    wrote("k: >\n  a\n  b\n", " ", "\n  ");
    wrote("k: >\n  a\n\n  b\n", "\n", "\n\n  ");
    wrote("k: |\r\n  a\r\n  b\r\n", "\n", "\r\n");
    wrote("k: |\n  a", "\n", "");
}

#[test]
fn what_is_no_range_of_the_text_is_the_whole_node() {
    let yaml = "k: \"aé\"";
    let node = scalar_of(yaml);
    let place = |range| node.place_in(yaml, range).range();
    assert_eq!(place(0..0), 4..4);
    assert_eq!(place(1..1), 5..5);
    assert_eq!(place(3..3), 7..7);
    assert_eq!(place(0..3), 4..7);
    assert_eq!(place(0..2), 3..8, "in the middle of a character");
    assert_eq!(place(0..9), 3..8, "beyond the end");
    assert_eq!(
        node.place_in("k: other", 0..1).range(),
        3..8,
        "another file"
    );
    let empty = scalar_of("k: ''");
    assert_eq!(empty.place_in("k: ''", 0..0).range(), 4..4);
}

/// A text as written in a file, and the text that it must decode to.
#[derive(Clone, Debug)]
struct Written {
    yaml: String,
    text: String,
    style: Style,
}

/// Lines of words that are valid in any style: no white space at the ends of lines, and no
/// indicators.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let word = "[a-zA-Zé中😀_.;][a-zA-Z0-9é中😀'\"\\\\_.!]{0,5}";
    let line = prop::collection::vec(word, 1..4).prop_map(|words| words.join(" "));
    let line = prop_oneof![4 => line, 1 => Just(String::new())];
    prop::collection::vec(line, 1..6).prop_map(|mut lines| {
        // The decoding of empty first and last lines depends on the style; the tests above cover it.
        lines.insert(0, "first".to_owned());
        lines.push("last".to_owned());
        lines
    })
}

fn written() -> impl Strategy<Value = Written> {
    let style = prop_oneof![
        Just(Style::Plain),
        Just(Style::SingleQuoted),
        Just(Style::DoubleQuoted),
        Just(Style::Literal),
        Just(Style::Folded),
    ];
    (
        lines(),
        style,
        1..7usize,
        any::<bool>(),
        any::<bool>(),
        0..3usize,
    )
        .prop_map(|(lines, style, indent, crlf, bom, more)| {
            write(&lines, style, indent, crlf, bom, more)
        })
}

fn write(
    lines: &[String],
    style: Style,
    indent: usize,
    crlf: bool,
    bom: bool,
    more: usize,
) -> Written {
    let margin = " ".repeat(indent);
    // The first line break between two words folds to a space. Each empty line after it decodes to
    // one line break.
    let folded = |separator: &str| lines.join("\n").replace('\n', separator);
    let (value, text) = match style {
        Style::Plain => (folded(&format!("\n{}", margin)), read_folded(lines)),
        Style::SingleQuoted => (
            format!("'{}'", folded(&format!(" \n{margin}")).replace('\'', "''")),
            read_folded(lines),
        ),
        Style::DoubleQuoted => {
            let escaped = lines
                .join("\n")
                .replace('\\', "\\\\")
                .replace('"', "\\\"")
                .replace('é', "\\u00e9");
            (
                format!("\"{}\"", escaped.replace('\n', &format!("\n{margin}"))),
                read_folded(lines),
            )
        }
        Style::Literal | Style::Folded => {
            let mark = if style == Style::Literal { "|" } else { ">" };
            let mut body = String::new();
            for (at, line) in lines.iter().enumerate() {
                // Lines that are indented more are not folded.
                let extra = if at == 1 {
                    " ".repeat(more)
                } else {
                    String::new()
                };
                if line.is_empty() {
                    body.push('\n');
                } else {
                    body.push_str(&format!("{margin}{extra}{line}\n"));
                }
            }
            (format!("{mark}\n{body}"), String::new())
        }
    };
    let mut yaml = format!("# Ünï: \"'\nk: {value}\nl: 1\n");
    if crlf {
        yaml = yaml.replace('\n', "\r\n");
    }
    if bom {
        yaml.insert(0, '\u{feff}');
    }
    let text = match style {
        Style::Literal => {
            let extra = if lines[1].is_empty() {
                String::new()
            } else {
                " ".repeat(more)
            };
            let mut lines = lines.to_vec();
            lines[1].insert_str(0, &extra);
            lines.join("\n") + "\n"
        }
        _ => text,
    };
    Written { yaml, text, style }
}

fn read_folded(lines: &[String]) -> String {
    let mut text = String::new();
    let mut breaks = 0;
    for line in lines {
        if line.is_empty() {
            breaks += 1;
            continue;
        }
        match breaks {
            _ if text.is_empty() => {}
            0 => text.push(' '),
            _ => text.push_str(&"\n".repeat(breaks)),
        }
        breaks = 0;
        text.push_str(line);
    }
    text
}

/// The character that a few bytes of a scalar decode to.
fn decodes_to(bytes: &str, style: Style) -> Option<char> {
    let mut characters = bytes.chars();
    let first = characters.next()?;
    match (style, first) {
        (Style::SingleQuoted, '\'') => (bytes == "''").then_some('\''),
        (Style::DoubleQuoted, '\\') => match bytes {
            "\\\\" => Some('\\'),
            "\\\"" => Some('"'),
            "\\u00e9" => Some('é'),
            _ => None,
        },
        _ => characters.next().is_none().then_some(first),
    }
}

proptest! {
    #[test]
    fn every_character_is_where_it_was_written(written in written()) {
        let Written { yaml, text, style } = &written;
        let node = scalar_of(yaml);
        let scalar = node.scalar().expect("a scalar");
        prop_assert_eq!(scalar.style, *style);
        if *style != Style::Folded {
            prop_assert_eq!(&scalar.text, text);
        }
        prop_assert!(source_map::is_mapped(yaml, node.span.range(), scalar));
        let mut before = 0;
        for (at, character) in scalar.text.char_indices() {
            let place = node.place_in(yaml, at..at + character.len_utf8()).range();
            prop_assert!(place.start >= before, "out of order");
            before = place.end;
            let bytes = &yaml[place];
            if bytes.contains(['\n', '\r']) || bytes.is_empty() {
                prop_assert!(matches!(character, ' ' | '\n'));
                prop_assert!(bytes.trim().is_empty());
            } else {
                prop_assert_eq!(decodes_to(bytes, *style), Some(character));
            }
        }
    }

    /// Any text between quotes or after `|`: the source map agrees with the parser.
    #[test]
    fn the_map_agrees_with_the_parser(
        body in "[ \t\r\nab:#'é\\\\nx41\"-]{0,24}",
        mark in "'|\"|\\||>|\\|[-+]|>[-+]|\\|[1-3]|>[1-3]|\\|[1-3]\\+|",
        key in "k: |- |- k:\n   |  k: |",
    ) {
        let end = if matches!(mark.as_str(), "'" | "\"") { mark.as_str() } else { "" };
        let start = if mark.starts_with(['|', '>']) { "\n" } else { "" };
        let yaml = format!("# é\n{key}{mark}{start}{body}{end}\n");
        let (documents, findings) = read(FILE, &yaml);
        if findings.is_empty() {
            for document in &documents {
                for node in super::nodes(document.root.as_deref()) {
                    if let Value::Scalar(scalar) = &node.value {
                        prop_assert!(mapped(&yaml, node, scalar), "{yaml:?} {node:?}");
                    }
                }
            }
        }
    }
}

fn mapped(yaml: &str, node: &Node, scalar: &Scalar) -> bool {
    source_map::is_mapped(yaml, node.span.range(), scalar)
}
