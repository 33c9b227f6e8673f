//! What is done.

use super::{Entry, lacks, maybe, never, open};

pub(super) const ACTS: &[Entry] = &[
    maybe(
        "move … to|on|onto a|an|any vacant space adjacent to it",
        &["place {1} on a vacant space adjacent to that unit"],
    ),
    maybe(
        "move … to|on|onto a|an|any vacant space …",
        &["place {1} on a vacant space {2}"],
    ),
    maybe("^ deals N damage …", &["deal {1} damage {2}"]),
    maybe(
        "N less damage ( minimum N ) from …",
        &["{1} less damage from {3} (minimum {2})"],
    ),
    maybe("swap … places|positions", &["swap {1}"]),
    maybe("take|takes the control of", &["take control of"]),
    open(
        "exactly N step|steps|space|spaces away",
        &[],
        "a distance is so much at most, or more than so much: `within range 2`, `more than 2 steps away`",
    ),
    maybe("exactly N", &["{1}"]),
    open(
        "your opponent deals N damage to",
        &[],
        "a command is done by you: let your opponent choose, `Your opponent chooses a friendly unit. Deal 2 damage to that \
         unit.`",
    ),
    maybe(
        "^ … gains|gain|gets|get N size tokens|token",
        &["increase {2} {1}"],
    ),
    maybe("^ … loses|lose N size tokens|token", &["decrease {2} {1}"]),
    maybe("face up", &["face-up"]),
    maybe("face down", &["face-down"]),
    open(
        "any number of steps|spaces",
        &[],
        "write how many at most: `Move this unit up to 3 steps.`",
    ),
    maybe(
        "^ … gets|get|suffers|suffer N damage",
        &["deal {2} damage to {1}"],
    ),
    maybe("the attacked unit", &["the target"]),
    maybe("the attacked unit or hero", &["the target"]),
    maybe(
        "^ move N step|steps|space|spaces",
        &["move this unit {1} steps"],
    ),
    maybe(
        "^ move up to N step|steps|space|spaces",
        &["move this unit up to {1} steps"],
    ),
    maybe(
        "then move|moves N step|steps|space|spaces",
        &["then move this unit {1} steps"],
    ),
    maybe(
        "^ … may be activated again|twice this round|turn",
        &["remove the activation mark from {1}"],
    ),
    maybe(
        "^ … may be activated again|twice",
        &["remove the activation mark from {1}"],
    ),
    never(
        "from the game",
        &["from the map"],
        "no card leaves the game: what is done goes to its owner's discard pile, and what stands on the map is removed \
         from the map",
    ),
    open(
        "banish|exile … from your|their|a|the|each discard pile",
        &[],
        "no card leaves the game, and a discard pile is the last place it comes to",
    ),
    maybe("whoever controls this W draws …", &["draw {2}"]),
    maybe("the player who controls this W draws …", &["draw {2}"]),
    never(
        "whoever controls this",
        &[],
        "a text says `you` to the player who controls its card",
    ),
    open(
        "draw|draws N cards instead of N",
        &[],
        "write how many more: `At the start of the round, draw a card.`",
    ),
    lacks(
        "this unit … , then attack|attacks $",
        &["this unit {1}, then this unit attacks an enemy unit"],
        "it is not said whom it attacks",
    ),
    maybe(
        "remove the|a|an W or W mark from …",
        &["remove the {1} mark from {3} or remove the {2} mark from {3}"],
    ),
    maybe("upto N", &["up to {1}"]),
    maybe("look at top N", &["look at the top {1}"]),
    maybe("remove N damage of …", &["remove {1} damage from {2}"]),
    maybe("remove N wounds|wound from", &["remove {1} damage from"]),
    maybe(
        "^ you and your opponent each|both draw …",
        &["each player draws {1}"],
    ),
    maybe(
        "^ you and your opponent each|both discard …",
        &["each player discards {1}"],
    ),
    maybe(
        "if … has an|a W mark , remove it",
        &["if {1} has a {2} mark, remove the {2} mark from {1}"],
    ),
    maybe(
        "move N damage from each … to …",
        &["for each {2}, move {1} damage from that unit to {3}"],
    ),
    // How much is no choice.
    maybe("top up to N", &["top {1}"]),
    maybe("up to N random", &["{1} random"]),
    maybe("costs|cost up to N", &["costs {1}", "cost {1}"]),
    maybe("to up to N", &["to {1}"]),
    maybe("deals up to N", &["deals {1}"]),
    maybe("increase up to N", &["increase {1}"]),
    maybe("decrease up to N", &["decrease {1}"]),
    maybe(
        "you may boost this unit 's attacks with …",
        &["when this unit attacks, you may boost that attack with {1}"],
    ),
    maybe(
        "this unit 's attacks can't|cannot be retaliated against",
        &["enemy units cannot retaliate against this unit"],
    ),
    maybe(
        "W , ignoring its|their cost",
        &[
            "{1} without paying its cost",
            "{1} without paying their cost",
        ],
    ),
    maybe("this retaliation", &["this attack"]),
    maybe("in to", &["into"]),
    maybe("you may … , to …", &["you may {1} to {2}"]),
    maybe("draw P", &["draw {1#}"]),
    maybe("^ … 's W is increased by N", &["{1} gains +{3} {2}"]),
    maybe("^ the W of … is increased by N", &["{2} gains +{3} {1}"]),
    maybe("^ … 's W is reduced|decreased by N", &["{1} loses {3} {2}"]),
    maybe(
        "^ the W of … is reduced|decreased by N",
        &["{2} loses {3} {1}"],
    ),
    maybe("increase|raise the size of … by N", &["increase {2} {1}"]),
    maybe("increase size of … by N", &["increase {2} {1}"]),
    maybe("increase|raise … 's size by N", &["increase {2} {1}"]),
    maybe(
        "reduce|decrease|lower … 's size by N",
        &["decrease {2} {1}"],
    ),
    maybe("this W 's W increases by N", &["this {1} gains +{3} {2}"]),
    maybe("this W 's W decreases by N", &["this {1} loses {3} {2}"]),
    maybe(
        "^ W increases by N",
        &[
            "this unit gains +{2} {1}",
            "this hero gains +{2} {1}",
            "your hero gains +{2} {1}",
        ],
    ),
    maybe(
        "^ the damage of this attack is increased by N",
        &["this attack deals {1} additional damage"],
    ),
    maybe(
        "^ the damage of this attack is reduced|decreased by N",
        &["this attack deals {1} less damage"],
    ),
    never(
        "reduce|reduces|decrease|decreases|lower|lowers the size of … by N",
        &["decrease {2} {1}"],
        "size is taken so: `Decrease 1 an enemy unit.`",
    ),
    maybe("… loses N size", &["decrease {2} {1}"]),
    maybe("… gains N size", &["increase {2} {1}"]),
    never(
        "set|sets the size",
        &[],
        "write by how much: `Increase 1 this unit.`, `Decrease 1 an enemy unit.`",
    ),
    maybe("remove N damage to", &["remove {1} damage from"]),
    maybe("remove the damage from", &["remove all damage from"]),
    maybe("activation token", &["activation mark"]),
    maybe("retaliation token", &["retaliation mark"]),
    maybe("size mark", &["size token"]),
    maybe("casts", &["plays"]),
    maybe("discard P", &["discard {1#}"]),
    maybe("gains *flying*", &["becomes flying"]),
    maybe("gain *flying*", &["become flying"]),
    maybe("this unit gains P size …?", &["increase {1#} this unit"]),
    maybe("gain 1|one power", &["ready a power card"]),
    maybe("gain 1|one knowledge", &["ready a knowledge card"]),
    maybe(
        "^ gain N power",
        &["ready {1} power cards", "ready {1} power card"],
    ),
    maybe(
        "^ gain N knowledge",
        &["ready {1} knowledge cards", "ready {1} knowledge card"],
    ),
    maybe(
        "you gain N power",
        &["ready {1} power cards", "ready {1} power card"],
    ),
    maybe(
        "you gain N knowledge",
        &["ready {1} knowledge cards", "ready {1} knowledge card"],
    ),
    maybe("costs N W fewer", &["costs {1} {2} less"]),
    maybe("cost N W fewer", &["cost {1} {2} less"]),
    never(
        "this spell|card|artifact|ability retaliates|attacks|moves",
        &[],
        "it stands on no space and does not fight: say what it does, or what a unit or hero does",
    ),
    never("hero retaliates", &[], "only units retaliate"),
    maybe(
        "deal|deals P damage",
        &["this attack deals {1#} additional damage"],
    ),
    maybe(
        "^ swap places with …",
        &["swap this unit with {1}", "swap your hero with {1}"],
    ),
    maybe(
        "reduce|reduces the damage dealt to … by … by N",
        &["{1} takes {3} less damage from {2}"],
    ),
    maybe(
        "reduce|reduces damage dealt to … by … by N",
        &["{1} takes {3} less damage from {2}"],
    ),
    maybe(
        "reduce|reduces damage dealt to … by N",
        &["{1} takes {2} less damage"],
    ),
    maybe("split as you choose", &["divided as you choose"]),
    never(
        "^ name|choose a card name",
        &[],
        "the name of a card stands in the text, between quotation marks",
    ),
    never(
        "^ name a card",
        &[],
        "the name of a card stands in the text, between quotation marks",
    ),
    never(
        "play a|an additional|extra W",
        &[],
        "how many cards a player may play is a rule of the game: let the text play one, `you may play a spell from your hand`",
    ),
    maybe("with in range", &["within range"]),
    maybe("deal N damage each to", &["deal {1} damage to"]),
    maybe("add … token to …", &["place {1} token on {2}"]),
    maybe("add … tokens to …", &["place {1} tokens on {2}"]),
    maybe(
        "this unit heals N damage",
        &["remove {1} damage from this unit"],
    ),
    maybe(
        "it heals N damage",
        &[
            "remove {1} damage from it",
            "remove {1} damage from this unit",
        ],
    ),
    maybe(
        "^ deals|deal P damage to W units",
        &["if the target is {2}, this attack deals {1#} additional damage"],
    ),
    maybe(
        "deal|deals N extra|additional|more|bonus damage",
        &["this attack deals {1} additional damage"],
    ),
    maybe("max|maximum hand size is N", &["your hand limit is {1}"]),
    maybe(
        "your max|maximum hand size is N",
        &["your hand limit is {1}"],
    ),
    maybe("your hand size is N", &["your hand limit is {1}"]),
    maybe(
        "resurrect|revive|reanimate|raise …",
        &[
            "place {1} from your discard pile on a vacant space adjacent to your hero",
            "place {1} on a vacant space adjacent to your hero",
            "return {1} to your hand",
        ],
    ),
    never(
        "skip|skips … activation",
        &[],
        "say what cannot be done: `An enemy unit cannot be activated until the end of the round.`",
    ),
    never(
        "this unit is flying|ranged|ground",
        &[],
        "whether a unit flies or shoots is said by its fields, not by its text; what becomes so later: `This unit becomes flying until the end of the round.`",
    ),
    maybe(
        "^ ready N W and N W …",
        &["ready {1} {2} {5}, then ready {3} {4} {5}"],
    ),
    maybe(
        "this unit doesn't take damage from W",
        &[
            "when this unit would be dealt damage by {1}, prevent all of that damage",
            "when this unit would be dealt damage by {1} units, prevent all of that damage",
        ],
    ),
    never(
        "doesn't|don't|cannot|can't take damage",
        &[],
        "say what is prevented: `When this unit would be dealt damage by a spell, prevent all of that damage.`",
    ),
    maybe("gain N W and N W", &["gain +{1} {2} and +{3} {4}"]),
    maybe("gains N W and N W", &["gains +{1} {2} and +{3} {4}"]),
    maybe(
        "ignoring its|their cost",
        &["without paying its cost", "without paying their cost"],
    ),
    maybe("gain S W and W", &["gain {1} {2} and {1} {3}"]),
    maybe("gains S W and W", &["gains {1} {2} and {1} {3}"]),
    // Who does it to whom.
    maybe(
        "deal|deals N @ more damage to …",
        &["deal {1} damage to {2}"],
    ),
    maybe(
        "this W deals damage equal to its W to …",
        &["deal damage to {3} equal to this {1}'s {2}"],
    ),
    maybe(
        "that W deals damage equal to its W to …",
        &["deal damage to {3} equal to that {1}'s {2}"],
    ),
    never(
        "reduce|reduces|decrease|decreases the damage dealt by … by N",
        &["when {1} attacks, that attack deals {2} less damage"],
        "say which attacks deal less, or who takes less: `When an enemy unit attacks, that attack deals 1 less damage.`, \
         `This unit takes 1 less damage from enemy units until the end of the round.`",
    ),
    never(
        "attack each other",
        &[],
        "say which cannot attack which: `Friendly units cannot attack friendly units.`",
    ),
    never(
        "switch|swap|exchange the|its|their W and|with W",
        &[],
        "two numbers are not exchanged: say how much each grows or shrinks, as `It gains +2 attack and loses 1 defense.`",
    ),
    maybe(
        "it deals damage equal to its W to …",
        &["deal damage to {2} equal to its {1}"],
    ),
    maybe(
        "deal|deals damage equal to … to …",
        &["deal damage to {2} equal to {1}"],
    ),
    maybe("this|that|the W deals N damage to", &["deal {2} damage to"]),
    maybe("your W deals N damage to", &["deal {2} damage to"]),
    maybe("it deals N damage to", &["deal {1} damage to"]),
    never(
        "it|unit|hero|location|spell|card deals N damage to",
        &[],
        "damage of an effect is dealt by the card: write it as a command, `deal 1 damage to an enemy unit`; what a unit \
         deals itself is an attack: `That unit attacks …`",
    ),
    maybe(
        "^ attack … , then attack …",
        &["This unit attacks {1}, then this unit attacks {2}"],
    ),
    maybe(
        "^ attack …",
        &["This unit attacks {1}", "A friendly unit attacks {1}"],
    ),
    maybe(
        "your opponent chooses one of their|his units",
        &["your opponent chooses an enemy unit"],
    ),
    maybe(
        "your opponent chooses N of their|his units",
        &["your opponent chooses {1} enemy units"],
    ),
    never(
        "each player chooses one|N of their",
        &[],
        "say it of each player in a sentence: `Choose a friendly unit. Your opponent chooses an enemy unit.`",
    ),
    never(
        "each player @ removes … from the map",
        &[],
        "say of each player who chooses, and then what happens: `Remove a friendly unit from the map. Your opponent chooses an \
         enemy unit. Remove that unit from the map.`",
    ),
    never(
        "your opponent @ removes … from the map",
        &[],
        "say who chooses, and then what happens: `Your opponent chooses an enemy unit. Remove that unit from the map.`",
    ),
    never(
        "each player @ decreases|increases …",
        &[],
        "say of each player who chooses, and then what happens: `Decrease 1 a friendly unit. Your opponent chooses an enemy \
         unit. Decrease 1 that unit.`",
    ),
    never(
        "your opponent @ decreases|increases …",
        &[],
        "say who chooses, and then what happens: `Your opponent chooses an enemy unit. Decrease 1 that unit.`",
    ),
    maybe(
        "remove its|their activation mark",
        &["remove the activation mark from it"],
    ),
    maybe(
        "remove its|their retaliation mark",
        &["remove the retaliation mark from it"],
    ),
    maybe(
        "remove all activation marks",
        &["remove the activation mark"],
    ),
    maybe(
        "remove all retaliation marks",
        &["remove the retaliation mark"],
    ),
    maybe(
        "back on|onto top",
        &["on the top of your deck", "on the top of its owner's deck"],
    ),
    maybe("back to", &["to"]),
    maybe("back into", &["into"]),
    maybe("discarded from the map", &["removed from the map"]),
    maybe(
        "the|an W has disadvantage for|on that|this attack",
        &[
            "that attack has disadvantage",
            "this attack has disadvantage",
        ],
    ),
    maybe("instead , then …", &[", then {1} instead"]),
    never(
        "remove|place up to N W tokens|token",
        &[],
        "write how many: `Remove 3 charge tokens from …`; where there are fewer, all of them go; for a number that is \
         chosen, `Remove X charge tokens from this unit to deal X damage to an enemy unit.`",
    ),
    never(
        "remove|place any number of W tokens|token",
        &[],
        "let the number be X: `Remove X charge tokens from this unit to deal X damage to an enemy unit.`",
    ),
    maybe(
        "a|an W mark is placed on … , @ remove it|that",
        &["a {1} mark is placed on {2}, remove the {1} mark from {2}"],
    ),
    maybe(
        "a|an W mark is placed on … , @ remove that mark",
        &["a {1} mark is placed on {2}, remove the {1} mark from {2}"],
    ),
    maybe("a|one size token is placed on … ,", &["{1} is increased,"]),
];
