//! Reports cards for payment that no card of the set requires: they can only substitute for others.

use smol_str::SmolStr;

use super::support::kingdom_cards::{members, pools};
use super::unpayable_cost::cost;
use super::{Check, Lint, LintContext, Reads, Set};
use crate::collections::HashSet;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::{Action, Amount, Node, State, visit};

pub(super) const LINT: Lint = Lint {
    code: Code::UnneededStatistic,
    reads: Reads::All,
    check: Check::Set(check),
};

fn check(context: &LintContext<'_>, set: &Set<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(members) = members(context, set) else {
        return;
    };
    for pool in pools(context, set, &members) {
        let mut asked: HashSet<&str> = HashSet::default();
        for member in &members {
            if let Some((_, list, cost)) = cost(context.game, member.card.source)
                && list == pool.list
            {
                asked.extend(cost.keys().map(SmolStr::as_str));
            }
            visit(member.card.abilities, &mut |node, _| match node {
                Node::Action(
                    Action::Pay { statistic, .. }
                    | Action::SpendAs { statistic, .. }
                    | Action::ChangeCost {
                        statistic: Some(statistic),
                        ..
                    },
                ) => {
                    asked.insert(statistic);
                }
                Node::Filter(filter) => {
                    asked.extend(filter.fields.iter().map(|word| word.value.as_str()));
                    asked.extend(filter.states.iter().filter_map(|state| match state {
                        State::Attribute { attribute, .. } => Some(attribute.as_str()),
                        _ => None,
                    }));
                }
                // The card that provides the statistics has a number of the same name, which the
                // text may use.
                Node::Amount(Amount::Attribute { attribute, .. }) => {
                    asked.insert(attribute);
                }
                _ => {}
            });
        }
        let written = set.source.zones.get(pool.zone);
        for (id, number) in pool.has.iter() {
            if *number == 0 || asked.contains(id.as_str()) {
                continue;
            }
            let word = prose::spoken(id);
            let line = written.and_then(|zone| zone.entries.iter().find(|line| line.name == *id));
            let payer = pool.payer.map(|payer| payer.at);
            let at = line
                .map(|line| line.name_at)
                .or(payer)
                .unwrap_or(set.source.name_at);
            let diagnostic = Diagnostic::new(
                Code::UnneededStatistic,
                at,
                format!("this set has {number} {word}, but none of its cards costs any"),
                format!("this {word} only substitutes for other kinds"),
            );
            let of_payer = pool
                .payer
                .and_then(|payer| payer.card.source.places.get(pool.field?));
            let diagnostic = match of_payer {
                Some(at) => diagnostic.label(*at, "it comes from here"),
                None => diagnostic,
            };
            diagnostics.push(match pool.payer {
                Some(payer) => diagnostic.help(format!(
                    "add cards that cost {word}, or choose another {}",
                    payer.zone
                )),
                None => diagnostic.help(format!("add cards that cost {word}")),
            });
        }
    }
}
