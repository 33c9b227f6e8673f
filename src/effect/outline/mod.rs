//! From IR to an outline in plain words, for an author who wants to see how a text was understood.
//!
//! It is written from the IR alone and says what the text leaves unsaid: who chooses, how many, from
//! where, how long, and which step a reference means. The canonical text repeats the author's own
//! words, in which a wrong reading is easily overlooked.

mod action;
mod amount;
mod event;
mod filter;
mod helpers;
mod permission;
mod select;
mod when;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::BearerKey;
use super::ir::{Ability, Effect, LimitPeriod, Moment, Occasion, Player, What};
use super::print::Printer;
use crate::symbols::Symbols;

/// The outline of abilities, a paragraph for each, with a line break at its end.
pub(super) fn text(abilities: &[Ability], bearer: &BearerKey, symbols: &Symbols<'_>) -> String {
    let mut text = String::new();
    for ability in abilities {
        let found = Found::default();
        let outline = Outline {
            printer: Printer::new(bearer, symbols),
            found: &found,
            step: String::new(),
            granted: false,
            paying: false,
            chooser: Player::You,
            after: false,
            replacing: false,
            once: false,
        };
        // The words of a clause may name a thing before the words that find it: the first pass
        // learns in which step everything is found.
        outline.ability(ability);
        found.x_declared.set(false);
        for line in outline.ability(ability) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    text
}

/// What the words at a place depend on.
#[derive(Clone)]
struct Outline<'a> {
    printer: Printer<'a>,
    found: &'a Found,
    /// The number of the step, `2.1`; empty in the heading.
    step: String,
    /// Inside an ability that is granted.
    granted: bool,
    /// Inside a cost, which is paid as a whole or not at all.
    paying: bool,
    /// Who acts: chooses what X is.
    chooser: Player,
    /// Inside what resolves once an event is over.
    after: bool,
    /// Inside what happens in the place of something else.
    replacing: bool,
    /// Inside an ability that resolves once, so that nothing in it watches for long.
    once: bool,
}

/// What the selectors of an ability find.
#[derive(Default)]
struct Found {
    by_slot: RefCell<BTreeMap<u32, Origin>>,
    /// The step that says what X is was passed.
    x_declared: Cell<bool>,
}

/// Where something was found.
#[derive(Clone, PartialEq)]
struct Origin {
    /// `chosen`, `picked at random`; what stands between the noun and the step.
    how: String,
    /// The number of the step; `None` where the words before it say enough.
    step: Option<String>,
    /// The noun by which the selector describes it.
    noun: String,
    /// The same of several.
    nouns: String,
}

impl Outline<'_> {
    /// The heading with a colon, what has to happen before, and the steps.
    fn ability(&self, ability: &Ability) -> Vec<String> {
        let mut lines = self.heading(&ability.heading);
        let headings = &self.printer.symbols.game.headings;
        let known = headings.get(ability.heading.id.as_str());
        let inner = Outline {
            printer: self.printer.attached_by(ability),
            once: known.is_some_and(|heading| !heading.lasting),
            ..self.clone()
        };
        let steps = inner.numbered(&ability.effects, &mut 0);
        lines.extend(indented(steps));
        lines
    }

    /// Steps with their numbers, which go on from `last`.
    fn numbered(&self, effects: &[Effect], last: &mut usize) -> Vec<String> {
        let mut lines = Vec::new();
        for effect in effects {
            *last += 1;
            let step = if self.step.is_empty() {
                last.to_string()
            } else {
                format!("{}.{last}", self.step)
            };
            let number = format!("{step}. ");
            let inner = Outline {
                step,
                ..self.clone()
            };
            for (index, line) in inner.effect(effect).into_iter().enumerate() {
                lines.push(if index == 0 {
                    format!("{number}{line}")
                } else {
                    format!("{:width$}{line}", "", width = number.len())
                });
            }
        }
        lines
    }

    /// The steps inside a step: a single one needs no number of its own.
    fn inside(&self, effects: &[Effect]) -> Vec<String> {
        indented(match effects {
            [only] => self.effect(only),
            several => self.numbered(several, &mut 0),
        })
    }

    /// A line, and below it the steps that it is about.
    fn block(&self, head: String, effects: &[Effect]) -> Vec<String> {
        let mut lines = vec![head];
        lines.extend(self.inside(effects));
        lines
    }

    fn effect(&self, effect: &Effect) -> Vec<String> {
        match &effect.what {
            What::Act { action } => self.action(action),
            What::Then { effects } => self.block("one after the other:".to_owned(), effects),
            What::Together { effects } => {
                self.block("all of this at once, of one subject:".to_owned(), effects)
            }
            What::May {
                who,
                cost,
                effects,
                otherwise,
            } => self.may(*who, cost, effects, otherwise),
            What::If {
                condition,
                then,
                otherwise,
            } => {
                let head = format!("if {}:", self.condition(condition));
                self.branches(head, then, "otherwise", otherwise)
            }
            What::While { condition, effects } => self.block(
                format!("for as long as {}:", self.condition(condition)),
                effects,
            ),
            What::Unless { condition, effects } => {
                let condition = self.condition(condition);
                let head = match effects.iter().all(Effect::stands) {
                    true => format!("except for as long as {condition}:"),
                    false => format!(
                        "unless, at this moment, {condition}, in which case nothing happens:"
                    ),
                };
                self.block(head, effects)
            }
            What::UnlessPaid { who, cost, effects } => {
                let chooser = *who;
                let (who, unpaid) = match who {
                    Player::You => ("you", "if it is not paid:"),
                    Player::Opponent => ("your opponent", "if it is not paid:"),
                    Player::Each => (
                        "both players together, the first player first,",
                        "if one of them does not pay it:",
                    ),
                };
                let paying = Outline {
                    paying: true,
                    chooser,
                    ..self.clone()
                };
                let mut last = 0;
                let mut lines = vec![format!(
                    "{who} may prevent this at a cost, paid whole or not at all:"
                )];
                lines.extend(indented(paying.numbered(cost, &mut last)));
                lines.push(unpaid.to_owned());
                lines.extend(indented(self.numbered(effects, &mut last)));
                lines
            }
            What::When { occasion, effects } => {
                let inner = Outline {
                    after: matches!(occasion, Occasion::After { .. }),
                    ..self.clone()
                };
                let watched = match self.once {
                    true => "until the end of this attack or activation, or else of this round, ",
                    false => "",
                };
                let head = format!("{watched}{}", self.occasion(occasion));
                inner.block(head, effects)
            }
            What::Limit {
                times,
                per,
                effects,
            } => {
                let times = times_words(*times);
                let head = match per {
                    LimitPeriod::Round => format!(
                        "at most {times} in each round, a use that all abilities of this card with \
                         such a limit share:"
                    ),
                    LimitPeriod::Game => format!("at most {times} in the whole game:"),
                };
                self.block(head, effects)
            }
            What::Delayed { moment, effects } => {
                let moment = match moment {
                    Moment::StartOfRound => "at the start of the round",
                    Moment::EndOfRound => "at the end of the round",
                    Moment::StartOfNextRound => when::moment(*moment),
                };
                self.block(format!("later and only once, {moment}:"), effects)
            }
            What::Replace { event, effects } => {
                let inner = Outline {
                    replacing: true,
                    ..self.clone()
                };
                let head = format!("if {}, this happens in its place:", self.event(event));
                inner.block(head, effects)
            }
            What::Choose {
                who,
                at_least,
                at_most,
                modes,
            } => self.modes(*who, (*at_least, *at_most), modes),
            What::Either { who, effects } => {
                let chooses = match who {
                    Player::You => "you choose",
                    Player::Opponent => "your opponent chooses",
                    Player::Each => "each player chooses",
                };
                let mut lines = vec![format!("either one or the other, as {chooses}:")];
                lines.extend(indented(self.numbered(effects, &mut 0)));
                lines
            }
            What::ForEach {
                each,
                slot,
                effects,
            } => {
                let head = format!(
                    "again for every {}, choosing anew each time:",
                    self.thing(each, false)
                );
                self.find_one_by_one(*slot);
                self.block(head, effects)
            }
        }
    }

    /// Two branches, the second of which may be empty. Their steps are counted together.
    fn branches(
        &self,
        head: String,
        first: &[Effect],
        other: &str,
        second: &[Effect],
    ) -> Vec<String> {
        if second.is_empty() {
            let mut lines = self.block(head, first);
            lines.push(format!("{other}: nothing"));
            return lines;
        }
        let mut last = 0;
        let mut lines = vec![head];
        lines.extend(indented(self.numbered(first, &mut last)));
        lines.push(format!("{other}:"));
        lines.extend(indented(self.numbered(second, &mut last)));
        lines
    }

    fn may(
        &self,
        who: Player,
        cost: &[Effect],
        effects: &[Effect],
        otherwise: &[Effect],
    ) -> Vec<String> {
        let may = match who {
            Player::You => "you may",
            Player::Opponent => "your opponent may",
            Player::Each => "each player, from the first player on, may",
        };
        let acting = Outline {
            chooser: who,
            ..self.clone()
        };
        let lines = acting.option(may, cost, effects, otherwise);
        // Inside, each of them means the one who is asked.
        match who {
            Player::Each => lines
                .into_iter()
                .enumerate()
                .map(|(at, line)| match at {
                    0 => line,
                    _ => line.replace(helpers::EACH, "that player"),
                })
                .collect(),
            _ => lines,
        }
    }

    /// An option, from whoever may take it to what happens where nobody does.
    fn option(
        &self,
        may: &str,
        cost: &[Effect],
        effects: &[Effect],
        otherwise: &[Effect],
    ) -> Vec<String> {
        let mut lines;
        let mut last = 0;
        if cost.is_empty() && otherwise.is_empty() {
            lines = self.block(format!("{may} do this:"), effects);
        } else if cost.is_empty() {
            lines = vec![format!("{may} do this:")];
            lines.extend(indented(self.numbered(effects, &mut last)));
        } else {
            let paying = Outline {
                paying: true,
                ..self.clone()
            };
            lines = vec![format!("{may} pay a cost, whole or not at all:")];
            lines.extend(indented(paying.numbered(cost, &mut last)));
            lines.push("if it is paid:".to_owned());
            lines.extend(indented(self.numbered(effects, &mut last)));
        }
        if !otherwise.is_empty() {
            lines.push("if not:".to_owned());
            lines.extend(indented(self.numbered(otherwise, &mut last)));
            return lines;
        }
        lines.push(if self.replacing {
            "if not: what would have happened, happens".to_owned()
        } else {
            "if not: nothing".to_owned()
        });
        lines
    }

    fn modes(&self, who: Player, (least, most): (u32, u32), modes: &[Vec<Effect>]) -> Vec<String> {
        let chooses = match who {
            Player::You => "you choose",
            Player::Opponent => "your opponent chooses",
            Player::Each => "each player, from the first player on, chooses",
        };
        let number = if least == most {
            format!("exactly {most}")
        } else {
            format!("from {least} to {most}")
        };
        let order = if most > 1 {
            ", which happen in this order"
        } else {
            ""
        };
        let mut lines = vec![format!(
            "{chooses} {number} of these {}{order}:",
            modes.len()
        )];
        for (index, mode) in modes.iter().enumerate() {
            let choice = index + 1;
            let inner = Outline {
                step: format!("{}.{choice}", self.step),
                ..self.clone()
            };
            lines.push(format!("  choice {choice}:"));
            lines.extend(indented(inner.inside(mode)));
        }
        lines
    }

    fn occasion(&self, occasion: &Occasion) -> String {
        match occasion {
            Occasion::When { event } => {
                let moment = match event.what.is_announced() {
                    true => "before it takes effect",
                    false => "right after it",
                };
                format!("each time {}, {moment}:", self.event(event))
            }
            Occasion::After { event } => {
                format!("each time {}, once that is over:", self.event(event))
            }
            Occasion::FirstEachRound { event } => format!(
                "each time {}, but only the first time in a round:",
                self.event(event)
            ),
            Occasion::At { moment } => format!("each round, {}:", when::moment(*moment)),
        }
    }
}

fn times_words(times: u32) -> String {
    match times {
        1 => "once".to_owned(),
        times => format!("{times} times"),
    }
}

fn indented(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().map(|line| format!("  {line}")).collect()
}
