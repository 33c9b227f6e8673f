//! `search`: finds cards by what is printed on them and by what their texts mean.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal};

use serde::Serialize;
use serde_json::Value;

use super::Outcome;
use super::args::{Search, SearchFormat};
use super::effect_texts::{card_type, library_run, symbols, take_game};
use super::error::{CliError, choose};
use super::glossary;
use super::output;
use super::paths::{game_of, library};
use super::project;
use super::word_search::{Query, Weights, words};
use super::workspace::GameRun;
use cardwright::bundle;
use cardwright::card::FieldValue;
use cardwright::compile::Card;
use cardwright::effect;
use cardwright::game::{FieldKind, Game};
use cardwright::render::{at_spaces, counted, visible};
use cardwright::schema;
use cardwright::source::Sources;

/// Which share of the words a card must have to be shown if no card has all of them.
const MIN_SHARE: f64 = 0.5;
/// Maximum number of such cards.
const MAX_NEAR: usize = 8;
/// Width of lines if it is unknown, in columns.
const WIDTH: usize = 100;

const BOLD: &str = "\u{1b}[1m";
const MARK: &str = "\u{1b}[1;33m";
const RESET: &str = "\u{1b}[0m";

pub fn search(args: &Search) -> Result<Outcome, CliError> {
    let project = project::find(None)?;
    let game = game_of(args.game.game.as_deref(), &project);
    let mut run = library_run(&library(&args.cards.cards, &project), game)?;
    let compiled = take_game(&mut run, game)?;
    let filters = filters(args, &compiled.game)?;
    let mut cards: Vec<&Card> = compiled.compilation.cards.values().collect();
    cards.sort_by_key(|card| card.source.name.to_lowercase());
    cards.retain(|card| filters.iter().all(|filter| filter.fits(card)));

    let query = args.words.join(" ");
    let mut queries = queries(query.trim(), &compiled);
    let mut found = match queries.as_slice() {
        // Without words, the other conditions decide.
        [] if query.trim().is_empty() => cards.iter().map(|card| (*card, Found::Words)).collect(),
        [] => Vec::new(),
        [asked, others @ ..] => by_words(&cards, asked, others),
    };
    if found.is_empty() {
        let readings = effect::rephrased(query.trim(), &symbols(&compiled), true);
        queries.extend(readings.iter().map(|reading| Query::of(reading)));
        found = nearest(&cards, &queries, &compiled);
    }
    let text = match args.format {
        SearchFormat::Json => {
            let hits = found.iter();
            let hits = hits.map(|(card, how)| hit(card, *how, &compiled.game, &run.sources));
            bundle::to_json(&hits.collect::<Vec<_>>())
        }
        SearchFormat::Human => {
            let color = output::wants_color(
                args.color.or(project.color).unwrap_or_default(),
                io::stdout().is_terminal(),
            );
            if found.iter().any(|(_, how)| *how == Found::Near) {
                output::to_stderr("no card has all of these words; the nearest are:\n");
            }
            let mut text = String::new();
            for (card, how) in &found {
                let queries = match how {
                    Found::Words => queries.get(..1).unwrap_or_default(),
                    Found::Wording | Found::Near => &queries,
                };
                text.push_str(&shown(card, &compiled.game, queries, color));
            }
            text
        }
    };
    output::to_stdout(&text)?;
    if args.format == SearchFormat::Human {
        output::to_stderr(&match found.len() {
            0 => "no card found\n".to_owned(),
            count => format!("{}\n", counted(count, "card")),
        });
    }
    Ok(match found.is_empty() {
        true => Outcome::ErrorsFound,
        false => Outcome::Clean,
    })
}

/// How a card was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum Found {
    /// It has all words, or no words were given.
    Words,
    /// It has the words of another wording.
    Wording,
    /// It has some of the words.
    Near,
}

/// Returns the cards with the words of a query, the best first.
fn by_words<'c>(cards: &[&'c Card], asked: &Query, others: &[Query]) -> Vec<(&'c Card, Found)> {
    let mut found: Vec<(&Card, Found)> = Vec::new();
    for card in cards {
        let text = text_of(card);
        if asked.is_in(&text) {
            found.push((card, Found::Words));
        } else if others.iter().any(|other| other.is_in(&text)) {
            found.push((card, Found::Wording));
        }
    }
    // A short text says little else.
    found.sort_by_key(|(card, how)| (*how, card.text.len()));
    found
}

/// Returns the cards with the most words of one of the queries, the best first.
fn nearest<'c>(
    cards: &[&'c Card],
    queries: &[Query],
    compiled: &GameRun,
) -> Vec<(&'c Card, Found)> {
    let all: Vec<String> = compiled.compilation.cards.values().map(text_of).collect();
    let weights = Weights::of(all.iter().map(String::as_str));
    let mut near: Vec<(&Card, f64)> = Vec::new();
    for card in cards {
        let text = text_of(card);
        let shares = queries.iter().map(|query| query.share_in(&text, &weights));
        let share = shares.fold(0.0, f64::max);
        if share >= MIN_SHARE {
            near.push((card, share));
        }
    }
    near.sort_by(|(a, share), (b, other)| {
        let shorter = || a.text.len().cmp(&b.text.len());
        other.total_cmp(share).then_with(shorter)
    });
    near.truncate(MAX_NEAR);
    near.into_iter()
        .map(|(card, _)| (card, Found::Near))
        .collect()
}

/// Returns the words that are looked for: those of the query, then those of its other wordings.
fn queries(query: &str, compiled: &GameRun) -> Vec<Query> {
    let symbols = symbols(compiled);
    let mut wordings = vec![query.to_owned()];
    wordings.extend(effect::rephrased(query, &symbols, false));
    for entry in glossary::entries().filter(|entry| entry.is_called(query)) {
        wordings.extend(entry.texts.iter().map(|text| text.text.to_owned()));
    }
    let queries = wordings.iter().map(|wording| Query::of(wording));
    queries.filter(|query| !query.is_empty()).collect()
}

/// The name of a card and its text.
fn text_of(card: &Card) -> String {
    let manual = card.source.manual.as_deref().unwrap_or_default();
    format!("{}\n{}\n{manual}", card.source.name, card.text)
}

/// A condition on cards.
enum Filter {
    Name(String),
    Type(String),
    /// A field by its key, or one of its numbers, and the value that it must have.
    Field {
        key: String,
        part: Option<String>,
        value: Wanted,
    },
    /// A value of the list fields.
    Word(String),
    /// The property of a node of the IR, or any property, and its value.
    Node {
        property: Option<String>,
        name: String,
    },
}

/// A value that a field must have.
#[derive(Clone)]
enum Wanted {
    Range(i64, i64),
    Word(String),
}

impl Wanted {
    fn of(written: &str) -> Self {
        let range = || {
            if let Some((least, most)) = written.split_once("..") {
                let least = match least.trim() {
                    "" => i64::MIN,
                    least => least.parse().ok()?,
                };
                let most = match most.trim() {
                    "" => i64::MAX,
                    most => most.parse().ok()?,
                };
                return Some(Wanted::Range(least, most));
            }
            let number = written.trim().parse().ok()?;
            Some(Wanted::Range(number, number))
        };
        range().unwrap_or_else(|| Wanted::Word(written.trim().to_owned()))
    }

    fn fits_number(&self, number: i64) -> bool {
        match self {
            Wanted::Range(least, most) => (*least..=*most).contains(&number),
            Wanted::Word(_) => false,
        }
    }

    fn fits_word(&self, word: &str) -> bool {
        match self {
            Wanted::Range(..) => false,
            Wanted::Word(wanted) => is_same(wanted, word),
        }
    }
}

/// Compares words as authors write them: ids have underscores.
fn is_same(a: &str, b: &str) -> bool {
    let plain = |word: &str| {
        word.trim_matches('*')
            .to_lowercase()
            .replace(['_', '-'], " ")
    };
    plain(a) == plain(b)
}

impl Filter {
    fn fits(&self, card: &Card) -> bool {
        match self {
            Filter::Name(name) => {
                let card = card.source.name.to_lowercase();
                card.contains(&name.to_lowercase())
            }
            Filter::Type(id) => card.source.card_type == id.as_str(),
            Filter::Word(word) => card.source.fields.iter().any(|(_, value)| match value {
                FieldValue::List(words) => words.iter().any(|known| is_same(known, word)),
                _ => false,
            }),
            Filter::Field { key, part, value } => {
                let Some(field) = card.source.fields.get(key.as_str()) else {
                    return false;
                };
                match (field, part) {
                    (FieldValue::Numbers(numbers), Some(part)) => {
                        let mut numbers = numbers.iter();
                        numbers
                            .any(|(name, number)| is_same(name, part) && value.fits_number(*number))
                    }
                    (FieldValue::Numbers(numbers), None) => match value {
                        Wanted::Word(word) => numbers.iter().any(|(name, _)| is_same(name, word)),
                        Wanted::Range(..) => {
                            value.fits_number(numbers.iter().map(|(_, number)| number).sum())
                        }
                    },
                    (FieldValue::Number(number), None) => value.fits_number(*number),
                    (FieldValue::Flag(flag), None) => value.fits_word(&flag.to_string()),
                    (FieldValue::Text(text), None) => value.fits_word(text),
                    (FieldValue::List(words), None) => {
                        words.iter().any(|word| value.fits_word(word))
                    }
                    _ => false,
                }
            }
            Filter::Node { property, name } => {
                let ir = serde_json::to_value(&card.abilities).unwrap_or_default();
                has_node(&ir, property.as_deref(), name)
            }
        }
    }
}

fn has_node(ir: &Value, property: Option<&str>, name: &str) -> bool {
    match ir {
        Value::Object(entries) => entries.iter().any(|(key, value)| {
            let is_it = property.is_none_or(|property| property == key);
            (is_it && value.as_str() == Some(name)) || has_node(value, property, name)
        }),
        Value::Array(items) => items.iter().any(|item| has_node(item, property, name)),
        _ => false,
    }
}

fn filters(args: &Search, game: &Game) -> Result<Vec<Filter>, CliError> {
    let mut filters: Vec<Filter> = args.name.iter().cloned().map(Filter::Name).collect();
    for named in &args.card_type {
        let (id, _) = card_type(game, named)?;
        filters.push(Filter::Type(id.to_owned()));
    }
    filters.extend(args.traits.iter().cloned().map(Filter::Word));
    for cost in &args.cost {
        let key = cost_field(game).ok_or_else(|| CliError::UnknownField {
            game: game.title.clone(),
            field: "cost".to_owned(),
            help: "leave out `--cost`".to_owned(),
        })?;
        let (part, value) = match cost.split_once('=') {
            Some((part, value)) => (Some(part.trim().to_owned()), value),
            None => (None, cost.as_str()),
        };
        filters.push(Filter::Field {
            key,
            part,
            value: Wanted::of(value),
        });
    }
    for field in &args.field {
        filters.push(field_filter(field, game)?);
    }
    if !args.node.is_empty() {
        let known = node_names(game);
        for node in &args.node {
            let (property, name) = match node.split_once('=') {
                Some((property, name)) => (Some(property.to_owned()), name),
                None => (None, node.as_str()),
            };
            let is_known = |(known, names): (&String, &BTreeSet<String>)| {
                property.as_ref().is_none_or(|property| property == known) && names.contains(name)
            };
            if !known.iter().any(is_known) {
                let names = known.values().flatten().map(String::as_str);
                let close = cardwright::diagnostic::closest(name, names);
                return Err(CliError::UnknownNode {
                    node: node.clone(),
                    help: match close {
                        Some(close) => format!("write `{close}`"),
                        None => {
                            "docs/ir.md lists the nodes; `cardwright effect` prints those of a text"
                                .to_owned()
                        }
                    },
                });
            }
            filters.push(Filter::Node {
                property,
                name: name.to_owned(),
            });
        }
    }
    Ok(filters)
}

fn field_filter(written: &str, game: &Game) -> Result<Filter, CliError> {
    let (field, value) = written.split_once('=').unwrap_or((written, "true"));
    let (key, part) = match field.split_once('.') {
        Some((key, part)) => (key, Some(part.to_owned())),
        None => (field, None),
    };
    let mut keys: Vec<&str> = game
        .fields
        .iter()
        .map(|(name, field)| field.key_or(name))
        .collect();
    keys.dedup();
    if !keys.contains(&key) {
        return Err(CliError::UnknownField {
            game: game.title.clone(),
            field: key.to_owned(),
            help: choose(key, keys),
        });
    }
    Ok(Filter::Field {
        key: key.to_owned(),
        part,
        value: Wanted::of(value),
    })
}

/// Returns the key of the field with the cost of a card.
fn cost_field(game: &Game) -> Option<String> {
    let paid = game.kingdom.report.pay.as_ref();
    let paid = paid.map(|paying| game.key_of(&paying.field).to_owned());
    paid.or_else(|| {
        let mut fields = game.fields.iter();
        let amounts = fields.find(|(_, field)| matches!(field.kind, FieldKind::Amounts { .. }));
        amounts.map(|(name, field)| field.key_or(name).to_owned())
    })
}

/// Returns the names of IR nodes by the property that has them, from the schema of the IR.
fn node_names(game: &Game) -> BTreeMap<String, BTreeSet<String>> {
    fn collect(schema: &Value, names: &mut BTreeMap<String, BTreeSet<String>>) {
        match schema {
            Value::Object(entries) => {
                if let Some(Value::Object(properties)) = entries.get("properties") {
                    for (property, of) in properties {
                        if let Some(name) = of.get("const").and_then(Value::as_str) {
                            let known = names.entry(property.clone()).or_default();
                            known.insert(name.to_owned());
                        }
                    }
                }
                entries.values().for_each(|value| collect(value, names));
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
            _ => {}
        }
    }
    let mut names = BTreeMap::new();
    collect(&schema::schema("ir", game).unwrap_or_default(), &mut names);
    names
}

/// A card in the output of `--format json`.
#[derive(Serialize)]
struct Hit<'c> {
    id: &'c str,
    name: &'c str,
    #[serde(rename = "type")]
    card_type: &'c str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<&'c FieldValue>,
    text: &'c str,
    file: String,
    found: Found,
}

fn hit<'c>(card: &'c Card, found: Found, game: &Game, sources: &Sources) -> Hit<'c> {
    Hit {
        id: &card.source.id,
        name: &card.source.name,
        card_type: &card.source.card_type,
        cost: cost_field(game).and_then(|key| card.source.fields.get(key.as_str())),
        text: &card.text,
        file: sources.file(card.source.name_at.file).path.to_string(),
        found,
    }
}

/// Returns a card for people: name, type and cost, and below them the text.
fn shown(card: &Card, game: &Game, queries: &[Query], color: bool) -> String {
    let cost = cost_field(game).and_then(|key| card.source.fields.get(key.as_str()));
    let cost = match cost {
        Some(FieldValue::Numbers(numbers)) => {
            let numbers = numbers.iter();
            let numbers = numbers.map(|(name, number)| format!("{name} {number}"));
            format!(", {}", numbers.collect::<Vec<_>>().join(", "))
        }
        Some(FieldValue::Number(number)) => format!(", {number}"),
        _ => String::new(),
    };
    let type_name = game.card_types.get(&card.source.card_type);
    let type_name = type_name.map_or("", |card_type| &card_type.name);
    let name = visible(&card.source.name);
    let name = match color {
        true => format!("{BOLD}{}{RESET}", marked(&name, queries, true, BOLD)),
        false => name.to_string(),
    };
    let mut text = format!("{name} ({type_name}{cost})\n");
    let width = terminal_size::terminal_size().map_or(WIDTH, |(width, _)| width.0.into());
    let manual = card.source.manual.as_deref().unwrap_or_default();
    for line in card.text.lines().chain(manual.lines()) {
        let options = at_spaces(width.saturating_sub(2), line)
            .initial_indent("  ")
            .subsequent_indent("    ")
            .break_words(false);
        let line = textwrap::fill(&visible(line), options);
        text.push_str(&marked(&line, queries, color, ""));
        text.push('\n');
    }
    text + "\n"
}

/// Marks the words of the queries in a text; `after` restores the style of the text.
fn marked(text: &str, queries: &[Query], color: bool, after: &str) -> String {
    let mut marked = text.to_owned();
    if !color {
        return marked;
    }
    let mut hits = words(text);
    hits.retain(|(_, stem)| queries.iter().any(|query| query.has(stem)));
    hits.sort_by_key(|(range, _)| Reverse(range.start));
    for (range, _) in hits {
        marked.insert_str(range.end, &format!("{RESET}{after}"));
        marked.insert_str(range.start, MARK);
    }
    marked
}
