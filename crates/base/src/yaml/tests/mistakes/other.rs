//! Other formats mistaken for YAML: signs of other languages, unfinished merges, lost marks.

use super::check;

#[test]
fn two_cards_without_a_mark_between_them() {
    let second = "a second card begins here without a separator | name ^ the first card has this key already";
    check(
        "name: a\ntype: x\nname: b\ntype: x\ncost: 1\n",
        "!{name: a, type: x}",
        &[&format!("3:1 {second}")],
    );
    check(
        "type: x\nname: a\ntype: x\nname: b\n",
        "!{type: x, name: a}",
        &[
            "3:1 a second card begins here without a separator | type ^ the first card has this key already",
        ],
    );
    check(
        "- name: a\n  type: x\n  name: b\n  type: x\n- name: c\n",
        "![{name: a, type: x}, {name: c}]",
        &[&format!("3:3 {second}")],
    );
    check(
        "kingdom: a\ndeck: x\nkingdom: b\ndeck: y\n",
        "!{kingdom: a, deck: x}",
        &[
            "3:1 a second set begins here without a separator | kingdom ^ the first set has this key already",
        ],
    );
    // No other key is repeated.
    check(
        "name: a\ntype: x\nname: a\ncost: 1\n",
        "!{name: a, type: x, cost: 1}",
        &["3:1 duplicate key \"name\" | name ^ repeated here"],
    );
    for dashes in ["--", "-----"] {
        check(
            &format!("name: a\ntype: x\n{dashes}\nname: b\ntype: x\n---\nname: c\n"),
            "!{name: a, type: x} --- {name: c}",
            &[&format!(
                "3:1 `{dashes}` does not separate two cards | {dashes} ^ the separator has three dashes"
            )],
        );
    }
}

#[test]
fn a_merge_that_is_not_finished() {
    let merge = "unfinished merge: the file contains two versions of these lines";
    check(
        "a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> theirs\nc: 4\n",
        "!{a: 1, c: 4}",
        &[&format!("2:1 {merge} | <<<<<<< ^ a merge marker")],
    );
    check(
        "a: |\n  x\n<<<<<<< HEAD\n  y\n=======\n  z\n>>>>>>> theirs\n---\nb: 1\n",
        "!{a: x\\n} --- {b: 1}",
        &[&format!("3:1 {merge} | <<<<<<< ^ a merge marker")],
    );
    check(
        "a: 1\n>>>>>>> theirs\nc: 4\n",
        "!{a: 1, c: 4}",
        &[&format!("2:1 {merge} | >>>>>>> ^ a merge marker")],
    );
}

#[test]
fn other_signs_in_place_of_yaml_s() {
    let sign = "expected `:`, found `=` | = ^ a colon separates a key from its value";
    check(
        "name = Foo\ntype: x\n",
        "!{type: x}",
        &[&format!("1:6 {sign}")],
    );
    check(
        "type: x\nname=Foo\ncost: 1\n",
        "!{type: x, cost: 1}",
        &[&format!("2:5 {sign}")],
    );
    check(
        "// mine\nname: Foo\n",
        "{name: Foo}",
        &["1:1 a comment begins with `#`, not with `//` | // ^ not a comment in YAML"],
    );
    let label = "it looks like a space, but makes it a different name";
    check(
        "type: x\nname:\u{a0}Foo\n",
        "{type: x, name: Foo}",
        &[&format!(
            "2:6 a no-break space (U+00A0) in the file | \u{a0} ^ {label}"
        )],
    );
    check(
        "cost: {a:\u{2003}1}\n",
        "{cost: {a: 1}}",
        &[&format!(
            "1:10 an unusual space (U+2003) in the file | \u{2003} ^ {label}"
        )],
    );
}

#[test]
fn comments_with_slashes() {
    let written = |place: &str| {
        format!("{place} a comment begins with `#`, not with `//` | // ^ not a comment in YAML")
    };
    check(
        "{ \"a\": \"b // c\", // d\n  // e: f\n  g: 'h\n  // i', // j\n}\n",
        "{a: b // c, g: h // i}",
        &[&written("1:18"), &written("2:3"), &written("4:10")],
    );
    check(
        "a: http://b.c // d\ne: |\n  f // g\n  // h\ni: j # k // l\n",
        "{a: http://b.c, e: f // g\\n// h\\n, i: j}",
        &[&written("1:15")],
    );
    check(
        "a: b // c: d\ne:\n  f g\n  // h\n  i\nj: k\n",
        "!{a: b, j: k}",
        &[&written("1:6"), &written("4:3")],
    );
}

#[test]
fn wide_colons() {
    let sign = "expected `:`, found `：` | ： ^ a colon separates a key from its value";
    check(
        "a： { b: 1 }\nc: { d： 2, e: 3 }\n",
        "!{c: {e: 3}}",
        &[&format!("1:2 {sign}"), &format!("2:7 {sign}")],
    );
}

#[test]
fn several_wrong_escapes() {
    check(
        "a: \"C:\\Temp\\qux\"\nb: c\n",
        "!{b: c}",
        &[
            "1:7 unknown escape sequence `\\T` | \\T ^ a backslash between double quotes begins an escape sequence",
        ],
    );
}

#[test]
fn entries_that_are_indented_more() {
    check(
        "traits:\n- living\n - angel\nx: 1\n",
        "!{traits: [], x: 1}",
        &[
            "3:1 a list entry is indented more than the entry above |   ^ indented by 1 space, the entry above by 0",
        ],
    );
    check(
        "deck:\n  - a\n  - b\n    - c\n  - d\n",
        "!{deck: [a, d]}",
        &[
            "4:1 a list entry is indented more than the entry above |      ^ indented by 4 spaces, the entry above by 2",
        ],
    );
    // A text in a field may continue with a dash.
    check("a: b\n  - c\n", "{a: b - c}", &[]);
}

#[test]
fn a_comma_that_is_missing_between_keys_in_the_first_column() {
    check(
        "{\n\"a\": \"x\",\n\"b\": {\"c\": 1}\n\"d\": 2\n}\n",
        "!nothing",
        &["4:1 missing comma | \"d\": 2 ^ no comma before the next value"],
    );
    check(
        "- {\na: x\nb: y,\nc: z\n}\n- a: z\n",
        "![{a: z}]",
        &["3:1 missing comma | b ^ no comma before the next key"],
    );
    // If the bracket is never closed, its lines are not separate either.
    check(
        "{\n\"a\": \"x\",\n\"b\": \"y\",\n\"c\": 1\n",
        "!nothing",
        &["1:1 a `{` is never closed | { ^ this `{` is never closed"],
    );
    check(
        "{ a: x\nb: y\nc: z\n",
        "!{b: y, c: z}",
        &["1:1 a `{` is never closed | { ^ this `{` is never closed"],
    );
    check(
        "a: { b: 1\nc: y\n",
        "!{c: y}",
        &["1:4 a `{` is never closed | { ^ this `{` is never closed"],
    );
}

#[test]
fn braces_behind_a_key_without_a_colon() {
    check(
        "a: x\ncost = { attack: 1, power: 2 }\n",
        "!{a: x}",
        &["2:6 expected `:`, found `=` | = ^ a colon separates a key from its value"],
    );
    check(
        "a: x\ncost { attack: 1, power: 2 }\n",
        "!{a: x}",
        &["2:1 missing colon after `cost` | cost ^ this key has no colon"],
    );
}

#[test]
fn a_bracket_of_numbers_that_something_else_follows() {
    check(
        "- { a: x, cost: { attack: 1, power: 2, b: y }\n- a: z\n",
        "![{a: z}]",
        &["1:17 a `{` is never closed | { ^ this `{` is never closed"],
    );
}

#[test]
fn entries_of_a_list_with_other_marks() {
    check(
        "a: x\nb:\n  * fire\n  * water\nc: y\n",
        "!{a: x, c: y}",
        &[
            "3:3 an entry of a list begins with `-`, not with `*` | * ^ YAML reads `*` as a reference to a marked value",
        ],
    );
    check(
        "- a: x\n  b: y\n-a: z\n  b: y\n",
        "![{a: x, b: y}]",
        &["3:1 missing space after `-` | - ^ without a space, this `-` is part of the text"],
    );
    check(
        "- a: x\n  b: y\n-a: z\n b: y\n- a: 1\n",
        "![{a: x, b: y}, {a: 1}]",
        &["3:1 missing space after `-` | - ^ without a space, this `-` is part of the text"],
    );
    let glued = "missing space after `-` | - ^ without a space, this `-` is part of the text";
    check(
        "a:\n  -x\n  -y\nb: z\n",
        "!{b: z}",
        &[&format!("2:3 {glued}")],
    );
    check(
        "a:\n  - x\n  -y\nb: z\n",
        "!{a: [x], b: z}",
        &[&format!("3:3 {glued}")],
    );
    check(
        "a: x\nb:\n-x\n- y\n-z\nc: d\n",
        "!{a: x, c: d}",
        &[&format!("3:1 {glued}")],
    );
    check(
        "- a: x\n  b:\n  -x\n  -y\n  c: d\n",
        "![{a: x, c: d}]",
        &[&format!("3:3 {glued}")],
    );
}

#[test]
fn signs_of_other_languages_behind_brackets() {
    check(
        "a: { b: 1; c: 2; d: 3 }\ne: f\n",
        "!{e: f}",
        &["1:10 expected `,`, found `;` | ; ^ this is not a comma"],
    );
    check(
        "a: { b: 1 };\ne: [f] // g\n",
        "!{a: {b: 1}, e: [f]}",
        &[
            "1:12 unexpected `;` after the value | ; ^ YAML needs no punctuation at the end of a line",
            "2:8 a comment begins with `#`, not with `//` | // ^ not a comment in YAML",
        ],
    );
}

#[test]
fn a_number_that_is_indented_less_than_the_others() {
    check(
        "a:\n  b: 1\nc: 2\n  d: 3\n  e: 4\n",
        "!{a: {b: 1, d: 3, e: 4}}",
        &[
            "3:1 \"c\" is indented less than the lines above and below it | c ^ indented by no spaces, the lines around it by 2",
        ],
    );
}
