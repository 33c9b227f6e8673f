//! What is offered at a position.

use cardwright::lsp::Encoding;
use gen_lsp_types::{CompletionList, CompletionRequest};
use serde_json::json;

use crate::cases;
use crate::client::{Client, uri};
use crate::support::options;

const PATH: &str = "cards/new.yaml";

/// Returns what is offered at `|` in a text.
fn offered(client: &mut Client, marked: &str) -> Vec<String> {
    let at = marked.find('|').expect("a mark");
    let text = marked.replacen('|', "", 1);
    match client.open.get(PATH).map(String::len) {
        Some(len) => client.edit(PATH, 0..len, &text),
        None => client.open(PATH, &text),
    }
    let position = client.lines(&text).position(at);
    let params = json!({ "textDocument": { "uri": uri(PATH) }, "position": position });
    let found = client.request::<CompletionRequest>(params);
    let found: Option<CompletionList> = serde_json::from_value(found).expect("a list");
    let items = found.map(|found| found.items).unwrap_or_default();
    items.into_iter().map(|item| item.label).collect()
}

fn has(offered: &[String], word: &str) -> bool {
    offered.iter().any(|one| one == word)
}

#[test]
fn keys_values_and_names_are_offered() {
    let mut client = Client::new(cases::small(), Encoding::Utf16);
    let spell = "name: Gale\ntype: spell\n";
    for (text, wanted, unwanted) in [
        ("|", "name", "effect"),
        ("name: X\n|", "type", "name"),
        ("name: X\ntype: |", "spell", "name"),
        (&format!("{spell}tr|"), "traits", "name"),
        (&format!("{spell}traits: [earth, |]"), "earth", "spell"),
        ("- name: X\n  type: spell\n  |", "cost", "name"),
        (
            "name: A\ntype: unit\n---\nname: B\ntype: spell\n|",
            "effect",
            "unit_type",
        ),
        ("name: A\ntype: unit\nfaction: |", "castle", "name"),
        ("kingdom: A\n|", "deck", "name"),
        ("kingdom: A\nhero: |", "Catherine", "name"),
        ("kingdom: A\ndeck:\n  |", "Pikeman", "hero"),
        (&format!("{spell}effect: |"), "Draw", "name"),
        (&format!("{spell}effect: Draw a |"), "card", "Draw"),
        (
            &format!("{spell}effect: >\n  Increase 2 a friendly \"|"),
            "Skeleton",
            "card",
        ),
        (
            &format!("{spell}effect: Deal 1 damage to an enemy *|"),
            "undead",
            "card",
        ),
        (
            &format!("{spell}effect: >\n  Draw a card. Discard |"),
            "a",
            "traits",
        ),
    ] {
        let found = offered(&mut client, text);
        assert!(has(&found, wanted), "{text}: {wanted} in {found:?}");
        assert!(!has(&found, unwanted), "{text}: {unwanted} in {found:?}");
    }
    assert!(offered(&mut client, "name: A\ntype: unit\nflavor: Draw |").is_empty());
    assert!(offered(&mut client, "# name: |").is_empty());
}

/// The effect texts of shipped spells, one line each.
fn lines() -> Vec<String> {
    let game = cardwright::game::embedded_game("card-game").expect("built in");
    let texts = game.cards.iter().filter_map(|(_, text)| {
        let is_spell = text.contains("\ntype: spell\n");
        let (_, effect) = text.split_once("\neffect: |\n").filter(|_| is_spell)?;
        effect.lines().next()?.strip_prefix("  ").map(str::to_owned)
    });
    texts.collect()
}

#[test]
fn the_word_that_is_written_is_offered() {
    let mut client = Client::new(cases::small(), Encoding::Utf8);
    let (mut all, mut found, mut missing) = (0, 0, Vec::new());
    let step = if options::long() { 1 } else { 4 };
    for line in lines().iter().step_by(step) {
        // Names, traits and numbers are offered elsewhere, or not at all.
        let words = line
            .split(' ')
            .filter(|word| word.starts_with(char::is_alphabetic));
        for word in words {
            let at = word.as_ptr() as usize - line.as_ptr() as usize;
            let before = &line[..at];
            if before.matches(['"', '*']).count() % 2 == 1 {
                continue;
            }
            let offers = offered(
                &mut client,
                &format!("name: Gale\ntype: spell\neffect: >\n  {before}|"),
            );
            let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            let is_word = |offer: &String| {
                let offer = offer.to_lowercase();
                let word = word.to_lowercase();
                offer == word || offer.starts_with(&format!("{word} "))
            };
            all += 1;
            match offers.iter().any(is_word) {
                true => found += 1,
                false => missing.push(format!("{before}[{word}]")),
            }
        }
    }
    assert!(all > 100, "{all}");
    let share = 100 * found / all;
    assert!(share >= LEAST, "{found} of {all}: {missing:#?}");
}

/// The percentage of words that have to be offered.
const LEAST: usize = 95;
