//! The levels of lints: those of the project, and before them those of the flags.

use super::args::LintOptions;
use super::error::{Failure, choose};
use crate::diagnostic::{Code, Level, Levels};

/// The word that stands for every lint.
const ALL: &str = "all";

/// The levels that hold for a run.
pub fn levels(options: &LintOptions, project: &Levels) -> Result<Levels, Failure> {
    let mut flags = Levels::default();
    let mut said: Vec<Named> = Vec::new();
    let lists = [
        (&options.allow, Level::Allow),
        (&options.suggest, Level::Suggest),
        (&options.warn, Level::Warn),
        (&options.deny, Level::Deny),
    ];
    for (names, level) in lists {
        for name in names {
            let named = named(name).map_err(|problem| Failure::BadLint {
                message: problem.message,
                help: problem.help,
            })?;
            if said.contains(&named) {
                return Err(Failure::BadLint {
                    message: format!("`{name}` is given two levels"),
                    help: "name a lint behind one flag only".to_owned(),
                });
            }
            said.push(named);
            set(&mut flags, named, level);
        }
    }
    if options.suggestions {
        flags.hear_suggestions();
    }
    Ok(project.clone().under(&flags))
}

/// One lint, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    All,
    One(Code),
}

/// Why a name cannot be given a level.
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

/// The lint of that name or code.
pub fn named(name: &str) -> Result<Named, Problem> {
    if name == ALL {
        return Ok(Named::All);
    }
    match Code::find(name) {
        Some(code) if code.is_lint() => Ok(Named::One(code)),
        Some(code) => Err(Problem {
            message: format!("`{name}` has no level: {} is always an error", code.code()),
            help: format!(
                "`cardwright explain {}` says why; only the codes with an L have levels",
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
            let help = match crate::diagnostic::closest(name, names.iter().copied()) {
                Some(_) => choose(name, names),
                None => "`cardwright rules` lists all lints; `all` stands for every one".to_owned(),
            };
            Err(Problem {
                message: format!("there is no lint `{name}`"),
                help,
            })
        }
    }
}
