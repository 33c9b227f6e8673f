//! The whole pipeline as one pure function: source texts in; cards, kingdom sets and diagnostics out.
//!
//! ```
//! use cardwright::compile::{self, Role};
//! use cardwright::diagnostic::Severity;
//! use cardwright::game::embedded_game;
//! use cardwright::source::{SourceFile, Sources};
//!
//! let mut sources = Sources::default();
//! let data = SourceFile::inside(embedded_game("card-game").expect("built in").game);
//! let game = compile::load_game(sources.add(data.clone()), &data).expect("valid data");
//! let card = "
//! name: Howl
//! type: spell
//! cost: { power: 1 }
//! traits: [air]
//! effect: Each enemy unit loses 1 attack until the end of the round.
//! ";
//! let file = sources.add(SourceFile::new("cards/howl.yaml", card));
//! let compilation = compile::compile(&game, &sources, &[(file, Role::Checked)]);
//! let errors = compilation.diagnostics.iter().filter(|found| found.severity == Severity::Error);
//! assert_eq!(errors.count(), 0);
//! assert_eq!(compilation.cards["howl"].abilities.len(), 1);
//! ```

mod card_ids;
mod effect_text;
mod follow_ups;
mod house_rules;
mod kingdoms;
mod memo;
mod migrations;
mod nested_items;
mod parsed_file;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::card::{CardSource, VecMap};
use crate::card_rules::{self, CardIndex};
use crate::collections::{HashMap, HashSet, IndexMap};
use crate::diagnostic::{self, Code, Diagnostic, Levels, Severity};
use crate::effect::{self, ir::Ability};
use crate::fix;
use crate::game::{self, FieldKind, Game};
use crate::kingdom::decklist::{self, Lexicon};
use crate::kingdom::repair::{NoRepair, Plan};
use crate::kingdom::{self, Kingdom, KingdomSource, MissingCards};
use crate::lint::suppress;
use crate::lint::{self, LintContext, LintedCard, Set};
use crate::parallel;
use crate::source::{FileId, SourceFile, Sources, Span};
use crate::symbols::Symbols;
use card_ids::{cards_by_id, is_another_type, namesakes};
use effect_text::{Compiled, compile_card};
use parsed_file::{FileKind, ParsedFile, read_file};

pub use effect_text::not_printable;
pub use memo::CompileMemo;
pub use migrations::{Change, Migration};
pub use parsed_file::cards_in;

/// Maximum number of cards per task, so that no thread waits long for the last cards of another.
const CHUNK_SIZE: usize = 32;

/// The role of a file in a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The file is checked: all its diagnostics are reported.
    Checked,
    /// Cards of the file can be named. A checked card with the same id replaces a card of the file.
    Library,
}

/// A card with its lowered text.
#[derive(Clone, Debug)]
pub struct Card {
    pub source: Arc<CardSource>,
    /// The lowered text.
    pub abilities: Arc<[Ability]>,
    /// The text in canonical form; empty for a card without a text.
    pub text: Arc<str>,
    /// The other effect texts, by key.
    pub more_texts: Arc<VecMap<CardText>>,
    pub role: Role,
}

/// An effect text of a card with several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CardText {
    /// Its meaning.
    pub abilities: Arc<[Ability]>,
    /// The text in canonical form. Spans in the abilities are byte ranges of it.
    pub text: Arc<str>,
}

/// The result of compiling the files of one game.
#[derive(Clone, Debug, Default)]
pub struct Compilation {
    /// All cards by id, in the order of ids, including those of the library.
    pub cards: IndexMap<SmolStr, Card>,
    /// The sets of checked files, in the order of ids.
    pub kingdoms: Vec<Kingdom>,
    /// The span of each set, by id.
    pub places: IndexMap<String, Span>,
    /// The sets whose id is already taken, each with its span.
    pub repeated: Vec<(Kingdom, Span)>,
    /// The open places of each set, by id, if sets are treated as drafts.
    pub open: IndexMap<String, Vec<MissingCards>>,
    /// Why the open places of a draft cannot all be filled, by the id of the set.
    pub stuck: IndexMap<String, String>,
    /// The repair of each set, by id, if repairs are requested.
    pub repairs: IndexMap<String, Repair>,
    /// The migrations of removed card ids, in the order of these ids.
    pub migrations: IndexMap<String, Migration>,
    /// The diagnostics of checked files, in the order of spans.
    pub diagnostics: Vec<Diagnostic>,
    /// The errors in cards of the library. While there are any, no bundle can be built.
    pub of_library: Vec<Diagnostic>,
    /// The help for requested house rules that do not exist.
    pub unknown_house_rules: Option<String>,
    /// Number of cards and sets in checked files, including those with errors.
    pub checked_cards: usize,
    pub checked_kingdoms: usize,
    /// Number of cards in checked files with `manual` text.
    pub checked_manual: usize,
}

impl Compilation {
    /// The words of a line of a card, by its id and the place of the line, or those of a part of its text.
    pub fn words(&self, id: &str, place: usize, part: Option<(u32, u32)>) -> Option<String> {
        let card = self.cards.get(id)?;
        let line = card.abilities.get(place)?.span.range();
        let part = part.map(|(start, end)| start as usize..end as usize);
        let text = card.text.get(part.unwrap_or(line))?;
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// A set and its smallest repair.
#[derive(Clone, Debug)]
pub struct Repair {
    pub source: KingdomSource,
    pub plan: Result<Plan, NoRepair>,
}

/// Loads the data of a game. Data whose terms are reserved words of the effect language are rejected.
pub fn load_game(id: FileId, file: &SourceFile) -> Result<Game, Vec<Diagnostic>> {
    let game = game::load_with(id, file, &effect::is_free_word)?;
    let found = strange_verbs(&game, id, file);
    if found.is_empty() {
        Ok(game)
    } else {
        Err(found)
    }
}

/// Reports verbs for which the data give a default zone but that cannot use one.
fn strange_verbs(game: &Game, id: FileId, file: &SourceFile) -> Vec<Diagnostic> {
    let known = effect::VERBS_OF_ZONES;
    let terms = game.vocabulary.values().flat_map(|list| list.values());
    let verbs = terms.flat_map(|term| &term.default_of);
    let strange = verbs.filter(|verb| !known.contains(&verb.as_str()));
    let finding = |verb: &String| {
        let finding = Diagnostic::new(
            Code::GameData,
            game::place_of_word(id, &file.text, verb),
            format!("`{verb}` is not a verb that uses a default zone"),
            "no verb with a default zone",
        );
        match diagnostic::closest(verb, known) {
            Some(close) => finding.help(format!("write `{close}`")),
            None => finding.help(format!("write one of {}", known.join(", "))),
        }
    };
    strange.map(finding).collect()
}

impl Compilation {
    /// Returns every card as it was read, by id.
    pub fn sources(&self) -> IndexMap<SmolStr, Arc<CardSource>> {
        let cards = self.cards.iter();
        cards
            .map(|(id, card)| (id.clone(), Arc::clone(&card.source)))
            .collect()
    }
}

/// Compiles the files of one game with the default lint levels. `files` are the files in `sources` that belong to the
/// game.
pub fn compile(game: &Game, sources: &Sources, files: &[(FileId, Role)]) -> Compilation {
    compile_with(game, sources, files, &Settings::default())
}

/// The settings of an author.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The levels of lints.
    pub levels: Levels,
    /// The id of the house rules for sets that name none.
    pub house_rules: Option<String>,
    /// How sets are treated.
    pub sets: Sets,
    /// `true` to find the smallest repair of each set.
    pub repair: bool,
    /// The data file of the game, if its references to cards are checked too.
    pub data: Option<FileId>,
}

/// How sets are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sets {
    /// Finished sets: missing cards are errors.
    #[default]
    Finished,
    /// Drafts: missing cards are open places.
    Drafts,
}

impl From<Levels> for Settings {
    fn from(levels: Levels) -> Self {
        Settings {
            levels,
            ..Settings::default()
        }
    }
}

/// Compiles the files of one game with these settings.
pub fn compile_with(
    game: &Game,
    sources: &Sources,
    files: &[(FileId, Role)],
    settings: &Settings,
) -> Compilation {
    run(game, sources, files, settings, None)
}

/// Compiles like [`compile_with`], and keeps parsed files and compiled texts for the next run of the game.
pub fn compile_again(
    game: &Game,
    sources: &Sources,
    files: &[(FileId, Role)],
    settings: &Settings,
    memo: &mut CompileMemo,
) -> Compilation {
    memo.prepare(game, &settings.levels);
    run(game, sources, files, settings, Some(memo))
}

fn run(
    game: &Game,
    sources: &Sources,
    files: &[(FileId, Role)],
    settings: &Settings,
    mut memo: Option<&mut CompileMemo>,
) -> Compilation {
    let read = read_all(game, sources, files, &mut memo);
    let checked = || read.iter().filter(|file| file.role == Some(Role::Checked));
    let found = checked().flat_map(|file| file.found.kept.iter().cloned());
    let mut compilation = Compilation {
        checked_cards: checked().map(|file| file.meant.0).sum(),
        checked_kingdoms: checked().map(|file| file.meant.1).sum(),
        diagnostics: found.collect(),
        ..Compilation::default()
    };
    // All texts are parsed before any is lowered, because the code of only one of these stages fits into the
    // processor's cache.
    let ((cards, of_taken_id, symbols), parsed) = parallel::join(
        || {
            let (cards, of_taken_id) = cards_by_id(&read, &mut compilation.diagnostics);
            let (symbols, found) = parallel::join(
                || Symbols::new(game, cards.values().map(|(card, _)| card)),
                || namesakes(game, &cards),
            );
            compilation.diagnostics.extend(found);
            (cards, of_taken_id, symbols)
        },
        || parse_all(&read, memo.as_deref()),
    );
    let lines = parsed.with(&symbols);
    let compiled = compile_all(&cards, &lines, sources, &mut memo);
    let gather = || {
        let cards = parallel::map(&compiled, |one| {
            (one.card.source.id.clone(), one.card.clone())
        });
        compilation.cards = cards.into_iter().collect();
        let all = compiled.iter();
        let checked = all.filter(|one| one.card.role == Role::Checked);
        let found = checked.clone();
        let found = found.flat_map(|one| one.diagnostics.iter().cloned());
        compilation.diagnostics.extend(found);
        let manual = checked.filter(|one| one.card.source.manual.is_some());
        compilation.checked_manual = manual.count();
    };
    let beside = || {
        let of_library = errors_of_library(&read, &compiled, &cards);
        let renamed = match of_library.is_empty() {
            true => Vec::new(),
            false => renamed(&read, &cards, &of_library),
        };
        let cards = cards.into_iter().map(|(id, (card, _))| (id, card));
        let by_id: IndexMap<SmolStr, Arc<CardSource>> = cards.collect();
        (of_library, renamed, by_id)
    };
    let ((), (of_library, renamed, by_id)) = parallel::join(gather, beside);
    compilation.of_library = of_library;
    compilation.diagnostics.extend(renamed);
    let of_cards = check_cards(game, &by_id, &compilation);
    compilation.diagnostics.extend(of_cards);
    let mut texts = HashSet::default();
    let of_taken_id = of_taken_id.iter().filter(|card| {
        let of_card: Vec<&str> = card.effects().map(|(_, effect)| effect.text()).collect();
        texts.insert((&card.card_type, of_card))
    });
    let nameless = checked().flat_map(|file| &file.nameless);
    for card in nameless.chain(of_taken_id) {
        let found = compile_card(card, Role::Checked, &lines, sources).diagnostics;
        let found = found.into_iter();
        let without_card = |finding| Diagnostic {
            card: None,
            ..finding
        };
        compilation.diagnostics.extend(found.map(without_card));
    }
    // Frees the memory for the following stages; the parsed lines are no longer needed.
    lines.free();

    let (migrations, found) = settle_migrations(&read, &by_id);
    compilation.migrations = migrations;
    compilation.diagnostics.extend(found);
    let known = kingdom::Cards { by_id: &by_id };
    let lists = lists(game, known, sources, &read);
    let mut kingdoms: Vec<&KingdomSource> = Vec::new();
    kingdoms.extend(checked().flat_map(|file| &file.kingdoms));
    for (set, found) in &lists {
        compilation.diagnostics.extend(found.iter().cloned());
        kingdoms.extend(set);
    }
    let with_rules = read.iter().filter(|file| file.kind == FileKind::HouseRules);
    let with_rules = with_rules.filter_map(|file| Some((file.id, file.role?)));
    let mut with_rules: Vec<(FileId, Role)> = with_rules.collect();
    let are_named = kingdoms.iter().any(|set| set.house_rules.is_some());
    // House rules of the library are needed only if sets or settings name house rules, or if the author's house rules
    // may have the same id.
    if !(are_named || settings.house_rules.is_some())
        && with_rules.iter().all(|(_, role)| *role == Role::Library)
    {
        with_rules.clear();
    }
    let (houses, found) = house_rules::read(game, sources, with_rules.into_iter(), &by_id);
    compilation.diagnostics.extend(found);
    let asked = settings.house_rules.as_deref();
    compilation.unknown_house_rules = asked.and_then(|id| houses.unknown(id));
    let judged = kingdoms::judge(&kingdoms, known, &houses, settings, &mut compilation);

    // A card stays faulty even if its diagnostic is moved or removed as a follow-up.
    let mut faulty = faulty_cards(&compilation.diagnostics);
    follow_ups::without(game, sources, &read, &mut compilation.diagnostics);
    faulty.extend(faulty_cards(&compilation.diagnostics));
    faulty.extend(read.iter().flat_map(|file| file.possibly_faulty()));
    let subjects = compiled.iter().map(|one| subject(one, &faulty));
    let sets = judged.iter().map(|judged| Set {
        source: judged.source,
        kingdom: &judged.kingdom,
        // Errors in the zones were found when the set was read.
        sound: judged.sound && !faulty.contains(&judged.source.name),
    });
    let items = checked().map(|file| (file.id, file.meant.0 + file.meant.1));
    let more = compiled.iter().flat_map(|compiled| &compiled.more);
    let more: Vec<LintedCard<'_>> = more.map(|compiled| subject(compiled, &faulty)).collect();
    let world = LintContext::new(game, sources, &symbols, subjects, sets, items);
    let world = world.with_more_texts(more);
    let known = memo.map(CompileMemo::lints);
    let found = lint::lint(&world, &settings.levels, known);
    compilation.diagnostics.extend(found);
    let suppressions = checked().filter(|file| !file.suppressions.is_empty());
    let suppressions = suppressions.map(|file| (file.id, file.suppressions.clone()));
    suppress::apply(
        &mut suppressions.collect::<Vec<_>>(),
        &settings.levels,
        world.all_judged(),
        &mut compilation.diagnostics,
    );
    if let Some(data) = settings.data {
        let found = house_rules::unknown_cards(game, data, sources, &by_id);
        compilation.diagnostics.extend(found);
    }
    settings.levels.apply(&mut compilation.diagnostics);
    diagnostic::sort(&mut compilation.diagnostics);
    let left_out = checked()
        .filter(|file| !file.found.left_out.is_empty())
        .map(|file| (file.id, file.found.left_out.clone()));
    diagnostic::cap(
        &mut compilation.diagnostics,
        left_out.collect(),
        &settings.levels,
    );
    // This comes after all removals of diagnostics, because each check parses the whole file again.
    fix::keep_json(&mut compilation.diagnostics, sources);
    drop(world);
    // Dropping thousands of cards takes long, so it is done in parallel.
    parallel::join(|| parallel::drop_all(compiled), || parallel::drop_all(read));
    compilation
}

/// Checks the fields that name other cards, and the rules for single cards.
fn check_cards(
    game: &Game,
    by_id: &IndexMap<SmolStr, Arc<CardSource>>,
    compilation: &Compilation,
) -> Vec<Diagnostic> {
    let mut fields = game.fields.values();
    let has_names = fields.any(|field| matches!(field.kind, FieldKind::Card { .. }));
    if !has_names && game.card_rules.is_empty() {
        return Vec::new();
    }
    let index = CardIndex::new(by_id.values().map(Arc::as_ref));
    let is_checked = |card: &CardSource| {
        let card = compilation.cards.get(&card.id);
        card.is_some_and(|card| card.role == Role::Checked)
    };
    let mut found = Vec::new();
    for card in by_id.values().filter(|card| is_checked(card)) {
        card_rules::check_names(game, &index, card, &mut found);
    }
    card_rules::check_rules(game, &index, false, &is_checked, &mut found);
    found
}

/// Reads the contents of each file, in the order of files.
fn read_all(
    game: &Game,
    sources: &Sources,
    files: &[(FileId, Role)],
    memo: &mut Option<&mut CompileMemo>,
) -> Vec<Arc<ParsedFile>> {
    let known = memo.as_deref();
    // Each file is a task, because one file may hold as many cards as hundreds of others.
    let read = parallel::map_by(1, files, |(id, role)| {
        let file = sources.file(*id);
        let known = known.and_then(|memo| memo.read(*id, *role, file));
        known.unwrap_or_else(|| {
            Arc::new(ParsedFile {
                role: Some(*role),
                id: *id,
                ..read_file(game, file, *id)
            })
        })
    });
    if let Some(memo) = memo {
        memo.keep_read(&read, |id| sources.file(id).clone());
    }
    read
}

/// Parses the lines of all texts that the memo does not have.
fn parse_all(read: &[Arc<ParsedFile>], memo: Option<&CompileMemo>) -> effect::ParseSession {
    let lines = effect::ParseSession::default();
    let known = |card: &Arc<CardSource>, role: Option<Role>| memo?.compiled(card, role?);
    parallel::map_by(1, read, |file| {
        for card in &file.cards {
            if known(card, file.role).is_none() {
                card.effects()
                    .for_each(|(_, effect)| lines.parse(effect.text()));
            }
        }
    });
    lines
}

/// Compiles the text of each card, in the order of ids.
fn compile_all(
    cards: &IndexMap<SmolStr, (Arc<CardSource>, Role)>,
    lines: &effect::EffectSession<'_>,
    sources: &Sources,
    memo: &mut Option<&mut CompileMemo>,
) -> Vec<Arc<Compiled>> {
    if let Some(memo) = memo {
        memo.of_symbols(lines.symbols());
    }
    let known = |source: &Arc<CardSource>, role| memo.as_deref()?.compiled(source, role);
    let cards: Vec<&(Arc<CardSource>, Role)> = cards.values().collect();
    let compiled = parallel::map_by(CHUNK_SIZE, &cards, |(source, role)| {
        let known = known(source, *role);
        known.unwrap_or_else(|| Arc::new(compile_card(source, *role, lines, sources)))
    });
    if let Some(memo) = memo {
        memo.keep_compiled(&compiled);
    }
    compiled
}

/// Returns the errors of library cards that no card of the author replaces.
fn errors_of_library(
    read: &[Arc<ParsedFile>],
    compiled: &[Arc<Compiled>],
    cards: &IndexMap<SmolStr, (Arc<CardSource>, Role)>,
) -> Vec<Diagnostic> {
    let replaced = |id: &str| {
        let card = cards.get(id);
        card.is_some_and(|(_, role)| *role == Role::Checked)
    };
    let files = read.iter().filter(|file| file.role == Some(Role::Library));
    let of_files = files.flat_map(|file| {
        // A diagnostic without a card may concern any unreadable card of the file.
        let mut unread = file.unread.iter();
        let all = !file.unread.is_empty() && unread.all(|id| replaced(id));
        let found = file.found.kept.iter();
        found.filter(move |finding| !finding.card.as_deref().map_or(all, replaced))
    });
    let cards = compiled.iter();
    let cards = cards.filter(|one| one.card.role == Role::Library);
    let of_texts = cards.flat_map(|one| &one.diagnostics);
    let errors = of_files.chain(of_texts);
    let errors = errors.filter(|finding| finding.severity == Severity::Error);
    let mut errors: Vec<Diagnostic> = errors.cloned().collect();
    for error in &mut errors {
        // Library files do not belong to the author, so they are not edited.
        error.fixes.clear();
    }
    diagnostic::sort(&mut errors);
    errors
}

/// Reports an author's card that has the id but not the name of a library card that others use by name.
fn renamed(
    read: &[Arc<ParsedFile>],
    cards: &IndexMap<SmolStr, (Arc<CardSource>, Role)>,
    errors: &[Diagnostic],
) -> Vec<Diagnostic> {
    let library = read
        .iter()
        .filter(|file| file.role == Some(Role::Library))
        .flat_map(|file| &file.cards);
    let found = library.filter_map(|card| {
        let (own, _) = cards.get(&card.id).filter(|(own, role)| {
            *role == Role::Checked && own.name != card.name && !is_another_type(own, card)
        })?;
        let name = format!("\"{}\"", card.name);
        let naming = errors
            .iter()
            .find(|error| error.code == Code::UnknownCard && error.names.contains(&card.name))?;
        let diagnostic = Diagnostic::new(
            Code::DuplicateId,
            own.name_at,
            format!(
                "the id \"{}\" belongs to {name}, which other cards name",
                card.id
            ),
            format!("replaces {name} under a different name"),
        );
        Some(
            diagnostic
                .label(naming.primary.at, "this card names it")
                .note("a card with the id of a library card replaces it in sets and texts")
                .help(format!(
                    "name this card {name}, or give it a different `id`"
                ))
                .in_card(&own.id),
        )
    });
    found.collect()
}

/// Converts a compiled card to the view that lints have of it.
fn subject<'c>(compiled: &'c Compiled, faulty: &HashSet<String>) -> LintedCard<'c> {
    let card = &compiled.card;
    let written = compiled.written.as_deref();
    LintedCard {
        source: &card.source,
        abilities: written.unwrap_or(&card.abilities),
        contents: compiled.contents,
        fingerprints: compiled.fingerprints,
        canonical: &card.text,
        checked: card.role == Role::Checked,
        sound: !faulty.contains(card.source.id.as_str()) && !card.source.broken,
        findings: &compiled.findings,
    }
}

fn settle_migrations(
    read: &[Arc<ParsedFile>],
    cards: &IndexMap<SmolStr, Arc<CardSource>>,
) -> (IndexMap<String, Migration>, Vec<Diagnostic>) {
    let sources = read.iter().flat_map(|file| &file.migrations);
    // A card that could not be read may have any id.
    let sure = read.iter().all(|file| file.unread.is_empty());
    let (migrations, mut found) = migrations::settle(sources, cards, sure);
    let checked = |diagnostic: &Diagnostic| {
        let mut files = read.iter().filter(|file| file.role == Some(Role::Checked));
        files.any(|file| file.id == diagnostic.primary.at.file)
    };
    found.retain(checked);
    (migrations, found)
}

/// Reads the pasted deck lists and returns their sets with the diagnostics.
fn lists(
    game: &Game,
    cards: kingdom::Cards<'_>,
    sources: &Sources,
    read: &[Arc<ParsedFile>],
) -> Vec<(Option<KingdomSource>, Vec<Diagnostic>)> {
    let is_list = |file: &ParsedFile| file.kind == FileKind::DeckList;
    if !read.iter().any(|file| is_list(file)) {
        return Vec::new();
    }
    let known = Lexicon::new(game, cards);
    let lists = read.iter();
    let lists = lists.filter(|file| is_list(file) && file.role == Some(Role::Checked));
    let lists: Vec<(FileId, &SourceFile)> =
        lists.map(|file| (file.id, sources.file(file.id))).collect();
    let mut called: HashMap<&str, usize> = HashMap::default();
    for (_, source) in &lists {
        *called.entry(source.stem()).or_default() += 1;
    }
    parallel::map(&lists, |(id, source)| {
        // A list without a name is named after its file; `a/deck.txt` and `b/deck.txt` are different.
        let name = match called.get(source.stem()) {
            Some(2..) => source
                .path
                .rsplit_once(source.stem())
                .and_then(|(folder, _)| source.path.get(..folder.len() + source.stem().len()))
                .unwrap_or(source.stem()),
            _ => source.stem(),
        };
        decklist::read(&known, *id, &source.text, name)
    })
}

/// Returns the ids of the cards and the names of the sets with errors.
fn faulty_cards(diagnostics: &[Diagnostic]) -> HashSet<String> {
    diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .filter_map(|diagnostic| diagnostic.card.clone())
        .collect()
}
