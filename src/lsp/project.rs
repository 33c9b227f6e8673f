//! A project: a folder or a single file, checked like `cardwright check` does.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use smol_str::SmolStr;

use super::disk::{Content, Disk, DiskFile, Listing};
use super::document::Document;
use crate::collections::{HashMap, HashSet};
use crate::compile::{self, CompileMemo, Role, Settings};
use crate::game::DATA_FILE;
use crate::scenario::FILE_END;
use crate::source::{FileId, SourceFile};
use crate::workspace::{Defaults, GameError, GameRun, NewFile, Run, Workspace};

/// The documents of the editor by path. Their texts are newer than those of the disk.
pub(super) type Documents = BTreeMap<PathBuf, Document>;

/// A folder or a file that is checked by itself.
pub(super) struct Project {
    /// The folder of the workspace, or the file.
    pub root: PathBuf,
    listing: Listing,
    /// The paths of the listed files.
    listed: HashSet<PathBuf>,
    /// By the id of the game.
    memos: HashMap<String, CompileMemo>,
    compiled: Option<Compiled>,
    /// Why nothing could be compiled, if the author was told.
    pub told: Option<String>,
}

/// A compiled project.
pub(super) struct Compiled {
    pub run: Run,
    /// The files by path.
    pub files: HashMap<PathBuf, FileId>,
}

impl Project {
    pub fn new(root: PathBuf, disk: &dyn Disk) -> Self {
        let listing = disk.list(&root);
        Project {
            root,
            listed: paths(&listing),
            listing,
            memos: HashMap::default(),
            compiled: None,
            told: None,
        }
    }

    /// Lists the files again.
    pub fn refresh(&mut self, disk: &dyn Disk) {
        self.listing = disk.list(&self.root);
        self.listed = paths(&self.listing);
        self.compiled = None;
    }

    /// Reads one file again. Returns whether it belongs to the project; otherwise the files have to be listed again.
    pub fn reread(&mut self, path: &Path, content: &Content) -> bool {
        let files = self.listing.files.iter_mut().chain(&mut self.listing.tests);
        let mut known = false;
        for file in files.filter(|file| file.path == path) {
            file.content = content.clone();
            known = true;
        }
        self.compiled = self.compiled.take().filter(|_| !known);
        known
    }

    /// Forgets what was compiled, because a document changed.
    pub fn touch(&mut self) {
        self.compiled = None;
    }

    /// Returns the compiled project, if it is.
    pub fn compiled(&self) -> Option<&Compiled> {
        self.compiled.as_ref()
    }

    /// Returns whether a path is one that is checked, whether or not there is a file.
    pub fn has(&self, path: &Path) -> bool {
        let roots = &self.listing.checked;
        roots.iter().any(|root| {
            path == root
                || (is_read(path) && path.strip_prefix(root).is_ok_and(|below| !is_hidden(below)))
        })
    }

    /// Returns whether a file is read for the project.
    pub fn reads(&self, path: &Path) -> bool {
        self.listed.contains(path) || self.has(path)
    }

    /// Returns why the settings of the project cannot be read.
    pub fn problem(&self) -> Option<&str> {
        self.listing.problem.as_deref()
    }

    /// Compiles the project if something changed.
    pub fn compile(&mut self, documents: &Documents) -> Result<&Compiled, GameError> {
        let compiled = match self.compiled.take() {
            Some(compiled) => compiled,
            None => self.run(documents, &BTreeMap::new())?,
        };
        Ok(self.compiled.insert(compiled))
    }

    /// Compiles the project with other texts for some of its files.
    pub fn run(
        &mut self,
        documents: &Documents,
        texts: &BTreeMap<PathBuf, SmolStr>,
    ) -> Result<Compiled, GameError> {
        let files = self.files(documents, texts);
        let folders = game_folders(&files);
        let asked = files
            .iter()
            .filter(|file| file.role == Role::Checked)
            .filter_map(|file| above(&file.path, &folders));
        let mut workspace = Workspace::new(asked.cloned().collect(), files.len());
        let mut by_path = HashMap::default();
        for file in files {
            let DiskFile {
                path,
                role,
                content,
            } = file;
            let id = workspace.add(NewFile {
                file: SourceFile::new(self.shown(&path), content.text),
                path: Some(path.clone()),
                role,
                is_game: is_game(&path),
                folder: above(&path, &folders).cloned(),
                trouble: content.trouble,
            });
            by_path.insert(path, id);
        }
        let settings = Settings::from(self.listing.levels.clone());
        let defaults = Defaults {
            game: &self.listing.game,
            always: self.listing.only_tests,
            settings: &settings,
        };
        let memos = &mut self.memos;
        let mut run = workspace.compile_by(&defaults, |game, sources, files, settings| {
            let memo = memos.entry(game.game.clone()).or_default();
            compile::compile_again(game, sources, files, settings, memo)
        })?;
        if self.listing.only_tests {
            run.diagnostics.clear();
            run.files.clear();
        }
        self.check_tests(&mut run, &mut by_path, &folders, documents, texts);
        Ok(Compiled {
            run,
            files: by_path,
        })
    }

    fn check_tests(
        &self,
        run: &mut Run,
        by_path: &mut HashMap<PathBuf, FileId>,
        folders: &BTreeSet<PathBuf>,
        documents: &Documents,
        texts: &BTreeMap<PathBuf, SmolStr>,
    ) {
        let listed = self.listing.tests.iter().cloned();
        let tests = self.with_documents(listed, documents, texts, is_test);
        if tests.is_empty() {
            return;
        }
        let mut by_game: BTreeMap<usize, Vec<FileId>> = BTreeMap::new();
        for test in tests {
            let file = SourceFile::new(self.shown(&test.path), test.content.text);
            let id = run.sources.add(file);
            run.paths.insert(id, test.path.clone());
            run.files.push(id);
            match test.content.trouble {
                Some(trouble) => run
                    .diagnostics
                    .push(trouble.map(|at| crate::source::Span { file: id, ..at })),
                None => {
                    let game = game_of_test(run, &test.path, folders, &self.listing.game);
                    by_game.entry(game).or_default().push(id);
                }
            }
            by_path.insert(test.path, id);
        }
        run.check_tests(&by_game);
    }

    /// Returns the files with cards and sets, in the order of diagnostics.
    fn files(&self, documents: &Documents, texts: &BTreeMap<PathBuf, SmolStr>) -> Vec<DiskFile> {
        let listed = self.listing.files.iter().cloned();
        let mut files = self.with_documents(listed, documents, texts, |path| !is_test(path));
        files.sort_by_cached_key(|file| (self.shown(&file.path), file.path.clone()));
        files
    }

    /// Returns the listed files with the texts of the editor, and its files that are not on the disk.
    fn with_documents(
        &self,
        listed: impl Iterator<Item = DiskFile>,
        documents: &Documents,
        texts: &BTreeMap<PathBuf, SmolStr>,
        kind: impl Fn(&Path) -> bool,
    ) -> Vec<DiskFile> {
        let mut files: BTreeMap<PathBuf, DiskFile> =
            listed.map(|file| (file.path.clone(), file)).collect();
        for (path, document) in documents {
            let content = Content {
                text: document.text.clone(),
                trouble: None,
            };
            if let Some(file) = files.get_mut(path) {
                file.content = content;
            } else if kind(path) && self.has(path) {
                let file = DiskFile {
                    path: path.clone(),
                    role: Role::Checked,
                    content,
                };
                files.insert(path.clone(), file);
            }
        }
        for (path, text) in texts {
            if let Some(file) = files.get_mut(path) {
                file.content.text = text.clone();
            }
        }
        files.into_values().collect()
    }

    /// Returns the path as the author would write it in the folder of the project.
    fn shown(&self, path: &Path) -> String {
        let path = path.strip_prefix(&self.listing.folder).unwrap_or(path);
        path.to_string_lossy().replace('\\', "/")
    }
}

impl Compiled {
    /// Returns the game that a file belongs to.
    pub fn game_of(&self, file: FileId) -> Option<&GameRun> {
        let mut games = self.run.games.iter();
        games.find(|game| game.files.iter().any(|(id, _)| *id == file))
    }
}

fn paths(listing: &Listing) -> HashSet<PathBuf> {
    let files = listing.files.iter().chain(&listing.tests);
    files.map(|file| file.path.clone()).collect()
}

/// The folders with a `game.yaml`.
fn game_folders(files: &[DiskFile]) -> BTreeSet<PathBuf> {
    let games = files.iter().filter(|file| is_game(&file.path));
    let folders = games.filter_map(|file| file.path.parent());
    folders.map(Path::to_owned).collect()
}

/// Returns the nearest folder of a game above a file.
fn above<'f>(path: &Path, folders: &'f BTreeSet<PathBuf>) -> Option<&'f PathBuf> {
    let mut above = path.ancestors().skip(1);
    above.find_map(|folder| folders.get(folder))
}

/// Returns the place of the game of a test among the games of the run.
fn game_of_test(run: &Run, test: &Path, folders: &BTreeSet<PathBuf>, default: &str) -> usize {
    let own = above(test, folders);
    let of_folder = |game: &GameRun| {
        own.is_some_and(|folder| {
            let paths = game.files.iter().filter_map(|(id, _)| run.paths.get(id));
            paths.into_iter().any(|path| path.starts_with(folder))
        })
    };
    let of_folder = run.games.iter().position(of_folder);
    let by_id = || run.games.iter().position(|game| game.game.game == default);
    of_folder.or_else(by_id).unwrap_or_default()
}

fn is_game(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == DATA_FILE)
}

/// Returns whether a file has tests of cards.
pub(super) fn is_test(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.to_lowercase().ends_with(FILE_END)
}

/// Returns whether a file is read if it is below a checked folder.
pub(super) fn is_read(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension.eq_ignore_ascii_case("yaml") || extension.eq_ignore_ascii_case("yml")
}

fn is_hidden(below: &Path) -> bool {
    let mut parts = below.iter();
    parts.any(|part| part.as_encoded_bytes().starts_with(b"."))
}
