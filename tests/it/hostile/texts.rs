//! Hostile effect texts: each has its diagnostics, and nothing overflows.

use crate::support::Folder;

#[test]
fn deep_and_long_texts_get_findings() {
    let texts = [
        format!(
            "Deal 2 damage to a unit{}.",
            " adjacent to a unit".repeat(200)
        ),
        format!(
            "Friendly units gain {}Draw a card.{}",
            "[".repeat(1500),
            "]".repeat(1500)
        ),
        format!(
            "Friendly units gain {}Draw a card.{}",
            "[Units gain ".repeat(140),
            "]".repeat(140)
        ),
        format!(
            "Deal damage to an enemy unit equal to {}its size.",
            "twice ".repeat(600)
        ),
        format!(
            "Deal 2 damage to a unit{}",
            " (excluding a unit".repeat(200)
        ),
        format!(
            "A unit gains +1 attack{}.",
            " while this unit is adjacent to a unit".repeat(90)
        ),
        // The maximum nesting for the longest line that is read.
        format!(
            "Deal 0 damage to a unit{}.",
            " adjacent to a unit".repeat(48)
        ),
        format!(
            "Deal damage to a card equal to {}its size.",
            "twice ".repeat(150)
        ),
        format!("Deal 2 damage to a unit{}", " (excluding a unit".repeat(50)),
        format!(
            "A unit gains +1 attack{}.",
            " while this unit is adjacent to a unit".repeat(24)
        ),
        format!("Draw 2 cards{}.", ", then draw a cart".repeat(50)),
        "\"".repeat(900),
        "*undead* ".repeat(100),
        "word ".repeat(180),
        "\"".repeat(3900),
        "*undead* ".repeat(400),
        "word ".repeat(780),
        "Draww a cardd. ".repeat(60),
        "Draw a card. ".repeat(5000),
        "é".repeat(3000),
    ];
    let folder = Folder::new();
    for (at, text) in texts.iter().enumerate() {
        let card = format!(
            "name: Probe {at}\ntype: unit\nfaction: neutral\ncost: {{ power: 1 }}\nunit_type: ground\n\
             stats: {{ attack: 1, move: 1, hit_points: 1 }}\neffect: |\n  On Activation: {text}\n"
        );
        folder.write(&format!("cards/{at}.yaml"), card.as_bytes());
    }
    let ran = folder
        .run(&["check", "cards", "--format", "short"])
        .expect(1);
    for at in 0..texts.len() {
        assert!(
            ran.stdout.contains(&format!("cards/{at}.yaml:")),
            "text {at} has no diagnostic"
        );
    }
}
