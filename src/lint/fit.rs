//! Whether a card could ever fit a description, going by what is printed on it.

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
        && (filter.names.is_empty() || filter.names.contains(&card.id))
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
#[derive(Clone, Debug, Default)]
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

    pub(super) fn sorted(&self) -> Vec<&(SmolStr, SmolStr)> {
        let mut values: Vec<_> = self.0.iter().collect();
        values.sort_unstable();
        values
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
    /// The kinds that have each printed trait.
    with_trait: HashMap<String, Vec<usize>>,
    /// The kinds of each card type.
    of_type: HashMap<String, Vec<usize>>,
    /// Whether some card is not known as a whole: it may be anything.
    unsound: bool,
}

/// Cards that are alike, names aside: their places in the order of ids.
struct Kind(Vec<usize>);

impl Kind {
    fn first<'w>(&self, world: &World<'w>) -> Option<Subject<'w>> {
        let (_, card) = world.cards.get_index(*self.0.first()?)?;
        Some(*card)
    }
}

impl Kinds {
    pub fn of(world: &World<'_>) -> Self {
        let mut kinds: IndexMap<u64, Vec<usize>> = IndexMap::default();
        let mut kind_of = Vec::new();
        let mut unsound = false;
        for (place, card) in world.cards.values().enumerate() {
            unsound |= !card.sound;
            let kind = kinds.entry(card.fingerprints.filterable);
            kind_of.push(kind.index());
            kind.or_default().push(place);
        }
        let kinds: Vec<Kind> = kinds.into_values().map(Kind).collect();
        let mut with_trait: HashMap<String, Vec<usize>> = HashMap::default();
        let mut of_type: HashMap<String, Vec<usize>> = HashMap::default();
        let add = |to: &mut HashMap<String, Vec<usize>>, id: &str, at| match to.get_mut(id) {
            Some(kinds) => kinds.push(at),
            None => {
                to.insert(id.to_owned(), vec![at]);
            }
        };
        for (at, kind) in kinds.iter().enumerate() {
            let Some(card) = kind.first(world) else {
                continue;
            };
            add(&mut of_type, &card.source.card_type, at);
            for id in traits(world.game, card.source) {
                add(&mut with_trait, id, at);
            }
        }
        Kinds {
            kinds,
            kind_of,
            with_trait,
            of_type,
            unsound,
        }
    }

    /// How many cards have each printed trait.
    pub fn bearers(&self) -> HashMap<&str, usize> {
        let count = |at: &usize| self.kinds.get(*at).map_or(0, |kind| kind.0.len());
        let cards = |kinds: &[usize]| kinds.iter().map(count).sum();
        let traits = self.with_trait.iter();
        traits
            .map(|(id, kinds)| (id.as_str(), cards(kinds)))
            .collect()
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
            let (_, card) = self.cards.get_index(*kind.0.first()?)?;
            Some((card, kind.0.as_slice()))
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
        let Kinds {
            kinds,
            with_trait,
            of_type,
            ..
        } = self.kinds();
        let fits = |kind: &Kind| kind.first(self).is_some_and(|card| fits(&card));
        let known = |at: &usize| kinds.get(*at).is_some_and(fits);
        let of_type = |wanted: &SmolStr| of_type.get(wanted.as_str()).into_iter().flatten();
        // A type is a trait without being printed.
        let with = |wanted: &SmolStr| {
            let printed = with_trait.get(wanted.as_str()).into_iter().flatten();
            printed.chain(of_type(wanted))
        };
        match (filter.traits.first(), &filter.noun) {
            (Some(any), _) => any.iter().flat_map(with).any(known),
            (None, Noun::Card { types }) if !types.is_empty() => {
                types.iter().flat_map(of_type).any(known)
            }
            _ => kinds.iter().any(fits),
        }
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
            let mut places = kind.0.iter();
            let card = places.find(|card| others.binary_search(card).is_err());
            Some((*card?, kind.0.len() - left_out))
        });
        let apart = apart.into_iter().map(|card| (card, 1));
        Box::new(apart.chain(groups).filter_map(alike))
    }
}
