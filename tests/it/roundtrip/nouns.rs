//! Generates noun phrases: selectors, descriptions, places, states.

use cardwright::effect::ir::{
    Amount, At, BareWord, ChosenNoun, Comparison, Count, End, Filter, Noun, Owner, Pick, Place,
    Player, Reference, RowSide, Selector, Side, State, Superlative, Zone,
};
use cardwright::game::FieldKind;
use smol_str::SmolStr;

use super::amounts::ends_open;
use super::choices::{
    Focus, Gen, Thing, attributes_of, card_types, game, ids, map_types, names_of, on_map, side_of,
    types_of,
};

/// The kind of thing that a verb requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// A unit or hero, which can have damage.
    Fighter,
    /// A thing that can have size tokens.
    Sized,
    /// Anything on the map.
    OnMap,
    /// A location: on the map, but not a fighter.
    Place,
    /// A card that is not on the map.
    Card,
    /// A card in a zone or on the map.
    AnyCard,
    /// A location, or a card that is not on the map.
    NoFighter,
    /// A statistic card.
    Payer,
    /// A card that can be in a deck.
    OfDeck,
    Space,
    Attack,
}

impl Want {
    fn accepts(self, thing: &Thing) -> bool {
        let fits = |token: &str, types: &[SmolStr]| {
            !types.is_empty() && types.iter().all(|t| types_of("tokens", token).contains(t))
        };
        match (self, thing) {
            (Want::Fighter, Thing::OnMap(types)) => fits("damage", types),
            (Want::Sized, Thing::OnMap(types)) => fits("size", types),
            (Want::OnMap, Thing::OnMap(_)) => true,
            (Want::Place, Thing::OnMap(types)) => {
                !types.is_empty()
                    && !types
                        .iter()
                        .any(|t| types_of("tokens", "damage").contains(t))
            }
            (Want::Card, Thing::Card(_)) => true,
            (Want::AnyCard, Thing::Card(_) | Thing::OnMap(_)) => true,
            (Want::NoFighter, Thing::Card(_)) => true,
            (Want::Payer, Thing::Card(types)) => {
                !types.is_empty() && types.iter().all(|t| payers().contains(t))
            }
            (Want::OfDeck, Thing::Card(types) | Thing::OnMap(types)) => {
                !types.is_empty() && types.iter().all(|t| deck_types().contains(t))
            }
            (Want::NoFighter, Thing::OnMap(types)) => {
                !types.is_empty()
                    && !types
                        .iter()
                        .any(|t| types_of("tokens", "damage").contains(t))
            }
            (Want::Space, Thing::Space) => true,
            (Want::Attack, Thing::Attack) => true,
            _ => false,
        }
    }

    fn map_types(self) -> Vec<SmolStr> {
        match self {
            Want::Fighter => types_of("tokens", "damage"),
            Want::Sized => types_of("tokens", "size"),
            Want::Place => map_types()
                .into_iter()
                .filter(|t| !types_of("tokens", "damage").contains(t))
                .collect(),
            Want::OfDeck => types_of("tokens", "size"),
            Want::OnMap | Want::AnyCard => map_types(),
            _ => Vec::new(),
        }
    }
}

/// The use of a description.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shape {
    /// One of several joined types may be meant.
    joined: bool,
    /// It counts: nothing is `other`, `next` or chosen.
    counted: bool,
}

impl Gen {
    /// Generates a thing for a verb.
    pub fn selector(&mut self, want: Want) -> Selector {
        let by = self.actor;
        self.selector_by(want, by)
    }

    pub fn selector_by(&mut self, want: Want, by: Player) -> Selector {
        let pick = match self.reference(want, None) {
            Some(is) if want == Want::Attack || self.below(3) == 1 => Pick::Known { is },
            _ => self.chosen(want, by),
        };
        Selector {
            pick,
            span: At::default(),
        }
    }

    /// Generates a single thing: a choice of one, or a reference.
    pub fn one(&mut self, want: Want, by: Player) -> Selector {
        let pick = match self.reference(want, Some(false)) {
            Some(is) if self.maybe() => Pick::Known { is },
            _ => {
                let shape = Shape {
                    joined: true,
                    counted: false,
                };
                let (from, _) = self.filter(want, shape);
                self.pick_one(from, by)
            }
        };
        Selector {
            pick,
            span: At::default(),
        }
    }

    /// Generates a reference to one or several things.
    pub fn reference(&mut self, want: Want, many: Option<bool>) -> Option<Reference> {
        let known: Vec<Reference> = self
            .known()
            .into_iter()
            .filter(|(_, thing, several)| {
                want.accepts(thing) && many.is_none_or(|many| many == *several)
            })
            .map(|(reference, _, _)| reference)
            .collect();
        (!known.is_empty()).then(|| self.one_of(&known))
    }

    pub fn known_selector(&mut self, want: Want) -> Option<Selector> {
        let is = self.reference(want, Some(false))?;
        Some(Selector {
            pick: Pick::Known { is },
            span: At::default(),
        })
    }

    fn chosen(&mut self, want: Want, by: Player) -> Pick {
        // From several things that were named before.
        if self.rich(Focus::Nouns)
            && self.below(4) == 3
            && let Some(pick) = self.among(want, by)
        {
            return pick;
        }
        if want == Want::Card && self.below(5) == 4 {
            return self.stack();
        }
        let shape = Shape {
            joined: true,
            counted: false,
        };
        let (mut from, superlative) = self.filter(want, shape);
        // `Discard a card for each …`: the number comes last, after what it counts.
        self.counts = std::mem::take(&mut self.tail_count);
        if self.counts && superlative.is_none() && self.below(4) == 3 {
            let slot = self.slot();
            let number = self.counted_amount();
            self.mention_filter(slot, &from, true);
            let count = Count::Exactly { number };
            return Pick::Choose {
                count,
                by,
                from: Box::new(from),
                superlative: superlative.map(Box::new),
                chain: None,
                slot,
            };
        }
        if superlative.is_some() {
            return self.choose(Count::one(), by, from, superlative);
        }
        match self.below(if self.focus == Focus::Nouns { 9 } else { 5 }) {
            0 | 1 => self.choose(Count::one(), by, from, None),
            2 | 3 => self.each(from),
            4 | 5 => {
                let number = self.count_number();
                self.choose(Count::Exactly { number }, by, from, None)
            }
            6 => {
                let number = self.count_number();
                self.choose(Count::UpTo { number }, by, from, None)
            }
            7 => self.choose(Count::Any, by, from, None),
            _ => {
                let count = self.count_number();
                // `a random other unit` has one word too many.
                from.other = false;
                self.random(count, from)
            }
        }
    }

    /// Generates the number of chosen things. A computed number follows the description.
    fn count_number(&mut self) -> Amount {
        match self.amount() {
            // A count would be at the end of the clause if the verb allows it.
            amount if self.counts && is_count(&amount) => Amount::fixed(2),
            amount => amount,
        }
    }

    /// Generates a number that is printed as `for each`.
    fn counted_amount(&mut self) -> Amount {
        let of = Amount::Number {
            of: Box::new(self.inner(|g| g.counted_filter())),
        };
        let of = match self.below(3) {
            1 => Amount::Every {
                each: 2,
                of: Box::new(of),
            },
            _ => of,
        };
        Amount::times(1 + self.below(3) as u32, of)
    }

    fn pick_one(&mut self, from: Filter, by: Player) -> Pick {
        self.choose(Count::one(), by, from, None)
    }

    pub fn choose(
        &mut self,
        count: Count,
        by: Player,
        from: Filter,
        superlative: Option<Superlative>,
    ) -> Pick {
        let slot = self.slot();
        let many = !count.is_one();
        self.mention_filter(slot, &from, many);
        Pick::Choose {
            count,
            by,
            from: Box::new(from),
            superlative: superlative.map(Box::new),
            chain: None,
            slot,
        }
    }

    fn each(&mut self, from: Filter) -> Pick {
        let slot = self.slot();
        self.mention_filter(slot, &from, true);
        Pick::Each {
            from: Box::new(from),
            slot,
        }
    }

    fn random(&mut self, count: Amount, from: Filter) -> Pick {
        let slot = self.slot();
        self.mention_filter(slot, &from, count.value() != Some(1));
        Pick::Random {
            count,
            from: Box::new(from),
            slot,
        }
    }

    pub fn mention_filter(&mut self, slot: u32, from: &Filter, many: bool) {
        let named = match &from.noun {
            Noun::Space => ChosenNoun::Space,
            Noun::Card { types } => ChosenNoun::Card {
                type_: match types.as_slice() {
                    [one] => Some(one.clone()),
                    _ => None,
                },
            },
        };
        let thing = match &from.among {
            Some(among) => self.thing_of(among),
            None => thing_of_filter(from),
        };
        self.mention(slot, named, many, thing);
        if let Some(Reference::Chosen { slot, .. } | Reference::Rest { slot }) = &from.among
            && let Some(mention) = self.mentions.last_mut()
        {
            mention.part_of = Some(*slot);
        }
    }

    pub fn thing_of(&self, reference: &Reference) -> Thing {
        self.known()
            .into_iter()
            .find(|(known, _, _)| known == reference)
            .map_or(Thing::Card(Vec::new()), |(_, thing, _)| thing)
    }

    /// Generates some of several things that were named before, or those with a trait among them.
    fn among(&mut self, want: Want, by: Player) -> Option<Pick> {
        let of = self.reference(want, Some(true))?;
        // `them` are the things named last.
        if let Reference::Chosen { slot, named, .. } = &of
            && **named == (ChosenNoun::Card { type_: None })
        {
            let last = self.mentions.iter().rev().find(|mention| mention.many)?;
            if last.slot != *slot || last.named != **named {
                return None;
            }
        }
        if matches!(of, Reference::Rest { .. }) {
            return None;
        }
        let noun = match self.thing_of(&of) {
            Thing::Space => Noun::Space,
            Thing::OnMap(types) | Thing::Card(types) => Noun::Card { types },
            Thing::Attack | Thing::Zone => Noun::default(),
        };
        let mut from = Filter {
            noun,
            among: Some(of),
            ..Filter::default()
        };
        if from.noun != Noun::Space && self.maybe() {
            from.traits.push(vec![self.one_of(&ids("traits"))]);
        }
        Some(match self.below(5) {
            0 => self.choose(Count::one(), by, from, None),
            1 => {
                let number = self.number();
                self.choose(Count::UpTo { number }, by, from, None)
            }
            2 => self.choose(Count::Any, by, from, None),
            3 => self.each(from),
            _ => self.random(Amount::fixed(1), from),
        })
    }

    /// Generates cards from an end of an ordered zone.
    pub fn stack(&mut self) -> Pick {
        let ordered: Vec<SmolStr> = game()
            .terms("zones")
            .filter(|(_, term)| term.ordered)
            .map(|(id, _)| id.into())
            .collect();
        let zone = Zone {
            zone: self.one_of(&ordered),
            of: self.one_of(&[Owner::You, Owner::Opponent]),
        };
        let end = self.one_of(&[End::Top, End::Bottom]);
        let count = self.amount();
        let slot = self.slot();
        let many = count.value() != Some(1);
        let named = ChosenNoun::Card { type_: None };
        self.mention(slot, named, many, Thing::Card(Vec::new()));
        Pick::Stack {
            count,
            end,
            zone,
            slot,
        }
    }

    pub fn zone(&mut self) -> Zone {
        Zone {
            zone: self.one_of(&ids("zones")),
            of: self.one_of(&[Owner::You, Owner::Opponent]),
        }
    }

    /// Generates all cards of a zone.
    pub fn whole_zone(&mut self) -> Selector {
        let mut zone = self.zone();
        // `your statistic cards` are individual cards.
        let zones: Vec<SmolStr> = game()
            .terms("zones")
            .filter(|(_, term)| !term.name.ends_with("cards"))
            .map(|(id, _)| id.into())
            .collect();
        zone.zone = self.one_of(&zones);
        let slot = self.slot();
        self.mention(slot, ChosenNoun::Zone, false, Thing::Zone);
        Selector {
            pick: Pick::Zone { zone, slot },
            span: At::default(),
        }
    }

    /// Generates a pattern: whatever fits, or a reference.
    pub fn pattern(&mut self, want: Want) -> Selector {
        if let Some(known) = self.known_selector(want)
            && (want == Want::Attack || self.below(3) == 1)
        {
            return known;
        }
        let shape = Shape {
            joined: true,
            counted: false,
        };
        let (from, superlative) = self.filter(want, shape);
        let pick = if superlative.is_some() {
            self.choose(Count::one(), Player::You, from, superlative)
        } else {
            let slot = self.slot();
            self.mention_filter(slot, &from, false);
            Pick::Any {
                from: Box::new(from),
                slot,
            }
        };
        Selector {
            pick,
            span: At::default(),
        }
    }

    /// Generates a description for counting.
    pub fn counted_filter(&mut self) -> Filter {
        let want = self.one_of(&[Want::Fighter, Want::OnMap, Want::Card, Want::Space]);
        let shape = Shape {
            joined: true,
            counted: true,
        };
        self.filter(want, shape).0
    }

    /// Generates a description of cards, on the map or elsewhere, that are meant by kind and not chosen.
    pub fn kind_of_card(&mut self) -> Filter {
        let shape = Shape {
            joined: true,
            counted: false,
        };
        self.filter(Want::Card, shape).0
    }

    /// Generates a description of cards as they were when they were played.
    pub fn once_played(&mut self) -> Filter {
        let mut what = self.kind_of_card();
        what.side = None;
        what.zone = None;
        what.among = None;
        what.next = false;
        what.places.clear();
        what.states
            .retain(|state| matches!(state, State::Attribute { .. } | State::SameName { .. }));
        what
    }

    /// Generates a description of things that were removed or dealt damage this way.
    pub fn once_there(&mut self) -> Filter {
        let shape = Shape {
            joined: true,
            counted: true,
        };
        let mut what = self.filter(Want::Fighter, shape).0;
        what.zone = None;
        what.among = None;
        what.next = false;
        let past = self.one_of(&[State::RemovedThisWay, State::DealtDamageThisWay]);
        what.states.push(past);
        what
    }

    /// Generates a description of cards of a type that are played later.
    pub fn played_later(&mut self, types: &[&str]) -> Filter {
        let types = types.iter().map(SmolStr::new).collect::<Vec<_>>();
        Filter {
            noun: Noun::Card {
                types: vec![self.one_of(&types)],
            },
            side: self.one_of(&[None, Some(Side::Friendly), Some(Side::Enemy)]),
            ..Filter::default()
        }
    }

    fn filter(&mut self, want: Want, shape: Shape) -> (Filter, Option<Superlative>) {
        let mut filter = Filter::default();
        let mut superlative = None;
        let rich = self.rich(Focus::Nouns);
        if want == Want::Space {
            filter.noun = Noun::Space;
            if self.below(3) > 0 {
                filter.states.push(State::Vacant);
            }
            self.places(&mut filter, rich);
            return (filter, None);
        }
        let map = match want {
            Want::Card => false,
            Want::NoFighter => self.below(4) == 3,
            Want::AnyCard | Want::OfDeck => self.maybe(),
            Want::Payer => false,
            _ => true,
        };
        let types = if map {
            let want = if want == Want::NoFighter {
                Want::Place
            } else {
                want
            };
            want.map_types()
        } else {
            match want {
                Want::Payer => payers(),
                Want::OfDeck => deck_types(),
                _ => card_types(),
            }
        };
        let any = matches!(want, Want::Card | Want::NoFighter);
        let mut kinds = if !map && any && self.below(2) == 0 {
            Vec::new()
        } else {
            vec![self.one_of(&types)]
        };
        if shape.joined && rich && self.below(4) == 3 {
            for other in &types {
                // Two or three types with the same words for their controller.
                if !kinds.is_empty()
                    && !kinds.contains(other)
                    && kinds.len() < 2 + self.below(2)
                    && side_of(other) == side_of(&kinds[0])
                {
                    kinds.push(other.clone());
                }
            }
        }
        filter.noun = Noun::Card {
            types: kinds.clone(),
        };
        // Cards that are not on the map but can be there are in a zone.
        let elsewhere = !map && kinds.iter().all(|t| on_map(t)) && !kinds.is_empty();
        let same_kind =
            |mention: &super::choices::Mention| matches!(mention.thing, Thing::OnMap(_)) == map;
        let named_before = self.mentions.iter().any(same_kind);
        match self.below(3) {
            1 => filter.side = Some(Side::Friendly),
            2 => filter.side = Some(Side::Enemy),
            _ => {}
        }
        if rich {
            self.adjectives(&mut filter, &kinds, shape);
        }
        let states = self.rich(Focus::States);
        if states {
            self.states(&mut filter, map, &kinds);
        }
        // A name needs no noun, and its replacement would follow it.
        if want == Want::NoFighter {
            filter.names.clear();
        }
        // The highest is one of many: nothing that is counted.
        if map && !shape.counted && rich && self.below(5) == 4 {
            superlative = self.superlative(&kinds);
            filter.other = false;
        }
        if filter.states.last().is_some_and(state_ends_open) {
            if elsewhere {
                filter.states.pop();
            } else {
                return (filter, superlative);
            }
        }
        let flagged = filter.fields.iter().any(|word| word.value == "true");
        if !map && (elsewhere && !flagged || self.below(3) == 2) {
            filter.zone = Some(self.zone());
            // A card in a zone belongs to its owner and is not on its way into play.
            filter.side = None;
            filter.states.retain(|state| *state != State::BeingPlayed);
        }
        if map {
            let places = self.rich(Focus::Places);
            self.places(&mut filter, places);
        }
        // On a card that is not on the map, and for enemies, `other` means other than those named before.
        if (self.here().is_none() || filter.side == Some(Side::Enemy)) && !named_before {
            filter.other = false;
        }
        let closed = !filter.places.last().is_some_and(place_ends_open);
        if rich && self.below(5) == 4 && self.depth < 3 && closed {
            // An exception has no exception, and `other` goes before it.
            let excluded = self.inner(|g| g.excluded(&kinds));
            filter.excluding = Some(Box::new(excluded));
        }
        (filter, superlative)
    }

    fn excluded(&mut self, kinds: &[SmolStr]) -> Filter {
        let mut filter = Filter {
            noun: Noun::Card {
                types: kinds.to_vec(),
            },
            ..Filter::default()
        };
        match self.below(3) {
            0 => filter.traits.push(vec![self.one_of(&ids("traits"))]),
            1 if kinds.len() == 1 => filter.names = self.names(&kinds[0]),
            _ => filter.states.push(State::Damage {
                number: Comparison::AtLeast {
                    number: Amount::fixed(1),
                },
            }),
        }
        filter
    }

    fn names(&mut self, card_type: &str) -> Vec<SmolStr> {
        let names = names_of(card_type);
        if names.is_empty() {
            return names;
        }
        let first = self.one_of(&names);
        let second = self.one_of(&names);
        if self.below(3) == 2 && first != second {
            return vec![first, second];
        }
        vec![first]
    }

    fn adjectives(&mut self, filter: &mut Filter, kinds: &[SmolStr], shape: Shape) {
        if self.below(4) == 3 {
            filter.other = !shape.counted;
        }
        for _ in 0..self.below(3) {
            let mut any = vec![self.one_of(&ids("traits"))];
            let second = self.one_of(&ids("traits"));
            if self.below(3) == 2 && !any.contains(&second) {
                any.push(second);
            }
            let known = |id: &SmolStr| filter.traits.iter().flatten().any(|known| known == id);
            if !any.iter().any(known) {
                filter.traits.push(any);
            }
        }
        // A name goes with the type of card that has it.
        if let [one] = kinds
            && self.below(4) == 3
        {
            filter.names = self.names(one);
        }
        // An adjective would apply to only one of two nouns.
        if kinds.len() < 2 && self.below(3) == 2 {
            self.fields(filter, kinds);
        }
    }

    /// Generates adjectives for fields of cards: `flying`, `Castle`, `power`, `vanguard`.
    fn fields(&mut self, filter: &mut Filter, kinds: &[SmolStr]) {
        let all: Vec<(&String, &cardwright::game::Field)> = game().fields.iter().collect();
        let (name, field) = self.one_of(&all);
        let has = |id: &SmolStr| {
            game().card_types.get(id).is_some_and(|card_type| {
                card_type.required.contains(name) || card_type.optional.contains(name)
            })
        };
        let key = field.key.as_deref().unwrap_or(name);
        match &field.kind {
            FieldKind::Choice { of, bare: true } if kinds.iter().all(has) => {
                let ids = ids(of);
                let mut word = BareWord::new(key, self.one_of(&ids));
                // `ground or flying`, in the order of the vocabulary.
                if kinds.len() == 1 && self.below(3) == 0 {
                    let other = self.one_of(&ids);
                    let first = word.value.clone();
                    let both = |id: &&SmolStr| **id == first || **id == other;
                    let mut both = ids.iter().filter(both).cloned();
                    word.value = both.next().expect("one of the ids");
                    word.or = both.collect();
                }
                filter.fields.push(word);
            }
            // `a power card` has one of the types with that field.
            FieldKind::Choice { of, bare: false }
                if !kinds.is_empty() && kinds.iter().all(has) && filter.names.is_empty() =>
            {
                filter.fields.push(BareWord {
                    field: key.into(),
                    value: self.one_of(&ids(of)),
                    or: Vec::new(),
                });
            }
            // Cards with a flag are not on the map.
            FieldKind::Flag
                if !kinds.is_empty() && kinds.iter().all(|t| !on_map(t) && has(t))
                    || kinds.is_empty() && matches!(field.kind, FieldKind::Flag) =>
            {
                filter.fields.push(BareWord {
                    field: key.into(),
                    value: "true".into(),
                    or: Vec::new(),
                });
            }
            _ => {}
        }
    }

    fn states(&mut self, filter: &mut Filter, map: bool, kinds: &[SmolStr]) {
        // Single-word states precede the noun, all others follow it.
        if !map {
            match self.below(4) {
                0 if pays(kinds) => filter.states.push(State::Ready),
                1 if pays(kinds) => filter.states.push(State::Spent),
                2 if kinds.iter().any(|t| !on_map(t)) && filter.side.is_some() => {
                    filter.states.push(State::BeingPlayed)
                }
                _ => {}
            }
            if self.below(3) == 2 {
                let state = self.one_of(&[State::FaceUp, State::FaceDown]);
                // Words before the noun come first.
                filter.states.insert(0, state);
            }
            return;
        }
        if !kinds
            .iter()
            .all(|t| types_of("tokens", "damage").contains(t))
        {
            let state = self.one_of(&[State::FaceUp, State::FaceDown]);
            filter.states.push(state);
            return;
        }
        for index in 0..1 + self.below(2) {
            if filter.states.last().is_some_and(state_ends_open) {
                break;
            }
            let open = index == 1 || self.below(3) == 2;
            let state = self.state(kinds, open);
            let same =
                |known: &State| std::mem::discriminant(known) == std::mem::discriminant(&state);
            if !filter.states.iter().any(same) {
                filter.states.push(state);
            }
        }
    }

    pub fn state(&mut self, kinds: &[SmolStr], open: bool) -> State {
        match self.below(7) {
            0 => State::Damage {
                number: self.comparison(open),
            },
            1 if kinds
                .iter()
                .all(|t| types_of("tokens", "damage").contains(t)) =>
            {
                State::Mark {
                    mark: self.one_of(&ids("marks")),
                    has: self.maybe(),
                }
            }
            2 => State::Tokens {
                token: self.one_of(&tokens_of(kinds)),
                number: self.comparison(open),
            },
            3 if tokens_of(kinds).iter().any(|token| token == "size") => State::Size {
                number: self.comparison(open),
            },
            4 => {
                let attributes = attributes_of(kinds);
                State::Attribute {
                    attribute: self.one_of(&attributes),
                    number: self.comparison(open),
                }
            }
            5 => State::SameName {
                as_: self.owner(&["damage"]),
            },
            _ => State::Damage {
                number: Comparison::Exactly {
                    number: Amount::fixed(0),
                },
            },
        }
    }

    fn superlative(&mut self, kinds: &[SmolStr]) -> Option<Superlative> {
        // There is only one enemy hero, who is known by that name.
        if kinds.iter().any(|kind| kind == "hero") {
            return None;
        }
        let attributes = attributes_of(kinds);
        match self.below(4) {
            0 if !attributes.is_empty() => Some(Superlative::Highest {
                attribute: self.one_of(&attributes),
            }),
            1 if !attributes.is_empty() => Some(Superlative::Lowest {
                attribute: self.one_of(&attributes),
            }),
            2 => self.here().map(|to| Superlative::Nearest { to }),
            _ => self
                .reference(Want::OnMap, Some(false))
                .map(|to| Superlative::Nearest { to }),
        }
    }

    fn places(&mut self, filter: &mut Filter, rich: bool) {
        if !rich || self.depth > 3 {
            return;
        }
        for _ in 0..1 + self.below(2) {
            // Words after a description belong to it.
            if filter.places.last().is_some_and(place_ends_open) {
                break;
            }
            let before = self.clone();
            let place = self.inner(|g| g.place());
            let same =
                |known: &Place| std::mem::discriminant(known) == std::mem::discriminant(&place);
            if filter.places.iter().any(same) {
                let tried = self.clone();
                *self = before;
                self.skip_to(&tried);
                continue;
            }
            // Only `adjacent` precedes the noun.
            match &place {
                Place::Adjacent { to, not: false } if self.is_here(to) => {
                    filter.places.insert(0, place)
                }
                _ => filter.places.push(place),
            }
        }
    }

    fn is_here(&self, selector: &Selector) -> bool {
        matches!(&selector.pick, Pick::Known { is } if Some(is) == self.here().as_ref())
    }

    pub fn place(&mut self) -> Place {
        match self.below(10) {
            0 | 1 => Place::Adjacent {
                to: self.anchor(),
                not: self.below(4) == 3,
            },
            2 | 3 => {
                let of = self.anchor();
                let range = self.distance();
                Place::Within {
                    range,
                    of,
                    not: self.below(4) == 3,
                }
            }
            4 => {
                // For several things, it is ambiguous whether one at that distance is sufficient.
                let here = self.here().filter(|_| self.maybe());
                let is = here.unwrap_or(Reference::YourHero);
                let from = Box::new(Selector {
                    pick: Pick::Known { is },
                    span: At::default(),
                });
                let steps = self.distance();
                Place::Beyond { steps, from }
            }
            5 => Place::SameRow { as_: self.anchor() },
            6 => Place::SameColumn { as_: self.anchor() },
            7 => {
                let row = self.one_of(&ids("rows"));
                let shared = game().term("rows", &row).is_some_and(|term| term.shared);
                let side = if shared {
                    RowSide::Any
                } else {
                    self.one_of(&[RowSide::Your, RowSide::Opponent, RowSide::Any])
                };
                Place::Row { row, side }
            }
            8 => Place::Behind {
                what: self.anchor(),
            },
            _ if self.card_type == "spell" && self.maybe() => Place::Area,
            _ => Place::On {
                what: self.anchor(),
            },
        }
    }

    /// Generates the point from which a distance is measured.
    fn anchor(&mut self) -> Box<Selector> {
        if let Some(here) = self.here()
            && self.maybe()
        {
            return Box::new(Selector {
                pick: Pick::Known { is: here },
                span: At::default(),
            });
        }
        if self.depth < 3 && self.below(4) == 3 {
            let want = self.one_of(&[Want::OnMap, Want::Space]);
            let shape = Shape {
                joined: true,
                counted: false,
            };
            let (mut from, superlative) = self.inner(|g| g.filter(want, shape));
            // An exception belongs to the whole phrase, not to its parts.
            from.excluding = None;
            // The origin of a distance is not chosen: any thing that fits is sufficient.
            let by = self.actor;
            let pick = if superlative.is_some() {
                self.choose(Count::one(), by, from, superlative)
            } else {
                let slot = self.slot();
                self.mention_filter(slot, &from, false);
                Pick::Any {
                    from: Box::new(from),
                    slot,
                }
            };
            return Box::new(Selector {
                pick,
                span: At::default(),
            });
        }
        let known = self
            .known_selector(Want::OnMap)
            .expect("the heroes are always known");
        Box::new(known)
    }
}

pub fn thing_of_filter(filter: &Filter) -> Thing {
    match &filter.noun {
        Noun::Space => Thing::Space,
        Noun::Card { types } => {
            let flagged = filter.fields.iter().any(|word| word.value == "true");
            let map = !types.is_empty() && types.iter().all(|t| on_map(t));
            if map && filter.zone.is_none() && filter.among.is_none() && !flagged {
                Thing::OnMap(types.clone())
            } else {
                Thing::Card(types.clone())
            }
        }
    }
}

/// Returns whether a number is printed as `for each`.
fn is_count(amount: &Amount) -> bool {
    match amount {
        Amount::Number { .. }
        | Amount::TokensOn { .. }
        | Amount::StepsMoved { .. }
        | Amount::Every { .. } => true,
        Amount::Times { of, .. } | Amount::Bounded { of, .. } => is_count(of),
        _ => false,
    }
}

/// Returns whether cards of these types can be ready or spent.
fn pays(kinds: &[SmolStr]) -> bool {
    kinds.is_empty() || kinds.iter().any(|kind| kind == "statistic")
}

/// Returns the tokens that one of these types can have.
fn tokens_of(kinds: &[SmolStr]) -> Vec<SmolStr> {
    let mut tokens = ids("tokens");
    tokens.retain(|token| {
        kinds
            .iter()
            .any(|kind| types_of("tokens", token).contains(kind))
    });
    tokens
}

fn state_ends_open(state: &State) -> bool {
    match state {
        State::Tokens { number, .. }
        | State::Damage { number }
        | State::Size { number }
        | State::Attribute { number, .. } => match number {
            Comparison::Exactly { number }
            | Comparison::AtLeast { number }
            | Comparison::AtMost { number }
            | Comparison::MoreThan { number }
            | Comparison::LessThan { number } => ends_open(number),
        },
        _ => false,
    }
}

/// Returns whether the words of a place end with a description, to which following words would belong.
pub fn place_ends_open(place: &Place) -> bool {
    let open = |anchor: &Selector| !matches!(anchor.pick, Pick::Known { .. });
    match place {
        Place::Adjacent { to, .. } => open(to),
        Place::Within { range, of, .. } => open(of) || ends_open(range),
        Place::Beyond { steps, from } => open(from) || ends_open(steps),
        Place::SameRow { as_ } | Place::SameColumn { as_ } => open(as_),
        Place::Behind { what } | Place::Under { what } | Place::On { what } => open(what),
        Place::Row { .. } | Place::Area => false,
    }
}

/// Returns the types of cards that pay.
fn payers() -> Vec<SmolStr> {
    let types = game().card_types.iter();
    types
        .filter(|(_, card_type)| {
            card_type.required.iter().any(|field| {
                matches!(&game().fields[field].kind, FieldKind::Choice { of, .. } if of == "statistics")
            })
        })
        .map(|(id, _)| id.clone())
        .collect()
}

/// Returns the types of cards that are played for a cost, and so can be in a deck.
fn deck_types() -> Vec<SmolStr> {
    let types = game().card_types.iter();
    types
        .filter(|(_, card_type)| !card_type.required_unless.is_empty())
        .map(|(id, _)| id.clone())
        .collect()
}
