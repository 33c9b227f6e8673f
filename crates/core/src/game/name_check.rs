//! Checks the names of a game for texts: each can occur in a text, is not a word of the language,
//! and is unique.

use smol_str::SmolStr;

use super::data_spans::{DataSpans, Place};
use super::{CardType, FieldKind, Game, Term};
use crate::collections::HashMap;
use crate::diagnostic::{Code, Diagnostic, Reason};
use crate::source::Span;

/// The lists whose words occur in texts without marks. Traits are between asterisks.
const SPOKEN: [&str; 7] = [
    "attributes",
    "statistics",
    "player_limits",
    "marks",
    "tokens",
    "zones",
    "rows",
];

/// Maximum length of a name, in characters.
const MAX_LEN: usize = 60;

/// The name of the card types in place of a list name.
const CARD_TYPES: &str = "card types";

/// The name of the headings in place of a list name.
const HEADINGS: &str = "headings";

/// A name of something: its singular, plural, or a synonym.
struct Name<'g> {
    text: &'g str,
    /// The span of the name, or of the id that it belongs to if the name is not written.
    at: Span,
    key: &'static str,
    written: bool,
    /// `true` if an empty name is written, so that the default name is used.
    blank: bool,
    /// The list and the id of what the name refers to.
    list: &'g str,
    id: &'g str,
}

/// Checks the names of a game. `is_free` returns whether a game may use a word for a name in a list.
pub(super) fn check(
    game: &Game,
    places: &DataSpans,
    is_free: &dyn Fn(&str, &str) -> bool,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let names = all(game, places);
    let adjectives: Vec<&str> = adjectives(game).collect();
    let is_spoken =
        |list: &str| SPOKEN.contains(&list) || list == CARD_TYPES || adjectives.contains(&list);
    for name in names.iter().filter(|name| name.written) {
        let fault = misshapen(name).or_else(|| {
            let of_texts = match name.list {
                HEADINGS => !is_heading(name.text),
                list => is_spoken(list) && !is_free(list, name.text),
            };
            of_texts.then(|| not_free(name))
        });
        diagnostics.extend(fault);
    }
    // Adjectives and card types occur in the same positions.
    let namespace = |list: &'_ str| match adjectives.contains(&list) || list == CARD_TYPES {
        true => CARD_TYPES.to_owned(),
        false => list.to_owned(),
    };
    let mut taken: HashMap<(String, String), &Name<'_>> = HashMap::default();
    for name in &names {
        let key = (namespace(name.list), name.text.to_lowercase());
        match taken.get(&key) {
            None => {
                taken.insert(key, name);
            }
            Some(first) if (first.list, first.id) == (name.list, name.id) => {
                if name.key == "also" {
                    diagnostics.push(called_so_anyway(name));
                }
            }
            Some(first) if is_told(diagnostics, first, name) => {}
            Some(first) => diagnostics.push(taken_by(first, name)),
        }
    }
}

/// Returns the lists whose words texts use as adjectives.
fn adjectives(game: &Game) -> impl Iterator<Item = &str> {
    game.fields.values().filter_map(|field| match &field.kind {
        FieldKind::Choice { of, bare: true } => Some(of.as_str()),
        _ => None,
    })
}

fn all<'g>(game: &'g Game, places: &DataSpans) -> Vec<Name<'g>> {
    let root = places.root();
    let mut names = Vec::new();
    for (id, card_type) in &game.card_types {
        let at = root.under("card_types").under(id);
        names.extend(of_type(id, card_type, at));
    }
    for (list, terms) in &game.vocabulary {
        for (id, term) in terms {
            let at = root.under("vocabulary").under(list).under(id);
            names.extend(of_term(list, id, term, at));
        }
    }
    for (id, heading) in &game.headings {
        let at = root.under("headings").under(id);
        names.push(name("name", &heading.name, HEADINGS, id, at));
    }
    names
}

fn of_type<'g>(id: &'g SmolStr, card_type: &'g CardType, at: Place<'_>) -> [Name<'g>; 2] {
    [("name", &card_type.name), ("plural", &card_type.plural)]
        .map(|(key, text)| name(key, text, CARD_TYPES, id, at))
}

fn of_term<'g>(list: &'g str, id: &'g str, term: &'g Term, at: Place<'_>) -> Vec<Name<'g>> {
    let also = term.also.iter().enumerate().map(|(number, text)| Name {
        text,
        at: at.under("also").item(number).value(),
        key: "also",
        written: true,
        blank: text.trim().is_empty(),
        list,
        id,
    });
    [("name", &term.name), ("plural", &term.plural)]
        .map(|(key, text)| name(key, text, list, id, at))
        .into_iter()
        .chain(also)
        .collect()
}

fn name<'g>(
    key: &'static str,
    text: &'g str,
    list: &'g str,
    id: &'g str,
    at: Place<'_>,
) -> Name<'g> {
    let written = at.under(key).text();
    Name {
        text,
        at: match written {
            Some(_) => at.under(key).value(),
            None => at.key,
        },
        key,
        // The default name is the id.
        written: written.is_some() || key == "name",
        blank: written.is_some_and(|written| written.trim().is_empty()),
        list,
        id,
    }
}

/// Reports a name that cannot occur in a text, not even between asterisks.
fn misshapen(name: &Name<'_>) -> Option<Diagnostic> {
    let Name { text, id, key, .. } = name;
    if name.blank {
        let diagnostic = Diagnostic::new(
            Code::GameData,
            name.at,
            format!("`{id}` has an empty {key}"),
            "missing value",
        );
        let help = format!("write the word used in texts, or remove `{key}`");
        return Some(diagnostic.naming([*id]).help(help));
    }
    let mark = text
        .chars()
        .find(|c| c.is_control() || "*\"“”„.,:;()".contains(*c));
    let (message, label) = match mark {
        Some(mark) if mark.is_control() => (
            format!("the {key} of `{id}` has several lines"),
            "contains a line break",
        ),
        Some(mark) => (
            format!("the {key} of `{id}` contains `{mark}`, which has a meaning in texts"),
            "not a valid name in a text",
        ),
        None if text.trim() != *text || text.contains("  ") => (
            format!("the {key} of `{id}` has extra spaces"),
            "not a valid name in a text",
        ),
        None if text.chars().count() > MAX_LEN => (
            format!("the {key} of `{id}` has more than {MAX_LEN} characters"),
            "too long for a name",
        ),
        None => return None,
    };
    let words = text.split(|c: char| c.is_control() || c == ' ' || "*\"“”„.,:;()".contains(c));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let plain = words.join(" ");
    let diagnostic = Diagnostic::new(Code::GameData, name.at, message, label).naming([*id]);
    Some(match plain.is_empty() || plain.chars().count() > MAX_LEN {
        true => diagnostic.help("write the name used in texts, in a few words"),
        false => diagnostic.help(format!("write `{plain}`")),
    })
}

/// Returns whether a line of a text can begin with this heading.
fn is_heading(text: &str) -> bool {
    let of_word = |c: char| c.is_alphabetic() || c == '-';
    let is_word = |word: &str| word.starts_with(char::is_alphabetic) && word.chars().all(of_word);
    text.split(' ').all(is_word) && !text.eq_ignore_ascii_case("choose one")
}

/// Returns the diagnostic for a name that texts cannot contain, or that the language reserves.
fn not_free(name: &Name<'_>) -> Diagnostic {
    let text = name.text;
    let is_word = |word: &str| {
        let rest = |c: char| c.is_alphanumeric() || c == '-';
        word.starts_with(char::is_alphabetic) && word.chars().all(rest)
    };
    if name.list == HEADINGS && !text.eq_ignore_ascii_case("choose one") {
        return Diagnostic::new(
            Code::GameData,
            name.at,
            format!("\"{text}\" cannot be a heading"),
            "not a valid beginning of a line",
        )
        .naming([text])
        .help("write words of letters and `-`, each beginning with a letter");
    }
    if !text.split(' ').all(is_word) {
        return Diagnostic::new(
            Code::GameData,
            name.at,
            format!("\"{text}\" cannot be a word of a game"),
            "not valid words in a text",
        )
        .naming([text])
        .help("write words of letters, digits and `-`, each beginning with a letter");
    }
    Diagnostic::new(
        Code::GameData,
        name.at,
        format!("\"{text}\" cannot be a word of a game"),
        "a reserved word of effect texts",
    )
    .naming([text])
    .note("in a text, the word of the game and the word of the language would look the same")
    .help(format!("use another `{}`", name.key))
}

/// Returns the diagnostic for a name that repeats another name of the same thing.
fn called_so_anyway(name: &Name<'_>) -> Diagnostic {
    let Name { text, id, .. } = name;
    Diagnostic::new(
        Code::GameData,
        name.at,
        format!("\"{text}\" is already a name of `{id}`"),
        "duplicate name",
    )
    .naming([*text, *id])
    .help("remove it")
}

/// Returns whether a conflict of default names was reported already: if two names conflict, their
/// default plurals do too.
fn is_told(diagnostics: &[Diagnostic], first: &Name<'_>, name: &Name<'_>) -> bool {
    let is_same =
        |one: &Diagnostic| one.reason == Reason::SameName && one.names == [first.id, name.id];
    !name.written && diagnostics.iter().any(is_same)
}

fn taken_by(first: &Name<'_>, name: &Name<'_>) -> Diagnostic {
    let Name { text, list, id, .. } = name;
    let spoken = |list: &str| list.replace('_', " ");
    let message = match first.list == *list {
        true if *list == CARD_TYPES => {
            format!(
                "two card types have the name \"{text}\": `{}` and `{id}`",
                first.id
            )
        }
        true => format!(
            "two of the {} have the name \"{text}\": `{}` and `{id}`",
            spoken(list),
            first.id
        ),
        false => format!(
            "one of the {} and one of the {} have the name \"{text}\": `{}` and `{id}`",
            spoken(first.list),
            spoken(list),
            first.id
        ),
    };
    Diagnostic::new(Code::GameData, name.at, message, "this name is taken")
        .because(Reason::SameName)
        .naming([first.id, *id])
        .label(first.at, "has the same name")
        .help(format!("use another `{}` for one of the two", name.key))
}
