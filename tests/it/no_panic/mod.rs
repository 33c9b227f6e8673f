//! Properties of arbitrary input, checked in a small part of the time that `fuzz/` takes.
//!
//! Each target of `fuzz/` has a twin here, which runs the committed corpus of the target, every input that once broke
//! something (`fuzz/regressions`), and mutations of both.

mod dictionaries;
mod properties;
mod seeds;

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use crate::support::{options, root};

/// A target with the sources of its inputs.
struct Twin {
    name: &'static str,
    property: properties::Property,
    /// Inputs that are run unchanged, first those that once broke something.
    inputs: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Twin {
    fn of(name: &str) -> Self {
        let mut targets = properties::TARGETS.into_iter();
        let (name, property) = targets
            .find(|(target, _)| *target == name)
            .expect("a target");
        let folders = ["regressions", "corpus"].map(|folder| format!("fuzz/{folder}/{name}"));
        Twin {
            name,
            property,
            inputs: folders
                .iter()
                .flat_map(|folder| files(&root().join(folder)))
                .collect(),
            words: dictionaries::words(dictionary(name)),
        }
    }
}

/// Returns the dictionary of a target.
fn dictionary(target: &str) -> &'static str {
    match target {
        "bundle_json" | "manifest" => "bundle.dict",
        "bundle_msgpack" => "msgpack.dict",
        "card_yaml" | "fmt" => "yaml.dict",
        "effect_text" => "text.dict",
        "game_data" => "game.dict",
        "deck_list" | "kingdom_code" => "list.dict",
        _ => "none",
    }
}

/// Returns the files of a folder, sorted by name.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| fs::read(path).expect("a file"))
        .collect()
}

/// A mutation of an input.
#[derive(Clone, Debug)]
enum Change {
    /// Inserts a word of the dictionary.
    Word(prop::sample::Index, prop::sample::Index),
    /// Removes some bytes.
    Removed(prop::sample::Index, usize),
    /// Repeats some bytes.
    Doubled(prop::sample::Index, usize),
    /// Replaces a byte.
    Byte(prop::sample::Index, u8),
    /// Replaces the rest by that of another input.
    Spliced(
        prop::sample::Index,
        prop::sample::Index,
        prop::sample::Index,
    ),
}

fn change() -> impl Strategy<Value = Change> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        4 => (index(), index()).prop_map(|(at, word)| Change::Word(at, word)),
        2 => (index(), 1..20usize).prop_map(|(at, length)| Change::Removed(at, length)),
        1 => (index(), 1..80usize).prop_map(|(at, length)| Change::Doubled(at, length)),
        2 => (index(), any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
        1 => (index(), index(), index()).prop_map(|(at, other, from)| Change::Spliced(at, other, from)),
    ]
}

impl Twin {
    /// Applies mutations to one of the inputs.
    fn changed(&self, input: prop::sample::Index, changes: &[Change]) -> Vec<u8> {
        let any = |index: &prop::sample::Index| &self.inputs[index.index(self.inputs.len())];
        let mut bytes = any(&input).clone();
        for change in changes {
            let place = |at: &prop::sample::Index| at.index(bytes.len() + 1);
            match change {
                Change::Word(at, word) if !self.words.is_empty() => {
                    let at = place(at);
                    let word = &self.words[word.index(self.words.len())];
                    bytes.splice(at..at, word.iter().copied());
                }
                Change::Removed(at, length) => {
                    let at = place(at);
                    bytes.drain(at..(at + length).min(bytes.len()));
                }
                Change::Doubled(at, length) => {
                    let at = place(at);
                    let part = bytes[at..(at + length).min(bytes.len())].to_vec();
                    bytes.splice(at..at, part);
                }
                Change::Byte(at, byte) => {
                    let at = place(at);
                    bytes.truncate(bytes.len().max(at));
                    bytes.splice(at..(at + 1).min(bytes.len()), [*byte]);
                }
                Change::Spliced(at, other, from) => {
                    let at = place(at);
                    let other = any(other);
                    bytes.truncate(at);
                    bytes.extend_from_slice(&other[from.index(other.len() + 1)..]);
                }
                Change::Word(..) => {}
            }
        }
        bytes
    }

    fn runs(&self, cases: u32) {
        assert!(!self.inputs.is_empty(), "{} has no corpus", self.name);
        for input in &self.inputs {
            (self.property)(input);
        }
        let long = options::long();
        let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
            cases: if long { cases * 100 } else { cases },
            failure_persistence: None,
            ..ProptestConfig::default()
        });
        let inputs = (
            any::<prop::sample::Index>(),
            prop::collection::vec(change(), 1..6),
        );
        let inputs = inputs.prop_map(|(input, changes)| self.changed(input, &changes));
        let shown = inputs.prop_map(Shown);
        let result = runner.run(&shown, |Shown(bytes)| {
            (self.property)(&bytes);
            Ok(())
        });
        if let Err(failure) = result {
            panic!("{}: {failure}", self.name);
        }
    }
}

/// Formats bytes as text from which a file of `fuzz/regressions` can be created.
#[derive(Clone)]
struct Shown(Vec<u8>);

impl std::fmt::Debug for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// Creates a test for each target, with the number of inputs.
macro_rules! twins {
    ($($name:ident $cases:literal,)*) => {
        $(#[test]
        fn $name() {
            Twin::of(stringify!($name)).runs($cases);
        })*

        #[test]
        fn every_fuzz_target_has_a_test() {
            let twins = [$(stringify!($name)),*];
            assert_eq!(twins, properties::TARGETS.map(|(name, _)| name));
            let mut targets: Vec<String> = fs::read_dir(root().join("fuzz/fuzz_targets"))
                .expect("the targets")
                .map(|entry| entry.expect("an entry").path())
                .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
                .collect();
            targets.sort();
            assert_eq!(targets, twins);
        }
    };
}

twins! {
    bundle_json 60,
    bundle_msgpack 60,
    bundle_sqlite 20,
    card_yaml 60,
    deck_list 60,
    effect_text 60,
    fmt 60,
    game_data 30,
    kingdom_code 60,
    manifest 60,
}
