//! Describes abilities in words, using only their IR. An engine has the same functions, with one arm for each variant,
//! but performs what these describe.
//!
//! No `match` has a wildcard arm, and every pattern names all fields: when the IR gets a new variant or field, the
//! compiler reports each place that must handle it.

mod action;
mod thing;
mod time;

use std::collections::{BTreeMap, BTreeSet};

use cardwright::bundle::{Bundle, BundledCard};
use cardwright::effect::ir::{
    Ability, Action, Amount, Effect, End, Face, Heading, LimitPeriod, Moment, Owner, Period,
    Placement, Player, Round, RowSide, Side, What,
};

/// Describes the abilities of one bundle.
pub struct Words<'b> {
    bundle: &'b Bundle,
    names: BTreeMap<&'b str, &'b str>,
    /// The slots to which something refers. Only these are printed with their number.
    named: BTreeSet<u32>,
    /// The ids of all cards mentioned so far.
    pub mentioned: BTreeSet<String>,
}

impl<'b> Words<'b> {
    pub fn new(bundle: &'b Bundle) -> Self {
        let names = bundle
            .cards
            .iter()
            .map(|card| (card.id.as_str(), card.name.as_str()));
        Words {
            bundle,
            names: names.collect(),
            named: BTreeSet::new(),
            mentioned: BTreeSet::new(),
        }
    }

    /// Describes a card: a line with its name, followed by its indented abilities.
    pub fn paragraph(&mut self, card: &BundledCard) -> String {
        let mut lines = Vec::new();
        for ability in card.abilities.iter() {
            lines.extend(self.ability(ability));
        }
        if lines.is_empty() {
            lines.push("no abilities".to_owned());
        }
        let head = format!("{} ({})", card.name, card.card_type);
        let lines: Vec<String> = std::iter::once(head).chain(indented(lines)).collect();
        lines.join("\n")
    }

    /// Describes an ability: a line that says when it resolves, followed by its indented effects.
    fn ability(&mut self, ability: &Ability) -> Vec<String> {
        let outer = std::mem::take(&mut self.named);
        self.lines(ability); // collects the referenced slots
        let lines = self.lines(ability);
        self.named = outer;
        lines
    }

    fn lines(
        &mut self,
        Ability {
            part,
            heading,
            effects,
            scale,
            span: _,
        }: &Ability,
    ) -> Vec<String> {
        let Heading {
            id,
            when,
            placement,
            span: _,
        } = heading;
        let name = match self.bundle.vocabulary.headings.get(id.as_str()) {
            Some(heading) => heading.name.clone(),
            None => spaced(id),
        };
        let when = maybe(when.as_ref(), |event| {
            format!(", when {}", self.event(event))
        });
        let place = maybe(placement.as_ref(), |placement| match placement {
            Placement::AttachTo { to } => format!(", attached to {}", self.selector(to)),
            Placement::Aside => ", placed aside".to_owned(),
        });
        let part = maybe(part.as_ref(), |part| format!("part {part}, "));
        let scale = maybe(scale.as_ref(), |scale| {
            format!(", {} times for {}", scale.factor, self.filter(&scale.of))
        });
        self.block(format!("{part}{name}{when}{place}{scale}:"), effects)
    }

    /// Returns a line followed by its indented effects.
    fn block(&mut self, head: String, effects: &[Effect]) -> Vec<String> {
        let inside = effects.iter().flat_map(|effect| self.effect(effect));
        std::iter::once(head).chain(indented(inside)).collect()
    }

    fn effect(&mut self, Effect { what, span: _ }: &Effect) -> Vec<String> {
        match what {
            What::Act { action } => self.act(action),
            What::Then { effects } => self.block("one after the other:".to_owned(), effects),
            What::Together { effects } => self.block("all at once:".to_owned(), effects),
            What::May {
                who,
                cost,
                effects,
                otherwise,
            } => {
                let mut lines = if cost.is_empty() {
                    self.block(format!("{} may:", player(*who)), effects)
                } else {
                    let mut lines = self.block(format!("{} may pay this:", player(*who)), cost);
                    lines.extend(self.block("for this:".to_owned(), effects));
                    lines
                };
                if !otherwise.is_empty() {
                    lines.extend(self.block("otherwise:".to_owned(), otherwise));
                }
                lines
            }
            What::If {
                condition,
                then,
                otherwise,
            } => {
                let head = format!("if {}:", self.condition(condition));
                let mut lines = self.block(head, then);
                if !otherwise.is_empty() {
                    lines.extend(self.block("otherwise:".to_owned(), otherwise));
                }
                lines
            }
            What::While { condition, effects } => {
                let head = format!("as long as {}:", self.condition(condition));
                self.block(head, effects)
            }
            What::Unless { condition, effects } => {
                let head = format!("unless {}:", self.condition(condition));
                self.block(head, effects)
            }
            What::UnlessPaid { who, cost, effects } => {
                let mut lines = self.block(format!("{} may pay this:", player(*who)), cost);
                lines.extend(self.block("if it is not paid:".to_owned(), effects));
                lines
            }
            What::When { occasion, effects } => {
                let head = format!("{}:", self.occasion(occasion));
                self.block(head, effects)
            }
            What::Limit {
                times,
                per,
                period,
                effects,
            } => {
                let times = if *times == 1 {
                    "once".to_owned()
                } else {
                    format!("{times} times")
                };
                let per = match per {
                    LimitPeriod::Round => "a round".to_owned(),
                    LimitPeriod::Game => "a game".to_owned(),
                    LimitPeriod::Period => format!("each {}", period_name(period.as_deref())),
                };
                self.block(format!("at most {times} in {per}:"), effects)
            }
            What::Delayed {
                moment,
                period,
                effects,
            } => {
                let moment = moment_words(*moment, period.as_deref());
                self.block(format!("once, {moment}:"), effects)
            }
            What::Replace { event, effects } => {
                let head = format!("if {}, instead:", self.event(event));
                self.block(head, effects)
            }
            What::Choose {
                who,
                at_least,
                at_most,
                modes,
            } => {
                let number = if at_least == at_most {
                    at_most.to_string()
                } else {
                    format!("{at_least} to {at_most}")
                };
                let mut lines = vec![format!("{} {number} of these:", does(*who, "choose"))];
                for (index, mode) in modes.iter().enumerate() {
                    lines.extend(indented(self.block(format!("({})", index + 1), mode)));
                }
                lines
            }
            What::Either { who, effects } => {
                self.block(format!("{} one of these:", does(*who, "choose")), effects)
            }
            What::Ladder { by, rows } => {
                let by = self.word("attributes", by);
                rows.iter()
                    .flat_map(|row| self.block(format!("from {by} {}:", row.at), &row.effects))
                    .collect()
            }
            What::Repeat { times, effects } => self.block(format!("{times} times:"), effects),
            What::ForEach {
                each,
                slot,
                effects,
            } => {
                let head = format!("again for every {}{}:", self.filter(each), self.slot(*slot));
                self.block(head, effects)
            }
        }
    }

    fn act(&mut self, action: &Action) -> Vec<String> {
        let mut lines = vec![self.action(action)];
        if let Action::Gain { abilities, .. } = action {
            let granted = abilities.iter().flat_map(|ability| self.ability(ability));
            lines.extend(indented(granted));
        }
        lines
    }

    /// Returns the number of a slot, if something refers to it.
    fn slot(&self, slot: u32) -> String {
        if self.named.contains(&slot) {
            format!(" [{slot}]")
        } else {
            String::new()
        }
    }

    fn refers(&mut self, slot: u32) -> u32 {
        self.named.insert(slot);
        slot
    }

    fn card(&mut self, id: &str) -> String {
        self.mentioned.insert(id.to_owned());
        self.names.get(id).copied().unwrap_or(id).to_owned()
    }

    fn card_type(&self, id: &str, many: bool) -> String {
        match self.bundle.vocabulary.card_types.get(id) {
            Some(card_type) if many => card_type.plural.clone(),
            Some(card_type) => card_type.name.clone(),
            None => spaced(id),
        }
    }

    /// Returns the name for an id of a vocabulary list.
    fn word(&self, list: &str, id: &str) -> String {
        let term = self
            .bundle
            .vocabulary
            .lists
            .get(list)
            .and_then(|list| list.get(id));
        term.map_or_else(|| spaced(id), |term| term.name.clone())
    }
}

fn indented(lines: impl IntoIterator<Item = String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(|line| format!("  {line}"))
}

fn each<T>(nodes: &[T], between: &str, words: impl FnMut(&T) -> String) -> String {
    nodes.iter().map(words).collect::<Vec<_>>().join(between)
}

fn maybe<T>(node: Option<&T>, words: impl FnOnce(&T) -> String) -> String {
    node.map(words).unwrap_or_default()
}

fn spaced(id: &str) -> String {
    id.replace('_', " ")
}

fn negated(not: bool, words: String) -> String {
    if not { format!("not ({words})") } else { words }
}

fn plural(word: &str, many: bool) -> String {
    if many {
        format!("{word}s")
    } else {
        word.to_owned()
    }
}

fn a(words: &str) -> String {
    let article = if words.starts_with(['a', 'e', 'i', 'o']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {words}")
}

fn is_one(amount: &Amount) -> bool {
    amount.value() == Some(1)
}

fn least(minimum: Option<u32>) -> String {
    maybe(minimum.as_ref(), |minimum| format!(", at least {minimum}"))
}

fn does(who: Player, verb: &str) -> String {
    match (who, verb) {
        (Player::You, verb) => format!("you {verb}"),
        (who, "ready") => format!("{} readies", player(who)),
        (who, "have") => format!("{} has", player(who)),
        (who, verb) => format!("{} {verb}s", player(who)),
    }
}

fn player(player: Player) -> &'static str {
    match player {
        Player::You => "you",
        Player::Opponent => "your opponent",
        Player::Each => "each player",
    }
}

fn whose(player: Player) -> &'static str {
    match player {
        Player::You => "your",
        Player::Opponent => "your opponent's",
        Player::Each => "each player's",
    }
}

fn owner(owner: Owner) -> &'static str {
    match owner {
        Owner::You => "your",
        Owner::Opponent => "your opponent's",
        Owner::Owner => "its owner's",
        Owner::Actor => "their own",
    }
}

fn side_words(side: Side) -> &'static str {
    match side {
        Side::Friendly => "friendly ",
        Side::Enemy => "enemy ",
    }
}

fn row_side(side: RowSide) -> &'static str {
    match side {
        RowSide::Your => "your",
        RowSide::Opponent => "your opponent's",
        RowSide::Any => "any",
    }
}

fn end_words(end: End) -> &'static str {
    match end {
        End::Top => "top",
        End::Bottom => "bottom",
    }
}

fn face_words(face: Face) -> &'static str {
    match face {
        Face::Up => "face-up",
        Face::Down => "face-down",
    }
}

fn rounding(round: Round) -> &'static str {
    match round {
        Round::Up => "up",
        Round::Down => "down",
    }
}

fn period_words(period: Period) -> &'static str {
    match period {
        Period::Activation => "this activation",
        Period::Turn => "this turn",
        Period::Round => "this round",
    }
}

fn period_name(period: Option<&str>) -> String {
    spaced(period.unwrap_or_default())
}

fn moment_words(moment: Moment, period: Option<&str>) -> String {
    let period = period_name(period);
    match moment {
        Moment::StartOfRound => "at the start of each round".to_owned(),
        Moment::EndOfRound => "at the end of each round".to_owned(),
        Moment::StartOfNextRound => "at the start of the next round".to_owned(),
        Moment::StartOfPeriod => format!("at the start of each {period}"),
        Moment::EndOfPeriod => format!("at the end of each {period}"),
        Moment::StartOfNextPeriod => format!("at the start of the next {period}"),
    }
}
