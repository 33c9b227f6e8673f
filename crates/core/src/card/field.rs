//! Reads the value of a field by the kind in the game's data.

use super::expected::{CardContext, Expected};
use super::{FieldValue, area, fixes, numbers, pattern, words};
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::game::{Bounds, Field, FieldKind, Game};
use crate::yaml::{Entry, Node, Style};

/// Reads the value of a field other than the effect text. Returns `None` after reporting a
/// diagnostic.
pub(super) fn value(
    context: &CardContext<'_>,
    field: &Field,
    key: &str,
    entry: &Entry,
    optional: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<FieldValue> {
    if let FieldKind::Text { pattern, .. } = &field.kind {
        return text(
            context,
            key,
            entry,
            pattern.as_deref(),
            optional,
            diagnostics,
        )
        .map(FieldValue::Text);
    }
    let asked = Expected {
        at: fixes::place_of(entry),
        key_at: entry.key.span,
        subject: &|| format!("the `{key}` of {}", context.who()),
        wanted: &|| wanted(context.game, field),
        help: &|| how_to_write(context.game, field, key),
    };
    let node = &entry.value;
    if node.is_null() {
        let diagnostic = asked.empty(optional);
        diagnostics.push(if optional {
            fixes::remove(diagnostic, context.source, entry)
        } else {
            diagnostic
        });
        return None;
    }
    if let Some(diagnostic) = asked.too_many(node) {
        diagnostics.push(diagnostic);
        return None;
    }
    match &field.kind {
        // Handled by the caller and above.
        FieldKind::Text { .. } | FieldKind::Effect => None,
        // The caller reads a mapping.
        FieldKind::Group { .. } => {
            diagnostics.push(asked.wrong(node).help(asked.help()));
            None
        }
        FieldKind::Card { .. } => {
            text(context, key, entry, None, optional, diagnostics).map(FieldValue::Text)
        }
        FieldKind::Choice { of, .. } => {
            words::choice(context, of, node, &asked, diagnostics).map(FieldValue::Text)
        }
        FieldKind::Choices { of, open } => {
            words::choices(context, of, *open, node, &asked, diagnostics).map(FieldValue::List)
        }
        FieldKind::Number { min, max, .. } => {
            let bounds = Bounds {
                min: *min,
                max: *max,
            };
            numbers::whole(node, &asked, bounds, diagnostics).map(FieldValue::Number)
        }
        FieldKind::Numbers { each, sum } => {
            numbers::numbers(context, field, each, *sum, node, &asked, diagnostics)
                .map(FieldValue::Numbers)
        }
        FieldKind::Amounts { of, min, max } => {
            let bounds = Bounds {
                min: *min,
                max: *max,
            };
            numbers::amounts(context, of, bounds, node, optional, &asked, diagnostics)
                .map(FieldValue::Numbers)
        }
        FieldKind::Flag => flag(node, &asked, diagnostics).map(FieldValue::Flag),
        FieldKind::Area => area::area(context, node, optional, &asked, diagnostics)
            .map(|area| FieldValue::Area(Box::new(area))),
    }
}

/// Describes the value of a field.
fn wanted(game: &Game, field: &Field) -> String {
    match &field.kind {
        FieldKind::Text { .. } => "a text".to_owned(),
        FieldKind::Effect => "the text as printed".to_owned(),
        FieldKind::Choice { of, .. } => {
            format!("one of the game's {}", crate::diagnostic::prose::spoken(of))
        }
        FieldKind::Choices { of, .. } => {
            format!("a list of {}", crate::diagnostic::prose::spoken(of))
        }
        FieldKind::Number { min, max, .. } => format!("a whole number from {min} to {max}"),
        FieldKind::Numbers { each, .. } => {
            format!(
                "a number for each of {}",
                crate::diagnostic::prose::and(crate::diagnostic::prose::ticked(each.keys()))
            )
        }
        FieldKind::Amounts { of, .. } => {
            let names = crate::diagnostic::prose::and(crate::diagnostic::prose::ticked(
                game.terms(of).map(|(id, _)| id),
            ));
            format!("a number for one or more of {names}")
        }
        FieldKind::Flag => "`true` or `false`".to_owned(),
        FieldKind::Card { types, .. } => {
            let types = types.iter().filter_map(|id| game.card_types.get(id));
            let names = types.map(|of| crate::diagnostic::prose::a(&of.name));
            format!("the name of {}", crate::diagnostic::prose::or(names))
        }
        FieldKind::Group { part, .. } => {
            let keys = game.fields_of(part).map(|field| field.key);
            format!(
                "a mapping with {}",
                crate::diagnostic::prose::and(crate::diagnostic::prose::ticked(keys))
            )
        }
        FieldKind::Area => "rows of `.`, `#`, `X` and `O`".to_owned(),
    }
}

/// Describes how to write the value of a field.
fn how_to_write(game: &Game, field: &Field, key: &str) -> String {
    match &field.kind {
        FieldKind::Text { pattern: None, .. } => "write a text".to_owned(),
        FieldKind::Effect | FieldKind::Area => {
            format!("write `{key}: |` and below it {}", wanted(game, field))
        }
        FieldKind::Choice { of, .. } => {
            let terms: Vec<&str> = game.terms(of).map(|(id, _)| id).collect();
            format!(
                "write {}",
                crate::diagnostic::prose::or(crate::diagnostic::prose::ticked(terms))
            )
        }
        FieldKind::Number { .. } => format!("write {}", wanted(game, field)),
        FieldKind::Flag => "write `true` or `false`".to_owned(),
        FieldKind::Group { .. } => {
            format!(
                "write `{key}:` and below it, indented, {}",
                wanted(game, field)
            )
        }
        FieldKind::Card { .. } => format!("write {}", wanted(game, field)),
        FieldKind::Text { .. }
        | FieldKind::Choices { .. }
        | FieldKind::Numbers { .. }
        | FieldKind::Amounts { .. } => {
            format!("write it like `{key}: {}`", sample(game, field))
        }
    }
}

/// Describes how to add a missing field.
pub(super) fn how_to_add(game: &Game, field: &Field, key: &str) -> String {
    match &field.kind {
        FieldKind::Choice { of, .. } => {
            let terms: Vec<&str> = game.terms(of).map(|(id, _)| id).collect();
            format!(
                "add `{key}` with {}",
                crate::diagnostic::prose::or(crate::diagnostic::prose::ticked(terms))
            )
        }
        FieldKind::Number { .. } | FieldKind::Card { .. } => {
            format!("add `{key}: …` with {}", wanted(game, field))
        }
        FieldKind::Group { .. } => {
            format!(
                "add `{key}:` and below it, indented, {}",
                wanted(game, field)
            )
        }
        FieldKind::Effect | FieldKind::Area => {
            format!("add `{key}: |` and below it {}", wanted(game, field))
        }
        _ => format!("add `{key}: {}`", sample(game, field)),
    }
}

/// Returns a sample value of the field, with `…` for parts that only the author knows.
fn sample(game: &Game, field: &Field) -> String {
    match &field.kind {
        FieldKind::Text { pattern, .. } => {
            pattern.as_deref().map_or("…".to_owned(), pattern::example)
        }
        FieldKind::Choices { of, .. } => {
            let first = game
                .terms(of)
                .next()
                .map_or("…", |(_, term)| term.name.as_str());
            format!("[{first}]")
        }
        FieldKind::Numbers { each, .. } => {
            let names: Vec<String> = each.keys().map(|name| format!("{name}: …")).collect();
            format!("{{ {} }}", names.join(", "))
        }
        FieldKind::Amounts { of, min, .. } => {
            let first = game.terms(of).next().map_or("…", |(id, _)| id);
            format!("{{ {first}: {} }}", (*min).max(1))
        }
        FieldKind::Flag => "true".to_owned(),
        FieldKind::Choice { .. }
        | FieldKind::Number { .. }
        | FieldKind::Card { .. }
        | FieldKind::Group { .. }
        | FieldKind::Area
        | FieldKind::Effect => "…".to_owned(),
    }
}

/// Reads a text. A plain number is a valid text.
pub(super) fn text(
    context: &CardContext<'_>,
    key: &str,
    entry: &Entry,
    form: Option<&str>,
    optional: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<String> {
    let asked = Expected {
        at: fixes::place_of(entry),
        key_at: entry.key.span,
        subject: &|| format!("the `{key}` of {}", context.who()),
        wanted: &|| "a text".to_owned(),
        help: &|| form.map_or("write a text".to_owned(), pattern::in_words),
    };
    let Some(scalar) = entry.value.scalar() else {
        diagnostics.push(asked.wrong(&entry.value).help(asked.help()));
        return None;
    };
    if entry.value.is_null() || scalar.text.trim().is_empty() {
        let diagnostic = asked.empty(optional);
        diagnostics.push(if optional {
            fixes::remove(diagnostic, context.source, entry)
        } else {
            diagnostic
        });
        return None;
    }
    if let Some((lines, diagnostic)) = crate::card::recover::misplaced::swallowed(context, entry) {
        diagnostics.push(diagnostic);
        return lines.scalar().map(|scalar| scalar.text.to_string());
    }
    let Some(form) = form.filter(|form| !pattern::fits(form, &scalar.text)) else {
        return Some(scalar.text.to_string());
    };
    let diagnostic = Diagnostic::new(
        Code::UnknownValue,
        asked.at,
        format!(
            "{} is \"{}\", but must look like \"{}\"",
            asked.subject(),
            crate::diagnostic::prose::shown(&scalar.text),
            pattern::example(form)
        ),
        format!("does not look like \"{}\"", pattern::example(form)),
    );
    diagnostics.push(match pattern::respell(form, &scalar.text) {
        Some(meant) => fixes::replace(
            diagnostic,
            &entry.value,
            Safety::Safe,
            format!("write `{meant}`"),
            meant,
        ),
        None => diagnostic.help(pattern::in_words(form)),
    });
    None
}

fn flag(node: &Node, asked: &Expected<'_>, diagnostics: &mut Vec<Diagnostic>) -> Option<bool> {
    let Some(scalar) = node.scalar() else {
        diagnostics.push(asked.wrong(node).help(asked.help()));
        return None;
    };
    if scalar.style == Style::Plain {
        match scalar.text.as_str() {
            "true" => return Some(true),
            "false" => return Some(false),
            _ => {}
        }
    }
    let meant = match scalar.text.trim().to_lowercase().as_str() {
        "true" | "yes" | "y" | "on" | "1" => Some("true"),
        "false" | "no" | "n" | "off" | "0" => Some("false"),
        _ => None,
    };
    let diagnostic = if scalar.style == Style::Plain || meant.is_none() {
        asked.wrong(node)
    } else {
        asked.wrong_as("a text in quotes")
    };
    diagnostics.push(match meant {
        Some(word) => fixes::replace(
            diagnostic,
            node,
            Safety::Safe,
            format!("write `{word}`"),
            word,
        ),
        None => diagnostic.help(asked.help()),
    });
    None
}
