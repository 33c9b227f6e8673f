//! What is forbidden and what is allowed.

use smol_str::SmolStr;

use super::Outline;
use crate::effect::ir::{Deed, Permission, Pick, Selector};

impl Outline<'_> {
    pub(super) fn deed(&self, deed: &Deed) -> String {
        let with = |word: &str, selector: &Option<Selector>| match selector {
            Some(selector) => format!("{word} {}", self.selector(selector)),
            None => String::new(),
        };
        match deed {
            Deed::Move => "move (it can still be swapped and placed)".to_owned(),
            Deed::Attack { whom } => format!("attack{}", with("", whom)),
            Deed::Retaliate { against } => format!("retaliate{}", with(" against", against)),
            Deed::BeActivated => "be activated".to_owned(),
            Deed::BeTargeted { by } => format!(
                "be chosen as a target{} (what applies to all or to an area still reaches it)",
                with(" by", by)
            ),
            Deed::BeAttacked { by } => format!("be attacked{}", with(" by", by)),
            Deed::BeMoved { by } => format!("be moved{}", with(" by", by)),
            Deed::Enter { what } => format!("enter {}", self.selector(what)),
            Deed::Play { what } => format!("play {}", self.selector(what)),
            Deed::Boost { what } => format!("boost {}", self.selector(what)),
            Deed::Draw { what } => format!("draw {}", self.selector(what)),
        }
    }

    pub(super) fn permission(&self, permission: &Permission) -> String {
        match permission {
            Permission::MoveAfterAttacking => "move after attacking".to_owned(),
            Permission::MoveThrough { what } => {
                let mut what = what.clone();
                // Others than the one that moves.
                let others = match &mut what.pick {
                    Pick::Any { from, .. } => std::mem::take(&mut from.other),
                    _ => false,
                };
                let itself = if others { " other than itself" } else { "" };
                format!("move through {}{itself}", self.selector(&what))
            }
            Permission::RetaliateAnyNumberOfTimes => "retaliate any number of times".to_owned(),
            Permission::BePlaced { places } => {
                let places: Vec<String> = places.iter().map(|place| self.place(place)).collect();
                format!("also be placed {} when played", places.join(", "))
            }
        }
    }

    /// `the activation mark and the retaliation mark`
    pub(super) fn marks(&self, marks: &[SmolStr]) -> String {
        marks
            .iter()
            .map(|mark| format!("the {} mark", self.printer.term("marks", mark)))
            .collect::<Vec<_>>()
            .join(" and ")
    }
}
