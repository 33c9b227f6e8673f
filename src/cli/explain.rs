//! `explain` and `rules`: describe the codes, and `explain` words too.

use std::io::{self, IsTerminal};

use serde::Serialize;

use super::Outcome;
use super::args::{Explain, Rules, RulesFormat};
use super::effect_texts::{Texts, library_run, symbols, take_game};
use super::error::CliError;
use super::explain_phrase;
use super::output;
use super::paths::{game_of, library};
use super::project;
use super::terminal_markdown;
use cardwright::bundle;
use cardwright::diagnostic::{Code, closest};
use cardwright::effect::is_function_word;
use cardwright::rule_pages::{self, Fixes};

pub fn explain(args: &Explain) -> Result<Outcome, CliError> {
    let color = output::wants_color(args.color.unwrap_or_default(), io::stdout().is_terminal());
    let codes: Vec<Option<Code>> = args.codes.iter().map(|text| Code::find(text)).collect();
    let pages = match codes.iter().any(Option::is_some) {
        true => args
            .codes
            .iter()
            .map(|text| Ok(rule_pages::page(find(text)?).to_owned()))
            .collect::<Result<Vec<String>, CliError>>()?,
        false => phrases(args)?,
    };
    let pages: Vec<String> = pages
        .iter()
        .map(|page| terminal_markdown::shown(page, color))
        .collect();
    output::to_stdout(&pages.join("\n"))?;
    Ok(Outcome::Clean)
}

/// Returns the pages about phrases: one about all words together or, if nothing is known about that, one about each.
fn phrases(args: &Explain) -> Result<Vec<String>, CliError> {
    if let Some(text) = args.codes.iter().find(|text| looks_like_code(text)) {
        find(text)?;
    }
    let project = project::find(None)?;
    let game = game_of(args.game.game.as_deref(), &project);
    let mut run = library_run(&library(&[], &project), game)?;
    let compiled = take_game(&mut run, game)?;
    let mut texts = Texts {
        sources: run.sources,
        symbols: symbols(&compiled),
        card_type: "",
    };
    let whole = args.codes.join(" ");
    // `at` and `be` are no questions of their own.
    let apart = args.codes.len() > 1 && !args.codes.iter().any(|word| is_function_word(word));
    if !apart {
        return Ok(vec![explain_phrase::page(
            &whole, true, &compiled, &mut texts,
        )?]);
    }
    match explain_phrase::page(&whole, false, &compiled, &mut texts) {
        Ok(page) => Ok(vec![page]),
        Err(_) => args
            .codes
            .iter()
            .map(|word| explain_phrase::page(word, true, &compiled, &mut texts))
            .collect(),
    }
}

/// Returns whether a text that is not a code is meant as one: `E9999`, `unknwn-card`.
fn looks_like_code(text: &str) -> bool {
    let digits = text
        .strip_prefix(['E', 'L', 'T', 'e', 'l', 't'])
        .unwrap_or_default();
    let number = digits.len() > 1 && digits.chars().all(|c| c.is_ascii_digit());
    let names = Code::ALL.iter().map(|code| code.name());
    number || (text.contains('-') && closest(text, names).is_some())
}

fn find(text: &str) -> Result<Code, CliError> {
    Code::find(text).ok_or_else(|| {
        let known = Code::ALL.iter().flat_map(|code| [code.code(), code.name()]);
        CliError::UnknownCode {
            code: text.to_owned(),
            help: match closest(text, known) {
                Some(close) => format!("write `{close}`"),
                None => "`cardwright rules` lists all codes".to_owned(),
            },
        }
    })
}

pub fn rules(args: &Rules) -> Result<Outcome, CliError> {
    let list = match args.format {
        RulesFormat::Human => table(),
        RulesFormat::Json => bundle::to_json(&Code::ALL.iter().map(rule).collect::<Vec<_>>()),
    };
    output::to_stdout(&list)?;
    Ok(Outcome::Clean)
}

/// A code in the output of `rules --format json`.
#[derive(Serialize)]
struct Rule {
    code: &'static str,
    name: &'static str,
    /// `error`, `warning` or `suggestion`: the default level.
    level: &'static str,
    /// `true` if a project can change the level.
    lint: bool,
    since: &'static str,
    /// `safe`, `unsafe`, `sometimes`, or null if there is no fix.
    fix: Option<&'static str>,
    meaning: &'static str,
}

fn rule(code: &Code) -> Rule {
    let fixes = rule_pages::fixes(*code);
    Rule {
        code: code.code(),
        name: code.name(),
        level: code.severity().name(),
        lint: code.is_lint(),
        since: code.since(),
        fix: (fixes != Fixes::Never).then(|| fixes.word()),
        meaning: code.meaning(),
    }
}

/// Returns one line per code: code, level, fix, name, meaning.
fn table() -> String {
    let width = |of: fn(Code) -> &'static str| {
        Code::ALL
            .iter()
            .map(|code| of(*code).len())
            .max()
            .unwrap_or(0)
    };
    let name = width(Code::name);
    let level = width(|code| code.severity().name());
    let fix = width(|code| rule_pages::fixes(code).word()) + " fix".len();
    Code::ALL
        .iter()
        .map(|code| {
            let fixes = match rule_pages::fixes(*code) {
                Fixes::Never => String::new(),
                fixes => format!("{} fix", fixes.word()),
            };
            format!(
                "{}  {:level$}  {:name$}  {fixes:fix$}  {}\n",
                code.code(),
                code.severity().name(),
                code.name(),
                code.meaning()
            )
        })
        .collect()
}
