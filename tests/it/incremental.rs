//! A run with what earlier runs kept finds what a run without it finds, whatever was changed between them.

use std::fs;

use cardwright::compile::{self, Baseline, Compilation, Memory, Role, Settings};
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

/// Those that are not too many to be changed again and again.
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

/// Changes one file or several, adds one, or takes one away.
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

/// Everything that comes out.
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

#[test]
fn memo_does_not_change_the_result() {
    let game = the_game("max: 8");
    let other = the_game("max: 2");
    let mut changed = 0;
    for round in 0..6 {
        let mut rng = Rng::seeded(&format!("memory {round}"));
        let mut files = files();
        let mut memory = Memory::default();
        let mut last = String::new();
        for step in 0..16 {
            let game = if step == 12 { &other } else { &game };
            let (sources, ids) = sources(&files, &mut rng);
            let settings = Settings::default();
            let with = compile::compile_again(game, &sources, &ids, &settings, &mut memory);
            let without = compile::compile_with(game, &sources, &ids, &settings);
            let with = shown(&with);
            assert!(with == shown(&without), "round {round}, step {step}");
            changed += usize::from(with != last);
            last = with;
            for _ in 0..=rng.below(2) {
                change(&mut files, &mut rng);
            }
        }
    }
    assert!(changed > 60, "{changed}");
}

/// The lines of the effect text of a file with one card.
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

/// The same unit under another name, stronger and without a number every other time, with a text of its own.
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

/// Changes the text of a card, mostly to another that can be read.
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
        // Now the two are the same, or were, in whatever order their lines stand.
        let mut lines: Vec<&str> = original.split_inclusive('\n').collect();
        if rng.below(2) == 0 {
            lines.reverse();
        }
        text.replace_range(own, &lines.concat());
        return;
    }
    let end = own.start + text[own.clone()].find('\n').map_or(0, |end| end + 1);
    match rng.below(9) {
        // It may need what a set has not.
        8 => text.replace_range(own, "  Passive: Friendly *undead* units gain +1 attack.\n"),
        // The whole text of another card, or its sentences besides.
        0 => text.replace_range(own, &other),
        1 => text.insert_str(own.start, &other),
        2 => text.replace_range(own.start..end, &other),
        // A line less, unless it is the only one.
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
fn snapshot_does_not_change_the_result() {
    let game = the_game("max: 8");
    let settings = Settings {
        levels: Levels::with_suggestions(),
        ..Settings::default()
    };
    let (mut short, mut whole) = (0, 0);
    for round in 0..10 {
        let mut rng = Rng::seeded(&format!("baseline {round}"));
        let all = || {
            let mut files = files();
            // A card of a set is never judged by itself.
            files.retain(|(path, _)| round % 2 == 0 || !path.contains("kingdoms"));
            let twins: Vec<_> = files.iter().filter_map(twin).collect();
            files.extend(twins);
            files.sort();
            files
        };
        let mut files = all();
        let mut last: Option<(Vec<(String, String)>, Baseline)> = None;
        for step in 0..20 {
            // The same roles in all steps.
            let (sources, ids) = sources(&files, &mut Rng::seeded("roles"));
            let same_files = |(known, _): &&(Vec<(String, String)>, Baseline)| {
                let paths = known.iter().zip(&files);
                known.len() == files.len() && paths.into_iter().all(|(old, new)| old.0 == new.0)
            };
            let again = last
                .as_ref()
                .filter(same_files)
                .and_then(|(known, baseline)| {
                    let texts = known.iter().zip(&files).zip(&ids);
                    let changed = texts.filter(|((old, new), _)| old.1 != new.1);
                    let changed: Vec<FileId> = changed.map(|(_, (file, _))| *file).collect();
                    baseline.again(&game, &sources, &changed, &settings)
                });
            let (without, baseline) =
                compile::compile_for_next(&game, &sources, &ids, &settings, None);
            let found = |run: &Compilation| {
                let counts = (run.checked_cards, run.checked_kingdoms, run.checked_manual);
                format!("{:#?}{counts:?}", run.diagnostics)
            };
            match &again {
                Some(with) => {
                    assert_eq!(found(with), found(&without), "round {round}, step {step}");
                    short += 1;
                }
                None => {
                    whole += 1;
                    last = baseline.map(|baseline| (files.clone(), baseline));
                }
            }
            match rng.below(12) {
                0 => change(&mut files, &mut rng),
                1 => files = all(),
                _ => reword(&mut files, &mut rng),
            }
        }
    }
    assert!(
        short > 50 && whole > 20,
        "{short} short ways, {whole} whole runs"
    );
}

/// A spell with this text.
fn spell(name: &str, text: &str) -> String {
    format!(
        "name: {name}\ntype: spell\ncost: {{ power: 1 }}\ntraits: [fire]\neffect: |\n  {text}\n"
    )
}

/// What is found after the text of the first of these files became another one, by itself and in a whole run.
fn after_change(files: &[(&str, String)], new: &str) -> (Option<String>, String) {
    let game = the_game("max: 8");
    let settings = Settings::default();
    let mut files: Vec<(String, String)> = files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), text.clone()))
        .collect();
    let read = |files: &[(String, String)]| {
        let mut sources = Sources::default();
        let ids = files.iter().map(|(path, text)| {
            let id = sources.add(SourceFile::new(path.clone(), text.clone()));
            (id, Role::Checked)
        });
        let ids: Vec<_> = ids.collect();
        (sources, ids)
    };
    let (sources, ids) = read(&files);
    let (_, baseline) = compile::compile_for_next(&game, &sources, &ids, &settings, None);
    files[0].1 = new.to_owned();
    let (sources, ids) = read(&files);
    let whole = compile::compile_with(&game, &sources, &ids, &settings);
    let baseline = baseline.expect("it was asked for");
    let again = baseline.again(&game, &sources, &[ids[0].0], &settings);
    let shown = |run: &Compilation| format!("{:#?}", run.diagnostics);
    (again.as_ref().map(shown), shown(&whole))
}

#[test]
fn independent_card_is_rechecked_alone() {
    let old = spell("Howl", "Draw 2 cards.");
    let other = spell("Roar", "Draw 3 cards.\n  Discard a card.");
    for new in [
        spell("Howl", "Draw 4 cards."),
        spell("Howl", "Draw 2 cards.\n  Draw 2 cards."),
        spell("Howl", "Deal 2 damage to an enemy *fire* unit."),
        format!("# first\n{old}"),
        old.replace("effect: |\n ", "effect:"),
    ] {
        let (again, whole) = after_change(
            &[("howl.yaml", old.clone()), ("roar.yaml", other.clone())],
            &new,
        );
        assert_eq!(again, Some(whole), "{new}");
    }
}

#[test]
fn dependent_card_causes_a_full_run() {
    let old = spell("Howl", "Draw 2 cards.");
    let roar = spell("Roar", "Draw 3 cards.\n  Draw 2 cards.");
    let unit = |name: &str, hit_points: u32| {
        format!(
            "name: {name}\ntype: unit\nfaction: castle\ncost: {{ attack: 1 }}\nunit_type: ground\ntraits: [living]\n\
             stats: {{ attack: 1, move: 2, hit_points: {hit_points} }}\n\
             effect: |\n  On Attack: Draw a card.\n"
        )
    };
    // What the change is, the files with the card first, and its file then.
    type Case<'c> = (&'c str, Vec<(&'c str, String)>, String);
    let cases: Vec<Case> = vec![
        (
            "an error",
            vec![("howl.yaml", old.clone())],
            spell("Howl", "Draw 2 crds."),
        ),
        (
            "no error any more",
            vec![("howl.yaml", spell("Howl", "Draw 2 crds."))],
            old.clone(),
        ),
        (
            "another name",
            vec![("howl.yaml", old.clone())],
            spell("Hoot", "Draw 2 cards."),
        ),
        (
            "another cost",
            vec![("howl.yaml", old.clone())],
            old.replace("power: 1", "power: 2"),
        ),
        (
            "another trait",
            vec![("howl.yaml", old.clone())],
            old.replace("fire", "air"),
        ),
        (
            "a card more",
            vec![("howl.yaml", old.clone())],
            format!("{old}---\n{roar}"),
        ),
        (
            "a comment that allows",
            vec![("howl.yaml", old.clone())],
            format!("# cardwright: allow(duplicate-card) why\n{old}"),
        ),
        (
            "the same lines in another order",
            vec![("howl.yaml", old.clone()), ("roar.yaml", roar.clone())],
            spell("Howl", "Draw 2 cards.\n  Draw 3 cards."),
        ),
        (
            "no longer the same",
            vec![
                ("howl.yaml", spell("Howl", "Draw 2 cards.\n  Draw 3 cards.")),
                ("roar.yaml", roar),
            ],
            old.clone(),
        ),
        (
            "worse than another",
            vec![
                ("orc.yaml", unit("Orc", 2).replace("Draw", "Discard")),
                ("ogre.yaml", unit("Ogre", 3)),
            ],
            unit("Orc", 2),
        ),
        (
            "the number of another",
            vec![
                ("howl.yaml", format!("number: CAN 0901\n{old}")),
                (
                    "roar.yaml",
                    format!("number: CAN 0901\n{}", spell("Roar", "Draw 3 cards.")),
                ),
            ],
            format!("# first\nnumber: CAN 0901\n{old}"),
        ),
        (
            "a kind of token",
            vec![("howl.yaml", format!("tokens: [fear]\n{old}"))],
            format!(
                "tokens: [fear]\n{}",
                spell("Howl", "Place 2 fear tokens on an enemy unit.")
            ),
        ),
        (
            "a trait of cards",
            vec![
                (
                    "howl.yaml",
                    spell("Howl", "Deal 2 damage to an enemy *woolly* unit."),
                ),
                (
                    "sheep.yaml",
                    unit("Sheep", 2).replace("living", "living, woolly"),
                ),
            ],
            old.clone(),
        ),
    ];
    let mut in_a_set = all_files();
    in_a_set.sort_by_key(|(path, _)| !path.ends_with("pikeman.yaml"));
    let pikeman = format!("# first\n{}", in_a_set[0].1);
    let in_a_set = in_a_set
        .iter()
        .map(|(path, text)| (path.as_str(), text.clone()));
    let in_a_set = ("a card of a set", in_a_set.collect(), pikeman);
    for (what, files, new) in cases.into_iter().chain([in_a_set]) {
        let (again, whole) = after_change(&files, &new);
        assert_eq!(again, None, "{what}: {whole}");
        // Nothing else is in the way.
        let faulty = what == "an error";
        assert_eq!(whole.contains("severity: Error"), faulty, "{what}: {whole}");
    }
}

/// The card game with another bound of what a card costs.
fn the_game(most: &str) -> Game {
    let embedded = game::embedded().iter().find(|game| game.id == "card-game");
    let (path, text) = embedded.expect("the card game").game;
    let file = SourceFile::new(path, text.replacen("max: 8", most, 1));
    game::load(FileId(9_999), &file).expect("the game is sound")
}

/// The bytes that `check` gives, and its exit status.
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
fn disk_cache_does_not_change_the_result() {
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
            // What was kept is cut off, changed, of another run, or gone.
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
fn unchanged_files_are_not_read_again() {
    let folder = Folder::new();
    let mut rng = Rng::seeded("settled");
    let mut cards = files();
    cards.truncate(12);
    let place = |path: &str| path.replace("card-game", "cards");
    for (path, text) in &cards {
        folder.write(&place(path), text.as_bytes());
    }
    // What was written just now is always read.
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
fn errors_of_the_game_are_repeated_from_the_cache() {
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
fn cache_key_includes_settings_and_library() {
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
    // Nobody may write there, and the check goes on.
    fs::remove_dir_all(folder.path().join(".cardwright-cache")).expect("it can be deleted");
    folder.write(".cardwright-cache", b"a file in its place");
    let with = folder.run(&["check"]);
    fs::remove_file(folder.path().join("cardwright.toml")).expect("it can be deleted");
    assert_eq!(with.stdout, folder.run(&["check"]).stdout);
}
