//! Lowers the noun of a phrase and the adjectives before it.

use crate::effect::lower::clause_ctx::ClauseCtx;
use std::iter::Peekable;
use std::ops::Range;

use smol_str::{SmolStr, StrExt, format_smolstr};

use super::super::children::{Children, bug, take_words};
use super::super::ctx::{LowerCtx, Node};
use super::super::vocabulary::is_term;
use super::Parts;
use crate::diagnostic::{Code, Place as Place_, Reason, Safety};
use crate::effect::ir::{BareWord, Noun, Side};
use crate::effect::syntax::Rule;
use crate::game::{CardPlace, FieldKind};

impl LowerCtx<'_> {
    pub(super) fn noun(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        parts: &mut Parts,
    ) -> Option<()> {
        let (mut words, mut capitals) = (Vec::new(), Vec::new());
        for word in Children::of(node).into_iter_words() {
            let (said, at) = (word.as_str().trim(), self.range(&word));
            if said.starts_with(char::is_uppercase) {
                capitals.push(at.start);
            }
            words.push((said.to_lowercase_smolstr(), at));
        }
        self.discourse.set_capitals(capitals);
        let game = self.env.symbols.game;
        // A type may have a name of two words: `statistic card`.
        if let [adjectives @ .., (first, _), (second, _)] = words.as_slice() {
            let pair = format_smolstr!("{first} {second}");
            if let Some((id, card_type)) = game.card_type_called(&pair) {
                parts.plural = card_type.plural.eq_ignore_ascii_case(&pair);
                parts.noun_words = pair;
                parts.filter.noun = Noun::Card {
                    types: vec![id.clone()],
                };
                // The noun is not plain `card`, so it takes no adjectives that imply a type.
                return self.adjectives(cx, adjectives, "", parts);
            }
        }
        let Some(((last, last_at), adjectives)) = words.split_last() else {
            return Some(());
        };
        parts.noun_words = last.clone();
        let known = match last.as_str() {
            "space" | "spaces" => {
                self.has_spaces(last_at.clone())?;
                parts.filter.noun = Noun::Space;
                true
            }
            "card" | "cards" => true,
            word => match game.card_type_called(word) {
                Some((id, card_type)) => {
                    parts.plural = card_type.plural.eq_ignore_ascii_case(word);
                    parts.filter.noun = Noun::Card {
                        types: vec![id.clone()],
                    };
                    true
                }
                None => false,
            },
        };
        if matches!(last.as_str(), "spaces" | "cards") {
            parts.plural = true;
        }
        if !known {
            // The whole phrase may be the unknown part: a card name without its quotes.
            let whole = join(&words);
            let from = words.first().map_or(last_at.start, |(_, at)| at.start);
            // `a friendly ranged`: an adjective without its noun.
            if self.adjective_of(last).is_some() && self.env.symbols.card(&whole).is_none() {
                return self.no_noun(last_at.end);
            }
            // `each living dragon`: the traits before it lack their asterisks too.
            if self.env.symbols.bare_trait(last).is_some()
                && self.env.symbols.card(&whole).is_none()
            {
                self.adjectives(cx, adjectives, last, parts);
            }
            return self.unknown_noun(cx, last, last_at.clone(), &whole, from..last_at.end, None);
        }
        self.adjectives(cx, adjectives, last, parts)
    }

    /// Lowers the adjectives before the noun.
    pub(super) fn adjectives(
        &mut self,
        cx: ClauseCtx<'_>,
        adjectives: &[(SmolStr, Range<usize>)],
        last: &str,
        parts: &mut Parts,
    ) -> Option<()> {
        let mut ok = true;
        let mut rest = adjectives;
        // In `a power card`, the adjective already implies the type.
        let mut fields = parts.filter.fields.len();
        while let Some((first, others)) = rest.split_first() {
            // Take the longest run of words that is one adjective; a term of a game may have several words.
            let lengths = (1..=rest.len()).rev();
            let mut runs = lengths.filter_map(|length| rest.split_at_checked(length));
            let taken = runs
                .clone()
                .find(|(run, _)| self.adjective(&join(run), last, parts));
            let (run, behind) = taken.unwrap_or_else(|| {
                // A name or a trait of several words without its marks.
                let named = runs.find(|(run, _)| {
                    let words = join(run);
                    self.env.symbols.card(&words).is_some()
                        || self.env.symbols.trait_id(&words).is_some()
                });
                named.unwrap_or((std::slice::from_ref(first), others))
            });
            let (_, from) = first;
            let (_, to) = run.last().unwrap_or(first);
            let range = from.start..to.end;
            ok &= match taken {
                Some(_) => self.new_fields(&mut fields, range, parts).is_some(),
                None => {
                    let word = &join(run);
                    let noun = Some(&parts.filter.noun);
                    self.unknown_noun::<()>(cx, word, range.clone(), word, range, noun)
                        .is_some()
                }
            };
            rest = behind;
        }
        ok.then_some(())
    }

    /// Rejects an adjective that repeats or contradicts an earlier one about the same field.
    pub(super) fn new_fields(
        &mut self,
        known: &mut usize,
        at: Range<usize>,
        parts: &mut Parts,
    ) -> Option<()> {
        let (before, new) = parts.filter.fields.split_at_checked(*known)?;
        *known = parts.filter.fields.len();
        let told = new.iter().map(|word| (word.clone(), at.clone()));
        parts.fields.extend(told);
        for word in new {
            if let Some(other) = before.iter().find(|other| other.field == word.field) {
                if other.value == word.value {
                    return self.twice(at);
                }
                let message = format!(
                    "nothing is both {} and {}",
                    other.value.replace('_', " "),
                    word.value.replace('_', " ")
                );
                return self.contradiction(at, message);
            }
        }
        Some(())
    }

    /// Adds an adjective to the filter. Returns whether the word is one.
    pub(super) fn adjective(&mut self, word: &str, noun: &str, parts: &mut Parts) -> bool {
        let game = self.env.symbols.game;
        let card = matches!(noun, "card" | "cards");
        // `a unit card`, `a statistic card`
        if card
            && !word.ends_with(" card")
            && let Some((id, _)) = game
                .card_types
                .iter()
                .find(|(_, t)| t.name.eq_ignore_ascii_case(word))
        {
            parts.filter.noun = Noun::Card {
                types: vec![id.clone()],
            };
            return true;
        }
        for (name, field) in &game.fields {
            let key = field.key.as_deref().unwrap_or(name);
            match &field.kind {
                FieldKind::Choice { of, bare } if *bare || card => {
                    let Some((id, _)) = game.terms(of).find(|(_, term)| is_term(term, word)) else {
                        continue;
                    };
                    parts.filter.fields.push(BareWord::new(key, id));
                    if card {
                        // `a power card`: a card of the type that has this field.
                        let types = game
                            .card_types
                            .iter()
                            .filter(|(_, t)| t.required.contains(name) || t.optional.contains(name))
                            .map(|(id, _)| id.clone())
                            .collect();
                        if !*bare {
                            parts.filter.noun = Noun::Card { types };
                        }
                    }
                    return true;
                }
                FieldKind::Flag if name.replace('_', " ").eq_ignore_ascii_case(word) => {
                    parts.filter.fields.push(BareWord::new(key, "true"));
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// Lowers `… or hero` or `… and heroes`: modifiers on both sides apply to both.
    pub(super) fn or_noun(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        parts: &mut Parts,
    ) -> Option<()> {
        let whole = self.range(&node);
        if !node.as_str().to_lowercase().starts_with("or") {
            parts.and = Some(whole.start..whole.start + "and".len());
        }
        let mut kids = Children::of(node);
        let mut other = Parts::default();
        while let Some(kid) = kids.next() {
            let at = self.range(&kid);
            match kid.as_rule() {
                // A noun with its own article does not share the trait of the other noun.
                Rule::q_a if !parts.filter.traits.is_empty() => {
                    let finding = self
                        .finding(
                            Code::TwoReadings,
                            at,
                            "ambiguous: does the trait before it apply to both?",
                            "separate article",
                        )
                        .help("remove this article if the trait applies to both, or write a clause for each");
                    return self.report(finding);
                }
                Rule::q_a | Rule::q_each => {}
                // In `an enemy unit or enemy hero`, the second `enemy` may repeat the side.
                Rule::friendly if parts.filter.side == Some(Side::Friendly) => {}
                Rule::enemy if parts.filter.side == Some(Side::Enemy) => {}
                Rule::friendly | Rule::enemy => {
                    let side = kid.as_str().trim().to_lowercase();
                    let finding = self
                        .finding(
                            Code::TwoReadings,
                            at,
                            format!("it is unclear whether both are {side}"),
                            "before only one of the two",
                        )
                        .help(format!("write `{side}` before the first one if it applies to both, or a sentence for \
                            each"));
                    return self.report(finding);
                }
                Rule::noun => self.noun(cx, kid, &mut other)?,
                other => bug(Rule::or_noun, Some(other)),
            }
        }
        // An adjective before one of two nouns would apply to only one of them, which a filter cannot express.
        let plain = parts.filter.fields.is_empty() && other.filter.fields.is_empty();
        // For cards of the map, a trait before both nouns applies to both. Other types have different traits.
        if plain
            && !parts.filter.traits.is_empty()
            && let (Noun::Card { types }, Noun::Card { types: more }) =
                (&parts.filter.noun, &other.filter.noun)
            && types.iter().chain(more).any(|id| !self.stands_on_map(id))
        {
            let finding = self
                .finding(
                    Code::TwoReadings,
                    whole,
                    "ambiguous: does the trait before the first one apply to both?",
                    "with or without that trait",
                )
                .help("write a sentence for each of the two, or remove the trait");
            return self.report(finding);
        }
        let joined = match (&mut parts.filter.noun, other.filter.noun) {
            (Noun::Card { types }, Noun::Card { types: more })
                if plain
                    && !more.is_empty()
                    && !types.is_empty()
                    && more.iter().all(|t| !types.contains(t)) =>
            {
                types.extend(more);
                true
            }
            _ => false,
        };
        if joined {
            return Some(());
        }
        let finding = self
            .finding(
                Code::TwoReadings,
                whole,
                "only two kinds of cards without adjectives can be joined here",
                "cannot be joined to the words before it",
            )
            .because(Reason::UnjoinableNouns)
            .help(match plain {
                true => "write a clause for each: `Ready a power card or ready a defense card.`",
                false => "write a sentence or a clause for each of the two",
            });
        self.report(finding)
    }
}

impl LowerCtx<'_> {
    /// Returns whether cards of a type are placed on the map.
    fn stands_on_map(&self, card_type: &str) -> bool {
        let types = &self.env.symbols.game.card_types;
        types
            .get(card_type)
            .is_some_and(|one| one.place == CardPlace::Map)
    }

    /// Returns the phrases after an adjective that `or` joins to it: the last one has the noun, as in `bronze`,
    /// `or silver`, `or gold ranged unit`.
    pub(super) fn joined_adjectives<'t>(
        &self,
        first: &Node<'t>,
        nodes: &mut Peekable<impl Iterator<Item = Node<'t>> + Clone>,
    ) -> Option<Vec<Node<'t>>> {
        if first.as_rule() != Rule::noun {
            return None;
        }
        let words = first.words();
        self.adjective_of(words.rsplit(' ').next()?)?;
        let mut others = Vec::new();
        for next in nodes.clone() {
            let is_or = next.as_rule() == Rule::or_noun;
            let said = next.as_str().to_lowercase();
            let mut words = said.split_whitespace();
            let joined_by = words.next();
            // `gold and azure units` are the units of both kinds.
            let is_plural = || {
                let noun = said.split_whitespace().next_back()?;
                let (_, card_type) = self.env.symbols.game.card_type_called(noun)?;
                Some(card_type.plural.eq_ignore_ascii_case(noun))
            };
            let both = joined_by == Some("and") && is_plural() == Some(true);
            if !is_or || joined_by != Some("or") && !both {
                return None;
            }
            let mut words = words.filter(|word| !matches!(*word, "a" | "an"));
            self.adjective_of(words.next()?)?;
            let is_last = words.next().is_some();
            others.push(next);
            if is_last {
                nodes.by_ref().take(others.len()).for_each(|_| ());
                return Some(others);
            }
        }
        None
    }

    /// Lowers `bronze or silver or gold unit`: alternative values of one field.
    pub(super) fn any_adjective(
        &mut self,
        cx: ClauseCtx<'_>,
        first: &Node<'_>,
        others: Vec<Node<'_>>,
        parts: &mut Parts,
    ) -> Option<()> {
        let (words, at) = (take_words(*first), self.range(first));
        let (before, word) = words.rsplit_once(' ').unwrap_or(("", &words));
        for adjective in before.split_whitespace() {
            if !self.adjective(adjective, "", parts) {
                return self.unknown_noun(cx, adjective, at.clone(), adjective, at, None);
            }
        }
        let mut values = vec![self.adjective_of(word)?];
        let last = *others.last()?;
        for other in others {
            let mut words = other.as_str().split_whitespace().skip(1);
            let adjective = words.find(|word| !matches!(*word, "a" | "an"));
            values.extend(adjective.and_then(|word| self.adjective_of(word)));
            for kid in Children::of(other).into_iter_words() {
                if matches!(kid.as_rule(), Rule::friendly | Rule::enemy | Rule::q_each) {
                    return self.two_adjectives(first, &last);
                }
                if kid.as_rule() == Rule::noun && kid.start() >= last.start() {
                    self.noun(cx, kid, parts)?;
                }
            }
        }
        let joined = self.any_of(word, &values);
        let list = parts.filter.fields.iter_mut().rev();
        let known = joined
            .as_ref()
            .and_then(|joined| list.into_iter().find(|known| known.field == joined.field));
        match (known, joined) {
            (Some(known), Some(joined)) => *known = joined,
            _ => return self.two_adjectives(first, &last),
        }
        Some(())
    }

    /// Joins values of one field, in the order of the vocabulary. `None` if they are of several fields, or if one occurs
    /// twice. `word` is one of them.
    pub fn any_of(&self, word: &str, values: &[BareWord]) -> Option<BareWord> {
        let (of, first) = self.adjective_in(word)?;
        let is_new = |(index, value): (usize, &BareWord)| {
            value.field == first.field && values.iter().take(index).all(|known| known != value)
        };
        if !values.iter().enumerate().all(is_new) {
            return None;
        }
        let ids = self.env.symbols.game.terms(of).map(|(id, _)| id);
        let mut ids = ids.filter(|id| values.iter().any(|value| value.value == *id));
        Some(BareWord {
            field: first.field.clone(),
            value: ids.next()?.into(),
            or: ids.map(SmolStr::from).collect(),
        })
    }

    /// Rejects `friendly or flying unit`: adjectives that are no alternatives.
    pub(super) fn two_adjectives(&mut self, first: &Node<'_>, second: &Node<'_>) -> Option<()> {
        let at = self.range(first).start..self.range(second).end;
        let finding = self.finding(
            Code::TwoReadings,
            at.clone(),
            "`or` joins only adjectives of one kind, each said once",
            "one or the other",
        );
        let left_out = first.before().trim_end().ends_with("excluding");
        let finding = match left_out {
            true => finding.help("name what is included, not what is excluded"),
            false => {
                finding.help("write a sentence for each, or remove the one that does not apply")
            }
        };
        self.report(finding)
    }

    /// Rejects `a unit and a hero` for a single thing: it names both, but matches only one of them.
    pub(super) fn one_of_both(&mut self, parts: &Parts) -> Option<()> {
        let Some(at) = parts.and.clone().filter(|_| !parts.plural) else {
            return Some(());
        };
        let finding = self
            .finding(
                Code::TwoReadings,
                at.clone(),
                "\"and\" names both, but this phrase matches only one of them",
                "one of them, or both",
            )
            .help("write `or` for one of them, or a clause for each")
            .fix(Safety::Unsafe, "write `or`", Place_::Text(at), "or");
        self.report(finding)
    }
}

fn join(words: &[(SmolStr, Range<usize>)]) -> SmolStr {
    match words {
        [(word, _)] => word.clone(),
        _ => {
            let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
            words.join(" ").into()
        }
    }
}

impl<'t> Children<'t> {
    fn into_iter_words(mut self) -> impl Iterator<Item = Node<'t>> {
        std::iter::from_fn(move || self.next())
    }
}
