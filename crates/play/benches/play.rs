//! Games of random players in a second, and the time of a copy of a state: `cargo bench -p cardwright-play`.
//!
//! Both are shown beside a fixed task that is measured in the same run, so that figures of two machines compare.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cardwright_play::Table;
use cardwright_play::bot::{self, Bot, Seed};

#[path = "../tests/play/world.rs"]
mod world;

/// Numbers drawn in the fixed task.
const DRAWN: u32 = 1_000_000;

/// Number of measurements. The minimum is the least disturbed one.
const ROUNDS: u32 = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Without `--bench` this is `cargo test`, which only checks that it runs.
    let measured = std::env::args().any(|arg| arg == "--bench");
    let (rounds, games) = if measured { (ROUNDS, 200) } else { (1, 1) };
    let input = world::input(None);
    let table = Table::new(&input)?;
    let sets = [&table.sets[0], &table.sets[1]];

    let fixed = least(rounds, || {
        let mut seed = Seed::new(1);
        (0..DRAWN).fold(0, |sum: u64, _| sum.wrapping_add(seed.draw()))
    });
    let mut choices = 0;
    let mut middle = None;
    let played = least(rounds, || {
        choices = 0;
        for seed in 0..games {
            let (_, played) = bot::play(
                &table,
                sets,
                [Bot::Random; 2],
                seed,
                20_000,
                &mut |state, _, _| {
                    if middle.is_none() && state.round == 5 {
                        middle = Some(state.clone());
                    }
                },
            );
            choices += played.choices;
        }
    });
    let each = played.as_secs_f64() / games as f64;
    println!("fixed task       {:>9.2} ms", fixed.as_secs_f64() * 1e3);
    println!(
        "games            {:>9.1} a second, {:.2} ms each",
        1.0 / each,
        each * 1e3
    );
    println!(
        "choices          {:>9.2} µs each, {} a game",
        played.as_secs_f64() * 1e6 / f64::from(choices),
        choices / games as u32
    );
    println!(
        "a game           {:>9.2} fixed tasks",
        each / fixed.as_secs_f64()
    );
    if let Some(state) = middle {
        let copies = 10_000;
        let copied = least(rounds, || {
            for _ in 0..copies {
                black_box(state.clone());
            }
        });
        println!(
            "copy of a state  {:>9.2} µs",
            copied.as_secs_f64() * 1e6 / f64::from(copies)
        );
        println!(
            "stored as JSON   {:>9} bytes",
            serde_json::to_vec(&state)?.len()
        );
    }
    Ok(())
}

fn least<T>(rounds: u32, mut task: impl FnMut() -> T) -> Duration {
    let times = (0..rounds).map(|_| {
        let begun = Instant::now();
        black_box(task());
        begun.elapsed()
    });
    times.min().unwrap_or_default()
}
