//! From a card as it was read to what its text says, and to the canonical text.

use std::sync::Arc;

use super::{Card, Role};
use crate::card::CardSource;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Place};
use crate::effect::{Bearer, KnownLines, Meaning, ir::Ability};
use crate::lint::{CardFindings, Contents, Fingerprints};
use crate::source::{Sources, Span};
use crate::yaml::{Node, Places};

/// A card and what was found in its text.
pub(super) struct Compiled {
    pub(super) card: Card,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The abilities with their places in the text as it is written, where that is not the canonical one.
    pub(super) written: Option<Vec<Ability>>,
    /// What there is in them.
    pub(super) contents: Contents,
    pub(super) fingerprints: Fingerprints,
    pub(super) findings: CardFindings,
}

pub(super) fn compile_card(
    source: &Arc<CardSource>,
    role: Role,
    known: &KnownLines<'_>,
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
            contents: Contents::default(),
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
    let readable = found.is_empty();
    // While nobody knows what kind of card it is, only the words of its text can be judged.
    let typed = !source.card_type.is_empty();
    // A faulty text is traced back to its file once, not for each finding.
    let places = (!readable).then(|| effect.node.places(&file.text));
    let mut diagnostics: Vec<Diagnostic> = found
        .into_iter()
        .zip(places.iter().cycle())
        .filter(|(finding, _)| typed || is_of_words(finding.code))
        .map(|(finding, places)| {
            in_file(finding, &effect.node, places, &file.text).in_card(&source.id)
        })
        .collect();
    // The places in the IR of a card are places in its canonical text, which goes with it into the
    // bundle. Reading that text again also proves that it says the same.
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
    let contents = Contents::of(&card.abilities);
    Compiled {
        card,
        diagnostics,
        written,
        contents,
        fingerprints,
        findings: CardFindings::default(),
    }
}

/// Whether a finding is about the words of a text, whatever they mean on a card.
fn is_of_words(code: Code) -> bool {
    !code.code().starts_with("E05")
}

/// A finding in a text, with its places in the file. Its fixes write in the style of the text.
fn in_file(
    mut finding: Diagnostic<Place>,
    text: &Node,
    places: &Places<'_>,
    source: &str,
) -> Diagnostic {
    let fixes = std::mem::take(&mut finding.fixes);
    let mut finding = finding.map(|place| match place {
        Place::Text(range) => places.of(range),
        Place::File(span) => span,
    });
    finding.fixes = fixes
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
    finding
}

/// The finding about a text that says something else in canonical form.
pub fn not_printable(source: &CardSource, at: Span, canonical: &str) -> Diagnostic {
    Diagnostic::new(
        Code::NotPrintable,
        at,
        "the text is understood, but its canonical form would say something else",
        format!("its canonical form would be: {canonical}"),
    )
    .note("this is a defect of cardwright, not of the card; please report it with this text")
    .help("say it in other words until it is mended")
    .in_card(&source.id)
}
