//! `effect --fix`: applies fixes to one text.

use super::Outcome;
use super::args::Format;
use super::effect_texts::{Texts, line_of, warn};
use super::error::CliError;
use super::output::{self, Output};
use super::read::Trouble;
use cardwright::fix;
use cardwright::render::json;
use cardwright::render::{Findings, Scope};
use cardwright::source::FileId;
use cardwright::source::composed::composed;

/// Prints the fixed text. What is still wrong with it goes to standard error.
pub fn fix(
    texts: &mut Texts<'_>,
    text: &str,
    trouble: Option<Trouble>,
    unsafe_too: bool,
    output: &Output,
) -> Result<Outcome, CliError> {
    let (diagnostics, fixed) = match trouble {
        Some(trouble) => (vec![trouble.diagnostic(texts.add(text))], None),
        None => {
            let file = FileId::default();
            let start = [(file, (*composed(text)).into())].into_iter().collect();
            let fixed = fix::fix(start, unsafe_too, |now| {
                Some(texts.compile(file, now.get(&file)?).1)
            });
            let fixed = fixed
                .texts
                .get(&file)
                .map_or(text, |fixed| fixed)
                .to_owned();
            let file = texts.add(&fixed);
            (texts.compile(file, &fixed).1, Some(fixed))
        }
    };
    let findings = Findings {
        sources: &texts.sources,
        diagnostics: &diagnostics,
        scope: &Scope::Text,
    };
    if output.format == Format::Json {
        let mut report = json::report(&findings);
        report.text = fixed;
        output::to_stdout(&json::to_text(&report))?;
        return Ok(output.outcome(&findings));
    }
    output::to_stdout(&line_of(fixed.unwrap_or_default()))?;
    warn(&findings, output);
    Ok(output.outcome(&findings))
}
