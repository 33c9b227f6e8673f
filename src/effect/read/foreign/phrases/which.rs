//! Which of several is meant.

use super::{Entry, lacks, maybe, never};

const NO_COST: &str = "a text does not ask what a card costs: describe it by its type, its traits or its numbers, as `a unit with 3 or less attack`";

pub(super) const WHICH: &[Entry] = &[
    maybe("stand|stands on", &["is on", "are on"]),
    maybe(
        "in the same row|column !as",
        &[
            "in the same row as this unit",
            "in the same column as this unit",
        ],
    ),
    maybe("adjacent … to this unit", &["{1} adjacent to this unit"]),
    lacks(
        "within range $",
        &["within range 2"],
        "it is not said how far this reaches",
    ),
    maybe("[ excluding … ]", &["(excluding {1})"]),
    maybe("this spell area", &["this spell's area"]),
    maybe("this card 's area", &["this spell's area"]),
    maybe("is took|captured|conquered", &["is taken"]),
    maybe("that your opponent controls", &["your opponent controls"]),
    maybe("that you control", &["you control"]),
    maybe(
        "the next W you play this round",
        &["your next {1} this round"],
    ),
    maybe(
        "you play this round may …",
        &["you play may {1} this round"],
    ),
    maybe("stand|stands in", &["is in", "are in"]),
    maybe("standing on", &["on"]),
    maybe("standing in", &["in"]),
    maybe("a card|unit|spell named|called W", &["a {1}", "an {1}"]),
    maybe("card|unit|spell named|called W", &["{1}"]),
    maybe(
        "cards|units|spells named|called W",
        &["{1} cards", "{1} units", "{1} spells", "{1}"],
    ),
    never(
        "of the same size !as",
        &[],
        "name the other one: `of size equal to that unit's size`",
    ),
    never(
        "in a row|column",
        &[],
        "say in which: `in the same column as the target`, `in your first row`, or choose a unit there and name it: `in the same row as that unit`",
    ),
    maybe("damage from attacks by|of|from …", &["damage from {1}"]),
    maybe("the other player", &["your opponent"]),
    maybe("both units|heroes", &["those units", "those heroes"]),
    maybe("both of them|those", &["them"]),
    maybe("all your …", &["all of your {1}"]),
    maybe(
        "in|of that deck|pile",
        &["of its owner's deck", "of its owner's discard pile"],
    ),
    maybe(
        "in this row",
        &[
            "in the same row as this unit",
            "in the same row as this location",
            "in the same row as your hero",
        ],
    ),
    maybe(
        "in this column",
        &[
            "in the same column as this unit",
            "in the same column as this location",
            "in the same column as your hero",
        ],
    ),
    never(
        "in that row|column",
        &[],
        "say it of what stands there: `in the same column as that unit`, or name the row: `in the middle row`",
    ),
    never(
        "choose a row|column",
        &[],
        "choose what stands there: `Choose a unit. Deal 1 damage to each unit in the same row as that unit.`",
    ),
    never(
        "of different types|rows|columns|names|factions",
        &[],
        "choose them one after the other: `Ready a power card, then ready a knowledge card.`",
    ),
    never(
        "with the same trait|traits",
        &[],
        "name the trait, as `an *undead* unit`; two cards are compared by their names alone: `with the same name as that unit`",
    ),
    maybe("cards you have", &["cards you control"]),
    maybe("card you have", &["card you control"]),
    // Which.
    maybe("W that|which|who is|are W", &["{2} {1}"]),
    maybe(
        "that|which|who is|are adjacent|within|not|on",
        &["adjacent"],
    ),
    maybe(
        "that|which|who is|are in|on|within|adjacent …",
        &["in {1}", "on {1}", "within {1}", "adjacent {1}"],
    ),
    maybe("that 's adjacent|within", &["adjacent"]),
    maybe(
        "W that|which|who is|are not …",
        &["{1} (excluding {2} units)", "{1} (excluding {2})"],
    ),
    maybe(
        "except for|all …",
        &["(excluding {1})", "(excluding {1} units)"],
    ),
    maybe(
        "except|besides …",
        &["(excluding {1})", "(excluding {1} units)"],
    ),
    maybe(
        "other than …",
        &["(excluding {1})", "(excluding {1} units)"],
    ),
    maybe(
        "( except … )",
        &["(excluding {1})", "(excluding {1} units)"],
    ),
    maybe("( excluding … )", &["(excluding {1} units)"]),
    maybe("( adjacent … )", &["adjacent {1}"]),
    maybe("( within … )", &["within {1}"]),
    maybe(
        "damaged|wounded|injured|hurt …? unit",
        &["{1} unit with damage"],
    ),
    maybe(
        "damaged|wounded|injured|hurt …? units",
        &["{1} units with damage"],
    ),
    maybe(
        "undamaged|unhurt|unwounded|healthy …? unit",
        &["{1} unit without damage"],
    ),
    maybe(
        "undamaged|unhurt|unwounded|healthy …? units",
        &["{1} units without damage"],
    ),
    never(
        "is|are undamaged|unhurt|unwounded|uninjured|unharmed",
        &["has no damage", "have no damage"],
        "write `… has no damage`",
    ),
    never(
        "undamaged|unhurt|unwounded|uninjured|unharmed",
        &["without damage"],
        "write `without damage` behind the noun",
    ),
    maybe("on or adjacent to", &["within range 1 of"]),
    maybe("adjacent to or on", &["within range 1 of"]),
    never(
        "( excluding that|this|the W )",
        &[],
        "behind `excluding` stands a description, as `*undead* units`; what was chosen before, and this card itself, \
         are left out by `other`: `each other …`",
    ),
    maybe("attached to", &["on"]),
    maybe(
        "that|which has|have not activated|acted this round|turn",
        &["without an activation mark"],
    ),
    maybe(
        "that|which has|have not been activated this round|turn",
        &["without an activation mark"],
    ),
    maybe(
        "that|which has|have already activated|acted this round|turn",
        &["with an activation mark"],
    ),
    maybe(
        "that|which has|have activated|acted this round|turn",
        &["with an activation mark"],
    ),
    maybe(
        "that|which has|have been activated this round|turn",
        &["with an activation mark"],
    ),
    maybe(
        "that|which has|have already been activated this round|turn",
        &["with an activation mark"],
    ),
    never(
        "that|which attacked|moved|retaliated|activated this|during|in|last",
        &[],
        "of each by itself: `For each enemy unit, if that unit has attacked this round, deal 1 damage to that unit.`",
    ),
    never(
        "that|which has|have not|never attacked|moved|retaliated",
        &[],
        "choose first, and ask then: `Choose an enemy unit. If that unit has not attacked this round, deal 2 damage to that \
         unit.`",
    ),
    never(
        "that|which hasn't|haven't attacked|moved|retaliated",
        &[],
        "choose first, and ask then: `Choose an enemy unit. If that unit has not attacked this round, deal 2 damage to that \
         unit.`",
    ),
    never(
        "that|which has|have attacked|moved|retaliated this|during|in",
        &[],
        "of each by itself: `For each enemy unit, if that unit has attacked this round, deal 1 damage to that unit.`",
    ),
    never(
        "that|which was|were attacked|dealt this|during|in|damage",
        &[],
        "of each by itself: `For each enemy unit, if that unit was attacked this round, deal 1 damage to that unit.`",
    ),
    maybe("the other", &["the rest"]),
    maybe("the others", &["the rest"]),
    maybe("the remaining", &["the rest"]),
    maybe("the other|remaining W", &["the rest"]),
    maybe("units not on …", &["units (excluding units on {1})"]),
    maybe("unit not on …", &["unit (excluding units on {1})"]),
    maybe("activated …? unit", &["{1} unit with an activation mark"]),
    maybe(
        "that|which has|have been activated",
        &["with an activation mark"],
    ),
    maybe(
        "that|which has|have not been activated",
        &["without an activation mark"],
    ),
    maybe("unused|unspent …? card", &["ready {1} card"]),
    maybe("unused|unspent …? cards", &["ready {1} cards"]),
    maybe("with size N or more", &["of size {1} or more"]),
    maybe("with size N or less|fewer", &["of size {1} or less"]),
    maybe("with size N", &["of size {1}"]),
    maybe("with size of N", &["of size {1}"]),
    maybe("with a size of N", &["of size {1}"]),
    maybe("N W or more", &["{1} or more {2}"]),
    maybe("N W W or more", &["{1} or more {2} {3}"]),
    maybe("N W W W or more", &["{1} or more {2} {3} {4}"]),
    maybe("N W or less|fewer", &["{1} or fewer {2}"]),
    maybe("N W W or less|fewer", &["{1} or fewer {2} {3}"]),
    maybe("the discard pile", &["your discard pile"]),
    maybe("the hand", &["your hand"]),
    maybe("the deck", &["your deck"]),
    maybe("within range N from", &["within range {1} of"]),
    maybe("mark of|off|on|to", &["mark from"]),
    maybe("mark to|at|in|onto|upon|for", &["mark on"]),
    maybe("token to|at|in|upon|for", &["token on"]),
    maybe("token|tokens of|off|on", &["token from", "tokens from"]),
    maybe("his|her W", &["their {1}", "your {1}"]),
    maybe("size N …? unit", &["{2} unit of size {1}"]),
    never(
        "occupied space|spaces",
        &["space with a unit"],
        "name what stands there: a unit or hero is placed on a `vacant space`, and what is on a space is named itself",
    ),
    never(
        "space|spaces occupied",
        &[],
        "name what stands there: a unit or hero is placed on a `vacant space`, and what is on a space is named itself",
    ),
    maybe(
        "unactivated|inactive …? unit",
        &["{1} unit without an activation mark"],
    ),
    maybe("strongest …? unit", &["{1} unit with the highest attack"]),
    maybe("weakest …? unit", &["{1} unit with the lowest attack"]),
    maybe("with less|fewer than N …", &["with {1-} or fewer {2}"]),
    maybe("with more than N …", &["with {1+} or more {2}"]),
    maybe("with at least N …", &["with {1} or more {2}"]),
    maybe("with at most N …", &["with {1} or fewer {2}"]),
    maybe("with W of N or more", &["with {2} or more {1}"]),
    maybe("with W of N or less|fewer", &["with {2} or fewer {1}"]),
    maybe("with W of N", &["with {2} {1}"]),
    maybe("with W N or more", &["with {2} or more {1}"]),
    maybe("with W N or less|fewer", &["with {2} or fewer {1}"]),
    maybe("with N W or more", &["with {1} or more {2}"]),
    maybe("with N W or less|fewer", &["with {1} or fewer {2}"]),
    maybe("with N … or more", &["with {1} or more {2}"]),
    maybe("with N … or less|fewer", &["with {1} or fewer {2}"]),
    maybe("different", &["", "other"]),
    maybe(
        "a|an non- W …",
        &[
            "a {2} (excluding {1} units)",
            "a {2} (excluding *{1}* units)",
        ],
    ),
    maybe(
        "to non- W …",
        &[
            "to all {2} (excluding {1} units)",
            "to all {2} (excluding *{1}* units)",
        ],
    ),
    maybe(
        "non- W …",
        &["{2} (excluding {1} units)", "{2} (excluding *{1}* units)"],
    ),
    maybe("except|besides W units", &["(excluding *{1}* units)"]),
    maybe(
        "with neither mark",
        &["without an activation mark without a retaliation mark"],
    ),
    maybe("without W … or W …", &["without {1} {2} without {3} {4}"]),
    maybe("W a|an W or W card", &["{1} a {2} card or {1} a {3} card"]),
    maybe(
        "W a|an W W or W card",
        &["{1} a {2} {3} card or {1} a {2} {4} card"],
    ),
    maybe("flyer|flier", &["flying unit"]),
    maybe("flyers|fliers", &["flying units"]),
    maybe("each|every of your", &["each of your", "each friendly"]),
    maybe("W with W", &["{2} {1}"]),
    maybe("with the !same W trait", &["*{1}*"]),
    maybe("W with the !same W trait", &["*{2}* {1}"]),
    maybe("W with trait W", &["*{2}* {1}"]),
    never("with cost|costs", &[], NO_COST),
    never("with a|the cost", &[], NO_COST),
    never("that|which costs|cost N", &[], NO_COST),
    never(
        "with the lowest|highest|least|most|smallest|greatest cost",
        &[],
        NO_COST,
    ),
    never("cheapest|costliest", &[], NO_COST),
    never(
        "largest|biggest|smallest|tallest",
        &[],
        "write what is compared, as `the enemy unit with the highest attack`",
    ),
    maybe("a|an|the W revealed this way", &["a {1} among those cards"]),
    maybe(
        "each W unit … other than this unit",
        &["each other {1} unit {2}"],
    ),
    maybe(
        "has|have the same name as …",
        &["is a unit with the same name as {1}"],
    ),
    maybe("has|have the trait W", &["is {1}", "are {1}"]),
    maybe("that enemy|friendly W", &["that {1}"]),
    never(
        "with the same name !as",
        &[],
        "say as what: `with the same name as that unit`",
    ),
    maybe("space with a|an location", &["space on a location"]),
    maybe("the nearest … unit to …", &["the {1} unit nearest to {2}"]),
    maybe("the nearest unit to …", &["the unit nearest to {1}"]),
    maybe("single", &[""]),
    maybe("per W W", &["for each {1} {2}"]),
    maybe(
        "don't|doesn't control any|a|an W",
        &["control no {1}s", "control no {1}", "controls no {1}s"],
    ),
];
