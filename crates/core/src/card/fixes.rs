//! Builds fixes for common problems of values.

use crate::diagnostic::{Code, Diagnostic, Edit, Safety};
use crate::source::{Span, confusables};
use crate::yaml::{Entry, Node, Style, Value};

/// Adds a fix that removes an entry without a value, if nothing else would be removed with it.
pub fn remove(diagnostic: Diagnostic, source: &str, entry: &Entry) -> Diagnostic {
    // A comment after the key may be the value that the author meant.
    let says_nothing_else = |at: &Span| {
        let after = source.get(entry.value.span.end as usize..at.end as usize);
        !after.is_some_and(|after| after.contains('#'))
    };
    match entry.removal(source).filter(says_nothing_else) {
        Some(at) => diagnostic.fix(Safety::Unsafe, "remove the line", at, ""),
        None => diagnostic,
    }
}

/// Returns the span of a value, or of its key if there is no value.
pub fn place_of(entry: &Entry) -> Span {
    if entry.value.span.start < entry.value.span.end {
        entry.value.span
    } else {
        entry.key.span
    }
}

/// Returns the span of a key, or of its value if there is no key.
pub fn key_of(entry: &Entry) -> Span {
    if entry.key.span.start < entry.key.span.end {
        entry.key.span
    } else {
        entry.value.span
    }
}

/// Adds a fix that replaces a value by a plain word. For a block scalar, which has its own lines, it only adds help.
pub fn replace(
    diagnostic: Diagnostic,
    node: &Node,
    safety: Safety,
    title: impl Into<String>,
    text: impl Into<String>,
) -> Diagnostic {
    let block = matches!(&node.value, Value::Scalar(scalar) if matches!(scalar.style, Style::Literal | Style::Folded));
    if block || node.span.start == node.span.end {
        let title = title.into();
        return match diagnostic.help {
            Some(_) => diagnostic,
            None => diagnostic.help(title),
        };
    }
    diagnostic.fix(safety, title, node.span, text)
}

/// Returns the diagnostic for a value that ends at a ` #` which may be meant as part of it: next to a word in a text
/// (`Foo #1`), or as a space that is hit (`X #`).
pub fn comment_behind(source: &str, entry: &Entry, is_area: bool) -> Option<Diagnostic> {
    entry
        .value
        .scalar()
        .filter(|scalar| scalar.style == Style::Plain)?;
    let Span { file, start, end } = entry.value.span;
    let rest = source.get(end as usize..)?.lines().next()?;
    let comment = rest.trim();
    let word = comment.strip_prefix('#')?;
    let is_pattern = is_area && word.chars().all(|c| "#XO. ".contains(c));
    let key_line = source.get(entry.key.span.range().start..start as usize)?;
    let below = is_pattern && key_line.contains('\n');
    if !word.starts_with(char::is_alphanumeric) && !is_pattern || below {
        // Missing rows of an area below its key are reported with the area.
        return None;
    }
    let from = end as usize + rest.find('#')?;
    let key = entry.key.scalar().map_or("", |key| key.text.as_str());
    let shown = crate::diagnostic::prose::shown(comment);
    let (code, message) = match entry.value.is_null() {
        false if is_pattern => (
            Code::WrongType,
            format!("`{key}` ends before `{shown}`, which is a comment in YAML"),
        ),
        true => (
            Code::WrongType,
            format!("`{key}` is empty, because `{shown}` is a comment in YAML"),
        ),
        false => (
            Code::CommentBehindText,
            format!("`{key}` ends before `{shown}`, which is a comment in YAML"),
        ),
    };
    let at = Span::new(file, from..from + comment.len());
    let diagnostic = Diagnostic::new(code, at, message, "not part of the text")
        .note("after a space, `#` begins a comment")
        .help("put all of it in quotes if it is part of the text, or write a space after `#`");
    let start = if entry.value.is_null() {
        from
    } else {
        start as usize
    };
    let whole = start..from + comment.len();
    let text = source.get(whole.clone())?;
    let diagnostic = match is_pattern {
        true => diagnostic.help("put all of it in quotes"),
        false => diagnostic,
    };
    Some(match text.contains(['"', '\\', '\n']) {
        true => diagnostic,
        false => diagnostic.fix(
            Safety::Unsafe,
            "put all of it in quotes",
            Span::new(file, whole),
            format!("\"{text}\""),
        ),
    })
}

/// Typographic quotation marks, as pairs.
const CURLY: [(char, char); 5] = [('“', '”'), ('„', '“'), ('«', '»'), ('‘', '’'), ('”', '”')];

/// Returns whether a text contains typographic quotation marks, not counting the apostrophe of
/// `Wolf’s`.
fn has_marks(text: &str) -> bool {
    let is_mark = |c: char| CURLY.iter().any(|(open, close)| c == *open || c == *close);
    text.char_indices().any(|(at, c)| {
        let (before, after) = text.split_at(at);
        let apostrophe = c == '’'
            && before.ends_with(char::is_alphanumeric)
            && after.chars().nth(1).is_some_and(char::is_alphanumeric);
        is_mark(c) && !apostrophe
    })
}

/// Returns the text in typographic quotation marks, such as `“Angel”`, and the diagnostic that they are not YAML
/// quotes.
pub fn in_curly_quotes<'n>(source: &str, node: &'n Node) -> Option<(&'n str, Diagnostic)> {
    let scalar = node.scalar()?;
    let text = scalar.text.trim();
    let inside = CURLY
        .iter()
        .find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close))?;
    if inside.trim().is_empty() || has_marks(inside) || scalar.style == Style::Literal {
        return None;
    }
    let start = scalar.text.find(text)?;
    let end = start + text.len();
    let first = text.chars().next().map_or(0, char::len_utf8);
    let places = node.places(source);
    let open = places.of(start..start + first);
    let close = places.of(start + first + inside.len()..end);
    let diagnostic = Diagnostic::new(
        Code::YamlSyntax,
        open,
        "YAML does not support the quotation marks around this text",
        "read as part of the text",
    );
    // Inside other quotation marks, these are superfluous.
    let plain = match scalar.style {
        Style::Plain if !inside.contains(['"', '\\']) => "\"",
        Style::Plain => return Some((inside, diagnostic.help("put the text in `'`"))),
        _ => "",
    };
    let title = match plain {
        "" => "remove them",
        _ => "write `\"` instead",
    };
    let edits = [open, close].map(|at| Edit {
        at,
        text: plain.to_owned(),
    });
    Some((inside, diagnostic.fix_all(Safety::Safe, title, edits)))
}

/// Returns the diagnostic for a word with confusable letters of another alphabet.
pub fn look_alike(source: &str, node: &Node, what: &str) -> Diagnostic {
    let text = node.scalar().map_or("", |scalar| scalar.text.as_str());
    let found = confusables::alike(text);
    let places = node.places(source);
    let first = found.first();
    let (at, written, like) = first.map_or((node.span, '?', '?'), |letter| {
        (places.of(letter.at.clone()), letter.written, letter.like)
    });
    let diagnostic = Diagnostic::new(
        Code::HiddenCharacter,
        at,
        format!(
            "the {what} \"{}\" contains a letter of another alphabet that looks like `{like}`",
            crate::diagnostic::prose::shown(text)
        ),
        format!(
            "this is U+{:04X}, not the letter `{like}`",
            u32::from(written)
        ),
    )
    .note("the name written in one alphabet is a different name");
    let title = match found.as_slice() {
        [_] => format!("write `{like}`"),
        several => format!("write all {} in Latin letters", several.len()),
    };
    let edits = found.iter().map(|letter| {
        Some(Edit {
            at: places.exactly(letter.at.clone())?,
            text: letter.like.to_string(),
        })
    });
    match edits.collect::<Option<Vec<Edit>>>() {
        Some(edits) => diagnostic.fix_all(Safety::Safe, title, edits),
        // Without an exact span for each letter, an edit would replace the whole text by one letter.
        None => diagnostic.help(title),
    }
}

/// Returns the diagnostic for a list that only has its closing bracket: `traits: living, angel]`.
pub fn never_opened(node: &Node) -> Option<Diagnostic> {
    let scalar = node.scalar()?;
    let one_line = node.span.range().len() == scalar.text.len();
    if !scalar.text.ends_with(']') || scalar.text.contains('[') || !one_line {
        return None;
    }
    let Span { file, start, end } = node.span;
    let close = Span {
        file,
        start: end - 1,
        end,
    };
    let open = Span {
        file,
        start,
        end: start,
    };
    let diagnostic = Diagnostic::new(
        Code::YamlSyntax,
        close,
        "`]` without an opening bracket",
        "no `[` before this",
    );
    Some(diagnostic.fix(
        Safety::Safe,
        "write `[` at the beginning of the value",
        open,
        "[",
    ))
}

/// Returns the span of a list item with the separator before it. `None` if there is a comment or anything else worth
/// keeping between them.
pub fn item_with_separator(source: &str, before: &Node, item: &Node) -> Option<Span> {
    if before.span.end > item.span.start {
        return None;
    }
    let between = source.get(before.span.end as usize..item.span.start as usize)?;
    between
        .chars()
        .all(|c| c.is_whitespace() || matches!(c, ',' | '-'))
        .then(|| {
            Span::new(
                item.span.file,
                before.span.end as usize..item.span.end as usize,
            )
        })
}

/// Drops fixes that would edit the file outside of an entry: they would change an anchor that other entries use too.
pub fn keep_to(diagnostics: &mut [Diagnostic], entry: &Entry, source: &str) {
    if diagnostics.is_empty() {
        return;
    }
    let removal = entry.removal(source);
    let start = entry.key.span.start;
    let end = entry.value.span.end.max(entry.key.span.end);
    let file = entry.key.span.file;
    for diagnostic in diagnostics {
        diagnostic.fixes.retain(|fix| {
            // An edit that removes the last line also removes the blank lines after it.
            let rest = |at: Span| source.get(end as usize..at.end as usize).map(str::trim);
            let within = |at: Span| {
                at.file == file
                    && start <= at.start
                    && (at.end <= end || rest(at).is_some_and(str::is_empty))
            };
            let mut places = fix.edits.iter().map(|edit| edit.at);
            places.all(|at| within(at) || Some(at) == removal)
        });
    }
}
