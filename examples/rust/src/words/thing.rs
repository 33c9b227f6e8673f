//! Things and amounts: one arm for each selector, reference, state, place and amount.

use cardwright::effect::ir::{
    Amount, BareWord, Chain, ChosenNoun, Comparison, Count, Filter, Noun, Pick, Place, Reference,
    Selector, State, Superlative, Zone,
};

use super::{
    Words, each, end_words, is_one, least, maybe, negated, owner, period_words, player, plural,
    rounding, row_side, side_words, spaced,
};

impl Words<'_> {
    #[rustfmt::skip] // A line for each variant, as in a table.
    pub(super) fn selector(&mut self, selector: &Selector) -> String {
        match &selector.pick {
            Pick::Random { count, from, slot } => format!(
                "{} random {}{}",
                self.amount(count), self.filters(from, !is_one(count)), self.slot(*slot),
            ),
            Pick::Each { from, slot } => format!("every {}{}", self.filter(from), self.slot(*slot)),
            Pick::Any { from, slot } => format!("any {}{}", self.filter(from), self.slot(*slot)),
            Pick::Stack { end, count, zone, slot } => format!(
                "the {} {} of {}{}",
                end_words(*end), self.many(count, "card"), self.zone(zone), self.slot(*slot),
            ),
            Pick::Pile { end, count, types, of, slot } => {
                let cards = each(types, " or ", |id| self.card_type(id, !is_one(count)));
                let count = self.amount(count);
                format!("the {} {count} {cards} of {}{}", end_words(*end), self.selector(of), self.slot(*slot))
            }
            Pick::Known { is } => self.reference(is),
            Pick::Zone { zone, slot } => format!("all cards of {}{}", self.zone(zone), self.slot(*slot)),
            Pick::Choose { count, by, from, superlative, chain, slot } => {
                let several = match count {
                    Count::Exactly { number } | Count::UpTo { number } => !is_one(number),
                    Count::Any => true,
                };
                let most = maybe(superlative.as_ref(), |most| format!(" {}", self.superlative(most)));
                let chain = maybe(chain.as_deref(), |Chain { range }| {
                    format!(" each within {} of the last", self.many(range, "step"))
                });
                let things = self.filters(from, several);
                format!("{} {things}{most}{chain} chosen by {}{}", self.count(count), player(*by), self.slot(*slot))
            }
        }
    }

    pub(super) fn maybe(&mut self, word: &str, selector: Option<&Selector>) -> String {
        maybe(selector, |selector| {
            format!("{word} {}", self.selector(selector))
        })
    }

    #[rustfmt::skip] // A line for each variant, as in a table.
    fn count(&mut self, count: &Count) -> String {
        match count {
            Count::Exactly { number } => self.amount(number),
            Count::UpTo { number } => format!("up to {}", self.amount(number)),
            Count::Any => "any number of".to_owned(),
        }
    }

    #[rustfmt::skip] // A line for each variant, as in a table.
    fn superlative(&mut self, superlative: &Superlative) -> String {
        match superlative {
            Superlative::Highest { attribute } =>
                format!("with the highest {}", self.word("attributes", attribute)),
            Superlative::Lowest { attribute } =>
                format!("with the lowest {}", self.word("attributes", attribute)),
            Superlative::Nearest { to } => format!("nearest to {}", self.reference(to)),
        }
    }

    #[rustfmt::skip] // A line for each variant, as in a table.
    pub(super) fn reference(&mut self, reference: &Reference) -> String {
        match reference {
            Reference::This { as_ } =>
                format!("this {}", as_.as_ref().map_or("card".to_owned(), |id| self.card_type(id, false))),
            Reference::ThisAttack => "this attack".to_owned(),
            Reference::ThatAttack => "that attack".to_owned(),
            Reference::Target => "the target".to_owned(),
            Reference::Attacker => "the attacker".to_owned(),
            Reference::AttachedUnit => "the attached unit".to_owned(),
            Reference::AttachedSpace => "the attached space".to_owned(),
            Reference::ThisSpace => "this space".to_owned(),
            Reference::ChosenSpace => "the chosen space".to_owned(),
            Reference::Chosen { many, named, slot } => format!(
                "{}{} [{}]",
                if *many { "all of " } else { "" }, self.chosen(named), self.refers(*slot),
            ),
            Reference::FirstChosen { named, slot } =>
                format!("the first {} [{}]", self.chosen(named), self.refers(*slot)),
            Reference::Rest { slot } => format!("the rest of [{}]", self.refers(*slot)),
            Reference::YourHero => "your hero".to_owned(),
            Reference::EnemyHero => "the enemy hero".to_owned(),
        }
    }

    fn chosen(&self, noun: &ChosenNoun) -> String {
        match noun {
            ChosenNoun::Card { type_: Some(id) } => self.card_type(id, false),
            ChosenNoun::Card { type_: None } => "card".to_owned(),
            ChosenNoun::Space => "space".to_owned(),
            ChosenNoun::Zone => "cards".to_owned(),
        }
    }

    pub(super) fn so(&mut self, number: &Comparison, filter: &Filter) -> String {
        let several = !is_one(number_of(number));
        format!(
            "{} {}",
            self.comparison(number),
            self.filters(filter, several)
        )
    }

    pub(super) fn filter(&mut self, filter: &Filter) -> String {
        self.filters(filter, false)
    }

    fn filters(&mut self, filter: &Filter, many: bool) -> String {
        let Filter {
            noun,
            side,
            other,
            not_itself,
            names,
            traits,
            fields,
            states,
            places,
            zone,
            among,
            next,
            excluding,
        } = filter;
        let mut words = String::new();
        words.push_str(if *next { "next " } else { "" });
        words.push_str(if *other || *not_itself { "other " } else { "" });
        words.push_str(side.map_or("", side_words));
        words.push_str(&self.noun(noun, many));

        let mut details = Vec::new();
        if !names.is_empty() {
            details.push(format!("named {}", each(names, " or ", |id| self.card(id))));
        }
        for any in traits {
            details.push(format!(
                "with trait {}",
                each(any, " or ", |id| self.word("traits", id))
            ));
        }
        details.extend(
            fields
                .iter()
                .map(|word| format!("with {} {}", spaced(&word.field), each_value(word))),
        );
        details.extend(states.iter().map(|state| self.state(state)));
        details.extend(places.iter().map(|place| self.place(place)));
        details.extend(zone.iter().map(|zone| format!("in {}", self.zone(zone))));
        details.extend(
            among
                .iter()
                .map(|among| format!("among {}", self.reference(among))),
        );
        details.extend(
            excluding
                .iter()
                .map(|filter| format!("but no {}", self.filters(filter, true))),
        );
        if details.is_empty() {
            words
        } else {
            format!("{words} ({})", details.join(", "))
        }
    }

    fn noun(&self, noun: &Noun, many: bool) -> String {
        match noun {
            Noun::Card { types } if types.is_empty() => plural("card", many),
            Noun::Card { types } => each(types, " or ", |id| self.card_type(id, many)),
            Noun::Space => plural("space", many),
        }
    }

    #[rustfmt::skip] // A line for each variant, as in a table.
    fn state(&mut self, state: &State) -> String {
        match state {
            State::Mark { has, mark } =>
                format!("{} the {} mark", if *has { "with" } else { "without" }, self.word("marks", mark)),
            State::Tokens { token, number } =>
                format!("with {} tokens {}", self.word("tokens", token), self.comparison(number)),
            State::Damage { number } => format!("with damage {}", self.comparison(number)),
            State::Size { number } => format!("with size {}", self.comparison(number)),
            State::Attribute { attribute, number } =>
                format!("with {} {}", self.word("attributes", attribute), self.comparison(number)),
            State::SameName { as_ } => format!("named as {}", self.reference(as_)),
            State::Vacant => "vacant".to_owned(),
            State::Ready => "ready".to_owned(),
            State::Spent => "spent".to_owned(),
            State::FaceUp => "face-up".to_owned(),
            State::FaceDown => "face-down".to_owned(),
            State::BeingPlayed => "being played".to_owned(),
            State::RemovedThisWay => "removed this way".to_owned(),
            State::DealtDamageThisWay => "dealt damage this way".to_owned(),
        }
    }

    #[rustfmt::skip] // A line for each variant, as in a table.
    pub(super) fn place(&mut self, place: &Place) -> String {
        match place {
            Place::Adjacent { not, to } => negated(*not, format!("adjacent to {}", self.selector(to))),
            Place::Within { not, range, of } =>
                negated(*not, format!("within {} of {}", self.many(range, "step"), self.selector(of))),
            Place::Beyond { steps, from } =>
                format!("more than {} from {}", self.many(steps, "step"), self.selector(from)),
            Place::SameRow { as_ } => format!("in the row of {}", self.selector(as_)),
            Place::SameColumn { as_ } => format!("in the column of {}", self.selector(as_)),
            Place::Row { side, row } => format!("in {} {} row", row_side(*side), self.word("rows", row)),
            Place::Under { what } => format!("under {}", self.selector(what)),
            Place::Behind { what } => format!("behind {} as the attacker sees it", self.selector(what)),
            Place::Area => "in the area of effect".to_owned(),
            Place::On { what } => format!("on {}", self.selector(what)),
        }
    }

    pub(super) fn zone(&self, Zone { zone, of }: &Zone) -> String {
        format!("{} {}", owner(*of), self.word("zones", zone))
    }

    #[rustfmt::skip] // A line for each variant, as in a table.
    pub(super) fn amount(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Fixed { value } => value.to_string(),
            Amount::X => "X".to_owned(),
            Amount::All => "all".to_owned(),
            Amount::Attribute { printed, attribute, of } => format!(
                "({}{} of {})",
                if *printed { "printed " } else { "" }, self.word("attributes", attribute), self.reference(of),
            ),
            Amount::Size { of } => format!("(size of {})", self.reference(of)),
            Amount::DamageOn { of } => format!("(damage on {})", self.reference(of)),
            Amount::TokensOn { token, of } =>
                format!("({} tokens on {})", self.word("tokens", token), self.reference(of)),
            Amount::Number { of } => format!("(number of {})", self.filters(of, true)),
            Amount::Played { who, what, period } => format!(
                "(number of {} played by {} {})",
                self.filters(what, true), player(*who), period_words(*period),
            ),
            Amount::DamageOfEvent => "(that damage)".to_owned(),
            Amount::DamageDealt { by } => format!("(damage dealt by {})", self.reference(by)),
            Amount::StepsMoved { who, period } =>
                format!("(steps moved by {} {})", self.reference(who), period_words(*period)),
            Amount::Half { of, rounded } =>
                format!("(half of {}, rounded {})", self.amount(of), rounding(*rounded)),
            Amount::Times { factor, of } => format!("({factor} × {})", self.amount(of)),
            Amount::Every { each, of } => format!("(1 for every {each} of {})", self.amount(of)),
            Amount::Bounded { of, minimum, maximum } => format!(
                "({}{}{})",
                self.amount(of), least(*minimum), maybe(maximum.as_ref(), |most| format!(", at most {most}")),
            ),
        }
    }

    pub(super) fn many(&mut self, amount: &Amount, word: &str) -> String {
        format!("{} {}", self.amount(amount), plural(word, !is_one(amount)))
    }

    pub(super) fn comparison(&mut self, comparison: &Comparison) -> String {
        let words = match comparison {
            Comparison::Exactly { .. } => "exactly",
            Comparison::AtLeast { .. } => "at least",
            Comparison::AtMost { .. } => "at most",
            Comparison::MoreThan { .. } => "more than",
            Comparison::LessThan { .. } => "less than",
        };
        format!("{words} {}", self.amount(number_of(comparison)))
    }
}

/// Returns the number with which a value is compared.
pub(super) fn number_of(comparison: &Comparison) -> &Amount {
    match comparison {
        Comparison::Exactly { number }
        | Comparison::AtLeast { number }
        | Comparison::AtMost { number }
        | Comparison::MoreThan { number }
        | Comparison::LessThan { number } => number,
    }
}

fn each_value(word: &BareWord) -> String {
    let values: Vec<String> = word.values().map(|value| spaced(value)).collect();
    values.join(" or ")
}
