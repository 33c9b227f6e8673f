//! Reports a file with a single card that is not named after the card.

use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::card::id_of;
use crate::diagnostic::{Code, Diagnostic};

pub(super) const LINT: Lint = Lint {
    code: Code::FileName,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let card = card.source;
    if context.items.get(&card.name_at.file) != Some(&1) {
        return;
    }
    let path = &context.sources.file(card.name_at.file).path;
    let file = path.rsplit('/').next().unwrap_or(path);
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, "yaml"));
    // Underscores and capital letters are a matter of taste; a different word is not.
    if id_of(stem) == card.id || is_device(&card.id) {
        return;
    }
    diagnostics.push(
        Diagnostic::new(
            Code::FileName,
            card.name_at,
            format!("the file of \"{}\" is named `{file}`", card.name),
            format!("the only card of `{file}`"),
        )
        .note("people look for a card by its name")
        .help(format!("rename the file to `{}.{ending}`", card.id)),
    );
}

/// Returns whether Windows reserves an id as the name of a device, so that no file can have this
/// name.
fn is_device(id: &str) -> bool {
    let numbered = id.strip_prefix("com").or_else(|| id.strip_prefix("lpt"));
    let number = |rest: &str| matches!(rest.as_bytes(), [b'1'..=b'9']);
    matches!(id, "con" | "prn" | "aux" | "nul") || numbered.is_some_and(number)
}
