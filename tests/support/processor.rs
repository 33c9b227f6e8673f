//! Processor time of a piece of work.

use std::time::Duration;

/// Returns the processor time of this thread for a function, if the system provides it. Other load of the machine
/// does not count.
pub fn time(run: impl FnOnce()) -> Duration {
    let start = now();
    run();
    now().saturating_sub(start)
}

#[cfg(unix)]
fn now() -> Duration {
    let taken = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(taken).unwrap_or_default()
}

#[cfg(not(unix))]
fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
