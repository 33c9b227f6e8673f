//! The lines and the sentences of a text.

use std::ops::Range;

/// A line of an effect text and the modes below it.
#[derive(Clone, Debug)]
pub(in crate::effect) struct Line<'t> {
    pub text: &'t str,
    /// Where it begins in the whole text.
    pub at: usize,
    pub modes: Vec<Mode<'t>>,
}

/// One mode of a choice, with its dash.
#[derive(Clone, Debug)]
pub(in crate::effect) struct Mode<'t> {
    pub text: &'t str,
    pub at: usize,
}

/// The lines of a text that say something.
pub(in crate::effect) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut at = 0;
    for whole in text.split_inclusive('\n') {
        let start = at + (whole.len() - whole.trim_start().len());
        let line = whole.trim();
        at += whole.len();
        if line.is_empty() {
            continue;
        }
        let is_mode = line
            .strip_prefix(['-', '–', '—', '•', '*'])
            .is_some_and(|rest| rest.starts_with(' '));
        match lines.last_mut() {
            Some(last) if is_mode => last.modes.push(Mode {
                text: line,
                at: start,
            }),
            _ => lines.push(Line {
                text: line,
                at: start,
                modes: Vec::new(),
            }),
        }
    }
    lines
}

/// The sentences of a run of text, each with its full stop. A full stop inside brackets or quotation
/// marks ends none.
pub(in crate::effect) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = None;
    let mut brackets = 0usize;
    let mut quoted = false;
    let quotes = text
        .chars()
        .filter(|c| matches!(c, '"' | '“' | '”'))
        .count();
    for (at, c) in text.char_indices() {
        if start.is_none() && !c.is_whitespace() {
            start = Some(at);
        }
        match c {
            '[' => brackets += 1,
            ']' => brackets = brackets.saturating_sub(1),
            // With an odd mark there is no telling what is inside.
            '"' | '“' | '”' if quotes % 2 == 0 => quoted = !quoted,
            '.' if brackets == 0 && !quoted => {
                if let Some(start) = start.take() {
                    sentences.push(start..at + 1);
                }
            }
            _ => {}
        }
    }
    if let Some(start) = start {
        sentences.push(start..text.trim_end().len());
    }
    sentences
}
