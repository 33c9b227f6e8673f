//! Reports noun phrases with a missing or unknown noun or article.

use crate::effect::keywords;
use crate::effect::lower::clause_ctx::ClauseCtx;
use std::ops::Range;

use super::super::ctx::{LowerCtx, Node};
use super::super::vocabulary::is_term;
use super::article;
use crate::diagnostic::{Code, Diagnostic, Place, Reason, Safety, closest};
use crate::effect::ir::Noun;
use crate::effect::keywords::is_keyword;
use crate::effect::lists::lists;
use crate::game::FieldKind;

/// Help that explains how names and traits are written.
pub(in crate::effect) const MARKS: &str =
    "put a trait in *asterisks* and a card name in \"quotation marks\"";

impl LowerCtx<'_> {
    /// Reports a noun without its article.
    pub fn no_article<T>(&mut self, at: Range<usize>, noun: &str) -> Option<T> {
        let here = Place::Text(at.start..at.start);
        let finding = self
            .finding(
                Code::UnreadableSentence,
                at.start..at.start,
                format!("missing article before \"{noun}\""),
                "missing article",
            )
            .fix(
                Safety::Unsafe,
                format!("write `{}`", article(noun)),
                here,
                format!("{} ", article(noun)),
            );
        self.report(finding)
    }

    /// Reports a phrase without a noun.
    pub(super) fn no_noun<T>(&mut self, end: usize) -> Option<T> {
        let finding = self
            .finding(
                Code::UnreadableSentence,
                end..end,
                "missing noun",
                "expected a noun",
            )
            .because(Reason::MissingNoun)
            .help("write `‹acting›`, `card`, `space` or another noun after it");
        self.report(finding)
    }

    /// Returns the diagnostic for `undead or dragon units` if both are traits.
    pub(super) fn two_bare_traits(
        &self,
        first: &Node<'_>,
        second: &Node<'_>,
    ) -> Option<Diagnostic<Place>> {
        let one = first.as_str().trim();
        let (before, noun) = second.as_str().trim_end().rsplit_once(' ')?;
        let mut words = before.split_whitespace();
        words.next().filter(|or| or.eq_ignore_ascii_case("or"))?;
        let other = words
            .filter(|word| !matches!(word.to_lowercase().as_str(), "a" | "an"))
            .collect::<Vec<_>>()
            .join(" ");
        let ids =
            [one, &other].map(|name| Some(self.env.symbols.bare_trait(name)?.replace('_', " ")));
        let [Some(first_id), Some(second_id)] = ids else {
            return None;
        };
        let end = self.range(second).start + before.trim_end().len();
        let by = format!("*{first_id}* or *{second_id}*");
        let at = self.range(first).start..end;
        let finding = self.finding(
            Code::BareTrait,
            at.clone(),
            format!("traits {one} and {other} are not in asterisks"),
            format!("traits of {noun}"),
        );
        Some(finding.fix(Safety::Safe, format!("write {by}"), Place::Text(at), by))
    }

    /// Reports a word that is neither a noun nor an adjective, and suggests the likely word. `noun` is the noun that
    /// follows.
    pub(super) fn unknown_noun<T>(
        &mut self,
        cx: ClauseCtx<'_>,
        word: &str,
        at: Range<usize>,
        whole: &str,
        whole_at: Range<usize>,
        noun: Option<&Noun>,
    ) -> Option<T> {
        let symbols = self.env.symbols;
        let game = symbols.game;
        if noun.is_none()
            && let Some(finding) = self.adjective_of_cards(word, at.clone())
        {
            return self.report(finding);
        }
        // A card name goes before the type of its card, or alone.
        let types = match noun {
            Some(Noun::Card { types }) => types.as_slice(),
            _ => &[],
        };
        let acting = game.acting_type();
        let nouns = acting.map_or(["card", "cards"], |one| [&*one.name, &*one.plural]);
        for (name, place) in [(whole, &whole_at), (word, &at)] {
            let singular = name.strip_suffix('s').unwrap_or(name);
            if let Some(card) = symbols.card(name).or_else(|| symbols.card(singular)) {
                if !types.is_empty() && !types.contains(&card.card_type) {
                    let card_type = card.card_type.replace('_', " ");
                    let finding = self
                        .finding(
                            Code::UnknownWord,
                            place.clone(),
                            format!(
                                "{} is the name of {} {card_type}",
                                card.name,
                                article(&card_type)
                            ),
                            "this card is not of the type named after it",
                        )
                        .help(MARKS);
                    return self.report(finding);
                }
                let mut quoted = format!("\"{}\"", card.name);
                // In `friendly skeletons`, the name needs a noun after it.
                if symbols.card(name).is_none()
                    && let Some(card_type) = game.card_types.get(&card.card_type)
                {
                    quoted = format!("{quoted} {}", card_type.plural);
                }
                let finding = self.finding(
                    Code::UnquotedName,
                    place.clone(),
                    format!("card name {} is not in quotes", card.name),
                    "the name of a card",
                );
                // `angel units` and `angels` are all units with that trait, or those with that name.
                let is_plural = symbols.bare_trait(name).is_none();
                let trait_id = symbols
                    .bare_trait(name)
                    .or_else(|| symbols.bare_trait(singular));
                let finding = match trait_id {
                    Some(id) => {
                        let starred = match noun {
                            Some(_) => format!("*{}*", id.replace('_', " ")),
                            None if cx.predicate_without_noun => {
                                format!("*{}*", id.replace('_', " "))
                            }
                            None => {
                                let [one, many] = nouns;
                                let noun = if is_plural { many } else { one };
                                format!("*{}* {noun}", id.replace('_', " "))
                            }
                        };
                        let mut ways = [(starred, "the trait"), (quoted, "the card")];
                        // A capital letter suggests the name of a card.
                        let capital = self.discourse.is_capital(place.start);
                        if capital && place.start != self.discourse.statement().0 {
                            ways.reverse();
                        }
                        ways.into_iter().fold(finding, |finding, (by, what)| {
                            let title = format!("write {by}, {what}");
                            finding.fix(Safety::Unsafe, title, Place::Text(place.clone()), by)
                        })
                    }
                    None => finding.fix(
                        Safety::Safe,
                        format!("write {quoted}"),
                        Place::Text(place.clone()),
                        quoted,
                    ),
                };
                return self.report(finding);
            }
            // A trait can be used like a noun: `each dragon`, `your dragons`.
            let plural = || symbols.bare_trait(singular).filter(|_| noun.is_none());
            if let Some(id) = symbols.bare_trait(name).or_else(plural) {
                let starred = format!("*{}*", id.replace('_', " "));
                if noun.is_none() && !cx.predicate_without_noun {
                    let others = lists().trait_nouns.iter().copied();
                    let others = others.filter(|noun| !nouns.contains(noun));
                    let mut nouns: Vec<&str> = nouns.into_iter().chain(others).collect();
                    if symbols.bare_trait(name).is_none() {
                        nouns.reverse();
                    }
                    let finding = self.finding(
                        Code::BareTrait,
                        place.clone(),
                        format!("trait {name} is not in asterisks"),
                        "a trait",
                    );
                    // Which of them fit is found out by trial.
                    let fixed = nouns.into_iter().fold(finding, |finding, noun| {
                        let by = format!("{starred} {noun}");
                        let title = format!("write {by}");
                        finding.fix(Safety::Unsafe, title, Place::Text(place.clone()), by)
                    });
                    return self.report(fixed);
                }
                let finding = self
                    .finding(
                        Code::BareTrait,
                        place.clone(),
                        format!("trait {name} is not in asterisks"),
                        "a trait",
                    )
                    .fix(
                        Safety::Safe,
                        format!("write {starred}"),
                        Place::Text(place.clone()),
                        starred,
                    );
                return self.report(finding);
            }
        }
        if matches!(word, "target" | "attacker") {
            let finding = self
                .finding(
                    Code::UnknownWord,
                    at.clone(),
                    format!("missing article before \"{word}\""),
                    "a known thing needs `the`",
                )
                .fix(
                    Safety::Unsafe,
                    format!("write `the {word}`"),
                    Place::Text(at.start..at.start),
                    "the ",
                );
            return self.report(finding);
        }
        if matches!(word, "opponent" | "opponents" | "player" | "players") {
            let finding = self
                .finding(
                    Code::CannotApply,
                    at,
                    "expected a card, found a player",
                    "a player",
                )
                .because(Reason::PlayerForCard)
                .help(format!(
                    "name the {0} (`your {0}`, `the enemy {0}`), or begin with the player: `Your opponent …`, `Each \
                     player …`",
                    self.leader_word()
                ));
            return self.report(finding);
        }
        let mut known: Vec<&str> = vec![
            "card",
            "cards",
            "space",
            "spaces",
            "friendly",
            "enemy",
            "other",
            "adjacent",
            "vacant",
            "nearest",
            "ready",
            "spent",
            "random",
            "face-up",
            "face-down",
        ];
        for card_type in game.card_types.values() {
            known.extend([card_type.name.as_str(), card_type.plural.as_str()]);
        }
        for field in game.fields.values() {
            if let FieldKind::Choice { of, bare: true } = &field.kind {
                known.extend(game.terms(of).map(|(_, term)| term.name.as_str()));
            }
        }
        known.retain(|known| !known.eq_ignore_ascii_case(word));
        let is_type = game.card_type_called(word).is_some();
        let finding = self.finding(
            Code::UnknownWord,
            at.clone(),
            format!("unexpected word \"{word}\""),
            match is_type {
                true => "a noun before another noun",
                false => "neither a kind of card nor a word that describes one",
            },
        );
        let finding = match is_type {
            true => finding,
            false => finding.because(Reason::NotANoun),
        };
        let finding = if is_type {
            finding.help("keep one of the two nouns")
        } else if let Some(words) = keywords::two_words(word, symbols) {
            finding.fix(
                Safety::Unsafe,
                format!("write `{words}`"),
                Place::Text(at),
                words,
            )
        } else if let Some(close) = closest(word, known.iter().copied()) {
            finding.fix(
                Safety::Unsafe,
                format!("write `{close}`"),
                Place::Text(at),
                close,
            )
        } else if let Some(close) = closest(word, symbols.trait_words()) {
            let starred = format!("*{close}*");
            finding.fix(
                Safety::Unsafe,
                format!("write {starred}"),
                Place::Text(at),
                starred,
            )
        } else if let Some(close) = symbols.card_like(word) {
            let quoted = format!("\"{}\"", close.name);
            finding.fix(
                Safety::Unsafe,
                format!("write {quoted}"),
                Place::Text(at),
                quoted,
            )
        } else if let Some(help) = instead_of(word) {
            finding.help(help)
        } else {
            finding
        };
        self.report(finding)
    }

    /// Reports `3 power` for `3 power cards`, if the game has such cards.
    fn adjective_of_cards(&self, word: &str, at: Range<usize>) -> Option<Diagnostic<Place>> {
        let mut fields = self.env.symbols.game.fields.values();
        let is_one = fields.any(|field| match &field.kind {
            FieldKind::Choice { of, bare: false } => {
                let mut terms = self.env.symbols.game.terms(of);
                terms.any(|(_, term)| is_term(term, word))
            }
            _ => false,
        });
        let place = Place::Text(at.end..at.end);
        let finding = self.finding(
            Code::UnknownWord,
            at,
            format!("\"{word}\" is an adjective of cards"),
            "not a noun",
        );
        // The word is also a keyword, so its subject may be missing instead of the noun.
        if is_one && is_keyword(word) {
            return Some(finding.help(format!(
                "name who does it, for example `a ‹acting›`; the card itself is written `{word} card`"
            )));
        }
        is_one.then(|| {
            finding
                .fix(
                    Safety::Unsafe,
                    format!("write `{word} card`"),
                    place.clone(),
                    " card",
                )
                .fix(
                    Safety::Unsafe,
                    format!("write `{word} cards`"),
                    place,
                    " cards",
                )
        })
    }
}

/// Returns the help for a word of the game that cannot be the noun of a phrase.
fn instead_of(word: &str) -> Option<&'static str> {
    Some(match word {
        "token" | "tokens" => {
            "write the number and the kind: `2 charge tokens`; a chosen number is an X: `Remove X charge tokens from \
             this ‹acting› to …`"
        }
        "mark" | "marks" => "name the mark: `an activation mark`",
        "row" | "rows" | "column" | "columns" => {
            "describe what is there: `in the same column as that ‹acting›`, or name the row: `in the middle row`"
        }
        "map" => {
            "things are on the map by default: remove this; for tokens, name what they are on: `on a space`, `from \
             each space`"
        }
        "both" => "write `those ‹actings›`, or name each of the two",
        _ => return None,
    })
}
