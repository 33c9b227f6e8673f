//! The examples and outputs in the documentation are right. (`tests/it/language` checks the language reference.)
//!
//! In `README.md` and `docs/report.md`, a block `yaml FILE` or `text FILE` is written to a folder, and a block
//! `console` is run in that folder. A block `console DIR` is run in that folder of the repository.

use std::fs;

use crate::support::options;
use crate::support::world::{card_game, without_spans};
use crate::support::{Folder, read, root};

/// A fenced block: its info string and its lines.
struct Block<'d> {
    info: Vec<&'d str>,
    lines: Vec<&'d str>,
    /// The line number of its opening fence, from 1.
    line: usize,
}

fn blocks<'d>(document: &'d str, language: &str) -> Vec<Block<'d>> {
    let mut blocks = all_blocks(document);
    blocks.retain(|block| block.info.first() == Some(&language));
    assert!(!blocks.is_empty(), "no block of {language}");
    blocks
}

fn all_blocks(document: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (at, line) in document.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(info), None) => {
                open = Some(Block {
                    info: info.split_whitespace().collect(),
                    lines: Vec::new(),
                    line: at + 1,
                })
            }
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(mut block)) => {
                block.lines.push(line);
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block does not end");
    blocks
}

#[test]
fn outputs_in_the_readme_are_up_to_date() {
    outputs_of("README.md");
}

#[test]
fn outputs_in_the_report_page_are_up_to_date() {
    outputs_of("docs/report.md");
}

/// Checks the outputs. When blessing, writes them into the document instead.
fn outputs_of(path: &str) {
    let text = fs::read_to_string(root().join(path)).expect("a document");
    let folder = Folder::new();
    let mut compared = Vec::new();
    for block in blocks_in_order(&text) {
        match block.info[..] {
            ["yaml" | "text", path] => {
                folder.write(path, (block.lines.join("\n") + "\n").as_bytes())
            }
            ["console"] | ["console", _] => {
                let shown = run_all(&block, &folder);
                compared.push((block, shown));
            }
            _ => {}
        }
    }
    assert!(!compared.is_empty(), "no output to compare");
    if options::blessing() {
        let mut document: Vec<String> = text.lines().map(str::to_owned).collect();
        // Go backwards, so that the line numbers above stay right.
        for (block, shown) in compared.into_iter().rev() {
            document.splice(block.line..block.line + block.lines.len(), shown);
        }
        fs::write(root().join(path), document.join("\n") + "\n").expect("a file");
        return;
    }
    for (block, shown) in compared {
        assert!(
            block.lines == shown,
            "{path}:{} is not what the tool prints now:\n{}\nrun: cargo xtask bless docs",
            block.line,
            shown.join("\n")
        );
    }
}

fn blocks_in_order(document: &str) -> Vec<Block<'_>> {
    let mut all = all_blocks(document);
    all.retain(|block| matches!(block.info.first(), Some(&"yaml" | &"text" | &"console")));
    all.sort_by_key(|block| block.line);
    all
}

/// Runs the commands of a block and returns each command followed by its output.
fn run_all(block: &Block, folder: &Folder) -> Vec<String> {
    let mut shown = Vec::new();
    for command in block.lines.iter().filter(|line| line.starts_with("$ ")) {
        let args = command
            .strip_prefix("$ cardwright ")
            .unwrap_or_else(|| panic!("line {}: not a call: {command}", block.line));
        let mut call = folder.command();
        if let Some(place) = block.info.get(1) {
            call.current_dir(root().join(place));
        }
        let output = call.args(words(args)).output().expect("the tool runs");
        let printed = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
        let differing = ["would change", "would be fixed", "would make it so"];
        let differs = differing.iter().any(|words| printed.contains(words))
            && !printed.contains("0 files would change");
        let status = i32::from(printed.contains("error[") || differs);
        assert_eq!(output.status.code(), Some(status), "{command}");
        shown.push((*command).to_owned());
        // Trailing white space is not visible to readers.
        shown.extend(
            printed
                .trim_end()
                .lines()
                .map(|line| line.trim_end().to_owned()),
        );
    }
    shown
}

/// Splits a command line like a shell. Text between apostrophes is one word.
fn words(args: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in args.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn readme_describes_the_bundle() {
    let folder = Folder::new();
    let cards = root().join("cards/card-game");
    let out = folder.path().join("bundle");
    let built = folder
        .command()
        .arg("build")
        .arg(&cards)
        .arg("--out")
        .arg(&out)
        .output()
        .expect("the tool runs");
    assert!(built.status.success());
    let text = fs::read_to_string(out.join("bundle.json")).expect("the bundle");
    let bundle: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let readme = read("README.md");
    assert!(readme.contains("the three kingdom sets"));
    assert_eq!(bundle["kingdoms"].as_array().map(Vec::len), Some(3));
    for block in blocks(&readme, "json") {
        let shown: serde_json::Value =
            serde_json::from_str(&block.lines.join("\n")).expect("the excerpt is JSON");
        let card = bundle["cards"]
            .as_array()
            .expect("cards")
            .iter()
            .find(|card| card["id"] == shown["id"])
            .expect("the card of the excerpt");
        assert_eq!(without_spans(card.clone()), shown);
    }
}

#[test]
fn example_project_has_no_findings() {
    let cards = root().join("examples/my-cards");
    for args in [
        &["check"][..],
        &["check", "--deny-warnings"],
        &["kingdom", "cards/march-of-the-gnolls.yaml"],
    ] {
        let mut command = Folder::new().command();
        let output = command
            .current_dir(&cards)
            .args(args)
            .output()
            .expect("the tool runs");
        assert!(
            output.status.success(),
            "{args:?}: {}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
    let world = card_game();
    let known: Vec<&str> = world.cards().map(|card| card.name.as_str()).collect();
    for own in ["Gnoll Marauder", "Bloodlust", "Windmill"] {
        assert!(!known.contains(&own), "{own} is a starter card");
    }
}
