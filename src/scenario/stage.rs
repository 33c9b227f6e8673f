//! The stage of a scenario: the state of its game, with the names of the test.

use cardwright_play::choice::{Choice, Opt};
use cardwright_play::position::Position;
use cardwright_play::recording::Move;
use cardwright_play::state::{At as Place, CardIx, Player, Space, State, Thing};
use cardwright_play::{Next, Table};
use smol_str::SmolStr;

use super::fact::Fact;
use super::lexicon::{Lexicon, whose};
use super::story::Story;
use super::{Name, Scenario, blank, picture};
use crate::diagnostic::{Code, Diagnostic};

pub(super) struct Stage<'s, 'g> {
    pub lexicon: &'s Lexicon<'g>,
    pub table: &'s Table,
    pub state: State,
    /// The state when expectations were last checked, or the initial state.
    pub before: State,
    letters: Vec<(SmolStr, CardIx)>,
    /// The stacks of the position, with their cards.
    pub members: Vec<(CardIx, Vec<CardIx>)>,
    /// The score of the last attack of a battle.
    pub score: Option<u32>,
    /// The round of the test. The battle may have gone on to the next one, if nothing was left to do.
    pub round: u32,
    /// A die was rolled in the last step.
    pub rolled: bool,
    /// The cards of the position, in the order of the test.
    cards: Vec<CardIx>,
    pub story: Story,
    /// The cards whose text asked a player in the last step.
    pub asked: Vec<CardIx>,
    /// The cards that a player was shown in the last step.
    pub shown: Vec<(Player, CardIx)>,
    /// The card that the step is about.
    pub acting: Option<CardIx>,
    /// The moves since the beginning.
    pub moves: Vec<Move>,
    /// The moves before each step that is not allowed, with the text of the step.
    pub refused: Vec<(String, Vec<Move>)>,
    /// The player who acts in the step.
    pub actor: Player,
    /// `true` if failures need no explanation.
    pub brief: bool,
}

/// A step that cannot be carried out.
pub(super) type Failed = Box<Diagnostic>;

impl<'s, 'g> Stage<'s, 'g> {
    pub fn begin(
        lexicon: &'s Lexicon<'g>,
        table: &'s Table,
        scenario: &Scenario,
    ) -> Result<Self, Failed> {
        let setting = &scenario.setting;
        let position = Position {
            cards: setting.placed.clone(),
            tokens: setting.tokens.clone(),
            turn: setting.turn,
            first: setting.first,
            round: setting.round,
            battle: setting.battle.as_ref().map(|lines| lines.placed.clone()),
        };
        let (mut state, cards) = table.at(&position).map_err(|problems| {
            Box::new(Diagnostic::new(
                Code::BadPicture,
                scenario.title_at,
                "this position cannot be set up",
                format!("{problems:?}"),
            ))
        })?;
        state.passed = setting.passed;
        let letters = setting.letters.iter();
        let letters =
            letters.filter_map(|(letter, place)| Some((letter.clone(), *cards.get(*place)?)));
        let stacks = state.battle.iter().flat_map(|battle| &battle.stacks);
        let stacks: Vec<(CardIx, Vec<CardIx>)> = stacks
            .map(|stack| (stack.card, stack.cards.to_vec()))
            .collect();
        let of_stacks = setting.battle.iter().flat_map(|lines| &lines.letters);
        let of_stacks = of_stacks.filter_map(|(letter, place)| {
            let (stack, _) = stacks.get(*place)?;
            Some((letter.clone(), *stack))
        });
        Ok(Stage {
            lexicon,
            table,
            before: state.clone(),
            letters: letters.chain(of_stacks).collect(),
            members: stacks.clone(),
            score: None,
            round: setting.round,
            rolled: false,
            cards,
            state,
            story: Story::default(),
            asked: Vec::new(),
            shown: Vec::new(),
            acting: None,
            moves: Vec::new(),
            refused: Vec::new(),
            actor: setting.turn,
            brief: false,
        })
    }

    /// A state of a game, with letters for cards.
    pub fn of(lexicon: &'s Lexicon<'g>, state: State, letters: Vec<(SmolStr, CardIx)>) -> Self {
        Stage {
            lexicon,
            table: lexicon.table,
            before: state.clone(),
            cards: Vec::new(),
            letters,
            members: Vec::new(),
            score: None,
            round: state.round,
            rolled: false,
            state,
            story: Story::default(),
            asked: Vec::new(),
            shown: Vec::new(),
            acting: None,
            moves: Vec::new(),
            refused: Vec::new(),
            actor: 0,
            brief: false,
        }
    }

    pub fn letters(&self) -> &[(SmolStr, CardIx)] {
        &self.letters
    }

    pub fn option(&self, opt: &Opt) -> Option<u16> {
        match self.table.next(&self.state) {
            Next::Choose(choice) => choice
                .options
                .iter()
                .position(|other| other == opt)
                .map(|key| key as u16),
            Next::Over(_) => None,
        }
    }

    /// Returns the text of the ability that asks for a choice.
    pub fn line_of(&self, choice: &Choice) -> Option<&'s str> {
        match choice.why {
            cardwright_play::Why::Ability { ability, .. } => {
                self.lexicon.ability(ability).map(|(_, line)| line)
            }
            cardwright_play::Why::Rule => None,
        }
    }

    /// Adds the log and the map to a diagnostic.
    pub fn told(&self, finding: Diagnostic) -> Diagnostic {
        if self.brief {
            return finding;
        }
        let story = self.story.text();
        let map = picture::draw(self.lexicon, &self.state, &self.letters);
        finding.note(format!("what happened:\n{story}\n\n{map}"))
    }

    // ── Names ──

    /// Returns whether a name is that of a card.
    pub fn is(&self, name: &Name, card: CardIx) -> bool {
        let Some(it) = self.state.cards.get(usize::from(card)) else {
            return false;
        };
        match name {
            Name::Letter(letter) => self
                .letters
                .iter()
                .any(|(own, of)| own == letter && (*of == card || self.is_on_top(*of, card))),
            Name::Card(def, of) => {
                let shown = it.copy.unwrap_or(it.def);
                (it.def == *def || shown == *def) && of.is_none_or(|of| it.owner == of)
            }
            Name::Walls => {
                let battle = self.state.battle.as_ref();
                let walls = battle.and_then(|battle| battle.walls);
                walls.is_some_and(|(walls, _)| walls == card)
            }
            Name::Space(space) => {
                matches!(it.at, Place::Map(at) | Place::OnSpace(at) if at == *space)
            }
            Name::Player(player) => {
                let def = self.table.defs.get(usize::from(it.def));
                def.is_some_and(|def| def.leader) && it.owner == *player
            }
        }
    }

    /// Returns whether a card is on top of a stack.
    fn is_on_top(&self, stack: CardIx, card: CardIx) -> bool {
        let battle = self.state.battle.as_ref();
        let stacks = battle.into_iter().flat_map(|battle| &battle.stacks);
        let mut of = stacks.filter(|of| of.card == stack);
        of.any(|of| of.cards.first() == Some(&card))
    }

    /// The cards with a name, those of the position first.
    pub fn cards_of(&self, name: &Name) -> Vec<CardIx> {
        let all = (0..self.state.cards.len()).map(|card| card as CardIx);
        let mut cards: Vec<CardIx> = all.filter(|card| self.is(name, *card)).collect();
        cards.sort_by_key(|card| !self.cards.contains(card));
        cards
    }

    pub fn letter(&self, card: CardIx) -> Option<&SmolStr> {
        let found = self.letters.iter().find(|(_, of)| *of == card);
        found.map(|(letter, _)| letter)
    }

    /// How a test can name a card.
    pub fn short_name(&self, card: CardIx) -> Name {
        if let Some(letter) = self.letter(card) {
            return Name::Letter(letter.clone());
        }
        let it = self.state.cards.get(usize::from(card));
        Name::Card(it.map_or(0, |it| it.def), None)
    }

    pub fn card_name(&self, card: CardIx) -> String {
        // A stack is called by its top card.
        let battle = self.state.battle.as_ref();
        let stack = battle.and_then(|battle| battle.stack_of(card));
        let top = stack.filter(|stack| stack.card == card);
        let card = top
            .and_then(|stack| stack.cards.first())
            .copied()
            .unwrap_or(card);
        let it = self.state.cards.get(usize::from(card));
        let def = it.and_then(|it| self.table.defs.get(usize::from(it.copy.unwrap_or(it.def))));
        def.map_or(String::new(), |def| def.name.to_string())
    }

    /// `Archer (A, on d3)`.
    pub fn name(&self, card: CardIx) -> String {
        let name = self.card_name(card);
        let it = self.state.cards.get(usize::from(card));
        let space = it.and_then(|it| match it.at {
            Place::Map(space) if self.state.battle.is_none() => {
                Some(format!("on {}", self.lexicon.space_name(space)))
            }
            _ => None,
        });
        let about: Vec<String> = self
            .letter(card)
            .map(SmolStr::to_string)
            .into_iter()
            .chain(space)
            .collect();
        match about.as_slice() {
            [] => name,
            about => format!("{name} ({})", about.join(", ")),
        }
    }

    /// Where a card is: `at d4`, `in your hand`.
    pub fn place(&self, card: CardIx) -> String {
        let Some(it) = self.state.cards.get(usize::from(card)) else {
            return "nowhere".to_owned();
        };
        match it.at {
            Place::Map(space) => format!("at {}", self.lexicon.space_name(space)),
            Place::OnSpace(space) => format!("on {}", self.lexicon.space_name(space)),
            Place::OnCard(host) => format!("on {}", self.name(host)),
            Place::Aside => "aside".to_owned(),
            Place::Playing => "being played".to_owned(),
            Place::Zone { zone, of } => {
                format!("in {} {}", whose(of), self.lexicon.zone_name(zone))
            }
        }
    }

    /// Where a card is, as a test writes it: `on M`.
    fn written_place(&self, card: CardIx) -> String {
        match self.state.cards.get(usize::from(card)).map(|it| it.at) {
            Some(Place::OnCard(host)) => {
                format!("on {}", self.short_name(host).written(self.lexicon))
            }
            _ => self.place(card),
        }
    }

    /// Everything about a card: `at d4, 2 damage`.
    pub fn state_of(&self, card: CardIx) -> String {
        let mut parts = vec![self.place(card)];
        parts.extend(
            self.properties(card)
                .iter()
                .map(|fact| fact.written(self.lexicon)),
        );
        parts.join(", ")
    }

    /// The facts about a card in play that are not so of a new one.
    pub fn properties(&self, card: CardIx) -> Vec<Fact> {
        let Some(it) = self
            .state
            .cards
            .get(usize::from(card))
            .filter(|it| it.at.in_play())
        else {
            return Vec::new();
        };
        let mut facts = Vec::new();
        if it.size > 0 {
            facts.push(Fact::Size(u32::from(it.size) + 1));
        }
        for token in 0..self.table.tokens.len() as u8 {
            let count = self.tokens(card, token);
            if count > 0 && token != self.table.size_token {
                facts.push(Fact::Tokens(token, count));
            }
        }
        for mark in 0..self.table.marks.len() as u8 {
            if it.marks & (1 << mark) != 0 {
                facts.push(Fact::Mark(mark, true));
            }
        }
        if it.controller != it.owner {
            facts.push(Fact::Control(it.controller));
        }
        facts
    }

    /// Expectations that are met, one for each card with a letter that has changed.
    pub fn facts(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (letter, card) in &self.letters {
            let now = self.state.cards.get(usize::from(*card));
            let then = self.before.cards.get(usize::from(*card));
            let numbers = self.changed_numbers(*card);
            if now == then && numbers.is_empty() {
                continue;
            }
            let mut parts: Vec<String> = Vec::new();
            if now.map(|it| it.at) != then.map(|it| it.at) {
                parts.push(match now.is_some_and(|it| it.at.in_play()) {
                    true => self.written_place(*card),
                    false => "gone".to_owned(),
                });
            }
            parts.extend(
                self.properties(*card)
                    .iter()
                    .map(|fact| fact.written(self.lexicon)),
            );
            parts.extend(numbers);
            if parts.is_empty() {
                let damage = self.lexicon.token_name(self.table.damage_token);
                parts.push(format!("no {damage}"));
            }
            lines.push(format!("{letter}: {}", parts.join(", ")));
        }
        for card in &self.cards {
            let now = self.state.cards.get(usize::from(*card));
            let then = self.before.cards.get(usize::from(*card));
            let (Some(now), Some(then)) = (now, then) else {
                continue;
            };
            let def = self.table.defs.get(usize::from(now.def));
            let plain = def.is_none_or(|def| blank::is_blank(&def.id) || def.payment.is_some());
            let key = format!("{}: ", self.card_name(*card));
            let is_new = !lines.iter().any(|line| line.starts_with(&key));
            if now.at != then.at && !plain && is_new && self.letter(*card).is_none() {
                lines.push(key + &self.written_place(*card));
            }
        }
        for (player, who) in [(0, "you"), (1, "opponent")] {
            let zones = (0..self.table.zones.len() as u8).filter(|zone| *zone != self.table.draw);
            let changed = zones.filter_map(|zone| self.blanks_in(zone, player));
            let changed: Vec<String> = changed.collect();
            if !changed.is_empty() {
                lines.push(format!("{who}: {{ {} }}", changed.join(", ")));
            }
        }
        lines
    }

    /// Returns the expectations for the numbers of a card in play that are others than before the step, except the ones
    /// that follow from its size: `attack 4`.
    fn changed_numbers(&self, card: CardIx) -> Vec<String> {
        let size = |state: &State| {
            state
                .cards
                .get(usize::from(card))
                .map(|it| (it.size, it.at.in_play()))
        };
        if size(&self.state) != size(&self.before)
            || size(&self.state).is_none_or(|(_, there)| !there)
        {
            return Vec::new();
        }
        let table = self.table;
        let number =
            |state: &State, attribute: &str| Some(table.account(state, card, attribute)?.now);
        let attributes = self.lexicon.game.terms("attributes");
        attributes
            .filter_map(|(attribute, _)| {
                let now = number(&self.state, attribute)?;
                (number(&self.before, attribute) != Some(now))
                    .then(|| Fact::Number(attribute.into(), now).written(self.lexicon))
            })
            .collect()
    }

    /// Returns the expectation for a zone that a blank card has entered, such as the hand after a draw.
    fn blanks_in(&self, zone: u8, player: Player) -> Option<String> {
        let there = self.zone(zone, player);
        let is_blank = |card: &CardIx| {
            let it = self.state.cards.get(usize::from(*card));
            let def = it.and_then(|it| self.table.defs.get(usize::from(it.def)));
            def.is_some_and(|def| blank::is_blank(&def.id))
        };
        let entered = there.iter().any(|card| {
            let now = self.state.cards.get(usize::from(*card));
            let then = self.before.cards.get(usize::from(*card));
            is_blank(card) && now.map(|it| it.at) != then.map(|it| it.at)
        });
        let written = Fact::Count(zone, there.len() as u32).written(self.lexicon);
        entered.then(|| format!("{}: {written}", self.lexicon.zone_name(zone)))
    }

    // ── The state ──

    pub fn tokens(&self, card: CardIx, token: u8) -> u32 {
        let Some(it) = self.state.cards.get(usize::from(card)) else {
            return 0;
        };
        if token == self.table.damage_token {
            return u32::from(it.damage);
        }
        if token == self.table.size_token {
            return u32::from(it.size);
        }
        self.tokens_on(Thing::Card(self.state.reference(card)), token)
    }

    pub fn tokens_on(&self, thing: Thing, token: u8) -> u32 {
        let mut all = self.state.tokens.iter();
        let found = all.find(|tokens| tokens.on == thing && tokens.token == token);
        found.map_or(0, |tokens| u32::from(tokens.count))
    }

    pub fn number(&self, card: CardIx, attribute: &str) -> Option<i32> {
        let account = self.table.account(&self.state, card, attribute)?;
        Some(account.now)
    }

    /// The cards that are attached to a card.
    pub fn attached(&self, card: CardIx) -> Vec<CardIx> {
        let play = self.state.play.iter().copied();
        play.filter(|other| {
            let it = self.state.cards.get(usize::from(*other));
            it.is_some_and(|it| it.at == Place::OnCard(card))
        })
        .collect()
    }

    /// The cards on a space, those that are attached to it last.
    pub fn on_space(&self, space: Space) -> Vec<CardIx> {
        let at = |card: &CardIx| self.state.cards.get(usize::from(*card)).map(|it| it.at);
        let play = || self.state.play.iter().copied();
        let on = play().filter(|card| at(card) == Some(Place::Map(space)));
        on.chain(play().filter(|card| at(card) == Some(Place::OnSpace(space))))
            .collect()
    }

    /// Returns whether a card takes up the space on which it is.
    pub fn fights(&self, card: CardIx) -> bool {
        let Some(it) = self.state.cards.get(usize::from(card)) else {
            return false;
        };
        let shown = usize::from(it.copy.unwrap_or(it.def));
        let def = self.table.defs.get(shown);
        matches!(it.at, Place::Map(_)) && def.is_some_and(|def| def.unit || def.leader)
    }

    /// The cards of a zone, the one at the bottom first.
    pub fn zone(&self, zone: u8, of: Player) -> &[CardIx] {
        let place = usize::from(of) * self.table.zones.len() + usize::from(zone);
        self.state.zones.get(place).map_or(&[], Vec::as_slice)
    }

    /// The payment cards of a player that pay a statistic.
    pub fn payment_cards(&self, player: Player, statistic: u8, ready: bool) -> u32 {
        let pays = |card: &&CardIx| {
            let it = self.state.cards.get(usize::from(**card));
            it.is_some_and(|_| self.pays(**card) == Some(statistic))
                && it.is_some_and(|it| !(ready && it.turned))
        };
        self.zone(self.table.payment, player)
            .iter()
            .filter(pays)
            .count() as u32
    }

    /// The statistic that a card pays.
    pub fn pays(&self, card: CardIx) -> Option<u8> {
        let it = self.state.cards.get(usize::from(card))?;
        let def = self.table.defs.get(usize::from(it.def))?;
        it.laid.or(def.payment)
    }
}
