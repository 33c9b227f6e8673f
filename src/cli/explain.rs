//! `explain` and `rules`: what the codes mean.

use super::Outcome;
use super::args::Explain;
use super::failure::Failure;
use super::output;
use crate::diagnostic::{Code, closest};

pub fn explain(args: &Explain) -> Result<Outcome, Failure> {
    let code = Code::find(&args.code).ok_or_else(|| {
        let known = Code::ALL.iter().flat_map(|code| [code.code(), code.name()]);
        Failure::UnknownCode {
            code: args.code.clone(),
            help: match closest(&args.code, known) {
                Some(close) => format!("write `{close}`"),
                None => "`cardwright rules` lists all codes".to_owned(),
            },
        }
    })?;
    output::to_stdout(&format!(
        "{}[{}]: {}\n\n{}\n",
        code.severity().name(),
        code.code(),
        code.name(),
        code.meaning()
    ))?;
    Ok(Outcome::Clean)
}

pub fn rules() -> Result<Outcome, Failure> {
    let width = |of: fn(Code) -> &'static str| {
        Code::ALL
            .iter()
            .map(|code| of(*code).len())
            .max()
            .unwrap_or(0)
    };
    let name = width(Code::name);
    let severity = width(|code| code.severity().name());
    let table: String = Code::ALL
        .iter()
        .map(|code| {
            format!(
                "{}  {:severity$}  {:name$}  {}\n",
                code.code(),
                code.severity().name(),
                code.name(),
                code.meaning()
            )
        })
        .collect();
    output::to_stdout(&table)?;
    Ok(Outcome::Clean)
}
