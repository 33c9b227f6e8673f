//! Reports conditions that are always or never met: they are redundant, or their effects never happen. Also reports
//! triggers that never occur while their ability holds.

use std::cell::OnceCell;

use smol_str::SmolStr;

use super::filter_index::{Alike, Changeable, may_match, surely_fits};
use super::support::rewrite_fix::{replace, rewritten};
use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::collections::HashMap;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::effect::ir::{
    Ability, Action, Amount, At, Comparison, Condition, Effect, Filter, Happening, Node, Noun,
    Period, Pick, Player, Reference, Selector, State, Test, What, visit,
};
use crate::game::CardPlace;

pub(super) const LINT: Lint = Lint {
    code: Code::ConstantCondition,
    reads: Reads::OthersPrinted,
    check: Check::Card(check),
};

fn check(context: &LintContext<'_>, card: &LintedCard<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for ability in card.abilities {
        if card.contents.conditions {
            of_ability(context, card, ability, context.changeable(), diagnostics);
        }
        if card.contents.events {
            unseen(context, card, ability, diagnostics);
        }
    }
}

/// The constant result of a condition, and the reason.
struct Outcome {
    met: bool,
    why: String,
}

fn of_ability(
    context: &LintContext<'_>,
    card: &LintedCard<'_>,
    ability: &Ability,
    changeable: &Changeable,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let slots = OnceCell::new();
    visit(std::slice::from_ref(ability), &mut |node, path| {
        let Node::Condition(condition) = node else {
            return;
        };
        let known = Known {
            world: context,
            card: (!is_granted(path)).then_some(card),
            chosen: slots.get_or_init(|| chosen(ability)),
            changeable,
        };
        let outcome = known.outcome(&condition.test);
        let outcome = outcome
            .or_else(|| known.in_play(ability, &condition.test, path))
            .or_else(|| known.counts_itself(ability, &condition.test))
            .or_else(|| known.never_placed(&condition.test));
        if let Some(outcome) = outcome {
            diagnostics.push(finding(context, card, condition, &outcome));
        }
    });
}

/// Reports a trigger on the ability's own card that can only happen while the ability does not hold: `Passive: When you
/// draw this card, …`.
fn unseen(
    context: &LintContext<'_>,
    card: &LintedCard<'_>,
    ability: &Ability,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(why) = holds_in_play(context, ability) else {
        return;
    };
    let on_map = on_map(context, &card.source.card_type);
    visit(std::slice::from_ref(ability), &mut |node, path| {
        let Node::Event(event) = node else {
            return;
        };
        let what = match &event.what {
            Happening::Draws { what, .. } => Some(what),
            Happening::IsDrawn { what } => Some(what),
            Happening::Discards { what, .. } => Some(what).filter(|_| on_map),
            Happening::IsDiscarded { what } => Some(what).filter(|_| on_map),
            _ => None,
        };
        if is_granted(path) || !what.is_some_and(is_this) {
            return;
        }
        let place = context.place(card, event.span);
        let written = prose::shown(context.text(place));
        let diagnostic = Diagnostic::new(
            Code::ConstantCondition,
            place,
            format!("\"{written}\" never happens while this ability holds"),
            "this never happens while the ability holds",
        )
        .note(&why)
        .help("use a trigger that happens while the card is in play");
        diagnostics.push(diagnostic);
    });
}

/// Returns the note that an ability holds only while its card is in play; `None` if it holds elsewhere too.
fn holds_in_play(context: &LintContext<'_>, ability: &Ability) -> Option<String> {
    let heading = context.game.headings.get(ability.heading.id.as_str())?;
    let name = &heading.name;
    let why = format!("a {name} ability holds only while its card is in play");
    heading.lasting.then_some(why)
}

fn on_map(context: &LintContext<'_>, card_type: &str) -> bool {
    let card_type = context.game.card_types.get(card_type);
    card_type.is_some_and(|card_type| card_type.place == CardPlace::Map)
}

fn is_this(selector: &Selector) -> bool {
    matches!(
        &selector.pick,
        Pick::Known {
            is: Reference::This { .. }
        }
    )
}

/// Returns whether abilities place or move such tokens.
fn places(abilities: &[Ability], token: &SmolStr) -> bool {
    let mut found = false;
    visit(abilities, &mut |node, _| {
        if let Node::Action(
            Action::PlaceTokens { tokens, .. } | Action::MoveTokens { tokens, .. },
        ) = node
        {
            found |= tokens.token == *token;
        }
    });
    found
}

/// Returns whether the text is granted to another card, so that `this` refers to that card.
fn is_granted(path: &[Node<'_>]) -> bool {
    path.iter()
        .any(|node| matches!(node, Node::Action(Action::Gain { .. })))
}

/// Returns the filters by which the cards of an ability's slots are chosen, by slot.
fn chosen(ability: &Ability) -> HashMap<u32, &Filter> {
    let mut chosen = HashMap::default();
    visit(std::slice::from_ref(ability), &mut |node, _| {
        if let Node::Selector(Selector { pick, .. }) = node
            && let Pick::Choose { from, slot, .. }
            | Pick::Random { from, slot, .. }
            | Pick::Each { from, slot }
            | Pick::Any { from, slot } = pick
        {
            chosen.insert(*slot, &**from);
        }
    });
    chosen
}

struct Known<'k, 'w> {
    world: &'k LintContext<'w>,
    /// The card that `this` refers to; `None` in a text that is granted to another card.
    card: Option<&'k LintedCard<'w>>,
    chosen: &'k HashMap<u32, &'k Filter>,
    changeable: &'k Changeable,
}

impl Known<'_, '_> {
    fn outcome(&self, test: &Test) -> Option<Outcome> {
        match test {
            Test::Number { of, number }
            | Test::Has {
                what: of, number, ..
            } => against_zero(number).or_else(|| self.against_spaces(of, number)),
            Test::Compare { right, .. } => against_zero(right),
            Test::Is { who, not, what } => {
                let by_number = (!not)
                    .then(|| what.states.iter().find_map(of_state))
                    .flatten();
                by_number.or_else(|| self.kind(who, *not, what))
            }
            _ => None,
        }
    }

    /// Evaluates a condition on the number of cards on the map. Each card occupies a space, and the number of spaces is
    /// limited.
    fn against_spaces(&self, of: &Filter, number: &Comparison) -> Option<Outcome> {
        let map = self.world.game.map.as_ref()?;
        let Noun::Card { types } = &of.noun else {
            return None;
        };
        let on_map = |id: &SmolStr| on_map(self.world, id);
        if types.is_empty() || !types.iter().all(on_map) || of.zone.is_some() {
            return None;
        }
        let spaces = map.rows.len() as u32 * map.columns;
        let least = match number {
            Comparison::Exactly { number } | Comparison::AtLeast { number } => number.value()?,
            Comparison::MoreThan { number } => number.value()?.saturating_add(1),
            Comparison::AtMost { .. } | Comparison::LessThan { .. } => return None,
        };
        (least > spaces).then(|| Outcome {
            met: false,
            why: format!("the map has {spaces} spaces"),
        })
    }

    /// Evaluates `While this card is in your hand, …` in an ability that holds only while the card is in play.
    /// Conditions after another event are excluded: that event may have moved the card.
    fn in_play(&self, ability: &Ability, test: &Test, path: &[Node<'_>]) -> Option<Outcome> {
        let Test::Is { who, not, what } = test else {
            return None;
        };
        let later = |node: &Node<'_>| {
            let Node::Effect(Effect { what, .. }) = node else {
                return false;
            };
            matches!(
                what,
                What::When { .. } | What::Delayed { .. } | What::Replace { .. }
            )
        };
        let apart = what.zone.is_some() && is_this(who) && self.card.is_some();
        let why = holds_in_play(self.world, ability).filter(|_| apart)?;
        (!path.iter().any(later)).then_some(Outcome { met: *not, why })
    }

    /// Evaluates `If you have played a spell this round, …` in a spell that resolves when it is played: it is one itself.
    fn counts_itself(&self, ability: &Ability, test: &Test) -> Option<Outcome> {
        let Test::HasPlayed {
            who: Player::You,
            what,
            number,
            period: Period::Round | Period::Turn,
        } = test
        else {
            return None;
        };
        let card = self.card?.source;
        let game = self.world.game;
        let resolves_once = on_map(self.world, &card.card_type)
            || holds_in_play(self.world, ability).is_some()
            || ability.heading.when.is_some();
        if resolves_once || what.other || !surely_fits(game, what, card, self.changeable) {
            return None;
        }
        let met = match number {
            Comparison::AtLeast { number } if number.value() == Some(1) => true,
            Comparison::Exactly { number } if number.value() == Some(0) => false,
            _ => return None,
        };
        Some(Outcome {
            met,
            why: "this card counts too: it has been played; write `another` if it must not"
                .to_owned(),
        })
    }

    /// Evaluates `While the number of charge tokens on this card is 3 or more, …` where every text that places such
    /// tokens places them on its own card, and this text places none.
    fn never_placed(&self, test: &Test) -> Option<Outcome> {
        let (token, number, not) = match test {
            Test::Compare {
                left: Amount::TokensOn { token, of },
                right,
            } if matches!(**of, Reference::This { .. }) => (token, right, false),
            Test::Is { who, not, what } if is_this(who) => {
                let mut states = what.states.iter();
                let tokens = states.find_map(|state| match state {
                    State::Tokens { token, number } => Some((token, number)),
                    _ => None,
                });
                tokens.map(|(token, number)| (token, number, *not))?
            }
            _ => return None,
        };
        let card = self.card.filter(|card| card.sound)?;
        let tokens = self.world.tokens();
        let term = self.world.game.term("tokens", token);
        let is_put = term.is_some_and(|term| term.by_rules)
            || tokens.on_others.contains(token)
            || tokens.may_be_unread(self.world, token);
        // A token that is placed nowhere has a finding of its own.
        if is_put || !tokens.placed.contains(token) || places(card.abilities, token) {
            return None;
        }
        let least = match number {
            Comparison::AtLeast { number } | Comparison::Exactly { number } => number.value()?,
            Comparison::MoreThan { number } => number.value()?.saturating_add(1),
            Comparison::AtMost { .. } | Comparison::LessThan { .. } => return None,
        };
        (least > 0).then(|| Outcome {
            met: not,
            why: format!(
                "no text places {} on this card",
                prose::a(&format!("{} token", prose::spoken(token)))
            ),
        })
    }

    /// Evaluates whether the card can never, or must always, match the filter.
    fn kind(&self, who: &Selector, not: bool, what: &Filter) -> Option<Outcome> {
        let Pick::Known { is } = &who.pick else {
            return None;
        };
        // The cards that `who` may refer to, in groups that this filter does not distinguish.
        let groups = || -> Option<Box<dyn Iterator<Item = Alike> + '_>> {
            match is {
                Reference::This { .. } => Some(Box::new(std::iter::once(Alike {
                    card: *self.card?,
                    count: 1,
                }))),
                Reference::Chosen {
                    slot, many: false, ..
                } => Some(self.world.fitting(self.chosen.get(slot)?, &[what])),
                _ => None,
            }
        };
        // A card with errors may be anything.
        let unknown = match is {
            Reference::This { .. } => !self.card?.sound,
            _ => self.world.kinds().unsound(),
        };
        let first = groups()?.next().filter(|_| !unknown)?.card.source;
        let game = self.world.game;
        let always = groups()?.all(|one| surely_fits(game, what, one.card.source, self.changeable));
        if !always && groups()?.any(|one| may_match(game, what, one.card.source, self.changeable)) {
            return None;
        }
        let cards: usize = groups()?.map(|one| one.count).sum();
        let why = match (cards, always) {
            (1, true) => format!("\"{}\" always is", first.name),
            (1, false) => format!("\"{}\" never is", first.name),
            (_, true) => format!("all of the {cards} possible cards always are"),
            (_, false) => format!("none of the {cards} possible cards ever is"),
        };
        Some(Outcome {
            met: always != not,
            why,
        })
    }
}

fn of_state(state: &State) -> Option<Outcome> {
    match state {
        State::Tokens { number, .. }
        | State::Damage { number }
        | State::Attribute { number, .. } => against_zero(number),
        // The size of a unit is at least 1.
        State::Size { number } => match number {
            Comparison::AtLeast { number } if number.value()? <= 1 => Some(Outcome {
                met: true,
                why: "a size is at least 1".to_owned(),
            }),
            Comparison::LessThan { number } if number.value()? <= 1 => Some(Outcome {
                met: false,
                why: "a size is at least 1".to_owned(),
            }),
            _ => None,
        },
        _ => None,
    }
}

/// Evaluates a comparison with 0: no number is negative.
fn against_zero(number: &Comparison) -> Option<Outcome> {
    let zero = |amount: &Amount| amount.value() == Some(0);
    let met = match number {
        Comparison::AtLeast { number } if zero(number) => true,
        Comparison::LessThan { number } if zero(number) => false,
        _ => return None,
    };
    Some(Outcome {
        met,
        why: "no number is less than 0".to_owned(),
    })
}

fn finding(
    context: &LintContext<'_>,
    card: &LintedCard<'_>,
    condition: &Condition,
    outcome: &Outcome,
) -> Diagnostic {
    let place = context.place(card, condition.span);
    let written = prose::shown(context.text(place));
    let (message, label, help) = if outcome.met {
        (
            format!("\"{written}\" is always true"),
            "this condition is always met",
            "remove the condition, or write one that can be false",
        )
    } else {
        (
            format!("\"{written}\" is never true"),
            "this condition is never met",
            "write a condition that can be true",
        )
    };
    let diagnostic = Diagnostic::new(Code::ConstantCondition, place, message, label)
        .note(&outcome.why)
        .help(help);
    let without = rewritten(context, card, |abilities| {
        replace(abilities, &mut |effect| {
            what_is_left(&effect.what, condition.span, outcome.met)
        })
    });
    match without {
        Some((at, text)) => diagnostic.fix(Safety::Unsafe, "remove the condition", at, text),
        None => diagnostic,
    }
}

/// Returns the effects that remain if the condition at `at` has a constant result; `None` if the effect has another
/// condition, or nothing remains.
fn what_is_left(what: &What, at: At, met: bool) -> Option<Vec<Effect>> {
    let (condition, if_met, if_not): (_, &[Effect], &[Effect]) = match what {
        What::If {
            condition,
            then,
            otherwise,
        } => (condition, then, otherwise),
        What::While { condition, effects } => (condition, effects, &[]),
        What::Unless { condition, effects } => (condition, &[], effects),
        _ => return None,
    };
    let left = if met { if_met } else { if_not };
    (condition.span.0 == at.0 && !left.is_empty()).then(|| left.to_vec())
}
