//! Words of the language in a form or an order that it does not have.

use super::{Entry, maybe, open};

const CHOSEN_FIRST: &str = "choose it first, and ask behind it: `Choose a friendly unit. If that unit has not been activated this round, …`";

const ASKED_THEN: &str = "choose it first, and ask behind it: `Choose an enemy unit. If that unit has been activated this round, …`";

pub(super) const FORMS: &[Entry] = &[
    // Forms of verbs.
    maybe("is attacking", &["attacks"]),
    maybe("are attacking", &["attack"]),
    maybe("is retaliating", &["retaliates"]),
    maybe("is moving", &["moves"]),
    maybe("is playing", &["plays"]),
    maybe("is drawing", &["draws"]),
    maybe("^ when|whenever … has attacked", &["after {1} attacks"]),
    maybe("^ when|whenever … has moved", &["after {1} moves"]),
    maybe("has played", &["plays"]),
    maybe("will play|cast", &["plays"]),
    maybe("will attack", &["attacks"]),
    maybe("would attack", &["attacks"]),
    maybe("would play|cast", &["plays"]),
    maybe("is cast", &["is played"]),
    maybe("is summoned|deployed", &["is placed", "is played"]),
    maybe("must not", &["cannot"]),
    maybe("^ that unit must attack …", &["that unit attacks {1}"]),
    maybe("^ this unit must attack …", &["this unit attacks {1}"]),
    maybe("in order to", &["to"]),
    maybe("done by", &["dealt by"]),
    maybe("be done to", &["be dealt to"]),
    maybe("by the attack", &["by this attack", "by that attack"]),
    open(
        "be attacked|targeted|moved|activated or attacked|targeted|moved by",
        &[],
        "say of each by whom: `cannot be attacked by enemy units or be targeted by enemy spells`",
    ),
    maybe("can|may only attack …", &["can attack only {1}"]),
    maybe("strike|strikes back", &["retaliate", "retaliates"]),
    maybe("counterattack|counter-attack", &["retaliate"]),
    maybe("counterattacks|counter-attacks", &["retaliates"]),
    // Words too many, and marks.
    maybe("now adjacent", &["adjacent"]),
    maybe("now within", &["within"]),
    maybe("now on", &["on"]),
    maybe("now in", &["in"]),
    maybe("W , and the rest", &["{1} and the rest"]),
    maybe("W , excluding … ,", &["{1} (excluding {2})"]),
    maybe("W , excluding …", &["{1} (excluding {2})"]),
    maybe("^ otherwise :", &["otherwise,"]),
    maybe("W and W units", &["{1} or {2} units"]),
    // Where and how far.
    maybe(
        "move … up to N step|steps|space|spaces to …",
        &["move {1} up to {2} steps toward {3}"],
    ),
    maybe(
        "move … N step|steps|space|spaces to …",
        &["move {1} {2} steps toward {3}"],
    ),
    maybe(
        "not|no more than N space|spaces|step|steps away from",
        &["within range {1} of"],
    ),
    maybe(
        "not|no more than N space|spaces|step|steps away",
        &["within range {1}"],
    ),
    maybe(
        "at most N space|spaces|step|steps from",
        &["within range {1} of"],
    ),
    // Amounts.
    maybe("a damage from|to", &["1 damage from", "1 damage to"]),
    maybe("damages", &["damage"]),
    maybe(
        "the next N damage dealt to",
        &["the next {1} damage that would be dealt to"],
    ),
    maybe(
        "the next N damage to",
        &["the next {1} damage that would be dealt to"],
    ),
    maybe("suffers|takes N fewer", &["takes {1} less"]),
    maybe("suffers N less", &["takes {1} less"]),
    maybe(
        "^ this unit has N W until …",
        &["set the {2} of this unit to {1} until {3}"],
    ),
    maybe(
        "this unit heals|heal N",
        &["remove {1} damage from this unit"],
    ),
    maybe("remove that damage", &["prevent that damage"]),
    open(
        "scry N",
        &[],
        "write `Look at the top 2 cards of your deck. Put any number of them on the bottom of your deck and the rest on the \
         top of your deck in any order.`",
    ),
    maybe("^ mill N", &["discard the top {1} cards of your deck"]),
    open(
        "… gain|have P W while attacking",
        &[],
        "say it of the attack: `When a friendly unit attacks, that attack deals 1 additional damage.`",
    ),
    open(
        "takes|take N less damage from attacks",
        &[],
        "say it of the attack: `When this unit is attacked, that attack deals 1 less damage.`",
    ),
    open(
        "takes|take N more damage from attacks",
        &[],
        "say it of the attack: `When this unit is attacked, that attack deals 1 additional damage.`",
    ),
    // Cards.
    maybe("draw a card from your|the deck", &["draw a card"]),
    maybe("draw the top card of your|the deck", &["draw a card"]),
    maybe("discards a card randomly", &["discards a random card"]),
    maybe("discards random card", &["discards a random card"]),
    maybe("add it to your hand", &["put it into your hand"]),
    maybe(
        "add one of them to your hand",
        &["put one of them into your hand"],
    ),
    maybe("take one of them", &["put one of them into your hand"]),
    maybe("restore a spent W card", &["ready a spent {1} card"]),
    maybe("restore N spent W cards", &["ready {1} spent {2} cards"]),
    maybe("draws a card from the|their deck", &["draws a card"]),
    maybe("that spell has no effect", &["negate that spell"]),
    maybe("^ bounce …", &["return {1} to its owner's hand"]),
    maybe("enchanted|equipped unit|creature", &["the attached unit"]),
    maybe(
        "the enchanted|equipped unit|creature",
        &["the attached unit"],
    ),
    maybe(
        "^ spells cannot|can't target …",
        &["{1} cannot be targeted by spells"],
    ),
    maybe(
        "^ destroy|kill|slay enemy unit",
        &["remove an enemy unit from the map"],
    ),
    maybe(
        "^ freeze|stun enemy unit|creature",
        &["an enemy unit cannot be activated until the end of the round"],
    ),
    maybe(
        "^ freeze|stun adjacent enemy unit|creature",
        &["an adjacent enemy unit cannot be activated until the end of the round"],
    ),
    maybe(
        "^ freeze|stun enemy !unit",
        &["an enemy unit cannot be activated until the end of the round"],
    ),
    maybe(
        "^ freeze|stun adjacent enemy !unit",
        &["an adjacent enemy unit cannot be activated until the end of the round"],
    ),
    maybe(
        "^ freeze|stun a|an adjacent enemy !unit",
        &["an adjacent enemy unit cannot be activated until the end of the round"],
    ),
    maybe(
        "^ freeze|stun a|an enemy !unit",
        &["an enemy unit cannot be activated until the end of the round"],
    ),
    maybe("to give … P W", &["to have {1} gain {2} {3}"]),
    maybe("^ … receives|receive N damage", &["deal {2} damage to {1}"]),
    maybe(
        "that unit receives N damage",
        &["deal {1} damage to that unit"],
    ),
    maybe(
        "this unit receives N damage",
        &["deal {1} damage to this unit"],
    ),
    open(
        "gains|gain N armor|armour|block|shield|shields",
        &[],
        "write `… takes 1 less damage` or `Prevent the next 2 damage that would be dealt to …`",
    ),
    open(
        "gain|gains N credit|credits|gold|mana|coin|coins|crystal|crystals|energy|point|points|æmber|aember|stars|wood|ore|gems|sulfur|mercury|resource|resources|material|materials|valuable|valuables",
        &[],
        "the game has nothing of that kind: a spent statistic card becomes ready, `Ready a power card.`",
    ),
    open(
        "cannot play more than N W",
        &[],
        "how many cards are played is not limited by a text: forbid all of them for a time, `Your opponent cannot play spells this round.`",
    ),
    open(
        "each enemy unit adjacent to this unit and to",
        &[],
        "say whether each has to be near both, `each adjacent enemy unit adjacent to …`, or write two sentences",
    ),
    maybe(
        "^ this unit may be placed … when played",
        &["this unit may be placed {1}"],
    ),
    maybe(
        "^ unless the target is W , it cannot …",
        &["the target cannot {2} unless the target is {1}"],
    ),
    // The enemy of an attack.
    maybe(
        "^ the enemy cannot …",
        &["the target cannot {1}", "the attacker cannot {1}"],
    ),
    // Times.
    maybe(
        "^ each|every round , you may …",
        &["once per round, you may {1}"],
    ),
    maybe("^ each|every round ,", &["at the start of the round,"]),
    maybe(
        "^ first time each|every round",
        &["the first time each round"],
    ),
    maybe(
        "at|in|on the begin|beginning|start of",
        &["at the start of"],
    ),
    // What is asked.
    open(
        "that|which has|have not been activated this round|turn",
        &[],
        CHOSEN_FIRST,
    ),
    open(
        "that|which has|have been activated this round|turn",
        &[],
        ASKED_THEN,
    ),
    open(
        "that|which has|have already been activated this round|turn",
        &[],
        ASKED_THEN,
    ),
    maybe(
        "if there is|are N or more W token|tokens on …",
        &["if {3} has {1} or more {2} tokens"],
    ),
    maybe(
        "your deck has N or fewer|less cards",
        &["there are {1} or fewer cards in your deck"],
    ),
    maybe(
        "your deck has N or more cards",
        &["there are {1} or more cards in your deck"],
    ),
    maybe(
        "your discard pile has N or fewer|less cards",
        &["there are {1} or fewer cards in your discard pile"],
    ),
    maybe(
        "your discard pile has N or more cards",
        &["there are {1} or more cards in your discard pile"],
    ),
    maybe(
        "^ if a|an … has more W than this unit",
        &["if there is a {1} with {2} greater than this unit's {2}"],
    ),
    maybe(
        "^ for each of those units , you may …",
        &["for each unit among those units, you may {1}"],
    ),
    maybe(
        "^ for each of those units , …",
        &["for each unit among those units, {1}"],
    ),
];
