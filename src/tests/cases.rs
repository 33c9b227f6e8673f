//! Tests as data: a file of cases, each a YAML text and its diagnostics.
//!
//! A case begins with `### title`. The line `>>>` is followed by one line for each diagnostic:
//! `line:column code message | the underlined characters | help`, with notes, other labels and
//! fixes on lines of their own. `cargo xtask bless cases` writes the present results.

use std::fmt::Write;

use crate::diagnostic::{Diagnostic, Safety};
use crate::game::{self, Game};
use crate::source::{FileId, SourceFile, Sources};
use crate::yaml;

/// Returns a built-in game.
pub(crate) fn game(id: &str) -> Game {
    let found = game::embedded_game(id).expect("the game is in the binary");
    let file = SourceFile::inside(found.game);
    game::load(FileId(0), &file).expect("the data of the game is whole")
}

/// Reads a text; the diagnostics of the reader come first.
pub(crate) fn documents(
    sources: &mut Sources,
    path: &str,
    text: &str,
) -> (Vec<yaml::Document>, Vec<Diagnostic>) {
    let id = sources.add(SourceFile::new(path, text));
    yaml::read(id, text)
}

/// Renders the diagnostics, one on each line. Positions in files other than the first are shown with the path.
pub(crate) fn rendered(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut text = String::new();
    let place = |span: crate::source::Span| {
        let file = sources.file(span.file);
        let (line, column) = file.line_column(span.start as usize);
        let path = if span.file == FileId(0) {
            String::new()
        } else {
            format!("{}:", file.path)
        };
        (
            format!("{path}{line}:{column}"),
            sources.slice(span).replace('\n', "⏎"),
        )
    };
    for diagnostic in diagnostics {
        let (at, underlined) = place(diagnostic.primary.at);
        let help = diagnostic.help.as_deref().unwrap_or("-");
        let _ = writeln!(
            text,
            "{at} {} {} | {underlined} | {help}",
            diagnostic.code.code(),
            diagnostic.message
        );
        let _ = writeln!(text, "  label: {}", diagnostic.primary.message);
        for label in &diagnostic.secondary {
            let (at, underlined) = place(label.at);
            let _ = writeln!(text, "  also {at} {underlined}: {}", label.message);
        }
        if let Some(note) = &diagnostic.note {
            let _ = writeln!(text, "  note: {note}");
        }
        for fix in &diagnostic.fixes {
            let safety = match fix.safety {
                Safety::Safe => "safe",
                Safety::Unsafe => "unsafe",
            };
            for edit in &fix.edits {
                let (at, replaced) = place(edit.at);
                let _ = writeln!(text, "  {safety} fix {at} `{replaced}` -> `{}`", edit.text);
            }
        }
    }
    text
}

/// Runs every case of a file. Returns the number of cases with diagnostics, and of those without.
pub(crate) fn check(path: &str, run: impl Fn(&str) -> String) -> (usize, usize) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(&path).expect("the cases can be read");
    let mut rewritten = String::new();
    let mut wrong = Vec::new();
    let (mut faulty, mut clean) = (0, 0);
    let mut parts = text.split("### ");
    rewritten.push_str(parts.next().unwrap_or_default());
    for case in parts {
        let (title, rest) = case.split_once('\n').expect("a case has a title");
        let (input, expected) = rest.split_once(">>>\n").unwrap_or((rest, ""));
        let actual = run(input);
        if actual.is_empty() {
            clean += 1;
        } else {
            faulty += 1;
        }
        if actual.trim_end() != expected.trim_end() {
            wrong.push(format!(
                "### {title}\n{input}>>>\n{actual}\n--- instead of\n{expected}"
            ));
        }
        let _ = write!(rewritten, "### {title}\n{input}>>>\n{actual}\n");
    }
    if std::env::var_os("CARDWRIGHT_BLESS").is_some() {
        std::fs::write(&path, rewritten.trim_end().to_owned() + "\n")
            .expect("the cases can be written");
    } else {
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
    (faulty, clean)
}
