//! The effect language: from the text of a card to typed IR, and from IR back to text.
//!
//! Nothing here knows YAML or files: places are ranges of the text ([`Place::Text`]).

pub mod ir;
mod known;
mod lists;
mod lower;
mod outline;
mod print;
mod read;
mod syntax;
#[cfg(test)]
mod tests;
mod texts;

use crate::card::{Area, CardSource, FieldValue};
use crate::diagnostic::{Diagnostic, Place};
use crate::game::{FieldKind, Game, Heading};
use crate::symbols::Symbols;
use crate::words::{Words, english};
use ir::{Ability, Owner, Player, Zone};

pub use texts::{KnownLines, ParsedLines};

/// The grammar, as written.
pub const GRAMMAR: &str = include_str!("../../grammar/effect.pest");

/// The card on which a text stands, as far as its meaning depends on it.
#[derive(Clone, Debug, Default)]
pub struct Bearer<'c> {
    /// The id of the card type.
    pub card_type: &'c str,
    /// The ids of its traits. `None` when only a text is compiled and there is no card.
    pub traits: Option<&'c [String]>,
    pub area: Option<&'c Area>,
    pub name: Option<&'c str>,
}

impl<'c> Bearer<'c> {
    /// The headings that its traits ask for, of which one has to be written out.
    fn asked_headings<'g>(
        &self,
        game: &'g Game,
    ) -> impl Iterator<Item = (&'g String, &'g Heading)> {
        let traits = self.traits.unwrap_or_default();
        game.headings.iter().filter(|(_, heading)| {
            let needed = heading.needs_trait.as_ref();
            needed.is_some_and(|needed| traits.contains(needed))
                && heading.types.iter().any(|id| *id == *self.card_type)
        })
    }

    /// What the meaning of a card's text depends on.
    pub fn of(card: &'c CardSource, game: &Game) -> Self {
        let mut bearer = Bearer {
            card_type: &card.card_type,
            traits: Some(&[]),
            area: None,
            name: Some(&card.name),
        };
        let fields = game.card_types.get(&card.card_type);
        let mut unread = card.broken;
        for field in fields.into_iter().flat_map(|of| game.fields_of(of)) {
            let matters =
                field.field.is_list_of("traits") || matches!(field.field.kind, FieldKind::Area);
            if !matters {
                continue;
            }
            match card.fields.get(field.key) {
                Some(FieldValue::List(ids)) => bearer.traits = Some(ids),
                Some(FieldValue::Area(area)) => bearer.area = Some(area),
                Some(_) => {}
                None => unread |= card.places.contains_key(field.key),
            }
        }
        // A text contradicts no field that was reported already.
        if unread {
            bearer.traits = None;
        }
        bearer
    }
}

/// Reads an effect text: its abilities, and everything that is wrong with it.
pub fn compile(
    text: &str,
    bearer: &Bearer<'_>,
    symbols: &Symbols<'_>,
) -> (Vec<Ability>, Vec<Diagnostic<Place>>) {
    let (said, of_all) = lower::text(text, bearer, symbols, None);
    let mut abilities = Vec::with_capacity(said.len());
    let mut found = Vec::new();
    for mut line in said {
        abilities.extend(line.ability);
        found.append(&mut line.found);
    }
    found.extend(of_all);
    (abilities, found)
}

/// What a text says, what is wrong with it, and how it is printed.
pub struct Meaning {
    pub abilities: Vec<Ability>,
    pub found: Vec<Diagnostic<Place>>,
    pub canonical: String,
}

/// Whether pest alone can make a tree of a line: the floor of the benchmark of [`compile`].
#[doc(hidden)]
pub fn parses(line: &str) -> bool {
    let rule = match line.starts_with("- ") {
        true => syntax::Rule::mode_line,
        false => syntax::Rule::line,
    };
    syntax::reads(rule, line)
}

/// The canonical text of abilities.
pub fn print(abilities: &[Ability], bearer: &Bearer<'_>, symbols: &Symbols<'_>) -> String {
    print::text(abilities, bearer, symbols, english())
}

/// The text of abilities in the words of a language.
pub fn print_with(
    words: &Words,
    abilities: &[Ability],
    bearer: &Bearer<'_>,
    symbols: &Symbols<'_>,
) -> String {
    print::text(abilities, bearer, symbols, words)
}

/// Whether the language leaves a word to games: it carries no structure (`each`, `to`, the verbs) and means nothing
/// in every game (`card`, `space`).
pub fn is_free_word(word: &str) -> bool {
    lower::is_free_word(word)
}

/// How the text was understood, in plain indented words.
pub fn outline(abilities: &[Ability], bearer: &Bearer<'_>, symbols: &Symbols<'_>) -> String {
    outline::text(abilities, bearer, symbols)
}

/// The verbs that mean a zone where a text names none.
pub const VERBS_OF_ZONES: [&str; 3] = ["discard", "reveal", "play"];

/// The zone that a verb means where a text names none: the printer leaves out what the lowering adds.
fn default_zone(game: &Game, verb: &str, who: Player) -> Option<Zone> {
    let (id, _) = game
        .terms("zones")
        .find(|(_, term)| term.default_of.iter().any(|known| known == verb))?;
    Some(Zone {
        zone: id.into(),
        of: match who {
            Player::You => Owner::You,
            Player::Opponent => Owner::Opponent,
            Player::Each => Owner::Actor,
        },
    })
}
