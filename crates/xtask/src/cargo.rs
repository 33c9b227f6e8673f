//! Calls of `cargo test`.

use std::env;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// A call of `cargo test` in the top folder.
pub struct Cargo(Command);

impl Cargo {
    pub fn test(root: &Path, args: &[&str]) -> Self {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.arg("test").args(args).current_dir(root);
        Cargo(command)
    }

    /// Sets an environment variable, unless its value is empty.
    pub fn option(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        if !value.as_ref().is_empty() {
            self.0.env(name, value);
        }
        self
    }

    pub fn run(mut self) -> Result<(), String> {
        let status = self
            .0
            .status()
            .map_err(|error| format!("cargo does not run: {error}"))?;
        if status.success() {
            Ok(())
        } else {
            Err("cargo test failed".to_owned())
        }
    }

    /// Runs only the tests with these names. A name without a test is an error, whereas `cargo test` would succeed
    /// without running anything.
    pub fn exactly(mut self, names: &[&str], args: &[&str]) -> Result<(), String> {
        self.0
            .args(["--", "--exact"])
            .args(names)
            .args(args)
            .stdout(Stdio::piped());
        let mut child = self
            .0
            .spawn()
            .map_err(|error| format!("cargo does not run: {error}"))?;
        let mut ran = 0;
        if let Some(output) = child.stdout.take() {
            for line in BufReader::new(output).lines() {
                let line = line.map_err(|error| error.to_string())?;
                let count = line
                    .strip_prefix("running ")
                    .and_then(|line| line.split(' ').next());
                ran += count.and_then(|count| count.parse().ok()).unwrap_or(0);
                println!("{line}");
            }
        }
        let status = child.wait().map_err(|error| error.to_string())?;
        if !status.success() {
            return Err("cargo test failed".to_owned());
        }
        if ran < names.len() {
            return Err(format!(
                "{ran} tests ran; one of these does not exist: {}",
                names.join(", ")
            ));
        }
        Ok(())
    }
}
