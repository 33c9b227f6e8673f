//! Reports a card that the hero of its set cannot pay, even with substitution. Cards that effects of the set can make
//! cheaper, play without cost or bring into play otherwise are not reported.

use super::filter_index::may_match;
use super::support::kingdom_cards::{Member, Pool, may_bring, members, pools};
use super::unpayable_cost::{self, cost, note_on_substitution};
use super::{Check, Lint, LintContext, Reads, Set};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::{Action, Node, visit};
use crate::kingdom::missing;

pub(super) const LINT: Lint = Lint {
    code: Code::UnpayableInSet,
    reads: Reads::All,
    check: Check::Set(check),
};

fn check(context: &LintContext<'_>, set: &Set<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(members) = members(context, set) else {
        return;
    };
    for pool in pools(context, set, &members) {
        for member in &members {
            let Some((key, list, cost)) = cost(context.game, member.card.source) else {
                continue;
            };
            let short = missing(context.game, cost, &pool.has);
            // A cost that no hero can pay is reported on the card, not on the set.
            let of_card =
                || member.card.checked && unpayable_cost::is_unpayable(context, member.card);
            if list != pool.list || short == 0 || eased(context, &members, member) || of_card() {
                continue;
            }
            diagnostics.push(finding(context, member, &pool, key, short));
        }
    }
}

/// Returns whether some effect of the set may play the card or reduce its cost.
fn eased(context: &LintContext<'_>, members: &[Member<'_>], unpaid: &Member<'_>) -> bool {
    let card = unpaid.card.source;
    members.iter().any(|member| {
        let mut eased = false;
        visit(member.card.abilities, &mut |node, _| {
            let Node::Action(action) = node else { return };
            eased |= match action {
                Action::ChangeCost {
                    what, less: true, ..
                } => may_match(context.game, what, card, context.changeable()),
                Action::SpendAs { .. } | Action::Play { as_: Some(_), .. } => true,
                Action::Play {
                    what, free: true, ..
                }
                | Action::Place { what, .. }
                | Action::Attach { what, .. } => may_bring(context, member.card, what, card),
                _ => false,
            };
        });
        eased
    })
}

fn finding(
    context: &LintContext<'_>,
    member: &Member<'_>,
    pool: &Pool<'_>,
    key: &str,
    short: i64,
) -> Diagnostic {
    let card = member.card.source;
    let list = prose::spoken(pool.list);
    let by = match &pool.payer {
        Some(payer) => format!(
            "\"{}\" cannot pay the {key} of \"{}\"",
            payer.card.source.name, card.name
        ),
        None => format!(
            "the {list} of this set cannot pay the {key} of \"{}\"",
            card.name
        ),
    };
    let mut diagnostic = Diagnostic::new(
        Code::UnpayableInSet,
        member.at,
        by,
        format!(
            "{} short, including substitution",
            prose::counted(short.unsigned_abs(), "card", "cards")
        ),
    );
    if let Some(at) = card.places.get(key) {
        diagnostic = diagnostic.label(*at, format!("its {key}"));
    }
    if let Some(payer) = &pool.payer {
        let of_payer = pool
            .field
            .and_then(|field| payer.card.source.places.get(field));
        diagnostic = diagnostic.label(
            of_payer.copied().unwrap_or(payer.at),
            "the means of payment of the set",
        );
    }
    let diagnostic = diagnostic.note(note_on_substitution(context.game));
    match &pool.payer {
        Some(payer) => diagnostic.help(format!("remove it, or choose another {}", payer.zone)),
        None => diagnostic.help("remove it"),
    }
}
