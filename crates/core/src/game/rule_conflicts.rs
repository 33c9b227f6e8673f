//! Finds contradictory rules: pairs of rules that no set can satisfy.

use super::{CardType, FieldKind, FieldOf, FieldValue, Game, Limit, Rule, RuleKind};
use crate::collections::IndexMap;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A rule, with the span of its name if the rule is in the checked file.
pub(super) type Placed<'r> = (&'r Rule, Option<Span>);

/// The numbers of cards that rules allow, from `least` to `most`, both inclusive.
#[derive(Clone, Copy)]
struct Range<'r> {
    least: u32,
    /// The rule that sets the minimum.
    least_by: Option<Placed<'r>>,
    most: u32,
    most_by: Option<Placed<'r>>,
}

impl<'r> Range<'r> {
    const ANY: Self = Range {
        least: 0,
        least_by: None,
        most: u32::MAX,
        most_by: None,
    };

    /// Intersects the range with the limit of another rule.
    fn by(mut self, limit: &Limit, rule: Placed<'r>) -> Self {
        let least = limit.exactly.or(limit.at_least).unwrap_or(0);
        let most = limit.exactly.or(limit.at_most).unwrap_or(u32::MAX);
        if least > self.least {
            (self.least, self.least_by) = (least, Some(rule));
        }
        if most < self.most {
            (self.most, self.most_by) = (most, Some(rule));
        }
        self
    }

    /// Returns the two rules that together allow no number.
    fn contradiction(&self) -> Option<(Placed<'r>, Placed<'r>)> {
        let two = self.least_by.zip(self.most_by)?;
        (self.least > self.most).then_some(two)
    }
}

/// The allowed numbers of cards in a zone, by filter. `None` means all cards.
type Counted<'r> = Vec<(Option<&'r IndexMap<String, FieldValue>>, Range<'r>)>;

fn counted<'r>(game: &Game, zone: &str, rules: &[Placed<'r>]) -> Counted<'r> {
    let mut counted: Counted<'r> = Vec::new();
    // A rule with a condition applies to some sets only.
    for rule in rules.iter().filter(|(rule, _)| rule.is_of_all_sets()) {
        let (of, limit, filter) = match &rule.0.kind {
            RuleKind::Count {
                zone,
                limit,
                filter,
                ..
            } => (
                zone,
                *limit,
                Some(filter).filter(|filter| !filter.is_empty()),
            ),
            RuleKind::Equals { zone, of } => (zone, sum_of(game, of, rules), None),
            _ => continue,
        };
        if of != zone {
            continue;
        }
        match counted.iter_mut().find(|(known, _)| *known == filter) {
            Some((_, range)) => *range = range.by(&limit, *rule),
            None => counted.push((filter, Range::ANY.by(&limit, *rule))),
        }
    }
    counted
}

/// Returns the allowed numbers of all cards in a zone.
fn in_all<'r>(counted: &Counted<'r>) -> Range<'r> {
    let all = counted.iter().find(|(filter, _)| filter.is_none());
    all.map_or(Range::ANY, |(_, range)| *range)
}

/// Finds pairs of rules about one zone that no set can satisfy. `rules` reports a rule that
/// contradicts itself.
pub(super) fn contradictions(game: &Game, rules: &[Placed<'_>]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for zone in game.kingdom.zones.keys() {
        let counted = counted(game, zone, rules);
        let all = in_all(&counted);
        for (_, range) in &counted {
            // The matching cards are at most all cards of the zone.
            let of_all = Range {
                most: all.most,
                most_by: all.most_by,
                ..*range
            };
            let two = range.contradiction().or_else(|| of_all.contradiction());
            diagnostics.extend(two.and_then(|(least, most)| both(rules, least, most, zone)));
        }
        diagnostics.extend(types(zone, rules));
    }
    diagnostics
}

/// Finds rules about the whole set that its zones cannot satisfy.
pub(super) fn impossible_totals(game: &Game, rules: &[Placed<'_>]) -> Vec<Diagnostic> {
    let (mut least, mut most) = (0_u32, 0_u32);
    for zone in game.kingdom.zones.keys() {
        let all = in_all(&counted(game, zone, rules));
        least = least.saturating_add(all.least);
        most = most.saturating_add(all.most);
    }
    let mut diagnostics = Vec::new();
    for rule in rules {
        let RuleKind::Total { limit, zones } = &rule.0.kind else {
            continue;
        };
        if !zones.is_empty() || !rule.0.is_of_all_sets() {
            continue;
        }
        let wanted = Range::ANY.by(limit, *rule);
        let parts = match (least > wanted.most, most < wanted.least) {
            (true, _) => format!("its parts have at least {least} cards"),
            (_, true) => format!("its parts have at most {most} cards"),
            _ => continue,
        };
        let name = &rule.0.rule;
        let message = format!("no set can satisfy the rule \"{name}\": {parts}");
        let is_count = |rule: &Rule| matches!(rule.kind, RuleKind::Count { .. });
        let mut counts = rules.iter().filter(|(rule, _)| is_count(rule));
        let at = rule.1.or_else(|| counts.find_map(|(_, at)| *at));
        diagnostics.extend(at.map(|at| contradiction(at, message, rule.1.is_some(), name)));
    }
    diagnostics
}

/// Returns the size of a zone that contains the counts in a field, if their sum is the same for every
/// card type that the rules allow.
fn sum_of(game: &Game, of: &FieldOf, rules: &[Placed<'_>]) -> Limit {
    let types = rules.iter().filter_map(|(rule, _)| match &rule.kind {
        RuleKind::Types { zone, types } if *zone == of.zone => Some(types),
        _ => None,
    });
    let types = types
        .flatten()
        .filter_map(|card_type| game.card_types.get(card_type));
    let fields = types
        .flat_map(CardType::fields)
        .filter(|name| game.key_of(name) == of.field);
    let mut sums = fields.map(|name| match game.fields.get(name)?.kind {
        FieldKind::Numbers { sum, .. } => u32::try_from(sum?).ok(),
        _ => None,
    });
    let first = sums.next().flatten();
    Limit {
        exactly: first.filter(|_| sums.all(|sum| sum == first)),
        at_least: None,
        at_most: None,
    }
}

/// Finds two rules that together allow no card type in a zone.
fn types(zone: &str, rules: &[Placed<'_>]) -> Option<Diagnostic> {
    let of_zone = rules.iter().filter_map(|rule| match &rule.0.kind {
        RuleKind::Types { zone: of, types } if of == zone => Some((*rule, types)),
        _ => None,
    });
    let mut left: Option<(Placed<'_>, Vec<&str>)> = None;
    for (rule, types) in of_zone {
        let types = types.iter().map(|one| one.as_str());
        left = Some(match left {
            None => (rule, types.collect()),
            Some((first, known)) => {
                let common: Vec<&str> = types.filter(|one| known.contains(one)).collect();
                if common.is_empty() && !known.is_empty() {
                    return both(rules, first, rule, zone);
                }
                (first, common)
            }
        });
    }
    None
}

/// Returns the diagnostic for two contradictory rules; `None` if they are the same rule.
fn both(
    rules: &[Placed<'_>],
    one: Placed<'_>,
    other: Placed<'_>,
    zone: &str,
) -> Option<Diagnostic> {
    let place = |rule: Placed<'_>| rules.iter().position(|known| std::ptr::eq(known.0, rule.0));
    let (first, second) = match place(one).cmp(&place(other)) {
        std::cmp::Ordering::Less => (one, other),
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Greater => (other, one),
    };
    // If house rules are checked, the rules of the game have no span: they are in another file.
    let (at, known, label) = match (first.1, second.1) {
        (first_at, Some(at)) => (at, first, first_at),
        (Some(at), None) => (at, second, None),
        (None, None) => return None,
    };
    let message = format!(
        "no set can satisfy the rules \"{}\" and \"{}\": no `{zone}` matches both",
        first.0.rule, second.0.rule
    );
    let is_own = known.1.is_some();
    let diagnostic = contradiction(at, message, is_own, &known.0.rule).naming([
        first.0.rule.as_str(),
        &second.0.rule,
        zone,
    ]);
    Some(match label {
        Some(first) => diagnostic.label(first, "the other rule"),
        None => diagnostic,
    })
}

fn contradiction(at: Span, message: String, is_own: bool, rule: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::GameData, at, message, "because of this rule");
    match is_own {
        true => diagnostic.help("change or remove one of the rules"),
        false => diagnostic.help(format!(
            "write `without: [{rule}]` if the game's rule does not apply with these"
        )),
    }
}
