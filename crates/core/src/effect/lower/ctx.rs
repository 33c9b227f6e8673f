//! The context of lowering: what a text can refer to at each point, and the diagnostics so far.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::discourse::Discourse;
use crate::effect::lower::sink::Sink;
use crate::effect::lower::types::{EntityKind, UnboundReason};
use std::ops::Range;

use smol_str::SmolStr;

use crate::diagnostic::{Code, Diagnostic, Place as At_};
use crate::effect::BearerKey;
use crate::effect::ir::{Action, At, ChosenNoun, Effect, Reference};
use crate::game::{Binding, CardPlace, Game, Heading};
use crate::symbols::Symbols;

pub(super) use crate::effect::syntax::Node;

/// The context in which one ability is lowered.
#[derive(Clone)]
pub(in crate::effect) struct LowerCtx<'a> {
    pub(super) env: Env<'a>,
    pub(super) discourse: Discourse,
    pub(super) ability: AbilityFacts,
    pub(super) sink: Sink,
}

/// The environment of an ability: the game, the card, and the heading.
#[derive(Clone)]
pub(super) struct Env<'a> {
    pub symbols: &'a Symbols<'a>,
    pub bearer: &'a BearerKey,
    /// Offset of the current line in the whole text.
    pub base: usize,
    pub heading: Option<&'a Heading>,
    /// Inside `[…]`, where `this` is the thing that gains the text.
    pub granted: bool,
    /// Card type of the thing that gains the text, if known.
    pub granted_type: Option<SmolStr>,
    /// The thing that this card is attached to.
    pub attached: Option<EntityKind>,
}

/// Facts about an ability and its events, collected from its sentences.
#[derive(Clone, Default)]
pub(super) struct AbilityFacts {
    /// `true` if an event in force is about an attack.
    pub event_attack: bool,
    /// `true` if an event in force is about damage.
    pub event_damage: bool,
    /// Span of the words for dealt damage in the event, if the damage has already been dealt.
    pub damage_dealt: Option<Range<usize>>,
    /// `true` if the moment is the end of the round.
    pub round_ends: bool,
    /// `true` if the attack of the event is already over.
    pub attack_over: bool,
    /// `true` if the event and all its effects are already over.
    pub after_event: bool,
    /// `true` if the attack is a retaliation.
    pub retaliates: bool,
    /// `true` if an event, a limit, an option or a moment determines when a command happens.
    pub occasion: bool,
    /// Inside `Once per round`.
    pub limited_round: bool,
    pub declares_x: bool,
    /// `true` if earlier text could not be lowered, so a reference may have its antecedent there.
    pub recovering: bool,
    /// Offset of `the target …` that names what the card is attached to.
    pub placed_by: Option<usize>,
    /// `true` if a unit was activated and its activation is over.
    pub activated: bool,
    /// Span of `Do this 3 times:` in the sentence before.
    pub do_this: Option<Range<usize>>,
    /// An earlier action can remove something from the map, or deal damage.
    pub removes: bool,
    pub damages: bool,
    /// Span of `When` before an event with `would`, and the word for it if the event is replaced.
    pub when_would: Option<(Range<usize>, &'static str)>,
    /// Span of `If` before an event with `would`.
    pub if_would: Option<Range<usize>>,
    /// The event with `would` of a heading, about `it`: `would be removed from the map`.
    pub heading_would: Option<String>,
}

impl<'a> LowerCtx<'a> {
    pub fn new(symbols: &'a Symbols<'a>, bearer: &'a BearerKey, base: usize) -> Self {
        LowerCtx {
            env: Env {
                symbols,
                bearer,
                base,
                heading: None,
                granted: false,
                granted_type: None,
                attached: None,
            },
            discourse: Discourse::default(),
            ability: AbilityFacts::default(),
            sink: Sink::default(),
        }
    }

    /// Returns the context at the beginning of the line.
    pub fn fresh(&self) -> Self {
        LowerCtx::new(self.env.symbols, self.env.bearer, self.env.base)
    }

    /// Returns a copy without diagnostics, for lowering something on trial.
    pub fn speculate(&mut self) -> Self {
        let sink = std::mem::take(&mut self.sink);
        let fork = self.clone();
        self.sink = sink;
        fork
    }

    /// Returns the span of a node in the whole text, without trailing white space.
    pub fn range(&self, node: &Node<'_>) -> Range<usize> {
        let start = self.env.base + node.start();
        start..start + node.as_str().trim_end().len()
    }

    pub fn at(&self, node: &Node<'_>) -> At {
        At::new(self.range(node))
    }

    /// Reports a diagnostic and returns `None`, so that everything that depends on the node is left out.
    pub fn report<T>(&mut self, finding: Diagnostic<At_>) -> Option<T> {
        let refers = matches!(
            finding.code,
            Code::UnboundReference | Code::AmbiguousReference
        );
        // A reference after an unreadable part would be a follow-up error.
        if !(self.ability.recovering && refers) {
            self.sink.push(finding);
        }
        None
    }

    pub fn finding(
        &self,
        code: Code,
        at: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Diagnostic<At_> {
        Diagnostic::new(code, At_::Text(at), message, label)
    }

    /// Returns the diagnostics so far.
    pub fn sink(&self) -> &Sink {
        &self.sink
    }

    pub fn sink_mut(&mut self) -> &mut Sink {
        &mut self.sink
    }

    /// Returns the byte offset of the lowered text in the whole text.
    pub fn base(&self) -> usize {
        self.env.base
    }

    pub fn set_base(&mut self, base: usize) {
        self.env.base = base;
    }

    /// Lowers a text at another offset in the whole text.
    pub fn at_base<T>(&mut self, base: usize, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.env.base, base);
        let lowered = lower(self);
        self.env.base = outer;
        lowered
    }

    /// Lowers something that happens after the given effects.
    pub fn after<T>(&mut self, effects: &[Effect], lower: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.discourse.removed().len();
        self.track_removals(effects);
        let lowered = lower(self);
        self.discourse.forget_removed(known);
        lowered
    }

    /// Lowers something as if the origins of places were certain.
    pub fn at_known_places<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let doubts = self.discourse.resolve(UnboundReason::Near);
        let lowered = lower(self);
        self.discourse.doubt_again(doubts);
        lowered
    }

    /// Records what an action does with its object.
    pub fn is_done(&mut self, action: &Action) {
        self.ability.activated |= matches!(action, Action::Activate { .. });
        self.ability.removes |= can_remove(action);
        self.ability.damages |= can_remove(action) && !only_moves(action);
        self.discourse.record_action(action);
    }

    /// Lowers something whose mentions later words cannot refer to.
    pub fn with_own_mentions<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.discourse.mentioned();
        let lowered = lower(self);
        self.discourse.forget_mentions(known);
        lowered
    }

    pub fn game(&self) -> &'a Game {
        self.env.symbols.game
    }

    /// Returns the type of the card with the text.
    pub fn card_type(&self) -> &'a str {
        &self.env.bearer.card_type
    }

    /// Returns whether an earlier part could not be lowered, so that references are not checked.
    pub fn is_recovering(&self) -> bool {
        self.ability.recovering
    }

    /// Moves the spans of the mentions that start at byte offset `since` or later.
    pub fn move_mentions(&mut self, since: usize, moved: impl Fn(&Range<usize>) -> Range<usize>) {
        for mention in self.discourse.mentions_mut() {
            if mention.at.start >= since {
                mention.at = moved(&mention.at);
            }
        }
    }

    pub fn binds(&self, binding: Binding) -> bool {
        self.env
            .heading
            .is_some_and(|heading| heading.binds.contains(&binding))
    }

    /// Returns the thing on the map that has this text: what the card is attached to, or the card itself.
    pub fn here(&self) -> Option<Reference> {
        if self.env.granted {
            return Some(self.this());
        }
        match &self.env.attached {
            Some(EntityKind::Space) => Some(Reference::AttachedSpace),
            Some(_) => Some(Reference::AttachedUnit),
            None => {
                let card_type = self
                    .env
                    .symbols
                    .game
                    .card_types
                    .get(&self.env.bearer.card_type)?;
                (card_type.place == CardPlace::Map).then(|| self.this())
            }
        }
    }

    /// Returns the card, and what it is attached to.
    pub fn bearers(&self) -> impl Iterator<Item = EntityKind> {
        let this = self.this_type();
        let this = match self.place_of_type(&this) {
            CardPlace::Map => EntityKind::OnMap(vec![this]),
            _ => EntityKind::Card(vec![this]),
        };
        self.env.attached.clone().into_iter().chain([this])
    }

    /// Returns the reference to the card by its type: `this unit`, `this hero`, `this location`.
    pub fn this(&self) -> Reference {
        Reference::This {
            as_: Some(self.this_type()),
        }
    }

    /// Returns the type that `this …` uses for the card. In a granted text, this is the type of the thing that gains
    /// it.
    pub fn this_type(&self) -> SmolStr {
        if let Some(granted) = &self.env.granted_type {
            return granted.clone();
        }
        if self.env.granted && self.place_of_type(&self.env.bearer.card_type) != CardPlace::Map {
            // A text that a spell grants is later the text of a thing on the map: take the first such type with
            // headings.
            return self
                .env
                .symbols
                .game
                .headings
                .values()
                .flat_map(|heading| &heading.types)
                .find(|card_type| self.place_of_type(card_type) == CardPlace::Map)
                .cloned()
                .unwrap_or_default();
        }
        self.env.bearer.card_type.clone()
    }

    pub fn place_of_type(&self, card_type: &str) -> CardPlace {
        self.env
            .symbols
            .game
            .card_types
            .get(card_type)
            .map_or(CardPlace::Aside, |card_type| card_type.place)
    }

    /// Returns whether cards of all these types are placed on the map.
    pub fn on_map(&self, types: &[SmolStr]) -> bool {
        !types.is_empty()
            && types
                .iter()
                .all(|t| self.place_of_type(t) == CardPlace::Map)
    }

    /// Returns whether the text is a static statement, which applies for as long as the card is there.
    pub fn is_static(&self, cx: ClauseCtx<'_>) -> bool {
        !(self.ability.occasion || cx.occasion) && self.lasts()
    }

    /// Returns whether the ability applies for as long as the card is there.
    pub fn lasts(&self) -> bool {
        self.env.heading.is_some_and(|heading| heading.lasting)
    }

    /// Returns whether a command needs an occasion here.
    pub fn needs_occasion(&self, cx: ClauseCtx<'_>) -> bool {
        self.is_static(cx)
    }
}

impl LowerCtx<'_> {
    /// Returns the words for a reference in messages.
    pub fn reference_words(&self, reference: &Reference) -> String {
        match reference {
            Reference::YourHero => format!("your {}", self.leader_word()),
            Reference::EnemyHero => format!("the enemy {}", self.leader_word()),
            Reference::AttachedUnit => format!("the attached {}", self.acting_word()),
            other => words_of(other),
        }
    }
}

fn words_of(reference: &Reference) -> String {
    match reference {
        Reference::This {
            as_: Some(card_type),
        } => format!("this {}", card_type.replace('_', " ")),
        Reference::This { as_: None } => "this card".to_owned(),
        Reference::ThisAttack => "this attack".to_owned(),
        Reference::ThatAttack => "that attack".to_owned(),
        Reference::Target => "the target".to_owned(),
        Reference::Attacker => "the attacker".to_owned(),
        Reference::AttachedSpace => "the attached space".to_owned(),
        Reference::ThisSpace => "this space".to_owned(),
        Reference::ChosenSpace => "the chosen space".to_owned(),
        // `LowerCtx::reference_words` handles these, because their words depend on the game.
        Reference::YourHero | Reference::EnemyHero | Reference::AttachedUnit => String::new(),
        Reference::Rest { .. } => "the rest".to_owned(),
        Reference::Chosen { named, many, .. } => {
            let noun = chosen_noun(named);
            if *many {
                format!("those {noun}s")
            } else {
                format!("that {noun}")
            }
        }
        Reference::FirstChosen { named, .. } => format!("the first chosen {}", chosen_noun(named)),
    }
}

fn chosen_noun(named: &ChosenNoun) -> String {
    match named {
        ChosenNoun::Card {
            type_: Some(card_type),
        } => card_type.replace('_', " "),
        ChosenNoun::Card { type_: None } => "card".to_owned(),
        ChosenNoun::Space => "space".to_owned(),
        ChosenNoun::Zone => "zone".to_owned(),
    }
}

/// Returns whether an action can remove something from the map, by itself or by the damage that it causes.
fn can_remove(action: &Action) -> bool {
    !matches!(
        action,
        Action::RemoveDamage { .. }
            | Action::Increase { .. }
            | Action::Swap { .. }
            | Action::Disadvantage { .. }
            | Action::Cannot { .. }
            | Action::CanAttackOnly { .. }
            | Action::Permit { .. }
            | Action::PlaceMarks { .. }
            | Action::RemoveMarks { .. }
            | Action::Draw { .. }
            | Action::Reveal { .. }
            | Action::Look { .. }
            | Action::Choose { .. }
            | Action::Search { .. }
            | Action::Shuffle { .. }
            | Action::TakeControl { .. }
            | Action::LoseControl { .. }
            | Action::Ready { .. }
            | Action::Spend { .. }
            | Action::Pay { .. }
            | Action::SpendAs { .. }
            | Action::ChangeCost { .. }
            | Action::SetLimit { .. }
            | Action::Turn { .. }
            | Action::PreventNext { .. }
            | Action::PreventThat { .. }
    )
}

/// Returns whether an action takes cards off the map, or changes their size, without damage.
fn only_moves(action: &Action) -> bool {
    matches!(
        action,
        Action::Decrease { .. }
            | Action::Discard { .. }
            | Action::Return { .. }
            | Action::Put { .. }
            | Action::RemoveFromMap { .. }
            | Action::RemoveCard { .. }
            | Action::Move { .. }
            | Action::Place { .. }
    )
}
