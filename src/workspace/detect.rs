//! Detects the syntax of a text, and the game that it names or defines, before its game is known.

use std::ops::Range;

use crate::kingdom::{NAME_KEY, decklist, is_kingdom};
use crate::source::{FileId, SourceFile, Syntax};
use crate::yaml::{self, Node, Value};

/// Returns the syntax of a file without a YAML extension. A set whose parts are YAML lists is YAML nevertheless.
pub fn detect_syntax(text: &str) -> Syntax {
    let with_lists = |root: &Node| {
        let Value::Mapping(entries) = &root.value else {
            return false;
        };
        is_kingdom(root) && entries.iter().any(|entry| entry.value.scalar().is_none())
    };
    let has_key = |line: &str| line.starts_with(NAME_KEY);
    let is_yaml = text.lines().any(has_key) && has_set(text, with_lists);
    yaml_or_list(is_yaml || is_json_of_an_author(text))
}

/// Returns the syntax of standard input: YAML if it has the key that makes a mapping a set.
pub fn syntax_of_input(text: &str) -> Syntax {
    yaml_or_list(has_set(text, is_kingdom) || is_json_of_an_author(text))
}

fn yaml_or_list(is_yaml: bool) -> Syntax {
    match is_yaml {
        true => Syntax::Yaml,
        false => Syntax::List,
    }
}

/// Returns whether a text is JSON that is read as YAML: any JSON except a set in bundle form.
fn is_json_of_an_author(text: &str) -> bool {
    decklist::is_json(text) && !text.contains("\"zones\"")
}

fn has_set(text: &str, is_set: impl Fn(&Node) -> bool) -> bool {
    let (documents, _) = yaml::read(FileId::default(), text);
    let mut roots = documents
        .iter()
        .filter_map(|document| document.root.as_ref());
    roots.any(|root| is_set(root))
}

/// Returns the game that a kingdom file outside of all games names.
pub fn detect_game(file: &SourceFile, known: &[&str]) -> Option<String> {
    match file.syntax {
        Syntax::List => decklist::game_of(&file.text, known.iter().copied()).map(str::to_owned),
        Syntax::Yaml => named_in(&file.text),
    }
}

/// Returns the game that a YAML text names.
fn named_in(text: &str) -> Option<String> {
    // Only sets name a game, so other files are not parsed again.
    if !(may_have_key(text, "kingdom") && may_have_key(text, "game")) {
        return None;
    }
    let (documents, _) = yaml::read(FileId::default(), text);
    documents.iter().find_map(|document| {
        let Value::Mapping(entries) = &document.root.as_ref()?.value else {
            return None;
        };
        let entry = entries
            .iter()
            .find(|entry| entry.key.scalar().is_some_and(|key| key.text == "game"))?;
        Some(entry.value.scalar()?.text.to_string())
    })
}

/// Returns whether a word precedes a colon, as a key does.
fn may_have_key(text: &str, word: &str) -> bool {
    let mut after = text
        .match_indices(word)
        .filter_map(|(at, _)| text.get(at + word.len()..));
    after.any(|after| {
        let after = after.trim_start_matches(['"', '\'']);
        after.trim_start().starts_with(':')
    })
}

/// Returns the range of the game id in game data, which may have errors.
pub fn id_in(text: &str) -> Option<Range<usize>> {
    const KEY: &str = "game:";
    let at = text
        .match_indices(KEY)
        .find(|(at, _)| {
            matches!(
                text[..*at].chars().next_back(),
                None | Some('\n' | '\u{feff}')
            )
        })?
        .0
        + KEY.len();
    let is_of_id = |character: char| character.is_alphanumeric() || "-_".contains(character);
    let line = text[at..].lines().next()?;
    let start = line.find(is_of_id)?;
    let len = line[start..].find(|character| !is_of_id(character));
    let start = at + start;
    Some(start..len.map_or(at + line.len(), |len| start + len))
}
