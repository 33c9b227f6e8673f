//! Analysis of a text line by line: parse, lower, and recovery of the lines that fail.

use super::BearerKey;
use super::check;
use super::line_cache::{AnalyzedLine, LineCache, LineOrigin};
use super::lower::{self, LoweredLine};
use super::parse::lines::{self, Line, Mode, Torn};
use super::parse::sentence_cache::ParsedLine;
use super::recover::{Recovery, Repairer};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Place, Safety};
use crate::symbols::Symbols;

/// Maximum length of an effect text, in bytes. Texts of printed cards have about a tenth of it.
const MAX_TEXT_LEN: usize = 4_000;

/// Maximum length of a line, in bytes. This also limits how deeply phrases can nest.
const MAX_LINE_LEN: usize = 1_000;

/// Maximum depth of granted texts: `[… gain [… gain […]]]`.
const MAX_GRANT_DEPTH: usize = 3;

/// Returns the offset of the first bracket that exceeds the maximum depth.
fn too_deep(text: &str) -> Option<usize> {
    if text.bytes().filter(|byte| *byte == b'[').count() <= MAX_GRANT_DEPTH {
        return None;
    }
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_GRANT_DEPTH {
            return Some(at);
        }
    }
    None
}

/// Analyzes a text line by line, except for cached lines. Also returns the diagnostics about the text as a whole.
pub(super) fn text(
    text: &str,
    bearer: &BearerKey,
    symbols: &Symbols<'_>,
    cache: Option<&LineCache>,
) -> (Vec<AnalyzedLine>, Vec<Diagnostic<Place>>) {
    if text.len() > MAX_TEXT_LEN {
        let end = (0..=MAX_TEXT_LEN)
            .rev()
            .find(|at| text.is_char_boundary(*at))
            .unwrap_or(0);
        let finding = Diagnostic::new(
            Code::TextTooLong,
            Place::Text(end..end),
            format!(
                "the effect text is too long: {} characters",
                text.chars().count()
            ),
            format!("the first {MAX_TEXT_LEN} bytes end here"),
        )
        .help("split it across several cards");
        return (Vec::new(), vec![finding]);
    }
    if let Some(at) = too_deep(text) {
        let finding = Diagnostic::new(
            Code::TextTooLong,
            Place::Text(at..at + 1),
            "granted texts are nested too deeply",
            "one bracket too many",
        )
        .note(format!("the maximum depth is {MAX_GRANT_DEPTH}"))
        .help("grant the inner text with a separate card");
        return (Vec::new(), vec![finding]);
    }
    if let Some((finding, without)) = lines::listed(text) {
        let (said, mut of_all) = self::text(&without, bearer, symbols, cache);
        of_all.push(finding);
        return (said, of_all);
    }
    let lines = lines::lines(text);
    if lines.is_empty() {
        let finding = Diagnostic::new(
            Code::EmptyText,
            Place::Text(0..text.len()),
            "the effect text is empty",
            "expected a sentence",
        )
        .help("write what the card does, or remove the field");
        return (Vec::new(), vec![finding]);
    }
    let pieces = lines.iter().flat_map(|line| {
        let modes = line.modes.iter().map(|mode| (mode.text, mode.at));
        std::iter::once((line.text, line.at)).chain(modes)
    });
    if let Some((long, at)) = pieces
        .into_iter()
        .find(|(text, _)| text.len() > MAX_LINE_LEN)
    {
        let finding = Diagnostic::new(
            Code::TextTooLong,
            Place::Text(at..at + long.len()),
            format!(
                "this ability is too long: {} characters",
                long.chars().count()
            ),
            "one line of an effect text",
        )
        .note(format!("a line has at most {MAX_LINE_LEN} bytes"))
        .help("split it into several lines, each with its heading");
        return (Vec::new(), vec![finding]);
    }
    let repairer = Repairer::new(symbols, cache.map(LineCache::words));
    let analysis = Analysis {
        bearer,
        symbols,
        recovery: Recovery::new(&repairer, cache.map(LineCache::pieces)),
    };
    let mut analyzed: Vec<AnalyzedLine> = Vec::with_capacity(lines.len());
    let mut rest = lines.as_slice();
    while let Some((line, below)) = rest.split_first() {
        let torn = lines::torn(rest);
        rest = below;
        if let Some(torn) = torn {
            let modes = below.get(torn.lines - 2).map(|last| last.modes.clone());
            rest = below.get(torn.lines - 1..).unwrap_or_default();
            analyzed.push(AnalyzedLine {
                ability: None,
                diagnostics: analysis.torn_line(line.at, &torn, modes.unwrap_or_default()),
                origin: LineOrigin::Joined,
            });
            continue;
        }
        let range = line.at..line.end();
        let written = text.get(range.clone()).unwrap_or_default();
        let known = cache.and_then(|cache| cache.get(written, line.at, repairer.spent()));
        if let Some((known, effort)) = known {
            repairer.spend(effort);
            analyzed.push(known);
            continue;
        }
        let spent = repairer.spent();
        let lowered = analysis.line(line);
        let effort = repairer.spent() - spent;
        analyzed.push(AnalyzedLine {
            ability: lowered.ability,
            diagnostics: lowered.diagnostics,
            origin: match spent {
                0 => LineOrigin::Read { range, effort },
                _ => LineOrigin::Joined,
            },
        });
    }
    let mut of_all = Vec::new();
    if analyzed.iter().all(|line| line.diagnostics.is_empty()) {
        of_all.extend(missing_abilities(&analyzed, &lines, bearer, symbols));
    }
    (analyzed, of_all)
}

/// The inputs for the analysis of the lines of a text.
struct Analysis<'a> {
    bearer: &'a BearerKey,
    symbols: &'a Symbols<'a>,
    recovery: Recovery<'a>,
}

impl Analysis<'_> {
    /// Analyzes a line without its comment, which is reported.
    fn line(&self, line: &Line<'_>) -> LoweredLine {
        let Some(at) = comment_in(line.text) else {
            return self.plain_line(line);
        };
        let without_comment = Line {
            text: line.text.get(..at).unwrap_or_default().trim_end(),
            ..line.clone()
        };
        let mut lowered = match without_comment.text.is_empty() {
            true => LoweredLine {
                ability: None,
                diagnostics: Vec::new(),
            },
            false => self.plain_line(&without_comment),
        };
        lowered.diagnostics.insert(0, no_comment(line, at));
        lowered
    }

    /// Parses and lowers a line. If that fails, recovery explains why.
    fn plain_line(&self, line: &Line<'_>) -> LoweredLine {
        let parsed = ParsedLine::of(line.text, self.recovery.cache);
        if let Some(parsed) = &parsed {
            let lowered = lower::line(line, parsed, self.bearer, self.symbols);
            let effects = lowered.ability.as_ref().map(|ability| &ability.effects);
            let is_right = effects.is_some_and(|effects| check::effects(effects).is_empty());
            if is_right && lowered.diagnostics.is_empty() {
                return lowered;
            }
        }
        let recovery = self.recovery;
        let mut lowered = recovery.explain(line, parsed.as_ref(), self.bearer, self.symbols);
        lower::fill_role_words(&mut lowered.diagnostics, self.symbols.game);
        debug_assert!(
            lowered.ability.is_some() || !lowered.diagnostics.is_empty(),
            "a line was dropped without a diagnostic: {}",
            line.text
        );
        lowered
    }

    /// Analyzes a sentence that is split across lines.
    fn torn_line(&self, at: usize, torn: &Torn, modes: Vec<Mode<'_>>) -> Vec<Diagnostic<Place>> {
        let mut found = Vec::from_iter(goes_on(torn));
        // Other diagnostics have exact spans only if no byte was left out.
        if torn.gaps.iter().all(|(_, by)| *by == " ") {
            let lowered = self.plain_line(&Line {
                text: &torn.text,
                at,
                modes,
            });
            found.extend(lowered.diagnostics);
        }
        found
    }
}

/// Reports traits of the card that require an ability which the text does not have.
fn missing_abilities(
    analyzed: &[AnalyzedLine],
    lines: &[Line<'_>],
    bearer: &BearerKey,
    symbols: &Symbols<'_>,
) -> Vec<Diagnostic<Place>> {
    let abilities = || analyzed.iter().filter_map(|line| line.ability.as_ref());
    let has = |id: &str| abilities().any(|ability| ability.heading.id == id);
    let asked = bearer.needed_headings(symbols.game);
    let not_there = asked.filter(|(id, _)| !has(id)).filter_map(|(_, heading)| {
        let word = heading.needs_trait.as_ref()?.replace('_', " ");
        let first = lines.first()?;
        let end = first.text.find(':').unwrap_or(first.text.len());
        let finding = Diagnostic::new(
            Code::TextAgainstFields,
            Place::Text(first.at..first.at + end),
            format!("trait {word} requires a `{}` ability", heading.name),
            format!("not a `{}` ability", heading.name),
        );
        Some(finding.help(format!(
            "remove {word} from the card's `traits`, or begin a line with {}",
            lower::openings(heading)
        )))
    });
    not_there.collect()
}

/// Returns the offset of `# a comment` in a line.
fn comment_in(line: &str) -> Option<usize> {
    let mut marks = line.match_indices('#').map(|(at, _)| at);
    marks.find(|at| {
        let before = line.get(..*at).unwrap_or_default();
        before.is_empty() || before.ends_with(char::is_whitespace)
    })
}

/// Reports a comment inside a text.
fn no_comment(line: &Line<'_>, at: usize) -> Diagnostic<Place> {
    Diagnostic::new(
        Code::YamlSyntax,
        Place::Text(line.at + at..line.at + line.text.trim_end().len()),
        "comments are not allowed inside a text",
        "this is read as part of the text",
    )
    .help("move it above the text")
}

/// Reports a line that ends in the middle of a sentence.
fn goes_on(torn: &Torn) -> Option<Diagnostic<Place>> {
    let (gap, by) = torn.gaps.first()?;
    let (message, label, title) = match *by {
        "" => (
            "a word is split across two lines",
            "the line ends in the middle of a sentence",
            "write the word on one line",
        ),
        _ if torn.heading_alone => (
            "this heading has no text; each line is a separate ability",
            "its text is on the next line",
            "write both on one line",
        ),
        _ => (
            "sentence continues on the next line; each line is a separate ability",
            "the line ends in the middle of a sentence",
            "write it on one line",
        ),
    };
    let mut finding = Diagnostic::new(
        Code::UnreadableSentence,
        Place::Text(gap.clone()),
        message,
        label,
    )
    .help(title);
    finding.fixes.push(Fix {
        title: title.to_owned(),
        // A later line may be a separate ability.
        safety: match torn.heading_alone && torn.lines > 2 {
            true => Safety::Unsafe,
            false => Safety::Safe,
        },
        edits: torn
            .gaps
            .iter()
            .map(|(gap, by)| Edit {
                at: Place::Text(gap.clone()),
                text: (*by).to_owned(),
            })
            .collect(),
    });
    Some(finding)
}
