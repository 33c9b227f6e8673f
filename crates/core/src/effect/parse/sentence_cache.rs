//! Parses a line as its heading and sentences, and caches each of them across lines.
//!
//! A full stop outside brackets and quotes always ends a sentence. A line whose pieces all parse therefore has the
//! same parse tree as these pieces; a test verifies this. If a piece does not parse, the line is parsed as a whole.
//!
//! Numbers and traits do not influence the parse tree: `Deal 2 damage to an enemy *undead* unit.` has the same tree as
//! `Deal 10 damage to an enemy *dragon* unit.` A test verifies this, too. The cache key is therefore the
//! [`NormalizedSentence`] of a piece.

use std::borrow::Cow;
use std::sync::{Arc, PoisonError, RwLock};

use super::lines::sentences;
use crate::collections::HashMap;
use crate::effect::syntax::{Node, Rule, SyntaxError, Tree};
use crate::game::Phrases;

/// Maximum number of cached pieces of each kind. Frequent pieces occur early, so they are cached before the limit is
/// reached.
const MAX_COUNT: usize = 8_192;

/// Cache of parsed headings and sentences, by their normalized text. A parse tree depends on nothing else.
#[derive(Default)]
pub(in crate::effect) struct SentenceCache {
    headings: Kept,
    sentences: Kept,
}

type Kept = RwLock<HashMap<Box<str>, Arc<Tree>>>;

/// Parses the texts of a game: words of its phrases become marks, and pieces that were parsed before are reused.
#[derive(Clone, Copy)]
pub(in crate::effect) struct Reader<'r> {
    phrases: &'r Phrases,
    cache: Option<&'r SentenceCache>,
    /// If words can be read as a phrase of the game and otherwise, the phrase is tried first: in which way the text is
    /// marked ([`Phrases::marked`]).
    phrases_first: Option<usize>,
}

/// A parsed line: its pieces with their byte offsets in the line.
pub(in crate::effect) struct ParsedLine(Vec<(usize, Arc<Tree>)>);

impl<'r> Reader<'r> {
    pub fn new(phrases: &'r Phrases, cache: Option<&'r SentenceCache>) -> Self {
        Reader {
            phrases,
            cache,
            phrases_first: None,
        }
    }

    /// Returns the readers that prefer phrases to words that every game has, one for each way to mark the text.
    pub fn of_phrases(self, text: &str) -> impl Iterator<Item = Self> + use<'r> {
        let ways = self.phrases.marked(text).len();
        (0..ways).map(move |way| Reader {
            phrases_first: Some(way),
            ..self
        })
    }

    /// Returns the text with marks, in the way of this reader, then in the others.
    fn marked(self, text: &str) -> Vec<String> {
        let mut all = self.phrases.marked(text);
        if let Some(way) = self.phrases_first.filter(|way| *way < all.len()) {
            all.swap(0, way);
        }
        all
    }

    /// Parses a text without the cache.
    pub fn tree(self, rule: Rule, text: &str) -> Result<Tree, SyntaxError> {
        let read = |text: &str| Tree::read(rule, &self.phrases.with_whole_names(text));
        let plain = || read(text);
        let marked = || {
            let all = self.marked(text);
            all.iter().find_map(|text| read(text).ok())
        };
        match self.phrases_first {
            Some(_) => marked().map_or_else(plain, Ok),
            None => plain().or_else(|error| marked().ok_or(error)),
        }
    }

    /// Parses a line, each of its pieces by itself if possible.
    pub fn line(self, line: &str) -> Option<ParsedLine> {
        self.pieces(line).or_else(|| {
            let whole = self.tree(Rule::line, line).ok()?;
            Some(ParsedLine(vec![(0, Arc::new(whole))]))
        })
    }

    pub(in crate::effect) fn pieces(self, line: &str) -> Option<ParsedLine> {
        let mut pieces = Vec::new();
        let mut rest = 0;
        if let Some((heading, body)) = line.split_once(':')
            // The modes of `Choose one:` are on other lines.
            && !body.trim().is_empty()
        {
            let heading = line.get(..=heading.len())?;
            let known = self.cache.map(|known| &known.headings);
            if let Ok(tree) = self.read(Rule::one_heading, heading, known) {
                pieces.push((0, tree));
                rest = heading.len();
            }
        }
        let body = line.get(rest..)?;
        let sentences = sentences(body);
        let read = sentences.iter().map(|piece| {
            let tree = self.sentence(body.get(piece.clone())?).ok()?;
            Some((rest + piece.start, tree))
        });
        pieces.extend(read.collect::<Option<Vec<_>>>()?);
        (!sentences.is_empty()).then_some(ParsedLine(pieces))
    }

    /// Parses a sentence, or takes its tree from the cache.
    pub fn sentence(self, sentence: &str) -> Result<Arc<Tree>, SyntaxError> {
        let known = self.cache.map(|known| &known.sentences);
        self.read(Rule::one_sentence, sentence, known)
    }

    fn read(self, rule: Rule, piece: &str, known: Option<&Kept>) -> Result<Arc<Tree>, SyntaxError> {
        let Some(known) = known else {
            return self.tree(rule, piece).map(Arc::new);
        };
        let form = NormalizedSentence::of(piece);
        let plain = || kept(rule, &form.text, known);
        let marked = || {
            let all = self.marked(&form.text);
            all.iter().find_map(|text| kept(rule, text, known))
        };
        let tree = match self.phrases_first {
            Some(_) => marked().or_else(plain),
            None => plain().or_else(marked),
        };
        match tree {
            Some(tree) => Ok(form.in_piece(&tree)),
            // Parse the piece itself to get the right position of the error.
            None => self.tree(rule, piece).map(Arc::new),
        }
    }
}

/// Parses a piece, or takes its tree from the cache. `None` if it cannot be parsed.
fn kept(rule: Rule, piece: &str, known: &Kept) -> Option<Arc<Tree>> {
    let kept = known.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(tree) = kept.get(piece) {
        return Some(Arc::clone(tree));
    }
    drop(kept);
    let tree = Tree::read(rule, piece).map(Arc::new).ok()?;
    let mut kept = known.write().unwrap_or_else(PoisonError::into_inner);
    if kept.len() < MAX_COUNT {
        kept.insert(piece.into(), Arc::clone(&tree));
    }
    Some(tree)
}

impl ParsedLine {
    /// Returns the heading and the sentences of the parsed line.
    pub fn nodes<'t>(&'t self, line: &'t str) -> impl Iterator<Item = Node<'t>> {
        let pieces = self.0.iter();
        let nodes = pieces.flat_map(|(at, tree)| tree.nodes(line, *at));
        nodes.filter(|node| node.as_rule() != Rule::EOI)
    }
}

/// A normalized piece with the same parse tree except for offsets: each number is replaced by one digit, each trait
/// by one letter.
pub(in crate::effect) struct NormalizedSentence<'p> {
    pub text: Cow<'p, str>,
    /// The offset of each shortened number or trait in the form, and the number of bytes by which it is longer in the
    /// piece.
    shortened: Vec<(u32, u32)>,
}

impl<'p> NormalizedSentence<'p> {
    pub fn of(piece: &'p str) -> Self {
        let stands_out = |byte: u8| byte == b'*' || byte.is_ascii_digit();
        let mut text = String::new();
        let mut shortened = Vec::new();
        let mut rest = piece;
        while let Some(at) = rest.bytes().position(stands_out) {
            let (before, from) = rest.split_at(at);
            if text.is_empty() {
                text.reserve(piece.len());
            }
            text.push_str(before);
            let after = from.trim_start_matches(|c: char| c.is_ascii_digit());
            let (letter, written) = match from.strip_prefix('*') {
                Some(from) => {
                    text.push('*');
                    let Some(written) = trait_text(from) else {
                        rest = from;
                        continue;
                    };
                    rest = from.get(written.len() + 1..).unwrap_or_default();
                    ("t*", written.len())
                }
                None => {
                    rest = after;
                    ("0", from.len() - after.len())
                }
            };
            if written > 1 {
                shortened.push((text.len() as u32, written as u32 - 1));
            }
            text.push_str(letter);
        }
        let text = match text.is_empty() {
            true => Cow::Borrowed(piece),
            false => Cow::Owned(text + rest),
        };
        NormalizedSentence { text, shortened }
    }

    /// Returns the tree of the form with the offsets of the piece.
    pub fn in_piece(&self, tree: &Arc<Tree>) -> Arc<Tree> {
        if self.shortened.is_empty() {
            return Arc::clone(tree);
        }
        Arc::new(tree.moved(|at| {
            let before = self.shortened.iter().filter(|(short, _)| *short < at);
            at + before.map(|(_, more)| more).sum::<u32>()
        }))
    }
}

/// Returns the text up to the next asterisk, if it can only be a trait. `text` starts after the first asterisk.
fn trait_text(text: &str) -> Option<&str> {
    let (text, _) = text.split_once('*')?;
    // An asterisk before a space is a bullet.
    let begins = text.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let is_plain = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b' ' | b'-');
    (begins && text.bytes().all(is_plain)).then_some(text)
}
