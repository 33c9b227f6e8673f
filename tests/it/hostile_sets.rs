//! Hostile sets get a limited number of diagnostics, not one for each of a million lines, and no sum overflows.
//! `cargo xtask test --long` uses as many lines as fit into a file.

use cardwright::compile::{self, Role};
use cardwright::diagnostic::{Diagnostic, MAX_DIAGNOSTICS_PER_FILE};
use cardwright::game;
use cardwright::kingdom::report::report;
use cardwright::source::{FileId, SourceFile, Sources, Syntax};

use crate::support::options;

/// The maximum number of diagnostics of one file, including the one that mentions the rest.
const MOST: usize = MAX_DIAGNOSTICS_PER_FILE + 1;

fn lines() -> usize {
    if options::long() { 1_000_000 } else { 30_000 }
}

/// Compiles a set with the cards of its game, creates its report, and returns its diagnostics.
fn found(text: &str) -> Vec<Diagnostic> {
    found_in(SourceFile::new("set.yaml", text))
}

fn found_in(set: SourceFile) -> Vec<Diagnostic> {
    let mut sources = Sources::default();
    let embedded = game::embedded().iter().find(|game| game.id == "card-game");
    let embedded = embedded.expect("an embedded game");
    let file = SourceFile::new(embedded.game.0, embedded.game.1);
    let game = game::load(sources.add(file.clone()), &file).expect("a sound game");
    let mut files: Vec<(FileId, Role)> = embedded
        .cards
        .iter()
        .map(|file| (sources.add(SourceFile::inside(*file)), Role::Library))
        .collect();
    files.push((sources.add(set), Role::Checked));
    let compilation = compile::compile(&game, &sources, &files);
    for kingdom in &compilation.kingdoms {
        let card = |id: &str| Some(&*compilation.cards.get(id)?.source);
        let report = report(&game, &card, kingdom);
        assert!(report.zones.iter().all(|zone| zone.cards <= 9_999 * 25_000));
    }
    compilation.diagnostics
}

fn set(deck: &str) -> String {
    format!(
        "kingdom: Heap\nhero: Catherine\nvanguard: [Ghost]\nlocations: [Graveyard]\ndeck:{deck}\n"
    )
}

/// Expects few diagnostics, one of which contains this text.
#[track_caller]
fn expect(text: &str, said: &str) {
    let found = found(text);
    assert!(found.len() <= MOST, "{} diagnostics", found.len());
    assert!(
        found.iter().any(|finding| finding.message.contains(said)),
        "{said}: {:?}",
        found.iter().take(5).collect::<Vec<_>>()
    );
    for finding in &found {
        assert!(
            finding.secondary.len() <= 200,
            "{}",
            finding.secondary.len()
        );
        let said = [
            Some(&finding.message),
            finding.note.as_ref(),
            finding.help.as_ref(),
        ];
        let longest = said.into_iter().flatten().map(String::len).max();
        assert!(longest.unwrap_or(0) < 2_000, "{}", finding.message);
    }
}

#[test]
fn many_lines_get_limited_findings() {
    let lines = lines();
    let too_many = format!("`deck` has {lines} lines, but at most 10000 are read");
    expect(&set(&"\n  - Pikeman".repeat(lines)), &too_many);
    expect(&set(&"\n  - Pikeman: 9999".repeat(lines)), &too_many);
    expect(
        &set(&"\n  - Pikeman: 999999999999".repeat(lines)),
        &too_many,
    );
    let text = set(&format!(" |\n{}", "  3 Pikeman\n".repeat(lines)));
    expect(&text, &too_many);
    let unknown: String = (0..lines).map(|at| format!("\n  Card {at}: 1")).collect();
    expect(&set(&unknown), &too_many);
    let heroes = "Catherine, ".repeat(lines);
    let text = format!("kingdom: Heap\nhero: [{heroes}]\ndeck: {{ Pikeman: 3 }}\n");
    expect(&text, &format!("`hero` has {lines} lines"));
    let statistics = "\n  - attack: 9999".repeat(lines);
    let text = format!(
        "kingdom: Heap\nhero: Catherine\nstatistics:{statistics}\ndeck: {{ Pikeman: 3 }}\n"
    );
    expect(&text, &format!("`statistics` has {lines} lines"));
}

#[test]
fn too_long_deck_list_gets_one_finding() {
    for line in ["9999 Pikeman\n", "999999999999 Pikeman\n", "1 Nobody\n"] {
        let text = line.repeat(lines());
        let list = SourceFile::new("heap.txt", text.as_str()).written_as(Syntax::List);
        let found = found_in(list);
        let too_many = "but at most 25000 are read";
        assert!(
            found
                .iter()
                .any(|finding| finding.message.contains(too_many))
        );
        assert!(found.len() <= MOST, "{line}: {}", found.len());
    }
}

#[test]
fn longest_accepted_set_is_read() {
    let sum = "has 99990000 cards";
    expect(&set(&"\n  - Pikeman: 9999".repeat(10_000)), sum);
    expect(
        &set(&"\n  - Pikeman: 9999\n  - Archer: 9999".repeat(5_000)),
        sum,
    );
    // Each line has a different wrong type, and each is unknown.
    expect(
        &set(&"\n  - Catherine\n  - Graveyard: 2\n  - Ghost".repeat(3_000)),
        "only units",
    );
    let unknown: String = (0..10_000)
        .map(|at| format!("\n  - Unknown {at}"))
        .collect();
    expect(&set(&unknown), "no card is named \"Unknown 900\"");
}

#[test]
fn huge_counts_do_not_overflow() {
    for number in [
        "10000",
        "999999999999",
        "18446744073709551616",
        "999999999999999999999999999999999999999999",
        "-1",
        "1e999",
        "0x7fffffffffffffff",
    ] {
        let found = found(&set(&format!(" {{ Pikeman: {number} }}")));
        assert!(
            found
                .iter()
                .any(|finding| finding.message.contains("the count of \"Pikeman\"")),
            "{number}: {found:?}"
        );
        assert!(found.len() < 10, "{number}: {found:?}");
    }
    expect(
        &set(" |\n  999999999999 Pikeman\n  99999999999999999999999999 Archer\n"),
        "at most 9999",
    );
}

#[test]
fn endless_names_get_findings() {
    let long = "word ".repeat(lines());
    expect(&set(&format!(" [{long}]")), "no card is named \"word word");
    expect(
        &set(&format!("\n  ? {long}\n  : 3")),
        "no card is named \"word word",
    );
    let name = format!("kingdom: {long}\nhero: Catherine\ndeck: {{ Pikeman: 3 }}\n");
    expect(&name, "more than 100 characters");
    let zones: String = (0..300).map(|at| format!("zone {at}: 1\n")).collect();
    expect(
        &format!("{}{zones}", set(" { Pikeman: 3 }")),
        "has no `zone 299`",
    );
}
