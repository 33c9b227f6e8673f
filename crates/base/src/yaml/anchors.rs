//! Resolves aliases to their anchors, and limits how much a file may grow through them.

use super::Node;
use crate::collections::HashMap;
use crate::diagnostic::{CappedDiagnostics, Code, Diagnostic, Safety, closest};
use crate::source::Span;

/// Maximum number of nodes that the aliases of one file may expand to.
const MAX_EXPANDED: usize = 10_000;

/// Maximum number of names compared with a misspelt one; more would cost too much in a hostile
/// file.
const MAX_NAMES: usize = 100;

/// Maximum depth of a tree with expanded aliases, so that trees can be walked by recursion.
const MAX_DEPTH: usize = 256;

/// A node with its size and depth after alias expansion.
#[derive(Clone)]
pub(super) struct Measured {
    pub node: Node,
    pub nodes: usize,
    pub depth: usize,
}

/// The anchors of one document, and the budget that the file has used.
#[derive(Default)]
pub(super) struct Anchors {
    named: HashMap<usize, Measured>,
    names: Vec<String>,
    /// The names of anchors in earlier documents.
    earlier: Vec<String>,
    pub used: Used,
}

/// The part of the expansion budget that a file has used.
#[derive(Clone, Copy, Default)]
pub(super) struct Used {
    expanded: usize,
    /// `true` if the budget is used up. One diagnostic is enough: later aliases are dropped
    /// silently.
    exhausted: bool,
}

impl Anchors {
    /// Forgets the anchors before the next document of the file.
    pub fn next_document(&mut self) {
        self.named.clear();
        self.earlier.append(&mut self.names);
        self.earlier.truncate(MAX_NAMES);
    }

    pub fn name(&mut self, name: &str) {
        if self.names.len() < MAX_NAMES && !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
    }

    pub fn define(&mut self, id: usize, node: &Measured) {
        if id != 0 {
            self.named.insert(id, node.clone());
        }
    }

    /// Resolves an alias, or reports why it cannot be resolved. `depth` is the depth at which the
    /// alias occurs.
    pub fn resolve(
        &mut self,
        id: usize,
        depth: usize,
        at: Span,
        diagnostics: &mut CappedDiagnostics,
    ) -> Option<Measured> {
        let Some(target) = self.named.get(&id) else {
            let own = "this alias is inside the value it refers to";
            diagnostics.push(
                Diagnostic::new(Code::TooManyAliases, at, "an alias refers to itself", own)
                    .note("a value that contains itself is infinite")
                    .help("write out the value"),
            );
            return None;
        };
        self.used.expanded = self.used.expanded.saturating_add(target.nodes);
        let too_many = self.used.expanded > MAX_EXPANDED;
        if !too_many && depth + target.depth <= MAX_DEPTH {
            return Some(target.clone());
        }
        if !std::mem::replace(&mut self.used.exhausted, true) {
            let message = if too_many {
                format!("the aliases of this file expand to more than {MAX_EXPANDED} values")
            } else {
                format!("the aliases of this file nest more than {MAX_DEPTH} levels deep")
            };
            let label = "this alias and all others over the limit are ignored";
            diagnostics.push(
                Diagnostic::new(Code::TooManyAliases, at, message, label)
                    .note("aliases of values that contain aliases multiply")
                    .help("write out the value, or split the file"),
            );
        }
        None
    }

    /// The diagnostic for an alias whose anchor does not exist. `written` is the alias with its
    /// `*`.
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
                "only texts use asterisks around a word",
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
                format!(
                    "`&{name}` is in another document, and a mark is only valid in its own document"
                ),
                "no such mark after the last `---`",
            )
            .help("write the value out, or mark it in this document too");
        }
        let diagnostic = Diagnostic::new(
            Code::UnknownAnchor,
            at,
            format!("no mark `&{name}` above"),
            "YAML reads this as a reference to a marked value",
        );
        match closest(name, self.names.iter().map(String::as_str)) {
            Some(known) => diagnostic.fix(
                Safety::Unsafe,
                format!("write `*{known}`"),
                at,
                format!("*{known}"),
            ),
            None => diagnostic.help(format!(
                "mark a value above with `&{name}`, or put the text in quotes if it begins with `*`"
            )),
        }
    }
}
