//! Reports what a card or a group lacks.

use super::expected::CardContext;
use super::keys::Key;
use super::{CardSource, FieldValue, card_type, field};
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::game::{FieldKind, Need};
use crate::source::Span;

/// The card, for diagnostics about missing fields.
pub(super) struct Subject {
    pub type_given: bool,
    /// The position at which missing fields are reported.
    pub at: Span,
}

/// Reports a missing name, a missing type, and the fields that the card type requires.
pub(super) fn report_missing(
    context: &CardContext<'_>,
    subject: &Subject,
    keys: &[Key<'_>],
    card: &CardSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let given =
        |key: &str| keys.iter().any(|known| known.key == key) || context.half_read.contains(&key);
    if !given("name") {
        diagnostics.push(
            Diagnostic::new(
                Code::MissingField,
                subject.at,
                format!("{} has no name", context.who()),
                "a card without a name",
            )
            .help("add `name: …` with the name as printed"),
        );
    }
    if !subject.type_given {
        let types = crate::diagnostic::prose::or(crate::diagnostic::prose::ticked(
            context.game.printed_types().map(|(id, _)| id),
        ));
        let diagnostic = Diagnostic::new(
            Code::MissingField,
            subject.at,
            format!("{} has no type", context.who()),
            "this card has no type",
        )
        .help(format!("add `type` with {types}"));
        let name = keys.iter().find(|known| known.key == "name");
        let line = card_type::of_fields(context.game, keys).and_then(|id| {
            let line = format!("type: {id}");
            let (at, text) = name?.entry.followed_by(context.source, &line)?;
            Some((line, at, text))
        });
        diagnostics.push(match line {
            Some((line, at, text)) => {
                diagnostic.fix(Safety::Unsafe, format!("add `{line}`"), at, text)
            }
            None => diagnostic,
        });
    }
    report_missing_fields(context, subject.at, keys, card, diagnostics);
}

/// Reports the fields that the card type, or the group, requires.
pub(super) fn report_missing_fields(
    context: &CardContext<'_>,
    at: Span,
    keys: &[Key<'_>],
    card: &CardSource,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let given =
        |key: &str| keys.iter().any(|known| known.key == key) || context.half_read.contains(&key);
    let Some(definition) = context.definition else {
        return;
    };
    for needed in context.game.fields_of(definition) {
        let flag = match needed.need {
            Need::Required => None,
            Need::Unless(flag) => Some(context.game.key_of(flag)),
            Need::Optional => continue,
        };
        if given(needed.key) {
            continue;
        }
        // `manual` contains a text that the language cannot express yet.
        if matches!(needed.field.kind, FieldKind::Effect) && given("manual") {
            continue;
        }
        if let Some(flag) = flag {
            // A flag with an invalid value may be meant as `true`, which makes the field optional.
            let taken_away = match card.fields.get(flag) {
                Some(value) => *value == FieldValue::Flag(true),
                None => given(flag),
            };
            if taken_away {
                continue;
            }
        }
        let words = crate::diagnostic::prose::spoken(needed.key);
        let this = if context.group.is_some() {
            "this".to_owned()
        } else if context.name.is_some() {
            format!("this {}", definition.name)
        } else {
            context.who()
        };
        let mut help = field::how_to_add(context.game, needed.field, needed.key);
        if let Some(flag) = flag {
            help.push_str(&format!(", or `{flag}: true`"));
        }
        let mut diagnostic = Diagnostic::new(
            Code::MissingField,
            at,
            format!("{} has no {words}", context.who()),
            format!("{this} has no `{}`", needed.key),
        )
        .help(help);
        if let Some(section) = &definition.section {
            diagnostic = diagnostic.note(format!("rulebook section \"{section}\""));
        }
        diagnostics.push(diagnostic);
    }
}
