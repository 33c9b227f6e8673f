//! Reports `Choose …` without a reference to the chosen card: choosing alone has no effect.

use super::support::rewrite_fix::{remove, rewritten};
use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::effect::ir::{Action, Effect, Node, Pick, Reference, What, visit};

pub(super) const LINT: Lint = Lint {
    code: Code::UnusedChoice,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if !card.contents.choices {
        return;
    }
    for ability in card.abilities {
        let mut used: Vec<u32> = Vec::new();
        visit(std::slice::from_ref(ability), &mut |node, _| {
            if let Node::Reference(
                Reference::Chosen { slot, .. }
                | Reference::FirstChosen { slot, .. }
                | Reference::Rest { slot },
            ) = node
            {
                used.push(*slot);
            }
        });
        visit(std::slice::from_ref(ability), &mut |node, _| {
            let Node::Effect(Effect {
                what: What::Act { action },
                span,
            }) = node
            else {
                return;
            };
            let Action::Choose { what } = action.as_ref() else {
                return;
            };
            let slot = match &what.pick {
                Pick::Choose { slot, .. }
                | Pick::Random { slot, .. }
                | Pick::Each { slot, .. }
                | Pick::Any { slot, .. }
                | Pick::Stack { slot, .. }
                | Pick::Pile { slot, .. }
                | Pick::Zone { slot, .. } => *slot,
                Pick::Known { .. } => return,
            };
            if used.contains(&slot) {
                return;
            }
            let diagnostic = Diagnostic::new(
                Code::UnusedChoice,
                context.place(card, *span),
                "this choice is not used",
                "no other sentence refers to it",
            )
            .note("choosing alone has no effect")
            .help("add a sentence that uses the choice, or remove this one");
            let without = rewritten(context, card, |abilities| remove(abilities, *span));
            diagnostics.push(match without {
                Some((at, text)) => {
                    diagnostic.fix(Safety::Unsafe, "remove this sentence", at, text)
                }
                None => diagnostic,
            });
        });
    }
}
