//! What reading a test needs everywhere: names, findings, and the cards of a zone.

use cardwright_play::table::DefId;
use smol_str::SmolStr;

use super::lexicon::Lexicon;
use super::phrase::Phrase;
use super::{At, Name};
use crate::diagnostic::{Code, Diagnostic, Safety, closest, prose};
use crate::source::Span;
use crate::yaml::{Entry, Node, Value};

/// Maximum number of cards that one number of a test adds.
const MOST: u32 = 200;

pub(super) struct Reader<'g, 'n> {
    pub lexicon: &'n Lexicon<'g>,
    pub source: &'n str,
    /// The letters that stand for a card of the test.
    pub letters: Vec<SmolStr>,
    pub found: Vec<Diagnostic>,
    /// Parts of the document could not be read.
    pub broken: bool,
}

impl<'n> Reader<'_, 'n> {
    pub fn report(&mut self, finding: Diagnostic) {
        self.found.push(finding);
    }

    /// The texts of a scalar, which may have commas, or of a list of scalars.
    pub fn scalars(&mut self, node: &'n Node, key: &str) -> Vec<Phrase<'n>> {
        match &node.value {
            Value::Scalar(_) => {
                let all = Phrase::of(node, self.source);
                all.map_or(Vec::new(), |words| self.names_in(words))
            }
            Value::Sequence(items) => {
                let mut found = Vec::new();
                for item in items.iter() {
                    match Phrase::of(item, self.source) {
                        Some(words) => found.push(words),
                        None => self.wrong_kind(item.span, key, "words"),
                    }
                }
                found
            }
            Value::Mapping(_) => {
                self.wrong_kind(node.span, key, "words, or a list of them");
                Vec::new()
            }
        }
    }

    /// The parts between commas; a comma within the name of a card does not part.
    pub fn names_in(&self, words: Phrase<'n>) -> Vec<Phrase<'n>> {
        let mut parts: Vec<Phrase<'n>> = Vec::new();
        let mut rest = words.trim();
        while !rest.text.is_empty() {
            let named = self
                .lexicon
                .card_before(rest.text)
                .map_or(0, |(_, end)| end);
            let comma = rest.text.get(named..).and_then(|text| text.find(','));
            let end = comma.map_or(rest.text.len(), |at| named + at);
            let part = rest.part(0, end).trim();
            if !part.text.is_empty() {
                parts.push(part);
            }
            rest = rest
                .part((end + 1).min(rest.text.len()), rest.text.len())
                .trim();
        }
        parts
    }

    // ── Findings ──

    pub fn unknown_key(&mut self, at: &Node, key: &str, of: &str, known: &[&str]) {
        let finding = Diagnostic::new(
            Code::TestKey,
            at.span,
            format!("{of} has no key `{}`", prose::shown(key)),
            "not a key here",
        );
        let finding = match closest(key, known.iter().copied()) {
            Some(close) => finding.fix(Safety::Unsafe, format!("write `{close}`"), at.span, close),
            None => finding.help(format!("it has {}", prose::and(prose::ticked(known)))),
        };
        self.report(finding);
    }

    pub fn wrong_kind(&mut self, at: Span, key: &str, wanted: &str) {
        let finding = Diagnostic::new(
            Code::TestKey,
            at,
            format!("`{key}` is {wanted}"),
            format!("not {wanted}"),
        );
        self.report(finding);
    }

    pub fn unreadable(&mut self, words: Phrase<'_>, what: &str, help: String) {
        let finding = Diagnostic::new(
            Code::UnreadableStep,
            words.span(),
            format!("`{}` is no {what}", prose::shown(words.text)),
            format!("not {}", prose::a(what)),
        );
        self.report(finding.help(help));
    }

    /// Reports words that are almost what the test can say.
    pub fn misspelt(&mut self, words: Phrase<'_>, what: &str, close: &str) {
        let finding = Diagnostic::new(
            Code::UnreadableStep,
            words.span(),
            format!("`{}` is no {what}", prose::shown(words.text)),
            format!("not {}", prose::a(what)),
        );
        let fix = format!("write `{close}`");
        self.report(finding.fix(Safety::Unsafe, fix, words.span(), close));
    }

    // ── Names ──

    /// A card by its name.
    pub fn card(&mut self, words: Phrase<'_>) -> Option<DefId> {
        let known = self.lexicon.card(words.text);
        if known.is_none() {
            self.unknown_card(words);
        }
        known
    }

    pub fn unknown_card(&mut self, words: Phrase<'_>) {
        let finding = Diagnostic::new(
            Code::UnknownName,
            words.span(),
            format!("no card is named \"{}\"", prose::shown(words.text)),
            "not a card of this game",
        );
        let finding = match self.lexicon.similar_card(words.text) {
            Some(close) => finding.fix(
                Safety::Unsafe,
                format!("write `{close}`"),
                words.span(),
                close,
            ),
            None if words.text.parse::<u32>().is_ok() => finding.help(format!(
                "for a number of cards, write `{} cards`",
                words.text
            )),
            None => finding,
        };
        self.report(finding);
    }

    /// A letter, a card, a space or a player.
    pub fn name(&mut self, words: Phrase<'_>) -> Option<At<Name>> {
        let at = words.span();
        let found = self.known_name(words);
        if found.is_none() {
            self.unknown_name(words);
        }
        found.map(|is| At { is, at })
    }

    /// Like [`Reader::name`], without a finding.
    pub fn known_name(&self, words: Phrase<'_>) -> Option<Name> {
        let text = words.text;
        if self.letters.iter().any(|letter| letter == text) {
            return Some(Name::Letter(text.into()));
        }
        match text {
            "you" => return Some(Name::Player(0)),
            "opponent" | "the opponent" => return Some(Name::Player(1)),
            _ => {}
        }
        if let Some(space) = self.lexicon.space(text) {
            return Some(Name::Space(space));
        }
        if let Some(card) = self.lexicon.card(text) {
            return Some(Name::Card(card, None));
        }
        let owned = [("your", 0), ("the opponent's", 1), ("opponent's", 1)];
        let (rest, of) = owned
            .into_iter()
            .find_map(|(word, of)| Some((words.after(word)?, of)))?;
        Some(Name::Card(self.lexicon.card(rest.text)?, Some(of)))
    }

    pub fn unknown_name(&mut self, words: Phrase<'_>) {
        let text = words.text;
        let mut letters = text.chars();
        let is_letter = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
        if is_letter {
            let finding = Diagnostic::new(
                Code::UnknownName,
                words.span(),
                format!("no card of this test has the letter {text}"),
                "a letter without a card",
            );
            let letters: Vec<&str> = self.letters.iter().map(SmolStr::as_str).collect();
            let help = format!(
                "write `{text}: NAME OF A CARD` below `given`; there are {}",
                prose::and(letters)
            );
            self.report(finding.help(help));
        } else if self.lexicon.looks_like_space(text) {
            let finding = Diagnostic::new(
                Code::UnknownName,
                words.span(),
                format!("the map has no space {text}"),
                "not a space",
            );
            let last = self.lexicon.last_space();
            self.report(finding.help(format!("the spaces are `a1` to `{last}`")));
        } else if self.lexicon.zone(text).is_some() {
            let finding = Diagnostic::new(
                Code::UnknownName,
                words.span(),
                format!("this does not say whose {text} it means"),
                "each player has one",
            );
            let help = format!("write `you: {{ {text}: … }}` or `opponent: {{ {text}: … }}`");
            self.report(finding.help(help));
        } else {
            self.unknown_card(words);
        }
    }

    // ── Zones ──

    pub fn zone_id(&self, zone: u8) -> SmolStr {
        let id = self.lexicon.table.zones.get(usize::from(zone));
        id.cloned().unwrap_or_default()
    }

    /// `{ power: 2, attack: 1 turned }`: ready and turned cards.
    pub fn payment(&mut self, entry: &'n Entry) -> Vec<(u8, u32, u32)> {
        let Value::Mapping(entries) = &entry.value.value else {
            let names = self.lexicon.words("statistics");
            let help = format!("a number for each of {}", prose::and(names));
            self.wrong_kind(entry.value.span, key_of(entry), &help);
            return Vec::new();
        };
        let mut found = Vec::new();
        for entry in entries.iter() {
            let key = key_of(entry);
            let Some(statistic) = self.lexicon.statistic(key) else {
                let words = self.lexicon.words("statistics");
                let known: Vec<&str> = words.iter().map(String::as_str).collect();
                self.unknown_key(&entry.key, key, "it", &known);
                continue;
            };
            let (mut ready, mut turned) = (0, 0);
            for words in self.scalars(&entry.value, key) {
                let straight = words.before("turned");
                match straight.unwrap_or(words).text.parse::<u32>() {
                    Ok(count) if count <= MOST => match straight {
                        Some(_) => turned = count,
                        None => ready = count,
                    },
                    _ => self.wrong_kind(words.span(), key, "a number, or `1 turned`"),
                }
            }
            found.push((statistic, ready, turned));
        }
        found
    }

    /// The named cards of a zone, and the number of blank ones if there is one.
    pub fn zone_cards(&mut self, entry: &'n Entry) -> (Vec<(DefId, Span)>, Option<u32>) {
        let mut cards = Vec::new();
        let mut blanks = None;
        for words in self.scalars(&entry.value, key_of(entry)) {
            if let Some(count) = count_of_cards(words) {
                blanks = Some(blanks.unwrap_or(0) + count.min(MOST));
                continue;
            }
            let (count, rest) = words.counted();
            let (count, name) = match (count, self.lexicon.card(words.text)) {
                (Some(count), None) => (count.min(MOST), rest),
                _ => (1, words),
            };
            if let Some(card) = self.card(name) {
                cards.extend((0..count).map(|_| (card, name.span())));
            }
        }
        (cards, blanks)
    }
}

pub(super) fn key_of(entry: &Entry) -> &str {
    entry.key.scalar().map_or("", |key| key.text.trim())
}

/// Returns whether a key is the letter of a card.
pub(super) fn is_letter(key: &str) -> bool {
    let mut letters = key.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
}

/// `2 cards`, `no cards`.
pub(super) fn count_of_cards(words: Phrase<'_>) -> Option<u32> {
    let (count, rest) = words.counted();
    count.filter(|_| rest.is("cards") || rest.is("card"))
}
