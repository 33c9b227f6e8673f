//! From a keystroke to the diagnostics in an editor, beside a fresh compilation of the same files:
//! `cargo bench --bench editor`.
//!
//! Each round types one character into the text of a card, in the order of the word, and takes the time until the
//! server has told the client. The compilations alternate with the keystrokes, so that other load affects both equally.

#[expect(dead_code, reason = "the benchmark of whole runs also writes files")]
mod forge;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::env;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

use cardwright::compile::Role;
use cardwright::lsp::{Content, Disk, DiskFile, Id, Listing, Message, Server};
use forge::Order;
use serde_json::{Value, json};

/// The allocator that the tool uses.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The numbers of cards.
const SIZES: [usize; 2] = [300, 3_000];

/// What is typed, character by character.
const TYPED: &str = "Draw a card. Deal 2 damage to an enemy unit. ";

const ROOT: &str = "/project";

/// The files in memory.
#[derive(Clone)]
struct Memory(Rc<RefCell<BTreeMap<PathBuf, String>>>);

impl Disk for Memory {
    fn list(&self, root: &Path) -> Listing {
        let files = self.0.borrow();
        let files = files.iter().map(|(path, text)| DiskFile {
            path: path.clone(),
            role: Role::Checked,
            content: Content::from(text.as_str()),
        });
        Listing {
            folder: root.to_owned(),
            checked: vec![root.to_owned()],
            files: files.collect(),
            game: "card-game".to_owned(),
            ..Listing::default()
        }
    }

    fn read(&self, path: &Path) -> Option<Content> {
        let files = self.0.borrow();
        files.get(path).map(|text| Content::from(text.as_str()))
    }
}

fn main() {
    // Without `--bench` this is `cargo test`, which only checks that it runs.
    let real = env::args().any(|arg| arg == "--bench");
    for cards in SIZES.into_iter().take(if real { 2 } else { 1 }) {
        measure(cards, if real { TYPED.len() } else { 2 });
    }
}

fn measure(cards: usize, keystrokes: usize) {
    let order = Order {
        cards,
        packed: 1,
        crlf: false,
        faulty: 10,
    };
    let files = forge::files(order).map(|file| (Path::new(ROOT).join(file.path), file.text));
    let files: BTreeMap<PathBuf, String> = files.collect();
    const KEY: &str = "effect: |\n  ";
    let is_spell = |text: &str| text.contains("type: spell") && text.contains(KEY);
    let mut spells = files.iter().filter(|(_, text)| is_spell(text));
    let (path, text) = spells.next().expect("a spell");
    let (uri, mut text) = (format!("file://{}", path.display()), text.clone());
    let disk = Memory(Rc::new(RefCell::new(files.clone())));

    let mut server = started(&disk);
    let mut at = text.find(KEY).expect("a text") + KEY.len();
    notify(
        &mut server,
        "textDocument/didOpen",
        json!({ "textDocument": { "uri": uri, "languageId": "yaml", "version": 0, "text": text } }),
    );
    black_box(server.settle());
    let (mut typed, mut fresh, mut offered) = (Vec::new(), Vec::new(), Vec::new());
    for (version, c) in TYPED.chars().take(keystrokes).enumerate() {
        text.insert(at, c);
        at += c.len_utf8();
        let line = text[..at].matches('\n').count();
        let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1);
        let (before, after) = (
            json!({ "line": line, "character": column - 1 }),
            json!({ "line": line, "character": column }),
        );
        let begun = Instant::now();
        notify(
            &mut server,
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": uri, "version": version + 1 },
                "contentChanges": [{ "range": { "start": before, "end": before }, "text": c.to_string() }],
            }),
        );
        black_box(server.settle());
        typed.push(begun.elapsed().as_secs_f64() * 1e3);

        let begun = Instant::now();
        let params = json!({ "textDocument": { "uri": uri }, "position": after });
        black_box(request(&mut server, "textDocument/completion", params));
        offered.push(begun.elapsed().as_secs_f64() * 1e3);

        // A fresh start with the same text.
        if version % 8 == 0 {
            disk.0.borrow_mut().insert(path.clone(), text.clone());
            let begun = Instant::now();
            black_box(started(&disk));
            fresh.push(begun.elapsed().as_secs_f64() * 1e3);
        }
    }
    println!("{cards} cards");
    for (name, times) in [
        ("keystroke to diagnostics", typed),
        ("completion", offered),
        ("fresh start to diagnostics", fresh),
    ] {
        let (median, most) = percentiles(times);
        println!("  {name:27} median {median:7.1} ms, 95 % within {most:7.1} ms");
    }
}

/// Returns a server that has told everything about the files.
fn started(disk: &Memory) -> Server {
    let mut server = Server::new(Box::new(disk.clone()));
    let root = json!({
        "processId": null, "rootUri": format!("file://{ROOT}"), "capabilities": {
            "general": { "positionEncodings": ["utf-8"] },
        },
    });
    request(&mut server, "initialize", root);
    notify(&mut server, "initialized", json!({}));
    black_box(server.settle());
    server
}

fn request(server: &mut Server, method: &str, params: Value) -> Vec<Message> {
    let method = method.to_owned();
    server.handle(Message::Request {
        id: Id::Number(0),
        method,
        params,
    })
}

fn notify(server: &mut Server, method: &str, params: Value) {
    let method = method.to_owned();
    black_box(server.handle(Message::Notification { method, params }));
}

fn percentiles(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    (at(0.5), at(0.95))
}
