//! Generates any number of cards: those of the built-in game, each time with other names, numbers
//! and sentences. The same [`Order`] gives the same cards on every machine.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use cardwright::game::embedded;
use fastrand::Rng;

/// The parameters of generation.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// The number of cards.
    pub cards: usize,
    /// The number of cards in one file.
    pub packed: usize,
    /// Whether lines end in CR LF.
    pub crlf: bool,
    /// The percentage of cards with a mistake.
    pub faulty: usize,
}

/// A file of cards or of kingdom sets.
pub struct File {
    pub path: String,
    pub text: String,
}

/// Number of cards for each kingdom set.
const CARDS_FOR_A_SET: usize = 1_000;

/// Number of files in one folder.
const FILES_IN_A_FOLDER: usize = 500;

/// A card of the game, split into parts.
struct Model {
    /// The properties that two cards must share to exchange sentences: their type, the kind of
    /// unit, and traits that require a heading.
    kind: String,
    /// The lines of its fields, except name, number and text.
    fields: Vec<String>,
    /// The lines of its text.
    effect: Vec<String>,
}

impl Model {
    /// Returns whether the sentences of the card are valid on another card.
    fn is_plain(&self) -> bool {
        let mut lines = self.effect.iter();
        let refers =
            |line: &String| line.starts_with("- ") || line.ends_with(':') || line.contains(" area");
        !lines.any(refers)
    }

    fn is_spell(&self) -> bool {
        self.kind.contains("type: spell")
    }

    /// Returns whether a sentence can be added after a line.
    fn goes_on(&self, line: &str) -> bool {
        let moments = ["On ", "As an Activation: "];
        self.is_spell() && is_independent(line)
            || moments.iter().any(|begin| line.starts_with(begin))
    }
}

/// Returns the files of an order one by one, so that they need not all be in memory.
pub fn files(order: Order) -> impl Iterator<Item = File> {
    let (models, sets) = models();
    let mut sentences: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for model in models.iter().filter(|model| model.is_plain()) {
        let of_kind = sentences.entry(model.kind.clone()).or_default();
        of_kind.extend(model.effect.iter().cloned());
    }
    let spells = models
        .iter()
        .filter(|model| model.is_plain() && model.is_spell());
    let lines = spells.flat_map(|model| &model.effect);
    let actions: Vec<String> = lines.filter(|line| is_independent(line)).cloned().collect();
    let said = said_of_units(&models);
    let mut rng = Rng::with_seed(20_260);
    let mut made = 0;
    let mut number = 0;
    let cards = std::iter::from_fn(move || {
        if made >= order.cards {
            return None;
        }
        let count = order.packed.min(order.cards - made);
        let mut text = String::new();
        for at in made..made + count {
            let model = &models[at % models.len()];
            let others = sentences.get(&model.kind).map_or(&[][..], Vec::as_slice);
            let mut card = card(model, at, others, &actions, &said, &mut rng);
            // Spread the mistakes evenly, so that any number of cards has this percentage.
            if (at + 1) * order.faulty / 100 > at * order.faulty / 100 {
                spoil(&mut card, &mut rng);
            }
            if at > made {
                text.push_str("---\n");
            }
            text.push_str(&card);
        }
        made += count;
        number += 1;
        let folder = number / FILES_IN_A_FOLDER;
        Some(File {
            path: format!("cards-{folder:03}/{number:06}.yaml"),
            text,
        })
    });
    let sets = (0..order.cards / CARDS_FOR_A_SET).map(move |at| File {
        path: format!("kingdoms/{at:04}.yaml"),
        text: set(&sets[at % sets.len()], at),
    });
    cards.chain(sets).map(move |mut file| {
        if order.crlf {
            file.text = file.text.replace('\n', "\r\n");
        }
        file
    })
}

/// Writes the files of an order to a folder, and returns their total size in bytes.
pub fn write(order: Order, folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for file in files(order) {
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        bytes += file.text.len() as u64;
        fs::write(path, file.text)?;
    }
    Ok(bytes)
}

/// The cards and the sets of the game.
fn models() -> (Vec<Model>, Vec<String>) {
    let game = embedded().iter().find(|game| game.id == "card-game");
    let game = game.expect("the card game comes with the tool");
    let mut models = Vec::new();
    let mut sets = Vec::new();
    for (_, text) in game.cards {
        if text.contains("\nkingdom:") || text.starts_with("kingdom:") {
            sets.push((*text).to_owned());
        } else if text
            .lines()
            .filter(|line| line.starts_with("name:"))
            .count()
            == 1
        {
            models.push(model(text));
        }
    }
    (models, sets)
}

fn model(text: &str) -> Model {
    let mut model = Model {
        kind: String::new(),
        fields: Vec::new(),
        effect: Vec::new(),
    };
    let mut in_effect = false;
    for line in text.lines() {
        if in_effect && line.starts_with("  ") {
            model.effect.push(line.trim().to_owned());
            continue;
        }
        in_effect = line.starts_with("effect:");
        let key = line.split(':').next().unwrap_or_default();
        match key {
            "type" | "unit_type" => model.kind.push_str(line),
            "traits" => {
                let begins = |word: &&&str| line.contains(**word);
                model
                    .kind
                    .extend(["reaction", "ongoing"].iter().filter(begins).copied());
            }
            _ => {}
        }
        if !in_effect && !matches!(key, "name" | "number") {
            model.fields.push(line.to_owned());
        }
    }
    model
}

fn card(
    model: &Model,
    at: usize,
    sentences: &[String],
    actions: &[String],
    said: &[String],
    rng: &mut Rng,
) -> String {
    let mut card = String::new();
    let mut line = |text: &str| {
        card.push_str(text);
        card.push('\n');
    };
    let mut fields = model.fields.iter();
    // The comment that names the schema comes first.
    if let Some(comment) = fields.clone().next().filter(|line| line.starts_with('#')) {
        line(comment);
        fields.next();
    }
    line(&format!("name: {}", name(at)));
    let flavor = |field: &&String| field.starts_with("flavor:");
    for field in fields.clone().filter(|field| !flavor(field)) {
        let hero = model.kind.contains("hero");
        let of_numbers = field.starts_with("stats:") || field.starts_with("cost:");
        line(&match (of_numbers, hero) {
            (true, true) => stats_of_hero(rng),
            (true, false) => other_numbers(field, rng),
            (false, _) => field.clone(),
        });
        if field.starts_with("type:") {
            line(&format!("number: {}", printed_number(at)));
        }
    }
    if !model.effect.is_empty() {
        line("effect: |");
        let mut lines = model.effect.clone();
        // One or two lines of other cards instead of its own.
        for more in 0..rng.usize(1..=2) {
            let Some(other) = rng.choice(sentences) else {
                break;
            };
            match lines.contains(other) {
                true => {}
                false if more == 0 && model.is_plain() && rng.bool() => lines[0].clone_from(other),
                false => lines.insert(0, other.clone()),
            }
        }
        for text in lines {
            // Keep texts that refer to a list of modes or to the area of their card.
            let fixed = !model.is_plain();
            let text = if fixed {
                text
            } else {
                let more = rng
                    .choice(actions)
                    .filter(|_| model.goes_on(&text) && rng.bool());
                let text = [text.as_str()].into_iter().chain(more.map(String::as_str));
                let text = text.collect::<Vec<_>>().join(" ");
                of_other_units(&with_other_words(&text, rng), said, rng)
            };
            line(&format!("  {text}"));
        }
    }
    for field in fields.filter(flavor) {
        line(field);
    }
    card
}

/// Syllables that no name of the game has, so that no generated name resembles one of them.
const SYLLABLES: [&str; 32] = [
    "ba", "ced", "dor", "fen", "gal", "hu", "jor", "kel", "lam", "mir", "nob", "ost", "pra",
    "quen", "rus", "sym", "tov", "ulf", "vash", "wex", "yor", "zan", "bri", "clu", "dwe", "fla",
    "gno", "hyl", "kra", "loth", "mur", "nyx",
];

/// Returns a name of three words. Any two names differ in more than one letter.
fn name(at: usize) -> String {
    let syllable = |at: usize| SYLLABLES[at % SYLLABLES.len()];
    let (a, b, c) = (at, at / 32, at / 1_024);
    let first = format!("{}{}", syllable(a), syllable(b));
    let second = format!("{}{}", syllable(c + a), syllable(at / 32_768 + 7 * b));
    let mut name = format!("{first} {second} {}{}", syllable(a + b + c), at);
    name[..1].make_ascii_uppercase();
    name
}

/// Returns a unique card number that matches the pattern of the game.
fn printed_number(at: usize) -> String {
    let letter = |at: usize| char::from(b'A' + (at % 26) as u8);
    let series = at / 9_999;
    let mut number = String::from("Q");
    number.push(letter(series / 26));
    number.push(letter(series));
    let _ = write!(number, " {:04}", at % 9_999 + 1);
    number
}

/// Replaces each digit of a field, except `0`, with a digit from 1 to 3.
fn other_numbers(field: &str, rng: &mut Rng) -> String {
    let other = |c: char| match c {
        '1'..='9' => char::from(b'1' + rng.u8(..3)),
        c => c,
    };
    field.chars().map(other).collect()
}

/// Returns the four statistics of a hero. The game requires a sum of eight.
fn stats_of_hero(rng: &mut Rng) -> String {
    let mut stats = [1; 4];
    for _ in 0..4 {
        stats[rng.usize(..4)] += 1;
    }
    let [attack, defense, power, knowledge] = stats;
    format!(
        "stats: {{ attack: {attack}, defense: {defense}, power: {power}, knowledge: {knowledge} }}"
    )
}

/// Replaces the numbers of a text except `1`, which may be followed by a singular.
fn varied(text: &str, rng: &mut Rng) -> String {
    let mut varied = String::with_capacity(text.len());
    // `Swap 2 units` and similar texts require exactly two.
    let other_of_two = ["Swap", "Exchange", "twice"]
        .iter()
        .any(|word| text.contains(word));
    let bytes = text.as_bytes();
    for (at, c) in text.char_indices() {
        let alone =
            |at: Option<&u8>| at.is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-');
        let single =
            alone(at.checked_sub(1).and_then(|at| bytes.get(at))) && alone(bytes.get(at + 1));
        match c {
            '2'..='4' if single && !other_of_two => varied.push(char::from(b'2' + rng.u8(..7))),
            c => varied.push(c),
        }
    }
    varied
}

/// Returns whether a line is one sentence with the same meaning after any other.
fn is_independent(line: &str) -> bool {
    let refers = [":", ". ", "this ", "that ", " X "];
    !refers.iter().any(|words| line.contains(words))
}

/// Phrases that can replace each other within a row.
const ALIKE: [&[&str]; 7] = [
    &["until the end of the round", "until the end of the turn"],
    &["draw a card.", "draw 2 cards."],
    &["Draw a card.", "Draw 2 cards."],
    &["1 damage", "2 damage"],
    &["1 additional", "2 additional"],
    &[
        "a power card",
        "a knowledge card",
        "an attack card",
        "a defense card",
    ],
    &[
        "spend 1 power",
        "spend 1 knowledge",
        "spend 1 attack",
        "spend 1 defense",
    ],
];

/// Replaces numbers and the phrases of [`ALIKE`].
fn with_other_words(text: &str, rng: &mut Rng) -> String {
    let mut other = text.to_owned();
    for row in ALIKE {
        let said = row.iter().find(|words| text.contains(**words));
        if let Some((said, words)) = said.zip(rng.choice(row)) {
            other = other.replace(said, words);
        }
    }
    varied(&other, rng)
}

/// Descriptions of units: a trait, the kind of unit, or both.
fn said_of_units(models: &[Model]) -> Vec<String> {
    let mut said = vec![String::new()];
    for model in models {
        let field = |key: &str| {
            let mut fields = model.fields.iter();
            fields.find_map(|field| field.strip_prefix(key))
        };
        let Some(kind) = field("unit_type: ") else {
            continue;
        };
        said.push(format!("{kind} "));
        let traits = field("traits: ").unwrap_or_default();
        for of_trait in traits
            .trim_matches(['[', ']'])
            .split(", ")
            .filter(|of_trait| !of_trait.is_empty())
        {
            said.push(format!("*{of_trait}* "));
            said.push(format!("*{of_trait}* {kind} "));
        }
    }
    said.sort();
    said.dedup();
    said
}

/// Replaces descriptions of units.
fn of_other_units(text: &str, said: &[String], rng: &mut Rng) -> String {
    let mut other = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(" unit") {
        let (before, behind) = rest.split_at(at + 1);
        other.push_str(before);
        // Describe only units that have no description yet.
        let plain = before.ends_with("riendly ") || before.ends_with("nemy ");
        let more = behind.starts_with("unit or") || behind.contains("excluding");
        if plain && !more {
            other.extend(rng.choice(said).map(String::as_str));
        }
        rest = behind;
    }
    other.push_str(rest);
    other
}

/// Adds one typical mistake.
fn spoil(card: &mut String, rng: &mut Rng) {
    let wrong = match rng.u8(..6) {
        // A misspelt word in the text.
        0 => card.replacen("damage", "damge", 1),
        1 => card.replacen(" unit ", " unti ", 1),
        // An unknown type or trait.
        2 => card.replacen("type: spell", "type: spel", 1),
        3 => card.replacen("traits: [", "traits: [brazen, ", 1),
        // An unknown key.
        4 => card.replacen("number:", "nubmer:", 1),
        // No full stop.
        _ => card.replacen(".\nflavor", "\nflavor", 1),
    };
    *card = if wrong == *card {
        card.replacen("expansion:", "expanson:", 1)
    } else {
        wrong
    };
}

/// A set of the game with another name, other locations and other statistics.
fn set(model: &str, at: usize) -> String {
    const LOCATIONS: [&str; 12] = [
        "Mage Guild",
        "Garrison",
        "Guardhouse",
        "Temple",
        "Dragon Utopia",
        "Hill Fort",
        "Cursed Ground",
        "Castle Gate",
        "Misty Marsh",
        "Marketplace",
        "Graveyard",
        "Sanctuary",
    ];
    let mut set = String::new();
    for line in model.lines() {
        if let Some(name) = line.strip_prefix("kingdom:") {
            let _ = writeln!(set, "kingdom:{name} {}", name_of_set(at));
        } else if line.starts_with("locations:") {
            let first = at % 12;
            let second = (first + 1 + at / 12 % 5) % 12;
            let third = (second + 1 + at / 60 % 5) % 12;
            let names = [first, second, third].map(|at| LOCATIONS[at]);
            let _ = writeln!(set, "locations: [{}]", names.join(", "));
        } else {
            let _ = writeln!(set, "{line}");
        }
    }
    set
}

fn name_of_set(at: usize) -> String {
    let name = name(at);
    name.split(' ').next().unwrap_or_default().to_owned() + &format!(" {at}")
}
