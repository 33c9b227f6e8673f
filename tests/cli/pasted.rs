//! `kingdom` with pasted deck lists.

use crate::support::Folder;

const LIST: &str = "\
Hero: Catherine

Vanguard
1 Royal Guard
1 Champion
1 Banner of Erathia

Locations
Castle Gate
Garrison
Arrow Tower

Deck (45)
3 Pikeman
3x Archer
Griffin x3
3 Swordsman (SP)
3 Halberdier
3 Cavalier
3 Crusader
3 Marksman
3 Monk
3 Angel // at last
3 Tactics
3 Leadership
3 Archery
3 Armorer
3 bless
";

const LEGAL: &str =
    "legal (hero 1, vanguard cards 3, statistic cards 8, locations 3, deck 45; 60 cards in all)\n";

#[test]
fn list_is_named_after_its_file() {
    let folder = Folder::with(&[("sets/open-gates.txt", LIST)]);
    let ran = folder.run(&["kingdom", "sets/open-gates.txt"]).expect(0);
    assert_eq!(ran.stdout, format!("open-gates: {LEGAL}"));
}

#[test]
fn list_is_read_from_standard_input() {
    let folder = Folder::new();
    let ran = folder
        .run_with(LIST.as_bytes(), &["kingdom", "-"])
        .expect(0);
    assert_eq!(ran.stdout, format!("pasted: {LEGAL}"));
    let named = format!("\u{feff}Name: Open Gates\r\n{}", LIST.replace('\n', "\r\n"));
    let ran = folder
        .run_with(named.as_bytes(), &["kingdom", "-"])
        .expect(0);
    assert_eq!(ran.stdout, format!("Open Gates: {LEGAL}"));
}

#[test]
fn yaml_on_standard_input_is_detected() {
    let folder = Folder::new();
    let yaml = "kingdom: Open Gates\nhero: Catherine\n";
    folder
        .run_with(yaml.as_bytes(), &["kingdom", "-"])
        .expect(1)
        .says(&["add `deck:", "Open Gates: not legal"]);
}

#[test]
fn yaml_with_another_extension_is_detected() {
    let yaml = "kingdom: Open Gates\nhero: Catherine\ndeck:\n  Pikemann: 3\n";
    let list = format!("kingdom: Open Gates\n{LIST}");
    let folder = Folder::with(&[("gates.txt", yaml), ("list.txt", &list)]);
    folder.run(&["kingdom", "gates.txt"]).expect(1).says(&[
        "add `locations:",
        "write \"Pikeman\"",
        "Open Gates: not legal",
    ]);
    let ran = folder.run(&["kingdom", "list.txt"]).expect(0);
    assert_eq!(ran.stdout, format!("Open Gates: {LEGAL}"));
}

#[test]
fn json_is_read_alike_from_files_and_standard_input() {
    let json =
        r#"{"hero":"Catherine","vanguard":["Royal Guard"],"deck":{"Pikemann":3,"Archer":4}}"#;
    let folder = Folder::with(&[("gates.json", json)]);
    let from_file = folder
        .run(&["kingdom", "gates.json", "--draft", "--format", "short"])
        .expect(1);
    let from_input = folder
        .run_with(
            json.as_bytes(),
            &["kingdom", "-", "--draft", "--format", "short"],
        )
        .expect(1);
    for ran in [from_file, from_input] {
        let ran = ran.says(&[
            "no key `kingdom`",
            "write \"Pikeman\"",
            "\"Archer\" appears 4 times",
        ]);
        assert_eq!(ran.stdout.matches(": error[").count(), 3, "{}", ran.stdout);
    }
}

#[test]
fn wrapped_code_is_joined() {
    let folder = Folder::with(&[("gates.txt", LIST)]);
    let code = folder
        .run(&["kingdom", "export", "gates.txt", "--to", "code"])
        .expect(0)
        .stdout;
    let (first, rest) = code.trim().split_at(50);
    let (second, third) = rest.split_at(50);
    let broken = format!("# from a chat\n{first}\n  {second}\r\n{third}\n\nhave fun\n");
    folder.write("code.txt", broken.as_bytes());
    let ran = folder.run(&["kingdom", "code.txt"]).expect(1);
    ran.says(&["not allowed with a code", "code: not legal, 1 error"]);
    let alone = broken.replace("have fun\n", "");
    folder.write("code.txt", alone.as_bytes());
    let ran = folder.run(&["kingdom", "code.txt"]).expect(0);
    assert_eq!(ran.stdout, format!("code: {LEGAL}"));
}

#[test]
fn unreadable_lines_have_exact_spans() {
    let list = LIST
        .replace("3 Archery", "3. Archery")
        .replace("3 Armorer", "3 Armorer (foil)")
        .replace("3 bless", "3 bles");
    let folder = Folder::with(&[("gates.txt", &list)]);
    folder
        .run(&["kingdom", "gates.txt", "--format", "short"])
        .expect(1)
        .says(&[
            "gates.txt:26:1: error[E0607]",
            "gates.txt:27:11: error[E0607]",
            "gates.txt:28:3: error[E0203]",
            "\"bles\"",
            "gates: not legal, 3 errors",
        ]);
}

#[test]
fn list_can_name_its_game_and_house_rules() {
    let folder = Folder::new();
    let force = "Name: Tower\nGame: ccg\nHero: Solmyr\nUnits:\n3 Halfling\n";
    folder
        .run_with(force.as_bytes(), &["kingdom", "-"])
        .expect(1)
        .says(&["rule two-of-level-2", "Tower: not legal"]);
    let small = format!("House rules: Skirmish\n{LIST}");
    folder
        .run_with(small.as_bytes(), &["kingdom", "-"])
        .expect(1)
        .says(&["15 more than the 30"]);
}

#[test]
fn lists_with_equal_file_names_are_separate_sets() {
    let more = LIST.replacen("3 ", "9 ", 1);
    let unnamed = |list: &str| {
        let lines = list.lines().filter(|line| !line.starts_with("Name:"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let (one, other) = (unnamed(LIST), unnamed(&more));
    let folder = Folder::with(&[("a/deck.txt", &one), ("b/deck.txt", &other)]);
    folder
        .run(&["kingdom", "a/deck.txt", "b/deck.txt"])
        .expect(1)
        .says(&["a/deck: legal", "b/deck: not legal"]);
}

#[test]
fn empty_input_is_not_a_set() {
    let folder = Folder::with(&[("empty.txt", "\n// later\n")]);
    folder
        .run(&["kingdom", "empty.txt"])
        .expect(2)
        .refuses(&["no kingdom set in `empty.txt`"]);
    folder.run_with(b"", &["kingdom", "-"]).expect(2);
    folder
        .run_with(b"3 Pikeman\n\xff", &["kingdom", "-"])
        .expect(1)
        .says(&["E0002"]);
}

/// The export of a deck site, as CSV with the marks of a spreadsheet.
#[test]
fn csv_is_a_list() {
    let mut csv = "\u{feff}Quantity,Card Name,Edition Code,Section,Foil\r\n".to_owned();
    csv += "1,Catherine,SP,Hero,\r\n";
    for card in ["Royal Guard", "Champion", "Banner of Erathia"] {
        csv += &format!("1,\"{card}\",SP,Vanguard,\r\n");
    }
    for card in ["Castle Gate", "Garrison", "Arrow Tower"] {
        csv += &format!("1,{card},SP,Locations,foil\r\n");
    }
    let (_, deck) = LIST.split_once("Deck (45)\n").expect("a deck");
    for line in deck.lines() {
        let name = line.replace("Griffin x3", "3 Griffin").replace("3x", "3");
        let name = name
            .split(" //")
            .next()
            .expect("a name")
            .replace(" (SP)", "");
        csv += &format!("{},SP,Deck,\r\n", name.replacen(' ', ",", 1));
    }
    let folder = Folder::with(&[("gates.csv", &csv)]);
    let ran = folder.run(&["kingdom", "gates.csv"]).expect(0);
    assert_eq!(ran.stdout, format!("gates: {LEGAL}"));
    folder.write(
        "gates.csv",
        csv.replace("3,Archery,SP,Deck,", "3,Archery,SP,Sideboard,")
            .as_bytes(),
    );
    folder
        .run(&["kingdom", "gates.csv", "--format", "short"])
        .expect(1)
        .says(&["gates.csv:21:14: error[E0602]", "no part \"Sideboard\""]);
}
