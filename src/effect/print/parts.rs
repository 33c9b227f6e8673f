//! Parts of clauses that several verbs have: sizes, changes, costs, prohibitions, cards of a zone.

use super::Printer;
use super::action::{Said, command, floor};
use crate::effect::ir::{
    Amount, AttributeChange, Count, Deed, Duration, Filter, Owner, Pick, Player, Selector, Zone,
};

impl Printer<'_> {
    pub(super) fn sized(&self, verb: &str, amount: &Amount, what: &Selector) -> Said {
        let n = self.split(amount);
        let what = self.selector(what);
        if n.lead.is_empty() {
            command(
                format!("{verb} {what} by an amount{}", n.tail),
                String::new(),
            )
        } else {
            command(format!("{verb} {} {what}", n.lead), n.tail)
        }
    }

    pub(super) fn changed(
        &self,
        who: &Selector,
        changes: &[AttributeChange],
        time: &Duration,
    ) -> Said {
        let mut parts = Vec::new();
        let mut tail = String::new();
        let lose = changes.iter().all(|change| change.lose);
        for change in changes {
            let n = self.split(&change.by);
            let attribute = self.term("attributes", &change.attribute);
            parts.push(match (n.lead.as_str(), lose) {
                ("", _) => attribute,
                (lead, true) => format!("{lead} {attribute}"),
                (lead, false) => {
                    format!("{}{lead} {attribute}", if change.lose { '-' } else { '+' })
                }
            });
            tail.push_str(&n.tail);
            tail.push_str(&floor(change.at_least));
        }
        let verb = if lose { "lose" } else { "gain" };
        let last = parts.pop().unwrap_or_default();
        let listed = if parts.is_empty() {
            last
        } else {
            format!("{} and {last}", parts.join(", "))
        };
        self.of(who, time, verb, &listed, tail)
    }

    pub(super) fn cost(
        &self,
        what: &Filter,
        statistic: &str,
        amount: &Amount,
        less: bool,
        time: &Duration,
    ) -> Said {
        let n = self.split(amount);
        let subject = self.bare(what);
        let verb = if what.next { "costs" } else { "cost" };
        let word = if less { "less" } else { "more" };
        let predicate = format!(
            "{verb} {} {word}",
            n.of(&self.term("statistics", statistic))
        );
        // `Your next spell this round costs …`: the time belongs to the next one.
        if what.next {
            return Said {
                subject: format!("{subject}{}", self.duration(time, true)),
                ..command(predicate, n.tail)
            };
        }
        Said {
            subject,
            time: Some(time.clone()),
            ..command(predicate, n.tail)
        }
    }

    pub(super) fn deed(&self, deed: &Deed) -> String {
        let by = |by: &Option<Selector>, word: &str| match by {
            Some(by) => format!(" {word}{}", self.patterns(by)),
            None => String::new(),
        };
        match deed {
            Deed::Move => "move".to_owned(),
            Deed::Attack { whom } => format!("attack{}", by(whom, "")),
            Deed::Retaliate { against } => format!("retaliate{}", by(against, "against ")),
            Deed::BeActivated => "be activated".to_owned(),
            Deed::BeTargeted { by: source } => format!("be targeted{}", by(source, "by ")),
            Deed::BeAttacked { by: attacker } => format!("be attacked{}", by(attacker, "by ")),
            Deed::BeMoved { by: mover } => format!("be moved{}", by(mover, "by ")),
            Deed::Enter { what } => format!("enter {}", self.patterns(what)),
            Deed::Play { what } => format!("play {}", self.patterns(what)),
            Deed::Boost { what } => format!("boost {}", self.patterns(what)),
            Deed::Draw { what } => format!("draw {}", self.patterns(what)),
        }
    }

    /// `an activation mark`, `the activation and retaliation marks`.
    pub fn marks(&self, marks: &[String]) -> String {
        let kinds: Vec<String> = marks.iter().map(|mark| self.term("marks", mark)).collect();
        match kinds.as_slice() {
            [one] => format!("{} mark", super::noun::with_article(one)),
            all => format!("the {} marks", all.join(" and ")),
        }
    }

    /// Cards that a verb takes from the zone that it means anyway.
    pub(super) fn cards(&self, what: &Selector, verb: &str, who: Player) -> (String, String) {
        let mut what = what.clone();
        hide_default_zone(&mut what, self.default_zone(verb, who).as_ref());
        self.with_count_tail(&what)
    }

    /// A choice of a computed number of cards: the number stands at the end of the clause.
    pub(super) fn with_count_tail(&self, what: &Selector) -> (String, String) {
        let mut what = what.clone();
        let number = match &mut what.pick {
            Pick::Choose {
                count: Count::Exactly { number } | Count::UpTo { number },
                ..
            }
            | Pick::Random { count: number, .. }
            | Pick::Stack { count: number, .. } => number,
            _ => return (self.selector(&what), String::new()),
        };
        let n = self.split(number);
        if let Ok(value) = n.lead.parse() {
            *number = Amount::fixed(value);
        }
        (self.selector(&what), n.tail)
    }

    pub(super) fn default_zone(&self, verb: &str, who: Player) -> Option<Zone> {
        let (id, _) = self
            .symbols
            .game
            .terms("zones")
            .find(|(_, term)| term.default_of.iter().any(|known| known == verb))?;
        Some(Zone {
            zone: id.to_owned(),
            of: match who {
                Player::You => Owner::You,
                Player::Opponent => Owner::Opponent,
                Player::Each => Owner::Actor,
            },
        })
    }

    /// The noun of what is chosen, for one of them.
    pub(super) fn one_noun(&self, what: &Selector) -> String {
        let filter = match &what.pick {
            Pick::Choose { from, .. } | Pick::Random { from, .. } => Filter {
                noun: from.noun.clone(),
                ..Filter::default()
            },
            _ => Filter::default(),
        };
        let words = self.singular(&filter);
        words.split(" or ").next().unwrap_or_default().to_owned()
    }
}

fn filter_of(selector: &mut Selector) -> Option<&mut Filter> {
    match &mut selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => Some(from),
        _ => None,
    }
}

/// Leaves out the zone that the verb means anyway, where the noun does not need it.
pub(super) fn hide_default_zone(selector: &mut Selector, default: Option<&Zone>) {
    if let Some(filter) = filter_of(selector) {
        let plain =
            matches!(&filter.noun, crate::effect::ir::Noun::Card { types } if types.is_empty());
        if filter.zone.as_ref() == default && default.is_some() && plain {
            filter.zone = None;
        }
    }
}

pub(super) fn without_zone(selector: &Selector) -> Selector {
    let mut selector = selector.clone();
    if let Some(filter) = filter_of(&mut selector) {
        filter.zone = None;
    }
    selector
}
