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

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let card_type = context.game.card_types.get(&card.source.card_type);
    for field in card_type
        .into_iter()
        .flat_map(|of| context.game.fields_of(of))
    {
        let written = match card.source.fields.get(field.key) {
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
        let diagnostic = Diagnostic::new(
            Code::DefaultValue,
            *at,
            format!("`{key}` is {written} by default"),
            "the default value",
        );
        let title = format!("remove `{key}`");
        diagnostics.push(
            match crate::lint::support::field_spans::removed(context, card, key) {
                Some(line) => diagnostic.fix(Safety::Safe, title, line, ""),
                None => diagnostic.help(title),
            },
        );
    }
}
