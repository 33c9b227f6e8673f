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
    /// A slot whose phrase, if it is a pronoun, joins the verb.
    Joined {
        slot: usize,
        case: String,
        /// The word before a phrase that is no such pronoun.
        before: String,
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

    /// Returns the slot whose phrase can join the verb.
    #[cfg(test)]
    pub fn joined_slot(&self) -> Option<usize> {
        self.pieces.iter().find_map(|piece| match piece {
            Piece::Joined { slot, .. } => Some(*slot),
            _ => None,
        })
    }

    /// Returns whether one of its words has several forms.
    pub fn chooses(&self) -> bool {
        let mut pieces = self.pieces.iter();
        pieces.any(|piece| matches!(piece, Piece::Choice { .. }))
    }

    fn writes(&self, slot: usize) -> bool {
        self.pieces
            .iter()
            .any(|piece| {
                matches!(piece, Piece::Slot(index) | Piece::Joined { slot: index, .. } if *index == slot)
            })
    }

    pub fn fill(&self, slots: &[Phrase], agreement: &dyn Agreement) -> Phrase {
        let filled: usize = slots.iter().map(|slot| slot.text.len()).sum();
        let mut text = String::with_capacity(self.room + filled);
        // The end of the last text with its own full stop.
        let mut closed_at = None;
        let pronoun = self.pronoun(slots, agreement);
        for (place, piece) in self.pieces.iter().enumerate() {
            let spelled;
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
                    let form = forms.get(chosen).map_or("", String::as_str);
                    match (&pronoun, slots.get(*by)) {
                        (Some((verb, case, slot)), Some(by)) if *verb == place => {
                            spelled = agreement.join(case, slot, form, by);
                            (spelled.as_deref().unwrap_or(form), false)
                        }
                        _ => (form, false),
                    }
                }
                Piece::Joined { slot, case, before } => match slots.get(*slot) {
                    Some(_) if pronoun.is_some_and(|(_, joined, _)| joined == case) => ("", false),
                    Some(phrase) if !phrase.is_empty() => {
                        let before = match before.as_str() {
                            "" => agreement.before_object(case, phrase),
                            before => before,
                        };
                        let space = if before.is_empty() { "" } else { " " };
                        spelled = Some(format!("{before}{space}{}", phrase.text));
                        (spelled.as_deref().unwrap_or_default(), phrase.closed)
                    }
                    _ => ("", false),
                },
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

impl Template {
    /// Returns the place of the verb that a pronoun joins, the last one before it, with the case of the pronoun.
    fn pronoun<'t>(
        &'t self,
        slots: &'t [Phrase],
        agreement: &dyn Agreement,
    ) -> Option<(usize, &'t str, &'t Phrase)> {
        let mut pieces = self.pieces.iter().enumerate();
        pieces.find_map(|(place, piece)| match piece {
            Piece::Joined { slot, case, .. } => {
                let phrase = slots.get(*slot)?;
                let verb = self.verb_before(place, agreement)?;
                let joins = agreement.join(case, phrase, "", phrase).is_some();
                joins.then_some((verb, case.as_str(), phrase))
            }
            _ => None,
        })
    }

    fn verb_before(&self, place: usize, agreement: &dyn Agreement) -> Option<usize> {
        self.pieces.iter().take(place).rposition(
            |piece| matches!(piece, Piece::Choice { feature, .. } if agreement.is_verb(feature)),
        )
    }
}

/// The slot that is only used for agreement.
const LIKE: &str = "like";

impl Piece {
    /// Returns the maximum length of the piece's own words, in bytes.
    fn room(&self) -> usize {
        match self {
            Piece::Words(words) => words.len(),
            Piece::Slot(_) | Piece::Joined { .. } => 0,
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
            (Some(case), before) if agreement.is_case(case) => Ok(Piece::Joined {
                slot: index,
                case: case.to_owned(),
                before: before.unwrap_or_default().trim().to_owned(),
            }),
            (Some(feature), Some(forms)) => {
                let written = forms.strip_prefix(' ').unwrap_or(forms);
                let forms = written.split('|').map(str::to_owned).collect::<Vec<_>>();
                let forms = match forms.as_slice() {
                    [word] => agreement.inflect(feature, word).unwrap_or(forms),
                    _ => forms,
                };
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
