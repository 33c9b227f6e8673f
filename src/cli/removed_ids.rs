//! `build --since`: ensures that no card id of an earlier bundle is lost.

use cardwright::bundle::diff::CardRef;
use std::path::Path;

use super::diff;
use super::error::CliError;
use super::walk::shown;
use super::workspace::Run;
use cardwright::bundle;
use cardwright::diagnostic::{self, Code, Diagnostic, Severity};
use cardwright::source::{SourceFile, Span};

/// Reports every card of the old bundle that was removed without a migration. Nothing is reported if there are errors,
/// because cards with errors may only seem to be missing.
pub fn since(run: &mut Run, game: &str, old: &Path) -> Result<(), CliError> {
    let old = diff::read(old)?;
    let id = &old.bundle.game.id;
    let Some(now) = run.games.iter().find(|run| run.game.game == *id) else {
        return Err(CliError::OtherGame {
            one: shown(&old.path),
            of_one: id.clone(),
            other: "the new bundle".to_owned(),
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
    let gone: Vec<(String, String, Option<CardRef>)> = withdrawn.chain(renamed).collect();
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

fn card_gone(at: Span, id: &str, name: &str, twin: Option<&CardRef>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::CardGone,
        at,
        format!("the card \"{name}\" was removed without a migration"),
        "no card and no migration has this id",
    )
    .note("decks, saved games and engines refer to a card by its id")
    .in_card(id);
    diagnostic.help(match twin {
        Some(twin) => format!(
            "\"{}\" is the same card with another name: add `id: {id}` to it, or add a file \
             `migrations.yaml` with `migrations:` and below it `{id}: {{ renamed_to: {}, reason: … }}`",
            twin.name, twin.id
        ),
        None => format!(
            "add a file `migrations.yaml` with `migrations:` and below it `{id}: {{ renamed_to: …, \
             reason: … }}`, or `merged_into`, or `withdrawn: true`"
        ),
    })
}
