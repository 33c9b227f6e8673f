//! What is probably not meant, though every card and set can be understood.
//!
//! One file for each lint: its reason, what it finds, and how that is said. [`LINTS`] lists them. The page
//! `docs/rules/<name>.md` of each has a card that has the finding and the card mended, and
//! `lint/tests/<name>.txt` further cases. At which level a lint is heard is the author's choice
//! ([`Levels`]); what a comment allows is in [`suppress`].

mod beside;
mod constant_condition;
mod contents;
mod default_value;
mod does_nothing;
mod doubled_word;
mod duplicate_card;
mod empty_exclusion;
mod facts;
mod file_name;
mod fit;
mod impossible_partner;
mod in_set;
mod left_out_field;
mod lonely_trait;
mod lowercase_name;
mod manual_text;
mod needless_id;
mod needless_zone;
mod no_friend_in_set;
mod no_target;
mod number_gap;
mod number_taken;
mod numbered;
mod own_event;
mod own_harm;
mod placeholder;
mod redundant_trait;
mod repeated_ability;
mod repeated_mode;
mod repeated_words;
mod rewrite;
mod same_set;
mod similar_names;
mod stranded_card;
mod strictly_worse;
pub mod suppress;
// What `cargo xtask new-lint` starts from: compiled here, so that it stays valid.
#[cfg(test)]
#[path = "../../crates/xtask/templates/lint_of_card.rs"]
mod template_of_card;
#[cfg(test)]
#[path = "../../crates/xtask/templates/lint_of_set.rs"]
mod template_of_set;
#[cfg(test)]
mod tests;
mod tokens;
mod unneeded_statistic;
mod unpayable_cost;
mod unpayable_in_set;
mod unplaced_token;
mod unused_area;
mod unused_choice;
mod unused_token;
mod variant_wording;
mod written;

use std::sync::OnceLock;

use rayon::prelude::*;

use crate::card::CardSource;
use crate::diagnostic::{Code, Diagnostic, Levels};
use crate::effect::ir::{Ability, At};
use crate::game::Game;
use crate::kingdom::{Kingdom, KingdomSource};
use crate::maps::{HashMap, IndexMap};
use crate::source::{FileId, Sources, Span};
use crate::symbols::Symbols;

pub use beside::{Standing, compares};
pub use contents::Contents;
pub use facts::Facts;
use fit::{Changeable, Kinds};
use tokens::Tokens;
use unpayable_cost::Payers;

/// Every lint that looks at what cards and sets say. (Those about files and comments are found where
/// these are read.)
const LINTS: &[Lint] = &[
    file_name::LINT,
    duplicate_card::LINT,
    strictly_worse::LINT,
    unpayable_cost::LINT,
    lonely_trait::LINT,
    number_taken::LINT,
    number_gap::LINT,
    left_out_field::LINT,
    unused_token::LINT,
    unused_area::LINT,
    similar_names::LINT,
    repeated_words::LINT,
    placeholder::LINT,
    manual_text::LINT,
    needless_id::LINT,
    default_value::LINT,
    lowercase_name::LINT,
    doubled_word::LINT,
    own_event::LINT,
    impossible_partner::LINT,
    constant_condition::LINT,
    no_target::LINT,
    empty_exclusion::LINT,
    redundant_trait::LINT,
    repeated_mode::LINT,
    unused_choice::LINT,
    does_nothing::LINT,
    repeated_ability::LINT,
    variant_wording::LINT,
    own_harm::LINT,
    unplaced_token::LINT,
    unpayable_in_set::LINT,
    no_friend_in_set::LINT,
    unneeded_statistic::LINT,
    same_set::LINT,
    needless_zone::LINT,
    stranded_card::LINT,
];

/// One lint.
struct Lint {
    code: Code,
    check: Check,
}

/// What a lint looks at: one card, one set, or all of them. Each reports what it finds about checked
/// cards and sets.
enum Check {
    /// Of other cards it asks what is printed on them, and of their texts what [`Standing`] has.
    Card(fn(&World<'_>, &Subject<'_>, &mut Vec<Diagnostic>)),
    /// It goes by what is printed on the cards, and by no more of their texts than [`Facts`] and [`Standing`] have.
    All(fn(&World<'_>, &mut Vec<Diagnostic>)),
    Set(fn(&World<'_>, &Set<'_>, &mut Vec<Diagnostic>)),
}

/// Everything that lints know.
pub struct World<'w> {
    game: &'w Game,
    sources: &'w Sources,
    symbols: &'w Symbols<'w>,
    /// By id, in the order of ids: the library's cards too.
    cards: IndexMap<&'w str, Subject<'w>>,
    /// In the order of places.
    sets: Vec<Set<'w>>,
    /// How many cards and sets stand in each checked file, the unreadable ones included.
    items: HashMap<FileId, usize>,
    /// What texts can make of cards; worked out when the first lint asks.
    changeable: OnceLock<Changeable>,
    /// The cards by what descriptions ask of them; sorted out when the first lint asks.
    kinds: OnceLock<Kinds>,
    /// What cards bring to pay with, by the list of the vocabulary; gathered when the first lint asks.
    payers: OnceLock<Payers>,
    /// The cards that can stand in one zone of a set only, by its key; gathered when the first lint asks.
    bound: OnceLock<HashMap<String, Vec<usize>>>,
    /// The kinds of tokens in texts; gathered when the first lint asks.
    tokens: OnceLock<Tokens>,
    /// The texts of checked files with cards that are not known as a whole; gathered when the first lint asks.
    unread: OnceLock<String>,
}

/// A card, as lints see it.
#[derive(Clone, Copy)]
pub struct Subject<'w> {
    pub source: &'w CardSource,
    /// What its text says; their places are places in the text as the author wrote it.
    pub abilities: &'w [Ability],
    pub contents: Contents,
    pub facts: Facts,
    /// Its text in canonical form.
    pub canonical: &'w str,
    /// Whether the author asked about it.
    pub checked: bool,
    /// Whether it has no error: what a faulty card says is not known, so no lint is about it.
    pub sound: bool,
}

/// A set, as lints see it.
#[derive(Clone, Copy)]
pub struct Set<'w> {
    pub source: &'w KingdomSource,
    pub kingdom: &'w Kingdom,
    pub sound: bool,
}

impl<'w> World<'w> {
    /// `cards` come in the order of ids, `sets` in that of places.
    pub fn new(
        game: &'w Game,
        sources: &'w Sources,
        symbols: &'w Symbols<'w>,
        cards: impl Iterator<Item = Subject<'w>>,
        sets: impl Iterator<Item = Set<'w>>,
        items: impl Iterator<Item = (FileId, usize)>,
    ) -> Self {
        World {
            game,
            sources,
            symbols,
            cards: cards.map(|card| (card.source.id.as_str(), card)).collect(),
            sets: sets.collect(),
            items: items.collect(),
            changeable: OnceLock::new(),
            kinds: OnceLock::new(),
            payers: OnceLock::new(),
            bound: OnceLock::new(),
            tokens: OnceLock::new(),
            unread: OnceLock::new(),
        }
    }

    /// The cards that lints may report about, in the order of ids.
    fn reported(&self) -> impl Iterator<Item = &Subject<'w>> {
        self.cards
            .values()
            .filter(|card| card.checked && card.sound)
    }

    /// The card at a place in the order of ids, if lints may report about it.
    fn reported_at(&self, place: usize) -> Option<&Subject<'w>> {
        let (_, card) = self.cards.get_index(place)?;
        Some(card).filter(|card| card.checked && card.sound)
    }

    /// The cards whose fields and text are known.
    fn sound(&self) -> impl Iterator<Item = &Subject<'w>> {
        self.cards.values().filter(|card| card.sound)
    }

    /// The values that a text of some card can give a field.
    fn changeable(&self) -> &Changeable {
        self.changeable.get_or_init(|| Changeable::of(self))
    }

    /// The cards by what descriptions ask of them.
    fn kinds(&self) -> &Kinds {
        self.kinds.get_or_init(|| Kinds::of(self))
    }

    /// Whether what could not be read may say this: a word in lowercase. What is missing only because of a
    /// mistake elsewhere is not missing.
    fn may_be_unread(&self, word: &str) -> bool {
        let unread = self.unread.get_or_init(|| {
            let files = self.unread_files();
            let texts = files
                .iter()
                .map(|file| self.sources.file(*file).text.to_lowercase());
            texts.collect()
        });
        unread.contains(word)
    }

    /// The checked files with cards or sets that are not known as a whole, in their order.
    fn unread_files(&self) -> Vec<FileId> {
        let mut unknown = self.items.clone();
        let cards = self.cards.values().filter(|card| card.sound);
        let sets = self.sets.iter().filter(|set| set.sound);
        let known = cards
            .map(|card| card.source.name_at.file)
            .chain(sets.map(|set| set.source.name_at.file));
        for file in known {
            if let Some(left) = unknown.get_mut(&file) {
                *left = left.saturating_sub(1);
            }
        }
        let unknown = unknown.into_iter().filter(|(_, left)| *left > 0);
        let mut files: Vec<FileId> = unknown.map(|(file, _)| file).collect();
        files.sort_unstable();
        files
    }

    /// The place in the file behind a place in a card's text.
    fn place(&self, card: &Subject<'_>, at: At) -> Span {
        self.place_of(card, at.range())
    }

    fn place_of(&self, card: &Subject<'_>, range: std::ops::Range<usize>) -> Span {
        match &card.source.effect {
            Some(effect) => {
                let file = self.sources.file(effect.node.span.file);
                effect.node.place_in(&file.text, range)
            }
            None => card.source.name_at,
        }
    }

    /// The text of a file at a place.
    fn text(&self, at: Span) -> &str {
        self.sources
            .file(at.file)
            .text
            .get(at.range())
            .unwrap_or_default()
    }
}

impl Subject<'_> {
    /// The text as the author wrote it.
    fn written(&self) -> &str {
        self.source
            .effect
            .as_ref()
            .map_or("", |effect| effect.text())
    }
}

/// What the lints find that are heard at these levels.
pub fn lint(world: &World<'_>, levels: &Levels) -> Vec<Diagnostic> {
    let (mut found, of_all) = rayon::join(
        || lint_cards(world, levels),
        || lint_together(world, levels),
    );
    found.extend(of_all);
    found
}

/// What the lints find that look at sets, or at all cards.
fn lint_together(world: &World<'_>, levels: &Levels) -> Vec<Diagnostic> {
    let heard: Vec<&Lint> = heard(levels).collect();
    let of_all = heard.par_iter().flat_map_iter(|lint| {
        let mut found = Vec::new();
        match lint.check {
            Check::Card(_) => {}
            Check::All(check) => check(world, &mut found),
            Check::Set(check) => {
                for set in world.sets.iter().filter(|set| set.sound) {
                    let before = found.len();
                    check(world, set, &mut found);
                    for finding in found.iter_mut().skip(before) {
                        finding.card = Some(set.source.name.clone());
                    }
                }
            }
        }
        found
    });
    of_all.collect()
}

fn heard(levels: &Levels) -> impl Iterator<Item = &'static Lint> {
    LINTS
        .iter()
        .filter(|lint| levels.severity(lint.code).is_some())
}

/// How many cards a thread looks at in one go at most, so that none has to wait long for the last ones of another.
const AT_A_TIME: usize = 64;

/// What the lints find that look at one card at a time.
pub fn lint_cards(world: &World<'_>, levels: &Levels) -> Vec<Diagnostic> {
    let heard: Vec<&Lint> = heard(levels).collect();
    let cards: Vec<&Subject> = world.reported().collect();
    cards
        .par_iter()
        .with_max_len(AT_A_TIME)
        .flat_map_iter(|card| {
            let mut found = Vec::new();
            for lint in &heard {
                if let Check::Card(check) = lint.check {
                    check(world, card, &mut found);
                }
            }
            found
                .into_iter()
                .map(|finding| finding.in_card(&card.source.id))
        })
        .collect()
}
