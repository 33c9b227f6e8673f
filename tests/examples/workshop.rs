//! A copy of the examples for their setup, so that nothing is written next to the sources.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use serde_json::Value;

use crate::GAMES;
use crate::support::{Folder, root};

/// Returns the folder of the copy. Installed packages stay for the next run.
pub fn folder() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engines");
        copy(&root().join("schema"), &folder.join("schema"));
        copy(&root().join("examples"), &folder.join("examples"));
        for game in GAMES {
            let cards = root().join("cards").join(game);
            let out = folder.join(game);
            let paths = [cards, out].map(|path| path.display().to_string());
            Folder::new()
                .run(&["build", &paths[0], "--out", &paths[1]])
                .expect(0);
        }
        folder
    });
    &FOLDER
}

/// Returns a file of a game's bundle.
pub fn file(game: &str, name: &str) -> PathBuf {
    folder().join(game).join(name)
}

/// Returns the recordings that engines in other languages play: the tests beside the cards of the first game, and
/// whole games of two of its sets.
pub fn recordings() -> &'static [PathBuf; 2] {
    static RECORDINGS: LazyLock<[PathBuf; 2]> = LazyLock::new(|| {
        let game = GAMES[0];
        let files = ["tests.json", "games.json"].map(|name| folder().join(name));
        let cards = root().join("cards").join(game).display().to_string();
        let [tests, games] = files.each_ref().map(|path| path.display().to_string());
        let out = folder().join(game).display().to_string();
        let sets = bundle(game)["kingdoms"]
            .as_array()
            .expect("sets")
            .iter()
            .filter_map(|set| set["id"].as_str().map(str::to_owned))
            .collect::<Vec<String>>();
        Folder::new()
            .run(&["build", &cards, "--out", &out, "--conformance", &tests])
            .expect(0);
        Folder::new()
            .run(&[
                "simulate",
                &sets[0],
                &sets[1],
                "--cards",
                &cards,
                "--games",
                "20",
                "--players",
                "random",
                "--record",
                &games,
            ])
            .expect(0);
        files
    });
    &RECORDINGS
}

/// Returns the bundle of a game.
pub fn bundle(game: &str) -> Value {
    let text = fs::read_to_string(file(game, "bundle.json")).expect("a bundle");
    serde_json::from_str(&text).expect("a bundle is JSON")
}

/// Returns the bundle of a game without any human-readable text on its cards.
pub fn bundle_without_words(game: &str) -> Value {
    let mut bundle = bundle(game);
    let cards = bundle["cards"].as_array_mut().expect("cards");
    for card in cards.iter_mut().filter_map(Value::as_object_mut) {
        for key in ["text", "flavor", "manual"] {
            card.shift_remove(key);
        }
    }
    bundle
}

/// Installs the packages of an example, unless the same list was installed before.
pub fn install(example: &Path, list: &str, commands: &mut [Command]) -> Result<(), String> {
    let wanted = fs::read_to_string(example.join(list)).expect("a list of packages");
    let done = example.join("installed");
    if fs::read_to_string(&done).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    for command in commands {
        let output = command.current_dir(example).output();
        let output = output.map_err(|error| format!("{command:?}: {error}"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            return Err(format!("{command:?}: {said}"));
        }
    }
    fs::write(done, wanted).expect("a file can be written");
    Ok(())
}

/// Parses the major and minor version from output such as `v20.1.2` or `Python 3.11.2`.
pub fn version(program: impl AsRef<OsStr>) -> Option<(u32, u32)> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    let numbers = said.trim_start_matches(|char: char| !char.is_ascii_digit());
    let mut parts = numbers.trim().split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?))
}

/// Reports a missing tool, which is a failure where all tools are required.
pub fn missing(what: &str) {
    let line = format!("skipped, because {what}");
    assert!(
        std::env::var_os("CI").is_none(),
        "{line}; .ci/run has it present"
    );
    // The test harness captures output of the print macros.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Returns the standard output of a program that must succeed.
#[track_caller]
pub fn said(output: std::io::Result<Output>) -> String {
    let output = output.expect("the program runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let stdout = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{stdout}{stderr}");
    assert_eq!(stderr, "");
    stdout
}

/// Expects a program to fail with a line that contains this text.
#[track_caller]
pub fn refuses(output: std::io::Result<Output>, text: &str) {
    let output = output.expect("the program runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert!(stderr.contains(text), "no {text:?} in\n{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name();
        // Packages and builds next to the sources are not part of the example.
        if ["node_modules", "dist", ".venv", "__pycache__", "target"]
            .map(OsStr::new)
            .contains(&name.as_os_str())
        {
            continue;
        }
        let (from, to) = (entry.path(), to.join(&name));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).expect("a file can be copied");
        }
    }
}
