//! The games that come with the tool: their data and their cards, inside the binary.

use include_dir::{Dir, include_dir};

static CARDS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/cards");

/// A game inside the binary.
#[derive(Clone, Debug)]
pub struct Embedded {
    /// The name of its folder, which is the id of the game.
    pub id: &'static str,
    /// Its `game.yaml`: path and text.
    pub game: (String, &'static str),
    /// All other YAML files below it, in order of their paths.
    pub cards: Vec<(String, &'static str)>,
}

/// All games inside the binary, in order of their ids.
pub fn embedded() -> Vec<Embedded> {
    let mut games: Vec<Embedded> = CARDS
        .dirs()
        .filter_map(|folder| {
            let id = folder.path().to_str()?;
            let mut files = Vec::new();
            collect(folder, &mut files);
            files.sort();
            let at = files
                .iter()
                .position(|(path, _)| path == &format!("{id}/{}", super::DATA_FILE))?;
            let game = files.remove(at);
            Some(Embedded {
                id,
                game,
                cards: files,
            })
        })
        .collect();
    games.sort_by_key(|game| game.id);
    games
}

/// Whether a text is the data of a game inside the binary.
pub(super) fn is_embedded(text: &str) -> bool {
    CARDS.dirs().any(|folder| {
        let data = folder.get_file(folder.path().join(super::DATA_FILE));
        data.is_some_and(|data| data.contents() == text.as_bytes())
    })
}

fn collect(folder: &Dir<'static>, files: &mut Vec<(String, &'static str)>) {
    for file in folder.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        if (path.ends_with(".yaml") || path.ends_with(".yml"))
            && let Some(text) = file.contents_utf8()
        {
            files.push((path, text));
        }
    }
    for below in folder.dirs() {
        collect(below, files);
    }
}
