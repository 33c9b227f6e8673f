//! In-memory cache of parsed files and compiled texts for consecutive runs, such as those of `--watch` and editors.
//!
//! A file is parsed again if its text changed. A card is compiled and linted again if its file was parsed again or the
//! names that texts may use changed, and linted again if something changed that its lints read of other cards
//! (`lint/incremental.rs`). Everything that looks at more than one card is done in every run, so a run with a memo reports
//! the same as a run without one.

use crate::compile::ParsedFile;
use std::sync::Arc;

use smol_str::SmolStr;

use super::{Compiled, Role};
use crate::card::CardSource;
use crate::collections::HashMap;
use crate::diagnostic::Levels;
use crate::game::Game;
use crate::source::{FileId, SourceFile};
use crate::symbols::Symbols;

/// The memo of the runs of one game.
#[derive(Default)]
pub struct CompileMemo {
    game: Option<blake3::Hash>,
    files: HashMap<FileId, FileMemo>,
    symbols: Option<blake3::Hash>,
    levels: Levels,
    /// By the id of the card.
    cards: HashMap<SmolStr, Arc<Compiled>>,
}

/// A file and what was parsed from it.
struct FileMemo {
    file: SourceFile,
    read: Arc<ParsedFile>,
}

impl CompileMemo {
    /// Clears what depends on the data of the game, or on which lints are run, if these changed.
    pub(super) fn prepare(&mut self, game: &Game, levels: &Levels) {
        if self.game != game.hash {
            *self = CompileMemo {
                game: game.hash,
                ..CompileMemo::default()
            };
        }
        if self.levels != *levels {
            self.cards.clear();
            self.levels = levels.clone();
        }
    }

    /// Returns the parsed content of a file if it did not change.
    pub(super) fn read(
        &self,
        id: FileId,
        role: Role,
        file: &SourceFile,
    ) -> Option<Arc<ParsedFile>> {
        let known = self.files.get(&id)?;
        let same = known.read.role == Some(role)
            && known.file.path == file.path
            && known.file.syntax == file.syntax
            && known.file.text == file.text;
        same.then(|| Arc::clone(&known.read))
    }

    pub(super) fn keep_read(
        &mut self,
        read: &[Arc<ParsedFile>],
        file: impl Fn(FileId) -> SourceFile,
    ) {
        let known = read.iter().map(|read| {
            let read = Arc::clone(read);
            let file = file(read.id);
            (read.id, FileMemo { file, read })
        });
        self.files = known.collect();
    }

    /// Clears the compiled texts if the names that texts may use changed.
    pub(super) fn of_symbols(&mut self, symbols: &Symbols<'_>) {
        let hash = Some(symbols.hash());
        if self.symbols != hash {
            self.cards.clear();
            self.symbols = hash;
        }
    }

    /// Returns the compiled text of a card if its file was not parsed again.
    pub(super) fn compiled(&self, card: &Arc<CardSource>, role: Role) -> Option<Arc<Compiled>> {
        let known = self.cards.get(&card.id)?;
        let same = Arc::ptr_eq(&known.card.source, card) && known.card.role == role;
        same.then(|| Arc::clone(known))
    }

    pub(super) fn keep_compiled(&mut self, cards: &[Arc<Compiled>]) {
        let cards = cards.iter();
        let known = cards.map(|one| (one.card.source.id.clone(), Arc::clone(one)));
        self.cards = known.collect();
    }
}
