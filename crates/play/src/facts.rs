//! What is known of actions and selectors without a state.

use cardwright_ir::{Action, Argument, Filter, Pick, Selector};
use smallvec::SmallVec;

/// The kinds of actions that last.
pub mod kind {
    pub const CHANGE: u32 = 1;
    pub const SET: u32 = 1 << 1;
    pub const BECOME: u32 = 1 << 2;
    pub const LIMIT: u32 = 1 << 3;
    pub const MORE: u32 = 1 << 4;
    pub const DISADVANTAGE: u32 = 1 << 5;
    pub const CANNOT: u32 = 1 << 6;
    pub const ONLY: u32 = 1 << 7;
    pub const PERMIT: u32 = 1 << 8;
    pub const CONTROL: u32 = 1 << 9;
    pub const SPEND_AS: u32 = 1 << 10;
    pub const COST: u32 = 1 << 11;
    pub const PREVENT: u32 = 1 << 12;
    pub const LESS: u32 = 1 << 13;
    pub const BOOST: u32 = 1 << 14;
    pub const GAIN: u32 = 1 << 15;
    pub const CARDS_MORE: u32 = 1 << 16;
    pub const PLACES: u32 = 1 << 17;
    pub const PHRASE: u32 = 1 << 18;
}

/// The bit of an action that lasts, 0 for another.
pub(crate) fn lasting_kind(action: &Action) -> u32 {
    match action {
        Action::Change { .. } => kind::CHANGE,
        Action::SetAttribute { .. } => kind::SET,
        Action::Become { .. } => kind::BECOME,
        Action::SetLimit { .. } => kind::LIMIT,
        Action::DealMore { .. } => kind::MORE,
        Action::Disadvantage { .. } => kind::DISADVANTAGE,
        Action::Cannot { .. } => kind::CANNOT,
        Action::CanAttackOnly { .. } => kind::ONLY,
        Action::Permit { .. } => kind::PERMIT,
        Action::TakeControl { .. } => kind::CONTROL,
        Action::SpendAs { .. } => kind::SPEND_AS,
        Action::ChangeCost { .. } => kind::COST,
        Action::PreventNext { .. } => kind::PREVENT,
        Action::TakeLess { .. } => kind::LESS,
        Action::BoostDamage { .. } => kind::BOOST,
        Action::Gain { .. } => kind::GAIN,
        Action::CardsDealMore { .. } => kind::CARDS_MORE,
        Action::PermitPlaces { .. } => kind::PLACES,
        Action::HaveAbility { .. } | Action::ApplyRule { .. } => kind::PHRASE,
        Action::Bonus { .. }
        | Action::Perform { .. }
        | Action::RemoveFromGame { .. }
        | Action::GainResource { .. }
        | Action::PayResource { .. }
        | Action::DealDamage { .. }
        | Action::DivideDamage { .. }
        | Action::RemoveDamage { .. }
        | Action::MoveDamage { .. }
        | Action::DoubleDamage { .. }
        | Action::Increase { .. }
        | Action::Decrease { .. }
        | Action::MoveTokens { .. }
        | Action::Move { .. }
        | Action::Swap { .. }
        | Action::Place { .. }
        | Action::Attack { .. }
        | Action::AlsoHits { .. }
        | Action::Redirect { .. }
        | Action::PlaceMarks { .. }
        | Action::RemoveMarks { .. }
        | Action::Activate { .. }
        | Action::Draw { .. }
        | Action::Discard { .. }
        | Action::Reveal { .. }
        | Action::Look { .. }
        | Action::Choose { .. }
        | Action::Return { .. }
        | Action::Put { .. }
        | Action::Search { .. }
        | Action::Shuffle { .. }
        | Action::Play { .. }
        | Action::RemoveFromMap { .. }
        | Action::Negate { .. }
        | Action::LoseControl { .. }
        | Action::Ready { .. }
        | Action::Spend { .. }
        | Action::Pay { .. }
        | Action::Turn { .. }
        | Action::Attach { .. }
        | Action::RemoveCard { .. }
        | Action::PlaceTokens { .. }
        | Action::RemoveTokens { .. }
        | Action::PreventThat { .. }
        | Action::Boost { .. } => 0,
    }
}

/// The selectors of an action whose things are found before it is done. Patterns that are asked at the time of use
/// are not among them.
pub(crate) fn selectors(action: &Action) -> SmallVec<[&Selector; 3]> {
    let list: &[&Selector] = match action {
        Action::DealDamage { amount: _, to }
        | Action::PreventNext {
            amount: _,
            to,
            time: _,
        } => &[to],
        Action::DivideDamage { amount: _, among } => &[among],
        Action::RemoveDamage { amount: _, from } => &[from],
        Action::MoveDamage {
            amount: _,
            from,
            to,
        } => &[from, to],
        Action::DoubleDamage { of } => &[of],
        Action::Increase { amount: _, what } | Action::Decrease { amount: _, what } => &[what],
        Action::MoveTokens {
            tokens: _,
            from,
            to,
        } => &[from, to],
        Action::Change { who, .. } | Action::Become { who, .. } | Action::DealMore { who, .. } => {
            &[who]
        }
        Action::SetAttribute { of, .. } | Action::Disadvantage { of, .. } => &[of],
        Action::SetLimit { .. } => &[],
        Action::Move { what, .. } => &[what],
        Action::Swap {
            what,
            with: Some(with),
        } => &[what, with],
        Action::Swap { what, with: None } => &[what],
        Action::Place {
            what,
            on,
            copy_of: Some(copy_of),
        } => &[what, on, copy_of],
        Action::Place {
            what,
            on,
            copy_of: None,
        } => &[what, on],
        Action::Attack {
            who,
            whom,
            again: _,
        } => &[who, whom],
        Action::AlsoHits { attack: _, what } => &[what],
        Action::Redirect { attack: _, to } => &[to],
        Action::Cannot {
            who: cardwright_ir::Stake::Cards { which },
            ..
        } => &[which],
        Action::Cannot {
            who: cardwright_ir::Stake::Player { .. },
            ..
        } => &[],
        Action::CanAttackOnly { who, .. }
        | Action::Permit { who, .. }
        | Action::TakeLess { who, .. } => &[who],
        Action::PlaceMarks { marks: _, on } => &[on],
        Action::RemoveMarks { marks: _, from } => &[from],
        Action::Activate { what }
        | Action::Look { what }
        | Action::Choose { what }
        | Action::RemoveFromMap { what }
        | Action::Negate { what } => &[what],
        Action::Draw { .. } | Action::Shuffle { .. } | Action::Pay { .. } => &[],
        Action::Discard { who: _, what } | Action::Reveal { who: _, what } => &[what],
        Action::Return { what, to: _ } | Action::Put { what, .. } | Action::Search { what, .. } => {
            &[what]
        }
        Action::Play { what, .. } => &[what],
        Action::TakeControl { what, .. } | Action::LoseControl { what, .. } => &[what],
        Action::Ready { who: _, what } | Action::Spend { who: _, what } => &[what],
        Action::Perform { with, .. } | Action::ApplyRule { with, .. } => {
            return arguments(with).collect();
        }
        Action::HaveAbility { who, with, .. } => {
            return std::iter::once(who).chain(arguments(with)).collect();
        }
        Action::Bonus { .. }
        | Action::RemoveFromGame { .. }
        | Action::GainResource { .. }
        | Action::PayResource { .. } => &[],
        Action::SpendAs { .. }
        | Action::ChangeCost { .. }
        | Action::CardsDealMore { .. }
        | Action::PermitPlaces { .. } => &[],
        Action::Turn { what, face: _ } => &[what],
        Action::Attach { what, to } => &[what, to],
        Action::RemoveCard { what, from } => &[what, from],
        Action::PlaceTokens { tokens: _, on } => &[on],
        Action::RemoveTokens { tokens: _, from } => &[from],
        Action::PreventThat { .. } | Action::BoostDamage { .. } => &[],
        Action::Boost {
            who: _,
            attack: _,
            with,
        } => &[with],
        Action::Gain { who, .. } => &[who],
    };
    SmallVec::from_slice(list)
}

/// The things among the arguments of a phrase.
fn arguments(with: &[Argument]) -> impl Iterator<Item = &Selector> {
    with.iter().filter_map(|argument| match argument {
        Argument::Things { which } => Some(which),
        Argument::Number { .. } | Argument::Word { .. } | Argument::Player { .. } => None,
    })
}

/// What is chosen is attached to what the second selector finds, so that one is found first.
pub(crate) fn finds_last_first(action: &Action) -> bool {
    matches!(action, Action::RemoveCard { .. })
}

/// Returns whether a selector is asked at the time of use.
pub(crate) fn is_pattern(selector: &Selector) -> bool {
    matches!(selector.pick, cardwright_ir::Pick::Any { .. })
}

pub(crate) fn filter_of(selector: &Selector) -> Option<&Filter> {
    match &selector.pick {
        Pick::Any { from, .. }
        | Pick::Each { from, .. }
        | Pick::Choose { from, .. }
        | Pick::Random { from, .. } => Some(from),
        Pick::Known { .. } | Pick::Stack { .. } | Pick::Pile { .. } | Pick::Zone { .. } => None,
    }
}

/// Returns whether a pattern asks nothing that the back of a card does not show.
pub(crate) fn asks_nothing(selector: &Selector) -> bool {
    let Some(filter) = filter_of(selector) else {
        return false;
    };
    let any = matches!(&filter.noun, cardwright_ir::Noun::Card { types } if types.is_empty());
    any && filter.names.is_empty()
        && filter.traits.is_empty()
        && filter.fields.is_empty()
        && filter.states.is_empty()
        && filter.excluding.is_none()
}
