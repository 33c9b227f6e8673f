//! Conditions and events.

use super::{Entry, maybe, never, open};

const HALF: &str = "prevent an amount of that damage equal to half that damage, rounded up";

const SHIELDED: &str = "choose it first, and let it be watched, which ends with the round: `Choose a friendly unit. When that unit would be \
     dealt damage by a spell, prevent all of that damage.`";

const HALF_OF_IT: &str = "write it as an event: `When this unit would be dealt damage, prevent an amount of that damage equal to half that damage, rounded up.`";

pub(super) const WHEN: &[Entry] = &[
    maybe(
        "was|were not damaged",
        &["was not dealt damage", "were not dealt damage"],
    ),
    maybe("was damaged this", &["was dealt damage this"]),
    maybe("were damaged this", &["were dealt damage this"]),
    maybe("not attacked !this", &["not attacked this round"]),
    maybe("not moved !this", &["not moved this round"]),
    maybe("not retaliated !this", &["not retaliated this round"]),
    maybe(
        "if|while|unless … has|have more|higher|greater W W than …",
        &["if {1}'s {2} {3} is greater than {4}'s {2} {3}"],
    ),
    maybe(
        "if … has|have less|fewer|lower W W than …",
        &["if {1}'s {2} {3} is less than {4}'s {2} {3}"],
    ),
    maybe(
        "if … has|have more|higher|greater W than …",
        &["if {1}'s {2} is greater than {3}'s {2}"],
    ),
    maybe(
        "if … has|have a higher|greater W than …",
        &["if {1}'s {2} is greater than {3}'s {2}"],
    ),
    maybe(
        "if … has|have less|fewer|lower W than …",
        &["if {1}'s {2} is less than {3}'s {2}"],
    ),
    maybe(
        "if … has|have a lower|smaller W than …",
        &["if {1}'s {2} is less than {3}'s {2}"],
    ),
    maybe(
        "if … is|are larger|bigger than …",
        &["if {1}'s size is greater than {2}'s size"],
    ),
    maybe(
        "if … is|are smaller than …",
        &["if {1}'s size is less than {2}'s size"],
    ),
    maybe(
        "when|whenever this W deals damage to … , …",
        &["when {2} is dealt damage by this {1}, {3}"],
    ),
    maybe(
        "after this W deals damage to … , …",
        &["when {2} is dealt damage by this {1}, {3}"],
    ),
    never(
        "is|are still on",
        &[],
        "ask whether it was not removed: `if that unit was not removed from the map this way`",
    ),
    never(
        "attacks|retaliates|moves this round|turn|activation ,",
        &[],
        "remove this time: what is done once waits until the end of the attack or activation in which it is done, or \
         else of the round",
    ),
    never(
        "the next time",
        &[],
        "write `When …`: what is done once waits until the end of the attack or activation in which it is done, or \
         else of the round, and happens each time; for the first time alone let something be used up: `Ongoing, place \
         aside: When …, discard this card, then …`",
    ),
    never(
        "removes|removed|kills a|an|the|that|enemy|friendly W from the map",
        &[],
        "write what happens to it: `When an enemy unit is removed from the map, …`, whoever removes it; of an attack \
         `After this unit attacks, if the target was removed from the map this way, …`",
    ),
    never(
        "must attack",
        &[],
        "whom a unit attacks is its player's choice: forbid the others, as `Adjacent enemy units cannot attack other units.`",
    ),
    // Conditions and events.
    maybe("more then", &["more than"]),
    maybe("less then", &["less than"]),
    maybe("fewer then", &["fewer than"]),
    maybe("greater then", &["greater than"]),
    maybe("more than N", &["{1+} or more"]),
    maybe("at least N", &["{1} or more"]),
    maybe("^ W , after …", &["{1}, when {2}"]),
    maybe("^ W - when …", &["{1}, when {2}"]),
    maybe("when an enemy W", &["when an enemy unit {1}"]),
    maybe("at most N", &["up to {1}", "{1} or fewer"]),
    maybe("no more than N", &["up to {1}", "{1} or fewer"]),
    maybe("less|fewer than N", &["{1-} or fewer"]),
    maybe("has N damage or more", &["has {1} or more damage"]),
    maybe("^ … if … $", &["if {2}, {1}"]),
    maybe("^ … , if … $", &["if {2}, {1}"]),
    maybe("^ … when|whenever … $", &["when {2}, {1}"]),
    maybe("^ … , when|whenever … $", &["when {2}, {1}"]),
    maybe("^ … while … $", &["while {2}, {1}"]),
    maybe(
        "while adjacent … , this unit …",
        &["while this unit is adjacent {1}, this unit {2}"],
    ),
    maybe(
        "this unit … while adjacent …",
        &["this unit {1} while this unit is adjacent {2}"],
    ),
    maybe("while on …", &["while this unit is on {1}"]),
    maybe("while within …", &["while this unit is within {1}"]),
    maybe("while damaged", &["while this unit is damaged"]),
    never(
        "has|have|gains|gain S attack @ against|versus|vs",
        &[],
        "write `When this unit attacks a *dragon* unit, that attack deals 1 additional damage.`",
    ),
    maybe("x … , where x is|equals …", &["{1} equal to {2}"]),
    maybe(
        "draw x cards , where x is|equals …",
        &["draw cards equal to {1}"],
    ),
    maybe(
        "deal x damage to … , where x is|equals …",
        &["deal damage to {1} equal to {2}"],
    ),
    maybe("as long as", &["while"]),
    maybe(
        "if your opponent controls more W ,",
        &["if your opponent controls more {1} than you,"],
    ),
    maybe(
        "if you control more W ,",
        &["if you control more {1} than your opponent,"],
    ),
    maybe("cannot W and W", &["cannot {1} or {2}"]),
    maybe("rounded up , until …", &["rounded up until {1}"]),
    maybe("rounded down , until …", &["rounded down until {1}"]),
    open(
        "each player … @ unless they W",
        &[],
        "say it of one player at a time: `Discard a card unless you spend 1 power.`, and the same with `your opponent`",
    ),
    maybe(
        "unless they pay|spend|pays|spends …",
        &["unless your opponent spends {1}"],
    ),
    maybe("^ , …", &["{1}"]),
    maybe(
        "^ this W … @ if it …",
        &["while this {1} {3}, this {1} {2}"],
    ),
    maybe(
        "^ this W … while it …",
        &["while this {1} {3}, this {1} {2}"],
    ),
    maybe("^ … at the W of the W $", &["at the {2} of the {3}, {1}"]),
    maybe(
        "the first time you … each|every round|turn",
        &["the first time each round you {1}"],
    ),
    maybe(
        "the first time your opponent … each|every round|turn",
        &["the first time each round your opponent {1}"],
    ),
    maybe(
        "the|your first W you play each|every round|turn costs|cost …",
        &["at the start of the round, your next {1} this round costs {2}"],
    ),
    maybe(
        "the|your first W each|every round|turn costs|cost …",
        &["at the start of the round, your next {1} this round costs {2}"],
    ),
    maybe("if … is|are empty", &["if there are no cards in {1}"]),
    maybe(
        "^ … until|during|for|in their|his|your opponent 's next turn",
        &["{1} until your next turn"],
    ),
    maybe(
        "^ … until|during|for|in their|his next turn",
        &["{1} until your next turn"],
    ),
    maybe(
        "^ when|whenever your opponent loses control of …",
        &["when you take control of {1}"],
    ),
    maybe(
        "^ a|an W that|which|who enters|is|moves W W …",
        &["when a {1} enters {2} {3}, that {1} {4}"],
    ),
    maybe("as much damage as", &["damage equal to"]),
    maybe(
        "is|are killed|destroyed|defeated|slain|eliminated",
        &["is removed from the map"],
    ),
    maybe(
        "leaves the map|battlefield|board|play",
        &["is removed from the map"],
    ),
    maybe(
        "would leave the map|battlefield|board|play",
        &["would be removed from the map"],
    ),
    maybe(
        "^ if it is removed from the map",
        &["if that unit was removed from the map this way"],
    ),
    maybe(
        "^ if this|it|that kills|removes|destroys|defeats it|them",
        &["if that unit was removed from the map this way"],
    ),
    maybe(
        "^ if it|that survives|survived",
        &["if that unit was not removed from the map this way"],
    ),
    maybe(
        "^ if the|that W survives|survived",
        &["if that {1} was not removed from the map this way"],
    ),
    maybe(
        "^ if they are|were all …",
        &["if those units are {1}", "if those cards are {1}"],
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
    maybe("enters|enter the map", &["is placed"]),
    maybe("enters|enter play", &["is played"]),
    maybe("enters|enter the battlefield|board", &["is placed"]),
    maybe(
        "while this unit is attacking , it deals N additional damage",
        &["when this unit attacks, that attack deals {1} additional damage"],
    ),
    maybe(
        "while this unit is attacking ,",
        &["when this unit attacks,"],
    ),
    maybe(
        "^ friendly|your units deal N additional damage when attacking",
        &["when a friendly unit attacks, that attack deals {1} additional damage"],
    ),
    maybe(
        "when|whenever an|the enemy plays",
        &["when your opponent plays"],
    ),
    maybe(
        "when|whenever an|the enemy draws",
        &["when your opponent draws"],
    ),
    maybe("comes into play", &["is played"]),
    maybe("would take|suffer damage", &["would be dealt damage"]),
    maybe("takes|suffers|receives damage", &["is dealt damage"]),
    maybe(
        "your opponent … , @ they W …",
        &["your opponent {1}, your opponent {2}s {3}"],
    ),
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
        &[
            "the target cannot retaliate against this attack",
            "enemy units cannot retaliate against this unit",
        ],
    ),
    maybe(
        "immune to … spells",
        &["this unit cannot be targeted by {1} spells"],
    ),
    maybe(
        "this unit is immune to … spells",
        &["this unit cannot be targeted by {1} spells"],
    ),
    maybe(
        "… is|are immune|invulnerable to spells|magic",
        &[
            "{1} cannot be targeted by spells",
            "when {1} would be dealt damage by a spell, prevent all of that damage",
        ],
    ),
    maybe(
        "… is|are not affected|damaged|hurt|harmed by spells|magic",
        &["{1} cannot be targeted by spells"],
    ),
    maybe(
        "… is|are unaffected by spells|magic",
        &["{1} cannot be targeted by spells"],
    ),
    never("takes no damage from|by spells until", &[], SHIELDED),
    never(
        "cannot|can't be dealt|take damage by|from spells until",
        &[],
        SHIELDED,
    ),
    maybe(
        "… takes no damage from|by spells !until",
        &["when {1} would be dealt damage by a spell, prevent all of that damage"],
    ),
    maybe(
        "… cannot|can't be dealt|take damage by|from spells !until",
        &["when {1} would be dealt damage by a spell, prevent all of that damage"],
    ),
    maybe(
        "^ … cannot|can't be dealt damage $",
        &[
            "when {1} would be dealt damage, prevent all of that damage",
            "prevent all damage that would be dealt to {1}",
        ],
    ),
    maybe(
        "^ … cannot|can't be dealt|take damage …",
        &["prevent all damage that would be dealt to {1} {2}"],
    ),
    maybe(
        "^ … is|are invulnerable|invincible|indestructible …",
        &["prevent all damage that would be dealt to {1} {2}"],
    ),
    never(
        "invulnerable|invincible|indestructible",
        &[],
        "say what is prevented: `When this unit would be dealt damage, prevent all of that damage.`",
    ),
    maybe(
        "… takes no damage",
        &["prevent all damage that would be dealt to {1}"],
    ),
    maybe(
        "prevent all damage to|on …",
        &["prevent all damage that would be dealt to {1}"],
    ),
    maybe(
        "prevent all|any damage that would be @ dealt|done|caused by …",
        &["{1} cannot attack or retaliate"],
    ),
    maybe(
        "remove 1 damage from … @ for each|every damage dealt by this|that attack",
        &["remove damage from {1} equal to the damage dealt by this attack"],
    ),
    never(
        "for each|every damage dealt by",
        &[],
        "write the number before what is counted: `a number of cards equal to the damage dealt by this attack`",
    ),
    maybe("prevent that damage", &["prevent all of that damage"]),
    maybe("you would be dealt", &["your hero would be dealt"]),
    maybe("you are dealt", &["your hero is dealt"]),
    maybe(
        "your opponent would be dealt",
        &["the enemy hero would be dealt"],
    ),
    maybe("your opponent is dealt", &["the enemy hero is dealt"]),
    maybe("prevent the damage", &["prevent all of that damage"]),
    maybe("prevent it", &["prevent all of that damage"]),
    maybe("prevent N damage", &["prevent {1} of that damage"]),
    maybe("prevents that damage", &["prevents all of that damage"]),
    maybe(
        "… ignores|ignore disadvantage",
        &["{1} has no disadvantage", "{1} have no disadvantage"],
    ),
    maybe(
        "… never suffers|has disadvantage",
        &["{1} has no disadvantage"],
    ),
    maybe(
        "this unit has no … penalty",
        &["this unit has no disadvantage"],
    ),
    maybe(
        "this unit does not get|receive|gain an activation mark when …",
        &["when this unit is {1}, remove the activation mark from this unit"],
    ),
    maybe(
        "attacks against this unit have|suffer|get disadvantage",
        &["when this unit is attacked, that attack has disadvantage"],
    ),
    maybe(
        "units attacking this unit have|suffer|get disadvantage",
        &["when this unit is attacked, that attack has disadvantage"],
    ),
    maybe(
        "… attacks|attack with disadvantage",
        &["{1} has disadvantage", "{1} have disadvantage"],
    ),
    maybe(
        "… attacks|attack with advantage",
        &["{1} has advantage", "{1} have advantage"],
    ),
    maybe(
        "this unit has unlimited|infinite retaliation|retaliations",
        &["this unit may retaliate any number of times"],
    ),
    maybe(
        "this unit always retaliates",
        &["this unit may retaliate any number of times"],
    ),
    maybe(
        "this unit retaliates|retaliate against|to every|each|all|any attack|attacks",
        &["this unit may retaliate any number of times"],
    ),
    maybe(
        "this unit can|may retaliate against|to every|each|all|any attack|attacks",
        &["this unit may retaliate any number of times"],
    ),
    maybe(
        "… is also a|an flying|ranged|ground W",
        &["{1} becomes flying"],
    ),
    maybe(
        "can|may pass|fly|go|walk|move through|over …",
        &["may move through {1}"],
    ),
    never(
        "attacks all|each|every adjacent",
        &[],
        "write `On Attack: This attack also hits each other adjacent enemy unit.`",
    ),
    never(
        "attack units|enemies|targets up to N spaces|steps away",
        &["attack an enemy unit within range {1}"],
        "write `On Activation: This unit may attack an enemy unit within range 2.`",
    ),
    maybe(
        "this unit may attack again",
        &["this unit attacks the target again"],
    ),
    maybe("you must", &["you"]),
    maybe("you might|could", &["you may"]),
    never(
        "must !attack W",
        &["{1}s", "{1}"],
        "write what happens, without `must`",
    ),
    maybe("^ may", &["you may"]),
    maybe("this unit can|may fly", &["this unit becomes flying"]),
    maybe(
        "when|whenever you|your opponent W a|an|the …",
        &["when you play a {2}"],
    ),
    maybe("has|have no cards", &["has no cards in their hand"]),
    never(
        "may|can attack twice",
        &[],
        "write `On Attack: This unit attacks the target again.`",
    ),
    maybe(
        "when|whenever you play your first … each round ,",
        &["the first time each round you play a {1},"],
    ),
    never(
        "while this|that|a|an|the|your W attacks|attack",
        &[],
        "an attack has no length: write `When this unit attacks, …`, or stand under `On Attack:` with `until the end of the attack`",
    ),
    never(
        "this|that attack removes|kills|destroys|slays",
        &[],
        "what an attack removed is known behind it: `Passive: After this unit attacks, if the target was removed from the map this way, …`",
    ),
    never(
        "attacks twice",
        &["attacks the target again"],
        "write `On Attack: This unit attacks the target again.`",
    ),
    open(
        "^ before attacking ,",
        &[],
        "leave it out behind the heading `On Attack:`, and write that heading where there is another: `On Attack: This unit \
         gains +1 attack until the end of the attack.`",
    ),
    open(
        "^ before retaliating ,",
        &[],
        "leave it out behind the heading `On Retaliate:`, and write that heading where there is another: `On Retaliate: This \
         unit gains +1 attack until the end of the attack.`",
    ),
    maybe(
        "^ after moving ,",
        &["after this unit moves,", "after this hero moves,"],
    ),
    maybe(
        "if wounded|injured|damaged",
        &["if this unit is damaged", "if this hero is damaged"],
    ),
    maybe(
        "while wounded|injured|damaged",
        &["while this unit is damaged", "while this hero is damaged"],
    ),
    maybe(
        "^ after attacking , this W …",
        &[
            "after this {1} attacks, it {2}",
            "after this {1} attacks, this {1} {2}",
        ],
    ),
    never(
        "^ after attacking , …",
        &[
            "after this unit attacks, {1}",
            "after this hero attacks, {1}",
        ],
        "write the event: `After this unit attacks, …`",
    ),
    maybe(
        "when|whenever|if|while|after retaliating , …",
        &[
            "when this unit retaliates, {1}",
            "when this unit retaliates, {1} until the end of the attack",
        ],
    ),
    never(
        "when|whenever|if|while retaliating",
        &["when this unit retaliates"],
        "write the heading `On Retaliate:`",
    ),
    maybe(
        "when|whenever … activates ,",
        &["when {1} is activated,", "when {1} are activated,"],
    ),
    maybe(
        "when|whenever … damages … ,",
        &["when {2} is dealt damage by {1},"],
    ),
    maybe("if he|she does", &["if they do"]),
    maybe("nor", &["or"]),
    maybe(
        "^ if … @ gain …",
        &[
            "if {1}, this unit gains {2}",
            "if {1}, this hero gains {2}",
            "if {1}, that unit gains {2}",
        ],
    ),
    maybe(
        "^ if … @ deal N more|additional damage …",
        &["if {1}, deal {2} damage {3}"],
    ),
    maybe(
        "redirect the attack",
        &["redirect that attack", "redirect this attack"],
    ),
    maybe(
        "if you go|are|start first",
        &["if you are the first player"],
    ),
    maybe(
        "if you go|are|start second",
        &["if you are not the first player"],
    ),
    maybe(
        "^ choose N of the|these following|options|effects",
        &["choose {1}"],
    ),
    maybe(
        "is|are wounded|injured|hurt",
        &["is damaged", "are damaged", "has damage", "have damage"],
    ),
    maybe("wounded|injured", &["damaged"]),
    never(
        "has|have more W than",
        &[],
        "compare two numbers: `If the number of … is greater than the number of …,`",
    ),
    never(
        "costs|cost N less|more",
        &[],
        "name the statistic: `… costs 1 power less.`, `… costs 1 power more.`",
    ),
    never(
        "costs|cost ( N ) less|more",
        &[],
        "name the statistic: `… costs 1 power less.`, `… costs 1 power more.`",
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
    maybe("prevent half of that damage", &[HALF]),
    maybe("prevent half that damage", &[HALF]),
    open(
        "deals|deal half damage",
        &[],
        "write how much less it deals: `… deals 2 less damage (minimum 1) until the end of the round.`",
    ),
    never("half damage", &[], HALF_OF_IT),
    never(
        "attack|move|range|size is|are halved",
        &[],
        "write what it is set to: `Set the attack of an enemy unit to half its printed attack, rounded up until …`",
    ),
    never("is|are halved", &[], HALF_OF_IT),
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
        "^ flying|flier|flyer|ground|ranged|*flying*|*ranged*|*ground* $",
        &[],
        "whether a unit flies or shoots is said by its fields, not by its text",
    ),
    never(
        "first strike",
        &[],
        "there is no such keyword: say in a sentence what the card does",
    ),
];
