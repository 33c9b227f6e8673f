//! Loads `game.yaml`: validates it against the schema, then checks that its parts fit together.

use super::check::Check;
use super::embedded;
use super::phrases::Phrases;
use super::roles::Roles;
use super::schema_validate::{self, Validated};
use super::{CardType, FieldKind, Game};
use crate::collections::HashMap;
use crate::diagnostic::{self, Diagnostic, Levels};
use crate::source::{FileId, SourceFile};

/// Reads the data of a game. A game that is returned is consistent: every list, field and type that
/// it refers to exists.
pub fn load(id: FileId, file: &SourceFile) -> Result<Game, Vec<Diagnostic>> {
    load_with(id, file, &|_, _| true)
}

/// Reads the data of a game; `is_free` returns whether a game may use a word for a name in a
/// list.
pub fn load_with(
    id: FileId,
    file: &SourceFile,
    is_free: &dyn Fn(&str, &str) -> bool,
) -> Result<Game, Vec<Diagnostic>> {
    let limited = |mut findings: Vec<Diagnostic>| {
        diagnostic::sort(&mut findings);
        diagnostic::cap(&mut findings, HashMap::default(), &Levels::default());
        findings
    };
    // The tests of cardwright validate embedded data.
    if let Some(packed) = embedded::packed(&file.text)
        && let Ok(mut game) = rmp_serde::from_slice::<Game>(packed)
    {
        finish(&mut game, &file.text);
        return Ok(game);
    }
    let Validated {
        data: mut game,
        places,
        unread,
        lost,
    } = schema_validate::read::<Game>(id, file, "data of the game").map_err(limited)?;
    finish(&mut game, &file.text);
    let check = Check {
        game: &game,
        places: &places,
        unread: !unread.is_empty(),
        is_free,
    };
    let mut findings =
        diagnostic::merge_repeated(schema_validate::drop_follow_up_errors(check.run(), &lost));
    findings.extend(unread);
    if findings.is_empty() {
        return Ok(game);
    }
    Err(limited(findings))
}

/// Records the hash of the text, fills in default names and looks up roles.
fn finish(game: &mut Game, text: &str) {
    game.hash = Some(blake3::hash(text.as_bytes()));
    for list in game.vocabulary.values_mut() {
        for (id, term) in list {
            if term.name.is_empty() {
                term.name = id.replace('_', " ");
            }
            if term.plural.is_empty() {
                term.plural = format!("{}s", term.name);
            }
        }
    }
    for (name, field) in &mut game.fields {
        let key = field.key_or(name).replace('_', " ");
        if let FieldKind::Group {
            required,
            optional,
            part,
        } = &mut field.kind
        {
            **part = CardType {
                name: format!("{key} part"),
                plural: format!("{key} parts"),
                required: required.clone(),
                optional: optional.clone(),
                ..CardType::default()
            };
        }
    }
    for (id, card_type) in &mut game.card_types {
        if card_type.name.is_empty() {
            card_type.name = id.replace('_', " ");
        }
        if card_type.plural.is_empty() {
            card_type.plural = format!("{}s", card_type.name);
        }
    }
    game.roles = Roles::of(game);
    // A faulty template is reported by `Check`.
    game.templates = Phrases::of_game(game).unwrap_or_default();
}
