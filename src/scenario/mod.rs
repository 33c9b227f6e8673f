//! Tests of cards: a picture of the map, the steps to play, and the expected result.
//!
//! A file `*.test.yaml` has tests as documents of YAML; `docs/tests.md` describes the format. A test is read
//! ([`read`]) into a [`Scenario`], which is played on the reference engine ([`play`]). Every mistake of a file and
//! every expectation that is not met is a diagnostic at its words.

mod accept;
mod answer;
mod battle;
mod blank;
mod cause;
mod coverage;
pub(crate) mod event;
mod execution;
mod expectation;
mod fact;
mod forbidden;
mod lexicon;
mod line;
mod mutant;
mod option;
mod phrase;
mod picture;
mod play;
mod position;
mod read;
mod reader;
mod record;
mod schema;
mod stage;
mod step;
mod story;
mod variant;
mod way;

use cardwright_play::Table;
use cardwright_play::position::Placed;
use cardwright_play::state::{Player, Space};
use cardwright_play::table::DefId;
use smol_str::SmolStr;

use crate::bundle::engine;
use crate::compile::Compilation;
use crate::game::Game;
use crate::source::Span;

pub use accept::accept;
pub use coverage::{Coverage, Covered, LineOfCard, coverage, unneeded};
pub use lexicon::Lexicon;
pub use mutant::{Mutant, Noticed, noticed};
pub use play::{Played, passes, play, recordings};
pub use read::{TestFile, read};
pub use record::{NotATest, Recorded, record};
pub use schema::schema;

/// Returns the table on which the tests of a game are played. The error is the reason why the game cannot be played.
pub fn table(game: &Game, compilation: &Compilation) -> Result<Table, String> {
    let mut input = engine::input(game, compilation).map_err(|error| error.to_string())?;
    // A set can name cards that do not exist.
    input.kingdoms.clear();
    let blanks = blank::cards(&input, game);
    input.cards.extend(blanks);
    let mut table = Table::new(&input).map_err(|error| error.to_string())?;
    // A test may name what can only be chosen in one way.
    table.asks_all = true;
    Ok(table)
}

/// Returns the blank cards that tests use where they name no card, in the format of the cards of a bundle.
pub fn blank_cards(
    game: &Game,
    compilation: &Compilation,
) -> Result<Vec<serde_json::Value>, serde_json::Error> {
    let input = engine::input(game, compilation)?;
    let cards = blank::cards(&input, game);
    cards.into_iter().map(serde_json::to_value).collect()
}

/// The ending of the names of test files.
pub const FILE_END: &str = ".test.yaml";

/// A test, with its words resolved.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub title: String,
    pub title_at: Span,
    /// The number of the case, from 1, if it has several.
    pub case: Option<usize>,
    /// The cards under test.
    pub cards: Vec<(DefId, Span)>,
    pub(crate) setting: Setting,
    pub(crate) steps: Vec<Step>,
    pub(crate) then: Vec<Expected>,
    /// The position after the last entry of the test, where `then` can be inserted.
    pub(crate) end: Span,
    /// The indentation of its keys; `None` in a mapping on one line.
    pub(crate) indent: Option<usize>,
}

impl Scenario {
    /// Returns the title, with the number of the case.
    pub fn name(&self) -> String {
        let title = self.title.split_whitespace().collect::<Vec<_>>().join(" ");
        match self.case {
            Some(case) => format!("{title} (case {case})"),
            None => title,
        }
    }

    /// Returns the ids of the cards that take part from the beginning, and of the cards under test.
    pub fn needs<'s>(&'s self, table: &'s Table) -> impl Iterator<Item = &'s SmolStr> {
        let about = self.cards.iter();
        let about = about.filter_map(|(card, _)| table.defs.get(usize::from(*card)));
        self.ids().chain(about.map(|def| &def.id))
    }

    /// The cards that take part from the beginning.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &SmolStr> {
        self.setting.placed.iter().map(|placed| &placed.id)
    }
}

/// The position before the first step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setting {
    /// The cards, those at the bottom of a zone first.
    pub placed: Vec<Placed>,
    /// The indices in `placed` of the cards with a letter.
    pub letters: Vec<(SmolStr, usize)>,
    /// Tokens on spaces.
    pub tokens: Vec<(Space, SmolStr, u16)>,
    pub turn: Player,
    pub first: Player,
    pub round: u32,
    pub passed: [bool; 2],
    /// The stacks, in a game with battles.
    pub battle: Option<battle::Lines>,
}

/// Something that a test names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    Letter(SmolStr),
    /// A card, perhaps of a certain owner.
    Card(DefId, Option<Player>),
    Space(Space),
    Player(Player),
    /// The walls of a battle.
    Walls,
}

/// A value with its span.
#[derive(Clone, Debug)]
pub(crate) struct At<T> {
    pub is: T,
    pub at: Span,
}

/// A step of a test.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Act(Act),
    /// An expectation between steps.
    Then(Vec<Expected>),
}

/// An action of a player, with the answers to its choices.
#[derive(Clone, Debug)]
pub(crate) struct Act {
    /// The step as written.
    pub text: String,
    pub at: Span,
    /// `None`: the player whose turn it is.
    pub player: Player,
    /// `true` if the test expects that the step is not allowed.
    pub cannot: bool,
    pub deed: Deed,
    pub said: Vec<Said>,
}

#[derive(Clone, Debug)]
pub(crate) enum Deed {
    Play(At<Name>),
    Lay(At<Name>),
    Activate(At<Name>),
    Use(At<Name>, Option<At<u32>>),
    Pass,
    EndTurn,
    EndRound,
    Battle(Box<battle::BattleDeed>),
}

/// A line of a test that answers choices: the values, and the choices that it is about.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub key: Key,
    pub at: Span,
    pub values: Vec<At<Value>>,
    /// `true` if the answer is part of the step itself, not of a line below it.
    pub of_step: bool,
    /// `true` if the test expects that this answer is not possible.
    pub cannot: bool,
}

/// The choices that a line is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// Choices that the text of a card asks for.
    Of(Name),
    /// Choices of the step before any text asks: a space, a target, a way of playing.
    Step,
    /// The path of the activated card.
    Walk,
    /// The target of the attack of an activation.
    Target,
    /// An ability in place of the activation.
    Instead,
    Boost(Option<Player>),
    Pay,
    Chance,
    Order,
    Discard(Option<Player>),
    Merge,
}

/// An option as a test names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Yes,
    No,
    Number(u32),
    Nothing,
    Name(Name),
    Statistic(u8),
    /// Take the site.
    Take,
    Stop,
    /// Play it onto this card.
    Onto(Name),
    /// The space where it is played.
    Instead,
    Usual,
}

/// An expectation about one thing.
#[derive(Clone, Debug)]
pub(crate) struct Expected {
    pub subject: At<Subject>,
    pub facts: Vec<At<fact::Fact>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Thing(Name),
    Player(Player),
    /// The card whose text asked for a choice in the last step.
    Asked,
    /// Everything on the map that is not named.
    Rest,
    /// The last attack of a battle.
    Attack,
}
