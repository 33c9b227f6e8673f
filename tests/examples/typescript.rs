//! `examples/typescript`: type-checked, built and run.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use crate::workshop::{
    bundle_without_words, file, folder, install, missing, refuses, said, version,
};
use crate::{GAMES, assert_says_all};

/// Types that occur in no ability: an engine does not need all their words.
const OUTSIDE: [&str; 8] = [
    "CardPlace",
    "HeadingForm",
    "Binding",
    "Answers",
    "Migration",
    "TypeRole",
    "TermRole",
    "ConstantRole",
];

#[test]
fn typescript_engine_describes_every_card() {
    let Some(example) = built() else { return };
    for game in GAMES {
        let words = said(run(
            example,
            &[&file(game, "bundle.json"), "--all".as_ref()],
        ));
        assert_says_all(game, &words);

        let silent = folder().join(format!("{game}.without-words.json"));
        fs::write(&silent, bundle_without_words(game).to_string()).expect("a file can be written");
        let again = said(run(example, &[&silent, "--all".as_ref()]));
        assert!(words == again, "the words of {game} come from its texts");
    }
}

#[test]
fn typescript_engine_refuses_unknown_nodes() {
    let Some(example) = built() else { return };
    let bundle = file("card-game", "bundle.json");
    let later = folder().join("later.json");
    let other = |key: &str| {
        let mut later_bundle = bundle_without_words("card-game");
        later_bundle[key] = 99.into();
        fs::write(&later, later_bundle.to_string()).expect("a file can be written");
    };
    refuses(run(example, &[]), "usage: ");
    refuses(
        run(example, &[&bundle, "angle".as_ref()]),
        "has the id \"angle\"",
    );
    refuses(
        run(example, &["none.json".as_ref(), "angel".as_ref()]),
        "none.json cannot be read",
    );
    refuses(
        run(
            example,
            &[&file("card-game", "cards.sqlite"), "angel".as_ref()],
        ),
        "is not JSON",
    );
    refuses(
        run(
            example,
            &[&file("card-game", "manifest.json"), "angel".as_ref()],
        ),
        "is not a bundle",
    );
    other("format");
    refuses(run(example, &[&later, "angel".as_ref()]), "has format 99");
    other("ir");
    refuses(run(example, &[&later, "angel".as_ref()]), "has IR 99");
}

/// Unions of the rules of play, of sets and of the phrases of a game. The example prints cards and does not read them.
const OF_RULES: [&str; 7] = [
    "Retaliation",
    "Setup",
    "RoundStep",
    "GameEnd",
    "ZoneForm",
    "Rule",
    "PhraseKind",
];

/// The types with a new word in every union: the compiler reports each place that lacks it.
#[test]
fn typescript_engine_handles_every_ir_word() {
    let Some(example) = built() else { return };
    let types = fs::read_to_string(folder().join("schema/bundle.d.ts")).expect("types");
    let (types, unions) = with_another_word(&types);
    assert!(unions.len() > 30, "{unions:?}");

    let grown = folder().join("grown");
    let copy = grown.join("examples/typescript");
    for path in [
        "src/load.ts",
        "src/main.ts",
        "src/words.ts",
        "tsconfig.json",
        "package.json",
    ] {
        let to = copy.join(path);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder can be made");
        fs::copy(example.join(path), to).expect("a file can be copied");
    }
    fs::create_dir_all(grown.join("schema")).expect("a folder can be made");
    fs::write(grown.join("schema/bundle.d.ts"), types).expect("a file can be written");

    let roots = example.join("node_modules/@types");
    let output = compiler(example)
        .arg("--project")
        .arg(&copy)
        .arg("--noEmit")
        .arg("--typeRoots")
        .arg(roots)
        .output()
        .expect("the compiler runs");
    let errors = String::from_utf8_lossy(&output.stdout);
    let passed: Vec<&String> = unions
        .iter()
        .filter(|union| !OF_RULES.contains(&union.as_str()))
        .filter(|union| !errors.contains(&format!("unheard-of-{union}\"")))
        .collect();
    assert!(
        passed.is_empty(),
        "nothing misses a word in {passed:?}\n{errors}"
    );
}

/// Adds a variant with the word `unheard-of-NAME` to every union of words, and returns the names of these unions. An
/// effect that is an action has a second tag, which gets a second variant.
fn with_another_word(types: &str) -> (String, Vec<String>) {
    let mut grown = String::new();
    let mut unions = Vec::new();
    for line in types.lines() {
        let _ = writeln!(grown, "{line}");
        let name = line
            .strip_prefix("export type ")
            .and_then(|rest| rest.strip_suffix(" ="));
        let Some(name) = name.filter(|name| !OUTSIDE.contains(name)) else {
            continue;
        };
        unions.push(name.to_owned());
        // The first variant determines the tag; comments precede it.
        let first = types.split(line).nth(1).expect("the union").lines();
        let variant: Vec<&str> = first
            .skip_while(|line| !line.starts_with("  | "))
            .take(2)
            .collect();
        let key = variant
            .get(1)
            .and_then(|line| line.trim().split_once(": \""));
        let _ = match (variant[0], key) {
            ("  | {", Some(("effect", _))) => {
                unions.push("Action".to_owned());
                write!(
                    grown,
                    "  | {{ effect: \"unheard-of-{name}\" }}\n  | {{ effect: \"act\"; do: \"unheard-of-Action\" }}\n"
                )
            }
            ("  | {", Some((key, _))) => writeln!(grown, "  | {{ {key}: \"unheard-of-{name}\" }}"),
            _ => writeln!(grown, "  | \"unheard-of-{name}\""),
        };
    }
    (grown, unions)
}

/// Returns the folder of the example with all packages, built; `None` without the tools.
fn built() -> Option<&'static Path> {
    static BUILT: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        if version("node").is_none_or(|version| version < (18, 0)) || version("npm").is_none() {
            missing("Node.js 18 or later with npm is not there");
            return None;
        }
        let example = folder().join("examples/typescript");
        let mut npm = Command::new("npm");
        npm.args(["ci", "--no-audit", "--no-fund"]);
        if let Err(error) = install(&example, "package-lock.json", &mut [npm]) {
            missing(&format!(
                "the packages of examples/typescript cannot be installed: {error}"
            ));
            return None;
        }
        said(compiler(&example).output());
        Some(example)
    });
    BUILT.as_deref()
}

fn compiler(example: &Path) -> Command {
    let mut compiler = Command::new("node");
    compiler
        .arg("node_modules/typescript/bin/tsc")
        .current_dir(example);
    compiler
}

fn run(example: &Path, args: &[&Path]) -> std::io::Result<Output> {
    Command::new("node")
        .arg("dist/main.js")
        .args(args)
        .current_dir(example)
        .output()
}
