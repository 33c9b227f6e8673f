//! A card that the hero of its set cannot pay, however many others stand in for what is missing. Effects of the
//! set that make cards cheaper, play them without their cost or bring them in by another way are thought of.

use super::fit::may_fit;
use super::in_set::{Member, Pool, may_bring, members, pools};
use super::unpayable_cost::{self, cost, note_on_substitution};
use super::{Check, Lint, Reads, Set, World};
use crate::card::wording;
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::{Action, Node, visit};
use crate::kingdom::missing;

pub(super) const LINT: Lint = Lint {
    code: Code::UnpayableInSet,
    reads: Reads::AllTexts,
    check: Check::Set(check),
};

fn check(world: &World<'_>, set: &Set<'_>, found: &mut Vec<Diagnostic>) {
    let Some(members) = members(world, set) else {
        return;
    };
    for pool in pools(world, set, &members) {
        for member in &members {
            let Some((key, list, cost)) = cost(world.game, member.card.source) else {
                continue;
            };
            let short = missing(world.game, cost, &pool.has);
            // A cost that nobody can pay is the fault of the card, and is said of the card.
            let of_card =
                || member.card.checked && unpayable_cost::is_unpayable(world, member.card);
            if list != pool.list || short == 0 || eased(world, &members, member) || of_card() {
                continue;
            }
            found.push(finding(world, member, &pool, key, short));
        }
    }
}

/// Whether some effect of the set may get the card played or paid in another way.
fn eased(world: &World<'_>, members: &[Member<'_>], unpaid: &Member<'_>) -> bool {
    let card = unpaid.card.source;
    members.iter().any(|member| {
        let mut eased = false;
        visit(member.card.abilities, &mut |node, _| {
            let Node::Action(action) = node else { return };
            eased |= match action {
                Action::ChangeCost {
                    what, less: true, ..
                } => may_fit(world.game, what, card, world.changeable()),
                Action::SpendAs { .. } | Action::Play { as_: Some(_), .. } => true,
                Action::Play {
                    what, free: true, ..
                }
                | Action::Place { what, .. }
                | Action::Attach { what, .. } => may_bring(world, member.card, what, card),
                _ => false,
            };
        });
        eased
    })
}

fn finding(
    world: &World<'_>,
    member: &Member<'_>,
    pool: &Pool<'_>,
    key: &str,
    short: i64,
) -> Diagnostic {
    let card = member.card.source;
    let list = wording::spoken(pool.list);
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
    let mut finding = Diagnostic::new(
        Code::UnpayableInSet,
        member.at,
        by,
        format!(
            "{} short, substitution included",
            wording::counted(short.unsigned_abs(), "card", "cards")
        ),
    );
    if let Some(at) = card.places.get(key) {
        finding = finding.label(*at, format!("its {key}"));
    }
    if let Some(payer) = &pool.payer {
        let of_payer = pool
            .field
            .and_then(|field| payer.card.source.places.get(field));
        finding = finding.label(
            of_payer.copied().unwrap_or(payer.at),
            "what the set pays with",
        );
    }
    let finding = finding.note(note_on_substitution(world.game));
    match &pool.payer {
        Some(payer) => finding.help(format!("take it out, or choose another {}", payer.zone)),
        None => finding.help("take it out"),
    }
}
