//! Strategies for trees and texts that resemble cards and kingdom sets.

use proptest::prelude::*;

use crate::source::{FileId, Span};
use crate::yaml::{Entry, Node, Scalar, Style, Value};

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "name",
            "type",
            "id",
            "manual",
            "faction",
            "cost",
            "stats",
            "traits",
            "area",
            "effect",
            "vanguard",
            "unit_type",
            "number",
            "unit",
            "hero",
            "spell",
            "castle",
            "attack",
            "move",
            "hit_points",
            "living",
            "kingdom",
            "game",
            "deck",
            "locations",
            "statistics",
            "card-game",
            "Pikeman",
            "3 Pikeman",
            "3x \"Pikeman\"",
            "level",
            "3",
            "-1",
            "1.5",
            "99999999999999999999",
            "true",
            "yes",
            "",
            "~",
            "CAN 0007",
            ". # .\n# X #\n",
            "factoin",
            "tpye",
            "<<",
            "0x",
        ])
        .prop_map(str::to_owned),
        ".{0,8}",
    ]
}

fn span() -> impl Strategy<Value = Span> {
    (0u32..60, 0u32..60).prop_map(|(a, b)| Span {
        file: FileId(0),
        start: a.min(b),
        end: a.max(b),
    })
}

fn scalar() -> impl Strategy<Value = Node> {
    let style = prop::sample::select(vec![
        Style::Plain,
        Style::SingleQuoted,
        Style::DoubleQuoted,
        Style::Literal,
        Style::Folded,
    ]);
    (span(), word(), style).prop_map(|(span, text, style)| {
        let text = text.into();
        Node {
            span,
            value: Value::Scalar(Scalar { text, style }),
        }
    })
}

/// Generates any tree, with made-up spans.
pub(crate) fn tree() -> impl Strategy<Value = Node> {
    scalar().prop_recursive(4, 60, 9, |inner| {
        prop_oneof![
            (span(), prop::collection::vec(inner.clone(), 0..6)).prop_map(|(span, items)| Node {
                span,
                value: Value::Sequence(items.into())
            }),
            (
                span(),
                prop::collection::vec(
                    (prop_oneof![4 => scalar(), 1 => inner.clone()], inner),
                    0..9
                )
            )
                .prop_map(|(span, entries)| Node {
                    span,
                    value: Value::Mapping(
                        entries
                            .into_iter()
                            .map(|(key, value)| Entry { key, value })
                            .collect()
                    ),
                }),
        ]
    })
}

/// Generates any text, often with lines of `key: value`.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        6 => (word(), word()).prop_map(|(key, value)| format!("{key}: {value}")),
        1 => (word(), word(), word()).prop_map(|(key, a, b)| format!("{key}: [{a}, {b}]")),
        1 => (word(), word(), word()).prop_map(|(key, a, b)| format!("{key}: {{ {a}: {b} }}")),
        1 => word().prop_map(|item| format!("  - {item}")),
        1 => ".{0,12}",
    ];
    prop::collection::vec(line, 0..10).prop_map(|lines| lines.join("\n"))
}
