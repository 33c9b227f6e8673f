//! Helpers that several test files share.
// Every test crate uses a part of this.
#![allow(dead_code)]

pub mod options;
pub mod processor;
pub mod rng;
pub mod table;
pub mod variants;
pub mod world;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// Returns the folder of the package.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file of the package.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A temporary folder of an author, deleted at the end of the test.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder for the test"))
    }

    /// Creates a folder with these files.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let folder = Folder::new();
        for (path, text) in files {
            folder.write(path, text.as_bytes());
        }
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().expect("a file in the folder"))
            .expect("a folder can be made");
        fs::write(path, bytes).expect("a file can be written");
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Returns the names of all files in a subfolder, including hidden ones.
    pub fn names(&self, path: &str) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.path().join(path))
            .unwrap_or_else(|error| panic!("{path}: {error}"))
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    }

    /// Runs the tool in this folder.
    pub fn run(&self, args: &[&str]) -> Ran {
        Ran::of(self.command().args(args).stdin(Stdio::null()).output())
    }

    /// Runs the tool in a subfolder.
    pub fn run_in(&self, place: &str, args: &[&str]) -> Ran {
        let mut command = self.command();
        let there = command.current_dir(self.path().join(place));
        Ran::of(there.args(args).stdin(Stdio::null()).output())
    }

    /// Runs the tool in this folder with this standard input.
    pub fn run_with(&self, input: &[u8], args: &[&str]) -> Ran {
        use std::io::Write;
        let mut child = self
            .command()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the tool runs");
        child
            .stdin
            .take()
            .expect("a pipe")
            .write_all(input)
            .expect("the tool reads");
        Ran::of(child.wait_with_output())
    }

    /// Returns a command that runs the tool in this folder, independent of the tester's terminal.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        command
            .current_dir(self.path())
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .env_remove("GITHUB_ACTIONS")
            .env_remove("GITHUB_WORKSPACE")
            .env_remove("COLUMNS")
            .env("TERM", "xterm");
        command
    }
}

/// The result of a run of the tool.
#[derive(Debug)]
pub struct Ran {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    fn of(output: std::io::Result<Output>) -> Self {
        let output = output.expect("the tool runs");
        let ran = Ran {
            status: output.status.code().expect("the tool ends by itself"),
            stdout: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
        };
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
        ran
    }

    /// Expects an exit status, and shows the whole output if it differs.
    #[track_caller]
    pub fn expect(self, status: i32) -> Self {
        assert_eq!(self.status, status, "{}\n{}", self.stdout, self.stderr);
        self
    }

    /// Expects each of these texts on standard output.
    #[track_caller]
    pub fn says(self, texts: &[&str]) -> Self {
        for text in texts {
            assert!(
                self.stdout.contains(text),
                "no {text:?} in\n{}{}",
                self.stdout,
                self.stderr
            );
        }
        self
    }

    /// Expects nothing on standard output and each of these texts on standard error.
    #[track_caller]
    pub fn refuses(self, texts: &[&str]) -> Self {
        assert_eq!(self.stdout, "");
        for text in texts {
            assert!(
                self.stderr.contains(text),
                "no {text:?} in\n{}",
                self.stderr
            );
        }
        self
    }

    /// Returns standard output as the document that `--format json` prints.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        let document: serde_json::Value = serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}\n{}", self.stdout));
        assert_fits("diagnostics", &document);
        document
    }
}

/// Expects a document to fit one of the schemas in `schema/`.
#[track_caller]
pub fn assert_fits(schema: &str, document: &serde_json::Value) {
    let path = root().join(format!("schema/{schema}.schema.json"));
    let schema =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let schema = serde_json::from_str(&schema).expect("a schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<String> = validator
        .iter_errors(document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
