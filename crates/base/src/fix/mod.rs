//! Applies the fixes of diagnostics: texts in, texts out.
//!
//! It works in rounds. In each round, every diagnostic offers its first applicable fix. These fixes
//! are applied together, and the texts are checked again. A fix may uncover other errors, which are
//! fixed in the next round. A lint that was not shown before is only reported: the text it would
//! change is valid, and may be intended. Fixing ends when nothing is left to do, and after
//! [`MAX_ROUNDS`] in any case.
//!
//! A fix is applied as a whole or not at all, even if it has edits in several files. Of two
//! overlapping fixes, the first in the order of files and positions is applied; the other waits for
//! the next round. A fix that would introduce a diagnostic is reverted and not tried again. A new
//! lint, however, does not prevent an error from being fixed; `compare` defines *introduce*.

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
use edits::{Applied, apply, overlap};
pub use edits::{edited, with_line_ends_of};
pub use json::{in_json, keep_json};

/// Maximum number of times that the texts are changed and checked again.
pub const MAX_ROUNDS: usize = 10;

/// The texts that may be changed, in their current state.
pub type Texts = BTreeMap<FileId, SmolStr>;

/// The result of fixing.
#[derive(Clone, Debug, Default)]
pub struct Fixed {
    /// All texts, the changed and the unchanged.
    pub texts: Texts,
    /// The fixed diagnostics, in the order in which they were fixed.
    pub resolved: Vec<Diagnostic>,
    /// The fixes that were reverted.
    pub left_out: Vec<LeftOut>,
    pub rounds: usize,
    /// `true` if there was still something to fix after the last round.
    pub unfinished: bool,
}

/// A fix that was reverted.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// The diagnostic that it would have fixed.
    pub diagnostic: Diagnostic,
    /// The fix, with positions in the final texts. It has no edits if other fixes changed the text
    /// that it would have changed.
    pub fix: Fix,
    /// The diagnostic that it would have introduced; `None` if the texts with the fix could not be
    /// checked at all.
    pub because: Option<Diagnostic>,
}

/// Applies fixes until none is left. `unsafe_too` also applies fixes that are good
/// guesses. `check` returns the diagnostics of the texts in the order of positions, or `None` if
/// the texts cannot be checked.
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
    while fixing.done.rounds < MAX_ROUNDS {
        if !fixing.round() {
            return fixing.done;
        }
        fixing.done.rounds += 1;
    }
    fixing.done.unfinished = !fixing.offered(&fixing.found).is_empty();
    fixing.done
}

/// A diagnostic and one of its fixes.
#[derive(Clone, Copy)]
struct Offer<'f> {
    diagnostic: &'f Diagnostic,
    fix: &'f Fix,
}

fn kind_and_file(diagnostic: &Diagnostic) -> (Code, FileId) {
    (diagnostic.code, diagnostic.primary.at.file)
}

/// The texts after some fixes of a round, and their diagnostics.
struct State {
    applied: Applied,
    found: Vec<Diagnostic>,
}

struct Fixing<C> {
    check: C,
    unsafe_too: bool,
    /// The codes reported by the first check, with their files.
    shown: HashSet<(Code, FileId)>,
    /// The diagnostics of the current texts.
    found: Vec<Diagnostic>,
    done: Fixed,
}

impl<C: Fn(&Texts) -> Option<Vec<Diagnostic>>> Fixing<C> {
    /// Runs one round. Returns whether a fix was applied or reverted.
    fn round(&mut self) -> bool {
        let found = std::mem::take(&mut self.found);
        let offers = self.offered(&found);
        let mut made = Vec::new();
        let mut best = None;
        let mut left_out = Vec::new();
        self.make(&found, &offers, &mut made, &mut best, &mut left_out);
        let active = !made.is_empty() || !left_out.is_empty();

        // If this round fixed a diagnostic whose earlier fix was reverted, do not report that fix.
        let is_repaired = |one: &LeftOut| {
            let mut made = made.iter().map(|offer| offer.diagnostic);
            made.any(|made| {
                made.primary.at == one.diagnostic.primary.at
                    && made.is_same_problem(&one.diagnostic)
            })
        };
        self.done.left_out.retain(|one| !is_repaired(one));
        self.done
            .resolved
            .extend(made.iter().map(|offer| offer.diagnostic.clone()));
        self.done
            .left_out
            .extend(left_out.into_iter().map(|(offer, because)| LeftOut {
                diagnostic: offer.diagnostic.clone(),
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

    /// The fixes that can be applied together, in the order of files and positions.
    fn offered<'f>(&self, diagnostics: &'f [Diagnostic]) -> Vec<Offer<'f>> {
        let mut offers: Vec<Offer> = diagnostics
            .iter()
            .filter(|diagnostic| {
                !diagnostic.code.is_lint() || self.shown.contains(&kind_and_file(diagnostic))
            })
            .filter_map(|diagnostic| {
                let fix = diagnostic.fixes.iter().find(|fix| self.may_be_made(fix))?;
                Some(Offer { diagnostic, fix })
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

    /// Applies the fixes that introduce nothing. If all of them together introduce something, tries
    /// the first half, then the second, down to single fixes.
    fn make<'f>(
        &self,
        diagnostics: &'f [Diagnostic],
        offers: &[Offer<'f>],
        made: &mut Vec<Offer<'f>>,
        best: &mut Option<State>,
        left_out: &mut Vec<(Offer<'f>, Option<Diagnostic>)>,
    ) {
        if offers.is_empty() {
            return;
        }
        let together: Vec<Offer> = made.iter().chain(offers).copied().collect();
        match (self.attempt(diagnostics, &together), offers) {
            (Ok(state), _) => {
                *best = Some(state);
                *made = together;
            }
            (Err(because), [offer]) => left_out.push((*offer, because.map(|because| *because))),
            (Err(_), _) => {
                let (first, second) = offers.split_at(offers.len() / 2);
                self.make(diagnostics, first, made, best, left_out);
                self.make(diagnostics, second, made, best, left_out);
            }
        }
    }

    /// Returns the texts with all of these fixes, or the diagnostic that they would introduce.
    fn attempt(
        &self,
        before: &[Diagnostic],
        offers: &[Offer<'_>],
    ) -> Result<State, Option<Box<Diagnostic>>> {
        let fixes: Vec<&Fix> = offers.iter().map(|offer| offer.fix).collect();
        let applied = apply(&self.done.texts, &fixes);
        let found = (self.check)(&applied.texts).ok_or(None)?;
        let resolved: Vec<&Diagnostic> = offers.iter().map(|offer| offer.diagnostic).collect();
        match introduced(&self.done.texts, before, &found, &resolved, &applied) {
            Some(diagnostic) => Err(Some(Box::new(diagnostic.clone()))),
            None => Ok(State { applied, found }),
        }
    }
}

impl LeftOut {
    fn follow(&mut self, applied: &Applied) {
        let place = &mut self.diagnostic.primary.at;
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
