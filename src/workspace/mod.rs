//! The files of a project, and the games that they belong to.
//!
//! A folder with a `game.yaml` is a game that contains all files below the folder. Every other file belongs to the
//! known game that it names, or to the default game.

mod card_tests;
mod detect;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use smol_str::SmolStr;

use crate::collections::HashMap;
use crate::compile::{self, Compilation, Role, Settings};
use crate::diagnostic::{self, Code, Diagnostic, Severity};
use crate::game::{self, Embedded, Game};
use crate::parallel;
use crate::render::{Findings, Scope};
use crate::source::{FileId, SourceFile, Sources, Span};

pub use card_tests::Broken;
use detect::detect_game;
pub use detect::{detect_syntax, id_in, syntax_of_input};

/// The result of a run.
pub struct Run {
    pub sources: Sources,
    /// The games in the order of their ids.
    pub games: Vec<GameRun>,
    /// The diagnostics in the order of files and spans.
    pub diagnostics: Vec<Diagnostic>,
    /// The checked files, including unreadable ones.
    pub files: Vec<FileId>,
    /// Canonical paths of the files read from disk.
    pub paths: HashMap<FileId, PathBuf>,
}

/// A game that checked files belong to.
pub struct GameRun {
    pub game: Game,
    pub compilation: Compilation,
    /// The files in the order of the output.
    pub files: Vec<(FileId, Role)>,
}

impl Run {
    /// Returns the number of checked cards and sets, for the summary.
    pub fn scope(&self) -> Scope {
        let sum =
            |of: fn(&Compilation) -> usize| self.games.iter().map(|run| of(&run.compilation)).sum();
        Scope::Files {
            cards: sum(|compilation| compilation.checked_cards),
            kingdoms: sum(|compilation| compilation.checked_kingdoms),
            manual: sum(|compilation| compilation.checked_manual),
            set: match self.games.as_slice() {
                [only] => only.game.kingdom.name.clone(),
                _ => "set".to_owned(),
            },
        }
    }

    /// Adds the errors of library cards, if a bundle should contain them and no other error prevents the bundle.
    pub fn report_library_errors(&mut self) {
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        if self.diagnostics.iter().any(is_error) {
            return;
        }
        let errors = self
            .games
            .iter()
            .flat_map(|run| &run.compilation.of_library);
        self.diagnostics.extend(errors.cloned());
        diagnostic::sort(&mut self.diagnostics);
    }

    /// Returns the diagnostics for rendering.
    pub fn findings<'r>(&'r self, scope: &'r Scope) -> Findings<'r> {
        Findings {
            sources: &self.sources,
            diagnostics: &self.diagnostics,
            scope,
        }
    }
}

/// Why the files of a project cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The data of the default game have errors that are not reported.
    Broken { id: String, path: String },
    /// There is no game with the id of the default game.
    Unknown { id: String, known: BTreeSet<String> },
    /// The data of a built-in game have errors: a defect of the program.
    Embedded { id: String },
}

/// The game of files that no `game.yaml` is above, and how they are compiled.
#[derive(Clone, Debug)]
pub struct Defaults<'d> {
    pub game: &'d str,
    /// `true` to compile that game even if no checked file belongs to it.
    pub always: bool,
    pub settings: &'d Settings,
}

/// A file of a project.
pub struct NewFile {
    pub file: SourceFile,
    /// The canonical path; `None` for a text that is not on the disk.
    pub path: Option<PathBuf>,
    pub role: Role,
    pub is_game: bool,
    /// The folder of its game.
    pub folder: Option<PathBuf>,
    /// Why it cannot be read, at a range of it.
    pub trouble: Option<Diagnostic>,
}

/// A game and the files that belong to it.
struct GameFiles {
    game: Game,
    /// The data file, if its diagnostics are reported.
    data: Option<FileId>,
    files: Vec<(FileId, Role)>,
}

/// All files of a project, with their contents.
#[derive(Clone)]
pub struct Workspace {
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
    checked: Vec<FileId>,
    paths: HashMap<FileId, PathBuf>,
    /// The files by the folder of their game; `None` for files below no `game.yaml`.
    cards: BTreeMap<Option<PathBuf>, Vec<(FileId, Role)>>,
    /// The `game.yaml` of each folder, and whether it was read.
    games: BTreeMap<PathBuf, (FileId, bool)>,
    /// The `game.yaml` files with errors, and whether their errors are reported.
    broken: Vec<(FileId, bool)>,
    /// The folders whose diagnostics are reported.
    asked: BTreeSet<PathBuf>,
}

impl Workspace {
    /// Creates a workspace for a number of files. The diagnostics of the games in the folders `asked` are reported.
    pub fn new(asked: BTreeSet<PathBuf>, files: usize) -> Self {
        let mut workspace = Workspace {
            sources: Sources::default(),
            diagnostics: Vec::new(),
            checked: Vec::new(),
            paths: HashMap::default(),
            cards: BTreeMap::new(),
            games: BTreeMap::new(),
            broken: Vec::new(),
            asked,
        };
        workspace.sources.reserve(files);
        workspace.paths.reserve(files);
        workspace
    }

    /// Adds a file. The order of files is that of the diagnostics.
    pub fn add(&mut self, new: NewFile) -> FileId {
        let NewFile {
            file,
            path,
            role,
            is_game,
            folder,
            trouble,
        } = new;
        let id = self.sources.add(file);
        if let Some(path) = path {
            self.paths.insert(id, path);
        }
        if role == Role::Checked {
            self.checked.push(id);
        }
        let is_readable = trouble.is_none();
        let is_asked = || {
            folder
                .as_ref()
                .is_some_and(|folder| self.asked.contains(folder))
        };
        if let Some(trouble) = trouble
            && (role == Role::Checked || (is_game && is_asked()))
        {
            self.diagnostics
                .push(trouble.map(|at| Span { file: id, ..at }));
        }
        match folder {
            Some(folder) if is_game => {
                self.games.insert(folder, (id, is_readable));
            }
            folder if is_readable => self.cards.entry(folder).or_default().push((id, role)),
            _ => {}
        }
        id
    }

    /// Returns the requested card files that could be read.
    pub fn card_files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        let files = self.cards.values().flatten();
        files
            .filter(|(_, role)| *role == Role::Checked)
            .map(|(id, _)| (*id, self.sources.file(*id)))
    }

    /// Returns a copy in which some files have new texts.
    pub fn with(&self, texts: &BTreeMap<FileId, SmolStr>) -> Self {
        let mut read = self.clone();
        for (id, text) in texts {
            read.sources.replace(*id, text.clone());
        }
        read
    }

    /// Compiles the files of each game with the function `judge`.
    pub fn compile_by(
        mut self,
        defaults: &Defaults<'_>,
        mut judge: impl FnMut(&Game, &Sources, &[(FileId, Role)], &Settings) -> Compilation,
    ) -> Result<Run, GameError> {
        let mut games = self.games_on_disk();
        self.settle_loose_files(defaults, &mut games)?;

        let Workspace {
            sources,
            mut diagnostics,
            checked,
            paths,
            ..
        } = self;
        let mut runs = Vec::with_capacity(games.len());
        for (_, of_game) in games {
            let GameFiles {
                game,
                data,
                mut files,
            } = of_game;
            files.sort_unstable_by_key(|(id, _)| *id);
            let settings = Settings {
                data,
                ..defaults.settings.clone()
            };
            let compilation = judge(&game, &sources, &files, &settings);
            diagnostics.extend(compilation.diagnostics.iter().cloned());
            runs.push(GameRun {
                game,
                compilation,
                files,
            });
        }
        diagnostic::sort(&mut diagnostics);
        Ok(Run {
            sources,
            games: runs,
            diagnostics,
            files: checked,
            paths,
        })
    }

    /// Loads the games on disk, by id. Errors in the data of a requested game are reported; its cards are then skipped,
    /// and the other games are compiled.
    fn games_on_disk(&mut self) -> BTreeMap<String, GameFiles> {
        let mut games: BTreeMap<String, GameFiles> = BTreeMap::new();
        let mut first: HashMap<String, Span> = HashMap::default();
        for (folder, (id, readable)) in std::mem::take(&mut self.games) {
            let files = self.cards.remove(&Some(folder.clone())).unwrap_or_default();
            if !readable {
                continue;
            }
            let file = self.sources.file(id);
            let findings = match compile::load_game(id, file) {
                Ok(game) => {
                    let at = Span::new(id, id_in(&file.text).unwrap_or_default());
                    match first.get(&game.game) {
                        None => {
                            first.insert(game.game.clone(), at);
                            let data = self.asked.contains(&folder).then_some(id);
                            games.insert(game.game.clone(), GameFiles { game, data, files });
                            continue;
                        }
                        Some(first) => vec![
                            Diagnostic::new(
                                Code::GameData,
                                at,
                                format!("two games have the id \"{}\"", game.game),
                                "this id is taken",
                            )
                            .label(*first, "first used here")
                            .help("give one of the two games a different id"),
                        ],
                    }
                }
                Err(findings) => {
                    self.broken.push((id, self.asked.contains(&folder)));
                    findings
                }
            };
            if self.asked.contains(&folder) {
                self.diagnostics.extend(findings);
            }
        }
        games
    }

    /// Assigns the files below no `game.yaml` to their games, and drops games that were not requested.
    fn settle_loose_files(
        &mut self,
        defaults: &Defaults<'_>,
        games: &mut BTreeMap<String, GameFiles>,
    ) -> Result<(), GameError> {
        let embedded = game::embedded();
        if !games.contains_key(defaults.game)
            && !embedded.iter().any(|known| known.id == defaults.game)
            && let Some(failure) = self.no_game(defaults, games)
        {
            return Err(failure);
        }
        let mut loose: BTreeMap<String, Vec<(FileId, Role)>> = BTreeMap::new();
        if defaults.always {
            loose.entry(defaults.game.to_owned()).or_default();
        }
        let known: Vec<&str> = games
            .keys()
            .map(String::as_str)
            .chain(embedded.iter().map(|known| known.id))
            .collect();
        let files = self.cards.remove(&None).unwrap_or_default();
        let games_of = parallel::map(&files, |(id, _)| {
            let named = detect_game(self.sources.file(*id), &known);
            let named = named.filter(|named| known.contains(&named.as_str()));
            named.unwrap_or_else(|| defaults.game.to_owned())
        });
        for (game, file) in games_of.into_iter().zip(files) {
            loose.entry(game).or_default().push(file);
        }
        for (id, files) in loose {
            if let Some(on_disk) = games.get_mut(&id) {
                on_disk.files.extend(files);
            } else if let Some(known) = embedded.iter().find(|known| known.id == id) {
                let mut game = self.load_embedded(known)?;
                game.files.extend(files);
                games.insert(id, game);
            }
        }
        games.retain(|id, game| {
            (defaults.always && id == defaults.game)
                || game.files.iter().any(|(_, role)| *role == Role::Checked)
        });
        Ok(())
    }

    /// Returns the error for a requested game that does not exist; `None` if the errors of its data are reported
    /// anyway.
    fn no_game(
        &self,
        defaults: &Defaults<'_>,
        games: &BTreeMap<String, GameFiles>,
    ) -> Option<GameError> {
        let id = defaults.game.to_owned();
        let mut broken = self.broken.iter();
        let broken = broken.find_map(|(file, reported)| {
            let file = self.sources.file(*file);
            let named = &file.text[id_in(&file.text)?];
            (named == id).then(|| (file.path.to_string(), *reported))
        });
        match broken {
            Some((_, true)) => None,
            Some((path, false)) => Some(GameError::Broken { id, path }),
            None => {
                let embedded = game::embedded().iter().map(|known| known.id.to_owned());
                let known = games.keys().cloned().chain(embedded).collect();
                Some(GameError::Unknown { id, known })
            }
        }
    }

    /// Loads a built-in game; its cards are a library. The paths of its files are in angle brackets, because the files
    /// are not on the author's disk.
    fn load_embedded(&mut self, embedded: &Embedded) -> Result<GameFiles, GameError> {
        self.sources.reserve(embedded.cards.len() + 1);
        let file = SourceFile::inside(embedded.game);
        let id = self.sources.add(file);
        let game =
            compile::load_game(id, self.sources.file(id)).map_err(|_| GameError::Embedded {
                id: embedded.id.to_owned(),
            })?;
        let files = embedded
            .cards
            .iter()
            .map(|file| (self.sources.add(SourceFile::inside(*file)), Role::Library))
            .collect();
        let data = None;
        Ok(GameFiles { game, data, files })
    }
}
