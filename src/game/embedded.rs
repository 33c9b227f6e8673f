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

/// The data of the games inside the binary, as `build.rs` writes them, by the names of their folders.
const PACKED: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The data of a game inside the binary, if a text is that: it is read faster so.
pub(super) fn packed(text: &str) -> Option<&'static [u8]> {
    let (_, packed) = PACKED.iter().find(|(name, _)| {
        let data = CARDS.get_file(format!("{name}/{}", super::DATA_FILE));
        data.is_some_and(|data| data.contents() == text.as_bytes())
    })?;
    Some(packed)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn what_is_packed_is_what_is_written() {
        let games = embedded();
        assert_eq!(games.len(), PACKED.len());
        for game in games {
            let (path, text) = game.game;
            let written: Game = serde_yaml::from_str(text).expect(&path);
            let packed: Game = rmp_serde::from_slice(packed(text).expect(&path)).expect(&path);
            let json = |game: &Game| serde_json::to_string(game).expect(&path);
            assert_eq!(json(&packed), json(&written), "{path}");
        }
    }
}
