//! Implements the effect language: compiles the text of a card to typed IR, and prints IR as text.
//!
//! This module knows neither YAML nor files: spans are byte ranges of the text ([`Place::Text`]).
//!
//! ```
//! use cardwright::compile::load_game;
//! use cardwright::effect::{self, Bearer};
//! use cardwright::game::embedded_game;
//! use cardwright::source::{FileId, SourceFile};
//! use cardwright::symbols::Symbols;
//!
//! let data = SourceFile::inside(embedded_game("card-game").expect("built in").game);
//! let game = load_game(FileId::default(), &data).expect("valid data");
//! let symbols = Symbols::new(&game, []);
//! let bearer = Bearer { card_type: "spell", ..Bearer::default() };
//! let text = "Deal two damage to all opposing units.";
//! let (abilities, found) = effect::compile(text, &bearer, &symbols);
//! assert!(found.is_empty());
//! let printed = effect::print(&abilities, &bearer, &symbols);
//! assert_eq!(printed, "Deal 2 damage to each enemy unit.");
//! ```

mod analysis;
mod bearer;
mod check;
mod keywords;
mod ladder;
mod letter_case;
mod line_cache;
mod lists;
mod lower;
mod outline;
mod parse;
mod print;
mod recover;
mod rewriting;
mod session;
#[cfg(test)]
mod tests;
mod word_diff;

use crate::diagnostic::{Diagnostic, Place};
use crate::game::Game;
use crate::symbols::Symbols;
use crate::words::{Words, english, outline_english};
use ir::{Ability, Owner, Player, Zone};

use bearer::BearerKey;
use cardwright_grammar::effect as syntax;

pub use bearer::Bearer;
#[doc(inline)]
pub use cardwright_ir as ir;
pub use recover::{
    PhraseEntry, continuations, is_foreign_heading, is_function_word, known_phrases, look_up,
    rephrased,
};
pub use session::{EffectSession, ParseSession};
pub use syntax::GRAMMAR;

/// Compiles an effect text to abilities and diagnostics.
pub fn compile(
    text: &str,
    bearer: &Bearer<'_>,
    symbols: &Symbols<'_>,
) -> (Vec<Ability>, Vec<Diagnostic<Place>>) {
    let (analyzed, of_all) =
        analysis::text(text, &bearer.key_for(text, symbols.game), symbols, None);
    let mut abilities = Vec::with_capacity(analyzed.len());
    let mut diagnostics = Vec::new();
    for mut line in analyzed {
        abilities.extend(line.take_ability());
        diagnostics.append(&mut line.diagnostics);
    }
    diagnostics.extend(of_all);
    (abilities, diagnostics)
}

/// A compiled text: its abilities, its diagnostics and its canonical form.
pub struct Meaning {
    pub abilities: Vec<Ability>,
    pub found: Vec<Diagnostic<Place>>,
    pub canonical: String,
}

/// Returns whether pest alone can parse a line. The benchmark of [`compile`] uses this as its lower bound.
#[doc(hidden)]
pub fn parses(line: &str) -> bool {
    let rule = match line.starts_with("- ") {
        true => syntax::Rule::mode_line,
        false => syntax::Rule::line,
    };
    syntax::reads(rule, line)
}

/// Prints abilities as canonical English text.
pub fn print(abilities: &[Ability], bearer: &Bearer<'_>, symbols: &Symbols<'_>) -> String {
    print::text(abilities, &bearer.key(symbols.game), symbols, english())
}

/// Prints abilities in the language of a word list.
pub fn print_with(
    words: &Words,
    abilities: &[Ability],
    bearer: &Bearer<'_>,
    symbols: &Symbols<'_>,
) -> String {
    print::text(abilities, &bearer.key(symbols.game), symbols, words)
}

/// Returns whether a game may use a word as a name. Structural words (`each`, `to`, the verbs) and words with a fixed
/// meaning in every game (`card`, `space`) are reserved.
pub fn is_free_word(list: &str, word: &str) -> bool {
    lower::is_free_word(list, word)
}

/// Describes the meaning of abilities as an indented outline in plain words.
pub fn outline(abilities: &[Ability], bearer: &Bearer<'_>, symbols: &Symbols<'_>) -> String {
    outline::text(
        abilities,
        &bearer.key(symbols.game),
        symbols,
        outline_english(),
    )
}

/// Describes the meaning of abilities in the language of a word list for outlines.
pub fn outline_with(
    words: &Words,
    abilities: &[Ability],
    bearer: &Bearer<'_>,
    symbols: &Symbols<'_>,
) -> String {
    outline::text(abilities, &bearer.key(symbols.game), symbols, words)
}

/// Verbs with a default zone, used where the text names no zone.
pub const VERBS_OF_ZONES: [&str; 3] = ["discard", "reveal", "play"];

/// Returns the default zone of a verb. Lowering adds it where the text names no zone, and the printer omits it.
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

/// Returns whether a filter requires a flag such as `vanguard`, whose cards have a zone with the id of the flag.
fn is_flagged(filter: &ir::Filter, game: &Game) -> bool {
    let has_zone = |word: &ir::BareWord| game.term("zones", &word.field).is_some();
    let mut flags = filter.fields.iter().filter(|word| word.value == "true");
    flags.any(has_zone)
}
