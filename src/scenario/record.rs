//! Writes a step of a game as a test: the position before it, the action with its choices, and the state afterwards.
//!
//! A picture does not show everything, for example lasting changes, or earlier events of the round. So the test is read
//! and played, and is written only if its result is that of the game.

use cardwright_play::choice::{Answer, Choice, Kind, Opt, Who};
use cardwright_play::state::{At as Place, CardIx, Player, State};
use smol_str::SmolStr;

use super::lexicon::Lexicon;
use super::option::{asking, written};
use super::stage::Stage;
use super::{blank, play, read};
use crate::diagnostic::prose::counted;
use crate::source::FileId;

/// A step of a game: what was chosen from the action of a turn up to the next one.
#[derive(Clone, Copy, Debug)]
pub struct Recorded<'s> {
    /// The state in which the action is asked.
    pub before: &'s State,
    /// The action, then the choices in it, each with its answer and the state in which it was asked.
    pub choices: &'s [(State, Choice, Answer)],
    /// The state in which the next action is asked, or the end of the game.
    pub after: &'s State,
    /// The cards that the test must not name, because whoever reads it has not seen them.
    pub hidden: &'s [CardIx],
}

impl Recorded<'_> {
    fn hides(&self, card: CardIx) -> bool {
        self.hidden.contains(&card)
    }

    /// Returns whether the test would have to name a hidden card: what acts, what is chosen, or whose text asks.
    fn names_hidden(&self) -> bool {
        self.choices.iter().any(|(_, choice, answer)| {
            // Which card is on top is in the position.
            if choice.kind == Kind::Shuffle {
                return false;
            }
            let chosen = answer.0.iter();
            let chosen = chosen.filter_map(|key| choice.options.get(usize::from(*key)));
            let chosen = chosen.filter_map(|opt| match opt {
                Opt::Card(card)
                | Opt::Onto(card)
                | Opt::Play(card)
                | Opt::Lay(card)
                | Opt::Activate(card)
                | Opt::Use(card, _) => Some(*card),
                _ => None,
            });
            chosen.chain(asking(choice)).any(|card| self.hides(card))
        })
    }
}

/// The reason why a step cannot be a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotATest {
    #[error("it is not the action of a turn")]
    NoAction,
    #[error("there are more cards in play than letters")]
    Letters,
    #[error("a picture cannot show a card in play that is the copy of another")]
    Copy,
    #[error("it depends on something that a picture does not show")]
    Other,
    #[error("it depends on hidden cards, which a test names only when the game is over")]
    Hidden,
    #[error("nothing changes that a test can check")]
    NothingSeen,
}

/// Returns the step as a test that passes. Hidden cards of a zone are blank cards in it; hidden cards on the map are not
/// in it.
pub fn record(lexicon: &Lexicon<'_>, title: &str, step: &Recorded<'_>) -> Result<String, NotATest> {
    if step.names_hidden() {
        return Err(NotATest::Hidden);
    }
    let known = attempt(lexicon, title, step);
    if known.is_ok() || step.hidden.is_empty() {
        return known;
    }
    // What fails only without the hidden cards depends on them.
    let all = Recorded {
        hidden: &[],
        ..*step
    };
    match attempt(lexicon, title, &all) {
        Ok(_) => Err(NotATest::Hidden),
        Err(why) => Err(why),
    }
}

fn attempt(lexicon: &Lexicon<'_>, title: &str, step: &Recorded<'_>) -> Result<String, NotATest> {
    let letters = letters(lexicon, step)?;
    let stage = Stage::of(lexicon, step.before.clone(), letters);
    let mut text = format!("test: {}\n", quoted(title));
    text += &given(&stage, step);
    text += &when(&stage, step)?;
    let (so, end) = outcome(lexicon, &text).ok_or(NotATest::Other)?;
    if seen(lexicon, &end, &[]) != seen(lexicon, step.after, step.hidden) {
        return Err(NotATest::Other);
    }
    if so.is_empty() {
        return Err(NotATest::NothingSeen);
    }
    text += "then:\n";
    for line in &so {
        text += &format!("  {line}\n");
    }
    let tests = read(lexicon, FileId::default(), &text);
    let passes = |scenario| play(lexicon, lexicon.table, scenario).passes();
    match tests.findings.is_empty() && tests.scenarios.iter().all(passes) {
        true => Ok(text),
        false => Err(NotATest::Other),
    }
}

/// Plays a test without expectations. Returns expectations that are met, and the state at its end.
fn outcome(lexicon: &Lexicon<'_>, text: &str) -> Option<(Vec<String>, State)> {
    let tests = read(lexicon, FileId::default(), text);
    let scenario = tests
        .scenarios
        .first()
        .filter(|_| tests.findings.is_empty())?;
    let played = play(lexicon, lexicon.table, scenario);
    Some((played.so, played.end?))
}

/// Assigns a letter to each card in play, capitals for those of player 0.
fn letters(lexicon: &Lexicon<'_>, step: &Recorded<'_>) -> Result<Vec<(SmolStr, CardIx)>, NotATest> {
    let table = lexicon.table;
    let state = step.before;
    let leader = &table.rules.roles.card_types.leader;
    let leaders = [0, 1].map(|player| blank::letter_of_leader(lexicon.game, leader, player));
    let mut letters: Vec<(SmolStr, CardIx)> = Vec::new();
    for card in state.play.iter().filter(|card| !step.hides(**card)) {
        let Some(it) = state.cards.get(usize::from(*card)) else {
            continue;
        };
        if it.copy.is_some() {
            return Err(NotATest::Copy);
        }
        let def = table.defs.get(usize::from(it.def));
        let own = leaders
            .get(usize::from(it.owner))
            .ok_or(NotATest::Letters)?;
        if def.is_some_and(|def| def.leader) {
            letters.push((own.clone(), *card));
            continue;
        }
        let cased = |letter: char| -> SmolStr {
            let letter = match it.owner {
                0 => letter.to_ascii_uppercase(),
                _ => letter.to_ascii_lowercase(),
            };
            letter.to_string().into()
        };
        let name = def.map_or("", |def| def.name.as_str());
        let free =
            |letter: &SmolStr| letter != own && !letters.iter().any(|(taken, _)| taken == letter);
        let of_name = name.chars().filter(char::is_ascii_alphabetic);
        let letter = of_name.chain('a'..='z').map(cased).find(free);
        letters.push((letter.ok_or(NotATest::Letters)?, *card));
    }
    Ok(letters)
}

// ── Given ──

fn given(stage: &Stage<'_, '_>, step: &Recorded<'_>) -> String {
    let table = stage.table;
    let state = &stage.state;
    let mut text = "given:\n".to_owned();
    let columns = usize::from(table.columns);
    let mut spaces: Vec<Option<&SmolStr>> = vec![None; usize::from(table.spaces())];
    let mut cards = String::new();
    for (letter, card) in stage.letters() {
        let mut parts = vec![stage.card_name(*card)];
        let at = state.cards.get(usize::from(*card)).map(|it| it.at);
        match at {
            Some(Place::Map(space)) if stage.fights(*card) => {
                if let Some(drawn) = spaces.get_mut(usize::from(space)) {
                    *drawn = Some(letter);
                }
            }
            Some(Place::OnCard(host)) => {
                let host = stage.short_name(host).written(stage.lexicon);
                parts.push(format!("on {host}"));
            }
            _ => parts.push(stage.place(*card)),
        }
        let it = state.cards.get(usize::from(*card));
        if it.is_some_and(|it| !it.face_up) {
            parts.push("face-down".to_owned());
        }
        if it.is_some_and(|it| it.turned) {
            parts.push("turned".to_owned());
        }
        let facts = stage.properties(*card);
        parts.extend(facts.iter().map(|fact| fact.written(stage.lexicon)));
        cards += &format!("  {letter}: {}\n", quoted(&parts.join(", ")));
    }
    text += "  map: |\n";
    for (row, spaces) in spaces.chunks(columns.max(1)).enumerate().rev() {
        if spaces.iter().any(Option::is_some) {
            let letters = spaces
                .iter()
                .map(|letter| letter.map_or(".", SmolStr::as_str));
            let letters: Vec<&str> = letters.collect();
            text += &format!("    {} {}\n", row + 1, letters.join(" "));
        }
    }
    text += &cards;
    for space in 0..table.spaces() {
        let tokens = (0..table.tokens.len() as u8).filter_map(|token| {
            let count = stage.tokens_on(cardwright_play::state::Thing::Space(space), token);
            let fact = super::fact::Fact::Tokens(token, count);
            (count > 0).then(|| fact.written(stage.lexicon))
        });
        let tokens: Vec<String> = tokens.collect();
        if !tokens.is_empty() {
            let name = stage.lexicon.space_name(space);
            text += &format!("  {name}: [{}]\n", tokens.join(", "));
        }
    }
    for (player, key) in [(0, "you"), (1, "opponent")] {
        let zones = zones(stage, step, player);
        if !zones.is_empty() {
            text += &format!("  {key}:\n");
            text += &zones;
        }
    }
    let whose = |player: Player| if player == 0 { "you" } else { "opponent" };
    if let Some(player) = state.turn {
        text += &format!("  turn: {}\n", whose(player));
    }
    text += &format!(
        "  first: {}\n  round: {}\n",
        whose(state.first),
        state.round
    );
    text
}

/// The zones of a player, as far as the step can matter to them.
fn zones(stage: &Stage<'_, '_>, step: &Recorded<'_>, player: Player) -> String {
    let table = stage.table;
    let mut text = String::new();
    for zone in 0..table.zones.len() as u8 {
        let name = stage.lexicon.zone_name(zone);
        if zone == table.payment {
            let each = (0..table.statistics.len() as u8).map(|statistic| {
                let all = stage.payment_cards(player, statistic, false);
                let ready = stage.payment_cards(player, statistic, true);
                let turned = all - ready;
                let name = stage.lexicon.statistic_name(statistic);
                match turned {
                    0 => format!("{name}: {ready}"),
                    turned => format!("{name}: [{ready}, {turned} turned]"),
                }
            });
            let each: Vec<String> = each.collect();
            text += &format!("    {name}: {{ {} }}\n", each.join(", "));
            continue;
        }
        // The first card is that on top.
        let mut cards: Vec<CardIx> = stage.zone(zone, player).to_vec();
        cards.reverse();
        if zone == table.draw {
            let left = Stage::of(stage.lexicon, step.after.clone(), Vec::new());
            let drawn = cards.len().saturating_sub(left.zone(zone, player).len());
            // Below the drawn ones are as many as matter: some, or none.
            if drawn < cards.len() {
                cards.truncate(drawn);
            }
        }
        let all = cards.len();
        cards.retain(|card| !step.hides(*card));
        let hidden = match all - cards.len() {
            // A pile from which cards are drawn has blank cards anyway.
            0 => None,
            _ if zone == table.draw => None,
            hidden => Some(counted(hidden as u64, "card", "cards")),
        };
        if cards.is_empty() && hidden.is_none() {
            continue;
        }
        let names = cards.iter().map(|card| quoted(&stage.card_name(*card)));
        let cards: Vec<String> = names.chain(hidden).collect();
        text += &format!("    {name}: [{}]\n", cards.join(", "));
    }
    if stage.state.passed.get(usize::from(player)) == Some(&true) {
        text += "    passed: yes\n";
    }
    text
}

// ── When ──

fn when(stage: &Stage<'_, '_>, step: &Recorded<'_>) -> Result<String, NotATest> {
    let lexicon = stage.lexicon;
    let Some(((_, action, answer), rest)) = step.choices.split_first() else {
        return Err(NotATest::NoAction);
    };
    let opt = answer
        .0
        .first()
        .and_then(|key| action.options.get(usize::from(*key)));
    let (Who::Player(player), Kind::Action, Some(opt)) = (action.who, action.kind, opt) else {
        return Err(NotATest::NoAction);
    };
    let name = |card: CardIx| stage.short_name(card).written(lexicon);
    let mut lines: Vec<Line> = Vec::new();
    let mut clauses = String::new();
    let acting = match opt {
        Opt::Play(card) | Opt::Lay(card) | Opt::Activate(card) | Opt::Use(card, _) => Some(*card),
        _ => None,
    };
    let mut walk: Option<(CardIx, String)> = None;
    for (state, choice, answer) in rest {
        let at = Stage::of(lexicon, state.clone(), stage.letters().to_vec());
        let options: Vec<&Opt> = answer
            .0
            .iter()
            .filter_map(|key| choice.options.get(usize::from(*key)))
            .collect();
        let chosen: Vec<String> = options
            .iter()
            .map(|opt| written(&at, choice, opt).replace('`', ""))
            .collect();
        let of_action = asking(choice).is_none() && matches!(opt, Opt::Activate(_));
        let whose = match choice.who {
            Who::Player(1) => "opponent ",
            _ => "your ",
        };
        let asks = asking(choice).or(acting);
        let asks = asks.map_or(String::new(), |card| at.short_name(card).written(lexicon));
        let values = match chosen.is_empty() {
            true => vec!["none".to_owned()],
            false => chosen,
        };
        match choice.kind {
            Kind::Step => {
                let walker = super::way::walker(state);
                let own = walker.is_some() && walker == acting && of_action;
                let last = walk.take();
                for opt in &options {
                    match opt {
                        Opt::Step(to) | Opt::Merge(to) if own => {
                            let begun = if clauses.contains("move") {
                                " "
                            } else {
                                ", move "
                            };
                            clauses += &format!("{begun}{}", lexicon.space_name(*to));
                        }
                        Opt::Take if own => clauses += ", take",
                        Opt::Stop if own => {}
                        Opt::Stop if last.is_some() => {}
                        _ => {
                            let key = walker.map_or(asks.clone(), &name);
                            match (&last, lines.last_mut()) {
                                (Some((card, _)), Some(line)) if Some(*card) == walker => {
                                    line.values.extend(values.clone());
                                }
                                _ => lines.push(Line::new(&key, values.clone())),
                            }
                            walk = walker.map(|card| (card, key));
                        }
                    }
                }
                continue;
            }
            Kind::Target if of_action => {
                if let Some(Opt::Card(target)) = options.first() {
                    clauses += &format!(", attack {}", name(*target));
                }
            }
            Kind::Instead if of_action => {
                if let Some(Opt::Ability(_)) = options.first() {
                    clauses += ", instead";
                }
            }
            Kind::Stack if matches!(opt, Opt::Lay(_)) => {
                clauses += &format!(" as {}", values.join(", "))
            }
            Kind::Boost if answer.0.is_empty() => {}
            Kind::Discard if answer.0.is_empty() => {}
            Kind::Boost => lines.push(Line::new(&format!("{whose}boost"), values)),
            Kind::Discard => lines.push(Line::new(&format!("{whose}discard"), values)),
            Kind::Payment => {
                let values = values
                    .iter()
                    .flat_map(|it| it.split(", "))
                    .map(str::to_owned);
                lines.push(Line::new("pay", values.collect()));
            }
            Kind::Merge => lines.push(Line::new("merge", values)),
            // Which card is on top is in the position.
            Kind::Shuffle => {}
            Kind::Order | Kind::Trigger | Kind::Next | Kind::Replacement => {
                lines.push(Line::new("order", values));
            }
            _ if choice.who == Who::Chance => lines.push(Line::new("chance", values)),
            _ => lines.push(Line::new(&asks, values)),
        }
        walk = None;
    }
    let deed = match opt {
        Opt::Play(card) => format!("play {}", name(*card)),
        Opt::Lay(card) => format!("lay {}{clauses}", name(*card)),
        Opt::Activate(card) => format!("activate {}{clauses}", name(*card)),
        Opt::Use(card, 0) => format!("use {}", name(*card)),
        Opt::Use(card, place) => format!("use {} {}", name(*card), u32::from(*place) + 1),
        Opt::Pass => "pass".to_owned(),
        Opt::End => "end the turn".to_owned(),
        _ => return Err(NotATest::NoAction),
    };
    let deed = match player {
        0 => quoted(&deed),
        _ => format!("opponent: {}", quoted(&deed)),
    };
    let mut text = format!("when:\n  - {deed}\n");
    for line in lines {
        let values: Vec<String> = line.values.iter().map(|value| quoted(value)).collect();
        let values = match values.as_slice() {
            [one] => one.clone(),
            several => format!("[{}]", several.join(", ")),
        };
        text += &format!("  - {}: {values}\n", quoted(&line.key));
    }
    Ok(text)
}

/// A line of a test that answers choices.
struct Line {
    key: String,
    values: Vec<String>,
}

impl Line {
    fn new(key: &str, values: Vec<String>) -> Line {
        Line {
            key: key.to_owned(),
            values,
        }
    }
}

// ── Afterwards ──

/// Describes the visible part of a state: the cards in play, and those of the zones from which no card is drawn. In a
/// zone, hidden cards are blank cards.
fn seen(lexicon: &Lexicon<'_>, state: &State, hidden: &[CardIx]) -> Vec<String> {
    let stage = Stage::of(lexicon, state.clone(), Vec::new());
    let table = lexicon.table;
    let blank = table.card(blank::CARD);
    let blank = blank.and_then(|def| table.defs.get(usize::from(def)));
    let blank = blank.map_or("", |def| def.name.as_str());
    let mut seen: Vec<String> = Vec::new();
    for card in state.play.iter().filter(|card| !hidden.contains(card)) {
        let owner = state.cards.get(usize::from(*card)).map(|it| it.owner);
        let turned = state.cards.get(usize::from(*card)).map(|it| it.turned);
        let name = stage.card_name(*card);
        seen.push(format!(
            "{owner:?} {turned:?} {name} {}",
            stage.state_of(*card)
        ));
    }
    for player in 0..2 {
        for zone in 0..table.zones.len() as u8 {
            if zone == table.payment {
                let ready = (0..table.statistics.len() as u8)
                    .map(|statistic| stage.payment_cards(player, statistic, true));
                seen.push(format!("{player} {:?}", ready.collect::<Vec<_>>()));
            } else if zone != table.draw {
                let cards = stage.zone(zone, player).iter();
                let name = |card: &CardIx| match hidden.contains(card) {
                    true => blank.to_owned(),
                    false => stage.card_name(*card),
                };
                seen.extend(cards.map(|card| format!("{player} {zone} {}", name(card))));
            }
        }
    }
    seen.push(format!("{:?} {}", state.over, state.round));
    seen.sort();
    seen
}

/// A text as a scalar of YAML, in quotes if it needs them.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '(' | ')');
    let begins = text.chars().next().is_some_and(char::is_alphanumeric);
    match begins && text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}
