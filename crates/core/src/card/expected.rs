//! The expected value of a field, as described in diagnostics.

use super::fixes;
use crate::diagnostic::{Code, Diagnostic, Safety, matches_within};
use crate::game::{CardType, Game};
use crate::source::Span;
use crate::yaml::{Entry, Node, Value};

/// Maximum number of values of a list or a mapping in a card.
const MAX_VALUES: usize = 1_000;

/// The context for reading the fields of one card.
pub(super) struct CardContext<'a> {
    pub game: &'a Game,
    /// The whole text of the file.
    pub source: &'a str,
    pub definition: Option<&'a CardType>,
    pub name: Option<&'a str>,
    /// `true` if part of the card could not be parsed, so that missing fields are not reported.
    pub broken: bool,
    /// Keys whose values cannot be read. They have already been reported.
    pub half_read: Vec<&'a str>,
    pub entries: &'a [Entry],
    /// The group whose fields are read, if they are not those of the card itself.
    pub group: Option<Group<'a>>,
}

/// A group of fields of a card.
pub(super) struct Group<'a> {
    pub key: &'a str,
    /// Describes the card: `the unit "Griffin"`.
    pub card: String,
}

impl CardContext<'_> {
    /// Describes the card as far as it is known: `the unit "Griffin"`. Of a group: ``the `few` of the unit "Griffin"``.
    pub fn who(&self) -> String {
        if let Some(group) = &self.group {
            return format!("the `{}` of {}", group.key, group.card);
        }
        let kind = self.definition.map_or("card", |of| of.name.as_str());
        match self.name {
            Some(name) => format!("the {kind} \"{}\"", crate::diagnostic::prose::shown(name)),
            None => format!("this {kind}"),
        }
    }
}

/// The expected value of a field, as described in diagnostics. Most values are valid, so the
/// descriptions are built on demand.
pub struct Expected<'a> {
    pub at: Span,
    /// The span of its key.
    pub key_at: Span,
    /// Describes the field: ``the `level` of the unit "Griffin"``.
    pub subject: &'a dyn Fn() -> String,
    /// Describes the expected value: `a whole number from 1 to 4`.
    pub wanted: &'a dyn Fn() -> String,
    /// The help text: `write a whole number from 1 to 4`.
    pub help: &'a dyn Fn() -> String,
}

impl Expected<'_> {
    pub fn subject(&self) -> String {
        (self.subject)()
    }

    fn wanted(&self) -> String {
        (self.wanted)()
    }

    pub fn help(&self) -> String {
        (self.help)()
    }

    /// Returns the diagnostic for a list or a mapping that is too long for any card.
    pub fn too_many(&self, node: &Node) -> Option<Diagnostic> {
        let (count, first) = match &node.value {
            Value::Sequence(items) => (items.len(), items.get(MAX_VALUES)?.span),
            Value::Mapping(entries) => (entries.len(), entries.get(MAX_VALUES)?.key.span),
            Value::Scalar(_) => return None,
        };
        let diagnostic = Diagnostic::new(
            Code::OutOfRange,
            first,
            format!(
                "{} has {count} values, but can have at most {MAX_VALUES}",
                self.subject()
            ),
            "too many values",
        );
        Some(diagnostic.help(self.help()))
    }

    /// Returns the diagnostic for a value of the wrong kind.
    pub fn wrong(&self, node: &Node) -> Diagnostic {
        self.wrong_as(&crate::yaml::described(node))
    }

    pub fn wrong_as(&self, what: &str) -> Diagnostic {
        Diagnostic::new(
            Code::WrongType,
            self.at,
            format!("{} must be {}, not {what}", self.subject(), self.wanted()),
            format!("must be {}", self.wanted()),
        )
    }

    pub fn empty(&self, optional: bool) -> Diagnostic {
        Diagnostic::new(
            Code::WrongType,
            self.at,
            format!("{} is empty", self.subject()),
            "missing value",
        )
        .help(if optional {
            format!("{}, or remove the line", self.help())
        } else {
            self.help()
        })
    }
}

/// Resolves a word to an id. The result is safe if the word is the id or one of its names in a
/// different case or with different separators. Otherwise it is the closest id.
pub fn meant<'g>(
    written: &str,
    terms: impl IntoIterator<Item = (&'g str, Vec<&'g str>)>,
) -> Option<(&'g str, Safety)> {
    let plain = |word: &str| {
        word.to_lowercase()
            .split(|c: char| c.is_whitespace() || matches!(c, '_' | '-'))
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let wanted = plain(written);
    let terms: Vec<(&str, Vec<&str>)> = terms.into_iter().collect();
    for (id, names) in &terms {
        if plain(id) == wanted || names.iter().any(|name| plain(name) == wanted) {
            return Some((*id, Safety::Safe));
        }
    }
    let ids: Vec<&str> = terms.iter().map(|(id, _)| *id).collect();
    if let Some(id) = matches_within(written, ids).first().copied() {
        return Some((id, Safety::Unsafe));
    }
    let names = terms.iter().flat_map(|(_, names)| names.iter().copied());
    let name = matches_within(written, names).first().copied()?;
    let (id, _) = terms.iter().find(|(_, names)| names.contains(&name))?;
    Some((*id, Safety::Unsafe))
}

/// Adds a fix for the probable correction, or the allowed values as help.
pub fn suggest(
    diagnostic: Diagnostic,
    node: &Node,
    meant: Option<(&str, Safety)>,
    otherwise: Option<String>,
) -> Diagnostic {
    match (meant, otherwise) {
        (Some((id, safety)), _) => {
            fixes::replace(diagnostic, node, safety, format!("write `{id}`"), id)
        }
        (None, Some(help)) => diagnostic.help(help),
        (None, None) => diagnostic,
    }
}

/// Returns the single word of a list with one item, for a value that was wrapped needlessly.
pub(super) fn only_item(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Sequence(items) => match &**items {
            [item] => item.scalar().map(|scalar| scalar.text.as_str()),
            _ => None,
        },
        Value::Scalar(_) | Value::Mapping(_) => None,
    }
}
