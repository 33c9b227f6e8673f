//! The words of a game at a table, from the vocabulary of the game and a list of sentences.

use std::sync::LazyLock;

use cardwright_play::choice::{Choice, Opt};
use cardwright_play::position::COLUMNS;
use cardwright_play::rules::battle as battle_rules;
use cardwright_play::state::{At, CardIx, Player, Space, State, Thing};
use cardwright_play::table::{AbilityId, Def};
use cardwright_play::{Ev, Kind, Table, Why};

use super::letters::Letters;
use crate::collections::HashMap;
use crate::compile::Compilation;
use crate::diagnostic::prose;
use crate::effect::ir::{self, Effect, Node, What};
use crate::game::Game;
use crate::scenario::event::{self, Teller};

/// The sentences, by what they are for and the name of the engine.
static SENTENCES: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let lines = include_str!("../../grammar/words/table-english.txt").lines();
    lines.filter_map(|line| line.split_once(": ")).collect()
});

/// A card that is not seen.
pub(super) const HIDDEN: &str = "a hidden card";

/// Cards that are not seen.
pub(super) const HIDDEN_CARDS: &str = "hidden cards";

/// The words of a game for what is in a state.
pub(super) struct Phrases<'g> {
    pub game: &'g Game,
    pub table: &'g Table,
    pub compilation: &'g Compilation,
    /// Player 1 is a program, and player 0 is addressed.
    pub alone: bool,
}

/// A state as somebody sees it.
#[derive(Clone, Copy)]
pub(super) struct Sight<'s> {
    pub state: &'s State,
    pub letters: &'s Letters,
    /// Who looks; `None`: both.
    pub by: Option<Player>,
}

impl<'g> Phrases<'g> {
    // ── Words of the game ──

    pub fn term(&self, list: &str, id: &str) -> String {
        self.game.term_name(list, id)
    }

    /// A number with the name of a token: "2 damage".
    pub fn tokens(&self, id: &str, count: u32) -> String {
        format!("{count} {}", self.term("tokens", id))
    }

    /// The player as a subject: "you", "player 2".
    pub fn player(&self, player: Player) -> String {
        match (self.alone, player) {
            (true, 0) => "you".to_owned(),
            (true, _) => "the opponent".to_owned(),
            (false, player) => format!("player {}", player + 1),
        }
    }

    pub fn type_name(&self, id: &str) -> String {
        let known = self.game.card_types.get(id);
        known.map_or_else(|| id.replace('_', " "), |known| known.name.to_string())
    }

    pub fn space(&self, space: Space) -> String {
        // Of a line of stacks, only the name counts.
        if self.table.battle().is_some() {
            let row = usize::from(space / self.table.columns.max(1));
            let id = self.table.rows.get(row).map_or("", |row| row.as_str());
            return self.term("rows", id);
        }
        self.table.space_name(space)
    }

    pub fn columns(&self) -> impl Iterator<Item = char> {
        COLUMNS.chars().take(usize::from(self.table.columns))
    }

    // ── Cards ──

    /// The card as printed, or the one that it copies.
    pub fn def(&self, state: &State, card: CardIx) -> Option<&'g Def> {
        // A stack is called by its top card.
        let battle = state.battle.as_ref();
        let stack = battle.and_then(|battle| battle.stack_of(card));
        let top = stack.filter(|stack| stack.card == card);
        let card = top
            .and_then(|stack| stack.cards.first())
            .copied()
            .unwrap_or(card);
        let it = state.cards.get(usize::from(card))?;
        self.table.defs.get(usize::from(it.copy.unwrap_or(it.def)))
    }

    pub fn name(&self, sight: Sight<'_>, card: CardIx) -> Option<&'g str> {
        let sees = |player| self.table.sees(sight.state, player, card);
        let seen = match sight.by {
            Some(player) => sees(player),
            None => sees(0) && sees(1),
        };
        let def = seen.then(|| self.def(sight.state, card)).flatten();
        def.map(|def| def.name.as_str())
    }

    /// A card with its letter: "Archer (A)".
    pub fn card(&self, sight: Sight<'_>, card: CardIx) -> String {
        let Some(name) = self.name(sight, card) else {
            return HIDDEN.to_owned();
        };
        match sight.letters.of(card) {
            Some(letter) => format!("{name} ({letter})"),
            None => name.to_owned(),
        }
    }

    /// A card with its letter and where it is: "Archer (A, c3)".
    fn card_with_place(&self, sight: Sight<'_>, card: CardIx) -> String {
        let named = self.card(sight, card);
        let it = sight.state.cards.get(usize::from(card));
        match (it.map(|it| it.at), named.strip_suffix(')')) {
            (Some(At::Map(space)), Some(begun)) => format!("{begun}, {})", self.space(space)),
            _ => named,
        }
    }

    /// Several cards by their names: "2 Attack and 1 Power".
    fn cards(&self, sight: Sight<'_>, cards: &[CardIx]) -> String {
        let mut counts: Vec<(String, u32)> = Vec::new();
        for card in cards {
            let name = self.name(sight, *card).unwrap_or(HIDDEN).to_owned();
            match counts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, count)) => *count += 1,
                None => counts.push((name, 1)),
            }
        }
        prose::and(counts.iter().map(|(name, count)| format!("{count} {name}")))
    }

    pub fn cost(&self, def: &Def) -> String {
        let each = def.cost.iter().map(|(statistic, amount)| {
            let id = self.table.statistics.get(usize::from(*statistic));
            let name = id.map_or(String::new(), |id| self.term("statistics", id));
            format!("{amount} {name}")
        });
        prose::and(each)
    }

    /// The words of an ability, if it is printed on a card.
    pub fn line(&self, ability: AbilityId) -> Option<String> {
        let (def, place) = self.printed(ability)?;
        self.compilation.words(&def.id, place, None)
    }

    /// Returns the card on which an ability is printed, and the place of its line.
    fn printed(&self, ability: AbilityId) -> Option<(&'g Def, usize)> {
        self.table.defs.iter().find_map(|def| {
            let place = def.abilities.iter().position(|own| *own == ability)?;
            Some((def, place))
        })
    }

    // ── Choices ──

    /// What is asked: the words that ask, then the question.
    pub fn question(&self, sight: Sight<'_>, choice: &Choice) -> String {
        let mut question = String::new();
        if let Why::Ability { card, ability } = choice.why {
            let words = self.line(ability);
            let words = words.map_or(String::new(), |words| format!(": {words}"));
            question += &format!("{}{words}\n", self.card_with_place(sight, card));
        }
        let asking = match choice.why {
            Why::Ability { card, .. } => Some(self.name(sight, card).unwrap_or(HIDDEN)),
            Why::Rule => None,
        };
        let key = format!("ask {:?}", choice.kind);
        let special = |of: &str| SENTENCES.get(format!("{key} {of}").as_str());
        let asked = match (choice.options.first(), asking) {
            (Some(Opt::Space(_)), _) => special("Space"),
            (Some(Opt::Player(_)), _) => special("Player"),
            (_, None) => special("Rule"),
            (_, Some(_)) => None,
        };
        let asked = asked.or(SENTENCES.get(key.as_str())).copied();
        question += &asked
            .unwrap_or_default()
            .replace("{card}", asking.unwrap_or_default())
            .replace("{type}", &self.type_of_options(sight.state, choice));
        let (least, most) = (choice.at_least, choice.at_most);
        question += &match (least, most) {
            (1, 1) => String::new(),
            (0, 1) => " (one, or none)".to_owned(),
            (least, most) if choice.ordered && least == most => {
                format!(" (all {most}, the first one first)")
            }
            (least, most) if least == most => format!(" ({most} of them)"),
            (least, most) => format!(" ({least} to {most})"),
        };
        question
    }

    /// Returns the card type that all options have, or the word for any card.
    fn type_of_options(&self, state: &State, choice: &Choice) -> String {
        let of = |opt: &Opt| match opt {
            Opt::Card(card) => Some(&self.def(state, *card)?.type_),
            _ => None,
        };
        let mut types = choice.options.iter().map(of);
        match types.next().flatten() {
            Some(first) if types.all(|other| other == Some(first)) => self.type_name(first),
            _ => "card".to_owned(),
        }
    }

    pub fn option(&self, sight: Sight<'_>, choice: &Choice, opt: &Opt) -> String {
        let (name, slots): (&str, [(&str, String); 4]) = {
            let mut card = None;
            let mut space = None;
            let mut text = None;
            let mut cards = None;
            let name = match opt {
                Opt::Card(card) => return self.card_with_place(sight, *card),
                Opt::Space(space) => return self.space(*space),
                Opt::Player(player) => return self.player(*player),
                Opt::Number(number) => return self.number(choice, *number),
                Opt::Yes => "Yes",
                Opt::No => "No",
                Opt::Play(played) => {
                    let def = self.def(sight.state, *played);
                    let cost = def.map(|def| self.cost(def)).unwrap_or_default();
                    let name = self.card(sight, *played);
                    card = Some(match cost.as_str() {
                        "" => name,
                        cost => format!("{name} for {cost}"),
                    });
                    "Play"
                }
                Opt::Lay(laid) => {
                    card = Some(self.card(sight, *laid));
                    "Lay"
                }
                Opt::Activate(active) => {
                    card = Some(self.card_with_place(sight, *active));
                    "Activate"
                }
                Opt::Use(used, place) => {
                    card = Some(self.card_with_place(sight, *used));
                    let ability = self.table.ability_of_use(sight.state, *used, *place);
                    text = ability.and_then(|ability| self.line(ability));
                    "Use"
                }
                Opt::Onto(onto) => {
                    card = Some(self.card_with_place(sight, *onto));
                    "Onto"
                }
                Opt::Pass => "Pass",
                Opt::End => "End",
                Opt::Enter => "Enter",
                Opt::Pay(turned) => {
                    cards = Some(self.cards(sight, turned));
                    "Pay"
                }
                Opt::Ability(ability) => {
                    text = self.line(*ability);
                    "Ability"
                }
                Opt::Normal => "Normal",
                Opt::Step(to) => {
                    space = Some(self.space(*to));
                    "Step"
                }
                Opt::Merge(to) => {
                    space = Some(self.space(*to));
                    "Merge"
                }
                Opt::Take => {
                    card = Some("what lies here".to_owned());
                    "Take"
                }
                Opt::Stop => "Stop",
                Opt::Attack(kind) => {
                    let kind = self.table.attack_kind(*kind).unwrap_or_default();
                    text = Some(self.term(battle_rules::KINDS, kind));
                    "AttackWith"
                }
                Opt::Support => "Support",
                Opt::Swarm => "Swarm",
                Opt::Protect => "Protect",
                Opt::Reorganize => "Reorganize",
                Opt::Withdraw => "Withdraw",
                Opt::Surrender => "Surrender",
            };
            let slots = [
                ("{card}", card.unwrap_or_default()),
                ("{space}", space.unwrap_or_default()),
                ("{text}", text.unwrap_or_default()),
                ("{cards}", cards.unwrap_or_default()),
            ];
            (name, slots)
        };
        let key = format!("option {name}");
        let mut sentence = SENTENCES
            .get(key.as_str())
            .copied()
            .unwrap_or(name)
            .to_owned();
        // A text that no card prints is not shown, nor is the colon before it.
        if slots
            .iter()
            .any(|(slot, words)| *slot == "{text}" && words.is_empty())
        {
            sentence = sentence.replace(": {text}", "");
        }
        for (slot, words) in slots {
            sentence = sentence.replace(slot, &words);
        }
        let payment = &self.table.rules.roles.card_types.payment;
        sentence.replace("{payment}", &self.type_name(payment))
    }

    /// A number: what it is depends on what is asked.
    fn number(&self, choice: &Choice, number: u32) -> String {
        let statistic = self.table.statistics.get(number as usize);
        match (choice.kind, statistic) {
            (Kind::Stack, Some(id)) => self.term("statistics", id),
            (Kind::Mode | Kind::Either, _) => self
                .mode(choice, number)
                .unwrap_or_else(|| format!("part {}", number + 1)),
            _ => number.to_string(),
        }
    }

    /// Returns the printed text of a mode, or of one of two clauses. `None` if it is unclear which choice of its text
    /// is asked.
    fn mode(&self, choice: &Choice, number: u32) -> Option<String> {
        let Why::Ability { ability, .. } = choice.why else {
            return None;
        };
        let (def, place) = self.printed(ability)?;
        let abilities = &self.compilation.cards.get(&def.id)?.abilities;
        let mut found: Vec<&[Effect]> = Vec::new();
        let mut choices = 0;
        let own = std::slice::from_ref(abilities.get(place)?);
        ir::visit(own, &mut |node, _| {
            let Node::Effect(effect) = node else { return };
            let parts: Vec<&[Effect]> = match (&effect.what, choice.kind) {
                (What::Choose { modes, .. }, Kind::Mode) => {
                    modes.iter().map(Vec::as_slice).collect()
                }
                (What::Either { effects, .. }, Kind::Either) => effects.chunks(1).collect(),
                _ => return,
            };
            if parts.len() == choice.options.len() {
                choices += 1;
                found = parts;
            }
        });
        let part = found.get(number as usize).filter(|_| choices == 1)?;
        let span = part.first()?.span.up_to(part.last()?.span);
        self.compilation.words(&def.id, place, Some(span.0?))
    }

    // ── What happens ──

    /// The sentence for an event; `None` if it is part of another one.
    pub fn event(&self, sight: Sight<'_>, event: &Ev) -> Option<String> {
        let table = AtTable {
            phrases: self,
            sight,
            is_shown: event::is_shown_to(event, sight.by),
        };
        event::sentence(&table, event)
    }
}

/// What happened, as somebody sees it.
struct AtTable<'p, 'g, 's> {
    phrases: &'p Phrases<'g>,
    sight: Sight<'s>,
    /// The event shows its card, wherever it lies.
    is_shown: bool,
}

impl Teller for AtTable<'_, '_, '_> {
    fn thing(&self, thing: Thing) -> String {
        match thing {
            Thing::Card(card) if self.is_shown => {
                let def = self.phrases.def(self.sight.state, card.card);
                def.map_or(HIDDEN.to_owned(), |def| def.name.to_string())
            }
            Thing::Card(card) => self.phrases.card(self.sight, card.card),
            Thing::Space(space) => self.phrases.space(space),
        }
    }

    fn player(&self, player: Player) -> String {
        self.phrases.player(player)
    }

    fn addresses(&self, player: Player) -> bool {
        self.phrases.alone && player == 0
    }

    fn damage(&self, amount: u32) -> String {
        let damage = &self.phrases.table.rules.roles.tokens.damage;
        self.phrases.tokens(damage, amount)
    }

    fn tells_details(&self) -> bool {
        false
    }
}

/// The text with a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}
