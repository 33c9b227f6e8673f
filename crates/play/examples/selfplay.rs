//! Plays games of random or greedy players and checks what is true at every choice.
//!
//! `cargo run --release -p cardwright-play --example selfplay -- BUNDLE [GAMES] [SEED] [check|speed] [random|greedy]`

use std::time::Instant;

use cardwright_play::bot::{self, Bot, Seed};
use cardwright_play::input::{Input, SetData};
use cardwright_play::{Outcome, State, Table};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let get = |place: usize, or: &str| args.get(place).cloned().unwrap_or_else(|| or.to_owned());
    let input: Input = serde_json::from_slice(&std::fs::read(get(1, "bundle.json"))?)?;
    let table = Table::new(&input)?;
    let games: u64 = get(2, "100").parse()?;
    let from: u64 = get(3, "1").parse()?;
    let check = get(4, "check") == "check";
    let bot = if get(5, "random") == "greedy" {
        Bot::Greedy
    } else {
        Bot::Random
    };
    let (mut choices, mut rounds, mut wins, mut longest) = (0u64, 0u64, [0u64; 3], 0);
    let started = Instant::now();
    for seed in from..from + games {
        let mut draw = Seed::new(seed ^ 0xabcd);
        let sets = [0, 1].map(|_| {
            if draw.below(2) == 0 && !input.kingdoms.is_empty() {
                input.kingdoms[draw.below(input.kingdoms.len())].clone()
            } else {
                random_set(&input, &mut draw)
            }
        });
        let lowered = [table.set(&sets[0])?, table.set(&sets[1])?];
        let mut count = 0u32;
        let mut faults = Vec::new();
        let (state, played) = bot::play(
            &table,
            [&lowered[0], &lowered[1]],
            [bot, bot],
            seed,
            20_000,
            &mut |state, choice, answer| {
                if std::env::var_os("TRACE").is_some() {
                    eprintln!(
                        "{seed} #{count} round {} {:?} {:?} -> {:?} of {:?}",
                        state.round, choice.who, choice.kind, answer.0, choice.options
                    );
                }
                count += 1;
                if check && faults.is_empty() {
                    faults = table.faults(state);
                    if !faults.is_empty() {
                        eprintln!("seed {seed}, choice {count}: {faults:?}");
                    }
                    if count.is_multiple_of(97) {
                        let bytes = serde_json::to_vec(state).unwrap_or_default();
                        match serde_json::from_slice::<State>(&bytes) {
                            Ok(back) if back == *state => {}
                            Ok(_) => {
                                eprintln!("seed {seed}, choice {count}: the stored state differs")
                            }
                            Err(error) => eprintln!("seed {seed}, choice {count}: {error}"),
                        }
                    }
                }
            },
        );
        if check {
            let (_, again) = bot::play(
                &table,
                [&lowered[0], &lowered[1]],
                [bot, bot],
                seed,
                20_000,
                &mut |_, _, _| {},
            );
            if again != played {
                eprintln!("seed {seed}: the replay differs");
            }
        }
        if state.over.is_none() || played.rounds > 100 {
            eprintln!(
                "seed {seed}: not over after {} rounds and {} choices",
                played.rounds, played.choices
            );
        }
        choices += u64::from(played.choices);
        rounds += u64::from(played.rounds);
        longest = longest.max(played.rounds);
        wins[match played.outcome {
            Outcome::Won(player) => usize::from(player),
            Outcome::Draw => 2,
        }] += 1;
    }
    let time = started.elapsed().as_secs_f64();
    println!(
        "{games} games in {time:.2} s: {:.1} games/s, {:.1} choices, {:.1} rounds (longest {longest}), won {wins:?}",
        games as f64 / time,
        choices as f64 / games as f64,
        rounds as f64 / games as f64,
    );
    Ok(())
}

/// A random legal set: a hero, and cards of its faction, neutral ones and those without a faction.
fn random_set(input: &Input, seed: &mut Seed) -> SetData {
    let of_type = |type_: &'static str| input.cards.iter().filter(move |card| card.type_ == type_);
    let text = |card: &cardwright_play::input::CardData, key: &str| {
        card.fields
            .get(key)
            .and_then(|v| v.as_str())
            .map(str::to_owned)
    };
    let heroes: Vec<_> = of_type("hero").collect();
    let hero = heroes[seed.below(heroes.len())];
    let faction = text(hero, "faction");
    let vanguard = |card: &cardwright_play::input::CardData| {
        card.fields.get("vanguard").is_some_and(|v| v == true)
    };
    let fits = |card: &&cardwright_play::input::CardData| {
        let of = text(card, "faction");
        matches!(
            card.type_.as_str(),
            "unit" | "spell" | "ability" | "artifact"
        ) && !vanguard(card)
            && (of.is_none() || of == faction || of.as_deref() == Some("neutral"))
    };
    let deck: Vec<_> = input.cards.iter().filter(fits).collect();
    let mut set = SetData {
        id: "random".into(),
        name: "random".into(),
        zones: Default::default(),
    };
    set.zones
        .entry("hero".into())
        .or_default()
        .insert(hero.id.clone(), 1);
    let statistics = set.zones.entry("statistics".into()).or_default();
    for (key, value) in hero
        .fields
        .get("stats")
        .and_then(|v| v.as_object())
        .into_iter()
        .flatten()
    {
        statistics.insert(key.as_str().into(), value.as_u64().unwrap_or(0) as u32);
    }
    let reserve: Vec<_> = input.cards.iter().filter(|card| vanguard(card)).collect();
    let part = set.zones.entry("vanguard".into()).or_default();
    for _ in 0..3 {
        *part
            .entry(reserve[seed.below(reserve.len())].id.clone())
            .or_default() += 1;
    }
    let sites: Vec<_> = of_type("location").collect();
    let part = set.zones.entry("locations".into()).or_default();
    while part.len() < 3 {
        part.insert(sites[seed.below(sites.len())].id.clone(), 1);
    }
    let part = set.zones.entry("deck".into()).or_default();
    let mut count = 0;
    while count < 45 {
        let card = deck[seed.below(deck.len())];
        let copies = part.entry(card.id.clone()).or_default();
        if *copies < 3 {
            *copies += 1;
            count += 1;
        }
    }
    set
}
