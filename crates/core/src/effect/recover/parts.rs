//! Recovery of several mistakes around a joint: each side of the joint is parsed as a separate sentence.

use std::ops::Range;

use super::coordination::no_joint;
use super::fragment::{Fragment, ParseOutcome, ends};
use super::recovery::Recovery;
use super::repair::as_written;
use super::words::is_small;
use crate::diagnostic::{Code, Diagnostic, Place, Reason};
use crate::effect::letter_case::uncapitalised;
use crate::effect::lists::lists;
use crate::effect::lower::{AbilityBuilder, LowerCtx};

/// Maximum number of joints tried in a sentence, and maximum depth of joints within clauses.
const MAX_JOINTS: usize = 4;
const MAX_DEPTH: u8 = 2;

/// A clause that completes a lead, so that it can be parsed alone.
const ANYTHING: &str = ", draw a card.";

/// A position at which a sentence can be split.
struct Conjunction {
    at: Range<usize>,
    /// `true` if a lead ends here, `false` if a clause ends here.
    lead: bool,
}

impl Recovery<'_> {
    /// Returns the diagnostics of both sides of a joint, if the sentence is valid with all of their fixes: `Draw a card
    /// and deal 2 damage to a Skeleton.`
    pub fn in_parts(
        self,
        before: &LowerCtx<'_>,
        piece: &Fragment<'_>,
        found: &[Diagnostic<Place>],
    ) -> Option<Vec<Diagnostic<Place>>> {
        let is_clean = |found: &[Diagnostic<Place>]| self.is_right_with(before, piece, found);
        let stopped = found.iter().all(is_only_stopped);
        let mends = found.iter().all(|finding| !finding.fixes.is_empty());
        let of_words = mends && found.iter().all(is_of_a_word);
        if self.parts >= MAX_DEPTH || !stopped && !of_words || is_clean(found) {
            return None;
        }
        let onward = |found: &[Diagnostic<Place>], guess: bool| {
            let found = self.behind(before, piece, found, guess)?;
            self.is_told_by(before, piece, &found).then_some(found)
        };
        if of_words && let Some(all) = onward(found, false) {
            return Some(all);
        }
        let mut around = Vec::new();
        for joint in joints(piece.text).iter().take(MAX_JOINTS) {
            let Some(found) = self.around(before, piece, joint) else {
                continue;
            };
            if is_clean(&found) {
                return Some(found);
            }
            around.push(found);
        }
        if !stopped {
            return None;
        }
        let changes = self.repairer.onward(piece).into_iter();
        let mut changes = changes.map(|change| [change]);
        let onward = changes.find_map(|change| onward(&change, true));
        // If no combination of fixes works, the errors of each side are more useful than where parsing stopped.
        let told = |found: &Vec<Diagnostic<Place>>| {
            let mut known = found.clone();
            known.retain(|finding| !finding.fixes.is_empty());
            let repaired = piece.repaired(&known).unwrap_or_default();
            let read = self.trial(before, &repaired, piece.base) >= ParseOutcome::Read;
            read && found.len() > 1 && !found.iter().any(is_no_clause)
        };
        onward.or_else(|| around.into_iter().find(told))
    }

    /// Returns whether a sentence is valid with the fixes of these diagnostics. A missing full stop is reported
    /// separately and ignored here.
    pub fn is_right_with(
        self,
        before: &LowerCtx<'_>,
        piece: &Fragment<'_>,
        found: &[Diagnostic<Place>],
    ) -> bool {
        self.with_fixes(before, piece, found) == ParseOutcome::Clean
    }

    fn with_fixes(
        self,
        before: &LowerCtx<'_>,
        piece: &Fragment<'_>,
        found: &[Diagnostic<Place>],
    ) -> ParseOutcome {
        piece.repaired(found).map_or(ParseOutcome::Unread, |text| {
            let end = if ends(&text) { "" } else { "." };
            self.trial(before, &format!("{text}{end}"), piece.base)
        })
    }

    /// Returns whether a sentence is valid with the fixes of these diagnostics. If some have no fix, it only has to
    /// parse.
    fn is_told_by(
        self,
        before: &LowerCtx<'_>,
        piece: &Fragment<'_>,
        found: &[Diagnostic<Place>],
    ) -> bool {
        let mends = |finding: &&Diagnostic<Place>| !finding.fixes.is_empty();
        let mending: Vec<_> = found.iter().filter(mends).cloned().collect();
        let least = match mending.len() == found.len() {
            true => ParseOutcome::Clean,
            false => ParseOutcome::Read,
        };
        self.with_fixes(before, piece, &mending) >= least
    }

    /// Returns whether a diagnostic has no fix because its word is unknown.
    fn is_of_nobody(self, piece: &Fragment<'_>, finding: &Diagnostic<Place>) -> bool {
        let at = piece.place_in(&finding.primary.at).unwrap_or_default();
        let word = piece.get(&at);
        let code = matches!(
            finding.code,
            Code::UnknownWord | Code::UnknownTrait | Code::UnknownCard
        );
        code && finding.fixes.is_empty() && self.repairer.unknown_words(word) > 0
    }

    /// Returns the diagnostics of single words and of further mistakes, if the sentence is valid with all of their
    /// fixes.
    pub fn all_in_words(
        self,
        before: &LowerCtx<'_>,
        piece: &Fragment<'_>,
        found: &[Diagnostic<Place>],
    ) -> Option<Vec<Diagnostic<Place>>> {
        if self.parts >= MAX_DEPTH || !found.iter().all(is_of_a_word) {
            return None;
        }
        let is_clean = |found: &[Diagnostic<Place>]| self.is_right_with(before, piece, found);
        if is_clean(found) {
            return None;
        }
        // A diagnostic without a fix may have one after the rest is fixed.
        let mut found = found.to_vec();
        found.retain(|finding| !finding.fixes.is_empty());
        let all = self.behind(before, piece, &found, false)?;
        (all.len() > found.len() && self.is_told_by(before, piece, &all)).then_some(all)
    }

    /// Adds the mistakes that are found after these diagnostics are fixed: `Dela 2 dmg to a unit.` If these fixes are a
    /// `guess`, returns `None` when a further fix is next to one of them.
    fn behind(
        self,
        before: &LowerCtx<'_>,
        piece: &Fragment<'_>,
        found: &[Diagnostic<Place>],
        guess: bool,
    ) -> Option<Vec<Diagnostic<Place>>> {
        let edits = piece.edits(found)?;
        let edits: Vec<(Range<usize>, usize)> =
            edits.into_iter().map(|(at, by)| (at, by.len())).collect();
        let repaired = piece.repaired(found)?;
        let mut ctx = before.clone();
        ctx.sink_mut().truncate(0);
        ctx.set_base(piece.base);
        self.split()
            .piecewise(&mut ctx, &repaired, &mut AbilityBuilder::new());
        let mut all = found.to_vec();
        for mut finding in ctx.sink_mut().take() {
            as_written(&mut finding, piece.base, &edits);
            let mine = match self.is_of_nobody(piece, &finding) {
                true => Vec::new(),
                false => piece.edits(std::slice::from_ref(&finding))?,
            };
            // Text that comes from the fix of another diagnostic is not a mistake of the author.
            let again = |(at, _): &(Range<usize>, &str)| {
                let touches =
                    |(of, _): &(Range<usize>, usize)| at.start < of.end && of.start < at.end;
                edits.iter().any(touches)
            };
            let beside = |(at, _): &(Range<usize>, &str)| {
                let beside = |(of, _): &(Range<usize>, usize)| {
                    let between = at.end.min(of.end)..at.start.max(of.start);
                    !piece.get(&between).trim().contains(' ')
                };
                guess && edits.iter().any(beside)
            };
            if mine.iter().any(again) || mine.iter().any(beside) || says_more(&finding) {
                return None;
            }
            all.push(finding);
        }
        in_order(&mut all);
        Some(all)
    }

    /// Returns the diagnostics of both sides of a joint, and of the joint itself.
    fn around(
        self,
        before: &LowerCtx<'_>,
        piece: &Fragment<'_>,
        joint: &Conjunction,
    ) -> Option<Vec<Diagnostic<Place>>> {
        let first = piece.text.get(..joint.at.start)?;
        let second = piece.text.get(joint.at.end..)?;
        let end = if joint.lead { ANYTHING } else { "." };
        let mut ctx = before.clone();
        ctx.sink_mut().truncate(0);
        ctx.set_base(piece.base);
        let inner = self.split();
        let first_half = format!("{first}{end}");
        inner.piecewise(&mut ctx, &first_half, &mut AbilityBuilder::new());
        let inside =
            |found: &Diagnostic<Place>| within(found, &(piece.base..piece.base + first.len()));
        // A diagnostic that quotes the sentence would show `ANYTHING`, which the author did not write.
        let ours = |found: &Diagnostic<Place>| joint.lead && found.reason == Reason::QuotesSentence;
        // The missing half may follow the joint.
        let and = piece.get(&joint.at) == " and ";
        let half = |found: &Diagnostic<Place>| and && found.reason == Reason::MissingHalf;
        let other = |found: &Diagnostic<Place>| {
            !inside(found) || ours(found) || says_more(found) || half(found)
        };
        if ctx.sink().since(0).iter().any(other) {
            return None;
        }
        let of_first = ctx.sink().mark();
        for finding in ctx.sink_mut().since_mut(0) {
            // The original sentence goes on after this part.
            finding.quote_without_full_stop();
        }
        let start = piece.base + joint.at.end;
        ctx.set_base(start);
        inner.piecewise(&mut ctx, second, &mut AbilityBuilder::new());
        let all = start..start + second.len();
        let mut found = ctx.sink_mut().take();
        for finding in found.iter_mut().skip(of_first) {
            if !within(finding, &all) || says_more(finding) {
                return None;
            }
            // The second part is in the middle of the real sentence, so it does not begin with a capital letter.
            let begins = |at: &Place| matches!(at, Place::Text(at) if at.start == start);
            finding.rewrite_edits(begins, uncapitalised);
        }
        found.extend(about(piece, joint));
        in_order(&mut found);
        Some(found)
    }
}

fn in_order(found: &mut [Diagnostic<Place>]) {
    found.sort_by_key(|finding| match &finding.primary.at {
        Place::Text(at) => at.start,
        Place::File(_) => 0,
    });
}

/// Returns the joints of a sentence in order.
fn joints(text: &str) -> Vec<Conjunction> {
    let lower = text.to_ascii_lowercase();
    let first = lower.split(' ').next().unwrap_or_default();
    let mut leads = lists().clause_leads.contains(&first);
    let mut joints = Vec::new();
    let mut at = 0;
    while let Some(rest) = lower.get(at..).filter(|rest| !rest.is_empty()) {
        let found = lists()
            .clause_joints
            .iter()
            .find(|joint| rest.starts_with(**joint));
        let Some(joint) = found else {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        let lead = *joint == ", ";
        // A comma without a word ends a lead, never a clause.
        if !lead || leads {
            joints.push(Conjunction {
                at: at..at + joint.len(),
                lead,
            });
            leads &= !lead;
        }
        at += joint.len();
    }
    joints
}

/// Returns the diagnostic of the joint itself.
fn about(piece: &Fragment<'_>, joint: &Conjunction) -> Option<Diagnostic<Place>> {
    let said = piece.get(&joint.at);
    if joint.lead || said.eq_ignore_ascii_case(", then ") {
        return None;
    }
    let word = said.trim_matches([',', ' ']);
    let start = joint.at.start + said.find(word)?;
    let place = start..start + word.len();
    let range = joint.at.start..joint.at.end - 1;
    Some(no_joint(piece, &place, &range))
}

/// Returns whether the fixes of a diagnostic insert no more than three words each and no full stop.
fn is_of_a_word(finding: &Diagnostic<Place>) -> bool {
    let edits = finding.fixes.iter().flat_map(|fix| &fix.edits);
    let mut words = edits
        .map(|edit| edit.text.trim())
        .filter(|by| !by.is_empty());
    words.all(|by| !by.contains('.') && by.split(' ').count() < 4)
}

/// Returns whether a diagnostic adds an essential word: authors do not forget a verb.
fn says_more(finding: &Diagnostic<Place>) -> bool {
    let edits = finding.fixes.iter().flat_map(|fix| &fix.edits);
    let is_more = |word: &str| word.chars().all(char::is_alphabetic) && !is_small(word);
    let mut added = edits.filter(|edit| matches!(&edit.at, Place::Text(at) if at.is_empty()));
    finding.reason == Reason::MissingWord
        && added.any(|edit| edit.text.split_whitespace().any(is_more))
}

/// Returns whether a diagnostic shows that a part is not a clause: parsing stopped, the noun is missing, or a fix adds
/// a subject.
fn is_no_clause(finding: &Diagnostic<Place>) -> bool {
    let edits = finding.fixes.iter().flat_map(|fix| &fix.edits);
    let mut texts = edits.map(|edit| edit.text.to_lowercase());
    let lacks = finding.reason == Reason::MissingNoun;
    let subject = |text: String| {
        ["this ", "that ", "you "]
            .iter()
            .any(|word| text.starts_with(word))
    };
    is_only_stopped(finding) || lacks || texts.any(subject)
}

/// Returns whether a diagnostic only reports where parsing stopped.
fn is_only_stopped(finding: &Diagnostic<Place>) -> bool {
    finding.reason == Reason::ParsingStopped
}

/// Returns whether the span and all edits of a diagnostic are within a range.
fn within(finding: &Diagnostic<Place>, range: &Range<usize>) -> bool {
    let edits = finding.fixes.iter().flat_map(|fix| &fix.edits);
    let places = edits.map(|edit| &edit.at).chain([&finding.primary.at]);
    places.into_iter().all(|place| match place {
        Place::Text(at) => range.start <= at.start && at.end <= range.end,
        Place::File(_) => true,
    })
}
