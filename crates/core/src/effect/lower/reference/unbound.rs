//! Reports references with no antecedent, or with several.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{Antecedent, EntityKind, UnboundReason, slot_of};
use std::ops::Range;

use super::super::ctx::LowerCtx;
use crate::diagnostic::{Code, Diagnostic, Edit, Place as Place_, Reason, Safety};
use crate::effect::ir::Reference;
use crate::game::Binding;

const BY_ITSELF: &str = "for all of them together, write `those ‹actings›`; for each one, write `For each enemy \
    ‹acting›, … that ‹acting› …`";

impl LowerCtx<'_> {
    pub(super) fn first_chosen(
        &mut self,
        cx: ClauseCtx<'_>,
        noun: &str,
        at: Range<usize>,
    ) -> Option<Reference> {
        let many = self.candidates(cx, noun, true);
        match many.as_slice() {
            [
                Antecedent {
                    reference: Reference::Chosen { slot, .. },
                    ..
                },
            ] => Some(Reference::FirstChosen {
                slot: *slot,
                named: Box::new(self.chosen_noun(noun)),
            }),
            found => self.not_one(cx, &format!("the first chosen {noun}"), found.to_vec(), at),
        }
    }

    pub(super) fn words_behind_target<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::UnknownWord,
                at.clone(),
                "\"the target\" takes no further words",
                "these words have no effect",
            )
            .fix(Safety::Unsafe, "remove it", Place_::Text(at), "");
        self.report(finding)
    }

    /// Resolves a plural reference if exactly one earlier plural phrase matches.
    pub fn one_of_many(
        &mut self,
        cx: ClauseCtx<'_>,
        at: Range<usize>,
        words: &str,
        fits: impl Fn(&Self, &Antecedent) -> bool,
    ) -> Option<Reference> {
        let mut found: Vec<Antecedent> = Vec::new();
        for mention in self.discourse.mentions() {
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
            _ => self.not_one(cx, words, found, at),
        }
    }

    /// Rejects `When this unit retaliates, … the attacker`: the retaliation is a second attack, so there are two
    /// attackers.
    pub(super) fn who_in_a_retaliation<T>(
        &mut self,
        reference: &Reference,
        at: Range<usize>,
    ) -> Option<T> {
        let words = self.reference_words(reference);
        let finding = self
            .finding(
                Code::AmbiguousReference,
                at,
                format!("ambiguous: \"{words}\" of the attack, or of the retaliation?"),
                "there are two attacks",
            )
            .help("name both in the event: `When this ‹acting› retaliates against an enemy ‹acting›, deal 1 damage to \
                that ‹acting›.`");
        self.report(finding)
    }

    /// Reports a reference with no antecedent, or with several.
    pub fn not_one<T>(
        &mut self,
        cx: ClauseCtx<'_>,
        words: &str,
        found: Vec<Antecedent>,
        at: Range<usize>,
    ) -> Option<T> {
        if found.is_empty() {
            let finding = self.finding(
                Code::UnboundReference,
                at.clone(),
                format!("\"{words}\" has nothing to refer to"),
                "refers to nothing",
            );
            let finding = match words {
                "them" => finding.because(Reason::UnboundThem),
                _ => finding,
            };
            let attached = words.strip_prefix("that ").filter(|noun| {
                self.env
                    .attached
                    .as_ref()
                    .is_some_and(|thing| self.fits_noun(thing, noun))
            });
            let is = |word: &str| words.eq_ignore_ascii_case(word);
            let one = is("it") || is("its") || is("their") || words.starts_with("that ");
            let several = self
                .discourse
                .mentions()
                .iter()
                .rfind(|mention| one && mention.many);
            let finding = match (attached, several) {
                (None, Some(several)) => {
                    let finding =
                        finding.label(Place_::Text(several.at.clone()), "these are several things");
                    self.of_each_by_itself(finding, several)
                }
                (Some(noun), _) => {
                    // Keep the case of the first letter.
                    let rest = Place_::Text(at.start + 1..at.start + "that".len());
                    let title = format!("write `the attached {noun}`");
                    finding.fix(Safety::Safe, title, rest, "he attached")
                }
                (None, None) if words == "the rest" => finding.help(
                    "`the rest` is what is left after some were picked, as with `one of those ‹actings›`; all others \
                     are `each other enemy ‹acting›`",
                ),
                (None, None) if words == "them" => {
                    finding.help("name them first; a player is `your opponent`")
                }
                (None, None) => self.or_this(finding, words, &at),
            };
            return self.report(finding);
        }
        let mut finding = self.finding(
            Code::AmbiguousReference,
            at.clone(),
            format!("\"{words}\" could refer to {} things", found.len()),
            "ambiguous reference",
        );
        for mention in &found {
            finding = finding.label(Place_::Text(mention.at.clone()), "could refer to this");
        }
        let finding = self.which_name(cx, finding, words, &found, at);
        self.report(finding)
    }

    /// Suggests the names of the candidates for `it`, if all of them have unambiguous names.
    pub(super) fn which_name(
        &self,
        cx: ClauseCtx<'_>,
        finding: Diagnostic<Place_>,
        words: &str,
        found: &[Antecedent],
        at: Range<usize>,
    ) -> Diagnostic<Place_> {
        let lower = words.to_lowercase();
        let whose = if lower == "its" { "'s" } else { "" };
        let named = |mention: &Antecedent| {
            let chosen = matches!(mention.reference, Reference::Chosen { .. });
            let own = !chosen || self.named_alike(cx, mention).len() == 1;
            own.then(|| format!("{}{whose}", self.reference_words(&mention.reference)))
        };
        let names: Option<Vec<String>> = found.iter().map(named).collect();
        let names = names.filter(|names| {
            let distinct = |(at, name)| !names.iter().take(at).any(|one: &String| one == name);
            matches!(lower.as_str(), "it" | "its") && names.iter().enumerate().all(distinct)
        });
        let Some(names) = names else {
            return finding.help(match cx.whose_number {
                true => "name the owner: `this ‹acting›'s attack`, `that card's attack`, `for each size token on that \
                    ‹acting›`",
                false => "write the effect on the first before you name the second, or call one of them `this …`, \
                    `the target` or `the attacker`",
            });
        };
        let asked_for = |mention: &Antecedent| {
            let slot = slot_of(&mention.reference);
            let mut uncertain = self.discourse.doubts().iter();
            uncertain.any(|(of, _, why)| Some(*of) == slot && *why == UnboundReason::AskedFor)
        };
        if found.iter().any(asked_for) {
            let certain = found.iter().zip(&names).filter(|(one, _)| !asked_for(one));
            let certain: Vec<String> = certain.map(|(_, name)| format!("write `{name}`")).collect();
            return finding.help(format!(
                "{}, or choose one first (`Choose an enemy ‹acting›.`): several may match the condition",
                certain.join(" or ")
            ));
        }
        let finding = finding.help(format!("write `{}`", names.join("` or `")));
        // In `an enemy unit adjacent to your hero … it`, the unit is the more likely antecedent.
        let holds = |one: &&Antecedent| {
            let within =
                |other: &Antecedent| one.at.start <= other.at.start && other.at.end <= one.at.end;
            found.iter().all(within)
        };
        let certain = |one: &Antecedent| {
            let slot = slot_of(&one.reference);
            let mut uncertain = self.discourse.doubts().iter();
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

    /// Suggests `For each friendly unit, that unit attacks …` for `Each friendly unit attacks an enemy unit adjacent to
    /// it`.
    pub(super) fn of_each_by_itself(
        &self,
        finding: Diagnostic<Place_>,
        several: &Antecedent,
    ) -> Diagnostic<Place_> {
        let (start, begins) = self.discourse.statement();
        let EntityKind::OnMap(types) = &several.thing else {
            return finding.help(BY_ITSELF);
        };
        let of_each = self.discourse.last_each() == Some(&several.at) && several.at.start == start;
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
            format!("write it for each one: `{first} …{that} …`"),
            edits.map(|(at, text)| Edit {
                at: Place_::Text(at),
                text,
            }),
        )
    }

    /// Suggests the likely antecedent of `it` if nothing was named: what the card is attached to, or the card itself.
    pub(super) fn or_this(
        &self,
        finding: Diagnostic<Place_>,
        words: &str,
        at: &Range<usize>,
    ) -> Diagnostic<Place_> {
        let its = words.eq_ignore_ascii_case("its");
        let here = self
            .here()
            .filter(|_| its || words.eq_ignore_ascii_case("it"));
        let counted = self.discourse.counted().cloned();
        if let Some(counted) = counted.filter(|counted| counted.end <= at.start) {
            let this = here.map_or(String::new(), |here| {
                format!("; for this card, write `{}`", self.reference_words(&here))
            });
            return finding
                .label(Place_::Text(counted), "several may match this")
                .help(format!(
                    "describe it directly, or choose one first: `Choose an enemy ‹acting›.`{this}"
                ));
        }
        // Something else was named that does not fit, so the author may mean that.
        let mut before = self.discourse.mentions().iter();
        let other = before.any(|mention| !mention.many && mention.at.end <= at.start);
        let Some(here) = here.filter(|_| !other) else {
            return finding.help("name it first, or repeat its noun");
        };
        let whose = if its { "'s" } else { "" };
        let mut this = format!("{}{whose}", self.reference_words(&here));
        // Name the attached thing by its type, if it has only one.
        if let (Reference::AttachedUnit, Some(EntityKind::OnMap(types))) =
            (&here, &self.env.attached)
            && let [one] = types.as_slice()
            && let Some(card_type) = self.env.symbols.game.card_types.get(one)
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
}
