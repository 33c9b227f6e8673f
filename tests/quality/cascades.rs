//! One mistake has one diagnostic, even if other cards and sets depend on the faulty file.

use crate::shipped::Shipped;

/// Expects these diagnostics, as `E0101 file.yaml `underlined text``, when these files are added to the shipped ones
/// of the first game or replace them.
#[track_caller]
fn check(files: &[(&str, &str)], expected: &[&str]) {
    let shipped = Shipped::read();
    let (sources, found) = shipped.with(0, files);
    let said: Vec<String> = found
        .iter()
        .map(|finding| {
            let at = finding.primary.at;
            let path = &sources.file(at.file).path;
            let file = path.rsplit('/').next().unwrap_or(path);
            format!("{} {file} `{}`", finding.code.code(), sources.slice(at))
        })
        .collect();
    assert_eq!(said, expected);
}

const GRIFFIN: &str = "number: CAN 0005\nexpansion: SP\ncost: { attack: 1, defense: 1 }\nunit_type: flying\n\
    traits: [living, beast]\nstats: { attack: 2, move: 4, hit_points: 3 }\neffect: |\n  \
    Passive: This unit may retaliate any number of times.\nflavor: Two ends, and both of them bite.\n";

#[test]
fn card_with_an_unreadable_name_can_be_referenced() {
    // It is in two decks.
    let path = "card-game/castle/griffin.yaml";
    let unclosed = format!("name: \"Griffin\ntype: unit\nfaction: castle\n{GRIFFIN}");
    check(&[(path, &unclosed)], &["E0101 griffin.yaml `\"Griffin`"]);
    let nameless = format!("type: unit\nfaction: castle\n{GRIFFIN}");
    check(&[(path, &nameless)], &["E0303 griffin.yaml `type`"]);
    let list = format!("name: [Griffin]\ntype: unit\nfaction: castle\n{GRIFFIN}");
    check(&[(path, &list)], &["E0304 griffin.yaml `[Griffin]`"]);
    let exchanged = format!("name: unit\ntype: Griffin\nfaction: castle\n{GRIFFIN}");
    check(&[(path, &exchanged)], &["E0306 griffin.yaml `unit`"]);
}

#[test]
fn trait_of_a_faulty_card_can_be_referenced() {
    let hexed = |name: &str, damage: u32| {
        format!(
            "name: {name}\ntype: ability\ncost: {{ attack: 1 }}\neffect: |\n  Deal {damage} damage to an enemy *hexed* unit.\n"
        )
    };
    let (first, second) = (hexed("First Hex", 1), hexed("Second Hex", 2));
    let abilities = [
        ("card-game/abilities/first-hex.yaml", first.as_str()),
        ("card-game/abilities/second-hex.yaml", second.as_str()),
    ];
    let imp = |traits: &str| {
        format!(
            "name: Imp\ntype: unit\nfaction: neutral\ncost: {{ attack: 1 }}\nunit_type: ground\n\
             traits: {traits}\nstats: {{ attack: 1, move: 3, hit_points: 1 }}\n"
        )
    };
    let with = |traits: &str, expected: &[&str]| {
        let imp = imp(traits);
        let mut files = abilities.to_vec();
        files.push(("card-game/neutral/imp.yaml", &imp));
        check(&files, expected);
    };
    with("[living, hexed]", &[]);
    with("[living, hexde]", &["E0202 imp.yaml `hexde`"]);
    with("[living, hexed", &["E0101 imp.yaml `[`"]);
    with("living hexed!", &["E0304 imp.yaml `living hexed!`"]);
}

#[test]
fn unknown_type_limits_checks_to_words() {
    let text = |effect: &str| {
        format!(
            "name: Griffin\ntype: monster\nfaction: castle\n{}",
            GRIFFIN.replace("This unit may retaliate any number of times.", effect,)
        )
    };
    let path = "card-game/castle/griffin.yaml";
    let right = text("This unit may retaliate any number of times.");
    check(&[(path, &right)], &["E0306 griffin.yaml `monster`"]);
    let wrong = text("This unit may retaliate any numbre of times.");
    check(
        &[(path, &wrong)],
        &[
            "E0306 griffin.yaml `monster`",
            "E0401 griffin.yaml `numbre`",
        ],
    );
}
