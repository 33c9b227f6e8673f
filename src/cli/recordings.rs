//! Writes and replays files of recordings.

use std::collections::BTreeMap;
use std::path::Path;

use cardwright_play::recording::{self, Recording, Recordings, Trouble};
use cardwright_play::simulate::Series;
use cardwright_play::{Input, Table};
use rayon::prelude::*;

use super::Outcome;
use super::args::Test;
use super::error::CliError;
use super::games::Interrupt;
use super::output;
use super::paths::game_of;
use super::progress::Progress;
use super::project;
use super::publish::folders;
use super::read;
use super::seating::{self, Seated};
use super::walk::shown;
use super::workspace::{GameRun, Run};
use super::write;
use cardwright::bundle::{self, Encoding, FileHasher, engine};
use cardwright::diagnostic::Severity;
use cardwright::render::{counted, visible};
use cardwright::scenario;

/// The recordings of the tests of each game, by the index of the game in the run.
pub type Recorded = BTreeMap<usize, Vec<Recording>>;

/// Writes the recordings of tests. Those of the project's game go to the file, those of every other game to a file with
/// the same name in a folder beside it.
pub fn write_tests(
    path: &Path,
    run: &Run,
    game: &str,
    mut recorded: Recorded,
) -> Result<(), CliError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let name = path.file_name().unwrap_or_default();
    for (at, (built, folder)) in folders(run, game, folder).enumerate() {
        let Some(recordings) = recorded.remove(&at) else {
            continue;
        };
        let blanks = scenario::blank_cards(&built.game, &built.compilation).map_err(not_json)?;
        if !folder.as_os_str().is_empty() {
            std::fs::create_dir_all(&folder).map_err(|source| write::failure(&folder, source))?;
        }
        let hash = hash_of_bundle(built, &[])?;
        write_one(&folder.join(name), run, built, hash, blanks, recordings)?;
    }
    Ok(())
}

/// Plays games of two sets again, by their numbers, and writes their recordings. If Ctrl-C is pressed only now, the games
/// that are recorded until then are written.
pub fn write_games(
    path: &Path,
    seated: &Seated,
    series: &Series<'_>,
    numbers: &[u32],
    interrupt: &Interrupt,
) -> Result<(), CliError> {
    let Some(built) = seated.built() else {
        return Ok(());
    };
    let progress = Progress::of_recordings(numbers.len());
    let was_pressed = interrupt.is_pressed();
    let game = |number: &u32| {
        if interrupt.is_pressed() && !was_pressed {
            return None;
        }
        let recorded = recording::game(&seated.table, series, *number);
        progress.count();
        Some(recorded)
    };
    let recorded: Result<Vec<Recording>, _> = numbers.par_iter().filter_map(game).collect();
    progress.end();
    let recorded = recorded.map_err(|refused| CliError::NotPlayed {
        game: built.game.game.clone(),
        reason: format!("an answer is not among its options ({refused:?})"),
    })?;
    let hash = hash_of_bundle(built, seated.starters())?;
    write_one(path, seated.run(), built, hash, Vec::new(), recorded)
}

fn write_one(
    path: &Path,
    run: &Run,
    built: &GameRun,
    hash: String,
    cards: Vec<serde_json::Value>,
    recordings: Vec<Recording>,
) -> Result<(), CliError> {
    let count = counted(recordings.len(), "recording");
    let file = Recordings::new(built.game.game.clone(), hash, cards, recordings);
    let text = file.text().map_err(not_json)?;
    let ours = Some(recording::BEGINNING);
    write::write_user_file(path, text.as_bytes(), ours, run.paths.values())?;
    let path = shown(path);
    output::to_stderr(&format!("wrote {}: {count}\n", visible(&path)));
    Ok(())
}

/// Returns the hash of the `bundle.json` that `build` writes. It does not contain the starter sets that only a game
/// added, so the hash does not depend on the sets that play.
fn hash_of_bundle(built: &GameRun, starters: &[String]) -> Result<String, CliError> {
    let mut bundle = bundle::bundle(&built.game, &built.compilation);
    bundle.kingdoms.retain(|set| !starters.contains(&set.id));
    let encoded = Encoding::Json.encode(&built.game, &bundle);
    let encoded = encoded.map_err(|source| CliError::Encode {
        game: built.game.game.clone(),
        source,
    })?;
    let mut hasher = FileHasher::default();
    let hashed: Result<(), CliError> = encoded.each(|piece| {
        hasher.add(piece);
        Ok(())
    });
    hashed?;
    Ok(hasher.finish().blake3)
}

/// Replays the recordings of a file, and reports the differences.
pub fn replay(path: &Path, args: &Test) -> Result<Outcome, CliError> {
    let refused = |reason: String| CliError::OtherRecordings {
        path: shown(path),
        reason,
    };
    let text = read::text(path).map_err(|source| CliError::Read {
        path: shown(path),
        source,
    })?;
    let file = Recordings::read(&text).map_err(|trouble| {
        let (path, reason) = (shown(path), trouble.to_string());
        match trouble {
            Trouble::CutOff => CliError::RecordingsCutOff { path },
            Trouble::Foreign { .. } => CliError::NotRecordings { path, reason },
            Trouble::Format { .. } | Trouble::Ir { .. } => refused(reason),
        }
    })?;
    let project = project::find(args.paths.first().map(std::path::PathBuf::as_path))?;
    let game = game_of(args.game.game.as_deref(), &project);
    let mut run = seating::compiled(&args.paths, game, &[])?;
    let is_played = |run: &Run| run.games.iter().any(|built| built.game.game == file.game);
    if args.game.game.is_none() && !is_played(&run) && seating::is_embedded(&file.game) {
        run = seating::compiled(&args.paths, &file.game, &[])?;
    }
    run.report_library_errors();
    let scope = run.scope();
    if run.findings(&scope).count(Severity::Error) > 0 {
        output::to_stderr("the cards have errors: run `cardwright check`\n");
        return Ok(Outcome::ErrorsFound);
    }
    let built = run.games.iter().find(|built| built.game.game == file.game);
    let built = built.ok_or_else(|| {
        let game = file.game.escape_debug();
        refused(format!(
            "it is a recording of the game `{game}`, and these cards belong to another game"
        ))
    })?;
    if hash_of_bundle(built, &[])? != file.bundle {
        return Err(refused("it was written with other cards".to_owned()));
    }
    if file.recordings.is_empty() {
        return Err(refused("it has no recordings".to_owned()));
    }
    let table = table(built, &file).map_err(refused)?;
    let play = |recording: &Recording| recording.replay(&table).err();
    let played: Vec<_> = file.recordings.par_iter().map(play).collect();
    let both = file.recordings.iter().zip(&played);
    let differing: Vec<_> = both
        .filter_map(|(recording, found)| Some((recording.title.as_str(), found.as_ref()?)))
        .collect();
    let mut report = String::new();
    for (title, found) in &differing {
        let found = found.to_string();
        report += &format!("differs: {}\n  {}\n", visible(title), visible(&found));
    }
    let all = counted(file.recordings.len(), "recording");
    report += &match differing.len() {
        0 => format!("{all}: the same\n"),
        count => format!("{all}: {count} with a difference\n"),
    };
    output::to_stdout(&report)?;
    Ok(match differing.as_slice() {
        [] => Outcome::Clean,
        _ => Outcome::ErrorsFound,
    })
}

/// Creates the table of a game, with the additional cards of the file.
fn table(built: &GameRun, file: &Recordings) -> Result<Table, String> {
    let text = |error: serde_json::Error| error.to_string();
    let mut input: Input = engine::input(&built.game, &built.compilation).map_err(text)?;
    for card in &file.cards {
        let card = serde_json::from_value(card.clone()).map_err(text)?;
        input.cards.push(card);
    }
    Table::new(&input).map_err(|refused| refused.to_string())
}

fn not_json(error: serde_json::Error) -> CliError {
    CliError::Output {
        source: error.into(),
    }
}
