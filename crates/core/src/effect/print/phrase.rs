//! Prints the phrases of a game.

use super::Printer;
use crate::effect::ir::Argument;
use crate::game::Piece;
use crate::words::Phrase;

impl Printer<'_> {
    /// Prints a phrase of the game. The verb of an action or an ability agrees with its subject.
    pub(super) fn game_phrase(
        &self,
        subject: Option<&Phrase>,
        id: &str,
        with: &[Argument],
    ) -> Phrase {
        if let Some(phrase) = self.own_phrase(subject, id, with) {
            return phrase;
        }
        let mut with = with.iter().peekable();
        let mut text = String::new();
        // `true` between quotation marks.
        let mut quoted = false;
        let (has_subject, pieces) = self.symbols.game.templates.canonical(id);
        let own = with
            .next_if(|_| has_subject)
            .map(|argument| self.acting(self.subject_of_phrase(argument)));
        // The subject of a clause is printed with the clause.
        if let (Some(own), None) = (&own, subject) {
            text.push_str(own.text());
        }
        let subject = own.as_ref().or(subject);
        for (number, piece) in pieces.iter().enumerate() {
            let written = match piece {
                Piece::Words(words) => {
                    let word = words.first().map_or("", String::as_str);
                    match subject.filter(|_| number == 0) {
                        Some(subject) => self.words.agreement.verb(word, subject),
                        None => word.to_owned(),
                    }
                }
                Piece::Hole(_) => with
                    .next()
                    .map(|argument| String::from(self.argument(argument)))
                    .unwrap_or_default(),
            };
            let is_closed = written.starts_with([')', ',', '\'']) || quoted && written == "\"";
            let is_open = text.ends_with(['(', '+', '\'']) || quoted && text.ends_with('"');
            quoted ^= written == "\"";
            if !text.is_empty() && !is_open && !is_closed {
                text.push(' ');
            }
            text.push_str(&written);
        }
        Phrase::from(text)
    }

    /// Prints a phrase with the template of the word list, if it has one.
    fn own_phrase(&self, subject: Option<&Phrase>, id: &str, with: &[Argument]) -> Option<Phrase> {
        let (has_subject, _) = self.symbols.game.templates.canonical(id);
        let mut arguments = with.iter().peekable();
        let own = arguments
            .next_if(|_| has_subject)
            .map(|argument| self.acting(self.subject_of_phrase(argument)));
        let first = match (own, subject) {
            (Some(own), None) => self.in_mood(own),
            // The subject of a clause is printed with the clause.
            (own, subject) => {
                let unnamed = self.unnamed();
                subject.or(own.as_ref()).unwrap_or(&unnamed).form_only()
            }
        };
        let mut slots = vec![first];
        // A word agrees with the number before it: `2 materiales de construcción`.
        let mut number = Phrase::default();
        for argument in arguments {
            slots.push(match argument {
                Argument::Word { list, value } => self.word_like(list, value, &number),
                other => self.argument(other),
            });
            if let (Argument::Number { .. }, Some(written)) = (argument, slots.last()) {
                number = written.form_only();
            }
        }
        self.words.game_phrase(id, &slots)
    }

    fn argument(&self, argument: &Argument) -> Phrase {
        match argument {
            Argument::Number { amount } => self.split(amount).lead,
            Argument::Word { list, value } => self.word(list, value),
            Argument::Things { .. } | Argument::Player { .. } => self.subject_of_phrase(argument),
        }
    }

    /// Returns whether a phrase names what changes, not what a player does.
    pub(super) fn is_impersonal(&self, phrase: &str) -> bool {
        let known = self.symbols.game.phrases.get(phrase);
        known.is_some_and(|phrase| phrase.impersonal)
    }

    /// Returns whether the first argument of a phrase is its subject.
    pub(super) fn has_subject(&self, phrase: &str) -> bool {
        self.symbols.game.templates.canonical(phrase).0
    }

    /// Returns what follows a phrase and multiplies its number: `for each unit under this unit`.
    pub(super) fn tail_of(&self, with: &[Argument]) -> Phrase {
        let mut tails = with.iter().filter_map(|argument| match argument {
            Argument::Number { amount } => Some(self.split(amount).tail),
            _ => None,
        });
        tails.next().unwrap_or_default()
    }

    pub(super) fn subject_of_phrase(&self, argument: &Argument) -> Phrase {
        match argument {
            Argument::Things { which } => self.every(which),
            Argument::Player { who } => self.player(*who),
            Argument::Number { .. } | Argument::Word { .. } => Phrase::default(),
        }
    }
}
