//! Renaming a card in every file that names it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use smol_str::SmolStr;

use super::mention::{Mention, Subject};
use super::message::ResponseError;
use super::project::Compiled;
use super::view::View;
use crate::compile::Role;
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::fix;
use crate::workspace::GameRun;
use crate::yaml;

/// Returns the name of a mentioned card that can be renamed.
pub(super) fn name<'g>(game: &'g GameRun, mention: &Mention) -> Result<&'g str, ResponseError> {
    let Subject::Card(id) = &mention.subject else {
        return Err(ResponseError::failed(
            "a trait is a word of the game and cannot be renamed",
        ));
    };
    let card = game.compilation.cards.get(id);
    match card {
        Some(card) if card.role == Role::Checked => Ok(&card.source.name),
        _ => Err(ResponseError::failed(
            "this card belongs to the game, and only your own cards can be renamed",
        )),
    }
}

/// Returns the edits that rename a mentioned card.
pub(super) fn edits(
    view: &View<'_>,
    game: &GameRun,
    mentions: &[Mention],
    of: &Mention,
    new: &str,
) -> Result<Vec<Edit>, ResponseError> {
    let old = name(game, of)?;
    let new = new.trim();
    if new.is_empty() || new.contains(['"', '*', '\n', '\r']) {
        return Err(ResponseError::failed(
            "a name has at least one character, and no quotation mark or asterisk",
        ));
    }
    let is_taken = |name: &str| name.to_lowercase() == new.to_lowercase();
    let mut others = game.compilation.cards.values();
    if !is_taken(old) && others.any(|card| is_taken(&card.source.name)) {
        return Err(ResponseError::failed(format!(
            "another card has the name \"{new}\""
        )));
    }
    let same = mentions
        .iter()
        .filter(|mention| mention.subject == of.subject);
    let own = same.filter(|mention| view.path(mention.at.file).is_some());
    let edits = own.map(|mention| {
        let written = view.compiled.run.sources.slice(mention.at);
        let is_quoted = written.starts_with(['"', '\'']);
        let text = match mention.is_in_text || (is_plain(new) && !is_quoted) {
            true => new.to_owned(),
            false => yaml::quoted(new),
        };
        Edit {
            at: mention.at,
            text,
        }
    });
    let mut edits: Vec<Edit> = edits.collect();
    edits.sort_by_key(|edit| edit.at);
    edits.dedup();
    Ok(edits)
}

/// Returns whether a name needs no quotation marks, wherever it is.
fn is_plain(name: &str) -> bool {
    let is_usual = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’');
    name.starts_with(char::is_alphanumeric) && name.chars().all(is_usual) && yaml::is_text(name)
}

/// Returns the texts of the changed files.
pub(super) fn texts(view: &View<'_>, edits: &[Edit]) -> BTreeMap<PathBuf, SmolStr> {
    let mut by_file: BTreeMap<_, Vec<Edit>> = BTreeMap::new();
    for edit in edits {
        by_file.entry(edit.at.file).or_default().push(edit.clone());
    }
    let texts = by_file.into_iter().filter_map(|(file, edits)| {
        let text = fix::edited(&view.file(file).text, &edits)?;
        Some((view.path(file)?.to_owned(), text.into()))
    });
    texts.collect()
}

/// Refuses a rename after which there are more errors.
pub(super) fn check(before: &Compiled, after: &Compiled) -> Result<(), ResponseError> {
    let errors = |compiled: &Compiled| -> Vec<Diagnostic> {
        let all = compiled.run.diagnostics.iter();
        all.filter(|found| found.severity == Severity::Error)
            .cloned()
            .collect()
    };
    let (before, after) = (errors(before), errors(after));
    if after.len() <= before.len() {
        return Ok(());
    }
    let new = after
        .iter()
        .find(|found| !before.iter().any(|known| known.is_same_problem(found)));
    let what = new.map_or("an error", |found| found.message.as_str());
    Err(ResponseError::failed(format!(
        "this name would cause an error: {what}"
    )))
}
