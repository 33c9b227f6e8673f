//! Tests of parsed trees: positions, keys, anchors and documents.

use super::{FILE, line_of, nodes, outlines, read};
use crate::diagnostic::{Code, Safety};

fn check(text: &str, tree: &str, expected: &[&str]) {
    let (documents, findings) = read(FILE, text);
    let found: Vec<String> = findings
        .iter()
        .map(|diagnostic| format!("{} {}", diagnostic.code.name(), line_of(text, diagnostic)))
        .collect();
    assert_eq!(found, expected, "{text}");
    assert_eq!(outlines(&documents), tree, "{text}");
}

#[test]
fn documents() {
    check("", "", &[]);
    check("# only\n", "", &[]);
    check("a: 1\n", "{a: 1}", &[]);
    check(
        "---\n---\na\n...\n---\n# c\n",
        "nothing --- a --- nothing",
        &[],
    );
    check("- a\n-\n- {b: [c, ], d}\n", "[a, ~, {b: [c], d: ~}]", &[]);
    check("\u{feff}a: 1\n---\nb: 2", "{a: 1} --- {b: 2}", &[]);
    check("a: '~'\nb: ~\nc:\n", "{a: ~, b: ~, c: ~}", &[]);
}

#[test]
fn places_of_nodes() {
    let text = "# é\na: &x\n  - b # c\n  - {d: e,\n f: }\n\ng:\n- h\n-\ni: *x\nj:\nk: !!str  l\n";
    let (documents, findings) = read(FILE, text);
    assert_eq!(findings, []);
    let mut places: Vec<_> = nodes(documents[0].root.as_deref())
        .iter()
        .map(|node| node.span)
        .collect();
    places.sort();
    places.dedup();
    let found: Vec<&str> = places.iter().map(|place| &text[place.range()]).collect();
    assert_eq!(
        found,
        [
            "a",
            "a: &x\n  - b # c\n  - {d: e,\n f: }\n\ng:\n- h\n-\ni: *x\nj:\nk: !!str  l",
            "- b # c\n  - {d: e,\n f: }",
            "b",
            "{d: e,\n f: }",
            "d",
            "e",
            "f",
            "",
            "g",
            "- h\n-",
            "h",
            "",
            "i",
            "j",
            "",
            "k",
            "l"
        ]
    );
    let empty: Vec<usize> = places
        .iter()
        .map(|place| place.range())
        .filter(|place| place.is_empty())
        .map(|place| place.start)
        .collect();
    let before = |at: &usize| &text[..*at];
    assert!(before(&empty[0]).ends_with(" f:"));
    assert!(before(&empty[1]).ends_with("- h\n-"));
    assert!(before(&empty[2]).ends_with("j:"));
}

#[test]
fn keys_that_stand_twice() {
    check(
        "a: 1\nb: 2\na: 3\n",
        "!{a: 1, b: 2}",
        &["duplicate-key 3:1 duplicate key \"a\" | a"],
    );
    check(
        "x: {c: 1, 'c': 2}\n",
        "!{x: {c: 1}}",
        &["duplicate-key 1:11 duplicate key \"c\" | 'c'"],
    );
    let (_, findings) = read(FILE, "cost: 1\ncost: 2\n");
    assert_eq!(findings[0].primary.message, "repeated here");
    assert_eq!(findings[0].secondary[0].message, "first given here");
    assert_eq!(findings[0].secondary[0].at.range(), 0..4);
    assert_eq!(findings[0].help.as_deref(), Some("keep one of the two"));
}

#[test]
fn many_keys_are_compared_too() {
    let mut text: String = (0..2000).map(|at| format!("k{at}: {at}\n")).collect();
    text.push_str("k7: 1\nk1999: 2\nnew: 3\nnew: 4\n");
    let (_, findings) = read(FILE, &text);
    let found: Vec<_> = findings
        .iter()
        .map(|diagnostic| diagnostic.message.clone())
        .collect();
    let twice = |key: &str| format!("duplicate key \"{key}\"");
    assert_eq!(found, [twice("k7"), twice("k1999"), twice("new")]);
}

#[test]
fn aliases_and_merges() {
    check(
        "a: &x {b: 1}\nc: [*x, *x]\n",
        "{a: {b: 1}, c: [{b: 1}, {b: 1}]}",
        &[],
    );
    check("a: &x 1\nb: &x 2\nc: *x\n", "{a: 1, b: 2, c: 2}", &[]);
    check("&k a: 1\nb: *k\n", "{a: 1, b: a}", &[]);
    check(
        "a: &a {x: 1, y: 2}\nb: {<<: *a, x: 3}\nc:\n  <<: [*a, {z: 9, x: 4}]\n  y: 7\n",
        "{a: {x: 1, y: 2}, b: {x: 3, y: 2}, c: {y: 7, x: 1, z: 9}}",
        &[],
    );
    check(
        "d: {<<: 3}\n",
        "{d: {}}",
        &["yaml-syntax 1:9 `<<` can only merge a mapping | 3"],
    );
}

#[test]
fn aliases_of_nothing() {
    check(
        "a: &angel 1\nb: *angle\nc: *other\n---\nd: *angel\n",
        "!{a: 1} --- !{}",
        &[
            "unknown-anchor 2:4 no mark `&angle` above | *angle",
            "unknown-anchor 3:4 no mark `&other` above | *other",
            "unknown-anchor 5:4 `&angel` is in another document, and a mark is only valid in its own document | *angel",
        ],
    );
    let (_, findings) = read(FILE, "a: &angel 1\nb: *angle\nc: *undead*\n");
    assert_eq!(findings[0].help.as_deref(), Some("write `*angel`"));
    assert_eq!(findings[0].fixes[0].edits[0].text, "*angel");
    assert_eq!(
        findings[1].message,
        "only texts use asterisks around a word"
    );
    assert_eq!(findings[1].fixes[0].edits[0].text, "undead");
    let (_, findings) = read(FILE, "a: *2*\n");
    assert_eq!(
        findings[0].message,
        "a text that begins with `*` needs quotes"
    );
    assert_eq!(findings[0].fixes[0].edits[0].text, "\"*2*\"");
}

#[test]
fn an_alias_of_itself() {
    check(
        "a: &a [b, *a]\nc: 1\n",
        "!{a: [b], c: 1}",
        &["too-many-aliases 1:11 an alias refers to itself | *a"],
    );
}

#[test]
fn tags() {
    check(
        "a: !!str 1\nb: !!map {}\nc: !!seq []\nd: !<tag:yaml.org,2002:int> 1\n",
        "{a: 1, b: {}, c: [], d: 1}",
        &[],
    );
    check(
        "a: !foo b\nc: !!set {d}\n",
        "!{c: {d: ~}}",
        &[
            "yaml-syntax 1:4 a text that begins with `!` needs quotes | !foo",
            "yaml-syntax 2:4 cards do not use tags such as `!!set` | !!set",
        ],
    );
    let (_, findings) = read(FILE, "a: !foo b\n");
    assert_eq!(findings[0].fixes[0].edits[0].text, "\"!foo b\"");
    assert_eq!(findings[0].fixes[1].edits[0].at.range(), 3..8);
}

#[test]
fn colons_without_a_space_in_brackets() {
    check(
        "cost: {a:1, b: 2, c:3}\nd: [e:f, 'g:h']\n",
        "!{cost: {b: 2}, d: [e:f, g:h]}",
        &[
            "yaml-syntax 1:9 missing space after `:` | :",
            "yaml-syntax 1:20 missing space after `:` | :",
        ],
    );
}

#[test]
fn colons_without_a_space_before_brackets() {
    check(
        "a: 1\ncost:{ b: 2 }\nd: 3\n",
        "!{a: 1, d: 3}",
        &["yaml-syntax 2:5 missing space after `:` | :"],
    );
    check(
        "a: 1\ncost:[b: 2]\nd: 3\n",
        "!{a: 1, d: 3}",
        &["yaml-syntax 2:5 missing space after `:` | :"],
    );
    check(
        "a: 1\ncost:{ b: 2, c: 3 }\nd: 3\n",
        "!{a: 1, d: 3}",
        &["yaml-syntax 2:5 missing space after `:` | :"],
    );
}

#[test]
fn keys_that_say_the_same_twice() {
    let fixed = |text: &str| {
        let (_, findings) = read(FILE, text);
        let fix = findings[0].fixes.first()?;
        let mut text = text.to_owned();
        text.replace_range(fix.edits[0].at.range(), "");
        Some((fix.safety, text))
    };
    assert_eq!(
        fixed("a: b\nc: d\na: 'b'\n"),
        None,
        "a text in quotes may be meant as another"
    );
    assert_eq!(
        fixed("a: {b: [c]}\nc: d\na: { b: [c] }\n"),
        Some((Safety::Safe, "a: {b: [c]}\nc: d\n".to_owned()))
    );
    assert_eq!(
        fixed("a: b\na: b # again\n"),
        Some((Safety::Unsafe, "a: b\n".to_owned()))
    );
    assert_eq!(
        fixed("{a: 2, a: 2}\n"),
        Some((Safety::Unsafe, "{a: 2}\n".to_owned()))
    );
    assert_eq!(fixed("a: 2\na: 3\n"), None);
}

#[test]
fn every_finding_has_a_code_of_this_stage() {
    let (_, findings) = read(FILE, "a: @\nb: *c\nd: !e [f]\nd: 1\n");
    let stage = [
        Code::YamlSyntax,
        Code::DuplicateKey,
        Code::UnknownAnchor,
        Code::TooManyAliases,
    ];
    assert!(
        findings
            .iter()
            .all(|diagnostic| stage.contains(&diagnostic.code))
    );
    assert_eq!(findings.len(), 4);
}
