//! Scenes: positions from pictures of the map, and actions with cards by letter or name.

use std::collections::{BTreeMap, VecDeque};
use std::sync::LazyLock;

use cardwright_play::input::{CardData, Input};
use cardwright_play::position::{NOBODY, Placed, Position, Spot};
use cardwright_play::state::{At, CardIx, Thing};
use cardwright_play::{Answer, Choice, Ev, EvKind, Kind, Next, Opt, Player, State, Table, Who};

use crate::world;

/// The shipped cards with the rules of their game, and cards without a text.
pub static INPUT: LazyLock<Input> = LazyLock::new(|| {
    let mut input = world::input(Some(("cards.yaml", include_str!("cards.yaml"))));
    for (id, type_) in [("leader", "hero"), ("blank", "spell"), ("recruit", "unit")] {
        let mut fields = BTreeMap::new();
        if type_ == "unit" {
            fields.insert("unit_type".into(), "ground".into());
            let stats = serde_json::json!({ "attack": 1, "move": 2, "hit_points": 3 });
            fields.insert("stats".into(), stats);
        }
        let (id, type_) = (id.into(), type_.into());
        input.cards.push(CardData {
            name: "Blank".into(),
            abilities: Vec::new(),
            id,
            type_,
            fields,
        });
    }
    input
});

pub static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(&INPUT).expect("a table"));

/// The scripted answer to a choice.
#[derive(Clone, Debug)]
pub enum Say {
    Yes,
    No,
    Nothing,
    /// The card of that letter.
    It(char),
    Both(char, char),
    /// A card with that id.
    Named(&'static str),
    At(&'static str),
    Step(&'static str),
    Merge(&'static str),
    Number(u32),
    Opt(Opt),
    /// The first option.
    First,
    /// The options at these places.
    Keys(&'static [u16]),
}

pub struct Scene {
    pub s: State,
    letters: BTreeMap<char, CardIx>,
    script: VecDeque<(Kind, Say)>,
    pub log: Vec<Ev>,
    /// The kinds of the choices that players were asked, except the actions of turns.
    pub asked: Vec<Kind>,
}

pub struct Setting {
    position: Position,
    letters: BTreeMap<char, usize>,
}

pub fn space(name: &str) -> u8 {
    let mut letters = name.bytes();
    let column = letters.next().expect("a column") - b'a';
    let row = letters.next().expect("a row") - b'1';
    row * 7 + column
}

/// Creates a scene from a picture. Rows begin with their number; capitals are cards of player 0, small letters of
/// player 1. Unless the picture has them, the leaders are in the middle of the first rows.
pub fn scene(picture: &str, cards: &[(char, &str)]) -> Setting {
    let mut setting = Setting {
        position: Position {
            cards: Vec::new(),
            tokens: Vec::new(),
            turn: 0,
            first: 0,
            round: 2,
            battle: None,
        },
        letters: BTreeMap::new(),
    };
    let mut taken = false;
    let mut other = false;
    for line in picture
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        let mut words = line.split_whitespace();
        let row: u8 = words.next().expect("a number").parse().expect("a row");
        for (column, word) in words.enumerate() {
            let letter = word.chars().next().expect("a letter");
            if letter == '.' {
                continue;
            }
            let at = (row - 1) * 7 + column as u8;
            let owner = u8::from(letter.is_lowercase());
            let id = match letter {
                'H' | 'h' => {
                    if owner == 0 {
                        taken = true;
                    } else {
                        other = true;
                    }
                    cards
                        .iter()
                        .find(|(of, _)| *of == letter)
                        .map_or("leader", |(_, id)| *id)
                }
                _ => {
                    cards
                        .iter()
                        .find(|(of, _)| *of == letter)
                        .expect("a card for the letter")
                        .1
                }
            };
            setting.add(letter, Placed::new(id, owner, Spot::Space(at)));
        }
    }
    for (letter, there, at) in [('H', taken, "d1"), ('h', other, "d7")] {
        if !there {
            let id = cards
                .iter()
                .find(|(of, _)| *of == letter)
                .map_or("leader", |(_, id)| *id);
            setting.add(
                letter,
                Placed::new(id, u8::from(letter == 'h'), Spot::Space(space(at))),
            );
        }
    }
    setting
}

impl Setting {
    fn add(&mut self, letter: char, placed: Placed) {
        self.letters.insert(letter, self.position.cards.len());
        self.position.cards.push(placed);
    }

    /// Changes a card of the picture.
    pub fn with(mut self, letter: char, change: impl FnOnce(&mut Placed)) -> Setting {
        change(&mut self.position.cards[self.letters[&letter]]);
        self
    }

    pub fn damaged(self, letter: char, damage: u16) -> Setting {
        self.with(letter, |card| card.damage = damage)
    }

    /// Sets the size of a unit.
    pub fn sized(self, letter: char, size: u16) -> Setting {
        self.with(letter, |card| card.size = size - 1)
    }

    pub fn marked(self, letter: char, mark: &str) -> Setting {
        self.with(letter, |card| card.marks.push(mark.into()))
    }

    pub fn zone(mut self, player: Player, zone: &str, ids: &[&str]) -> Setting {
        for id in ids {
            self.position
                .cards
                .push(Placed::new(id, player, Spot::Zone(zone.into())));
        }
        self
    }

    pub fn hand(self, player: Player, ids: &[&str]) -> Setting {
        self.zone(player, "hand", ids)
    }

    pub fn aside(mut self, player: Player, letter: char, id: &str) -> Setting {
        self.add(letter, Placed::new(id, player, Spot::Aside));
        self
    }

    pub fn under(mut self, player: Player, letter: char, id: &str, host: char) -> Setting {
        let host = self.letters[&host];
        self.add(letter, Placed::new(id, player, Spot::Under(host)));
        self
    }

    pub fn location(mut self, player: Player, letter: char, id: &str, at: &str) -> Setting {
        let mut placed = Placed::new(id, player.min(1), Spot::Space(space(at)));
        placed.controller = player;
        placed.face_down = player == NOBODY;
        self.add(letter, placed);
        self
    }

    pub fn tokens(mut self, at: &str, token: &str, count: u16) -> Setting {
        self.position.tokens.push((space(at), token.into(), count));
        self
    }

    pub fn turn(mut self, player: Player) -> Setting {
        self.position.turn = player;
        self
    }

    /// Starts the scene. Each player gets `ready` cards of each statistic, and ten blank cards at the bottom of the
    /// deck.
    pub fn with_statistics(mut self, ready: usize) -> Scene {
        let mut cards = Vec::new();
        for player in 0..2 {
            for id in ["attack", "defense", "power", "knowledge"] {
                for _ in 0..ready {
                    cards.push(Placed::new(id, player, Spot::Zone("statistics".into())));
                }
            }
            for _ in 0..10 {
                cards.push(Placed::new("blank", player, Spot::Zone("deck".into())));
            }
        }
        // The cards of the position are on top of them.
        let named = self.position.cards.len();
        let mut all = cards;
        let shift = all.len();
        for placed in &mut self.position.cards {
            if let Spot::Under(host) = &mut placed.at {
                *host += shift;
            }
        }
        all.append(&mut self.position.cards);
        self.position.cards = all;
        let (s, ids) = TABLE
            .at(&self.position)
            .unwrap_or_else(|problems| panic!("{problems:?}"));
        assert_eq!(named + shift, ids.len());
        let letters = self
            .letters
            .into_iter()
            .map(|(letter, place)| (letter, ids[place + shift]))
            .collect();
        Scene {
            s,
            letters,
            script: VecDeque::new(),
            log: Vec::new(),
            asked: Vec::new(),
        }
    }

    pub fn go(self) -> Scene {
        self.with_statistics(8)
    }
}

impl Scene {
    pub fn ix(&self, letter: char) -> CardIx {
        *self
            .letters
            .get(&letter)
            .unwrap_or_else(|| panic!("no card has the letter {letter}"))
    }

    pub fn choice(&self) -> &Choice {
        match TABLE.next(&self.s) {
            Next::Choose(choice) => choice,
            Next::Over(outcome) => panic!("the game is over: {outcome:?}"),
        }
    }

    /// Scripts the answer to the next choice of a kind.
    pub fn say(&mut self, kind: Kind, say: Say) -> &mut Scene {
        self.script.push_back((kind, say));
        self
    }

    fn key_of(&self, choice: &Choice, wanted: &dyn Fn(&Opt) -> bool, what: &str) -> u16 {
        let place = choice.options.iter().position(wanted);
        place.unwrap_or_else(|| panic!("{what} is no option of {choice:?}")) as u16
    }

    fn answer_of(&self, choice: &Choice, say: &Say) -> Answer {
        let card = |wanted: CardIx| {
            Answer::one(self.key_of(
                choice,
                &|opt| *opt == Opt::Card(wanted) || *opt == Opt::Onto(wanted),
                &format!("{say:?}"),
            ))
        };
        let opt = |wanted: Opt| {
            Answer::one(self.key_of(choice, &|opt| *opt == wanted, &format!("{say:?}")))
        };
        match say {
            Say::Yes => opt(Opt::Yes),
            Say::No => opt(Opt::No),
            Say::Nothing => Answer::default(),
            Say::It(letter) => card(self.ix(*letter)),
            Say::Both(a, b) => {
                let mut answer = card(self.ix(*a));
                answer.0.extend(card(self.ix(*b)).0);
                answer
            }
            Say::Named(id) => Answer::one(self.key_of(
                choice,
                &|opt| matches!(opt, Opt::Card(card) if self.id(*card) == *id),
                id,
            )),
            Say::At(name) => opt(Opt::Space(space(name))),
            Say::Step(name) => opt(Opt::Step(space(name))),
            Say::Merge(name) => opt(Opt::Merge(space(name))),
            Say::Number(number) => opt(Opt::Number(*number)),
            Say::Opt(wanted) => opt(wanted.clone()),
            Say::First => Answer::one(0),
            Say::Keys(keys) => Answer(keys.iter().copied().collect()),
        }
    }

    pub fn id(&self, card: CardIx) -> &str {
        &TABLE.defs[usize::from(self.s.card(card).def)].id
    }

    fn answer(&mut self, answer: &Answer) {
        let faults = TABLE.faults(&self.s);
        assert!(faults.is_empty(), "{faults:?}");
        let happened = TABLE.answer(&mut self.s, answer).expect("an option");
        self.log.extend(happened);
    }

    /// Answers choices from the script or with a default, until the next choice is the action of a turn.
    fn drive(&mut self) {
        while let Next::Choose(choice) = TABLE.next(&self.s) {
            let choice = choice.clone();
            if choice.kind == Kind::Action {
                break;
            }
            if choice.who != Who::Chance {
                self.asked.push(choice.kind);
            }
            let scripted = self
                .script
                .iter()
                .position(|(kind, _)| *kind == choice.kind);
            let answer = match scripted.and_then(|place| self.script.remove(place)) {
                Some((_, say)) => self.answer_of(&choice, &say),
                None => match choice.kind {
                    Kind::Boost | Kind::Target => Answer::default(),
                    Kind::Payment => Answer::one(0),
                    Kind::Order | Kind::Shuffle => {
                        Answer((0..choice.options.len() as u16).collect())
                    }
                    Kind::Trigger | Kind::Next => Answer::one(0),
                    Kind::Step => self.answer_of(&choice, &Say::Opt(Opt::Stop)),
                    Kind::Instead => self.answer_of(&choice, &Say::Opt(Opt::Normal)),
                    Kind::Random | Kind::Discard => Answer((0..choice.at_least).collect()),
                    _ => panic!("the script has no answer to {choice:?}"),
                },
            };
            self.answer(&answer);
        }
        // A choice with a single legal answer is not asked.
        self.script.retain(|(kind, _)| *kind != Kind::Thing);
        assert!(self.script.is_empty(), "not asked: {:?}", self.script);
    }

    pub fn act(&mut self, opt: Opt) -> &mut Scene {
        let choice = self.choice().clone();
        assert_eq!(choice.kind, Kind::Action, "{choice:?}");
        let key = self.key_of(&choice, &|other| *other == opt, &format!("{opt:?}"));
        self.asked.clear();
        self.log.clear();
        self.answer(&Answer::one(key));
        self.drive();
        self
    }

    /// Begins an action and stops at the first choice in it.
    pub fn start(&mut self, opt: Opt) {
        self.tell(opt);
    }

    /// Chooses an option and stops at the next choice.
    pub fn tell(&mut self, opt: Opt) {
        let choice = self.choice().clone();
        let answer = self.answer_of(&choice, &Say::Opt(opt));
        self.answer(&answer);
    }

    fn in_hand(&self, id: &str) -> CardIx {
        let choice = self.choice();
        let Who::Player(player) = choice.who else {
            panic!("chance is asked")
        };
        let found = (0..self.s.cards.len() as CardIx).find(|card| {
            let it = self.s.card(*card);
            self.id(*card) == id
                && it.owner == player
                && matches!(it.at, At::Zone { zone, .. } if zone == TABLE.hand)
        });
        found.unwrap_or_else(|| panic!("no {id} is in the hand"))
    }

    pub fn can_play(&self, id: &str) -> bool {
        self.choice().options.contains(&Opt::Play(self.in_hand(id)))
    }

    pub fn can(&self, opt: &Opt) -> bool {
        self.choice().options.contains(opt)
    }

    /// Plays a card of the hand of the player whose turn it is.
    pub fn play(&mut self, id: &str) -> &mut Scene {
        let card = self.in_hand(id);
        self.act(Opt::Play(card))
    }

    pub fn lay(&mut self, id: &str, stack: u32) -> &mut Scene {
        let card = self.in_hand(id);
        self.say(Kind::Stack, Say::Number(stack));
        self.act(Opt::Lay(card))
    }

    pub fn activate(&mut self, letter: char) -> &mut Scene {
        let card = self.ix(letter);
        self.act(Opt::Activate(card))
    }

    /// Activates a unit that only attacks.
    pub fn attack(&mut self, attacker: char, target: char) -> &mut Scene {
        self.say(Kind::Target, Say::It(target));
        self.activate(attacker)
    }

    /// Activates a card that moves along these spaces.
    pub fn walk(&mut self, letter: char, path: &[&'static str]) -> &mut Scene {
        for step in path {
            self.say(Kind::Step, Say::Step(step));
        }
        self.activate(letter)
    }

    pub fn use_of(&mut self, letter: char) -> &mut Scene {
        let card = self.ix(letter);
        self.act(Opt::Use(card, 0))
    }

    /// Passes in place of an action.
    pub fn pass(&mut self) -> &mut Scene {
        self.act(Opt::Pass)
    }

    pub fn end(&mut self) -> &mut Scene {
        if self.can(&Opt::End) {
            return self.act(Opt::End);
        }
        self
    }

    pub fn at(&self, letter: char) -> At {
        self.s.card(self.ix(letter)).at
    }

    pub fn is_at(&self, letter: char, name: &str) -> bool {
        self.at(letter) == At::Map(space(name))
    }

    pub fn damage(&self, letter: char) -> u16 {
        self.s.card(self.ix(letter)).damage
    }

    pub fn size(&self, letter: char) -> u16 {
        self.s.card(self.ix(letter)).size + 1
    }

    pub fn gone(&self, letter: char) -> bool {
        !self.at(letter).in_play()
    }

    pub fn marked(&self, letter: char, mark: &str) -> bool {
        let mark = TABLE
            .marks
            .iter()
            .position(|id| id == mark)
            .expect("a mark");
        self.s.card(self.ix(letter)).marks & (1 << mark) != 0
    }

    pub fn hand_of(&self, player: Player) -> usize {
        self.s.zones[usize::from(player) * TABLE.zones.len() + usize::from(TABLE.hand)].len()
    }

    pub fn zone_of(&self, player: Player, zone: &str) -> Vec<String> {
        let zone = TABLE
            .zones
            .iter()
            .position(|id| id == zone)
            .expect("a zone");
        let cards = &self.s.zones[usize::from(player) * TABLE.zones.len() + zone];
        cards.iter().map(|card| self.id(*card).to_owned()).collect()
    }

    /// Returns the first card with an id in a zone.
    pub fn zone_card(&self, player: Player, zone: &str, id: &str) -> CardIx {
        let place = self
            .zone_of(player, zone)
            .iter()
            .position(|other| other == id);
        let zone = TABLE
            .zones
            .iter()
            .position(|id| id == zone)
            .expect("a zone");
        self.s.zones[usize::from(player) * TABLE.zones.len() + zone][place.expect("a card")]
    }

    pub fn ready(&self, player: Player, id: &str) -> usize {
        let cards = (0..self.s.cards.len() as CardIx).filter(|card| {
            let it = self.s.card(*card);
            let pays = matches!(it.at, At::Zone { zone, .. } if zone == TABLE.payment);
            pays && it.owner == player && !it.turned && it.laid.is_none() && self.id(*card) == id
        });
        cards.count()
    }

    /// Returns the number of events of a kind for a card since the last action.
    pub fn times(&self, kind: EvKind, letter: char) -> usize {
        let card = self.ix(letter);
        let about = |ev: &&Ev| {
            ev.kind == kind && matches!(ev.who, Some(Thing::Card(it)) if it.card == card)
        };
        self.log.iter().filter(about).count()
    }
}
