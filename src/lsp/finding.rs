//! Diagnostics of the core as diagnostics of the protocol.

use gen_lsp_types::{
    Code, CodeDescription, Diagnostic as Finding, DiagnosticRelatedInformation, DiagnosticSeverity,
    Uri,
};

use super::view::View;
use crate::diagnostic::{Diagnostic, Severity};
use crate::render::visible_lines;
use crate::rule_pages;

/// The source that editors show beside a message.
pub(super) const SOURCE: &str = "cardwright";

pub(super) fn finding(view: &View<'_>, diagnostic: &Diagnostic) -> Finding {
    let code = diagnostic.code;
    let related = diagnostic.secondary.iter().map(|label| {
        let message = visible_lines(&label.message);
        DiagnosticRelatedInformation {
            location: view.location(label.at),
            message,
        }
    });
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    Finding {
        range: view.range(diagnostic.primary.at),
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Suggestion => DiagnosticSeverity::Information,
        }),
        code: Some(Code::String(code.code().to_owned())),
        code_description: rule_pages::address(code)
            .map(|address| CodeDescription { href: Uri(address) }),
        source: Some(SOURCE.to_owned()),
        message: text(diagnostic).into(),
        related_information: (!related.is_empty()).then_some(related),
        ..Finding::default()
    }
}

/// Returns everything that a diagnostic says about its primary range.
fn text(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.message.clone();
    let label = &diagnostic.primary.message;
    if !label.is_empty() {
        text.push_str(&format!("\n{label}"));
    }
    for (word, more) in [("note", &diagnostic.note), ("help", &diagnostic.help)] {
        if let Some(more) = more {
            text.push_str(&format!("\n{word}: {more}"));
        }
    }
    visible_lines(&text)
}
