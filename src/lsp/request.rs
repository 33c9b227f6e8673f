//! The requests of clients.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use gen_lsp_types as lsp;
use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, LspRequestMethod as Method, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::action::{self, FIX_ALL};
use super::edit::{replacement, workspace_edit};
use super::message::{ResponseError, to_value};
use super::view::View;
use super::{Server, Stage, address, completion, format, mention, outline};
use crate::fix;
use crate::source::{FileId, Span};

/// The result of a request.
pub(super) type Answer = Result<Value, ResponseError>;

impl Server {
    pub(super) fn request(&mut self, method: &str, params: Value) -> Answer {
        let method = Method::from(method);
        match (self.stage, &method) {
            (Stage::Uninitialized, Method::Initialize) => {
                let params: lsp::InitializeParams = read(params)?;
                self.initialize(params);
                return answer(&self.capabilities());
            }
            (Stage::Uninitialized, _) => {
                return Err(ResponseError::new(-32002, "the server is not initialized"));
            }
            (Stage::ShutDown, _) => {
                return Err(ResponseError::new(-32600, "the server is shut down"));
            }
            (Stage::Running, Method::Initialize) => {
                return Err(ResponseError::new(
                    -32600,
                    "the server is initialized already",
                ));
            }
            (Stage::Running, _) => {}
        }
        match method {
            Method::Shutdown => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            Method::TextDocumentDiagnostic => answer(&self.document_diagnostic(&read(params)?)),
            Method::WorkspaceDiagnostic => answer(&self.workspace_diagnostic(&read(params)?)),
            Method::TextDocumentCodeAction => self.code_actions(&read(params)?),
            Method::CodeActionResolve => answer(&self.resolve(read(params)?)),
            Method::TextDocumentFormatting => self.formatting(&read(params)?),
            Method::TextDocumentDocumentSymbol => {
                let params: lsp::DocumentSymbolParams = read(params)?;
                self.at_file(&params.text_document.uri, |view, file| {
                    Ok(outline::symbols(view, file))
                })
            }
            Method::TextDocumentFoldingRange => {
                let params: lsp::FoldingRangeParams = read(params)?;
                self.at_file(&params.text_document.uri, |view, file| {
                    Ok(outline::folds(view, file))
                })
            }
            Method::TextDocumentSelectionRange => {
                let params: lsp::SelectionRangeParams = read(params)?;
                self.at_file(&params.text_document.uri, |view, file| {
                    let lines = view.lines(file);
                    let at = params.positions.iter().map(|at| lines.byte(*at));
                    Ok(at
                        .map(|at| outline::selection(view, file, at))
                        .collect::<Vec<_>>())
                })
            }
            Method::TextDocumentDefinition => {
                let params: lsp::DefinitionParams = read(params)?;
                let reads_inside = self.client.reads_inside;
                self.at_mention(&params.text_document_position_params, |view, at| {
                    let definition = mention::definition(view, at.game, at.mention)?;
                    let can_open = reads_inside || view.path(definition.file).is_some();
                    can_open.then(|| view.location(definition))
                })
            }
            Method::TextDocumentReferences => {
                let params: lsp::ReferenceParams = read(params)?;
                let with_definition = params.context.include_declaration;
                self.at_mention(&params.text_document_position_params, |view, at| {
                    Some(mention::references(
                        view,
                        at.all,
                        at.mention,
                        with_definition,
                    ))
                })
            }
            Method::TextDocumentDocumentHighlight => {
                let params: lsp::DocumentHighlightParams = read(params)?;
                self.at_mention(&params.text_document_position_params, |view, at| {
                    let file = at.mention.at.file;
                    Some(mention::highlights(view, at.all, at.mention, file))
                })
            }
            Method::TextDocumentCompletion => {
                let params: lsp::CompletionParams = read(params)?;
                let at = params.text_document_position_params;
                self.at_file(&at.text_document.uri, |view, file| {
                    let game = view.compiled.game_of(file);
                    let byte = view.lines(file).byte(at.position);
                    Ok(game.map(|game| completion::items(view, game, file, byte)))
                })
            }
            Method::TextDocumentHover => self.hover(&read(params)?),
            Method::TextDocumentPrepareRename => {
                let params: lsp::PrepareRenameParams = read(params)?;
                self.prepare_rename(&params.text_document_position_params)
            }
            Method::TextDocumentRename => self.rename(&read(params)?),
            Method::WorkspaceTextDocumentContent => {
                let params: lsp::TextDocumentContentParams = read(params)?;
                let text = self.inside(&params.uri);
                let text = text.ok_or_else(|| ResponseError::failed("there is no such file"))?;
                answer(&lsp::TextDocumentContentResult { text })
            }
            Method::WorkspaceSymbol => self.workspace_symbols(&read(params)?),
            other => {
                let message = format!("the method `{other}` is not supported");
                Err(ResponseError::new(-32601, message))
            }
        }
    }

    fn capabilities(&self) -> lsp::InitializeResult {
        let sync = lsp::TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(lsp::TextDocumentSyncKind::Incremental),
            ..lsp::TextDocumentSyncOptions::default()
        };
        let diagnostics = lsp::DiagnosticOptions {
            identifier: Some(super::finding::SOURCE.to_owned()),
            inter_file_dependencies: true,
            workspace_diagnostics: true,
            ..lsp::DiagnosticOptions::default()
        };
        let actions = lsp::CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QuickFix, FIX_ALL]),
            resolve_provider: Some(true),
            ..lsp::CodeActionOptions::default()
        };
        let capabilities = lsp::ServerCapabilities {
            position_encoding: Some(self.client.encoding.kind()),
            text_document_sync: Some(sync.into()),
            diagnostic_provider: Some(diagnostics.into()),
            code_action_provider: Some(actions.into()),
            completion_provider: Some(lsp::CompletionOptions {
                trigger_characters: Some(["\"", "*", " "].map(str::to_owned).into()),
                ..lsp::CompletionOptions::default()
            }),
            definition_provider: Some(true.into()),
            document_formatting_provider: Some(true.into()),
            document_highlight_provider: Some(true.into()),
            document_symbol_provider: Some(true.into()),
            hover_provider: Some(true.into()),
            references_provider: Some(true.into()),
            rename_provider: Some(
                lsp::RenameOptions {
                    prepare_provider: Some(true),
                    ..lsp::RenameOptions::default()
                }
                .into(),
            ),
            workspace_symbol_provider: Some(true.into()),
            folding_range_provider: Some(true.into()),
            selection_range_provider: Some(true.into()),
            workspace: Some(lsp::WorkspaceOptions {
                workspace_folders: Some(lsp::WorkspaceFoldersServerCapabilities {
                    supported: Some(true),
                    change_notifications: Some(true.into()),
                }),
                file_operations: Some(file_operations()),
                text_document_content: Some(
                    lsp::TextDocumentContentOptions {
                        schemes: vec![address::SCHEME.to_owned()],
                    }
                    .into(),
                ),
            }),
            ..lsp::ServerCapabilities::default()
        };
        lsp::InitializeResult {
            capabilities,
            server_info: Some(lsp::ServerInfo {
                name: super::finding::SOURCE.to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
        }
    }

    /// Answers a request about a file; `null` for a file of no project.
    pub(super) fn at_file<T: Serialize>(
        &mut self,
        uri: &Uri,
        of: impl FnOnce(&View<'_>, FileId) -> Result<T, ResponseError>,
    ) -> Answer {
        let path = self.real(uri);
        let Some((_, view, file)) = self.view(&path) else {
            return Ok(Value::Null);
        };
        answer(&of(&view, file)?)
    }

    /// Compiles the project of a file. Returns the place of the project, its view, and the file in it.
    pub(super) fn view(&mut self, path: &Path) -> Option<(usize, View<'_>, FileId)> {
        let owner = self.owner(path)?;
        let project = self.projects.get_mut(owner)?;
        let compiled = project.compile(&self.documents).ok()?;
        let file = *compiled.files.get(path)?;
        let encoding = self.client.encoding;
        let view = View::new(compiled, &self.documents, &self.folders, encoding);
        Some((owner, view, file))
    }

    fn code_actions(&mut self, params: &CodeActionParams) -> Answer {
        let uri = &params.text_document.uri;
        let path = self.real(uri);
        let only = params.context.only.as_deref();
        let wants = |kind: &CodeActionKind| {
            let includes = |wanted: &CodeActionKind| is_kind(kind, wanted);
            only.is_none_or(|only| only.iter().any(includes))
        };
        let client = self.client.clone();
        let Some((_, view, file)) = self.view(&path) else {
            return Ok(Value::Null);
        };
        let mut actions = Vec::new();
        if wants(&CodeActionKind::QuickFix) {
            let range = Span::new(file, view.lines(file).bytes(params.range));
            actions = action::actions(&view, &client, range);
        }
        // It is expensive, so it is done if the author asks for it.
        let is_asked = only.is_some() && wants(&FIX_ALL);
        if (is_asked || client.resolves_actions)
            && wants(&FIX_ALL)
            && action::has_safe_fix(&view, file)
        {
            let fix_all = CodeAction {
                title: "fix everything in this file that has a safe fix".to_owned(),
                kind: Some(FIX_ALL),
                data: Some(to_value(uri)),
                ..CodeAction::default()
            };
            actions.push(match client.resolves_actions {
                true => fix_all,
                false => self.resolve(fix_all),
            });
        }
        answer(&actions)
    }

    /// Adds its edit to a code action that fixes everything in a file.
    fn resolve(&mut self, action: CodeAction) -> CodeAction {
        let uri = action.data.clone().map(serde_json::from_value::<Uri>);
        let edit = match uri {
            Some(Ok(uri)) if action.edit.is_none() => self.fix_all(&uri),
            _ => return action,
        };
        CodeAction { edit, ..action }
    }

    /// Returns the edit that applies all safe fixes of a file, as `check --fix` does.
    fn fix_all(&mut self, uri: &Uri) -> Option<lsp::WorkspaceEdit> {
        let path = self.real(uri);
        let client = self.client.clone();
        let (owner, view, file) = self.view(&path)?;
        let texts = fix::Texts::from([(file, view.file(file).text.clone())]);
        let documents = self.documents.clone();
        let project = RefCell::new(self.projects.get_mut(owner)?);
        let fixed = fix::fix(texts, false, |texts| {
            let text = texts.get(&file)?.clone();
            let texts = BTreeMap::from([(path.clone(), text)]);
            let compiled = project.borrow_mut().run(&documents, &texts).ok()?;
            Some(compiled.run.diagnostics)
        });
        let (_, view, file) = self.view(&path)?;
        let edit = replacement(&view, file, fixed.texts.get(&file)?)?;
        workspace_edit(&view, &client, &[edit], None)
    }

    fn formatting(&mut self, params: &lsp::DocumentFormattingParams) -> Answer {
        self.at_file(&params.text_document.uri, |view, file| {
            let edit = format::formatted(view, file)?;
            let edits = edit.iter().map(|edit| lsp::TextEdit {
                range: view.range(edit.at),
                new_text: edit.text.clone(),
            });
            Ok(edits.collect::<Vec<_>>())
        })
    }

    fn workspace_symbols(&mut self, params: &lsp::WorkspaceSymbolParams) -> Answer {
        let mut found = Vec::new();
        for project in &mut self.projects {
            if let Ok(compiled) = project.compile(&self.documents) {
                let encoding = self.client.encoding;
                let view = View::new(compiled, &self.documents, &self.folders, encoding);
                found.extend(outline::workspace_symbols(&view, &params.query));
            }
        }
        answer(&found)
    }
}

/// Returns whether a kind is, or is below, a wanted kind.
fn is_kind(kind: &CodeActionKind, wanted: &CodeActionKind) -> bool {
    let (kind, wanted) = (kind.to_string(), wanted.to_string());
    let below = kind.strip_prefix(&wanted);
    wanted.is_empty() || below.is_some_and(|below| below.is_empty() || below.starts_with('.'))
}

/// The changes of files that clients tell besides those that they watch: these include folders.
fn file_operations() -> lsp::FileOperationOptions {
    let filter = lsp::FileOperationFilter {
        scheme: None,
        pattern: lsp::FileOperationPattern {
            glob: "**".to_owned(),
            matches: None,
            options: None,
        },
    };
    let all = lsp::FileOperationRegistrationOptions {
        filters: vec![filter],
    };
    lsp::FileOperationOptions {
        did_rename: Some(all.clone()),
        did_delete: Some(all),
        ..lsp::FileOperationOptions::default()
    }
}

pub(super) fn read<T: DeserializeOwned>(params: Value) -> Result<T, ResponseError> {
    super::read(params).map_err(|error| ResponseError::bad_params(&error))
}

pub(super) fn answer(value: &impl Serialize) -> Answer {
    Ok(to_value(value))
}
