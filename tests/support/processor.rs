//! How much of a processor something takes.

use std::time::Duration;

/// What this thread has had of a processor while it ran something, where the system tells. What else the machine
/// does takes none of it.
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
