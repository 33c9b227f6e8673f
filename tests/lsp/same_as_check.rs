//! The server reports what `cardwright check` reports.

use std::collections::BTreeMap;

use cardwright::lsp::Encoding;
use gen_lsp_types::{Code, Diagnostic, DiagnosticSeverity, Message, Position};
use serde_json::Value;

use crate::cases;
use crate::client::{Client, Files, path};
use crate::support::Folder;

/// A diagnostic in the form that both have: path, start and end, severity, code, text, and other places.
type Finding = (
    String,
    Place,
    String,
    String,
    String,
    Vec<(String, Place, String)>,
);

/// Line and character of start and end.
type Place = (u32, u32, u32, u32);

pub const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

#[test]
fn findings_are_those_of_check() {
    let mut files = cases::pages();
    compare(
        &cases::rewritten(&files, |text| text.replace('\n', "\r\n")),
        80,
    );
    compare(
        &cases::rewritten(&files, |text| format!("\u{feff}{text}")),
        80,
    );
    files.extend(cases::faults());
    compare(&files, 900);
}

#[test]
fn a_small_project_has_the_findings_of_check() {
    compare(&cases::small(), 5);
}

fn compare(files: &Files, at_least: usize) {
    let folder = Folder::new();
    for (path, text) in files {
        folder.write(path, text.as_bytes());
    }
    let report = folder.run(&["check", "--format", "json"]).expect(1).stdout;
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let report = report["diagnostics"].as_array().expect("diagnostics");
    assert!(report.len() >= at_least, "{}", report.len());
    for encoding in ENCODINGS {
        let mut expected: Vec<Finding> = report
            .iter()
            .map(|finding| of_check(finding, files, encoding))
            .collect();
        expected.sort();
        let client = Client::new(files.clone(), encoding);
        let mut found = of_server(&client.findings);
        found.sort();
        for (expected, found) in expected.iter().zip(&found) {
            assert_eq!(expected, found, "{encoding:?}");
        }
        assert_eq!(expected.len(), found.len());
    }
}

fn of_server(findings: &BTreeMap<String, Vec<Diagnostic>>) -> Vec<Finding> {
    let all = findings
        .iter()
        .flat_map(|(uri, found)| found.iter().map(move |one| (uri, one)));
    all.map(|(uri, found)| {
        let Some(Code::String(code)) = &found.code else {
            panic!("a code: {found:?}");
        };
        let Message::String(message) = &found.message else {
            panic!("a text: {found:?}");
        };
        let related = found.related_information.iter().flatten();
        let related = related.map(|related| {
            let place = place(related.location.range);
            (
                shown(&related.location.uri.0),
                place,
                related.message.clone(),
            )
        });
        let severity = match found.severity {
            Some(DiagnosticSeverity::Error) => "error",
            Some(DiagnosticSeverity::Warning) => "warning",
            _ => "suggestion",
        };
        (
            path(uri),
            place(found.range),
            severity.to_owned(),
            code.clone(),
            message.clone(),
            related.collect(),
        )
    })
    .collect()
}

fn place(range: gen_lsp_types::Range) -> Place {
    let Position { line, character } = range.start;
    (line, character, range.end.line, range.end.character)
}

/// Returns the path that the command line shows.
fn shown(uri: &str) -> String {
    match uri.strip_prefix("cardwright:/") {
        Some(inside) => inside.replace("%27", "'"),
        None => path(uri),
    }
}

fn of_check(finding: &Value, files: &Files, encoding: Encoding) -> Finding {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let place = |value: &Value| {
        let file = text(&value["file"]);
        let at = |end: &str| value["range"][end]["offset"].as_u64().expect("a number") as usize;
        let (start, end) = match files.get(&file) {
            Some(source) => (
                position(source, at("start"), encoding),
                position(source, at("end"), encoding),
            ),
            // Built-in files are ASCII.
            None => {
                let at = |end: &str, unit: &str| {
                    value["range"][end][unit].as_u64().expect("a number") as u32 - 1
                };
                (
                    (at("start", "line"), at("start", "column")),
                    (at("end", "line"), at("end", "column")),
                )
            }
        };
        (start.0, start.1, end.0, end.1)
    };
    let mut message = format!("{}\n{}", text(&finding["message"]), text(&finding["label"]));
    for word in ["note", "help"] {
        if let Some(more) = finding[word].as_str() {
            message.push_str(&format!("\n{word}: {more}"));
        }
    }
    let labels = finding["labels"].as_array().expect("labels");
    let labels = labels.iter().map(|label| {
        let file = text(&label["file"]);
        let file = file.replace(['<', '>'], "");
        (file, place(label), text(&label["message"]))
    });
    (
        text(&finding["file"]),
        place(finding),
        text(&finding["severity"]),
        text(&finding["code"]),
        message.trim_end().to_owned(),
        labels.collect(),
    )
}

/// Counts lines and characters one by one.
fn position(text: &str, byte: usize, encoding: Encoding) -> (u32, u32) {
    let (mut line, mut character) = (0, 0);
    for (at, c) in text.char_indices() {
        if at + c.len_utf8() > byte {
            break;
        }
        if c == '\n' {
            (line, character) = (line + 1, 0);
        } else if c != '\u{feff}' || at > 0 {
            character += match encoding {
                Encoding::Utf8 => c.len_utf8(),
                Encoding::Utf16 => c.len_utf16(),
                Encoding::Utf32 => 1,
            } as u32;
        }
    }
    (line, character)
}
