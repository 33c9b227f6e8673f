//! Lines that say what cannot be chosen in a step.

use cardwright_play::choice::{Choice, Kind};

use super::answer::{Open, chosen, is_about};
use super::stage::{Failed, Stage};
use super::{Act, Said, way};
use crate::diagnostic::{Code, Diagnostic};

/// The lines of a step while it is carried out.
pub(super) struct Lines<'a> {
    /// What is chosen.
    pub said: Vec<Open<'a>>,
    /// What cannot be, with the number of lines above it that say what is chosen.
    forbidden: Vec<(&'a Said, usize)>,
}

impl<'a> Lines<'a> {
    pub fn of(act: &'a Act) -> Self {
        let mut lines = Lines {
            said: Vec::new(),
            forbidden: Vec::new(),
        };
        for said in &act.said {
            match said.cannot {
                true => lines.forbidden.push((said, lines.said.len())),
                false => lines.said.push(Open::new(said)),
            }
        }
        lines
    }

    /// Reports a line whose answer is possible in a choice. A line is about the choices after those that the lines above
    /// it answer, up to the one that the next line below it answers.
    pub fn refuse(
        &self,
        stage: &mut Stage<'_, '_>,
        choice: &Choice,
        act: &Act,
    ) -> Result<(), Failed> {
        for (line, above) in &self.forbidden {
            let same = |open: &&Open<'_>| open.is_of(&line.key);
            let waits = self.said.iter().take(*above).filter(same);
            let over = self.said.iter().skip(*above).filter(same);
            let is_now = waits.into_iter().all(|open| open.left().is_empty())
                && over.into_iter().all(|open| !open.touched);
            if is_now && is_about(stage, line, choice) && is_possible(stage, choice, line, act) {
                let finding = Diagnostic::new(
                    Code::FailedTest,
                    line.values
                        .first()
                        .zip(line.values.last())
                        .map_or(line.at, |(first, last)| first.at.to(last.at)),
                    "this can be chosen",
                    "the test says that this is not an option",
                );
                return Err(Box::new(stage.told(finding)));
            }
        }
        Ok(())
    }
}

/// Returns whether a line is an answer to a choice, as a whole.
fn is_possible(stage: &mut Stage<'_, '_>, choice: &Choice, line: &Said, act: &Act) -> bool {
    let mut open = Open::new(line);
    if line.values.is_empty() {
        return false;
    }
    match choice.kind {
        Kind::Step => way::leads(stage, choice, &mut open),
        _ => chosen(stage, choice, &mut open, act).is_ok() && open.left().is_empty(),
    }
}
