//! Lowers the phrases of a game: actions and keyword abilities that only this game has a word for.

use std::ops::Range;

use smol_str::SmolStr;

use crate::diagnostic::Code;
use crate::effect::ir::{Action, Argument, At, Happening, Pick, Player, Reference, Selector, Test};
use crate::effect::lists::lists;
use crate::effect::lower::children::{Children, take_words};
use crate::effect::lower::clause_ctx::ClauseCtx;
use crate::effect::lower::ctx::{LowerCtx, Node};
use crate::effect::lower::noun::article;
use crate::effect::lower::types::{EntityKind, NounRole, Subject};
use crate::effect::lower::verbs::{Agent, VerbPhrase};
use crate::effect::lower::vocabulary::is_term;
use crate::effect::syntax::Rule;
use crate::game::{Hole, PhraseKind, SubjectKind};

impl LowerCtx<'_> {
    /// Lowers what only this game has a word for: `reinforce a unit`.
    pub fn perform(&mut self, who: Player, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let (id, with) = self.verb_of_game(phrase, PhraseKind::Action, NounRole::Pick, who)?;
        Some(Action::Perform {
            who,
            phrase: id,
            with,
        })
    }

    /// Lowers an action of cards that only this game has a word for: `an enemy stack stops swarming`.
    pub fn do_deed(&mut self, subject: Agent, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let who = phrase.cx.actor;
        let at = phrase.at.clone();
        let subject = match subject {
            Some((Subject::Things(which), _)) => Argument::Things { which },
            Some((Subject::Player(who), _)) => Argument::Player { who },
            _ => return self.missing_in_hole(&Hole::Things(None), at.start..at.start),
        };
        let (id, with) = self.game_phrase(
            phrase.cx,
            phrase.node,
            &mut phrase.kids,
            (PhraseKind::Action, Some(subject)),
            (NounRole::Pick, who),
        )?;
        Some(Action::Perform {
            who,
            phrase: id,
            with: self.multiplied(phrase, with)?,
        })
    }

    /// Lowers a keyword ability of the game: `this unit ignores the defense of its target`. On a card that can have the
    /// ability, the subject can be left out.
    pub fn have_ability(
        &mut self,
        subject: Agent,
        phrase: &mut VerbPhrase<'_, '_>,
    ) -> Option<Action> {
        let at = phrase.at.clone();
        let game = self.env.symbols.game;
        let actor = phrase.cx.actor;
        let (id, with) =
            self.verb_of_game(phrase, PhraseKind::Ability, NounRole::Pattern, actor)?;
        let of = game.phrases.get(&id).map_or(&[][..], |phrase| &phrase.of);
        let subject = match subject {
            None if of.contains(&self.this_type()) => Selector {
                pick: Pick::Known {
                    is: Reference::This {
                        as_: Some(self.this_type()),
                    },
                },
                span: At::new(at.start..at.start),
            },
            subject => self.expect_cards(subject, "have this ability", &phrase.node)?,
        };
        self.expect_types(&subject, of)?;
        let time = self.lasting(phrase.cx, phrase.tails)?;
        Some(Action::HaveAbility {
            who: subject,
            phrase: id,
            with,
            time,
        })
    }

    /// Lowers a rule that holds for some time: `no hero can cast spells`.
    pub fn apply_rule(&mut self, phrase: &mut VerbPhrase<'_, '_>) -> Option<Action> {
        let actor = phrase.cx.actor;
        let (id, with) = self.verb_of_game(phrase, PhraseKind::Rule, NounRole::Pattern, actor)?;
        let time = self.lasting(phrase.cx, phrase.tails)?;
        Some(Action::ApplyRule {
            phrase: id,
            with,
            time,
        })
    }

    /// Lowers an event that only this game has a word for: `you cast a spell`, `a stack swarms`.
    pub fn phrase_occurs(
        &mut self,
        cx: ClauseCtx<'_>,
        subject: Option<Argument>,
        node: Node<'_>,
    ) -> Option<Happening> {
        let kind = (PhraseKind::Event, subject);
        let roles = (NounRole::Event, cx.actor);
        let (phrase, with) = self.game_phrase(cx, node, &mut Children::of(node), kind, roles)?;
        Some(Happening::Occurs { phrase, with })
    }

    /// Lowers a condition that only this game has a word for: `your hero is on a sea tile`, `this unit swarms`.
    pub fn phrase_holds(
        &mut self,
        cx: ClauseCtx<'_>,
        subject: Option<Argument>,
        node: Node<'_>,
    ) -> Option<Test> {
        let kind = (PhraseKind::Condition, subject);
        let roles = (NounRole::Asked, cx.actor);
        let (phrase, with) = self.game_phrase(cx, node, &mut Children::of(node), kind, roles)?;
        Some(Test::Holds { phrase, with })
    }

    fn verb_of_game(
        &mut self,
        phrase: &mut VerbPhrase<'_, '_>,
        kind: PhraseKind,
        role: NounRole,
        chooser: Player,
    ) -> Option<(SmolStr, Vec<Argument>)> {
        let (id, with) = self.game_phrase(
            phrase.cx,
            phrase.node,
            &mut phrase.kids,
            (kind, None),
            (role, chooser),
        )?;
        Some((id, self.multiplied(phrase, with)?))
    }

    /// Multiplies the only number of a phrase: `this attack gains +1 for each unit under this unit`.
    fn multiplied(
        &mut self,
        phrase: &mut VerbPhrase<'_, '_>,
        mut with: Vec<Argument>,
    ) -> Option<Vec<Argument>> {
        let mut numbers = with.iter_mut().filter_map(|argument| match argument {
            Argument::Number { amount } => Some(amount),
            _ => None,
        });
        if let (Some(amount), None) = (numbers.next(), numbers.next())
            && phrase.tails.has_each()
        {
            let at = phrase.at.clone();
            *amount = self.finish(phrase.cx, Some(amount.clone()), phrase.tails, "", at)?;
        }
        Some(with)
    }

    /// Returns the id of a phrase of the game, and what fills its holes.
    fn game_phrase(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        kids: &mut Children<'_>,
        (kind, subject): (PhraseKind, Option<Argument>),
        roles: (NounRole, Player),
    ) -> Option<(SmolStr, Vec<Argument>)> {
        let game = self.env.symbols.game;
        let at = self.range(&node);
        let by = subject.as_ref().map(|subject| match subject {
            Argument::Player { .. } => SubjectKind::Player,
            _ => SubjectKind::Things,
        });
        let Some(found) = game.templates.at(node.onwards(), kind, by) else {
            return self.reject(
                Code::UnreadableSentence,
                at,
                "this is not a phrase of the game",
                "unreadable characters",
                "delete the characters that are not visible",
            );
        };
        let mut with = Vec::new();
        match (found.subject, subject) {
            (None, None) => {}
            (Some(Hole::Things(of)), Some(Argument::Things { which })) => {
                self.expect_types(&which, of.as_slice())?;
                with.push(Argument::Things { which });
            }
            (Some(Hole::Player), Some(subject @ Argument::Player { .. })) => with.push(subject),
            (Some(hole), subject) => {
                let start = match &subject {
                    Some(Argument::Things { which }) => which.span.range(),
                    _ => at.start..at.start,
                };
                return self.missing_in_hole(hole, start);
            }
            (None, Some(_)) => {
                return self.reject(
                    Code::UnreadableSentence,
                    at,
                    "this phrase has no subject",
                    "it must begin here",
                    "delete the words before it",
                );
            }
        }
        for hole in found.holes() {
            let Some(node) = kids.take(Rule::hole) else {
                let end = at.end;
                return self.missing_in_hole(hole, end..end);
            };
            with.push(self.hole(cx, node, hole, roles)?);
        }
        if let Some(more) = kids.take(Rule::hole) {
            return self.reject(
                Code::UnreadableSentence,
                self.range(&more),
                "unexpected words",
                "the sentence is complete before this",
                "delete these words, or write another sentence",
            );
        }
        Some((found.id.clone(), with))
    }

    fn hole(
        &mut self,
        cx: ClauseCtx<'_>,
        node: Node<'_>,
        hole: &Hole,
        (role, chooser): (NounRole, Player),
    ) -> Option<Argument> {
        let at = self.range(&node);
        let mut kids = Children::of(node);
        let kid = kids.any();
        kids.end();
        match (hole, kid.as_rule()) {
            (Hole::Number, Rule::amount) => Some(Argument::Number {
                amount: self.positive(cx, kid, "more or less")?,
            }),
            (Hole::Word(list), _) => self.word_of(list, &take_words(node), at),
            (Hole::Things(of), Rule::np) => {
                let which = self.np_as(cx, kid, role, chooser)?;
                self.expect_types(&which, of.as_slice())?;
                Some(Argument::Things { which })
            }
            (hole, _) => self.missing_in_hole(hole, at),
        }
    }

    fn missing_in_hole<T>(&mut self, hole: &Hole, at: Range<usize>) -> Option<T> {
        let wanted = match hole {
            Hole::Number => "a number".to_owned(),
            Hole::Word(list) => format!("one of the {}", list.replace('_', " ")),
            Hole::Things(Some(of)) => {
                let name = self.types_in_words(std::slice::from_ref(of));
                format!("{} {name}", article(&name))
            }
            Hole::Things(None) => "a card".to_owned(),
            Hole::Player => "a player".to_owned(),
        };
        let help = match hole {
            Hole::Player => "write `you`, `your opponent` or `each player`".to_owned(),
            _ => format!("write {wanted}"),
        };
        self.reject(
            Code::UnreadableSentence,
            at,
            format!("expected {wanted}"),
            format!("not {wanted}"),
            help,
        )
    }

    /// Returns a word of a vocabulary list.
    fn word_of(&mut self, list: &SmolStr, written: &str, at: Range<usize>) -> Option<Argument> {
        let game = self.env.symbols.game;
        let is_article = |word: &str| {
            let mut articles = lists().articles.iter();
            articles.any(|article| article.eq_ignore_ascii_case(word))
        };
        let word = match written.split_once(' ') {
            Some((first, rest)) if is_article(first) => rest,
            _ => written,
        };
        let mut terms = game.terms(list);
        if let Some((id, _)) = terms.find(|(_, term)| is_term(term, word)) {
            return Some(Argument::Word {
                list: list.clone(),
                value: id.into(),
            });
        }
        let names: Vec<&str> = game
            .terms(list)
            .map(|(_, term)| term.name.as_str())
            .collect();
        self.reject(
            Code::UnreadableSentence,
            at,
            format!("\"{written}\" is not one of the {}", list.replace('_', " ")),
            "unknown word",
            format!("write one of: {}", names.join(", ")),
        )
    }

    /// Rejects things of other types. Without types, everything fits.
    fn expect_types(&mut self, which: &Selector, types: &[SmolStr]) -> Option<()> {
        let found = match self.thing_of(which) {
            EntityKind::OnMap(found) | EntityKind::Card(found) => found,
            EntityKind::Space | EntityKind::Attack | EntityKind::Zone => Vec::new(),
        };
        if types.is_empty() || found.iter().all(|found| types.contains(found)) {
            return Some(());
        }
        let names = self.types_in_words(types);
        let finding = self.finding(
            Code::CannotApply,
            which.span.range(),
            format!("this must be {} {names}", article(&names)),
            "another kind of card",
        );
        self.report(finding)
    }
}
