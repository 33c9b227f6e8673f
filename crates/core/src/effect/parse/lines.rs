//! Splits a text into lines and sentences.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Edit, Place, Safety};
use crate::effect::lists::lists;
use crate::effect::syntax::{Rule, Tree, reads};

/// A line of an effect text and the modes below it.
#[derive(Clone, Debug)]
pub(in crate::effect) struct Line<'t> {
    pub text: &'t str,
    /// Byte offset in the whole text.
    pub at: usize,
    pub modes: Vec<Mode<'t>>,
}

impl Line<'_> {
    /// Returns the byte offset of the end of the line and its modes in the whole text.
    pub fn end(&self) -> usize {
        let last = self.modes.last();
        last.map_or(self.at + self.text.len(), |mode| mode.at + mode.text.len())
    }
}

/// One mode of a choice, including its dash.
#[derive(Clone, Debug)]
pub(in crate::effect) struct Mode<'t> {
    pub text: &'t str,
    pub at: usize,
    /// `true` if it starts with a dash, as required.
    pub dash: bool,
    /// The length in bytes of a number or letter used in place of the dash: `1. `.
    pub number: usize,
}

/// Reports dashes before all lines of a text: `- On Attack: …`. Also returns the text with each dash replaced by a
/// space.
pub(in crate::effect) fn listed(text: &str) -> Option<(Diagnostic<Place>, String)> {
    let first = text.trim_start();
    if !(first.starts_with("- ") || first.starts_with("* ")) {
        return None;
    }
    let mut without = text.to_owned();
    let mut edits = Vec::new();
    let mut at = 0;
    for whole in text.split_inclusive('\n') {
        let start = at + (whole.len() - whole.trim_start().len());
        let line = whole.trim();
        at += whole.len();
        if line.is_empty() {
            continue;
        }
        let rest = line.strip_prefix("- ").or(line.strip_prefix("* "))?;
        if is_choice(rest) {
            return None;
        }
        without.replace_range(start..start + 1, " ");
        edits.push(Edit {
            at: Place::Text(start..start + 2),
            text: String::new(),
        });
    }
    let first = edits.first()?.at.clone();
    let diagnostic = Diagnostic::new(
        Code::UnreadableSentence,
        first,
        "unexpected dashes at the start of the lines",
        "only a mode below `Choose one:` starts with a dash",
    );
    Some((
        diagnostic.fix_all(Safety::Unsafe, "remove each dash", edits),
        without,
    ))
}

/// Returns the nonempty lines of a text, with the modes below each of them.
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
        let parts = reads(Rule::part_line, line);
        let is_mode = !parts
            && line
                .strip_prefix(['-', '–', '—', '•', '*'])
                .is_some_and(|rest| rest.starts_with(' ') || rest.is_empty());
        match lines.last_mut() {
            // A line below `Choose one:` is a mode even without its dash.
            Some(last) if is_mode || (is_choice(last.text) && !parts && !line.contains(':')) => {
                last.modes.push(Mode {
                    text: line,
                    at: start,
                    dash: is_mode,
                    number: if is_mode { 0 } else { numbered(line) },
                });
            }
            _ => lines.push(Line {
                text: line,
                at: start,
                modes: Vec::new(),
            }),
        }
    }
    lines
}

/// Returns whether a line separates two parts of a card: `OR`.
pub(in crate::effect) fn is_part_line(line: &Line<'_>) -> bool {
    reads(Rule::part_line, line.text)
}

/// Reports a part of a card without a text.
pub(in crate::effect) fn empty_part(lines: &[Line<'_>]) -> Option<Diagnostic<Place>> {
    let mut is_empty = true;
    let mut last = lines.first()?;
    for line in lines {
        let separates = is_part_line(line);
        last = line;
        if separates && is_empty {
            break;
        }
        is_empty = separates;
    }
    is_empty.then(|| {
        Diagnostic::new(
            Code::UnreadableSentence,
            Place::Text(last.at..last.at + last.text.len()),
            "this part of the card has no text",
            "nothing on one side of this line",
        )
        .help("write a text on both sides, or remove the line")
    })
}

/// A line that breaks in the middle of a sentence, joined with the lines that continue it.
pub(in crate::effect) struct Torn {
    /// The joined text. Each byte keeps its offset, unless a hyphenated word was joined.
    pub text: String,
    /// The number of joined lines.
    pub lines: usize,
    /// The gaps between the lines, and their replacements.
    pub gaps: Vec<(Range<usize>, &'static str)>,
    /// `true` if the first line consists only of a heading.
    pub heading_alone: bool,
}

/// Joins a line with the lines below it if they parse only together.
pub(in crate::effect) fn torn(lines: &[Line<'_>]) -> Option<Torn> {
    const MAX_COUNT: usize = 4;
    let (first, below) = lines.split_first()?;
    if !first.modes.is_empty() {
        return None;
    }
    if first.text.ends_with(':') {
        return heading_alone(first, below);
    }
    if first.text.ends_with(['.', ']']) {
        return None;
    }
    let mut text = first.text.to_owned();
    let mut gaps = Vec::new();
    let mut last = first;
    for (index, line) in below.iter().take(MAX_COUNT).enumerate() {
        let begins = line.text.chars().next()?;
        if begins.is_uppercase() || begins == '-' {
            return None;
        }
        let end = last.at + last.text.len();
        let gap = line.at.checked_sub(end)?;
        last = line;
        // `dam-` and `age` are one hyphenated word.
        if text.ends_with('-') {
            text.pop();
            text.push_str(line.text);
            gaps.push((end - 1..line.at, ""));
        } else {
            text.push_str(&" ".repeat(gap));
            text.push_str(line.text);
            gaps.push((end..line.at, " "));
        }
        if whole(&text) {
            return Some(Torn {
                text,
                lines: index + 2,
                gaps,
                heading_alone: false,
            });
        }
    }
    None
}

/// Joins a heading on its own line with the sentences on the lines below it.
fn heading_alone(heading: &Line<'_>, below: &[Line<'_>]) -> Option<Torn> {
    if is_choice(heading.text) || Tree::read(Rule::one_heading, heading.text).is_err() {
        return None;
    }
    let mut torn = Torn {
        text: heading.text.to_owned(),
        lines: 1,
        gaps: Vec::new(),
        heading_alone: true,
    };
    let mut end = heading.at + heading.text.len();
    let sentences = below.iter().take_while(|line| {
        line.modes.is_empty() && !line.text.contains(':') && !line.text.starts_with('-')
    });
    for line in sentences {
        let gap = " ".repeat(line.at.checked_sub(end)?);
        let text = format!("{}{gap}{}", torn.text, line.text);
        if !whole(&text) {
            break;
        }
        torn.text = text;
        torn.lines += 1;
        torn.gaps.push((end..line.at, " "));
        end = line.at + line.text.len();
    }
    (torn.lines > 1).then_some(torn)
}

/// Returns whether a line parses and each of its sentences ends with a full stop.
fn whole(text: &str) -> bool {
    let Ok(tree) = Tree::read(Rule::line, text) else {
        return false;
    };
    tree.nodes(text, 0)
        .filter(|node| node.as_rule() == Rule::sentence)
        .all(|sentence| sentence.as_str().trim_end().ends_with(['.', ']', ':']))
}

/// Returns the length of `1. `, `(2) ` or `a) ` at the start of a line.
fn numbered(line: &str) -> usize {
    let Some((mark, _)) = line.split_once(' ') else {
        return 0;
    };
    let inner = mark.strip_suffix([')', '.', ':']).unwrap_or_default();
    let inner = inner.strip_prefix('(').unwrap_or(inner);
    let number = inner.len() < 3 && inner.bytes().all(|byte| byte.is_ascii_digit());
    let letter = inner.len() == 1 && inner.bytes().all(|byte| byte.is_ascii_lowercase());
    match !inner.is_empty() && (number || letter) {
        true => mark.len() + 1,
        false => 0,
    }
}

fn is_choice(line: &str) -> bool {
    line.ends_with(':') && line.to_lowercase().contains("choose")
}

/// Splits a text into sentences, each including its full stop. A full stop inside square brackets or quotes does not
/// end a sentence; a text in round brackets is a sentence.
pub(in crate::effect) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut sentences: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    let mut brackets = 0usize;
    let mut quoted = false;
    let [mut quotes, mut opened, mut closed] = [0usize; 3];
    for byte in text.bytes() {
        quotes += usize::from(byte == b'"');
        opened += usize::from(byte == b'[');
        closed += usize::from(byte == b']');
    }
    if !text.is_ascii() {
        quotes += text.matches(['“', '”']).count();
    }
    // If the text has an unmatched `]`, a full stop directly before a `]` does not end a sentence.
    let lone = closed > opened;
    let mut aside = 0;
    for (at, c) in text.char_indices() {
        if start.is_some() && !matches!(c, '[' | ']' | '"' | '“' | '”' | '.') {
            continue;
        }
        if start.is_none() && !c.is_whitespace() {
            start = Some(at);
            if c == '('
                && let Some(end) = text.get(at..).and_then(|rest| rest.find(')'))
            {
                aside = at + end + 1;
                let full_stop = text.get(aside..).is_some_and(|rest| rest.starts_with('.'));
                aside += usize::from(full_stop);
                sentences.push(at..aside);
            }
        }
        if at < aside {
            start = None;
            continue;
        }
        match c {
            '[' => brackets += 1,
            ']' => brackets = brackets.saturating_sub(1),
            // With an odd number of quotation marks, it is unknown which text is quoted, so they are ignored.
            '"' | '“' | '”' if quotes % 2 == 0 => quoted = !quoted,
            '.' if brackets == 0
                && !quoted
                && !before_lone(text, at, lone)
                && !is_in_number(text, at)
                && !is_in_abbreviation(text, at) =>
            {
                match start.take() {
                    // `Draw a card...`: surplus full stops belong to the sentence before them.
                    Some(start) if start == at => match sentences.last_mut() {
                        Some(Range { end, .. }) => *end = at + 1,
                        None => sentences.push(start..at + 1),
                    },
                    Some(start) => sentences.push(start..at + 1),
                    None => {}
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

/// Returns whether a full stop is the decimal point of a number such as `2.5`.
fn is_in_number(text: &str, at: usize) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let (before, after) = text.split_at(at);
    digit(before.chars().next_back()) && digit(after.chars().nth(1))
}

/// Returns whether a full stop ends a short word within a sentence, as in `adj. enemy unit`.
fn is_in_abbreviation(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at(at);
    let after = after.trim_start_matches('.').trim_start();
    let goes_on = after.starts_with(|c: char| !c.is_uppercase());
    let word = before.rsplit(|c: char| !c.is_alphabetic()).next();
    goes_on
        && word.is_some_and(|word| {
            let mut known = lists().abbreviations.iter();
            known.any(|one| one.eq_ignore_ascii_case(word))
        })
}

/// Returns whether a full stop precedes an unmatched closing bracket.
fn before_lone(text: &str, at: usize, lone: bool) -> bool {
    lone && text
        .get(at + 1..)
        .is_some_and(|rest| rest.trim_start().starts_with(']'))
}
