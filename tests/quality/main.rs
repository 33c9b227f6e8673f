//! The benchmark of seeded faults: how cardwright reports mistakes in the shipped cards and sets.
//!
//! Every kind of mistake is seeded at many fixed positions, each in a copy of the shipped files of its game, which is
//! then checked as a whole. `docs/quality.md` has the score and explains how it is counted; `cargo xtask quality` prints it.
//!
//! `cargo xtask quality text field-m` runs only the kinds whose names start with one of these prefixes, without minimum
//! scores. The diagnostics of each mutant are listed in `quality.txt` in the folder for temporary files of tests.

#[path = "../support/mod.rs"]
mod support;

mod cascades;
mod exempt;
mod fields;
mod marks;
mod meaning;
mod mutant;
mod names;
mod page;
mod score;
mod sets;
mod shipped;
mod values;
mod words;
mod yaml;

use mutant::Kind;
use score::{Score, judge};
use shipped::Shipped;
use support::options;

const COMMAND: &str = "cargo xtask bless quality";

/// Every kind of mistake, by family.
fn kinds() -> Vec<(&'static str, Vec<Kind>)> {
    vec![
        ("Words of a text", words::kinds()),
        ("Marks of a text", marks::kinds()),
        ("Names, traits and headings", names::kinds()),
        ("Meaning of a text", meaning::kinds()),
        ("Fields of a card", fields::kinds()),
        ("Values of a field", values::kinds()),
        ("YAML", yaml::kinds()),
        ("Rules of a set", sets::kinds()),
    ]
}

#[test]
fn shipped_cards_have_no_findings() {
    let shipped = Shipped::read();
    for found in shipped.findings_of_all() {
        assert!(found.is_empty(), "{found:#?}");
    }
}

#[test]
fn seeded_faults_reach_the_bars() {
    let shipped = Shipped::read();
    let only = options::kinds();
    let families: Vec<(&str, Vec<Kind>)> = kinds()
        .into_iter()
        .map(|(family, kinds)| {
            let asked = |kind: &Kind| {
                only.as_ref()
                    .is_none_or(|only| only.iter().any(|begin| kind.name.starts_with(begin)))
            };
            (family, kinds.into_iter().filter(asked).collect())
        })
        .collect();
    let exempt = exempt::listed();
    let score = judge(&shipped, &families, &exempt);
    print!("{}", score.table());
    score.list();
    if only.is_none() {
        assert_bars(&score, &exempt);
        page::check(&score);
    }
}

fn assert_bars(score: &Score<'_>, exempt: &[exempt::Exemption]) {
    let all = score.of(|_| true);
    assert!(all.mutants >= 1000, "{} mutants", all.mutants);
    assert!(score.kinds() >= 30, "{} kinds", score.kinds());
    assert_eq!(all.panics, 0, "panics");
    let wrong = exempt::wrong(exempt, score);
    assert!(wrong.is_empty(), "exempt.txt:\n{}", wrong.join("\n"));
    let detected = all.share(all.detected);
    let place = all.share(all.in_place);
    let suggested = all.suggested as f64 / all.misspelt as f64;
    let findings = all.findings as f64 / all.faults() as f64;
    assert!(detected >= 0.99, "detected: {detected:.4}");
    assert!(place >= 0.95, "in their place: {place:.4}");
    assert!(suggested >= 0.90, "suggested: {suggested:.4}");
    assert!(findings <= 1.1, "diagnostics per mutant: {findings:.4}");
}
