//! Cards by id: reports duplicate ids and names, and cards that replace library cards.

use std::cell::OnceCell;
use std::sync::Arc;

use indexmap::map::Entry;
use smol_str::SmolStr;

use super::Role;
use super::parsed_file::ParsedFile;
use crate::card::{self, CardSource};
use crate::collections::{HashMap, HashSet, IndexMap};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::game::Game;
use crate::parallel;

/// Returns the cards in the order of their ids, and the author's cards whose id is already taken.
#[allow(clippy::type_complexity)]
pub(super) fn cards_by_id(
    read: &[Arc<ParsedFile>],
    diagnostics: &mut Vec<Diagnostic>,
) -> (
    IndexMap<SmolStr, (Arc<CardSource>, Role)>,
    Vec<Arc<CardSource>>,
) {
    let mut of_taken_id = Vec::new();
    let mut cards: IndexMap<SmolStr, (Arc<CardSource>, Role)> = IndexMap::default();
    cards.reserve_exact(read.iter().map(|file| file.cards.len()).sum());
    let ids = OnceCell::new();
    // Checked files first, so that an author's card replaces the library card with its id.
    for role in [Role::Checked, Role::Library] {
        let files = read.iter().filter(|file| file.role == Some(role));
        for card in files.flat_map(|file| &file.cards) {
            let known = match cards.entry(card.id.clone()) {
                Entry::Vacant(entry) => {
                    entry.insert((Arc::clone(card), role));
                    continue;
                }
                Entry::Occupied(entry) => entry.into_mut(),
            };
            match known {
                (first, Role::Checked) if role == Role::Checked => {
                    let own = card::id_of(&card.name);
                    let ids = ids.get_or_init(|| {
                        let cards = read.iter().flat_map(|file| &file.cards);
                        cards.map(|card| card.id.as_str()).collect::<HashSet<_>>()
                    });
                    let own = Some(own.as_str()).filter(|own| !ids.contains(own));
                    diagnostics.push(repeated(card, first, own));
                    of_taken_id.push(Arc::clone(card));
                }
                (own, Role::Checked) if is_another_type(own, card) => {
                    diagnostics.push(stands_in(own, card));
                }
                _ => {}
            }
        }
    }
    parallel::sort_keys(&mut cards);
    (cards, of_taken_id)
}

/// Reports an author's card that has the name of a card of another type: texts and sets cannot distinguish them.
pub(super) fn namesakes(
    game: &Game,
    cards: &IndexMap<SmolStr, (Arc<CardSource>, Role)>,
) -> Vec<Diagnostic> {
    // Texts and sets ask which card is meant.
    if game.has_namesakes() {
        return Vec::new();
    }
    let mut first: HashMap<&str, &CardSource> = HashMap::default();
    first.reserve(cards.len());
    let mut diagnostics = Vec::new();
    let of = |role: Role| cards.values().filter(move |(_, known)| *known == role);
    for (card, role) in of(Role::Library).chain(of(Role::Checked)) {
        match first.get(card.name.as_str()) {
            Some(other) if *role == Role::Checked && is_another_type(card, other) => diagnostics
                .push(
                    Diagnostic::new(
                        Code::DuplicateId,
                        card.name_at,
                        format!(
                            "\"{}\" is the name of {} and of {}",
                            card.name,
                            prose::a(&other.card_type.replace('_', " ")),
                            prose::a(&card.card_type.replace('_', " "))
                        ),
                        "texts and sets cannot distinguish the two",
                    )
                    .label(other.name_at, "the other card with this name")
                    .help("give one of the two a different `name`")
                    .in_card(&card.id),
                ),
            Some(_) => {}
            None if card.name.is_empty() => {}
            None => {
                first.insert(&card.name, card);
            }
        }
    }
    diagnostics
}

/// Returns whether both types are known and different.
pub(super) fn is_another_type(one: &CardSource, other: &CardSource) -> bool {
    one.card_type != other.card_type && !one.card_type.is_empty() && !other.card_type.is_empty()
}

/// Reports an author's card whose id belongs to a library card of another type, which it would replace everywhere.
fn stands_in(card: &CardSource, of_library: &CardSource) -> Diagnostic {
    Diagnostic::new(
        Code::DuplicateId,
        card.name_at,
        format!(
            "the id \"{}\" belongs to {} of the library, but this is {}",
            card.id,
            prose::a(&of_library.card_type.replace('_', " ")),
            prose::a(&card.card_type.replace('_', " ")),
        ),
        "would replace a card of another type",
    )
    .label(of_library.name_at, "the card with this id")
    .note("a card with the id of a library card replaces it in sets and texts")
    .help("give this card a different `name` or `id`")
    .in_card(&card.id)
}

/// Reports a duplicate id. `own` is the id that follows from the card's name, if no card has that id.
pub(super) fn repeated(card: &CardSource, first: &CardSource, own: Option<&str>) -> Diagnostic {
    let help = if card.name == first.name {
        "remove one of the two, or give this one a different `name` or `id`"
    } else {
        "give this card a different `id`"
    };
    // Span of the id if it is written, otherwise of the name.
    let at = |card: &CardSource| *card.places.get("id").unwrap_or(&card.name_at);
    let diagnostic = Diagnostic::new(
        Code::DuplicateId,
        at(card),
        format!("two cards have the id \"{}\"", card.id),
        "this card's id is taken",
    )
    .label(at(first), "the first card with this id is defined here")
    .help(help)
    .in_card(&card.id);
    match (card.places.get("id"), own.filter(|own| !own.is_empty())) {
        (Some(at), Some(own)) => diagnostic.fix(Safety::Unsafe, format!("write `{own}`"), *at, own),
        _ => diagnostic,
    }
}
