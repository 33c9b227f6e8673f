//! What could be written at a position: keys, values, names, traits, and words of effect texts.

use std::ops::Range;

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, CompletionList, Documentation,
    MarkupContent, MarkupKind, TextEdit,
};

use super::hover;
use super::view::View;
use crate::collections::HashSet;
use crate::effect;
use crate::game::{FieldKind, Game};
use crate::kingdom;
use crate::source::{FileId, Span};
use crate::workspace::GameRun;

/// Maximum number of offered cards that are described. More would make the answer large.
const MAX_DESCRIBED: usize = 500;

/// The keys that every card has.
const NAME: &str = "name";
const TYPE: &str = "type";

/// Returns what could replace the word before a byte of a file.
pub(super) fn items(view: &View<'_>, game: &GameRun, file: FileId, byte: usize) -> CompletionList {
    let text = view.file(file).text.as_str();
    let offered = offers(game, text, byte);
    let mut seen = HashSet::default();
    let items = offered
        .into_iter()
        .filter(|offer| seen.insert(offer.label.clone()));
    let items = items.enumerate().map(|(at, offer)| {
        let edit = TextEdit {
            range: view.range(Span::new(file, offer.replaced)),
            new_text: offer.text,
        };
        CompletionItem {
            kind: Some(offer.kind),
            detail: offer.detail,
            documentation: offer.described.map(|value| {
                Documentation::from(MarkupContent {
                    kind: MarkupKind::Markdown,
                    value,
                })
            }),
            sort_text: Some(format!("{at:05}")),
            filter_text: Some(offer.label.clone()),
            label: offer.label,
            text_edit: Some(CompletionItemTextEdit::from(edit)),
            ..CompletionItem::default()
        }
    });
    CompletionList {
        items: items.collect(),
        ..CompletionList::default()
    }
}

/// A word, name or key that could be written.
struct Offer {
    label: String,
    text: String,
    kind: CompletionItemKind,
    detail: Option<String>,
    /// A description in Markdown.
    described: Option<String>,
    /// The bytes that it replaces.
    replaced: Range<usize>,
}

impl Offer {
    fn new(text: impl Into<String>, kind: CompletionItemKind, replaced: Range<usize>) -> Self {
        let text = text.into();
        Offer {
            label: text.trim_end_matches([':', ' ']).to_owned(),
            text,
            kind,
            detail: None,
            described: None,
            replaced,
        }
    }
}

fn offers(game: &GameRun, text: &str, byte: usize) -> Vec<Offer> {
    let Some(place) = Place::of(&game.game, text, byte) else {
        return Vec::new();
    };
    match place {
        Place::Text { before, start } => in_text(game, before, start),
        Place::Value { key, before, start } => {
            let (word, at) = last_word(before, start, &[',', '[', '{']);
            of_value(game, text, byte, key, at..at + word.len())
        }
        Place::Key {
            before,
            start,
            indent,
        } => {
            let (word, at) = last_word(before, start, &[',', '[', '{']);
            keys(game, text, byte, indent, at..at + word.len())
        }
    }
}

/// The part of a file in which a position is.
enum Place<'t> {
    /// In an effect text: the part of the line before the position, and the byte at which it starts.
    Text { before: &'t str, start: usize },
    /// In the value of a key.
    Value {
        key: &'t str,
        before: &'t str,
        start: usize,
    },
    Key {
        before: &'t str,
        start: usize,
        indent: usize,
    },
}

impl<'t> Place<'t> {
    /// Finds the place by lines and indentation, because a file is seldom complete while an author writes it.
    fn of(game: &Game, text: &'t str, byte: usize) -> Option<Self> {
        let start = text.get(..byte)?.rfind('\n').map_or(0, |end| end + 1);
        let line = text.get(start..byte)?;
        let indent = indent(line);
        let before = line.get(indent..)?;
        let start = start + indent;
        if before.starts_with('#') || before.contains(" #") {
            return None;
        }
        let above = above(text, start, indent);
        let is_effect = |key: &str| {
            let mut fields = game.fields.iter();
            fields.any(|(name, field)| {
                field.key_or(name) == key && matches!(field.kind, FieldKind::Effect)
            })
        };
        if let Some((key, value)) = above
            && value.starts_with(['|', '>'])
        {
            return is_effect(key).then_some(Place::Text { before, start });
        }
        let item = before.strip_prefix("- ");
        let (before, start, indent) = match item {
            Some(item) => (item, start + 2, indent + 2),
            None => (before, start, indent),
        };
        if let Some((key, value)) = before.split_once(": ") {
            let at = start + key.len() + 2;
            let opened = value.trim_start().strip_prefix(['"', '\'']);
            let is_text = is_effect(key);
            return Some(match is_text {
                true => {
                    let before = opened.unwrap_or(value.trim_start());
                    Place::Text {
                        before,
                        start: byte - before.len(),
                    }
                }
                false => Place::Value {
                    key,
                    before: value,
                    start: at,
                },
            });
        }
        match above {
            // An item of the list of a key.
            Some((key, "")) if item.is_some() => Some(Place::Value { key, before, start }),
            _ => Some(Place::Key {
                before,
                start,
                indent,
            }),
        }
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Returns the key and the value of the nearest line above that is indented less.
fn above(text: &str, start: usize, indent_of_line: usize) -> Option<(&str, &str)> {
    let mut lines = text.get(..start)?.lines().rev();
    if indent_of_line > 0 {
        // The line itself, of which only the white space is before the position.
        lines.next();
    }
    let line = lines.find(|line| !line.trim().is_empty() && indent(line) < indent_of_line)?;
    let (key, value) = line.trim().trim_start_matches("- ").split_once(':')?;
    let value = value.split(" #").next().unwrap_or_default();
    Some((key, value.trim()))
}

/// Returns the part after the last of some marks, and the byte at which it starts.
fn last_word<'t>(before: &'t str, start: usize, marks: &[char]) -> (&'t str, usize) {
    let after = before.rfind(marks).map_or(0, |at| at + 1);
    let word = before.get(after..).unwrap_or_default();
    let word = word.trim_start();
    (word, start + before.len() - word.len())
}

/// Offers names between quotation marks, traits between asterisks, and otherwise words.
fn in_text(game: &GameRun, before: &str, start: usize) -> Vec<Offer> {
    let open = |mark: char| {
        let is_open = before.matches(mark).count() % 2 == 1;
        before.rfind(mark).filter(|_| is_open)
    };
    let end = start + before.len();
    if let Some(at) = open('"') {
        return names(game, start + at + 1..end);
    }
    if let Some(at) = open('*') {
        return traits(game, start + at + 1..end);
    }
    let is_of_word = |c: char| c.is_alphanumeric() || c == '-' || c == '\'';
    let word_at = before.trim_end_matches(is_of_word).len();
    let (sentence, word) = before.split_at(word_at);
    let replaced = end - word.len()..end;
    let begins = sentence.trim_end();
    let is_capital = begins.is_empty() || begins.ends_with(['.', ':']);
    let word_offer = |word: String| {
        let mut letters = word.chars();
        let text = match (is_capital, letters.next()) {
            (true, Some(first)) => first.to_uppercase().chain(letters).collect(),
            _ => word,
        };
        Offer::new(text, CompletionItemKind::Keyword, replaced.clone())
    };
    let vocabulary = words_of_game(&game.game);
    let words = effect::continuations(sentence, vocabulary.iter().map(String::as_str));
    let mut offers: Vec<Offer> = Vec::new();
    if begins.is_empty() {
        let headings = game.game.headings.values();
        let headings = headings.map(|heading| format!("{}: ", heading.name));
        offers.extend(
            headings
                .map(|heading| Offer::new(heading, CompletionItemKind::Event, replaced.clone())),
        );
    }
    offers.extend(words.into_iter().map(word_offer));
    offers
}

/// Returns the words of the game that texts use.
fn words_of_game(game: &Game) -> Vec<String> {
    let types = game.card_types.values();
    let types = types.flat_map(|of| [of.name.to_lowercase(), of.plural.to_lowercase()]);
    // The words of a field are in asterisks or not in texts at all, unless they are adjectives.
    let of_field = |list: &str| {
        let mut fields = game.fields.values();
        fields.find_map(|field| match &field.kind {
            FieldKind::Choice { of, bare } if of == list => Some(*bare),
            FieldKind::Choices { of, .. } if of == list => Some(false),
            _ => None,
        })
    };
    let lists = game.vocabulary.keys();
    let lists = lists.filter(|list| of_field(list) != Some(false));
    let terms = lists.flat_map(|list| game.terms(list).map(move |(_, term)| (list, term)));
    let terms = terms.flat_map(|(list, term)| match of_field(list) {
        Some(_) => vec![term.name.clone()],
        None => vec![term.name.clone(), term.plural.clone()],
    });
    let mut words: Vec<String> = types.chain(terms).filter(|word| !word.is_empty()).collect();
    words.sort();
    words.dedup();
    words
}

fn names(game: &GameRun, replaced: Range<usize>) -> Vec<Offer> {
    let mut cards: Vec<_> = game.compilation.cards.values().collect();
    cards.sort_by(|a, b| a.source.name.cmp(&b.source.name));
    let are_described = cards.len() <= MAX_DESCRIBED;
    let offers = cards.into_iter().map(|card| {
        let name = card.source.name.as_str();
        let card_type = game.game.card_types.get(&card.source.card_type);
        Offer {
            label: name.to_owned(),
            detail: card_type.map(|card_type| card_type.name.clone()),
            described: are_described.then(|| hover::card(&game.game, card)),
            ..Offer::new(name, CompletionItemKind::Class, replaced.clone())
        }
    });
    offers.collect()
}

fn traits(game: &GameRun, replaced: Range<usize>) -> Vec<Offer> {
    let of_game = game.game.terms("traits").map(|(_, term)| term.name.clone());
    let offers =
        of_game.map(|word| Offer::new(word, CompletionItemKind::EnumMember, replaced.clone()));
    offers.collect()
}

/// Returns the lines of the card or set at a byte, from one document mark to the next.
fn document(text: &str, byte: usize) -> &str {
    let before = text.get(..byte).unwrap_or_default();
    let start = before.rfind("\n---").map_or(0, |at| at + 4);
    let rest = text.get(start..).unwrap_or_default();
    rest.split("\n---").next().unwrap_or_default()
}

/// Returns the value of a key in a document, whatever its indentation.
fn value_of<'t>(document: &'t str, key: &str) -> Option<&'t str> {
    let mut lines = document
        .lines()
        .map(|line| line.trim().trim_start_matches("- "));
    let value = lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
    Some(value.trim().trim_matches(['"', '\'']))
}

fn keys(
    game: &GameRun,
    text: &str,
    byte: usize,
    indent: usize,
    replaced: Range<usize>,
) -> Vec<Offer> {
    let document = document(text, byte);
    let has = |key: &str| {
        let mut lines = document.lines();
        lines.any(|line| {
            let line = line.trim_start().trim_start_matches("- ");
            line.strip_prefix(key)
                .is_some_and(|rest| rest.starts_with(':'))
        })
    };
    let key = |key: &str| {
        Offer::new(
            format!("{key}: "),
            CompletionItemKind::Property,
            replaced.clone(),
        )
    };
    let zones = &game.game.kingdom.zones;
    if has(kingdom::NAME_KEY) {
        if indent > 0 {
            return names(game, replaced);
        }
        let missing = zones.keys().filter(|zone| !has(zone));
        return missing.map(|zone| key(zone)).collect();
    }
    let card_type = value_of(document, TYPE).and_then(|id| game.game.card_types.get(id));
    let Some(card_type) = card_type else {
        let first = [NAME, TYPE, kingdom::NAME_KEY].into_iter();
        return first.filter(|own| !has(own)).map(key).collect();
    };
    let fields = game.game.fields_of(card_type).map(|field| field.key);
    let all = std::iter::once(NAME).chain(fields);
    all.filter(|own| !has(own)).map(key).collect()
}

fn of_value(
    game: &GameRun,
    text: &str,
    byte: usize,
    key: &str,
    replaced: Range<usize>,
) -> Vec<Offer> {
    let document = document(text, byte);
    let value = |word: &str| Offer::new(word, CompletionItemKind::EnumMember, replaced.clone());
    if value_of(document, kingdom::NAME_KEY).is_some() {
        let is_zone = game.game.kingdom.zones.contains_key(key);
        return match is_zone {
            true => names(game, replaced),
            false => Vec::new(),
        };
    }
    if key == TYPE {
        let types = game.game.card_types.iter();
        let types = types.filter(|(_, card_type)| !card_type.of_rules);
        return types.map(|(id, _)| value(id)).collect();
    }
    let card_type = value_of(document, TYPE).and_then(|id| game.game.card_types.get(id));
    let field = card_type.and_then(|card_type| game.game.field_of(card_type, key));
    match field.map(|field| &field.field.kind) {
        Some(FieldKind::Choice { of, .. } | FieldKind::Choices { of, .. }) => {
            game.game.terms(of).map(|(id, _)| value(id)).collect()
        }
        Some(FieldKind::Flag) => ["true", "false"].map(value).into(),
        Some(FieldKind::Card { .. }) => names(game, replaced),
        _ => Vec::new(),
    }
}
