//! Phrases, and words whose sense depends on those around them.

use super::Entry;

/// A phrase that no sentence of ours has.
const fn never(says: &'static str, ours: &'static [&'static str], help: &'static str) -> Entry {
    Entry {
        says,
        ours,
        help,
        lacks: "",
    }
}

/// A phrase that counts only where its rewriting makes the sentence right.
const fn maybe(says: &'static str, ours: &'static [&'static str]) -> Entry {
    Entry {
        says,
        ours,
        help: "",
        lacks: "",
    }
}

/// What stands at the end of a sentence that lacks something.
const fn lacks(says: &'static str, ours: &'static [&'static str], what: &'static str) -> Entry {
    Entry {
        says,
        ours,
        help: "",
        lacks: what,
    }
}

const SMALL: &str = "name what is meant: `an enemy unit`, `a unit or hero`";

pub(super) const PHRASES: &[Entry] = &[
    // Who.
    never(
        "any target",
        &["an enemy unit or hero", "a unit or hero"],
        SMALL,
    ),
    maybe("to target player|opponent", &["to the enemy hero"]),
    maybe("to the|your|an|each|every opponent", &["to the enemy hero"]),
    maybe("to each|every|all player|players", &["to each hero"]),
    maybe("to a|the player", &["to the enemy hero"]),
    maybe("^ target player|opponent", &["your opponent"]),
    maybe(
        "the|an|any|each|enemy opponent|player",
        &["your opponent", "each player"],
    ),
    maybe(
        "your|the|an|a enemy",
        &["your opponent", "an enemy unit", "the enemy hero"],
    ),
    maybe("random enemy", &["random enemy unit"]),
    maybe("enemy", &["enemy units", "your opponent"]),
    maybe("all|both players", &["each player"]),
    maybe("^ opponent", &["your opponent"]),
    maybe("opponent 's W", &["the enemy {1}", "enemy {1}"]),
    maybe(
        "the|an|your opponent 's W",
        &["an enemy {1}", "the enemy {1}"],
    ),
    maybe("the enemy 's W", &["the enemy {1}"]),
    maybe("a|an W of your|the opponent", &["an enemy {1}"]),
    maybe("a random W of your|the opponent", &["a random enemy {1}"]),
    maybe("a|an W of you|yours", &["a friendly {1}"]),
    maybe("N target", &["{1}"]),
    maybe("target W", &["a {1}", "an enemy {1}", "that {1}"]),
    maybe("target", &["a", "an enemy"]),
    maybe("everything|all", &["each unit and hero", "all units"]),
    maybe("any", &["a", "each", "a friendly"]),
    maybe("some", &["any number of", "2"]),
    maybe("one W W", &["a {1} {2}"]),
    maybe("or player|players", &["or hero", "or heroes"]),
    maybe("or the enemy hero", &["or hero"]),
    // What happens to it.
    maybe(
        "destroy|kill|exile|banish|slay|eliminate …",
        &["remove {1} from the map"],
    ),
    maybe(
        "sacrifice a|an|one …",
        &["remove a friendly {1} from the map"],
    ),
    maybe("sacrifice …", &["remove {1} from the map"]),
    maybe("bury …", &["discard {1}", "remove {1} from the map"]),
    maybe(
        "tap|exhaust …",
        &["place an activation mark on {1}", "spend {1}"],
    ),
    maybe(
        "untap|refresh|unexhaust …",
        &["ready {1}", "remove the activation mark from {1}"],
    ),
    maybe(
        "tapped|exhausted W",
        &["{1} with an activation mark", "spent {1}"],
    ),
    maybe(
        "untapped|unexhausted W",
        &["{1} without an activation mark", "ready {1}"],
    ),
    maybe("summon|create …", &["place {1}"]),
    maybe(
        "freeze|stun …",
        &["{1} cannot be activated until the end of the round"],
    ),
    maybe("counter|cancel …", &["negate {1}", "negate that spell"]),
    maybe(
        "teleport|blink|move … to|onto any|a|an …",
        &["place {1} on a {2}"],
    ),
    maybe("put … on a|an …", &["place {1} on a {2}"]),
    maybe("empty W", &["vacant {1}"]),
    maybe("push|pull …", &["move {1}"]),
    maybe(
        "create|summon|put a|an|one W token …",
        &["place a {1} token {2}"],
    ),
    maybe("place|put N W on …", &["place {1} {2} tokens on {3}"]),
    maybe("gain control of …", &["take control of {1}"]),
    maybe("gains control of …", &["takes control of {1}"]),
    maybe("conquer|capture …", &["take control of {1}"]),
    maybe("reactivate …", &["activate {1}"]),
    // Cards.
    maybe("take|get|gain|pick N card|cards", &["draw {1} cards"]),
    maybe("take|get|gain|pick a card", &["draw a card"]),
    maybe("pick up …", &["draw {1}"]),
    maybe("throw|toss|trash away …", &["discard {1}"]),
    maybe("throw|toss …", &["discard {1}"]),
    maybe("discard your hand", &["discard each card in your hand"]),
    maybe(
        "discards their|its hand",
        &["discards each card in their hand"],
    ),
    maybe(
        "mill N card|cards",
        &["discard the top {1} cards of your deck"],
    ),
    maybe("mill a card", &["discard the top card of your deck"]),
    maybe("draw some|several cards", &["draw 2 cards"]),
    lacks(
        "draw cards $",
        &["draw 2 cards"],
        "it is not said how many cards",
    ),
    maybe(
        "draw up to N cards",
        &["you may draw {1} cards", "draw {1} cards"],
    ),
    maybe(
        "draw a|an … from your deck",
        &["search your deck for a {1}, reveal it and put it into your hand"],
    ),
    maybe(", put it into …", &[" and put it into {1}"]),
    maybe(", put them into …", &[" and put them into {1}"]),
    maybe("W card", &["{1}"]),
    maybe(", then shuffle", &[", then shuffle your deck"]),
    maybe("from hand", &["from your hand"]),
    maybe("from deck", &["from your deck"]),
    maybe("pay|pays", &["spend", "spends"]),
    maybe("hand is empty", &["you have no cards in your hand"]),
    maybe("your hand is empty", &["you have no cards in your hand"]),
    maybe(
        "take|get|draw N card|cards from your|the deck",
        &["draw {1} cards"],
    ),
    // Damage.
    maybe("up to N damage", &["{1} damage"]),
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
        "… deals double damage",
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
    maybe("you gain N W", &["remove {1} damage from your hero"]),
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
    maybe("gains|gain|gets|get|has|have N W", &["gains +{1} {2}"]),
    maybe("receive|receives", &["gains"]),
    maybe("this W 's W S", &["this {1} gains {3} {2}"]),
    maybe("S W to|for all …", &["all {3} gain {1} {2}"]),
    maybe("S W to|for …", &["{3} gains {1} {2}"]),
    maybe("^ S damage", &["this attack deals 1 additional damage"]),
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
    maybe(
        "increase|grow a|an|each …",
        &["increase 1 a {1}", "increase 1 each {1}"],
    ),
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
    maybe("for N rounds|turns", &["until the end of the round"]),
    maybe("during|in|for combat", &["until the end of the attack"]),
    maybe("until your next activation", &["until your next turn"]),
    maybe("permanently|forever", &["for the rest of the game"]),
    maybe(
        "… permanently W …",
        &["{1} {2} {3} for the rest of the game"],
    ),
    maybe("turn|round only", &["turn", "round"]),
    maybe(
        "at the start|beginning of your|each|every|the turn|round|upkeep",
        &["at the start of the round"],
    ),
    maybe(
        "at the end of your|each|every|the turn|round",
        &["at the end of the round"],
    ),
    maybe(
        "at start|beginning of round|turn",
        &["at the start of the round"],
    ),
    maybe("at end of round|turn", &["at the end of the round"]),
    maybe(
        "each|every turn|round ,",
        &["once per round,", "at the start of the round,"],
    ),
    maybe(
        "once|twice per|a|each|every turn|activation",
        &["once per round"],
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
    never("onto", &["on"], "write `on`"),
    maybe("close to", &["adjacent to"]),
    maybe("beside|near|touching|by|around", &["adjacent to"]),
    maybe("adjacent W to", &["{1} adjacent to"]),
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
    maybe("activated …? unit", &["{1} unit with an activation mark"]),
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
    maybe("with the W trait", &["*{1}*"]),
    maybe("W with the W trait", &["*{2}* {1}"]),
    maybe("W with trait W", &["*{2}* {1}"]),
    // Conditions and events.
    maybe("more than N", &["{1+} or more"]),
    maybe("at least N", &["{1} or more"]),
    maybe("at most N", &["{1} or fewer"]),
    maybe("less|fewer than N", &["{1-} or fewer"]),
    maybe("has N damage or more", &["has {1} or more damage"]),
    maybe("^ … if … $", &["if {2}, {1}"]),
    maybe("^ … , if … $", &["if {2}, {1}"]),
    maybe("^ … when|whenever … $", &["when {2}, {1}"]),
    maybe("^ … , when|whenever … $", &["when {2}, {1}"]),
    maybe("^ … while … $", &["while {2}, {1}"]),
    maybe("x … , where x is|equals …", &["{1} equal to {2}"]),
    maybe(
        "draw x cards , where x is|equals …",
        &["draw cards equal to {1}"],
    ),
    maybe(
        "deal x damage to … , where x is|equals …",
        &["deal damage to {1} equal to {2}"],
    ),
    maybe("as much damage as", &["damage equal to"]),
    maybe(
        "is|are killed|destroyed|defeated|slain|eliminated",
        &["is removed from the map"],
    ),
    maybe(
        "^ if it|that dies|died",
        &["if that unit was removed from the map this way"],
    ),
    maybe(
        "^ if that W dies|died|is",
        &["if that {1} was removed from the map this way"],
    ),
    maybe("dies|die|died", &["is removed from the map"]),
    maybe("would die", &["would be removed from the map"]),
    maybe(
        "would be killed|destroyed|defeated",
        &["would be removed from the map"],
    ),
    maybe(
        "when|whenever|if killed|destroyed|defeated|removed",
        &["when this unit is removed from the map"],
    ),
    maybe(
        "when|whenever|if activated",
        &["when this unit is activated"],
    ),
    maybe("when|whenever|if attacked", &["when this unit is attacked"]),
    maybe(
        "when|whenever|if|while attacking",
        &["when this unit attacks"],
    ),
    maybe(
        "when|whenever|if played|summoned",
        &["when this unit is played", "when this card is played"],
    ),
    maybe("enters|enter the map|play", &["is played"]),
    maybe("enters the map", &["is placed"]),
    maybe("comes into play", &["is played"]),
    maybe("would take|suffer damage", &["would be dealt damage"]),
    maybe("takes|suffers damage", &["is dealt damage"]),
    maybe("can not", &["cannot"]),
    maybe("may not", &["cannot"]),
    maybe("does|do|did|will not", &["cannot"]),
    maybe(
        "doesn't|don't|won't|didn't|doesnt|dont|wont|didnt",
        &["cannot"],
    ),
    never(
        "if they|he|she|it do|does|did not",
        &[],
        "write `Otherwise, …` right behind the sentence that says `may`",
    ),
    never(
        "if they|he|she don't|doesn't|didn't|dont|doesnt",
        &[],
        "write `Otherwise, …` right behind the sentence that says `may`",
    ),
    never("it 's", &["it is", "its"], "write `it is`"),
    maybe("its", &["it is"]),
    never(
        "ignore|ignores|no|without retaliation",
        &["the target cannot retaliate against this attack"],
        "write `On Attack: The target cannot retaliate against this attack.`",
    ),
    maybe(
        "this unit ignores retaliation",
        &["the target cannot retaliate against this attack"],
    ),
    maybe(
        "immune to … spells",
        &["this unit cannot be targeted by enemy {1} spells"],
    ),
    maybe(
        "this unit is immune to … spells",
        &["this unit cannot be targeted by enemy {1} spells"],
    ),
    maybe(
        "this unit may attack again",
        &["this unit attacks the target again"],
    ),
    maybe("you must", &["you"]),
    maybe("you might|could", &["you may"]),
    never("must", &[""], "write what happens, without `must`"),
    maybe("^ may", &["you may"]),
    maybe("this unit can|may fly", &["this unit becomes flying"]),
    maybe(
        "when|whenever you|your opponent W a|an|the …",
        &["when you play a {2}"],
    ),
    maybe("has|have no cards", &["has no cards in their hand"]),
    never(
        "attacks twice",
        &["attacks the target again"],
        "write `On Attack: This unit attacks the target again.`",
    ),
    never(
        "before|after attacking ,",
        &[""],
        "write the heading `On Attack:`, or `This unit may move after attacking.`",
    ),
    never(
        "has|have more W than",
        &[],
        "compare two numbers: `If the number of … is greater than the number of …,`",
    ),
    never(
        "costs|cost N less|more",
        &[],
        "name the statistic: `… costs 1 power less.`",
    ),
    never(
        "costs|cost ( N ) less|more",
        &[],
        "name the statistic: `… costs 1 power less.`",
    ),
    never(
        "as many W as",
        &[],
        "write `Draw cards equal to …` or `… for each …`",
    ),
    never(
        "until you have",
        &[],
        "say how many: `Draw 3 cards.`, or `Draw cards equal to …`",
    ),
    never("half damage", &[], "write `… takes 1 less damage …`"),
    never(
        "would take|suffer",
        &["would be dealt"],
        "write `would be dealt damage`",
    ),
    never(
        "anywhere",
        &["up to 3 steps"],
        "write `on a vacant space`, or how many steps",
    ),
    maybe("[ within … ]", &["within {1}"]),
    maybe("[ adjacent … ]", &["adjacent {1}"]),
    never(
        "^ flying|flier|flyer|ground|ranged $",
        &[],
        "whether a unit flies or shoots is said by its fields, not by its text",
    ),
    never(
        "first strike",
        &[],
        "there is no such keyword: say in a sentence what the card does",
    ),
    // Joints.
    maybe("^ then|first|next|finally ,", &[""]),
    maybe("^ if not ,", &["otherwise,"]),
    maybe("^ else|or|if not|not", &["otherwise,"]),
    maybe(
        "^ if you|they|he|she don't|doesn't|can't|cannot ,",
        &["otherwise,"],
    ),
    maybe("^ if you|they|he|she do|does|did not ,", &["otherwise,"]),
    maybe("^ first|immediately|now", &[""]),
    maybe(
        "^ pay|spend|discard|remove|sacrifice … : …",
        &[
            "you may discard {1} to {2}",
            "you may spend {1} to {2}",
            "you may remove {1} to {2}",
        ],
    ),
    maybe("^ otherwise", &["otherwise,"]),
    maybe("^ unless … , … $", &["{2} unless {1}"]),
    maybe("^ once per round :", &["once per round,"]),
    maybe("^ … ( once per round )", &["once per round, {1}"]),
    maybe("^ … once per round $", &["once per round, {1}"]),
    maybe("^ either", &[""]),
    maybe("^ gains …", &["this unit gains {1}", "this hero gains {1}"]),
    maybe("^ loses …", &["this unit loses {1}", "this hero loses {1}"]),
    maybe("^ cannot …", &["this unit cannot {1}"]),
    maybe(
        ", gains …",
        &[", this unit gains {1}", ", this hero gains {1}"],
    ),
    maybe(
        ", loses …",
        &[", this unit loses {1}", ", this hero loses {1}"],
    ),
    maybe(", cannot …", &[", this unit cannot {1}"]),
    maybe("the defender", &["the target"]),
    maybe("^ attacker", &["the attacker"]),
    maybe("if target", &["if the target"]),
    maybe("deals P damage", &["deals {1#} additional damage"]),
    maybe("maximum P", &["maximum {1#}"]),
    maybe("minimum P", &["minimum {1#}"]),
    maybe("deal P damage", &["deal {1#} damage"]),
    maybe("each of players", &["each player"]),
    maybe("each of the players", &["each player"]),
    maybe("the target W unit|hero", &["the target"]),
    maybe("each $", &[""]),
    maybe("N step each", &["up to {1} step each"]),
    maybe("N steps each", &["up to {1} steps each"]),
    maybe("N damages", &["{1} damage"]),
    maybe("enemy … its controller|owner", &["enemy {1} your opponent"]),
    maybe(
        "^ you may have up to N cards in hand",
        &["your hand limit is {1}"],
    ),
    never(
        "^ choose one|two $",
        &[],
        "write `Choose one:`, and each way below it on a line of its own that begins with `- `",
    ),
    never(
        "^ choose one|two : …",
        &[],
        "end the line behind `Choose one:`, and write each way below it on a line of its own that begins with `- `",
    ),
    never(
        "until the end of the round|turn|activation while",
        &[],
        "a clause has one time: write only `until …` or only `while …`",
    ),
    never(
        "N more|additional card|cards",
        &[],
        "write how many are drawn: `Draw a card.`",
    ),
    never(
        "N more|additional step|steps|space|spaces",
        &[],
        "write how many steps in all, or `… gains +2 move until …`",
    ),
    never(
        "its owner|controller",
        &[],
        "write `you` or `your opponent`: whose it is, its side says (`a friendly unit`, `an enemy unit`)",
    ),
    never("^ defender", &["the target"], "write `the target`"),
    never(
        "kills|slays|destroys",
        &[],
        "name what goes: `When an enemy unit is removed from the map, …`",
    ),
    maybe("from … to hand", &["from {1} to your hand"]),
    maybe("to hand", &["to its owner's hand", "to your hand"]),
    maybe("its|their|it owners W", &["its owner's {1}"]),
    maybe("to your opponents hero", &["to the enemy hero"]),
    maybe("the opponents", &["your opponent"]),
    maybe("^ player", &["each player", "your opponent"]),
    maybe(
        "N W cold|fire|ice|magic|magical|physical|poison damage",
        &["{1} {2} damage"],
    ),
    maybe(
        "N cold|fire|ice|magic|magical|physical|poison damage",
        &["{1} damage"],
    ),
    never(
        "choose both|all|two instead",
        &[],
        "a choice cannot change how many are chosen: write `If …, ` with all that happens, then `Otherwise, choose one:`",
    ),
    maybe("&", &[", then", "and", "or"]),
    maybe("+ N", &["+{1}"]),
    maybe("+", &[", then", "and"]),
    maybe("/", &["or"]),
    maybe(", and its W is reduced by N", &[". It loses {2} {1}"]),
    maybe(
        "^ costs N W less",
        &["your next spell this round costs {1} {2} less"],
    ),
];
