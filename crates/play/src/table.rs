//! A game indexed once: cards by small numbers, abilities lowered to blocks of steps, what holds and what waits
//! sorted out.

use std::collections::BTreeMap;
use std::sync::Arc;

use cardwright_ir::{
    Ability, Action, Amount, Condition, Duration, Effect, Event, Filter, IR_VERSION, LimitPeriod,
    Moment, Node, Occasion, Placement, Player, Reference, What, visit_effects,
};
use serde_json::Value;
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::event::kinds_of;
use crate::facts;
use crate::input::{CardData, Input, SetData, Words};
use crate::node_trace::NodeTrace;
use crate::rules::{Number, Procedures, Rules, Seen, UnitRule};
pub use crate::thing::{AbilityId, ActId, BlockId, CondId, DefId, LimitId, WatchId};

mod battle;
mod lowering;
mod refusal;

pub use refusal::NOT_PLAYED;

/// Why a game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The abilities are of another version of the IR.
    Version { found: u32, known: u32 },
    /// The game has no rules of play, or no map.
    NoRules { game: SmolStr },
    /// A role or a rule names something that the game does not have.
    Unknown { what: &'static str, id: SmolStr },
    /// The map has more spaces than a space has numbers.
    MapTooLarge,
    /// A card has a node of the IR that this engine does not play.
    NotPlayed { card: SmolStr, node: &'static str },
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::Version { found, known } => {
                write!(
                    f,
                    "the IR has version {found}, but this engine plays version {known}"
                )
            }
            Refused::NoRules { game } => write!(f, "the game `{game}` has no rules of play"),
            Refused::Unknown { what, id } => write!(
                f,
                "the rules name the {what} `{id}`, which the game does not have"
            ),
            Refused::NotPlayed { card, node } => write!(
                f,
                "the card `{card}` has `{node}`, which this engine does not play"
            ),
            Refused::MapTooLarge => f.write_str("the map has more than 250 spaces"),
        }
    }
}

impl std::error::Error for Refused {}

/// A step of a block.
#[derive(Clone, Debug)]
pub enum Op {
    Act(ActId),
    Then(BlockId),
    Together(BlockId),
    May {
        who: Player,
        cost: Option<BlockId>,
        then: BlockId,
        otherwise: BlockId,
    },
    If {
        cond: CondId,
        then: BlockId,
        otherwise: BlockId,
    },
    While {
        cond: CondId,
        then: BlockId,
    },
    UnlessPaid {
        who: Player,
        cost: BlockId,
        then: BlockId,
    },
    When(WatchId),
    Limit(LimitId),
    Delayed {
        moment: Moment,
        then: BlockId,
    },
    Choose {
        who: Player,
        at_least: u32,
        at_most: u32,
        modes: Vec<BlockId>,
    },
    Either {
        who: Player,
        of: Vec<BlockId>,
    },
    ForEach {
        each: Box<Filter>,
        slot: u32,
        then: BlockId,
    },
    Repeat {
        times: u32,
        then: BlockId,
    },
}

/// An action with what is known of it in advance.
#[derive(Clone, Debug)]
pub struct Act {
    pub action: Action,
    /// The ability that it is part of.
    pub of: AbilityId,
    /// The abilities that it grants.
    pub gained: Vec<AbilityId>,
    /// The positions of its selectors, in the order in which they are found.
    pub order: SmallVec<[u8; 3]>,
    pub has_x: bool,
    /// It needs the damage that this attack deals.
    pub dealt_by: Option<Reference>,
    /// The bit of a lasting action.
    pub kind: u32,
    /// One of its amounts is another for each thing: it counts those that are not the thing itself.
    pub per_thing: bool,
}

/// What is awaited.
#[derive(Clone, Debug)]
pub enum On {
    When(Event),
    After(Event),
    First(Event),
    Replace(Event),
    At(Moment),
}

impl On {
    pub fn event(&self) -> Option<&Event> {
        match self {
            On::When(event) | On::After(event) | On::First(event) | On::Replace(event) => {
                Some(event)
            }
            On::At(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Watch {
    pub on: On,
    pub then: BlockId,
    pub guards: Guards,
    pub ability: AbilityId,
    /// It is the event of a heading: it triggers once, and its card is used up.
    pub reaction: bool,
}

/// Conditions around something that holds or waits, and whether they have to be met.
pub type Guards = SmallVec<[(CondId, bool); 2]>;

#[derive(Clone, Debug)]
pub struct Limit {
    pub times: u32,
    pub per: LimitPeriod,
    pub then: BlockId,
}

/// Something that holds while an ability is active.
#[derive(Clone, Debug)]
pub struct Static {
    pub act: ActId,
    pub guards: Guards,
}

/// Something that a player may use in their turn.
#[derive(Clone, Debug)]
pub struct Use {
    pub limit: Option<LimitId>,
    pub then: BlockId,
    pub guards: Guards,
}

#[derive(Clone, Debug)]
pub struct Abil {
    pub heading: SmolStr,
    pub lasting: bool,
    /// Only what the opponent does triggers it.
    pub opponent_only: bool,
    pub reaction: Option<WatchId>,
    pub placement: Option<Placement>,
    pub block: BlockId,
    /// What is done once when a card with a lasting ability is placed.
    pub once: BlockId,
    pub statics: Vec<Static>,
    pub static_mask: u32,
    pub watches: Vec<WatchId>,
    pub uses: Vec<Use>,
    /// Its conditions, with those of the abilities that it grants. One of the text can be there several times.
    pub conditions: std::ops::Range<CondId>,
}

/// A card as printed.
#[derive(Clone, Debug)]
pub struct Def {
    pub id: SmolStr,
    pub name: SmolStr,
    pub type_: SmolStr,
    pub cost: SmallVec<[(u8, u32); 3]>,
    pub numbers: Vec<(SmolStr, i32)>,
    pub traits: Vec<SmolStr>,
    /// Fields with one word, and flags with the word `true`.
    pub fields: Vec<(SmolStr, SmolStr)>,
    pub area: Option<Vec<(i8, i8)>>,
    pub abilities: Vec<AbilityId>,
    pub static_mask: u32,
    /// The bits of the kinds of events that its abilities wait for.
    pub awaited: u32,
    /// It has something to use in a turn.
    pub usable: bool,
    /// Its abilities that wait for a first time in a round.
    pub firsts: Vec<(AbilityId, WatchId)>,
    pub leader: bool,
    pub unit: bool,
    pub site: bool,
    pub payment: Option<u8>,
    pub reserve: bool,
}

impl Def {
    /// A card without numbers and abilities.
    fn new(id: SmolStr, name: SmolStr, type_: SmolStr) -> Def {
        Def {
            id,
            name,
            type_,
            cost: SmallVec::new(),
            numbers: Vec::new(),
            traits: Vec::new(),
            fields: Vec::new(),
            area: None,
            abilities: Vec::new(),
            static_mask: 0,
            awaited: 0,
            usable: false,
            firsts: Vec::new(),
            leader: false,
            unit: false,
            site: false,
            payment: None,
            reserve: false,
        }
    }
}

/// A set as the engine deals it.
#[derive(Clone, Debug)]
pub struct Set {
    pub id: SmolStr,
    pub name: SmolStr,
    pub parts: BTreeMap<SmolStr, Vec<(DefId, u32)>>,
}

/// The numbers of the rules.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    pub substitution: u32,
    pub laid_per_round: u32,
    pub play_distance: u32,
    pub duplicate: u32,
    pub leader_steps: i32,
    pub reach: i32,
    pub reach_of_others: i32,
    pub disadvantage: u32,
    pub boost_cards: u32,
    pub boost_damage: u32,
    pub merge_size: u32,
}

/// Cards and rules of a game, indexed once.
#[derive(Clone, Debug)]
pub struct Table {
    pub rules: Rules,
    pub constants: BTreeMap<SmolStr, u32>,
    pub numbers: Numbers,
    pub columns: u8,
    pub rows: Vec<SmolStr>,
    pub shared_rows: Vec<SmolStr>,
    pub defs: Vec<Def>,
    pub by_id: BTreeMap<SmolStr, DefId>,
    pub sets: Vec<Set>,
    pub blocks: Vec<Vec<Op>>,
    pub acts: Vec<Act>,
    pub conds: Vec<Condition>,
    pub watches: Vec<Watch>,
    pub limits: Vec<Limit>,
    pub abilities: Vec<Abil>,
    pub statistics: Vec<SmolStr>,
    /// The card of each statistic.
    pub payment_defs: Vec<Option<DefId>>,
    pub tokens: Vec<SmolStr>,
    pub marks: Vec<SmolStr>,
    pub zones: Vec<SmolStr>,
    pub ordered: Vec<bool>,
    pub seen: Vec<Seen>,
    pub draw: u8,
    pub hand: u8,
    pub discard: u8,
    pub reserve: u8,
    pub payment: u8,
    pub activated: u8,
    pub retaliated: u8,
    pub size_token: u8,
    pub damage_token: u8,
    /// The parts of a set that the set-up places.
    pub parts: Vec<SmolStr>,
    /// The bits of the kinds of events whose first time in a round some card awaits.
    pub first_kinds: u32,
    pub map_types: Vec<SmolStr>,
    pub attribute_types: BTreeMap<SmolStr, Vec<SmolStr>>,
    /// The cards that leaders bring as skills, by their names, with the abilities that hold at the first level.
    pub skills: BTreeMap<SmolStr, DefId>,
    /// The definition of a stack, in a game with battles. The next one is that of walls.
    pub stack: DefId,
    /// What can only be answered in one way is asked too, so that a driver sees every choice.
    pub asks_all: bool,
    /// What is evaluated is noted here, if somebody wants to know.
    pub trace: Option<Arc<NodeTrace>>,
    words: Words,
}

pub(crate) fn index(list: &[SmolStr], id: &str) -> Option<u8> {
    list.iter().position(|word| word == id).map(|at| at as u8)
}

fn known(what: &'static str, list: &[SmolStr], id: &SmolStr) -> Result<u8, Refused> {
    index(list, id).ok_or_else(|| Refused::Unknown {
        what,
        id: id.clone(),
    })
}

fn keys<T>(map: &BTreeMap<SmolStr, T>) -> Vec<SmolStr> {
    map.keys().cloned().collect()
}

impl Numbers {
    /// The numbers of the procedures that the game has.
    fn new(
        procedures: &Procedures,
        number: impl Fn(&Number) -> Result<u32, Refused>,
    ) -> Result<Numbers, Refused> {
        let mut numbers = Numbers {
            disadvantage: 1,
            ..Numbers::default()
        };
        if let Some(pay) = &procedures.pay {
            numbers.substitution = number(&pay.substitution)?;
            numbers.laid_per_round = number(&pay.laid_per_round)?;
        }
        if let Some(play) = &procedures.play {
            numbers.play_distance = number(&play.distance)?;
            numbers.duplicate = number(&play.duplicate)?;
        }
        if let Some(walk) = &procedures.walk {
            numbers.leader_steps = number(&walk.leader)? as i32;
        }
        if let Some(attack) = &procedures.attack {
            numbers.reach = number(&attack.reach)? as i32;
            numbers.reach_of_others = number(&attack.reach_of_others)? as i32;
            numbers.disadvantage = number(&attack.disadvantage)?.max(1);
            numbers.boost_cards = number(&attack.boost_cards)?;
            numbers.boost_damage = number(&attack.boost_damage)?;
        }
        if let Some(merge) = &procedures.merge {
            numbers.merge_size = number(&merge.size)?;
        }
        Ok(numbers)
    }
}

impl Table {
    /// Indexes a game. It is refused if its IR is another version or if its rules are missing or name what is not
    /// there.
    pub fn new(input: &Input) -> Result<Table, Refused> {
        if input.ir != IR_VERSION {
            return Err(Refused::Version {
                found: input.ir,
                known: IR_VERSION,
            });
        }
        let no_rules = || Refused::NoRules {
            game: input.game.id.clone(),
        };
        let rules = input.game.play.clone().ok_or_else(no_rules)?;
        let map = input.game.map.clone().ok_or_else(no_rules)?;
        if map.rows.len() * usize::from(map.columns) > 250 {
            return Err(Refused::MapTooLarge);
        }
        let words = &input.vocabulary;
        let constants: BTreeMap<_, _> = input
            .game
            .constants
            .iter()
            .map(|(id, c)| (id.clone(), c.value))
            .collect();
        // What has no role in the game is a zone or a mark without a name, in which nothing ever is.
        let mut zones = keys(&words.zones);
        let mut marks = keys(&words.marks);
        let roles = &rules.roles;
        let with = |list: &mut Vec<SmolStr>, role: &SmolStr| {
            if role.is_empty() && !list.contains(role) {
                list.push(role.clone());
            }
        };
        with(&mut zones, &roles.zones.reserve);
        with(&mut zones, &roles.zones.payment);
        with(&mut marks, &roles.marks.retaliated);
        let mut tokens = keys(&words.tokens);
        for token in [&rules.roles.tokens.size, &rules.roles.tokens.damage] {
            if !tokens.contains(token) {
                tokens.push(token.clone());
            }
        }
        let statistics = keys(&words.statistics);
        let number = |number: &Number| match number {
            Number::Fixed(value) => Ok(*value),
            Number::Constant(id) => {
                let value = constants.get(id).copied();
                value.ok_or_else(|| Refused::Unknown {
                    what: "constant",
                    id: id.clone(),
                })
            }
        };
        let numbers = Numbers::new(&rules.procedures, number)?;
        let roles = rules.roles.clone();
        let lists: [(&str, Vec<SmolStr>); 10] = [
            ("card_types", keys(&words.card_types)),
            ("headings", keys(&words.headings)),
            ("attributes", keys(&words.attributes)),
            ("tokens", tokens.clone()),
            ("marks", marks.clone()),
            ("zones", zones.clone()),
            ("player_limits", keys(&words.player_limits)),
            ("rows", keys(&words.rows)),
            ("constants", keys(&constants)),
            ("unit_types", keys(&words.unit_types)),
        ];
        for (_, list, word) in rules.named() {
            let there = lists.iter().find(|(id, _)| *id == list);
            if there.is_some_and(|(_, words)| !words.iter().any(|id| id == word)) {
                return Err(Refused::Unknown {
                    what: list,
                    id: word.into(),
                });
            }
        }
        let seen = zones
            .iter()
            .map(|zone| {
                rules
                    .zones
                    .get(zone)
                    .map_or(Seen::Both, |rule| rule.seen_by)
            })
            .collect();
        let mut table = Table {
            constants: constants.clone(),
            numbers,
            columns: map.columns,
            shared_rows: words
                .rows
                .iter()
                .filter(|(_, row)| row.shared)
                .map(|(id, _)| id.clone())
                .collect(),
            rows: map.rows,
            defs: Vec::new(),
            by_id: BTreeMap::new(),
            sets: Vec::new(),
            blocks: vec![Vec::new()],
            acts: Vec::new(),
            conds: Vec::new(),
            watches: Vec::new(),
            limits: Vec::new(),
            abilities: Vec::new(),
            payment_defs: vec![None; statistics.len()],
            statistics,
            draw: known("zone", &zones, &roles.zones.draw)?,
            hand: known("zone", &zones, &roles.zones.hand)?,
            discard: known("zone", &zones, &roles.zones.discard)?,
            reserve: known("zone", &zones, &roles.zones.reserve)?,
            payment: known("zone", &zones, &roles.zones.payment)?,
            activated: known("mark", &marks, &roles.marks.activated)?,
            retaliated: known("mark", &marks, &roles.marks.retaliated)?,
            size_token: known("token", &tokens, &roles.tokens.size)?,
            damage_token: known("token", &tokens, &roles.tokens.damage)?,
            ordered: zones
                .iter()
                .map(|id| words.zones.get(id).is_some_and(|zone| zone.ordered))
                .collect(),
            seen,
            tokens,
            marks,
            zones,
            first_kinds: 0,
            parts: rules.setup.iter().flat_map(placed_parts).cloned().collect(),
            map_types: words
                .card_types
                .iter()
                .filter(|(_, t)| t.place == "map")
                .map(|(id, _)| id.clone())
                .collect(),
            attribute_types: words
                .attributes
                .iter()
                .map(|(id, a)| (id.clone(), a.of.clone()))
                .collect(),
            skills: BTreeMap::new(),
            stack: 0,
            asks_all: false,
            trace: None,
            words: words.clone(),
            rules,
        };
        for card in &input.cards {
            if let Some(node) = refusal::not_played(&card.abilities, &table.rules) {
                return Err(Refused::NotPlayed {
                    card: card.id.clone(),
                    node,
                });
            }
            table.add_card(card);
        }
        if let Some(battle) = table.rules.procedures.battle.clone() {
            table.add_stack(&battle);
            table.add_skills(&battle);
        }
        for set in &input.kingdoms {
            let set = table.set(set)?;
            table.sets.push(set);
        }
        Ok(table)
    }

    /// Returns a set with its cards as numbers.
    pub fn set(&self, set: &SetData) -> Result<Set, Refused> {
        let mut parts = BTreeMap::new();
        for (part, cards) in &set.zones {
            let mut list = Vec::new();
            for (id, count) in cards {
                let statistic =
                    index(&self.statistics, id).and_then(|at| self.payment_defs[usize::from(at)]);
                let def = self.by_id.get(id).copied();
                // Statistics are listed by what they pay, which may also be the id of another card.
                let starts = self.rules.zones.get(&self.rules.roles.zones.payment);
                let pays = starts.and_then(|zone| zone.starts_with.as_ref()) == Some(part);
                let def = if pays { statistic.or(def) } else { def };
                let def = def.ok_or_else(|| Refused::Unknown {
                    what: "card",
                    id: id.clone(),
                })?;
                list.push((def, *count));
            }
            parts.insert(part.clone(), list);
        }
        Ok(Set {
            id: set.id.clone(),
            name: set.name.clone(),
            parts,
        })
    }

    /// The value of a number of the rules.
    pub fn number(&self, number: &Number) -> u32 {
        match number {
            Number::Fixed(value) => *value,
            Number::Constant(id) => self.constants.get(id).copied().unwrap_or(0),
        }
    }

    pub fn spaces(&self) -> u8 {
        self.rows.len() as u8 * self.columns
    }

    pub fn unit_rule(&self, type_: &str) -> UnitRule {
        self.rules
            .unit_types
            .get(type_)
            .cloned()
            .unwrap_or_default()
    }

    pub fn heading(&self, id: &str) -> (bool, bool) {
        let heading = self.words.headings.get(id);
        heading.map_or((false, false), |heading| {
            (heading.lasting, heading.answers == "opponent")
        })
    }

    fn add_card(&mut self, card: &CardData) {
        let fields = &self.rules.roles.fields;
        let types = &self.rules.roles.card_types;
        let mut def = Def {
            leader: card.type_ == types.leader,
            unit: card.type_ == types.unit,
            site: card.type_ == types.site,
            ..Def::new(card.id.clone(), card.name.clone(), card.type_.clone())
        };
        let amount = |value: &Value| value.as_i64().unwrap_or(0);
        for (key, value) in &card.fields {
            if *key == fields.cost {
                for (id, value) in value.as_object().into_iter().flatten() {
                    if let Some(at) = index(&self.statistics, id) {
                        def.cost.push((at, amount(value) as u32));
                    }
                }
            } else if *key == fields.numbers {
                for (id, value) in value.as_object().into_iter().flatten() {
                    def.numbers.push((id.into(), amount(value) as i32));
                }
            } else if let Some(spaces) = value.get("spaces").and_then(Value::as_array) {
                let part = |space: &Value, key| space.get(key).map_or(0, amount) as i8;
                def.area = Some(
                    spaces
                        .iter()
                        .map(|space| (part(space, "forward"), part(space, "right")))
                        .collect(),
                );
            } else if let Some(list) = value.as_array() {
                def.traits
                    .extend(list.iter().filter_map(Value::as_str).map(SmolStr::from));
            } else if let Some(word) = value.as_str() {
                def.fields.push((key.clone(), word.into()));
            } else if let Some(flag) = value.as_bool() {
                def.fields
                    .push((key.clone(), if flag { "true" } else { "false" }.into()));
            } else if let Some(value) = value.as_i64() {
                def.numbers.push((key.clone(), value as i32));
            }
        }
        // The card type is a trait, even if it is not printed.
        def.traits.push(card.type_.clone());
        def.reserve = def
            .fields
            .iter()
            .any(|(key, value)| *key == self.zones[usize::from(self.reserve)] && value == "true");
        if card.type_ == self.rules.roles.card_types.payment {
            let pays = def.fields.iter().find(|(key, _)| *key == fields.pays);
            def.payment = pays.and_then(|(_, value)| index(&self.statistics, value));
        }
        self.lower_all(&mut def, &card.abilities);
        let id = self.defs.len() as DefId;
        if let Some(at) = def.payment {
            self.payment_defs[usize::from(at)] = Some(id);
        }
        self.by_id.insert(card.id.clone(), id);
        self.defs.push(def);
    }

    /// Returns a table on which a card has other abilities.
    pub fn with_abilities(&self, card: DefId, abilities: &[Ability]) -> Table {
        let mut table = self.clone();
        if let Some(mut def) = table.defs.get(usize::from(card)).cloned() {
            def.firsts.clear();
            def.awaited = 0;
            def.usable = false;
            table.lower_all(&mut def, abilities);
            table.defs[usize::from(card)] = def;
        }
        table
    }

    pub fn ability(&self, id: AbilityId) -> &Abil {
        &self.abilities[id as usize]
    }
}

fn placed_parts(step: &crate::rules::Setup) -> &[SmolStr] {
    use crate::rules::Setup;
    match step {
        Setup::PlaceLeader { of, .. } | Setup::LaySites { of, .. } => std::slice::from_ref(of),
        Setup::LineUp { parts } => parts,
        Setup::FirstPlayer
        | Setup::Shuffle { .. }
        | Setup::Draw { .. }
        | Setup::Exchange { .. } => &[],
    }
}
