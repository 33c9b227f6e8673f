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

fn check(world: &LintContext<'_>, card: &LintedCard<'_>, found: &mut Vec<Diagnostic>) {
    let mut fields = card.source.fields.iter();
    let Some((key, _)) = fields.find(|(_, value)| matches!(value, FieldValue::Area(_))) else {
        return;
    };
    // A `manual` text may use it.
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
    let finding = Diagnostic::new(
        Code::UnusedArea,
        crate::lint::support::field_spans::first_line(world, at.unwrap_or(card.source.name_at)),
        format!("the text of \"{}\" does not use its area", card.source.name),
        "an unused area",
    );
    let finding = match &card.source.effect {
        Some(effect) => finding.label(
            crate::lint::support::field_spans::first_line(world, effect.node.span),
            "the text does not mention the area",
        ),
        None => finding,
    };
    let word = world
        .game
        .card_types
        .get(&card.source.card_type)
        .map(|card_type| &card_type.name);
    let finding = match word {
        Some(word) => finding.help(format!(
            "use \"this {word}'s area\" in the text, or remove `{key}`"
        )),
        None => finding,
    };
    found.push(
        match crate::lint::support::field_spans::removed(world, card, key) {
            Some(lines) => finding.fix(Safety::Unsafe, format!("remove `{key}`"), lines, ""),
            None => finding,
        },
    );
}
