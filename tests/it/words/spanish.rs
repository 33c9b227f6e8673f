//! Spanish: nouns with a gender, adjectives after them, verbs with more forms, contractions. The list is partial; a
//! text that needs more reports the missing entry.

use cardwright::effect;
use cardwright::effect::Bearer;
use cardwright::words::{Agreement, Mood, Number, Person, Phrase, Words};
use serde_yaml::Value;

use crate::support::world::card_game;

struct Spanish;

impl Agreement for Spanish {
    fn features(&self) -> &[(&str, usize)] {
        &[("number", 2), ("gender", 4), ("verb", 6)]
    }

    fn choose(&self, feature: &str, phrase: &Phrase) -> usize {
        let form = phrase.form();
        let many = form.number == Number::Many;
        match feature {
            "number" => usize::from(many),
            "gender" => usize::from(form.class == Some(1)) + if many { 2 } else { 0 },
            _ => match (form.mood, form.person) {
                (Mood::Command, _) => 0,
                (Mood::Infinitive, _) => 1,
                (Mood::Exception, _) => 5,
                (Mood::Statement, Person::You) => 2,
                (Mood::Statement, Person::Other) => 3 + usize::from(many),
            },
        }
    }

    fn classes(&self) -> &[&str] {
        &["masculine", "feminine"]
    }

    fn contract(&self, text: String) -> String {
        text.replace(" a el ", " al ").replace(" de el ", " del ")
    }
}

#[test]
fn spanish_sentences_are_printed_correctly() {
    let world = card_game();
    let symbols = world.symbols();
    let list = filled(include_str!("../../words/spanish.yaml"));
    let words = Words::read(&list, Box::new(Spanish))
        .unwrap_or_else(|mistakes| panic!("{}", mistakes.join("\n")));
    let mut wrong = Vec::new();
    for (card_type, english, spanish) in [
        (
            "spell",
            "Deal 2 damage to an enemy unit.",
            "Inflige 2 de daño a una unidad enemiga.",
        ),
        (
            "spell",
            "Deal 1 damage to the enemy hero.",
            "Inflige 1 de daño al héroe enemigo.",
        ),
        (
            "spell",
            "Deal 2 damage to up to 2 enemy units.",
            "Inflige 2 de daño a hasta 2 unidades enemigas.",
        ),
        (
            "spell",
            "Deal 2 damage to each enemy flying unit.",
            "Inflige 2 de daño a cada unidad voladora enemiga.",
        ),
        (
            "spell",
            "Deal 2 damage to a random enemy unit, then draw a card.",
            "Inflige 2 de daño a una unidad enemiga al azar, y después roba una carta.",
        ),
        (
            "unit",
            "On Activation: Deal damage to an enemy unit equal to this unit's size.",
            "Al activarse: Inflige daño a una unidad enemiga igual al tamaño de esta unidad.",
        ),
        (
            "unit",
            "On Activation: Deal 1 damage to the nearest enemy unit.",
            "Al activarse: Inflige 1 de daño a la unidad enemiga más cercana.",
        ),
        (
            "unit",
            "On Activation: This unit attacks an adjacent enemy unit.",
            "Al activarse: Esta unidad ataca a una unidad enemiga adyacente.",
        ),
        (
            "unit",
            "Passive: Other friendly *undead* units gain +1 attack and +1 move.",
            "Pasiva: Las otras unidades *no muertas* aliadas ganan +1 de ataque y +1 de movimiento.",
        ),
        (
            "spell",
            "Up to 2 friendly units gain +1 attack until the end of the turn.",
            "Hasta 2 unidades aliadas ganan +1 de ataque hasta el final del turno.",
        ),
        (
            "spell",
            "Remove all damage from a friendly *living* unit.",
            "Retira todo el daño de una unidad *viva* aliada.",
        ),
        (
            "spell",
            "You may discard 2 cards to draw 3 cards.",
            "Puedes descartar 2 cartas para robar 3 cartas.",
        ),
        (
            "spell",
            "Draw 2 cards unless your opponent discards a card.",
            "Roba 2 cartas a menos que tu oponente descarte una carta.",
        ),
        (
            "spell",
            "Each player draws a card.",
            "Cada jugador roba una carta.",
        ),
        (
            "spell",
            "If you control 3 or more *undead* units, deal 2 damage to a unit or hero.",
            "Si controlas 3 o más unidades *no muertas*, inflige 2 de daño a una unidad o héroe.",
        ),
    ] {
        let bearer = Bearer {
            card_type,
            ..Bearer::default()
        };
        let (abilities, found) = effect::compile(english, &bearer, &symbols);
        assert!(found.is_empty(), "{english}: {:?}", found[0].message);
        assert_eq!(effect::print(&abilities, &bearer, &symbols), english);
        let printed = effect::print_with(&words, &abilities, &bearer, &symbols);
        if printed != spanish {
            wrong.push(format!("{printed}\n    and not {spanish}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Returns the list with a placeholder for every missing entry.
fn filled(part: &str) -> String {
    let mut list: Value = serde_yaml::from_str(part).expect("the list is YAML");
    let phrases = list["phrases"].as_mapping_mut().expect("phrases");
    for (key, slots) in Words::entries() {
        let slots: Vec<String> = slots.iter().map(|slot| format!("{{{slot}}}")).collect();
        let missing = format!("⟨{key}⟩ {}", slots.join(" "));
        phrases
            .entry((*key).into())
            .or_insert_with(|| missing.into());
    }
    serde_yaml::to_string(&list).expect("YAML")
}
