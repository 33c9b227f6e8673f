# The types of bundle.json and bundle.msgpack, format 1, IR 3.
# Written by `cardwright types`; changes belong into cardwright.

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict, Union


# One game's cards and sets, ready for an engine.
class Bundle(TypedDict):
    # The version of the shape of this document.
    format: int
    # The version of the shape of the abilities.
    ir: int
    game: BundledGame
    # In the order of their ids.
    cards: list[BundledCard]
    # In the order of their ids.
    kingdoms: list[Kingdom]
    vocabulary: BundledVocabulary
    # What became of the ids of cards that are gone, in the order of these ids.
    migrations: NotRequired[dict[str, Migration]]


# The game to which the cards belong.
class BundledGame(TypedDict):
    id: str
    title: str
    # Raised whenever the game's data changes in a way that cards or engines notice.
    version: int
    map: NotRequired[GameMap]
    constants: NotRequired[dict[str, Constant]]


# The map: its rows from one player's side to the other's, and its columns.
class GameMap(TypedDict):
    rows: list[str]
    columns: int
    section: NotRequired[str]


# A number of the rulebook.
class Constant(TypedDict):
    value: int
    doc: str
    section: NotRequired[str]


# A card.
# Every other key holds: FieldValue
class BundledCard(TypedDict):
    # Kebab case, unique in its game.
    id: str
    name: str
    # The id of its card type.
    type: str
    # What its text says; empty for a card without a text.
    abilities: list[Ability]
    # Its text in canonical form; the places in the abilities are ranges of bytes in it.
    text: str
    # Text that cannot be expressed yet, for people. It is never executed.
    manual: NotRequired[str]


# The value of a field.
FieldValue = Union["bool", "int", "str", "list[str]", "dict[str, int]", "Area"]


# A printed area of effect, as steps from the chosen space.
class Area(TypedDict):
    # The pattern, a string for each row: `X` the chosen space, `#` hit, `.` not hit, `O` the
    # chosen space where it is not hit itself.
    pattern: list[str]
    # The spaces that are hit.
    spaces: list[Step]


# A space, as seen from the chosen one by the player who plays the card.
class Step(TypedDict):
    # Rows away from the player; negative towards the player.
    forward: int
    # Columns to the right; negative to the left.
    right: int


# One line of an effect text: when it resolves, and what happens then. `docs/ir.md` says exactly how.
class Ability(TypedDict):
    heading: Heading
    # In the order in which they happen.
    effects: list[Effect]
    span: NotRequired[At]


# When an ability resolves.
class Heading(TypedDict):
    # The id of a heading of the game.
    id: str
    # What has to happen, for a heading that waits for something.
    when: NotRequired[Event]
    # Where the card goes, for a heading that places it.
    placement: NotRequired[Placement]
    # Absent where the text has no heading and the card type's own one holds.
    span: NotRequired[At]


# Announced: it begins an attack. A retaliation is none (Attack).
class EventAttacks(TypedDict):
    event: Literal["attacks"]
    who: Selector
    whom: NotRequired[Selector]
    span: NotRequired[At]


# Announced: it is the target of an attack, from the start or by redirection.
class EventIsAttacked(TypedDict):
    event: Literal["is-attacked"]
    who: Selector
    by: NotRequired[Selector]
    span: NotRequired[At]


# Announced: it begins a retaliation (Retaliate).
class EventRetaliates(TypedDict):
    event: Literal["retaliates"]
    who: Selector
    against: NotRequired[Selector]
    span: NotRequired[At]


# Done: damage was placed on it by being dealt, once for all of one moment.
class EventIsDealtDamage(TypedDict):
    event: Literal["is-dealt-damage"]
    who: Selector
    by: NotRequired[Selector]
    span: NotRequired[At]


# Announced: damage is about to be placed on it.
class EventWouldBeDealtDamage(TypedDict):
    event: Literal["would-be-dealt-damage"]
    who: Selector
    by: NotRequired[Selector]
    span: NotRequired[At]


# Announced: its activation begins (Activate a unit or hero on the board).
class EventIsActivated(TypedDict):
    event: Literal["is-activated"]
    who: Selector
    span: NotRequired[At]


# Announced: the player activates it.
class EventActivates(TypedDict):
    event: Literal["activates"]
    who: Player
    what: Selector
    span: NotRequired[At]


# It moves one step or more: announced before the first, done behind the last.
class EventMoves(TypedDict):
    event: Literal["moves"]
    who: Selector
    span: NotRequired[At]


# Done: it came onto the space, be it on its way.
class EventEnters(TypedDict):
    event: Literal["enters"]
    who: Selector
    space: Selector
    span: NotRequired[At]


# Done: its movement, swap or placing ended there.
class EventStopsOn(TypedDict):
    event: Literal["stops-on"]
    who: Selector
    space: Selector
    span: NotRequired[At]


# Announced: it is being played and was paid for (Play a card from their hand). Of the card itself, done:
# it lies where its play put it.
class EventIsPlayed(TypedDict):
    event: Literal["is-played"]
    what: Selector
    span: NotRequired[At]


# Announced: the player plays it.
class EventPlays(TypedDict):
    event: Literal["plays"]
    who: Player
    what: Selector
    span: NotRequired[At]


# Done: it came onto the map, by being played or by an effect, in all of these places (Units entering
# the map).
class EventIsPlaced(TypedDict):
    event: Literal["is-placed"]
    what: Selector
    places: NotRequired[list[Place]]
    span: NotRequired[At]


# Done: it got size tokens, but by moving them (Increasing unit size).
class EventIsIncreased(TypedDict):
    event: Literal["is-increased"]
    who: Selector
    span: NotRequired[At]


# Done: it lost size tokens, or left the map by that (Decreasing unit size).
class EventIsDecreased(TypedDict):
    event: Literal["is-decreased"]
    who: Selector
    span: NotRequired[At]


# Done: it is what two units became (Move onto a unit of the same name).
class EventMerges(TypedDict):
    event: Literal["merges"]
    who: Selector
    span: NotRequired[At]


# Done: it left the map, wherever it went.
class EventIsRemovedFromMap(TypedDict):
    event: Literal["is-removed-from-map"]
    who: Selector
    span: NotRequired[At]


# Announced: it is about to leave the map, wherever it would go.
class EventWouldBeRemovedFromMap(TypedDict):
    event: Literal["would-be-removed-from-map"]
    who: Selector
    span: NotRequired[At]


# Done: cards that boost it were revealed (Boosting an attack).
class EventIsBoosted(TypedDict):
    event: Literal["is-boosted"]
    what: Selector
    span: NotRequired[At]


# Done: the player's boost cards were revealed.
class EventBoosts(TypedDict):
    event: Literal["boosts"]
    who: Player
    span: NotRequired[At]


# Announced: a player chose it for an effect.
class EventIsTargeted(TypedDict):
    event: Literal["is-targeted"]
    who: Selector
    by: NotRequired[Selector]
    span: NotRequired[At]


# Done: it came from the deck to the hand (Draw cards).
class EventIsDrawn(TypedDict):
    event: Literal["is-drawn"]
    what: Selector
    span: NotRequired[At]


# Done: the player drew it.
class EventDraws(TypedDict):
    event: Literal["draws"]
    who: Player
    what: Selector
    span: NotRequired[At]


# Done: it came to a discard pile, but not because it was used up: at the end of its play, as a Reaction,
# or as a boost card (Discarding cards).
class EventIsDiscarded(TypedDict):
    event: Literal["is-discarded"]
    what: Selector
    span: NotRequired[At]


# Done: the player discarded it, by an action or in the round.
class EventDiscards(TypedDict):
    event: Literal["discards"]
    who: Player
    what: Selector
    span: NotRequired[At]


# Done: it was attached, by being played or by an effect (Ongoing cards).
class EventIsAttached(TypedDict):
    event: Literal["is-attached"]
    what: Selector
    to: NotRequired[Selector]
    span: NotRequired[At]


# Done: it was turned straight, by an effect or in the round (Ready cards).
class EventIsReadied(TypedDict):
    event: Literal["is-readied"]
    what: Selector
    span: NotRequired[At]


# Done: it was turned straight for its controller.
class EventReadies(TypedDict):
    event: Literal["readies"]
    who: Player
    what: Selector
    span: NotRequired[At]


# Done: it was turned, to pay or by an effect (Paying statistics).
class EventIsSpent(TypedDict):
    event: Literal["is-spent"]
    what: Selector
    span: NotRequired[At]


# Done: the player turned it.
class EventSpends(TypedDict):
    event: Literal["spends"]
    who: Player
    what: Selector
    span: NotRequired[At]


# Done: a player took control of it (Hero activation).
class EventIsTaken(TypedDict):
    event: Literal["is-taken"]
    what: Selector
    span: NotRequired[At]


# Done: the player took control of it.
class EventTakesControl(TypedDict):
    event: Literal["takes-control"]
    who: Player
    what: Selector
    span: NotRequired[At]


# Done: one of these marks was placed on it where it had none of it (Tokens).
class EventMarkPlaced(TypedDict):
    event: Literal["mark-placed"]
    marks: list[str]
    on: Selector
    span: NotRequired[At]


# Done: the player passed (Pass for this round).
class EventPasses(TypedDict):
    event: Literal["passes"]
    who: Player
    span: NotRequired[At]


# Something that happens in play.
Event = Union[
    EventAttacks,
    EventIsAttacked,
    EventRetaliates,
    EventIsDealtDamage,
    EventWouldBeDealtDamage,
    EventIsActivated,
    EventActivates,
    EventMoves,
    EventEnters,
    EventStopsOn,
    EventIsPlayed,
    EventPlays,
    EventIsPlaced,
    EventIsIncreased,
    EventIsDecreased,
    EventMerges,
    EventIsRemovedFromMap,
    EventWouldBeRemovedFromMap,
    EventIsBoosted,
    EventBoosts,
    EventIsTargeted,
    EventIsDrawn,
    EventDraws,
    EventIsDiscarded,
    EventDiscards,
    EventIsAttached,
    EventIsReadied,
    EventReadies,
    EventIsSpent,
    EventSpends,
    EventIsTaken,
    EventTakesControl,
    EventMarkPlaced,
    EventPasses,
]


# The player chooses so many of those that fit. On the map this targets them.
SelectorChoose = TypedDict("SelectorChoose", {
    "select": 'Literal["choose"]',
    "count": "Count",
    "by": "Player",
    "from": "Filter",
    # Only those for which a number is the highest or lowest; the chooser breaks ties.
    "superlative": "NotRequired[Superlative]",
    # Every one after the first is within that range of the one chosen before it.
    "chain": "NotRequired[Chain]",
    "slot": "int",
    "span": "NotRequired[At]",
})


# Chance chooses so many different ones of those that fit, each as likely as any other.
SelectorRandom = TypedDict("SelectorRandom", {
    "select": 'Literal["random"]',
    "count": "Amount",
    "from": "Filter",
    "slot": "int",
    "span": "NotRequired[At]",
})


# All of those that fit: at the moment, and in what holds all the time, at every moment.
SelectorEach = TypedDict("SelectorEach", {
    "select": 'Literal["each"]',
    "from": "Filter",
    "slot": "int",
    "span": "NotRequired[At]",
})


# A pattern. In an event, the slot is bound to the thing that the event is about, if it fits; in a
# condition about a certain space (`If a unit is on this location`), to what is there; elsewhere
# nothing is bound.
SelectorAny = TypedDict("SelectorAny", {
    "select": 'Literal["any"]',
    "from": "Filter",
    "slot": "int",
    "span": "NotRequired[At]",
})


# So many cards from the top or the bottom of an ordered zone, the outermost first.
class SelectorStack(TypedDict):
    select: Literal["stack"]
    count: Amount
    end: End
    zone: Zone
    slot: int
    span: NotRequired[At]


# What is already known. Nothing is chosen or targeted.
SelectorKnown = TypedDict("SelectorKnown", {
    "select": 'Literal["known"]',
    "is": "Reference",
    "span": "NotRequired[At]",
})


# All cards of a zone.
class SelectorZone(TypedDict):
    select: Literal["zone"]
    zone: Zone
    slot: int
    span: NotRequired[At]


# What an action applies to.
Selector = Union[
    SelectorChoose,
    SelectorRandom,
    SelectorEach,
    SelectorAny,
    SelectorStack,
    SelectorKnown,
    SelectorZone,
]


# So many, or all where fewer fit.
class CountExactly(TypedDict):
    count: Literal["exactly"]
    number: Amount


# None up to so many.
class CountUpTo(TypedDict):
    count: Literal["up-to"]
    number: Amount


# None up to all.
class CountAny(TypedDict):
    count: Literal["any"]


# How many are chosen.
Count = Union[
    CountExactly,
    CountUpTo,
    CountAny,
]


# That number.
class AmountFixed(TypedDict):
    amount: Literal["fixed"]
    value: int


# What was chosen for X where X is declared: the first action of the ability that has it. Its acting
# player chooses 1 or more, in a cost no more than can be paid. 0 where that was not reached.
class AmountX(TypedDict):
    amount: Literal["x"]


# As many as there are, on each thing.
class AmountAll(TypedDict):
    amount: Literal["all"]


# A number of a card in play, as it is now.
class AmountAttribute(TypedDict):
    amount: Literal["attribute"]
    # The id of an attribute.
    attribute: str
    of: Reference
    # The printed number, whatever has changed it.
    printed: NotRequired[bool]


# Size tokens plus 1 (Unit size).
class AmountSize(TypedDict):
    amount: Literal["size"]
    of: Reference


# The damage on it.
class AmountDamageOn(TypedDict):
    amount: Literal["damage-on"]
    of: Reference


# Tokens of that kind on it.
class AmountTokensOn(TypedDict):
    amount: Literal["tokens-on"]
    token: str
    of: Reference


# How many things fit.
class AmountNumber(TypedDict):
    amount: Literal["number"]
    of: Filter


# The damage that the attack places, on all that it hits, the retaliation apart. An action that needs it before the attack has dealt its damage
# waits until then.
class AmountDamageDealt(TypedDict):
    amount: Literal["damage-dealt"]
    by: Reference


# The damage that the event is about: what is dealt, or would be dealt, to whom the event names.
class AmountDamageOfEvent(TypedDict):
    amount: Literal["damage-of-event"]


# How many steps it has moved, by its activation and by effects; swapping and placing are none.
class AmountStepsMoved(TypedDict):
    amount: Literal["steps-moved"]
    who: Reference
    period: Period


# Half of it.
class AmountHalf(TypedDict):
    amount: Literal["half"]
    of: Amount
    rounded: Round


# So many times that.
class AmountTimes(TypedDict):
    amount: Literal["times"]
    factor: int
    of: Amount


# For every so many of them, once; what is left over does not count.
class AmountEvery(TypedDict):
    amount: Literal["every"]
    each: int
    of: Amount


# The number, raised or lowered into these bounds. A bound on what a reduction leaves is not here,
# but beside it (`at_least`).
class AmountBounded(TypedDict):
    amount: Literal["bounded"]
    of: Amount
    # Absent: no lower bound.
    minimum: NotRequired[int]
    # Absent: no upper bound.
    maximum: NotRequired[int]


# A whole number from 0 on, worked out once when its action is performed, after the things of the action
# were found; in what holds all the time, at every moment. A number of something that is not there is 0; of
# a card that left play, what it was last; of several things, their sum.
Amount = Union[
    AmountFixed,
    AmountX,
    AmountAll,
    AmountAttribute,
    AmountSize,
    AmountDamageOn,
    AmountTokensOn,
    AmountNumber,
    AmountDamageDealt,
    AmountDamageOfEvent,
    AmountStepsMoved,
    AmountHalf,
    AmountTimes,
    AmountEvery,
    AmountBounded,
]


# The card on which the text stands; in a granted text, the one that gained it. `as` is the card type by which it is named; absent for
# `this card`.
ReferenceThis = TypedDict("ReferenceThis", {
    "ref": 'Literal["this"]',
    "as": "NotRequired[str]",
})


# The attack during which the ability resolves; of a retaliation, the retaliation.
class ReferenceThisAttack(TypedDict):
    ref: Literal["this-attack"]


# The attack that the event is about; of a retaliation, the retaliation.
class ReferenceThatAttack(TypedDict):
    ref: Literal["that-attack"]


# The one that is attacked, as redirected.
class ReferenceTarget(TypedDict):
    ref: Literal["target"]


# The one that attacks; in a retaliation, the enemy.
class ReferenceAttacker(TypedDict):
    ref: Literal["attacker"]


# The unit to which this card is attached.
class ReferenceAttachedUnit(TypedDict):
    ref: Literal["attached-unit"]


# The space to which this card is attached.
class ReferenceAttachedSpace(TypedDict):
    ref: Literal["attached-space"]


# The space on which this card is.
class ReferenceThisSpace(TypedDict):
    ref: Literal["this-space"]


# The space chosen for the area of effect.
class ReferenceChosenSpace(TypedDict):
    ref: Literal["chosen-space"]


# What an earlier selector or event of the ability found. `types` and `many` say how it was
# named there.
class ReferenceChosen(TypedDict):
    ref: Literal["chosen"]
    slot: int
    named: ChosenNoun
    many: NotRequired[bool]


# The first of what an earlier selector found.
class ReferenceFirstChosen(TypedDict):
    ref: Literal["first-chosen"]
    slot: int
    named: ChosenNoun


# What an earlier selector found, without what was chosen from it since.
class ReferenceRest(TypedDict):
    ref: Literal["rest"]
    slot: int


# The hero of the controller of the ability.
class ReferenceYourHero(TypedDict):
    ref: Literal["your-hero"]


# The hero of the other player.
class ReferenceEnemyHero(TypedDict):
    ref: Literal["enemy-hero"]


# Something that is already known where it is named.
Reference = Union[
    ReferenceThis,
    ReferenceThisAttack,
    ReferenceThatAttack,
    ReferenceTarget,
    ReferenceAttacker,
    ReferenceAttachedUnit,
    ReferenceAttachedSpace,
    ReferenceThisSpace,
    ReferenceChosenSpace,
    ReferenceChosen,
    ReferenceFirstChosen,
    ReferenceRest,
    ReferenceYourHero,
    ReferenceEnemyHero,
]


class ChosenNounCard(TypedDict):
    noun: Literal["card"]
    # The card type; absent for `that card`.
    type: NotRequired[str]


# A space.
class ChosenNounSpace(TypedDict):
    noun: Literal["space"]


# The cards of a zone that was looked at.
class ChosenNounZone(TypedDict):
    noun: Literal["zone"]


# By what word a chosen thing is referred to. It means nothing in play.
ChosenNoun = Union[
    ChosenNounCard,
    ChosenNounSpace,
    ChosenNounZone,
]


# A description that a thing fits or not. All parts hold at once; an absent one asks for nothing.
class Filter(TypedDict):
    noun: Noun
    side: NotRequired[Side]
    # Neither this card, nor one that this ability has chosen before or its event is about, nor the target or the
    # attacker.
    other: NotRequired[bool]
    # One of these cards, by id (Card effects: Card name). Empty: any.
    names: NotRequired[list[str]]
    # Of each of these lists, at least one of the traits, by id (Card effects: Card trait).
    traits: NotRequired[list[list[str]]]
    # Fields that have that value: `ranged`, `power card`.
    fields: NotRequired[list[BareWord]]
    # How it is.
    states: NotRequired[list[State]]
    # Where it is.
    places: NotRequired[list[Place]]
    # The zone in which it is. Absent: wherever the thing is of which it is asked (in an event, a cause, a
    # deed); else, for a card with a flag such as `vanguard`, the zone of that id; for a statistic card, its
    # stack; otherwise in play.
    zone: NotRequired[Zone]
    # One of what this refers to.
    among: NotRequired[Reference]
    # Only the first one that fits from now on.
    next: NotRequired[bool]
    # What it does not fit.
    excluding: NotRequired[Filter]


# A card of one of these types; of any type where the list is empty.
class NounCard(TypedDict):
    noun: Literal["card"]
    types: NotRequired[list[str]]


# A space of the map.
class NounSpace(TypedDict):
    noun: Literal["space"]


# What kind of thing it is.
Noun = Union[
    NounCard,
    NounSpace,
]


# Whose it is, as seen from the controller of the card.
Side = Literal[
    # The controller of the ability controls it (Friendly and enemy units).
    "friendly",
    # The opponent controls it; what nobody controls is neither.
    "enemy",
]


# A field of the card and the value that it has.
class BareWord(TypedDict):
    field: str
    value: str


# Has, or has not, that mark.
class StateMark(TypedDict):
    state: Literal["mark"]
    mark: str
    has: bool


# So many tokens of that kind are on it.
class StateTokens(TypedDict):
    state: Literal["tokens"]
    token: str
    number: Comparison


# So much damage is on it.
class StateDamage(TypedDict):
    state: Literal["damage"]
    number: Comparison


# Size tokens plus 1.
class StateSize(TypedDict):
    state: Literal["size"]
    number: Comparison


# A number of it, as it is now.
class StateAttribute(TypedDict):
    state: Literal["attribute"]
    attribute: str
    number: Comparison


# It has the same name as that.
StateSameName = TypedDict("StateSameName", {
    "state": 'Literal["same-name"]',
    "as": "Reference",
})


# No unit and no hero stands on the space; a location may lie there (Unit movement).
class StateVacant(TypedDict):
    state: Literal["vacant"]


# It is straight.
class StateReady(TypedDict):
    state: Literal["ready"]


# It is turned.
class StateSpent(TypedDict):
    state: Literal["spent"]


# It lies face-up.
class StateFaceUp(TypedDict):
    state: Literal["face-up"]


# It lies face-down.
class StateFaceDown(TypedDict):
    state: Literal["face-down"]


# From the choice of the card that is played to the end of its play (Play a card from their hand).
class StateBeingPlayed(TypedDict):
    state: Literal["being-played"]


# How a thing is at the moment.
State = Union[
    StateMark,
    StateTokens,
    StateDamage,
    StateSize,
    StateAttribute,
    StateSameName,
    StateVacant,
    StateReady,
    StateSpent,
    StateFaceUp,
    StateFaceDown,
    StateBeingPlayed,
]


# It is that.
ComparisonExactly = TypedDict("ComparisonExactly", {
    "is": 'Literal["exactly"]',
    "number": "Amount",
})


# It is that or more.
ComparisonAtLeast = TypedDict("ComparisonAtLeast", {
    "is": 'Literal["at-least"]',
    "number": "Amount",
})


# It is that or less.
ComparisonAtMost = TypedDict("ComparisonAtMost", {
    "is": 'Literal["at-most"]',
    "number": "Amount",
})


# It is more than that.
ComparisonMoreThan = TypedDict("ComparisonMoreThan", {
    "is": 'Literal["more-than"]',
    "number": "Amount",
})


# It is less than that.
ComparisonLessThan = TypedDict("ComparisonLessThan", {
    "is": 'Literal["less-than"]',
    "number": "Amount",
})


# A test of a number.
Comparison = Union[
    ComparisonExactly,
    ComparisonAtLeast,
    ComparisonAtMost,
    ComparisonMoreThan,
    ComparisonLessThan,
]


# At distance 1; with `not`, that is denied, of a pattern for all that fit.
PlaceAdjacent = TypedDict("PlaceAdjacent", {
    "place": 'Literal["adjacent"]',
    "to": "Selector",
    "not": "NotRequired[bool]",
})


# At that distance or less, 0 included; with `not`, that is denied, of a pattern for all that fit.
PlaceWithin = TypedDict("PlaceWithin", {
    "place": 'Literal["within"]',
    "range": "Amount",
    "of": "Selector",
    "not": "NotRequired[bool]",
})


# Farther away than that.
PlaceBeyond = TypedDict("PlaceBeyond", {
    "place": 'Literal["beyond"]',
    "steps": "Amount",
    "from": "Selector",
})


# In the same row, itself included.
PlaceSameRow = TypedDict("PlaceSameRow", {
    "place": 'Literal["same-row"]',
    "as": "Selector",
})


# In the same column, itself included.
PlaceSameColumn = TypedDict("PlaceSameColumn", {
    "place": 'Literal["same-column"]',
    "as": "Selector",
})


# In that row, counted from the side of that player (Map zones).
class PlaceRow(TypedDict):
    place: Literal["row"]
    row: str
    side: RowSide


# On the next space on the line from the attacker through it.
class PlaceBehind(TypedDict):
    place: Literal["behind"]
    what: Selector


# In the card's printed area around the chosen space.
class PlaceArea(TypedDict):
    place: Literal["area"]


# On that space, or on that card (for a card attached to it).
class PlaceOn(TypedDict):
    place: Literal["on"]
    what: Selector


# Where on the map a thing is. Distances count orthogonal steps, whatever stands between (Adjacency). What
# is attached is where its unit or space is.
Place = Union[
    PlaceAdjacent,
    PlaceWithin,
    PlaceBeyond,
    PlaceSameRow,
    PlaceSameColumn,
    PlaceRow,
    PlaceBehind,
    PlaceArea,
    PlaceOn,
]


# From whose side rows are counted.
RowSide = Literal[
    # That of the controller of the ability.
    "your",
    # That of the other player.
    "opponent",
    # Either: both rows of that name, or the shared one.
    "any",
]


# A zone of one player.
class Zone(TypedDict):
    # The id of a zone of the game.
    zone: str
    of: Owner


# Whose zone it is.
Owner = Literal[
    # The controller of the ability.
    "you",
    # The other player.
    "opponent",
    # The owner of each card that is moved.
    "owner",
    # The player who does it: each player their own.
    "actor",
]


# A stretch of play that is not over yet. Outside of it, nothing has happened in it.
Period = Literal[
    # Since the activation began in which the ability resolves.
    "activation",
    # Since the turn began that is going on.
    "turn",
    # Since the round began.
    "round",
]


# Where half of an odd number goes.
Round = Literal[
    # To the next whole number.
    "up",
    # Without the half.
    "down",
]


# A player, as seen from the controller of the ability.
Player = Literal[
    # The controller of the ability.
    "you",
    # The other player.
    "opponent",
    # Both, one after the other, from the first player on. In what is done once for each player, that
    # player.
    "each",
]


# The highest number, as it is now.
class SuperlativeHighest(TypedDict):
    superlative: Literal["highest"]
    attribute: str


# The lowest number, as it is now.
class SuperlativeLowest(TypedDict):
    superlative: Literal["lowest"]
    attribute: str


# The fewest steps away.
class SuperlativeNearest(TypedDict):
    superlative: Literal["nearest"]
    to: Reference


# Which one of those that fit: applied after everything else, and the chooser breaks ties.
Superlative = Union[
    SuperlativeHighest,
    SuperlativeLowest,
    SuperlativeNearest,
]


# How far each next one may be from the one chosen before it. They are chosen one after the other; where
# none is within range, the choice ends.
class Chain(TypedDict):
    range: Amount


# An end of an ordered zone.
End = Literal[
    # Where the next card would be drawn, or was discarded last.
    "top",
    # The other end.
    "bottom",
]


# Where in the text a node was written: bytes, the end exclusive. Two nodes that differ only in
# their places are equal.
At = tuple[int, int]


# Under the chosen unit, or on the chosen space, until it or the unit leaves the map.
class PlacementAttachTo(TypedDict):
    placement: Literal["attach-to"]
    to: Selector


# Beside the map, until removed.
class PlacementAside(TypedDict):
    placement: Literal["aside"]


# Where a card goes that stays in play beside the cards on the map.
Placement = Union[
    PlacementAttachTo,
    PlacementAside,
]


# Places that much damage on each of them, at one moment (Decreasing unit size: Attacks).
class EffectActDealDamage(TypedDict):
    effect: Literal["act"]
    do: Literal["deal-damage"]
    amount: Amount
    to: Selector
    span: NotRequired[At]


# The acting player divides the damage among them, at least 1 each; it is dealt at one moment.
class EffectActDivideDamage(TypedDict):
    effect: Literal["act"]
    do: Literal["divide-damage"]
    amount: Amount
    among: Selector
    span: NotRequired[At]


# Takes that much damage off each of them, or what is there.
EffectActRemoveDamage = TypedDict("EffectActRemoveDamage", {
    "effect": 'Literal["act"]',
    "do": 'Literal["remove-damage"]',
    "amount": "Amount",
    "from": "Selector",
    "span": "NotRequired[At]",
})


# Takes damage off one and places as much as was there on the other, without dealing it.
EffectActMoveDamage = TypedDict("EffectActMoveDamage", {
    "effect": 'Literal["act"]',
    "do": 'Literal["move-damage"]',
    "amount": "Amount",
    "from": "Selector",
    "to": "Selector",
    "span": "NotRequired[At]",
})


# Doubles what the attack deals, before anything is added (Attack).
class EffectActDoubleDamage(TypedDict):
    effect: Literal["act"]
    do: Literal["double-damage"]
    of: Selector
    span: NotRequired[At]


# Adds so many size tokens to each of them (Increasing unit size).
class EffectActIncrease(TypedDict):
    effect: Literal["act"]
    do: Literal["increase"]
    amount: Amount
    what: Selector
    span: NotRequired[At]


# Removes so many size tokens from each of them; at size 0 it is discarded from the map
# (Decreasing unit size).
class EffectActDecrease(TypedDict):
    effect: Literal["act"]
    do: Literal["decrease"]
    amount: Amount
    what: Selector
    span: NotRequired[At]


# Takes tokens off one and places as many as were there on the other.
EffectActMoveTokens = TypedDict("EffectActMoveTokens", {
    "effect": 'Literal["act"]',
    "do": 'Literal["move-tokens"]',
    "tokens": "TokenCount",
    "from": "Selector",
    "to": "Selector",
    "span": "NotRequired[At]",
})


# Raises and lowers numbers of each of them.
class EffectActChange(TypedDict):
    effect: Literal["act"]
    do: Literal["change"]
    who: Selector
    changes: list[AttributeChange]
    time: Duration
    span: NotRequired[At]


# The number is that, whatever is printed; raises and losses come on top of it.
class EffectActSetAttribute(TypedDict):
    effect: Literal["act"]
    do: Literal["set-attribute"]
    attribute: str
    of: Selector
    to: Amount
    time: Duration
    span: NotRequired[At]


# Changes the value of a printed field: `becomes flying`.
class EffectActBecome(TypedDict):
    effect: Literal["act"]
    do: Literal["become"]
    who: Selector
    field: str
    value: str
    time: Duration
    span: NotRequired[At]


# A number of a player is that, whatever the rules say.
class EffectActSetLimit(TypedDict):
    effect: Literal["act"]
    do: Literal["set-limit"]
    who: Player
    limit: str
    to: Amount
    time: Duration
    span: NotRequired[At]


# Moves each of them along free spaces as its type allows, neither merging nor taking a location (Unit
# movement). The acting player chooses the path.
class EffectActMove(TypedDict):
    effect: Literal["act"]
    do: Literal["move"]
    what: Selector
    steps: Amount
    # Any number of steps up to that one, 0 included; otherwise exactly so many, as far as possible.
    up_to: bool
    direction: NotRequired[Direction]
    span: NotRequired[At]


# Two things change places, without a path. Where only one is found, nothing happens.
EffectActSwap = TypedDict("EffectActSwap", {
    "effect": 'Literal["act"]',
    "do": 'Literal["swap"]',
    # One of them, or both where there is no `with`.
    "what": "Selector",
    "with": "NotRequired[Selector]",
    "span": "NotRequired[At]",
})


# Puts a card onto a vacant space, from wherever it is, without playing it. What comes from elsewhere
# gets an activation mark (Units entering the map).
class EffectActPlace(TypedDict):
    effect: Literal["act"]
    do: Literal["place"]
    what: Selector
    on: Selector
    # It stands there as a copy of that unit.
    copy_of: NotRequired[Selector]
    span: NotRequired[At]


# Each of them attacks, with boosts and retaliation; no mark is placed (Attack). During another attack
# it waits for the end of that.
class EffectActAttack(TypedDict):
    effect: Literal["act"]
    do: Literal["attack"]
    who: Selector
    whom: Selector
    # It is said of one that was attacked already, which is no further condition.
    again: bool
    span: NotRequired[At]


# What the attack deals is so much more or less; of units, what each of their attacks and retaliations
# deals.
class EffectActDealMore(TypedDict):
    effect: Literal["act"]
    do: Literal["deal-more"]
    who: Selector
    amount: Amount
    less: bool
    # What is left is no less than this.
    at_least: NotRequired[int]
    time: Duration
    span: NotRequired[At]


# The attack, or every attack of the units, has disadvantage, or has none whatever the rules say
# (Disadvantage).
class EffectActDisadvantage(TypedDict):
    effect: Literal["act"]
    do: Literal["disadvantage"]
    of: Selector
    has: bool
    time: Duration
    span: NotRequired[At]


# The attack deals its damage to each of them too, who are not attacked: they neither retaliate nor are
# boosted.
class EffectActAlsoHits(TypedDict):
    effect: Literal["act"]
    do: Literal["also-hits"]
    attack: Selector
    what: Selector
    span: NotRequired[At]


# The attack has another target, wherever it stands, as long as its damage is not dealt.
class EffectActRedirect(TypedDict):
    effect: Literal["act"]
    do: Literal["redirect"]
    attack: Selector
    to: Selector
    span: NotRequired[At]


# None of these deeds can be done, whatever permits it.
class EffectActCannot(TypedDict):
    effect: Literal["act"]
    do: Literal["cannot"]
    who: Stake
    what: list[Deed]
    time: Duration
    span: NotRequired[At]


# Of what the rules let them attack, they may attack those that fit alone.
class EffectActCanAttackOnly(TypedDict):
    effect: Literal["act"]
    do: Literal["can-attack-only"]
    who: Selector
    whom: Selector
    time: Duration
    span: NotRequired[At]


# A rule is lifted for each of them.
class EffectActPermit(TypedDict):
    effect: Literal["act"]
    do: Literal["permit"]
    who: Selector
    permission: Permission
    time: Duration
    span: NotRequired[At]


# Places each of the marks on each of them that has it not (Tokens).
class EffectActPlaceMarks(TypedDict):
    effect: Literal["act"]
    do: Literal["place-marks"]
    marks: list[str]
    on: Selector
    span: NotRequired[At]


# Removes those of the marks that are there; a missing one is passed over (Other units).
EffectActRemoveMarks = TypedDict("EffectActRemoveMarks", {
    "effect": 'Literal["act"]',
    "do": 'Literal["remove-marks"]',
    "marks": "list[str]",
    "from": "Selector",
    "span": "NotRequired[At]",
})


# Activates each of them in full, by its own controller; one with an activation mark cannot be
# (Activate a unit or hero on the board).
class EffectActActivate(TypedDict):
    effect: Literal["act"]
    do: Literal["activate"]
    what: Selector
    span: NotRequired[At]


# Draws from the top of the own deck, as many as there are (Draw cards).
class EffectActDraw(TypedDict):
    effect: Literal["act"]
    do: Literal["draw"]
    who: Player
    amount: Amount
    # By which later nodes refer to the cards that were drawn.
    slot: int
    span: NotRequired[At]


# Puts them on their owners' discard piles; from the map it is a removal (Discarding cards).
class EffectActDiscard(TypedDict):
    effect: Literal["act"]
    do: Literal["discard"]
    who: Player
    what: Selector
    span: NotRequired[At]


# Both players see them; then they are as hidden as before.
class EffectActReveal(TypedDict):
    effect: Literal["act"]
    do: Literal["reveal"]
    who: Player
    what: Selector
    span: NotRequired[At]


# The acting player alone sees them.
class EffectActLook(TypedDict):
    effect: Literal["act"]
    do: Literal["look"]
    what: Selector
    span: NotRequired[At]


# Names what the sentences after it are about. Choosing on the map is targeting.
class EffectActChoose(TypedDict):
    effect: Literal["act"]
    do: Literal["choose"]
    what: Selector
    span: NotRequired[At]


# Puts them back into a zone; from the map it is a removal.
class EffectActReturn(TypedDict):
    effect: Literal["act"]
    do: Literal["return"]
    what: Selector
    to: Put
    span: NotRequired[At]


# Puts them there, and then the rest of what they were chosen from.
class EffectActPut(TypedDict):
    effect: Literal["act"]
    do: Literal["put"]
    what: Selector
    to: Put
    # Where the rest of what was looked at goes.
    rest: NotRequired[Put]
    span: NotRequired[At]


# Looks through the zone for it and puts it where it says; finding nothing is allowed. Nothing is
# shuffled by it.
class EffectActSearch(TypedDict):
    effect: Literal["act"]
    do: Literal["search"]
    zone: Zone
    what: Selector
    reveal: bool
    to: Put
    span: NotRequired[At]


# Puts all cards of the zone into the other, if there is one, and shuffles that.
class EffectActShuffle(TypedDict):
    effect: Literal["act"]
    do: Literal["shuffle"]
    who: Player
    zone: Zone
    into: NotRequired[Zone]
    span: NotRequired[At]


# Plays it, by all rules of playing, without being the action of a turn (Play a card from their hand;
# Vanguard cards). Where it cannot be played, nothing happens.
EffectActPlay = TypedDict("EffectActPlay", {
    "effect": 'Literal["act"]',
    "do": 'Literal["play"]',
    "who": "Player",
    "what": "Selector",
    # Without paying its cost. A card that is played as something else costs nothing either.
    "free": "bool",
    # Face-down, as a card of that description instead of what it is.
    "as": "NotRequired[Filter]",
    "span": "NotRequired[At]",
})


# To their owners' discard piles; vanguard cards to the vanguard cards (Vanguard cards).
class EffectActRemoveFromMap(TypedDict):
    effect: Literal["act"]
    do: Literal["remove-from-map"]
    what: Selector
    span: NotRequired[At]


# What is being played has no effect and is discarded; what was paid stays paid.
class EffectActNegate(TypedDict):
    effect: Literal["act"]
    do: Literal["negate"]
    what: Selector
    span: NotRequired[At]


# It faces that player (Card control). A location is turned face-up by it (Hero activation).
class EffectActTakeControl(TypedDict):
    effect: Literal["act"]
    do: Literal["take-control"]
    who: Player
    what: Selector
    time: Duration
    span: NotRequired[At]


# A location that faces that player faces nobody. Only one that does can be chosen for it.
class EffectActLoseControl(TypedDict):
    effect: Literal["act"]
    do: Literal["lose-control"]
    who: Player
    what: Selector
    span: NotRequired[At]


# Turns them straight; uses of a limit come back (Ready cards).
class EffectActReady(TypedDict):
    effect: Literal["act"]
    do: Literal["ready"]
    who: Player
    what: Selector
    span: NotRequired[At]


# Turns ready ones; nothing is bought with them.
class EffectActSpend(TypedDict):
    effect: Literal["act"]
    do: Literal["spend"]
    who: Player
    what: Selector
    span: NotRequired[At]


# Pays so much of a statistic, all or nothing, by the rules of payment, substitution included (Paying
# statistics).
class EffectActPay(TypedDict):
    effect: Literal["act"]
    do: Literal["pay"]
    who: Player
    statistic: str
    amount: Amount
    span: NotRequired[At]


# Such a card may be spent as so much of a statistic, in paying anything (Paying statistics).
class EffectActSpendAs(TypedDict):
    effect: Literal["act"]
    do: Literal["spend-as"]
    who: Player
    what: Filter
    statistic: str
    amount: Amount
    time: Duration
    span: NotRequired[At]


# Playing such a card costs so much of a statistic less, or more. Raises count before reductions.
class EffectActChangeCost(TypedDict):
    effect: Literal["act"]
    do: Literal["change-cost"]
    what: Filter
    statistic: str
    amount: Amount
    less: bool
    # What is left is no less than this.
    at_least: NotRequired[int]
    time: Duration
    span: NotRequired[At]


# They lie with that side up; a location that was not taken faces nobody.
class EffectActTurn(TypedDict):
    effect: Literal["act"]
    do: Literal["turn"]
    what: Selector
    face: Face
    span: NotRequired[At]


# Lays the card there, from wherever it is; its controller is the acting player (Ongoing cards).
class EffectActAttach(TypedDict):
    effect: Literal["act"]
    do: Literal["attach"]
    what: Selector
    to: Selector
    span: NotRequired[At]


# Takes attached cards off them, to their owners' discard piles.
EffectActRemoveCard = TypedDict("EffectActRemoveCard", {
    "effect": 'Literal["act"]',
    "do": 'Literal["remove-card"]',
    "what": "Selector",
    "from": "Selector",
    "span": "NotRequired[At]",
})


# Places that many on each of them. Size tokens are an increase; damage tokens are not dealt.
class EffectActPlaceTokens(TypedDict):
    effect: Literal["act"]
    do: Literal["place-tokens"]
    tokens: TokenCount
    on: Selector
    span: NotRequired[At]


# Removes that many from each of them, or what is there; a unit keeps size 1.
EffectActRemoveTokens = TypedDict("EffectActRemoveTokens", {
    "effect": 'Literal["act"]',
    "do": 'Literal["remove-tokens"]',
    "tokens": "TokenCount",
    "from": "Selector",
    "span": "NotRequired[At]",
})


# The next so much damage that would be dealt to each of them is not dealt, at once or over several
# times.
class EffectActPreventNext(TypedDict):
    effect: Literal["act"]
    do: Literal["prevent-next"]
    amount: Amount
    to: Selector
    time: Duration
    span: NotRequired[At]


# So much of the damage that the event is about is not dealt.
class EffectActPreventThat(TypedDict):
    effect: Literal["act"]
    do: Literal["prevent-that"]
    amount: Amount
    span: NotRequired[At]


# What is dealt to each of them, by attacks and by effects, is so much less, or more.
EffectActTakeLess = TypedDict("EffectActTakeLess", {
    "effect": 'Literal["act"]',
    "do": 'Literal["take-less"]',
    "who": "Selector",
    "amount": "Amount",
    # They take more, not less.
    "more": "bool",
    "from": "NotRequired[Selector]",
    # What is left is no less than this.
    "at_least": "NotRequired[int]",
    "time": "Duration",
    "span": "NotRequired[At]",
})


# Boosts the attack with those cards, beside the one card that each player may add (Boosting an attack).
EffectActBoost = TypedDict("EffectActBoost", {
    "effect": 'Literal["act"]',
    "do": 'Literal["boost"]',
    "who": "Player",
    "attack": "Selector",
    "with": "Selector",
    "span": "NotRequired[At]",
})


# The player's boost cards that are units deal so much additional damage instead of so much (Boosting an
# attack).
class EffectActBoostDamage(TypedDict):
    effect: Literal["act"]
    do: Literal["boost-damage"]
    who: Player
    amount: Amount
    instead_of: Amount
    time: Duration
    span: NotRequired[At]


# They have these abilities too. There, `this` is the one that gained them, in everything.
class EffectActGain(TypedDict):
    effect: Literal["act"]
    do: Literal["gain"]
    who: Selector
    abilities: list[Ability]
    time: Duration
    span: NotRequired[At]


# One sentence of several clauses: each happens after the one before it, whatever became of
# that one.
class EffectThen(TypedDict):
    effect: Literal["then"]
    effects: list[Effect]
    span: NotRequired[At]


# Several things said of one subject, with one check of the state behind them.
class EffectTogether(TypedDict):
    effect: Literal["together"]
    effects: list[Effect]
    span: NotRequired[At]


# The player decides whether it happens at all. With a cost, it is paid first, all or nothing; where it
# cannot be paid, there is no option.
class EffectMay(TypedDict):
    effect: Literal["may"]
    who: Player
    cost: NotRequired[list[Effect]]
    effects: list[Effect]
    # What happens where the player declines, or cannot pay.
    otherwise: NotRequired[list[Effect]]
    span: NotRequired[At]


# It happens only if the condition is met when it is reached. What holds for as long as the card is there is
# asked all the time: one branch holds while the condition is met, the other one while it is not.
class EffectIf(TypedDict):
    effect: Literal["if"]
    condition: Condition
    then: list[Effect]
    otherwise: NotRequired[list[Effect]]
    span: NotRequired[At]


# It holds for as long as the condition is met.
class EffectWhile(TypedDict):
    effect: Literal["while"]
    condition: Condition
    effects: list[Effect]
    span: NotRequired[At]


# It happens unless the condition is met when it is reached. What holds for as long as the card is there holds
# while the condition is not met.
class EffectUnless(TypedDict):
    effect: Literal["unless"]
    condition: Condition
    effects: list[Effect]
    span: NotRequired[At]


# It happens unless that player pays the cost first; with `each`, unless both do.
class EffectUnlessPaid(TypedDict):
    effect: Literal["unless-paid"]
    who: Player
    cost: list[Effect]
    effects: list[Effect]
    span: NotRequired[At]


# It happens each time the occasion arises, while the ability watches for it.
class EffectWhen(TypedDict):
    effect: Literal["when"]
    occasion: Occasion
    effects: list[Effect]
    span: NotRequired[At]


# It can be used so many times in that period, as the controller likes. All abilities of one card that
# say so for a round share its use, which turns the card (Place a card aside; Ready cards).
class EffectLimit(TypedDict):
    effect: Literal["limit"]
    times: int
    per: LimitPeriod
    effects: list[Effect]
    span: NotRequired[At]


# It happens once, at the next such moment. References mean what they mean now.
class EffectDelayed(TypedDict):
    effect: Literal["delayed"]
    moment: Moment
    effects: list[Effect]
    span: NotRequired[At]


# If the event would happen, this happens in its place. If it is an option and declined, the event
# happens.
class EffectReplace(TypedDict):
    effect: Literal["replace"]
    event: Event
    effects: list[Effect]
    span: NotRequired[At]


# The player chooses that many of the modes; they happen in the printed order.
class EffectChoose(TypedDict):
    effect: Literal["choose"]
    who: Player
    at_least: int
    at_most: int
    modes: list[list[Effect]]
    span: NotRequired[At]


# The player chooses one of the clauses (`A or B`) when it is reached; only that one happens.
class EffectEither(TypedDict):
    effect: Literal["either"]
    who: Player
    effects: list[Effect]
    span: NotRequired[At]


# It is repeated for each thing that fits when it is reached, choosing anew each time.
class EffectForEach(TypedDict):
    effect: Literal["for-each"]
    each: Filter
    # By which the effects refer to the one that it is repeated for.
    slot: int
    effects: list[Effect]
    span: NotRequired[At]


# Something that happens, or holds.
Effect = Union[
    EffectActDealDamage,
    EffectActDivideDamage,
    EffectActRemoveDamage,
    EffectActMoveDamage,
    EffectActDoubleDamage,
    EffectActIncrease,
    EffectActDecrease,
    EffectActMoveTokens,
    EffectActChange,
    EffectActSetAttribute,
    EffectActBecome,
    EffectActSetLimit,
    EffectActMove,
    EffectActSwap,
    EffectActPlace,
    EffectActAttack,
    EffectActDealMore,
    EffectActDisadvantage,
    EffectActAlsoHits,
    EffectActRedirect,
    EffectActCannot,
    EffectActCanAttackOnly,
    EffectActPermit,
    EffectActPlaceMarks,
    EffectActRemoveMarks,
    EffectActActivate,
    EffectActDraw,
    EffectActDiscard,
    EffectActReveal,
    EffectActLook,
    EffectActChoose,
    EffectActReturn,
    EffectActPut,
    EffectActSearch,
    EffectActShuffle,
    EffectActPlay,
    EffectActRemoveFromMap,
    EffectActNegate,
    EffectActTakeControl,
    EffectActLoseControl,
    EffectActReady,
    EffectActSpend,
    EffectActPay,
    EffectActSpendAs,
    EffectActChangeCost,
    EffectActTurn,
    EffectActAttach,
    EffectActRemoveCard,
    EffectActPlaceTokens,
    EffectActRemoveTokens,
    EffectActPreventNext,
    EffectActPreventThat,
    EffectActTakeLess,
    EffectActBoost,
    EffectActBoostDamage,
    EffectActGain,
    EffectThen,
    EffectTogether,
    EffectMay,
    EffectIf,
    EffectWhile,
    EffectUnless,
    EffectUnlessPaid,
    EffectWhen,
    EffectLimit,
    EffectDelayed,
    EffectReplace,
    EffectChoose,
    EffectEither,
    EffectForEach,
]


# Tokens of one kind, on each thing.
class TokenCount(TypedDict):
    amount: Amount
    # The id of a kind of token.
    token: str


# A change of one number.
class AttributeChange(TypedDict):
    # The id of an attribute.
    attribute: str
    by: Amount
    # It is lowered, not raised. Losses come after raises, the oldest first.
    lose: NotRequired[bool]
    # The loss takes away no more than leaves this. Absent: down to 0.
    at_least: NotRequired[int]


# With the attack in which the ability resolves, or that the action is about.
class DurationEndOfAttack(TypedDict):
    until: Literal["end-of-attack"]


# With the activation that is going on.
class DurationEndOfActivation(TypedDict):
    until: Literal["end-of-activation"]


# With the turn that is going on.
class DurationEndOfTurn(TypedDict):
    until: Literal["end-of-turn"]


# With the round, behind what happens at its end (End of the round).
class DurationEndOfRound(TypedDict):
    until: Literal["end-of-round"]


# Never, while the thing is in play.
class DurationEndOfGame(TypedDict):
    until: Literal["end-of-game"]


# Until the next turn of the controller begins.
class DurationYourNextTurn(TypedDict):
    until: Literal["your-next-turn"]


# When the condition first fails; in what holds all the time, switched on and off with it.
class DurationWhile(TypedDict):
    until: Literal["while"]
    condition: Condition


# For as long as the card is there: in play, attached, controlled. It holds for whoever fits at the
# time. In what happens once, for as long as the condition of the `while` around it is met.
class DurationStanding(TypedDict):
    until: Literal["standing"]


# Until something else changes it again.
class DurationAnotherChange(TypedDict):
    until: Literal["another-change"]


# How long a change lasts.
Duration = Union[
    DurationEndOfAttack,
    DurationEndOfActivation,
    DurationEndOfTurn,
    DurationEndOfRound,
    DurationEndOfGame,
    DurationYourNextTurn,
    DurationWhile,
    DurationStanding,
    DurationAnotherChange,
]


# All of them are met.
class ConditionAll(TypedDict):
    condition: Literal["all"]
    of: list[Condition]
    span: NotRequired[At]


# So many things fit.
class ConditionNumber(TypedDict):
    condition: Literal["number"]
    of: Filter
    number: Comparison
    span: NotRequired[At]


# The player has so many cards in that description's zone, or controls so many.
class ConditionHas(TypedDict):
    condition: Literal["has"]
    who: Player
    what: Filter
    number: Comparison
    span: NotRequired[At]


# One number compared with another.
class ConditionCompare(TypedDict):
    condition: Literal["compare"]
    left: Amount
    right: Comparison
    span: NotRequired[At]


# It fits the description, or does not.
ConditionIs = TypedDict("ConditionIs", {
    "condition": 'Literal["is"]',
    "who": "Selector",
    "not": "bool",
    "what": "Filter",
    "span": "NotRequired[At]",
})


# The player is the first player of this round (Determine the first player).
ConditionFirstPlayer = TypedDict("ConditionFirstPlayer", {
    "condition": 'Literal["first-player"]',
    "who": "Player",
    "not": "bool",
    "span": "NotRequired[At]",
})


# It has taken a step in that period, by its activation or by an effect.
ConditionHasMoved = TypedDict("ConditionHasMoved", {
    "condition": 'Literal["has-moved"]',
    "who": "Selector",
    "period": "Period",
    "not": "bool",
    "span": "NotRequired[At]",
})


# It has begun an attack in that period; a retaliation is none.
ConditionHasAttacked = TypedDict("ConditionHasAttacked", {
    "condition": 'Literal["has-attacked"]',
    "who": "Selector",
    "period": "Period",
    "not": "bool",
    "span": "NotRequired[At]",
})


# It has begun a retaliation in that period.
ConditionHasRetaliated = TypedDict("ConditionHasRetaliated", {
    "condition": 'Literal["has-retaliated"]',
    "who": "Selector",
    "period": "Period",
    "not": "bool",
    "span": "NotRequired[At]",
})


# It has been activated in that period, by its player or by an effect.
ConditionHasBeenActivated = TypedDict("ConditionHasBeenActivated", {
    "condition": 'Literal["has-been-activated"]',
    "who": "Selector",
    "period": "Period",
    "not": "bool",
    "span": "NotRequired[At]",
})


# It has been the target of an attack in that period; a retaliation is none.
ConditionHasBeenAttacked = TypedDict("ConditionHasBeenAttacked", {
    "condition": 'Literal["has-been-attacked"]',
    "who": "Selector",
    "period": "Period",
    "not": "bool",
    "span": "NotRequired[At]",
})


# It has been dealt 1 damage or more in that period, by an attack or by an effect.
ConditionHasBeenDealtDamage = TypedDict("ConditionHasBeenDealtDamage", {
    "condition": 'Literal["has-been-dealt-damage"]',
    "who": "Selector",
    "period": "Period",
    "not": "bool",
    "span": "NotRequired[At]",
})


# It has been removed from the map in that period; so of what is not on the map any more.
ConditionHasBeenRemoved = TypedDict("ConditionHasBeenRemoved", {
    "condition": 'Literal["has-been-removed"]',
    "who": "Selector",
    "period": "Period",
    "not": "bool",
    "span": "NotRequired[At]",
})


# By an earlier action of this ability, as far as it really happened.
ConditionWasRemovedThisWay = TypedDict("ConditionWasRemovedThisWay", {
    "condition": 'Literal["was-removed-this-way"]',
    "who": "Selector",
    "not": "bool",
    "span": "NotRequired[At]",
})


# By an earlier action of this ability.
ConditionWasDiscardedThisWay = TypedDict("ConditionWasDiscardedThisWay", {
    "condition": 'Literal["was-discarded-this-way"]',
    "what": "Selector",
    "not": "bool",
    "span": "NotRequired[At]",
})


# By an earlier action of this ability.
ConditionWasDrawnThisWay = TypedDict("ConditionWasDrawnThisWay", {
    "condition": 'Literal["was-drawn-this-way"]',
    "what": "Selector",
    "not": "bool",
    "span": "NotRequired[At]",
})


# By an earlier action of this ability.
ConditionWasRevealedThisWay = TypedDict("ConditionWasRevealedThisWay", {
    "condition": 'Literal["was-revealed-this-way"]',
    "what": "Selector",
    "not": "bool",
    "span": "NotRequired[At]",
})


# By an earlier action of this ability, 1 damage or more.
ConditionWasDealtDamageThisWay = TypedDict("ConditionWasDealtDamageThisWay", {
    "condition": 'Literal["was-dealt-damage-this-way"]',
    "who": "Selector",
    "not": "bool",
    "span": "NotRequired[At]",
})


# Something that is so or not, when it is asked. Of a thing that is not there, nothing is so.
Condition = Union[
    ConditionAll,
    ConditionNumber,
    ConditionHas,
    ConditionCompare,
    ConditionIs,
    ConditionFirstPlayer,
    ConditionHasMoved,
    ConditionHasAttacked,
    ConditionHasRetaliated,
    ConditionHasBeenActivated,
    ConditionHasBeenAttacked,
    ConditionHasBeenDealtDamage,
    ConditionHasBeenRemoved,
    ConditionWasRemovedThisWay,
    ConditionWasDiscardedThisWay,
    ConditionWasDrawnThisWay,
    ConditionWasRevealedThisWay,
    ConditionWasDealtDamageThisWay,
]


# Every step increases the distance.
class DirectionAwayFrom(TypedDict):
    direction: Literal["away-from"]
    what: Reference


# Every step decreases the distance.
class DirectionToward(TypedDict):
    direction: Literal["toward"]
    what: Reference


# Which way it moves. A step that cannot be taken in that way ends the movement.
Direction = Union[
    DirectionAwayFrom,
    DirectionToward,
]


# Those that are found: they do not do the deed, or it is not done to them.
class StakeCards(TypedDict):
    stake: Literal["cards"]
    which: Selector


# The player does not do it.
class StakePlayer(TypedDict):
    stake: Literal["player"]
    who: Player


# Who cannot: cards, or a player.
Stake = Union[
    StakeCards,
    StakePlayer,
]


# The unit's own movement and Move; not Swap and Place.
class DeedMove(TypedDict):
    deed: Literal["move"]


# Attacking those, or at all.
class DeedAttack(TypedDict):
    deed: Literal["attack"]
    whom: NotRequired[Selector]


# Retaliating against those or against that attack, or at all.
class DeedRetaliate(TypedDict):
    deed: Literal["retaliate"]
    against: NotRequired[Selector]


# Being activated, normally, by an effect, or as an activation.
class DeedBeActivated(TypedDict):
    deed: Literal["be-activated"]


# Being chosen for an effect of such a card; `each`, chance, areas and attacks still reach it.
class DeedBeTargeted(TypedDict):
    deed: Literal["be-targeted"]
    by: NotRequired[Selector]


# Being the target of an attack of those.
class DeedBeAttacked(TypedDict):
    deed: Literal["be-attacked"]
    by: NotRequired[Selector]


# Move by such a card; not Swap and Place, and not the unit's own movement.
class DeedBeMoved(TypedDict):
    deed: Literal["be-moved"]
    by: NotRequired[Selector]


# Coming onto those spaces, on the way or at its end.
class DeedEnter(TypedDict):
    deed: Literal["enter"]
    what: Selector


# Playing such cards, by the action of a turn or by an effect.
class DeedPlay(TypedDict):
    deed: Literal["play"]
    what: Selector


# Boosting that attack, or attacks of those.
class DeedBoost(TypedDict):
    deed: Literal["boost"]
    what: Selector


# Drawing, by effects and in the round.
class DeedDraw(TypedDict):
    deed: Literal["draw"]
    what: Selector


# Something that can be forbidden. Selectors in it are patterns: what fits is forbidden; an absent one
# fits everything.
Deed = Union[
    DeedMove,
    DeedAttack,
    DeedRetaliate,
    DeedBeActivated,
    DeedBeTargeted,
    DeedBeAttacked,
    DeedBeMoved,
    DeedEnter,
    DeedPlay,
    DeedBoost,
    DeedDraw,
]


# What is left of its move may be used after its attack (Ground unit).
class PermissionMoveAfterAttacking(TypedDict):
    permission: Literal["move-after-attacking"]


# It may enter spaces with those, and still not stop there (Ground unit). `other` leaves out the one that moves.
class PermissionMoveThrough(TypedDict):
    permission: Literal["move-through"]
    what: Selector


# It retaliates with a retaliation mark too (Retaliate).
class PermissionRetaliateAnyNumberOfTimes(TypedDict):
    permission: Literal["retaliate-any-number-of-times"]


# When it is played, it may be placed on vacant spaces there too (Play a card from their hand).
class PermissionBePlaced(TypedDict):
    permission: Literal["be-placed"]
    places: list[Place]


# A rule that can be lifted.
Permission = Union[
    PermissionMoveAfterAttacking,
    PermissionMoveThrough,
    PermissionRetaliateAnyNumberOfTimes,
    PermissionBePlaced,
]


# Where a card is put.
class Put(TypedDict):
    zone: Zone
    # The end of an ordered zone; the top where it is absent.
    end: NotRequired[End]
    # The acting player chooses their order. Otherwise they keep the one in which they lay.
    any_order: NotRequired[bool]


# Which side of a card is up.
Face = Literal[
    # Everybody reads it.
    "up",
    # It is hidden and says nothing.
    "down",
]


# As it happens: an announced event before its effect, a done one right after it.
class OccasionWhen(TypedDict):
    occasion: Literal["when"]
    event: Event


# Once it is over, with all that it brought about.
class OccasionAfter(TypedDict):
    occasion: Literal["after"]
    event: Event


# As it happens, the first time in each round. No card is turned by it.
class OccasionFirstEachRound(TypedDict):
    occasion: Literal["first-each-round"]
    event: Event


# At that moment of every round.
class OccasionAt(TypedDict):
    occasion: Literal["at"]
    moment: Moment


# When something that can happen again and again does so.
Occasion = Union[
    OccasionWhen,
    OccasionAfter,
    OccasionFirstEachRound,
    OccasionAt,
]


# A moment of a round.
Moment = Literal[
    # Start of the round.
    "start-of-round",
    # End of the round.
    "end-of-round",
    # Start of the round, in the next one.
    "start-of-next-round",
]


# How long a limited use takes to come back.
LimitPeriod = Literal[
    # When the card is readied (Ready cards).
    "round",
    # Not at all.
    "game",
]


# A set that was judged, as the bundle has it.
class Kingdom(TypedDict):
    # The name in kebab case.
    id: str
    name: str
    # The id of the house rules by which it was judged; absent for the rules of the game.
    house_rules: NotRequired[str]
    # Card ids (or, for a zone listed by a field, values of that field) and how many of each, by
    # zone, in the order of the file.
    zones: dict[str, dict[str, int]]
    # How many cards it has in all.
    total: int


# The words behind the ids of cards and abilities.
# Every other key holds: dict[str, Term]
class BundledVocabulary(TypedDict):
    card_types: dict[str, BundledCardType]
    headings: dict[str, GameHeading]


# A type of cards, as far as it matters once its cards are known to be right.
class BundledCardType(TypedDict):
    name: str
    plural: str
    place: CardPlace


# Where the cards of a type are when they are in play.
CardPlace = Literal[
    # On a space of the map, so that distances can be measured from it.
    "map",
    # Beside the map, or nowhere once it is resolved.
    "aside",
]


# A heading of an ability.
class GameHeading(TypedDict):
    name: str
    # When a text below it resolves, in words and in lower case; what outlines begin with.
    meaning: NotRequired[str]
    # The card types whose texts may have it.
    types: list[str]
    form: NotRequired[HeadingForm]
    # What a text below it can refer to.
    binds: NotRequired[list[Binding]]
    # Whose actions bring its event about.
    answers: NotRequired[Answers]
    # A card with this trait has to write the heading out.
    trait: NotRequired[str]
    # What its text says holds for as long as the card is there.
    lasting: NotRequired[bool]
    # It is printed even where it is the default.
    written: NotRequired[bool]
    section: NotRequired[str]


# What stands between a heading and its colon.
HeadingForm = Literal[
    # Nothing.
    "plain",
    # `, when <event>`: what has to happen.
    "event",
    # `, attach to <unit or space>` or `, place aside`: where the card goes.
    "placement",
]


# Something that a heading lets its text refer to.
Binding = Literal[
    # `this activation`
    "activation",
    # `this attack`
    "attack",
    # `the target`
    "target",
    # `the attacker`
    "attacker",
]


# Whose actions a heading answers that waits for an event.
Answers = Literal[
    # Those of both players.
    "both",
    # Those of the opponent alone.
    "opponent",
]


# A word of the game.
class Term(TypedDict):
    # The word as a text has it; the id, with spaces for underscores, where it is left out.
    name: NotRequired[str]
    # More than one of them; the name with an `s` where it is left out.
    plural: NotRequired[str]
    # Other words that texts may use for it.
    also: NotRequired[list[str]]
    # The card types that have it; empty for all of them.
    of: NotRequired[list[str]]
    # Its cards have an order, so that there is a top and a bottom.
    ordered: NotRequired[bool]
    # There is one for both players, not one for each.
    shared: NotRequired[bool]
    # The rules of the game put it there, not only texts.
    by_rules: NotRequired[bool]
    # The verbs that mean this zone where a text names none.
    default_of: NotRequired[list[str]]


# The same card has another id.
class MigrationRenamed(TypedDict):
    change: Literal["renamed"]
    to: str
    # Why, for people.
    reason: str


# Another card stands for it.
class MigrationMerged(TypedDict):
    change: Literal["merged"]
    into: str
    # Why, for people.
    reason: str


# Nothing stands for it.
class MigrationWithdrawn(TypedDict):
    change: Literal["withdrawn"]
    # Why, for people.
    reason: str


# What became of the card that had an id.
Migration = Union[
    MigrationRenamed,
    MigrationMerged,
    MigrationWithdrawn,
]
