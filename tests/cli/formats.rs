//! The formats for services: SARIF and the annotations of GitHub Actions.

use std::fs;

use serde_json::Value;

use crate::support::{Folder, Ran, root};
use crate::{CARD, FAULTY};

/// A unit with two mistakes of the same kind and one that names a card of the library.
const UNIT: &str = "\
name: Gnoll
type: unit
faction: neutral
cost: { attack: 1 }
unit_type: ground
traits: [living]
stats: { attack: 1, move: 1, hit_points: 1 }
effect: |
  On Activation: Increase 1 a friendly \"Skelton\".
  On Attack: Deal 1 damage to a unit with *lving*.
  On Attack: Deal 2 damage to a unit with *lving*.
";

/// Returns the only run of a SARIF document, which must fit the official schema.
#[track_caller]
fn run_of(ran: &Ran) -> Value {
    let log: Value =
        serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}\n{}", ran.stdout));
    let schema = fs::read_to_string(root().join("tests/schemas/sarif-2.1.0.json")).expect("a file");
    // One pattern has an unescaped closing bracket, which not every regex engine accepts.
    let schema = schema.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let schema = serde_json::from_str(&schema).expect("a schema is JSON");
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .expect("a schema");
    let errors: Vec<String> = validator
        .iter_errors(&log)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    log["runs"][0].clone()
}

fn sarif(folder: &Folder, status: i32) -> Value {
    run_of(&folder.run(&["check", "--format", "sarif"]).expect(status))
}

#[test]
fn sarif_has_every_rule_and_no_result_for_clean_cards() {
    let run = sarif(&Folder::with(&[("cards/drill.yaml", CARD)]), 0);
    assert_eq!(run["results"], serde_json::json!([]));
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let all = cardwright::diagnostic::Code::ALL;
    assert_eq!(rules.len(), all.len());
    for (rule, code) in rules.iter().zip(all) {
        assert_eq!(rule["id"], code.code());
        assert_eq!(rule["name"], code.name());
    }
}

#[test]
fn sarif_has_places_labels_and_fixes() {
    let folder = Folder::with(&[("cards/é 1/gnoll.yaml", UNIT), ("cards/drill.yaml", FAULTY)]);
    let run = sarif(&folder, 1);
    let results = run["results"].as_array().expect("results");
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("a number") as usize;
        let rule = &run["tool"]["driver"]["rules"][index];
        assert_eq!(rule["id"], result["ruleId"]);
        let page = rule["help"]["markdown"].as_str().expect("a page");
        assert!(page.contains("## Why it matters"), "{page}");
    }
    let skelton = results
        .iter()
        .find(|result| result["ruleId"] == "E0203")
        .unwrap_or_else(|| panic!("{results:?}"));
    assert_eq!(skelton["level"], "error");
    let place = &skelton["locations"][0]["physicalLocation"];
    assert_eq!(
        place["artifactLocation"]["uri"],
        "cards/%C3%A9%201/gnoll.yaml"
    );
    assert_eq!(
        skelton["locations"][0]["logicalLocations"][0]["name"],
        "gnoll"
    );
    let region = &place["region"];
    assert_eq!(region["startLine"], 9);
    let start = region["byteOffset"].as_u64().expect("a number") as usize;
    let end = start + region["byteLength"].as_u64().expect("a number") as usize;
    assert_eq!(&UNIT[start..end], "\"Skelton\"");
    // The card with the similar name is embedded and has no file.
    let related = &skelton["relatedLocations"][0];
    let address = &related["physicalLocation"]["artifactLocation"];
    assert_eq!(address["uriBaseId"], "CARDWRIGHT");
    assert!(!run["originalUriBaseIds"]["CARDWRIGHT"].is_null());
    let index = address["index"].as_u64().expect("a number") as usize;
    assert_eq!(run["artifacts"][index]["location"]["uri"], address["uri"]);
    let change = &skelton["fixes"][0]["artifactChanges"][0];
    let replacement = &change["replacements"][0];
    assert_eq!(replacement["insertedContent"]["text"], "Skeleton");
    assert_eq!(replacement["deletedRegion"]["byteOffset"], start + 1);
    assert_eq!(replacement["deletedRegion"]["byteLength"], "Skelton".len());
}

#[test]
fn fingerprints_are_stable_and_unique() {
    let prints = |run: &Value| -> Vec<String> {
        let results = run["results"].as_array().expect("results");
        let print = |result: &Value| {
            let print = &result["partialFingerprints"]["cardwright/v1"];
            print.as_str().expect("a fingerprint").to_owned()
        };
        results.iter().map(print).collect()
    };
    let folder = Folder::with(&[("cards/gnoll.yaml", UNIT)]);
    let before = prints(&sarif(&folder, 1));
    assert_eq!(before.len(), 3);
    let twins: Vec<&str> = before
        .iter()
        .filter_map(|print| print.strip_suffix(":2"))
        .collect();
    assert!(
        matches!(twins[..], [twin] if before.contains(&format!("{twin}:1"))),
        "{before:?}"
    );
    folder.write(
        "cards/gnoll.yaml",
        format!("# One.\n# Two.\n{UNIT}").as_bytes(),
    );
    assert_eq!(prints(&sarif(&folder, 1)), before);
}

#[test]
fn annotations_begin_with_the_most_severe() {
    let folder = Folder::with(&[("cards/a,b.yaml", ""), ("cards/drill.yaml", FAULTY)]);
    let ran = folder.run(&["check", "--format", "github"]).expect(1);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let error = "::error file=cards/drill.yaml,line=3,endLine=3,col=12,endColumn=17,title=E0306 unknown-value::cards/drill.yaml:3:12: ";
    assert!(lines[0].starts_with(error), "{}", lines[0]);
    assert!(
        lines[0].ends_with("%0Ahelp: write `attack`"),
        "{}",
        lines[0]
    );
    let warning = "::warning file=cards/a%2Cb.yaml,line=1,endLine=1,col=1,endColumn=1,title=L0001 empty-file::";
    assert!(lines[1].starts_with(warning), "{}", lines[1]);
    assert!(
        lines[2].starts_with("1 error and 1 warning in 1 card"),
        "{}",
        lines[2]
    );
    assert_eq!(lines.len(), 3);
}

#[test]
fn github_annotations_are_the_default_on_github() {
    let folder = Folder::with(&[("sub/cards/drill.yaml", FAULTY)]);
    let on_github = |args: &[&str]| {
        let mut command = folder.command();
        command
            .current_dir(folder.path().join("sub"))
            .args(args)
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_WORKSPACE", folder.path());
        let output = command.output().expect("the tool runs");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    // Paths are relative to the root of the repository.
    let shown = on_github(&["check"]);
    assert!(
        shown.starts_with("::error file=sub/cards/drill.yaml,"),
        "{shown}"
    );
    let short = on_github(&["check", "--format", "short"]);
    assert!(short.starts_with("cards/drill.yaml:3:12: "), "{short}");
    folder.write("cardwright.toml", b"format = \"short\"\n");
    assert_eq!(on_github(&["check"]), short);
}

#[test]
fn set_names_cannot_inject_github_commands() {
    let set = "kingdom: \"::error::x ##[warning]y\"\nhero: Catherine\n";
    let folder = Folder::with(&[("set.yaml", set)]);
    let ran = folder
        .run(&["kingdom", "set.yaml", "--format", "github"])
        .expect(1);
    let last = ran.stdout.lines().last().expect("a verdict");
    assert!(
        last.starts_with(": :error::x # #[warning]y: not legal"),
        "{last}"
    );
    run_of(
        &folder
            .run(&["kingdom", "set.yaml", "--format", "sarif"])
            .expect(1),
    );
}

#[test]
fn effect_texts_have_their_own_uri() {
    let folder = Folder::new();
    let ran = folder
        .run(&["effect", "Draw a cart.", "--format", "sarif"])
        .expect(1);
    let run = run_of(&ran);
    let place = &run["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "text");
    assert_eq!(place["artifactLocation"]["uriBaseId"], "CARDWRIGHT");
}

#[test]
fn the_summary_counts_what_can_be_fixed() {
    let folder = Folder::with(&[("cards/drill.yaml", FAULTY)]);
    let report = folder.run(&["check", "--format", "json"]).expect(1).json();
    let fixable = &report["summary"]["fixable"];
    assert_eq!(*fixable, serde_json::json!({ "safe": 0, "unsafe": 1 }));
    folder
        .run(&["check"])
        .expect(1)
        .says(&["1 error in 1 card; 1 can be fixed with `check --unsafe-fixes`"]);
}
