//! `examples/python`: its own tests and its output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use crate::workshop::{
    bundle, bundle_without_words, file, folder, install, missing, recordings, refuses, said,
    version,
};
use crate::{GAMES, assert_says_all};

#[test]
fn python_engine_describes_every_card() {
    let Some(example) = ready() else { return };
    for game in GAMES {
        let words = abilities(example, &file(game, "bundle.msgpack"));
        assert_says_all(game, &words);

        let silent = folder().join(format!("{game}.without-words.msgpack"));
        write(&silent, &bundle_without_words(game));
        let again = abilities(example, &silent);
        assert!(words == again, "the words of {game} come from its texts");
    }
}

#[test]
fn python_tests_pass() {
    let Some(example) = ready() else { return };
    let [cards, games] = recordings();
    let output = tests(example)
        .env("TESTS", cards)
        .env("GAMES", games)
        .output()
        .expect("Python runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert!(stderr.contains("\nOK\n"), "{stderr}");
}

/// The types with a new variant and a new word: the tests of the example name both.
#[test]
fn python_tests_detect_missing_words() {
    let Some(example) = ready() else { return };
    let grown = folder().join("grown-python");
    let copy = grown.join("examples/python");
    for path in [
        "bundle.py",
        "deck_builder.py",
        "tables.py",
        "test_engine.py",
        "words.py",
    ] {
        fs::create_dir_all(&copy).expect("a folder can be made");
        fs::copy(example.join(path), copy.join(path)).expect("a file can be copied");
    }
    let mut types = fs::read_to_string(folder().join("schema/bundle_types.py")).expect("types");
    types.push_str(
        "\n\nclass AmountUnheard(TypedDict):\n    amount: Literal['unheard-of-amount']\n\n\n\
         Amount = Union[Amount, AmountUnheard]\nPlayer = Literal['you', 'unheard-of-player']\n",
    );
    fs::create_dir_all(grown.join("schema")).expect("a folder can be made");
    fs::write(grown.join("schema/bundle_types.py"), types).expect("a file can be written");

    let output = tests(example)
        .current_dir(&copy)
        .output()
        .expect("Python runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    for word in ["unheard-of-amount", "unheard-of-player"] {
        assert!(stderr.contains(word), "no {word} in\n{stderr}");
    }
}

#[test]
fn python_deck_builder_answers_queries() {
    let Some(example) = ready() else { return };
    let ask = |query: &str, about: &str| {
        let database = file("card-game", "cards.sqlite");
        said(run(example, &[query.as_ref(), &database, about.as_ref()]))
    };
    assert!(ask("payable", "sandro").contains("Skeleton, 1 in all\n  Passive:\n"));
    assert!(ask("trait", "angel").starts_with("Angel\n  On Activation:\n"));
    assert!(ask("search", "\"size tokens\"").contains("\n  Instant:\n"));
    assert!(ask("curve", "lances-of-erathia").starts_with(" 1 #"));
    assert_eq!(
        ask("sets", "skeleton"),
        "The Long Night of Deyja: 3 in deck\n"
    );
}

#[test]
fn python_engine_refuses_unknown_nodes() {
    let Some(example) = ready() else { return };
    let msgpack = file("card-game", "bundle.msgpack");
    let database = file("card-game", "cards.sqlite");
    let other = folder().join("other.msgpack");
    let angel = |path: &Path| run(example, &["abilities".as_ref(), path, "angel".as_ref()]);
    refuses(
        run(example, &["abilities".as_ref(), &msgpack, "angle".as_ref()]),
        "has the id \"angle\"",
    );
    refuses(
        run(example, &["sets".as_ref(), &database, "angle".as_ref()]),
        "has no id \"angle\"",
    );
    refuses(
        run(example, &["sets".as_ref(), &msgpack, "angel".as_ref()]),
        "is not a card database",
    );
    refuses(
        angel("none.msgpack".as_ref()),
        "none.msgpack cannot be read",
    );
    refuses(angel(&database), "is not ");
    for key in ["format", "ir"] {
        let mut later = bundle("card-game");
        later[key] = 99.into();
        write(&other, &later);
        let text = format!("has {} 99", if key == "ir" { "IR" } else { key });
        refuses(angel(&other), &text);
    }
}

fn write(path: &Path, bundle: &serde_json::Value) {
    let bytes = rmp_serde::to_vec_named(bundle).expect("MessagePack");
    fs::write(path, bytes).expect("a file can be written");
}

/// Returns the folder of the example with its packages installed; `None` without Python.
fn ready() -> Option<&'static Path> {
    static READY: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        if version("python3").is_none_or(|version| version < (3, 11)) {
            missing("Python 3.11 or later is not there");
            return None;
        }
        let example = folder().join("examples/python");
        let mut venv = Command::new("python3");
        venv.args(["-m", "venv", ".venv"]);
        let mut pip = Command::new(".venv/bin/pip");
        pip.args(["install", "--quiet", "--requirement", "requirements.txt"]);
        if let Err(error) = install(&example, "requirements.txt", &mut [venv, pip]) {
            missing(&format!(
                "the packages of examples/python cannot be installed: {error}"
            ));
            return None;
        }
        Some(example)
    });
    READY.as_deref()
}

fn abilities(example: &Path, bundle: &Path) -> String {
    said(run(
        example,
        &["abilities".as_ref(), bundle, "--all".as_ref()],
    ))
}

fn tests(example: &Path) -> Command {
    let mut tests = python(example);
    tests
        .args(["-m", "unittest"])
        .env("BUNDLE", folder().join("card-game"));
    tests
}

fn run(example: &Path, args: &[&Path]) -> std::io::Result<Output> {
    python(example).arg("main.py").args(args).output()
}

fn python(example: &Path) -> Command {
    let mut python = Command::new(example.join(".venv/bin/python"));
    python
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(example);
    python
}
