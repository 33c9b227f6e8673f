//! The battle of stacks on lines: an attack is a number of a card and a die against a goal.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{Number, Words};

/// The list of the vocabulary with the kinds of attacks.
pub const KINDS: &str = "attack_kinds";

/// A battle of stacks: cards on a line of the map, one under the other. Only the top card acts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// The card type that the rules make of the cards that lie one under the other.
    pub stack: SmolStr,
    /// The most stacks of a side.
    pub stacks: Number,
    /// The line that has to be manned.
    pub front: Front,
    /// The attribute that says in which phase of a round a stack acts.
    pub phase: SmolStr,
    pub last_phase: Number,
    pub roll_over: RollOver,
    /// What the score of the attack after a swarm is multiplied by.
    pub swarm: Number,
    /// What the goal of a stack that protects is multiplied by.
    pub protect: Number,
    /// The cards of the hand that a side pays for each leader when it surrenders.
    pub surrender: Number,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walls: Option<Walls>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cast: Option<Cast>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skills: Option<Skills>,
    /// What the phrases of the game do in the battle.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub phrases: BTreeMap<SmolStr, Meaning>,
}

/// The line on which at least so many stacks are, or all if there are fewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Front {
    pub row: SmolStr,
    pub stacks: Number,
}

/// An attack kills if its score and a die reach the goal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RollOver {
    /// The kinds of attacks, by their id in the vocabulary.
    pub kinds: BTreeMap<SmolStr, AttackKind>,
    pub die: Die,
    /// The attribute that an attack has to reach.
    pub goal: SmolStr,
    /// The attribute that each card under the top one adds to the score, and that makes up the value of a support.
    pub below: SmolStr,
    #[serde(default)]
    pub retaliation: Retaliation,
    /// What is taken from the die of an attack from the rear line to the rear line; it does not fall below its lowest
    /// face. Absent: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<Number>,
    /// The attribute whose amount says how many more dice are rolled; the highest counts, of a negative one the
    /// lowest. Absent: one die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<SmolStr>,
}

/// A kind of attack.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackKind {
    /// The attribute of its score. Absent: a text says the score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<SmolStr>,
    /// A card whose score is not above this number does not attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<u32>,
    /// The lines from which it starts. Empty: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<SmolStr>,
    /// The lines that it reaches. Empty: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub onto: Vec<SmolStr>,
    /// It can be made against walls.
    #[serde(default, skip_serializing_if = "is_false")]
    pub walls: bool,
    /// Against the rear line it is halved by walls that are whole, rounded up.
    #[serde(default, skip_serializing_if = "is_false")]
    pub screened: bool,
    /// A stack that it leaves can retaliate.
    #[serde(default, skip_serializing_if = "is_false")]
    pub answered: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Die {
    /// The lowest and the highest face.
    pub from: Number,
    pub to: Number,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Retaliation {
    /// No stack retaliates.
    #[default]
    None,
    /// A stack that an attack leaves attacks back at once, once a round, without support.
    Once,
}

/// Walls in front of the defender.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Walls {
    /// What an attack has to reach.
    pub goal: Number,
    /// The stacks that man the front after the first and after the second hit. While the walls are whole, none has to.
    pub breached: Number,
    pub sacked: Number,
}

/// Who plays cards of the hand in a battle: a leader with a skill of the same word in a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cast {
    pub field: SmolStr,
    /// The number of the card that says how hard it is, and the highest that can be played.
    pub level: SmolStr,
    pub most: Number,
}

/// The cards that the leader of a side brings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Skills {
    /// The fields of a leader that name them.
    pub fields: Vec<SmolStr>,
    /// The heading that holds for a leader who has just learned the skill.
    pub heading: SmolStr,
}

/// What a phrase of the game does in a battle. The parts of the phrase are found by their kinds: a number, a word of a
/// list, things. `nothing` is for what is about what is outside of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Meaning {
    Nothing,
    // Rules and abilities.
    AttackScore,
    GoalAgainst,
    AddsMore,
    IgnoresDistance,
    AttacksFrom,
    AttacksOnto,
    AttacksSeveral,
    CannotSwat,
    CannotSupport,
    CannotSwarm,
    CannotProtect,
    DoubleSupport,
    OpponentCannotWithdraw,
    CannotWithdraw,
    OpponentCannotSurrender,
    // Actions.
    AttackAgain,
    SkipAttack,
    Attack,
    AttackWithLeader,
    AttackLine,
    KillMore,
    SwatMore,
    PutUnder,
    PutUnderSameName,
    Split,
    OtherLine,
    RaiseSupport,
    StopSwarming,
    KeepUnits,
    Roll,
    RollHigher,
    RollLower,
    Reroll,
    // Conditions.
    IsSupported,
    HasSwarmed,
    IsProtecting,
    IsAggressor,
    IsDefender,
    WallsBreached,
    WallsWhole,
    WallsSacked,
    DieAtLeast,
    DieAtMost,
    DieIs,
    // Events.
    Supports,
    Swarms,
    Protects,
    Wins,
    Loses,
    Withdraws,
    LeaderWithdraws,
    Surrenders,
}

impl Battle {
    /// The words that it names, as [`super::Rules::named`] returns them.
    pub(super) fn named<'r>(&'r self, add: &mut Words<'r, '_>) {
        add(&["stack"], "card_types", &self.stack);
        add(&["front", "row"], "rows", &self.front.row);
        add(&["phase"], "attributes", &self.phase);
        let roll = &self.roll_over;
        add(&["roll_over", "goal"], "attributes", &roll.goal);
        add(&["roll_over", "below"], "attributes", &roll.below);
        if let Some(luck) = &roll.luck {
            add(&["roll_over", "luck"], "attributes", luck);
        }
        for (id, kind) in &roll.kinds {
            let path = ["roll_over", "kinds", id];
            add(&path, KINDS, id);
            if let Some(score) = &kind.score {
                add(&[path[0], path[1], id, "score"], "attributes", score);
            }
            for (key, rows) in [("from", &kind.from), ("onto", &kind.onto)] {
                for (place, row) in rows.iter().enumerate() {
                    let place = place.to_string();
                    add(&[path[0], path[1], id, key, &place], "rows", row);
                }
            }
        }
        let mut numbers: Vec<(&[&str], &Number)> = vec![
            (&["stacks"], &self.stacks),
            (&["front", "stacks"], &self.front.stacks),
            (&["last_phase"], &self.last_phase),
            (&["swarm"], &self.swarm),
            (&["protect"], &self.protect),
            (&["surrender"], &self.surrender),
            (&["roll_over", "die", "from"], &roll.die.from),
            (&["roll_over", "die", "to"], &roll.die.to),
        ];
        if let Some(distance) = &roll.distance {
            numbers.push((&["roll_over", "distance"], distance));
        }
        if let Some(walls) = &self.walls {
            numbers.push((&["walls", "goal"], &walls.goal));
            numbers.push((&["walls", "breached"], &walls.breached));
            numbers.push((&["walls", "sacked"], &walls.sacked));
        }
        if let Some(cast) = &self.cast {
            add(&["cast", "field"], "fields", &cast.field);
            numbers.push((&["cast", "most"], &cast.most));
        }
        if let Some(skills) = &self.skills {
            add(&["skills", "heading"], "headings", &skills.heading);
            for (place, field) in skills.fields.iter().enumerate() {
                add(&["skills", "fields", &place.to_string()], "fields", field);
            }
        }
        for phrase in self.phrases.keys() {
            add(&["phrases", phrase], "phrases", phrase);
        }
        for (path, number) in numbers {
            if let Number::Constant(id) = number {
                add(path, "constants", id);
            }
        }
    }
}
