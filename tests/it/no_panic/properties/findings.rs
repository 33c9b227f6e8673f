//! Properties of every diagnostic.

use cardwright::diagnostic::{Code, Diagnostic};
use cardwright::render::{self, Findings, Scope, Screen};
use cardwright::source::{Sources, Span};

/// More would only take time.
const DRAWN: usize = 6;

/// Diagnostics are inside their files, none reports a defect of the tool, and all can be rendered.
pub fn hold(sources: &Sources, diagnostics: &[Diagnostic]) {
    for finding in diagnostics {
        assert!(!finding.message.is_empty(), "no message: {finding:?}");
        assert!(
            finding.code != Code::NotPrintable,
            "a compiled text cannot be printed: {finding:?}"
        );
        for at in places(finding) {
            let file = sources.file(at.file);
            assert!(
                file.text.get(at.range()).is_some(),
                "{at:?} is not in the file: {finding:?}"
            );
        }
        for fix in &finding.fixes {
            for (at, edit) in fix.edits.iter().enumerate() {
                let others = fix.edits.iter().skip(at + 1);
                let mut apart = others.map(|other| (edit.at, other.at));
                assert!(
                    apart.all(|(a, b)| a.file != b.file || a.end <= b.start || b.end <= a.start),
                    "two edits of one fix overlap: {finding:?}"
                );
            }
        }
    }
    if diagnostics.is_empty() {
        return;
    }
    let scope = Scope::Files {
        cards: 1,
        kingdoms: 0,
        manual: 0,
        set: "kingdom set".to_owned(),
    };
    shown(&Findings {
        sources,
        diagnostics: diagnostics.get(..DRAWN).unwrap_or(diagnostics),
        scope: &scope,
    });
}

fn places(finding: &Diagnostic) -> impl Iterator<Item = Span> {
    let labels = std::iter::once(&finding.primary).chain(&finding.secondary);
    let edits = finding.fixes.iter().flat_map(|fix| &fix.edits);
    labels
        .map(|label| label.at)
        .chain(edits.map(|edit| edit.at))
}

/// The rendered output is well-formed and contains no terminal control characters. Rendering all formats would take
/// most of the time, so the diagnostics select one.
fn shown(findings: &Findings<'_>) {
    let narrow = Screen {
        color: false,
        width: Some(40),
    };
    let messages = findings.diagnostics.iter();
    let turn = messages.map(|finding| finding.message.len()).sum::<usize>();
    let form = match turn % 6 {
        0 => render::human(findings, Screen::default()),
        1 => render::human(findings, narrow),
        2 => render::short(findings),
        3 => render::github(findings, ""),
        4 => is_json(render::json::to_text(&render::json::report(findings))),
        _ => is_json(render::sarif(findings)),
    };
    let obeyed = form
        .chars()
        .find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
    assert_eq!(
        obeyed, None,
        "a control character is shown as it is:\n{form:?}"
    );
}

fn is_json(text: String) -> String {
    let read = serde_json::from_str::<serde_json::Value>(&text);
    assert!(read.is_ok(), "{read:?}:\n{text}");
    text
}
