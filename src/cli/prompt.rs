//! The prompt of `effect`: reads texts line by line, and shows what each of them means.

use std::io::{self, BufRead};

use super::Outcome;
use super::effect_texts::{Texts, card_type};
use super::error::CliError;
use super::output::{self, Output};
use cardwright::diagnostic::{Severity, prose};
use cardwright::effect;
use cardwright::render::{self, Findings, Scope, visible_lines};

const HELP: &str = include_str!("help/prompt.txt");

const BOLD: &str = "\u{1b}[1m";
const RESET: &str = "\u{1b}[0m";

/// Reads texts from a terminal until the end of the input.
pub fn prompt(texts: &mut Texts<'_>, output: &Output) -> Result<Outcome, CliError> {
    let game = texts.symbols.game;
    output::to_stdout(&format!(
        "Effect texts of {}. Write a sentence. `:help` shows more, Ctrl-D ends.\n",
        game.title
    ))?;
    let mut lines = io::stdin().lock().lines();
    // The lines of a text that is not complete.
    let mut begun = String::new();
    loop {
        output::to_stdout(&match begun.is_empty() {
            true => format!("{}> ", texts.card_type),
            false => format!("{:>width$}> ", "…", width = texts.card_type.chars().count()),
        })?;
        let line = match lines.next() {
            Some(Ok(line)) => line,
            // The end of the input, or a line that is not UTF-8.
            Some(Err(error)) if error.kind() == io::ErrorKind::InvalidData => {
                output::to_stdout("this line is not UTF-8\n")?;
                continue;
            }
            Some(Err(_)) | None => {
                if !begun.is_empty() {
                    output::to_stdout("\n")?;
                    answer(texts, &begun, output)?;
                }
                output::to_stdout("\n")?;
                return Ok(Outcome::Clean);
            }
        };
        let line = line.trim();
        if let Some(command) = line.strip_prefix(':') {
            begun.clear();
            if obeyed(texts, command.trim())? {
                continue;
            }
            return Ok(Outcome::Clean);
        }
        if !line.is_empty() {
            if !begun.is_empty() {
                begun.push('\n');
            }
            begun.push_str(line);
            // The options of a choice follow on lines of their own.
            let is_open = line.ends_with(':') || begun.contains('\n');
            if is_open {
                continue;
            }
        }
        if !begun.is_empty() {
            answer(texts, &begun, output)?;
            begun.clear();
        }
    }
}

/// Runs a command of the prompt. Returns whether the prompt goes on.
fn obeyed(texts: &mut Texts<'_>, command: &str) -> Result<bool, CliError> {
    let game = texts.symbols.game;
    let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
    let said = match (word, rest.trim()) {
        ("quit" | "exit" | "q", _) => return Ok(false),
        ("type" | "t", "") => {
            let types = prose::and(game.printed_types().map(|(id, _)| id));
            format!("texts of type {}; there are {types}\n", texts.card_type)
        }
        ("type" | "t", named) => match card_type(game, named) {
            Ok((known, _)) => {
                texts.card_type = known;
                String::new()
            }
            Err(_) => {
                let types = prose::and(game.printed_types().map(|(id, _)| id));
                format!(
                    "no card type `{}`; there are {types}\n",
                    visible_lines(named)
                )
            }
        },
        _ => HELP.to_owned(),
    };
    output::to_stdout(&said)?;
    Ok(true)
}

/// Shows the canonical form of a text, its meaning, and what is wrong with it.
fn answer(texts: &mut Texts<'_>, text: &str, output: &Output) -> Result<(), CliError> {
    let file = texts.add(text);
    let (abilities, diagnostics) = texts.compile(file, text);
    let findings = Findings {
        sources: &texts.sources,
        diagnostics: &diagnostics,
        scope: &Scope::Text,
    };
    let screen = output.screen();
    let mut shown = String::new();
    if findings.count(Severity::Error) == 0 {
        let bearer = texts.bearer();
        let canonical = effect::print(&abilities, &bearer, &texts.symbols);
        for line in canonical.lines() {
            shown.push_str(&match screen.color {
                true => format!("  {BOLD}{line}{RESET}\n"),
                false => format!("  {line}\n"),
            });
        }
        for line in effect::outline(&abilities, &bearer, &texts.symbols).lines() {
            shown.push_str(&format!("    {line}\n"));
        }
    }
    shown.push_str(render::drawings(&findings, screen).trim_end());
    output::to_stdout(&(shown.trim_end().to_owned() + "\n"))
}
