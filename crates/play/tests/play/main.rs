//! The engine, tried with the shipped cards.

mod rulings;
mod scene;
mod selfplay;
mod shipped;
