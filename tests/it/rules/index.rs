//! The list of all codes, `docs/rules/README.md`.

use std::fmt::Write as _;

use cardwright::diagnostic::Code;

use super::{COMMAND, all, is_stale, run};

/// The topics of code prefixes.
const FAMILIES: [(&str, &str); 13] = [
    ("E00", "Files"),
    ("E01", "YAML"),
    ("E02", "Names and words"),
    ("E03", "Fields"),
    ("E04", "Effect texts: the shape"),
    ("E05", "Effect texts: the meaning"),
    ("E06", "Sets of cards"),
    ("E07", "Games"),
    ("L00", "Files and comments"),
    ("L01", "Cards"),
    ("L02", "Effect texts"),
    ("L03", "Sets of cards"),
    ("T00", "Tests of cards"),
];

const INTRODUCTION: &str = "\
# Diagnostics of cardwright

Every diagnostic has a code and a name. A code is stable and never reused. `cardwright explain E0203` and
`cardwright explain unknown-card` print the page of a code, `cardwright rules` prints this list.

`E` is an error: it cannot be turned off, and no bundle is written while there is one. `L` is a lint: set its
level in `cardwright.toml`. Suggestions are off by default. `T` is an error in a test of cards, which only
`cardwright test` reports.

A safe fix is beyond doubt what you meant. An unsafe fix is a good guess.
";

#[test]
fn index_lists_every_code() {
    let mut listed = 0;
    let mut index = INTRODUCTION.to_owned();
    for (family, title) in FAMILIES {
        let kind = if family.starts_with('L') {
            "lints"
        } else {
            "errors"
        };
        let _ = write!(
            index,
            "\n## {title} ({kind})\n\n| code | name | level | fix | means |\n| --- | --- | --- | --- | --- |\n"
        );
        for code in Code::ALL
            .iter()
            .filter(|code| code.code().starts_with(family))
        {
            let ran = all().iter().find(|ran| ran.code == *code);
            let fix = ran.map_or("", |ran| run::fixes(&ran.shown).word());
            let _ = writeln!(
                index,
                "| `{0}` | [{1}]({1}.md) | {2} | {fix} | {3} |",
                code.code(),
                code.name(),
                code.severity().name(),
                code.meaning().replace('|', "\\|")
            );
            listed += 1;
        }
    }
    assert_eq!(listed, Code::ALL.len(), "a code belongs to no family");
    assert!(!is_stale("README.md", &index), "stale; run: {COMMAND}");
}
