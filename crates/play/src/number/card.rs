//! Numbers and fields of cards, with all changes.

use cardwright_ir::Action;
use smallvec::SmallVec;

use super::Holding;
use crate::account::{By, Part};
use crate::facts::kind;
use crate::run::{Run, busy};
use crate::state::{Card, CardRef, Last, Thing};
use crate::table::{Act, index};

impl<'t> Run<'t, '_> {
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
        // Leaders begin at level 1, which is not printed.
        if def.leader
            && self
                .t
                .battle()
                .is_some_and(|battle| attribute == battle.roll_over.below)
        {
            return Some(1);
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
}
