//! Prints places, states and destinations.

use super::Printer;
use super::amount::Split;
use crate::effect::ir::{
    Amount, Comparison, End, Pick, Place, Put, Reference, RowSide, Selector, Side, State,
};
use crate::effect::print::noun::known;
use crate::game::CardPlace;
use crate::words::Phrase;

impl Printer<'_> {
    pub(super) fn side(&self, side: Side, like: &Phrase) -> Phrase {
        match side {
            Side::Friendly => self.words.friendly(like),
            Side::Enemy => self.words.enemy(like),
        }
    }

    /// Prints a state that is an adjective.
    pub(super) fn state_adjective(&self, state: &State, like: &Phrase) -> Option<Phrase> {
        let w = self.words;
        Some(match state {
            State::Vacant => w.vacant(like),
            State::Ready => w.ready(like),
            State::Spent => w.spent(like),
            State::FaceUp => w.face_up(like),
            State::FaceDown => w.face_down(like),
            _ => return None,
        })
    }

    /// Prints a state that follows the noun.
    pub(super) fn state(&self, state: &State, like: &Phrase) -> Phrase {
        let w = self.words;
        match state {
            State::Mark { mark, has: true } => w.with(w.a_mark(self.word("marks", mark))),
            State::Mark { mark, has: false } => w.without(w.a_mark(self.word("marks", mark))),
            State::Tokens { token, number } if is_none(number) => {
                w.without(w.a_token(self.word("tokens", token)))
            }
            State::Tokens { token, number } => w.with(self.so_many_tokens(token, number)),
            State::Damage { number } if is_some(number) => w.with(w.some_damage()),
            State::Damage { number } if is_none(number) => w.without(w.some_damage()),
            State::Damage { number } => w.with(self.so_much_damage(number)),
            State::Size { number } => w.of_size(self.measured(number)),
            State::Attribute { attribute, number } => {
                w.with(self.so_many_points(attribute, number))
            }
            State::SameName { as_ } => w.same_name(self.reference(as_)),
            State::BeingPlayed => w.you_play(),
            State::RemovedThisWay if self.kills() => w.killed(like, self.this_way()),
            State::RemovedThisWay => w.gone(like, self.this_way()),
            State::DealtDamageThisWay => w.hurt(like, self.this_way()),
            state => self.state_adjective(state, like).unwrap_or_default(),
        }
    }

    /// Prints a number of tokens: `a size token`, `2 or more size tokens`.
    pub(super) fn so_many_tokens(&self, token: &str, number: &Comparison) -> Phrase {
        let w = self.words;
        let kind = self.word("tokens", token);
        if is_some(number) && !self.is_outline() {
            return w.a_token(kind);
        }
        // `1 size tokens` is not English, and `a size token` means one or more.
        if matches!(number, Comparison::Exactly { number } if number.value() == Some(1)) {
            return w.exactly_a_token(kind);
        }
        self.so_much(
            number,
            false,
            |count| w.tokens(count, &kind),
            || w.a_number_of(w.token_word(&kind)),
        )
    }

    /// Prints an amount of damage: `2 or more damage`, `damage greater than …`
    pub(super) fn so_much_damage(&self, number: &Comparison) -> Phrase {
        let w = self.words;
        self.so_much(number, true, |count| w.damage(count), || w.some_damage())
    }

    /// Prints the value of an attribute: `2 or more attack`, `attack greater than …`
    pub(super) fn so_many_points(&self, attribute: &str, number: &Comparison) -> Phrase {
        let w = self.words;
        let noun = self.attribute(attribute);
        let measured = !self.is_counted(attribute);
        self.so_much(
            number,
            measured,
            |count| w.points(count, &noun),
            || noun.clone(),
        )
    }

    /// Prints tokens with their number, `a size token` or `2 size tokens`, and the part that goes to the end of the
    /// clause.
    pub fn tokens(&self, amount: &Amount, token: &str) -> (Phrase, Phrase) {
        let w = self.words;
        let kind = self.word("tokens", token);
        let n = self.split(amount);
        let tokens = if self.is_one(&n) {
            w.a_token(kind)
        } else if n.lead.is_empty() {
            w.token_word(kind)
        } else {
            self.more_tokens(&n, kind)
        };
        (tokens, n.tail)
    }

    /// Prints tokens of an increase: `1 size token`, `all size tokens`.
    pub(super) fn more_tokens(&self, n: &Split, kind: Phrase) -> Phrase {
        if n.all {
            self.words.all_tokens(kind)
        } else {
            self.words.tokens(&n.lead, kind)
        }
    }

    /// Prints a place. `like` is the thing in that place.
    pub fn place(&self, place: &Place, like: &Phrase) -> Phrase {
        let w = self.words;
        let not = |not: &bool| not.then(|| w.not());
        match place {
            Place::Adjacent { to, not: no } => {
                w.beside(not(no), w.adjacent_to(like, self.anchor(to)))
            }
            Place::Within { range, of, not: no } => {
                let plain = self.is_plain(range);
                let range = self.count(range);
                let within = match (self.is_here(of), plain) {
                    (true, true) => w.within(range),
                    (true, false) => w.within_equal(range),
                    (false, true) => w.within_of(range, self.anchor(of)),
                    (false, false) => w.within_equal_of(range, self.anchor(of)),
                };
                w.beside(not(no), within)
            }
            Place::Beyond { steps, from } => match (self.is_here(from), self.is_plain(steps)) {
                (true, true) => w.beyond(w.steps(self.count(steps))),
                (true, false) => w.beyond_equal(self.value(steps)),
                (false, true) => w.beyond_of(w.steps(self.count(steps)), self.anchor(from)),
                (false, false) => w.beyond_equal_of(self.value(steps), self.anchor(from)),
            },
            Place::SameRow { as_ } => w.same_row(self.anchor(as_)),
            Place::SameColumn { as_ } => w.same_column(self.anchor(as_)),
            Place::Row { row, side } => {
                let row = self.word("rows", row);
                let lines = self.symbols.game.has_lines();
                match (lines, side) {
                    (false, RowSide::Your) => w.in_your_row(row),
                    (false, RowSide::Opponent) => w.in_opponents_row(row),
                    (false, RowSide::Any) => w.in_row(row),
                    (true, RowSide::Your) => w.on_your_line(row),
                    (true, RowSide::Opponent) => w.on_opponents_line(row),
                    (true, RowSide::Any) => w.on_line(row),
                }
            }
            Place::Behind { what } => w.behind(self.anchor(what)),
            Place::Under { what } => w.under(self.anchor(what)),
            Place::Area => w.in_area(),
            Place::On { what } => w.on(self.anchor(what)),
        }
    }

    /// Prints the thing from which a distance is measured.
    fn anchor(&self, selector: &Selector) -> Phrase {
        match known(selector) {
            Some(reference) if self.it.as_ref() == Some(reference) => {
                self.words.it(self.named_reference(reference))
            }
            _ => {
                let phrase = self.selector(selector);
                self.find_there(selector);
                match &selector.pick {
                    Pick::Choose { .. } | Pick::Random { .. } if self.is_outline() => {
                        self.words.nested(phrase)
                    }
                    _ => phrase,
                }
            }
        }
    }

    /// Returns whether the text can leave out this thing as the origin of a distance.
    pub(super) fn is_here(&self, selector: &Selector) -> bool {
        !self.elsewhere && known(selector).is_some_and(|reference| self.is_here_itself(reference))
    }

    /// Returns the context for the target of another attacker: the point from which a distance is measured must be
    /// mentioned.
    pub(super) fn attacked_by(&self, who: &Selector) -> Self {
        Printer {
            elsewhere: !self.is_here(who),
            ..self.clone()
        }
    }

    pub(super) fn is_here_itself(&self, reference: &Reference) -> bool {
        match &self.attached {
            // An outline always names the origin of a distance.
            _ if self.is_outline() => false,
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

    /// Prints the destination of a card that goes `into` a zone.
    pub(super) fn put_into(&self, put: &Put) -> Phrase {
        let w = self.words;
        self.put(put)
            .unwrap_or_else(|| w.put_into(self.zone_phrase(&put.zone), self.order(put)))
    }

    /// Prints the destination of a card that returns.
    pub(super) fn put_to(&self, put: &Put) -> Phrase {
        let w = self.words;
        self.put(put)
            .unwrap_or_else(|| w.put_to(self.zone_phrase(&put.zone), self.order(put)))
    }

    /// Prints the end of the zone that is the destination, if it matters.
    fn put(&self, put: &Put) -> Option<Phrase> {
        let w = self.words;
        let (zone, order) = (self.zone_phrase(&put.zone), self.order(put));
        // An outline names the end of an ordered zone.
        let zones = self.symbols.game.term("zones", &put.zone.zone);
        let on_top = self.is_outline() && zones.is_some_and(|zone| zone.ordered);
        Some(match put.end.or(on_top.then_some(End::Top))? {
            End::Top => w.put_on_top(zone, order),
            End::Bottom => w.put_on_bottom(zone, order),
        })
    }

    fn order(&self, put: &Put) -> Option<Phrase> {
        put.any_order.then(|| self.words.in_any_order())
    }
}

/// Returns whether a comparison is `at least one`.
pub(super) fn is_some(number: &Comparison) -> bool {
    matches!(number, Comparison::AtLeast { number } if number.value() == Some(1))
}

/// Returns whether a comparison is `exactly zero`.
pub(super) fn is_none(number: &Comparison) -> bool {
    matches!(number, Comparison::Exactly { number } if number.value() == Some(0))
}
