//! The command `cardwright`: the only part of cardwright that does I/O.

#![deny(clippy::indexing_slicing)]

mod cli;

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Cards are many small values on several threads, for which this allocator is made.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cli::run(std::env::args_os())
}
