//! Hostile files and folders, through the tool: all in one folder, in a single run.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::sync::LazyLock;

use super::{BESIDE, Found, WRONG_BESIDE, cases};
use crate::support::Folder;

/// A hostile file: its description, its path, how it is created, and its diagnostics as `position code`.
struct Case {
    name: &'static str,
    path: &'static str,
    make: fn(&Path),
    found: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        name: "a file of 4 GB, which is not read",
        path: "cards/huge.yaml",
        make: |path| sparse(path, 4 << 30),
        found: &["1:1 E0004"],
    },
    Case {
        name: "a file of one line of 100 MB",
        path: "cards/line.yaml",
        make: |path| sparse(path, 100 << 20),
        found: &["1:1 E0004"],
    },
    Case {
        name: "16 MiB of NULs, the maximum size of a file",
        path: "cards/zeros.yaml",
        make: |path| sparse(path, 16 << 20),
        found: &["1:1 E0106"],
    },
    Case {
        name: "bytes that are not UTF-8",
        path: "cards/latin.yaml",
        make: |path| write(path, b"name: B\xe9la\n"),
        found: &["1:8 E0002"],
    },
    Case {
        name: "an overlong NUL",
        path: "cards/overlong.yaml",
        make: |path| write(path, b"name: \xc0\x80\n"),
        found: &["1:7 E0002"],
    },
    Case {
        name: "an unpaired surrogate",
        path: "cards/surrogate.yaml",
        make: |path| write(path, b"name: \xed\xa0\x80\n"),
        found: &["1:7 E0002"],
    },
    Case {
        name: "1 MB of bytes that are not UTF-8",
        path: "cards/noise.yaml",
        make: |path| write(path, &[0xff; 1_000_000]),
        found: &["1:1 E0002"],
    },
    Case {
        name: "UTF-16 with a byte order mark",
        path: "cards/wide.yaml",
        make: |path| write(path, b"\xff\xfen\0a\0m\0e\0"),
        found: &["1:1 E0002"],
    },
    Case {
        name: "UTF-16 without a byte order mark",
        path: "cards/wide-unmarked.yaml",
        make: |path| write(path, b"\0n\0a\0m\0e\0:\0 \0A"),
        found: &["1:1 E0002"],
    },
    Case {
        name: "UTF-32",
        path: "cards/wider.yaml",
        make: |path| write(path, b"\xff\xfe\0\0n\0\0\0a\0\0\0"),
        found: &["1:1 E0002"],
    },
    Case {
        name: "a folder with the name of a card file",
        path: "cards/folder.yaml",
        make: |path| fs::create_dir(path).expect("a folder"),
        found: &["1:1 E0001"],
    },
    Case {
        name: "a file name with a line break and an escape sequence",
        path: "cards/new\nline\u{1b}[31m.yaml",
        make: |path| write(path, b"name: Near\ntype: statistic\nstatistic: atack\n"),
        found: &["3:12 E0306"],
    },
    Case {
        name: "a card 200 folders deep",
        path: DEEP,
        make: |path| {
            fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
            write(path, b"name: Far\ntype: statistic\nstatistic: atack\n");
        },
        found: &["3:12 E0306"],
    },
    #[cfg(unix)]
    Case {
        name: "a link without a target",
        path: "cards/nowhere.yaml",
        make: |path| link("nowhere", path),
        found: &["1:1 E0001"],
    },
    #[cfg(unix)]
    Case {
        name: "a link to itself",
        path: "cards/itself.yaml",
        make: |path| link("itself.yaml", path),
        found: &["1:1 E0001"],
    },
    #[cfg(unix)]
    Case {
        name: "a link to the folder above",
        path: "cards/up",
        make: |path| link("..", path),
        found: &[],
    },
    #[cfg(unix)]
    Case {
        name: "folders with links in a circle",
        path: "cards/circle",
        make: |path| {
            fs::create_dir(path).expect("a folder");
            link("../circle", &path.join("again"));
        },
        found: &[],
    },
    #[cfg(unix)]
    Case {
        name: "a link to a device that never ends",
        path: "cards/zero.yaml",
        make: |path| link("/dev/zero", path),
        found: &["1:1 E0001"],
    },
    #[cfg(unix)]
    Case {
        name: "a socket",
        path: "cards/socket.yaml",
        make: |path| {
            std::os::unix::net::UnixListener::bind(path).expect("a socket");
        },
        found: &["1:1 E0001"],
    },
];

/// 200 nested folders.
const DEEP: &str = "cards/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d\
/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d\
/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d\
/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/deep.yaml";

fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("a file can be written");
}

/// A sparse file of this length.
fn sparse(path: &Path, length: u64) {
    let file = File::create(path).expect("a file");
    file.set_len(length).expect("a length");
}

#[cfg(unix)]
fn link(to: &str, from: &Path) {
    std::os::unix::fs::symlink(to, from).expect("a link");
}

/// The results of all cases in a single run of the tool.
pub fn all() -> &'static [(&'static str, Vec<Found>)] {
    static ALL: LazyLock<Vec<(&'static str, Vec<Found>)>> = LazyLock::new(|| {
        let folder = Folder::with(&[("cards/drill.yaml", BESIDE)]);
        for case in CASES {
            (case.make)(&folder.path().join(case.path));
        }
        let mut found = found(&folder);
        let beside = found.remove("cards/drill.yaml").unwrap_or_default();
        let beside: Vec<(&str, &str)> = beside
            .iter()
            .map(|found| (found.at.as_str(), found.code.as_str()))
            .collect();
        assert_eq!(beside, [WRONG_BESIDE]);
        let all = CASES
            .iter()
            .map(|case| (case.name, found.remove(case.path).unwrap_or_default()))
            .collect();
        assert!(found.is_empty(), "{found:?}");
        all
    });
    &ALL
}

/// Returns the diagnostics of a folder by file.
pub fn found(folder: &Folder) -> BTreeMap<String, Vec<Found>> {
    let ran = folder.run(&["check", "--format", "json"]).expect(1);
    let mut found: BTreeMap<String, Vec<Found>> = BTreeMap::new();
    for finding in ran.json()["diagnostics"].as_array().expect("findings") {
        let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
        let start = &finding["range"]["start"];
        found
            .entry(text(&finding["file"]))
            .or_default()
            .push(Found {
                at: format!("{}:{}", start["line"], start["column"]),
                code: text(&finding["code"]),
                message: text(&finding["message"]),
            });
    }
    found
}

#[test]
fn hostile_files_get_the_expected_findings() {
    let mut wrong = String::new();
    for ((name, found), case) in all().iter().zip(CASES) {
        let found: Vec<String> = found
            .iter()
            .map(|found| format!("{} {}", found.at, found.code))
            .collect();
        if found != case.found {
            wrong.push_str(&format!("{name}: {found:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// File names are escaped before they reach the terminal.
#[test]
fn file_names_cannot_control_the_terminal() {
    let folder = Folder::with(&[("cards/new\nline\u{1b}[31m\u{202e}.yaml", BESIDE)]);
    for format in ["human", "short", "github", "sarif", "json"] {
        let ran = folder.run(&["check", "--format", format]).expect(1);
        let said = ran.stdout + &ran.stderr;
        assert!(
            !said.contains('\u{1b}') && !said.contains("new\nline"),
            "{format}: {said}"
        );
        // JSON contains the name unchanged, like any text without control characters.
        if matches!(format, "human" | "short") {
            assert!(!said.contains('\u{202e}'), "{format}: {said}");
        }
    }
}

/// The time for each file does not grow with the number of files.
#[test]
fn folder_of_many_files_is_read() {
    let folder = Folder::with(&[("cards/drill.yaml", BESIDE)]);
    let count = if super::long() { 100_000 } else { 2_000 };
    for at in 0..count {
        fs::write(folder.path().join(format!("cards/{at}.yaml")), "").expect("a file");
    }
    let found = found(&folder);
    assert_eq!(found.len(), count + 1);
    assert_eq!(found["cards/drill.yaml"][0].code, WRONG_BESIDE.1);
}

/// Hostile project settings.
#[test]
fn hostile_settings_are_refused() {
    for (settings, said) in [
        ("game = \"../../x\"\n".to_owned(), "../../x"),
        (format!("game = \"{}\"\n", "x".repeat(100_000)), "game"),
        (
            format!("x = {}1{}\n", "[".repeat(100_000), "]".repeat(100_000)),
            "cardwright.toml",
        ),
        ("\0".repeat(100_000), "cardwright.toml"),
        (
            format!("{}\n", "a.".repeat(50_000) + "a = 1"),
            "cardwright.toml",
        ),
    ] {
        let folder = Folder::with(&[("cards/drill.yaml", BESIDE)]);
        folder.write("cardwright.toml", settings.as_bytes());
        let ran = folder.run(&["check"]).expect(2);
        assert!(
            ran.stderr.contains(said),
            "{}",
            ran.stderr.get(..2_000).unwrap_or(&ran.stderr)
        );
        assert!(ran.stderr.len() < 20_000, "{} bytes", ran.stderr.len());
    }
    let folder = Folder::with(&[("cards/drill.yaml", BESIDE)]);
    sparse(&folder.path().join("cardwright.toml"), 4 << 30);
    let ran = folder.run(&["check"]).expect(2);
    assert!(ran.stderr.contains("MiB"), "{}", ran.stderr);
}

/// Hostile game data: cards of that game are not checked, all others are.
#[test]
fn hostile_games_are_refused() {
    let deep = format!("game: {}1{}\n", "[".repeat(100_000), "]".repeat(100_000));
    let bomb = cases::bomb();
    let itself = "game: &a [*a]\n".to_owned();
    let keys: String = (0..20_000).map(|at| format!("key{at}: 1\n")).collect();
    let long = format!("game: {}\n", "x".repeat(1_000_000));
    let outside = "game: ../../x\n".to_owned();
    let empty = String::new();
    let zeros = "\0".repeat(1_000_000);
    for text in [deep, bomb, itself, keys, long, outside, empty, zeros] {
        let folder = Folder::with(&[("cards/drill.yaml", BESIDE)]);
        folder.write("cards/own/game.yaml", text.as_bytes());
        folder.write("cards/own/card.yaml", BESIDE.as_bytes());
        let found = found(&folder);
        let of_game = &found["cards/own/game.yaml"];
        // Invalid YAML, or too much of it, is reported as in cards.
        let told = |code: &str| ["E0701", "E0005"].contains(&code) || code.starts_with("E01");
        let other = of_game.iter().find(|found| !told(&found.code));
        assert!(other.is_none(), "{other:?}");
        assert!((1..=1_001).contains(&of_game.len()), "{}", of_game.len());
        assert!(of_game.iter().all(|found| found.message.len() < 4_000));
        assert_eq!(found["cards/drill.yaml"][0].code, WRONG_BESIDE.1);
    }
    let folder = Folder::with(&[
        ("cards/drill.yaml", BESIDE),
        ("cards/own/card.yaml", BESIDE),
    ]);
    sparse(&folder.path().join("cards/own/game.yaml"), 4 << 30);
    assert_eq!(found(&folder)["cards/own/game.yaml"][0].code, "E0004");
}

/// A bundle file that is too large for any bundle is not read.
#[test]
fn bundle_of_4_gb_is_refused() {
    let folder = Folder::with(&[("cards/drill.yaml", BESIDE)]);
    std::fs::create_dir(folder.path().join("out")).expect("a folder");
    sparse(&folder.path().join("out/bundle.json"), 4 << 30);
    let ran = folder.run(&["diff", "out", "out"]).expect(2);
    let said = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("it has 4096 MiB; the maximum is 2048 MiB"),
        "{said}"
    );
}
