//! What a whole run leaves for the next one, in which the text of a few cards is another one.
//!
//! What is found in a card hangs on the card and on what is printed on all others. So a card of which the text
//! alone is changed is judged by itself, beside what [`Baseline`] has of the others, and all else that was found
//! stays. Wherever more could hang on the change, [`Baseline::again`] gives nothing, and a whole run is due.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::effect_text::{Compiled, compile_card};
use super::parsed_file::{FileKind, Read, read_file};
use super::{Compilation, Role, Settings, subject};
use crate::card::{CardSource, FieldValue, Keyed};
use crate::collections::{HashMap, HashSet, IndexMap, hash_of};
use crate::diagnostic::{self, Diagnostic, Severity};
use crate::effect::KnownLines;
use crate::game::{FieldKind, Game};
use crate::lint::{self, Contents, Facts, Standing, Subject, World};
use crate::source::{FileId, Sources, Span};
use crate::symbols::Symbols;

/// More changed files than these are read as fast in a whole run.
const MOST_CHANGED: usize = 64;

/// What is known from a whole run. It is of the same files as that run: their paths, roles and number.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Baseline {
    /// The files that hold nothing but cards on which nothing hangs.
    alone: HashSet<FileId>,
    /// In the order of ids, the library's too.
    cards: Vec<Known>,
    /// What is printed on them, each once.
    fields: Vec<Printed>,
    standing: Standing,
    found: Vec<Diagnostic>,
    /// How many cards, sets and cards with text for people were checked.
    checked: (usize, usize, usize),
}

type Fields = Keyed<FieldValue>;

/// Fields, kept with the kind of each value, which a bundle leaves to be seen.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Printed(#[serde(with = "kept_fields")] Arc<Fields>);

mod kept_fields {
    use serde::{Deserializer, Serializer};

    use super::*;
    use crate::card::Area;

    #[derive(Serialize, Deserialize)]
    struct Field(SmolStr, #[serde(with = "KeptValue")] FieldValue);

    #[derive(Serialize, Deserialize)]
    #[serde(remote = "FieldValue")]
    enum KeptValue {
        Flag(bool),
        Number(i64),
        Text(String),
        List(Vec<String>),
        Numbers(Keyed<i64>),
        Area(Box<Area>),
    }

    pub fn serialize<S: Serializer>(fields: &Fields, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(
            fields
                .iter()
                .map(|(key, value)| Field(key.clone(), value.clone())),
        )
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<Fields>, D::Error> {
        let fields = Vec::<Field>::deserialize(from)?.into_iter();
        Ok(Arc::new(
            fields.map(|Field(key, value)| (key, value)).collect(),
        ))
    }
}

/// What other cards and sets can ask of a card.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Known {
    id: SmolStr,
    name: SmolStr,
    name_at: Span,
    card_type: SmolStr,
    /// The place of its fields.
    fields: u32,
    sound: bool,
    /// Everything but its text and its places.
    printed: u64,
    facts: Facts,
    /// What its text adds to what all texts come to.
    adds: u64,
}

impl Baseline {
    /// What is left of a run.
    pub(super) fn of(world: &World<'_>, read: &[Arc<Read>], run: &Compilation) -> Self {
        let game = world.game();
        let alone = read.iter().filter(|file| file.is_alone());
        let mut alone: HashSet<FileId> = alone.map(|file| file.id).collect();
        for finding in &run.diagnostics {
            let own = finding.primary.at.file;
            if finding.code.severity() == Severity::Error || lint::compares(finding.code) {
                alone.remove(&own);
            }
            for at in finding.other_places().filter(|at| at.file != own) {
                alone.remove(&at.file);
            }
        }
        for card in world.in_sets() {
            alone.remove(&card.name_at.file);
        }
        let asked = asked_by_rules(game);
        let mut fields: IndexMap<u64, Arc<Fields>> = IndexMap::default();
        let mut cards = Vec::new();
        for card in world.subjects() {
            let source = card.source;
            if !card.sound {
                alone.remove(&source.name_at.file);
            }
            let of_others = seen(game, source, &asked);
            let (place, _) = fields.insert_full(hash_of_fields(&of_others), Arc::new(of_others));
            cards.push(Known {
                id: source.id.clone(),
                name: source.name.clone(),
                name_at: source.name_at,
                card_type: source.card_type.clone(),
                fields: place as u32,
                sound: card.sound,
                printed: printed(source),
                facts: card.facts,
                adds: world.added(card),
            });
        }
        Baseline {
            alone,
            cards,
            fields: fields.into_values().map(Printed).collect(),
            standing: world.standing(),
            found: run.diagnostics.clone(),
            checked: (run.checked_cards, run.checked_kingdoms, run.checked_manual),
        }
    }

    /// What a whole run would find and count, where only these files have other texts and a whole run is not needed
    /// to know it. Game, settings and all else have to be the same.
    pub fn again(
        &self,
        game: &Game,
        sources: &Sources,
        changed: &[FileId],
        settings: &Settings,
    ) -> Option<Compilation> {
        let read = self.read_again(game, sources, changed)?;
        let changed: HashSet<FileId> = changed.iter().copied().collect();
        let all = self.with(&read, &changed)?;
        let symbols = Symbols::new(game, &all);
        let compiled = compile_sound(&read, &symbols, sources)?;
        let subjects = self.subjects(&all, &compiled);
        let items = read.iter().map(|file| (file.id, file.cards.len()));
        let world = World::beside(game, sources, &symbols, subjects, items, &self.standing);
        if !self.stands(&world, &compiled) {
            return None;
        }
        let of_files = read.iter().flat_map(|file| &file.found.kept);
        let of_texts = compiled.values().flat_map(|one| &one.diagnostics);
        let mut found: Vec<Diagnostic> = of_files.chain(of_texts).cloned().collect();
        found.extend(lint::lint_cards(&world, &settings.levels));
        settings.levels.apply(&mut found);
        diagnostic::sort(&mut found);
        diagnostic::cap(&mut found, HashMap::default(), &settings.levels);
        let before = self.found.iter();
        let of_others = before.filter(|finding| !changed.contains(&finding.primary.at.file));
        found.extend(of_others.cloned());
        diagnostic::sort(&mut found);
        let (checked_cards, checked_kingdoms, checked_manual) = self.checked;
        Some(Compilation {
            diagnostics: found,
            checked_cards,
            checked_kingdoms,
            checked_manual,
            ..Compilation::default()
        })
    }

    /// The changed files; `None` if one of them cannot be judged by itself.
    fn read_again(&self, game: &Game, sources: &Sources, changed: &[FileId]) -> Option<Vec<Read>> {
        if changed.len() > MOST_CHANGED {
            return None;
        }
        let files = changed.iter().map(|id| {
            let file = Read {
                role: Some(Role::Checked),
                id: *id,
                ..read_file(game, sources.file(*id), *id)
            };
            let alone = self.alone.contains(id) && file.is_alone();
            (alone && !file.found.kept.iter().any(is_error)).then_some(file)
        });
        files.collect()
    }

    /// All cards in the order of ids: those that were read again, and of the others what is known; `None` if more
    /// than texts is changed.
    fn with(&self, read: &[Read], changed: &HashSet<FileId>) -> Option<Vec<Arc<CardSource>>> {
        let cards = read.iter().flat_map(|file| &file.cards);
        let mut new: HashMap<&str, &Arc<CardSource>> = HashMap::default();
        for card in cards {
            if new.insert(&card.id, card).is_some() {
                return None;
            }
        }
        let mut all = Vec::with_capacity(self.cards.len());
        for known in &self.cards {
            if changed.contains(&known.name_at.file) {
                let card = new.remove(known.id.as_str())?;
                let same =
                    card.name_at.file == known.name_at.file && printed(card) == known.printed;
                all.push(same.then(|| Arc::clone(card))?);
            } else {
                all.push(Arc::new(self.source(known)?));
            }
        }
        new.is_empty().then_some(all)
    }

    /// A card as others see it.
    fn source(&self, known: &Known) -> Option<CardSource> {
        Some(CardSource {
            id: known.id.clone(),
            name: known.name.clone(),
            name_at: known.name_at,
            card_type: known.card_type.clone(),
            type_at: known.name_at,
            fields: Arc::clone(&self.fields.get(known.fields as usize)?.0),
            places: Keyed::default(),
            effect: None,
            manual: None,
            broken: false,
        })
    }

    /// All cards as lints see them: those that were compiled again, and of the others what is known.
    fn subjects<'w>(
        &'w self,
        all: &'w [Arc<CardSource>],
        compiled: &'w IndexMap<&str, Compiled>,
    ) -> impl Iterator<Item = Subject<'w>> {
        let cards = self.cards.iter().zip(all);
        cards.map(|(known, source)| match compiled.get(known.id.as_str()) {
            Some(compiled) => subject(compiled, &HashSet::default()),
            None => Subject {
                source,
                abilities: &[],
                contents: Contents::default(),
                facts: known.facts,
                canonical: "",
                // Nothing is reported about it.
                checked: false,
                sound: known.sound,
            },
        })
    }

    /// Whether the lints that look at all cards find what they found: no changed text adds anything to what all texts
    /// come to, and none is alike to that of another card, or was.
    fn stands(&self, world: &World<'_>, compiled: &IndexMap<&str, Compiled>) -> bool {
        let both = || self.cards.iter().zip(world.subjects());
        let mut changed = both().filter(|(known, _)| compiled.contains_key(known.id.as_str()));
        changed.all(|(known, card)| known.adds == world.added(card))
            && apart(both().map(|(known, card)| (known.facts.look, card.facts.look)))
            && apart(both().map(|(known, card)| (known.facts.wording, card.facts.wording)))
    }
}

/// The cards of some files, by id; `None` if one of them has an error.
fn compile_sound<'r>(
    read: &'r [Read],
    symbols: &Symbols<'_>,
    sources: &Sources,
) -> Option<IndexMap<&'r str, Compiled>> {
    let cards = read.iter().flat_map(|file| &file.cards);
    let lines = KnownLines::new(symbols);
    let compiled = cards.map(|source| {
        let one = compile_card(source, Role::Checked, &lines, sources);
        let sound = !one.diagnostics.iter().any(is_error);
        sound.then_some((source.id.as_str(), one))
    });
    compiled.collect()
}

/// Whether what is another one now is and was unlike all others.
fn apart(pairs: impl Iterator<Item = (u64, u64)> + Clone) -> bool {
    let mut moved = HashSet::default();
    let changed = pairs.clone().filter(|(old, new)| old != new);
    for (old, new) in changed {
        if !(moved.insert(old) && moved.insert(new)) {
            return false;
        }
    }
    let mut others = pairs.filter(|(old, new)| old == new);
    others.all(|(known, _)| !moved.contains(&known))
}

impl Read {
    /// Whether it holds nothing but cards that could be read, and no comment that allows something.
    fn is_alone(&self) -> bool {
        self.role == Some(Role::Checked)
            && self.meant == (self.cards.len(), 0)
            && self.unread.is_empty()
            && self.suppressions.is_empty()
            && self.found.left_out.is_empty()
            && self.kind == FileKind::Cards
            && !self.cards.iter().any(|card| card.broken)
    }
}

fn is_error(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error
}

/// The keys of the fields that rules of sets ask for.
fn asked_by_rules(game: &Game) -> HashSet<&str> {
    let rules = game.kingdom.rules.iter();
    rules.flat_map(|rule| rule.kind.fields()).collect()
}

/// The fields of a card that others can ask for: all but words that are its own, and what it costs.
fn seen(game: &Game, card: &CardSource, asked: &HashSet<&str>) -> Fields {
    let mut seen = Fields::clone(&card.fields);
    let Some(card_type) = game.card_types.get(&card.card_type) else {
        return seen;
    };
    for field in game.fields_of(card_type) {
        let own = matches!(
            field.field.kind,
            FieldKind::Text { .. } | FieldKind::Amounts { .. }
        );
        if own && !asked.contains(field.key) {
            seen.remove(field.key);
        }
    }
    seen
}

/// A hash of everything on a card but its text and its places.
fn printed(card: &CardSource) -> u64 {
    let keys: Vec<&SmolStr> = card.places.keys().collect();
    let names = (
        &card.id,
        &card.name,
        &card.card_type,
        &card.manual,
        card.broken,
    );
    hash_of((names, keys, hash_of_fields(&card.fields)))
}

fn hash_of_fields(fields: &Fields) -> u64 {
    fields.iter().fold(0, |hash, (key, value)| {
        let value = match value {
            FieldValue::Flag(flag) => hash_of((0, flag)),
            FieldValue::Number(number) => hash_of((1, number)),
            FieldValue::Text(text) => hash_of((2, text)),
            FieldValue::List(ids) => hash_of((3, ids)),
            FieldValue::Numbers(numbers) => hash_of((4, numbers.as_slice())),
            FieldValue::Area(area) => hash_of((5, &area.pattern)),
        };
        hash_of((hash, key, value))
    })
}
