//! Checks that the vocabulary of a game is used: its lists, and the properties of their words.

use super::data_spans::DataSpans;
use super::{FieldKind, Game, Term};
use crate::collections::HashMap;
use crate::diagnostic::{Code, Diagnostic, closest};
use crate::source::Span;

/// The lists that have a meaning in texts, regardless of the fields of a game.
pub(super) const OF_TEXTS: [&str; 11] = [
    "attributes",
    "statistics",
    "player_limits",
    "marks",
    "tokens",
    "zones",
    "rows",
    "traits",
    "periods",
    "resources",
    "counters",
];

/// A property of a word other than its names.
struct Said {
    key: &'static str,
    of: fn(&Term) -> bool,
    /// The lists in which it has a meaning.
    lists: &'static [&'static str],
}

const SAID: [Said; 5] = [
    Said {
        key: "of",
        of: |term| !term.of.is_empty(),
        lists: &["attributes", "tokens", "marks"],
    },
    Said {
        key: "ordered",
        of: |term| term.ordered,
        lists: &["zones"],
    },
    Said {
        key: "shared",
        of: |term| term.shared,
        lists: &["zones", "rows"],
    },
    Said {
        key: "by_rules",
        of: |term| term.by_rules,
        lists: &["tokens"],
    },
    Said {
        key: "default_of",
        of: |term| !term.default_of.is_empty(),
        lists: &["zones"],
    },
];

pub(super) fn check(game: &Game, places: &DataSpans, diagnostics: &mut Vec<Diagnostic>) {
    unread_lists(game, places, diagnostics);
    unread_keys(game, places, diagnostics);
    default_zones(game, places, diagnostics);
}

/// Returns the lists that fields choose from.
fn chosen_from(game: &Game) -> Vec<&str> {
    let of = game.fields.values().filter_map(|field| match &field.kind {
        FieldKind::Choice { of, .. }
        | FieldKind::Choices { of, .. }
        | FieldKind::Amounts { of, .. } => Some(of.as_str()),
        _ => None,
    });
    of.collect()
}

/// Returns the unused vocabulary list whose name is a misspelling of `list`: `trats` for `traits`.
/// Returns `None` if `list` has no meaning in texts.
pub(super) fn misspelt_for<'g>(game: &'g Game, list: &str) -> Option<&'g str> {
    let chosen = chosen_from(game);
    let known = |name: &str| OF_TEXTS.contains(&name) || chosen.contains(&name);
    let unread = game.vocabulary.keys().filter(|name| !known(name));
    OF_TEXTS
        .contains(&list)
        .then(|| closest(list, unread.map(String::as_str)))?
}

/// Reports unused lists whose name seems misspelt.
fn unread_lists(game: &Game, places: &DataSpans, diagnostics: &mut Vec<Diagnostic>) {
    let chosen = chosen_from(game);
    for list in game.vocabulary.keys() {
        if OF_TEXTS.contains(&list.as_str()) || chosen.contains(&list.as_str()) {
            continue;
        }
        let missing = OF_TEXTS.iter().chain(&chosen);
        let missing = missing.filter(|name| !game.vocabulary.contains_key(**name));
        let Some(close) = closest(list, missing.copied()) else {
            continue;
        };
        let diagnostic = Diagnostic::new(
            Code::GameData,
            places.root().under("vocabulary").under(list).key,
            format!("the list `{list}` is unused"),
            "no field chooses from it, and texts have no such list",
        )
        .naming([list]);
        diagnostics.push(diagnostic.help(format!("write `{close}`")));
    }
}

/// Reports properties of words that have no meaning in their list.
fn unread_keys(game: &Game, places: &DataSpans, diagnostics: &mut Vec<Diagnostic>) {
    for (list, terms) in &game.vocabulary {
        for (id, term) in terms {
            let at = places.root().under("vocabulary").under(list).under(id);
            for Said { key, of, lists } in SAID {
                if !of(term) || lists.contains(&list.as_str()) {
                    continue;
                }
                let lists: Vec<String> = lists.iter().map(|list| format!("`{list}`")).collect();
                let diagnostic = Diagnostic::new(
                    Code::GameData,
                    at.under(key).key,
                    format!("the key `{key}` has no meaning for a word of `{list}`"),
                    "no meaning here",
                )
                .naming([key, list]);
                diagnostics.push(
                    diagnostic.help(format!("remove it; it is only for {}", lists.join(" and "))),
                );
            }
        }
    }
}

/// Reports verbs with two default zones.
fn default_zones(game: &Game, places: &DataSpans, diagnostics: &mut Vec<Diagnostic>) {
    let mut taken: HashMap<&str, (&str, Span)> = HashMap::default();
    for (id, term) in game.terms("zones") {
        let at = places.root().under("vocabulary").under("zones").under(id);
        for (number, verb) in term.default_of.iter().enumerate() {
            let at = at.under("default_of").item(number).value();
            let Some((first, first_at)) = taken.insert(verb, (id, at)) else {
                continue;
            };
            let diagnostic = Diagnostic::new(
                Code::GameData,
                at,
                format!("`{verb}` has two default zones: `{first}` and `{id}`"),
                "two zones for one verb",
            )
            .naming([verb.as_str(), first, id]);
            diagnostics.push(
                diagnostic
                    .label(first_at, "the other one")
                    .help("keep it for one of the two"),
            );
        }
    }
}
