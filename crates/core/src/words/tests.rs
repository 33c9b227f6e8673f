//! Agreement over the full product: every noun of the Spanish lists with every article, adjective and number, and every
//! verb with every pronoun. What is expected is in `tests/words`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::phrases::ENTRIES;
use super::{GameWords, Mood, Number, Person, Phrase, Words, language};
use crate::game::{Game, Hole, Piece, embedded, load};
use crate::source::{FileId, SourceFile};

/// The lists of a vocabulary whose words are nouns.
const NOUNS: [&str; 9] = [
    "card_types",
    "statistics",
    "attributes",
    "player_limits",
    "zones",
    "resources",
    "counters",
    "periods",
    "decks",
];

fn read(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/words");
    std::fs::read_to_string(path.join(name)).expect("a table")
}

fn games() -> Vec<(Game, Words)> {
    let spanish = language("es").expect("a language");
    let games = embedded().iter().map(|known| {
        let file = SourceFile::inside(known.game);
        let game = load(FileId::default(), &file).expect("a valid game");
        let mut own = GameWords::default();
        for (_, text) in known.words {
            own.extend(GameWords::read(text).expect("valid words"));
        }
        let words = spanish.words(&game, &own).expect("words that fit");
        (game, words)
    });
    games.collect()
}

fn entry(key: &str) -> usize {
    let mut entries = ENTRIES.iter();
    entries
        .position(|(known, _)| *known == key)
        .unwrap_or_else(|| panic!("no entry {key}"))
}

/// A noun of a game in both numbers, with its class.
struct Noun {
    forms: [Phrase; 2],
    class: usize,
    /// A noun can be a plural without a singular, and the other way round.
    numbers: [Number; 2],
}

fn nouns(game: &Game, words: &Words) -> Vec<Noun> {
    let mut found = Vec::new();
    let mut add = |forms: [Phrase; 2]| {
        let class = forms[0].form().class;
        found.push(Noun {
            numbers: [forms[0].form().number, forms[1].form().number],
            class: class.map_or(0, usize::from),
            forms,
        });
    };
    let like = |number| Phrase::default().numbered(number);
    for list in NOUNS {
        let ids: Vec<&str> = match list {
            "card_types" => game.card_types.keys().map(|id| id.as_str()).collect(),
            list => game.terms(list).map(|(id, _)| id).collect(),
        };
        for id in ids {
            add([Number::One, Number::Many].map(|number| {
                let noun = words.own_term(list, id, &like(number));
                noun.unwrap_or_else(|| panic!("{list}: {id}"))
            }));
        }
    }
    for key in [
        "card", "space", "unit", "hero", "attack", "target", "attacker",
    ] {
        add([Number::One, Number::Many].map(|number| words.say(entry(key), &[like(number)])));
    }
    found
}

/// Each line has an entry and its text for a masculine, feminine, masculine plural and feminine plural noun `X`.
#[test]
fn articles_and_adjectives_agree_with_every_noun() {
    let table = read("spanish-agreement.txt");
    let mut checked = 0;
    for (game, words) in games() {
        for noun in nouns(&game, &words) {
            for line in table.lines().filter(|line| !line.starts_with('#')) {
                let mut columns = line.split('|').map(str::trim);
                let key = columns.next().expect("an entry");
                let wanted: Vec<&str> = columns.collect();
                for (form, number) in noun.forms.iter().zip(noun.numbers) {
                    let column = noun.class + if number == Number::Many { 2 } else { 0 };
                    let wanted = wanted[column].replace('X', form.text());
                    let filled = words.say(entry(key), std::slice::from_ref(form));
                    let is_adjective = ENTRIES[entry(key)].1 == ["like"];
                    let filled = match is_adjective {
                        true => words.beside(form, filled),
                        false => filled,
                    };
                    let printed = words.agreement.contract(filled.text().to_owned());
                    let wanted = words.agreement.contract(wanted);
                    assert_eq!(printed, wanted, "{key}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 2000, "only {checked}");
}

/// Articles melt with `a` and `de` everywhere but before names.
#[test]
fn words_are_contracted() {
    let (_, words) = games().remove(0);
    for line in read("spanish-contractions.txt").lines() {
        let (apart, joined) = line.split_once(" = ").expect("two texts");
        assert_eq!(words.agreement.contract(apart.to_owned()), joined);
    }
}

/// Each line has an entry with an object, and its verb with a feminine pronoun as a command, as an infinitive, of `tú`,
/// and after `a menos que`.
#[test]
fn pronouns_join_every_verb() {
    let (_, words) = games().remove(0);
    let table = read("spanish-pronouns.txt");
    let wanted: BTreeMap<&str, Vec<&str>> = table
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(key, forms)| (key, forms.split(" | ").collect()))
        .collect();
    let pronoun = |many: bool| {
        let unit = words.unit(Phrase::default().numbered(Number::of(many)));
        match many {
            true => words.them(unit),
            false => words.it(unit),
        }
    };
    let mut seen = BTreeSet::new();
    for (at, (key, slots)) in ENTRIES.iter().enumerate() {
        let Some(object) = words.joined_slot(at) else {
            continue;
        };
        if slots.first() != Some(&"like") {
            continue;
        }
        seen.insert(*key);
        for many in [false, true] {
            let moods = [
                (Person::You, Mood::Command),
                (Person::You, Mood::Infinitive),
                (Person::You, Mood::Statement),
                (Person::Other, Mood::Exception),
            ];
            for (number, (person, mood)) in moods.into_iter().enumerate() {
                let like = Phrase::default().conjugated(person, mood);
                let mut filled = vec![Phrase::default(); slots.len()];
                filled[0] = like;
                filled[object] = pronoun(many);
                let printed = words.say(at, &filled);
                let wanted = wanted.get(key).and_then(|forms| forms.get(number));
                let wanted = wanted.unwrap_or_else(|| panic!("{key} is not in the table"));
                let wanted = match many {
                    true => wanted.replace("la·", "las").replace("le·", "les"),
                    false => wanted.replace('·', ""),
                };
                let begins = printed.text().starts_with(&wanted)
                    || printed.text().contains(&format!(" {wanted}"));
                assert!(begins, "{key}: {} and not {wanted}", printed.text());
            }
        }
    }
    let unused: Vec<_> = wanted.keys().filter(|key| !seen.contains(*key)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// The contexts of each noun: a slot of an entry, with words around it.
const CONTEXTS: [(&str, &str, bool); 8] = [
    ("the", "X", false),
    ("the", "X", true),
    ("a", "X", false),
    ("the_enemy", "X", false),
    ("the", "a X", false),
    ("the", "de X", false),
    ("this", "X", false),
    ("another", "X", true),
];

/// `tests/words/spanish-terms.txt` has every noun of the games in eight contexts.
#[test]
fn terms_are_printed_as_in_the_table() {
    let mut table = String::new();
    for (game, words) in games() {
        table += &format!("# {}\n", game.game);
        let mut seen = BTreeSet::new();
        for noun in nouns(&game, &words) {
            let line = CONTEXTS.map(|(key, around, many)| {
                let form = &noun.forms[usize::from(many)];
                let text = words.say(entry(key), std::slice::from_ref(form));
                let whole = around.replace('X', text.text());
                words.agreement.contract(whole)
            });
            let line = line.join(" | ");
            if seen.insert(line.clone()) {
                table += &format!("{line}\n");
            }
        }
    }
    assert_table("spanish-terms.txt", &table);
}

/// Compares a table with its file. When blessing, writes the file.
fn assert_table(name: &str, table: &str) {
    if std::env::var_os("CARDWRIGHT_BLESS").is_some() {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/words");
        std::fs::write(path.join(name), table).expect("a table");
    }
    assert_eq!(table, read(name));
}

/// `tests/words/spanish-phrases.txt` has every phrase of the games: as a command or a statement, and as an infinitive.
#[test]
fn phrases_of_games_are_printed_as_in_the_table() {
    let mut table = String::new();
    for (game, words) in games() {
        for id in game.phrases.keys() {
            let (has_subject, pieces) = game.templates.canonical(id);
            let unit = words.a(words.unit(Phrase::default()));
            let mut holes = Vec::new();
            let mut number = Phrase::default();
            for piece in pieces {
                let Piece::Hole(hole) = piece else { continue };
                holes.push(match hole {
                    Hole::Number => {
                        number = Phrase::from(2);
                        number.clone()
                    }
                    Hole::Word(list) => {
                        let (first, _) = game.terms(list).next().expect("a word");
                        words.own_term(list, first, &number).expect("a word")
                    }
                    Hole::Things(Some(card_type)) => {
                        let noun = words.own_term("card_types", card_type, &Phrase::default());
                        words.a(noun.expect("a card type"))
                    }
                    Hole::Things(None) | Hole::Player => unit.clone(),
                });
            }
            let subjects = match has_subject {
                true => vec![unit.clone()],
                false => [Mood::Command, Mood::Infinitive]
                    .map(|mood| Phrase::default().conjugated(Person::You, mood))
                    .to_vec(),
            };
            let mut texts: Vec<String> = Vec::new();
            for subject in subjects {
                let slots: Vec<Phrase> = std::iter::once(subject).chain(holes.clone()).collect();
                let text = words.game_phrase(id, &slots).expect("a phrase");
                let text = words.agreement.contract(text.text().to_owned());
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
            table += &format!("{}/{id}: {}\n", game.game, texts.join(" | "));
        }
    }
    assert_table("spanish-phrases.txt", &table);
}
