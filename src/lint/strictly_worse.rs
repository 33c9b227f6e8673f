//! Reports a card for which a better card with the same cost exists.
//!
//! Only cards with numbers in play (mainly units) are compared, if they have the same type, cost and other fields.
//! Traits are not ranked, because other cards may use them: the better card must have all traits of the worse one.

use super::{Check, Lint, LintContext, LintedCard, Reads, filter_index};
use crate::card::FieldValue;
use crate::collections::{HashMap, duplicates_by};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::{Better, FieldKind};

pub(super) const LINT: Lint = Lint {
    code: Code::StrictlyWorse,
    reads: Reads::All,
    check: Check::All(check),
};

fn check(context: &LintContext<'_>, diagnostics: &mut Vec<Diagnostic>) {
    // The value of a text cannot be judged, so the texts must be equal.
    let known = context.sound().filter(|card| card.source.manual.is_none());
    let same_text = duplicates_by(known, |card| card.fingerprints.text);
    let mut rivals: HashMap<String, Vec<Rival>> = HashMap::default();
    for card in same_text.into_iter().flatten() {
        if let Some((kind, numbers)) = compared(context, card) {
            rivals
                .entry(kind)
                .or_default()
                .push(Rival { card, numbers });
        }
    }
    for group in rivals.values_mut() {
        group.sort_unstable_by_key(|rival| &rival.card.source.id);
        for mine in group.iter().filter(|mine| mine.card.checked) {
            if let Some(better) = group.iter().find(|other| other.beats(mine, context)) {
                diagnostics.push(finding(mine, better));
            }
        }
    }
}

struct Rival<'w, 's> {
    card: &'s LintedCard<'w>,
    numbers: Numbers<'w>,
}

/// The numbers of a card by which it is compared: the name, the number as printed, and whether less is better.
type Numbers<'w> = Vec<(&'w str, i64, bool)>;

impl Rival<'_, '_> {
    /// By how much its number is better than that of another card.
    fn gain(&self, (name, number, less): &(&str, i64, bool)) -> i64 {
        let mut own = self.numbers.iter();
        let mine = own
            .find(|(of, ..)| of == name)
            .map_or(0, |(_, number, _)| *number);
        match less {
            true => number - mine,
            false => mine - number,
        }
    }

    fn beats(&self, worse: &Rival<'_, '_>, context: &LintContext<'_>) -> bool {
        let gains = || {
            let numbers = worse.numbers.iter();
            numbers.map(|number| self.gain(number))
        };
        gains().all(|gain| gain >= 0)
            && gains().any(|gain| gain > 0)
            && worse.card.abilities == self.card.abilities
            && filter_index::traits(context.game, worse.card.source)
                .all(|wanted| filter_index::has_trait(context.game, self.card.source, wanted))
    }
}

/// Returns the values that must be equal for two cards to be compared, and the numbers to compare.
fn compared<'w>(context: &LintContext<'w>, card: &LintedCard<'w>) -> Option<(String, Numbers<'w>)> {
    let card_type = context.game.card_types.get(&card.source.card_type)?;
    let mut kind = format!("{}|{}", card.source.card_type, card.canonical);
    let mut numbers: Numbers<'w> = Vec::new();
    let mut costs = false;
    for field in context.game.fields_of(card_type) {
        let value = card.source.fields.get(field.key);
        match (&field.field.kind, value) {
            (FieldKind::Numbers { sum: None, .. }, Some(FieldValue::Numbers(of))) => {
                numbers.extend(
                    of.iter()
                        .map(|(name, number)| (name.as_str(), *number, false)),
                );
            }
            // A game whose cards have no cost says which numbers are better.
            (
                FieldKind::Number {
                    better: Some(better),
                    ..
                },
                Some(FieldValue::Number(number)),
            ) => {
                numbers.push((field.key, *number, *better == Better::Less));
                costs = true;
            }
            (FieldKind::Amounts { .. }, Some(FieldValue::Numbers(of))) => {
                let mut of: Vec<String> = of
                    .iter()
                    .map(|(name, amount)| format!("{name} {amount}"))
                    .collect();
                of.sort();
                kind.push_str(&format!("|{} {}", field.key, of.join(", ")));
                costs = true;
            }
            (FieldKind::Choice { .. } | FieldKind::Flag | FieldKind::Number { .. }, value) => {
                let value = value.filter(|value| **value != FieldValue::Flag(false));
                kind.push_str(&format!("|{} {value:?}", field.key));
            }
            _ => {}
        }
    }
    // Cards without a cost are not compared: other cards play them, or they are chosen for their text.
    (costs && !numbers.is_empty()).then_some((kind, numbers))
}

fn finding(worse: &Rival<'_, '_>, better: &Rival<'_, '_>) -> Diagnostic {
    let (card, other) = (worse.card.source, better.card.source);
    let gained: Vec<String> = worse
        .numbers
        .iter()
        .filter_map(|number| {
            let (name, _, less) = number;
            let gain = better.gain(number);
            let word = if *less { "less" } else { "more" };
            (gain > 0).then(|| format!("{gain} {word} {}", prose::spoken(name)))
        })
        .collect();
    let gained = prose::and(gained);
    let price = card.places.get("cost");
    // Where cards have no price, nothing is said of one.
    let (message, label, help) = match price {
        Some(_) => (
            format!(
                "\"{}\" costs the same as \"{}\" and is worse",
                card.name, other.name
            ),
            format!("\"{}\" has {gained} for the same cost", other.name),
            "raise one of its numbers, lower its cost, or give it a different text",
        ),
        None => (
            format!("\"{}\" is worse than \"{}\"", card.name, other.name),
            format!("\"{}\" has {gained}", other.name),
            "make one of its numbers better, or give it a different text",
        ),
    };
    let diagnostic = Diagnostic::new(Code::StrictlyWorse, card.name_at, message, label)
        .label(other.name_at, "the better card")
        .note("no printed value is better")
        .help(help)
        .in_card(&card.id);
    match price {
        Some(at) => diagnostic.label(*at, "its cost"),
        None => diagnostic,
    }
}
