//! The levels of lints: flags take precedence over the settings of the project.

use super::args::LintOptions;
use super::error::{CliError, choose};
use cardwright::diagnostic::{Code, Level, Levels};

/// The name for all lints.
const ALL: &str = "all";

/// Returns the lint levels of a run.
pub fn levels(options: &LintOptions, project: &Levels) -> Result<Levels, CliError> {
    let mut flags = Levels::default();
    let mut written: Vec<Named> = Vec::new();
    let lists = [
        (&options.allow, Level::Allow),
        (&options.suggest, Level::Suggest),
        (&options.warn, Level::Warn),
        (&options.deny, Level::Deny),
    ];
    for (names, level) in lists {
        for name in names {
            let named = named(name).map_err(|problem| CliError::BadLint {
                message: problem.message,
                help: problem.help,
            })?;
            if written.contains(&named) {
                return Err(CliError::BadLint {
                    message: format!("`{name}` is given two levels"),
                    help: "give each lint only one flag".to_owned(),
                });
            }
            written.push(named);
            set(&mut flags, named, level);
        }
    }
    if options.suggestions {
        flags.hear_suggestions();
    }
    Ok(project.clone().under(&flags))
}

/// One lint, or all lints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    All,
    One(Code),
}

/// The reason why a lint cannot get a level.
pub struct Problem {
    pub message: String,
    pub help: String,
}

pub fn set(levels: &mut Levels, named: Named, level: Level) {
    match named {
        Named::All => levels.set_all(level),
        Named::One(code) => levels.set(code, level),
    }
}

/// Returns the lint with a name or code.
pub fn named(name: &str) -> Result<Named, Problem> {
    if name == ALL {
        return Ok(Named::All);
    }
    match Code::find(name) {
        Some(code) if code.is_lint() => Ok(Named::One(code)),
        Some(code) => Err(Problem {
            message: format!("`{name}` has no level: {} is always an error", code.code()),
            help: format!(
                "run `cardwright explain {}` for the reason; only codes with an L have levels",
                code.code()
            ),
        }),
        None => {
            let names: Vec<&str> = Code::ALL
                .iter()
                .filter(|code| code.is_lint())
                .flat_map(|code| [code.name(), code.code()])
                .chain([ALL])
                .collect();
            let help = match cardwright::diagnostic::closest(name, names.iter().copied()) {
                Some(_) => choose(name, names),
                None => "`cardwright rules` lists all lints; `all` selects all of them".to_owned(),
            };
            Err(Problem {
                message: format!("no lint `{name}`"),
                help,
            })
        }
    }
}
