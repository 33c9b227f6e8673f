//! Traversal of the IR: visits every node once, in the order of the text as far as the order of the fields allows.
//!
//! One table lists the children of each node. It names every field, so a new field cannot be missed.

use super::*;

/// A node with a meaning of its own.
#[derive(Clone, Copy, Debug)]
pub enum Node<'i> {
    Ability(&'i Ability),
    Effect(&'i Effect),
    Action(&'i Action),
    Selector(&'i Selector),
    Filter(&'i Filter),
    /// The filter in the `excluding` field of another filter.
    Excluding(&'i Filter),
    Condition(&'i Condition),
    Event(&'i Event),
    Amount(&'i Amount),
    Place(&'i Place),
    Reference(&'i Reference),
}

/// Calls `each` with every node and its ancestors, the outermost ancestor first.
pub fn visit<'i>(abilities: &'i [Ability], each: &mut dyn FnMut(Node<'i>, &[Node<'i>])) {
    Walk::of(abilities, each);
}

/// Like [`visit`], for a list of effects.
pub fn visit_effects<'i>(effects: &'i [Effect], each: &mut dyn FnMut(Node<'i>, &[Node<'i>])) {
    Walk::of(effects, each);
}

/// Like [`visit`], for an event.
pub fn visit_event<'i>(event: &'i Event, each: &mut dyn FnMut(Node<'i>, &[Node<'i>])) {
    Walk::of(event, each);
}

/// Like [`visit`], for an amount.
pub fn visit_amount<'i>(amount: &'i Amount, each: &mut dyn FnMut(Node<'i>, &[Node<'i>])) {
    Walk::of(amount, each);
}

/// Like [`visit`], for a condition.
pub fn visit_condition<'i>(condition: &'i Condition, each: &mut dyn FnMut(Node<'i>, &[Node<'i>])) {
    Walk::of(condition, each);
}

/// Like [`visit`], for an action.
pub fn visit_action<'i>(action: &'i Action, each: &mut dyn FnMut(Node<'i>, &[Node<'i>])) {
    Walk::of(action, each);
}

/// Like [`visit`], for a selector.
pub fn visit_selector<'i>(selector: &'i Selector, each: &mut dyn FnMut(Node<'i>, &[Node<'i>])) {
    Walk::of(selector, each);
}

/// Like [`visit`], for a filter.
pub fn visit_filter<'i>(filter: &'i Filter, each: &mut dyn FnMut(Node<'i>, &[Node<'i>])) {
    Walk::of(filter, each);
}

/// Moves all spans of an ability whose text moved from offset `from` to offset `to`.
pub fn shift(ability: &mut Ability, from: usize, to: usize) {
    if from != to {
        let by = to as i64 - from as i64;
        let moved = |place| (i64::from(place) + by) as u32;
        ability.place(&|start, end| (moved(start), moved(end)));
    }
}

/// Replaces all spans of an ability by others: `place` returns that of a start and an end.
pub fn place(ability: &mut Ability, place: &dyn Fn(u32, u32) -> (u32, u32)) {
    ability.place(place);
}

struct Walk<'i, 'f> {
    path: Vec<Node<'i>>,
    each: &'f mut dyn FnMut(Node<'i>, &[Node<'i>]),
}

impl<'i, 'f> Walk<'i, 'f> {
    fn of(walked: &'i (impl Walked + ?Sized), each: &'f mut dyn FnMut(Node<'i>, &[Node<'i>])) {
        // Few texts are nested more deeply.
        let path = Vec::with_capacity(16);
        walked.walk(&mut Walk { path, each });
    }

    fn node(&mut self, node: Node<'i>, inner: impl FnOnce(&mut Self)) {
        (self.each)(node, &self.path);
        self.path.push(node);
        inner(self);
        self.path.pop();
    }
}

trait Walked {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>);

    /// Replaces all spans in it.
    fn place(&mut self, by: &dyn Fn(u32, u32) -> (u32, u32));
}

impl<T: Walked> Walked for [T] {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        self.iter().for_each(|item| item.walk(walk));
    }

    fn place(&mut self, by: &dyn Fn(u32, u32) -> (u32, u32)) {
        self.iter_mut().for_each(|item| item.place(by));
    }
}

impl<T: Walked> Walked for Vec<T> {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        self.as_slice().walk(walk);
    }

    fn place(&mut self, by: &dyn Fn(u32, u32) -> (u32, u32)) {
        self.as_mut_slice().place(by);
    }
}

impl<T: Walked> Walked for Option<T> {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        self.iter().for_each(|item| item.walk(walk));
    }

    fn place(&mut self, by: &dyn Fn(u32, u32) -> (u32, u32)) {
        self.iter_mut().for_each(|item| item.place(by));
    }
}

impl<T: Walked> Walked for Box<T> {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        (**self).walk(walk);
    }

    fn place(&mut self, by: &dyn Fn(u32, u32) -> (u32, u32)) {
        (**self).place(by);
    }
}

impl Walked for At {
    fn walk<'i>(&'i self, _: &mut Walk<'i, '_>) {}

    fn place(&mut self, by: &dyn Fn(u32, u32) -> (u32, u32)) {
        if let Some((start, end)) = self.0 {
            self.0 = Some(by(start, end));
        }
    }
}

/// The children of each type. A `node` is visited; a `part` belongs to its node and is only traversed.
macro_rules! table {
    ($($kind:ident $type:ident { $($pattern:pat => [$($part:ident),*],)+ })+) => {$(
        impl Walked for $type {
            fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
                table!(@$kind $type, self, walk, match self {
                    $($pattern => { $($part.walk(walk);)* })+
                });
            }

            fn place(&mut self, by: &dyn Fn(u32, u32) -> (u32, u32)) {
                match self {
                    $($pattern => { $($part.place(by);)* })+
                }
            }
        }
    )+};
    (@node $type:ident, $self:ident, $walk:ident, $inner:expr) => {
        $walk.node(Node::$type($self), |$walk| $inner)
    };
    (@part $type:ident, $self:ident, $walk:ident, $inner:expr) => { $inner };
}

table! {
    node Ability {
        Ability { part: _, heading, effects, scale, span } => [heading, effects, scale, span],
    }
    part Scale {
        Scale { factor: _, of } => [of],
    }
    part Row {
        Row { at: _, effects } => [effects],
    }
    part Heading {
        Heading { id: _, when, placement, span } => [when, placement, span],
    }
    part Placement {
        Placement::AttachTo { to } => [to],
        Placement::Aside => [],
    }
    node Effect {
        Effect { what, span } => [what, span],
    }
    part What {
        What::Act { action } => [action],
        What::Then { effects } | What::Together { effects } => [effects],
        What::May { who: _, cost, effects, otherwise } => [cost, effects, otherwise],
        What::If { condition, then, otherwise } => [condition, then, otherwise],
        What::While { condition, effects } | What::Unless { condition, effects } => [condition, effects],
        What::UnlessPaid { who: _, cost, effects } => [cost, effects],
        What::When { occasion, effects } => [occasion, effects],
        What::Limit { times: _, per: _, period: _, effects } => [effects],
        What::Delayed { moment: _, period: _, effects } => [effects],
        What::Replace { event, effects } => [event, effects],
        What::Choose { who: _, at_least: _, at_most: _, modes } => [modes],
        What::Either { who: _, effects } => [effects],
        What::Repeat { times: _, effects } => [effects],
        What::Ladder { by: _, rows } => [rows],
        What::ForEach { each, slot: _, effects } => [each, effects],
    }
    node Action {
        Action::DealDamage { amount, to } => [amount, to],
        Action::DivideDamage { amount, among } => [amount, among],
        Action::RemoveDamage { amount, from } => [amount, from],
        Action::MoveDamage { amount, from, to } => [amount, from, to],
        Action::DoubleDamage { of } => [of],
        Action::Increase { amount, what } | Action::Decrease { amount, what } => [amount, what],
        Action::MoveTokens { tokens, from, to } => [tokens, from, to],
        Action::Change { who, changes, time } => [who, changes, time],
        Action::Bonus { changes, of, time } => [changes, of, time],
        Action::RemoveFromGame { what } => [what],
        Action::SetAttribute { attribute: _, of, to, time } => [of, to, time],
        Action::Become { who, field: _, value: _, time } => [who, time],
        Action::SetLimit { who: _, limit: _, to, time } => [to, time],
        Action::Move { what, steps, up_to: _, direction } => [what, steps, direction],
        Action::Swap { what, with } => [what, with],
        Action::Place { what, on, copy_of } => [what, on, copy_of],
        Action::Attack { who, whom, again: _ } => [who, whom],
        Action::DealMore { who, amount, less: _, at_least: _, time } => [who, amount, time],
        Action::CardsDealMore { what, amount, less: _, at_least: _, time } => [what, amount, time],
        Action::Disadvantage { of, has: _, time } => [of, time],
        Action::AlsoHits { attack, what } => [attack, what],
        Action::Redirect { attack, to } => [attack, to],
        Action::Cannot { who, what, time } => [who, what, time],
        Action::CanAttackOnly { who, whom, time } => [who, whom, time],
        Action::Permit { who, permission, time } => [who, permission, time],
        Action::PermitPlaces { what, places, time } => [what, places, time],
        Action::PlaceMarks { marks: _, on } => [on],
        Action::RemoveMarks { marks: _, from } => [from],
        Action::Activate { what }
        | Action::Look { what }
        | Action::Choose { what }
        | Action::RemoveFromMap { what }
        | Action::Negate { what }
        | Action::Turn { what, face: _ } => [what],
        Action::Draw { who: _, amount, slot: _ } => [amount],
        Action::Discard { who: _, what }
        | Action::Reveal { who: _, what }
        | Action::LoseControl { who: _, what }
        | Action::Ready { who: _, what }
        | Action::Spend { who: _, what } => [what],
        Action::Return { what, to: _ } => [what],
        Action::Put { what, to: _, rest: _ } => [what],
        Action::Search { zone: _, what, reveal: _, to: _ } => [what],
        Action::Shuffle { who: _, zone: _, into: _ } => [],
        Action::Play { who: _, what, free: _, as_ } => [what, as_],
        Action::TakeControl { who: _, what, time } => [what, time],
        Action::Pay { who: _, statistic: _, amount } => [amount],
        Action::GainResource { who: _, resource: _, amount } | Action::PayResource { who: _, resource: _, amount } => [amount],
        Action::Perform { who: _, phrase: _, with } => [with],
        Action::ApplyRule { phrase: _, with, time } => [with, time],
        Action::HaveAbility { who, phrase: _, with, time } => [who, with, time],
        Action::SpendAs { who: _, what, statistic: _, amount, time } => [what, amount, time],
        Action::ChangeCost { what, statistic: _, amount, less: _, at_least: _, first_each_round: _, time } => [what, amount, time],
        Action::Attach { what, to } => [what, to],
        Action::RemoveCard { what, from } => [what, from],
        Action::PlaceTokens { tokens, on } => [tokens, on],
        Action::RemoveTokens { tokens, from } => [tokens, from],
        Action::PreventNext { amount, to, time } => [amount, to, time],
        Action::PreventThat { amount } => [amount],
        Action::TakeLess { who, amount, more: _, from, at_least: _, time } => [who, amount, from, time],
        Action::Boost { who: _, attack, with } => [attack, with],
        Action::BoostDamage { who: _, amount, instead_of, time } => [amount, instead_of, time],
        Action::Gain { who, abilities, time } => [who, abilities, time],
    }
    part AttributeChange {
        AttributeChange { attribute: _, by: amount, lose: _, at_least: _ } => [amount],
    }
    part TokenCount {
        TokenCount { amount, token: _ } => [amount],
    }
    part Direction {
        Direction::AwayFrom { what } | Direction::Toward { what } => [what],
    }
    part Argument {
        Argument::Number { amount } => [amount],
        Argument::Things { which } => [which],
        Argument::Word { list: _, value: _ } => [],
        Argument::Player { who: _ } => [],
    }
    part Stake {
        Stake::Cards { which } => [which],
        Stake::Player { who: _ } => [],
    }
    part Deed {
        Deed::Move | Deed::BeActivated => [],
        Deed::Attack { whom: of }
        | Deed::Retaliate { against: of }
        | Deed::BeTargeted { by: of }
        | Deed::BeAttacked { by: of }
        | Deed::BeMoved { by: of } => [of],
        Deed::BeAffected { by: what }
        | Deed::Enter { what }
        | Deed::Play { what }
        | Deed::Boost { what }
        | Deed::Draw { what } => [what],
    }
    part Permission {
        Permission::MoveAfterAttacking | Permission::RetaliateAnyNumberOfTimes => [],
        Permission::MoveThrough { what } => [what],
    }
    node Selector {
        Selector { pick, span } => [pick, span],
    }
    part Pick {
        Pick::Choose { count, by: _, from, superlative, chain, slot: _ } => [count, from, superlative, chain],
        Pick::Random { count, from, slot: _ } => [count, from],
        Pick::Each { from, slot: _ } | Pick::Any { from, slot: _ } => [from],
        Pick::Stack { count, end: _, zone: _, slot: _ } => [count],
        Pick::Pile { count, end: _, types: _, of, slot: _ } => [count, of],
        Pick::Known { is } => [is],
        Pick::Zone { zone: _, slot: _ } => [],
    }
    part Superlative {
        Superlative::Nearest { to } => [to],
        Superlative::Highest { attribute: _ } | Superlative::Lowest { attribute: _ } => [],
    }
    part Chain {
        Chain { range } => [range],
    }
    part Count {
        Count::Exactly { number } | Count::UpTo { number } => [number],
        Count::Any => [],
    }
    part State {
        State::Mark { mark: _, has: _ }
        | State::Vacant
        | State::Ready
        | State::Spent
        | State::FaceUp
        | State::FaceDown
        | State::BeingPlayed
        | State::RemovedThisWay
        | State::DealtDamageThisWay => [],
        State::Tokens { token: _, number }
        | State::Damage { number }
        | State::Size { number }
        | State::Attribute { attribute: _, number } => [number],
        State::SameName { as_ } => [as_],
    }
    part Comparison {
        Comparison::Exactly { number }
        | Comparison::AtLeast { number }
        | Comparison::AtMost { number }
        | Comparison::MoreThan { number }
        | Comparison::LessThan { number } => [number],
    }
    node Place {
        Place::Adjacent { to, not: _ } => [to],
        Place::Within { range, of, not: _ } => [range, of],
        Place::Beyond { steps, from } => [steps, from],
        Place::SameRow { as_ } | Place::SameColumn { as_ } => [as_],
        Place::Row { row: _, side: _ } | Place::Area => [],
        Place::Behind { what } | Place::Under { what } | Place::On { what } => [what],
    }
    node Amount {
        Amount::Fixed { value: _ } | Amount::X | Amount::All | Amount::DamageOfEvent => [],
        Amount::Attribute { attribute: _, of, printed: _ } | Amount::TokensOn { token: _, of } => [of],
        Amount::Size { of }
        | Amount::DamageOn { of }
        | Amount::DamageDealt { by: of }
        | Amount::StepsMoved { who: of, period: _ } => [of],
        Amount::Number { of } => [of],
        Amount::Played { who: _, what, period: _ } => [what],
        Amount::Half { of, rounded: _ }
        | Amount::Times { factor: _, of }
        | Amount::Every { each: _, of }
        | Amount::Bounded { of, minimum: _, maximum: _ } => [of],
    }
    node Event {
        Event { what, span } => [what, span],
    }
    part Happening {
        Happening::Attacks { who, whom: other }
        | Happening::IsAttacked { who, by: other }
        | Happening::Retaliates { who, against: other }
        | Happening::IsDealtDamage { who, by: other }
        | Happening::WouldBeDealtDamage { who, by: other }
        | Happening::IsRemovedFromMap { who, by: other }
        | Happening::WouldBeRemovedFromMap { who, by: other }
        | Happening::IsTargeted { who, by: other }
        | Happening::IsAttached { what: who, to: other } => [who, other],
        Happening::IsActivated { who }
        | Happening::Moves { who }
        | Happening::IsIncreased { who }
        | Happening::IsDecreased { who }
        | Happening::Merges { who } => [who],
        Happening::Activates { who: _, what }
        | Happening::Plays { who: _, what }
        | Happening::Draws { who: _, what }
        | Happening::Discards { who: _, what }
        | Happening::Readies { who: _, what }
        | Happening::Spends { who: _, what }
        | Happening::TakesControl { who: _, what } => [what],
        Happening::Enters { who, space } | Happening::StopsOn { who, space } => [who, space],
        Happening::IsPlayed { what }
        | Happening::IsBoosted { what }
        | Happening::IsDrawn { what }
        | Happening::IsDiscarded { what }
        | Happening::IsReadied { what }
        | Happening::IsSpent { what }
        | Happening::IsTaken { what } => [what],
        Happening::IsPlaced { what, places } => [what, places],
        Happening::Boosts { who: _ } | Happening::Passes { who: _ } => [],
        Happening::Occurs { phrase: _, with } => [with],
        Happening::MarkPlaced { marks: _, on } => [on],
    }
    part Occasion {
        Occasion::When { event }
        | Occasion::After { event }
        | Occasion::FirstEachRound { event } => [event],
        Occasion::At { moment: _, period: _ } => [],
    }
    node Condition {
        Condition { test, span } => [test, span],
    }
    part Test {
        Test::All { of } => [of],
        Test::Number { of, number } => [of, number],
        Test::Has { who: _, what, number } => [what, number],
        Test::HasPlayed { who: _, what, number, period: _ } => [what, number],
        Test::Compare { left, right } => [left, right],
        Test::Is { who, not: _, what } => [who, what],
        Test::FirstPlayer { who: _, not: _ } => [],
        Test::Holds { phrase: _, with } => [with],
        Test::HasMoved { who, period: _, not: _ }
        | Test::HasAttacked { who, period: _, not: _ }
        | Test::HasRetaliated { who, period: _, not: _ }
        | Test::HasBeenActivated { who, period: _, not: _ }
        | Test::HasBeenAttacked { who, period: _, not: _ }
        | Test::HasBeenDealtDamage { who, period: _, not: _ }
        | Test::HasBeenRemoved { who, period: _, not: _ }
        | Test::WasRemovedThisWay { who, not: _ }
        | Test::WasDiscardedThisWay { what: who, not: _ }
        | Test::WasDrawnThisWay { what: who, not: _ }
        | Test::WasRevealedThisWay { what: who, not: _ }
        | Test::WasDealtDamageThisWay { who, not: _ } => [who],
    }
    part Duration {
        Duration::While { condition } => [condition],
        Duration::EndOfAttack
        | Duration::EndOfActivation
        | Duration::EndOfTurn
        | Duration::EndOfRound
        | Duration::EndOfGame
        | Duration::EndOf { period: _ }
        | Duration::EndOfNext { period: _ }
        | Duration::Periods { count: _, period: _ }
        | Duration::YourNextTurn
        | Duration::Standing
        | Duration::AnotherChange => [],
    }
}

impl Walked for Reference {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        walk.node(Node::Reference(self), |_| {});
    }

    fn place(&mut self, _: &dyn Fn(u32, u32) -> (u32, u32)) {}
}

/// Written out because the filter in `excluding` is visited as [`Node::Excluding`].
impl Walked for Filter {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        walk.node(Node::Filter(self), |walk| parts(self, walk));
    }

    fn place(&mut self, by: &dyn Fn(u32, u32) -> (u32, u32)) {
        let Filter {
            noun: _,
            side: _,
            other: _,
            not_itself: _,
            names: _,
            traits: _,
            fields: _,
            states,
            places,
            zone: _,
            among: _,
            next: _,
            excluding,
        } = self;
        states.place(by);
        places.place(by);
        excluding.place(by);
    }
}

fn parts<'i>(filter: &'i Filter, walk: &mut Walk<'i, '_>) {
    let Filter {
        noun: _,
        side: _,
        other: _,
        not_itself: _,
        names: _,
        traits: _,
        fields: _,
        states,
        places,
        zone: _,
        among,
        next: _,
        excluding,
    } = filter;
    states.walk(walk);
    places.walk(walk);
    among.walk(walk);
    if let Some(excluding) = excluding {
        walk.node(Node::Excluding(excluding), |walk| parts(excluding, walk));
    }
}

impl Comparison {
    /// Returns the number with which a value is compared.
    pub fn number(&self) -> &Amount {
        match self {
            Comparison::Exactly { number }
            | Comparison::AtLeast { number }
            | Comparison::AtMost { number }
            | Comparison::MoreThan { number }
            | Comparison::LessThan { number } => number,
        }
    }
}
