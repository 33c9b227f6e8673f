//! The map, the cards on it and the zones, as text.

use cardwright_play::state::{At, CardIx, Player, Space, Thing};
use cardwright_play::{By, Part};

use super::phrase::{HIDDEN, HIDDEN_CARDS, Phrases, Sight, capital};
use crate::diagnostic::prose;

/// Draws the map: the letter of the card that can act, then the digit of the site on the same space.
pub(super) fn map(phrases: &Phrases<'_>, sight: Sight<'_>) -> String {
    let table = phrases.table;
    if sight.state.battle.is_some() {
        return lines(phrases, sight);
    }
    let columns = usize::from(table.columns);
    let mut cells = vec![[None, None]; columns * table.rows.len()];
    for card in &sight.state.play {
        let Some(At::Map(space)) = sight.state.cards.get(usize::from(*card)).map(|it| it.at) else {
            continue;
        };
        let site = phrases.def(sight.state, *card).is_some_and(|def| def.site);
        let cell = cells.get_mut(usize::from(space));
        if let Some(drawn) = cell.and_then(|cell| cell.get_mut(usize::from(site))) {
            *drawn = Some(sight.letters.of(*card).unwrap_or('?'));
        }
    }
    let heads: String = phrases
        .columns()
        .map(|column| format!("  {column} "))
        .collect();
    let heads = format!("     {}", heads.trim_end());
    let mut text = heads + "\n";
    for (row, drawn) in cells.chunks(columns.max(1)).enumerate().rev() {
        let drawn: String = drawn
            .iter()
            .map(|[card, site]| format!("  {}{}", card.unwrap_or('.'), site.unwrap_or(' ')))
            .collect();
        text += format!("  {:>2} {}", row + 1, drawn).trim_end();
        text.push('\n');
    }
    text
}

/// Lists the lines of a battle with their stacks, those of the other side above.
fn lines(phrases: &Phrases<'_>, sight: Sight<'_>) -> String {
    let table = phrases.table;
    let Some(battle) = &sight.state.battle else {
        return String::new();
    };
    let middle = table.rows.len() / 2;
    let mut text = String::new();
    for (row, id) in table.rows.iter().enumerate().rev() {
        let mut stacks: Vec<(Space, String)> = Vec::new();
        for stack in &battle.stacks {
            let Some(space) = is_on_map(sight, stack.card) else {
                continue;
            };
            if usize::from(space / table.columns.max(1)) != row {
                continue;
            }
            let letter = sight.letters.of(stack.card).unwrap_or('?');
            let names = stack.cards.iter().map(|card| phrases.name(sight, *card));
            let mut runs: Vec<(&str, u32)> = Vec::new();
            for name in names.map(|name| name.unwrap_or(HIDDEN)) {
                match runs.last_mut() {
                    Some((last, count)) if *last == name => *count += 1,
                    _ => runs.push((name, 1)),
                }
            }
            let runs = runs.into_iter().map(|(name, count)| match count {
                1 => name.to_owned(),
                count => format!("{count} {name}"),
            });
            let cards = runs.collect::<Vec<_>>().join(" on ");
            stacks.push((space, format!("{letter} {cards}")));
        }
        stacks.sort();
        let name = phrases.term("rows", id);
        let listed: Vec<String> = stacks.into_iter().map(|(_, stack)| stack).collect();
        text += format!("  {name:<8} {}", listed.join(" | ")).trim_end();
        text.push('\n');
        if row == middle {
            text += "  --------\n";
        }
    }
    text
}

/// Lists the cards in play of each player, and the numbers of cards in the zones.
pub(super) fn cards(phrases: &Phrases<'_>, sight: Sight<'_>, sets: [&str; 2]) -> String {
    let mut text = String::new();
    for player in [1, 0] {
        let set = sets.get(usize::from(player)).copied().unwrap_or_default();
        text += &format!(
            "{}, {set}: {}\n",
            capital(&phrases.player(player)),
            zones(phrases, sight, player)
        );
        text += &in_play(phrases, sight, player);
    }
    let nobody = in_play(phrases, sight, cardwright_play::thing::NONE);
    let hidden = hidden(phrases, sight);
    if !nobody.is_empty() || !hidden.is_empty() {
        text += &format!("Nobody:\n{nobody}{hidden}");
    }
    let on_spaces: Vec<String> = (0..phrases.table.spaces())
        .filter_map(|space| {
            let mut there = tokens(phrases, sight, Thing::Space(space));
            there.extend(attached(phrases, sight, At::OnSpace(space)));
            (!there.is_empty())
                .then(|| format!("  {}: {}\n", phrases.space(space), there.join(", ")))
        })
        .collect();
    if !on_spaces.is_empty() {
        text += &format!("On spaces:\n{}", on_spaces.concat());
    }
    text
}

/// The numbers of cards in the zones of a player, and what is ready to pay.
fn zones(phrases: &Phrases<'_>, sight: Sight<'_>, player: Player) -> String {
    let table = phrases.table;
    let own = sight
        .state
        .zones
        .chunks(table.zones.len().max(1))
        .nth(usize::from(player));
    let mut parts = Vec::new();
    for (zone, cards) in own.into_iter().flatten().enumerate() {
        let name = table
            .zones
            .get(zone)
            .map_or(String::new(), |id| phrases.term("zones", id));
        if zone != usize::from(table.payment) {
            parts.push(format!("{name} {}", cards.len()));
            continue;
        }
        // In this game nothing is paid so.
        if table.statistics.is_empty() {
            continue;
        }
        let ready = |statistic: u8| {
            let of = cards.iter().filter(|card| {
                let it = sight.state.cards.get(usize::from(**card));
                it.is_some_and(|it| {
                    let printed = table
                        .defs
                        .get(usize::from(it.def))
                        .and_then(|def| def.payment);
                    !it.turned && it.laid.or(printed) == Some(statistic)
                })
            });
            of.count()
        };
        let each = table.statistics.iter().enumerate().filter_map(|(at, id)| {
            let count = ready(at as u8);
            (count > 0).then(|| format!("{count} {}", phrases.term("statistics", id)))
        });
        let each = prose::and(each);
        parts.push(format!(
            "ready: {}",
            if each.is_empty() { "none" } else { &each }
        ));
    }
    if sight.state.passed.get(usize::from(player)) == Some(&true) {
        parts.push("passed".to_owned());
    }
    parts.join(", ")
}

/// Lists the hidden cards of nobody about which nothing else is known, on one line.
fn hidden(phrases: &Phrases<'_>, sight: Sight<'_>) -> String {
    let cards = sight.state.play.iter().copied();
    let cards = cards.filter(|card| is_unknown(phrases, sight, *card));
    let each: Vec<String> = cards
        .filter_map(|card| {
            let space = is_on_map(sight, card)?;
            let letter = sight.letters.of(card).unwrap_or(' ');
            Some(format!("{letter} {}", phrases.space(space)))
        })
        .collect();
    match each.is_empty() {
        true => String::new(),
        false => format!("  {}: {}\n", each.join(", "), HIDDEN_CARDS),
    }
}

/// Returns whether a card on the map is hidden and nobody's, without anything on it.
fn is_unknown(phrases: &Phrases<'_>, sight: Sight<'_>, card: CardIx) -> bool {
    let it = sight.state.cards.get(usize::from(card));
    it.is_some_and(|it| it.controller == cardwright_play::thing::NONE)
        && is_on_map(sight, card).is_some()
        && phrases.name(sight, card).is_none()
        && facts(phrases, sight, card).is_empty()
}

fn in_play(phrases: &Phrases<'_>, sight: Sight<'_>, player: Player) -> String {
    let mut text = String::new();
    for card in &sight.state.play {
        let it = sight.state.cards.get(usize::from(*card));
        let Some(it) = it.filter(|it| it.controller == player) else {
            continue;
        };
        if is_unknown(phrases, sight, *card) {
            continue;
        }
        let in_stack = sight.state.battle.as_ref();
        let in_stack = in_stack.and_then(|battle| battle.stack_of(*card));
        let place = match it.at {
            // Only the top card of a stack acts; its stack is above.
            At::Map(_) if in_stack.is_some_and(|stack| stack.cards.first() != Some(card)) => {
                continue;
            }
            At::Map(_) if in_stack.is_some() => String::new(),
            At::Map(space) => phrases.space(space),
            At::Aside => "aside".to_owned(),
            _ => continue,
        };
        let letter = sight.letters.of(*card).map(|letter| format!("{letter} "));
        let letter = letter.unwrap_or_default();
        let name = phrases.name(sight, *card).unwrap_or(HIDDEN);
        let facts = facts(phrases, sight, *card);
        let facts = match facts.is_empty() {
            true => String::new(),
            false => format!(": {}", facts.join(", ")),
        };
        text += &format!("  {letter}{place:>2} {name}{facts}\n");
    }
    text
}

/// What is so of a card in play.
fn facts(phrases: &Phrases<'_>, sight: Sight<'_>, card: CardIx) -> Vec<String> {
    let table = phrases.table;
    let mut facts = Vec::new();
    let Some(it) = sight.state.cards.get(usize::from(card)) else {
        return facts;
    };
    if phrases.name(sight, card).is_some() {
        for (attribute, account) in numbers(phrases, sight, card) {
            let name = phrases.term("attributes", attribute);
            facts.push(format!("{name} {}", account.now));
        }
    }
    let roles = &table.rules.roles.tokens;
    if it.size > 0 {
        facts.push(format!(
            "{} {}",
            phrases.term("tokens", &roles.size),
            it.size + 1
        ));
    }
    if it.damage > 0 {
        facts.push(phrases.tokens(&roles.damage, u32::from(it.damage)));
    }
    for (mark, id) in table.marks.iter().enumerate() {
        if it.marks & (1 << mark) != 0 {
            facts.push(format!("{} mark", phrases.term("marks", id)));
        }
    }
    facts.extend(tokens(
        phrases,
        sight,
        Thing::Card(sight.state.reference(card)),
    ));
    if it.turned {
        facts.push("turned".to_owned());
    }
    let with = attached(phrases, sight, At::OnCard(card));
    if !with.is_empty() {
        facts.push(format!("with {}", prose::and(with)));
    }
    facts
}

fn tokens(phrases: &Phrases<'_>, sight: Sight<'_>, on: Thing) -> Vec<String> {
    let of = sight
        .state
        .tokens
        .iter()
        .filter(|tokens| tokens.on == on && tokens.count > 0);
    of.map(|tokens| {
        let id = phrases.table.tokens.get(usize::from(tokens.token));
        id.map_or(String::new(), |id| {
            phrases.tokens(id, u32::from(tokens.count))
        })
    })
    .collect()
}

fn attached(phrases: &Phrases<'_>, sight: Sight<'_>, at: At) -> Vec<String> {
    let on = |card: &&CardIx| {
        let it = sight.state.cards.get(usize::from(**card));
        it.is_some_and(|it| it.at == at)
    };
    let cards = sight.state.play.iter().filter(on);
    cards
        .map(|card| phrases.name(sight, *card).unwrap_or(HIDDEN).to_owned())
        .collect()
}

/// The hand of a player, cards of one name together.
pub(super) fn hand(phrases: &Phrases<'_>, sight: Sight<'_>, player: Player) -> String {
    let table = phrases.table;
    let zone = usize::from(player) * table.zones.len() + usize::from(table.hand);
    let name = table.zones.get(usize::from(table.hand));
    let name = name.map_or(String::new(), |id| phrases.term("zones", id));
    let mut counts: Vec<(&str, u32)> = Vec::new();
    for card in sight.state.zones.get(zone).into_iter().flatten() {
        let name = phrases.name(sight, *card).unwrap_or(HIDDEN);
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let cards: Vec<String> = counts
        .into_iter()
        .map(|(name, count)| match count {
            1 => name.to_owned(),
            count => format!("{count} {name}"),
        })
        .collect();
    let cards = if cards.is_empty() {
        "no cards".to_owned()
    } else {
        cards.join(", ")
    };
    format!("{}: {cards}\n", capital(&name))
}

/// The numbers of a card as they are now.
fn numbers<'p>(
    phrases: &'p Phrases<'_>,
    sight: Sight<'_>,
    card: CardIx,
) -> Vec<(&'p str, cardwright_play::Account)> {
    let keys = phrases.table.attribute_types.keys();
    keys.filter_map(|id| Some((id.as_str(), phrases.table.account(sight.state, card, id)?)))
        .collect()
}

/// What makes up the numbers of a card.
pub(super) fn accounts(phrases: &Phrases<'_>, sight: Sight<'_>, card: CardIx) -> String {
    let mut text = format!("{}\n", phrases.card(sight, card));
    let part = |part: &Part| {
        let words = phrases.line(part.ability);
        let words = words.map_or(String::new(), |words| format!(": {words}"));
        let what = match part.by {
            By::Set { to } => format!("set to {to}"),
            By::Gain { by } => format!("{by} more"),
            By::Lose { by, least: 0 } => format!("{by} less"),
            By::Lose { by, least } => format!("{by} less, but not below {least}"),
        };
        format!("    {what} by {}{words}\n", phrases.card(sight, part.card))
    };
    for (attribute, account) in numbers(phrases, sight, card) {
        let name = phrases.term("attributes", attribute);
        text += &format!("  {name} {}: {} as printed\n", account.now, account.printed);
        text.extend(account.parts.iter().map(part));
    }
    text
}

/// A card as printed.
pub(super) fn card(phrases: &Phrases<'_>, id: &str) -> Option<String> {
    let def = phrases.table.defs.iter().find(|def| def.id == id)?;
    let mut words = vec![phrases.type_name(&def.type_)];
    let cost = phrases.cost(def);
    if !cost.is_empty() {
        words.push(format!("costs {cost}"));
    }
    for (attribute, number) in &def.numbers {
        words.push(format!(
            "{} {number}",
            phrases.term("attributes", attribute)
        ));
    }
    let traits = def.traits.iter().map(|id| phrases.term("traits", id));
    words.extend(traits);
    let mut text = format!("{}: {}\n", def.name, words.join(", "));
    let printed = phrases
        .compilation
        .cards
        .get(&def.id)
        .map(|card| &card.text);
    for line in printed.into_iter().flat_map(|text| text.lines()) {
        text += &format!("  {line}\n");
    }
    Some(text)
}

/// The space of a card on the map.
pub(super) fn is_on_map(sight: Sight<'_>, card: CardIx) -> Option<Space> {
    match sight.state.cards.get(usize::from(card)).map(|it| it.at) {
        Some(At::Map(space)) => Some(space),
        _ => None,
    }
}
