//! Rewords a sentence clause by clause: what is before a comma apart from what follows, and joined commands one
//! after the other. Each part needs fewer changes than the whole, and an entry for a whole sentence fits a part.

use super::{PieceTrial, Search};
use crate::effect::letter_case::{capitalised, uncapitalised};
use crate::effect::lists::lists;
use crate::effect::parse::lines::sentences;
use crate::effect::recover::idioms::Within;
use crate::effect::recover::words::words;

/// What follows a lead while the lead is reworded.
const ANY_COMMAND: &str = ", draw a card.";

/// Maximum number of commas and of joints at which a sentence is divided.
const MAX_CUTS: usize = 3;

impl Search<'_> {
    /// Returns a sentence or a heading in words with which each part of it is valid.
    pub(super) fn divided(
        &mut self,
        text: &str,
        within: Within,
        trial: PieceTrial<'_>,
    ) -> Option<String> {
        if text.ends_with(':') {
            return self.event_of_heading(text, trial);
        }
        let led = self.after_lead(text, within, trial);
        led.or_else(|| self.one_by_one(text, within, trial))
    }

    /// Rewords the event of a heading: `Reaction, when your hero has moved:`.
    fn event_of_heading(&mut self, text: &str, trial: PieceTrial<'_>) -> Option<String> {
        let (name, event) = text.trim_end_matches(':').split_once(", ")?;
        if !is_in(lists().event_starts, first_word(event)) {
            return None;
        }
        let heading = |text: &str| {
            let event = text.strip_suffix(ANY_COMMAND)?;
            Some(format!("{name}, {}:", uncapitalised(event)))
        };
        let sentence = capitalised(&format!("{event}{ANY_COMMAND}"));
        let reworded = self.whole(&sentence, Within::Sentence, &mut |text| {
            heading(text).and_then(|heading| trial(&heading))
        });
        heading(&reworded?)
    }

    /// Rewords the words before a comma (`when …`, `at the start of …`), and then what follows.
    fn after_lead(&mut self, text: &str, within: Within, trial: PieceTrial<'_>) -> Option<String> {
        if !is_in(lists().divided_leads, first_word(text)) {
            return None;
        }
        for (at, comma) in text.match_indices(", ").take(MAX_CUTS) {
            let (lead, rest) = (text.get(..at)?, text.get(at + comma.len()..)?);
            let Some(lead) = self.lead(lead, within, trial) else {
                continue;
            };
            let within = match is_in(lists().time_leads, first_word(&lead)) {
                true => within,
                // What the lead names can be meant as well as the card.
                false => Within::Sentence,
            };
            let sentence = |rest: &str| format!("{lead}, {}", uncapitalised(rest));
            let rest = self.piece(&capitalised(rest), within, &mut |rest| {
                // A lead holds for its own sentence.
                let is_single = sentences(rest).len() == 1;
                is_single.then(|| trial(&sentence(rest)))?
            });
            if let Some(rest) = rest {
                return Some(sentence(&rest));
            }
        }
        None
    }

    fn lead(&mut self, lead: &str, within: Within, trial: PieceTrial<'_>) -> Option<String> {
        let plain = self.with_our_words(lead);
        let mut lasting = lists().lasting_leads.iter();
        let lasting = lasting.find(|(first, _)| first.eq_ignore_ascii_case(first_word(&plain)));
        let tried = match lasting {
            Some((first, other)) => capitalised(&format!("{other}{}", plain.get(first.len()..)?)),
            None => lead.to_owned(),
        };
        let found = self.whole(&format!("{tried}{ANY_COMMAND}"), within, &mut |text| {
            text.ends_with(ANY_COMMAND).then(|| trial(text))?
        })?;
        let found = found.strip_suffix(ANY_COMMAND)?;
        let Some((first, other)) = lasting else {
            return Some(found.to_owned());
        };
        let begins = found.get(..other.len())?.eq_ignore_ascii_case(other);
        let rest = found.get(other.len()..)?;
        begins.then(|| capitalised(&format!("{first}{rest}")))
    }

    /// Rewords two commands that are joined, one after the other.
    fn one_by_one(&mut self, text: &str, within: Within, trial: PieceTrial<'_>) -> Option<String> {
        let lower = text.to_lowercase();
        let is_command =
            |word: &str| is_in(lists().verbs, word) || is_in(lists().foreign_commands, word);
        if !is_command(first_word(&lower)) {
            return None;
        }
        let mut cuts: Vec<(usize, usize)> = Vec::new();
        for joint in lists().clause_joints.iter().chain(lists().command_joints) {
            for (at, _) in lower.match_indices(joint) {
                let end = at + joint.len();
                // Longer joints come first.
                let is_new = cuts.iter().all(|(from, to)| end <= *from || *to <= at);
                if is_new && is_command(first_word(lower.get(end..)?)) {
                    cuts.push((at, end));
                }
            }
        }
        cuts.sort_unstable();
        for (at, end) in cuts.into_iter().take(MAX_CUTS) {
            let (first, second) = (text.get(..at)?, text.get(end..)?);
            // On a card that is gone once it is resolved, a lasting change needs a time of its own.
            let is_timed = self.this.is_some() && has(second, lists().lasting_words);
            let is_shared = has(first, lists().shared_by_commands)
                || has(second, lists().clause_leads)
                || has(second, lists().shared_at_end)
                || is_timed;
            // What is chosen may be of the cards that are looked at, or not.
            let is_unclear = is_in(lists().looking_commands, first_word(first))
                && is_in(lists().choosing_commands, first_word(second));
            if is_shared || is_unclear {
                continue;
            }
            let Some(first) = self.piece(&format!("{first}."), within, trial) else {
                continue;
            };
            let both = |second: &str| match sentences(&first).len() {
                1 if !is_in(lists().looking_commands, first_word(&first)) => format!(
                    "{}, then {}",
                    first.trim_end_matches('.'),
                    uncapitalised(second)
                ),
                _ => format!("{first} {second}"),
            };
            let second = self.piece(&capitalised(second), Within::Sentence, &mut |second| {
                trial(&both(second))
            });
            if let Some(second) = second {
                return Some(both(&second));
            }
        }
        None
    }
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

fn is_in(list: &[&str], word: &str) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(word))
}

fn has(text: &str, list: &[&str]) -> bool {
    let mut all = words(text).into_iter().filter_map(|at| text.get(at));
    all.any(|word| is_in(list, word))
}
