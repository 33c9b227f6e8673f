//! Reads test files: documents of YAML to scenarios, with every mistake.

use cardwright_play::table::DefId;

use super::lexicon::Lexicon;
use super::reader::{Reader, is_letter, key_of};
use super::{Deed, Name, Scenario, Setting, Step, expectation, step};
use crate::collections::IndexMap;
use crate::diagnostic::{Code, Diagnostic, closest, prose};
use crate::source::{FileId, Span};
use crate::yaml::{self, Entry, Node, Value};

/// The keys of a test, in their usual order.
const KEYS: [&str; 6] = ["test", "card", "given", "when", "then", "cases"];

/// The keys of `given`, without letters and spaces.
const GIVEN: [&str; 9] = [
    "map", "lines", "phase", "support", "you", "opponent", "turn", "first", "round",
];

/// The tests of a file.
#[derive(Debug, Default)]
pub struct TestFile {
    pub scenarios: Vec<Scenario>,
    pub findings: Vec<Diagnostic>,
    /// The number of tests with findings, which are not played.
    pub unread: usize,
}

/// Reads the tests of a file.
pub fn read(lexicon: &Lexicon<'_>, file: FileId, text: &str) -> TestFile {
    let (documents, findings) = yaml::read(file, text);
    let mut tests = TestFile {
        findings,
        ..TestFile::default()
    };
    for document in &documents {
        let Some(root) = &document.root else { continue };
        let mut reader = Reader {
            lexicon,
            source: text,
            letters: Vec::new(),
            found: Vec::new(),
            broken: document.broken,
        };
        let mut scenarios = Vec::new();
        reader.test(root, &mut scenarios);
        match reader.found.is_empty() && !document.broken {
            true => tests.scenarios.append(&mut scenarios),
            false => tests.unread += 1,
        }
        tests.findings.append(&mut reader.found);
    }
    if documents.iter().all(|document| document.root.is_none()) && tests.findings.is_empty() {
        let finding = Diagnostic::new(
            Code::TestKey,
            Span::new(file, 0..0),
            "this file has no test",
            "nothing is tested here",
        );
        let help = "begin a test with `test: ` and a sentence that says what it shows";
        tests.findings.push(finding.help(help));
    }
    tests
}

impl<'n> Reader<'_, 'n> {
    fn test(&mut self, root: &'n Node, scenarios: &mut Vec<Scenario>) {
        let Value::Mapping(entries) = &root.value else {
            let finding = Diagnostic::new(
                Code::TestKey,
                root.span,
                "this is not a test",
                "no mapping with the key `test`",
            );
            self.report(
                finding.help("begin a test with `test: ` and a sentence that says what it shows"),
            );
            return;
        };
        let is_known = |entry: &Entry| closest(key_of(entry), KEYS).is_some();
        let key = entries.first().filter(|_| !entries.iter().any(is_known));
        if let Some(first) = key.filter(|_| !self.broken) {
            let finding = Diagnostic::new(
                Code::TestKey,
                first.key.span,
                "this is not a test",
                "not a key of a test",
            );
            let help = "give a file with tests, whose name ends in `.test.yaml`; use `cardwright check` for cards";
            self.report(finding.help(help));
            return;
        }
        let mut of_test: IndexMap<&str, &Entry> = IndexMap::default();
        // The entries of `given` that are not indented.
        let mut outside: Vec<(&str, &Entry)> = Vec::new();
        for entry in entries.iter() {
            let key = key_of(entry);
            match KEYS.contains(&key) {
                true => {
                    of_test.insert(key, entry);
                }
                false if closest(key, KEYS).is_none() && self.is_of_given(key) => {
                    outside.push((key, entry));
                }
                false => {
                    self.unknown_key(&entry.key, key, "a test", &KEYS);
                    // The rest is read with the key that is meant.
                    if let Some(close) = closest(key, KEYS) {
                        of_test.entry(close).or_insert(entry);
                    }
                }
            }
        }
        let title = self.title(root, of_test.get("test").copied());
        let cards = self.cards(of_test.get("card").copied());
        let given = of_test.get("given").copied();
        let is_empty = |entry: &&Entry| is_empty(&entry.value);
        let mut base = self.given(given.filter(|entry| outside.is_empty() || !is_empty(entry)));
        if let Some((key, entry)) = outside.first() {
            let finding = Diagnostic::new(
                Code::TestKey,
                entry.key.span,
                format!("a test has no key `{}`", prose::shown(key)),
                "a key of `given`",
            );
            self.report(finding.help(match outside.len() {
                1 => "indent it below `given:`",
                _ => "indent it below `given:`, and the keys after it too",
            }));
            base.extend(outside);
        }
        let cases = match of_test.get("cases").map(|entry| &entry.value) {
            None => vec![None],
            Some(node) => match &node.value {
                Value::Sequence(items) => items.iter().map(Some).collect(),
                _ => {
                    self.wrong_kind(node.span, "cases", "a list of cases");
                    return;
                }
            },
        };
        let single = cases.len() == 1 && cases.first().is_some_and(Option::is_none);
        for (at, case) in cases.into_iter().enumerate() {
            let mut given = base.clone();
            let (mut when, mut then) = (of_test.get("when").copied(), of_test.get("then").copied());
            let mut last = entries.last();
            let mut column = self.column(root.span);
            if let Some(case) = case {
                let Value::Mapping(own) = &case.value else {
                    self.wrong_kind(
                        case.span,
                        "cases",
                        "a mapping with `given`, `when` and `then`",
                    );
                    continue;
                };
                for entry in own.iter() {
                    match key_of(entry) {
                        "given" => given.extend(self.given(Some(entry))),
                        "when" => when = Some(entry),
                        "then" => then = Some(entry),
                        key => {
                            self.unknown_key(&entry.key, key, "a case", &["given", "when", "then"])
                        }
                    }
                }
                last = own.last();
                column = self.column(case.span);
            }
            let setting = self.setting(&given, root.span);
            let steps = when.map_or(Vec::new(), |entry| step::steps(self, &entry.value));
            let then = then.map_or(Vec::new(), |entry| expectation::all(self, &entry.value));
            let Some((setting, (title, title_at))) = setting.zip(title.clone()) else {
                continue;
            };
            let end = last.map_or(root.span, |entry| entry.value.span);
            scenarios.push(Scenario {
                title,
                title_at,
                case: (!single).then_some(at + 1),
                cards: cards.clone(),
                setting: self.in_first_phase(
                    turned_to_first_step(setting, given.contains_key("turn"), &steps),
                    &steps,
                ),
                steps,
                then,
                end,
                indent: column,
            });
        }
    }

    /// The phase of a battle is that of the stack which acts first, if the test does not say it.
    fn in_first_phase(&self, mut setting: Setting, steps: &[Step]) -> Setting {
        let Some(lines) = setting.battle.as_mut().filter(|lines| !lines.has_phase) else {
            return setting;
        };
        lines.placed.phase = 1;
        let first = steps.iter().find_map(|step| match step {
            Step::Act(act) => Some(&act.deed),
            Step::Then(_) => None,
        });
        let by = match first {
            Some(Deed::Battle(deed)) => deed.by().map(|by| &by.is),
            _ => None,
        };
        let place = lines
            .letters
            .iter()
            .find(|(letter, _)| matches!(by, Some(Name::Letter(by)) if by == letter));
        let stack = place.and_then(|(_, place)| lines.placed.stacks.get(*place));
        let top = stack.and_then(|stack| setting.placed.get(*stack.cards.first()?));
        let table = self.lexicon.table;
        let phase = top.and_then(|top| {
            let def = table.defs.get(usize::from(table.card(&top.id)?))?;
            let key = &table.battle()?.phase;
            def.numbers.iter().find(|(id, _)| id == key)
        });
        if let Some((_, phase)) = phase {
            lines.placed.phase = (*phase).max(1) as u32;
        }
        setting
    }

    /// Returns whether a key could be one of `given`: a letter, a player, a space or another known word.
    fn is_of_given(&self, key: &str) -> bool {
        is_letter(key) || GIVEN.contains(&key) || self.lexicon.space(key).is_some()
    }

    /// The indentation of a block that begins at a span; `None` if something else is before it on its line.
    fn column(&self, at: Span) -> Option<usize> {
        let before = self.source.get(..at.start as usize)?;
        let line = before.rsplit('\n').next().unwrap_or(before);
        line.chars()
            .all(|c| matches!(c, ' ' | '-'))
            .then(|| line.chars().count())
    }

    fn title(&mut self, root: &Node, entry: Option<&Entry>) -> Option<(String, Span)> {
        let Some(entry) = entry else {
            if !self.broken {
                let at = Span::new(
                    root.span.file,
                    root.span.range().start..root.span.range().start,
                );
                let finding = Diagnostic::new(
                    Code::TestKey,
                    at,
                    "a test has no title",
                    "the key `test` is missing",
                );
                self.report(
                    finding.help(
                        "begin the test with `test: ` and a sentence that says what it shows",
                    ),
                );
            }
            return None;
        };
        match entry.value.scalar() {
            Some(text) if !text.text.trim().is_empty() => {
                Some((text.text.trim().to_owned(), entry.value.span))
            }
            _ => {
                self.wrong_kind(
                    entry.key.span,
                    "test",
                    "a sentence that says what the test shows",
                );
                None
            }
        }
    }

    fn cards(&mut self, entry: Option<&'n Entry>) -> Vec<(DefId, Span)> {
        let mut cards = Vec::new();
        for words in entry.map_or(Vec::new(), |entry| self.scalars(&entry.value, "card")) {
            if let Some(card) = self.card(words) {
                cards.push((card, words.span()));
            }
        }
        cards
    }
}

/// Returns whether a key has no value.
pub(super) fn is_empty(node: &Node) -> bool {
    node.scalar().is_some() && node.span.start == node.span.end
}

/// The turn belongs to who acts first, if the test does not say whose it is.
fn turned_to_first_step(mut setting: Setting, said: bool, steps: &[Step]) -> Setting {
    let first = steps.iter().find_map(|step| match step {
        Step::Act(act) => Some(act.player),
        Step::Then(_) => None,
    });
    if let Some(first) = first.filter(|_| !said) {
        setting.turn = first;
    }
    setting
}
