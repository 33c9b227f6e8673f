//! Mutation testing: changes cards, and finds the changes that their tests do not detect.
//!
//! A mutant has one change: a different side, number, duration, count or event, or a missing effect. The language can
//! still express the changed card. So the share of detected changes measures the quality of the tests. Some changes
//! make no difference in any game, so not all of them can be detected.

use cardwright_play::table::DefId;
use serde_json::{Value, json};
use smol_str::SmolStr;

use super::variant::Variants;
use super::{Lexicon, Scenario, passes};
use crate::card::CardSource;
use crate::collections::IndexMap;
use crate::compile::Compilation;
use crate::effect::ir::Ability;
use crate::effect::{self, Bearer};
use crate::parallel;
use crate::symbols::Symbols;

/// The result of mutation testing for a game.
#[derive(Clone, Debug, Default)]
pub struct Noticed {
    /// The number of changes that were tried.
    pub tried: usize,
    /// The changes after which all tests of the card pass, in the order of the cards.
    pub unnoticed: Vec<Mutant>,
}

/// A card with one change.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub card: SmolStr,
    pub name: SmolStr,
    /// The text of the changed line.
    pub text: String,
    /// The change for programs: its place in the IR of the line, the old value and the new value.
    pub change: String,
    /// The change in words.
    pub words: String,
    /// The text of the changed line, if it can be written as a text.
    pub changed_text: Option<String>,
}

/// Tries every `step`-th change of the cards under test. `abilities` are those of each card, by its id.
pub fn noticed(
    lexicon: &Lexicon<'_>,
    compilation: &Compilation,
    scenarios: &[Scenario],
    abilities: &IndexMap<SmolStr, Vec<Ability>>,
    step: usize,
) -> Noticed {
    let table = lexicon.table;
    let events = Variants::new().of_type("Event", "event");
    let mut work = Vec::new();
    for (at, def) in table.defs.iter().enumerate() {
        let tests = tests_of(lexicon, at as DefId, scenarios);
        let own = abilities.get(&def.id).filter(|_| !tests.is_empty());
        let tests = std::sync::Arc::new(tests);
        for (line, change, mutant) in own.map_or(Vec::new(), |own| mutants(own, &events)) {
            work.push((at as DefId, line, change, mutant, tests.clone()));
        }
    }
    let work: Vec<_> = work.into_iter().step_by(step.max(1)).collect();
    let pass = parallel::map(&work, |(def, _, _, mutant, tests)| {
        let table = table.with_abilities(*def, mutant);
        tests.iter().all(|test| passes(lexicon, &table, test))
    });
    let unnoticed = work.iter().zip(&pass).filter(|(_, pass)| **pass);
    let sources = compilation.sources();
    let symbols = Symbols::new(lexicon.game, sources.values());
    let unnoticed = unnoticed.filter_map(|((def, line, change, mutant, _), _)| {
        let def = table.defs.get(usize::from(*def))?;
        let value = serde_json::to_value(abilities.get(&def.id)?.get(*line)?).ok()?;
        let words_at = |part| compilation.words(&def.id, *line, Some(part));
        let source = sources.get(&def.id);
        let text = source.and_then(|source| printed(source, mutant.get(*line)?, &symbols));
        Some(Mutant {
            card: def.id.clone(),
            name: def.name.clone(),
            text: lexicon.line(&def.id, *line).unwrap_or_default().to_owned(),
            change: change.written(&value),
            words: change.in_words(&value, &words_at),
            changed_text: text,
        })
    });
    Noticed {
        tried: work.len(),
        unnoticed: unnoticed.collect(),
    }
}

/// Returns the tests of a card: those in which it takes part, in the files that have a test of it.
fn tests_of<'s>(
    lexicon: &Lexicon<'_>,
    card: DefId,
    scenarios: &'s [Scenario],
) -> Vec<&'s Scenario> {
    let about = |scenario: &&Scenario| scenario.cards.iter().any(|(about, _)| *about == card);
    let files: Vec<_> = scenarios
        .iter()
        .filter(about)
        .map(|scenario| scenario.title_at.file)
        .collect();
    let takes_part = |scenario: &&Scenario| {
        let mut ids = scenario.needs(lexicon.table);
        files.contains(&scenario.title_at.file)
            && ids.any(|id| lexicon.table.card(id) == Some(card))
    };
    scenarios.iter().filter(takes_part).collect()
}

/// Prints an ability on one line. `None` if the text would not mean the same.
fn printed(card: &CardSource, ability: &Ability, symbols: &Symbols<'_>) -> Option<String> {
    let bearer = Bearer::of(card, symbols.game);
    let ability = std::slice::from_ref(ability);
    let text = effect::print(ability, &bearer, symbols);
    let (again, _) = effect::compile(&text, &bearer, symbols);
    let words: Vec<&str> = text.split_whitespace().collect();
    (again == ability).then(|| words.join(" "))
}

/// The abilities of a card with one change each: the line, the change, and all abilities.
fn mutants(abilities: &[Ability], events: &[String]) -> Vec<(usize, Change, Vec<Ability>)> {
    let mut mutants = Vec::new();
    for (line, ability) in abilities.iter().enumerate() {
        let Ok(value) = serde_json::to_value(ability) else {
            continue;
        };
        let mut changes = Vec::new();
        find(&value, "", events, &mut changes);
        let mut changed_events: Vec<String> = Vec::new();
        for change in changes {
            if changed_events.contains(&change.place) {
                continue;
            }
            let Some(changed) = change.made(&value).filter(can_be_chosen) else {
                continue;
            };
            let Ok(mutant) = serde_json::from_value::<Ability>(changed.clone()) else {
                continue;
            };
            // A part that the other form does not have would be lost.
            let whole = serde_json::to_value(&mutant).is_ok_and(|again| again == changed);
            if !whole || mutant == *ability {
                continue;
            }
            // Of the other events, the first that fits is enough.
            if change.place.ends_with("/event") {
                changed_events.push(change.place.clone());
            }
            let mut all = abilities.to_vec();
            if let Some(at) = all.get_mut(line) {
                *at = mutant;
            }
            mutants.push((line, change, all));
        }
    }
    mutants
}

/// A change of a part of an ability. Without a new value, the part is removed.
struct Change {
    /// A JSON pointer.
    place: String,
    new: Option<Value>,
}

impl Change {
    fn made(&self, value: &Value) -> Option<Value> {
        let mut changed = value.clone();
        match &self.new {
            Some(new) => *changed.pointer_mut(&self.place)? = new.clone(),
            None => {
                let (list, at) = self.place.rsplit_once('/')?;
                let at = at.parse().ok()?;
                let list = changed.pointer_mut(list)?.as_array_mut()?;
                (at < list.len()).then(|| list.remove(at))?;
            }
        }
        Some(changed)
    }

    fn written(&self, value: &Value) -> String {
        let place = self.place.trim_start_matches('/');
        match (&self.new, value.pointer(&self.place)) {
            (Some(new), Some(old)) => format!("{place}: {new} in place of {old}"),
            _ => format!("{place} is missing"),
        }
    }

    /// Describes the change. `words_at` returns the words of a part of the card's text.
    fn in_words(&self, value: &Value, words_at: &dyn Fn((u32, u32)) -> Option<String>) -> String {
        let old = value.pointer(&self.place);
        let Some(new) = &self.new else {
            let span = old.and_then(|old| old.get("span"));
            let span = span.and_then(|span| serde_json::from_value(span.clone()).ok());
            return match span.and_then(words_at) {
                Some(words) => format!("without \"{words}\""),
                None => "without one of its effects".to_owned(),
            };
        };
        let part = match self.place.rsplit('/').next().unwrap_or_default() {
            "value" | "times" => "number",
            "at_least" => "minimum",
            "at_most" => "maximum",
            _ if new.get(UNTIL).is_some() => "duration",
            key => key,
        };
        let word = |value: Option<&Value>| {
            let value = value.map(|value| value.get(UNTIL).unwrap_or(value));
            match value {
                Some(Value::String(word)) => word.replace('-', " "),
                Some(value) => value.to_string(),
                None => String::new(),
            }
        };
        format!("{part}: {} in place of {}", word(Some(new)), word(old))
    }
}

/// Returns whether the limits of each choice of modes are valid: not more modes than there are.
fn can_be_chosen(value: &Value) -> bool {
    let number = |key: &str| value.get(key).and_then(Value::as_u64);
    let modes = value.get("modes").and_then(Value::as_array);
    let fits = match (number("at_least"), number("at_most"), modes) {
        (Some(least), Some(most), Some(modes)) => {
            least <= most && most >= 1 && most <= modes.len() as u64
        }
        _ => true,
    };
    let inner: Vec<&Value> = match value {
        Value::Object(fields) => fields.values().collect(),
        Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    fits && inner.into_iter().all(can_be_chosen)
}

/// The field of a duration.
const UNTIL: &str = "until";

/// The lists of effects.
const LISTS: [&str; 3] = ["effects", "then", "otherwise"];

/// The fields with numbers that are not amounts.
const NUMBERS: [&str; 3] = ["times", "at_least", "at_most"];

/// Pairs of words that can replace each other.
const PAIRS: [(&str, &str, &str); 2] =
    [("side", "friendly", "enemy"), ("count", "up-to", "exactly")];

/// Adds the changes of a part of an ability.
fn find(value: &Value, place: &str, events: &[String], found: &mut Vec<Change>) {
    let fields = match value {
        Value::Object(fields) => fields,
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                find(item, &format!("{place}/{at}"), events, found);
            }
            return;
        }
        _ => return,
    };
    // A card is attached to one thing, whatever its text is.
    let attaches =
        place.ends_with("/placement/to/count") || place.ends_with("/placement/to/count/number");
    if attaches {
        return;
    }
    let mut add = |key: &str, new: Option<Value>| {
        let place = match key {
            "" => place.to_owned(),
            key => format!("{place}/{key}"),
        };
        found.push(Change { place, new });
    };
    let word = |key: &str| fields.get(key).and_then(Value::as_str);
    for (key, one, other) in PAIRS {
        match word(key) {
            Some(word) if word == one => add(key, Some(json!(other))),
            Some(word) if word == other => add(key, Some(json!(one))),
            _ => {}
        }
    }
    let fixed = (word("amount") == Some("fixed")).then_some("value");
    for key in NUMBERS.into_iter().chain(fixed) {
        if let Some(number) = fields.get(key).and_then(Value::as_u64) {
            add(key, Some(json!(number + 1)));
            if let Some(less) = number.checked_sub(1) {
                add(key, Some(json!(less)));
            }
        }
    }
    match word("until") {
        Some("standing" | "while") | None => {}
        Some("end-of-turn") => add("", Some(json!({ "until": "end-of-round" }))),
        Some(_) => add("", Some(json!({ "until": "end-of-turn" }))),
    }
    if word("event").is_some() {
        for event in events {
            add("event", Some(json!(event)));
        }
    }
    for key in LISTS {
        let list = fields.get(key).and_then(Value::as_array);
        for at in 0..list.map_or(0, Vec::len) {
            add(&format!("{key}/{at}"), None);
        }
    }
    for (key, inner) in fields {
        find(inner, &format!("{place}/{key}"), events, found);
    }
}
