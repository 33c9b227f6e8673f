//! Card entries in the notation of other tools: `3: Pikeman`, `{ name: Pikeman, count: 3 }`, `[Pikeman, 3]`, and deck
//! list lines without a `|`. Their meaning is certain, so the cards count and one diagnostic gives the expected
//! notation.

use super::line::{in_bounds, is_number};
use super::zone_context::ZoneContext;
use super::{Line, ZoneSource};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety};
use crate::source::Span;
use crate::yaml::{Entry, Node, Value};

/// Keys that other tools use for the name of a card.
const NAMES: [&str; 4] = ["name", "card", "title", "id"];
/// Keys that other tools use for the number of copies.
const COUNTS: [&str; 6] = ["count", "copies", "quantity", "qty", "amount", "number"];

/// A card entry in another notation.
pub(super) struct AltEntry<'n> {
    form: AltSyntax,
    name: &'n Node,
    count: Option<&'n Node>,
    at: Span,
    /// `true` if the entry has no other content than the name and the count.
    whole: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AltSyntax {
    /// `3: Pikeman`
    Reversed,
    /// `{ name: Pikeman, count: 3 }`
    Keys,
    /// `[Pikeman, 3]`
    Pair,
}

/// Recognises `3: Pikeman`.
pub(super) fn reversed(entry: &Entry) -> Option<AltEntry<'_>> {
    (is_number(&entry.key) && is_name(&entry.value)).then(|| AltEntry {
        form: AltSyntax::Reversed,
        name: &entry.value,
        count: Some(&entry.key),
        at: entry.key.span.to(entry.value.span),
        whole: true,
    })
}

/// Recognises `{ name: Pikeman, count: 3 }`.
pub(super) fn keys(node: &Node) -> Option<AltEntry<'_>> {
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
    Some(AltEntry {
        form: AltSyntax::Keys,
        name: &name.value,
        count,
        at: node.span,
        whole: entries.len() == 1 + usize::from(count.is_some()),
    })
}

/// Recognises `[Pikeman, 3]`.
pub(super) fn pair(items: &[Node], at: Span) -> Option<AltEntry<'_>> {
    let [one, other] = items else { return None };
    let (name, count) = if is_number(one) {
        (other, one)
    } else {
        (one, other)
    };
    (is_name(name) && is_number(count)).then_some(AltEntry {
        form: AltSyntax::Pair,
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

/// Adds a card in another notation to its zone.
pub(super) fn take(other: &AltEntry<'_>, into: &mut ZoneSource, diagnostics: &mut Vec<Diagnostic>) {
    let name = other.name.scalar().map_or("", |name| name.text.trim());
    let count_at = other.count.unwrap_or(other.name).span;
    let count = match other.count {
        Some(number) if is_number(number) => {
            let digits = number.scalar().map_or("", |digits| digits.text.as_str());
            in_bounds(digits, name, count_at, diagnostics)
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

/// Reports each notation once per zone.
pub(super) fn tell(
    at: ZoneContext<'_>,
    others: &[AltEntry<'_>],
    diagnostics: &mut Vec<Diagnostic>,
) {
    for form in [AltSyntax::Reversed, AltSyntax::Keys, AltSyntax::Pair] {
        let of_form: Vec<&AltEntry<'_>> =
            others.iter().filter(|other| other.form == form).collect();
        diagnostics.extend(report(at, &of_form));
    }
}

fn report(at: ZoneContext<'_>, others: &[&AltEntry<'_>]) -> Option<Diagnostic> {
    let first = others.first()?;
    let title = &at.zone.title;
    let (message, label) = match (first.form, first.count) {
        (AltSyntax::Reversed, _) => (
            format!("in the {title}, write the count after the name"),
            "the count is before the name",
        ),
        (_, Some(_)) => (
            format!("a line of the {title} must be a card name and a count"),
            "expected a card name and a count",
        ),
        (_, None) => (
            format!("a line of the {title} must be a card name"),
            "expected a card name",
        ),
    };
    let diagnostic = Diagnostic::new(Code::WrongType, first.at, message, label);
    let written: Option<Vec<String>> = others.iter().map(|other| written(at, other)).collect();
    let Some(written) = written else {
        return Some(diagnostic.help("write a card name, or a name and a count: `…: 3`"));
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
    Some(diagnostic.fix_all(safety, title, edits))
}

/// Returns the expected notation of a card entry; `None` if its name or its count spans several lines.
fn written(at: ZoneContext<'_>, other: &AltEntry<'_>) -> Option<String> {
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
