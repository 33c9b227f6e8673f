//! Prints parts of clauses that several verbs share: changes, costs, prohibitions, cards of a zone.

use smol_str::SmolStr;

use super::amount::Split;
use super::clause::Clause;
use super::noun::{all_of, with_number};
use super::{Printer, joined};
use crate::effect::default_zone;
use crate::effect::ir::{
    Ability, Amount, AttributeChange, Count, Deed, Duration, Filter, Noun, Owner, Permission, Pick,
    Player, Selector, State, Zone,
};
use crate::game::Game;
use crate::words::{Number, Phrase};

impl Printer<'_> {
    pub(super) fn changed(
        &self,
        who: &Selector,
        changes: &[AttributeChange],
        time: &Duration,
    ) -> Clause {
        let w = self.words;
        let lose = changes.iter().all(|change| change.lose);
        let listed = self.listed_changes(changes, lose);
        let verb = |like: &Phrase| {
            if lose {
                w.lose(like, listed)
            } else {
                w.gain(like, listed)
            }
        };
        self.of(who, time, verb)
    }

    /// Prints `+1 attack and +1 move`. With `lose`, the numbers have no sign.
    pub(super) fn listed_changes(&self, changes: &[AttributeChange], lose: bool) -> Phrase {
        let w = self.words;
        let mut parts = Vec::new();
        for change in changes {
            let n = self.split(&change.by);
            let attribute = self.word_like("attributes", &change.attribute, &n.lead.form_only());
            let part = match (n.lead.is_empty(), lose, change.lose) {
                (true, ..) => attribute,
                (false, true, _) => w.points(n.lead, attribute),
                (false, false, true) => w.points(format!("-{}", n.lead), attribute),
                (false, false, false) => w.points(format!("+{}", n.lead), attribute),
            };
            let tail = w.beside(n.tail, self.bounds(change.at_least, None));
            parts.push(w.beside(part, tail));
        }
        let last = parts.pop().unwrap_or_default();
        match joined(parts, |first, last| w.comma(first, last)) {
            first if first.is_empty() => last,
            first => w.and(first, last),
        }
    }

    /// Prints `3 gold`, and a computed number for the end of the clause.
    pub(super) fn resource(&self, amount: &Amount, resource: &str) -> (Phrase, Phrase) {
        let w = self.words;
        let n = self.split(amount);
        let list = match self.symbols.game.term("resources", resource) {
            Some(_) => "resources",
            None => "counters",
        };
        let term = self.symbols.game.term(list, resource);
        let noun = match term.filter(|_| amount.value() != Some(1)) {
            Some(term) => w.term(list, resource, &with_number(Number::Many), &term.plural),
            None => self.word(list, resource),
        };
        (w.points(n.lead, noun), n.tail)
    }

    /// Prints the change of a cost. `statistic` is absent for `costs nothing`.
    pub(super) fn cost(
        &self,
        what: &Filter,
        statistic: Option<&SmolStr>,
        amount: &Amount,
        less: bool,
        first_each_round: bool,
        time: &Duration,
    ) -> Clause {
        let w = self.words;
        let n = self.split(amount);
        let cards = Printer {
            played: true,
            ..self.clone()
        };
        let subject = if first_each_round {
            let mut what = what.clone();
            what.states.push(State::BeingPlayed);
            let first = w.first_each_round(self.phrase(&what, Number::One, None));
            first.numbered(Number::One)
        } else if let Some(those) = all_of(what) {
            self.reference(those)
        } else {
            cards.played_cards(what)
        };
        let subject = self.acting(subject);
        let predicate = match statistic {
            None => w.cost_nothing(&subject),
            Some(statistic) if *amount == Amount::All => {
                w.cost_none(&subject, self.word("statistics", statistic))
            }
            Some(statistic) if less => w.cost_less(&subject, self.points(&n, statistic)),
            Some(statistic) => w.cost_more(&subject, self.points(&n, statistic)),
        };
        let written = Clause::new(predicate).with_tail(n.tail);
        // In `Your next spell this round costs …`, the time belongs to the spell.
        if what.next {
            written.by(w.beside(subject, self.duration(time, true)))
        } else {
            written.by(subject).lasting(time)
        }
    }

    /// Prints the cards of a kind that are played later.
    pub(super) fn played_cards(&self, what: &Filter) -> Phrase {
        self.bare(what).numbered(Number::of(!what.next))
    }

    /// Returns the context for the subject of `cannot`.
    pub(super) fn denied(&self) -> Self {
        Printer {
            denied: true,
            ..self.clone()
        }
    }

    pub(super) fn deeds(&self, of: Option<&Selector>, deeds: &[Deed], like: &Phrase) -> Phrase {
        let deeds = deeds.iter().map(|deed| match (of, deed) {
            (Some(who), Deed::Attack { .. }) => self.attacked_by(who).deed(deed, like),
            _ => self.deed(deed, like),
        });
        joined(deeds, |first, last| self.words.or(first, last))
    }

    fn deed(&self, deed: &Deed, like: &Phrase) -> Phrase {
        let w = self.words;
        let some = |whom: &Option<Selector>| whom.as_ref().map(|whom| self.patterns(whom));
        let by = |who: &Option<Selector>| some(who).map(|who| w.by(who));
        match deed {
            Deed::Move => w.deed_move(),
            Deed::Attack { whom } => w.deed_attack(some(whom)),
            Deed::Retaliate { against } => {
                w.deed_retaliate(some(against).map(|whom| w.against(whom)))
            }
            Deed::BeActivated => w.deed_be_activated(),
            Deed::BeAffected { by: source } => {
                w.deed_be_affected(like, w.by(self.patterns(source)))
            }
            Deed::BeTargeted { by: source } => w.deed_be_targeted(like, by(source)),
            Deed::BeAttacked { by: attacker } => w.deed_be_attacked(like, by(attacker)),
            Deed::BeMoved { by: mover } => w.deed_be_moved(like, by(mover)),
            Deed::Enter { what } => w.deed_enter(self.patterns(what)),
            Deed::Play { what } => w.deed_play(self.patterns(what)),
            Deed::Boost { what } => w.deed_boost(self.patterns(what)),
            Deed::Draw { what } => w.deed_draw(self.patterns(what)),
        }
    }

    /// Prints granted abilities in brackets. An outline has them on lines of their own.
    pub(super) fn granted(&self, abilities: &[Ability]) -> Phrase {
        let w = self.words;
        match (&self.unsaid, abilities) {
            (Some(_), [_]) => return w.this_ability(),
            (Some(_), several) => return w.these_abilities(several.len().to_string()),
            (None, _) => {}
        }
        let inner = self.in_granted();
        let texts = abilities
            .iter()
            .map(|ability| w.granted(inner.ability(ability)).with_full_stop());
        joined(texts, |first, last| w.and(first, last))
    }

    pub(super) fn permission(&self, permission: &Permission, like: &Phrase) -> Phrase {
        let w = self.words;
        match permission {
            Permission::MoveAfterAttacking => w.may_move_after_attacking(like),
            Permission::MoveThrough { what } => w.may_move_through(like, self.patterns(what)),
            Permission::RetaliateAnyNumberOfTimes => w.may_retaliate_any_number_of_times(like),
        }
    }

    /// Prints marks: `an activation mark`, `the activation and retaliation marks`.
    pub fn marks(&self, marks: &[SmolStr]) -> Phrase {
        match marks {
            [one] => self.words.a_mark(self.word("marks", one)),
            _ => self.words.the_marks(self.kinds(marks)),
        }
    }

    pub(super) fn kinds(&self, marks: &[SmolStr]) -> Phrase {
        let kinds = marks.iter().map(|mark| self.word("marks", mark));
        joined(kinds, |first, last| self.words.and(first, last))
    }

    /// Prints points of a statistic: `2 power`, or `power` if the number follows at the end.
    pub(super) fn points(&self, n: &Split, statistic: &str) -> Phrase {
        let statistic = self.word_like("statistics", statistic, &n.lead.form_only());
        if n.lead.is_empty() {
            statistic
        } else {
            self.words.points(&n.lead, statistic)
        }
    }

    /// Prints damage: `2 damage`, or `damage` if the number follows at the end.
    pub(super) fn damage(&self, n: &Split) -> Phrase {
        let w = self.words;
        if n.all {
            w.all_damage()
        } else if n.lead.is_empty() {
            w.some_damage()
        } else {
            w.damage(&n.lead)
        }
    }

    /// Prints a change of damage: `2 additional damage`, `2 less damage`.
    pub(super) fn changed_damage(&self, n: &Split, less: bool) -> Phrase {
        let w = self.words;
        match (n.lead.is_empty(), less) {
            (true, true) => w.some_less_damage(),
            (true, false) => w.some_additional_damage(),
            (false, true) => w.less_damage(&n.lead),
            (false, false) => w.additional_damage(&n.lead),
        }
    }

    /// Returns `your hand` for a selector of all cards in the default zone of `discard`.
    pub(super) fn whole_hand(&self, what: &Selector, who: Player) -> Option<Phrase> {
        let Pick::Each { from, .. } = &what.pick else {
            return None;
        };
        let all = Filter {
            zone: Some(self.default_zone("discard", who)?),
            ..Filter::default()
        };
        let of = match who {
            Player::You => Owner::You,
            Player::Opponent | Player::Each => Owner::Actor,
        };
        let zone = all.zone.clone()?.zone;
        (**from == all).then(|| self.zone_phrase(&Zone { zone, of }))
    }

    pub(super) fn some_cards(&self, what: &Selector, verb: &str, who: Player) -> Phrase {
        let mut what = what.clone();
        hide_default_zone(
            self.symbols.game,
            &mut what,
            self.default_zone(verb, who).as_ref(),
        );
        self.selector(&what)
    }

    /// Prints cards of the verb's default zone, with a computed number separately for the end of the clause.
    pub(super) fn cards(&self, what: &Selector, verb: &str, who: Player) -> (Phrase, Phrase) {
        let mut what = what.clone();
        hide_default_zone(
            self.symbols.game,
            &mut what,
            self.default_zone(verb, who).as_ref(),
        );
        self.with_count_tail(&what)
    }

    /// Prints a selector, with a computed number separately for the end of the clause.
    pub(super) fn with_count_tail(&self, what: &Selector) -> (Phrase, Phrase) {
        let mut what = what.clone();
        let number = match &mut what.pick {
            Pick::Choose {
                count: Count::Exactly { number } | Count::UpTo { number },
                ..
            }
            | Pick::Random { count: number, .. }
            | Pick::Stack { count: number, .. }
            | Pick::Pile { count: number, .. } => number,
            _ => return (self.selector(&what), Phrase::default()),
        };
        if self.is_outline() {
            return (self.selector(&what), Phrase::default());
        }
        let n = self.split(number);
        // Other computed numbers follow the noun directly.
        if n.lead.is_empty() {
            return (self.selector(&what), Phrase::default());
        }
        if let Ok(value) = n.lead.text().parse() {
            *number = Amount::fixed(value);
        }
        (self.selector(&what), n.tail)
    }

    pub(super) fn default_zone(&self, verb: &str, who: Player) -> Option<Zone> {
        // An outline names every zone.
        match self.is_outline() {
            true => None,
            false => default_zone(self.symbols.game, verb, who),
        }
    }
}

fn filter_of(selector: &mut Selector) -> Option<&mut Filter> {
    match &mut selector.pick {
        Pick::Choose { from, .. }
        | Pick::Random { from, .. }
        | Pick::Each { from, .. }
        | Pick::Any { from, .. } => Some(from),
        _ => None,
    }
}

/// Removes the default zone of a verb from a filter, if the noun is unambiguous without it. A card with a side could
/// also be in play.
pub(super) fn hide_default_zone(game: &Game, selector: &mut Selector, default: Option<&Zone>) {
    if let Some(filter) = filter_of(selector) {
        // The zone of a flagged card is not the default zone.
        let plain = !crate::effect::is_flagged(filter, game)
            && filter.side.is_none()
            && matches!(&filter.noun, Noun::Card { types } if types.is_empty());
        if filter.zone.as_ref() == default && default.is_some() && plain {
            filter.zone = None;
        }
    }
}

pub(super) fn without_zone(selector: &Selector) -> Selector {
    let mut selector = selector.clone();
    if let Some(filter) = filter_of(&mut selector) {
        filter.zone = None;
    }
    selector
}
