//! Lowers events.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::Subject;
use crate::effect::lower::types::{ArgType, EntityKind, NounRole, owned_by};

use super::children::{Children, bug};
use super::ctx::{LowerCtx, Node};
use crate::diagnostic::Code;
use crate::effect::ir::{Argument, Event, Happening, Pick, Player, Reference, Selector};
use crate::effect::syntax::Rule;

impl LowerCtx<'_> {
    pub fn player(&mut self, node: Node<'_>) -> Player {
        let player = match Children::of(node).any().as_rule() {
            Rule::pl_you => Player::You,
            Rule::pl_opponent => Player::Opponent,
            Rule::pl_each => Player::Each,
            other => bug(Rule::player, Some(other)),
        };
        self.discourse.is_done_by(player);
        player
    }

    pub fn subject(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        purpose: NounRole,
    ) -> Option<Subject> {
        let inner = Children::of(node).any();
        Some(match inner.as_rule() {
            Rule::player => Subject::Player(self.player(inner)),
            Rule::owned => return self.owned(node),
            _ => Subject::Things(self.np_as(cx, inner, purpose, cx.actor)?),
        })
    }

    /// Lowers an event and records what it mentions.
    pub fn event(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Event> {
        self.discourse.is_done_by(cx.actor);
        self.discourse.begin_phrase();
        let span = self.at(&node);
        let mut kids = Children::of(node);
        let first = kids.any();
        let what = match first.as_rule() {
            Rule::e_phrase => self.phrase_occurs(cx, None, first)?,
            Rule::e_mark_placed => {
                let mut inner = Children::of(first);
                let marks = self.marks(inner.need(Rule::marks))?;
                let on = self.np_as(cx, inner.need(Rule::np), NounRole::Event, Player::You)?;
                inner.end();
                self.expect_arg(&on, "have marks", ArgType::Fighter)?;
                Happening::MarkPlaced { marks, on }
            }
            Rule::subject => {
                let at = self.range(&first);
                let verb = kids.any();
                match verb.as_rule() {
                    Rule::e_deals | Rule::e_removes if !is_player(first) => {
                        self.done_by(cx, first, verb)?
                    }
                    Rule::e_deed => {
                        let subject = match self.subject(cx, first, NounRole::Event)? {
                            Subject::Player(who) => Some(Argument::Player { who }),
                            Subject::Things(which) => Some(Argument::Things { which }),
                            Subject::Limit(..) | Subject::BoostCards(_) => None,
                        };
                        self.phrase_occurs(cx, subject, verb)?
                    }
                    _ => {
                        let subject = self.subject(cx, first, NounRole::Event)?;
                        self.happening(cx, subject, at, verb)?
                    }
                }
            }
            other => bug(Rule::event, Some(other)),
        };
        kids.end();
        self.discourse.begin_phrase();
        Some(Event { what, span })
    }

    /// Lowers `this unit deals damage to an enemy unit`, which is `an enemy unit is dealt damage by this unit`: in this
    /// order the things are named, for the words that refer to them.
    fn done_by(
        &mut self,
        cx: ClauseCtx<'_>,
        subject: Node<'_>,
        verb: Node<'_>,
    ) -> Option<Happening> {
        let deals = verb.as_rule() == Rule::e_deals;
        let object = Children::of(verb).need(Rule::np);
        let refers = |node: &Node<'_>| {
            matches!(
                node.as_rule(),
                Rule::r_it | Rule::r_them | Rule::zone_it | Rule::o_its
            )
        };
        if let Some(it) = object.within().find(refers) {
            let finding = self
                .finding(
                    Code::AmbiguousReference,
                    self.range(&it),
                    "the subject of the event cannot be referred to here",
                    "refers to something in the same event",
                )
                .help("name the thing again, or begin with it: `When … is … by …`");
            return self.report(finding);
        }
        let who = self.np_as(cx, object, NounRole::Event, cx.actor)?;
        let by = Some(self.pattern(cx, Children::of(subject).need(Rule::np))?);
        let happening = match deals {
            true => {
                self.ability.event_damage = true;
                self.ability.damage_dealt = Some(self.range(&verb));
                Happening::IsDealtDamage { who, by }
            }
            false => {
                self.leaves_by_event(&who);
                Happening::IsRemovedFromMap { who, by }
            }
        };
        self.can_happen(&happening)?;
        self.not_of_itself(&happening)?;
        Some(happening)
    }

    /// Records that the event removes a thing from the map.
    fn leaves_by_event(&mut self, who: &Selector) {
        let gone = match &who.pick {
            Pick::Known { is } => Some(is.clone()),
            _ => self.mentioned_at(&who.span.range()),
        };
        self.discourse.remove_by_event(gone);
    }

    /// Marks the thing that an event names as being played.
    fn is_played(&mut self, what: &Selector) {
        for mention in self.discourse.mentions_mut() {
            mention.played |= mention.at == what.span.range();
        }
    }

    /// Records that the thing that an event names is a card of that player.
    fn is_card_of(&mut self, what: &Selector, who: Player) {
        if let Some(slot) = what.pick.slot() {
            self.discourse.belongs_to(slot, owned_by(who));
        }
    }

    /// Marks the thing that an event names as a card in a zone, whatever its type.
    fn is_a_card(&mut self, what: &Selector) {
        for mention in self.discourse.mentions_mut() {
            if mention.at == what.span.range()
                && let EntityKind::OnMap(types) = &mention.thing
            {
                mention.thing = EntityKind::Card(types.clone());
            }
        }
    }

    /// Marks a card as being on the map from now on.
    pub fn is_on_the_map_now(&mut self, what: &Selector) {
        let slot = match &what.pick {
            Pick::Known {
                is: Reference::Chosen { slot, .. },
            } => Some(*slot),
            pick => pick.slot(),
        };
        for mention in self.discourse.mentions_mut() {
            if let (EntityKind::Card(types), Reference::Chosen { slot: of, .. }) =
                (&mention.thing, &mention.reference)
                && Some(*of) == slot
                && !types.is_empty()
            {
                mention.thing = EntityKind::OnMap(types.clone());
            }
        }
    }

    /// Returns the span of the word before a node: the `is` of `is dealt`.
    fn word_before(&self, node: &Node<'_>) -> std::ops::Range<usize> {
        let at = self.range(node);
        let before = node.before();
        let end = before.trim_end().len();
        let start = before.trim_end().rfind(' ').map_or(0, |space| space + 1);
        let back = before.len();
        at.start - (back - start)..at.start - (back - end)
    }

    fn happening(
        &mut self,
        cx: ClauseCtx<'_>,
        subject: Subject,
        at: std::ops::Range<usize>,
        verb: Node<'_>,
    ) -> Option<Happening> {
        let rule = verb.as_rule();
        let words = verb.as_str().trim().to_owned();
        let is = self.word_before(&verb);
        let mut kids = Children::of(verb);
        // Events of a player.
        let by_player = matches!(
            rule,
            Rule::e_plays
                | Rule::e_draws
                | Rule::e_discards
                | Rule::e_passes
                | Rule::e_takes_control
                | Rule::e_spends
                | Rule::e_readies
                | Rule::e_activates
                | Rule::e_boosts
        );
        let what = match (subject, by_player) {
            (Subject::Player(who), true) => {
                if rule == Rule::e_passes {
                    return Some(Happening::Passes { who });
                }
                if rule == Rule::e_boosts {
                    self.ability.event_attack = true;
                    return Some(Happening::Boosts { who });
                }
                let what = self.pattern(cx, kids.need(Rule::np))?;
                kids.end();
                let (cannot, wants) = match rule {
                    Rule::e_plays => ("be played", ArgType::OfDeck),
                    Rule::e_draws => ("be drawn", ArgType::OfDeck),
                    Rule::e_discards => ("be discarded", ArgType::OfDeck),
                    Rule::e_takes_control => ("change hands", ArgType::Controllable),
                    Rule::e_spends => ("be spent", ArgType::Payer),
                    Rule::e_readies => ("be readied", ArgType::Payer),
                    Rule::e_activates => ("be activated", ArgType::Fighter),
                    other => bug(Rule::event, Some(other)),
                };
                self.expect_arg(&what, cannot, wants)?;
                if !matches!(rule, Rule::e_takes_control | Rule::e_activates) {
                    self.is_card_of(&what, who);
                }
                match rule {
                    Rule::e_plays => {
                        self.is_played(&what);
                        Happening::Plays { who, what }
                    }
                    Rule::e_draws => {
                        self.is_a_card(&what);
                        Happening::Draws { who, what }
                    }
                    Rule::e_discards => {
                        self.is_a_card(&what);
                        Happening::Discards { who, what }
                    }
                    Rule::e_takes_control => Happening::TakesControl { who, what },
                    Rule::e_spends => Happening::Spends { who, what },
                    Rule::e_readies => Happening::Readies { who, what },
                    Rule::e_activates => Happening::Activates { who, what },
                    other => bug(Rule::event, Some(other)),
                }
            }
            (Subject::Things(who), false) => {
                let place = |scope: &mut Self, kids: &mut Children<'_>| match kids.take(Rule::np) {
                    Some(np) => scope.pattern(cx, np).map(Some),
                    None => Some(None),
                };
                let happening = match rule {
                    Rule::e_attacks => {
                        let whom = place(self, &mut kids)?;
                        if let Some(whom) = &whom {
                            self.near_which(&who, whom)?;
                        }
                        self.ability.event_attack = true;
                        self.ability.attack_over = false;
                        Happening::Attacks { who, whom }
                    }
                    Rule::e_is_attacked => {
                        let by = place(self, &mut kids)?;
                        self.ability.event_attack = true;
                        self.ability.attack_over = false;
                        Happening::IsAttacked { who, by }
                    }
                    Rule::e_retaliates => {
                        let against = place(self, &mut kids)?;
                        self.ability.event_attack = true;
                        self.ability.attack_over = false;
                        self.ability.retaliates = true;
                        Happening::Retaliates { who, against }
                    }
                    Rule::e_is_dealt => {
                        let by = place(self, &mut kids)?;
                        self.ability.event_damage = true;
                        self.ability.damage_dealt = Some(is);
                        Happening::IsDealtDamage { who, by }
                    }
                    Rule::e_would_damage => {
                        let by = place(self, &mut kids)?;
                        self.ability.event_damage = true;
                        self.ability.damage_dealt = None;
                        Happening::WouldBeDealtDamage { who, by }
                    }
                    Rule::e_is_boosted => {
                        self.ability.event_attack = true;
                        self.ability.attack_over = false;
                        Happening::IsBoosted { what: who }
                    }
                    Rule::e_is_targeted => {
                        let by = place(self, &mut kids)?;
                        if let Some(card) = &by {
                            self.is_played(card);
                        }
                        Happening::IsTargeted { who, by }
                    }
                    Rule::e_is_attached => Happening::IsAttached {
                        what: who,
                        to: place(self, &mut kids)?,
                    },
                    Rule::e_enters => Happening::Enters {
                        who,
                        space: self.space(cx, kids.need(Rule::np))?,
                    },
                    Rule::e_stops => Happening::StopsOn {
                        who,
                        space: self.space(cx, kids.need(Rule::np))?,
                    },
                    Rule::e_is_placed => {
                        let mut places = Vec::new();
                        if let Some(np_places) = kids.take(Rule::np_places) {
                            let mut inner = Children::of(np_places);
                            while let Some(place) = inner.next() {
                                places.push(self.place(cx, place)?);
                            }
                        }
                        Happening::IsPlaced { what: who, places }
                    }
                    Rule::e_is_activated => Happening::IsActivated { who },
                    Rule::e_is_played => {
                        self.is_played(&who);
                        Happening::IsPlayed { what: who }
                    }
                    Rule::e_is_increased => Happening::IsIncreased { who },
                    Rule::e_is_decreased => Happening::IsDecreased { who },
                    Rule::e_is_removed => {
                        let by = place(self, &mut kids)?;
                        self.leaves_by_event(&who);
                        Happening::IsRemovedFromMap { who, by }
                    }
                    Rule::e_would_leave => {
                        let by = place(self, &mut kids)?;
                        Happening::WouldBeRemovedFromMap { who, by }
                    }
                    Rule::e_is_drawn => Happening::IsDrawn { what: who },
                    Rule::e_is_discarded => Happening::IsDiscarded { what: who },
                    Rule::e_is_readied => Happening::IsReadied { what: who },
                    Rule::e_is_spent => Happening::IsSpent { what: who },
                    Rule::e_is_taken => Happening::IsTaken { what: who },
                    Rule::e_moves => Happening::Moves { who },
                    Rule::e_merges => Happening::Merges { who },
                    other => bug(Rule::event, Some(other)),
                };
                kids.end();
                self.can_happen(&happening)?;
                self.not_of_itself(&happening)?;
                happening
            }
            (_, false) => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        format!("\"{words}\" cannot follow a player"),
                        "this happens to cards, not to players",
                    )
                    .help(format!(
                        "name the {} or card that it happens to",
                        self.fighter_words().replace(" or ", ", ")
                    ));
                return self.report(finding);
            }
            (_, true) => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        format!("only a player can do this: \"{words}\""),
                        "this is an action of players, not of cards",
                    )
                    .help("write `you` or `your opponent`");
                return self.report(finding);
            }
        };
        Some(what)
    }

    pub fn mentioned_at(&self, at: &std::ops::Range<usize>) -> Option<Reference> {
        let mut mentions = self.discourse.mentions().iter().rev();
        let mention = mentions.find(|mention| mention.at == *at)?;
        Some(mention.reference.clone())
    }

    /// Rejects events that never happen to things of this kind.
    fn can_happen(&mut self, happening: &Happening) -> Option<()> {
        let (who, cannot, wants) = match happening {
            Happening::Attacks { who, .. } => (who, "attack", ArgType::Fighter),
            Happening::IsAttacked { who, .. } => (who, "be attacked", ArgType::Fighter),
            Happening::Retaliates { who, .. } => (who, "retaliate", ArgType::Fighter),
            Happening::IsDealtDamage { who, .. } | Happening::WouldBeDealtDamage { who, .. } => {
                (who, "be dealt damage", ArgType::Fighter)
            }
            Happening::IsActivated { who } => (who, "be activated", ArgType::Fighter),
            Happening::Moves { who } => (who, "move", ArgType::Fighter),
            Happening::Enters { who, .. } => (who, "enter a space", ArgType::Fighter),
            Happening::StopsOn { who, .. } => (who, "stop on a space", ArgType::Fighter),
            Happening::IsIncreased { who } => (who, "be increased", ArgType::Sized),
            Happening::IsDecreased { who } => (who, "be decreased", ArgType::Sized),
            Happening::Merges { who } => (who, "merge", ArgType::Sized),
            Happening::IsPlaced { what, .. } => (what, "be placed", ArgType::Placeable),
            Happening::IsPlayed { what } => (what, "be played", ArgType::OfDeck),
            Happening::IsDrawn { what } => (what, "be drawn", ArgType::OfDeck),
            Happening::IsDiscarded { what } => (what, "be discarded", ArgType::OfDeck),
            Happening::IsReadied { what } => (what, "be readied", ArgType::Payer),
            Happening::IsSpent { what } => (what, "be spent", ArgType::Payer),
            Happening::IsTaken { what } => (what, "change hands", ArgType::Controllable),
            // Whatever is named as leaving is on the map.
            Happening::IsRemovedFromMap { who, by: Some(_) }
            | Happening::WouldBeRemovedFromMap { who, by: Some(_) } => {
                (who, "be removed from the map", ArgType::OnMap)
            }
            _ => return Some(()),
        };
        self.expect_arg(who, cannot, wants)?;
        let (by, cannot, wants) = match happening {
            Happening::Attacks { whom: by, .. } => (by, "be attacked", ArgType::Fighter),
            Happening::IsAttacked { by, .. } => (by, "attack", ArgType::Fighter),
            Happening::Retaliates { against: by, .. } => (by, "attack", ArgType::Fighter),
            Happening::IsDealtDamage { by, .. } | Happening::WouldBeDealtDamage { by, .. } => {
                (by, "deal damage", ArgType::Dealer)
            }
            Happening::IsRemovedFromMap { by, .. }
            | Happening::WouldBeRemovedFromMap { by, .. } => {
                (by, "remove anything", ArgType::Dealer)
            }
            _ => return Some(()),
        };
        match by {
            Some(by) => self.expect_arg(by, cannot, wants),
            None => Some(()),
        }
    }

    /// Rejects an event between a thing and itself: in `When an enemy unit attacks it, …`, `it` is a different thing.
    fn not_of_itself(&mut self, happening: &Happening) -> Option<()> {
        let (who, other, verb) = match happening {
            Happening::Attacks { who, whom } => (who, whom.as_ref(), "attacks"),
            Happening::IsAttacked { who, by } => (who, by.as_ref(), "is attacked by"),
            Happening::Retaliates { who, against } => (who, against.as_ref(), "retaliates against"),
            Happening::IsDealtDamage { who, by } | Happening::WouldBeDealtDamage { who, by } => {
                (who, by.as_ref(), "is dealt damage by")
            }
            Happening::IsRemovedFromMap { who, by }
            | Happening::WouldBeRemovedFromMap { who, by } => (who, by.as_ref(), "is removed by"),
            Happening::IsTargeted { who, by } => (who, by.as_ref(), "is targeted by"),
            Happening::IsAttached { what, to } => (what, to.as_ref(), "is attached to"),
            Happening::Enters { who, space } => (who, Some(space), "enters"),
            Happening::StopsOn { who, space } => (who, Some(space), "stops on"),
            Happening::IsPlaced { what, places } => return self.not_by_itself(what, places),
            _ => return Some(()),
        };
        let Some(other) = other else {
            return Some(());
        };
        self.not_itself(who, other, verb)?;
        if let Happening::Enters { .. } | Happening::StopsOn { .. } = happening
            && let Pick::Any { from, .. } = &other.pick
        {
            self.not_by_itself(who, &from.places)?;
        }
        Some(())
    }

    fn space(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Selector> {
        let at = self.range(&node);
        let said = node.as_str().trim().to_owned();
        let selector = self.pattern(cx, node)?;
        if self.thing_of(&selector) == EntityKind::Space
            || matches!(self.thing_of(&selector), EntityKind::OnMap(_))
        {
            return Some(selector);
        }
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                format!("\"{said}\" is not a space"),
                "only spaces can be entered",
            )
            .help("write `a space …`");
        self.report(finding)
    }
}

/// Returns whether the subject of an event is a player.
fn is_player(subject: Node<'_>) -> bool {
    Children::of(subject).any().as_rule() != Rule::np
}
