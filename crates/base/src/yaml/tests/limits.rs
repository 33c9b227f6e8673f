//! Hostile texts: reading ends without overflow, and reports one error.

use proptest::prelude::*;

use super::{FILE, line_of, nodes, outlines, read};
use crate::diagnostic::Code;
use crate::yaml::source_map;

/// Walks a tree by recursion, as later stages may do.
fn depth(node: &super::Node) -> usize {
    match &node.value {
        super::Value::Scalar(_) => 1,
        super::Value::Sequence(nodes) => 1 + nodes.iter().map(depth).max().unwrap_or(0),
        super::Value::Mapping(entries) => {
            1 + entries
                .iter()
                .map(|entry| depth(&entry.key).max(depth(&entry.value)))
                .max()
                .unwrap_or(0)
        }
    }
}

#[test]
fn deep_nesting_is_one_finding() {
    let deep = 100_000;
    let message = "nesting is deeper than 255 levels";
    let stairs: String = (0..600)
        .map(|at| format!("{}k:\n", " ".repeat(at)))
        .collect();
    for text in [
        "[".repeat(deep),
        "{".repeat(deep),
        "[{".repeat(deep),
        "- ".repeat(deep),
        "a: [".to_owned() + &"[".repeat(deep) + &"]".repeat(deep) + "]\n",
        "? ".repeat(deep),
        "[\n".repeat(deep),
        "k: [\n".repeat(300),
        stairs,
    ] {
        let (documents, findings) = read(FILE, &text);
        let found: Vec<_> = findings
            .iter()
            .map(|diagnostic| diagnostic.message.as_str())
            .collect();
        assert_eq!(found, [message], "{}", &text[..20]);
        assert!(documents.iter().all(|document| document.broken));
    }
}

#[test]
fn aliases_that_multiply_are_one_finding() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..30 {
        let below = format!("*a{}, ", level - 1).repeat(9);
        text.push_str(&format!("a{level}: &a{level} [{below}]\n"));
    }
    let (documents, findings) = read(FILE, &text);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].code, Code::TooManyAliases);
    assert!(
        line_of(&text, &findings[0]).starts_with("5:"),
        "{}",
        line_of(&text, &findings[0])
    );
    assert!(documents[0].broken);
    assert!(nodes(documents[0].root.as_deref()).len() < 20_000);
}

#[test]
fn aliases_do_not_make_a_tree_deep() {
    let mut text = "a0: &a0 x\n".to_owned();
    for level in 1..100 {
        text.push_str(&format!(
            "a{level}: &a{level} {}*a{}{}\n",
            "[".repeat(60),
            level - 1,
            "]".repeat(60)
        ));
    }
    let (documents, findings) = read(FILE, &text);
    assert_eq!(findings.len(), 1);
    assert!(depth(documents[0].root.as_deref().expect("a tree")) <= 300);
}

#[test]
fn fifty_mistakes_are_enough() {
    let text: String = (0..200).map(|at| format!("k{at}: a: b\n")).collect();
    let (documents, findings) = read(FILE, &text);
    assert_eq!(findings.len(), 50);
    assert!(findings[49].note.is_some());
    assert_eq!(outlines(&documents), "!nothing");
}

#[test]
fn a_mistake_in_each_of_many_documents() {
    let text: String = (0..40)
        .map(|at| format!("---\nname: n{at}\ntext: a: b\ncost: {at}\n"))
        .collect();
    let (documents, findings) = read(FILE, &text);
    assert_eq!(findings.len(), 40);
    assert_eq!(documents.len(), 40);
    assert!(
        outlines(&documents).starts_with(
            "{name: n0, text: a: b, cost: 0} --- {name: n1, text: a: b, cost: 1} --- "
        )
    );
}

/// Fragments of YAML, so that many texts are nearly valid.
fn yamlish() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\n"),
        Just("\r\n"),
        Just("\n  "),
        Just("\n    "),
        Just("\n- "),
        Just("\n---\n"),
        Just("\n...\n"),
        Just(": "),
        Just(":"),
        Just("- "),
        Just("? "),
        Just("|"),
        Just(">"),
        Just("|+\n "),
        Just("|2\n   "),
        Just("["),
        Just("]"),
        Just("{"),
        Just("}"),
        Just(", "),
        Just("\""),
        Just("'"),
        Just("\\"),
        Just("\\x4"),
        Just("*a"),
        Just("&a "),
        Just("!t "),
        Just("!!str "),
        Just("!<"),
        Just("%"),
        Just("@"),
        Just("`"),
        Just("#"),
        Just(" # "),
        Just("\t"),
        Just(" "),
        Just("a"),
        Just("name"),
        Just("é"),
        Just("<<: *a"),
        Just("\u{feff}"),
        Just("\0"),
        Just("\u{1}"),
        Just("\r"),
        Just("\u{85}"),
        Just("\u{2028}"),
        Just("😀"),
        Just("%YAML 1.2\n"),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn survives(text: &str) -> Result<(), TestCaseError> {
    let (documents, findings) = read(FILE, text);
    for diagnostic in &findings {
        let place = diagnostic.primary.at.range();
        prop_assert!(text.get(place.clone()).is_some(), "{text:?} {diagnostic:?}");
        for edit in diagnostic.fixes.iter().flat_map(|fix| &fix.edits) {
            prop_assert!(
                text.get(edit.at.range()).is_some(),
                "{text:?} {diagnostic:?}"
            );
        }
    }
    for document in &documents {
        for node in nodes(document.root.as_deref()) {
            prop_assert!(text.get(node.span.range()).is_some(), "{text:?} {node:?}");
            let length = node.scalar().map_or(0, |scalar| scalar.text.len());
            for at in 0..=length {
                for end in [at, at + 1, length] {
                    let place = node.place_in(text, at..end).range();
                    prop_assert!(text.get(place).is_some(), "{text:?} {node:?} {at}..{end}");
                }
            }
            if let Some(scalar) = node.scalar().filter(|_| findings.is_empty()) {
                let mapped = source_map::is_mapped(text, node.span.range(), scalar);
                prop_assert!(mapped, "{text:?} {node:?}");
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_text_is_survived(text in any::<String>()) {
        survives(&text)?;
    }

    #[test]
    fn nearly_yaml_is_survived(text in yamlish()) {
        survives(&text)?;
    }
}
