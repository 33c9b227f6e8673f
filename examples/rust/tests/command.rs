//! The command, on a bundle of two cards.

use std::path::Path;
use std::process::{Command, Output};

use cardwright::bundle::{Bundle, from_json};

const BUNDLE: &str = r#"{
    "format": 2,
    "ir": 5,
    "game": { "id": "demo", "title": "Demo", "version": 1 },
    "cards": [
        {
            "id": "drill",
            "name": "Drill",
            "type": "order",
            "abilities": [{
                "heading": { "id": "at_once" },
                "effects": [{
                    "effect": "act",
                    "do": "increase",
                    "amount": { "amount": "fixed", "value": 1 },
                    "what": {
                        "select": "each",
                        "from": { "noun": { "noun": "card" }, "names": ["scout"] },
                        "slot": 0
                    }
                }]
            }],
            "text": "This is never read."
        },
        { "id": "scout", "name": "Scout", "type": "unit", "abilities": [], "text": "" }
    ],
    "kingdoms": [],
    "vocabulary": { "card_types": {}, "headings": {} }
}"#;

#[test]
fn it_says_what_cards_do() {
    let said = said(&["drill"]);
    assert_eq!(
        said,
        "Drill (order)\n  at once:\n    add 1 to the size of every card (named Scout)\n"
    );
    assert_eq!(
        self::said(&["--all"]),
        format!("{said}\nScout (unit)\n  no abilities\n")
    );
}

#[test]
fn it_says_which_cards_they_mention() {
    assert_eq!(said(&["--mentions"]), "drill: scout\n");
}

#[test]
fn it_refuses_what_it_does_not_know() {
    refuses(
        &run(bundle(), &["skout"]),
        "no card of Demo has the id \"skout\"",
    );
    refuses(&run(bundle(), &[]), "usage: ");
    let mut later = bundle();
    later.ir = 99;
    refuses(&run(later, &["drill"]), "it has IR version 99");
    refuses(
        &command(Path::new("none.msgpack"), &["drill"]),
        "none.msgpack cannot be read",
    );
}

fn bundle() -> Bundle {
    from_json(BUNDLE.as_bytes()).expect("a bundle")
}

fn said(args: &[&str]) -> String {
    let output = run(bundle(), args);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn refuses(output: &Output, text: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("error: ") && said.contains(text), "{said}");
}

fn run(bundle: Bundle, args: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bundle.msgpack");
    let bytes = rmp_serde::to_vec_named(&bundle).expect("MessagePack");
    std::fs::write(&path, bytes).expect("a file can be written");
    command(&path, args)
}

fn command(path: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright-rust"));
    command.arg(path).args(args).output().expect("it runs")
}
