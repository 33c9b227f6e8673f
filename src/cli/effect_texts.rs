//! Effect texts without a card: the cards that they can name, and their compilation.

use super::args::Format;
use super::error::{CliError, choose};
use super::output::{self, Output};
use super::request::Request;
use super::workspace::{self, GameRun, Run};
use cardwright::diagnostic::{self, Diagnostic, Levels, Place};
use cardwright::effect::ir::Ability;
use cardwright::effect::{self, Bearer};
use cardwright::game::{CardType, Game};
use cardwright::render::{self, Findings};
use cardwright::source::composed::composed;
use cardwright::source::{FileId, SourceFile, Sources, Span};
use cardwright::symbols::Symbols;

/// The file name of the text in diagnostics.
const NAME: &str = "<text>";

/// Writes diagnostics to standard error.
pub fn warn(findings: &Findings<'_>, output: &Output) {
    if findings.diagnostics.is_empty() {
        return;
    }
    output::to_stderr(&match output.format {
        Format::Short => render::short(findings),
        Format::Github => output.render(findings),
        _ => render::human(findings, output.screen_of_stderr()),
    });
}

/// Ends a text with a line break, unless it is empty.
pub fn line_of(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Compiles the cards that texts can name.
pub fn library_run(library: &[std::path::PathBuf], game: &str) -> Result<Run, CliError> {
    workspace::run(&Request {
        checked: &[],
        library,
        game,
        always: true,
        settings: Levels::silent().into(),
        given: &[],
        lists: false,
    })
}

/// Takes the game out of a run.
pub fn take_game(run: &mut Run, game: &str) -> Result<GameRun, CliError> {
    let at = run.games.iter().position(|run| run.game.game == game);
    match at {
        Some(at) => Ok(run.games.swap_remove(at)),
        None => Err(CliError::BrokenGame {
            id: game.to_owned(),
        }),
    }
}

/// Returns the names that texts of a game can use.
pub fn symbols(compiled: &GameRun) -> Symbols<'_> {
    let cards = compiled.compilation.cards.values();
    Symbols::new(&compiled.game, cards.map(|card| &card.source))
}

/// Compiles texts as the effect of a card of one type.
pub struct Texts<'t> {
    pub sources: Sources,
    pub symbols: Symbols<'t>,
    pub card_type: &'t str,
}

impl Texts<'_> {
    pub fn bearer(&self) -> Bearer<'_> {
        Bearer {
            card_type: self.card_type,
            ..Bearer::default()
        }
    }

    /// Adds a text to the sources, composed (Unicode's NFC), as the texts of cards are.
    pub fn add(&mut self, text: &str) -> FileId {
        self.sources.add(SourceFile::new(NAME, composed(text)))
    }

    /// Compiles the text of a source. The diagnostics are sorted.
    pub fn compile(&self, file: FileId, text: &str) -> (Vec<Ability>, Vec<Diagnostic>) {
        let (abilities, found) = effect::compile(&composed(text), &self.bearer(), &self.symbols);
        let found = found.into_iter().map(|diagnostic| {
            diagnostic.map(|place| match place {
                Place::Text(range) => Span::new(file, range),
                Place::File(span) => span,
            })
        });
        let mut diagnostics: Vec<Diagnostic> = found.collect();
        diagnostic::sort(&mut diagnostics);
        (abilities, diagnostics)
    }
}

/// Returns the card type that the argument names, with its id.
pub fn card_type<'g>(game: &'g Game, written: &str) -> Result<(&'g str, &'g CardType), CliError> {
    game.printed_types()
        .find(|(id, card_type)| {
            id.eq_ignore_ascii_case(written) || card_type.name.eq_ignore_ascii_case(written)
        })
        .map(|(id, card_type)| (id.as_str(), card_type))
        .ok_or_else(|| CliError::UnknownType {
            game: game.title.clone(),
            card_type: written.to_owned(),
            help: choose(written, game.printed_types().map(|(id, _)| id.as_str())),
        })
}
