//! In-memory cache of parsed files and compiled texts for consecutive runs, such as those of `--watch` and editors.
//!
//! A file is parsed again if its text changed. A card is compiled and linted again if its file was parsed again or the
//! names and words that texts may use changed. It is linted again if something changed that its lints read of other cards
//! (`lint/incremental.rs`). The diagnostics of a lint that looks at all cards are kept only if the lint reads nothing
//! but printed fields, and only while these fields are the same. So a run with a memo reports the same as a run without
//! one.

use crate::compile::ParsedFile;
use std::sync::Arc;

use super::{Compiled, Role};
use crate::card::CardSource;
use crate::collections::HashMap;
use crate::diagnostic::Levels;
use crate::game::Game;
use crate::lint::LintMemo;
use crate::source::{FileId, SourceFile};
use crate::symbols::Symbols;

/// The memo of the runs of one game.
#[derive(Default)]
pub struct CompileMemo {
    game: Option<blake3::Hash>,
    files: HashMap<FileId, FileMemo>,
    symbols: Option<blake3::Hash>,
    levels: Levels,
    /// The compiled texts by the address of the parsed card. The memo keeps the card, so no other card gets its
    /// address.
    cards: HashMap<usize, Arc<Compiled>>,
    lints: LintMemo,
}

/// A file with its parsed content.
struct FileMemo {
    file: SourceFile,
    read: Arc<ParsedFile>,
}

impl CompileMemo {
    /// Clears the memo if the data of the game changed, or the compiled texts and the results of lints if the lint
    /// levels changed.
    pub(super) fn prepare(&mut self, game: &Game, levels: &Levels) {
        if self.game != game.hash {
            *self = CompileMemo {
                game: game.hash,
                ..CompileMemo::default()
            };
        }
        if self.levels != *levels {
            self.cards.clear();
            self.lints = LintMemo::default();
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
        if self.files.len() > read.len() {
            self.files.clear();
        }
        for read in read {
            let known = self.files.get(&read.id);
            if known.is_none_or(|known| !Arc::ptr_eq(&known.read, read)) {
                let file = file(read.id);
                let read = Arc::clone(read);
                self.files.insert(read.id, FileMemo { file, read });
            }
        }
    }

    /// Clears the compiled texts and the results of lints if the names and words that texts may use changed.
    pub(super) fn of_symbols(&mut self, symbols: &Symbols<'_>) {
        let hash = Some(symbols.hash());
        if self.symbols != hash {
            self.cards.clear();
            self.lints = LintMemo::default();
            self.symbols = hash;
        }
    }

    /// Returns the compiled text of a card if its file was not parsed again.
    pub(super) fn compiled(&self, card: &Arc<CardSource>, role: Role) -> Option<Arc<Compiled>> {
        let known = self.cards.get(&address(card))?;
        (known.card.role == role).then(|| Arc::clone(known))
    }

    pub(super) fn keep_compiled(&mut self, cards: &[Arc<Compiled>]) {
        let cards = cards.iter();
        let known = cards.map(|one| (address(&one.card.source), Arc::clone(one)));
        self.cards = known.collect();
    }

    pub(super) fn lints(&mut self) -> &mut LintMemo {
        &mut self.lints
    }
}

fn address(card: &Arc<CardSource>) -> usize {
    Arc::as_ptr(card).addr()
}
