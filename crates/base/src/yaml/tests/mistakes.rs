//! Tests of the diagnostics of invalid YAML, and of the parts of it that are still parsed.
//!
//! Each case is a text, the parsed documents (`!` marks a document with missing parts), and the
//! diagnostics as `line:column message | underlined ^ label`.

mod other;
mod scalars;

use super::{FILE, line_of, outlines, read};
use crate::diagnostic::{Diagnostic, Safety};

fn check(text: &str, tree: &str, expected: &[&str]) {
    let (documents, findings) = read(FILE, text);
    let found: Vec<String> = findings
        .iter()
        .map(|diagnostic| said(text, diagnostic))
        .collect();
    assert_eq!(found, expected, "{text}");
    assert_eq!(outlines(&documents), tree, "{text}");
    for diagnostic in &findings {
        assert!(
            diagnostic.help.is_some(),
            "{} has no help",
            diagnostic.message
        );
        check_fixes(text, findings.len(), diagnostic);
    }
}

fn said(text: &str, diagnostic: &Diagnostic) -> String {
    format!(
        "{} ^ {}",
        line_of(text, diagnostic),
        diagnostic.primary.message
    )
}

/// Checks that each safe fix leaves fewer diagnostics.
fn check_fixes(text: &str, before: usize, diagnostic: &Diagnostic) {
    for fix in diagnostic
        .fixes
        .iter()
        .filter(|fix| fix.safety == Safety::Safe)
    {
        let mut fixed = text.to_owned();
        let mut edits: Vec<_> = fix.edits.iter().collect();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.at));
        for edit in edits {
            fixed.replace_range(edit.at.range(), &edit.text);
        }
        let (_, after) = read(FILE, &fixed);
        assert!(after.len() < before, "{} does not fix\n{text}", fix.title);
    }
}

#[test]
fn tabs() {
    check(
        "name: Angel\n\tcost: 2\ntype: unit\n",
        "!{name: Angel, type: unit}",
        &["2:1 a line is indented with a tab | \t ^ YAML only allows spaces for indentation"],
    );
    check(
        "cost:\n\tattack: 2\ntype: unit\n",
        "!{cost: {attack: 2}, type: unit}",
        &["2:1 a line is indented with a tab | \t ^ YAML only allows spaces for indentation"],
    );
    check(
        "cost:\n  attack: 2\n\tpower: 2\ntype: unit\n",
        "!{cost: {attack: 2}, type: unit}",
        &["3:1 a line is indented with a tab | \t ^ YAML only allows spaces for indentation"],
    );
    check(
        "a: |\n\tx\n",
        "!{a: x\\n}",
        &["2:1 a line is indented with a tab | \t ^ YAML only allows spaces for indentation"],
    );
    check(
        "a: |\n  x\n\ty\n",
        "!nothing",
        &["3:1 a line is indented with a tab | \t ^ YAML only allows spaces for indentation"],
    );
    check(
        "- a: b\n\tc: d\n",
        "![{a: b}]",
        &["2:1 a line is indented with a tab | \t ^ YAML only allows spaces for indentation"],
    );
    check(
        "a:\n\tb\n",
        "!{a: b}",
        &["2:1 a line is indented with a tab | \t ^ YAML only allows spaces for indentation"],
    );
    check(
        "a: b\n  # c\n \td: e\n",
        "!{a: b}",
        &["3:2 a line is indented with a tab | \t ^ YAML only allows spaces for indentation"],
    );
    check(
        "a:\n\tb: 1\n  c: 2\n  d: 3\nx: 1\n",
        "!{a: {c: 2, d: 3}, x: 1}",
        &["2:1 a line is indented with a tab | \t ^ YAML only allows spaces for indentation"],
    );
    check(
        "name: Angel\n\ttype: unit\n\tcost: 2\nx: 1\n",
        "!{name: Angel, x: 1}",
        &["2:1 a line is indented with a tab | \t ^ YAML only allows spaces for indentation"],
    );
    check(
        "cost:\n\tattack: 2\n\tpower:\n\t\tfoo: 1\nx: 1\n",
        "!{cost: {attack: 2, power: {foo: 1}}, x: 1}",
        &["2:1 a line is indented with a tab | \t ^ YAML only allows spaces for indentation"],
    );
}

#[test]
fn colons() {
    check(
        "name: Angel\neffect: On Activation: Draw a card.\ncost: 2\n",
        "{name: Angel, effect: On Activation: Draw a card., cost: 2}",
        &[
            "2:9 the value of \"effect\" contains a colon | On Activation: Draw a card. ^ a text that contains a colon and a space needs quotes or `|`",
        ],
    );
    check(
        "effect: &foo Draw: a\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 the value of \"effect\" contains a colon | &foo Draw: a ^ a text that contains a colon and a space needs quotes or `|`",
        ],
    );
    check(
        "name:Angel\ntype: x\n",
        "!{type: x}",
        &["1:5 missing space after `:` | : ^ without a space, this `:` is part of the text"],
    );
    check(
        "type: x\nname:Angel\ncost: 2\n",
        "!{type: x, cost: 2}",
        &["2:5 missing space after `:` | : ^ without a space, this `:` is part of the text"],
    );
    check(
        "type: x\nname:Angel\n",
        "!{type: x}",
        &["2:5 missing space after `:` | : ^ without a space, this `:` is part of the text"],
    );
    check(
        "type: x\nname Angel\ncost: 2\n",
        "!{type: x, cost: 2}",
        &[
            "2:1 missing colon | name Angel ^ neither a key with a value nor part of the value above",
        ],
    );
    check(
        "name Angel\ncost: 2\n",
        "!{cost: 2}",
        &[
            "1:1 missing colon | name Angel ^ neither a key with a value nor part of the value above",
        ],
    );
    check(
        "cost: {a:1, b:2}\nx: 3\n",
        "!{cost: {}, x: 3}",
        &[
            "1:9 missing space after `:` | : ^ without a space, this `:` is part of the text",
            "1:14 missing space after `:` | : ^ without a space, this `:` is part of the text",
        ],
    );
    check(
        "traits:\n- a\nb\nx: 3\n",
        "!{traits: [a], x: 3}",
        &["3:1 missing colon | b ^ neither a key with a value nor part of the value above"],
    );
    check(
        "a: b\n---\nx\ny: z\n",
        "{a: b} --- !{y: z}",
        &["3:1 missing colon | x ^ neither a key with a value nor part of the value above"],
    );
    check(
        "--- a: b\n",
        "!nothing",
        &["1:5 unexpected key on the line of `---` | a: b ^ this must be on the next line"],
    );
    check(
        "a: b: c\n",
        "{a: b: c}",
        &[
            "1:4 the value of \"a\" contains a colon | b: c ^ a text that contains a colon and a space needs quotes or `|`",
        ],
    );
    check(
        "cost: attack: 1, defense: 2\n",
        "!nothing",
        &[
            "1:7 missing brackets around keys and numbers | attack: 1, defense: 2 ^ YAML uses `{ … }` for this",
        ],
    );
    check(
        "\"name\": a\n\"type\" b\nc: d\n",
        "!{name: a, c: d}",
        &[
            "2:1 missing colon after the key | \"type\" ^ neither a key with a value nor part of the value above",
        ],
    );
    check(
        "a: \"b\": c\n",
        "!nothing",
        &[
            "1:4 the value of \"a\" contains a colon | \"b\": c ^ a text that contains a colon and a space needs quotes or `|`",
        ],
    );
    check(
        "a: [b: c: d]\n",
        "!nothing",
        &["1:9 a value in brackets contains a colon | : ^ this is the second colon"],
    );
    check(
        "effect:\n  On Activation: Draw: x\nb: c\n",
        "!{b: c}",
        &[
            "2:18 the value of \"On Activation\" contains a colon | Draw: x ^ a text that contains a colon and a space needs quotes or `|`",
        ],
    );
    check(
        "name: Foo\neffect: On Activation: Draw\n   a card.\nb: c\n",
        "{name: Foo, effect: On Activation: Draw a card., b: c}",
        &[
            "2:9 the value of \"effect\" contains a colon | On Activation: Draw\n   a card. ^ a text that contains a colon and a space needs quotes or `|`",
        ],
    );
    check(
        "name: Foo\neffect: Remove it\n  On Activation: draw a card\nb: c\n",
        "!{name: Foo, b: c}",
        &[
            "2:9 the value of \"effect\" contains a colon | Remove it\n  On Activation: draw a card ^ a text that contains a colon and a space needs quotes or `|`",
        ],
    );
    check(
        "name: Foo\neffect: Remove it\ndraw a card.\nb: c\n",
        "!{name: Foo, effect: Remove it, b: c}",
        &[
            "3:1 missing colon | draw a card. ^ neither a key with a value nor part of the value above",
        ],
    );
    check(
        "a: [b:[c]]\n",
        "!nothing",
        &["1:6 missing space after `:` | : ^ without a space, this `:` is part of the text"],
    );
    check(
        "a: \"x\"\n<<<<<<< HEAD\nb: 2\n",
        "!{a: x, b: 2}",
        &[
            "2:1 unfinished merge: the file contains two versions of these lines | <<<<<<< ^ a merge marker",
        ],
    );
    check(
        "äö: a: b\n",
        "{äö: a: b}",
        &[
            "1:5 the value of \"äö\" contains a colon | a: b ^ a text that contains a colon and a space needs quotes or `|`",
        ],
    );
    check(
        "a: 1\r\nb: c: d\r\ne: 2\r\n",
        "{a: 1, b: c: d, e: 2}",
        &[
            "2:4 the value of \"b\" contains a colon | c: d ^ a text that contains a colon and a space needs quotes or `|`",
        ],
    );
    check(
        "? |\n a\nb\n",
        "!{a\\n: ~}",
        &["3:1 missing colon | b ^ neither a key with a value nor part of the value above"],
    );
}

#[test]
fn indentation() {
    check(
        "name: a\n  cost: 2\ntype: x\n",
        "!{name: a, type: x}",
        &[
            "2:1 the indentation of \"cost\" matches no line above it |    ^ indented by 2 spaces, the lines above by 0",
        ],
    );
    check(
        "name: a\n cost: 2\ntype: x\n",
        "!{name: a, type: x}",
        &[
            "2:1 the indentation of \"cost\" matches no line above it |   ^ indented by 1 space, the lines above by 0",
        ],
    );
    check(
        "cost:\n  attack: 2\n   power: 3\ntype: x\n",
        "!{cost: {attack: 2}, type: x}",
        &[
            "3:1 the indentation of \"power\" matches no line above it |     ^ indented by 3 spaces, the lines above by 2",
        ],
    );
    check(
        "cost:\n   attack: 2\n  power: 3\ntype: x\n",
        "!{cost: {attack: 2}, type: x}",
        &[
            "3:1 the indentation of \"power\" matches no line above it |    ^ indented by 2 spaces, the lines above by 0 or 3",
        ],
    );
    check(
        "  name: a\ncost: 2\n",
        "!{cost: 2}",
        &[
            "1:1 the first line is indented more than the lines after it |    ^ indented by 2 spaces, the lines after it by 0",
        ],
    );
    check(
        "- name: a\n cost: 2\n- name: b\n",
        "![{name: a}, {name: b}]",
        &[
            "2:1 the indentation of \"cost\" matches no line above it |   ^ indented by 1 space, the lines above by 0 or 2",
        ],
    );
    check(
        "- name: a\n   cost: 2\n- name: b\n",
        "![{name: a}, {name: b}]",
        &[
            "2:1 the indentation of \"cost\" matches no line above it |     ^ indented by 3 spaces, the lines above by 2",
        ],
    );
    check(
        "traits:\n  - a\n  b: c\nx: 3\n",
        "!{traits: [a], x: 3}",
        &["3:3 missing `- ` before a list entry | b ^ expected an entry that begins with `- `"],
    );
    // Only the first of several lines differs.
    check(
        "deck:\n  - a: 3\n  b: 2\n  c: 1\n",
        "!{deck: {b: 2, c: 1}}",
        &[
            "2:3 this line has a dash, but the lines below it do not | -  ^ a dash begins an entry of a list",
        ],
    );
    check(
        "deck:\n     a: 3\n  b: 2\n  c: 1\n",
        "!{deck: {b: 2, c: 1}}",
        &[
            "2:1 \"a\" is indented more than the lines below it |       ^ indented by 5 spaces, the lines below by 2",
        ],
    );
    check(
        "effect: |\n  abc\n def\nx: 3\n",
        "!{x: 3}",
        &[
            "3:1 a line of a text is indented less than the lines above it |   ^ indented by 1 space, the text above by 2",
        ],
    );
    check(
        "effect: |\n    abc\n  def\nx: 3\n",
        "!{x: 3}",
        &[
            "3:1 a line of a text is indented less than the lines above it |    ^ indented by 2 spaces, the text above by 4",
        ],
    );
    check(
        "effect: foo\n   bar: baz\nx: 3\n",
        "!{effect: foo, x: 3}",
        &[
            "2:1 the indentation of \"bar\" matches no line above it |     ^ indented by 3 spaces, the lines above by 0",
        ],
    );
    check(
        "a: 1\n- b\n- c\n",
        "!{a: 1}",
        &["2:1 list entry in a mapping | - ^ expected a key with a colon"],
    );
    check(
        "- b\nc: 1\n",
        "![b]",
        &["2:1 missing `- ` before a list entry | c ^ expected an entry that begins with `- `"],
    );
    check(
        "a: \"x\ny\"\n",
        "!nothing",
        &[
            "2:1 a text in quotes continues without indentation | y\" ^ this line is part of the quoted text that begins above",
        ],
    );
    check(
        " - a\n- b\n",
        "![b]",
        &[
            "1:1 the first line is indented more than the lines after it |   ^ indented by 1 space, the lines after it by 0",
        ],
    );
    check(
        "a:\n  b: c\n d: e\n",
        "!{a: {b: c}}",
        &[
            "3:1 the indentation of \"d\" matches no line above it |   ^ indented by 1 space, the lines above by 0 or 2",
        ],
    );
    check(
        "- name: a\ncost: 2\n- name: b\n",
        "![{name: a}, {name: b}]",
        &["2:1 missing `- ` before a list entry | cost ^ expected an entry that begins with `- `"],
    );
    check(
        "- name: a\n  cost: 2\n\ntype: 3\n",
        "![{name: a, cost: 2}]",
        &["4:1 missing `- ` before a list entry | type ^ expected an entry that begins with `- `"],
    );
    check(
        "a:\n  - b\n - c\nd: 1\n",
        "!{a: [b], d: 1}",
        &[
            "3:1 the indentation of this line matches no line above it |   ^ indented by 1 space, the lines above by 0 or 2",
        ],
    );
    check(
        "a: \"b\"\n   c: d\ne: f\n",
        "!{a: b, e: f}",
        &[
            "2:1 the indentation of \"c\" matches no line above it |     ^ indented by 3 spaces, the lines above by 0",
        ],
    );
    check(
        "a: b\n   \n  c: d\ne: f\n",
        "!{a: b, e: f}",
        &[
            "3:1 the indentation of \"c\" matches no line above it |    ^ indented by 2 spaces, the lines above by 0",
        ],
    );
    check(
        "a:\n  - x\n   - y: z\n  - w\n",
        "!{a: [x, w]}",
        &[
            "3:1 the indentation of \"y\" matches no line above it |     ^ indented by 3 spaces, the lines above by 2 or 4",
        ],
    );
    check(
        "a: |\n\n     \n  text\nb: 1\n",
        "!{b: 1}",
        &[
            "4:1 the first line of a text is indented too little |    ^ indented by 2 spaces, less than the lines above require",
        ],
    );
}

#[test]
fn brackets() {
    check(
        "traits: [a, b\ntype: x\ncost: 2\n",
        "!{type: x, cost: 2}",
        &["1:9 a `[` is never closed | [ ^ this `[` is never closed"],
    );
    check(
        "cost: {a: 1, b: 2\ntype: x\ncost: 2\n",
        "!{type: x, cost: 2}",
        &["1:7 a `{` is never closed | { ^ this `{` is never closed"],
    );
    check(
        "cost: {a: 1, b: 2]\ntype: x\n",
        "!{type: x}",
        &["1:18 a `{` is closed by `]` | ] ^ this must be `}`"],
    );
    check(
        "cost: [a, b}}\nx: 3\n",
        "!{x: 3}",
        &["1:12 a `[` is closed by `}` | } ^ this must be `]`"],
    );
    check(
        "? [a\n",
        "!nothing",
        &["1:3 a `[` is never closed | [ ^ this `[` is never closed"],
    );
    check(
        "{a: b}}\n",
        "!{a: b}",
        &["1:7 `}` without an opening bracket | } ^ no bracket is open here"],
    );
    check(
        "[a]: [b,, c]\n",
        "!nothing",
        &["1:9 missing value before `,` | , ^ no value before this comma"],
    );
    check(
        "a: [\n  b\nc: d\n",
        "!{c: d}",
        &["1:4 a `[` is never closed | [ ^ this `[` is never closed"],
    );
    check(
        "a: {b: c,\n d: e\nf: g\n",
        "!{f: g}",
        &["1:4 a `{` is never closed | { ^ this `{` is never closed"],
    );
    check(
        "cost: {attack: 1 power: 2}\nx: 1\n",
        "!{x: 1}",
        &["1:18 missing comma | power ^ no comma before the next key"],
    );
    check(
        "cost: {attack: 1\n  power: 2}\nx: 1\n",
        "!{x: 1}",
        &["2:3 missing comma | power ^ no comma before the next key"],
    );
    check(
        "- a: [1, 2\n  b: c\n- d: e\n",
        "![{b: c}, {d: e}]",
        &["1:6 a `[` is never closed | [ ^ this `[` is never closed"],
    );
    check(
        "a: [\"b\" \"c\"]\nx: 1\n",
        "!{x: 1}",
        &["1:9 missing comma | \"c\" ^ no comma before the next value"],
    );
    check(
        "a: [{b: c}\nd: e\n",
        "!{d: e}",
        &["1:4 a `[` is never closed | [ ^ this `[` is never closed"],
    );
    check(
        "a: [x, - y]\nb: 1\n",
        "!{b: 1}",
        &["1:8 unexpected `-` inside brackets | - ^ entries in brackets have no dashes"],
    );
}

#[test]
fn comments_and_marks() {
    check(
        "traits: [a b], c\nx: 3\n",
        "!{x: 3}",
        &["1:14 unexpected text after the value of \"traits\" | , c ^ the value ends before this"],
    );
    check(
        "effect: foo\n   bar # c\n   baz\nx: 3\n",
        "!{x: 3}",
        &["2:8 a comment in the middle of a text | # c ^ the text continues on the next line"],
    );
    check(
        "a: \"foo\" # ok\nb: \"foo\"#bad\n",
        "!{a: foo, b: foo}",
        &["2:9 missing space before the comment | # ^ a comment needs a space before its `#`"],
    );
    check(
        "... foo\n",
        "!nothing",
        &["1:5 unexpected text after `...` | foo ^ `...` at the start of a line ends a document"],
    );
    check(
        "{a: b} c\n",
        "!nothing",
        &["1:8 unexpected text after this value | c ^ the value ends before this"],
    );
    check(
        "%YAML 1.2\na: b\n",
        "!{a: b}",
        &[
            "1:1 a line that begins with `%` is an instruction to YAML parsers | %YAML 1.2 ^ a card does not need this",
        ],
    );
    check(
        "a: b #c\n d\ne: f\n",
        "!{e: f}",
        &["1:6 a comment in the middle of a text | #c ^ the text continues on the next line"],
    );
}

#[test]
fn several_mistakes() {
    check(
        "a: %\n%b\n",
        "!nothing",
        &[
            "1:4 a text that begins with `%` needs quotes | % ^ YAML reserves this character at the start of a value",
            "2:1 a line that begins with `%` is an instruction to YAML parsers | %b ^ a card does not need this",
        ],
    );
    check(
        "a: [*undead*, *living*]\n",
        "!{a: []}",
        &[
            "1:5 only texts use asterisks around a word | *undead* ^ YAML reads this as a reference to something called `undead*`",
            "1:15 only texts use asterisks around a word | *living* ^ YAML reads this as a reference to something called `living*`",
        ],
    );
    check(
        "a: b\n<<<<<<< HEAD\nc: d\n==",
        "!{a: b, c: d}",
        &[
            "2:1 unfinished merge: the file contains two versions of these lines | <<<<<<< ^ a merge marker",
            "4:1 missing colon | == ^ neither a key with a value nor part of the value above",
        ],
    );
    check(
        "a: @x\nb: c: d\ne: \"f\ng: [h\ni: j\n",
        "!{b: c: d, i: j}",
        &[
            "1:4 a text that begins with `@` needs quotes | @ ^ YAML reserves this character at the start of a value",
            "2:4 the value of \"b\" contains a colon | c: d ^ a text that contains a colon and a space needs quotes or `|`",
            "3:4 a quote is never closed | \"f ^ this quote is never closed",
            "4:4 a `[` is never closed | [ ^ this `[` is never closed",
        ],
    );
    check(
        "a: @x\n---\nb: c: d\n---\nc: fine\n---\nd: \"x\n",
        "!nothing --- {b: c: d} --- {c: fine} --- !nothing",
        &[
            "1:4 a text that begins with `@` needs quotes | @ ^ YAML reserves this character at the start of a value",
            "3:4 the value of \"b\" contains a colon | c: d ^ a text that contains a colon and a space needs quotes or `|`",
            "7:4 a quote is never closed | \"x ^ this quote is never closed",
        ],
    );
    check(
        "a: \"\\u12\"\nb: [1, \"\\z\"]\n",
        "!nothing",
        &[
            "1:5 `\\u12` needs 4 hexadecimal digits | \\u12 ^ missing digits",
            "2:9 unknown escape sequence `\\z` | \\z ^ a backslash between double quotes begins an escape sequence",
        ],
    );
}
