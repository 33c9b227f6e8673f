//! Reads the type of a card, and finds the type to which its fields belong if the written one is wrong.

use super::keys::Key;
use super::{expected, fixes, resolve_keys};
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::game::{CardType, Game, Need};
use crate::yaml::Entry;

/// Reads the card type. Returns the intended type if it is clear; reports a different spelling.
pub(super) fn read<'g>(
    game: &'g Game,
    entry: &Entry,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<&'g str> {
    let one_of = || {
        format!(
            "write {}",
            crate::diagnostic::prose::or(crate::diagnostic::prose::ticked(
                game.printed_types().map(|(id, _)| id)
            ))
        )
    };
    let at = fixes::place_of(entry);
    let Some(scalar) = entry.value.scalar().filter(|_| !entry.value.is_null()) else {
        let what = crate::yaml::described(&entry.value);
        let wrapped = expected::only_item(&entry.value)
            .and_then(|item| game.printed_types().find(|(id, _)| *id == item))
            .map(|(id, _)| id.as_str());
        let diagnostic = if entry.value.is_null() {
            Diagnostic::new(
                Code::WrongType,
                at,
                "the `type` of a card is empty",
                "missing card type",
            )
        } else {
            Diagnostic::new(
                Code::WrongType,
                at,
                format!("the `type` of a card must be a card type, not {what}"),
                "not a card type",
            )
        };
        diagnostics.push(match wrapped {
            Some(id) => {
                let title = format!("write `{id}`");
                fixes::replace(diagnostic, &entry.value, Safety::Safe, title, id)
            }
            None => diagnostic.help(one_of()),
        });
        return wrapped;
    };
    let written = scalar.text.trim();
    if let Some((id, _)) = game.printed_types().find(|(id, _)| *id == written) {
        return Some(id);
    }
    let meant = expected::meant(
        written,
        game.printed_types().map(|(id, card_type)| {
            (
                id.as_str(),
                vec![card_type.name.as_str(), card_type.plural.as_str()],
            )
        }),
    );
    let diagnostic = Diagnostic::new(
        Code::UnknownValue,
        at,
        format!(
            "\"{}\" is not one of the game's card types",
            crate::diagnostic::prose::shown(written)
        ),
        "not a card type",
    );
    diagnostics.push(expected::suggest(
        diagnostic,
        &entry.value,
        meant,
        Some(one_of()),
    ));
    meant.map(|(id, _)| id)
}

/// Returns the card type that the fields belong to, if the written type is different. The card is then read as that
/// type, so that a wrong type gives one diagnostic instead of one for each field.
pub(super) fn of_the_fields<'g>(
    game: &'g Game,
    entry: &Entry,
    written: &str,
    entries: &[Entry],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<&'g str> {
    let at = fixes::place_of(entry);
    let definition = game.card_types.get(written)?;
    let (id, foreign) = resolve_keys::of_another_type(game, definition, entries)?;
    let meant = game.card_types.get(id)?;
    // Drop other diagnostics about the type: the mismatch with the fields explains them.
    diagnostics.retain(|diagnostic| diagnostic.primary.at != at);
    let diagnostic = Diagnostic::new(
        Code::FieldNotOfType,
        at,
        format!(
            "the type of the card is {}, but its fields are those of {}",
            crate::diagnostic::prose::a(&definition.name),
            crate::diagnostic::prose::a(&meant.name)
        ),
        "does not match the fields",
    );
    let diagnostic = foreign.iter().fold(diagnostic, |diagnostic, entry| {
        let label = format!("{} do not have this field", definition.plural);
        diagnostic.label(entry.key.span, label)
    });
    let title = format!("write `{id}`");
    let diagnostic = fixes::replace(diagnostic, &entry.value, Safety::Unsafe, title, id);
    diagnostics.push(diagnostic);
    Some(id)
}

/// Suggests the type that matches the fields for an unknown type. The fields are then read with it.
pub(super) fn by_fields<'g>(
    game: &'g Game,
    keys: &[Key<'_>],
    entry: &Entry,
    diagnostics: &mut [Diagnostic],
) -> Option<&'g str> {
    let of_type = |diagnostic: &&mut Diagnostic| {
        let at_type = diagnostic.primary.at == fixes::place_of(entry);
        at_type && diagnostic.code == Code::UnknownValue && diagnostic.fixes.is_empty()
    };
    let (Some(diagnostic), Some(id)) =
        (diagnostics.iter_mut().find(of_type), of_fields(game, keys))
    else {
        return None;
    };
    let bare = Diagnostic {
        help: None,
        ..diagnostic.clone()
    };
    let title = format!("write `{id}`");
    let bare = bare.note(format!(
        "all its fields are those of {}",
        crate::diagnostic::prose::a(id)
    ));
    *diagnostic = fixes::replace(bare, &entry.value, Safety::Unsafe, title, id);
    Some(id)
}

/// Returns the only card type that has all of these fields and no other required ones. Returns `None` if most types
/// have each of these fields, because a card with only such fields may lack others.
pub(super) fn of_fields<'g>(game: &'g Game, keys: &[Key<'_>]) -> Option<&'g str> {
    let given = |key: &str| keys.iter().any(|known| known.key == key);
    let of_all = ["name", "id", "type", "manual"];
    let fits = |card_type: &CardType| {
        let mut fields = game.fields_of(card_type);
        let needs_no_other = fields.all(|field| match field.need {
            Need::Required => given(field.key),
            Need::Unless(flag) => given(field.key) || given(game.key_of(flag)),
            Need::Optional => true,
        });
        let has = |key: &str| game.field_of(card_type, key).is_some();
        needs_no_other
            && keys
                .iter()
                .all(|known| of_all.contains(&known.key) || has(known.key))
    };
    let types_with = |key: &str| {
        let has = |one: &&CardType| game.field_of(one, key).is_some();
        game.card_types.values().filter(has).count()
    };
    let tells = |key: &str| (1..=game.card_types.len() / 2 + 1).contains(&types_with(key));
    if !keys.iter().any(|known| tells(known.key)) {
        return None;
    }
    let mut types = game.printed_types().filter(|(_, one)| fits(one));
    match (types.next(), types.next()) {
        (Some((id, _)), None) => Some(id),
        _ => None,
    }
}
