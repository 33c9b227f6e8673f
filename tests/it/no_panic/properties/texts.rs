//! Effect texts, files of cards, and their canonical form.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use cardwright::bundle::{self, Encoding};
use cardwright::compile::Compilation;
use cardwright::diagnostic::{Diagnostic, Edit, Place, Severity};
use cardwright::effect::ir::Ability;
use cardwright::effect::{self, Bearer};
use cardwright::fix;
use cardwright::format::{self, Formatted};
use cardwright::source::{FileId, SourceFile, Sources, Span};
use cardwright::symbols::Symbols;

use super::{CARD_GAME, CCG, SHELF, findings, text};

static CARD_GAME_SYMBOLS: LazyLock<Symbols<'static>> = LazyLock::new(|| CARD_GAME.symbols());
static CCG_SYMBOLS: LazyLock<Symbols<'static>> = LazyLock::new(|| CCG.symbols());

/// An effect text. Its first line may be its card: `unit`, `spell`, `ccg unit`.
pub fn effect_text(bytes: &[u8]) {
    let given = text(bytes);
    let (first, rest) = given.split_once('\n').unwrap_or_default();
    let (symbols, card_type) = match first.strip_prefix("ccg ") {
        Some(card_type) => (&*CCG_SYMBOLS, card_type),
        None => (&*CARD_GAME_SYMBOLS, first),
    };
    let (symbols, card_type, text) = match symbols.game.card_types.contains_key(card_type) {
        true => (symbols, card_type, rest),
        false => (&*CARD_GAME_SYMBOLS, "unit", &*given),
    };
    let bearer = Bearer {
        card_type,
        ..Bearer::default()
    };
    let (abilities, found) = effect::compile(text, &bearer, symbols);
    let again = effect::compile(text, &bearer, symbols);
    assert_eq!((&abilities, &found), (&again.0, &again.1), "read twice");
    // Spans of other cards refer to the files of the game, which are too many to copy.
    let file = FileId(0);
    let mut sources = Sources::default();
    sources.add(SourceFile::new("<text>", text));
    let found: Vec<Diagnostic> = found
        .into_iter()
        .map(|finding| {
            finding.map(|place| match place {
                Place::Text(range) => Span::new(file, range),
                Place::File(_) => Span::new(file, 0..0),
            })
        })
        .collect();
    findings::hold(&sources, &found);
    let _ = effect::outline(&abilities, &bearer, symbols);
    let json = serde_json::to_string(&abilities).expect("abilities are JSON");
    let read: Vec<Ability> = serde_json::from_str(&json).expect("abilities are read back");
    assert_eq!(read, abilities, "through JSON");
    let printed = effect::print(&abilities, &bearer, symbols);
    if found.is_empty() {
        let (again, found) = effect::compile(&printed, &bearer, symbols);
        assert!(
            found.is_empty(),
            "it prints as {printed:?}: {}",
            found[0].message
        );
        assert_eq!(again, abilities, "it prints as {printed:?}");
        let twice = effect::print(&again, &bearer, symbols);
        assert_eq!(twice, printed, "printed twice");
    }
    for finding in &found {
        for fix in &finding.fixes {
            let own = fix.edits.iter().filter(|edit| edit.at.file == file);
            let repaired = edited(text, own);
            let _ = effect::compile(&repaired, &bearer, symbols);
        }
        // The fixes of one diagnostic are sufficient for a text.
        if !finding.fixes.is_empty() {
            break;
        }
    }
}

/// Returns the text with these edits applied.
fn edited<'e>(text: &str, edits: impl Iterator<Item = &'e Edit>) -> String {
    let mut edits: Vec<&Edit> = edits.collect();
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let mut text = text.to_owned();
    for edit in edits.into_iter().rev() {
        text.replace_range(edit.at.range(), &edit.text);
    }
    text
}

/// A file of cards, sets, house rules or migrations.
pub fn card_yaml(bytes: &[u8]) {
    let text = text(bytes);
    let (sources, id, compilation) = SHELF.check(&text);
    findings::hold(&sources, &compilation.diagnostics);
    let (_, _, again) = SHELF.check(&text);
    assert_eq!(again.diagnostics, compilation.diagnostics, "checked twice");
    if is_sound(&compilation) {
        written_and_read_back(&compilation);
    }
    if compilation
        .diagnostics
        .iter()
        .any(|finding| !finding.fixes.is_empty())
    {
        let texts = BTreeMap::from([(id, (&*text).into())]);
        let check = |texts: &fix::Texts| Some(SHELF.check(&texts[&id]).2.diagnostics);
        let fixed = fix::fix(texts, false, check);
        let (sources, _, compilation) = SHELF.check(&fixed.texts[&id]);
        findings::hold(&sources, &compilation.diagnostics);
    }
}

fn is_sound(compilation: &Compilation) -> bool {
    let mut found = compilation.diagnostics.iter();
    found.all(|finding| finding.severity != Severity::Error)
}

/// Returns the compiled files as the text of a bundle.
fn json_of(compilation: &Compilation) -> String {
    bundle::to_json(&bundle::bundle(&SHELF.world.game, compilation))
}

fn written_and_read_back(compilation: &Compilation) {
    let game = &SHELF.world.game;
    let bundle = bundle::bundle(game, compilation);
    let json = bundle::to_json(&bundle);
    let read = bundle::from_json(json.as_bytes()).expect("what was built is read back");
    assert_eq!(bundle::to_json(&read), json, "through JSON");
    let bytes = Encoding::MessagePack.encode(game, &bundle);
    let read = bundle::from_msgpack(&bytes.expect("MessagePack").bytes()).expect("it is read back");
    assert_eq!(bundle::to_json(&read), json, "through MessagePack");
}

/// A file in canonical form.
pub fn fmt(bytes: &[u8]) {
    let text = text(bytes);
    let (_, _, before) = SHELF.check(&text);
    let cards = before.cards.values().map(|card| &card.source);
    let symbols = Symbols::new(&SHELF.world.game, cards);
    let formatted = |text: &str| format::format(&symbols, FileId(0), text);
    let Ok(Formatted { text: form, left }) = formatted(&text) else {
        return;
    };
    let lines = |text: &str| text.lines().count() + 1;
    for left in &left {
        assert!(left.before.0 <= lines(&text), "{left:?}");
        assert!(left.after.0 <= lines(&form), "{left:?}");
    }
    match formatted(&form) {
        Ok(again) => assert_eq!(again.text, form, "formatted twice"),
        Err(refusal) => panic!("{refusal:?}: its own form\n{form}"),
    }
    if is_sound(&before) {
        let (_, _, after) = SHELF.check(&form);
        assert!(is_sound(&after), "{:?}\n{form}", after.diagnostics);
        assert_eq!(json_of(&after), json_of(&before), "{form}");
    }
}
