//! Reports a trait that all named cards have anyway: `an enemy *undead* "Skeleton"`.

use super::filter_index::has_trait;
use super::no_target::place;
use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::effect::ir::{Node, visit};

pub(super) const LINT: Lint = Lint {
    code: Code::RedundantTrait,
    reads: Reads::OthersPrinted,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if !(card.contents.traits && card.contents.names) {
        return;
    }
    visit(card.abilities, &mut |node, path| {
        let (Node::Filter(filter) | Node::Excluding(filter)) = node else {
            return;
        };
        let named: Vec<&LintedCard> = filter
            .names
            .iter()
            .filter_map(|id| context.cards.get(id.as_str()))
            .collect();
        if named.is_empty() || named.iter().any(|card| !card.sound) {
            return;
        }
        for any in &filter.traits {
            let [wanted] = any.as_slice() else { continue };
            if !named
                .iter()
                .all(|card| has_trait(context.game, card.source, wanted))
            {
                continue;
            }
            let word = prose::spoken(wanted);
            let names: Vec<String> = named
                .iter()
                .map(|card| format!("\"{}\"", card.source.name))
                .collect();
            let at = place(path).range();
            let start = at.start;
            let written = card.written().get(at).unwrap_or_default().to_lowercase();
            let starred = format!("*{word}*");
            let mut places = written.match_indices(&starred);
            // The span is certain only if the trait occurs once in the phrase.
            let here = match (places.next(), places.next()) {
                (Some((offset, _)), None) => Some(start + offset..start + offset + starred.len()),
                _ => None,
            };
            let diagnostic = Diagnostic::new(
                Code::RedundantTrait,
                here.clone()
                    .map_or(context.place(card, place(path)), |range| {
                        context.place_of(card, range)
                    }),
                format!("{} is already *{word}*", prose::and(&names)),
                "a redundant trait",
            );
            let diagnostic = match named.first() {
                Some(first) => diagnostic.label(first.source.name_at, "the named card"),
                None => diagnostic,
            };
            diagnostics.push(match here {
                Some(range) => {
                    let after = card.written()[range.end..].starts_with(' ');
                    let with_space = range.start..range.end + usize::from(after);
                    diagnostic.fix(
                        Safety::Unsafe,
                        format!("remove *{word}*"),
                        context.place_of(card, with_space),
                        "",
                    )
                }
                None => diagnostic.help(format!("remove *{word}*")),
            });
        }
    });
}
