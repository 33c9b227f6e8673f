//! Validates a data file against its JSON Schema and reports each violation with its span.
//!
//! The schema is generated from the Rust type, as printed by `cardwright schema`, so a new key
//! needs no change here. Only the parts of JSON Schema that schemars generates for the types of
//! this module are supported.

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value as Schema;

use super::data_spans::DataSpans;
use crate::diagnostic::{Code, Diagnostic, closest};
use crate::source::composed::is_composed;
use crate::source::{FileId, SourceFile, Span};
use crate::yaml::{self, Entry, Node, Scalar, Style, Value};

/// Maximum depth of brackets. Parsing deeper nesting is quadratic.
const MAX_DEPTH: usize = 255;

/// Data that match their schema. Invalid parts were dropped.
pub struct Validated<T> {
    pub data: T,
    /// The positions of the data as read: without dropped parts, and with misspelt words corrected.
    pub places: DataSpans,
    /// Schema violations that do not prevent reading: unknown keys, and invalid values and entries
    /// that were dropped.
    pub unread: Vec<Diagnostic>,
    /// The ids of dropped and missing parts.
    pub lost: Vec<String>,
}

/// Removes follow-up diagnostics: those that name a dropped or missing part, which is reported itself.
pub fn drop_follow_up_errors(diagnostics: Vec<Diagnostic>, lost: &[String]) -> Vec<Diagnostic> {
    let names_lost_part = |diagnostic: &Diagnostic| {
        lost.iter()
            .any(|id| diagnostic.names.iter().any(|name| name == id))
    };
    diagnostics
        .into_iter()
        .filter(|diagnostic| !names_lost_part(diagnostic))
        .collect()
}

/// Reads and validates a file as a value of type `T`. `what` describes the file in messages: `data of
/// the game`.
pub fn read<T: DeserializeOwned + JsonSchema>(
    id: FileId,
    file: &SourceFile,
    what: &str,
) -> Result<Validated<T>, Vec<Diagnostic>> {
    let text = &file.text;
    let unusable = |at: Span, why: &str, label: &str| {
        Diagnostic::new(
            Code::GameData,
            at,
            format!("the {what} cannot be used: {why}"),
            label,
        )
    };
    if let Some(at) = too_deep(text) {
        let why = format!("nesting is deeper than {MAX_DEPTH} levels");
        let diagnostic = unusable(Span::new(id, at..at + 1), &why, "too deep from here");
        return Err(vec![diagnostic.help("use fewer levels")]);
    }
    let (documents, found) = yaml::read(id, text);
    if !found.is_empty() {
        return Err(found);
    }
    let mut roots = documents
        .iter()
        .filter_map(|document| document.root.as_ref());
    let Some(root) = roots.next().filter(|root| !root.is_null()) else {
        return Err(vec![unusable(
            Span::new(id, 0..text.len().min(1)),
            "the file is empty",
            "empty",
        )]);
    };
    if let Some(second) = roots.next() {
        let at = first_line(text, second.span);
        return Err(vec![
            unusable(at, "it has a second document", "in another document")
                .help("remove the `---` before it, or move it to its own file"),
        ]);
    }
    let schema = SchemaGenerator::default().into_root_schema_for::<T>();
    let mut walk = Walk {
        text,
        schema: schema.as_value(),
        wrong: Vec::new(),
        unread: Vec::new(),
        left_out: Vec::new(),
        meant: Vec::new(),
        absent: Vec::new(),
        lost: Vec::new(),
    };
    walk.node(walk.schema, root, &Named::Whole(what));
    let mut unread = std::mem::take(&mut walk.wrong);
    let is_wrong = !unread.is_empty();
    unread.append(&mut walk.unread);
    // If parts were dropped, the data come from the tree, so that references can still be checked.
    // Entries merged by `<<` are only in the tree, and only there are names composed (Unicode's NFC).
    let is_whole = unread.is_empty() && !text.contains("<<") && is_composed(text);
    let tree = walk.as_read(root);
    let data = match is_whole {
        true => serde_yaml::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)),
        false => serde_yaml::from_value(walk.data_of(&tree)),
    };
    match data {
        Ok(data) => Ok(Validated {
            data,
            places: DataSpans::of_tree(id, tree),
            unread,
            lost: walk.lost,
        }),
        Err(_) if is_wrong => Err(unread),
        Err(error) => {
            let at = error.location().map_or(0, |at| at.index().min(text.len()));
            let message = error.to_string();
            let why = message.split(" at line ").next().unwrap_or(&message);
            let at = first_line(text, Span::new(id, at..text.len()));
            Err(vec![unusable(at, why, "noticed here")])
        }
    }
}

/// Returns the offset of the first bracket that is nested too deep. Brackets inside texts count too,
/// because a real text never has that many unclosed brackets.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    text.bytes().position(|byte| {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > MAX_DEPTH
    })
}

/// Returns the part of a span up to its first line break.
fn first_line(text: &str, span: Span) -> Span {
    let range = span.range();
    let written = text.get(range.clone()).unwrap_or_default();
    let length = written.find(['\n', '\r']).unwrap_or(written.len());
    Span::new(span.file, range.start..range.start + length)
}

/// The description of a value in a message.
enum Named<'n> {
    Whole(&'n str),
    Key(&'n str),
    /// An entry of a list.
    Item(&'n str),
}

impl std::fmt::Display for Named<'_> {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Named::Whole(what) => write!(to, "the {what}"),
            Named::Key(key) => write!(to, "`{key}`"),
            Named::Item(key) => write!(to, "an entry of `{key}`"),
        }
    }
}

impl Named<'_> {
    /// Returns the message for a missing key. The verb is plural for `house rules`.
    fn lacks(&self, key: &str) -> String {
        let verb = match self {
            Named::Whole(what) if what.ends_with('s') => "have",
            _ => "has",
        };
        format!("{self} {verb} no `{key}`")
    }
}

struct Walk<'s> {
    text: &'s str,
    /// The whole schema, with its definitions.
    schema: &'s Schema,
    /// Violations that prevent the data from being read.
    wrong: Vec<Diagnostic>,
    unread: Vec<Diagnostic>,
    /// The spans of dropped keys and list entries.
    left_out: Vec<Span>,
    /// Misspelt words, with their corrections.
    meant: Vec<(Span, &'s str)>,
    /// Mappings that lack a required text, with the key of that text.
    absent: Vec<(Span, &'s str)>,
    lost: Vec<String>,
}

impl<'s> Walk<'s> {
    /// Validates a value. Returns whether the value can be read after invalid parts are dropped.
    fn node(&mut self, schema: &'s Schema, node: &Node, named: &Named<'_>) -> bool {
        let schema = self.resolved(schema);
        let choices = alternatives(schema);
        if choices.iter().any(|choice| is(choice, "null")) || is(schema, "null") {
            if node.is_null() {
                return true;
            }
            if let Some(other) = choices.iter().find(|choice| !is(choice, "null")) {
                return self.node(other, node, named);
            }
        }
        let words: Vec<&'s str> = choices
            .iter()
            .filter_map(|choice| word_of(choice))
            .collect();
        let before = self.wrong.len();
        if !words.is_empty() {
            return self.one_of(&words, node, named);
        }
        if is(schema, "object") {
            return self.mapping(schema, &choices, node, named);
        }
        if is(schema, "array") {
            return self.list(schema, node, named);
        }
        let kinds: Vec<Kind> = match choices.is_empty() {
            true => Kind::of(schema).into_iter().collect(),
            false => choices
                .iter()
                .filter_map(|choice| Kind::of(choice))
                .collect(),
        };
        self.scalar(schema, &kinds, node, named);
        self.wrong.len() == before
    }

    fn resolved(&self, schema: &'s Schema) -> &'s Schema {
        let named = schema.get("$ref").and_then(Schema::as_str);
        let named = named.and_then(|name| name.strip_prefix('#'));
        named
            .and_then(|name| self.schema.pointer(name))
            .unwrap_or(schema)
    }

    fn tell(&mut self, at: Span, message: String, label: &str, help: String) {
        let at = first_line(self.text, at);
        self.wrong
            .push(Diagnostic::new(Code::GameData, at, message, label).help(help));
    }

    /// Reports a value of the wrong kind.
    fn misfit(&mut self, node: &Node, named: &Named<'_>, wanted: &str, help: String) {
        let (message, label) = match (&node.value, node.is_null()) {
            (_, true) => (format!("{named} has no value"), "empty".to_owned()),
            (Value::Mapping(_), _) => (
                format!("{named} is {wanted}, not a mapping"),
                format!("not {wanted}"),
            ),
            (Value::Sequence(_), _) => (
                format!("{named} is {wanted}, not a list"),
                format!("not {wanted}"),
            ),
            (Value::Scalar(scalar), _) => (
                format!("{named} is {wanted}, not `{}`", short(&scalar.text)),
                format!("not {wanted}"),
            ),
        };
        self.tell(node.span, message, &label, help);
    }

    /// Returns whether a word is valid, or can be corrected.
    fn one_of(&mut self, words: &[&'s str], node: &Node, named: &Named<'_>) -> bool {
        let written = node.scalar().map_or("", |scalar| scalar.text.as_str());
        if words.contains(&written) {
            return true;
        }
        if written.is_empty() {
            let help = format!("write one of {}", listed(words.iter().copied()));
            self.misfit(node, named, "a word", help);
            return false;
        }
        let close = closest(written, words.iter().copied());
        let help = match close {
            Some(close) => format!("write `{close}`"),
            None => format!("write one of {}", listed(words.iter().copied())),
        };
        let message = format!("{named} cannot be `{}`", short(written));
        self.tell(node.span, message, "not a valid word here", help);
        self.meant.extend(close.map(|close| (node.span, close)));
        close.is_some()
    }

    fn scalar(&mut self, schema: &Schema, kinds: &[Kind], node: &Node, named: &Named<'_>) {
        let scalar = node.scalar().filter(|_| !node.is_null());
        if let Some(scalar) = scalar
            && kinds.contains(&Kind::read(scalar))
        {
            return self.bounds(schema, scalar, node, named);
        }
        let wanted = match kinds {
            [Kind::Text] => "a text",
            [Kind::Number] => "a whole number",
            [Kind::Flag] => "true or false",
            _ => "a word, a whole number, or true or false",
        };
        let written = scalar.map_or("", |scalar| scalar.text.as_str());
        let is_number = !written.is_empty() && written.bytes().all(|byte| byte.is_ascii_digit());
        if kinds == [Kind::Number] && is_number && written.parse::<i64>().is_err() {
            return self.too_large(node, named, written);
        }
        let help = match (kinds, scalar) {
            ([Kind::Text], Some(_)) => format!("write `\"{written}\"` in quotes"),
            ([Kind::Number], Some(_)) if written.parse::<i64>().is_ok() => {
                format!("write `{written}` without quotes")
            }
            ([Kind::Number], _) => "write a whole number in digits".to_owned(),
            ([Kind::Flag], Some(_)) if ["yes", "on", "True", "TRUE"].contains(&written) => {
                "write `true`".to_owned()
            }
            ([Kind::Flag], Some(_)) if ["no", "off", "False", "FALSE"].contains(&written) => {
                "write `false`".to_owned()
            }
            _ => format!("write {wanted}"),
        };
        self.misfit(node, named, wanted, help);
    }

    fn bounds(&mut self, schema: &Schema, scalar: &Scalar, node: &Node, named: &Named<'_>) {
        let Ok(number) = scalar.text.parse::<i64>() else {
            return;
        };
        let least = schema.get("minimum").and_then(Schema::as_i64);
        let small = schema.get("format").and_then(Schema::as_str) == Some("uint32");
        let most = small.then_some(i64::from(u32::MAX));
        if least.is_some_and(|least| number < least) {
            self.misfit(
                node,
                named,
                "a whole number from 0",
                "write a number from 0".to_owned(),
            );
        } else if most.is_some_and(|most| number > most) {
            self.too_large(node, named, &scalar.text);
        }
    }

    fn too_large(&mut self, node: &Node, named: &Named<'_>, written: &str) {
        let message = format!("`{}` is too large for {named}", short(written));
        self.tell(
            node.span,
            message,
            "too large",
            "write a smaller number".to_owned(),
        );
    }

    fn list(&mut self, schema: &'s Schema, node: &Node, named: &Named<'_>) -> bool {
        let Value::Sequence(items) = &node.value else {
            let help = match node.scalar() {
                Some(scalar) => format!("write `[{}]`", scalar.text),
                None => "write `- ` before each entry, each on its own line".to_owned(),
            };
            self.misfit(node, named, "a list", help);
            return false;
        };
        let Some(of) = schema.get("items") else {
            return true;
        };
        let key = match named {
            Named::Key(key) | Named::Item(key) | Named::Whole(key) => key,
        };
        for item in items.iter() {
            if !self.node(of, item, &Named::Item(key)) {
                self.left_out.push(item.span);
            }
        }
        true
    }

    fn mapping(
        &mut self,
        schema: &'s Schema,
        choices: &[&'s Schema],
        node: &Node,
        named: &Named<'_>,
    ) -> bool {
        let Value::Mapping(entries) = &node.value else {
            let help = match properties(schema).next() {
                _ if node.is_null() && required(schema).next().is_none() => {
                    "write `{}` if it is empty".to_owned()
                }
                Some((key, _)) => {
                    format!("write a key and its value on each line below: `{key}: …`")
                }
                None => "write an id and its value on each line below: `id: …`".to_owned(),
            };
            self.misfit(node, named, "a mapping", help);
            return false;
        };
        let mut parts = vec![schema];
        if !choices.is_empty() {
            match self.chosen(choices, entries, node, named) {
                Some(choice) => parts.push(choice),
                // The valid keys are unknown.
                None => return false,
            }
        }
        let known: Vec<(&'s str, &'s Schema)> =
            parts.iter().flat_map(|part| properties(part)).collect();
        let open = schema
            .get("additionalProperties")
            .filter(|open| open.is_object());
        let any = schema.get("additionalProperties").and_then(Schema::as_bool) == Some(true);
        let mut unread = Vec::new();
        let needs = |name: &str| {
            let mut required = parts.iter().flat_map(|part| required(part));
            required.any(|other| other == name)
        };
        let mut whole = true;
        for entry in entries.iter() {
            let Some(key) = entry.key.scalar().map(|key| key.text.as_str()) else {
                let help = "write a word before the colon".to_owned();
                self.misfit(&entry.key, &Named::Whole("key"), "a text", help);
                whole = false;
                continue;
            };
            let of_key = known.iter().find(|(name, _)| *name == key);
            match of_key.map(|(_, of)| *of).or(open) {
                Some(of) => {
                    if !self.node(of, &entry.value, &Named::Key(key)) {
                        whole &= !needs(key);
                        self.left_out.push(entry.key.span);
                        // An id is dropped with everything below it.
                        self.lost.extend(of_key.is_none().then(|| key.to_owned()));
                    }
                }
                // The check of the game judges the values.
                None if any => {}
                None => unread.push((key, entry)),
            }
        }
        let here = |name: &str| {
            let mut keys = entries.iter().filter_map(|entry| entry.key.scalar());
            keys.any(|key| key.text == name)
        };
        let free: Vec<&str> = known
            .iter()
            .map(|(name, _)| *name)
            .filter(|name| !here(name))
            .collect();
        let mut meant = Vec::new();
        for (key, entry) in unread {
            let close = closest(key, free.iter().copied()).filter(|close| !meant.contains(close));
            self.not_read(key, entry.key.span, close, &free);
            let of = known.iter().find(|(name, _)| Some(*name) == close);
            if let Some((name, of)) = of {
                meant.push(*name);
                if self.node(of, &entry.value, &Named::Key(name)) {
                    self.meant.push((entry.key.span, name));
                    continue;
                }
                whole &= !needs(name);
            }
            self.left_out.push(entry.key.span);
        }
        for name in parts.iter().flat_map(|part| required(part)) {
            if here(name) || meant.contains(&name) {
                continue;
            }
            let at = entries.first().map_or(node.span, |entry| entry.key.span);
            self.tell(
                at,
                named.lacks(name),
                &format!("missing `{name}`"),
                format!("add `{name}: …`"),
            );
            let of = known.iter().find(|(known, _)| *known == name);
            if of.is_some_and(|(_, of)| Kind::of(of) == Some(Kind::Text)) {
                self.absent.push((node.span, name));
                self.lost.push(String::new());
            } else {
                whole = false;
            }
        }
        whole
    }

    /// Reports an unknown key.
    fn not_read(&mut self, key: &str, at: Span, close: Option<&str>, free: &[&str]) {
        let diagnostic = Diagnostic::new(
            Code::GameData,
            at,
            format!("unknown key `{}`", short(key)),
            "not a valid key here",
        );
        let diagnostic = diagnostic.help(match close {
            Some(close) => format!("write `{close}`"),
            None if free.is_empty() => "remove it".to_owned(),
            None => format!(
                "remove it; other valid keys are {}",
                listed(free.iter().copied())
            ),
        });
        self.unread.push(diagnostic);
    }

    /// Selects one of several schemas by the value of the tag.
    fn chosen(
        &mut self,
        choices: &[&'s Schema],
        entries: &[Entry],
        node: &Node,
        named: &Named<'_>,
    ) -> Option<&'s Schema> {
        let tags: Vec<(&str, &'s str, &'s Schema)> = choices
            .iter()
            .filter_map(|choice| {
                let (key, word) =
                    properties(choice).find_map(|(key, of)| Some((key, word_of(of)?)))?;
                Some((key, word, *choice))
            })
            .collect();
        let (tag, ..) = *tags.first()?;
        let words: Vec<&'s str> = tags.iter().map(|(_, word, _)| *word).collect();
        let is_tag = |entry: &&Entry| entry.key.scalar().is_some_and(|key| key.text == tag);
        let Some(entry) = entries.iter().find(is_tag) else {
            let at = entries.first().map_or(node.span, |entry| entry.key.span);
            self.tell(
                at,
                named.lacks(tag),
                &format!("missing `{tag}`"),
                format!("add `{tag}:` and one of {}", listed(words.iter().copied())),
            );
            return None;
        };
        self.one_of(&words, &entry.value, &Named::Key(tag));
        let written = entry.value.scalar()?.text.as_str();
        // A misspelt tag is reported, and the other keys are read as if it were correct.
        let meant = match words.contains(&written) {
            true => Some(written),
            false => closest(written, words.iter().copied()),
        };
        tags.iter()
            .find(|(_, word, _)| Some(*word) == meant)
            .map(|(.., choice)| *choice)
    }

    /// Returns the tree without dropped parts and with corrected words.
    fn as_read(&self, node: &Node) -> Node {
        let word = self.meant.iter().find(|(at, _)| *at == node.span);
        let value = match (&node.value, word) {
            (Value::Scalar(_), Some((_, word))) => Value::Scalar(Scalar {
                text: (*word).into(),
                style: Style::Plain,
            }),
            (Value::Scalar(scalar), None) => Value::Scalar(scalar.clone()),
            (Value::Sequence(items), _) => {
                let kept = items.iter();
                let kept = kept.filter(|item| !self.left_out.contains(&item.span));
                Value::Sequence(kept.map(|item| self.as_read(item)).collect())
            }
            (Value::Mapping(entries), _) => {
                let kept = entries.iter();
                let kept = kept.filter(|entry| !self.left_out.contains(&entry.key.span));
                let kept = kept.map(|entry| Entry {
                    key: self.as_read(&entry.key),
                    value: self.as_read(&entry.value),
                });
                Value::Mapping(kept.collect())
            }
        };
        Node {
            span: node.span,
            value,
        }
    }

    /// Converts a tree without dropped parts to data. Missing required texts become empty.
    fn data_of(&self, node: &Node) -> serde_yaml::Value {
        match &node.value {
            Value::Scalar(scalar) if Kind::read(scalar) == Kind::Text && !node.is_null() => {
                scalar.text.as_str().into()
            }
            Value::Scalar(scalar) => serde_yaml::from_str(&scalar.text).unwrap_or_default(),
            Value::Sequence(items) => items.iter().map(|item| self.data_of(item)).collect(),
            Value::Mapping(entries) => {
                let data = entries.iter();
                let data = data.map(|entry| (self.data_of(&entry.key), self.data_of(&entry.value)));
                let absent = self.absent.iter().filter(|(at, _)| *at == node.span);
                let absent = absent.map(|(_, key)| ((*key).into(), "".into()));
                serde_yaml::Value::Mapping(data.chain(absent).collect())
            }
        }
    }
}

/// The kind of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Text,
    Number,
    Flag,
    /// Any other kind of value, such as `1.5`.
    Other,
}

impl Kind {
    fn of(schema: &Schema) -> Option<Kind> {
        [
            ("string", Kind::Text),
            ("integer", Kind::Number),
            ("boolean", Kind::Flag),
        ]
        .into_iter()
        .find_map(|(word, kind)| is(schema, word).then_some(kind))
    }

    fn read(scalar: &Scalar) -> Kind {
        if scalar.style != Style::Plain {
            return Kind::Text;
        }
        match serde_yaml::from_str(&scalar.text) {
            Ok(serde_yaml::Value::Bool(_)) => Kind::Flag,
            Ok(serde_yaml::Value::Number(number)) if number.is_i64() => Kind::Number,
            Ok(serde_yaml::Value::Number(_)) => Kind::Other,
            _ => Kind::Text,
        }
    }
}

/// Returns whether a schema allows a type.
fn is(schema: &Schema, word: &str) -> bool {
    match schema.get("type") {
        Some(Schema::String(one)) => one == word,
        Some(Schema::Array(several)) => several.iter().any(|one| one == word),
        _ => false,
    }
}

fn alternatives(schema: &Schema) -> Vec<&Schema> {
    let of = |key: &str| schema.get(key).and_then(Schema::as_array);
    of("oneOf").or(of("anyOf")).into_iter().flatten().collect()
}

fn word_of(schema: &Schema) -> Option<&str> {
    schema.get("const")?.as_str()
}

fn properties(schema: &Schema) -> impl Iterator<Item = (&str, &Schema)> {
    let properties = schema.get("properties").and_then(Schema::as_object);
    properties
        .into_iter()
        .flatten()
        .map(|(key, of)| (key.as_str(), of))
}

fn required(schema: &Schema) -> impl Iterator<Item = &str> {
    let required = schema.get("required").and_then(Schema::as_array);
    required.into_iter().flatten().filter_map(Schema::as_str)
}

/// Shortens a value for a message.
fn short(written: &str) -> String {
    let line = written.lines().next().unwrap_or_default();
    match line.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    }
}

fn listed<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    words.join(", ")
}
