"""Describes abilities in words, using only their IR."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import tables
from tables import Node, Table, does, each, is_one, least, plural, spaced


class Words:
    """Describes the abilities of one game.

    `vocabulary` is that of the bundle, `cards` has the names of the cards by their ids.
    """

    def __init__(self, vocabulary: Mapping[str, Node], cards: Mapping[str, str]) -> None:
        self.vocabulary = vocabulary
        self.cards = cards
        # The slots to which something refers. Only these are printed with their number.
        self.named: set[int] = set()

    def ability(self, ability: Node) -> list[str]:
        """Describes an ability: a line that says when it resolves, followed by its indented effects."""
        outer, self.named = self.named, set()
        self._lines(ability)  # collects the referenced slots
        lines = self._lines(ability)
        self.named = outer
        return lines

    def _lines(self, ability: Node) -> list[str]:
        heading = ability["heading"]
        when = f", when {self.event(heading['when'])}" if "when" in heading else ""
        where = f", {self.placement(heading['placement'])}" if "placement" in heading else ""
        part = f"part {ability['part']}, " if "part" in ability else ""
        scale = ability.get("scale")
        scaled = f", {scale['factor']} times for {self.filter(scale['of'])}" if scale else ""
        head = f"{part}{self.word('headings', heading['id'])}{when}{where}{scaled}:"
        return self.block(head, ability["effects"])

    def placement(self, node: Node) -> str:
        return look_up(tables.PLACEMENT, "placement", self, node)

    # ── Effects ──

    def ladder(self, node: Node) -> list[str]:
        by = self.word("attributes", node["by"])
        return [line for row in node["rows"] for line in self.block(f"from {by} {row['at']}:", row["effects"])]

    def block(self, head: str, effects: Iterable[Node] | None) -> list[str]:
        """Returns a line followed by its indented effects, or nothing without effects."""
        if effects is None:
            return []
        return [head, *(f"  {line}" for effect in effects for line in self.effect(effect))]

    def effect(self, node: Node) -> list[str]:
        return look_up(tables.EFFECT, "effect", self, node)

    def act(self, node: Node) -> list[str]:
        granted = node.get("abilities", [])
        lines = [line for ability in granted for line in self.ability(ability)]
        return [look_up(tables.ACTION, "do", self, node), *(f"  {line}" for line in lines)]

    def may(self, node: Node) -> list[str]:
        may = f"{tables.PLAYERS[node['who']]} may"
        otherwise = self.block("otherwise:", node.get("otherwise"))
        if "cost" not in node:
            return self.block(f"{may}:", node["effects"]) + otherwise
        paid = self.block(f"{may} pay this:", node["cost"]) + self.block("for this:", node["effects"])
        return paid + otherwise

    def choose(self, node: Node) -> list[str]:
        least, most = node["at_least"], node["at_most"]
        number = str(most) if least == most else f"{least} to {most}"
        lines = [f"{does(node['who'], 'choose')} {number} of these:"]
        for index, mode in enumerate(node["modes"], start=1):
            lines += [f"  {line}" for line in self.block(f"({index})", mode)]
        return lines

    def change(self, change: Node) -> str:
        sign = "-" if change.get("lose") else "+"
        attribute = self.word("attributes", change["attribute"])
        return f"{sign}{self.amount(change['by'])} {attribute}{least(change.get('at_least'))}"

    def arguments(self, node: Node) -> str:
        return "".join(f", {tables.ARGUMENTS[one['argument']](self, one)}" for one in node.get("with", ()))

    def tokens(self, tokens: Node) -> str:
        return self.many(tokens["amount"], f"{self.word('tokens', tokens['token'])} token")

    def marks(self, marks: list[str]) -> str:
        return each(lambda mark: f"the {self.word('marks', mark)} mark", marks)

    def put(self, put: Node) -> str:
        end = f"on the {tables.ENDS[put['end']]} of" if "end" in put else "into"
        return f"{end} {self.zone(put['zone'])}{' in any order' if put.get('any_order') else ''}"

    def maybe_put(self, rest: Node | None) -> str:
        return f" and the rest {self.put(rest)}" if rest else ""

    def maybe_into(self, zone: Node | None) -> str:
        return f" into {self.zone(zone)}" if zone else ""

    def face_down_as(self, node: Node) -> str:
        return f", face-down as {self.filter(node['as'])}" if "as" in node else ""

    def direction(self, node: Node) -> str:
        return look_up(tables.DIRECTION, "direction", self, node)

    def stake(self, node: Node) -> str:
        return look_up(tables.STAKE, "stake", self, node)

    def deed(self, node: Node) -> str:
        return look_up(tables.DEED, "deed", self, node)

    def permission(self, node: Node) -> str:
        return look_up(tables.PERMISSION, "permission", self, node)

    # ── Time ──

    def event(self, node: Node) -> str:
        return look_up(tables.EVENT, "event", self, node)

    def occasion(self, node: Node) -> str:
        return look_up(tables.OCCASION, "occasion", self, node)

    def time(self, node: Node) -> str:
        return look_up(tables.DURATION, "until", self, node)

    def condition(self, node: Node) -> str:
        return look_up(tables.CONDITION, "condition", self, node)

    # ── Things ──

    def selector(self, node: Node) -> str:
        return look_up(tables.SELECTOR, "select", self, node)

    def maybe(self, word: str, selector: Node | None) -> str:
        return f"{word} {self.selector(selector)}" if selector else ""

    def chosen_by(self, node: Node) -> str:
        count = look_up(tables.COUNT, "count", self, node["count"])
        several = "number" not in node["count"] or not is_one(node["count"]["number"])
        most = f" {self.superlative(node['superlative'])}" if "superlative" in node else ""
        chain = f" each within {self.many(node['chain']['range'], 'step')} of the last" if "chain" in node else ""
        by = tables.PLAYERS[node["by"]]
        return f"{count} {self.filter(node['from'], several)}{most}{chain} chosen by {by}{self.slot(node['slot'])}"

    def superlative(self, node: Node) -> str:
        return look_up(tables.SUPERLATIVE, "superlative", self, node)

    def slot(self, slot: int) -> str:
        """Returns the number of a slot, if something refers to it."""
        return f" [{slot}]" if slot in self.named else ""

    def reference(self, node: Node) -> str:
        return look_up(tables.REFERENCE, "ref", self, node)

    def refers(self, slot: int) -> int:
        self.named.add(slot)
        return slot

    def chosen(self, noun: Node) -> str:
        return self.type(noun["type"]) if "type" in noun else tables.CHOSEN_NOUNS[noun["noun"]]

    def so(self, number: Node, filter: Node) -> str:
        return f"{self.comparison(number)} {self.filter(filter, not is_one(number['number']))}"

    def filter(self, filter: Node, many: bool = False) -> str:
        noun = [
            "next" if filter.get("next") else "",
            "other" if filter.get("other") or filter.get("not_itself") else "",
            tables.SIDES[filter["side"]] if "side" in filter else "",
            self.noun(filter["noun"], many),
        ]
        details = []
        if "names" in filter:
            details.append(f"named {each(lambda id: self.cards.get(id, id), filter['names'], ' or ')}")
        for traits in filter.get("traits", []):
            details.append(f"with trait {each(lambda trait: self.word('traits', trait), traits, ' or ')}")
        for field in filter.get("fields", []):
            values = [field["value"], *field.get("or", [])]
            details.append(f"with {spaced(field['field'])} {' or '.join(map(spaced, values))}")
        details += [look_up(tables.STATE, "state", self, state) for state in filter.get("states", [])]
        details += [self.place(place) for place in filter.get("places", [])]
        if "zone" in filter:
            details.append(f"in {self.zone(filter['zone'])}")
        if "among" in filter:
            details.append(f"among {self.reference(filter['among'])}")
        if "excluding" in filter:
            details.append(f"but no {self.filter(filter['excluding'], True)}")
        words = " ".join(word for word in noun if word)
        return f"{words} ({', '.join(details)})" if details else words

    def noun(self, noun: Node, many: bool) -> str:
        if "types" in noun:
            return self.types(noun["types"], many)
        return plural(tables.NOUNS[noun["noun"]], many)

    def types(self, ids: list[str], many: bool) -> str:
        return each(lambda id: self.type(id, many), ids, " or ")

    def place(self, node: Node) -> str:
        return look_up(tables.PLACE, "place", self, node)

    def zone(self, zone: Node) -> str:
        return f"{tables.OWNERS[zone['of']]} {self.word('zones', zone['zone'])}"

    # ── Numbers ──

    def amount(self, node: Node) -> str:
        return look_up(tables.AMOUNT, "amount", self, node)

    def many(self, amount: Node, word: str) -> str:
        return f"{self.amount(amount)} {plural(word, not is_one(amount))}"

    def comparison(self, node: Node) -> str:
        return f"{tables.COMPARISONS[node['is']]} {self.amount(node['number'])}"

    # ── Vocabulary ──

    def type(self, id: str, many: bool = False) -> str:
        type = self.vocabulary["card_types"].get(id, {})
        return type.get("plural" if many else "name", spaced(id))

    def word(self, list: str, id: str) -> str:
        """Returns the name for an id of the vocabulary."""
        return self.vocabulary.get(list, {}).get(id, {}).get("name", spaced(id))


def look_up(table: Table, tag: str, words: Words, node: Node) -> Any:
    """Describes a node by the table of its union; the tag distinguishes the variants."""
    try:
        function = table[node[tag]]
    except KeyError:
        raise ValueError(f"this engine does not know {dict(node)}") from None
    return function(words, node)
