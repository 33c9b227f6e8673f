//! Actions: one arm for each variant of [`Action`].

use super::helpers::{by, is_attack, without_zone};
use super::select::is_many;
use super::{Outline, indented};
use crate::effect::ir::{Action, Amount, Direction, Duration, Face, Player, Selector, Stake};
use crate::effect::print::with_article;

impl Outline<'_> {
    /// What happens, and below it the abilities that somebody gains by it.
    pub(super) fn action(&self, action: &Action) -> Vec<String> {
        // That what is said of an attack ends with it need not be said.
        let mut without_time = action.clone();
        if action.is_of_attack()
            && let Some(time) = without_time.time_mut()
        {
            *time = Duration::AnotherChange;
        }
        let mut lines = vec![self.clause(&without_time)];
        if let Action::Gain { abilities, .. } = action {
            for (index, ability) in abilities.iter().enumerate() {
                let inner = Outline {
                    step: match abilities.len() {
                        1 => self.step.clone(),
                        _ => format!("{}.{}", self.step, index + 1),
                    },
                    granted: true,
                    paying: false,
                    replacing: false,
                    ..self.clone()
                };
                lines.extend(indented(inner.ability(ability)));
            }
        }
        lines
    }

    #[allow(clippy::too_many_lines)] // One arm for each verb; the compiler points at a missing one.
    fn clause(&self, action: &Action) -> String {
        let s = |selector: &Selector| self.selector(selector);
        let each = |selector: &Selector| self.each_of(selector);
        match action {
            Action::DealDamage { amount, to } => {
                format!("deal {} damage to {}", self.number(amount), each(to))
            }
            Action::DivideDamage { amount, among } => format!(
                "divide {} damage as you choose, at least 1 each, among {}",
                self.number(amount),
                s(among)
            ),
            Action::RemoveDamage { amount, from } => {
                format!("remove {} damage from {}", self.number(amount), each(from))
            }
            Action::MoveDamage { amount, from, to } => format!(
                "move {} damage from {} to {}",
                self.number(amount),
                each(from),
                each(to)
            ),
            Action::DoubleDamage { of } => format!("double the damage that {} deals", s(of)),
            Action::Increase { amount, what } => {
                format!("increase {} by {}", each(what), self.number(amount))
            }
            Action::Decrease { amount, what } => format!(
                "decrease {} by {}; at size 0 it leaves the map",
                each(what),
                self.number(amount)
            ),
            Action::MoveTokens { tokens, from, to } => format!(
                "move {} from {} to {}",
                self.tokens(tokens),
                each(from),
                each(to)
            ),
            Action::Change { who, changes, time } => {
                let changes: Vec<String> = changes
                    .iter()
                    .map(|change| {
                        let attribute = self.printer.term("attributes", &change.attribute);
                        let sign = if change.lose { '-' } else { '+' };
                        format!(
                            "{sign}{}",
                            self.change(&change.by, change.at_least, &attribute)
                        )
                    })
                    .collect();
                self.subject(who, time, "gets", &changes.join(" and "))
            }
            Action::SetAttribute {
                attribute,
                of,
                to,
                time,
            } => format!(
                "the {} of {} becomes {}{}",
                self.printer.term("attributes", attribute),
                each(of),
                self.number(to),
                self.lasting(time)
            ),
            Action::Become {
                who,
                field,
                value,
                time,
            } => {
                let value = self.printer.adjective(field, value);
                self.subject(who, time, "becomes", &value)
            }
            Action::SetLimit {
                who,
                limit,
                to,
                time,
            } => {
                let whose = match who {
                    Player::You => "your",
                    Player::Opponent => "your opponent's",
                    Player::Each => "each player's",
                };
                format!(
                    "{whose} {} is {}{}",
                    self.printer.term("player_limits", limit),
                    self.number(to),
                    self.lasting(time)
                )
            }
            Action::Move {
                what,
                steps,
                up_to,
                direction,
            } => {
                let steps = self.counted(steps, "step", "steps");
                let steps = if *up_to {
                    format!("up to {steps}")
                } else {
                    format!("exactly {steps}, or as far as it can")
                };
                let direction = match direction {
                    None => String::new(),
                    Some(Direction::AwayFrom { what }) => {
                        format!(", every step farther away from {}", self.reference(what))
                    }
                    Some(Direction::Toward { what }) => {
                        format!(", every step nearer to {}", self.reference(what))
                    }
                };
                format!("move {}: {steps}{direction}", each(what))
            }
            Action::Swap { what, with } => match with {
                None => format!("swap the places of {}", s(what)),
                Some(with) => format!("swap the places of {} and {}", s(what), s(with)),
            },
            Action::Place { what, on, copy_of } => {
                let copy = match copy_of {
                    Some(of) => format!(", where it stands as a copy of {}", s(of)),
                    None => String::new(),
                };
                format!("place {} on {}{copy}", s(what), s(on))
            }
            Action::Attack { who, whom, again } => {
                let verb = if is_many(who) { "attack" } else { "attacks" };
                let again = if *again { " once more" } else { "" };
                format!("{} {verb} {}{again}", s(who), s(whom))
            }
            Action::DealMore {
                who,
                amount,
                less,
                at_least,
                time,
            } => {
                let noun = format!("damage {}", if *less { "less" } else { "more" });
                let verb = if is_attack(who) {
                    "deals"
                } else if self.is_off_map(who) {
                    "deals, each time that it deals damage to something,"
                } else {
                    "deals with every attack"
                };
                self.subject(who, time, verb, &self.change(amount, *at_least, &noun))
            }
            Action::Disadvantage { of, has, time } => {
                let what = if *has {
                    "disadvantage"
                } else {
                    "no disadvantage, whatever the rules say"
                };
                self.subject(of, time, "has", what)
            }
            Action::AlsoHits { attack, what } => format!("{} also hits {}", s(attack), each(what)),
            Action::Redirect { attack, to } => {
                format!("{} is now against {} instead", s(attack), s(to))
            }
            Action::Cannot { who, what, time } => {
                let deeds: Vec<String> = what.iter().map(|deed| self.deed(deed)).collect();
                let deeds = deeds.join(" and cannot ");
                match who {
                    Stake::Cards { which } => self.subject(which, time, "cannot", &deeds),
                    Stake::Player { who } => {
                        let who = match who {
                            Player::You => "you",
                            Player::Opponent => "your opponent",
                            Player::Each => "each player",
                        };
                        format!("{who} cannot {deeds}{}", self.lasting(time))
                    }
                }
            }
            Action::CanAttackOnly { who, whom, time } => {
                let what = format!("attack nothing but {}", s(whom));
                self.subject(who, time, "can", &what)
            }
            Action::Permit {
                who,
                permission,
                time,
            } => self.subject(who, time, "may", &self.permission(permission)),
            Action::PlaceMarks { marks, on } => {
                format!("place {} on {}", self.marks(marks), each(on))
            }
            Action::RemoveMarks { marks, from } => {
                format!("remove {} from {}", self.marks(marks), each(from))
            }
            Action::Activate { what } => format!("activate {}", each(what)),
            Action::Draw { who, amount, .. } => {
                by(*who, "draw", &self.counted(amount, "card", "cards"))
            }
            Action::Discard { who, what } => by(*who, "discard", &s(what)),
            Action::Reveal { who, what } => by(*who, "show", &format!("{} to both", s(what))),
            Action::Look { what } => format!("you alone look at {}", s(what)),
            Action::Choose { what } => format!("pick {}", s(what)),
            Action::Return { what, to } => format!("return {} {}", s(what), self.put(to)),
            Action::Put { what, to, rest } => {
                let rest = match rest {
                    Some(rest) => format!("; the rest {}", self.put(rest)),
                    None => String::new(),
                };
                format!("put {} {}{rest}", s(what), self.put(to))
            }
            Action::Search {
                zone,
                what,
                reveal,
                to,
            } => {
                let show = if *reveal { ", show it to both" } else { "" };
                format!(
                    "look through {} for {}, finding nothing being allowed{show}, put it {}",
                    self.printer.zone(zone),
                    s(&without_zone(what, zone)),
                    self.put(to)
                )
            }
            Action::Shuffle { who, zone, into } => {
                let zone = self.printer.zone(zone);
                let what = match into {
                    Some(into) => format!("{zone} into {}", self.printer.zone(into)),
                    None => zone,
                };
                by(*who, "shuffle", &what)
            }
            Action::Play {
                who,
                what,
                free,
                as_,
            } => {
                // What is played as a statistic card is the payment for others, not paid for itself.
                let paying = if *free || as_.is_some() {
                    ", without paying its cost"
                } else {
                    ", paying its cost"
                };
                let as_ = match as_ {
                    Some(filter) => format!(
                        ", face-down and counting as {}",
                        with_article(&self.thing(filter, false))
                    ),
                    None => String::new(),
                };
                by(*who, "play", &format!("{}{paying}{as_}", s(what)))
            }
            Action::RemoveFromMap { what } => format!("remove {} from the map", each(what)),
            Action::Negate { what } => format!("{} has no effect", s(what)),
            Action::TakeControl { who, what, time } => format!(
                "{}{}",
                by(*who, "take", &format!("control of {}", each(what))),
                self.lasting(time)
            ),
            Action::LoseControl { who, what } => {
                by(*who, "lose", &format!("control of {}", each(what)))
            }
            Action::Ready { who, what } => by(*who, "ready", &s(what)),
            Action::Spend { who, what } => by(*who, "spend", &s(what)),
            Action::Pay {
                who,
                statistic,
                amount,
            } => {
                let statistic = self.printer.term("statistics", statistic);
                let what = format!("{} {statistic}, as for any payment", self.number(amount));
                by(*who, "pay", &what)
            }
            Action::SpendAs {
                who,
                what,
                statistic,
                amount,
                time,
            } => {
                let spends = match who {
                    Player::You => "you spend it",
                    Player::Opponent => "your opponent spends it",
                    Player::Each => "either player spends it",
                };
                format!(
                    "any {} counts as {} {} when {spends}{}",
                    self.thing(what, false),
                    self.number(amount),
                    self.printer.term("statistics", statistic),
                    self.lasting(time)
                )
            }
            Action::ChangeCost {
                what,
                statistic,
                amount,
                less,
                at_least,
                time,
            } => {
                let noun = format!(
                    "{} {}",
                    self.printer.term("statistics", statistic),
                    if *less { "less" } else { "more" }
                );
                let which = if what.next { "the" } else { "every" };
                format!(
                    "{which} {} costs {}{}",
                    self.thing(what, false),
                    self.change(amount, *at_least, &noun),
                    self.lasting(time)
                )
            }
            Action::Turn { what, face } => {
                let face = match face {
                    Face::Up => "face-up",
                    Face::Down => "face-down",
                };
                format!("turn {} {face}", each(what))
            }
            Action::Attach { what, to } => format!("attach {} to {}", s(what), s(to)),
            Action::RemoveCard { what, from } => {
                format!("remove {} attached to {}", s(what), s(from))
            }
            Action::PlaceTokens { tokens, on } => {
                format!("place {} on {}", self.tokens(tokens), each(on))
            }
            Action::RemoveTokens { tokens, from } => {
                format!("remove {} from {}", self.tokens(tokens), each(from))
            }
            Action::PreventNext {
                amount: Amount::All,
                to,
                time,
            } => format!("no damage to {} is dealt{}", each(to), self.lasting(time)),
            Action::PreventNext { amount, to, time } => format!(
                "the next {} damage to {} is not dealt{}",
                self.number(amount),
                each(to),
                self.lasting(time)
            ),
            Action::PreventThat { amount } => format!(
                "{} of the damage that the event is about is not dealt",
                self.number(amount)
            ),
            Action::TakeLess {
                who,
                amount,
                more,
                from,
                at_least,
                time,
            } => {
                let noun = format!("damage {}", if *more { "more" } else { "less" });
                let from = match from {
                    Some(from) => format!(" each time from {}", s(from)),
                    None => " each time from anything".to_owned(),
                };
                let what = format!("{}{from}", self.change(amount, *at_least, &noun));
                self.subject(who, time, "takes", &what)
            }
            Action::Boost { who, attack, with } => {
                by(*who, "boost", &format!("{} with {}", s(attack), s(with)))
            }
            Action::BoostDamage {
                who,
                amount,
                instead_of,
                time,
            } => {
                let whose = match who {
                    Player::You => "your boost cards",
                    Player::Opponent => "your opponent's boost cards",
                    Player::Each => "boost cards of both players",
                };
                format!(
                    "{whose} add {} damage each, instead of {}{}",
                    self.number(amount),
                    self.number(instead_of),
                    self.lasting(time)
                )
            }
            Action::Gain {
                who,
                abilities,
                time,
            } => {
                let what = match abilities.len() {
                    1 => "this ability as its own".to_owned(),
                    number => format!("these {number} abilities as its own"),
                };
                let clause = self.subject(who, time, "gains", &what);
                format!("{clause}:")
            }
        }
    }
}
