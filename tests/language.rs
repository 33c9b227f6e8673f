//! The effect language, as data: canonical sentences and variants.

mod support;

use cardwright::effect::{self, Bearer};
use support::table::examples;
use support::world::{card_game, without_spans};

#[test]
fn canonical_sentences_print_back_unchanged_and_differ() {
    let world = card_game();
    let symbols = world.symbols();
    let mut wrong = Vec::new();
    let mut seen: Vec<(serde_json::Value, String)> = Vec::new();
    for example in examples(include_str!("language/canonical.txt")) {
        let bearer = Bearer {
            card_type: &example.card_type,
            ..Bearer::default()
        };
        let (abilities, found) = effect::compile(&example.text, &bearer, &symbols);
        if let Some(first) = found.first() {
            wrong.push(format!("{}\n    {}", example.text, first.message));
            continue;
        }
        let printed = effect::print(&abilities, &bearer, &symbols);
        if printed != example.text {
            wrong.push(format!("{}\n    printed as {printed}", example.text));
        }
        let (again, _) = effect::compile(&printed, &bearer, &symbols);
        if again != abilities {
            wrong.push(format!(
                "{}\n    is read in another way when printed",
                example.text
            ));
        }
        let ir = without_spans(serde_json::to_value(&abilities).expect("IR is JSON"));
        if let Some((_, other)) = seen.iter().find(|(known, _)| *known == ir) {
            wrong.push(format!("{}\n    has the IR of {other}", example.text));
        }
        seen.push((ir, example.text));
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn shipped_texts_are_canonical_and_print_back() {
    let world = card_game();
    let symbols = world.symbols();
    let mut wrong = Vec::new();
    for card in world.cards() {
        let Some(effect) = &card.effect else { continue };
        let bearer = world.bearer(card);
        let (abilities, found) = effect::compile(&effect.text, &bearer, &symbols);
        if let Some(first) = found.first() {
            wrong.push(format!(
                "{}: {}\n    {}",
                card.id,
                effect.text.trim(),
                first.message
            ));
            continue;
        }
        let printed = effect::print(&abilities, &bearer, &symbols);
        let (again, found) = effect::compile(&printed, &bearer, &symbols);
        if again != abilities || !found.is_empty() {
            wrong.push(format!(
                "{}: {}\n    is read in another way as {printed}\n    {:?}",
                card.id,
                effect.text.trim(),
                found.first().map(|finding| &finding.message)
            ));
        } else if printed != effect.text.trim() {
            wrong.push(format!(
                "{}: {}\n    canonical is {printed}",
                card.id,
                effect.text.trim()
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn variants_are_read_as_their_canonical_sentence() {
    let world = card_game();
    let symbols = world.symbols();
    let mut wrong = Vec::new();
    for example in examples(include_str!("language/variants.txt")) {
        let (variant, canonical) = example
            .text
            .split_once(" => ")
            .expect("a variant and its canonical sentence");
        let bearer = Bearer {
            card_type: &example.card_type,
            ..Bearer::default()
        };
        let (abilities, found) = effect::compile(variant, &bearer, &symbols);
        let (wanted, _) = effect::compile(canonical, &bearer, &symbols);
        if let Some(first) = found.first() {
            wrong.push(format!("{variant}\n    {}", first.message));
        } else if abilities != wanted || abilities.is_empty() {
            let printed = effect::print(&abilities, &bearer, &symbols);
            wrong.push(format!("{variant}\n    is read as {printed}"));
        } else if effect::print(&abilities, &bearer, &symbols) != canonical {
            let printed = effect::print(&abilities, &bearer, &symbols);
            wrong.push(format!("{variant}\n    is printed as {printed}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
