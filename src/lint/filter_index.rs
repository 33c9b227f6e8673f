//! Matches cards against filters by their printed values.

use smol_str::SmolStr;

use super::{LintContext, LintedCard};
use crate::card::{CardSource, FieldValue};
use crate::collections::{HashMap, HashSet, IndexMap, hash_of};
use crate::effect::ir::{Action, BareWord, Filter, Node, Noun, visit};
use crate::game::{FieldKind, Game};

/// Returns whether the printed side of a card has what the filter requires: type, name, traits, fields. States in play
/// are ignored, so `true` means that the card may match.
pub fn may_match(game: &Game, filter: &Filter, card: &CardSource, changeable: &Changeable) -> bool {
    let Noun::Card { types } = &filter.noun else {
        return false;
    };
    // Any card can be in what the rules make of cards.
    let of_rules = |id: &SmolStr| game.is_of_rules(id);
    (types.is_empty() || types.contains(&card.card_type) || types.iter().any(of_rules))
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

/// Returns whether a card matches the filter in every state of play.
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
        not_itself,
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
        && !not_itself
        && states.is_empty()
        && places.is_empty()
        && zone.is_none()
        && among.is_none()
        && !next
        && excluding.is_none()
        && !fields.iter().any(|word| changeable.has(word))
        && may_match(game, filter, card, changeable)
}

/// Returns whether a card has the trait: printed, or implied by its type.
pub fn has_trait(game: &Game, card: &CardSource, wanted: &str) -> bool {
    card.card_type == wanted || traits(game, card).any(|known| known == wanted)
}

/// Returns the printed traits of a card.
pub fn traits<'c>(game: &'c Game, card: &'c CardSource) -> impl Iterator<Item = &'c str> {
    game.card_types
        .get(&card.card_type)
        .into_iter()
        .flat_map(|card_type| game.fields_of(card_type))
        .filter(|field| field.field.is_list_of("traits"))
        .flat_map(|field| card.values(field.key))
        .filter_map(|value| match value {
            FieldValue::List(ids) => Some(ids),
            _ => None,
        })
        .flatten()
        .map(String::as_str)
}

fn has_word(card: &CardSource, word: &BareWord) -> bool {
    let mut values = card.values(word.field.as_str());
    values.any(|value| match value {
        FieldValue::Text(value) => word.fits(value),
        FieldValue::Flag(true) => word.value == "true",
        _ => false,
    })
}

/// The field values that the text of some card can set: a card may have them without printing them.
#[derive(Clone, Debug, Default)]
pub struct Changeable(HashSet<(SmolStr, SmolStr)>);

impl Changeable {
    pub fn of(context: &LintContext<'_>) -> Self {
        let mut changeable = HashSet::default();
        let changing = |card: &&LintedCard<'_>| card.contents.changed_fields;
        for card in context.cards.values().filter(changing) {
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
            .any(|(field, value)| *field == word.field && word.fits(value))
    }
}

/// The cards grouped by the printed values that filters test, except names. All cards of a kind match the same filters
/// without names. There are far fewer kinds than cards, so filters are tested against kinds.
pub struct CardGroups {
    /// The kinds, in the order of their first card.
    kinds: Vec<Kind>,
    /// Index of the kind of each card.
    kind_of: Vec<usize>,
    /// Indices of the kinds that have each printed trait.
    with_trait: HashMap<String, Vec<usize>>,
    /// Indices of the kinds of each card type.
    of_type: HashMap<String, Vec<usize>>,
    /// `true` if some card has errors, so that it may be anything.
    unsound: bool,
}

/// Indices, in the order of ids, of cards that are equal except for their names.
struct Kind(Vec<usize>);

impl Kind {
    fn first<'w>(&self, context: &LintContext<'w>) -> Option<LintedCard<'w>> {
        let (_, card) = context.cards.get_index(*self.0.first()?)?;
        Some(*card)
    }
}

impl CardGroups {
    pub fn of(context: &LintContext<'_>) -> Self {
        let mut kinds: IndexMap<u64, Vec<usize>> = IndexMap::default();
        let mut kind_of = Vec::new();
        let mut unsound = false;
        for (place, card) in context.cards.values().enumerate() {
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
            let Some(card) = kind.first(context) else {
                continue;
            };
            add(&mut of_type, &card.source.card_type, at);
            for id in traits(context.game, card.source) {
                add(&mut with_trait, id, at);
            }
        }
        CardGroups {
            kinds,
            kind_of,
            with_trait,
            of_type,
            unsound,
        }
    }

    /// Returns the number of cards with each printed trait.
    pub fn bearers(&self) -> HashMap<&str, usize> {
        let count = |at: &usize| self.kinds.get(*at).map_or(0, |kind| kind.0.len());
        let cards = |kinds: &[usize]| kinds.iter().map(count).sum();
        let traits = self.with_trait.iter();
        traits
            .map(|(id, kinds)| (id.as_str(), cards(kinds)))
            .collect()
    }

    /// Returns whether some card has errors.
    pub fn unsound(&self) -> bool {
        self.unsound
    }
}

/// Cards that a filter does not distinguish.
#[derive(Clone, Copy)]
pub(super) struct Alike<'w> {
    /// A representative card.
    pub card: LintedCard<'w>,
    /// Number of cards in the group.
    pub count: usize,
}

/// Returns a hash of the card's type and of the field values that filters test. It is equal for cards that
/// [`may_match`] treats alike except for their names.
pub(super) fn kind(game: &Game, card: &CardSource) -> u64 {
    let mut kind = hash_of(&card.card_type);
    let fields = game.card_types.get(&card.card_type);
    let fields = fields.into_iter().flat_map(|of| game.fields_of(of));
    for field in fields.filter(|field| !matches!(field.field.kind, FieldKind::Text { .. })) {
        kind = match card.fields.get(field.key) {
            Some(FieldValue::Text(value)) => hash_of((kind, field.key, value)),
            Some(FieldValue::Flag(true)) => hash_of((kind, field.key)),
            Some(FieldValue::List(ids)) => hash_of((kind, field.key, ids)),
            Some(FieldValue::Group(fields)) => hash_of((kind, field.key, format!("{fields:?}"))),
            _ => kind,
        }
    }
    kind
}

/// Collects the names that a filter requires or excludes.
fn names<'f>(filter: &'f Filter, names_of: &mut Vec<&'f str>) {
    names_of.extend(filter.names.iter().map(SmolStr::as_str));
    if let Some(left_out) = &filter.excluding {
        names(left_out, names_of);
    }
}

impl<'w> LintContext<'w> {
    /// Returns one card of each kind, with the indices of all its cards.
    pub(super) fn by_kind(&self) -> impl Iterator<Item = (&LintedCard<'w>, &[usize])> {
        self.kinds().kinds.iter().filter_map(|kind| {
            let (_, card) = self.cards.get_index(*kind.0.first()?)?;
            Some((card, kind.0.as_slice()))
        })
    }

    /// Returns whether some card may match a filter.
    pub(super) fn has_fitting(&self, filter: &Filter) -> bool {
        let fits =
            |card: &LintedCard<'_>| may_match(self.game, filter, card.source, self.changeable());
        let mut by_name = Vec::new();
        names(filter, &mut by_name);
        // Cards of one kind may have different names.
        if !by_name.is_empty() {
            return self.fitting(filter, &[]).next().is_some();
        }
        let CardGroups {
            kinds,
            with_trait,
            of_type,
            ..
        } = self.kinds();
        let fits = |kind: &Kind| kind.first(self).is_some_and(|card| fits(&card));
        let known = |at: &usize| kinds.get(*at).is_some_and(fits);
        let of_type = |wanted: &SmolStr| of_type.get(wanted.as_str()).into_iter().flatten();
        // A type counts as a trait without being printed.
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

    /// Returns the cards that may match a filter, in groups that neither this filter nor `also` distinguishes.
    pub(super) fn fitting<'a>(
        &'a self,
        filter: &'a Filter,
        also: &[&Filter],
    ) -> Box<dyn Iterator<Item = Alike<'w>> + 'a> {
        let alike = |(card, count): (usize, usize)| {
            let (_, card) = self.cards.get_index(card)?;
            let fits = may_match(self.game, filter, card.source, self.changeable());
            fits.then_some(Alike { card: *card, count })
        };
        if !filter.names.is_empty() {
            let named = filter.names.iter();
            let named = named.filter_map(|id| self.cards.get_index_of(id.as_str()));
            return Box::new(named.map(|card| (card, 1)).filter_map(alike));
        }
        // A card that is named in a filter is a group of its own; the others of its kind form one group.
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
        let CardGroups { kinds, kind_of, .. } = self.kinds();
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
