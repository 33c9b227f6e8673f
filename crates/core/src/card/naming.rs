//! Reads names and ids of cards.

use std::cell::LazyCell;
use std::ops::Range;

use super::{fixes, id_of};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety};
use crate::source::{Span, confusables};
use crate::yaml::{Entry, Style};

/// Maximum length of a printed name.
const MAX_LEN: usize = 100;

/// Maximum length of a name that is still used although it is too long.
const MAX_KEPT_LEN: usize = 200;

/// Maximum number of labels for invalid characters of a name.
const MAX_SHOWN: usize = 20;

/// Returns the name before stray punctuation such as a trailing comma, and the diagnostic about the punctuation.
fn with_more(source: &str, entry: &Entry) -> Option<(String, Diagnostic)> {
    let scalar = entry.value.scalar()?;
    let name = scalar.text.trim_end_matches([',', ';']).trim_end();
    if scalar.style != Style::Plain || name.len() == scalar.text.len() || name.is_empty() {
        return None;
    }
    let marks = entry.value.place_in(source, name.len()..scalar.text.len());
    let diagnostic = Diagnostic::new(
        Code::BadName,
        marks,
        format!(
            "unexpected punctuation after the name \"{}\"",
            crate::diagnostic::prose::shown(name)
        ),
        "not part of the name",
    );
    let diagnostic = diagnostic.fix(Safety::Unsafe, "remove it", marks, "");
    Some((name.to_owned(), diagnostic))
}

/// Reads the name of a card. An invalid but readable name is still used, so that other cards can
/// refer to it.
pub(super) fn name(
    source: &str,
    entry: &Entry,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<String> {
    let at = fixes::place_of(entry);
    let bad =
        |at: Span, message: &str, label: &str| Diagnostic::new(Code::BadName, at, message, label);
    let Some(scalar) = entry.value.scalar() else {
        diagnostics.push(
            Diagnostic::new(
                Code::WrongType,
                at,
                format!(
                    "the `name` of a card must be a text, not {}",
                    crate::yaml::described(&entry.value)
                ),
                "must be a text",
            )
            .help("write the name as printed"),
        );
        return None;
    };
    let text = scalar.text.as_str();
    if entry.value.is_null() && text.starts_with(char::is_alphabetic) {
        let diagnostic = bad(
            at,
            &format!("YAML reads `{text}` as an empty value"),
            "without quotes, this is not a name",
        );
        let title = format!("write `\"{text}\"`");
        diagnostics.push(diagnostic.fix(Safety::Unsafe, title, at, format!("\"{text}\"")));
        return None;
    }
    if entry.value.is_null() || text.trim().is_empty() {
        diagnostics.push(
            bad(at, "the `name` of a card is empty", "missing value")
                .help("write the name as printed"),
        );
        return None;
    }
    if !text.chars().any(char::is_alphanumeric) {
        diagnostics.push(
            bad(
                at,
                &format!(
                    "the name \"{}\" has no letters or digits",
                    crate::diagnostic::prose::shown(text)
                ),
                "no letters or digits",
            )
            .help("write the name as printed"),
        );
        return None;
    }
    let trimmed = text.trim();
    if let Some((name, diagnostic)) = with_more(source, entry) {
        diagnostics.push(diagnostic);
        return Some(name);
    }
    let clean = characters(source, entry, text, diagnostics);
    // The line break at the end of a block scalar is not part of the name.
    if clean && !text.trim_end_matches('\n').eq(trimmed) {
        diagnostics.push(fixes::replace(
            bad(at, "spaces around the name of a card", "extra spaces"),
            &entry.value,
            Safety::Safe,
            format!("write \"{trimmed}\""),
            format!("\"{}\"", trimmed.replace('\\', "\\\\")),
        ));
    }
    doubled_spaces(source, entry, diagnostics);
    let trimmed = match fixes::in_curly_quotes(source, &entry.value) {
        Some((inside, diagnostic)) => {
            diagnostics.push(diagnostic);
            inside.trim()
        }
        None => trimmed,
    };
    let latin = confusables::to_latin_skeleton(trimmed);
    if latin.is_some() {
        diagnostics.push(fixes::look_alike(source, &entry.value, "name"));
    }
    let trimmed = latin.as_deref().unwrap_or(trimmed);
    let length = trimmed.chars().count();
    if length > MAX_LEN {
        diagnostics.push(
            bad(
                at,
                &format!(
                    "the name of a card has {length} characters, but at most {MAX_LEN} are allowed"
                ),
                &format!("{length} characters"),
            )
            .help("write the name as printed"),
        );
    }
    let kept = trimmed.char_indices().nth(MAX_KEPT_LEN);
    let kept = kept.and_then(|(end, _)| trimmed.get(..end));
    Some(with_single_spaces(kept.unwrap_or(trimmed)))
}

fn with_single_spaces(name: &str) -> String {
    let mut before = None;
    let mut is_more = |c: char| before.replace(c) == Some(' ') && c == ' ';
    name.chars().filter(|c| !is_more(*c)).collect()
}

/// Reports repeated spaces in a name. Authors who write the name elsewhere would not notice them.
fn doubled_spaces(source: &str, entry: &Entry, diagnostics: &mut Vec<Diagnostic>) {
    let Some(scalar) = entry
        .value
        .scalar()
        .filter(|scalar| scalar.text.contains("  "))
    else {
        return;
    };
    let text = scalar.text.trim_end();
    let begins = text.len() - text.trim_start().len();
    let places = entry.value.places(source);
    let mut more = Vec::new();
    let mut spaces = 0;
    for (at, c) in text.char_indices().filter(|(at, _)| *at >= begins) {
        spaces = if c == ' ' { spaces + 1 } else { 0 };
        if spaces > 1 {
            more.push(at..at + 1);
        }
    }
    let exactly = more.into_iter().map(|range| places.exactly(range));
    let exactly: Option<Vec<Span>> = exactly.collect();
    let Some(first) = exactly.iter().flatten().next() else {
        return;
    };
    let diagnostic = Diagnostic::new(
        Code::BadName,
        *first,
        "multiple spaces in the name of a card",
        "extra space",
    )
    .note("the name with a single space is a different name");
    let edits = exactly.iter().flatten().map(|at| Edit {
        at: *at,
        text: String::new(),
    });
    diagnostics.push(diagnostic.fix_all(Safety::Safe, "write a single space", edits));
}

/// A kind of characters that a name cannot contain.
struct Kind {
    what: &'static str,
    is: fn(char) -> bool,
    why: Option<&'static str>,
    help: &'static str,
    /// The replacement in a fix; `None` if it is unclear: a line break may become a space, or nothing.
    instead: Option<&'static str>,
}

const KINDS: [Kind; 5] = [
    Kind {
        what: "a line break",
        is: is_line_break,
        why: None,
        help: "write the name on one line",
        instead: None,
    },
    Kind {
        what: "a tab",
        is: |c| c == '\t',
        why: None,
        help: "replace it with a space",
        instead: Some(" "),
    },
    Kind {
        what: "an invisible character",
        is: |c| crate::diagnostic::prose::invisible(c) && !is_line_break(c) && c != '\t',
        why: None,
        help: "remove it",
        instead: Some(""),
    },
    Kind {
        what: "a double quote",
        is: |c| c == '"',
        why: Some("texts put names in double quotes"),
        help: "remove it",
        instead: Some(""),
    },
    Kind {
        what: "an asterisk",
        is: |c| c == '*',
        why: Some("texts put traits in asterisks"),
        help: "remove it",
        instead: Some(""),
    },
];

fn is_line_break(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// Reports the characters that a name cannot contain, once for each kind. Returns whether there are
/// none.
fn characters(source: &str, entry: &Entry, text: &str, diagnostics: &mut Vec<Diagnostic>) -> bool {
    let is_usual = |byte: u8| byte.is_ascii_alphanumeric() || byte == b' ' || byte == b'\'';
    if text.bytes().all(is_usual) {
        return true;
    }
    let inside = text.len() - text.trim_start().len()..text.trim_end().len();
    let before = diagnostics.len();
    let written = LazyCell::new(|| entry.value.places(source));
    for kind in &KINDS {
        let ranges = text
            .char_indices()
            .filter(|(at, c)| inside.contains(at) && (kind.is)(*c))
            .map(|(at, c)| at..at + c.len_utf8())
            .take(MAX_SHOWN + 1);
        let mut places: Vec<Span> = ranges.clone().map(|range| written.of(range)).collect();
        places.dedup();
        let Some((first, others)) = places.split_first() else {
            continue;
        };
        let what = kind.what;
        let mut diagnostic = Diagnostic::new(
            Code::BadName,
            *first,
            format!("the name of a card has {what}"),
            format!("{what} in a name"),
        )
        .help(kind.help);
        // The spans of single characters; `None` if one of them is unknown, or if there are too many.
        let exactly: Option<Vec<Span>> = ranges.map(|range| written.exactly(range)).collect();
        let exactly = exactly.filter(|places| places.len() <= MAX_SHOWN);
        for other in others.iter().take(MAX_SHOWN - 1) {
            diagnostic = diagnostic.label(*other, "here too");
        }
        if let Some(why) = kind.why {
            diagnostic = diagnostic.note(why);
        }
        if let Some((places, instead)) = exactly.zip(kind.instead) {
            let replaced = |at| Edit {
                at,
                text: instead.to_owned(),
            };
            let title = match instead {
                "" => format!("remove {what}"),
                _ => kind.help.to_owned(),
            };
            diagnostic.fixes.push(Fix {
                title,
                safety: Safety::Unsafe,
                edits: places.into_iter().map(replaced).collect(),
            });
        }
        diagnostics.push(diagnostic);
    }
    diagnostics.len() == before
}

/// Returns the id of a card: the explicit one, or the default id of its name.
pub(super) fn id(
    source: &str,
    given: Option<&Entry>,
    name: Option<&str>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<String> {
    let of_name = name.and_then(default_id);
    let Some(entry) = given else {
        return of_name;
    };
    let at = fixes::place_of(entry);
    let Some(scalar) = entry.value.scalar() else {
        diagnostics.push(
            Diagnostic::new(
                Code::WrongType,
                at,
                format!(
                    "the `id` of a card must be a word, not {}",
                    crate::yaml::described(&entry.value)
                ),
                "must be a word",
            )
            .help("write it in kebab case, such as `royal-griffin`, or remove the line"),
        );
        return of_name;
    };
    let text = scalar.text.as_str();
    if entry.value.is_null() || text.trim().is_empty() {
        diagnostics.push(
            Diagnostic::new(
                Code::BadName,
                at,
                "the `id` of a card is empty",
                "missing value",
            )
            .help("write it in kebab case, or remove the line"),
        );
        return of_name;
    }
    if text.chars().count() > MAX_LEN {
        diagnostics.push(
            Diagnostic::new(
                Code::BadName,
                at,
                format!("the `id` of a card must not have more than {MAX_LEN} characters"),
                format!("more than {MAX_LEN} characters"),
            )
            .help("write a shorter one, or remove the line"),
        );
        return of_name;
    }
    let Some(range) = first_misfit(text) else {
        return Some(text.to_owned());
    };
    let diagnostic = Diagnostic::new(
        Code::BadName,
        entry.value.place_in(source, range.clone()),
        format!(
            "the id \"{}\" is not in kebab case",
            crate::diagnostic::prose::shown(text)
        ),
        match text.get(range).unwrap_or_default() {
            "-" => "an extra hyphen".to_owned(),
            c if c.chars().any(char::is_uppercase) => "a capital letter".to_owned(),
            " " => "a space".to_owned(),
            c if c.chars().any(crate::diagnostic::prose::invisible) => {
                "an invisible character".to_owned()
            }
            c => format!("`{c}` is not a lowercase letter, a digit or a hyphen"),
        },
    );
    // Underscores and apostrophes also become separators.
    let meant = default_id(text);
    diagnostics.push(match &meant {
        Some(meant) => fixes::replace(
            diagnostic,
            &entry.value,
            Safety::Safe,
            format!("write `{meant}`"),
            meant.clone(),
        ),
        None => {
            diagnostic.help("write it in kebab case, such as `royal-griffin`, or remove the line")
        }
    });
    meant.or(of_name)
}

/// Returns the first character that is invalid in a kebab-case id.
fn first_misfit(id: &str) -> Option<Range<usize>> {
    let mut before = '-';
    for (at, c) in id.char_indices() {
        let lowercase = c.is_alphanumeric() && c.to_lowercase().eq([c]);
        let fits = lowercase || (c == '-' && before != '-');
        if !fits {
            return Some(at..at + c.len_utf8());
        }
        before = c;
    }
    (before == '-').then(|| id.len().saturating_sub(1)..id.len())
}

/// Returns the id of a card without an explicit `id`.
fn default_id(name: &str) -> Option<String> {
    let id = id_of(name);
    (!id.is_empty()).then_some(id)
}
