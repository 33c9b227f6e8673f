//! `new`, `init`, `search`, `explain` with words, and `effect --fix`.

use cardwright::effect::{self, Bearer};

use crate::support::world::card_game;
use crate::support::{Folder, Ran, read};

/// A command of the table and what it must do.
#[derive(Default)]
struct Question {
    args: Vec<String>,
    input: Option<String>,
    expected: Vec<(char, String)>,
}

/// Splits arguments at spaces; those between apostrophes are one.
fn arguments(line: &str) -> Vec<String> {
    let mut args = Vec::new();
    for (number, part) in line.split('\'').enumerate() {
        match number % 2 {
            0 => args.extend(part.split_whitespace().map(str::to_owned)),
            _ => args.push(part.to_owned()),
        }
    }
    args
}

fn questions() -> Vec<Question> {
    let mut questions: Vec<Question> = Vec::new();
    for line in read("tests/cli/questions.txt").lines() {
        let Some((mark, rest)) = line.split_once(' ').filter(|(mark, _)| *mark != "#") else {
            continue;
        };
        if mark == "$" {
            questions.push(Question {
                args: arguments(rest),
                ..Question::default()
            });
            continue;
        }
        let question = questions.last_mut().expect("a command first");
        match mark {
            "<" => {
                let input = question.input.get_or_insert_default();
                input.push_str(rest);
                input.push('\n');
            }
            "=" | "+" | "-" | "!" => {
                let mark = mark.chars().next().expect("a mark");
                question.expected.push((mark, rest.to_owned()));
            }
            _ => panic!("unknown mark: {line}"),
        }
    }
    questions
}

#[test]
fn questions_are_answered() {
    let questions = questions();
    assert!(questions.len() > 40, "{}", questions.len());
    let mut wrong = Vec::new();
    for question in &questions {
        let folder = Folder::new();
        let args: Vec<&str> = question.args.iter().map(String::as_str).collect();
        let ran = match &question.input {
            Some(input) => folder.run_with(input.as_bytes(), &args),
            None => folder.run(&args),
        };
        for (mark, text) in &question.expected {
            let is_so = match mark {
                '=' => ran.status.to_string() == *text,
                '+' => ran.stdout.contains(text),
                '-' => !ran.stdout.contains(text),
                _ => ran.stderr.contains(text),
            };
            if !is_so {
                wrong.push(format!(
                    "$ {}\n{mark} {text}\n{}\n{}{}",
                    question.args.join(" "),
                    ran.status,
                    ran.stdout,
                    ran.stderr
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The ids of the embedded games, each with the ids of its card types.
fn games() -> Vec<(&'static str, Vec<String>)> {
    let games = cardwright::game::embedded().iter();
    let types = |data: &str| {
        let data: serde_yaml::Value = serde_yaml::from_str(data).expect("a game is YAML");
        let types = data["card_types"].as_mapping().expect("card types").keys();
        types
            .filter_map(|id| Some(id.as_str()?.to_owned()))
            .collect()
    };
    // A new card does not follow rules for cards yet: it has neither the sides nor the sums that they demand.
    let games = games.filter(|game| !game.game.1.contains("\ncard_rules:"));
    games.map(|game| (game.id, types(game.game.1))).collect()
}

#[track_caller]
fn is_clean(ran: &Ran, what: &str) {
    assert_eq!(ran.status, 0, "{what}\n{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stdout.contains("nothing to report"),
        "{what}\n{}{}",
        ran.stdout,
        ran.stderr
    );
}

#[test]
fn new_cards_of_every_type_have_no_findings() {
    for (game, types) in games() {
        for card_type in types {
            let folder = Folder::new();
            let what = format!("{game} {card_type}");
            folder
                .run(&["new", &card_type, "Gnoll", "Captain", "--game", game])
                .expect(0);
            let written = folder.read("cards/gnoll-captain.yaml");
            let check = ["check", "--game", game, "--suggestions"];
            is_clean(&folder.run(&check), &format!("{what}\n{written}"));
            folder.run(&["fmt", "--check", "--game", game]).expect(0);
            // Another card beside it is a different one.
            folder
                .run(&["new", &card_type, "Owl Bear", "--game", game])
                .expect(0);
            let other = folder.read("cards/owl-bear.yaml");
            is_clean(
                &folder.run(&["check", "--game", game]),
                &format!("{what}\n{written}\n{other}"),
            );
        }
    }
}

#[test]
fn every_comment_of_a_new_card_can_become_a_field() {
    for (game, types) in games() {
        for card_type in types {
            let folder = Folder::new();
            folder
                .run(&["new", &card_type, "Gnoll", "--game", game])
                .expect(0);
            let written = folder.read("cards/gnoll.yaml");
            let lines: Vec<&str> = written.lines().collect();
            let is_field = |line: &str| {
                let key = line
                    .strip_prefix("# ")
                    .and_then(|line| line.split_once(':'));
                key.is_some_and(|(key, _)| key.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
            };
            // A flag may exclude other fields, so flags are tried without the rest.
            for flags in [false, true] {
                let mut changed = Vec::new();
                let mut is_open = false;
                for line in &lines {
                    if is_field(line) {
                        is_open = line.ends_with(": true") == flags;
                    } else if !line.starts_with("#   ") {
                        is_open = false;
                    }
                    changed.push(if is_open { &line[2..] } else { *line });
                }
                let changed = changed.join("\n") + "\n";
                folder.write("cards/gnoll.yaml", changed.as_bytes());
                let ran = folder.run(&["check", "--game", game, "--format", "json"]);
                let errors = ran.json()["summary"]["errors"].clone();
                assert_eq!(errors, 0, "{game} {card_type}\n{}\n{changed}", ran.stdout);
            }
        }
    }
}

#[test]
fn a_file_that_exists_is_never_overwritten() {
    let folder = Folder::new();
    folder.run(&["new", "unit", "Gnoll"]).expect(0);
    let written = folder.read("cards/gnoll.yaml");
    folder
        .run(&["new", "spell", "Gnoll"])
        .expect(2)
        .refuses(&["`cards/gnoll.yaml` is not replaced"]);
    // The card of this name is in another file.
    folder.write(
        "cards/other.yaml",
        b"name: Howl\ntype: statistic\nstatistic: attack\n",
    );
    folder
        .run(&["new", "unit", "howl"])
        .expect(2)
        .refuses(&["`cards/other.yaml` is not replaced"]);
    assert_eq!(folder.read("cards/gnoll.yaml"), written);
    folder
        .run(&["init"])
        .expect(0)
        .says(&["wrote cards/my-first-unit.yaml"]);
    folder
        .run(&["init"])
        .expect(2)
        .refuses(&["is not replaced", "cardwright new"]);
}

#[test]
fn a_name_with_marks_is_quoted() {
    for name in ["No", "12", "Yes: and #no", "O'Neil", "Öl"] {
        let folder = Folder::new();
        folder.run(&["new", "unit", name]).expect(0);
        is_clean(&folder.run(&["check"]), name);
    }
    let folder = Folder::new();
    folder.run(&["new", "unit", "A \"quoted\" name"]).expect(1);
    assert!(!folder.path().join("cards").exists());
}

#[test]
fn a_new_project_of_every_game_has_no_findings() {
    for (game, _) in games() {
        let folder = Folder::new();
        let ran = folder
            .run(&["init", "mine", "--game", game])
            .expect(0)
            .says(&["cd mine && cardwright check"]);
        is_clean(
            &folder.run_in("mine", &["check", "--suggestions"]),
            &format!("{game}\n{}", ran.stdout),
        );
        let kept = folder.run_in("mine", &["fmt", "--check"]);
        assert_eq!(kept.status, 0, "{}{}", kept.stdout, kept.stderr);
        let set = folder.names("mine/cards");
        let set = set
            .iter()
            .find(|name| name.contains("set") || name.contains("force"));
        let set = format!("cards/{}", set.expect("a set"));
        assert!(
            folder
                .read(&format!("mine/{set}"))
                .contains("My First Unit"),
            "the set has the new card"
        );
        folder.run_in("mine", &["kingdom", &set]).expect(0);
        assert!(folder.read("mine/README.md").contains(&set));
        if game == "card-game" {
            let ran = folder.run_in("mine", &["test"]).expect(0);
            assert_eq!(ran.stdout, "1 test passed\n");
        }
    }
}

#[test]
fn every_text_of_the_glossary_compiles() {
    let world = card_game();
    let symbols = world.symbols();
    let glossary = read("grammar/glossary/english.txt");
    let mut names = Vec::new();
    for line in glossary.lines() {
        if let Some((known, _)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
            for name in known.split(", ") {
                assert!(!names.contains(&name), "{name} is there twice");
                names.push(name);
            }
        }
        if let Some((card_type, text)) = line
            .strip_prefix("  ")
            .and_then(|line| line.split_once(": "))
        {
            let bearer = Bearer {
                card_type,
                ..Bearer::default()
            };
            let (abilities, found) = effect::compile(text, &bearer, &symbols);
            assert!(found.is_empty(), "{text}\n{found:?}");
            let printed = effect::print(&abilities, &bearer, &symbols);
            assert_eq!(printed.trim_end(), text, "canonical");
        }
    }
    assert!(names.len() > 150, "{}", names.len());
}
