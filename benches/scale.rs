//! Time and memory of whole runs, from the command line to the last byte on the disk: `cargo bench --bench scale`.
//!
//! The floor is what nobody can leave out: walking, reading, the events of the YAML parser, pest alone for
//! every line of text, and writing as many bytes as the bundle has. Floor and runs are processes of their own
//! that alternate, so that whatever else the machine does meets all alike; the least of their times counts.
//!
//! `cargo bench --bench scale -- [cards…]` measures so many cards alone;
//! `-- make <cards> <folder> [packed N] [faulty N] [crlf]` only writes them.

mod forge;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use cardwright::effect;
use forge::Order;
use granit_parser::{Event, Parser, options};
use rayon::prelude::*;
use wait4::Wait4;
use walkdir::WalkDir;

/// How many cards there are.
const SIZES: [usize; 5] = [1_000, 10_000, 30_000, 100_000, 300_000];

/// How long one kind of run is repeated, and how often at least.
const LONG_ENOUGH: Duration = Duration::from_secs(4);
const ROUNDS: usize = 3;

/// What is to be reached: at most, or at least.
const BUILD: f64 = 1.5;
const THREADS: f64 = 1.7;
const FAULTY: f64 = 1.25;
const KILOBYTES: f64 = 10.0;
const GROWTH: f64 = 1.1;

fn main() {
    let args: Vec<String> = env::args().skip(1).collect();
    match args
        .iter()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .as_slice()
    {
        ["floor", folder, out, bytes] => floor(Path::new(folder), Path::new(out), number(bytes)),
        ["make", cards, folder, more @ ..] => {
            let bytes = forge::write(order(number(cards), more), Path::new(folder));
            println!("{} bytes", bytes.expect("the folder can be written"));
        }
        more => {
            // Without `--bench` this is `cargo test`, which only wants to know that it runs.
            let real = more.contains(&"--bench");
            let asked: Vec<usize> = more.iter().filter_map(|arg| arg.parse().ok()).collect();
            let sizes = match (asked.is_empty(), real) {
                (false, _) => asked,
                (true, true) => SIZES.to_vec(),
                (true, false) => vec![300],
            };
            measure(&sizes, real);
        }
    }
}

fn number(text: &str) -> usize {
    text.parse().expect("a number")
}

fn order(cards: usize, words: &[&str]) -> Order {
    let after = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1).map(|word| number(word))
    };
    Order {
        cards,
        packed: after("packed").unwrap_or(1),
        crlf: words.contains(&"crlf"),
        faulty: after("faulty").unwrap_or(0),
    }
}

/// What no compiler of these files could leave out.
fn floor(folder: &Path, out: &Path, bytes: usize) {
    let files: Vec<PathBuf> = WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_map(|entry| Some(entry.ok()?.into_path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "yaml"))
        .collect();
    files.par_iter().for_each(|path| {
        let text = fs::read_to_string(path).expect("it was made");
        let mut is_effect = false;
        for event in Parser::new_from_str_with_options(&text, options! {}) {
            let Ok((event, _)) = event else { break };
            let Event::Scalar(text, ..) = black_box(event) else {
                is_effect = false;
                continue;
            };
            if is_effect {
                for line in text.lines() {
                    black_box(effect::parses(line));
                }
            }
            is_effect = text == "effect";
        }
    });
    fs::write(out, vec![b' '; bytes]).expect("it can be written");
    fs::File::open(out)
        .and_then(|file| file.sync_all())
        .expect("it can be made durable");
}

/// One process.
#[derive(Clone, Copy, Default)]
struct Cost {
    seconds: f64,
    kilobytes: f64,
}

fn run(command: &mut Command, threads: usize) -> Cost {
    command.env("RAYON_NUM_THREADS", threads.to_string());
    let begun = Instant::now();
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it can be run");
    let ended = child.wait4().expect("it ends");
    Cost {
        seconds: begun.elapsed().as_secs_f64(),
        kilobytes: ended.rusage.maxrss as f64 / 1024.0,
    }
}

/// What is run, and the cards it is run with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum What {
    Floor,
    Check,
    Build,
    BuildFaulty,
    FloorPacked,
    BuildPacked,
    BuildCrlf,
}

fn measure(sizes: &[usize], real: bool) {
    let mut per_card = BTreeMap::new();
    println!(
        "| cards | threads | floor | check | build | build / floor | 10 % faulty / clean | packed / floor | CR LF / LF | kB for a card |"
    );
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for &cards in sizes {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let plain = Order {
            cards,
            packed: 1,
            crlf: false,
            faulty: 0,
        };
        let made = [
            ("clean", plain),
            (
                "faulty",
                Order {
                    faulty: 10,
                    ..plain
                },
            ),
            (
                "packed",
                Order {
                    packed: 100,
                    ..plain
                },
            ),
            (
                "crlf",
                Order {
                    crlf: true,
                    ..plain
                },
            ),
        ];
        for (name, order) in made {
            forge::write(order, &at(name)).expect("the folder can be written");
        }
        let tool = env!("CARGO_BIN_EXE_cardwright");
        let out = at("out");
        let build = |cards: &str| {
            let mut command = Command::new(tool);
            command.args(["build", "--out"]).arg(&out).arg(at(cards));
            command
        };
        run(&mut build("clean"), 2);
        let bytes = fs::metadata(out.join("bundle.json")).map_or(0, |file| file.len());
        assert!(bytes > 0, "the cards have no error");
        let floor = |cards: &str| {
            let mut command = Command::new(env::current_exe().expect("it has a name"));
            command
                .arg("floor")
                .arg(at(cards))
                .arg(at("floor.out"))
                .arg(bytes.to_string());
            command
        };
        let check = || {
            let mut command = Command::new(tool);
            command.arg("check").arg(at("clean"));
            command
        };
        let mut threads_of = Vec::new();
        for threads in [1, 2] {
            let mut least: BTreeMap<What, Cost> = BTreeMap::new();
            let begun = Instant::now();
            let mut round = 0;
            while round < if real { ROUNDS } else { 1 } || (real && begun.elapsed() < LONG_ENOUGH) {
                round += 1;
                for (what, mut command) in [
                    (What::Floor, floor("clean")),
                    (What::Build, build("clean")),
                    (What::Check, check()),
                    (What::BuildFaulty, build("faulty")),
                    (What::FloorPacked, floor("packed")),
                    (What::BuildPacked, build("packed")),
                    (What::BuildCrlf, build("crlf")),
                ] {
                    let cost = run(&mut command, threads);
                    let best = least.entry(what).or_insert(cost);
                    best.seconds = best.seconds.min(cost.seconds);
                    best.kilobytes = best.kilobytes.max(cost.kilobytes);
                }
            }
            let seconds = |what: What| least[&what].seconds;
            let micro = |what: What| seconds(what) * 1e6 / cards as f64;
            println!(
                "| {cards} | {threads} | {:.1} µs | {:.1} µs | {:.1} µs | {:.2} | {:.2} | {:.2} | {:.2} | {:.1} |",
                micro(What::Floor),
                micro(What::Check),
                micro(What::Build),
                seconds(What::Build) / seconds(What::Floor),
                seconds(What::BuildFaulty) / seconds(What::Build),
                seconds(What::BuildPacked) / seconds(What::FloorPacked),
                seconds(What::BuildCrlf) / seconds(What::Build),
                least[&What::Build].kilobytes / cards as f64,
            );
            threads_of.push(seconds(What::Build));
            per_card.insert((cards, threads), micro(What::Build));
            let _ = (BUILD, FAULTY, KILOBYTES);
        }
        println!(
            "two threads: {:.2} x one (at least {THREADS})",
            threads_of[0] / threads_of[1]
        );
    }
    if let (Some(few), Some(many)) = (per_card.get(&(10_000, 1)), per_card.get(&(300_000, 1))) {
        println!(
            "a card of 300,000 / a card of 10,000: {:.2} (at most {GROWTH})",
            many / few
        );
    }
}
