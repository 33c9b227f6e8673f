pub mod source;
pub mod diagnostic;
pub mod yaml;
