//! Descriptions that a thing fits or not: every part of one in words.

use super::Outline;
use super::amount::number_of;
use crate::effect::ir::{Comparison, Filter, Noun, Pick, Place, RowSide, Selector, Side, State};
use crate::effect::print::with_article;
use crate::game::{CardPlace, SideWords};

/// A description taken apart.
struct Parts {
    before: Vec<String>,
    noun: String,
    /// Whose it is, for a noun that has it behind.
    whose: Option<String>,
    after: Vec<String>,
}

impl Outline<'_> {
    /// A description as a noun: `enemy unit that is *undead*, within 3 steps of your hero`.
    pub(super) fn thing(&self, filter: &Filter, many: bool) -> String {
        let mut parts = self.parts(filter, many);
        if let Some(zone) = &filter.zone {
            // Behind the traits, which belong to the noun.
            parts.after.insert(
                filter.traits.len(),
                format!("from {}", self.printer.zone(zone)),
            );
        }
        let mut words = parts.before;
        words.push(parts.noun);
        words.extend(parts.whose);
        let noun = words.join(" ");
        if parts.after.is_empty() {
            noun
        } else {
            format!("{noun} {}", parts.after.join(", "))
        }
    }

    /// A description as what something is or has.
    pub(super) fn predicate(&self, filter: &Filter, not: bool) -> String {
        let is = if not { "is not" } else { "is" };
        if filter.noun != Noun::default() || !filter.names.is_empty() {
            return format!("{is} {}", with_article(&self.thing(filter, false)));
        }
        let parts = self.parts(filter, false);
        let mut all = parts.before;
        all.extend(parts.whose);
        all.extend(parts.after);
        if let Some(zone) = &filter.zone {
            all.push(format!("in {}", self.printer.zone(zone)));
        }
        let all: Vec<&str> = all
            .iter()
            .map(|part| part.strip_prefix("that is ").unwrap_or(part))
            .collect();
        match (all.as_slice(), not) {
            ([one], false) => match one.strip_prefix("with ") {
                Some(has) => format!("has {has}"),
                None => format!("{is} {one}"),
            },
            ([one], true) => match one.strip_prefix("with ") {
                Some(has) => format!("does not have {has}"),
                None => format!("{is} {one}"),
            },
            (several, false) => format!("is {}", several.join(" and ")),
            (several, true) => format!("is not all of: {}", several.join(" and ")),
        }
    }

    fn parts(&self, filter: &Filter, many: bool) -> Parts {
        let mut before = Vec::new();
        let mut after = Vec::new();
        let is = if many { "are" } else { "is" };
        for any in &filter.traits {
            let any: Vec<String> = any.iter().map(|id| self.printer.trait_word(id)).collect();
            after.push(format!("that {is} {}", any.join(" or ")));
        }
        if filter.next {
            before.push("next".to_owned());
        }
        for state in &filter.states {
            self.state(state, &mut before, &mut after);
        }
        let mut whose = None;
        match (filter.side, self.side_words(filter)) {
            (None, _) => {}
            (Some(Side::Friendly), SideWords::Friendly) => before.push("friendly".to_owned()),
            (Some(Side::Enemy), SideWords::Friendly) => before.push("enemy".to_owned()),
            (Some(Side::Friendly), SideWords::Controlled) => {
                whose = Some("that you control".to_owned());
            }
            (Some(Side::Enemy), SideWords::Controlled) => {
                whose = Some("that your opponent controls".to_owned());
            }
            (Some(Side::Friendly), SideWords::Yours) => whose = Some("of yours".to_owned()),
            (Some(Side::Enemy), SideWords::Yours) => whose = Some("of your opponent".to_owned()),
        }
        for word in &filter.fields {
            before.push(self.printer.adjective(&word.field, &word.value));
        }
        after.extend(filter.places.iter().map(|place| self.place(place)));
        if let Some(among) = &filter.among {
            after.push(format!("among {}", self.reference(among)));
        }
        if filter.other {
            after.push(self.other(filter.side).to_owned());
        }
        if let Some(excluding) = &filter.excluding {
            after.push(format!("except {}", self.thing(excluding, true)));
        }
        Parts {
            before,
            noun: self.named(filter, many),
            whose,
            after,
        }
    }

    /// Whether all that is described are cards of types that do not stand on the map.
    pub(super) fn is_off_map(&self, selector: &Selector) -> bool {
        let (Pick::Each { from, .. } | Pick::Any { from, .. }) = &selector.pick else {
            return false;
        };
        let Noun::Card { types } = &from.noun else {
            return false;
        };
        let known = &self.printer.symbols.game.card_types;
        let mut of_types = types.iter().filter_map(|id| known.get(id));
        !types.is_empty() && of_types.all(|of| of.place != CardPlace::Map)
    }

    /// What `other` leaves out.
    fn other(&self, side: Option<Side>) -> &'static str {
        let on_map = self
            .printer
            .symbols
            .game
            .card_types
            .get(&self.printer.bearer.card_type)
            .is_some_and(|card_type| card_type.place == CardPlace::Map);
        // What is described now is among what was found.
        let alone = self.found.by_slot.borrow().len() <= 1;
        // Nothing on the other side is this card.
        match (side, self.granted) {
            (Some(Side::Enemy), _) => "not chosen before in this ability",
            _ if !on_map => "not chosen before in this ability",
            (_, true) if alone => "other than the one that has gained this",
            (_, true) => "other than the one that has gained this and than any chosen before",
            (_, false) if alone => "other than this card",
            (_, false) => "other than this card and than any chosen before",
        }
    }

    fn side_words(&self, filter: &Filter) -> SideWords {
        let Noun::Card { types } = &filter.noun else {
            return SideWords::Friendly;
        };
        types
            .first()
            .and_then(|first| self.printer.symbols.game.card_types.get(first.as_str()))
            .map_or(SideWords::Yours, |card_type| card_type.side)
    }

    fn named(&self, filter: &Filter, many: bool) -> String {
        let noun = self.noun(&filter.noun, many);
        if filter.names.is_empty() {
            return noun;
        }
        let names: Vec<String> = filter
            .names
            .iter()
            .map(|id| format!("\"{}\"", self.printer.symbols.name_of(id).unwrap_or(id)))
            .collect();
        format!("{noun} named {}", names.join(" or "))
    }

    pub(super) fn noun(&self, noun: &Noun, many: bool) -> String {
        let plural = |word: &str| format!("{word}{}", if many { "s" } else { "" });
        match noun {
            Noun::Space => plural("space"),
            Noun::Card { types } if types.is_empty() => plural("card"),
            Noun::Card { types } => types
                .iter()
                .map(|id| self.type_name(id, many))
                .collect::<Vec<_>>()
                .join(" or "),
        }
    }

    pub(super) fn type_name(&self, id: &str, many: bool) -> String {
        match self.printer.symbols.game.card_types.get(id) {
            Some(card_type) if many => card_type.plural.clone(),
            Some(card_type) => card_type.name.clone(),
            None => id.to_owned(),
        }
    }

    /// A state before the noun or behind it.
    fn state(&self, state: &State, before: &mut Vec<String>, after: &mut Vec<String>) {
        match state {
            State::Mark { mark, has } => {
                let mark = self.printer.term("marks", mark);
                let with = if *has { "with the" } else { "without the" };
                after.push(format!("{with} {mark} mark"));
            }
            State::Tokens { token, number } => {
                let token = self.printer.term("tokens", token);
                let one = number_of(number).value() == Some(1);
                let word = if one { "token" } else { "tokens" };
                after.push(format!("with {} {token} {word}", self.compared(number)));
            }
            State::Damage { number } => {
                after.push(format!("with {} damage on it", self.compared(number)));
            }
            State::Size { number } => {
                after.push(format!("with a size of {}", self.compared(number)));
            }
            State::Attribute { attribute, number } => {
                let attribute = self.printer.term("attributes", attribute);
                after.push(format!(
                    "with a current {attribute} of {}",
                    self.compared(number)
                ));
            }
            State::SameName { as_ } => {
                after.push(format!("with the same name as {}", self.reference(as_)));
            }
            State::Vacant => before.push("vacant".to_owned()),
            State::Ready => before.push("ready".to_owned()),
            State::Spent => before.push("spent".to_owned()),
            State::FaceUp => before.push("face-up".to_owned()),
            State::FaceDown => before.push("face-down".to_owned()),
            State::BeingPlayed => after.push("while it is being played".to_owned()),
        }
    }

    /// A place on the map, with what distances are measured from.
    pub(super) fn place(&self, place: &Place) -> String {
        // What is chosen within the description of something else stands out.
        let at = |selector: &Selector| match &selector.pick {
            Pick::Choose { .. } | Pick::Random { .. } => format!("[{}]", self.selector(selector)),
            Pick::Any { from, slot } => {
                let words = self.selector(selector);
                let how = match place {
                    Place::On { .. } => "found there",
                    _ => "measured from",
                };
                self.find(*slot, how, from);
                words
            }
            Pick::Each { .. } | Pick::Stack { .. } | Pick::Known { .. } | Pick::Zone { .. } => {
                self.selector(selector)
            }
        };
        let not = |not: bool| if not { "not " } else { "" };
        match place {
            Place::Adjacent { to, not: no } => format!("{}adjacent to {}", not(*no), at(to)),
            Place::Within { range, of, not: no } => format!(
                "{}within {} of {}",
                not(*no),
                self.counted(range, "step", "steps"),
                at(of)
            ),
            Place::Beyond { steps, from } => format!(
                "more than {} from {}",
                self.counted(steps, "step", "steps"),
                at(from)
            ),
            Place::SameRow { as_ } => format!("in the same row as {}", at(as_)),
            Place::SameColumn { as_ } => format!("in the same column as {}", at(as_)),
            Place::Row { row, side } => {
                let row = self.printer.term("rows", row);
                match side {
                    RowSide::Your => format!("in the {row} row counted from your side"),
                    RowSide::Opponent => {
                        format!("in the {row} row counted from your opponent's side")
                    }
                    RowSide::Any => format!("in the {row} row"),
                }
            }
            Place::Behind { what } => format!(
                "on the next space on the line from the attacker through {}",
                at(what)
            ),
            Place::Area => "in the printed area around the chosen space".to_owned(),
            Place::On { what } => format!("on {}", at(what)),
        }
    }

    /// `at least 3 units`, `no units`, with the verb that fits: `there are …`.
    pub(super) fn so_many(&self, filter: &Filter, number: &Comparison) -> (bool, String) {
        let value = number_of(number).value();
        let one = value == Some(1);
        let things = self.thing(filter, !one);
        match number {
            Comparison::Exactly { .. } if value == Some(0) => (false, format!("no {things}")),
            _ => (one, format!("{} {things}", self.compared(number))),
        }
    }
}
