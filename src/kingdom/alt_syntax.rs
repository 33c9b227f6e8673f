//! Cards of a zone in the forms of other tools: `3: Pikeman`, `{ name: Pikeman, count: 3 }`, `[Pikeman, 3]`,
//! and lines of a deck list of which nothing says that they are a text. What was meant is certain, so they count.

use super::line::{in_bounds, is_number};
use super::zone_context::At;
use super::{Line, ZoneSource};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety};
use crate::source::Span;
use crate::yaml::{Entry, Node, Value};

/// Keys under which other tools keep the name of a card.
const NAMES: [&str; 4] = ["name", "card", "title", "id"];
/// Keys under which they keep how many of it there are.
const COUNTS: [&str; 6] = ["count", "copies", "quantity", "qty", "amount", "number"];

/// A card in another form.
pub(super) struct Other<'n> {
    form: Form,
    name: &'n Node,
    count: Option<&'n Node>,
    at: Span,
    /// Whether it says nothing else.
    whole: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `3: Pikeman`
    Reversed,
    /// `{ name: Pikeman, count: 3 }`
    Keys,
    /// `[Pikeman, 3]`
    Pair,
}

/// What is written as `3: Pikeman`.
pub(super) fn reversed(entry: &Entry) -> Option<Other<'_>> {
    (is_number(&entry.key) && is_name(&entry.value)).then(|| Other {
        form: Form::Reversed,
        name: &entry.value,
        count: Some(&entry.key),
        at: entry.key.span.to(entry.value.span),
        whole: true,
    })
}

/// What is written as `{ name: Pikeman, count: 3 }`.
pub(super) fn keys(node: &Node) -> Option<Other<'_>> {
    let Value::Mapping(entries) = &node.value else {
        return None;
    };
    let of = |keys: &[&str]| {
        keys.iter().find_map(|key| {
            let mut entries = entries.iter();
            entries.find(|entry| {
                let written = entry.key.scalar();
                written.is_some_and(|written| written.text.eq_ignore_ascii_case(key))
            })
        })
    };
    let name = of(&NAMES).filter(|entry| is_name(&entry.value))?;
    let count = of(&COUNTS).map(|entry| &entry.value);
    Some(Other {
        form: Form::Keys,
        name: &name.value,
        count,
        at: node.span,
        whole: entries.len() == 1 + usize::from(count.is_some()),
    })
}

/// What is written as `[Pikeman, 3]`.
pub(super) fn pair(items: &[Node], at: Span) -> Option<Other<'_>> {
    let [one, other] = items else { return None };
    let (name, count) = if is_number(one) {
        (other, one)
    } else {
        (one, other)
    };
    (is_name(name) && is_number(count)).then_some(Other {
        form: Form::Pair,
        name,
        count: Some(count),
        at,
        whole: true,
    })
}

fn is_name(node: &Node) -> bool {
    node.scalar()
        .is_some_and(|scalar| !node.is_null() && !scalar.text.trim().is_empty())
        && !is_number(node)
}

/// Takes a card in another form for what it says.
pub(super) fn take(other: &Other<'_>, into: &mut ZoneSource, found: &mut Vec<Diagnostic>) {
    let name = other.name.scalar().map_or("", |name| name.text.trim());
    let count_at = other.count.unwrap_or(other.name).span;
    let count = match other.count {
        Some(number) if is_number(number) => {
            let digits = number.scalar().map_or("", |digits| digits.text.as_str());
            in_bounds(digits, name, count_at, found)
        }
        Some(_) => None,
        None => Some(1),
    };
    into.broken |= count.is_none();
    into.entries.push(Line {
        name: name.to_owned(),
        name_at: other.name.span,
        count: count.unwrap_or_default(),
        count_at,
    });
}

/// Tells once of each form how its cards are written here.
pub(super) fn tell(at: At<'_>, others: &[Other<'_>], found: &mut Vec<Diagnostic>) {
    for form in [Form::Reversed, Form::Keys, Form::Pair] {
        let of_form: Vec<&Other<'_>> = others.iter().filter(|other| other.form == form).collect();
        found.extend(told(at, &of_form));
    }
}

fn told(at: At<'_>, others: &[&Other<'_>]) -> Option<Diagnostic> {
    let first = others.first()?;
    let title = &at.zone.title;
    let (message, label) = match (first.form, first.count) {
        (Form::Reversed, _) => (
            format!("in the {title} the number stands behind the name, not before it"),
            "a number before its name",
        ),
        (_, Some(_)) => (
            format!("a line of the {title} is the name of a card and its number"),
            "has to be a name and a number",
        ),
        (_, None) => (
            format!("a line of the {title} is the name of a card"),
            "has to be a name",
        ),
    };
    let finding = Diagnostic::new(Code::WrongType, first.at, message, label);
    let written: Option<Vec<String>> = others.iter().map(|other| written(at, other)).collect();
    let Some(written) = written else {
        return Some(finding.help("write a name, or a name and how many: `…: 3`"));
    };
    let example = prose::shown(written.first()?);
    let title = match others.len() {
        1 => format!("write `{example}`"),
        _ => format!("write `{example}`, and the others in the same way"),
    };
    let safety = match others.iter().all(|other| other.whole) {
        true => Safety::Safe,
        false => Safety::Unsafe,
    };
    let edits = others
        .iter()
        .zip(written)
        .map(|(other, text)| Edit { at: other.at, text });
    Some(finding.fix_all(safety, title, edits))
}

/// How a card is written here, where its name and its number stand on one line each.
fn written(at: At<'_>, other: &Other<'_>) -> Option<String> {
    let of = |node: &Node| {
        let text = at.source.get(node.span.range())?;
        (!text.is_empty() && !text.contains(['\n', '\r'])).then_some(text)
    };
    let name = of(other.name)?;
    match other.count {
        Some(count) if is_number(count) => Some(format!("{name}: {}", of(count)?)),
        Some(_) => None,
        None => Some(name.to_owned()),
    }
}
