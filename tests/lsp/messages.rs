//! No message makes the server panic, and every request has one answer.

use cardwright::game;
use cardwright::lsp::{Encoding, Id, Message};
use serde_json::{Value, json};

use crate::cases;
use crate::client::{Client, Files, uri};
use crate::support::options;
use crate::support::rng::Rng;

/// The requests about a document and a position.
const REQUESTS: [&str; 15] = [
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/hover",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/codeAction",
    "textDocument/formatting",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/diagnostic",
    "workspace/diagnostic",
    "workspace/symbol",
];

const NOTIFICATIONS: [&str; 9] = [
    "initialized",
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didSave",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders",
    "workspace/didRenameFiles",
    "$/cancelRequest",
];

/// Parameters with the keys of all requests and notifications.
fn params(path: &str, rng: &mut Rng) -> Value {
    let position = |rng: &mut Rng| {
        let number = |rng: &mut Rng| *rng.pick(&[0, 1, 2, 5, 10, 40, 1_000, 4_000_000_000_u32]);
        json!({ "line": number(rng), "character": number(rng) })
    };
    let (start, end) = (position(rng), position(rng));
    let text = *rng.pick(&[
        "",
        "x",
        "é🐉\r\n",
        "- ",
        "\"",
        "name: A\n",
        "\u{feff}",
        "\0",
    ]);
    let range = json!({ "start": start, "end": end });
    json!({
        "textDocument": {
            "uri": uri(path), "languageId": "yaml", "version": rng.below(9), "text": text,
        },
        "position": start,
        "positions": [start, end],
        "range": range,
        "context": { "diagnostics": [], "includeDeclaration": true },
        "contentChanges": [{ "range": range, "text": text }],
        "options": { "tabSize": 2, "insertSpaces": true },
        "query": text,
        "newName": text,
        "previousResultIds": [{ "uri": uri(path), "value": "x" }],
        "changes": [{ "uri": uri(path), "type": 1 + rng.below(3) }],
        "files": [{ "oldUri": uri(path), "newUri": uri(path) }],
        "event": { "added": [{ "uri": "file:///other", "name": "" }], "removed": [] },
    })
}

/// Removes or replaces a value.
fn damage(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let keys: Vec<String> = map.keys().cloned().collect();
            let key = rng.pick(&keys);
            match rng.below(4) {
                0 => {
                    map.remove(key);
                }
                1 => map[key] = json!(-1),
                _ => damage(&mut map[key], rng),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let at = rng.below(items.len());
            damage(&mut items[at], rng);
        }
        other => {
            *other = rng
                .pick(&[json!(null), json!("%"), json!(1e9), json!([])])
                .clone()
        }
    }
}

fn send(client: &mut Client, rng: &mut Rng, id: i32) {
    let path = *rng.pick(&[
        "cards/two.yaml",
        "cards/set.yaml",
        "cards/new.yaml",
        "x.txt",
        "%",
    ]);
    let mut params = params(path, rng);
    if rng.below(4) == 0 {
        damage(&mut params, rng);
    }
    if rng.below(2) == 0 {
        let method = (*rng.pick(&NOTIFICATIONS)).to_owned();
        client.send(Message::Notification { method, params });
    } else {
        let method = (*rng.pick(&REQUESTS)).to_owned();
        let id = Id::Number(id);
        let answers = client.send(Message::Request {
            id: id.clone(),
            method,
            params,
        });
        let own = answers
            .iter()
            .filter(|answer| matches!(answer, Message::Response { id: of, .. } if *of == id));
        assert_eq!(own.count(), 1);
    }
    if rng.below(3) == 0 {
        client.settle();
    }
}

#[test]
fn random_messages_have_answers() {
    let (sessions, messages) = if options::long() {
        (500, 100)
    } else {
        (10, 40)
    };
    let mut rng = Rng::seeded("messages");
    for _ in 0..sessions {
        let mut client = Client::new(cases::small(), *rng.pick(&crate::same_as_check::ENCODINGS));
        for id in 0..messages {
            send(&mut client, &mut rng, 1_000 + id);
        }
    }
}

/// Asks everything about a document.
fn ask_everything(client: &mut Client, path: &str, at: usize) {
    client.settle();
    let text = client.text(path);
    let position = client.lines(&text).position(at);
    let range = json!({ "start": position, "end": position });
    for method in REQUESTS {
        let params = json!({
            "textDocument": { "uri": uri(path) },
            "position": position,
            "positions": [position],
            "range": range,
            "context": { "diagnostics": [], "includeDeclaration": true },
            "newName": "New",
            "options": { "tabSize": 2, "insertSpaces": true },
            "query": "a",
            "previousResultIds": [],
        });
        // Formatting is refused for a file that cannot be read.
        let _ = client.try_request(method, params);
    }
}

/// A few shipped files of different kinds.
fn shipped() -> Files {
    let game = game::embedded_game("card-game").expect("built in");
    let wanted = [
        "castle/angel.yaml",
        "castle/catherine.yaml",
        "kingdoms/",
        "house-rules/",
        "necropolis/lich.yaml",
    ];
    let mut files = Files::new();
    for wanted in wanted {
        let mut cards = game.cards.iter();
        let (path, text) = cards.find(|(path, _)| path.contains(wanted)).expect(wanted);
        let name = path
            .rsplit('/')
            .next()
            .expect("a name")
            .trim_end_matches('>');
        files.insert(format!("cards/{name}"), (*text).to_owned());
    }
    files
}

/// Tries prefixes of files, and files without one character.
#[test]
fn half_typed_files_have_answers() {
    let step = if options::long() { 1 } else { 23 };
    let files = shipped();
    let mut client = Client::new(Files::new(), Encoding::Utf16);
    for (path, text) in &files {
        client.open(path, "");
        for (number, (at, c)) in text.char_indices().enumerate() {
            if number % step > 0 {
                continue;
            }
            let len = client.open[path].len();
            client.edit(path, 0..len, &text[..at]);
            ask_everything(&mut client, path, at);
            client.edit(path, at..at, &text[at + c.len_utf8()..]);
            ask_everything(&mut client, path, at);
        }
        client.close(path);
    }
}
