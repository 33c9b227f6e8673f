//! Hostile texts, through the library: their diagnostics, and how many there are.

use std::sync::LazyLock;

use cardwright::compile::{self, Role};
use cardwright::diagnostic::{MAX_DIAGNOSTICS_PER_FILE, MAX_MESSAGE_LEN};
use cardwright::game::Game;
use cardwright::source::{FileId, SourceFile, Sources, Syntax};
use rayon::prelude::*;

use super::{BESIDE, Found, WRONG_BESIDE, long};
use crate::support::world::{World, card_game};

pub static WORLD: LazyLock<World> = LazyLock::new(card_game);

/// A hostile text.
pub struct Case {
    /// Its description on the page.
    pub name: &'static str,
    /// Creates the text for a factor: 1, or 10 in long runs.
    text: fn(usize) -> String,
    /// The first diagnostics, as `position code`. A final `…` means that there are more.
    found: &'static [&'static str],
}

/// A card with this text. Its name is arbitrary.
fn card(effect: &str) -> String {
    format!("name: Probe\ntype: spell\ncost: {{ power: 1 }}\ntraits: [air]\neffect: {effect}\n")
}

fn numbered(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// Nested lists, each nine times as long as the previous one.
pub fn bomb() -> String {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..30 {
        let below = format!("*a{}, ", level - 1).repeat(9);
        text.push_str(&format!("a{level}: &a{level} [{below}]\n"));
    }
    text
}

/// The diagnostics of cards that are too many, or that share a name or an id.
const ALL_THE_SAME: &[&str] = &[
    "1:1 E0004",
    "1:1 E0005",
    "1:10 E0303",
    "2:10 E0201",
    "2:10 E0303",
    "…",
];

pub const CASES: &[Case] = &[
    Case {
        name: "aliases of aliases, nine times each, 30 times over",
        text: |_| bomb(),
        found: &["1:1 E0105", "5:10 E0104"],
    },
    Case {
        name: "a value that contains itself",
        text: |_| "&a [*a]\n".to_owned(),
        found: &["1:5 E0104"],
    },
    Case {
        name: "100,000 open brackets",
        text: |_| "[".repeat(100_000),
        found: &["1:256 E0101"],
    },
    Case {
        name: "100,000 nested mappings",
        text: |_| "{a: ".repeat(100_000) + &"}".repeat(100_000),
        found: &["1:1021 E0101"],
    },
    Case {
        name: "100,000 dashes in a row",
        text: |_| "- ".repeat(100_000),
        found: &["1:511 E0101"],
    },
    Case {
        name: "100,000 key indicators (`?`) in a row",
        text: |_| "? ".repeat(100_000),
        found: &["1:511 E0101"],
    },
    Case {
        name: "an effect text with 100,000 nested brackets",
        text: |_| {
            card(&format!(
                "\"{}{}\"",
                "[".repeat(100_000),
                "]".repeat(100_000)
            ))
        },
        found: &["5:4010 E0406"],
    },
    Case {
        name: "an effect text with four nested granted texts",
        text: |_| {
            card(&format!(
                "\"Units gain {}Draw a card.{}\"",
                "[Units gain ".repeat(4),
                "]".repeat(4)
            ))
        },
        found: &["5:57 E0406"],
    },
    Case {
        name: "an effect text of 10 MB",
        text: |factor| card(&"Draw a card. ".repeat(80_000 * factor)),
        found: &["5:4009 E0406"],
    },
    Case {
        name: "an effect text of one word of 10 MB",
        text: |factor| card(&"x".repeat(1_000_000 * factor)),
        found: &["5:4009 E0406"],
    },
    Case {
        name: "an effect text of a million lines",
        text: |factor| card(&format!("|\n{}", "  x\n".repeat(100_000 * factor))),
        found: &["2006:3 E0406"],
    },
    Case {
        name: "an effect text with a line of 1,001 characters",
        text: |_| card(&"x".repeat(1_001)),
        found: &["5:9 E0406"],
    },
    Case {
        name: "a line of 160 unknown words",
        text: |_| card(&"blarg ".repeat(160)),
        found: &["5:963 E0401"],
    },
    Case {
        name: "a flavour text of 10 MB",
        text: |factor| card("Draw a card.") + "flavor: " + &"word ".repeat(200_000 * factor) + "\n",
        found: &[],
    },
    Case {
        name: "a name of 10 MB",
        text: |factor| format!("name: {}\ntype: spell\n", "x".repeat(1_000_000 * factor)),
        found: &["1:7 E0303", "1:7 E0303", "1:7 E0309"],
    },
    Case {
        name: "a name of five million quotation marks",
        text: |factor| format!("name: {}\ntype: spell\n", "x\"".repeat(500_000 * factor)),
        found: &["1:7 E0303", "1:7 E0303", "1:7 E0309", "1:8 E0309"],
    },
    Case {
        name: "a million cards with one id",
        text: |factor| numbered(60_000 * factor, |at| format!("- {{name: N{at}, id: p}}\n")),
        found: &[
            "1:1 E0004",
            "1:1 E0005",
            "1:10 E0303",
            "2:10 E0303",
            "2:18 E0201",
            "…",
        ],
    },
    Case {
        name: "a million cards with one name",
        text: |factor| "- {name: Probe}\n".repeat(60_000 * factor),
        found: ALL_THE_SAME,
    },
    Case {
        name: "a million items that are not cards",
        text: |factor| "- x\n".repeat(60_000 * factor),
        found: &["1:1 E0004", "1:1 E0005", "1:3 E0105", "2:3 E0105", "…"],
    },
    Case {
        name: "10,000 documents",
        text: |_| "---\nname: Probe\ntype: spell\n".repeat(10_000),
        found: &["1:1 E0005", "2:7 E0303", "2:7 E0303", "…"],
    },
    Case {
        name: "a million empty documents",
        text: |factor| "---\n".repeat(100_000 * factor),
        found: &["1:1 L0001"],
    },
    Case {
        name: "one key 100,000 times",
        text: |_| "name: Probe\n".repeat(100_000),
        found: &["1:1 E0005", "2:1 E0102", "3:1 E0102", "…"],
    },
    Case {
        name: "100,000 keys of one card",
        text: |_| {
            "name: Probe\ntype: spell\n".to_owned()
                + &numbered(100_000, |at| format!("key{at}: 1\n"))
        },
        found: &["1001:1 E0105"],
    },
    Case {
        name: "100,000 traits of one card",
        text: |_| {
            let traits = numbered(100_000, |at| format!("t{at}, "));
            card("Draw a card.").replace("[air]", &format!("[{traits}]"))
        },
        found: &["4:5900 E0305"],
    },
    Case {
        name: "a cost of 100,000 kinds",
        text: |_| {
            let costs = numbered(100_000, |at| format!("c{at}: 1, "));
            card("Draw a card.").replace("{ power: 1 }", &format!("{{ {costs} }}"))
        },
        found: &["3:8899 E0305"],
    },
    Case {
        name: "an area of 1,000 rows of 1,000 spaces",
        text: |_| {
            let row = format!("  {}\n", ". ".repeat(1_000));
            card("Draw a card.") + "area: |\n" + &row.repeat(1_000)
        },
        found: &["6:7 E0308", "14:3 E0308", "1006:17 E0308"],
    },
    Case {
        name: "keys that are not words",
        text: |_| {
            "true: 1\n~: 2\n1: 3\n1.5: 4\n{a: b}: 5\n[c]: 6\n\"\": 7\n\u{202e}: 8\n".to_owned()
        },
        found: &["1:1 E0105", "8:1 E0106", "8:3 E0102"],
    },
    Case {
        name: "a card with keys that are not words",
        text: |_| {
            card("Draw a card.") + "true: 1\n~: 2\n1: 3\n1.5: 4\n{a: b}: 5\n[c]: 6\n\"\": 7\n"
        },
        found: &[
            "6:1 E0301",
            "7:1 E0304",
            "8:1 E0301",
            "9:1 E0301",
            "10:1 E0304",
            "11:1 E0304",
            "12:1 E0304",
        ],
    },
    Case {
        name: "a key of 1 MB",
        text: |_| card("Draw a card.") + &"x".repeat(1_000_000) + ": 1\n",
        found: &["6:1 E0101"],
    },
    Case {
        name: "an anchor on each of 100,000 values",
        text: |_| numbered(100_000, |at| format!("&k{at} k{at}: &v{at} v\n")),
        found: &["1001:8 E0105"],
    },
    Case {
        name: "100,000 aliases without an anchor",
        text: |_| "- *nothing\n".repeat(100_000),
        found: &["1:1 E0005", "1:3 E0103", "2:3 E0103", "…"],
    },
    Case {
        name: "an anchor and an alias with names of 1 MB",
        text: |_| format!("- &{0} x\n- *{0}y\n", "a".repeat(1_000_000)),
        found: &["1:1000005 E0105", "2:3 E0103"],
    },
    Case {
        name: "merge keys",
        text: |_| "a: &a { <<: *a }\n".to_owned() + &"<<: *a\n".repeat(10_000),
        found: &["1:1 E0105", "1:13 E0104", "3335:5 E0104"],
    },
    Case {
        name: "merge keys for something other than a mapping",
        text: |_| "- &a x\n- { <<: *a, name: Probe }\n".to_owned(),
        found: &["1:6 E0101", "1:6 E0105", "2:19 E0303"],
    },
    Case {
        name: "100,000 tags",
        text: |_| "- !x [y]\n".repeat(100_000),
        found: &["1:1 E0004", "1:1 E0005", "1:3 E0101", "2:3 E0101", "…"],
    },
    Case {
        name: "a tag with which other programs run code",
        text: |_| "!!python/object/apply:os.system [\"true\"]\n".to_owned(),
        found: &["1:1 E0101", "1:34 E0105"],
    },
    Case {
        name: "numbers outside the range of every type",
        text: |_| {
            "name: Probe\ntype: unit\nfaction: neutral\nunit_type: ground\ntraits: [living]\ncost: { attack: 1e999 }\n\
             stats: { attack: 1000000000000000000000000000000, move: .inf, hit_points: .nan }\n"
                .to_owned()
        },
        found: &["6:17 E0304", "7:18 E0305", "7:57 E0304", "7:75 E0304"],
    },
    Case {
        name: "a number of a million digits",
        text: |_| {
            format!(
                "name: Probe\ntype: unit\nfaction: neutral\nunit_type: ground\ntraits: [living]\ncost: {{ attack: 1 }}\n\
                 stats: {{ attack: {}, move: 1, hit_points: 1 }}\n",
                "9".repeat(1_000_000)
            )
        },
        found: &["7:18 E0305"],
    },
    Case {
        name: "a NUL in a name",
        text: |_| card("Draw a card.").replace("Probe", "Pro\0be"),
        found: &["1:10 E0106"],
    },
    Case {
        name: "a million NULs",
        text: |_| "\0".repeat(1_000_000),
        found: &["1:1 E0106"],
    },
    Case {
        name: "control characters of a terminal",
        text: |_| card("Draw a card.").replace("Probe", "\u{1b}[31mPro\u{7}be\u{9b}"),
        found: &["1:7 E0106", "1:15 E0106", "1:18 E0106"],
    },
    Case {
        name: "a million separate hidden characters",
        text: |factor| "a\u{1}".repeat(100_000 * factor),
        found: &["1:1 E0105", "1:2 E0106", "1:4 E0106", "…"],
    },
    Case {
        name: "a million escape sequences for hidden characters",
        text: |factor| card(&format!("\"{}\"", "\\u202e".repeat(20_000 * factor))),
        found: &["1:1 E0005", "5:10 E0106", "5:16 E0106", "…"],
    },
    Case {
        name: "two byte order marks",
        text: |_| format!("\u{feff}\u{feff}{}", card("Draw a card.")),
        found: &["1:1 E0106"],
    },
    Case {
        name: "lines that end with only a carriage return",
        text: |_| card("Draw a card.").replace('\n', "\r"),
        found: &[],
    },
    Case {
        name: "10 MB of line breaks",
        text: |factor| "\n".repeat(1_000_000 * factor),
        found: &["1:1 L0001"],
    },
    Case {
        name: "10 MB of spaces",
        text: |factor| " ".repeat(1_000_000 * factor),
        found: &["1:1 L0001"],
    },
    Case {
        name: "1 MB of tabs",
        text: |_| "\t".repeat(1_000_000),
        found: &["1:1 L0001"],
    },
    Case {
        name: "a comment of 10 MB",
        text: |factor| "#".repeat(1_000_000 * factor),
        found: &["1:1 L0001"],
    },
    Case {
        name: "100,000 comments that allow a lint",
        text: |_| {
            card("Draw a card.") + &"# cardwright: allow(file-name) why not\n".repeat(100_000)
        },
        found: &[],
    },
    Case {
        name: "1 MB of quotation marks",
        text: |_| "\"".repeat(1_000_000),
        found: &["1:3 E0101"],
    },
    Case {
        name: "1 MB of colons",
        text: |_| ":".repeat(1_000_000),
        found: &["1:1000001 E0101"],
    },
    Case {
        name: "100,000 lines with an unclosed bracket each",
        text: |_| "- [\n".repeat(100_000),
        found: &["1:3 E0101", "2:3 E0101", "3:3 E0101", "…"],
    },
    Case {
        name: "10,000 YAML directives",
        text: |_| "%YAML 9.9\n".repeat(10_000),
        found: &["1:1 E0101", "2:1 E0101", "3:1 E0101", "…"],
    },
    Case {
        name: "an id that is a path out of the folder",
        text: |_| card("Draw a card.") + "id: ../../x\n",
        found: &["6:5 E0309"],
    },
    Case {
        name: "an id with a line break",
        text: |_| card("Draw a card.") + "id: \"a\\nb\"\n",
        found: &["6:7 E0309"],
    },
    Case {
        name: "an id that is a device name on Windows",
        text: |_| card("Draw a card.") + "id: con\n",
        found: &[],
    },
    Case {
        name: "a name that is a path out of the folder",
        text: |_| card("Draw a card.").replace("Probe", "../../etc/passwd"),
        found: &[],
    },
    Case {
        name: "a name that consists of dots",
        text: |_| card("Draw a card.").replace("Probe", "\"..\""),
        found: &["1:7 E0309"],
    },
    Case {
        name: "a name with a special meaning in JavaScript",
        text: |_| card("Draw a card.").replace("Probe", "__proto__"),
        found: &[],
    },
    Case {
        name: "a set with names that are paths out of the folder",
        text: |_| {
            "kingdom: ../../x\nhero: ../../etc/passwd\nhouse_rules: ../../x\ndeck: { ../../y: 3 }\n"
                .to_owned()
        },
        found: &[
            "1:10 E0603",
            "1:10 E0603",
            "2:7 E0203",
            "3:14 E0606",
            "4:9 E0203",
        ],
    },
    Case {
        name: "a set whose game is a path out of the folder",
        text: |_| "kingdom: Heap\ngame: ../../x\n".to_owned(),
        found: &["2:7 E0605"],
    },
    Case {
        name: "a set with a million lines",
        text: |factor| {
            format!(
                "kingdom: Heap\nhero: Catherine\nvanguard: [Ghost]\nlocations: [Graveyard]\ndeck:\n{}",
                "  - Pikeman\n".repeat(100_000 * factor)
            )
        },
        found: &[
            "3:1 E0601",
            "4:1 E0601",
            "5:1 E0305",
            "5:1 E0601",
            "9:5 E0601",
        ],
    },
    Case {
        name: "5,000 sets with one name",
        text: |_| "---\nkingdom: Heap\nhero: Catherine\ndeck: { Pikeman: 3 }\n".repeat(5_000),
        found: &["1:1 E0005", "2:10 E0603", "2:10 E0603", "…"],
    },
    Case {
        name: "a set with 100,000 keys",
        text: |_| {
            "kingdom: Heap\nhero: Catherine\n".to_owned()
                + &numbered(100_000, |at| format!("key{at}: 1\n"))
        },
        found: &["1001:1 E0602"],
    },
    Case {
        name: "a chain of 100,000 migrations",
        text: |_| {
            "migrations:\n".to_owned()
                + &numbered(100_000, |at| {
                    format!("  old-{at}: {{ renamed_to: old-{}, reason: x }}\n", at + 1)
                })
        },
        found: &["1:1 E0005", "2:24 E0702", "3:24 E0702", "…"],
    },
];

/// Hostile pasted lists.
pub const LISTS: &[Case] = &[
    Case {
        name: "a pasted list with a line of 100 MB",
        text: |factor| {
            format!(
                "3 Pikeman\n3 {}\n3 Archer\n",
                "x".repeat(1_000_000 * factor)
            )
        },
        found: &["2:1 E0607"],
    },
    Case {
        name: "a pasted list of a million lines",
        text: |factor| "1 Nobody\n".repeat(100_000 * factor),
        found: &["1:1 E0005", "1:1 E0607", "1:1 E0601", "1:3 E0203", "…"],
    },
    Case {
        name: "a pasted list of 10 MB of brackets",
        text: |factor| "[".repeat(1_000_000 * factor),
        found: &["1:1 E0607"],
    },
];

/// The result of a case.
pub struct Ran {
    pub name: &'static str,
    /// The diagnostics of the hostile text, in order.
    pub found: Vec<Found>,
}

/// The results of all cases, computed once for all tests.
pub fn all() -> &'static [Ran] {
    static ALL: LazyLock<Vec<Ran>> = LazyLock::new(|| {
        let factor = if long() { 10 } else { 1 };
        let yaml = CASES.par_iter().map(|case| (case, Syntax::Yaml));
        let lists = LISTS.par_iter().map(|case| (case, Syntax::List));
        yaml.chain(lists)
            .map(|(case, syntax)| Ran {
                name: case.name,
                found: run(case.name, &(case.text)(factor), syntax),
            })
            .collect()
    });
    &ALL
}

/// Compiles a hostile text together with a faulty card, which must be reported too.
fn run(name: &str, text: &str, syntax: Syntax) -> Vec<Found> {
    let game: &Game = &WORLD.game;
    let mut sources = Sources::default();
    let hostile = sources.add(SourceFile::new("hostile.yaml", text).written_as(syntax));
    let beside = sources.add(SourceFile::new("drill.yaml", BESIDE));
    let mut files = vec![(hostile, Role::Checked), (beside, Role::Checked)];
    let library = WORLD.sources.iter().skip(1);
    files.extend(library.map(|(_, file)| (sources.add(file.clone()), Role::Library)));
    let compilation = compile::compile(game, &sources, &files);
    let of = |file: FileId| {
        let found = compilation.diagnostics.iter();
        let found = found.filter(|finding| finding.primary.at.file == file);
        let found = found.map(|finding| {
            let said = [
                Some(&finding.message),
                Some(&finding.primary.message),
                finding.note.as_ref(),
                finding.help.as_ref(),
            ];
            for said in said.into_iter().flatten() {
                let length = said.chars().count();
                assert!(length < MAX_MESSAGE_LEN + 10, "{name}: {length} characters");
            }
            let (line, column) = sources
                .file(file)
                .line_column(finding.primary.at.start as usize);
            Found {
                at: format!("{line}:{column}"),
                code: finding.code.code().to_owned(),
                message: finding.message.clone(),
            }
        });
        found.collect::<Vec<Found>>()
    };
    let [other] = &of(beside)[..] else {
        panic!(
            "{name}: the card next to it has {} diagnostics",
            of(beside).len()
        );
    };
    assert_eq!(
        (other.at.as_str(), other.code.as_str()),
        WRONG_BESIDE,
        "{name}"
    );
    let found = of(hostile);
    assert!(
        found.len() <= MAX_DIAGNOSTICS_PER_FILE + 1,
        "{name}: {} diagnostics",
        found.len()
    );
    found
}

#[test]
fn hostile_texts_get_the_expected_findings() {
    let mut wrong = String::new();
    for (ran, case) in all().iter().zip(CASES.iter().chain(LISTS)) {
        let found: Vec<String> = ran
            .found
            .iter()
            .map(|found| format!("{} {}", found.at, found.code))
            .collect();
        let (first, more) = match case.found.split_last() {
            Some((&"…", first)) => (first, true),
            _ => (case.found, false),
        };
        let as_expected = found.len() >= first.len()
            && found
                .iter()
                .zip(first)
                .all(|(found, expected)| found == expected)
            && (found.len() > first.len()) == more;
        if !as_expected {
            let some: Vec<&String> = found.iter().take(8).collect();
            wrong.push_str(&format!(
                "{}: {} diagnostics, {some:?}\n  {:?}\n",
                case.name,
                found.len(),
                ran.found
                    .iter()
                    .take(4)
                    .map(|found| &found.message)
                    .collect::<Vec<_>>()
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
