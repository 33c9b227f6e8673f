//! The rules of a card game as data: the section `play` of its `game.yaml`.
//!
//! A rule is data if another game has the same kind of thing with another number, order or list. What is code is a
//! procedure (pay, play a card, walk, attack, activate, merge), and the data names it and gives its parameters. The
//! engine knows no word of a game: what a procedure needs by name has a *role* here.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

pub mod battle;

use battle::Battle;

/// Takes the keys that lead to a word, the list in which it has to be, and the word.
type Words<'r, 'a> = dyn FnMut(&[&str], &'static str, &'r SmolStr) + 'a;

/// The section `play`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    pub roles: Roles,
    /// Who sees the cards of a zone, and which part of a set it starts with.
    pub zones: BTreeMap<SmolStr, ZoneRule>,
    /// How the units of a type move and attack.
    #[serde(default)]
    pub unit_types: BTreeMap<SmolStr, UnitRule>,
    pub procedures: Procedures,
    pub setup: Vec<Setup>,
    pub round: Vec<RoundStep>,
    pub ends: Vec<End>,
}

/// The words of the game for what the procedures need.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roles {
    pub card_types: TypeRoles,
    #[serde(default)]
    pub headings: HeadingRoles,
    #[serde(default)]
    pub attributes: AttributeRoles,
    #[serde(default)]
    pub tokens: TokenRoles,
    pub marks: MarkRoles,
    pub zones: ZoneRoles,
    #[serde(default)]
    pub limits: LimitRoles,
    #[serde(default)]
    pub fields: FieldRoles,
    #[serde(default, skip_serializing_if = "PeriodRoles::is_empty")]
    pub periods: PeriodRoles,
}

/// The periods of the game that a game of the engine has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PeriodRoles {
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub round: SmolStr,
    /// What is played: a whole game, or one battle of it.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub game: SmolStr,
}

impl PeriodRoles {
    fn is_empty(&self) -> bool {
        *self == PeriodRoles::default()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TypeRoles {
    /// The card whose damage ends the game. It never leaves the map.
    pub leader: SmolStr,
    /// The cards that fight.
    pub unit: SmolStr,
    /// The cards that lie on spaces from the start and are taken.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub site: SmolStr,
    /// The cards that are turned to pay.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub payment: SmolStr,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeadingRoles {
    /// Resolves when its card is activated.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub activation: SmolStr,
    /// Resolves in place of an activation.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub instead: SmolStr,
    /// Resolves when its unit attacks.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub attack: SmolStr,
    /// Resolves when its unit retaliates.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub retaliation: SmolStr,
    /// Resolves when its card is played.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub played: SmolStr,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttributeRoles {
    /// What an attack deals.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub strength: SmolStr,
    /// How far a card moves in its activation.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub steps: SmolStr,
    /// How much damage reduces the size by 1.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub endurance: SmolStr,
    /// The distance over which an attack has disadvantage.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub reach: SmolStr,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenRoles {
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub size: SmolStr,
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub damage: SmolStr,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkRoles {
    /// Placed by being activated and by entering the map.
    pub activated: SmolStr,
    /// Placed by retaliating.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub retaliated: SmolStr,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZoneRoles {
    pub draw: SmolStr,
    pub hand: SmolStr,
    pub discard: SmolStr,
    /// Where the cards with the flag of this id start and return to.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub reserve: SmolStr,
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub payment: SmolStr,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitRoles {
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub hand: SmolStr,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldRoles {
    /// The amounts that a card costs.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub cost: SmolStr,
    /// Which of them a payment card pays.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub pays: SmolStr,
    /// How a unit moves and attacks: a key of `unit_types`.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub unit_type: SmolStr,
    /// The printed numbers.
    #[serde(default, skip_serializing_if = "SmolStr::is_empty")]
    pub numbers: SmolStr,
}

/// Who sees the cards of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seen {
    Nobody,
    Owner,
    Both,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZoneRule {
    pub seen_by: Seen,
    /// The part of a set whose cards start in the zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_with: Option<SmolStr>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitRule {
    /// It moves through spaces with units and leaders.
    #[serde(default)]
    pub passes_over: bool,
    /// It attacks from a distance: any enemy if it has not moved and none is adjacent, with disadvantage beyond its
    /// reach and against an adjacent one.
    #[serde(default)]
    pub shoots: bool,
}

/// A number, or the id of a constant of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Number {
    Fixed(u32),
    Constant(SmolStr),
}

/// The procedures of the game and their parameters. A game without one of them does not have it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Procedures {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pay: Option<Pay>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<Play>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walk: Option<Walk>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<Attack>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merge: Option<Merge>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<Box<Battle>>,
}

/// Paying by turning payment cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pay {
    /// So many cards of any kind stand in for one that is missing.
    pub substitution: Number,
    /// So many cards of the hand may be laid as payment cards in a round, each as the action of a turn.
    pub laid_per_round: Number,
}

/// Playing a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// A unit goes to a vacant space at this distance from its leader.
    pub distance: Number,
    /// Size tokens for a unit on which a card of the same name is played.
    pub duplicate: Number,
}

/// Moving step by step on the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Walk {
    /// The steps of a leader, which prints none.
    pub leader: Number,
}

/// An exchange of damage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// The reach of a unit that shoots, and of one that does not.
    pub reach: Number,
    pub reach_of_others: Number,
    /// Disadvantage divides the damage by this number and rounds up.
    pub disadvantage: Number,
    pub boost_cards: Number,
    pub boost_damage: Number,
}

/// Two units becoming one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Merge {
    /// Size tokens that the merged unit gets on top.
    pub size: Number,
}

/// A step of the set-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "step", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(extend("type" = "object"))]
pub enum Setup {
    /// Chance decides who is first.
    FirstPlayer,
    /// The leader goes to the middle of that row of its player.
    PlaceLeader {
        row: SmolStr,
        of: SmolStr,
    },
    /// For each row, both players in turn lay one of the cards of a part face-down on a space of a column without one.
    LaySites {
        rows: Vec<SmolStr>,
        of: SmolStr,
    },
    Shuffle {
        zone: SmolStr,
    },
    /// Each player draws so many cards.
    Draw {
        amount: Number,
    },
    /// Each player, the first player first, forms stacks of the cards of these parts.
    LineUp {
        parts: Vec<SmolStr>,
    },
    /// Each player may exchange any number of cards of the hand; the old ones are shuffled in afterwards.
    Exchange {
        times: Number,
    },
}

/// A step of a round. `from` is the first round in which it is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "step", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(extend("type" = "object"))]
pub enum RoundStep {
    /// Who passed first is the first player.
    FirstPlayer {
        #[serde(default = "from_the_start")]
        from: u32,
    },
    /// Each player discards any number of cards, and down to the limit of the hand.
    Discard {
        limit: Number,
        #[serde(default = "from_the_start")]
        from: u32,
    },
    /// Each player draws so many cards.
    Draw {
        amount: Number,
        #[serde(default = "from_the_start")]
        from: u32,
    },
    /// Marks come off the map, cards are turned straight, laid cards join their zone.
    Ready {
        marks: Vec<SmolStr>,
        #[serde(default = "from_the_start")]
        from: u32,
    },
    /// What waits for the start of a round.
    StartOfRound {
        #[serde(default = "from_the_start")]
        from: u32,
    },
    /// Turns, alternating from the first player, until both have passed.
    Turns {
        #[serde(default = "from_the_start")]
        from: u32,
    },
    /// In each phase, the first player and then the other act with their stacks of that phase, each once a round.
    Phases {
        #[serde(default = "from_the_start")]
        from: u32,
    },
    /// Each player, the first player first, may leave the battle.
    Concede {
        #[serde(default = "from_the_start")]
        from: u32,
    },
    /// What waits for the end of a round.
    EndOfRound {
        #[serde(default = "from_the_start")]
        from: u32,
    },
}

impl RoundStep {
    /// The first round in which it is done.
    pub fn from(&self) -> u32 {
        match self {
            RoundStep::FirstPlayer { from }
            | RoundStep::Discard { from, .. }
            | RoundStep::Draw { from, .. }
            | RoundStep::Ready { from, .. }
            | RoundStep::StartOfRound { from }
            | RoundStep::Turns { from }
            | RoundStep::Phases { from }
            | RoundStep::Concede { from }
            | RoundStep::EndOfRound { from } => *from,
        }
    }
}

fn from_the_start() -> u32 {
    1
}

/// How a game ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GameEnd")]
#[serde(tag = "when", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(extend("type" = "object"))]
pub enum End {
    /// At any check, a player whose leader has so much damage loses.
    LeaderDamage { at_least: Number },
    /// At the end of a round, a player with an empty zone and without a unit on the map loses.
    NothingLeft { zone: SmolStr },
    /// At any check, a player without a stack loses.
    NoStacks,
    /// After so many whole rounds in a row in which no card was played or drawn and no damage was dealt, nobody wins.
    QuietRounds { rounds: Number },
    /// At the end of that round nobody wins.
    LastRound { round: Number },
}

impl Procedures {
    /// The numbers of the procedures, with the keys that lead to them.
    fn numbers(&self) -> Vec<([&'static str; 2], &Number)> {
        let mut numbers = Vec::new();
        if let Some(pay) = &self.pay {
            numbers.push((["pay", "substitution"], &pay.substitution));
            numbers.push((["pay", "laid_per_round"], &pay.laid_per_round));
        }
        if let Some(play) = &self.play {
            numbers.push((["play", "distance"], &play.distance));
            numbers.push((["play", "duplicate"], &play.duplicate));
        }
        if let Some(walk) = &self.walk {
            numbers.push((["walk", "leader"], &walk.leader));
        }
        if let Some(attack) = &self.attack {
            numbers.push((["attack", "reach"], &attack.reach));
            numbers.push((["attack", "reach_of_others"], &attack.reach_of_others));
            numbers.push((["attack", "disadvantage"], &attack.disadvantage));
            numbers.push((["attack", "boost_cards"], &attack.boost_cards));
            numbers.push((["attack", "boost_damage"], &attack.boost_damage));
        }
        if let Some(merge) = &self.merge {
            numbers.push((["merge", "size"], &merge.size));
        }
        numbers
    }
}

impl Rules {
    /// Every word of the game that the rules name: the keys that lead to it, the list in which it has to be, and the
    /// word. A list of the vocabulary has its id; `constants` and `parts` are those of the game and of a set.
    pub fn named<'r>(&'r self) -> Vec<(Vec<String>, &'static str, &'r str)> {
        let mut named: Vec<(Vec<String>, &'static str, &'r str)> = Vec::new();
        let mut add = |path: &[&str], list: &'static str, word: &'r SmolStr| {
            // A role that the game does not have.
            if word.is_empty() {
                return;
            }
            named.push((
                path.iter().map(|key| (*key).to_owned()).collect(),
                list,
                word.as_str(),
            ));
        };
        let roles = &self.roles;
        let types = &roles.card_types;
        for (key, word) in [
            ("leader", &types.leader),
            ("unit", &types.unit),
            ("site", &types.site),
            ("payment", &types.payment),
        ] {
            add(&["roles", "card_types", key], "card_types", word);
        }
        let headings = &roles.headings;
        for (key, word) in [
            ("activation", &headings.activation),
            ("instead", &headings.instead),
            ("attack", &headings.attack),
            ("retaliation", &headings.retaliation),
            ("played", &headings.played),
        ] {
            add(&["roles", "headings", key], "headings", word);
        }
        let attributes = &roles.attributes;
        for (key, word) in [
            ("strength", &attributes.strength),
            ("steps", &attributes.steps),
            ("endurance", &attributes.endurance),
            ("reach", &attributes.reach),
        ] {
            add(&["roles", "attributes", key], "attributes", word);
        }
        add(&["roles", "tokens", "size"], "tokens", &roles.tokens.size);
        add(
            &["roles", "tokens", "damage"],
            "tokens",
            &roles.tokens.damage,
        );
        add(
            &["roles", "marks", "activated"],
            "marks",
            &roles.marks.activated,
        );
        add(
            &["roles", "marks", "retaliated"],
            "marks",
            &roles.marks.retaliated,
        );
        let zones = &roles.zones;
        for (key, word) in [
            ("draw", &zones.draw),
            ("hand", &zones.hand),
            ("discard", &zones.discard),
            ("reserve", &zones.reserve),
            ("payment", &zones.payment),
        ] {
            add(&["roles", "zones", key], "zones", word);
        }
        add(
            &["roles", "limits", "hand"],
            "player_limits",
            &roles.limits.hand,
        );
        for (zone, rule) in &self.zones {
            add(&["zones", zone], "zones", zone);
            if let Some(part) = &rule.starts_with {
                add(&["zones", zone, "starts_with"], "parts", part);
            }
        }
        for type_ in self.unit_types.keys() {
            add(&["unit_types", type_], "unit_types", type_);
        }
        add(
            &["roles", "periods", "round"],
            "periods",
            &roles.periods.round,
        );
        add(
            &["roles", "periods", "game"],
            "periods",
            &roles.periods.game,
        );
        for (path, number) in self.procedures.numbers() {
            if let Number::Constant(id) = number {
                add(&["procedures", path[0], path[1]], "constants", id);
            }
        }
        if let Some(battle) = &self.procedures.battle {
            battle.named(&mut |path: &[&str], list, word| {
                let path: Vec<&str> = ["procedures", "battle"]
                    .iter()
                    .chain(path)
                    .copied()
                    .collect();
                add(&path, list, word);
            });
        }
        for (at, step) in self.setup.iter().enumerate() {
            let at = at.to_string();
            match step {
                Setup::FirstPlayer => {}
                Setup::LineUp { parts } => {
                    for (place, part) in parts.iter().enumerate() {
                        add(&["setup", &at, "parts", &place.to_string()], "parts", part);
                    }
                }
                Setup::PlaceLeader { row, of } => {
                    add(&["setup", &at, "row"], "rows", row);
                    add(&["setup", &at, "of"], "parts", of);
                }
                Setup::LaySites { rows, of } => {
                    for (place, row) in rows.iter().enumerate() {
                        add(&["setup", &at, "rows", &place.to_string()], "rows", row);
                    }
                    add(&["setup", &at, "of"], "parts", of);
                }
                Setup::Shuffle { zone } => add(&["setup", &at, "zone"], "zones", zone),
                Setup::Draw {
                    amount: Number::Constant(id),
                } => add(&["setup", &at, "amount"], "constants", id),
                Setup::Exchange {
                    times: Number::Constant(id),
                } => add(&["setup", &at, "times"], "constants", id),
                Setup::Draw {
                    amount: Number::Fixed(_),
                }
                | Setup::Exchange {
                    times: Number::Fixed(_),
                } => {}
            }
        }
        for (at, step) in self.round.iter().enumerate() {
            let at = at.to_string();
            match step {
                RoundStep::Discard {
                    limit: Number::Constant(id),
                    ..
                } => {
                    add(&["round", &at, "limit"], "constants", id);
                }
                RoundStep::Draw {
                    amount: Number::Constant(id),
                    ..
                } => {
                    add(&["round", &at, "amount"], "constants", id);
                }
                RoundStep::Ready { marks, .. } => {
                    for (place, mark) in marks.iter().enumerate() {
                        add(&["round", &at, "marks", &place.to_string()], "marks", mark);
                    }
                }
                RoundStep::Discard { .. }
                | RoundStep::Draw { .. }
                | RoundStep::FirstPlayer { .. }
                | RoundStep::StartOfRound { .. }
                | RoundStep::Turns { .. }
                | RoundStep::Phases { .. }
                | RoundStep::Concede { .. }
                | RoundStep::EndOfRound { .. } => {}
            }
        }
        for (at, end) in self.ends.iter().enumerate() {
            let at = at.to_string();
            let number = match end {
                End::LeaderDamage { at_least } => Some(("at_least", at_least)),
                End::QuietRounds { rounds } => Some(("rounds", rounds)),
                End::LastRound { round } => Some(("round", round)),
                End::NoStacks => None,
                End::NothingLeft { zone } => {
                    add(&["ends", &at, "zone"], "zones", zone);
                    None
                }
            };
            if let Some((key, Number::Constant(id))) = number {
                add(&["ends", &at, key], "constants", id);
            }
        }
        named
    }
}
