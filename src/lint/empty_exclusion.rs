//! Reports `(excluding …)` for cards that the rest of the filter does not match anyway: one of the two is wrong.

use super::filter_index::{Alike, may_match};
use super::no_target::place;
use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::{Filter, Node, Noun, visit};

pub(super) const LINT: Lint = Lint {
    code: Code::EmptyExclusion,
    reads: Reads::OthersPrinted,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if !card.contents.exclusions {
        return;
    }
    let changeable = context.changeable();
    visit(card.abilities, &mut |node, path| {
        let Node::Filter(filter) = node else { return };
        let Some(excluding) = &filter.excluding else {
            return;
        };
        let alone = Filter {
            excluding: None,
            ..filter.clone()
        };
        let of_cards = |filter: &Filter| matches!(filter.noun, Noun::Card { .. });
        if !of_cards(&alone) || !of_cards(excluding) {
            return;
        }
        // A card with errors may match both.
        if context.kinds().unsound() {
            return;
        }
        let excluded =
            |other: Alike| may_match(context.game, excluding, other.card.source, changeable);
        // A filter without any match is reported by another lint.
        let mut described = context.fitting(&alone, &[excluding]).peekable();
        if described.peek().is_none()
            || context.fitting(excluding, &[]).next().is_none()
            || described.any(excluded)
        {
            return;
        }
        let at = place(path);
        let whole = context.place(card, at);
        let written = &card.written()[at.range()];
        // The span of the brackets, if the phrase has exactly one pair.
        let brackets = match (written.find('('), written.rfind(')')) {
            (Some(open), Some(close)) if written.matches('(').count() == 1 => {
                let start = at.range().start;
                Some(start + open..start + close + 1)
            }
            _ => None,
        };
        let here = brackets
            .clone()
            .map_or(whole, |range| context.place_of(card, range));
        let diagnostic = Diagnostic::new(
            Code::EmptyExclusion,
            here,
            "this excludes nothing: no excluded card matches the description",
            "excludes nothing",
        );
        diagnostics.push(match brackets {
            Some(range) => {
                let start = card.written()[..range.start].trim_end().len();
                let with_space = context.place_of(card, start..range.end);
                diagnostic.fix(
                    crate::diagnostic::Safety::Unsafe,
                    "remove it, or exclude other cards",
                    with_space,
                    "",
                )
            }
            None => diagnostic.help("remove it, or exclude other cards"),
        });
    });
}
