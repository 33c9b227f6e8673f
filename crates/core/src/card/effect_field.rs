//! Reads the effect texts of a card as scalars, so that ranges of a text can be mapped to the file.

use super::expected::CardContext;
use super::keys::Key;
use super::{EffectSource, fixes};
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::game::FieldKind;
use crate::source::Span;
use crate::yaml::Node;

/// Returns whether an effect text is the first one of its card type.
pub(super) fn is_first(context: &CardContext<'_>, key: &str) -> bool {
    let Some(definition) = context.definition else {
        return true;
    };
    let mut fields = context.game.fields_of(definition);
    let first = fields.find(|field| matches!(field.field.kind, FieldKind::Effect));
    first.is_none_or(|first| first.key == key)
}

/// Reads an effect text. Returns `None` after reporting a diagnostic.
pub(super) fn read(
    context: &CardContext<'_>,
    known: &Key<'_>,
    optional: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<EffectSource> {
    let entry = known.entry;
    let key = known.key;
    let at = fixes::place_of(entry);
    let Some(scalar) = entry.value.scalar() else {
        let diagnostic = Diagnostic::new(
            Code::WrongType,
            at,
            format!(
                "the `{key}` of {} must be a text, not {}",
                context.who(),
                crate::yaml::described(&entry.value)
            ),
            "must be a text",
        )
        .help(format!("write `{key}: |` and the lines of the text below"));
        diagnostics.push(
            match crate::card::recover::misplaced::as_lines(context.source, entry) {
                Some(edits) => diagnostic.fix_all(Safety::Unsafe, "put the lines after `|`", edits),
                None => diagnostic,
            },
        );
        return None;
    };
    if entry.value.is_null() || scalar.text.trim().is_empty() {
        // The text may be in lines that could not be parsed, or that are not indented.
        if context.broken
            || crate::card::recover::misplaced::is_outdented(context.game, context.entries, entry)
        {
            return None;
        }
        let diagnostic = Diagnostic::new(
            Code::EmptyText,
            at,
            format!("the `{key}` of {} is empty", context.who()),
            "missing text",
        )
        .help("write the text as printed");
        diagnostics.push(match optional {
            true => fixes::remove(
                diagnostic.help("write the text as printed, or remove the line"),
                context.source,
                entry,
            ),
            false => diagnostic,
        });
        return None;
    }
    if crate::yaml::says_none(&entry.value) {
        let diagnostic = Diagnostic::new(
            Code::EmptyText,
            at,
            format!(
                "the `{key}` of {} only says that there is none",
                context.who()
            ),
            "not a card text",
        );
        let diagnostic = fixes::remove(diagnostic, context.source, entry);
        diagnostics.push(match diagnostic.help {
            Some(_) => diagnostic,
            None => diagnostic.help("remove the line"),
        });
        return None;
    }
    if let Some((_, diagnostic)) = fixes::in_curly_quotes(context.source, &entry.value) {
        diagnostics.push(diagnostic);
        return None;
    }
    let lines = folded(context, known)
        .or_else(|| crate::card::recover::misplaced::swallowed(context, entry));
    if let Some((lines, diagnostic)) = lines {
        diagnostics.push(diagnostic);
        return Some(EffectSource { node: lines });
    }
    Some(EffectSource {
        node: entry.value.clone(),
    })
}

/// Returns the lines of a text that `>` joins, and the diagnostic, if a line after the first begins like an ability or
/// a mode.
fn folded(context: &CardContext<'_>, known: &Key<'_>) -> Option<(Node, Diagnostic)> {
    let lines = known.entry.value.unfolded(context.source)?;
    let begins = |line: &str| {
        let line = line.trim_start().to_lowercase();
        let mut headings = context.game.headings.values();
        line.starts_with("- ")
            || headings.any(|heading| {
                let rest = line.strip_prefix(&heading.name.to_lowercase());
                rest.is_some_and(|rest| rest.starts_with([':', ',']))
            })
    };
    let text = &lines.scalar()?.text;
    if !text.trim().lines().skip(1).any(begins) {
        return None;
    }
    let Span { file, start, .. } = lines.span;
    let at = Span::new(file, start as usize..start as usize + 1);
    let diagnostic = Diagnostic::new(
        Code::WrongType,
        at,
        format!(
            "the lines of the `{}` of {} are joined",
            known.key,
            context.who()
        ),
        "`>` joins the lines below it",
    );
    Some((lines, diagnostic.fix(Safety::Safe, "write `|`", at, "|")))
}
