pub mod diagnostic;
pub mod source;
pub mod yaml;
