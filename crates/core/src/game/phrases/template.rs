//! Reads the templates of phrases: their words, their holes and the subject before them.

use std::ops::Range;

use super::{Hole, PhraseKind, Piece};

/// Returns the words and marks of a text.
pub(super) fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let mut in_word = false;
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        let is_word = letter.is_alphanumeric() || letter == '-';
        match tokens.last_mut() {
            Some(last) if in_word && is_word => last.end = end,
            _ if letter.is_whitespace() && letter != '\n' => {}
            _ => tokens.push(at..end),
        }
        in_word = is_word;
    }
    tokens
}

/// Reads a written template. The result has a template with and one without each part in brackets.
pub(super) fn pieces(
    written: &str,
    hole: &impl Fn(&str) -> Option<Hole>,
) -> Result<Vec<Vec<Piece>>, String> {
    let mut all: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut without: Option<Vec<Vec<Piece>>> = None;
    for word in written
        .replace('[', " [ ")
        .replace(']', " ] ")
        .split_whitespace()
    {
        match word {
            "[" => without = Some(all.clone()),
            "]" => all.extend(without.take().ok_or("`]` without `[`")?),
            word => {
                for piece in pieces_of(word, hole)? {
                    all.iter_mut().for_each(|pieces| pieces.push(piece.clone()));
                }
            }
        }
    }
    if without.is_some() {
        return Err("`[` without `]`".into());
    }
    for pieces in &all {
        let holes = pieces.windows(2);
        if holes
            .into_iter()
            .any(|pair| matches!(pair, [Piece::Hole(_), Piece::Hole(_)]))
        {
            return Err("two holes need words between them".into());
        }
        let mut words = pieces.iter().filter_map(|piece| match piece {
            Piece::Words(words) => Some(words),
            Piece::Hole(_) => None,
        });
        // Before a text is parsed, each number in it becomes 0.
        let is_number = |word: &String| word != "0" && word.contains(|c: char| c.is_ascii_digit());
        if words.any(|words| words.iter().any(is_number)) {
            return Err("write numbers as `{number}`".into());
        }
    }
    Ok(all)
}

/// Reads what is between two spaces: `({number})` has three pieces.
fn pieces_of(word: &str, hole: &impl Fn(&str) -> Option<Hole>) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = word;
    loop {
        let (before, after) = match rest.split_once('{') {
            Some((before, after)) => (before, Some(after)),
            None => (rest, None),
        };
        let choices: Vec<Vec<&str>> = before
            .split('|')
            .map(|choice| {
                let tokens = tokens(choice).into_iter();
                tokens.filter_map(|token| choice.get(token)).collect()
            })
            .collect();
        match choices.as_slice() {
            [only] => pieces.extend(
                only.iter()
                    .map(|word| Piece::Words(vec![(*word).to_owned()])),
            ),
            several => {
                let words = several.iter().map(|choice| match choice.as_slice() {
                    [word] => Ok((*word).to_owned()),
                    _ => Err(format!(
                        "`{before}` must be single words with `|` between them"
                    )),
                });
                pieces.push(Piece::Words(words.collect::<Result<_, _>>()?));
            }
        }
        let Some(after) = after else { break };
        let (name, after) = after.split_once('}').ok_or("`{` without `}`")?;
        let known = hole(name);
        let known = known.ok_or_else(|| {
            format!("`{{{name}}}` is neither `number`, `thing`, `player`, a vocabulary list nor a card type")
        })?;
        pieces.push(Piece::Hole(known));
        rest = after;
    }
    Ok(pieces)
}

/// Takes the subject from the start of a template. What remains begins with a word.
pub(super) fn subject_of(
    kind: PhraseKind,
    pieces: &mut Vec<Piece>,
) -> Result<Option<Hole>, String> {
    let can_have_one = match kind {
        PhraseKind::Action | PhraseKind::Event | PhraseKind::Condition => true,
        PhraseKind::Ability | PhraseKind::Rule => false,
    };
    let subject = match pieces.first() {
        Some(Piece::Hole(hole @ (Hole::Player | Hole::Things(_)))) if can_have_one => {
            Some(hole.clone())
        }
        _ => None,
    };
    if subject.is_some() {
        pieces.remove(0);
    }
    if pieces.contains(&Piece::Hole(Hole::Player)) {
        return Err(
            "`{player}` must be its first hole, the subject of an action, event or condition"
                .into(),
        );
    }
    match pieces.first() {
        Some(Piece::Words(words)) if words.iter().all(|word| is_word(word)) => Ok(subject),
        _ => Err(
            "it must begin with a word, or with the subject of an action, event or condition"
                .into(),
        ),
    }
}

pub(super) fn is_word(word: &str) -> bool {
    word.starts_with(char::is_alphabetic)
}

/// Returns the form of a verb after `she` or `it`.
pub fn third_person(verb: &str) -> String {
    const ES: [&str; 6] = ["s", "sh", "ch", "x", "z", "o"];
    match verb.strip_suffix('y') {
        _ if ["cannot", "can", "may", "must"].contains(&verb) => verb.into(),
        _ if verb == "have" => "has".into(),
        _ if verb == "be" => "is".into(),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if ES.iter().any(|end| verb.ends_with(end)) => format!("{verb}es"),
        _ => format!("{verb}s"),
    }
}
