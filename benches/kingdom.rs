//! Time to check kingdom sets: `cargo bench --bench kingdom`.
//!
//! The floor is the time of parsing the same files as YAML. All sets of a run are checked in one
//! call, and the cost of a set must not grow with their number.
//!
//! `cargo bench --bench kingdom -- <part> <sets>` runs only one part, for a profiler.

#[path = "../tests/support/world.rs"]
#[allow(dead_code)]
mod world;

use std::hint::black_box;
use std::time::{Duration, Instant};

use cardwright::card::CardSource;
use cardwright::compile::{self, Role, Settings};
use cardwright::diagnostic::{Levels, Severity};
use cardwright::game::Game;
use cardwright::kingdom::admits;
use cardwright::source::{FileId, SourceFile, Sources};
use cardwright::yaml;

/// The numbers of sets checked in one call.
const SETS: [usize; 3] = [1_000, 3_000, 10_000];

/// Number of measurements of each part. The minimum is used, because other load affects it least.
const ROUNDS: usize = 5;

/// Maximum cost per set in the largest call, relative to the smallest call.
const STEEPEST: f64 = 1.5;

/// The measured parts: the kind of sets, and whether lints run.
const PARTS: [(&str, Kind, bool); 4] = [
    ("legal", Kind::Legal, false),
    ("legal, lints heard", Kind::Legal, true),
    ("every name an id", Kind::Ids, false),
    ("five faults each", Kind::Faulty, false),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Legal,
    /// Cards are named by ids, which are looked up after names.
    Ids,
    Faulty,
}

fn main() {
    let world = world::card_game();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut named = args.iter().filter(|arg| !arg.starts_with("--"));
    if let Some(part) = named.next() {
        let sets = named.next().and_then(|n| n.parse().ok()).unwrap_or(SETS[0]);
        let part = PARTS.iter().find(|(name, _, _)| name == part);
        let (_, kind, lints) = part.expect("a part of this benchmark");
        let files = Files::new(&world, *kind, sets);
        return files.compile(&files.all, *lints);
    }
    // Without `--bench` this is `cargo test`, which only checks that it runs.
    let bench = args.iter().any(|arg| arg == "--bench");
    let (rounds, sets) = match bench {
        true => (ROUNDS, SETS),
        false => (1, [10, 20, 40]),
    };
    println!("microseconds for each of {sets:?} sets, the least of {rounds} rounds");
    println!("{:22}{:>27}{:>27}    / YAML", "", "YAML alone", "judged");
    for (name, kind, lints) in PARTS {
        let mut costs = Vec::new();
        for count in sets {
            let files = Files::new(&world, kind, count);
            let least = |run: &dyn Fn()| (0..rounds).map(|_| time(run)).min().unwrap_or_default();
            let each = |time: Duration| time.as_secs_f64() * 1e6 / count as f64;
            let floor = each(least(&|| files.read()));
            // Compiling the cards alone is subtracted from the cost of the sets.
            let cards = least(&|| files.compile(&files.library, lints));
            let all = least(&|| files.compile(&files.all, lints));
            costs.push((floor, each(all.saturating_sub(cards))));
        }
        print!("{name:22}");
        costs.iter().for_each(|(floor, _)| print!("{floor:9.1}"));
        costs.iter().for_each(|(_, judged)| print!("{judged:9.1}"));
        let (first, last) = (costs[0], costs[costs.len() - 1]);
        let steep = if last.1 / first.1 > STEEPEST {
            "   STEEP"
        } else {
            ""
        };
        println!("{:10.1}{steep}", last.1 / last.0);
    }
}

/// Sets and the cards that they name.
struct Files<'w> {
    game: &'w Game,
    sources: Sources,
    library: Vec<(FileId, Role)>,
    all: Vec<(FileId, Role)>,
    faulty: bool,
}

impl<'w> Files<'w> {
    fn new(world: &'w world::World, kind: Kind, sets: usize) -> Self {
        let game = &world.game;
        let embedded = cardwright::game::embedded();
        let embedded = embedded.iter().find(|known| known.id == game.game);
        let mut sources = Sources::default();
        let library: Vec<(FileId, Role)> = embedded
            .expect("an embedded game")
            .cards
            .iter()
            .map(|file| (sources.add(SourceFile::inside(*file)), Role::Library))
            .collect();
        let mut all = library.clone();
        let picks = Picks::new(world, kind);
        for at in 0..sets {
            let file = SourceFile::new(format!("sets/{at}.yaml"), picks.set(at));
            all.push((sources.add(file), Role::Checked));
        }
        Files {
            game,
            sources,
            library,
            all,
            faulty: kind == Kind::Faulty,
        }
    }

    fn compile(&self, files: &[(FileId, Role)], lints: bool) {
        let settings = match lints {
            true => Settings::default(),
            false => Levels::silent().into(),
        };
        let done = compile::compile_with(self.game, &self.sources, black_box(files), &settings);
        let found = done.diagnostics.iter();
        let errors = found.filter(|finding| finding.severity == Severity::Error);
        let sets = done.kingdoms.len();
        assert_eq!(errors.count(), if self.faulty { FAULTS * sets } else { 0 });
        assert_eq!(sets, files.len() - self.library.len());
    }

    fn read(&self) {
        for (id, role) in &self.all {
            if *role == Role::Checked {
                black_box(yaml::read(*id, &self.sources.file(*id).text));
            }
        }
    }
}

/// Number of errors of a faulty set.
const FAULTS: usize = 5;

/// Cards by the zones that allow them.
struct Picks<'w> {
    kind: Kind,
    heroes: Vec<&'w CardSource>,
    vanguard: Vec<&'w CardSource>,
    locations: Vec<&'w CardSource>,
    deck: Vec<&'w CardSource>,
}

impl<'w> Picks<'w> {
    fn new(world: &'w world::World, kind: Kind) -> Self {
        let of = |zone: &str| {
            let cards = world.cards();
            cards
                .filter(|card| admits(&world.game, zone, card))
                .collect()
        };
        Picks {
            kind,
            heroes: of("hero"),
            vanguard: of("vanguard"),
            locations: of("locations"),
            deck: of("deck"),
        }
    }

    /// Returns a different set for each number.
    fn set(&self, at: usize) -> String {
        let name = |card: &CardSource| match self.kind {
            Kind::Ids => card.id.to_string(),
            _ => format!("\"{}\"", card.name),
        };
        let some = |cards: &[&CardSource], many: usize| -> Vec<String> {
            // Consecutive sets start at different cards. The step changes after each pass over the
            // cards, so that later sets differ too.
            let step = 1 + at / cards.len() % (cards.len() / many).max(1);
            let pick = |n: usize| name(cards[(at + n * step) % cards.len()]);
            (0..many).map(pick).collect()
        };
        let list = |cards: &[&CardSource]| some(cards, 3).join(", ");
        let mut text = format!("kingdom: Set {at}\nhero: {}\n", some(&self.heroes, 1)[0]);
        text += &format!("vanguard: [{}]\n", list(&self.vanguard));
        text += &format!("locations: [{}]\ndeck:\n", list(&self.locations));
        let faulty = self.kind == Kind::Faulty;
        for (line, card) in some(&self.deck, 15).into_iter().enumerate() {
            // Too many copies of three cards, which also makes too many cards, and a typo.
            let copies = if faulty && line < FAULTS - 2 { 4 } else { 3 };
            if !faulty || line < 14 {
                text += &format!("  {card}: {copies}\n");
            }
        }
        if faulty {
            text += "  Pikemann: 3\n";
        }
        text
    }
}

fn time(run: &dyn Fn()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}
