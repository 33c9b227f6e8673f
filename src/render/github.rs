//! Renders diagnostics as annotations of GitHub Actions, which are shown next to changed lines.

use std::fmt::Write;

use super::{Findings, summary, visible};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Sources;

/// Renders one workflow command for each diagnostic, the most severe first (GitHub shows only ten
/// of a kind), then the summary. `folder` is the prefix of paths from the root of the repository;
/// it is empty or ends in `/`.
pub fn github(findings: &Findings<'_>, folder: &str) -> String {
    annotations(findings, folder) + &plain(&summary(findings)) + "\n"
}

/// Renders only the workflow commands.
pub fn annotations(findings: &Findings<'_>, folder: &str) -> String {
    let mut sorted: Vec<&Diagnostic> = findings.diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| diagnostic.severity);
    let mut out = String::new();
    for diagnostic in sorted {
        annotation(findings.sources, diagnostic, folder, &mut out);
    }
    out
}

fn annotation(sources: &Sources, diagnostic: &Diagnostic, folder: &str, out: &mut String) {
    let command = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Suggestion => "notice",
    };
    let at = diagnostic.primary.at;
    let file = sources.file(at.file);
    let (line, column) = file.line_column(at.start as usize);
    let (end_line, end_column) = file.line_column(at.end as usize);
    let path = format!("{folder}{}", file.path);
    let _ = write!(out, "::{command} file={}", property(&path));
    let _ = write!(out, ",line={line},endLine={end_line}");
    // Columns are only accepted for ranges on one line.
    if line == end_line {
        let _ = write!(out, ",col={column},endColumn={end_column}");
    }
    let title = format!("{} {}", diagnostic.code.code(), diagnostic.code.name());
    let _ = write!(out, ",title={}", property(&title));
    // The log only shows the message, so it begins with the position.
    let mut message = format!("{path}:{line}:{column}: {}", diagnostic.message);
    for label in &diagnostic.secondary {
        let file = sources.file(label.at.file);
        let (line, column) = file.line_column(label.at.start as usize);
        let _ = write!(
            message,
            "\n{}:{line}:{column}: {}",
            file.path, label.message
        );
    }
    for (word, written) in [("help", &diagnostic.help), ("note", &diagnostic.note)] {
        if let Some(written) = written {
            let _ = write!(message, "\n{word}: {written}");
        }
    }
    let _ = writeln!(out, "::{}", data(&message));
}

/// Escapes a text for the message of a command.
fn data(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| visible(line).replace('%', "%25"))
        .collect();
    lines.join("%0A")
}

/// Escapes a text for the value of a property.
fn property(text: &str) -> String {
    visible(text)
        .replace('%', "%25")
        .replace(':', "%3A")
        .replace(',', "%2C")
}

/// Escapes a text so that it contains no command. Commands are `::` at the beginning of a line, and
/// in an old syntax, `##[` anywhere.
pub fn plain(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| {
            let line = visible(line).replace("##[", "# #[");
            match line.trim_start().strip_prefix("::") {
                Some(rest) => format!(": :{rest}"),
                None => line,
            }
        })
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_command_or_begins_another() {
        assert_eq!(data("100%\na: b, c\u{1b}"), "100%25%0Aa: b, c\\u{1b}");
        assert_eq!(data("a\r\nb"), "a%0Ab");
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25\\u{a}");
        assert_eq!(
            plain("  ::error::x\n1 ##[error]y"),
            ": :error::x\n1 # #[error]y"
        );
        assert_eq!(plain("March: legal"), "March: legal");
    }
}
