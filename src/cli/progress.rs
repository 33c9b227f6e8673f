//! A progress bar on standard error for long runs; hidden if standard error is not a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// Minimum number of files for which a progress bar is shown.
const MANY_FILES: usize = 2_000;

/// Redraw interval.
const TICK: Duration = Duration::from_millis(100);

/// The progress of one run. The bar is removed from the terminal at the end of the run, even after a failure.
#[derive(Clone)]
pub struct Progress(ProgressBar);

impl Progress {
    /// Starts the progress of reading `count` files.
    pub fn of_files(count: usize) -> Self {
        if count < MANY_FILES {
            return Progress(ProgressBar::hidden());
        }
        Progress::shown(
            count as u64,
            "reading {bar:30} {human_pos} of {human_len} files",
        )
    }

    /// Starts the progress of playing `count` games.
    pub fn of_games(count: u64) -> Self {
        Progress::shown(
            count,
            "playing {bar:30} {human_pos} of {human_len} games, {eta} left",
        )
    }

    /// Starts the progress of recording `count` games.
    pub fn of_recordings(count: usize) -> Self {
        Progress::shown(
            count as u64,
            "recording {bar:30} {human_pos} of {human_len} games, {eta} left",
        )
    }

    fn shown(count: u64, template: &str) -> Self {
        // This draws nothing if standard error is not a terminal.
        let bar = ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(TICK);
        Progress(bar.with_finish(ProgressFinish::AndClear))
    }

    /// Counts one file as read, or one game as played.
    pub fn count(&self) {
        self.0.inc(1);
    }

    /// Switches from reading to checking.
    pub fn checks(&self) {
        let style = ProgressStyle::with_template("{spinner} checking {human_len} files, {elapsed}");
        self.0
            .set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    }

    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}
