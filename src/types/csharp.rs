//! Writes the types in C#: records for `System.Text.Json`, with a converter for each union.

use super::model::{Field, Model, Named, Record, Shape, Type, Variant};
use super::{head, marked, pascal};

pub(super) fn write(model: &Model) -> String {
    let mut out = marked("// ", &head());
    out += "#nullable enable\n\n";
    out += "using System;\nusing System.Collections.Generic;\nusing System.Text.Json;\n";
    out += "using System.Text.Json.Serialization;\n\nnamespace Cardwright;\n";
    for named in &model.types {
        out.push('\n');
        out += &definition(model, named);
    }
    out
}

fn comment(indent: &str, doc: Option<&str>) -> String {
    let Some(doc) = doc else {
        return String::new();
    };
    let doc = doc
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let mark = format!("{indent}/// ");
    format!("{mark}<summary>\n{}{mark}</summary>\n", marked(&mark, &doc))
}

fn definition(model: &Model, named: &Named) -> String {
    let name = &named.name;
    let out = comment("", named.doc.as_deref());
    match &named.shape {
        Shape::Record(record) => out + &self::record(model, name, record),
        // A word is a string; the constants list the allowed words.
        Shape::Words(words) => {
            let mut class = format!("{out}public static class {name}\n{{\n");
            for word in words {
                class += &comment("    ", word.doc.as_deref());
                let constant = pascal(&word.text);
                class += &format!("    public const string {constant} = \"{}\";\n", word.text);
            }
            class + "}\n"
        }
        Shape::Union(variants) => out + &union(model, name, variants),
        Shape::OneOf(_) | Shape::Alias(_) => {
            format!(
                "{out}// {name} is written as `{}` where it is used.\n",
                written(model, name)
            )
        }
    }
}

fn record(model: &Model, name: &str, record: &Record) -> String {
    let mut out = format!("public sealed record {name}\n{{\n");
    out += &fields(model, "    ", name, &record.fields);
    if record.rest.is_some() {
        out += "    /// <summary>Every other key.</summary>\n    [JsonExtensionData]\n";
        out += "    public Dictionary<string, JsonElement>? Rest { get; init; }\n";
    }
    out + "}\n"
}

fn union(model: &Model, name: &str, variants: &[Variant]) -> String {
    let mut out = format!("[JsonConverter(typeof({name}.Converter))]\n");
    out += &format!("public abstract record {name}\n{{\n    private {name}() {{ }}\n");
    for variant in variants {
        let own = name_of(variant);
        out.push('\n');
        out += &comment("    ", variant.doc.as_deref());
        out += &format!("    public sealed record {own} : {name}\n    {{\n");
        out += &fields(model, "        ", &own, &variant.fields);
        out += "    }\n";
    }
    out += &format!("\n    public sealed class Converter : JsonConverter<{name}>\n    {{\n");
    out += &format!(
        "        public override {name} Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)\n        {{\n"
    );
    out += "            using var document = JsonDocument.ParseValue(ref reader);\n";
    out += "            var node = document.RootElement;\n";
    let tags = tag_keys(variants);
    let reads: Vec<String> = tags
        .iter()
        .map(|tag| {
            format!(
                "node.TryGetProperty(\"{tag}\", out var {tag}Tag) ? {tag}Tag.GetString() : null"
            )
        })
        .collect();
    out += &format!(
        "            var key = string.Join(\"/\", {});\n",
        reads.join(", ")
    );
    out += "            return key switch\n            {\n";
    for variant in variants {
        let words: Vec<&str> = tags
            .iter()
            .map(|tag| {
                let own = variant.tags.iter().find(|(key, _)| key == tag);
                own.map_or("", |(_, word)| word.as_str())
            })
            .collect();
        out += &format!(
            "                \"{}\" => node.Deserialize<{}>(options)!,\n",
            words.join("/"),
            name_of(variant)
        );
    }
    out += &format!(
        "                _ => throw new JsonException($\"unknown {name}: {{key}}\"),\n            \
            }};\n        }}\n\n"
    );
    out += &format!(
        "        public override void Write(Utf8JsonWriter writer, {name} value, JsonSerializerOptions options) =>\n            throw new NotSupportedException(\"bundles are only read\");\n    }}\n}}\n"
    );
    out
}

/// Returns the keys of the tags of all variants, without duplicates.
fn tag_keys(variants: &[Variant]) -> Vec<&str> {
    let mut keys: Vec<&str> = Vec::new();
    for (key, _) in variants.iter().flat_map(|variant| &variant.tags) {
        if !keys.contains(&key.as_str()) {
            keys.push(key);
        }
    }
    keys
}

fn name_of(variant: &Variant) -> String {
    variant.tags.iter().map(|(_, word)| pascal(word)).collect()
}

fn fields(model: &Model, indent: &str, within: &str, fields: &[Field]) -> String {
    let mut out = String::new();
    for field in fields {
        out += &comment(indent, field.doc.as_deref());
        let of = of(model, &field.of);
        let mut name = pascal(&field.key);
        // A member cannot have the name of its enclosing type.
        if name == within {
            name += "Value";
        }
        out += &format!("{indent}[JsonPropertyName(\"{}\")]\n", field.key);
        out += &if field.required {
            format!("{indent}public required {of} {name} {{ get; init; }}\n")
        } else {
            format!("{indent}public {of}? {name} {{ get; init; }}\n")
        };
    }
    out
}

fn of(model: &Model, of: &Type) -> String {
    match of {
        Type::Text => "string".to_owned(),
        Type::Integer => "long".to_owned(),
        Type::Flag => "bool".to_owned(),
        Type::Named(name) => written(model, name),
        Type::List(item) => format!("IReadOnlyList<{}>", self::of(model, item)),
        Type::Map(value) => format!("IReadOnlyDictionary<string, {}>", self::of(model, value)),
        // All tuples of the schema have items of one type.
        Type::Tuple(types) => {
            let item = types.first().map(|item| self::of(model, item));
            format!("{}[]", item.unwrap_or_else(|| "JsonElement".to_owned()))
        }
    }
}

/// Returns the C# type of a reference to a named type.
fn written(model: &Model, name: &str) -> String {
    let named = model.types.iter().find(|named| named.name == name);
    match named.map(|named| &named.shape) {
        Some(Shape::Words(_)) => "string".to_owned(),
        Some(Shape::OneOf(_)) => "JsonElement".to_owned(),
        Some(Shape::Alias(alias)) => of(model, alias),
        _ => name.to_owned(),
    }
}
