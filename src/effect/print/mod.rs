//! From IR to text.
use super::Bearer;
use super::ir::Ability;
use crate::symbols::Symbols;
pub(super) fn text(_: &[Ability], _: &Bearer<'_>, _: &Symbols<'_>) -> String { String::new() }
