//! Printed numbers of cards: text fields whose pattern has digits. Each number belongs to a series, which its letters
//! and the other patterned fields of the card (for example, the expansion) identify.

use crate::card::FieldValue;
use crate::collections::{hash_of, hash_of_all};
use crate::game::FieldKind;
use crate::lint::{LintContext, LintedCard};
use crate::source::Span;

/// The printed number of a card.
pub(in crate::lint) struct Numbered<'w> {
    /// Hash that identifies the series of the number.
    pub series: u64,
    pub value: u64,
    /// The number as printed.
    pub text: &'w str,
    pub key: &'w str,
    pub at: Span,
    pattern: &'w str,
}

impl Numbered<'_> {
    /// Formats another number of the series; `None` if the pattern has too few digits.
    pub fn with(&self, value: u64) -> Option<String> {
        let room = self.pattern.chars().filter(|form| *form == '0').count();
        let digits = format!("{value:0room$}");
        let mut digits = Some(digits)
            .filter(|digits| digits.len() == room)?
            .into_bytes()
            .into_iter();
        let parts = self.pattern.chars().zip(self.text.chars());
        Some(
            parts
                .map(|(form, c)| match form {
                    '0' => digits.next().map_or(c, char::from),
                    _ => c,
                })
                .collect(),
        )
    }
}

/// Returns the numbers of a card.
pub(in crate::lint) fn numbers<'w>(
    context: &LintContext<'w>,
    card: &LintedCard<'w>,
) -> Vec<Numbered<'w>> {
    let mut series = 0;
    let mut numbers = Vec::new();
    let card_type = context.game.card_types.get(&card.source.card_type);
    for field in card_type
        .into_iter()
        .flat_map(|of| context.game.fields_of(of))
    {
        let FieldKind::Text {
            pattern: Some(pattern),
            ..
        } = &field.field.kind
        else {
            continue;
        };
        let Some(FieldValue::Text(text)) = card.source.fields.get(field.key) else {
            continue;
        };
        if !pattern.contains('0') {
            series = hash_of((series, field.key, text));
            continue;
        }
        let parts = || pattern.chars().zip(text.chars());
        let digits = parts().filter(|(form, _)| *form == '0');
        let value = digits.map(|(_, c)| c).try_fold(0, |value: u64, c| {
            let digit = c.to_digit(10)?;
            value.checked_mul(10)?.checked_add(digit.into())
        });
        let letters = parts().filter(|(form, _)| *form != '0');
        let letters = hash_of_all(letters.map(|(_, c)| c));
        if let (Some(value), Some(at)) = (value, card.source.places.get(field.key)) {
            numbers.push(Numbered {
                series: letters,
                value,
                text,
                key: field.key,
                at: *at,
                pattern,
            });
        }
    }
    for number in &mut numbers {
        number.series = hash_of((series, number.key, number.series));
    }
    numbers
}
