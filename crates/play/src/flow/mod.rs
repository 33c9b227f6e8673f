//! The procedures of a game: what its rules name, with their parameters.

mod activate;
mod fight;
mod pay;
mod play;
mod round;
mod setup;
mod walk;
