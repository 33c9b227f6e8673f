//! Lowers the text of a card and prints its canonical form.

use std::sync::Arc;

use super::{Card, Role};
use crate::card::CardSource;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Place, Severity};
use crate::effect::{Bearer, EffectSession, Meaning, ir::Ability};
use crate::lint::{CardFindings, Fingerprints, TextFeatures};
use crate::source::{Sources, Span};
use crate::yaml::{Node, SourceMap};

/// A compiled card with the diagnostics of its text.
pub(super) struct Compiled {
    pub(super) card: Card,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The abilities with ranges in the written text, if that is not the canonical text.
    pub(super) written: Option<Vec<Ability>>,
    /// The features of the text.
    pub(super) contents: TextFeatures,
    pub(super) fingerprints: Fingerprints,
    pub(super) findings: CardFindings,
}

pub(super) fn compile_card(
    source: &Arc<CardSource>,
    role: Role,
    known: &EffectSession<'_>,
    sources: &Sources,
) -> Compiled {
    let game = known.symbols().game;
    let mut card = Card {
        source: Arc::clone(source),
        abilities: Arc::default(),
        text: Arc::default(),
        role,
    };
    let Some(effect) = &source.effect else {
        return Compiled {
            card,
            diagnostics: Vec::new(),
            written: None,
            contents: TextFeatures::default(),
            fingerprints: Fingerprints::of(game, source, ""),
            findings: CardFindings::default(),
        };
    };
    let bearer = Bearer::of(source, game);
    let Meaning {
        abilities,
        found,
        canonical,
    } = known.compile(effect.text(), &bearer);
    let file = sources.file(effect.node.span.file);
    let is_error = |diagnostic: &Diagnostic<Place>| diagnostic.severity == Severity::Error;
    let readable = !found.iter().any(is_error);
    // Without a known card type, only the wording of the text can be checked.
    let typed = !source.card_type.is_empty();
    // The source map of a faulty text is built once, not for each diagnostic.
    let places = (!found.is_empty()).then(|| effect.node.places(&file.text));
    let mut diagnostics: Vec<Diagnostic> = found
        .into_iter()
        .zip(places.iter().cycle())
        .filter(|(diagnostic, _)| typed || is_of_words(diagnostic.code))
        .map(|(diagnostic, places)| {
            in_file(diagnostic, &effect.node, places, &file.text).in_card(&source.id)
        })
        .collect();
    // The ranges in the IR of a card refer to its canonical text, which the bundle contains. Parsing that text also
    // verifies that it has the same meaning.
    let mut written = None;
    if canonical == effect.text().trim_end() || !readable {
        card.abilities = abilities.into();
    } else {
        let again = known.compile(&canonical, &bearer);
        if again.abilities != abilities || !again.found.is_empty() {
            diagnostics.push(not_printable(source, effect.node.span, &canonical));
        }
        card.abilities = again.abilities.into();
        written = Some(abilities);
    }
    let fingerprints = Fingerprints::of(game, source, &canonical);
    card.text = canonical.into();
    let contents = TextFeatures::of(&card.abilities);
    Compiled {
        card,
        diagnostics,
        written,
        contents,
        fingerprints,
        findings: CardFindings::default(),
    }
}

/// Returns whether a diagnostic concerns only the wording of a text, independent of its card.
fn is_of_words(code: Code) -> bool {
    !code.code().starts_with("E05")
}

/// Converts a diagnostic of a text to spans of the file. Its fixes are escaped for the style of the scalar.
fn in_file(
    mut diagnostic: Diagnostic<Place>,
    text: &Node,
    places: &SourceMap<'_>,
    source: &str,
) -> Diagnostic {
    let fixes = std::mem::take(&mut diagnostic.fixes);
    let mut diagnostic = diagnostic.map(|place| match place {
        Place::Text(range) => places.of(range),
        Place::File(span) => span,
    });
    diagnostic.fixes = fixes
        .into_iter()
        .filter_map(|fix| {
            let mut changes = Vec::new();
            let mut edits = Vec::new();
            for Edit { at, text } in &fix.edits {
                match at {
                    Place::Text(range) => changes.push((range.clone(), text.as_str())),
                    Place::File(at) => edits.push((*at, text.clone())),
                }
            }
            edits.extend(text.edits(source, &changes)?);
            Some(Fix {
                title: fix.title,
                safety: fix.safety,
                edits: edits
                    .into_iter()
                    .map(|(at, text)| Edit { at, text })
                    .collect(),
            })
        })
        .collect();
    diagnostic
}

/// Reports a text whose canonical form has another meaning.
pub fn not_printable(source: &CardSource, at: Span, canonical: &str) -> Diagnostic {
    Diagnostic::new(
        Code::NotPrintable,
        at,
        "the canonical form of this text would have another meaning",
        format!("its canonical form would be: {canonical}"),
    )
    .note("this is a bug in cardwright, not in the card; please report it with this text")
    .help("use other words until the bug is fixed")
    .in_card(&source.id)
}
