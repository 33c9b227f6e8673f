//! Headings whose second part is in the first sentence: `Reaction: When an enemy unit attacks, …`, `Ongoing: Attach to
//! an enemy unit. …`.

use super::fragment::ParseOutcome;
use super::recovery::trial_of_heading;
use crate::diagnostic::{Code, Diagnostic, Place, Safety};
use crate::effect::letter_case::capitalised;
use crate::effect::lists::lists;
use crate::effect::lower::LowerCtx;
use crate::game::{Game, Heading, HeadingForm};

/// Separators between the name of a heading and its second part.
const BEHIND_NAME: [char; 7] = [':', '.', ';', '-', '–', '—', '('];
/// Characters that can end the second part.
const ENDS: [char; 6] = [',', ':', ';', '.', ')', '\n'];
/// Maximum number of ends that are tried.
const MAX_ENDS: usize = 6;

/// A heading that is completed by its first sentence.
pub(super) struct Opening {
    pub finding: Diagnostic<Place>,
    /// The whole heading, with its colon.
    pub heading: String,
    /// Offset at which the effects begin.
    pub rest: usize,
}

/// Returns the heading at the beginning of a line, if it needs a second part and no comma follows its name.
pub(super) fn bare_heading<'a>(game: &'a Game, card_type: &str, line: &str) -> Option<&'a Heading> {
    let is_bare = |heading: &&Heading| {
        let name = heading.name.len();
        heading.form != HeadingForm::Plain
            && line
                .get(..name)
                .is_some_and(|start| start.eq_ignore_ascii_case(&heading.name))
            && line
                .get(name..)
                .is_some_and(|rest| rest.trim_start().starts_with(BEHIND_NAME))
    };
    let heading = game.headings.values().find(is_bare)?;
    let fits = heading.types.iter().any(|known| known == card_type);
    fits.then_some(heading)
}

/// Completes a bare heading with the event or the place in the sentence after it.
pub(super) fn opening_behind(ctx: &LowerCtx<'_>, line: &str) -> Option<Opening> {
    let heading = bare_heading(ctx.game(), ctx.card_type(), line)?;
    let behind = line.get(heading.name.len()..)?;
    let said = behind.trim_start_matches(|c: char| c == ' ' || BEHIND_NAME.contains(&c));
    let start = line.len() - said.len();
    let first = said.split_whitespace().next()?;
    let (words, ours): (&[&str], &[&str]) = match heading.form {
        HeadingForm::Plain => return None,
        HeadingForm::Event => (lists().event_starts, &["when"]),
        HeadingForm::Placement => (lists().placement_starts, &["attach", "place"]),
    };
    let lower = first.to_lowercase();
    if !words.contains(&lower.as_str()) {
        return None;
    }
    // Prefer the word as written, if that parses.
    let ours = || std::iter::once(lower.as_str()).chain(ours.iter().copied());
    let ends = said.match_indices(ENDS).map(|(at, _)| at).take(MAX_ENDS);
    let found = ends.flat_map(|end| ours().map(move |word| (end, word)));
    let whole = |end: usize, word: &str| {
        let rest = said.get(first.len()..end)?;
        Some(format!("{}, {word}{rest}:", heading.name))
    };
    let (end, opening) = found
        .filter_map(|(end, word)| Some((end, whole(end, word)?)))
        .find(|(_, opening)| trial_of_heading(ctx, opening) == ParseOutcome::Clean)?;
    let rest = said.get(end..)?;
    let done = rest.trim_start_matches(|c: char| c == ' ' || ENDS.contains(&c));
    let rest = line.len() - done.len();
    let letter = done.chars().next().filter(|c| c.is_alphanumeric())?;
    let message = match heading.form {
        HeadingForm::Placement => {
            format!("the place of the card is part of `{}`", heading.name)
        }
        _ => format!("the event is part of `{}`", heading.name),
    };
    let at = ctx.base() + start..ctx.base() + start + end;
    let capital = capitalised(&letter.to_string());
    let (upto, by) = match capital == letter.to_string() {
        true => (rest, format!("{opening} ")),
        false => (rest + letter.len_utf8(), format!("{opening} {capital}")),
    };
    let finding = ctx
        .finding(
            Code::MissingHeading,
            at,
            message,
            "goes after a comma, before the colon",
        )
        .fix(
            Safety::Unsafe,
            format!("write `{opening}`"),
            Place::Text(ctx.base()..ctx.base() + upto),
            by,
        );
    Some(Opening {
        finding,
        heading: opening,
        rest,
    })
}
