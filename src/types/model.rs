//! The named types of a JSON Schema: records, words, unions with a tag.
//!
//! Only the features that cardwright's schemas use are supported. Anything else is an error, so
//! that no type is silently wider than its schema.

use serde_json::{Map, Value};

/// A part of a schema that cannot be converted to a type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no type for the schema at {at}: {part}")]
pub struct ModelError {
    pub at: String,
    pub part: String,
}

/// All types, in the order of the schema; the document itself comes first.
#[derive(Debug)]
pub struct Model {
    pub types: Vec<Named>,
}

#[derive(Debug)]
pub struct Named {
    pub name: String,
    pub doc: Option<String>,
    pub shape: Shape,
}

#[derive(Debug)]
pub enum Shape {
    Record(Record),
    /// One of several words.
    Words(Vec<Word>),
    /// One of several records, distinguished by their tags.
    Union(Vec<Variant>),
    /// One of several types without a tag.
    OneOf(Vec<Type>),
    Alias(Type),
}

#[derive(Debug)]
pub struct Record {
    pub fields: Vec<Field>,
    /// The type of all other keys, if they are allowed.
    pub rest: Option<Type>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub key: String,
    pub doc: Option<String>,
    pub of: Type,
    /// `true` if it is always present.
    pub required: bool,
}

#[derive(Debug)]
pub struct Word {
    pub text: String,
    pub doc: Option<String>,
}

/// A record of a union.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The keys that identify it, with their values: one, or two for a union within a union.
    pub tags: Vec<(String, String)>,
    pub doc: Option<String>,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Text,
    Integer,
    Flag,
    Named(String),
    List(Box<Type>),
    /// A map with string keys.
    Map(Box<Type>),
    Tuple(Vec<Type>),
}

type Object = Map<String, Value>;

impl Model {
    pub fn of(name: &str, schema: &Value) -> Result<Model, ModelError> {
        let mut types = vec![named(name, schema)?];
        let parts = schema.get("$defs").and_then(Value::as_object);
        for (name, schema) in parts.into_iter().flatten() {
            types.push(named(name, schema)?);
        }
        Ok(Model { types })
    }
}

fn error(at: &str, part: &Value) -> ModelError {
    let part: String = part.to_string().chars().take(200).collect();
    ModelError {
        at: at.to_owned(),
        part,
    }
}

fn doc(object: &Object) -> Option<String> {
    object
        .get("description")
        .and_then(Value::as_str)
        .map(str::to_owned)
}

fn named(name: &str, schema: &Value) -> Result<Named, ModelError> {
    let object = schema.as_object().ok_or_else(|| error(name, schema))?;
    Ok(Named {
        name: name.to_owned(),
        doc: doc(object),
        shape: shape(name, schema, object)?,
    })
}

fn shape(at: &str, schema: &Value, object: &Object) -> Result<Shape, ModelError> {
    if let Some(all) = list(object, "oneOf") {
        if let Some(words) = words(all) {
            return Ok(Shape::Words(words));
        }
        let mut union = Vec::new();
        variants(at, object, &Variant::bare(at, object)?, &mut union)?;
        return Ok(Shape::Union(union));
    }
    if let Some(all) = list(object, "anyOf") {
        let types = all.iter().map(|one| of(at, one).map(|(one, _)| one));
        return Ok(Shape::OneOf(types.collect::<Result<_, _>>()?));
    }
    if object.contains_key("properties") {
        return Ok(Shape::Record(Record {
            fields: fields(at, object)?,
            rest: rest(at, object)?,
        }));
    }
    of(at, schema).map(|(alias, _)| Shape::Alias(alias))
}

fn list<'s>(object: &'s Object, key: &str) -> Option<&'s Vec<Value>> {
    object.get(key).and_then(Value::as_array)
}

/// Reads the words of an enumeration; `None` if an alternative is not a word.
fn words(all: &[Value]) -> Option<Vec<Word>> {
    all.iter()
        .map(|one| {
            let text = one.get("const")?.as_str()?.to_owned();
            let doc = one.as_object().and_then(doc);
            Some(Word { text, doc })
        })
        .collect()
}

impl Variant {
    /// Reads a variant without the tag of the enclosing union.
    fn bare(at: &str, object: &Object) -> Result<Variant, ModelError> {
        let mut variant = Variant {
            tags: Vec::new(),
            doc: doc(object),
            fields: Vec::new(),
        };
        for field in fields_and_tags(at, object)? {
            match field {
                Part::Tag(key, word) => variant.tags.push((key, word)),
                Part::Field(field) => variant.fields.push(field),
            }
        }
        Ok(variant)
    }
}

fn variants(
    at: &str,
    object: &Object,
    base: &Variant,
    into: &mut Vec<Variant>,
) -> Result<(), ModelError> {
    for one in list(object, "oneOf").into_iter().flatten() {
        let inner = one.as_object().ok_or_else(|| error(at, one))?;
        let mut variant = Variant::bare(at, inner)?;
        variant.tags.splice(0..0, base.tags.iter().cloned());
        variant.fields.extend(base.fields.iter().cloned());
        if variant.tags.is_empty() {
            return Err(error(at, one));
        }
        if inner.contains_key("oneOf") {
            variants(at, inner, &variant, into)?;
        } else {
            into.push(variant);
        }
    }
    Ok(())
}

enum Part {
    Tag(String, String),
    Field(Field),
}

fn fields(at: &str, object: &Object) -> Result<Vec<Field>, ModelError> {
    fields_and_tags(at, object)?
        .into_iter()
        .map(|part| match part {
            Part::Field(field) => Ok(field),
            Part::Tag(key, word) => Err(error(at, &Value::String(format!("{key}: {word}")))),
        })
        .collect()
}

fn fields_and_tags(at: &str, object: &Object) -> Result<Vec<Part>, ModelError> {
    let needed = list(object, "required");
    let parts = object.get("properties").and_then(Value::as_object);
    let mut read = Vec::new();
    for (key, schema) in parts.into_iter().flatten() {
        if let Some(word) = schema.get("const").and_then(Value::as_str) {
            read.push(Part::Tag(key.clone(), word.to_owned()));
            continue;
        }
        let (of, or_null) = of(&format!("{at}.{key}"), schema)?;
        let is_needed = needed.is_some_and(|keys| keys.iter().any(|needed| needed == key));
        read.push(Part::Field(Field {
            key: key.clone(),
            doc: schema.as_object().and_then(doc),
            of,
            // A value that may be null is omitted instead.
            required: is_needed && !or_null,
        }));
    }
    Ok(read)
}

fn rest(at: &str, object: &Object) -> Result<Option<Type>, ModelError> {
    match object.get("additionalProperties") {
        None | Some(Value::Bool(_)) => Ok(None),
        Some(schema) => of(at, schema).map(|(rest, _)| Some(rest)),
    }
}

/// Reads a type, and whether `null` is allowed too.
fn of(at: &str, schema: &Value) -> Result<(Type, bool), ModelError> {
    let wrong = || error(at, schema);
    let object = schema.as_object().ok_or_else(wrong)?;
    if let Some(name) = object.get("$ref").and_then(Value::as_str) {
        let name = name.strip_prefix("#/$defs/").ok_or_else(wrong)?;
        return Ok((Type::Named(name.to_owned()), false));
    }
    if let Some(all) = list(object, "anyOf") {
        let is_null = |one: &&Value| one.get("type").is_some_and(|name| name == "null");
        let others: Vec<&Value> = all.iter().filter(|one| !is_null(one)).collect();
        let [one] = others.as_slice() else {
            return Err(wrong());
        };
        return Ok((of(at, one)?.0, all.len() > 1));
    }
    let (name, or_null) = match object.get("type") {
        Some(Value::String(name)) => (name.as_str(), false),
        Some(Value::Array(names)) => match names.as_slice() {
            [Value::String(name), null] if null == "null" => (name.as_str(), true),
            _ => return Err(wrong()),
        },
        _ => return Err(wrong()),
    };
    let within = |key: &str| object.get(key).map(|schema| of(at, schema));
    let inner = match name {
        "string" => Type::Text,
        "integer" => Type::Integer,
        "boolean" => Type::Flag,
        "array" => match (list(object, "prefixItems"), within("items")) {
            (Some(all), _) => {
                let types = all.iter().map(|one| of(at, one).map(|(one, _)| one));
                Type::Tuple(types.collect::<Result<_, _>>()?)
            }
            (None, Some(items)) => Type::List(Box::new(items?.0)),
            (None, None) => return Err(wrong()),
        },
        "object" if !object.contains_key("properties") => {
            let values = within("additionalProperties").ok_or_else(wrong)?;
            Type::Map(Box::new(values?.0))
        }
        _ => return Err(wrong()),
    };
    Ok((inner, or_null))
}
