//! Changes to files. All changes are computed before the first file is written.

use std::fs;
use std::path::Path;

/// Files to write, by their paths below the top folder.
#[derive(Default)]
pub struct Changes(Vec<(String, String)>);

impl Changes {
    pub fn create(&mut self, root: &Path, path: String, text: String) -> Result<(), String> {
        if root.join(&path).exists() {
            return Err(format!("{path} exists already"));
        }
        self.0.push((path, text));
        Ok(())
    }

    pub fn change(&mut self, path: &str, text: String) {
        self.0.push((path.to_owned(), text));
    }

    /// Writes the files and lists them.
    pub fn write(self, root: &Path) -> Result<String, String> {
        let mut report = String::new();
        for (path, text) in self.0 {
            fs::write(root.join(&path), text).map_err(|error| format!("{path}: {error}"))?;
            report.push_str(&format!("wrote {path}\n"));
        }
        Ok(report)
    }
}

pub fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

/// Inserts `new` before the line with this number, counted from 0.
pub fn insert(text: &str, line: usize, new: &str) -> String {
    let at = text
        .split_inclusive('\n')
        .take(line)
        .map(str::len)
        .sum::<usize>()
        .min(text.len());
    let (before, after) = text.split_at(at);
    format!("{before}{new}{after}")
}
