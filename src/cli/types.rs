//! `types`: prints the types of a bundle in the programming language of an engine.

use super::Outcome;
use super::args::{Types, TypesLanguage};
use super::error::CliError;
use super::output;
use cardwright::schema;
use cardwright::types::{self, Language};

pub fn types(args: &Types) -> Result<Outcome, CliError> {
    let language = match args.language {
        TypesLanguage::Typescript => Language::TypeScript,
        TypesLanguage::Python => Language::Python,
        TypesLanguage::Csharp => Language::CSharp,
    };
    let types = types::types(language, &schema::bundle());
    output::to_stdout(&types.map_err(|source| CliError::Types { source })?)?;
    Ok(Outcome::Clean)
}
