//! Tests of the engine with the shipped cards.

mod actions;
mod battle;
mod memory;
mod mirror;
mod recording;
mod rulings;
mod scene;
mod selfplay;
mod shipped;
mod simulate;
mod world;
