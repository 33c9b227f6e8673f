//! Reports a card whose text needs friendly cards that its set does not have, so that the text does nothing.
//!
//! The check uses printed values. Effects that make other cards friendly (taking control, copies, cards played as
//! something else) allow anything, so the lint then reports nothing.

use super::filter_index::may_match;
use super::no_target::place;
use super::support::kingdom_cards::{Member, members};
use super::{Check, Lint, LintContext, Reads, Set};
use crate::card::CardSource;
use crate::collections::HashSet;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic};
use crate::effect::ir::{
    Ability, Action, At, Comparison, Condition, Effect, Event, Filter, Node, Noun, Occasion, Pick,
    Placement, Player, Reference, Selector, Side, Test, What, visit,
};

pub(super) const LINT: Lint = Lint {
    code: Code::NoFriendInSet,
    reads: Reads::All,
    check: Check::Set(check),
};

fn check(context: &LintContext<'_>, set: &Set<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(members) = members(context, set) else {
        return;
    };
    if members
        .iter()
        .any(|member| makes_friends(member.card.abilities))
    {
        return;
    }
    let cards: Vec<&CardSource> = members.iter().map(|member| member.card.source).collect();
    for member in &members {
        let abilities = member.card.abilities;
        let mut missing = Vec::new();
        for ability in abilities {
            let company = Company {
                world: context,
                cards: &cards,
                empty: HashSet::default(),
                idle_events: HashSet::default(),
            };
            missing.extend(company.needed(ability));
        }
        // If one ability works, the card is useful.
        if let Some(first) = missing.first()
            && missing.len() == abilities.len()
        {
            diagnostics.push(finding(context, set, member, *first));
        }
    }
}

/// Returns whether a text can make cards friendly, or change their printed values.
fn makes_friends(abilities: &[Ability]) -> bool {
    let mut makes = false;
    visit(abilities, &mut |node, _| {
        makes |= matches!(
            node,
            Node::Action(
                Action::TakeControl { .. }
                    | Action::Place {
                        copy_of: Some(_),
                        ..
                    }
                    | Action::Play { as_: Some(_), .. }
            )
        );
    });
    makes
}

/// The cards of a set, as one ability can use them.
struct Company<'c, 'w> {
    world: &'c LintContext<'w>,
    cards: &'c [&'c CardSource],
    /// The slots that no card of the set can fill.
    empty: HashSet<u32>,
    /// Addresses of the events with a selector that no card of the set matches.
    idle_events: HashSet<*const Event>,
}

impl Company<'_, '_> {
    /// Returns the span of the first description that no card of the set matches, if the ability does nothing without a
    /// match.
    fn needed(mut self, ability: &Ability) -> Option<At> {
        let mut first = None;
        visit(std::slice::from_ref(ability), &mut |node, path| {
            // A granted text applies to another side, and a condition may test for absence.
            let elsewhere = path
                .iter()
                .any(|node| matches!(node, Node::Action(Action::Gain { .. }) | Node::Condition(_)));
            if let (Node::Selector(selector), Some(Node::Event(event))) = (node, path.last())
                && self.finds_none(selector)
            {
                self.idle_events.insert(std::ptr::from_ref(*event));
            }
            match node {
                Node::Selector(Selector {
                    pick:
                        Pick::Choose { from, slot, .. }
                        | Pick::Random { from, slot, .. }
                        | Pick::Each { from, slot }
                        | Pick::Any { from, slot },
                    ..
                }) if !elsewhere && self.lacks(from) => {
                    self.empty.insert(*slot);
                }
                Node::Filter(filter) if first.is_none() && self.lacks(filter) => {
                    first = Some(place(path));
                }
                Node::Condition(condition) if first.is_none() && self.unmet(condition) => {
                    first = Some(condition.span);
                }
                _ => {}
            }
        });
        let first = first?;
        let heading = &ability.heading;
        let placed = match &heading.placement {
            Some(Placement::AttachTo { to }) => self.finds_none(to),
            _ => false,
        };
        let awaited = heading.when.as_ref().is_some_and(|event| self.never(event));
        (placed || awaited || self.all(&ability.effects)).then_some(first)
    }

    /// Returns whether a filter requires a friendly card that the set does not have.
    fn lacks(&self, filter: &Filter) -> bool {
        filter.side == Some(Side::Friendly) && self.has_none(filter)
    }

    fn has_none(&self, filter: &Filter) -> bool {
        let asks =
            !filter.names.is_empty() || !filter.traits.is_empty() || !filter.fields.is_empty();
        let fits =
            |card: &&CardSource| may_match(self.world.game, filter, card, self.world.changeable());
        matches!(filter.noun, Noun::Card { .. }) && asks && !self.cards.iter().any(fits)
    }

    fn finds_none(&self, selector: &Selector) -> bool {
        match &selector.pick {
            Pick::Choose { from, .. }
            | Pick::Random { from, .. }
            | Pick::Each { from, .. }
            | Pick::Any { from, .. } => self.lacks(from),
            Pick::Known {
                is: Reference::Chosen { slot, .. } | Reference::FirstChosen { slot, .. },
            } => self.empty.contains(slot),
            _ => false,
        }
    }

    /// Returns whether all effects do nothing.
    fn all(&self, effects: &[Effect]) -> bool {
        !effects.is_empty() && effects.iter().all(|effect| self.idle(&effect.what))
    }

    fn any(&self, effects: &[Effect]) -> bool {
        effects.iter().any(|effect| self.idle(&effect.what))
    }

    fn idle(&self, what: &What) -> bool {
        match what {
            What::Act { action } => self.nothing(action),
            What::Then { effects }
            | What::Together { effects }
            | What::Limit { effects, .. }
            | What::Delayed { effects, .. }
            | What::Unless { effects, .. }
            | What::UnlessPaid { effects, .. }
            | What::Either { effects, .. } => self.all(effects),
            What::May {
                cost,
                effects,
                otherwise,
                ..
            } => {
                (self.any(cost) || self.all(effects))
                    && (otherwise.is_empty() || self.all(otherwise))
            }
            What::If {
                condition,
                then,
                otherwise,
            } => {
                (self.unmet(condition) || self.all(then))
                    && (otherwise.is_empty() || self.all(otherwise))
            }
            What::While { condition, effects } => self.unmet(condition) || self.all(effects),
            What::When { occasion, effects } => {
                let never = match occasion {
                    Occasion::When { event }
                    | Occasion::After { event }
                    | Occasion::FirstEachRound { event } => self.never(event),
                    Occasion::At { .. } => false,
                };
                never || self.all(effects)
            }
            What::Replace { event, effects } => self.never(event) || self.all(effects),
            What::Choose { modes, .. } => modes.iter().all(|mode| self.all(mode)),
            What::Ladder { rows, .. } => rows.iter().all(|row| self.all(&row.effects)),
            What::Repeat { effects, .. } => self.all(effects),
            What::ForEach { each, effects, .. } => self.lacks(each) || self.all(effects),
        }
    }

    /// Returns whether an action does nothing because the set has no target for it.
    fn nothing(&self, action: &Action) -> bool {
        match action {
            Action::Gain { who: of, .. }
            | Action::DealDamage { to: of, .. }
            | Action::DivideDamage { among: of, .. }
            | Action::RemoveDamage { from: of, .. }
            | Action::DoubleDamage { of }
            | Action::Increase { what: of, .. }
            | Action::Decrease { what: of, .. }
            | Action::Change { who: of, .. }
            | Action::SetAttribute { of, .. }
            | Action::Become { who: of, .. }
            | Action::Move { what: of, .. }
            | Action::DealMore { who: of, .. }
            | Action::Disadvantage { of, .. }
            | Action::CanAttackOnly { who: of, .. }
            | Action::Permit { who: of, .. }
            | Action::PlaceMarks { on: of, .. }
            | Action::RemoveMarks { from: of, .. }
            | Action::Activate { what: of }
            | Action::Return { what: of, .. }
            | Action::RemoveFromMap { what: of }
            | Action::PlaceTokens { on: of, .. }
            | Action::RemoveTokens { from: of, .. }
            | Action::PreventNext { to: of, .. }
            | Action::TakeLess { who: of, .. } => self.finds_none(of),
            Action::CardsDealMore { what, .. } | Action::PermitPlaces { what, .. } => {
                self.lacks(what)
            }
            Action::Attack {
                who: from,
                whom: to,
                ..
            }
            | Action::Attach { what: from, to }
            | Action::RemoveCard {
                what: from,
                from: to,
            } => self.finds_none(from) || self.finds_none(to),
            Action::MoveDamage { from, to, .. } | Action::MoveTokens { from, to, .. } => {
                self.finds_none(from) || self.finds_none(to)
            }
            Action::Swap { what, with } => {
                self.finds_none(what) || with.as_ref().is_some_and(|with| self.finds_none(with))
            }
            _ => false,
        }
    }

    fn never(&self, event: &Event) -> bool {
        self.idle_events.contains(&std::ptr::from_ref(event))
    }

    /// Returns whether a condition requires a card that the set does not have.
    fn unmet(&self, condition: &Condition) -> bool {
        let some = |number: &Comparison| match number {
            Comparison::Exactly { number } | Comparison::AtLeast { number } => {
                number.value().is_some_and(|number| number > 0)
            }
            Comparison::MoreThan { .. } => true,
            Comparison::AtMost { .. } | Comparison::LessThan { .. } => false,
        };
        match &condition.test {
            Test::All { of } => of.iter().any(|one| self.unmet(one)),
            Test::Number { of, number } => self.lacks(of) && some(number),
            Test::Has {
                who: Player::You,
                what,
                number,
            } => self.has_none(what) && some(number),
            _ => false,
        }
    }
}

fn finding(context: &LintContext<'_>, set: &Set<'_>, member: &Member<'_>, at: At) -> Diagnostic {
    let card = member.card;
    let place = context.place(card, at);
    let written = prose::shown(context.text(place));
    Diagnostic::new(
        Code::NoFriendInSet,
        member.at,
        format!(
            "the text of \"{}\" does nothing in \"{}\"",
            card.source.name, set.source.name
        ),
        format!("needs `{written}`"),
    )
    .label(
        place,
        format!("no card of this {} matches", context.game.kingdom.name),
    )
    .help("add a card that matches, or remove this one")
}
