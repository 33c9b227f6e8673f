//! Draws the lines of a battle as a test writes them.

use cardwright_play::state::{At as Place, CardIx, State};
use smol_str::SmolStr;

use crate::scenario::fact::WALL_STATES;
use crate::scenario::lexicon::Lexicon;

/// Draws the lines on which stacks are, the opponent's first. `*` is a stack without a letter.
pub(in crate::scenario) fn draw(
    lexicon: &Lexicon<'_>,
    state: &State,
    letters: &[(SmolStr, CardIx)],
) -> String {
    let table = lexicon.table;
    let Some(battle) = &state.battle else {
        return String::new();
    };
    let columns = table.columns.max(1);
    let middle = table.rows.len() / 2;
    let mut stacks: Vec<(usize, u8, CardIx)> = Vec::new();
    for stack in &battle.stacks {
        let it = state.cards.get(usize::from(stack.card));
        if let Some(Place::Map(space)) = it.map(|it| it.at) {
            stacks.push((usize::from(space / columns), space, stack.card));
        }
    }
    stacks.sort_by_key(|(_, space, _)| *space);
    let mut lines = Vec::new();
    for (row, id) in table.rows.iter().enumerate().rev() {
        let on_row = stacks.iter().filter(|(of, ..)| *of == row);
        let names: Vec<&str> = on_row
            .map(|(.., stack)| {
                let letter = letters.iter().find(|(_, of)| of == stack);
                letter.map_or("*", |(letter, _)| letter.as_str())
            })
            .collect();
        if !names.is_empty() {
            let name = lexicon.name("rows", id);
            lines.push(format!("{name:<7} {}", names.join(" ")));
        }
        if row == middle {
            if let Some((_, hits)) = battle.walls {
                let state = WALL_STATES.get(usize::from(hits)).copied();
                lines.push(format!("{:<7} {}", "walls", state.unwrap_or_default()));
            }
            lines.push("-------".to_owned());
        }
    }
    lines.join("\n")
}
