//! Generates the structures around actions: sentences, options, costs, choices, and headings.

use cardwright::effect::ir::{
    Ability, Action, At, Duration, Effect, Heading, LimitPeriod, Moment, Node, Occasion, Pick,
    Placement, Player, Reference, Selector, Stake, What, visit_effects,
};
use cardwright::game::HeadingForm;
use smol_str::SmolStr;

use super::choices::{Focus, Gen, Thing, game, heading_ids};
use super::nouns::{Want, thing_of_filter};

const PLAYERS: [Player; 3] = [Player::You, Player::Opponent, Player::Each];

/// The groups of verbs that are commands to a player, not statements about something else.
const OWN_DOING: &[&str] = &[
    "damage",
    "size",
    "movement",
    "marks",
    "cards",
    "statistics",
    "attaching",
    "tokens",
];

fn effect(what: What) -> Effect {
    Effect {
        what,
        span: At::default(),
    }
}

fn act(action: Action) -> Effect {
    effect(What::Act {
        action: Box::new(action),
    })
}

impl Gen {
    /// Generates an ability on a card of a random type.
    pub fn ability(&mut self) -> Ability {
        let types: Vec<SmolStr> = game()
            .card_types
            .iter()
            .filter(|(_, card_type)| card_type.heading.is_some())
            .map(|(id, _)| id.clone())
            .collect();
        // Most texts are on units and spells.
        let favoured = ["unit", "spell"].map(SmolStr::from);
        self.card_type = if self.maybe() {
            self.one_of(&favoured)
        } else {
            self.one_of(&types)
        };
        let card_type = self.card_type.clone();
        self.ability_on(&card_type)
    }

    pub fn ability_on(&mut self, card_type: &str) -> Ability {
        let fitting: Vec<SmolStr> = heading_ids()
            .into_iter()
            .filter(|id| {
                game().headings[id.as_str()]
                    .types
                    .iter()
                    .any(|t| t == card_type)
            })
            .collect();
        let id = self.one_of(&fitting);
        self.heading = &game().headings[id.as_str()];
        let mut heading = Heading {
            id,
            when: None,
            placement: None,
            span: At::default(),
        };
        let aside = self.below(3) == 2;
        match self.heading.form {
            HeadingForm::Plain => {}
            HeadingForm::Event => {
                self.occasion = true;
                heading.when = Some(Box::new(self.event()));
            }
            HeadingForm::Placement if aside => {
                heading.placement = Some(Placement::Aside);
            }
            HeadingForm::Placement => {
                let want = self.one_of(&[Want::Fighter, Want::Space]);
                // While it is placed, it is not attached to anything yet.
                let to = self.one(want, Player::You);
                self.attached = Some(match &to.pick {
                    Pick::Known { is } => self.thing_of(is),
                    Pick::Choose { from, .. } => thing_of_filter(from),
                    _ => Thing::Space,
                });
                self.mentions.clear();
                heading.placement = Some(Placement::AttachTo { to: Box::new(to) });
            }
        }
        let effects = self.sentences();
        Ability {
            part: None,
            scale: None,
            heading,
            effects,
            span: At::default(),
        }
    }

    /// Generates sentences; a lead that governs the rest of the ability contains all following ones.
    fn sentences(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        for _ in 0..3 {
            if self.depth < 2
                && (self.needs_occasion() && self.maybe()
                    || self.rich(Focus::Control) && self.below(3) == 2)
            {
                let framed = self.inner(|g| g.frame());
                effects.push(framed);
                return effects;
            }
            let sentence = self.sentence();
            // Nothing follows the modes of a choice.
            // A granted text ends with its own full stop; `For each …` would seem to continue it.
            let last = ends_in_modes(&sentence) || says(&sentence, r#""do":"gain""#);
            effects.push(sentence);
            let more = if matches!(self.focus, Focus::Control | Focus::Nouns) {
                2
            } else {
                4
            };
            if last || self.below(more) != 1 {
                break;
            }
        }
        effects
    }

    fn frame(&mut self) -> Effect {
        match self.below(8) {
            0..=3 => {
                // In a standing effect, a moment occurs in each round.
                let forms = if self.is_static() { 6 } else { 4 };
                let occasion = match self.below(forms) {
                    0 | 1 => Occasion::When {
                        event: Box::new(self.event()),
                    },
                    2 => Occasion::After {
                        event: Box::new(self.event()),
                    },
                    3 => Occasion::FirstEachRound {
                        event: Box::new(self.event()),
                    },
                    4 => Occasion::At {
                        moment: Moment::StartOfRound,
                        period: None,
                    },
                    _ => Occasion::At {
                        moment: Moment::EndOfRound,
                        period: None,
                    },
                };
                self.occasion = true;
                let effects = self.sentences();
                effect(What::When { occasion, effects })
            }
            4 if !self.needs_occasion() && !self.occasion => {
                // After something has begun, the moment is the next one of its kind.
                let moment = if self.is_static() {
                    Moment::StartOfNextRound
                } else {
                    self.one_of(&[Moment::StartOfNextRound, Moment::EndOfRound])
                };
                self.occasion = true;
                let effects = self.sentences();
                effect(What::Delayed {
                    moment,
                    period: None,
                    effects,
                })
            }
            _ => {
                let per = self.one_of(&[LimitPeriod::Round, LimitPeriod::Game]);
                self.limited_round |= per == LimitPeriod::Round;
                self.occasion = true;
                let times = 1 + self.below(4) as u32;
                let effects = self.sentences();
                effect(What::Limit {
                    times,
                    per,
                    period: None,
                    effects,
                })
            }
        }
    }

    /// Generates one sentence. The leads before its statement have a fixed order: if, while, if … would, for each.
    fn sentence(&mut self) -> Effect {
        let occasion = self.occasion;
        let declared = self.declares_x;
        let control = self.rich(Focus::Control);
        let condition = (control && self.below(3) == 2).then(|| self.condition());
        let known = self.mentions.len();
        let during = (control && self.is_static() && self.below(6) == 5).then(|| self.condition());
        let asked_all_the_time = during.is_none();
        self.while_condition = during.is_some();
        let replaced = (control && during.is_none() && self.below(5) == 4).then(|| self.would());
        self.occasion |= replaced.is_some();
        let again = match control && during.is_none() && replaced.is_none() {
            true => self.below(6),
            false => 0,
        };
        let times = (again == 4).then(|| 2 + self.below(3) as u32);
        let each = (again == 5).then(|| {
            let known = self.mentions.len();
            let each = match self.below(4) {
                3 => self.once_there(),
                _ => self.counted_filter(),
            };
            self.mentions.truncate(known);
            let slot = self.slot();
            self.mention_filter(slot, &each, false);
            (each, slot)
        });
        let before = self.mentions.len();
        let mut inner = self.statement(control, replaced.is_some());
        // An option can end with its own sentence, `If you do, …`.
        let options = says(&inner, r#""effect":"may""#) || says(&inner, r#""effect":"if""#);
        if let Some(times) = times.filter(|_| !options && !inner.is_lasting()) {
            self.mentions.truncate(before);
            let effects = vec![inner];
            inner = effect(What::Repeat { times, effects });
        }
        if let Some((each, slot)) = each {
            // After its sentence it is one of many again, and so is what was chosen for each of them.
            self.mentions.truncate(before);
            self.mentions.retain(|mention| mention.slot != slot);
            inner = effect(What::ForEach {
                each: Box::new(each),
                slot,
                effects: vec![inner],
            });
        }
        if let Some(event) = replaced {
            inner = effect(What::Replace {
                event: Box::new(event),
                effects: vec![inner],
            });
        }
        if let Some(condition) = during {
            inner = effect(What::While {
                condition: Box::new(condition),
                effects: vec![inner],
            });
        }
        self.while_condition = false;
        self.occasion = occasion;
        let alone = condition.is_none() && self.mentions.len() == known && !ends_in_modes(&inner);
        if alone
            && let What::May { otherwise, .. } = &mut inner.what
            && self.below(3) == 2
        {
            *otherwise = vec![self.inner(|g| g.sentence())];
        }
        if let Some(condition) = condition {
            let then = vec![inner];
            // The choices of one branch are unknown in the other.
            let chosen = self.mentions.len() > known;
            // `Otherwise` could refer to declining.
            let option =
                matches!(&then[0].what, What::May { otherwise, .. } if otherwise.is_empty());
            let simple = !ends_in_modes(&then[0]) && !chosen && !option;
            let otherwise = if simple && self.below(3) == 2 {
                vec![self.inner(|g| g.sentence())]
            } else {
                Vec::new()
            };
            let condition = Box::new(condition);
            let lasting = self.is_static() && asked_all_the_time;
            inner = effect(
                if lasting && otherwise.is_empty() && then.iter().all(Effect::is_lasting) {
                    let effects = then;
                    What::While { condition, effects }
                } else {
                    What::If {
                        condition,
                        then,
                        otherwise,
                    }
                },
            );
        }
        self.declares_x = declared;
        inner
    }

    fn statement(&mut self, control: bool, replacing: bool) -> Effect {
        if !control {
            return self.clause();
        }
        // Under a heading of standing effects, an option says when something happens.
        let occasion = self.occasion;
        let form = self.below(8);
        if self.while_condition {
            return self.clause();
        }
        match form {
            3 if !replacing && (self.is_static() || !self.heading.lasting) => act(self.spend_as()),
            1 | 2 => {
                let actor = self.actor;
                let who = self.one_of(&PLAYERS);
                self.actor = who;
                self.occasion = true;
                let mut cost = Vec::new();
                if self.maybe() {
                    // An X may be chosen in a cost.
                    let declared = self.declares_x;
                    self.declares_x |= self.below(3) == 2;
                    let paid = self.cost();
                    self.declares_x = declared || says_x(&paid);
                    cost.push(paid);
                }
                // `If they do, …`: in a separate sentence, you choose.
                if !cost.is_empty() && self.below(3) == 2 {
                    self.actor = actor;
                }
                // An option of a player contains actions of that player.
                let verbs = self.verbs;
                self.verbs = OWN_DOING;
                let effects = vec![self.clauses()];
                self.verbs = verbs;
                self.occasion = occasion;
                self.actor = actor;
                effect(What::May {
                    who,
                    cost,
                    effects,
                    otherwise: Vec::new(),
                })
            }
            3 => self.clauses(),
            4 => {
                let first = self.clause();
                let (mentions, slots) = (self.mentions.clone(), self.slots);
                let second = self.alternative();
                // What one player chooses is unknown to the other.
                if speaks_of_what_is_chosen(&second, &first) {
                    (self.mentions, self.slots) = (mentions, slots);
                    return first;
                }
                // The player who does both chooses; without one, the acting player.
                let doer = |effect: &Effect| match &effect.what {
                    What::Act { action } => action.player(),
                    _ => None,
                };
                let who = match (doer(&first), doer(&second)) {
                    (Some(one), Some(other)) if one == other => one,
                    _ => self.actor,
                };
                effect(What::Either {
                    who,
                    effects: vec![first, second],
                })
            }
            5 => {
                let known = self.mentions.len();
                let clause = self.clause();
                // The condition is evaluated before anything is chosen.
                if self.mentions.len() > known {
                    return clause;
                }
                let effects = vec![clause];
                let condition = self.condition();
                effect(What::Unless {
                    condition: Box::new(condition),
                    effects,
                })
            }
            // In a standing effect, the moment of a payment is unknown.
            6 if !self.is_static() => {
                let effects = vec![self.clause()];
                let who = self.one_of(&[Player::You, Player::Opponent]);
                let actor = self.actor;
                self.actor = who;
                let cost = vec![self.payment()];
                self.actor = actor;
                effect(What::UnlessPaid { who, cost, effects })
            }
            7 if !replacing && self.grants == 0 && self.depth < 2 => self.modes(),
            _ => self.clause(),
        }
    }

    /// Generates consecutive clauses.
    fn clauses(&mut self) -> Effect {
        let first = self.clause();
        if self.below(3) != 2 {
            return first;
        }
        let second = self.clause();
        effect(What::Then {
            effects: vec![first, second],
        })
    }

    /// Generates one clause, sometimes with several predicates.
    fn clause(&mut self) -> Effect {
        let known = self.mentions.len();
        let first = self.action();
        let who = serde_json::to_value(&first).expect("it can be written");
        if self.actor == Player::Each || who["who"] == "each" {
            for mention in self.mentions.iter_mut().skip(known) {
                mention.of_each |= !mention.many;
            }
        }
        if self.below(if self.focus == Focus::Control { 4 } else { 10 }) == 3
            && let Some(more) = self.second_predicate(&first)
        {
            return effect(What::Together {
                effects: vec![act(first), act(more)],
            });
        }
        act(first)
    }

    /// Generates a further predicate of the same subject, for the same time.
    fn second_predicate(&mut self, first: &Action) -> Option<Action> {
        let (who, time) = match first {
            Action::Change { who, time, .. }
            | Action::Cannot {
                who: Stake::Cards { which: who },
                time,
                ..
            }
            | Action::CanAttackOnly { who, time, .. }
            | Action::Permit { who, time, .. } => (who, time),
            _ => return None,
        };
        let who = self.same_again(who)?;
        let time = time.clone();
        // The time follows both predicates, and so would a number computed for the first.
        if matches!(time, Duration::While { .. }) {
            return None;
        }
        Some(match self.below(3) {
            0 => Action::DealMore {
                who,
                amount: self.number(),
                less: false,
                at_least: None,
                time,
            },
            1 => Action::Disadvantage {
                of: who,
                has: true,
                time,
            },
            _ => Action::TakeLess {
                who,
                amount: self.number(),
                more: false,
                from: None,
                at_least: None,
                time,
            },
        })
    }

    fn same_again(&self, who: &Selector) -> Option<Selector> {
        let pick = match &who.pick {
            Pick::Choose { slot, .. } | Pick::Random { slot, .. } => {
                let mention = self.mentions.iter().find(|mention| mention.slot == *slot)?;
                Pick::Known {
                    is: Reference::Chosen {
                        slot: *slot,
                        named: Box::new(mention.named.clone()),
                        many: mention.many,
                    },
                }
            }
            pick => pick.clone(),
        };
        Some(Selector {
            pick,
            span: At::default(),
        })
    }

    /// Generates a cost: one thing that the player does.
    fn cost(&mut self) -> Effect {
        let verbs = self.verbs;
        self.verbs = &["damage", "cards", "statistics", "tokens", "marks"];
        let occasion = self.occasion;
        self.occasion = true;
        let before = self.clone();
        let mut action = self.action();
        if let Some(who) = doer_mut(&mut action)
            && *who != self.actor
        {
            // The player who pays is the one with the option.
            let tried = self.clone();
            *self = before;
            self.skip_to(&tried);
            action = Action::Pay {
                who: self.actor,
                statistic: super::choices::ids("statistics")[0].clone(),
                amount: self.amount(),
            };
        }
        self.occasion = occasion;
        self.verbs = verbs;
        act(action)
    }

    /// Generates what a player does to prevent something: an action of that player.
    fn payment(&mut self) -> Effect {
        act(Action::Pay {
            who: self.actor,
            statistic: super::choices::ids("statistics")[0].clone(),
            amount: self.amount(),
        })
    }

    /// Generates the second clause of an `or`. One that starts with a noun would be parsed as a noun.
    fn alternative(&mut self) -> Effect {
        let verbs = self.verbs;
        self.verbs = &["damage", "size", "marks", "cards", "tokens"];
        let alternative = self.action();
        self.verbs = verbs;
        act(alternative)
    }

    fn modes(&mut self) -> Effect {
        let count = 2 + self.below(2);
        let mut modes = Vec::new();
        for _ in 0..count {
            let known = self.clone();
            let mut sentences = vec![self.inner(|g| g.plain_sentence())];
            if self.below(4) == 3 {
                sentences.push(self.inner(|g| g.plain_sentence()));
            }
            modes.push(sentences);
            // The things named in one mode are unknown in the others.
            self.mentions = known.mentions;
            self.event_attack = known.event_attack;
            self.event_damage = known.event_damage;
            self.declares_x = known.declares_x;
        }
        let (at_least, at_most) = match self.below(4) {
            0 | 1 => (1, 1),
            2 => (0, 2),
            _ => (1, count as u32),
        };
        // A command is only for you, whoever chooses it.
        let yours = modes.iter().flatten().any(|effect| {
            matches!(&effect.what, What::Act { action } if action.player() == Some(Player::You))
        });
        let who = if yours {
            self.one_of(&[Player::You, Player::Opponent])
        } else {
            self.one_of(&PLAYERS)
        };
        effect(What::Choose {
            who,
            at_least,
            at_most,
            modes,
        })
    }

    /// Generates a sentence of a mode, which contains no choice itself.
    fn plain_sentence(&mut self) -> Effect {
        let action = self.action();
        act(action)
    }
}

fn doer_mut(action: &mut Action) -> Option<&mut Player> {
    match action {
        Action::Draw { who, .. }
        | Action::Discard { who, .. }
        | Action::Reveal { who, .. }
        | Action::Shuffle { who, .. }
        | Action::Ready { who, .. }
        | Action::Spend { who, .. }
        | Action::Pay { who, .. }
        | Action::Play { who, .. }
        | Action::Boost { who, .. } => Some(who),
        _ => None,
    }
}

fn ends_in_modes(effect: &Effect) -> bool {
    match &effect.what {
        What::Choose { .. } => true,
        What::If {
            then, otherwise, ..
        } => then.iter().chain(otherwise).any(ends_in_modes),
        What::While { effects, .. }
        | What::Repeat { effects, .. }
        | What::ForEach { effects, .. }
        | What::Replace { effects, .. }
        | What::When { effects, .. }
        | What::Limit { effects, .. }
        | What::Delayed { effects, .. } => effects.iter().any(ends_in_modes),
        _ => false,
    }
}

fn says_x(effect: &Effect) -> bool {
    says(effect, r#""amount":"x""#)
}

fn says(effect: &Effect, what: &str) -> bool {
    let json = serde_json::to_string(effect).expect("IR is JSON");
    json.contains(what)
}

/// Returns whether one effect refers to something that the other chooses.
fn speaks_of_what_is_chosen(one: &Effect, by: &Effect) -> bool {
    let mut chosen = Vec::new();
    visit_effects(std::slice::from_ref(by), &mut |node, _| {
        chosen.extend(match node {
            Node::Selector(selector) => selector.pick.slot(),
            Node::Action(Action::Draw { slot, .. }) => Some(*slot),
            _ => None,
        });
    });
    let mut speaks = false;
    visit_effects(std::slice::from_ref(one), &mut |node, _| {
        speaks |= matches!(node, Node::Reference(Reference::Chosen { slot, .. }) if chosen.contains(slot));
    });
    speaks
}
