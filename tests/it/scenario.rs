//! Tests of cards: those of the shipped cards pass, those in `tests/scenario` have the findings beside them.
//!
//! `tests/scenario/NAME.test.yaml` has tests, `NAME.txt` the findings. `cargo xtask bless scenario` writes them.

use std::fs;
use std::path::{Path, PathBuf};

use cardwright::compile::Compilation;
use cardwright::diagnostic::{self, Code};
use cardwright::render::{self, Findings, Scope, Screen};
use cardwright::scenario::{self, Lexicon, Scenario, TestFile};
use cardwright::source::{FileId, SourceFile, Sources};
use walkdir::WalkDir;

use crate::support::rng::Rng;
use crate::support::world::{World, world};
use crate::support::{options, root};

/// The tests of a file with everything that is wrong with them.
fn findings(lexicon: &Lexicon<'_>, file: FileId, text: &str) -> TestFile {
    let mut read = scenario::read(lexicon, file, text);
    let mut found = Vec::new();
    for cases in read.scenarios.chunk_by(|a, b| a.title_at == b.title_at) {
        let before = found.len();
        for scenario in cases {
            let played = scenario::play(lexicon, lexicon.table, scenario);
            found.extend(played.findings);
        }
        if found.len() == before {
            let cases: Vec<&Scenario> = cases.iter().collect();
            found.extend(scenario::unneeded(lexicon, &cases));
        }
    }
    read.findings.append(&mut found);
    diagnostic::sort(&mut read.findings);
    read
}

pub fn with_words<T>(world: &World, work: impl FnOnce(&Lexicon<'_>) -> T) -> T {
    let compilation: &Compilation = &world.compilation;
    let table = scenario::table(&world.game, compilation).expect("a game that can be played");
    work(&Lexicon::new(&world.game, &table, compilation))
}

pub fn test_files(folder: &Path) -> Vec<PathBuf> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter();
    let files = files.map(|file| file.expect("a file").into_path());
    let is_test = |path: &PathBuf| path.to_string_lossy().ends_with(scenario::FILE_END);
    files.filter(is_test).collect()
}

#[test]
fn tests_of_shipped_cards_pass() {
    for (game, least) in [("card-game", 15), ("ccg", 3)] {
        let files = test_files(&root().join("cards").join(game));
        assert!(files.len() >= least, "{} files", files.len());
        with_words(&world(game), |lexicon| {
            for path in &files {
                let text = fs::read_to_string(path).expect("a test file");
                let read = findings(lexicon, FileId::default(), &text);
                assert!(
                    read.findings.is_empty(),
                    "{}: {:#?}",
                    path.display(),
                    read.findings
                );
                assert!(!read.scenarios.is_empty(), "{}", path.display());
            }
        });
    }
}

#[test]
fn findings_match_the_golden_files() {
    let files = test_files(&root().join("tests/scenario"));
    // Those in the folder `battle` are of the game with battles.
    let is_battle = |path: &&PathBuf| {
        path.parent()
            .is_some_and(|folder| folder.ends_with("battle"))
    };
    let (battles, others): (Vec<&PathBuf>, Vec<&PathBuf>) = files.iter().partition(is_battle);
    let mut codes = Vec::new();
    let mut stale = Vec::new();
    let mut compare = |lexicon: &Lexicon<'_>, files: &[&PathBuf]| {
        for path in files {
            let text = fs::read_to_string(path).expect("a test file");
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            let mut sources = Sources::default();
            let file = sources.add(SourceFile::new(name.as_str(), text.as_str()));
            let read = findings(lexicon, file, &text);
            codes.extend(read.findings.iter().map(|finding| finding.code));
            let shown = render::drawings(
                &Findings {
                    sources: &sources,
                    diagnostics: &read.findings,
                    scope: &Scope::Text,
                },
                Screen::default(),
            );
            let shown: Vec<&str> = shown.lines().map(str::trim_end).collect();
            let shown = shown.join("\n") + "\n";
            let golden = path.with_file_name(name.replace(scenario::FILE_END, ".txt"));
            if fs::read_to_string(&golden).is_ok_and(|there| there == shown) {
                continue;
            }
            match options::blessing() {
                true => fs::write(&golden, shown).expect("a file can be written"),
                false => stale.push(format!("{}:\n{shown}", golden.display())),
            }
        }
    };
    with_words(&world("card-game"), |lexicon| compare(lexicon, &others));
    with_words(&world("ccg"), |lexicon| compare(lexicon, &battles));
    assert!(
        stale.is_empty(),
        "{}\nrun: cargo xtask bless scenario",
        stale.join("\n")
    );
    let of_tests = Code::ALL.iter().filter(|code| code.code().starts_with('T'));
    for code in of_tests {
        assert!(
            codes.contains(code),
            "no file in tests/scenario has {}",
            code.name()
        );
    }
}

/// A test with any mistake has findings, and nothing panics.
#[test]
fn damaged_tests_do_not_panic() {
    let mut rng = Rng::seeded("damaged tests");
    let ours = test_files(&root().join("tests/scenario"));
    for (game, count) in [("card-game", 400), ("ccg", 400)] {
        let shipped = test_files(&root().join("cards").join(game));
        let texts: Vec<String> = shipped
            .iter()
            .chain(&ours)
            .map(|path| fs::read_to_string(path).expect("a test file"))
            .collect();
        damaged(game, count, &texts, &mut rng);
    }
}

fn damaged(game: &str, count: usize, texts: &[String], rng: &mut Rng) {
    let words: Vec<&str> = texts
        .iter()
        .flat_map(|text| text.split_whitespace())
        .collect();
    with_words(&world(game), |lexicon| {
        for _ in 0..count {
            let mut lines: Vec<String> = rng.pick(texts).lines().map(str::to_owned).collect();
            for _ in 0..=rng.below(3) {
                let at = rng.below(lines.len());
                match rng.below(4) {
                    0 => drop(lines.remove(at)),
                    1 => lines.insert(at, rng.pick(&lines).clone()),
                    2 => {
                        let word = *rng.pick(&words);
                        let cut: Vec<&str> = lines[at].split_inclusive(' ').collect();
                        let place = rng.below(cut.len().max(1));
                        let kept: String = cut.iter().take(place).copied().collect();
                        let rest: String = cut.iter().skip(place + 1).copied().collect();
                        lines[at] = format!("{kept}{word} {rest}");
                    }
                    _ => {
                        let end = rng.below(lines[at].chars().count() + 1);
                        lines[at] = lines[at].chars().take(end).collect();
                    }
                }
                if lines.is_empty() {
                    lines.push(String::new());
                }
            }
            let text = lines.join("\n");
            let read = findings(lexicon, FileId::default(), &text);
            let whole = 0..text.len();
            for finding in &read.findings {
                let at = finding.primary.at.range();
                assert!(
                    at.start <= at.end && at.end <= whole.end,
                    "{at:?} in {text}"
                );
            }
        }
    });
}
