//! `new`: writes a commented card file to start from.

use std::path::{Path, PathBuf};

use super::Outcome;
use super::args::{LintOptions, New};
use super::card_template::Template;
use super::effect_texts::card_type;
use super::error::CliError;
use super::lints;
use super::output;
use super::paths::{game_of, library};
use super::project::{self, Project};
use super::read;
use super::request::{Given, Request};
use super::walk::DEFAULT_FOLDER;
use super::walk::{self, GAME_FILE};
use super::workspace::{self, GameRun, Run};
use super::write;
use cardwright::card::id_of;
use cardwright::compile::Card;
use cardwright::diagnostic::{Diagnostic, Severity, prose};
use cardwright::format;
use cardwright::game::Game;
use cardwright::render::{self, Findings, Scope, visible};
use cardwright::source::{FileId, Syntax};
use cardwright::symbols::Symbols;

pub fn new(args: &New) -> Result<Outcome, CliError> {
    let project = project::find(None)?;
    let game = game_of(args.game.game.as_deref(), &project);
    let folder = match &args.dir {
        Some(folder) => folder.clone(),
        None => default_folder(),
    };
    let place = Place {
        project: &project,
        game,
        folder: Some(&folder),
    };
    let before = place.run(&[])?;
    let known = of_game(&before, game)?;
    let Some(named) = &args.card_type else {
        output::to_stdout(&list_of_types(&known.game))?;
        return Ok(Outcome::Clean);
    };
    let (type_id, known_type) = card_type(&known.game, named)?;
    let name = args.name.join(" ");
    let name = name.trim();
    let path = folder.join(file_name(name)?);
    let shown = walk::shown(&path);
    if path.symlink_metadata().is_ok() {
        return Err(in_the_way(shown));
    }
    if let Some(card) = card_named(known, name)
        && before.paths.contains_key(&card.source.name_at.file)
    {
        let file = before.sources.file(card.source.name_at.file);
        return Err(in_the_way(file.path.to_string()));
    }
    let template = Template {
        game: &known.game,
        type_id,
        card_type: known_type,
        cards: &known.compilation.cards,
        path: &shown,
    };
    let best = best(&place, &before, &template, &shown, name)?;
    let is_error = |found: &Diagnostic| found.severity == Severity::Error;
    let failed = best.found.iter().any(is_error);
    if !best.found.is_empty() {
        let findings = Findings {
            sources: &best.run.sources,
            diagnostics: &best.found,
            scope: &Scope::Text,
        };
        let screen = output::screen_of_stderr(args.color.unwrap_or_default(), None);
        let drawn = render::drawings(&findings, screen);
        output::to_stderr(&drawn);
    }
    if failed {
        output::to_stderr("nothing was written\n");
        return Ok(Outcome::ErrorsFound);
    }
    write::new_file(&path, best.text.as_bytes())?;
    let shown = visible(&shown);
    let mut said = format!("wrote {shown}\n");
    if card_named(known, name).is_some() {
        said.push_str(&format!(
            "{} has a card of this name; yours replaces it\n",
            known.game.title
        ));
    }
    said.push_str(&format!(
        "next: change the file, then run `cardwright check {shown}`\n"
    ));
    output::to_stdout(&said)?;
    Ok(Outcome::Clean)
}

/// Where a new card goes, and what it is checked with.
pub struct Place<'p> {
    pub project: &'p Project,
    pub game: &'p str,
    /// `None` if the card is checked without other cards of the author.
    pub folder: Option<&'p Path>,
}

impl Place<'_> {
    /// Checks the cards of the folder together with new files, each a path and a text.
    pub fn run(&self, files: &[(&str, &str)]) -> Result<Run, CliError> {
        let folder = self.folder.map(Path::to_owned);
        let checked: Vec<PathBuf> = folder
            .filter(|folder| folder.is_dir())
            .into_iter()
            .collect();
        let library = match self.folder {
            Some(_) => library(&[], self.project),
            None => Vec::new(),
        };
        let given: Vec<Given> = files
            .iter()
            .map(|(path, text)| Given {
                name: (*path).to_owned(),
                text: read::decode(text.as_bytes().to_vec()),
                syntax: Syntax::Yaml,
            })
            .collect();
        workspace::run(&Request {
            checked: &checked,
            library: &library,
            game: self.game,
            always: true,
            settings: lints::levels(&LintOptions::default(), &self.project.lints)?.into(),
            given: &given,
            lists: false,
        })
    }
}

/// A card file, and what is wrong in it or because of it.
pub struct Best {
    pub text: String,
    pub run: Run,
    pub found: Vec<Diagnostic>,
}

/// Returns the first variant of a card without findings, or the one with the fewest.
pub fn best(
    place: &Place<'_>,
    before: &Run,
    template: &Template<'_>,
    path: &str,
    name: &str,
) -> Result<Best, CliError> {
    let sources = template.cards.values().map(|card| &card.source);
    let symbols = Symbols::new(template.game, sources);
    let mut best: Option<Best> = None;
    for variant in template.variants(name) {
        let text = match format::format(&symbols, FileId::default(), &variant) {
            Ok(formatted) => formatted.text,
            Err(_) => variant,
        };
        let run = place.run(&[(path, &text)])?;
        let found = new_diagnostics(before, &run);
        if best
            .as_ref()
            .is_none_or(|best| found.len() < best.found.len())
        {
            let is_clean = found.is_empty();
            best = Some(Best { text, run, found });
            if is_clean {
                break;
            }
        }
    }
    best.ok_or_else(|| CliError::BrokenGame {
        id: template.game.game.clone(),
    })
}

/// Returns the diagnostics that a run has in addition to an earlier one.
fn new_diagnostics(before: &Run, after: &Run) -> Vec<Diagnostic> {
    let mut known: Vec<&Diagnostic> = before.diagnostics.iter().collect();
    let mut new = Vec::new();
    for diagnostic in &after.diagnostics {
        let path = |run: &Run, of: &Diagnostic| run.sources.file(of.primary.at.file).path.clone();
        let at = known.iter().position(|other| {
            other.is_same_problem(diagnostic)
                && path(before, other) == path(after, diagnostic)
                && other.primary.at.start == diagnostic.primary.at.start
        });
        match at {
            Some(at) => {
                known.swap_remove(at);
            }
            None => new.push(diagnostic.clone()),
        }
    }
    new
}

/// Returns the game of a run.
pub fn of_game<'r>(run: &'r Run, id: &str) -> Result<&'r GameRun, CliError> {
    let found = run.games.iter().find(|run| run.game.game == id);
    found.ok_or_else(|| CliError::BrokenGame { id: id.to_owned() })
}

fn card_named<'r>(known: &'r GameRun, name: &str) -> Option<&'r Card> {
    let id = id_of(name);
    let mut cards = known.compilation.cards.iter();
    let found = cards.find(|(known, card)| {
        **known == id || card.source.name.to_lowercase() == name.to_lowercase()
    });
    found.map(|(_, card)| card)
}

/// Returns the name of the file of a card, as the lint `file-name` expects it.
pub fn file_name(name: &str) -> Result<String, CliError> {
    let id = id_of(name);
    match id.is_empty() {
        true => Err(CliError::NoName {
            name: name.to_owned(),
        }),
        false => Ok(id + ".yaml"),
    }
}

fn in_the_way(path: String) -> CliError {
    CliError::InTheWay {
        path,
        why: "there is a card in this file",
        help: "choose another name, or change that file",
    }
}

/// Returns the folder of the cards of the current folder.
fn default_folder() -> PathBuf {
    let default = PathBuf::from(DEFAULT_FOLDER);
    let is_below = || {
        let here = Path::new(".").canonicalize().unwrap_or_default();
        here.components()
            .any(|part| part.as_os_str() == DEFAULT_FOLDER)
    };
    let here = !default.is_dir() && (Path::new(GAME_FILE).is_file() || is_below());
    match here {
        true => PathBuf::from("."),
        false => default,
    }
}

fn list_of_types(game: &Game) -> String {
    let mut text = format!("The card types of {}:\n", game.title);
    for (id, card_type) in game.printed_types() {
        let fields = game.fields_of(card_type).map(|field| field.key);
        let fields: Vec<&str> = fields.collect();
        text.push_str(&format!("  {id}: {}\n", prose::and(fields)));
    }
    text.push_str("next: `cardwright new TYPE NAME`\n");
    text
}
