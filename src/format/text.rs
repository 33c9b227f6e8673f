//! Converts the effect texts of a file to canonical form.

use super::Left;
use super::token::{Kind, Token};
use crate::card::{CardSource, EffectSource};
use crate::collections::{HashMap, HashSet};
use crate::compile;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::effect::{self, Bearer};
use crate::source::{FileId, Span};
use crate::symbols::Symbols;

/// Returns the canonical texts by the index of their token, and the texts that were not changed.
/// `line_column` gives the position of a byte of the source.
pub(super) fn texts(
    symbols: &Symbols<'_>,
    file: FileId,
    source: &str,
    pieces: &[Token],
    line_column: impl Fn(usize) -> (usize, usize),
) -> (HashMap<usize, String>, Vec<Left>) {
    let mut texts: HashMap<usize, String> = HashMap::default();
    let mut left = Vec::new();
    // Several cards can share a text in the file. It changes only if all get the same result.
    let mut contested: HashSet<usize> = HashSet::default();
    let by_start: HashMap<usize, usize> = pieces
        .iter()
        .enumerate()
        .filter(|(_, piece)| matches!(piece.kind, Kind::Scalar { .. }))
        .map(|(at, piece)| (piece.range.start, at))
        .collect();
    for card in compile::cards_in(symbols.game, file, source) {
        for (_, written) in card.effects() {
            let Some(at) = by_start.get(&written.node.span.range().start).copied() else {
                continue;
            };
            match canonical(symbols, source, &card, written) {
                Ok(text) if texts.get(&at).is_none_or(|other| *other == text) => {
                    texts.insert(at, text);
                }
                Ok(_) => {
                    contested.insert(at);
                }
                Err(diagnostic) => {
                    contested.insert(at);
                    let at = line_column(diagnostic.primary.at.range().start);
                    left.push(Left {
                        card: card.name.to_string(),
                        before: at,
                        after: at,
                        message: diagnostic.message,
                    });
                }
            }
        }
    }
    texts.retain(|at, _| !contested.contains(at) && !is_shared(source, pieces, *at));
    (texts, left)
}

/// Returns whether the text has an anchor that an alias refers to.
fn is_shared(source: &str, pieces: &[Token], at: usize) -> bool {
    let name = |piece: &Token| source.get(piece.range.start + 1..piece.range.end);
    pieces
        .iter()
        .take(at)
        .rev()
        .take_while(|piece| piece.kind == Kind::Property)
        .filter(|piece| source[piece.range.clone()].starts_with('&'))
        .any(|anchor| {
            pieces
                .iter()
                .any(|piece| piece.kind == Kind::Alias && name(piece) == name(anchor))
        })
}

/// Returns the canonical form of an effect text, or the first error of the text.
fn canonical(
    symbols: &Symbols<'_>,
    source: &str,
    card: &CardSource,
    written: &EffectSource,
) -> Result<String, Box<Diagnostic>> {
    let bearer = Bearer::of(card, symbols.game);
    let errors = |found: Vec<Diagnostic<Place>>| {
        found
            .into_iter()
            .find(|diagnostic| diagnostic.severity == Severity::Error)
    };
    let (abilities, found) = effect::compile(written.text(), &bearer, symbols);
    if let Some(error) = errors(found) {
        return Err(Box::new(error.map(|place| match place {
            Place::Text(range) => written.node.place_in(source, range),
            Place::File(span) => span,
        })));
    }
    let text = effect::print(&abilities, &bearer, symbols);
    if text == written.text().trim_end() {
        return Ok(text);
    }
    // Change the text only if its meaning stays the same.
    let (again, found) = effect::compile(&text, &bearer, symbols);
    if again == abilities && errors(found).is_none() {
        Ok(text)
    } else {
        let at: Span = written.node.span;
        Err(Box::new(compile::not_printable(card, at, &text)))
    }
}
