//! The end of changes that last.

use cardwright_ir::Action;
use smallvec::SmallVec;

use crate::frame::card;
use crate::run::Run;
use crate::state::{Lasting, Thing, Until};

impl<'t> Run<'t, '_> {
    /// Ends the changes that end at that time, all at one moment.
    pub fn end_changes(&mut self, ends: &dyn Fn(&Until) -> bool) {
        let mut ended = Vec::new();
        self.s.changes.retain(|change| {
            let over = ends(&change.until);
            if over {
                ended.push(change.clone());
            }
            !over
        });
        self.s.watches.retain(|watching| !ends(&watching.until));
        self.touch();
        for change in ended {
            self.undo(&change);
        }
    }

    /// Ends the changes whose condition fails. Returns whether one ended.
    pub fn end_failed(&mut self) -> bool {
        let conds: SmallVec<[bool; 8]> = self
            .s
            .changes
            .iter()
            .map(|change| match change.until {
                Until::While(cond) => !self.test_noted(cond, &change.env, &mut Vec::new()),
                _ => false,
            })
            .collect();
        if !conds.contains(&true) {
            return false;
        }
        self.touch();
        let mut place = 0;
        let mut ended = Vec::new();
        self.s.changes.retain(|change| {
            place += 1;
            if conds[place - 1] {
                ended.push(change.clone());
            }
            !conds[place - 1]
        });
        for change in ended {
            self.undo(&change);
        }
        true
    }

    /// A card that was taken for a time turns back.
    pub fn undo(&mut self, change: &Lasting) {
        if !matches!(
            self.t.acts[change.act as usize].action,
            Action::TakeControl { .. }
        ) {
            return;
        }
        for card in change.things.iter().filter_map(|thing| card(*thing)) {
            let newer = self.s.changes.iter().any(|other| {
                matches!(
                    self.t.acts[other.act as usize].action,
                    Action::TakeControl { .. }
                ) && other.things.contains(&Thing::Card(card))
                    && other.stamp > change.stamp
            });
            if newer {
                // What is over is no longer what a later change goes back to.
                let before = change.before;
                for other in &mut self.s.changes {
                    let about =
                        other.things.contains(&Thing::Card(card)) && other.stamp > change.stamp;
                    if about
                        && matches!(
                            self.t.acts[other.act as usize].action,
                            Action::TakeControl { .. }
                        )
                    {
                        other.before = before;
                        break;
                    }
                }
            } else if self.in_play(card) {
                self.s.cards[usize::from(card.card)].controller = change.before;
            }
        }
        self.touch();
    }
}
