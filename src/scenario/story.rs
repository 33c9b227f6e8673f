//! What happened, in English.

use std::sync::LazyLock;

use cardwright_play::Ev;
use cardwright_play::state::{CardIx, Player, Thing};

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

/// Most lines that are shown.
const MOST: usize = 24;

/// What happened in a test, step by step.
#[derive(Clone, Debug, Default)]
pub(super) struct Story {
    lines: Vec<String>,
}

impl Story {
    /// Begins a step.
    pub fn step(&mut self, player: Player, text: &str) {
        let who = if player == 0 { "you" } else { "opponent" };
        self.lines.push(format!("- {who}: {text}"));
    }

    pub fn add(&mut self, line: Option<String>) {
        if let Some(line) = line {
            self.lines.push(format!("  {line}"));
        }
    }

    /// The last lines.
    pub fn text(&self) -> String {
        if self.lines.is_empty() {
            return "  nothing yet".to_owned();
        }
        let from = self.lines.len().saturating_sub(MOST);
        let mut text = if from > 0 {
            "  …\n".to_owned()
        } else {
            String::new()
        };
        text += &self.lines.get(from..).unwrap_or_default().join("\n");
        text
    }
}

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
