//! The value of one field, by the kind that the game's data gives it.

use super::read::Context;
use super::{FieldValue, area, mend, numbers, pattern, wording, words};
use crate::diagnostic::{Code, Diagnostic, Safety, closest_all};
use crate::game::{Bounds, Field, FieldKind, Game};
use crate::source::Span;
use crate::yaml::{Entry, Node, Style, Value};

/// Reads the value of a field other than the effect text. `None` after a finding.
pub(super) fn value(
    context: &Context<'_>,
    field: &Field,
    key: &str,
    entry: &Entry,
    optional: bool,
    found: &mut Vec<Diagnostic>,
) -> Option<FieldValue> {
    if let FieldKind::Text { pattern, .. } = &field.kind {
        return text(context, key, entry, pattern.as_deref(), optional, found)
            .map(FieldValue::Text);
    }
    let asked = Asked {
        at: mend::place_of(entry),
        key_at: entry.key.span,
        subject: &|| format!("the `{key}` of {}", context.who()),
        wanted: &|| wanted(context.game, field),
        help: &|| how_to_write(context.game, field, key),
    };
    let node = &entry.value;
    if node.is_null() {
        let finding = asked.empty(optional);
        found.push(if optional {
            mend::remove(finding, context.source, entry)
        } else {
            finding
        });
        return None;
    }
    if let Some(finding) = asked.too_many(node) {
        found.push(finding);
        return None;
    }
    match &field.kind {
        // Handled by the caller and above.
        FieldKind::Text { .. } | FieldKind::Effect => None,
        FieldKind::Choice { of, .. } => {
            words::choice(context, of, node, &asked, found).map(FieldValue::Text)
        }
        FieldKind::Choices { of, open } => {
            words::choices(context, of, *open, node, &asked, found).map(FieldValue::List)
        }
        FieldKind::Number { min, max } => {
            let bounds = Bounds {
                min: *min,
                max: *max,
            };
            numbers::whole(node, &asked, bounds, found).map(FieldValue::Number)
        }
        FieldKind::Numbers { each, sum } => {
            numbers::numbers(context, field, each, *sum, node, &asked, found)
                .map(FieldValue::Numbers)
        }
        FieldKind::Amounts { of, min, max } => {
            let bounds = Bounds {
                min: *min,
                max: *max,
            };
            numbers::amounts(context, of, bounds, node, &asked, found).map(FieldValue::Numbers)
        }
        FieldKind::Flag => flag(node, &asked, found).map(FieldValue::Flag),
        FieldKind::Area => {
            area::area(context, node, &asked, found).map(|area| FieldValue::Area(Box::new(area)))
        }
    }
}

/// A value as it is asked for: what the findings about it say. Most values are right, so the words are made for a
/// finding only.
pub(crate) struct Asked<'a> {
    pub at: Span,
    /// Where its key stands.
    pub key_at: Span,
    /// ``the `level` of the unit "Griffin"``
    pub subject: &'a dyn Fn() -> String,
    /// `a whole number from 1 to 4`
    pub wanted: &'a dyn Fn() -> String,
    /// `write a whole number from 1 to 4`
    pub help: &'a dyn Fn() -> String,
}

/// How many values a list or a mapping in a card can have.
const MOST_VALUES: usize = 1_000;

impl Asked<'_> {
    pub fn subject(&self) -> String {
        (self.subject)()
    }

    fn wanted(&self) -> String {
        (self.wanted)()
    }

    pub fn help(&self) -> String {
        (self.help)()
    }

    /// The finding that a list or a mapping goes on for longer than any card.
    fn too_many(&self, node: &Node) -> Option<Diagnostic> {
        let (count, first) = match &node.value {
            Value::Sequence(items) => (items.len(), items.get(MOST_VALUES)?.span),
            Value::Mapping(entries) => (entries.len(), entries.get(MOST_VALUES)?.key.span),
            Value::Scalar(_) => return None,
        };
        let finding = Diagnostic::new(
            Code::OutOfRange,
            first,
            format!(
                "{} has {count} values, but can have at most {MOST_VALUES}",
                self.subject()
            ),
            "too many values",
        );
        Some(finding.help(self.help()))
    }

    /// The finding that the value is of another kind.
    pub fn wrong(&self, node: &Node) -> Diagnostic {
        self.wrong_as(&wording::described(node))
    }

    pub fn wrong_as(&self, what: &str) -> Diagnostic {
        Diagnostic::new(
            Code::WrongType,
            self.at,
            format!("{} has to be {}, not {what}", self.subject(), self.wanted()),
            format!("has to be {}", self.wanted()),
        )
    }

    pub fn empty(&self, optional: bool) -> Diagnostic {
        Diagnostic::new(
            Code::WrongType,
            self.at,
            format!("{} is empty", self.subject()),
            "nothing is written here",
        )
        .help(if optional {
            format!("{}, or remove the line", self.help())
        } else {
            self.help()
        })
    }
}

/// What a field holds, in words.
fn wanted(game: &Game, field: &Field) -> String {
    match &field.kind {
        FieldKind::Text { .. } => "a text".to_owned(),
        FieldKind::Effect => "the text as printed".to_owned(),
        FieldKind::Choice { of, .. } => format!("one of the game's {}", wording::spoken(of)),
        FieldKind::Choices { of, .. } => format!("a list of {}", wording::spoken(of)),
        FieldKind::Number { min, max } => format!("a whole number from {min} to {max}"),
        FieldKind::Numbers { each, .. } => {
            format!(
                "a number for each of {}",
                wording::and(wording::ticked(each.keys()))
            )
        }
        FieldKind::Amounts { of, .. } => {
            let names = wording::and(wording::ticked(game.terms(of).map(|(id, _)| id)));
            format!("a number for one or more of {names}")
        }
        FieldKind::Flag => "`true` or `false`".to_owned(),
        FieldKind::Area => "rows of `.`, `#`, `X` and `O`".to_owned(),
    }
}

/// How a value of the field is written.
fn how_to_write(game: &Game, field: &Field, key: &str) -> String {
    match &field.kind {
        FieldKind::Text { pattern: None, .. } => "write a text".to_owned(),
        FieldKind::Effect | FieldKind::Area => {
            format!("write `{key}: |` and below it {}", wanted(game, field))
        }
        FieldKind::Choice { of, .. } => {
            let terms: Vec<&str> = game.terms(of).map(|(id, _)| id).collect();
            format!("write {}", wording::or(wording::ticked(terms)))
        }
        FieldKind::Number { .. } => format!("write {}", wanted(game, field)),
        FieldKind::Flag => "write `true` or `false`".to_owned(),
        FieldKind::Text { .. }
        | FieldKind::Choices { .. }
        | FieldKind::Numbers { .. }
        | FieldKind::Amounts { .. } => {
            format!("write it like `{key}: {}`", sample(game, field))
        }
    }
}

/// How a card that lacks the field gets it.
pub(super) fn how_to_add(game: &Game, field: &Field, key: &str) -> String {
    match &field.kind {
        FieldKind::Choice { of, .. } => {
            let terms: Vec<&str> = game.terms(of).map(|(id, _)| id).collect();
            format!("add `{key}` with {}", wording::or(wording::ticked(terms)))
        }
        FieldKind::Number { .. } => format!("add `{key}: …` with {}", wanted(game, field)),
        FieldKind::Effect | FieldKind::Area => {
            format!("add `{key}: |` and below it {}", wanted(game, field))
        }
        _ => format!("add `{key}: {}`", sample(game, field)),
    }
}

/// A value of the field as a file has it, with `…` for what only the author knows.
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
        | FieldKind::Area
        | FieldKind::Effect => "…".to_owned(),
    }
}

/// Reads words. A plain number is as good a text as any.
pub(super) fn text(
    context: &Context<'_>,
    key: &str,
    entry: &Entry,
    form: Option<&str>,
    optional: bool,
    found: &mut Vec<Diagnostic>,
) -> Option<String> {
    let asked = Asked {
        at: mend::place_of(entry),
        key_at: entry.key.span,
        subject: &|| format!("the `{key}` of {}", context.who()),
        wanted: &|| "a text".to_owned(),
        help: &|| form.map_or("write a text".to_owned(), pattern::in_words),
    };
    let Some(scalar) = entry.value.scalar() else {
        found.push(asked.wrong(&entry.value).help(asked.help()));
        return None;
    };
    if entry.value.is_null() || scalar.text.trim().is_empty() {
        let finding = asked.empty(optional);
        found.push(if optional {
            mend::remove(finding, context.source, entry)
        } else {
            finding
        });
        return None;
    }
    let Some(form) = form.filter(|form| !pattern::fits(form, &scalar.text)) else {
        return Some(scalar.text.to_string());
    };
    let finding = Diagnostic::new(
        Code::UnknownValue,
        asked.at,
        format!(
            "{} is \"{}\", but has to be like \"{}\"",
            asked.subject(),
            wording::shown(&scalar.text),
            pattern::example(form)
        ),
        format!("not like \"{}\"", pattern::example(form)),
    );
    found.push(match pattern::respell(form, &scalar.text) {
        Some(meant) => mend::replace(
            finding,
            &entry.value,
            Safety::Safe,
            format!("write `{meant}`"),
            meant,
        ),
        None => finding.help(pattern::in_words(form)),
    });
    None
}

fn flag(node: &Node, asked: &Asked<'_>, found: &mut Vec<Diagnostic>) -> Option<bool> {
    let Some(scalar) = node.scalar() else {
        found.push(asked.wrong(node).help(asked.help()));
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
    let finding = if scalar.style == Style::Plain || meant.is_none() {
        asked.wrong(node)
    } else {
        asked.wrong_as("a text in quotation marks")
    };
    found.push(match meant {
        Some(word) => mend::replace(finding, node, Safety::Safe, format!("write `{word}`"), word),
        None => finding.help(asked.help()),
    });
    None
}

/// The id that a word stands for, and whether that is beyond doubt: the word is the id or one of
/// its names in other letters or with other separators. Otherwise the closest one.
pub(crate) fn meant<'g>(
    written: &str,
    terms: impl IntoIterator<Item = (&'g str, Vec<&'g str>)>,
) -> Option<(&'g str, Safety)> {
    let plain = |word: &str| {
        word.to_lowercase()
            .split(|c: char| c.is_whitespace() || matches!(c, '_' | '-'))
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let wanted = plain(written);
    let terms: Vec<(&str, Vec<&str>)> = terms.into_iter().collect();
    for (id, names) in &terms {
        if plain(id) == wanted || names.iter().any(|name| plain(name) == wanted) {
            return Some((*id, Safety::Safe));
        }
    }
    let ids: Vec<&str> = terms.iter().map(|(id, _)| *id).collect();
    if let Some(id) = closest_all(written, ids).first().copied() {
        return Some((id, Safety::Unsafe));
    }
    let names = terms.iter().flat_map(|(_, names)| names.iter().copied());
    let name = closest_all(written, names).first().copied()?;
    let (id, _) = terms.iter().find(|(_, names)| names.contains(&name))?;
    Some((*id, Safety::Unsafe))
}

/// Adds what was probably meant, or what could stand there.
pub(crate) fn suggest(
    finding: Diagnostic,
    node: &Node,
    meant: Option<(&str, Safety)>,
    otherwise: Option<String>,
) -> Diagnostic {
    match (meant, otherwise) {
        (Some((id, safety)), _) => {
            mend::replace(finding, node, safety, format!("write `{id}`"), id)
        }
        (None, Some(help)) => finding.help(help),
        (None, None) => finding,
    }
}

/// The one plain word that a list or a mapping holds, for a value that was wrapped needlessly.
pub(super) fn only_item(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Sequence(items) => match &**items {
            [item] => item.scalar().map(|scalar| scalar.text.as_str()),
            _ => None,
        },
        Value::Scalar(_) | Value::Mapping(_) => None,
    }
}
