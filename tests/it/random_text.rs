//! Arbitrary text: compiling never panics, and whatever compiles survives printing and parsing unchanged.

use std::sync::LazyLock;

use cardwright::effect::{self, Bearer};
use cardwright::symbols::Symbols;
use proptest::prelude::*;

use crate::support::options;
use crate::support::table::{self, Example};
use crate::support::world::{World, card_game};

static WORLD: LazyLock<World> = LazyLock::new(card_game);
static EXAMPLES: LazyLock<Vec<Example>> = LazyLock::new(table::examples);
/// The words of the canonical sentences, including attached punctuation.
static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut words: Vec<&str> = EXAMPLES
        .iter()
        .flat_map(|example| example.text.split_whitespace())
        .collect();
    words.sort_unstable();
    words.dedup();
    words
});

const TYPES: [&str; 6] = ["spell", "unit", "hero", "location", "artifact", "ability"];

/// Compiles a text on a card of each type. A text that compiles must survive printing and parsing (law 3).
fn check(text: &str) -> Result<(), TestCaseError> {
    let symbols: Symbols<'_> = WORLD.symbols();
    for card_type in TYPES {
        let bearer = Bearer {
            card_type,
            ..Bearer::default()
        };
        let (abilities, found) = effect::compile(text, &bearer, &symbols);
        for finding in &found {
            prop_assert!(!finding.message.is_empty());
            let places = std::iter::once(&finding.primary.at)
                .chain(finding.secondary.iter().map(|label| &label.at))
                .chain(
                    finding
                        .fixes
                        .iter()
                        .flat_map(|fix| &fix.edits)
                        .map(|edit| &edit.at),
                );
            for place in places {
                if let cardwright::diagnostic::Place::Text(at) = place {
                    prop_assert!(text.get(at.clone()).is_some(), "{at:?} in {text:?}");
                }
            }
        }
        if !found.is_empty() {
            continue;
        }
        let printed = effect::print(&abilities, &bearer, &symbols);
        let (again, found) = effect::compile(&printed, &bearer, &symbols);
        prop_assert!(
            found.is_empty(),
            "{text:?} prints as {printed:?}: {}",
            found[0].message
        );
        prop_assert_eq!(again, abilities, "{:?} prints as {:?}", text, printed);
    }
    Ok(())
}

/// Generates a canonical text with some words replaced, removed or inserted.
fn recombined() -> impl Strategy<Value = String> {
    let change = (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        0..4u8,
    );
    (
        any::<prop::sample::Index>(),
        prop::collection::vec(change, 1..4),
    )
        .prop_map(|(example, changes)| {
            let mut words: Vec<&str> = EXAMPLES[example.index(EXAMPLES.len())]
                .text
                .split(' ')
                .collect();
            for (at, word, kind) in changes {
                let at = at.index(words.len());
                let word = WORDS[word.index(WORDS.len())];
                match kind {
                    0 | 1 => words[at] = word,
                    2 => words.insert(at, word),
                    _ if words.len() > 1 => {
                        words.remove(at);
                    }
                    _ => {}
                }
            }
            words.join(" ")
        })
}

/// Generates a text from two halves of canonical texts.
fn spliced() -> impl Strategy<Value = String> {
    let index = any::<prop::sample::Index>;
    (index(), index(), index(), index()).prop_map(|(first, second, cut, other)| {
        let text = |index: prop::sample::Index| EXAMPLES[index.index(EXAMPLES.len())].text.as_str();
        let first: Vec<&str> = text(first).split(' ').collect();
        let second: Vec<&str> = text(second).split(' ').collect();
        let mut words = first[..=cut.index(first.len())].to_vec();
        words.extend(&second[other.index(second.len())..]);
        words.join(" ")
    })
}

fn cases(default: u32) -> ProptestConfig {
    let long = options::long();
    ProptestConfig {
        cases: if long { default * 100 } else { default },
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn random_characters_are_read_or_explained(text in "\\PC{0,80}") {
        check(&text)?;
    }

    #[test]
    fn random_words_are_read_or_explained(words in prop::collection::vec(any::<prop::sample::Index>(), 0..24)) {
        let words: Vec<&str> = words.into_iter().map(|at| WORDS[at.index(WORDS.len())]).collect();
        check(&words.join(" "))?;
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn canonical_texts_with_replaced_words_are_read_or_explained(text in recombined()) {
        check(&text)?;
    }

    #[test]
    fn joined_halves_of_canonical_texts_are_read_or_explained(text in spliced()) {
        check(&text)?;
    }
}
