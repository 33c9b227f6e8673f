//! How far a long run is, on standard error; nothing where that is not a terminal, and nothing of a short run.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// A run of fewer files is over before anybody wonders.
const MANY_FILES: usize = 2_000;

/// How often it is drawn again.
const TICK: Duration = Duration::from_millis(100);

/// The state of one run. It is gone from the terminal when the run is over, however that ends.
#[derive(Clone)]
pub struct Progress(ProgressBar);

impl Progress {
    /// The reading of so many files.
    pub fn of_files(count: usize) -> Self {
        if count < MANY_FILES {
            return Progress(ProgressBar::hidden());
        }
        // This draws nothing where standard error is not a terminal.
        let bar = ProgressBar::with_draw_target(Some(count as u64), ProgressDrawTarget::stderr());
        let style =
            ProgressStyle::with_template("reading {bar:30} {human_pos} of {human_len} files");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(TICK);
        Progress(bar.with_finish(ProgressFinish::AndClear))
    }

    /// One more file was read.
    pub fn read(&self) {
        self.0.inc(1);
    }

    /// All files were read, and their cards are checked.
    pub fn checks(&self) {
        let style = ProgressStyle::with_template("{spinner} checking {human_len} files, {elapsed}");
        self.0
            .set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    }

    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}
