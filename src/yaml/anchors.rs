//! Anchors and aliases: what an alias refers to, and how much a file may grow through them.

use super::Node;
use crate::collections::HashMap;
use crate::diagnostic::{Code, Diagnostic, Few, Safety, closest};
use crate::source::Span;

/// How many nodes the aliases of one file may stand for, all together.
const MOST_EXPANDED: usize = 10_000;

/// Among how many names a misspelt one is looked for; more would cost too much in a hostile file.
const MOST_NAMES: usize = 100;

/// How deep a tree may become through aliases. Whoever walks a tree may do so by recursion.
const DEEPEST: usize = 256;

/// A node with its size, counting what its aliases stand for.
#[derive(Clone)]
pub(super) struct Measured {
    pub node: Node,
    pub nodes: usize,
    pub depth: usize,
}

/// The anchors of one document, and what the file has used up so far.
#[derive(Default)]
pub(super) struct Anchors {
    named: HashMap<usize, Measured>,
    names: Vec<String>,
    /// Those of the documents before.
    earlier: Vec<String>,
    pub used: Used,
}

/// How much of a file's allowance is used up.
#[derive(Clone, Copy, Default)]
pub(super) struct Used {
    expanded: usize,
    /// One finding is enough: the aliases that follow are left out without a word.
    exhausted: bool,
}

impl Anchors {
    /// The anchors of the next document of the same file.
    pub fn next_document(&mut self) {
        self.named.clear();
        self.earlier.append(&mut self.names);
        self.earlier.truncate(MOST_NAMES);
    }

    pub fn name(&mut self, name: &str) {
        if self.names.len() < MOST_NAMES && !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
    }

    pub fn define(&mut self, id: usize, node: &Measured) {
        if id != 0 {
            self.named.insert(id, node.clone());
        }
    }

    /// What an alias stands for, or nothing and a finding; `depth` is that of the place where it
    /// stands.
    pub fn resolve(
        &mut self,
        id: usize,
        depth: usize,
        at: Span,
        found: &mut Few,
    ) -> Option<Measured> {
        let Some(target) = self.named.get(&id) else {
            let own = "this alias stands inside the value it refers to";
            found.push(
                Diagnostic::new(Code::TooManyAliases, at, "an alias refers to itself", own)
                    .note("a value that contains itself would have no end")
                    .help("write out what is meant"),
            );
            return None;
        };
        self.used.expanded = self.used.expanded.saturating_add(target.nodes);
        let too_many = self.used.expanded > MOST_EXPANDED;
        if !too_many && depth + target.depth <= DEEPEST {
            return Some(target.clone());
        }
        if !std::mem::replace(&mut self.used.exhausted, true) {
            let message = if too_many {
                format!("the aliases of this file stand for more than {MOST_EXPANDED} values")
            } else {
                format!("the aliases of this file make it more than {DEEPEST} levels deep")
            };
            let label = "this alias is left out, and so are all after it that are too much";
            found.push(
                Diagnostic::new(Code::TooManyAliases, at, message, label)
                    .note("aliases of values that contain aliases multiply")
                    .help("write out what is meant, or split the file"),
            );
        }
        None
    }

    /// The finding for an alias whose anchor is not there. `written` is the alias with its `*`.
    pub fn unknown(&self, written: &str, at: Span) -> Diagnostic {
        let name = written.trim_start_matches('*');
        let quotes = format!("write \"{written}\"");
        let bare = name.trim_end_matches('*');
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        if name.ends_with('*') && bare.starts_with(char::is_alphabetic) && bare.chars().all(is_word)
        {
            return Diagnostic::new(
                Code::UnknownAnchor,
                at,
                "asterisks stand around a word in texts alone",
                format!("YAML reads this as a reference to something called `{name}`"),
            )
            .fix(Safety::Safe, format!("write `{bare}`"), at, bare);
        }
        if name.ends_with('*') {
            return Diagnostic::new(
                Code::UnknownAnchor,
                at,
                "a text that begins with `*` needs quotes",
                format!("YAML reads this as a reference to something called `{name}`"),
            )
            .fix(Safety::Safe, quotes, at, format!("\"{written}\""));
        }
        if self.earlier.iter().any(|known| known == name) {
            return Diagnostic::new(
                Code::UnknownAnchor,
                at,
                format!("`&{name}` stands in another document, and marks hold only in their own"),
                "nothing is marked so below the last `---`",
            )
            .help("write the value out, or mark it in this document too");
        }
        let finding = Diagnostic::new(
            Code::UnknownAnchor,
            at,
            format!("nothing above is marked with `&{name}`"),
            "YAML reads this as a reference to a marked value",
        );
        match closest(name, self.names.iter().map(String::as_str)) {
            Some(known) => finding.fix(
                Safety::Unsafe,
                format!("write `*{known}`"),
                at,
                format!("*{known}"),
            ),
            None => finding.help(format!(
                "mark a value above with `&{name}`, or put the text in quotes if it begins with `*`"
            )),
        }
    }
}
