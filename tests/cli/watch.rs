//! `check --watch`: saved files are checked again.

use std::fs;
use std::io::Read;
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::FAULTY;
use crate::support::Folder;

/// A valid card, and one that names it.
const GOOD: &str =
    "name: Howl\ntype: spell\ncost: { power: 1 }\ntraits: [air]\neffect: Draw a card.\n";

/// The tool watching a folder. It is stopped at the end of the test.
struct Watching {
    tool: Child,
    pieces: Receiver<String>,
    shown: String,
}

impl Watching {
    fn start(folder: &Folder, args: &[&str]) -> Self {
        let mut tool = folder
            .command()
            .args(["check", "--watch"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the tool runs");
        let (send, pieces) = mpsc::channel();
        let out = tool.stdout.take().expect("a pipe");
        let err = tool.stderr.take().expect("a pipe");
        forward(out, send.clone());
        forward(err, send);
        Watching {
            tool,
            pieces,
            shown: String::new(),
        }
    }

    /// Waits for new output.
    #[track_caller]
    fn says(&mut self, text: &str) -> &mut Self {
        let begun = Instant::now();
        while !self.shown.contains(text) {
            let piece = self.pieces.recv_timeout(Duration::from_secs(1));
            self.shown += &piece.unwrap_or_default();
            assert!(
                begun.elapsed() < Duration::from_secs(20),
                "no {text:?} in\n{}",
                self.shown
            );
        }
        let end = self.shown.find(text).map_or(0, |at| at + text.len());
        self.shown.drain(..end);
        self
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.tool.kill();
        let _ = self.tool.wait();
    }
}

fn forward(mut from: impl Read + Send + 'static, to: mpsc::Sender<String>) {
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            let piece = String::from_utf8_lossy(&bytes[..count]).into_owned();
            if to.send(piece).is_err() {
                return;
            }
        }
    });
}

#[test]
fn saved_files_are_checked_again() {
    let folder = Folder::with(&[("cards/howl.yaml", GOOD)]);
    let mut watching = Watching::start(&folder, &[]);
    watching.says("1 card: nothing to report\n");
    // Saved in place.
    folder.write(
        "cards/howl.yaml",
        GOOD.replace("power: 1", "power: x").as_bytes(),
    );
    watching
        .says("---\n")
        .says("cards/howl.yaml:3:")
        .says("in 1 card");
    // Saved like editors do: to a temporary file that is then renamed.
    folder.write("cards/.howl.yaml.swp", GOOD.as_bytes());
    fs::rename(
        folder.path().join("cards/.howl.yaml.swp"),
        folder.path().join("cards/howl.yaml"),
    )
    .expect("a file can be renamed");
    watching.says("1 card: nothing to report\n");
    // A new file in a new folder, first only half of it.
    folder.write("cards/more/drill.yaml", FAULTY.split_at(20).0.as_bytes());
    watching.says("cards/more/drill.yaml:");
    folder.write("cards/more/drill.yaml", FAULTY.as_bytes());
    watching
        .says("cards/more/drill.yaml:3:12")
        .says("in 2 cards");
    fs::remove_dir_all(folder.path().join("cards/more")).expect("a folder can be removed");
    watching.says("1 card: nothing to report\n");
}

#[test]
fn deleted_files_may_return() {
    let folder = Folder::with(&[("cards/howl.yaml", GOOD)]);
    let mut watching = Watching::start(&folder, &["cards"]);
    watching.says("1 card: nothing to report\n");
    fs::rename(folder.path().join("cards"), folder.path().join("away")).expect("a rename");
    watching.says("no file or folder `cards`");
    fs::rename(folder.path().join("away"), folder.path().join("cards")).expect("a rename");
    watching.says("1 card: nothing to report\n");
    fs::remove_dir_all(folder.path().join("cards")).expect("a folder can be removed");
    watching.says("no file or folder `cards`");
    folder.write("cards/drill.yaml", FAULTY.as_bytes());
    watching.says("cards/drill.yaml:3:12").says("in 1 card");
}

#[test]
fn changed_settings_and_game_data_trigger_a_run() {
    let folder = Folder::with(&[("cards/drill.yaml", FAULTY)]);
    let mut watching = Watching::start(&folder, &["cards/drill.yaml"]);
    watching.says("3 │ statistic: atack").says("in 1 card");
    folder.write("cardwright.toml", b"format = \"short\"\n");
    watching.says("cards/drill.yaml:3:12: error[E0306]");
    folder.write("cardwright.toml", b"format = \"shrt\"\n");
    watching.says("`format` cannot be `shrt`");
    folder.write("cardwright.toml", b"format = \"short\"\n");
    watching.says("cards/drill.yaml:3:12: error[E0306]");
    folder.write("cards/game.yaml", b"game: x\n");
    watching.says("game.yaml:1:");
}

#[test]
fn json_prints_one_object_per_run() {
    let folder = Folder::with(&[("cards/howl.yaml", GOOD)]);
    let mut watching = Watching::start(&folder, &["--format", "json"]);
    watching.says("\n}\n");
    folder.write("cards/howl.yaml", FAULTY.as_bytes());
    watching.says("E0306").says("\n}\n");
    assert_eq!(watching.shown, "");
}

#[test]
fn initial_failure_ends_the_watch() {
    let folder = Folder::new();
    folder
        .run(&["check", "--watch"])
        .expect(2)
        .refuses(&["no file or folder `cards`"]);
    folder
        .run(&["check", "--watch", "--fix"])
        .expect(2)
        .refuses(&["--watch"]);
}
