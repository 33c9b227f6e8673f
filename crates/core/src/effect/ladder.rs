//! Ladders: a line with a hole `*`, and below it a row for each value of an attribute with the words for the hole.
//!
//! Each row is compiled as the whole line with its words in the hole. So a hole takes every kind of phrase, and rows
//! need no grammar of their own.

use std::ops::Range;

use super::analysis::Analysis;
use super::ir::{self, Ability, Effect, Row, What};
use super::lower::{LoweredLine, is_term};
use super::parse::lines::{Line, Mode};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::game::Game;

/// The words of a row, `- Power 2: 3 damage`.
struct Rung<'t> {
    at: u32,
    words: &'t str,
    /// Byte offset of the words in the whole text.
    start: usize,
    /// Span of the row in the whole text.
    whole: Range<usize>,
}

/// A line with its rows.
struct Ladder<'t> {
    /// The id of the attribute.
    by: &'t str,
    rungs: Vec<Rung<'t>>,
}

/// Returns the ladder of a line. `None` if the lines below it are no rows.
fn ladder<'t>(line: &Line<'t>, game: &'t Game) -> Option<Ladder<'t>> {
    let mut by = None;
    let mut rungs = Vec::with_capacity(line.modes.len());
    for mode in &line.modes {
        let (id, rung) = rung(mode, game)?;
        if *by.get_or_insert(id) != id {
            return None;
        }
        rungs.push(rung);
    }
    by.map(|by| Ladder { by, rungs })
}

fn rung<'t>(mode: &Mode<'t>, game: &'t Game) -> Option<(&'t str, Rung<'t>)> {
    let (head, _) = mode.text.split_once(':')?;
    let (words, number) = head.trim_end().rsplit_once(' ')?;
    let number = number.trim_matches('"').parse().ok()?;
    let word = words.trim_start_matches(|c: char| !c.is_alphanumeric());
    let (id, _) = game
        .terms("attributes")
        .find(|(_, term)| is_term(term, word.trim_end()))?;
    let rest = mode.text.get(head.len() + 1..)?;
    let said = rest.trim_start().trim_start_matches('*');
    let start = mode.at + mode.text.len() - said.len();
    let rung = Rung {
        at: number,
        words: said.trim_end().trim_end_matches('.'),
        start,
        whole: mode.at..mode.at + mode.text.len(),
    };
    Some((id, rung))
}

/// Returns the holes of a line: an asterisk that marks no trait.
fn holes(text: &str) -> Vec<usize> {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '*');
    let stars = text.match_indices('*').map(|(at, _)| at);
    stars
        .filter(|at| {
            let (before, after) = (text.get(..*at), text.get(at + 1..));
            is_edge(before.and_then(|text| text.chars().next_back()))
                && is_edge(after.and_then(|text| text.chars().next()))
        })
        .collect()
}

/// A line with the words of a row in its hole.
struct Filled {
    text: String,
    /// The hole in the line, and the words in the filled line.
    hole: Range<usize>,
    words: Range<usize>,
    /// Byte offset of the line and of the words in the whole text.
    line_at: usize,
    words_at: usize,
}

impl Filled {
    fn of(line: &Line<'_>, hole: Range<usize>, rung: &Rung<'_>) -> Option<Filled> {
        let before = line.text.get(..hole.start)?;
        let after = line.text.get(hole.end..)?;
        let space = if hole.is_empty() { " " } else { "" };
        let stop = if after.trim().is_empty() { "." } else { "" };
        let start = before.len() + space.len();
        Some(Filled {
            text: format!("{before}{space}{}{stop}{after}", rung.words),
            words: start..start + rung.words.len(),
            line_at: line.at,
            words_at: rung.start,
            hole,
        })
    }

    /// Returns the offset in the whole text of an offset in the filled line.
    fn written(&self, at: usize) -> usize {
        if at < self.words.start {
            self.line_at + at.min(self.hole.start)
        } else if at <= self.words.end {
            self.words_at + at - self.words.start
        } else {
            self.line_at + self.hole.end + at - self.words.end
        }
    }

    /// Returns the span in the whole text of a span in the filled line. A span over the hole is that of the line.
    fn span(&self, at: &Range<usize>) -> Range<usize> {
        let (start, end) = (self.written(at.start), self.written(at.end));
        let inside = at.start >= self.words.start && at.end <= self.words.end;
        let apart = at.end < self.words.start || at.start > self.words.end;
        if inside || apart {
            return start..end;
        }
        let from = self.line_at + at.start.min(self.hole.start);
        let past = at.end.saturating_sub(self.words.end);
        from..self.line_at + self.hole.end + past
    }
}

impl Analysis<'_> {
    /// Analyzes a line with rows. `None` if it has none.
    pub(super) fn ladder(&self, line: &Line<'_>) -> Option<LoweredLine> {
        if line.modes.is_empty() || !self.symbols.game.ladders {
            return None;
        }
        let ladder = ladder(line, self.symbols.game)?;
        let text = line.text.trim_end();
        // `… a * unit:`, where the rows below stand for the full stop.
        let stopped = match (holes(text).is_empty(), text.strip_suffix(':')) {
            (false, Some(before)) => Some(format!("{before}.")),
            _ => None,
        };
        let line = &Line {
            text: stopped.as_deref().unwrap_or(line.text),
            ..line.clone()
        };
        let text = line.text.trim_end();
        let fails = |diagnostic| {
            Some(LoweredLine {
                ability: None,
                diagnostics: vec![diagnostic],
            })
        };
        let hole = match holes(text).as_slice() {
            [hole] => *hole..hole + 1,
            [] if text.ends_with(':') => text.len() - 1..text.len(),
            [] => {
                let end = line.at + text.len();
                return fails(
                    Diagnostic::new(
                        Code::UnreadableSentence,
                        Place::Text(end..end),
                        "this line has no place for the words of its rows",
                        "missing `*`",
                    )
                    .help("write `*` where the rows differ"),
                );
            }
            [_, second, ..] => {
                let at = line.at + second;
                return fails(
                    Diagnostic::new(
                        Code::UnreadableSentence,
                        Place::Text(at..at + 1),
                        "this line has more than one `*`",
                        "second place for the words of the rows",
                    )
                    .help(
                        "write all words that differ in one place, or whole sentences in the rows",
                    ),
                );
            }
        };
        if let Some(rung) = out_of_order(&ladder) {
            return fails(
                Diagnostic::new(
                    Code::Contradiction,
                    Place::Text(rung.whole.clone()),
                    "the numbers of the rows must rise",
                    "not higher than the row above",
                )
                .help("write the rows from the lowest number to the highest"),
            );
        }
        Some(self.rows(line, &ladder, hole))
    }

    fn rows(&self, line: &Line<'_>, ladder: &Ladder<'_>, hole: Range<usize>) -> LoweredLine {
        let colon = line.text.get(hole.clone()) == Some(":");
        let mut diagnostics: Vec<Diagnostic<Place>> = Vec::new();
        let mut first: Option<Ability> = None;
        let mut rows = Vec::new();
        for rung in &ladder.rungs {
            let Some(mut filled) = Filled::of(line, hole.clone(), rung) else {
                continue;
            };
            if colon {
                filled.text.insert(hole.start, ' ');
                filled.words = filled.words.start + 1..filled.words.end + 1;
            }
            let alone = Line {
                text: &filled.text,
                at: 0,
                modes: Vec::new(),
            };
            let lowered = self.understood(&alone, &filled.text);
            for found in lowered.diagnostics {
                let placed = found.map(|place| match place {
                    Place::Text(at) => Place::Text(filled.span(&at)),
                    file => file,
                });
                let is_known = diagnostics.iter().any(|known| {
                    known.code == placed.code && known.primary.at == placed.primary.at
                });
                if !is_known {
                    diagnostics.push(placed);
                }
            }
            let Some(mut ability) = lowered.ability else {
                continue;
            };
            ir::place(&mut ability, &|start, end| {
                let at = filled.span(&(start as usize..end as usize));
                (at.start as u32, at.end as u32)
            });
            // The rows have one heading: the words of a row are never part of it.
            let differs =
                |first: &Ability| first.heading != ability.heading || first.scale != ability.scale;
            if first.as_ref().is_some_and(differs) {
                diagnostics.push(
                    Diagnostic::new(
                        Code::TwoReadings,
                        Place::Text(rung.whole.clone()),
                        "this row has another heading than the row above, or is doubled for something else",
                        "only the effect can differ",
                    )
                    .help("write the same heading for all rows, before the `*`"),
                );
                continue;
            }
            rows.push(Row {
                at: rung.at,
                effects: std::mem::take(&mut ability.effects),
            });
            first.get_or_insert(ability);
        }
        let is_whole = rows.len() == ladder.rungs.len();
        let ability = first.filter(|_| is_whole).map(|ability| {
            let span = ir::At::new(line.at..line.end());
            Ability {
                effects: vec![Effect {
                    what: What::Ladder {
                        by: ladder.by.into(),
                        rows,
                    },
                    span,
                }],
                span,
                ..ability
            }
        });
        LoweredLine {
            ability,
            diagnostics,
        }
    }
}

fn out_of_order<'l, 't>(ladder: &'l Ladder<'t>) -> Option<&'l Rung<'t>> {
    let pairs = ladder.rungs.windows(2);
    let mut wrong = pairs.filter_map(|pair| match pair {
        [one, next] if next.at <= one.at => Some(next),
        _ => None,
    });
    wrong.next()
}

/// Returns what several texts share at their start and at their end, and the words of each in between, which are never
/// empty.
pub(super) fn folded(texts: &[String]) -> Option<(&str, Vec<&str>, &str)> {
    let (first, others) = texts.split_first()?;
    let shared = |same: &dyn Fn(&str) -> usize| others.iter().map(|text| same(text)).min();
    let at_end = |other: &str| {
        let pairs = first.chars().rev().zip(other.chars().rev());
        let same = pairs.take_while(|(one, other)| one == other);
        same.map(|(c, _)| c.len_utf8()).sum()
    };
    let mut end = word_end(first, shared(&at_end).unwrap_or(0));
    let at_start = |other: &str| {
        let pairs = first.char_indices().zip(other.chars());
        let end = pairs.clone().find(|((_, one), other)| one != other);
        end.map_or_else(|| first.len().min(other.len()), |((at, _), _)| at)
    };
    let shortest = texts.iter().map(|text| text.len() - end).min()?;
    let mut start = word_start(first, shared(&at_start).unwrap_or(0).min(shortest));
    // A hole always has words in it.
    while texts.iter().any(|text| {
        let between = text.get(start..text.len() - end);
        between.is_none_or(|words| words.trim().is_empty())
    }) {
        if start > 0 {
            start = word_start(first, start - 1);
        } else if end > 0 {
            end = word_end(first, end - 1);
        } else {
            return None;
        }
    }
    let words = texts.iter().map(|text| text.get(start..text.len() - end));
    let words: Option<Vec<&str>> = words.collect();
    Some((first.get(..start)?, words?, first.get(first.len() - end..)?))
}

/// Returns the start of the word at an offset.
fn word_start(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.rfind(' ').map_or(0, |space| space + 1)
}

/// Returns the length of the longest end of at most this length that begins between two words.
fn word_end(text: &str, length: usize) -> usize {
    let from = text.len() - length;
    let end = text.get(from..).unwrap_or_default();
    let edge = end.find([' ', ',', '.']);
    edge.map_or(0, |edge| length - edge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_folded_between_words() {
        let texts = ["Deal 1 damage to a unit.", "Deal 12 damage to a unit."].map(str::to_owned);
        assert_eq!(
            folded(&texts),
            Some(("Deal ", vec!["1", "12"], " damage to a unit."))
        );
        let texts = [
            "A unit gains +1 attack.",
            "A unit gains +1 attack and +1 defense.",
        ]
        .map(str::to_owned);
        assert_eq!(
            folded(&texts),
            Some((
                "A unit gains +1 ",
                vec!["attack", "attack and +1 defense"],
                "."
            ))
        );
        let texts = ["Return a bronze unit.", "Return a bronze or gold unit."].map(str::to_owned);
        assert_eq!(
            folded(&texts),
            Some(("Return a ", vec!["bronze", "bronze or gold"], " unit."))
        );
        let texts = ["Draw a card.", "Draw 2 cards."].map(str::to_owned);
        assert_eq!(
            folded(&texts),
            Some(("Draw ", vec!["a card", "2 cards"], "."))
        );
    }
}
