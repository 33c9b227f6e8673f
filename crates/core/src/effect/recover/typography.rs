//! Replaces characters that come with copied text: ligatures, invisible characters, typographic quotes.

use std::ops::Range;

use super::fragment::{Fragment, ParseOutcome};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Place, Safety};
use crate::effect::lists::lists;
use crate::source::invisible::{self, InvisibleChar};

/// One or more characters to replace.
struct Strange {
    at: Range<usize>,
    by: &'static str,
    what: &'static str,
}

fn strange(text: &str) -> Vec<Strange> {
    let mut found: Vec<Strange> = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some(c) = rest.chars().next() else { break };
        let known = lists()
            .characters
            .iter()
            .find(|(from, ..)| rest.starts_with(from));
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = rest.chars().nth(1);
        if let Some((from, by, what)) = known {
            found.push(Strange {
                at: at..at + from.len(),
                by,
                what,
            });
            at += from.len();
            continue;
        }
        let hidden = invisible::unseen(text, at);
        if hidden.is_some() || c == '\u{feff}' {
            let (by, what) = match hidden {
                Some(InvisibleChar::Space) => (" ", "an unusual space"),
                _ => ("", "an invisible character"),
            };
            found.push(Strange {
                at: at..at + c.len_utf8(),
                by,
                what,
            });
            at += c.len_utf8();
            continue;
        }
        // A quote that opens or closes a name is not an apostrophe inside a word.
        let opens = before.is_none_or(|c| !c.is_alphanumeric());
        let closes = after.is_none_or(|c| !c.is_alphanumeric()) && before != Some('s');
        let quoted = found.iter().any(|other| other.by == "\"");
        if (c == '\'' && opens) || (matches!(c, '\'' | '’') && quoted && (closes || opens)) {
            found.push(Strange {
                at: at..at + c.len_utf8(),
                by: "\"",
                what: "a different kind of quotation mark",
            });
        }
        // `dam- age`: hyphenated at a line break.
        if c == '-'
            && before.is_some_and(char::is_alphabetic)
            && rest.get(1..).is_some_and(|rest| {
                let word = rest.trim_start();
                word.len() < rest.len() && word.starts_with(char::is_lowercase)
            })
        {
            let space = rest.len() - 1 - rest.get(1..).map_or(0, |rest| rest.trim_start().len());
            found.push(Strange {
                at: at..at + 1 + space,
                by: "",
                what: "a hyphen from a line break",
            });
            // Remove the white space after the hyphen, too.
            at += 1 + space;
            continue;
        }
        at += c.len_utf8();
    }
    found
}

/// Reports pure decoration in a line that starts at byte `base`: emoji, or markup around the heading. Also returns
/// the line with the decoration replaced by spaces.
pub(in crate::effect) fn decorated(line: &str, base: usize) -> Option<(Diagnostic<Place>, String)> {
    pictures(line, base).or_else(|| marked_heading(line, base))
}

/// Reports markup around a heading: `**On Attack:** …`
fn marked_heading(line: &str, base: usize) -> Option<(Diagnostic<Place>, String)> {
    let inner = line.trim_start_matches(['*', '_']);
    let open = line.len() - inner.len();
    let marks = line.get(..open).filter(|marks| !marks.is_empty())?;
    let close = open + inner.find(marks)?;
    let before = line.get(open..close)?;
    let after = line.get(close + open..)?;
    let is_heading = before.ends_with(':') || after.starts_with(':');
    if !is_heading || marks.len() == 1 && marks != "_" && !before.ends_with(':') {
        return None;
    }
    let blank = " ".repeat(open);
    let diagnostic = Diagnostic::new(
        Code::UnreadableSentence,
        Place::Text(base..base + close + open),
        "markup around a heading",
        "effect texts have no markup",
    );
    let edits = [0, close].map(|at| Edit {
        at: Place::Text(base + at..base + at + open),
        text: String::new(),
    });
    let diagnostic = diagnostic.fix_all(Safety::Safe, format!("remove each `{marks}`"), edits);
    Some((diagnostic, format!("{blank}{before}{blank}{after}")))
}

/// Reports the emoji of a line; they have no meaning.
fn pictures(line: &str, base: usize) -> Option<(Diagnostic<Place>, String)> {
    // Letters and marks of every script are below this range. Joiners are matched only next to an emoji.
    let is_picture = |c: char| matches!(c, '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}');
    let joins = |c: char| matches!(c, '\u{200d}' | '\u{fe0f}') || is_picture(c);
    let start = line.find(is_picture)?;
    let after = line.get(start..)?;
    let end = start + after.find(|c| !joins(c)).unwrap_or(after.len());
    let mut without = String::with_capacity(line.len());
    for c in line.chars() {
        match joins(c) {
            true => without.extend(std::iter::repeat_n(' ', c.len_utf8())),
            false => without.push(c),
        }
    }
    let diagnostic = Diagnostic::new(
        Code::UnreadableSentence,
        Place::Text(base + start..base + end),
        format!("\"{}\" is an emoji", line.get(start..end)?),
        "not allowed in effect texts",
    );
    let with_space = end + usize::from(line.get(end..)?.starts_with(' '));
    let at = Place::Text(base + start..base + with_space);
    Some((diagnostic.fix(Safety::Unsafe, "remove it", at, ""), without))
}

/// Reports characters that only look like those of the language, if the piece parses after they are replaced.
pub(super) fn copied(
    piece: &Fragment<'_>,
    can_be_read: bool,
    mut trial: impl FnMut(&str) -> ParseOutcome,
) -> Option<Diagnostic<Place>> {
    let strange = strange(piece.text);
    let first = strange.first()?;
    let mut repaired = piece.text.to_owned();
    for one in strange.iter().rev() {
        repaired.replace_range(one.at.clone(), one.by);
    }
    let least = if can_be_read {
        ParseOutcome::Clean
    } else {
        ParseOutcome::Read
    };
    let came = trial(&repaired);
    if came < least {
        return None;
    }
    let written = piece.get(&first.at);
    // Show invisible characters by their code point.
    let visible = written
        .chars()
        .all(|c| c == ' ' || !c.is_whitespace() && !c.is_control() && c != '\u{ad}')
        && !written.trim().is_empty()
        && !first.what.contains("invisible");
    let shown = if visible {
        format!("\"{written}\"")
    } else {
        written
            .chars()
            .next()
            .map_or(String::new(), |c| format!("U+{:04X}", c as u32))
    };
    let title = match first.by {
        "" => "remove it".to_owned(),
        " " => "write a space".to_owned(),
        by => format!("write `{by}`"),
    };
    let mut diagnostic = Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(&first.at),
        format!("{shown} is {}", first.what),
        "not allowed in effect texts",
    )
    .help(title.clone());
    diagnostic.fixes.push(Fix {
        title,
        safety: match came {
            ParseOutcome::Clean => Safety::Safe,
            _ => Safety::Unsafe,
        },
        edits: strange
            .iter()
            .map(|one| Edit {
                at: piece.at(&one.at),
                text: one.by.to_owned(),
            })
            .collect(),
    });
    Some(diagnostic)
}
