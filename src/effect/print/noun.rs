//! Noun phrases, with articles, number and order of their words.

use super::Printer;
use crate::effect::ir::{
    Amount, BareWord, ChosenNoun, Comparison, Count, End, Filter, Noun, Owner, Pick, Place, Put,
    Reference, RowSide, Selector, Side, State, Superlative, Zone,
};
use crate::game::{CardPlace, FieldKind, SideWords};

/// Which form a noun phrase has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    One,
    Many,
}

/// What a selector refers to, where it is known.
pub(super) fn known(selector: &Selector) -> Option<&Reference> {
    match &selector.pick {
        Pick::Known { is } => Some(is),
        _ => None,
    }
}

pub(super) fn is_space(selector: &Selector) -> bool {
    match &selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => from.noun == Noun::Space,
        Pick::Known { is } => matches!(
            is,
            Reference::AttachedSpace | Reference::ChosenSpace | Reference::ThisSpace
        ),
        Pick::Stack { .. } | Pick::Zone { .. } => false,
    }
}

impl Printer<'_> {
    /// A noun phrase as the object of a verb.
    pub fn selector(&self, selector: &Selector) -> String {
        match &selector.pick {
            Pick::Known { is } => self.reference(is),
            Pick::Choose {
                count,
                from,
                superlative,
                ..
            } => self.chosen(count, from, superlative.as_ref()),
            Pick::Random { count, from, .. } => match count.value() {
                Some(1) => format!("a random {}", self.phrase(from, Number::One, None)),
                _ => format!(
                    "{} random {}",
                    self.value(count),
                    self.phrase(from, Number::Many, None)
                ),
            },
            Pick::Each { from, .. } => {
                if self.is_yours(from) {
                    return self.yours(from);
                }
                let noun = self.phrase(from, Number::One, None);
                match &from.among {
                    Some(among) => format!("each of {}", self.reference(among)),
                    None => format!("each {noun}"),
                }
            }
            Pick::Any { from, .. } => self.any(from),
            Pick::Stack {
                count, end, zone, ..
            } => {
                let end = match end {
                    End::Top => "top",
                    End::Bottom => "bottom",
                };
                match count.value() {
                    Some(1) => format!("the {end} card of {}", self.zone(zone)),
                    _ => format!(
                        "the {end} {} cards of {}",
                        self.value(count),
                        self.zone(zone)
                    ),
                }
            }
            Pick::Zone { zone, .. } => self.zone(zone),
        }
    }

    /// As the subject of something that holds: bare plurals instead of `each`.
    pub fn standing(&self, selector: &Selector) -> String {
        match &selector.pick {
            Pick::Each { from, .. } if from.among.is_none() => self.bare(from),
            _ => self.selector(selector),
        }
    }

    /// Whether a subject takes the plural of its verb.
    pub fn is_plural(&self, selector: &Selector, standing: bool) -> bool {
        match &selector.pick {
            Pick::Known { is } => matches!(
                is,
                Reference::Chosen { many: true, .. } | Reference::Rest { .. }
            ),
            Pick::Choose { count, .. } => match count {
                Count::Exactly { number } => number.value() != Some(1),
                Count::UpTo { number } => number.value() != Some(1),
                Count::Any => true,
            },
            Pick::Random { count, .. } | Pick::Stack { count, .. } => count.value() != Some(1),
            Pick::Each { from, .. } => {
                (standing || self.is_yours(from)) && from.among.is_none() && !from.next
            }
            Pick::Any { .. } | Pick::Zone { .. } => false,
        }
    }

    /// A pattern of an event: `an enemy unit`.
    pub fn any(&self, filter: &Filter) -> String {
        if filter.other {
            return format!(
                "another {}",
                self.phrase(&without_other(filter), Number::One, None)
            );
        }
        with_article(&self.phrase(filter, Number::One, None))
    }

    /// A pattern where all that fit are meant: `enemy *fire* spells`.
    pub fn patterns(&self, selector: &Selector) -> String {
        match &selector.pick {
            Pick::Any { from, .. } | Pick::Each { from, .. } => self.bare(from),
            _ => self.selector(selector),
        }
    }

    pub fn bare(&self, filter: &Filter) -> String {
        if self.is_yours(filter) {
            return self.yours(filter);
        }
        self.phrase(filter, Number::Many, None)
    }

    /// One of them, where they are counted.
    pub fn singular(&self, filter: &Filter) -> String {
        self.counting().phrase(filter, Number::One, None)
    }

    /// Several of them, where they are counted.
    pub fn plural(&self, filter: &Filter) -> String {
        self.counting().phrase(filter, Number::Many, None)
    }

    /// Where cards are counted, they are `in` their zone, not taken `from` it.
    pub fn counting(&self) -> Self {
        Printer {
            counting: true,
            ..self.clone()
        }
    }

    fn chosen(&self, count: &Count, from: &Filter, superlative: Option<&Superlative>) -> String {
        if let Some(among) = &from.among
            && !matches!(among, Reference::Chosen { named, .. } if **named == ChosenNoun::Zone)
        {
            let many = self.reference_among(among);
            return match count {
                Count::Exactly { number } if number.value() == Some(1) => {
                    format!("one of {many}")
                }
                Count::Exactly { number } => format!("{} of {many}", self.value(number)),
                Count::UpTo { number } => format!("up to {} of {many}", self.value(number)),
                Count::Any => format!("any number of {many}"),
            };
        }
        if superlative.is_some() {
            return format!("the {}", self.phrase(from, Number::One, superlative));
        }
        match count {
            Count::Exactly { number } if number.value() == Some(1) => {
                if from.other {
                    format!(
                        "another {}",
                        self.phrase(&without_other(from), Number::One, None)
                    )
                } else {
                    with_article(&self.phrase(from, Number::One, None))
                }
            }
            Count::Exactly { number } => format!(
                "{} {}",
                self.value(number),
                self.phrase(from, Number::Many, None)
            ),
            Count::UpTo { number } => {
                let form = if number.value() == Some(1) {
                    Number::One
                } else {
                    Number::Many
                };
                format!(
                    "up to {} {}",
                    self.value(number),
                    self.phrase(from, form, None)
                )
            }
            Count::Any => format!("any number of {}", self.phrase(from, Number::Many, None)),
        }
    }

    /// How many of them there have to be: `3 or more …`, `no …`, `a …`.
    pub fn counted_phrase(&self, filter: &Filter, number: &Comparison) -> String {
        match number {
            Comparison::AtLeast { number } if number.value() == Some(1) => self.any(filter),
            Comparison::Exactly { number } if number.value() == Some(0) => {
                format!("no {}", self.phrase(filter, Number::Many, None))
            }
            Comparison::Exactly { number } => {
                let form = if number.value() == Some(1) {
                    Number::One
                } else {
                    Number::Many
                };
                format!(
                    "exactly {} {}",
                    self.value(number),
                    self.phrase(filter, form, None)
                )
            }
            other => format!(
                "{} {}",
                self.compared(other),
                self.phrase(filter, Number::Many, None)
            ),
        }
    }

    /// Whether all of them are `your …`: cards that have no side on the map.
    fn is_yours(&self, filter: &Filter) -> bool {
        filter.side == Some(Side::Friendly)
            && !filter.states.contains(&State::BeingPlayed)
            && self.side_words(filter) == SideWords::Yours
    }

    fn yours(&self, filter: &Filter) -> String {
        let mut rest = filter.clone();
        rest.side = None;
        let form = if filter.next {
            Number::One
        } else {
            Number::Many
        };
        format!("your {}", self.phrase(&rest, form, None))
    }

    fn side_words(&self, filter: &Filter) -> SideWords {
        let Noun::Card { types } = &filter.noun else {
            return SideWords::Friendly;
        };
        types
            .first()
            .and_then(|first| self.symbols.game.card_types.get(first))
            .map_or(SideWords::Yours, |card_type| card_type.side)
    }

    /// A description without its article: `enemy *undead* units with a size token within range 3`.
    fn phrase(&self, filter: &Filter, form: Number, superlative: Option<&Superlative>) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut after: Vec<String> = Vec::new();
        if filter.next {
            words.push("next".to_owned());
        }
        if filter.other {
            words.push("other".to_owned());
        }
        if let Some(Superlative::Nearest { .. }) = superlative {
            words.push("nearest".to_owned());
        }
        for place in &filter.places {
            match place {
                Place::Adjacent { to, not: false } if self.is_here(to) => {
                    words.push("adjacent".to_owned())
                }
                _ => {}
            }
        }
        let played = filter.states.contains(&State::BeingPlayed);
        match (filter.side, self.side_words(filter)) {
            (Some(Side::Friendly), _) if played => after.push("you play".to_owned()),
            (Some(Side::Friendly), SideWords::Controlled) => after.push("you control".to_owned()),
            (Some(Side::Enemy), SideWords::Controlled) => {
                after.push("your opponent controls".to_owned())
            }
            (Some(Side::Friendly), _) => words.push("friendly".to_owned()),
            (Some(Side::Enemy), _) => words.push("enemy".to_owned()),
            (None, _) => {}
        }
        for state in &filter.states {
            match state {
                State::Vacant => words.push("vacant".to_owned()),
                State::Ready => words.push("ready".to_owned()),
                State::Spent => words.push("spent".to_owned()),
                State::FaceUp => words.push("face-up".to_owned()),
                State::FaceDown => words.push("face-down".to_owned()),
                State::BeingPlayed => {}
                state => after.push(self.state(state)),
            }
        }
        for any in &filter.traits {
            let any: Vec<String> = any.iter().map(|id| self.trait_word(id)).collect();
            words.push(any.join(" or "));
        }
        self.noun_words(filter, form, &mut words);
        match superlative {
            Some(Superlative::Highest { attribute }) => {
                after.push(format!(
                    "with the highest {}",
                    self.term("attributes", attribute)
                ));
            }
            Some(Superlative::Lowest { attribute }) => {
                after.push(format!(
                    "with the lowest {}",
                    self.term("attributes", attribute)
                ));
            }
            _ => {}
        }
        if let Some(zone) = &filter.zone {
            let from = if self.counting { "in" } else { "from" };
            after.push(format!("{from} {}", self.zone(zone)));
        }
        if let Some(Reference::Chosen { named, .. }) = &filter.among
            && **named == ChosenNoun::Zone
        {
            after.push("from it".to_owned());
        }
        for place in &filter.places {
            match place {
                Place::Adjacent { to, not: false } if self.is_here(to) => {}
                place => after.push(self.place(place)),
            }
        }
        if let Some(excluding) = &filter.excluding {
            after.push(format!(
                "(excluding {})",
                self.phrase(excluding, Number::Many, None)
            ));
        }
        words.extend(after);
        words.join(" ")
    }

    fn noun_words(&self, filter: &Filter, form: Number, words: &mut Vec<String>) {
        let game = self.symbols.game;
        let mut card_word = false;
        for word in &filter.fields {
            let (text, card) = self.field_word(word);
            card_word |= card;
            words.push(text);
        }
        let names: Vec<String> = filter
            .names
            .iter()
            .map(|id| format!("\"{}\"", self.symbols.name_of(id).unwrap_or(id)))
            .collect();
        if !names.is_empty() {
            words.push(names.join(" or "));
        }
        let noun = |id: &String| {
            let card_type = game.card_types.get(id);
            match (card_type, form) {
                (Some(card_type), Number::One) => card_type.name.clone(),
                (Some(card_type), Number::Many) => card_type.plural.clone(),
                (None, _) => id.clone(),
            }
        };
        match &filter.noun {
            Noun::Space => words.push(plural("space", form)),
            Noun::Card { types } if types.is_empty() || card_word => {
                words.push(plural("card", form))
            }
            // One card of a name needs no noun.
            Noun::Card { .. } if !names.is_empty() && form == Number::One => {}
            Noun::Card { types } => {
                let all: Vec<String> = types.iter().map(noun).collect();
                words.push(all.join(if form == Number::Many {
                    " and "
                } else {
                    " or "
                }));
            }
        }
    }

    /// The adjective of a field, and whether it needs the noun `card`.
    fn field_word(&self, word: &BareWord) -> (String, bool) {
        let game = self.symbols.game;
        for (name, field) in &game.fields {
            if field.key.as_deref().unwrap_or(name) != word.field {
                continue;
            }
            match &field.kind {
                FieldKind::Choice { of, bare } => return (self.term(of, &word.value), !bare),
                FieldKind::Flag => return (name.replace('_', " "), false),
                _ => {}
            }
        }
        (word.value.replace('_', " "), false)
    }

    pub fn adjective(&self, field: &str, value: &str) -> String {
        self.field_word(&BareWord {
            field: field.to_owned(),
            value: value.to_owned(),
        })
        .0
    }

    pub fn trait_word(&self, id: &str) -> String {
        let game = self.symbols.game;
        let name = match game.card_types.get(id) {
            Some(card_type) => card_type.name.clone(),
            None => self.term("traits", id),
        };
        format!("*{name}*")
    }

    fn state(&self, state: &State) -> String {
        match state {
            State::Mark { mark, has } => format!(
                "{} {} mark",
                if *has { "with" } else { "without" },
                with_article(&self.term("marks", mark))
            ),
            State::Tokens { token, number } => {
                self.having("with", "without", &self.term("tokens", token), number)
            }
            State::Damage { number } => match number {
                Comparison::AtLeast { number } if number.value() == Some(1) => {
                    "with damage".to_owned()
                }
                Comparison::Exactly { number } if number.value() == Some(0) => {
                    "without damage".to_owned()
                }
                other => format!("with {} damage", self.measured(other)),
            },
            State::Size { number } => format!("of size {}", self.measured(number)),
            State::Attribute { attribute, number } => {
                format!(
                    "with {} {}",
                    self.compared_attribute(attribute, number),
                    self.term("attributes", attribute)
                )
            }
            State::SameName { as_ } => format!("with the same name as {}", self.reference(as_)),
            State::Vacant => "vacant".to_owned(),
            State::Ready => "ready".to_owned(),
            State::Spent => "spent".to_owned(),
            State::FaceUp => "face-up".to_owned(),
            State::FaceDown => "face-down".to_owned(),
            State::BeingPlayed => "you play".to_owned(),
        }
    }

    /// `with a size token`, `without a size token`, `with 2 or more size tokens`.
    pub fn having(&self, with: &str, without: &str, token: &str, number: &Comparison) -> String {
        match number {
            Comparison::AtLeast { number } if number.value() == Some(1) => {
                format!("{with} {} token", with_article(token))
            }
            Comparison::Exactly { number } if number.value() == Some(0) => {
                format!("{without} {} token", with_article(token))
            }
            other => format!("{with} {} {token} tokens", self.compared(other)),
        }
    }

    pub fn place(&self, place: &Place) -> String {
        let not = |not: &bool| if *not { "not " } else { "" };
        match place {
            Place::Adjacent { to, not: no } => {
                format!("{}adjacent to {}", not(no), self.anchor(to))
            }
            Place::Within { range, of, not: no } => {
                let range = self.value(range);
                if self.is_here(of) {
                    format!("{}within range {range}", not(no))
                } else {
                    format!("{}within range {range} of {}", not(no), self.anchor(of))
                }
            }
            Place::Beyond { steps, from } => {
                let steps = match steps.value() {
                    Some(1) => "1 step".to_owned(),
                    _ => format!("{} steps", self.value(steps)),
                };
                if self.is_here(from) {
                    format!("more than {steps} away")
                } else {
                    format!("more than {steps} away from {}", self.anchor(from))
                }
            }
            Place::SameRow { as_ } => format!("in the same row as {}", self.anchor(as_)),
            Place::SameColumn { as_ } => format!("in the same column as {}", self.anchor(as_)),
            Place::Row { row, side } => {
                let row = self.term("rows", row);
                match side {
                    RowSide::Your => format!("in your {row} row"),
                    RowSide::Opponent => format!("in your opponent's {row} row"),
                    RowSide::Any => format!("in the {row} row"),
                }
            }
            Place::Behind { what } => format!("on the space behind {}", self.anchor(what)),
            Place::Area => "in this spell's area".to_owned(),
            Place::On { what } => format!("on {}", self.anchor(what)),
        }
    }

    /// What a distance is measured from.
    fn anchor(&self, selector: &Selector) -> String {
        match known(selector) {
            Some(reference) if self.it.as_ref() == Some(reference) => "it".to_owned(),
            _ => self.selector(selector),
        }
    }

    /// Whether distances are measured from there without saying so.
    fn is_here(&self, selector: &Selector) -> bool {
        let Some(reference) = known(selector) else {
            return false;
        };
        match &self.attached {
            Some(attached) if !self.granted => reference == attached,
            _ => {
                matches!(reference, Reference::This { as_: Some(card_type) } if self.on_map(card_type))
            }
        }
    }

    fn on_map(&self, card_type: &str) -> bool {
        self.symbols
            .game
            .card_types
            .get(card_type)
            .is_some_and(|card_type| card_type.place == CardPlace::Map)
    }

    pub fn zone(&self, zone: &Zone) -> String {
        let owner = match zone.of {
            Owner::You => "your",
            Owner::Opponent => "your opponent's",
            Owner::Owner => "its owner's",
            Owner::Actor => "their",
        };
        format!("{owner} {}", self.term("zones", &zone.zone))
    }

    /// Where something is put.
    pub fn put(&self, put: &Put, into: &str) -> String {
        let zone = self.zone(&put.zone);
        let order = if put.any_order { " in any order" } else { "" };
        match put.end {
            None => format!("{into} {zone}{order}"),
            Some(End::Top) => format!("on the top of {zone}{order}"),
            Some(End::Bottom) => format!("on the bottom of {zone}{order}"),
        }
    }

    fn reference_among(&self, reference: &Reference) -> String {
        match reference {
            Reference::Chosen { named, .. } if **named == (ChosenNoun::Card { type_: None }) => {
                "them".to_owned()
            }
            reference => self.reference(reference),
        }
    }

    pub fn reference(&self, reference: &Reference) -> String {
        if self.it.as_ref() == Some(reference) && is_this(reference) {
            return "it".to_owned();
        }
        let type_name = |id: &str| {
            self.symbols
                .game
                .card_types
                .get(id)
                .map_or_else(|| id.to_owned(), |card_type| card_type.name.clone())
        };
        match reference {
            Reference::This {
                as_: Some(card_type),
            } => format!("this {}", type_name(card_type)),
            Reference::This { as_: None } => "this card".to_owned(),
            Reference::ThisAttack => "this attack".to_owned(),
            Reference::ThatAttack => "that attack".to_owned(),
            Reference::Target => "the target".to_owned(),
            Reference::Attacker => "the attacker".to_owned(),
            Reference::AttachedUnit => format!("the attached {}", self.attached_noun),
            Reference::AttachedSpace => "the attached space".to_owned(),
            Reference::ThisSpace => "this space".to_owned(),
            Reference::ChosenSpace => "the chosen space".to_owned(),
            Reference::Chosen { named, many, .. } => {
                let form = if *many { Number::Many } else { Number::One };
                let which = if *many { "those" } else { "that" };
                format!("{which} {}", self.chosen_noun(named, form))
            }
            Reference::FirstChosen { named, .. } => {
                format!("the first chosen {}", self.chosen_noun(named, Number::One))
            }
            Reference::Rest { .. } => "the rest".to_owned(),
            Reference::YourHero => "your hero".to_owned(),
            Reference::EnemyHero => "the enemy hero".to_owned(),
        }
    }

    fn chosen_noun(&self, named: &ChosenNoun, form: Number) -> String {
        match named {
            ChosenNoun::Card {
                type_: Some(card_type),
            } => {
                let known = self.symbols.game.card_types.get(card_type);
                match (known, form) {
                    (Some(card_type), Number::One) => card_type.name.clone(),
                    (Some(card_type), Number::Many) => card_type.plural.clone(),
                    (None, _) => card_type.clone(),
                }
            }
            ChosenNoun::Card { type_: None } => plural("card", form),
            ChosenNoun::Space => plural("space", form),
            ChosenNoun::Zone => plural("card", form),
        }
    }

    /// Whose number it is: `this unit's`.
    pub fn owner(&self, reference: &Reference) -> String {
        let words = self.reference(reference);
        if words == "it" {
            return "its".to_owned();
        }
        if words.ends_with('s') {
            format!("{words}'")
        } else {
            format!("{words}'s")
        }
    }

    /// How many tokens, before their kind: `a size token`, `2 size tokens`.
    pub fn tokens(&self, amount: &Amount, token: &str) -> (String, String) {
        let token = self.term("tokens", token);
        let split = self.split(amount);
        let text = if split.is_one() {
            format!("{} token", with_article(&token))
        } else {
            format!("{} {token} tokens", split.lead)
        };
        (text, split.tail)
    }
}

fn is_this(reference: &Reference) -> bool {
    matches!(reference, Reference::This { .. })
}

fn without_other(filter: &Filter) -> Filter {
    Filter {
        other: false,
        ..filter.clone()
    }
}

fn plural(word: &str, form: Number) -> String {
    match form {
        Number::One => word.to_owned(),
        Number::Many => format!("{word}s"),
    }
}

/// `a unit`, `an enemy unit`, `an *undead* unit`.
pub(in crate::effect) fn with_article(phrase: &str) -> String {
    let word: String = phrase
        .trim_start_matches(['*', '"'])
        .chars()
        .take_while(|c| c.is_alphabetic())
        .collect::<String>()
        .to_lowercase();
    // `u` sounds like a vowel unless it is the one of `unit`.
    let vowel = word.starts_with(['a', 'e', 'i', 'o'])
        || (word.starts_with('u') && !word.starts_with("uni"));
    format!("{} {phrase}", if vowel { "an" } else { "a" })
}
