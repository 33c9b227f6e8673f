//! Suggests equivalents for headings of other games, and for costs in place of a heading.

use std::ops::Range;

use super::ctx::LowerCtx;
use crate::diagnostic::{Code, Diagnostic, Place, Safety, closest};
use crate::effect::lists::{HeadingMeaning, lists};
use crate::effect::recover;
use crate::effect::syntax::{Rule, reads};
use crate::game::{Heading, HeadingForm};

impl LowerCtx<'_> {
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
        let known = lists()
            .headings
            .iter()
            .find(|idiom| idiom.written.contains(&lower));
        if let Some(idiom) = known {
            return self.in_our_words(idiom.meaning, finding.clone(), whole);
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
        let (joint, (first, second)) = lists()
            .heading_joints
            .iter()
            .find_map(|joint| Some((joint, said.split_once(joint)?)))?;
        let first = name_of(first)?;
        let lower = second.trim().to_lowercase();
        if lists().heading_limits.contains(&lower.as_str()) {
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
        means: HeadingMeaning,
        finding: Diagnostic<Place>,
        whole: Range<usize>,
    ) -> Option<Diagnostic<Place>> {
        let here = self.this_type();
        let of_here = |heading: &&Heading| heading.types.contains(&here);
        let headings = || self.symbols.game.headings.values().filter(of_here);
        let plain = |heading: &&Heading| heading.form == HeadingForm::Plain;
        let by = match means {
            HeadingMeaning::Always(words) => {
                let heading = headings().filter(plain).find(|heading| heading.lasting)?;
                let words = words.replace("{}", &here.replace('_', " "));
                format!("{}: {words}", heading.name).trim_end().to_owned()
            }
            HeadingMeaning::Played(words) => {
                let lower_valid_line =
                    |heading: &&Heading| !heading.lasting && heading.binds.is_empty();
                match headings().filter(plain).find(lower_valid_line) {
                    Some(heading) => format!("{}:", heading.name),
                    None => {
                        return self.in_our_words(HeadingMeaning::Always(words), finding, whole);
                    }
                }
            }
            HeadingMeaning::Binding(binding) => {
                let heading = headings()
                    .filter(plain)
                    .find(|heading| heading.binds.contains(&binding))?;
                format!("{}:", heading.name)
            }
            HeadingMeaning::Instead => {
                let heading = headings().filter(plain).find(|heading| {
                    let meaning = heading.meaning.as_deref().unwrap_or_default();
                    meaning.starts_with("instead")
                })?;
                format!("{}:", heading.name)
            }
            HeadingMeaning::Words(words) => words.to_owned(),
            HeadingMeaning::EachTurn => return Some(finding.help(recover::EACH_ROUND)),
            HeadingMeaning::Event => {
                let heading = headings().find(|heading| heading.form == HeadingForm::Event)?;
                return Some(finding.help(format!(
                    "write the event: `{}, when an enemy ‹acting› attacks:`",
                    heading.name
                )));
            }
            HeadingMeaning::Placement => {
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
