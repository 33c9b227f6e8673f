//! Reports a cost that cannot be paid: no hero provides enough statistic cards, even with substitution (rulebook
//! section "Turn's structure: Paying statistics").

use smol_str::SmolStr;

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::card::{CardSource, FieldValue, VecMap};
use crate::collections::{HashSet, IndexMap};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{FieldKind, Game};
use crate::kingdom::{missing, substitution};

pub(super) const LINT: Lint = Lint {
    code: Code::UnpayableCost,
    reads: Reads::OthersPrinted,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some((key, list, cost)) = cost(context.game, card.source) else {
        return;
    };
    // A hero with errors may have any statistics.
    let Some(payers) = context.payers(list).filter(|payers| !payers.unknown) else {
        return;
    };
    let heroes = payers.count;
    let mut best: Option<(&str, i64)> = None;
    for (payer, pool) in &payers.pools {
        let missing = missing(context.game, cost, pool);
        if missing == 0 {
            return;
        }
        if best.is_none_or(|(_, least)| missing < least) {
            best = Some((payer, missing));
        }
    }
    // Without a hero there is nothing to compare with.
    let nearest =
        best.and_then(|(payer, missing)| Some((context.cards.get(payer)?.source, missing)));
    let Some((nearest, missing)) = nearest else {
        return;
    };
    let at = card.source.places.get(key).copied();
    let who = if heroes == 1 {
        format!(
            "\"{}\", the only card that provides {}, cannot",
            nearest.name,
            prose::spoken(list)
        )
    } else {
        format!(
            "none of the {heroes} cards that provide {} can",
            prose::spoken(list)
        )
    };
    diagnostics.push(
        Diagnostic::new(
            Code::UnpayableCost,
            at.unwrap_or(card.source.name_at),
            format!("the {key} of \"{}\" cannot be paid", card.source.name),
            format!("{who} pay it"),
        )
        .label(
            nearest.name_at,
            format!(
                "closest: {} short, including substitution",
                prose::counted(missing.unsigned_abs(), "card", "cards")
            ),
        )
        .note(note_on_substitution(context.game))
        .help(format!("lower the {key}")),
    );
}

/// The cards that provide means of payment, by vocabulary list.
pub struct Payers(IndexMap<String, PayersOf>);

/// The cards that provide means of payment from one list.
#[derive(Default)]
struct PayersOf {
    /// Number of these cards.
    count: usize,
    /// The different pools that they provide, each with the id of the first card that provides it.
    pools: Vec<(SmolStr, VecMap<i64>)>,
    /// `true` if one of the cards could not be read.
    unknown: bool,
}

impl Payers {
    fn of(context: &LintContext<'_>) -> Self {
        let lists = context
            .game
            .fields
            .values()
            .filter_map(|field| match &field.kind {
                FieldKind::Amounts { of, .. } => Some(of.as_str()),
                _ => None,
            });
        Payers(
            lists
                .map(|list| (list.to_owned(), PayersOf::of(context, list)))
                .collect(),
        )
    }
}

impl PayersOf {
    fn of(context: &LintContext<'_>, list: &str) -> Self {
        let mut payers = PayersOf::default();
        let mut known = HashSet::default();
        let mut paying: Vec<usize> = context
            .by_kind()
            .filter(|(card, _)| pool_key(context.game, card.source, list).is_some())
            .flat_map(|(_, places)| places.iter().copied())
            .collect();
        paying.sort_unstable();
        for (_, card) in paying
            .into_iter()
            .filter_map(|at| context.cards.get_index(at))
        {
            let Some(key) = pool_key(context.game, card.source, list) else {
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

impl LintContext<'_> {
    /// Returns the cards that provide means of payment from a list that costs use.
    fn payers(&self, list: &str) -> Option<&PayersOf> {
        let payers = self.payers.get_or_init(|| Payers::of(self));
        payers.0.get(list)
    }
}

/// Returns whether the lint reports this card.
pub(super) fn is_unpayable(context: &LintContext<'_>, card: &LintedCard<'_>) -> bool {
    let mut found = Vec::new();
    check(context, card, &mut found);
    !found.is_empty()
}

/// Describes how many cards substitute for another one.
pub(super) fn note_on_substitution(game: &Game) -> String {
    match substitution(game) {
        Some(cards) => format!("{cards} cards of any kind replace one missing card"),
        None => "no other card replaces a missing one".to_owned(),
    }
}

/// Returns the cost field of a card: its key, its vocabulary list, its value.
pub(super) fn cost<'w>(
    game: &'w Game,
    card: &'w CardSource,
) -> Option<(&'w str, &'w str, &'w VecMap<i64>)> {
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

/// Returns the key of the field with which a card provides means of payment from a list.
fn pool_key<'g>(game: &'g Game, card: &CardSource, list: &str) -> Option<&'g str> {
    let card_type = game.card_types.get(&card.card_type)?;
    game.fields_of(card_type)
        .find(|field| {
            matches!(&field.field.kind, FieldKind::Numbers { each, .. }
                if game.terms(list).all(|(id, _)| each.contains_key(id)))
        })
        .map(|field| field.key)
}
