//! A game in the terminal: two people at one screen, or one person against a program.
//!
//! A [`Tabletop`] interprets input lines and returns the text to show; it does no I/O. Chance and the program use
//! random numbers from the seed and the number of the choice, so the seed and the answers determine a game.

mod letters;
mod phrase;
mod record;
mod saved;
mod screen;

use cardwright_play::bot::{self, Bot, Seed};
use cardwright_play::state::{CardIx, Outcome, Player, State};
use cardwright_play::{Answer, Choice, EvKind, Kind, Next, Opt, Set, Table, Who, Why};

use crate::compile::Compilation;
use crate::diagnostic::{closest, prose};
use crate::game::Game;
use crate::render::visible;
use crate::scenario::event::is_part_of_another;
use letters::Letters;
use phrase::{Phrases, Sight, capital};

pub use record::Tests;
pub use saved::Saved;

const HELP: &str = include_str!("help.txt");

/// The reason why a saved game cannot be continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    #[error("it is cut off")]
    CutOff,
    #[error("it is not a saved game (line {line}, column {column})")]
    NotSaved { line: usize, column: usize },
    #[error("it has version {found}, but this program reads version {known}")]
    Version { found: u32, known: u32 },
    #[error("it does not fit these cards: choice {choice} of {of} differs")]
    OtherCards { choice: usize, of: usize },
}

/// The settings of a game: its sets, its program and its seed.
#[derive(Clone, Copy, Debug)]
pub struct Seats<'t> {
    pub sets: [&'t Set; 2],
    /// How player 1 chooses, if it is a program.
    pub bot: Option<Bot>,
    pub seed: u64,
}

/// The reply to an input line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The text to show.
    Shown(String),
    /// The text to show on an empty screen: the other player comes to it, who must not see what was shown before.
    HandedOver(String),
    /// The text to write to the file `name`.
    Save {
        name: String,
        text: String,
    },
    /// The file to which the last step is to be written, as a test.
    Record {
        name: String,
    },
    Quit,
}

pub struct Tabletop<'g> {
    phrases: Phrases<'g>,
    seats: Seats<'g>,
    state: State,
    answers: Vec<Answer>,
    /// The indices in `answers` of the answers that people gave.
    given: Vec<usize>,
    log: Vec<String>,
    letters: Letters,
    /// The person at the screen, whose cards may be shown. Without a program, the players take turns at it.
    seat: Player,
    /// `true` while the next person has not confirmed that they are at the screen.
    is_handed_over: bool,
}

impl<'g> Tabletop<'g> {
    /// Deals the cards, and continues to the first choice of a person.
    pub fn new(
        game: &'g Game,
        compilation: &'g Compilation,
        table: &'g Table,
        seats: Seats<'g>,
    ) -> Self {
        let mut tabletop = Tabletop {
            phrases: Phrases {
                game,
                table,
                compilation,
                alone: seats.bot.is_some(),
            },
            seats,
            state: table.deal(seats.sets),
            answers: Vec::new(),
            given: Vec::new(),
            log: Vec::new(),
            letters: Letters::default(),
            seat: 0,
            is_handed_over: false,
        };
        tabletop.letters.update(table, &tabletop.state);
        tabletop.go_on();
        tabletop.sit_down();
        tabletop
    }

    /// Continues a saved game.
    pub fn load(mut self, saved: &Saved) -> Result<Self, Trouble> {
        let of = saved.answers.len();
        let answers = saved.answers.iter();
        let answers = answers.map(|keys| Answer(keys.iter().copied().collect()));
        let other = |choice| Trouble::OtherCards { choice, of };
        self.replay(answers.collect()).map_err(other)?;
        if format!("{:016x}", self.state.digest()) != saved.digest {
            return Err(other(of));
        }
        self.go_on();
        self.sit_down();
        Ok(self)
    }

    pub fn is_over(&self) -> bool {
        matches!(self.phrases.table.next(&self.state), Next::Over(_))
    }

    // ── Output ──

    /// Returns the text to show before the first input line.
    pub fn opening(&self) -> String {
        let names = self.seats.sets.map(|set| set.name.as_str());
        let mut text = format!(
            "{} – {}, seed {}. `help` lists the commands.\n",
            names[0], names[1], self.seats.seed
        );
        text += &self.happened(self.log.len().saturating_sub(12));
        text + &self.question()
    }

    /// Returns the current question, or how the game ended. The question for the action of a turn includes the map.
    fn question(&self) -> String {
        let choice = match self.phrases.table.next(&self.state) {
            Next::Choose(choice) => choice,
            Next::Over(outcome) => return self.picture() + &self.ending(outcome),
        };
        let Who::Player(player) = choice.who else {
            return String::new();
        };
        let sight = self.sight();
        let mut text = String::new();
        if choice.kind == Kind::Action {
            text += &self.picture();
        }
        if matches!(choice.kind, Kind::Action | Kind::Exchange) {
            text += &screen::hand(&self.phrases, sight, player);
        }
        let question = self.phrases.question(sight, choice);
        text += &match self.phrases.alone {
            true => format!("{question}\n"),
            false => format!("{}. {question}\n", capital(&self.phrases.player(player))),
        };
        for (number, (_, words)) in self.options(choice).iter().enumerate() {
            text += &format!("{:>4}  {words}\n", number + 1);
        }
        text
    }

    fn ending(&self, outcome: Outcome) -> String {
        let who = |player| capital(&self.phrases.player(player));
        let how = match outcome {
            Outcome::Won(0) if self.phrases.alone => "You win".to_owned(),
            Outcome::Won(player) => format!("{} wins", who(player)),
            Outcome::Draw => "The game is a draw".to_owned(),
        };
        format!("{how}, in round {}.\n", self.state.round)
    }

    fn picture(&self) -> String {
        let sight = self.sight();
        let sets = self.seats.sets.map(|set| set.name.as_str());
        format!(
            "\nRound {}\n{}{}",
            self.state.round,
            screen::map(&self.phrases, sight),
            screen::cards(&self.phrases, sight, sets)
        )
    }

    /// Returns the options with their keys. Cards with the same name in a hand are one option.
    fn options(&self, choice: &Choice) -> Vec<(u16, String)> {
        let mut options: Vec<(u16, String)> = Vec::new();
        for (key, opt) in choice.options.iter().enumerate() {
            let words = self.phrases.option(self.sight(), choice, opt);
            let alike = matches!(opt, Opt::Play(_) | Opt::Lay(_));
            if !(alike && options.iter().any(|(_, known)| *known == words)) {
                options.push((key as u16, words));
            }
        }
        options
    }

    /// Returns the state as the person at the screen sees it; while the screen is handed over, as both players do.
    fn sight(&self) -> Sight<'_> {
        self.sight_of((!self.is_handed_over).then_some(self.seat))
    }

    // ── Two people at one screen ──

    /// Lets the person who chooses sit at the screen.
    fn sit_down(&mut self) {
        self.is_handed_over = false;
        if let Some(player) = self.asked() {
            self.seat = player;
        }
    }

    /// Returns the person who chooses.
    fn asked(&self) -> Option<Player> {
        match self.state.choice.as_ref()?.who {
            Who::Player(player) => Some(player),
            Who::Chance => None,
        }
    }

    /// Returns the reply after a choice: what happened, then the question, or the request to hand over the screen.
    fn asks(&mut self, happened: &str) -> Reply {
        let asked = self.asked();
        let next = asked.filter(|player| *player != self.seat && self.is_secret(*player));
        self.is_handed_over = next.is_some();
        let Some(next) = next else {
            return Reply::Shown(happened.to_owned() + &self.question());
        };
        let next = capital(&self.phrases.player(next));
        Reply::HandedOver(format!(
            "{happened}{next} is next: change seats, then press Enter.\n"
        ))
    }

    /// Returns whether the question of a player shows cards that the other one does not see.
    fn is_secret(&self, player: Player) -> bool {
        let Some(choice) = &self.state.choice else {
            return false;
        };
        // Nobody sees which cards are laid, and the hand is shown with an action.
        let lays = choice.kind == Kind::LaySite;
        let lays_one_of = lays && matches!(choice.options.first(), Some(Opt::Card(_)));
        if lays_one_of || matches!(choice.kind, Kind::Action | Kind::Exchange) {
            return true;
        }
        let asking = match choice.why {
            Why::Ability { card, .. } => Some(card),
            Why::Rule => None,
        };
        let options = choice.options.iter().filter_map(|opt| match opt {
            Opt::Card(card) | Opt::Onto(card) | Opt::Play(card) | Opt::Lay(card) => Some(*card),
            _ => None,
        });
        let mut cards = asking.into_iter().chain(options);
        let sees = |by, card| self.phrases.table.sees(&self.state, by, card);
        cards.any(|card| sees(player, card) && !sees(1 - player, card))
    }

    fn sight_of(&self, by: Option<Player>) -> Sight<'_> {
        Sight {
            state: &self.state,
            letters: &self.letters,
            by,
        }
    }

    /// Returns the log from an index on.
    fn happened(&self, from: usize) -> String {
        let lines = self.log.get(from..).unwrap_or_default();
        lines.iter().map(|line| format!("  {line}\n")).collect()
    }

    // ── Input ──

    /// Executes an input line.
    pub fn read(&mut self, line: &str) -> Reply {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        if self.is_handed_over {
            match word {
                "quit" | "exit" | "q" | "undo" | "u" => {}
                "" => {
                    self.sit_down();
                    return Reply::Shown(self.question());
                }
                _ => return Reply::Shown("press Enter to see your cards\n".to_owned()),
            }
        }
        Reply::Shown(match (word, rest) {
            ("quit" | "exit" | "q", "") => return Reply::Quit,
            ("help" | "?", _) => HELP.to_owned(),
            ("map" | "m", "") => self.picture() + &self.question_without_picture(),
            ("log", count) => match count {
                "" => self.happened(0),
                count => match count.parse::<usize>() {
                    Ok(count) => self.happened(self.log.len().saturating_sub(count)),
                    Err(_) => "write how many lines, as in `log 10`\n".to_owned(),
                },
            },
            ("undo" | "u", "") => return self.undo(),
            ("look", name) => self.look(name),
            ("why", name) => self.why(name),
            ("record", "") => {
                "write the name of a file, as in `record step.test.yaml`\n".to_owned()
            }
            ("record", name) => {
                return Reply::Record {
                    name: name.to_owned(),
                };
            }
            ("save", "") => "write the name of a file, as in `save game.json`\n".to_owned(),
            ("save", name) => match self.saved().text() {
                Ok(text) => {
                    return Reply::Save {
                        name: name.to_owned(),
                        text,
                    };
                }
                Err(error) => format!("{error}\n"),
            },
            _ => match self.choose(line) {
                Ok(happened) => return self.asks(&happened),
                Err(refusal) => refusal,
            },
        })
    }

    fn question_without_picture(&self) -> String {
        let text = self.question();
        match text.strip_prefix(&self.picture()) {
            Some(question) => question.to_owned(),
            None => text,
        }
    }

    /// Takes the options with these numbers. Returns what happened; the error is the reason for a refusal.
    fn choose(&mut self, line: &str) -> Result<String, String> {
        let Next::Choose(choice) = self.phrases.table.next(&self.state) else {
            return Err(
                "the game is over; `undo` takes back the last choice, `quit` ends\n".to_owned(),
            );
        };
        let options = self.options(choice);
        let mut answer = Answer::default();
        for word in line.split([' ', ',']).filter(|word| !word.is_empty()) {
            let number = word
                .parse::<usize>()
                .ok()
                .and_then(|number| number.checked_sub(1));
            match number.map(|number| options.get(number)) {
                Some(Some((key, _))) => answer.0.push(*key),
                Some(None) => {
                    return Err(format!(
                        "the options have the numbers 1 to {}\n",
                        options.len()
                    ));
                }
                None => {
                    return Err(format!(
                        "no command is called `{}`; write the number of an option, or `help`\n",
                        visible(word)
                    ));
                }
            }
        }
        if let Some(why) = choice.refuses(&answer) {
            return Err(refusal(&why));
        }
        let from = self.log.len();
        self.given.push(self.answers.len());
        self.perform(answer);
        self.go_on();
        Ok(self.happened(from))
    }

    /// Answers for chance and the program until the next choice of a person.
    fn go_on(&mut self) {
        while let Next::Choose(choice) = self.phrases.table.next(&self.state) {
            let place = self.answers.len() as u64;
            let mut seed = Seed::new(self.seats.seed.wrapping_mul(1_000_003).wrapping_add(place));
            let answer = match (choice.who, self.seats.bot) {
                (Who::Chance, _) => bot::random(choice, &mut seed),
                (Who::Player(1), Some(bot)) => {
                    bot.choose(self.phrases.table, &self.state, choice, &mut seed)
                }
                _ => return,
            };
            if !self.perform(answer) {
                return;
            }
        }
    }

    /// Gives an answer and logs its events. Returns whether the answer is legal.
    fn perform(&mut self, answer: Answer) -> bool {
        let mut round = self.state.round;
        let Ok(events) = self.phrases.table.answer(&mut self.state, &answer) else {
            return false;
        };
        let before = self.letters.clone();
        self.letters.update(self.phrases.table, &self.state);
        // Events of a card that left the map show the letter that it had.
        let sight = Sight {
            state: &self.state,
            letters: &before.or(&self.letters),
            by: self.phrases.alone.then_some(0),
        };
        let told = events
            .iter()
            .filter(|event| !is_part_of_another(event, &events))
            .filter_map(|event| match event.kind {
                EvKind::RoundBegins => {
                    round += 1;
                    Some(format!("Round {round} begins"))
                }
                _ => self.phrases.event(sight, event),
            });
        self.log.extend(told);
        self.answers.push(answer);
        true
    }

    /// Replays these answers from the beginning. The error is the number, from 1, of the first illegal answer.
    fn replay(&mut self, answers: Vec<Answer>) -> Result<(), usize> {
        self.state = self.phrases.table.deal(self.seats.sets);
        self.letters = Letters::default();
        self.letters.update(self.phrases.table, &self.state);
        self.log.clear();
        self.given.clear();
        self.answers.clear();
        for (place, answer) in answers.into_iter().enumerate() {
            let program = match self.state.choice.as_ref().map(|choice| choice.who) {
                Some(Who::Player(player)) => self.seats.bot.is_some() && player == 1,
                _ => true,
            };
            if !program {
                self.given.push(place);
            }
            if !self.perform(answer) {
                return Err(place + 1);
            }
        }
        Ok(())
    }

    fn undo(&mut self) -> Reply {
        let Some(last) = self.given.last().copied() else {
            return Reply::Shown("there is nothing to take back\n".to_owned());
        };
        let mut answers = std::mem::take(&mut self.answers);
        answers.truncate(last);
        match self.replay(answers) {
            Ok(()) => self.asks("Taken back.\n"),
            Err(place) => Reply::Shown(format!("choice {place} cannot be made again\n")),
        }
    }

    fn saved(&self) -> Saved {
        Saved::new(
            self.phrases.game.game.clone(),
            self.seats.sets.map(|set| set.id.to_string()),
            self.seats.bot.map(|bot| bot.name().to_owned()),
            self.seats.seed,
            self.answers
                .iter()
                .map(|answer| answer.0.to_vec())
                .collect(),
            self.state.digest(),
        )
    }

    // ── Questions about cards ──

    /// Shows a card as printed, by its letter or its name.
    fn look(&self, name: &str) -> String {
        let lettered = self.letters.card(name);
        if let Some(card) = lettered.filter(|card| self.phrases.name(self.sight(), *card).is_none())
        {
            let place = screen::is_on_map(self.sight(), card);
            let place = place.map(|space| format!(" on {}", self.phrases.space(space)));
            return format!(
                "`{}` is {}{}: you cannot look at it\n",
                visible(name),
                phrase::HIDDEN,
                place.unwrap_or_default()
            );
        }
        let by_letter = lettered.and_then(|card| self.phrases.def(&self.state, card));
        let same = |other: &str| other.to_lowercase() == name.to_lowercase();
        let defs = &self.phrases.table.defs;
        let def = by_letter.or_else(|| defs.iter().find(|def| same(&def.name)));
        def.and_then(|def| screen::card(&self.phrases, &def.id))
            .unwrap_or_else(|| unknown(name, defs.iter().map(|def| def.name.as_str())))
    }

    /// Explains the numbers of a card on the map.
    fn why(&self, name: &str) -> String {
        let sight = self.sight();
        let on_map = |card: &&CardIx| screen::is_on_map(sight, **card).is_some();
        let named = |card: &CardIx| self.phrases.name(sight, *card);
        let same = |other: &str| other.to_lowercase() == name.to_lowercase();
        let cards: Vec<CardIx> = self.state.play.iter().filter(on_map).copied().collect();
        let by_name = || {
            cards
                .iter()
                .copied()
                .find(|card| named(card).is_some_and(same))
        };
        match self.letters.card(name).or_else(by_name) {
            Some(card) => screen::accounts(&self.phrases, sight, card),
            None => unknown(name, cards.iter().filter_map(named)),
        }
    }
}

fn unknown<'n>(name: &str, names: impl Iterator<Item = &'n str> + Clone) -> String {
    let close = closest(name, names).map(|close| format!("; a similar name is `{close}`"));
    match name {
        "" => "write the letter or the name of a card\n".to_owned(),
        name => format!(
            "no card here is called `{}`{}\n",
            visible(name),
            close.unwrap_or_default()
        ),
    }
}

fn refusal(why: &cardwright_play::NotAnOption) -> String {
    use cardwright_play::NotAnOption;
    match why {
        NotAnOption::Count {
            at_least, at_most, ..
        } if at_least == at_most => {
            format!(
                "choose {}\n",
                prose::counted(u64::from(*at_least), "option", "options")
            )
        }
        NotAnOption::Count {
            at_least, at_most, ..
        } => format!("choose {at_least} to {at_most} options\n"),
        NotAnOption::Twice(_) => "each option can be chosen once\n".to_owned(),
        NotAnOption::Key(_) | NotAnOption::NothingAsked => "that is not an option\n".to_owned(),
    }
}
