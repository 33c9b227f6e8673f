//! Prints what a text leaves unsaid, for outlines: who chooses, from where, how often, and what a reference refers to.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::{Printer, joined, noun};
use crate::effect::ir::{ChosenNoun, Count, Filter, Noun, Pick, Player, Reference, Selector, Side};
use crate::game::CardPlace;
use crate::words::{Number, Phrase};

/// The position in an outline. A printer that has one prints what a text leaves unsaid.
#[derive(Clone)]
pub struct Unsaid<'a> {
    pub found: &'a Found,
    /// The number of the step, `2.1`; empty in the heading.
    pub step: String,
    /// `true` inside a cost, which is paid as a whole or not at all.
    pub paying: bool,
    /// The player who acts and chooses what X is.
    pub chooser: Player,
    /// `true` inside an option of each player, who is printed as `that player`.
    pub asked: bool,
    /// `true` inside effects that resolve after an event.
    pub after: bool,
    /// The ability resolves during an attack.
    pub attacked: bool,
}

/// The things that the selectors of an ability find.
#[derive(Default)]
pub struct Found {
    pub by_slot: RefCell<BTreeMap<u32, Origin>>,
    /// The slots of things that `other` excludes: those chosen so far, and those of the event.
    pub chosen: RefCell<Vec<u32>>,
    /// `true` after the step that declares X.
    pub x_declared: Cell<bool>,
}

/// Where something was found.
#[derive(Clone, PartialEq)]
pub struct Origin {
    /// `chosen`, `picked at random`.
    pub how: Phrase,
    /// The number of the step; `None` if `how` is sufficient.
    pub step: Option<String>,
    /// The plural noun for the things found.
    pub nouns: Phrase,
}

impl Printer<'_> {
    /// Returns whether this printer prints an outline, with what a text leaves unsaid.
    pub(super) fn is_outline(&self) -> bool {
        self.unsaid.is_some()
    }

    /// Returns whether each player has the option.
    pub(super) fn is_asked(&self) -> bool {
        self.unsaid.as_ref().is_some_and(|unsaid| unsaid.asked)
    }

    /// Adds a note to a chosen thing: who chooses it, unless the subject does, and whether fewer can be chosen.
    pub(super) fn noted(&self, phrase: Phrase, pick: &Pick, by_subject: bool) -> Phrase {
        let (
            Some(unsaid),
            Pick::Choose {
                count,
                by,
                superlative,
                ..
            },
        ) = (&self.unsaid, pick)
        else {
            return phrase;
        };
        let w = self.words;
        let who = (!by_subject || superlative.is_some()).then(|| {
            let choice = w.chooses(self.player(*by));
            match superlative {
                Some(_) => w.in_a_tie(choice),
                None => choice,
            }
        });
        let fewer = match count {
            // A cost must be paid in full, so fewer things are never enough.
            _ if unsaid.paying => None,
            Count::Exactly { number } if number.value() == Some(1) => None,
            Count::Exactly { .. } => Some(w.fewer_if_fewer_fit()),
            Count::UpTo { .. } | Count::Any => Some(w.or_none()),
        };
        let notes = who.into_iter().chain(fewer);
        match joined(notes, |first, last| w.notes(first, last)) {
            notes if notes.is_empty() => phrase,
            notes => w.noted(phrase, notes),
        }
    }

    /// Prints things that are affected one by one. An outline puts `each of` before a plural.
    pub(super) fn every(&self, selector: &Selector) -> Phrase {
        let phrase = self.selector(selector);
        if self.is_outline() && phrase.form().number == Number::Many {
            self.words.each_of(phrase).numbered(Number::One)
        } else {
            phrase
        }
    }

    /// Returns what `other` excludes. In a text it is only that word.
    pub(super) fn other(&self, filter: &Filter, like: &Phrase) -> Option<Phrase> {
        let w = self.words;
        if !(filter.other || filter.not_itself) {
            return None;
        }
        let Some(unsaid) = &self.unsaid else {
            return Some(w.other(like));
        };
        let card_type = self.symbols.game.card_types.get(&self.bearer.card_type);
        let on_map = card_type.is_some_and(|card_type| card_type.place == CardPlace::Map);
        // Nothing on the other side is this card.
        let this = filter.other
            && (on_map || self.granted || self.played)
            && filter.side != Some(Side::Enemy);
        let chosen = filter.other && !unsaid.found.chosen.borrow().is_empty();
        let attack = filter.other && unsaid.attacked;
        let left_out = [
            filter.not_itself.then(|| w.itself()),
            (this && self.granted).then(|| w.what_gained_this()),
            (this && !self.granted).then(|| w.this_card()),
            attack.then(|| w.both_of_the_attack()),
            chosen.then(|| w.any_chosen_before()),
        ];
        let left_out = joined(left_out.into_iter().flatten(), |first, last| {
            w.and(first, last)
        });
        Some(w.other_than(left_out))
    }

    /// Remembers that a later `other` excludes what this slot has.
    pub fn leave_out_slot(&self, slot: u32) {
        if let Some(unsaid) = &self.unsaid {
            unsaid.found.chosen.borrow_mut().push(slot);
        }
    }

    /// Returns how often a change of the dealt damage applies.
    pub(super) fn how_often(&self, who: &Selector) -> Phrase {
        let w = self.words;
        match noun::known(who) {
            Some(Reference::ThisAttack | Reference::ThatAttack) => Phrase::default(),
            _ if self.is_off_map(who) => w.each_time_it_deals(),
            _ => w.with_every_attack(),
        }
    }

    /// Returns whether all described things are cards of types that are not on the map.
    fn is_off_map(&self, selector: &Selector) -> bool {
        let (Pick::Each { from, .. } | Pick::Any { from, .. }) = &selector.pick else {
            return false;
        };
        let Noun::Card { types } = &from.noun else {
            return false;
        };
        let known = &self.symbols.game.card_types;
        let mut of_types = types.iter().filter_map(|id| known.get(id));
        !types.is_empty() && of_types.all(|of| of.place != CardPlace::Map)
    }

    /// Returns the adverb for something that this ability did, such as `this way`.
    pub(super) fn this_way(&self) -> Phrase {
        match &self.unsaid {
            Some(unsaid) if unsaid.after => self.words.that_or_this_way(),
            _ => self.words.this_way(),
        }
    }

    /// Prints X, with the player who chooses it where it occurs first.
    pub(super) fn x(&self) -> Phrase {
        let w = self.words;
        match &self.unsaid {
            Some(unsaid) if !unsaid.found.x_declared.replace(true) => {
                w.any_x(w.x(), w.chooses(self.player(unsaid.chooser)))
            }
            _ => w.x(),
        }
    }

    /// Remembers what a selector finds, for the references to it.
    pub(super) fn find(&self, selector: &Selector) {
        if !self.is_outline() {
            return;
        }
        let w = self.words;
        match &selector.pick {
            Pick::Choose { by, from, slot, .. } => {
                let how = match by {
                    Player::You => w.was_chosen(),
                    by => w.was_chosen_by(self.player(*by)),
                };
                self.find_in_step(*slot, how, from);
            }
            Pick::Random { from, slot, .. } => {
                self.find_in_step(*slot, w.picked_at_random(), from);
            }
            Pick::Each { from, slot } => self.find_in_step(*slot, w.was_found(), from),
            Pick::Any { from, slot } => {
                self.find_as(*slot, w.about_event(), None, self.nouns(from));
            }
            Pick::Stack {
                end, zone, slot, ..
            } => {
                let cards = noun::with_number(Number::Many);
                let how = w.taken_from_end(self.end(*end, &cards), self.zone_phrase(zone));
                self.find_in_step(*slot, how, &Filter::default());
            }
            Pick::Zone { zone, slot } => {
                let how = w.cards_of(self.zone_phrase(zone));
                self.find_as(*slot, how, None, self.nouns(&Filter::default()));
            }
            Pick::Pile { types, slot, .. } => {
                let cards = Filter {
                    noun: Noun::Card {
                        types: types.clone(),
                    },
                    ..Filter::default()
                };
                self.find_in_step(*slot, w.was_found(), &cards);
            }
            Pick::Known { .. } => {}
        }
    }

    /// Remembers what a place is measured from, or what is in it.
    pub(super) fn find_there(&self, selector: &Selector) {
        if let Pick::Any { from, slot } = &selector.pick {
            self.find_in_step(*slot, self.words.found_there(), from);
        }
    }

    fn find_in_step(&self, slot: u32, how: Phrase, from: &Filter) {
        let step = self.unsaid.as_ref().map(|unsaid| unsaid.step.clone());
        self.find_as(slot, how, step, self.nouns(from));
    }

    /// Remembers where something was found.
    pub fn find_as(&self, slot: u32, how: Phrase, step: Option<String>, nouns: Phrase) {
        if let Some(unsaid) = &self.unsaid {
            let origin = Origin { how, step, nouns };
            unsaid.found.by_slot.borrow_mut().insert(slot, origin);
        }
    }

    fn nouns(&self, from: &Filter) -> Phrase {
        let plain = Filter {
            noun: from.noun.clone(),
            ..Filter::default()
        };
        self.noun(&plain, Number::Many)
    }

    /// Returns a reference with the step that found its referent, where a text only says `that unit`.
    pub(super) fn explained(&self, reference: &Reference) -> Option<Phrase> {
        let unsaid = self.unsaid.as_ref()?;
        let w = self.words;
        let noun = self.noun_of(reference);
        Some(match reference {
            Reference::This { .. } if self.granted => w.gained_this(noun),
            Reference::ThatAttack => {
                w.the(w.origin(noun, w.about_event(), Phrase::default(), Phrase::default()))
            }
            Reference::Chosen { slot, named, .. } => {
                let noun = match **named {
                    ChosenNoun::Zone => w.card(noun::with_number(Number::Many)),
                    _ => noun,
                };
                w.the(self.origin(unsaid, *slot, noun))
            }
            Reference::FirstChosen { slot, .. } => w.the_first(self.origin(unsaid, *slot, noun)),
            Reference::Rest { slot } => {
                let nouns = match unsaid.found.by_slot.borrow().get(slot) {
                    Some(origin) => origin.nouns.clone(),
                    None => w.card(noun::with_number(Number::Many)),
                };
                w.the_rest_of(self.origin(unsaid, *slot, nouns))
            }
            _ => return None,
        })
    }

    /// Prints where something was found: `unit chosen in step 1`
    fn origin(&self, unsaid: &Unsaid<'_>, slot: u32, noun: Phrase) -> Phrase {
        let w = self.words;
        let found = unsaid.found.by_slot.borrow();
        let Some(origin) = found.get(&slot) else {
            return w.origin(noun, w.named_before(), Phrase::default(), Phrase::default());
        };
        let step = origin.step.as_ref().map(|step| match step.as_str() {
            step if step == unsaid.step => w.in_this_step(),
            "" => w.in_heading(),
            step => w.in_step(step),
        });
        // Things with the same origin are numbered in the order of the text.
        let alike = found.iter().filter(|(_, other)| *other == origin);
        let alike: Vec<u32> = alike.map(|(slot, _)| *slot).collect();
        let number = (1u32..).zip(&alike).find(|(_, other)| **other == slot);
        let which = number
            .filter(|_| alike.len() > 1)
            .map(|(number, _)| w.number_of_several(number, alike.len().to_string()));
        w.origin(noun, &origin.how, step, which)
    }
}
