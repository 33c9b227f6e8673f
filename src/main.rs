use std::process::ExitCode;

fn main() -> ExitCode {
    cardwright::cli::run(std::env::args_os())
}
