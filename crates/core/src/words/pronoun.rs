//! Pronouns that join the verb of their clause: before a finite verb, or as its ending, which can need an accent.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Mood;

/// The pronouns of a language, as written in its list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenPronouns {
    /// The mark of the entries that are pronouns.
    mark: String,
    /// The mark of nouns for persons, and the word before such an object.
    person: String,
    personal: String,
    /// The feature whose forms are those of verbs.
    verb: String,
    /// The feature by which a pronoun has its forms.
    by: String,
    /// The forms in each case: `object: lo|la|los|las`.
    cases: BTreeMap<String, String>,
    /// Vowels that carry the stress, each before its form with an accent: `aá`.
    accents: Vec<String>,
    /// Vowels that form one syllable with a neighbour.
    weak: String,
    /// Final letters that leave the stress on the syllable before the last.
    unstressed_ends: String,
}

pub(super) struct Pronouns {
    pub mark: u8,
    pub person: u8,
    pub personal: String,
    pub verb: String,
    pub forms_by: String,
    cases: BTreeMap<String, Vec<String>>,
    /// Each vowel with its accented form.
    accents: Vec<(char, char)>,
    weak: String,
    unstressed_ends: String,
}

impl Pronouns {
    /// `mark` returns the bit of a mark, `forms` the number of forms of a feature.
    pub fn read(
        written: WrittenPronouns,
        mark: impl Fn(&str) -> Option<u8>,
        forms: impl Fn(&str) -> Option<usize>,
    ) -> Result<Pronouns, String> {
        let mark = |name: &String| mark(name).ok_or_else(|| format!("unknown mark {name}"));
        let Some(count) = forms(&written.by) else {
            return Err(format!("unknown feature {}", written.by));
        };
        let mut cases = BTreeMap::new();
        for (case, forms) in written.cases {
            let forms: Vec<String> = forms.split('|').map(str::to_owned).collect();
            if forms.len() != count {
                return Err(format!("{case} has {} forms, not {count}", forms.len()));
            }
            cases.insert(case, forms);
        }
        let accents = written.accents.iter().filter_map(|pair| {
            let mut pair = pair.chars();
            Some((pair.next()?, pair.next()?))
        });
        Ok(Pronouns {
            mark: mark(&written.mark)?,
            person: mark(&written.person)?,
            personal: written.personal,
            accents: accents.collect(),
            verb: written.verb,
            forms_by: written.by,
            cases,
            weak: written.weak,
            unstressed_ends: written.unstressed_ends,
        })
    }

    pub fn is_case(&self, name: &str) -> bool {
        self.cases.contains_key(name)
    }

    /// Joins the form of a pronoun with a verb.
    pub fn join(&self, case: &str, form: usize, verb: &str, mood: Mood) -> Option<String> {
        let pronoun = self.cases.get(case)?.get(form)?;
        Some(match mood {
            Mood::Command => format!("{}{pronoun}", self.with_accent(verb)),
            Mood::Infinitive => format!("{verb}{pronoun}"),
            Mood::Statement | Mood::Exception | Mood::Caused => format!("{pronoun} {verb}"),
        })
    }

    /// Writes the accent that a verb needs before another syllable: the stress stays where it is.
    fn with_accent(&self, verb: &str) -> String {
        let letters: Vec<char> = verb.chars().collect();
        let has_accent = letters
            .iter()
            .any(|letter| self.accents.iter().any(|(_, accented)| accented == letter));
        let is_last = |letter: &char| !self.unstressed_ends.contains(*letter);
        let syllables = self.syllables(&letters);
        // Otherwise the last syllable has the stress, which is then on the syllable before the last.
        if has_accent || letters.last().is_none_or(is_last) || syllables.len() < 2 {
            return verb.to_owned();
        }
        let Some(stressed) = syllables.len().checked_sub(2) else {
            return verb.to_owned();
        };
        let vowels = syllables.get(stressed).cloned().unwrap_or_default();
        let is_strong = |at: &usize| {
            letters
                .get(*at)
                .is_some_and(|letter| !self.weak.contains(*letter))
        };
        let at = vowels.clone().find(is_strong).or(vowels.last());
        let accented = letters.iter().enumerate().map(|(place, letter)| {
            let pair = self.accents.iter().find(|(plain, _)| plain == letter);
            match pair.filter(|_| Some(place) == at) {
                Some((_, accented)) => *accented,
                None => *letter,
            }
        });
        accented.collect()
    }

    /// Returns the vowels of each syllable.
    fn syllables(&self, letters: &[char]) -> Vec<std::ops::Range<usize>> {
        let mut syllables: Vec<std::ops::Range<usize>> = Vec::new();
        for (at, letter) in letters.iter().enumerate() {
            if !self.accents.iter().any(|(plain, _)| plain == letter) {
                continue;
            }
            let is_strong = !self.weak.contains(*letter);
            match syllables.last_mut() {
                Some(last)
                    if last.end == at
                        && !(is_strong
                            && letters
                                .get(at - 1)
                                .is_some_and(|before| !self.weak.contains(*before))) =>
                {
                    last.end = at + 1;
                }
                _ => syllables.push(at..at + 1),
            }
        }
        syllables
    }
}
