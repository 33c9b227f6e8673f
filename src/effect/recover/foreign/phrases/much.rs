//! How much: damage, healing and the numbers of a card; for how long, and how far.

use super::{Entry, lacks, maybe, never, open};

const NO_OTHER: &str = "what a card is does not change: say what it gains or what happens to it, as `Friendly units gain +1 attack.`";

const NO_ROUNDS: &str = "nothing is counted over several rounds: write `until the end of the round`, or let it last as long as a card is \
                         there, under `Ongoing:` or `Passive:`";

pub(super) const MUCH: &[Entry] = &[
    // Damage.
    open(
        "remove up to N damage",
        &[],
        "the number is exact, and where there is less, all of it is removed: write `Remove 3 damage from …`; what may be left is \
         `You may …`",
    ),
    open(
        "increase|decrease up to N",
        &[],
        "the number is exact: write `Increase 2 …`, or `You may increase 2 …` where it may be left",
    ),
    never(
        "up to N damage",
        &[],
        "write how much, as `3 damage`; what is left to the player is `You may …`, or modes: `Choose one:`",
    ),
    maybe("equal to number of", &["equal to the number of"]),
    maybe("make|do|inflict|cause|apply …", &["deal {1}"]),
    maybe(
        "makes|does|inflicts|causes N damage",
        &["deals {1} additional damage"],
    ),
    maybe("deals N damage", &["deals {1} additional damage"]),
    maybe("N points|point of damage", &["{1} damage"]),
    maybe("deal to … N damage", &["deal {2} damage to {1}"]),
    maybe("deal … N damage", &["deal {2} damage to {1}"]),
    maybe(
        "attack|shoot|hit … for N damage",
        &["deal {2} damage to {1}"],
    ),
    maybe(
        "deal damage equal to … to …",
        &["deal damage to {2} equal to {1}"],
    ),
    maybe(
        "deal N damage to … and N damage to …",
        &["deal {1} damage to {2}, then deal {3} damage to {4}"],
    ),
    maybe(
        "deal N damage to … and to …",
        &["deal {1} damage to {2}, then deal {1} damage to {3}"],
    ),
    maybe("damage on|at|in|against|for", &["damage to"]),
    lacks(
        "deal N damage $",
        &[
            "deal {1} damage to the target",
            "deal {1} damage to the attacker",
            "deal {1} damage to an enemy unit",
            "deal {1} damage to an enemy unit within range 3 of your hero",
        ],
        "it is not said to whom",
    ),
    maybe("double damage", &["twice the damage"]),
    maybe(
        "this attack|unit deals double damage",
        &["double the damage of this attack"],
    ),
    maybe(
        "it deals double damage",
        &["double the damage of this attack"],
    ),
    maybe("deal double damage", &["double the damage of this attack"]),
    maybe("… suffers N wounds", &["{1} takes {2} damage"]),
    // Healing.
    maybe(
        "heal|restore|recover|cure N health|hp|wounds|wound|points to|of|from|on|for …",
        &["remove {1} damage from {2}"],
    ),
    maybe(
        "heal|restore|recover|cure N W W to|of|from|on|for …",
        &["remove {1} damage from {4}"],
    ),
    maybe(
        "heal|restore|recover|cure N to|of|from|on|for …",
        &["remove {1} damage from {2}"],
    ),
    maybe(
        "heal|restore|recover|cure … for|by N health|hp|damage|wounds",
        &["remove {2} damage from {1}"],
    ),
    maybe(
        "heal|restore|recover|cure … for|by N hit point|points",
        &["remove {2} damage from {1}"],
    ),
    maybe(
        "heal|restore|recover|cure … for|by N",
        &["remove {2} damage from {1}"],
    ),
    lacks(
        "heal|restore|recover|cure N $",
        &[
            "remove {1} damage from this unit",
            "remove {1} damage from your hero",
        ],
        "it is not said from whom",
    ),
    lacks(
        "heal|restore|recover|cure|remove N damage|health|hp $",
        &[
            "remove {1} damage from this unit",
            "remove {1} damage from your hero",
        ],
        "it is not said from whom",
    ),
    maybe(
        "heal|restore|cure … fully|completely",
        &["remove all damage from {1}"],
    ),
    maybe(
        "fully|completely heal|restore|cure …",
        &["remove all damage from {1}"],
    ),
    maybe(
        "heal|restore|cure|regenerate …",
        &["remove all damage from {1}"],
    ),
    maybe("^ … heals|heal N $", &["remove {2} damage from {1}"]),
    maybe("^ … heals|heal N damage $", &["remove {2} damage from {1}"]),
    maybe(
        "^ gain|regain|recover N health|life|hp",
        &["remove {1} damage from your hero"],
    ),
    maybe(
        "you gain|regain|heal|recover N health|life|hp",
        &["remove {1} damage from your hero"],
    ),
    maybe(
        "you gain|regain|heal|recover N hit point|points",
        &["remove {1} damage from your hero"],
    ),
    maybe("you lose N W", &["deal {1} damage to your hero"]),
    maybe(
        "your opponent loses N W",
        &["deal {1} damage to the enemy hero"],
    ),
    // Numbers of a card.
    maybe("B", &["{1} attack and {2} health"]),
    maybe("give|grant S W to …", &["{3} gains {1} {2}"]),
    maybe(
        "give|grant S W and S W to …",
        &["{5} gains {1} {2} and {3} {4}"],
    ),
    maybe("give|grant … S", &["{1} gains {2}"]),
    maybe("has S", &["gains {1}"]),
    maybe("have S", &["gain {1}", "gains {1}"]),
    maybe("gains|gets N W points", &["gains +{1} {2} points"]),
    maybe("gain|get N W points", &["gain +{1} {2} points"]),
    maybe("gains|gets N W", &["gains +{1} {2}"]),
    maybe("gain|get N W", &["gain +{1} {2}"]),
    maybe(
        "^ … has|have N W points",
        &["set the {3} points of {1} to {2}"],
    ),
    maybe("^ … has|have N W", &["set the {3} of {1} to {2}"]),
    maybe("receive|receives", &["gains"]),
    maybe("this W 's W S", &["this {1} gains {3} {2}"]),
    maybe(
        "^ P W for each …",
        &[
            "this unit gains {1} {2} for each {3}",
            "this hero gains {1} {2} for each {3}",
            "your hero gains {1} {2} for each {3}",
        ],
    ),
    maybe(
        "^ S W for each …",
        &[
            "this unit loses {1#} {2} for each {3}",
            "this hero loses {1#} {2} for each {3}",
            "your hero loses {1#} {2} for each {3}",
        ],
    ),
    maybe("S W to|for all …", &["all {3} gain {1} {2}"]),
    maybe("S W to|for …", &["{3} gains {1} {2}"]),
    maybe("^ P damage", &["this attack deals {1#} additional damage"]),
    maybe("^ S", &["this unit gains {1}"]),
    maybe(
        "increase|raise|boost the|a|an W of … by N",
        &["{2} gains +{3} {1}"],
    ),
    maybe("increase|raise|boost W of … by N", &["{2} gains +{3} {1}"]),
    maybe("increase|raise|boost … 's W by N", &["{1} gains +{3} {2}"]),
    maybe(
        "reduce|decrease|lower the|a|an W of … by N",
        &["{2} loses {3} {1}"],
    ),
    maybe("reduce|decrease|lower … 's W by N", &["{1} loses {3} {2}"]),
    maybe("add N to the W of …", &["{3} gains +{1} {2}"]),
    maybe("add S W to …", &["{3} gains {1} {2}"]),
    maybe("set … 's W to N", &["set the {2} of {1} to {3}"]),
    maybe("increase|grow a|an …", &["increase 1 a {1}"]),
    maybe("increase|grow each|every …", &["increase 1 each {1}"]),
    maybe("increase|grow …", &["increase 1 {1}"]),
    maybe("decrease|shrink …", &["decrease 1 {1}"]),
    maybe("gains|gain|has|have flying|ranged", &["becomes flying"]),
    // Time.
    maybe("until end of turn", &["until the end of the turn"]),
    maybe("until end of round", &["until the end of the round"]),
    maybe(
        "until end of activation",
        &["until the end of the activation"],
    ),
    maybe(
        "until end|the end of round",
        &["until the end of the round"],
    ),
    maybe("until end|the end of turn", &["until the end of the turn"]),
    maybe("during|for|in the|this|one|1 round", &["this round"]),
    maybe("during|for|in the|this|one|1 turn", &["this turn"]),
    maybe("for 1|one|a round", &["until the end of the round"]),
    maybe("for 1|one|a turn", &["until the end of the turn"]),
    open("for N rounds|turns", &[], NO_ROUNDS),
    open(
        "until it|they attacks|attack|moves|move|retaliates|retaliate|dies|die",
        &[],
        "nothing lasts until something happens: write `until the end of the attack`, `until the end of the round`, or what happens \
         then, `When that unit attacks, …`",
    ),
    open("for the next N rounds|turns", &[], NO_ROUNDS),
    maybe("during|in|for combat", &["until the end of the attack"]),
    maybe("until your next activation", &["until your next turn"]),
    maybe("permanently|forever", &["for the rest of the game"]),
    maybe(
        "… permanently W …",
        &["{1} {2} {3} for the rest of the game"],
    ),
    maybe("turn|round only", &["turn", "round"]),
    maybe(
        "at the start|beginning of your|each|every|the round|upkeep",
        &["at the start of the round"],
    ),
    maybe(
        "at the end of your|each|every round",
        &["at the end of the round"],
    ),
    never(
        "at the end of the|this turn",
        &[],
        "nothing begins or ends with a turn: the moments are `At the start of the round, …` and `At the end of the \
         round, …`",
    ),
    maybe(
        "at start|beginning of round|turn",
        &["at the start of the round"],
    ),
    maybe("at end of round|turn", &["at the end of the round"]),
    maybe(
        "^ each|every turn|round ,",
        &["once per round,", "at the start of the round,"],
    ),
    maybe("once a|each|every round", &["once per round"]),
    maybe("once each|a|every game", &["once per game"]),
    // Distance.
    maybe(
        "within N space|spaces|step|steps|range of|from",
        &["within range {1} of"],
    ),
    maybe(
        "within N space|spaces|step|steps|range",
        &["within range {1}"],
    ),
    maybe("within a|the range of N", &["within range {1}"]),
    maybe("in|at a|the range of N", &["within range {1}"]),
    maybe("in|at range of N", &["within range {1}"]),
    maybe("in|at range N or less", &["within range {1}"]),
    maybe("in|at range N", &["within range {1}"]),
    maybe(
        "up to N space|spaces|step|steps away from",
        &["within range {1} of"],
    ),
    maybe(
        "up to N space|spaces|step|steps away",
        &["within range {1}"],
    ),
    maybe(
        "N space|spaces|step|steps away from",
        &["within range {1} of"],
    ),
    maybe("next to", &["adjacent to"]),
    never(
        "onto",
        &["on"],
        "write `on`; of what moves there, `enters`: `When a friendly unit enters this space, …`",
    ),
    maybe("close to", &["adjacent to"]),
    maybe("beside|near|touching|around", &["adjacent to"]),
    maybe("adjacent W to", &["{1} adjacent to"]),
    maybe(
        "until the start|beginning of your next turn",
        &["until your next turn"],
    ),
    maybe(
        "a|an W controlled by your|the|an opponent",
        &["an enemy {1}"],
    ),
    maybe("W controlled by your|the|an opponent", &["enemy {1}"]),
    maybe("a|an W controlled by you", &["a friendly {1}"]),
    maybe("W controlled by you", &["friendly {1}"]),
    maybe("N activation mark|marks", &["an activation mark"]),
    maybe("N retaliation mark|marks", &["a retaliation mark"]),
    never(
        "choose a|the target",
        &[],
        "say what is chosen: `Choose an enemy unit.`",
    ),
    never(
        "at least N step|steps|space|spaces away",
        &[],
        "count those that are nearer: `more than 2 steps away` is 3 or farther",
    ),
    maybe(
        "at most N step|steps|space|spaces away",
        &["within range {1}"],
    ),
    maybe("^ for each of those W , …", &["{2} for each of those {1}"]),
    maybe("choose one or both|more", &["choose 1 or more"]),
    never(
        "unit|units|hero|heroes|space|spaces N step|steps|space|spaces away !from",
        &[],
        "say how far at most, or how far at least: `within range 3`, `more than 2 steps away`",
    ),
    maybe(
        "^ choose … , then a|an …",
        &[
            "choose {1}, then choose a {2}",
            "choose {1}, then choose an {2}",
        ],
    ),
    maybe("from attacks", &["from units"]),
    never(
        "by enemy effects|abilities",
        &[],
        "name what it comes from: `by enemy spells`, `by enemy units`",
    ),
    never(
        "by effects|abilities",
        &["by spells"],
        "name what it comes from: `by spells`, `by units`",
    ),
    never(
        "they swap places|positions",
        &[],
        "write `Swap a friendly unit with an enemy unit.`",
    ),
    never(
        "shuffle a|an|the|this|that … into",
        &[],
        "write where it goes, and then that it is shuffled: `Put an enemy unit on the bottom of its owner's deck. Your opponent shuffles their deck.`",
    ),
    never(
        "boost|boosts attacks against this|that|your|a|an W",
        &[],
        "write it as an event: `When this unit is attacked, your opponent cannot boost that attack.`",
    ),
    never(
        "'s attacks against",
        &[],
        "write it as an event: `When this unit attacks a hero, double the damage of that attack.`",
    ),
    never(
        "attacks against",
        &[],
        "write it as an event: `When an adjacent friendly unit is attacked, redirect that attack to this unit.`",
    ),
    never(
        "prevent|prevents|ignore|ignores|halve|double … @ the damage dealt to …",
        &[],
        "write it as an event: `When this unit would be dealt damage, prevent 1 of that damage.`",
    ),
    never(
        "deals|deal no damage",
        &[],
        "write `deals 2 less damage`, or what it cannot do: `cannot attack`, `cannot retaliate`",
    ),
    never(
        "takes|take no damage from this|that attack",
        &[],
        "write it as an event: `When this unit would be dealt damage, prevent all of that damage.`",
    ),
    never(
        "attack|move|size equals",
        &[],
        "write what it gains: `Set the attack of this unit to its size.`",
    ),
    never(
        "attack|move is equal to",
        &[],
        "write what it gains: `Set the attack of this unit to its size.`",
    ),
    maybe("has W equal to", &["gains {1} equal to"]),
    maybe("have W equal to", &["gain {1} equal to"]),
    maybe(
        "cannot|can't be the|a target|targets of …",
        &["cannot be targeted by {1}"],
    ),
    maybe(
        "your opponent cannot|can't target … with W",
        &["{1} cannot be targeted by enemy {2}"],
    ),
    never(
        "that|which target|targets",
        &[],
        "what a spell is aimed at does not change it: say what happens to whom, as `This unit cannot be targeted by enemy spells.`",
    ),
    maybe(
        "the W of … is doubled",
        &["set the {1} of {2} to twice its {1}"],
    ),
    maybe("loses|lose all retaliation", &["cannot retaliate"]),
    maybe(
        "does|do not retaliate",
        &["cannot retaliate", "cannot retaliate against this attack"],
    ),
    maybe(
        "move this unit 's damage to|onto …",
        &["move all damage from this unit to {1}"],
    ),
    maybe("cannot|can't activate", &["cannot be activated"]),
    maybe("cannot|can't move away", &["cannot move"]),
    maybe("^ move up to N steps", &["move this unit up to {1} steps"]),
    maybe("^ move N steps|spaces", &["move this unit {1} steps"]),
    maybe(", but not below|under N", &["(minimum {1})"]),
    maybe(", but not less than N", &["(minimum {1})"]),
    maybe(
        "place … adjacent to …",
        &["place {1} on a vacant space adjacent to {2}"],
    ),
    never(
        "back in any order",
        &[],
        "say on which deck: `on the top of your deck in any order`, `on the top of your opponent's deck in any order`",
    ),
    maybe("back on|onto", &["on"]),
    maybe("as many cards", &["that many cards"]),
    maybe(
        "this unit enters|comes with N W tokens",
        &["when this unit is placed, place {1} {2} tokens on this unit"],
    ),
    never(
        "unit|units|hero|heroes|spell|spells|attack|attacks|it deals|deal N additional|more damage to|against",
        &[],
        "write it as an event: `When this unit attacks a *dragon* unit, that attack deals 1 additional damage.`",
    ),
    never("counts|count as", &[], NO_OTHER),
    never("is|are also a|an", &[], NO_OTHER),
];
