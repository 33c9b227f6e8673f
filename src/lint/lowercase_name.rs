//! Reports a name that starts with a lowercase letter if other names start with a capital.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::LowercaseName,
    reads: Reads::OthersPrinted,
    check: Check::All(check),
};

/// Ratio of capital to lowercase letters that shows a habit.
const HABIT: usize = 5;

fn check(context: &LintContext<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let first = |card: &LintedCard<'_>| card.source.name.chars().next();
    let count = |is: fn(char) -> bool| {
        context
            .cards
            .values()
            .filter(|card| first(card).is_some_and(is))
            .count()
    };
    if count(char::is_uppercase) < HABIT * count(char::is_lowercase) {
        return;
    }
    for card in context.reported() {
        let name = &card.source.name;
        let Some(small) = first(card).filter(|c| c.is_lowercase()) else {
            continue;
        };
        let capital: String = small.to_uppercase().collect();
        let rest = &name[small.len_utf8()..];
        let diagnostic = Diagnostic::new(
            Code::LowercaseName,
            card.source.name_at,
            format!("the name \"{name}\" starts with a lowercase letter"),
            "other names start with a capital letter",
        )
        .in_card(&card.source.id);
        let title = format!("write \"{capital}{rest}\"");
        let at = crate::lint::support::field_spans::part(
            context,
            card.source.name_at,
            name,
            0..small.len_utf8(),
        );
        diagnostics.push(match at {
            // Ids and texts do not depend on letter case.
            Some(at) => diagnostic.fix(Safety::Safe, title, at, capital),
            None => diagnostic.help(title),
        });
    }
}
