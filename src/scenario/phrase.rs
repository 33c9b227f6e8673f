//! Words of a test file with their place.

use crate::source::Span;
use crate::yaml::Node;

/// The word for 0.
pub(super) const NO: &str = "no";

/// A part of the text of a scalar.
#[derive(Clone, Copy)]
pub(super) struct Phrase<'n> {
    pub text: &'n str,
    /// Where it begins in the text of the scalar.
    start: usize,
    node: &'n Node,
    source: &'n str,
}

impl<'n> Phrase<'n> {
    /// The text of a scalar, without white space around it; `None` for a list or mapping.
    pub fn of(node: &'n Node, source: &'n str) -> Option<Self> {
        let text = node.scalar()?.text.as_str();
        let all = Phrase {
            text,
            start: 0,
            node,
            source,
        };
        Some(all.trim())
    }

    pub fn span(&self) -> Span {
        let range = self.start..self.start + self.text.len();
        self.node.place_in(self.source, range)
    }

    /// The part from one byte to another.
    pub fn part(&self, from: usize, to: usize) -> Self {
        Phrase {
            text: self.text.get(from..to).unwrap_or(""),
            start: self.start + from,
            ..*self
        }
    }

    pub fn trim(&self) -> Self {
        let from = self.text.len() - self.text.trim_start().len();
        self.part(from, from + self.text.trim().len())
    }

    /// What follows these words at the beginning, in any case.
    pub fn after(&self, words: &str) -> Option<Self> {
        let head = self.text.get(..words.len())?;
        let rest = self.text.get(words.len()..)?;
        let ends = rest.is_empty() || rest.starts_with([' ', ',', ':']);
        (ends && head.eq_ignore_ascii_case(words))
            .then(|| self.part(words.len(), self.text.len()).trim())
    }

    /// What precedes these words at the end, in any case.
    pub fn before(&self, words: &str) -> Option<Self> {
        let at = self.text.len().checked_sub(words.len())?;
        let (head, tail) = (self.text.get(..at)?, self.text.get(at..)?);
        let ends = head.is_empty() || head.ends_with(' ');
        (ends && tail.eq_ignore_ascii_case(words)).then(|| self.part(0, at).trim())
    }

    /// The parts before and after a word.
    pub fn around(&self, word: &str) -> Option<(Self, Self)> {
        let between = format!(" {word} ");
        let at = self.text.to_ascii_lowercase().find(&between)?;
        let after = self.part(at + between.len(), self.text.len());
        Some((self.part(0, at).trim(), after.trim()))
    }

    /// The parts before and after a colon that is followed by a space.
    pub fn around_colon(&self) -> Option<(Self, Self)> {
        let at = self.text.find(": ")?;
        Some((
            self.part(0, at).trim(),
            self.part(at + 2, self.text.len()).trim(),
        ))
    }

    /// The words between spaces.
    pub fn words(&self) -> Vec<Self> {
        let mut words = Vec::new();
        let mut from = 0;
        for word in self.text.split(' ') {
            if !word.is_empty() {
                words.push(self.part(from, from + word.len()));
            }
            from += word.len() + 1;
        }
        words
    }

    /// The number at the beginning, `no` for 0, and the words after it.
    pub fn counted(self) -> (Option<u32>, Self) {
        if let Some(rest) = self.after(NO) {
            return (Some(0), rest);
        }
        let number = self.text.split(' ').next().unwrap_or_default();
        match number.parse() {
            Ok(count) if number.len() < self.text.len() => {
                let rest = self.part(number.len(), self.text.len());
                (Some(count), rest.trim())
            }
            _ => (None, self),
        }
    }

    pub fn is(&self, words: &str) -> bool {
        self.text.eq_ignore_ascii_case(words)
    }
}
