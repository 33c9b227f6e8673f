//! Converts a report on a set to a sheet.

use super::json::Verdict;
use super::sheet::{BarStyle, Body, Group, Row, Section, Sheet, section, single};
use super::{counted, simulation, visible};
use crate::card::VecMap;
use crate::game::Game;
use crate::kingdom::report::{Curve, KingdomReport, Merging, Odds, Part, Payment, Tally, Way};

/// Minimum number of cards for bars. A smaller zone is shown as lines of text, unless it is the
/// first one.
const SMALL: u64 = 10;

impl Sheet {
    pub fn new(game: &Game, verdict: &Verdict, report: &KingdomReport) -> Self {
        let by = match &verdict.house_rules {
            Some(id) => format!(" by the house rules {}", visible(id)),
            None => String::new(),
        };
        let mut about = vec![format!(
            "{} of {}, {}",
            game.kingdom.name,
            game.title,
            counted(verdict.total as usize, "card")
        )];
        if report.unknown > 0 {
            let cards = counted(report.unknown as usize, "card");
            about.push(format!(
                "without {cards} that are unknown, so the odds cannot be calculated"
            ));
        }
        let open = verdict.open.iter().flatten();
        let open: Vec<&str> = open.map(|open| open.words.as_str()).collect();
        if !open.is_empty() {
            about.push(format!("still open: {}", open.join(", ")));
        }
        let mut sections = vec![zones(game, report)];
        let parts = report.parts.iter().filter(|part| part.cards > 0);
        for (at, part) in parts.enumerate() {
            if at > 0 && part.cards < SMALL {
                sections.push(in_lines(part));
            } else {
                sections.extend(in_bars(game, part, report.payment.as_ref()));
            }
        }
        let payment = report.payment.iter().filter(|payment| payment.cards > 0);
        sections.extend(payment.map(|payment| paying(game, payment)));
        sections.extend(report.odds.as_ref().map(odds));
        let merging = report.merging.iter().filter(|merging| merging.cards > 0);
        sections.extend(merging.map(merging_of));
        if let (Some(played), Some(rules)) = (&verdict.played, &game.play) {
            let hand = game.term_name("zones", &rules.roles.zones.hand);
            sections.extend(simulation::of_set(played, &verdict.name, &hand));
        }
        Sheet {
            name: visible(&verdict.name).into_owned(),
            verdict: match (verdict.legal, verdict.errors) {
                (true, _) => format!("legal{by}"),
                (false, 0) => "no errors so far".to_owned(),
                (false, errors) => format!("not legal{by}, {}", counted(errors, "error")),
            },
            sound: Some(verdict.errors == 0),
            about: about
                .iter()
                .map(|line| visible(line).into_owned())
                .collect(),
            sections,
        }
    }
}

fn zones(game: &Game, report: &KingdomReport) -> Section {
    let rows = report.zones.iter().map(|zone| Row {
        text: visible(zone.card.as_deref().unwrap_or_default()).into_owned(),
        ..Row::of(&zone.title, zone.cards)
    });
    section(
        format!("{} by zone", game.kingdom.name),
        single(rows.collect()),
    )
}

fn tallies(tallies: &[Tally], none: u64) -> Vec<Row> {
    let mut rows: Vec<Row> = tallies
        .iter()
        .map(|tally| Row::of(&tally.name, tally.cards))
        .collect();
    if none > 0 && !rows.is_empty() {
        rows.push(Row {
            look: BarStyle::Rest,
            ..Row::of("none", none)
        });
    }
    rows
}

fn in_bars(game: &Game, part: &Part, payment: Option<&Payment>) -> Vec<Section> {
    let title = &part.title;
    let mut sections = vec![section(
        format!("{title} by card type"),
        single(tallies(&part.types, 0)),
    )];
    for field in &part.fields {
        let rows = tallies(&field.values, field.none);
        if !rows.is_empty() {
            sections.push(section(format!("{title} by {}", field.title), single(rows)));
        }
    }
    let mut fields: Vec<&str> = part
        .curves
        .iter()
        .map(|curve| curve.field.as_str())
        .collect();
    fields.dedup();
    for field in fields {
        let of_field = part.curves.iter().filter(|curve| curve.field == field);
        let pay = game.kingdom.report.pay.as_ref();
        let payment = payment.filter(|_| pay.is_some_and(|pay| pay.field == field));
        let mut groups: Vec<Group> = of_field.map(|curve| group(curve, payment)).collect();
        if let [only] = groups.as_mut_slice() {
            // A single group needs no label, because the section has a title.
            only.label.clear();
        }
        let mut curves = section(
            format!("{title} by {}", crate::diagnostic::prose::spoken(field)),
            Body::Curves(groups.clone()),
        );
        let mut rows = groups.iter().flat_map(|group| &group.rows);
        if rows.any(|row| row.look == BarStyle::Beyond && row.length > 0) {
            let payer = pay.map(|pay| title_of(game, &pay.from));
            let payer = payer.unwrap_or_default();
            curves.legend = Some(visible(&format!("more than the {payer} have")).into_owned());
        }
        sections.push(curves);
    }
    sections
}

fn title_of<'g>(game: &'g Game, zone: &'g str) -> &'g str {
    let zones = &game.kingdom.zones;
    zones.get(zone).map_or(zone, |zone| zone.title.as_str())
}

fn group(curve: &Curve, payment: Option<&Payment>) -> Group {
    let has = payment.zip(curve.of.as_ref());
    let has = has.map(|(payment, of)| payment.pool.get(of).copied().unwrap_or(0));
    let rows = curve.steps.iter().map(|step| Row {
        look: match has.is_some_and(|has| step.number > has) {
            true => BarStyle::Beyond,
            false => BarStyle::Usual,
        },
        ..Row::of(&step.number.to_string(), step.cards)
    });
    Group {
        label: visible(&curve.title).into_owned(),
        rows: rows.collect(),
    }
}

/// Formats a part as lines of text.
fn in_lines(part: &Part) -> Section {
    let listed = |tallies: &[Tally], none: u64| {
        let rows = self::tallies(tallies, none);
        let each = rows
            .iter()
            .map(|row| format!("{} {}", row.label, row.value));
        each.collect::<Vec<_>>().join(", ")
    };
    let types = ("card type".to_owned(), listed(&part.types, 0));
    let fields = part
        .fields
        .iter()
        .map(|field| (field.title.clone(), listed(&field.values, field.none)));
    let curves = part.curves.iter().map(|curve| {
        let steps = curve.steps.iter().filter(|step| step.cards > 0);
        let each = steps.map(|step| {
            let cards = counted(step.cards as usize, "card");
            format!("{cards} with {}", step.number)
        });
        (curve.title.clone(), each.collect::<Vec<_>>().join(", "))
    });
    let lines = std::iter::once(types).chain(fields).chain(curves);
    let lines = lines
        .filter(|(_, text)| !text.is_empty())
        .map(|(label, text)| (visible(&label).into_owned(), visible(&text).into_owned()));
    section(&part.title, Body::Lines(lines.collect()))
}

/// Returns the name of a way of paying.
fn way(way: Way) -> &'static str {
    match way {
        Way::Exact => "exactly",
        Way::Substituted => "with substitution",
        Way::Played => "with a card played to pay",
        Way::Never => "not at all",
    }
}

fn amounts(game: &Game, amounts: &VecMap<i64>) -> String {
    let each = amounts.iter().map(|(id, number)| {
        let mut lists = game.vocabulary.values();
        let name = lists.find_map(|list| Some(list.get(id.as_str())?.name.as_str()));
        format!("{} {number}", name.unwrap_or(id))
    });
    each.collect::<Vec<_>>().join(", ")
}

fn paying(game: &Game, payment: &Payment) -> Section {
    let rows = payment.ways.iter().filter(|(_, cards)| **cards > 0);
    let rows = rows.map(|(how, cards)| Row {
        look: match how {
            Way::Never => BarStyle::Beyond,
            _ => BarStyle::Usual,
        },
        ..Row::of(way(*how), *cards)
    });
    let pool = match payment.pool.is_empty() {
        true => "nothing".to_owned(),
        false => amounts(game, &payment.pool),
    };
    let mut section = section(format!("paid with {pool}"), single(rows.collect()));
    section.notes = payment
        .not_exact
        .iter()
        .map(|paid| {
            let note = format!(
                "{} × {}, cost {}: {} short, {}",
                paid.copies,
                paid.name,
                amounts(game, &paid.cost),
                amounts(game, &paid.short),
                match paid.way {
                    Way::Never => "cannot be paid".to_owned(),
                    how => format!("paid {}", way(how)),
                }
            );
            visible(&note).into_owned()
        })
        .collect();
    section
}

fn odds(odds: &Odds) -> Section {
    let mut groups: Vec<Group> = Vec::new();
    let mut counted: Option<u64> = None;
    for of in &odds.of {
        // Skip a way by which no additional card can be paid for.
        if counted == Some(of.cards) {
            continue;
        }
        counted = Some(of.cards);
        let hand = (format!("hand of {}", odds.hand), &of.hand);
        let replaced = of
            .replaced
            .iter()
            .map(|chance| ("after replacing".to_owned(), chance));
        let rounds = of.rounds.iter();
        let rounds = rounds.map(|round| (format!("by round {}", round.round), &round.chance));
        let all = std::iter::once(hand).chain(replaced).chain(rounds);
        let rows = all.map(|(label, chance)| Row {
            label,
            value: format!("{} %", chance.percent),
            length: u64::from(chance.per_mille),
            look: BarStyle::Usual,
            interval: None,
            text: String::new(),
        });
        groups.push(Group {
            label: match groups.is_empty() {
                true => format!("{} paid {}", of.cards, way(of.way)),
                false => format!("{} also {}", of.cards, way(of.way)),
            },
            rows: rows.collect(),
        });
    }
    let title = format!("odds to hold one of the {} that can be paid", odds.title);
    section(title, Body::Chances(groups))
}

fn merging_of(merging: &Merging) -> Section {
    let mut lines: Vec<(String, String)> = Vec::new();
    for same in &merging.names {
        let copies = format!("{} each", same.copies);
        let name = visible(&same.name);
        match lines.last_mut().filter(|(label, _)| *label == copies) {
            Some((_, names)) => names.push_str(&format!(", {name}")),
            None => lines.push((copies, name.into_owned())),
        }
    }
    let title = format!(
        "{} of {} {} can merge with another of the same name",
        merging.can, merging.cards, merging.title
    );
    section(title, Body::Lines(lines))
}
