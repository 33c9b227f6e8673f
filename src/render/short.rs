//! Renders one line for each diagnostic, for editors and `grep`.

use std::fmt::Write;

use super::{Findings, visible};

/// Renders lines such as `path:line:column: error[E0203]: message; help`.
pub fn short(findings: &Findings<'_>) -> String {
    let mut out = String::new();
    for diagnostic in findings.diagnostics {
        let file = findings.sources.file(diagnostic.primary.at.file);
        let (line, column) = file.line_column(diagnostic.primary.at.start as usize);
        let _ = write!(
            out,
            "{}:{line}:{column}: {}[{}]: {}",
            visible(&file.path),
            diagnostic.severity.name(),
            diagnostic.code.code(),
            one_line(&diagnostic.message),
        );
        if let Some(help) = &diagnostic.help {
            let _ = write!(out, "; {}", one_line(help));
        }
        out.push('\n');
    }
    out
}

/// Joins the lines of a text.
fn one_line(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(|line| visible(line.trim())).collect();
    lines.join(" ")
}
