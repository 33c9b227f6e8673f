//! Numbers of cards in layers, amounts, and what holds at the moment.

use cardwright_ir::{
    Action, Amount, Deed, Period, Permission, Pick, Reference, Round, Selector, Stake,
};
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::rc::Rc;

use crate::account::{By, Part};
use crate::facts::kind;
use crate::find::Ask;
use crate::frame::card;
use crate::run::{Run, Standing, busy};
use crate::state::{
    At, AttackRef, Card, CardIx, CardRef, Entry, Env, Last, Lasting, NONE, Player, Thing, Until,
};
use crate::table::{AbilityId, Act, Guards, index};

/// A change that applies now: a standing one, or one that was made and lasts.
pub(crate) struct Holding<'t, 'a> {
    pub act: &'t Act,
    pub env: &'a Env,
    pub fixed: Option<&'a Lasting>,
    pub stamp: u32,
}

impl Holding<'_, '_> {
    /// The amount of the change for a thing: that of now for a standing one, the fixed one otherwise.
    pub fn amount_for(
        &self,
        run: &Run<'_, '_>,
        place: usize,
        amount: &Amount,
        thing: Thing,
    ) -> u32 {
        run.about(thing, || self.amount(run, place, amount))
    }

    /// The amount of a change that is not one of things.
    pub fn amount(&self, run: &Run<'_, '_>, place: usize, amount: &Amount) -> u32 {
        match self.fixed {
            Some(fixed) => fixed.amounts.get(place).copied().unwrap_or(0),
            None => run.amount(amount, self.env),
        }
    }

    /// What it changes, with whose words.
    fn part(&self, by: By) -> Part {
        Part {
            card: self.env.this.card,
            ability: self.env.ability,
            by,
        }
    }

    /// Returns whether the change is about a thing.
    pub fn is_of(&self, run: &Run<'_, '_>, selector: &Selector, thing: Thing) -> bool {
        match self.fixed {
            Some(fixed) if !crate::facts::is_pattern(selector) => fixed.things.contains(&thing),
            _ => run.matches(selector, thing, self.env),
        }
    }
}

impl<'t> Run<'t, '_> {
    /// The abilities of a card: printed, then gained.
    pub fn abilities(&self, card: CardIx) -> SmallVec<[AbilityId; 4]> {
        let printed = SmallVec::from_slice(&self.def(card).abilities);
        if self.busy.get() & busy::GAINED != 0 || !self.any_gain() {
            return printed;
        }
        let thing = Thing::Card(self.s.reference(card));
        let mut gained: SmallVec<[(u32, &[AbilityId]); 4]> = SmallVec::new();
        self.while_busy(busy::GAINED, || {
            self.holding(kind::GAIN, &mut |holding| {
                if let Action::Gain { who, .. } = &holding.act.action
                    && holding.is_of(self, who, thing)
                {
                    gained.push((holding.stamp, &holding.act.gained));
                }
            });
        });
        // Printed ones first, then those gained, the oldest first.
        gained.sort_by_key(|(stamp, _)| *stamp);
        let mut found: SmallVec<[AbilityId; 4]> = printed;
        for (_, abilities) in gained {
            found.extend_from_slice(abilities);
        }
        found
    }

    pub fn any_gain(&self) -> bool {
        self.present() & kind::GAIN != 0
    }

    fn standing(&self) -> Rc<Standing> {
        if let Some(standing) = &*self.standing.borrow() {
            return Rc::clone(standing);
        }
        let mut printed = Vec::new();
        let mut present = 0;
        for card in &self.s.play {
            let def = self.def(*card);
            if def.static_mask == 0 || !self.active(*card) {
                continue;
            }
            present |= def.static_mask;
            for ability in &def.abilities {
                let mask = self.t.ability(*ability).static_mask;
                if mask != 0 {
                    printed.push((*card, *ability, mask));
                }
            }
        }
        let changes = self.s.changes.iter();
        present = changes.fold(present, |mask, change| {
            mask | self.t.acts[change.act as usize].kind
        });
        if present & kind::GAIN != 0 {
            present = u32::MAX;
        }
        let standing = Rc::new(Standing {
            present,
            printed,
            all: OnceCell::new(),
        });
        self.standing.replace(Some(Rc::clone(&standing)));
        standing
    }

    fn present(&self) -> u32 {
        if let Some(standing) = &*self.standing.borrow() {
            return standing.present;
        }
        self.standing().present
    }

    fn while_busy(&self, bit: u32, work: impl FnOnce()) {
        let before = self.busy.get();
        self.busy.set(before | bit);
        work();
        self.busy.set(before);
    }

    /// Returns whether the abilities of a card in play are active.
    pub fn active(&self, card: CardIx) -> bool {
        let it = self.card(card);
        if !it.at.in_play() || !it.face_up || it.controller == NONE {
            return false;
        }
        // Of several attached cards with one name only the first counts.
        match it.at {
            At::OnCard(_) | At::OnSpace(_) => {
                let name = &self.def_of(it).id;
                let same = |other: &CardIx| {
                    let there = self.card(*other);
                    there.at == it.at && self.def_of(there).id == *name
                };
                self.s.play.iter().copied().find(same) == Some(card)
            }
            At::Map(_) | At::Aside | At::Zone { .. } | At::Playing => true,
        }
    }

    /// Calls `each` with every change of these kinds that applies now.
    pub fn holding(&self, kinds: u32, each: &mut dyn FnMut(Holding<'t, '_>)) {
        if self.present() & kinds == 0 {
            return;
        }
        let standing = self.standing();
        let gains =
            kinds & kind::GAIN == 0 && self.busy.get() & busy::GAINED == 0 && self.any_gain();
        let list = if gains {
            standing.all.get_or_init(|| {
                let mut all = Vec::new();
                for card in self.s.play.iter().filter(|card| self.active(**card)) {
                    let abilities = self.abilities(*card);
                    let masks = abilities
                        .into_iter()
                        .map(|ability| (ability, self.t.ability(ability).static_mask));
                    all.extend(
                        masks
                            .filter(|(_, mask)| *mask != 0)
                            .map(|(ability, mask)| (*card, ability, mask)),
                    );
                }
                all
            })
        } else {
            &standing.printed
        };
        for (card, ability, mask) in list {
            if mask & kinds == 0 {
                continue;
            }
            let it = self.card(*card);
            let env = Env::new(self.s.reference(*card), *ability, it.controller);
            for held in &self.t.ability(*ability).statics {
                let act = &self.t.acts[held.act as usize];
                if act.kind & kinds != 0 && self.guarded(&held.guards, &env) {
                    self.note(*ability);
                    self.evaluates(&act.action);
                    each(Holding {
                        act,
                        env: &env,
                        fixed: None,
                        stamp: it.stamp,
                    });
                }
            }
        }
        for change in &self.s.changes {
            let act = &self.t.acts[change.act as usize];
            if act.kind & kinds != 0 {
                self.evaluates(&act.action);
                each(Holding {
                    act,
                    env: &change.env,
                    fixed: Some(change),
                    stamp: change.stamp,
                });
            }
        }
    }

    pub fn guarded(&self, guards: &Guards, env: &Env) -> bool {
        guards
            .iter()
            .all(|(cond, is)| self.test_noted(*cond, env, &mut Vec::new()) == *is)
    }

    // ── Numbers of cards ──

    /// The printed number of a card, with what the rules give; absent if it has no such number.
    pub fn printed(&self, thing: Option<CardRef>, card: &Card, attribute: &str) -> Option<i32> {
        let def = self.def_of(card);
        let roles = &self.t.rules.roles.attributes;
        let types = self.t.attribute_types.get(attribute);
        if types.is_some_and(|types| !types.is_empty() && !types.contains(&def.type_)) {
            return None;
        }
        if let Some((_, value)) = def.numbers.iter().find(|(id, _)| id == attribute) {
            return Some(*value);
        }
        if def.leader && attribute == roles.steps {
            return Some(self.t.numbers.leader_steps);
        }
        if def.unit && attribute == roles.reach {
            let type_ = match thing {
                Some(thing) => self.field(
                    Thing::Card(thing),
                    card,
                    &self.t.rules.roles.fields.unit_type,
                ),
                None => None,
            };
            let shoots = type_.is_some_and(|type_| self.t.unit_rule(type_).shoots);
            return Some(if shoots {
                self.t.numbers.reach
            } else {
                self.t.numbers.reach_of_others
            });
        }
        None
    }

    /// A number of a card as it is now, or as it was when the card left play.
    pub fn number_of(&self, found: CardRef, attribute: &str, printed: bool) -> Option<i32> {
        self.number_by(found, attribute, printed, &mut |_| {})
    }

    /// The same, and tells every change that counts.
    pub fn number_by(
        &self,
        found: CardRef,
        attribute: &str,
        printed: bool,
        tell: &mut dyn FnMut(Part),
    ) -> Option<i32> {
        if let Some(was) = self.was(found)
            && !printed
        {
            return self.number_in(was, attribute);
        }
        let Some(card) = self.live(found) else {
            let last = self.last(found)?;
            return match printed {
                false => self.number_in(last, attribute),
                true => self.printed(None, &last.as_, attribute),
            };
        };
        if !card.at.in_play()
            && !printed
            && let Some(last) = self.last(found)
        {
            return self.number_in(last, attribute);
        }
        let base = self.printed(Some(found), card, attribute)?;
        if printed {
            return Some(base);
        }
        let place = self
            .t
            .attribute_types
            .keys()
            .position(|id| id == attribute)
            .unwrap_or(0) as u32;
        let bit = 1 << (busy::ATTRIBUTES + place);
        let without = self.busy.get() & bit != 0;
        let thing = Thing::Card(found);
        let mut set: Option<(u32, i32)> = None;
        let mut raised = 0;
        let mut losses: SmallVec<[(u32, i32, i32); 4]> = SmallVec::new();
        self.while_busy(bit, || {
            let mut each = |holding: Holding<'t, '_>| match &holding.act.action {
                Action::SetAttribute {
                    attribute: which,
                    of,
                    to,
                    time: _,
                } if which == attribute
                    && holding.is_of(self, of, thing)
                    && set.is_none_or(|(stamp, _)| stamp <= holding.stamp) =>
                {
                    let to = holding.amount_for(self, 0, to, thing) as i32;
                    tell(holding.part(By::Set { to }));
                    set = Some((holding.stamp, to));
                }
                Action::Change {
                    who,
                    changes,
                    time: _,
                } => {
                    for (place, change) in changes.iter().enumerate() {
                        if change.attribute != attribute || !holding.is_of(self, who, thing) {
                            continue;
                        }
                        let by = holding
                            .amount_for(self, place, &change.by, thing)
                            .min(10_000) as i32;
                        if change.lose {
                            let least = change.at_least.unwrap_or(0) as i32;
                            tell(holding.part(By::Lose { by, least }));
                            losses.push((holding.stamp, by, least));
                        } else {
                            tell(holding.part(By::Gain { by }));
                            raised += by;
                        }
                    }
                }
                _ => {}
            };
            if without {
                for change in &self.s.changes {
                    let act = &self.t.acts[change.act as usize];
                    if act.kind & (kind::CHANGE | kind::SET) != 0 {
                        each(Holding {
                            act,
                            env: &change.env,
                            fixed: Some(change),
                            stamp: change.stamp,
                        });
                    }
                }
            } else {
                self.holding(kind::CHANGE | kind::SET, &mut each);
            }
        });
        let mut number = set.map_or(base, |(_, number)| number) + raised;
        losses.sort_by_key(|(stamp, ..)| *stamp);
        for (_, by, at_least) in losses {
            number = number.min((number - by).max(at_least));
        }
        let least = i32::from(attribute == self.t.rules.roles.attributes.endurance);
        Some(number.max(least))
    }

    /// A number of a card as it was.
    fn number_in(&self, was: &Last, attribute: &str) -> Option<i32> {
        let place = self
            .t
            .attribute_types
            .keys()
            .position(|id| id == attribute)?;
        was.numbers
            .get(place)
            .copied()
            .filter(|number| *number != i32::MIN)
    }

    /// A number of a card, 0 if it has none.
    pub fn value(&self, card: CardRef, attribute: &str) -> u32 {
        self.number_of(card, attribute, false).unwrap_or(0).max(0) as u32
    }

    /// The value of a field of a card: as printed, and as the newest change says.
    pub fn field<'a>(&'a self, thing: Thing, card: &'a Card, key: &str) -> Option<&'a str> {
        let def = self.def_of(card);
        // A copy does not come from where the card that it copies came from.
        let from = if key == self.t.zones[usize::from(self.t.reserve)] {
            &self.t.defs[usize::from(card.def)]
        } else {
            def
        };
        let printed = from
            .fields
            .iter()
            .find(|(field, _)| field == key)
            .map(|(_, value)| value.as_str());
        if !card.at.in_play() {
            return printed;
        }
        let mut newest: Option<(u32, &'a str)> = None;
        let fixed = self.s.changes.iter();
        for change in fixed {
            let act: &'t Act = &self.t.acts[change.act as usize];
            if let Action::Become { field, value, .. } = &act.action
                && field == key
                && change.things.contains(&thing)
                && newest.is_none_or(|(stamp, _)| stamp <= change.stamp)
            {
                newest = Some((change.stamp, value));
            }
        }
        // A standing change asks for the printed field.
        if self.busy.get() & busy::FIELDS == 0 && self.present() & kind::BECOME != 0 {
            self.while_busy(busy::FIELDS, || {
                self.holding(kind::BECOME, &mut |holding| {
                    if holding.fixed.is_some() {
                        return;
                    }
                    if let Action::Become {
                        who,
                        field,
                        value,
                        time: _,
                    } = &holding.act.action
                        && field == key
                        && holding.is_of(self, who, thing)
                        && newest.is_none_or(|(stamp, _)| stamp <= holding.stamp)
                    {
                        newest = Some((holding.stamp, value));
                    }
                });
            });
        }
        newest.map(|(_, value)| value).or(printed)
    }

    pub fn unit_rule(&self, card: CardRef) -> crate::rules::UnitRule {
        let type_ = self
            .live(card)
            .and_then(|it| self.field(Thing::Card(card), it, &self.t.rules.roles.fields.unit_type));
        type_
            .map(|type_| self.t.unit_rule(type_))
            .unwrap_or_default()
    }

    pub fn size(&self, card: CardRef) -> u32 {
        let size = match self.live(card).filter(|card| card.at.in_play()) {
            Some(card) => Some(card.size),
            None => self.last(card).map(|last| last.as_.size),
        };
        size.map_or(0, |size| u32::from(size) + 1)
    }

    pub fn damage(&self, card: CardRef) -> u32 {
        let damage = match self.live(card).filter(|card| card.at.in_play()) {
            Some(card) => Some(card.damage),
            None => self.last(card).map(|last| last.as_.damage),
        };
        damage.map_or(0, u32::from)
    }

    pub fn tokens_on(&self, thing: Thing, token: &str) -> u32 {
        let Some(token) = index(&self.t.tokens, token) else {
            return 0;
        };
        match thing {
            Thing::Card(card) if token == self.t.size_token => self.size(card).saturating_sub(1),
            Thing::Card(card) if token == self.t.damage_token => self.damage(card),
            _ => self.count_tokens(thing, token),
        }
    }

    pub fn count_tokens(&self, thing: Thing, token: u8) -> u32 {
        let found = self
            .s
            .tokens
            .iter()
            .find(|tokens| tokens.on == thing && tokens.token == token);
        found.map_or(0, |tokens| u32::from(tokens.count))
    }

    // ── Amounts ──

    /// An amount that is worked out for a thing on its own.
    pub fn amount_for(&self, amount: &Amount, env: &Env, thing: Thing) -> u32 {
        self.about(thing, || self.amount(amount, env))
    }

    pub fn amount(&self, amount: &Amount, env: &Env) -> u32 {
        self.evaluates(amount);
        let cards = |reference: &Reference| self.refer(reference, env).into_iter().filter_map(card);
        match amount {
            Amount::Fixed { value } => *value,
            Amount::X => env.x.unwrap_or(0),
            Amount::All => u32::MAX,
            Amount::Attribute {
                attribute,
                of,
                printed,
            } => cards(of)
                .map(|card| {
                    self.number_of(card, attribute, *printed)
                        .unwrap_or(0)
                        .max(0) as u32
                })
                .sum(),
            Amount::Size { of } => cards(of).map(|card| self.size(card)).sum(),
            Amount::DamageOn { of } => cards(of).map(|card| self.damage(card)).sum(),
            Amount::TokensOn { token, of } => self
                .refer(of, env)
                .into_iter()
                .map(|thing| self.tokens_on(thing, token))
                .sum(),
            Amount::Number { of } => self.candidates(of, env, Ask::Count(None)).len() as u32,
            Amount::DamageDealt { by } => {
                let attack = self.attack_ref(by, env);
                let dealt = attack.and_then(|attack| Some((attack, self.fight_of(attack)?.dealt?)));
                dealt.map_or(0, |(attack, dealt)| dealt[usize::from(attack.back)])
            }
            Amount::DamageOfEvent => match env
                .pending
                .and_then(|(moment, place)| self.pending(moment, place))
            {
                Some(pending) => pending,
                None => env.event.as_ref().map_or(0, |event| event.damage),
            },
            Amount::StepsMoved { who, period } => {
                let things = self.refer(who, env);
                let steps = self.journal(*period);
                let moved = steps.iter().filter(|entry| match entry {
                    Entry::Step(card) => things.contains(&Thing::Card(*card)),
                    _ => false,
                });
                moved.count() as u32
            }
            Amount::Played { who, what, period } => {
                let (players, _) = self.who(*who, env);
                players
                    .iter()
                    .map(|player| self.played(*player, what, *period, env))
                    .sum()
            }
            Amount::Half { of, rounded } => {
                let whole = self.amount(of, env);
                match rounded {
                    Round::Up => whole.div_ceil(2),
                    Round::Down => whole / 2,
                }
            }
            Amount::Times { factor, of } => self.amount(of, env).saturating_mul(*factor),
            Amount::Every { each, of } => self.amount(of, env) / (*each).max(1),
            Amount::Bounded {
                of,
                minimum,
                maximum,
            } => {
                let value = self.amount(of, env);
                value
                    .max(minimum.unwrap_or(0))
                    .min(maximum.unwrap_or(u32::MAX))
            }
        }
    }

    /// What happened in a period. Of an activation: the one that is going on.
    pub fn journal(&self, period: Period) -> &[Entry] {
        let start = match period {
            Period::Round => 0,
            Period::Turn => match self.s.turn {
                Some(_) => self.s.turn_start as usize,
                None => self.s.journal.len(),
            },
            Period::Activation => match self.s.activations.last() {
                Some(activation) => activation.start as usize,
                None => self.s.journal.len(),
            },
        };
        &self.s.journal[start.min(self.s.journal.len())..]
    }

    // ── What is forbidden and allowed ──

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

    /// Ends the changes that end at that time, all at one moment.
    pub fn end_changes(&mut self, ends: &dyn Fn(&Until) -> bool) {
        let mut ended = Vec::new();
        self.s.changes.retain(|change| {
            let over = ends(&change.until);
            if over {
                ended.push(change.clone());
            }
            !over
        });
        self.s.watches.retain(|watching| !ends(&watching.until));
        self.touch();
        for change in ended {
            self.undo(&change);
        }
    }

    /// Ends the changes whose condition fails. Returns whether one ended.
    pub fn end_failed(&mut self) -> bool {
        let conds: SmallVec<[bool; 8]> = self
            .s
            .changes
            .iter()
            .map(|change| match change.until {
                Until::While(cond) => !self.test_noted(cond, &change.env, &mut Vec::new()),
                _ => false,
            })
            .collect();
        if !conds.contains(&true) {
            return false;
        }
        self.touch();
        let mut place = 0;
        let mut ended = Vec::new();
        self.s.changes.retain(|change| {
            place += 1;
            if conds[place - 1] {
                ended.push(change.clone());
            }
            !conds[place - 1]
        });
        for change in ended {
            self.undo(&change);
        }
        true
    }

    /// A card that was taken for a time turns back.
    pub fn undo(&mut self, change: &Lasting) {
        if !matches!(
            self.t.acts[change.act as usize].action,
            Action::TakeControl { .. }
        ) {
            return;
        }
        for card in change.things.iter().filter_map(|thing| card(*thing)) {
            let newer = self.s.changes.iter().any(|other| {
                matches!(
                    self.t.acts[other.act as usize].action,
                    Action::TakeControl { .. }
                ) && other.things.contains(&Thing::Card(card))
                    && other.stamp > change.stamp
            });
            if newer {
                // What is over is no longer what a later change goes back to.
                let before = change.before;
                for other in &mut self.s.changes {
                    let about =
                        other.things.contains(&Thing::Card(card)) && other.stamp > change.stamp;
                    if about
                        && matches!(
                            self.t.acts[other.act as usize].action,
                            Action::TakeControl { .. }
                        )
                    {
                        other.before = before;
                        break;
                    }
                }
            } else if self.in_play(card) {
                self.s.cards[usize::from(card.card)].controller = change.before;
            }
        }
        self.touch();
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
