//! Projects with every kind of mistake.

use std::fs;

use cardwright::game;

use crate::client::Files;
use crate::support::{read, root};

/// The files in the examples of the pages about codes, each page in its own folder.
pub fn pages() -> Files {
    let mut files = Files::new();
    for (name, page) in texts("docs/rules") {
        let example = page.split("\n## Corrected").next().expect("a part");
        for block in example.split("\n```yaml ").skip(1) {
            let (path, rest) = block.split_once('\n').expect("a block");
            let text = rest.split("\n```").next().expect("the end of the block");
            let path = path.strip_prefix("cards/").unwrap_or(path);
            let name = name.trim_end_matches(".md");
            files.insert(format!("cards/{name}/{path}"), format!("{text}\n"));
        }
    }
    assert!(files.len() > 100, "{}", files.len());
    files
}

const CARDS_OF_FILE: usize = 12;

/// A card for each text in the tables of faults, in files of several cards.
pub fn faults() -> Files {
    let mut files = Files::new();
    for (name, table) in texts("tests/faults") {
        let mut cards = Vec::new();
        let mut card_type = String::new();
        for line in table.lines() {
            if let Some(card) = line.strip_prefix("@ ") {
                card_type = card.split(' ').next().unwrap_or_default().to_owned();
            } else if !line.is_empty() && !line.starts_with([' ', '#']) && !card_type.contains('/')
            {
                let text = written(line).replace('|', "\n  ");
                let number = cards.len();
                cards.push(format!(
                    "name: Né 🐉 {name} {number}\ntype: {card_type}\neffect: |\n  {text}\n"
                ));
            }
        }
        let name = name.trim_end_matches(".txt");
        for (part, cards) in cards.chunks(CARDS_OF_FILE).enumerate() {
            files.insert(
                format!("cards/faults/{name}-{part}.yaml"),
                cards.join("---\n"),
            );
        }
    }
    assert!(files.len() > 20, "{}", files.len());
    files
}

/// Returns the faulty text of a line of a table, in which `{faulty=right}` marks a fault.
fn written(line: &str) -> String {
    let mut text = String::new();
    for part in line.split('}') {
        let (before, fault) = part.split_once('{').unwrap_or((part, ""));
        text.push_str(before);
        text.push_str(fault.split('=').next().unwrap_or_default());
    }
    text
}

fn texts(folder: &str) -> Vec<(String, String)> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    let texts = names.into_iter().filter(|name| name.contains('.'));
    texts
        .map(|name| {
            let text = read(&format!("{folder}/{name}"));
            (name, text)
        })
        .collect()
}

/// Replaces line ends, or adds a byte order mark.
pub fn rewritten(files: &Files, by: impl Fn(&str) -> String) -> Files {
    let files = files.iter();
    files.map(|(path, text)| (path.clone(), by(text))).collect()
}

/// A small project whose cards name each other, with a game of few cards.
pub fn small() -> Files {
    let game = game::embedded_game("card-game").expect("built in");
    let mut files = Files::from([("cards/game.yaml".to_owned(), game.game.1.to_owned())]);
    for (path, text) in game.cards {
        let name = path.rsplit('/').next().expect("a name");
        if [
            "pikeman.yaml",
            "skeleton.yaml",
            "catherine.yaml",
            "royal-guard.yaml",
        ]
        .contains(&name)
        {
            files.insert(format!("cards/{name}"), (*text).to_owned());
        }
    }
    assert_eq!(files.len(), 5);
    files.extend(authored());
    files
}

/// The files of the small project with mistakes.
pub fn authored() -> Files {
    let card = |name: &str, more: &str| {
        format!("name: {name}\ntype: spell\ncost: {{ power: 1 }}\ntraits: [earth]\n{more}")
    };
    Files::from([
        (
            "cards/bone-call.yaml".to_owned(),
            card(
                "Bone Call",
                "effect: |\n  Increase 2 a friendly \"Skelton\".\n",
            ),
        ),
        (
            "cards/two.yaml".to_owned(),
            format!(
                "{}---\n{}",
                card("Gust", "effect: |\n  Draw 2 crads.\n"),
                card("Gale é🐉", "effect: Draw a card. Discard a card\n"),
            ),
        ),
        (
            "cards/set.yaml".to_owned(),
            "kingdom: A Draft\nhero: Catherine\ndeck:\n  Bone Call: 2\n  Gust: 9\n".to_owned(),
        ),
        (
            "cards/sub/howl.yaml".to_owned(),
            card(
                "Howl",
                "effect: Each enemy *gnol* loses 1 attack until the end of the round.\n",
            ),
        ),
    ])
}
