//! Series of games: what is counted, and how players choose.

use cardwright_play::bot::{self, Bot, Watcher};
use cardwright_play::simulate::{self, Series, Tally};
use cardwright_play::state::Thing;
use cardwright_play::{Answer, Choice, Ev, EvKind, Outcome, State, Trace};

use crate::scene::TABLE;

fn series(games: u32) -> Series<'static> {
    Series {
        sets: [&TABLE.sets[0], &TABLE.sets[1]],
        players: Bot::Random,
        seed: 5,
        games,
    }
}

fn tally(numbers: impl Iterator<Item = u32>) -> Tally {
    let mut tally = Tally::new(&TABLE);
    numbers.for_each(|number| simulate::game(&mut tally, &TABLE, &series(0), number));
    tally
}

fn words(id: &str, line: usize, part: Option<(u32, u32)>) -> String {
    format!("{id} {line} {part:?}")
}

/// Games in another order and in parts have the same sums.
#[test]
fn sums_do_not_depend_on_the_order() {
    let all = tally(0..24);
    let parts = tally((0..24).rev().step_by(2)).merge(tally((0..24).step_by(2)));
    assert_eq!(all, parts);
    assert_eq!(all.games(), 24);
}

/// The report counts what a watcher of the same games sees.
#[test]
fn reports_count_what_happens() {
    struct Drawn {
        trace: Trace,
        played: Vec<u16>,
    }
    impl Watcher for Drawn {
        fn happened(&mut self, state: &State, events: &[Ev]) {
            let played = events.iter().filter(|event| event.kind == EvKind::Played);
            for event in played.filter(|event| event.player == Some(0)) {
                if let Some(Thing::Card(card)) = event.who {
                    self.played.push(state.card(card.card).def);
                }
            }
        }
        fn trace(&self) -> Option<&Trace> {
            Some(&self.trace)
        }
    }
    let mut drawn = Drawn {
        trace: Trace::new(&TABLE),
        played: Vec::new(),
    };
    let sets = series(1).sets;
    let seed = 5u64 * 1_000_003;
    let (_, played) = bot::play_watched(&TABLE, sets, [Bot::Random; 2], seed, 20_000, &mut drawn);
    let report = simulate::report(&tally(0..1), &TABLE, &series(1), &words);
    assert_eq!(report.rounds.least, played.rounds);
    assert_eq!(
        report.wins[0].count,
        u32::from(played.outcome == Outcome::Won(0))
    );
    assert!(!drawn.played.is_empty());
    for card in &report.cards[0].cards {
        let def = TABLE.by_id[&card.card];
        assert_eq!(
            card.played > 0,
            drawn.played.contains(&def),
            "{}",
            card.name
        );
        assert_eq!(card.with.of, 1);
        assert!(!card.clear, "one game proves nothing");
    }
    // A line that is reported as one that never resolved is none of those that did.
    for line in &report.texts.unresolved {
        let def = &TABLE.defs[usize::from(TABLE.by_id[&line.card])];
        assert!(!drawn.trace.resolved(def.abilities[line.line as usize - 1]));
    }
    let resolved = (0..TABLE.abilities.len() as u32).filter(|it| drawn.trace.resolved(*it));
    assert!(resolved.count() > 5);
}

/// Conditions are those of the text: each is listed once, with its words.
#[test]
fn conditions_are_listed_once() {
    let report = simulate::report(&tally(0..12), &TABLE, &series(12), &words);
    let mut conditions: Vec<&String> = report.texts.never_met.iter().map(|it| &it.text).collect();
    conditions.extend(report.texts.always_met.iter().map(|it| &it.text));
    assert!(!conditions.is_empty());
    assert!(
        conditions.iter().all(|text| text.contains("Some(")),
        "{conditions:?}"
    );
    let all = conditions.len();
    conditions.sort();
    conditions.dedup();
    assert_eq!(conditions.len(), all);
}

/// A player that searches depends on its seed alone, and chooses what is allowed.
#[test]
fn searching_gives_the_same_legal_answer_again() {
    let bot = Bot::Search { playouts: 6 };
    let mut seen = 0u32;
    let mut each = |state: &State, choice: &Choice, _: &Answer| {
        seen += 1;
        if !seen.is_multiple_of(40) {
            return;
        }
        let seed = || bot::Seed::new(u64::from(seen));
        let first = bot.choose(&TABLE, state, choice, &mut seed());
        assert_eq!(first, bot.choose(&TABLE, state, choice, &mut seed()));
        assert_eq!(choice.refuses(&first), None);
    };
    bot::play(
        &TABLE,
        series(1).sets,
        [Bot::Random; 2],
        3,
        20_000,
        &mut each,
    );
    assert!(seen > 80, "{seen}");
}
