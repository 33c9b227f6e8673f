//! Lowers verbs: one arm for each rule `v_…` of the grammar.

mod attributes;
mod cards;
mod damage_and_tokens;
mod drawing;
mod movement;
mod permissions;
mod playing;

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::Subject;
use std::ops::Range;

use super::ctx::{LowerCtx, Node};
use super::modifiers::Modifiers;
use crate::diagnostic::Code;
use crate::effect::ir::{Action, Player, Selector};
use crate::effect::syntax::Rule;
use crate::game::Binding;

macro_rules! verbs {
    ($($rule:ident => $verb:ident,)+) => {
        /// The verbs of the grammar. A test finds a rule that is missing here; the compiler finds a verb without an arm
        /// in [`LowerCtx::verb`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Verb { $($verb,)+ }

        impl Verb {
            pub fn of(rule: Rule) -> Option<Verb> {
                match rule { $(Rule::$rule => Some(Verb::$verb),)+ _ => None }
            }
        }
    };
}

verbs! {
    v_deal => Deal,
    v_remove_damage => RemoveDamage,
    v_move_damage => MoveDamage,
    v_double => Double,
    v_reduce => Reduce,
    v_increase => Increase,
    v_decrease => Decrease,
    v_move_tokens => MoveTokens,
    v_gain => Gain,
    v_lose => Lose,
    v_change_by => ChangeBy,
    v_set => Set,
    v_become => Become,
    v_limit_is => LimitIs,
    v_move => Move,
    v_move_self => MoveSelf,
    v_swap => Swap,
    v_place => Place,
    v_attack => Attack,
    v_deal_more => DealMore,
    v_disadvantage => Disadvantage,
    v_also_hits => AlsoHits,
    v_redirect => Redirect,
    v_cannot => Cannot,
    v_only => Only,
    v_may => May,
    v_place_marks => PlaceMarks,
    v_remove_marks => RemoveMarks,
    v_activate => Activate,
    v_draw => Draw,
    v_discard => Discard,
    v_reveal => Reveal,
    v_look => Look,
    v_choose => Choose,
    v_return => Return,
    v_put => Put,
    v_search => Search,
    v_shuffle => Shuffle,
    v_play => Play,
    v_remove_from_map => RemoveFromMap,
    v_negate => Negate,
    v_take_control => TakeControl,
    v_lose_control => LoseControl,
    v_ready => Ready,
    v_spend => Spend,
    v_cost => Cost,
    v_turn => Turn,
    v_attach => Attach,
    v_remove_card => RemoveCard,
    v_place_tokens => PlaceTokens,
    v_remove_tokens => RemoveTokens,
    v_prevent => Prevent,
    v_take_damage => TakeDamage,
    v_take_less => TakeLess,
    v_boost => Boost,
    v_boost_cards => BoostCards,
    v_gain_text => GainText,
}

/// A subject with its span.
pub(super) type Agent = Option<(Subject, Range<usize>)>;

impl LowerCtx<'_> {
    pub fn verb(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        subject: Agent,
        tails: &mut Modifiers<'_>,
    ) -> Option<Action> {
        let Some(verb) = Verb::of(node.as_rule()) else {
            super::children::bug(Rule::clause, Some(node.as_rule()))
        };
        if self.needs_occasion(cx) && verb.is_command() && !cx.while_condition {
            let at = self.range(&node);
            let heading = self.env.heading.map_or("", |heading| &heading.name);
            let finding = self
                .finding(
                    Code::CommandNeedsOccasion,
                    at,
                    format!("`{heading}` does not say when this happens"),
                    "missing time",
                )
                .help("begin with `When …,`, `Once per round,`, `At the start of the round,` or `You may`");
            let mut headings = self.env.symbols.game.headings.values();
            let here = self.this_type();
            let of_attacks =
                headings.find(|of| of.binds.contains(&Binding::Target) && of.types.contains(&here));
            let finding = match of_attacks.filter(|_| verb == Verb::Attack) {
                Some(of) => finding.help(format!(
                    "write effects of its own attacks under `{}:`",
                    of.name
                )),
                None => finding,
            };
            return self.report(finding);
        }
        // `While …` gives the duration of an effect. A one-time effect has no duration.
        if cx.holds_while && verb.is_command() && !(self.ability.occasion || cx.occasion) {
            let at = self.range(&node);
            let finding = self
                .finding(
                    Code::CommandNeedsOccasion,
                    at,
                    "`While` gives a duration, but this happens at once",
                    "this does not last",
                )
                .help("begin with `If …,` if this happens once, or write how often: `Once per round,`, `When …,`");
            return self.report(finding);
        }
        match verb {
            Verb::Deal | Verb::TakeDamage => self.deal(cx, node, subject, tails),
            Verb::RemoveDamage => self.remove_damage(cx, node, subject, tails),
            Verb::MoveDamage => self.move_damage(cx, node, subject, tails),
            Verb::Double => self.double(cx, node, subject),
            Verb::Increase | Verb::Decrease => self.change_size(cx, node, subject, tails),
            Verb::MoveTokens => self.move_tokens(cx, node, subject, tails),
            Verb::Gain | Verb::Lose => self.change(cx, node, subject, tails),
            Verb::ChangeBy => self.change_by(cx, node, subject, tails),
            Verb::Set => self.set(cx, node, subject, tails),
            Verb::Become => self.becomes(cx, node, subject, tails),
            Verb::LimitIs => self.limit_is(cx, node, subject, tails),
            Verb::Move => self.move_something(cx, node, subject, tails),
            Verb::MoveSelf => self.move_self(cx, node, subject, tails),
            Verb::Swap => self.swap(cx, node, subject),
            Verb::Place => self.place_something(cx, node, subject),
            Verb::Attack => self.attack(cx, node, subject),
            Verb::DealMore => self.deal_more(cx, node, subject, tails),
            Verb::Disadvantage => self.disadvantage(cx, node, subject, tails),
            Verb::AlsoHits => self.also_hits(cx, node, subject),
            Verb::Redirect => self.redirect(cx, node, subject),
            Verb::Cannot => self.cannot(cx, node, subject, tails),
            Verb::Only => self.attack_only(cx, node, subject, tails),
            Verb::May => self.permit(cx, node, subject, tails),
            Verb::PlaceMarks | Verb::RemoveMarks => self.move_marks(cx, node, subject),
            Verb::Activate => self.activate(cx, node, subject),
            Verb::Draw => self.draw(cx, node, subject, tails),
            Verb::Discard => self.discard(cx, node, subject, tails),
            Verb::Reveal => self.reveal(cx, node, subject, tails),
            Verb::Look => self.look(cx, node, subject, tails),
            Verb::Choose => self.choose(cx, node, subject, tails),
            Verb::Return => self.return_cards(cx, node, subject, tails),
            Verb::Put => self.put(cx, node, subject),
            Verb::Search => self.search(cx, node, subject),
            Verb::Shuffle => self.shuffle(cx, node, subject),
            Verb::Play => self.play(cx, node, subject),
            Verb::RemoveFromMap => self.remove_from_map(cx, node, subject),
            Verb::Negate => self.negate(cx, node, subject),
            Verb::TakeControl => self.take_control(cx, node, subject, tails),
            Verb::LoseControl => self.lose_control(cx, node, subject),
            Verb::Ready => self.ready(cx, node, subject, tails),
            Verb::Spend => self.spend(cx, node, subject, tails),
            Verb::Cost => self.cost(cx, node, subject, tails),
            Verb::Turn => self.turn(cx, node, subject),
            Verb::Attach => self.attach(cx, node, subject),
            Verb::RemoveCard => self.remove_card(cx, node, subject),
            Verb::PlaceTokens | Verb::RemoveTokens => self.tokens(cx, node, subject, tails),
            Verb::Prevent => self.prevent(cx, node, subject, tails),
            Verb::Reduce => self.reduce(cx, node, subject, tails),
            Verb::TakeLess => self.take_less(cx, node, subject, tails),
            Verb::Boost => self.boost(cx, node, subject),
            Verb::BoostCards => self.boost_cards(cx, node, subject, tails),
            Verb::GainText => self.gain_text(cx, node, subject, tails),
        }
    }

    /// Returns the player who performs a command. Rejects any other subject.
    pub fn expect_player(
        &mut self,
        cx: ClauseCtx<'_>,
        subject: Agent,
        verb: &str,
    ) -> Option<Player> {
        match subject {
            None => Some(cx.actor),
            Some((Subject::Player(player), _)) => Some(player),
            Some((_, at)) => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        format!("only a player can {verb}"),
                        "not a player",
                    )
                    .help("write it as a command, or with `you` or `your opponent`");
                self.report(finding)
            }
        }
    }

    /// Rejects the subject of a command that takes none.
    pub fn expect_no_subject(&mut self, subject: Agent, verb: &str) -> Option<()> {
        match subject {
            None => Some(()),
            Some((_, at)) => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        format!("\"{verb}\" is a command and has no subject"),
                        "unexpected subject",
                    )
                    .help("write the command alone");
                self.report(finding)
            }
        }
    }

    /// Returns the subject of a verb that is about things. Rejects any other subject.
    pub fn expect_cards(
        &mut self,
        subject: Agent,
        verb: &str,
        node: &Node<'_>,
    ) -> Option<Selector> {
        match subject {
            Some((Subject::Things(selector), _)) => Some(selector),
            Some((Subject::BoostCards(_), at)) => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        "for boost cards, only their damage can be changed",
                        "not a card that fights",
                    )
                    .help("write both numbers: `Your boost cards deal 2 additional damage instead of 1.`");
                self.report(finding)
            }
            Some((_, at)) => {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        format!("a player cannot {verb}"),
                        "not a card",
                    )
                    .help(format!(
                        "name a {} or an attack",
                        self.fighter_words().replace(" or ", ", a ")
                    ));
                self.report(finding)
            }
            None => {
                let at = self.range(node);
                let finding = self.finding(
                    Code::UnreadableSentence,
                    at.start..at.start,
                    format!("missing subject of `{verb}`"),
                    format!("missing {}", self.acting_word()),
                );
                self.report(finding)
            }
        }
    }
}

impl Verb {
    /// Returns whether the verb is a one-time effect rather than a lasting one.
    fn is_command(self) -> bool {
        !matches!(
            self,
            Verb::Gain
                | Verb::Lose
                | Verb::ChangeBy
                | Verb::Set
                | Verb::Become
                | Verb::LimitIs
                | Verb::DealMore
                | Verb::Disadvantage
                | Verb::AlsoHits
                | Verb::Cannot
                | Verb::Only
                | Verb::May
                | Verb::Cost
                | Verb::Spend
                | Verb::Reduce
                | Verb::TakeLess
                | Verb::BoostCards
                | Verb::GainText
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_of_the_grammar_is_lowered() {
        for rule in Rule::all_rules() {
            let name = format!("{rule:?}");
            assert_eq!(name.starts_with("v_"), Verb::of(*rule).is_some(), "{name}");
        }
    }
}
