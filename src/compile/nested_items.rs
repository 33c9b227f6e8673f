//! Recovers cards and sets below unexpected keys: `cards:` above all of them, or the name of each card as its key.

use crate::card;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety};
use crate::game::Game;
use crate::kingdom;
use crate::source::Span;
use crate::yaml::{Entry, Node, Scalar, Style, Value};

/// The cards and sets below the keys of a mapping.
pub(super) struct NestedItems {
    /// The cards and sets, each as a separate node.
    pub items: Vec<Node>,
    pub found: Vec<Diagnostic>,
}

/// How a key contains cards or sets.
enum Container {
    /// The value has cards or sets with their names.
    Items(Vec<Node>),
    /// The key is the name of the card or set in its value.
    Named(Node),
}

/// Reads a mapping whose keys are not card fields but contain cards or sets.
pub(super) fn read(game: &Game, source: &str, node: &Node) -> Option<NestedItems> {
    let Value::Mapping(entries) = &node.value else {
        return None;
    };
    // A key with cards below it may have a sibling `name`.
    let is_item = |entry| is_of_an_item(game, entry) && written(entry) != "name";
    if entries.iter().any(is_item) {
        return None;
    }
    let (mut items, mut named, mut holders, mut others) = (vec![], vec![], vec![], vec![]);
    for entry in entries.iter() {
        match holds(game, entry) {
            Some(Container::Items(below)) => {
                holders.push(entry);
                items.extend(below);
            }
            Some(Container::Named(item)) => {
                named.push(entry);
                items.push(item);
            }
            None => others.push(entry),
        }
    }
    if items.is_empty() {
        return None;
    }
    let what = match items.iter().all(kingdom::is_kingdom) {
        true => Kind::Sets,
        false => Kind::Cards,
    };
    let alone = others.is_empty();
    let holding = holders
        .split_first()
        .map(|(first, more)| below(game, source, what, first, more, alone && named.is_empty()));
    let naming = named
        .split_first()
        .map(|(first, more)| names(game, source, first, more, alone && holders.is_empty()));
    let strange = others.iter().map(|entry| {
        let key = prose::shown(written(entry));
        Diagnostic::new(
            Code::NotACard,
            entry.key.span,
            format!("`{key}` is next to cards, but belongs to no card"),
            "not a field of a card",
        )
        .help("write it after `#`, or remove it")
    });
    Some(NestedItems {
        items,
        found: holding.into_iter().chain(naming).chain(strange).collect(),
    })
}

/// Recovers a set whose parts are below its key `kingdom` instead of next to it.
pub(super) fn below_its_key(game: &Game, source: &str, node: &Node) -> Option<(Node, Diagnostic)> {
    let Value::Mapping(entries) = &node.value else {
        return None;
    };
    let [entry] = &**entries else {
        return None;
    };
    let Value::Mapping(below) = &entry.value.value else {
        return None;
    };
    let is_name = |entry: &Entry| matches!(written(entry), "name" | kingdom::NAME_KEY);
    let at = below.iter().position(is_name)?;
    if written(entry) != kingdom::NAME_KEY || !game.are_of_a_set(below.iter().map(written)) {
        return None;
    }
    let mut parts = below.to_vec();
    let named = parts.get_mut(at)?;
    let name = named.key.span;
    named.key.value = entry.key.value.clone();
    let what = prose::a(&game.kingdom.name);
    let diagnostic = Diagnostic::new(
        Code::NotACard,
        entry.key.span,
        format!(
            "the parts of {what} must be next to the key `{}`, not below it",
            kingdom::NAME_KEY
        ),
        "expected a name, found a mapping",
    );
    let title = format!(
        "remove this line, and write `{}` instead of `name`",
        kingdom::NAME_KEY
    );
    let diagnostic = match line_of(source, entry) {
        Some(line) => {
            let edits = [(line, ""), (name, kingdom::NAME_KEY)];
            let edits = edits.map(|(at, text)| Edit {
                at,
                text: text.to_owned(),
            });
            diagnostic.fix_all(Safety::Unsafe, title, edits)
        }
        None => diagnostic.help(title),
    };
    let set = Node {
        span: node.span,
        value: Value::Mapping(parts.into()),
    };
    Some((set, diagnostic))
}

#[derive(Clone, Copy)]
enum Kind {
    Cards,
    Sets,
}

/// Returns the text of a key.
fn written(entry: &Entry) -> &str {
    let key = entry.key.scalar();
    key.map(|key| key.text.as_str()).unwrap_or_default()
}

/// Returns whether a key is a key of a card or of a set.
fn is_of_an_item(game: &Game, entry: &Entry) -> bool {
    is_key(game, written(entry))
}

pub(super) fn is_key(game: &Game, key: &str) -> bool {
    card::is_key(game, key) || key == kingdom::NAME_KEY || game.kingdom.zones.contains_key(key)
}

fn holds(game: &Game, entry: &Entry) -> Option<Container> {
    match &entry.value.value {
        Value::Sequence(items) => {
            let all = items.iter().all(|item| has_a_name(game, item));
            (all && !items.is_empty()).then(|| Container::Items(items.to_vec()))
        }
        Value::Mapping(below) => {
            if has_a_name(game, &entry.value) {
                return Some(Container::Items(vec![entry.value.clone()]));
            }
            let key = entry.key.scalar()?;
            let name_key = match game.are_of_a_set(below.iter().map(written)) {
                true => kingdom::NAME_KEY,
                false => "name",
            };
            if below.iter().filter(|one| is_of_an_item(game, one)).count() < LEAST_FIELDS {
                // `cards:` above cards whose names are their keys.
                let deeper = below.iter().all(|one| {
                    matches!(&one.value.value, Value::Mapping(fields) if fields.iter().any(|field| is_of_an_item(game, field)))
                });
                return (deeper && !below.is_empty())
                    .then(|| Container::Items(vec![entry.value.clone()]));
            }
            let name = Entry {
                key: Node {
                    span: entry.key.span,
                    value: Value::Scalar(Scalar {
                        text: name_key.into(),
                        style: Style::Plain,
                    }),
                },
                value: Node {
                    span: entry.key.span,
                    value: Value::Scalar(key.clone()),
                },
            };
            let all = std::iter::once(name).chain(below.iter().cloned());
            Some(Container::Named(Node {
                span: entry.key.span.to(entry.value.span),
                value: Value::Mapping(all.collect()),
            }))
        }
        Value::Scalar(_) => None,
    }
}

/// Minimum number of card fields that identify a card.
const LEAST_FIELDS: usize = 2;

/// Returns whether a node is a card or a set with a name.
fn has_a_name(game: &Game, node: &Node) -> bool {
    let Value::Mapping(entries) = &node.value else {
        return false;
    };
    let is_name = |entry| matches!(written(entry), "name" | kingdom::NAME_KEY);
    let keys = entries.iter().filter(|entry| is_of_an_item(game, entry));
    entries.iter().any(is_name) && keys.count() >= LEAST_FIELDS
}

/// Reports `cards:` with cards below it.
fn below(
    game: &Game,
    source: &str,
    what: Kind,
    first: &Entry,
    more: &[&Entry],
    alone: bool,
) -> Diagnostic {
    let (these, each) = match what {
        Kind::Cards => ("cards".to_owned(), "card"),
        Kind::Sets => (format!("{}s", game.kingdom.name), &*game.kingdom.name),
    };
    let diagnostic = Diagnostic::new(
        Code::NotACard,
        first.key.span,
        format!("{these} cannot be below a key"),
        "not a field of a card",
    );
    let diagnostic = more.iter().fold(diagnostic, |diagnostic, entry| {
        diagnostic.label(entry.key.span, "not a field either")
    });
    let only = (alone && more.is_empty()).then_some(first);
    match only.and_then(|only| line_of(source, only)) {
        Some(line) => diagnostic.fix(Safety::Unsafe, "remove this line", line, ""),
        None => diagnostic.help(format!(
            "remove this line, and write `- ` before the first key of each {each}, or `---` between them"
        )),
    }
}

/// Returns the line of a key whose value starts on the next line.
fn line_of(source: &str, entry: &Entry) -> Option<Span> {
    let key = entry.key.span;
    let start = line_start(source, key)?;
    let after = source.get(key.end as usize..entry.value.span.start as usize)?;
    let (rest, _) = after.split_once('\n')?;
    let is_bare = rest.trim() == ":";
    is_bare.then(|| Span::new(key.file, start..key.end as usize + rest.len() + 1))
}

/// Returns the start of the line of a key, if only spaces precede the key.
fn line_start(source: &str, key: Span) -> Option<usize> {
    let before = source.get(..key.start as usize)?;
    let indent = before.len() - before.trim_end_matches(' ').len();
    let start = before.len() - indent;
    let line = before.get(..start)?;
    (line.is_empty() || line.ends_with('\n')).then_some(start)
}

/// Reports `Griffin:` with the fields of the card below it.
fn names(game: &Game, source: &str, first: &Entry, more: &[&Entry], alone: bool) -> Diagnostic {
    let is_set = |entry: &Entry| match &entry.value.value {
        Value::Mapping(below) => game.are_of_a_set(below.iter().map(written)),
        _ => false,
    };
    let name_key = |entry: &Entry| match is_set(entry) {
        true => kingdom::NAME_KEY,
        false => "name",
    };
    let what = match is_set(first) {
        true => prose::a(&game.kingdom.name),
        false => "a card".to_owned(),
    };
    let key = name_key(first);
    let diagnostic = Diagnostic::new(
        Code::NotACard,
        first.key.span,
        format!("the name of {what} belongs after `{key}:`, not above the other keys"),
        "a name, not a key",
    );
    let diagnostic = more.iter().fold(diagnostic, |diagnostic, entry| {
        diagnostic.label(entry.key.span, "also a name")
    });
    let all = std::iter::once(&first).chain(more);
    let edits = all.map(|entry| as_item(source, entry, name_key(entry)));
    let edits: Option<Vec<[Edit; 2]>> = edits.collect();
    let name = prose::shown(written(first));
    match edits.filter(|_| alone) {
        Some(edits) => diagnostic.fix_all(
            Safety::Unsafe,
            format!("write `- {key}: {name}`"),
            edits.into_iter().flatten(),
        ),
        None => diagnostic.help(format!("write `{key}: {name}` as the first key")),
    }
}

/// Returns the edits that turn a key into the first line of a list item; the other lines are already indented.
fn as_item(source: &str, entry: &Entry, name_key: &str) -> Option<[Edit; 2]> {
    let key = entry.key.span;
    let start = line_start(source, key)?;
    let Value::Mapping(below) = &entry.value.value else {
        return None;
    };
    let fields = below.first()?.key.span;
    let indent = fields.start as usize - line_start(source, fields)?;
    let column = key.start as usize - start;
    let more = indent.checked_sub(column + 2)?;
    let after = source.get(key.end as usize..fields.start as usize)?;
    let rest = after.split_once('\n')?.0.trim_end_matches('\r');
    (rest.trim() == ":").then(|| {
        let before = Span::new(key.file, key.start as usize..key.start as usize);
        let colon = Span::new(key.file, key.end as usize..key.end as usize + rest.len());
        [
            Edit {
                at: before,
                text: format!("-{}{name_key}: ", " ".repeat(more + 1)),
            },
            Edit {
                at: colon,
                text: String::new(),
            },
        ]
    })
}

/// Joins a card or set whose fields are separate list items: `- name: Hail`, `- type: spell`. Returns it with the
/// diagnostic.
pub(super) fn one_in_entries(game: &Game, source: &str, list: &Node) -> Option<(Node, Diagnostic)> {
    let Value::Sequence(items) = &list.value else {
        return None;
    };
    let mut fields: Vec<Entry> = Vec::new();
    for item in items.iter() {
        let Value::Mapping(entries) = &item.value else {
            return None;
        };
        for entry in entries.iter() {
            let again = fields.iter().any(|known| written(known) == written(entry));
            if again || !is_of_an_item(game, entry) {
                return None;
            }
            fields.push(entry.clone());
        }
    }
    // An item with both name and type is a card of its own.
    let has = |item: &Node, key: &str| match &item.value {
        Value::Mapping(entries) => entries.iter().any(|entry| written(entry) == key),
        _ => false,
    };
    let apart = |key: &str| items.iter().position(|item| has(item, key));
    if apart("name")? == apart("type")? {
        return None;
    }
    let mut dashes = Vec::new();
    for item in items.iter().skip(1) {
        let start = item.span.start as usize;
        let line = source.get(..start)?.rsplit('\n').next()?;
        if line.trim() != "-" {
            return None;
        }
        let dash = start - line.trim_start().len();
        dashes.push(Edit {
            at: Span::new(item.span.file, dash..start),
            text: " ".repeat(start - dash),
        });
    }
    let at = dashes.first()?.at;
    let at = Span::new(at.file, at.start as usize..at.start as usize + 1);
    let diagnostic = Diagnostic::new(
        Code::YamlSyntax,
        at,
        "the fields of one card are separate list entries",
        "a dash starts another card",
    )
    .fix_all(Safety::Unsafe, "remove all dashes except the first", dashes);
    let node = Node {
        span: list.span,
        value: Value::Mapping(fields.into()),
    };
    Some((node, diagnostic))
}
