//! `play`: a game in the terminal. It reads lines from standard input, so a script can play too.

use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use cardwright::compile::Compilation;
use cardwright::game::Game;
use cardwright::render::{at_spaces, counted};
use cardwright::scenario::{self, Lexicon};
use cardwright::tabletop::{Reply, Saved, Seats, Tabletop};
use cardwright_play::bot::Bot;

use super::Outcome;
use super::args::Play;
use super::error::CliError;
use super::games::Interrupt;
use super::output;
use super::read;
use super::seating;
use super::walk;
use super::write;

/// The interval at which Ctrl-C is noticed.
const LISTEN: Duration = Duration::from_millis(50);

/// The control sequence that erases the screen and what was scrolled off it.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// The maximum indentation of continued lines.
const MAX_INDENT: usize = 16;

pub fn play(args: &Play) -> Result<Outcome, CliError> {
    if let Some(path) = &args.record {
        write::expect_folder(path)?;
    }
    let saved = args.load.as_deref().map(loaded).transpose()?;
    let given = [&args.one, &args.other].map(|id| id.as_deref().unwrap_or_default());
    let ids = match &saved {
        Some(saved) => saved.sets.each_ref().map(String::as_str),
        None => given,
    };
    let Some(seated) = seating::seated(&args.seating, ids)? else {
        return Ok(Outcome::ErrorsFound);
    };
    let Some((game, compilation)) = seated.game() else {
        return Ok(Outcome::Clean);
    };
    let unreadable = |reason: String| CliError::NotSaved {
        path: args.load.as_deref().map_or(String::new(), shown),
        reason,
    };
    let seats = match &saved {
        Some(saved) => Seats {
            sets: seated.sets(ids)?,
            bot: match &saved.bot {
                Some(name) => Some(Bot::named(name, args.budget.budget).ok_or_else(|| {
                    unreadable(format!("no program plays `{}`", name.escape_debug()))
                })?),
                None => None,
            },
            seed: saved.seed,
        },
        None => Seats {
            sets: seated.sets(ids)?,
            bot: args.bot.map(|kind| args.budget.of(kind)),
            seed: args.seed,
        },
    };
    let mut tabletop = Tabletop::new(game, compilation, &seated.table, seats);
    if let Some(saved) = &saved {
        tabletop = tabletop
            .load(saved)
            .map_err(|trouble| unreadable(trouble.to_string()))?;
    }
    let screen = output::screen_of_stdout(None, None);
    let show = |text: &str| output::to_stdout(&wrapped(text, screen.width));
    show(&tabletop.opening())?;
    let interrupt = Interrupt::listen();
    let lines = lines();
    loop {
        output::to_stdout("> ")?;
        let line = match next(&lines, &interrupt) {
            Some(Ok(line)) => line,
            Some(Err(error)) if error.kind() == io::ErrorKind::InvalidData => {
                output::to_stdout("this line is not UTF-8\n")?;
                continue;
            }
            Some(Err(_)) | None => {
                output::to_stdout("\n")?;
                break;
            }
        };
        match tabletop.read(&line) {
            Reply::Shown(text) => show(&text)?,
            Reply::HandedOver(text) => {
                if io::stdout().is_terminal() {
                    output::to_stdout(CLEAR)?;
                }
                show(&text)?;
            }
            Reply::Save { name, text } => {
                let path = Path::new(&name);
                let ours = Some(Saved::BEGINNING);
                let said = match write::write_user_file(path, text.as_bytes(), ours, [].iter()) {
                    Ok(()) => format!("saved; continue with `cardwright play --load {name}`\n"),
                    Err(failure) => format!("{failure}\n"),
                };
                show(&said)?;
            }
            Reply::Record { name } => {
                let path = Path::new(&name);
                show(&recorded(&tabletop, game, compilation, path, true)?)?;
            }
            Reply::Quit => break,
        }
    }
    if let Some(path) = &args.record {
        show(&recorded(&tabletop, game, compilation, path, false)?)?;
    }
    Ok(match interrupt.is_pressed() {
        true => Outcome::Interrupted,
        false => Outcome::Clean,
    })
}

/// Wraps each line to a width. Continued lines are indented below the text of the line.
fn wrapped(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else {
        return text.to_owned();
    };
    let wrap = |line: &str| {
        let indent = " ".repeat(hanging_indent(line).min(width / 2));
        let options = at_spaces(width.max(1), line).subsequent_indent(&indent);
        let filled = textwrap::fill(line, options);
        filled + "\n"
    };
    text.lines().map(wrap).collect()
}

/// Returns the indentation of continued lines: the column of the text after a number or a name and two spaces,
/// otherwise two columns more than the line.
fn hanging_indent(line: &str) -> usize {
    let text = line.trim_start();
    let start = line.len() - text.len();
    let after_gap = text.find("  ").map(|gap| {
        let rest = text.get(gap..).unwrap_or_default();
        start + gap + rest.len() - rest.trim_start().len()
    });
    after_gap
        .filter(|column| *column <= MAX_INDENT)
        .unwrap_or(start + 2)
}

/// Reads the lines of standard input on another thread, so that Ctrl-C is noticed while none comes.
fn lines() -> Receiver<io::Result<String>> {
    let (send, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// Returns the next line. `None` if there are no more, or if Ctrl-C is pressed.
fn next(lines: &Receiver<io::Result<String>>, interrupt: &Interrupt) -> Option<io::Result<String>> {
    loop {
        match lines.recv_timeout(LISTEN) {
            Ok(line) => return Some(line),
            Err(RecvTimeoutError::Timeout) if !interrupt.is_pressed() => {}
            Err(_) => return None,
        }
    }
}

/// Writes the game, or its last step, as tests. Returns the message about them.
fn recorded(
    tabletop: &Tabletop<'_>,
    game: &Game,
    compilation: &Compilation,
    path: &Path,
    last: bool,
) -> Result<String, CliError> {
    if !walk::is_test_file(path) {
        let help = "end the name in `.test.yaml`, so that `cardwright check` knows what it is";
        let path = shown(path);
        return match last {
            true => Ok(format!(
                "`{path}` is not a name of a file with tests; {help}\n"
            )),
            false => Err(CliError::NotATestFile { path, help }),
        };
    }
    let table = scenario::table(game, compilation).map_err(|reason| CliError::NotPlayed {
        game: game.game.clone(),
        reason,
    })?;
    let tests = tabletop.tests(&Lexicon::new(game, &table, compilation), last);
    let mut said = String::new();
    for (step, why) in &tests.left_out {
        said += &format!("{step}: no test, because {why}\n");
    }
    if tests.written == 0 {
        return Ok(said + "nothing is written: no step of the game is a test\n");
    }
    let written = counted(tests.written, "test");
    let path_shown = shown(path);
    said += &match write::write_user_file(path, tests.text.as_bytes(), Some("test: "), [].iter()) {
        Ok(()) => format!("{written} written; play with `cardwright test {path_shown}`\n"),
        Err(failure) if last => format!("{failure}\n"),
        Err(failure) => return Err(failure),
    };
    Ok(said)
}

fn loaded(path: &Path) -> Result<Saved, CliError> {
    let text = read::text(path).map_err(|source| CliError::Read {
        path: shown(path),
        source,
    })?;
    Saved::read(&text).map_err(|trouble| CliError::NotSaved {
        path: shown(path),
        reason: trouble.to_string(),
    })
}

fn shown(path: &Path) -> String {
    super::walk::shown(path)
}
