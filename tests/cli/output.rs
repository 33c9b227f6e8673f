//! Colours, characters that a terminal would obey, and readers that stop reading.

use std::process::Stdio;

use crate::FAULTY;
use crate::support::Folder;

const ESCAPE: &str = "\u{1b}";

#[test]
fn colours_are_for_terminals() {
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

#[test]
fn nothing_of_a_card_is_obeyed_by_the_terminal() {
    let folder = Folder::with(&[(
        "cards/drill.yaml",
        "name: Drill\ntype: statistic\nstatistic: \"\\e[31m\u{202e}x\"\n",
    )]);
    for format in ["human", "short"] {
        let ran = folder.run(&["check", "--format", format]).expect(1);
        assert!(!ran.stdout.contains(ESCAPE), "{}", ran.stdout);
        assert!(!ran.stdout.contains('\u{202e}'), "{}", ran.stdout);
        if format == "human" {
            assert!(ran.stdout.contains("\\u{202e}x"), "{}", ran.stdout);
        }
    }
}

#[test]
fn a_very_long_line_is_cut_around_the_place() {
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
fn a_reader_that_stops_is_no_failure() {
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
fn a_full_disk_is_one() {
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
    assert!(String::from_utf8_lossy(&output.stderr).contains("could not be written"));
}
