//! Reads the position before the first step: the picture, the cards with letters, the zones of the players.

use cardwright_play::position::{NOBODY, Placed, Spot};
use cardwright_play::state::{Player, Space};
use cardwright_play::table::Def;
use smol_str::SmolStr;

use super::fact::{self, Fact};
use super::phrase::Phrase;
use super::read::is_empty;
use super::reader::{Reader, is_letter, key_of};
use super::{Name, Setting, blank, picture};
use crate::collections::IndexMap;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};
use crate::yaml::{Entry, Node, Value};

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

/// The entries of `given`, those of a case instead of those of the test.
pub(super) type Given<'n> = IndexMap<&'n str, &'n Entry>;

impl<'n> Reader<'_, 'n> {
    pub fn given(&mut self, entry: Option<&'n Entry>) -> Given<'n> {
        let mut given = Given::default();
        match entry.map(|entry| (&entry.value.value, entry.value.span)) {
            None => {}
            Some((Value::Mapping(entries), _)) => {
                given.extend(entries.iter().map(|entry| (key_of(entry), entry)));
            }
            Some((_, at)) if entry.is_some_and(|entry| is_empty(&entry.value)) => {
                let finding = Diagnostic::new(
                    Code::TestKey,
                    at,
                    "`given` is empty",
                    "nothing is indented below it",
                );
                self.report(finding.help("indent the lines of `given` by 2 spaces"));
            }
            Some((_, at)) => self.wrong_kind(at, "given", "a mapping"),
        }
        given
    }

    pub fn setting(&mut self, given: &Given<'n>, at: Span) -> Option<Setting> {
        if self.lexicon.table.battle().is_some() {
            return self.battle(given, at);
        }
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
        self.players(given, &mut bottom, &mut pieces, &mut setting);
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

    pub fn whose(&mut self, entry: &'n Entry) -> Option<Player> {
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
                "the name of a card, followed by its state",
            );
            return;
        };
        let parts = self.names_in(words);
        let Some((first, mut rest)) = parts.split_first() else {
            self.wrong_kind(
                entry.value.span,
                letter,
                "the name of a card, followed by its state",
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
            let Some(fact) = fact::read(self, *part, false) else {
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
            if !pieces.all_drawn || self.broken {
                return;
            }
            let finding = Diagnostic::new(
                Code::BadPicture,
                entry.key.span,
                format!("{letter} is nowhere"),
                "not on the map",
            );
            let help =
                format!("write {letter} into the picture, or `at d4` or `aside` after the name");
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
            match fact::read(self, words, true) {
                Some(Fact::Tokens(token, count)) => {
                    if let Some(id) = self.lexicon.table.tokens.get(usize::from(token)) {
                        setting.tokens.push((space, id.clone(), bounded(count)));
                    }
                }
                Some(_) => self.unreadable(
                    words,
                    "number of tokens",
                    format!("write `1 {} token`", self.lexicon.token_name(0)),
                ),
                None => {}
            }
        }
    }

    /// The zones of both players.
    pub fn players(
        &mut self,
        given: &Given<'n>,
        bottom: &mut Vec<Placed>,
        pieces: &mut Pieces,
        setting: &mut Setting,
    ) {
        for (player, key) in ["you", "opponent"].into_iter().enumerate() {
            let entry = given.get(key).copied();
            self.player(player as Player, entry, bottom, pieces, setting);
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
                    self.aside(player, words, pieces);
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

    /// A card beside the map: `Charm of Mana, 1 charge token`.
    fn aside(&mut self, player: Player, words: Phrase<'n>, pieces: &mut Pieces) {
        let parts = self.names_in(words);
        let Some((name, rest)) = parts.split_first() else {
            return;
        };
        let Some(card) = self.card(*name) else { return };
        let Some(def) = self.lexicon.table.defs.get(usize::from(card)) else {
            return;
        };
        let mut placed = Placed::new(&def.id, player, Spot::Aside);
        for part in rest {
            match fact::read(self, *part, false) {
                Some(Fact::Tokens(token, count)) => self.tokens(&mut placed, token, count),
                Some(Fact::Turned(turned)) => placed.turned = turned,
                Some(_) => {
                    let help = "a card beside the map has tokens, or is `turned`".to_owned();
                    self.unreadable(*part, "property of such a card", help);
                }
                None => {}
            }
        }
        pieces.add(None, placed, name.span());
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
                let at = Span::new(FileId::default(), 0..0);
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
                Name::Space(_) | Name::Player(_) | Name::Walls => false,
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
}

/// Cards of a position while they are read.
#[derive(Default)]
pub(super) struct Pieces {
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
    /// The cards, in their order.
    pub fn into_placed(self) -> impl Iterator<Item = Placed> {
        self.all.into_iter().map(|piece| piece.placed)
    }

    fn add(&mut self, letter: Option<SmolStr>, placed: Placed, at: Span) {
        self.all.push(Piece { letter, placed, at });
    }
}

fn whole(node: &Node) -> Option<u32> {
    node.scalar()?.text.trim().parse().ok()
}

fn bounded(count: u32) -> u16 {
    count.min(1_000) as u16
}
