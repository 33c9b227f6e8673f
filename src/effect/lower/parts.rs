//! Several mistakes around a joint: what stands on each side of it is read as a sentence of its own.

use std::ops::Range;

use super::head::Body;
use super::noun::NOUN_MISSING;
use super::scope::Scope;
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::effect::lists::lists;
use crate::effect::read::{self, Piece, Trial};

/// How many joints of a sentence are tried, and how many of the clauses between them have joints of their own.
const MOST_JOINTS: usize = 4;
const DEEPEST: u8 = 2;

/// What stands behind a lead where that is read by itself.
const ANYTHING: &str = ", draw a card.";

/// Where a sentence is divided.
struct Joint {
    at: Range<usize>,
    /// What leads a sentence ends there, and no clause.
    lead: bool,
}

impl Scope<'_> {
    /// What is wrong on both sides of a joint, where all of a sentence that cannot be read is right without
    /// that: `Draw a card and deal 2 damage to a Skeleton.`
    pub fn in_parts(
        &self,
        piece: &Piece<'_>,
        found: &[Diagnostic<Place>],
    ) -> Option<Vec<Diagnostic<Place>>> {
        let is_clean = |found: &[Diagnostic<Place>]| self.is_right_with(piece, found);
        let stopped = found.iter().all(read::is_only_stopped);
        let mends = found.iter().all(|finding| !finding.fixes.is_empty());
        let of_words = mends && found.iter().all(is_of_a_word);
        if self.parts >= DEEPEST || !stopped && !of_words || is_clean(found) {
            return None;
        }
        let onward = |found: &[Diagnostic<Place>], guess: bool| {
            let found = self.behind(piece, found, guess)?;
            self.is_told_by(piece, &found).then_some(found)
        };
        if of_words && let Some(all) = onward(found, false) {
            return Some(all);
        }
        let mut around = Vec::new();
        for joint in joints(piece.text).iter().take(MOST_JOINTS) {
            let Some(found) = self.around(piece, joint) else {
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
        let changes = self.mender.onward(piece).into_iter();
        let mut changes = changes.map(|change| [change]);
        let onward = changes.find_map(|change| onward(&change, true));
        // Where no fix is known, what is wrong on each side says more than where reading stopped.
        let told = |found: &Vec<Diagnostic<Place>>| {
            let mut known = found.clone();
            known.retain(|finding| !finding.fixes.is_empty());
            let mended = piece.mended(&known).unwrap_or_default();
            let read = self.trial(&mended, piece.base) >= Trial::Read;
            read && found.len() > 1 && !found.iter().any(is_no_clause)
        };
        onward.or_else(|| around.into_iter().find(told))
    }

    /// Whether all of a sentence is right with the fixes of these findings, but for a missing full stop, which is told by
    /// itself.
    pub fn is_right_with(&self, piece: &Piece<'_>, found: &[Diagnostic<Place>]) -> bool {
        self.with_fixes(piece, found) == Trial::Clean
    }

    fn with_fixes(&self, piece: &Piece<'_>, found: &[Diagnostic<Place>]) -> Trial {
        piece.mended(found).map_or(Trial::Unread, |text| {
            let end = if read::ends(&text) { "" } else { "." };
            self.trial(&format!("{text}{end}"), piece.base)
        })
    }

    /// The same, but for words that nobody knows, for which there is no fix.
    fn is_told_by(&self, piece: &Piece<'_>, found: &[Diagnostic<Place>]) -> bool {
        let mends = |finding: &&Diagnostic<Place>| !finding.fixes.is_empty();
        let mending: Vec<_> = found.iter().filter(mends).cloned().collect();
        let least = match mending.len() == found.len() {
            true => Trial::Clean,
            false => Trial::Read,
        };
        self.with_fixes(piece, &mending) >= least
    }

    /// Whether a finding has no fix because nobody knows the word.
    fn is_of_nobody(&self, piece: &Piece<'_>, finding: &Diagnostic<Place>) -> bool {
        let at = piece.place_in(&finding.primary.at).unwrap_or_default();
        let word = piece.get(&at);
        let code = matches!(
            finding.code,
            Code::UnknownWord | Code::UnknownTrait | Code::UnknownCard
        );
        code && finding.fixes.is_empty() && self.mender.unknown_words(word) > 0
    }

    /// What is wrong in words of a sentence that can be read, with what is wrong beside them, where all of it is right
    /// without that.
    pub fn all_in_words(
        &self,
        piece: &Piece<'_>,
        found: &[Diagnostic<Place>],
    ) -> Option<Vec<Diagnostic<Place>>> {
        if self.parts >= DEEPEST || !found.iter().all(is_of_a_word) {
            return None;
        }
        let is_clean = |found: &[Diagnostic<Place>]| self.is_right_with(piece, found);
        if is_clean(found) {
            return None;
        }
        // What has no fix may have one where the rest is right.
        let mut found = found.to_vec();
        found.retain(|finding| !finding.fixes.is_empty());
        let all = self.behind(piece, &found, false)?;
        (all.len() > found.len() && self.is_told_by(piece, &all)).then_some(all)
    }

    /// What is found with what is wrong beside it, once that is mended: `Dela 2 dmg to a unit.` Of what was only
    /// a `guess`, no other mistake is beside it.
    fn behind(
        &self,
        piece: &Piece<'_>,
        found: &[Diagnostic<Place>],
        guess: bool,
    ) -> Option<Vec<Diagnostic<Place>>> {
        let edits = piece.edits(found)?;
        let edits: Vec<(Range<usize>, usize)> =
            edits.into_iter().map(|(at, by)| (at, by.len())).collect();
        let mended = piece.mended(found)?;
        let mut scope = self.clone();
        scope.parts += 1;
        scope.found.clear();
        scope.base = piece.base;
        scope.piecewise(&mended, &mut Body::new());
        let mut all = found.to_vec();
        for mut finding in std::mem::take(&mut scope.found) {
            read::as_written(&mut finding, piece.base, &edits);
            let mine = match self.is_of_nobody(piece, &finding) {
                true => Vec::new(),
                false => piece.edits(std::slice::from_ref(&finding))?,
            };
            // What the fix of another finding wrote is no mistake of the author's.
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

    /// What is found on both sides of a joint, and about itself.
    fn around(&self, piece: &Piece<'_>, joint: &Joint) -> Option<Vec<Diagnostic<Place>>> {
        let first = piece.text.get(..joint.at.start)?;
        let second = piece.text.get(joint.at.end..)?;
        let end = if joint.lead { ANYTHING } else { "." };
        let mut scope = self.clone();
        scope.parts += 1;
        scope.found.clear();
        scope.base = piece.base;
        scope.piecewise(&format!("{first}{end}"), &mut Body::new());
        let inside =
            |found: &Diagnostic<Place>| within(found, &(piece.base..piece.base + first.len()));
        // What stands behind the lead is not the author's.
        let ours = |found: &Diagnostic<Place>| {
            let helps = found
                .help
                .iter()
                .chain(found.fixes.iter().map(|fix| &fix.title));
            joint.lead && helps.into_iter().any(|help| help.contains(ANYTHING))
        };
        // It may say so behind the joint.
        let and = piece.get(&joint.at) == " and ";
        let half = |found: &Diagnostic<Place>| and && found.message == read::HALF_SEARCH;
        let other = |found: &Diagnostic<Place>| {
            !inside(found) || ours(found) || says_more(found) || half(found)
        };
        if scope.found.iter().any(other) {
            return None;
        }
        let of_first = scope.found.len();
        for finding in &mut scope.found {
            // The sentence does not end there.
            let titles = finding.fixes.iter_mut().map(|fix| &mut fix.title);
            for title in titles.chain(&mut finding.help) {
                if let Some(open) = title.strip_suffix(".`") {
                    *title = format!("{open}`");
                }
            }
        }
        let start = piece.base + joint.at.end;
        scope.base = start;
        scope.piecewise(second, &mut Body::new());
        let all = start..start + second.len();
        let mut found = std::mem::take(&mut scope.found);
        for finding in found.iter_mut().skip(of_first) {
            if !within(finding, &all) || says_more(finding) {
                return None;
            }
            // What begins a sentence of its own stands in the middle of this one.
            for fix in &mut finding.fixes {
                for edit in &mut fix.edits {
                    if matches!(&edit.at, Place::Text(at) if at.start == start) {
                        let big = std::mem::take(&mut edit.text);
                        edit.text = read::uncapitalised(&big);
                        fix.title = fix.title.replacen(&big, &edit.text, 1);
                    }
                }
            }
            if let (Some(fix), Some(help)) = (finding.fixes.first(), &mut finding.help)
                && fix.title.eq_ignore_ascii_case(help)
            {
                help.clone_from(&fix.title);
            }
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

/// Where the sentence may be divided, in its order.
fn joints(text: &str) -> Vec<Joint> {
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
        // A comma without a word ends what leads, and a clause it does not.
        if !lead || leads {
            joints.push(Joint {
                at: at..at + joint.len(),
                lead,
            });
            leads &= !lead;
        }
        at += joint.len();
    }
    joints
}

/// What is wrong with the joint itself.
fn about(piece: &Piece<'_>, joint: &Joint) -> Option<Diagnostic<Place>> {
    let said = piece.get(&joint.at);
    if joint.lead || said.eq_ignore_ascii_case(", then ") {
        return None;
    }
    let word = said.trim_matches([',', ' ']);
    let start = joint.at.start + said.find(word)?;
    let place = start..start + word.len();
    let range = joint.at.start..joint.at.end - 1;
    Some(read::no_joint(piece, &place, &range))
}

/// Whether a finding is about one word.
fn is_of_a_word(finding: &Diagnostic<Place>) -> bool {
    let edits = finding.fixes.iter().flat_map(|fix| &fix.edits);
    let mut words = edits
        .map(|edit| edit.text.trim())
        .filter(|by| !by.is_empty());
    words.all(|by| !by.contains('.') && by.split(' ').count() < 4)
}

/// Whether a finding misses a word without which there is nothing to read: nobody forgets a verb.
fn says_more(finding: &Diagnostic<Place>) -> bool {
    let edits = finding.fixes.iter().flat_map(|fix| &fix.edits);
    let is_more = |word: &str| word.chars().all(char::is_alphabetic) && !read::is_small(word);
    let mut added = edits.filter(|edit| matches!(&edit.at, Place::Text(at) if at.is_empty()));
    finding.code == Code::UnreadableSentence
        && finding.message.ends_with(" is missing")
        && added.any(|edit| edit.text.split_whitespace().any(is_more))
}

/// Whether what was found says that a part is no clause: it can only go on, lacks its noun, or does not begin.
fn is_no_clause(finding: &Diagnostic<Place>) -> bool {
    let edits = finding.fixes.iter().flat_map(|fix| &fix.edits);
    let mut texts = edits.map(|edit| edit.text.to_lowercase());
    let lacks = finding.primary.message == NOUN_MISSING;
    let subject = |text: String| {
        ["this ", "that ", "you "]
            .iter()
            .any(|word| text.starts_with(word))
    };
    read::is_only_stopped(finding) || lacks || texts.any(subject)
}

/// Whether everything that a finding shows and mends lies in a range.
fn within(finding: &Diagnostic<Place>, range: &Range<usize>) -> bool {
    let edits = finding.fixes.iter().flat_map(|fix| &fix.edits);
    let places = edits.map(|edit| &edit.at).chain([&finding.primary.at]);
    places.into_iter().all(|place| match place {
        Place::Text(at) => range.start <= at.start && at.end <= range.end,
        Place::File(_) => true,
    })
}
