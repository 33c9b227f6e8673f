//! Writes the types in TypeScript: interfaces, and unions that a `switch` narrows.

use super::model::{Field, Model, Named, Shape, Type};
use super::{head, marked};

pub(super) fn write(model: &Model) -> String {
    let mut out = marked("// ", &head());
    for named in &model.types {
        out.push('\n');
        out += &definition(named);
    }
    out
}

fn comment(indent: &str, doc: Option<&str>) -> String {
    match doc {
        None => String::new(),
        Some(doc) => {
            let doc = doc.replace("*/", "*\u{200b}/");
            let lines: Vec<&str> = doc.lines().collect();
            match lines.as_slice() {
                [line] => format!("{indent}/** {line} */\n"),
                _ => format!(
                    "{indent}/**\n{}{indent} */\n",
                    marked(&format!("{indent} * "), &doc)
                ),
            }
        }
    }
}

fn definition(named: &Named) -> String {
    let name = &named.name;
    let mut out = comment("", named.doc.as_deref());
    match &named.shape {
        Shape::Record(record) => {
            out += &format!("export interface {name} {{\n");
            out += &fields("  ", &record.fields);
            if let Some(rest) = &record.rest {
                // An index signature has to match every key, including the declared ones.
                let mut all = vec![written(rest)];
                for field in &record.fields {
                    let of = written(&field.of);
                    if !all.contains(&of) {
                        all.push(of);
                    }
                }
                out += &format!("  [key: string]: {} | undefined;\n", all.join(" | "));
            }
            out += "}\n";
        }
        Shape::Words(words) => {
            out += &format!("export type {name} =\n");
            for (at, word) in words.iter().enumerate() {
                out += &comment("  ", word.doc.as_deref());
                let end = if at + 1 == words.len() { ";" } else { "" };
                out += &format!("  | {}{end}\n", quoted(&word.text));
            }
        }
        Shape::Union(variants) => {
            out += &format!("export type {name} =\n");
            for (at, variant) in variants.iter().enumerate() {
                out += &comment("  ", variant.doc.as_deref());
                out += "  | {\n";
                for (key, word) in &variant.tags {
                    out += &format!("      {}: {};\n", self::key(key), quoted(word));
                }
                out += &fields("      ", &variant.fields);
                let end = if at + 1 == variants.len() { ";" } else { "" };
                out += &format!("    }}{end}\n");
            }
        }
        Shape::OneOf(types) => {
            let types: Vec<String> = types.iter().map(written).collect();
            out += &format!("export type {name} = {};\n", types.join(" | "));
        }
        Shape::Alias(of) => out += &format!("export type {name} = {};\n", written(of)),
    }
    out
}

fn fields(indent: &str, fields: &[Field]) -> String {
    let mut out = String::new();
    for field in fields {
        out += &comment(indent, field.doc.as_deref());
        let mark = if field.required { "" } else { "?" };
        out += &format!(
            "{indent}{}{mark}: {};\n",
            key(&field.key),
            written(&field.of)
        );
    }
    out
}

fn key(key: &str) -> String {
    let plain = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain { key.to_owned() } else { quoted(key) }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn written(of: &Type) -> String {
    match of {
        Type::Text => "string".to_owned(),
        Type::Integer => "number".to_owned(),
        Type::Flag => "boolean".to_owned(),
        Type::Named(name) => name.clone(),
        Type::List(item) => format!("{}[]", written(item)),
        // An alias can refer to itself in an index signature, but not in `Record`.
        Type::Map(value) => format!("{{ [key: string]: {} }}", written(value)),
        Type::Tuple(types) => {
            let types: Vec<String> = types.iter().map(written).collect();
            format!("[{}]", types.join(", "))
        }
    }
}
