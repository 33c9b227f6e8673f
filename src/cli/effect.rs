//! `effect`: compiles one text as the effect of a card.

use std::io::{self, IsTerminal};

use super::Outcome;
use super::args::{Effect, Emit, Format};
use super::effect_texts::{Texts, card_type, library_run, line_of, symbols, take_game, warn};
use super::error::CliError;
use super::output::{self, Output};
use super::paths::{game_of, library};
use super::prompt;
use super::read::{self, Text};
use super::{effect_fix, languages, project};
use cardwright::bundle;
use cardwright::effect;
use cardwright::effect::ir::IR_VERSION;
use cardwright::render::json::{self, Abilities};
use cardwright::render::{Findings, Scope};

pub fn effect(args: &Effect) -> Result<Outcome, CliError> {
    let project = project::find(None)?;
    let output = Output::of(&args.output, &project);
    let game = game_of(args.game.game.as_deref(), &project);
    let mut run = library_run(&library(&args.cards.cards, &project), game)?;
    let compiled = take_game(&mut run, game)?;
    let acting = compiled.game.acting_type().map(|acting| &*acting.name);
    let language = args.lang.filter(|language| !language.is_written());
    let translated = language
        .map(|language| {
            let own = languages::words_of(&compiled, &run.paths, language)?;
            let words = match args.emit {
                Some(Emit::Outline) => language.outline_words(&compiled.game, &own),
                _ => language.words(&compiled.game, &own),
            };
            words.map_err(|mistakes| languages::unfit(language, &mistakes))
        })
        .transpose()?;
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
            Emit::Text => {
                report.text = Some(match &translated {
                    Some(words) => effect::print_with(words, &abilities, &bearer, symbols),
                    None => effect::print(&abilities, &bearer, symbols),
                })
            }
            Emit::Outline => {
                report.outline = Some(match &translated {
                    Some(words) => effect::outline_with(words, &abilities, &bearer, symbols),
                    None => effect::outline(&abilities, &bearer, symbols),
                })
            }
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

fn text(args: &Effect) -> Result<Text, CliError> {
    match &args.text {
        Some(text) if text != "-" => Ok(read::decode(text.as_encoded_bytes().to_vec())),
        _ => read::standard_input().map_err(|source| CliError::Read {
            path: "standard input".to_owned(),
            source,
        }),
    }
}
