//! From IR to canonical text.
//!
//! Different IRs never print alike, and what is printed reads back as the same IR. One file for each
//! family of nodes, as in the lowering.

mod action;
mod amount;
mod noun;
mod parts;
mod when;

use super::Bearer;
use super::ir::{
    Ability, Action, Duration, Effect, LimitPeriod, Moment, Occasion, Placement, Player, Reference,
    What,
};
use crate::symbols::Symbols;
pub(super) use noun::with_article;
use when::subject_of;

/// The text of abilities, a line for each.
pub(super) fn text(abilities: &[Ability], bearer: &Bearer<'_>, symbols: &Symbols<'_>) -> String {
    abilities
        .iter()
        .map(|ability| Printer::new(bearer, symbols).ability(ability))
        .collect::<Vec<_>>()
        .join("\n")
}

/// What the words at a place depend on.
#[derive(Clone)]
pub(super) struct Printer<'a> {
    pub symbols: &'a Symbols<'a>,
    pub bearer: &'a Bearer<'a>,
    /// Who does what a clause without a subject says.
    pub actor: Player,
    /// Inside `Once per round`, where a change lasts for the round without saying so.
    pub limited_round: bool,
    /// Inside `[…]`.
    pub granted: bool,
    /// What the card is attached to.
    pub attached: Option<Reference>,
    /// What that is called.
    pub attached_noun: String,
    /// What `it` means.
    pub it: Option<Reference>,
    /// Inside a phrase that counts.
    pub counting: bool,
}

impl<'a> Printer<'a> {
    /// At the start of an ability.
    pub fn new(bearer: &'a Bearer<'a>, symbols: &'a Symbols<'a>) -> Self {
        Printer {
            symbols,
            bearer,
            actor: Player::You,
            limited_round: false,
            granted: false,
            attached: None,
            attached_noun: "unit".to_owned(),
            it: None,
            counting: false,
        }
    }
}

impl Printer<'_> {
    fn ability(&self, ability: &Ability) -> String {
        let mut printer = self.clone();
        if let Some(Placement::AttachTo { to }) = &ability.heading.placement {
            printer.attached = Some(if noun::is_space(to) {
                Reference::AttachedSpace
            } else {
                Reference::AttachedUnit
            });
        }
        if let Some(Placement::AttachTo { to }) = &ability.heading.placement {
            printer.attached_noun = match noun::known(to) {
                // `your hero`: the last word is the noun.
                Some(reference) => {
                    let words = self.reference(reference);
                    words.rsplit(' ').next().unwrap_or_default().to_owned()
                }
                None => self.one_noun(to),
            };
        }
        let heading = self.heading(ability);
        let body = printer.sentences(&ability.effects);
        if heading.is_empty() {
            capitalise(&body)
        } else {
            format!("{heading} {}", capitalise(&body))
        }
    }

    /// The heading with its colon; nothing where it goes without saying.
    fn heading(&self, ability: &Ability) -> String {
        let game = self.symbols.game;
        let heading = &ability.heading;
        let Some(known) = game.headings.get(&heading.id) else {
            return String::new();
        };
        let default = game
            .card_types
            .get(self.bearer.card_type)
            .and_then(|card_type| card_type.heading.as_ref());
        let bare = heading.when.is_none() && heading.placement.is_none();
        if bare && !known.written && !self.granted && default == Some(&heading.id) {
            return String::new();
        }
        let tail = match (&heading.when, &heading.placement) {
            (Some(event), _) => format!(", when {}", self.event(event)),
            (None, Some(Placement::AttachTo { to })) => {
                format!(", attach to {}", self.selector(to))
            }
            (None, Some(Placement::Aside)) => ", place aside".to_owned(),
            (None, None) => String::new(),
        };
        format!("{}{tail}:", known.name)
    }

    /// Sentences, beginning in lower case where they may follow a lead.
    fn sentences(&self, effects: &[Effect]) -> String {
        let mut text = String::new();
        for effect in effects {
            let sentence = self.sentence(effect);
            if text.is_empty() {
                text = sentence;
            } else {
                text.push(' ');
                text.push_str(&capitalise(&sentence));
            }
        }
        text
    }

    /// One sentence with its full stop, beginning in lower case.
    fn sentence(&self, effect: &Effect) -> String {
        match &effect.what {
            What::When { occasion, effects } => {
                let lead = match occasion {
                    Occasion::When { event } => format!("when {}", self.event(event)),
                    Occasion::After { event } => format!("after {}", self.event(event)),
                    Occasion::FirstEachRound { event } => {
                        format!("the first time each round {}", self.event(event))
                    }
                    Occasion::At { moment } => moment_words(*moment).to_owned(),
                };
                format!("{lead}, {}", self.sentences(effects))
            }
            What::Limit {
                times,
                per,
                effects,
            } => {
                let mut inner = self.clone();
                inner.limited_round |= *per == LimitPeriod::Round;
                let times = if *times == 1 { "once" } else { "twice" };
                let per = match per {
                    LimitPeriod::Round => "round",
                    LimitPeriod::Game => "game",
                };
                format!("{times} per {per}, {}", inner.sentences(effects))
            }
            What::Delayed { moment, effects } => {
                format!("{}, {}", moment_words(*moment), self.sentences(effects))
            }
            What::If {
                condition,
                then,
                otherwise,
            } => {
                let mut text =
                    format!("if {}, {}", self.condition(condition), self.sentences(then));
                if !otherwise.is_empty() {
                    text.push_str(" Otherwise, ");
                    text.push_str(&self.sentences(otherwise));
                }
                text
            }
            What::While { condition, effects } => {
                format!(
                    "while {}, {}",
                    self.condition(condition),
                    self.sentences(effects)
                )
            }
            What::ForEach { each, effects } => {
                format!(
                    "for each {}, {}",
                    self.singular(each),
                    self.sentences(effects)
                )
            }
            What::Replace { event, effects } => {
                let mut inner = self.clone();
                inner.it = subject_of(event)
                    .and_then(noun::known)
                    .filter(is_this)
                    .cloned();
                let core: Vec<String> = effects.iter().map(|effect| inner.core(effect)).collect();
                format!(
                    "if {}, {} instead.",
                    self.event(event),
                    core.join(", then ")
                )
            }
            What::Choose {
                who,
                at_least,
                at_most,
                modes,
            } => {
                let number = match (at_least, at_most) {
                    (0, most) => format!("up to {most}"),
                    (_, 1) => "one".to_owned(),
                    (_, most) => most.to_string(),
                };
                let mut text = match who {
                    Player::You => format!("choose {number}:"),
                    Player::Opponent => format!("your opponent chooses {number}:"),
                    Player::Each => format!("each player chooses {number}:"),
                };
                for mode in modes {
                    text.push_str("\n- ");
                    text.push_str(&capitalise(&self.sentences(mode)));
                }
                text
            }
            _ => {
                let core = self.core(effect);
                // A granted text has its own full stop.
                if core.ends_with(']') {
                    core
                } else {
                    format!("{core}.")
                }
            }
        }
    }

    /// The clauses of a sentence, without a full stop.
    fn core(&self, effect: &Effect) -> String {
        match &effect.what {
            What::Act { action } => self.action(action),
            What::Then { effects } => self.all(effects, ", then "),
            What::Either { effects, .. } => self.all(effects, " or "),
            What::Together { effects } => self.together(effects),
            What::May { who, cost, effects } => {
                let mut inner = self.clone();
                inner.actor = *who;
                let who = match who {
                    Player::You => "you",
                    Player::Opponent => "your opponent",
                    Player::Each => "each player",
                };
                let effects = inner.all(effects, ", then ");
                if cost.is_empty() {
                    format!("{who} may {effects}")
                } else {
                    format!("{who} may {} to {effects}", inner.all(cost, ", then "))
                }
            }
            What::Unless { condition, effects } => {
                format!(
                    "{} unless {}",
                    self.all(effects, ", then "),
                    self.condition(condition)
                )
            }
            What::UnlessPaid { who, cost, effects } => {
                let mut inner = self.clone();
                // The payer stands before what is paid.
                inner.actor = if *who == Player::You {
                    Player::Each
                } else {
                    Player::You
                };
                format!(
                    "{} unless {}",
                    self.all(effects, ", then "),
                    inner.all(cost, " and ")
                )
            }
            // What stands as a sentence of its own cannot be a clause of another.
            _ => self.sentence(effect).trim_end_matches('.').to_owned(),
        }
    }

    fn all(&self, effects: &[Effect], between: &str) -> String {
        effects
            .iter()
            .map(|effect| self.core(effect))
            .collect::<Vec<_>>()
            .join(between)
    }

    /// Several predicates of one subject, with the time that holds for all of them at the end.
    fn together(&self, effects: &[Effect]) -> String {
        let actions: Vec<&Action> = effects
            .iter()
            .filter_map(|effect| match &effect.what {
                What::Act { action } => Some(&**action),
                _ => None,
            })
            .collect();
        let mut text = String::new();
        let mut time = Duration::AnotherChange;
        for (index, action) in actions.iter().enumerate() {
            let said = self.said(action);
            if index == 0 {
                text = format!("{} {}", said.subject, said.predicate);
            } else {
                text.push_str(" and ");
                text.push_str(&said.predicate);
            }
            text.push_str(&said.tail);
            if let Some(own) = action.time()
                && !action.is_of_attack()
            {
                time = own.clone();
            }
        }
        text.push_str(&self.duration(&time, false));
        text
    }

    /// The name of a word of the game.
    pub(super) fn term(&self, list: &str, id: &str) -> String {
        self.symbols
            .game
            .term(list, id)
            .map_or_else(|| id.replace('_', " "), |term| term.name.clone())
    }
}

fn is_this(reference: &&Reference) -> bool {
    matches!(reference, Reference::This { as_: Some(_) })
}

fn moment_words(moment: Moment) -> &'static str {
    match moment {
        Moment::StartOfRound => "at the start of the round",
        Moment::EndOfRound => "at the end of the round",
        Moment::StartOfNextRound => "at the start of the next round",
    }
}

/// The text with its first letter in upper case.
fn capitalise(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
