//! References: what was named before.

use cardwright_ir::{Pick, Reference, Selector};

use crate::run::Run;
use crate::state::{At, AttackRef, Env, Fight, Thing, Things};

impl Run<'_, '_> {
    pub fn fight_of(&self, attack: AttackRef) -> Option<&Fight> {
        self.s.fights.iter().find(|fight| fight.id == attack.id)
    }

    /// The attack that a selector refers to.
    pub fn attack_of(&self, selector: &Selector, env: &Env) -> Option<AttackRef> {
        match &selector.pick {
            Pick::Known { is } => self.attack_ref(is, env),
            _ => None,
        }
    }

    pub fn attack_ref(&self, reference: &Reference, env: &Env) -> Option<AttackRef> {
        let of_event = env.event.as_ref().and_then(|event| event.attack);
        let attack = match reference {
            Reference::ThisAttack => env.attack.or(of_event),
            Reference::ThatAttack => of_event.or(env.attack),
            _ => None,
        };
        if attack.is_some() {
            self.evaluates(reference);
        }
        attack
    }

    pub(super) fn current_fight(&self, env: &Env) -> Option<&Fight> {
        let attack = env
            .attack
            .or_else(|| env.event.as_ref().and_then(|event| event.attack))?;
        self.fight_of(attack)
    }

    pub fn refer(&self, reference: &Reference, env: &Env) -> Things {
        self.evaluates(reference);
        let one = |thing: Option<Thing>| thing.into_iter().collect();
        match reference {
            Reference::This { as_: _ } => one(Some(Thing::Card(env.this))),
            Reference::ThisAttack | Reference::ThatAttack => Things::new(),
            Reference::Target => one(self
                .current_fight(env)
                .map(|fight| Thing::Card(fight.target))),
            Reference::Attacker => one(self
                .current_fight(env)
                .map(|fight| Thing::Card(fight.attacker))),
            Reference::AttachedUnit => {
                let host = match self.live(env.this).map(|card| card.at) {
                    Some(At::OnCard(host)) => Some(self.s.reference(host)),
                    _ => self.last(env.this).and_then(|last| last.host),
                };
                one(host.map(Thing::Card))
            }
            Reference::AttachedSpace => one(match self.live(env.this).map(|card| card.at) {
                Some(At::OnSpace(space)) => Some(Thing::Space(space)),
                _ => self
                    .last(env.this)
                    .and_then(|last| last.space)
                    .map(Thing::Space),
            }),
            Reference::ThisSpace => {
                one(self.position(Thing::Card(env.this), env).map(Thing::Space))
            }
            Reference::ChosenSpace => one(env.space.map(Thing::Space)),
            Reference::Chosen {
                slot,
                named: _,
                many: _,
            } => env.things(*slot).iter().copied().collect(),
            Reference::FirstChosen { slot, named: _ } => {
                env.things(*slot).iter().copied().take(1).collect()
            }
            Reference::Rest { slot } => {
                let taken = |thing: &Thing| {
                    env.slots
                        .iter()
                        .any(|other| other.among == Some(*slot) && other.things.contains(thing))
                };
                env.things(*slot)
                    .iter()
                    .copied()
                    .filter(|thing| !taken(thing))
                    .collect()
            }
            Reference::YourHero => one(self.leader(env.controller).map(Thing::Card)),
            Reference::EnemyHero => one(self.leader(1 - env.controller).map(Thing::Card)),
        }
    }
}
