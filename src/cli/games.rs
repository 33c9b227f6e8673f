//! Which file belongs to which game, and the compilation of each.
//!
//! A folder with a `game.yaml` is a game, and what lies below it belongs to it. Everything else
//! belongs to the game of the project, which comes with the tool.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::cache::Kept;
use super::failure::{Failure, choose};
use super::progress::Progress;
use super::read::{self, Text};
use super::walk::{self, Found, GAME_FILE, Kind, walk};
use crate::compile::{self, Compilation, Role, Settings};
use crate::diagnostic::{self, Code, Diagnostic};
use crate::game::{self, Embedded, Game};
use crate::kingdom::pasted;
use crate::maps::HashMap;
use crate::render::{Findings, Scope};
use crate::source::{FileId, SourceFile, Sources, Span, Syntax};
use crate::yaml;

/// What a command looks at.
pub struct Request<'r> {
    /// Files and folders that are checked.
    pub checked: &'r [PathBuf],
    /// Files and folders with more cards that may be named.
    pub library: &'r [PathBuf],
    /// The game of files below no `game.yaml`.
    pub game: &'r str,
    /// Compile that game even if no checked file belongs to it.
    pub always: bool,
    /// What the author has set.
    pub settings: Settings,
    /// Kingdom sets as people paste them, from elsewhere than a file.
    pub given: &'r [Given],
    /// Read a checked file as a pasted set where its ending is not that of YAML.
    pub lists: bool,
}

/// A kingdom set that stands in no file.
#[derive(Clone, Debug)]
pub struct Given {
    /// What findings call it, between angle brackets.
    pub name: String,
    pub text: Text,
    pub syntax: Syntax,
}

/// What became of it.
pub struct Run {
    pub sources: Sources,
    /// In the order of their ids.
    pub games: Vec<GameRun>,
    /// In the order of files and places.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that were checked, the unreadable ones included.
    pub files: Vec<FileId>,
    /// Where each file lies that was found on the disk, links followed.
    pub paths: HashMap<FileId, PathBuf>,
}

/// One game that checked files belong to.
pub struct GameRun {
    pub game: Game,
    pub compilation: Compilation,
    /// In the order in which they are shown.
    pub files: Vec<(FileId, Role)>,
}

impl Run {
    /// What the findings are about.
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

    /// What was found, for showing it.
    pub fn findings<'r>(&'r self, scope: &'r Scope) -> Findings<'r> {
        Findings {
            sources: &self.sources,
            diagnostics: &self.diagnostics,
            scope,
        }
    }
}

/// Finds, reads and compiles.
pub fn run(request: &Request<'_>) -> Result<Run, Failure> {
    Reading::of(request)?.compile(request)
}

/// The same with what earlier runs found out, for the next one. Of what was kept on the disk, only the findings are
/// there.
pub fn run_again(request: &Request<'_>, kept: &mut Kept) -> Result<Run, Failure> {
    Reading::of(request)?.compile_by(request, |game, sources, files| {
        kept.compile(game, sources, files, &request.settings)
    })
}

/// A game and the files that belong to it.
struct GameFiles {
    game: Game,
    /// Its data, if what is wrong with them is reported.
    data: Option<FileId>,
    files: Vec<(FileId, Role)>,
}

/// All files, read.
#[derive(Clone)]
pub struct Reading {
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
    checked: Vec<FileId>,
    paths: HashMap<FileId, PathBuf>,
    /// By the folder of the game, `None` for files below no `game.yaml`.
    cards: BTreeMap<Option<PathBuf>, Vec<(FileId, Role)>>,
    /// The `game.yaml` of each folder, and whether it was read.
    games: BTreeMap<PathBuf, (FileId, bool)>,
    /// The `game.yaml` that have mistakes, and whether those are reported.
    broken: Vec<(FileId, bool)>,
    /// The folders whose findings are reported.
    asked: BTreeSet<PathBuf>,
    progress: Progress,
}

impl Reading {
    /// Finds and reads.
    pub fn of(request: &Request<'_>) -> Result<Self, Failure> {
        let mut folders = GameFolders::default();
        let mut files: BTreeMap<OsString, (Found, Role)> = BTreeMap::new();
        let mut asked = BTreeSet::new();
        let mut used = BTreeSet::new();
        for (paths, role) in [
            (request.checked, Role::Checked),
            (request.library, Role::Library),
        ] {
            for (real, found) in walk(paths)? {
                if let Some(folder) = folders.of(&found.place) {
                    used.insert(folder.clone());
                    if role == Role::Checked {
                        asked.insert(folder);
                    }
                }
                files.entry(real).or_insert((found, role));
            }
        }
        for folder in &used {
            for (real, mut found) in walk(std::slice::from_ref(folder))? {
                if folders.of(&found.place).as_ref() == Some(folder) {
                    found.shown = walk::shown(&from_here(&found.place));
                    files.entry(real).or_insert((found, Role::Library));
                }
            }
        }

        let mut files: Vec<(OsString, Found, Role)> = files
            .into_iter()
            .map(|(real, (found, role))| (real, found, role))
            .collect();
        files.sort_by(|(_, a, _), (_, b, _)| (&a.shown, &a.place).cmp(&(&b.shown, &b.place)));
        let progress = Progress::of_files(files.len());
        let texts: Vec<Text> = files
            .par_iter()
            .map(|(_, found, _)| {
                progress.read();
                match &found.kind {
                    Kind::Trouble(trouble) => trouble.clone().into(),
                    Kind::Cards | Kind::Game => read::file(&found.path),
                }
            })
            .collect();

        let mut reading = Reading {
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
        reading.sources.reserve(files.len());
        reading.paths.reserve(files.len());
        for ((real, found, role), text) in files.into_iter().zip(texts) {
            let is_list =
                request.lists && role == Role::Checked && !walk::is_card_file(&found.path);
            let syntax = match is_list {
                true => super::kingdom::syntax_of(&text.text),
                false => Syntax::Yaml,
            };
            let id = reading.add(found, role, text, syntax, &mut folders);
            reading.paths.insert(id, real.into());
        }
        for given in request.given {
            reading.give(given);
        }
        Ok(reading)
    }

    /// The card files that were asked about and could be read.
    pub fn card_files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        let files = self.cards.values().flatten();
        files
            .filter(|(_, role)| *role == Role::Checked)
            .map(|(id, _)| (*id, self.sources.file(*id)))
    }

    /// The same with other texts in some files.
    pub fn with(&self, texts: &BTreeMap<FileId, Arc<str>>) -> Self {
        let mut read = self.clone();
        for (id, text) in texts {
            read.sources.replace(*id, Arc::clone(text));
        }
        read
    }

    /// Compiles what was read.
    pub fn compile(self, request: &Request<'_>) -> Result<Run, Failure> {
        self.compile_by(request, |game, sources, files| {
            compile::compile_with(game, sources, files, &request.settings)
        })
    }

    fn compile_by(
        mut self,
        request: &Request<'_>,
        mut judge: impl FnMut(&Game, &Sources, &[(FileId, Role)]) -> Compilation,
    ) -> Result<Run, Failure> {
        let mut games = self.games_on_disk();
        self.settle_loose_files(request, &mut games)?;

        let Reading {
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
            let compilation = judge(&game, &sources, &files);
            diagnostics.extend(compilation.diagnostics.iter().cloned());
            if let Some(id) = data {
                let cards = compilation.sources();
                diagnostics.extend(compile::unknown_cards(&game, id, &sources, &cards));
            }
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

    /// A text that stands in no file, so below no `game.yaml`.
    fn give(&mut self, given: &Given) {
        let file = SourceFile::new(given.name.as_str(), given.text.text.as_str());
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
        found: Found,
        role: Role,
        text: Text,
        syntax: Syntax,
        folders: &mut GameFolders,
    ) -> FileId {
        let folder = folders.of(&found.place);
        let file = SourceFile::new(found.shown, text.text);
        let id = self.sources.add(file.written_as(syntax));
        let is_game = matches!(found.kind, Kind::Game);
        if role == Role::Checked {
            self.checked.push(id);
        }
        if let Some(trouble) = &text.trouble {
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
                self.games.insert(folder, (id, text.trouble.is_none()));
            }
            folder if text.trouble.is_none() => {
                self.cards.entry(folder).or_default().push((id, role))
            }
            _ => {}
        }
        id
    }

    /// The games on disk, by id. Findings in the data of a game that was asked about are reported;
    /// its cards are left alone then, and the other games go on.
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
                                format!("two games are called \"{}\"", game.game),
                                "this id is taken",
                            )
                            .label(*first, "first used here")
                            .help("give one of the two games another id"),
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

    /// Gives the files below no `game.yaml` to their games, and drops the games that nobody asked
    /// about.
    fn settle_loose_files(
        &mut self,
        request: &Request<'_>,
        games: &mut BTreeMap<String, GameFiles>,
    ) -> Result<(), Failure> {
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
        for (id, role) in self.cards.remove(&None).unwrap_or_default() {
            let named = named_game(id, self.sources.file(id), &known)
                .filter(|named| known.contains(&named.as_str()));
            let game = named.unwrap_or_else(|| request.game.to_owned());
            loose.entry(game).or_default().push((id, role));
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

    /// Why there is no such game, unless its mistakes are reported anyway.
    fn no_game(
        &self,
        request: &Request<'_>,
        games: &BTreeMap<String, GameFiles>,
    ) -> Option<Failure> {
        let id = request.game.to_owned();
        let mut broken = self.broken.iter();
        let broken = broken.find_map(|(file, told)| {
            let file = self.sources.file(*file);
            let named = &file.text[id_in(&file.text)?];
            (named == id).then(|| (file.path.to_string(), *told))
        });
        match broken {
            Some((_, true)) => None,
            Some((path, false)) => Some(Failure::BadGame { id, path }),
            None => {
                let known = games.keys().map(String::as_str);
                let known: BTreeSet<&str> = known
                    .chain(game::embedded().iter().map(|known| known.id))
                    .collect();
                Some(Failure::UnknownGame {
                    help: choose(&id, known),
                    id,
                })
            }
        }
    }

    /// A game that comes with the tool; its cards are a library. Their paths stand between angle
    /// brackets, because they are not on the author's disk.
    fn load_embedded(&mut self, embedded: &Embedded) -> Result<GameFiles, Failure> {
        let path = |path: &str| match path.split_once('/') {
            Some((game, rest)) => format!("<{game}>/{rest}"),
            None => path.to_owned(),
        };
        self.sources.reserve(embedded.cards.len() + 1);
        let file = SourceFile::new(path(&embedded.game.0), embedded.game.1);
        let id = self.sources.add(file);
        let game =
            compile::load_game(id, self.sources.file(id)).map_err(|_| Failure::BrokenGame {
                id: embedded.id.to_owned(),
            })?;
        let files = embedded
            .cards
            .iter()
            .map(|(card, text)| {
                (
                    self.sources.add(SourceFile::new(path(card), *text)),
                    Role::Library,
                )
            })
            .collect();
        let data = None;
        Ok(GameFiles { game, data, files })
    }
}

/// The data of a game that comes with the tool.
pub fn embedded_game(id: &str) -> Result<Option<Game>, Failure> {
    let embedded = game::embedded();
    let Some(known) = embedded.iter().find(|known| known.id == id) else {
        return Ok(None);
    };
    let file = SourceFile::new(known.game.0.as_str(), known.game.1);
    compile::load_game(FileId::default(), &file)
        .map(Some)
        .map_err(|_| Failure::BrokenGame { id: id.to_owned() })
}

/// The game that a kingdom file outside of all games names for itself.
fn named_game(id: FileId, file: &SourceFile, known: &[&str]) -> Option<String> {
    let text = &*file.text;
    if file.syntax == Syntax::List {
        return pasted::game_of(text, known.iter().copied()).map(str::to_owned);
    }
    // Only sets name one; no other file is read a second time.
    if !(text.contains("kingdom") && text.contains("game")) {
        return None;
    }
    let (documents, _) = yaml::read(id, text);
    documents.iter().find_map(|document| {
        let yaml::Value::Mapping(entries) = &document.root.as_ref()?.value else {
            return None;
        };
        let entry = entries
            .iter()
            .find(|entry| entry.key.scalar().is_some_and(|key| key.text == "game"))?;
        Some(entry.value.scalar()?.text.clone())
    })
}
/// Where the id of a game stands in its data, which may have mistakes.
pub fn id_in(text: &str) -> Option<Range<usize>> {
    const KEY: &str = "game:";
    let at = text
        .match_indices(KEY)
        .find(|(at, _)| *at == 0 || text[..*at].ends_with('\n'))?
        .0
        + KEY.len();
    let is_of_id = |character: char| character.is_alphanumeric() || "-_".contains(character);
    let line = text[at..].lines().next()?;
    let start = line.find(is_of_id)?;
    let len = line[start..].find(|character| !is_of_id(character));
    let start = at + start;
    Some(start..len.map_or(at + line.len(), |len| start + len))
}

/// The folders that are games, by the folders below them.
#[derive(Default)]
struct GameFolders(HashMap<OsString, Option<PathBuf>>);

impl GameFolders {
    /// The nearest folder above a file that has a `game.yaml`.
    fn of(&mut self, file: &Path) -> Option<PathBuf> {
        self.of_folder(file.parent()?)
    }

    fn of_folder(&mut self, folder: &Path) -> Option<PathBuf> {
        if let Some(known) = self.0.get(folder.as_os_str()) {
            return known.clone();
        }
        let game = if folder.join(GAME_FILE).is_file() {
            Some(folder.to_owned())
        } else {
            folder.parent().and_then(|parent| self.of_folder(parent))
        };
        self.0.insert(folder.into(), game.clone());
        game
    }
}

/// The path from the current folder, where it lies below it.
pub fn from_here(path: &Path) -> PathBuf {
    let here = Path::new(".").canonicalize().unwrap_or_default();
    match path.strip_prefix(&here) {
        Ok(below) if below.as_os_str().is_empty() => PathBuf::from("."),
        Ok(below) => below.to_owned(),
        Err(_) => path.to_owned(),
    }
}
