//! Clauses: a verb, and who does it.

use crate::effect::lower::types::{Mention, Subject, Use};
use std::ops::Range;

use smol_str::StrExt;

use super::children::Kids;
use super::ctx::{Node, Scope};
use super::modifiers::Tails;
use crate::diagnostic::{Code, Place as Place_, Safety};
use crate::effect::default_zone;
use crate::effect::ir::{
    self, Action, At, Duration, Effect, Filter, Noun, Permission, Pick, Player, Reference,
    Selector, Side, State, What, Zone, visit_effects,
};
use crate::effect::syntax::Rule;

/// The parts of a clause: its subject, its verbs with what is computed behind each, and its time.
struct Split<'t> {
    caused: Option<Node<'t>>,
    subject: Option<Node<'t>>,
    optional: Option<Node<'t>>,
    verbs: Vec<(Node<'t>, Tails<'t>)>,
    time: (Option<Node<'t>>, Option<(Duration, Range<usize>)>),
}

impl Scope<'_> {
    /// Lowers a clause. Several predicates of one subject become one effect.
    pub fn clause(&mut self, node: Node<'_>) -> Option<Effect> {
        self.clause += 1;
        self.is_done_by(self.actor);
        let known = self.mentions.len();
        let span = self.at(&node);
        let Split {
            caused,
            subject,
            optional,
            mut verbs,
            mut time,
        } = self.split_tails(node)?;
        let mut effects = Vec::with_capacity(verbs.len());
        // What is done to the subject is a command, behind which it is named again.
        let mut in_turn = false;
        let caused = caused.map(|node| self.range(&node));
        let optional = optional.map(|node| self.range(&node));
        if let Some(first) = subject {
            let subject_at = self.range(&first);
            self.is_caused(caused, &subject_at)?;
            self.needs = verbs.first().and_then(|(verb, _)| self.needed_to_do(verb));
            let subject = self.clause_subject(first);
            self.needs = None;
            let subject = subject?;
            if let (Subject::Things(_), [_, rest @ ..]) = (&subject, verbs.as_slice()) {
                for (verb, _) in rest {
                    self.is_said_of_it(verb)?;
                }
            }
            let mut unclear = None;
            for (index, (verb, mut tails)) in verbs.into_iter().enumerate() {
                tails.end = span.range().end;
                (tails.time, tails.read) = time;
                let verb_span = At::new(subject_at.start..self.range(&verb).end);
                let subject = match (&subject, index) {
                    (Subject::Player(player), _) => Subject::Player(*player),
                    (Subject::Limit(player, limit), _) => Subject::Limit(*player, limit.clone()),
                    (Subject::BoostCards(player), _) => Subject::BoostCards(*player),
                    (Subject::Things(selector), 0) => Subject::Things(selector.clone()),
                    // The same ones, not another choice.
                    (Subject::Things(selector), _) => Subject::Things(self.same_again(selector)),
                };
                if index > 0
                    && let Subject::Things(selector) = &subject
                {
                    unclear = unclear.or_else(|| self.unclear_again(selector));
                }
                let on_its_way = match &subject {
                    Subject::Things(selector) => self.is_on_its_way(selector),
                    _ => false,
                };
                let action = self.verb(verb, Some((subject, subject_at.clone())), &mut tails)?;
                if on_its_way && !said_of_playing(&action) {
                    return self.not_there_yet(subject_at);
                }
                time = (tails.time.take(), tails.read.take());
                self.no_tail_left(tails)?;
                effects.push(self.performed(action, verb_span, optional.is_some())?);
            }
            in_turn = effects.len() > 1 && effects.iter().any(is_command);
            if let (true, Some(unclear)) = (in_turn, unclear) {
                return self.not_one("it", unclear, subject_at);
            }
        } else {
            let (verb, mut tails) = verbs.remove(0);
            tails.end = span.range().end;
            (tails.time, tails.read) = time;
            let verb_span = self.at(&verb);
            self.is_told(&verb)?;
            let action = self.verb(verb, None, &mut tails)?;
            time = (tails.time.take(), tails.read.take());
            self.no_tail_left(tails)?;
            effects.push(self.performed(action, verb_span, optional.is_some())?);
        }
        if let Some(time) = time.0 {
            let at = self.range(&time);
            return self.nothing_lasts(at);
        }
        if self.doer == Player::Each {
            self.each_found(known);
        }
        let one = match effects.len() {
            1 => Effect {
                span,
                ..effects.remove(0)
            },
            _ => Effect {
                what: match in_turn {
                    true => What::Then { effects },
                    false => What::Together { effects },
                },
                span,
            },
        };
        let Some(at) = optional else {
            return Some(one);
        };
        self.who_decides(&one, &at)?;
        if let What::Act { action } = &one.what
            && let Action::Attack { who, .. } = &**action
            && matches!(who.pick, Pick::Each { .. })
        {
            let finding = self
                .finding(
                    Code::TwoReadings,
                    at,
                    "it is not said whether each of them may by itself, or all of them or none",
                    "an option of each, or of all?",
                )
                .help(
                    "of each by itself, write `For each …, you may have that unit attack …`; of all together, `You may \
                     have each … attack …`",
                );
            return self.report(finding);
        }
        if self.joined || self.infinitive || !matches!(one.what, What::Act { .. }) {
            let finding = self
                .finding(
                    Code::TwoReadings,
                    at,
                    "it is not clear how much of the sentence is left to decide",
                    "an option inside a longer sentence",
                )
                .help("write it as a sentence of its own");
            return self.report(finding);
        }
        Some(Effect {
            what: What::May {
                who: Player::You,
                cost: Vec::new(),
                effects: vec![one],
                otherwise: Vec::new(),
            },
            span,
        })
    }

    /// `An enemy unit may move`: whoever reads the text chooses what it does, and its own player moves it otherwise.
    fn who_decides(&mut self, option: &Effect, at: &Range<usize>) -> Option<()> {
        let What::Act { action } = &option.what else {
            return Some(());
        };
        let (who, yours, theirs) = match &**action {
            Action::Move { what, .. } => (what, "You may move …", "Your opponent may move …"),
            Action::Attack { who, .. } => (
                who,
                "You may have … attack …",
                "Your opponent may have … attack …",
            ),
            _ => return Some(()),
        };
        let enemy = match &who.pick {
            Pick::Known { is } => *is == Reference::EnemyHero,
            Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. } => {
                from.side == Some(Side::Enemy)
            }
            _ => false,
        };
        if !enemy {
            return Some(());
        }
        let finding = self
            .finding(
                Code::TwoReadings,
                at.clone(),
                "it is not said who decides this: you, or your opponent, whose it is",
                "may, if who wants it?",
            )
            .help(format!("write `{yours}` or `{theirs}`"));
        self.report(finding)
    }

    /// An action as an effect, unless it leaves open what is meant.
    fn performed(&mut self, action: Action, span: At, optional: bool) -> Option<Effect> {
        self.is_done(&action);
        self.how_many_of_them(&action, optional)?;
        self.says_from_where(&action)?;
        let effect = act(action, span);
        self.there_by_then(&effect)?;
        self.each_by_itself(&effect)?;
        self.who_chooses(&effect)?;
        Some(effect)
    }

    /// `Your opponent may discard a card to have an enemy unit cannot attack`: what holds is a sentence of its own, in
    /// which you choose.
    fn who_chooses(&mut self, effect: &Effect) -> Option<()> {
        let What::Act { action } = &effect.what else {
            return Some(());
        };
        if !self.infinitive || self.actor == Player::You || !action.allows_or_forbids() {
            return Some(());
        }
        let mut chosen = None;
        visit_effects(std::slice::from_ref(effect), &mut |node, _| {
            if let ir::Node::Selector(selector) = node
                && matches!(selector.pick, Pick::Choose { .. })
            {
                chosen.get_or_insert(selector.span);
            }
        });
        let Some(chosen) = chosen else {
            return Some(());
        };
        let finding = self
            .finding(
                Code::TwoReadings,
                chosen.range(),
                "it is not said who chooses this",
                "the one who pays, or you?",
            )
            .help("write it as a sentence of its own, where you choose: `If they do, an enemy unit …`");
        self.report(finding)
    }

    /// Refuses `This unit gains +1 attack and draw a card`, where a player is told something behind what is said of a card.
    fn is_said_of_it(&mut self, verb: &Node<'_>) -> Option<()> {
        let told = [
            Rule::v_draw,
            Rule::v_discard,
            Rule::v_reveal,
            Rule::v_shuffle,
            Rule::v_spend,
            Rule::v_ready,
            Rule::v_play,
            Rule::v_choose,
        ];
        if !told.contains(&verb.as_rule()) {
            return Some(());
        }
        let at = self.range(verb);
        let before = verb.before().trim_end();
        let Some(first) = before.strip_suffix("and") else {
            return Some(());
        };
        let end_of = |text: &str| at.start - (verb.before().len() - text.len());
        let said = verb.as_str().split_whitespace().next().unwrap_or_default();
        let finding = self
            .finding(
                Code::CannotApply,
                end_of(first)..end_of(before),
                format!("\"and\" joins what is said of one thing, and cards do not {said}"),
                "the second one is told to a player",
            )
            .fix(
                Safety::Unsafe,
                "write `, then`",
                Place_::Text(end_of(first.trim_end())..at.start),
                ", then ",
            );
        self.report(finding)
    }

    /// What the subject of several verbs could be taken for where it is named again.
    fn unclear_again(&self, again: &Selector) -> Option<Vec<Mention>> {
        let Pick::Known { is } = &again.pick else {
            return None;
        };
        let mention = self
            .mentions
            .iter()
            .find(|mention| mention.reference == *is)?;
        let alike = self.named_alike(mention);
        (alike.len() > 1).then_some(alike)
    }

    /// Whether something is a thing of the map that is only being played.
    fn is_on_its_way(&self, selector: &Selector) -> bool {
        let from = match &selector.pick {
            Pick::Each { from, .. } | Pick::Any { from, .. } | Pick::Choose { from, .. } => from,
            _ => return false,
        };
        let Noun::Card { types } = &from.noun else {
            return false;
        };
        from.states.contains(&State::BeingPlayed) && self.on_map(types)
    }

    fn not_there_yet<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "what is being played is not on the map yet",
                "means them only while they are being played",
            )
            .help(
                "say it of the one that was played: `When you play a unit, that unit … until the end of the round.`, \
                 or of all on the map: `Friendly units …`",
            );
        self.report(finding)
    }

    /// Behind `you may`, what another one does is had done: `you may have this unit attack …`.
    fn is_caused(&mut self, caused: Option<Range<usize>>, subject: &Range<usize>) -> Option<()> {
        match (caused, self.infinitive) {
            (Some(at), false) => {
                let finding = self
                    .finding(
                        Code::UnreadableSentence,
                        at.clone(),
                        "nobody decides here, so nobody has it done",
                        "stands only behind `you may`, or behind the `to` of a cost",
                    )
                    .fix(
                        Safety::Unsafe,
                        "remove `have`",
                        Place_::Text(at.start..subject.start),
                        "",
                    );
                self.report(finding)
            }
            (None, true) => {
                let at = Place_::Text(subject.start..subject.start);
                let finding = self
                    .finding(
                        Code::UnreadableSentence,
                        subject.clone(),
                        "what another does at your choice, you have it do",
                        "`have` is missing before it",
                    )
                    .fix(Safety::Unsafe, "write `have`", at, "have ");
                self.report(finding)
            }
            _ => Some(()),
        }
    }

    /// Refuses `draws a card` where nobody is named who draws it.
    fn is_told(&mut self, verb: &Node<'_>) -> Option<()> {
        let said = verb.as_str().split_whitespace().next().unwrap_or_default();
        let told = match &*said.to_lowercase_smolstr() {
            "activates" => "activate",
            "boosts" => "boost",
            "chooses" => "choose",
            "discards" => "discard",
            "draws" => "draw",
            "loses" => "lose",
            "plays" => "play",
            "readies" => "ready",
            "reveals" => "reveal",
            "shuffles" => "shuffle",
            "spends" => "spend",
            "takes" => "take",
            _ => return Some(()),
        };
        let start = self.range(verb).start;
        let at = start..start + said.len();
        let said = said.to_lowercase();
        // The player who was named before in the sentence, if somebody was.
        let sentence = verb.before().rsplit(". ").next();
        let sentence = sentence.unwrap_or_default().to_lowercase();
        let named = ["each player", "your opponent"];
        let named = named.iter().find(|player| sentence.contains(**player));
        let who = named.copied().unwrap_or("your opponent");
        let told = named.map_or_else(|| told.to_owned(), |who| format!("{who} {said}"));
        let finding = self
            .finding(
                Code::TwoReadings,
                at.clone(),
                format!("it is not said who {said}"),
                "nobody is named before it",
            )
            .help(match named {
                Some(_) => format!("write `{told}`; what you do begins a sentence of its own"),
                None => {
                    format!("write `{told}` for what you do, or name who does it: `{who} {said}`")
                }
            })
            .fix(
                Safety::Unsafe,
                format!("write `{told}`"),
                Place_::Text(at),
                told,
            );
        self.report(finding)
    }

    /// A cost that a player pays: `unless your opponent discards a card`.
    pub fn payer(&mut self, node: Node<'_>) -> Option<(Player, Vec<Effect>)> {
        let mut kids = Kids::of(node);
        let player = kids.need(Rule::player);
        let player_at = self.range(&player);
        let who = self.player(player);
        if who == Player::Each {
            let finding = self
                .finding(
                    Code::TwoReadings,
                    player_at,
                    "it is not said whether one of the two is enough, or both have to pay",
                    "two who could pay",
                )
                .help("name the one who pays: `unless your opponent discards a card`");
            return self.report(finding);
        }
        let mut nodes = Vec::new();
        while let Some(kid) = kids.next() {
            nodes.push(kid);
        }
        let mut effects = Vec::new();
        for (verb, mut tails) in self.with_tails(nodes)? {
            let span = self.at(&verb);
            tails.end = span.range().end;
            let at = span.range();
            // The grammar allows a subject here too; a payer has none of its own.
            if matches!(verb.as_rule(), Rule::subject | Rule::caused) {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        "a cost is something that the player does",
                        "not something a player can pay",
                    )
                    .help("write what the player does: `unless your opponent discards a card`");
                return self.report(finding);
            }
            let actor = std::mem::replace(&mut self.actor, who);
            let action = self.verb(verb, Some((Subject::Player(who), at)), &mut tails);
            self.actor = actor;
            let action = action?;
            self.no_tail_left(tails)?;
            effects.push(act(action, span));
        }
        Some((who, effects))
    }

    /// The parts of a clause.
    fn split_tails<'t>(&mut self, node: Node<'t>) -> Option<Split<'t>> {
        let mut kids = Kids::of(node);
        let caused = kids.take(Rule::caused);
        let subject = kids.take(Rule::subject);
        let optional = kids.take(Rule::optional);
        let mut nodes = Vec::new();
        let mut time = None;
        while let Some(kid) = kids.next() {
            match kid.as_rule() {
                Rule::time => time = Some(kid),
                _ => nodes.push(kid),
            }
        }
        Some(Split {
            caused,
            subject,
            optional,
            verbs: self.with_tails(nodes)?,
            time: (time, None),
        })
    }

    fn clause_subject(&mut self, node: Node<'_>) -> Option<Subject> {
        let written = node.as_str();
        if let Some(subject) = self.player_number(&node) {
            return Some(subject);
        }
        let subject = self.subject(node, Use::Pick)?;
        if let Subject::Things(selector) = &subject {
            self.is_not_chosen_all_the_time(selector, written)?;
        }
        Some(subject)
    }

    /// What holds all the time is not chosen.
    pub(super) fn is_not_chosen_all_the_time(
        &mut self,
        selector: &Selector,
        written: &str,
    ) -> Option<()> {
        let chooses = matches!(selector.pick, Pick::Choose { .. } | Pick::Random { .. });
        let is_extreme = matches!(
            selector.pick,
            Pick::Choose {
                superlative: Some(_),
                ..
            }
        );
        let all_the_time = self.is_static() && !self.while_condition && self.needs_occasion();
        if !(chooses && all_the_time) {
            return Some(());
        }
        let at = selector.span.range();
        let heading = self.heading.map_or("", |heading| &heading.name);
        let finding = self
            .finding(
                Code::CommandNeedsOccasion,
                at.clone(),
                format!("under {heading} this holds all the time, so nobody chooses"),
                "when is it chosen, and how often?",
            )
            .help(match is_extreme {
                true => "begin with `When …,`, `Once per round,` or `you may`, or say how far or how much: `each unit within range 2`",
                false => "write `each …`, or begin with `When …,`, `Once per round,` or `you may`",
            });
        let mut articles = ["a ", "an ", "A ", "An "].into_iter();
        let article = articles.find(|one| written.starts_with(one));
        let each = if written.starts_with('A') {
            "Each "
        } else {
            "each "
        };
        let finding = match article {
            Some(article) => finding.fix(
                Safety::Unsafe,
                "write `each`",
                Place_::Text(at.start..at.start + article.len()),
                each,
            ),
            None => finding,
        };
        self.report(finding)
    }

    /// `your hand limit`, `your boost cards`: what belongs to a player and is no card in play.
    fn player_number(&self, node: &Node<'_>) -> Option<Subject> {
        let words = node.words();
        let yours = |words: &str| words.eq_ignore_ascii_case("your ");
        if !words.get(..5).is_some_and(yours) {
            return None;
        }
        let words = words.to_lowercase().replace('’', "'");
        match words.strip_prefix("your opponent's ") {
            Some(words) => self.number_of_player(Player::Opponent, words),
            None => self.number_of_player(Player::You, words.strip_prefix("your ")?),
        }
    }

    fn number_of_player(&self, who: Player, words: &str) -> Option<Subject> {
        if words == "boost cards" {
            return Some(Subject::BoostCards(who));
        }
        let (id, _) = self
            .symbols
            .game
            .terms("player_limits")
            .find(|(_, term)| super::vocabulary::is_term(term, words))?;
        Some(Subject::Limit(who, id.into()))
    }

    /// `each player's hand limit`, `each player's boost cards`.
    pub fn owned(&mut self, node: Node<'_>) -> Option<Subject> {
        let mut kids = Kids::of(Kids::of(node).need(Rule::owned));
        let words = kids.need(Rule::words);
        let at = self.range(&words);
        kids.end();
        let said = words.words().to_lowercase();
        if let Some(subject) = self.number_of_player(Player::Each, &said) {
            return Some(subject);
        }
        let mut types = self.symbols.game.card_types.values();
        if let Some(kind) = types.find(|kind| {
            [&kind.name, &kind.plural]
                .into_iter()
                .any(|name| *name == said)
        }) {
            let finding = self
                .finding(
                    Code::UnreadableSentence,
                    at,
                    format!("what both players have is `each {}`", kind.name),
                    "the language says this in other words",
                )
                .help(format!("write `each {}`", kind.name));
            return self.report(finding);
        }
        let mut known = vec!["boost cards"];
        let terms = self.symbols.game.terms("player_limits");
        known.extend(terms.map(|(_, term)| term.name.as_str()));
        self.unknown(&said, at, "a number of a player", &known)
    }

    /// What a selector found, for a second predicate of the same subject.
    fn same_again(&self, selector: &Selector) -> Selector {
        let pick = match &selector.pick {
            Pick::Choose { slot, .. } | Pick::Random { slot, .. } | Pick::Any { slot, .. } | Pick::Stack { slot, .. } => self
                .mentions
                .iter()
                .find(|mention| {
                    matches!(&mention.reference, crate::effect::ir::Reference::Chosen { slot: known, .. } if known == slot)
                })
                .map(|mention| Pick::Known {
                    is: mention.reference.clone(),
                }),
            // `each` and static descriptions hold for whoever fits; a reference stays one.
            _ => None,
        };
        Selector {
            pick: pick.unwrap_or_else(|| selector.pick.clone()),
            span: selector.span,
        }
    }

    /// The zone that a verb means where the text names none.
    pub fn default_zone(&self, verb: &str, who: Player) -> Option<Zone> {
        default_zone(self.symbols.game, verb, who)
    }

    /// Cards that are not said to be anywhere are where the verb means.
    pub fn in_default_zone(&self, selector: &mut Selector, verb: &str, who: Player) {
        let Some(zone) = self.default_zone(verb, who) else {
            return;
        };
        if let Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } = &mut selector.pick
        {
            self.filter_in_default_zone(from, zone);
        }
    }

    pub fn filter_in_default_zone(&self, filter: &mut Filter, zone: Zone) {
        let in_play =
            matches!(&filter.noun, crate::effect::ir::Noun::Card { types } if self.on_map(types));
        if filter.zone.is_none() && filter.among.is_none() && filter.places.is_empty() && !in_play {
            // A vanguard card, or any other that a flag sets apart, is where that flag says.
            if !filter.is_flagged(self.symbols.game)
                && filter.noun != crate::effect::ir::Noun::Space
            {
                filter.zone = Some(zone);
            }
        }
    }
}

/// Whether this can be said of what is being played: what it costs, and where it goes.
fn said_of_playing(action: &Action) -> bool {
    match action {
        Action::ChangeCost { .. } => true,
        Action::Permit { permission, .. } => matches!(permission, Permission::BePlaced { .. }),
        _ => false,
    }
}

fn act(action: Action, span: At) -> Effect {
    Effect {
        what: What::Act {
            action: Box::new(action),
        },
        span,
    }
}

/// Whether an action is told to whoever reads the text, whatever was its subject: `Deal 2 damage to that unit.`
fn is_command(effect: &Effect) -> bool {
    match &effect.what {
        What::Act { action } => matches!(**action, Action::DealDamage { .. } | Action::Move { .. }),
        _ => false,
    }
}
