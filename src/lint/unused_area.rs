//! Reports a printed area of effect that the text of the card does not use.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::card::FieldValue;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::effect::ir::{Node, Place, Reference, visit};

pub(super) const LINT: Lint = Lint {
    code: Code::UnusedArea,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut fields = card.source.fields.iter();
    let Some((key, _)) = fields.find(|(_, value)| matches!(value, FieldValue::Area(_))) else {
        return;
    };
    // A `manual` text may use the area.
    let mut used = card.source.manual.is_some();
    visit(card.abilities, &mut |node, _| {
        used |= matches!(
            node,
            Node::Place(Place::Area) | Node::Reference(Reference::ChosenSpace)
        );
    });
    if used {
        return;
    }
    let at = card.source.places.get(key).copied();
    let diagnostic = Diagnostic::new(
        Code::UnusedArea,
        crate::lint::support::field_spans::first_line(context, at.unwrap_or(card.source.name_at)),
        format!("the text of \"{}\" does not use its area", card.source.name),
        "an unused area",
    );
    let diagnostic = match &card.source.effect {
        Some(effect) => diagnostic.label(
            crate::lint::support::field_spans::first_line(context, effect.node.span),
            "the text does not mention the area",
        ),
        None => diagnostic,
    };
    let word = context
        .game
        .card_types
        .get(&card.source.card_type)
        .map(|card_type| &card_type.name);
    let diagnostic = match word {
        Some(word) => diagnostic.help(format!(
            "use \"this {word}'s area\" in the text, or remove `{key}`"
        )),
        None => diagnostic,
    };
    diagnostics.push(
        match crate::lint::support::field_spans::removed(context, card, key) {
            Some(lines) => diagnostic.fix(Safety::Unsafe, format!("remove `{key}`"), lines, ""),
            None => diagnostic,
        },
    );
}
