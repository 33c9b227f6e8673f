//! `explain` for words: what this game or other games call something, and how the language says it.

use std::collections::BTreeSet;

use super::effect_texts::Texts;
use super::error::CliError;
use super::glossary::{self, GlossaryEntry};
use super::language_reference as reference;
use super::word_search::words;
use super::workspace::GameRun;
use cardwright::diagnostic::{matches_within, prose};
use cardwright::effect;
use cardwright::fix;
use cardwright::game::{FieldKind, Game};
use cardwright::render::visible;
use cardwright::source::FileId;

/// Maximum number of similar entries that are shown for an unknown phrase.
const NEAREST: usize = 3;
/// Minimum length of a similar entry, in bytes.
const MIN_NAME: usize = 3;
/// Maximum number of examples for a phrase.
const MAX_EXAMPLES: usize = 2;
/// A sentence that every card can say, below a heading.
const ANY_SENTENCE: &str = "Draw a card.";

/// Returns the page about a phrase, in Markdown. With `parts`, the page may be about parts of the phrase.
pub fn page(
    phrase: &str,
    parts: bool,
    compiled: &GameRun,
    texts: &mut Texts<'_>,
) -> Result<String, CliError> {
    let of_parts = parts;
    let phrase = phrase.trim().trim_end_matches([':', '.', '?']).trim();
    let mut parts = Vec::new();
    parts.extend(of_game(phrase, compiled));
    let entries: Vec<GlossaryEntry<'_>> = glossary::entries()
        .filter(|entry| entry.is_called(phrase))
        .collect();
    for entry in &entries {
        parts.push(of_glossary(entry, texts));
    }
    let reference = of_reference(phrase, texts);
    if entries.is_empty() {
        if reference.is_none() && effect::is_foreign_heading(phrase) {
            parts.extend(of_heading(phrase, texts));
        }
        parts.extend(of_idioms(phrase, false, texts));
    }
    parts.extend(reference);
    if parts.is_empty() && of_parts {
        parts.extend(of_idioms(phrase, true, texts));
    }
    if parts.is_empty() {
        return Err(unknown(phrase, &compiled.game));
    }
    Ok(format!("# {}\n\n{}", visible(phrase), parts.join("\n")))
}

/// Returns what the data of the game say about a word.
fn of_game(phrase: &str, compiled: &GameRun) -> Option<String> {
    let game = &compiled.game;
    let is_it = |word: &str| word.eq_ignore_ascii_case(phrase);
    let is_named = |id: &str, name: &str, plural: &str| {
        is_it(&prose::spoken(id)) || is_it(name) || is_it(plural)
    };
    let mut said = Vec::new();
    for heading in game.headings.values().filter(|one| is_it(&one.name)) {
        let types = prose::and(heading.types.iter().map(|id| type_name(game, id)));
        let meaning = heading.meaning.as_deref().unwrap_or_default();
        said.push(format!(
            "`{}:` is a heading of {types}. What follows happens {meaning}.{}",
            heading.name,
            section(heading.section.as_deref())
        ));
    }
    for (id, card_type) in &game.card_types {
        if is_named(id, &card_type.name, &card_type.plural) {
            let fields = game.fields_of(card_type).map(|field| field.key);
            said.push(format!(
                "{} is a card type with the fields {}.{} `cardwright new {id} NAME` writes a card of this type.",
                capitalised(&prose::a(&card_type.name)),
                prose::and(fields),
                section(card_type.section.as_deref())
            ));
        }
    }
    for (name, field) in &game.fields {
        let key = field.key_or(name);
        if is_it(&prose::spoken(key)) || is_it(key) || is_it(&prose::spoken(name)) {
            let types = game.card_types.values();
            let types = types.filter(|one| one.fields().any(|known| known == name));
            let types = prose::and(types.map(|one| one.plural.as_str()));
            said.push(format!("`{key}` is a field of {types}. {}", field.doc));
        }
    }
    for (list, terms) in &game.vocabulary {
        for (id, term) in terms {
            let also = term.also.iter().any(|name| is_it(name));
            if !also && !is_named(id, &term.name, &term.plural) {
                continue;
            }
            let list = prose::spoken(list);
            let types = match term.of.as_slice() {
                [] => String::new(),
                types => {
                    let types = types.iter().map(|id| type_name(game, id));
                    format!(" It is of {}.", prose::and(types))
                }
            };
            said.push(format!(
                "`{}` is one of the {list} of the game.{types}",
                term.name
            ));
        }
    }
    for (id, constant) in &game.constants {
        if is_it(&prose::spoken(id)) {
            said.push(format!(
                "In the rulebook, it is {}. {}{}",
                constant.value,
                constant.doc,
                section(constant.section.as_deref())
            ));
        }
    }
    let cards = compiled.compilation.cards.values();
    let with_trait = cards.filter(|card| {
        let mut fields = card.source.fields.iter();
        fields.any(|(key, value)| {
            let open = game.fields.values().any(|field| {
                matches!(field.kind, FieldKind::Choices { open: true, .. })
                    && field.key_or(key) == key
            });
            let is_word = |word: &String| is_it(&prose::spoken(word));
            match value {
                cardwright::card::FieldValue::List(words) => open && words.iter().any(is_word),
                _ => false,
            }
        })
    });
    let names: Vec<&str> = with_trait.map(|card| card.source.name.as_str()).collect();
    if let [first, ..] = names.as_slice() {
        said.push(format!(
            "{} cards have the word *{phrase}*, such as \"{first}\". In a text, it is written between asterisks.",
            names.len()
        ));
    }
    if let Some(card) = compiled
        .compilation
        .cards
        .values()
        .find(|card| is_it(&card.source.name))
    {
        said.push(format!(
            "\"{}\" is a card: `cardwright search --name \"{}\"` shows it.",
            card.source.name, card.source.name
        ));
    }
    (!said.is_empty()).then(|| said.join("\n\n") + "\n")
}

fn type_name<'g>(game: &'g Game, id: &'g str) -> &'g str {
    let known = game.card_types.get(id);
    known.map_or(id, |card_type| &card_type.plural)
}

fn section(section: Option<&str>) -> String {
    let said = section.map(|section| format!(" (Rulebook section \"{section}\".)"));
    said.unwrap_or_default()
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}

/// Returns what a word of another game means, and the texts that say it.
fn of_glossary(entry: &GlossaryEntry<'_>, texts: &mut Texts<'_>) -> String {
    let mut valid = Vec::new();
    for text in &entry.texts {
        if is_valid(texts, text.card_type, text.text) {
            valid.push((text.card_type.to_owned(), text.text.to_owned()));
        }
    }
    let mut said = format!("{}\n", entry.meaning);
    said.push_str(&match valid.is_empty() {
        true => "\nThe texts of this game cannot say this.\n".to_owned(),
        false => written(&valid),
    });
    said
}

/// Lists texts that compile, each with its card type.
fn written(texts: &[(String, String)]) -> String {
    let width = texts.iter().map(|(id, _)| id.len()).max().unwrap_or(0) + 1;
    let mut said = "\nWrite:\n\n```\n".to_owned();
    for (id, text) in texts {
        let id = format!("{id}:");
        said.push_str(&format!("{id:width$}  {text}\n"));
    }
    said + "```\n"
}

/// Returns a text in canonical form, if it has no errors on cards of a type.
fn canonical<'t>(texts: &mut Texts<'t>, card_type: &'t str, text: &str) -> Option<String> {
    let before = std::mem::replace(&mut texts.card_type, card_type);
    let (abilities, found) = texts.compile(FileId::default(), text);
    let printed = found
        .is_empty()
        .then(|| effect::print(&abilities, &texts.bearer(), &texts.symbols));
    texts.card_type = before;
    printed
}

/// Returns a text after its fixes, if it then has no errors.
fn fixed<'t>(texts: &mut Texts<'t>, card_type: &'t str, text: &str) -> Option<String> {
    let before = std::mem::replace(&mut texts.card_type, card_type);
    let file = FileId::default();
    let start = [(file, text.into())].into_iter().collect();
    let fixed = fix::fix(start, true, |now| {
        Some(texts.compile(file, now.get(&file)?).1)
    });
    texts.card_type = before;
    canonical(texts, card_type, fixed.texts.get(&file)?)
}

/// Returns how this game says a heading of another game.
fn of_heading(phrase: &str, texts: &mut Texts<'_>) -> Option<String> {
    let game = texts.symbols.game;
    let mut valid: Vec<(String, String)> = Vec::new();
    for id in game.card_types.keys() {
        let text = format!("{}: {ANY_SENTENCE}", capitalised(phrase));
        if let Some(text) = fixed(texts, id, &text)
            && !valid.iter().any(|(_, known)| *known == text)
        {
            valid.push((id.to_string(), text));
        }
    }
    let what = "In other games, this says when something happens.\n";
    (!valid.is_empty()).then(|| what.to_owned() + &written(&valid))
}

/// Returns what the idioms say about a phrase; with `parts`, also about single words of it.
fn of_idioms(phrase: &str, parts: bool, texts: &mut Texts<'_>) -> Vec<String> {
    let mut said = Vec::new();
    for entry in effect::look_up(phrase, &texts.symbols) {
        // An entry about one word of a longer phrase says little about the phrase.
        let covered = words(&entry.written).len() * 2 > words(phrase).len();
        if !covered && !parts {
            continue;
        }
        let mut text = String::new();
        let ours = prose::ticked(&entry.replacements);
        match ours.as_slice() {
            [] => {}
            [one] if entry.same => {
                text.push_str(&format!(
                    "This language calls \"{}\" {one}.\n",
                    entry.written
                ));
            }
            [one] => text.push_str(&format!("\"{}\" can mean {one}.\n", entry.written)),
            all => text.push_str(&format!(
                "\"{}\" can mean {}.\n",
                entry.written,
                prose::or(all)
            )),
        }
        // The help of a word with one meaning repeats it.
        if !(entry.help.is_empty() || entry.same && ours.len() == 1) {
            text.push_str(&format!(
                "{}.\n",
                capitalised(entry.help).trim_end_matches('.')
            ));
        }
        for ours in &entry.replacements {
            let mut examples = reference::examples_with(ours);
            examples.retain(|(card_type, text)| is_valid(texts, card_type, text));
            examples.truncate(MAX_EXAMPLES);
            if !examples.is_empty() {
                text.push_str(&written(&examples));
            }
        }
        said.push(text);
    }
    said
}

/// Returns what the language reference says about a word, with the examples that compile in this game.
fn of_reference(phrase: &str, texts: &mut Texts<'_>) -> Option<String> {
    let section = reference::about(phrase)?;
    Some(section.shown(phrase, |card_type, text| is_valid(texts, card_type, text)))
}

/// Returns whether a text has no errors on cards of a type of the game.
fn is_valid(texts: &mut Texts<'_>, card_type: &str, text: &str) -> bool {
    let types = &texts.symbols.game.card_types;
    let known = types.get_key_value(card_type);
    known.is_some_and(|(id, _)| canonical(texts, id, text).is_some())
}

/// Returns the failure for a phrase that nothing is known about, with the most similar ones.
fn unknown(phrase: &str, game: &Game) -> CliError {
    let mut known: Vec<String> = effect::known_phrases()
        .into_iter()
        .map(str::to_owned)
        .collect();
    known.extend(
        glossary::entries()
            .flat_map(|entry| entry.names)
            .map(str::to_owned),
    );
    known.extend(game.headings.values().map(|one| one.name.to_lowercase()));
    known.extend(game.card_types.values().map(|one| one.name.clone()));
    let terms = game.vocabulary.values().flat_map(|terms| terms.values());
    known.extend(terms.map(|term| term.name.to_lowercase()));
    known.extend(reference::titles().into_iter().map(str::to_lowercase));
    let known: BTreeSet<String> = known.into_iter().collect();
    let names = || {
        known
            .iter()
            .map(String::as_str)
            .filter(|name| name.len() >= MIN_NAME)
    };
    let mut near: Vec<&str> = matches_within(phrase, names());
    let asked = words(phrase);
    let mut alike: Vec<(usize, &str)> = names()
        .map(|name| {
            let words = words(name);
            let common = words.iter().filter(|(_, stem)| {
                let mut asked = asked.iter();
                asked.any(|(_, known)| known == stem)
            });
            (common.count(), name)
        })
        .filter(|(common, _)| *common > 0)
        .collect();
    alike.sort_by_key(|(common, name)| (std::cmp::Reverse(*common), name.len()));
    near.extend(alike.into_iter().map(|(_, name)| name));
    let mut similar: Vec<(usize, &str)> = names()
        .map(|name| (common_pairs(phrase, name), name))
        .collect();
    similar.sort_by_key(|(common, name)| (std::cmp::Reverse(*common), name.len()));
    near.extend(similar.into_iter().map(|(_, name)| name));
    let mut seen = BTreeSet::new();
    near.retain(|name| seen.insert(*name));
    near.truncate(NEAREST);
    CliError::UnknownPhrase {
        phrase: phrase.to_owned(),
        help: match near.as_slice() {
            [] => "`cardwright search WORDS` shows how cards say something".to_owned(),
            near => format!(
                "the nearest are {}; `cardwright search WORDS` shows how cards say something",
                prose::and(prose::ticked(near))
            ),
        },
    }
}

/// Returns the number of pairs of letters that two words have in common.
fn common_pairs(a: &str, b: &str) -> usize {
    let pairs = |word: &str| -> BTreeSet<(char, char)> {
        let lower = word.to_lowercase();
        lower.chars().zip(lower.chars().skip(1)).collect()
    };
    pairs(a).intersection(&pairs(b)).count()
}
