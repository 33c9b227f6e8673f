//! Search by words: word forms, weights, and the share of a query that a text contains.

use std::ops::Range;

use cardwright::collections::{HashMap, HashSet};
use cardwright::effect::is_function_word;

/// Returns the words of a text: each range, and its stem.
pub fn words(text: &str) -> Vec<(Range<usize>, String)> {
    let mut words = Vec::new();
    let mut start = None;
    let ends = text.char_indices().chain([(text.len(), ' ')]);
    for (at, c) in ends {
        let is_part = c.is_alphanumeric() || matches!(c, '\'' | '’');
        match (start, is_part) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                let word = text.get(from..at).unwrap_or_default();
                words.push((from..at, stem(word)));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Endings of English words, longest first.
const ENDINGS: [&str; 5] = ["ing", "es", "ed", "s", "e"];
/// Minimum number of letters before an ending.
const MIN_STEM: usize = 3;

/// Returns the part of a word that its forms share, approximately.
fn stem(word: &str) -> String {
    let mut word = word.to_lowercase().replace('’', "'");
    if let Some(owner) = word.strip_suffix("'s").or_else(|| word.strip_suffix('\'')) {
        word = owner.to_owned();
    }
    let stem = ENDINGS.iter().find_map(|ending| {
        let stem = word.strip_suffix(ending)?;
        (stem.chars().count() >= MIN_STEM && !stem.ends_with('s')).then(|| stem.to_owned())
    });
    let stem = stem.unwrap_or(word);
    // `enemies`, `enemy`
    match stem.strip_suffix('i') {
        Some(stem) => format!("{stem}y"),
        None => stem,
    }
}

/// How rare each word is in a set of texts.
pub struct Weights {
    counts: HashMap<String, usize>,
    texts: usize,
}

impl Weights {
    pub fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let mut weights = Weights {
            counts: HashMap::default(),
            texts: 0,
        };
        for text in texts {
            weights.texts += 1;
            let stems: HashSet<String> = words(text).into_iter().map(|(_, stem)| stem).collect();
            for stem in stems {
                *weights.counts.entry(stem).or_default() += 1;
            }
        }
        weights
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of texts are small")]
    fn of_word(&self, stem: &str) -> f64 {
        let count = self.counts.get(stem).copied().unwrap_or_default();
        ((self.texts + 1) as f64 / (count + 1) as f64).ln() + 0.1
    }
}

/// The words that are looked for.
pub struct Query {
    /// Stems without function words, unless there are no others.
    stems: Vec<String>,
}

impl Query {
    pub fn of(text: &str) -> Self {
        let all = words(text);
        let is_word = |range: &Range<usize>| {
            let word = text.get(range.clone()).unwrap_or_default();
            !is_function_word(word)
        };
        let mut stems: Vec<String> = all
            .iter()
            .filter(|(range, _)| is_word(range))
            .map(|(_, stem)| stem.clone())
            .collect();
        if stems.is_empty() {
            stems = all.into_iter().map(|(_, stem)| stem).collect();
        }
        stems.sort();
        stems.dedup();
        Query { stems }
    }

    pub fn is_empty(&self) -> bool {
        self.stems.is_empty()
    }

    pub fn has(&self, stem: &str) -> bool {
        self.stems.iter().any(|known| known == stem)
    }

    /// Returns whether a text has all words.
    pub fn is_in(&self, text: &str) -> bool {
        let words = words(text);
        let has = |stem: &String| words.iter().any(|(_, known)| known == stem);
        self.stems.iter().all(has)
    }

    /// Returns which share of the words a text has, from 0 to 1; rare words count more.
    pub fn share_in(&self, text: &str, weights: &Weights) -> f64 {
        let words = words(text);
        let of = |stem: &&String| words.iter().any(|(_, known)| known == *stem);
        let sum = |stems: &mut dyn Iterator<Item = &String>| {
            stems.map(|stem| weights.of_word(stem)).sum::<f64>()
        };
        let all = sum(&mut self.stems.iter());
        match all > 0.0 {
            true => sum(&mut self.stems.iter().filter(of)) / all,
            false => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for forms in [
            &["damage", "damaged", "damages"][..],
            &["move", "moves", "moved", "moving"],
            &["unit", "units", "unit's", "units'"],
            &["attack", "attacks", "attacking", "attacked"],
            &["enemy", "enemies", "enemy's"],
        ] {
            for form in forms {
                assert_eq!(stem(form), stem(forms[0]), "{form}");
            }
        }
        assert_ne!(stem("pass"), stem("past"));
    }

    #[test]
    fn a_query_leaves_out_function_words() {
        let query = Query::of("draw a card");
        assert!(query.is_in("Draw 2 cards."));
        assert!(!query.is_in("Draw it."));
    }
}
