//! What a text can refer to at each of its places, and the findings on the way.

use crate::effect::lower::types::Done;
use crate::effect::lower::types::Mention;
use crate::effect::lower::types::Thing;
use crate::effect::lower::types::Uncertain;
use crate::effect::lower::types::{Needs, slot_of};
use std::ops::Range;

use smol_str::SmolStr;

use crate::diagnostic::{Code, Diagnostic, Place as At_};
use crate::effect::Bearer;
use crate::effect::ir::{Action, At, ChosenNoun, Owner, Player, Reference, Zone};
use crate::effect::recover::{Mender, Pieces};
use crate::effect::syntax::Rule;
use crate::game::{Binding, CardPlace, Heading};
use crate::symbols::Symbols;

pub(super) use crate::effect::syntax::Node;

/// What one ability is lowered in.
#[derive(Clone)]
pub(super) struct Scope<'a> {
    pub symbols: &'a Symbols<'a>,
    pub bearer: &'a Bearer<'a>,
    /// For what cannot be read.
    pub mender: &'a Mender<'a>,
    /// Pieces of lines that were read before.
    pub known: Option<&'a Pieces>,
    /// Where in the whole text the line begins that is being lowered.
    pub base: usize,
    pub heading: Option<&'a Heading>,
    /// Inside `[…]`, where `this` is the one that gains the text.
    pub granted: bool,
    /// The card type of the one that gains it, where it is known.
    pub granted_type: Option<SmolStr>,
    /// What this card is attached to.
    pub attached: Option<Thing>,
    /// Whether an attack, or damage, is what an event in force is about.
    pub event_attack: bool,
    pub event_damage: bool,
    /// Where the event says that damage is dealt, if it is dealt by then.
    pub damage_dealt: Option<Range<usize>>,
    /// The moment is the end of the round.
    pub round_ends: bool,
    /// The attack of the event is over by then.
    pub attack_over: bool,
    /// An event is over by then, with all that it brought about.
    pub after_event: bool,
    /// The attack is a retaliation.
    pub retaliates: bool,
    /// An event, a limit, an option or a moment says when a command happens.
    pub occasion: bool,
    /// In a heading that says what the card is attached to.
    pub attaching: bool,
    /// Inside `Once per round`.
    pub limited_round: bool,
    pub slots: u32,
    pub mentions: Vec<Mention>,
    pub clause: usize,
    pub declares_x: bool,
    /// Inside a cost, where an X may be declared.
    pub declaring: bool,
    /// Inside `While …`, or behind a time, which say how long.
    pub while_condition: bool,
    /// Inside `While …`.
    pub holds_while: bool,
    /// Something before could not be read, so that a reference may mean what it named.
    pub unsure: bool,
    /// Where `the target …` stands that says to what the card is attached.
    pub placed_by: Option<usize>,
    /// Who does what a sentence without a subject says.
    pub actor: Player,
    /// The player who was named last in what is lowered now: whose `their` says.
    pub doer: Player,
    /// Behind `you may` or the `to` of a cost, where another one does something only if it is had to.
    pub infinitive: bool,
    /// The clause that the sentence has as its cost, once that is read.
    pub paid: Option<usize>,
    /// The slots of which nobody knows what is in them, where they were named, and why.
    pub uncertain: Vec<(u32, At, Uncertain)>,
    /// A unit was activated, which is over by now.
    pub activated: bool,
    /// What has left the map by the event.
    pub gone: Vec<Reference>,
    /// The event is about what is gone.
    pub gone_by_event: bool,
    /// Cards were looked at or revealed, of which later words may speak.
    pub looked_at: bool,
    /// Several of them were, and of which zone, if that is all of it.
    pub several_shown: Option<Option<Zone>>,
    /// In a sentence of several clauses.
    pub joined: bool,
    /// In words that say which things of a kind are meant.
    pub describing: bool,
    /// What says where they are, in the noun phrase that stands in it.
    pub beside: Option<Rule>,
    /// Whose zone the object of the verb that is read now goes to.
    pub bound_for: Option<Owner>,
    /// What `it` meant last in this sentence, and where it stood.
    pub it_was: Option<(Range<usize>, Mention)>,
    /// The one thing of which a condition asks something, and where that condition stands.
    pub asked: Option<(Reference, Range<usize>)>,
    /// The one thing of which the sentence before asked.
    pub asked_before: Option<Reference>,
    /// Whether what is named now is what a condition asks of.
    pub asks: bool,
    /// Whether a condition asks what something is, which needs no noun: `is *undead*`.
    pub asked_what: bool,
    /// The condition that counts things, of which none has a name then.
    pub counted: Option<Range<usize>>,
    /// Where the statement begins that is lowered now, and whether its sentence does.
    pub statement: (usize, bool),
    /// Where `each …` stood last.
    pub each: Option<Range<usize>>,
    /// What was chosen where this is not done.
    pub elsewhere: Vec<u32>,
    /// What was chosen in a sentence before where a condition held, and is not chosen else.
    pub perhaps: Vec<u32>,
    /// Where `When` stands before what would happen, and what stands there if it is replaced.
    pub when_would: Option<(Range<usize>, &'static str)>,
    /// Where words of the last noun begin with a capital letter.
    pub capitals: Vec<usize>,
    /// Where `If` stands before what would happen.
    pub if_would: Option<Range<usize>>,
    /// What would happen to `it`, where a heading waits for that: `would be removed from the map`.
    pub heading_would: Option<String>,
    /// What does something to another one, and so is not `it`, unless there is nothing else.
    pub not_it: Option<Reference>,
    /// What `it` has to be where it stands.
    pub needs: Option<Needs>,
    /// A number is lowered, of which `its` says whose it is.
    pub whose_number: bool,
    /// Where that is named which is multiplied by what is lowered now.
    pub counting: Option<Range<usize>>,
    /// Some of those are picked that are named now.
    pub picks_from: bool,
    /// Where a plural without a number stood last.
    pub bare: Option<Range<usize>>,
    /// Where something was last measured from here, without saying so.
    pub near: Option<Range<usize>>,
    /// How often the sentence was divided of which this reads a part.
    pub parts: u8,
    pub found: Vec<Diagnostic<At_>>,
}

impl<'a> Scope<'a> {
    pub fn new(mender: &'a Mender<'a>, bearer: &'a Bearer<'a>, base: usize) -> Self {
        Scope {
            symbols: mender.symbols(),
            bearer,
            mender,
            known: None,
            base,
            heading: None,
            granted: false,
            granted_type: None,
            attached: None,
            event_attack: false,
            event_damage: false,
            damage_dealt: None,
            round_ends: false,
            attack_over: false,
            after_event: false,
            retaliates: false,
            occasion: false,
            attaching: false,
            limited_round: false,
            slots: 0,
            mentions: Vec::new(),
            clause: 0,
            declares_x: false,
            declaring: false,
            while_condition: false,
            holds_while: false,
            unsure: false,
            placed_by: None,
            actor: Player::You,
            doer: Player::You,
            infinitive: false,
            paid: None,
            uncertain: Vec::new(),
            activated: false,
            gone: Vec::new(),
            gone_by_event: false,
            looked_at: false,
            several_shown: None,
            joined: false,
            describing: false,
            beside: None,
            bound_for: None,
            it_was: None,
            asked: None,
            asked_before: None,
            asks: false,
            asked_what: false,
            counted: None,
            statement: (0, false),
            each: None,
            elsewhere: Vec::new(),
            perhaps: Vec::new(),
            when_would: None,
            if_would: None,
            capitals: Vec::new(),
            heading_would: None,
            not_it: None,
            needs: None,
            whose_number: false,
            counting: None,
            picks_from: false,
            bare: None,
            near: None,
            parts: 0,
            found: Vec::new(),
        }
    }

    /// What the line is lowered in at its beginning.
    pub fn anew(&self) -> Self {
        Scope {
            known: self.known,
            parts: self.parts,
            ..Scope::new(self.mender, self.bearer, self.base)
        }
    }

    /// The same with no findings, for reading something on trial.
    pub fn fork(&mut self) -> Self {
        let found = std::mem::take(&mut self.found);
        let fork = self.clone();
        self.found = found;
        fork
    }

    /// The place of a node in the whole text, without the white space behind it.
    pub fn range(&self, node: &Node<'_>) -> Range<usize> {
        let start = self.base + node.start();
        start..start + node.as_str().trim_end().len()
    }

    pub fn at(&self, node: &Node<'_>) -> At {
        At::new(self.range(node))
    }

    /// Reports a finding and gives `None`, so that what depends on the node is left out.
    pub fn report<T>(&mut self, finding: Diagnostic<At_>) -> Option<T> {
        let refers = matches!(
            finding.code,
            Code::UnboundReference | Code::AmbiguousReference
        );
        // One mistake gives one finding.
        if !(self.unsure && refers) {
            self.found.push(finding);
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

    pub fn next_slot(&mut self) -> u32 {
        self.slots += 1;
        self.slots - 1
    }

    pub fn mention(&mut self, reference: Reference, thing: Thing, many: bool, at: Range<usize>) {
        let same = |known: &Mention| match (&known.reference, &reference) {
            (Reference::Chosen { slot, .. }, Reference::Chosen { slot: named, .. }) => {
                slot == named
            }
            _ => false,
        };
        let of_each = self
            .mentions
            .iter()
            .any(|known| same(known) && known.of_each);
        let owner = self.owner_of(&reference);
        self.mentions.push(Mention {
            reference,
            thing,
            many,
            at,
            clause: self.clause,
            played: false,
            plural: false,
            done: None,
            part_of: None,
            all: false,
            again: false,
            by_each: false,
            of_each,
            owner,
        });
    }

    /// To whose hand, deck or discard pile what was named goes, where that is known.
    pub fn owner_of(&self, reference: &Reference) -> Option<Owner> {
        let slot = slot_of(reference)?;
        let mut mentions = self.mentions.iter().rev();
        mentions
            .find(|known| slot_of(&known.reference) == Some(slot))?
            .owner
    }

    /// Notes that each player found one of what was named since then.
    pub fn each_found(&mut self, since: usize) {
        for mention in self.mentions.iter_mut().skip(since) {
            let chosen = matches!(mention.reference, Reference::Chosen { .. });
            mention.of_each |= chosen && !mention.many && mention.thing != Thing::Zone;
        }
    }

    /// Notes who does what is lowered now.
    pub fn is_done_by(&mut self, who: Player) {
        self.doer = who;
        for mention in self.mentions.iter_mut().filter(|mention| mention.of_each) {
            mention.many = who != Player::Each;
            if let Reference::Chosen { many, .. } = &mut mention.reference {
                *many = mention.many;
            }
        }
    }

    /// What several things were named for, and then some of them: `the rest` is left of those.
    pub fn left_of(&self) -> Option<u32> {
        let uncertain = |slot: u32| self.uncertain.iter().any(|(one, ..)| *one == slot);
        let several = |mention: &Mention| match mention.reference {
            Reference::Chosen {
                slot, many: true, ..
            } if !uncertain(slot) => Some(slot),
            _ => None,
        };
        let last = self.mentions.iter().rev().find_map(several)?;
        let part_of = |mention: &Mention| {
            let is_last =
                matches!(mention.reference, Reference::Chosen { slot, .. } if slot == last);
            mention.part_of.filter(|_| is_last)
        };
        let all = self.mentions.iter().find_map(part_of).unwrap_or(last);
        // `Deal 1 damage to 3 units. … the rest` may be those that were not among them.
        let picked = |mention: &Mention| mention.part_of == Some(all);
        let on_map = |mention: &Mention| {
            matches!(mention.reference, Reference::Chosen { slot, .. } if slot == all)
                && matches!(mention.thing, Thing::OnMap(_))
        };
        let whole = self.mentions.iter().any(on_map) && !self.mentions.iter().any(picked);
        (!whole).then_some(all)
    }

    /// Notes what an action does with what it names.
    pub fn is_done(&mut self, action: &Action) {
        if let Action::Draw { slot: drawn, .. } = action {
            for mention in &mut self.mentions {
                if matches!(&mention.reference, Reference::Chosen { slot, .. } if slot == drawn) {
                    mention.done = Some(Done::Drawn);
                }
            }
        }
        self.activated |= matches!(action, Action::Activate { .. });
        let (done, who, what) = match action {
            Action::Discard { who, what } => (Done::Discarded, who, what),
            Action::Reveal { who, what } => (Done::Revealed, who, what),
            _ => return,
        };
        for mention in &mut self.mentions {
            if mention.at == what.span.range() {
                mention.done = Some(done);
                mention.by_each = *who == Player::Each;
            }
        }
    }

    /// Corrects whether something that was named is several.
    pub fn set_many(&mut self, slot: u32, several: bool) {
        for mention in &mut self.mentions {
            if let Reference::Chosen {
                slot: known, many, ..
            } = &mut mention.reference
                && *known == slot
            {
                *many = several;
                mention.many = several;
            }
        }
    }

    /// Forgets what is in a slot.
    pub fn forget(&mut self, gone: u32) {
        self.mentions.retain(
            |mention| !matches!(mention.reference, Reference::Chosen { slot, .. } if slot == gone),
        );
    }

    /// Forgets the last thing that was named: it was only a kind of thing.
    pub fn only_a_kind(&mut self) {
        self.mentions.pop();
        self.slots = self.slots.saturating_sub(1);
    }

    pub fn binds(&self, binding: Binding) -> bool {
        self.heading
            .is_some_and(|heading| heading.binds.contains(&binding))
    }

    /// Whether the card stands on the map, or is attached to something that does.
    pub fn here(&self) -> Option<Reference> {
        if self.granted {
            return Some(self.this());
        }
        match &self.attached {
            Some(Thing::Space) => Some(Reference::AttachedSpace),
            Some(_) => Some(Reference::AttachedUnit),
            None => {
                let card_type = self.symbols.game.card_types.get(self.bearer.card_type)?;
                (card_type.place == CardPlace::Map).then(|| self.this())
            }
        }
    }

    /// The card, and what it is attached to.
    pub fn bearers(&self) -> impl Iterator<Item = Thing> {
        let this = self.this_type();
        let this = match self.place_of_type(&this) {
            CardPlace::Map => Thing::OnMap(vec![this]),
            _ => Thing::Card(vec![this]),
        };
        self.attached.clone().into_iter().chain([this])
    }

    /// `this unit`, `this hero`, `this location`: the card by its type.
    pub fn this(&self) -> Reference {
        Reference::This {
            as_: Some(self.this_type()),
        }
    }

    /// The type by which `this …` names the card: in a granted text, that of the gaining one.
    pub fn this_type(&self) -> SmolStr {
        if let Some(granted) = &self.granted_type {
            return granted.clone();
        }
        if self.granted && self.place_of_type(self.bearer.card_type) != CardPlace::Map {
            // A text that a spell grants stands on a unit then: the first type whose cards have a
            // side and a place, which is what can gain something.
            return self
                .symbols
                .game
                .headings
                .values()
                .flat_map(|heading| &heading.types)
                .find(|card_type| self.place_of_type(card_type) == CardPlace::Map)
                .cloned()
                .unwrap_or_default();
        }
        self.bearer.card_type.into()
    }

    pub fn place_of_type(&self, card_type: &str) -> CardPlace {
        self.symbols
            .game
            .card_types
            .get(card_type)
            .map_or(CardPlace::Aside, |card_type| card_type.place)
    }

    /// Whether every one of these types stands on the map.
    pub fn on_map(&self, types: &[SmolStr]) -> bool {
        !types.is_empty()
            && types
                .iter()
                .all(|t| self.place_of_type(t) == CardPlace::Map)
    }

    /// Whether what is said holds for as long as the card is there, rather than happening.
    pub fn is_static(&self) -> bool {
        !self.occasion && self.lasts()
    }

    /// Whether the ability holds for as long as the card is there.
    pub fn lasts(&self) -> bool {
        self.heading.is_some_and(|heading| heading.lasting)
    }

    /// Whether a command here would not know when to happen.
    pub fn needs_occasion(&self) -> bool {
        self.is_static()
    }
}

/// What a reference is called in messages.
pub(super) fn reference_words(reference: &Reference) -> String {
    match reference {
        Reference::This {
            as_: Some(card_type),
        } => format!("this {}", card_type.replace('_', " ")),
        Reference::This { as_: None } => "this card".to_owned(),
        Reference::ThisAttack => "this attack".to_owned(),
        Reference::ThatAttack => "that attack".to_owned(),
        Reference::Target => "the target".to_owned(),
        Reference::Attacker => "the attacker".to_owned(),
        Reference::AttachedUnit => "the attached unit".to_owned(),
        Reference::AttachedSpace => "the attached space".to_owned(),
        Reference::ThisSpace => "this space".to_owned(),
        Reference::ChosenSpace => "the chosen space".to_owned(),
        Reference::YourHero => "your hero".to_owned(),
        Reference::EnemyHero => "the enemy hero".to_owned(),
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
