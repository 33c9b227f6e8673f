//! Mutants that are not mistakes: `exempt.txt` lists each of them with the reason why the card is valid.

use crate::mutant::{Kind, Mutant};
use crate::score::{Outcome, Score};

/// A line of the list: kind, file, change and reason.
pub struct Exemption {
    kind: String,
    path: String,
    what: String,
    reason: String,
}

impl Exemption {
    pub fn is(&self, kind: &Kind, path: &str, mutant: &Mutant) -> bool {
        self.kind == kind.name && self.path == path && self.what == mutant.what
    }
}

pub fn listed() -> Vec<Exemption> {
    include_str!("exempt.txt")
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            let parts: Vec<&str> = line.split(" | ").map(str::trim).collect();
            let [kind, path, what, reason] = parts[..] else {
                panic!("`kind | file | change | reason` is wanted: {line}")
            };
            Exemption {
                kind: kind.to_owned(),
                path: path.to_owned(),
                what: what.to_owned(),
                reason: reason.to_owned(),
            }
        })
        .collect()
}

/// Returns the lines of the list that exempt nothing or have no reason.
pub fn wrong(listed: &[Exemption], score: &Score<'_>) -> Vec<String> {
    let used = |exempt: &Exemption| {
        score
            .families
            .iter()
            .flat_map(|(_, kinds)| kinds)
            .any(|(kind, judged)| {
                judged.iter().any(|judged| {
                    matches!(judged.outcome, Outcome::Exempt)
                        && exempt.is(kind, &judged.path, &judged.mutant)
                })
            })
    };
    listed
        .iter()
        .filter(|exempt| exempt.reason.is_empty() || !used(exempt))
        .map(|exempt| format!("{} | {} | {}", exempt.kind, exempt.path, exempt.what))
        .collect()
}
