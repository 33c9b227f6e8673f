//! An artificial language: every word of the English list is marked, and every entry has its parts in reverse order.
//! Its output shows that all words come from the list, and that nothing depends on their position.

use cardwright::effect;
use cardwright::effect::{Bearer, ir::Ability};
use cardwright::game::FieldKind;
use cardwright::symbols::Symbols;
use cardwright::words::{Agreement, English, Phrase, Words};
use serde_yaml::{Mapping, Value};

use super::{ENGLISH, OUTLINE};
use crate::support::table::examples;
use crate::support::world::card_game;

/// Numbers and verbs as in English, but no articles or endings that depend on a neighbour, and no capital letters at
/// the start of sentences.
struct Reversed;

impl Agreement for Reversed {
    fn features(&self) -> Vec<(&str, usize)> {
        vec![("number", 2), ("verb", 2), ("sound", 2), ("ending", 2)]
    }

    fn choose(&self, feature: &str, phrase: &Phrase) -> usize {
        match feature {
            "number" | "verb" => English.choose(feature, phrase),
            _ => 0,
        }
    }

    fn capitalise(&self, text: &str) -> String {
        text.to_owned()
    }
}

#[test]
fn printer_uses_only_words_of_the_list() {
    let world = card_game();
    let symbols = world.symbols();
    let list = reversed(ENGLISH, &symbols);
    let words = Words::read(&list, Box::new(Reversed))
        .unwrap_or_else(|mistakes| panic!("{}", mistakes.join("\n")));
    let mut wrong = Vec::new();
    let mut texts = 0;
    let mut check = |text: &str, bearer: &Bearer<'_>| {
        let (abilities, _) = effect::compile(text, bearer, &symbols);
        texts += 1;
        wrong.extend(mistake(&words, &abilities, bearer, &symbols));
    };
    for example in examples() {
        check(&example.text, &example.bearer());
    }
    for card in world.cards() {
        if let Some(effect) = &card.effect {
            check(effect.text(), &world.bearer(card));
        }
    }
    assert!(texts > 300, "only {texts} texts");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn every_word_of_an_outline_is_one_of_the_lists() {
    let world = card_game();
    let symbols = world.symbols();
    let [texts, outlines] = [ENGLISH, OUTLINE].map(|list| reversed(list, &symbols));
    let words = Words::read_outline(&texts, &outlines, Box::new(Reversed))
        .unwrap_or_else(|mistakes| panic!("{}", mistakes.join("\n")));
    let mut wrong = Vec::new();
    for example in examples() {
        let bearer = example.bearer();
        let (abilities, _) = effect::compile(&example.text, &bearer, &symbols);
        let outline = effect::outline_with(&words, &abilities, &bearer, &symbols);
        if let Some(word) = unmarked(&outline) {
            wrong.push(format!("{outline}    has {word:?}, which is not marked"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn mistake(
    words: &Words,
    abilities: &[Ability],
    bearer: &Bearer<'_>,
    symbols: &Symbols<'_>,
) -> Option<String> {
    let english = effect::print(abilities, bearer, symbols);
    let printed = effect::print_with(words, abilities, bearer, symbols);
    if let Some(word) = unmarked(&printed) {
        return Some(format!("{printed}\n    has {word:?}, which is not marked"));
    }
    if english.contains(' ') && english.to_lowercase() == plain(&printed) {
        return Some(format!("{printed}\n    has the order of English"));
    }
    let (mut wanted, mut found) = (words_of(&english), words_of(&printed));
    wanted.sort();
    found.sort();
    (wanted != found).then(|| format!("{printed}\n    has not the words of {english}"))
}

/// Returns the first word that is neither marked nor the name of a card.
fn unmarked(text: &str) -> Option<&str> {
    let mut named = false;
    let mut marked = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => named = !named,
            '«' => marked = true,
            '»' => marked = false,
            c if c.is_alphabetic() && !named && !marked => {
                return text[at..].split_whitespace().next();
            }
            _ => {}
        }
    }
    None
}

fn plain(text: &str) -> String {
    let text = text.replace(['«', '»'], " ").to_lowercase();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the words in lower case. `a` and `an` count as equal, and possessive endings are ignored.
fn words_of(text: &str) -> Vec<String> {
    plain(text)
        .split(|c: char| !c.is_alphanumeric() && c != '-')
        .filter(|word| !word.is_empty() && *word != "s" && *word != "-")
        .map(|word| if word == "an" { "a" } else { word }.to_owned())
        .collect()
}

/// The list with the words of the game and its cards.
fn reversed(list: &str, symbols: &Symbols<'_>) -> String {
    let mut list: Value = serde_yaml::from_str(list).expect("the list is YAML");
    let phrases = list["phrases"].as_mapping_mut().expect("phrases");
    for (_, entry) in phrases.iter_mut() {
        let text = match entry {
            Value::Mapping(entry) => entry.get_mut("text").expect("a text"),
            text => text,
        };
        *text = turned(text.as_str().expect("words")).into();
    }
    list["terms"] = terms(symbols).into();
    serde_yaml::to_string(&list).expect("YAML")
}

fn terms(symbols: &Symbols<'_>) -> Mapping {
    let game = symbols.game;
    let lists = game.vocabulary.iter().map(|(list, terms)| {
        // Cards contribute traits and tokens.
        let own: Vec<_> = match list.as_str() {
            "traits" => ids(symbols.trait_words(), |word| symbols.trait_id(word)),
            "tokens" => ids(symbols.token_words(), |word| symbols.token_id(word)),
            _ => Vec::new(),
        };
        let terms = terms
            .iter()
            .map(|(id, term)| (id.as_str(), term.name.as_str()));
        let all = own.into_iter().chain(terms);
        (
            list.as_str(),
            all.map(|(id, name)| (id, marked(name))).collect::<Vec<_>>(),
        )
    });
    let types = game.card_types.iter().map(|(id, card_type)| {
        let [one, many] = [&card_type.name, &card_type.plural].map(|name| marked(name));
        (id.as_str(), format!("{{like number: {one}|{many}}}"))
    });
    let headings = game.headings.iter();
    let meanings = headings.clone().filter_map(|(id, heading)| {
        let meaning = heading.meaning.as_ref()?;
        Some((id.as_str(), marked(meaning)))
    });
    let headings = headings.map(|(id, heading)| (id.as_str(), marked(&heading.name)));
    let flags = game.fields.iter();
    let flags = flags
        .filter(|(_, field)| matches!(field.kind, FieldKind::Flag))
        .map(|(name, _)| (name.as_str(), marked(&name.replace('_', " "))));
    lists
        .chain([
            ("card_types", types.collect()),
            ("headings", headings.collect()),
            ("meanings", meanings.collect()),
            ("fields", flags.collect()),
        ])
        .map(|(list, terms)| {
            let terms: Mapping = terms
                .into_iter()
                .map(|(id, text)| (id.into(), text.into()))
                .collect();
            (list.into(), terms.into())
        })
        .collect()
}

/// Returns words with their ids.
fn ids<'a>(
    words: impl Iterator<Item = &'a str>,
    id: impl Fn(&str) -> Option<&'a str>,
) -> Vec<(&'a str, &'a str)> {
    words.filter_map(|word| Some((id(word)?, word))).collect()
}

/// Returns an entry with its words marked and its parts in reverse order.
fn turned(entry: &str) -> String {
    let mut parts: Vec<String> = vec![String::new()];
    let mut inside = false;
    for c in entry.chars() {
        match c {
            '{' => inside = true,
            '}' => inside = false,
            _ => {}
        }
        match parts.last_mut() {
            Some(last) if c != ' ' || inside => last.push(c),
            _ => parts.push(String::new()),
        }
    }
    parts.reverse();
    let parts: Vec<String> = parts.iter().map(|part| marked_part(part)).collect();
    parts.join(" ")
}

/// Marks the words of a part, but not the names of slots and features.
fn marked_part(part: &str) -> String {
    let Some((before, rest)) = part.split_once('{') else {
        return marked(part);
    };
    let (slot, after) = rest.split_once('}').expect("a brace is closed");
    let slot = match slot.split_once(':') {
        Some((head, forms)) => format!("{head}:{}", marked(forms)),
        None => slot.to_owned(),
    };
    format!("{}{{{slot}}}{}", marked(before), marked_part(after))
}

fn marked(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in text.chars() {
        let word = c.is_alphabetic() || (c == '-' && inside);
        match (inside, word) {
            (false, true) => out.push('«'),
            (true, false) => out.push('»'),
            _ => {}
        }
        inside = word;
        out.push(c);
    }
    if inside {
        out.push('»');
    }
    out
}
