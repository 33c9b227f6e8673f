//! `docs/ir.md` says something of every node of the IR, names none that is not there, and shows what
//! the compiler makes of real sentences.
//!
//! In its part `# The nodes` a heading with the name of a definition of the bundle's schema begins
//! what belongs to it. A variant is a heading or a row of a table that begins with its tag and value
//! (`do: draw`), a field a row of a table below it; a row of a variant names the fields in its second
//! cell.
//!
//! A block `ir TYPE` holds sentences as they stand on a card of that type, one in each line. The block
//! `json` below it is what they compile to, made by the test: the node under whose heading it stands,
//! with `show=TAG` the first node that has this tag, with `show=.KEY` the first value of that key, with
//! `show=whole` the whole ability.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use cardwright::effect::{self, Bearer};
use serde_json::Value;

use crate::support::options;
use crate::support::world::{World, card_game, without_spans};
use crate::support::{read, root};

static PAGE: LazyLock<String> = LazyLock::new(|| read("docs/ir.md"));
const COMMAND: &str = "cargo xtask bless ir";

/// The nodes of a definition, each with its fields. The node without a name is the definition itself.
type Nodes = BTreeMap<(String, String), BTreeSet<String>>;

/// What the schema has.
fn nodes_of_the_schema() -> Nodes {
    let schema: Value =
        serde_json::from_str(&read("schema/bundle.schema.json")).expect("the schema is JSON");
    let mut nodes = Nodes::new();
    let mut open = vec!["Ability".to_owned()];
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        let definition = &schema["$defs"][&name];
        assert!(definition.is_object(), "no definition {name}");
        nodes.entry((name.clone(), String::new())).or_default();
        shapes(&name, definition, &mut nodes);
        references(definition, &mut open);
    }
    nodes
}

/// The names of the definitions that a schema refers to.
fn references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(keys) => {
            if let Some(name) = keys.get("$ref").and_then(Value::as_str) {
                found.extend(name.rsplit('/').next().map(str::to_owned));
            }
            keys.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

/// Adds the variants and fields of one shape.
fn shapes(name: &str, schema: &Value, nodes: &mut Nodes) {
    let mut node = String::new();
    let mut fields = BTreeSet::new();
    for (key, value) in schema["properties"].as_object().into_iter().flatten() {
        match value["const"].as_str() {
            Some(tag) => node = format!("{key}: {tag}"),
            // Said once for all of them, under `At`.
            None if key == "span" => {}
            None => {
                fields.insert(key.clone());
            }
        }
    }
    nodes
        .entry((name.to_owned(), node))
        .or_default()
        .extend(fields);
    let words = schema["enum"]
        .as_array()
        .into_iter()
        .flatten()
        .chain(schema.get("const"));
    for word in words.filter_map(Value::as_str) {
        nodes.entry((name.to_owned(), word.to_owned())).or_default();
    }
    for variant in schema["oneOf"].as_array().into_iter().flatten() {
        shapes(name, variant, nodes);
    }
}

/// The code spans of a line.
fn code(line: &str) -> Vec<&str> {
    line.split('`').skip(1).step_by(2).collect()
}

/// The lines of the page that stand in no block, each with its number from 1.
fn prose() -> impl Iterator<Item = (usize, &'static str)> {
    let mut inside = false;
    PAGE.lines().enumerate().filter_map(move |(at, line)| {
        if line.starts_with("```") {
            inside = !inside;
            return None;
        }
        (!inside).then_some((at + 1, line))
    })
}

/// Where a node is explained: the heading of the page under which it stands.
struct Place {
    node: (String, String),
    heading: &'static str,
    fields: BTreeSet<String>,
}

/// What the page explains.
fn places(schema: &Nodes) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    let mut definition = String::new();
    let mut current: Option<usize> = None;
    let mut heading = "";
    let part = prose()
        .map(|(_, line)| line)
        .skip_while(|line| *line != "# The nodes")
        .skip(1)
        .take_while(|line| !line.starts_with("# "));
    for line in part {
        let spans = code(line);
        if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim();
            current = None;
            let Some(first) = spans.first() else {
                continue;
            };
            let node = if first.contains(": ") {
                (definition.clone(), (*first).to_owned())
            } else {
                definition = (*first).to_owned();
                (definition.clone(), String::new())
            };
            // A definition may be explained in several parts.
            current = places.iter().position(|place| place.node == node);
            if current.is_none() {
                current = Some(places.len());
                places.push(Place {
                    node,
                    heading,
                    fields: BTreeSet::new(),
                });
            }
        } else if line.starts_with("| `") {
            let name = spans[0].to_owned();
            let node = (definition.clone(), name.clone());
            if name.contains(": ") {
                let second = line.split(" | ").nth(1).unwrap_or_default();
                places.push(Place {
                    node,
                    heading,
                    fields: code(second).into_iter().map(str::to_owned).collect(),
                });
            } else if schema.contains_key(&node) {
                places.push(Place {
                    node,
                    heading,
                    fields: BTreeSet::new(),
                });
            } else if let Some(place) = current.and_then(|at| places.get_mut(at)) {
                assert!(
                    place.fields.insert(name.clone()),
                    "{:?} explains {name} twice",
                    place.node
                );
            }
        }
    }
    places
}

#[test]
fn page_names_every_node_and_no_unknown_node() {
    let schema = nodes_of_the_schema();
    let places = places(&schema);
    let mut wrong = Vec::new();
    let mut explained = Nodes::new();
    for place in places {
        let (definition, name) = &place.node;
        if explained.contains_key(&place.node) {
            wrong.push(format!("{definition} `{name}` is explained twice"));
        }
        explained.insert(place.node, place.fields);
    }
    for (node, fields) in &schema {
        let (definition, name) = node;
        match explained.get(node) {
            None => wrong.push(format!("{definition} `{name}` is not explained")),
            Some(told) => {
                for field in fields.difference(told) {
                    wrong.push(format!(
                        "{definition} `{name}`: field `{field}` is not explained"
                    ));
                }
                for field in told.difference(fields) {
                    wrong.push(format!("{definition} `{name}` has no field `{field}`"));
                }
            }
        }
    }
    for (definition, name) in explained.keys() {
        if !schema.contains_key(&(definition.clone(), name.clone())) {
            wrong.push(format!("there is no {definition} `{name}`"));
        }
    }
    let named: BTreeSet<&str> = schema.keys().map(|(_, name)| name.as_str()).collect();
    let tags: BTreeSet<&str> = named
        .iter()
        .filter_map(|name| Some(name.split_once(": ")?.0))
        .collect();
    for (at, line) in prose() {
        for span in code(line) {
            let is_node = span.split_once(": ").is_some_and(|(tag, value)| {
                tags.contains(tag) && value.chars().all(|c| c.is_ascii_lowercase() || c == '-')
            });
            if is_node && !named.contains(span) {
                wrong.push(format!("docs/ir.md:{at}: there is no `{span}`"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// `*(Attack)*`: the section of the rulebook where a statement stands. The page lists them once.
#[test]
fn rulebook_sections_are_named_correctly() {
    let known: BTreeSet<&str> = prose()
        .map(|(_, line)| line)
        .skip_while(|line| *line != "## Sections of the rulebook")
        .skip(1)
        .take_while(|line| !line.starts_with('#'))
        .filter_map(|line| line.strip_prefix("- "))
        .collect();
    assert!(known.len() > 20, "the page lists the sections");
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    let text: Vec<&str> = prose()
        .flat_map(|(_, line)| line.split_whitespace())
        .collect();
    let text = text.join(" ");
    for named in text.split("*(").skip(1) {
        let sections = named
            .split_once(")*")
            .unwrap_or_else(|| panic!("a section does not end: {named:.60}"))
            .0;
        for section in sections.split("; ") {
            if known.contains(section) {
                used.insert(section);
            } else {
                wrong.push(format!("no section {section}"));
            }
        }
    }
    wrong.extend(
        known
            .difference(&used)
            .map(|section| format!("nothing is said of {section}")),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Sentences and what they compile to.
struct Example {
    /// The lines of the page between the fences of the block `json`, from 0.
    shown: std::ops::Range<usize>,
    made: Vec<String>,
    nodes: Vec<Value>,
}

fn examples(world: &World) -> Vec<Example> {
    let lines: Vec<&str> = PAGE.lines().collect();
    let mut examples = Vec::new();
    let mut wrong = Vec::new();
    let mut node = String::new();
    let mut at = 0;
    let mut inside = false;
    while let Some(line) = lines.get(at) {
        at += 1;
        if let (Some(info), false) = (line.strip_prefix("```ir "), inside) {
            let end = block_end(&lines, at);
            let json = lines
                .get(end + 2)
                .filter(|line| **line == "```json")
                .map(|_| end + 3)
                .unwrap_or_else(|| panic!("docs/ir.md:{at}: no JSON behind the sentences"));
            let shown = json..block_end(&lines, json);
            let nodes: Vec<Value> = texts(&lines[at..end])
                .iter()
                .filter_map(|text| {
                    compiled(text, info, &node, world)
                        .map_err(|why| wrong.push(format!("docs/ir.md:{at}: {text}\n    {why}")))
                        .ok()
                })
                .collect();
            let made = nodes.iter().flat_map(|node| lines_of(node, 0)).collect();
            at = shown.end + 1;
            examples.push(Example { shown, made, nodes });
        } else if line.starts_with("```") {
            inside = !inside;
        } else if line.starts_with('#') && !inside {
            node = code(line).first().copied().unwrap_or_default().to_owned();
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    examples
}

fn block_end(lines: &[&str], from: usize) -> usize {
    (from..lines.len())
        .find(|at| lines[*at] == "```")
        .unwrap_or_else(|| panic!("docs/ir.md:{from}: a block does not end"))
}

/// One text in each line; the modes of a choice belong to the line above them.
fn texts(lines: &[&str]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for line in lines {
        match texts.last_mut() {
            Some(text) if line.starts_with("- ") => {
                text.push('\n');
                text.push_str(line);
            }
            _ => texts.push((*line).to_owned()),
        }
    }
    texts
}

/// The node of a text that its block shows, or why there is none.
fn compiled(text: &str, info: &str, node: &str, world: &World) -> Result<Value, String> {
    let mut words = info.split_whitespace();
    let card_type = words.next().unwrap_or_default();
    let shown = words.find_map(|word| word.strip_prefix("show="));
    let bearer = Bearer {
        card_type,
        ..Bearer::default()
    };
    let symbols = world.symbols();
    let (abilities, found) = effect::compile(text, &bearer, &symbols);
    if let Some(finding) = found.first() {
        return Err(finding.message.clone());
    }
    let printed = effect::print(&abilities, &bearer, &symbols);
    if printed != text {
        return Err(format!("canonical is {printed}"));
    }
    let ir = without_spans(serde_json::to_value(&abilities).expect("IR is JSON"));
    let one = match shown {
        Some("whole") => ir.get(0),
        Some(key) => match key.strip_prefix('.') {
            Some(key) => find(&ir, &|value| value.get(key)),
            None => find(&ir, &|value| value.get(key)?.is_string().then_some(value)),
        },
        None => {
            let (tag, is) = node.split_once(": ").unwrap_or_default();
            find(&ir, &|value| {
                (value.get(tag)?.as_str()? == is).then_some(value)
            })
        }
    };
    one.cloned()
        .ok_or_else(|| format!("no such node in it: {ir}"))
}

/// The first value of the IR that is wanted, from the outside in.
fn find<'v>(
    value: &'v Value,
    wanted: &dyn Fn(&'v Value) -> Option<&'v Value>,
) -> Option<&'v Value> {
    if let Some(found) = wanted(value) {
        return Some(found);
    }
    match value {
        Value::Object(keys) => keys.values().find_map(|value| find(value, wanted)),
        Value::Array(items) => items.iter().find_map(|value| find(value, wanted)),
        _ => None,
    }
}

/// JSON with as much in a line as fits.
fn lines_of(value: &Value, indent: usize) -> Vec<String> {
    let flat = flat(value);
    if indent + flat.len() <= 100 {
        return vec![flat];
    }
    let pad = "  ";
    let (open, close, parts): (_, _, Vec<Vec<String>>) = match value {
        Value::Object(keys) => (
            "{",
            "}",
            keys.iter()
                .map(|(key, value)| {
                    let mut lines = lines_of(value, indent + 6 + key.len());
                    lines[0] = format!("\"{key}\": {}", lines[0]);
                    lines
                })
                .collect(),
        ),
        Value::Array(items) => (
            "[",
            "]",
            items
                .iter()
                .map(|value| lines_of(value, indent + 2))
                .collect(),
        ),
        _ => return vec![flat],
    };
    let last = parts.len().saturating_sub(1);
    let mut lines = vec![open.to_owned()];
    for (index, mut part) in parts.into_iter().enumerate() {
        if let (Some(end), true) = (part.last_mut(), index < last) {
            end.push(',');
        }
        lines.extend(part.into_iter().map(|line| format!("{pad}{line}")));
    }
    lines.push(close.to_owned());
    lines
}

fn flat(value: &Value) -> String {
    let join = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::Object(keys) if !keys.is_empty() => {
            let parts = keys
                .iter()
                .map(|(key, value)| format!("\"{key}\": {}", flat(value)))
                .collect();
            format!("{{ {} }}", join(parts))
        }
        Value::Array(items) => format!("[{}]", join(items.iter().map(flat).collect())),
        value => value.to_string(),
    }
}

/// The index at the end of the page, with a link for every node.
fn index(schema: &Nodes) -> Vec<String> {
    let mut entries: Vec<(String, String)> = places(schema)
        .into_iter()
        .filter(|place| place.node.1.is_empty() || place.node.1.contains(": "))
        .map(|place| {
            let (definition, name) = &place.node;
            let shown = if name.is_empty() { definition } else { name };
            let anchor: String = place
                .heading
                .to_lowercase()
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect();
            (shown.clone(), anchor)
        })
        .collect();
    entries.sort_by_key(|(name, anchor)| (name.to_lowercase(), anchor.clone()));
    entries
        .into_iter()
        .map(|(name, anchor)| format!("- [`{name}`](#{anchor})"))
        .collect()
}

/// When blessing, they are written into the page.
#[test]
fn examples_and_index_are_up_to_date() {
    let world = card_game();
    let examples = examples(&world);
    let lines: Vec<&str> = PAGE.lines().collect();
    let from = lines
        .iter()
        .position(|line| *line == "# Index")
        .expect("the page has an index")
        + 2;
    let index = index(&nodes_of_the_schema());
    if options::blessing() {
        let mut page: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        page.truncate(from);
        page.extend(index);
        // From the last to the first, so that the lines above keep their numbers.
        for example in examples.into_iter().rev() {
            page.splice(example.shown, example.made);
        }
        fs::write(root().join("docs/ir.md"), page.join("\n") + "\n").expect("a file");
        return;
    }
    for example in examples {
        assert!(
            lines[example.shown.clone()] == example.made,
            "docs/ir.md:{}: the compiler gives\n{}\nrun: {COMMAND}",
            example.shown.start,
            example.made.join("\n")
        );
    }
    assert!(lines[from..] == index, "the index is stale\nrun: {COMMAND}");
}

#[test]
fn every_variant_has_an_example_on_the_page() {
    let mut shown = BTreeSet::new();
    for example in examples(&card_game()) {
        for node in &example.nodes {
            tags(node, &mut shown);
        }
    }
    let missing: Vec<String> = nodes_of_the_schema()
        .into_keys()
        .filter(|(_, name)| name.contains(": ") && !shown.contains(name))
        .map(|(definition, name)| format!("{definition} `{name}`"))
        .collect();
    assert!(missing.is_empty(), "never shown: {}", missing.join(", "));
}

fn tags(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(keys) => {
            for (key, value) in keys {
                if let Some(word) = value.as_str() {
                    found.insert(format!("{key}: {word}"));
                }
                tags(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|value| tags(value, found)),
        _ => {}
    }
}
