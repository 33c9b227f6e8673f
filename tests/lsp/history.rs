//! After any history, the findings are those of a server that has just started.

use std::collections::BTreeMap;

use cardwright::lsp::Encoding;
use serde_json::json;

use crate::cases;
use crate::client::{Client, Files};
use crate::support::options;
use crate::support::rng::Rng;

/// Findings without the versions of documents.
type Findings = BTreeMap<String, Vec<gen_lsp_types::Diagnostic>>;

#[test]
fn findings_do_not_depend_on_the_history() {
    follow("history", if options::long() { 10_000 } else { 200 });
}

/// Makes random changes, and compares the findings after each of them.
fn follow(seed: &str, changes: usize) {
    let mut rng = Rng::seeded(seed);
    let mut client = Client::new(cases::small(), Encoding::Utf16);
    let mut undo: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for at in 0..changes {
        let what = change(&mut client, &mut undo, &mut rng);
        if rng.below(3) == 0 {
            // A request between a change and the diagnostics.
            client.request::<gen_lsp_types::WorkspaceSymbolRequest>(json!({ "query": "" }));
        }
        client.settle();
        assert_eq!(client.findings, fresh(&client), "change {at}: {what}");
    }
}

/// Returns the findings of a server that has just started.
fn fresh(client: &Client) -> Findings {
    let mut files = client.disk();
    // Unsaved documents replace files.
    files.extend(client.open.clone());
    let is_loose = |path: &String| !path.starts_with("cards/");
    assert!(
        !files.keys().any(is_loose),
        "all documents are in the project"
    );
    Client::new(files, Encoding::Utf16).findings
}

fn change(client: &mut Client, undo: &mut BTreeMap<String, Vec<String>>, rng: &mut Rng) -> String {
    let disk = client.disk();
    let is_game = |path: &&String| path.ends_with("game.yaml");
    let on_disk: Vec<String> = disk.keys().filter(|path| !is_game(path)).cloned().collect();
    let open: Vec<String> = client.open.keys().cloned().collect();
    let new_path = format!("cards/new-{}.yaml", rng.below(4));
    match rng.below(16) {
        0 => {
            let path = rng.pick(&on_disk).clone();
            if !client.open.contains_key(&path) {
                let text = disk[&path].clone();
                client.open(&path, &text);
            }
            format!("open {path}")
        }
        1 if !open.is_empty() => {
            let path = rng.pick(&open).clone();
            client.close(&path);
            format!("close {path} without saving")
        }
        2 if !open.is_empty() => {
            let path = rng.pick(&open).clone();
            let text = client.open[&path].clone();
            client.write(&path, Some(&text));
            format!("save {path}")
        }
        3 => {
            let text = disk[rng.pick(&on_disk)].replacen("name: ", "name: New ", 1);
            client.write(&new_path, Some(&text));
            format!("write {new_path} to the disk")
        }
        4 if on_disk.len() > 3 => {
            let path = rng.pick(&on_disk).clone();
            client.write(&path, None);
            format!("delete {path}")
        }
        5 => {
            let from = rng.pick(&on_disk).clone();
            let text = disk[&from].clone();
            if let Some(text) = client.open.get(&from).cloned() {
                client.close(&from);
                client.open(&new_path, &text);
            }
            client.write(&from, None);
            client.write(&new_path, Some(&text));
            format!("rename {from} to {new_path}")
        }
        6 if !client.open.contains_key(&new_path) => {
            let text = disk[rng.pick(&on_disk)].clone();
            client.open(&new_path, &text);
            format!("open the new file {new_path}")
        }
        7 if !open.is_empty() => {
            let path = rng.pick(&open).clone();
            if let Some(text) = undo.get_mut(&path).and_then(Vec::pop) {
                let len = client.open[&path].len();
                client.edit(&path, 0..len, &text);
            }
            format!("undo in {path}")
        }
        9 if rng.below(4) == 0 => {
            let path = "cards/game.yaml";
            let new = match disk[path].split_once("broken: [\n") {
                Some((_, before)) => before.to_owned(),
                None => format!("broken: [\n{}", disk[path]),
            };
            client.write(path, Some(&new));
            "break or repair the game".to_owned()
        }
        _ if !open.is_empty() => {
            let path = rng.pick(&open).clone();
            let text = client.open[&path].clone();
            undo.entry(path.clone()).or_default().push(text.clone());
            let place = |rng: &mut Rng| {
                // No position is inside a line end.
                let is_place =
                    |at: &usize| !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n'));
                let places = text.char_indices().map(|(at, _)| at);
                let places: Vec<usize> = places.filter(is_place).collect();
                match places.is_empty() {
                    true => 0,
                    false => *rng.pick(&places),
                }
            };
            let start = place(rng);
            let end = match rng.below(4) {
                0 => place(rng).max(start),
                _ => start,
            };
            let words = [
                "x",
                " ",
                "\n",
                "\"",
                ":",
                "*undead*",
                "name: Gust\n",
                "- ",
                "é🐉",
                "\r\n",
                "Draw a card.",
                "type: unit\n",
                "",
                "#",
                "  effect: |\n",
            ];
            // Undoing much at once keeps the files small.
            let end = if text.len() > 2_000 { text.len() } else { end };
            let new = *rng.pick(&words);
            client.edit(&path, start..end, new);
            format!("edit {path} at {start}..{end}: {new:?}")
        }
        _ => "nothing".to_owned(),
    }
}

#[test]
fn findings_of_files_that_are_gone_are_cleared() {
    let bad = "cards/sub/howl.yaml";
    type Way = fn(&mut Client, &str);
    let ways: [(&str, Way); 5] = [
        ("deleted on the disk", |client, path| {
            client.write(path, None)
        }),
        ("closed, then deleted", |client, path| {
            let text = client.text(path);
            client.open(path, &text);
            client.settle();
            client.close(path);
            client.write(path, None);
        }),
        ("deleted, then closed", |client, path| {
            let text = client.text(path);
            client.open(path, &text);
            client.settle();
            client.write(path, None);
            client.close(path);
        }),
        ("renamed", |client, path| {
            let text = client.text(path);
            client.write(path, None);
            client.write("cards/renamed.yaml", Some(&text));
        }),
        ("the folder is removed", |client, _| {
            let folder = json!({ "uri": format!("file://{}", crate::client::ROOT), "name": "" });
            client.notify::<gen_lsp_types::DidChangeWorkspaceFoldersNotification>(
                json!({ "event": { "added": [], "removed": [folder] } }),
            );
        }),
    ];
    for (name, way) in ways {
        let mut client = Client::new(cases::small(), Encoding::Utf8);
        let uri = crate::client::uri(bad);
        assert!(client.findings.contains_key(&uri), "{name}");
        way(&mut client, bad);
        client.settle();
        assert!(!client.findings.contains_key(&uri), "{name}");
    }
}

#[test]
fn a_document_in_no_folder_is_a_project_of_one_file() {
    let mut client = Client::new(Files::new(), Encoding::Utf16);
    let text =
        "name: Gust\ntype: spell\ncost: { power: 1 }\ntraits: [air]\neffect: Draw 2 crads.\n";
    for uri in ["file:///elsewhere/gust.yaml", "untitled:Untitled-1"] {
        client.notify::<gen_lsp_types::DidOpenTextDocumentNotification>(json!({ "textDocument": {
            "uri": uri, "languageId": "yaml", "version": 1, "text": text,
        }}));
        client.settle();
        assert_eq!(client.findings[uri].len(), 1, "{uri}");
        client.notify::<gen_lsp_types::DidCloseTextDocumentNotification>(
            json!({ "textDocument": { "uri": uri } }),
        );
        client.settle();
        assert!(client.findings.is_empty(), "{uri}");
    }
}
