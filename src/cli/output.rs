//! Standard output and standard error.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;

use terminal_size::{Height, Width, terminal_size_of};

use super::Outcome;
use super::args::{Format, OutputOptions, When};
use super::error::CliError;
use super::project::Project;
use super::walk;
use cardwright::diagnostic::Severity;
use cardwright::render::{self, Findings, Screen, json};

/// The output settings of a run: flags, then project settings, then defaults.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    pub format: Format,
    pub deny_warnings: bool,
    color: When,
    width: Option<usize>,
}

impl Output {
    pub fn of(options: &OutputOptions, project: &Project) -> Self {
        Output {
            format: options.format.or(project.format).unwrap_or_else(usual),
            deny_warnings: options.deny_warnings || project.deny_warnings,
            color: options.color.or(project.color).unwrap_or_default(),
            width: options.width,
        }
    }

    /// Returns the properties of standard output.
    pub fn screen(&self) -> Screen {
        screen_of_stdout(Some(self.color), self.width)
    }

    /// Returns the properties of standard error.
    pub fn screen_of_stderr(&self) -> Screen {
        screen_of_stderr(self.color, self.width)
    }

    pub fn outcome(&self, findings: &Findings<'_>) -> Outcome {
        let failed = findings.count(Severity::Error) > 0
            || (self.deny_warnings && findings.count(Severity::Warning) > 0);
        if failed {
            Outcome::ErrorsFound
        } else {
            Outcome::Clean
        }
    }

    /// Renders the diagnostics in the requested format.
    pub fn render(&self, findings: &Findings<'_>) -> String {
        match self.format {
            Format::Human => render::human(findings, self.screen()),
            Format::Short => render::short(findings),
            Format::Json => json::to_text(&json::report(findings)),
            Format::Sarif => render::sarif(findings),
            Format::Github => render::github(findings, &folder_of_repository()),
        }
    }
}

/// Returns the default format.
fn usual() -> Format {
    match std::env::var_os("GITHUB_ACTIONS") {
        Some(set) if set == "true" => Format::Github,
        _ => Format::Human,
    }
}

/// Returns the current folder relative to the root of the repository that GitHub Actions checked out. Annotations need
/// it as a prefix of paths. The result is empty or ends in `/`.
pub fn folder_of_repository() -> String {
    let folder = || {
        let root = std::env::var_os("GITHUB_WORKSPACE")?;
        let root = Path::new(&root).canonicalize().ok()?;
        let here = std::env::current_dir().ok()?.canonicalize().ok()?;
        let folder = walk::shown(here.strip_prefix(root).ok()?);
        (folder != ".").then(|| folder + "/")
    };
    folder().unwrap_or_default()
}

/// Returns whether standard error uses colours.
pub fn color_on_stderr(when: Option<When>) -> bool {
    wants_color(when.unwrap_or_default(), io::stderr().is_terminal())
}

/// Returns the properties of standard output.
pub fn screen_of_stdout(color: Option<When>, width: Option<usize>) -> Screen {
    let out = io::stdout();
    let color = color.unwrap_or_default();
    screen(color, width, out.is_terminal(), terminal_size_of(out))
}

pub fn screen_of_stderr(color: When, width: Option<usize>) -> Screen {
    let err = io::stderr();
    screen(color, width, err.is_terminal(), terminal_size_of(err))
}

fn screen(
    color: When,
    width: Option<usize>,
    terminal: bool,
    size: Option<(Width, Height)>,
) -> Screen {
    let set = || std::env::var("COLUMNS").ok()?.parse().ok();
    let seen = || {
        size.filter(|_| terminal)
            .map(|(Width(width), _)| width.into())
    };
    Screen {
        color: wants_color(color, terminal),
        width: width.or_else(set).or_else(seen),
    }
}

/// Returns whether to use colours: the flag decides, otherwise `NO_COLOR`, `CLICOLOR_FORCE` and whether the output is a
/// terminal.
pub fn wants_color(when: When, terminal: bool) -> bool {
    let set =
        |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => false,
        When::Auto if set("CLICOLOR_FORCE") => true,
        When::Auto => terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
    }
}

/// Writes to standard output. A closed pipe is not an error.
pub fn to_stdout(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(source) => Err(CliError::Output { source }),
        Ok(()) => Ok(()),
    }
}

/// Writes to standard error. A failure cannot be reported and is ignored.
pub fn to_stderr(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
