//! Making the fixes that findings carry: texts in, texts out.
//!
//! It goes in rounds. In each, every finding offers its first fix that may be made; the fixes are
//! made together, and the texts are checked again. What was mended may bring other findings to
//! light, whose fixes are for the next round if they are errors. A lint that nobody was shown before is
//! only reported: what it would change reads well, and may be meant. It ends when nothing is left to do,
//! and after [`MOST_ROUNDS`] in any case.
//!
//! A fix is made whole or not at all, in how many places and files it may be. Of two that overlap,
//! the one that comes first in the order of files and places is made, the other waits for the next
//! round. A fix that would bring about a finding is taken back and not tried again, but a lint does not keep an
//! error from being mended; [`compare`] says
//! what that means.

mod compare;
mod edits;
mod json;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use smol_str::SmolStr;

use crate::collections::HashSet;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety};
use crate::source::{FileId, Span};
use compare::introduced;
pub use edits::edited;
use edits::{Applied, apply, overlap};
pub use json::{in_json, keep_json};

/// How often the texts are changed and checked again at most.
pub const MOST_ROUNDS: usize = 10;

/// The texts that may be changed, as they are now.
pub type Texts = BTreeMap<FileId, SmolStr>;

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Fixed {
    /// All texts, the changed and the unchanged.
    pub texts: Texts,
    /// The findings that were mended, in the order in which that was done.
    pub mended: Vec<Diagnostic>,
    /// The fixes that were taken back.
    pub left_out: Vec<LeftOut>,
    pub rounds: usize,
    /// There was still something to do when the rounds were over.
    pub unfinished: bool,
}

/// A fix that was taken back.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// What it would have mended.
    pub finding: Diagnostic,
    /// Its places are those of the texts as they are in the end. It has no edits any more if what it
    /// would have changed was changed by others.
    pub fix: Fix,
    /// The finding that it would have brought about; `None` where the texts could not be checked at
    /// all with it.
    pub because: Option<Diagnostic>,
}

/// Makes fixes until there is none left to make. `unsafe_too` is for those that are good guesses.
/// `check` says what is wrong with the texts, in the order of places, or that they cannot be checked.
pub fn fix(
    texts: Texts,
    unsafe_too: bool,
    check: impl Fn(&Texts) -> Option<Vec<Diagnostic>>,
) -> Fixed {
    let found = check(&texts).unwrap_or_default();
    let mut fixing = Fixing {
        check,
        unsafe_too,
        shown: found.iter().map(kind_and_file).collect(),
        found,
        done: Fixed {
            texts,
            ..Fixed::default()
        },
    };
    while fixing.done.rounds < MOST_ROUNDS {
        if !fixing.round() {
            return fixing.done;
        }
        fixing.done.rounds += 1;
    }
    fixing.done.unfinished = !fixing.offered(&fixing.found).is_empty();
    fixing.done
}

/// A finding and one of its fixes.
#[derive(Clone, Copy)]
struct Offer<'f> {
    finding: &'f Diagnostic,
    fix: &'f Fix,
}

fn kind_and_file(finding: &Diagnostic) -> (Code, FileId) {
    (finding.code, finding.primary.at.file)
}

/// The texts after some fixes of a round, and what is found in them.
struct State {
    applied: Applied,
    found: Vec<Diagnostic>,
}

struct Fixing<C> {
    check: C,
    unsafe_too: bool,
    /// What was found at first, and in which files.
    shown: HashSet<(Code, FileId)>,
    /// What is found in the texts as they are now.
    found: Vec<Diagnostic>,
    done: Fixed,
}

impl<C: Fn(&Texts) -> Option<Vec<Diagnostic>>> Fixing<C> {
    /// Makes what can be made at once. Whether anything was made or given up.
    fn round(&mut self) -> bool {
        let found = std::mem::take(&mut self.found);
        let offers = self.offered(&found);
        let mut made = Vec::new();
        let mut best = None;
        let mut left_out = Vec::new();
        self.make(&found, &offers, &mut made, &mut best, &mut left_out);
        let active = !made.is_empty() || !left_out.is_empty();

        // What another fix of the same finding mends is not left.
        let what = |finding: &Diagnostic| {
            let at = finding.primary.at;
            (finding.code, at, finding.message.clone())
        };
        let is_mended = |one: &LeftOut| {
            let mut made = made.iter().map(|offer| what(offer.finding));
            made.any(|made| made == what(&one.finding))
        };
        self.done.left_out.retain(|one| !is_mended(one));
        self.done
            .mended
            .extend(made.iter().map(|offer| offer.finding.clone()));
        self.done
            .left_out
            .extend(left_out.into_iter().map(|(offer, because)| LeftOut {
                finding: offer.finding.clone(),
                fix: offer.fix.clone(),
                because,
            }));
        match best {
            Some(State { applied, found }) => {
                for left_out in &mut self.done.left_out {
                    left_out.follow(&applied);
                }
                self.done.texts = applied.texts;
                self.found = found;
            }
            None => self.found = found,
        }
        active
    }

    /// The fixes that can be made together, in the order of files and places.
    fn offered<'f>(&self, found: &'f [Diagnostic]) -> Vec<Offer<'f>> {
        let mut offers: Vec<Offer> = found
            .iter()
            .filter(|finding| {
                !finding.code.is_lint() || self.shown.contains(&kind_and_file(finding))
            })
            .filter_map(|finding| {
                let fix = finding.fixes.iter().find(|fix| self.may_be_made(fix))?;
                Some(Offer { finding, fix })
            })
            .collect();
        offers.sort_by_key(|offer| offer.fix.edits.iter().map(|edit| edit.at).min());
        let mut taken: BTreeMap<FileId, Vec<Span>> = BTreeMap::new();
        offers.retain(|offer| {
            let places = || offer.fix.edits.iter().map(|edit| edit.at);
            let free = places().all(|at| {
                let taken = taken.get(&at.file).into_iter().flatten();
                taken.rev().all(|other| !overlap(*other, at))
            });
            if free {
                for at in places() {
                    taken.entry(at.file).or_default().push(at);
                }
            }
            free
        });
        offers
    }

    fn may_be_made(&self, fix: &Fix) -> bool {
        let allowed = self.unsafe_too || fix.safety == Safety::Safe;
        let within = |edit: &Edit| {
            let text = self.done.texts.get(&edit.at.file);
            text.is_some_and(|text| text.get(edit.at.range()).is_some())
        };
        let changes = |edit: &Edit| {
            let text = self.done.texts.get(&edit.at.file);
            text.and_then(|text| text.get(edit.at.range())) != Some(edit.text.as_str())
        };
        let apart = fix.edits.iter().enumerate().all(|(at, edit)| {
            let others = fix.edits.iter().skip(at + 1);
            others.into_iter().all(|other| !overlap(edit.at, other.at))
        });
        allowed
            && fix.edits.iter().all(within)
            && fix.edits.iter().any(changes)
            && apart
            && !self
                .done
                .left_out
                .iter()
                .any(|left_out| left_out.fix.edits == fix.edits)
    }

    /// Makes those of the fixes that bring about nothing. Where all of them together do, the first
    /// half is tried, then the second, down to the single ones that are to blame.
    fn make<'f>(
        &self,
        found: &'f [Diagnostic],
        offers: &[Offer<'f>],
        made: &mut Vec<Offer<'f>>,
        best: &mut Option<State>,
        left_out: &mut Vec<(Offer<'f>, Option<Diagnostic>)>,
    ) {
        if offers.is_empty() {
            return;
        }
        let together: Vec<Offer> = made.iter().chain(offers).copied().collect();
        match (self.attempt(found, &together), offers) {
            (Ok(state), _) => {
                *best = Some(state);
                *made = together;
            }
            (Err(because), [offer]) => left_out.push((*offer, because.map(|because| *because))),
            (Err(_), _) => {
                let (first, second) = offers.split_at(offers.len() / 2);
                self.make(found, first, made, best, left_out);
                self.make(found, second, made, best, left_out);
            }
        }
    }

    /// The texts with all of these fixes, or what those would bring about.
    fn attempt(
        &self,
        before: &[Diagnostic],
        offers: &[Offer<'_>],
    ) -> Result<State, Option<Box<Diagnostic>>> {
        let fixes: Vec<&Fix> = offers.iter().map(|offer| offer.fix).collect();
        let applied = apply(&self.done.texts, &fixes);
        let found = (self.check)(&applied.texts).ok_or(None)?;
        let mended: Vec<&Diagnostic> = offers.iter().map(|offer| offer.finding).collect();
        match introduced(&self.done.texts, before, &found, &mended, &applied) {
            Some(finding) => Err(Some(Box::new(finding.clone()))),
            None => Ok(State { applied, found }),
        }
    }
}

impl LeftOut {
    fn follow(&mut self, applied: &Applied) {
        let place = &mut self.finding.primary.at;
        *place = applied.now(*place).unwrap_or(*place);
        let moved = |edit: &Edit| {
            Some(Edit {
                at: applied.untouched(edit.at)?,
                text: edit.text.clone(),
            })
        };
        let edits = self.fix.edits.iter().map(moved).collect::<Option<_>>();
        self.fix.edits = edits.unwrap_or_default();
    }
}
