//! Spanish: nouns with a gender, adjectives after them, verbs with more forms, pronouns that join verbs.
//!
//! `tests/words/spanish.txt` has every canonical sentence of the language reference with its Spanish text;
//! `cargo xtask bless words` writes it.

use std::collections::{BTreeMap, BTreeSet};

use cardwright::effect;
use cardwright::effect::Bearer;
use cardwright::game::Game;
use cardwright::words::{GameWords, Words};
use walkdir::WalkDir;

use crate::support::options;
use crate::support::table::{Example, all_examples};
use crate::support::world::{Games, card_game, games};

const TABLE: &str = "tests/words/spanish.txt";
const LIST: &str = "grammar/words/spanish.yaml";
const OUTLINE_LIST: &str = "grammar/words/outline-spanish.yaml";

/// The words of a game in Spanish, read from the files, so that a change of a list needs no build.
pub fn words(game: &Game) -> Words {
    read(game, None)
}

pub fn outline_words(game: &Game) -> Words {
    read(game, Some(&crate::support::read(OUTLINE_LIST)))
}

fn read(game: &Game, outlines: Option<&str>) -> Words {
    let list = crate::support::read(LIST);
    Words::read_for(&list, outlines, game, &own_words(game))
        .unwrap_or_else(|mistakes| panic!("{}", mistakes.join("\n")))
}

/// All files of words of a game.
pub fn own_words(game: &Game) -> GameWords {
    let folder = crate::support::root().join("cards").join(&game.game);
    let mut own = GameWords::default();
    for file in WalkDir::new(folder).sort_by_file_name() {
        let file = file.expect("a file");
        if file.file_name() == "words.es.yaml" {
            let text = std::fs::read_to_string(file.path()).expect("a text");
            let words = GameWords::read(&text);
            own.extend(words.unwrap_or_else(|mistakes| panic!("{}", mistakes.join("\n"))));
        }
    }
    own
}

/// A canonical sentence in both languages.
struct Pair {
    example: Example,
    spanish: String,
}

/// Prints every canonical sentence of the language reference in Spanish.
fn pairs(games: &Games) -> Vec<Pair> {
    let symbols = games.symbols();
    let lists: BTreeMap<String, Words> = games
        .worlds()
        .map(|world| (world.game.game.clone(), words(&world.game)))
        .collect();
    let mut pairs = Vec::new();
    for example in all_examples() {
        let symbols = symbols.of(&example.game);
        let bearer = example.bearer();
        let (abilities, _) = effect::compile(&example.text, &bearer, symbols);
        let spanish = effect::print_with(&lists[&example.game], &abilities, &bearer, symbols);
        pairs.push(Pair { example, spanish });
    }
    pairs
}

#[test]
fn every_canonical_sentence_is_printed_as_in_the_table() {
    let games = games();
    let mut table = String::new();
    for Pair { example, spanish } in pairs(&games) {
        let Example {
            game,
            card_type,
            text,
            ..
        } = example;
        table += &format!(
            "{game}/{card_type}\n{text}\n= {}\n\n",
            spanish.replace('\n', "\n= ")
        );
    }
    if options::blessing() {
        std::fs::write(crate::support::root().join(TABLE), &table).expect("a table");
        return;
    }
    let known = crate::support::read(TABLE);
    let difference = known
        .lines()
        .zip(table.lines())
        .find(|(known, now)| known != now);
    assert_eq!(
        difference, None,
        "if that is meant, run: cargo xtask bless words"
    );
    assert_eq!(
        known.len(),
        table.len(),
        "if that is meant, run: cargo xtask bless words"
    );
}

#[test]
fn spanish_sentences_are_printed_correctly() {
    let world = card_game();
    let symbols = world.symbols();
    let words = words(&world.game);
    let mut wrong = Vec::new();
    for line in crate::support::read("tests/words/spanish-sentences.txt").split("\n\n") {
        let Some((card_type, rest)) = line.trim().split_once('\n') else {
            continue;
        };
        let (english, spanish) = rest.split_once("\n= ").expect("a Spanish text");
        let bearer = Bearer {
            card_type,
            ..Bearer::default()
        };
        let (abilities, found) = effect::compile(english, &bearer, &symbols);
        assert!(found.is_empty(), "{english}: {:?}", found[0].message);
        assert_eq!(effect::print(&abilities, &bearer, &symbols), english);
        let printed = effect::print_with(&words, &abilities, &bearer, &symbols);
        if printed != spanish {
            wrong.push(format!("{printed}\n    and not {spanish}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Spanish words are in the lists alone: a word of a game without one is found here.
#[test]
fn games_have_words_for_everything() {
    for world in games().worlds() {
        let own = own_words(&world.game);
        assert_eq!(
            own.missing(&world.game),
            Vec::<String>::new(),
            "{}",
            world.game.game
        );
    }
}

#[test]
fn cards_of_the_first_game_have_spanish_names() {
    let world = card_game();
    let own = own_words(&world.game);
    let mut unnamed = world
        .cards()
        .filter(|card| !own.names_card(&card.id, &card.name));
    assert_eq!(unnamed.next().map(|card| card.name.as_str()), None);
    let words = words(&world.game);
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for card in world.cards() {
        let name = words.name_of(&card.id, &card.name);
        let before = seen.insert(format!("{}: {name}", card.card_type), &card.name);
        assert_eq!(before, None, "{name} is another card too");
    }
}

/// Two texts of one kind of card that mean different things never print alike.
#[test]
fn different_meanings_have_different_texts() {
    let games = games();
    let mut seen: BTreeMap<(String, String, String), String> = BTreeMap::new();
    for Pair { example, spanish } in pairs(&games) {
        let key = (example.game, example.card_type, spanish);
        let english = example.text;
        if let Some(other) = seen.insert(key, english.clone()) {
            assert_eq!(other, english, "print alike in Spanish");
        }
    }
}

/// The numbers with their signs, in any order: a translation may turn around the parts of a sentence.
fn numbers(text: &str) -> Vec<String> {
    let mut numbers = Vec::new();
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_ascii_digit() {
            let sign = Some(before).filter(|sign| "+-".contains(*sign));
            let mut number: String = sign.into_iter().chain([letter]).collect();
            while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                number.push(digit);
            }
            numbers.push(number);
        }
        before = letter;
    }
    numbers.sort();
    numbers
}

#[test]
fn numbers_and_signs_are_those_of_the_english_text() {
    for Pair { example, spanish } in pairs(&games()) {
        assert_eq!(
            numbers(&spanish),
            numbers(&example.text),
            "{}\n{spanish}",
            example.text
        );
    }
}

/// Returns the words of English texts that occur in Spanish texts and are not words of both languages.
fn english_words(english: &[String], spanish: &[String]) -> BTreeSet<String> {
    let words_of = |text: &String| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphabetic());
        let words = words.map(str::to_lowercase);
        words.filter(|word| word.len() > 1).collect()
    };
    let both = crate::support::read("tests/words/in-both-languages.txt");
    let both: BTreeSet<&str> = both.split_whitespace().collect();
    let english: BTreeSet<String> = english.iter().flat_map(words_of).collect();
    let spanish = spanish.iter().flat_map(words_of);
    spanish
        .filter(|word| english.contains(word) && !both.contains(word.as_str()))
        .collect()
}

#[test]
fn no_english_word_is_printed() {
    let pairs = pairs(&games());
    let english: Vec<String> = pairs.iter().map(|pair| pair.example.text.clone()).collect();
    let spanish: Vec<String> = pairs.into_iter().map(|pair| pair.spanish).collect();
    assert_eq!(english_words(&english, &spanish), BTreeSet::new());
}

#[test]
fn no_english_word_is_in_an_outline() {
    let games = games();
    let symbols = games.symbols();
    let lists: BTreeMap<String, Words> = games
        .worlds()
        .map(|world| (world.game.game.clone(), outline_words(&world.game)))
        .collect();
    let (mut english, mut spanish) = (Vec::new(), Vec::new());
    for example in all_examples() {
        let symbols = symbols.of(&example.game);
        let bearer = example.bearer();
        let (abilities, _) = effect::compile(&example.text, &bearer, symbols);
        english.push(effect::outline(&abilities, &bearer, symbols));
        let words = &lists[&example.game];
        spanish.push(effect::outline_with(words, &abilities, &bearer, symbols));
    }
    assert_eq!(english_words(&english, &spanish), BTreeSet::new());
}
