//! The languages in which texts can be printed.

use super::Words;
use super::list::GameWords;
use crate::game::Game;

/// A language with word lists.
#[derive(Debug)]
pub struct Language {
    /// Its code, as in `--lang`.
    pub code: &'static str,
    pub name: &'static str,
    texts: &'static [u8],
    outlines: &'static [u8],
}

/// The language of the texts that authors write.
pub const WRITTEN: &str = "en";

macro_rules! packed {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".msgpack"))
    };
}

const LANGUAGES: &[Language] = &[
    Language {
        code: WRITTEN,
        name: "English",
        texts: packed!("english"),
        outlines: packed!("outline-english"),
    },
    Language {
        code: "es",
        name: "Spanish",
        texts: packed!("spanish"),
        outlines: packed!("outline-spanish"),
    },
];

/// Returns all languages; the first one is that of the texts that authors write.
pub fn languages() -> &'static [Language] {
    LANGUAGES
}

/// Returns the language with a code.
pub fn language(code: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.code == code)
}

impl Language {
    /// Returns whether authors write in this language.
    pub fn is_written(&self) -> bool {
        self.code == WRITTEN
    }

    /// Returns the words for the texts of a game. Each line of the error is one mistake in the words of the game.
    pub fn words(&self, game: &Game, own: &GameWords) -> Result<Words, Vec<String>> {
        Words::packed_for(self.texts, None, game, own)
    }

    /// Returns the words for the outlines of a game.
    pub fn outline_words(&self, game: &Game, own: &GameWords) -> Result<Words, Vec<String>> {
        Words::packed_for(self.texts, Some(self.outlines), game, own)
    }
}
