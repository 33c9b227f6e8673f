//! Generates actions: one arm for each verb of a command or of a statement about a card.

use super::choices::{Focus, Gen, Thing, attributes_of, game, ids};
use super::nouns::Want;
use cardwright::effect::ir::{
    Ability, Action, Amount, At, AttributeChange, Chain, ChosenNoun, Count, Deed, Direction,
    Duration, End, Face, Filter, Noun, Owner, Permission, Pick, Place, Player, Put, Reference,
    Selector, Side, Stake, State, TokenCount, Zone,
};
use smol_str::SmolStr;

/// The verbs by groups.
const COMMANDS: &[(&str, &[&str])] = &[
    (
        "damage",
        &["deal", "divide", "remove-damage", "move-damage", "double"],
    ),
    ("size", &["increase", "decrease", "move-tokens"]),
    ("movement", &["move", "swap", "place"]),
    ("fighting", &["attack", "redirect", "also-hits"]),
    ("marks", &["place-marks", "remove-marks", "activate"]),
    (
        "cards",
        &[
            "draw", "discard", "reveal", "look", "choose", "return", "put", "search", "shuffle",
        ],
    ),
    (
        "playing",
        &[
            "play",
            "remove-from-map",
            "negate",
            "take-control",
            "lose-control",
        ],
    ),
    ("statistics", &["ready", "spend", "pay"]),
    ("attaching", &["turn", "attach", "remove-card"]),
    ("tokens", &["place-tokens", "remove-tokens"]),
    ("prevention", &["prevent-next", "prevent-that"]),
    ("boosting", &["boost"]),
];

const LASTING: &[(&str, &[&str])] = &[
    ("numbers", &["change", "set", "become", "set-limit"]),
    ("fighting", &["deal-more", "disadvantage", "also-hits"]),
    ("cannot", &["cannot", "attack-only", "permit"]),
    ("costs", &["change-cost"]),
    ("prevention", &["take-less"]),
    ("boosting", &["boost-damage"]),
    ("granting", &["gain"]),
];

fn of_groups(table: &[(&'static str, &[&'static str])], groups: &[&str]) -> Vec<&'static str> {
    table
        .iter()
        .filter(|(group, _)| groups.is_empty() || groups.contains(group))
        .flat_map(|(_, verbs)| verbs.iter().copied())
        .collect()
}

impl Gen {
    /// Generates an action that is possible as a clause here: under a heading of standing effects, nothing happens by
    /// itself.
    pub fn action(&mut self) -> Action {
        let mut verbs = of_groups(LASTING, self.verbs);
        if !self.needs_occasion() && !self.while_condition {
            verbs.extend(of_groups(COMMANDS, self.verbs));
        }
        if verbs.is_empty() {
            verbs = of_groups(LASTING, &[]);
        }
        for _ in 0..8 {
            let verb = self.one_of(&verbs);
            let before = self.clone();
            if let Some(action) = self.verb(verb) {
                return action;
            }
            // Nothing here fits the verb: choose another one.
            let next = self.clone();
            *self = before;
            self.skip_to(&next);
        }
        if self.needs_occasion() || self.while_condition {
            return self.verb("boost-damage").expect("needs nothing");
        }
        let who = self.actor;
        self.drawn(who)
    }

    /// Later clauses can refer to the drawn cards.
    fn drawn(&mut self, who: Player) -> Action {
        let slot = self.slot();
        let amount = self.amount();
        let many = amount.value() != Some(1);
        let named = ChosenNoun::Card { type_: None };
        self.mention(slot, named, many, Thing::Card(Vec::new()));
        Action::Draw { who, amount, slot }
    }

    /// The subject of a standing effect: nothing is chosen where nothing happens.
    pub fn subject(&mut self, want: Want) -> Option<Selector> {
        let selector = self.selector(want);
        let chosen = matches!(selector.pick, Pick::Choose { .. } | Pick::Random { .. });
        if chosen && self.needs_occasion() && !self.while_condition {
            return None;
        }
        Some(selector)
    }

    fn attack(&mut self) -> Option<Selector> {
        let is = self.attack_reference()?;
        Some(Selector {
            pick: Pick::Known { is },
            span: At::default(),
        })
    }

    /// Cards that a verb takes, from its default zone unless another zone is named.
    fn cards(&mut self, verb: &str, who: Player) -> Selector {
        let mut selector = self.selector_by(Want::Card, who);
        self.in_default_zone(&mut selector, verb, who);
        selector
    }

    fn in_default_zone(&mut self, selector: &mut Selector, verb: &str, who: Player) {
        let default = game()
            .terms("zones")
            .find(|(_, term)| term.default_of.iter().any(|known| known == verb));
        let Some((zone, _)) = default else { return };
        let of = match who {
            Player::You => Owner::You,
            Player::Opponent => Owner::Opponent,
            Player::Each => Owner::Actor,
        };
        let filter = match &mut selector.pick {
            Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. } => from,
            _ => return,
        };
        let flagged = filter.fields.iter().any(|word| word.value == "true");
        if filter.zone.is_none() && filter.among.is_none() && filter.places.is_empty() && !flagged {
            filter.zone = Some(Zone {
                zone: zone.into(),
                of,
            });
            filter.states.retain(|state| *state != State::BeingPlayed);
        }
    }

    fn put(&mut self, owners: &[Owner]) -> Put {
        let zone = self.one_of(&ids("zones"));
        let ordered = game().term("zones", &zone).is_some_and(|term| term.ordered);
        let mut put = Put {
            end: match self.below(3) {
                1 if ordered => Some(End::Top),
                2 if ordered => Some(End::Bottom),
                _ => None,
            },
            any_order: false,
            zone: Zone {
                zone,
                of: self.one_of(owners),
            },
        };
        // Only cards from an end have an order.
        put.any_order = put.end.is_some() && self.below(3) == 2;
        put
    }

    fn tokens(&mut self, all: bool) -> TokenCount {
        TokenCount {
            amount: if all && self.below(4) == 3 {
                Amount::All
            } else {
                self.number()
            },
            token: self.one_of(&ids("tokens")),
        }
    }

    fn marks(&mut self) -> Vec<SmolStr> {
        let all = ids("marks");
        match self.below(3) {
            2 => all,
            n => vec![all[n % all.len()].clone()],
        }
    }

    #[allow(clippy::too_many_lines)] // One arm for each verb.
    fn verb(&mut self, verb: &str) -> Option<Action> {
        let actor = self.actor;
        Some(match verb {
            // ── Damage ──
            "deal" => {
                let to = self.selector(Want::Fighter);
                Action::DealDamage {
                    amount: self.amount(),
                    to,
                }
            }
            "divide" => {
                let among = self.selector(Want::Fighter);
                Action::DivideDamage {
                    amount: self.amount(),
                    among,
                }
            }
            "remove-damage" => {
                let from = self.selector(Want::Fighter);
                Action::RemoveDamage {
                    amount: self.amount_or_all(),
                    from,
                }
            }
            "move-damage" => {
                let from = self.one(Want::Fighter, actor);
                let to = self.one(Want::Fighter, actor);
                Action::MoveDamage {
                    amount: self.amount_or_all(),
                    from,
                    to: Box::new(to),
                }
            }
            "double" => Action::DoubleDamage { of: self.attack()? },
            // ── Size ──
            "increase" => {
                let what = self.selector(Want::Sized);
                Action::Increase {
                    amount: self.amount(),
                    what,
                }
            }
            "decrease" => {
                let what = self.selector(Want::Sized);
                Action::Decrease {
                    amount: self.amount(),
                    what,
                }
            }
            "move-tokens" => {
                let mut tokens = self.tokens(true);
                let want = if tokens.token == "size" {
                    Want::Sized
                } else {
                    Want::Fighter
                };
                let from = self.one(want, actor);
                let to = self.one(want, actor);
                if tokens.amount != Amount::All {
                    tokens.amount = self.amount();
                }
                let to = Box::new(to);
                Action::MoveTokens { tokens, from, to }
            }
            // ── Movement ──
            "move" => {
                let what = self.selector(Want::Fighter);
                let up_to = self.maybe();
                let direction = match self.below(4) {
                    2 => Some(Direction::AwayFrom {
                        what: self.reference(Want::OnMap, Some(false))?,
                    }),
                    3 => Some(Direction::Toward {
                        what: self
                            .reference(Want::Space, Some(false))
                            .or(self.reference(Want::OnMap, Some(false)))?,
                    }),
                    _ => None,
                };
                let steps = self.distance();
                Action::Move {
                    what,
                    steps,
                    up_to,
                    direction,
                }
            }
            "swap" => {
                if self.maybe() {
                    let what = self.one(Want::Fighter, actor);
                    let with = self.one(Want::Fighter, actor);
                    return Some(Action::Swap {
                        what,
                        with: Some(Box::new(with)),
                    });
                }
                let mut what = self.selector(Want::Fighter);
                match &mut what.pick {
                    // Two things swap with each other, or those that were named.
                    Pick::Choose {
                        count,
                        superlative: None,
                        from,
                        slot,
                        ..
                    } if from.among.is_none() => {
                        let two = Count::Exactly {
                            number: Amount::fixed(2),
                        };
                        *count = two;
                        let slot = *slot;
                        for mention in &mut self.mentions {
                            if mention.slot == slot {
                                mention.many = true;
                            }
                        }
                    }
                    Pick::Known {
                        is: Reference::Chosen { many: true, .. },
                    } => {}
                    _ => return None,
                }
                Action::Swap { what, with: None }
            }
            "place" => {
                let what = self.placed()?;
                let on = self.one(Want::Space, actor);
                let copy_of = if self.below(4) == 3 {
                    Some(Box::new(self.one(Want::Sized, actor)))
                } else {
                    None
                };
                Action::Place { what, on, copy_of }
            }
            // ── Fighting ──
            "attack" => {
                let who = self.subject(Want::Fighter)?;
                let whom = self.selector(Want::Fighter);
                Action::Attack {
                    who,
                    whom,
                    again: self.below(3) == 2,
                }
            }
            "redirect" => {
                let attack = self.attack()?;
                Action::Redirect {
                    attack,
                    to: self.one(Want::Fighter, actor),
                }
            }
            "also-hits" => {
                let attack = self.attack()?;
                Action::AlsoHits {
                    attack,
                    what: self.selector(Want::Fighter),
                }
            }
            "deal-more" => {
                if let (Some(who), true) = (self.attack(), self.maybe()) {
                    let (amount, less, at_least) = self.reduced();
                    let time = self.attack_time();
                    return Some(Action::DealMore {
                        who,
                        amount,
                        less,
                        at_least,
                        time,
                    });
                }
                if self.below(4) == 0 {
                    let what = self.played_later(&["spell", "ability"]);
                    let (amount, less, at_least) = self.reduced();
                    return Some(Action::CardsDealMore {
                        what: Box::new(what),
                        amount,
                        less,
                        at_least,
                        time: self.lasting(),
                    });
                }
                let who = self.subject(Want::Fighter)?;
                let (amount, less, at_least) = self.reduced();
                Action::DealMore {
                    who,
                    amount,
                    less,
                    at_least,
                    time: self.lasting(),
                }
            }
            "disadvantage" => {
                let has = self.maybe();
                if let (Some(of), true) = (self.attack(), self.maybe()) {
                    return Some(Action::Disadvantage {
                        of,
                        has,
                        time: self.attack_time(),
                    });
                }
                let of = self.subject(Want::Fighter)?;
                Action::Disadvantage {
                    of,
                    has,
                    time: self.lasting(),
                }
            }
            // ── Numbers ──
            "change" => {
                let who = self.subject(Want::Fighter)?;
                let changes = self.changes(&who)?;
                Action::Change {
                    who,
                    changes,
                    time: self.lasting(),
                }
            }
            "set" => {
                let of = self.subject(Want::Fighter)?;
                let attributes = self.attributes(&of);
                if attributes.is_empty() {
                    return None;
                }
                let attribute = self.one_of(&attributes);
                let to = if attribute == "range" {
                    self.distance()
                } else {
                    self.amount()
                };
                Action::SetAttribute {
                    attribute,
                    of,
                    to,
                    time: self.lasting(),
                }
            }
            "become" => {
                let who = self.subject(Want::Sized)?;
                Action::Become {
                    who,
                    field: "unit_type".into(),
                    value: self.one_of(&ids("unit_types")),
                    time: self.lasting(),
                }
            }
            "set-limit" => Action::SetLimit {
                who: self.one_of(&[Player::You, Player::Opponent, Player::Each]),
                limit: self.one_of(&ids("player_limits")),
                to: self.amount(),
                time: self.lasting(),
            },
            // ── Cannot and may ──
            "cannot" => self.cannot()?,
            "attack-only" => {
                let who = self.subject(Want::Fighter)?;
                let whom = self.pattern(Want::Fighter);
                Action::CanAttackOnly {
                    who,
                    whom,
                    time: self.lasting(),
                }
            }
            "permit" => {
                if self.below(4) == 0 {
                    let mut what = self.played_later(&["unit"]);
                    what.side = Some(self.one_of(&[Side::Friendly, Side::Enemy]));
                    what.states = vec![State::BeingPlayed];
                    return Some(Action::PermitPlaces {
                        what: Box::new(what),
                        places: self.some_places(),
                        time: self.lasting(),
                    });
                }
                let who = self.subject(Want::Fighter)?;
                let permission = match self.below(3) {
                    0 => Permission::MoveAfterAttacking,
                    1 => {
                        let mut what = self.pattern(Want::OnMap);
                        if let Pick::Any { from, .. } = &mut what.pick {
                            from.not_itself = std::mem::take(&mut from.other);
                        }
                        Permission::MoveThrough { what }
                    }
                    _ => Permission::RetaliateAnyNumberOfTimes,
                };
                Action::Permit {
                    who,
                    permission,
                    time: self.lasting(),
                }
            }
            // ── Marks ──
            "place-marks" => {
                let marks = self.marks();
                Action::PlaceMarks {
                    marks,
                    on: self.selector(Want::Fighter),
                }
            }
            "remove-marks" => {
                let marks = self.marks();
                Action::RemoveMarks {
                    marks,
                    from: self.selector(Want::Fighter),
                }
            }
            "activate" => Action::Activate {
                what: self.selector(Want::Fighter),
            },
            // ── Cards ──
            "draw" => {
                let who = self.player();
                self.drawn(who)
            }
            "discard" => {
                let who = self.player();
                self.tail_count = true;
                let what = self.cards("discard", who);
                self.tail_count = false;
                Action::Discard { who, what }
            }
            "reveal" => {
                let who = self.player();
                let what = self.some_cards("reveal", who);
                Action::Reveal { who, what }
            }
            "look" => Action::Look {
                what: match self.below(3) {
                    0 => self.whole_zone(),
                    1 => self.selector(Want::Place),
                    _ => self.selector(Want::Card),
                },
            },
            "choose" => self.choice()?,
            "return" => {
                let what = self.selector(Want::OfDeck);
                Action::Return {
                    what,
                    to: self.put(&[Owner::Owner, Owner::You]),
                }
            }
            "put" => {
                let what = self.selector(Want::OfDeck);
                let to = self.put(&[Owner::You, Owner::Owner]);
                // The rest of something that was named as several, or some of it if that is on the map.
                let picked = |slot| self.mentions.iter().any(|one| one.part_of == Some(slot));
                let several = self
                    .mentions
                    .iter()
                    .rev()
                    .find(|mention| mention.many)
                    .map(|last| (last.part_of.unwrap_or(last.slot), &last.thing))
                    .is_some_and(|(all, thing)| !matches!(thing, Thing::OnMap(_)) || picked(all));
                let rest = (several && self.maybe()).then(|| self.put(&[Owner::You]));
                Action::Put { what, to, rest }
            }
            "search" => {
                let zone = self.zone();
                let mut what = self.selector(Want::Card);
                match &mut what.pick {
                    Pick::Choose {
                        from,
                        slot,
                        superlative: None,
                        ..
                    }
                    | Pick::Each { from, slot }
                        if from.among.is_none() =>
                    {
                        from.zone = Some(zone.clone());
                        let (types, slot) = (types_in(from), *slot);
                        for mention in &mut self.mentions {
                            if mention.slot == slot {
                                mention.thing = Thing::Card(types.clone());
                            }
                        }
                    }
                    _ => return None,
                }
                let reveal = self.maybe();
                Action::Search {
                    zone,
                    what,
                    reveal,
                    to: self.put(&[Owner::You]),
                }
            }
            "shuffle" => {
                let who = self.player();
                let zone = self.zone();
                let into = self.maybe().then(|| self.zone());
                Action::Shuffle { who, zone, into }
            }
            // ── Playing ──
            "play" => {
                let who = self.player();
                let what = self.cards("play", who);
                let free = self.maybe();
                let as_ = if self.below(4) == 3 {
                    // A card is played as a kind of card, wherever it comes from.
                    let as_ = Filter {
                        noun: Noun::Card {
                            types: vec!["statistic".into()],
                        },
                        fields: vec![cardwright::effect::ir::BareWord {
                            field: "statistic".into(),
                            value: self.one_of(&ids("statistics")),
                            or: Vec::new(),
                        }],
                        states: vec![State::Ready],
                        ..Filter::default()
                    };
                    Some(as_)
                } else {
                    None
                };
                Action::Play {
                    who,
                    what,
                    free: free && as_.is_none(),
                    as_: as_.map(Box::new),
                }
            }
            "remove-from-map" => Action::RemoveFromMap {
                what: self.selector(Want::Sized),
            },
            // Only the subject of an event can be negated, while it is played.
            "negate" => {
                let slot = self.played?;
                let known = self.known();
                let is = known
                    .into_iter()
                    .find_map(|(reference, ..)| match &reference {
                        Reference::Chosen { slot: known, .. } if *known == slot => Some(reference),
                        _ => None,
                    })?;
                Action::Negate {
                    what: Selector {
                        pick: Pick::Known { is },
                        span: At::default(),
                    },
                }
            }
            "take-control" => {
                let who = self.player();
                if self.maybe() {
                    // A location is kept until another player takes it.
                    let what = self.selector_by(Want::Place, who);
                    return Some(Action::TakeControl {
                        who,
                        what,
                        time: self.kept_time(),
                    });
                }
                let what = self.selector_by(Want::Sized, who);
                Action::TakeControl {
                    who,
                    what,
                    time: self.lasting(),
                }
            }
            "lose-control" => {
                let who = self.player();
                Action::LoseControl {
                    who,
                    what: self.selector_by(Want::Place, who),
                }
            }
            // ── Statistics ──
            "ready" => {
                let who = self.player();
                self.tail_count = true;
                let what = self.selector_by(Want::Payer, who);
                self.tail_count = false;
                Action::Ready { who, what }
            }
            "spend" => {
                let who = self.player();
                Action::Spend {
                    who,
                    what: self.selector_by(Want::Payer, who),
                }
            }
            "pay" => {
                let who = self.player();
                Action::Pay {
                    who,
                    statistic: self.one_of(&ids("statistics")),
                    amount: self.amount(),
                }
            }
            "change-cost" => {
                let mut what = self.kind_of_card();
                // Cards that are still to be played are neither ready nor face-down yet.
                what.states.retain(|state| *state == State::BeingPlayed);
                if what.zone.is_none() && what.among.is_none() && self.maybe() {
                    what.next = true;
                    what.side = Some(Side::Friendly);
                    what.other = false;
                }
                let first_each_round = !what.next && what.among.is_none() && self.below(4) == 3;
                if first_each_round {
                    what.states.clear();
                    what.side = Some(self.one_of(&[Side::Friendly, Side::Enemy]));
                }
                let (amount, less, at_least) = match self.below(4) {
                    3 => (Amount::All, true, None),
                    _ => self.reduced(),
                };
                let statistic = self.one_of(&ids("statistics"));
                // The time of `the next …` precedes the verb: `this round`.
                let time = match self.lasting() {
                    Duration::EndOfAttack
                    | Duration::EndOfGame
                    | Duration::YourNextTurn
                    | Duration::While { .. }
                        if what.next =>
                    {
                        return None;
                    }
                    Duration::EndOfAttack
                    | Duration::EndOfActivation
                    | Duration::EndOfTurn
                    | Duration::EndOfRound
                        if first_each_round =>
                    {
                        return None;
                    }
                    time => time,
                };
                Action::ChangeCost {
                    what: Box::new(what),
                    statistic: Some(statistic).filter(|_| amount != Amount::All || self.maybe()),
                    amount,
                    less,
                    at_least,
                    first_each_round,
                    time,
                }
            }
            // ── Locations and attaching ──
            "turn" => {
                let what = self.selector(Want::NoFighter);
                Action::Turn {
                    what,
                    face: self.one_of(&[Face::Up, Face::Down]),
                }
            }
            "attach" => {
                let what = self.one(Want::Card, actor);
                let want = self.one_of(&[Want::Fighter, Want::Space]);
                Action::Attach {
                    what,
                    to: self.one(want, actor),
                }
            }
            "remove-card" => {
                let from_zone = self.selector(Want::Card);
                // `from` names what it is attached to, so it is in no zone.
                let plain = match &from_zone.pick {
                    Pick::Choose {
                        count: Count::Exactly { number } | Count::UpTo { number },
                        ..
                    }
                    | Pick::Random { count: number, .. } => matches!(number, Amount::Fixed { .. }),
                    _ => true,
                };
                let attached = match &from_zone.pick {
                    Pick::Choose { from, .. }
                    | Pick::Each { from, .. }
                    | Pick::Random { from, .. } => {
                        from.zone.is_none() && from.among.is_none() && plain
                    }
                    _ => false,
                };
                if !attached {
                    return None;
                }
                Action::RemoveCard {
                    what: from_zone,
                    from: self.one(Want::Fighter, actor),
                }
            }
            // ── Tokens ──
            "place-tokens" => {
                let mut tokens = self.tokens(false);
                let on = self.bearer_of_token(&tokens.token);
                tokens.amount = self.amount();
                Action::PlaceTokens { tokens, on }
            }
            "remove-tokens" => {
                let mut tokens = self.tokens(true);
                let from = self.bearer_of_token(&tokens.token);
                if tokens.amount != Amount::All {
                    tokens.amount = self.amount();
                }
                Action::RemoveTokens { tokens, from }
            }
            // ── Prevention ──
            "prevent-next" => {
                let to = self.subject(Want::Fighter)?;
                let amount = self.amount_or_all();
                Action::PreventNext {
                    amount,
                    to,
                    time: self.lasting(),
                }
            }
            "prevent-that" => {
                if !self.event_damage {
                    return None;
                }
                Action::PreventThat {
                    amount: self.amount_or_all(),
                }
            }
            "take-less" => {
                let who = self.subject(Want::Fighter)?;
                let from = match self.below(3) {
                    0 => Some(self.pattern(Want::Fighter)),
                    1 => self.attack(),
                    _ => None,
                };
                let attack = matches!(&from, Some(from) if matches!(&from.pick, Pick::Known { is: Reference::ThisAttack | Reference::ThatAttack }));
                let (amount, less, at_least) = self.reduced();
                // A bound after a place would belong to a number in it.
                let placed = matches!(
                    &from,
                    Some(Selector { pick: Pick::Any { from, .. }, .. }) if !from.places.is_empty()
                );
                let at_least = at_least.filter(|_| !placed);
                let time = if attack {
                    self.attack_time()
                } else {
                    self.lasting()
                };
                Action::TakeLess {
                    who,
                    amount,
                    more: !less,
                    from: from.map(Box::new),
                    at_least,
                    time,
                }
            }
            // ── Boosting ──
            "boost" => {
                let who = self.player();
                let attack = self.attack()?;
                let mut with = self.selector_by(Want::Card, who);
                self.in_default_zone(&mut with, "discard", who);
                Action::Boost { who, attack, with }
            }
            "boost-damage" => Action::BoostDamage {
                who: self.one_of(&[Player::You, Player::Opponent, Player::Each]),
                amount: self.amount(),
                instead_of: self.amount(),
                time: self.lasting(),
            },
            // ── Granting ──
            "gain" => {
                if self.grants > 1 {
                    return None;
                }
                let who = self.subject(Want::Fighter)?;
                let types = self.types_of_selector(&who);
                let mut abilities = vec![self.granted(&types)?];
                if self.below(4) == 3 {
                    abilities.extend(self.granted(&types));
                }
                Action::Gain {
                    who,
                    abilities,
                    time: self.lasting(),
                }
            }
            other => unreachable!("{other} is no verb"),
        })
    }

    pub fn player(&mut self) -> Player {
        match self.below(4) {
            2 => Player::Opponent,
            3 => Player::Each,
            _ => self.actor,
        }
    }

    /// An increase or a decrease. The minimum of a decrease applies to the result, so it is not a bound of the number
    /// itself.
    fn reduced(&mut self) -> (Amount, bool, Option<u32>) {
        let less = self.maybe();
        let mut amount = self.amount();
        if let (
            Amount::Bounded {
                of,
                minimum,
                maximum,
            },
            true,
        ) = (&mut amount, less)
        {
            *minimum = None;
            if maximum.is_none() {
                amount = (**of).clone();
            }
        }
        let at_least = (less && self.below(3) == 2).then(|| self.below(2) as u32);
        (amount, less, at_least)
    }

    fn some_cards(&mut self, verb: &str, who: Player) -> Selector {
        if self.below(5) == 4 {
            return self.whole_zone();
        }
        self.cards(verb, who)
    }

    /// A card that is placed: its position is not described, because `on` names its destination.
    fn placed(&mut self) -> Option<Selector> {
        let what = self.one(Want::AnyCard, self.actor);
        // `on` names the destination, so no place before it may be followed by one.
        let places = match &what.pick {
            Pick::Choose { from, .. } => from.places.as_slice(),
            _ => &[],
        };
        if places.iter().any(super::nouns::place_ends_open)
            || places
                .iter()
                .any(|place| matches!(place, Place::On { .. } | Place::Behind { .. }))
        {
            return None;
        }
        Some(what)
    }

    fn bearer_of_token(&mut self, token: &str) -> Selector {
        match (token, self.below(3)) {
            ("size", 0 | 1) => self.selector(Want::Sized),
            (_, 0 | 1) => self.selector(Want::Fighter),
            _ => self.selector(Want::Space),
        }
    }

    /// Returns the attributes that everything found by a selector has.
    fn attributes(&self, selector: &Selector) -> Vec<SmolStr> {
        attributes_of(&self.types_of_selector(selector))
    }

    pub fn types_of_selector(&self, selector: &Selector) -> Vec<SmolStr> {
        match &selector.pick {
            Pick::Choose { from, .. }
            | Pick::Random { from, .. }
            | Pick::Each { from, .. }
            | Pick::Any { from, .. } => types_in(from),
            Pick::Known { is } => self.types_of_reference(is),
            _ => Vec::new(),
        }
    }

    fn changes(&mut self, who: &Selector) -> Option<Vec<AttributeChange>> {
        let attributes = self.attributes(who);
        if attributes.is_empty() {
            return None;
        }
        let lose = self.maybe();
        let mut changes: Vec<AttributeChange> = Vec::new();
        for _ in 0..1 + self.below(3) {
            let attribute = self.one_of(&attributes);
            if changes.iter().any(|change| change.attribute == attribute) {
                continue;
            }
            let mut by = self.amount();
            if let (Amount::Bounded { of, .. }, true) = (&by, lose) {
                by = (**of).clone();
            }
            let at_least = (lose && self.below(4) == 3).then(|| self.below(2) as u32);
            changes.push(AttributeChange {
                attribute,
                by,
                lose,
                at_least,
            });
        }
        // A number that is computed at the end would also apply to a constant before it.
        changes.sort_by_key(|change| {
            matches!(change.by, Amount::Fixed { .. } | Amount::X) && change.at_least.is_none()
        });
        Some(changes)
    }

    fn cannot(&mut self) -> Option<Action> {
        let mut what = Vec::new();
        if self.below(4) == 3 {
            let who = self.player();
            let mut said = Vec::new();
            for _ in 0..1 + self.below(2) {
                let kind = self.below(3);
                if said.contains(&kind) {
                    continue;
                }
                said.push(kind);
                let deed = match kind {
                    0 => Deed::Play {
                        what: self.pattern(Want::Card),
                    },
                    1 => Deed::Draw {
                        what: {
                            let slot = self.slot();
                            self.mention(
                                slot,
                                ChosenNoun::Card { type_: None },
                                false,
                                Thing::Card(Vec::new()),
                            );
                            Selector {
                                pick: Pick::Any {
                                    from: Box::default(),
                                    slot,
                                },
                                span: At::default(),
                            }
                        },
                    },
                    _ => match self.attack() {
                        Some(what) => Deed::Boost { what },
                        None => return None,
                    },
                };
                if !what
                    .iter()
                    .any(|known| std::mem::discriminant(known) == std::mem::discriminant(&deed))
                {
                    what.push(deed);
                }
            }
            let attack_only = what.iter().all(|deed| matches!(deed, Deed::Boost { .. }));
            let time = if attack_only {
                self.attack_time()
            } else {
                self.lasting()
            };
            return Some(Action::Cannot {
                who: Stake::Player { who },
                what,
                time,
            });
        }
        let which = self.subject(Want::Fighter)?;
        let mut attack_only = true;
        let mut said = Vec::new();
        for _ in 0..1 + self.below(3) {
            let kind = self.below(8);
            if said.contains(&kind) {
                continue;
            }
            said.push(kind);
            let deed = match kind {
                0 => Deed::Move,
                1 => Deed::Attack {
                    whom: self.maybe().then(|| self.pattern(Want::Fighter)),
                },
                2 => match (self.attack(), self.below(3)) {
                    (Some(against), 0) => Deed::Retaliate {
                        against: Some(against),
                    },
                    (_, 1) => Deed::Retaliate {
                        against: Some(self.pattern(Want::Fighter)),
                    },
                    _ => Deed::Retaliate { against: None },
                },
                3 => Deed::BeActivated,
                4 => Deed::BeTargeted {
                    by: self.maybe().then(|| self.pattern(Want::Card)),
                },
                5 => Deed::BeAttacked {
                    by: self.maybe().then(|| self.pattern(Want::Fighter)),
                },
                6 => Deed::BeMoved {
                    by: self.maybe().then(|| self.pattern(Want::Card)),
                },
                _ => Deed::Enter {
                    what: self.pattern(Want::Space),
                },
            };
            if what
                .iter()
                .any(|known| std::mem::discriminant(known) == std::mem::discriminant(&deed))
            {
                continue;
            }
            attack_only &= matches!(&deed, Deed::Retaliate { against: Some(against) } if matches!(&against.pick, Pick::Known { is: Reference::ThisAttack | Reference::ThatAttack }));
            what.push(deed);
        }
        let time = if attack_only {
            self.attack_time()
        } else {
            self.lasting()
        };
        Some(Action::Cannot {
            who: Stake::Cards { which },
            what,
            time,
        })
    }

    fn choice(&mut self) -> Option<Action> {
        // `a card from it`: from the zone that was looked at just before.
        let looked_at = self.mentions.last();
        let looked_at = looked_at.filter(|last| last.thing == Thing::Zone);
        if let Some(zone) = looked_at.map(|zone| zone.slot)
            && self.maybe()
        {
            let from = Filter {
                among: Some(Reference::Chosen {
                    slot: zone,
                    named: Box::new(ChosenNoun::Zone),
                    many: false,
                }),
                ..Filter::default()
            };
            let by = self.actor;
            let pick = self.choose(Count::one(), by, from, None);
            let span = At::default();
            return Some(Action::Choose {
                what: Selector { pick, span },
            });
        }
        let who = self.player();
        let want = self.one_of(&[Want::Fighter, Want::Space, Want::Card, Want::Place]);
        let mut what = self.selector_by(want, who);
        match &mut what.pick {
            Pick::Choose {
                superlative: None,
                chain,
                count,
                from,
                ..
            } => {
                // Distances are between things on the map.
                if want == Want::Fighter && !count.is_one() && from.among.is_none() && self.maybe()
                {
                    *chain = Some(Box::new(Chain {
                        range: self.distance(),
                    }));
                }
            }
            Pick::Choose { .. } | Pick::Random { .. } => {}
            _ => return None,
        }
        if matches!(what.pick, Pick::Random { .. }) && who != self.actor {
            return None;
        }
        Some(Action::Choose { what })
    }

    /// Generates a rule of payment, which is a whole sentence: `you may spend … as …`.
    pub fn spend_as(&mut self) -> Action {
        let pays: Vec<SmolStr> = game()
            .card_types
            .iter()
            .filter(|(_, card_type)| card_type.required.iter().any(|field| field == "statistic"))
            .map(|(id, _)| id.clone())
            .collect();
        let time = match self.heading.lasting {
            true => Duration::Standing,
            false => self.explicit_time(),
        };
        Action::SpendAs {
            who: Player::You,
            what: Box::new(Filter {
                noun: Noun::Card { types: pays },
                ..Filter::default()
            }),
            statistic: self.one_of(&ids("statistics")),
            amount: Amount::fixed(1 + self.below(3) as u32),
            time,
        }
    }

    pub fn some_places(&mut self) -> Vec<cardwright::effect::ir::Place> {
        let mut filter = Filter {
            noun: Noun::Space,
            ..Filter::default()
        };
        for _ in 0..4 {
            let place = self.inner(|g| g.place());
            filter.places.push(place);
            if super::nouns::place_ends_open(&filter.places[filter.places.len() - 1])
                || self.below(3) > 0
            {
                break;
            }
        }
        filter.places
    }

    /// A statement about one attack ends with the attack.
    fn attack_time(&mut self) -> Duration {
        Duration::EndOfAttack
    }

    /// Control is kept, unless a time is given.
    fn kept_time(&mut self) -> Duration {
        if self.focus == Focus::Times && self.maybe() {
            return self.explicit_time();
        }
        Duration::AnotherChange
    }

    pub fn granted(&mut self, types: &[SmolStr]) -> Option<Ability> {
        let granted_type = types.first()?.clone();
        let outer = self.clone();
        self.grants += 1;
        self.granted = Some(granted_type.clone());
        self.mentions.clear();
        self.event_attack = false;
        self.event_damage = false;
        self.occasion = false;
        self.limited_round = false;
        self.while_condition = false;
        self.declares_x = false;
        self.actor = Player::You;
        let ability = self.ability_on(&granted_type);
        let slots = self.slots;
        let inner = self.clone();
        *self = outer;
        self.slots = slots;
        self.skip_to(&inner);
        Some(ability)
    }
}

pub fn types_in(filter: &Filter) -> Vec<SmolStr> {
    match &filter.noun {
        Noun::Card { types } => types.clone(),
        Noun::Space => Vec::new(),
    }
}
