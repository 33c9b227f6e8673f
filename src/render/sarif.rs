//! Renders diagnostics as SARIF 2.1.0, for code scanning services and editors.
//!
//! Lines and columns are the same as in all other formats: `columnKind` declares that columns count
//! Unicode scalar values. A diagnostic keeps its fingerprint if lines are inserted or removed above
//! it.

use std::fmt::Write;

use indexmap::IndexSet;
use serde_json::{Value, json};

use super::json::without_hidden;
use super::{Findings, visible};
use crate::collections::{HashMap, HashSet};
use crate::diagnostic::{Code, Diagnostic, Fix, Label, Safety, Severity};
use crate::rule_pages;
use crate::source::{FileId, Sources, Span};

/// The address of the schema of the format.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The `uriBaseId` of texts that are not files of the project.
const NO_FILE: &str = "CARDWRIGHT";

/// Renders the diagnostics as one SARIF document.
pub fn sarif(findings: &Findings<'_>) -> String {
    let mut artifacts = Artifacts {
        sources: findings.sources,
        files: IndexSet::new(),
    };
    let mut fingerprints = Fingerprints::default();
    let results: Vec<Value> = findings
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let mut result = result(diagnostic, &mut artifacts);
            let fingerprint = fingerprints.of(findings.sources, diagnostic);
            let known = json!({ "cardwright/v1": fingerprint });
            add(&mut result, "partialFingerprints", known);
            result
        })
        .collect();
    let mut run = json!({
        "tool": { "driver": {
            "name": env!("CARGO_PKG_NAME"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules(findings.diagnostics),
        } },
        "columnKind": "unicodeCodePoints",
        "artifacts": artifacts.list(),
        "results": results,
    });
    if artifacts.files.iter().any(|file| artifacts.no_file(*file)) {
        let described = json!({ NO_FILE: { "description": {
            "text": "Texts that are not files of the project: cards that come with cardwright, and \
                standard input."
        } } });
        add(&mut run, "originalUriBaseIds", described);
    }
    without_hidden(json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] }))
}

/// Adds a property to an object.
fn add(object: &mut Value, name: &str, value: Value) {
    if let Value::Object(properties) = object {
        properties.insert(name.to_owned(), value);
    }
}

/// Returns all rules, so that rule numbers are the same in every document. Only the reported rules
/// have their pages.
fn rules(diagnostics: &[Diagnostic]) -> Vec<Value> {
    let broken: HashSet<Code> = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code)
        .collect();
    let rules = Code::ALL.iter();
    rules
        .map(|code| rule(*code, broken.contains(code)))
        .collect()
}

fn rule(code: Code, with_page: bool) -> Value {
    let mut help = json!({
        "text": format!("`cardwright explain {}` prints the page of this rule.", code.code()),
    });
    if with_page {
        add(&mut help, "markdown", rule_pages::page(code).into());
    }
    let mut rule = json!({
        "id": code.code(),
        "name": code.name(),
        "shortDescription": { "text": text(code.meaning()) },
        "defaultConfiguration": { "level": level(code.severity()) },
        "help": help,
    });
    // The address has to be absolute, so it is only present if the package declares its repository.
    if let Some(address) = rule_pages::address(code) {
        add(&mut rule, "helpUri", address.into());
    }
    rule
}

fn result(diagnostic: &Diagnostic, artifacts: &mut Artifacts<'_>) -> Value {
    let mut location = artifacts.location(&diagnostic.primary);
    if let Some(card) = &diagnostic.card {
        let card = json!([{ "name": text(card), "kind": "card" }]);
        add(&mut location, "logicalLocations", card);
    }
    let mut result = json!({
        "ruleId": diagnostic.code.code(),
        "ruleIndex": Code::ALL.iter().position(|code| *code == diagnostic.code),
        "level": level(diagnostic.severity),
        "message": { "text": message(diagnostic) },
        "locations": [location],
    });
    if !diagnostic.secondary.is_empty() {
        let related = diagnostic.secondary.iter().enumerate().map(|(at, label)| {
            let mut location = artifacts.location(label);
            add(&mut location, "id", (at + 1).into());
            location
        });
        add(&mut result, "relatedLocations", related.collect());
    }
    if !diagnostic.fixes.is_empty() {
        let fixes = diagnostic.fixes.iter().map(|fix| artifacts.fix(fix));
        add(&mut result, "fixes", fixes.collect());
    }
    result
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Suggestion => "note",
    }
}

/// Returns the message, then help and note, each on its own line, because most viewers show nothing
/// else.
fn message(diagnostic: &Diagnostic) -> String {
    let mut message = text(&diagnostic.message);
    for (word, written) in [("help", &diagnostic.help), ("note", &diagnostic.note)] {
        if let Some(written) = written {
            let _ = write!(message, "\n{word}: {}", text(written));
        }
    }
    message
}

/// Escapes links and placeholders: SARIF interprets `[…](…)` and `{0}`.
fn text(written: &str) -> String {
    let lines: Vec<_> = written.lines().map(visible).collect();
    let shown = lines.join("\n").replace("](", "] (");
    let mut text = String::with_capacity(shown.len());
    let mut rest = shown.as_str();
    while let Some(open) = rest.find('{') {
        let inner = &rest[open + 1..];
        let digits = inner.len() - inner.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let placeholder = digits > 0 && inner[digits..].starts_with('}');
        text.push_str(&rest[..open]);
        let end = match placeholder {
            true => {
                let _ = write!(text, "{{{{{}}}}}", &inner[..digits]);
                open + digits + 2
            }
            false => {
                text.push('{');
                open + 1
            }
        };
        rest = &rest[end..];
    }
    text + rest
}

/// The files with diagnostics, in the order of their first occurrence.
struct Artifacts<'s> {
    sources: &'s Sources,
    files: IndexSet<FileId>,
}

impl Artifacts<'_> {
    fn list(&self) -> Vec<Value> {
        self.files
            .iter()
            .map(|file| json!({ "location": self.address(*file) }))
            .collect()
    }

    fn location(&mut self, label: &Label) -> Value {
        json!({
            "physicalLocation": {
                "artifactLocation": self.artifact(label.at.file),
                "region": self.region(label.at),
            },
            "message": { "text": text(&label.message) },
        })
    }

    fn fix(&mut self, fix: &Fix) -> Value {
        let files: IndexSet<FileId> = fix.edits.iter().map(|edit| edit.at.file).collect();
        let changes: Vec<Value> = files
            .into_iter()
            .map(|file| {
                let edits = fix.edits.iter().filter(|edit| edit.at.file == file);
                let replacements = edits.map(|edit| {
                    json!({
                        "deletedRegion": self.region(edit.at),
                        "insertedContent": { "text": edit.text },
                    })
                });
                let replacements: Vec<Value> = replacements.collect();
                json!({ "artifactLocation": self.artifact(file), "replacements": replacements })
            })
            .collect();
        let safety = match fix.safety {
            Safety::Safe => "safe",
            Safety::Unsafe => "unsafe",
        };
        json!({
            "description": { "text": text(&fix.title) },
            "artifactChanges": changes,
            "properties": { "safety": safety },
        })
    }

    fn artifact(&mut self, file: FileId) -> Value {
        let (index, _) = self.files.insert_full(file);
        let mut address = self.address(file);
        add(&mut address, "index", index.into());
        address
    }

    fn region(&self, at: Span) -> Value {
        let file = self.sources.file(at.file);
        let (start, end) = (at.start as usize, at.end as usize);
        let (line, column) = file.line_column(start);
        let (end_line, end_column) = file.line_column(end);
        let length = file.text.len();
        json!({
            "startLine": line,
            "startColumn": column,
            "endLine": end_line,
            "endColumn": end_column,
            "byteOffset": start.min(length),
            "byteLength": end.min(length) - start.min(length),
        })
    }

    fn address(&self, file: FileId) -> Value {
        let path = &self.sources.file(file).path;
        match outside(path) {
            Some(path) => json!({ "uri": encoded(&path), "uriBaseId": NO_FILE }),
            None => json!({ "uri": uri(path) }),
        }
    }

    fn no_file(&self, file: FileId) -> bool {
        outside(&self.sources.file(file).path).is_some()
    }
}

/// Returns the path of a text that is not a file of the project, without the angle brackets around
/// its first part; `None` for a file.
fn outside(path: &str) -> Option<String> {
    let (name, rest) = path.strip_prefix('<')?.split_once('>')?;
    (rest.is_empty() || rest.starts_with('/')).then(|| format!("{name}{rest}"))
}

/// Converts a path to a URI, which is relative if the path is.
fn uri(path: &str) -> String {
    let drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes().get(2) == Some(&b'/');
    match path.strip_prefix('/') {
        Some(rest) => format!("file:///{}", encoded(rest)),
        None if drive => format!("file:///{}:{}", &path[..1], encoded(&path[2..])),
        None => encoded(path),
    }
}

/// Percent-encodes everything except letters, digits and the punctuation of paths.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// The fingerprints so far, with their counts.
#[derive(Default)]
struct Fingerprints(HashMap<String, usize>);

impl Fingerprints {
    /// Returns a fingerprint that does not depend on the position in the card. Further diagnostics
    /// with the same fingerprint are numbered.
    fn of(&mut self, sources: &Sources, diagnostic: &Diagnostic) -> String {
        let mut hash = blake3::Hasher::new();
        let whose = match &diagnostic.card {
            Some(card) => card.as_str(),
            None => sources.file(diagnostic.primary.at.file).path.as_str(),
        };
        let place = sources.slice(diagnostic.primary.at);
        for part in [
            diagnostic.code.code(),
            whose,
            place,
            &lineless(&diagnostic.message),
        ] {
            hash.update(part.as_bytes());
            hash.update(&[0]);
        }
        let hash = hash.finalize().to_hex()[..32].to_owned();
        let count = self.0.entry(hash.clone()).or_default();
        *count += 1;
        format!("{hash}:{count}")
    }
}

/// Removes line numbers from a message.
fn lineless(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    for (at, part) in message.split("line ").enumerate() {
        if at == 0 {
            out.push_str(part);
        } else {
            out.push_str("line ");
            out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_as_addresses() {
        for (path, expected) in [
            ("cards/lich.yaml", "cards/lich.yaml"),
            ("../a b/é:1.yaml", "../a%20b/%C3%A9%3A1.yaml"),
            ("/home/x.yaml", "file:///home/x.yaml"),
            ("C:/x y.yaml", "file:///C:/x%20y.yaml"),
        ] {
            assert_eq!(uri(path), expected);
        }
        assert_eq!(outside("<game>/x.yaml").as_deref(), Some("game/x.yaml"));
        assert_eq!(outside("<text>").as_deref(), Some("text"));
        assert_eq!(outside("<a>b/x.yaml"), None);
    }

    #[test]
    fn nothing_in_a_message_is_a_link_or_a_placeholder() {
        for (written, expected) in [
            ("write `{ a: 1 }`", "write `{ a: 1 }`"),
            ("{0} and {12}, {x}", "{{0}} and {{12}}, {x}"),
            ("[a](b)", "[a] (b)"),
            ("a\nb\u{1b}", "a\nb\\u{1b}"),
        ] {
            assert_eq!(text(written), expected);
        }
    }

    #[test]
    fn numbers_of_lines_do_not_count() {
        assert_eq!(
            lineless("see line 12, line 7"),
            lineless("see line 1, line 8")
        );
        assert_ne!(lineless("at most 2"), lineless("at most 3"));
    }
}
