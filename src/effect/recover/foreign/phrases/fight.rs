//! How units fight: attacks, retaliation, boosting, and how much damage they deal and take.

use super::{Entry, maybe, never, open};

/// What is asked of each attack is asked as it begins.
const BOOSTED: &str = "say of which attacks: under `On Attack:` it is `this attack`; otherwise begin with the event, as \
                       `When a friendly unit attacks, your opponent cannot boost that attack.`";

const NO_MOST: &str = "what is dealt can be lowered, not limited: `This unit takes 1 less damage.`, or `When this unit would be \
                       dealt damage, prevent 2 of that damage.`";

const LOST_TO_WHOM: &str = "say what removes it: whatever that is, `When an enemy unit is removed from the map, …`; its own \
                            attack, `After this unit attacks, if the target was removed from the map this way, …`";

const HERO_STAYS: &str = "a hero is not removed, it has lost when so much damage is on it: write what is done about the damage, as \
                          `When this hero would be dealt damage, prevent 1 of that damage.`";

/// Damage goes elsewhere before it is dealt, all of it.
const ELSEWHERE: &str = "write it as an event, of one that is hit: `If an adjacent friendly unit would be dealt damage, deal that \
                         damage to this unit instead.`";

const FIRST_STRIKE: &str = "an attack and its retaliation deal their damage at the same time: forbid the retaliation, `Enemy units cannot \
     retaliate against this unit.`, or say what happens, `On Retaliate: …`";

pub(super) const FIGHT: &[Entry] = &[
    // Damage that goes elsewhere.
    maybe(
        "if|when|whenever … would be dealt damage , you may redirect|move|transfer N of that damage to … instead",
        &[
            "when {1} would be dealt damage, you may prevent {2} of that damage to deal {2} damage to {3}",
        ],
    ),
    maybe(
        "if|when|whenever … would be dealt damage , redirect|move|transfer N of that damage to … instead",
        &[
            "when {1} would be dealt damage, prevent {2} of that damage, then deal {2} damage to {3}",
        ],
    ),
    maybe(
        "if|when|whenever … would be dealt damage , you may redirect|move|transfer that|the|all damage to … instead",
        &["if {1} would be dealt damage, you may deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … would be dealt damage , redirect|move|transfer that|the|all damage to … instead",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … would be dealt damage , you may redirect|move|transfer it to … instead",
        &["if {1} would be dealt damage, you may deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … would be dealt damage , redirect|move|transfer it to … instead",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … would be dealt damage , you may redirect|move|transfer N of that damage to …",
        &[
            "when {1} would be dealt damage, you may prevent {2} of that damage to deal {2} damage to {3}",
        ],
    ),
    maybe(
        "if|when|whenever … would be dealt damage , redirect|move|transfer N of that damage to …",
        &[
            "when {1} would be dealt damage, prevent {2} of that damage, then deal {2} damage to {3}",
        ],
    ),
    maybe(
        "if|when|whenever … would be dealt damage , you may redirect|move|transfer that|the|all damage to …",
        &["if {1} would be dealt damage, you may deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … would be dealt damage , redirect|move|transfer that|the|all damage to …",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … would be dealt damage , you may redirect|move|transfer it to …",
        &["if {1} would be dealt damage, you may deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … would be dealt damage , redirect|move|transfer it to …",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … is|are dealt damage , you may redirect|move|transfer N of that damage to … instead",
        &[
            "when {1} would be dealt damage, you may prevent {2} of that damage to deal {2} damage to {3}",
        ],
    ),
    maybe(
        "if|when|whenever … is|are dealt damage , redirect|move|transfer N of that damage to … instead",
        &[
            "when {1} would be dealt damage, prevent {2} of that damage, then deal {2} damage to {3}",
        ],
    ),
    maybe(
        "if|when|whenever … is|are dealt damage , you may redirect|move|transfer that|the|all damage to … instead",
        &["if {1} would be dealt damage, you may deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … is|are dealt damage , redirect|move|transfer that|the|all damage to … instead",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … is|are dealt damage , you may redirect|move|transfer it to … instead",
        &["if {1} would be dealt damage, you may deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … is|are dealt damage , redirect|move|transfer it to … instead",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … is|are dealt damage , you may redirect|move|transfer N of that damage to …",
        &[
            "when {1} would be dealt damage, you may prevent {2} of that damage to deal {2} damage to {3}",
        ],
    ),
    maybe(
        "if|when|whenever … is|are dealt damage , redirect|move|transfer N of that damage to …",
        &[
            "when {1} would be dealt damage, prevent {2} of that damage, then deal {2} damage to {3}",
        ],
    ),
    maybe(
        "if|when|whenever … is|are dealt damage , you may redirect|move|transfer that|the|all damage to …",
        &["if {1} would be dealt damage, you may deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … is|are dealt damage , redirect|move|transfer that|the|all damage to …",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … is|are dealt damage , you may redirect|move|transfer it to …",
        &["if {1} would be dealt damage, you may deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … is|are dealt damage , redirect|move|transfer it to …",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … would be dealt damage , … takes|suffers it|that instead",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … would be dealt damage , … takes|suffers that damage instead",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … would take|suffer damage , … takes|suffers it|that instead",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "if|when|whenever … would take|suffer damage , … takes|suffers that damage instead",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "^ damage dealt to … is dealt|redirected to … instead",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "^ damage dealt to … is redirected to …",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "^ redirect|transfer|move damage dealt to … to …",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "^ damage that would be dealt to … is dealt|redirected to … instead",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "^ damage that would be dealt to … is redirected to …",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "^ redirect|transfer|move damage that would be dealt to … to …",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "^ all|any damage dealt to … is dealt|redirected to … instead",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "^ all|any damage dealt to … is redirected to …",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "^ redirect|transfer|move all|any damage dealt to … to …",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "^ all|any damage that would be dealt to … is dealt|redirected to … instead",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "^ all|any damage that would be dealt to … is redirected to …",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe(
        "^ redirect|transfer|move all|any damage that would be dealt to … to …",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    never(
        "takes|take|suffers|absorbs all damage for|instead",
        &[],
        ELSEWHERE,
    ),
    never(
        "takes|take|suffers|absorbs damage for|instead",
        &[],
        ELSEWHERE,
    ),
    never(
        "redirect|redirects|transfer|transfers the|that|all damage",
        &[],
        ELSEWHERE,
    ),
    never(
        "redirect|redirects|transfer|transfers damage",
        &[],
        ELSEWHERE,
    ),
    never("share|shares damage|their|its", &[], ELSEWHERE),
    never("is|are dealt to … instead", &[], ELSEWHERE),
    open(
        "strikes|strike|attacks first when|if|while",
        &[],
        FIRST_STRIKE,
    ),
    open("retaliates|retaliate first|before", &[], FIRST_STRIKE),
    open("deals its damage first", &[], FIRST_STRIKE),
    // Attacks and retaliation.
    maybe(
        "^ … cannot|can't be retaliated against",
        &[
            "enemy units cannot retaliate against {1}",
            "units cannot retaliate against {1}",
        ],
    ),
    maybe(
        "^ units attacked by … cannot|can't retaliate",
        &["units cannot retaliate against {1}"],
    ),
    maybe(
        "^ this W attacks … without disadvantage",
        &["when this {1} attacks {2}, that attack has no disadvantage"],
    ),
    maybe(
        "^ this W 's attacks against … have|suffer|get no disadvantage",
        &["when this {1} attacks {2}, that attack has no disadvantage"],
    ),
    maybe(
        "^ this W has no disadvantage against …",
        &["when this {1} attacks {2}, that attack has no disadvantage"],
    ),
    maybe(
        "^ this W ignores disadvantage when|while|if attacking …",
        &["when this {1} attacks {2}, that attack has no disadvantage"],
    ),
    maybe(
        "^ this W ignores disadvantage against …",
        &["when this {1} attacks {2}, that attack has no disadvantage"],
    ),
    maybe(
        "^ this W 's attacks have no disadvantage",
        &["this {1} has no disadvantage"],
    ),
    maybe(
        "^ this W deals double damage to|against …",
        &["when this {1} attacks {2}, double the damage of that attack"],
    ),
    maybe(
        "^ this W deals N additional|more damage to|against …",
        &["when this {1} attacks {3}, that attack deals {2} additional damage"],
    ),
    maybe(
        "^ this W deals N less damage to|against …",
        &["when this {1} attacks {3}, that attack deals {2} less damage"],
    ),
    maybe(
        "^ this W 's retaliation|retaliations deals|deal P damage",
        &["when this {1} retaliates, that attack deals {2#} additional damage"],
    ),
    maybe("immediately|instantly", &[""]),
    open(
        "may|can retaliate twice|2|two|3|three",
        &[],
        "a unit retaliates once in a round, or as often as it is attacked: write `may retaliate any number of times`",
    ),
    // Boosting.
    maybe(
        "^ this W 's attacks cannot|can't be boosted",
        &["when this {1} attacks, each player cannot boost that attack"],
    ),
    maybe(
        "^ this W cannot|can't boost its attacks",
        &["when this {1} attacks, you cannot boost that attack"],
    ),
    open("cannot|can't boost attacks !against", &[], BOOSTED),
    open("cannot|can't boost an|any attack !against", &[], BOOSTED),
    never(
        "boost each|every attack|attacks with",
        &[],
        "say of which attack: `When a friendly unit attacks, you may boost that attack with up to 2 cards.`",
    ),
    never(
        "if|when you boosted|boost this|that attack",
        &[],
        "write it as an event: `When this unit is boosted, …`",
    ),
    maybe(
        "your boost cards deal N additional|more|extra damage",
        &["your boost cards deal {1+} additional damage instead of 1"],
    ),
    // What is dealt, taken and prevented.
    open(
        "your opponent @ deals N damage to a|an|one … they|their",
        &[],
        "the card deals the damage; let your opponent choose first: `Your opponent chooses an enemy unit. Deal 2 damage to \
         that unit.`",
    ),
    open(
        "each player @ deals N damage to",
        &[],
        "the card deals the damage: say it of each player in a sentence, `Deal 1 damage to a friendly unit. Your opponent \
         chooses an enemy unit. Deal 1 damage to that unit.`",
    ),
    maybe(
        "^ … takes|take|suffers half damage from|by a|an … , rounded up",
        &[
            "when {1} would be dealt damage by a {2}, prevent an amount of that damage equal to half that damage, rounded down",
        ],
    ),
    maybe(
        "^ … takes|take|suffers half damage from|by … , rounded up",
        &[
            "when {1} would be dealt damage by {2}, prevent an amount of that damage equal to half that damage, rounded down",
        ],
    ),
    maybe(
        "^ … takes|take|suffers half damage from|by … , rounded down",
        &[
            "when {1} would be dealt damage by {2}, prevent an amount of that damage equal to half that damage, rounded up",
        ],
    ),
    maybe(
        "^ … takes|take|suffers half damage , rounded up",
        &[
            "when {1} would be dealt damage, prevent an amount of that damage equal to half that damage, rounded down",
        ],
    ),
    maybe(
        "^ … takes|take|suffers half damage , rounded down",
        &[
            "when {1} would be dealt damage, prevent an amount of that damage equal to half that damage, rounded up",
        ],
    ),
    open("cannot|can't be dealt more than N damage", &[], NO_MOST),
    open("cannot|can't take|suffer more than N", &[], NO_MOST),
    never(
        "dealt|takes|take|suffers N or more damage",
        &[],
        "ask for the number behind the event: `When this unit is dealt damage, if that damage is 3 or more, …`",
    ),
    maybe(
        "deal N damage to … and each|all W adjacent to it|that",
        &["deal {1} damage to {2}, then deal {1} damage to each {3} adjacent to it"],
    ),
    maybe(
        "deal N damage to … , N damage to …",
        &["deal {1} damage to {2}, then deal {3} damage to {4}"],
    ),
    maybe(
        "deal N damage , divided as you choose , among",
        &["deal {1} damage divided as you choose among"],
    ),
    // What is removed, and what is only damaged.
    open(
        "when|whenever this unit kills|destroys|slays|defeats|removes",
        &[],
        LOST_TO_WHOM,
    ),
    open("hero would be defeated|killed|destroyed", &[], HERO_STAYS),
    open("hero would die", &[], HERO_STAYS),
    open(
        "when|whenever this|that|a|an … @ is damaged !by",
        &[],
        "is it meant for as long as damage is on it, or each time that it is dealt some? Write `While this unit is damaged, …` \
         or `When this unit is dealt damage, …`",
    ),
    never(
        "swap|switch|exchange the damage",
        &[],
        "damage is moved from one to another: `Move all damage from a friendly unit to an enemy unit.`",
    ),
    open(
        "cannot|can't move|leave away from",
        &[],
        "where a unit goes is not asked: forbid it to move, `Adjacent enemy units cannot move.`",
    ),
];
