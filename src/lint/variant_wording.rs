//! A text that is understood and says something in other words than the canonical ones. Cards read better where
//! the same thing is always said in the same way; `fmt` writes it so.

use super::rewrite::common;
use super::{Check, Lint, Reads, Subject, World};
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::VariantWording,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(world: &World<'_>, card: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let written: Vec<(usize, &str)> = lines(card.written());
    let canonical: Vec<(usize, &str)> = lines(card.canonical);
    if written.len() != canonical.len() {
        // A line was split or joined: only the text as a whole can be compared.
        if !written.is_empty() {
            found.push(
                Diagnostic::new(
                    Code::VariantWording,
                    world.place_of(card, 0..card.written().trim_end().len()),
                    "this text is not written in the canonical way",
                    "its lines are others in the canonical text",
                )
                .help("let `cardwright fmt` write it"),
            );
        }
        return;
    }
    for ((at, line), (_, wanted)) in written.into_iter().zip(canonical) {
        if line == wanted {
            continue;
        }
        let (before, after) = common(line, wanted);
        let differs = at + before..at + line.len() - after;
        let wanted_there = &wanted[before..wanted.len() - after];
        let place = world.place_of(card, differs.clone());
        let message = match wanted_there {
            "" => "these words are left out in the canonical text".to_owned(),
            _ => format!("in the canonical text this is `{wanted_there}`"),
        };
        let finding = Diagnostic::new(
            Code::VariantWording,
            place,
            message,
            "other words for the same",
        );
        // Only where the file has the text as it is: an escape or a fold would be lost.
        let same = world.text(place) == &card.written()[differs];
        found.push(if same && !wanted_there.contains('\n') {
            let title = match wanted_there {
                "" => "remove them".to_owned(),
                _ => format!("write `{wanted_there}`"),
            };
            finding.fix(Safety::Safe, title, place, wanted_there)
        } else {
            finding.help("let `cardwright fmt` write it")
        });
    }
}

/// The lines that say something, each with its place and without white space around it.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n')
        .filter_map(|line| {
            let start = at + (line.len() - line.trim_start().len());
            at += line.len();
            let line = line.trim();
            (!line.is_empty()).then_some((start, line))
        })
        .collect()
}
