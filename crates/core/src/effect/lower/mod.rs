//! Lowers the syntax tree to IR: resolves names and traits, binds references, and checks types.
//!
//! There is one file for each kind of node; they share [`LowerCtx`]. Functions return `None` after reporting a
//! diagnostic, so that the faulty part is left out and the rest is still lowered.

mod amount;
mod arguments;
mod check;
mod children;
mod clause;
mod clause_ctx;
mod condition;
mod coordination;
mod ctx;
mod discourse;
mod event;
mod heading;
mod modifiers;
mod noun;
mod place;
mod prefix_clause;
mod pronoun_constraint;
mod reference;
mod role_words;
mod sentence;
mod sentence_prefix;
mod sink;
mod state_types;
mod types;
mod verbs;
mod vocabulary;

use std::ops::Range;

use smol_str::SmolStr;

use crate::diagnostic::{Code, Diagnostic, Place};
use crate::effect::BearerKey;
use crate::effect::ir::{
    Ability, Action, At, Effect, Filter, Node as IrNode, Pick, Reference, Scale, Side, What,
    visit_effects,
};
use crate::effect::lists::lists;
use crate::effect::parse::lines::Line;
use crate::effect::parse::sentence_cache::ParsedLine;
use crate::effect::parse::sentence_cache::Reader;
use crate::effect::syntax::{Node, Rule, Tree, reads};
use crate::symbols::Symbols;
pub(super) use check::binding_order::each_or_together;
use children::Children;
#[cfg(test)]
pub(super) use children::taken;
use clause_ctx::ClauseCtx;
pub(super) use ctx::LowerCtx;
pub(super) use heading::{LoweredHeading, headings_of, openings};
pub(super) use modifiers::duration_of;
pub(super) use noun::MARKS;
pub(super) use role_words::fill as fill_role_words;
pub(super) use sentence::Modes;
pub(super) use sentence_prefix::AbilityBuilder;
pub(super) use types::slots_of;
pub(super) use vocabulary::is_term;

/// The result of lowering a line: its ability, or the diagnostics that explain why it has none.
pub(super) struct LoweredLine {
    pub ability: Option<Ability>,
    pub diagnostics: Vec<Diagnostic<Place>>,
}

/// Lowers a parsed line and the modes below it. Only a line without any mistake is lowered completely.
pub(super) fn line(
    line: &Line<'_>,
    parsed: &ParsedLine,
    bearer: &BearerKey,
    symbols: &Symbols<'_>,
) -> LoweredLine {
    let mut ctx = LowerCtx::new(symbols, bearer, line.at);
    let ability = ctx.line(line, parsed);
    LoweredLine {
        ability,
        diagnostics: ctx.sink.take(),
    }
}

/// Returns the heading and the sentences of a parsed line.
pub(super) fn heading_and_sentences<'t>(
    parsed: &'t ParsedLine,
    line: &'t str,
) -> (Option<Node<'t>>, Vec<Node<'t>>) {
    let mut nodes = parsed
        .nodes(line)
        .inspect(children::mark_visited)
        .peekable();
    let heading = nodes.next_if(|first| first.as_rule() == Rule::heading);
    (heading, nodes.collect())
}

impl<'a> LowerCtx<'a> {
    fn line(&mut self, line: &Line<'_>, parsed: &ParsedLine) -> Option<Ability> {
        let (heading, sentences) = heading_and_sentences(parsed, line.text);
        let range = line.at..line.at + line.text.trim_end().len();
        let head = match heading {
            Some(node) => self.heading(node),
            None => self.default_heading(sentences.first(), range.clone()),
        }?;
        let mut body = AbilityBuilder::new();
        let mut lower_modes = |ctx: &mut LowerCtx<'_>| ctx.modes_below(line);
        let mut modes = match line.modes.is_empty() {
            true => Modes::None,
            false => Modes::Below(&mut lower_modes),
        };
        for sentence in sentences {
            self.sentence(sentence, &mut body, &mut modes)?;
        }
        match modes {
            // The modes do not belong to a choice.
            Modes::Below(_) => None,
            _ => self.ability(Some(head), body, range),
        }
    }

    /// Lowers the modes below a line, unless there is a mistake in one of them.
    fn modes_below(&mut self, line: &Line<'_>) -> Option<Vec<Vec<Effect>>> {
        let mut modes = Vec::with_capacity(line.modes.len());
        for mode in &line.modes {
            let text = mode.text.get(mode.number..)?;
            let tree = Reader::new(&self.env.symbols.game.templates, None)
                .tree(Rule::mode_line, text)
                .ok()
                .filter(|_| mode.dash)?;
            let at = mode.at + mode.number;
            // Mentions of one mode are not known in other modes, or after the choice.
            let mode = |ctx: &mut Self| ctx.with_own_mentions(|ctx| ctx.one_mode(&tree, text));
            modes.push(self.at_base(at, mode)?);
        }
        Some(modes)
    }

    fn one_mode(&mut self, tree: &Tree, text: &str) -> Option<Vec<Effect>> {
        let mut body = AbilityBuilder::new();
        for sentence in mode_sentences(tree, text) {
            let at = self.range(&sentence);
            self.sentence(sentence, &mut body, &mut Modes::None)?;
            if body.scale.is_some() {
                let finding = self.finding(
                    Code::CannotApply,
                    at,
                    "a mode alone cannot be doubled",
                    "about the whole ability",
                );
                return self
                    .report(finding.help("write parts of the card, or a card for each mode"));
            }
        }
        Some(body.finish())
    }

    /// Completes an ability. Returns `None` if a part of it could not be lowered.
    pub fn ability(
        &mut self,
        head: Option<LoweredHeading>,
        body: AbilityBuilder,
        range: Range<usize>,
    ) -> Option<Ability> {
        let broken = body.broken;
        let scale = body.scale.clone();
        let effects = body.finish();
        let head = head?;
        if broken || effects.is_empty() {
            return None;
        }
        if scale.is_some() {
            self.scales_one(&effects, range.clone())?;
        }
        let span = last_end(At::new(range), &effects);
        Some(Ability {
            part: None,
            heading: head.heading,
            effects,
            scale,
            span,
        })
    }

    /// Lowers `This effect is doubled for your "Griffins"`.
    pub fn scale(&mut self, node: Node<'_>) -> Option<Scale> {
        if !self.env.symbols.game.doubling {
            let finding = self.finding(
                Code::CannotApply,
                self.range(&node),
                "no effect is doubled in this game",
                "not a rule of this game",
            );
            return self.report(finding.help("write a sentence for each case: `If …, …`"));
        }
        let mut kids = Children::of(node);
        let yours = kids.take(Rule::q_your).is_some();
        let _article = kids.take(Rule::q_a);
        let np = kids.need(Rule::bare_np);
        let at = self.range(&np);
        let of = self.bare_filter(ClauseCtx::default(), np);
        // Each of the named things: `for the "Elves" and "Sharpshooters"`.
        let mut others = Vec::new();
        while let Some(and) = kids.take(Rule::doubled_and) {
            let at = self.range(&and);
            let np = Children::of(and).need(Rule::bare_np);
            others.push((self.bare_filter(ClauseCtx::default(), np), at));
        }
        let mut of = of?;
        for (other, at) in others {
            let other = other?;
            let alone = |filter: &Filter| Filter {
                names: Vec::new(),
                ..filter.clone()
            };
            if of.names.is_empty() || other.names.is_empty() || alone(&of) != alone(&other) {
                let finding = self
                    .finding(
                        Code::TwoReadings,
                        at,
                        "only names can be joined here",
                        "not another name",
                    )
                    .help("write one description: `for a *dragon* unit`");
                return self.report(finding);
            }
            of.names.extend(other.names);
        }
        of.names.sort_unstable();
        of.names.dedup();
        if yours {
            if of.side.is_some() {
                return self.twice(at);
            }
            of.side = Some(Side::Friendly);
        }
        Some(Scale {
            factor: 2,
            of: Box::new(of),
        })
    }

    /// Rejects a multiplication for one thing in an ability that is not about one thing.
    pub fn scales_one(&mut self, effects: &[Effect], at: Range<usize>) -> Option<()> {
        let mut count = 0;
        visit_effects(effects, &mut |node, _| {
            count += match node {
                IrNode::Action(Action::Bonus { .. }) => 1,
                IrNode::Selector(selector) => match &selector.pick {
                    Pick::Choose { count, .. } if count.is_one() => 1,
                    Pick::Choose { .. } | Pick::Each { .. } => 2,
                    Pick::Known {
                        is: Reference::This { .. },
                    } => 1,
                    _ => 0,
                },
                _ => 0,
            };
        });
        if count == 1
            || effects
                .iter()
                .any(|effect| matches!(effect.what, What::Ladder { .. }))
        {
            return Some(());
        }
        let message = match count {
            0 => "this effect is not about a thing for which it could be doubled",
            _ => "this effect is about several things, so it is unclear for which it is doubled",
        };
        let finding = self.finding(Code::CannotApply, at, message, "not about one thing");
        self.report(finding.help("choose one thing in this ability"))
    }

    /// Lowers a granted ability: `[On Attack: Draw a card.]`.
    fn granted_ability(&mut self, node: Node<'_>, gaining: Option<SmolStr>) -> Option<Ability> {
        let range = self.range(&node);
        let mut inner = LowerCtx::new(self.env.symbols, self.env.bearer, self.env.base);
        inner.env.granted = true;
        inner.env.granted_type = gaining;
        inner.discourse.continue_slots(self.discourse.slots());
        let mut kids = Children::of(node);
        let head = match kids.take(Rule::heading) {
            Some(heading) => inner.heading(heading),
            None => inner.default_heading(None, range.clone()),
        };
        let mut body = AbilityBuilder::new();
        while let Some(kid) = kids.next() {
            if inner.sentence(kid, &mut body, &mut Modes::None).is_none() {
                body.broken = true;
            }
        }
        self.discourse.continue_slots(inner.discourse.slots());
        let ability = inner.ability(head, body, range);
        self.sink.extend(inner.sink.take());
        ability
    }
}

/// Returns the sentences of a parsed mode.
pub(super) fn mode_sentences<'t>(tree: &'t Tree, text: &'t str) -> impl Iterator<Item = Node<'t>> {
    let nodes = tree.nodes(text, 0).inspect(children::mark_visited);
    nodes.filter(|node| node.as_rule() == Rule::sentence)
}

/// Extends a span to the end of the last effect.
fn last_end(span: At, effects: &[Effect]) -> At {
    effects
        .last()
        .map_or(span, |effect| span.up_to(effect.span))
}

/// Returns whether a game may define this word in a vocabulary list: it is not reserved by the language, and texts can
/// name it.
pub(super) fn is_free_word(list: &str, word: &str) -> bool {
    let is_taken = lists()
        .reserved_words
        .iter()
        .any(|own| own.eq_ignore_ascii_case(word));
    if is_taken {
        return false;
    }
    let rule = match list {
        "marks" => Rule::one_mark,
        "tokens" => Rule::one_token,
        "zones" => Rule::one_zone,
        "rows" => Rule::one_row,
        _ => Rule::one_name,
    };
    reads(rule, word)
}
