//! Lines that were read before: of thousands of cards many say the same, and each of those lines is read once.
//!
//! What a line says depends on itself, on the names and words of the game, and on little of its card ([`Kind`]). So
//! what is kept is kept for one set of names and for each kind of card, and what it gives is what reading gives, but
//! for the places, which are moved.

use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

use smol_str::SmolStr;

use super::ir::{Ability, shift};
use super::{Bearer, Meaning, lower, print};
use crate::game::Game;
use crate::maps::HashMap;
use crate::symbols::Symbols;
use crate::words::english;

/// How many lines are kept for a kind of card. Those that many cards have are soon among them, and where no two lines
/// are alike, nothing is gained by keeping more.
const MOST_LINES: usize = 8_192;

/// The lines that were read with the same names.
pub struct KnownLines<'s> {
    symbols: &'s Symbols<'s>,
    kinds: RwLock<HashMap<Kind, Arc<Lines>>>,
}

/// What lines say on one kind of card.
#[derive(Default)]
pub(super) struct Lines(RwLock<HashMap<Box<str>, Arc<Line>>>);

/// What one of them says.
pub(super) struct Line {
    ability: Ability,
    /// Where it began in the text in which it was read.
    at: usize,
    /// In canonical form.
    text: Box<str>,
}

/// Where what a line says is from.
pub(super) enum Origin {
    /// It stood elsewhere too.
    Known(Arc<Line>),
    /// It was read, from here.
    Read(Range<usize>),
}

/// All of a card on which the meaning of its lines depends.
#[derive(PartialEq, Eq, Hash)]
struct Kind {
    card_type: SmolStr,
    /// Of the traits that headings ask for, those that it has. `None` when its traits are not known.
    asked: Option<Vec<SmolStr>>,
    has_area: bool,
}

impl Kind {
    fn of(bearer: &Bearer<'_>, game: &Game) -> Self {
        let asked = |traits: &[String]| {
            let needed = game.headings.values();
            let needed = needed.filter_map(|heading| heading.needs_trait.as_ref());
            needed
                .filter(|needed| traits.contains(needed))
                .map(SmolStr::from)
                .collect()
        };
        Kind {
            card_type: bearer.card_type.into(),
            asked: bearer.traits.map(asked),
            has_area: bearer.area.is_some(),
        }
    }
}

impl<'s> KnownLines<'s> {
    /// Nothing is known yet.
    pub fn new(symbols: &'s Symbols<'s>) -> Self {
        KnownLines {
            symbols,
            kinds: RwLock::default(),
        }
    }

    /// The names that its lines can use.
    pub fn symbols(&self) -> &'s Symbols<'s> {
        self.symbols
    }

    /// Reads an effect text, as [`compile`](super::compile) and [`print`](super::print()) do.
    pub fn compile(&self, text: &str, bearer: &Bearer<'_>) -> Meaning {
        let lines = self.lines_of(Kind::of(bearer, self.symbols.game));
        let (said, found) = lower::text(text, bearer, self.symbols, Some(&lines));
        let mut canonical = String::new();
        let mut abilities = Vec::with_capacity(said.len());
        for lower::Said { ability, line } in said {
            if !canonical.is_empty() {
                canonical.push('\n');
            }
            match line {
                Origin::Known(line) => canonical.push_str(&line.text),
                Origin::Read(range) => {
                    let printed = print::one(&ability, bearer, self.symbols, english());
                    canonical.push_str(&printed);
                    if found.is_empty() {
                        let line = text.get(range.clone()).unwrap_or_default();
                        lines.keep(line, &ability, range.start, printed);
                    }
                }
            }
            abilities.push(ability);
        }
        Meaning {
            abilities,
            found,
            canonical: english().agreement.settle(canonical),
        }
    }

    fn lines_of(&self, kind: Kind) -> Arc<Lines> {
        let kinds = self.kinds.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(lines) = kinds.get(&kind) {
            return Arc::clone(lines);
        }
        drop(kinds);
        let mut kinds = self.kinds.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(kinds.entry(kind).or_default())
    }
}

impl Lines {
    /// What a line says, if it is known, with its places where it begins there.
    pub(super) fn get(&self, line: &str, at: usize) -> Option<(Ability, Arc<Line>)> {
        let lines = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let known = Arc::clone(lines.get(line)?);
        drop(lines);
        let mut ability = known.ability.clone();
        shift(&mut ability, known.at, at);
        Some((ability, known))
    }

    fn keep(&self, line: &str, ability: &Ability, at: usize, text: String) {
        let mut lines = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if lines.len() < MOST_LINES {
            let known = Line {
                ability: ability.clone(),
                at,
                text: text.into(),
            };
            lines.insert(line.into(), Arc::new(known));
        }
    }
}
