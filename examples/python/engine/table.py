"""The state of a game as plain data: cards, zones, what lies on the map, lasting changes, and what happened."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any

from .game import Node, Space

# Where a card is.
ZONE, MAP, ASIDE, ON_CARD, ON_SPACE, PLAYED, NOWHERE = (
    "zone",
    "map",
    "aside",
    "on-card",
    "on-space",
    "played",
    "nowhere",
)
IN_PLAY = {MAP, ASIDE, ON_CARD, ON_SPACE}


@dataclass(eq=False)
class Card:
    """A card that takes part. A frozen one is the memory of how it was when it left play."""

    name: str
    printed: str
    owner: int
    controller: int | None = None
    where: str = NOWHERE
    zone: str | None = None
    space: Space | None = None
    host: str | None = None
    tokens: dict[str, int] = field(default_factory=dict)
    marks: list[str] = field(default_factory=list)
    turned: bool = False
    face_down: bool = False
    copy: str | None = None
    laid: str | None = None
    # How often it has left play. A thing is a card together with this number.
    leaves: int = 0
    # When it came into play or was attached: newer is greater.
    entered: int = 0
    used_round: int = 0
    used_game: dict[str, int] = field(default_factory=dict)
    # What dealt the last damage to it.
    damaged_by: list[Card] = field(default_factory=list)
    # The last one in play.
    last: Card | None = None
    # For a memory: its numbers and fields at that time.
    frozen: Node | None = None

    @property
    def in_play(self) -> bool:
        return self.where in IN_PLAY

    def __repr__(self) -> str:
        return f"<{self.name} {self.where}{' frozen' if self.frozen else ''}>"


@dataclass(frozen=True)
class Ref:
    """A card as a thing: after it has left play and come back, it is another one."""

    name: str
    leaves: int


@dataclass(eq=False)
class Attack:
    """An attack, or the retaliation against one."""

    attacker: Card
    target: Card
    retaliation_of: Attack | None = None
    doubled: int = 0
    also: list[Ref] = field(default_factory=list)
    # The boost cards of the attacker and of the target.
    boosts: dict[str, list[Card]] = field(default_factory=lambda: {"attacker": [], "target": []})
    dealt: int | None = None
    over: bool = False
    retaliation: Attack | None = None
    waiting: list[tuple[Node, Env]] = field(default_factory=list)
    afters: list[Any] = field(default_factory=list)
    # How often the attacker and the target had left play when it began.
    lives: tuple[int, int] = (0, 0)


@dataclass(eq=False)
class Done:
    """What actions of an ability did, for "this way"."""

    removed: list[Card] = field(default_factory=list)
    damaged: list[Card] = field(default_factory=list)
    discarded: list[Card] = field(default_factory=list)
    drawn: list[Card] = field(default_factory=list)
    revealed: list[Card] = field(default_factory=list)

    def copy(self) -> Done:
        return Done(*(list(cards) for cards in vars(self).values()))


@dataclass(eq=False)
class Env:
    """What one resolution of an ability knows."""

    this: Card
    controller: int
    actor: int
    key: str = ""
    event: Happening | None = None
    attack: Attack | None = None
    space: Space | None = None
    slots: dict[int, list[Any]] = field(default_factory=dict)
    # The slots that are from a choice, an event or `for-each`.
    picked: set[int] = field(default_factory=set)
    x: int | None = None
    done: Done = field(default_factory=Done)
    # The player that `each` means in something that is done once for each player.
    each: int | None = None
    own: dict[int, dict[int, list[Any]]] = field(default_factory=lambda: {0: {}, 1: {}})
    # It describes something without resolving: a static change, a pattern.
    static: bool = False
    leaves: int = 0
    # How often it was played, for "another spell".
    playing: bool = False

    def copy(self, **changes: Any) -> Env:
        """The same knowledge for other effects, with slots of its own."""
        other = copy.copy(self)
        other.slots = dict(self.slots)
        other.picked = set(self.picked)
        other.own = {player: dict(slots) for player, slots in self.own.items()}
        for name, value in changes.items():
            setattr(other, name, value)
        return other


@dataclass(eq=False)
class Happening:
    """One occurrence. `kinds` has the events that describe it, each with the things and players in it."""

    kinds: dict[str, Node]
    doer: int
    attack: Attack | None = None
    # The damage of the event, reduced by what is prevented.
    damage: int = 0
    removed: list[Card] = field(default_factory=list)
    done: Done | None = None
    replaced: bool = False
    # A card comes onto the map: what it is before does not matter.
    coming: bool = False
    # The triggers that wait until the event is over.
    afters: list[Trigger] = field(default_factory=list)


@dataclass(eq=False)
class Change:
    """A fixed lasting change."""

    do: str
    node: Node
    env: Env
    stamp: int
    until: Node
    # The things that it applies to, or the attack, or the players.
    things: list[Ref] | None = None
    attack: Attack | None = None
    players: list[int] | None = None
    # The amounts of each thing, by its name ("" for all) and the key of the amount.
    amounts: dict[str, list[Any]] = field(default_factory=dict)
    # When it ends: the attack, activation, turn … or the condition.
    end: Any = None
    conditions: list[tuple[Node, bool]] = field(default_factory=list)
    # What is left of a shield.
    left: int | None = None
    # With `next`: the first card that fitted.
    used: str | None = None


@dataclass(eq=False)
class Watch:
    """A `when` or `replace` that waits for an event."""

    node: Node
    env: Env
    end: Any
    key: str


@dataclass(eq=False)
class Trigger:
    """An ability that an event has triggered."""

    effects: list[Node]
    env: Env
    card: Card
    key: str
    limit: Node | None = None
    reaction: bool = False
    # The player who decides about it.
    player: int = 0
    # The same ability for each of several things, of which one is picked.
    instead: list[Trigger] | None = None
    # The event that it waits for.
    kind: str = ""


@dataclass(eq=False)
class Activation:
    """An activation that is going on."""

    card: Card
    start: int
    # The steps of its own movement, of how many at most, and all steps.
    walked: int = 0
    most: int | None = None
    steps: int = 0
    attacked: bool = False
    merged: bool = False


@dataclass
class Entry:
    """One line of the journal of a round."""

    what: str
    ref: Ref
    card: Card | None
    player: int | None
    time: int


def cards_of(things: list[Any]) -> list[Card]:
    return [thing for thing in things if isinstance(thing, Card)]
