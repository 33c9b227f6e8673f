//! `kingdom --report` and `--svg`.

use crate::CARD;
use crate::support::options;
use crate::support::{Folder, root};
use textwrap::core::display_width;

const LANCES: &str = "cards/card-game/kingdoms/lances-of-erathia.yaml";

/// Everything that is hard to draw: long names, wide characters, characters with a meaning in XML and terminals, 12
/// traits, costs beyond the hero's, unknown cards, too many copies.
fn odd() -> Folder {
    let name = "A Creature of an Extraordinarily Long and Winding Name of Almost a Hundred Letters & <More>";
    let cards = format!(
        "- name: {name}\n  type: unit\n  faction: neutral\n  unit_type: ground\n  \
         cost: {{ attack: 8, defense: 8, power: 8, knowledge: 8 }}\n  \
         traits: [living, extraordinarily long and winding trait, 漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字, \
         aa, bb, cc, dd, ee, ff, gg, hh, ii]\n  stats: {{ attack: 1, move: 1, hit_points: 1 }}\n"
    );
    let set = |title: &str, deck: &str| {
        format!(
            "kingdom: '{title}'\nhero: Tamika\nvanguard: [Ghost]\nlocations: [Graveyard]\ndeck: {{ {deck} }}\n"
        )
    };
    let known = format!("Angel: 3, Azure Dragon: 9999, '{name}': 2");
    Folder::with(&[
        ("cards/odd.yaml", &cards),
        (
            "odd.yaml",
            &set(
                "<Odd> & \"漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字\"",
                &known,
            ),
        ),
        ("unknown.yaml", &set("Unknown", "Nobody: 4, Angel: 2")),
        ("empty.yaml", "kingdom: Empty\n"),
        (
            "draft.yaml",
            "kingdom: Draft\nhero: Tamika\ndeck: { Skeleton: 3 }\n",
        ),
    ])
}

#[test]
fn report_replaces_the_verdict() {
    let folder = Folder::new();
    let lances = root().join(LANCES);
    let lances = lances.to_str().expect("a path");
    let ran = folder.run(&["kingdom", lances, "--report"]).expect(0);
    assert!(
        ran.stdout.starts_with("Lances of Erathia: legal\n"),
        "{}",
        ran.stdout
    );
    ran.says(&[
        "deck by card type",
        "paid with attack 2, defense 3, power 1, knowledge 2",
        "  hand of 7         99.6 %  ",
        "22 of 27 units can merge",
    ]);
    for format in ["short", "github"] {
        folder
            .run(&["kingdom", lances, "--report", "--format", format])
            .expect(0)
            .says(&["deck by card type"]);
    }
    let towers = root().join("cards/ccg/kingdoms/towers-of-order.yaml");
    let towers = towers.to_str().expect("a path");
    let ran = folder.run(&["kingdom", towers, "--report"]).expect(0);
    assert!(ran.stdout.ends_with(
        "units by level\n  1  3  ███\n  2  2  ██\n  3  1  █\n\n\
         units by phase\n  3  1  █\n  4  3  ███\n  5  0\n  6  1  █\n  7  1  █\n"
    ));
    let coloured = folder
        .run(&["kingdom", lances, "--report", "--color", "always"])
        .expect(0);
    assert!(coloured.stdout.contains("\u{1b}["));
}

#[test]
fn report_lines_fit_the_screen() {
    let folder = odd();
    for width in [40, 41, 50, 60, 79, 100, 140] {
        let width_asked = width.to_string();
        let args = ["kingdom", "odd.yaml", "unknown.yaml", "--report"];
        let args = [args.as_slice(), &["--width", &width_asked]].concat();
        let ran = folder.run(&args).expect(1);
        let at = ran.stdout.find("<Odd>").expect("the report");
        let report = ran.stdout.get(at..).unwrap_or_default();
        for line in report.lines() {
            assert!(display_width(line) <= width, "{width}: {line}");
            assert_eq!(line.trim_end(), line, "{width}");
        }
    }
}

#[test]
fn odds_are_omitted_if_cards_are_unknown() {
    let folder = odd();
    folder
        .run(&["kingdom", "unknown.yaml", "--report"])
        .expect(1)
        .says(&[
            "Unknown: not legal, ",
            "without 4 cards that are unknown, so the odds cannot be calculated",
        ]);
    let json = folder
        .run(&[
            "kingdom",
            "unknown.yaml",
            "empty.yaml",
            "--report",
            "--format",
            "json",
        ])
        .expect(1)
        .json();
    let reports: Vec<&serde_json::Value> = json["kingdoms"]
        .as_array()
        .expect("verdicts")
        .iter()
        .map(|verdict| &verdict["report"])
        .collect();
    assert_eq!(reports[0]["unknown"], 0);
    assert_eq!(reports[1]["unknown"], 4);
    assert!(reports.iter().all(|report| report["odds"].is_null()));
    let json = folder
        .run(&["kingdom", "odd.yaml", "--report", "--format", "json"])
        .json();
    let odds = &json["kingdoms"][0]["report"]["odds"];
    // Three of 10004, a hand of seven: 1 - (9997 * 9996 * 9995) / (10004 * 10003 * 10002).
    assert_eq!(odds["of"][0]["hand"]["fraction"], "24997501/11915479286");
    assert_eq!(odds["of"][1]["hand"]["percent"], "100.0");
    // Open points of a draft are not mistakes.
    folder
        .run(&["kingdom", "draft.yaml", "--draft", "--report"])
        .expect(0)
        .says(&[
            "Draft: no errors so far",
            "still open: ",
            "42 of 45 cards in the deck",
        ]);
    // Without the flag, nothing is written.
    let json = folder
        .run(&["kingdom", "empty.yaml", "--format", "json"])
        .json();
    assert!(json["kingdoms"][0]["report"].is_null());
}

#[test]
fn svg_is_well_formed_and_deterministic() {
    let folder = odd();
    for set in ["odd.yaml", "unknown.yaml", "empty.yaml"] {
        folder.run(&["kingdom", set, "--svg", "set.svg"]).expect(1);
        let picture = folder.read("set.svg");
        let document = roxmltree::Document::parse(&picture)
            .unwrap_or_else(|error| panic!("{set}: {error}\n{picture}"));
        let svg = document.root_element();
        let size = |name: &str| -> usize {
            svg.attribute(name)
                .expect("a size")
                .parse()
                .expect("a number")
        };
        let (width, height) = (size("width"), size("height"));
        let mut texts = 0;
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            let name = node.tag_name().name();
            let known = ["svg", "title", "desc", "style", "rect", "g", "text"];
            assert!(known.contains(&name), "{name}");
            // The position, with the offsets of all enclosing groups added.
            let moved = node
                .ancestors()
                .filter_map(|node| node.attribute("transform"));
            let (mut x, mut y) = (0, 0);
            for transform in moved {
                let inner = transform
                    .trim_start_matches("translate(")
                    .trim_end_matches(')');
                let (right, down) = inner.split_once(' ').expect("two numbers");
                x += right.parse::<usize>().expect("a number");
                y += down.parse::<usize>().expect("a number");
            }
            let number = |name: &str| {
                node.attribute(name)
                    .map_or(0, |text| text.parse().expect(name))
            };
            assert!(
                x + number("x") + number("width") <= width,
                "{set}: {node:?}"
            );
            assert!(
                y + number("y") + number("height") <= height,
                "{set}: {node:?}"
            );
            texts += usize::from(name == "text");
        }
        assert!(texts > 5, "{set}: {texts}");
        folder
            .run(&["kingdom", set, "--svg", "again.svg"])
            .expect(1);
        assert_eq!(folder.read("again.svg"), picture);
    }
    let names = folder.names(".");
    assert!(
        !names.iter().any(|name| name.starts_with(".cardwright")),
        "{names:?}"
    );
}

#[test]
fn svg_of_the_starter_set_is_up_to_date() {
    let folder = Folder::new();
    let lances = root().join(LANCES);
    let lances = lances.to_str().expect("a path");
    folder
        .run(&["kingdom", lances, "--svg", "lances.svg"])
        .expect(0)
        .says(&["Lances of Erathia: legal (hero 1"]);
    let picture = folder.read("lances.svg");
    let kept = root().join("docs/report.svg");
    if options::blessing() {
        std::fs::write(&kept, &picture).expect("a picture can be written");
    }
    let kept = std::fs::read_to_string(&kept).expect("docs/report.svg");
    assert!(
        kept == picture,
        "docs/report.svg is stale; run: cargo xtask bless report"
    );
}

#[test]
fn svg_takes_exactly_one_set() {
    let folder = odd();
    folder
        .run(&["kingdom", "odd.yaml", "unknown.yaml", "--svg", "set.svg"])
        .expect(2)
        .refuses(&["a picture shows one set", "there are 2"]);
    assert!(!folder.names(".").contains(&"set.svg".to_owned()));
    folder
        .run(&["kingdom", "odd.yaml", "--svg", "no/such/folder/set.svg"])
        .expect(2)
        .refuses(&["cannot write `no/such/folder/set.svg`"]);
    // A repair is shown separately.
    folder
        .run(&["kingdom", "odd.yaml", "--repair", "--report"])
        .expect(2);
    // An unreadable set has no picture, and its diagnostics give the reason.
    folder.write("broken.yaml", b"kingdom: [\n");
    folder
        .run(&["kingdom", "broken.yaml", "--svg", "set.svg"])
        .expect(1);
    assert!(!folder.names(".").contains(&"set.svg".to_owned()));
}

#[test]
fn svg_replaces_only_svg_files() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD), ("odd.yaml", "kingdom: Odd\n")]);
    for file in ["odd.yaml", "cards/drill.yaml"] {
        let before = folder.read(file);
        folder
            .run(&["kingdom", "odd.yaml", "--svg", file])
            .expect(2)
            .refuses(&["is not replaced"]);
        assert_eq!(folder.read(file), before);
    }
}
