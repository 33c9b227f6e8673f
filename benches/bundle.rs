//! Time and size of a bundle in each format: `cargo bench --bench bundle`.
//!
//! Every figure is shown next to that of plain `serde_json` with the same data in the same run. The
//! cards are those of the game, repeated under other ids.
//!
//! `cargo bench --bench bundle -- <cards>` measures only that number of cards.

#[path = "../tests/support/world.rs"]
#[allow(dead_code)]
mod world;

use std::hint::black_box;
use std::time::{Duration, Instant};

use cardwright::bundle::{self, Bundle, Encoding};
use cardwright::game::Game;

/// The numbers of cards.
const SIZES: [usize; 3] = [1_000, 10_000, 30_000];

/// Number of measurements of each part. The minimum is used, because other load affects it least.
const ROUNDS: usize = 7;

/// Maximum time of loading MessagePack, as a multiple of decoding alone.
const GOAL: f64 = 1.3;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    // Without `--bench` this is `cargo test`, which only checks that it runs.
    let (sizes, rounds) = if args.iter().any(|arg| arg == "--bench") {
        (SIZES.to_vec(), ROUNDS)
    } else {
        (vec![300], 1)
    };
    let asked: Vec<usize> = args.iter().filter_map(|arg| arg.parse().ok()).collect();
    let sizes = if asked.is_empty() { sizes } else { asked };
    let world = world::card_game();
    let game = world.game.clone();
    let shipped = bundle::bundle(&world.game, &world.compilation);
    println!("   cards  form              build ms   load ms        bytes");
    for size in sizes {
        measure(&game, &larger(&shipped, size), rounds);
    }
}

/// Returns a bundle of `size` cards: the given cards, repeated under new ids.
fn larger(bundle: &Bundle, size: usize) -> Bundle {
    let mut larger = bundle.clone();
    larger.cards = bundle
        .cards
        .iter()
        .cycle()
        .enumerate()
        .take(size)
        .map(|(number, card)| {
            let mut card = card.clone();
            let round = number / bundle.cards.len();
            if round > 0 {
                card.id = format!("{}-{round}", card.id).into();
                card.name = format!("{} {round}", card.name).into();
            }
            card
        })
        .collect();
    larger.cards.sort_by(|a, b| a.id.cmp(&b.id));
    // A set may name cards that were removed.
    if size < bundle.cards.len() {
        larger.kingdoms.clear();
    }
    larger
}

/// The costs of one format.
struct Figures {
    build: Duration,
    load: Duration,
    bytes: usize,
}

fn measure(game: &Game, bundle: &Bundle, rounds: usize) {
    let cards = bundle.cards.len();
    let show = |name: &str, figures: &Figures| {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{cards:8}  {name:16} {:9.2} {:9.2} {:12}",
            ms(figures.build),
            ms(figures.load),
            figures.bytes
        );
    };
    let plain = serde_json::to_vec(bundle).expect("JSON");
    let message_pack = rmp_serde::to_vec_named(bundle).expect("MessagePack");
    let [json, pack, tables] = Encoding::ALL.map(|encoding| encoded(encoding, game, bundle));
    let mut all: [Vec<Duration>; 9] = Default::default();
    for _ in 0..rounds {
        let runs: [&dyn Fn(); 9] = [
            &|| drop(black_box(serde_json::to_vec(black_box(bundle)))),
            &|| {
                drop(black_box(serde_json::from_slice::<Bundle>(black_box(
                    &plain,
                ))))
            },
            &|| drop(black_box(encoded(Encoding::Json, game, bundle))),
            &|| drop(black_box(bundle::from_json(black_box(&json)))),
            &|| drop(black_box(encoded(Encoding::MessagePack, game, bundle))),
            &|| drop(black_box(bundle::from_msgpack(black_box(&pack)))),
            &|| {
                drop(black_box(rmp_serde::from_slice::<Bundle>(black_box(
                    &message_pack,
                ))))
            },
            &|| drop(black_box(encoded(Encoding::Sqlite, game, bundle))),
            &|| ask(black_box(&tables)),
        ];
        for (run, times) in runs.iter().zip(&mut all) {
            let start = Instant::now();
            run();
            times.push(start.elapsed());
        }
    }
    let [
        write,
        read,
        write_json,
        read_json,
        write_pack,
        read_pack,
        decode,
        write_tables,
        read_tables,
    ] = all.map(|times| times.into_iter().min().unwrap_or_default());
    let figures = |build, load, bytes| Figures { build, load, bytes };
    show("plain serde_json", &figures(write, read, plain.len()));
    show("bundle.json", &figures(write_json, read_json, json.len()));
    show(
        "bundle.msgpack",
        &figures(write_pack, read_pack, pack.len()),
    );
    show(
        "cards.sqlite",
        &figures(write_tables, read_tables, tables.len()),
    );
    let ratio = read_pack.as_secs_f64() / decode.as_secs_f64();
    println!(
        "{cards:8}  loading MessagePack / decoding it: {ratio:.2}   at most {GOAL}: {}",
        if ratio <= GOAL { "met" } else { "MISSED" }
    );
}

fn encoded(encoding: Encoding, game: &Game, bundle: &Bundle) -> Vec<u8> {
    let encoded = encoding.encode(game, bundle);
    encoded.expect("it can be written").bytes()
}

/// Queries a database, which needs no loading: all cards with one word, and all texts with another.
fn ask(bytes: &[u8]) {
    let mut tables = rusqlite::Connection::open_in_memory().expect("a database");
    tables
        .deserialize_read_exact(rusqlite::MAIN_DB, bytes, bytes.len(), true)
        .expect("the bytes are a database");
    for question in [
        "SELECT count(*) FROM cards JOIN cards_traits ON cards_traits.card = cards.id WHERE word = 'undead'",
        "SELECT count(*) FROM search WHERE search MATCH 'retaliation'",
    ] {
        let count: u32 = tables
            .query_row(question, [], |row| row.get(0))
            .expect("an answer");
        assert!(count > 0, "{question}");
    }
}
