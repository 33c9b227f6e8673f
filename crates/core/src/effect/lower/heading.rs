//! Lowers headings: when an ability resolves, and what its text can refer to.

use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::types::ArgType;
use std::ops::Range;

use super::children::Children;
use super::ctx::{LowerCtx, Node};
use crate::diagnostic::{Code, Place as Place_, Reason, Safety};
use crate::effect::ir::{At, Heading, Placement};
use crate::effect::syntax::Rule;
use crate::game::{self, CardPlace, HeadingForm};

/// A lowered heading.
pub(in crate::effect) struct LoweredHeading {
    pub heading: Heading,
}

impl<'a> LowerCtx<'a> {
    /// Suppresses follow-up errors of a faulty heading or sentence: assumes that it establishes everything that
    /// later words could need.
    pub fn enter_recovery(&mut self) {
        self.ability.occasion = true;
        self.ability.event_attack = true;
        self.ability.event_damage = true;
        self.ability.damage_dealt = None;
        self.ability.attack_over = false;
        self.ability.after_event = true;
        self.ability.recovering = true;
    }

    pub fn heading(&mut self, node: Node<'_>) -> Option<LoweredHeading> {
        let span = self.at(&node);
        let mut kids = Children::of(node);
        let name = kids.need(Rule::heading_name);
        let at = self.range(&name);
        let word = name.words();
        let tail = kids
            .take(Rule::heading_event)
            .or_else(|| kids.take(Rule::heading_attach))
            .or_else(|| kids.take(Rule::heading_aside));
        kids.end();
        let game = self.env.symbols.game;
        let Some((id, heading)) = game
            .headings
            .iter()
            .find(|(_, h)| h.name.eq_ignore_ascii_case(&word))
        else {
            let mut finding = self.finding(
                Code::UnknownHeading,
                at,
                format!("\"{word}\" is not a heading"),
                "unknown heading",
            );
            finding.reason = Reason::UnknownHeading;
            finding.names.push(self.this_type());
            return self.report(finding);
        };
        self.env.heading = Some(heading);
        self.stands_on_type(heading, tail.is_some(), at.clone())?;
        self.agrees_with_traits(heading, at.clone());
        let (when, placement) = self.form(heading, tail, at)?;
        Some(LoweredHeading {
            heading: Heading {
                id: id.into(),
                when: when.map(Box::new),
                placement,
                span,
            },
        })
    }

    fn headings_here(&self) -> String {
        headings_of(self.env.symbols.game, &self.this_type())
    }

    fn stands_on_type(
        &mut self,
        heading: &crate::game::Heading,
        has_tail: bool,
        at: Range<usize>,
    ) -> Option<()> {
        // A granted text belongs to whatever thing on the map gains it.
        let fits = if self.env.granted {
            heading
                .types
                .iter()
                .any(|t| self.place_of_type(t) == CardPlace::Map)
        } else {
            heading.types.contains(&self.env.bearer.card_type)
        };
        if fits {
            return Some(());
        }
        let card_type = self.this_type().replace('_', " ");
        let finding = self
            .finding(
                Code::HeadingNotOfType,
                at.clone(),
                format!(
                    "cards of type {card_type} cannot have the heading `{}`",
                    heading.name
                ),
                format!("not a heading for type {card_type}"),
            )
            .help(match self.headings_here() {
                here if here.is_empty() => "remove the heading".to_owned(),
                here => format!("write one of: {here}"),
            });
        let finding = match self.heading_like(heading, has_tail) {
            Some(other) => finding.fix(
                Safety::Unsafe,
                format!("write `{}`", other.name),
                Place_::Text(at),
                other.name.clone(),
            ),
            None => finding,
        };
        self.report(finding)
    }

    /// Returns the only heading of this card type that can replace another. Either both are lasting, or neither is.
    fn heading_like(
        &self,
        heading: &crate::game::Heading,
        has_tail: bool,
    ) -> Option<&'a crate::game::Heading> {
        let here = self.this_type();
        let others = self.env.symbols.game.headings.values();
        // A trait of the card may require a specific heading, which is better than a guess.
        let asked = |other: &crate::game::Heading| {
            let needed = other.needs_trait.as_ref();
            needed.is_some_and(|needed| self.env.bearer.has_trait(needed))
        };
        if others.clone().any(asked) {
            return None;
        }
        let mut fitting = others.filter(|other| {
            let form = if has_tail {
                heading.form
            } else {
                HeadingForm::Plain
            };
            other.types.contains(&here)
                && other.lasting == heading.lasting
                && other.form == form
                && other.needs_trait.is_none()
        });
        let first = fitting.next()?;
        fitting.next().is_none().then_some(first)
    }

    fn agrees_with_traits(&mut self, heading: &crate::game::Heading, at: Range<usize>) {
        let Some(needed) = &heading.needs_trait else {
            return;
        };
        let known = self.env.bearer.needed_traits.is_some();
        if self.env.granted || !known || self.env.bearer.has_trait(needed) {
            return;
        }
        let word = needed.replace('_', " ");
        let finding = self
            .finding(
                Code::TextAgainstFields,
                at,
                format!("the heading `{}` requires the trait {word}", heading.name),
                format!("the card's `traits` do not contain {word}"),
            )
            .help(format!(
                "add {word} to the card's `traits`, or write another heading"
            ));
        self.sink.push(finding);
    }

    /// Lowers the part between a heading and its colon.
    #[allow(clippy::type_complexity)]
    fn form(
        &mut self,
        heading: &crate::game::Heading,
        tail: Option<Node<'_>>,
        at: Range<usize>,
    ) -> Option<(Option<crate::effect::ir::Event>, Option<Placement>)> {
        let rule = tail.as_ref().map(|tail| tail.as_rule());
        match (heading.form, rule, tail) {
            (HeadingForm::Plain, None, _) => Some((None, None)),
            (HeadingForm::Event, Some(Rule::heading_event), Some(tail)) => {
                self.ability.occasion = true;
                let said = tail.as_str().trim_end_matches([':', ' ']);
                let would = said.find(" would be ").and_then(|at| said.get(at + 1..));
                self.ability.heading_would = would.map(str::to_owned);
                let event =
                    self.event(ClauseCtx::default(), Children::of(tail).need(Rule::event))?;
                Some((Some(event), None))
            }
            (HeadingForm::Placement, Some(Rule::heading_aside), _) => {
                Some((None, Some(Placement::Aside)))
            }
            (HeadingForm::Placement, Some(Rule::heading_attach), Some(tail)) => {
                let np = Children::of(tail).need(Rule::np);
                // The card is not in its place yet, so nothing can be measured from it.
                let cx = ClauseCtx {
                    attaching: true,
                    ..ClauseCtx::default()
                };
                let to = self.np(cx, np)?;
                let thing = self.thing_of(&to);
                self.expect_arg(&to, "have a card attached", ArgType::Host)?;
                self.only_one(
                    &to,
                    "a card can only be attached to one thing",
                    "name one thing here, and the others in the text: `… attach to a friendly ‹acting›: Friendly \
                     ‹actings› …`",
                )?;
                self.env.attached = Some(thing);
                self.discourse.forget_mentions(0);
                Some((None, Some(Placement::AttachTo { to: Box::new(to) })))
            }
            (form, _, tail) => {
                let behind = at.end;
                let at = tail.as_ref().map_or(at, |tail| self.range(tail));
                let (message, label, help) = match form {
                    HeadingForm::Plain => (
                        format!("unexpected text between `{}` and its colon", heading.name),
                        "the colon must directly follow the heading",
                        format!("write `{}:`", heading.name),
                    ),
                    HeadingForm::Event => (
                        format!("missing event after `{}`", heading.name),
                        "this heading needs an event",
                        format!(
                            "write the event, for example `{}, when an enemy ‹acting› attacks:`",
                            heading.name
                        ),
                    ),
                    HeadingForm::Placement => (
                        format!("missing place of the card after `{}`", heading.name),
                        "this heading needs a place for the card",
                        format!(
                            "write `{0}, attach to a …:` or `{0}, place aside:`",
                            heading.name
                        ),
                    ),
                };
                let finding = self
                    .finding(Code::MissingHeading, at.clone(), message, label)
                    .help(help);
                let event = tail.filter(|tail| tail.as_rule() == Rule::heading_event);
                let finding = match form {
                    // `Passive, when this unit attacks: Draw a card.`: the event belongs at the beginning of the
                    // sentence.
                    HeadingForm::Plain if event.is_some() => {
                        finding.help(format!("write `{}: When …, …`", heading.name))
                    }
                    // Includes the comma before it.
                    HeadingForm::Plain => finding.fix(
                        Safety::Unsafe,
                        "remove it",
                        Place_::Text(behind..at.end),
                        "",
                    ),
                    _ => finding,
                };
                self.enter_recovery();
                self.report(finding)
            }
        }
    }

    /// Returns the default heading of a text without a heading.
    pub fn default_heading(
        &mut self,
        first: Option<&Node<'_>>,
        line: Range<usize>,
    ) -> Option<LoweredHeading> {
        let game = self.env.symbols.game;
        let card_type = if self.env.granted {
            self.this_type()
        } else {
            self.env.bearer.card_type.clone()
        };
        if !self.env.granted {
            let needed = self.env.bearer.needed_headings(game).next();
            if let Some((id, heading)) = needed {
                if heading.form == HeadingForm::Placement
                    && let Some(head) = self.target_placement(id, heading, first)
                {
                    return Some(head);
                }
                let start = line.start;
                // The text does not tell what the card should be attached to.
                let attached = first.is_some_and(|first| {
                    let mut nodes = first.within();
                    nodes.any(|node| node.as_rule() == Rule::r_attached)
                });
                // Under this heading, it is unclear whether a command happens once, always or never, so the fix is left
                // out.
                let holds = first.is_none_or(|first| {
                    let mut nodes = first.within();
                    nodes.any(|node| node.as_rule() == Rule::subject)
                });
                let written = match heading.form {
                    HeadingForm::Event => None,
                    HeadingForm::Placement if attached || !holds => None,
                    HeadingForm::Placement => Some(format!("{}, place aside: ", heading.name)),
                    HeadingForm::Plain => Some(format!("{}: ", heading.name)),
                };
                let finding = self
                    .finding(
                        Code::MissingHeading,
                        start..start,
                        format!(
                            "a card with the trait {} needs an explicit heading",
                            heading.name.to_lowercase()
                        ),
                        "missing heading",
                    )
                    .note(match heading.form {
                        HeadingForm::Event => "the heading gives the event that the card waits for",
                        _ => "the heading gives the place of the card",
                    })
                    .help(format!("begin with {}", openings(heading)));
                let finding = match written {
                    Some(written) => finding.fix(
                        Safety::Unsafe,
                        format!("begin with `{}`", written.trim_end()),
                        Place_::Text(start..start),
                        written,
                    ),
                    None => finding,
                };
                self.env.heading = Some(heading);
                self.enter_recovery();
                return self.report(finding);
            }
        }
        let default = game
            .card_types
            .get(&card_type)
            .and_then(|card_type| card_type.heading.as_ref())
            .and_then(|id| game.headings.get_key_value(id));
        match default {
            Some((id, heading)) => {
                self.env.heading = Some(heading);
                Some(LoweredHeading {
                    heading: Heading {
                        id: id.into(),
                        when: None,
                        placement: None,
                        span: At::default(),
                    },
                })
            }
            None => {
                let finding = self
                    .finding(
                        Code::MissingHeading,
                        line.start..line.start,
                        "the text has no heading, and its card type has no default heading",
                        "missing heading",
                    )
                    .help(match self.headings_here() {
                        none if none.is_empty() => {
                            "cards of this type have no text: remove it".to_owned()
                        }
                        names => format!("begin with one of: {names}"),
                    });
                self.enter_recovery();
                self.report(finding)
            }
        }
    }

    /// Lowers `The target *living* unit …` on an attached card: the subject contains the placement.
    fn target_placement(
        &mut self,
        id: &str,
        heading: &'a crate::game::Heading,
        first: Option<&Node<'_>>,
    ) -> Option<LoweredHeading> {
        let target = first?
            .within()
            .find(|node| node.as_rule() == Rule::reference)?;
        let inner = Children::of(target).any();
        if inner.as_rule() != Rule::r_target {
            return None;
        }
        let span = self.at(&target);
        let mut nodes = Vec::new();
        let mut kids = Children::of(inner);
        while let Some(kid) = kids.next() {
            nodes.push(kid);
        }
        if nodes.is_empty() {
            return None;
        }
        let to = self.one_of(ClauseCtx::default(), nodes, span)?;
        self.ability.placed_by = Some(span.range().start);
        self.env.heading = Some(heading);
        self.env.attached = Some(self.thing_of(&to));
        self.discourse.forget_mentions(0);
        Some(LoweredHeading {
            heading: Heading {
                id: id.into(),
                when: None,
                placement: Some(Placement::AttachTo { to: Box::new(to) }),
                span: At::default(),
            },
        })
    }
}

/// Returns the names of the headings that cards of a type can have.
pub(in crate::effect) fn headings_of(game: &game::Game, card_type: &str) -> String {
    let fits = |heading: &&game::Heading| heading.types.iter().any(|known| known == card_type);
    let names = game.headings.values().filter(fits);
    let names: Vec<&str> = names.map(|heading| heading.name.as_str()).collect();
    names.join(", ")
}

/// Returns the beginning of a line with this heading.
pub(in crate::effect) fn openings(heading: &game::Heading) -> String {
    let name = &heading.name;
    match heading.form {
        HeadingForm::Plain => format!("`{name}:`"),
        HeadingForm::Event => format!("`{name}, when …:`"),
        HeadingForm::Placement => {
            format!("`{name}, attach to a …:` or `{name}, place aside:`")
        }
    }
}
