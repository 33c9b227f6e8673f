//! Development tasks of cardwright. `cargo xtask help` lists them.

mod bless;
mod cargo;
mod code;
mod grammar;
mod lint;
mod names;
#[path = "../../../tests/support/options.rs"]
#[allow(dead_code)]
mod options;
mod source;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cargo::Cargo;

const HELP: &str = "\
cargo xtask bless [NAME…]            Writes the generated files of these names, or all of them
cargo xtask bless --list             Lists the names and what each writes
cargo xtask bless rules --page CODE  Writes one page of docs/rules, such as unknown-card
cargo xtask new-code NAME --family E05 | L01
                                     Adds a code and its page. Without a family, lists the families
cargo xtask new-lint NAME [--family L02]
                                     Adds a lint with its code, page and cases
cargo xtask quality [KIND…]          Prints the score of the seeded faults, or tries the kinds that begin so
cargo xtask seeds FOLDER             Writes what fuzzing can start from
cargo xtask test [--long] [ARG…]     Runs `cargo test ARG…`, with --long the full number of cases
";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match run(&root(), &args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the top folder of the project.
fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package).to_owned()
}

fn run(root: &Path, args: &[&str]) -> Result<(), String> {
    match args {
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        ["bless", rest @ ..] => bless::bless(root, rest),
        ["new-code", rest @ ..] => {
            let (name, family) = name_and_family(rest)?;
            let family = family.ok_or_else(|| code::families(root))?;
            code::add(root, name, family).map(|report| print!("{report}"))
        }
        ["new-lint", rest @ ..] => {
            let (name, family) = name_and_family(rest)?;
            lint::add(root, name, family.unwrap_or("L02")).map(|report| print!("{report}"))
        }
        ["quality", kinds @ ..] => Cargo::test(root, &["--test", "quality"])
            .option(options::KINDS, kinds.join(","))
            .exactly(&["seeded_faults_reach_the_bars"], &["--nocapture"]),
        ["seeds", folder] => {
            let folder = env::current_dir()
                .map_err(|error| error.to_string())?
                .join(folder);
            Cargo::test(root, &["--test", "it"])
                .option(options::SEEDS, folder)
                .exactly(&["no_panic::seeds::fuzz_seeds_satisfy_the_properties"], &[])
        }
        ["test", "--long", rest @ ..] => Cargo::test(root, rest).option(options::LONG, "1").run(),
        ["test", rest @ ..] => Cargo::test(root, rest).run(),
        [task, ..] => Err(format!("no task `{task}`, or wrong arguments\n\n{HELP}")),
    }
}

/// Parses the arguments `NAME [--family FAMILY]`.
fn name_and_family<'a>(args: &[&'a str]) -> Result<(&'a str, Option<&'a str>), String> {
    match args {
        [name] if !name.starts_with('-') => Ok((name, None)),
        [name, "--family", family] | ["--family", family, name] => Ok((name, Some(family))),
        _ => Err(format!("expected NAME [--family FAMILY], found {args:?}")),
    }
}
