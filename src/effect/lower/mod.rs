//! From the syntax tree to IR: names and traits are resolved, references bound, everything typed.
//!
//! One file for each kind of node; [`Scope`] is what they share. Every function gives `None` where
//! it has reported a finding, so that what depends on the faulty part is left out and the rest is
//! still read.

mod amount;
mod clause;
mod condition;
mod event;
mod heading;
mod noun;
mod place;
mod reference;
mod scope;
mod sentence;
mod verb;
mod verb_cards;
mod verb_map;
mod verb_move;
mod verb_play;
mod verb_rules;
mod words;

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic, Place};
use crate::effect::Bearer;
use crate::effect::ir::{Ability, At, Effect};
use crate::effect::read::{self, Line, Mender, Piece, Trial};
use crate::effect::syntax::Rule;
use crate::symbols::Symbols;
use heading::Head;
use scope::{Kids, Scope};
use sentence::Body;

/// The longest effect text, in bytes. A printed card has a tenth of it.
const LONGEST_TEXT: usize = 4_000;

/// The longest line of it, in bytes, which also bounds how deep its phrases can nest.
const LONGEST_LINE: usize = 1_000;

/// How deep texts may stand within texts: `[… gain [… gain […]]]`.
const DEEPEST_GRANT: usize = 3;

/// The bracket that opens one text too many within others.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST_GRANT {
            return Some(at);
        }
    }
    None
}

/// Lowers a text, line by line.
pub(super) fn text(
    text: &str,
    bearer: &Bearer<'_>,
    symbols: &Symbols<'_>,
) -> (Vec<Ability>, Vec<Diagnostic<Place>>) {
    if text.len() > LONGEST_TEXT {
        let end = (0..=LONGEST_TEXT)
            .rev()
            .find(|at| text.is_char_boundary(*at))
            .unwrap_or(0);
        let finding = Diagnostic::new(
            Code::TextTooLong,
            Place::Text(end..end),
            format!(
                "the effect text has {} characters, more than fit on a card",
                text.chars().count()
            ),
            format!("the first {LONGEST_TEXT} bytes end here"),
        )
        .help("divide it among several cards");
        return (Vec::new(), vec![finding]);
    }
    if let Some(at) = too_deep(text) {
        let finding = Diagnostic::new(
            Code::TextTooLong,
            Place::Text(at..at + 1),
            "granted texts are nested deeper than anybody can follow",
            "one bracket too many",
        )
        .note(format!("a text within a text is read {DEEPEST_GRANT} deep"))
        .help("grant the inner text with a card of its own");
        return (Vec::new(), vec![finding]);
    }
    let lines = read::lines(text);
    if lines.is_empty() {
        let finding = Diagnostic::new(
            Code::EmptyText,
            Place::Text(0..text.len()),
            "the effect text says nothing",
            "there is no sentence here",
        )
        .help("write what the card does, or remove the field");
        return (Vec::new(), vec![finding]);
    }
    let mender = Mender::new(symbols);
    let pieces = lines.iter().flat_map(|line| {
        let modes = line.modes.iter().map(|mode| (mode.text, mode.at));
        std::iter::once((line.text, line.at)).chain(modes)
    });
    if let Some((long, at)) = pieces
        .into_iter()
        .find(|(text, _)| text.len() > LONGEST_LINE)
    {
        let finding = Diagnostic::new(
            Code::TextTooLong,
            Place::Text(at..at + long.len()),
            format!(
                "this ability has {} characters, more than fit on a card",
                long.chars().count()
            ),
            "one line of an effect text",
        )
        .note(format!("a line has at most {LONGEST_LINE} bytes"))
        .help("divide it among several lines, each with its heading");
        return (Vec::new(), vec![finding]);
    }
    let mut abilities = Vec::new();
    let mut found = Vec::new();
    for line in &lines {
        let mut scope = Scope::new(&mender, bearer, line.at);
        if let Some(ability) = scope.line(line) {
            abilities.push(ability);
        }
        found.append(&mut scope.found);
    }
    (abilities, found)
}

impl<'a> Scope<'a> {
    fn line(&mut self, line: &Line<'_>) -> Option<Ability> {
        let range = line.at..line.at + line.text.trim_end().len();
        match read::parse(Rule::line, line.text) {
            Ok(node) => {
                let mut kids = Kids::of(node);
                let heading_node = kids.take(Rule::heading);
                let had_heading = heading_node.is_some();
                let mut sentences = Vec::new();
                while let Some(kid) = kids.next() {
                    if kid.as_rule() == Rule::sentence {
                        sentences.push(kid);
                    }
                }
                let head = match heading_node {
                    Some(node) => self.heading_or_reason(node),
                    None => self.default_heading(sentences.first(), range.clone()),
                };
                // Without its heading a text could mean many things; its sentences are still read,
                // for what is wrong in themselves.
                if head.is_none() && had_heading {
                    self.lenient();
                }
                let body = self.sentences(sentences, line);
                self.ability(head, body, range)
            }
            Err(_) => self.pieces(line, range),
        }
    }

    fn ability(&mut self, head: Option<Head>, body: Body, range: Range<usize>) -> Option<Ability> {
        let broken = body.broken;
        let effects = body.finish();
        let head = head?;
        if broken || effects.is_empty() {
            return None;
        }
        Some(Ability {
            heading: head.heading,
            effects,
            span: At::new(range),
        })
    }

    fn sentences(&mut self, sentences: Vec<scope::Node<'_>>, line: &Line<'_>) -> Body {
        let mut body = Body::new();
        let mut modes = self.modes_of(line);
        let had_modes = modes.is_some();
        let mut sentences = sentences.into_iter().peekable();
        while let Some(sentence) = sentences.next() {
            let before = self.found.len();
            if let Some(next) = sentences.peek()
                && self.is_torn(&sentence, next, line)
            {
                body.broken = true;
                sentences.next();
                continue;
            }
            let text = sentence.as_str();
            // After a faulty sentence, what only that one explains is not reported again.
            let explained = body.broken || self.unsure;
            if !self.sentence_or_reason(sentence, &mut body, &mut modes) {
                debug_assert!(
                    self.found.len() > before || explained,
                    "a sentence was dropped without a finding: {text}"
                );
            }
        }
        if had_modes && modes.is_some() {
            let at = line.modes.first().map_or(line.at..line.at, |mode| {
                mode.at..mode.at + mode.text.trim_end().len()
            });
            let finding = self
                .finding(
                    Code::UnreadableSentence,
                    at,
                    "this mode belongs to no choice",
                    "the line above does not end with `Choose one:`",
                )
                .help("end the line above with `Choose one:`");
            self.found.push(finding);
            body.broken = true;
        }
        body
    }

    /// The modes below a line, each lowered by itself; `None` where there are none.
    fn modes_of(&mut self, line: &Line<'_>) -> Option<Vec<Vec<Effect>>> {
        if line.modes.is_empty() {
            return None;
        }
        let base = self.base;
        let mentions = self.mentions.len();
        let mut modes = Vec::new();
        for mode in &line.modes {
            self.base = mode.at;
            match read::parse(Rule::mode_line, mode.text) {
                Ok(node) => {
                    let mut body = Body::new();
                    let mut kids = Kids::of(node);
                    while let Some(kid) = kids.next() {
                        if kid.as_rule() == Rule::sentence {
                            self.sentence_or_reason(kid, &mut body, &mut None);
                        }
                    }
                    modes.push(body.finish());
                }
                Err(_) => {
                    let start = mode.text.find(|c: char| c.is_alphanumeric()).unwrap_or(0);
                    let (mut body, inner) =
                        (Body::new(), mode.text.get(start..).unwrap_or_default());
                    self.base = mode.at + start;
                    self.piecewise(inner, &mut body);
                    modes.push(Vec::new());
                }
            }
            // What one mode names is not known in another, or after the choice.
            self.mentions.truncate(mentions);
        }
        self.base = base;
        Some(modes)
    }

    /// Reads a line that cannot be read as a whole: its heading, then each sentence by itself.
    fn pieces(&mut self, line: &Line<'_>, range: Range<usize>) -> Option<Ability> {
        let mut body = Body::new();
        body.broken = true;
        let head = read::split_heading(line.text, self.bearer.card_type, self.symbols.game);
        let start = match &head {
            Some(split) => {
                match read::parse(Rule::one_heading, split.heading) {
                    Ok(node) => {
                        let heading = Kids::of(node).need(Rule::heading);
                        if self.heading_or_reason(heading).is_none() {
                            self.lenient();
                        }
                    }
                    Err(_) => {
                        let before = self.fork();
                        let finding = read::unreadable_heading(
                            split,
                            line.text,
                            self.base,
                            self.mender,
                            &mut |text| before.trial_of_heading(text),
                        );
                        self.found.push(finding);
                        self.lenient();
                    }
                }
                split.rest
            }
            None => {
                self.default_heading(None, range);
                0
            }
        };
        let rest = line.text.get(start..).unwrap_or_default();
        let base = self.base;
        self.base += start;
        self.piecewise(rest, &mut body);
        self.base = base;
        if !line.modes.is_empty() {
            self.modes_of(line);
        }
        None
    }

    /// Reads a run of sentences one by one, and says of each that cannot be read why.
    fn piecewise(&mut self, text: &str, body: &mut Body) {
        let base = self.base;
        for piece in read::sentences(text) {
            let slice = text.get(piece.clone()).unwrap_or_default();
            self.base = base + piece.start;
            match read::parse(Rule::one_sentence, slice) {
                Ok(node) => {
                    let sentence = Kids::of(node).need(Rule::sentence);
                    // `Choose one:` in a line that cannot be read has its modes below it.
                    let mut modes = some_modes();
                    self.sentence_or_reason(sentence, body, &mut modes);
                }
                Err(stop) => {
                    let before = self.fork();
                    let piece = Piece {
                        text: slice,
                        base: self.base,
                        rule: Rule::one_sentence,
                        what: "the sentence",
                        stop: stop.at,
                    };
                    let finding = self
                        .mender
                        .unreadable(&piece, &mut |text| before.trial(text, piece.base));
                    self.found.push(finding);
                    // What this sentence named is not known to the later ones.
                    self.lenient();
                }
            }
        }
        self.base = base;
        body.broken = true;
    }

    /// Lowers a sentence, and where a word of it is unknown looks for the mistake in the whole of it:
    /// a word that was misread can be some words away from the one that was misspelt.
    fn sentence_or_reason(
        &mut self,
        node: scope::Node<'_>,
        body: &mut Body,
        modes: &mut Option<Vec<Vec<Effect>>>,
    ) -> bool {
        let before = self.fork();
        let known = self.found.len();
        let (text, start) = (node.as_str().trim_end(), node.as_span().start());
        if self.sentence(node, body, modes).is_some() {
            return true;
        }
        body.broken = true;
        if let Some(first) = self.found.get(known) {
            let unknown = match (&first.primary.at, first.code) {
                (Place::Text(at), Code::UnknownWord) => {
                    Some(at.end.saturating_sub(self.base + start))
                }
                _ => None,
            };
            let piece = Piece {
                text,
                base: self.base + start,
                rule: Rule::one_sentence,
                what: "the sentence",
                stop: text.len(),
            };
            let reason = self
                .mender
                .misread(&piece, unknown, &mut |text| before.trial(text, piece.base));
            if let Some(reason) = reason {
                self.found.truncate(known);
                self.found.push(reason);
            }
        }
        self.lenient();
        false
    }

    /// Whether two sentences without a full stop between them are one in which a word is misspelt:
    /// `discard a card ot draw a card`.
    fn is_torn(
        &mut self,
        sentence: &scope::Node<'_>,
        next: &scope::Node<'_>,
        line: &Line<'_>,
    ) -> bool {
        if sentence.as_str().trim_end().ends_with(['.', ']', ':']) {
            return false;
        }
        let start = sentence.as_span().start();
        let Some(text) = line.text.get(start..next.as_span().end()) else {
            return false;
        };
        let piece = Piece {
            text: text.trim_end(),
            base: self.base + start,
            rule: Rule::one_sentence,
            what: "the sentence",
            stop: text.len(),
        };
        let before = self.fork();
        let reason = self
            .mender
            .misread(&piece, None, &mut |text| before.trial(text, piece.base));
        let torn = reason.is_some();
        self.found.extend(reason);
        if torn {
            self.lenient();
        }
        torn
    }

    /// Lowers a heading, and where that fails looks for a misspelt word in the whole of it.
    fn heading_or_reason(&mut self, node: scope::Node<'_>) -> Option<Head> {
        let before = self.fork();
        let known = self.found.len();
        let (text, start) = (node.as_str().trim_end(), node.as_span().start());
        let head = self.heading(node);
        let first = self.found.get(known).map(|first| first.code);
        if head.is_none() && first.is_some_and(|code| code != Code::UnknownHeading) {
            let piece = Piece {
                text,
                base: self.base + start,
                rule: Rule::one_heading,
                what: "the heading",
                stop: text.len(),
            };
            let reason = self
                .mender
                .misread(&piece, None, &mut |text| before.trial_of_heading(text));
            if let Some(reason) = reason {
                self.found.truncate(known);
                self.found.push(reason);
            }
        }
        head
    }

    /// What would come of a sentence in the place of one that cannot be read.
    fn trial(&self, text: &str, base: usize) -> Trial {
        let Ok(node) = read::parse(Rule::one_sentence, text) else {
            return Trial::Unread;
        };
        let mut scope = self.clone();
        scope.base = base;
        let mut body = Body::new();
        // What stands before it is not in this body.
        body.broken = true;
        let sentence = Kids::of(node).need(Rule::sentence);
        let _ = scope.sentence(sentence, &mut body, &mut some_modes());
        if scope.found.is_empty() {
            Trial::Clean
        } else {
            Trial::Read
        }
    }

    fn trial_of_heading(&self, text: &str) -> Trial {
        let Ok(node) = read::parse(Rule::one_heading, text) else {
            return Trial::Unread;
        };
        let mut scope = self.clone();
        scope.base = 0;
        match scope.heading(Kids::of(node).need(Rule::heading)) {
            Some(_) if scope.found.is_empty() => Trial::Clean,
            _ => Trial::Read,
        }
    }

    /// `[On Attack: Draw a card.]`
    fn granted_ability(&mut self, node: scope::Node<'_>) -> Option<Ability> {
        let range = self.range(&node);
        let mut inner = Scope::new(self.mender, self.bearer, self.base);
        inner.granted = true;
        inner.slots = self.slots;
        let mut kids = Kids::of(node);
        let head = match kids.take(Rule::heading) {
            Some(heading) => inner.heading(heading),
            None => inner.default_heading(None, range.clone()),
        };
        let mut body = Body::new();
        while let Some(kid) = kids.next() {
            if inner.sentence(kid, &mut body, &mut None).is_none() {
                body.broken = true;
            }
        }
        self.slots = inner.slots;
        let ability = inner.ability(head, body, range);
        self.found.append(&mut inner.found);
        ability
    }
}

/// Modes for a choice that is read without the lines below it.
fn some_modes() -> Option<Vec<Vec<Effect>>> {
    Some(vec![Vec::new(), Vec::new(), Vec::new(), Vec::new()])
}

/// Whether a word of a game's data can be one: it is not reserved for the language.
pub(super) fn is_free_word(word: &str) -> bool {
    read::parse(Rule::one_name, word)
        .is_ok_and(|node| node.as_str().trim().len() == word.trim().len())
}
