//! Verbs: one arm for each variant of [`Action`].

use super::Printer;
use super::parts::{hide_default_zone, without_zone};
use super::when::third_person;
use crate::effect::ir::{
    Action, Amount, Count, Direction, Duration, Face, Permission, Pick, Player, Selector, Stake,
    TokenCount,
};

/// A clause in its parts, so that several predicates can share a subject and a time.
pub(super) struct Said {
    /// Empty for a command.
    pub subject: String,
    pub predicate: String,
    /// Computed numbers and bounds.
    pub tail: String,
    pub time: Option<Duration>,
    /// The time is said with `this`.
    pub this: bool,
}

/// The bound of what a reduction leaves.
pub(super) fn floor(at_least: Option<u32>) -> String {
    at_least.map_or(String::new(), |least| format!(" (minimum {least})"))
}

pub(super) fn command(predicate: String, tail: String) -> Said {
    Said {
        subject: String::new(),
        predicate,
        tail,
        time: None,
        this: false,
    }
}

impl Printer<'_> {
    /// A whole clause, in lower case and without a full stop.
    pub fn action(&self, action: &Action) -> String {
        let said = self.said(action);
        let time = match &said.time {
            // What is said of one attack ends with it, without saying so.
            Some(_) if action.is_of_attack() => String::new(),
            Some(time) => self.duration(time, said.this),
            None => String::new(),
        };
        let text = if said.subject.is_empty() {
            said.predicate
        } else {
            format!("{} {}", said.subject, said.predicate)
        };
        format!("{text}{}{time}", said.tail)
    }

    /// Something said of cards, with the verb in their number.
    pub(super) fn of(
        &self,
        who: &Selector,
        time: &Duration,
        verb: &str,
        rest: &str,
        tail: String,
    ) -> Said {
        let standing = *time == Duration::Standing || matches!(time, Duration::While { .. });
        let plural = self.is_plural(who, standing);
        let verb = match (verb, plural) {
            (verb, true) => verb.to_owned(),
            ("cannot" | "can" | "may", false) => verb.to_owned(),
            (verb, false) => third_person(verb),
        };
        let subject = if standing {
            self.standing(who)
        } else {
            self.selector(who)
        };
        Said {
            subject,
            predicate: format!("{verb} {rest}").trim_end().to_owned(),
            tail,
            time: Some(time.clone()),
            this: false,
        }
    }

    /// Something that a player does: a command where it is the one who acts.
    fn by(&self, who: Player, verb: &str, rest: &str, tail: String) -> Said {
        let (subject, verb) = if who == self.actor {
            (String::new(), verb.to_owned())
        } else {
            match who {
                Player::You => ("you".to_owned(), verb.to_owned()),
                Player::Opponent => ("your opponent".to_owned(), third_person(verb)),
                Player::Each => ("each player".to_owned(), third_person(verb)),
            }
        };
        Said {
            subject,
            predicate: format!("{verb} {rest}").trim_end().to_owned(),
            tail,
            time: None,
            this: false,
        }
    }

    #[allow(clippy::too_many_lines)] // One arm for each verb; the compiler points at a missing one.
    pub(super) fn said(&self, action: &Action) -> Said {
        let s = |selector: &Selector| self.selector(selector);
        match action {
            Action::DealDamage { amount, to } => {
                let n = self.split(amount);
                command(format!("deal {} to {}", n.of("damage"), s(to)), n.tail)
            }
            Action::DivideDamage { amount, among } => {
                let n = self.split(amount);
                command(
                    format!(
                        "deal {} divided as you choose among {}",
                        n.of("damage"),
                        s(among)
                    ),
                    n.tail,
                )
            }
            Action::RemoveDamage { amount, from } => {
                let n = self.split(amount);
                command(
                    format!("remove {} from {}", n.of("damage"), s(from)),
                    n.tail,
                )
            }
            Action::MoveDamage { amount, from, to } => {
                let n = self.split(amount);
                command(
                    format!("move {} from {} to {}", n.of("damage"), s(from), s(to)),
                    n.tail,
                )
            }
            Action::DoubleDamage { of } => {
                command(format!("double the damage of {}", s(of)), String::new())
            }
            Action::Increase { amount, what } => self.sized("increase", amount, what),
            Action::Decrease { amount, what } => self.sized("decrease", amount, what),
            Action::MoveTokens {
                tokens: TokenCount { amount, token },
                from,
                to,
            } => {
                let n = self.split(amount);
                let word = if n.is_one() { "token" } else { "tokens" };
                command(
                    format!(
                        "move {} {} {word} from {} to {}",
                        n.lead,
                        self.term("tokens", token),
                        s(from),
                        s(to)
                    ),
                    n.tail,
                )
            }
            Action::Change { who, changes, time } => self.changed(who, changes, time),
            Action::SetAttribute {
                attribute,
                of,
                to,
                time,
            } => Said {
                time: Some(time.clone()),
                ..command(
                    format!(
                        "set the {} of {} to {}",
                        self.term("attributes", attribute),
                        s(of),
                        self.value(to)
                    ),
                    String::new(),
                )
            },
            Action::Become {
                who,
                field,
                value,
                time,
            } => self.of(
                who,
                time,
                "become",
                &self.adjective(field, value),
                String::new(),
            ),
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
                Said {
                    time: Some(time.clone()),
                    ..command(
                        format!(
                            "{whose} {} is {}",
                            self.term("player_limits", limit),
                            self.value(to)
                        ),
                        String::new(),
                    )
                }
            }
            Action::Move {
                what,
                steps,
                up_to,
                direction,
            } => {
                let n = self.split(steps);
                let up_to = if *up_to { "up to " } else { "" };
                let steps = if n.lead.is_empty() {
                    "a number of steps".to_owned()
                } else if n.is_one() {
                    "1 step".to_owned()
                } else {
                    format!("{} steps", n.lead)
                };
                let each = if self.is_plural(what, false) {
                    " each"
                } else {
                    ""
                };
                let direction = match direction {
                    None => String::new(),
                    Some(Direction::AwayFrom { what }) => {
                        format!(" away from {}", self.reference(what))
                    }
                    Some(Direction::Toward { what }) => format!(" toward {}", self.reference(what)),
                };
                command(
                    format!("move {} {up_to}{steps}{each}{direction}", s(what)),
                    n.tail,
                )
            }
            Action::Swap { what, with: None } => {
                command(format!("swap {}", s(what)), String::new())
            }
            Action::Swap {
                what,
                with: Some(with),
            } => command(format!("swap {} with {}", s(what), s(with)), String::new()),
            Action::Place { what, on, copy_of } => {
                let copy = match copy_of {
                    Some(of) => format!(" as a copy of {}", s(of)),
                    None => String::new(),
                };
                command(
                    format!("place {} on {}{copy}", s(what), s(on)),
                    String::new(),
                )
            }
            Action::Attack { who, whom, again } => {
                let mut inner = self.clone();
                inner.it = self.antecedent(who);
                let again = if *again { " again" } else { "" };
                let whom = inner.selector(whom);
                Said {
                    time: None,
                    ..self.of(
                        who,
                        &Duration::EndOfAttack,
                        "attack",
                        &format!("{whom}{again}"),
                        String::new(),
                    )
                }
            }
            Action::DealMore {
                who,
                amount,
                less,
                at_least,
                time,
            } => {
                let n = self.split(amount);
                let word = if *less {
                    "less damage"
                } else {
                    "additional damage"
                };
                let tail = n.tail.clone() + &floor(*at_least);
                self.of(who, time, "deal", &n.of(word), tail)
            }
            Action::Disadvantage { of, has, time } => {
                let what = if *has {
                    "disadvantage"
                } else {
                    "no disadvantage"
                };
                self.of(of, time, "have", what, String::new())
            }
            Action::AlsoHits { attack, what } => {
                let plural = self.is_plural(attack, false);
                let hit = if plural { "also hit" } else { "also hits" };
                Said {
                    subject: s(attack),
                    ..command(format!("{hit} {}", s(what)), String::new())
                }
            }
            Action::Redirect { attack, to } => command(
                format!("redirect {} to {}", s(attack), s(to)),
                String::new(),
            ),
            Action::Cannot { who, what, time } => {
                let deeds: Vec<String> = what.iter().map(|deed| self.deed(deed)).collect();
                let deeds = deeds.join(" or ");
                match who {
                    Stake::Cards { which } => self.of(which, time, "cannot", &deeds, String::new()),
                    Stake::Player { who } => Said {
                        subject: match who {
                            Player::You => "you".to_owned(),
                            Player::Opponent => "your opponent".to_owned(),
                            Player::Each => "each player".to_owned(),
                        },
                        time: Some(time.clone()),
                        this: true,
                        ..command(format!("cannot {deeds}"), String::new())
                    },
                }
            }
            Action::CanAttackOnly { who, whom, time } => self.of(
                who,
                time,
                "can",
                &format!("attack only {}", self.patterns(whom)),
                String::new(),
            ),
            Action::Permit {
                who,
                permission,
                time,
            } => {
                let what = match permission {
                    Permission::MoveAfterAttacking => "move after attacking".to_owned(),
                    Permission::MoveThrough { what } => {
                        format!("move through {}", self.patterns(what))
                    }
                    Permission::RetaliateAnyNumberOfTimes => {
                        "retaliate any number of times".to_owned()
                    }
                    Permission::BePlaced { places } => {
                        let places: Vec<String> =
                            places.iter().map(|place| self.place(place)).collect();
                        format!("be placed {}", places.join(" "))
                    }
                };
                self.of(who, time, "may", &what, String::new())
            }
            Action::PlaceMarks { marks, on } => command(
                format!("place {} on {}", self.marks(marks), s(on)),
                String::new(),
            ),
            Action::RemoveMarks { marks, from } => {
                let kinds: Vec<String> =
                    marks.iter().map(|mark| self.term("marks", mark)).collect();
                let word = if marks.len() == 1 { "mark" } else { "marks" };
                command(
                    format!("remove the {} {word} from {}", kinds.join(" and "), s(from)),
                    String::new(),
                )
            }
            Action::Activate { what } => command(format!("activate {}", s(what)), String::new()),
            Action::Draw { who, amount, .. } => {
                let n = self.split(amount);
                let cards = match n.lead.as_str() {
                    "1" => "a card".to_owned(),
                    "" => "cards".to_owned(),
                    lead => format!("{lead} cards"),
                };
                self.by(*who, "draw", &cards, n.tail)
            }
            Action::Discard { who, what } => {
                let (text, tail) = self.cards(what, "discard", *who);
                self.by(*who, "discard", &text, tail)
            }
            Action::Reveal { who, what } => {
                let (text, tail) = self.cards(what, "reveal", *who);
                self.by(*who, "reveal", &text, tail)
            }
            Action::Look { what } => command(format!("look at {}", s(what)), String::new()),
            Action::Choose { what } => {
                let (who, chain) = match &what.pick {
                    Pick::Choose { by, chain, .. } => (*by, chain.as_ref()),
                    _ => (Player::You, None),
                };
                let mut text = s(what);
                if let Some(chain) = chain {
                    text.push_str(&format!(
                        ", each within range {} of the {} chosen before it",
                        self.value(&chain.range),
                        self.one_noun(what)
                    ));
                }
                self.by(who, "choose", &text, String::new())
            }
            Action::Return { what, to } => command(
                format!("return {} {}", s(what), self.put(to, "to")),
                String::new(),
            ),
            Action::Put { what, to, rest } => {
                let rest = match rest {
                    Some(rest) => format!(" and the rest {}", self.put(rest, "into")),
                    None => String::new(),
                };
                command(
                    format!("put {} {}{rest}", s(what), self.put(to, "into")),
                    String::new(),
                )
            }
            Action::Search {
                zone,
                what,
                reveal,
                to,
            } => {
                let many = self.is_plural(what, false);
                let them = if many { "them" } else { "it" };
                let reveal = if *reveal {
                    format!(", reveal {them}")
                } else {
                    String::new()
                };
                command(
                    format!(
                        "search {} for {}{reveal} and put {them} {}",
                        self.zone(zone),
                        s(&without_zone(what)),
                        self.put(to, "into")
                    ),
                    String::new(),
                )
            }
            Action::Shuffle { who, zone, into } => {
                let into = match into {
                    Some(into) => format!(" into {}", self.zone(into)),
                    None => String::new(),
                };
                self.by(
                    *who,
                    "shuffle",
                    &format!("{}{into}", self.zone(zone)),
                    String::new(),
                )
            }
            Action::Play {
                who,
                what,
                free,
                as_,
            } => {
                let (text, tail) = self.cards(what, "play", *who);
                let free = if *free {
                    if self.is_plural(what, false) {
                        " without paying their cost"
                    } else {
                        " without paying its cost"
                    }
                } else {
                    ""
                };
                let as_ = match as_ {
                    Some(filter) => format!(" as {}", self.any(filter)),
                    None => String::new(),
                };
                self.by(*who, "play", &format!("{text}{free}{as_}"), tail)
            }
            Action::RemoveFromMap { what } => {
                command(format!("remove {} from the map", s(what)), String::new())
            }
            Action::Negate { what } => command(format!("negate {}", s(what)), String::new()),
            Action::TakeControl { who, what, time } => Said {
                time: Some(time.clone()),
                ..self.by(
                    *who,
                    "take",
                    &format!("control of {}", s(what)),
                    String::new(),
                )
            },
            Action::LoseControl { who, what } => self.by(
                *who,
                "lose",
                &format!("control of {}", s(what)),
                String::new(),
            ),
            Action::Ready { who, what } => {
                let (text, tail) = self.with_count_tail(what);
                self.by(*who, "ready", &text, tail)
            }
            Action::Spend { who, what } => self.by(*who, "spend", &s(what), String::new()),
            Action::Pay {
                who,
                statistic,
                amount,
            } => {
                let n = self.split(amount);
                self.by(
                    *who,
                    "spend",
                    &n.of(&self.term("statistics", statistic)),
                    n.tail,
                )
            }
            Action::SpendAs {
                who,
                what,
                statistic,
                amount,
                time,
            } => {
                let any = if what.fields.is_empty() {
                    " of any type"
                } else {
                    ""
                };
                let spend = format!(
                    "spend {}{any} as {} {}",
                    self.any(what),
                    self.value(amount),
                    self.term("statistics", statistic)
                );
                Said {
                    subject: match who {
                        Player::You => "you".to_owned(),
                        Player::Opponent => "your opponent".to_owned(),
                        Player::Each => "each player".to_owned(),
                    },
                    time: Some(time.clone()),
                    ..command(format!("may {spend}"), String::new())
                }
            }
            Action::ChangeCost {
                what,
                statistic,
                amount,
                less,
                at_least,
                time,
            } => {
                let mut said = self.cost(what, statistic, amount, *less, time);
                said.tail.push_str(&floor(*at_least));
                said
            }
            Action::Turn { what, face } => {
                let face = match face {
                    Face::Up => "face-up",
                    Face::Down => "face-down",
                };
                command(format!("turn {} {face}", s(what)), String::new())
            }
            Action::Attach { what, to } => {
                command(format!("attach {} to {}", s(what), s(to)), String::new())
            }
            Action::RemoveCard { what, from } => command(
                format!("remove {} from {}", s(what), s(from)),
                String::new(),
            ),
            Action::PlaceTokens {
                tokens: TokenCount { amount, token },
                on,
            } => {
                let (tokens, tail) = self.tokens(amount, token);
                // `on each of up to 3 spaces`: as many tokens on every one of them.
                let on = match &on.pick {
                    Pick::Choose {
                        count: Count::UpTo { number },
                        ..
                    } if number.value() != Some(1) => format!("each of {}", s(on)),
                    _ => s(on),
                };
                command(format!("place {tokens} on {on}"), tail)
            }
            Action::RemoveTokens {
                tokens: TokenCount { amount, token },
                from,
            } => {
                let (tokens, tail) = self.tokens(amount, token);
                command(format!("remove {tokens} from {}", s(from)), tail)
            }
            Action::PreventNext { amount, to, time } => {
                let n = self.split(amount);
                let which = if *amount == Amount::All {
                    "all".to_owned()
                } else {
                    format!("the next {}", n.lead)
                };
                Said {
                    time: Some(time.clone()),
                    this: true,
                    ..command(
                        format!("prevent {which} damage that would be dealt to {}", s(to)),
                        n.tail,
                    )
                }
            }
            Action::PreventThat { amount } => {
                let n = self.split(amount);
                command(format!("prevent {} of that damage", n.lead), n.tail)
            }
            Action::TakeLess {
                who,
                amount,
                more,
                from,
                at_least,
                time,
            } => {
                let n = self.split(amount);
                let word = if *more {
                    "additional damage"
                } else {
                    "less damage"
                };
                let from = match from {
                    Some(from) => format!(" from {}", self.patterns(from)),
                    None => String::new(),
                };
                let tail = n.tail.clone() + &floor(*at_least);
                self.of(who, time, "take", &format!("{}{from}", n.of(word)), tail)
            }
            Action::Boost { who, attack, with } => {
                let mut with = with.clone();
                hide_default_zone(&mut with, self.default_zone("discard", *who).as_ref());
                self.by(
                    *who,
                    "boost",
                    &format!("{} with {}", s(attack), s(&with)),
                    String::new(),
                )
            }
            Action::BoostDamage {
                who,
                amount,
                instead_of,
                time,
            } => {
                let whose = if *who == Player::You {
                    "your"
                } else {
                    "your opponent's"
                };
                Said {
                    time: Some(time.clone()),
                    ..command(
                        format!(
                            "{whose} boost cards deal {} additional damage instead of {}",
                            self.value(amount),
                            self.value(instead_of)
                        ),
                        String::new(),
                    )
                }
            }
            Action::Gain {
                who,
                abilities,
                time,
            } => {
                let mut inner = self.clone();
                inner.granted = true;
                inner.limited_round = false;
                inner.actor = Player::You;
                inner.it = None;
                let texts: Vec<String> = abilities
                    .iter()
                    .map(|ability| format!("[{}]", inner.ability(ability)))
                    .collect();
                self.of(who, time, "gain", &texts.join(" and "), String::new())
            }
        }
    }
}
