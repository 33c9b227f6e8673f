//! The shipped cards of the game, with more of them if wanted: compiled once, as an author's cards are.

use cardwright::bundle::engine;
use cardwright::compile::{self, Role};
use cardwright::diagnostic::Severity;
use cardwright::game;
use cardwright::source::{SourceFile, Sources};
use cardwright_play::Input;

/// Compiles the shipped cards of the card game and those of a file to an input of the engine.
pub fn input(more: Option<(&'static str, &'static str)>) -> Input {
    input_of("card-game", more)
}

/// Compiles the shipped cards of a game and those of a file to an input of the engine.
pub fn input_of(id: &str, more: Option<(&'static str, &'static str)>) -> Input {
    let embedded = game::embedded()
        .iter()
        .find(|game| game.id == id)
        .expect("an embedded game");
    let mut sources = Sources::default();
    let file = SourceFile::inside(embedded.game);
    let at = sources.add(file.clone());
    let game = game::load(at, &file).expect("a valid game");
    let mut files = Vec::new();
    for file in embedded.cards.iter().copied().chain(more) {
        files.push((sources.add(SourceFile::inside(file)), Role::Checked));
    }
    let compilation = compile::compile(&game, &sources, &files);
    let errors = compilation.diagnostics.iter();
    let errors: Vec<_> = errors
        .filter(|found| found.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    engine::input(&game, &compilation).expect("an input")
}
