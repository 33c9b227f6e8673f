//! What the engine reports, in English.

use std::sync::LazyLock;

use cardwright_play::Ev;
use cardwright_play::state::{CardIx, Thing};

use super::lexicon::whose;
use super::stage::Stage;
use crate::collections::HashMap;
use crate::diagnostic::prose;

/// The sentences, by the kind of an event. `{who}` and `{other}` are things, `{player}` is a player with the verb in
/// the right person, `{n}` a number with its word.
static SENTENCES: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let lines = include_str!("../../grammar/words/story-english.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(": ")).collect()
});

/// The sentence for an event; `None` if it is part of another one.
pub(super) fn line(stage: &Stage<'_, '_>, event: &Ev) -> Option<String> {
    let kind = format!("{:?}", event.kind);
    let mut sentence = (*SENTENCES.get(kind.as_str())?).to_owned();
    let card = |thing: Option<Thing>| match thing {
        Some(Thing::Card(card)) => card_in_story(stage, card.card),
        Some(Thing::Space(space)) => stage.lexicon.space_name(space),
        None => String::new(),
    };
    if sentence.contains("{other}") && event.others.is_empty() {
        return None;
    }
    let others = prose::and(event.others.iter().map(|other| card(Some(*other))));
    let token = stage.lexicon.token_name(stage.table.damage_token);
    let mark = stage.lexicon.mark_name(event.mark);
    let player = event.player.unwrap_or(event.doer);
    for (slot, words) in [
        ("{who}", card(event.who)),
        ("{other}", others),
        ("{n}", format!("{} {token}", event.damage)),
        ("{mark}", mark),
        ("{whose}", whose(player).to_owned()),
        (
            "{player}",
            if player == 0 { "you" } else { "the opponent" }.to_owned(),
        ),
        ("{s}", if player == 0 { "" } else { "s" }.to_owned()),
    ] {
        sentence = sentence.replace(slot, &words);
    }
    Some(sentence)
}

fn card_in_story(stage: &Stage<'_, '_>, card: CardIx) -> String {
    match stage.letter(card) {
        Some(letter) => format!("{} ({letter})", stage.card_name(card)),
        None => stage.card_name(card),
    }
}
