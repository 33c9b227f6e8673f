//! `kingdom export`, and codes as arguments.

use crate::support::Folder;

const YAML: &str = "\
kingdom: Open Gates
game: card-game
house_rules: skirmish
hero: Catherine
vanguard: [Banner of Erathia, Champion, Royal Guard]
locations: [Arrow Tower, Castle Gate, Garrison]
deck:
  Armorer: 3
  Pikeman: 3
";

const TEXT: &str = "\
Name: Open Gates
Game: card-game
House rules: skirmish

Hero (1)
1 Catherine

Vanguard cards (3)
1 Banner of Erathia
1 Champion
1 Royal Guard

Locations (3)
1 Arrow Tower
1 Castle Gate
1 Garrison

Deck (6)
3 Armorer
3 Pikeman
";

fn folder() -> Folder {
    Folder::with(&[("gates.yaml", YAML), ("gates.txt", TEXT)])
}

fn export(folder: &Folder, file: &str, to: &str) -> String {
    let ran = folder
        .run(&["kingdom", "export", file, "--to", to])
        .expect(0);
    ran.stdout
}

#[test]
fn every_format_converts_to_every_other() {
    let folder = folder();
    assert_eq!(export(&folder, "gates.yaml", "text"), TEXT);
    assert_eq!(export(&folder, "gates.txt", "yaml"), YAML);
    let json = export(&folder, "gates.txt", "json");
    assert!(json.contains("\"pikeman\": 3"), "{json}");
    folder.write("gates.json", json.as_bytes());
    assert_eq!(export(&folder, "gates.json", "text"), TEXT);
    assert_eq!(export(&folder, "gates.yaml", "json"), json);

    let code = export(&folder, "gates.yaml", "code");
    assert_eq!(export(&folder, "gates.txt", "code"), code);
    assert_eq!(export(&folder, "gates.json", "code"), code);
    let unnamed = TEXT.replace("Open Gates", "pasted");
    assert_eq!(export(&folder, code.trim_end(), "text"), unnamed);
    let link = format!(
        "Name: Open Gates\nhttps://cards.example/set/{}",
        code.trim_end()
    );
    let ran = folder
        .run_with(
            link.as_bytes(),
            &[
                "kingdom", "export", "-", "--to", "yaml", "--out", "new.yaml",
            ],
        )
        .expect(0);
    assert_eq!(ran.stdout, "");
    assert_eq!(folder.read("new.yaml"), YAML);
    // The output is in canonical form.
    folder.run(&["fmt", "--check", "new.yaml"]).expect(0);
}

#[test]
fn equal_sets_have_equal_codes() {
    let folder = folder();
    let code = export(&folder, "gates.yaml", "code");
    folder.write(
        "other.txt",
        b"House rules: skirmish\nPikeman x2\nGarrison\nRoyal Guard\nArmorer\nCatherine\nChampion\nPikeman\n\
          Arrow Tower\nBanner of Erathia\nStatistics: attack 2, defense 3, power 1, knowledge 2\n2 Armorer\nCastle Gate\n",
    );
    assert_eq!(export(&folder, "other.txt", "code"), code);
    assert!(code.len() < 80, "{code}");
}

#[test]
fn invalid_code_is_explained() {
    let folder = folder();
    let code = export(&folder, "gates.yaml", "code");
    let code = code.trim_end();
    let says = |code: &str, message: &str| {
        folder.run(&["kingdom", code]).expect(1).says(&[message]);
    };
    says(&code.replace("cw1", "cw2"), "unknown code version 2");
    says(&code[..code.len() - 9], "this code is incomplete");
    says(&code[..code.len() - 1], "this code is incomplete");
    let wrong = if code.as_bytes()[20] == b'A' {
        "B"
    } else {
        "A"
    };
    let typo = format!("{}{wrong}{}", &code[..20], &code[21..]);
    folder
        .run(&["kingdom", &typo])
        .expect(1)
        .says(&["E0608", "code"]);
    folder
        .run_with(format!("{code}\n3 Pikeman\n").as_bytes(), &["kingdom", "-"])
        .expect(1)
        .says(&["a code is a complete set"]);
}

#[test]
fn code_of_unknown_cards_is_explained() {
    let folder = folder();
    let own = "name: Gate Rat\ntype: unit\nfaction: castle\ncost: { attack: 1 }\nunit_type: ground\n\
               stats: { attack: 1, move: 1, hit_points: 1 }\n";
    folder.write("own/rat.yaml", own.as_bytes());
    folder.write(
        "rats.txt",
        format!("{TEXT}2 Gate Rat\n")
            .replace("(6)", "(8)")
            .as_bytes(),
    );
    let args = ["kingdom", "export", "rats.txt", "--to", "code"];
    let ran = folder
        .run(&[&args[..], &["--cards", "own"]].concat())
        .expect(0);
    let code = ran.stdout.trim_end();
    folder
        .run(&["kingdom", code])
        .expect(1)
        .says(&["1 of the 10 different cards of this code is unknown"]);
    folder
        .run(&["kingdom", "export", code, "--to", "text", "--cards", "own"])
        .expect(0)
        .says(&["2 Gate Rat"]);
}

#[test]
fn unreadable_set_is_not_exported() {
    let folder = folder();
    folder.write("bad.txt", TEXT.replace("Pikeman", "Pikmen").as_bytes());
    let ran = folder
        .run(&["kingdom", "export", "bad.txt", "--to", "code"])
        .expect(1)
        .refuses(&[
            "E0203",
            "Pikmen",
            "write \"Pikeman\"",
            "1 error in 1 kingdom set",
        ]);
    // No command modifies a list.
    assert!(!ran.stderr.contains("can be fixed"), "{}", ran.stderr);
    folder
        .run_with(
            b"{\n  \"name\": 3,\n  \"zones\": {}\n}",
            &["kingdom", "export", "-", "--to", "text"],
        )
        .expect(1)
        .refuses(&["E0607", "starts like JSON"]);
    folder.write(
        "two.yaml",
        format!("{YAML}---\n{}", YAML.replace("Open", "Shut")).as_bytes(),
    );
    folder
        .run(&["kingdom", "export", "two.yaml", "--to", "code"])
        .expect(2)
        .refuses(&["2 kingdom sets"]);
    folder
        .run(&["kingdom", "export", "none.txt", "--to", "code"])
        .expect(2);
}

#[test]
fn export_does_not_replace_other_files() {
    let folder = folder();
    folder.write("gates.yaml", YAML.as_bytes());
    folder.write("rat.yaml", b"name: Rat\n");
    let export = |file: &str, to: &str, out: &str| {
        folder.run(&["kingdom", "export", file, "--to", to, "--out", out])
    };
    for to in ["text", "yaml", "json", "code"] {
        for out in ["gates.yaml", "./rat.yaml"] {
            export("gates.yaml", to, out)
                .expect(2)
                .refuses(&["is not replaced"]);
        }
    }
    export("gates.txt", "text", "gates.txt")
        .expect(2)
        .refuses(&["`gates.txt` is not replaced: it is one of the input files"]);
    let before = [folder.read("gates.yaml"), folder.read("gates.txt")];
    assert_eq!(before, [YAML.to_owned(), TEXT.to_owned()]);
    // Earlier output is replaced.
    for (to, out) in [
        ("text", "new.txt"),
        ("json", "new.json"),
        ("code", "new.cw"),
    ] {
        export("gates.yaml", to, out).expect(0);
        export("gates.yaml", to, out).expect(0);
    }
}

#[test]
fn code_is_found_inside_copied_text() {
    let folder = folder();
    let code = export(&folder, "gates.yaml", "code");
    let code = code.trim_end();
    let (first, rest) = code.split_at(20);
    for written in [
        format!("\"{code}\""),
        format!(" {code} "),
        format!("{first}\n{rest}"),
        format!("{first} {rest}"),
    ] {
        let args = ["kingdom", "export", &written, "--to", "code"];
        assert_eq!(folder.run(&args).expect(0).stdout.trim_end(), code);
    }
    // It has its full length, so nothing is missing.
    for last in ["A", "B", "Q", "w"] {
        let wrong = format!("{}{last}", &code[..code.len() - 1]);
        if wrong != code {
            let ran = folder.run(&["kingdom", &wrong]).expect(1);
            ran.says(&["this code has a wrong character"]);
        }
    }
}
