//! Lowers the text of a card and prints its canonical form.

use std::sync::Arc;

use smol_str::SmolStr;

use super::{Card, CardText, Role};
use crate::card::{CardSource, EffectSource, VecMap};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Place, Severity};
use crate::effect::{Bearer, EffectSession, Meaning, ir::Ability};
use crate::game::Game;
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
    /// The card with each of its other texts, for lints of texts.
    pub(super) more: Vec<Compiled>,
}

pub(super) fn compile_card(
    source: &Arc<CardSource>,
    role: Role,
    known: &EffectSession<'_>,
    sources: &Sources,
) -> Compiled {
    let game = known.symbols().game;
    let bearer = Bearer::of(source, game);
    let mut diagnostics = Vec::new();
    let mut compile = |effect: &EffectSource| {
        let (text, found) = compile_text(source, effect, &bearer, known, sources);
        diagnostics.extend(found);
        text
    };
    let first = source.effect.as_ref().map(&mut compile);
    let first = first.unwrap_or_default();
    let more = source.more_effects.iter();
    let more: Vec<(&SmolStr, Lowered)> = more.map(|(key, effect)| (key, compile(effect))).collect();
    let mut whole = compiled(game, Arc::clone(source), role, first);
    whole.diagnostics = diagnostics;
    if more.is_empty() {
        return whole;
    }
    let mut all = whole.card.text.to_string();
    let mut more_texts = VecMap::with_capacity(more.len());
    for (key, lowered) in more {
        all.push_str(&format!("\n{key}\n{}", lowered.text));
        let text = CardText {
            abilities: Arc::clone(&lowered.abilities),
            text: Arc::clone(&lowered.text),
        };
        more_texts.insert(key, text);
        let of_text = CardSource {
            effect: source.more_effects.get(key).cloned(),
            more_effects: VecMap::default(),
            ..CardSource::clone(source)
        };
        let of_text = compiled(game, of_text.into(), role, lowered);
        whole.more.push(of_text);
    }
    whole.fingerprints = Fingerprints::of(game, source, &all);
    whole.card.more_texts = Arc::new(more_texts);
    whole
}

/// Returns the card with one of its texts.
fn compiled(game: &Game, source: Arc<CardSource>, role: Role, lowered: Lowered) -> Compiled {
    Compiled {
        diagnostics: Vec::new(),
        written: lowered.written,
        contents: TextFeatures::of(&lowered.abilities),
        fingerprints: Fingerprints::of(game, &source, &lowered.text),
        findings: CardFindings::default(),
        more: Vec::new(),
        card: Card {
            source,
            abilities: lowered.abilities,
            text: lowered.text,
            more_texts: Arc::default(),
            role,
        },
    }
}

/// A lowered text.
#[derive(Default)]
struct Lowered {
    abilities: Arc<[Ability]>,
    /// In canonical form.
    text: Arc<str>,
    /// The abilities with ranges in the written text, if that is not the canonical text.
    written: Option<Vec<Ability>>,
}

fn compile_text(
    source: &CardSource,
    effect: &EffectSource,
    bearer: &Bearer<'_>,
    known: &EffectSession<'_>,
    sources: &Sources,
) -> (Lowered, Vec<Diagnostic>) {
    let Meaning {
        abilities,
        found,
        canonical,
    } = known.compile(effect.text(), bearer);
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
    if canonical == effect.text().trim_end() || !readable {
        let lowered = Lowered {
            abilities: abilities.into(),
            text: canonical.into(),
            written: None,
        };
        return (lowered, diagnostics);
    }
    let again = known.compile(&canonical, bearer);
    if again.abilities != abilities || !again.found.is_empty() {
        diagnostics.push(not_printable(source, effect.node.span, &canonical));
    }
    let lowered = Lowered {
        abilities: again.abilities.into(),
        text: canonical.into(),
        written: Some(abilities),
    };
    (lowered, diagnostics)
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
