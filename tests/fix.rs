//! What fixes make of files: the tables in `tests/fix`.
//!
//! A case begins with `### title`; a word in brackets behind it, `[safe]` or `[unsafe]`, says which
//! fixes are made. Its files follow, each below a line `=== path`, then the line `>>>`, the files that are
//! changed as they are afterwards, and below `---` what was mended, what was left out and why, and what
//! is still found. Everything behind `>>>` is made by the test. Every case is run with both kinds of line
//! ends.

mod support;

use std::fmt::Write as _;
use std::sync::Arc;

use cardwright::compile::{self, Role};
use cardwright::diagnostic::Diagnostic;
use cardwright::fix::{self, Fixed, Texts};
use cardwright::game::{self, Game};
use cardwright::source::{FileId, SourceFile, Sources};

const TABLES: &str = "tests/fix";
/// The cards of the game that the tables name. The others would only take time.
const LIBRARY: [&str; 3] = ["/skeleton.yaml", "/pikeman.yaml", "/archer.yaml"];
const COMMAND: &str = "CARDWRIGHT_BLESS=1 cargo test --test fix";

/// A game, its cards, and the files of an author.
struct Project {
    game: Game,
    sources: Sources,
    files: Vec<(FileId, Role)>,
}

impl Project {
    fn with(files: &[(String, String)]) -> Self {
        let embedded = game::embedded().into_iter();
        let embedded = embedded.into_iter().find(|game| game.id == "card-game");
        let embedded = embedded.expect("an embedded game");
        let mut sources = Sources::default();
        let data = SourceFile::new(embedded.game.0, embedded.game.1);
        let at = sources.add(data.clone());
        let game = game::load(at, &data).expect("the embedded game is sound");
        let mut ids: Vec<(FileId, Role)> = files
            .iter()
            .map(|(path, text)| {
                let file = SourceFile::new(path.as_str(), text.as_str());
                (sources.add(file), Role::Checked)
            })
            .collect();
        let named = |path: &str| LIBRARY.iter().any(|name| path.ends_with(name));
        let library = embedded.cards.into_iter();
        let library = library.filter(|(path, _)| named(path));
        ids.extend(library.map(|(path, text)| {
            let file = SourceFile::new(path, text);
            (sources.add(file), Role::Library)
        }));
        Project {
            game,
            sources,
            files: ids,
        }
    }

    fn texts(&self) -> Texts {
        let checked = self.files.iter().filter(|(_, role)| *role == Role::Checked);
        checked
            .map(|(id, _)| (*id, Arc::clone(&self.sources.file(*id).text)))
            .collect()
    }

    fn check(&self, texts: &Texts) -> Vec<Diagnostic> {
        let mut sources = self.sources.clone();
        for (id, text) in texts {
            sources.replace(*id, Arc::clone(text));
        }
        compile::compile(&self.game, &sources, &self.files).diagnostics
    }

    fn fix(&self, unsafe_too: bool) -> Fixed {
        fix::fix(self.texts(), unsafe_too, |texts| Some(self.check(texts)))
    }
}

/// One case of a table, as written.
struct Case<'t> {
    title: &'t str,
    unsafe_too: bool,
    files: Vec<(String, String)>,
}

impl<'t> Case<'t> {
    fn of(written: &'t str) -> Self {
        let (head, rest) = written.split_once('\n').expect("a title");
        let before = rest.split(">>>\n").next().expect("files");
        let files = before.split("=== ").skip(1).map(|file| {
            let (path, text) = file.split_once('\n').expect("a path");
            (path.to_owned(), text.to_owned())
        });
        Case {
            title: head,
            unsafe_too: head.ends_with("[unsafe]"),
            files: files.collect(),
        }
    }

    /// The case and what becomes of it, as the table has it.
    fn rendered(&self) -> String {
        let mut out = format!("### {}\n", self.title);
        for (path, text) in &self.files {
            let _ = write!(out, "=== {path}\n{text}");
        }
        out.push_str(">>>\n");
        let (project, fixed) = run(&self.files, self.unsafe_too);
        for (id, text) in &fixed.texts {
            let file = project.sources.file(*id);
            if *file.text != **text {
                let _ = write!(out, "=== {}\n{text}", file.path);
            }
        }
        out.push_str("---\n");
        for finding in &fixed.mended {
            let _ = writeln!(out, "mended {}: {}", finding.code.code(), finding.message);
        }
        for left_out in &fixed.left_out {
            let because = left_out.because.as_ref().expect("the files can be checked");
            let _ = writeln!(
                out,
                "left out {}: {}: for {}: {}",
                left_out.finding.code.code(),
                left_out.fix.title,
                because.code.code(),
                because.message
            );
        }
        for finding in project.check(&fixed.texts) {
            let _ = writeln!(out, "found {}: {}", finding.code.code(), finding.message);
        }
        self.with_windows_line_ends(&fixed);
        self.again(&fixed);
        out
    }

    /// The same comes of files whose lines end as on Windows, and they stay so.
    #[track_caller]
    fn with_windows_line_ends(&self, fixed: &Fixed) {
        let windows = |text: &str| text.replace('\n', "\r\n");
        let files: Vec<(String, String)> = self
            .files
            .iter()
            .map(|(path, text)| (path.clone(), windows(text)))
            .collect();
        let (_, other) = run(&files, self.unsafe_too);
        for (id, text) in &fixed.texts {
            assert_eq!(*other.texts[id], *windows(text), "{}", self.title);
        }
        assert_eq!(other.mended.len(), fixed.mended.len(), "{}", self.title);
    }

    /// Nothing is left to be done.
    #[track_caller]
    fn again(&self, fixed: &Fixed) {
        assert!(!fixed.unfinished, "{}", self.title);
        let files: Vec<(String, String)> = self
            .files
            .iter()
            .zip(fixed.texts.values())
            .map(|((path, _), text)| (path.clone(), text.to_string()))
            .collect();
        let (_, again) = run(&files, self.unsafe_too);
        assert_eq!(again.mended, [], "{}", self.title);
    }
}

fn run(files: &[(String, String)], unsafe_too: bool) -> (Project, Fixed) {
    let project = Project::with(files);
    let fixed = project.fix(unsafe_too);
    (project, fixed)
}

#[test]
fn files_before_and_after() {
    let mut cases = 0;
    let folder = support::root().join(TABLES);
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of the tables")
        .map(|entry| entry.expect("a table").path())
        .collect();
    paths.sort();
    for path in paths {
        let table = std::fs::read_to_string(&path).expect("a table");
        let (head, rest) = table.split_once("### ").expect("a case");
        let mut made = head.to_owned();
        for written in rest.split("\n### ") {
            cases += 1;
            let written = written.trim_end().to_owned() + "\n";
            made.push_str(&Case::of(&written).rendered());
            made.push('\n');
        }
        let made = made.trim_end().to_owned() + "\n";
        if std::env::var_os("CARDWRIGHT_BLESS").is_some() {
            std::fs::write(&path, &made).expect("a file");
        } else {
            assert!(
                table == made,
                "{} is not what is made now:\n{made}\nrun: {COMMAND}",
                path.display()
            );
        }
    }
    assert!(cases > 20, "{cases} cases");
}
