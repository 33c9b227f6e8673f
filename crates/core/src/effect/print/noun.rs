//! Prints noun phrases for chosen, described and referenced things.

use smol_str::SmolStr;

use super::{Printer, joined};
use crate::effect::ir::{
    Amount, BareWord, ChosenNoun, Comparison, Count, End, Filter, Noun, Owner, Pick, Place,
    Reference, Selector, Side, State, Superlative, Zone,
};
use crate::game::{FieldKind, SideWords};
use crate::words::{Number, Phrase};

/// Returns the reference of a selector for a known thing.
pub(super) fn known(selector: &Selector) -> Option<&Reference> {
    match &selector.pick {
        Pick::Known { is } => Some(is),
        _ => None,
    }
}

/// Returns whether a state is about what happened this way. It follows everything else in a description.
pub(super) fn is_past(state: &State) -> bool {
    matches!(state, State::RemovedThisWay | State::DealtDamageThisWay)
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
        Pick::Stack { .. } | Pick::Pile { .. } | Pick::Zone { .. } => false,
    }
}

impl Printer<'_> {
    /// Prints a selector as the object of a verb.
    pub fn selector(&self, selector: &Selector) -> Phrase {
        self.picked(selector, false)
    }

    /// Prints a selector. `by_subject` if it is the object of `choose`.
    pub(super) fn picked(&self, selector: &Selector, by_subject: bool) -> Phrase {
        let w = self.words;
        self.find(selector);
        let phrase = match &selector.pick {
            Pick::Known { is } => self.reference(is),
            Pick::Choose {
                count,
                from,
                superlative,
                ..
            } => self.chosen(count, from, superlative.as_deref()),
            Pick::Random { count, from, .. } => match (count.value(), all_of(from)) {
                (Some(1), Some(among)) => w.a_random_one_of(self.reference_among(among)),
                (Some(1), _) => w.a_random(self.phrase(from, Number::One, None)),
                _ if !self.is_plain(count) => {
                    w.beside(self.some_at_random(from), w.equal_to(self.value(count)))
                }
                _ => w.some_random(self.count(count), self.phrase(from, Number::Many, None)),
            },
            Pick::Each { from, .. } if self.is_yours(from) && self.is_outline() => {
                w.each_of(self.yours(from))
            }
            Pick::Each { from, .. } if self.is_yours(from) => self.yours(from),
            Pick::Each { from, .. } => match all_of(from) {
                Some(among) => w.each_of(self.reference_among(among)),
                None if self.denied => w.each_not(self.phrase(from, Number::One, None)),
                None => w.each(self.phrase(from, Number::One, None)),
            },
            Pick::Any { from, .. } if self.is_outline() => {
                w.any(self.phrase(from, Number::One, None))
            }
            Pick::Any { from, .. } => self.any(from),
            Pick::Stack {
                count, end, zone, ..
            } => self.stack(count, *end, zone),
            Pick::Zone { zone, .. } => self.zone_phrase(zone),
            Pick::Pile {
                count,
                end,
                types,
                of,
                ..
            } => {
                let filter = Filter {
                    noun: Noun::Card {
                        types: types.clone(),
                    },
                    ..Filter::default()
                };
                let one = count.value() == Some(1);
                let card = self.phrase(&filter, Number::of(!one), None);
                let end = self.end(*end, &card);
                let cards = match one {
                    true => w.stack_card(end, card),
                    false => w.stack_cards(end, self.count(count), card),
                };
                w.of_pile(cards, self.selector(of))
            }
        };
        if let Pick::Choose { slot, .. } | Pick::Random { slot, .. } = &selector.pick {
            self.leave_out_slot(*slot);
        }
        let phrase = self.noted(phrase, &selector.pick, by_subject);
        phrase.numbered(Number::of(self.is_plural(selector, false)))
    }

    /// Prints a selector as the subject of a standing effect: bare plurals in place of `each`.
    pub fn standing(&self, selector: &Selector) -> Phrase {
        match &selector.pick {
            Pick::Each { .. } if self.is_outline() => self.words.whichever(self.selector(selector)),
            Pick::Each { from, .. } if from.among.is_none() => self
                .bare(from)
                .numbered(Number::of(self.is_plural(selector, true))),
            _ => self.every(selector),
        }
    }

    /// Returns whether a subject takes the plural form of its verb.
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
            Pick::Random { count, .. } | Pick::Stack { count, .. } | Pick::Pile { count, .. } => {
                count.value() != Some(1)
            }
            Pick::Each { .. } if self.is_outline() => false,
            Pick::Each { from, .. } => {
                (standing || self.is_yours(from)) && from.among.is_none() && !from.next
            }
            Pick::Any { .. } | Pick::Zone { .. } => false,
        }
    }

    /// Prints a pattern of an event: `an enemy unit`.
    pub fn any(&self, filter: &Filter) -> Phrase {
        // `your next spell` has no article, because there is only one.
        if filter.next && self.is_yours(filter) {
            return self.yours(filter);
        }
        if (filter.other || filter.not_itself) && !self.is_outline() {
            return self.another(filter);
        }
        if let Some(among) = all_of(filter) {
            return self.words.one_of(self.reference_among(among));
        }
        self.words.a(self.phrase(filter, Number::One, None))
    }

    fn another(&self, filter: &Filter) -> Phrase {
        let rest = Filter {
            other: false,
            not_itself: false,
            ..filter.clone()
        };
        self.words.another(self.phrase(&rest, Number::One, None))
    }

    /// Prints a pattern that covers all matching things: `enemy *fire* spells`.
    pub fn patterns(&self, selector: &Selector) -> Phrase {
        self.find(selector);
        match &selector.pick {
            Pick::Any { from, .. } | Pick::Each { from, .. } => self.kinds_of(from),
            _ => self.selector(selector),
        }
    }

    /// Prints all matching things as the subject of a statement: `the units` in languages that need the article.
    pub fn bare(&self, filter: &Filter) -> Phrase {
        match self.one_alone(filter) {
            Some(phrase) => phrase,
            None => self.words.bare(self.phrase(filter, Number::Many, None)),
        }
    }

    /// Prints matching things, not all of them.
    pub fn kinds_of(&self, filter: &Filter) -> Phrase {
        match self.one_alone(filter) {
            Some(phrase) => phrase,
            None => self.words.kinds(self.phrase(filter, Number::Many, None)),
        }
    }

    /// Prints things that need no article, because their owner is named.
    fn one_alone(&self, filter: &Filter) -> Option<Phrase> {
        if self.is_yours(filter) {
            return Some(self.yours(filter));
        }
        // `your opponent's next spell` is unique, too.
        if filter.next && filter.side == Some(Side::Enemy) {
            let mut rest = filter.clone();
            rest.side = None;
            let next = self.phrase(&rest, Number::One, None);
            return Some(self.words.opponents(next));
        }
        None
    }

    /// Prints a description as a singular in a count.
    pub fn singular(&self, filter: &Filter) -> Phrase {
        self.counting().phrase(filter, Number::One, None)
    }

    /// Prints a description as a plural in a count.
    pub fn plural(&self, filter: &Filter) -> Phrase {
        self.counting().phrase(filter, Number::Many, None)
    }

    /// Returns the context for counted cards, which are `in` their zone, not taken `from` it.
    pub fn counting(&self) -> Self {
        Printer {
            counting: true,
            ..self.clone()
        }
    }

    fn chosen(&self, count: &Count, from: &Filter, superlative: Option<&Superlative>) -> Phrase {
        let w = self.words;
        if let Some(among) = all_of(from) {
            let many = self.reference_among(among);
            return match count {
                Count::Exactly { number } if number.value() == Some(1) => w.one_of(many),
                Count::Exactly { number } => w.some_of(self.count(number), many),
                Count::UpTo { number } => w.some_of(w.up_to(self.count(number)), many),
                Count::Any => w.any_number_of(many),
            };
        }
        if superlative.is_some() {
            return w.the(self.phrase(from, Number::One, superlative));
        }
        match count {
            Count::Exactly { number } | Count::UpTo { number } if !self.is_plain(number) => w
                .beside(
                    self.some_number(count, from),
                    w.equal_to(self.value(number)),
                ),
            Count::Exactly { number } if number.value() == Some(1) && !self.is_outline() => {
                self.any(from)
            }
            Count::Exactly { number } => {
                let form = Number::of(number.value() != Some(1));
                w.counted(self.count(number), self.some_of_them(from, form))
            }
            Count::UpTo { number } => {
                let form = Number::of(number.value() != Some(1));
                w.counted(w.up_to(self.count(number)), self.some_of_them(from, form))
            }
            Count::Any => w.any_number_of(self.some_of_them(from, Number::Many)),
        }
    }

    fn some_of_them(&self, from: &Filter, form: Number) -> Phrase {
        let some = Printer {
            some: true,
            ..self.clone()
        };
        some.phrase(from, form, None)
    }

    /// Prints a computed number of things: `a number of units`, `up to a number of units`
    fn some_number(&self, count: &Count, from: &Filter) -> Phrase {
        let w = self.words;
        let some = w.a_number_of(self.some_of_them(from, Number::Many));
        match count {
            Count::UpTo { .. } => w.up_to(some),
            _ => some,
        }
    }

    fn some_at_random(&self, from: &Filter) -> Phrase {
        let w = self.words;
        w.a_number_of(w.random(self.phrase(from, Number::Many, None)))
    }

    /// Prints a noun phrase and its computed number separately, for verbs with further words in between.
    pub fn apart(&self, selector: &Selector) -> (Phrase, Phrase) {
        let (some, number) = match &selector.pick {
            Pick::Choose {
                count: count @ (Count::Exactly { number } | Count::UpTo { number }),
                from,
                superlative: None,
                ..
            } if !self.is_plain(number) && all_of(from).is_none() => {
                (self.some_number(count, from), number)
            }
            Pick::Random { count, from, .. } if !self.is_plain(count) => {
                (self.some_at_random(from), count)
            }
            _ => return (self.selector(selector), Phrase::default()),
        };
        (
            some.numbered(Number::Many),
            self.words.equal_to(self.value(number)),
        )
    }

    fn stack(&self, count: &Amount, end: End, zone: &Zone) -> Phrase {
        let w = self.words;
        let one = count.value() == Some(1);
        let card = w.card(with_number(Number::of(!one)));
        let end = self.end(end, &card);
        if !self.is_plain(count) {
            return w.number_from(card, end, self.zone_phrase(zone), self.value(count));
        }
        let cards = if one {
            w.stack_card(end, card)
        } else {
            w.stack_cards(end, self.count(count), card)
        };
        w.of_zone(cards, self.zone_phrase(zone))
    }

    pub(super) fn end(&self, end: End, like: &Phrase) -> Phrase {
        match end {
            End::Top => self.words.top(like),
            End::Bottom => self.words.bottom(like),
        }
    }

    /// Prints a noun phrase with a required number: `3 or more …`, `no …`, `a …`.
    pub fn counted_phrase(&self, filter: &Filter, number: &Comparison) -> Phrase {
        let w = self.words;
        match number {
            Comparison::AtLeast { number } if number.value() == Some(1) && !self.is_outline() => {
                self.any(filter)
            }
            Comparison::Exactly { number } if number.value() == Some(0) => {
                w.no(self.phrase(filter, Number::Many, None))
            }
            Comparison::Exactly { number } if self.is_plain(number) => {
                let form = Number::of(number.value() != Some(1));
                w.exactly(self.count(number), self.phrase(filter, form, None))
            }
            other => self.so_much(
                other,
                false,
                |count| w.counted(count, self.phrase(filter, Number::Many, None)),
                || w.a_number_of(self.phrase(filter, Number::Many, None)),
            ),
        }
    }

    /// Returns whether the described cards are `your …` rather than `friendly …` cards.
    pub fn is_yours(&self, filter: &Filter) -> bool {
        // `a card from it`: the place it is taken from determines whose it is.
        filter.among.is_none()
            && filter.side == Some(Side::Friendly)
            && !filter.states.contains(&State::BeingPlayed)
            && (self.played || self.side_words(filter) == SideWords::Yours)
    }

    pub fn yours(&self, filter: &Filter) -> Phrase {
        let mut rest = filter.clone();
        rest.side = None;
        let form = Number::of(!filter.next);
        self.words.your(self.phrase(&rest, form, None))
    }

    fn side_words(&self, filter: &Filter) -> SideWords {
        let Noun::Card { types } = &filter.noun else {
            return SideWords::Friendly;
        };
        types
            .first()
            .and_then(|first| self.symbols.game.card_types.get(first.as_str()))
            .map_or(SideWords::Yours, |card_type| card_type.side)
    }

    /// Prints a description without its article: `enemy *undead* units with a size token within range 3`.
    pub(super) fn phrase(
        &self,
        filter: &Filter,
        form: Number,
        superlative: Option<&Superlative>,
    ) -> Phrase {
        let w = self.words;
        // `removed from the map this way` follows everything else.
        if let Some(past) = filter.states.iter().find(|state| is_past(state)) {
            let mut before = filter.clone();
            before.states.retain(|state| state != past);
            let noun = self.phrase(&before, form, superlative);
            let past = self.state(past, &noun);
            return w.beside(noun, past).numbered(form);
        }
        let beside = |phrases: &mut dyn Iterator<Item = Phrase>| {
            joined(phrases, |first, last| w.beside(first, last))
        };
        let noun = self.noun(filter, form);
        let (here, there): (Vec<&Place>, Vec<&Place>) = filter.places.iter().partition(
            |place| matches!(place, Place::Adjacent { to, not: false } if self.is_here(to)),
        );
        let played = filter.states.contains(&State::BeingPlayed);
        let (side, whose) = match (filter.side, self.side_words(filter)) {
            (Some(Side::Friendly), _) if played => (None, Some(w.you_play())),
            (Some(Side::Enemy), _) if played => (None, Some(w.opponent_plays())),
            (Some(Side::Friendly), SideWords::Controlled) => (None, Some(w.you_control())),
            (Some(Side::Enemy), SideWords::Controlled) => (None, Some(w.opponent_controls())),
            (side, _) => (side.map(|side| self.side(side, &noun)), None),
        };
        let (nearest, extreme) = match superlative {
            Some(Superlative::Nearest { to }) if self.is_here_itself(to) => {
                (Some(w.nearest(&noun)), None)
            }
            Some(Superlative::Nearest { to }) => {
                (None, Some(w.nearest_to(&noun, self.reference(to))))
            }
            Some(Superlative::Highest { attribute }) => {
                (None, Some(w.highest(self.attribute(attribute))))
            }
            Some(Superlative::Lowest { attribute }) => {
                (None, Some(w.lowest(self.attribute(attribute))))
            }
            None => (None, None),
        };
        let mut adjectives = Vec::new();
        let mut having = Vec::new();
        for state in &filter.states {
            match (self.state_adjective(state, &noun), state) {
                (Some(adjective), _) => adjectives.push(adjective),
                (None, State::BeingPlayed) => {}
                (None, state) => having.push(self.state(state, &noun)),
            }
        }
        let fields = filter.fields.iter();
        let names = filter.names.iter();
        let names = names.map(|id| w.named(w.card_name(id, self.symbols.reference(id))));
        let zone = filter.zone.as_ref().map(|zone| {
            let zone = self.zone_phrase(zone);
            if self.counting {
                w.in_zone(zone)
            } else {
                w.taken_from(zone)
            }
        });
        let source = filter.among.as_ref().map(|source| match is_zone(source) {
            true if !self.is_outline() => w.out_of_it(),
            _ => w.among(self.reference(source)),
        });
        let traits = match filter.traits.as_slice() {
            [] => Phrase::default(),
            all => w.of_traits(self.traits(all, &noun), &noun),
        };
        let excluding = filter.excluding.as_ref();
        w.noun_phrase(
            filter.next.then(|| w.next(&noun)),
            self.other(filter, &noun),
            nearest,
            beside(&mut here.iter().map(|_| w.adjacent(&noun))),
            side,
            beside(&mut adjectives.into_iter()),
            traits,
            beside(&mut fields.map(|word| self.field_word(word, &noun).0)),
            joined(names, |first, last| w.or(first, last)),
            &noun,
            whose,
            beside(&mut having.into_iter()),
            extreme,
            zone,
            source,
            beside(&mut there.iter().map(|place| self.place(place, &noun))),
            excluding.map(|filter| w.excluding(self.phrase(filter, Number::Many, None))),
        )
    }

    /// Prints the noun alone. The noun is elided where a name is sufficient.
    pub(super) fn noun(&self, filter: &Filter, form: Number) -> Phrase {
        let w = self.words;
        let mut fields = filter.fields.iter();
        let card_word = fields.any(|word| self.field_word(word, &Phrase::default()).1);
        match &filter.noun {
            Noun::Space => w.space(with_number(form)),
            Noun::Card { types } if types.is_empty() || card_word => w.card(with_number(form)),
            Noun::Card { types } => {
                let all = types.iter().map(|id| self.type_noun(id, form));
                let noun = match form {
                    Number::Many if !self.some => joined(all, |first, last| w.and(first, last)),
                    _ => joined(all, |first, last| w.or(first, last)),
                };
                // A single card with a name needs no noun.
                let named = !filter.names.is_empty() && filter.fields.is_empty();
                if named && form == Number::One && !self.is_outline() {
                    w.implied(noun)
                } else {
                    noun
                }
            }
        }
    }

    pub(super) fn type_noun(&self, id: &str, form: Number) -> Phrase {
        let name = match (self.symbols.game.card_types.get(id), form) {
            (Some(card_type), Number::One) => &card_type.name,
            (Some(card_type), Number::Many) => &card_type.plural,
            (None, _) => id,
        };
        self.words.term("card_types", id, &with_number(form), name)
    }

    /// Returns the adjective for a field, and whether it needs the noun `card`.
    pub(super) fn field_word(&self, word: &BareWord, like: &Phrase) -> (Phrase, bool) {
        let game = self.symbols.game;
        for (name, field) in &game.fields {
            if field.key.as_deref().unwrap_or(name) != word.field {
                continue;
            }
            match &field.kind {
                FieldKind::Choice { of, bare } => {
                    let values = word.values().map(|value| {
                        let own = self.words.own_term(name, value, like);
                        own.unwrap_or_else(|| self.word_like(of, value, like))
                    });
                    let any = joined(values, |first, last| self.words.or(first, last));
                    return (any, !bare);
                }
                FieldKind::Flag => {
                    let plain = name.replace('_', " ");
                    return (self.words.term("fields", name, like, &plain), false);
                }
                _ => {}
            }
        }
        (word.value.replace('_', " ").into(), false)
    }

    /// Prints lists of traits, each as alternatives.
    pub(super) fn traits(&self, all: &[Vec<SmolStr>], like: &Phrase) -> Phrase {
        let w = self.words;
        let any = all.iter().map(|any| {
            let words = any.iter().map(|id| self.starred(id, like));
            joined(words, |first, last| w.or(first, last))
        });
        joined(any, |first, last| w.beside(first, last))
    }

    /// Prints a trait between asterisks.
    pub(super) fn starred(&self, id: &str, like: &Phrase) -> Phrase {
        let name = match self.symbols.game.card_types.get(id) {
            Some(_) => self.type_noun(id, Number::One),
            None => self.word_like("traits", id, like),
        };
        self.words.starred(name)
    }

    pub fn zone_phrase(&self, zone: &Zone) -> Phrase {
        let w = self.words;
        let noun = self.word("zones", &zone.zone);
        match zone.of {
            Owner::You => w.your(noun),
            Owner::Opponent => w.opponents(noun),
            Owner::Owner => w.owners(with_number(self.owned), noun),
            Owner::Actor => w.their(noun),
        }
    }

    fn reference_among(&self, reference: &Reference) -> Phrase {
        match reference {
            Reference::Chosen { named, .. }
                if **named == (ChosenNoun::Card { type_: None }) && !self.is_outline() =>
            {
                self.words.them(self.reference(reference))
            }
            reference => self.reference(reference),
        }
    }

    pub fn reference(&self, reference: &Reference) -> Phrase {
        if let Some(explained) = self.explained(reference) {
            explained
        } else if self.is_it(reference) {
            self.words.it(self.named_reference(reference))
        } else {
            self.named_reference(reference)
        }
    }

    pub(super) fn is_it(&self, reference: &Reference) -> bool {
        self.it.as_ref() == Some(reference) && matches!(reference, Reference::This { .. })
    }

    /// Prints a reference by its noun.
    pub(super) fn named_reference(&self, reference: &Reference) -> Phrase {
        let w = self.words;
        let noun = self.noun_of(reference);
        match reference {
            Reference::This { .. } | Reference::ThisAttack | Reference::ThisSpace => w.this(noun),
            Reference::ThatAttack | Reference::Chosen { .. } => w.that(noun),
            Reference::Target | Reference::Attacker | Reference::Rest { .. } => w.the(noun),
            Reference::AttachedUnit | Reference::AttachedSpace => w.attached(noun),
            Reference::ChosenSpace => w.chosen(noun),
            Reference::FirstChosen { .. } => w.first_chosen(noun),
            Reference::YourHero => w.your(noun),
            Reference::EnemyHero => w.the_enemy(noun),
        }
    }

    /// Returns the noun for a reference.
    pub fn noun_of(&self, reference: &Reference) -> Phrase {
        let w = self.words;
        let one = with_number(Number::One);
        match reference {
            Reference::This {
                as_: Some(card_type),
            } => self.type_noun(card_type, Number::One),
            Reference::This { as_: None } => w.card(one),
            Reference::ThisAttack | Reference::ThatAttack => w.attack(one),
            Reference::Target => w.target(one),
            Reference::Attacker => w.attacker(one),
            Reference::AttachedUnit => match &self.attached_noun {
                Some(noun) => noun.clone(),
                None => w.unit(one),
            },
            Reference::AttachedSpace | Reference::ThisSpace | Reference::ChosenSpace => {
                w.space(one)
            }
            Reference::Chosen { named, many, .. } => self.chosen_noun(named, Number::of(*many)),
            Reference::FirstChosen { named, .. } => self.chosen_noun(named, Number::One),
            Reference::Rest { .. } => w.rest(one),
            Reference::YourHero | Reference::EnemyHero => w.hero(one),
        }
    }

    fn chosen_noun(&self, named: &ChosenNoun, form: Number) -> Phrase {
        match named {
            ChosenNoun::Card {
                type_: Some(card_type),
            } => self.type_noun(card_type, form),
            ChosenNoun::Card { type_: None } | ChosenNoun::Zone => {
                self.words.card(with_number(form))
            }
            ChosenNoun::Space => self.words.space(with_number(form)),
        }
    }

    /// Returns the singular noun for a chosen thing.
    pub(super) fn one_noun(&self, what: &Selector) -> Phrase {
        match &what.pick {
            Pick::Known { is } => self.noun_of(is),
            Pick::Choose { from, .. } | Pick::Random { from, .. } => match &from.noun {
                Noun::Space => self.words.space(with_number(Number::One)),
                Noun::Card { types } => match types.as_slice() {
                    [one] => self.type_noun(one, Number::One),
                    // `card` is the only common noun for two types of cards.
                    _ => self.words.card(with_number(Number::One)),
                },
            },
            _ => self.words.card(with_number(Number::One)),
        }
    }
}

/// Returns an empty phrase that only has a grammatical number for nouns to agree with.
pub(super) fn with_number(number: Number) -> Phrase {
    Phrase::default().numbered(number)
}

/// Returns the reference of a filter that matches exactly the things of that reference. `None` for the cards of a zone.
pub(super) fn all_of(from: &Filter) -> Option<&Reference> {
    let among = from.among.as_ref().filter(|among| !is_zone(among))?;
    let noun = match among {
        Reference::Chosen { named, .. } | Reference::FirstChosen { named, .. } => match &**named {
            ChosenNoun::Card { type_ } => Noun::Card {
                types: type_.iter().cloned().collect(),
            },
            ChosenNoun::Space | ChosenNoun::Zone => Noun::Space,
        },
        Reference::This { as_ } => Noun::Card {
            types: as_.iter().cloned().collect(),
        },
        _ => Noun::Card { types: Vec::new() },
    };
    let any = Filter {
        noun,
        among: Some(among.clone()),
        ..Filter::default()
    };
    (*from == any).then_some(among)
}

fn is_zone(reference: &Reference) -> bool {
    matches!(reference, Reference::Chosen { named, .. } if **named == ChosenNoun::Zone)
}
