//! Formatting, with the result of `cardwright fmt`.

use super::edit::replacement;
use super::message::ResponseError;
use super::project::{Compiled, is_test};
use super::view::View;
use crate::diagnostic::Edit;
use crate::format::{self, Refusal};
use crate::source::FileId;
use crate::symbols::Symbols;

/// Returns the edit that formats a file; `None` if nothing changes.
pub(super) fn formatted(view: &View<'_>, file: FileId) -> Result<Option<Edit>, ResponseError> {
    let text = view.file(file).text.as_str();
    let is_test = view.path(file).is_some_and(is_test);
    let formatted = match game(view.compiled, file) {
        _ if is_test => format::format_yaml(text),
        Some(symbols) => format::format(&symbols, file, text),
        // The data of a game have no canonical form.
        None => return Ok(None),
    };
    match formatted {
        Ok(formatted) => Ok(replacement(view, file, &formatted.text)),
        Err(Refusal::Unreadable) => Err(ResponseError::failed(
            "this file cannot be formatted before its errors are fixed",
        )),
        Err(Refusal::Changed) => Err(ResponseError::failed(
            "this file is left as it is, because its canonical form would say something else; \
             please report this defect with the file",
        )),
    }
}

fn game(compiled: &Compiled, file: FileId) -> Option<Symbols<'_>> {
    let game = compiled.game_of(file)?;
    let cards = game.compilation.cards.values();
    Some(Symbols::new(&game.game, cards.map(|card| &card.source)))
}
