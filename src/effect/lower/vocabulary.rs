//! Looking up the game's words, and saying what was probably meant.

use std::ops::Range;

use smol_str::SmolStr;

use super::children::Kids;
use super::ctx::{Node, Scope};
use crate::diagnostic::{Code, Diagnostic, Place, Safety, closest};
use crate::effect::recover;
use crate::effect::syntax::Rule;
use crate::game::Term;

/// Whether a word is a term's name, its plural, or one of its other words.
pub(super) fn is_term(term: &Term, word: &str) -> bool {
    let same = |name: &str| name.eq_ignore_ascii_case(word);
    same(&term.name) || same(&term.plural) || term.also.iter().any(|name| same(name))
}

impl Scope<'_> {
    /// The id of a word of a list of the vocabulary.
    pub fn term(
        &mut self,
        list: &str,
        word: &str,
        at: Range<usize>,
        what: &str,
    ) -> Option<SmolStr> {
        let game = self.symbols.game;
        if let Some((id, _)) = game.terms(list).find(|(_, term)| is_term(term, word)) {
            return Some(id.into());
        }
        let names: Vec<&str> = game
            .terms(list)
            .map(|(_, term)| term.name.as_str())
            .collect();
        self.unknown(word, at, what, &names)
    }

    /// Reports a word that is not one of those that can stand there.
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

    /// Reports a word that says what was said before.
    pub fn twice<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::Contradiction,
                at,
                "this is said twice",
                "it was said before",
            )
            .help("remove one of the two");
        self.report(finding)
    }

    /// Reports a word that cannot hold together with one before it.
    pub fn contradiction<T>(&mut self, at: Range<usize>, message: impl Into<String>) -> Option<T> {
        let finding = self
            .finding(
                Code::Contradiction,
                at,
                message,
                "this contradicts what was said before",
            )
            .help("keep one of the two");
        self.report(finding)
    }

    pub fn token(&mut self, node: Node<'_>) -> Option<SmolStr> {
        let at = self.range(&node);
        let word = node.as_str().trim();
        if let Some(id) = self.symbols.token_id(word) {
            return Some(id.into());
        }
        let known: Vec<&str> = self.symbols.token_words().collect();
        self.unknown(word, at, "a kind of token", &known)
    }

    /// The marks of `the activation and retaliation marks`.
    pub fn marks(&mut self, node: Node<'_>) -> Option<Vec<SmolStr>> {
        let mut marks = Vec::new();
        let mut kids = Kids::of(node);
        while let Some(kind) = kids.next() {
            let mark = self.mark(kind)?;
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        // In the order of the game, so that one meaning has one form.
        let order: Vec<&str> = self.symbols.game.terms("marks").map(|(id, _)| id).collect();
        marks.sort_by_key(|mark| order.iter().position(|id| id == mark));
        Some(marks)
    }

    pub fn mark(&mut self, node: Node<'_>) -> Option<SmolStr> {
        let at = self.range(&node);
        let word = node.as_str().trim().to_owned();
        self.term("marks", &word, at, "a kind of mark")
    }

    /// Whether these are the words of a heading with its colon.
    fn is_heading(&self, words: &str) -> bool {
        let mut headings = self.symbols.game.headings.values();
        let name = words.strip_suffix(':');
        name.is_some_and(|name| headings.any(|known| known.name.eq_ignore_ascii_case(name)))
    }

    /// The id of a trait, from the word between its asterisks.
    pub fn trait_of(&mut self, node: Node<'_>) -> Option<SmolStr> {
        let outer = self.range(&node);
        let text = Kids::of(node).need(Rule::trait_text);
        let at = self.range(&text);
        let word = text.words();
        if let Some(id) = self.symbols.trait_id(&word) {
            return Some(id.into());
        }
        let finding = self.finding(
            Code::UnknownTrait,
            at.clone(),
            format!("no card has the trait *{word}*"),
            "neither the game nor any card has this trait",
        );
        let finding = if let Some(card) = self.symbols.card(&word) {
            let quoted = format!("\"{}\"", card.name);
            finding.fix(
                Safety::Safe,
                format!("it is the name of a card: write {quoted}"),
                Place::Text(outer),
                quoted,
            )
        } else if let Some(written) = self.trait_among(&word) {
            finding.fix(
                Safety::Unsafe,
                format!("write `{written}`: asterisks stand around each trait, and nothing else"),
                Place::Text(outer),
                written,
            )
        } else if self.is_heading(&word) {
            finding.help(format!(
                "write `{word}`: it is a heading and stands without asterisks"
            ))
        } else if recover::is_keyword(&word)
            || self.adjective_of(&word).is_some()
            || self.symbols.game.card_type_called(&word).is_some()
        {
            // `*ranged*`: a word of the game that is no trait.
            finding.fix(
                Safety::Safe,
                format!("write `{word}`: it is no trait and stands without asterisks"),
                Place::Text(outer),
                word.clone(),
            )
        } else {
            match closest(&word, self.symbols.trait_words()) {
                Some(close) => finding.fix(
                    Safety::Unsafe,
                    format!("write *{close}*"),
                    Place::Text(at),
                    close,
                ),
                None => finding.help("give a card this trait, or name one that the game has"),
            }
        };
        self.report(finding)
    }

    /// `*undead unit*`: the words with the asterisks around each that is a trait.
    fn trait_among(&self, words: &str) -> Option<String> {
        // A card type is a trait of its cards, and the noun here.
        let types = &self.symbols.game.card_types;
        let is_noun = |word: &str| {
            types
                .values()
                .any(|named| named.name.eq_ignore_ascii_case(word))
        };
        let is_trait = |word: &str| self.symbols.trait_id(word).is_some() && !is_noun(word);
        let marked = words.split(' ').map(|word| match is_trait(word) {
            true => format!("*{word}*"),
            false => word.to_owned(),
        });
        let marked: Vec<String> = marked.collect();
        let marked = marked.join(" ");
        (words.contains(' ') && marked != words).then_some(marked)
    }

    /// The id and the type of a card, from the name between its quotation marks.
    pub fn card_named(&mut self, node: Node<'_>) -> Option<(SmolStr, SmolStr)> {
        let outer = self.range(&node);
        let text = Kids::of(node).need(Rule::name_text);
        let at = self.range(&text);
        let word = text.words();
        if let Some(card) = self.symbols.card(&word) {
            return Some((card.id.clone(), card.card_type.clone()));
        }
        // `outer` has the quotation marks: the reader looks for the quoted thing.
        let finding = self.finding(
            Code::UnknownCard,
            outer.clone(),
            format!("no card is named \"{word}\""),
            "not a card of this game",
        );
        let finding = self.suggest_card(finding, &word, at, outer);
        self.report(finding)
    }

    fn suggest_card(
        &self,
        finding: Diagnostic<Place>,
        word: &str,
        at: Range<usize>,
        outer: Range<usize>,
    ) -> Diagnostic<Place> {
        // `"flying"`: a word of the game that is no name.
        if self.adjective_of(word).is_some() {
            let word = word.to_lowercase();
            return finding.fix(
                Safety::Safe,
                format!("write `{word}`: it is no name and stands without quotation marks"),
                Place::Text(outer),
                word,
            );
        }
        // `"Skeletons"` means the card, not several of them.
        let close = word
            .strip_suffix('s')
            .and_then(|singular| self.symbols.card(singular))
            .or_else(|| self.symbols.card_like(word));
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
            let card_type = self.symbols.game.card_types.get(&card.card_type);
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
        if let Some(id) = self.symbols.trait_id(word) {
            let starred = format!("*{}*", id.replace('_', " "));
            return finding.fix(
                Safety::Safe,
                format!("it is a trait: write {starred}"),
                Place::Text(outer),
                starred,
            );
        }
        finding.help("write the name of a card as that card has it")
    }
}
