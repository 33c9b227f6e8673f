//! `effect`: compiles one text as the effect of a card.

use smol_str::SmolStr;

use super::Outcome;
use super::args::{Effect, Emit, Format};
use super::error::{CliError, choose};
use super::output::{self, Output};
use super::paths::{game_of, library};
use super::project;
use super::read::{self, Text};
use super::request::Request;
use super::workspace;
use cardwright::bundle;
use cardwright::diagnostic::{self, Levels, Place};
use cardwright::effect::{self, Bearer, ir::IR_VERSION};
use cardwright::game::Game;
use cardwright::render::json::{self, Abilities};
use cardwright::render::{self, Findings, Scope};
use cardwright::source::{SourceFile, Span};
use cardwright::symbols::Symbols;

/// The file name of the text in diagnostics.
const NAME: &str = "<text>";

pub fn effect(args: &Effect) -> Result<Outcome, CliError> {
    let project = project::find(None)?;
    let output = Output::of(&args.output, &project);
    let game = game_of(args.game.game.as_deref(), &project);
    let mut run = workspace::run(&Request {
        checked: &[],
        library: &library(&args.cards.cards, &project),
        game,
        always: true,
        settings: Levels::silent().into(),
        given: &[],
        lists: false,
    })?;
    let Some(at) = run.games.iter().position(|run| run.game.game == game) else {
        return Err(CliError::BrokenGame {
            id: game.to_owned(),
        });
    };
    let compiled = run.games.swap_remove(at);
    let acting = compiled.game.acting_type().map(|acting| &*acting.name);
    let named = args.card_type.as_deref().or(acting).unwrap_or_default();
    let card_type = card_type(&compiled.game, named)?;
    let Text { text, trouble, .. } = text(args)?;

    let file = run.sources.add(SourceFile::new(NAME, text.clone()));
    let symbols = Symbols::new(
        &compiled.game,
        compiled.compilation.cards.values().map(|card| &card.source),
    );
    let bearer = Bearer {
        card_type,
        ..Bearer::default()
    };
    let (abilities, mut diagnostics) = match &trouble {
        Some(trouble) => (Vec::new(), vec![trouble.diagnostic(file)]),
        None => {
            let (abilities, found) = effect::compile(&text, &bearer, &symbols);
            let found = found.into_iter().map(|diagnostic| {
                diagnostic.map(|place| match place {
                    Place::Text(range) => Span::new(file, range),
                    Place::File(span) => span,
                })
            });
            (abilities, found.collect())
        }
    };
    diagnostic::sort(&mut diagnostics);
    let findings = Findings {
        sources: &run.sources,
        diagnostics: &diagnostics,
        scope: &Scope::Text,
    };
    let outcome = output.outcome(&findings);

    let mut report = json::report(&findings);
    if outcome == Outcome::Clean {
        match args.emit {
            Emit::Ir => {
                report.ir = Some(Abilities {
                    ir: IR_VERSION,
                    abilities,
                })
            }
            Emit::Text => report.text = Some(effect::print(&abilities, &bearer, &symbols)),
            Emit::Outline => report.outline = Some(effect::outline(&abilities, &bearer, &symbols)),
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
    if !diagnostics.is_empty() {
        output::to_stderr(&match output.format {
            Format::Short => render::short(&findings),
            Format::Github => output.render(&findings),
            _ => render::human(&findings, output.screen_of_stderr()),
        });
    }
    let emitted = match (&report.ir, report.text, report.outline) {
        (Some(ir), _, _) => bundle::to_json(ir),
        (None, Some(text), _) | (None, None, Some(text)) => text,
        (None, None, None) => String::new(),
    };
    output::to_stdout(&emitted)?;
    if !emitted.is_empty() && !emitted.ends_with('\n') {
        output::to_stdout("\n")?;
    }
    Ok(outcome)
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

/// Returns the id of the card type that the argument names.
fn card_type<'g>(game: &'g Game, written: &str) -> Result<&'g str, CliError> {
    game.card_types
        .iter()
        .find(|(id, card_type)| {
            id.eq_ignore_ascii_case(written) || card_type.name.eq_ignore_ascii_case(written)
        })
        .map(|(id, _)| id.as_str())
        .ok_or_else(|| CliError::UnknownType {
            game: game.title.clone(),
            card_type: written.to_owned(),
            help: choose(written, game.card_types.keys().map(SmolStr::as_str)),
        })
}
