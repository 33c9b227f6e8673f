//! The table of examples: the chapters of the language reference.
//!
//! A chapter is a Markdown file in `tests/language/chapters`. Its prose is copied to the reference. A block whose
//! info string is `effect` and a card type (and traits, and the name in quotation marks, if they matter) holds texts for
//! such a card:
//!
//! ````text
//! ```effect spell
//! Draw 2 cards.
//! = Draw two cards.
//! ! Draw 0 cards.
//! Choose one:
//! - Draw a card.
//! - Ready a power card.
//! ~ Discard a card.
//! ```
//! ````
//!
//! Texts for another game than the card game have its id before the card type: `board-game/spell`.
//!
//! A line without a mark is a canonical text. `=` precedes another wording of the text above, `!` a mistake, and `~`
//! a canonical text that belongs elsewhere and is only shown again. A line that starts with `- ` or `| ` continues
//! the text above it; `| ` itself is removed.

use std::fs;
use std::path::{Path, PathBuf};

use cardwright::effect::Bearer;

/// The folder of the chapters.
pub const CHAPTERS: &str = "tests/language/chapters";

/// The game of the blocks without one.
const CARD_GAME: &str = "card-game";

/// A canonical text and its card.
#[derive(Clone)]
pub struct Example {
    /// The id of the game.
    pub game: String,
    pub card_type: String,
    /// Empty if the text does not depend on traits.
    pub traits: Vec<String>,
    pub name: Option<String>,
    pub text: String,
}

/// Another wording of a canonical text.
pub struct Variant {
    pub written: String,
    pub canonical: Example,
}

pub struct Chapter {
    /// The name of its file, without the extension.
    pub name: String,
    pub parts: Vec<Part>,
}

pub enum Part {
    /// A line of prose.
    Prose(String),
    Block(Block),
}

/// The texts between two fences.
pub struct Block {
    /// The id of the game.
    pub game: String,
    pub card_type: String,
    pub traits: Vec<String>,
    pub name: Option<String>,
    pub entries: Vec<Entry>,
}

pub struct Entry {
    pub kind: Kind,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Canonical,
    Again,
    Variant,
    Mistake,
}

impl Example {
    pub fn bearer(&self) -> Bearer<'_> {
        bearer(&self.card_type, &self.traits, self.name.as_deref())
    }
}

impl Block {
    pub fn bearer(&self) -> Bearer<'_> {
        bearer(&self.card_type, &self.traits, self.name.as_deref())
    }

    pub fn texts(&self, kind: Kind) -> impl Iterator<Item = &str> {
        self.entries
            .iter()
            .filter(move |entry| entry.kind == kind)
            .map(|entry| entry.text.as_str())
    }

    fn example(&self, text: &str) -> Example {
        Example {
            game: self.game.clone(),
            card_type: self.card_type.clone(),
            traits: self.traits.clone(),
            name: self.name.clone(),
            text: text.to_owned(),
        }
    }

    /// Returns the other wordings, each with its canonical text.
    pub fn variants(&self) -> Vec<Variant> {
        let mut canonical = None;
        let mut variants = Vec::new();
        for entry in &self.entries {
            match entry.kind {
                Kind::Canonical | Kind::Again => canonical = Some(&entry.text),
                Kind::Variant => {
                    variants.push(Variant {
                        written: entry.text.clone(),
                        canonical: self.example(canonical.unwrap_or_else(|| {
                            panic!("{}: no canonical text above it", entry.text)
                        })),
                    })
                }
                Kind::Mistake => {}
            }
        }
        variants
    }
}

impl Chapter {
    /// Returns the blocks with texts of the card game.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.all_blocks().filter(|block| block.game == CARD_GAME)
    }

    /// Returns the blocks of all games.
    pub fn all_blocks(&self) -> impl Iterator<Item = &Block> {
        self.parts.iter().filter_map(|part| match part {
            Part::Block(block) => Some(block),
            Part::Prose(_) => None,
        })
    }

    /// Returns its canonical texts of all games, without those that are only shown again.
    pub fn examples(&self) -> impl Iterator<Item = Example> {
        self.all_blocks()
            .flat_map(|block| block.texts(Kind::Canonical).map(|text| block.example(text)))
    }
}

fn bearer<'c>(card_type: &'c str, traits: &'c [String], name: Option<&'c str>) -> Bearer<'c> {
    Bearer {
        card_type,
        name,
        traits: (!traits.is_empty()).then_some(traits),
        ..Bearer::default()
    }
}

/// Returns the canonical texts of the card game.
pub fn examples() -> Vec<Example> {
    let mut examples = all_examples();
    examples.retain(|example| example.game == CARD_GAME);
    examples
}

/// Returns the canonical texts of all games.
pub fn all_examples() -> Vec<Example> {
    chapters()
        .iter()
        .flat_map(|chapter| chapter.examples().collect::<Vec<_>>())
        .collect()
}

/// Returns the other wordings of all games.
pub fn variants() -> Vec<Variant> {
    chapters()
        .iter()
        .flat_map(|chapter| {
            chapter
                .all_blocks()
                .flat_map(Block::variants)
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Returns the chapters in order.
pub fn chapters() -> Vec<Chapter> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(CHAPTERS);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{CHAPTERS}: {error}"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{CHAPTERS} has no chapter");
    paths.iter().map(|path| chapter(path)).collect()
}

fn chapter(path: &Path) -> Chapter {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut parts = Vec::new();
    let mut open: Option<Block> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(info), None) if info.starts_with("effect ") => {
                let (info, name) = match info.split_once('"') {
                    Some((info, name)) => (info, Some(name.trim_end_matches('"').to_owned())),
                    None => (info, None),
                };
                let mut words = info.split_whitespace().skip(1).map(str::to_owned);
                let card_type = words.next().unwrap_or_default();
                let (game, card_type) =
                    card_type.split_once('/').unwrap_or((CARD_GAME, &card_type));
                open = Some(Block {
                    game: game.to_owned(),
                    card_type: card_type.to_owned(),
                    traits: words.collect(),
                    name,
                    entries: Vec::new(),
                });
            }
            (Some(_), Some(block)) => parts.push(Part::Block(block)),
            (_, None) => parts.push(Part::Prose(line.to_owned())),
            (None, Some(mut block)) => {
                add(&mut block, line);
                open = Some(block);
            }
        }
    }
    assert!(open.is_none(), "{}: a block does not end", path.display());
    Chapter {
        name: path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default(),
        parts,
    }
}

fn add(block: &mut Block, line: &str) {
    if line.trim().is_empty() {
        return;
    }
    if line.starts_with("- ") || line.starts_with("| ") {
        let entry = block
            .entries
            .last_mut()
            .unwrap_or_else(|| panic!("{line}: no text above it"));
        entry.text.push('\n');
        entry.text.push_str(line.strip_prefix("| ").unwrap_or(line));
        return;
    }
    let (kind, text) = [
        ("= ", Kind::Variant),
        ("! ", Kind::Mistake),
        ("~ ", Kind::Again),
    ]
    .into_iter()
    .find_map(|(mark, kind)| Some((kind, line.strip_prefix(mark)?)))
    .unwrap_or((Kind::Canonical, line));
    block.entries.push(Entry {
        kind,
        text: text.to_owned(),
    });
}
