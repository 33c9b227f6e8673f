//! Assigns files to games and compiles each game.
//!
//! A folder with a `game.yaml` is a game that contains all files below the folder. Every other file belongs to the
//! known game that it names, or to the requested game.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use rayon::prelude::*;
use smol_str::SmolStr;

use super::detect::{detect_game, detect_syntax, id_in};
use super::discovery::{DiscoveredFile, Discovery};
use super::error::{CliError, choose};
use super::progress::Progress;
use super::read::{Text, Trouble};
use super::request::{Given, Request};
use super::walk::{self, Kind};
use cardwright::collections::HashMap;
use cardwright::compile::{self, Compilation, Role, Settings};
use cardwright::diagnostic::{self, Code, Diagnostic, Severity};
use cardwright::game::{self, Embedded, Game};
use cardwright::render::{Findings, Scope};
use cardwright::source::{FileId, SourceFile, Sources, Span, Syntax};
use cardwright::words;

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

/// Leaks the value: the process is about to exit, and dropping thousands of cards is slow.
pub fn leak<T>(of_a_run: T) {
    std::mem::forget(of_a_run);
}

/// Finds, reads and compiles the files of a request.
pub fn run(request: &Request<'_>) -> Result<Run, CliError> {
    Workspace::of(request)?.compile(request)
}

/// A game and the files that belong to it.
struct GameFiles {
    game: Game,
    /// The data file, if its diagnostics are reported.
    data: Option<FileId>,
    files: Vec<(FileId, Role)>,
}

/// All files of a request, with their contents.
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
        let mut reading = Workspace::empty(listing.asked.clone(), listing.files.len(), progress);
        reading.paths.reserve(listing.files.len());
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
            reading.add(
                file,
                Some(real.into()),
                *role,
                is_game,
                folder,
                text.trouble,
            );
        }
        for given in request.given {
            reading.give(given);
        }
        reading
    }

    fn empty(asked: BTreeSet<PathBuf>, files: usize, progress: Progress) -> Self {
        let mut reading = Workspace {
            sources: Sources::default(),
            diagnostics: Vec::new(),
            checked: Vec::new(),
            paths: HashMap::default(),
            cards: BTreeMap::new(),
            games: BTreeMap::new(),
            broken: Vec::new(),
            asked,
            progress,
        };
        reading.sources.reserve(files);
        reading
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

    /// Compiles the files.
    pub fn compile(self, request: &Request<'_>) -> Result<Run, CliError> {
        self.compile_by(request, compile::compile_with)
    }

    /// Compiles the files of each game with the function `judge`.
    pub fn compile_by(
        mut self,
        request: &Request<'_>,
        mut judge: impl FnMut(&Game, &Sources, &[(FileId, Role)], &Settings) -> Compilation,
    ) -> Result<Run, CliError> {
        let mut games = self.games_on_disk();
        self.settle_loose_files(request, &mut games)?;

        let Workspace {
            sources,
            mut diagnostics,
            checked,
            paths,
            progress,
            ..
        } = self;
        progress.checks();
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
                ..request.settings.clone()
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
        progress.end();
        Ok(Run {
            sources,
            games: runs,
            diagnostics,
            files: checked,
            paths,
        })
    }

    /// Adds a text that is not in a file and therefore not below a `game.yaml`.
    fn give(&mut self, given: &Given) {
        let file = SourceFile::new(given.name.as_str(), given.text.text.clone());
        let id = self.sources.add(file.written_as(given.syntax));
        self.checked.push(id);
        match &given.text.trouble {
            Some(trouble) => self.diagnostics.push(trouble.diagnostic(id)),
            None => {
                let loose = self.cards.entry(None).or_default();
                loose.push((id, Role::Checked));
            }
        }
    }

    fn add(
        &mut self,
        file: SourceFile,
        path: Option<PathBuf>,
        role: Role,
        is_game: bool,
        folder: Option<PathBuf>,
        trouble: Option<Trouble>,
    ) -> FileId {
        let id = self.sources.add(file);
        if let Some(path) = path {
            self.paths.insert(id, path);
        }
        if role == Role::Checked {
            self.checked.push(id);
        }
        if let Some(trouble) = &trouble {
            let heard = role == Role::Checked
                || (is_game
                    && folder
                        .as_ref()
                        .is_some_and(|folder| self.asked.contains(folder)));
            if heard {
                self.diagnostics.push(trouble.diagnostic(id));
            }
        }
        match folder {
            Some(folder) if is_game => {
                self.games.insert(folder, (id, trouble.is_none()));
            }
            folder if trouble.is_none() => self.cards.entry(folder).or_default().push((id, role)),
            _ => {}
        }
        id
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
        request: &Request<'_>,
        games: &mut BTreeMap<String, GameFiles>,
    ) -> Result<(), CliError> {
        let embedded = game::embedded();
        if !games.contains_key(request.game)
            && !embedded.iter().any(|known| known.id == request.game)
            && let Some(failure) = self.no_game(request, games)
        {
            return Err(failure);
        }
        let mut loose: BTreeMap<String, Vec<(FileId, Role)>> = BTreeMap::new();
        if request.always {
            loose.entry(request.game.to_owned()).or_default();
        }
        let known: Vec<&str> = games
            .keys()
            .map(String::as_str)
            .chain(embedded.iter().map(|known| known.id))
            .collect();
        let files = self.cards.remove(&None).unwrap_or_default();
        let games_of = files.par_iter().map(|(id, _)| {
            let named = detect_game(self.sources.file(*id), &known);
            let named = named.filter(|named| known.contains(&named.as_str()));
            named.unwrap_or_else(|| request.game.to_owned())
        });
        for (game, file) in games_of.collect::<Vec<_>>().into_iter().zip(files) {
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
            (request.always && id == request.game)
                || game.files.iter().any(|(_, role)| *role == Role::Checked)
        });
        Ok(())
    }

    /// Returns the error for a requested game that does not exist; `None` if the errors of its data are reported
    /// anyway.
    fn no_game(
        &self,
        request: &Request<'_>,
        games: &BTreeMap<String, GameFiles>,
    ) -> Option<CliError> {
        let id = request.game.to_owned();
        let mut broken = self.broken.iter();
        let broken = broken.find_map(|(file, reported)| {
            let file = self.sources.file(*file);
            let named = &file.text[id_in(&file.text)?];
            (named == id).then(|| (file.path.to_string(), *reported))
        });
        match broken {
            Some((_, true)) => None,
            Some((path, false)) => Some(CliError::BadGame { id, path }),
            None => {
                let known = games.keys().map(String::as_str);
                let known: BTreeSet<&str> = known
                    .chain(game::embedded().iter().map(|known| known.id))
                    .collect();
                Some(CliError::UnknownGame {
                    help: choose(&id, known),
                    id,
                })
            }
        }
    }

    /// Loads a built-in game; its cards are a library. The paths of its files are in angle brackets, because the files
    /// are not on the author's disk.
    fn load_embedded(&mut self, embedded: &Embedded) -> Result<GameFiles, CliError> {
        self.sources.reserve(embedded.cards.len() + 1);
        let file = SourceFile::inside(embedded.game);
        let id = self.sources.add(file);
        let game =
            compile::load_game(id, self.sources.file(id)).map_err(|_| CliError::BrokenGame {
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
