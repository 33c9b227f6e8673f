//! From IR to canonical text.
//!
//! Different IRs never print alike, and what is printed reads back as the same IR. One file for each
//! family of nodes, as in the lowering. Every word comes from a list ([`Words`]): here stands which
//! phrase is said of what, never in which words, forms or order.

mod action;
mod amount;
mod clause;
mod noun;
mod parts;
mod place;
mod sentence;
mod when;

use super::Bearer;
use super::ir::{Ability, BareWord, Placement, Player, Reference, Zone};
use crate::symbols::Symbols;
pub(super) use crate::words::with_article;
use crate::words::{Mood, Number, Person, Phrase, Words, english};

/// The text of abilities, a line for each.
pub(super) fn text(
    abilities: &[Ability],
    bearer: &Bearer<'_>,
    symbols: &Symbols<'_>,
    words: &Words,
) -> String {
    let mut text = String::new();
    let mut below_modes = false;
    for ability in abilities {
        if !text.is_empty() {
            text.push('\n');
        }
        let line = one(ability, bearer, symbols, words, below_modes);
        below_modes = ends_in_modes(&line);
        text.push_str(&line);
    }
    words.agreement.settle(text)
}

/// Whether an ability as it is printed has modes, which have lines of their own.
pub(super) fn ends_in_modes(line: &str) -> bool {
    line.contains('\n')
}

/// The line of one ability, before the text is settled. Below modes its heading is written, or it would be one of them.
pub(super) fn one(
    ability: &Ability,
    bearer: &Bearer<'_>,
    symbols: &Symbols<'_>,
    words: &Words,
    below_modes: bool,
) -> String {
    let printer = Printer {
        words,
        below_modes,
        ..Printer::new(bearer, symbols)
    };
    printer.ability(ability).into()
}

/// What the words at a place depend on.
#[derive(Clone)]
pub(super) struct Printer<'a> {
    pub symbols: &'a Symbols<'a>,
    pub bearer: &'a Bearer<'a>,
    pub words: &'a Words,
    /// Modes stand in the lines above.
    pub below_modes: bool,
    /// Who does what a clause without a subject says.
    pub actor: Player,
    /// How its verb is meant.
    pub mood: Mood,
    /// Inside `Once per round`, where a change lasts for the round without saying so.
    pub limited_round: bool,
    /// Another thing than the card with the text attacks what is described.
    pub elsewhere: bool,
    /// Inside `[…]`.
    pub granted: bool,
    /// What the card is attached to.
    pub attached: Option<Reference>,
    /// What that is called, where the heading says it.
    pub attached_noun: Option<Phrase>,
    /// What `it` means.
    pub it: Option<Reference>,
    /// Inside a phrase that counts.
    pub counting: bool,
    /// Of these some are taken: each is of one type or another.
    pub some: bool,
    /// How many go to the zone of their owners.
    pub owned: Number,
    /// Of cards that are played, which are yours rather than friendly.
    pub played: bool,
}

impl<'a> Printer<'a> {
    /// At the start of an ability, in English.
    pub fn new(bearer: &'a Bearer<'a>, symbols: &'a Symbols<'a>) -> Self {
        Printer {
            symbols,
            bearer,
            words: english(),
            below_modes: false,
            actor: Player::You,
            mood: Mood::Command,
            limited_round: false,
            elsewhere: false,
            granted: false,
            attached: None,
            attached_noun: None,
            it: None,
            counting: false,
            some: false,
            owned: Number::One,
            played: false,
        }
    }

    /// Inside an ability that is granted.
    fn in_granted(&self) -> Self {
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
        let printer = self.attached_by(ability);
        let body = printer.stopped(printer.sentences(&ability.effects));
        self.words
            .beside(self.heading(ability), self.capitalise(body))
    }

    /// Inside the text of an ability, where what its heading attaches the card to has a name.
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

    /// The heading with its colon; nothing where it goes without saying.
    fn heading(&self, ability: &Ability) -> Phrase {
        let w = self.words;
        let game = self.symbols.game;
        let heading = &ability.heading;
        let Some(known) = game.headings.get(heading.id.as_str()) else {
            return Phrase::default();
        };
        let default = game
            .card_types
            .get(self.bearer.card_type)
            .and_then(|card_type| card_type.heading.as_ref());
        let bare = heading.when.is_none()
            && heading.placement.is_none()
            && self.bearer.asked_headings(game).next().is_none();
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

    /// A player by name.
    fn player(&self, who: Player) -> Phrase {
        let w = self.words;
        let mood = match self.mood {
            Mood::Exception => Mood::Exception,
            _ => Mood::Statement,
        };
        match who {
            Player::You => w.you().spoken(Person::You, mood),
            Player::Opponent => w.your_opponent().spoken(Person::Other, mood),
            Player::Each => w.each_player().spoken(Person::Other, mood),
        }
    }

    /// The one who acts, where no name is needed.
    fn unnamed(&self) -> Phrase {
        Phrase::default().spoken(Person::You, self.mood)
    }

    /// A word of the game.
    fn word(&self, list: &str, id: &str) -> Phrase {
        self.word_like(list, id, &Phrase::default())
    }

    /// A word of the game, in the form that goes with another.
    fn word_like(&self, list: &str, id: &str, like: &Phrase) -> Phrase {
        match self.symbols.game.term(list, id) {
            Some(term) => self.words.term(list, id, like, &term.name),
            None => self.words.term(list, id, like, &id.replace('_', " ")),
        }
    }
}

/// What outlines say with the same words.
impl Printer<'_> {
    pub fn term(&self, list: &str, id: &str) -> String {
        self.word(list, id).into()
    }

    pub fn trait_word(&self, id: &str) -> String {
        self.starred(id, &Phrase::default()).into()
    }

    pub fn zone(&self, zone: &Zone) -> String {
        self.zone_phrase(zone).into()
    }

    pub fn adjective(&self, field: &str, value: &str) -> String {
        let word = BareWord {
            field: field.into(),
            value: value.into(),
        };
        self.field_word(&word, &Phrase::default()).0.into()
    }
}

/// Phrases in one, each with the one before it.
fn joined(
    phrases: impl IntoIterator<Item = Phrase>,
    join: impl Fn(Phrase, Phrase) -> Phrase,
) -> Phrase {
    phrases.into_iter().reduce(join).unwrap_or_default()
}
