//! Roles of the types, words and numbers of a game: their meaning for the language, whatever the game calls them.
//!
//! Code names a role, never the word of a game. If a game has nothing with a role, its texts cannot use what depends on
//! that role.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::data_spans::DataSpans;
use super::{CardType, Game, Term};
use crate::collections::IndexMap;
use crate::diagnostic::{Code, Diagnostic, prose};
use crate::source::Span;

/// The role of a card type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TypeRole {
    /// Each player has exactly one card of this type, which begins the game on the map. Texts refer to it by its
    /// player.
    Leader,
}

/// The role of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TermRole {
    /// The kind of token that counts the damage on a card. The types that have it can be dealt damage, move, attack and
    /// be activated.
    Damage,
    /// The kind of token that counts the size of a card. The types that have it can be increased and
    /// decreased.
    Size,
    /// The attribute that is a distance on the map.
    Range,
}

/// The role of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConstantRole {
    /// The number of cards of any kind that pay in place of one missing card.
    Substitution,
}

impl TermRole {
    /// Returns the vocabulary list whose words can have the role.
    fn list(self) -> &'static str {
        match self {
            TermRole::Damage | TermRole::Size => "tokens",
            TermRole::Range => "attributes",
        }
    }
}

/// The parts of a game that have a role, looked up once when the game is loaded.
#[derive(Clone, Debug, Default)]
pub struct Roles {
    /// The id of a card type.
    pub leader: Option<SmolStr>,
    /// The id of a kind of token.
    pub damage: Option<SmolStr>,
    /// The id of a kind of token.
    pub size: Option<SmolStr>,
    /// The id of an attribute.
    pub range: Option<SmolStr>,
    /// The value of a constant.
    pub substitution: Option<i64>,
}

impl Roles {
    pub(super) fn of(game: &Game) -> Self {
        let mut types = game.card_types.iter();
        let leader = types.find(|(_, one)| one.role == Some(TypeRole::Leader));
        let term = |role: TermRole| {
            let mut terms = game.terms(role.list());
            let found = terms.find(|(_, term)| term.role == Some(role));
            found.map(|(id, _)| id.into())
        };
        let mut constants = game.constants.values();
        let substitution = constants.find(|one| one.role == Some(ConstantRole::Substitution));
        Roles {
            leader: leader.map(|(id, _)| id.clone()),
            damage: term(TermRole::Damage),
            size: term(TermRole::Size),
            range: term(TermRole::Range),
            substitution: substitution.map(|constant| constant.value),
        }
    }

    /// Returns the id of the word with a role.
    pub fn term(&self, role: TermRole) -> Option<&str> {
        match role {
            TermRole::Damage => self.damage.as_deref(),
            TermRole::Size => self.size.as_deref(),
            TermRole::Range => self.range.as_deref(),
        }
    }
}

impl Game {
    /// Returns the card type with the role [`TypeRole::Leader`].
    pub fn leader(&self) -> Option<&CardType> {
        self.card_types.get(self.roles.leader.as_ref()?)
    }

    /// Returns whether a noun is a name of the leader type.
    pub fn is_leader(&self, noun: &str) -> bool {
        let leader = self.leader();
        leader.is_some_and(|leader| leader.name.eq_ignore_ascii_case(noun))
    }

    /// Returns the word with a role.
    pub fn term_with(&self, role: TermRole) -> Option<&Term> {
        self.term(role.list(), self.roles.term(role)?)
    }

    /// Returns the name of the word with a role, for messages. If the game has no such word, returns `of it`.
    pub fn name_with(&self, role: TermRole) -> &str {
        self.term_with(role)
            .map_or("of it", |term| term.name.as_str())
    }
}

/// Returns the name of a role in `game.yaml`.
pub fn name_of_role(role: impl Serialize) -> String {
    let name = serde_json::to_value(role).unwrap_or_default();
    name.as_str().unwrap_or_default().to_owned()
}

/// Reports roles that are given twice, and roles of words in a list that cannot have them.
pub(super) fn check(game: &Game, places: &DataSpans, diagnostics: &mut Vec<Diagnostic>) {
    let root = places.root();
    let mut taken: IndexMap<(&str, String), Span> = IndexMap::default();
    let mut take = |of, role: String, at: Span, diagnostics: &mut Vec<Diagnostic>| {
        let Some(first) = taken.get(&(of, role.clone())) else {
            taken.insert((of, role), at);
            return;
        };
        let diagnostic = Diagnostic::new(
            Code::GameData,
            at,
            format!("the role `{role}` is given twice"),
            "has the same role",
        );
        diagnostics.push(
            diagnostic
                .label(*first, "the first one")
                .help("keep it for one of the two"),
        );
    };
    for (id, card_type) in &game.card_types {
        if let Some(role) = card_type.role {
            let at = root.under("card_types").under(id).under("role").value();
            take("card_types", name_of_role(role), at, diagnostics);
        }
    }
    for (id, constant) in &game.constants {
        if let Some(role) = constant.role {
            let at = root.under("constants").under(id).under("role").value();
            take("constants", name_of_role(role), at, diagnostics);
        }
    }
    for (list, terms) in &game.vocabulary {
        for (id, term) in terms {
            let Some(role) = term.role else {
                continue;
            };
            let at = root.under("vocabulary").under(list).under(id);
            let at = at.under("role").value();
            if list == role.list() {
                take("vocabulary", name_of_role(role), at, diagnostics);
                continue;
            }
            let fitting = [TermRole::Damage, TermRole::Size, TermRole::Range];
            let fitting = fitting.into_iter().filter(|role| role.list() == list);
            let fitting: Vec<String> = fitting
                .map(|role| format!("`{}`", name_of_role(role)))
                .collect();
            let of = role.list();
            let diagnostic = Diagnostic::new(
                Code::GameData,
                at,
                format!(
                    "a word of `{list}` cannot have the role `{}`",
                    name_of_role(role)
                ),
                format!("a role of a word of `{of}`"),
            );
            diagnostics.push(diagnostic.help(match fitting.is_empty() {
                true => format!("remove it, or give it to a word of `{of}`"),
                false => format!("write {}, or remove it", prose::or(&fitting)),
            }));
        }
    }
}
