//! `kingdom --report` and `--svg`: the report of a set, on the screen and as a picture.

use std::path::Path;

use crate::cli::error::CliError;
use crate::cli::workspace::{GameRun, Run};
use crate::cli::write;
use cardwright::game::Game;
use cardwright::kingdom::Kingdom;
use cardwright::kingdom::report::{KingdomReport, report};
use cardwright::render::json::Verdict;
use cardwright::render::{Screen, Sheet};

/// Builds the report of a set.
pub fn of(run: &GameRun, kingdom: &Kingdom) -> KingdomReport {
    let cards = &run.compilation.cards;
    let card = |id: &str| Some(&*cards.get(id)?.source);
    report(&run.game, &card, kingdom)
}

fn sheet((game, verdict): &(&Game, Verdict)) -> Option<Sheet> {
    let report = verdict.report.as_ref()?;
    Some(Sheet::new(game, verdict, report))
}

/// Renders the reports for a screen, separated by empty lines.
pub fn sheets(verdicts: &[(&Game, Verdict)], screen: Screen) -> String {
    let sheets = verdicts.iter().filter_map(sheet);
    let drawn: Vec<String> = sheets.map(|sheet| sheet.draw(screen)).collect();
    drawn.join("\n")
}

/// Writes the picture of the only set. A set that could not be read has no picture; the diagnostics explain why.
pub fn write_picture(
    path: &Path,
    verdicts: &[(&Game, Verdict)],
    run: &Run,
) -> Result<(), CliError> {
    match verdicts {
        [] => Ok(()),
        [one] => match sheet(one) {
            Some(sheet) => {
                let svg = sheet.svg();
                write::write_user_file(path, svg.as_bytes(), Some("<svg"), run.paths.values())
            }
            None => Ok(()),
        },
        several => Err(CliError::OnePicture {
            sets: format!("there are {}", several.len()),
        }),
    }
}
