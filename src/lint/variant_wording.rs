//! Reports a valid text that does not use the canonical wording. Cards are easier to read if the same meaning always
//! has the same words; `fmt` writes them.

use super::support::rewrite_fix::common;
use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::{Code, Diagnostic, Safety};

pub(super) const LINT: Lint = Lint {
    code: Code::VariantWording,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let written: Vec<(usize, &str)> = lines(card.written());
    let canonical: Vec<(usize, &str)> = lines(card.canonical);
    if written.len() != canonical.len() {
        // A line was split or joined: only the whole texts can be compared.
        if !written.is_empty() {
            diagnostics.push(
                Diagnostic::new(
                    Code::VariantWording,
                    context.place_of(card, 0..card.written().trim_end().len()),
                    "this text is not in canonical form",
                    "the canonical text has different lines",
                )
                .help("run `cardwright fmt`"),
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
        let place = context.place_of(card, differs.clone());
        let message = match wanted_there {
            "" => "these words are not in the canonical text".to_owned(),
            _ => format!("the canonical text has `{wanted_there}` here"),
        };
        let diagnostic = Diagnostic::new(
            Code::VariantWording,
            place,
            message,
            "not the canonical wording",
        );
        // Fix the file only if it has the text unchanged: an escape or a fold would be lost.
        let same = context.text(place) == &card.written()[differs];
        diagnostics.push(if same && !wanted_there.contains('\n') {
            let title = match wanted_there {
                "" => "remove these words".to_owned(),
                _ => format!("write `{wanted_there}`"),
            };
            diagnostic.fix(Safety::Safe, title, place, wanted_there)
        } else {
            diagnostic.help("run `cardwright fmt`")
        });
    }
}

/// Returns the non-empty lines of a text, each trimmed and with its offset in bytes.
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
