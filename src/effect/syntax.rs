//! The grammar, as the parser that pest makes of it, and the trees of what is read with it.

use std::borrow::Cow;
use std::iter::FusedIterator;

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pairs;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/effect.pest"]
pub struct EffectParser;

/// Where reading stopped.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    /// The rough place that a failed parse gives for nothing.
    pub at: usize,
}

/// What a piece of text was read as. It holds no text, so that a piece that stands on many cards is read once.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tree(Box<[Entry]>);

/// A node of a tree, behind which stand all those in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    rule: Rule,
    /// Its bytes in the piece.
    start: u32,
    end: u32,
    /// How many nodes are in it, and in these.
    inner: u32,
}

impl Tree {
    /// Reads a piece of text by a rule.
    pub fn read(rule: Rule, text: &str) -> Result<Self, Stop> {
        match EffectParser::parse(rule, text) {
            Ok(pairs) => Ok(Tree::of(pairs)),
            Err(error) => Err(Stop {
                at: match error.location {
                    InputLocation::Pos(at) => at,
                    InputLocation::Span((at, _)) => at,
                },
            }),
        }
    }

    fn of(pairs: Pairs<'_, Rule>) -> Self {
        // In the order in which the nodes begin, so those in one stand behind it.
        let nodes = pairs.flatten();
        let mut entries: Vec<Entry> = Vec::with_capacity(nodes.len());
        // Those of which the end has not been reached.
        let mut open: Vec<usize> = Vec::with_capacity(32);
        for token in nodes.tokens() {
            match token {
                pest::Token::Start { rule, pos } => {
                    open.push(entries.len());
                    entries.push(Entry {
                        rule,
                        start: pos.pos() as u32,
                        end: 0,
                        inner: 0,
                    });
                }
                pest::Token::End { pos, .. } => {
                    let behind = entries.len();
                    let Some(at) = open.pop() else { continue };
                    if let Some(entry) = entries.get_mut(at) {
                        entry.end = pos.pos() as u32;
                        entry.inner = (behind - at - 1) as u32;
                    }
                }
            }
        }
        Tree(entries.into_boxed_slice())
    }

    /// The same tree with its nodes elsewhere.
    pub fn moved(&self, place: impl Fn(u32) -> u32) -> Self {
        let moved = self.0.iter().map(|entry| Entry {
            start: place(entry.start),
            end: place(entry.end),
            ..*entry
        });
        Tree(moved.collect())
    }

    /// The nodes in the node of the rule by which the piece was read; it begins there in a text.
    pub fn nodes<'t>(&'t self, text: &'t str, from: usize) -> Nodes<'t> {
        Nodes {
            rest: self.0.get(1..).unwrap_or_default(),
            text,
            from,
        }
    }

    /// The first of them, of a piece that is a whole text.
    pub fn node<'t>(&'t self, text: &'t str) -> Option<Node<'t>> {
        self.nodes(text, 0).next()
    }
}

/// Whether a piece of text can be read by a rule.
pub(super) fn reads(rule: Rule, text: &str) -> bool {
    EffectParser::parse(rule, text).is_ok()
}

/// A node of a tree, with its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'t> {
    entry: &'t Entry,
    inner: &'t [Entry],
    /// The whole text, and where the piece begins in it.
    text: &'t str,
    from: usize,
}

impl<'t> Node<'t> {
    pub fn as_rule(&self) -> Rule {
        self.entry.rule
    }

    pub fn as_str(&self) -> &'t str {
        self.text.get(self.start()..self.end()).unwrap_or_default()
    }

    /// Its words, with one blank between them.
    pub fn words(&self) -> Cow<'t, str> {
        let text = self.as_str().trim();
        let is_word = |word: &str| !word.is_empty() && !word.contains(char::is_whitespace);
        match text.is_empty() || text.split(' ').all(is_word) {
            true => Cow::Borrowed(text),
            false => Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        }
    }

    /// Where it begins in the text.
    pub fn start(&self) -> usize {
        self.from + self.entry.start as usize
    }

    pub fn end(&self) -> usize {
        self.from + self.entry.end as usize
    }

    /// What stands before it in the text.
    pub fn before(&self) -> &'t str {
        self.text.get(..self.start()).unwrap_or_default()
    }

    /// What stands behind it in the text.
    pub fn behind(&self) -> &'t str {
        self.text.get(self.end()..).unwrap_or_default()
    }

    /// The nodes in it, without those in them.
    pub fn into_inner(self) -> Nodes<'t> {
        Nodes {
            rest: self.inner,
            text: self.text,
            from: self.from,
        }
    }

    /// All nodes in it, those that begin first before others.
    pub fn within(self) -> impl Iterator<Item = Node<'t>> {
        let mut rest = self.into_inner();
        std::iter::from_fn(move || {
            let (node, behind) = rest.split_first()?;
            rest.rest = behind;
            Some(node)
        })
    }
}

/// Nodes beside each other.
#[derive(Clone, Debug)]
pub(super) struct Nodes<'t> {
    rest: &'t [Entry],
    text: &'t str,
    from: usize,
}

impl<'t> Nodes<'t> {
    /// The first of them, and the entries behind it, those in it too.
    fn split_first(&self) -> Option<(Node<'t>, &'t [Entry])> {
        let (entry, behind) = self.rest.split_first()?;
        let node = Node {
            entry,
            inner: behind.get(..entry.inner as usize)?,
            text: self.text,
            from: self.from,
        };
        Some((node, behind))
    }
}

impl<'t> Iterator for Nodes<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        let (node, behind) = self.split_first()?;
        self.rest = behind.get(node.inner.len()..).unwrap_or_default();
        Some(node)
    }
}

impl FusedIterator for Nodes<'_> {}
