//! Reports fields with their default value: `vanguard: false`, an empty list.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::card::FieldValue;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::game::Need;

pub(super) const LINT: Lint = Lint {
    code: Code::DefaultValue,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(world: &LintContext<'_>, card: &LintedCard<'_>, found: &mut Vec<Diagnostic>) {
    let card_type = world.game.card_types.get(&card.source.card_type);
    for field in card_type
        .into_iter()
        .flat_map(|of| world.game.fields_of(of))
    {
        let said = match card.source.fields.get(field.key) {
            Some(FieldValue::Flag(false)) => "false",
            Some(FieldValue::List(list)) if list.is_empty() => "empty",
            _ => continue,
        };
        let Some(at) = card
            .source
            .places
            .get(field.key)
            .filter(|_| field.need == Need::Optional)
        else {
            continue;
        };
        let key = field.key;
        let finding = Diagnostic::new(
            Code::DefaultValue,
            *at,
            format!("`{key}` is {said} by default"),
            "the default value",
        );
        let title = format!("remove `{key}`");
        found.push(
            match crate::lint::support::field_spans::removed(world, card, key) {
                Some(line) => finding.fix(Safety::Safe, title, line, ""),
                None => finding.help(title),
            },
        );
    }
}
