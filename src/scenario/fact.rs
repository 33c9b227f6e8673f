//! Facts about cards, spaces and players. They describe the cards of a position, and expectations.

use cardwright_play::state::{Player, Space};
use smol_str::SmolStr;

use super::lexicon::{Lexicon, whose};
use super::phrase::Phrase;
use super::reader::Reader;
use super::{At, Name};
use crate::diagnostic::{closest, prose};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// The number of tokens of a kind.
    Tokens(u8, u32),
    Size(u32),
    /// The current value of an attribute of the card.
    Number(SmolStr, i32),
    Mark(u8, bool),
    Unmarked,
    Space(Space),
    Gone,
    /// In a zone of a player, or of any player.
    Zone(u8, Option<Player>),
    Aside,
    On(Name),
    With(Name, bool),
    /// 2: nobody.
    Control(Player),
    Turned(bool),
    FaceUp(bool),
    Vacant,
    /// For a space: the card on it.
    Holds(Name),
    // Of a player:
    Count(u8, u32),
    /// The named cards of a zone, and the number of other cards in it.
    Cards(u8, Vec<At<Name>>, Option<u32>),
    /// The named cards that were shown in the last step, and the number of other cards.
    Shown(Vec<At<Name>>, u32),
    /// Cards of a statistic that are ready, or all of them.
    Payment(u8, u32, bool),
    Lost,
    Won,
    Passed,
    Draw,
    /// Facts about a stack.
    Stack(Vec<BattleFact>),
    /// The score of an attack.
    Score(u32),
    /// The state of walls, by their hits.
    Walls(usize),
    // Of choices:
    NoDie,
    NothingAsked,
    AskedBy(Name),
    Same,
}

/// A fact about a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BattleFact {
    Gone,
    /// It has left the battle.
    Left,
    /// So many cards of a name, one after the other from the top.
    Cards(Name, u32),
    Support(u32),
    Supported,
    Swarmed(bool),
    Protects(bool),
    Line(SmolStr),
    /// It may still act in this round.
    Acts(bool),
}

/// The states of walls, by the number of their hits.
pub(super) const WALL_STATES: [&str; 3] = ["whole", "breached", "sacked"];

/// Reads the state of walls.
pub(super) fn wall_state(words: Phrase<'_>) -> Option<usize> {
    WALL_STATES.iter().position(|state| words.is(state))
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is == other.is
    }
}

impl<T: Eq> Eq for At<T> {}

/// The words for the reverse of a state.
const NO: &str = super::phrase::NO;

/// The facts without a number or a name.
const WORDS: [(&str, Fact); 13] = [
    ("gone", Fact::Gone),
    ("aside", Fact::Aside),
    ("unmarked", Fact::Unmarked),
    ("turned", Fact::Turned(true)),
    ("ready", Fact::Turned(false)),
    ("face-down", Fact::FaceUp(false)),
    ("face-up", Fact::FaceUp(true)),
    ("vacant", Fact::Vacant),
    ("empty", Fact::Vacant),
    ("yours", Fact::Control(0)),
    ("opponent's", Fact::Control(1)),
    ("the opponent's", Fact::Control(1)),
    ("nobody's", Fact::Control(2)),
];

/// Reads a fact about a card or space. Reports mistakes.
pub(super) fn read(reader: &mut Reader<'_, '_>, words: Phrase<'_>, is_space: bool) -> Option<Fact> {
    let before = reader.found.len();
    let found = fact(reader, words);
    if found.is_none() && reader.found.len() == before {
        let what = match is_space {
            true => "property of a space",
            false => "property of a card",
        };
        match corrected(reader.lexicon, words.text, is_space) {
            Some(close) => reader.misspelt(words, what, &close),
            None => {
                let forms = match is_space {
                    true => forms_of_space(reader.lexicon),
                    false => forms(reader.lexicon),
                };
                reader.unreadable(words, what, format!("write for example {forms}"));
            }
        }
    }
    found
}

/// Returns the text with its misspelt word corrected. `None` if there is not exactly one.
fn corrected(lexicon: &Lexicon<'_>, text: &str, is_space: bool) -> Option<String> {
    let words = WORDS
        .iter()
        .filter(|(_, fact)| (*fact == Fact::Vacant) == is_space);
    let mut known: Vec<String> = words.map(|(word, _)| (*word).to_owned()).collect();
    known.extend(
        [
            "at", "in", "on", "with", "without", "mark", "token", "tokens", NO,
        ]
        .map(str::to_owned),
    );
    for list in ["attributes", "tokens", "marks"] {
        let names = lexicon.words(list);
        known.extend(
            names
                .iter()
                .flat_map(|name| name.split(' ').map(str::to_owned)),
        );
    }
    let words: Vec<&str> = text.split(' ').collect();
    let is_odd = |word: &&str| {
        word.starts_with(char::is_alphabetic)
            && !known.iter().any(|known| known.eq_ignore_ascii_case(word))
    };
    let mut odd = words.iter().filter(|word| is_odd(word));
    let (Some(one), None) = (odd.next(), odd.next()) else {
        return None;
    };
    let close = closest(one, known.iter().map(String::as_str))?;
    let all = words
        .iter()
        .map(|word| if word == one { close } else { word });
    Some(all.collect::<Vec<&str>>().join(" "))
}

/// Reads a fact about a card or space. `None` if the words are not a fact.
fn fact(reader: &mut Reader<'_, '_>, words: Phrase<'_>) -> Option<Fact> {
    let lexicon = reader.lexicon;
    let text = words.text;
    for (known, fact) in WORDS {
        if words.is(known) {
            return Some(fact);
        }
    }
    if let Some(rest) = words.after("at") {
        let space = lexicon.space(rest.text);
        if space.is_none() && lexicon.looks_like_space(rest.text) {
            reader.unknown_name(rest);
        }
        return space.map(Fact::Space);
    }
    for (word, has) in [("with", true), ("without", false)] {
        if let Some(rest) = words.after(word) {
            return Some(Fact::With(reader.name(rest)?.is, has));
        }
    }
    for word in ["on", "in"] {
        if let Some(rest) = words.after(word) {
            return place(reader, rest);
        }
    }
    if let Some(fact) = mark(lexicon, words) {
        return Some(fact);
    }
    let (count, rest) = words.counted();
    if let Some(count) = count {
        let singular = ["tokens", "token"];
        let bare = singular.iter().find_map(|word| rest.before(word));
        if let Some(token) = lexicon.token(bare.unwrap_or(rest).text) {
            return Some(Fact::Tokens(token, count));
        }
    }
    // A number of the card: its name, then the number.
    let (name, number) = text.rsplit_once(' ')?;
    let number: i32 = number.parse().ok()?;
    let size = lexicon.table.size_token;
    if lexicon.token(name) == Some(size) {
        return Some(Fact::Size(u32::try_from(number).ok()?));
    }
    let attribute = lexicon.attribute(name)?;
    Some(Fact::Number(attribute.into(), number))
}

/// `activation mark`, `no activation mark`.
fn mark(lexicon: &Lexicon<'_>, words: Phrase<'_>) -> Option<Fact> {
    let bare = words.before("mark")?;
    match bare.after(NO) {
        Some(rest) => lexicon.mark(rest.text).map(|mark| Fact::Mark(mark, false)),
        None => lexicon.mark(bare.text).map(|mark| Fact::Mark(mark, true)),
    }
}

/// `your hand`, `the discard pile`, `A`, `d4`.
fn place(reader: &mut Reader<'_, '_>, words: Phrase<'_>) -> Option<Fact> {
    let owners = [
        ("your", Some(0)),
        ("the opponent's", Some(1)),
        ("opponent's", Some(1)),
        ("the", None),
    ];
    let owned = owners
        .into_iter()
        .find_map(|(word, of)| Some((words.after(word)?, of)));
    let (rest, of) = owned.unwrap_or((words, None));
    if let Some(zone) = reader.lexicon.zone(rest.text) {
        return Some(Fact::Zone(zone, of));
    }
    Some(Fact::On(reader.name(words)?.is))
}

impl Fact {
    /// Returns the words for the fact in a test.
    pub fn written(&self, lexicon: &Lexicon<'_>) -> String {
        let no = |count: u32| match count {
            0 => NO.to_owned(),
            some => some.to_string(),
        };
        match self {
            Fact::Tokens(token, count) if *token == lexicon.table.damage_token => {
                format!("{} {}", no(*count), lexicon.token_name(*token))
            }
            Fact::Tokens(token, count) => {
                let word = if *count == 1 { "token" } else { "tokens" };
                format!("{} {} {word}", no(*count), lexicon.token_name(*token))
            }
            Fact::Size(size) => {
                let name = lexicon.token_name(lexicon.table.size_token);
                format!("{name} {size}")
            }
            Fact::Number(attribute, number) => {
                format!("{} {number}", lexicon.attribute_name(attribute))
            }
            Fact::Mark(mark, true) => format!("{} mark", lexicon.mark_name(*mark)),
            Fact::Mark(mark, false) => format!("no {} mark", lexicon.mark_name(*mark)),
            Fact::Unmarked => "unmarked".to_owned(),
            Fact::Space(space) => format!("at {}", lexicon.space_name(*space)),
            Fact::Gone => "gone".to_owned(),
            Fact::Zone(zone, of) => match of {
                Some(of) => format!("in {} {}", whose(*of), lexicon.zone_name(*zone)),
                None => format!("in the {}", lexicon.zone_name(*zone)),
            },
            Fact::Aside => "aside".to_owned(),
            Fact::On(name) => format!("on {}", name.written(lexicon)),
            Fact::With(name, true) => format!("with {}", name.written(lexicon)),
            Fact::With(name, false) => format!("without {}", name.written(lexicon)),
            Fact::Control(0) => "yours".to_owned(),
            Fact::Control(1) => "opponent's".to_owned(),
            Fact::Control(_) => "nobody's".to_owned(),
            Fact::Turned(true) => "turned".to_owned(),
            Fact::Turned(false) => "ready".to_owned(),
            Fact::FaceUp(true) => "face-up".to_owned(),
            Fact::FaceUp(false) => "face-down".to_owned(),
            Fact::Vacant => "vacant".to_owned(),
            Fact::Holds(name) => name.written(lexicon),
            Fact::Count(_, count) => cards_written(*count),
            Fact::Cards(_, cards, others) => list(lexicon, cards, others.unwrap_or(0)),
            Fact::Shown(cards, others) => list(lexicon, cards, *others),
            Fact::Payment(_, count, _) => count.to_string(),
            Fact::Lost => "lost".to_owned(),
            Fact::Won => "won".to_owned(),
            Fact::Passed => "passed".to_owned(),
            Fact::Draw => "draw".to_owned(),
            Fact::Stack(_) => String::new(),
            Fact::Score(score) => score.to_string(),
            Fact::Walls(hits) => hits.to_string(),
            Fact::NoDie => "no die".to_owned(),
            Fact::NothingAsked => "no choice".to_owned(),
            Fact::AskedBy(name) => name.written(lexicon),
            Fact::Same => "unchanged".to_owned(),
        }
    }
}

/// `[Bless, 2 cards]`.
fn list(lexicon: &Lexicon<'_>, cards: &[At<Name>], others: u32) -> String {
    let mut names: Vec<String> = cards.iter().map(|card| card.is.written(lexicon)).collect();
    names.extend((others > 0).then(|| cards_written(others)));
    format!("[{}]", names.join(", "))
}

/// `1 card`, `no cards`.
pub(super) fn cards_written(count: u32) -> String {
    match count {
        0 => format!("{NO} cards"),
        1 => "1 card".to_owned(),
        count => format!("{count} cards"),
    }
}

impl Name {
    pub fn written(&self, lexicon: &Lexicon<'_>) -> String {
        match self {
            Name::Letter(letter) => letter.to_string(),
            Name::Card(def, None) => lexicon.card_name(*def).to_owned(),
            Name::Card(def, Some(of)) => format!("{} {}", whose(*of), lexicon.card_name(*def)),
            Name::Space(space) => lexicon.space_name(*space),
            Name::Walls => "walls".to_owned(),
            Name::Player(0) => "you".to_owned(),
            Name::Player(_) => "opponent".to_owned(),
        }
    }
}

/// Returns the help that lists the forms of facts about a space.
fn forms_of_space(lexicon: &Lexicon<'_>) -> String {
    let damage = lexicon.table.damage_token;
    let tokens = (0..lexicon.table.tokens.len() as u8).filter(|token| *token != damage);
    let tokens = tokens
        .take(1)
        .map(|token| Fact::Tokens(token, 1).written(lexicon));
    let tokens = prose::ticked(tokens.chain(["vacant".to_owned()]));
    prose::or(tokens.into_iter().chain(["the name of a card".to_owned()]))
}

/// Returns the help that lists the forms of facts.
pub(super) fn forms(lexicon: &Lexicon<'_>) -> String {
    let name = |token: u8| lexicon.token_name(token);
    let table = lexicon.table;
    let damage = name(table.damage_token);
    let size = name(table.size_token);
    let mark = lexicon.mark_name(table.activated);
    let zone = lexicon.zone_name(table.hand);
    prose::or(prose::ticked([
        format!("2 {damage}"),
        format!("{size} 3"),
        format!("{mark} mark"),
        "unmarked".to_owned(),
        "at d4".to_owned(),
        "gone".to_owned(),
        format!("in your {zone}"),
        "yours".to_owned(),
    ]))
}
