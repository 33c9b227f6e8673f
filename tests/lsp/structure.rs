//! Symbols, folding and selection.

use cardwright::lsp::Encoding;
use gen_lsp_types::{
    DocumentSymbol, DocumentSymbolRequest, FoldingRange, FoldingRangeRequest, SelectionRange,
    SelectionRangeRequest, WorkspaceSymbol, WorkspaceSymbolRequest,
};
use serde_json::json;

use crate::cases;
use crate::client::{Client, uri};

const PATH: &str = "cards/two.yaml";

fn client() -> Client {
    Client::new(cases::small(), Encoding::Utf16)
}

#[test]
fn a_file_has_its_cards_as_symbols() {
    let mut client = client();
    let found =
        client.request::<DocumentSymbolRequest>(json!({ "textDocument": { "uri": uri(PATH) } }));
    let found: Vec<DocumentSymbol> = serde_json::from_value(found).expect("symbols");
    let names = |symbols: &[DocumentSymbol]| -> Vec<String> {
        symbols.iter().map(|symbol| symbol.name.clone()).collect()
    };
    assert_eq!(names(&found), ["Gust", "Gale é🐉"]);
    let below = found[1].children.as_ref().expect("fields");
    assert_eq!(names(below), ["name", "type", "cost", "traits", "effect"]);
    for symbol in &found {
        assert!(symbol.range.start <= symbol.selection_range.start);
        assert!(symbol.selection_range.end <= symbol.range.end);
    }
}

#[test]
fn a_workspace_has_its_cards_and_sets_as_symbols() {
    let mut client = client();
    let mut names = |query: &str| {
        let found = client.request::<WorkspaceSymbolRequest>(json!({ "query": query }));
        let found: Vec<WorkspaceSymbol> = serde_json::from_value(found).expect("symbols");
        let names = found
            .into_iter()
            .map(|symbol| symbol.base_symbol_information.name);
        names.collect::<Vec<_>>()
    };
    assert_eq!(names("gst"), ["Gust"]);
    assert_eq!(
        names(""),
        [
            "Bone Call",
            "Catherine",
            "Gale é🐉",
            "Gust",
            "Howl",
            "Pikeman",
            "Royal Guard",
            "Skeleton",
            "A Draft"
        ]
    );
    assert_eq!(names("zzz"), [""; 0]);
}

#[test]
fn cards_and_texts_fold() {
    let mut client = client();
    let found =
        client.request::<FoldingRangeRequest>(json!({ "textDocument": { "uri": uri(PATH) } }));
    let found: Vec<FoldingRange> = serde_json::from_value(found).expect("ranges");
    let lines: Vec<(u32, u32)> = found
        .iter()
        .map(|range| (range.start_line, range.end_line))
        .collect();
    assert_eq!(lines, [(0, 5), (4, 5), (7, 11)]);
}

#[test]
fn selection_grows_from_the_word_to_the_file() {
    let mut client = client();
    let text = client.text(PATH);
    let at = text.find("Discard").expect("a word") + 2;
    let position = client.lines(&text).position(at);
    let found = client.request::<SelectionRangeRequest>(
        json!({ "textDocument": { "uri": uri(PATH) }, "positions": [position] }),
    );
    let found: Vec<SelectionRange> = serde_json::from_value(found).expect("ranges");
    let mut texts = Vec::new();
    let mut next = found.first();
    while let Some(range) = next {
        texts.push(&text[client.lines(&text).bytes(range.range)]);
        next = range.parent.as_deref();
    }
    assert_eq!(
        texts[..3],
        ["Discard", "Discard a card", "Draw a card. Discard a card"]
    );
    assert_eq!(texts[3], "effect: Draw a card. Discard a card");
    assert!(texts[4].starts_with("name: Gale"));
    assert_eq!(texts[5..], [text.as_str()]);
}
