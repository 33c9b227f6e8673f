//! The glossary: words of other games, and sentences that say the same here.

/// The entries. The head of the file describes their form.
const TEXT: &str = include_str!("../../grammar/glossary/english.txt");

/// A word and what to write in its place.
#[derive(Debug)]
pub struct GlossaryEntry<'g> {
    /// All names of the entry, in lower case.
    pub names: Vec<&'g str>,
    /// What it means.
    pub meaning: &'g str,
    pub texts: Vec<GlossaryText<'g>>,
}

/// An effect text of the glossary.
#[derive(Debug)]
pub struct GlossaryText<'g> {
    pub card_type: &'g str,
    pub text: &'g str,
}

impl GlossaryEntry<'_> {
    pub fn is_called(&self, name: &str) -> bool {
        self.names
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// Returns the entries of the glossary, in the order of the file.
pub fn entries() -> impl Iterator<Item = GlossaryEntry<'static>> {
    TEXT.split("\n\n").filter_map(|entry| {
        let mut lines = entry.lines().filter(|line| !line.starts_with('#'));
        let (names, meaning) = lines.next()?.split_once(" = ")?;
        let texts = lines.filter_map(|line| {
            let (card_type, text) = line.trim().split_once(": ")?;
            Some(GlossaryText { card_type, text })
        });
        Some(GlossaryEntry {
            names: names.split(',').map(str::trim).collect(),
            meaning,
            texts: texts.collect(),
        })
    })
}
