//! The ingredients of an IR: choices, the words of the game, and the possible antecedents at each position, as
//! lowering knows them.

use smol_str::SmolStr;
use std::sync::LazyLock;

use cardwright::effect::ir::{ChosenNoun, Player, Reference};
use cardwright::game::{Binding, CardPlace, Game, Heading, SideWords};
use cardwright::symbols::Symbols;

use crate::support::world::{World, card_game};

static WORLD: LazyLock<World> = LazyLock::new(card_game);
pub static SYMBOLS: LazyLock<Symbols<'static>> = LazyLock::new(|| WORLD.symbols());

pub fn game() -> &'static Game {
    &WORLD.game
}

pub fn world() -> &'static World {
    &WORLD
}

/// The kind of thing that a noun phrase refers to, as far as verbs are concerned.
#[derive(Clone, Debug, PartialEq)]
pub enum Thing {
    OnMap(Vec<SmolStr>),
    Card(Vec<SmolStr>),
    Space,
    Attack,
    Zone,
}

/// Something that was named before.
#[derive(Clone, Debug)]
pub struct Mention {
    pub slot: u32,
    pub named: ChosenNoun,
    pub many: bool,
    pub thing: Thing,
    /// The slot of what it was chosen from.
    pub part_of: Option<u32>,
    /// Each player found one of it, so that there are one or two.
    pub of_each: bool,
    /// A condition is about it, so that there may be several.
    pub asked_for: bool,
}

/// The focus of a family. Everything else stays simple most of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    Amounts,
    Nouns,
    Places,
    States,
    Times,
    Conditions,
    Events,
    Control,
    Verbs,
}

/// The source of an IR: every decision takes the next number. Where the numbers run out, the first and simplest
/// possibility is taken, so that a shrinking value gets simpler.
#[derive(Clone)]
pub struct Gen {
    choices: Vec<u32>,
    next: usize,
    pub focus: Focus,
    /// The verbs of the family, by the names of their groups; empty for all.
    pub verbs: &'static [&'static str],
    pub card_type: SmolStr,
    pub heading: &'static Heading,
    pub granted: Option<SmolStr>,
    pub attached: Option<Thing>,
    pub event_attack: bool,
    pub event_damage: bool,
    pub occasion: bool,
    pub limited_round: bool,
    pub while_condition: bool,
    pub slots: u32,
    pub mentions: Vec<Mention>,
    pub declares_x: bool,
    pub actor: Player,
    /// The nesting depth of phrases.
    pub depth: u32,
    /// `true` inside a granted text.
    pub grants: u32,
    /// `true` for a verb that may have the number of its cards at the end of the clause.
    pub tail_count: bool,
    /// `true` while the cards of such a verb are chosen.
    pub counts: bool,
    /// The slot of the subject of an event while it is played.
    pub played: Option<u32>,
}

impl Gen {
    pub fn new(choices: Vec<u32>, focus: Focus, verbs: &'static [&'static str]) -> Self {
        Gen {
            choices,
            next: 0,
            focus,
            verbs,
            card_type: SmolStr::default(),
            heading: game().headings.values().next().expect("a heading"),
            granted: None,
            attached: None,
            event_attack: false,
            event_damage: false,
            occasion: false,
            limited_round: false,
            while_condition: false,
            slots: 0,
            mentions: Vec::new(),
            declares_x: false,
            actor: Player::You,
            depth: 0,
            grants: 0,
            tail_count: false,
            counts: false,
            played: None,
        }
    }

    /// Returns a number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        let choice = self.choices.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        choice as usize % n.max(1)
    }

    pub fn one_of<T: Clone>(&mut self, list: &[T]) -> T {
        let at = self.below(list.len());
        list[at].clone()
    }

    pub fn maybe(&mut self) -> bool {
        self.below(2) == 1
    }

    /// Returns whether to generate a complex value of that kind: often if the family is about it.
    pub fn rich(&mut self, focus: Focus) -> bool {
        if self.depth > 2 || self.next > 150 {
            return false;
        }
        if self.focus == focus {
            self.below(4) > 0
        } else {
            self.below(6) == 5
        }
    }

    pub fn inner<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let made = make(self);
        self.depth -= 1;
        made
    }

    pub fn slot(&mut self) -> u32 {
        self.slots += 1;
        self.slots - 1
    }

    pub fn binds(&self, binding: Binding) -> bool {
        self.heading.binds.contains(&binding)
    }

    pub fn is_static(&self) -> bool {
        !self.occasion && self.heading.lasting
    }

    pub fn needs_occasion(&self) -> bool {
        self.is_static()
    }

    /// Returns the type by which `this …` names the card.
    pub fn this_type(&self) -> SmolStr {
        self.granted.clone().unwrap_or(self.card_type.clone())
    }

    /// Returns the default point from which distances are measured.
    pub fn here(&self) -> Option<Reference> {
        if self.granted.is_none() {
            match &self.attached {
                Some(Thing::Space) => return Some(Reference::AttachedSpace),
                Some(_) => return Some(Reference::AttachedUnit),
                None => {}
            }
        }
        on_map(&self.this_type()).then(|| Reference::This {
            as_: Some(self.this_type()),
        })
    }

    /// Returns all antecedents at this position, with their kind, and whether they are several.
    pub fn known(&self) -> Vec<(Reference, Thing, bool)> {
        let mut known = Vec::new();
        let this_type = self.this_type();
        let this = if on_map(&this_type) {
            Thing::OnMap(vec![this_type.clone()])
        } else {
            Thing::Card(vec![this_type.clone()])
        };
        let typed = Reference::This {
            as_: Some(this_type),
        };
        known.push((typed, this.clone(), false));
        known.push((Reference::This { as_: None }, this, false));
        let heroes = Thing::OnMap(vec!["hero".into()]);
        known.push((Reference::YourHero, heroes.clone(), false));
        known.push((Reference::EnemyHero, heroes, false));
        let attached = self.attached.as_ref().filter(|_| self.granted.is_none());
        match attached {
            Some(Thing::Space) => known.push((Reference::AttachedSpace, Thing::Space, false)),
            Some(thing) => known.push((Reference::AttachedUnit, thing.clone(), false)),
            None => {}
        }
        if self.here().is_some() && attached != Some(&Thing::Space) {
            known.push((Reference::ThisSpace, Thing::Space, false));
        }
        // Only a spell has an area, whose middle is the chosen space.
        if self.card_type == "spell" {
            known.push((Reference::ChosenSpace, Thing::Space, false));
        }
        if self.binds(Binding::Attack) || self.event_attack {
            known.push((Reference::ThisAttack, Thing::Attack, false));
        }
        if self.event_attack {
            known.push((Reference::ThatAttack, Thing::Attack, false));
        }
        // On an attached card, `the target` is what it is attached to.
        if !matches!(attached, Some(Thing::OnMap(_))) {
            let fighters = Thing::OnMap(types_of("tokens", "damage"));
            if self.binds(Binding::Target) || self.event_attack {
                known.push((Reference::Target, fighters.clone(), false));
            }
            if self.binds(Binding::Attacker) || self.event_attack {
                known.push((Reference::Attacker, fighters, false));
            }
        }
        for mention in &self.mentions {
            if mention.of_each || mention.asked_for {
                continue;
            }
            for noun in nouns_of(&mention.thing) {
                if !self.is_only(mention, &noun) {
                    continue;
                }
                let named = chosen_noun(&noun);
                known.push((
                    Reference::Chosen {
                        slot: mention.slot,
                        named: Box::new(named),
                        many: mention.many,
                    },
                    mention.thing.clone(),
                    mention.many,
                ));
                if mention.many {
                    known.push((
                        Reference::FirstChosen {
                            slot: mention.slot,
                            named: Box::new(chosen_noun(&noun)),
                        },
                        mention.thing.clone(),
                        false,
                    ));
                }
            }
        }
        // `the rest` is the remainder of the last several that were named.
        if let Some(last) = self.mentions.iter().rev().find(|mention| mention.many)
            && matches!(last.thing, Thing::Card(_))
            && !self.mentions.iter().any(|mention| mention.of_each)
        {
            let slot = last.part_of.unwrap_or(last.slot);
            let rest = Reference::Rest { slot };
            known.push((rest, Thing::Card(Vec::new()), true));
        }
        known
    }

    /// Returns whether a noun refers to this one of all named things.
    fn is_only(&self, mention: &Mention, noun: &str) -> bool {
        let mut fitting: Vec<&Mention> = Vec::new();
        for other in &self.mentions {
            if (other.many == mention.many || other.of_each)
                && fits_noun(&other.thing, noun)
                && !fitting.iter().any(|known| known.slot == other.slot)
            {
                fitting.push(other);
            }
        }
        let typed =
            |mention: &&Mention| !matches!(&mention.thing, Thing::Card(types) if types.is_empty());
        if noun != "card" && fitting.iter().any(typed) {
            fitting.retain(typed);
        }
        matches!(fitting.as_slice(), [one] if one.slot == mention.slot)
    }

    pub fn mention(&mut self, slot: u32, named: ChosenNoun, many: bool, thing: Thing) {
        self.mentions.push(Mention {
            slot,
            named,
            many,
            thing,
            part_of: None,
            of_each: false,
            asked_for: false,
        });
    }
}

/// Returns the nouns that can refer to a chosen thing.
fn nouns_of(thing: &Thing) -> Vec<SmolStr> {
    match thing {
        Thing::OnMap(types) => types.clone(),
        Thing::Card(types) => {
            let mut nouns = vec![SmolStr::from("card")];
            nouns.extend(types.iter().cloned());
            nouns
        }
        Thing::Space => vec!["space".into()],
        Thing::Attack | Thing::Zone => Vec::new(),
    }
}

fn fits_noun(thing: &Thing, noun: &str) -> bool {
    match thing {
        Thing::OnMap(types) => types.iter().any(|t| t == noun),
        Thing::Card(types) => noun == "card" || types.is_empty() || types.iter().any(|t| t == noun),
        Thing::Space => noun == "space",
        Thing::Attack | Thing::Zone => false,
    }
}

fn chosen_noun(noun: &str) -> ChosenNoun {
    match noun {
        "space" => ChosenNoun::Space,
        "card" => ChosenNoun::Card { type_: None },
        id => ChosenNoun::Card {
            type_: Some(id.into()),
        },
    }
}

// ── The words of the game ──

pub fn ids(list: &str) -> Vec<SmolStr> {
    game().terms(list).map(|(id, _)| id.into()).collect()
}

/// Returns the card types that have this word of the game.
pub fn types_of(list: &str, id: &str) -> Vec<SmolStr> {
    let of = game().term(list, id).map(|term| term.of.clone());
    match of {
        Some(of) if !of.is_empty() => of,
        _ => map_types(),
    }
}

pub fn on_map(card_type: &str) -> bool {
    game()
        .card_types
        .get(card_type)
        .is_some_and(|card_type| card_type.place == CardPlace::Map)
}

pub fn map_types() -> Vec<SmolStr> {
    let types = game().card_types.keys();
    types.filter(|id| on_map(id)).cloned().collect()
}

pub fn card_types() -> Vec<SmolStr> {
    game().card_types.keys().cloned().collect()
}

pub fn side_of(card_type: &str) -> SideWords {
    game().card_types[card_type].side
}

pub fn heading_ids() -> Vec<SmolStr> {
    game().headings.keys().map(SmolStr::from).collect()
}

/// Returns the names of some cards of this type, by id.
pub fn names_of(card_type: &str) -> Vec<SmolStr> {
    let mut names: Vec<SmolStr> = world()
        .cards()
        .filter(|card| card.card_type == card_type)
        .map(|card| card.id.as_str().into())
        .collect();
    names.truncate(6);
    names
}

/// Returns the attributes that cards of all these types have.
pub fn attributes_of(types: &[SmolStr]) -> Vec<SmolStr> {
    game()
        .terms("attributes")
        .filter(|(_, term)| {
            types
                .iter()
                .all(|t| term.of.is_empty() || term.of.contains(t))
        })
        .map(|(id, _)| id.into())
        .collect()
}

/// Returns the maximum distance of two spaces.
pub fn farthest() -> u32 {
    let map = game().map.as_ref().expect("a map");
    map.rows.len() as u32 + map.columns - 2
}

impl Gen {
    /// Continues with the remaining choices of another source.
    pub fn skip_to(&mut self, other: &Gen) {
        self.next = other.next;
    }
}
