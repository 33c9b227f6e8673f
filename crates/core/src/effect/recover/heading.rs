//! Finds and checks the heading of a line that does not parse as a whole.

use super::fragment::{Fragment, ParseOutcome};
use super::recovery::{Recovery, trial_of_heading};
use super::repair::Repairer;
use super::unknown_heading::{explain_headings, two_headings};
use super::words::words;
use crate::diagnostic::{Code, Diagnostic, Place, Safety, closest};
use crate::effect::lower::{LowerCtx, LoweredHeading, MARKS, headings_of};
use crate::effect::syntax::{Node, Rule, Tree, reads};
use crate::game::{Game, HeadingForm};

/// A line split after its heading.
pub(in crate::effect) struct Split<'t> {
    pub heading: &'t str,
    /// Byte offset of the first sentence.
    pub rest: usize,
    /// Set if the heading only lacks its colon: the length in bytes of what replaces the colon.
    pub no_colon: Option<usize>,
}

/// Finds the heading of a line that does not parse as a whole.
pub(super) fn split_heading<'t>(line: &'t str, card_type: &str, game: &Game) -> Option<Split<'t>> {
    if let Some(colon) = line.find(':') {
        let before = line.get(..colon)?;
        let first = before
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let chooses = before.to_lowercase().contains("choose");
        // Text before a final colon is a misspelt choice such as `Chose one:`, unless it is similar to a heading.
        let alone = line.get(colon + 1..)?.trim().is_empty()
            && closest(
                before,
                game.headings.values().map(|heading| heading.name.as_str()),
            )
            .is_none();
        // The name of a heading has only a few words. A comma and more words may follow it.
        let name = before.split(',').next().unwrap_or_default();
        let begins = game.headings.values().any(|heading| {
            name.get(..heading.name.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(&heading.name))
        });
        let short = begins
            || (name.split_whitespace().count() <= 4 && !name.contains(|c: char| c.is_numeric()));
        // `Discard a card: draw 2 cards.` starts with a cost.
        let cost = reads(Rule::one_sentence, &format!("{before}."));
        let sentence = chooses || alone || !short || first == "if" || cost;
        if !before.contains(['.', '[', '(']) && !sentence {
            return Some(Split {
                heading: line.get(..=colon)?,
                rest: colon + 1,
                no_colon: None,
            });
        }
    }
    // `On Activation Draw a card.`: a heading of the game without its colon.
    let named = game
        .headings
        .values()
        .filter(|heading| heading.types.iter().any(|known| known == card_type))
        .filter_map(|heading| {
            let start = line.get(..heading.name.len())?;
            start
                .eq_ignore_ascii_case(&heading.name)
                .then_some((heading.name.len(), heading.form))
        })
        .max_by_key(|(length, _)| *length);
    let (name, form) = named?;
    let after = line.get(name..)?;
    if !after.starts_with([' ', ',', '.', ';', '-', '–', '—']) {
        return None;
    }
    // In `Ongoing. Draw a card.`, the heading is only the name.
    let ends = instead_of_colon(after) > 0 && !after.starts_with(',');
    let end = match form {
        _ if ends => name,
        HeadingForm::Plain => name,
        // The longest run of words that is a complete heading once the colon is added.
        HeadingForm::Event | HeadingForm::Placement => words(line)
            .iter()
            .take(24)
            .map(|word| word.end)
            .filter(|end| *end > name)
            .rfind(|end| {
                let run = line.get(..*end).unwrap_or_default();
                reads(Rule::one_heading, &format!("{run}:"))
            })?,
    };
    let wrong = instead_of_colon(line.get(end..)?);
    Some(Split {
        heading: line.get(..end)?,
        rest: end + wrong,
        no_colon: Some(wrong),
    })
}

/// Returns the length in bytes of the mark that replaces a colon, including the space before it; 0 if there is none.
fn instead_of_colon(rest: &str) -> usize {
    let marked = rest.trim_start();
    let space = rest.len() - marked.len();
    match marked.chars().next() {
        Some(c @ (',' | '.' | ';')) if space == 0 => c.len_utf8(),
        Some(c @ ('-' | '–' | '—' | '|' | '>' | '→' | '='))
            if marked
                .get(c.len_utf8()..)
                .is_some_and(|rest| rest.starts_with(' ')) =>
        {
            space + c.len_utf8()
        }
        _ => 0,
    }
}

/// Reports a heading without its colon.
fn no_colon(heading: &str, line: &str, wrong: usize, base: usize) -> Diagnostic<Place> {
    let at = base + heading.len();
    let place = Place::Text(at..at + wrong);
    let mark = line
        .get(heading.len()..heading.len() + wrong)
        .unwrap_or_default();
    let space = mark.len() - mark.trim_start().len();
    Diagnostic::new(
        Code::UnreadableSentence,
        Place::Text(at + space..at + wrong),
        format!("missing colon after the heading `{heading}`"),
        match wrong {
            0 => "expected `:` here",
            _ => "expected `:` instead of this",
        },
    )
    .fix(Safety::Safe, "write a colon", place, ":")
}

/// Reports an unreadable heading.
fn unreadable_heading(
    split: &Split<'_>,
    line: &str,
    base: usize,
    repairer: &Repairer<'_>,
    trial: &mut dyn FnMut(&str) -> ParseOutcome,
) -> Vec<Diagnostic<Place>> {
    if let Some(wrong) = split.no_colon {
        return vec![no_colon(split.heading, line, wrong, base)];
    }
    let piece = Fragment {
        text: split.heading,
        base,
        rule: Rule::one_heading,
        what: "the heading",
        stop: 0,
    };
    repairer.unreadable(&piece, trial)
}

impl Recovery<'_> {
    /// Lowers a heading. If that fails, searches the whole heading for a misspelt word.
    pub fn heading(self, ctx: &mut LowerCtx<'_>, node: Node<'_>) -> Option<LoweredHeading> {
        let known = ctx.sink().mark();
        let piece = Fragment {
            text: node.as_str().trim_end(),
            base: ctx.base() + node.start(),
            rule: Rule::one_heading,
            what: "the heading",
            stop: 0,
        };
        let head = ctx.heading(node);
        explain_headings(ctx, node, known);
        if head.is_some() {
            return head;
        }
        // A heading begins its line, so nothing precedes it.
        let before = ctx.fresh();
        let first = ctx.sink().since(known).first()?;
        if first.code != Code::UnknownHeading {
            let trial = &mut |text: &str| trial_of_heading(&before, text);
            let reasons = self.repairer.misread(&piece, None, None, false, trial);
            if !reasons.is_empty() {
                ctx.sink_mut().truncate(known);
                ctx.sink_mut().extend(reasons);
            }
        }
        for finding in ctx.sink_mut().since_mut(known) {
            if finding.fixes.is_empty() && finding.help.is_none() {
                finding.help = Some(MARKS.to_owned());
            }
        }
        let all = ctx.sink().since(known);
        let found = all.first()?;
        // A suggested heading of a different name is only a guess, so the rest is not lowered as if the guess were
        // right.
        if matches!(found.code, Code::HeadingNotOfType | Code::MissingHeading) {
            return None;
        }
        let headings = ctx.game().headings.values();
        let said = piece.text.trim_end_matches(':');
        if found.code == Code::UnknownHeading
            && closest(said, headings.map(|heading| heading.name.as_str())).is_none()
        {
            return None;
        }
        let repaired = piece.repaired(all)?;
        continue_as_fixed(ctx, before, &repaired)
    }

    /// Reports a heading that fails to parse.
    pub fn unreadable_heading(
        self,
        ctx: &mut LowerCtx<'_>,
        split: &Split<'_>,
        line: &str,
    ) -> Option<LoweredHeading> {
        let at = ctx.base()..ctx.base() + split.heading.trim_end().len();
        if let Some(finding) = two_headings(ctx.game(), split.heading, at) {
            ctx.sink_mut().push(finding);
            return None;
        }
        let before = ctx.speculate();
        let trial = &mut |text: &str| trial_of_heading(&before, text);
        let mut found = unreadable_heading(split, line, ctx.base(), self.repairer, trial);
        for finding in found.iter_mut().filter(|finding| finding.fixes.is_empty()) {
            let headings = || headings_of(ctx.game(), ctx.card_type());
            finding
                .help
                .get_or_insert_with(|| format!("write one of: {}", headings()));
        }
        let piece = Fragment {
            text: split.heading,
            base: ctx.base(),
            rule: Rule::one_heading,
            what: "the heading",
            stop: 0,
        };
        let repaired = if split.no_colon.is_some() {
            Some(format!("{}:", split.heading))
        } else {
            piece.repaired(&found)
        };
        ctx.sink_mut().extend(found);
        continue_as_fixed(ctx, before, &repaired?)
    }
}

/// Continues with this heading in place of the one that failed. `before` is the context before the heading.
pub(super) fn continue_as_fixed<'a>(
    ctx: &mut LowerCtx<'a>,
    mut before: LowerCtx<'a>,
    heading: &str,
) -> Option<LoweredHeading> {
    let tree = Tree::read(Rule::one_heading, heading).ok()?;
    let head = before.heading(tree.node(heading)?)?;
    // The card may lack a field that this heading requires, which is a separate mistake.
    ctx.sink_mut().extend(before.sink_mut().take());
    std::mem::swap(before.sink_mut(), ctx.sink_mut());
    *ctx = before;
    Some(head)
}
