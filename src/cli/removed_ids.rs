//! `build --since`: no id of a card of an earlier bundle is lost.

use std::path::Path;

use super::diff;
use super::error::Failure;
use super::walk::shown;
use super::workspace::Run;
use crate::bundle;
use crate::bundle::diff::Named;
use crate::diagnostic::{self, Code, Diagnostic, Severity};
use crate::source::{SourceFile, Span};

/// Adds a finding for every card of the old bundle that is gone without a word. Cards with errors may only
/// seem to be gone, so nothing is said as long as there are errors.
pub fn since(run: &mut Run, game: &str, old: &Path) -> Result<(), Failure> {
    let old = diff::read(old)?;
    let id = &old.bundle.game.id;
    let Some(now) = run.games.iter().find(|run| run.game.game == *id) else {
        return Err(Failure::OtherGame {
            one: shown(&old.path),
            of_one: id.clone(),
            other: "what is built".to_owned(),
            of_other: game.to_owned(),
        });
    };
    let errors = run.diagnostics.iter();
    if errors
        .into_iter()
        .any(|finding| finding.severity == Severity::Error)
    {
        return Ok(());
    }
    let new = bundle::bundle(&now.game, &now.compilation);
    let cards = bundle::diff::diff(&old.bundle, &new, None).cards;
    let withdrawn = cards
        .withdrawn
        .into_iter()
        .filter(|gone| gone.reason.is_none());
    let withdrawn = withdrawn.map(|gone| (gone.id, gone.name, None));
    let renamed = cards
        .renamed
        .into_iter()
        .filter(|one| one.migration.is_none());
    let renamed = renamed.map(|one| (one.from.id, one.from.name, Some(one.to)));
    let gone: Vec<(String, String, Option<Named>)> = withdrawn.chain(renamed).collect();
    let file = SourceFile::new(shown(&old.path), old.json);
    let text = file.text.clone();
    let file = run.sources.add(file);
    for (id, name, twin) in gone {
        let quoted = format!("\"{id}\"");
        let line = format!("\"id\": {quoted}");
        let at = text.find(&line).map_or(0..0, |start| {
            let end = start + line.len();
            end - quoted.len()..end
        });
        run.diagnostics
            .push(card_gone(Span::new(file, at), &id, &name, twin.as_ref()));
    }
    diagnostic::sort(&mut run.diagnostics);
    Ok(())
}

fn card_gone(at: Span, id: &str, name: &str, twin: Option<&Named>) -> Diagnostic {
    let finding = Diagnostic::new(
        Code::CardGone,
        at,
        format!("the card \"{name}\" is gone, and nothing says what became of it"),
        "no card and no migration has this id",
    )
    .note("decks, saved games and engines name a card by its id")
    .in_card(id);
    finding.help(match twin {
        Some(twin) => format!(
            "\"{}\" is the same card but for its name: write `id: {id}` on it, or, in a file of its own as \
             `migrations.yaml`, `migrations:` and below it `{id}: {{ renamed_to: {}, reason: … }}`",
            twin.name, twin.id
        ),
        None => format!(
            "write, in a file of its own as `migrations.yaml`, `migrations:` and below it `{id}: {{ renamed_to: …, \
             reason: … }}`, or `merged_into`, or `withdrawn: true`"
        ),
    })
}
