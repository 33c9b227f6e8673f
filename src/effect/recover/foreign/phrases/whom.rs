//! Who does it, and to what or to whom.

use super::{Entry, SMALL, lacks, maybe, never, open};

const NO_PLAYER_CHOSEN: &str =
    "a player is not chosen: write who is meant, `you`, `your opponent` or `each player`";

const NOTHING_STOLEN: &str = "a card goes to its owner's hand, never to yours, so nothing can be stolen: let your opponent \
                              discard it, `Your opponent discards a random card.`";

pub(super) const WHOM: &[Entry] = &[
    // Who.
    never(
        "any target",
        &["a unit or hero", "an enemy unit or hero"],
        SMALL,
    ),
    maybe("to target player|opponent", &["to the enemy hero"]),
    maybe("to the|your|an|each|every opponent", &["to the enemy hero"]),
    maybe("to each|every|all player|players", &["to each hero"]),
    maybe("to a|the player", &["to the enemy hero"]),
    maybe("^ target opponent", &["your opponent"]),
    maybe(
        "^ target player loses N W",
        &["deal {1} damage to the enemy hero"],
    ),
    open("^ target player !loses", &[], NO_PLAYER_CHOSEN),
    open(
        "^ target draws|discards|reveals|spends",
        &[],
        NO_PLAYER_CHOSEN,
    ),
    maybe(
        "^ discard … of @ each|every player 's …",
        &["each player discards {1} of their {2}"],
    ),
    maybe(
        "^ reveal … of @ each|every player 's …",
        &["each player reveals {1} of their {2}"],
    ),
    maybe(
        "^ shuffle @ each|every player 's …",
        &["each player shuffles their {1}"],
    ),
    maybe(
        "^ look at … of @ each|every player 's …",
        &["look at {1} of your {2}, then look at {1} of your opponent's {2}"],
    ),
    never(
        "each|every|both|all player|players 's",
        &[],
        "begin with `Each player …`, and write `their`; or write a sentence about yours and one about your opponent's",
    ),
    never(
        "each player … @ they control",
        &[],
        "write it for you and for your opponent: `… you control`, then a sentence with `… your opponent controls`",
    ),
    maybe(
        "your opponent … @ they control …",
        &["your opponent {1} your opponent controls {2}"],
    ),
    maybe(
        "your opponent … @ they control $",
        &["your opponent {1} your opponent controls"],
    ),
    maybe("each opponent", &["your opponent"]),
    maybe("any player", &["each player"]),
    maybe(
        "the|an|any|enemy opponent|player",
        &["your opponent", "each player"],
    ),
    maybe("one of your|the|an opponent 's units", &["an enemy unit"]),
    maybe(
        "one of your|the|an opponent 's W units",
        &["an enemy {1} unit"],
    ),
    maybe("N of your|the|an opponent 's units", &["{1} enemy units"]),
    maybe(
        "your|the|an|a enemy",
        &["your opponent", "an enemy unit", "the enemy hero"],
    ),
    maybe("random enemy", &["random enemy unit"]),
    maybe("an enemy", &["an enemy unit"]),
    maybe("each enemy", &["each enemy unit"]),
    maybe("another enemy", &["another enemy unit"]),
    maybe("W adjacent enemy", &["{1} adjacent enemy unit"]),
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
    maybe("target W", &["that {1}", "a {1}", "an enemy {1}"]),
    maybe(
        "target",
        &["the target", "that unit", "that hero", "a", "an enemy"],
    ),
    // What was chosen before, all of it or one.
    maybe("each|all|both gains|gain …", &["those units gain {1}"]),
    maybe("each|all|both loses|lose …", &["those units lose {1}"]),
    maybe("each|all|both cannot …", &["those units cannot {1}"]),
    maybe("each|all|both may|can …", &["those units may {1}"]),
    maybe("each|all|both moves|move …", &["those units move {1}"]),
    maybe("to each|all|both $", &["to those units"]),
    maybe("from each|all|both $", &["from those units"]),
    maybe("on each|all|both $", &["on those units"]),
    maybe("one gains|gain …", &["one of those units gains {1}"]),
    maybe("one loses|lose …", &["one of those units loses {1}"]),
    maybe("one cannot …", &["one of those units cannot {1}"]),
    maybe("everything|all", &["each unit and hero", "all units"]),
    maybe("any of those|them", &["one of those"]),
    maybe("any of those W", &["one of those {1}"]),
    maybe("any", &["a", "each", "a friendly"]),
    maybe("some", &["any number of", "2"]),
    maybe("one W W", &["a {1} {2}"]),
    maybe("or player|players", &["or hero", "or heroes"]),
    maybe(
        "enemy unit|units @ or the enemy hero",
        &["enemy unit or hero"],
    ),
    // Behind a trait, `or hero` would ask the hero for it too.
    maybe(
        "deal N damage to … @ or the enemy hero",
        &["deal {1} damage to {2} or deal {1} damage to the enemy hero"],
    ),
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
    // From nowhere comes none, and one on the map is not meant.
    maybe("summon|create … from …", &["place {1} from {2}"]),
    maybe(
        "freeze|stun …",
        &["{1} cannot be activated until the end of the round"],
    ),
    open(
        "counter|cancel target|a|an|the W",
        &["negate that {1}"],
        "write it on a card that waits for it: `Reaction, when your opponent plays a spell: Negate that spell.`",
    ),
    maybe("counter|cancel …", &["negate {1}", "negate that spell"]),
    maybe(
        "^ … may|can be activated again",
        &["remove the activation mark from {1}"],
    ),
    maybe(
        "^ your hero deals P damage with spells|a|each",
        &["your spells deal {1#} additional damage"],
    ),
    maybe("the|a hero with|equipped this artifact", &["your hero"]),
    maybe("equipped hero", &["your hero"]),
    open(
        "put|place a|N token|tokens on",
        &[],
        "name the token: `Place a charge token on …`, `Place 2 charge tokens on …`",
    ),
    open(
        "put|place a|an|one|N B counter|counters|token|tokens",
        &[],
        "numbers are not kept by tokens: say by how much they change, and how long, as `A friendly unit gains +1 attack until \
         the end of the round.`",
    ),
    maybe("W counter", &["{1} token"]),
    maybe("W counters", &["{1} tokens"]),
    maybe(
        "teleport|blink|move … to|onto any|a|an …",
        &["place {1} on a {2}"],
    ),
    maybe("put … on a|an …", &["place {1} on a {2}"]),
    maybe("empty W", &["vacant {1}"]),
    maybe(
        "push|knock|drive … N space|spaces|step|steps back|away",
        &[
            "move {1} {2} steps away from this unit",
            "move {1} {2} steps away from your hero",
        ],
    ),
    lacks(
        "move … N step|steps away $",
        &[
            "move {1} {2} steps away from this unit",
            "move {1} {2} steps away from your hero",
        ],
        "it is not said away from what",
    ),
    maybe(
        "move … N space|spaces|step|steps back|away",
        &[
            "move {1} {2} steps away from this unit",
            "move {1} {2} steps away from your hero",
        ],
    ),
    maybe(
        "pull|drag … N space|spaces|step|steps",
        &[
            "move {1} {2} steps towards this unit",
            "move {1} {2} steps towards your hero",
        ],
    ),
    maybe(
        "… skips|loses its next activation",
        &["place an activation mark on {1}"],
    ),
    maybe(
        "… gets|receives|gains a|an|the activation|retaliation mark",
        &["place an activation mark on {1}"],
    ),
    maybe(
        "remove all|both|its marks from …",
        &["remove the activation and retaliation marks from {1}"],
    ),
    maybe(
        "remove the W mark and the W mark from …",
        &["remove the {1} and {2} marks from {3}"],
    ),
    lacks(
        "increase N $",
        &["increase {1} this unit", "increase {1} a friendly unit"],
        "it is not said which unit",
    ),
    lacks(
        "decrease N $",
        &[
            "decrease {1} the target",
            "decrease {1} the attacker",
            "decrease {1} an enemy unit",
            "decrease {1} this unit",
        ],
        "it is not said which unit",
    ),
    maybe("deactivate …", &["place an activation mark on {1}"]),
    maybe("move … anywhere", &["place {1} on a vacant space"]),
    never(
        "remove all|the tokens from",
        &[],
        "name the tokens: `Remove all size tokens from …`, `Remove all damage from …`",
    ),
    maybe("discards N card|cards from hand", &["discards {1} cards"]),
    maybe("discards a card from hand", &["discards a card"]),
    maybe("the opposing W", &["the enemy {1}"]),
    maybe(
        "the next W you play this W costs|cost …",
        &["your next {1} this {2} costs {3}"],
    ),
    maybe(
        "your hero has N movement|move",
        &["set the move of your hero to {1}"],
    ),
    never(
        "double the size",
        &[],
        "write by how much: `Increase 2 a friendly unit.`, or `Place a size token on …`",
    ),
    maybe(
        "add|give|attach a|an W token|mark to|on …",
        &["place a {1} token on {2}", "place a {1} mark on {2}"],
    ),
    maybe(
        "double the W of a|an …",
        &[
            "set the {1} of a {2} to twice its {1}",
            "set the {1} of a {2} to twice its printed {1}",
        ],
    ),
    maybe(
        "double … 's W",
        &[
            "set the {2} of {1} to twice its {2}",
            "set the {2} of {1} to twice its printed {2}",
        ],
    ),
    maybe(
        "this unit 's W is equal to …",
        &["set the {1} of this unit to {2}"],
    ),
    maybe(
        "this unit 's W equals …",
        &["set the {1} of this unit to {2}"],
    ),
    never(
        "at the start|beginning|end of your|each|every|the turn",
        &[],
        "nothing begins or ends with a turn, of which a round has many: write `At the start of the round, …` or \
         `At the end of the round, …`, or what happens in a turn: `On Activation: …`",
    ),
    maybe("… 's W becomes|is N", &["set the {2} of {1} to {3}"]),
    maybe(
        "reduce|lower|decrease the W cost of … by N",
        &["{2} cost {3} {1} less", "{2} costs {3} {1} less"],
    ),
    maybe(
        "reduce|lower|decrease the cost of … by N W",
        &[
            "{1} cost {2} {3} less",
            "{1} costs {2} {3} less",
            "{1} cost {2} {3} less until the end of the turn",
        ],
    ),
    maybe(
        "increase|raise the cost of … by N W",
        &["{1} cost {2} {3} more", "{1} costs {2} {3} more"],
    ),
    maybe(
        "swap|exchange the positions|places|spaces of … and …",
        &["swap {1} with {2}"],
    ),
    maybe(
        "swap|exchange the positions|places|spaces of …",
        &["swap {1}"],
    ),
    maybe("swap|exchange … and …", &["swap {1} with {2}"]),
    maybe("swap … to|for|against …", &["swap {1} with {2}"]),
    maybe(
        "shuffle … in|to|onto your W",
        &["shuffle {1} into your {2}"],
    ),
    maybe("set … at|as N", &["set {1} to {2}"]),
    maybe("as you choose between", &["as you choose among"]),
    maybe("^ choose on|1|either :", &["choose one:"]),
    maybe("loses|lose S W", &["loses {1#} {2}", "lose {1#} {2}"]),
    maybe("exchange … with …", &["swap {1} with {2}"]),
    maybe("exchange …", &["swap {1}"]),
    maybe(
        "… switches|swaps|changes places with …",
        &["swap {1} with {2}"],
    ),
    maybe("switch …", &["swap {1}"]),
    maybe(
        "deal N damage split|distributed|divided|spread between|among|across …",
        &["deal {1} damage divided as you choose among {2}"],
    ),
    maybe(
        "distribute|divide|split N damage between|among|across …",
        &["deal {1} damage divided as you choose among {2}"],
    ),
    maybe("discards N cards at random", &["discards {1} random cards"]),
    maybe("discards a card at random", &["discards a random card"]),
    maybe("discard N cards at random", &["discard {1} random cards"]),
    maybe("discard a card at random", &["discard a random card"]),
    maybe(
        "your opponent discards a W of your choice",
        &["look at your opponent's hand, then discard a {1} from your opponent's hand"],
    ),
    maybe("of their|its|your choice", &[""]),
    maybe("of your choosing", &[""]),
    maybe(
        "look at your opponent 's hand and|, discard a|an W …",
        &["look at your opponent's hand, then discard a {1} from your opponent's hand"],
    ),
    maybe("for free", &["without paying its cost"]),
    maybe("ignoring its|the cost", &["without paying its cost"]),
    maybe("without paying the|any cost", &["without paying its cost"]),
    maybe("at no cost", &["without paying its cost"]),
    maybe(
        "you do not control any|a|an …? unit|units",
        &["you control no {1} units"],
    ),
    maybe(
        "you don't control any|a|an …? unit|units",
        &["you control no {1} units"],
    ),
    maybe(
        "you do not control any|a|an W",
        &["you control no {1} units", "you control no {1}"],
    ),
    maybe(
        "you don't control any|a|an W",
        &["you control no {1} units", "you control no {1}"],
    ),
    never(
        "W you @ do not|don't control",
        &[],
        "write `… your opponent controls`; for what nobody controls as well, ask of one: `Choose a location. If you control that location, … Otherwise, …`",
    ),
    never(
        "uncontrolled location|locations",
        &[],
        "write `a location`, or `a location your opponent controls`",
    ),
    maybe("takes N damage less", &["takes {1} less damage"]),
    maybe("takes P damage", &["takes {1#} additional damage"]),
    maybe(
        "^ push|knock … N space|spaces|step|steps",
        &[
            "move {1} {2} steps away from this unit",
            "move {1} {2} steps away from your hero",
        ],
    ),
    maybe(
        "^ pull|drag … toward|towards …",
        &["move {1} up to 1 step towards {2}"],
    ),
    maybe("push|pull …", &["move {1}"]),
    maybe(
        "create|summon|put a|an|one W token …",
        &["place a {1} token {2}"],
    ),
    maybe(
        "place|put N W on …",
        &[
            "place {1} {2s} tokens on {3}",
            "place {1} {2} tokens on {3}",
        ],
    ),
    maybe("gain control of …", &["take control of {1}"]),
    maybe("gains control of …", &["takes control of {1}"]),
    maybe("conquer|capture …", &["take control of {1}"]),
    maybe("reactivate …", &["activate {1}"]),
    // Cards.
    maybe("take|get|gain|pick N card|cards", &["draw {1} cards"]),
    open(
        "take|steal|pick|get a card from your|the|an opponent 's hand",
        &[],
        NOTHING_STOLEN,
    ),
    open(
        "take|steal|pick|get a random card from your|the|an opponent 's hand",
        &[],
        NOTHING_STOLEN,
    ),
    open(
        "take|steal|pick|get N cards from your|the|an opponent 's hand",
        &[],
        NOTHING_STOLEN,
    ),
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
    lacks(
        "search … for … $",
        &["search {1} for {2} and put it into your hand"],
        "missing destination of the search",
    ),
    maybe(
        "search … and reveal|show it $",
        &["search {1}, reveal it and put it into your hand"],
    ),
    maybe(
        "move|moves up to N spaces|steps and attack|attacks …?",
        &["move this unit up to {1} steps, then this unit attacks an adjacent enemy unit"],
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
];
