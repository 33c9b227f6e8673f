pub mod source;
pub mod diagnostic;
pub mod yaml;
pub mod game;
pub mod card;
pub mod kingdom;
