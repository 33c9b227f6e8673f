//! The data of a game.

use cardwright::bundle::{self, Encoding};
use cardwright::compile::{self, Role};
use cardwright::diagnostic::Severity;
use cardwright::game::{Game, card_schema, kingdom_schema};
use cardwright::source::{FileId, SourceFile, Sources};

use super::{findings, text};

/// Cards of the games from which the data are likely to come.
const CARDS: [&str; 3] = [
    include_str!("../../../../cards/card-game/necropolis/skeleton.yaml"),
    include_str!("../../../../cards/card-game/spells/fireball.yaml"),
    include_str!("../../../../cards/ccg/order/mage.yaml"),
];

/// Sets of these games.
const SETS: [&str; 2] = [
    include_str!("../../../../cards/card-game/kingdoms/lances-of-erathia.yaml"),
    include_str!("../../../../cards/ccg/kingdoms/towers-of-order.yaml"),
];

/// Accepted data define a usable game: cards can be checked, and every encoding of a bundle can be built.
pub fn game_data(bytes: &[u8]) {
    let text = text(bytes);
    let mut sources = Sources::default();
    let file = SourceFile::new("cards/game.yaml", &*text);
    let id = sources.add(file.clone());
    let loaded = compile::load_game(id, &file);
    let game = match loaded {
        Ok(game) => game,
        Err(found) => {
            assert!(!found.is_empty(), "refused without a reason");
            findings::hold(&sources, &found);
            let again = compile::load_game(id, &file).err();
            assert_eq!(again, Some(found), "loaded twice");
            return;
        }
    };
    for schema in [card_schema(&game), kingdom_schema(&game)] {
        assert!(schema.is_object(), "{schema}");
    }
    let mut files: Vec<(FileId, Role)> = Vec::new();
    // A bundle must have no errors, so each card is tried alone, and the sets last.
    built(&game, &sources, &files);
    for card in CARDS {
        let card = sources.add(SourceFile::new("cards/any.yaml", card));
        files.push((card, Role::Checked));
        built(&game, &sources, &[(card, Role::Checked)]);
    }
    let sets = SETS.map(|set| sources.add(SourceFile::new("cards/set.yaml", set)));
    files.extend(sets.map(|set| (set, Role::Checked)));
    built(&game, &sources, &files);
}

/// Files without an error can be built.
fn built(game: &Game, sources: &Sources, files: &[(FileId, Role)]) {
    let compilation = compile::compile(game, sources, files);
    findings::hold(sources, &compilation.diagnostics);
    let mut found = compilation.diagnostics.iter();
    if found.any(|finding| finding.severity == Severity::Error) {
        return;
    }
    let bundle = bundle::bundle(game, &compilation);
    for encoding in Encoding::ALL {
        let bytes = encoding.encode(game, &bundle);
        let bytes = bytes.unwrap_or_else(|error| panic!("{encoding:?}: {error}"));
        let bytes = bytes.bytes();
        let read = match encoding {
            Encoding::Json => bundle::from_json(&bytes),
            Encoding::MessagePack => bundle::from_msgpack(&bytes),
            Encoding::Sqlite => continue,
        };
        let read = read.unwrap_or_else(|error| panic!("{encoding:?}: {error}"));
        assert_eq!(
            bundle::to_json(&read),
            bundle::to_json(&bundle),
            "{encoding:?}"
        );
    }
}
