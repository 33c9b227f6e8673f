//! Lowers the syntax tree to IR: resolves names and traits, binds references, and checks types.
//!
//! There is one file for each kind of node; they share [`LowerCtx`]. Functions return `None` after reporting a diagnostic,
//! so that the faulty part is left out and the rest is still lowered.

mod amount;
mod arguments;
mod check;
mod children;
mod clause;
mod condition;
mod coordination;
mod ctx;
mod event;
mod foreign_heading;
mod heading;
mod modifiers;
mod noun;
mod opening;
mod parts;
mod place;
mod prefix_clause;
mod pronoun_constraint;
mod reason;
mod reference;
mod role_words;
mod sentence;
mod sentence_prefix;
mod state_types;
mod types;
mod verbs;
mod vocabulary;

use std::ops::Range;

use smol_str::SmolStr;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Place, Safety};
use crate::effect::BearerKey;
use crate::effect::ir::{Ability, At, Effect};
use crate::effect::line_cache::{LineCache, LineOrigin, LoweredLine};
use crate::effect::lists::lists;
use crate::effect::recover::{self, Line, ParsedLine, Repairer, Torn};
use crate::effect::syntax::{Rule, Tree, reads};
use crate::symbols::Symbols;
use children::Children;
#[cfg(test)]
pub(super) use children::taken;
use ctx::LowerCtx;
use heading::LoweredHeading;
use sentence::Modes;
use sentence_prefix::AbilityBuilder;

/// Maximum length of an effect text, in bytes. A printed card has a tenth of it.
const MAX_TEXT_LEN: usize = 4_000;

/// Maximum length of a line, in bytes. This also limits how deeply phrases can nest.
const MAX_LINE_LEN: usize = 1_000;

/// Maximum depth of granted texts: `[… gain [… gain […]]]`.
const MAX_GRANT_DEPTH: usize = 3;

/// Returns the offset of the first bracket that exceeds the maximum depth.
fn too_deep(text: &str) -> Option<usize> {
    if text.bytes().filter(|byte| *byte == b'[').count() <= MAX_GRANT_DEPTH {
        return None;
    }
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_GRANT_DEPTH {
            return Some(at);
        }
    }
    None
}

/// Lowers a text line by line, except for cached lines. Also returns the diagnostics about the text as a whole.
pub(super) fn text(
    text: &str,
    bearer: &BearerKey,
    symbols: &Symbols<'_>,
    known: Option<&LineCache>,
) -> (Vec<LoweredLine>, Vec<Diagnostic<Place>>) {
    if text.len() > MAX_TEXT_LEN {
        let end = (0..=MAX_TEXT_LEN)
            .rev()
            .find(|at| text.is_char_boundary(*at))
            .unwrap_or(0);
        let finding = Diagnostic::new(
            Code::TextTooLong,
            Place::Text(end..end),
            format!(
                "the effect text is too long: {} characters",
                text.chars().count()
            ),
            format!("the first {MAX_TEXT_LEN} bytes end here"),
        )
        .help("split it across several cards");
        return (Vec::new(), vec![finding]);
    }
    if let Some(at) = too_deep(text) {
        let finding = Diagnostic::new(
            Code::TextTooLong,
            Place::Text(at..at + 1),
            "granted texts are nested too deeply",
            "one bracket too many",
        )
        .note(format!("the maximum depth is {MAX_GRANT_DEPTH}"))
        .help("grant the inner text with a separate card");
        return (Vec::new(), vec![finding]);
    }
    if let Some((finding, without)) = recover::listed(text) {
        let (said, mut of_all) = self::text(&without, bearer, symbols, known);
        of_all.push(finding);
        return (said, of_all);
    }
    let lines = recover::lines(text);
    if lines.is_empty() {
        let finding = Diagnostic::new(
            Code::EmptyText,
            Place::Text(0..text.len()),
            "the effect text is empty",
            "expected a sentence",
        )
        .help("write what the card does, or remove the field");
        return (Vec::new(), vec![finding]);
    }
    let mender = Repairer::new(symbols, known.map(LineCache::words));
    let pieces = lines.iter().flat_map(|line| {
        let modes = line.modes.iter().map(|mode| (mode.text, mode.at));
        std::iter::once((line.text, line.at)).chain(modes)
    });
    if let Some((long, at)) = pieces
        .into_iter()
        .find(|(text, _)| text.len() > MAX_LINE_LEN)
    {
        let finding = Diagnostic::new(
            Code::TextTooLong,
            Place::Text(at..at + long.len()),
            format!(
                "this ability is too long: {} characters",
                long.chars().count()
            ),
            "one line of an effect text",
        )
        .note(format!("a line has at most {MAX_LINE_LEN} bytes"))
        .help("split it into several lines, each with its heading");
        return (Vec::new(), vec![finding]);
    }
    let mut said: Vec<LoweredLine> = Vec::with_capacity(lines.len());
    let mut rest = lines.as_slice();
    while let Some((line, below)) = rest.split_first() {
        let torn = recover::torn(rest);
        rest = below;
        let range = line.at..line.end();
        let written = text.get(range.clone()).unwrap_or_default();
        if torn.is_none()
            && let Some(known) = known.and_then(|known| known.get(written, line.at, &mender))
        {
            said.push(known);
            continue;
        }
        let mut scope = LowerCtx::new(&mender, bearer, line.at);
        scope.known = known.map(LineCache::pieces);
        if let Some(torn) = torn {
            let modes = below.get(torn.lines - 2).map(|last| last.modes.clone());
            rest = below.get(torn.lines - 1..).unwrap_or_default();
            let mut found = Vec::from_iter(goes_on(&torn));
            // Other diagnostics have exact spans only if no byte was left out.
            if torn.gaps.iter().all(|(_, by)| *by == " ") {
                scope.line(&Line {
                    text: &torn.text,
                    at: line.at,
                    modes: modes.unwrap_or_default(),
                });
                role_words::fill(&mut scope.found, symbols.game);
                found.append(&mut scope.found);
            }
            said.push(LoweredLine {
                ability: None,
                found,
                line: LineOrigin::Joined,
            });
            continue;
        }
        let mut found = Vec::new();
        let without_comment;
        let line = match comment_in(line.text) {
            None => line,
            Some(at) => {
                found.push(no_comment(line, at));
                without_comment = Line {
                    text: line.text.get(..at).unwrap_or_default().trim_end(),
                    ..line.clone()
                };
                &without_comment
            }
        };
        let spent = mender.spent();
        let ability = match line.text.is_empty() {
            true => None,
            false => scope.line(line),
        };
        role_words::fill(&mut scope.found, symbols.game);
        found.append(&mut scope.found);
        debug_assert!(
            ability.is_some() || !found.is_empty(),
            "a line was dropped without a diagnostic: {}",
            line.text
        );
        let effort = mender.spent() - spent;
        said.push(LoweredLine {
            ability,
            found,
            line: match spent {
                0 => LineOrigin::Read { range, effort },
                _ => LineOrigin::Joined,
            },
        });
    }
    let mut of_all = Vec::new();
    if said.iter().all(|said| said.found.is_empty()) {
        of_all.extend(asked_and_not_there(&said, &lines, bearer, symbols));
    }
    (said, of_all)
}

/// Reports traits of the card that require an ability which the text does not have.
fn asked_and_not_there(
    said: &[LoweredLine],
    lines: &[Line<'_>],
    bearer: &BearerKey,
    symbols: &Symbols<'_>,
) -> Vec<Diagnostic<Place>> {
    let abilities = || said.iter().filter_map(|said| said.ability.as_ref());
    let has = |id: &str| abilities().any(|ability| ability.heading.id == id);
    let asked = bearer.needed_headings(symbols.game);
    let not_there = asked.filter(|(id, _)| !has(id)).filter_map(|(_, heading)| {
        let word = heading.needs_trait.as_ref()?.replace('_', " ");
        let first = lines.first()?;
        let end = first.text.find(':').unwrap_or(first.text.len());
        let finding = Diagnostic::new(
            Code::TextAgainstFields,
            Place::Text(first.at..first.at + end),
            format!("trait {word} requires a `{}` ability", heading.name),
            format!("not a `{}` ability", heading.name),
        );
        Some(finding.help(format!(
            "remove {word} from the card's `traits`, or begin a line with {}",
            heading::openings(heading)
        )))
    });
    not_there.collect()
}

/// Returns the offset of `# a comment` in a line.
fn comment_in(line: &str) -> Option<usize> {
    let mut marks = line.match_indices('#').map(|(at, _)| at);
    marks.find(|at| {
        let before = line.get(..*at).unwrap_or_default();
        before.is_empty() || before.ends_with(char::is_whitespace)
    })
}

/// Reports a comment inside a text.
fn no_comment(line: &Line<'_>, at: usize) -> Diagnostic<Place> {
    Diagnostic::new(
        Code::YamlSyntax,
        Place::Text(line.at + at..line.at + line.text.trim_end().len()),
        "comments are not allowed inside a text",
        "this is read as part of the text",
    )
    .help("move it above the text")
}

/// Reports a line that ends in the middle of a sentence.
fn goes_on(torn: &Torn) -> Option<Diagnostic<Place>> {
    let (gap, by) = torn.gaps.first()?;
    let (message, label, title) = match *by {
        "" => (
            "a word is split across two lines",
            "the line ends in the middle of a sentence",
            "write the word on one line",
        ),
        _ if torn.heading_alone => (
            "this heading has no text; each line is a separate ability",
            "its text is on the next line",
            "write both on one line",
        ),
        _ => (
            "sentence continues on the next line; each line is a separate ability",
            "the line ends in the middle of a sentence",
            "write it on one line",
        ),
    };
    let mut finding = Diagnostic::new(
        Code::UnreadableSentence,
        Place::Text(gap.clone()),
        message,
        label,
    )
    .help(title);
    finding.fixes.push(Fix {
        title: title.to_owned(),
        // A later line may be a separate ability.
        safety: match torn.heading_alone && torn.lines > 2 {
            true => Safety::Unsafe,
            false => Safety::Safe,
        },
        edits: torn
            .gaps
            .iter()
            .map(|(gap, by)| Edit {
                at: Place::Text(gap.clone()),
                text: (*by).to_owned(),
            })
            .collect(),
    });
    Some(finding)
}

impl<'a> LowerCtx<'a> {
    fn line(&mut self, line: &Line<'_>) -> Option<Ability> {
        let range = line.at..line.at + line.text.trim_end().len();
        let bare = self.bare_heading(line.text).is_some();
        match ParsedLine::of(line.text, self.known).filter(|_| !bare) {
            Some(parsed) => {
                let nodes = parsed.nodes(line.text).inspect(children::mark_visited);
                let nodes: Vec<ctx::Node<'_>> = nodes.collect();
                let (heading, sentences) = match nodes.split_first() {
                    Some((first, rest)) if first.as_rule() == Rule::heading => (Some(*first), rest),
                    _ => (None, nodes.as_slice()),
                };
                let known = self.found.len();
                if line.modes.is_empty() {
                    let ability = self.lower_valid_line(heading, sentences, range.clone());
                    if ability.is_some() && self.found.len() == known {
                        return ability;
                    }
                    self.found.truncate(known);
                    let found = std::mem::take(&mut self.found);
                    *self = LowerCtx {
                        found,
                        ..self.fresh()
                    };
                }
                let head = match heading {
                    Some(node) => self.heading_or_reason(node),
                    None => self.default_heading(sentences.first(), range.clone()),
                };
                // Without its heading a text could have several meanings. Its sentences are still lowered to find their
                // own errors.
                if head.is_none() && heading.is_some() {
                    self.enter_recovery();
                }
                let body = self.sentences(sentences, line);
                self.ability(head, body, range)
            }
            None => self.pieces(line, range),
        }
    }

    /// Lowers a line without errors. Saves no state for recovery: a line with an error is lowered again from the start.
    fn lower_valid_line(
        &mut self,
        heading: Option<ctx::Node<'_>>,
        sentences: &[ctx::Node<'_>],
        range: Range<usize>,
    ) -> Option<Ability> {
        let head = match heading {
            Some(node) => self.heading(node),
            None => self.default_heading(sentences.first(), range.clone()),
        }?;
        let mut body = AbilityBuilder::new();
        for sentence in sentences {
            self.sentence(*sentence, &mut body, &mut Modes::None)?;
        }
        self.ability(Some(head), body, range)
    }

    fn ability(
        &mut self,
        head: Option<LoweredHeading>,
        body: AbilityBuilder,
        range: Range<usize>,
    ) -> Option<Ability> {
        let broken = body.broken;
        let effects = body.finish();
        let head = head?;
        if broken || effects.is_empty() {
            return None;
        }
        let span = last_end(At::new(range), &effects);
        Some(Ability {
            heading: head.heading,
            effects,
            span,
        })
    }

    fn sentences(&mut self, sentences: &[ctx::Node<'_>], line: &Line<'_>) -> AbilityBuilder {
        let mut body = AbilityBuilder::new();
        let mut modes = if line.modes.is_empty() {
            Modes::None
        } else {
            Modes::Below(line)
        };
        let mut sentences = sentences.iter().peekable();
        while let Some(sentence) = sentences.next() {
            let before = self.found.len();
            if let Some(next) = sentences.peek()
                && self.is_torn(sentence, next, line)
            {
                body.broken = true;
                sentences.next();
                continue;
            }
            let text = sentence.as_str();
            // After a faulty sentence, follow-up errors are not reported.
            let explained = body.broken || self.recovering;
            if !self.sentence_or_reason(*sentence, &mut body, &mut modes) {
                debug_assert!(
                    self.found.len() > before || explained,
                    "a sentence was dropped without a diagnostic: {text}"
                );
            }
        }
        self.undashed(line);
        if let Modes::Below(_) = modes {
            // The modes are still lowered to find their own errors.
            self.modes_of(line);
            let at = line.modes.first().map_or(line.at..line.at, |mode| {
                mode.at..mode.at + mode.text.trim_end().len()
            });
            let finding = self
                .finding(
                    Code::UnreadableSentence,
                    at,
                    "this mode does not belong to a choice",
                    "the line above does not end with `Choose one:`",
                )
                .help("end the line above with `Choose one:`");
            self.found.push(finding);
            body.broken = true;
        }
        body
    }

    /// Reports modes without a dash.
    fn undashed(&mut self, line: &Line<'_>) {
        let without = || line.modes.iter().filter(|mode| !mode.dash);
        let Some(first) = without().next() else {
            return;
        };
        let edits = without().map(|mode| Edit {
            at: Place::Text(mode.at..mode.at + mode.number),
            text: "- ".to_owned(),
        });
        let edits: Vec<Edit<Place>> = edits.collect();
        // `Discard a card.` below the modes may not be a mode.
        let all_behind = line.modes.iter().skip_while(|mode| mode.dash);
        let behind = line.modes.first().is_some_and(|mode| mode.dash)
            && all_behind
                .clone()
                .all(|mode| !mode.dash && mode.number == 0);
        let mut finding = self
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
        self.found.push(finding);
    }

    /// Lowers each of the modes below a line.
    fn modes_of(&mut self, line: &Line<'_>) -> Vec<Vec<Effect>> {
        let base = self.base;
        let mentions = self.mentions.len();
        let mut modes = Vec::new();
        let mut above = line.at + line.text.len();
        for mode in &line.modes {
            let behind = std::mem::replace(&mut above, mode.at + mode.text.len());
            self.base = mode.at + mode.number;
            let text = mode.text.get(mode.number..).unwrap_or_default();
            match Tree::read(Rule::mode_line, text) {
                Ok(tree) => {
                    let mut body = AbilityBuilder::new();
                    for kid in tree.nodes(text, 0).inspect(children::mark_visited) {
                        if kid.as_rule() == Rule::sentence {
                            self.sentence_or_reason(kid, &mut body, &mut Modes::None);
                        }
                    }
                    modes.push(body.finish());
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
                    self.base = mode.at + start;
                    if inner.trim().is_empty() {
                        let finding = self
                            .finding(
                                Code::EmptyText,
                                mode.at..mode.at + mode.text.len(),
                                "this mode is empty",
                                "expected a sentence",
                            )
                            .help("write what happens, or remove the line")
                            .fix(
                                Safety::Unsafe,
                                "remove the line",
                                Place::Text(behind..above),
                                "",
                            );
                        self.found.push(finding);
                    }
                    self.piecewise(inner.trim_start(), &mut AbilityBuilder::new());
                    modes.push(Vec::new());
                }
            }
            // Mentions of one mode are not known in other modes, or after the choice.
            self.mentions.truncate(mentions);
        }
        self.base = base;
        modes
    }

    /// Lowers a granted ability: `[On Attack: Draw a card.]`.
    fn granted_ability(
        &mut self,
        node: ctx::Node<'_>,
        gaining: Option<SmolStr>,
    ) -> Option<Ability> {
        let range = self.range(&node);
        let mut inner = LowerCtx::new(self.mender, self.bearer, self.base);
        inner.granted = true;
        inner.granted_type = gaining;
        inner.slots = self.slots;
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
        self.slots = inner.slots;
        let ability = inner.ability(head, body, range);
        self.found.append(&mut inner.found);
        ability
    }
}

/// Extends a span to the end of the last effect.
fn last_end(span: At, effects: &[Effect]) -> At {
    effects
        .last()
        .map_or(span, |effect| span.up_to(effect.span))
}

/// Returns whether a game may define this word: it is not reserved by the language.
pub(super) fn is_free_word(word: &str) -> bool {
    let is_taken = lists()
        .reserved_words
        .iter()
        .any(|own| own.eq_ignore_ascii_case(word));
    if is_taken {
        return false;
    }
    reads(Rule::one_name, word)
}
