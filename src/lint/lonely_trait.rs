//! Reports a trait that only one card has, if no text names it or it is close to a trait of the game: it is probably
//! misspelt.

use smol_str::SmolStr;

use super::filter_index::traits;
use super::{Check, Lint, LintContext, LintedCard, Reads};
use crate::collections::HashSet;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Safety, closest};
use crate::effect::ir::{Node, visit};
use crate::source::Span;

pub(super) const LINT: Lint = Lint {
    code: Code::LonelyTrait,
    reads: Reads::All,
    check: Check::All(check),
};

/// Maximum number of traits that are compared with each other. If nearly every card has its own trait, none is likely
/// to be misspelt.
const MAX_COMPARED: usize = 50;

/// Maximum number of traits that only one card has. With more, cards do not share traits at all, and searching every
/// text for each is slow.
const MAX_LONELY: usize = 1_000;

fn check(context: &LintContext<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let bearers = context.kinds().bearers();
    let lonely =
        |id: &str| bearers.get(id) == Some(&1) && context.game.term("traits", id).is_none();
    let count = bearers.keys().filter(|id| lonely(id)).count();
    if count == 0 || count > MAX_LONELY {
        return;
    }
    let named = Named::of(context);
    let found_at: Vec<(&LintedCard, &str)> = context
        .cards
        .values()
        .flat_map(|card| traits(context.game, card.source).map(move |id| (card, id)))
        .filter(|(_, id)| {
            lonely(id) && !named.has(id) && !context.may_be_unread(&prose::spoken(id))
        })
        .collect();
    // A trait that a text names may have the same typo in the text, so it is compared with the traits of the game.
    let of_game: Vec<String> = context
        .game
        .terms("traits")
        .map(|(id, _)| prose::spoken(id))
        .collect();
    for card in context
        .cards
        .values()
        .filter(|card| card.checked && card.sound)
    {
        for id in traits(context.game, card.source).filter(|id| lonely(id) && named.has(id)) {
            let word = prose::spoken(id);
            if let Some(close) = closest(&word, of_game.iter().map(String::as_str)) {
                diagnostics.extend(nearly(context, card, id, close));
            }
        }
    }
    for (card, id) in &found_at {
        if !card.checked || !card.sound {
            continue;
        }
        // Of two similar traits, only one is reported: preferably the one that is not part of a card name.
        let few = found_at
            .get(..found_at.len().min(MAX_COMPARED))
            .unwrap_or_default();
        let twin = few.iter().find(|(_, other)| {
            other != id && closest(&prose::spoken(id), [prose::spoken(other).as_str()]).is_some()
        });
        if let Some((_, other)) = twin
            && (in_names(context, id), *id) > (in_names(context, other), *other)
        {
            continue;
        }
        let known = bearers
            .iter()
            .filter(|(_, cards)| **cards > 1)
            .map(|(id, _)| *id)
            .chain(context.game.terms("traits").map(|(id, _)| id))
            .chain(twin.map(|(_, other)| *other));
        diagnostics.extend(finding(context, card, id, known.collect()));
    }
}

/// Returns whether the name of some card contains the word.
fn in_names(context: &LintContext<'_>, id: &str) -> bool {
    let word = prose::spoken(id);
    context
        .symbols
        .card_names()
        .any(|name| name.to_lowercase().contains(&word))
}

/// Returns the span of a trait on a card, and whether the card has other traits.
fn place(context: &LintContext<'_>, card: &LintedCard<'_>, id: &str) -> Option<(Span, bool)> {
    let card_type = context.game.card_types.get(&card.source.card_type)?;
    let key = context
        .game
        .fields_of(card_type)
        .find(|field| field.field.is_list_of("traits"))?
        .key;
    let at = crate::lint::support::field_spans::item(context, card, key, id)?;
    Some((at, Some(&at) != card.source.places.get(key)))
}

/// Reports a trait that is close to a trait of the game, although texts name it.
fn nearly(
    context: &LintContext<'_>,
    card: &LintedCard<'_>,
    id: &str,
    close: &str,
) -> Option<Diagnostic> {
    let (at, alone) = place(context, card, id)?;
    let word = prose::spoken(id);
    let diagnostic = Diagnostic::new(
        Code::LonelyTrait,
        at,
        format!(
            "only \"{}\" is *{word}*, which is similar to the trait *{close}*",
            card.source.name
        ),
        "probably misspelt",
    )
    .in_card(&card.source.id);
    let title = format!("write `{close}`");
    Some(match alone {
        true => diagnostic.fix(Safety::Unsafe, title, at, close),
        false => diagnostic.help(title),
    })
}

fn finding(
    context: &LintContext<'_>,
    card: &LintedCard<'_>,
    id: &str,
    mut known: Vec<&str>,
) -> Option<Diagnostic> {
    let (at, alone) = place(context, card, id)?;
    let word = prose::spoken(id);
    let diagnostic = Diagnostic::new(
        Code::LonelyTrait,
        at,
        format!(
            "only \"{}\" is *{word}*, and no text uses this trait",
            card.source.name
        ),
        "a trait without effect",
    )
    .in_card(&card.source.id);
    known.sort_unstable();
    known.dedup();
    // Two traits without a comma between them.
    if let Some((before, after)) = id.split_once('_')
        && known.contains(&before)
        && known.contains(&after)
        && let Some(space) = context.text(at).find(' ')
        && alone
    {
        let after = at.start as usize + space;
        let comma = Span::new(at.file, after..after);
        let title = format!("write `{}`", context.text(at).replacen(' ', ", ", 1));
        return Some(diagnostic.fix(Safety::Unsafe, title, comma, ","));
    }
    let words: Vec<String> = known.into_iter().map(prose::spoken).collect();
    let close = closest(&word, words.iter().map(String::as_str));
    Some(match close {
        // The fix is unsafe because the card may be the first of many with this trait.
        Some(close) if alone => {
            diagnostic.fix(Safety::Unsafe, format!("write `{close}`"), at, close)
        }
        Some(close) => diagnostic.help(format!("write `{close}`")),
        None => diagnostic.help("give it to another card, use it in a text, or remove it"),
    })
}

/// The traits that texts name.
struct Named<'w> {
    ids: HashSet<&'w str>,
    /// Words between asterisks in texts with errors, which may be misspelt.
    nearly: Vec<String>,
    /// Texts that only people read.
    manual: Vec<String>,
}

impl<'w> Named<'w> {
    fn of(context: &LintContext<'w>) -> Self {
        let mut named = Named {
            ids: HashSet::default(),
            nearly: Vec::new(),
            manual: Vec::new(),
        };
        for card in context.cards.values() {
            let abilities = Some(card.abilities).filter(|_| card.contents.traits);
            visit(abilities.unwrap_or_default(), &mut |node, _| {
                if let Node::Filter(filter) | Node::Excluding(filter) = node {
                    named
                        .ids
                        .extend(filter.traits.iter().flatten().map(SmolStr::as_str));
                }
            });
            if !card.sound {
                let starred = card.written().split('*').skip(1).step_by(2);
                named.nearly.extend(starred.map(str::to_lowercase));
            }
            named
                .manual
                .extend(card.source.manual.as_ref().map(|text| text.to_lowercase()));
        }
        named
    }

    fn has(&self, id: &str) -> bool {
        let word = prose::spoken(id);
        self.ids.contains(id)
            || self
                .nearly
                .iter()
                .any(|near| closest(near, [word.as_str()]).is_some())
            || self.manual.iter().any(|text| text.contains(&word))
    }
}
