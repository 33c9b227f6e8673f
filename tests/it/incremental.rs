//! A run with a memo or a cache reports the same as a run without, whatever changed since the last run.

use std::fs;

use cardwright::compile::{self, Compilation, CompileMemo, Role, Settings};
use cardwright::diagnostic::Levels;
use cardwright::game::{self, Game};
use cardwright::source::{FileId, SourceFile, Sources};

use crate::support::Folder;
use crate::support::rng::Rng;

/// The files of the card game.
fn all_files() -> Vec<(String, String)> {
    let mut games = game::embedded().iter();
    let game = games.find(|game| game.id == "card-game");
    let cards = game.expect("the card game").cards.iter();
    cards
        .map(|(path, text)| (path.replace(['<', '>'], ""), (*text).to_owned()))
        .collect()
}

/// The files of the card game that are small enough to be changed repeatedly.
fn files() -> Vec<(String, String)> {
    let mut files = all_files();
    files.retain(|(path, _)| {
        [
            "castle",
            "neutral",
            "kingdoms",
            "heroes",
            "house-rules",
            "statistics",
        ]
        .iter()
        .any(|folder| path.contains(folder))
    });
    files
}

/// Changes one or several files, adds one, or removes one.
fn change(files: &mut Vec<(String, String)>, rng: &mut Rng) {
    let at = rng.below(files.len());
    let other = files[rng.below(files.len())].1.clone();
    match rng.below(10) {
        0 if files.len() > 5 => {
            files.remove(at);
        }
        1 => {
            let text = files[at].1.replacen("name: ", "name: New ", 1);
            files.push((format!("card-game/new-{}.yaml", rng.below(1_000)), text));
        }
        2 => files[at].1 = files[at].1.replacen("name: ", "name: Other ", 1),
        3 => files[at].1 = files[at].1.replace("unit", "unti"),
        4 => files[at].1 = files[at].1.replace("traits: [", "traits: [brave, "),
        5 => files[at].1 = other,
        6 => files[at].1.insert_str(0, "# a line more\n"),
        7 => files[at].0 = format!("card-game/moved-{}.yaml", rng.below(1_000)),
        _ => {
            let text = &mut files[at].1;
            let begin = (0..=rng.below(text.len() + 1))
                .rev()
                .find(|at| text.is_char_boundary(*at))
                .unwrap_or_default();
            let end = (begin..=text.len())
                .find(|end| *end >= begin + rng.below(4) && text.is_char_boundary(*end))
                .unwrap_or(text.len());
            let new = *rng.pick(&["", "x", " ", "\n", "\"", ":", "2", "*"]);
            text.replace_range(begin..end, new);
        }
    }
    files.sort();
    files.dedup_by(|a, b| a.0 == b.0);
}

fn sources(files: &[(String, String)], rng: &mut Rng) -> (Sources, Vec<(FileId, Role)>) {
    let mut sources = Sources::default();
    let mut ids = Vec::new();
    for (path, text) in files {
        let id = sources.add(SourceFile::new(path.clone(), text.clone()));
        let role = match rng.below(20) {
            0 => Role::Library,
            _ => Role::Checked,
        };
        ids.push((id, role));
    }
    (sources, ids)
}

/// The complete output of a run.
fn shown(compilation: &Compilation) -> String {
    let Compilation {
        cards,
        kingdoms,
        places,
        repeated,
        open,
        stuck,
        repairs,
        migrations,
        diagnostics,
        of_library,
        unknown_house_rules,
        checked_cards,
        checked_kingdoms,
        checked_manual,
    } = compilation;
    let counts = (
        checked_cards,
        checked_kingdoms,
        checked_manual,
        unknown_house_rules,
    );
    format!(
        "{diagnostics:#?}{of_library:?}{counts:?}{kingdoms:?}{places:?}{repeated:?}{open:?}{stuck:?}{repairs:?}{migrations:?}{cards:?}"
    )
}

/// Returns the lines of the effect text of a file with one card.
fn effect(text: &str) -> Option<std::ops::Range<usize>> {
    const KEY: &str = "effect: |\n";
    let start = text.find(KEY)? + KEY.len();
    let lines = text[start..].split_inclusive('\n');
    let length: usize = lines
        .take_while(|line| line.starts_with("  "))
        .map(str::len)
        .sum();
    (length > 0).then_some(start..start + length)
}

/// Returns a copy of a unit with another name, a stronger attack, a number only every other time, and its own text.
fn twin((path, text): &(String, String)) -> Option<(String, String)> {
    let (folder, file) = path.rsplit_once('/')?;
    let stronger = file.len() % 2 == 0;
    if file.len() % 3 != 0 {
        return None;
    }
    let lines = text
        .lines()
        .filter_map(|line| match line.split(':').next()? {
            "name" => Some(line.replacen("name: ", "name: Twin of ", 1)),
            "flavor" => None,
            "number" if stronger => None,
            "stats" if stronger => Some(line.replace("hit_points: ", "hit_points: 1")),
            _ => Some(line.to_owned()),
        });
    let mut twin = lines.collect::<Vec<_>>().join("\n") + "\n";
    let of_text = effect(&twin).filter(|_| twin.contains("type: unit"))?;
    twin.insert_str(of_text.end, "  On Activation: Draw a card.\n");
    Some((format!("{folder}/twin-of-{file}"), twin))
}

/// Replaces the text of a card, mostly with another valid text.
fn reword(files: &mut [(String, String)], rng: &mut Rng) {
    let with_text: Vec<usize> = (0..files.len())
        .filter(|at| effect(&files[*at].1).is_some())
        .collect();
    let at = *rng.pick(&with_text);
    let type_of = |text: &str| {
        let lines = text.lines().filter(|line| {
            let key = line.split(':').next();
            matches!(key, Some("type" | "unit_type"))
        });
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let alike: Vec<usize> = with_text
        .iter()
        .copied()
        .filter(|other| type_of(&files[*other].1) == type_of(&files[at].1))
        .collect();
    let other = &files[*rng.pick(&alike)].1;
    let other = other[effect(other).expect("it has one")].to_owned();
    let original = files[at].0.replace("twin-of-", "");
    let original = files
        .iter()
        .find(|(path, _)| *path == original && original != files[at].0);
    let original = original.and_then(|(_, text)| Some(text[effect(text)?].to_owned()));
    let text = &mut files[at].1;
    let own = effect(text).expect("it has one");
    if let Some(original) = original.filter(|_| rng.below(2) == 0) {
        // The two cards are equal now, or were before, whatever the order of their lines.
        let mut lines: Vec<&str> = original.split_inclusive('\n').collect();
        if rng.below(2) == 0 {
            lines.reverse();
        }
        text.replace_range(own, &lines.concat());
        return;
    }
    let end = own.start + text[own.clone()].find('\n').map_or(0, |end| end + 1);
    match rng.below(9) {
        // The new type may require fields that a set does not have.
        8 => text.replace_range(own, "  Passive: Friendly *undead* units gain +1 attack.\n"),
        // Use the whole text of another card, or add its sentences.
        0 => text.replace_range(own, &other),
        1 => text.insert_str(own.start, &other),
        2 => text.replace_range(own.start..end, &other),
        // Remove a line, unless it is the only one.
        3 if end < own.end => text.replace_range(own.start..end, ""),
        4 => text.insert_str(0, "# a line more\n"),
        5 => {
            let sentence = *rng.pick(&[
                "Draw a card.",
                "On Attack: Draw a card.",
                "On Attack: Ready another friendly *undead* unit.",
                "On Attack: Deal 1 damage to an enemy *dwarf* unit.",
                "On Attack: If this unit is a *living* unit, draw a card.",
            ]);
            text.insert_str(own.end, &format!("  {sentence}\n"));
        }
        _ => {
            let digit = |c: &char| ('2'..='8').contains(c);
            let old: String = text[own.clone()].to_owned();
            let new = *rng.pick(&["2", "3", "5"]);
            let digit = old.chars().find(digit).unwrap_or(' ').to_string();
            text.replace_range(own, &old.replacen(&digit, new, 1));
        }
    }
}

#[test]
fn a_memo_changes_nothing() {
    let game = the_game("max: 8");
    let other = the_game("max: 2");
    let (mut changed, mut steps) = (0, 0);
    for round in 0..8 {
        let mut rng = Rng::seeded(&format!("memo {round}"));
        let mut files = files();
        let twins: Vec<_> = files.iter().filter_map(twin).collect();
        files.extend(twins);
        files.sort();
        let mut memo = CompileMemo::default();
        let mut last = String::new();
        for step in 0..16 {
            let game = if step == 12 { &other } else { &game };
            // Mostly the same roles, so that most cards are known from the step before.
            let mut roles = Rng::seeded(&format!("roles {}", step / 5));
            let (sources, ids) = sources(&files, &mut roles);
            let levels = match step {
                5..8 => Levels::default(),
                _ => Levels::with_suggestions(),
            };
            let settings = Settings::from(levels);
            let with = compile::compile_again(game, &sources, &ids, &settings, &mut memo);
            let without = compile::compile_with(game, &sources, &ids, &settings);
            let with = shown(&with);
            assert!(with == shown(&without), "round {round}, step {step}");
            changed += usize::from(with != last);
            steps += 1;
            last = with;
            for _ in 0..=rng.below(2) {
                match rng.below(3) {
                    0 => change(&mut files, &mut rng),
                    _ => reword(&mut files, &mut rng),
                }
            }
        }
    }
    assert!(changed * 4 > steps * 3, "{changed} of {steps}");
}

/// Returns a spell with this text.
fn spell(name: &str, text: &str) -> String {
    format!(
        "name: {name}\ntype: spell\ncost: {{ power: 1 }}\ntraits: [fire]\neffect: |\n  {text}\n"
    )
}

/// The card game with a different limit for the cost of a card.
fn the_game(most: &str) -> Game {
    let embedded = game::embedded().iter().find(|game| game.id == "card-game");
    let (path, text) = embedded.expect("the card game").game;
    let file = SourceFile::new(path, text.replacen("max: 8", most, 1));
    game::load(FileId(9_999), &file).expect("the game is sound")
}

/// Returns the output bytes of `check` and its exit status.
fn check(folder: &Folder, args: &[&str]) -> (String, String, Option<i32>) {
    let mut command = folder.command();
    command
        .args(["check", "--format", "json", "cards"])
        .args(args);
    let output = command.output().expect("the tool runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

#[test]
fn a_cache_on_the_disk_changes_nothing() {
    let folder = Folder::new();
    let mut rng = Rng::seeded("disk");
    let mut cards = files();
    cards.truncate(12);
    let cached = || -> Vec<_> {
        let entries = fs::read_dir(folder.path().join(".cardwright-cache"));
        let entries = entries.into_iter().flatten().flatten();
        let entries = entries.map(|entry| entry.path());
        entries
            .filter(|path| path.extension().is_some_and(|ending| ending != "TAG"))
            .collect()
    };
    for step in 0..14 {
        let _ = fs::remove_dir_all(folder.path().join("cards"));
        for (path, text) in &cards {
            folder.write(&path.replace("card-game", "cards"), text.as_bytes());
        }
        let without = check(&folder, &[]);
        assert_eq!(check(&folder, &["--cache"]), without, "step {step}");
        assert!(!cached().is_empty(), "step {step}");
        for path in cached() {
            // The cache is truncated, modified, from another run, or missing.
            let mut bytes = fs::read(&path).expect("it was kept");
            match step % 5 {
                0 => {}
                1 => bytes.truncate(rng.below(bytes.len())),
                2 => {
                    let at = rng.below(bytes.len());
                    bytes[at] ^= 1 << rng.below(8);
                }
                3 => bytes.clear(),
                _ => {
                    fs::remove_file(&path).expect("it can be deleted");
                    continue;
                }
            }
            fs::write(&path, bytes).expect("it can be written");
        }
        assert_eq!(check(&folder, &["--cache"]), without, "step {step}, again");
        change(&mut cards, &mut rng);
    }
}

#[test]
fn files_that_are_as_they_were_are_known_and_others_are_read() {
    let folder = Folder::new();
    let mut rng = Rng::seeded("settled");
    let mut cards = files();
    cards.truncate(12);
    let place = |path: &str| path.replace("card-game", "cards");
    for (path, text) in &cards {
        folder.write(&place(path), text.as_bytes());
    }
    // A file that was written just now is always read.
    std::thread::sleep(std::time::Duration::from_secs(4));
    for step in 0..16 {
        let form = [&["--suggestions"][..], &[], &["--deny-warnings"]][step % 3];
        let without = check(&folder, form);
        for time in ["first", "again", "once more"] {
            let with = check(&folder, &[form, &["--cache"]].concat());
            assert_eq!(with, without, "step {step}, {time}");
        }
        let before = cards.clone();
        change(&mut cards, &mut rng);
        for (path, _) in before
            .iter()
            .filter(|(path, _)| !cards.iter().any(|(now, _)| now == path))
        {
            fs::remove_file(folder.path().join(place(path))).expect("it is there");
        }
        for (path, text) in cards.iter().filter(|card| !before.contains(card)) {
            folder.write(&place(path), text.as_bytes());
        }
    }
}

#[test]
fn what_a_game_says_of_its_cards_is_said_again() {
    let embedded = game::embedded().iter();
    let mut embedded = embedded.filter(|game| game.id == "card-game");
    let (_, text) = embedded.next().expect("the card game").game;
    let rule = "rule: no-angels, kind: banned, section: ours, cards: { angle: { reason: strong } }";
    let text = text.replacen("  rules:\n", &format!("  rules:\n    - {{ {rule} }}\n"), 1);
    let folder = Folder::new();
    folder.write("cards/game.yaml", text.as_bytes());
    let card = spell("Howl", "Draw a card.");
    folder.write("cards/howl.yaml", card.as_bytes());
    for text in [card.clone(), card.replace("a card", "2 cards"), card] {
        folder.write("cards/howl.yaml", text.as_bytes());
        let without = check(&folder, &[]);
        assert!(without.0.contains("no card has the id"), "{}", without.0);
        for _ in 0..2 {
            assert_eq!(check(&folder, &["--cache"]), without);
        }
    }
}

#[test]
fn settings_and_the_library_are_part_of_what_is_kept() {
    let folder = Folder::with(&[(
        "cards/howl.yaml",
        "name: Howl\ntype: spell\ncost: { power: 1 }\ntraits: [air]\neffect: Draw a card. TODO\n",
    )]);
    for args in [
        &[][..],
        &["--deny-warnings"],
        &["--suggestions"],
        &["--format", "short"],
        &[],
    ] {
        let without = folder.run(&[&["check"][..], args].concat());
        let with = folder.run(&[&["check", "--cache"][..], args].concat());
        assert_eq!(with.stdout, without.stdout, "{args:?}");
    }
    folder.write("cardwright.toml", b"cache = true\n");
    folder.run(&["check"]);
    let names = folder.names(".cardwright-cache");
    assert!(names.contains(&".gitignore".to_owned()), "{names:?}");
    // The cache folder is not writable, and the check still works.
    fs::remove_dir_all(folder.path().join(".cardwright-cache")).expect("it can be deleted");
    folder.write(".cardwright-cache", b"a file in its place");
    let with = folder.run(&["check"]);
    fs::remove_file(folder.path().join("cardwright.toml")).expect("it can be deleted");
    assert_eq!(with.stdout, folder.run(&["check"]).stdout);
}

#[test]
fn a_kept_result_shows_cards_that_come_with_the_game() {
    let (_, text) = all_files()
        .into_iter()
        .find(|(path, _)| path.ends_with("pikeman.yaml"))
        .expect("a card of the game");
    let lines = text.lines().filter(|line| !line.starts_with("number:"));
    let copy = lines.collect::<Vec<_>>().join("\n") + "\n";
    let copy = copy.replacen("name: Pikeman", "name: Spearman", 1);
    let folder = Folder::with(&[("cards/spearman.yaml", &copy)]);
    for format in ["human", "json"] {
        let args = ["check", "--suggestions", "--format", format];
        let without = folder.run(&args);
        assert!(without.stdout.contains("<card-game>"), "{}", without.stdout);
        for _ in 0..2 {
            let with = folder.run(&[&args[..], &["--cache"]].concat());
            assert_eq!(with.stdout, without.stdout, "{format}");
        }
    }
}
