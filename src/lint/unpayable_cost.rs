//! A cost that nobody can pay: no hero brings enough statistic cards, even if others stand in for those
//! that are missing (rulebook section "Turn's structure: Paying statistics").

use smol_str::SmolStr;

use super::{Check, Lint, Reads, Subject, World};
use crate::card::{CardSource, FieldValue, Keyed, wording};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{FieldKind, Game};
use crate::kingdom::{missing, substitution};
use crate::maps::{HashSet, IndexMap};

pub(super) const LINT: Lint = Lint {
    code: Code::UnpayableCost,
    reads: Reads::OthersPrinted,
    check: Check::Card(check),
};

fn check(world: &World<'_>, card: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let Some((key, list, cost)) = cost(world.game, card.source) else {
        return;
    };
    // A faulty hero may have any statistics.
    let Some(payers) = world.payers(list).filter(|payers| !payers.unknown) else {
        return;
    };
    let heroes = payers.count;
    let mut best: Option<(&str, i64)> = None;
    for (payer, pool) in &payers.pools {
        let missing = missing(world.game, cost, pool);
        if missing == 0 {
            return;
        }
        if best.is_none_or(|(_, least)| missing < least) {
            best = Some((payer, missing));
        }
    }
    // Without a hero there is nobody to compare with.
    let nearest = best.and_then(|(payer, missing)| Some((world.cards.get(payer)?.source, missing)));
    let Some((nearest, missing)) = nearest else {
        return;
    };
    let at = card.source.places.get(key).copied();
    let who = if heroes == 1 {
        format!(
            "\"{}\", the only card that brings {}, cannot",
            nearest.name,
            wording::spoken(list)
        )
    } else {
        format!(
            "none of the {heroes} cards that bring {} can",
            wording::spoken(list)
        )
    };
    found.push(
        Diagnostic::new(
            Code::UnpayableCost,
            at.unwrap_or(card.source.name_at),
            format!("nobody can pay the {key} of \"{}\"", card.source.name),
            format!("{who} pay it"),
        )
        .label(
            nearest.name_at,
            format!(
                "comes nearest: {} short, substitution included",
                wording::counted(missing.unsigned_abs(), "card", "cards")
            ),
        )
        .note(note_on_substitution(world.game))
        .help(format!("lower the {key}")),
    );
}

/// The cards that bring something to pay with, by the list of the vocabulary that it is of.
pub struct Payers(IndexMap<String, PayersOf>);

/// The cards that bring some of one list.
#[derive(Default)]
struct PayersOf {
    /// How many there are.
    count: usize,
    /// What they bring, each once, with the id of the first card that brings it.
    pools: Vec<(SmolStr, Keyed<i64>)>,
    /// Whether one of them could not be read.
    unknown: bool,
}

impl Payers {
    fn of(world: &World<'_>) -> Self {
        let lists = world
            .game
            .fields
            .values()
            .filter_map(|field| match &field.kind {
                FieldKind::Amounts { of, .. } => Some(of.as_str()),
                _ => None,
            });
        Payers(
            lists
                .map(|list| (list.to_owned(), PayersOf::of(world, list)))
                .collect(),
        )
    }
}

impl PayersOf {
    fn of(world: &World<'_>, list: &str) -> Self {
        let mut payers = PayersOf::default();
        let mut known = HashSet::default();
        let mut paying: Vec<usize> = world
            .by_kind()
            .filter(|(card, _)| pool_key(world.game, card.source, list).is_some())
            .flat_map(|(_, places)| places.iter().copied())
            .collect();
        paying.sort_unstable();
        for (_, card) in paying
            .into_iter()
            .filter_map(|at| world.cards.get_index(at))
        {
            let Some(key) = pool_key(world.game, card.source, list) else {
                continue;
            };
            match card.source.fields.get(key) {
                Some(FieldValue::Numbers(pool)) => {
                    payers.count += 1;
                    let mut numbers: Vec<_> = pool.iter().collect();
                    numbers.sort_unstable();
                    if known.insert(numbers) {
                        payers.pools.push((card.source.id.clone(), pool.clone()));
                    }
                }
                _ => payers.unknown |= !card.sound,
            }
        }
        payers
    }
}

impl World<'_> {
    /// The cards that bring something of a list by which costs are counted.
    fn payers(&self, list: &str) -> Option<&PayersOf> {
        let payers = self.payers.get_or_init(|| Payers::of(self));
        payers.0.get(list)
    }
}

/// Whether the lint is about this card.
pub(super) fn is_unpayable(world: &World<'_>, card: &Subject<'_>) -> bool {
    let mut found = Vec::new();
    check(world, card, &mut found);
    !found.is_empty()
}

/// How many cards stand in for another one, in words.
pub(super) fn note_on_substitution(game: &Game) -> String {
    match substitution(game) {
        Some(cards) => format!("{cards} cards of any kinds stand in for one that is missing"),
        None => "no other card stands in for one that is missing".to_owned(),
    }
}

/// The field of a card that says what has to be paid: its key, its list of the vocabulary, its value.
pub(super) fn cost<'w>(
    game: &'w Game,
    card: &'w CardSource,
) -> Option<(&'w str, &'w str, &'w Keyed<i64>)> {
    let card_type = game.card_types.get(&card.card_type)?;
    game.fields_of(card_type).find_map(|field| {
        let FieldKind::Amounts { of, .. } = &field.field.kind else {
            return None;
        };
        match card.fields.get(field.key)? {
            FieldValue::Numbers(cost) => Some((field.key, of.as_str(), cost)),
            _ => None,
        }
    })
}

/// The key of the field with which a card of that type brings so many of each of a list.
fn pool_key<'g>(game: &'g Game, card: &CardSource, list: &str) -> Option<&'g str> {
    let card_type = game.card_types.get(&card.card_type)?;
    game.fields_of(card_type)
        .find(|field| {
            matches!(&field.field.kind, FieldKind::Numbers { each, .. }
                if game.terms(list).all(|(id, _)| each.contains_key(id)))
        })
        .map(|field| field.key)
}
