//! Explains why no set of the cards of a game satisfies all rules.

use super::candidates::{RepairContext, ZoneCandidates};
use super::limits::Limit;
use crate::diagnostic::prose::counted;

pub(super) fn no_set(sight: &RepairContext<'_, '_>, stocks: &[ZoneCandidates<'_>]) -> String {
    contradiction(sight.limits)
        .or_else(|| too_few(sight, stocks))
        .unwrap_or_else(|| "no set of these cards satisfies all rules at once".to_owned())
}

/// Finds two rules that contradict each other: one requires more than the other allows.
fn contradiction(limits: &[Limit<'_>]) -> Option<String> {
    limits.iter().find_map(|limit| {
        let other = limits.iter().find(|other| {
            other.counts_the_same(limit) && other.most.is_some_and(|most| most < limit.least)
        })?;
        let rules = if other.rule.rule == limit.rule.rule {
            format!("rule {} requires", limit.rule.rule)
        } else {
            format!("rules {} and {} require", limit.rule.rule, other.rule.rule)
        };
        let most = other.most.unwrap_or(0);
        Some(format!(
            "{rules} at least {} and at most {most}",
            counted(limit.least, "card", "cards")
        ))
    })
}

/// Finds a rule that requires more than all available cards together.
fn too_few(sight: &RepairContext<'_, '_>, stocks: &[ZoneCandidates<'_>]) -> Option<String> {
    sight.limits.iter().find_map(|limit| {
        let mut most = 0_u64;
        for stock in stocks.iter().filter(|stock| limit.covers(stock.zone)) {
            if stock.implied {
                return None;
            }
            let at = sight
                .limits
                .iter()
                .filter(|limit| limit.covers(stock.zone))
                .position(|own| std::ptr::eq(own, limit))?;
            let sum = |cap: u64, weights: &[u64]| {
                cap.saturating_mul(weights.get(at).copied().unwrap_or(0))
            };
            for one in &stock.standing {
                most = most.saturating_add(sum(one.cap, &one.profile.weights));
            }
            for group in &stock.groups {
                let each = sum(group.cap, &group.profile.weights);
                most = most.saturating_add(each.saturating_mul(group.members.len() as u64));
            }
        }
        (most < limit.least).then(|| {
            let there = match most {
                0 => "none of these cards is allowed there".to_owned(),
                most => format!("these cards allow at most {most}"),
            };
            format!(
                "rule {} requires {}, but {there}",
                limit.rule.rule,
                counted(limit.least, "card", "cards")
            )
        })
    })
}
