//! Writes a commented card file to start from. All words come from the data of the game.

use std::cmp::Reverse;

use serde_json::{Map, Value};
use smol_str::SmolStr;

use cardwright::collections::IndexMap;
use cardwright::compile::Card;
use cardwright::diagnostic::prose;
use cardwright::game::{Bounds, CardField, CardType, FieldKind, Game, Need};
use cardwright::render::at_spaces;
use cardwright::yaml;

/// Width of comments, in columns, with their `# `.
const WIDTH: usize = 100;
/// Number of times that the numbers of an example are changed to get a card unlike those that exist.
const STEPS: usize = 8;
/// Maximum number of words of a list in a comment.
const MAX_WORDS: usize = 12;

/// A card type, and the cards whose values serve as examples.
pub struct Template<'t> {
    pub game: &'t Game,
    pub type_id: &'t str,
    pub card_type: &'t CardType,
    pub cards: &'t IndexMap<SmolStr, Card>,
    /// The path of the file, for the comment.
    pub path: &'t str,
}

/// Words that YAML does not read as text.
const NOT_TEXT: [&str; 9] = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"];

/// The values of a card by key.
type Values = Map<String, Value>;

impl<'t> Template<'t> {
    /// Returns the files to choose from: the examples of the game, then the same with other numbers.
    pub fn variants(&self, name: &str) -> impl Iterator<Item = String> {
        let none = [IndexMap::default()];
        let examples = match self.card_type.examples.as_slice() {
            [] => none.as_slice(),
            examples => examples,
        };
        let mut variants = Vec::new();
        for step in 0..STEPS {
            for example in examples {
                let values = self.values(example, step);
                let written = self.written(name, &values);
                if !variants.contains(&written) {
                    variants.push(written);
                }
            }
        }
        variants.into_iter()
    }

    fn values(&self, example: &IndexMap<String, Value>, step: usize) -> Values {
        let fields = self.game.fields_of(self.card_type);
        let value = |field: CardField<'t>| {
            let examples = std::iter::once(example).chain(&self.card_type.examples);
            let mut given = examples.filter_map(|example| example.get(field.key));
            let value = given.next().cloned();
            let value = value
                .or_else(|| self.usual(field))
                .unwrap_or_else(|| self.simplest(&field.field.kind));
            (field.key.to_owned(), varied(value, &field.field.kind, step))
        };
        fields.map(value).collect()
    }

    /// Returns the value that most cards of the type have in a field.
    fn usual(&self, field: CardField<'_>) -> Option<Value> {
        let of_type = self.cards.values();
        let of_type = of_type.filter(|card| card.source.card_type == self.type_id);
        if matches!(field.field.kind, FieldKind::Effect) {
            let text = of_type
                .map(|card| &*card.text)
                .filter(|text| !text.is_empty())
                .min_by_key(|text| text.len())?;
            return Some(text.into());
        }
        if matches!(field.field.kind, FieldKind::Text { .. } | FieldKind::Area) {
            return None;
        }
        let mut counts: IndexMap<String, (usize, Value)> = IndexMap::default();
        for value in of_type.filter_map(|card| card.source.fields.get(field.key)) {
            let value = serde_json::to_value(value).ok()?;
            counts.entry(value.to_string()).or_insert((0, value)).0 += 1;
        }
        let mut counts: Vec<(usize, Value)> = counts.into_values().collect();
        counts.sort_by_key(|(count, _)| Reverse(*count));
        counts.into_iter().next().map(|(_, value)| value)
    }

    /// Returns a valid value of a kind of field.
    fn simplest(&self, kind: &FieldKind) -> Value {
        let first = |list: &str| {
            let first = self.game.terms(list).next();
            first.map(|(id, _)| id.to_owned()).unwrap_or_default()
        };
        match kind {
            FieldKind::Text { pattern, .. } => match pattern {
                Some(pattern) => pattern.replace('0', "1").into(),
                None => "…".into(),
            },
            FieldKind::Choice { of, .. } => first(of).into(),
            FieldKind::Choices { of, .. } => vec![first(of)].into(),
            FieldKind::Number { min, .. } => (*min).into(),
            FieldKind::Numbers { each, sum } => {
                let mut left =
                    sum.unwrap_or_default() - each.values().map(|of| of.min).sum::<i64>();
                let number = |(name, bounds): (&String, &Bounds)| {
                    let more = left.clamp(0, bounds.max - bounds.min);
                    left -= more;
                    (name.clone(), Value::from(bounds.min + more))
                };
                Value::Object(each.iter().map(number).collect())
            }
            FieldKind::Amounts { of, min, .. } => {
                Value::Object([(first(of), Value::from(*min))].into_iter().collect())
            }
            FieldKind::Flag => true.into(),
            FieldKind::Card { types, .. } => {
                let of_type = |card: &&Card| types.contains(&card.source.card_type);
                let first = self.cards.values().find(of_type);
                first.map_or("…".into(), |card| card.source.name.as_str().into())
            }
            FieldKind::Group { part, .. } => {
                let fields = self.game.fields_of(part);
                let given = fields.filter(|field| field.need == Need::Required);
                let values = given.map(|field| {
                    let value = self.usual(field);
                    let value = value.unwrap_or_else(|| self.simplest(&field.field.kind));
                    (field.key.to_owned(), value)
                });
                Value::Object(values.collect())
            }
            FieldKind::Area => "#X#\n".into(),
            FieldKind::Effect => Value::Null,
        }
    }

    /// Writes the file.
    fn written(&self, name: &str, values: &Values) -> String {
        let mut text = comment(&format!(
            "{} of {}. A line that begins with # is a comment. Change what you like, then run",
            capitalised(&prose::a(&self.card_type.name)),
            self.game.title
        ));
        text.push_str(&format!("#   cardwright check {}\n", self.path));
        text.push_str(&format!("name: {}\ntype: {}\n", scalar(name), self.type_id));
        let fields: Vec<CardField<'_>> = self.game.fields_of(self.card_type).collect();
        let is_effect = |field: &CardField<'_>| matches!(field.field.kind, FieldKind::Effect);
        let is_given = |field: &CardField<'_>| {
            let given = |example: &IndexMap<String, Value>| example.contains_key(field.key);
            field.need != Need::Optional
                || (is_effect(field) && self.card_type.examples.iter().any(given))
        };
        let (mut given, left): (Vec<CardField<'_>>, Vec<CardField<'_>>) =
            fields.into_iter().partition(is_given);
        given.sort_by_key(is_effect);
        for field in given {
            text.push('\n');
            text.push_str(&self.described(&field));
            text.push_str(&entry(&field, values));
        }
        if !left.is_empty() {
            text.push('\n');
            text.push_str(&comment("You may add these. Remove the # before the name."));
        }
        // Nothing is known that such a text could say.
        let is_known = |field: &CardField<'_>| values.get(field.key) != Some(&Value::Null);
        for field in left.into_iter().filter(is_known) {
            text.push_str("#\n");
            text.push_str(&self.described(&field));
            for line in entry(&field, values).lines() {
                text.push_str(&format!("# {line}\n"));
            }
        }
        text
    }

    /// Returns the comment above a field: what it is, and the values that it can have.
    fn described(&self, field: &CardField<'_>) -> String {
        let mut text = field.field.doc.clone();
        let words = |list: &str| -> Vec<String> {
            let terms = self.game.terms(list);
            terms.map(|(id, _)| id.to_owned()).collect()
        };
        let listed = |mut words: Vec<String>| {
            if words.len() > MAX_WORDS {
                words.truncate(MAX_WORDS);
                words.push("…".to_owned());
            }
            words.join(", ")
        };
        let range = |bounds: &Bounds| format!("from {} to {}", bounds.min, bounds.max);
        let values = match &field.field.kind {
            FieldKind::Choice { of, .. } => format!("One of: {}.", listed(words(of))),
            FieldKind::Choices { of, open: false } => format!("Some of: {}.", listed(words(of))),
            FieldKind::Choices { of, open: true } => match words(of) {
                known if known.is_empty() => "Words of your own.".to_owned(),
                known => format!("Some of: {}; or words of your own.", listed(known)),
            },
            FieldKind::Number { min, max, .. } => format!("From {min} to {max}."),
            FieldKind::Numbers { each, sum } => {
                let each = each.iter();
                let each = each.map(|(name, bounds)| format!("{name} {}", range(bounds)));
                let sum = sum.map(|sum| format!("; {sum} in all"));
                let each = each.collect::<Vec<_>>().join(", ");
                format!("Values: {each}{}.", sum.unwrap_or_default())
            }
            FieldKind::Amounts { of, min, max } => {
                format!("Some of: {}; each from {min} to {max}.", listed(words(of)))
            }
            FieldKind::Text {
                pattern: Some(pattern),
                ..
            } => format!("Written as {pattern}: A is a capital letter, 0 a digit."),
            FieldKind::Text { pattern: None, .. } | FieldKind::Area => String::new(),
            FieldKind::Flag => "Either true or false.".to_owned(),
            FieldKind::Card { .. } => "Write its name.".to_owned(),
            FieldKind::Group { part, .. } => {
                let keys = self.game.fields_of(part).map(|field| field.key.to_owned());
                format!("With: {}.", listed(keys.collect()))
            }
            FieldKind::Effect => format!(
                "Try a sentence with `cardwright effect --type {}`; see how other cards say it with `cardwright search`.",
                self.type_id
            ),
        };
        if let Need::Unless(flag) = field.need {
            text.push_str(&format!(
                " Leave it out if the card has `{}: true`.",
                self.game.key_of(flag)
            ));
        }
        comment(&format!("{text} {values}"))
    }
}

/// Changes the numbers of a value, within their bounds.
fn varied(mut value: Value, kind: &FieldKind, step: usize) -> Value {
    let more = i64::try_from(step).unwrap_or_default();
    if step == 0 {
        return value;
    }
    match (kind, &mut value) {
        (FieldKind::Number { max, .. }, Value::Number(number)) => {
            let raised = number.as_i64().unwrap_or_default() + more;
            return raised.min(*max).into();
        }
        // Among the names of the numbers, so that their sum stays the same.
        (FieldKind::Numbers { sum: Some(_), .. }, Value::Object(numbers)) => {
            let mut values: Vec<Value> = numbers.values().cloned().collect();
            values.rotate_right(step % numbers.len().max(1));
            for (number, value) in numbers.values_mut().zip(values) {
                *number = value;
            }
        }
        (FieldKind::Numbers { each, .. }, Value::Object(numbers)) => {
            let raised = numbers.iter_mut().find_map(|(name, number)| {
                let raised = number.as_i64()? + more;
                (raised <= each.get(name)?.max).then_some((number, raised))
            });
            if let Some((number, raised)) = raised {
                *number = raised.into();
            }
        }
        (FieldKind::Amounts { max, .. }, Value::Object(amounts)) => {
            if let Some(amount) = amounts.values_mut().next() {
                let raised = amount.as_i64().unwrap_or_default() + more;
                *amount = raised.min(*max).into();
            }
        }
        _ => {}
    }
    value
}

/// Writes a field with its value.
fn entry(field: &CardField<'_>, values: &Values) -> String {
    let key = field.key;
    let is_block = matches!(field.field.kind, FieldKind::Effect | FieldKind::Area);
    match values.get(key) {
        Some(Value::String(text)) if is_block => {
            let lines = text.trim_end().lines();
            let lines: String = lines.map(|line| format!("  {line}\n")).collect();
            format!("{key}: |\n{lines}")
        }
        Some(value) => format!("{key}: {}\n", flow(value)),
        None => String::new(),
    }
}

/// Writes a value on one line.
fn flow(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(entries) => {
            let entries = entries.iter();
            let entries = entries.map(|(key, value)| format!("{key}: {}", flow(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Writes a text, in quotation marks where YAML may read it as something else.
fn scalar(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '\'' | '’' | '…');
    let plain = text.starts_with(|c: char| c.is_alphabetic() || c == '…')
        && text.chars().all(is_word)
        && !text.ends_with(' ')
        && !NOT_TEXT.contains(&text.to_ascii_lowercase().as_str());
    match plain {
        true => text.to_owned(),
        false => yaml::quoted(text),
    }
}

/// Writes a comment, wrapped.
pub fn comment(text: &str) -> String {
    let options = at_spaces(WIDTH, text)
        .initial_indent("# ")
        .subsequent_indent("# ")
        .break_words(false);
    textwrap::fill(text.trim(), options) + "\n"
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}
