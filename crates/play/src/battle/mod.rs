//! A battle of stacks on lines (section `procedures.battle` of the rules).
//!
//! A stack is a card of the card type that the rules make: it is on the map, and so are the cards that lie in it, on the
//! same space. The order of the cards is in [`Battle`]. So texts find stacks and their cards, lines and sides as they
//! find everything else.
//!
//! ```text
//! line-up     each player forms stacks
//! round       phases: stacks of the first player, then of the other, each once → opportunity
//! opportunity attack, support, swarm, protect, reorganize, cast, an ability in place of an attack, or nothing
//! attack      announced → texts → die → texts about the die → the cards are killed → retaliation
//! concede     withdraw or surrender
//! ```

mod attack;
pub mod bout;
mod concede;
mod effect;
mod opportunity;
mod round;
mod rule;
mod stack;

use crate::rules::battle::Battle as Rules;
use crate::run::{Run, Step};

pub use bout::{Attack, Battle, Bout, Stack, Stage, Support};
pub(crate) use round::Phases;

use bout::Cards;

impl<'t> Run<'t, '_> {
    /// The rules of the battle.
    pub(crate) fn battle_rules(&self) -> Option<&'t Rules> {
        self.t.battle()
    }

    pub fn bout(&mut self, bout: Bout) -> Step {
        match bout {
            Bout::Opportunity { stack, again } => self.opportunity(stack, again),
            Bout::Support { stack, to, raised } => {
                self.give_support(stack, to, raised);
                Ok(())
            }
            Bout::Attack(attack) => self.battle_attack(*attack),
            Bout::Cast { card, line } => {
                self.cast_line(card, line);
                Ok(())
            }
            Bout::Leave {
                player,
                pays,
                stage,
            } => self.leave_battle(player, pays, stage),
            Bout::End { lost, told } => {
                self.end_battle(lost, told);
                Ok(())
            }
        }
    }
}
