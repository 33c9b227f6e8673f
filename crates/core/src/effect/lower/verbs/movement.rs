//! Lowers verbs of movement and fighting.

use crate::diagnostic::{Code, Place, Safety};
use crate::effect::ir::{Action, Count, Direction, Filter, Pick, Reference, Selector};
use crate::effect::lower::children::Children;
use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::ctx::LowerCtx;
use crate::effect::lower::types::{ArgType, EntityKind, PronounConstraint};
use crate::effect::lower::verbs::{VerbPhrase, is_first};
use crate::effect::syntax::Rule;
use crate::game::Binding;

impl LowerCtx<'_> {
    pub fn move_something(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let what = self.object(cx, phrase.kids.need(Rule::np), ArgType::Fighter)?;
        self.move_self(what, phrase)
    }

    pub fn move_self(&mut self, what: Selector, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let kids = &mut phrase.kids;
        self.expect_arg(&what, "be moved", ArgType::Fighter)?;
        let mut distance = Children::of(kids.need(Rule::distance));
        let up_to = distance.has(Rule::m_upto);
        let written = self.written_distance(cx, &mut distance)?;
        distance.has(Rule::each_of);
        distance.end();
        let direction = match kids.take(Rule::direction) {
            Some(direction) => {
                let mut kids = Children::of(direction);
                let away = is_first(&mut kids, Rule::d_away, Rule::d_toward);
                let from = kids.need(Rule::np);
                let span = self.at(&from);
                let is = self.known(cx, from)?;
                kids.end();
                let from = Selector {
                    pick: Pick::Known { is: is.clone() },
                    span,
                };
                self.not_itself(&what, &from, "moves away from or toward")?;
                let what = is;
                Some(if away {
                    Direction::AwayFrom { what }
                } else {
                    Direction::Toward { what }
                })
            }
            None => None,
        };
        let steps = self.complete(written, "steps", phrase)?;
        Some(Action::Move {
            what,
            steps,
            up_to,
            direction,
        })
    }

    pub fn swap(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let kids = &mut phrase.kids;
        let what = self.object(cx, kids.need(Rule::np), ArgType::Fighter)?;
        let with = match kids.take(Rule::np) {
            Some(np) => Some(self.object(cx, np, ArgType::Fighter)?),
            None => None,
        };
        self.expect_arg(&what, "swap places", ArgType::Fighter)?;
        let Some(with) = with else {
            let two = match &what.pick {
                Pick::Choose {
                    count: Count::Exactly { number },
                    ..
                } => number.value() == Some(2),
                Pick::Known { is } => matches!(is, Reference::Chosen { many: true, .. }),
                _ => false,
            };
            return match two {
                true => Some(Action::Swap { what, with: None }),
                false => self.reject(
                    Code::CannotApply,
                    phrase.at.clone(),
                    "a swap needs two things",
                    "the second thing is missing",
                    "write `Swap 2 friendly ‹actings›.` or `Swap this ‹acting› with …`",
                ),
            };
        };
        self.expect_arg(&with, "swap places", ArgType::Fighter)?;
        self.not_itself(&what, &with, "swaps places with")?;
        let pair = "a swap needs exactly one card on each side";
        let help = "name one on each side: `Swap a friendly ‹acting› with an enemy ‹acting›.`";
        self.only_one(&what, pair, help)?;
        self.only_one(&with, pair, help)?;
        let with = Some(Box::new(with));
        Some(Action::Swap { what, with })
    }

    pub fn place_something(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let kids = &mut phrase.kids;
        let what = self.object(cx, kids.need(Rule::np_off), ArgType::Placeable)?;
        let on = self.object_being(cx, kids.need(Rule::np), PronounConstraint::Ground)?;
        // The chosen space determines which thing is near it, so a reference to that thing is unambiguous here.
        let copy_of = match kids.take(Rule::as_copy) {
            Some(copy) => {
                let np = Children::of(copy).need(Rule::np);
                Some(Box::new(self.at_known_places(|ctx| ctx.np(cx, np))?))
            }
            None => None,
        };
        // A card that becomes a copy can be of any type.
        let is_card = |what| !matches!(what, EntityKind::Space | EntityKind::Attack);
        if copy_of.is_none() || !is_card(self.thing_of(&what)) {
            self.expect_arg(&what, "be placed on the map", ArgType::Placeable)?;
        }
        self.is_a_space(&on)?;
        let room = "each card needs its own space, and only one space is named";
        let one_by_one = "place them one after another: `Place a ‹acting› on a vacant space. Place another ‹acting› \
            on a vacant space.`; or write `For each …, place that ‹acting› on a vacant space.`";
        self.only_one(&what, room, one_by_one)?;
        self.only_one(&on, room, one_by_one)?;
        self.is_on_the_map_now(&what);
        if let Pick::Choose { from, .. } = &on.pick {
            self.not_beside_itself(&what, &from.places)?;
        }
        Some(Action::Place { what, on, copy_of })
    }

    /// Rejects a place that is not a space. A location can have several spaces.
    fn is_a_space(&mut self, on: &Selector) -> Option<()> {
        let Some(mut finding) = self.arg_mismatch(on, "have a card placed on it", ArgType::Space)
        else {
            return Some(());
        };
        if self.is_ground(&self.thing_of(on)) {
            let start = on.span.range().start;
            let title = "write `a vacant space on` before it";
            let at = Place::Text(start..start);
            finding.help = None;
            finding = finding.fix(Safety::Unsafe, title, at, "a vacant space on ");
        }
        self.report(finding)
    }

    pub fn attack(&mut self, who: Selector, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        self.expect_arg(&who, "attack", ArgType::Fighter)?;
        let kids = &mut phrase.kids;
        let Some(np) = kids.take(Rule::np) else {
            let end = phrase.at.end;
            return self.reject(
                Code::UnreadableSentence,
                end..end,
                "missing target of the attack",
                format!("missing {}", self.fighter_words()),
                "write `attacks an enemy ‹acting› …` or `attacks the target again`",
            );
        };
        // The attacker may be named inside the target: `attacks a unit adjacent to it`.
        let first = np.into_inner().next();
        let by_itself = first.is_some_and(|node| node.as_rule() == Rule::reference);
        let not_it = match &who.pick {
            Pick::Known { is } if by_itself => Some(is),
            _ => None,
        };
        let whom = self.object(ClauseCtx { not_it, ..cx }, np, ArgType::Fighter)?;
        let again = kids.has(Rule::again);
        self.expect_arg(&whom, "be attacked", ArgType::Fighter)?;
        self.not_itself(&who, &whom, "attacks")?;
        self.near_which(&who, &whom)?;
        Some(Action::Attack { who, whom, again })
    }

    pub fn deal_more(&mut self, who: Selector, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let kids = &mut phrase.kids;
        let written = self.written(cx, kids, "damage more or less")?;
        let less = is_first(kids, Rule::less, Rule::more);
        let thing = self.thing_of(&who);
        let attack = thing == EntityKind::Attack;
        self.expect_arg(&who, "deal more or less damage", ArgType::Dealer)?;
        let cards = match thing {
            EntityKind::Card(_) => self.cards_to_come(&who)?,
            _ => None,
        };
        let at_least = self.floor(less, phrase.tails)?;
        let amount = self.complete(written, self.damage_word(), phrase)?;
        let time = self.lasting_with(cx, attack, phrase.tails)?;
        Some(match cards {
            Some(what) => Action::CardsDealMore {
                what,
                amount,
                less,
                at_least,
                time,
            },
            None => Action::DealMore {
                who,
                amount,
                less,
                at_least,
                time,
            },
        })
    }

    /// Returns the description of `your spells`: cards that deal damage while they are played, so they are described
    /// and not found when the change begins. `None` for a card that was named before.
    fn cards_to_come(&mut self, who: &Selector) -> Option<Option<Box<Filter>>> {
        match &who.pick {
            Pick::Known { .. } => Some(None),
            Pick::Each { from, .. } | Pick::Any { from, .. } if from.zone.is_none() => {
                self.discourse.only_a_kind();
                Some(Some(from.clone()))
            }
            _ => self.reject(
                Code::CannotApply,
                who.span.range(),
                "these cards act only while they are played",
                "not a kind of card that is played later",
                "describe all cards of a kind, without a zone: `your spells`",
            ),
        }
    }

    pub fn disadvantage(
        &mut self,
        mut of: Selector,
        phrase: &mut VerbPhrase<'_, '_>,
    ) -> Option<Action> {
        let cx = phrase.cx;
        // `attacks without disadvantage` and `has no disadvantage` have the same meaning. `without` is part of the
        // verb's text, but `no` is a separate node.
        let without = phrase.node.as_str().to_lowercase().contains("without");
        let has = !without && !phrase.kids.has(Rule::no);
        // `This unit attacks without disadvantage` is about the current attack.
        if let Pick::Known { is } = &mut of.pick
            && matches!(is, Reference::This { .. })
            && without
            && self.binds(Binding::Attack)
        {
            *is = Reference::ThisAttack;
        }
        let attack = self.thing_of(&of) == EntityKind::Attack;
        self.expect_arg(&of, "have disadvantage", ArgType::FighterOrAttack)?;
        let time = self.lasting_with(cx, attack, phrase.tails)?;
        Some(Action::Disadvantage { of, has, time })
    }
}
