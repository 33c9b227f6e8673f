//! Cards by their ids: whose id or name another one has, and which stand in for known ones.

use std::cell::OnceCell;
use std::sync::Arc;

use indexmap::map::Entry;
use smol_str::SmolStr;

use super::Role;
use super::parsed_file::Read;
use crate::card::{self, CardSource};
use crate::collections::{HashMap, HashSet, IndexMap};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety};

/// The cards in the order of their ids, and those of an author whose id another one has.
#[allow(clippy::type_complexity)]
pub(super) fn cards_by_id(
    read: &[Arc<Read>],
    found: &mut Vec<Diagnostic>,
) -> (
    IndexMap<SmolStr, (Arc<CardSource>, Role)>,
    Vec<Arc<CardSource>>,
) {
    let mut of_taken_id = Vec::new();
    let mut cards: IndexMap<SmolStr, (Arc<CardSource>, Role)> = IndexMap::default();
    cards.reserve_exact(read.iter().map(|file| file.cards.len()).sum());
    let ids = OnceCell::new();
    // Checked files first, so that a card of the author stands in for one of the library.
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
                    found.push(repeated(card, first, own));
                    of_taken_id.push(Arc::clone(card));
                }
                (own, Role::Checked) if is_another_type(own, card) => {
                    found.push(stands_in(own, card));
                }
                _ => {}
            }
        }
    }
    cards.par_sort_unstable_keys();
    (cards, of_taken_id)
}

/// Cards of an author that are called like one of another type, which texts and sets could not tell apart.
pub(super) fn namesakes(cards: &IndexMap<SmolStr, (Arc<CardSource>, Role)>) -> Vec<Diagnostic> {
    let mut first: HashMap<&str, &CardSource> = HashMap::default();
    first.reserve(cards.len());
    let mut found = Vec::new();
    let of = |role: Role| cards.values().filter(move |(_, known)| *known == role);
    for (card, role) in of(Role::Library).chain(of(Role::Checked)) {
        match first.get(card.name.as_str()) {
            Some(other) if *role == Role::Checked && is_another_type(card, other) => found.push(
                Diagnostic::new(
                    Code::DuplicateId,
                    card.name_at,
                    format!(
                        "\"{}\" is the name of {} and of {}",
                        card.name,
                        prose::a(&other.card_type.replace('_', " ")),
                        prose::a(&card.card_type.replace('_', " "))
                    ),
                    "texts and sets could not tell the two apart",
                )
                .label(other.name_at, "called so, too")
                .help("give one of the two another `name`")
                .in_card(&card.id),
            ),
            Some(_) => {}
            None if card.name.is_empty() => {}
            None => {
                first.insert(&card.name, card);
            }
        }
    }
    found
}

/// Whether both have a type, and not the same.
pub(super) fn is_another_type(one: &CardSource, other: &CardSource) -> bool {
    one.card_type != other.card_type && !one.card_type.is_empty() && !other.card_type.is_empty()
}

/// A card of the author with the id of one that the game has, in whose place it would stand everywhere.
fn stands_in(card: &CardSource, of_library: &CardSource) -> Diagnostic {
    Diagnostic::new(
        Code::DuplicateId,
        card.name_at,
        format!(
            "the id \"{}\" is that of {} that is known already, and this is {}",
            card.id,
            prose::a(&of_library.card_type.replace('_', " ")),
            prose::a(&card.card_type.replace('_', " ")),
        ),
        "would stand in for a card of another type",
    )
    .label(of_library.name_at, "the card with this id")
    .note("a card with the id of a known one stands in its place, in sets and in texts")
    .help("give this card another `name`, or an `id` of its own")
    .in_card(&card.id)
}

/// `own` is the id that its name gives, if no card has that.
pub(super) fn repeated(card: &CardSource, first: &CardSource, own: Option<&str>) -> Diagnostic {
    let help = if card.name == first.name {
        "remove one of the two, or give this one another `name` or an `id` of its own"
    } else {
        "give this card an `id` of its own"
    };
    // Where it is written, if it is.
    let at = |card: &CardSource| *card.places.get("id").unwrap_or(&card.name_at);
    let finding = Diagnostic::new(
        Code::DuplicateId,
        at(card),
        format!("two cards have the id \"{}\"", card.id),
        "this card's id is taken",
    )
    .label(at(first), "the first card with this id is defined here")
    .help(help)
    .in_card(&card.id);
    match (card.places.get("id"), own.filter(|own| !own.is_empty())) {
        (Some(at), Some(own)) => {
            finding.fix(Safety::Unsafe, format!("write `{own}` as its id"), *at, own)
        }
        _ => finding,
    }
}
