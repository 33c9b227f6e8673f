//! The reference for authors, generated from the chapters: their prose unchanged, and below the texts of each block
//! the current results.

use std::fmt::Write as _;

use cardwright::diagnostic::{Diagnostic, Place};
use cardwright::effect::{self, Bearer};
use cardwright::symbols::Symbols;

use super::{concepts, read};
use crate::support::table::{self, Block, Chapter, Kind, Part};
use crate::support::world::GameSymbols;

pub const PATH: &str = "docs/language.md";

/// The line of a chapter at which the table of contents is inserted.
const CONTENTS: &str = "<!-- contents -->";

/// The line at which the table of concepts is inserted.
const CONCEPTS: &str = "<!-- concepts -->";

pub fn page(symbols: &GameSymbols) -> String {
    let chapters = table::chapters();
    let mut page = String::from(
        "<!-- Generated from tests/language/chapters by cargo xtask bless language -->\n",
    );
    for chapter in &chapters {
        page.push('\n');
        for part in &chapter.parts {
            match part {
                Part::Prose(line) if line == CONTENTS => page.push_str(&contents(&chapters)),
                Part::Prose(line) if line == CONCEPTS => page.push_str(&mentioned()),
                Part::Prose(line) => {
                    page.push_str(line);
                    page.push('\n');
                }
                Part::Block(block) => page.push_str(&shown(block, symbols.of(&block.game))),
            }
        }
    }
    page
}

/// Returns the table of concepts, each with a text that mentions it.
fn mentioned() -> String {
    let mut tables = Vec::new();
    for group in concepts::groups() {
        let mut table = format!("### {}\n\n| | for example |\n| --- | --- |\n", group.name);
        for concept in group.concepts {
            let texts: Vec<String> = concept
                .texts
                .iter()
                .map(|(_, text)| format!("`{text}`"))
                .collect();
            let said = match concept.reason {
                Some(reason) => reason.to_owned(),
                None => texts.join("<br>"),
            };
            let _ = writeln!(table, "| {} | {said} |", concept.name);
        }
        tables.push(table);
    }
    tables.join("\n")
}

/// Returns a line for each chapter, followed by its sections.
fn contents(chapters: &[Chapter]) -> String {
    let mut contents = String::new();
    let mut sections = 0;
    let headings = chapters
        .iter()
        .flat_map(|chapter| &chapter.parts)
        .filter_map(|part| match part {
            Part::Prose(line) => Some(line.as_str()),
            Part::Block(_) => None,
        });
    for line in headings {
        if let Some(title) = line.strip_prefix("## ") {
            if !contents.is_empty() {
                contents.push('\n');
            }
            sections = 0;
            let _ = write!(contents, "- **{}**", link(title));
        } else if let Some(title) = line.strip_prefix("### ") {
            contents.push_str(if sections == 0 { ": " } else { " · " });
            sections += 1;
            contents.push_str(&link(title));
        }
    }
    contents.push('\n');
    contents
}

/// Returns a link to a heading of the page, with the anchor that Markdown renderers generate.
fn link(title: &str) -> String {
    let anchor: String = title
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' => Some(c),
            _ => None,
        })
        .collect();
    format!("[{title}](#{anchor})")
}

/// Formats a block: its canonical texts, other wordings, mistakes, and their outlines.
fn shown(block: &Block, symbols: &Symbols) -> String {
    let bearer = block.bearer();
    let mut shown = String::new();
    let canonical: Vec<&str> = block
        .entries
        .iter()
        .filter(|entry| matches!(entry.kind, Kind::Canonical | Kind::Again))
        .map(|entry| entry.text.as_str())
        .collect();
    let variants = block.variants();
    // A block about other wordings shows its canonical texts only after the arrows.
    let only_again = block.texts(Kind::Canonical).next().is_none();
    if !canonical.is_empty() && (!only_again || variants.is_empty()) {
        let _ = writeln!(
            shown,
            "```effect {}\n{}\n```",
            match block.game.as_str() {
                "card-game" => block.card_type.clone(),
                game => format!("{game}/{}", block.card_type),
            },
            canonical.join("\n")
        );
    }
    if !variants.is_empty() {
        if !shown.is_empty() {
            shown.push_str("\nSame meaning:\n\n");
        }
        shown.push_str("```text\n");
        for variant in &variants {
            let _ = writeln!(
                shown,
                "{}\n    → {}",
                variant.written, variant.canonical.text
            );
        }
        shown.push_str("```\n");
    }
    let mistakes: Vec<String> = block
        .texts(Kind::Mistake)
        .map(|text| mistake(text, &bearer, symbols))
        .collect();
    if !mistakes.is_empty() {
        if !shown.is_empty() {
            shown.push_str(match mistakes.len() {
                1 => "\nA mistake:\n\n",
                _ => "\nMistakes:\n\n",
            });
        }
        let _ = writeln!(shown, "```text\n{}\n```", mistakes.join("\n\n"));
    }
    let outlines: Vec<String> = block
        .texts(Kind::Canonical)
        .map(|text| outlined(text, &bearer, symbols))
        .collect();
    if !outlines.is_empty() {
        let _ = writeln!(
            shown,
            "\n<details><summary>How {} understood</summary>\n\n```text\n{}\n```\n\n</details>",
            match outlines.len() {
                1 => "it is",
                _ => "they are",
            },
            outlines.join("\n\n")
        );
    }
    shown
}

/// Formats a text with its indented outline.
fn outlined(text: &str, bearer: &Bearer, symbols: &Symbols) -> String {
    let (abilities, _) = read(text, bearer, symbols);
    let outline = effect::outline(&abilities, bearer, symbols);
    let lines: Vec<String> = outline
        .trim_end()
        .lines()
        .map(|line| format!("    {line}").trim_end().to_owned())
        .collect();
    format!("{text}\n{}", lines.join("\n"))
}

/// Formats a faulty text with a summary of its diagnostics.
fn mistake(text: &str, bearer: &Bearer, symbols: &Symbols) -> String {
    let (_, found) = read(text, bearer, symbols);
    let Some(finding) = found.first() else {
        return text.to_owned();
    };
    let mut shown = underlined(text, finding);
    let _ = write!(
        shown,
        "\n{}[{}]: {}",
        finding.severity.name(),
        finding.code.code(),
        finding.message
    );
    if let Some(help) = &finding.help {
        let _ = write!(shown, "\nhelp: {help}");
    }
    shown
}

/// Returns the text with the faulty words underlined.
fn underlined(text: &str, finding: &Diagnostic<Place>) -> String {
    let Place::Text(at) = &finding.primary.at else {
        return text.to_owned();
    };
    let start = text[..at.start].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at.start..]
        .find('\n')
        .map_or(text.len(), |length| at.start + length);
    let width = |piece: &str| piece.chars().count();
    let before = width(&text[start..at.start]);
    let marked = width(&text[at.start..at.end.clamp(at.start, end)]).max(1);
    let line = format!(
        "{}{} {}",
        " ".repeat(before),
        "^".repeat(marked),
        finding.primary.message
    );
    format!("{}\n{line}{}", &text[..end], &text[end..])
}
