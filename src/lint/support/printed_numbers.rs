//! Cards with a printed number: a field of words whose pattern has digits. What else has a pattern on the card
//! (an expansion, say) and the letters of the number make the series in which it counts.

use crate::card::FieldValue;
use crate::collections::{hash_of, hash_of_all};
use crate::game::FieldKind;
use crate::lint::{Subject, World};
use crate::source::Span;

/// A card's number.
pub(in crate::lint) struct Numbered<'w> {
    /// Cards of one series count together: a hash of what they have in common.
    pub series: u64,
    pub value: u64,
    /// As it is printed.
    pub text: &'w str,
    pub key: &'w str,
    pub at: Span,
    pattern: &'w str,
}

impl Numbered<'_> {
    /// Another number of the series as it would be printed, if it has room.
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

/// The numbers of a card.
pub(in crate::lint) fn numbers<'w>(world: &World<'w>, card: &Subject<'w>) -> Vec<Numbered<'w>> {
    let mut series = 0;
    let mut numbers = Vec::new();
    let card_type = world.game.card_types.get(&card.source.card_type);
    for field in card_type
        .into_iter()
        .flat_map(|of| world.game.fields_of(of))
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
