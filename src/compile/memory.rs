//! What earlier runs worked out, for the next one in which few texts are other ones.
//!
//! A file is read again where its text is another one, and the text of a card is compiled again where its file
//! was or where other names, traits and tokens can be named. What looks at all cards is always done again, so a
//! run with a memory finds what a run without one finds.

use std::sync::Arc;

use smol_str::SmolStr;

use super::{Compiled, Read, Role};
use crate::card::CardSource;
use crate::collections::HashMap;
use crate::game::Game;
use crate::source::{FileId, SourceFile};
use crate::symbols::Symbols;

/// The memory of the runs of one game.
#[derive(Default)]
pub struct Memory {
    game: Option<blake3::Hash>,
    files: HashMap<FileId, Remembered>,
    symbols: Option<blake3::Hash>,
    cards: HashMap<SmolStr, Arc<Compiled>>,
}

struct Remembered {
    file: SourceFile,
    read: Arc<Read>,
}

impl Memory {
    /// Forgets everything if the game is another one.
    pub(super) fn of_game(&mut self, game: &Game) {
        if self.game != game.hash {
            *self = Memory {
                game: game.hash,
                ..Memory::default()
            };
        }
    }

    /// What was read from a file with this text.
    pub(super) fn read(&self, id: FileId, role: Role, file: &SourceFile) -> Option<Arc<Read>> {
        let known = self.files.get(&id)?;
        let same = known.read.role == Some(role)
            && known.file.path == file.path
            && known.file.syntax == file.syntax
            && known.file.text == file.text;
        same.then(|| Arc::clone(&known.read))
    }

    pub(super) fn keep_read(&mut self, read: &[Arc<Read>], file: impl Fn(FileId) -> SourceFile) {
        let known = read.iter().map(|read| {
            let read = Arc::clone(read);
            let file = file(read.id);
            (read.id, Remembered { file, read })
        });
        self.files = known.collect();
    }

    /// Forgets what texts say if they can name other things.
    pub(super) fn of_symbols(&mut self, symbols: &Symbols<'_>) {
        let hash = Some(symbols.hash());
        if self.symbols != hash {
            self.cards.clear();
            self.symbols = hash;
        }
    }

    /// What the text of this very card says.
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
