//! A line, read as its heading and its sentences, each of which is read once, however many lines have it.
//!
//! No rule but the full stop's takes a full stop, outside of brackets and quotation marks. So a line of which each
//! piece can be read is read as these pieces, by the grammar as well (a test holds one against the other); where a
//! piece cannot be read, the line is read as a whole.
//!
//! The grammar has one number in digits as the other and one trait as the other, so `Deal 2 damage to an enemy *undead*
//! unit.` is read as `Deal 10 damage to an enemy *dragon* unit.` was (a test holds the grammar to that): pieces are known
//! by their form.

use std::borrow::Cow;
use std::sync::{Arc, PoisonError, RwLock};

use super::lines::sentences;
use crate::collections::HashMap;
use crate::effect::syntax::{Node, Rule, Stop, Tree};

/// How many are kept. Those that many lines have are soon among them.
const MOST: usize = 8_192;

/// Headings and sentences that were read, by their form. What they are hangs on nothing else.
#[derive(Default)]
pub(in crate::effect) struct Pieces {
    headings: Kept,
    sentences: Kept,
}

type Kept = RwLock<HashMap<Box<str>, Arc<Tree>>>;

/// A line that was read: its pieces, and where they begin in it.
pub(in crate::effect) struct Parsed(Vec<(usize, Arc<Tree>)>);

impl Parsed {
    /// Reads a line. Pieces that are known are not read again.
    pub fn of(line: &str, known: Option<&Pieces>) -> Option<Self> {
        Parsed::by_pieces(line, known).or_else(|| {
            let whole = Tree::read(Rule::line, line).ok()?;
            Some(Parsed(vec![(0, Arc::new(whole))]))
        })
    }

    pub(in crate::effect) fn by_pieces(line: &str, known: Option<&Pieces>) -> Option<Self> {
        let mut pieces = Vec::new();
        let mut rest = 0;
        if let Some((heading, body)) = line.split_once(':')
            // `Choose one:` has its modes in other lines.
            && !body.trim().is_empty()
        {
            let heading = line.get(..=heading.len())?;
            let known = known.map(|known| &known.headings);
            if let Ok(tree) = read(Rule::one_heading, heading, known) {
                pieces.push((0, tree));
                rest = heading.len();
            }
        }
        let body = line.get(rest..)?;
        let sentences = sentences(body);
        let read = sentences.iter().map(|piece| {
            let tree = sentence(body.get(piece.clone())?, known).ok()?;
            Some((rest + piece.start, tree))
        });
        pieces.extend(read.collect::<Option<Vec<_>>>()?);
        (!sentences.is_empty()).then_some(Parsed(pieces))
    }

    /// The heading and the sentences, in a line that was read so.
    pub fn nodes<'t>(&'t self, line: &'t str) -> impl Iterator<Item = Node<'t>> {
        let pieces = self.0.iter();
        let nodes = pieces.flat_map(|(at, tree)| tree.nodes(line, *at));
        nodes.filter(|node| node.as_rule() != Rule::EOI)
    }
}

/// Reads a sentence. One that is known is not read again.
pub(in crate::effect) fn sentence(
    sentence: &str,
    known: Option<&Pieces>,
) -> Result<Arc<Tree>, Stop> {
    let known = known.map(|known| &known.sentences);
    read(Rule::one_sentence, sentence, known)
}

fn read(rule: Rule, piece: &str, known: Option<&Kept>) -> Result<Arc<Tree>, Stop> {
    let Some(known) = known else {
        return Tree::read(rule, piece).map(Arc::new);
    };
    let form = Form::of(piece);
    let kept = known.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(tree) = kept.get(&*form.text) {
        return Ok(form.in_piece(tree));
    }
    drop(kept);
    let Ok(tree) = Tree::read(rule, &form.text).map(Arc::new) else {
        // Where reading stops is asked of the piece itself.
        return Tree::read(rule, piece).map(Arc::new);
    };
    let in_piece = form.in_piece(&tree);
    let mut kept = known.write().unwrap_or_else(PoisonError::into_inner);
    if kept.len() < MOST {
        kept.insert(form.text.into(), tree);
    }
    Ok(in_piece)
}

/// A piece to which the grammar gives the same tree, but for the places: with one digit for each number, and one letter
/// for each trait.
pub(in crate::effect) struct Form<'p> {
    pub text: Cow<'p, str>,
    /// Where a number or a trait stands in the form, and how many bytes more it has in the piece.
    shortened: Vec<(u32, u32)>,
}

impl<'p> Form<'p> {
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
            let behind = from.trim_start_matches(|c: char| c.is_ascii_digit());
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
                    rest = behind;
                    ("0", from.len() - behind.len())
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
        Form { text, shortened }
    }

    /// The tree of the form, with the places of the piece.
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

/// What stands between an asterisk, behind which a text begins, and the next, where it can be nothing but a trait.
fn trait_text(text: &str) -> Option<&str> {
    let (text, _) = text.split_once('*')?;
    // An asterisk before a space is a dash.
    let begins = text.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let is_plain = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b' ' | b'-');
    (begins && text.bytes().all(is_plain)).then_some(text)
}
