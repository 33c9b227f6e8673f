//! Recovery of a line: its heading, then each sentence alone.

use std::borrow::Cow;
use std::ops::Range;

use super::fragment::Fragment;
use super::heading::{continue_as_fixed, split_heading};
use super::opening::{bare_heading, opening_behind};
use super::recovery::Recovery;
use super::rewording::this_card;
use super::typography::decorated;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Place, Safety};
use crate::effect::BearerKey;
use crate::effect::ir::{Ability, Effect};
use crate::effect::letter_case::capitalised;
use crate::effect::lower::{
    AbilityBuilder, LowerCtx, LoweredLine, Modes, heading_and_sentences, mode_sentences,
};
use crate::effect::parse::lines::{Line, Mode, sentences};
use crate::effect::parse::sentence_cache::ParsedLine;
use crate::effect::syntax::{Node, Rule, Tree};
use crate::symbols::Symbols;

impl Recovery<'_> {
    /// Explains the mistakes of a line. `parsed` is the line if it parses.
    pub fn explain(
        self,
        line: &Line<'_>,
        parsed: Option<&ParsedLine>,
        bearer: &BearerKey,
        symbols: &Symbols<'_>,
    ) -> LoweredLine {
        let mut ctx = LowerCtx::new(symbols, bearer, line.at);
        let ability = self.line(&mut ctx, line, parsed);
        LoweredLine {
            ability,
            diagnostics: ctx.sink_mut().take(),
        }
    }

    fn line(
        self,
        ctx: &mut LowerCtx<'_>,
        line: &Line<'_>,
        parsed: Option<&ParsedLine>,
    ) -> Option<Ability> {
        let range = line.at..line.at + line.text.trim_end().len();
        // A bare heading must be completed with its second part, which is in the first sentence.
        let bare = bare_heading(ctx.game(), ctx.card_type(), line.text).is_some();
        let Some(parsed) = parsed.filter(|_| !bare) else {
            return self.pieces(ctx, line, range);
        };
        let (heading, sentences) = heading_and_sentences(parsed, line.text);
        let head = match heading {
            Some(node) => self.heading(ctx, node),
            None => ctx.default_heading(sentences.first(), range.clone()),
        };
        // Without a heading, the meaning of the text is ambiguous. Its sentences are still lowered to find their own
        // errors.
        if head.is_none() && heading.is_some() {
            ctx.enter_recovery();
        }
        let body = self.sentences(ctx, &sentences, line);
        ctx.ability(head, body, range)
    }

    /// Lowers a line that does not parse as a whole: its heading, then each sentence alone.
    fn pieces(
        self,
        ctx: &mut LowerCtx<'_>,
        line: &Line<'_>,
        range: Range<usize>,
    ) -> Option<Ability> {
        if let Some((finding, without)) = decorated(line.text, line.at) {
            ctx.sink_mut().push(finding);
            let line = Line {
                text: &without,
                ..line.clone()
            };
            let parsed = self.reader.line(line.text);
            return self.line(ctx, &line, parsed.as_ref());
        }
        let known = ctx.sink().mark();
        let (start, capital) = match opening_behind(ctx, line.text) {
            Some(opening) => {
                ctx.sink_mut().push(opening.finding);
                let before = ctx.speculate();
                continue_as_fixed(ctx, before, &opening.heading);
                (opening.rest, true)
            }
            None => (self.heading_of_pieces(ctx, line, range), false),
        };
        let head = ctx.sink().since(known).first();
        let is_label =
            head.is_some_and(|head| head.code == Code::UnknownHeading && head.fixes.is_empty());
        let known = ctx.sink().mark();
        let rest = line.text.get(start..).unwrap_or_default();
        let rest = match capital {
            true => Cow::Owned(capitalised(rest)),
            false => Cow::Borrowed(rest),
        };
        ctx.at_base(ctx.base() + start, |ctx| {
            self.piecewise(ctx, &rest, &mut AbilityBuilder::new());
        });
        if is_label {
            without_own_subject(ctx, known, &rest);
        }
        if !line.modes.is_empty() {
            self.modes_of(ctx, line);
            undashed(ctx, line);
        }
        None
    }

    /// Lowers the heading of such a line, and returns the offset of its sentences.
    fn heading_of_pieces(
        self,
        ctx: &mut LowerCtx<'_>,
        line: &Line<'_>,
        range: Range<usize>,
    ) -> usize {
        let split = split_heading(line.text, ctx.card_type(), ctx.game());
        let Some(split) = split else {
            ctx.default_heading(None, range);
            return 0;
        };
        let known = ctx.sink().mark();
        let tree = Tree::read(Rule::one_heading, split.heading).ok();
        let node = tree.as_ref().and_then(|tree| tree.node(split.heading));
        let head = match node {
            Some(node) => self.heading(ctx, node),
            None => self.unreadable_heading(ctx, &split, line.text),
        };
        if head.is_none() {
            ctx.enter_recovery();
        }
        let behind = line.text.get(split.rest..).unwrap_or_default();
        if behind.trim().is_empty() && ctx.sink().mark() == known {
            ctx.sink_mut().push(only_heading(line, range));
        }
        split.rest
    }

    /// Lowers a run of sentences one by one, and reports why each faulty sentence fails to parse.
    pub fn piecewise(self, ctx: &mut LowerCtx<'_>, text: &str, body: &mut AbilityBuilder) {
        for piece in sentences(text) {
            let slice = text.get(piece.clone()).unwrap_or_default();
            ctx.at_base(ctx.base() + piece.start, |ctx| self.piece(ctx, slice, body));
        }
        body.broken = true;
    }

    fn piece(self, ctx: &mut LowerCtx<'_>, slice: &str, body: &mut AbilityBuilder) {
        match self.reader.sentence(slice) {
            Ok(tree) => {
                // The modes of `Choose one:` are on other lines, so the choice is lowered without them.
                if let Some(sentence) = tree.node(slice) {
                    self.sentence(ctx, sentence, body, &mut Modes::Assumed);
                }
            }
            Err(stop) => {
                // Later sentences may refer to something in this sentence.
                body.broken = true;
                let before = ctx.speculate();
                let piece = Fragment {
                    text: slice,
                    base: ctx.base(),
                    rule: Rule::one_sentence,
                    what: "the sentence",
                    stop: stop.at,
                };
                let trial = &mut |text: &str| self.trial(&before, text, piece.base);
                let found = self.repairer.unreadable(&piece, trial);
                let found = self.in_parts(&before, &piece, &found).unwrap_or(found);
                let mut found = self.impossible(&before, &piece, found);
                found.extend(self.stop_beside(&before, &piece, &found));
                self.show_nearest(&before, &piece, &mut found);
                self.continue_as_fixed(ctx, before, &piece, &found);
                ctx.sink_mut().extend(found);
            }
        }
    }

    /// Replaces a diagnostic about wording by the error that its fix would lead to, if that one says that the action
    /// cannot apply to this: no wording helps then.
    fn impossible(
        self,
        before: &LowerCtx<'_>,
        piece: &Fragment<'_>,
        found: Vec<Diagnostic<Place>>,
    ) -> Vec<Diagnostic<Place>> {
        let [wording] = found.as_slice() else {
            return found;
        };
        if wording.code != Code::UnreadableSentence {
            return found;
        }
        let repaired = piece.repaired(&found);
        let left = repaired.and_then(|text| self.tried(before, &text, piece.base));
        let Some([left]) = left.as_deref() else {
            return found;
        };
        // The error must be about the words that the fix wrote.
        let edited = wording.fixes.first().and_then(|fix| fix.edits.first());
        let overlaps = match (
            &left.primary.at,
            edited.map(|edit| (&edit.at, edit.text.len())),
        ) {
            (Place::Text(left), Some((Place::Text(edit), length))) => {
                left.start < edit.start + length && edit.start < left.end
            }
            _ => false,
        };
        if left.code != Code::CannotApply || !overlaps {
            return found;
        }
        // The places of this error are those of the fixed sentence.
        let mut error = Diagnostic::new(
            left.code,
            wording.primary.at.clone(),
            left.message.clone(),
            left.primary.message.clone(),
        );
        error.help = left.help.clone();
        error.note = left.note.clone();
        vec![error]
    }

    fn sentences(
        self,
        ctx: &mut LowerCtx<'_>,
        sentences: &[Node<'_>],
        line: &Line<'_>,
    ) -> AbilityBuilder {
        let mut body = AbilityBuilder::new();
        let mut lower_modes = |ctx: &mut LowerCtx<'_>| Some(self.modes_of(ctx, line));
        let mut modes = match line.modes.is_empty() {
            true => Modes::None,
            false => Modes::Below(&mut lower_modes),
        };
        let mut sentences = sentences.iter().peekable();
        while let Some(sentence) = sentences.next() {
            let before = ctx.sink().mark();
            if let Some(next) = sentences.peek()
                && self.is_torn(ctx, sentence, next, line)
            {
                body.broken = true;
                sentences.next();
                continue;
            }
            let text = sentence.as_str();
            // After a faulty sentence, follow-up errors are not reported.
            let explained = body.broken || ctx.is_recovering();
            if !self.sentence(ctx, *sentence, &mut body, &mut modes) {
                debug_assert!(
                    ctx.sink().mark() > before || explained,
                    "a sentence was dropped without a diagnostic: {text}"
                );
            }
        }
        let left = matches!(modes, Modes::Below(_));
        undashed(ctx, line);
        if left {
            // The modes are still lowered to find their own errors.
            self.modes_of(ctx, line);
            let at = line.modes.first().map_or(line.at..line.at, |mode| {
                mode.at..mode.at + mode.text.trim_end().len()
            });
            let finding = ctx
                .finding(
                    Code::UnreadableSentence,
                    at,
                    "this mode does not belong to a choice",
                    "the line above does not end with `Choose one:`",
                )
                .help("end the line above with `Choose one:`");
            ctx.sink_mut().push(finding);
            body.broken = true;
        }
        body
    }

    /// Lowers each of the modes below a line.
    fn modes_of(self, ctx: &mut LowerCtx<'_>, line: &Line<'_>) -> Vec<Vec<Effect>> {
        let mut modes = Vec::new();
        let mut above = line.at + line.text.len();
        for mode in &line.modes {
            let end = mode.at + mode.text.len();
            let before = std::mem::replace(&mut above, end);
            // Other modes, and sentences after the choice, cannot refer to the things that a mode mentions.
            let effects = ctx.at_base(mode.at + mode.number, |ctx| {
                ctx.with_own_mentions(|ctx| self.mode(ctx, mode, before..end))
            });
            modes.push(effects);
        }
        modes
    }

    /// Lowers a mode. `lines` is its span with the line break before it.
    fn mode(self, ctx: &mut LowerCtx<'_>, mode: &Mode<'_>, lines: Range<usize>) -> Vec<Effect> {
        let text = mode.text.get(mode.number..).unwrap_or_default();
        match self.reader.tree(Rule::mode_line, text) {
            Ok(tree) => {
                let mut body = AbilityBuilder::new();
                for node in mode_sentences(&tree, text) {
                    self.sentence(ctx, node, &mut body, &mut Modes::None);
                }
                body.finish()
            }
            Err(_) => {
                let start = if mode.dash {
                    mode.text
                        .char_indices()
                        .nth(1)
                        .map_or(mode.text.len(), |(at, _)| at)
                } else {
                    mode.number
                };
                let inner = mode.text.get(start..).unwrap_or_default();
                let start = start + (inner.len() - inner.trim_start().len());
                if inner.trim().is_empty() {
                    let finding = ctx
                        .finding(
                            Code::EmptyText,
                            mode.at..mode.at + mode.text.len(),
                            "this mode is empty",
                            "expected a sentence",
                        )
                        .help("write what happens, or remove the line")
                        .fix(Safety::Unsafe, "remove the line", Place::Text(lines), "");
                    ctx.sink_mut().push(finding);
                }
                ctx.at_base(mode.at + start, |ctx| {
                    self.piecewise(ctx, inner.trim_start(), &mut AbilityBuilder::new());
                });
                Vec::new()
            }
        }
    }
}

fn only_heading(line: &Line<'_>, at: Range<usize>) -> Diagnostic<Place> {
    let help = match line.modes.as_slice() {
        [] => "write what happens after it, on the same line",
        _ => "write `Choose one:` after it; the lines below are then its modes",
    };
    Diagnostic::new(
        Code::EmptyText,
        Place::Text(at),
        "this heading has no text",
        "no effect after this",
    )
    .help(help)
}

/// Reports modes without a dash.
fn undashed(ctx: &mut LowerCtx<'_>, line: &Line<'_>) {
    let without = || line.modes.iter().filter(|mode| !mode.dash);
    let Some(first) = without().next() else {
        return;
    };
    let edits = without().map(|mode| Edit {
        at: Place::Text(mode.at..mode.at + mode.number),
        text: "- ".to_owned(),
    });
    let edits: Vec<Edit<Place>> = edits.collect();
    // A sentence below the modes, such as `Discard a card.`, is perhaps not meant as a mode.
    let all_behind = line.modes.iter().skip_while(|mode| mode.dash);
    let behind = line.modes.first().is_some_and(|mode| mode.dash)
        && all_behind
            .clone()
            .all(|mode| !mode.dash && mode.number == 0);
    let mut finding = ctx
        .finding(
            Code::UnreadableSentence,
            first.at..first.at + first.number.saturating_sub(1),
            "a mode must begin with a dash",
            match first.number {
                0 => "missing `- `",
                _ => "expected `-` instead of this",
            },
        )
        .help(match behind {
            true => {
                "write `- ` before it if it is a mode; write an effect of all modes before `Choose one:`, or in \
                 every mode"
            }
            false => "write `- ` before each mode",
        });
    finding.fixes.push(Fix {
        title: "write the dashes".to_owned(),
        safety: Safety::Unsafe,
        edits,
    });
    ctx.sink_mut().push(finding);
}

/// Removes the proposals that make the card the subject of a sentence without one: words before a colon that are no heading
/// may name another subject.
fn without_own_subject(ctx: &mut LowerCtx<'_>, known: usize, sentences: &str) {
    let Some(this) = this_card(ctx) else {
        return;
    };
    if sentences.to_lowercase().contains(&this) {
        return;
    }
    for finding in ctx.sink_mut().since_mut(known) {
        finding.fixes.retain(|fix| {
            let mut edits = fix.edits.iter();
            !edits.any(|edit| edit.text.to_lowercase().contains(&this))
        });
    }
}
