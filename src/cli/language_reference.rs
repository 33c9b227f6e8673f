//! The language reference, by section.

use super::word_search::words;

const TEXT: &str = include_str!("../../docs/language.md");
/// The path of the reference, for people.
const PATH: &str = "docs/language.md";

/// Maximum number of examples of a section that are shown.
const MAX_EXAMPLES: usize = 5;
/// Maximum number of paragraphs and table rows of a section that are shown.
const MAX_PARAGRAPHS: usize = 3;

/// Minimum score of a section that is shown.
const MIN_SCORE: usize = 3;

/// A section of the reference.
pub struct Section<'r> {
    /// The title, after the titles of the sections around it.
    titles: Vec<&'r str>,
    /// Paragraphs, list items and rows of tables.
    prose: Vec<String>,
    /// The canonical texts: each card type, and the text.
    examples: Vec<(&'r str, String)>,
}

/// Returns the sections of the reference, without the title of the whole.
pub fn sections() -> Vec<Section<'static>> {
    let mut sections: Vec<Section<'static>> = Vec::new();
    let mut chapter = "";
    let mut is_hidden = false;
    let mut paragraph = String::new();
    let mut lines = TEXT.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("<details>") || line.starts_with("</details>") {
            is_hidden = line.starts_with("<details>");
            continue;
        }
        if let Some(info) = line.strip_prefix("```") {
            let texts: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let card_type = info.strip_prefix("effect ");
            let card_type = card_type.and_then(|of| of.split(' ').next());
            if let (Some(card_type), Some(section), false) =
                (card_type, sections.last_mut(), is_hidden)
            {
                section.add_examples(card_type, &texts);
            }
            continue;
        }
        let is_row = line.starts_with(['|', '-']) || line.starts_with('#') || line.is_empty();
        if is_row && let Some(section) = sections.last_mut() {
            section.add(&mut paragraph, is_hidden);
        }
        if let Some(title) = line.strip_prefix("## ") {
            chapter = title;
            sections.push(Section::titled(vec![title]));
        } else if let Some(title) = line.strip_prefix("### ") {
            sections.push(Section::titled(vec![chapter, title]));
        } else if !line.starts_with('#') {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line.trim());
        }
    }
    if let Some(section) = sections.last_mut() {
        section.add(&mut paragraph, is_hidden);
    }
    sections
}

impl<'r> Section<'r> {
    fn titled(titles: Vec<&'r str>) -> Self {
        Section {
            titles,
            prose: Vec::new(),
            examples: Vec::new(),
        }
    }

    fn title(&self) -> &'r str {
        self.titles.last().copied().unwrap_or_default()
    }

    /// Adds a finished paragraph, and empties it.
    fn add(&mut self, paragraph: &mut String, is_hidden: bool) {
        let text = std::mem::take(paragraph);
        let text = text.trim();
        // `Same meaning:` belongs to a block.
        let is_label = text.ends_with(':') && text.len() < 20;
        if text.is_empty() || is_hidden || is_label || text.starts_with("| ---") {
            return;
        }
        let row = text.strip_prefix('|').and_then(|row| row.strip_suffix('|'));
        self.prose.push(match row {
            Some(row) => {
                let cells: Vec<&str> = row.split('|').map(str::trim).collect();
                format!("- {}", cells.join(" · ").replace("<br>", ", "))
            }
            None => text.to_owned(),
        });
    }

    fn add_examples(&mut self, card_type: &'r str, lines: &[&'r str]) {
        for line in lines {
            match self.examples.last_mut() {
                Some((_, text)) if line.starts_with("- ") => {
                    text.push('\n');
                    text.push_str(line);
                }
                _ => self.examples.push((card_type, (*line).to_owned())),
            }
        }
    }

    /// Returns how much the section is about a phrase.
    fn score(&self, phrase: &str) -> usize {
        let is_title = self.title().eq_ignore_ascii_case(phrase);
        let in_title = has_phrase(self.title(), phrase);
        let prose = self.prose.iter().map(|text| subject(text));
        let quoted = prose
            .clone()
            .filter(|text| has_in_ticks(text, phrase))
            .count();
        let named = prose.filter(|text| has_phrase(text, phrase)).count();
        let shown = self.examples.iter();
        let shown = shown.filter(|(_, text)| has_phrase(text, phrase)).count();
        100 * usize::from(is_title)
            + 25 * usize::from(in_title)
            + 6 * quoted.min(4)
            + 2 * named.min(4)
            + shown.min(6)
    }

    /// Returns what the section says about a phrase, in Markdown, with the examples that are valid.
    pub fn shown(&self, phrase: &str, mut is_valid: impl FnMut(&str, &str) -> bool) -> String {
        let mut text = format!("## {PATH}, section \"{}\"\n\n", self.titles.join(": "));
        let mut prose: Vec<&String> = self.prose.iter().collect();
        let about = |text: &&&String| has_phrase(subject(text), phrase);
        if prose.iter().any(|text| about(&text)) {
            prose.retain(|text| about(&text));
        } else {
            prose.retain(|text| !text.starts_with("- "));
            prose.truncate(1);
        }
        for paragraph in prose.into_iter().take(MAX_PARAGRAPHS) {
            text.push_str(&format!("{paragraph}\n\n"));
        }
        let examples = self.examples.iter();
        let mut examples: Vec<&(&str, String)> = examples
            .filter(|(_, text)| has_phrase(text, phrase))
            .collect();
        if examples.is_empty() && self.score(phrase) >= 25 {
            examples = self.examples.iter().collect();
        }
        let valid = examples
            .into_iter()
            .filter(|(card_type, text)| is_valid(card_type, text));
        let examples: Vec<&(&str, String)> = valid.take(MAX_EXAMPLES).collect();
        if !examples.is_empty() {
            text.push_str("```\n");
            for (card_type, example) in examples {
                let example = example.replace('\n', "\n    ");
                text.push_str(&format!("{card_type}: {example}\n"));
            }
            text.push_str("```\n");
        }
        text
    }
}

/// Returns the section that says most about a phrase.
pub fn about(phrase: &str) -> Option<Section<'static>> {
    let scored = sections().into_iter();
    let scored = scored.map(|section| (section.score(phrase), section));
    // The first of several.
    let best = scored.rev().max_by_key(|(score, _)| *score);
    best.filter(|(score, _)| *score >= MIN_SCORE)
        .map(|(_, section)| section)
}

/// Returns the titles of all sections.
pub fn titles() -> Vec<&'static str> {
    sections().iter().map(Section::title).collect()
}

/// Returns texts with a phrase, the shortest first: each card type, and the text.
pub fn examples_with(phrase: &str) -> Vec<(String, String)> {
    let sections = sections();
    let examples = sections.iter().flat_map(|section| &section.examples);
    let mut examples: Vec<(String, String)> = examples
        .filter(|(_, text)| has_phrase(text, phrase) && !text.contains('\n'))
        .map(|(card_type, text)| ((*card_type).to_owned(), text.clone()))
        .collect();
    examples.sort_by_key(|(_, text)| text.len());
    examples.dedup();
    examples
}

/// Returns what a paragraph is about: of a row of a table, the first cell.
fn subject(text: &str) -> &str {
    match text.strip_prefix("- ") {
        Some(row) => row.split(" · ").next().unwrap_or(row),
        None => text,
    }
}

/// Returns whether a text has the words of a phrase, in this order.
fn has_phrase(text: &str, phrase: &str) -> bool {
    let (text, phrase) = (words(text), words(phrase));
    let stems = |words: &[(std::ops::Range<usize>, String)]| -> Vec<String> {
        words.iter().map(|(_, stem)| stem.clone()).collect()
    };
    let (text, phrase) = (stems(&text), stems(&phrase));
    !phrase.is_empty() && text.windows(phrase.len()).any(|part| part == phrase)
}

/// Returns whether a phrase is in backticks, maybe with other words.
fn has_in_ticks(text: &str, phrase: &str) -> bool {
    let mut quoted = text.split('`').skip(1).step_by(2);
    quoted.any(|quoted| has_phrase(quoted, phrase))
}
