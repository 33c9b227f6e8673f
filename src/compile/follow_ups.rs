//! Removes follow-up diagnostics: each mistake is reported once.

use std::sync::Arc;

use super::{ParsedFile, Role};
use crate::card::{CardSource, FieldValue, id_of, word_id};
use crate::collections::{HashMap, HashSet, IndexMap};
use crate::diagnostic::{Code, Diagnostic, Safety, closest};
use crate::game::Game;
use crate::source::{Sources, Span};

/// Removes diagnostics that only result from an unreadable card, and merges those that result from one misspelt trait.
pub(super) fn without(
    game: &Game,
    sources: &Sources,
    read: &[Arc<ParsedFile>],
    diagnostics: &mut Vec<Diagnostic>,
) {
    // Most runs have no such diagnostics.
    let depends = |diagnostic: &Diagnostic| {
        matches!(
            diagnostic.code,
            Code::UnknownCard | Code::UnknownTrait | Code::TextAgainstFields
        )
    };
    if !diagnostics.iter().any(depends) {
        return;
    }
    let ids: HashSet<&str> = read
        .iter()
        .flat_map(|file| &file.unread)
        .map(String::as_str)
        .collect();
    let texts: Vec<String> = read
        .iter()
        .filter(|file| {
            !file.unread.is_empty() || file.cards.iter().any(|card| has_unread_traits(game, card))
        })
        .map(|file| sources.file(file.id).text.to_lowercase())
        .collect();
    diagnostics.retain(|diagnostic| match diagnostic.code {
        // A card that could not be read still exists for cards that name it.
        Code::UnknownCard => !ids.contains(id_of(sources.slice(diagnostic.primary.at)).as_str()),
        // The trait may be in a part that could not be read.
        Code::UnknownTrait => {
            let word = word_of(sources, diagnostic);
            let named = format!("*{word}*");
            !texts
                .iter()
                .any(|text| text.replace(&named, "").contains(&word))
        }
        _ => true,
    });
    misspelt_traits(game, sources, read, diagnostics);
    let cards = read.iter().flat_map(|file| &file.cards);
    let cards: HashMap<&str, &Arc<CardSource>> =
        cards.map(|card| (card.id.as_str(), card)).collect();
    for diagnostic in diagnostics {
        if diagnostic.code == Code::TextAgainstFields
            && let Some(card) = diagnostic.card.as_deref().and_then(|id| cards.get(id))
            && let Some(replacement) = misspelt_for_heading(game, sources, card, diagnostic)
        {
            *diagnostic = replacement;
        }
    }
}

/// Reports a misspelt trait on a card whose text has a heading that needs the correct trait.
fn misspelt_for_heading(
    game: &Game,
    sources: &Sources,
    card: &CardSource,
    diagnostic: &Diagnostic,
) -> Option<Diagnostic> {
    let written = sources.slice(diagnostic.primary.at);
    let mut headings = game.headings.values();
    let heading = headings.find(|heading| heading.name.eq_ignore_ascii_case(written))?;
    let needed = heading.needs_trait.as_deref()?;
    let mut brought = brought(game, card);
    let word = brought.find(|word| closest(word, [needed]).is_some())?;
    let at = place_in_list(game, sources, card, word)?;
    Some(
        Diagnostic::new(
            Code::UnknownTrait,
            at,
            format!(
                "the text has {written}, but the card has the trait {word} instead of {needed}"
            ),
            format!("not the trait {needed}"),
        )
        .label(diagnostic.primary.at, "this heading needs the trait")
        .fix(Safety::Unsafe, format!("write `{needed}`"), at, needed)
        .in_card(&card.id),
    )
}

/// Returns whether the traits of a card could not be read.
fn has_unread_traits(game: &Game, card: &CardSource) -> bool {
    let key = key_of_traits(game, card);
    card.broken
        || card.card_type.is_empty()
        || key.is_some_and(|key| card.places.contains_key(key) && !card.fields.contains_key(key))
}

/// Returns the key of the traits for a card of this type; `None` if the type is unknown.
fn key_of_traits<'g>(game: &'g Game, card: &CardSource) -> Option<&'g str> {
    let card_type = game.card_types.get(&card.card_type)?;
    let mut fields = game.fields_of(card_type);
    fields
        .find(|field| field.field.is_list_of("traits"))
        .map(|field| field.key)
}

/// Returns the trait that a diagnostic is about, in lower case.
fn word_of(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let written = sources.slice(diagnostic.primary.at);
    written
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase()
}

/// Merges diagnostics about a trait that several texts name, if only one card has a similar, misspelt trait. The
/// mistake is reported on that card.
fn misspelt_traits(
    game: &Game,
    sources: &Sources,
    read: &[Arc<ParsedFile>],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut named: IndexMap<String, Vec<Span>> = IndexMap::default();
    for diagnostic in diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.code == Code::UnknownTrait)
    {
        named
            .entry(word_of(sources, diagnostic))
            .or_default()
            .push(diagnostic.primary.at);
    }
    named.retain(|_, places| places.len() > 1);
    for (word, places) in named {
        let checked = read.iter().filter(|file| file.role == Some(Role::Checked));
        let cards = checked.flat_map(|file| &file.cards);
        let mut having: Vec<(&CardSource, &str)> = Vec::new();
        for card in cards {
            for brought in brought(game, card) {
                if closest(&word, [brought.replace('_', " ").as_str()]).is_some() {
                    having.push((card, brought));
                }
            }
        }
        let [(card, brought)] = having[..] else {
            continue;
        };
        let Some(at) = place_in_list(game, sources, card, brought) else {
            continue;
        };
        diagnostics.retain(|diagnostic| {
            diagnostic.code != Code::UnknownTrait || word_of(sources, diagnostic) != word
        });
        let id = word_id(&word);
        let mut diagnostic = Diagnostic::new(
            Code::UnknownTrait,
            at,
            format!("texts name the trait *{word}*, but no card has it"),
            "similar to it, and on no other card",
        )
        .fix(Safety::Unsafe, format!("write `{id}`"), at, id)
        .in_card(&card.id);
        for place in places {
            diagnostic = diagnostic.label(place, "named here");
        }
        diagnostics.push(diagnostic);
    }
}

/// Returns the traits that a card has but the game does not define.
fn brought<'c>(game: &'c Game, card: &'c CardSource) -> impl Iterator<Item = &'c str> {
    let value = key_of_traits(game, card).and_then(|key| card.fields.get(key));
    let traits = match value {
        Some(FieldValue::List(ids)) => ids.as_slice(),
        _ => &[],
    };
    let ids = traits.iter().map(String::as_str);
    ids.filter(|id| game.term("traits", id).is_none())
}

/// Returns the span of a word in the trait list of a card.
fn place_in_list(game: &Game, sources: &Sources, card: &CardSource, word: &str) -> Option<Span> {
    let list = *card.places.get(key_of_traits(game, card)?)?;
    let start = sources.slice(list).find(word)? + list.start as usize;
    Some(Span::new(list.file, start..start + word.len()))
}
