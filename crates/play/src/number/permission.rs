//! What is forbidden and allowed.

use cardwright_ir::{Action, Deed, Permission, Pick, Reference, Selector, Stake};
use smallvec::SmallVec;

use crate::facts::kind;
use crate::run::Run;
use crate::state::{AttackRef, CardRef, Env, Player, Thing};

impl<'t> Run<'t, '_> {
    /// Returns whether a prohibition applies to a card.
    fn forbids(&self, thing: Thing, deed: &dyn Fn(&Deed, &Env) -> bool) -> bool {
        let mut forbidden = false;
        self.holding(kind::CANNOT, &mut |holding| {
            if let Action::Cannot {
                who: Stake::Cards { which },
                what,
                time: _,
            } = &holding.act.action
                && !forbidden
                && self.about(thing, || what.iter().any(|it| deed(it, holding.env)))
                && holding.is_of(self, which, thing)
            {
                forbidden = true;
            }
        });
        forbidden
    }

    fn forbids_player(&self, player: Player, deed: &dyn Fn(&Deed, &Env) -> bool) -> bool {
        let mut forbidden = false;
        self.holding(kind::CANNOT, &mut |holding| {
            if let Action::Cannot {
                who: Stake::Player { who },
                what,
                time: _,
            } = &holding.act.action
                && !forbidden
                && self.who(*who, holding.env).0.contains(&player)
                && what.iter().any(|it| deed(it, holding.env))
            {
                forbidden = true;
            }
        });
        forbidden
    }

    /// Returns whether an absent selector, which fits everything, or a pattern fits.
    fn fits_deed(&self, selector: Option<&Selector>, thing: Thing, env: &Env) -> bool {
        selector.is_none_or(|selector| self.matches(selector, thing, env))
    }

    pub fn cannot_move(&self, card: CardRef) -> bool {
        self.forbids(Thing::Card(card), &|deed, _| matches!(deed, Deed::Move))
    }

    pub fn cannot_be_moved(&self, card: CardRef, by: CardRef) -> bool {
        let by = Thing::Card(by);
        self.forbids(Thing::Card(card), &|deed, env| match deed {
            Deed::BeMoved { by: pattern } => self.fits_deed(pattern.as_ref(), by, env),
            _ => false,
        })
    }

    pub fn cannot_be_activated(&self, card: CardRef) -> bool {
        self.forbids(Thing::Card(card), &|deed, _| {
            matches!(deed, Deed::BeActivated)
        })
    }

    pub fn cannot_be_targeted(&self, thing: Thing, by: CardRef) -> bool {
        let by = Thing::Card(by);
        self.forbids(thing, &|deed, env| match deed {
            Deed::BeTargeted { by: pattern } => self.fits_deed(pattern.as_ref(), by, env),
            _ => false,
        })
    }

    pub fn cannot_enter(&self, card: CardRef, space: u8) -> bool {
        let space = Thing::Space(space);
        self.forbids(Thing::Card(card), &|deed, env| match deed {
            Deed::Enter { what } => self.matches(what, space, env),
            _ => false,
        })
    }

    /// Returns whether a card may attack another at all.
    pub fn may_attack(&self, attacker: CardRef, target: CardRef) -> bool {
        let (a, t) = (Thing::Card(attacker), Thing::Card(target));
        if self.forbids(a, &|deed, env| match deed {
            Deed::Attack { whom } => self.fits_deed(whom.as_ref(), t, env),
            _ => false,
        }) || self.forbids(t, &|deed, env| match deed {
            Deed::BeAttacked { by } => self.fits_deed(by.as_ref(), a, env),
            _ => false,
        }) {
            return false;
        }
        let mut may = true;
        self.holding(kind::ONLY, &mut |holding| {
            if let Action::CanAttackOnly { who, whom, time: _ } = &holding.act.action
                && holding.is_of(self, who, a)
                && !self.about(a, || self.matches(whom, t, holding.env))
            {
                may = false;
            }
        });
        may
    }

    pub fn may_retaliate(&self, unit: CardRef, against: CardRef, attack: AttackRef) -> bool {
        !self.forbids(Thing::Card(unit), &|deed, env| match deed {
            Deed::Retaliate { against: None } => true,
            Deed::Retaliate {
                against: Some(selector),
            } => match self.attack_of(selector, env) {
                Some(about) => about.id == attack.id,
                None => !is_attack(selector) && self.matches(selector, Thing::Card(against), env),
            },
            _ => false,
        })
    }

    /// Returns whether a player may boost a unit in an attack.
    pub fn may_boost(
        &self,
        player: Player,
        boosted: CardRef,
        attack: AttackRef,
        attacker: CardRef,
    ) -> bool {
        let deed = |deed: &Deed, env: &Env| match deed {
            Deed::Boost { what } => match self.attack_of(what, env) {
                Some(about) => about.id == attack.id,
                None => !is_attack(what) && self.matches(what, Thing::Card(attacker), env),
            },
            _ => false,
        };
        !self.forbids_player(player, &deed) && !self.forbids(Thing::Card(boosted), &deed)
    }

    pub fn may_play(&self, player: Player, card: CardRef) -> bool {
        let thing = Thing::Card(card);
        !self.forbids_player(player, &|deed, env| match deed {
            Deed::Play { what } => self.matches(what, thing, env),
            _ => false,
        })
    }

    pub fn may_draw(&self, player: Player) -> bool {
        let top = self
            .zone(self.t.draw, player)
            .last()
            .map(|card| Thing::Card(self.s.reference(*card)));
        !self.forbids_player(player, &|deed, env| match deed {
            Deed::Draw { what } => top.is_some_and(|top| self.matches(what, top, env)),
            _ => false,
        })
    }

    /// Returns whether a rule is lifted for a card.
    pub fn permits(&self, card: CardRef, test: &dyn Fn(&Permission, &Env) -> bool) -> bool {
        let mut permitted = false;
        self.holding(kind::PERMIT, &mut |holding| {
            if let Action::Permit {
                who,
                permission,
                time: _,
            } = &holding.act.action
                && !permitted
                && self.about(Thing::Card(card), || test(permission, holding.env))
                && holding.is_of(self, who, Thing::Card(card))
            {
                permitted = true;
            }
        });
        permitted
    }

    /// A limit of a player: the newest setting, otherwise that of the rules.
    pub fn limit(&self, player: Player, limit: &str, rules: u32) -> u32 {
        let mut newest: Option<(u32, u32)> = None;
        self.holding(kind::LIMIT, &mut |holding| {
            if let Action::SetLimit {
                who,
                limit: which,
                to,
                time: _,
            } = &holding.act.action
                && which == limit
            {
                let players = match holding.fixed {
                    Some(fixed) => fixed.env.each.map_or_else(
                        || self.who(*who, holding.env).0,
                        |player| SmallVec::from_slice(&[player]),
                    ),
                    None => self.who(*who, holding.env).0,
                };
                if players.contains(&player)
                    && newest.is_none_or(|(stamp, _)| stamp <= holding.stamp)
                {
                    newest = Some((holding.stamp, holding.amount(self, 0, to)));
                }
            }
        });
        newest.map_or(rules, |(_, value)| value)
    }
}

fn is_attack(selector: &Selector) -> bool {
    matches!(
        &selector.pick,
        Pick::Known {
            is: Reference::ThisAttack | Reference::ThatAttack
        }
    )
}
