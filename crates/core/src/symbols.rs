//! The symbols that effect texts may name: cards, traits and the words of the game.
//!
//! Built once for a run from the game's data and all its cards. Symbols are looked up after
//! parsing, so the grammar contains none of these words.

use std::sync::{Arc, OnceLock};

use indexmap::map::Entry;
use smol_str::{SmolStr, StrExt};

use crate::card::{CardSource, FieldValue, word_id};
use crate::collections::{HashMap, HashSet, IndexMap, hash_of_all};
use crate::diagnostic::{MAX_EDITS, closest};
use crate::game::{FieldKind, Game, as_id};
use crate::parallel;

/// The symbol table of a game and its cards.
#[derive(Clone, Debug)]
pub struct Symbols<'g> {
    pub game: &'g Game,
    /// Cards by lowercase name.
    cards: IndexMap<SmolStr, Arc<CardSource>>,
    /// The cards of each lowercase name that several cards have.
    namesakes: HashMap<SmolStr, Vec<Arc<CardSource>>>,
    /// All cards, sorted by id.
    by_id: Vec<Arc<CardSource>>,
    /// Trait ids by lowercase word, of the game and of cards.
    traits: IndexMap<String, String>,
    /// Token ids by lowercase word, of the game and of cards.
    tokens: IndexMap<String, String>,
    /// The single lowercase words of names, traits and tokens; built for the first faulty text.
    single_words: OnceLock<HashSet<String>>,
    /// The indices of names by their length in characters; built for the first faulty text.
    by_length: OnceLock<HashMap<usize, Vec<usize>>>,
}

impl<'g> Symbols<'g> {
    pub fn new<'c>(game: &'g Game, cards: impl IntoIterator<Item = &'c Arc<CardSource>>) -> Self {
        let mut by_id: Vec<Arc<CardSource>> = cards.into_iter().cloned().collect();
        by_id.extend(only_named(game, &by_id));
        let ((cards, mut namesakes), (traits, tokens)) =
            parallel::join(|| by_name(game, &by_id), || words_of_cards(game, &by_id));
        by_id.sort_by(|a, b| a.id.cmp(&b.id));
        for cards in namesakes.values_mut() {
            cards.sort_by(|a, b| a.id.cmp(&b.id));
        }
        Symbols {
            game,
            cards,
            namesakes,
            by_id,
            traits,
            tokens,
            single_words: OnceLock::new(),
            by_length: OnceLock::new(),
        }
    }

    /// Returns a hash that is equal for the same names at the same positions.
    pub fn hash(&self) -> blake3::Hash {
        let mut all = Vec::new();
        let mut add = |parts: &[&str]| {
            for part in parts {
                all.extend_from_slice(&(part.len() as u64).to_le_bytes());
                all.extend_from_slice(part.as_bytes());
            }
        };
        for (name, card) in &self.cards {
            add(&[name, &card.id, &card.name, &card.card_type]);
        }
        for card in &self.by_id {
            add(&["card", &card.id, &card.name]);
        }
        for (list, words) in [("trait", &self.traits), ("token", &self.tokens)] {
            for (word, id) in words {
                add(&[list, word, id]);
            }
        }
        let places = self.cards.values().map(|card| card.name_at);
        all.extend_from_slice(&hash_of_all(places).to_le_bytes());
        blake3::hash(&all)
    }

    /// Returns the card with a name, ignoring case.
    pub fn card(&self, name: &str) -> Option<&CardSource> {
        self.cards
            .get(name.to_lowercase().as_str())
            .map(|card| &**card)
    }

    /// Returns the cards with a name that several cards have, ignoring case; empty for every other name.
    pub fn namesakes(&self, name: &str) -> &[Arc<CardSource>] {
        if self.namesakes.is_empty() {
            return &[];
        }
        let cards = self.namesakes.get(name.to_lowercase().as_str());
        cards.map_or(&[], Vec::as_slice)
    }

    /// Returns the card with an id.
    pub fn card_of_id(&self, id: &str) -> Option<&CardSource> {
        let found = self.by_id.binary_search_by(|card| card.id.as_str().cmp(id));
        self.by_id.get(found.ok()?).map(|card| &**card)
    }

    /// Returns how a text refers to the card with an id: by its name, or by the id if several cards have the name.
    pub fn reference<'i>(&'i self, id: &'i str) -> &'i str {
        match self.card_of_id(id) {
            Some(card) if self.namesakes(&card.name).is_empty() => &card.name,
            _ => id,
        }
    }

    /// Returns the card whose name is closest to a misspelt one, if one is close enough.
    pub fn card_like(&self, word: &str) -> Option<&CardSource> {
        let count = |name: &str| name.to_lowercase().chars().count();
        let by_length = self.by_length.get_or_init(|| {
            let mut by_length: HashMap<usize, Vec<usize>> = HashMap::default();
            for (place, name) in self.cards.keys().enumerate() {
                by_length.entry(count(name)).or_default().push(place);
            }
            by_length
        });
        // Skip the many names whose length differs too much.
        let length = count(word);
        let lengths = length.saturating_sub(MAX_EDITS)..=length + MAX_EDITS;
        let places = lengths.filter_map(|length| by_length.get(&length));
        let mut places: Vec<usize> = places.flatten().copied().collect();
        places.sort_unstable();
        let names = places
            .into_iter()
            .filter_map(|place| self.cards.get_index(place));
        let close = closest(word, names.map(|(name, _)| name.as_str()))?;
        self.cards.get(close).map(|card| &**card)
    }

    /// Returns the names of all cards, as written.
    pub fn card_names(&self) -> impl Iterator<Item = &str> {
        self.cards.values().map(|card| card.name.as_str())
    }

    /// Returns the name of the card with an id.
    pub fn name_of(&self, id: &str) -> Option<&str> {
        let found = self.by_id.binary_search_by(|card| card.id.as_str().cmp(id));
        let card = self.by_id.get(found.ok()?)?;
        Some(&card.name)
    }

    /// Returns the id of a trait, given its word.
    pub fn trait_id(&self, word: &str) -> Option<&str> {
        self.traits.get(&word.to_lowercase()).map(String::as_str)
    }

    /// Returns the id of the trait that these words name without asterisks, unless they also name a
    /// card type.
    pub fn bare_trait(&self, words: &str) -> Option<&str> {
        let id = self.trait_id(words)?;
        self.game.card_type_called(words).is_none().then_some(id)
    }

    /// Returns whether a lowercase word occurs in the name of a card, trait or token.
    pub fn is_part_of_name(&self, word: &str) -> bool {
        let words = self.single_words.get_or_init(|| {
            let names = self.card_names().map(str::to_lowercase);
            let mut words: HashSet<String> = HashSet::default();
            for name in names {
                words.extend(name.split(' ').map(str::to_owned));
            }
            for word in self.trait_words().chain(self.token_words()) {
                words.extend(word.split(' ').map(str::to_owned));
            }
            words
        });
        words.contains(word)
    }

    /// Returns the words of all traits.
    pub fn trait_words(&self) -> impl Iterator<Item = &str> {
        self.traits.keys().map(String::as_str)
    }

    /// Returns the id of a kind of token, given its word.
    pub fn token_id(&self, word: &str) -> Option<&str> {
        self.tokens.get(&word.to_lowercase()).map(String::as_str)
    }

    /// Returns the words of all kinds of tokens.
    pub fn token_words(&self) -> impl Iterator<Item = &str> {
        self.tokens.keys().map(String::as_str)
    }
}

/// Returns the cards that the game names and that none of these cards is.
fn only_named(game: &Game, cards: &[Arc<CardSource>]) -> Vec<Arc<CardSource>> {
    if game.names.is_empty() {
        return Vec::new();
    }
    let known: HashSet<SmolStr> = cards
        .iter()
        .map(|card| card.name.to_lowercase_smolstr())
        .collect();
    let ids: HashSet<&SmolStr> = cards.iter().map(|card| &card.id).collect();
    let names = game.names.iter();
    let names =
        names.flat_map(|(card_type, names)| names.iter().map(move |name| (card_type, name)));
    let missing = names.filter(|(_, name)| !known.contains(&name.to_lowercase_smolstr()));
    missing
        .map(|(card_type, name)| CardSource::only_named(as_id(name, '-').into(), name, card_type))
        .filter(|card| !ids.contains(&card.id))
        .map(Arc::new)
        .collect()
}

/// Returns the first card of each name, by lowercase name, and all cards of the names that several have. Cards of types
/// that share names come last, and do not count as one of several.
#[allow(clippy::type_complexity)]
fn by_name(
    game: &Game,
    cards: &[Arc<CardSource>],
) -> (
    IndexMap<SmolStr, Arc<CardSource>>,
    HashMap<SmolStr, Vec<Arc<CardSource>>>,
) {
    let shares = |card: &&Arc<CardSource>| {
        let card_type = game.card_types.get(&card.card_type);
        card_type.is_some_and(|of| of.shares_names)
    };
    let mut named = IndexMap::default();
    named.reserve_exact(cards.len());
    let mut namesakes: HashMap<SmolStr, Vec<Arc<CardSource>>> = HashMap::default();
    let own = cards.iter().filter(|card| !shares(card));
    for card in own.chain(cards.iter().filter(shares)) {
        let name = card.name.to_lowercase_smolstr();
        match named.entry(name.clone()) {
            Entry::Vacant(free) => {
                free.insert(Arc::clone(card));
            }
            Entry::Occupied(first) => {
                if game.has_namesakes() && shares(&card) == shares(&first.get()) {
                    let all = namesakes.entry(name);
                    let all = all.or_insert_with(|| vec![Arc::clone(first.get())]);
                    all.push(Arc::clone(card));
                }
            }
        }
    }
    (named, namesakes)
}

/// Returns the words for traits and for tokens, of the game and of cards, each with its id.
fn words_of_cards(
    game: &Game,
    cards: &[Arc<CardSource>],
) -> (IndexMap<String, String>, IndexMap<String, String>) {
    let (mut traits, mut tokens) = (words(game, "traits"), words(game, "tokens"));
    // `a Dragons unit`. The plural of one trait can be another trait.
    for (id, term) in game.terms("traits") {
        let plural = term.plural.to_lowercase();
        traits.entry(plural).or_insert_with(|| id.to_owned());
    }
    // The card type is a trait of every card, even if it is not in the trait box.
    for (id, card_type) in &game.card_types {
        traits.insert(card_type.name.to_lowercase(), id.to_string());
    }
    // Thousands of cards share few types and words.
    let mut open: HashMap<&str, Vec<(&str, List)>> = HashMap::default();
    let mut added: HashSet<(List, &str)> = HashSet::default();
    for card in cards {
        let fields = open.entry(&card.card_type);
        for (key, list) in fields.or_insert_with(|| open_fields(game, &card.card_type)) {
            let Some(FieldValue::List(ids)) = card.fields.get(key) else {
                continue;
            };
            for id in ids.iter().filter(|id| added.insert((*list, id))) {
                let known = match list {
                    List::Traits => &mut traits,
                    List::Tokens => &mut tokens,
                };
                let word = known.entry(id.replace('_', " "));
                word.or_insert_with(|| word_id(id));
            }
        }
    }
    (traits, tokens)
}

/// A vocabulary list to which cards can add words that texts use.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum List {
    Traits,
    Tokens,
}

/// Returns the fields of a card type whose words are added to a list.
fn open_fields<'g>(game: &'g Game, card_type: &str) -> Vec<(&'g str, List)> {
    let card_type = game.card_types.get(card_type);
    let fields = card_type.into_iter().flat_map(|of| game.fields_of(of));
    let open = fields.filter_map(|field| {
        let FieldKind::Choices { of, open: true } = &field.field.kind else {
            return None;
        };
        match of.as_str() {
            "traits" => Some((field.key, List::Traits)),
            "tokens" => Some((field.key, List::Tokens)),
            _ => None,
        }
    });
    open.collect()
}

fn words(game: &Game, list: &str) -> IndexMap<String, String> {
    let mut words = IndexMap::default();
    for (id, term) in game.terms(list) {
        words.insert(term.name.to_lowercase(), id.to_owned());
        for also in &term.also {
            words.insert(also.to_lowercase(), id.to_owned());
        }
    }
    words
}
