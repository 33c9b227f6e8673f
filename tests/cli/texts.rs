//! `effect`, `schema`, `explain`, `rules` and the help.

use crate::support::Folder;

#[test]
fn ir_of_a_text_from_argument_or_standard_input() {
    let folder = Folder::new();
    let text = "Instant: Draw 2 cards.";
    let from_argument = folder.run(&["effect", text, "--type", "spell"]).expect(0);
    let ir: serde_json::Value = serde_json::from_str(&from_argument.stdout).expect("JSON");
    assert_eq!(ir["ir"], cardwright::effect::ir::IR_VERSION);
    assert_eq!(ir["abilities"].as_array().map(Vec::len), Some(1));
    for args in [
        &["effect", "-", "--type", "spell"][..],
        &["effect", "--type", "spell"],
    ] {
        let from_input = folder.run_with(text.as_bytes(), args).expect(0);
        assert_eq!(from_argument.stdout, from_input.stdout);
    }
}

#[test]
fn a_text_is_printed_in_canonical_form() {
    let folder = Folder::new();
    let ran = folder
        .run(&[
            "effect",
            "instant: draw two cards.",
            "--type",
            "Spell",
            "--emit",
            "text",
        ])
        .expect(0);
    assert_eq!(ran.stdout, "Draw 2 cards.\n");
}

#[test]
fn a_text_and_an_outline_are_printed_in_another_language() {
    let folder = Folder::with(&[
        (
            "cards/guard.yaml",
            "name: Lonely Guard\ntype: unit\nfaction: neutral\nunit_type: ground\ntraits: [living]\n\
             stats: { attack: 1, move: 1, hit_points: 1 }\ncost: { attack: 1 }\n",
        ),
        (
            "cards/words.es.yaml",
            "names:\n  lonely-guard: Guardia solitaria\n",
        ),
    ]);
    let text = "Deal 2 damage to a \"Lonely Guard\" or \"Lich\".";
    let run = |emit: &str| {
        let args = [
            "effect", text, "--type", "spell", "--emit", emit, "--lang", "es",
        ];
        folder.run(&args).expect(0).stdout
    };
    assert_eq!(
        run("text"),
        "Inflige 2 de daño a una unidad «Guardia solitaria» o «Liche».\n"
    );
    assert!(run("outline").starts_with("En el acto, cuando se juega esta carta:\n"));
    let unknown = ["effect", text, "--emit", "text", "--lang", "xx"];
    let ran = folder.run(&unknown).expect(2);
    let why = "the languages are en, es";
    assert!(ran.stderr.contains(why), "{}", ran.stderr);
}

#[test]
fn faulty_words_of_a_game_are_refused() {
    let folder = Folder::with(&[
        ("cards/drill.yaml", crate::CARD),
        (
            "cards/words.es.yaml",
            "terms:\n  zones:\n    hand: \"{like gendre: mano}\"\n",
        ),
    ]);
    let args = ["build", "--out", "out", "--lang", "es"];
    let ran = folder.run(&args).expect(2);
    let why = "zones.hand: unknown feature gendre";
    assert!(ran.stderr.contains(why), "{}", ran.stderr);
}

#[test]
fn one_name_has_one_form_in_texts_and_in_the_data_of_a_game() {
    let folder = Folder::new();
    let data = cardwright::game::embedded()
        .iter()
        .find(|game| game.id == "card-game")
        .expect("a built-in game");
    let (composed, decomposed) = ("bl\u{e4}ue", "bla\u{308}ue");
    let with_trait = |name: &str| {
        data.game.1.replacen(
            "    undead: {}",
            &format!("    undead: {{}}\n    {name}: {{}}"),
            1,
        )
    };
    for name in [composed, decomposed] {
        folder.write("cards/game.yaml", with_trait(name).as_bytes());
        for text in [composed, decomposed] {
            let text = format!("Deal 2 damage to an enemy *{text}* unit.");
            let args = ["effect", &text, "--type", "spell", "--fix"];
            let ran = folder.run(&args).expect(0);
            assert!(ran.stdout.contains(composed), "{}", ran.stdout);
        }
    }
}

#[test]
fn faulty_text_gives_findings_and_no_ir() {
    let folder = Folder::new();
    folder
        .run(&["effect", "Instant: Drwa 2 cards.", "--type", "spell"])
        .expect(1)
        .says(&["<text>:1:10", "error[E0401]", "1 error in 1 effect text"]);
    let report = folder
        .run(&[
            "effect",
            "Instant: Drwa 2 cards.",
            "--type",
            "spell",
            "--format",
            "json",
        ])
        .expect(1)
        .json();
    assert_eq!(report["diagnostics"][0]["file"], "<text>");
    assert!(report.get("ir").is_none());
    let report = folder
        .run(&[
            "effect",
            "Instant: Draw 2 cards.",
            "--type",
            "spell",
            "--format",
            "json",
        ])
        .expect(0)
        .json();
    assert_eq!(report["ir"]["abilities"].as_array().map(Vec::len), Some(1));
}

#[test]
fn binary_input_is_refused() {
    let folder = Folder::new();
    folder
        .run_with(b"Deal \xff", &["effect", "-"])
        .expect(1)
        .says(&["error[E0002]", "<text>:1:6"]);
    folder
        .run(&["effect", "Draw 2 cards.", "--type", "unti"])
        .expect(2)
        .refuses(&["no card type `unti`", "write `unit`"]);
    folder
        .run(&["effect", "Draw 2 cards.", "--emit", "sql"])
        .expect(2);
}

#[test]
fn schemas_are_printed() {
    let folder = Folder::new();
    for (args, file) in [
        (&["schema", "card"][..], "card-game.card"),
        (&["schema", "card", "--game", "ccg"], "ccg.card"),
        (&["schema", "kingdom"], "card-game.kingdom"),
        (&["schema", "game"], "game"),
        (&["schema", "bundle"], "bundle"),
        (&["schema", "diagnostics"], "diagnostics"),
    ] {
        let path = crate::support::root().join(format!("schema/{file}.schema.json"));
        let committed = std::fs::read_to_string(path).expect("a schema");
        let printed = folder.run(args).expect(0).stdout;
        assert!(
            printed == committed,
            "{args:?} is not schema/{file}.schema.json"
        );
    }
    folder
        .run(&["schema", "cart"])
        .expect(2)
        .refuses(&["no schema `cart`", "write `card`"]);
    folder
        .run(&["schema", "xyzzy"])
        .expect(2)
        .refuses(&["`diagnostics`"]);
}

#[test]
fn codes_are_explained() {
    let folder = Folder::new();
    folder
        .run(&["explain", "E0203"])
        .expect(0)
        .says(&["unknown-card"]);
    folder
        .run(&["explain", "unknown-card"])
        .expect(0)
        .says(&["E0203"]);
    folder
        .run(&["explain", "unknwn-card"])
        .expect(2)
        .refuses(&["write `unknown-card`"]);
    let both = folder
        .run(&["explain", "L0104", "unknown-card"])
        .expect(0)
        .says(&["unpayable-cost\n", "Corrected\n\n  cards/", "E0203"]);
    assert!(!both.stdout.contains("```"), "fences are not shown");
    let colored = folder
        .run(&["explain", "E0203", "--color", "always"])
        .expect(0);
    assert!(colored.stdout.starts_with("\u{1b}[1munknown-card"));
}

#[test]
fn codes_are_listed() {
    let folder = Folder::new();
    let codes = cardwright::diagnostic::Code::ALL;
    let rules = folder.run(&["rules"]).expect(0);
    assert_eq!(rules.stdout.lines().count(), codes.len());
    let listed = folder.run(&["rules", "--format", "json"]).expect(0);
    let listed: serde_json::Value = serde_json::from_str(&listed.stdout).expect("JSON");
    assert_eq!(listed.as_array().map(Vec::len), Some(codes.len()));
    assert_eq!(
        listed[0],
        serde_json::json!({
            "code": "E0001",
            "name": "unreadable-file",
            "level": "error",
            "lint": false,
            "since": "0.1.0",
            "fix": null,
            "meaning": "A file or folder could not be read.",
        })
    );
    let full_stop = codes
        .iter()
        .position(|code| code.name() == "missing-full-stop");
    assert_eq!(listed[full_stop.expect("a code")]["fix"], "safe");
}

#[test]
fn every_command_has_help_with_examples() {
    let folder = Folder::new();
    folder
        .run(&["--version"])
        .expect(0)
        .says(&[env!("CARGO_PKG_VERSION")]);
    let help = folder.run(&["--help"]).expect(0).says(&["Exit status"]);
    for command in [
        "check", "build", "kingdom", "effect", "new", "init", "search", "fmt", "schema", "explain",
        "rules",
    ] {
        assert!(help.stdout.contains(command));
        folder
            .run(&[command, "--help"])
            .expect(0)
            .says(&["Examples:", "cardwright "]);
    }
}
