//! What the texts say of attacks and stacks: abilities, rules, conditions and events with a phrase of the game.

use cardwright_ir::{Action, Argument};

use super::Attack;
use crate::event::{Ev, EvKind};
use crate::facts::kind;
use crate::matching::Wanted;
use crate::number::Holding;
use crate::rules::battle::{AttackKind, Meaning, RollOver};
use crate::run::{Run, Step};
use crate::state::{AttackRef, Env, NONE, Player, Thing, Trigger};
use crate::table::AbilityId;
use crate::thing::{CardIx, CardRef};

/// The first number among the arguments of a phrase.
pub(super) fn number_of(with: &[Argument]) -> Option<&cardwright_ir::Amount> {
    with.iter().find_map(|argument| match argument {
        Argument::Number { amount } => Some(amount),
        _ => None,
    })
}

/// The words among the arguments of a phrase.
pub(super) fn words_of(with: &[Argument]) -> impl Iterator<Item = &str> {
    with.iter().filter_map(|argument| match argument {
        Argument::Word { value, .. } => Some(value.as_str()),
        _ => None,
    })
}

impl<'t> Run<'t, '_> {
    /// What a phrase of the game does in a battle.
    pub(crate) fn meaning(&self, phrase: &str) -> Option<Meaning> {
        self.battle_rules()?.phrases.get(phrase).copied()
    }

    /// The place of a phrase among those of the battle.
    pub(super) fn phrase_ix(&self, phrase: &str) -> Option<u8> {
        let rules = self.battle_rules()?;
        let at = rules.phrases.keys().position(|id| id == phrase)?;
        Some(at as u8)
    }

    /// Calls `each` with every rule, and with every ability of a card, that a phrase says and that holds now.
    fn each_said(
        &self,
        what: Meaning,
        card: Option<CardRef>,
        each: &mut dyn FnMut(&[Argument], &Holding<'t, '_>),
    ) {
        self.holding(kind::PHRASE, &mut |holding| match &holding.act.action {
            Action::HaveAbility {
                who, phrase, with, ..
            } => {
                let of = card.is_some_and(|card| holding.is_of(self, who, Thing::Card(card)));
                if of && self.meaning(phrase) == Some(what) {
                    each(with, &holding);
                }
            }
            Action::ApplyRule { phrase, with, .. } if self.meaning(phrase) == Some(what) => {
                each(with, &holding);
            }
            _ => {}
        });
    }

    /// The sum of the numbers of an ability of a card, of a stack, or of both.
    pub(super) fn said_of(
        &self,
        what: Meaning,
        card: CardRef,
        fits: &dyn Fn(&[Argument]) -> bool,
    ) -> u32 {
        let mut sum = 0;
        self.each_said(what, Some(card), &mut |with, holding| {
            if fits(with)
                && let Some(amount) = number_of(with)
            {
                sum += holding.amount_for(self, 0, amount, Thing::Card(card));
            }
        });
        sum
    }

    /// Returns whether a card, or the stack in which it is on top, has an ability.
    pub(super) fn says(
        &self,
        what: Meaning,
        card: CardIx,
        fits: &dyn Fn(&[Argument]) -> bool,
    ) -> bool {
        let mut has = false;
        let stack = self.stack_of(card).map(|stack| stack.card);
        let top = self.top_of(card).map(|top| top.card);
        for card in [stack, top].into_iter().flatten() {
            self.each_said(what, Some(self.s.reference(card)), &mut |with, _| {
                has |= fits(with);
            });
        }
        has
    }

    /// Returns whether a rule holds for a player: one of their cards says it, or one of the other's that it is about.
    pub(super) fn rule_for(&self, player: Player, own: Meaning, others: Meaning) -> bool {
        let mut holds = false;
        self.each_said(own, None, &mut |_, holding| {
            holds |= holding.env.controller == player;
        });
        self.each_said(others, None, &mut |_, holding| {
            holds |= holding.env.controller == 1 - player;
        });
        holds
    }

    /// What the texts add to the score of an attack.
    pub(super) fn added_score(&self, attack: &Attack) -> u32 {
        let mut sum = 0;
        self.each_said(Meaning::AttackScore, None, &mut |with, holding| {
            let about = holding
                .fixed
                .and_then(|fixed| fixed.attack.or(fixed.env.attack));
            if about.is_some_and(|about| about.id == attack.id)
                && let Some(amount) = number_of(with)
            {
                sum += holding.amount(self, 0, amount);
            }
        });
        sum
    }

    /// Whether the value of a stack's support is doubled, and how often.
    pub(super) fn doublings(&self, stack: CardIx) -> u32 {
        let mut times = 0;
        self.each_said(Meaning::DoubleSupport, None, &mut |with, holding| {
            let about = with.iter().any(|argument| match argument {
                Argument::Things { which } => self
                    .found(which, holding.env)
                    .iter()
                    .filter_map(|thing| crate::thing::card(*thing))
                    .any(|card| self.stack_of(card.card).map(|of| of.card) == Some(stack)),
                _ => false,
            });
            times += u32::from(about);
        });
        times
    }

    pub(super) fn roll_over(&self) -> Option<&'t RollOver> {
        self.battle_rules().map(|rules| &rules.roll_over)
    }

    /// A kind of attack by its place, with its id.
    pub(super) fn kind(&self, place: u8) -> Option<(&'t str, &'t AttackKind)> {
        let kinds = &self.roll_over()?.kinds;
        let (id, kind) = kinds.iter().nth(usize::from(place))?;
        Some((id, kind))
    }

    pub(super) fn kind_named(&self, id: &str) -> Option<u8> {
        let kinds = &self.roll_over()?.kinds;
        kinds.keys().position(|kind| kind == id).map(|at| at as u8)
    }

    /// The score of a card for a kind of attack; absent if it makes none.
    pub(super) fn score_of(&self, card: CardRef, kind: &AttackKind) -> Option<u32> {
        let number = self.number_of(card, kind.score.as_deref()?, false)?.max(0) as u32;
        (kind.above.is_none_or(|above| number > above)).then_some(number)
    }

    /// Returns whether attacks of a kind by a card start from a line.
    pub(super) fn starts_from(&self, card: CardRef, kind: u8, row: usize) -> bool {
        let Some((id, rules)) = self.kind(kind) else {
            return false;
        };
        let line = self.row_id(row);
        rules.from.is_empty()
            || rules.from.iter().any(|from| from == line)
            || self.says(Meaning::AttacksFrom, card.card, &|with| {
                words_of(with).any(|word| word == id) && words_of(with).any(|word| word == line)
            })
    }

    /// Returns whether attacks of a kind by a card reach a line.
    pub(super) fn reaches(&self, card: CardRef, kind: u8, row: usize) -> bool {
        let Some((_, rules)) = self.kind(kind) else {
            return false;
        };
        let line = self.row_id(row);
        rules.onto.is_empty()
            || rules.onto.iter().any(|onto| onto == line)
            || self.says(Meaning::AttacksOnto, card.card, &|with| {
                words_of(with).any(|word| word == line)
            })
    }

    /// Tests a condition that a phrase of the game says.
    pub(crate) fn holds(&self, phrase: &str, with: &[Argument], env: &Env) -> bool {
        let (Some(what), Some(battle)) = (self.meaning(phrase), self.s.battle.as_deref()) else {
            return false;
        };
        let stacks = |test: &dyn Fn(&super::Stack) -> bool| {
            let found = with.iter().filter_map(|argument| match argument {
                Argument::Things { which } => Some(self.found(which, env)),
                _ => None,
            });
            let mut cards = found.flatten().filter_map(crate::thing::card).peekable();
            cards.peek().is_some() && cards.all(|card| battle.stack_of(card.card).is_some_and(test))
        };
        let player = || {
            let players = with.iter().find_map(|argument| match argument {
                Argument::Player { who } => Some(self.who(*who, env).0),
                _ => None,
            });
            players.and_then(|players| players.first().copied())
        };
        // The walls of the thing that is named, of those that are in the battle.
        let hits = || {
            let (card, hits) = battle.walls?;
            (self.card(card).owner == env.controller).then_some(hits)
        };
        let die = |compare: &dyn Fn(u32, u32) -> bool| {
            let wanted = number_of(with).map(|amount| self.amount(amount, env));
            let rolled = self.die_of(env).or(battle.die);
            rolled
                .zip(wanted)
                .is_some_and(|(rolled, wanted)| compare(rolled, wanted))
        };
        match what {
            Meaning::IsSupported => stacks(&|stack| !stack.support.is_empty()),
            Meaning::HasSwarmed => stacks(&|stack| stack.swarmed),
            Meaning::IsProtecting => stacks(&|stack| stack.protects),
            Meaning::IsAggressor => player() == Some(self.s.first),
            Meaning::IsDefender => player().is_some_and(|player| player != self.s.first),
            Meaning::WallsWhole => hits().is_none_or(|hits| hits == 0),
            Meaning::WallsBreached => hits() == Some(1),
            Meaning::WallsSacked => hits().is_some_and(|hits| hits >= 2),
            Meaning::DieAtLeast => die(&|rolled, wanted| rolled >= wanted),
            Meaning::DieAtMost => die(&|rolled, wanted| rolled <= wanted),
            Meaning::DieIs => die(&|rolled, wanted| rolled == wanted),
            _ => false,
        }
    }

    /// The die of the attack in which an ability resolves.
    fn die_of(&self, env: &Env) -> Option<u32> {
        let attack = env
            .attack
            .or_else(|| env.event.as_ref().and_then(|event| event.attack))?;
        self.attack_in_progress(attack)?.die
    }

    /// Returns whether an event that a phrase says matches, and binds its slots.
    pub(crate) fn matches_said(
        &self,
        phrase: &str,
        with: &[Argument],
        ev: &Ev,
        env: &mut Env,
    ) -> bool {
        if ev.kind != EvKind::Occurs || self.phrase_ix(phrase) != Some(ev.mark) {
            return false;
        }
        env.event = Some(ev.clone());
        with.iter().all(|argument| match argument {
            Argument::Player { who } => self.of_player(*who, ev.player, env),
            Argument::Things { which } => {
                // The stack, or the card on top of it.
                let top = match ev.who {
                    Some(Thing::Card(card)) => self.top_of(card.card).map(Thing::Card),
                    _ => None,
                };
                let things = [ev.who, top];
                things
                    .into_iter()
                    .flatten()
                    .any(|thing| self.matches_slot(which, thing, env))
            }
            Argument::Number { .. } | Argument::Word { .. } => true,
        })
    }

    /// Announces that something occurs which the texts have a phrase for. Returns the triggers.
    pub(super) fn occurs(
        &mut self,
        what: Meaning,
        who: Option<CardRef>,
        player: Player,
    ) -> Vec<Trigger> {
        let Some(rules) = self.battle_rules() else {
            return Vec::new();
        };
        let mut list = Vec::new();
        for (place, played) in rules.phrases.values().enumerate() {
            if *played != what {
                continue;
            }
            let mut ev = Ev::new(EvKind::Occurs, Thing::Space(0), player).by(player);
            ev.who = who.map(Thing::Card);
            ev.mark = place as u8;
            self.gather_into(&ev, Wanted::When, &mut list);
            self.gather_into(&ev, Wanted::After, &mut list);
            self.log.push(ev);
        }
        list
    }

    /// The abilities of a card below a heading, wherever the card is.
    pub(super) fn lines_below(&self, card: CardRef, heading: &str) -> Vec<AbilityId> {
        let mut lines = self.abilities(card.card).to_vec();
        lines.retain(|id| self.t.ability(*id).heading == heading);
        lines
    }

    /// The abilities of an attacker that resolve before its die, or those about the die.
    pub(super) fn lines_about(&self, attack: &Attack, about_die: bool) -> Vec<AbilityId> {
        let headings = &self.t.rules.roles.headings;
        let heading = match attack.back {
            true => &headings.retaliation,
            false => &headings.attack,
        };
        let mut lines = self.lines_below(attack.by, heading);
        lines.retain(|id| self.is_about_die(*id) == about_die);
        lines
    }

    /// Returns whether a condition of an ability asks for the die, so that it can resolve only after the roll.
    fn is_about_die(&self, ability: AbilityId) -> bool {
        let conditions = self.t.ability(ability).conditions.clone();
        conditions
            .into_iter()
            .any(|condition| match &self.t.conds[condition as usize].test {
                cardwright_ir::Test::Holds { phrase, .. } => matches!(
                    self.meaning(phrase),
                    Some(Meaning::DieIs | Meaning::DieAtLeast | Meaning::DieAtMost)
                ),
                _ => false,
            })
    }

    /// Resolves the next of these abilities of a card.
    pub(super) fn next_of(
        &mut self,
        card: CardRef,
        lines: &[AbilityId],
        line: u8,
        attack: Option<AttackRef>,
    ) -> Step {
        if let Some(ability) = lines.get(usize::from(line)).copied()
            && !self.is_caused_by(card, ability)
        {
            let controller = match self.card(card.card).controller {
                NONE => self.card(card.card).owner,
                controller => controller,
            };
            let mut env = Env::new(card, ability, controller);
            env.attack = attack;
            self.resolve(self.t.ability(ability).block, env, None);
        }
        Ok(())
    }
}
