use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Cards are many small values on several threads, for which this allocator is made.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    cardwright::run(std::env::args_os())
}
