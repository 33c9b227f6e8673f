//! Recovers two fields with swapped values: `type: castle` and `faction: unit`.

use crate::card::{CardSource, fixes};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety};
use crate::source::Span;
use crate::yaml::Entry;

/// Maximum number of invalid values for which swaps are tried.
const MAX_WRONG: usize = 6;

type Read = (CardSource, Vec<Diagnostic>);

/// Reads the card with the values of two fields swapped. Returns the card, these fields, and the
/// remaining diagnostics, if the swap resolves the diagnostics of both.
pub(in crate::card) fn find_swap<'e>(
    entries: &'e [Entry],
    diagnostics: &[Diagnostic],
    read: impl Fn(&[Entry]) -> Read,
) -> Option<(CardSource, [&'e Entry; 2], Vec<Diagnostic>)> {
    let is_wrong = |diagnostics: &[Diagnostic], at: Span| {
        diagnostics
            .iter()
            .any(|diagnostic| diagnostic.primary.at == at)
    };
    let wrong: Vec<(usize, &Entry)> = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| is_wrong(diagnostics, entry.value.span))
        .collect();
    // With many invalid values, it is unclear which two were swapped.
    if wrong.len() > MAX_WRONG {
        return None;
    }
    // Any text is a valid name, so the name is never reported.
    let is_field = |key| move |(_, entry): &(usize, &Entry)| is_key(entry, key);
    let named = entries.iter().enumerate().find(is_field("name"));
    let typed = wrong.iter().copied().find(is_field("type"));
    let pairs = wrong
        .iter()
        .enumerate()
        .flat_map(|(turn, one)| wrong.iter().skip(turn + 1).map(move |other| (*one, *other)))
        .chain(named.zip(typed));
    for ((at, one), (other_at, other)) in pairs {
        let mut swapped = entries.to_vec();
        if let Ok([one, other]) = swapped.get_disjoint_mut([at, other_at]) {
            std::mem::swap(&mut one.value, &mut other.value);
        }
        let (card, rest) = read(&swapped);
        let pair = [one, other];
        let resolved = |entry: &Entry| !is_wrong(&rest, entry.value.span);
        if rest.len() < diagnostics.len() && pair.into_iter().all(resolved) {
            return Some((card, pair, rest));
        }
    }
    None
}

fn is_key(entry: &Entry, key: &str) -> bool {
    entry.key.scalar().is_some_and(|scalar| scalar.text == key)
}

pub(in crate::card) fn finding(source: &str, pair: [&Entry; 2]) -> Diagnostic {
    let [one, other] = pair;
    let key = |entry: &Entry| {
        entry
            .key
            .scalar()
            .map_or(String::new(), |key| key.text.to_string())
    };
    let mut diagnostic = Diagnostic::new(
        Code::UnknownValue,
        fixes::place_of(one),
        format!(
            "the values of `{}` and `{}` are swapped",
            key(one),
            key(other)
        ),
        format!("a value of `{}`", key(other)),
    )
    .label(fixes::place_of(other), format!("a value of `{}`", key(one)))
    .help("swap the two values");
    let text = |entry: &Entry| source.get(entry.value.span.range()).unwrap_or_default();
    // A multi-line value cannot be moved as it is.
    if pair.iter().all(|entry| !text(entry).contains('\n')) {
        diagnostic.fixes.push(Fix {
            title: "swap the two values".to_owned(),
            safety: Safety::Unsafe,
            edits: vec![
                Edit {
                    at: one.value.span,
                    text: text(other).to_owned(),
                },
                Edit {
                    at: other.value.span,
                    text: text(one).to_owned(),
                },
            ],
        });
    }
    diagnostic
}
