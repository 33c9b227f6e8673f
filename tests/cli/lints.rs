//! The levels of lints: flags, settings, and errors that have no level.

use super::support::Folder;

/// A card with one lint that is a warning by default, and one that is a suggestion.
const ECHO: &str = "\
name: Echo
type: spell
cost: { power: 1 }
traits: [reaction]
effect: |
  Reaction, when you play a spell: Draw one card.
";

fn folder() -> Folder {
    Folder::with(&[("cards/echo.yaml", ECHO)])
}

/// Returns the diagnostics as `severity[code]`.
fn found(folder: &Folder, flags: &[&str], status: i32) -> Vec<String> {
    let args = [&["check", "--format", "short"], flags].concat();
    let ran = folder.run(&args).expect(status);
    ran.stdout
        .lines()
        .filter_map(|line| Some(line.split(": ").nth(1)?.to_owned()))
        .collect()
}

#[test]
fn flags_set_levels() {
    let folder = folder();
    let cases: &[(&[&str], i32, &[&str])] = &[
        (&[], 0, &["warning[L0201]"]),
        (
            &["--suggestions"],
            0,
            &["warning[L0201]", "suggestion[L0211]"],
        ),
        (&["--allow", "own-event"], 0, &[]),
        (&["--allow", "L0201"], 0, &[]),
        (&["--deny", "own-event"], 1, &["error[L0201]"]),
        (&["--suggest", "own-event"], 0, &["suggestion[L0201]"]),
        (
            &["--warn", "variant-wording"],
            0,
            &["warning[L0201]", "warning[L0211]"],
        ),
        (&["--allow", "own-event,variant-wording"], 0, &[]),
        (&["--deny", "all"], 1, &["error[L0201]", "error[L0211]"]),
        (
            &["--deny", "all", "--allow", "own-event"],
            1,
            &["error[L0211]"],
        ),
        (&["--deny-warnings"], 1, &["warning[L0201]"]),
        (
            &["--deny-warnings", "--suggest", "own-event"],
            0,
            &["suggestion[L0201]"],
        ),
    ];
    for (flags, status, wanted) in cases {
        assert_eq!(found(&folder, flags, *status), *wanted, "{flags:?}");
    }
}

#[test]
fn flags_override_settings() {
    let folder = folder();
    folder.write(
        "cardwright.toml",
        b"[lints]\nown-event = \"deny\"\nsuggestions = true\n",
    );
    let both = ["error[L0201]", "suggestion[L0211]"];
    assert_eq!(found(&folder, &[], 1), both);
    assert_eq!(found(&folder, &["--allow", "own-event"], 0), both[1..]);
    assert_eq!(
        found(&folder, &["--warn", "all"], 0),
        ["warning[L0201]", "warning[L0211]"]
    );
}

#[test]
fn invalid_levels_are_refused() {
    let folder = folder();
    let cases: &[(&[&str], &[&str])] = &[
        (
            &["--deny", "own-evnt"],
            &["no lint `own-evnt`", "write `own-event`"],
        ),
        (&["--allow", "unknown-card"], &["always an error", "E0203"]),
        (
            &["--allow", "own-event", "--deny", "L0201"],
            &["`L0201` is given two levels"],
        ),
    ];
    for (flags, said) in cases {
        let args = [&["check"], *flags].concat();
        folder.run(&args).expect(2).refuses(said);
    }
    let settings: &[(&str, &[&str])] = &[
        (
            "own-evnt = \"deny\"",
            &["no lint `own-evnt`", "own-event", "cardwright.toml:2"],
        ),
        (
            "own-event = \"denny\"",
            &["cannot be `denny`", "write `deny`"],
        ),
        (
            "own-event = true",
            &["the level of `own-event` must be a word", "`deny`"],
        ),
        ("unknown-card = \"warn\"", &["always an error"]),
        ("suggestions = \"yes\"", &["true or false"]),
    ];
    for (line, said) in settings {
        folder.write("cardwright.toml", format!("[lints]\n{line}\n").as_bytes());
        folder.run(&["check"]).expect(2).refuses(said);
    }
}

#[test]
fn denied_lint_prevents_the_bundle() {
    let folder = folder();
    folder.run(&["build", "--out", "out"]).expect(0);
    folder
        .run(&["build", "--out", "other", "--deny", "own-event"])
        .expect(1)
        .says(&["error[L0201]"]);
    assert!(!folder.path().join("other").exists());
}

#[test]
fn comment_with_a_reason_allows_a_lint() {
    let folder = folder();
    let with = |comment: &str| {
        let text = ECHO.replace(
            "traits: [reaction]",
            &format!("traits: [reaction] {comment}"),
        );
        folder.write("cards/echo.yaml", text.as_bytes());
    };
    with("# cardwright: allow(own-event) for two players of one team");
    assert!(found(&folder, &["--deny", "own-event"], 0).is_empty());
    with("# cardwright: allow(own-event)");
    assert_eq!(found(&folder, &[], 0), ["warning[L0003]", "warning[L0201]"]);
    with("# cardwright: allow(own-event, no-target) for two players of one team");
    assert_eq!(found(&folder, &[], 0), ["warning[L0004]"]);
    assert!(found(&folder, &["--allow", "no-target"], 0).is_empty());
}

#[test]
fn comment_on_a_faulty_card_is_not_unused() {
    const SAME: &str = "type: spell\ncost: { power: 1 }\neffect: Draw 2 cards.\n";
    let other = format!("name: Echo\n{SAME}");
    let allowed = format!("name: Sound\n# cardwright: allow(duplicate-card) printed again\n{SAME}");
    let folder = Folder::with(&[("cards/echo.yaml", &other), ("cards/sound.yaml", &allowed)]);
    assert!(found(&folder, &[], 0).is_empty());
    for (right, wrong) in [("cards", "crads"), ("spell", "spel"), ("type:", "type")] {
        folder.write("cards/echo.yaml", other.replace(right, wrong).as_bytes());
        assert!(!found(&folder, &[], 1).contains(&"warning[L0004]".to_owned()));
        folder.run(&["check", "--fix"]);
        assert_eq!(folder.read("cards/sound.yaml"), allowed);
    }
    // Nothing is similar to it any more; the reason still comes from the author.
    folder.write("cards/echo.yaml", other.replace('2', "3").as_bytes());
    assert_eq!(found(&folder, &[], 0), ["warning[L0004]"]);
    folder.run(&["check", "--fix"]).expect(0);
    assert_eq!(folder.read("cards/sound.yaml"), allowed);
}
