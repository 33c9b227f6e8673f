//! Resolves references: each is bound exactly once, or reported.

mod candidates;
mod pronoun;
mod unbound;

use crate::effect::letter_case;
use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::EntityKind;
use std::ops::Range;

use smol_str::{SmolStr, StrExt};

use super::children::{Children, bug};
use super::ctx::{LowerCtx, Node};
use crate::diagnostic::{Code, Place as Place_, Safety};
use crate::effect::ir::{ChosenNoun, Reference};
use crate::effect::lists::lists;
use crate::effect::syntax::Rule;
use crate::game::{Binding, SideWords, TermRole, TypeRole};

impl LowerCtx<'_> {
    pub fn reference(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Reference> {
        let at = self.range(&node);
        let reference = self.bound_once(cx, node)?;
        self.is_a_certain_one(&reference, at)?;
        Some(reference)
    }

    fn bound_once(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Reference> {
        let at = self.range(&node);
        let words = node.as_str().trim();
        let inner = Children::of(node).any();
        let rule = inner.as_rule();
        let mut kids = Children::of(inner);
        match rule {
            Rule::r_enemy_hero => self.leader(Reference::EnemyHero, at),
            Rule::r_your_hero => self.leader(Reference::YourHero, at),
            Rule::r_this => {
                let noun = self.ref_noun(&mut kids)?;
                self.this_noun(cx, &noun, words, at)
            }
            Rule::r_that | Rule::r_those => {
                let noun = self.ref_noun(&mut kids)?;
                self.that_noun(cx, &noun, rule == Rule::r_those, at)
            }
            Rule::r_target => {
                // In `The target *living* unit …` on an attached card, the words after `target` are already part of the
                // heading.
                if self.ability.placed_by != Some(at.start)
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
                // A text without a card may belong to a card with an area.
                if space && (self.env.bearer.has_area || self.env.bearer.needed_traits.is_none()) {
                    return Some(Reference::ChosenSpace);
                }
                // Without an area, this is a space that was chosen earlier.
                self.that_noun(cx, &noun, false, at)
            }
            Rule::r_first_chosen => {
                let noun = self.ref_noun(&mut kids)?;
                self.first_chosen(cx, &noun, at)
            }
            Rule::r_rest => match self.discourse.left_of() {
                Some(slot) => Some(Reference::Rest { slot }),
                None => self.not_one(cx, "the rest", Vec::new(), at),
            },
            Rule::r_it => self.it(cx, at, words, |_| true),
            Rule::r_them => self.them(cx, at),
            other => bug(Rule::reference, Some(other)),
        }
    }

    /// Rejects a reference to a leader in a game without one.
    fn leader(&mut self, reference: Reference, at: Range<usize>) -> Option<Reference> {
        match self.env.symbols.game.roles.leader {
            Some(_) => Some(reference),
            None => self.report(self.no_such_role(TypeRole::Leader, at)),
        }
    }

    /// Lowers the noun of a reference, if references can use that noun.
    pub fn ref_noun(&mut self, kids: &mut Children<'_>) -> Option<SmolStr> {
        let node = kids.need(Rule::ref_noun);
        let at = self.range(&node);
        self.is_ref_noun(&node.words(), at)
    }

    fn is_ref_noun(&mut self, noun: &str, at: Range<usize>) -> Option<SmolStr> {
        let noun = noun.to_lowercase_smolstr();
        let types = self.env.symbols.game.card_types.values();
        let known = ["card", "cards", "space", "spaces"]
            .into_iter()
            .chain(lists().attack_nouns.iter().copied())
            .chain(types.flat_map(|one| [one.name.as_str(), one.plural.as_str()]));
        if known.clone().any(|word| word.eq_ignore_ascii_case(&noun)) {
            return Some(noun);
        }
        let known: Vec<&str> = known.collect();
        self.unknown(&noun, at, "a kind of thing", &known)
    }

    /// Resolves `this …`. `said` is the whole phrase as written.
    fn this_noun(
        &mut self,
        cx: ClauseCtx<'_>,
        noun: &str,
        said: &str,
        at: Range<usize>,
    ) -> Option<Reference> {
        match noun {
            "card" => return Some(Reference::This { as_: None }),
            attack if lists().attack_nouns.contains(&attack) => {
                if self.binds(Binding::Attack) || self.ability.event_attack {
                    return Some(Reference::ThisAttack);
                }
                let finding = self
                    .finding(
                        Code::UnboundReference,
                        at,
                        format!("\"this {noun}\" has nothing to refer to"),
                        format!("no {noun} happens here"),
                    )
                    .help(format!("use it under a heading or an event with an {noun}"));
                return self.report(finding);
            }
            "space" => {
                if self.env.attached == Some(EntityKind::Space) {
                    return Some(Reference::AttachedSpace);
                }
                if self.here().is_some() {
                    return Some(Reference::ThisSpace);
                }
            }
            _ => {}
        }
        let game = self.env.symbols.game;
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
                    true => format!("\"this\" needs a singular noun, but \"{noun}\" is plural"),
                    false => format!("this card is not {} {noun}", super::noun::article(noun)),
                };
                let finding = self.finding(
                    Code::UnboundReference,
                    at.clone(),
                    message,
                    format!("the text is on a card of type {bearer}"),
                );
                let friendly = |id: &str| {
                    let card_type = game.card_types.get(id);
                    card_type.is_some_and(|card_type| card_type.side == SideWords::Friendly)
                };
                let write = |meant: String| (format!("write `{meant}`"), meant);
                let before = self.candidates(cx, noun, several);
                let (help, meant) = match (&self.env.attached, named) {
                    _ if !before.is_empty() && several => write(format!("those {noun}")),
                    _ if !before.is_empty() => write(format!("that {noun}")),
                    (Some(EntityKind::OnMap(_)), _) => {
                        write(self.reference_words(&Reference::AttachedUnit))
                    }
                    // Such a text is about fighters on the map, so one of those is suggested.
                    (_, Some((id, _))) if friendly(id) && !friendly(&this_type) => {
                        let one = format!("{} {noun}", super::noun::article(noun));
                        let others = format!("`a friendly {noun}` or `an enemy {noun}`");
                        // Each player has exactly one leader.
                        let meant = match noun {
                            leader if game.is_leader(leader) => format!("your {noun}"),
                            _ => one,
                        };
                        (format!("write `{meant}`, {others}"), meant)
                    }
                    _ => write(format!("this {bearer}")),
                };
                let title = format!("write `{meant}`");
                let finding = finding.help(help);
                let by = letter_case::in_case_of(&meant, said);
                self.report(finding.fix(Safety::Unsafe, title, Place_::Text(at), by))
            }
        }
    }

    /// Resolves `the target`: the target of an attack, or else the thing on the map that this card is attached to.
    fn the_target(&mut self, said: &str, at: Range<usize>) -> Option<Reference> {
        if self.binds(Binding::Target) || !matches!(self.env.attached, Some(EntityKind::OnMap(_))) {
            return self.bound(Binding::Target, Reference::Target, said, at);
        }
        if !self.ability.event_attack {
            return Some(Reference::AttachedUnit);
        }
        let attached = self.reference_words(&Reference::AttachedUnit);
        let finding = self
            .finding(
                Code::AmbiguousReference,
                at,
                format!("ambiguous: \"the target\" of the attack, or {attached}?"),
                "there are two possible targets",
            )
            .help(format!(
                "write `{attached}`, or name the target of the attack in the event: `When {attached} attacks an enemy \
                 ‹acting›, deal 1 damage to that ‹acting›.`"
            ));
        self.report(finding)
    }

    /// Resolves a reference that a heading or an event binds.
    fn bound(
        &mut self,
        binding: Binding,
        reference: Reference,
        said: &str,
        at: Range<usize>,
    ) -> Option<Reference> {
        if self.ability.retaliates && !self.binds(binding) {
            return self.who_in_a_retaliation(&reference, at);
        }
        if self.binds(binding) || self.ability.event_attack {
            return Some(reference);
        }
        let words = self.reference_words(&reference);
        // The opposite role is bound here.
        let other = match reference {
            Reference::Target if self.binds(Binding::Attacker) => Some("the attacker".to_owned()),
            Reference::Attacker if self.binds(Binding::Target) => {
                Some(format!("this {}", self.acting_word()))
            }
            _ => None,
        };
        if let Some(other) = other {
            let finding = self.finding(
                Code::UnboundReference,
                at.clone(),
                format!("\"{words}\" is called `{other}` here"),
                "has a different name here",
            );
            let mut by = letter_case::in_case_of(&other, said);
            if said.ends_with("'s") {
                by.push_str("'s");
            }
            let title = format!("write `{other}`");
            return self.report(finding.fix(Safety::Unsafe, title, Place_::Text(at), by));
        }
        let under = self.env.heading.map_or_else(
            || "here".to_owned(),
            |heading| format!("under `{}`", heading.name),
        );
        let finding = self
            .finding(
                Code::UnboundReference,
                at,
                format!("\"{words}\" has nothing to refer to {under}"),
                "no attack happens here",
            )
            .help(match (self.env.heading.is_some_and(|heading| heading.lasting), binding) {
                (true, Binding::Attacker) => {
                    "name it in the event: `When an enemy ‹acting› attacks this ‹acting›, deal 1 damage to that \
                     ‹acting›.`"
                }
                (true, _) => {
                    "name it in the event: `When this ‹acting› attacks an enemy ‹acting›, deal 1 damage to that \
                     ‹acting›.`"
                }
                (false, _) => "name it: `an enemy ‹acting›`, then write `that ‹acting›`",
            });
        self.report(finding)
    }

    fn attached_noun(&mut self, noun: &str, at: Range<usize>) -> Option<Reference> {
        match (&self.env.attached, noun) {
            (Some(EntityKind::Space), "space") => Some(Reference::AttachedSpace),
            (Some(thing @ EntityKind::OnMap(_)), noun) if self.fits_noun(thing, noun) => {
                Some(Reference::AttachedUnit)
            }
            _ => {
                let finding = self
                    .finding(
                        Code::UnboundReference,
                        at,
                        format!("this card is not attached to a {noun}"),
                        "not named in the heading",
                    )
                    .help("attach it in the heading: `Ongoing, attach to …:`");
                self.report(finding)
            }
        }
    }

    fn that_noun(
        &mut self,
        cx: ClauseCtx<'_>,
        noun: &str,
        many: bool,
        at: Range<usize>,
    ) -> Option<Reference> {
        if lists().attack_nouns.contains(&noun) && !many {
            if self.ability.event_attack {
                return Some(Reference::ThatAttack);
            }
            return self.not_one(cx, &format!("that {noun}"), Vec::new(), at);
        }
        let found = self.candidates(cx, noun, many);
        match self.meant(cx, &found) {
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
                self.not_one(cx, &words, found, at)
            }
        }
    }

    /// Resolves a reference from which things are picked.
    pub fn those_to_pick_from(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Reference> {
        let cx = ClauseCtx {
            picks_from: true,
            ..cx
        };
        self.reference(cx, node)
    }

    fn chosen_noun(&self, noun: &str) -> ChosenNoun {
        if matches!(noun, "space" | "spaces") {
            return ChosenNoun::Space;
        }
        let called = self.env.symbols.game.card_type_called(noun);
        let type_ = called.map(|(id, _)| id.clone());
        ChosenNoun::Card { type_ }
    }

    /// Resolves the owner of a number: `its`, `this unit's`, `the target's`.
    pub fn owner(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Reference> {
        let at = self.range(&node);
        let inner = Children::of(node).any();
        if inner.as_rule() == Rule::o_its {
            let their = inner.as_str().trim().eq_ignore_ascii_case("their");
            if their && self.discourse.mentions().iter().any(|mention| mention.many) {
                let those = self.them(cx, at.clone())?;
                self.is_a_certain_one(&those, at)?;
                return Some(those);
            }
            let its = self.it(cx, at.clone(), inner.as_str().trim(), |thing| {
                matches!(thing, EntityKind::OnMap(_) | EntityKind::Card(_))
            })?;
            self.is_a_certain_one(&its, at)?;
            return Some(its);
        }
        let words = inner.words().to_lowercase_smolstr();
        let first = words.split(' ').next().unwrap_or_default();
        let word = Children::of(inner).need(Rule::owner_word);
        let word_at = self.range(&word);
        let noun = word.words().to_lowercase_smolstr();
        if !matches!(&*noun, "target" | "attacker") {
            self.is_ref_noun(&noun, word_at.clone())?;
        }
        let reference = match first {
            // A fix keeps the `'s`.
            "this" => self.this_noun(cx, &noun, inner.as_str().trim(), at.start..word_at.end),
            "that" => self.that_noun(cx, &noun, false, at.clone()),
            "those" => self.that_noun(cx, &noun, true, at.clone()),
            "your" if self.env.symbols.game.is_leader(&noun) => Some(Reference::YourHero),
            "the" if words.starts_with("the attached") => self.attached_noun(&noun, at.clone()),
            "the" if words.starts_with("the first") => self.first_chosen(cx, &noun, at.clone()),
            "the" if words.starts_with("the chosen") => {
                self.that_noun(cx, &noun, false, at.clone())
            }
            "the"
                if self.env.symbols.game.is_leader(&noun)
                    && (words.starts_with("the enemy ") || words.starts_with("the opposing ")) =>
            {
                Some(Reference::EnemyHero)
            }
            "the" if noun == "target" => self.the_target(&words, at.clone()),
            "the" if noun == "attacker" => {
                self.bound(Binding::Attacker, Reference::Attacker, &words, at.clone())
            }
            _ => self.not_one(cx, words.trim_end_matches("'s"), Vec::new(), at.clone()),
        }?;
        self.is_a_certain_one(&reference, at.clone())?;
        let (thing, many) = self.thing_of_reference(&reference);
        self.discourse.mention(reference.clone(), thing, many, at);
        Some(reference)
    }

    /// Returns the kind of a referenced thing, and whether the reference is to several things.
    pub fn thing_of_reference(&self, reference: &Reference) -> (EntityKind, bool) {
        let map_types = || {
            self.env
                .symbols
                .game
                .term_with(TermRole::Damage)
                .map(|term| term.of.clone())
                .unwrap_or_default()
        };
        match reference {
            Reference::This {
                as_: Some(card_type),
            } if self.on_map(std::slice::from_ref(card_type)) => {
                (EntityKind::OnMap(vec![card_type.clone()]), false)
            }
            // In a granted text, the card is the one that gained it.
            Reference::This { as_: None } if self.on_map(&[self.this_type()]) => {
                (EntityKind::OnMap(vec![self.this_type()]), false)
            }
            Reference::This { .. } => (EntityKind::Card(vec![self.this_type()]), false),
            Reference::ThisAttack | Reference::ThatAttack => (EntityKind::Attack, false),
            Reference::Target | Reference::Attacker => (EntityKind::OnMap(map_types()), false),
            Reference::AttachedUnit => (
                self.env
                    .attached
                    .clone()
                    .unwrap_or(EntityKind::OnMap(Vec::new())),
                false,
            ),
            Reference::AttachedSpace | Reference::ThisSpace | Reference::ChosenSpace => {
                (EntityKind::Space, false)
            }
            Reference::YourHero | Reference::EnemyHero => {
                let leader = self.env.symbols.game.roles.leader.clone();
                (EntityKind::OnMap(leader.into_iter().collect()), false)
            }
            Reference::Rest { slot } => match self.thing_of_slot(*slot) {
                thing @ EntityKind::OnMap(_) => (thing, true),
                _ => (EntityKind::Card(Vec::new()), true),
            },
            Reference::Chosen { slot, many, .. } => (self.thing_of_slot(*slot), *many),
            Reference::FirstChosen { slot, .. } => (self.thing_of_slot(*slot), false),
        }
    }

    fn thing_of_slot(&self, slot: u32) -> EntityKind {
        self.discourse.mentions()
            .iter()
            .find(|mention| matches!(mention.reference, Reference::Chosen { slot: known, .. } if known == slot))
            .map_or(EntityKind::Card(Vec::new()), |mention| mention.thing.clone())
    }
}
