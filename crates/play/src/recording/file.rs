//! A file of recordings.

use cardwright_ir::IR_VERSION;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::error::Category;

use super::Recording;

/// The version of the format of recordings.
pub const FORMAT: u32 = 1;

/// The beginning of the text of every file of recordings.
pub const BEGINNING: &str = "{\n  \"format\": 1,\n  \"game\": ";

/// A file of recordings of one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recordings {
    /// The version of the format.
    pub format: u32,
    /// The version of the IR of the cards.
    pub ir: u32,
    /// The id of the game.
    pub game: String,
    /// The BLAKE3 hash of the bundle.json with the cards.
    pub bundle: String,
    /// Cards that are not in the bundle, in the format of the cards of a bundle.
    pub cards: Vec<Value>,
    pub recordings: Vec<Recording>,
}

/// The reason why a file of recordings cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    CutOff,
    /// It is not a file of recordings.
    Foreign {
        line: usize,
        column: usize,
    },
    Format {
        found: u32,
    },
    Ir {
        found: u32,
    },
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::CutOff => f.write_str("it is cut off"),
            Trouble::Foreign { line, column } => {
                write!(
                    f,
                    "it is not a file of recordings (line {line}, column {column})"
                )
            }
            Trouble::Format { found } => write!(
                f,
                "it has version {found}, but this program reads version {FORMAT}"
            ),
            Trouble::Ir { found } => write!(
                f,
                "its IR has version {found}, but this engine plays version {IR_VERSION}"
            ),
        }
    }
}

impl std::error::Error for Trouble {}

/// The fields that every version has.
#[derive(Deserialize)]
struct Versions {
    format: u32,
    ir: u32,
}

impl Recordings {
    pub fn new(
        game: String,
        bundle: String,
        cards: Vec<Value>,
        recordings: Vec<Recording>,
    ) -> Self {
        Recordings {
            format: FORMAT,
            ir: IR_VERSION,
            game,
            bundle,
            cards,
            recordings,
        }
    }

    /// Parses a file of recordings.
    pub fn read(text: &str) -> Result<Recordings, Trouble> {
        let trouble = |error: &serde_json::Error| match error.classify() {
            Category::Eof => Trouble::CutOff,
            _ => Trouble::Foreign {
                line: error.line(),
                column: error.column(),
            },
        };
        // A file of another version may have other keys.
        let versions: Versions = serde_json::from_str(text).map_err(|error| trouble(&error))?;
        if versions.format != FORMAT {
            return Err(Trouble::Format {
                found: versions.format,
            });
        }
        if versions.ir != IR_VERSION {
            return Err(Trouble::Ir { found: versions.ir });
        }
        serde_json::from_str(text).map_err(|error| trouble(&error))
    }

    /// Returns the text of the file. Each card and each recording is on one line.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        let lines = |items: Vec<String>| match items.as_slice() {
            [] => "[]".to_owned(),
            items => format!("[\n    {}\n  ]", items.join(",\n    ")),
        };
        let cards: Result<_, _> = self.cards.iter().map(serde_json::to_string).collect();
        let recordings = self.recordings.iter().map(serde_json::to_string);
        let recordings: Result<_, _> = recordings.collect();
        Ok(format!(
            "{BEGINNING}{},\n  \"ir\": {},\n  \"bundle\": {},\n  \"cards\": {},\n  \"recordings\": {}\n}}\n",
            serde_json::to_string(&self.game)?,
            self.ir,
            serde_json::to_string(&self.bundle)?,
            lines(cards?),
            lines(recordings?),
        ))
    }
}
