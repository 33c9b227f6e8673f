//! Rules about the source code as a whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cardwright::game::embedded;

use crate::support::root;

/// The folders with code of the compiler, and the crate whose files count as one module.
const CRATES: [(&str, Option<&str>); 6] = [
    ("crates/base/src", None),
    ("crates/grammar/src", Some("grammar")),
    ("crates/ir/src", Some("ir")),
    ("crates/play/src", Some("play")),
    ("crates/core/src", None),
    ("src", None),
];

/// Modules that only transform values, in the order in which a card passes through them.
const PURE: [&str; 29] = [
    "collections",
    "parallel",
    "source",
    "diagnostic",
    "yaml",
    "fix",
    "grammar",
    "ir",
    "play",
    "idiom",
    "game",
    "card",
    "symbols",
    "words",
    "effect",
    "rule_pages",
    "card_rules",
    "kingdom",
    "lint",
    "compile",
    "format",
    "bundle",
    "scenario",
    "render",
    "tabletop",
    "schema",
    "types",
    "workspace",
    "lsp",
];

/// The APIs that these modules must not use: disk, terminal, environment, other programs, threads and the clock.
const OUTSIDE: [&str; 11] = [
    "std::fs",
    "std::io",
    "std::env",
    "std::process",
    "std::thread",
    "std::time",
    "std::net",
    "std::{",
    "println!",
    "eprint!",
    "print!(",
];

#[test]
fn modules_import_only_earlier_modules() {
    let modules = modules();
    let mut wrong = Vec::new();
    for file in code() {
        let Some(own) = modules.iter().position(|module| *module == file.module) else {
            continue;
        };
        for (at, imported) in imports(&file, &modules) {
            if modules.iter().position(|module| *module == imported) > Some(own) {
                wrong.push(format!("{}:{at} uses {imported}", file.path));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "modules come before those they use:\n{}",
        wrong.join("\n")
    );
}

/// What lowering must not use: recovery and the caches of lines and sentences.
const OUTSIDE_OF_LOWERING: [&str; 5] = [
    "effect::recover",
    "super::recover",
    "effect::session",
    "LineCache",
    "SentenceCache",
];

#[test]
fn lowering_uses_neither_recovery_nor_caches() {
    let mut wrong = Vec::new();
    let files = code();
    let lowering = files
        .iter()
        .filter(|file| file.path.starts_with("crates/core/src/effect/lower/"));
    for file in lowering {
        for (at, line) in file.text.lines().enumerate() {
            if OUTSIDE_OF_LOWERING.iter().any(|name| line.contains(name)) {
                wrong.push(format!("{}:{}: {line}", file.path, at + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_module_is_in_the_list() {
    assert_eq!(modules(), PURE);
}

#[test]
fn core_does_no_io() {
    let mut wrong = Vec::new();
    for file in code()
        .iter()
        .filter(|file| PURE.contains(&file.module.as_str()))
    {
        for (at, line) in file.text.lines().enumerate() {
            for outside in OUTSIDE {
                // Some modules write to any byte sink; the trait for that is in std::io.
                let writes = ["render", "bundle"].contains(&file.module.as_str());
                let allowed = writes && outside == "std::io";
                if line.contains(outside) && !allowed {
                    wrong.push(format!("{}:{} uses {outside}", file.path, at + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Literals that are a word of a game, but mean something else there.
const NOT_OF_A_GAME: [(&str, &str); 30] = [
    ("battle", "a procedure of the rules, and a key of a test"),
    ("stack", "a key of the rules of a battle"),
    ("stacks", "a key of the rules of a battle"),
    ("phase", "a key of the rules of a battle, and of a test"),
    ("luck", "a key of the rules of a battle"),
    ("skills", "a key of the rules of a battle"),
    ("turn", "a period of the rules, and a verb of the language"),
    ("event", "a key of the IR"),
    ("Event", "a type of the IR"),
    ("map", "a key of `game.yaml` and of a test of cards"),
    ("first", "a key of a test of cards: who is the first player"),
    ("moves", "a verb of a step of a test of cards"),
    ("order", "a key of a test of cards: what is chosen first"),
    (
        "statistics",
        "a list of the vocabulary that has a meaning in effect texts",
    ),
    (
        "attack",
        "a verb of the language, in messages about what cannot do it",
    ),
    (
        "attacks",
        "a verb of the language, in messages about what cannot do it",
    ),
    (
        "move",
        "a verb of the language, in messages about what cannot do it",
    ),
    ("hand", "a key of `game.yaml`: what a report draws first"),
    (
        "abilities",
        "a key of a card in a bundle, or of another card format",
    ),
    (
        "ability",
        "a key of another card format for the effect text",
    ),
    ("Ability", "a type of the IR, in the schemas"),
    ("unit", "a role in `play.roles`, the words of the engine"),
    (
        "activation",
        "a role in `play.roles`, the words of the engine",
    ),
    (
        "retaliation",
        "a role in `play.roles`, the words of the engine",
    ),
    ("size", "a role in `play.roles`, the words of the engine"),
    ("damage", "a role in `play.roles`, the words of the engine"),
    ("artifacts", "a key of SARIF"),
    ("level", "a key of SARIF"),
    ("location", "a key of SARIF"),
    ("locations", "a key of SARIF"),
];

/// Words that messages use in their usual English meaning: the second label, a deck list, move the field.
const USUAL: [&str; 20] = [
    "line",
    "stack",
    "stacks",
    "abilities",
    "ability",
    "deck",
    "decks",
    "event",
    "first",
    "level",
    "levels",
    "major",
    "map",
    "middle",
    "minor",
    "order",
    "resource",
    "second",
    "third",
    "turn",
];

/// The number of literals with a word of a game inside a longer text, by folder. Most are examples of texts and
/// explanations whose words are also those of the language (`damage`, `attack`, `hand`). Only ever lower a number.
const SENTENCES: [(&str, usize); 16] = [
    ("src/bundle", 2),
    ("crates/core/src/card", 3),
    ("src/cli", 2),
    ("crates/base/src", 7),
    // Keys of `play`.
    ("crates/play/src", 7),
    ("crates/core/src/effect", 1),
    ("crates/core/src/effect/check", 2),
    ("crates/core/src/effect/lower", 138),
    ("crates/core/src/effect/recover", 13),
    ("crates/core/src/game", 2),
    ("src/kingdom", 2),
    ("src/kingdom/rules", 1),
    ("src/lint", 4),
    ("src/render", 1),
    // The words of steps, and why one is not possible.
    ("src/scenario", 8),
    ("src/scenario/battle", 6),
];

#[test]
fn only_one_module_of_the_core_knows_of_threads() {
    let wrong: Vec<String> = code()
        .into_iter()
        .filter(|file| PURE.contains(&file.module.as_str()) && file.module != "parallel")
        .filter(|file| file.text.contains("rayon"))
        .map(|file| file.path)
        .collect();
    assert!(
        wrong.is_empty(),
        "use `crate::parallel` in\n{}",
        wrong.join("\n")
    );
}

#[test]
fn code_contains_no_words_or_numbers_of_a_game() {
    let words = words_of_games();
    assert!(words.iter().any(|word| word == "castle"), "{words:?}");
    let mut wrong = Vec::new();
    for file in code() {
        for (at, line) in file.text.lines().enumerate() {
            let line = line.to_lowercase();
            for word in &words {
                if has_word(&line, word) {
                    wrong.push(format!("{}:{} has {word:?}", file.path, at + 1));
                }
            }
        }
    }
    let vocabulary = vocabulary_of_games();
    for word in [
        "hero",
        "unit",
        "units",
        "size",
        "damage",
        "war machine",
        "on attack",
    ] {
        assert!(vocabulary.contains(word), "{word}: {vocabulary:?}");
    }
    let mut used = BTreeSet::new();
    for file in code() {
        // The outline has its own list of words.
        if file.path.starts_with("crates/core/src/effect/outline/") {
            continue;
        }
        for (at, text) in literals(&file.text) {
            if !vocabulary.contains(&text.to_lowercase()) {
                continue;
            }
            match NOT_OF_A_GAME.iter().find(|(known, _)| *known == text) {
                Some((known, _)) => {
                    used.insert(*known);
                }
                None => wrong.push(format!("{}:{at} has {text:?}", file.path)),
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "these belong into game.yaml, and code uses roles:\n{}",
        wrong.join("\n")
    );
    let listed: BTreeSet<&str> = NOT_OF_A_GAME.iter().map(|(word, _)| *word).collect();
    assert_eq!(used, listed, "no exception that nothing needs");
}

#[test]
fn ever_fewer_sentences_have_a_word_of_a_game() {
    let vocabulary = vocabulary_of_games();
    let usual = |word: &String| USUAL.contains(&word.as_str());
    let words: Vec<String> = vocabulary
        .iter()
        .filter(|word| !usual(word))
        .cloned()
        .collect();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in code() {
        let folder: Vec<&str> = file.path.split('/').collect();
        // Two folders below the `src` of the largest crates, and whole other crates.
        let depth = if file.path.starts_with("crates/core/") {
            5
        } else {
            3
        };
        let folder = folder[..folder.len().saturating_sub(1).min(depth)].join("/");
        for (at, text) in literals(&file.text) {
            let outside = text.split('{').map(|part| part.split('}').next_back());
            let said = outside
                .flatten()
                .collect::<Vec<_>>()
                .join("{}")
                .to_lowercase();
            if !vocabulary.contains(&said) && words.iter().any(|word| has_word(&said, word)) {
                let all = found.entry(folder.clone()).or_default();
                all.push(format!("{}:{at} has {text:?}", file.path));
            }
        }
    }
    for (folder, all) in &found {
        let most = SENTENCES.iter().find(|(known, _)| known == folder);
        let most = most.map_or(0, |(_, most)| *most);
        assert!(
            all.len() <= most,
            "{folder} has {} sentences with a word of a game, and may have {most}:\n{}",
            all.len(),
            all.join("\n")
        );
    }
}

#[test]
fn printer_contains_no_printed_words() {
    let ids = ids_of_games();
    let mut wrong = Vec::new();
    let mut files = 0;
    for file in code() {
        let printers = [
            "crates/core/src/effect/print/",
            "crates/core/src/effect/outline/",
        ];
        if !printers.iter().any(|folder| file.path.starts_with(folder)) {
            continue;
        }
        files += 1;
        for (at, line) in file.text.lines().enumerate() {
            // Every second piece is inside quotes.
            for text in line.split('"').skip(1).step_by(2) {
                // Text in braces is a format argument.
                let outside = text.split('{').map(|part| part.split('}').next_back());
                let word = outside
                    .flatten()
                    .any(|part| part.contains(char::is_alphabetic));
                if word && !ids.contains(text) {
                    wrong.push(format!("{}:{} has {text:?}", file.path, at + 1));
                }
            }
        }
    }
    assert!(files > 3, "the printer has {files} files");
    assert!(
        wrong.is_empty(),
        "these belong into grammar/words:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn no_text_of_a_diagnostic_is_compared() {
    let own = |file: &Code| ["diagnostic", "render"].contains(&file.module.as_str());
    let files = code();
    let compared: Vec<String> = files
        .iter()
        .filter(|file| !own(file))
        .flat_map(|file| {
            let lines = comparisons(&file.text).into_iter();
            lines.map(|line| format!("{}:{line}", file.path))
        })
        .collect();
    assert!(
        compared.is_empty(),
        "texts of diagnostics are for people; give the diagnostic a `Reason`, names, or a method in \
         crates/base/src/diagnostic:\n{}",
        compared.join("\n")
    );
}

#[test]
fn comparisons_of_texts_are_found() {
    for code in [
        "errors.iter().find(|error| error.message.contains(&name))?;",
        "helps.any(|help| help.contains(ANYTHING))",
        "and && found.message == HALF_SEARCH;",
        "title.strip_suffix(\".`\")",
        "fix.title.replacen(&big, &edit.text, 1)",
        "fix.title.eq_ignore_ascii_case(help)",
        "code == Code::UnknownWord\n    && finding.message.ends_with(\" is missing\")",
        "finding\n    .primary\n    .message == NOUN_MISSING",
        "first.message != NO_THEM;",
        "NO_THEM == first.message",
        "finding.help.as_ref() == Some(&fix.title);",
        "[UP_TO_HERE, INCOMPLETE].contains(&finding.primary.message.as_str())",
        "fn key(finding: &Diagnostic) -> Key<'_> { (finding.code, &finding.message, card) }",
        "(finding.code, at, finding.message.clone())",
        "match told.get_mut(&finding.message) {",
        "Some(first) if first.help == finding.help => {",
        "quoted.iter().any(|quoted| message.contains(quoted))",
        "match finding.note.as_deref() { Some(\"\") => 1, _ => 2 }",
    ] {
        assert_eq!(comparisons(code).len(), 1, "{code}");
    }
    for code in [
        "match finding.help { Some(_) => finding, None => finding.help(help) }",
        "format!(\"{}: {}\", finding.code.code(), visible(&finding.message))",
        "Fix { title: fix.title, safety: fix.safety }",
        "zones.find(|zone| zone.title == name)",
        "let title = zone.title.as_str();",
    ] {
        assert!(comparisons(code).is_empty(), "{code}");
    }
}

/// The word lists of games, and the verbs that game data assign to zones.
fn ids_of_games() -> BTreeSet<String> {
    let mut ids: BTreeSet<String> = ["card_types", "fields", "headings", "meanings"]
        .map(str::to_owned)
        .into();
    for game in embedded() {
        let data: serde_yaml::Value = serde_yaml::from_str(game.game.1).expect("a game is YAML");
        for (list, terms) in data["vocabulary"].as_mapping().expect("lists") {
            ids.extend(list.as_str().map(str::to_owned));
            for (_, term) in terms.as_mapping().expect("words") {
                let verbs = term["default_of"].as_sequence().into_iter().flatten();
                ids.extend(verbs.filter_map(|verb| Some(verb.as_str()?.to_owned())));
            }
        }
    }
    ids
}

/// Words that only the data of a game may contain, in lower case: its factions, the ids and names of its words if
/// they consist of more than one English word (single words such as `attack` have other meanings, too), and the size
/// of a deck.
fn words_of_games() -> Vec<String> {
    let mut words = vec!["45".to_owned()];
    for game in embedded() {
        let data: serde_yaml::Value = serde_yaml::from_str(game.game.1).expect("a game is YAML");
        for (list, terms) in data["vocabulary"].as_mapping().expect("lists") {
            for (id, term) in terms.as_mapping().expect("words") {
                let id = id.as_str().expect("an id");
                let name = term["name"].as_str().unwrap_or(id).to_lowercase();
                if list == "factions" || (list == "attributes" && id.contains('_')) {
                    words.extend([id.to_owned(), id.replace('_', " "), name]);
                }
            }
        }
    }
    words.sort();
    words.dedup();
    words
}

/// Every id, name, plural and synonym of a card type, a heading or a word of the vocabulary, in lower case, with
/// spaces.
fn vocabulary_of_games() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for game in embedded() {
        let data: serde_yaml::Value = serde_yaml::from_str(game.game.1).expect("a game is YAML");
        let lists = data["vocabulary"].as_mapping().expect("lists").values();
        for list in lists.chain([&data["card_types"], &data["headings"]]) {
            for (id, term) in list.as_mapping().expect("words") {
                let id = id.as_str().expect("an id");
                let spoken = id.replace('_', " ");
                let name = term["name"].as_str().unwrap_or(&spoken);
                let plural = format!("{name}s");
                let plural = term["plural"].as_str().unwrap_or(&plural);
                let also = term["also"].as_sequence().into_iter().flatten();
                let also = also.filter_map(|word| word.as_str());
                let all = [id, &spoken, name, plural].into_iter().chain(also);
                // The faces of dice are no words.
                let all = all.filter(|word| word.contains(char::is_alphabetic));
                words.extend(all.map(str::to_lowercase));
            }
        }
    }
    words
}

/// The string literals of code without comments, each with its line.
fn literals(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at..];
        let raw = raw_length(rest);
        let length = match c {
            'r' if raw > 1 => raw,
            '"' => text_length(rest),
            '\'' => char_length(rest),
            _ => c.len_utf8(),
        };
        if c == '"' || (c == 'r' && raw > 1) {
            let line = code[..at].matches('\n').count() + 1;
            let text = rest[..length].trim_start_matches('r').trim_matches('#');
            found.push((line, text.trim_matches('"')));
        }
        at += length;
    }
    found
}

/// Returns the length of a raw string literal, or 1.
pub(crate) fn raw_length(from: &str) -> usize {
    if !from.starts_with("r\"") && !from.starts_with("r#") {
        return 1;
    }
    let hashes = from[1..].chars().take_while(|c| *c == '#').count();
    let close = format!("\"{}", "#".repeat(hashes));
    let open = 1 + hashes + 1;
    match from.get(open..).and_then(|text| text.find(&close)) {
        Some(end) if from[1 + hashes..].starts_with('"') => open + end + close.len(),
        _ => 1,
    }
}

fn has_word(line: &str, word: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    line.match_indices(word).any(|(at, _)| {
        !part(line[..at].chars().next_back()) && !part(line[at + word.len()..].chars().next())
    })
}

/// The modules, in the order of the crates and of their `lib.rs`.
fn modules() -> Vec<String> {
    let mut modules = Vec::new();
    for (folder, module) in CRATES {
        if let Some(module) = module {
            modules.push(module.to_owned());
            continue;
        }
        let text = fs::read_to_string(root().join(folder).join("lib.rs")).expect("lib.rs");
        modules.extend(text.lines().filter_map(|line| {
            let name = line.strip_prefix("pub ").unwrap_or(line);
            let name = name.strip_prefix("mod ")?.strip_suffix(';')?;
            (name != "tests").then(|| name.to_owned())
        }));
    }
    modules
}

/// A source file.
struct Code {
    path: String,
    /// Its top-level module.
    module: String,
    /// The number of `super` steps from the file to the crate root.
    depth: usize,
    /// The source without comments and tests.
    text: String,
}

fn code() -> Vec<Code> {
    let crates = CRATES.into_iter();
    crates
        .flat_map(|(folder, module)| code_of(folder, module))
        .collect()
}

fn code_of(folder: &str, module: Option<&str>) -> Vec<Code> {
    let mut files = Vec::new();
    let root = root().join(folder);
    collect(&root, &mut files);
    files.sort();
    let tests: Vec<PathBuf> = files.iter().flat_map(|path| tests_of(path)).collect();
    files.retain(|path| !tests.contains(path));
    files
        .into_iter()
        .map(|path| {
            let inner = path.strip_prefix(&root).expect("below the crate");
            (inner.to_owned(), path)
        })
        .filter(|(inner, _)| {
            !inner
                .iter()
                .any(|part| part == "tests" || part == "tests.rs")
        })
        .map(|(inner, path)| {
            let mut parts: Vec<String> = inner
                .with_extension("")
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            parts.retain(|part| part != "mod");
            Code {
                path: format!("{folder}/{}", inner.display()),
                module: module.unwrap_or(&parts[0]).to_owned(),
                depth: parts.len(),
                text: without_tests(&without_comments(&fs::read_to_string(&path).expect("code"))),
            }
        })
        .collect()
}

/// The source files that exist only for the tests of a file.
pub(crate) fn tests_of(path: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(path).expect("code");
    let names = text.split("#[cfg(test)]\nmod ").skip(1);
    let names = names.filter_map(|rest| rest.split_once(';'));
    names
        .map(|(name, _)| path.with_file_name(name).with_extension("rs"))
        .collect()
}

pub(crate) fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The modules of the crate that a file uses, with line numbers.
fn imports(file: &Code, modules: &[String]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let up = "super::".repeat(file.depth);
    for start in ["crate::", up.as_str()] {
        for (at, _) in file.text.match_indices(start) {
            let rest = &file.text[at + start.len()..];
            let named: Vec<&str> = match rest.strip_prefix('{') {
                // `use crate::{a::B, c}`: the first segment of each item outside inner braces.
                Some(group) => first_names(group),
                None => rest
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .take(1)
                    .collect(),
            };
            let line = file.text[..at].lines().count().max(1);
            for name in named
                .into_iter()
                .filter(|name| modules.iter().any(|module| module == name))
            {
                found.push((line, name.to_owned()));
            }
        }
    }
    found
}

fn first_names(group: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut depth = 0;
    let mut start = 0;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                let name = group[start..at].trim();
                names.push(name.split("::").next().unwrap_or(name));
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    names
}

/// The fields of a diagnostic that hold text, which are also usual names of variables with such a text.
const TEXTS: [&str; 5] = ["message", "help", "note", "title", "label"];

/// Calls that return the same or nearly the same text.
const SAME_TEXT: [&str; 12] = [
    ".as_str()",
    ".as_deref()",
    ".as_ref()",
    ".as_bytes()",
    ".clone()",
    ".to_owned()",
    ".to_lowercase()",
    ".to_ascii_lowercase()",
    ".trim()",
    ".trim_end()",
    ".unwrap_or_default()",
    ".iter()",
];

/// Operators and calls that compare or search the text before them.
const AFTER: [&str; 19] = [
    " == ",
    " != ",
    ".eq(",
    ".ne(",
    ".cmp(",
    ".eq_ignore_ascii_case(",
    ".contains(",
    ".starts_with(",
    ".ends_with(",
    ".strip_prefix(",
    ".strip_suffix(",
    ".find(",
    ".rfind(",
    ".matches(",
    ".match_indices(",
    ".split_once(",
    ".rsplit_once(",
    ".replace(",
    ".replacen(",
];

/// Operators and calls that compare or search the text after them.
const BEFORE: [&str; 10] = [
    " == ",
    " != ",
    " == Some(",
    ".eq(",
    ".cmp(",
    ".contains(",
    ".contains_key(",
    ".get(",
    ".get_mut(",
    ".entry(",
];

/// Names of other things that have a title or a help text.
const OTHERS: [&str; 6] = ["entry", "game", "heading", "kingdom", "stray", "zone"];

/// Returns the lines in which code compares or searches the text of a diagnostic.
fn comparisons(code: &str) -> Vec<usize> {
    let (code, lines) = on_one_line(code);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for text in TEXTS {
        for (at, _) in code.match_indices(text) {
            let (before, behind) = (&code[..at], &code[at + text.len()..]);
            if before.ends_with(is_word) || behind.starts_with(is_word) || behind.starts_with('(') {
                continue;
            }
            let path = before
                .trim_end_matches(|c: char| is_word(c) || c == '.')
                .len();
            let (before, owner) = before.split_at(path);
            let owner = owner
                .trim_end_matches('.')
                .rsplit('.')
                .next()
                .unwrap_or_default();
            if OTHERS.contains(&owner) || text == "label" && !owner.is_empty() {
                continue;
            }
            let before = before.trim_end_matches(['&', '*']);
            let mut after = behind;
            while let Some(rest) = SAME_TEXT.iter().find_map(|same| after.strip_prefix(same)) {
                after = rest;
            }
            let is_field = !owner.is_empty();
            let compared = AFTER.iter().any(|by| after.starts_with(by))
                || is_field && BEFORE.iter().any(|by| before.ends_with(by))
                || before.ends_with("match ") && after.len() < behind.len();
            // A key made of the code and the message is compared later.
            let group = before.rfind('(').map_or(before, |open| &before[open..]);
            let is_key = is_field && group.contains(".code,");
            if compared || is_key {
                found.push(lines[at]);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns code with single spaces and none before or after a dot or a bracket, and the line of each byte.
fn on_one_line(code: &str) -> (String, Vec<usize>) {
    let (mut text, mut lines) = (String::new(), Vec::new());
    let mut line = 1;
    let mut space = false;
    for c in code.chars() {
        line += usize::from(c == '\n');
        if c.is_whitespace() {
            space = true;
            continue;
        }
        if std::mem::take(&mut space) && !text.ends_with(['.', '(']) && !".)".contains(c) {
            text.push(' ');
            lines.push(line);
        }
        text.push(c);
        lines.resize(text.len(), line);
    }
    (text, lines)
}

/// Returns the source with its comments blanked. String literals stay: none may contain a word of a game.
pub(crate) fn without_comments(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            let end = rest.find('\n').unwrap_or(rest.len());
            rest = &rest[end..];
            continue;
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            out.extend(rest[..end].chars().filter(|c| *c == '\n'));
            rest = &rest[end..];
            continue;
        } else if c == 'r' {
            raw_length(rest)
        } else if c == '"' {
            text_length(rest)
        } else if c == '\'' {
            char_length(rest)
        } else {
            c.len_utf8()
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

pub(crate) fn text_length(from: &str) -> usize {
    let mut escaped = false;
    for (at, c) in from.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    from.len()
}

/// Returns the length of a character literal, or 1 for a lifetime.
pub(crate) fn char_length(from: &str) -> usize {
    let mut chars = from.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => from[2..]
            .char_indices()
            .skip(1)
            .find(|(_, c)| *c == '\'')
            .map_or(1, |(at, _)| at + 3),
        Some(_) => match chars.next() {
            Some((at, '\'')) => at + 1,
            _ => 1,
        },
        None => 1,
    }
}

/// Returns the source without items after `#[cfg(test)]`.
pub(crate) fn without_tests(code: &str) -> String {
    let mut out = String::new();
    let mut rest = code;
    while let Some(at) = rest.find("#[cfg(test)]") {
        out.push_str(&rest[..at]);
        let item = &rest[at..];
        let end = match (item.find(';'), item.find('{')) {
            (Some(end), open) if open.is_none_or(|open| end < open) => end + 1,
            (_, Some(open)) => open + block_length(&item[open..]),
            _ => item.len(),
        };
        // Keep the line breaks, so that line numbers stay right.
        out.extend(item[..end].chars().filter(|c| *c == '\n'));
        rest = &item[end..];
    }
    out + rest
}

/// Returns the length of a block whose closing brace starts a line, as rustfmt formats it.
fn block_length(from: &str) -> usize {
    from.find("\n}").map_or(from.len(), |end| end + 2)
}

#[test]
fn comments_and_tests_are_stripped_from_sources() {
    let code = "a(\"// no\", '\"', 'x'); // yes\n/* yes */ b::<'a>(r#\"/* \"no\" */\"#);\n\
                #[cfg(test)]\nmod tests {\n    castle\n}\nc";
    let stripped = without_tests(&without_comments(code));
    assert_eq!(
        stripped,
        "a(\"// no\", '\"', 'x'); \n b::<'a>(r#\"/* \"no\" */\"#);\n\n\n\n\nc"
    );
}
