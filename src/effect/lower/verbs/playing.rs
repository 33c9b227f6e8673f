//! Lowers verbs of playing: cards, control, statistics and costs, locations, attaching.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{
    Antecedent, ArgType, EntityKind, NounRole, PronounConstraint, Subject,
};
use smol_str::SmolStr;

use crate::diagnostic::{Code, Diagnostic, Place, Safety};
use crate::effect::ir::{Action, Amount, Face, Pick, Player, Reference, Selector, Side};
use crate::effect::lower::children::{Children, bug};
use crate::effect::lower::ctx::{LowerCtx, Node};
use crate::effect::lower::modifiers::Modifiers;
use crate::effect::lower::verbs::Agent;
use crate::effect::syntax::Rule;
use crate::game::SideWords;

impl LowerCtx<'_> {
    pub fn play(&mut self, cx: ClauseCtx<'_>, node: Node<'_>, subject: Agent) -> Option<Action> {
        let who = self.expect_player(cx, subject, "play")?;
        let mut kids = Children::of(node);
        let what = self.cards(cx, kids.need(Rule::np), "play", who)?;
        self.applies_in_zone(&what, "play", who, "be played", ArgType::OffMap)?;
        if let Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. } =
            &what.pick
            && !from.places.is_empty()
        {
            let finding = self
                .finding(
                    Code::Contradiction,
                    what.span.range(),
                    "a card that is played is not on the map yet",
                    "a present place, not a destination",
                )
                .help(format!(
                    "played cards go next to your {}: remove the place, or put the card elsewhere without playing \
                     it, `Place … from your hand on a vacant space …`; for all cards that you play, write `‹Actings› \
                     you play may be placed …`",
                    self.leader_word()
                ));
            return self.report(finding);
        }
        let free = kids.has(Rule::free);
        let as_ = match kids.take(Rule::as_statistic) {
            Some(as_statistic) => {
                let np = Children::of(as_statistic).need(Rule::np);
                let at = self.range(&np);
                let selector = self.np(cx, np)?;
                match selector.pick {
                    Pick::Choose { from, .. } => {
                        self.only_a_kind();
                        Some(from)
                    }
                    _ => {
                        let finding = self.finding(
                            Code::CannotApply,
                            at,
                            "a card can only be played as a kind of card",
                            "not a kind of card",
                        );
                        let finding = finding.help(
                            "write a single one, which applies to each: `as a ready power card`",
                        );
                        return self.report(finding);
                    }
                }
            }
            None => None,
        };
        kids.end();
        let stands = matches!(self.thing_of(&what), EntityKind::Card(types) if self.on_map(&types));
        if stands && as_.is_none() {
            self.is_on_the_map_now(&what);
        }
        Some(Action::Play {
            who,
            what,
            free,
            as_,
        })
    }

    pub fn remove_from_map(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
    ) -> Option<Action> {
        self.expect_no_subject(subject, "remove")?;
        let mut kids = Children::of(node);
        let apart = kids.take(Rule::number_apart);
        let known = match apart {
            Some(_) => None,
            None => Some(self.object(cx, kids.need(Rule::np), ArgType::OfDeckOnMap)?),
        };
        let what = self.known_or_apart(cx, known, apart, &mut kids)?;
        kids.end();
        self.expect_arg(&what, "be removed from the map", ArgType::OfDeckOnMap)?;
        Some(Action::RemoveFromMap { what })
    }

    pub fn negate(&mut self, cx: ClauseCtx<'_>, node: Node<'_>, subject: Agent) -> Option<Action> {
        self.expect_no_subject(subject, "negate")?;
        let what = self.object_being(
            cx,
            Children::of(node).need(Rule::np),
            PronounConstraint::Played,
        )?;
        self.expect_arg(&what, "be negated", ArgType::OffMap)?;
        let played = |mention: &Antecedent| {
            mention.played
                && matches!((&what.pick, &mention.reference),
                    (Pick::Known { is: Reference::Chosen { slot, .. } }, Reference::Chosen { slot: played, .. })
                        if slot == played)
        };
        if self.ability.recovering || self.discourse.mentions.iter().any(played) {
            return Some(Action::Negate { what });
        }
        let finding = self
            .finding(
                Code::CannotApply,
                what.span.range(),
                "only a card that is being played can be negated",
                "no earlier event is about playing this",
            )
            .help(
                "name it in the event: `when your opponent plays a spell`, then write `that spell`",
            );
        self.report(finding)
    }

    pub fn take_control(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        let who = self.expect_player(cx, subject, "take control")?;
        let cx = ClauseCtx {
            needs: Some(&PronounConstraint::Verb(ArgType::Controllable)),
            ..cx
        };
        let what = self.np_as(cx, Children::of(node).need(Rule::np), NounRole::Pick, who)?;
        self.expect_arg(&what, "change hands", ArgType::Controllable)?;
        if who == Player::You {
            self.changes_side(&what, Side::Friendly, "you already control it")?;
        }
        // A location is kept until the other player takes it. Control of a unit must end at some time.
        let kept = match self.thing_of(&what) {
            EntityKind::OnMap(types) => types.iter().all(|t| {
                self.env
                    .symbols
                    .game
                    .card_types
                    .get(t)
                    .is_some_and(|card_type| card_type.side == SideWords::Controlled)
            }),
            _ => false,
        };
        let time = if kept {
            self.kept(cx, tails)?
        } else {
            self.lasting(cx, tails)?
        };
        Some(Action::TakeControl { who, what, time })
    }

    pub fn lose_control(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
    ) -> Option<Action> {
        let who = self.expect_player(cx, subject, "lose control")?;
        let what = self.np_as(cx, Children::of(node).need(Rule::np), NounRole::Pick, who)?;
        self.expect_arg(&what, "be without a controller", ArgType::Controlled)?;
        if who == Player::Opponent {
            self.changes_side(&what, Side::Friendly, "your opponent does not control it")?;
        }
        Some(Action::LoseControl { who, what })
    }

    pub fn ready(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        let at = self.range(&node);
        let who = self.expect_player(cx, subject, "ready")?;
        let verb_at = at.start..at.start + node.as_str().find(' ').unwrap_or(0);
        let mut what = self.np_as(cx, Children::of(node).need(Rule::np), NounRole::Pick, who)?;
        if let Some(finding) = self.arg_mismatch(&what, "be readied", ArgType::Payer) {
            let finding = match self.is_fighter(&self.thing_of(&what)) {
                true => self.unmarked(finding, &what, verb_at),
                false => finding,
            };
            return self.report(finding);
        }
        self.counted_by_tails(cx, &mut what, tails, at)?;
        Some(Action::Ready { who, what })
    }

    /// Suggests removing marks: a thing on the map is ready again without its marks.
    fn unmarked(
        &self,
        mut finding: Diagnostic<Place>,
        what: &Selector,
        verb: std::ops::Range<usize>,
    ) -> Diagnostic<Place> {
        let marks: Vec<&str> = self
            .env
            .symbols
            .game
            .terms("marks")
            .map(|(_, term)| term.name.as_str())
            .collect();
        let Some(first) = marks.first() else {
            return finding;
        };
        let words = match marks.len() {
            1 => format!("the {first} mark"),
            _ => format!("the {} marks", marks.join(" and ")),
        };
        finding.help = None;
        finding.fix(
            Safety::Unsafe,
            format!("write `Remove {words} from …`"),
            Place::Text(verb.start..what.span.range().start),
            format!("Remove {words} from "),
        )
    }

    /// Lowers `Spend 1 power`, which pays; `Spends a ready statistic card`, which turns a card; and `You may spend … as
    /// 1 power`, which lets a card be spent as something else.
    pub fn spend(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        let at = self.range(&node);
        let who = self.expect_player(cx, subject, "spend")?;
        let mut kids = Children::of(node);
        let np = kids.need(Rule::np);
        let any = kids.take(Rule::any_type).map(|any| self.range(&any));
        let as_ = kids.take(Rule::loss);
        kids.end();
        if as_.is_none()
            && let Some((statistic, amount)) = self.statistic_price(cx, &np, tails)?
        {
            let amount = self.finish(cx, amount, tails, "of it", at)?;
            return Some(Action::Pay {
                who,
                statistic,
                amount,
            });
        }
        let Some(as_) = as_ else {
            let mut what = self.np_as(cx, np, NounRole::Pick, who)?;
            self.expect_arg(&what, "be spent", ArgType::Payer)?;
            self.counted_by_tails(cx, &mut what, tails, at)?;
            return Some(Action::Spend { who, what });
        };
        // A rule of payment is not an action, so it has a duration.
        let selector = self.np_as(cx, np, NounRole::Pattern, who)?;
        let Pick::Any { from, .. } = selector.pick else {
            let finding = self.finding(
                Code::CannotApply,
                selector.span.range(),
                "only a kind of card can be spent as something else",
                "not a kind of card",
            );
            return self.report(finding);
        };
        if let (Some(any), false) = (any, from.fields.is_empty()) {
            return self.contradiction(any, "the type is already given, so it cannot be any type");
        }
        self.only_a_kind();
        let (statistic, written) = self.loss_of_statistic(cx, as_)?;
        let amount = self.finish(cx, written, tails, "of it", at)?;
        let time = if self.env.heading.is_some_and(|heading| heading.lasting) {
            self.standing(cx, tails)?
        } else {
            self.lasting(cx, tails)?
        };
        Some(Action::SpendAs {
            who,
            what: from,
            statistic,
            amount,
            time,
        })
    }

    /// Lowers `1 power`, if the words do not name a card.
    #[allow(clippy::type_complexity)]
    fn statistic_price(
        &mut self,
        cx: ClauseCtx<'_>,
        np: &Node<'_>,
        tails: &Modifiers<'_>,
    ) -> Option<Option<(SmolStr, Option<Amount>)>> {
        let text = np.as_str().trim();
        // `Spend power equal to …`: the number follows.
        let (number, word) = match text.split_once(' ') {
            _ if tails.has_equal() => ("", text),
            Some(parts) => parts,
            None => return Some(None),
        };
        let Some(statistic) = self
            .env
            .symbols
            .game
            .terms("statistics")
            .find(|(_, term)| crate::effect::lower::vocabulary::is_term(term, word.trim()))
            .map(|(id, _)| id.into())
        else {
            return Some(None);
        };
        if tails.has_equal() {
            return Some(Some((statistic, None)));
        }
        let first = np
            .within()
            .find(|pair| matches!(pair.as_rule(), Rule::number | Rule::q_x | Rule::q_a));
        let amount = match first {
            Some(pair) if pair.as_rule() == Rule::number => {
                let at = self.range(&pair);
                let amount = Amount::fixed(self.number(pair)?);
                self.at_least_one(amount, number, at)?
            }
            Some(pair) if pair.as_rule() == Rule::q_x => self.x(cx, &pair)?,
            Some(_) => Amount::fixed(1),
            None => return Some(None),
        };
        Some(Some((statistic, Some(amount))))
    }

    /// Lowers `1 power`: an amount and a statistic.
    pub fn loss_of_statistic(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
    ) -> Option<(SmolStr, Option<Amount>)> {
        let mut kids = Children::of(node);
        let amount = match kids.take(Rule::amount) {
            Some(node) => {
                let at = self.range(&node);
                let amount = self.amount(cx, node)?;
                Some(self.at_least_one(amount, "of it", at)?)
            }
            None => None,
        };
        let word = kids.need(Rule::attribute);
        kids.end();
        let at = self.range(&word);
        let text = word.words();
        let statistic = self.term("statistics", &text, at, "a statistic")?;
        Some((statistic, amount))
    }

    pub fn cost(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        let at = self.range(&node);
        let Some((Subject::Things(selector), subject_at)) = subject else {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at,
                    "only cards have a cost",
                    "this has no cost",
                )
                .help("write `Your spells cost 1 power less.`");
            return self.report(finding);
        };
        let what = match selector.pick {
            Pick::Each { from, .. } | Pick::Any { from, .. } => {
                self.only_a_kind();
                from
            }
            _ => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        subject_at,
                        "only the cost of cards that will be played can change",
                        "not a kind of card",
                    )
                    .help("write `Your spells cost …` or `Your next spell this round costs …`");
                return self.report(finding);
            }
        };
        let mut kids = Children::of(node);
        let next_time = kids.take(Rule::t_this);
        if let Some(time) = &next_time
            && self.needs_occasion(cx)
        {
            let at = self.range(time);
            return self.never_begins(at);
        }
        let next_time = next_time.map(|time| {
            match Children::of(Children::of(time).need(Rule::span_name))
                .any()
                .as_rule()
            {
                Rule::until_turn => crate::effect::ir::Duration::EndOfTurn,
                Rule::until_activation => crate::effect::ir::Duration::EndOfActivation,
                _ => crate::effect::ir::Duration::EndOfRound,
            }
        });
        let (statistic, written) = self.loss_of_statistic(cx, kids.need(Rule::loss))?;
        let less = match kids.any().as_rule() {
            Rule::less => true,
            Rule::more_cost => false,
            other => bug(Rule::v_cost, Some(other)),
        };
        kids.end();
        let at_least = self.floor(less, tails)?;
        let amount = self.finish(cx, written, tails, "of it", at)?;
        let time = match next_time {
            Some(time) => time,
            None => self.lasting(cx, tails)?,
        };
        Some(Action::ChangeCost {
            what,
            statistic,
            amount,
            less,
            at_least,
            time,
        })
    }

    pub fn turn(&mut self, cx: ClauseCtx<'_>, node: Node<'_>, subject: Agent) -> Option<Action> {
        self.expect_no_subject(subject, "turn")?;
        let mut kids = Children::of(node);
        let what = self.object(cx, kids.need(Rule::np), ArgType::Hidden)?;
        let face = match kids.any().as_rule() {
            Rule::face_up => Face::Up,
            Rule::face_down => Face::Down,
            other => bug(Rule::v_turn, Some(other)),
        };
        kids.end();
        self.expect_arg(&what, "be turned over", ArgType::Hidden)?;
        Some(Action::Turn { what, face })
    }

    pub fn attach(&mut self, cx: ClauseCtx<'_>, node: Node<'_>, subject: Agent) -> Option<Action> {
        self.expect_no_subject(subject, "attach")?;
        let mut kids = Children::of(node);
        let what = self.np(cx, kids.need(Rule::np))?;
        let to = self.object(cx, kids.need(Rule::np), ArgType::Host)?;
        kids.end();
        let this = matches!(
            what.pick,
            Pick::Known {
                is: Reference::This { as_: None }
            }
        );
        if !this {
            self.expect_arg(&what, "be attached", ArgType::OffMap)?;
        }
        self.expect_arg(&to, "have a card attached", ArgType::Host)?;
        let place = "a card can only be in one place";
        self.only_one(
            &to,
            place,
            "name one: `Attach this card to a friendly ‹acting›.`",
        )?;
        Some(Action::Attach { what, to })
    }

    pub fn remove_card(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
    ) -> Option<Action> {
        self.expect_no_subject(subject, "remove")?;
        let mut kids = Children::of(node);
        let what = self.np(cx, kids.need(Rule::np_attached))?;
        let from = self.np(cx, kids.need(Rule::np))?;
        kids.end();
        self.expect_arg(&what, "be attached to anything", ArgType::OffMap)?;
        self.expect_arg(&from, "have a card attached", ArgType::Host)?;
        Some(Action::RemoveCard { what, from })
    }
}
