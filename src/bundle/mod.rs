//! The bundle: everything that an engine needs to know about one game, as one JSON document.
//!
//! It contains no paths, times or machine names, so the same cards always give the same bytes.
//!
//! ```
//! use cardwright::bundle::{self, Encoding};
//! # use cardwright::compile::{self, Role};
//! # use cardwright::game::embedded_game;
//! # use cardwright::source::{SourceFile, Sources};
//!
//! # let mut sources = Sources::default();
//! # let data = SourceFile::inside(embedded_game("card-game").expect("built in").game);
//! # let game = compile::load_game(sources.add(data.clone()), &data).expect("valid data");
//! # let card = "
//! # name: Howl
//! # type: spell
//! # cost: { power: 1 }
//! # traits: [air]
//! # effect: Each enemy unit loses 1 attack until the end of the round.
//! # ";
//! # let file = sources.add(SourceFile::new("cards/howl.yaml", card));
//! # let compilation = compile::compile(&game, &sources, &[(file, Role::Checked)]);
//! // `game` and `compilation` as in the example of `compile`:
//! let bundle = bundle::bundle(&game, &compilation);
//! let json = Encoding::Json.encode(&game, &bundle).expect("JSON").bytes();
//! let read = bundle::from_json(&json).expect("a bundle");
//! assert_eq!(read.cards[0].name, "Howl");
//! ```

mod check;
pub mod diff;
mod encode;
pub mod engine;
mod manifest;
mod read;
#[cfg(feature = "sqlite")]
mod sqlite;
mod translate;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

pub use check::{Problem, ProblemKind, check};
pub use encode::{EncodeError, Encoded, Encoding, to_json};
pub use manifest::{Counts, FileHash, FileHasher, MANIFEST_FILE, Manifest, ManifestGame, manifest};
pub use read::{ReadError, from_json, from_msgpack};
pub use translate::{TranslatedCard, Translation};

use crate::card::{FieldValue, VecMap};
use crate::collections::IndexMap;
use crate::compile::{Card, CardText, Compilation, Migration};
use crate::effect::ir::{Ability, IR_VERSION};
use crate::game::{
    CardPlace, CardType, Constant, FieldKind, Game, GamePhrase, Heading, Map, Rule, Term, TypeRole,
    Zone,
};
use crate::kingdom::Kingdom;
use crate::parallel;
use cardwright_play::rules::Rules;

/// The version of the bundle format. The IR has its own version.
pub const FORMAT_VERSION: u32 = 2;

/// The cards and sets of one game, ready for an engine.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bundle {
    /// The version of the format of this document.
    pub format: u32,
    /// The version of the IR.
    pub ir: u32,
    pub game: BundledGame,
    /// Sorted by id.
    pub cards: Vec<BundledCard>,
    /// Sorted by id.
    pub kingdoms: Vec<Kingdom>,
    pub vocabulary: BundledVocabulary,
    /// The migrations of removed card ids, sorted by id.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub migrations: IndexMap<String, Migration>,
    /// The cards in other languages, by the code of the language: `es`. The texts say the same as those of the cards.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub texts: IndexMap<String, Translation>,
}

/// The game of the cards.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BundledGame {
    pub id: String,
    pub title: String,
    /// Increased whenever the game's data change in a way that affects cards or engines.
    pub version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<Map>,
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub constants: IndexMap<String, Constant>,
    /// What only this game has a word for: the phrases that `perform` and `have-ability` name, by id.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub phrases: IndexMap<SmolStr, GamePhrase>,
    /// How the game is played. Absent: the engine cannot play it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<Rules>,
    /// The parts of a set, and the rules by which a set is legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kingdom: Option<BundledSetRules>,
}

/// The rules of sets.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BundledSetRules {
    /// The name of such a set: `kingdom set`.
    pub name: String,
    pub zones: IndexMap<String, Zone>,
    pub rules: Vec<Rule>,
}

/// A card.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BundledCard {
    /// Kebab case, unique in its game.
    pub id: SmolStr,
    pub name: SmolStr,
    /// The id of its card type.
    #[serde(rename = "type")]
    pub card_type: SmolStr,
    /// All other printed fields of the card, by the key of card files.
    #[serde(flatten)]
    pub fields: Arc<VecMap<FieldValue>>,
    /// The meaning of its text; empty for a card without a text.
    pub abilities: Arc<[Ability]>,
    /// Its text in canonical form. Spans in the abilities are byte ranges of it.
    pub text: Arc<str>,
    /// The other effect texts of a card with several, by the key of card files: `expert`, `few.effect`.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub texts: Arc<VecMap<CardText>>,
    /// Text that cannot be expressed yet, for people. It is not executed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manual: Option<String>,
}

/// The words for the ids in cards and abilities.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BundledVocabulary {
    pub card_types: IndexMap<SmolStr, BundledCardType>,
    pub headings: IndexMap<String, Heading>,
    /// The lists of the game's data, with the words that cards add to open lists.
    #[serde(flatten)]
    pub lists: IndexMap<String, IndexMap<String, Term>>,
}

/// A card type, reduced to the parts that matter after its cards are checked.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BundledCardType {
    pub name: String,
    pub plural: String,
    /// What it is to the language, whatever its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<TypeRole>,
    pub place: CardPlace,
    /// `true` if no card has this type: it is a thing that the rules make of cards, such as a stack.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_rules: bool,
}

/// Creates the bundle of one game's cards: those of the author and those of the library.
pub fn bundle(game: &Game, compilation: &Compilation) -> Bundle {
    Bundle {
        format: FORMAT_VERSION,
        ir: IR_VERSION,
        game: BundledGame {
            id: game.game.clone(),
            title: game.title.clone(),
            version: game.version,
            map: game.map.clone(),
            constants: game.constants.clone(),
            phrases: game.phrases.clone(),
            play: game.play.clone(),
            kingdom: Some(BundledSetRules {
                name: game.kingdom.name.clone(),
                zones: game.kingdom.zones.clone(),
                rules: game.kingdom.rules.clone(),
            }),
        },
        cards: parallel::map(&cards_of(compilation), |card| bundled(card)),
        kingdoms: compilation.kingdoms.clone(),
        vocabulary: vocabulary(game, compilation),
        migrations: compilation.migrations.clone(),
        texts: IndexMap::default(),
    }
}

fn is_empty(texts: &VecMap<CardText>) -> bool {
    texts.is_empty()
}

fn cards_of(compilation: &Compilation) -> Vec<&Card> {
    compilation.cards.values().collect()
}

fn bundled(card: &Card) -> BundledCard {
    BundledCard {
        id: card.source.id.clone(),
        name: card.source.name.clone(),
        card_type: card.source.card_type.clone(),
        fields: Arc::clone(&card.source.fields),
        abilities: Arc::clone(&card.abilities),
        text: Arc::clone(&card.text),
        texts: Arc::clone(&card.more_texts),
        manual: card.source.manual.clone(),
    }
}

fn vocabulary(game: &Game, compilation: &Compilation) -> BundledVocabulary {
    let mut lists = game.vocabulary.clone();
    for (list, id) in words_of_cards(game, compilation) {
        let words = lists.entry(list.to_owned()).or_default();
        if !words.contains_key(id) {
            let name = id.replace('_', " ");
            let plural = format!("{name}s");
            words.insert(
                id.to_owned(),
                Term {
                    name,
                    plural,
                    ..Term::default()
                },
            );
        }
    }
    BundledVocabulary {
        card_types: game
            .card_types
            .iter()
            .map(|(id, card_type)| (id.clone(), bundled_type(card_type)))
            .collect(),
        headings: game.headings.clone(),
        lists,
    }
}

fn bundled_type(card_type: &CardType) -> BundledCardType {
    BundledCardType {
        name: card_type.name.clone(),
        plural: card_type.plural.clone(),
        role: card_type.role,
        place: card_type.place,
        of_rules: card_type.of_rules,
    }
}

/// Returns the words that cards add to open lists, each with its list, in alphabetical order.
fn words_of_cards<'c>(game: &'c Game, compilation: &'c Compilation) -> Vec<(&'c str, &'c str)> {
    let of_cards = parallel::map(&cards_of(compilation), |card| {
        let card_type = game.card_types.get(&card.source.card_type);
        let fields = card_type.into_iter().flat_map(|of| game.fields_of(of));
        let words = fields.flat_map(|field| {
            let ids = match (&field.field.kind, card.source.fields.get(field.key)) {
                (FieldKind::Choices { of, open: true }, Some(FieldValue::List(ids))) => {
                    Some((of, ids))
                }
                _ => None,
            };
            let words = ids.map(|(of, ids)| ids.iter().map(|id| (of.as_str(), id.as_str())));
            words.into_iter().flatten()
        });
        words.collect::<Vec<_>>()
    });
    let mut words: Vec<(&str, &str)> = of_cards.concat();
    parallel::sort(&mut words);
    words.dedup();
    words
}
