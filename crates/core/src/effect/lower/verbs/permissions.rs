//! Lowers verbs of rules: prohibitions, permissions, prevention, boosting, granting.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{ArgType, EntityKind, NounRole, Subject};
use std::ops::Range;

use crate::diagnostic::{Code, Place, Safety};
use crate::effect::ir::{
    self, Action, Amount, BareWord, Deed, Duration, Filter, Permission, Pick, Player, Selector,
    Stake, State,
};
use crate::effect::lower::children::{Children, bug};
use crate::effect::lower::ctx::{LowerCtx, Node};
use crate::effect::lower::modifiers::Modifiers;
use crate::effect::lower::verbs::{Agent, VerbPhrase, is_first};
use crate::effect::lower::vocabulary::is_term;
use crate::effect::syntax::Rule;
use crate::game::FieldKind;

impl LowerCtx<'_> {
    /// Returns the duration in the text. Without one, an effect lasts as long as its card is there.
    pub fn standing(&mut self, cx: ClauseCtx<'_>, tails: &mut Modifiers<'_>) -> Option<Duration> {
        Some(match self.kept(cx, tails)? {
            Duration::AnotherChange => Duration::Standing,
            time => time,
        })
    }

    pub fn cannot(&mut self, subject: Agent, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let mut what = Vec::new();
        let mut attack_only = true;
        let kids = &mut phrase.kids;
        let is_player = matches!(subject, Some((Subject::Player(_), _)));
        while let Some(deed) = kids.next() {
            let deed_at = self.range(&deed);
            let enters = deed
                .into_inner()
                .any(|inner| inner.as_rule() == Rule::d_enter);
            // A thing cannot enter a space next to itself, so `it` in the description of the space is a different
            // thing.
            let not_it = match &subject {
                Some((Subject::Things(which), _)) if enters => {
                    self.mentioned_at(&which.span.range())
                }
                _ => None,
            };
            let of_deed = ClauseCtx {
                not_it: not_it.as_ref(),
                ..cx
            };
            let deed = self.deed(of_deed, deed)?;
            let of_player = matches!(
                deed,
                Deed::Play { .. } | Deed::Boost { .. } | Deed::Draw { .. }
            );
            if of_player != is_player {
                let (message, help) = if of_player {
                    (
                        "only players can do this",
                        "write `You cannot …` or `Your opponent cannot …`".to_owned(),
                    )
                } else {
                    (
                        "only cards can do this",
                        format!("name the {} that cannot do this", self.fighter_words()),
                    )
                };
                return self.reject(
                    Code::CannotApply,
                    deed_at,
                    message,
                    "this cannot be forbidden here",
                    help,
                );
            }
            // A prohibition about an attack ends with the attack.
            attack_only &= self.is_about_attack(&deed);
            what.push(deed);
        }
        let who = match subject {
            Some((Subject::Player(who), _)) => Stake::Player { who },
            Some((Subject::Things(which), _)) => {
                let wants = match what.as_slice() {
                    [Deed::BeTargeted { .. } | Deed::BeAffected { .. }] => ArgType::OnMap,
                    _ => ArgType::Fighter,
                };
                self.expect_arg(&which, "be kept from this", wants)?;
                for deed in &what {
                    if let Deed::Attack { whom: Some(whom) } = deed {
                        self.near_which(&which, whom)?;
                    }
                }
                Stake::Cards { which }
            }
            _ => {
                let finding = self.finding(
                    Code::CannotApply,
                    phrase.at.clone(),
                    "only cards and players can be kept from something",
                    "not a card or a player",
                );
                return self.report(finding);
            }
        };
        let time = self.lasting_with(cx, attack_only, phrase.tails)?;
        Some(Action::Cannot { who, what, time })
    }

    fn is_about_attack(&self, deed: &Deed) -> bool {
        let attack = |selector: &Selector| self.thing_of(selector) == EntityKind::Attack;
        match deed {
            Deed::Retaliate {
                against: Some(what),
            }
            | Deed::Boost { what } => attack(what),
            _ => false,
        }
    }

    fn deed(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Deed> {
        let inner = Children::of(node).any();
        let rule = inner.as_rule();
        if rule == Rule::d_be_affected && !self.env.symbols.game.immunity {
            let at = self.range(&inner);
            return self.reject(
                Code::CannotApply,
                at,
                "nothing is immune in this game",
                "not a rule of this game",
                "write what it cannot be: `cannot be targeted by …`",
            );
        }
        let mut kids = Children::of(inner);
        let np = match kids.take(Rule::np) {
            Some(np) => {
                let at = self.range(&np);
                self.names_no_number(&np)?;
                let what = self.np_as(cx, np, NounRole::Pattern, cx.actor)?;
                if rule == Rule::d_play && is_somewhere(&what) {
                    return self.played_where(at);
                }
                Some(what)
            }
            None => None,
        };
        kids.end();
        Some(match (rule, np) {
            (Rule::d_be_activated, _) => Deed::BeActivated,
            (Rule::d_be_targeted, by) => Deed::BeTargeted { by },
            (Rule::d_be_affected, Some(by)) => Deed::BeAffected { by },
            (Rule::d_be_attacked, by) => Deed::BeAttacked { by },
            (Rule::d_be_moved, by) => Deed::BeMoved { by },
            (Rule::d_move, _) => Deed::Move,
            (Rule::d_retaliate, against) => Deed::Retaliate { against },
            (Rule::d_attack, whom) => Deed::Attack { whom },
            (Rule::d_enter, Some(what)) => Deed::Enter { what },
            (Rule::d_play, Some(what)) => Deed::Play { what },
            (Rule::d_boost, Some(what)) => Deed::Boost { what },
            (Rule::d_draw, Some(what)) => Deed::Draw { what },
            (other, _) => bug(Rule::deed, Some(other)),
        })
    }

    /// Rejects `cannot play units adjacent to this unit`: a card that is being played is not on the map yet.
    fn played_where<T>(&mut self, at: Range<usize>) -> Option<T> {
        self.reject(
                Code::CannotApply,
                at,
                "a card that is being played has no place on the map",
                "a present place, not a destination", "remove the place (`cannot play ‹actings›`), or forbid an action of cards on the map (`cannot \
                move`)")
    }

    pub fn permit(&mut self, who: Selector, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let inner = Children::of(phrase.kids.need(Rule::permission)).any();
        let rule = inner.as_rule();
        let mut kids = Children::of(inner);
        let permission = match rule {
            Rule::m_after => Permission::MoveAfterAttacking,
            Rule::m_through => Permission::MoveThrough {
                what: self.passed_through(cx, kids.need(Rule::np))?,
            },
            Rule::m_retaliate => Permission::RetaliateAnyNumberOfTimes,
            Rule::m_placed => return self.permit_places(who, kids.need(Rule::np_places), phrase),
            other => bug(Rule::permission, Some(other)),
        };
        kids.end();
        self.expect_arg(&who, "be allowed this", ArgType::Fighter)?;
        let time = self.lasting(cx, phrase.tails)?;
        Some(Action::Permit {
            who,
            permission,
            time,
        })
    }

    /// Lowers what units may move through. There, `other` can only mean other than the unit that moves.
    fn passed_through(&mut self, cx: ClauseCtx<'_>, np: Node<'_>) -> Option<Selector> {
        self.names_no_number(&np)?;
        let mut what = self.pattern(cx, np)?;
        if let Pick::Any { from, .. } = &mut what.pick {
            from.not_itself |= std::mem::take(&mut from.other);
        }
        Some(what)
    }

    /// Lowers `Units you play may be placed …`. The permission is for cards that are played later, so nothing is found
    /// when it begins.
    fn permit_places(
        &mut self,
        who: Selector,
        node: Node<'_>,
        phrase: &mut VerbPhrase<'_, '_>,
    ) -> Option<Action> {
        let cx = phrase.cx;
        self.expect_arg(&who, "be allowed this", ArgType::Fighter)?;
        let what = self.still_to_come(&who)?;
        self.discourse.only_a_kind();
        let mut places: Vec<ir::Place> = Vec::new();
        let mut inner = Children::of(node);
        while let Some(place) = inner.next() {
            places.push(self.place(cx, place)?);
        }
        let time = self.lasting(cx, phrase.tails)?;
        Some(Action::PermitPlaces { what, places, time })
    }

    /// Rejects `Your units may be placed …`: cards in play are already on the map.
    fn still_to_come(&mut self, who: &Selector) -> Option<Box<Filter>> {
        if let Pick::Each { from, .. } | Pick::Any { from, .. } = &who.pick
            && from.states.contains(&State::BeingPlayed)
        {
            return Some(from.clone());
        }
        self.reject(
            Code::CannotApply,
            who.span.range(),
            "these are in play, so they are already on the map",
            "already played",
            "write `‹Actings› you play may be placed …`",
        )
    }

    pub fn prevent(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let at = phrase.at.clone();
        let kids = &mut phrase.kids;
        if let Some(half) = kids.take(Rule::half_that) {
            let amount = self.half_of_that(cx, half)?;
            self.is_still_prevented(at)?;
            return Some(Action::PreventThat { amount });
        }
        let written = if kids.has(Rule::all) {
            Some(Amount::All)
        } else {
            self.written(cx, kids, self.damage_word())?
        };
        let what = kids.any();
        match what.as_rule() {
            Rule::that_damage => {
                self.damage_to_prevent(self.range(&what))?;
                self.is_still_prevented(at.clone())?;
                let amount = self.complete(written, self.damage_word(), phrase)?;
                Some(Action::PreventThat { amount })
            }
            Rule::that_would => {
                let to = self.object(cx, Children::of(what).need(Rule::np), ArgType::Fighter)?;
                self.expect_arg(&to, "be dealt damage", ArgType::Fighter)?;
                let amount = self.complete(written, self.damage_word(), phrase)?;
                let time = self.lasting(cx, phrase.tails)?;
                Some(Action::PreventNext { amount, to, time })
            }
            other => bug(Rule::v_prevent, Some(other)),
        }
    }

    /// Rejects the prevention of damage that has already been dealt.
    fn is_still_prevented(&mut self, at: Range<usize>) -> Option<()> {
        let Some(dealt) = self.ability.damage_dealt.clone() else {
            return Some(());
        };
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "this damage has already been dealt, so it cannot be prevented",
                "this comes too late",
            )
            .label(Place::Text(dealt.clone()), "dealt here")
            .fix(
                Safety::Unsafe,
                "write `would be`",
                Place::Text(dealt),
                "would be",
            );
        self.report(finding)
    }

    /// Lowers `Reduce the damage dealt to X by 1`, which is the same as `X takes 1 less damage`.
    pub fn reduce(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let kids = &mut phrase.kids;
        let who = kids.need(Rule::np);
        let written = who.as_str();
        let who = self.object(cx, who, ArgType::Fighter)?;
        self.is_not_chosen_all_the_time(cx, &who, written)?;
        let less = format!("{} less", self.damage_word());
        let amount = self.positive(cx, kids.need(Rule::amount), &less)?;
        self.expect_arg(&who, "take damage", ArgType::Fighter)?;
        let at_least = self.floor(true, phrase.tails)?;
        let amount = self.complete(Some(amount), self.damage_word(), phrase)?;
        let time = self.lasting(cx, phrase.tails)?;
        Some(Action::TakeLess {
            who,
            amount,
            more: false,
            from: None,
            at_least,
            time,
        })
    }

    pub fn take_less(&mut self, who: Selector, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        self.expect_arg(&who, "take damage", ArgType::Fighter)?;
        let kids = &mut phrase.kids;
        let written = self.written(cx, kids, "damage more or less")?;
        let more = is_first(kids, Rule::more, Rule::less);
        let from = match kids.take(Rule::np) {
            Some(np) => Some(self.pattern(cx, np)?),
            None => None,
        };
        let at_least = self.floor(!more, phrase.tails)?;
        let amount = self.complete(written, self.damage_word(), phrase)?;
        let attack = matches!(&from, Some(from) if self.thing_of(from) == EntityKind::Attack);
        let time = self.lasting_with(cx, attack, phrase.tails)?;
        Some(Action::TakeLess {
            who,
            amount,
            more,
            from: from.map(Box::new),
            at_least,
            time,
        })
    }

    pub fn boost(&mut self, who: Player, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        let kids = &mut phrase.kids;
        let attack = self.np(cx, kids.need(Rule::np))?;
        self.expect_arg(&attack, "be boosted", ArgType::Attack)?;
        let mut with = self.np_as(cx, kids.need(Rule::np), NounRole::Pick, who)?;
        self.in_default_zone(&mut with, "discard", who);
        self.expect_arg(&with, "boost an attack", ArgType::OffMap)?;
        Some(Action::Boost { who, attack, with })
    }

    pub fn gain_text(&mut self, who: Selector, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let cx = phrase.cx;
        self.expect_arg(&who, "gain abilities", ArgType::Fighter)?;
        // In the granted text, `this` refers to a thing that gains the text, so it has that card type.
        let gaining = match self.thing_of(&who) {
            EntityKind::OnMap(types) => types.first().cloned(),
            _ => None,
        };
        let mut abilities = Vec::new();
        let kids = &mut phrase.kids;
        while let Some(granted) = kids.next() {
            abilities.push(self.granted_ability(granted, gaining.clone())?);
        }
        let time = self.lasting(cx, phrase.tails)?;
        Some(Action::Gain {
            who,
            abilities,
            time,
        })
    }

    /// Returns the field and the value of an adjective: `flying`.
    pub fn adjective_of(&self, word: &str) -> Option<BareWord> {
        self.adjective_in(word).map(|(_, word)| word)
    }

    /// Returns the same, with the list of the vocabulary that has the value.
    pub fn adjective_in(&self, word: &str) -> Option<(&str, BareWord)> {
        let game = self.env.symbols.game;
        game.fields.iter().find_map(|(name, field)| {
            let FieldKind::Choice { of, bare: true } = &field.kind else {
                return None;
            };
            let (id, _) = game.terms(of).find(|(_, term)| is_term(term, word))?;
            let key = field.key.as_deref().unwrap_or(name);
            Some((of.as_str(), BareWord::new(key, id)))
        })
    }

    pub fn bare_adjective(&self, noun: &Node<'_>) -> Option<BareWord> {
        let word = noun.words();
        self.adjective_of(&word)
    }

    /// Returns all adjectives.
    pub fn bare_words(&self) -> Vec<String> {
        let game = self.env.symbols.game;
        game.fields
            .values()
            .filter_map(|field| match &field.kind {
                FieldKind::Choice { of, bare: true } => Some(of),
                _ => None,
            })
            .flat_map(|of| game.terms(of).map(|(_, term)| term.name.clone()))
            .collect()
    }
}

/// Returns whether a selector matches only things at some place on the map.
fn is_somewhere(what: &Selector) -> bool {
    matches!(&what.pick, Pick::Any { from, .. } if !from.places.is_empty())
}
