//! What has been and until when: what is asked of this round, this way and the first time, and an event that is written
//! as a condition or the other way round.

use super::{Entry, PLAYED_BEFORE, maybe, never, open};

pub(super) const SINCE: &[Entry] = &[
    maybe(
        "if|unless … attacked this turn",
        &["if {1} has attacked this turn"],
    ),
    maybe(
        "if|unless … moved this turn",
        &["if {1} has moved this turn"],
    ),
    maybe(
        "if|unless … taken|suffered damage this round",
        &["if {1} been dealt damage this round"],
    ),
    maybe(
        "if|unless … taken|suffered damage this turn",
        &["if {1} been dealt damage this turn"],
    ),
    maybe(
        "if|unless … attacked this round",
        &["if {1} has attacked this round"],
    ),
    maybe(
        "if|unless … moved this round",
        &["if {1} has moved this round"],
    ),
    maybe(
        "if|unless … retaliated this round",
        &["if {1} has retaliated this round"],
    ),
    never(
        "if|unless|while you|they played|cast|drew|discarded",
        &[],
        PLAYED_BEFORE,
    ),
    never(
        "if|unless|while your opponent played|cast|drew|discarded",
        &[],
        PLAYED_BEFORE,
    ),
    never(
        "if|unless|while your opponent has|hasn't|didn't played|cast|drawn|discarded|play|draw|discard",
        &[],
        PLAYED_BEFORE,
    ),
    never(
        "if|unless|while you've|they've played|cast|drawn|discarded",
        &[],
        PLAYED_BEFORE,
    ),
    never(
        "if|unless|while you|they have|has|haven't|hasn't|didn't played|cast|drawn|discarded|play|draw|discard",
        &[],
        PLAYED_BEFORE,
    ),
    never(
        "if|unless|while you|they have|has|did not played|cast|drawn|discarded|play|draw|discard",
        &[],
        PLAYED_BEFORE,
    ),
    maybe("unless … , …", &["{2} unless {1}"]),
    maybe(
        "only …? W units can|may …",
        &[
            "units (excluding {1} {2} units) cannot {3}",
            "units (excluding {2} units) cannot {3}",
        ],
    ),
    maybe(
        "the first time this unit attacks each|every round , it …",
        &["the first time each round this unit attacks, that attack {1}"],
    ),
    maybe(
        "the first time … each|every round , …",
        &["the first time each round {1}, {2}"],
    ),
    maybe(
        "the first time each|every round that … , …",
        &["the first time each round {1}, {2}"],
    ),
    never(
        "the first time … each|every|this turn",
        &[],
        "what happens for the first time is counted in a round: `The first time each round …, …`",
    ),
    never(
        "the first time each|every|this turn",
        &[],
        "what happens for the first time is counted in a round: `The first time each round …, …`",
    ),
    never(
        "until the end of its next|activation activation|turn",
        &[],
        "say until a time of the rules: `until the end of the round`, `until your next turn`",
    ),
    never(
        "instead of attacking|moving|retaliating",
        &[],
        "say what is not done: `This unit cannot attack until the end of the activation.`, or let it be chosen: `Choose one:` with a line for each",
    ),
    open(
        "when|whenever … @ this round , …",
        &[],
        "remove this time: what is done once waits until the end of the attack or activation in which it is done, or else of the round",
    ),
    maybe(
        "has|have already been W",
        &["has been {1}", "have been {1}"],
    ),
    never(
        "after|following this|the attack ,",
        &[],
        "write a line of its own: `Passive: After this unit attacks, …`",
    ),
    never(
        "dealt damage by an attack",
        &[],
        "write `When this unit is attacked, that attack deals 1 less damage.`, or whose damage it is: `dealt damage by a unit`",
    ),
    never(
        "attacks|moves|retaliates or attacks|moves|retaliates",
        &[],
        "an event is one thing that happens: write a line for each of the two",
    ),
    never(
        "attacks|moves|retaliates or is|are",
        &[],
        "an event is one thing that happens: write a line for each of the two",
    ),
    never(
        "has|have passed",
        &[],
        "nothing asks whether somebody has passed: write `When your opponent passes, …`",
    ),
    never(
        "choose a number|value",
        &[],
        "no number is chosen: write how many it is, or `up to 3`",
    ),
    maybe("was a", &["is a"]),
    maybe("was an", &["is an"]),
    maybe("that|which was|were adjacent to", &["adjacent to"]),
    maybe(
        "the W of … is|are increased by",
        &["{2}'s {1} is increased by"],
    ),
    maybe(
        "the W of … is|are decreased|reduced by",
        &["{2}'s {1} is decreased by"],
    ),
    maybe(", up to N", &[" (maximum {1})"]),
    maybe("with a|an W of N or more", &["with {2} or more {1}"]),
    maybe("with a|an W of N or less|fewer", &["with {2} or less {1}"]),
    maybe("with a|an W of N", &["with {2} {1}"]),
    maybe("and discard the rest", &[", then discard the rest"]),
    maybe(
        "you are the second player",
        &["you are not the first player"],
    ),
    maybe(
        "another random …",
        &["a random other {1}", "another {1} at random"],
    ),
    maybe("as if adjacent", &[""]),
    maybe("that damage is dealt to …", &["deal that damage to {1}"]),
    maybe(
        "until the end of the W ( maximum N )",
        &["(maximum {2}) until the end of the {1}"],
    ),
    maybe(
        "until the end of the W ( minimum N )",
        &["(minimum {2}) until the end of the {1}"],
    ),
    maybe(
        "until the end of the W for each …",
        &["for each {2} until the end of the {1}"],
    ),
    maybe(
        "until the end of the W equal to …",
        &["equal to {2} until the end of the {1}"],
    ),
    maybe("this W for each …", &["for each {2} this {1}"]),
    maybe("this W equal to …", &["equal to {2} this {1}"]),
    maybe(
        "if|when … would be removed , remove … instead",
        &["if {1} would be removed from the map, remove {2} from the map instead"],
    ),
    maybe("remove @ … to …", &["remove {1} from the map to {2}"]),
    maybe("remove @ …", &["remove {1} from the map"]),
    maybe("is removed !from", &["is removed from the map"]),
    maybe("until the end of the game", &["for the rest of the game"]),
    maybe("this game", &["for the rest of the game"]),
    maybe("one per round", &["once per round"]),
    maybe("if you dont ,", &["otherwise,"]),
    maybe("if so ,", &["if you do,"]),
    maybe("^ if … attacks ,", &["when {1} attacks,"]),
    maybe("^ if … retaliates ,", &["when {1} retaliates,"]),
    maybe("^ if … moves ,", &["when {1} moves,"]),
    maybe("^ if … is activated ,", &["when {1} is activated,"]),
    maybe("^ if … is played ,", &["when {1} is played,"]),
    maybe("if the target was W ,", &["if the target is {1},"]),
    maybe("if the target has W ,", &["if the target is {1},"]),
    maybe("if this unit W is", &["if this unit's {1} is"]),
    maybe("the W of this unit is", &["this unit's {1} is"]),
    maybe("the W of the target is", &["the target's {1} is"]),
    maybe("twice a|each|every round", &["twice per round"]),
    maybe("two times a|each|every|per round", &["twice per round"]),
    never(
        "this round|turn|activation until|for|while",
        &[],
        "a clause has one time: write only one of the two",
    ),
    maybe(
        "the enemy|defender can't|cannot retaliate",
        &["the target cannot retaliate against this attack"],
    ),
    never(
        "^ no enemy|enemies retaliation|retaliates|retaliate",
        &["the target cannot retaliate against this attack"],
        "write under `On Attack:` `The target cannot retaliate against this attack.`",
    ),
    maybe("are removed !from", &["are removed from the map"]),
    maybe("would be removed !from", &["would be removed from the map"]),
    never(
        "last|previous round|turn",
        &[],
        "what was before this round is not remembered: ask of `this round`",
    ),
    maybe(
        "if exactly N … is|are adjacent to …",
        &[
            "if there is exactly {1} {2} adjacent to {3}",
            "if there are exactly {1} {2} adjacent to {3}",
        ],
    ),
    never(
        "until you reveal|find|draw",
        &[],
        "say how many: `Reveal the top 3 cards of your deck.`",
    ),
    never(
        "for each token|damage removed this way",
        &[],
        "let the number be paid: `Remove X size tokens from this unit to deal X damage to an enemy unit.`",
    ),
    never(
        "of steps it moved",
        &[],
        "say since when: `the number of steps that unit has moved this round`",
    ),
    maybe(
        "if|when|whenever … while … , …",
        &["while {2}, if {1}, {3}", "while {2}, when {1}, {3}"],
    ),
    never(
        "unit|units dealt damage this way",
        &[],
        "ask of each by itself: `For each enemy unit, if that unit was dealt damage this way, …`",
    ),
    never(
        "unit|units|card|cards decreased|increased|moved|shuffled this way",
        &[],
        "go through them instead: `For each …, …`, or say how many with X: `Discard X cards to …`",
    ),
    never(
        "deal|deals N damage instead",
        &[],
        "write both cases behind a choice: `Choose an enemy unit. If that unit is …, deal … damage to that unit. Otherwise, \
         deal … damage to that unit.`",
    ),
    never(
        "discard|discards down to N",
        &[],
        "say how many cards: `Each player discards 2 cards.`",
    ),
    never(
        "can't|cannot be negated|countered",
        &[],
        "nothing keeps a card from being negated: leave that out",
    ),
    never(
        "or N damage if",
        &[],
        "write both cases: `Choose an enemy unit. If that unit is *undead*, deal 3 damage to that unit. Otherwise, deal 2 damage to that unit.`",
    ),
    never(
        "repeat this|that|the effect",
        &[],
        "write the sentence as often as it is done",
    ),
    maybe(
        "if you control a|an … and a|an …",
        &[
            "if you control a {1} and you control a {2}",
            "if you control an {1} and you control a {2}",
            "if you control a {1} and you control an {2}",
        ],
    ),
    maybe("unless they W …", &["unless your opponent {1}s {2}"]),
    maybe(
        "was|were removed this way",
        &["was removed from the map this way"],
    ),
    maybe(
        "was|were removed from the map !this",
        &["was removed from the map this way"],
    ),
    maybe(
        "if … is removed from the map , …",
        &["if {1} was removed from the map this way, {2}"],
    ),
    maybe(
        "has|have not been damaged",
        &["has not been dealt damage", "have not been dealt damage"],
    ),
    maybe(
        "has|have been damaged",
        &["has been dealt damage", "have been dealt damage"],
    ),
    maybe("at end of round", &["at the end of the round,"]),
    maybe(
        "at start|beginning of round",
        &["at the start of the round,"],
    ),
    maybe("^ each turn|round ,", &["at the start of the round,"]),
    maybe(", instead … $", &[", {1} instead"]),
    maybe(
        "damage that would be dealt to … is dealt to … instead",
        &["if {1} would be dealt damage, deal that damage to {2} instead"],
    ),
    maybe("reaction , whenever|if …", &["reaction, when {1}"]),
    // What is so for a while is no event.
    maybe("^ when|whenever …", &["while {1}", "if {1}"]),
    maybe(", when|whenever …", &[", if {1}"]),
    never(
        "you may … @ and … to …",
        &[],
        "one thing is paid, and what else it takes happens then: `You may discard a card. If you do, deal 1 damage to \
         this unit, then draw 2 cards.`",
    ),
    maybe("^ W … : …", &["{1} {2}, {3}"]),
    maybe(
        "you control a|an W and a|an W ,",
        &["you control a {1} and you control a {2},"],
    ),
    never(
        "he|she|him",
        &["it", "your opponent", "that unit"],
        "write `it`, `that unit` or another name of what is meant; a player is `your opponent` or `each player`",
    ),
];
