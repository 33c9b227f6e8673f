//! Prints IR as canonical text.
//!
//! Different IRs have different texts, and parsing a printed text gives the same IR. As in lowering, there is one
//! file for each family of nodes. All words come from a list ([`Words`]): this code chooses phrases, never words,
//! word forms or word order.

mod action;
mod amount;
mod clause;
mod noun;
mod parts;
mod phrase;
mod place;
mod sentence;
mod unsaid;
mod when;

use super::BearerKey;
use super::ir::{Ability, Duration, Effect, Placement, Player, Reference, Row, Scale, What};
use super::ladder::folded;
use super::lower::duration_of;
use crate::symbols::Symbols;
use crate::words::{Mood, Number, Person, Phrase, Words};
pub(super) use unsaid::{Found, Unsaid};

/// Prints abilities, one line each.
pub(super) fn text(
    abilities: &[Ability],
    bearer: &BearerKey,
    symbols: &Symbols<'_>,
    words: &Words,
) -> String {
    let mut text = String::new();
    let mut below_modes = false;
    let mut part = None;
    let shared = shared_scale(abilities);
    let mut unscaled = Vec::new();
    if shared.is_some() {
        unscaled = abilities.to_vec();
        unscaled.iter_mut().for_each(|ability| ability.scale = None);
    }
    let printed = match &shared {
        Some(_) => unscaled.as_slice(),
        None => abilities,
    };
    for ability in printed {
        if let Some(line) = part_line(&mut part, ability, words) {
            text.push('\n');
            text.push_str(&line);
            below_modes = false;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        let line = one(ability, bearer, symbols, words, below_modes);
        below_modes = ends_in_modes(&line);
        text.push_str(&line);
    }
    if let Some(scale) = shared {
        let printer = Printer::new(bearer, symbols, words);
        let line = printer.capitalise(printer.stopped(printer.doubled(&scale)));
        text.push('\n');
        text.push_str(line.text());
    }
    words.agreement.contract(text)
}

/// Returns the multiplication that all of several abilities have. It is printed once, in a line of its own.
fn shared_scale(abilities: &[Ability]) -> Option<Scale> {
    let (first, others) = abilities.split_first()?;
    let scale = first.scale.clone()?;
    let is_shared = !others.is_empty() && others.iter().all(|other| other.scale == first.scale);
    is_shared.then_some(scale)
}

/// Returns the line before an ability that begins another part of the card. `part` is the part of the ability before.
pub(super) fn part_line(
    part: &mut Option<u32>,
    ability: &Ability,
    words: &Words,
) -> Option<String> {
    let before = std::mem::replace(part, ability.part);
    let begins = before.is_some() && before != ability.part;
    begins.then(|| words.part().into())
}

/// Returns whether a printed ability has modes, which are on lines of their own.
pub(super) fn ends_in_modes(line: &str) -> bool {
    line.contains('\n')
}

/// Prints one ability, before word agreement is applied to the text. After modes, the heading is always printed,
/// because the line would otherwise parse as another mode.
pub(super) fn one(
    ability: &Ability,
    bearer: &BearerKey,
    symbols: &Symbols<'_>,
    words: &Words,
    below_modes: bool,
) -> String {
    let printer = Printer {
        below_modes,
        ..Printer::new(bearer, symbols, words)
    };
    printer.ability(ability).into()
}

/// The context on which the words of a phrase depend.
#[derive(Clone)]
pub(super) struct Printer<'a> {
    pub symbols: &'a Symbols<'a>,
    pub bearer: &'a BearerKey,
    pub words: &'a Words,
    /// `true` if the lines above are modes.
    pub below_modes: bool,
    /// The player who acts in a clause without a subject.
    pub actor: Player,
    /// The mood of the verb.
    pub mood: Mood,
    /// `true` inside `Once per round`, where a change lasts for the round and the text does not say so.
    pub limited_round: bool,
    /// How long changes last under the heading if the text does not say so.
    pub default_time: Option<Duration>,
    /// `true` if a card other than the one with the text attacks the described thing.
    pub elsewhere: bool,
    /// `true` inside a granted text, `[…]`.
    pub granted: bool,
    /// What the card is attached to.
    pub attached: Option<Reference>,
    /// The noun for what the card is attached to, if the heading has one.
    pub attached_noun: Option<Phrase>,
    /// The antecedent of `it`.
    pub it: Option<Reference>,
    /// `true` inside a phrase that counts things.
    pub counting: bool,
    /// `true` if only some of the described things are chosen. Two types are then joined with `or`, not with `and`.
    pub some: bool,
    /// The number of things that go to the zone of their owners.
    pub owned: Number,
    /// `true` if the phrase is about cards that are played, which are `your` rather than `friendly` cards.
    pub played: bool,
    /// `true` for the subject of `cannot`.
    pub denied: bool,
    /// The position in an outline, which prints what a text leaves unsaid.
    pub unsaid: Option<Unsaid<'a>>,
}

impl<'a> Printer<'a> {
    /// Creates the context at the start of an ability.
    pub fn new(bearer: &'a BearerKey, symbols: &'a Symbols<'a>, words: &'a Words) -> Self {
        Printer {
            symbols,
            bearer,
            words,
            below_modes: false,
            actor: Player::You,
            mood: Mood::Command,
            limited_round: false,
            default_time: None,
            elsewhere: false,
            granted: false,
            attached: None,
            attached_noun: None,
            it: None,
            counting: false,
            some: false,
            owned: Number::One,
            played: false,
            denied: false,
            unsaid: None,
        }
    }

    /// Returns the context inside a granted ability.
    pub fn in_granted(&self) -> Self {
        Printer {
            granted: true,
            limited_round: false,
            elsewhere: false,
            actor: Player::You,
            mood: Mood::Command,
            it: None,
            ..self.clone()
        }
    }
}

impl Printer<'_> {
    fn ability(&self, ability: &Ability) -> Phrase {
        let mut printer = self.attached_by(ability);
        let heading = self.symbols.game.headings.get(ability.heading.id.as_str());
        let default = heading.and_then(|heading| heading.default_time.as_deref());
        printer.default_time = default.map(duration_of);
        let body = match ability.effects.as_slice() {
            [
                Effect {
                    what: What::Ladder { by, rows },
                    ..
                },
            ] => printer.ladder(by, rows, ability.scale.as_ref()),
            effects => printer.scaled(effects, ability.scale.as_ref()),
        };
        self.words
            .beside(self.heading(ability), self.capitalise(body))
    }

    /// Prints effects, and the multiplication of their numbers.
    fn scaled(&self, effects: &[Effect], scale: Option<&Scale>) -> Phrase {
        let body = self.stopped(self.sentences(effects));
        match scale {
            Some(scale) => {
                let doubled = self.capitalise(self.stopped(self.doubled(scale)));
                self.words.beside(body, doubled)
            }
            None => body,
        }
    }

    fn doubled(&self, scale: &Scale) -> Phrase {
        // Names need no article.
        self.words.doubled(match scale.of.names.is_empty() {
            true => self.any(&scale.of),
            false => self
                .words
                .the_named(self.phrase(&scale.of, Number::One, None)),
        })
    }

    /// Prints a line with rows. What all rows share is in the line, and a `*` in the place of the rest.
    fn ladder(&self, by: &str, rows: &[Row], scale: Option<&Scale>) -> Phrase {
        let whole = |row: &Row| {
            let body = self.capitalise(self.scaled(&row.effects, scale));
            self.words.agreement.contract(body.text().to_owned())
        };
        let texts: Vec<String> = rows.iter().map(whole).collect();
        let Some((before, words, after)) = folded(&texts) else {
            return texts.join(" ").into();
        };
        let by = self.capitalise(self.word("attributes", by));
        let mut text: Phrase = format!("{before}*{after}").into();
        for (row, words) in rows.iter().zip(words) {
            text = self.words.rung(text, &by, row.at, words);
        }
        text
    }

    /// Returns the context for the text of an ability, including what its heading attaches the card to.
    pub fn attached_by(&self, ability: &Ability) -> Self {
        let mut printer = self.clone();
        if let Some(Placement::AttachTo { to }) = &ability.heading.placement {
            printer.attached = Some(if noun::is_space(to) {
                Reference::AttachedSpace
            } else {
                Reference::AttachedUnit
            });
            printer.attached_noun = Some(self.one_noun(to));
        }
        printer
    }

    /// Prints the heading with its colon. Empty if it is the default heading.
    fn heading(&self, ability: &Ability) -> Phrase {
        let w = self.words;
        let game = self.symbols.game;
        let heading = &ability.heading;
        let Some(known) = game.headings.get(heading.id.as_str()) else {
            return Phrase::default();
        };
        let default = game
            .card_types
            .get(&self.bearer.card_type)
            .and_then(|card_type| card_type.heading.as_ref());
        let bare = heading.when.is_none()
            && heading.placement.is_none()
            && self.bearer.needed_headings(game).next().is_none();
        let unwritten = !known.written && !self.granted && !self.below_modes;
        if bare && unwritten && default.is_some_and(|id| *id == heading.id) {
            return Phrase::default();
        }
        let name = w.term("headings", &heading.id, &Phrase::default(), &known.name);
        match (&heading.when, &heading.placement) {
            (Some(event), _) => w.heading_when(name, self.event(event)),
            (None, Some(Placement::AttachTo { to })) => w.heading_attach(name, self.selector(to)),
            (None, Some(Placement::Aside)) => w.heading_aside(name),
            (None, None) => w.heading(name),
        }
    }

    /// Returns whether texts of this game say `kill` for removing from the map.
    pub fn kills(&self) -> bool {
        self.symbols.game.kills()
    }

    /// Prints a player by name.
    pub fn player(&self, who: Player) -> Phrase {
        let w = self.words;
        let mood = match self.mood {
            Mood::Exception => Mood::Exception,
            _ => Mood::Statement,
        };
        match who {
            Player::You => w.you().conjugated(Person::You, mood),
            Player::Opponent => w.your_opponent().conjugated(Person::Other, mood),
            Player::Each if self.is_asked() => w.that_player().conjugated(Person::Other, mood),
            Player::Each if self.denied => w.each_player_not().conjugated(Person::Other, mood),
            Player::Each => w.each_player().conjugated(Person::Other, mood),
        }
    }

    /// Returns the acting player as a subject without a name.
    fn unnamed(&self) -> Phrase {
        Phrase::default().conjugated(Person::You, self.mood)
    }

    /// Prints a term of the game.
    pub(super) fn word(&self, list: &str, id: &str) -> Phrase {
        self.word_like(list, id, &Phrase::default())
    }

    /// Prints the name of an attribute. Its number is that of many points.
    fn attribute(&self, id: &str) -> Phrase {
        self.word_like("attributes", id, &noun::with_number(Number::Many))
    }

    /// Prints a term of the game in the form that agrees with another phrase.
    fn word_like(&self, list: &str, id: &str, like: &Phrase) -> Phrase {
        match self.symbols.game.term(list, id) {
            Some(term) => self.words.term(list, id, like, &term.name),
            None => self.words.term(list, id, like, &id.replace('_', " ")),
        }
    }
}

/// Joins phrases, each with the result so far.
fn joined(
    phrases: impl IntoIterator<Item = Phrase>,
    join: impl Fn(Phrase, Phrase) -> Phrase,
) -> Phrase {
    phrases.into_iter().reduce(join).unwrap_or_default()
}
