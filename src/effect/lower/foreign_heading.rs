//! Suggests equivalents for headings of other games, and for costs in place of a heading.

use std::ops::Range;

use super::ctx::Scope;
use crate::diagnostic::{Code, Diagnostic, Place, Safety, closest};
use crate::effect::recover;
use crate::effect::syntax::{Rule, reads};
use crate::game::{Binding, Heading, HeadingForm};

/// The equivalent of a heading of another game.
#[derive(Clone, Copy)]
enum Means {
    /// The heading of static abilities, with the beginning of its sentence. `{}` is the card's type.
    Always(&'static str),
    /// The heading of one-time effects. If the card type has none, the heading of static abilities, as in `Always`.
    Played(&'static str),
    /// The heading that provides this binding and waits for no event.
    Binding(Binding),
    /// The heading that replaces the normal action of its card type.
    Instead,
    /// No heading, but the beginning of a sentence.
    Words(&'static str),
    /// A limit per turn. A round has many turns, so the language has no such limit.
    EachTurn,
    /// A heading that waits for an event.
    Event,
    /// A heading that gives the place of the card.
    Placement,
}

const HEADINGS: &[(&[&str], Means)] = &[
    (
        &[
            "battlecry",
            "on play",
            "when played",
            "when summoned",
            "on summon",
            "on enter",
            "enter",
            "fanfare",
            "etb",
            "deploy",
            "cast",
            "on cast",
            "when cast",
        ],
        Means::Played("When this {} is played,"),
    ),
    (
        &[
            "deathrattle",
            "on death",
            "when killed",
            "when destroyed",
            "when removed",
            "last breath",
            "last words",
            "on destroy",
            "on removal",
            "death",
            "dies",
        ],
        Means::Always("When this {} is removed from the map,"),
    ),
    (
        &[
            "when attacked",
            "on attacked",
            "attacked",
            "on being attacked",
            "on defense",
            "on defence",
            "on defend",
            "defend",
            "defending",
            "defense",
            "defence",
        ],
        Means::Always("When this {} is attacked,"),
    ),
    (
        &["once per round", "once a round", "once each round"],
        Means::Always("Once per round,"),
    ),
    (
        &["once per turn", "once a turn", "once each turn"],
        Means::EachTurn,
    ),
    (
        &["once per game", "once a game", "once"],
        Means::Always("Once per game,"),
    ),
    (
        &[
            "start of turn",
            "start of round",
            "start of your turn",
            "start of the round",
            "at the start of the round",
            "upkeep",
            "each round",
            "each turn",
            "every round",
            "every turn",
            "on round start",
        ],
        Means::Always("At the start of the round,"),
    ),
    (
        &[
            "end of turn",
            "end of round",
            "end of your turn",
            "end of the round",
            "at the end of the round",
            "on round end",
        ],
        Means::Always("At the end of the round,"),
    ),
    (
        &[
            "aura",
            "static",
            "always",
            "permanent",
            "continuous",
            "constant",
            "trait",
            "innate",
            "keyword",
            "special",
        ],
        Means::Always(""),
    ),
    (
        &[
            "when attacking",
            "attacking",
            "attack",
            "on hit",
            "on strike",
            "strike",
            "when this unit attacks",
            "if attacking",
        ],
        Means::Binding(Binding::Target),
    ),
    (
        &[
            "counterattack",
            "when retaliating",
            "on counterattack",
            "retaliation",
            "retaliate",
        ],
        Means::Binding(Binding::Attacker),
    ),
    (
        &[
            "activation",
            "activate",
            "activated",
            "when activated",
            "on action",
            "upon activation",
        ],
        Means::Binding(Binding::Activation),
    ),
    (
        &[
            "instead of activating",
            "activation instead",
            "instead of activation",
            "action",
            "special action",
            "tap",
            "exhaust",
            "instead",
            "as activation",
        ],
        Means::Instead,
    ),
    (
        &["optional", "option", "you may", "may"],
        Means::Words("You may"),
    ),
    (
        &[
            "secret",
            "trap",
            "trigger",
            "triggered",
            "interrupt",
            "response",
            "counter",
        ],
        Means::Event,
    ),
    (
        &[
            "enchant",
            "enchant creature",
            "enchantment",
            "equip",
            "attach",
            "attachment",
            "equipped",
        ],
        Means::Placement,
    ),
];

/// Separators between two headings.
const BETWEEN_HEADINGS: [&str; 7] = [" and ", " or ", " / ", "/", " & ", ", ", " + "];

/// Limits that are written as part of a heading.
const LIMITS: [&str; 3] = ["once per round", "twice per round", "once per game"];

impl Scope<'_> {
    /// Suggests the equivalent of an unknown heading, if there is one. `whole` is the span of the heading with its
    /// colon.
    pub fn foreign_heading(
        &self,
        finding: &Diagnostic<Place>,
        word: &str,
        whole: Range<usize>,
    ) -> Option<Diagnostic<Place>> {
        let lower = word.to_lowercase();
        let lower = lower.trim_end_matches([',', ' ']);
        let known = HEADINGS.iter().find(|(words, _)| words.contains(&lower));
        if let Some((_, means)) = known {
            return self.in_our_words(*means, finding.clone(), whole);
        }
        // A close misspelling of a heading takes precedence: `On Atack`.
        let headings = self.symbols.game.headings.values();
        if closest(word, headings.map(|heading| heading.name.as_str())).is_some() {
            return None;
        }
        // `Discard a card: …`
        if reads(Rule::one_sentence, &format!("{word}.")) {
            let paid = ["You may ", "you may "].iter();
            let paid = paid.fold(word, |word, option| {
                word.strip_prefix(option).unwrap_or(word)
            });
            let mut chars = paid.chars();
            let first: String = chars.next()?.to_lowercase().collect();
            let cost = format!("You may {first}{} to", chars.as_str());
            return Some(
                self.finding(
                    Code::UnknownHeading,
                    whole.clone(),
                    format!("\"{word}\" is a cost, not a heading"),
                    "a cost before a colon",
                )
                .fix(
                    Safety::Unsafe,
                    format!("write `{cost} …`"),
                    Place::Text(whole),
                    cost,
                ),
            );
        }
        None
    }

    /// Rejects more than one heading: `On Activation, On Attack:`, `Passive, once per round:`.
    pub fn two_headings(&self, said: &str, at: Range<usize>) -> Option<Diagnostic<Place>> {
        let said = said.trim().trim_end_matches(':');
        let name_of = |part: &str| {
            let part = part.trim();
            let mut headings = self.symbols.game.headings.values();
            let heading = headings.find(|heading| heading.name.eq_ignore_ascii_case(part));
            heading.map(|heading| heading.name.as_str())
        };
        let (joint, (first, second)) = BETWEEN_HEADINGS
            .iter()
            .find_map(|joint| Some((joint, said.split_once(joint)?)))?;
        let first = name_of(first)?;
        let lower = second.trim().to_lowercase();
        if LIMITS.contains(&lower.as_str()) {
            let limit = recover::capitalised(&lower);
            let by = format!("{first}: {limit},");
            let finding = self.finding(
                Code::UnreadableSentence,
                at.clone(),
                format!("\"{}\" is not part of a heading", second.trim()),
                "a limit goes at the beginning of the sentence",
            );
            return Some(finding.fix(Safety::Unsafe, format!("write `{by}`"), Place::Text(at), by));
        }
        let second = name_of(second)?;
        let finding = self.finding(
            Code::UnreadableSentence,
            at,
            format!("\"{}\" cannot join two headings", joint.trim()),
            "each heading needs its own line",
        );
        Some(finding.help(format!(
            "write the text twice, on two lines: `{first}: …` and `{second}: …`"
        )))
    }

    fn in_our_words(
        &self,
        means: Means,
        finding: Diagnostic<Place>,
        whole: Range<usize>,
    ) -> Option<Diagnostic<Place>> {
        let here = self.this_type();
        let of_here = |heading: &&Heading| heading.types.contains(&here);
        let headings = || self.symbols.game.headings.values().filter(of_here);
        let plain = |heading: &&Heading| heading.form == HeadingForm::Plain;
        let by = match means {
            Means::Always(words) => {
                let heading = headings().filter(plain).find(|heading| heading.lasting)?;
                let words = words.replace("{}", &here.replace('_', " "));
                format!("{}: {words}", heading.name).trim_end().to_owned()
            }
            Means::Played(words) => {
                let at_once = |heading: &&Heading| !heading.lasting && heading.binds.is_empty();
                match headings().filter(plain).find(at_once) {
                    Some(heading) => format!("{}:", heading.name),
                    None => return self.in_our_words(Means::Always(words), finding, whole),
                }
            }
            Means::Binding(binding) => {
                let heading = headings()
                    .filter(plain)
                    .find(|heading| heading.binds.contains(&binding))?;
                format!("{}:", heading.name)
            }
            Means::Instead => {
                let heading = headings().filter(plain).find(|heading| {
                    let meaning = heading.meaning.as_deref().unwrap_or_default();
                    meaning.starts_with("instead")
                })?;
                format!("{}:", heading.name)
            }
            Means::Words(words) => words.to_owned(),
            Means::EachTurn => return Some(finding.help(recover::EACH_ROUND)),
            Means::Event => {
                let heading = headings().find(|heading| heading.form == HeadingForm::Event)?;
                return Some(finding.help(format!(
                    "write the event: `{}, when an enemy unit attacks:`",
                    heading.name
                )));
            }
            Means::Placement => {
                let heading = headings().find(|heading| heading.form == HeadingForm::Placement)?;
                return Some(finding.help(format!(
                    "write `{0}, attach to a …:` or `{0}, place aside:`",
                    heading.name
                )));
            }
        };
        Some(finding.fix(
            Safety::Unsafe,
            format!("write `{by}`"),
            Place::Text(whole),
            by,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_stands_once() {
        let all: Vec<&str> = HEADINGS
            .iter()
            .flat_map(|(words, _)| *words)
            .copied()
            .collect();
        for (at, word) in all.iter().enumerate() {
            assert!(!all[at + 1..].contains(word), "{word}");
        }
    }
}
