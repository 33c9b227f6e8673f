//! `simulate`, `kingdom --games` and `diff --simulate`: reports on games.

use std::process::Stdio;
use std::time::{Duration, Instant};

use roxmltree::Document;

use crate::support::{Folder, Ran, assert_fits, root};

const SETS: [&str; 2] = ["lances-of-erathia", "the-long-night-of-deyja"];

fn simulated(folder: &Folder, args: &[&str]) -> Ran {
    let cards = root().join("cards/card-game").display().to_string();
    folder.run(&[&["simulate", SETS[0], SETS[1], "--cards", &cards], args].concat())
}

fn json(ran: &Ran) -> serde_json::Value {
    serde_json::from_str(&ran.stdout).expect("JSON")
}

#[test]
fn reports_say_what_they_said() {
    let folder = Folder::new();
    let ran = simulated(&folder, &["--players", "random", "--games", "60"]).expect(0);
    insta::assert_snapshot!("simulate", ran.stdout);
}

#[test]
fn reports_for_programs_fit_their_schema() {
    let folder = Folder::new();
    let args = ["--players", "random", "--games", "40", "--format", "json"];
    let report = json(&simulated(&folder, &args).expect(0));
    assert_fits("simulation", &report);
    assert_eq!(report["players"], "random");
    assert_eq!(report["games"], 40);
    assert_eq!(report["wanted"], 40);
    let lengths = report["rounds"]["lengths"].as_array().expect("lengths");
    let games: u64 = lengths.iter().filter_map(|it| it["games"].as_u64()).sum();
    assert_eq!(games, 40);
    let wins = |place: usize| report["wins"][place]["count"].as_u64().expect("a count");
    let draws = report["draws"]["count"].as_u64().expect("a count");
    assert_eq!(wins(0) + wins(1) + draws, 40);
    for (place, set) in report["cards"].as_array().expect("sets").iter().enumerate() {
        let cards = set["cards"].as_array().expect("cards");
        assert!(cards.len() > 10, "{set}");
        for card in cards {
            // Each game is one with the card or one without.
            let [with, without] = ["with", "without"].map(|key| {
                let share = &card[key];
                (share["count"].as_u64(), share["of"].as_u64())
            });
            let sum = |a: Option<u64>, b: Option<u64>| a.zip(b).map(|(a, b)| a + b);
            assert_eq!(sum(with.1, without.1), Some(40), "{card}");
            assert_eq!(sum(with.0, without.0), Some(wins(place)), "{card}");
            assert!(
                card["playable"].as_u64() <= card["stays"].as_u64(),
                "{card}"
            );
        }
    }
    // The same seed gives the same report, on one thread and on several.
    let again = json(&simulated(&folder, &args).expect(0));
    assert_eq!(report, again);
}

#[test]
fn a_set_plays_against_itself() {
    let folder = Folder::new();
    let cards = root().join("cards/card-game").display().to_string();
    let args = ["simulate", SETS[0], SETS[0], "--cards", &cards];
    let more = ["--players", "random", "--games", "10", "--format", "json"];
    let report = json(&folder.run(&[&args[..], &more].concat()).expect(0));
    let cards = report["cards"].as_array().expect("sets");
    assert_eq!(cards.len(), 1);
    let card = &cards[0]["cards"][0];
    let of = |key: &str| card[key]["of"].as_u64().expect("a count");
    assert_eq!(of("with") + of("without"), 20, "both hands count");
}

#[test]
fn plots_are_pictures() {
    let folder = Folder::new();
    let args = [
        "--players",
        "random",
        "--games",
        "12",
        "--plot",
        "games.svg",
    ];
    simulated(&folder, &args).expect(0);
    let text = folder.read("games.svg");
    let picture = Document::parse(&text).expect("XML");
    let bars = |class: &str| {
        let all = picture.descendants();
        all.filter(|node| node.attribute("class") == Some(class))
            .count()
    };
    // Two sets, draws and the first player have an interval each.
    assert_eq!(bars("i"), 4);
    assert!(bars("bar") > 4, "{text}");
    // It is written again, but no other file is replaced.
    simulated(&folder, &args).expect(0);
    folder.write("games.svg", b"mine");
    simulated(&folder, &args).expect(2);
    assert_eq!(folder.read("games.svg"), "mine");
}

#[test]
fn a_player_that_searches_plays_the_same_games_again() {
    let folder = Folder::new();
    let args = [
        "--players",
        "search",
        "--budget",
        "2",
        "--games",
        "2",
        "--format",
        "json",
    ];
    let report = json(&simulated(&folder, &args).expect(0));
    assert_eq!(report["players"], "search (2 play-outs)");
    assert_eq!(report, json(&simulated(&folder, &args).expect(0)));
    simulated(&folder, &["--players", "search", "--budget", "0"]).expect(2);
}

/// Whether a process catches SIGINT.
#[cfg(target_os = "linux")]
fn listens(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_some_and(|mask| mask & 0b10 != 0)
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_reports_the_games_so_far() {
    use rustix::process::{Pid, Signal, kill_process};

    let folder = Folder::new();
    let cards = root().join("cards/card-game").display().to_string();
    let mut run = folder.command();
    run.args([
        "simulate",
        SETS[0],
        SETS[1],
        "--cards",
        &cards,
        "--players",
        "random",
    ]);
    run.args(["--games", "1000000", "--format", "json"]);
    let run = run.stdout(Stdio::piped()).spawn().expect("it starts");
    let process = run.id();
    let begun = Instant::now();
    while !listens(process) && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_secs(1));
    let pid = Pid::from_raw(process as i32).expect("a process");
    kill_process(pid, Signal::INT).expect("it runs");
    let ran = run.wait_with_output().expect("it ends");
    assert_eq!(ran.status.code(), Some(130));
    let report: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("a report");
    assert_eq!(report["wanted"], 1_000_000);
    assert!(
        report["games"].as_u64() < Some(1_000_000),
        "{}",
        report["games"]
    );
    assert_eq!(report["wins"][0]["of"], report["games"]);
}

#[test]
fn reports_on_sets_have_games_if_wanted() {
    let folder = Folder::new();
    let file = |id: &str| {
        let path = root().join(format!("cards/card-game/kingdoms/{id}.yaml"));
        path.display().to_string()
    };
    let (one, other) = (file(SETS[0]), file(SETS[1]));
    let with = |args: &[&str]| {
        folder.run(
            &[
                &["kingdom", &one, &other, "--report", "--players", "random"],
                args,
            ]
            .concat(),
        )
    };
    let without = with(&[]).expect(0);
    assert!(!without.stdout.contains("played:"), "{}", without.stdout);
    let ran = with(&["--games", "6"]).expect(0);
    ran.says(&[
        "played: 6 games with each, random players, seed 1",
        "against The Long Night of Deyja",
        "against Lances of Erathia",
        "played: Lances of Erathia",
    ]);
    let found = with(&["--games", "6", "--format", "json"]).expect(0).json();
    let played = &found["kingdoms"][0]["played"];
    assert_eq!(played["against"][0]["set"], SETS[1]);
    assert_eq!(played["against"][0]["wins"]["of"], 6);
    // A set that is alone plays against itself.
    let args = [
        "kingdom",
        &one,
        "--report",
        "--games",
        "4",
        "--players",
        "random",
    ];
    folder
        .run(&args)
        .expect(0)
        .says(&["against Lances of Erathia"]);
}

#[test]
fn differences_move_win_rates() {
    let folder = Folder::new();
    let cards = root().join("cards/card-game").display().to_string();
    folder.run(&["build", &cards, "--out", "old"]).expect(0);
    // A card that is worth more.
    let text = folder.read("old/bundle.json");
    let mut bundle: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let cards = bundle["cards"].as_array_mut().expect("cards");
    let griffin = cards
        .iter_mut()
        .find(|card| card["id"] == "griffin")
        .expect("a card");
    griffin["stats"]["attack"] = 9.into();
    folder.write("new.json", bundle.to_string().as_bytes());
    let args = [
        "diff",
        "old",
        "new.json",
        "--simulate",
        "--players",
        "random",
        "--games",
        "8",
    ];
    let ran = folder.run(&args).expect(0);
    ran.says(&[
        "Win rates, by 8 games with each set, random players, seed 1",
        "Griffin in ",
    ]);
    let found = json(
        &folder
            .run(&[&args[..], &["--format", "json"]].concat())
            .expect(0),
    );
    assert_fits("changes", &found);
    let rows = found["played"]["cards"].as_array().expect("rows");
    assert!(!rows.is_empty(), "{found}");
    for row in rows {
        assert_eq!(row["card"]["id"], "griffin");
        assert_eq!(row["before"]["of"], row["after"]["of"]);
        assert_eq!(row["before"]["of"].as_u64().map(|of| of % 8), Some(0));
    }
    // Without a changed card, nothing is played.
    let same = ["diff", "old", "old", "--simulate", "--format", "json"];
    let found = json(&folder.run(&same).expect(0));
    assert_eq!(found["played"]["cards"], serde_json::json!([]));
}

#[test]
fn results_that_cannot_be_written_are_reported_before_the_games() {
    let folder = Folder::new();
    for option in ["--plot", "--record"] {
        let ran = simulated(&folder, &["--games", "1000000", option, "nowhere/file"]).expect(2);
        assert!(
            ran.stderr.contains("cannot write `nowhere/file`"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn games_are_not_played_with_cards_that_have_errors() {
    let folder = Folder::new();
    folder.run(&["init", "."]).expect(0);
    let card = folder.read("cards/my-first-unit.yaml");
    let set = [
        "kingdom",
        "cards/my-first-kingdom-set.yaml",
        "--report",
        "--games",
        "1",
    ];
    let ran = folder.run(&set).expect(0);
    assert!(ran.stdout.contains("\nplayed: "), "{}", ran.stdout);
    let faulty = card.replace("effect:", "efect:");
    folder.write("cards/my-first-unit.yaml", faulty.as_bytes());
    let ran = folder.run(&set).expect(1);
    assert!(
        ran.stdout.contains("unknown card field `efect`"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stdout.contains("\nplayed: "), "{}", ran.stdout);
}
