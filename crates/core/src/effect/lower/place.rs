//! Lowers places and states.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::{EntityKind, NounRole, PronounConstraint};
use smol_str::SmolStr;

use super::children::{Children, bug};
use super::ctx::{LowerCtx, Node};
use super::noun::{CountBound, article};
use crate::diagnostic::{Code, Place as At_, Safety, prose};
use crate::effect::ir::{
    Amount, At, Comparison, Count, Pick, Place, Reference, RowSide, Selector, State,
};
use crate::effect::syntax::Rule;
use crate::game::{Binding, CardPlace};

impl LowerCtx<'_> {
    pub fn place(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Place> {
        let at = self.range(&node);
        let rule = node.as_rule();
        let mut kids = Children::of(node);
        let place = match rule {
            Rule::p_adjacent => {
                let not = kids.has(Rule::not);
                if let Some(bound) = CountBound::of(&mut kids) {
                    return self.only_a_condition(&bound.node, NounRole::Pattern);
                }
                let to = self.anchor(cx, kids.need(Rule::np_in))?;
                Place::Adjacent { to, not }
            }
            Rule::p_within => {
                self.has_spaces(at.clone())?;
                let not = kids.has(Rule::not);
                let (of, range) = self.measured(cx, &mut kids, at, "within range")?;
                Place::Within { range, of, not }
            }
            Rule::p_beyond => {
                self.has_spaces(at.clone())?;
                let (from, steps) = self.measured(cx, &mut kids, at.clone(), "steps away")?;
                if matches!(from.pick, Pick::Any { .. }) {
                    return self.away_from_which(at);
                }
                Place::Beyond { steps, from }
            }
            Rule::p_same_row => Place::SameRow {
                as_: self.anchor(cx, kids.need(Rule::np_in))?,
            },
            Rule::p_same_column => {
                self.has_spaces(at)?;
                Place::SameColumn {
                    as_: self.anchor(cx, kids.need(Rule::np_in))?,
                }
            }
            Rule::p_row => {
                let side = match kids.take(Rule::row_yours) {
                    Some(_) => RowSide::Your,
                    None if kids.has(Rule::row_theirs) => RowSide::Opponent,
                    None => RowSide::Any,
                };
                let name = kids.need(Rule::row_name);
                let name_at = self.range(&name);
                let word = name.as_str().trim().to_owned();
                let row = self.term("rows", &word, name_at, "a row")?;
                let shared = self
                    .env
                    .symbols
                    .game
                    .term("rows", &row)
                    .is_some_and(|term| term.shared);
                if shared && side != RowSide::Any {
                    let finding = self
                        .finding(
                            Code::Contradiction,
                            at,
                            format!("there is one {word} row for both players"),
                            "belongs to neither player",
                        )
                        .help(format!("write `in the {word} row`"));
                    return self.report(finding);
                }
                Place::Row { row, side }
            }
            Rule::p_behind => {
                let attacked = [Binding::Attack, Binding::Attacker, Binding::Target];
                if !(self.ability.event_attack || attacked.into_iter().any(|one| self.binds(one))) {
                    return self.behind_as_nobody_sees(at);
                }
                Place::Behind {
                    what: self.anchor(cx, kids.need(Rule::np_in))?,
                }
            }
            Rule::p_under => Place::Under {
                what: self.anchor(cx, kids.need(Rule::np_in))?,
            },
            Rule::p_area => {
                if !self.env.bearer.has_area && self.env.bearer.needed_traits.is_some() {
                    let finding = self
                        .finding(
                            Code::TextAgainstFields,
                            at,
                            "the text refers to an area, but the card has none",
                            "this card has no area of effect",
                        )
                        .help("give the card an `area`, or describe the place in words");
                    return self.report(finding);
                }
                Place::Area
            }
            Rule::p_on => Place::On {
                what: self.anchor(cx, kids.need(Rule::np_in))?,
            },
            other => bug(Rule::place, Some(other)),
        };
        kids.end();
        Some(place)
    }

    /// Rejects spaces and distances in a game with lines.
    pub fn has_spaces(&mut self, at: std::ops::Range<usize>) -> Option<()> {
        if !self.env.symbols.game.has_lines() {
            return Some(());
        }
        let rows = self.env.symbols.game.terms("rows");
        let lines: Vec<String> = rows
            .map(|(_, term)| format!("`on the {} line`", term.name))
            .collect();
        self.reject(
            Code::CannotApply,
            at,
            "this game has lines, but no spaces or distances",
            "cannot be said in this game",
            format!("write {}, or `adjacent`", lines.join(", ")),
        )
    }

    /// Rejects `behind` outside an attack: only an attacker determines the direction.
    fn behind_as_nobody_sees<T>(&mut self, at: std::ops::Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::CannotApply,
                at,
                "`behind` depends on an attacker, and nothing attacks here",
                "no attacker gives the direction",
            )
            .help("write the place in other words: `adjacent to …`, `in the same column as …`, or use it in an attack");
        self.report(finding)
    }

    /// Rejects `more than 2 steps away from an enemy unit`: away from one of them, or from all?
    fn away_from_which<T>(&mut self, at: std::ops::Range<usize>) -> Option<T> {
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: away from one of them, or from all?",
                "any one of several",
            )
            .help("if none may be near, write `not within range 2 of an enemy ‹acting›`; or name the origin: `from \
                your ‹leader›`, `from that ‹acting›`");
        self.report(finding)
    }

    /// Lowers an origin and a distance. The distance is written before the origin, or computed after it.
    fn measured(
        &mut self,
        cx: ClauseCtx<'_>,
        kids: &mut Children<'_>,
        at: std::ops::Range<usize>,
        what: &str,
    ) -> Option<(Box<Selector>, Amount)> {
        let written = match kids.take(Rule::amount) {
            Some(node) => {
                let at = self.range(&node);
                let amount = self.amount(cx, node)?;
                Some(self.distance(amount, at)?)
            }
            None => None,
        };
        let from = match kids.take(Rule::np_in) {
            Some(np) => self.anchor(cx, np)?,
            None => self.here_anchor(at, what)?,
        };
        let distance = match written {
            Some(written) => written,
            None => {
                let node = kids.need(Rule::bounded);
                let at = self.range(&node);
                let amount = self.bounded(cx, node)?;
                self.distance(amount, at)?
            }
        };
        Some((from, distance))
    }

    /// Lowers the origin of a distance.
    fn anchor(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<Box<Selector>> {
        let at = self.range(&node);
        let said = node.as_str().trim().to_owned();
        // `adjacent to enemy units` needs only one of them, `adjacent to each enemy unit` needs all of them.
        let said_of_all = node.into_inner().next().is_none_or(|inner| {
            inner.as_rule() != Rule::selection_in
                || inner.into_inner().any(|kid| kid.as_rule() == Rule::q_each)
        });
        self.is_not_counted(&node)?;
        // A count after `for each` is reported separately.
        let counts = node.before().to_lowercase().contains("for each ");
        let measured = ClauseCtx {
            needs: Some(&PronounConstraint::Place),
            ..cx
        };
        let mut selector = self.np(measured, node)?;
        if let Pick::Known {
            is: Reference::Chosen { many: true, .. },
        } = &selector.pick
            && !counts
        {
            return self.near_one_or_all(&said, at);
        }
        // The origin is not chosen: one match is enough.
        match selector.pick {
            Pick::Choose {
                count: Count::Exactly { ref number },
                from,
                superlative: None,
                slot,
                ..
            } if number.value() == Some(1) => selector.pick = Pick::Any { from, slot },
            Pick::Choose {
                superlative: None, ..
            }
            | Pick::Random { .. } => return self.pattern_of_one(at),
            Pick::Each { from, slot } if !said_of_all => selector.pick = Pick::Any { from, slot },
            pick => selector.pick = pick,
        }
        match self.thing_of(&selector) {
            EntityKind::OnMap(_) | EntityKind::Space => Some(Box::new(selector)),
            _ => {
                let types = self.env.symbols.game.card_types.values();
                let types = types.filter(|one| one.place == CardPlace::Map);
                let types = types.map(|one| format!("{} {}", article(&one.name), one.name));
                let known: Vec<String> = types.chain(["a space".to_owned()]).collect();
                let finding = self
                    .finding(
                        Code::CannotApply,
                        at,
                        format!("\"{said}\" is not on the map"),
                        "distances are measured from things on the map",
                    )
                    .help(format!("name {}", prose::or(&known)));
                self.report(finding)
            }
        }
    }

    /// Rejects `adjacent to those units`: to one of them, or to all?
    fn near_one_or_all<T>(&mut self, said: &str, at: std::ops::Range<usize>) -> Option<T> {
        let mut finding = self.finding(
            Code::TwoReadings,
            at.clone(),
            "ambiguous: near one of them, or near all?",
            "several things",
        );
        for quantity in ["one", "each"] {
            let by = format!("{quantity} of {said}");
            let title = format!("write `{by}`");
            finding = finding.fix(Safety::Unsafe, title, At_::Text(at.clone()), by);
        }
        self.report(finding)
    }

    fn here_anchor(&mut self, at: std::ops::Range<usize>, what: &str) -> Option<Box<Selector>> {
        let here = self.here_or_report(at.clone(), what)?;
        Some(Box::new(Selector {
            pick: Pick::Known { is: here },
            span: At::new(at),
        }))
    }

    pub fn state(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<State> {
        let at = self.range(&node);
        let rule = node.as_rule();
        let mut kids = Children::of(node);
        let none = Comparison::Exactly {
            number: crate::effect::ir::Amount::fixed(0),
        };
        let some = Comparison::AtLeast {
            number: crate::effect::ir::Amount::fixed(1),
        };
        let state = match rule {
            Rule::s_token => {
                let without = kids.has(Rule::without);
                let (token, number) = self.token_state(cx, kids.need(Rule::token_state))?;
                let number = match (without, number) {
                    (false, number) => number,
                    (true, number) if number == some => none,
                    (true, _) => {
                        let finding = self
                            .finding(
                                Code::TwoReadings,
                                at,
                                "ambiguous: fewer tokens, or any other number?",
                                "can be read in two ways",
                            )
                            .help("write `without a … token`, or `with 1 or fewer … tokens`");
                        return self.report(finding);
                    }
                };
                State::Tokens { token, number }
            }
            Rule::s_mark => {
                let has = !lacks(&mut kids);
                State::Mark {
                    mark: self.mark(kids.need(Rule::mark_kind))?,
                    has,
                }
            }
            Rule::s_damage => {
                if lacks(&mut kids) {
                    State::Damage { number: none }
                } else {
                    State::Damage {
                        number: match kids.next() {
                            Some(compare) => self.comparison(cx, compare)?,
                            None => some,
                        },
                    }
                }
            }
            Rule::s_same_name => State::SameName {
                as_: self.known(cx, kids.need(Rule::np_in))?,
            },
            Rule::s_number => {
                let node = kids.need(Rule::attribute_compare);
                self.attribute_compare(cx, node)?
            }
            Rule::s_size => State::Size {
                number: self.comparison(cx, kids.any())?,
            },
            Rule::s_damaged => State::Damage { number: some },
            other => bug(Rule::state, Some(other)),
        };
        kids.end();
        Some(state)
    }

    /// Lowers `2 or more attack` or `attack greater than …`.
    pub fn attribute_compare(&mut self, cx: ClauseCtx<'_>, node: Node<'_>) -> Option<State> {
        let mut kids = Children::of(node);
        let (attribute, number) = match kids.take(Rule::compare) {
            Some(compare) => {
                let number = self.compare(cx, compare)?;
                (self.attribute(kids.need(Rule::attribute))?, number)
            }
            None => {
                let attribute = self.attribute(kids.need(Rule::attribute))?;
                (attribute, self.relation(cx, kids.need(Rule::relation))?)
            }
        };
        kids.end();
        Some(State::Attribute { attribute, number })
    }

    /// Lowers `a size token`, `no size tokens` or `2 or more size tokens`.
    pub fn token_state(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
    ) -> Option<(SmolStr, Comparison)> {
        let mut kids = Children::of(node);
        // `a number of size tokens greater than …`
        if let Some(token) = kids.take(Rule::token_kind) {
            let token = self.token(token)?;
            let number = self.relation(cx, kids.need(Rule::relation))?;
            kids.end();
            return Some((token, number));
        }
        let count = kids.any();
        let number = match count.as_rule() {
            Rule::q_a => Comparison::AtLeast {
                number: crate::effect::ir::Amount::fixed(1),
            },
            Rule::q_no => Comparison::Exactly {
                number: crate::effect::ir::Amount::fixed(0),
            },
            Rule::compare => self.compare(cx, count)?,
            other => bug(Rule::token_state, Some(other)),
        };
        let token = self.token(kids.need(Rule::token_kind))?;
        kids.end();
        Some((token, number))
    }

    /// Rejects `it attacks an adjacent unit`: adjacent to the attacker, or to the card with the text?
    pub(super) fn near_which(&mut self, who: &Selector, whom: &Selector) -> Option<()> {
        let whole = whom.span.range();
        let Some(at) = self
            .discourse
            .implicit_origin()
            .cloned()
            .filter(|at| whole.start <= at.start && at.end <= whole.end)
        else {
            return Some(());
        };
        // The text of a leader refers to its own card as `your …`.
        let own_hero = |is: &Reference| {
            let leader = self.env.symbols.game.roles.leader.as_deref();
            *is == Reference::YourHero
                && leader == Some(self.env.bearer.card_type.as_str())
                && self.env.attached.is_none()
        };
        if matches!(&who.pick, Pick::Known { is } if Some(is) == self.here().as_ref() || own_hero(is))
        {
            return Some(());
        }
        let here = self
            .here()
            .map_or_else(String::new, |here| self.reference_words(&here));
        let finding = self
            .finding(
                Code::TwoReadings,
                at,
                "ambiguous: adjacent to the attacker or to this card?",
                "ambiguous origin",
            )
            .help(format!(
                "write `adjacent to {here}` (or `within range … of {here}`) after the noun; for one named attacker, \
                 write `adjacent to it`"
            ));
        self.report(finding)
    }
}

/// Takes `without` or `with no`.
fn lacks(kids: &mut Children<'_>) -> bool {
    kids.has(Rule::without) || kids.has(Rule::no)
}
