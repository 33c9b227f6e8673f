//! The engine, tried with the shipped cards.

mod actions;
mod rulings;
mod scene;
mod selfplay;
mod shipped;
mod world;
