//! Describes the events of the engine in English, for the log of a test and for a game in the terminal.

use std::sync::LazyLock;

use cardwright_play::state::{CardIx, Player, Thing};
use cardwright_play::{Ev, EvKind};

use super::stage::Stage;
use crate::collections::HashMap;
use crate::diagnostic::prose;

/// A sentence for a kind of event.
struct Sentence {
    words: &'static str,
    /// `true` if it is shown only in tests.
    is_detail: bool,
}

/// The sentences, by the kind of an event.
static SENTENCES: LazyLock<HashMap<&'static str, Sentence>> = LazyLock::new(|| {
    let lines = include_str!("../../grammar/words/story-english.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let (kind, words) = line.split_once(": ")?;
            let detail = kind.strip_prefix("detail ");
            let is_detail = detail.is_some();
            Some((detail.unwrap_or(kind), Sentence { words, is_detail }))
        })
        .collect()
});

/// Supplies the words for the things in the sentences about events.
pub(crate) trait Teller {
    fn thing(&self, thing: Thing) -> String;
    /// Returns the player as a subject: "you", "the opponent".
    fn player(&self, player: Player) -> String;
    /// Returns whether the player is addressed: "you play", not "the opponent plays".
    fn addresses(&self, player: Player) -> bool;
    /// Returns an amount of damage: "2 damage".
    fn damage(&self, amount: u32) -> String;
    fn tells_details(&self) -> bool;
}

/// Returns whether a player shows a card to the other one.
fn is_reveal(event: &Ev) -> bool {
    event.kind == EvKind::Shown && event.player != Some(event.doer)
}

/// Returns whether an event shows a card to a player; without a player, to both.
pub(crate) fn is_shown_to(event: &Ev, player: Option<Player>) -> bool {
    match player {
        Some(player) => event.kind == EvKind::Shown && event.player == Some(player),
        None => is_reveal(event),
    }
}

/// Returns whether an event is only a part of another one: a player who reveals a card also sees it.
pub(crate) fn is_part_of_another(event: &Ev, events: &[Ev]) -> bool {
    let reveals = |other: &Ev| is_reveal(other) && other.who == event.who;
    event.kind == EvKind::Shown && !is_reveal(event) && events.iter().any(reveals)
}

/// Returns the sentence for an event; `None` if it is part of another event.
pub(crate) fn sentence(teller: &impl Teller, event: &Ev) -> Option<String> {
    let revealed = is_reveal(event);
    let kind = match (revealed, event.kind) {
        (true, _) => "Revealed".to_owned(),
        (false, EvKind::Scored) if event.mark != u8::MAX => "ScoredWithDie".to_owned(),
        (false, kind) => format!("{kind:?}"),
    };
    let sentence = SENTENCES.get(kind.as_str())?;
    if sentence.is_detail && !teller.tells_details() {
        return None;
    }
    let mut words = sentence.words.to_owned();
    if words.contains("{other}") && event.others.is_empty() {
        return None;
    }
    let player = event.player.filter(|_| !revealed);
    let player = player.unwrap_or(event.doer);
    let (s, es) = match teller.addresses(player) {
        true => ("", ""),
        false => ("s", "es"),
    };
    let who = event.who.map_or(String::new(), |who| teller.thing(who));
    let others = event.others.iter().map(|other| teller.thing(*other));
    for (slot, said) in [
        ("{who}", who),
        ("{other}", prose::and(others)),
        ("{n}", teller.damage(event.damage)),
        ("{number}", event.damage.to_string()),
        ("{die}", event.mark.to_string()),
        ("{player}", teller.player(player)),
        ("{s}", s.to_owned()),
        ("{es}", es.to_owned()),
    ] {
        words = words.replace(slot, &said);
    }
    Some(words)
}

impl Teller for Stage<'_, '_> {
    fn thing(&self, thing: Thing) -> String {
        match thing {
            Thing::Card(card) => card_in_story(self, card.card),
            Thing::Space(space) => self.lexicon.space_name(space),
        }
    }

    fn player(&self, player: Player) -> String {
        if player == 0 { "you" } else { "the opponent" }.to_owned()
    }

    fn addresses(&self, player: Player) -> bool {
        player == 0
    }

    fn damage(&self, amount: u32) -> String {
        let token = self.lexicon.token_name(self.table.damage_token);
        format!("{amount} {token}")
    }

    fn tells_details(&self) -> bool {
        true
    }
}

fn card_in_story(stage: &Stage<'_, '_>, card: CardIx) -> String {
    match stage.letter(card) {
        Some(letter) => format!("{} ({letter})", stage.card_name(card)),
        None => stage.card_name(card),
    }
}
