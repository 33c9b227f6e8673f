//! Lowers verbs of movement and fighting.

use crate::diagnostic::{Code, Place, Safety};
use crate::effect::ir::{Action, Count, Direction, Pick, Reference, Selector};
use crate::effect::lower::children::{Children, bug};
use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::ctx::{LowerCtx, Node};
use crate::effect::lower::modifiers::Modifiers;
use crate::effect::lower::types::{ArgType, EntityKind, PronounConstraint, UnboundReason};
use crate::effect::lower::verbs::Agent;
use crate::effect::syntax::Rule;
use crate::game::Binding;

impl LowerCtx<'_> {
    pub fn move_something(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        self.expect_no_subject(subject, "move")?;
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let what = self.object(cx, kids.need(Rule::np), ArgType::Fighter)?;
        self.moved(cx, what, kids, at, tails)
    }

    pub fn move_self(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        let at = self.range(&node);
        let what = self.expect_cards(subject, "move", &node)?;
        self.moved(cx, what, Children::of(node), at, tails)
    }

    fn moved(
        &mut self,
        cx: ClauseCtx<'_>,
        what: Selector,
        mut kids: Children<'_>,
        at: std::ops::Range<usize>,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        self.expect_arg(&what, "be moved", ArgType::Fighter)?;
        let mut distance = Children::of(kids.need(Rule::distance));
        let up_to = distance.has(Rule::m_upto);
        let written = match distance.take(Rule::amount) {
            Some(amount) => {
                let at = self.range(&amount);
                let amount = self.amount(cx, amount)?;
                Some(self.distance(amount, at)?)
            }
            None => None,
        };
        distance.has(Rule::each_of);
        distance.end();
        let direction = match kids.take(Rule::direction) {
            Some(direction) => {
                let mut kids = Children::of(direction);
                let away = match kids.any().as_rule() {
                    Rule::d_away => true,
                    Rule::d_toward => false,
                    other => bug(Rule::direction, Some(other)),
                };
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
        kids.end();
        let steps = self.finish(cx, written, tails, "steps", at)?;
        Some(Action::Move {
            what,
            steps,
            up_to,
            direction,
        })
    }

    pub fn swap(&mut self, cx: ClauseCtx<'_>, node: Node<'_>, subject: Agent) -> Option<Action> {
        self.expect_no_subject(subject, "swap")?;
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let what = self.object(cx, kids.need(Rule::np), ArgType::Fighter)?;
        let with = match kids.take(Rule::np) {
            Some(np) => Some(self.object(cx, np, ArgType::Fighter)?),
            None => None,
        };
        kids.end();
        self.expect_arg(&what, "swap places", ArgType::Fighter)?;
        match &with {
            Some(with) => {
                self.expect_arg(with, "swap places", ArgType::Fighter)?;
                self.not_itself(&what, with, "swaps places with")?;
            }
            None => {
                let two = matches!(&what.pick, Pick::Choose { count: Count::Exactly { number }, .. } if number.value() == Some(2))
                    || matches!(
                        &what.pick,
                        Pick::Known {
                            is: Reference::Chosen { many: true, .. }
                        }
                    );
                if !two {
                    let finding = self
                        .finding(
                            Code::CannotApply,
                            at,
                            "a swap needs two things",
                            "the second thing is missing",
                        )
                        .help("write `Swap 2 friendly ‹actings›.` or `Swap this ‹acting› with …`");
                    return self.report(finding);
                }
            }
        }
        if let Some(with) = &with {
            let pair = "a swap needs exactly one card on each side";
            let help = "name one on each side: `Swap a friendly ‹acting› with an enemy ‹acting›.`";
            self.only_one(&what, pair, help)?;
            self.only_one(with, pair, help)?;
        }
        let with = with.map(Box::new);
        Some(Action::Swap { what, with })
    }

    pub fn place_something(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
    ) -> Option<Action> {
        self.expect_no_subject(subject, "place")?;
        let mut kids = Children::of(node);
        let what = self.object(cx, kids.need(Rule::np_off), ArgType::Placeable)?;
        let on = self.object_being(cx, kids.need(Rule::np), PronounConstraint::Ground)?;
        // The space on which the card is placed decides which thing it is near, so the copied thing is certain.
        let uncertain = self.discourse.uncertain.clone();
        self.discourse
            .uncertain
            .retain(|(.., why)| *why != UnboundReason::Near);
        let copy_of = match kids.take(Rule::as_copy) {
            Some(copy) => Some(Box::new(self.np(cx, Children::of(copy).need(Rule::np))?)),
            None => None,
        };
        self.discourse.uncertain = uncertain;
        kids.end();
        // As a copy, any card can be on the map.
        let wants = match copy_of {
            Some(_) if !matches!(self.thing_of(&what), EntityKind::Space | EntityKind::Attack) => {
                None
            }
            _ => Some(ArgType::Placeable),
        };
        if let Some(wants) = wants {
            self.expect_arg(&what, "be placed on the map", wants)?;
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

    pub fn attack(&mut self, cx: ClauseCtx<'_>, node: Node<'_>, subject: Agent) -> Option<Action> {
        let at = self.range(&node);
        let who = self.expect_cards(subject, "attack", &node)?;
        self.expect_arg(&who, "attack", ArgType::Fighter)?;
        let mut kids = Children::of(node);
        let whom = match kids.take(Rule::np) {
            Some(np) => {
                // The attacker may be named inside the target: `attacks a unit adjacent to it`.
                let mut nodes = np.into_inner();
                let by_itself = nodes
                    .next()
                    .is_some_and(|node| node.as_rule() == Rule::reference);
                let not_it = match &who.pick {
                    Pick::Known { is } if by_itself => Some(is),
                    _ => None,
                };
                self.object(ClauseCtx { not_it, ..cx }, np, ArgType::Fighter)?
            }
            None => {
                let finding = self
                    .finding(
                        Code::UnreadableSentence,
                        at.end..at.end,
                        "missing target of the attack",
                        format!("missing {}", self.fighter_words()),
                    )
                    .help("write `attacks an enemy ‹acting› …` or `attacks the target again`");
                return self.report(finding);
            }
        };
        let again = kids.has(Rule::again);
        kids.end();
        self.damageable(&whom, "be attacked")?;
        self.not_itself(&who, &whom, "attacks")?;
        self.near_which(&who, &whom)?;
        Some(Action::Attack { who, whom, again })
    }

    pub fn deal_more(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        let at = self.range(&node);
        let who = self.expect_cards(subject, "deal additional damage", &node)?;
        let mut kids = Children::of(node);
        let written = match kids.take(Rule::amount) {
            Some(amount) => {
                let at = self.range(&amount);
                let amount = self.amount(cx, amount)?;
                Some(self.at_least_one(amount, "damage more or less", at)?)
            }
            None => None,
        };
        let less = match kids.any().as_rule() {
            Rule::more => false,
            Rule::less => true,
            other => bug(Rule::v_deal_more, Some(other)),
        };
        kids.end();
        let thing = self.thing_of(&who);
        self.expect_arg(&who, "deal more or less damage", ArgType::Dealer)?;
        let at_least = self.floor(less, tails)?;
        let amount = self.finish(cx, written, tails, self.damage_word(), at)?;
        let time = if thing == EntityKind::Attack {
            self.with_the_attack(cx, tails)?
        } else {
            self.lasting(cx, tails)?
        };
        Some(Action::DealMore {
            who,
            amount,
            less,
            at_least,
            time,
        })
    }

    pub fn disadvantage(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        let of = self.expect_cards(subject, "have disadvantage", &node)?;
        // `attacks without disadvantage` and `has no disadvantage` have the same meaning; the verb shows which words
        // follow.
        let without = node.as_str().to_lowercase().contains("without");
        let has = !without && !Children::of(node).has(Rule::no);
        // `This unit attacks without disadvantage` is about the current attack.
        let this = matches!(
            &of.pick,
            Pick::Known {
                is: Reference::This { .. }
            }
        );
        let of = if without && this && self.binds(Binding::Attack) {
            Selector {
                pick: Pick::Known {
                    is: Reference::ThisAttack,
                },
                span: of.span,
            }
        } else {
            of
        };
        let thing = self.thing_of(&of);
        self.expect_arg(&of, "have disadvantage", ArgType::FighterOrAttack)?;
        let time = if thing == EntityKind::Attack {
            self.with_the_attack(cx, tails)?
        } else {
            self.lasting(cx, tails)?
        };
        Some(Action::Disadvantage { of, has, time })
    }

    pub fn also_hits(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
    ) -> Option<Action> {
        let attack = self.expect_cards(subject, "hit", &node)?;
        self.attack_thing(&attack, "hit others too")?;
        let what = self.object(cx, Children::of(node).need(Rule::np), ArgType::Fighter)?;
        self.damageable(&what, "be hit")?;
        Some(Action::AlsoHits { attack, what })
    }

    pub fn redirect(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
    ) -> Option<Action> {
        self.expect_no_subject(subject, "redirect")?;
        let mut kids = Children::of(node);
        let attack = self.object(cx, kids.need(Rule::np), ArgType::Attack)?;
        let to = self.object(cx, kids.need(Rule::np), ArgType::Fighter)?;
        kids.end();
        self.attack_thing(&attack, "be redirected")?;
        self.damageable(&to, "be attacked")?;
        Some(Action::Redirect { attack, to })
    }
}
