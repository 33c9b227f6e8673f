//! `effect`: compiles one text as the effect of a card.

use std::io::{self, IsTerminal};

use smol_str::SmolStr;

use super::Outcome;
use super::args::{Effect, Emit, Format};
use super::error::{CliError, choose};
use super::output::{self, Output};
use super::paths::{game_of, library};
use super::prompt;
use super::read::{self, Text};
use super::request::Request;
use super::workspace::{self, GameRun, Run};
use super::{effect_fix, project};
use cardwright::bundle;
use cardwright::diagnostic::{self, Diagnostic, Levels, Place};
use cardwright::effect::ir::{Ability, IR_VERSION};
use cardwright::effect::{self, Bearer};
use cardwright::game::{CardType, Game};
use cardwright::render::json::{self, Abilities};
use cardwright::render::{self, Findings, Scope};
use cardwright::source::{FileId, SourceFile, Sources, Span};
use cardwright::symbols::Symbols;

/// The file name of the text in diagnostics.
const NAME: &str = "<text>";

pub fn effect(args: &Effect) -> Result<Outcome, CliError> {
    let project = project::find(None)?;
    let output = Output::of(&args.output, &project);
    let game = game_of(args.game.game.as_deref(), &project);
    let mut run = library_run(&library(&args.cards.cards, &project), game)?;
    let compiled = take_game(&mut run, game)?;
    let acting = compiled.game.acting_type().map(|acting| &*acting.name);
    let named = args.card_type.as_deref().or(acting).unwrap_or_default();
    let (card_type, _) = card_type(&compiled.game, named)?;
    let mut texts = Texts {
        sources: run.sources,
        symbols: symbols(&compiled),
        card_type,
    };
    // Without a text, a person at a terminal is asked for one.
    if args.text.is_none() && io::stdin().is_terminal() {
        return prompt::prompt(&mut texts, &output);
    }
    let Text { text, trouble, .. } = text(args)?;
    if args.fix || args.unsafe_fixes {
        return effect_fix::fix(&mut texts, &text, trouble, args.unsafe_fixes, &output);
    }

    let file = texts.add(&text);
    let (abilities, diagnostics) = match &trouble {
        Some(trouble) => (Vec::new(), vec![trouble.diagnostic(file)]),
        None => texts.compile(file, &text),
    };
    let findings = Findings {
        sources: &texts.sources,
        diagnostics: &diagnostics,
        scope: &Scope::Text,
    };
    let outcome = output.outcome(&findings);

    let mut report = json::report(&findings);
    if outcome == Outcome::Clean {
        let (bearer, symbols) = (texts.bearer(), &texts.symbols);
        match args.emit.unwrap_or_default() {
            Emit::Ir => {
                report.ir = Some(Abilities {
                    ir: IR_VERSION,
                    abilities,
                })
            }
            Emit::Text => report.text = Some(effect::print(&abilities, &bearer, symbols)),
            Emit::Outline => report.outline = Some(effect::outline(&abilities, &bearer, symbols)),
        }
    }
    if output.format == Format::Json {
        output::to_stdout(&json::to_text(&report))?;
        return Ok(outcome);
    }
    if outcome != Outcome::Clean || output.format == Format::Sarif {
        output::to_stdout(&output.render(&findings))?;
        return Ok(outcome);
    }
    // Standard output has only the result, so that it can be piped; warnings go to standard error.
    warn(&findings, &output);
    let emitted = match (&report.ir, report.text, report.outline) {
        (Some(ir), _, _) => bundle::to_json(ir),
        (None, Some(text), _) | (None, None, Some(text)) => text,
        (None, None, None) => String::new(),
    };
    output::to_stdout(&line_of(emitted))?;
    Ok(outcome)
}

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
            traits: None,
            area: None,
        }
    }

    /// Adds a text to the sources.
    pub fn add(&mut self, text: &str) -> FileId {
        self.sources.add(SourceFile::new(NAME, text))
    }

    /// Compiles the text of a source. The diagnostics are sorted.
    pub fn compile(&self, file: FileId, text: &str) -> (Vec<Ability>, Vec<Diagnostic>) {
        let (abilities, found) = effect::compile(text, &self.bearer(), &self.symbols);
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

fn text(args: &Effect) -> Result<Text, CliError> {
    match &args.text {
        Some(text) if text != "-" => Ok(read::decode(text.as_encoded_bytes().to_vec())),
        _ => read::standard_input().map_err(|source| CliError::Read {
            path: "standard input".to_owned(),
            source,
        }),
    }
}

/// Returns the card type that the argument names, with its id.
pub fn card_type<'g>(game: &'g Game, written: &str) -> Result<(&'g str, &'g CardType), CliError> {
    game.card_types
        .iter()
        .find(|(id, card_type)| {
            id.eq_ignore_ascii_case(written) || card_type.name.eq_ignore_ascii_case(written)
        })
        .map(|(id, card_type)| (id.as_str(), card_type))
        .ok_or_else(|| CliError::UnknownType {
            game: game.title.clone(),
            card_type: written.to_owned(),
            help: choose(written, game.card_types.keys().map(SmolStr::as_str)),
        })
}
