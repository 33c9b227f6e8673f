//! What fixes make of files: the tables in `tests/fix`.
//!
//! A case begins with `### title`; a word in brackets behind it, `[safe]` or `[unsafe]`, says which
//! fixes are made. Its files follow, each below a line `=== path`, then the line `>>>`, the files that are
//! changed as they are afterwards, and below `---` what was mended, what was left out and why, and what
//! is still found. Everything behind `>>>` is made by the test. Every case is run with both kinds of line
//! ends.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use cardwright::compile::{self, Role};
use cardwright::diagnostic::{Diagnostic, Fix, Safety};
use cardwright::fix::{self, Fixed, MOST_ROUNDS, Texts};
use cardwright::game::{self, Game};
use cardwright::source::{FileId, SourceFile, Sources};

use crate::support::options;

const TABLES: &str = "tests/fix";
/// The cards of the game that the tables name. The others would only take time.
const LIBRARY: [&str; 3] = ["/skeleton.yaml", "/pikeman.yaml", "/archer.yaml"];
const COMMAND: &str = "cargo xtask bless fix";

/// A game, its cards, and the files of an author.
struct Project {
    game: Game,
    sources: Sources,
    files: Vec<(FileId, Role)>,
}

impl Project {
    fn with(files: &[(String, String)]) -> Self {
        let embedded = game::embedded().iter();
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
        let library = embedded.cards.iter();
        let library = library.filter(|(path, _)| named(path));
        ids.extend(library.map(|(path, text)| {
            let file = SourceFile::new(*path, *text);
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
            .map(|(id, _)| (*id, self.sources.file(*id).text.clone()))
            .collect()
    }

    fn check(&self, texts: &Texts) -> Vec<Diagnostic> {
        let mut sources = self.sources.clone();
        for (id, text) in texts {
            sources.replace(*id, text.clone());
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
        // A lint that the errors hid is mended only when its author was shown it.
        let mut errors = again.mended.iter().filter(|one| !one.code.is_lint());
        assert_eq!(errors.next(), None, "{}", self.title);
    }
}

fn run(files: &[(String, String)], unsafe_too: bool) -> (Project, Fixed) {
    let project = Project::with(files);
    let fixed = project.fix(unsafe_too);
    (project, fixed)
}

#[test]
fn fixed_files_match_the_tables() {
    let mut cases = 0;
    let folder = crate::support::root().join(TABLES);
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
        if options::blessing() {
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

/// A way in which the text of a file goes wrong, in words, and how, if that can happen to it. The number
/// says where.
type Break = (&'static str, fn(&str, usize) -> Option<String>);

const BREAKS: &[Break] = &[
    (
        "two letters of a word of the text change places",
        |text, at| {
            let (start, word) = nth_word(text, at, "effect:")?;
            let swapped: String = [&word[1..2], &word[..1], &word[2..]].concat();
            (swapped != word).then(|| replaced(text, start, &word, &swapped))
        },
    ),
    ("a letter of a value is missing", |text, at| {
        let (start, word) = nth_word(text, at, "type:")?;
        Some(replaced(text, start, &word, &word[..word.len() - 1]))
    }),
    ("a key is misspelt", |text, at| {
        let (start, key) = nth_key(text, at)?;
        let twice = [&key[..2], &key[1..]].concat();
        Some(replaced(text, start, &key, &twice))
    }),
    ("a full stop is missing", |text, at| {
        let stops: Vec<usize> = text.match_indices('.').map(|(at, _)| at).collect();
        let stop = *stops.get(at % stops.len().max(1))?;
        Some(replaced(text, stop, ".", ""))
    }),
    ("no space behind a colon", |text, at| {
        let (start, key) = nth_key(text, at)?;
        let behind = format!("{key}: ");
        text[start..]
            .starts_with(&behind)
            .then(|| replaced(text, start, &behind, &format!("{key}:")))
    }),
    ("a comma is missing", |text, at| {
        let commas: Vec<usize> = text.match_indices(", ").map(|(at, _)| at).collect();
        let comma = *commas.get(at % commas.len().max(1))?;
        Some(replaced(text, comma, ",", ""))
    }),
    ("a line stands twice", |text, at| {
        let (start, _) = nth_key(text, at)?;
        let end = start + text[start..].find('\n')? + 1;
        Some(replaced(text, end, "", &text[start..end]))
    }),
    ("a bracket is never closed", |text, _| {
        let at = text.find([']', '}'])?;
        Some(replaced(text, at, &text[at..=at], ""))
    }),
    ("a tab instead of spaces", |text, _| {
        let at = text.find("\n  ")?;
        Some(replaced(text, at, "\n  ", "\n\t"))
    }),
    ("a number is too large", |text, at| {
        let digits = |c: char| c.is_ascii_digit();
        let places: Vec<usize> = text.match_indices(digits).map(|(at, _)| at).collect();
        let at = *places.get(at % places.len().max(1))?;
        Some(replaced(text, at, "", "4"))
    }),
    ("a quote is never closed", |text, at| {
        let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
        let quote = *quotes.get(at % quotes.len().max(1))?;
        Some(replaced(text, quote, "\"", ""))
    }),
    ("a word stands twice", |text, at| {
        let (start, word) = nth_word(text, at, "effect:")?;
        Some(replaced(text, start, &word, &format!("{word} {word}")))
    }),
];

fn replaced(text: &str, at: usize, old: &str, new: &str) -> String {
    assert!(text[at..].starts_with(old));
    [&text[..at], new, &text[at + old.len()..]].concat()
}

/// A word of some letters behind a key.
fn nth_word(text: &str, number: usize, behind: &str) -> Option<(usize, String)> {
    let from = text.find(behind)? + behind.len();
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text[from..]
        .char_indices()
        .chain([(text.len() - from, ' ')])
    {
        match (c.is_ascii_alphabetic(), start) {
            (true, None) => start = Some(from + at),
            (false, Some(begin)) => {
                words.push((begin, text[begin..from + at].to_owned()));
                start = None;
            }
            _ => {}
        }
    }
    words.retain(|(_, word)| word.len() > 3);
    words.get(number % words.len().max(1)).cloned()
}

/// A key at the start of a line.
fn nth_key(text: &str, number: usize) -> Option<(usize, String)> {
    let mut start = 0;
    let mut keys = Vec::new();
    for line in text.split_inclusive('\n') {
        let key = line.split(':').next().unwrap_or_default();
        if line.contains(':') && key.len() > 2 && key.bytes().all(|b| b.is_ascii_lowercase()) {
            keys.push((start, key.to_owned()));
        }
        start += line.len();
    }
    keys.get(number % keys.len().max(1)).cloned()
}

/// The cards and sets of the game, each with one mistake, and how they are shipped.
fn broken(round: usize) -> (Project, Texts) {
    let mut project = Project::with(&[]);
    let mut shipped = Texts::new();
    let game = game::embedded().iter();
    let game = game.into_iter().find(|game| game.id == "card-game");
    project.files.clear();
    let cards = game.expect("an embedded game").cards.iter();
    for (number, (path, text)) in cards.enumerate() {
        let (_, how) = BREAKS[(number + round) % BREAKS.len()];
        let broken = how(text, number * 7 + round).unwrap_or_else(|| (*text).to_owned());
        let id = project.sources.add(SourceFile::new(*path, broken));
        project.files.push((id, Role::Checked));
        shipped.insert(id, (*text).into());
    }
    (project, shipped)
}

/// How often each code is found in each card or set, whatever the finding says.
fn counted(found: &[Diagnostic]) -> BTreeMap<(&str, Option<&str>, FileId), usize> {
    let mut counts = BTreeMap::new();
    for finding in found {
        let file = finding.primary.at.file;
        let key = (finding.code.code(), finding.card.as_deref(), file);
        *counts.entry(key).or_default() += 1;
    }
    counts
}

/// What the first fixes of these findings make of a text, each made by itself.
fn spliced(text: &str, mended: &[&Diagnostic], unsafe_too: bool) -> String {
    let mut edits: Vec<_> = mended
        .iter()
        .filter_map(|finding| {
            let allowed = |fix: &&Fix| unsafe_too || fix.safety == Safety::Safe;
            finding.fixes.iter().find(allowed)
        })
        .flat_map(|fix| &fix.edits)
        .collect();
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let mut text = text.to_owned();
    for edit in edits.into_iter().rev() {
        text.replace_range(edit.at.range(), &edit.text);
    }
    text
}

/// The usual run breaks every card in one way; `cargo xtask test --long` breaks each in every way.
#[test]
fn fixes_cause_no_new_findings() {
    let mut wrong = String::new();
    let (mut all_found, mut all_mended) = (0, 0);
    let long = options::long();
    for round in 0..if long { BREAKS.len() } else { 1 } {
        for unsafe_too in [false, true] {
            let (project, shipped) = broken(round);
            let before = project.check(&project.texts());
            let fixed = project.fix(unsafe_too);
            all_found += before.len();
            all_mended += fixed.mended.len();
            assert!(fixed.rounds <= MOST_ROUNDS && !fixed.unfinished);
            let mut complain = |id: FileId, what: String| {
                let path = &project.sources.file(id).path;
                let text = &fixed.texts[&id];
                let _ = writeln!(wrong, "{path}: {what}:\n{text}");
            };

            let after = project.check(&fixed.texts);
            let known = counted(&before);
            for (key, count) in counted(&after) {
                if count > known.get(&key).copied().unwrap_or(0) {
                    complain(key.2, format!("new: {} in {:?}", key.0, key.1));
                }
            }

            for (id, text) in &fixed.texts {
                let old = &project.sources.file(*id).text;
                let of_file = |finding: &&Diagnostic| finding.primary.at.file == *id;
                let mended: Vec<&Diagnostic> = fixed.mended.iter().filter(of_file).collect();
                let at_once = mended.iter().all(|finding| before.contains(finding));
                let left_out = fixed.left_out.iter().any(|one| of_file(&&one.finding));
                if at_once && !left_out && **text != *spliced(old, &mended, unsafe_too) {
                    complain(*id, "more than the fixes was changed".to_owned());
                }
                // A safe fix says what was meant: here that is known.
                if !unsafe_too && text != old && **text != *shipped[id] {
                    complain(*id, "not what it was".to_owned());
                }
            }

            let texts = fixed.texts.clone();
            let again = fix::fix(texts, unsafe_too, |texts| Some(project.check(texts)));
            // A lint that the errors hid was not shown before.
            let errors = again.mended.iter().filter(|one| !one.code.is_lint());
            for finding in errors {
                complain(finding.primary.at.file, "mended the second time".to_owned());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(all_mended * 2 > all_found, "{all_mended} of {all_found}");
}
