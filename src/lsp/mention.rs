//! Where cards and traits are defined and mentioned.

use gen_lsp_types::{DocumentHighlight, DocumentHighlightKind, Location};
use smol_str::SmolStr;

use super::view::View;
use crate::card::CardSource;
use crate::collections::HashSet;
use crate::compile::Card;
use crate::game::{self, DATA_FILE};
use crate::source::{FileId, Span};
use crate::symbols::Symbols;
use crate::workspace::{GameRun, id_in};
use crate::yaml::{self, Node, SourceMap, Value};

/// What a mention is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// A card, by its id.
    Card(SmolStr),
    /// A trait, by its id.
    Trait(SmolStr),
}

/// A name or a trait in a file.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    pub at: Span,
    pub subject: Subject,
    pub is_definition: bool,
    /// It is a part of an effect text, not a value of its own.
    pub is_in_text: bool,
}

/// Returns all mentions in the files of a game.
pub(super) fn mentions(view: &View<'_>, game: &GameRun) -> Vec<Mention> {
    let cards = game.compilation.cards.values();
    let symbols = Symbols::new(&game.game, cards.map(|card| &card.source));
    let mut finding = Finding {
        view,
        game,
        symbols: &symbols,
        found: Vec::new(),
    };
    for card in game.compilation.cards.values() {
        finding.card(card);
    }
    finding.other_files();
    finding.found
}

/// Returns the mention at a byte of a file. At the border of two, the first.
pub(super) fn at(mentions: &[Mention], file: FileId, byte: usize) -> Option<&Mention> {
    let is_here = |mention: &&Mention| {
        let range = mention.at.range();
        mention.at.file == file && range.start <= byte && byte <= range.end
    };
    mentions.iter().find(is_here)
}

struct Finding<'f, 'v> {
    view: &'f View<'v>,
    game: &'f GameRun,
    symbols: &'f Symbols<'f>,
    found: Vec<Mention>,
}

impl Finding<'_, '_> {
    fn add(&mut self, at: Span, subject: Subject) {
        self.found.push(Mention {
            at,
            subject,
            is_definition: false,
            is_in_text: false,
        });
    }

    fn card(&mut self, card: &Card) {
        let source = &card.source;
        self.found.push(Mention {
            at: source.name_at,
            subject: Subject::Card(source.id.clone()),
            is_definition: true,
            is_in_text: false,
        });
        let file = self.view.file(source.name_at.file);
        for (_, effect) in source.effects() {
            let map = effect.node.places(&file.text);
            self.text(effect.text(), &map);
        }
        self.fields(source);
    }

    /// Adds the names in quotation marks and the traits in asterisks.
    fn text(&mut self, text: &str, map: &SourceMap<'_>) {
        for mark in ['"', '*'] {
            let marks: Vec<usize> = text.match_indices(mark).map(|(at, _)| at).collect();
            for pair in marks.chunks_exact(2) {
                let &[open, close] = pair else { continue };
                let range = open + 1..close;
                let word = text.get(range.clone()).unwrap_or_default();
                let subject = match mark {
                    '"' => self.card_called(word),
                    _ => self.trait_called(word),
                };
                if let (Some(subject), Some(at)) = (subject, map.exactly(range)) {
                    self.found.push(Mention {
                        at,
                        subject,
                        is_definition: false,
                        is_in_text: true,
                    });
                }
            }
        }
    }

    /// Adds the traits of a card, and the cards that its fields name.
    fn fields(&mut self, card: &CardSource) {
        let Some(of_type) = self.game.game.card_types.get(&card.card_type) else {
            return;
        };
        for field in self.game.game.fields_of(of_type) {
            let Some(place) = card.places.get(field.key) else {
                continue;
            };
            let is_traits = field.field.is_list_of("traits");
            let names_card = matches!(field.field.kind, game::FieldKind::Card { .. });
            if !(is_traits || names_card) {
                continue;
            }
            let text = &self.view.file(place.file).text;
            // The value was read as a part of its card; here only its words matter.
            for (at, word) in words_of_list(text, *place) {
                let subject = match is_traits {
                    true => self.trait_called(&word),
                    false => self.card_called(&word),
                };
                if let Some(subject) = subject {
                    self.add(at, subject);
                }
            }
        }
    }

    /// Adds the cards that files without cards name: sets, house rules, migrations and tests.
    fn other_files(&mut self) {
        let cards = self.game.compilation.cards.values();
        let with_cards: HashSet<FileId> = cards.map(|card| card.source.name_at.file).collect();
        let compiled = self.view.compiled;
        let others = compiled.files.values().copied();
        let others = others.filter(|file| !with_cards.contains(file));
        let mut others: Vec<FileId> = others
            .filter(|file| {
                compiled
                    .game_of(*file)
                    .is_none_or(|own| std::ptr::eq(own, self.game))
            })
            .filter(|file| !self.view.file(*file).path.ends_with(DATA_FILE))
            .collect();
        others.sort();
        for file in others {
            let (documents, _) = yaml::read(file, &self.view.file(file).text);
            for root in documents
                .iter()
                .filter_map(|document| document.root.as_ref())
            {
                self.names(root);
            }
        }
    }

    /// Adds the scalars that are the name of a card.
    fn names(&mut self, node: &Node) {
        match &node.value {
            Value::Scalar(scalar) => {
                if let Some(subject) = self.card_called(&scalar.text) {
                    self.add(node.span, subject);
                }
            }
            Value::Sequence(items) => items.iter().for_each(|item| self.names(item)),
            Value::Mapping(entries) => {
                for entry in entries.iter() {
                    self.names(&entry.key);
                    self.names(&entry.value);
                }
            }
        }
    }

    fn card_called(&self, name: &str) -> Option<Subject> {
        let card = self
            .symbols
            .card(name)
            .or_else(|| self.symbols.card_of_id(name));
        card.map(|card| Subject::Card(card.id.clone()))
    }

    fn trait_called(&self, word: &str) -> Option<Subject> {
        let id = self.symbols.trait_id(word);
        let id = id.or_else(|| self.symbols.trait_id(&word.replace('_', " ")));
        id.map(|id| Subject::Trait(id.into()))
    }
}

/// Returns the words of a list in brackets or of one word for each line, each with its span.
fn words_of_list(text: &str, place: Span) -> Vec<(Span, String)> {
    let range = place.range();
    let Some(list) = text.get(range.clone()) else {
        return Vec::new();
    };
    let mut words = Vec::new();
    let mut from = range.start;
    for part in list.split([',', '[', ']', '\n']) {
        let word = part
            .trim()
            .trim_start_matches("- ")
            .trim_matches(['"', '\'', ' ']);
        let word = word.split(" #").next().unwrap_or_default().trim_end();
        if !word.is_empty()
            && let Some(at) = part.find(word)
        {
            let start = from + at;
            words.push((
                Span::new(place.file, start..start + word.len()),
                word.to_owned(),
            ));
        }
        from += part.len() + 1;
    }
    words
}

/// Returns where the subject of a mention is defined: a card in its file, a trait in the data of its game.
pub(super) fn definition(view: &View<'_>, game: &GameRun, mention: &Mention) -> Option<Span> {
    match &mention.subject {
        Subject::Card(id) => Some(game.compilation.cards.get(id)?.source.name_at),
        Subject::Trait(id) => {
            let mut files = view.compiled.run.sources.iter();
            let (file, data) = files.find(|(_, file)| {
                file.path.ends_with(DATA_FILE)
                    && id_in(&file.text)
                        .is_some_and(|at| file.text.get(at) == Some(&*game.game.game))
            })?;
            let at = game::place_of_word(file, &data.text, id);
            (at.start < at.end).then_some(at)
        }
    }
}

/// Returns the mentions of the same subject in files that can be opened.
pub(super) fn references(
    view: &View<'_>,
    mentions: &[Mention],
    of: &Mention,
    with_definition: bool,
) -> Vec<Location> {
    let same = mentions
        .iter()
        .filter(|mention| mention.subject == of.subject);
    let shown = same
        .filter(|mention| with_definition || !mention.is_definition)
        .filter(|mention| view.path(mention.at.file).is_some());
    let mut spans: Vec<Span> = shown.map(|mention| mention.at).collect();
    spans.sort();
    spans.dedup();
    spans.into_iter().map(|at| view.location(at)).collect()
}

/// Returns the mentions of the same subject in the same file.
pub(super) fn highlights(
    view: &View<'_>,
    mentions: &[Mention],
    of: &Mention,
    file: FileId,
) -> Vec<DocumentHighlight> {
    let here = mentions.iter().filter(|mention| mention.at.file == file);
    let here = here.filter(|mention| mention.subject == of.subject);
    let mut found: Vec<DocumentHighlight> = here
        .map(|mention| DocumentHighlight {
            range: view.range(mention.at),
            kind: Some(match mention.is_definition {
                true => DocumentHighlightKind::Write,
                false => DocumentHighlightKind::Read,
            }),
        })
        .collect();
    found.sort_by_key(|highlight| highlight.range.start);
    found
}
