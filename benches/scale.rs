//! Time and memory of whole runs, from the command line to the last byte on disk:
//! `cargo bench --bench scale`.
//!
//! The floor is the unavoidable work: walking, reading, the events of the YAML parser, pest alone
//! for every line of text (including the game's own cards, which the bundle has as well), and
//! writing the same number of bytes. The floor and the runs are separate processes that alternate,
//! so that other load affects all equally. Times are medians, and ratios are medians of the ratios
//! within a round.
//!
//! `cargo bench --bench scale -- [cards…]` measures only these numbers of cards;
//! `-- stages <cards> <rounds> [name]` only the stages, or one of them for a profiler;
//! `-- memo <cards> <rounds>` a run after one changed card, with the memo of earlier runs;
//! `-- make <cards> <folder> [packed N] [faulty N] [crlf]` only writes the cards.

mod forge;

use std::collections::{BTreeMap, BTreeSet};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use cardwright::bundle::{self, Encoding};
use cardwright::compile::{self, CompileMemo, Role, Settings};
use cardwright::effect::{self, Bearer, EffectSession};
use cardwright::game::{self, Embedded, Game};
use cardwright::source::{FileId, SourceFile, Sources};
use cardwright::symbols::Symbols;
use cardwright::yaml;
use forge::Order;
use granit_parser::{Event, Parser, options};
use rayon::prelude::*;
use wait4::Wait4;
use walkdir::WalkDir;

/// The allocator that the tool uses, so that the floor uses it too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The numbers of cards.
const SIZES: [usize; 5] = [1_000, 10_000, 30_000, 100_000, 300_000];

/// The numbers of threads.
const THREADS: [usize; 2] = [1, 2];

/// Minimum duration and number of repetitions for one size, unless they take too long.
const LONG_ENOUGH: Duration = Duration::from_secs(90);
const ROUNDS: usize = 7;
const TOO_LONG: Duration = Duration::from_secs(600);

/// Minimum number of complete rounds. After these, and if the duration is reached, only the runs
/// with the most variable ratios are repeated.
const WHOLE_ROUNDS: usize = 2;
const REPEATED: [What; 4] = [What::Floor, What::Build, What::CheckFaulty, What::Check];

/// Targets: maximums or minimums.
const BUILD: f64 = 1.5;
const TWO_THREADS: f64 = 1.7;
const FAULTY: f64 = 1.25;
const KILOBYTES: f64 = 10.0;
const AGAIN: f64 = 0.15;
/// Maximum milliseconds of a run with a memo after one card changed, for each number of cards.
const ONE_CHANGED: [(usize, f64); 2] = [(1_000, 10.0), (10_000, 30.0)];
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
        ["stages", cards, rounds, only @ ..] => {
            // Cargo appends `--bench` to the arguments.
            let only = only.first().copied().filter(|only| *only != "--bench");
            stages(number(cards), number(rounds), only);
        }
        ["memo", cards, rounds, ..] => {
            for threads in THREADS {
                let milliseconds = one_changed(number(cards), number(rounds), threads);
                println!("one of {cards} cards changed, {threads} threads: {milliseconds:.2} ms");
            }
        }
        ["make", cards, folder, more @ ..] => {
            let bytes = forge::write(order(number(cards), more), Path::new(folder));
            println!("{} bytes", bytes.expect("the folder can be written"));
        }
        more => {
            // Without `--bench` this is `cargo test`, which only checks that it runs.
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

/// The unavoidable work of any compiler for these files and the game's own cards.
fn floor(folder: &Path, out: &Path, bytes: usize) {
    let files: Vec<PathBuf> = WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_map(|entry| Some(entry.ok()?.into_path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "yaml"))
        .collect();
    files.par_iter().for_each(|path| {
        parse(&fs::read_to_string(path).expect("it was made"));
    });
    let game = card_game();
    game.cards.par_iter().for_each(|(_, text)| parse(text));
    fs::write(out, vec![b' '; bytes]).expect("it can be written");
    fs::File::open(out)
        .and_then(|file| file.sync_all())
        .expect("it can be made durable");
}

/// Runs the YAML parser, and pest for every line of a text.
fn parse(text: &str) {
    let mut is_effect = false;
    for event in Parser::new_from_str_with_options(text, options! {}) {
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
}

/// The game of the cards, with its own cards.
fn card_game() -> &'static Embedded {
    let mut games = game::embedded().iter();
    games
        .find(|game| game.id == "card-game")
        .expect("it comes with the tool")
}

/// The cost of one process.
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

/// Peak private memory of a process, in kilobytes, without the shared pages of the executable.
/// `None` if the system does not report it.
fn own_memory(command: &mut Command, threads: usize) -> Option<f64> {
    command.env("RAYON_NUM_THREADS", threads.to_string());
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = quiet.stdin(Stdio::null()).spawn().expect("it can be run");
    let status = format!("/proc/{}/status", child.id());
    let mut most: Option<f64> = None;
    while child.try_wait().expect("it runs").is_none() {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let own = status
            .lines()
            .find_map(|line| line.strip_prefix("RssAnon:"));
        let own = own.and_then(|own| own.trim().strip_suffix(" kB")?.parse().ok());
        most = match (most, own) {
            (Some(most), Some(own)) => Some(f64::max(most, own)),
            (most, own) => own.or(most),
        };
        std::thread::sleep(Duration::from_micros(200));
    }
    most
}

/// The kind of a run, and its cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum What {
    Floor,
    Check,
    Build,
    CheckFaulty,
    FloorPacked,
    BuildPacked,
    BuildCrlf,
    /// A build of one card: the fixed cost of a run.
    BuildOne,
    /// A check of unchanged cards with a cache.
    Again,
}

/// The folders of one size, and the runs in them.
struct Scene {
    folder: tempfile::TempDir,
    cards: usize,
    /// The size of the bundle in bytes.
    bytes: u64,
}

impl Scene {
    fn new(cards: usize) -> Self {
        let mut scene = Scene {
            folder: tempfile::tempdir().expect("a folder"),
            cards,
            bytes: 0,
        };
        let plain = Order {
            cards,
            packed: 1,
            crlf: false,
            faulty: 0,
        };
        for (name, order) in [
            ("clean", plain),
            ("one", Order { cards: 1, ..plain }),
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
        ] {
            forge::write(order, &scene.at(name)).expect("the folder can be written");
        }
        run(&mut scene.command(What::Build), 2);
        let bundle = fs::metadata(scene.at("out").join("bundle.json"));
        scene.bytes = bundle.expect("the cards have no error").len();
        scene
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&mut self, what: What) -> Command {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_cardwright"));
        tool.current_dir(self.folder.path());
        let of = match what {
            What::CheckFaulty => "faulty",
            What::BuildPacked | What::FloorPacked => "packed",
            What::BuildCrlf => "crlf",
            What::BuildOne => "one",
            _ => "clean",
        };
        match what {
            What::Floor | What::FloorPacked => {
                let mut floor = Command::new(env::current_exe().expect("it has a name"));
                floor
                    .arg("floor")
                    .arg(self.at(of))
                    .arg(self.at("floor.out"))
                    .arg(self.bytes.to_string());
                return floor;
            }
            What::Check | What::CheckFaulty => tool.arg("check"),
            What::Again => tool.args(["check", "--cache"]),
            _ => tool
                .args(["build", "--formats", "json", "--out"])
                .arg(self.at("out")),
        };
        tool.arg(of);
        tool
    }

    /// Measures each kind of run in each round. Runs of one kind with different numbers of threads
    /// are consecutive, so that temporary load affects both.
    fn measure(&mut self, real: bool) -> Rounds {
        let mut rounds = Rounds::default();
        let begun = Instant::now();
        let mut round = 0;
        // Fill the cache.
        run(&mut self.command(What::Again), 2);
        let again = |round| {
            let time = begun.elapsed();
            real && (time < LONG_ENOUGH || (round < ROUNDS && time < TOO_LONG))
        };
        while round == 0 || again(round) {
            let whole = round < WHOLE_ROUNDS || begun.elapsed() < LONG_ENOUGH;
            round += 1;
            let all = [
                What::FloorPacked,
                What::BuildPacked,
                What::Floor,
                What::Build,
                What::BuildCrlf,
                What::CheckFaulty,
                What::Check,
                What::Again,
                What::BuildOne,
            ];
            for what in all {
                if !(whole || REPEATED.contains(&what)) {
                    continue;
                }
                for threads in THREADS {
                    let cost = run(&mut self.command(what), threads);
                    rounds.0.entry((threads, what)).or_default().push(cost);
                }
            }
        }
        rounds
    }
}

/// The costs of each kind of run with each number of threads, round by round.
#[derive(Default)]
struct Rounds(BTreeMap<(usize, What), Vec<Cost>>);

impl Rounds {
    fn seconds(&self, threads: usize, what: What) -> f64 {
        median(self.0[&(threads, what)].iter().map(|cost| cost.seconds))
    }

    /// Returns the maximum memory of the runs.
    fn kilobytes(&self, threads: usize, what: What) -> f64 {
        let costs = self.0[&(threads, what)].iter();
        costs.map(|cost| cost.kilobytes).fold(0.0, f64::max)
    }

    /// Returns the median ratio of the times of two kinds of runs, over the rounds that have both.
    fn ratio(&self, one: (usize, What), other: (usize, What)) -> f64 {
        let pairs = self.0[&one].iter().zip(&self.0[&other]);
        median(pairs.map(|(one, other)| one.seconds / other.seconds))
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let upper = values[values.len() / 2];
    let lower = values[(values.len() - 1) / 2];
    f64::midpoint(lower, upper)
}

fn measure(sizes: &[usize], real: bool) {
    let mut of_one_thread = BTreeMap::new();
    println!("Microseconds for a card, and multiples.\n");
    println!(
        "| cards | threads | floor | check | build | build / floor | packed / floor | faulty / clean | CR LF / LF | again / check | one changed in memory, ms | kB for a card | kB for one more | kB of its own |"
    );
    println!("|{}", " ---: |".repeat(14));
    // Every build also compiles the game's own cards.
    let of_game = card_game().cards.len();
    let mut verdicts = Vec::new();
    let mut judge = |what: String, value: f64, bound: f64, least: bool| {
        let met = if least {
            value >= bound
        } else {
            value <= bound
        };
        let side = if least { "at least" } else { "at most" };
        let word = if met { "met" } else { "MISSED" };
        verdicts.push(format!("{what}: {value:.2}, {side} {bound}: {word}"));
    };
    for &cards in sizes {
        let mut scene = Scene::new(cards);
        let rounds = scene.measure(real);
        for threads in THREADS {
            let own = own_memory(&mut scene.command(What::Build), threads);
            let own = own.map_or(f64::NAN, |own| own / (cards + of_game) as f64);
            let micro = |what: What| rounds.seconds(threads, what) * 1e6 / scene.cards as f64;
            let ratio = |what: What, other: What| rounds.ratio((threads, what), (threads, other));
            let kilobytes = rounds.kilobytes(threads, What::Build);
            let more = kilobytes - rounds.kilobytes(threads, What::BuildOne);
            let [kilobytes, more] = [kilobytes, more].map(|sum| sum / cards as f64);
            let one_changed = one_changed(cards, if real { CHANGES } else { 1 }, threads);
            println!(
                "| {cards} | {threads} | {:.1} | {:.1} | {:.1} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {one_changed:.1} | {kilobytes:.1} | {more:.1} | {own:.1} |",
                micro(What::Floor),
                micro(What::Check),
                micro(What::Build),
                ratio(What::Build, What::Floor),
                ratio(What::BuildPacked, What::FloorPacked),
                ratio(What::CheckFaulty, What::Check),
                ratio(What::BuildCrlf, What::Build),
                ratio(What::Again, What::Check),
            );
            if threads == 1 {
                of_one_thread.insert(cards, micro(What::Build));
                let of = |what: &str| format!("{cards} cards, {what}");
                judge(
                    of("build / floor"),
                    ratio(What::Build, What::Floor),
                    BUILD,
                    false,
                );
                judge(
                    of("faulty / clean"),
                    ratio(What::CheckFaulty, What::Check),
                    FAULTY,
                    false,
                );
                judge(of("kB for a card"), kilobytes, KILOBYTES, false);
                judge(of("kB for one more card"), more, KILOBYTES, false);
                if own.is_finite() {
                    let what = of("kB of its own for a card, the game's counted");
                    judge(what, own, KILOBYTES, false);
                }
                judge(
                    of("again / check"),
                    ratio(What::Again, What::Check),
                    AGAIN,
                    false,
                );
            }
            let bar = ONE_CHANGED.iter().find(|(size, _)| *size == cards);
            if let Some((_, bar)) = bar {
                let what = format!("{cards} cards, {threads} threads, one changed in memory, ms");
                judge(what, one_changed, *bar, false);
            }
        }
        // The floor shows how much a second thread gains on this machine: its cards share no data.
        let gain = |what: What| rounds.ratio((1, what), (2, what));
        let of_floor = gain(What::Floor);
        for (name, what) in [("check", What::Check), ("build", What::Build)] {
            let name =
                format!("{cards} cards, {name} with one thread / two (floor: {of_floor:.2})");
            judge(name, gain(what), TWO_THREADS, true);
        }
    }
    if let (Some(few), Some(many)) = (of_one_thread.get(&10_000), of_one_thread.get(&300_000)) {
        judge(
            "a card of 300,000 / one of 10,000".to_owned(),
            many / few,
            GROWTH,
            false,
        );
    }
    println!("\n{}", verdicts.join("\n"));
    stages(
        if real { 10_000 } else { 300 },
        if real { 9 } else { 1 },
        None,
    );
}

/// Number of times that a card is changed in memory.
const CHANGES: usize = 21;

/// Returns the median time of a run after one card changed, in milliseconds. Each run uses the memo
/// of earlier runs. `rounds` is the number of changes.
fn one_changed(cards: usize, rounds: usize, threads: usize) -> f64 {
    let Inputs {
        mut sources,
        game,
        files,
    } = Inputs::new(cards);
    // Most spells need no heading, so one more sentence is not an error.
    let is_spell = |text: &str| {
        text.contains("type: spell") && text.contains("effect: |\n") && !text.contains("ongoing")
    };
    let mut checked = files.iter().filter(|(_, role)| *role == Role::Checked);
    let changed = checked.find(|(id, _)| is_spell(&sources.file(*id).text));
    let (changed, _) = *changed.expect("a spell");
    let text = sources.file(changed).text.to_string();
    let mut memo = CompileMemo::default();
    let settings = Settings::default();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.build().expect("threads");
    let mut times = Vec::new();
    for round in 0..=rounds {
        // Add a line, each time with a different number.
        let line = format!("effect: |\n  Draw {} cards.\n", 2 + round % 8);
        sources.replace(changed, text.replacen("effect: |\n", &line, 1).into());
        let begun = Instant::now();
        pool.install(|| {
            black_box(compile::compile_again(
                &game, &sources, &files, &settings, &mut memo,
            ));
        });
        times.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    // The first run compiles everything.
    median(times.into_iter().skip(1))
}

/// The cards of the game and those of the benchmark, in memory.
struct Inputs {
    sources: Sources,
    game: Game,
    files: Vec<(FileId, Role)>,
}

impl Inputs {
    fn new(cards: usize) -> Self {
        let order = Order {
            cards,
            packed: 1,
            crlf: false,
            faulty: 0,
        };
        let embedded = card_game();
        let mut sources = Sources::default();
        let data = SourceFile::new(embedded.game.0, embedded.game.1);
        let id = sources.add(data.clone());
        let game = game::load(id, &data).expect("the game is sound");
        let library = embedded.cards.iter();
        let mut files: Vec<(FileId, Role)> = library
            .map(|file| (sources.add(SourceFile::inside(*file)), Role::Library))
            .collect();
        files.extend(forge::files(order).map(|file| {
            let file = SourceFile::new(file.path, file.text);
            (sources.add(file), Role::Checked)
        }));
        Inputs {
            sources,
            game,
            files,
        }
    }
}

/// The stages on one thread, for all cards.
fn stages(cards: usize, rounds: usize, only: Option<&str>) {
    let Inputs {
        sources,
        game,
        files,
    } = Inputs::new(cards);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a thread");
    pool.install(|| {
        let compilation = compile::compile(&game, &sources, &files);
        let known = || {
            compilation
                .cards
                .values()
                .filter(|card| card.source.effect.is_some())
        };
        let symbols = Symbols::new(&game, compilation.cards.values().map(|card| &card.source));
        let made = bundle::bundle(&game, &compilation);
        let text = |id: &FileId| &sources.file(*id).text;
        let stages: [(&str, &dyn Fn()); 10] = [
            ("events of the YAML parser", &|| {
                for (id, _) in &files {
                    black_box(Parser::new_from_str_with_options(text(id), options! {}).count());
                }
            }),
            ("YAML with places", &|| {
                for (id, _) in &files {
                    black_box(yaml::read(*id, text(id)));
                }
            }),
            ("YAML and cards", &|| {
                for (id, _) in &files {
                    black_box(compile::cards_in(&game, *id, text(id)));
                }
            }),
            ("pest alone", &|| {
                for card in known() {
                    for line in card
                        .source
                        .effect
                        .iter()
                        .flat_map(|effect| effect.text().lines())
                    {
                        black_box(effect::parses(line));
                    }
                }
            }),
            ("text to IR", &|| {
                for card in known() {
                    let bearer = Bearer::of(&card.source, &game);
                    let text = card
                        .source
                        .effect
                        .as_ref()
                        .map_or("", |effect| effect.text());
                    black_box(effect::compile(text, &bearer, &symbols));
                }
            }),
            ("IR to text", &|| {
                for card in known() {
                    let bearer = Bearer::of(&card.source, &game);
                    black_box(effect::print(&card.abilities, &bearer, &symbols));
                }
            }),
            ("both, each line that cards share once", &|| {
                let lines = EffectSession::new(&symbols);
                for card in known() {
                    let bearer = Bearer::of(&card.source, &game);
                    let text = card.source.effect.as_ref();
                    black_box(lines.compile(text.map_or("", |effect| effect.text()), &bearer));
                }
            }),
            ("all of it with lints and sets", &|| {
                black_box(compile::compile(&game, &sources, &files));
            }),
            ("cards to the bundle", &|| {
                black_box(bundle::bundle(&game, &compilation));
            }),
            ("the bundle to JSON", &|| {
                let encoded = Encoding::Json.encode(&game, &made).expect("JSON");
                let taken = encoded.each(|piece| {
                    black_box(piece);
                    Ok::<(), std::convert::Infallible>(())
                });
                black_box(taken.is_ok());
            }),
        ];
        let texts = known().filter_map(|card| card.source.effect.as_ref());
        let lines: Vec<&str> = texts.flat_map(|effect| effect.text().lines()).collect();
        let apart = lines.iter().collect::<BTreeSet<_>>().len();
        println!("\n{} lines of text, {apart} of them different", lines.len());
        println!("\n| stage, {cards} cards, one thread | µs for a card |\n| --- | ---: |");
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); stages.len()];
        for _ in 0..rounds {
            for ((name, stage), times) in stages.iter().zip(&mut times) {
                if only.is_some_and(|only| only != *name) {
                    continue;
                }
                let begun = Instant::now();
                stage();
                times.push(begun.elapsed().as_secs_f64());
            }
        }
        for ((name, _), times) in stages.iter().zip(&times) {
            if times.is_empty() {
                continue;
            }
            let micro = median(times.iter().copied()) * 1e6 / cards as f64;
            println!("| {name} | {micro:.1} |");
        }
        let [parse, lower] = ["pest alone", "text to IR"].map(|wanted| {
            let at = stages.iter().position(|(name, _)| *name == wanted);
            &times[at.expect("it is measured")]
        });
        if lower.is_empty() || parse.is_empty() {
            return;
        }
        let ratio = median(lower.iter().zip(parse).map(|(lower, parse)| lower / parse));
        println!("\ntext to IR / pest alone: {ratio:.2}");
    });
}
