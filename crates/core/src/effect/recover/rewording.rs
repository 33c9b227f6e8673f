//! Lines in other words than those of the language. A line that cannot be lowered is rewritten with the entries that
//! always keep the meaning, and by agreement of person, number and articles, until all of it can be.
//!
//! Nothing is guessed: if two rewritings with the same number of changes mean different things, there is no result, and
//! the rest of recovery asks.

mod divided;

use std::fmt::Write as _;

use super::agreement;
use super::fragment::{ParseOutcome, ends, is_read};
use super::heading::split_heading;
use super::idioms::{self, Within};
use super::recovery::trial_of_heading;
use super::repair::Repairer;
use super::unknown_heading::heading_in_our_words;
use super::words::{Vocabulary, Word, plain_words, words};
use crate::collections::HashSet;
use crate::effect::ir::{Ability, Effect, What};
use crate::effect::letter_case::{capitalised, uncapitalised};
use crate::effect::lists::lists;
use crate::effect::lower::LowerCtx;
use crate::effect::parse::lines::sentences;
use crate::effect::syntax::{Rule, Tree};
use crate::game::{Binding, CardPlace, Heading};

/// Maximum length in bytes of a line that is rewritten.
const MAX_LEN: usize = 600;
/// Maximum number of rewritten lines that are tried for a line, and of those that are only parsed.
const TRIALS: usize = 320;
const PARSES: usize = 3500;
/// Maximum number of changes of one sentence.
const DEPTH: usize = 10;
/// Maximum number of texts that are changed again in each step.
const WIDTH: usize = 6;
/// Number of steps that may bring no text nearer to the language.
const PATIENCE: usize = 2;
/// Maximum number of words of other games that are replaced in a sentence.
const MAX_WORDS: usize = 14;
/// Maximum number of versions of a line whose heading or marks of abbreviation are replaced.
const MAX_LINES: usize = 24;

/// Modes in place of those that are not rewritten yet.
const ANY_MODES: [&str; 2] = ["\n- Draw a card.", "\n- Draw 2 cards."];

/// How far a text is from a valid sentence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Distance {
    /// The number of words that the language does not have.
    unknown: usize,
    /// The number of words after the place at which parsing stopped.
    left: usize,
}

impl Distance {
    fn is_zero(self) -> bool {
        self.unknown == 0 && self.left == 0
    }
}

/// Lowers a line on trial; the ability has no spans.
pub(in crate::effect) type Trial<'t> = &'t dyn Fn(&str) -> Option<Ability>;

/// The same for a piece of a line; a heading has no ability.
type PieceTrial<'t> = &'t mut dyn FnMut(&str) -> Option<Option<Ability>>;

struct Search<'s> {
    repairer: &'s Repairer<'s>,
    vocabulary: &'s Vocabulary<'s>,
    ctx: &'s LowerCtx<'s>,
    /// How a text names the card that it is written on, such as `this unit`.
    this: Option<String>,
    /// The heading gives a target, so the word for it means that one.
    has_target: bool,
    /// The text names a player in the third person, so that `they` can be either player.
    names_player: bool,
    trials: usize,
    parses: usize,
    /// Rewritings with the same number of changes meant different things.
    is_ambiguous: bool,
}

impl Repairer<'_> {
    /// Returns a line, with the modes below it, in words with which it can be lowered. `ctx` is the context before the
    /// line.
    pub fn in_our_words(&self, line: &str, ctx: &LowerCtx<'_>, trial: Trial<'_>) -> Option<String> {
        if line.len() > MAX_LEN {
            return None;
        }
        let mut search = Search {
            repairer: self,
            vocabulary: &self.vocabulary(),
            ctx,
            this: this_card(ctx),
            has_target: false,
            names_player: has_any(line, lists().player_nouns),
            trials: TRIALS,
            parses: PARSES,
            is_ambiguous: false,
        };
        if idioms::must_be_asked(line, search.vocabulary)
            || idioms::must_be_asked(&search.with_our_words(line), search.vocabulary)
        {
            return None;
        }
        // The version with the most changes is last. Of a choice, the finest division is last: no mode may hold another.
        let mut lines = search.lines(line);
        lines.sort_by_key(|line| line.matches('\n').count());
        lines.iter().rev().find_map(|line| search.line(line, trial))
    }
}

/// Returns how a text names the card that it is written on. A card that is gone once it is resolved has no name.
pub(super) fn this_card(ctx: &LowerCtx<'_>) -> Option<String> {
    let game = ctx.game();
    let card_type = game.card_types.get(ctx.card_type())?;
    let heading = game.headings.get(card_type.heading.as_deref()?)?;
    let stays = heading.lasting || card_type.place == CardPlace::Map;
    stays.then(|| format!("this {}", card_type.name.to_lowercase()))
}

impl Search<'_> {
    /// Spends a trial of a text.
    fn spend(&mut self, text: &str) -> Option<()> {
        self.trials = self.trials.checked_sub(1)?;
        self.repairer.spend(text.len());
        (self.repairer.remaining() > text.len()).then_some(())
    }

    /// Returns a line and its versions with another heading, or with abbreviations that have a full stop written out.
    fn lines(&self, line: &str) -> Vec<String> {
        let mut all = vec![line.to_owned()];
        let mut at = 0;
        while let Some(line) = all.get(at).cloned() {
            at += 1;
            let other = heading_in_our_words(self.ctx.game(), self.ctx.card_type(), &line);
            let this = self.this.as_deref();
            let in_our_words =
                |text: &str| idioms::in_our_words(text, Within::Line, this, self.vocabulary);
            let mut others = in_our_words(&line);
            // An entry for the end of a line also fits the line above modes.
            if let Some((body, modes)) = line.split_once('\n') {
                let bodies = in_our_words(body).into_iter();
                others.extend(bodies.map(|body| format!("{body}\n{modes}")));
            }
            for other in other.into_iter().chain(others) {
                if all.len() < MAX_LINES && !all.contains(&other) {
                    all.push(other);
                }
            }
        }
        all
    }

    fn line(&mut self, line: &str, trial: Trial<'_>) -> Option<String> {
        self.has_target = false;
        let (body, modes) = line.split_once('\n').unwrap_or((line, ""));
        let modes: Vec<&str> = modes.lines().collect();
        let split = split_heading(body, self.ctx.card_type(), self.ctx.game());
        let mut done = String::new();
        let mut rest = body;
        if let Some(split) = split {
            if split.no_colon.is_some() {
                return None;
            }
            let ctx = self.ctx;
            let heading = self.piece(split.heading, Within::Sentence, &mut |heading| {
                let is_clean = trial_of_heading(ctx, heading) == ParseOutcome::Clean;
                is_clean.then_some(None)
            });
            // The words before a colon may be part of the sentence.
            if let Some(heading) = heading {
                let name = heading.trim_end_matches(':');
                let mut headings = self.ctx.game().headings.values();
                let heading_of = headings.find(|known| known.name.eq_ignore_ascii_case(name));
                let binds = |heading: &Heading| heading.binds.contains(&Binding::Target);
                self.has_target = heading_of.is_some_and(binds);
                done.push_str(&heading);
                rest = body.get(split.rest..)?;
            }
        }
        let pieces: Vec<&str> = sentences(rest)
            .into_iter()
            .filter_map(|at| rest.get(at))
            .collect();
        for (at, piece) in pieces.iter().enumerate() {
            let is_last = at + 1 == pieces.len();
            let below = match is_last && !modes.is_empty() {
                true => ANY_MODES.concat(),
                false => String::new(),
            };
            let within = match at {
                0 => Within::FirstSentence,
                _ => Within::Sentence,
            };
            let before = &done;
            let piece = self.piece(piece.trim(), within, &mut |piece| {
                trial(&format!("{before} {piece}{below}")).map(Some)
            })?;
            let gap = if done.is_empty() { "" } else { " " };
            let _ = write!(done, "{gap}{piece}");
        }
        for (at, mode) in modes.iter().enumerate() {
            done.push_str("\n-");
            let mode = mode.trim().strip_prefix('-')?;
            // If nothing comes before the choice, nothing is named before a mode.
            let mut within = match pieces.len() {
                1 => Within::FirstSentence,
                _ => Within::Sentence,
            };
            for piece in sentences(mode).into_iter().filter_map(|at| mode.get(at)) {
                let before = &done;
                let below = if at == 0 { ANY_MODES[0] } else { "" };
                let piece = self.piece(piece.trim(), within, &mut |piece| {
                    trial(&format!("{before} {piece}{below}")).map(Some)
                })?;
                within = Within::Sentence;
                let _ = write!(done, " {piece}");
            }
        }
        trial(&done)?;
        Some(done)
    }

    /// Returns a sentence or a heading in words with which it is valid: all of it at once, or clause by clause.
    fn piece(&mut self, text: &str, within: Within, trial: PieceTrial<'_>) -> Option<String> {
        self.is_ambiguous = false;
        let whole = self.whole(text, within, trial);
        match whole {
            None if !self.is_ambiguous => self.divided(text, within, trial),
            whole => whole,
        }
    }

    /// Returns a sentence or a heading in words with which it is valid.
    ///
    /// Each step makes one more change. Of the texts of a step, those that are nearest to the language are changed
    /// again.
    fn whole(&mut self, text: &str, within: Within, trial: PieceTrial<'_>) -> Option<String> {
        if trial(text).is_some() {
            return Some(text.to_owned());
        }
        let mut start = in_digits(&self.with_our_words(text));
        let is_reworded = start != text;
        if !ends(&start) {
            start.push('.');
        }
        if is_reworded {
            self.spend(&start)?;
            if trial(&start).is_some() {
                return Some(start);
            }
        }
        let mut seen = HashSet::from_iter([text.to_owned(), start.clone()]);
        let mut nearest = self.distance(&start);
        // If all of it parses, few changes can be missing.
        let mut patience = if nearest.is_zero() { 1 } else { PATIENCE };
        // A phrase of another game may need its words as they are written.
        let mut frontier = vec![start];
        if is_reworded {
            frontier.push(text.to_owned());
        }
        for _ in 0..DEPTH {
            let mut next = Vec::new();
            let mut found: Option<(String, Option<Ability>)> = None;
            for state in &frontier {
                for changed in self.changes(state, within) {
                    if !seen.insert(changed.clone()) {
                        continue;
                    }
                    self.parses = self.parses.checked_sub(1)?;
                    let distance = self.distance(&changed);
                    let meaning = match distance {
                        Distance { unknown: 0, .. } => {
                            self.spend(&changed)?;
                            trial(&changed)
                        }
                        _ => None,
                    };
                    match (meaning, &found) {
                        (None, _) => next.push((distance, changed)),
                        (Some(means), Some((_, other))) if means == *other => {}
                        (Some(means), Some((_, other))) if !is_same(&means, other) => {
                            self.is_ambiguous = true;
                            return None;
                        }
                        // One sentence remains one sentence.
                        (Some(means), Some((_, other))) if !is_shorter(&means, other) => {}
                        (Some(means), _) => found = Some((changed, means)),
                    }
                }
            }
            if let Some((text, _)) = found {
                return Some(text);
            }
            next.sort_by_key(|(distance, _)| *distance);
            match next.first() {
                Some((distance, _)) if *distance < nearest => {
                    nearest = *distance;
                    patience = PATIENCE;
                }
                _ => patience = patience.checked_sub(1)?,
            }
            next.truncate(WIDTH);
            frontier = next.into_iter().map(|(_, text)| text).collect();
        }
        None
    }

    /// Returns how far a text is from a valid sentence.
    fn distance(&self, text: &str) -> Distance {
        let knows = |at: &Word| {
            self.vocabulary
                .knows(text.get(at.clone()).unwrap_or_default())
        };
        let unknown = plain_words(text).iter().filter(|at| !knows(at)).count();
        let left = Tree::read(Rule::one_sentence, text)
            .err()
            .map_or(0, |stop| {
                let rest = text.get(stop.at..).unwrap_or_default();
                words(rest).len() + 1
            });
        Distance { unknown, left }
    }

    fn with_our_words(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for _ in 0..MAX_WORDS {
            let Some(changed) = idioms::with_one_of_our_words(&text, self.vocabulary) else {
                break;
            };
            text = changed;
        }
        text
    }

    /// Returns a text with one change that keeps its meaning, in every way.
    fn changes(&self, text: &str, within: Within) -> Vec<String> {
        let this = self.this.as_deref();
        let mut all = idioms::in_our_words(text, within, this, self.vocabulary);
        all.extend(agreement::forms(text, &words(text), self.vocabulary));
        all.extend(agreement::articles(text, &words(text), self.vocabulary));
        all.extend(agreement::possessives(text, &words(text), self.vocabulary));
        all.extend(in_order(text));
        let names_target = |text: &str| has_any(text, lists().target_words);
        // The heading is the event.
        let has_event = |text: &str| {
            let first = text.split(' ').next().unwrap_or_default();
            lists()
                .event_starts
                .iter()
                .any(|known| known.eq_ignore_ascii_case(first))
        };
        if self.has_target && !has_event(text) {
            all.retain(|changed| !has_event(changed));
        }
        if self.has_target && names_target(text) {
            all.retain(|changed| names_target(changed));
        }
        if self.names_player && has_any(text, lists().pronouns) {
            all.retain(|changed| has_any(changed, lists().pronouns));
        }
        all.extend(lead_first(text));
        all
    }
}

fn has_any(text: &str, list: &[&str]) -> bool {
    let mut all = words(text).into_iter().filter_map(|at| text.get(at));
    all.any(|word| list.iter().any(|known| known.eq_ignore_ascii_case(word)))
}

/// Returns whether two texts mean the same: clauses joined by `, then` happen in the same order as sentences.
fn is_same(one: &Option<Ability>, other: &Option<Ability>) -> bool {
    let steps = |ability: &Ability| -> Vec<Effect> {
        let effects = ability
            .effects
            .iter()
            .flat_map(|effect| match &effect.what {
                What::Then { effects } => effects.as_slice(),
                _ => std::slice::from_ref(effect),
            });
        effects.cloned().collect()
    };
    match (one, other) {
        (Some(one), Some(other)) => one.heading == other.heading && steps(one) == steps(other),
        _ => one == other,
    }
}

/// Returns whether the first text has fewer sentences.
fn is_shorter(one: &Option<Ability>, other: &Option<Ability>) -> bool {
    let len = |ability: &Option<Ability>| ability.as_ref().map_or(0, |it| it.effects.len());
    len(one) < len(other)
}

/// Returns the text with the numbers from two in digits: a word between nouns can be read as part of a name.
fn in_digits(text: &str) -> String {
    let mut text = text.to_owned();
    for at in plain_words(&text).into_iter().rev() {
        let word = text.get(at.clone()).unwrap_or_default();
        let mut numbers = lists().numbers.iter();
        let value = numbers.position(|number| number.eq_ignore_ascii_case(word));
        if let Some(value) = value.filter(|value| *value > 0) {
            text.replace_range(at, &(value + 1).to_string());
        }
    }
    text
}

/// Returns the text with `, then` between two commands that are joined in another way. Where the second one has a
/// clause of its own, that can belong to both.
fn in_order(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let is_in = |list: &[&str], word: &str| list.contains(&word);
    let mut all = Vec::new();
    for joint in lists().command_joints {
        for (at, _) in lower.match_indices(joint) {
            let halves = text.get(..at).zip(text.get(at + joint.len()..));
            let Some((first, second)) = halves else {
                continue;
            };
            let words_of = |half: &str| -> Vec<String> {
                let half = half.to_lowercase();
                words(&half)
                    .into_iter()
                    .filter_map(|at| half.get(at).map(str::to_owned))
                    .collect()
            };
            let (before, after) = (words_of(first), words_of(second));
            let open = before
                .iter()
                .any(|word| is_in(lists().shared_by_commands, word))
                || after.iter().any(|word| is_in(lists().clause_leads, word));
            let is_command = after.first().is_some_and(|verb| is_in(lists().verbs, verb));
            if is_command && !open && is_read(&format!("{first}.")) && is_read(&capitalised(second))
            {
                all.push(format!("{first}, then {second}"));
            }
        }
    }
    all
}

/// Returns the text with a lead (`if …`, `when …`) that follows a single command moved before the command: `draw a card
/// if you control a unit`.
fn lead_first(text: &str) -> Option<String> {
    let begins = |text: &str, lead: &str| {
        let start = text.get(..lead.len());
        let after = text.get(lead.len()..).unwrap_or_default();
        start.is_some_and(|start| start.eq_ignore_ascii_case(lead)) && after.starts_with(' ')
    };
    let is_lead = |text: &str| lists().movable_leads.iter().any(|lead| begins(text, lead));
    let (sentence, stop) = match text.strip_suffix('.') {
        Some(sentence) => (sentence, "."),
        None => (text, ""),
    };
    let mut spaces = sentence.match_indices(' ').rev();
    let (at, _) = spaces.find(|(at, _)| sentence.get(at + 1..).is_some_and(is_lead))?;
    let (before, last) = (sentence.get(..at)?, sentence.get(at + 1..)?);
    let (leads, command) = match before.rsplit_once(", ") {
        Some((leads, command)) => (Some(leads), command),
        None => (None, before),
    };
    let joins = |word: Word| {
        let word = command.get(word).unwrap_or_default();
        let mut all = lists().joining_words.iter();
        all.any(|one| one.eq_ignore_ascii_case(word))
    };
    let is_single = !is_lead(command) && !words(command).into_iter().any(joins);
    let is_apart = |text: &str| !text.contains([',', ';', ':']);
    if !is_single || !leads.is_none_or(is_lead) || !is_apart(command) || !is_apart(last) {
        return None;
    }
    let command = uncapitalised(command);
    Some(match leads {
        None => capitalised(&format!("{last}, {command}{stop}")),
        Some(leads) => format!("{leads}, {last}, {command}{stop}"),
    })
}
