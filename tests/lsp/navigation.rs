//! Definitions, references, highlights, hover and rename of cards and traits.

use std::collections::BTreeSet;

use cardwright::lsp::Encoding;
use gen_lsp_types::{
    DefinitionRequest, DocumentHighlight, DocumentHighlightRequest, Hover, HoverRequest, Location,
    PrepareRenameRequest, ReferencesRequest, RenameRequest, WorkspaceEdit,
};
use serde_json::{Value, json};

use crate::cases;
use crate::client::{Client, Files, path, uri};
use crate::fixes::apply;
use crate::same_as_check::ENCODINGS;

/// A project of shipped cards, all of them the author's own.
fn files() -> Files {
    let game = cardwright::game::embedded_game("card-game").expect("built in");
    let mut files = Files::from([("cards/game.yaml".to_owned(), game.game.1.to_owned())]);
    for (path, text) in game.cards {
        let path = path.replace("<card-game>/", "cards/");
        assert!(!path.contains('<'), "{path}");
        files.insert(path, (*text).to_owned());
    }
    files
}

fn params(client: &Client, own: &str, byte: usize) -> Value {
    let text = client.text(own);
    let position = client.lines(&text).position(byte);
    json!({
        "textDocument": { "uri": uri(own) },
        "position": position,
        "context": { "includeDeclaration": true },
    })
}

/// Returns the path and the text of each location, in order.
fn texts(client: &Client, locations: Value) -> Vec<(String, String)> {
    let locations: Vec<Location> = serde_json::from_value(locations).expect("locations");
    let texts = locations.into_iter().map(|location| {
        let own = path(&location.uri.0);
        let text = client.text(&own);
        let bytes = client.lines(&text).bytes(location.range);
        (own, text[bytes].to_owned())
    });
    texts.collect()
}

/// Finds a text in a file, and returns a byte inside it.
fn inside(client: &Client, own: &str, part: &str) -> usize {
    client
        .text(own)
        .find(part)
        .unwrap_or_else(|| panic!("{part} in {own}"))
        + 2
}

#[test]
fn references_are_the_places_where_the_name_is_written() {
    let files = files();
    for (own, name, quoted) in [
        ("cards/necropolis/skeleton.yaml", "Skeleton", "\"Skeleton\""),
        ("cards/castle/pikeman.yaml", "Pikeman", "\"Pikeman\""),
    ] {
        let mut client = Client::new(files.clone(), Encoding::Utf16);
        let at = inside(&client, own, name);
        let found = client.request::<ReferencesRequest>(params(&client, own, at));
        let found = texts(&client, found);
        assert!(found.iter().all(|(_, text)| text == name), "{found:?}");
        let found: BTreeSet<String> = found.into_iter().map(|(path, _)| path).collect();
        // By brute force: the name in quotation marks, as a value, or as a key of a list of cards.
        let names = |text: &str| {
            text.lines().any(|line| {
                let line = line.split(" #").next().unwrap_or_default().trim();
                let key = line.trim_start_matches("- ").trim_start_matches("name: ");
                line.contains(quoted) || key == name || key.starts_with(&format!("{name}:"))
            })
        };
        let expected = files.iter().filter(|(_, text)| names(text));
        let expected: BTreeSet<String> = expected.map(|(path, _)| path.clone()).collect();
        assert!(
            expected.is_subset(&found),
            "{name}\n{expected:?}\n{found:?}"
        );
    }
}

#[test]
fn every_quoted_name_and_trait_has_a_definition_and_a_description() {
    let files = files();
    let mut client = Client::new(files.clone(), Encoding::Utf8);
    let (mut names, mut traits) = (0, 0);
    for (own, text) in &files {
        let Some(effect) = text.find("\neffect:") else {
            continue;
        };
        for mark in ['"', '*'] {
            let marks: Vec<usize> = text.match_indices(mark).map(|(at, _)| at).collect();
            for pair in marks.chunks_exact(2).filter(|pair| pair[0] > effect) {
                let word = &text[pair[0] + 1..pair[1]];
                let at = params(&client, own, pair[0] + 1);
                let hover = client.request::<HoverRequest>(at.clone());
                assert!(hover.to_string().contains(word), "{own}: {word}: {hover}");
                let found = client.request::<DefinitionRequest>(at);
                if mark == '"' {
                    assert_eq!(texts(&client, json!([found]))[0].1, word, "{own}");
                    names += 1;
                } else if !found.is_null() {
                    // A trait that only cards have is not in the data of the game.
                    assert_eq!(texts(&client, json!([found]))[0].0, "cards/game.yaml");
                    traits += 1;
                }
            }
        }
    }
    assert!(names > 5 && traits > 30, "{names} names, {traits} traits");
}

#[test]
fn a_file_highlights_the_mentions_of_a_name() {
    let mut client = Client::new(cases::small(), Encoding::Utf16);
    let own = "cards/set.yaml";
    let at = inside(&client, own, "Gust: 9");
    let found = client.request::<DocumentHighlightRequest>(params(&client, own, at));
    let found: Vec<DocumentHighlight> = serde_json::from_value(found).expect("highlights");
    let text = client.text(own);
    let found: Vec<&str> = found
        .iter()
        .map(|one| &text[client.lines(&text).bytes(one.range)])
        .collect();
    assert_eq!(found, ["Gust"]);
}

#[test]
fn a_text_describes_its_meaning() {
    let mut client = Client::new(cases::small(), Encoding::Utf16);
    let own = "cards/pikeman.yaml";
    let text = client.text(own);
    let at = text.find("effect:").expect("a text") + 14;
    let hover = client.request::<HoverRequest>(params(&client, own, at));
    let hover: Hover = serde_json::from_value(hover).expect("a description");
    assert!(
        format!("{:?}", hover.contents).contains("```text"),
        "{hover:?}"
    );
    assert!(hover.range.is_some());
}

/// Renames the card whose name is written at a place.
fn rename(client: &mut Client, own: &str, from: &str, to: &str) -> Files {
    let at = inside(client, own, from);
    let mut at = params(client, own, at);
    let prepared = client.request::<PrepareRenameRequest>(at.clone());
    assert_eq!(prepared["placeholder"], from);
    at["newName"] = json!(to);
    let edit = client.request::<RenameRequest>(at);
    let edit: WorkspaceEdit = serde_json::from_value(edit).expect("an edit");
    apply(client, &edit)
}

#[test]
fn a_card_is_renamed_everywhere_and_back() {
    let files = files();
    for (encoding, (own, from, to)) in ENCODINGS.into_iter().zip([
        ("cards/necropolis/skeleton.yaml", "Skeleton", "Bone Élan"),
        ("cards/castle/pikeman.yaml", "Pikeman", "Yes: No"),
        ("cards/castle/royal-guard.yaml", "Royal Guard", "Guard"),
    ]) {
        let mut client = Client::new(files.clone(), encoding);
        assert!(client.findings.is_empty());
        let changed = rename(&mut client, own, from, to);
        assert!(changed.len() > 1, "{changed:?}");
        let mut renamed = files.clone();
        renamed.extend(changed);
        let mut client = Client::new(renamed.clone(), encoding);
        let errors = client
            .findings
            .values()
            .flatten()
            .filter(|found| found.severity == Some(gen_lsp_types::DiagnosticSeverity::Error));
        assert_eq!(errors.count(), 0, "{:?}", client.findings);
        renamed.extend(rename(&mut client, own, to, from));
        let same: Vec<&String> = files
            .keys()
            .filter(|path| files[*path] != renamed[*path])
            .collect();
        // A name that needed quotation marks keeps them.
        let text = |path: &str| renamed[path].replace(&format!("\"{from}\""), from);
        for path in &same {
            assert_eq!(
                text(path),
                files[*path].replace(&format!("\"{from}\""), from),
                "{path}"
            );
        }
        assert!(same.is_empty() || to.contains(':'), "{same:?}");
    }
}

#[test]
fn a_name_that_cannot_be_given_is_refused() {
    let mut client = Client::new(cases::small(), Encoding::Utf16);
    let own = "cards/two.yaml";
    for (name, reason) in [
        ("Howl", "another card has the name"),
        ("", "a name has at least one character"),
        ("a \"b\"", "a name has at least one character"),
    ] {
        let at = inside(&client, own, "Gust");
        let mut at = params(&client, own, at);
        at["newName"] = json!(name);
        let refused = client
            .try_request("textDocument/rename", at)
            .expect_err(name);
        assert!(refused.message.starts_with(reason), "{refused:?}");
    }
    let at = inside(&client, own, "[earth]");
    let at = params(&client, own, at);
    client
        .try_request("textDocument/prepareRename", at)
        .expect_err("a trait");
}
