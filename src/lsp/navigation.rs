//! The requests about the card or trait at a position.

use std::collections::BTreeMap;

use gen_lsp_types as lsp;
use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind, TextDocumentPositionParams, Uri};
use serde::Serialize;
use serde_json::Value;

use super::edit::workspace_edit;
use super::mention::{self, Mention};
use super::message::ResponseError;
use super::request::{Answer, answer};
use super::view::View;
use super::{Server, address, hover, rename};
use crate::workspace::GameRun;

/// A mention at a position, in its game.
pub(super) struct AtMention<'m> {
    pub game: &'m GameRun,
    pub all: &'m [Mention],
    pub mention: &'m Mention,
}

impl Server {
    /// Answers a request about the mention at a position; `null` if there is none.
    pub(super) fn at_mention<T: Serialize>(
        &mut self,
        at: &TextDocumentPositionParams,
        of: impl FnOnce(&View<'_>, AtMention<'_>) -> Option<T>,
    ) -> Answer {
        self.try_mention(at, |view, at| Ok(of(view, at)))
    }

    fn try_mention<T: Serialize>(
        &mut self,
        at: &TextDocumentPositionParams,
        of: impl FnOnce(&View<'_>, AtMention<'_>) -> Result<Option<T>, ResponseError>,
    ) -> Answer {
        let path = self.real(&at.text_document.uri);
        let Some((_, view, file)) = self.view(&path) else {
            return Ok(Value::Null);
        };
        let byte = view.lines(file).byte(at.position);
        for game in &view.compiled.run.games {
            let all = mention::mentions(&view, game);
            if let Some(mention) = mention::at(&all, file, byte) {
                let all = &all;
                return answer(&of(&view, AtMention { game, all, mention })?);
            }
        }
        Ok(Value::Null)
    }

    pub(super) fn hover(&mut self, params: &lsp::HoverParams) -> Answer {
        let at = &params.text_document_position_params;
        let of_mention = self.at_mention(at, |view, at| {
            let text = hover::of_mention(at.game, at.mention)?;
            Some(markdown(text, view.range(at.mention.at)))
        })?;
        if !of_mention.is_null() {
            return Ok(of_mention);
        }
        self.at_file(&at.text_document.uri, |view, file| {
            let byte = view.lines(file).byte(at.position);
            let game = view.compiled.game_of(file);
            let found = game.and_then(|game| hover::of_text(game, file, byte));
            Ok(found.map(|(text, span)| markdown(text, view.range(span))))
        })
    }

    pub(super) fn prepare_rename(&mut self, at: &TextDocumentPositionParams) -> Answer {
        self.try_mention(at, |view, at| {
            let placeholder = rename::name(at.game, at.mention)?.to_owned();
            let range = view.range(at.mention.at);
            Ok(Some(lsp::PrepareRenamePlaceholder { range, placeholder }))
        })
    }

    pub(super) fn rename(&mut self, params: &lsp::RenameParams) -> Answer {
        let client = self.client.clone();
        let at = &params.text_document_position_params;
        let mut texts = BTreeMap::new();
        let edit = self.try_mention(at, |view, at| {
            let edits = rename::edits(view, at.game, at.all, at.mention, &params.new_name)?;
            texts = rename::texts(view, &edits);
            Ok(workspace_edit(view, &client, &edits, None))
        })?;
        let path = self.real(&at.text_document.uri);
        let documents = self.documents.clone();
        let owner = self.owner(&path);
        if let Some(project) = owner.and_then(|owner| self.projects.get_mut(owner))
            && let Ok(after) = project.run(&documents, &texts)
            && let Some(before) = project.compiled()
        {
            rename::check(before, &after)?;
        }
        Ok(edit)
    }

    /// Returns the text of a file that is inside the program.
    pub(super) fn inside(&self, uri: &Uri) -> Option<String> {
        let compiled = self
            .projects
            .iter()
            .filter_map(|project| project.compiled());
        let mut files = compiled.flat_map(|compiled| compiled.run.sources.iter());
        let found = files.find(|(_, file)| address::inside(&file.path) == *uri);
        found.map(|(_, file)| file.text.to_string())
    }
}

fn markdown(value: String, range: lsp::Range) -> Hover {
    Hover {
        contents: Contents::from(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: Some(range),
    }
}
