//! Reads the expectations of a test, and checks them.

use cardwright_play::state::{At as Place, CardIx, Outcome, Player, Space, State, Thing};
use cardwright_play::table::DefId;

use super::fact::{self, BattleFact, Fact};
use super::lexicon::whose;
use super::phrase::Phrase;
use super::reader::{Reader, key_of};
use super::stage::Stage;
use super::{At, Expected, Name, Subject, battle, blank};
use crate::diagnostic::prose;
use crate::source::Span;
use crate::yaml::{Entry, Node, Value};

/// Reads `then`.
pub(super) fn all<'n>(reader: &mut Reader<'_, 'n>, node: &'n Node) -> Vec<Expected> {
    let Value::Mapping(entries) = &node.value else {
        reader.wrong_kind(node.span, "then", "a mapping of cards, spaces and players");
        return Vec::new();
    };
    let mut expected = Vec::new();
    for entry in entries.iter() {
        expected.extend(read(reader, entry));
    }
    expected
}

/// Returns the subject of a key of `then`.
fn subject(reader: &mut Reader<'_, '_>, entry: &Entry) -> Option<At<Subject>> {
    let words = Phrase::of(&entry.key, reader.source)?;
    let at = entry.key.span;
    if words.is("asked") {
        return Some(At {
            is: Subject::Asked,
            at,
        });
    }
    if reader.lexicon.table.battle().is_some() {
        let of_battle = match words.text {
            "attack" => Some(Subject::Attack),
            "battle" => Some(Subject::Player(0)),
            "walls" => Some(Subject::Thing(Name::Walls)),
            _ => None,
        };
        if let Some(is) = of_battle {
            return Some(At { is, at });
        }
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

/// Reads an entry of `then`.
fn read<'n>(reader: &mut Reader<'_, 'n>, entry: &'n Entry) -> Option<Expected> {
    let subject = subject(reader, entry)?;
    let facts = match &subject.is {
        Subject::Player(player) => of_player(reader, *player, entry),
        Subject::Asked => {
            let mut facts = Vec::new();
            for words in reader.scalars(&entry.value, key_of(entry)) {
                let at = words.span();
                if words.is("no die") {
                    facts.push(At {
                        is: Fact::NoDie,
                        at,
                    });
                } else if words.is("no choice") || words.is("nothing") {
                    facts.push(At {
                        is: Fact::NothingAsked,
                        at,
                    });
                } else if let Some(name) = reader.name(words) {
                    facts.push(At {
                        is: Fact::AskedBy(name.is),
                        at,
                    });
                }
            }
            facts
        }
        Subject::Rest => {
            let words = Phrase::of(&entry.value, reader.source);
            if words.is_none_or(|words| !words.is("changed")) {
                reader.wrong_kind(entry.value.span, "nothing else", "`changed`");
            }
            vec![At {
                is: Fact::Same,
                at: entry.value.span,
            }]
        }
        Subject::Attack => {
            let words = Phrase::of(&entry.value, reader.source);
            match words.and_then(|words| words.text.parse().ok()) {
                Some(score) => vec![At {
                    is: Fact::Score(score),
                    at: entry.value.span,
                }],
                None => {
                    reader.wrong_kind(entry.value.span, "attack", "a number");
                    Vec::new()
                }
            }
        }
        Subject::Thing(Name::Walls) => {
            let words = Phrase::of(&entry.value, reader.source);
            match words.and_then(fact::wall_state) {
                Some(hits) => vec![At {
                    is: Fact::Walls(hits),
                    at: entry.value.span,
                }],
                None => {
                    reader.wrong_kind(entry.value.span, "walls", "`whole`, `breached` or `sacked`");
                    Vec::new()
                }
            }
        }
        Subject::Thing(Name::Letter(_)) if reader.lexicon.table.battle().is_some() => {
            of_stack(reader, entry)
        }
        Subject::Thing(name) => {
            let is_space = matches!(name, Name::Space(_));
            let mut facts = Vec::new();
            for words in reader.scalars(&entry.value, key_of(entry)) {
                let at = words.span();
                let holds = reader.known_name(words).filter(|_| is_space);
                let fact = match holds {
                    Some(name) => Some(Fact::Holds(name)),
                    None => fact::read(reader, words, is_space),
                };
                let Some(fact) = fact else { continue };
                let fits = match &fact {
                    Fact::Tokens(..) | Fact::With(..) => true,
                    Fact::Vacant | Fact::Holds(_) => is_space,
                    _ => !is_space,
                };
                match fits {
                    true => facts.push(At { is: fact, at }),
                    false => {
                        let help = match is_space {
                            true => "a space has tokens or a card, or is `vacant`".to_owned(),
                            false => format!("a card has {}", fact::forms(reader.lexicon)),
                        };
                        let what = if is_space {
                            "property of a space"
                        } else {
                            "property of a card"
                        };
                        reader.unreadable(words, what, help);
                    }
                }
            }
            facts
        }
    };
    Some(Expected { subject, facts })
}

/// Reads facts about a stack: those of the battle, and numbers and marks of its top card.
fn of_stack<'n>(reader: &mut Reader<'_, 'n>, entry: &'n Entry) -> Vec<At<Fact>> {
    let mut facts = Vec::new();
    let (mut stack, mut span) = (Vec::new(), None::<Span>);
    for words in reader.scalars(&entry.value, key_of(entry)) {
        let at = words.span();
        match battle::read(reader, words) {
            Some(fact @ BattleFact::Cards(..)) => {
                // The cards of a stack are one fact.
                let from = span.get_or_insert(at);
                *from = from.to(at);
                stack.push(fact);
            }
            Some(fact) => facts.push(At {
                is: Fact::Stack(vec![fact]),
                at,
            }),
            None => facts.extend(fact::read(reader, words, false).map(|is| At { is, at })),
        }
    }
    if let Some(at) = span {
        facts.push(At {
            is: Fact::Stack(stack),
            at,
        });
    }
    facts
}

fn of_player<'n>(reader: &mut Reader<'_, 'n>, player: Player, entry: &'n Entry) -> Vec<At<Fact>> {
    let lexicon = reader.lexicon;
    let Value::Mapping(entries) = &entry.value.value else {
        let mut facts = Vec::new();
        for words in reader.scalars(&entry.value, key_of(entry)) {
            let at = words.span();
            let known = [
                ("lost", Fact::Lost),
                ("won", Fact::Won),
                ("passed", Fact::Passed),
                ("draw", Fact::Draw),
            ];
            match known.into_iter().find(|(word, _)| words.is(word)) {
                Some((_, is)) => facts.push(At { is, at }),
                None => {
                    let help =
                        "write `lost`, `won`, `draw` or `passed`, or a mapping of zones".to_owned();
                    reader.unreadable(words, "property of a player", help);
                }
            }
        }
        return facts;
    };
    let _ = player;
    let mut facts = Vec::new();
    for entry in entries.iter() {
        let key = key_of(entry);
        let at = entry.value.span;
        if key == "shown" {
            let (cards, others) = reader.zone_cards(entry);
            let is = Fact::Shown(named(cards), others.unwrap_or(0));
            facts.push(At { is, at });
            continue;
        }
        let zone = lexicon.zone(key);
        let ready = key == "ready";
        if ready || zone == Some(lexicon.table.payment) {
            for (statistic, straight, turned) in reader.payment(entry) {
                let count = if ready { straight } else { straight + turned };
                facts.push(At {
                    is: Fact::Payment(statistic, count, ready),
                    at,
                });
            }
            continue;
        }
        let Some(zone) = zone else {
            let mut known = lexicon.words("zones");
            known.extend(["ready", "shown"].map(str::to_owned));
            if let Some(words) = Phrase::of(&entry.key, reader.source) {
                let help = format!("a player has {}", prose::and(prose::ticked(known)));
                reader.unreadable(words, "zone", help);
            }
            continue;
        };
        let (cards, count) = reader.zone_cards(entry);
        match count {
            Some(count) if cards.is_empty() => facts.push(At {
                is: Fact::Count(zone, count),
                at,
            }),
            _ => facts.push(At {
                is: Fact::Cards(zone, named(cards), count),
                at,
            }),
        }
    }
    facts
}

fn named(cards: Vec<(DefId, Span)>) -> Vec<At<Name>> {
    let name = |(card, at)| At {
        is: Name::Card(card, None),
        at,
    };
    cards.into_iter().map(name).collect()
}

/// An expectation that is not met.
pub(super) struct Miss {
    pub at: Span,
    /// The actual result, as a sentence.
    pub actual: String,
    /// The words of an expectation that is met, if one can replace it.
    pub written: Option<String>,
}

/// Returns the expectations that are not met.
pub(super) fn misses(stage: &Stage<'_, '_>, expected: &[Expected]) -> Vec<Miss> {
    let mut found = Vec::new();
    for one in expected {
        for fact in &one.facts {
            let miss = match &one.subject.is {
                Subject::Player(player) => of_a_player(stage, *player, &fact.is),
                Subject::Asked => of_choices(stage, &fact.is),
                Subject::Attack | Subject::Thing(Name::Walls) => match &fact.is {
                    Fact::Score(score) => battle::score(stage, *score),
                    Fact::Walls(hits) => battle::walls(stage, *hits),
                    _ => None,
                },
                Subject::Rest => rest(stage, expected),
                Subject::Thing(Name::Space(space)) => of_a_space(stage, *space, &fact.is),
                Subject::Thing(name) => match &fact.is {
                    Fact::Stack(facts) => {
                        battle::actual(stage, name, &facts.iter().collect::<Vec<_>>())
                    }
                    fact => of_a_card(stage, name, fact),
                },
            };
            if let Some((actual, written)) = miss {
                found.push(Miss {
                    at: fact.at,
                    actual,
                    written,
                });
            }
        }
    }
    found
}

type Actual = Option<(String, Option<String>)>;

fn of_a_card(stage: &Stage<'_, '_>, name: &Name, fact: &Fact) -> Actual {
    let cards = stage.cards_of(name);
    if cards.iter().any(|card| holds(stage, *card, fact)) {
        return None;
    }
    let Some(card) = cards.first().copied() else {
        let name = name.written(stage.lexicon);
        return Some((
            format!("no card named {name} takes part in this test"),
            None,
        ));
    };
    let actual = actual_of(stage, card, fact);
    let subject = stage.name(card);
    Some(match actual {
        Some(actual) => {
            let written = actual.written(stage.lexicon);
            (
                format!("{subject} {}", verb(&actual, &written)),
                Some(written),
            )
        }
        None => (format!("{subject} is {}", stage.place(card)), None),
    })
}

/// The predicate for a fact: `has 2 damage`, `is at d4`.
fn verb(fact: &Fact, written: &str) -> String {
    match fact {
        Fact::Tokens(..) | Fact::Size(_) | Fact::Number(..) | Fact::Mark(..) => {
            format!("has {written}")
        }
        _ => format!("is {written}"),
    }
}

fn holds(stage: &Stage<'_, '_>, card: CardIx, fact: &Fact) -> bool {
    let Some(it) = stage.state.cards.get(usize::from(card)) else {
        return false;
    };
    let there = it.at.in_play();
    match fact {
        Fact::Gone => !there,
        Fact::Zone(zone, of) => {
            matches!(it.at, Place::Zone { zone: at, of: owner } if at == *zone && of.is_none_or(|of| of == owner))
        }
        Fact::Turned(turned) => it.turned == *turned,
        _ if !there => false,
        Fact::Tokens(token, count) => stage.tokens(card, *token) == *count,
        Fact::Size(size) => u32::from(it.size) + 1 == *size,
        Fact::Number(attribute, number) => stage.number(card, attribute) == Some(*number),
        Fact::Mark(mark, has) => (it.marks & (1 << mark) != 0) == *has,
        Fact::Unmarked => it.marks == 0,
        Fact::Space(space) => it.at == Place::Map(*space) || it.at == Place::OnSpace(*space),
        Fact::Aside => it.at == Place::Aside,
        Fact::On(Name::Space(space)) => it.at == Place::OnSpace(*space),
        Fact::On(host) => matches!(it.at, Place::OnCard(on) if stage.is(host, on)),
        Fact::With(name, has) => {
            let mut attached = stage.attached(card).into_iter();
            attached.any(|attached| stage.is(name, attached)) == *has
        }
        Fact::Control(player) => it.controller == *player,
        Fact::FaceUp(up) => it.face_up == *up,
        _ => false,
    }
}

/// Returns the actual fact of the same kind. `None` if the card is no longer in a place where it can have such a fact.
fn actual_of(stage: &Stage<'_, '_>, card: CardIx, fact: &Fact) -> Option<Fact> {
    let it = stage.state.cards.get(usize::from(card))?;
    let place = || match it.at {
        Place::Map(space) => Some(Fact::Space(space)),
        Place::OnSpace(space) => Some(Fact::On(Name::Space(space))),
        Place::OnCard(host) => Some(Fact::On(stage.short_name(host))),
        Place::Aside => Some(Fact::Aside),
        Place::Zone { zone, of } => Some(Fact::Zone(zone, Some(of))),
        Place::Playing => None,
    };
    let there = it.at.in_play();
    match fact {
        Fact::Gone | Fact::Zone(..) | Fact::Space(_) | Fact::Aside | Fact::On(_) => place(),
        Fact::Turned(_) => Some(Fact::Turned(it.turned)),
        _ if !there => None,
        Fact::Tokens(token, _) => Some(Fact::Tokens(*token, stage.tokens(card, *token))),
        Fact::Size(_) => Some(Fact::Size(u32::from(it.size) + 1)),
        Fact::Number(attribute, _) => Some(Fact::Number(
            attribute.clone(),
            stage.number(card, attribute)?,
        )),
        Fact::Mark(mark, _) => Some(Fact::Mark(*mark, it.marks & (1 << mark) != 0)),
        Fact::Unmarked => {
            let marks = stage.lexicon.table.marks.len() as u8;
            (0..marks)
                .find(|mark| it.marks & (1 << mark) != 0)
                .map(|mark| Fact::Mark(mark, true))
        }
        Fact::With(name, has) => Some(Fact::With(name.clone(), !has)),
        Fact::Control(_) => Some(Fact::Control(it.controller)),
        Fact::FaceUp(_) => Some(Fact::FaceUp(it.face_up)),
        _ => None,
    }
}

fn of_a_space(stage: &Stage<'_, '_>, space: Space, fact: &Fact) -> Actual {
    let lexicon = stage.lexicon;
    let there = stage.on_space(space);
    let name = lexicon.space_name(space);
    let is = |wanted: &Name| there.iter().any(|card| stage.is(wanted, *card));
    let occupants = || match there.as_slice() {
        [] => "vacant".to_owned(),
        cards => prose::and(cards.iter().map(|card| stage.name(*card))),
    };
    match fact {
        Fact::Tokens(token, count) => {
            let actual = stage.tokens_on(Thing::Space(space), *token);
            (actual != *count).then(|| {
                let written = Fact::Tokens(*token, actual).written(lexicon);
                (format!("{name} has {written}"), Some(written))
            })
        }
        Fact::Vacant if !there.iter().any(|card| stage.fights(*card)) => None,
        Fact::Holds(wanted) | Fact::With(wanted, true) if is(wanted) => None,
        Fact::With(wanted, false) if !is(wanted) => None,
        Fact::Vacant | Fact::Holds(_) | Fact::With(..) => {
            let written = match there.first() {
                None => "vacant".to_owned(),
                Some(card) => stage.short_name(*card).written(lexicon),
            };
            Some((
                format!("{name} is {}", verb_of_space(&there, &occupants())),
                Some(written),
            ))
        }
        _ => None,
    }
}

fn verb_of_space(there: &[CardIx], occupants: &str) -> String {
    match there {
        [] => occupants.to_owned(),
        _ => format!("taken by {occupants}"),
    }
}

fn of_a_player(stage: &Stage<'_, '_>, player: Player, fact: &Fact) -> Actual {
    let lexicon = stage.lexicon;
    let state = &stage.state;
    let whose = |zone: u8| format!("{} {}", whose(player), lexicon.zone_name(zone));
    let over = match state.over {
        None => "the game is not over".to_owned(),
        Some(Outcome::Draw) => "the game is a draw".to_owned(),
        Some(Outcome::Won(0)) => "you have won".to_owned(),
        Some(Outcome::Won(_)) => "the opponent has won".to_owned(),
    };
    match fact {
        Fact::Count(zone, count) => {
            let actual = stage.zone(*zone, player).len() as u32;
            (actual != *count).then(|| {
                let written = Fact::Count(*zone, actual).written(lexicon);
                (format!("{} has {written}", whose(*zone)), Some(written))
            })
        }
        Fact::Cards(zone, wanted, others) => {
            let there = stage.zone(*zone, player);
            let ordered = lexicon.table.ordered.get(usize::from(*zone)) == Some(&true);
            let top: Vec<CardIx> = there.iter().rev().copied().collect();
            let fits = match ordered {
                true => {
                    let rest = top.len().checked_sub(wanted.len());
                    let first = wanted.iter().zip(&top);
                    first
                        .into_iter()
                        .all(|(wanted, card)| stage.is(&wanted.is, *card))
                        && match others {
                            Some(others) => rest == Some(*others as usize),
                            None if wanted.is_empty() => top.is_empty(),
                            None => rest.is_some(),
                        }
                }
                false => are(stage, there, wanted, others.unwrap_or(0)),
            };
            (!fits).then(|| {
                let most = top.len().min(wanted.len().max(3));
                let shown = match ordered {
                    true => top.get(..most).unwrap_or_default(),
                    false => there,
                };
                let (names, written) = listed(stage, shown);
                let known = shown.iter().take_while(|card| !is_blank(stage, **card));
                let known = known.count();
                let written = match (ordered, known) {
                    (false, _) => written,
                    (true, 0) => fact::cards_written(top.len() as u32),
                    (true, known) => listed(stage, shown.get(..known).unwrap_or_default()).1,
                };
                let actual = match names.as_slice() {
                    [] => "is empty".to_owned(),
                    names if ordered => format!("has on top {}", names.join(", ")),
                    names => format!("has {}", prose::and(names)),
                };
                (format!("{} {actual}", whose(*zone)), Some(written))
            })
        }
        Fact::Shown(wanted, others) => {
            let mut shown: Vec<CardIx> = Vec::new();
            for (to, card) in &stage.shown {
                if *to == player && !shown.contains(card) {
                    shown.push(*card);
                }
            }
            (!are(stage, &shown, wanted, *others)).then(|| {
                let who = if player == 0 {
                    "you were"
                } else {
                    "the opponent was"
                };
                let (names, written) = listed(stage, &shown);
                let names = match names.as_slice() {
                    [] => "nothing".to_owned(),
                    names => prose::and(names),
                };
                (format!("{who} shown {names}"), Some(written))
            })
        }
        Fact::Payment(statistic, count, ready) => {
            let actual = stage.payment_cards(player, *statistic, *ready);
            (actual != *count).then(|| {
                let who = if player == 0 {
                    "you have"
                } else {
                    "the opponent has"
                };
                let straight = if *ready { "ready " } else { "" };
                let name = lexicon.statistic_name(*statistic);
                (format!("{who} {actual} {straight}{name}"), None)
            })
        }
        Fact::Lost => (!matches!(state.over, Some(Outcome::Won(winner)) if winner != player))
            .then_some((over, None)),
        Fact::Won => (state.over != Some(Outcome::Won(player))).then_some((over, None)),
        Fact::Draw => (state.over != Some(Outcome::Draw)).then_some((over, None)),
        Fact::Passed => {
            let passed = state
                .passed
                .get(usize::from(player))
                .copied()
                .unwrap_or(false);
            let who = if player == 0 {
                "you have"
            } else {
                "the opponent has"
            };
            (!passed).then(|| (format!("{who} not passed"), None))
        }
        _ => None,
    }
}

/// Returns whether cards are exactly the `wanted` cards and `others` more, in any order.
fn are(stage: &Stage<'_, '_>, cards: &[CardIx], wanted: &[At<Name>], others: u32) -> bool {
    let mut left = cards.to_vec();
    let mut all = wanted.iter();
    let found = all.all(|wanted| {
        let at = left.iter().position(|card| stage.is(&wanted.is, *card));
        at.map(|at| left.remove(at)).is_some()
    });
    found && left.len() == others as usize
}

fn is_blank(stage: &Stage<'_, '_>, card: CardIx) -> bool {
    let it = stage.state.cards.get(usize::from(card));
    let def = it.and_then(|it| stage.table.defs.get(usize::from(it.def)));
    def.is_some_and(|def| blank::is_blank(&def.id))
}

/// The names of cards, and how a test lists them.
fn listed(stage: &Stage<'_, '_>, cards: &[CardIx]) -> (Vec<String>, String) {
    let names = cards.iter().map(|card| stage.card_name(*card)).collect();
    let mut written: Vec<String> = cards
        .iter()
        .filter(|card| !is_blank(stage, **card))
        .map(|card| stage.card_name(*card))
        .collect();
    let blanks = cards.iter().filter(|card| is_blank(stage, **card)).count() as u32;
    written.extend((blanks > 0).then(|| fact::cards_written(blanks)));
    (names, format!("[{}]", written.join(", ")))
}

fn of_choices(stage: &Stage<'_, '_>, fact: &Fact) -> Actual {
    match fact {
        Fact::NoDie => stage.rolled.then(|| ("a die was rolled".to_owned(), None)),
        Fact::NothingAsked => {
            let first = stage.asked.first()?;
            Some((format!("{} asked for a choice", stage.name(*first)), None))
        }
        Fact::AskedBy(name) => {
            let was = stage.asked.iter().any(|card| stage.is(name, *card));
            let asked: Vec<String> = stage.asked.iter().map(|card| stage.name(*card)).collect();
            (!was).then(|| match asked.as_slice() {
                [] => (
                    "nothing asked for a choice".to_owned(),
                    Some("no choice".to_owned()),
                ),
                asked => (
                    format!("only {} asked for a choice", prose::and(asked)),
                    None,
                ),
            })
        }
        _ => None,
    }
}

/// Returns the changes on the map that no expectation names.
fn rest(stage: &Stage<'_, '_>, expected: &[Expected]) -> Actual {
    let named = |card: CardIx| {
        expected
            .iter()
            .any(|one| matches!(&one.subject.is, Subject::Thing(name) if stage.is(name, card)))
    };
    let print = |state: &State, card: CardIx| {
        let it = state.cards.get(usize::from(card))?;
        let tokens: Vec<_> = state
            .tokens
            .iter()
            .filter(|tokens| matches!(tokens.on, Thing::Card(on) if on.card == card))
            .map(|tokens| (tokens.token, tokens.count))
            .collect();
        Some((
            it.at,
            it.controller,
            it.size,
            it.damage,
            it.marks,
            it.face_up,
            tokens,
        ))
    };
    let all = stage.before.play.iter().chain(&stage.state.play);
    let changed = all
        .copied()
        .find(|card| !named(*card) && print(&stage.before, *card) != print(&stage.state, *card))?;
    Some((
        format!(
            "{} has changed: it is {}",
            stage.name(changed),
            stage.state_of(changed)
        ),
        None,
    ))
}
