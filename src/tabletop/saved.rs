//! A saved game: the sets, the seed and the answers, from which the game is played again.

use serde::{Deserialize, Serialize};

use super::Trouble;

/// The version of the form of saved games.
const FORMAT: u32 = 1;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    format: u32,
    /// The id of the game.
    pub game: String,
    /// The ids of the sets.
    pub sets: [String; 2],
    /// How player 1 chooses, if it is a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    pub seed: u64,
    /// The keys of the options that were chosen, in order.
    pub answers: Vec<Vec<u16>>,
    /// The digest of the state after them.
    pub digest: String,
}

impl Saved {
    /// What every saved game begins with.
    pub const BEGINNING: &str = "{\"format\":";

    pub(super) fn new(
        game: String,
        sets: [String; 2],
        bot: Option<String>,
        seed: u64,
        answers: Vec<Vec<u16>>,
        digest: u64,
    ) -> Saved {
        Saved {
            format: FORMAT,
            game,
            sets,
            bot,
            seed,
            answers,
            digest: format!("{digest:016x}"),
        }
    }

    /// Reads a saved game.
    pub fn read(text: &str) -> Result<Saved, Trouble> {
        let saved: Saved = serde_json::from_str(text).map_err(|error| match error.classify() {
            serde_json::error::Category::Eof => Trouble::CutOff,
            _ => Trouble::NotSaved {
                line: error.line(),
                column: error.column(),
            },
        })?;
        match saved.format {
            FORMAT => Ok(saved),
            found => Err(Trouble::Version {
                found,
                known: FORMAT,
            }),
        }
    }

    pub fn text(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}
