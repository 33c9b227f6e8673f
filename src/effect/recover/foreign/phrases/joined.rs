//! What is joined to a sentence, compared in it, or said of the wrong moment.

use super::{Entry, maybe, open};

/// What a card gains is a text of its own.
const IN_BRACKETS: &str = "a text that is gained stands in brackets, with its heading: `Friendly units gain [On Attack: Draw a card.]`";

const SILENCED: &str = "a text cannot be switched off: write what its card cannot do, as `An enemy unit cannot attack or retaliate until \
                        the end of the round.`";

pub(super) const JOINED: &[Entry] = &[
    open("gain|gains|get|gets|has|have Q", &[], IN_BRACKETS),
    open(
        "lose|loses all|its|their abilities|ability|text|effects",
        &[],
        SILENCED,
    ),
    open(
        "lose|loses all its|their abilities|text|effects",
        &[],
        SILENCED,
    ),
    maybe(
        "^ … next round $",
        &[
            "at the start of the next round, {1} until the end of the round",
            "at the start of the next round, {1}",
        ],
    ),
    open(
        "^ play this W only if|when",
        &[],
        "its text asks for it, `If you control a *dragon* unit, …`; a card that waits for something says so in its heading, \
         `Reaction, when …:`",
    ),
    open(
        "^ as an additional cost",
        &[],
        "what is paid stands in the sentence: `You may discard a card to deal 3 damage to an enemy unit.`",
    ),
    // A time stands behind all that `and` joins.
    maybe(
        "this round , but cannot|can't …",
        &["and cannot {1} until the end of the round"],
    ),
    maybe(
        "until the end of the round , but cannot|can't …",
        &["and cannot {1} until the end of the round"],
    ),
    maybe(
        "until the end of the turn , but cannot|can't …",
        &["and cannot {1} until the end of the turn"],
    ),
    maybe(
        "until the end of the round and cannot|can't …",
        &["and cannot {1} until the end of the round"],
    ),
    maybe(
        "until the end of the turn and cannot|can't …",
        &["and cannot {1} until the end of the turn"],
    ),
    maybe(
        "until the end of the round and gains …",
        &["and gains {1} until the end of the round"],
    ),
    maybe(
        "until the end of the round and loses …",
        &["and loses {1} until the end of the round"],
    ),
    maybe("W , but cannot|can't …", &["{1} and cannot {2}"]),
    maybe("^ also deal", &["deal"]),
    maybe("^ also remove", &["remove"]),
    maybe("^ also draw", &["draw"]),
    maybe("^ also discard", &["discard"]),
    maybe("W , each within range N of", &["{1} within range {2} of"]),
    maybe("W , each adjacent to", &["{1} adjacent to"]),
    // What is prevented has not happened.
    maybe(
        "when|whenever … takes|take damage , prevent N of that damage",
        &["when {1} would be dealt damage, prevent {2} of that damage"],
    ),
    // Comparisons.
    maybe(
        "^ … target has more size tokens|size than this unit",
        &["{1} target's size is greater than this unit's size"],
    ),
    maybe(
        "^ … attacker has more size tokens|size than this unit",
        &["{1} attacker's size is greater than this unit's size"],
    ),
    maybe(
        "^ … target has fewer size tokens than this unit",
        &["{1} target's size is less than this unit's size"],
    ),
    maybe(
        "^ … target has less size than this unit",
        &["{1} target's size is less than this unit's size"],
    ),
    maybe(
        "^ … this unit has more size tokens|size than the target",
        &["{1} this unit's size is greater than the target's size"],
    ),
    maybe(
        "the range of … units is|are increased by N",
        &["{1} units gain +{2} range"],
    ),
    maybe(
        "the range of … is increased by N",
        &["{1} gains +{2} range"],
    ),
    maybe(
        "reduce all|any damage dealt to … by N",
        &["reduce the damage dealt to {1} by {2}"],
    ),
    maybe(
        "reduces|reduce all|any damage it takes by N",
        &["takes {1} less damage"],
    ),
    // Moments.
    open(
        "at the start|beginning of the game|match",
        &[],
        "nothing happens before the first round: write `At the start of the round, …`, or what happens when a card is \
         played",
    ),
    open(
        "before damage",
        &[],
        "leave it out: what stands under `On Attack:` and `On Retaliate:` happens before the damage is dealt",
    ),
    open(
        "if this|it|that kills the target",
        &[],
        "what an attack removed is known behind it: `Passive: After this unit attacks, if the target was removed from the \
         map this way, …`",
    ),
    open(
        "may|can attack two times",
        &[],
        "write `On Attack: This unit attacks the target again.`",
    ),
    open(
        "has|have N armor|armour|shield|shields",
        &[],
        "write `… takes 1 less damage` or `Prevent the next 2 damage that would be dealt to …`",
    ),
];
