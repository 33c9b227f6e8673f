//! What the client is told about the diagnostics of each file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gen_lsp_types as lsp;
use gen_lsp_types::{
    DocumentDiagnosticParams, DocumentDiagnosticReport, FullDocumentDiagnosticReport, MessageType,
    PublishDiagnosticsNotification, PublishDiagnosticsParams, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, ShowMessageNotification, ShowMessageParams,
    UnchangedDocumentDiagnosticReport, WorkspaceDiagnosticParams, WorkspaceDiagnosticReport,
    WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
};

use super::Server;
use super::finding::finding;
use super::view::{View, uri_of};
use crate::collections::hash_of;
use crate::workspace::GameError;

/// The diagnostics of a file when the client was last told about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Published {
    /// The version of the document, if it was open.
    version: Option<i32>,
    result: String,
    is_empty: bool,
}

/// The diagnostics of a file.
struct Report {
    uri: lsp::Uri,
    version: Option<i32>,
    findings: Vec<lsp::Diagnostic>,
}

impl Report {
    /// Returns the id of the result: equal for equal diagnostics.
    fn result(&self) -> String {
        let text = serde_json::to_vec(&self.findings).unwrap_or_default();
        format!("{:016x}", hash_of(&text))
    }
}

impl Server {
    /// Compiles what changed, and tells the client what is new.
    pub(super) fn publish(&mut self) {
        let reports = self.reports();
        let mut now = BTreeMap::new();
        let mut news = Vec::new();
        for (path, report) in reports {
            let published = Published {
                version: report.version,
                result: report.result(),
                is_empty: report.findings.is_empty(),
            };
            let before = self.published.remove(&path);
            let was_empty = before.as_ref().is_none_or(|before| before.is_empty);
            if before.as_ref() != Some(&published) && !(was_empty && published.is_empty) {
                news.push(report);
            }
            now.insert(path, published);
        }
        // The files that are gone.
        for (path, before) in std::mem::replace(&mut self.published, now) {
            if !before.is_empty {
                news.push(Report {
                    uri: uri_of(&path, &self.documents, &self.folders),
                    version: None,
                    findings: Vec::new(),
                });
            }
        }
        if !self.client.pulls {
            for report in news {
                self.tell::<PublishDiagnosticsNotification>(&PublishDiagnosticsParams {
                    uri: report.uri,
                    version: report.version,
                    diagnostics: report.findings,
                });
            }
        } else if self.client.can_refresh && !news.is_empty() {
            self.ask::<lsp::DiagnosticRefreshRequest>(&());
        }
    }

    /// Returns the diagnostics of every checked file.
    fn reports(&mut self) -> BTreeMap<PathBuf, Report> {
        self.compile_all();
        let mut reports = BTreeMap::new();
        for (at, project) in self.projects.iter().enumerate() {
            let Some(compiled) = project.compiled() else {
                continue;
            };
            let view = View::new(
                compiled,
                &self.documents,
                &self.folders,
                self.client.encoding,
            );
            let mut by_file: BTreeMap<_, Vec<lsp::Diagnostic>> = BTreeMap::new();
            for file in &compiled.run.files {
                by_file.entry(*file).or_default();
            }
            for diagnostic in &compiled.run.diagnostics {
                let of_file = by_file.entry(diagnostic.primary.at.file).or_default();
                of_file.push(finding(&view, diagnostic));
            }
            for (file, findings) in by_file {
                let Some(path) = view.path(file) else {
                    continue;
                };
                if self.owner(path) == Some(at) {
                    let report = Report {
                        uri: view.uri(file),
                        version: view.version(file),
                        findings,
                    };
                    reports.insert(path.to_owned(), report);
                }
            }
        }
        reports
    }

    /// Compiles every project that changed. A project that cannot be compiled is reported once.
    fn compile_all(&mut self) {
        let mut problems = Vec::new();
        for project in &mut self.projects {
            let problem = match project.compile(&self.documents) {
                Ok(_) => project.problem().map(str::to_owned),
                Err(error) => Some(words(&error)),
            };
            if project.told != problem {
                problems.extend(problem.clone());
                project.told = problem;
            }
        }
        for message in problems {
            self.tell::<ShowMessageNotification>(&ShowMessageParams {
                kind: MessageType::Error,
                message,
            });
        }
    }

    pub(super) fn document_diagnostic(
        &mut self,
        params: &DocumentDiagnosticParams,
    ) -> DocumentDiagnosticReport {
        let path = self.real(&params.text_document.uri);
        let report = self.reports().remove(&path).unwrap_or_else(|| Report {
            uri: params.text_document.uri.clone(),
            version: None,
            findings: Vec::new(),
        });
        let result_id = report.result();
        if params.previous_result_id.as_ref() == Some(&result_id) {
            return RelatedUnchangedDocumentDiagnosticReport {
                related_documents: None,
                unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport {
                    result_id,
                },
            }
            .into();
        }
        RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport {
                result_id: Some(result_id),
                items: report.findings,
            },
        }
        .into()
    }

    pub(super) fn workspace_diagnostic(
        &mut self,
        params: &WorkspaceDiagnosticParams,
    ) -> WorkspaceDiagnosticReport {
        let mut reports = self.reports();
        // Files that are gone have no diagnostics any more.
        for known in &params.previous_result_ids {
            let path = self.real(&known.uri);
            reports.entry(path).or_insert_with(|| Report {
                uri: known.uri.clone(),
                version: None,
                findings: Vec::new(),
            });
        }
        let known = |uri: &lsp::Uri, result: &str| {
            let mut known = params.previous_result_ids.iter();
            known.any(|known| known.uri == *uri && known.value == result)
        };
        let items = reports.into_values().map(|report| {
            let result_id = report.result();
            let Report {
                uri,
                version,
                findings: items,
            } = report;
            match known(&uri, &result_id) {
                true => WorkspaceDocumentDiagnosticReport::from(
                    WorkspaceUnchangedDocumentDiagnosticReport {
                        uri,
                        version,
                        unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport {
                            result_id,
                        },
                    },
                ),
                false => WorkspaceFullDocumentDiagnosticReport {
                    uri,
                    version,
                    full_document_diagnostic_report: FullDocumentDiagnosticReport {
                        result_id: Some(result_id),
                        items,
                    },
                }
                .into(),
            }
        });
        WorkspaceDiagnosticReport {
            items: items.collect(),
        }
    }
}

fn words(error: &GameError) -> String {
    match error {
        GameError::Broken { id, path } => {
            format!("the data of the game \"{id}\" in {path} have errors")
        }
        GameError::Unknown { id, .. } => {
            format!("there is no game \"{id}\"; see `game` in cardwright.toml")
        }
        GameError::Embedded { id } => format!("the data of the built-in game \"{id}\" have errors"),
    }
}
