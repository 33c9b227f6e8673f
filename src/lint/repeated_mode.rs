//! Reports a choice that offers the same mode twice.

use super::support::rewrite_fix::{replace, rewritten};
use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::effect::ir::{Ability, At, Effect, Node, What, visit};

pub(super) const LINT: Lint = Lint {
    code: Code::RepeatedMode,
    reads: Reads::OwnCard,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if !card.contents.modes {
        return;
    }
    visit(card.abilities, &mut |node, _| {
        let Node::Effect(Effect { what, .. }) = node else {
            return;
        };
        let modes: Vec<&[Effect]> = match what {
            What::Choose { modes, .. } => modes.iter().map(Vec::as_slice).collect(),
            What::Either { effects, .. } => effects.iter().map(std::slice::from_ref).collect(),
            _ => return,
        };
        for (at, mode) in modes.iter().enumerate() {
            // Compare the words: equal modes differ in the IR, because each numbers its own slots.
            let written = |mode: &[Effect]| card.written()[span(mode).range()].to_lowercase();
            let mut before = modes.iter().take(at);
            if let Some(first) = before.find(|other| written(other) == written(mode)) {
                let diagnostic = Diagnostic::new(
                    Code::RepeatedMode,
                    context.place(card, span(mode)),
                    "this mode repeats another mode of this choice",
                    "a repeated mode",
                )
                .label(context.place(card, span(first)), "the first occurrence")
                .note("the player has no choice between the two")
                .help("change one of the two, or remove it");
                // A choice needs at least two modes.
                let enough = modes.len() > 2;
                let without = rewritten(context, card, |abilities| {
                    enough && without_mode(abilities, span(mode))
                });
                diagnostics.push(match without {
                    Some((at, text)) => {
                        diagnostic.fix(Safety::Unsafe, "remove this mode", at, text)
                    }
                    None => diagnostic,
                });
            }
        }
    });
}

fn without_mode(abilities: &mut [Ability], at: At) -> bool {
    replace(abilities, &mut |effect| match &mut effect.what {
        What::Choose { modes, .. } => {
            let mode = modes.iter().position(|mode| span(mode).0 == at.0)?;
            modes.remove(mode);
            Some(vec![effect.clone()])
        }
        What::Either { effects, .. } => {
            let mode = effects.iter().position(|mode| mode.span.0 == at.0)?;
            effects.remove(mode);
            Some(vec![effect.clone()])
        }
        _ => None,
    })
}

fn span(mode: &[Effect]) -> At {
    match mode {
        [] => At::default(),
        [first, ..] => mode
            .last()
            .map_or(first.span, |last| first.span.up_to(last.span)),
    }
}
