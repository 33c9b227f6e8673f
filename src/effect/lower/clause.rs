//! Clauses: a verb, who does it, and the tails that change its number and its time.

use std::ops::Range;

use super::event::Subject;
use super::noun::Use;
use super::scope::{Kids, Node, Scope, bug};
use crate::diagnostic::{Code, Diagnostic, Place as Place_, Safety};
use crate::effect::default_zone;
use crate::effect::ir::{
    Action, Amount, At, Duration, Effect, Filter, Pick, Player, Selector, What, Zone,
};
use crate::effect::syntax::Rule;

/// The tails of a clause. They are lowered when the verb asks for them, after its own nouns, so that
/// `its` finds them.
#[derive(Default)]
pub(super) struct Tails<'t> {
    equal: Option<Node<'t>>,
    for_each: Option<Node<'t>>,
    bounds: Vec<Node<'t>>,
    time: Option<Node<'t>>,
    /// The time, once a verb asked for it.
    read: Option<(Duration, Range<usize>)>,
    /// Where a missing time would stand.
    end: usize,
}

/// The parts of a clause: its subject, its verbs with what is computed behind each, and its time.
struct Split<'t> {
    caused: Option<Node<'t>>,
    subject: Option<Node<'t>>,
    optional: Option<Node<'t>>,
    verbs: Vec<(Node<'t>, Tails<'t>)>,
    time: (Option<Node<'t>>, Option<(Duration, Range<usize>)>),
}

impl Tails<'_> {
    /// Whether nothing is computed.
    pub fn is_empty(&self) -> bool {
        self.equal.is_none() && self.for_each.is_none() && self.bounds.is_empty()
    }

    /// Whether the number is said to be equal to something.
    pub fn has_equal(&self) -> bool {
        self.equal.is_some()
    }
}

impl Scope<'_> {
    /// Lowers a clause. Several predicates of one subject become one effect.
    pub fn clause(&mut self, node: Node<'_>) -> Option<Effect> {
        self.clause += 1;
        let span = self.at(&node);
        let Split {
            caused,
            subject,
            optional,
            mut verbs,
            mut time,
        } = self.split_tails(node)?;
        let mut effects = Vec::with_capacity(verbs.len());
        let caused = caused.map(|node| self.range(&node));
        let optional = optional.map(|node| self.range(&node));
        if let Some(first) = subject {
            let subject_at = self.range(&first);
            self.is_caused(caused, &subject_at)?;
            let subject = self.clause_subject(first)?;
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
                let action = self.verb(verb, Some((subject, subject_at.clone())), &mut tails)?;
                time = (tails.time.take(), tails.read.take());
                self.no_tail_left(tails)?;
                self.is_done(&action);
                effects.push(act(action, verb_span));
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
            self.is_done(&action);
            effects.push(act(action, verb_span));
        }
        if let Some(time) = time.0 {
            let at = self.range(&time);
            return self.nothing_lasts(at);
        }
        let one = match effects.len() {
            1 => Effect {
                span,
                ..effects.remove(0)
            },
            _ => Effect {
                what: What::Together { effects },
                span,
            },
        };
        let Some(at) = optional else {
            return Some(one);
        };
        if self.joined || self.infinitive {
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
            },
            span,
        })
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
        let told = match said.to_lowercase().as_str() {
            "activates" => "activate",
            "boosts" => "boost",
            "chooses" => "choose",
            "discards" => "discard",
            "draws" => "draw",
            "plays" => "play",
            "readies" => "ready",
            "reveals" => "reveal",
            "shuffles" => "shuffle",
            "spends" => "spend",
            _ => return Some(()),
        };
        let start = self.range(verb).start;
        let at = start..start + said.len();
        let finding = self
            .finding(
                Code::TwoReadings,
                at.clone(),
                format!("it is not said who {}", said.to_lowercase()),
                "nobody is named before it",
            )
            .help(format!(
                "write `{told}` for what you do, or name who does it: `your opponent {}`",
                said.to_lowercase()
            ))
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
        let who = self.player(kids.need(Rule::player));
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

    /// Nodes with the computed numbers and bounds that stand behind each.
    pub fn with_tails<'t>(&mut self, nodes: Vec<Node<'t>>) -> Option<Vec<(Node<'t>, Tails<'t>)>> {
        let mut all: Vec<(Node<'t>, Tails<'t>)> = Vec::with_capacity(nodes.len());
        for kid in nodes {
            match (kid.as_rule(), all.last_mut()) {
                (Rule::computed, Some((_, tails))) => {
                    let inner = Kids::of(kid).any();
                    let at = self.range(&inner);
                    let slot = match inner.as_rule() {
                        Rule::equal => &mut tails.equal,
                        Rule::for_each => &mut tails.for_each,
                        other => bug(Rule::computed, Some(other)),
                    };
                    if slot.is_some() {
                        let finding = self
                            .finding(
                                Code::TwoReadings,
                                at,
                                "the number is computed twice",
                                "the second of two computed numbers",
                            )
                            .help("keep one of them");
                        return self.report(finding);
                    }
                    *slot = Some(inner);
                }
                (Rule::bound, Some((_, tails))) => tails.bounds.push(kid),
                _ => all.push((kid, Tails::default())),
            }
        }
        Some(all)
    }

    fn clause_subject(&mut self, node: Node<'_>) -> Option<Subject> {
        let at = self.range(&node);
        let written = node.as_str();
        if let Some(subject) = self.player_number(&node) {
            return Some(subject);
        }
        if node
            .clone()
            .into_inner()
            .any(|kid| kid.as_rule() == Rule::owned)
        {
            return self.owned(node);
        }
        let subject = self.subject(node, Use::Pick)?;
        if let Subject::Things(selector) = &subject {
            let chooses = matches!(selector.pick, Pick::Choose { .. } | Pick::Random { .. });
            if chooses && self.is_static() && !self.while_condition && self.needs_occasion() {
                let heading = self.heading.map_or("", |heading| &heading.name);
                let finding = self
                    .finding(
                        Code::CommandNeedsOccasion,
                        at.clone(),
                        format!("under {heading} this holds all the time, so nobody chooses"),
                        "when is it chosen, and how often?",
                    )
                    .help(
                        "write `each …`, or begin with `When …,`, `Once per round,` or `you may`",
                    );
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
                return self.report(finding);
            }
        }
        Some(subject)
    }

    /// `your hand limit`, `your boost cards`: what belongs to a player and is no card in play.
    fn player_number(&self, node: &Node<'_>) -> Option<Subject> {
        let words = node
            .as_str()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase();
        let words = words.replace('’', "'");
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
            .find(|(_, term)| super::words::is_term(term, words))?;
        Some(Subject::Limit(who, id.into()))
    }

    /// `each player's hand limit`, `each player's boost cards`.
    fn owned(&mut self, node: Node<'_>) -> Option<Subject> {
        let mut kids = Kids::of(Kids::of(node).need(Rule::owned));
        let words = kids.need(Rule::words);
        let at = self.range(&words);
        kids.end();
        let said = words.as_str().split_whitespace().collect::<Vec<_>>();
        let said = said.join(" ").to_lowercase();
        if let Some(subject) = self.number_of_player(Player::Each, &said) {
            return Some(subject);
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

    /// The number of a verb: as written, or computed by a tail, multiplied and bounded by others.
    pub fn finish(
        &mut self,
        written: Option<Amount>,
        tails: &mut Tails<'_>,
        what: &str,
        at: Range<usize>,
    ) -> Option<Amount> {
        let mut amount = match (written, tails.equal.take()) {
            (Some(_), Some(equal)) => {
                let at = self.range(&equal);
                let finding = self
                    .finding(
                        Code::TwoReadings,
                        at,
                        format!("{what} has a number already"),
                        "a second number for the same thing",
                    )
                    .help("keep the number, or what it is equal to");
                return self.report(finding);
            }
            (Some(written), None) => written,
            (None, Some(equal)) => self.value(Kids::of(equal).need(Rule::value))?,
            (None, None) => {
                let finding = self
                    .finding(
                        Code::UnreadableSentence,
                        at,
                        format!("it is not said how much {what}"),
                        "a number is missing",
                    )
                    .help(format!(
                        "write a number before it, or `equal to …` behind it: `2 {what}`"
                    ));
                return self.report(finding);
            }
        };
        if let Some(each) = tails.for_each.take() {
            let each_at = self.range(&each);
            let of = self.for_each(each)?;
            let Some(factor) = amount.value() else {
                let finding = self
                    .finding(
                        Code::TwoReadings,
                        each_at,
                        "only a plain number can be multiplied with `for each`",
                        "the number before it is computed already",
                    )
                    .help("write a number");
                return self.report(finding);
            };
            amount = Amount::times(factor, of);
        }
        self.bounded_by(amount, std::mem::take(&mut tails.bounds))
    }

    /// A number within the bounds that stand behind it.
    pub fn bounded_by(&mut self, amount: Amount, bounds: Vec<Node<'_>>) -> Option<Amount> {
        let (mut minimum, mut maximum) = (None, None);
        for bound in bounds {
            let at = self.range(&bound);
            if amount.value().is_some() {
                let finding = self
                    .finding(
                        Code::SaysNothing,
                        at.clone(),
                        "a number that is written needs no bound",
                        "changes nothing",
                    )
                    .note("a bound is for a number that is computed, and a minimum for what is left of one that becomes smaller")
                    .fix(
                        Safety::Unsafe,
                        "remove it",
                        Place_::Text(at.start.saturating_sub(1)..at.end),
                        "",
                    );
                return self.report(finding);
            }
            let mut kids = Kids::of(bound);
            let known = match kids.any().as_rule() {
                Rule::b_min => &mut minimum,
                Rule::b_max => &mut maximum,
                other => bug(Rule::bound, Some(other)),
            };
            if known.is_some() {
                return self.twice(at);
            }
            *known = Some(self.number(kids.need(Rule::number))?);
        }
        if minimum.is_none() && maximum.is_none() {
            return Some(amount);
        }
        Some(Amount::Bounded {
            of: Box::new(amount),
            minimum,
            maximum,
        })
    }

    /// `(minimum 1)` of a reduction: it holds for what is left.
    pub fn floor(&mut self, reduces: bool, tails: &mut Tails<'_>) -> Option<Option<u32>> {
        let minimum = tails.bounds.iter().position(|bound| {
            bound
                .clone()
                .into_inner()
                .any(|kid| kid.as_rule() == Rule::b_min)
        });
        let Some(minimum) = minimum.filter(|_| reduces) else {
            return Some(None);
        };
        let mut kids = Kids::of(tails.bounds.remove(minimum));
        kids.need(Rule::b_min);
        self.number(kids.need(Rule::number)).map(Some)
    }

    /// How long a change lasts that has to end some time.
    pub fn lasting(&mut self, tails: &mut Tails<'_>) -> Option<Duration> {
        if let Some((time, at)) = self.written_time(tails)? {
            // What holds all the time has no beginning from which it could end.
            if self.needs_occasion() && !matches!(time, Duration::While { .. }) {
                // With the space before it.
                let without = Place_::Text(at.start.saturating_sub(1)..at.end);
                let finding = self.without_beginning(at);
                let finding = finding.fix(Safety::Unsafe, "remove it", without, "");
                return self.report(finding);
            }
            return Some(time);
        }
        // Under a heading that could not be read it may well be a static statement.
        let unknown = self.unsure && self.heading.is_none_or(|heading| heading.lasting);
        if self.while_condition || self.is_static() || unknown {
            return Some(Duration::Standing);
        }
        if self.limited_round {
            return Some(Duration::EndOfRound);
        }
        let at = tails.end;
        let finding = self
            .finding(
                Code::MissingTime,
                at..at,
                "it is not said how long this lasts",
                "a time is missing here",
            )
            .note("a change that is not a static statement has to end some time")
            .help("write how long: `until the end of the round`, `until the end of the turn`")
            .fix(
                Safety::Unsafe,
                "write `until the end of the round`",
                Place_::Text(at..at),
                " until the end of the round",
            );
        self.report(finding)
    }

    /// Something with an end, or a delay, that nothing begins.
    pub fn never_begins<T>(&mut self, at: Range<usize>) -> Option<T> {
        let finding = self.without_beginning(at);
        self.report(finding)
    }

    fn without_beginning(&self, at: Range<usize>) -> Diagnostic<Place_> {
        let heading = self.heading.map_or("", |heading| &heading.name);
        self.finding(
            Code::CommandNeedsOccasion,
            at,
            format!(
                "under {heading} nothing says when this begins, so it cannot end or be delayed"
            ),
            "from when on?",
        )
        .help(
            "remove it, or begin with `When …,`, `Once per round,` or `At the start of the round,`",
        )
    }

    /// The time of something that needs none: as written, or until it is changed again.
    pub fn kept(&mut self, tails: &mut Tails<'_>) -> Option<Duration> {
        let time = self.written_time(tails)?;
        Some(time.map_or(Duration::AnotherChange, |(time, _)| time))
    }

    /// The time that stands at the end of the clause: read after the nouns before it, so that it can
    /// refer to them.
    #[allow(clippy::type_complexity)]
    fn written_time(&mut self, tails: &mut Tails<'_>) -> Option<Option<(Duration, Range<usize>)>> {
        if let Some(node) = tails.time.take() {
            let at = self.range(&node);
            tails.read = Some((self.time(node)?, at));
        }
        Some(tails.read.clone())
    }

    /// The time of what is said of one attack. To say it is allowed; no other time can be said of it,
    /// so it is left to the predicates beside it.
    pub fn with_the_attack(&mut self, tails: &mut Tails<'_>) -> Option<Duration> {
        let attack = tails.time.clone().is_some_and(|time| {
            time.into_inner()
                .flatten()
                .any(|node| node.as_rule() == Rule::until_attack)
        });
        if attack {
            self.written_time(tails)?;
        }
        Some(Duration::EndOfAttack)
    }

    /// Reports a tail that the verb had no use for: no word may be lost.
    pub fn no_tail_left(&mut self, tails: Tails<'_>) -> Option<()> {
        let left: Vec<Node<'_>> = [tails.equal, tails.for_each]
            .into_iter()
            .flatten()
            .chain(tails.bounds)
            .collect();
        let ok = left.is_empty();
        for node in left {
            let at = self.range(&node);
            self.useless(
                at,
                "there is no number here that this could change",
                "changes no number",
            );
        }
        ok.then_some(())
    }

    /// Reports a time for something that happens at once.
    fn nothing_lasts<T>(&mut self, at: Range<usize>) -> Option<T> {
        self.useless(
            at,
            "this happens at once and leaves nothing that could end",
            "a time for something that does not last",
        );
        None
    }

    fn useless(&mut self, at: Range<usize>, message: &str, label: &str) {
        let finding = self
            .finding(Code::SaysNothing, at.clone(), message, label)
            // With the space before it.
            .fix(
                Safety::Unsafe,
                "remove it",
                Place_::Text(at.start.saturating_sub(1)..at.end),
                "",
            );
        self.found.push(finding);
    }

    pub fn time(&mut self, node: Node<'_>) -> Option<Duration> {
        let inner = Kids::of(node).any();
        let rule = inner.as_rule();
        let at = self.range(&inner);
        let mut kids = Kids::of(inner);
        Some(match rule {
            Rule::t_end | Rule::t_this => {
                match Kids::of(kids.need(Rule::span_name)).any().as_rule() {
                    Rule::until_attack => {
                        if !self.binds(crate::game::Binding::Attack) && !self.event_attack {
                            let finding = self
                                .finding(
                                    Code::UnboundReference,
                                    at,
                                    "no attack is going on here that could end",
                                    "there is no attack",
                                )
                                .help("write `until the end of the turn` or `until the end of the round`");
                            return self.report(finding);
                        }
                        Duration::EndOfAttack
                    }
                    Rule::until_activation => Duration::EndOfActivation,
                    Rule::until_turn => Duration::EndOfTurn,
                    Rule::until_round => Duration::EndOfRound,
                    other => bug(rule, Some(other)),
                }
            }
            Rule::t_game => Duration::EndOfGame,
            Rule::t_next_turn => Duration::YourNextTurn,
            Rule::t_while => Duration::While {
                condition: Box::new(self.condition(kids.need(Rule::condition))?),
            },
            other => bug(Rule::time, Some(other)),
        })
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
            if filter.fields.iter().all(|word| word.value != "true")
                && filter.noun != crate::effect::ir::Noun::Space
            {
                filter.zone = Some(zone);
            }
        }
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
