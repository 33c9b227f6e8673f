//! Cards that are banned from all sets.

use super::{violation, within};
use crate::collections::IndexMap;
use crate::diagnostic::Diagnostic;
use crate::game::{Ban, Rule};
use crate::kingdom::resolved::ResolvedKingdom;

pub(super) fn banned(
    set: &ResolvedKingdom<'_>,
    rule: &Rule,
    cards: &IndexMap<String, Ban>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for part in set.parts.values() {
        for entry in &part.entries {
            let Some((card, ban)) = entry.card.zip(cards.get(&entry.key)) else {
                continue;
            };
            let since = match &ban.since {
                Some(since) => format!("banned since {since}"),
                None => "banned".to_owned(),
            };
            let mut diagnostic = violation(
                set,
                rule,
                entry.name_at,
                format!("\"{}\" is {}, but is {since}", card.name, within(part.zone)),
                "a banned card",
            );
            let reason = ban.reason.trim();
            if !reason.is_empty() {
                diagnostic.note = diagnostic.note.map(|note| format!("{note}: {reason}"));
            }
            diagnostics.push(diagnostic.help("use another card"));
        }
    }
}
