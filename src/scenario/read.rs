//! Reads test files: documents of YAML to scenarios, with every mistake.

use cardwright_play::position::{NOBODY, Placed, Spot};
use cardwright_play::state::{Player, Space};
use cardwright_play::table::{Def, DefId};
use smol_str::SmolStr;

use super::fact::{self, Fact};
use super::lexicon::Lexicon;
use super::phrase::Phrase;
use super::{At, Expected, Name, Scenario, Setting, Step, Subject, blank, picture, step};
use crate::collections::IndexMap;
use crate::diagnostic::{Code, Diagnostic, Safety, closest, prose};
use crate::source::{FileId, Span};
use crate::yaml::{self, Entry, Node, Value};

/// The keys of a test, in their usual order.
pub(super) const KEYS: [&str; 6] = ["test", "card", "given", "when", "then", "cases"];

/// The keys of `given` that are the same in every game.
const GIVEN: [&str; 6] = ["map", "you", "opponent", "turn", FIRST, "round"];

/// The key for the first player.
const FIRST: &str = "first";

/// Ready payment cards of each kind, if a test names none.
const READY: u32 = 8;

/// Blank cards below the named ones in the pile from which players draw.
const BLANKS: u32 = 10;

/// The round of a test that names none.
const ROUND: u32 = 2;

/// Most cards that one number of a test stands for.
const MOST: u32 = 200;

/// The tests of a file.
#[derive(Debug, Default)]
pub struct TestFile {
    pub scenarios: Vec<Scenario>,
    pub findings: Vec<Diagnostic>,
    /// The number of tests with findings, which are not played.
    pub unread: usize,
}

/// Reads the tests of a file.
pub fn read(lexicon: &Lexicon<'_>, file: FileId, text: &str) -> TestFile {
    let (documents, findings) = yaml::read(file, text);
    let mut tests = TestFile {
        findings,
        ..TestFile::default()
    };
    for document in &documents {
        let Some(root) = &document.root else { continue };
        let mut reader = Reader {
            lexicon,
            source: text,
            letters: Vec::new(),
            found: Vec::new(),
            broken: document.broken,
        };
        let mut scenarios = Vec::new();
        reader.test(root, &mut scenarios);
        match reader.found.is_empty() && !document.broken {
            true => tests.scenarios.append(&mut scenarios),
            false => tests.unread += 1,
        }
        tests.findings.append(&mut reader.found);
    }
    if documents.iter().all(|document| document.root.is_none()) && tests.findings.is_empty() {
        let finding = Diagnostic::new(
            Code::TestKey,
            Span::new(file, 0..0),
            "this file has no test",
            "nothing is tested here",
        );
        let help = "begin a test with `test: ` and a sentence that says what it shows";
        tests.findings.push(finding.help(help));
    }
    tests
}

pub(super) struct Reader<'g, 'n> {
    pub lexicon: &'n Lexicon<'g>,
    pub source: &'n str,
    /// The letters that stand for a card of the test.
    pub letters: Vec<SmolStr>,
    pub found: Vec<Diagnostic>,
    /// Parts of the document could not be read.
    broken: bool,
}

/// The entries of `given`, those of a case instead of those of the test.
type Given<'n> = IndexMap<&'n str, &'n Entry>;

impl<'n> Reader<'_, 'n> {
    pub fn report(&mut self, finding: Diagnostic) {
        self.found.push(finding);
    }

    fn test(&mut self, root: &'n Node, scenarios: &mut Vec<Scenario>) {
        let Value::Mapping(entries) = &root.value else {
            let finding = Diagnostic::new(
                Code::TestKey,
                root.span,
                "this is not a test",
                "no mapping with the key `test`",
            );
            self.report(
                finding.help("begin a test with `test: ` and a sentence that says what it shows"),
            );
            return;
        };
        let mut of_test: IndexMap<&str, &Entry> = IndexMap::default();
        for entry in entries.iter() {
            let key = key_of(entry);
            match KEYS.contains(&key) {
                true => {
                    of_test.insert(key, entry);
                }
                false => self.unknown_key(&entry.key, key, "a test", &KEYS),
            }
        }
        // A misspelt key was reported already.
        let misspelt = |entry: &Entry| {
            let key = key_of(entry);
            !KEYS.contains(&key) && closest(key, KEYS) == Some("test")
        };
        self.broken |= entries.iter().any(misspelt);
        let title = self.title(root, of_test.get("test").copied());
        let cards = self.cards(of_test.get("card").copied());
        let base = self.given(of_test.get("given").copied());
        let cases = match of_test.get("cases").map(|entry| &entry.value) {
            None => vec![None],
            Some(node) => match &node.value {
                Value::Sequence(items) => items.iter().map(Some).collect(),
                _ => {
                    self.wrong_kind(node.span, "cases", "a list of cases");
                    return;
                }
            },
        };
        let single = cases.len() == 1 && cases.first().is_some_and(Option::is_none);
        for (at, case) in cases.into_iter().enumerate() {
            let mut given = base.clone();
            let (mut when, mut then) = (of_test.get("when").copied(), of_test.get("then").copied());
            let mut last = entries.last();
            let mut column = self.column(root.span);
            if let Some(case) = case {
                let Value::Mapping(own) = &case.value else {
                    self.wrong_kind(
                        case.span,
                        "cases",
                        "a mapping with `given`, `when` and `then`",
                    );
                    continue;
                };
                for entry in own.iter() {
                    match key_of(entry) {
                        "given" => given.extend(self.given(Some(entry))),
                        "when" => when = Some(entry),
                        "then" => then = Some(entry),
                        key => {
                            self.unknown_key(&entry.key, key, "a case", &["given", "when", "then"])
                        }
                    }
                }
                last = own.last();
                column = self.column(case.span);
            }
            let setting = self.setting(&given, root.span);
            let steps = when.map_or(Vec::new(), |entry| step::steps(self, &entry.value));
            let then = then.map_or(Vec::new(), |entry| self.expected(&entry.value));
            let Some((setting, (title, title_at))) = setting.zip(title.clone()) else {
                continue;
            };
            let end = last.map_or(root.span, |entry| entry.value.span);
            scenarios.push(Scenario {
                title,
                title_at,
                case: (!single).then_some(at + 1),
                cards: cards.clone(),
                setting: turned_to_first_step(setting, given.contains_key("turn"), &steps),
                steps,
                then,
                end,
                indent: column,
            });
        }
    }

    /// The indentation of a block that begins at a span; `None` if something else is before it on its line.
    fn column(&self, at: Span) -> Option<usize> {
        let before = self.source.get(..at.start as usize)?;
        let line = before.rsplit('\n').next().unwrap_or(before);
        line.chars()
            .all(|c| matches!(c, ' ' | '-'))
            .then(|| line.chars().count())
    }

    fn title(&mut self, root: &Node, entry: Option<&Entry>) -> Option<(String, Span)> {
        let Some(entry) = entry else {
            if !self.broken {
                let at = Span::new(
                    root.span.file,
                    root.span.range().start..root.span.range().start,
                );
                let finding = Diagnostic::new(
                    Code::TestKey,
                    at,
                    "a test has no title",
                    "the key `test` is missing",
                );
                self.report(
                    finding.help(
                        "begin the test with `test: ` and a sentence that says what it shows",
                    ),
                );
            }
            return None;
        };
        match entry.value.scalar() {
            Some(text) if !text.text.trim().is_empty() => {
                Some((text.text.trim().to_owned(), entry.value.span))
            }
            _ => {
                self.wrong_kind(
                    entry.key.span,
                    "test",
                    "a sentence that says what the test shows",
                );
                None
            }
        }
    }

    fn cards(&mut self, entry: Option<&'n Entry>) -> Vec<(DefId, Span)> {
        let mut cards = Vec::new();
        for words in entry.map_or(Vec::new(), |entry| self.scalars(&entry.value, "card")) {
            if let Some(card) = self.card(words) {
                cards.push((card, words.span()));
            }
        }
        cards
    }

    /// The texts of a scalar, which may have commas, or of a list of scalars.
    pub fn scalars(&mut self, node: &'n Node, key: &str) -> Vec<Phrase<'n>> {
        match &node.value {
            Value::Scalar(_) => {
                let all = Phrase::of(node, self.source);
                all.map_or(Vec::new(), |words| self.names_in(words))
            }
            Value::Sequence(items) => {
                let mut found = Vec::new();
                for item in items.iter() {
                    match Phrase::of(item, self.source) {
                        Some(words) => found.push(words),
                        None => self.wrong_kind(item.span, key, "words"),
                    }
                }
                found
            }
            Value::Mapping(_) => {
                self.wrong_kind(node.span, key, "words, or a list of them");
                Vec::new()
            }
        }
    }

    /// The parts between commas; a comma within the name of a card does not part.
    pub fn names_in(&self, words: Phrase<'n>) -> Vec<Phrase<'n>> {
        let mut parts: Vec<Phrase<'n>> = Vec::new();
        let mut rest = words.trim();
        while !rest.text.is_empty() {
            let named = self
                .lexicon
                .card_before(rest.text)
                .map_or(0, |(_, end)| end);
            let comma = rest.text.get(named..).and_then(|text| text.find(','));
            let end = comma.map_or(rest.text.len(), |at| named + at);
            let part = rest.part(0, end).trim();
            if !part.text.is_empty() {
                parts.push(part);
            }
            rest = rest
                .part((end + 1).min(rest.text.len()), rest.text.len())
                .trim();
        }
        parts
    }

    // ── Findings ──

    fn unknown_key(&mut self, at: &Node, key: &str, of: &str, known: &[&str]) {
        let finding = Diagnostic::new(
            Code::TestKey,
            at.span,
            format!("{of} has no key `{}`", prose::shown(key)),
            "not a key here",
        );
        let finding = match closest(key, known.iter().copied()) {
            Some(close) => finding.fix(Safety::Unsafe, format!("write `{close}`"), at.span, close),
            None => finding.help(format!("it has {}", prose::and(prose::ticked(known)))),
        };
        self.report(finding);
    }

    pub fn wrong_kind(&mut self, at: Span, key: &str, wanted: &str) {
        let finding = Diagnostic::new(
            Code::TestKey,
            at,
            format!("`{key}` is {wanted}"),
            format!("not {wanted}"),
        );
        self.report(finding);
    }

    pub fn unreadable(&mut self, words: Phrase<'_>, what: &str, help: String) {
        let finding = Diagnostic::new(
            Code::UnreadableStep,
            words.span(),
            format!("`{}` is no {what}", prose::shown(words.text)),
            format!("not {}", prose::a(what)),
        );
        self.report(finding.help(help));
    }

    // ── Names ──

    /// A card by its name.
    pub fn card(&mut self, words: Phrase<'_>) -> Option<DefId> {
        let known = self.lexicon.card(words.text);
        if known.is_none() {
            self.unknown_card(words);
        }
        known
    }

    fn unknown_card(&mut self, words: Phrase<'_>) {
        let finding = Diagnostic::new(
            Code::UnknownName,
            words.span(),
            format!("no card is named \"{}\"", prose::shown(words.text)),
            "not a card of this game",
        );
        let finding = match self.lexicon.similar_card(words.text) {
            Some(close) => finding.fix(
                Safety::Unsafe,
                format!("write `{close}`"),
                words.span(),
                close,
            ),
            None => finding,
        };
        self.report(finding);
    }

    /// A letter, a card, a space or a player.
    pub fn name(&mut self, words: Phrase<'_>) -> Option<At<Name>> {
        let at = words.span();
        let found = self.known_name(words);
        if found.is_none() {
            self.unknown_name(words);
        }
        found.map(|is| At { is, at })
    }

    /// Like [`Reader::name`], without a finding.
    pub fn known_name(&self, words: Phrase<'_>) -> Option<Name> {
        let text = words.text;
        if self.letters.iter().any(|letter| letter == text) {
            return Some(Name::Letter(text.into()));
        }
        match text {
            "you" => return Some(Name::Player(0)),
            "opponent" | "the opponent" => return Some(Name::Player(1)),
            _ => {}
        }
        if let Some(space) = self.lexicon.space(text) {
            return Some(Name::Space(space));
        }
        if let Some(card) = self.lexicon.card(text) {
            return Some(Name::Card(card, None));
        }
        let owned = [("your", 0), ("the opponent's", 1), ("opponent's", 1)];
        let (rest, of) = owned
            .into_iter()
            .find_map(|(word, of)| Some((words.after(word)?, of)))?;
        Some(Name::Card(self.lexicon.card(rest.text)?, Some(of)))
    }

    pub fn unknown_name(&mut self, words: Phrase<'_>) {
        let text = words.text;
        let mut letters = text.chars();
        let is_letter = letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none();
        if is_letter {
            let finding = Diagnostic::new(
                Code::UnknownName,
                words.span(),
                format!("no card of this test has the letter {text}"),
                "a letter without a card",
            );
            let letters: Vec<&str> = self.letters.iter().map(SmolStr::as_str).collect();
            let help = format!(
                "write `{text}: NAME OF A CARD` below `given`; there are {}",
                prose::and(letters)
            );
            self.report(finding.help(help));
        } else if self.lexicon.looks_like_space(text) {
            let finding = Diagnostic::new(
                Code::UnknownName,
                words.span(),
                format!("the map has no space {text}"),
                "not a space",
            );
            let last = self.lexicon.last_space();
            self.report(finding.help(format!("the spaces are `a1` to `{last}`")));
        } else {
            self.unknown_card(words);
        }
    }

    // ── The position ──

    fn given(&mut self, entry: Option<&'n Entry>) -> Given<'n> {
        let mut given = Given::default();
        match entry.map(|entry| (&entry.value.value, entry.value.span)) {
            None => {}
            Some((Value::Mapping(entries), _)) => {
                given.extend(entries.iter().map(|entry| (key_of(entry), entry)));
            }
            Some((_, at)) => self.wrong_kind(at, "given", "a mapping"),
        }
        given
    }

    fn setting(&mut self, given: &Given<'n>, at: Span) -> Option<Setting> {
        let before = self.found.len();
        let table = self.lexicon.table;
        let leader = &table.rules.roles.card_types.leader;
        let leaders =
            [0, 1].map(|player| blank::letter_of_leader(self.lexicon.game, leader, player));
        let mut picture = Vec::new();
        let mut pieces = Pieces::default();
        if let Some(entry) = given.get("map") {
            picture = picture::read(self, &entry.value);
        }
        // Who is missing in a picture with mistakes may be in the part that could not be read.
        pieces.all_drawn = self.found.len() == before;
        self.letters = given
            .keys()
            .filter(|key| is_letter(key))
            .map(|key| (*key).into())
            .collect();
        for letter in &leaders {
            if !self.letters.contains(letter) {
                self.letters.push(letter.clone());
            }
        }
        for (key, entry) in given {
            if !is_letter(key) {
                continue;
            }
            let spots: Vec<_> = picture.iter().filter(|spot| spot.is.0 == *key).collect();
            if let Some(second) = spots.get(1) {
                let finding = Diagnostic::new(
                    Code::BadPicture,
                    second.at,
                    format!("{key} is on the map twice"),
                    "here again",
                );
                self.report(finding.help("give each card a letter of its own"));
            }
            let space = spots.first().map(|spot| spot.is.1);
            let is_leader = leaders.iter().position(|letter| letter == key);
            self.piece(key, entry, space, is_leader, &mut pieces);
        }
        for spot in &picture {
            let letter = &spot.is.0;
            if given.contains_key(letter.as_str()) {
                continue;
            }
            match leaders.iter().position(|leader| leader == letter) {
                Some(player) => {
                    let placed =
                        Placed::new(blank::LEADER, player as Player, Spot::Space(spot.is.1));
                    pieces.add(Some(letter.clone()), placed, spot.at);
                }
                None => {
                    let finding = Diagnostic::new(
                        Code::UnknownName,
                        spot.at,
                        format!("no card of this test has the letter {letter}"),
                        "a letter without a card",
                    );
                    let help = format!("write `{letter}: NAME OF A CARD` below the map");
                    self.report(finding.help(help));
                }
            }
        }
        let mut setting = Setting {
            round: ROUND,
            ..Setting::default()
        };
        let mut bottom = Vec::new();
        for (player, key) in ["you", "opponent"].into_iter().enumerate() {
            let entry = given.get(key).copied();
            self.player(
                player as Player,
                entry,
                &mut bottom,
                &mut pieces,
                &mut setting,
            );
        }
        for (key, entry) in given {
            match *key {
                "map" | "you" | "opponent" => {}
                "turn" => setting.turn = self.whose(entry).unwrap_or(0),
                FIRST => setting.first = self.whose(entry).unwrap_or(0),
                "round" => match whole(&entry.value) {
                    Some(round) if (1..1_000).contains(&round) => setting.round = round,
                    _ => self.wrong_kind(entry.value.span, "round", "a number from 1 on"),
                },
                key if is_letter(key) => {}
                key => match self.lexicon.space(key) {
                    Some(space) => self.on_space(space, entry, &mut setting),
                    None if self.lexicon.looks_like_space(key) => {
                        if let Some(words) = Phrase::of(&entry.key, self.source) {
                            self.unknown_name(words);
                        }
                    }
                    None => self.unknown_key(&entry.key, key, "`given`", &GIVEN),
                },
            }
        }
        self.leaders(&leaders, &mut pieces, at);
        self.hosts(&mut pieces);
        let shift = bottom.len();
        for piece in &mut pieces.all {
            if let Spot::Under(host) = &mut piece.placed.at {
                *host += shift;
            }
        }
        for (place, piece) in pieces.all.iter().enumerate() {
            if let Some(letter) = &piece.letter {
                setting.letters.push((letter.clone(), place + shift));
            }
        }
        setting.placed = bottom;
        setting
            .placed
            .extend(pieces.all.into_iter().map(|piece| piece.placed));
        (self.found.len() == before).then_some(setting)
    }

    fn whose(&mut self, entry: &'n Entry) -> Option<Player> {
        match entry.value.scalar().map(|text| text.text.as_str()) {
            Some("you") => Some(0),
            Some("opponent" | "the opponent") => Some(1),
            _ => {
                self.wrong_kind(entry.value.span, key_of(entry), "`you` or `opponent`");
                None
            }
        }
    }

    /// `A: Archer, size 2, 1 damage`.
    fn piece(
        &mut self,
        letter: &str,
        entry: &'n Entry,
        space: Option<Space>,
        leader: Option<usize>,
        pieces: &mut Pieces,
    ) {
        let owner = Player::from(letter.starts_with(char::is_lowercase));
        let Some(words) = Phrase::of(&entry.value, self.source) else {
            self.wrong_kind(
                entry.value.span,
                letter,
                "the name of a card, and what is so of it",
            );
            return;
        };
        let parts = self.names_in(words);
        let Some((first, mut rest)) = parts.split_first() else {
            self.wrong_kind(
                entry.value.span,
                letter,
                "the name of a card, and what is so of it",
            );
            return;
        };
        let known = self.lexicon.card(first.text);
        let id = match (known, leader) {
            (Some(card), _) => self
                .lexicon
                .table
                .defs
                .get(usize::from(card))
                .map(|def| def.id.clone()),
            // A leader without a name.
            (None, Some(_)) => {
                rest = &parts;
                Some(blank::LEADER.into())
            }
            (None, None) => {
                self.unknown_card(*first);
                None
            }
        };
        let Some(id) = id else { return };
        let mut placed = Placed::new(&id, owner, Spot::Aside);
        let mut placed_at = space.map(Spot::Space);
        let at = first.span();
        let place = pieces.all.len();
        let mut attached = Vec::new();
        let mut host = None;
        let mut controlled = false;
        for part in rest {
            let Some(fact) = self.fact(*part) else {
                continue;
            };
            match fact {
                Fact::Space(space) => placed_at = Some(Spot::Space(space)),
                Fact::Aside => placed_at = Some(Spot::Aside),
                Fact::Zone(zone, _) => placed_at = Some(Spot::Zone(self.zone_id(zone))),
                Fact::On(Name::Space(space)) => placed_at = Some(Spot::OnSpace(space)),
                Fact::On(name) => {
                    host = Some((name, part.span()));
                    placed_at = Some(Spot::Aside);
                }
                Fact::With(Name::Card(card, of), true) => {
                    attached.push((card, of.unwrap_or(owner), part.span()))
                }
                Fact::Control(player) => {
                    controlled = true;
                    placed.controller = player;
                }
                Fact::FaceUp(up) => placed.face_down = !up,
                Fact::Turned(turned) => placed.turned = turned,
                Fact::Size(size) => placed.size = bounded(size).saturating_sub(1),
                Fact::Tokens(token, count) => self.tokens(&mut placed, token, count),
                Fact::Mark(mark, true) => placed
                    .marks
                    .extend(self.lexicon.table.marks.get(usize::from(mark)).cloned()),
                Fact::Mark(_, false) | Fact::Unmarked => {}
                _ => {
                    let help = format!("a card of the position has {}", fact::forms(self.lexicon));
                    self.unreadable(*part, "property of a card before the first step", help);
                }
            }
        }
        let def = known.and_then(|card| self.lexicon.table.defs.get(usize::from(card)));
        if def.is_some_and(|def| def.site) && placed.face_down && !controlled {
            placed.controller = NOBODY;
        }
        let Some(spot) = placed_at else {
            if leader.is_some() {
                // It is placed with the other leaders.
                pieces.waiting.push((letter.into(), placed, at));
                return;
            }
            if !pieces.all_drawn {
                return;
            }
            let finding = Diagnostic::new(
                Code::BadPicture,
                entry.key.span,
                format!("{letter} is nowhere"),
                "not on the map",
            );
            let help =
                format!("write {letter} into the picture, or `at d4` or `aside` behind the name");
            self.report(finding.help(help));
            return;
        };
        self.check_place(&spot, def, &placed, at, pieces);
        placed.at = spot;
        pieces.add(Some(letter.into()), placed, at);
        if let Some((name, at)) = host {
            pieces.hosts.push((place, name, at));
        }
        for (card, of, at) in attached {
            if let Some(def) = self.lexicon.table.defs.get(usize::from(card)) {
                pieces.add(None, Placed::new(&def.id, of, Spot::Under(place)), at);
            }
        }
    }

    fn tokens(&self, placed: &mut Placed, token: u8, count: u32) {
        let table = self.lexicon.table;
        if token == table.damage_token {
            placed.damage = bounded(count);
        } else if token == table.size_token {
            placed.size = bounded(count);
        } else if let Some(id) = table.tokens.get(usize::from(token)) {
            placed.tokens.insert(id.clone(), bounded(count));
        }
    }

    /// Reports two cards on one space, and cards of the map that are not on it.
    fn check_place(
        &mut self,
        spot: &Spot,
        def: Option<&Def>,
        placed: &Placed,
        at: Span,
        pieces: &Pieces,
    ) {
        let Spot::Space(space) = spot else { return };
        let is_site = |id: &str| {
            let card = self.lexicon.table.card(id);
            card.and_then(|card| self.lexicon.table.defs.get(usize::from(card)))
                .is_some_and(|def| def.site)
        };
        let site = def.is_some_and(|def| def.site);
        let other = pieces.all.iter().find(|piece| {
            piece.placed.at == Spot::Space(*space) && is_site(&piece.placed.id) == site
        });
        if let Some(other) = other {
            let space = self.lexicon.space_name(*space);
            let finding = Diagnostic::new(
                Code::BadPicture,
                at,
                format!("two cards are on {space}"),
                format!("{space} is taken"),
            );
            self.report(finding.label(other.at, "by this card"));
        }
        let _ = placed;
    }

    fn on_space(&mut self, space: Space, entry: &'n Entry, setting: &mut Setting) {
        for words in self.scalars(&entry.value, key_of(entry)) {
            match self.fact(words) {
                Some(Fact::Tokens(token, count)) => {
                    if let Some(id) = self.lexicon.table.tokens.get(usize::from(token)) {
                        setting.tokens.push((space, id.clone(), bounded(count)));
                    }
                }
                Some(_) => self.unreadable(
                    words,
                    "number of tokens",
                    "write `1 mine token`, with a kind of token of the game".to_owned(),
                ),
                None => {}
            }
        }
    }

    /// The zones of a player.
    fn player(
        &mut self,
        player: Player,
        entry: Option<&'n Entry>,
        bottom: &mut Vec<Placed>,
        pieces: &mut Pieces,
        setting: &mut Setting,
    ) {
        let table = self.lexicon.table;
        let mut named = vec![false; table.zones.len()];
        let entries: &[Entry] = match entry.map(|entry| &entry.value.value) {
            None => &[],
            Some(Value::Mapping(entries)) => entries,
            Some(_) => {
                if let Some(entry) = entry {
                    self.wrong_kind(entry.value.span, key_of(entry), "a mapping of zones");
                }
                &[]
            }
        };
        for entry in entries {
            let key = key_of(entry);
            if key == "aside" {
                for words in self.scalars(&entry.value, key) {
                    if let Some(id) = self
                        .card(words)
                        .and_then(|card| table.defs.get(usize::from(card)))
                    {
                        pieces.add(None, Placed::new(&id.id, player, Spot::Aside), words.span());
                    }
                }
                continue;
            }
            if key == "passed" {
                if let Some(passed) = setting.passed.get_mut(usize::from(player)) {
                    *passed = true;
                }
                continue;
            }
            let Some(zone) = self.lexicon.zone(key) else {
                let words = self.lexicon.words("zones");
                let mut known: Vec<&str> = words.iter().map(String::as_str).collect();
                known.extend(["aside", "passed"]);
                self.unknown_key(&entry.key, key, "a player", &known);
                continue;
            };
            if let Some(named) = named.get_mut(usize::from(zone)) {
                *named = true;
            }
            if zone == table.payment {
                for (statistic, ready, turned) in self.payment(entry) {
                    self.payment_cards(player, statistic, ready, false, bottom);
                    self.payment_cards(player, statistic, turned, true, bottom);
                }
                continue;
            }
            let id = self.zone_id(zone);
            let (cards, blanks) = self.zone_cards(entry);
            let all_blank = cards.is_empty() || blanks.is_some();
            let blanks = blanks.unwrap_or(if zone == table.draw && !all_blank {
                BLANKS
            } else {
                0
            });
            for _ in 0..blanks {
                bottom.push(Placed::new(blank::CARD, player, Spot::Zone(id.clone())));
            }
            // The first named one is on top.
            let ordered = table
                .ordered
                .get(usize::from(zone))
                .copied()
                .unwrap_or(false);
            let mut cards = cards;
            if ordered {
                cards.reverse();
            }
            for (def, at) in cards {
                if let Some(def) = table.defs.get(usize::from(def)) {
                    pieces.add(
                        None,
                        Placed::new(&def.id, player, Spot::Zone(id.clone())),
                        at,
                    );
                }
            }
        }
        let is_named = |zone: u8| named.get(usize::from(zone)).copied().unwrap_or(false);
        if !is_named(table.draw) {
            let id = self.zone_id(table.draw);
            for _ in 0..BLANKS {
                bottom.push(Placed::new(blank::CARD, player, Spot::Zone(id.clone())));
            }
        }
        if !is_named(table.payment) {
            for statistic in 0..table.statistics.len() {
                self.payment_cards(player, statistic as u8, READY, false, bottom);
            }
        }
    }

    fn zone_id(&self, zone: u8) -> SmolStr {
        let id = self.lexicon.table.zones.get(usize::from(zone));
        id.cloned().unwrap_or_default()
    }

    fn payment_cards(
        &self,
        player: Player,
        statistic: u8,
        count: u32,
        turned: bool,
        to: &mut Vec<Placed>,
    ) {
        let table = self.lexicon.table;
        let def = table
            .payment_defs
            .get(usize::from(statistic))
            .copied()
            .flatten();
        let Some(def) = def.and_then(|def| table.defs.get(usize::from(def))) else {
            return;
        };
        for _ in 0..count {
            let mut placed = Placed::new(&def.id, player, Spot::Zone(self.zone_id(table.payment)));
            placed.turned = turned;
            to.push(placed);
        }
    }

    /// `{ power: 2, attack: 1 turned }`: ready and turned cards.
    pub fn payment(&mut self, entry: &'n Entry) -> Vec<(u8, u32, u32)> {
        let Value::Mapping(entries) = &entry.value.value else {
            let names = self.lexicon.words("statistics");
            let help = format!("a number for each of {}", prose::and(names));
            self.wrong_kind(entry.value.span, key_of(entry), &help);
            return Vec::new();
        };
        let mut found = Vec::new();
        for entry in entries.iter() {
            let key = key_of(entry);
            let Some(statistic) = self.lexicon.statistic(key) else {
                let words = self.lexicon.words("statistics");
                let known: Vec<&str> = words.iter().map(String::as_str).collect();
                self.unknown_key(&entry.key, key, "it", &known);
                continue;
            };
            let (mut ready, mut turned) = (0, 0);
            for words in self.scalars(&entry.value, key) {
                let straight = words.before("turned");
                match straight.unwrap_or(words).text.parse::<u32>() {
                    Ok(count) if count <= MOST => match straight {
                        Some(_) => turned = count,
                        None => ready = count,
                    },
                    _ => self.wrong_kind(words.span(), key, "a number, or `1 turned`"),
                }
            }
            found.push((statistic, ready, turned));
        }
        found
    }

    /// The named cards of a zone, and the number of blank ones if there is one.
    pub fn zone_cards(&mut self, entry: &'n Entry) -> (Vec<(DefId, Span)>, Option<u32>) {
        let mut cards = Vec::new();
        let mut blanks = None;
        for words in self.scalars(&entry.value, key_of(entry)) {
            if let Some(count) = count_of_cards(words) {
                blanks = Some(blanks.unwrap_or(0) + count.min(MOST));
                continue;
            }
            let (count, rest) = fact::counted(words);
            let (count, name) = match (count, self.lexicon.card(words.text)) {
                (Some(count), None) => (count.min(MOST), rest),
                _ => (1, words),
            };
            if let Some(card) = self.card(name) {
                cards.extend((0..count).map(|_| (card, name.span())));
            }
        }
        (cards, blanks)
    }

    /// Leaders that the picture does not show are in the middle of the first rows.
    fn leaders(&mut self, letters: &[SmolStr; 2], pieces: &mut Pieces, _at: Span) {
        let table = self.lexicon.table;
        let is_leader = |placed: &Placed| {
            let def = table
                .card(&placed.id)
                .and_then(|def| table.defs.get(usize::from(def)));
            def.is_some_and(|def| def.leader)
        };
        for player in [0, 1] {
            let there = pieces
                .all
                .iter()
                .any(|piece| piece.placed.owner == player && is_leader(&piece.placed));
            if there {
                continue;
            }
            let letter = letters.get(usize::from(player));
            let waiting = pieces
                .waiting
                .iter()
                .position(|(own, ..)| Some(own) == letter);
            let placed = match waiting.map(|at| pieces.waiting.remove(at)) {
                Some((_, placed, _)) => placed,
                None => Placed::new(blank::LEADER, player, Spot::Aside),
            };
            let columns = table.columns;
            let row = if player == 0 {
                0
            } else {
                table.rows.len().saturating_sub(1) as u8
            };
            let middle = columns / 2;
            let mut order: Vec<u8> = (0..columns).collect();
            order.sort_by_key(|column| column.abs_diff(middle));
            let free = order
                .into_iter()
                .map(|column| row * columns + column)
                .find(|space| {
                    !pieces
                        .all
                        .iter()
                        .any(|piece| piece.placed.at == Spot::Space(*space))
                });
            if let Some(space) = free {
                let letter = letter.filter(|letter| {
                    pieces
                        .all
                        .iter()
                        .all(|piece| piece.letter.as_ref() != Some(*letter))
                });
                let at = Span::new(crate::source::FileId::default(), 0..0);
                pieces.add(
                    letter.cloned(),
                    Placed {
                        at: Spot::Space(space),
                        ..placed
                    },
                    at,
                );
            }
        }
    }

    /// Finds the cards to which others are attached.
    fn hosts(&mut self, pieces: &mut Pieces) {
        for (place, name, at) in std::mem::take(&mut pieces.hosts) {
            let host = pieces.all.iter().position(|piece| match &name {
                Name::Letter(letter) => piece.letter.as_ref() == Some(letter),
                Name::Card(def, of) => {
                    self.lexicon.table.card(&piece.placed.id) == Some(*def)
                        && of.is_none_or(|of| piece.placed.owner == of)
                }
                Name::Space(_) | Name::Player(_) => false,
            });
            match (host, pieces.all.get_mut(place)) {
                (Some(host), Some(piece)) if host != place => piece.placed.at = Spot::Under(host),
                _ => {
                    let finding = Diagnostic::new(
                        Code::BadPicture,
                        at,
                        "the card to which it is attached is nowhere",
                        "not a card of the position",
                    );
                    self.report(finding);
                }
            }
        }
    }

    // ── Expectations ──

    /// A fact about a card or space; what is wrong with its words is reported.
    pub fn fact(&mut self, words: Phrase<'_>) -> Option<Fact> {
        let before = self.found.len();
        let found = fact::fact(self, words);
        if found.is_none() && self.found.len() == before {
            let help = format!("write for example {}", fact::forms(self.lexicon));
            self.unreadable(words, "property of a card", help);
        }
        found
    }

    pub fn expected(&mut self, node: &'n Node) -> Vec<Expected> {
        let Value::Mapping(entries) = &node.value else {
            self.wrong_kind(node.span, "then", "a mapping of cards, spaces and players");
            return Vec::new();
        };
        let mut expected = Vec::new();
        for entry in entries.iter() {
            expected.extend(super::expectation::read(self, entry));
        }
        expected
    }
}

/// Cards of a position while they are read.
#[derive(Default)]
struct Pieces {
    all: Vec<Piece>,
    /// The picture has no mistakes.
    all_drawn: bool,
    /// Leaders whose place is not said.
    waiting: Vec<(SmolStr, Placed, Span)>,
    /// What is attached, and to what.
    hosts: Vec<(usize, Name, Span)>,
}

struct Piece {
    letter: Option<SmolStr>,
    placed: Placed,
    at: Span,
}

impl Pieces {
    fn add(&mut self, letter: Option<SmolStr>, placed: Placed, at: Span) {
        self.all.push(Piece { letter, placed, at });
    }
}

/// The turn belongs to who acts first, if the test does not say whose it is.
fn turned_to_first_step(mut setting: Setting, said: bool, steps: &[Step]) -> Setting {
    let first = steps.iter().find_map(|step| match step {
        Step::Act(act) => Some(act.player),
        Step::Then(_) => None,
    });
    if let Some(first) = first.filter(|_| !said) {
        setting.turn = first;
    }
    setting
}

pub(super) fn key_of(entry: &Entry) -> &str {
    entry.key.scalar().map_or("", |key| key.text.trim())
}

/// Returns whether a key is a letter that stands for a card.
pub(super) fn is_letter(key: &str) -> bool {
    let mut letters = key.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
}

fn whole(node: &Node) -> Option<u32> {
    node.scalar()?.text.trim().parse().ok()
}

/// `2 cards`, `no cards`.
pub(super) fn count_of_cards(words: Phrase<'_>) -> Option<u32> {
    let (count, rest) = fact::counted(words);
    count.filter(|_| rest.is("cards") || rest.is("card"))
}

fn bounded(count: u32) -> u16 {
    count.min(1_000) as u16
}

/// What a key of `then` is about.
pub(super) fn subject(reader: &mut Reader<'_, '_>, entry: &Entry) -> Option<At<Subject>> {
    let words = Phrase::of(&entry.key, reader.source)?;
    let at = entry.key.span;
    if words.is("asked") {
        return Some(At {
            is: Subject::Asked,
            at,
        });
    }
    if words.is("nothing else") {
        return Some(At {
            is: Subject::Rest,
            at,
        });
    }
    let is = match reader.name(words)?.is {
        Name::Player(player) => Subject::Player(player),
        name => Subject::Thing(name),
    };
    Some(At { is, at })
}
