//! The grammar, as the parser that pest makes of it.

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/effect.pest"]
pub struct EffectParser;
