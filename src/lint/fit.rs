//! Whether a card could ever fit a description, going by what is printed on it.

use serde::{Deserialize, Serialize};

use smol_str::SmolStr;

use super::{Subject, World};
use crate::card::{CardSource, FieldValue};
use crate::effect::ir::{Action, BareWord, Filter, Node, Noun, visit};
use crate::game::{FieldKind, Game};
use crate::maps::{HashMap, HashSet, IndexMap, hash_of};

/// Whether the card has what the description asks of its printed side: type, name, traits, fields.
/// How and where it is in play is not asked, so `true` means that it may fit.
pub fn may_fit(game: &Game, filter: &Filter, card: &CardSource, changeable: &Changeable) -> bool {
    let Noun::Card { types } = &filter.noun else {
        return false;
    };
    (types.is_empty() || types.contains(&card.card_type))
        && (filter.names.is_empty() || filter.names.iter().any(|one| *one == card.id))
        && filter
            .traits
            .iter()
            .all(|any| any.iter().any(|wanted| has_trait(game, card, wanted)))
        && filter
            .fields
            .iter()
            .all(|word| changeable.has(word) || has_word(card, word))
        && !filter
            .excluding
            .as_ref()
            .is_some_and(|excluding| surely_fits(game, excluding, card, changeable))
}

/// Whether the card fits whatever happens in play.
pub fn surely_fits(
    game: &Game,
    filter: &Filter,
    card: &CardSource,
    changeable: &Changeable,
) -> bool {
    let Filter {
        noun: _,
        side,
        other,
        names: _,
        traits: _,
        fields,
        states,
        places,
        zone,
        among,
        next,
        excluding,
    } = filter;
    side.is_none()
        && !other
        && states.is_empty()
        && places.is_empty()
        && zone.is_none()
        && among.is_none()
        && !next
        && excluding.is_none()
        && !fields.iter().any(|word| changeable.has(word))
        && may_fit(game, filter, card, changeable)
}

/// Whether the trait is printed on the card; its type is one without being printed.
pub fn has_trait(game: &Game, card: &CardSource, wanted: &str) -> bool {
    card.card_type == wanted || traits(game, card).any(|known| known == wanted)
}

/// The printed traits of a card.
pub fn traits<'c>(game: &'c Game, card: &'c CardSource) -> impl Iterator<Item = &'c str> {
    game.card_types
        .get(&card.card_type)
        .into_iter()
        .flat_map(|card_type| game.fields_of(card_type))
        .filter(|field| field.field.is_list_of("traits"))
        .filter_map(|field| card.fields.get(field.key))
        .filter_map(|value| match value {
            FieldValue::List(ids) => Some(ids),
            _ => None,
        })
        .flatten()
        .map(String::as_str)
}

fn has_word(card: &CardSource, word: &BareWord) -> bool {
    match card.fields.get(word.field.as_str()) {
        Some(FieldValue::Text(value)) => *value == word.value,
        Some(FieldValue::Flag(true)) => word.value == "true",
        _ => false,
    }
}

/// The values that a text of some card can give a field: a card may have them that does not print
/// them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Changeable(HashSet<(SmolStr, SmolStr)>);

impl Changeable {
    pub fn of(world: &World<'_>) -> Self {
        let mut changeable = HashSet::default();
        let changing = |card: &&Subject<'_>| card.contents.changed_fields;
        for card in world.cards.values().filter(changing) {
            visit(card.abilities, &mut |node, _| {
                if let Node::Action(Action::Become { field, value, .. }) = node {
                    changeable.insert((field.clone(), value.clone()));
                }
            });
        }
        Changeable(changeable)
    }

    fn has(&self, word: &BareWord) -> bool {
        self.0
            .iter()
            .any(|(field, value)| *field == word.field && *value == word.value)
    }
}

/// The cards by what descriptions ask of their printed side, names aside: what fits one card of a kind fits all
/// of them. There are far fewer kinds than cards, so that a description is held against those.
pub struct Kinds {
    /// The places of the cards in the order of ids, in the order of the first card of each kind.
    kinds: Vec<Kind>,
    /// The kind of each card.
    kind_of: Vec<usize>,
    /// How many cards have each printed trait.
    bearers: HashMap<String, usize>,
    /// Whether some card is not known as a whole: it may be anything.
    unsound: bool,
}

/// Cards that are alike, names aside.
struct Kind {
    /// Their places in the order of ids.
    places: Vec<usize>,
    /// The traits that are printed on each of them.
    traits: Vec<String>,
}

impl Kinds {
    pub fn of(world: &World<'_>) -> Self {
        let mut kinds: IndexMap<u64, Vec<usize>> = IndexMap::default();
        let mut kind_of = Vec::new();
        let mut unsound = false;
        for (place, card) in world.cards.values().enumerate() {
            unsound |= !card.sound;
            let kind = kinds.entry(card.facts.kind);
            kind_of.push(kind.index());
            kind.or_default().push(place);
        }
        let kinds = kinds.into_values().map(|places| {
            let first = places.first().and_then(|at| world.cards.get_index(*at));
            let first = first.into_iter();
            let traits = first.flat_map(|(_, card)| traits(world.game, card.source));
            Kind {
                traits: traits.map(str::to_owned).collect(),
                places,
            }
        });
        let kinds: Vec<Kind> = kinds.collect();
        let mut bearers: HashMap<String, usize> = HashMap::default();
        for kind in &kinds {
            for id in &kind.traits {
                *bearers.entry(id.clone()).or_default() += kind.places.len();
            }
        }
        Kinds {
            kinds,
            kind_of,
            bearers,
            unsound,
        }
    }

    /// How many cards have each printed trait.
    pub fn bearers(&self) -> &HashMap<String, usize> {
        &self.bearers
    }

    /// Whether some card is not known as a whole.
    pub fn unsound(&self) -> bool {
        self.unsound
    }
}

/// Cards that are alike for a description.
#[derive(Clone, Copy)]
pub(super) struct Alike<'w> {
    /// One of them.
    pub card: Subject<'w>,
    /// How many they are.
    pub count: usize,
}

/// The same for cards for which [`may_fit`] says the same but for their names: made of the type, and of values
/// by their fields.
pub(super) fn kind(game: &Game, card: &CardSource) -> u64 {
    let mut kind = hash_of(&card.card_type);
    let fields = game.card_types.get(&card.card_type);
    let fields = fields.into_iter().flat_map(|of| game.fields_of(of));
    for field in fields.filter(|field| !matches!(field.field.kind, FieldKind::Text { .. })) {
        kind = match card.fields.get(field.key) {
            Some(FieldValue::Text(value)) => hash_of((kind, field.key, value)),
            Some(FieldValue::Flag(true)) => hash_of((kind, field.key)),
            Some(FieldValue::List(ids)) => hash_of((kind, field.key, ids)),
            _ => kind,
        }
    }
    kind
}

/// The names that a description asks for, or leaves out.
fn names<'f>(filter: &'f Filter, names_of: &mut Vec<&'f str>) {
    names_of.extend(filter.names.iter().map(SmolStr::as_str));
    if let Some(left_out) = &filter.excluding {
        names(left_out, names_of);
    }
}

impl<'w> World<'w> {
    /// The cards in their kinds: of each kind one card, and the places of all.
    pub(super) fn by_kind(&self) -> impl Iterator<Item = (&Subject<'w>, &[usize])> {
        self.kinds().kinds.iter().filter_map(|kind| {
            let (_, card) = self.cards.get_index(*kind.places.first()?)?;
            Some((card, kind.places.as_slice()))
        })
    }

    /// Whether some card may fit a description.
    pub(super) fn has_fitting(&self, filter: &Filter) -> bool {
        let fits = |card: &Subject<'_>| may_fit(self.game, filter, card.source, self.changeable());
        let mut by_name = Vec::new();
        names(filter, &mut by_name);
        // Of a kind, the names may differ.
        if !by_name.is_empty() {
            return self.fitting(filter, &[]).next().is_some();
        }
        let is_type = |wanted: &SmolStr| self.game.card_types.contains_key(wanted.as_str());
        let printed = filter.traits.iter().filter(|any| !any.iter().any(is_type));
        let printed: Vec<_> = printed.collect();
        let mut kinds = self.kinds().kinds.iter().filter(|kind| {
            let has = |wanted: &SmolStr| kind.traits.iter().any(|id| id == wanted);
            printed.iter().all(|any| any.iter().any(has))
        });
        kinds.any(|kind| {
            let first = kind.places.first();
            let first = first.and_then(|at| self.cards.get_index(*at));
            first.is_some_and(|(_, card)| fits(card))
        })
    }

    /// The cards that may fit a description, in groups of which all cards are alike for it and for `also`.
    pub(super) fn fitting<'a>(
        &'a self,
        filter: &'a Filter,
        also: &[&Filter],
    ) -> Box<dyn Iterator<Item = Alike<'w>> + 'a> {
        let alike = |(card, count): (usize, usize)| {
            let (_, card) = self.cards.get_index(card)?;
            let fits = may_fit(self.game, filter, card.source, self.changeable());
            fits.then_some(Alike { card: *card, count })
        };
        if !filter.names.is_empty() {
            let named = filter.names.iter();
            let named = named.filter_map(|id| self.cards.get_index_of(id.as_str()));
            return Box::new(named.map(|card| (card, 1)).filter_map(alike));
        }
        // A card that is named somewhere is a group of its own; the others of its kind are alike.
        let mut by_name = Vec::new();
        for filter in also.iter().copied().chain([filter]) {
            names(filter, &mut by_name);
        }
        let mut apart: Vec<usize> = by_name
            .iter()
            .filter_map(|id| self.cards.get_index_of(*id))
            .collect();
        apart.sort_unstable();
        apart.dedup();
        let Kinds { kinds, kind_of, .. } = self.kinds();
        let of_each = kinds.iter().enumerate();
        let others = apart.clone();
        let groups = of_each.filter_map(move |(at, kind)| {
            let is_of_kind = |card: &&usize| kind_of.get(**card) == Some(&at);
            let left_out = others.iter().filter(is_of_kind).count();
            let mut places = kind.places.iter();
            let card = places.find(|card| others.binary_search(card).is_err());
            Some((*card?, kind.places.len() - left_out))
        });
        let apart = apart.into_iter().map(|card| (card, 1));
        Box::new(apart.chain(groups).filter_map(alike))
    }
}
