//! References: every one is bound exactly once, or reported.

use std::ops::Range;

use smol_str::SmolStr;

use super::needs::Needs;
use super::scope::{Done, Kids, Mention, Node, Scope, Thing, Uncertain, bug, reference_words};
use crate::diagnostic::{Code, Diagnostic, Edit, Place as Place_, Safety};
use crate::effect::ir::{ChosenNoun, Reference};
use crate::effect::read;
use crate::effect::syntax::Rule;
use crate::game::{Binding, SideWords};

const BY_ITSELF: &str = "of all of them together, write `those units`; of each by itself, `For each enemy unit, … that unit …`";

/// What is said of `they` where nothing fits: it may be a player.
pub(super) const NO_THEM: &str = "nothing before it is what \"them\" could mean";

impl Scope<'_> {
    pub fn reference(&mut self, node: Node<'_>) -> Option<Reference> {
        let at = self.range(&node);
        let reference = self.bound_once(node)?;
        self.is_a_certain_one(&reference, at)?;
        Some(reference)
    }

    fn bound_once(&mut self, node: Node<'_>) -> Option<Reference> {
        let at = self.range(&node);
        let words = node.as_str().trim();
        let inner = Kids::of(node).any();
        let rule = inner.as_rule();
        let mut kids = Kids::of(inner);
        match rule {
            Rule::r_enemy_hero => Some(Reference::EnemyHero),
            Rule::r_your_hero => Some(Reference::YourHero),
            Rule::r_this => {
                let noun = self.ref_noun(&mut kids)?;
                self.this_noun(&noun, words, at)
            }
            Rule::r_that | Rule::r_those => {
                let noun = self.ref_noun(&mut kids)?;
                self.that_noun(&noun, rule == Rule::r_those, at)
            }
            Rule::r_target => {
                // `The target *living* unit …` on a card that is attached to it: the words behind
                // `target` are in the heading that was made of them.
                if self.placed_by != Some(at.start)
                    && let Some(words) = kids.next()
                {
                    let mut words_at = self.range(&words);
                    while let Some(more) = kids.next() {
                        words_at.end = self.range(&more).end;
                    }
                    return self.words_behind_target(words_at);
                }
                self.the_target(words, at)
            }
            Rule::r_attacker => self.bound(Binding::Attacker, Reference::Attacker, words, at),
            Rule::r_attached => {
                let noun = self.ref_noun(&mut kids)?;
                self.attached_noun(&noun, at)
            }
            Rule::r_chosen => {
                let noun = self.ref_noun(&mut kids)?;
                let space = matches!(noun.as_str(), "space");
                // A text without a card may stand on one with an area.
                if space && (self.bearer.area.is_some() || self.bearer.traits.is_none()) {
                    return Some(Reference::ChosenSpace);
                }
                // Without an area, it is the one that was chosen before.
                self.that_noun(&noun, false, at)
            }
            Rule::r_first_chosen => {
                let noun = self.ref_noun(&mut kids)?;
                self.first_chosen(&noun, at)
            }
            Rule::r_rest => match self.left_of() {
                Some(slot) => Some(Reference::Rest { slot }),
                None => self.not_one("the rest", Vec::new(), at),
            },
            Rule::r_it => self.it(at, words, |_| true),
            Rule::r_them => self.them(at),
            other => bug(Rule::reference, Some(other)),
        }
    }

    fn first_chosen(&mut self, noun: &str, at: Range<usize>) -> Option<Reference> {
        let many = self.candidates(noun, true);
        match many.as_slice() {
            [
                Mention {
                    reference: Reference::Chosen { slot, .. },
                    ..
                },
            ] => Some(Reference::FirstChosen {
                slot: *slot,
                named: Box::new(self.chosen_noun(noun)),
            }),
            found => self.not_one(&format!("the first chosen {noun}"), found.to_vec(), at),
        }
    }

    fn words_behind_target<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::UnknownWord,
                at.clone(),
                "\"the target\" is known and takes no further words",
                "says nothing here",
            )
            .fix(Safety::Unsafe, "remove it", Place_::Text(at), "");
        self.report(finding)
    }

    /// The several things named before that fit, if only one phrase named such.
    pub fn one_of_many(
        &mut self,
        at: Range<usize>,
        words: &str,
        fits: impl Fn(&Self, &Mention) -> bool,
    ) -> Option<Reference> {
        let mut found: Vec<Mention> = Vec::new();
        for mention in &self.mentions {
            if mention.many
                && matches!(mention.reference, Reference::Chosen { .. })
                && fits(self, mention)
                && !found
                    .iter()
                    .any(|known| known.reference == mention.reference)
            {
                found.push(mention.clone());
            }
        }
        match found.as_slice() {
            [one] => Some(one.reference.clone()),
            _ => self.not_one(words, found, at),
        }
    }

    /// The noun of a reference, if it is one that things are called by.
    pub fn ref_noun(&mut self, kids: &mut Kids<'_>) -> Option<String> {
        let node = kids.need(Rule::ref_noun);
        let at = self.range(&node);
        self.is_ref_noun(node.as_str().trim(), at)
    }

    fn is_ref_noun(&mut self, noun: &str, at: Range<usize>) -> Option<String> {
        let words: Vec<&str> = noun.split_whitespace().collect();
        let noun = words.join(" ").to_lowercase();
        let types = self.symbols.game.card_types.values();
        let known = ["card", "cards", "attack", "space", "spaces"]
            .into_iter()
            .chain(types.flat_map(|one| [one.name.as_str(), one.plural.as_str()]));
        if known.clone().any(|word| word.eq_ignore_ascii_case(&noun)) {
            return Some(noun);
        }
        let known: Vec<&str> = known.collect();
        self.unknown(&noun, at, "what something is called", &known)
    }

    /// What a card calls itself; `said` is all of it, as the author wrote it.
    fn this_noun(&mut self, noun: &str, said: &str, at: Range<usize>) -> Option<Reference> {
        match noun {
            "card" => return Some(Reference::This { as_: None }),
            "attack" => {
                if self.binds(Binding::Attack) || self.event_attack {
                    return Some(Reference::ThisAttack);
                }
                let finding = self
                    .finding(
                        Code::UnboundReference,
                        at,
                        "there is no attack here that \"this attack\" could mean",
                        "no attack is going on",
                    )
                    .help("use it under a heading or an event that is about an attack");
                return self.report(finding);
            }
            "space" => {
                if self.attached == Some(Thing::Space) {
                    return Some(Reference::AttachedSpace);
                }
                if self.here().is_some() {
                    return Some(Reference::ThisSpace);
                }
            }
            _ => {}
        }
        let game = self.symbols.game;
        let this_type = self.this_type();
        let named = game
            .card_types
            .iter()
            .find(|(_, card_type)| card_type.name.eq_ignore_ascii_case(noun));
        match named {
            Some((id, _)) if *id == this_type => Some(Reference::This {
                as_: Some(this_type),
            }),
            _ => {
                let bearer = self.this_type().replace('_', " ");
                let mut plurals = game.card_types.values().map(|card_type| &card_type.plural);
                let is_type = plurals.any(|plural| plural.eq_ignore_ascii_case(noun));
                let several = is_type || matches!(noun, "cards" | "spaces");
                let message = match several {
                    true => format!("\"this\" stands before one thing, and \"{noun}\" are several"),
                    false => format!("this card is not {} {noun}", super::noun::article(noun)),
                };
                let finding = self.finding(
                    Code::UnboundReference,
                    at.clone(),
                    message,
                    format!("the text stands on a card of type {bearer}"),
                );
                let friendly = |id: &str| {
                    let card_type = game.card_types.get(id);
                    card_type.is_some_and(|card_type| card_type.side == SideWords::Friendly)
                };
                let write = |meant: String| (format!("write `{meant}`"), meant);
                let before = self.candidates(noun, several);
                let (help, meant) = match (&self.attached, named) {
                    _ if !before.is_empty() && several => write(format!("those {noun}")),
                    _ if !before.is_empty() => write(format!("that {noun}")),
                    (Some(Thing::OnMap(_)), _) => write("the attached unit".to_owned()),
                    // What such a text says, it says of what fights on the map: one of those was meant.
                    (_, Some((id, _))) if friendly(id) && !friendly(&this_type) => {
                        let one = format!("{} {noun}", super::noun::article(noun));
                        let others = format!("`a friendly {noun}` or `an enemy {noun}`");
                        // Each player has one of them.
                        let meant = match noun {
                            "hero" => format!("your {noun}"),
                            _ => one,
                        };
                        (format!("write `{meant}`, {others}"), meant)
                    }
                    _ => write(format!("this {bearer}")),
                };
                let title = format!("write `{meant}`");
                let finding = finding.help(help);
                let by = read::in_case_of(&meant, said);
                self.report(finding.fix(Safety::Unsafe, title, Place_::Text(at), by))
            }
        }
    }

    /// `the target`: that of an attack, or what this card is attached to, which short texts call so.
    fn the_target(&mut self, said: &str, at: Range<usize>) -> Option<Reference> {
        if self.binds(Binding::Target) || !matches!(self.attached, Some(Thing::OnMap(_))) {
            return self.bound(Binding::Target, Reference::Target, said, at);
        }
        if !self.event_attack {
            return Some(Reference::AttachedUnit);
        }
        let attached = reference_words(&Reference::AttachedUnit);
        let finding = self
            .finding(
                Code::AmbiguousReference,
                at,
                format!("\"the target\" could be that of the attack, or {attached}"),
                "which of them?",
            )
            .help(format!(
                "write `{attached}`, or name what is attacked in the event: `When {attached} attacks an enemy unit, deal 1 damage to that unit.`"
            ));
        self.report(finding)
    }

    /// What a heading or an event binds.
    fn bound(
        &mut self,
        binding: Binding,
        reference: Reference,
        said: &str,
        at: Range<usize>,
    ) -> Option<Reference> {
        if self.retaliates && !self.binds(binding) {
            return self.who_in_a_retaliation(&reference, at);
        }
        if self.binds(binding) || self.event_attack {
            return Some(reference);
        }
        let words = reference_words(&reference);
        // The other one of the two takes part here.
        let other = match reference {
            Reference::Target if self.binds(Binding::Attacker) => Some("the attacker"),
            Reference::Attacker if self.binds(Binding::Target) => Some("this unit"),
            _ => None,
        };
        if let Some(other) = other {
            let finding = self.finding(
                Code::UnboundReference,
                at.clone(),
                format!("\"{words}\" has another name here: `{other}`"),
                "called otherwise here",
            );
            let mut by = read::in_case_of(other, said);
            if said.ends_with("'s") {
                by.push_str("'s");
            }
            let title = format!("write `{other}`");
            return self.report(finding.fix(Safety::Unsafe, title, Place_::Text(at), by));
        }
        let under = self.heading.map_or_else(
            || "here".to_owned(),
            |heading| format!("under {}", heading.name),
        );
        let finding = self
            .finding(
                Code::UnboundReference,
                at,
                format!("there is nothing {under} that \"{words}\" could mean"),
                "nothing is attacked or attacks here",
            )
            .help(match (self.heading.is_some_and(|heading| heading.lasting), binding) {
                (true, Binding::Attacker) => {
                    "name it in the event: `When an enemy unit attacks this unit, deal 1 damage to that unit.`"
                }
                (true, _) => {
                    "name it in the event: `When this unit attacks an enemy unit, deal 1 damage to that unit.`"
                }
                (false, _) => "name it: `an enemy unit`, and then `that unit`",
            });
        self.report(finding)
    }

    /// `When this unit retaliates, … the attacker`: it attacks itself then, and was attacked before.
    fn who_in_a_retaliation<T>(&mut self, reference: &Reference, at: Range<usize>) -> Option<T> {
        let words = reference_words(reference);
        let finding = self
            .finding(
                Code::AmbiguousReference,
                at,
                format!("\"{words}\" could be the one of the attack, or the one of the retaliation"),
                "who attacks whom?",
            )
            .help("name both in the event: `When this unit retaliates against an enemy unit, deal 1 damage to that unit.`");
        self.report(finding)
    }

    fn attached_noun(&mut self, noun: &str, at: Range<usize>) -> Option<Reference> {
        match (&self.attached, noun) {
            (Some(Thing::Space), "space") => Some(Reference::AttachedSpace),
            (Some(thing @ Thing::OnMap(_)), noun) if self.fits_noun(thing, noun) => {
                Some(Reference::AttachedUnit)
            }
            _ => {
                let finding = self
                    .finding(
                        Code::UnboundReference,
                        at,
                        format!("this card is not attached to a {noun}"),
                        "nothing is attached to it",
                    )
                    .help("attach it in the heading: `Ongoing, attach to …:`");
                self.report(finding)
            }
        }
    }

    /// The things named before that a noun fits, each once: chosen ones only, never `this unit`,
    /// `the target` or `the attacker`, which have words of their own.
    pub fn candidates(&self, noun: &str, many: bool) -> Vec<Mention> {
        let mut found: Vec<Mention> = Vec::new();
        for mention in &self.mentions {
            let chosen = matches!(mention.reference, Reference::Chosen { .. });
            if !chosen || mention.many != many || self.is_counted(mention) {
                continue;
            }
            if self.fits_noun(&mention.thing, noun)
                && !found
                    .iter()
                    .any(|known| slot_of(&known.reference) == slot_of(&mention.reference))
            {
                found.push(mention.clone());
            }
        }
        if found.iter().any(|mention| !self.is_elsewhere(mention)) {
            found.retain(|mention| !self.is_elsewhere(mention));
        }
        // `each of those units` are no others than those.
        let slots: Vec<Option<u32>> = found.iter().map(|one| slot_of(&one.reference)).collect();
        found.retain(|mention| !(mention.again && slots.contains(&mention.part_of)));
        // A card of any type could be a unit too, but what was called a unit is meant first.
        let typed =
            |mention: &Mention| !matches!(&mention.thing, Thing::Card(types) if types.is_empty());
        if found.iter().any(typed) && !matches!(noun, "card" | "cards") {
            found.retain(typed);
        }
        found
    }

    /// Whether what is lowered now says how many of it there are, so that it cannot be meant there.
    fn is_counted(&self, mention: &Mention) -> bool {
        self.counting.as_ref() == Some(&mention.at)
    }

    /// Whether something was chosen only where what is lowered now is not done.
    fn is_elsewhere(&self, mention: &Mention) -> bool {
        slot_of(&mention.reference).is_some_and(|slot| self.elsewhere.contains(&slot))
    }

    /// Whether something was chosen before where a condition held.
    fn is_perhaps(&self, mention: &Mention) -> bool {
        slot_of(&mention.reference).is_some_and(|slot| self.perhaps.contains(&slot))
    }

    /// Whether nobody knows what it is.
    fn is_uncertain(&self, mention: &Mention) -> bool {
        let slot = slot_of(&mention.reference);
        let mut uncertain = self.uncertain.iter();
        uncertain.any(|(unknown, ..)| Some(*unknown) == slot)
    }

    pub fn fits_noun(&self, thing: &Thing, noun: &str) -> bool {
        let noun = noun.to_lowercase();
        let named = |types: &[SmolStr]| {
            types.iter().any(|id| {
                self.symbols
                    .game
                    .card_types
                    .get(id)
                    .is_some_and(|card_type| {
                        card_type.name.eq_ignore_ascii_case(&noun)
                            || card_type.plural.eq_ignore_ascii_case(&noun)
                    })
            })
        };
        match thing {
            // What is of one type or another has no other name for both.
            Thing::OnMap(types) => {
                named(types) || types.len() > 1 && matches!(noun.as_str(), "card" | "cards")
            }
            Thing::Card(types) => {
                matches!(noun.as_str(), "card" | "cards") || types.is_empty() || named(types)
            }
            Thing::Space => matches!(noun.as_str(), "space" | "spaces"),
            Thing::Attack => noun == "attack",
            Thing::Zone => false,
        }
    }

    fn that_noun(&mut self, noun: &str, many: bool, at: Range<usize>) -> Option<Reference> {
        if noun == "attack" && !many {
            if self.event_attack {
                return Some(Reference::ThatAttack);
            }
            return self.not_one("that attack", Vec::new(), at);
        }
        let found = self.candidates(noun, many);
        match self.meant(&found) {
            Some(one) => {
                let mut reference = one.reference.clone();
                if let Reference::Chosen { named, .. } = &mut reference {
                    **named = self.chosen_noun(noun);
                }
                Some(reference)
            }
            None => {
                let words = if many {
                    format!("those {noun}")
                } else {
                    format!("that {noun}")
                };
                self.not_one(&words, found, at)
            }
        }
    }

    /// Those of which others are taken next.
    pub fn those_to_pick_from(&mut self, node: Node<'_>) -> Option<Reference> {
        let before = std::mem::replace(&mut self.picks_from, true);
        let those = self.reference(node);
        self.picks_from = before;
        those
    }

    /// The one that is meant: the only one, what was chosen from all the others, unless more is to be chosen, or the one
    /// of which the condition asks.
    fn meant<'m>(&self, found: &'m [Mention]) -> Option<&'m Mention> {
        match found {
            [one] => Some(one),
            [others @ .., last] if !self.picks_from => {
                let of_last = |mention: &Mention| last.part_of == slot_of(&mention.reference);
                others
                    .iter()
                    .all(of_last)
                    .then_some(last)
                    .filter(|_| last.part_of.is_some())
                    .or_else(|| self.asked_of(found))
            }
            _ => None,
        }
    }

    /// `them`: the several things named last.
    fn them(&mut self, at: Range<usize>) -> Option<Reference> {
        let clause = self.clause;
        let is_last = |mention: &&Mention| {
            mention.many && mention.clause <= clause && !self.is_counted(mention)
        };
        let Some(last) = self.mentions.iter().rfind(is_last).cloned() else {
            return self.not_one("them", Vec::new(), at);
        };
        let same = |mention: &&Mention| last.again && slot_of(&mention.reference) == last.part_of;
        let last = self.mentions.iter().find(same).cloned().unwrap_or(last);
        // What it means has to have a name of its own, by which it is printed.
        let named = self.named_alike(&last);
        match self.meant(&named) {
            Some(meant) if slot_of(&meant.reference) != slot_of(&last.reference) => {
                self.not_one("them", named, at)
            }
            None if named.len() > 1 => self.not_one("them", named, at),
            _ => Some(last.reference),
        }
    }

    fn chosen_noun(&self, noun: &str) -> ChosenNoun {
        if matches!(noun, "space" | "spaces") {
            return ChosenNoun::Space;
        }
        let type_ = self
            .symbols
            .game
            .card_types
            .iter()
            .find(|(_, t)| t.name.eq_ignore_ascii_case(noun) || t.plural.eq_ignore_ascii_case(noun))
            .map(|(id, _)| id.clone());
        ChosenNoun::Card { type_ }
    }

    /// `it`: the nearest noun of the clause to the left that fits, or else of the one before.
    pub fn it(
        &mut self,
        at: Range<usize>,
        words: &str,
        fits: impl Fn(&Thing) -> bool,
    ) -> Option<Reference> {
        let needs = self.needs.take();
        // What the verb cannot apply to is not meant, unless there is nothing else.
        let object = needs.as_ref().is_some_and(Needs::of_object);
        let or_else = needs.as_ref().is_some_and(Needs::may_be_nothing);
        let nothing_else = or_else
            && !self
                .mentions
                .iter()
                .any(|mention| !mention.many && self.serves(needs.as_ref(), mention));
        let needs = needs.filter(|_| !nothing_else);
        // What is multiplied is not what is counted.
        let not_it = self.not_it.take().filter(|doer| {
            let other = |mention: &Mention| {
                !mention.many && mention.reference != *doer && self.serves(needs.as_ref(), mention)
            };
            self.mentions.iter().any(other)
        });
        let may_be = |scope: &Self, mention: &Mention| {
            !(mention.many || mention.plural)
                && not_it.as_ref() != Some(&mention.reference)
                && mention.at.end <= at.start
                && fits(&mention.thing)
                && scope.serves(needs.as_ref(), mention)
                && !scope.is_counted(mention)
        };
        let here = |mention: &&Mention| !self.is_elsewhere(mention);
        let any_here = self
            .mentions
            .iter()
            .filter(here)
            .any(|one| may_be(self, one));
        let mut found: Vec<Mention> = Vec::new();
        for clause in (0..=self.clause).rev() {
            // `each unit adjacent to your hero … its`: its own, not that of the hero.
            if !(object && clause == self.clause)
                && self.stands_within_several(clause, &at, needs.as_ref())
            {
                break;
            }
            for mention in &self.mentions {
                if mention.clause == clause
                    && may_be(self, mention)
                    && !(any_here && self.is_elsewhere(mention))
                    && !found
                        .iter()
                        .any(|known| known.reference == mention.reference)
                {
                    found.push(mention.clone());
                }
            }
            match found.as_slice() {
                [] => continue,
                // The card that is paid, or what that is paid for.
                [one]
                    if self.paid == Some(clause)
                        && clause > 0
                        && (self.infinitive || matches!(one.thing, Thing::Card(_))) => {}
                [one] => {
                    if let Some(other) = self.another_whose_number(one, needs.as_ref(), &at) {
                        return self.not_one(words, vec![one.clone(), other], at);
                    }
                    if let Some(other) = self.asked_of_as_well(one, needs.as_ref(), &at) {
                        return self.not_one(words, vec![other, one.clone()], at);
                    }
                    // `Choose a unit, then deal 1 damage to this unit. It gains …`: this card would be named again.
                    let this = |one: &Mention| matches!(one.reference, Reference::This { .. });
                    let chosen = self.mentions.iter().rfind(|mention| {
                        matches!(mention.reference, Reference::Chosen { .. })
                            && mention.clause < clause
                            && may_be(self, mention)
                            && !self.is_elsewhere(mention)
                    });
                    if let Some(chosen) = chosen.filter(|_| this(one) && clause < self.clause) {
                        return self.not_one(words, vec![chosen.clone(), one.clone()], at);
                    }
                    // `If you control 2 locations, deal 1 damage to an enemy unit. Put it …`: is it what may not be there, or
                    // what surely is?
                    if self.is_perhaps(one) && clause < self.clause {
                        let surely = self.mentions.iter().rfind(|mention| {
                            matches!(mention.reference, Reference::Chosen { .. })
                                && mention.clause < clause
                                && may_be(self, mention)
                                && !self.is_elsewhere(mention)
                                && !self.is_perhaps(mention)
                                && !self.is_uncertain(mention)
                        });
                        if let Some(surely) = surely {
                            return self.not_one(words, vec![surely.clone(), one.clone()], at);
                        }
                    }
                    return self.it_is(one.clone(), at, words);
                }
                _ => {
                    // `If this unit is adjacent to an enemy unit, deal 1 damage to it`: it would be called by its name.
                    let named = |one: &Mention| !matches!(one.reference, Reference::Chosen { .. });
                    return match self.asked_of(&found).cloned() {
                        Some(one) if !(object && named(&one)) => self.it_is(one, at, words),
                        _ => self.not_one(words, found, at),
                    };
                }
            }
        }
        match found.as_slice() {
            [paid] => self.it_still_is(paid.clone(), at, words),
            _ => self.not_one(words, Vec::new(), at),
        }
    }

    /// `Remove a friendly unit from the map to deal damage to the enemy hero equal to its attack`: of two things that
    /// have the number, only what was named again is surely meant.
    fn another_whose_number(
        &self,
        one: &Mention,
        needs: Option<&Needs>,
        at: &Range<usize>,
    ) -> Option<Mention> {
        let said = |mention: &&Mention| mention.reference == one.reference;
        let repeated = self.mentions.iter().filter(said).count() > 1;
        let was_it = self.it_was.as_ref();
        // `this unit gains attack equal to its attack` may still be that of another one.
        let named_again = repeated && matches!(one.reference, Reference::Chosen { .. });
        if !self.whose_number || named_again || was_it.is_some_and(|(_, was)| said(&was)) {
            return None;
        }
        let other = |mention: &&Mention| {
            let has_numbers = match &mention.thing {
                Thing::OnMap(_) => self.is_fighter(&mention.thing),
                // A card was asked whether it is one that has numbers.
                Thing::Card(types) if types.is_empty() => {
                    was_it.is_some_and(|(_, was)| was.reference == mention.reference)
                }
                Thing::Card(types) => self.on_map(types),
                Thing::Space | Thing::Attack | Thing::Zone => false,
            };
            !mention.many
                && (matches!(mention.reference, Reference::Chosen { .. }) || !repeated)
                && mention.clause < one.clause
                && mention.at.end <= at.start
                && mention.reference != one.reference
                && has_numbers
                && self.serves(needs, mention)
        };
        self.mentions.iter().rfind(other).cloned()
    }

    /// `If the target is *undead*, draw a card. If it is *living*, …`: of a card that was only drawn less is asked than
    /// of what stands on the map, and two conditions in a row mostly ask of the same thing.
    fn asked_of_as_well(
        &self,
        one: &Mention,
        needs: Option<&Needs>,
        at: &Range<usize>,
    ) -> Option<Mention> {
        let looked_at = matches!(one.done, Some(Done::Discarded | Done::Revealed));
        if !self.asks || !matches!(one.thing, Thing::Card(_)) {
            return None;
        }
        // What it is anyway is not asked.
        let anyway = |types: &[SmolStr]| match needs {
            Some(Needs::Type(asked)) => {
                !types.is_empty() && types.iter().all(|id| asked.contains(id))
            }
            _ => false,
        };
        let other = |mention: &&Mention| {
            let Thing::OnMap(types) = &mention.thing else {
                return false;
            };
            let again = self.asked_before.as_ref() == Some(&mention.reference);
            (again || !looked_at)
                && !(mention.many || mention.plural)
                && mention.reference != one.reference
                && mention.at.end <= at.start
                && !self.is_elsewhere(mention)
                && !anyway(types)
                && self.serves(needs, mention)
        };
        self.mentions.iter().rfind(other).cloned()
    }

    /// What it means has to have a name of its own, by which it is printed.
    fn it_is(&mut self, one: Mention, at: Range<usize>, words: &str) -> Option<Reference> {
        let named = self.named_alike(&one);
        let of_one = |meant: &Mention| slot_of(&meant.reference) == slot_of(&one.reference);
        match named.len() < 2 || self.meant(&named).is_some_and(of_one) {
            true => self.it_still_is(one, at, words),
            false => self.not_one(words, named, at),
        }
    }

    /// All `it` of a sentence are one thing, unless another was named between them.
    fn it_still_is(&mut self, one: Mention, at: Range<usize>, words: &str) -> Option<Reference> {
        if let Some((before, was)) = &self.it_was
            && was.reference != one.reference
            && one.at.end <= before.start
        {
            let both = vec![was.clone(), one];
            return self.not_one(words, both, at);
        }
        let reference = one.reference.clone();
        self.it_was = Some((at, one));
        Some(reference)
    }

    /// `If that unit is adjacent to another unit, deal 2 damage to it`: that of which the condition asks, not what stands
    /// in it.
    fn asked_of<'m>(&self, found: &'m [Mention]) -> Option<&'m Mention> {
        let (subject, condition) = self.asked.as_ref()?;
        let is_subject = |one: &&Mention| match slot_of(subject) {
            None => one.reference == *subject,
            slot => slot_of(&one.reference) == slot,
        };
        let (same, others): (Vec<_>, Vec<_>) = found.iter().partition(is_subject);
        let fights = |one: &Mention| self.is_fighter(&one.thing);
        let within = |one: &Mention| {
            condition.start <= one.at.start
                && one.at.end <= condition.end
                && same.iter().all(|subject| fights(subject) == fights(one))
        };
        others
            .into_iter()
            .all(within)
            .then(|| same.first().copied())
            .flatten()
    }

    /// Whether what one could mean stands in the description of several, which may be meant as well.
    fn stands_within_several(
        &self,
        clause: usize,
        at: &Range<usize>,
        needs: Option<&Needs>,
    ) -> bool {
        let several = |mention: &&Mention| {
            mention.clause == clause
                && mention.many
                && mention.at.end <= at.start
                && self.serves(needs, mention)
        };
        // Of what was counted none is `it`, and this card is known without what says where they are.
        let counted = |several: &Mention| {
            let slot = slot_of(&several.reference);
            self.uncertain
                .iter()
                .any(|(uncertain, _, why)| Some(*uncertain) == slot && *why == Uncertain::AskedFor)
        };
        let this = |one: &Mention| matches!(one.reference, Reference::This { .. });
        self.mentions.iter().filter(several).any(|several| {
            self.mentions.iter().any(|one| {
                let told_apart = one.many || (this(one) && counted(several));
                let known = clause < self.clause && self.is_known_before(one);
                one.clause == clause
                    && !told_apart
                    && !known
                    && one.at != several.at
                    && several.at.start <= one.at.start
                    && one.at.end <= several.at.end
            })
        })
    }

    /// Whether something was chosen in a clause before.
    fn is_known_before(&self, one: &Mention) -> bool {
        let slot = slot_of(&one.reference);
        let before =
            |mention: &Mention| mention.clause < one.clause && slot_of(&mention.reference) == slot;
        slot.is_some() && self.mentions.iter().any(before)
    }

    /// Everything that `that …` could mean where it is to mean this.
    pub fn named_alike(&self, mention: &Mention) -> Vec<Mention> {
        let Reference::Chosen { named, .. } = &mention.reference else {
            return Vec::new();
        };
        let noun = match &**named {
            ChosenNoun::Card { type_: Some(id) } => self
                .symbols
                .game
                .card_types
                .get(id)
                .map_or(id.as_str(), |card_type| card_type.name.as_str()),
            ChosenNoun::Card { type_: None } => "card",
            ChosenNoun::Space => "space",
            ChosenNoun::Zone => return Vec::new(),
        };
        self.candidates(noun, mention.many)
    }

    /// Reports a reference that is bound to nothing, or to more than one thing.
    pub fn not_one<T>(&mut self, words: &str, found: Vec<Mention>, at: Range<usize>) -> Option<T> {
        if found.is_empty() {
            let finding = self.finding(
                Code::UnboundReference,
                at.clone(),
                match words {
                    "them" => NO_THEM.to_owned(),
                    _ => format!("nothing before it is what \"{words}\" could mean"),
                },
                "refers to nothing",
            );
            let attached = words.strip_prefix("that ").filter(|noun| {
                self.attached
                    .as_ref()
                    .is_some_and(|thing| self.fits_noun(thing, noun))
            });
            let is = |word: &str| words.eq_ignore_ascii_case(word);
            let one = is("it") || is("its") || is("their") || words.starts_with("that ");
            let several = self.mentions.iter().rfind(|mention| one && mention.many);
            let finding = match (attached, several) {
                (None, Some(several)) => {
                    let finding =
                        finding.label(Place_::Text(several.at.clone()), "these are several");
                    self.of_each_by_itself(finding, several)
                }
                (Some(noun), _) => {
                    // The first letter stays, large or small.
                    let rest = Place_::Text(at.start + 1..at.start + "that".len());
                    let title = format!("write `the attached {noun}`");
                    finding.fix(Safety::Safe, title, rest, "he attached")
                }
                (None, None) if words == "the rest" => finding.help(
                    "`the rest` is left where some of several were picked, as `one of those units`; all others are `each other enemy unit`",
                ),
                (None, None) if words == "them" => {
                    finding.help("name them first, or say what is meant; a player is `your opponent`")
                }
                (None, None) => self.or_this(finding, words, &at),
            };
            return self.report(finding);
        }
        let mut finding = self.finding(
            Code::AmbiguousReference,
            at.clone(),
            format!("\"{words}\" could mean {} things", found.len()),
            "which of them?",
        );
        for mention in &found {
            finding = finding.label(Place_::Text(mention.at.clone()), "it could mean this");
        }
        let finding = self.which_name(finding, words, &found, at);
        self.report(finding)
    }

    /// What each of those is called that `it` could mean, if all have names of their own.
    fn which_name(
        &self,
        finding: Diagnostic<Place_>,
        words: &str,
        found: &[Mention],
        at: Range<usize>,
    ) -> Diagnostic<Place_> {
        let lower = words.to_lowercase();
        let whose = if lower == "its" { "'s" } else { "" };
        let named = |mention: &Mention| {
            let chosen = matches!(mention.reference, Reference::Chosen { .. });
            let own = !chosen || self.named_alike(mention).len() == 1;
            own.then(|| format!("{}{whose}", reference_words(&mention.reference)))
        };
        let names: Option<Vec<String>> = found.iter().map(named).collect();
        let names = names.filter(|names| {
            let distinct = |(at, name)| !names.iter().take(at).any(|one: &String| one == name);
            matches!(lower.as_str(), "it" | "its") && names.iter().enumerate().all(distinct)
        });
        let Some(names) = names else {
            return finding.help(match self.whose_number {
                true => "write whose it is: `this unit's attack`, `that card's attack`, `for each size token on that unit`",
                false => "say what happens to the one before the other is named, or call one of them `this …`, `the target` or `the attacker`",
            });
        };
        let asked_for = |mention: &Mention| {
            let slot = slot_of(&mention.reference);
            let mut uncertain = self.uncertain.iter();
            uncertain.any(|(of, _, why)| Some(*of) == slot && *why == Uncertain::AskedFor)
        };
        if found.iter().any(asked_for) {
            let certain = found.iter().zip(&names).filter(|(one, _)| !asked_for(one));
            let certain: Vec<String> = certain.map(|(_, name)| format!("write `{name}`")).collect();
            return finding.help(format!(
                "{}, or choose what is meant before, as `Choose an enemy unit.`: several may be what is only asked for",
                certain.join(" or ")
            ));
        }
        let finding = finding.help(format!("write `{}`", names.join("` or `")));
        // `an enemy unit adjacent to your hero … it`: of the two, it is rather the unit.
        let holds = |one: &&Mention| {
            let within =
                |other: &Mention| one.at.start <= other.at.start && other.at.end <= one.at.end;
            found.iter().all(within)
        };
        let certain = |one: &Mention| {
            let slot = slot_of(&one.reference);
            let mut uncertain = self.uncertain.iter();
            !uncertain.any(|(of, ..)| Some(*of) == slot)
        };
        let mut of_each = found.iter().zip(&names);
        let name = of_each.find(|(one, _)| holds(one) && certain(one));
        let Some((_, name)) = name else {
            return finding;
        };
        let title = format!("write `{name}`");
        let written = match words.starts_with(char::is_uppercase) {
            true => name.replacen('t', "T", 1),
            false => name.clone(),
        };
        finding.fix(Safety::Unsafe, title, Place_::Text(at), written)
    }

    /// `Each friendly unit attacks an enemy unit adjacent to it`: `For each friendly unit, that unit attacks …`.
    fn of_each_by_itself(
        &self,
        finding: Diagnostic<Place_>,
        several: &Mention,
    ) -> Diagnostic<Place_> {
        let (start, begins) = self.statement;
        let Thing::OnMap(types) = &several.thing else {
            return finding.help(BY_ITSELF);
        };
        let of_each = self.each.as_ref() == Some(&several.at) && several.at.start == start;
        if types.len() != 1 || !of_each {
            return finding.help(BY_ITSELF);
        }
        let first = match begins {
            true => "For each",
            false => "for each",
        };
        let that = format!(", that {}", self.types_in_words(types));
        let end = several.at.end;
        let edits = [
            (start..start + "each".len(), first.to_owned()),
            (end..end, that.clone()),
        ];
        finding.fix_all(
            Safety::Unsafe,
            format!("speak of each by itself: `{first} …{that} …`"),
            edits.map(|(at, text)| Edit {
                at: Place_::Text(at),
                text,
            }),
        )
    }

    /// What `it` is likely to mean where nothing was named: what the card is attached to, or the card itself.
    fn or_this(
        &self,
        finding: Diagnostic<Place_>,
        words: &str,
        at: &Range<usize>,
    ) -> Diagnostic<Place_> {
        let its = words.eq_ignore_ascii_case("its");
        let here = self
            .here()
            .filter(|_| its || words.eq_ignore_ascii_case("it"));
        let counted = self.counted.clone();
        if let Some(counted) = counted.filter(|counted| counted.end <= at.start) {
            let this = here.map_or(String::new(), |here| {
                format!(
                    "; where this card is meant, write `{}`",
                    reference_words(&here)
                )
            });
            return finding
                .label(Place_::Text(counted), "this may be so of several")
                .help(format!(
                    "say it of those that are meant, or choose one before: `Choose an enemy unit.`{this}"
                ));
        }
        let Some(here) = here else {
            return finding.help("name it first, or say what is meant");
        };
        let whose = if its { "'s" } else { "" };
        let mut this = format!("{}{whose}", reference_words(&here));
        // A hero has its own name where something is attached to it.
        if let (Reference::AttachedUnit, Some(Thing::OnMap(types))) = (&here, &self.attached)
            && let [one] = types.as_slice()
            && let Some(card_type) = self.symbols.game.card_types.get(one)
        {
            this = format!("the attached {}{whose}", card_type.name);
        }
        if self.binds(Binding::Target) || self.binds(Binding::Attacker) {
            let other = match self.binds(Binding::Target) {
                true => "the target",
                false => "the attacker",
            };
            return finding.help(format!("write `{this}`, or `{other}{whose}`"));
        }
        let title = format!("write `{this}`");
        let written = match words.starts_with(char::is_uppercase) {
            true => this.replacen('t', "T", 1),
            false => this,
        };
        finding.fix(Safety::Unsafe, title, Place_::Text(at.clone()), written)
    }

    /// `its`, `this unit's`, `the target's`: whose number it is.
    pub fn owner(&mut self, node: Node<'_>) -> Option<Reference> {
        let at = self.range(&node);
        let inner = Kids::of(node).any();
        if inner.as_rule() == Rule::o_its {
            let their = inner.as_str().trim().eq_ignore_ascii_case("their");
            if their && self.mentions.iter().any(|mention| mention.many) {
                let those = self.them(at.clone())?;
                self.is_a_certain_one(&those, at)?;
                return Some(those);
            }
            let its = self.it(at.clone(), inner.as_str().trim(), |thing| {
                matches!(thing, Thing::OnMap(_) | Thing::Card(_))
            })?;
            self.is_a_certain_one(&its, at)?;
            return Some(its);
        }
        let words: Vec<&str> = inner.as_str().split_whitespace().collect();
        let first = words
            .first()
            .map_or(String::new(), |word| word.to_lowercase());
        let words = words.join(" ").to_lowercase();
        let word = Kids::of(inner).need(Rule::owner_word);
        let word_at = self.range(&word);
        let noun = word.as_str().trim().to_lowercase();
        if !matches!(noun.as_str(), "target" | "attacker") {
            self.is_ref_noun(&noun, word_at.clone())?;
        }
        let reference = match first.as_str() {
            // The `'s` behind it stays, whatever stands there instead.
            "this" => self.this_noun(&noun, inner.as_str().trim(), at.start..word_at.end),
            "that" => self.that_noun(&noun, false, at.clone()),
            "those" => self.that_noun(&noun, true, at.clone()),
            "your" if words.contains("hero") => Some(Reference::YourHero),
            "the" if words.starts_with("the attached") => self.attached_noun(&noun, at.clone()),
            "the" if words.starts_with("the first") => self.first_chosen(&noun, at.clone()),
            "the" if words.starts_with("the chosen") => self.that_noun(&noun, false, at.clone()),
            "the" if words.starts_with("the enemy hero") => Some(Reference::EnemyHero),
            "the" if noun == "target" => self.the_target(&words, at.clone()),
            "the" if noun == "attacker" => {
                self.bound(Binding::Attacker, Reference::Attacker, &words, at.clone())
            }
            _ => self.not_one(words.trim_end_matches("'s"), Vec::new(), at.clone()),
        }?;
        self.is_a_certain_one(&reference, at.clone())?;
        let (thing, many) = self.thing_of_reference(&reference);
        self.mention(reference.clone(), thing, many, at);
        Some(reference)
    }

    /// What kind of thing a reference is, and whether it is several.
    pub fn thing_of_reference(&self, reference: &Reference) -> (Thing, bool) {
        let map_types = || {
            self.symbols
                .game
                .term("tokens", "damage")
                .map(|term| term.of.clone())
                .unwrap_or_default()
        };
        match reference {
            Reference::This {
                as_: Some(card_type),
            } if self.on_map(std::slice::from_ref(card_type)) => {
                (Thing::OnMap(vec![card_type.clone()]), false)
            }
            // In a granted text, the card is the one that gained it.
            Reference::This { as_: None } if self.on_map(&[self.this_type()]) => {
                (Thing::OnMap(vec![self.this_type()]), false)
            }
            Reference::This { .. } => (Thing::Card(vec![self.this_type()]), false),
            Reference::ThisAttack | Reference::ThatAttack => (Thing::Attack, false),
            Reference::Target | Reference::Attacker => (Thing::OnMap(map_types()), false),
            Reference::AttachedUnit => (
                self.attached.clone().unwrap_or(Thing::OnMap(Vec::new())),
                false,
            ),
            Reference::AttachedSpace | Reference::ThisSpace | Reference::ChosenSpace => {
                (Thing::Space, false)
            }
            Reference::YourHero | Reference::EnemyHero => {
                (Thing::OnMap(vec!["hero".into()]), false)
            }
            Reference::Rest { slot } => match self.thing_of_slot(*slot) {
                thing @ Thing::OnMap(_) => (thing, true),
                _ => (Thing::Card(Vec::new()), true),
            },
            Reference::Chosen { slot, many, .. } => (self.thing_of_slot(*slot), *many),
            Reference::FirstChosen { slot, .. } => (self.thing_of_slot(*slot), false),
        }
    }

    fn thing_of_slot(&self, slot: u32) -> Thing {
        self.mentions
            .iter()
            .find(|mention| matches!(mention.reference, Reference::Chosen { slot: known, .. } if known == slot))
            .map_or(Thing::Card(Vec::new()), |mention| mention.thing.clone())
    }
}

pub(super) fn slot_of(reference: &Reference) -> Option<u32> {
    match reference {
        Reference::Chosen { slot, .. } => Some(*slot),
        _ => None,
    }
}
