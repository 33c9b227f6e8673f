//! Reports a card that breaks a rule of its game about what is usual.

use super::{Check, Lint, LintContext, Reads};
use crate::card::CardSource;
use crate::card_rules::{CardIndex, check_rules};
use crate::diagnostic::{Code, Diagnostic};

pub(super) const LINT: Lint = Lint {
    code: Code::UnusualCard,
    reads: Reads::OthersPrinted,
    check: Check::All(check),
};

fn check(context: &LintContext<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if !context.game.card_rules.iter().any(|rule| rule.usual) {
        return;
    }
    let index = CardIndex::new(context.cards.values().map(|card| card.source));
    let is_reported = |card: &CardSource| {
        let card = context.cards.get(card.id.as_str());
        card.is_some_and(|card| card.checked && card.sound)
    };
    check_rules(context.game, &index, true, &is_reported, diagnostics);
}
