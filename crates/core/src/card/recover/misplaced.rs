//! Recovers misplaced keys and lines: cut off by a comma, not below their key, or not indented.

use crate::card::expected::CardContext;
use crate::card::keys::{Key, all_keys, text_of};
use crate::card::numbers::called;
use crate::card::recover::over_indented::{column_of, opens_its_line};
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, closest};
use crate::game::{CardType, Field, FieldKind, Game};
use crate::source::{FileId, Span};
use crate::yaml::{Entry, Node, Scalar, Style, Value, quoted};

/// Finds unquoted texts in braces that YAML cuts off at a comma: `{ effect: Ongoing, place aside: Draw a card. }`.
/// Returns each entry with the keys that YAML makes of the rest of its text. These keys have no value, unless the rest
/// has a colon.
pub(in crate::card) fn cut_by_commas<'a>(
    game: &Game,
    source: &str,
    entries: &'a [Entry],
    unknown: &[(&str, &Entry)],
) -> Vec<(&'a Entry, Vec<&'a Entry>)> {
    let is_plain = |node: &Node| {
        let scalar = node.scalar();
        scalar.is_some_and(|scalar| scalar.style == Style::Plain && !node.is_null())
    };
    let holds_text = |entry: &Entry| {
        let is = |(name, field): (&String, &Field)| {
            let text = matches!(field.kind, FieldKind::Effect | FieldKind::Text { .. });
            text && text_of(entry) == Some(field.key_or(name))
        };
        let built_in = matches!(text_of(entry), Some("name" | "manual"));
        is_plain(&entry.value) && (built_in || game.fields.iter().any(is))
    };
    let is_rest = |before: &Entry, entry: &Entry| {
        let end = before.value.span.end.max(before.key.span.end);
        let comma = source.get(end as usize..entry.key.span.start as usize);
        let written = text_of(entry).unwrap_or_default();
        let first = written.split_whitespace().next();
        let goes_on = || {
            written.contains(' ')
                && is_plain(&entry.value)
                && closest(written, all_keys(game)).is_none()
        };
        is_plain(&entry.key)
            && (has_no_value(source, entry) || goes_on())
            && comma.is_some_and(|comma| comma.trim() == ",")
            && unknown.iter().any(|(_, one)| std::ptr::eq(*one, entry))
            && first.is_some_and(|word| all_keys(game).all(|key| key != word))
    };
    let mut cut: Vec<(&Entry, Vec<&Entry>)> = Vec::new();
    for (before, entry) in entries.iter().zip(entries.iter().skip(1)) {
        if !is_rest(before, entry) {
            continue;
        }
        match cut.last_mut() {
            Some((_, rest)) if rest.last().is_some_and(|last| std::ptr::eq(*last, before)) => {
                rest.push(entry);
            }
            _ if holds_text(before) => cut.push((before, vec![entry])),
            _ => {}
        }
    }
    cut
}

/// Returns whether a key in braces has no value, not even a colon.
pub(in crate::card) fn has_no_value(source: &str, entry: &Entry) -> bool {
    let after = source
        .get(entry.key.span.end as usize..)
        .unwrap_or_default();
    entry.value.is_null()
        && entry.value.span.start == entry.value.span.end
        && after.trim_start().starts_with([',', '}'])
}

pub(in crate::card) fn cut_by_comma(source: &str, text: &Entry, rest: &[&Entry]) -> Diagnostic {
    let Span { file, start, end } = text.value.span;
    let key = text_of(text).unwrap_or_default();
    let last = rest.last().map_or(end, |last| match last.value.is_null() {
        true => last.key.span.end,
        false => last.value.span.end,
    });
    let comma = source.get(end as usize..).and_then(|rest| rest.find(','));
    let comma = end as usize + comma.unwrap_or_default();
    let diagnostic = Diagnostic::new(
        Code::YamlSyntax,
        Span::new(file, comma..comma + 1),
        format!("the text of `{key}` ends at this comma"),
        "in braces, a comma ends a text without quotes",
    );
    let whole = Span {
        end: last,
        ..Span { file, start, end }
    };
    let written = source.get(whole.range()).unwrap_or_default();
    let title = "put the whole text in quotes";
    if written.contains(['\n', '#']) {
        return diagnostic.help(title);
    }
    diagnostic.fix(Safety::Safe, title, whole, quoted(written))
}

/// Finds the field whose numbers are written as fields of the card. Returns its key, and the name and entry of each
/// number.
pub(in crate::card) fn numbers_of_one<'a>(
    game: &'a Game,
    definition: Option<&'a CardType>,
    keys: &[Key<'_>],
    unknown: &[(&'a str, &'a Entry)],
    done: &[&str],
) -> Option<(&'a str, Vec<(&'a str, &'a Entry)>)> {
    let fields = game.fields_of(definition?);
    let fields = fields.filter(|field| !done.contains(&field.key));
    let with_numbers = fields.map(|field| {
        // Numbers that the field already has are not repeated.
        let given = keys.iter().find(|known| known.key == field.key);
        let lacks = |word: &str| match given.map(|known| &known.entry.value) {
            None => true,
            Some(Node {
                value: Value::Mapping(numbers),
                ..
            }) => !numbers.iter().any(|number| text_of(number) == Some(word)),
            Some(value) => value.is_null(),
        };
        let named = |word: &str| match &field.field.kind {
            FieldKind::Numbers { each, .. } => match each.get_key_value(word) {
                Some((name, _)) => Some(name.as_str()),
                None => called(game, each, word),
            },
            FieldKind::Amounts { of, .. } => {
                let mut terms = game.terms(of);
                terms.find_map(|(id, _)| (id == word).then_some(id))
            }
            _ => None,
        };
        let mut of_it: Vec<(&str, &Entry)> = Vec::new();
        for (written, entry) in unknown {
            let name = named(written).filter(|name| lacks(name));
            let name = name.filter(|name| !of_it.iter().any(|(known, _)| known == name));
            of_it.extend(name.map(|name| (name, *entry)));
        }
        (field.key, of_it)
    });
    let with_numbers: Vec<(&str, Vec<(&str, &Entry)>)> = with_numbers.collect();
    let most = with_numbers.iter().map(|(_, of_it)| of_it.len()).max()?;
    let mut best = with_numbers
        .into_iter()
        .filter(|(_, of_it)| of_it.len() == most && most > 0);
    best.next()
}

pub(in crate::card) fn not_below(
    source: &str,
    key: &str,
    keys: &[Key<'_>],
    of_it: &[(&str, &Entry)],
) -> Diagnostic {
    let entries: Vec<&Entry> = of_it.iter().map(|(_, entry)| *entry).collect();
    let words = entries.iter().filter_map(|entry| text_of(entry));
    let names = crate::diagnostic::prose::and(crate::diagnostic::prose::ticked(words.clone()));
    let verb = if of_it.len() == 1 {
        "belongs"
    } else {
        "belong"
    };
    let at = entries
        .first()
        .map_or(Span::new(FileId(0), 0..0), |entry| entry.key.span);
    let diagnostic = Diagnostic::new(
        Code::UnknownField,
        at,
        format!("{names} {verb} below `{key}`"),
        format!("part of `{key}`, not a card field"),
    );
    let values = of_it.iter().map(|(name, entry)| {
        let value = entry
            .value
            .scalar()
            .map_or("…", |scalar| scalar.text.as_str());
        format!("{name}: {}", crate::diagnostic::prose::shown(value))
    });
    let outer = keys.iter().find(|known| known.key == key);
    let given = outer.map(|known| &known.entry.value);
    let has = match given.map(|value| &value.value) {
        Some(Value::Mapping(numbers)) => numbers
            .iter()
            .filter_map(|number| {
                Some(format!(
                    "{}: {}",
                    text_of(number)?,
                    number.value.scalar()?.text
                ))
            })
            .collect(),
        _ => Vec::new(),
    };
    let values: Vec<String> = has.iter().cloned().chain(values).collect();
    let in_its_place = format!("write `{key}: {{ {} }}`", values.join(", "));
    let Some(outer) = outer else {
        let title = format!("{in_its_place} instead of these lines");
        return match in_one_run(source, &entries) {
            Some(lines) => {
                let by = format!("{key}: {{ {} }}", values.join(", "));
                diagnostic.fix(Safety::Unsafe, title, lines, by)
            }
            None => diagnostic.help(title),
        };
    };
    // If the lines directly follow their key, only their indentation is missing.
    let value = outer.entry.value.span;
    let (mut end, mut depth) = (outer.entry.key.span.end as usize, 2);
    let mut is_block = true;
    if !has.is_empty() {
        end = value.end as usize;
        let written = source.get(value.range()).unwrap_or_default();
        is_block = !written.starts_with('{');
        let before = source.get(..value.range().start).unwrap_or_default();
        let inner = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
        depth = inner.saturating_sub(column_of(source, outer.entry.key.span));
    }
    let follow = entries.iter().all(|entry| {
        let between = source.get(end..entry.key.span.start as usize);
        end = entry.value.span.end as usize;
        between.is_some_and(|between| {
            between.ends_with('\n') && between.trim_matches([':', ' ', '\r', '\n']).is_empty()
        })
    });
    let renamed = of_it
        .iter()
        .filter(|(name, entry)| text_of(entry) != Some(*name));
    let renamed: String = renamed
        .map(|(name, entry)| {
            format!(
                ", and write `{name}` for `{}`",
                text_of(entry).unwrap_or_default()
            )
        })
        .collect();
    let title = format!("indent them by {depth} spaces{renamed}");
    let label = match has.is_empty() {
        true => "this has no numbers",
        false => "the other numbers are here",
    };
    let diagnostic = diagnostic.label(outer.entry.key.span, label);
    match follow && is_block && depth > 0 {
        true => diagnostic.fix_all(
            Safety::Safe,
            title,
            of_it.iter().map(|(name, entry)| Edit {
                at: entry.key.span,
                text: format!("{}{name}", " ".repeat(depth)),
            }),
        ),
        false => diagnostic.help(in_its_place),
    }
}

/// Returns the span of entries, if only blank lines are between them.
fn in_one_run(source: &str, entries: &[&Entry]) -> Option<Span> {
    let (first, last) = (entries.first()?, entries.last()?);
    let pairs = entries.iter().zip(entries.iter().skip(1));
    let mut between = pairs.map(|(one, next)| {
        let gap = one.value.span.end as usize..next.key.span.start as usize;
        source.get(gap)
    });
    let follow =
        between.all(|gap| gap.is_some_and(|gap| gap.trim().is_empty() && gap.contains('\n')));
    follow.then_some(Span {
        end: last.value.span.end,
        ..first.key.span
    })
}

/// Inserts two spaces before an entry.
fn indented(entry: &Entry) -> Edit {
    let at = Span {
        end: entry.key.span.start,
        ..entry.key.span
    };
    let text = "  ".to_owned();
    Edit { at, text }
}

/// Returns the diagnostic for `cost { attack: 1 }` and `cost:{ attack: 1 }`, which YAML reads as a key `cost { attack`.
pub(in crate::card) fn without_colon(
    source: &str,
    written: &str,
    entry: &Entry,
    key: &str,
) -> Option<Diagnostic> {
    let rest = written.strip_prefix(key)?;
    let colon = rest.starts_with(':');
    let value = rest.strip_prefix(':').unwrap_or(rest).trim_start();
    if !value.starts_with(['{', '[']) {
        return None;
    }
    let start = entry.key.span.start as usize;
    let end = start + key.len();
    let value = start + written.len() - value.len();
    source.get(start..value)?;
    let span = |range| Span::new(entry.key.span.file, range);
    let diagnostic = if colon {
        crate::yaml::missing_space(span(end..end + 1))
    } else {
        Diagnostic::new(
            Code::YamlSyntax,
            span(start..end),
            format!("missing colon after `{key}`"),
            "this key has no colon",
        )
        .fix(Safety::Safe, "write a colon", span(end..value), ": ")
    };
    Some(diagnostic)
}

/// Finds an effect text after `|` or `>` whose lines are not all indented. Returns its entry and the lines that are not
/// indented: YAML reads `On Attack: Draw a card.` as a field.
pub(in crate::card) fn outdented<'a>(
    game: &Game,
    entries: &'a [Entry],
) -> Option<(&'a Entry, Vec<&'a Entry>)> {
    let is_text = |key: &str| {
        let mut fields = game.fields.iter();
        fields.any(|(name, field)| {
            field.key_or(name) == key && matches!(field.kind, FieldKind::Effect)
        })
    };
    let mut below = entries.iter();
    let text = below.find(|entry| {
        let scalar = entry.value.scalar();
        scalar.is_some_and(|scalar| matches!(scalar.style, Style::Literal | Style::Folded))
            && text_of(entry).is_some_and(is_text)
    })?;
    // After indented lines, only lines written like a text are part of it.
    let has_lines = !has_no_lines(text);
    let is_line = |key: &str| !has_lines || key.starts_with(char::is_uppercase);
    let lines: Vec<&Entry> = below
        .take_while(|entry| {
            text_of(entry).is_some_and(|key| {
                is_line(key)
                    && !all_keys(game).any(|known| known == key)
                    && closest(key, all_keys(game)).is_none()
            })
        })
        .collect();
    (!lines.is_empty()).then_some((text, lines))
}

/// Finds the lines of a text without its key: YAML reads `On Attack: Draw a card.` as a field.
pub(in crate::card) fn text_without_key<'a>(
    game: &Game,
    source: &str,
    key: &str,
    unknown: &[(&str, &'a Entry)],
) -> Option<(Vec<&'a Entry>, Diagnostic)> {
    let is_line = |(written, entry): &&(&str, &Entry)| {
        let scalar = entry.value.scalar();
        let is_sentence = |scalar: &Scalar| {
            let text = scalar.text.trim_end();
            scalar.style == Style::Plain
                && text.ends_with(['.', '!', '?'])
                && text.contains(' ')
                && !text.contains('\n')
        };
        written.starts_with(char::is_uppercase)
            && scalar.is_some_and(is_sentence)
            && closest(written, all_keys(game)).is_none()
    };
    let lines: Vec<&Entry> = unknown
        .iter()
        .filter(is_line)
        .map(|(_, entry)| *entry)
        .collect();
    let (first, last) = lines.first().zip(lines.last())?;
    let whole = first.key.span.to(last.value.span);
    // Nothing else may be between the lines.
    let written = source.get(whole.range())?;
    let column = column_of(source, first.key.span);
    let alone = written.lines().count() == lines.len()
        && lines
            .iter()
            .all(|line| column_of(source, line.key.span) == column);
    if !alone || !opens_its_line(source, first.key.span) {
        return None;
    }
    let mut edits: Vec<Edit> = lines.iter().map(|line| indented(line)).collect();
    let above = edits.first_mut()?;
    above.text = format!("{key}: |\n{}  ", " ".repeat(column));
    let diagnostic = Diagnostic::new(
        Code::YamlSyntax,
        first.key.span,
        format!("the text of this card has no `{key}` key, so it is read as fields"),
        "a line of text, not a field",
    )
    .fix_all(
        Safety::Unsafe,
        format!("write `{key}: |` on the line above, and indent the text by 2 spaces"),
        edits,
    );
    Some((lines, diagnostic))
}

fn has_no_lines(text: &Entry) -> bool {
    let scalar = text.value.scalar();
    scalar.is_none_or(|scalar| scalar.text.trim().is_empty())
}

/// Returns whether lines of a text are not indented.
pub(in crate::card) fn is_outdented(game: &Game, entries: &[Entry], text: &Entry) -> bool {
    outdented(game, entries).is_some_and(|(found, _)| std::ptr::eq(found, text))
}

pub(in crate::card) fn not_indented(
    source: &str,
    text: &Entry,
    lines: &[&Entry],
) -> Option<Diagnostic> {
    let key = text_of(text).unwrap_or_default();
    let first = lines.first()?;
    let column = |entry: &Entry| column_of(source, entry.key.span);
    let lacks_all = has_no_lines(text);
    let body = source.get(text.value.span.range()).unwrap_or_default();
    let mut body = body.lines().skip(1).filter(|line| !line.trim().is_empty());
    let depth = body.next().map_or(2, |line| {
        (line.len() - line.trim_start().len()).saturating_sub(column(text))
    });
    let title = format!("indent the line by {depth} spaces");
    let (message, label) = match lacks_all {
        true => (
            format!("the text of `{key}` is not indented, so it is read as fields of the card"),
            "this has no lines",
        ),
        false => (
            format!("a line of `{key}` is not indented, so it is read as a field of the card"),
            "its other lines are indented",
        ),
    };
    let diagnostic = Diagnostic::new(
        Code::YamlSyntax,
        first.key.span,
        message,
        format!("this line is part of `{key}`"),
    )
    .label(text.key.span, label);
    let all_alike = lines.iter().all(|line| column(line) == column(text));
    let edits = lines.iter().map(|line| Edit {
        text: " ".repeat(depth),
        ..indented(line)
    });
    Some(match all_alike {
        true => diagnostic.fix_all(Safety::Safe, title, edits),
        false => diagnostic.help(title),
    })
}

/// Returns the edits that convert a list or a mapping to a text: `|` after the key, and no dashes. `None` if the lines
/// would change.
pub(in crate::card) fn as_lines(source: &str, entry: &Entry) -> Option<Vec<Edit>> {
    let span = entry.value.span;
    let start = entry.key.span.end as usize;
    let between = source.get(start..span.start as usize)?;
    let before = between.find('\n').and_then(|end| between.get(..end))?;
    let written = source.get(span.range())?;
    if before.trim() != ":" || written.contains('#') {
        return None;
    }
    let colon = start + before.find(':')? + 1;
    let at = |range| Span::new(span.file, range);
    let mut edits = vec![Edit {
        at: at(colon..colon),
        text: " |".to_owned(),
    }];
    // Multi-line and quoted values contain marks that are not part of a text.
    let is_line = |node: &Node| {
        let is_plain = node
            .scalar()
            .is_none_or(|scalar| scalar.style == Style::Plain);
        is_plain
            && source
                .get(node.span.range())
                .is_some_and(|text| !text.contains('\n'))
    };
    match &entry.value.value {
        Value::Sequence(items) => {
            for item in items.iter() {
                let start = item.span.start as usize;
                let line = source.get(..start)?.rsplit('\n').next()?;
                let dash = line.trim_start();
                if !is_line(item) || !dash.starts_with('-') || dash.trim_end() != "-" {
                    return None;
                }
                edits.push(Edit {
                    at: at(start - dash.len()..start),
                    text: String::new(),
                });
            }
        }
        Value::Mapping(entries) => {
            let are_lines = |entry: &Entry| is_line(&entry.key) && is_line(&entry.value);
            if !entries.iter().all(are_lines) {
                return None;
            }
        }
        Value::Scalar(_) => return None,
    }
    Some(edits)
}

/// Returns the `|` text without the fields at its end that are indented like its lines, and the diagnostic about them.
pub(in crate::card) fn swallowed(
    context: &CardContext<'_>,
    entry: &Entry,
) -> Option<(Node, Diagnostic)> {
    let scalar = entry.value.scalar()?;
    if scalar.style != Style::Literal {
        return None;
    }
    let has = |key: &str| context.entries.iter().any(|one| text_of(one) == Some(key));
    let field_in = |line: &str| {
        if !line.starts_with(char::is_lowercase) {
            return None;
        }
        let (key, rest) = line.split_once(':')?;
        let known = match context.definition {
            Some(card_type) => context.game.field_of(card_type, key).is_some() || key == "name",
            None => all_keys(context.game).any(|known| known == key),
        };
        (known && !has(key) && rest.starts_with([' ', '\n'])).then(|| key.to_owned())
    };
    let mut keys: Vec<(usize, String)> = Vec::new();
    let mut start = 0;
    for line in scalar.text.split_inclusive('\n') {
        match field_in(line) {
            Some(key) => keys.push((start, key)),
            // Blank and indented lines after a field may be part of its value.
            None if line.trim().is_empty() || line.starts_with(' ') => {}
            None => keys.clear(),
        }
        start += line.len();
    }
    let (first, _) = keys.first()?;
    let text = scalar.text.get(..*first)?;
    if text.trim().is_empty() {
        return None;
    }
    let places = entry.value.places(context.source);
    let column = column_of(context.source, entry.key.span);
    let spans: Vec<Span> = keys
        .iter()
        .map(|(start, key)| places.of(*start..*start + key.len()))
        .collect();
    let edits = spans.iter().map(|at| {
        let start = at.start as usize;
        Edit {
            at: Span::new(at.file, start - column_of(context.source, *at)..start),
            text: " ".repeat(column),
        }
    });
    let names = crate::diagnostic::prose::and(crate::diagnostic::prose::ticked(
        keys.iter().map(|(_, key)| key.as_str()),
    ));
    let (are, them) = match keys.len() {
        1 => ("is indented like a line", "it"),
        _ => ("are indented like lines", "them"),
    };
    let key = text_of(entry).unwrap_or_default();
    let diagnostic = Diagnostic::new(
        Code::YamlSyntax,
        *spans.first()?,
        format!("{names} {are} of `{key}`"),
        format!("read as part of `{key}`"),
    )
    .fix_all(
        Safety::Unsafe,
        match column {
            0 => format!("do not indent {them}"),
            _ => format!("indent {them} like `{key}`"),
        },
        edits,
    );
    let node = Node {
        span: entry.value.span,
        value: Value::Scalar(Scalar {
            text: text.into(),
            style: scalar.style,
        }),
    };
    Some((node, diagnostic))
}
