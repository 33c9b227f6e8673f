//! Texts of many cards, each line and each sentence of them read as often as it has to be.
//!
//! What a line says depends on itself, on the names and words of the game, and on little of its card ([`Kind`]). So
//! what is kept is kept for one set of names and for each kind of card ([`Lines`]), and what it gives is what reading
//! gives, but for the places, which are moved.

use std::sync::{Arc, PoisonError, RwLock};

use smol_str::SmolStr;

use super::line_cache::{Line, Lines, MOST_LINES, Origin, Said};
use super::recover::{Parsed, Pieces, SharedWords};
use super::{Bearer, Meaning, lower, print};
use crate::collections::{HashMap, HashSet, hash_of};
use crate::game::Game;
use crate::symbols::Symbols;
use crate::words::english;

/// The lines that were read with the same names.
pub struct KnownLines<'s> {
    symbols: &'s Symbols<'s>,
    kinds: RwLock<HashMap<Kind, Arc<Lines>>>,
    pieces: Arc<Pieces>,
    words: SharedWords,
}

/// Lines that are parsed before anybody knows the names that they use.
#[derive(Default)]
pub struct ParsedLines {
    pieces: Arc<Pieces>,
    /// Hashes of those that were parsed.
    parsed: RwLock<HashSet<u64>>,
}

impl ParsedLines {
    /// Parses the lines of a text, each once, for when they are lowered.
    pub fn parse(&self, text: &str) {
        for line in text.lines().map(str::trim) {
            let parsed = self.parsed.read().unwrap_or_else(PoisonError::into_inner);
            let hash = hash_of(line);
            if parsed.contains(&hash) || parsed.len() >= MOST_LINES {
                continue;
            }
            drop(parsed);
            let mut parsed = self.parsed.write().unwrap_or_else(PoisonError::into_inner);
            parsed.insert(hash);
            drop(parsed);
            // Whether it can be read is asked when it is lowered.
            let _ = Parsed::by_pieces(line, Some(&self.pieces));
        }
    }

    /// For reading them with these names.
    pub fn with<'s>(self, symbols: &'s Symbols<'s>) -> KnownLines<'s> {
        KnownLines {
            symbols,
            kinds: RwLock::default(),
            pieces: self.pieces,
            words: SharedWords::default(),
        }
    }
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
        ParsedLines::default().with(symbols)
    }

    /// The names that its lines can use.
    pub fn symbols(&self) -> &'s Symbols<'s> {
        self.symbols
    }

    /// Frees what is known, on another thread where there is one.
    pub fn free(self) {
        let known = (self.kinds, self.pieces);
        match rayon::current_num_threads() {
            1 => drop(known),
            _ => rayon::spawn(move || drop(known)),
        }
    }

    /// Reads an effect text, as [`compile`](super::compile) and [`print`](super::print()) do.
    pub fn compile(&self, text: &str, bearer: &Bearer<'_>) -> Meaning {
        let lines = self.lines_of(Kind::of(bearer, self.symbols.game));
        let (said, of_all) = lower::text(text, bearer, self.symbols, Some(&lines));
        let mut canonical = String::new();
        let mut abilities = Vec::with_capacity(said.len());
        let mut found = Vec::new();
        let mut below_modes = false;
        for Said {
            ability,
            found: mut of_line,
            line,
        } in said
        {
            let print = |below_modes| {
                let symbols = self.symbols;
                let print = |ability| print::one(ability, bearer, symbols, english(), below_modes);
                ability.as_ref().map(print).unwrap_or_default()
            };
            let was_below = std::mem::replace(&mut below_modes, false);
            let mut add = |line: &str| {
                below_modes = print::ends_in_modes(line);
                add_line(&mut canonical, line);
            };
            match line {
                Origin::Known(known) if !was_below => add(&known.text),
                Origin::Known(_) | Origin::Joined => add(&print(was_below)),
                Origin::Read { range, effort } => {
                    let printed = print(false);
                    match was_below {
                        true => add(&print(true)),
                        false => add(&printed),
                    }
                    let known = || Line {
                        ability: ability.clone(),
                        found: of_line.clone(),
                        effort,
                        at: range.start,
                        text: printed.into(),
                    };
                    lines.keep(text.get(range.clone()).unwrap_or_default(), known);
                }
            }
            abilities.extend(ability);
            found.append(&mut of_line);
        }
        found.extend(of_all);
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
        let lines = kinds.entry(kind).or_insert_with(|| {
            Arc::new(Lines::new(
                Arc::clone(&self.pieces),
                Arc::clone(&self.words),
            ))
        });
        Arc::clone(lines)
    }
}

fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() && !line.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}
