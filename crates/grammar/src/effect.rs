//! The parser of effect texts, and a compact syntax tree.

use std::borrow::Cow;
use std::iter::FusedIterator;

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pairs;

#[derive(pest_derive::Parser)]
#[grammar = "../../../grammar/effect.pest"]
#[grammar = "../../../grammar/keywords.pest"]
pub struct EffectParser;

/// The source of the grammar.
pub const GRAMMAR: &str = concat!(
    include_str!("../../../grammar/effect.pest"),
    include_str!("../../../grammar/keywords.pest")
);

/// A parse error.
#[derive(Clone, Debug)]
pub struct SyntaxError {
    /// Approximate byte offset of the error, as pest reports it without detailed errors.
    pub at: usize,
}

/// A syntax tree. It holds no text, so cards that share a piece of text share its tree.
#[derive(Debug, PartialEq, Eq)]
pub struct Tree(Box<[Entry]>);

/// A node of a tree. Its descendants follow it in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    rule: Rule,
    /// Byte range in the piece of text.
    start: u32,
    end: u32,
    /// Number of descendants.
    inner: u32,
}

impl Tree {
    /// Parses a piece of text with a rule.
    pub fn read(rule: Rule, text: &str) -> Result<Self, SyntaxError> {
        match EffectParser::parse(rule, text) {
            Ok(pairs) => Ok(Tree::of(pairs)),
            Err(error) => Err(SyntaxError {
                at: match error.location {
                    InputLocation::Pos(at) => at,
                    InputLocation::Span((at, _)) => at,
                },
            }),
        }
    }

    fn of(pairs: Pairs<'_, Rule>) -> Self {
        // Nodes are ordered by their start, so descendants follow their ancestor.
        let nodes = pairs.flatten();
        let mut entries: Vec<Entry> = Vec::with_capacity(nodes.len());
        // Indices of the nodes that are still open.
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

    /// Returns the tree with its offsets mapped by `place`.
    pub fn moved(&self, place: impl Fn(u32) -> u32) -> Self {
        let moved = self.0.iter().map(|entry| Entry {
            start: place(entry.start),
            end: place(entry.end),
            ..*entry
        });
        Tree(moved.collect())
    }

    /// Returns the children of the root node. `from` is the offset of the piece in `text`.
    pub fn nodes<'t>(&'t self, text: &'t str, from: usize) -> Nodes<'t> {
        Nodes {
            rest: self.0.get(1..).unwrap_or_default(),
            text,
            from,
        }
    }

    /// Returns the first child of the root node, for a piece that is the whole text.
    pub fn node<'t>(&'t self, text: &'t str) -> Option<Node<'t>> {
        self.nodes(text, 0).next()
    }
}

/// Returns whether a piece of text parses with a rule.
pub fn reads(rule: Rule, text: &str) -> bool {
    EffectParser::parse(rule, text).is_ok()
}

/// A node of a tree together with its text.
#[derive(Clone, Copy, Debug)]
pub struct Node<'t> {
    entry: &'t Entry,
    inner: &'t [Entry],
    /// The whole text, and the offset of the piece in it.
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

    /// Returns the text of the node with single spaces between its words.
    pub fn words(&self) -> Cow<'t, str> {
        let text = self.as_str().trim();
        let is_word = |word: &str| !word.is_empty() && !word.contains(char::is_whitespace);
        match text.is_empty() || text.split(' ').all(is_word) {
            true => Cow::Borrowed(text),
            false => Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" ")),
        }
    }

    /// Byte offset of the node in the text.
    pub fn start(&self) -> usize {
        self.from + self.entry.start as usize
    }

    pub fn end(&self) -> usize {
        self.from + self.entry.end as usize
    }

    /// Returns the text before the node.
    pub fn before(&self) -> &'t str {
        self.text.get(..self.start()).unwrap_or_default()
    }

    /// Returns the text from the start of the node on.
    pub fn onwards(&self) -> &'t str {
        self.text.get(self.start()..).unwrap_or_default()
    }

    /// Returns the text after the node.
    pub fn behind(&self) -> &'t str {
        self.text.get(self.end()..).unwrap_or_default()
    }

    /// Returns the children of the node.
    pub fn into_inner(self) -> Nodes<'t> {
        Nodes {
            rest: self.inner,
            text: self.text,
            from: self.from,
        }
    }

    /// Returns all descendants of the node in preorder.
    pub fn within(self) -> impl Iterator<Item = Node<'t>> {
        let mut rest = self.into_inner();
        std::iter::from_fn(move || {
            let (node, behind) = rest.split_first()?;
            rest.rest = behind;
            Some(node)
        })
    }
}

/// Iterator over sibling nodes.
#[derive(Clone, Debug)]
pub struct Nodes<'t> {
    rest: &'t [Entry],
    text: &'t str,
    from: usize,
}

impl<'t> Nodes<'t> {
    /// Returns the first sibling and the entries after it, including its descendants.
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
