//! Agreement rules as data: the section `grammar` of a word list.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::pronoun::{Pronouns, WrittenPronouns};
use super::{Agreement, Form, Mood, Number, Person, Phrase};

/// The grammar of a language, as written in its list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenGrammar {
    /// The genders or noun classes. A phrase without one has the first.
    #[serde(default)]
    classes: Vec<String>,
    /// Further properties of phrases.
    #[serde(default)]
    marks: Vec<String>,
    features: BTreeMap<String, WrittenFeature>,
    #[serde(default)]
    pronouns: Option<WrittenPronouns>,
    #[serde(default)]
    contractions: Vec<Contraction>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFeature {
    /// What each form agrees with: conditions with spaces between them. The first form whose conditions all hold is
    /// chosen, otherwise the first one.
    #[serde(default)]
    forms: Vec<String>,
    /// The feature that has the same forms, for a feature that fixes the mood.
    #[serde(default)]
    of: Option<String>,
    /// The feature is about the last noun of a phrase, not the first.
    #[serde(default)]
    last: bool,
    /// The forms of regular words, by ending: `o: o|a|os|as`.
    #[serde(default)]
    endings: BTreeMap<String, String>,
    /// The forms of irregular words, by the word.
    #[serde(default)]
    words: BTreeMap<String, String>,
}

/// Adjacent words that are written as one, or a word that changes before certain letters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contraction {
    words: String,
    becomes: String,
    /// It applies only before a word that begins with one of these. Empty: before any word.
    #[serde(default)]
    before: Vec<String>,
    /// The first letters of the next word for which it does not apply.
    #[serde(default)]
    except: Vec<String>,
}

/// Agreement by the rules of a list.
pub(super) struct Grammar {
    classes: Vec<String>,
    marks: Vec<String>,
    features: Vec<(String, Feature)>,
    pronouns: Option<Pronouns>,
    contractions: Vec<Contraction>,
}

struct Feature {
    forms: Vec<Vec<Condition>>,
    last: bool,
    mood: Option<Mood>,
    endings: Vec<(String, Vec<String>)>,
    words: BTreeMap<String, Vec<String>>,
}

/// A condition on the form of a phrase.
#[derive(Clone, Copy)]
enum Condition {
    Number(Number),
    You,
    Mood(Mood),
    /// The mood of a verb in a clause that depends on another.
    Dependent,
    Class(u8),
    Mark(u8),
    Any,
}

impl Grammar {
    /// Reads a grammar. The errors are messages in plain words.
    pub fn read(written: WrittenGrammar) -> Result<Grammar, Vec<String>> {
        let mut grammar = Grammar {
            classes: written.classes,
            marks: written.marks,
            features: Vec::new(),
            pronouns: None,
            contractions: written.contractions,
        };
        let mut mistakes = Vec::new();
        for (name, feature) in &written.features {
            match grammar.feature(feature, &written.features) {
                Ok(read) => grammar.features.push((name.clone(), read)),
                Err(mistake) => mistakes.push(format!("grammar: {name}: {mistake}")),
            }
        }
        if let Some(pronouns) = written.pronouns {
            let forms = |name: &str| grammar.known(name).map(|feature| feature.forms.len());
            let read = Pronouns::read(pronouns, |name| grammar.mark(name), forms);
            match read {
                Ok(pronouns) => grammar.pronouns = Some(pronouns),
                Err(mistake) => mistakes.push(format!("grammar: pronouns: {mistake}")),
            }
        }
        if mistakes.is_empty() {
            Ok(grammar)
        } else {
            Err(mistakes)
        }
    }

    fn feature(
        &self,
        own: &WrittenFeature,
        all: &BTreeMap<String, WrittenFeature>,
    ) -> Result<Feature, String> {
        let (base, mood) = match &own.of {
            Some(of) => (
                all.get(of).ok_or_else(|| format!("unknown feature {of}"))?,
                Some(Mood::Exception),
            ),
            None => (own, None),
        };
        let forms: Vec<Vec<Condition>> = base
            .forms
            .iter()
            .map(|form| form.split(' ').map(|name| self.condition(name)).collect())
            .collect::<Result<_, _>>()?;
        let split = |forms_of: &String| -> Result<Vec<String>, String> {
            let split: Vec<String> = forms_of.split('|').map(str::to_owned).collect();
            match split.len() == forms.len() {
                true => Ok(split),
                false => Err(format!(
                    "{forms_of} has {} forms, not {}",
                    split.len(),
                    forms.len()
                )),
            }
        };
        let mut endings = Vec::new();
        for (ending, forms) in &base.endings {
            endings.push((ending.clone(), split(forms)?));
        }
        // The longest ending decides.
        endings.sort_by_key(|(ending, _)| std::cmp::Reverse(ending.len()));
        let mut words = BTreeMap::new();
        for (word, forms) in &base.words {
            words.insert(word.clone(), split(forms)?);
        }
        Ok(Feature {
            last: base.last,
            mood,
            endings,
            words,
            forms,
        })
    }

    fn condition(&self, name: &str) -> Result<Condition, String> {
        let place = |names: &[String]| {
            let at = names.iter().position(|known| known == name)?;
            u8::try_from(at).ok()
        };
        Ok(match name {
            "one" => Condition::Number(Number::One),
            "many" => Condition::Number(Number::Many),
            "you" => Condition::You,
            "any" => Condition::Any,
            "statement" => Condition::Mood(Mood::Statement),
            "command" => Condition::Mood(Mood::Command),
            "infinitive" => Condition::Mood(Mood::Infinitive),
            "dependent" => Condition::Dependent,
            _ => match (place(&self.classes), place(&self.marks)) {
                (Some(class), _) => Condition::Class(class),
                (None, Some(mark)) => Condition::Mark(1 << mark),
                (None, None) => return Err(format!("unknown condition {name}")),
            },
        })
    }

    fn known(&self, name: &str) -> Option<&Feature> {
        let mut features = self.features.iter();
        let (_, feature) = features.find(|(known, _)| known == name)?;
        Some(feature)
    }

    /// Returns the bit of a mark.
    fn mark(&self, name: &str) -> Option<u8> {
        let at = self.marks.iter().position(|known| known == name)?;
        u32::try_from(at).ok().map(|at| 1 << at)
    }
}

impl Feature {
    fn choose(&self, form: &Form) -> usize {
        let holds = |condition: &Condition| match *condition {
            Condition::Number(number) => form.number == number,
            Condition::You => form.person == Person::You,
            Condition::Mood(mood) => self.mood.unwrap_or(form.mood) == mood,
            Condition::Dependent => {
                matches!(
                    self.mood.unwrap_or(form.mood),
                    Mood::Exception | Mood::Caused
                )
            }
            Condition::Class(class) => {
                let last = form.last_class.filter(|_| self.last);
                last.or(form.class).unwrap_or(0) == class
            }
            Condition::Mark(mark) => form.marks & mark != 0,
            Condition::Any => true,
        };
        let mut forms = self.forms.iter();
        forms
            .position(|conditions| conditions.iter().all(holds))
            .unwrap_or(0)
    }
}

impl Agreement for Grammar {
    fn features(&self) -> Vec<(&str, usize)> {
        let features = self.features.iter();
        features
            .map(|(name, feature)| (name.as_str(), feature.forms.len()))
            .collect()
    }

    fn choose(&self, feature: &str, phrase: &Phrase) -> usize {
        self.known(feature)
            .map_or(0, |known| known.choose(phrase.form()))
    }

    fn inflect(&self, feature: &str, word: &str) -> Option<Vec<String>> {
        let known = self.known(feature)?;
        if let Some(forms) = known.words.get(word) {
            return Some(forms.clone());
        }
        known.endings.iter().find_map(|(ending, forms)| {
            let stem = word.strip_suffix(ending.as_str())?;
            Some(forms.iter().map(|form| format!("{stem}{form}")).collect())
        })
    }

    fn is_case(&self, name: &str) -> bool {
        let mut pronouns = self.pronouns.iter();
        pronouns.any(|pronouns| pronouns.is_case(name))
    }

    fn join(&self, case: &str, pronoun: &Phrase, verb: &str, by: &Phrase) -> Option<String> {
        let pronouns = self.pronouns.as_ref()?;
        if pronoun.form().marks & pronouns.mark == 0 {
            return None;
        }
        let form = self.choose(&pronouns.forms_by, pronoun);
        pronouns.join(case, form, verb, by.form().mood)
    }

    fn before_object(&self, _case: &str, object: &Phrase) -> &str {
        match &self.pronouns {
            Some(known) if object.form().marks & known.person != 0 => &known.personal,
            _ => "",
        }
    }

    fn is_verb(&self, feature: &str) -> bool {
        let mut pronouns = self.pronouns.iter();
        pronouns.any(|pronouns| pronouns.verb == feature)
    }

    fn classes(&self) -> Vec<&str> {
        self.classes.iter().map(String::as_str).collect()
    }

    fn marks(&self) -> Vec<&str> {
        self.marks.iter().map(String::as_str).collect()
    }

    fn inherited_marks(&self) -> u8 {
        self.pronouns.as_ref().map_or(u8::MAX, |known| !known.mark)
    }

    fn contract(&self, text: String) -> String {
        let rules = self.contractions.iter();
        rules.fold(text, |text, rule| rule.apply(text))
    }
}

impl Contraction {
    fn apply(&self, text: String) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some((at, found)) = find_word(rest, &self.words, out.chars().next_back()) {
            let (before, after) = (rest.get(..at), rest.get(at + found.len()..));
            let (Some(before), Some(after)) = (before, after) else {
                break;
            };
            out.push_str(before);
            let capital = found.starts_with(char::is_uppercase);
            let mut letters = self.becomes.chars();
            match letters.next().filter(|_| self.applies(after)) {
                Some(first) if capital => out.extend(first.to_uppercase().chain(letters)),
                Some(_) => out.push_str(&self.becomes),
                None => out.push_str(found),
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }

    /// Returns whether the rule applies before this text.
    fn applies(&self, after: &str) -> bool {
        let next = after.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '\n');
        let next = next.to_lowercase();
        let begins = |letters: &[String]| letters.iter().any(|start| next.starts_with(start));
        (self.before.is_empty() || begins(&self.before)) && !begins(&self.except)
    }
}

/// Returns the first place of whole words in a text. The first letter may be a capital, as at the start of a sentence.
/// `before` is the letter before the text.
fn find_word<'t>(text: &'t str, words: &str, before: Option<char>) -> Option<(usize, &'t str)> {
    let mut letters = words.chars();
    let first = letters.next()?;
    let rest = letters.as_str();
    let places = text.char_indices();
    let mut last = before;
    for (at, letter) in places {
        let starts = !last.is_some_and(char::is_alphanumeric);
        last = Some(letter);
        if !starts || !(letter == first || first.to_uppercase().eq([letter])) {
            continue;
        }
        let after = text.get(at + letter.len_utf8()..)?;
        let Some(follows) = after.strip_prefix(rest) else {
            continue;
        };
        if !follows.starts_with(char::is_alphanumeric) {
            let length = letter.len_utf8() + rest.len();
            return Some((at, text.get(at..at + length)?));
        }
    }
    None
}
