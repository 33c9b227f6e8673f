//! Walking through the IR: every node once, in the order of the text as far as the types have it.
//!
//! Matches name every field, so a new one cannot be passed over.

use super::*;

/// A node that says something by itself.
#[derive(Clone, Copy, Debug)]
pub enum Node<'i> {
    Ability(&'i Ability),
    Effect(&'i Effect),
    Action(&'i Action),
    Selector(&'i Selector),
    Filter(&'i Filter),
    /// The description of what another one leaves out.
    Excluding(&'i Filter),
    Condition(&'i Condition),
    Event(&'i Event),
    Amount(&'i Amount),
    Place(&'i Place),
    Reference(&'i Reference),
}

/// Calls `each` with every node and the nodes that it stands in, the outermost first.
pub fn visit<'i>(abilities: &'i [Ability], each: &mut dyn FnMut(Node<'i>, &[Node<'i>])) {
    Walk::of(abilities, each);
}

/// The same of effects alone.
pub fn visit_effects<'i>(effects: &'i [Effect], each: &mut dyn FnMut(Node<'i>, &[Node<'i>])) {
    Walk::of(effects, each);
}

/// The same of an event alone.
pub fn visit_event<'i>(event: &'i Event, each: &mut dyn FnMut(Node<'i>, &[Node<'i>])) {
    Walk::of(event, each);
}

/// The same of a number alone.
pub fn visit_amount<'i>(amount: &'i Amount, each: &mut dyn FnMut(Node<'i>, &[Node<'i>])) {
    Walk::of(amount, each);
}

/// The same of a condition alone.
pub fn visit_condition<'i>(condition: &'i Condition, each: &mut dyn FnMut(Node<'i>, &[Node<'i>])) {
    Walk::of(condition, each);
}

struct Walk<'i, 'f> {
    path: Vec<Node<'i>>,
    each: &'f mut dyn FnMut(Node<'i>, &[Node<'i>]),
}

impl<'i, 'f> Walk<'i, 'f> {
    fn of(walked: &'i (impl Walked + ?Sized), each: &'f mut dyn FnMut(Node<'i>, &[Node<'i>])) {
        let path = Vec::new();
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
}

impl<T: Walked> Walked for [T] {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        self.iter().for_each(|item| item.walk(walk));
    }
}

impl<T: Walked> Walked for Vec<T> {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        self.as_slice().walk(walk);
    }
}

impl<T: Walked> Walked for Option<T> {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        self.iter().for_each(|item| item.walk(walk));
    }
}

impl<T: Walked> Walked for Box<T> {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        (**self).walk(walk);
    }
}

macro_rules! all {
    ($walk:ident: $($part:expr),+) => {{ $($part.walk($walk);)+ }};
}

impl Walked for Ability {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        let Ability {
            heading,
            effects,
            span: _,
        } = self;
        walk.node(Node::Ability(self), |walk| all!(walk: heading, effects));
    }
}

impl Walked for Heading {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        let Heading {
            id: _,
            when,
            placement,
            span: _,
        } = self;
        all!(walk: when, placement);
    }
}

impl Walked for Placement {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        match self {
            Placement::AttachTo { to } => to.walk(walk),
            Placement::Aside => {}
        }
    }
}

impl Walked for Effect {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        let Effect { what, span: _ } = self;
        walk.node(Node::Effect(self), |walk| what.walk(walk));
    }
}

impl Walked for What {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        match self {
            What::Act { action } => action.walk(walk),
            What::Then { effects } | What::Together { effects } => effects.walk(walk),
            What::May {
                who: _,
                cost,
                effects,
                otherwise,
            } => all!(walk: cost, effects, otherwise),
            What::If {
                condition,
                then,
                otherwise,
            } => all!(walk: condition, then, otherwise),
            What::While { condition, effects } | What::Unless { condition, effects } => {
                all!(walk: condition, effects)
            }
            What::UnlessPaid {
                who: _,
                cost,
                effects,
            } => all!(walk: cost, effects),
            What::When { occasion, effects } => all!(walk: occasion, effects),
            What::Limit {
                times: _,
                per: _,
                effects,
            } => effects.walk(walk),
            What::Delayed { moment: _, effects } => effects.walk(walk),
            What::Replace { event, effects } => all!(walk: event, effects),
            What::Choose {
                who: _,
                at_least: _,
                at_most: _,
                modes,
            } => modes.walk(walk),
            What::Either { who: _, effects } => effects.walk(walk),
            What::ForEach {
                each,
                slot: _,
                effects,
            } => all!(walk: each, effects),
        }
    }
}

impl Walked for Action {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        walk.node(Node::Action(self), |walk| within(self, walk));
    }
}

fn within<'i>(action: &'i Action, walk: &mut Walk<'i, '_>) {
    match action {
        Action::DealDamage { amount, to } => all!(walk: amount, to),
        Action::DivideDamage { amount, among } => all!(walk: amount, among),
        Action::RemoveDamage { amount, from } => all!(walk: amount, from),
        Action::MoveDamage { amount, from, to } => all!(walk: amount, from, to),
        Action::DoubleDamage { of } => of.walk(walk),
        Action::Increase { amount, what } | Action::Decrease { amount, what } => {
            all!(walk: amount, what)
        }
        Action::MoveTokens { tokens, from, to } => all!(walk: tokens.amount, from, to),
        Action::Change { who, changes, time } => {
            who.walk(walk);
            for change in changes {
                change.by.walk(walk);
            }
            time.walk(walk);
        }
        Action::SetAttribute {
            attribute: _,
            of,
            to,
            time,
        } => all!(walk: of, to, time),
        Action::Become {
            who,
            field: _,
            value: _,
            time,
        } => all!(walk: who, time),
        Action::SetLimit {
            who: _,
            limit: _,
            to,
            time,
        } => all!(walk: to, time),
        Action::Move {
            what,
            steps,
            up_to: _,
            direction,
        } => all!(walk: what, steps, direction),
        Action::Swap { what, with } => all!(walk: what, with),
        Action::Place { what, on, copy_of } => all!(walk: what, on, copy_of),
        Action::Attack {
            who,
            whom,
            again: _,
        } => all!(walk: who, whom),
        Action::DealMore {
            who,
            amount,
            less: _,
            at_least: _,
            time,
        } => all!(walk: who, amount, time),
        Action::Disadvantage { of, has: _, time } => all!(walk: of, time),
        Action::AlsoHits { attack, what } => all!(walk: attack, what),
        Action::Redirect { attack, to } => all!(walk: attack, to),
        Action::Cannot { who, what, time } => all!(walk: who, what, time),
        Action::CanAttackOnly { who, whom, time } => all!(walk: who, whom, time),
        Action::Permit {
            who,
            permission,
            time,
        } => all!(walk: who, permission, time),
        Action::PlaceMarks { marks: _, on } => on.walk(walk),
        Action::RemoveMarks { marks: _, from } => from.walk(walk),
        Action::Activate { what }
        | Action::Look { what }
        | Action::Choose { what }
        | Action::RemoveFromMap { what }
        | Action::Negate { what }
        | Action::Turn { what, face: _ } => what.walk(walk),
        Action::Draw {
            who: _,
            amount,
            slot: _,
        } => amount.walk(walk),
        Action::Discard { who: _, what }
        | Action::Reveal { who: _, what }
        | Action::LoseControl { who: _, what }
        | Action::Ready { who: _, what }
        | Action::Spend { who: _, what } => what.walk(walk),
        Action::Return { what, to: _ } => what.walk(walk),
        Action::Put {
            what,
            to: _,
            rest: _,
        } => what.walk(walk),
        Action::Search {
            zone: _,
            what,
            reveal: _,
            to: _,
        } => what.walk(walk),
        Action::Shuffle {
            who: _,
            zone: _,
            into: _,
        } => {}
        Action::Play {
            who: _,
            what,
            free: _,
            as_,
        } => all!(walk: what, as_),
        Action::TakeControl { who: _, what, time } => all!(walk: what, time),
        Action::Pay {
            who: _,
            statistic: _,
            amount,
        } => amount.walk(walk),
        Action::SpendAs {
            who: _,
            what,
            statistic: _,
            amount,
            time,
        } => all!(walk: what, amount, time),
        Action::ChangeCost {
            what,
            statistic: _,
            amount,
            less: _,
            at_least: _,
            time,
        } => all!(walk: what, amount, time),
        Action::Attach { what, to } => all!(walk: what, to),
        Action::RemoveCard { what, from } => all!(walk: what, from),
        Action::PlaceTokens { tokens, on } => all!(walk: tokens.amount, on),
        Action::RemoveTokens { tokens, from } => all!(walk: tokens.amount, from),
        Action::PreventNext { amount, to, time } => all!(walk: amount, to, time),
        Action::PreventThat { amount } => amount.walk(walk),
        Action::TakeLess {
            who,
            amount,
            more: _,
            from,
            at_least: _,
            time,
        } => all!(walk: who, amount, from, time),
        Action::Boost {
            who: _,
            attack,
            with,
        } => all!(walk: attack, with),
        Action::BoostDamage {
            who: _,
            amount,
            instead_of,
            time,
        } => all!(walk: amount, instead_of, time),
        Action::Gain {
            who,
            abilities,
            time,
        } => all!(walk: who, abilities, time),
    }
}

impl Walked for Direction {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        match self {
            Direction::AwayFrom { what } | Direction::Toward { what } => what.walk(walk),
        }
    }
}

impl Walked for Stake {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        match self {
            Stake::Cards { which } => which.walk(walk),
            Stake::Player { who: _ } => {}
        }
    }
}

impl Walked for Deed {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        match self {
            Deed::Move | Deed::BeActivated => {}
            Deed::Attack { whom: of }
            | Deed::Retaliate { against: of }
            | Deed::BeTargeted { by: of }
            | Deed::BeAttacked { by: of }
            | Deed::BeMoved { by: of } => of.walk(walk),
            Deed::Enter { what }
            | Deed::Play { what }
            | Deed::Boost { what }
            | Deed::Draw { what } => what.walk(walk),
        }
    }
}

impl Walked for Permission {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        match self {
            Permission::MoveAfterAttacking | Permission::RetaliateAnyNumberOfTimes => {}
            Permission::MoveThrough { what } => what.walk(walk),
            Permission::BePlaced { places } => places.walk(walk),
        }
    }
}

impl Walked for Selector {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        let Selector { pick, span: _ } = self;
        walk.node(Node::Selector(self), |walk| match pick {
            Pick::Choose {
                count,
                by: _,
                from,
                superlative,
                chain,
                slot: _,
            } => {
                count.walk(walk);
                from.walk(walk);
                match superlative.as_deref() {
                    Some(Superlative::Nearest { to }) => to.walk(walk),
                    Some(
                        Superlative::Highest { attribute: _ }
                        | Superlative::Lowest { attribute: _ },
                    )
                    | None => {}
                }
                if let Some(Chain { range }) = chain.as_deref() {
                    range.walk(walk);
                }
            }
            Pick::Random {
                count,
                from,
                slot: _,
            } => all!(walk: count, from),
            Pick::Each { from, slot: _ } | Pick::Any { from, slot: _ } => from.walk(walk),
            Pick::Stack {
                count,
                end: _,
                zone: _,
                slot: _,
            } => count.walk(walk),
            Pick::Known { is } => is.walk(walk),
            Pick::Zone { zone: _, slot: _ } => {}
        });
    }
}

impl Walked for Count {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        match self {
            Count::Exactly { number } | Count::UpTo { number } => number.walk(walk),
            Count::Any => {}
        }
    }
}

impl Walked for Filter {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        walk.node(Node::Filter(self), |walk| parts(self, walk));
    }
}

fn parts<'i>(filter: &'i Filter, walk: &mut Walk<'i, '_>) {
    let Filter {
        noun: _,
        side: _,
        other: _,
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
    all!(walk: states, places, among);
    if let Some(excluding) = excluding {
        walk.node(Node::Excluding(excluding), |walk| parts(excluding, walk));
    }
}

impl Walked for State {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        match self {
            State::Mark { mark: _, has: _ }
            | State::Vacant
            | State::Ready
            | State::Spent
            | State::FaceUp
            | State::FaceDown
            | State::BeingPlayed => {}
            State::Tokens { token: _, number }
            | State::Damage { number }
            | State::Size { number }
            | State::Attribute {
                attribute: _,
                number,
            } => number.walk(walk),
            State::SameName { as_ } => as_.walk(walk),
        }
    }
}

impl Comparison {
    /// The number that is compared with.
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

impl Walked for Comparison {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        self.number().walk(walk);
    }
}

impl Walked for Place {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        walk.node(Node::Place(self), |walk| match self {
            Place::Adjacent { to, not: _ } => to.walk(walk),
            Place::Within { range, of, not: _ } => all!(walk: range, of),
            Place::Beyond { steps, from } => all!(walk: steps, from),
            Place::SameRow { as_ } | Place::SameColumn { as_ } => as_.walk(walk),
            Place::Row { row: _, side: _ } | Place::Area => {}
            Place::Behind { what } | Place::On { what } => what.walk(walk),
        });
    }
}

impl Walked for Reference {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        walk.node(Node::Reference(self), |_| {});
    }
}

impl Walked for Amount {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        walk.node(Node::Amount(self), |walk| match self {
            Amount::Fixed { value: _ } | Amount::X | Amount::All | Amount::DamageOfEvent => {}
            Amount::Attribute {
                attribute: _,
                of,
                printed: _,
            }
            | Amount::TokensOn { token: _, of } => of.walk(walk),
            Amount::Size { of }
            | Amount::DamageOn { of }
            | Amount::DamageDealt { by: of }
            | Amount::StepsMoved { who: of, period: _ } => of.walk(walk),
            Amount::Number { of } => of.walk(walk),
            Amount::Half { of, rounded: _ }
            | Amount::Times { factor: _, of }
            | Amount::Every { each: _, of }
            | Amount::Bounded {
                of,
                minimum: _,
                maximum: _,
            } => of.walk(walk),
        });
    }
}

impl Walked for Event {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        let Event { what, span: _ } = self;
        walk.node(Node::Event(self), |walk| match what {
            Happening::Attacks { who, whom: other }
            | Happening::IsAttacked { who, by: other }
            | Happening::Retaliates {
                who,
                against: other,
            }
            | Happening::IsDealtDamage { who, by: other }
            | Happening::WouldBeDealtDamage { who, by: other }
            | Happening::IsTargeted { who, by: other }
            | Happening::IsAttached {
                what: who,
                to: other,
            } => all!(walk: who, other),
            Happening::IsActivated { who }
            | Happening::Moves { who }
            | Happening::IsIncreased { who }
            | Happening::IsDecreased { who }
            | Happening::Merges { who }
            | Happening::IsRemovedFromMap { who }
            | Happening::WouldBeRemovedFromMap { who } => who.walk(walk),
            Happening::Activates { who: _, what }
            | Happening::Plays { who: _, what }
            | Happening::Draws { who: _, what }
            | Happening::Discards { who: _, what }
            | Happening::Readies { who: _, what }
            | Happening::Spends { who: _, what }
            | Happening::TakesControl { who: _, what } => what.walk(walk),
            Happening::Enters { who, space } | Happening::StopsOn { who, space } => {
                all!(walk: who, space)
            }
            Happening::IsPlayed { what }
            | Happening::IsBoosted { what }
            | Happening::IsDrawn { what }
            | Happening::IsDiscarded { what }
            | Happening::IsReadied { what }
            | Happening::IsSpent { what }
            | Happening::IsTaken { what } => what.walk(walk),
            Happening::IsPlaced { what, places } => all!(walk: what, places),
            Happening::Boosts { who: _ } | Happening::Passes { who: _ } => {}
            Happening::MarkPlaced { marks: _, on } => on.walk(walk),
        });
    }
}

impl Walked for Occasion {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        match self {
            Occasion::When { event }
            | Occasion::After { event }
            | Occasion::FirstEachRound { event } => event.walk(walk),
            Occasion::At { moment: _ } => {}
        }
    }
}

impl Walked for Condition {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        let Condition { test, span: _ } = self;
        walk.node(Node::Condition(self), |walk| match test {
            Test::All { of } => of.walk(walk),
            Test::Number { of, number } => all!(walk: of, number),
            Test::Has {
                who: _,
                what,
                number,
            } => all!(walk: what, number),
            Test::Compare { left, right } => all!(walk: left, right),
            Test::Is { who, not: _, what } => all!(walk: who, what),
            Test::FirstPlayer { who: _, not: _ } => {}
            Test::HasMoved {
                who,
                period: _,
                not: _,
            }
            | Test::HasAttacked {
                who,
                period: _,
                not: _,
            }
            | Test::HasRetaliated {
                who,
                period: _,
                not: _,
            }
            | Test::HasBeenActivated {
                who,
                period: _,
                not: _,
            }
            | Test::HasBeenAttacked {
                who,
                period: _,
                not: _,
            }
            | Test::HasBeenDealtDamage {
                who,
                period: _,
                not: _,
            }
            | Test::HasBeenRemoved {
                who,
                period: _,
                not: _,
            }
            | Test::WasRemovedThisWay { who, not: _ }
            | Test::WasDiscardedThisWay { what: who, not: _ }
            | Test::WasDrawnThisWay { what: who, not: _ }
            | Test::WasRevealedThisWay { what: who, not: _ }
            | Test::WasDealtDamageThisWay { who, not: _ } => who.walk(walk),
        });
    }
}

impl Walked for Duration {
    fn walk<'i>(&'i self, walk: &mut Walk<'i, '_>) {
        match self {
            Duration::While { condition } => condition.walk(walk),
            Duration::EndOfAttack
            | Duration::EndOfActivation
            | Duration::EndOfTurn
            | Duration::EndOfRound
            | Duration::EndOfGame
            | Duration::YourNextTurn
            | Duration::Standing
            | Duration::AnotherChange => {}
        }
    }
}
