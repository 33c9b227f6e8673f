//! Compiles the texts of many cards and reuses lines and sentences that several cards share.
//!
//! The meaning of a line depends on its text, the symbols of the game, and a few properties of its card: lowering and
//! printing see only a [`BearerKey`]. The cache is therefore valid for one set of symbols and holds a separate
//! [`LineCache`] for each key. A cached result equals that of a fresh compilation, except that its
//! spans are moved.

use std::sync::{Arc, PoisonError, RwLock};

use super::line_cache::{AnalyzedLine, CachedLine, LineCache, LineOrigin, MAX_LINES, with_scale};
use super::parse::sentence_cache::{Reader, SentenceCache};
use super::recover::SharedWords;
use super::{Bearer, BearerKey, Meaning, analysis, print};
use crate::collections::{HashMap, HashSet, hash_of};
use crate::game::Phrases;
use crate::parallel;
use crate::symbols::Symbols;
use crate::words::english;

/// Cache of compiled lines for one set of symbols.
pub struct EffectSession<'s> {
    symbols: &'s Symbols<'s>,
    lines: RwLock<HashMap<BearerKey, Arc<LineCache>>>,
    pieces: Arc<SentenceCache>,
    words: SharedWords,
}

/// Cache of lines that are parsed before the symbols are known.
#[derive(Default)]
pub struct ParseSession {
    pieces: Arc<SentenceCache>,
    /// Hashes of the lines parsed so far.
    parsed: RwLock<HashSet<u64>>,
}

impl ParseSession {
    /// Parses each new line of a text, to be lowered later.
    pub fn parse(&self, text: &str) {
        for line in text.lines().map(str::trim) {
            let parsed = self.parsed.read().unwrap_or_else(PoisonError::into_inner);
            let hash = hash_of(line);
            if parsed.contains(&hash) || parsed.len() >= MAX_LINES {
                continue;
            }
            drop(parsed);
            let mut parsed = self.parsed.write().unwrap_or_else(PoisonError::into_inner);
            parsed.insert(hash);
            drop(parsed);
            // Errors are ignored here; lowering reports them.
            let _ = Reader::new(&Phrases::default(), Some(&self.pieces)).pieces(line);
        }
    }

    /// Creates a cache of compiled lines that uses the parsed lines and these symbols.
    pub fn with<'s>(self, symbols: &'s Symbols<'s>) -> EffectSession<'s> {
        EffectSession {
            symbols,
            lines: RwLock::default(),
            pieces: self.pieces,
            words: SharedWords::default(),
        }
    }
}

impl<'s> EffectSession<'s> {
    /// Creates an empty cache.
    pub fn new(symbols: &'s Symbols<'s>) -> Self {
        ParseSession::default().with(symbols)
    }

    /// Returns the symbols for which the lines are compiled.
    pub fn symbols(&self) -> &'s Symbols<'s> {
        self.symbols
    }

    /// Frees the cache, on another thread if possible.
    pub fn free(self) {
        let known = (self.lines, self.pieces);
        parallel::spawn(move || drop(known));
    }

    /// Compiles an effect text and prints its canonical form, like [`compile`](super::compile) and
    /// [`print`](super::print()), but reuses cached lines.
    pub fn compile(&self, text: &str, bearer: &Bearer<'_>) -> Meaning {
        let bearer = &bearer.key_for(text, self.symbols.game);
        let lines = self.lines_of(bearer);
        let (analyzed, of_all) = analysis::text(text, bearer, self.symbols, Some(&lines));
        let mut canonical = String::new();
        let mut abilities = Vec::with_capacity(analyzed.len());
        let mut found = Vec::new();
        let mut below_modes = false;
        let mut part = None;
        let mut scaled = false;
        for AnalyzedLine {
            ability,
            diagnostics: mut of_line,
            scale,
            origin,
        } in analyzed
        {
            scaled |= scale.is_some();
            let print = |below_modes| {
                let symbols = self.symbols;
                let print = |ability| print::one(ability, bearer, symbols, english(), below_modes);
                ability.as_ref().map(print).unwrap_or_default()
            };
            let line = ability.as_ref();
            let line = line.and_then(|ability| print::part_line(&mut part, ability, english()));
            let was_below = std::mem::replace(&mut below_modes, false) && line.is_none();
            if let Some(line) = line {
                add_line(&mut canonical, &line);
            }
            let mut add = |line: &str| {
                below_modes = print::ends_in_modes(line);
                add_line(&mut canonical, line);
            };
            match origin {
                LineOrigin::Known(known) if !was_below => add(&known.text),
                LineOrigin::Known(_) | LineOrigin::Joined => add(&print(was_below)),
                LineOrigin::Read { range, effort } => {
                    let printed = print(false);
                    match was_below {
                        true => add(&print(true)),
                        false => add(&printed),
                    }
                    let known = || CachedLine {
                        ability: ability.clone(),
                        found: of_line.clone(),
                        effort,
                        at: range.start,
                        text: printed.into(),
                    };
                    lines.keep(text.get(range.clone()).unwrap_or_default(), known);
                }
            }
            abilities.extend(with_scale(ability, scale));
            found.append(&mut of_line);
        }
        found.extend(of_all);
        // One line is about several abilities, so the lines are not printed one by one.
        if scaled {
            let canonical = print::text(&abilities, bearer, self.symbols, english());
            return Meaning {
                abilities,
                found,
                canonical,
            };
        }
        Meaning {
            abilities,
            found,
            canonical: english().agreement.contract(canonical),
        }
    }

    fn lines_of(&self, bearer: &BearerKey) -> Arc<LineCache> {
        let known = self.lines.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(lines) = known.get(bearer) {
            return Arc::clone(lines);
        }
        drop(known);
        let mut known = self.lines.write().unwrap_or_else(PoisonError::into_inner);
        let lines = known.entry(bearer.clone()).or_insert_with(|| {
            Arc::new(LineCache::new(
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
