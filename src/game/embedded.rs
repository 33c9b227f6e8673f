//! The games that come with the tool: their data and their cards, inside the binary.

/// A game inside the binary.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The name of its folder, which is the id of the game.
    pub id: &'static str,
    /// Its `game.yaml`: path and text. Paths begin with the id between angle brackets, as no file of an author's disk does.
    pub game: (&'static str, &'static str),
    /// The same data as MessagePack, which is read faster.
    packed: &'static [u8],
    /// All other YAML files below it, in order of their paths.
    pub cards: &'static [(&'static str, &'static str)],
}

/// As `build.rs` writes them.
const GAMES: &[Embedded] = &include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// All games inside the binary, in order of their ids.
pub fn embedded() -> &'static [Embedded] {
    GAMES
}

/// The data of a game inside the binary, if a text is that: it is read faster so.
pub(super) fn packed(text: &str) -> Option<&'static [u8]> {
    let game = GAMES.iter().find(|game| game.game.1 == text)?;
    Some(game.packed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn what_is_packed_is_what_is_written() {
        assert!(!embedded().is_empty());
        for game in embedded() {
            let (path, text) = game.game;
            let written: Game = serde_yaml::from_str(text).expect(path);
            let packed: Game = rmp_serde::from_slice(packed(text).expect(path)).expect(path);
            let json = |game: &Game| serde_json::to_string(game).expect(path);
            assert_eq!(json(&packed), json(&written), "{path}");
        }
    }
}
