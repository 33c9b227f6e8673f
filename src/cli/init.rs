//! `init`: writes a small project to start from.

use std::path::PathBuf;

use smol_str::SmolStr;

use super::Outcome;
use super::args::Init;
use super::card_template::{Template, comment};
use super::error::{CliError, choose};
use super::new::{Place, best, file_name, of_game};
use super::output;
use super::paths::game_of;
use super::project::{self, Project};
use super::seating;
use super::walk;
use super::walk::DEFAULT_FOLDER;
use super::workspace::GameRun;
use super::write;
use cardwright::card::id_of;
use cardwright::game::{CardType, Game, embedded};
use cardwright::kingdom::decklist::Lexicon;
use cardwright::kingdom::{Cards, Kingdom, export};
use cardwright::scenario;
use cardwright::source::FileId;

/// The name of the first card; the type of the card and the name of sets in the game follow the first words.
const FIRST: &str = "My First";

/// The comment in the first test.
const TEST: &str = "\
# A test: the situation (`given`), the steps to play (`when`) and the result (`then`).
# Run it with `cardwright test`; docs/tests.md describes the format.
";

/// The step of a test in which a card attacks another one.
const ATTACKS: &str = "attacks";

pub fn init(args: &Init) -> Result<Outcome, CliError> {
    let folder = args.dir.clone().unwrap_or_else(|| PathBuf::from("."));
    // The settings of a project around the new one do not apply to it, except for its game.
    let around = project::find(None)?;
    let id = game_of(args.game.game.as_deref(), &around);
    if !embedded().iter().any(|known| known.id == id) {
        return Err(CliError::UnknownGame {
            id: id.to_owned(),
            help: choose(id, embedded().iter().map(|known| known.id)),
        });
    }
    let files = files(id)?;
    let paths: Vec<PathBuf> = files.iter().map(|(path, _)| folder.join(path)).collect();
    if let Some(there) = paths.iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(CliError::InTheWay {
            path: walk::shown(there),
            why: "`init` writes only new files",
            help: "give another folder, or use `cardwright new` to add a card",
        });
    }
    for (path, (_, text)) in paths.iter().zip(&files) {
        write::new_file(path, text.as_bytes())?;
    }
    let mut said: String = paths
        .iter()
        .map(|path| format!("wrote {}\n", walk::shown(path)))
        .collect();
    let enter = match &args.dir {
        Some(folder) => format!("cd {} && ", walk::shown(folder)),
        None => String::new(),
    };
    said.push_str(&format!("next: run `{enter}cardwright check`\n"));
    output::to_stdout(&said)?;
    Ok(Outcome::Clean)
}

/// Returns the files of the project: each path in its folder, and its text.
fn files(id: &str) -> Result<Vec<(String, String)>, CliError> {
    let project = Project::default();
    let place = Place {
        project: &project,
        game: id,
        folder: None,
    };
    let before = place.run(&[])?;
    let known = of_game(&before, id)?;
    let game = &known.game;
    let acting = game.acting_type();
    // The type that acts on the map first; cards with a role of their own last.
    let mut types: Vec<(&SmolStr, &CardType)> = game.printed_types().collect();
    types.sort_by_key(|(_, one)| {
        let acts = acting.is_some_and(|acting| acting.name == one.name);
        (one.role.is_some(), !acts)
    });
    let mut first: Option<FirstCard> = None;
    for (type_id, card_type) in types {
        let name = format!("{FIRST} {}", titled(&card_type.name));
        let path = format!("{DEFAULT_FOLDER}/{}", file_name(&name)?);
        let template = Template {
            game,
            type_id,
            card_type,
            cards: &known.compilation.cards,
            path: &path,
        };
        let text = best(&place, &before, &template, &path, &name)?.text;
        let set = set(&place, (path.as_str(), text.as_str()), &name)?;
        let is_done = set.is_some();
        if first.is_none() || is_done {
            first = Some(FirstCard {
                path,
                name,
                text,
                set,
            });
        }
        if is_done {
            break;
        }
    }
    let Some(FirstCard {
        path,
        name,
        text,
        set,
    }) = first
    else {
        return Err(CliError::BrokenGame { id: id.to_owned() });
    };
    let test = test(&place, (path.as_str(), text.as_str()), &name)?;
    let title = format!("{FIRST} {}", titled(&game.kingdom.name));
    let own = set.as_ref().map(|(path, _)| (path.clone(), id_of(&title)));
    let against = seating::starter_sets(id).into_iter().next();
    let against = against.filter(|_| game.play.is_some()).map(|(id, _)| id);
    let readme = readme(game, &path, own, against);
    let mut files = vec![("cardwright.toml".to_owned(), settings(game)), (path, text)];
    files.extend(test);
    files.extend(set);
    files.push(("README.md".to_owned(), readme));
    Ok(files)
}

/// The first card of a project, and a set with it.
struct FirstCard {
    path: String,
    name: String,
    text: String,
    /// The path and text of the set, if there is one that the rules allow.
    set: Option<(String, String)>,
}

fn settings(game: &Game) -> String {
    let title = comment(&format!("The game of the cards here: {}.", game.title));
    format!("{title}game = \"{}\"\n", game.game)
}

/// Returns a set with the new card: one of the game in which the card takes the place of another.
fn set(
    place: &Place<'_>,
    card: (&str, &str),
    name: &str,
) -> Result<Option<(String, String)>, CliError> {
    for (_, starter) in seating::starter_sets(place.game) {
        let run = place.run(&[card, ("set.yaml", &starter.text.text)])?;
        let known = of_game(&run, place.game)?;
        let Some(of_game) = known.compilation.kingdoms.first() else {
            continue;
        };
        let title = format!("{FIRST} {}", titled(&known.game.kingdom.name));
        let path = format!("{DEFAULT_FOLDER}/{}", file_name(&title)?);
        for changed in with_card(of_game, &id_of(name)) {
            let changed = Kingdom {
                name: title.clone(),
                id: id_of(&title),
                ..changed
            };
            let text = written(known, &changed, &path);
            let run = place.run(&[card, (path.as_str(), text.as_str())])?;
            if run.diagnostics.is_empty() {
                return Ok(Some((path, text)));
            }
        }
    }
    Ok(None)
}

/// Returns a test of the new card that passes: if possible, one that fails without the text of the card. `None` if the
/// game cannot be played, or the card not by itself.
fn test(
    place: &Place<'_>,
    card: (&str, &str),
    name: &str,
) -> Result<Option<(String, String)>, CliError> {
    let run = place.run(&[card])?;
    let known = of_game(&run, place.game)?;
    let Ok(table) = scenario::table(&known.game, &known.compilation) else {
        return Ok(None);
    };
    let lexicon = scenario::Lexicon::new(&known.game, &table, &known.compilation);
    let mut best = None;
    for begun in situations(&lexicon, name) {
        let read = scenario::read(&lexicon, FileId::default(), &begun);
        let [one] = read.scenarios.as_slice() else {
            continue;
        };
        let played = scenario::play(&lexicon, &table, one);
        if played.so.is_empty() {
            continue;
        }
        let then: String = played.so.iter().map(|line| format!("  {line}\n")).collect();
        let text = format!("{begun}then:\n{then}");
        let read = scenario::read(&lexicon, FileId::default(), &text);
        let cases: Vec<_> = read.scenarios.iter().collect();
        if scenario::unneeded(&lexicon, &cases).is_empty() {
            best = Some(text);
            break;
        }
        // A test must not name a card that it does not need.
        best.get_or_insert_with(|| text.replace(&format!("card: {name}\n"), ""));
    }
    let path = card.0.trim_end_matches(".yaml");
    let path = format!("{path}{}", scenario::FILE_END);
    Ok(best.map(|text| (path, text)))
}

/// Returns the beginnings of tests of a card, up to `then`: it is played, it attacks a damaged card of its kind, it is
/// attacked.
fn situations(lexicon: &scenario::Lexicon<'_>, name: &str) -> Vec<String> {
    let table = lexicon.table;
    // The cards that a player can play are in this zone.
    let hand = lexicon
        .game
        .term_name("zones", &table.rules.roles.zones.hand);
    let at_space = (0..table.spaces()).map(|space| format!(" at {}", table.space_name(space)));
    let playing = at_space.chain([String::new()]).map(|at| {
        format!(
            "{TEST}test: {name} is played\ncard: {name}\ngiven:\n  you: {{ {hand}: [{name}] }}\nwhen:\n  - play {name}{at}\n"
        )
    });
    let columns = usize::from(table.columns);
    let row = usize::from(table.spaces()).div_ceil(columns.max(1)) / 2;
    let picture: String = (0..columns)
        .map(|column| match (column + 1).checked_sub(columns / 2) {
            Some(0) => " A",
            Some(1) => " b",
            _ => " .",
        })
        .collect();
    let damage = lexicon.token_name(table.damage_token);
    let fights = [
        (ATTACKS, format!("A {ATTACKS} b")),
        ("is attacked", format!("\"opponent: b {ATTACKS} A\"")),
    ];
    let fighting = fights.map(|(what, step)| {
        format!(
            "{TEST}test: {name} {what}\ncard: {name}\ngiven:\n  map: \"{row}{picture}\"\n  A: {name}\n  b: {name}, 1 {damage}\nwhen:\n  - {step}\n"
        )
    });
    playing.chain(fighting).collect()
}

/// Returns the sets in which a card takes the place of another.
fn with_card(set: &Kingdom, id: &str) -> Vec<Kingdom> {
    let mut sets = Vec::new();
    for (zone, cards) in set.zones.iter().rev() {
        for known in cards.keys() {
            let mut changed = set.clone();
            let cards = cards.iter();
            let cards = cards.map(|(card, count)| match card == known {
                true => (id.to_owned(), *count),
                false => (card.clone(), *count),
            });
            changed.zones.insert(zone.clone(), cards.collect());
            sets.push(changed);
        }
    }
    sets
}

fn written(known: &GameRun, set: &Kingdom, path: &str) -> String {
    let cards = known.compilation.sources();
    let lexicon = Lexicon::new(&known.game, Cards { by_id: &cards });
    let title = comment(&format!(
        "A {} of {}. See what is in it with",
        known.game.kingdom.name, known.game.title
    ));
    let command = format!("#   cardwright kingdom {path} --report\n");
    title + &command + &export::to_yaml(&lexicon, set)
}

/// Writes the page of the project. `set` is the path and the id of its set, and `against` a set of the game.
fn readme(
    game: &Game,
    card: &str,
    set: Option<(String, String)>,
    against: Option<String>,
) -> String {
    let mut text = format!(
        "# My cards\n\nCards of {}, written with cardwright.\n\n",
        game.title
    );
    text.push_str("| | |\n| --- | --- |\n");
    let mut row = |does: &str, command: &str| {
        text.push_str(&format!("| {does} | `cardwright {command}` |\n"));
    };
    row("check everything here", "check");
    row("add a card", "new TYPE NAME");
    row("see the card types", "new");
    row("try a sentence", "effect");
    row("see how other cards say something", "search WORDS");
    row("look up a word or a message", "explain WORD");
    if game.play.is_some() {
        row("play the tests of cards (`docs/tests.md`)", "test");
    }
    if let Some((path, id)) = &set {
        row(
            "see what is in the set",
            &format!("kingdom {path} --report"),
        );
        if let Some(other) = &against {
            row("play with it", &format!("play {id} {other} --bot greedy"));
            row("let programs play", &format!("simulate {id} {other}"));
        }
    }
    row("build the database for a game engine", "build --out bundle");
    text.push_str(&format!("\nBegin with `{card}`.\n"));
    text
}

/// Writes the first letter of each word as a capital letter.
fn titled(words: &str) -> String {
    let words = words.split(' ').map(|word| {
        let mut chars = word.chars();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        first.chain(chars).collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}
