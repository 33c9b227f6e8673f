//! Explains unknown headings: headings of other games, costs in place of a heading, misspelt headings.

use std::ops::Range;

use super::idioms::EACH_ROUND;
use crate::diagnostic::{Code, Diagnostic, Place, Reason, Safety, closest};
use crate::effect::letter_case::capitalised;
use crate::effect::lists::{HeadingMeaning, lists};
use crate::effect::lower::{LowerCtx, headings_of};
use crate::effect::syntax::{Node, Rule, Tree, reads};
use crate::game::{Game, Heading, HeadingForm};

/// Explains each unknown heading of a node: replaces the diagnostics about it that follow `mark`, the number of earlier
/// diagnostics.
pub(super) fn explain_headings(ctx: &mut LowerCtx<'_>, node: Node<'_>, mark: usize) {
    for index in mark..ctx.sink().mark() {
        let Some(finding) = ctx.sink().since(index).first() else {
            return;
        };
        if finding.reason != Reason::UnknownHeading {
            continue;
        }
        let nodes = std::iter::once(node).chain(node.within());
        let mut headings = nodes.filter(|node| node.as_rule() == Rule::heading);
        let explained = headings.find_map(|heading| {
            let name = heading.into_inner().next()?;
            let is_it = finding.primary.at == Place::Text(ctx.range(&name));
            let card_type = finding.names.first()?;
            let unknown = UnknownHeading {
                game: ctx.game(),
                card_type,
                word: &name.words(),
                at: ctx.range(&name),
                whole: ctx.range(&heading),
                alone: heading.into_inner().nth(1).is_none(),
            };
            is_it.then(|| unknown.explained())
        });
        if let (Some(explained), Some(finding)) =
            (explained, ctx.sink_mut().since_mut(index).first_mut())
        {
            *finding = explained;
        }
    }
}

/// A heading that the game does not have.
struct UnknownHeading<'h> {
    game: &'h Game,
    card_type: &'h str,
    word: &'h str,
    at: Range<usize>,
    /// The heading with its colon.
    whole: Range<usize>,
    /// `true` if nothing is between the name and the colon.
    alone: bool,
}

impl UnknownHeading<'_> {
    fn explained(self) -> Diagnostic<Place> {
        let UnknownHeading { game, word, .. } = self;
        // `Reaction when …`: the comma is missing.
        let without_comma = game.headings.values().find(|heading| {
            heading.form != HeadingForm::Plain
                && word
                    .get(..heading.name.len())
                    .is_some_and(|start| start.eq_ignore_ascii_case(&heading.name))
                && word
                    .get(heading.name.len()..)
                    .is_some_and(|rest| rest.starts_with(' '))
        });
        if let Some(heading) = without_comma {
            let end = self.at.start + heading.name.len();
            return Diagnostic::new(
                Code::UnreadableSentence,
                Place::Text(end..end),
                format!("missing comma after `{}`", heading.name),
                "missing comma",
            )
            .fix(Safety::Safe, "write a comma", Place::Text(end..end), ",");
        }
        if let Some(finding) = two_headings(game, word, self.whole.clone()) {
            return finding;
        }
        if let Some(finding) = self.foreign() {
            return finding;
        }
        if self.alone && leads(word) {
            let colon = Place::Text(self.whole.end - 1..self.whole.end);
            return Diagnostic::new(
                Code::UnreadableSentence,
                colon.clone(),
                format!("expected `,` after \"{word}\", found `:`"),
                "the sentence continues after this",
            )
            .fix(Safety::Unsafe, "write a comma", colon, ",");
        }
        let known: Vec<&str> = game
            .headings
            .values()
            .map(|heading| heading.name.as_str())
            .collect();
        let close = closest(word, known.iter().copied()).or_else(|| same_words(word, &known));
        match close {
            Some(close) => self.unknown().fix(
                Safety::Unsafe,
                format!("write `{close}:`"),
                Place::Text(self.at),
                close,
            ),
            None => self.unknown().help(format!(
                "write one of: {}",
                headings_of(game, self.card_type)
            )),
        }
    }

    fn unknown(&self) -> Diagnostic<Place> {
        Diagnostic::new(
            Code::UnknownHeading,
            Place::Text(self.at.clone()),
            format!("\"{}\" is not a heading", self.word),
            "unknown heading",
        )
    }

    /// Suggests an equivalent of the heading, if there is one.
    fn foreign(&self) -> Option<Diagnostic<Place>> {
        let word = self.word;
        let lower = word.to_lowercase();
        let lower = lower.trim_end_matches([',', ' ']);
        let known = lists()
            .headings
            .iter()
            .find(|idiom| idiom.written.contains(&lower));
        if let Some(idiom) = known {
            return self.in_our_words(idiom.meaning);
        }
        // A close misspelling of a heading takes precedence: `On Atack`.
        let headings = self.game.headings.values();
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
                Diagnostic::new(
                    Code::UnknownHeading,
                    Place::Text(self.whole.clone()),
                    format!("\"{word}\" is a cost, not a heading"),
                    "a cost before a colon",
                )
                .fix(
                    Safety::Unsafe,
                    format!("write `{cost} …`"),
                    Place::Text(self.whole.clone()),
                    cost,
                ),
            );
        }
        None
    }

    fn in_our_words(&self, means: HeadingMeaning) -> Option<Diagnostic<Place>> {
        let finding = self.unknown();
        let here = self.card_type;
        let of_here = |heading: &&Heading| heading.types.iter().any(|known| known == here);
        let headings = || self.game.headings.values().filter(of_here);
        let by = match means {
            HeadingMeaning::EachTurn => return Some(finding.help(EACH_ROUND)),
            HeadingMeaning::Event => {
                let heading = headings().find(|heading| heading.form == HeadingForm::Event)?;
                return Some(finding.help(format!(
                    "write the event, for example `{}, when an enemy ‹acting› attacks:`",
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
            _ => equivalent(self.game, here, means)?,
        };
        Some(finding.fix(
            Safety::Unsafe,
            format!("write `{by}`"),
            Place::Text(self.whole.clone()),
            by,
        ))
    }
}

/// Returns a heading of another game in the words of a game, for cards of a type; `None` if there is no equivalent.
fn equivalent(game: &Game, here: &str, means: HeadingMeaning) -> Option<String> {
    let mut headings = game.headings.values().filter(|heading| {
        heading.form == HeadingForm::Plain && heading.types.iter().any(|known| known == here)
    });
    let named = |heading: &Heading| format!("{}:", heading.name);
    match means {
        HeadingMeaning::Always(words) => {
            let heading = headings.find(|heading| heading.lasting)?;
            let words = words.replace("{}", &here.replace('_', " "));
            Some(format!("{} {words}", named(heading)).trim_end().to_owned())
        }
        HeadingMeaning::Played(words) => headings
            .find(|heading| !heading.lasting && heading.binds.is_empty())
            .map(named)
            .or_else(|| equivalent(game, here, HeadingMeaning::Always(words))),
        HeadingMeaning::Binding(binding) => headings
            .find(|heading| heading.binds.contains(&binding))
            .map(named),
        HeadingMeaning::Instead => headings
            .find(|heading| {
                let meaning = heading.meaning.as_deref().unwrap_or_default();
                meaning.starts_with("instead")
            })
            .map(named),
        HeadingMeaning::Words(words) => Some(words.to_owned()),
        HeadingMeaning::EachTurn | HeadingMeaning::Event | HeadingMeaning::Placement => None,
    }
}

/// Returns a line whose heading is of another game with the heading that means the same in a game.
pub(super) fn heading_in_our_words(game: &Game, here: &str, line: &str) -> Option<String> {
    let (written, rest) = line.split_once(':')?;
    let lower = written.trim().to_lowercase();
    let known = lists()
        .headings
        .iter()
        .find(|idiom| idiom.same && idiom.written.contains(&lower.as_str()))?;
    let ours = equivalent(game, here, known.meaning)?;
    Some(format!("{ours} {}", rest.trim_start()))
}

/// Rejects more than one heading: `On Activation, On Attack:`, `Passive, once per round:`.
pub(super) fn two_headings(game: &Game, said: &str, at: Range<usize>) -> Option<Diagnostic<Place>> {
    let said = said.trim().trim_end_matches(':');
    let name_of = |part: &str| {
        let part = part.trim();
        let mut headings = game.headings.values();
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
        let limit = capitalised(&lower);
        let by = format!("{first}: {limit},");
        let finding = Diagnostic::new(
            Code::UnreadableSentence,
            Place::Text(at.clone()),
            format!("\"{}\" is not part of a heading", second.trim()),
            "a limit goes at the beginning of the sentence",
        );
        return Some(finding.fix(Safety::Unsafe, format!("write `{by}`"), Place::Text(at), by));
    }
    let second = name_of(second)?;
    let finding = Diagnostic::new(
        Code::UnreadableSentence,
        Place::Text(at),
        format!("\"{}\" cannot join two headings", joint.trim()),
        "each heading needs its own line",
    );
    Some(finding.help(format!(
        "write the text twice, on two lines: `{first}: …` and `{second}: …`"
    )))
}

/// Returns the heading with the same words in a different order, or with one more word.
fn same_words<'h>(word: &str, known: &[&'h str]) -> Option<&'h str> {
    let said: Vec<String> = word.split(' ').map(str::to_lowercase).collect();
    let mut fitting = known.iter().filter(|heading| {
        let words: Vec<String> = heading.split(' ').map(str::to_lowercase).collect();
        said.len() <= words.len()
            && words.len() <= said.len() + 1
            && said.iter().all(|word| words.contains(word))
    });
    let first = fitting.next()?;
    fitting.next().is_none().then_some(*first)
}

/// Returns whether these words are an event lead: `When this unit is attacked`.
fn leads(words: &str) -> bool {
    let sentence = format!("{words}, draw a card.");
    Tree::read(Rule::one_sentence, &sentence).is_ok_and(|tree| {
        let mut leads = tree.nodes(&sentence, 0).flat_map(Node::within);
        leads.any(|node| node.as_rule() == Rule::event_lead)
    })
}
