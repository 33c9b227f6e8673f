//! What is said about texts that are no YAML, and what is still read of them.
//!
//! Each case is a text, what is read (`!` marks a document of which a part is missing), and the
//! findings as `line:column message | underlined ^ label`.

mod other;
mod scalars;

use super::{FILE, line_of, outlines, read};
use crate::diagnostic::{Diagnostic, Safety};

fn check(text: &str, tree: &str, expected: &[&str]) {
    let (documents, findings) = read(FILE, text);
    let found: Vec<String> = findings.iter().map(|finding| said(text, finding)).collect();
    assert_eq!(found, expected, "{text}");
    assert_eq!(outlines(&documents), tree, "{text}");
    for finding in &findings {
        assert!(finding.help.is_some(), "{} has no help", finding.message);
        check_fixes(text, findings.len(), finding);
    }
}

fn said(text: &str, finding: &Diagnostic) -> String {
    format!("{} ^ {}", line_of(text, finding), finding.primary.message)
}

/// A fix that is safe leaves one mistake less.
fn check_fixes(text: &str, before: usize, finding: &Diagnostic) {
    for fix in finding
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
        assert!(after.len() < before, "{} does not mend\n{text}", fix.title);
    }
}

#[test]
fn tabs() {
    check(
        "name: Angel\n\tcost: 2\ntype: unit\n",
        "!{name: Angel, type: unit}",
        &["2:1 a line is indented with a tab | \t ^ YAML only takes spaces for indentation"],
    );
    check(
        "cost:\n\tattack: 2\ntype: unit\n",
        "!{cost: {attack: 2}, type: unit}",
        &["2:1 a line is indented with a tab | \t ^ YAML only takes spaces for indentation"],
    );
    check(
        "cost:\n  attack: 2\n\tpower: 2\ntype: unit\n",
        "!{cost: {attack: 2}, type: unit}",
        &["3:1 a line is indented with a tab | \t ^ YAML only takes spaces for indentation"],
    );
    check(
        "a: |\n\tx\n",
        "!{a: x\\n}",
        &["2:1 a line is indented with a tab | \t ^ YAML only takes spaces for indentation"],
    );
    check(
        "a: |\n  x\n\ty\n",
        "!nothing",
        &["3:1 a line is indented with a tab | \t ^ YAML only takes spaces for indentation"],
    );
    check(
        "- a: b\n\tc: d\n",
        "![{a: b}]",
        &["2:1 a line is indented with a tab | \t ^ YAML only takes spaces for indentation"],
    );
    check(
        "a:\n\tb\n",
        "!{a: b}",
        &["2:1 a line is indented with a tab | \t ^ YAML only takes spaces for indentation"],
    );
    check(
        "a: b\n  # c\n \td: e\n",
        "!{a: b}",
        &["3:2 a line is indented with a tab | \t ^ YAML only takes spaces for indentation"],
    );
    check(
        "a:\n\tb: 1\n  c: 2\n  d: 3\nx: 1\n",
        "!{a: {c: 2, d: 3}, x: 1}",
        &["2:1 a line is indented with a tab | \t ^ YAML only takes spaces for indentation"],
    );
    check(
        "name: Angel\n\ttype: unit\n\tcost: 2\nx: 1\n",
        "!{name: Angel, x: 1}",
        &["2:1 a line is indented with a tab | \t ^ YAML only takes spaces for indentation"],
    );
    check(
        "cost:\n\tattack: 2\n\tpower:\n\t\tfoo: 1\nx: 1\n",
        "!{cost: {attack: 2, power: {foo: 1}}, x: 1}",
        &["2:1 a line is indented with a tab | \t ^ YAML only takes spaces for indentation"],
    );
}

#[test]
fn colons() {
    check(
        "name: Angel\neffect: On Activation: Draw a card.\ncost: 2\n",
        "{name: Angel, effect: On Activation: Draw a card., cost: 2}",
        &[
            "2:9 the value of \"effect\" has a colon in it | On Activation: Draw a card. ^ a text with a colon and a space in it must be marked as text",
        ],
    );
    check(
        "effect: &foo Draw: a\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 the value of \"effect\" has a colon in it | &foo Draw: a ^ a text with a colon and a space in it must be marked as text",
        ],
    );
    check(
        "name:Angel\ntype: x\n",
        "!{type: x}",
        &[
            "1:5 a space is missing behind the colon | : ^ without a space this colon is a part of the text",
        ],
    );
    check(
        "type: x\nname:Angel\ncost: 2\n",
        "!{type: x, cost: 2}",
        &[
            "2:5 a space is missing behind the colon | : ^ without a space this colon is a part of the text",
        ],
    );
    check(
        "type: x\nname:Angel\n",
        "!{type: x}",
        &[
            "2:5 a space is missing behind the colon | : ^ without a space this colon is a part of the text",
        ],
    );
    check(
        "type: x\nname Angel\ncost: 2\n",
        "!{type: x, cost: 2}",
        &[
            "2:1 this line has no colon | name Angel ^ neither a key with a value nor a part of the value above",
        ],
    );
    check(
        "name Angel\ncost: 2\n",
        "!{cost: 2}",
        &[
            "1:1 this line has no colon | name Angel ^ neither a key with a value nor a part of the value above",
        ],
    );
    check(
        "cost: {a:1, b:2}\nx: 3\n",
        "!{cost: {}, x: 3}",
        &[
            "1:9 a space is missing behind the colon | : ^ without a space this colon is a part of the text",
            "1:14 a space is missing behind the colon | : ^ without a space this colon is a part of the text",
        ],
    );
    check(
        "traits:\n- a\nb\nx: 3\n",
        "!{traits: [a], x: 3}",
        &[
            "3:1 this line has no colon | b ^ neither a key with a value nor a part of the value above",
        ],
    );
    check(
        "a: b\n---\nx\ny: z\n",
        "{a: b} --- !{y: z}",
        &[
            "3:1 this line has no colon | x ^ neither a key with a value nor a part of the value above",
        ],
    );
    check(
        "--- a: b\n",
        "!nothing",
        &["1:5 a key cannot stand on the line of `---` | a: b ^ this belongs on the next line"],
    );
    check(
        "a: b: c\n",
        "{a: b: c}",
        &[
            "1:4 the value of \"a\" has a colon in it | b: c ^ a text with a colon and a space in it must be marked as text",
        ],
    );
    check(
        "cost: attack: 1, defense: 2\n",
        "!nothing",
        &[
            "1:7 the brackets around keys and numbers are missing | attack: 1, defense: 2 ^ YAML has `{ … }` for this",
        ],
    );
    check(
        "\"name\": a\n\"type\" b\nc: d\n",
        "!{name: a, c: d}",
        &[
            "2:1 a colon is missing behind a key | \"type\" ^ neither a key with a value nor a part of the value above",
        ],
    );
    check(
        "a: \"b\": c\n",
        "!nothing",
        &[
            "1:4 the value of \"a\" has a colon in it | \"b\": c ^ a text with a colon and a space in it must be marked as text",
        ],
    );
    check(
        "a: [b: c: d]\n",
        "!nothing",
        &["1:9 a value in brackets has a colon in it | : ^ this is the second colon"],
    );
    check(
        "effect:\n  On Activation: Draw: x\nb: c\n",
        "!{b: c}",
        &[
            "2:18 the value of \"On Activation\" has a colon in it | Draw: x ^ a text with a colon and a space in it must be marked as text",
        ],
    );
    check(
        "name: Foo\neffect: On Activation: Draw\n   a card.\nb: c\n",
        "{name: Foo, effect: On Activation: Draw a card., b: c}",
        &[
            "2:9 the value of \"effect\" has a colon in it | On Activation: Draw\n   a card. ^ a text with a colon and a space in it must be marked as text",
        ],
    );
    check(
        "name: Foo\neffect: Remove it\n  On Activation: draw a card\nb: c\n",
        "!{name: Foo, b: c}",
        &[
            "2:9 the value of \"effect\" has a colon in it | Remove it\n  On Activation: draw a card ^ a text with a colon and a space in it must be marked as text",
        ],
    );
    check(
        "name: Foo\neffect: Remove it\ndraw a card.\nb: c\n",
        "!{name: Foo, effect: Remove it, b: c}",
        &[
            "3:1 this line has no colon | draw a card. ^ neither a key with a value nor a part of the value above",
        ],
    );
    check(
        "a: [b:[c]]\n",
        "!nothing",
        &[
            "1:6 a space is missing behind the colon | : ^ without a space this colon is a part of the text",
        ],
    );
    check(
        "a: \"x\"\n<<<<<<< HEAD\nb: 2\n",
        "!{a: x, b: 2}",
        &[
            "2:1 a merge is not finished here: two versions of these lines stand one below the other | <<<<<<< ^ the mark of a merge",
        ],
    );
    check(
        "äö: a: b\n",
        "{äö: a: b}",
        &[
            "1:5 the value of \"äö\" has a colon in it | a: b ^ a text with a colon and a space in it must be marked as text",
        ],
    );
    check(
        "a: 1\r\nb: c: d\r\ne: 2\r\n",
        "{a: 1, b: c: d, e: 2}",
        &[
            "2:4 the value of \"b\" has a colon in it | c: d ^ a text with a colon and a space in it must be marked as text",
        ],
    );
    check(
        "? |\n a\nb\n",
        "!{a\\n: ~}",
        &[
            "3:1 this line has no colon | b ^ neither a key with a value nor a part of the value above",
        ],
    );
}

#[test]
fn indentation() {
    check(
        "name: a\n  cost: 2\ntype: x\n",
        "!{name: a, type: x}",
        &[
            "2:1 the indentation of \"cost\" fits no line above it |    ^ indented by 2 spaces, the lines above by 0",
        ],
    );
    check(
        "name: a\n cost: 2\ntype: x\n",
        "!{name: a, type: x}",
        &[
            "2:1 the indentation of \"cost\" fits no line above it |   ^ indented by 1 space, the lines above by 0",
        ],
    );
    check(
        "cost:\n  attack: 2\n   power: 3\ntype: x\n",
        "!{cost: {attack: 2}, type: x}",
        &[
            "3:1 the indentation of \"power\" fits no line above it |     ^ indented by 3 spaces, the lines above by 2",
        ],
    );
    check(
        "cost:\n   attack: 2\n  power: 3\ntype: x\n",
        "!{cost: {attack: 2}, type: x}",
        &[
            "3:1 the indentation of \"power\" fits no line above it |    ^ indented by 2 spaces, the lines above by 0 or 3",
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
            "2:1 the indentation of \"cost\" fits no line above it |   ^ indented by 1 space, the lines above by 0 or 2",
        ],
    );
    check(
        "- name: a\n   cost: 2\n- name: b\n",
        "![{name: a}, {name: b}]",
        &[
            "2:1 the indentation of \"cost\" fits no line above it |     ^ indented by 3 spaces, the lines above by 2",
        ],
    );
    check(
        "traits:\n  - a\n  b: c\nx: 3\n",
        "!{traits: [a], x: 3}",
        &[
            "3:3 a line among the entries of a list has no dash | b ^ an entry that begins with `- ` should stand here",
        ],
    );
    // Of several lines the first one alone is another.
    check(
        "deck:\n  - a: 3\n  b: 2\n  c: 1\n",
        "!{deck: {b: 2, c: 1}}",
        &[
            "2:3 this line has a dash, and the lines below it have none | -  ^ a dash begins an entry of a list",
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
            "2:1 the indentation of \"bar\" fits no line above it |     ^ indented by 3 spaces, the lines above by 0",
        ],
    );
    check(
        "a: 1\n- b\n- c\n",
        "!{a: 1}",
        &["2:1 a list entry stands among keys | - ^ a key with a colon should stand here"],
    );
    check(
        "- b\nc: 1\n",
        "![b]",
        &[
            "2:1 a line among the entries of a list has no dash | c ^ an entry that begins with `- ` should stand here",
        ],
    );
    check(
        "a: \"x\ny\"\n",
        "!nothing",
        &[
            "2:1 a text in quotes goes on without indentation | y\" ^ this line belongs to the quotes that are opened above",
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
            "3:1 the indentation of \"d\" fits no line above it |   ^ indented by 1 space, the lines above by 0 or 2",
        ],
    );
    check(
        "- name: a\ncost: 2\n- name: b\n",
        "![{name: a}, {name: b}]",
        &[
            "2:1 a line among the entries of a list has no dash | cost ^ an entry that begins with `- ` should stand here",
        ],
    );
    check(
        "- name: a\n  cost: 2\n\ntype: 3\n",
        "![{name: a, cost: 2}]",
        &[
            "4:1 a line among the entries of a list has no dash | type ^ an entry that begins with `- ` should stand here",
        ],
    );
    check(
        "a:\n  - b\n - c\nd: 1\n",
        "!{a: [b], d: 1}",
        &[
            "3:1 the indentation of this line fits no line above it |   ^ indented by 1 space, the lines above by 0 or 2",
        ],
    );
    check(
        "a: \"b\"\n   c: d\ne: f\n",
        "!{a: b, e: f}",
        &[
            "2:1 the indentation of \"c\" fits no line above it |     ^ indented by 3 spaces, the lines above by 0",
        ],
    );
    check(
        "a: b\n   \n  c: d\ne: f\n",
        "!{a: b, e: f}",
        &[
            "3:1 the indentation of \"c\" fits no line above it |    ^ indented by 2 spaces, the lines above by 0",
        ],
    );
    check(
        "a:\n  - x\n   - y: z\n  - w\n",
        "!{a: [x, w]}",
        &[
            "3:1 the indentation of \"y\" fits no line above it |     ^ indented by 3 spaces, the lines above by 2 or 4",
        ],
    );
    check(
        "a: |\n\n     \n  text\nb: 1\n",
        "!{b: 1}",
        &[
            "4:1 the first line of a text is indented too little |    ^ indented by 2 spaces, less than what is above it asks for",
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
        &["1:7 a `}` closes nothing | } ^ no bracket is open here"],
    );
    check(
        "[a]: [b,, c]\n",
        "!nothing",
        &["1:9 a comma has no value before it | , ^ a value is missing before this comma"],
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
        &["1:18 a comma is missing | power ^ the next key begins without a comma before it"],
    );
    check(
        "cost: {attack: 1\n  power: 2}\nx: 1\n",
        "!{x: 1}",
        &["2:3 a comma is missing | power ^ the next key begins without a comma before it"],
    );
    check(
        "- a: [1, 2\n  b: c\n- d: e\n",
        "![{b: c}, {d: e}]",
        &["1:6 a `[` is never closed | [ ^ this `[` is never closed"],
    );
    check(
        "a: [\"b\" \"c\"]\nx: 1\n",
        "!{x: 1}",
        &["1:9 a comma is missing | \"c\" ^ the next value begins without a comma before it"],
    );
    check(
        "a: [{b: c}\nd: e\n",
        "!{d: e}",
        &["1:4 a `[` is never closed | [ ^ this `[` is never closed"],
    );
    check(
        "a: [x, - y]\nb: 1\n",
        "!{b: 1}",
        &["1:8 a dash stands in brackets | - ^ entries in brackets have no dashes"],
    );
}

#[test]
fn comments_and_marks() {
    check(
        "traits: [a b], c\nx: 3\n",
        "!{x: 3}",
        &[
            "1:14 the value of \"traits\" is followed by something else | , c ^ the value ends before this",
        ],
    );
    check(
        "effect: foo\n   bar # c\n   baz\nx: 3\n",
        "!{x: 3}",
        &["2:8 a comment stands in the middle of a text | # c ^ the text goes on in the next line"],
    );
    check(
        "a: \"foo\" # ok\nb: \"foo\"#bad\n",
        "!{a: foo, b: foo}",
        &["2:9 a space is missing before the comment | # ^ a comment needs a space before its `#`"],
    );
    check(
        "... foo\n",
        "!nothing",
        &[
            "1:5 nothing can stand behind `...` | foo ^ `...` at the start of a line ends a document",
        ],
    );
    check(
        "{a: b} c\n",
        "!nothing",
        &["1:8 this value is followed by something else | c ^ the value ends before this"],
    );
    check(
        "%YAML 1.2\na: b\n",
        "!{a: b}",
        &[
            "1:1 a line that begins with `%` is an instruction to YAML readers | %YAML 1.2 ^ a card has no need of this",
        ],
    );
    check(
        "a: b #c\n d\ne: f\n",
        "!{e: f}",
        &["1:6 a comment stands in the middle of a text | #c ^ the text goes on in the next line"],
    );
}

#[test]
fn several_mistakes() {
    check(
        "a: %\n%b\n",
        "!nothing",
        &[
            "1:4 a text that begins with `%` needs quotes | % ^ YAML keeps this character for itself at the start of a value",
            "2:1 a line that begins with `%` is an instruction to YAML readers | %b ^ a card has no need of this",
        ],
    );
    check(
        "a: [*undead*, *living*]\n",
        "!{a: []}",
        &[
            "1:5 asterisks stand around a word in texts alone | *undead* ^ YAML reads this as a reference to something called `undead*`",
            "1:15 asterisks stand around a word in texts alone | *living* ^ YAML reads this as a reference to something called `living*`",
        ],
    );
    check(
        "a: b\n<<<<<<< HEAD\nc: d\n==",
        "!{a: b, c: d}",
        &[
            "2:1 a merge is not finished here: two versions of these lines stand one below the other | <<<<<<< ^ the mark of a merge",
            "4:1 this line has no colon | == ^ neither a key with a value nor a part of the value above",
        ],
    );
    check(
        "a: @x\nb: c: d\ne: \"f\ng: [h\ni: j\n",
        "!{b: c: d, i: j}",
        &[
            "1:4 a text that begins with `@` needs quotes | @ ^ YAML keeps this character for itself at the start of a value",
            "2:4 the value of \"b\" has a colon in it | c: d ^ a text with a colon and a space in it must be marked as text",
            "3:4 a quote is never closed | \"f ^ this quote is never closed",
            "4:4 a `[` is never closed | [ ^ this `[` is never closed",
        ],
    );
    check(
        "a: @x\n---\nb: c: d\n---\nc: fine\n---\nd: \"x\n",
        "!nothing --- {b: c: d} --- {c: fine} --- !nothing",
        &[
            "1:4 a text that begins with `@` needs quotes | @ ^ YAML keeps this character for itself at the start of a value",
            "3:4 the value of \"b\" has a colon in it | c: d ^ a text with a colon and a space in it must be marked as text",
            "7:4 a quote is never closed | \"x ^ this quote is never closed",
        ],
    );
    check(
        "a: \"\\u12\"\nb: [1, \"\\z\"]\n",
        "!nothing",
        &[
            "1:5 `\\u12` needs 4 hexadecimal digits | \\u12 ^ digits are missing here",
            "2:9 `\\z` means nothing between double quotes | \\z ^ a backslash begins an escape, and this is none",
        ],
    );
}
