//! Converts the report on games of two sets to a sheet.

use cardwright_play::simulate::{
    Card, CardsOfSet, Condition, Line, Report, Rounds, SetReport, Share, Texts,
};

use super::sheet::{BarStyle, Body, Group, Row, Section, Sheet, section};
use super::{counted, visible};

/// Cards and texts of one kind that are listed; the JSON document has all.
const LISTED: usize = 5;

/// What every report on games says.
const PROGRAMS: &str = "the players are programs, so this says nothing about people";

/// The report on games of two sets. `hand` is the name of the zone from which cards are played.
pub fn games(report: &Report, hand: &str) -> Sheet {
    let [one, other] = &report.names;
    let mut about = vec![PROGRAMS.to_owned()];
    if report.games < report.wanted {
        let said = format!(
            "interrupted: {} of {} games were played",
            report.games, report.wanted
        );
        about.insert(0, said);
    }
    let names = match one == other {
        true => [format!("{one} (1)"), format!("{other} (2)")],
        false => report.names.clone(),
    };
    let mut wins: Vec<Row> = names
        .iter()
        .zip(&report.wins)
        .map(|(name, wins)| of_share(name, wins))
        .collect();
    wins.push(Row {
        look: BarStyle::Rest,
        ..of_share("draws", &report.draws)
    });
    let first = of_share("first player", &report.first_player);
    wins.push(first);
    let mut sections = vec![shares("wins", wins), lengths(&report.rounds)];
    let cards = report.cards.iter().zip(&report.names);
    sections.extend(cards.map(|(cards, name)| cards_section(name, cards, hand)));
    sections.extend(texts(&report.texts));
    Sheet {
        name: visible(&format!("{one} – {other}")).into_owned(),
        verdict: played_by(report.games, &report.players, report.seed),
        sound: None,
        about,
        sections,
    }
}

/// The section of a report on one set about its games against others.
pub(super) fn of_set(played: &SetReport, name: &str, hand: &str) -> Vec<Section> {
    let wins = played.against.iter();
    let wins = wins.map(|against| of_share(&format!("against {}", against.name), &against.wins));
    let SetReport {
        players,
        seed,
        wanted,
        ..
    } = played;
    let games = counted(*wanted as usize, "game");
    let title = format!("played: {games} with each, {players} players, seed {seed}");
    let mut won = shares(&title, wins.collect());
    won.notes.push(PROGRAMS.to_owned());
    if played
        .against
        .iter()
        .any(|against| against.wins.of < *wanted)
    {
        won.notes
            .push("interrupted: not all games were played".to_owned());
    }
    let title = format!("played: {name}");
    vec![won, cards_section(&title, &played.cards, hand)]
}

/// `1000 games, greedy players, seed 1`.
fn played_by(games: u32, players: &str, seed: u64) -> String {
    let games = counted(games as usize, "game");
    format!("{games}, {players} players, seed {seed}")
}

/// A bar for a share, with its interval.
fn of_share(name: &str, share: &Share) -> Row {
    let thousandths = |share: f64| (share * 1000.0).round() as u64;
    Row {
        label: visible(name).into_owned(),
        value: format!("{} %", percent(share.share)),
        length: thousandths(share.share),
        look: BarStyle::Usual,
        interval: Some([thousandths(share.from), thousandths(share.to)]),
        text: format!(
            "{} to {} %, {} of {}",
            percent(share.from),
            percent(share.to),
            share.count,
            share.of
        ),
    }
}

fn percent(share: f64) -> String {
    format!("{:.0}", share * 100.0)
}

fn lengths(rounds: &Rounds) -> Section {
    let games = |number: u32| {
        let found = rounds.lengths.iter().find(|it| it.rounds == number);
        found.map_or(0, |it| u64::from(it.games))
    };
    let rows =
        (rounds.least..=rounds.most).map(|number| Row::of(&number.to_string(), games(number)));
    let title = format!(
        "length: {:.1} rounds ({} to {})",
        rounds.mean, rounds.least, rounds.most
    );
    section(
        title,
        Body::Curves(vec![Group {
            label: String::new(),
            rows: rows.collect(),
        }]),
    )
}

fn cards_section(title: &str, cards: &CardsOfSet, hand: &str) -> Section {
    let mut section = section(title, Body::Lines(cards_of(cards, hand)));
    if cards.cards.iter().any(|card| card.clear) {
        let by = "better, worse: how much larger the share of won games is with the card";
        section.notes = vec![format!("{by} in the {hand} than without")];
    }
    section
}

/// The best and worst cards, those that lie in the hand, and those that were never played.
fn cards_of(of: &CardsOfSet, hand: &str) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String)> = Vec::new();
    let named = |card: &Card| {
        let signed = |share: f64| format!("{:+.0}", share * 100.0).replace('-', "−");
        format!(
            "{} {} % ({} to {})",
            visible(&card.name),
            signed(card.difference.by),
            signed(card.difference.from),
            signed(card.difference.to)
        )
    };
    let better = |card: &&Card| card.clear && card.difference.by > 0.0;
    let worse = |card: &&Card| card.clear && card.difference.by < 0.0;
    let best: Vec<String> = of.cards.iter().filter(better).map(named).collect();
    let worst = of.cards.iter().rev().filter(worse);
    let worst: Vec<String> = worst.map(named).collect();
    if best.is_empty() && worst.is_empty() {
        let none = "no card makes a significant difference in these games";
        lines.push(("better, worse".to_owned(), none.to_owned()));
    }
    lines.extend(listed("better", best));
    lines.extend(listed("worse", worst));
    let mut stuck: Vec<&Card> = of.cards.iter().filter(|card| card.stuck).collect();
    stuck.sort_by(|a, b| b.wait.total_cmp(&a.wait));
    let stuck = stuck
        .iter()
        .map(|card| format!("{} {:.1} rounds", visible(&card.name), card.wait));
    if let Some((label, cards)) = listed("stuck", stuck.collect()) {
        let text = format!(
            "{cards} in the {hand} before it could be played (all cards: {:.1})",
            of.mean_wait
        );
        lines.push((label, text));
    }
    let mut never: Vec<&Card> = of.cards.iter().filter(|card| card.played == 0).collect();
    never.sort_by_key(|card| u32::MAX - card.with.of);
    let never = never.iter().map(|card| {
        let games = counted(card.with.of as usize, "game");
        format!("{}, in the {hand} in {games}", visible(&card.name))
    });
    lines.extend(listed("never played", never.collect()));
    lines
}

/// A line of the first few, and how many more there are.
fn listed(label: &str, mut items: Vec<String>) -> Option<(String, String)> {
    if items.is_empty() {
        return None;
    }
    let more = items.len().saturating_sub(LISTED);
    if more > 0 {
        items.truncate(LISTED);
        items.push(format!("and {more} more"));
    }
    Some((label.to_owned(), items.join("; ")))
}

/// What did nothing in any game.
fn texts(texts: &Texts) -> Option<Section> {
    fn lines(lines: &[Line]) -> Vec<(&str, u32, &str)> {
        let each = lines.iter();
        each.map(|it| (it.name.as_str(), it.games, it.text.as_str()))
            .collect()
    }
    fn conditions(conditions: &[Condition]) -> Vec<(&str, u32, &str)> {
        let each = conditions.iter();
        each.map(|it| (it.name.as_str(), it.games, it.text.as_str()))
            .collect()
    }
    let unresolved = lines(&texts.unresolved);
    let never = conditions(&texts.never_met);
    let always = conditions(&texts.always_met);
    let mut lines: Vec<(String, String)> = Vec::new();
    for (label, found) in [
        ("never resolved", unresolved),
        ("never true", never),
        ("always true", always),
    ] {
        for (at, (name, games, text)) in found.iter().take(LISTED).enumerate() {
            let label = if at == 0 { label } else { "" };
            let games = counted(*games as usize, "game");
            let said = format!("{}, {games}: “{}”", visible(name), visible(text));
            lines.push((label.to_owned(), said));
        }
        if let Some(more) = found.len().checked_sub(LISTED + 1) {
            lines.push((String::new(), format!("and {} more", more + 1)));
        }
    }
    if lines.is_empty() {
        return None;
    }
    let mut section = section("texts that did nothing", Body::Lines(lines));
    section.notes = vec![
        "never resolved: in all games in which the card was in play or played".to_owned(),
        "never true, always true: conditions, in all games in which they were tested".to_owned(),
    ];
    Some(section)
}

/// The bars of shares.
fn shares(title: &str, rows: Vec<Row>) -> Section {
    let label = String::new();
    let mut shares = section(title, Body::Chances(vec![Group { label, rows }]));
    shares.notes = vec!["with 95 % confidence intervals".to_owned()];
    shares
}
