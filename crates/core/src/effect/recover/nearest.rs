//! Sentences of the language that are nearest to one that cannot be understood: shown where no repair is found.
//!
//! The sentences are the canonical texts of the description of the language, packed by `build.rs`. Each that is shown was
//! tried: it is valid in the place of the sentence.

use std::mem::Discriminant;
use std::sync::LazyLock;

use super::fragment::Fragment;
use super::recovery::Recovery;
use super::words::{plain_words, words};
use crate::collections::{HashMap, HashSet};
use crate::diagnostic::{Diagnostic, Place};
use crate::effect::ir::{Action, Amount, Effect, Happening, Node, Test, visit_effects};
use crate::effect::letter_case::capitalised;
use crate::effect::lists::lists;
use crate::effect::lower::{LowerCtx, MARKS};

/// Number of sentences that are shown.
const SHOWN: usize = 3;
/// Maximum number of sentences that are tried, of those that are compared, and of parts of the faulty sentence.
const MAX_TRIED: usize = 30;
const MAX_COMPARED: usize = 12;
const MAX_PARTS: usize = 4;
/// Two sentences with this part of their words in common say much the same, and only one of them is shown.
const SAME: f64 = 0.6;
/// Weight of the IR nodes in common, compared with that of the words in common.
const NODE_WEIGHT: f64 = 0.6;

/// The titles of sections and their texts.
static ENGLISH: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/sentences-english.rs"));

static SENTENCES: LazyLock<Sentences> = LazyLock::new(|| Sentences::of(ENGLISH));

struct Sentence {
    section: &'static str,
    /// Without the heading.
    text: &'static str,
    words: HashSet<String>,
}

impl Sentence {
    fn is_much_like(&self, other: &Self) -> bool {
        let common = self.words.intersection(&other.words).count() as f64;
        common / self.words.union(&other.words).count() as f64 >= SAME
    }
}

/// All sentences, with the weights of their words.
struct Sentences {
    all: Vec<Sentence>,
    /// The rarer a word, the more it tells. In thousandths, so that sums do not depend on their order.
    weights: HashMap<String, u64>,
}

impl Sentences {
    fn of(texts: &'static [(&str, &str)]) -> Self {
        let mut seen: HashSet<Vec<String>> = HashSet::default();
        let mut all = Vec::new();
        for (section, text) in texts {
            let heading = text.find(": ").filter(|at| !text[..*at].contains('['));
            let text = heading.map_or(*text, |at| text[at + 1..].trim_start());
            let words = terms(text);
            let mut sorted: Vec<String> = words.iter().cloned().collect();
            sorted.sort();
            // Other numbers or forms of words tell nothing new.
            if seen.insert(sorted) {
                all.push(Sentence {
                    section,
                    text,
                    words,
                });
            }
        }
        let mut counts: HashMap<String, usize> = HashMap::default();
        for word in all.iter().flat_map(|sentence| &sentence.words) {
            *counts.entry(word.clone()).or_default() += 1;
        }
        let total = all.len() as f64;
        let weight = |(word, count)| (word, ((total / count as f64).ln() * 1000.0) as u64);
        Sentences {
            weights: counts.into_iter().map(weight).collect(),
            all,
        }
    }

    fn weight<'w>(&self, words: impl IntoIterator<Item = &'w String>) -> f64 {
        let known = words.into_iter().filter_map(|word| self.weights.get(word));
        known.sum::<u64>() as f64 / 1000.0
    }

    /// Returns the sentences with words in common, the nearest first, each with its likeness.
    fn like(&self, words: &HashSet<String>) -> Vec<(f64, &Sentence)> {
        let own = self.weight(words);
        let like = self.all.iter().map(|sentence| {
            let common = self.weight(sentence.words.intersection(words));
            (
                common / (own * self.weight(&sentence.words)).sqrt().max(1.0),
                sentence,
            )
        });
        let mut like: Vec<_> = like.collect();
        like.sort_by(|one, other| other.0.total_cmp(&one.0));
        like
    }
}

/// Returns what counts when sentences are compared: words without their number, and the kinds of marks and numbers.
fn terms(text: &str) -> HashSet<String> {
    let plain = plain_words(text);
    let plain = plain.iter().filter_map(|word| text.get(word.clone()));
    let mut terms: HashSet<String> = plain
        .map(|word| {
            let word = word.to_lowercase();
            let number = word.trim_start_matches(['+', '-']);
            match number.starts_with(|c: char| c.is_ascii_digit()) {
                true => word.replace(|c: char| c.is_ascii_digit(), "1"),
                false => word.strip_suffix('s').unwrap_or(&word).to_owned(),
            }
        })
        .collect();
    let marks = ['*', '"', '[']
        .into_iter()
        .filter(|mark| text.contains(*mark));
    terms.extend(marks.map(String::from));
    terms
}

/// The kind of an IR node.
#[derive(PartialEq, Eq, Hash)]
enum NodeKind {
    Action(Discriminant<Action>),
    Condition(Discriminant<Test>),
    Event(Discriminant<Happening>),
    Amount(Discriminant<Amount>),
}

fn node_kinds(effects: &[Effect]) -> HashSet<NodeKind> {
    let mut kinds = HashSet::default();
    visit_effects(effects, &mut |node, _| {
        kinds.extend(match node {
            Node::Action(action) => Some(NodeKind::Action(std::mem::discriminant(action))),
            Node::Condition(one) => Some(NodeKind::Condition(std::mem::discriminant(&one.test))),
            Node::Event(event) => Some(NodeKind::Event(std::mem::discriminant(&event.what))),
            Node::Amount(amount) => Some(NodeKind::Amount(std::mem::discriminant(amount))),
            _ => None,
        });
    });
    kinds
}

impl Recovery<'_> {
    /// Shows the nearest sentences in the first diagnostic for which nothing better is known.
    pub fn show_nearest(
        self,
        before: &LowerCtx<'_>,
        piece: &Fragment<'_>,
        found: &mut [Diagnostic<Place>],
    ) {
        let is_helpless =
            |finding: &&mut Diagnostic<Place>| finding.fixes.is_empty() && finding.help.is_none();
        if self.parts > 0 {
            return;
        }
        // Only the first: the sentences are the same for each.
        let Some(finding) = found.iter_mut().find(is_helpless) else {
            return;
        };
        let nearest = self.nearest(before, piece).into_iter();
        let shown = nearest.map(|one| format!("`{}` ({})", one.text, one.section));
        let shown: Vec<String> = shown.collect();
        finding.help = Some(match shown.is_empty() {
            true => MARKS.to_owned(),
            false => format!("write it like one of: {}", shown.join("; ")),
        });
    }

    /// Returns the nearest sentences that are valid in the place of a sentence.
    fn nearest(self, before: &LowerCtx<'_>, piece: &Fragment<'_>) -> Vec<&'static Sentence> {
        // After something unknown, references would not be checked.
        let alone = before.is_recovering().then(|| before.fresh());
        let before = alone.as_ref().unwrap_or(before);
        let text = self.repairer.with_known_words(piece.text);
        let parts = self.kinds_of_parts(before, piece, &text);
        let near = SENTENCES.like(&terms(&text)).into_iter().take(MAX_TRIED);
        let near = near.filter_map(|(like, sentence)| {
            let effects = self.valid_effects(before, sentence.text, piece.base)?;
            let kinds = node_kinds(&effects);
            let common = kinds.intersection(&parts).count() as f64;
            let most = (kinds.len().max(parts.len()) as f64).max(1.0);
            Some((like + NODE_WEIGHT * common / most, sentence))
        });
        let mut near: Vec<(f64, &Sentence)> = near.take(MAX_COMPARED).collect();
        near.sort_by(|one, other| other.0.total_cmp(&one.0));
        let (mut shown, mut others): (Vec<&Sentence>, Vec<&Sentence>) = Default::default();
        for (_, sentence) in near {
            match shown.iter().any(|other| other.is_much_like(sentence)) {
                true => others.push(sentence),
                false => shown.push(sentence),
            }
        }
        shown.extend(others);
        shown.truncate(SHOWN);
        shown
    }

    /// Returns the kinds of IR nodes of those parts of a sentence that are valid alone.
    fn kinds_of_parts(
        self,
        before: &LowerCtx<'_>,
        piece: &Fragment<'_>,
        text: &str,
    ) -> HashSet<NodeKind> {
        let mut parts = vec![text.trim_end_matches('.')];
        for joint in lists().clause_joints {
            parts = parts
                .into_iter()
                .flat_map(|part| part.split(joint))
                .collect();
        }
        let parts = parts
            .into_iter()
            .filter(|part| words(part).len() > 1)
            .take(MAX_PARTS);
        let kinds = parts.filter_map(|part| {
            let sentence = format!("{}.", capitalised(part.trim()));
            let effects = self.valid_effects(before, &sentence, piece.base)?;
            Some(node_kinds(&effects))
        });
        kinds.flatten().collect()
    }
}
