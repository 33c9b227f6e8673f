use std::path::Path;

use super::rewrite::difference;
use super::*;
use crate::collections::HashSet;
use crate::idiom;

#[test]
fn an_entry_is_listed_once_and_names_only_what_it_captures() {
    assert_eq!(idiom::SUFFIXES, rewrite::SUFFIXES);
    let all = || {
        ENGLISH
            .words
            .iter()
            .chain(ENGLISH.phrases)
            .chain(ENGLISH.lines)
    };
    let mut seen = HashSet::default();
    let again = all().filter(|entry| !seen.insert((entry.pattern, entry.kind == Kind::Same)));
    let again: Vec<&str> = again.map(|entry| entry.pattern).collect();
    assert!(again.is_empty(), "listed twice:\n{}", again.join("\n"));
    for entry in all() {
        let pattern = entry.pattern;
        let has_text = !entry.replacements.is_empty() || !entry.help.is_empty();
        assert!(has_text, "{pattern}");
        match entry.kind {
            Kind::Advice => assert!(entry.replacements.is_empty(), "{pattern}"),
            Kind::Ask if entry.advice_only => {}
            _ => assert!(!entry.replacements.is_empty(), "{pattern}"),
        }
        let captures: usize = pattern.split(' ').map(idiom::captures).sum();
        for ours in entry.replacements {
            for piece in ours.split('{').skip(1) {
                let (name, _) = piece.split_once('}').expect("a closing brace");
                if name == idiom::THIS {
                    continue;
                }
                let number: usize = name
                    .trim_end_matches(rewrite::SUFFIXES)
                    .parse()
                    .expect(name);
                assert!((1..=captures).contains(&number), "{pattern}: {ours}");
            }
        }
    }
}

/// Returns the valid sentences of the language description, without those of other games, whose words may be foreign here.
fn valid_sentences() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language/chapters");
    let mut sentences = Vec::new();
    for chapter in std::fs::read_dir(&folder).expect("the chapters") {
        let chapter = std::fs::read_to_string(chapter.expect("a file").path()).expect("text");
        let mut is_code = false;
        for line in chapter.lines() {
            if let Some(language) = line.strip_prefix("```") {
                let of_game = language.contains('/');
                is_code = !is_code && language.starts_with("effect ") && !of_game;
            } else if is_code && !line.starts_with('!') {
                let line = line.trim_start_matches("= ");
                sentences.extend(
                    line.split_inclusive(". ")
                        .map(|part| part.trim().to_owned()),
                );
            }
        }
    }
    sentences
}

#[test]
fn a_valid_sentence_is_not_taken_for_an_idiom() {
    let sentences = valid_sentences();
    assert!(sentences.len() > 1000, "{}", sentences.len());
    let mut wrong = Vec::new();
    for sentence in &sentences {
        for (entry, _) in PHRASES.find(sentence) {
            if !entry.help.is_empty() {
                wrong.push(format!("{} | {sentence}", entry.pattern));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_difference_is_in_whole_words() {
    let of = |old: &str, new: &str| {
        let (range, by) = difference(old, new);
        (old[range].to_owned(), by)
    };
    assert_eq!(
        of("Deal 2 to it.", "Deal 2 damage to it."),
        (String::new(), "damage ".to_owned())
    );
    assert_eq!(
        of("A unit cats.", "A unit cast."),
        ("cats".to_owned(), "cast".to_owned())
    );
    assert_eq!(
        of("You must go.", "You go."),
        ("must ".to_owned(), String::new())
    );
    assert_eq!(of("Go now.", "Go."), (" now".to_owned(), String::new()));
}
