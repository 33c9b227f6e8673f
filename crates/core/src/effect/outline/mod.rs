//! Turns IR into an outline in plain words, so that an author can see how a text was understood.
//!
//! The canonical text repeats the author's words, so a wrong reading is easy to overlook. An outline also tells what a
//! text leaves unsaid: who chooses, how many, from where, how long, and to which step a reference refers. The printer
//! of texts prints the clauses, with the word list for outlines. This module adds the steps.

use super::BearerKey;
use super::ir::{
    Ability, Action, Effect, Event, Filter, Happening, Heading, LimitPeriod, Noun, Occasion, Pick,
    Placement, Player, Selector, What,
};
use super::print::{Found, Printer, Unsaid};
use crate::game::Binding;
use crate::symbols::Symbols;
use crate::words::{Phrase, Words};

/// Returns the outline of abilities, a paragraph for each, with a line break at its end.
pub(super) fn text(
    abilities: &[Ability],
    bearer: &BearerKey,
    symbols: &Symbols<'_>,
    words: &Words,
) -> String {
    let mut text = String::new();
    let mut last = None;
    for ability in abilities {
        let found = Found::default();
        let mut printer = Printer::new(bearer, symbols, words);
        printer.unsaid = Some(Unsaid {
            found: &found,
            step: String::new(),
            paying: false,
            chooser: Player::You,
            asked: false,
            after: false,
            attacked: false,
        });
        let outline = Outline {
            printer,
            replacing: false,
            once: false,
        };
        // A clause may refer to a thing before the words that choose it, so a first pass records the step in which each
        // thing is chosen.
        outline.ability(ability);
        found.x_declared.set(false);
        found.chosen.borrow_mut().clear();
        let part = ability.part.filter(|part| last != Some(*part));
        last = ability.part;
        let part = part.map(|part| words.in_part(part).into());
        for line in part.into_iter().chain(outline.ability(ability)) {
            text.push_str(&words.agreement.contract(line));
            text.push('\n');
        }
    }
    text
}

/// The context of a line.
#[derive(Clone)]
struct Outline<'a> {
    printer: Printer<'a>,
    /// `true` inside effects that replace an event.
    replacing: bool,
    /// `true` inside an ability that resolves once, so that no trigger in it lasts.
    once: bool,
}

impl<'a> Outline<'a> {
    /// Returns a copy of the context with a changed [`Unsaid`].
    fn with(&self, change: impl FnOnce(&mut Unsaid<'a>)) -> Self {
        let mut inner = self.clone();
        if let Some(unsaid) = &mut inner.printer.unsaid {
            change(unsaid);
        }
        inner
    }

    /// Returns the context of a numbered part of this step.
    fn at(&self, number: usize) -> Self {
        self.with(|unsaid| {
            if !unsaid.step.is_empty() {
                unsaid.step.push('.');
            }
            unsaid.step.push_str(&number.to_string());
        })
    }

    fn step(&self) -> &str {
        self.printer
            .unsaid
            .as_ref()
            .map_or("", |unsaid| &unsaid.step)
    }

    /// Returns the lines of an ability: those of its heading, then its steps.
    fn ability(&self, ability: &Ability) -> Vec<String> {
        let headings = &self.printer.symbols.game.headings;
        let known = headings.get(ability.heading.id.as_str());
        let mut inner = self.clone();
        inner.printer = self.printer.attached_by(ability);
        inner.once = known.is_some_and(|heading| !heading.lasting);
        let waits = ability.heading.when.as_ref();
        let attacked = known.is_some_and(|heading| heading.binds.contains(&Binding::Attack))
            || waits.is_some_and(|event| is_of_attack(event));
        inner = inner.with(|unsaid| unsaid.attacked = attacked);
        let mut lines = self.heading(&ability.heading);
        lines.extend(indented(inner.numbered(&ability.effects, &mut 0)));
        if let Some(scale) = &ability.scale {
            let w = inner.printer.words;
            let line = w.doubled_for(inner.printer.any(&scale.of));
            lines.extend(indented([String::from(line)]));
        }
        lines
    }

    /// Returns the lines of a heading: its meaning with a colon, its event, and the placement of the card.
    fn heading(&self, heading: &Heading) -> Vec<String> {
        let w = self.printer.words;
        let known = self.printer.symbols.game.headings.get(heading.id.as_str());
        let meaning = match known {
            Some(known) => known.meaning.as_deref().unwrap_or(&known.name),
            None => heading.id.as_str(),
        };
        let meaning = w.term("meanings", &heading.id, &Phrase::default(), meaning);
        let mut lines: Vec<String> = vec![w.heading(w.agreement.capitalise(meaning.text())).into()];
        let event = heading.when.as_ref();
        let waits = event.map(|event| w.waits_until(self.printer.event(event)));
        let place = heading.placement.as_ref().map(|placement| match placement {
            Placement::AttachTo { to } if is_space(to) => {
                w.attached_until_removed(self.printer.selector(to))
            }
            Placement::AttachTo { to } => w.attached_until_it_leaves(self.printer.selector(to)),
            Placement::Aside => w.placed_aside(),
        });
        lines.extend(indented(waits.into_iter().chain(place).map(String::from)));
        lines
    }

    /// Returns steps with their numbers, which continue from `last`.
    fn numbered(&self, effects: &[Effect], last: &mut usize) -> Vec<String> {
        let mut lines = Vec::new();
        for effect in effects {
            *last += 1;
            let inner = self.at(*last);
            let number = format!("{}. ", inner.step());
            for (index, line) in inner.effect(effect).into_iter().enumerate() {
                let lead = if index == 0 { number.as_str() } else { "" };
                lines.push(format!("{lead:width$}{line}", width = number.len()));
            }
        }
        lines
    }

    /// Returns the steps inside a step. A single one has no number of its own.
    fn inside(&self, effects: &[Effect]) -> Vec<String> {
        match effects {
            [only] => self.effect(only),
            several => self.numbered(several, &mut 0),
        }
    }

    /// Returns an introduction, with the steps that it governs below it.
    fn block(&self, head: Phrase, effects: &[Effect]) -> Vec<String> {
        below(head, self.inside(effects))
    }

    fn effect(&self, effect: &Effect) -> Vec<String> {
        let p = &self.printer;
        let w = p.words;
        match &effect.what {
            What::Act { action } => self.action(action),
            What::Then { effects } => self.block(w.in_turn(), effects),
            What::Together { effects } => self.block(w.all_at_once(), effects),
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
                let head = w.if_so(p.condition(condition));
                if otherwise.is_empty() {
                    let mut lines = self.block(head, then);
                    lines.push(w.if_not_so_nothing().into());
                    return lines;
                }
                self.branches(
                    &mut 0,
                    [(head, then.as_slice()), (w.if_not_so(), otherwise)],
                )
            }
            What::While { condition, effects } => {
                self.block(w.as_long_as(p.condition(condition)), effects)
            }
            What::Unless { condition, effects } => {
                let condition = p.condition(condition);
                let head = match effects.iter().all(Effect::is_lasting) {
                    true => w.except_while(condition),
                    false => w.unless_now(condition),
                };
                self.block(head, effects)
            }
            What::UnlessPaid { who, cost, effects } => {
                let (payer, unpaid) = match who {
                    Player::Each => (w.both_players_in_turn(), w.if_not_all_paid()),
                    who => (p.player(*who), w.if_not_paid()),
                };
                let paying = self.with(|unsaid| {
                    unsaid.paying = true;
                    unsaid.chooser = *who;
                });
                let mut last = 0;
                let mut lines =
                    paying.branches(&mut last, [(w.may_prevent(payer), cost.as_slice())]);
                lines.extend(self.branches(&mut last, [(unpaid, effects.as_slice())]));
                lines
            }
            What::When { occasion, effects } => {
                let head = self.occasion(occasion);
                let head = if self.once { w.watched(head) } else { head };
                let after = matches!(occasion, Occasion::After { .. });
                let attacked = match occasion {
                    Occasion::When { event }
                    | Occasion::After { event }
                    | Occasion::FirstEachRound { event } => is_of_attack(event),
                    Occasion::At { .. } => false,
                };
                self.with(|unsaid| {
                    unsaid.after = after;
                    unsaid.attacked |= attacked;
                })
                .block(head, effects)
            }
            What::Limit {
                times,
                per,
                period,
                effects,
            } => {
                let times = match times {
                    1 => w.once(),
                    times => w.several_times(*times),
                };
                let head = match per {
                    LimitPeriod::Round => w.limited_in_round(times),
                    LimitPeriod::Game => w.limited_in_game(times),
                    LimitPeriod::Period => {
                        let period = period.as_deref().unwrap_or_default();
                        w.limited_in(times, p.word("periods", period))
                    }
                };
                self.block(head, effects)
            }
            What::Delayed {
                moment,
                period,
                effects,
            } => self.block(w.later(p.moment(*moment, period.as_deref())), effects),
            What::Replace { event, effects } => {
                let head = w.in_place(p.replaced_event(event));
                let mut inner = self.clone();
                inner.replacing = true;
                inner.block(head, effects)
            }
            What::Choose {
                who,
                at_least,
                at_most,
                modes,
            } => self.modes(*who, (*at_least, *at_most), modes),
            What::Either { who, effects } => self.branches(
                &mut 0,
                [(w.either_of(w.chooses(p.player(*who))), effects.as_slice())],
            ),
            What::Ladder { by, rows } => {
                let by = p.word("attributes", by);
                let rows = rows.iter();
                let rows = rows.map(|row| (w.rung_from(&by, row.at), row.effects.as_slice()));
                self.branches(&mut 0, rows)
            }
            What::Repeat { times, effects } => self.block(w.again_so_many_times(*times), effects),
            What::ForEach {
                each,
                slot,
                effects,
            } => {
                let head = w.again_for_each(p.singular(each));
                p.find_as(*slot, w.whose_turn(), None, Phrase::default());
                p.leave_out_slot(*slot);
                self.block(head, effects)
            }
        }
    }

    /// Returns what happens, and below it the abilities that something gains.
    fn action(&self, action: &Action) -> Vec<String> {
        let clause = self.printer.action(action);
        let Action::Gain { abilities, .. } = action else {
            return vec![clause.into()];
        };
        let mut lines: Vec<String> = vec![self.printer.words.gains(clause).into()];
        for (index, ability) in abilities.iter().enumerate() {
            let mut inner = match abilities.len() {
                1 => self.clone(),
                _ => self.at(index + 1),
            };
            inner.printer = inner.printer.in_granted();
            inner.replacing = false;
            let inner = inner.with(|unsaid| {
                unsaid.paying = false;
                unsaid.asked = false;
            });
            lines.extend(indented(inner.ability(ability)));
        }
        lines
    }

    /// Returns the steps of several branches, each below its introduction; all steps are numbered together.
    fn branches<'e>(
        &self,
        last: &mut usize,
        branches: impl IntoIterator<Item = (Phrase, &'e [Effect])>,
    ) -> Vec<String> {
        let branches = branches.into_iter();
        branches
            .flat_map(|(head, effects)| below(head, self.numbered(effects, last)))
            .collect()
    }

    /// Returns an option: who may take it, its cost, its effects, and the effects if nobody takes it.
    fn may(
        &self,
        who: Player,
        cost: &[Effect],
        effects: &[Effect],
        otherwise: &[Effect],
    ) -> Vec<String> {
        let w = self.printer.words;
        let player = match who {
            Player::Each => w.each_player_in_turn(),
            who => self.printer.player(who),
        };
        let acting = self.with(|unsaid| {
            unsaid.chooser = who;
            unsaid.asked |= who == Player::Each;
        });
        let mut last = 0;
        let mut lines = if !cost.is_empty() {
            let paying = acting.with(|unsaid| unsaid.paying = true);
            let mut lines = paying.branches(&mut last, [(w.may_pay_whole(player), cost)]);
            lines.extend(acting.branches(&mut last, [(w.if_paid(), effects)]));
            lines
        } else if otherwise.is_empty() {
            acting.block(w.may_do(player), effects)
        } else {
            acting.branches(&mut last, [(w.may_do(player), effects)])
        };
        if !otherwise.is_empty() {
            lines.extend(acting.branches(&mut last, [(w.if_not_done(), otherwise)]));
        } else if self.replacing {
            lines.push(w.if_not_done_as_before().into());
        } else {
            lines.push(w.if_not_done_nothing().into());
        }
        lines
    }

    fn modes(&self, who: Player, (least, most): (u32, u32), modes: &[Vec<Effect>]) -> Vec<String> {
        let w = self.printer.words;
        let who = match who {
            Player::Each => w.each_player_in_turn(),
            who => self.printer.player(who),
        };
        let number = if least == most {
            w.exactly(most, Phrase::default())
        } else {
            w.from_to(least, most)
        };
        let order = (most > 1).then(|| w.in_this_order());
        let mut lines: Vec<String> = vec![
            w.choose_of(who, number, modes.len().to_string(), order)
                .into(),
        ];
        for (number, mode) in (1..).zip(modes) {
            let choice = w.choice(number.to_string());
            lines.extend(indented(below(choice, self.at(number).inside(mode))));
        }
        lines
    }

    fn occasion(&self, occasion: &Occasion) -> Phrase {
        let p = &self.printer;
        let w = p.words;
        match occasion {
            Occasion::When { event } if event.what.is_announced() => {
                w.each_time_before(p.event(event))
            }
            Occasion::When { event } => w.each_time_right_after(p.event(event)),
            Occasion::After { event } => w.each_time_after(p.event(event)),
            Occasion::FirstEachRound { event } => w.first_time_in_round(p.event(event)),
            Occasion::At { moment, period } => {
                let at = p.moment(*moment, period.as_deref());
                match period {
                    Some(_) => w.each_time_at(at),
                    None => w.each_round(at),
                }
            }
        }
    }
}

/// Returns whether an event is one of an attack, which has an attacker and a target.
fn is_of_attack(event: &Event) -> bool {
    matches!(
        event.what,
        Happening::Attacks { .. }
            | Happening::IsAttacked { .. }
            | Happening::Retaliates { .. }
            | Happening::IsBoosted { .. }
            | Happening::Boosts { .. }
    )
}

fn is_space(selector: &Selector) -> bool {
    let from: Option<&Filter> = match &selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => Some(from),
        Pick::Stack { .. } | Pick::Pile { .. } | Pick::Known { .. } | Pick::Zone { .. } => None,
    };
    from.is_some_and(|from| from.noun == Noun::Space)
}

/// Returns a line with indented lines below it.
fn below(head: Phrase, lines: Vec<String>) -> Vec<String> {
    let mut all = vec![head.into()];
    all.extend(indented(lines));
    all
}

fn indented(lines: impl IntoIterator<Item = String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| format!("  {line}"))
}
