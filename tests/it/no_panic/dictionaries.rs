//! The dictionaries of the fuzzer, `fuzz/dictionaries`, generated from the grammars, the games and the schemas.

use std::collections::BTreeSet;
use std::fs;

use cardwright::effect::GRAMMAR;
use cardwright::game::embedded;
use serde_json::Value;

use crate::support::{options, root};

const FOLDER: &str = "fuzz/dictionaries";

/// Structural tokens of YAML, and text that is easily mistaken for them.
const YAML: [&str; 44] = [
    "\n",
    "\r\n",
    "\r",
    "\t",
    "  ",
    "\n  ",
    "\n- ",
    "\n  - ",
    ": ",
    ":\n",
    "- ",
    "? ",
    "# ",
    " #",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "%TAG ! x\n",
    "&a ",
    "*a",
    "<<: *a",
    "!!str ",
    "! ",
    "|\n",
    "|-\n",
    "|+2\n",
    ">\n",
    ">-\n",
    "'",
    "''",
    "\"",
    "\\n",
    "\\x0",
    "\\u00e9",
    "\\\n",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "null",
    "~",
    "\u{feff}",
    "\u{85}",
];

/// Characters that can break texts of any kind.
const TEXTS: [&str; 22] = [
    "\u{a0}",
    "\u{200b}",
    "\u{202e}",
    "\u{2028}",
    "\u{301}",
    "é",
    "ß",
    "龍",
    "👨\u{200d}👧",
    "“",
    "”",
    "’",
    "–",
    "−",
    "×",
    "½",
    "\0",
    "\u{1b}[31m",
    "0",
    "-1",
    "18446744073709551616",
    "1e999",
];

/// Tokens of deck lists.
const LISTS: [&str; 20] = [
    "Deck",
    "Deck (45)",
    "== Deck ==",
    "# Deck",
    "Name: ",
    "Game: ccg",
    "Game: card-game",
    "House rules: ",
    "3 ",
    "3x ",
    "x3",
    "(SP)",
    "CAN 0007",
    "//",
    "; ",
    "\t",
    "cw1",
    "{\"zones\":",
    "• ",
    "\n\n",
];

/// Returns the file of each dictionary and its words.
fn dictionaries() -> Vec<(&'static str, BTreeSet<String>)> {
    let mut texts: BTreeSet<String> = TEXTS.map(str::to_owned).into();
    texts.extend(words_of_grammar());
    texts.extend(words_of_games());
    let mut yaml = texts.clone();
    yaml.extend(YAML.map(str::to_owned));
    for schema in ["card-game.card", "card-game.kingdom", "house-rules"] {
        yaml.extend(keys(schema).into_iter().map(|key| format!("{key}: ")));
    }
    yaml.extend(["migrations: ", "cardwright: allow "].map(str::to_owned));
    let mut game: BTreeSet<String> = YAML.map(str::to_owned).into();
    game.extend(TEXTS.map(str::to_owned));
    game.extend(keys("game").into_iter().map(|key| format!("{key}: ")));
    game.extend(words_of_grammar());
    let mut lists: BTreeSet<String> = TEXTS.map(str::to_owned).into();
    lists.extend(LISTS.map(str::to_owned));
    lists.extend(names_of_cards());
    let mut bundle = BTreeSet::new();
    for schema in ["bundle", "manifest"] {
        bundle.extend(keys(schema).into_iter().map(|key| format!("\"{key}\":")));
        bundle.extend(
            values(schema)
                .into_iter()
                .map(|value| format!("\"{value}\"")),
        );
    }
    bundle.extend(
        [
            "{", "}", "[", "]", ",", "null", "true", "1e999", "-1", "\\u0000",
        ]
        .map(str::to_owned),
    );
    let packed = keys("bundle").into_iter().chain(values("bundle"));
    let packed = packed.filter_map(|word| {
        // A text of fewer than 32 bytes is encoded as one byte with its length, followed by the text.
        let length = u8::try_from(word.len())
            .ok()
            .filter(|length| *length < 32)?;
        Some(format!("{}{word}", char::from(0xa0 | length)))
    });
    vec![
        ("bundle.dict", bundle),
        ("game.dict", game),
        ("list.dict", lists),
        ("msgpack.dict", packed.collect()),
        ("text.dict", texts),
        ("yaml.dict", yaml),
    ]
}

/// Returns the quoted strings of the grammar.
fn words_of_grammar() -> Vec<String> {
    // A quotation mark that is itself a string has no pair and would swap strings and gaps.
    let lines = GRAMMAR
        .lines()
        .filter(|line| !line.contains(r#""\"""#) && !line.contains("//"));
    let words = lines.flat_map(|line| line.split('"').skip(1).step_by(2).map(str::to_owned));
    words
        .filter(|word| word.len() > 1 && !word.contains('\\'))
        .collect()
}

/// Returns the words of the vocabularies, in the form in which texts have them.
fn words_of_games() -> Vec<String> {
    let mut words = Vec::new();
    for game in embedded() {
        let data: serde_yaml::Value = serde_yaml::from_str(game.game.1).expect("a game is YAML");
        for (list, terms) in data["vocabulary"].as_mapping().into_iter().flatten() {
            for (id, term) in terms.as_mapping().into_iter().flatten() {
                let id = id.as_str().unwrap_or_default();
                let name = term["name"].as_str().unwrap_or(id);
                words.push(match list.as_str() {
                    Some("traits") => format!("*{name}*"),
                    _ => name.to_owned(),
                });
            }
        }
        for (_, heading) in data["headings"].as_mapping().into_iter().flatten() {
            words.extend(heading["name"].as_str().map(|name| format!("{name}: ")));
        }
    }
    words
}

fn names_of_cards() -> Vec<String> {
    let cards = embedded().iter().flat_map(|game| game.cards);
    let names = cards.filter_map(|(_, text)| {
        let mut lines = text.lines();
        lines.find_map(|line| line.strip_prefix("name: ").map(str::to_owned))
    });
    names.step_by(8).collect()
}

/// Returns the names of the properties of a schema.
fn keys(schema: &str) -> Vec<String> {
    let mut keys = Vec::new();
    walk(&self::schema(schema), &mut |object| {
        let properties = object.get("properties").and_then(Value::as_object);
        keys.extend(
            properties
                .into_iter()
                .flat_map(|properties| properties.keys().cloned()),
        );
    });
    keys
}

/// Returns the possible texts of a value.
fn values(schema: &str) -> Vec<String> {
    let mut values = Vec::new();
    walk(&self::schema(schema), &mut |object| {
        let all = object
            .get("enum")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        values.extend(
            all.chain(object.get("const"))
                .filter_map(|value| Some(value.as_str()?.to_owned())),
        );
    });
    values
}

fn schema(name: &str) -> Value {
    let path = root().join(format!("schema/{name}.schema.json"));
    serde_json::from_str(&fs::read_to_string(path).expect("a schema")).expect("a schema is JSON")
}

fn walk(value: &Value, visit: &mut impl FnMut(&serde_json::Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            visit(object);
            object.values().for_each(|value| walk(value, visit));
        }
        Value::Array(items) => items.iter().for_each(|value| walk(value, visit)),
        _ => {}
    }
}

/// Returns the words of a dictionary as bytes.
pub fn words(name: &str) -> Vec<Vec<u8>> {
    let dictionaries = dictionaries().into_iter();
    let words = dictionaries
        .filter(|(file, _)| *file == name)
        .flat_map(|(_, words)| words);
    words.map(|word| bytes(name, &word)).collect()
}

/// For MessagePack, every character encodes one byte.
fn bytes(name: &str, word: &str) -> Vec<u8> {
    match name {
        "msgpack.dict" => word.chars().map(|c| c as u8).collect(),
        _ => word.as_bytes().to_vec(),
    }
}

/// Formats the words for libFuzzer: one quoted word on each line, with non-ASCII bytes as `\xAB`.
fn written(name: &str, words: &BTreeSet<String>) -> String {
    let mut out = String::new();
    for word in words {
        out.push('"');
        for byte in bytes(name, word) {
            match byte {
                b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
                b' '..=b'~' => out.push(char::from(byte)),
                _ => out.push_str(&format!("\\x{byte:02X}")),
            }
        }
        out.push_str("\"\n");
    }
    out
}

/// Checks the dictionaries. When blessing, writes them.
#[test]
fn dictionaries_are_up_to_date() {
    let bless = options::blessing();
    for (name, words) in dictionaries() {
        assert!(words.len() > 20, "{name} has {} words", words.len());
        let path = root().join(FOLDER).join(name);
        let now = written(name, &words);
        if bless {
            fs::write(&path, now).expect("a dictionary can be written");
            continue;
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == now,
            "{FOLDER}/{name} is stale; run `cargo xtask bless dictionaries`"
        );
    }
}
