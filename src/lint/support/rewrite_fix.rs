//! Fixes that change the meaning of a text: the IR is changed, printed, and compared with the author's text.

use crate::effect::ir::{Ability, At, Effect, What};
use crate::effect::{self, Bearer};
use crate::lint::{LintContext, LintedCard};
use crate::source::Span;

/// Returns the span to replace in a card's text, and the replacement, so that the text gets the meaning that `change`
/// produces. Returns `None` if `change` returns `false`, if the replacement has several lines, or if the author's words
/// are not canonical, because then more than the change would be rewritten.
pub fn rewritten(
    context: &LintContext<'_>,
    card: &LintedCard<'_>,
    change: impl FnOnce(&mut Vec<Ability>) -> bool,
) -> Option<(Span, String)> {
    let mut abilities = card.abilities.to_vec();
    if !change(&mut abilities) {
        return None;
    }
    let bearer = Bearer::of(card.source, context.game);
    let wanted = effect::print(&abilities, &bearer, context.symbols);
    let written = card.written().trim_end();
    if written != card.canonical.trim_end() || wanted.trim().is_empty() {
        return None;
    }
    let (before, after) = common(written, wanted.trim_end());
    let place = context.place_of(card, before..written.len() - after);
    let text = &wanted.trim_end()[before..wanted.trim_end().len() - after];
    // Edit the file only if it has the text unchanged, without escapes and folds.
    let range = before..written.len() - after;
    let same = lines_of(context.text(place)).eq(lines_of(&written[range]));
    (same && !text.contains('\n')).then(|| (place, text.to_owned()))
}

fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim)
}

/// Returns the lengths, in bytes, of the common prefix and the common suffix of two texts, in whole words.
pub fn common(a: &str, b: &str) -> (usize, usize) {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '_');
    let cuts = |text: &str, at: usize| {
        text[at..].chars().next().is_some_and(is_word)
            && text[..at].chars().next_back().is_some_and(is_word)
    };
    let mut before = a
        .char_indices()
        .zip(b.chars())
        .find(|((_, x), y)| x != y)
        .map_or(a.len().min(b.len()), |((at, _), _)| at);
    // Go back to the start of a word.
    while before > 0 && (cuts(a, before) || cuts(b, before)) {
        before = a[..before]
            .char_indices()
            .next_back()
            .map_or(0, |(at, _)| at);
    }
    let (rest_a, rest_b) = (&a[before..], &b[before..]);
    let mut after: usize = rest_a
        .chars()
        .rev()
        .zip(rest_b.chars().rev())
        .take_while(|(x, y)| x == y)
        .map(|(x, _)| x.len_utf8())
        .sum();
    while after > 0 && (cuts(rest_a, rest_a.len() - after) || cuts(rest_b, rest_b.len() - after)) {
        let at = rest_a.len() - after;
        after -= rest_a[at..].chars().next().map_or(0, char::len_utf8);
    }
    (before, after)
}

/// Removes the effect at a span, unless its block would become empty.
pub fn remove(abilities: &mut [Ability], at: At) -> bool {
    in_blocks(abilities, &mut |block| {
        let found = block.iter().position(|effect| effect.span.0 == at.0);
        match found {
            Some(index) if block.len() > 1 => {
                block.remove(index);
                true
            }
            _ => false,
        }
    })
}

/// Replaces the first effect for which `with` returns other effects.
pub fn replace(
    abilities: &mut [Ability],
    with: &mut dyn FnMut(&mut Effect) -> Option<Vec<Effect>>,
) -> bool {
    in_blocks(abilities, &mut |block| {
        let mut places = block.iter_mut().enumerate();
        let found = places.find_map(|(at, effect)| Some((at, with(effect)?)));
        let Some((at, effects)) = found else {
            return false;
        };
        block.splice(at..=at, effects);
        true
    })
}

/// Calls `change` with each list of effects until it returns `true`.
fn in_blocks(abilities: &mut [Ability], change: &mut dyn FnMut(&mut Vec<Effect>) -> bool) -> bool {
    abilities
        .iter_mut()
        .any(|ability| in_block(&mut ability.effects, change))
}

fn in_block(block: &mut Vec<Effect>, change: &mut dyn FnMut(&mut Vec<Effect>) -> bool) -> bool {
    change(block)
        || block.iter_mut().any(|effect| {
            let lists: Vec<&mut Vec<Effect>> = match &mut effect.what {
                What::Act { .. } => Vec::new(),
                What::Then { effects }
                | What::Together { effects }
                | What::While { effects, .. }
                | What::Unless { effects, .. }
                | What::When { effects, .. }
                | What::Limit { effects, .. }
                | What::Delayed { effects, .. }
                | What::Replace { effects, .. }
                | What::Either { effects, .. }
                | What::Repeat { effects, .. }
                | What::ForEach { effects, .. } => vec![effects],
                What::May {
                    cost,
                    effects,
                    otherwise,
                    ..
                } => vec![cost, effects, otherwise],
                What::Ladder { rows, .. } => rows.iter_mut().map(|row| &mut row.effects).collect(),
                What::UnlessPaid { cost, effects, .. } => vec![cost, effects],
                What::If {
                    then, otherwise, ..
                } => vec![then, otherwise],
                What::Choose { modes, .. } => modes.iter_mut().collect(),
            };
            lists.into_iter().any(|list| in_block(list, change))
        })
}
