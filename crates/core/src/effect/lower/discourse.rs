//! The discourse of a text: what later words can refer to.

use std::ops::Range;

use super::types::{Antecedent, EntityKind, PastAction, UnboundReason, slot_of};
use crate::effect::ir::{Action, At, Owner, Player, Reference, Zone};

/// The discourse at one point of a text: what later words can refer to.
#[derive(Clone)]
pub(super) struct Discourse {
    /// Number of slots.
    slots: u32,
    mentions: Vec<Antecedent>,
    /// Number of the current clause.
    clause: usize,
    /// Number of mentions before the current clause or event.
    before_phrase: usize,
    /// The clause that is the cost of the sentence, once it is lowered.
    cost_clause: Option<usize>,
    /// Slots with unknown content, with the span of their mention and the reason.
    uncertain: Vec<(u32, At, UnboundReason)>,
    /// Things that have left the map before the current effect.
    removed: Vec<Reference>,
    /// `true` if the event is about things that leave the map.
    gone_by_event: bool,
    /// `true` if cards were looked at or revealed, so that later words may refer to them.
    looked_at: bool,
    /// Set if several cards were looked at or revealed. Contains their zone if they are all of its cards.
    several_shown: Option<Option<Zone>>,
    /// The last antecedent of `it` in this sentence, with the span of that `it`.
    it_was: Option<(Range<usize>, Antecedent)>,
    /// The single subject of a condition, with the span of the condition.
    condition_subject: Option<(Reference, Range<usize>)>,
    /// The single subject of the condition in the sentence before.
    previous_condition_subject: Option<Reference>,
    /// Span of a condition that only counts things, so later words cannot refer to them.
    counted: Option<Range<usize>>,
    /// Offset of the current statement, and `true` if its sentence begins there.
    statement: (usize, bool),
    /// Span of the last `each …`.
    each: Option<Range<usize>>,
    /// Slots that are filled only in a branch that excludes the current one.
    other_branch_slots: Vec<u32>,
    /// Slots that were filled in an earlier sentence only if its condition was true.
    conditional_slots: Vec<u32>,
    /// Offsets of capitalised words in the last noun.
    capitals: Vec<usize>,
    /// Span of the last plural without a quantity.
    bare_plural: Option<Range<usize>>,
    /// Span of the last place that is measured from this card without naming it.
    implicit_origin: Option<Range<usize>>,
    /// The last player named in the current text, for `their`.
    subject_player: Player,
}

impl Default for Discourse {
    fn default() -> Self {
        Discourse {
            slots: 0,
            mentions: Vec::new(),
            clause: 0,
            before_phrase: 0,
            cost_clause: None,
            uncertain: Vec::new(),
            removed: Vec::new(),
            gone_by_event: false,
            looked_at: false,
            several_shown: None,
            it_was: None,
            condition_subject: None,
            previous_condition_subject: None,
            counted: None,
            statement: (0, false),
            each: None,
            other_branch_slots: Vec::new(),
            conditional_slots: Vec::new(),
            capitals: Vec::new(),
            bare_plural: None,
            implicit_origin: None,
            subject_player: Player::You,
        }
    }
}

impl Discourse {
    /// Returns the mentions in the order of the text.
    pub fn mentions(&self) -> &[Antecedent] {
        &self.mentions
    }

    /// Returns the mentions for modification.
    pub fn mentions_mut(&mut self) -> &mut [Antecedent] {
        &mut self.mentions
    }

    /// Begins the next clause.
    pub fn begin_clause(&mut self) {
        self.clause += 1;
        self.begin_phrase();
    }

    /// Begins a clause, an event or another part, which is about nothing mentioned before it.
    pub fn begin_phrase(&mut self) {
        self.before_phrase = self.mentions.len();
    }

    /// Returns the mentions in the current clause or event.
    pub fn mentions_of_phrase(&self) -> &[Antecedent] {
        self.mentions.get(self.before_phrase..).unwrap_or_default()
    }

    /// Returns the number of the current clause.
    pub fn clause(&self) -> usize {
        self.clause
    }

    /// Records that the clauses so far are the cost of the sentence.
    pub fn end_cost(&mut self) {
        self.cost_clause = Some(self.clause);
    }

    /// Returns the clause that is the cost of the sentence, once it is lowered.
    pub fn cost_clause(&self) -> Option<usize> {
        self.cost_clause
    }

    /// Begins a sentence. `continues` is `true` if it begins with `Otherwise`.
    pub fn begin_sentence(&mut self, continues: bool) {
        self.begin_phrase();
        self.cost_clause = None;
        self.it_was = None;
        if !continues {
            let subject = self.condition_subject.take();
            self.previous_condition_subject = subject.map(|(subject, _)| subject);
        }
        self.other_branch_slots.clear();
    }

    /// Begins the statement of a sentence at an offset. `first` is `true` if the sentence begins there.
    pub fn begin_statement(&mut self, at: usize, first: bool) {
        self.statement = (at, first);
    }

    /// Returns the offset of the current statement, and `true` if its sentence begins there.
    pub fn statement(&self) -> (usize, bool) {
        self.statement
    }

    /// Sets the slots that are filled only in a branch that excludes the current one.
    pub fn exclude_branch(&mut self, slots: Vec<u32>) {
        self.other_branch_slots = slots;
    }

    /// Returns whether a slot is filled only in a branch that excludes the current one.
    pub fn is_of_other_branch(&self, slot: u32) -> bool {
        self.other_branch_slots.contains(&slot)
    }

    /// Returns the number of slots.
    pub fn slots(&self) -> u32 {
        self.slots
    }

    /// Continues the numbering of another text, which has this many slots.
    pub fn continue_slots(&mut self, slots: u32) {
        self.slots = slots;
    }

    /// Records that the slots from `since` on are filled only if the condition of their sentence was true.
    pub fn fill_conditionally(&mut self, since: u32) {
        self.conditional_slots.extend(since..self.slots);
    }

    /// Returns whether a slot was filled in an earlier sentence only if its condition was true.
    pub fn is_conditional(&self, slot: u32) -> bool {
        self.conditional_slots.contains(&slot)
    }

    /// Records that single things with these slots are chosen again in each iteration of a loop.
    pub fn doubt_each_time(&mut self, slots: &[u32]) {
        for mention in &self.mentions {
            if let Reference::Chosen {
                slot, many: false, ..
            } = &mention.reference
                && slots.contains(slot)
            {
                let at = At::new(mention.at.clone());
                self.uncertain.push((*slot, at, UnboundReason::EachTime));
            }
        }
    }

    /// Records that the content of a slot is unknown.
    pub fn doubt(&mut self, slot: u32, mentioned: At, why: UnboundReason) {
        self.uncertain.push((slot, mentioned, why));
    }

    /// Returns the slots with unknown content, with the span of their mention and the reason.
    pub fn doubts(&self) -> &[(u32, At, UnboundReason)] {
        &self.uncertain
    }

    /// Removes the doubts with a reason. Returns all earlier doubts, for [`Discourse::doubt_again`].
    pub fn resolve(&mut self, why: UnboundReason) -> Vec<(u32, At, UnboundReason)> {
        let doubts = self.uncertain.clone();
        self.uncertain.retain(|(.., reason)| *reason != why);
        doubts
    }

    /// Restores the doubts that [`Discourse::resolve`] returned.
    pub fn doubt_again(&mut self, doubts: Vec<(u32, At, UnboundReason)>) {
        self.uncertain = doubts;
    }

    /// Returns the things that have left the map before the current effect.
    pub fn removed(&self) -> &[Reference] {
        &self.removed
    }

    /// Records that a thing leaves the map.
    pub fn remove(&mut self, gone: Option<Reference>) {
        self.removed.extend(gone);
    }

    /// Records what the event of the ability removes from the map.
    pub fn remove_by_event(&mut self, gone: Option<Reference>) {
        self.gone_by_event = gone.is_some();
        self.removed.extend(gone);
    }

    /// Keeps only the removed things for which the test holds.
    pub fn keep_removed(&mut self, test: impl Fn(&Reference) -> bool) {
        self.removed.retain(test);
    }

    /// Forgets all but the first `count` removed things.
    pub fn forget_removed(&mut self, count: usize) {
        self.removed.truncate(count);
    }

    /// Returns whether the event is about things that leave the map.
    pub fn is_gone_by_event(&self) -> bool {
        self.gone_by_event
    }

    /// Records that cards were looked at or revealed.
    pub fn look(&mut self) {
        self.looked_at = true;
    }

    pub fn looked_at(&self) -> bool {
        self.looked_at
    }

    /// Records that several cards were looked at or revealed, with the zone if they are all of its cards.
    pub fn show_several(&mut self, whole: Option<Zone>) {
        self.several_shown = Some(whole);
    }

    /// Returns the zone of several shown cards, if they were all of its cards.
    pub fn several_shown(&self) -> Option<&Option<Zone>> {
        self.several_shown.as_ref()
    }

    /// Records what `it` refers to.
    pub fn refer(&mut self, at: Range<usize>, antecedent: Antecedent) {
        self.it_was = Some((at, antecedent));
    }

    /// Returns the last antecedent of `it` in this sentence, with the span of that `it`.
    pub fn last_it(&self) -> Option<&(Range<usize>, Antecedent)> {
        self.it_was.as_ref()
    }

    /// Sets the single subject of a condition, with the span of the condition.
    pub fn set_condition_subject(&mut self, subject: Option<(Reference, Range<usize>)>) {
        self.condition_subject = subject;
    }

    pub fn condition_subject(&self) -> Option<&(Reference, Range<usize>)> {
        self.condition_subject.as_ref()
    }

    /// Returns the single subject of the condition in the sentence before.
    pub fn previous_condition_subject(&self) -> Option<&Reference> {
        self.previous_condition_subject.as_ref()
    }

    /// Records the span of a condition that counts things.
    pub fn count(&mut self, at: Range<usize>) {
        self.counted = Some(at);
    }

    /// Returns the span of a condition that only counts things, so later words cannot refer to them.
    pub fn counted(&self) -> Option<&Range<usize>> {
        self.counted.as_ref()
    }

    /// Records the span of `each …`.
    pub fn mention_each(&mut self, at: Range<usize>) {
        self.each = Some(at);
    }

    /// Returns the span of the last `each …`.
    pub fn last_each(&self) -> Option<&Range<usize>> {
        self.each.as_ref()
    }

    /// Sets the offsets of capitalised words in the last noun.
    pub fn set_capitals(&mut self, capitals: Vec<usize>) {
        self.capitals = capitals;
    }

    /// Returns whether a capitalised word of the last noun begins at an offset.
    pub fn is_capital(&self, at: usize) -> bool {
        self.capitals.contains(&at)
    }

    /// Records the span of a plural without a quantity.
    pub fn mention_bare_plural(&mut self, at: Range<usize>) {
        self.bare_plural = Some(at);
    }

    /// Returns whether the last plural without a quantity has this span.
    pub fn is_bare_plural(&self, at: &Range<usize>) -> bool {
        self.bare_plural.as_ref() == Some(at)
    }

    /// Sets the span of a place that is measured from this card without naming it.
    pub fn set_implicit_origin(&mut self, at: Option<Range<usize>>) {
        self.implicit_origin = at;
    }

    /// Returns the span of the last place that is measured from this card without naming it.
    pub fn implicit_origin(&self) -> Option<&Range<usize>> {
        self.implicit_origin.as_ref()
    }

    /// Returns the last player named in the current text, for `their`.
    pub fn subject_player(&self) -> Player {
        self.subject_player
    }

    /// Returns the number of mentions, for [`Discourse::forget_mentions`].
    pub fn mentioned(&self) -> usize {
        self.mentions.len()
    }

    /// Forgets the mentions after the first `count`.
    pub fn forget_mentions(&mut self, count: usize) {
        self.mentions.truncate(count);
    }

    pub fn next_slot(&mut self) -> u32 {
        self.slots += 1;
        self.slots - 1
    }

    pub fn mention(
        &mut self,
        reference: Reference,
        thing: EntityKind,
        many: bool,
        at: Range<usize>,
    ) {
        let same = |known: &Antecedent| match (&known.reference, &reference) {
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
        self.mentions.push(Antecedent {
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
            side: None,
            iterated: false,
            again: false,
            by_each: false,
            of_each,
            owner,
        });
    }

    /// Returns the owner of the hand, deck or discard pile that a mentioned thing goes to, if known.
    pub fn owner_of(&self, reference: &Reference) -> Option<Owner> {
        let (Reference::Chosen { slot, .. }
        | Reference::FirstChosen { slot, .. }
        | Reference::Rest { slot }) = reference
        else {
            return None;
        };
        let mut mentions = self.mentions.iter().rev();
        mentions
            .find(|known| slot_of(&known.reference) == Some(*slot))?
            .owner
    }

    /// Records whose card a slot has.
    pub fn belongs_to(&mut self, slot: u32, owner: Owner) {
        for mention in &mut self.mentions {
            if slot_of(&mention.reference) == Some(slot) {
                mention.owner = Some(owner);
            }
        }
    }

    /// Marks the things mentioned since then as found by each player.
    pub fn each_found(&mut self, since: usize) {
        for mention in self.mentions.iter_mut().skip(since) {
            let chosen = matches!(mention.reference, Reference::Chosen { .. });
            mention.of_each |= chosen && !mention.many && mention.thing != EntityKind::Zone;
        }
    }

    /// Sets the player who acts in the current text. A thing that each player chose counts as several if another player
    /// acts.
    pub fn is_done_by(&mut self, who: Player) {
        self.subject_player = who;
        for mention in self.mentions.iter_mut().filter(|mention| mention.of_each) {
            mention.many = who != Player::Each;
            if let Reference::Chosen { many, .. } = &mut mention.reference {
                *many = mention.many;
            }
        }
    }

    /// Returns the slot of several things from which some were picked; `the rest` are the others.
    pub fn left_of(&self) -> Option<u32> {
        let uncertain = |slot: u32| self.uncertain.iter().any(|(one, ..)| *one == slot);
        let several = |mention: &Antecedent| match mention.reference {
            Reference::Chosen {
                slot, many: true, ..
            } if !uncertain(slot) => Some(slot),
            _ => None,
        };
        let last = self.mentions.iter().rev().find_map(several)?;
        let part_of = |mention: &Antecedent| {
            let is_last =
                matches!(mention.reference, Reference::Chosen { slot, .. } if slot == last);
            mention.part_of.filter(|_| is_last)
        };
        let all = self.mentions.iter().find_map(part_of).unwrap_or(last);
        // In `Deal 1 damage to 3 units. … the rest`, the rest may be the units that were not chosen.
        let picked = |mention: &Antecedent| mention.part_of == Some(all);
        let on_map = |mention: &Antecedent| {
            matches!(mention.reference, Reference::Chosen { slot, .. } if slot == all)
                && matches!(mention.thing, EntityKind::OnMap(_))
        };
        let whole = self.mentions.iter().any(on_map) && !self.mentions.iter().any(picked);
        (!whole).then_some(all)
    }

    /// Sets whether the mentions of a slot are several things.
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

    /// Removes all mentions of a slot.
    pub fn forget(&mut self, gone: u32) {
        self.mentions.retain(
            |mention| !matches!(mention.reference, Reference::Chosen { slot, .. } if slot == gone),
        );
    }

    /// Removes the last mention, which names only a kind of thing.
    pub fn only_a_kind(&mut self) {
        self.mentions.pop();
        self.slots = self.slots.saturating_sub(1);
    }

    /// Records what an action does with its object.
    pub fn record_action(&mut self, action: &Action) {
        if let Action::Draw { slot: drawn, .. } = action {
            for mention in &mut self.mentions {
                if matches!(&mention.reference, Reference::Chosen { slot, .. } if slot == drawn) {
                    mention.done = Some(PastAction::Drawn);
                }
            }
        }
        let (done, who, what) = match action {
            Action::Discard { who, what } => (PastAction::Discarded, who, what),
            Action::Reveal { who, what } => (PastAction::Revealed, who, what),
            _ => return,
        };
        for mention in &mut self.mentions {
            if mention.at == what.span.range() {
                mention.done = Some(done);
                mention.by_each = *who == Player::Each;
            }
        }
    }
}
