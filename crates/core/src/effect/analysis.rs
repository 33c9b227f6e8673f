//! Analysis of a text line by line: parse, lower, and recovery of the lines that fail.

use super::BearerKey;
use super::check;
use super::ir::{self, Scale};
use super::line_cache::{AnalyzedLine, LineCache, LineOrigin};
use super::lower::{self, LowerCtx, LoweredLine};
use super::parse::lines::{self, Line, Mode, Torn};
use super::parse::sentence_cache::Reader;
use super::recover::bare_traits::bare_traits;
use super::recover::{Recovery, Repairer, own_name};
use super::rewriting::Rewriting;
use super::syntax::{Rule, Tree};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Place, Safety, Severity};
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
    let parts = symbols.game.parts && lines.iter().any(lines::is_part_line);
    if let Some(finding) = parts.then(|| lines::empty_part(&lines)).flatten() {
        return (Vec::new(), vec![finding]);
    }
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
        recovery: Recovery::new(
            &repairer,
            Reader::new(&symbols.game.templates, cache.map(LineCache::pieces)),
        ),
    };
    let mut analyzed: Vec<AnalyzedLine> = Vec::with_capacity(lines.len());
    let mut rest = lines.as_slice();
    let mut part = parts.then_some(1);
    while let Some((line, below)) = rest.split_first() {
        if parts && lines::is_part_line(line) {
            part = part.map(|part| part + 1);
            rest = below;
            continue;
        }
        let torn = lines::torn(rest);
        rest = below;
        if let Some(torn) = torn {
            let modes = below.get(torn.lines - 2).map(|last| last.modes.clone());
            rest = below.get(torn.lines - 1..).unwrap_or_default();
            analyzed.push(AnalyzedLine {
                ability: None,
                diagnostics: analysis.torn_line(line.at, &torn, modes.unwrap_or_default()),
                scale: None,
                origin: LineOrigin::Joined,
            });
            continue;
        }
        let range = line.at..line.end();
        let written = text.get(range.clone()).unwrap_or_default();
        let known = cache.and_then(|cache| cache.get(written, line.at, repairer.spent()));
        if let Some((mut known, effort)) = known {
            repairer.spend(effort);
            if let Some(ability) = &mut known.ability {
                ability.part = part;
            }
            analyzed.push(known);
            continue;
        }
        if let Some((scale, mut diagnostics)) = analysis.doubled(line) {
            // In the last part, or in a text with one part, it is about all abilities above.
            let is_last = !rest.iter().any(lines::is_part_line);
            let above = analyzed.iter_mut();
            let above = above.filter(|line| is_last || line.part() == part);
            if let Some(scale) = scale {
                diagnostics.extend(analysis.scale_all(line, &scale, above));
            }
            analyzed.push(AnalyzedLine {
                ability: None,
                diagnostics,
                scale: None,
                origin: LineOrigin::Joined,
            });
            continue;
        }
        let spent = repairer.spent();
        let lowered = analysis.understood(line, written);
        let mut lowered = analysis.with_own_name(line, written, lowered);
        if let Some(ability) = &mut lowered.ability {
            ability.part = part;
        }
        let effort = repairer.spent() - spent;
        analyzed.push(AnalyzedLine {
            ability: lowered.ability,
            diagnostics: lowered.diagnostics,
            scale: None,
            origin: match spent {
                0 => LineOrigin::Read { range, effort },
                _ => LineOrigin::Joined,
            },
        });
    }
    let mut of_all = Vec::new();
    let is_error = |found: &Diagnostic<Place>| found.severity == Severity::Error;
    if !analyzed
        .iter()
        .any(|line| line.diagnostics.iter().any(is_error))
    {
        of_all.extend(missing_abilities(&analyzed, &lines, bearer, symbols));
    }
    (analyzed, of_all)
}

/// The inputs for the analysis of the lines of a text.
pub(super) struct Analysis<'a> {
    bearer: &'a BearerKey,
    pub(super) symbols: &'a Symbols<'a>,
    recovery: Recovery<'a>,
}

impl Analysis<'_> {
    /// Analyzes a line that doubles the effects of the lines above it. `None` if it is another line.
    fn doubled(&self, line: &Line<'_>) -> Option<(Option<Scale>, Vec<Diagnostic<Place>>)> {
        let (scale, diagnostics) = self.plainly_doubled(line.text, line.at)?;
        if scale.is_some() && diagnostics.is_empty() {
            return Some((scale, diagnostics));
        }
        // Names without their marks are names all the same. Of several, each is found once those before it are marked.
        let mut missing: Vec<Diagnostic<Place>> = Vec::new();
        let mut found = diagnostics.clone();
        loop {
            let known = missing.len();
            missing.extend(found.into_iter().filter(is_missing_mark));
            let marks: Vec<_> = missing.iter().collect();
            let marked = Rewriting::new(line.text, line.at, &marks);
            let Some(marked) = marked.filter(|_| missing.len() > known) else {
                return Some((scale, diagnostics));
            };
            let (marked_scale, left) = self.plainly_doubled(&marked.text, line.at)?;
            if left.is_empty() && marked_scale.is_some() {
                let warnings = missing.into_iter().map(as_missing_marks);
                return Some((marked_scale, warnings.collect()));
            }
            let as_written = |place| match place {
                Place::Text(at) => {
                    let range = (at.start - line.at) as u32..(at.end - line.at) as u32;
                    let (start, end) = marked.as_written(range.start, range.end);
                    Place::Text(start as usize..end as usize)
                }
                Place::File(span) => Place::File(span),
            };
            found = left.into_iter().map(|one| one.map(as_written)).collect();
        }
    }

    /// Doubles the abilities of the lines above. Returns what is wrong with that.
    fn scale_all<'l>(
        &self,
        line: &Line<'_>,
        scale: &Scale,
        above: impl Iterator<Item = &'l mut AnalyzedLine>,
    ) -> Vec<Diagnostic<Place>> {
        let at = line.at..line.at + line.text.trim_end().len();
        let mut ctx = LowerCtx::new(self.symbols, self.bearer, 0);
        let mut is_alone = true;
        for line in above {
            is_alone = false;
            let Some(ability) = &line.ability else {
                continue;
            };
            if ability.scale.is_some() || line.scale.is_some() {
                ctx.twice::<()>(at.clone());
                break;
            }
            if ctx.scales_one(&ability.effects, at.clone()).is_none() {
                break;
            }
            line.scale = Some(scale.clone());
        }
        if is_alone {
            let finding = ctx.finding(
                Code::UnboundReference,
                at,
                "there is no effect above this line that it could double",
                "no effect above",
            );
            ctx.sink_mut().push(finding.help("write the effect first"));
        }
        ctx.sink_mut().take()
    }

    fn plainly_doubled(
        &self,
        line: &str,
        at: usize,
    ) -> Option<(Option<Scale>, Vec<Diagnostic<Place>>)> {
        let tree = Tree::read(Rule::doubled_line, line).ok()?;
        let node = tree.nodes(line, 0).next()?;
        let mut ctx = LowerCtx::new(self.symbols, self.bearer, at);
        let scale = ctx.scale(node);
        Some((scale, ctx.sink_mut().take()))
    }

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
        if let Some(lowered) = self.valid(line) {
            return lowered;
        }
        let parsed = self.recovery.reader.line(line.text);
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

    /// Parses and lowers a line without mistakes. What every game has words for is no phrase of this one.
    fn valid(&self, line: &Line<'_>) -> Option<LoweredLine> {
        let reader = self.recovery.reader;
        self.valid_by(reader, line).or_else(|| {
            let mut readers = reader.of_phrases(line.text);
            readers.find_map(|reader| self.valid_by(reader, line))
        })
    }

    fn valid_by(&self, reader: Reader<'_>, line: &Line<'_>) -> Option<LoweredLine> {
        let parsed = reader.line(line.text)?;
        let lowered = lower::line(line, &parsed, self.bearer, self.symbols);
        let effects = lowered.ability.as_ref().map(|ability| &ability.effects);
        let is_right = effects.is_some_and(|effects| check::effects(effects).is_empty());
        (is_right && lowered.diagnostics.is_empty()).then_some(lowered)
    }

    /// Analyzes a line, also if only its wording or its marks differ from the language.
    pub(super) fn understood(&self, line: &Line<'_>, written: &str) -> LoweredLine {
        if let Some(ladder) = self.ladder(line) {
            return ladder;
        }
        let valid = self.valid(line).or_else(|| self.reworded(line, written));
        valid.unwrap_or_else(|| {
            let lowered = self.line(line);
            let marked = self.marked(line, written, &lowered.diagnostics);
            let marked = marked.or_else(|| {
                let bare = bare_traits(written, line.at, self.symbols);
                self.marked(line, written, &bare)
            });
            marked.unwrap_or(lowered)
        })
    }

    /// Lowers a line that is right in everything but its wording. The spans of the result are those of the words that
    /// the author wrote.
    fn reworded(&self, line: &Line<'_>, written: &str) -> Option<LoweredLine> {
        let trial = |text: &str| {
            let lines = lines::lines(text);
            let [line] = lines.as_slice() else {
                return None;
            };
            let mut ability = self.valid(line)?.ability?;
            ir::place(&mut ability, &|_, _| (0, 0));
            Some(ability)
        };
        let ctx = LowerCtx::new(self.symbols, self.bearer, 0);
        let repairer = self.recovery.repairer;
        let ours = repairer.in_our_words(written, &ctx, &trial)?;
        Rewriting::between(written, ours, line.at).lowered(|line| self.valid(line))
    }

    /// Analyzes a line in which traits or names lack their marks, and nothing else can be meant. The missing marks stay
    /// reported, as warnings.
    fn marked(
        &self,
        line: &Line<'_>,
        written: &str,
        diagnostics: &[Diagnostic<Place>],
    ) -> Option<LoweredLine> {
        let missing: Vec<_> = diagnostics
            .iter()
            .filter(|found| is_missing_mark(found))
            .collect();
        if missing.is_empty() {
            return None;
        }
        let rewriting = Rewriting::new(written, line.at, &missing)?;
        let mut lowered = rewriting.lowered(|line| {
            let valid = self.valid(line);
            valid.or_else(|| self.reworded(line, &rewriting.text))
        })?;
        lowered
            .diagnostics
            .extend(missing.into_iter().cloned().map(as_missing_marks));
        Some(lowered)
    }

    /// Analyzes a line in which the name of the card means the card itself: `Skeleton gains +1 attack`. `lowered` is the
    /// line as it is written.
    fn with_own_name(&self, line: &Line<'_>, written: &str, lowered: LoweredLine) -> LoweredLine {
        let Some(name) = self.bearer.own_name.as_deref() else {
            return lowered;
        };
        if lowered.diagnostics.is_empty() {
            return lowered;
        }
        let mut other = None;
        for instead in own_name::words_for(&self.bearer.card_type, self.symbols.game) {
            let edits = own_name::edits(written, name, &instead);
            let rewriting = Rewriting::of(written, line.at, edits);
            let named = rewriting.filter(|rewriting| !rewriting.is_empty());
            let named = named.and_then(|rewriting| {
                let understood = |line: &Line<'_>| Some(self.understood(line, &rewriting.text));
                let named = rewriting.lowered(understood)?;
                Some((rewriting, named))
            });
            let Some((rewriting, named)) = named else {
                continue;
            };
            if is_valid(&named) {
                return match is_valid(&lowered) && named.ability != lowered.ability {
                    true => rewriting.asked(name, &instead),
                    false => named,
                };
            }
            // The name is not the mistake, so the other mistakes are those of the text with the card in its place.
            let is_clearer = named.diagnostics.len() <= lowered.diagnostics.len()
                && !rewriting.is_told_by(&named.diagnostics);
            if !is_valid(&lowered) && is_clearer {
                other.get_or_insert(named);
            }
        }
        other.unwrap_or(lowered)
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

/// Returns whether the only mistake is that a trait or a name lacks its marks, and nothing else can be meant.
fn is_missing_mark(found: &Diagnostic<Place>) -> bool {
    let code = matches!(found.code, Code::BareTrait | Code::UnquotedName);
    code && matches!(found.fixes.as_slice(), [fix] if fix.safety == Safety::Safe)
}

/// Returns whether a line has a meaning, perhaps with warnings.
fn is_valid(lowered: &LoweredLine) -> bool {
    let is_error = |found: &Diagnostic<Place>| found.severity == Severity::Error;
    lowered.ability.is_some() && !lowered.diagnostics.iter().any(is_error)
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

/// Returns the warning about marks that are missing where nothing else can be meant.
fn as_missing_marks(found: Diagnostic<Place>) -> Diagnostic<Place> {
    Diagnostic {
        code: Code::MissingMarks,
        severity: Code::MissingMarks.severity(),
        ..found
    }
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
