//! The state of recovery of a line, and trials of changed sentences and headings.

use super::Repairer;
use super::fragment::{Fragment, ParseOutcome};
use super::unknown_heading::explain_headings;
use crate::diagnostic::{Diagnostic, Place};
use crate::effect::check;
use crate::effect::ir::Effect;
use crate::effect::lower::{AbilityBuilder, LowerCtx, Modes};
use crate::effect::parse::sentence_cache::Reader;
use crate::effect::syntax::{Node, Rule, Tree};

/// Recovery of a line that could not be lowered as it is written. It lowers the parts of the line one by one, and
/// changed versions of the parts that fail.
#[derive(Clone, Copy)]
pub(in crate::effect) struct Recovery<'r> {
    pub repairer: &'r Repairer<'r>,
    /// Cached pieces of lines.
    pub reader: Reader<'r>,
    /// Number of times that the sentence was split to get the current part.
    pub parts: u8,
}

impl<'r> Recovery<'r> {
    pub fn new(repairer: &'r Repairer<'r>, reader: Reader<'r>) -> Self {
        Recovery {
            repairer,
            reader,
            parts: 0,
        }
    }

    /// Returns the recovery of a part of the sentence.
    pub fn split(self) -> Self {
        Recovery {
            parts: self.parts + 1,
            ..self
        }
    }

    /// Lowers and checks a sentence, and explains the unknown headings in it.
    pub fn lower(
        self,
        ctx: &mut LowerCtx<'_>,
        node: Node<'_>,
        body: &mut AbilityBuilder,
        modes: &mut Modes<'_>,
    ) -> Option<()> {
        let mark = ctx.sink().mark();
        let effects = body.mark();
        let lowered = ctx.sentence(node, body, modes);
        explain_headings(ctx, node, mark);
        lowered?;
        let found = check::effects(body.since(effects));
        match found.is_empty() {
            true => Some(()),
            false => found.into_iter().find_map(|finding| ctx.report(finding)),
        }
    }

    /// Tries a sentence in place of one that fails to parse.
    pub fn trial(self, before: &LowerCtx<'_>, text: &str, base: usize) -> ParseOutcome {
        match self.tried(before, text, base) {
            None => ParseOutcome::Unread,
            Some(found) if found.is_empty() => {
                // During recovery, unresolved references are not reported, so a sentence with an unknown word may seem
                // valid.
                debug_assert!(
                    before.is_recovering() || self.repairer.unknown_words(text) == 0,
                    "no diagnostic for a sentence with an unknown word: {text}"
                );
                ParseOutcome::Clean
            }
            Some(_) => ParseOutcome::Read,
        }
    }

    /// Returns the diagnostics of a sentence in place of another, or `None` if it does not parse.
    pub fn tried(
        self,
        before: &LowerCtx<'_>,
        text: &str,
        base: usize,
    ) -> Option<Vec<Diagnostic<Place>>> {
        // The corrected sentence is often on other cards too, and cached.
        let tree = self.reader.sentence(text).ok()?;
        let mut ctx = before.clone();
        ctx.set_base(base);
        let mut body = AbilityBuilder::new();
        // This body lacks the earlier sentences, to which the sentence may refer.
        body.broken = true;
        let _ = self.lower(&mut ctx, tree.node(text)?, &mut body, &mut Modes::Assumed);
        Some(ctx.sink_mut().take())
    }

    /// Returns the effects of a sentence in place of another, if it is valid. It consumes repair budget.
    pub fn valid_effects(
        self,
        before: &LowerCtx<'_>,
        text: &str,
        base: usize,
    ) -> Option<Vec<Effect>> {
        self.repairer.spend_if_left(text.len())?;
        let tree = self.reader.sentence(text).ok()?;
        let mut ctx = before.clone();
        ctx.set_base(base);
        let mut body = AbilityBuilder::new();
        let start = body.mark();
        body.broken = true;
        self.lower(&mut ctx, tree.node(text)?, &mut body, &mut Modes::Assumed)?;
        ctx.sink().is_empty().then(|| body.since(start).to_vec())
    }

    /// Continues as if the fixes of a sentence's diagnostics were applied. `before` is the context before the
    /// sentence.
    pub fn continue_as_fixed<'a>(
        self,
        ctx: &mut LowerCtx<'a>,
        mut before: LowerCtx<'a>,
        piece: &Fragment<'_>,
        found: &[Diagnostic<Place>],
    ) {
        let repaired = piece.repaired(found);
        let repaired = repaired.as_deref().unwrap_or_default();
        let tree = self.reader.sentence(repaired).ok();
        if let Some(sentence) = tree.as_ref().and_then(|tree| tree.node(repaired)) {
            before.set_base(piece.base);
            let mut body = AbilityBuilder::new();
            body.broken = true;
            let _ = self.lower(&mut before, sentence, &mut body, &mut Modes::Assumed);
            if before.sink().is_empty() {
                before.set_base(ctx.base());
                before.move_mentions(piece.base, |at| piece.as_written(repaired, at));
                std::mem::swap(before.sink_mut(), ctx.sink_mut());
                *ctx = before;
                return;
            }
        }
        ctx.enter_recovery();
    }
}

/// Tries a heading in place of one that fails.
pub(super) fn trial_of_heading(before: &LowerCtx<'_>, text: &str) -> ParseOutcome {
    let tree = Tree::read(Rule::one_heading, text).ok();
    let Some(node) = tree.as_ref().and_then(|tree| tree.node(text)) else {
        return ParseOutcome::Unread;
    };
    let mut ctx = before.clone();
    ctx.set_base(0);
    match ctx.heading(node) {
        Some(_) if ctx.sink().is_empty() => ParseOutcome::Clean,
        _ => ParseOutcome::Read,
    }
}
