//! The command `cardwright`: the only part of cardwright that does I/O.

#![deny(clippy::indexing_slicing)]

mod cli;

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// The global allocator: mimalloc is fast for many small values on several threads, such as cards.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cli::run(std::env::args_os())
}
