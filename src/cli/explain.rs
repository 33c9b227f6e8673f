//! `explain` and `rules`: describe the codes.

use std::io::{self, IsTerminal};

use serde::Serialize;

use super::Outcome;
use super::args::{Explain, Rules, RulesFormat};
use super::error::CliError;
use super::output;
use super::terminal_markdown;
use cardwright::bundle;
use cardwright::diagnostic::{Code, closest};
use cardwright::rule_pages::{self, Fixes};

pub fn explain(args: &Explain) -> Result<Outcome, CliError> {
    let codes = args
        .codes
        .iter()
        .map(|text| find(text))
        .collect::<Result<Vec<Code>, CliError>>()?;
    let color = output::wants_color(args.color.unwrap_or_default(), io::stdout().is_terminal());
    let pages: Vec<String> = codes
        .iter()
        .map(|code| terminal_markdown::shown(rule_pages::page(*code), color))
        .collect();
    output::to_stdout(&pages.join("\n"))?;
    Ok(Outcome::Clean)
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
