//! The entries of a word list: words, slots, and forms to choose from.
//!
//! `deal {amount} to {to}` has two slots. `{who verb: deals|deal}` chooses a form by the phrase in
//! the slot `who` and the feature `verb`. An empty slot also removes the space before it, so that
//! one entry serves a phrase with and without its optional parts.

use compact_str::CompactString;

use super::{Agreement, Phrase};

#[derive(Clone, Debug)]
pub(super) struct Template {
    pieces: Vec<Piece>,
    /// Maximum length of the template's own words, in bytes.
    room: usize,
}

#[derive(Clone, Debug)]
enum Piece {
    Words(String),
    Slot(usize),
    Choice {
        by: usize,
        feature: String,
        forms: Vec<String>,
    },
}

impl Template {
    /// Parses an entry. The errors are messages in plain words.
    pub fn read(
        text: &str,
        slots: &[&str],
        agreement: &dyn Agreement,
    ) -> Result<Template, Vec<String>> {
        let mut pieces = Vec::new();
        let mut mistakes = Vec::new();
        let mut rest = text;
        while let Some((words, inner)) = rest.split_once('{') {
            if !words.is_empty() {
                pieces.push(Piece::Words(words.to_owned()));
            }
            let Some((inner, after)) = inner.split_once('}') else {
                mistakes.push("missing `}`".to_owned());
                rest = "";
                break;
            };
            match Piece::read(inner, slots, agreement) {
                Ok(piece) => pieces.push(piece),
                Err(mistake) => mistakes.push(mistake),
            }
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Words(rest.to_owned()));
        }
        let room = pieces.iter().map(Piece::room).sum();
        let template = Template { pieces, room };
        for (index, slot) in slots.iter().enumerate() {
            // The phrase in `like` is printed elsewhere; the words only agree with it.
            if *slot != LIKE && !template.writes(index) {
                mistakes.push(format!("missing {{{slot}}}: its content would be lost"));
            }
        }
        if mistakes.is_empty() {
            Ok(template)
        } else {
            Err(mistakes)
        }
    }

    fn writes(&self, slot: usize) -> bool {
        self.pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Slot(index) if *index == slot))
    }

    pub fn fill(&self, slots: &[Phrase], agreement: &dyn Agreement) -> Phrase {
        let filled: usize = slots.iter().map(|slot| slot.text.len()).sum();
        let mut text = String::with_capacity(self.room + filled);
        // The end of the last text with its own full stop.
        let mut closed_at = None;
        for piece in &self.pieces {
            let (words, closed) = match piece {
                Piece::Words(words) if text.is_empty() => (words.trim_start_matches(' '), false),
                Piece::Words(words) => (words.as_str(), false),
                Piece::Slot(index) => slots
                    .get(*index)
                    .map_or(("", false), |slot| (slot.text.as_str(), slot.closed)),
                Piece::Choice { by, feature, forms } => {
                    let chosen = slots
                        .get(*by)
                        .map_or(0, |slot| agreement.choose(feature, slot));
                    (forms.get(chosen).map_or("", String::as_str), false)
                }
            };
            if words.is_empty() {
                if text.ends_with(' ') {
                    text.pop();
                }
            } else {
                text.push_str(words);
                if closed {
                    closed_at = Some(text.len());
                }
            }
        }
        Phrase {
            closed: closed_at == Some(text.len()),
            text: CompactString::from(text),
            ..Phrase::default()
        }
    }
}

/// The slot that is only used for agreement.
const LIKE: &str = "like";

impl Piece {
    /// Returns the maximum length of the piece's own words, in bytes.
    fn room(&self) -> usize {
        match self {
            Piece::Words(words) => words.len(),
            Piece::Slot(_) => 0,
            Piece::Choice { forms, .. } => forms.iter().map(String::len).max().unwrap_or_default(),
        }
    }

    fn read(inner: &str, slots: &[&str], agreement: &dyn Agreement) -> Result<Piece, String> {
        let (head, forms) = match inner.split_once(':') {
            Some((head, forms)) => (head, Some(forms)),
            None => (inner, None),
        };
        let (slot, feature) = match head.split_once(' ') {
            Some((slot, feature)) => (slot, Some(feature)),
            None => (head, None),
        };
        let Some(index) = slots.iter().position(|known| *known == slot) else {
            return Err(format!(
                "unknown slot {{{slot}}}; the entry has {}",
                listed(slots)
            ));
        };
        match (feature, forms) {
            (None, None) => Ok(Piece::Slot(index)),
            (Some(feature), Some(forms)) => {
                let forms: Vec<String> = forms
                    .strip_prefix(' ')
                    .unwrap_or(forms)
                    .split('|')
                    .map(str::to_owned)
                    .collect();
                match agreement
                    .features()
                    .iter()
                    .find(|(known, _)| *known == feature)
                {
                    Some((_, count)) if *count == forms.len() => Ok(Piece::Choice {
                        by: index,
                        feature: feature.to_owned(),
                        forms,
                    }),
                    Some((_, count)) => Err(format!(
                        "{{{inner}}} has {} forms, but {feature} has {count}",
                        forms.len()
                    )),
                    None => Err(format!(
                        "unknown feature {feature} in {{{inner}}}; the language has {}",
                        listed(
                            &agreement
                                .features()
                                .iter()
                                .map(|(name, _)| *name)
                                .collect::<Vec<_>>()
                        )
                    )),
                }
            }
            _ => Err(format!(
                "{{{inner}}} is neither a slot nor a choice such as {{slot feature: one \
                    form|another}}"
            )),
        }
    }
}

/// Joins names with commas.
pub(super) fn listed(names: &[&str]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}
