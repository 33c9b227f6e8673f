//! What a fix changes in the text of a file.

use super::wording;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety};
use crate::source::{Span, alike};
use crate::yaml::{Entry, Node, Style, Value};

/// Adds a fix that removes an entry which says nothing, where nothing else would go with it.
pub(crate) fn remove(finding: Diagnostic, source: &str, entry: &Entry) -> Diagnostic {
    // A comment behind it is the author's, and may be what was meant to stand there.
    let says_nothing_else = |at: &Span| {
        let behind = source.get(entry.value.span.end as usize..at.end as usize);
        !behind.is_some_and(|behind| behind.contains('#'))
    };
    match entry.removal(source).filter(says_nothing_else) {
        Some(at) => finding.fix(Safety::Unsafe, "remove the line", at, ""),
        None => finding,
    }
}

/// The place that stands for a value: the value's own, or its key's where nothing is written.
pub(crate) fn place_of(entry: &Entry) -> Span {
    if entry.value.span.start < entry.value.span.end {
        entry.value.span
    } else {
        entry.key.span
    }
}

/// The place that stands for a key: the key's own, or its value's where nothing is written.
pub(crate) fn key_of(entry: &Entry) -> Span {
    if entry.key.span.start < entry.key.span.end {
        entry.key.span
    } else {
        entry.value.span
    }
}

/// Adds a fix that writes a plain word instead of a value, where that can be done: a block scalar
/// has lines of its own that a word does not.
pub(crate) fn replace(
    finding: Diagnostic,
    node: &Node,
    safety: Safety,
    title: impl Into<String>,
    text: impl Into<String>,
) -> Diagnostic {
    let block = matches!(&node.value, Value::Scalar(scalar) if matches!(scalar.style, Style::Literal | Style::Folded));
    if block || node.span.start == node.span.end {
        let title = title.into();
        return match finding.help {
            Some(_) => finding,
            None => finding.help(title),
        };
    }
    finding.fix(safety, title, node.span, text)
}

/// The finding that a value ends at a ` #` which may be meant as a part of it: with a word at it in a text (`Foo #1`),
/// or as a space that is hit (`X #`).
pub(crate) fn comment_behind(source: &str, entry: &Entry, is_area: bool) -> Option<Diagnostic> {
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
        // Of the rows of a picture that are lost below its key, the picture tells.
        return None;
    }
    let from = end as usize + rest.find('#')?;
    let key = entry.key.scalar().map_or("", |key| key.text.as_str());
    let shown = wording::shown(comment);
    let (code, message) = match entry.value.is_null() {
        false if is_pattern => (
            Code::WrongType,
            format!("`{key}` ends before `{shown}`, which YAML takes for a comment"),
        ),
        true => (
            Code::WrongType,
            format!("`{key}` is empty, since YAML takes `{shown}` for a comment"),
        ),
        false => (
            Code::CommentBehindText,
            format!("`{key}` ends before `{shown}`, which YAML takes for a comment"),
        ),
    };
    let at = Span::new(file, from..from + comment.len());
    let finding = Diagnostic::new(code, at, message, "not a part of the text")
        .note("behind a space, `#` begins a comment")
        .help("put all of it in quotes if it belongs to the text, or write a space behind `#`");
    let start = if entry.value.is_null() {
        from
    } else {
        start as usize
    };
    let whole = start..from + comment.len();
    let text = source.get(whole.clone())?;
    let finding = match is_pattern {
        true => finding.help("put all of it in quotes"),
        false => finding,
    };
    Some(match text.contains(['"', '\\', '\n']) {
        true => finding,
        false => finding.fix(
            Safety::Unsafe,
            "put all of it in quotes",
            Span::new(file, whole),
            format!("\"{text}\""),
        ),
    })
}

/// Quotation marks of print with those that close them.
const CURLY: [(char, char); 5] = [('“', '”'), ('„', '“'), ('«', '»'), ('‘', '’'), ('”', '”')];

/// Whether quotation marks of print stand in a text; the apostrophe of `Wolf’s` is none.
fn has_marks(text: &str) -> bool {
    let is_mark = |c: char| CURLY.iter().any(|(open, close)| c == *open || c == *close);
    text.char_indices().any(|(at, c)| {
        let (before, behind) = text.split_at(at);
        let apostrophe = c == '’'
            && before.ends_with(char::is_alphanumeric)
            && behind.chars().nth(1).is_some_and(char::is_alphanumeric);
        is_mark(c) && !apostrophe
    })
}

/// A text and the finding that the quotation marks around it are none to YAML: `“Angel”`.
pub(crate) fn in_curly_quotes<'n>(source: &str, node: &'n Node) -> Option<(&'n str, Diagnostic)> {
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
    let finding = Diagnostic::new(
        Code::YamlSyntax,
        open,
        "the quotation marks around this text are not YAML's",
        "read as a part of the text",
    );
    // Where other quotation marks stand around them, these are the ones too many.
    let plain = match scalar.style {
        Style::Plain if !inside.contains(['"', '\\']) => "\"",
        Style::Plain => return Some((inside, finding.help("put the text between `'`"))),
        _ => "",
    };
    let title = match plain {
        "" => "remove them",
        _ => "write `\"` in their place",
    };
    let edits = [open, close].map(|at| Edit {
        at,
        text: plain.to_owned(),
    });
    Some((inside, finding.fix_all(Safety::Safe, title, edits)))
}

/// The finding that a word has letters of another alphabet that look like its own.
pub(crate) fn look_alike(source: &str, node: &Node, what: &str) -> Diagnostic {
    let text = node.scalar().map_or("", |scalar| scalar.text.as_str());
    let found = alike::alike(text);
    let places = node.places(source);
    let first = found.first();
    let (at, written, like) = first.map_or((node.span, '?', '?'), |letter| {
        (places.of(letter.at.clone()), letter.written, letter.like)
    });
    let finding = Diagnostic::new(
        Code::HiddenCharacter,
        at,
        format!(
            "the {what} \"{}\" has a letter of another alphabet that looks like `{like}`",
            wording::shown(text)
        ),
        format!(
            "this is U+{:04X}, not the letter `{like}`",
            u32::from(written)
        ),
    )
    .note("who writes the same with the letters of one alphabet does not find it");
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
        Some(edits) => finding.fix_all(Safety::Safe, title, edits),
        // All of the text would be replaced by one of its letters.
        None => finding.help(title),
    }
}

/// The finding that a list has only its closing bracket: `traits: living, angel]`.
pub(crate) fn never_opened(node: &Node) -> Option<Diagnostic> {
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
    let finding = Diagnostic::new(
        Code::YamlSyntax,
        close,
        "`]` without an opening bracket",
        "no `[` stands before this",
    );
    Some(finding.fix(
        Safety::Safe,
        "write `[` at the beginning of the value",
        open,
        "[",
    ))
}

/// An item of a list and what separates it from the item before. `None` where a comment or
/// anything else that is worth keeping stands between them.
pub(crate) fn item_with_separator(source: &str, before: &Node, item: &Node) -> Option<Span> {
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

/// Drops the fixes that would change the text of an anchor elsewhere in the file: what is written
/// there is used in other places too.
pub(crate) fn keep_to(found: &mut [Diagnostic], entry: &Entry, source: &str) {
    if found.is_empty() {
        return;
    }
    let removal = entry.removal(source);
    let start = entry.key.span.start;
    let end = entry.value.span.end.max(entry.key.span.end);
    let file = entry.key.span.file;
    for finding in found {
        finding.fixes.retain(|fix| {
            // The line breaks behind the last line go with it.
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
