//! Writes the types in Python: typed dictionaries, as returned by `json` and `msgpack`.

use super::model::{Field, Model, Named, Record, Shape, Type, Variant};
use super::{head, marked, pascal};

pub(super) fn write(model: &Model) -> String {
    let mut out = marked("# ", &head());
    out += "\nfrom __future__ import annotations\n\n";
    out += "from typing import Literal, NotRequired, TypedDict, Union\n";
    for named in &model.types {
        out += &definition(named);
    }
    out
}

fn definition(named: &Named) -> String {
    let name = &named.name;
    let doc = named.doc.as_deref();
    match &named.shape {
        Shape::Record(record) => dictionary(name, doc, &[], record),
        Shape::Words(words) => {
            let mut out = format!("\n\n{}{name} = Literal[\n", comment("", doc));
            for word in words {
                out += &comment("    ", word.doc.as_deref());
                out += &format!("    {},\n", quoted(&word.text));
            }
            out + "]\n"
        }
        Shape::Union(variants) => {
            let mut out = String::new();
            for variant in variants {
                let record = Record {
                    fields: variant.fields.clone(),
                    rest: None,
                };
                let own = name_of(name, variant);
                out += &dictionary(&own, variant.doc.as_deref(), &variant.tags, &record);
            }
            out += &format!("\n\n{}{name} = Union[\n", comment("", doc));
            for variant in variants {
                out += &format!("    {},\n", name_of(name, variant));
            }
            out + "]\n"
        }
        Shape::OneOf(types) => {
            let types: Vec<String> = types.iter().map(|of| quoted(&written(of))).collect();
            format!(
                "\n\n{}{name} = Union[{}]\n",
                comment("", doc),
                types.join(", ")
            )
        }
        Shape::Alias(of) => format!("\n\n{}{name} = {}\n", comment("", doc), written(of)),
    }
}

/// Returns the name of a variant: `Effect` and `act`, `deal-damage` give `EffectActDealDamage`.
fn name_of(union: &str, variant: &Variant) -> String {
    let words = variant.tags.iter().map(|(_, word)| pascal(word));
    union.to_owned() + &words.collect::<String>()
}

fn comment(indent: &str, doc: Option<&str>) -> String {
    doc.map(|doc| marked(&format!("{indent}# "), doc))
        .unwrap_or_default()
}

/// Writes a class if every key can be an attribute name. Otherwise (keys such as `from` and `not`),
/// writes a call of `TypedDict`.
fn dictionary(name: &str, doc: Option<&str>, tags: &[(String, String)], record: &Record) -> String {
    let mut doc = doc.map(str::to_owned);
    if let Some(rest) = &record.rest {
        let more = format!("All other keys hold: {}", written(rest));
        doc = Some(doc.map_or(more.clone(), |doc| format!("{doc}\n{more}")));
    }
    let tags = tags
        .iter()
        .map(|(key, word)| (key.as_str(), None, format!("Literal[{}]", quoted(word))));
    let fields = record
        .fields
        .iter()
        .map(|field| (field.key.as_str(), field.doc.as_deref(), typed(field)));
    let entries: Vec<(&str, Option<&str>, String)> = tags.chain(fields).collect();
    let mut out = format!("\n\n{}", comment("", doc.as_deref()));
    if entries.iter().any(|(key, _, _)| is_keyword(key)) {
        out += &format!("{name} = TypedDict(\"{name}\", {{\n");
        for (key, doc, of) in entries {
            out += &comment("    ", doc);
            out += &format!("    {}: {},\n", quoted(key), quoted(&of));
        }
        return out + "})\n";
    }
    out += &format!("class {name}(TypedDict):\n");
    if entries.is_empty() {
        out += "    pass\n";
    }
    for (key, doc, of) in entries {
        out += &comment("    ", doc);
        out += &format!("    {key}: {of}\n");
    }
    out
}

fn typed(field: &Field) -> String {
    let of = written(&field.of);
    if field.required {
        of
    } else {
        format!("NotRequired[{of}]")
    }
}

fn quoted(text: &str) -> String {
    if text.contains('"') {
        format!("'{text}'")
    } else {
        format!("\"{text}\"")
    }
}

fn written(of: &Type) -> String {
    match of {
        Type::Text => "str".to_owned(),
        Type::Integer => "int".to_owned(),
        Type::Flag => "bool".to_owned(),
        Type::Named(name) => name.clone(),
        Type::List(item) => format!("list[{}]", written(item)),
        Type::Map(value) => format!("dict[str, {}]", written(value)),
        Type::Tuple(types) => {
            let types: Vec<String> = types.iter().map(written).collect();
            format!("tuple[{}]", types.join(", "))
        }
    }
}

/// Returns whether a key is a reserved word of Python.
fn is_keyword(key: &str) -> bool {
    matches!(
        key,
        "False"
            | "None"
            | "True"
            | "and"
            | "as"
            | "assert"
            | "async"
            | "await"
            | "break"
            | "class"
            | "continue"
            | "def"
            | "del"
            | "elif"
            | "else"
            | "except"
            | "finally"
            | "for"
            | "from"
            | "global"
            | "if"
            | "import"
            | "in"
            | "is"
            | "lambda"
            | "nonlocal"
            | "not"
            | "or"
            | "pass"
            | "raise"
            | "return"
            | "try"
            | "while"
            | "with"
            | "yield"
    )
}
