//! Colours, terminal control characters, and readers that stop reading.

use std::process::Stdio;

use crate::FAULTY;
use crate::support::Folder;

const ESCAPE: &str = "\u{1b}";

#[test]
fn colours_only_on_terminals() {
    let folder = Folder::with(&[("cards/drill.yaml", FAULTY)]);
    let colored = |args: &[&str], variables: &[(&str, &str)]| {
        let mut command = folder.command();
        command.args(args).envs(variables.iter().copied());
        let output = command.output().expect("the tool runs");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stdout)
            .expect("UTF-8")
            .contains(ESCAPE)
    };
    assert!(!colored(&["check"], &[]));
    assert!(colored(&["check"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!colored(
        &["check"],
        &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]
    ));
    assert!(colored(
        &["check", "--color", "always"],
        &[("NO_COLOR", "1")]
    ));
    assert!(!colored(
        &["check", "--color", "never"],
        &[("CLICOLOR_FORCE", "1")]
    ));
    assert!(!colored(
        &["check", "--color", "always", "--format", "json"],
        &[]
    ));
    folder.write("cardwright.toml", b"color = \"always\"\n");
    assert!(colored(&["check"], &[]));
    assert!(!colored(&["check", "--color", "never"], &[]));
}

/// Expects no terminal control characters and no invisible characters.
#[track_caller]
fn assert_safe(shown: &str) {
    let hidden: Vec<char> = shown
        .chars()
        .filter(|c| {
            (c.is_control() && *c != '\n') || "\u{202e}\u{200b}\u{2066}\u{2028}".contains(*c)
        })
        .collect();
    assert!(hidden.is_empty(), "{hidden:?} in\n{}", shown.escape_debug());
}

#[test]
fn card_texts_cannot_control_the_terminal() {
    let folder = Folder::with(&[
        (
            "cards/drill.yaml",
            "name: Drill\ntype: statistic\nstatistic: \"\\e[31m\u{202e}x\" # \u{1b}[2J \u{2028}\n",
        ),
        (
            "cards/\u{1b}[31m\u{202e}.yaml",
            "name: Dr\u{200b}um\ntype: statistik\n",
        ),
    ]);
    for format in ["human", "short", "json", "sarif", "github"] {
        let ran = folder.run(&["check", "--format", format]).expect(1);
        assert_safe(&ran.stdout);
        for said in [
            "E0106",
            "a right-to-left override (U+202E)",
            "U+200B",
            "U+001B",
            "U+2028",
        ] {
            assert!(ran.stdout.contains(said), "no {said:?} in\n{}", ran.stdout);
        }
        // One diagnostic each. SARIF also names the code in its list of rules and in the page.
        if format != "sarif" {
            assert_eq!(ran.stdout.matches("E0106").count(), 5, "{}", ran.stdout);
        }
    }
    let human = folder.run(&["check"]).expect(1);
    human.says(&["\\u{202e}x", "cards/\\u{1b}[31m\\u{202e}.yaml:1:"]);
}

#[test]
fn diffs_and_failures_cannot_control_the_terminal() {
    let folder = Folder::with(&[(
        "cards/a\u{1b}[31m.yaml",
        "name:  \"Drill\"\ntype: statistic\nstatistic: attack\nflavor: a\u{202e}b\n",
    )]);
    let diff = folder.run(&["fmt", "--diff"]).expect(1);
    assert_safe(&diff.stdout);
    assert_safe(&diff.stderr);
    let diff = diff.says(&["--- cards/a\\u{1b}[31m.yaml", " flavor: a\\u{202e}b"]);
    assert!(
        diff.stdout.contains("-name:  \"Drill\"\n"),
        "{}",
        diff.stdout
    );
    let listed = folder.run(&["fmt", "--check"]).expect(1);
    assert_safe(&listed.stdout);
    folder.write("cardwright.toml", "format = \"hu\u{202e}man\"\n".as_bytes());
    for args in [
        &["check", "no\u{1b}[31m"][..],
        &["check", "--color", "always"],
    ] {
        let failed = folder.run(args).expect(2);
        assert_safe(&failed.stderr);
    }
}

#[test]
fn long_lines_are_cut_around_the_span() {
    let long = "x".repeat(100_000);
    let folder = Folder::with(&[(
        "cards/drill.yaml",
        &format!(
            "{{ name: Drill, type: statistic, flavor: {long}, statistic: atack, artist: {long} }}\n"
        ),
    )]);
    let ran = folder
        .run(&["check"])
        .expect(1)
        .says(&["statistic: atack", "^^^^^", "…"]);
    assert!(ran.stdout.len() < 2000, "{} bytes", ran.stdout.len());
}

#[test]
fn closed_pipe_is_not_a_failure() {
    let folder = Folder::new();
    let mut child = folder
        .command()
        .arg("rules")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the tool ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_a_failure() {
    let folder = Folder::new();
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("a full disk");
    let output = folder
        .command()
        .arg("rules")
        .stdout(full)
        .output()
        .expect("the tool runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write"));
}
