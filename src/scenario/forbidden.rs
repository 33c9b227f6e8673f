//! Checks the lines of a step that expect that an answer is not possible.

use cardwright_play::choice::{Choice, Kind};

use super::answer::{chosen, is_about};
use super::line::{Lines, Open};
use super::stage::{Failed, Stage};
use super::{Act, Said, way};
use crate::diagnostic::{Code, Diagnostic};

/// Reports a line whose answer is possible in a choice. A line is about the choices after those that the lines above
/// it answer, up to the one that the next line below it answers.
pub(super) fn refuse(
    lines: &Lines<'_>,
    stage: &mut Stage<'_, '_>,
    choice: &Choice,
    act: &Act,
) -> Result<(), Failed> {
    for (line, above) in &lines.forbidden {
        let same = |open: &&Open<'_>| open.is_of(&line.key);
        let waits = lines.said.iter().take(*above).filter(same);
        let over = lines.said.iter().skip(*above).filter(same);
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
