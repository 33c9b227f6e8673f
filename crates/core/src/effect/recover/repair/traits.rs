//! Traits without asterisks in places where no noun is possible.

use super::super::fragment::{Fragment, ParseOutcome};
use super::{Attempts, Repairer};
use crate::diagnostic::{Code, Diagnostic, Place, Safety};
use crate::effect::lists::lists;
use crate::effect::recover::expected::reach;
use crate::effect::recover::words::plain_words;

/// Maximum number of words of a trait.
const MAX_LEN: usize = 3;

impl Repairer<'_> {
    /// Reports traits without asterisks before a word that can follow a trait, if the piece parses, or parses farther,
    /// with the asterisks: `an undead enemy unit`.
    pub(super) fn bare_traits(
        &self,
        piece: &Fragment<'_>,
        stop: usize,
        trials: &mut Attempts<'_, '_>,
    ) -> Vec<Diagnostic<Place>> {
        let words = plain_words(piece.text);
        let mut diagnostics = Vec::new();
        for (at, next) in words.iter().enumerate().skip(1) {
            if !lists()
                .trait_followers
                .contains(&piece.get(next).to_lowercase().as_str())
            {
                continue;
            }
            let first = at.saturating_sub(MAX_LEN);
            let runs = words.get(first..at).unwrap_or_default();
            let mut runs = runs
                .iter()
                .map(|word| word.start..runs.last().map_or(word.end, |last| last.end));
            let Some((range, id)) = runs.find_map(|range| {
                let id = self.symbols().bare_trait(piece.get(&range))?;
                Some((range, id))
            }) else {
                continue;
            };
            let name = piece.get(&range).to_owned();
            let starred = format!("*{}*", id.replace('_', " "));
            let diagnostic = Diagnostic::new(
                Code::BareTrait,
                piece.at(&range),
                format!("trait {name} is not in asterisks"),
                "a trait",
            );
            diagnostics.push(diagnostic.fix(
                Safety::Safe,
                format!("write {starred}"),
                piece.at(&range),
                starred,
            ));
        }
        if diagnostics.is_empty() {
            return diagnostics;
        }
        let Some(repaired) = piece.repaired(&diagnostics) else {
            return Vec::new();
        };
        let marks = 2 * diagnostics.len();
        let is_read_on = || {
            let reached = reach(piece.rule, &repaired);
            reached.is_none_or(|reached| reached.at > stop + marks)
        };
        match trials.of(&repaired) {
            ParseOutcome::Clean | ParseOutcome::Read => diagnostics,
            ParseOutcome::Unread if is_read_on() => diagnostics,
            ParseOutcome::Unread => Vec::new(),
        }
    }
}

/// Reports a sentence that consists only of traits: `*Undead*, *living*.`
pub(super) fn alone(piece: &Fragment<'_>) -> Option<Diagnostic<Place>> {
    let written = piece.text.trim_end().trim_end_matches('.').trim_end();
    let mut apart = written.split('*').step_by(2);
    let is_joint = |between: &str| matches!(between.trim(), "" | "," | "and" | "&" | "-");
    let closed = written.len() > 2 && written.starts_with('*') && written.ends_with('*');
    if !closed || !apart.all(is_joint) {
        return None;
    }
    let whole = 0..written.len();
    let diagnostic = Diagnostic::new(
        Code::UnreadableSentence,
        piece.at(&whole),
        format!("\"{written}\" is not a sentence"),
        "only traits",
    );
    Some(diagnostic.help(
        "list the traits of the card in `traits`; in a text, write a trait before a noun to say which cards are affected",
    ))
}
