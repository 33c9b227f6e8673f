//! Whether texts can use the names of a game: each is written as a text can have it, is no word of the language, and
//! means one thing.

use smol_str::SmolStr;

use super::data_spans::{Place, Places};
use super::{CardType, FieldKind, Game, Term};
use crate::collections::HashMap;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The lists whose words stand in texts as they are. Traits stand between asterisks there.
const SPOKEN: [&str; 7] = [
    "attributes",
    "statistics",
    "player_limits",
    "marks",
    "tokens",
    "zones",
    "rows",
];

/// More characters than any name has.
const LONGEST: usize = 60;

/// What the card types are called where the lists of the vocabulary are named.
const CARD_TYPES: &str = "card types";

/// The headings among the lists of the vocabulary.
const HEADINGS: &str = "headings";

/// One of the names of something: what texts call one of it, several of it, or it as well.
struct Name<'g> {
    text: &'g str,
    /// Of one that is not written, that of its owner.
    at: Span,
    key: &'static str,
    written: bool,
    /// What is written is nothing, and the name that stands in for it.
    blank: bool,
    /// The list and the id of what is called so.
    list: &'g str,
    id: &'g str,
}

/// What is wrong with the names of a game. `is_free` says whether the language leaves a word to games.
pub(super) fn check(
    game: &Game,
    places: &Places,
    is_free: &dyn Fn(&str) -> bool,
    found: &mut Vec<Diagnostic>,
) {
    let names = all(game, places);
    let adjectives: Vec<&str> = adjectives(game).collect();
    let is_spoken =
        |list: &str| SPOKEN.contains(&list) || list == CARD_TYPES || adjectives.contains(&list);
    for name in names.iter().filter(|name| name.written) {
        let fault = misshapen(name).or_else(|| {
            let of_texts = match name.list {
                HEADINGS => !is_heading(name.text),
                list => is_spoken(list) && !is_free(name.text),
            };
            of_texts.then(|| not_free(name))
        });
        found.extend(fault);
    }
    // Adjectives and types of cards stand in the same places.
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
                    found.push(called_so_anyway(name));
                }
            }
            Some(first) if is_told(found, first, name) => {}
            Some(first) => found.push(taken_by(first, name)),
        }
    }
}

/// The lists of the vocabulary whose words texts use as adjectives.
fn adjectives(game: &Game) -> impl Iterator<Item = &str> {
    game.fields.values().filter_map(|field| match &field.kind {
        FieldKind::Choice { of, bare: true } => Some(of.as_str()),
        _ => None,
    })
}

fn all<'g>(game: &'g Game, places: &Places) -> Vec<Name<'g>> {
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
        // The name that is left out is the id.
        written: written.is_some() || key == "name",
        blank: written.is_some_and(|written| written.trim().is_empty()),
        list,
        id,
    }
}

/// A name that no text can have between its words, nor between asterisks.
fn misshapen(name: &Name<'_>) -> Option<Diagnostic> {
    let Name { text, id, key, .. } = name;
    if name.blank {
        let finding = Diagnostic::new(
            Code::GameData,
            name.at,
            format!("`{id}` has an empty {key}"),
            "nothing is written here",
        );
        return Some(finding.help(format!("write how texts call it, or remove `{key}`")));
    }
    let mark = text
        .chars()
        .find(|c| c.is_control() || "*\"“”„.,:;()".contains(*c));
    let (message, label) = match mark {
        Some(mark) if mark.is_control() => (
            format!("the {key} of `{id}` goes over several lines"),
            "a line ends in it",
        ),
        Some(mark) => (
            format!(
                "the {key} of `{id}` has the mark `{mark}`, which means something else in a text"
            ),
            "no text can have this name",
        ),
        None if text.trim() != *text || text.contains("  ") => (
            format!("the {key} of `{id}` has spaces too many"),
            "no text can have this name",
        ),
        None if text.chars().count() > LONGEST => (
            format!("the {key} of `{id}` has more than {LONGEST} characters"),
            "too long for a name",
        ),
        None => return None,
    };
    let words = text.split(|c: char| c.is_control() || c == ' ' || "*\"“”„.,:;()".contains(c));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let plain = words.join(" ");
    let finding = Diagnostic::new(Code::GameData, name.at, message, label);
    Some(match plain.is_empty() || plain.chars().count() > LONGEST {
        true => finding.help("write how texts call it, in a few words"),
        false => finding.help(format!("write `{plain}`")),
    })
}

/// Whether a line of a text can begin with it.
fn is_heading(text: &str) -> bool {
    let of_word = |c: char| c.is_alphabetic() || c == '-';
    let is_word = |word: &str| word.starts_with(char::is_alphabetic) && word.chars().all(of_word);
    text.split(' ').all(is_word) && !text.eq_ignore_ascii_case("choose one")
}

/// A word that is none of a text, or has a meaning in all texts.
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
            "no line of a text can begin with this",
        )
        .help("write words of letters and `-`, each of which begins with a letter");
    }
    if !text.split(' ').all(is_word) {
        return Diagnostic::new(
            Code::GameData,
            name.at,
            format!("\"{text}\" cannot be a word of a game"),
            "not words that a text can have",
        )
        .help("write words of letters, digits and `-`, each of which begins with a letter");
    }
    Diagnostic::new(
        Code::GameData,
        name.at,
        format!("\"{text}\" cannot be a word of a game"),
        "a word that effect texts need for their structure",
    )
    .note("a text could not tell the game's word from the language's")
    .help(format!("give it another `{}`", name.key))
}

/// A name that something has twice.
fn called_so_anyway(name: &Name<'_>) -> Diagnostic {
    let Name { text, id, .. } = name;
    Diagnostic::new(
        Code::GameData,
        name.at,
        format!("`{id}` is called \"{text}\" anyway"),
        "its name already",
    )
    .help("remove it")
}

/// Whether it was said already that the one stands in the way of the other: their plurals do so as their names.
fn is_told(found: &[Diagnostic], first: &Name<'_>, name: &Name<'_>) -> bool {
    let ids = format!("`{}` and `{}`", first.id, name.id);
    !name.written && found.iter().any(|one| one.message.ends_with(&ids))
}

fn taken_by(first: &Name<'_>, name: &Name<'_>) -> Diagnostic {
    let Name { text, list, id, .. } = name;
    let spoken = |list: &str| list.replace('_', " ");
    let message = match first.list == *list {
        true if *list == CARD_TYPES => {
            format!(
                "two card types are called \"{text}\": `{}` and `{id}`",
                first.id
            )
        }
        true => format!(
            "two of the {} are called \"{text}\": `{}` and `{id}`",
            spoken(list),
            first.id
        ),
        false => format!(
            "one of the {} and one of the {} are called \"{text}\": `{}` and `{id}`",
            spoken(first.list),
            spoken(list),
            first.id
        ),
    };
    Diagnostic::new(Code::GameData, name.at, message, "its name is taken")
        .label(first.at, "called so, too")
        .help(format!("give one of the two another `{}`", name.key))
}
