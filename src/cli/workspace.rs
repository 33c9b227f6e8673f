//! Finds and reads the files of a request, and compiles them.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use super::discovery::{DiscoveredFile, Discovery};
use super::error::{CliError, choose};
use super::progress::Progress;
use super::read::Text;
use super::request::{Given, Request};
use super::walk::{self, Kind};
use cardwright::compile::{self, Compilation, Role, Settings};
use cardwright::game::{self, Game};
use cardwright::source::{FileId, SourceFile, Sources, Syntax};
use cardwright::words;
use cardwright::workspace::{self, Defaults, GameError, NewFile, detect_syntax};

pub use cardwright::workspace::{GameRun, Run};

/// Leaks the value: the process is about to exit, and dropping thousands of cards is slow.
pub fn leak<T>(of_a_run: T) {
    std::mem::forget(of_a_run);
}

/// Finds, reads and compiles the files of a request.
pub fn run(request: &Request<'_>) -> Result<Run, CliError> {
    Workspace::of(request)?.compile(request)
}

/// All files of a request, with their contents.
#[derive(Clone)]
pub struct Workspace {
    files: workspace::Workspace,
    progress: Progress,
}

impl Workspace {
    /// Finds and reads the files of a request.
    pub fn of(request: &Request<'_>) -> Result<Self, CliError> {
        words::prepare();
        let listing = Discovery::of(request)?;
        let progress = Progress::of_files(listing.files.len());
        let texts = listing.texts(&progress);
        Ok(Workspace::of_texts(request, &listing, texts, progress))
    }

    /// Builds a workspace from the listed files; `texts` are their contents in the same order.
    pub fn of_texts(
        request: &Request<'_>,
        listing: &Discovery,
        texts: Vec<Text>,
        progress: Progress,
    ) -> Self {
        let mut reading = workspace::Workspace::new(listing.asked.clone(), listing.files.len());
        for (DiscoveredFile { real, found, role }, text) in listing.files.iter().zip(texts) {
            let is_list =
                request.lists && *role == Role::Checked && !walk::is_card_file(&found.path);
            let syntax = match is_list {
                true => detect_syntax(&text.text),
                false => Syntax::Yaml,
            };
            let folder = listing.folders.known(&found.place);
            let is_game = matches!(found.kind, Kind::Game);
            let file = SourceFile::new(found.shown.as_str(), text.text).written_as(syntax);
            let trouble = text.trouble;
            reading.add(NewFile {
                file,
                path: Some(real.into()),
                role: *role,
                is_game,
                folder,
                trouble: trouble.map(|trouble| trouble.diagnostic(FileId::default())),
            });
        }
        for given in request.given {
            reading.add(of_given(given));
        }
        Workspace {
            files: reading,
            progress,
        }
    }

    /// Returns the requested card files that could be read.
    pub fn card_files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.card_files()
    }

    /// Returns a copy in which some files have new texts.
    pub fn with(&self, texts: &BTreeMap<FileId, SmolStr>) -> Self {
        Workspace {
            files: self.files.with(texts),
            progress: self.progress.clone(),
        }
    }

    /// Compiles the files.
    pub fn compile(self, request: &Request<'_>) -> Result<Run, CliError> {
        self.compile_by(request, compile::compile_with)
    }

    /// Compiles the files of each game with the function `judge`.
    pub fn compile_by(
        self,
        request: &Request<'_>,
        judge: impl FnMut(&Game, &Sources, &[(FileId, Role)], &Settings) -> Compilation,
    ) -> Result<Run, CliError> {
        let defaults = Defaults {
            game: request.game,
            always: request.always,
            settings: &request.settings,
        };
        self.progress.checks();
        let run = self.files.compile_by(&defaults, judge);
        self.progress.end();
        run.map_err(of_game)
    }
}

fn of_game(error: GameError) -> CliError {
    match error {
        GameError::Broken { id, path } => CliError::BadGame { id, path },
        GameError::Unknown { id, known } => CliError::UnknownGame {
            help: choose(&id, known.iter().map(String::as_str)),
            id,
        },
        GameError::Embedded { id } => CliError::BrokenGame { id },
    }
}

/// A text that is not in a file and therefore not below a `game.yaml`.
fn of_given(given: &Given) -> NewFile {
    let file = SourceFile::new(given.name.as_str(), given.text.text.clone());
    let trouble = given.text.trouble.as_ref();
    NewFile {
        file: file.written_as(given.syntax),
        path: None,
        role: Role::Checked,
        is_game: false,
        folder: None,
        trouble: trouble.map(|trouble| trouble.diagnostic(FileId::default())),
    }
}

/// Returns the data of a built-in game.
pub fn load_embedded_game(id: &str) -> Result<Option<Game>, CliError> {
    let Some(known) = game::embedded_game(id) else {
        return Ok(None);
    };
    let file = SourceFile::inside(known.game);
    compile::load_game(FileId::default(), &file)
        .map(Some)
        .map_err(|_| CliError::BrokenGame { id: id.to_owned() })
}
