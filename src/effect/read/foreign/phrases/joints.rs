//! What joins sentences and their parts: first and then, if and otherwise, each and every time.

use super::{Entry, maybe, never, open};

const PLAYED_BEFORE: &str = "what players did before is not remembered: write what happens when they do it, as `Passive: When you play a spell, draw a card.`";

pub(super) const JOINTS: &[Entry] = &[
    maybe(
        "^ then|first|next|finally|afterward|afterwards|later ,",
        &[""],
    ),
    maybe("^ after that|this ,", &[""]),
    maybe("^ if it does ,", &["if you do,", "if they do,"]),
    maybe(
        "if …? is removed from the map this way",
        &["if {1} was removed from the map this way"],
    ),
    never(
        "the player who controls|owns",
        &[],
        "write `you`: a text speaks to the player who controls its card",
    ),
    maybe("^ if not ,", &["otherwise,"]),
    maybe("^ else|or|not ,", &["otherwise,"]),
    maybe("^ else|or|if not|not", &["otherwise,"]),
    maybe("^ W … then …", &["{1} {2}, {3}"]),
    maybe("^ W … , then …", &["{1} {2}, {3}"]),
    maybe(", than", &[", then"]),
    maybe("^ than …", &["then {1}", "{1}"]),
    maybe(
        "for the rest of the|this turn",
        &["until the end of the turn"],
    ),
    maybe(
        "for the rest of the|this round",
        &["until the end of the round"],
    ),
    maybe(
        "when|whenever … was|were|gets|get|got W , …",
        &["when {1} is {2}, {3}", "when {1} are {2}, {3}"],
    ),
    maybe(
        "when|whenever … has|have been W , …",
        &["when {1} is {2}, {3}", "when {1} are {2}, {3}"],
    ),
    maybe("when|whenever … has|have W , …", &["after {1} {2}, {3}"]),
    maybe(
        "when|whenever … is|are damaged ,",
        &["when {1} is dealt damage,", "when {1} are dealt damage,"],
    ),
    maybe("if the|that|this W W ,", &["if the {1} is {2},"]),
    maybe("if the target W ,", &["if the target is {1},"]),
    maybe("( max N )", &["(maximum {1})"]),
    maybe("( min N )", &["(minimum {1})"]),
    maybe(", maximum|max N", &[" (maximum {1})"]),
    maybe(", minimum|min N", &[" (minimum {1})"]),
    maybe("maximum N", &["(maximum {1})"]),
    maybe("minimum N", &["(minimum {1})"]),
    never(
        "second|third|fourth !time W each|this|every round|turn",
        &[],
        PLAYED_BEFORE,
    ),
    never(
        "is|are W @ this round|turn|activation ,",
        &[],
        "remove this time: what is done once waits until the end of the attack or activation in which it is done, or \
         else of the round",
    ),
    maybe("^ if you|they|he|she don't|doesn't ,", &["otherwise,"]),
    never(
        "^ if you|they|he|she can't|cannot ,",
        &[],
        "ask what came of it: `If no card was discarded this way, …`; where it is not done, behind a `You may …`, is \
         `Otherwise, …`",
    ),
    never(
        "if able",
        &[],
        "leave it out: of what cannot be done, as much is done as can be",
    ),
    maybe(
        "did not|n't|never move|moved",
        &["has not moved", "have not moved"],
    ),
    maybe(
        "did not|n't|never attack|attacked",
        &["has not attacked", "have not attacked"],
    ),
    maybe(
        "did not|n't|never retaliate|retaliated",
        &["has not retaliated", "have not retaliated"],
    ),
    maybe("didn 't move|moved", &["has not moved", "have not moved"]),
    maybe("didn't move|moved", &["has not moved", "have not moved"]),
    maybe(
        "didn't attack|attacked",
        &["has not attacked", "have not attacked"],
    ),
    maybe(
        "is|are activated",
        &["has an activation mark", "have an activation mark"],
    ),
    maybe(
        "is|are not activated",
        &["has no activation mark", "have no activation mark"],
    ),
    maybe("is not your hero", &["is not a friendly hero"]),
    maybe("is your hero", &["is a friendly hero"]),
    maybe("is not the enemy hero", &["is not an enemy hero"]),
    maybe("is the enemy hero", &["is an enemy hero"]),
    maybe("is not your opponent's hero", &["is not an enemy hero"]),
    maybe("is your opponent's hero", &["is an enemy hero"]),
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
    maybe("^ takes …", &["this unit takes {1}"]),
    maybe("^ gain …", &["this unit gains {1}", "this hero gains {1}"]),
    maybe(
        "^ can|may W …",
        &["this unit may {1} {2}", "you may {1} {2}"],
    ),
    maybe("^ can't|cant …", &["this unit cannot {1}"]),
    maybe("^ has …", &["this unit has {1}", "this unit gains {1}"]),
    maybe("^ cannot …", &["this unit cannot {1}"]),
    maybe(
        ", gains …",
        &[", this unit gains {1}", ", this hero gains {1}"],
    ),
    maybe(
        ", loses …",
        &[", this unit loses {1}", ", this hero loses {1}"],
    ),
    maybe(
        ", gain …",
        &[
            ", this unit gains {1}",
            ", this hero gains {1}",
            ", that unit gains {1}",
            ", your hero gains {1}",
        ],
    ),
    maybe(
        ", lose …",
        &[
            ", this unit loses {1}",
            ", this hero loses {1}",
            ", that unit loses {1}",
            ", your hero loses {1}",
        ],
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
        "you may … to @ choose one|two",
        &["you may {1}. If you do, choose one"],
        "write the cost as a sentence of its own: `You may discard a card. If you do, choose one:`",
    ),
    never(
        "^ choose one|two $",
        &[],
        "write `Choose one:`, and each way below it on a line of its own that begins with `- `",
    ),
    open(
        "^ choose one|two .",
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
        "play N more|additional|extra card|cards",
        &[],
        "how many cards a player may play is a rule of the game: let the text play one, `you may play a card from your hand`",
    ),
    never(
        "draw|draws @ N more|additional card|cards",
        &[],
        "write how many are drawn: `Draw a card.`",
    ),
    never(
        "N more|additional step|steps|space|spaces",
        &[],
        "write how many steps in all, or `… gains +2 move until …`",
    ),
    never(
        "from the map @ by",
        &[],
        "what removes it is not asked: its own attack, `After this unit attacks, if the target was removed from the map this way, \
         …`; whatever removes it, end with `from the map`",
    ),
    never(
        "its owner|controller !'s",
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
    maybe("the|your opponents hero", &["your opponent's hero"]),
    maybe("set W W 's W to", &["set the {3} of {1} {2} to"]),
    maybe(
        "if W W is … and has|have …",
        &["if {1} {2} is {3} and {1} {2} has {4}"],
    ),
    maybe(
        "if it is … and has|have …",
        &["if it is {1} and it has {2}"],
    ),
    maybe(
        "if W W has … and is …",
        &["if {1} {2} has {3} and {1} {2} is {4}"],
    ),
    maybe("if it has … and is …", &["if it has {1} and it is {2}"]),
    never(
        "if … @ or you|it|that|this|has|have|is|are …",
        &[],
        "conditions are joined by `and` alone: of two of which one has to hold, write a sentence for each",
    ),
    never(
        "if … @ or your opponent …",
        &[],
        "conditions are joined by `and` alone: of two of which one has to hold, write a sentence for each",
    ),
    never(
        "gains|gain S W if|while … , and|or S W if|while …",
        &[],
        "write a sentence for each: `If …, this unit gains …`",
    ),
    never(
        "unit|units that moves|move|enters|enter|stops|stop",
        &[],
        "write it as an event: `When an enemy unit moves, …`",
    ),
    maybe(
        "that is|are not adjacent to …",
        &["(excluding units adjacent to {1})"],
    ),
    never(
        "moves|move N or more|less|fewer steps|spaces",
        &[],
        "ask behind the event how far it went: `if the number of steps that unit has moved this round is 3 or more`",
    ),
    maybe(
        "gains S W until the end of the round for each damage dealt",
        &["gains {2} equal to that damage until the end of the round"],
    ),
    maybe(
        "moves|comes|gets within …",
        &["stops on a space within {1}"],
    ),
    maybe(
        "moves|comes|gets adjacent to …",
        &["stops on a space adjacent to {1}"],
    ),
    maybe(
        "put one into your hand and the other",
        &["put one of them into your hand and the rest"],
    ),
    never(
        "attached W and each|all|every …",
        &[],
        "write a sentence for each: `The attached unit gains …`, `Friendly units adjacent to the attached unit gain …`",
    ),
    never(
        "@ to the W of a|an|another …",
        &[],
        "choose it before, and say whose it is: `Choose an adjacent enemy unit. This unit gains attack equal to its attack.`",
    ),
    maybe("already", &[""]),
    maybe("is attack", &["is attacked"]),
    maybe("is activate", &["is activated"]),
    maybe("for draw", &["to draw"]),
    maybe("for deal", &["to deal"]),
    maybe("discard … @ , to draw", &["discard {1} to draw"]),
    maybe("discard … @ , to deal", &["discard {1} to deal"]),
    maybe("your opponents|opponent hand", &["your opponent's hand"]),
    maybe("your opponents|opponent deck", &["your opponent's deck"]),
    maybe("from opponent 's W", &["from your opponent's {1}"]),
    maybe(
        "remove all damage of|to|on …",
        &["remove all damage from {1}"],
    ),
    maybe(
        "if|when … is removed from the map , … instead",
        &["if {1} would be removed from the map, {2} instead"],
    ),
    never(
        "for each … and each …",
        &[],
        "write a sentence for each of them, and name what it is done to again: `Deal 1 damage to that unit for each …`",
    ),
    never(
        "or a|an|each W",
        &[],
        "two kinds are joined as in `a unit or hero`, with nothing that describes only one of them: else write a clause for each",
    ),
    never(
        "until the end of … and S W until",
        &[],
        "write a sentence for each time, and name those again: `That unit gains …`, `Those units gain …`",
    ),
    never(
        "W @ if it is|has|was …",
        &[],
        "ask before it: `Choose a friendly unit. If that unit is …, …`",
    ),
    maybe("also gains", &["gains"]),
    maybe("also loses", &["loses"]),
    maybe("for each W chosen", &["for each of those {1}s"]),
    maybe("the|your opponents units", &["enemy units"]),
    maybe("that is|are still on the map", &[""]),
    maybe("deal N additional damage to", &["deal {1} damage to"]),
    never(
        "this attack deals N additional damage to …",
        &[],
        "ask what the target is: `If the target is *undead*, this attack deals 1 additional damage.`",
    ),
    maybe(
        "( not … )",
        &["(excluding {1} units)", "(excluding {1})", ""],
    ),
    maybe(
        "this|that|your units W",
        &["this unit's {1}", "that unit's {1}", "your unit's {1}"],
    ),
    maybe("your|this heros W", &["your hero's {1}"]),
    maybe("in this|the spells area", &["in this spell's area"]),
    maybe("is moved", &["moves"]),
    maybe("in your hand", &["into your hand"]),
    maybe(
        "and discard N",
        &[", then discard {1} cards", ", then discard a card"],
    ),
    maybe("then discard N", &["then discard {1} cards"]),
    maybe(
        "search your deck for a W $",
        &[
            "search your deck for a {1} and put it into your hand",
            "search your deck for a \"{1}\" and put it into your hand",
        ],
    ),
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
        "the next W you play this W costs N less W",
        &["your next {1} this {2} costs {3} {4} less"],
    ),
    maybe(
        "^ costs N W less",
        &["your next spell this round costs {1} {2} less"],
    ),
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
