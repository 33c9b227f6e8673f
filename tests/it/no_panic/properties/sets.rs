//! Pasted sets, and codes for sets.

use std::sync::{LazyLock, Mutex};

use cardwright::collections::IndexMap;
use cardwright::diagnostic::{Code, Diagnostic, Severity};
use cardwright::game::Game;
use cardwright::kingdom::decklist::{self, Lexicon};
use cardwright::kingdom::export::{self, code};
use cardwright::kingdom::{self, Cards, Kingdom, KingdomSource, Names};
use cardwright::source::{FileId, SourceFile, Sources, Syntax};
use cardwright::yaml;
use data_encoding::BASE64URL_NOPAD;

use super::world::World;
use super::{CARD_GAME, CCG, findings, text};

/// A game with everything that its sets can name.
struct Table {
    game: &'static Game,
    known: Lexicon<'static>,
    names: Names<'static>,
    ids: Vec<&'static str>,
    list: FileId,
    /// The files of the game, and finally the list: diagnostics of a list can have spans in cards.
    sources: Mutex<Sources>,
}

impl Table {
    fn of(world: &'static World) -> Self {
        let cards = Cards {
            by_id: Box::leak(Box::new(world.compilation.sources())),
        };
        let mut sources = world.sources.clone();
        let list = sources.add(SourceFile::new("any.txt", "").written_as(Syntax::List));
        Table {
            sources: Mutex::new(sources),
            list,
            game: &world.game,
            known: Lexicon::new(&world.game, cards),
            names: Names::new(cards),
            ids: cards.by_id.keys().map(|id| id.as_str()).collect(),
        }
    }

    fn read(&self, text: &str) -> (Option<KingdomSource>, Vec<Diagnostic>) {
        decklist::read(&self.known, self.list, text, "any")
    }

    fn validate(&self, set: &KingdomSource) -> (Kingdom, Vec<Diagnostic>) {
        kingdom::validate_with(self.game, &self.names, set)
    }

    /// Parses a text as a set, if every word of it is understood, whether the set is legal or not.
    fn understood(&self, text: &str) -> Option<Kingdom> {
        let (set, mut found) = self.read(text);
        let again = self.read(text);
        assert_eq!(format!("{set:?}"), format!("{:?}", again.0), "read twice");
        assert_eq!(found, again.1, "read twice");
        let mut understood = None;
        if let Some(set) = set {
            let (kingdom, judged) = self.validate(&set);
            found.extend(judged);
            if !set.broken && !found.iter().any(is_about_reading) {
                understood = Some(kingdom.clone());
            }
            let (drafted, _, judged) = kingdom::validate_draft(self.game, &self.names, &set);
            assert_eq!(drafted, kingdom, "as a draft");
            found.extend(judged);
        }
        let mut sources = self.sources.lock().expect("no other input broke anything");
        sources.replace(self.list, text.into());
        findings::hold(&sources, &found);
        understood
    }

    /// A set written in any format is the same set when read again.
    fn passed_on(&self, set: &Kingdom) {
        let (known, canonical) = (&self.known, export::canonical(&self.known, set));
        for (form, text) in [
            ("text", export::to_text(known, set)),
            ("JSON", serde_json::to_string(&canonical).expect("JSON")),
            ("code", code::write(known, set)),
        ] {
            self.same(form, &text, &canonical, self.read(&text));
        }
        let text = export::to_yaml(known, set);
        let (documents, mut found) = yaml::read(self.list, &text);
        let root = documents.into_iter().find_map(|document| document.root);
        let (read, more) = kingdom::read(self.game, &text, &root.expect("a set"), false);
        found.extend(more);
        self.same("YAML", &text, &canonical, (read, found));
    }

    fn same(
        &self,
        form: &str,
        text: &str,
        set: &Kingdom,
        (read, found): (Option<KingdomSource>, Vec<Diagnostic>),
    ) {
        let wrong = found.iter().find(|finding| is_about_reading(finding));
        assert!(wrong.is_none(), "{form}: {wrong:#?}\n{text}");
        let read = read.unwrap_or_else(|| panic!("{form}: no set in\n{text}"));
        let (read, _) = self.validate(&read);
        let read = export::canonical(&self.known, &read);
        assert_eq!(read.zones, set.zones, "{form}:\n{text}");
        if form != "code" {
            assert_eq!(read.name, set.name, "{form}:\n{text}");
        }
    }
}

static CARD_GAME_TABLE: LazyLock<Table> = LazyLock::new(|| Table::of(&CARD_GAME));
static CCG_TABLE: LazyLock<Table> = LazyLock::new(|| Table::of(&CCG));

/// Returns whether a diagnostic is about a part of a set that is not understood. Violated rules and missing cards are
/// written and read back unchanged.
fn is_about_reading(finding: &Diagnostic) -> bool {
    let error = finding.severity == Severity::Error;
    (error && !matches!(finding.code, Code::KingdomRule | Code::MissingZone))
        || matches!(finding.code, Code::HeadingCount | Code::OtherNumber)
}

fn game_of(text: &str) -> Option<&str> {
    decklist::game_of(text, ["card-game", "ccg"])
}

fn table(ccg: bool) -> &'static Table {
    if ccg { &CCG_TABLE } else { &CARD_GAME_TABLE }
}

/// A pasted set, of the game that it names.
pub fn deck_list(bytes: &[u8]) {
    let text = text(bytes);
    let table = table(game_of(&text) == Some("ccg"));
    if let Some(set) = table.understood(&text) {
        table.passed_on(&set);
    }
}

/// A code for a set. Few byte sequences have valid checksums, so the first byte selects what the others are: 0 and 1
/// for the bits before the checksum of the copy, 2 and 3 for the numbers of a set that is encoded, each for one of
/// the games; any other value for text.
pub fn kingdom_code(bytes: &[u8]) {
    match bytes.split_first() {
        Some((0 | 1, rest)) => {
            let mut checked = rest.to_vec();
            checked.extend_from_slice(&blake3::hash(rest).as_bytes()[..2]);
            let code = format!("cw1{}", BASE64URL_NOPAD.encode(&checked));
            read_code(table(bytes[0] == 1), &code);
        }
        Some((2 | 3, rest)) => {
            let table = table(bytes[0] == 3);
            let set = chosen(table, rest);
            let code = code::write(&table.known, &set);
            assert!(decklist::is_code(&code), "{code}");
            // Values taken from a card are in no code, so the sets can differ in them, but the codes cannot.
            let read = table.read(&code).0;
            let read = read.unwrap_or_else(|| panic!("no set in {code}"));
            let (again, _) = table.validate(&read);
            assert_eq!(code::write(&table.known, &again), code, "written again");
            read_code(table, &code);
        }
        _ => {
            let text = text(bytes);
            read_code(table(game_of(&text) == Some("ccg")), &text);
        }
    }
}

/// A valid code equals the code that is generated for its set.
fn read_code(table: &Table, text: &str) {
    let reading = code::read(&table.known, text.trim());
    assert_eq!(reading, code::read(&table.known, text.trim()), "read twice");
    let understood = table.understood(text);
    let (Ok(reading), Some(set)) = (reading, understood) else {
        return;
    };
    if reading.fault.is_none() {
        table.passed_on(&set);
    }
}

/// Returns the set that the bytes select: a zone, one of its cards, a count.
fn chosen(table: &Table, bytes: &[u8]) -> Kingdom {
    let keys: Vec<&String> = table.game.kingdom.zones.keys().collect();
    let mut zones: IndexMap<String, IndexMap<String, u32>> = IndexMap::default();
    for choice in bytes.chunks_exact(4).take(200) {
        let key = keys[usize::from(choice[0]) % keys.len()];
        let by = table.game.kingdom.zones[key].by.as_deref();
        let ids: Vec<&str> = match by.and_then(|by| table.game.list_of(by)) {
            Some(list) => table.game.terms(list).map(|(id, _)| id).collect(),
            None => table.ids.clone(),
        };
        let at = usize::from(u16::from_le_bytes([choice[1], choice[2]]));
        let id = ids[at % ids.len()].to_owned();
        zones
            .entry(key.clone())
            .or_default()
            .insert(id, 1 + u32::from(choice[3]));
    }
    let order = table.game.kingdom.zones.keys();
    let zones: IndexMap<String, IndexMap<String, u32>> = order
        .filter_map(|key| Some((key.clone(), zones.get(key)?.clone())))
        .collect();
    Kingdom {
        id: "any".to_owned(),
        name: "any".to_owned(),
        house_rules: None,
        total: zones.values().flat_map(IndexMap::values).sum(),
        zones,
    }
}
