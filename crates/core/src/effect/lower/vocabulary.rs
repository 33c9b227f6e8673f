//! Looks up words of the game, and suggests similar words.

use std::ops::Range;
use std::sync::Arc;

use smol_str::SmolStr;

use super::children::Children;
use super::ctx::{LowerCtx, Node};
use crate::card::CardSource;
use crate::diagnostic::{Code, Diagnostic, Place, Safety, closest, prose};
use crate::effect::keywords;
use crate::effect::syntax::Rule;
use crate::game::Term;

/// Returns whether a word is the name, the plural or another word of a term.
pub(in crate::effect) fn is_term(term: &Term, word: &str) -> bool {
    let same = |name: &str| name.eq_ignore_ascii_case(word);
    same(&term.name) || same(&term.plural) || term.also.iter().any(|name| same(name))
}

impl LowerCtx<'_> {
    /// Resolves a word of a vocabulary list to its id.
    pub fn term(
        &mut self,
        list: &str,
        word: &str,
        at: Range<usize>,
        what: &str,
    ) -> Option<SmolStr> {
        let game = self.env.symbols.game;
        if let Some((id, _)) = game.terms(list).find(|(_, term)| is_term(term, word)) {
            return Some(id.into());
        }
        let names: Vec<&str> = game
            .terms(list)
            .map(|(_, term)| term.name.as_str())
            .collect();
        self.unknown(word, at, what, &names)
    }

    /// Reports an unknown word, with the words that are known.
    pub fn unknown<T>(
        &mut self,
        word: &str,
        at: Range<usize>,
        what: &str,
        known: &[&str],
    ) -> Option<T> {
        let finding = self.finding(
            Code::UnknownWord,
            at.clone(),
            format!("\"{word}\" is not {what}"),
            format!("not {what} of this game"),
        );
        let finding = match closest(word, known.iter().copied()) {
            Some(close) => finding.fix(
                Safety::Unsafe,
                format!("write `{close}`"),
                Place::Text(at),
                close,
            ),
            None if known.is_empty() => finding,
            None => finding.help(format!("{what} is one of: {}", known.join(", "))),
        };
        self.report(finding)
    }

    /// Reports a word that repeats an earlier one.
    pub fn twice<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::Contradiction,
                at,
                "this is written twice",
                "repeats an earlier word",
            )
            .help("remove one of the two");
        self.report(finding)
    }

    /// Reports a word that contradicts an earlier one.
    pub fn contradiction<T>(&mut self, at: Range<usize>, message: impl Into<String>) -> Option<T> {
        let finding = self
            .finding(
                Code::Contradiction,
                at,
                message,
                "this contradicts an earlier part",
            )
            .help("keep one of the two");
        self.report(finding)
    }

    pub fn token(&mut self, node: Node<'_>) -> Option<SmolStr> {
        let at = self.range(&node);
        // A kind can have two words, with any space between them.
        let words: Vec<&str> = node.as_str().split_whitespace().collect();
        let word = words.join(" ");
        if let Some(id) = self.env.symbols.token_id(&word) {
            return Some(id.into());
        }
        let known: Vec<&str> = self.env.symbols.token_words().collect();
        self.unknown(&word, at, "a kind of token", &known)
    }

    /// Lowers the marks of `the activation and retaliation marks`.
    pub fn marks(&mut self, node: Node<'_>) -> Option<Vec<SmolStr>> {
        let mut marks = Vec::new();
        let mut kids = Children::of(node);
        while let Some(kind) = kids.next() {
            let mark = self.mark(kind)?;
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        // Sort the marks in the order of the game, so that equal meanings have equal IR.
        let order: Vec<&str> = self
            .env
            .symbols
            .game
            .terms("marks")
            .map(|(id, _)| id)
            .collect();
        marks.sort_by_key(|mark| order.iter().position(|id| id == mark));
        Some(marks)
    }

    pub fn mark(&mut self, node: Node<'_>) -> Option<SmolStr> {
        let at = self.range(&node);
        let word = node.as_str().trim().to_owned();
        self.term("marks", &word, at, "a kind of mark")
    }

    /// Returns whether these words are a heading with its colon.
    fn is_heading(&self, words: &str) -> bool {
        let mut headings = self.env.symbols.game.headings.values();
        let name = words.strip_suffix(':');
        name.is_some_and(|name| headings.any(|known| known.name.eq_ignore_ascii_case(name)))
    }

    /// Resolves the word between asterisks to the id of a trait.
    pub fn trait_of(&mut self, node: Node<'_>) -> Option<SmolStr> {
        let outer = self.range(&node);
        let text = Children::of(node).need(Rule::trait_text);
        let at = self.range(&text);
        let word = text.words();
        if let Some(id) = self.env.symbols.trait_id(&word) {
            return Some(id.into());
        }
        let finding = self.finding(
            Code::UnknownTrait,
            at.clone(),
            format!("no card has the trait *{word}*"),
            "neither the game nor any card has this trait",
        );
        let finding = if let Some(card) = self.env.symbols.card(&word) {
            let quoted = format!("\"{}\"", card.name);
            finding.fix(
                Safety::Safe,
                format!("write {quoted}: this is the name of a card"),
                Place::Text(outer),
                quoted,
            )
        } else if let Some(written) = self.trait_among(&word) {
            finding.fix(
                Safety::Unsafe,
                format!("write `{written}`: only each trait is in asterisks"),
                Place::Text(outer),
                written,
            )
        } else if self.is_heading(&word) {
            finding.help(format!(
                "write `{word}` without asterisks: this is a heading"
            ))
        } else if keywords::is_keyword(&word)
            || self.adjective_of(&word).is_some()
            || self.env.symbols.game.card_type_called(&word).is_some()
        {
            // `*ranged*`: a word of the game that is not a trait.
            finding.fix(
                Safety::Safe,
                format!("write `{word}` without asterisks: this is not a trait"),
                Place::Text(outer),
                word.clone(),
            )
        } else {
            match closest(&word, self.env.symbols.trait_words()) {
                Some(close) => finding.fix(
                    Safety::Unsafe,
                    format!("write *{close}*"),
                    Place::Text(at),
                    close,
                ),
                None => finding.help("give a card this trait, or name a trait of the game"),
            }
        };
        self.report(finding)
    }

    /// Returns the words with asterisks around each trait only: `*undead* unit` for `*undead unit*`.
    fn trait_among(&self, words: &str) -> Option<String> {
        // A card type is also a trait of its cards, but here it is the noun.
        let types = &self.env.symbols.game.card_types;
        let is_noun = |word: &str| {
            types
                .values()
                .any(|named| named.name.eq_ignore_ascii_case(word))
        };
        let is_trait = |word: &str| self.env.symbols.trait_id(word).is_some() && !is_noun(word);
        let marked = words.split(' ').map(|word| match is_trait(word) {
            true => format!("*{word}*"),
            false => word.to_owned(),
        });
        let marked: Vec<String> = marked.collect();
        let marked = marked.join(" ");
        (words.contains(' ') && marked != words).then_some(marked)
    }

    /// Resolves the name between quotation marks to the id and the type of a card.
    pub fn card_named(&mut self, node: Node<'_>) -> Option<(SmolStr, SmolStr)> {
        let outer = self.range(&node);
        let text = Children::of(node).need(Rule::name_text);
        let at = self.range(&text);
        let word = text.words();
        let namesakes = self.env.symbols.namesakes(&word);
        if !namesakes.is_empty() {
            let finding = self.several_cards(&word, namesakes, outer);
            return self.report(finding);
        }
        let symbols = self.env.symbols;
        if let Some(card) = symbols.card(&word).or_else(|| symbols.card_of_id(&word)) {
            return Some((card.id.clone(), card.card_type.clone()));
        }
        // The span includes the quotation marks, so that the diagnostic points at the quoted name.
        let finding = self.finding(
            Code::UnknownCard,
            outer.clone(),
            format!("no card is named \"{word}\""),
            "not a card of this game",
        );
        let finding = finding.naming([&*word]);
        let finding = self.suggest_card(finding, &word, at, outer);
        self.report(finding)
    }

    /// Asks which of several cards with one name is meant.
    fn several_cards(
        &self,
        name: &str,
        cards: &[Arc<CardSource>],
        at: Range<usize>,
    ) -> Diagnostic<Place> {
        let ids = cards.iter().map(|card| format!("\"{}\"", card.id));
        let finding = self.finding(
            Code::AmbiguousReference,
            at,
            format!("{} cards are named \"{name}\"", cards.len()),
            "which card is meant?",
        );
        let finding = cards.iter().fold(finding, |finding, card| {
            let label = format!("the card \"{}\"", card.id);
            finding.label(Place::File(card.name_at), label)
        });
        finding.help(format!(
            "write the id of the card that is meant: {}",
            prose::or(ids)
        ))
    }

    fn suggest_card(
        &self,
        finding: Diagnostic<Place>,
        word: &str,
        at: Range<usize>,
        outer: Range<usize>,
    ) -> Diagnostic<Place> {
        // `"flying"`: a word of the game that is not a name.
        if self.adjective_of(word).is_some() {
            let word = word.to_lowercase();
            return finding.fix(
                Safety::Safe,
                format!("write `{word}` without quotation marks: this is not a name"),
                Place::Text(outer),
                word,
            );
        }
        // `"Skeletons"` refers to the card, not to several of them.
        let close = word
            .strip_suffix('s')
            .and_then(|singular| self.env.symbols.card(singular))
            .or_else(|| self.env.symbols.card_like(word));
        if let Some(card) = close {
            let finding = finding
                .label(
                    Place::File(card.name_at),
                    "a card with a similar name is defined here",
                )
                .fix(
                    Safety::Unsafe,
                    format!("write \"{}\"", card.name),
                    Place::Text(at),
                    card.name.clone(),
                );
            let card_type = self.env.symbols.game.card_types.get(&card.card_type);
            return match card_type.filter(|_| word.ends_with('s')) {
                Some(card_type) => {
                    let several = format!("\"{}\" {}", card.name, card_type.plural);
                    finding.fix(
                        Safety::Unsafe,
                        format!("write {several}"),
                        Place::Text(outer),
                        several,
                    )
                }
                None => finding,
            };
        }
        if let Some(id) = self.env.symbols.trait_id(word) {
            let starred = format!("*{}*", id.replace('_', " "));
            return finding.fix(
                Safety::Safe,
                format!("write {starred}: this is a trait"),
                Place::Text(outer),
                starred,
            );
        }
        finding.help("write the name exactly as on the card")
    }
}
