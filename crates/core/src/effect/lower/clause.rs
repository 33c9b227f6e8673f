//! Lowers clauses: a verb with its subject.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{Antecedent, NounRole, Subject, slot_of};
use std::ops::Range;

use smol_str::StrExt;

use super::children::Children;
use super::ctx::{LowerCtx, Node};
use super::modifiers::Modifiers;
use super::verbs::{Flag, Verb};
use crate::diagnostic::{Code, Place as Place_, Safety};
use crate::effect::default_zone;
use crate::effect::ir::{
    self, Action, At, Duration, Effect, Filter, Noun, Pick, Player, Reference, Selector, Side,
    State, What, Zone, visit_effects,
};
use crate::effect::lists::lists;
use crate::effect::syntax::Rule;

/// The parts of a clause: subject, verbs with their modifiers, and duration.
struct Split<'t> {
    caused: Option<Node<'t>>,
    subject: Option<Node<'t>>,
    optional: Option<Node<'t>>,
    verbs: Vec<(Node<'t>, Modifiers<'t>)>,
    time: (Option<Node<'t>>, Option<(Duration, Range<usize>)>),
}

impl LowerCtx<'_> {
    /// Lowers a clause. Several predicates of one subject become one effect.
    pub fn clause(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Effect> {
        self.discourse.begin_clause();
        self.discourse.is_done_by(cx.actor);
        let known = self.discourse.mentioned();
        let span = self.at(&node);
        let Split {
            caused,
            subject,
            optional,
            mut verbs,
            mut time,
        } = self.split_tails(node)?;
        let mut effects = Vec::with_capacity(verbs.len());
        // `true` if a predicate is a command: the predicates are then executed in sequence.
        let mut in_turn = false;
        let caused = caused.map(|node| self.range(&node));
        let optional = optional.map(|node| self.range(&node));
        if let Some(first) = subject {
            let subject_at = self.range(&first);
            self.is_caused(cx, caused, &subject_at)?;
            let needs = verbs.first().and_then(|(verb, _)| self.needed_to_do(verb));
            let of_subject = ClauseCtx {
                needs: needs.as_ref(),
                ..cx
            };
            let subject = self.clause_subject(of_subject, first)?;
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
                    // A later predicate reuses the choice of the first one.
                    (Subject::Things(selector), _) => Subject::Things(self.same_again(selector)),
                };
                if index > 0
                    && let Subject::Things(selector) = &subject
                {
                    unclear = unclear.or_else(|| self.unclear_again(cx, selector));
                }
                let on_its_way = match &subject {
                    Subject::Things(selector) => self.is_on_its_way(selector),
                    _ => false,
                };
                let action =
                    self.verb(cx, verb, Some((subject, subject_at.clone())), &mut tails)?;
                if on_its_way && !said_of_playing(&action) {
                    return self.not_there_yet(subject_at);
                }
                time = (tails.time.take(), tails.read.take());
                self.no_tail_left(tails)?;
                effects.push(self.performed(cx, action, verb_span, optional.is_some())?);
            }
            // `You draw a card and …` is printed as commands, which happen one after the other.
            let is_you = matches!(subject, Subject::Player(Player::You)) && optional.is_none();
            let are_commands = match is_you {
                true => effects.iter().all(is_done),
                false => effects.iter().any(is_command),
            };
            in_turn = effects.len() > 1 && are_commands;
            if let (true, Some(unclear)) = (in_turn, unclear) {
                return self.not_one(cx, "it", unclear, subject_at);
            }
        } else {
            let (verb, mut tails) = verbs.remove(0);
            tails.end = span.range().end;
            (tails.time, tails.read) = time;
            let verb_span = self.at(&verb);
            self.is_told(&verb)?;
            // The only verb without a subject of its own that needs `have` after `may`.
            if verb.as_rule() == Rule::v_cost_first {
                self.is_caused(cx, caused, &verb_span.range())?;
            }
            let action = self.verb(cx, verb, None, &mut tails)?;
            time = (tails.time.take(), tails.read.take());
            self.no_tail_left(tails)?;
            effects.push(self.performed(cx, action, verb_span, optional.is_some())?);
        }
        if let Some(time) = time.0 {
            let at = self.range(&time);
            return self.nothing_lasts(at);
        }
        if self.discourse.subject_player() == Player::Each {
            self.discourse.each_found(known);
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
                    "ambiguous: an option for each of them, or for all of them together?",
                    "the option is about several",
                )
                .help(
                    "for each one, write `For each …, you may have that ‹acting› attack …`; for all together, write \
                     `You may have each … attack …`",
                );
            return self.report(finding);
        }
        if cx.joined || cx.infinitive || !matches!(one.what, What::Act { .. }) {
            let finding = self
                .finding(
                    Code::TwoReadings,
                    at,
                    "it is unclear which part of the sentence is optional",
                    "an option inside a longer sentence",
                )
                .help("write a separate sentence");
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

    /// Rejects `An enemy unit may move`: either the reader or the unit's player may decide.
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
                "it is unclear who decides this: you, or the opponent who controls it",
                "`may` names no player",
            )
            .help(format!("write `{yours}` or `{theirs}`"));
        self.report(finding)
    }

    /// Wraps an action as an effect and rejects ambiguous actions.
    fn performed(
        &mut self,
        cx: ClauseCtx<'_>,
        action: Action,
        span: At,
        optional: bool,
    ) -> Option<Effect> {
        self.is_done(&action);
        self.how_many_of_them(cx, &action, optional)?;
        self.says_from_where(&action)?;
        let effect = act(action, span);
        self.check_on_map(&effect)?;
        self.each_by_itself(&effect)?;
        self.who_chooses(cx, &effect)?;
        Some(effect)
    }

    /// Rejects `Your opponent may discard a card to have an enemy unit cannot attack`: a prohibition must be a separate
    /// sentence, in which you choose.
    fn who_chooses(&mut self, cx: ClauseCtx<'_>, effect: &Effect) -> Option<()> {
        let What::Act { action } = &effect.what else {
            return Some(());
        };
        if !cx.infinitive || cx.actor == Player::You || !action.allows_or_forbids() {
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
                "it is unclear who chooses this",
                "chosen by the player who pays, or by you",
            )
            .help(
                "write a separate sentence, in which you choose: `If they do, an enemy ‹acting› …`",
            );
        self.report(finding)
    }

    /// Rejects `This unit gains +1 attack and draw a card`: `and` cannot join a statement about a card with a command.
    fn is_said_of_it(&mut self, verb: &Node<'_>) -> Option<()> {
        if !Verb::of(verb.as_rule()).is_some_and(|verb| verb.is(Flag::Told)) {
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
                format!("\"and\" cannot join these: only a player can {said}"),
                "the second part is a command to a player",
            )
            .fix(
                Safety::Unsafe,
                "write `, then`",
                Place_::Text(end_of(first.trim_end())..at.start),
                ", then ",
            );
        self.report(finding)
    }

    /// Returns the possible antecedents of a repeated subject if there are several.
    fn unclear_again(&self, cx: ClauseCtx<'_>, again: &Selector) -> Option<Vec<Antecedent>> {
        let Pick::Known { is } = &again.pick else {
            return None;
        };
        let mention = self
            .discourse
            .mentions()
            .iter()
            .find(|mention| mention.reference == *is)?;
        let alike = self.named_alike(cx, mention);
        (alike.len() > 1).then_some(alike)
    }

    /// Returns whether a selector names a thing of the map that is still being played.
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
                "a card that is being played is not on the map yet",
                "matches cards only while they are being played",
            )
            .help(
                "name the card that was played: `When you play a ‹acting›, that ‹acting› … until the end of the \
                 round.`, or all cards on the map: `Friendly ‹actings› …`",
            );
        self.report(finding)
    }

    /// Checks `have`, which an optional action of another subject needs: `you may have this unit attack …`.
    fn is_caused(
        &mut self,
        cx: ClauseCtx<'_>,
        caused: Option<Range<usize>>,
        subject: &Range<usize>,
    ) -> Option<()> {
        match (caused, cx.infinitive) {
            (Some(at), false) => {
                let finding = self
                    .finding(
                        Code::UnreadableSentence,
                        at.clone(),
                        "`have` needs a player who decides",
                        "only allowed after `you may`, or after the `to` of a cost",
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
                        "an optional action of something else needs `have`",
                        "missing `have` before this",
                    )
                    .fix(Safety::Unsafe, "write `have`", at, "have ");
                self.report(finding)
            }
            _ => Some(()),
        }
    }

    /// Rejects `draws a card` without a subject.
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
        // The player named earlier in the sentence, if any.
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
                format!("missing subject of `{said}`"),
                "no subject before this verb",
            )
            .help(match named {
                Some(_) => format!("write `{told}`; begin a new sentence for what you do"),
                None => {
                    format!("write `{told}` for what you do, or name the player: `{who} {said}`")
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

    /// Lowers a cost that a player pays: `unless your opponent discards a card`.
    pub fn payer(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<(Player, Vec<Effect>)> {
        let mut kids = Children::of(node);
        let player = kids.need(Rule::player);
        let player_at = self.range(&player);
        let who = self.player(player);
        if who == Player::Each {
            let finding = self
                .finding(
                    Code::TwoReadings,
                    player_at,
                    "ambiguous: is it enough that one player pays, or must both?",
                    "two players could pay",
                )
                .help("name the player who pays: `unless your opponent discards a card`");
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
            // The grammar also allows a subject here, but a payer has none.
            if matches!(verb.as_rule(), Rule::subject | Rule::caused) {
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        "a cost must be an action of the player",
                        "not something a player can pay",
                    )
                    .help("write what the player does: `unless your opponent discards a card`");
                return self.report(finding);
            }
            let cx = ClauseCtx { actor: who, ..cx };
            let action = self.verb(cx, verb, Some((Subject::Player(who), at)), &mut tails)?;
            self.no_tail_left(tails)?;
            effects.push(act(action, span));
        }
        Some((who, effects))
    }

    /// Splits a clause into its parts.
    fn split_tails<'t>(&mut self, node: Node<'t>) -> Option<Split<'t>> {
        let mut kids = Children::of(node);
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

    fn clause_subject(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Subject> {
        let written = node.as_str();
        if let Some(subject) = self.player_number(&node) {
            return Some(subject);
        }
        let subject = self.subject(cx, node, NounRole::Pick)?;
        if let Subject::Things(selector) = &subject {
            self.is_not_chosen_all_the_time(cx, selector, written)?;
        }
        Some(subject)
    }

    /// Rejects a choice in an ability that always applies.
    pub(super) fn is_not_chosen_all_the_time(
        &mut self,
        cx: ClauseCtx<'_>,
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
        let all_the_time = self.is_static(cx) && !cx.while_condition && self.needs_occasion(cx);
        if !(chooses && all_the_time) {
            return Some(());
        }
        let at = selector.span.range();
        let heading = self.env.heading.map_or("", |heading| &heading.name);
        let finding = self
            .finding(
                Code::CommandNeedsOccasion,
                at.clone(),
                format!("nothing can be chosen under `{heading}`: it always applies"),
                "it is unclear when and how often this is chosen",
            )
            .help(match is_extreme {
                true => "begin with `When …,`, `Once per round,` or `you may`, or give a distance or a number: `each \
                    ‹acting› within range 2`",
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

    /// Returns the subject for `your hand limit` or `your boost cards`: something that a player has, but not a card in
    /// play.
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
        if lists().boosting_cards.contains(&words) {
            return Some(Subject::BoostCards(who));
        }
        let (id, _) = self
            .env
            .symbols
            .game
            .terms("player_limits")
            .find(|(_, term)| super::vocabulary::is_term(term, words))?;
        Some(Subject::Limit(who, id.into()))
    }

    /// Lowers `each player's hand limit` or `each player's boost cards`.
    pub fn owned(&mut self, node: Node<'_>) -> Option<Subject> {
        let mut kids = Children::of(Children::of(node).need(Rule::owned));
        let words = kids.need(Rule::words);
        let at = self.range(&words);
        kids.end();
        let said = words.words().to_lowercase();
        if let Some(subject) = self.number_of_player(Player::Each, &said) {
            return Some(subject);
        }
        let mut types = self.env.symbols.game.card_types.values();
        if let Some(kind) = types.find(|kind| {
            [&kind.name, &kind.plural]
                .into_iter()
                .any(|name| *name == said)
        }) {
            let finding = self
                .finding(
                    Code::UnreadableSentence,
                    at,
                    format!("cards of both players are written `each {}`", kind.name),
                    "only a number of a player can follow `each player's`",
                )
                .help(format!("write `each {}`", kind.name));
            return self.report(finding);
        }
        let mut known = lists().boosting_cards.to_vec();
        let terms = self.env.symbols.game.terms("player_limits");
        known.extend(terms.map(|(_, term)| term.name.as_str()));
        self.unknown(&said, at, "a number of a player", &known)
    }

    /// Returns the selector for a second predicate of the same subject: the object that the first predicate chose.
    fn same_again(&self, selector: &Selector) -> Selector {
        let pick = match &selector.pick {
            Pick::Choose { slot, .. }
            | Pick::Random { slot, .. }
            | Pick::Any { slot, .. }
            | Pick::Stack { slot, .. }
            | Pick::Pile { slot, .. } => {
                let mut mentions = self.discourse.mentions().iter();
                mentions
                    .find(|mention| slot_of(&mention.reference) == Some(*slot))
                    .map(|mention| Pick::Known {
                        is: mention.reference.clone(),
                    })
            }
            // `each` and static filters apply to every match; a reference stays as it is.
            _ => None,
        };
        Selector {
            pick: pick.unwrap_or_else(|| selector.pick.clone()),
            span: selector.span,
        }
    }

    /// Returns the zone that a verb implies if the text names none.
    pub fn default_zone(&self, verb: &str, who: Player) -> Option<Zone> {
        default_zone(self.env.symbols.game, verb, who)
    }

    /// Adds the default zone of a verb to a selector without a place.
    pub fn in_default_zone(&mut self, selector: &mut Selector, verb: &str, who: Player) {
        let Some(zone) = self.default_zone(verb, who) else {
            return;
        };
        if let Pick::Choose { from, slot, .. }
        | Pick::Random { from, slot, .. }
        | Pick::Each { from, slot }
        | Pick::Any { from, slot } = &mut selector.pick
        {
            self.filter_in_default_zone(from, zone);
            if let Some(zone) = &from.zone {
                self.discourse.belongs_to(*slot, zone.of);
            }
        }
    }

    pub fn filter_in_default_zone(&self, filter: &mut Filter, zone: Zone) {
        let in_play =
            matches!(&filter.noun, crate::effect::ir::Noun::Card { types } if self.on_map(types));
        if filter.zone.is_none() && filter.among.is_none() && filter.places.is_empty() && !in_play {
            // A flag such as `vanguard` already determines the place of the cards.
            if !crate::effect::is_flagged(filter, self.env.symbols.game)
                && filter.noun != crate::effect::ir::Noun::Space
            {
                filter.zone = Some(zone);
            }
        }
    }
}

/// Returns whether an action can apply to a card that is being played: it changes its cost or damage, or where it is
/// placed.
fn said_of_playing(action: &Action) -> bool {
    matches!(
        action,
        Action::ChangeCost { .. } | Action::PermitPlaces { .. } | Action::CardsDealMore { .. }
    )
}

fn act(action: Action, span: At) -> Effect {
    Effect {
        what: What::Act {
            action: Box::new(action),
        },
        span,
    }
}

/// Returns whether an effect is something that a player does, and no permission or time.
fn is_done(effect: &Effect) -> bool {
    match &effect.what {
        What::Act { action } => !action.allows_or_forbids() && action.time().is_none(),
        _ => false,
    }
}

/// Returns whether an action is a command to the reader, whatever its subject: `Deal 2 damage to that unit.`
fn is_command(effect: &Effect) -> bool {
    match &effect.what {
        What::Act { action } => matches!(**action, Action::DealDamage { .. } | Action::Move { .. }),
        _ => false,
    }
}
