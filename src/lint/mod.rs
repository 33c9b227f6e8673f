//! Lints: warnings about cards and sets that are valid but probably wrong.
//!
//! Each lint has one file with its reason, its check and its messages. `LINTS` lists them. The page
//! `docs/rules/<name>.md` shows a card with the diagnostic and the corrected card; `lint/tests/<name>.txt` has further
//! cases. The author sets the level of each lint ([`Levels`]); [`suppress`] handles comments that allow a lint.

mod constant_condition;
mod default_value;
mod does_nothing;
mod doubled_word;
mod duplicate_card;
mod empty_exclusion;
mod file_name;
mod filter_index;
mod fingerprint;
mod impossible_partner;
mod incremental;
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
mod own_event;
mod own_harm;
mod placeholder;
mod redundant_trait;
mod repeated_ability;
mod repeated_mode;
mod repeated_words;
mod same_set;
mod similar_names;
mod stranded_card;
mod strictly_worse;
mod support;
pub mod suppress;
// The templates of `cargo xtask new-lint`, compiled here so that they stay valid.
#[cfg(test)]
#[path = "../../crates/xtask/templates/lint_of_card.rs"]
mod template_of_card;
#[cfg(test)]
#[path = "../../crates/xtask/templates/lint_of_set.rs"]
mod template_of_set;
#[cfg(test)]
mod tests;
mod text_features;
mod unneeded_statistic;
mod unpayable_cost;
mod unpayable_in_set;
mod unplaced_token;
mod unused_area;
mod unused_choice;
mod unused_token;
mod unusual_card;
mod variant_wording;

use std::sync::OnceLock;

use crate::card::CardSource;
use crate::collections::{HashMap, HashSet, IndexMap};
use crate::diagnostic::{Code, Diagnostic, Levels};
use crate::effect::ir::{Ability, At};
use crate::game::Game;
use crate::kingdom::{Kingdom, KingdomSource};
use crate::parallel;
use crate::source::{FileId, Sources, Span};
use crate::symbols::Symbols;

use filter_index::{CardGroups, Changeable};
pub use fingerprint::Fingerprints;
pub use incremental::{CardFindings, LintMemo};
use support::token_usage::Tokens;
pub use text_features::TextFeatures;
use unpayable_cost::Payers;

/// All lints about the contents of cards and sets. (Lints about files and comments are checked where these are read.)
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
    unusual_card::LINT,
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

/// A lint.
struct Lint {
    code: Code,
    reads: Reads,
    check: Check,
}

/// What a lint reads, apart from the data of the game and the names that texts may use. The context in which the lint
/// runs has nothing else.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reads {
    /// The reported card.
    OwnCard,
    /// Also the printed fields of other cards. Of the texts of other cards, only what all of them together can change
    /// ([`Changeable`]) and place ([`Tokens`]).
    OthersPrinted,
    /// Also the texts of other cards, and the sets.
    All,
}

/// What a lint checks: one card, one set, or all cards. Every lint reports only checked cards and sets.
enum Check {
    Card(fn(&LintContext<'_>, &LintedCard<'_>, &mut Vec<Diagnostic>)),
    All(fn(&LintContext<'_>, &mut Vec<Diagnostic>)),
    Set(fn(&LintContext<'_>, &Set<'_>, &mut Vec<Diagnostic>)),
}

/// The input of all lints.
pub struct LintContext<'w> {
    game: &'w Game,
    sources: &'w Sources,
    symbols: &'w Symbols<'w>,
    /// All cards by id, in the order of ids, including those of the library.
    cards: IndexMap<&'w str, LintedCard<'w>>,
    /// The cards with several texts, once with each of the texts that `cards` does not have. Only lints of single cards
    /// read them.
    more_texts: Vec<LintedCard<'w>>,
    /// In the order of their spans.
    sets: Vec<Set<'w>>,
    /// Number of cards and sets in each checked file, including unreadable ones.
    items: HashMap<FileId, usize>,
    /// The field values that texts can set; computed on first use.
    changeable: OnceLock<Changeable>,
    /// The cards grouped by the printed values that filters test; computed on first use.
    kinds: OnceLock<CardGroups>,
    /// The means of payment of cards, by vocabulary list; computed on first use.
    payers: OnceLock<Payers>,
    /// The cards that only one zone of a set admits, by the key of the zone; computed on first use.
    bound: OnceLock<HashMap<String, Vec<usize>>>,
    /// The kinds of tokens in texts; computed on first use.
    tokens: OnceLock<Tokens>,
    /// The checked files that have cards or sets with errors, in their order; computed on first use.
    unread_files: OnceLock<Vec<FileId>>,
    /// The texts of these files; computed on first use.
    unread: OnceLock<String>,
}

/// A card with the data that lints use.
#[derive(Clone, Copy)]
pub struct LintedCard<'w> {
    pub source: &'w CardSource,
    /// The lowered text; its spans are ranges of the text as the author wrote it.
    pub abilities: &'w [Ability],
    pub contents: TextFeatures,
    pub fingerprints: Fingerprints,
    /// The text in canonical form.
    pub canonical: &'w str,
    /// `true` if the card was requested to be checked.
    pub checked: bool,
    /// `true` if the card has no error. Lints ignore cards with errors, because their meaning is uncertain.
    pub sound: bool,
    pub findings: &'w CardFindings,
}

/// A set with the data that lints use.
#[derive(Clone, Copy)]
pub struct Set<'w> {
    pub source: &'w KingdomSource,
    pub kingdom: &'w Kingdom,
    pub sound: bool,
}

impl<'w> LintContext<'w> {
    /// Creates the input. `cards` must be in the order of ids, `sets` in the order of spans.
    pub fn new(
        game: &'w Game,
        sources: &'w Sources,
        symbols: &'w Symbols<'w>,
        cards: impl Iterator<Item = LintedCard<'w>>,
        sets: impl Iterator<Item = Set<'w>>,
        items: impl Iterator<Item = (FileId, usize)>,
    ) -> Self {
        LintContext {
            game,
            sources,
            symbols,
            cards: cards.map(|card| (card.source.id.as_str(), card)).collect(),
            more_texts: Vec::new(),
            sets: sets.collect(),
            items: items.collect(),
            changeable: OnceLock::new(),
            kinds: OnceLock::new(),
            payers: OnceLock::new(),
            bound: OnceLock::new(),
            tokens: OnceLock::new(),
            unread_files: OnceLock::new(),
            unread: OnceLock::new(),
        }
    }

    /// Adds the cards with several texts, once with each text that is not their first one.
    pub fn with_more_texts(mut self, cards: Vec<LintedCard<'w>>) -> Self {
        self.more_texts = cards;
        self
    }

    /// Returns whether a diagnostic is of a lint that does not fit the type of its card.
    fn is_without(&self, diagnostic: &Diagnostic) -> bool {
        let is_it = |lint: &String| lint == diagnostic.code.name();
        if self.game.kingdom.without_lints.iter().any(is_it) {
            return true;
        }
        let id = diagnostic.card.as_deref();
        let Some(card) = id.and_then(|id| self.cards.get(id)) else {
            return false;
        };
        let card_type = self.game.card_types.get(&card.source.card_type);
        card_type.is_some_and(|card_type| card_type.without_lints.iter().any(is_it))
    }

    /// Returns the cards that lints may report, in the order of ids.
    fn reported(&self) -> impl Iterator<Item = &LintedCard<'w>> {
        self.cards
            .values()
            .filter(|card| card.checked && card.sound)
    }

    /// Returns the card at an index in the order of ids, if lints may report it.
    fn reported_at(&self, place: usize) -> Option<&LintedCard<'w>> {
        let (_, card) = self.cards.get_index(place)?;
        Some(card).filter(|card| card.checked && card.sound)
    }

    /// Returns the cards without errors.
    fn sound(&self) -> impl Iterator<Item = &LintedCard<'w>> {
        self.cards.values().filter(|card| card.sound)
    }

    /// Returns the field values that the text of some card can set.
    fn changeable(&self) -> &Changeable {
        self.changeable.get_or_init(|| Changeable::of(self))
    }

    /// Returns the cards grouped by the printed values that filters test.
    fn kinds(&self) -> &CardGroups {
        self.kinds.get_or_init(|| CardGroups::of(self))
    }

    /// Returns whether a file with errors contains a lowercase word. Nothing is reported as missing if an error
    /// elsewhere may hide it.
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

    /// Returns whether lints check every requested card and set: none has an error, and all could be read.
    pub fn all_judged(&self) -> bool {
        self.unread_files().is_empty()
    }

    /// Returns the checked files that have cards or sets with errors, in their order.
    fn unread_files(&self) -> &[FileId] {
        self.unread_files.get_or_init(|| self.find_unread_files())
    }

    fn find_unread_files(&self) -> Vec<FileId> {
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

    /// Maps a range of a card's text to a span of the file.
    fn place(&self, card: &LintedCard<'_>, at: At) -> Span {
        self.place_of(card, at.range())
    }

    fn place_of(&self, card: &LintedCard<'_>, range: std::ops::Range<usize>) -> Span {
        match &card.source.effect {
            Some(effect) => {
                let file = self.sources.file(effect.node.span.file);
                effect.node.place_in(&file.text, range)
            }
            None => card.source.name_at,
        }
    }

    /// Returns the text of a file in a span.
    fn text(&self, at: Span) -> &str {
        self.sources
            .file(at.file)
            .text
            .get(at.range())
            .unwrap_or_default()
    }
}

impl LintedCard<'_> {
    /// Returns the text as the author wrote it.
    fn written(&self) -> &str {
        self.source
            .effect
            .as_ref()
            .map_or("", |effect| effect.text())
    }
}

/// Runs all lints that these levels enable. `memo` is from earlier runs with the same game, levels and names of cards.
pub fn lint(
    context: &LintContext<'_>,
    levels: &Levels,
    memo: Option<&mut LintMemo>,
) -> Vec<Diagnostic> {
    let contexts = Contexts {
        own_card: context.of_own_card(),
        printed: context.of_printed(),
        all: context,
        fingerprint: context.fingerprint(),
    };
    let (mut found, of_all) = parallel::join(
        || lint_cards(&contexts, levels),
        || lint_together(&contexts, levels, memo),
    );
    found.extend(of_all);
    found.retain(|diagnostic| !context.is_without(diagnostic));
    found
}

/// The contexts in which lints run, one for each kind of [`Reads`].
struct Contexts<'c, 'w> {
    own_card: LintContext<'w>,
    printed: LintContext<'w>,
    all: &'c LintContext<'w>,
    /// The fingerprint of what lints of one card read in `printed`.
    fingerprint: u64,
}

impl<'w> Contexts<'_, 'w> {
    fn of(&self, lint: &Lint) -> &LintContext<'w> {
        match lint.reads {
            Reads::OwnCard => &self.own_card,
            Reads::OthersPrinted => &self.printed,
            Reads::All => self.all,
        }
    }
}

/// Runs the lints that look at sets or at all cards.
fn lint_together(
    contexts: &Contexts<'_, '_>,
    levels: &Levels,
    memo: Option<&mut LintMemo>,
) -> Vec<Diagnostic> {
    let fingerprint = contexts.all.fingerprint_with_spans(contexts.fingerprint);
    let known = |lint: &Lint| {
        let memo = memo.as_deref().filter(|_| lint.can_be_kept());
        memo?.found(lint.code, fingerprint?)
    };
    let heard: Vec<&Lint> = heard(levels).collect();
    let of_all = parallel::map(&heard, |lint| {
        if let Some(known) = known(lint) {
            return known;
        }
        let world = contexts.of(lint);
        let mut diagnostics = Vec::new();
        match lint.check {
            Check::Card(_) => {}
            Check::All(check) => check(world, &mut diagnostics),
            Check::Set(check) => {
                for set in world.sets.iter().filter(|set| set.sound) {
                    let before = diagnostics.len();
                    check(world, set, &mut diagnostics);
                    for diagnostic in diagnostics.iter_mut().skip(before) {
                        diagnostic.card = Some(set.source.name.clone());
                    }
                }
            }
        }
        diagnostics
    });
    if let (Some(memo), Some(fingerprint)) = (memo, fingerprint) {
        let found = heard.iter().zip(&of_all);
        let found = found.filter(|(lint, _)| lint.can_be_kept());
        memo.keep(
            fingerprint,
            found.map(|(lint, found)| (lint.code, found.clone())),
        );
    }
    of_all.into_iter().flatten().collect()
}

fn heard(levels: &Levels) -> impl Iterator<Item = &'static Lint> {
    LINTS
        .iter()
        .filter(|lint| levels.severity(lint.code).is_some())
}

/// Maximum number of cards per task, so that no thread waits long for the last cards of another.
const CHUNK_SIZE: usize = 64;

/// Runs the lints of single cards.
fn lint_cards(contexts: &Contexts<'_, '_>, levels: &Levels) -> Vec<Diagnostic> {
    let heard: Vec<&Lint> = heard(levels).collect();
    let run = |reads: Reads, card: &LintedCard<'_>| {
        let mut diagnostics = Vec::new();
        for lint in heard.iter().filter(|lint| lint.reads == reads) {
            if let Check::Card(check) = lint.check {
                check(contexts.of(lint), card, &mut diagnostics);
            }
        }
        diagnostics
    };
    let fingerprint = contexts.fingerprint;
    let mut cards: Vec<&LintedCard> = contexts.all.reported().collect();
    let more = contexts.all.more_texts.iter();
    cards.extend(more.filter(|card| card.checked && card.sound));
    let of_cards = parallel::map_by(CHUNK_SIZE, &cards, |card| {
        let kept = card.findings;
        let mut diagnostics = kept.own(|| run(Reads::OwnCard, card));
        diagnostics.extend(kept.printed(fingerprint, || run(Reads::OthersPrinted, card)));
        diagnostics.extend(run(Reads::All, card));
        let diagnostics = diagnostics.into_iter();
        let diagnostics = diagnostics.map(|diagnostic| diagnostic.in_card(&card.source.id));
        diagnostics.collect::<Vec<_>>()
    });
    let mut found: Vec<Diagnostic> = of_cards.into_iter().flatten().collect();
    if !contexts.all.more_texts.is_empty() {
        // What a lint finds in a field of the card, it finds with each text.
        let mut seen = HashSet::default();
        found.retain(|diagnostic| seen.insert((diagnostic.code, diagnostic.primary.at)));
    }
    found
}

/// Returns whether the diagnostics of this code depend on other cards.
fn depends_on_others(code: Code) -> bool {
    let mut lints = LINTS.iter().filter(|lint| lint.code == code);
    lints.any(|lint| lint.reads != Reads::OwnCard)
}
