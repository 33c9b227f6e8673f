// Describes abilities in words, using only their IR. An engine has the same functions, with one arm for each
// variant, but performs what these describe.
//
// Every `switch` ends in `unheard`, which takes `never`, and every table is a `Record` of all words: when
// the IR gets a new variant, the compiler reports each place that must handle it.

import type {
  Ability, Amount, Argument, AttributeChange, Bundle, ChosenNoun, Comparison, Condition, Count, Deed, Direction,
  Duration, Effect, End, Event, Face, Filter, LimitPeriod, Moment, Noun, Occasion, Owner, Period, Permission,
  Place, Placement, Player, Put, Reference, Round, RowSide, Selector, Side, Stake, State, Superlative,
  TokenCount, Zone,
} from "../../../schema/bundle.js";

type Action = Extract<Effect, { effect: "act" }>;

const players: Record<Player, string> = { you: "you", opponent: "your opponent", each: "each player" };
const whose: Record<Player, string> = { you: "your", opponent: "your opponent's", each: "each player's" };
const owners: Record<Owner, string> = { you: "your", opponent: "your opponent's", owner: "its owner's", actor: "their own" };
const sides: Record<Side, string> = { friendly: "friendly", enemy: "enemy" };
const rowSides: Record<RowSide, string> = { your: "your", opponent: "your opponent's", any: "any" };
const ends: Record<End, string> = { top: "top", bottom: "bottom" };
const faces: Record<Face, string> = { up: "face-up", down: "face-down" };
const rounding: Record<Round, string> = { up: "up", down: "down" };
const periods: Record<Period, string> = { activation: "this activation", turn: "this turn", round: "this round" };
const comparisons: Record<Comparison["is"], string> = {
  exactly: "exactly", "at-least": "at least", "at-most": "at most", "more-than": "more than", "less-than": "less than",
};
const limits: Record<LimitPeriod, string> = { round: "in a round", game: "in a game", period: "in each" };
const moments: Record<Moment, string> = {
  "start-of-round": "at the start of each round",
  "end-of-round": "at the end of each round",
  "start-of-next-round": "at the start of the next round",
  "start-of-period": "at the start of each",
  "end-of-period": "at the end of each",
  "start-of-next-period": "at the start of the next",
};

/** Adds the period that a moment or a limit names. */
const withPeriod = (words: string, period?: string): string => (period ? `${words} ${spaced(period)}` : words);

/** Describes the abilities of one bundle. */
export class Words {
  private readonly bundle: Bundle;
  private readonly cards: Map<string, string>;
  /** The slots to which something refers. Only these are printed with their number. */
  private named = new Set<number>();

  constructor(bundle: Bundle) {
    this.bundle = bundle;
    this.cards = new Map(bundle.cards.map((card) => [card.id, card.name]));
  }

  /** Describes an ability: a line that says when it resolves, followed by its indented effects. */
  ability(ability: Ability): string[] {
    const outer = this.named;
    this.named = new Set();
    this.lines(ability); // collects the referenced slots
    const lines = this.lines(ability);
    this.named = outer;
    return lines;
  }

  private lines({ part, heading, effects, scale }: Ability): string[] {
    const scaled = scale ? `, ${scale.factor} times for ${this.filter(scale.of)}` : "";
    const when = heading.when ? `, when ${this.event(heading.when)}` : "";
    const where = heading.placement ? `, ${this.placement(heading.placement)}` : "";
    return this.block(`${part ? `part ${part}, ` : ""}${this.word("headings", heading.id)}${when}${where}${scaled}:`, effects);
  }

  private placement(placement: Placement): string {
    switch (placement.placement) {
      case "attach-to": return `attached to ${this.selector(placement.to)}`;
      case "aside": return "placed aside";
      default: return unheard(placement);
    }
  }

  // ── Effects ──

  private block(head: string, effects: Effect[]): string[] {
    return [head, ...indent(effects.flatMap((effect) => this.effect(effect)))];
  }

  private effect(effect: Effect): string[] {
    switch (effect.effect) {
      case "act": {
        const granted = effect.do === "gain" ? effect.abilities.flatMap((ability) => this.ability(ability)) : [];
        return [this.action(effect), ...indent(granted)];
      }
      case "then": return this.block("one after the other:", effect.effects);
      case "together": return this.block("all at once:", effect.effects);
      case "may": {
        const may = `${players[effect.who]} may`;
        return [
          ...(effect.cost
            ? [...this.block(`${may} pay this:`, effect.cost), ...this.block("for this:", effect.effects)]
            : this.block(`${may}:`, effect.effects)),
          ...(effect.otherwise ? this.block("otherwise:", effect.otherwise) : []),
        ];
      }
      case "if": return [
        ...this.block(`if ${this.condition(effect.condition)}:`, effect.then),
        ...(effect.otherwise ? this.block("otherwise:", effect.otherwise) : []),
      ];
      case "while": return this.block(`as long as ${this.condition(effect.condition)}:`, effect.effects);
      case "unless": return this.block(`unless ${this.condition(effect.condition)}:`, effect.effects);
      case "unless-paid": return [
        ...this.block(`${players[effect.who]} may pay this:`, effect.cost),
        ...this.block("if it is not paid:", effect.effects),
      ];
      case "when": return this.block(`${this.occasion(effect.occasion)}:`, effect.effects);
      case "limit": return this.block(`at most ${effect.times === 1 ? "once" : `${effect.times} times`} ${withPeriod(limits[effect.per], effect.period)}:`, effect.effects);
      case "delayed": return this.block(`once, ${withPeriod(moments[effect.moment], effect.period)}:`, effect.effects);
      case "replace": return this.block(`if ${this.event(effect.event)}, instead:`, effect.effects);
      case "choose": return [
        `${does(effect.who, "choose")} ${range(effect.at_least, effect.at_most)} of these:`,
        ...indent(effect.modes.flatMap((mode, index) => this.block(`(${index + 1})`, mode))),
      ];
      case "either": return this.block(`${does(effect.who, "choose")} one of these:`, effect.effects);
      case "ladder": return effect.rows.flatMap((row) =>
        this.block(`from ${this.word("attributes", effect.by)} ${row.at}:`, row.effects));
      case "repeat": return this.block(`${effect.times} times:`, effect.effects);
      case "for-each": return this.block(`again for every ${this.filter(effect.each)}${this.slot(effect.slot)}:`, effect.effects);
      default: return unheard(effect);
    }
  }

  private action(act: Action): string {
    const s = (selector: Selector) => this.selector(selector);
    const n = (amount: Amount) => this.amount(amount);
    const until = "time" in act && act.time ? this.time(act.time) : "";
    switch (act.do) {
      case "deal-damage": return `deal ${n(act.amount)} damage to ${s(act.to)}`;
      case "divide-damage": return `divide ${n(act.amount)} damage among ${s(act.among)}`;
      case "remove-damage": return `remove ${n(act.amount)} damage from ${s(act.from)}`;
      case "move-damage": return `move ${n(act.amount)} damage from ${s(act.from)} to ${s(act.to)}`;
      case "double-damage": return `double the damage of ${s(act.of)}`;
      case "increase": return `add ${n(act.amount)} to the size of ${s(act.what)}`;
      case "decrease": return `take ${n(act.amount)} from the size of ${s(act.what)}`;
      case "move-tokens": return `move ${this.tokens(act.tokens)} from ${s(act.from)} to ${s(act.to)}`;
      case "change": return `give ${s(act.who)} ${and(act.changes.map((change) => this.change(change)))}${until}`;
      case "bonus": {
        const of = act.of ? ` for ${this.filter(act.of)}` : "";
        return `bonus: ${and(act.changes.map((change) => this.change(change)))}${of}${until}`;
      }
      case "set-attribute": return `set the ${this.word("attributes", act.attribute)} of ${s(act.of)} to ${n(act.to)}${until}`;
      case "become": return `set the ${spaced(act.field)} of ${s(act.who)} to ${spaced(act.value)}${until}`;
      case "set-limit": return `set ${whose[act.who]} ${this.word("player_limits", act.limit)} to ${n(act.to)}${until}`;
      case "move": return `move ${s(act.what)} ${act.up_to ? "up to " : ""}${this.many(act.steps, "step")}${act.direction ? this.direction(act.direction) : ""}`;
      case "swap": return `swap ${s(act.what)}${this.maybe(" with", act.with)}`;
      case "place": return `place ${s(act.what)} on ${s(act.on)}${this.maybe(" as a copy of", act.copy_of)}`;
      case "attack": return `attack with ${s(act.who)}${act.again ? " again" : ""}: ${s(act.whom)}`;
      case "deal-more": return `damage of ${s(act.who)}: ${n(act.amount)} ${act.less ? "less" : "more"}${least(act.at_least)}${until}`;
      case "cards-deal-more": return `damage of each ${this.filter(act.what)}: ${n(act.amount)} ${act.less ? "less" : "more"}${least(act.at_least)}${until}`;
      case "disadvantage": return `${act.has ? "disadvantage" : "no disadvantage"} for ${s(act.of)}${until}`;
      case "also-hits": return `hit ${s(act.what)} too with ${s(act.attack)}`;
      case "redirect": return `redirect ${s(act.attack)} to ${s(act.to)}`;
      case "cannot": return `forbid ${this.stake(act.who)} to ${act.what.map((deed) => this.deed(deed)).join(" or to ")}${until}`;
      case "can-attack-only": return `forbid ${s(act.who)} to attack anything but ${s(act.whom)}${until}`;
      case "permit": return `permit ${s(act.who)} to ${this.permission(act.permission)}${until}`;
      case "permit-places": return `permit each ${this.filter(act.what)} to be placed also ${and(act.places.map((place) => this.place(place)))}${until}`;
      case "place-marks": return `place ${this.marks(act.marks)} on ${s(act.on)}`;
      case "remove-marks": return `remove ${this.marks(act.marks)} from ${s(act.from)}`;
      case "activate": return `activate ${s(act.what)}`;
      case "draw": return `${does(act.who, "draw")} ${this.many(act.amount, "card")}${this.slot(act.slot)}`;
      case "discard": return `${does(act.who, "discard")} ${s(act.what)}`;
      case "reveal": return `${does(act.who, "reveal")} ${s(act.what)}`;
      case "look": return `look at ${s(act.what)}`;
      case "choose": return `name ${s(act.what)}`;
      case "return": return `return ${s(act.what)} ${this.put(act.to)}`;
      case "put": return `put ${s(act.what)} ${this.put(act.to)}${act.rest ? ` and the rest ${this.put(act.rest)}` : ""}`;
      case "search": return `search ${this.zone(act.zone)} for ${s(act.what)}${act.reveal ? ", reveal it" : ""} and put it ${this.put(act.to)}`;
      case "shuffle": return `${does(act.who, "shuffle")} ${this.zone(act.zone)}${act.into ? ` into ${this.zone(act.into)}` : ""}`;
      case "play": return `${does(act.who, "play")} ${s(act.what)}${act.free ? " without paying" : ""}${act.as ? `, face-down as ${this.filter(act.as)}` : ""}`;
      case "remove-from-game": return `remove ${s(act.what)} from the game`;
      case "perform": return `${does(act.who, "perform")} ${spaced(act.phrase)}${this.arguments(act.with)}`;
      case "apply-rule": return `rule: ${spaced(act.phrase)}${this.arguments(act.with)}${until}`;
      case "have-ability": return `${s(act.who)} has ${spaced(act.phrase)}${this.arguments(act.with)}${until}`;
      case "gain-resource": return `${does(act.who, "gain")} ${n(act.amount)} ${spaced(act.resource)}`;
      case "pay-resource": return `${does(act.who, "pay")} ${n(act.amount)} ${spaced(act.resource)}`;
      case "remove-from-map": return `remove ${s(act.what)} from the map`;
      case "negate": return `negate ${s(act.what)}`;
      case "take-control": return `${does(act.who, "take")} control of ${s(act.what)}${until}`;
      case "lose-control": return `${does(act.who, "lose")} control of ${s(act.what)}`;
      case "ready": return `${does(act.who, "ready")} ${s(act.what)}`;
      case "spend": return `${does(act.who, "spend")} ${s(act.what)}`;
      case "pay": return `${does(act.who, "pay")} ${n(act.amount)} ${this.word("statistics", act.statistic)}`;
      case "spend-as": return `let ${players[act.who]} spend each ${this.filter(act.what)} as ${n(act.amount)} ${this.word("statistics", act.statistic)}${until}`;
      case "change-cost": return `cost of ${act.first_each_round ? "the first " : "each "}${this.filter(act.what)}${act.first_each_round ? " of each round" : ""}: ${n(act.amount)} ${act.statistic === undefined ? "of everything" : this.word("statistics", act.statistic)} ${act.less ? "less" : "more"}${least(act.at_least)}${until}`;
      case "turn": return `turn ${s(act.what)} ${faces[act.face]}`;
      case "attach": return `attach ${s(act.what)} to ${s(act.to)}`;
      case "remove-card": return `remove ${s(act.what)} attached to ${s(act.from)}`;
      case "place-tokens": return `place ${this.tokens(act.tokens)} on ${s(act.on)}`;
      case "remove-tokens": return `remove ${this.tokens(act.tokens)} from ${s(act.from)}`;
      case "prevent-next": return `prevent the next ${n(act.amount)} damage to ${s(act.to)}${until}`;
      case "prevent-that": return `prevent ${n(act.amount)} of that damage`;
      case "take-less": return `damage to ${s(act.who)}${this.maybe(" from", act.from)}: ${n(act.amount)} ${act.more ? "more" : "less"}${least(act.at_least)}${until}`;
      case "boost": return `${does(act.who, "boost")} ${s(act.attack)} with ${s(act.with)}`;
      case "boost-damage": return `damage of ${whose[act.who]} boost cards: ${n(act.amount)} instead of ${n(act.instead_of)}${until}`;
      case "gain": return `give ${s(act.who)} these abilities${until}:`;
      default: return unheard(act);
    }
  }

  private arguments(list: Argument[] = []): string {
    return list.map((one) => `, ${this.argument(one)}`).join("");
  }

  private argument(argument: Argument): string {
    switch (argument.argument) {
      case "number": return this.amount(argument.amount);
      case "word": return this.word(argument.list, argument.value);
      case "things": return this.selector(argument.which);
      case "player": return players[argument.who];
      default: return unheard(argument);
    }
  }

  private change(change: AttributeChange): string {
    return `${change.lose ? "-" : "+"}${this.amount(change.by)} ${this.word("attributes", change.attribute)}${least(change.at_least)}`;
  }

  private tokens(tokens: TokenCount): string {
    return `${this.many(tokens.amount, `${this.word("tokens", tokens.token)} token`)}`;
  }

  private marks(marks: string[]): string {
    return and(marks.map((mark) => `the ${this.word("marks", mark)} mark`));
  }

  private put(put: Put): string {
    const end = put.end ? `on the ${ends[put.end]} of` : "into";
    return `${end} ${this.zone(put.zone)}${put.any_order ? " in any order" : ""}`;
  }

  private direction(direction: Direction): string {
    switch (direction.direction) {
      case "away-from": return ` away from ${this.reference(direction.what)}`;
      case "toward": return ` toward ${this.reference(direction.what)}`;
      default: return unheard(direction);
    }
  }

  private stake(stake: Stake): string {
    switch (stake.stake) {
      case "cards": return this.selector(stake.which);
      case "player": return players[stake.who];
      default: return unheard(stake);
    }
  }

  private deed(deed: Deed): string {
    switch (deed.deed) {
      case "move": return "move";
      case "attack": return `attack${this.maybe("", deed.whom)}`;
      case "retaliate": return `retaliate${this.maybe(" against", deed.against)}`;
      case "be-activated": return "be activated";
      case "be-targeted": return `be targeted${this.maybe(" by", deed.by)}`;
      case "be-affected": return `be affected by ${this.selector(deed.by)}`;
      case "be-attacked": return `be attacked${this.maybe(" by", deed.by)}`;
      case "be-moved": return `be moved${this.maybe(" by", deed.by)}`;
      case "enter": return `enter ${this.selector(deed.what)}`;
      case "play": return `play ${this.selector(deed.what)}`;
      case "boost": return `boost ${this.selector(deed.what)}`;
      case "draw": return `draw ${this.selector(deed.what)}`;
      default: return unheard(deed);
    }
  }

  private permission(permission: Permission): string {
    switch (permission.permission) {
      case "move-after-attacking": return "move after attacking";
      case "move-through": return `move through ${this.selector(permission.what)}`;
      case "retaliate-any-number-of-times": return "retaliate any number of times";
      default: return unheard(permission);
    }
  }

  // ── Time ──

  private event(event: Event): string {
    const s = (selector: Selector) => this.selector(selector);
    switch (event.event) {
      case "attacks": return `${s(event.who)} attacks${this.maybe("", event.whom)}`;
      case "is-attacked": return `${s(event.who)} is attacked${this.maybe(" by", event.by)}`;
      case "retaliates": return `${s(event.who)} retaliates${this.maybe(" against", event.against)}`;
      case "is-dealt-damage": return `${s(event.who)} is dealt damage${this.maybe(" by", event.by)}`;
      case "would-be-dealt-damage": return `${s(event.who)} would be dealt damage${this.maybe(" by", event.by)}`;
      case "is-activated": return `${s(event.who)} is activated`;
      case "activates": return `${s(event.what)} is activated by ${players[event.who]}`;
      case "moves": return `${s(event.who)} moves`;
      case "enters": return `${s(event.who)} enters ${s(event.space)}`;
      case "stops-on": return `${s(event.who)} stops on ${s(event.space)}`;
      case "is-played": return `${s(event.what)} is played`;
      case "plays": return `${s(event.what)} is played by ${players[event.who]}`;
      case "is-placed": return `${s(event.what)} is placed${(event.places ?? []).map((place) => ` ${this.place(place)}`).join("")}`;
      case "is-increased": return `${s(event.who)} is increased`;
      case "is-decreased": return `${s(event.who)} is decreased`;
      case "merges": return `${s(event.who)} merges`;
      case "is-removed-from-map": return `${s(event.who)} is removed from the map${this.maybe(" by", event.by)}`;
      case "would-be-removed-from-map": return `${s(event.who)} would be removed from the map${this.maybe(" by", event.by)}`;
      case "is-boosted": return `${s(event.what)} is boosted`;
      case "boosts": return `an attack is boosted by ${players[event.who]}`;
      case "is-targeted": return `${s(event.who)} is targeted${this.maybe(" by", event.by)}`;
      case "is-drawn": return `${s(event.what)} is drawn`;
      case "draws": return `${s(event.what)} is drawn by ${players[event.who]}`;
      case "is-discarded": return `${s(event.what)} is discarded`;
      case "discards": return `${s(event.what)} is discarded by ${players[event.who]}`;
      case "is-attached": return `${s(event.what)} is attached${this.maybe(" to", event.to)}`;
      case "is-readied": return `${s(event.what)} is readied`;
      case "readies": return `${s(event.what)} is readied by ${players[event.who]}`;
      case "is-spent": return `${s(event.what)} is spent`;
      case "spends": return `${s(event.what)} is spent by ${players[event.who]}`;
      case "is-taken": return `${s(event.what)} is taken`;
      case "takes-control": return `${s(event.what)} is taken by ${players[event.who]}`;
      case "mark-placed": return `${this.marks(event.marks)} is placed on ${s(event.on)}`;
      case "passes": return `the round is passed by ${players[event.who]}`;
      case "occurs": return `${spaced(event.phrase)}${this.arguments(event.with)} occurs`;
      default: return unheard(event);
    }
  }

  private occasion(occasion: Occasion): string {
    switch (occasion.occasion) {
      case "when": return `when ${this.event(occasion.event)}`;
      case "after": return `after ${this.event(occasion.event)}`;
      case "first-each-round": return `the first time each round that ${this.event(occasion.event)}`;
      case "at": return withPeriod(moments[occasion.moment], occasion.period);
      default: return unheard(occasion);
    }
  }

  private time(time: Duration): string {
    switch (time.until) {
      case "end-of-attack": return " until the end of the attack";
      case "end-of-activation": return " until the end of the activation";
      case "end-of": return ` until the end of the ${spaced(time.period)}`;
      case "end-of-next": return ` until the end of the next ${spaced(time.period)}`;
      case "periods": return ` for ${time.count} times ${spaced(time.period)}`;
      case "end-of-turn": return " until the end of the turn";
      case "end-of-round": return " until the end of the round";
      case "end-of-game": return " until the end of the game";
      case "your-next-turn": return " until your next turn";
      case "while": return ` as long as ${this.condition(time.condition)}`;
      case "standing": return " as long as this is there";
      case "another-change": return " until something changes it";
      default: return unheard(time);
    }
  }

  private condition(test: Condition): string {
    switch (test.condition) {
      case "all": return and(test.of.map((condition) => this.condition(condition)));
      case "number": return `there ${isOne(test.number.number) ? "is" : "are"} ${this.so(test.number, test.of)}`;
      case "has": return `${does(test.who, "have", "has")} ${this.so(test.number, test.what)}`;
      case "has-played": return `${does(test.who, "have", "has")} played ${this.so(test.number, test.what)} ${periods[test.period]}`;
      case "compare": return `${this.amount(test.left)} is ${this.comparison(test.right)}`;
      case "is": return not(test.not, `${this.selector(test.who)} is ${a(this.filter(test.what))}`);
      case "holds": return `${spaced(test.phrase)}${this.arguments(test.with)} holds`;
      case "first-player": return not(test.not, `the first player is ${players[test.who]}`);
      case "has-moved": return not(test.not, `${this.selector(test.who)} has moved ${periods[test.period]}`);
      case "has-attacked": return not(test.not, `${this.selector(test.who)} has attacked ${periods[test.period]}`);
      case "has-retaliated": return not(test.not, `${this.selector(test.who)} has retaliated ${periods[test.period]}`);
      case "has-been-activated": return not(test.not, `${this.selector(test.who)} has been activated ${periods[test.period]}`);
      case "has-been-attacked": return not(test.not, `${this.selector(test.who)} has been attacked ${periods[test.period]}`);
      case "has-been-dealt-damage": return not(test.not, `${this.selector(test.who)} has been dealt damage ${periods[test.period]}`);
      case "has-been-removed": return not(test.not, `${this.selector(test.who)} has been removed ${periods[test.period]}`);
      case "was-removed-this-way": return not(test.not, `${this.selector(test.who)} was removed this way`);
      case "was-discarded-this-way": return not(test.not, `${this.selector(test.what)} was discarded this way`);
      case "was-drawn-this-way": return not(test.not, `${this.selector(test.what)} was drawn this way`);
      case "was-revealed-this-way": return not(test.not, `${this.selector(test.what)} was revealed this way`);
      case "was-dealt-damage-this-way": return not(test.not, `${this.selector(test.who)} was dealt damage this way`);
      default: return unheard(test);
    }
  }

  // ── Things ──

  private selector(selector: Selector): string {
    switch (selector.select) {
      case "choose": {
        const several = selector.count.count === "any" || !isOne(selector.count.number);
        const most = selector.superlative ? ` ${this.superlative(selector.superlative)}` : "";
        const chain = selector.chain ? ` each within ${this.many(selector.chain.range, "step")} of the last` : "";
        return `${this.count(selector.count)} ${this.filter(selector.from, several)}${most}${chain} chosen by ${players[selector.by]}${this.slot(selector.slot)}`;
      }
      case "random": return `${this.amount(selector.count)} random ${this.filter(selector.from, !isOne(selector.count))}${this.slot(selector.slot)}`;
      case "each": return `every ${this.filter(selector.from)}${this.slot(selector.slot)}`;
      case "any": return `any ${this.filter(selector.from)}${this.slot(selector.slot)}`;
      case "stack": return `the ${ends[selector.end]} ${this.many(selector.count, "card")} of ${this.zone(selector.zone)}${this.slot(selector.slot)}`;
      case "pile": {
        const cards = or(selector.types.map((type) => this.type(type, !isOne(selector.count))));
        return `the ${ends[selector.end]} ${this.amount(selector.count)} ${cards} of ${this.selector(selector.of)}${this.slot(selector.slot)}`;
      }
      case "known": return this.reference(selector.is);
      case "zone": return `all cards of ${this.zone(selector.zone)}${this.slot(selector.slot)}`;
      default: return unheard(selector);
    }
  }

  private maybe(word: string, selector: Selector | undefined): string {
    return selector ? `${word} ${this.selector(selector)}` : "";
  }

  private count(count: Count): string {
    switch (count.count) {
      case "exactly": return this.amount(count.number);
      case "up-to": return `up to ${this.amount(count.number)}`;
      case "any": return "any number of";
      default: return unheard(count);
    }
  }

  private superlative(superlative: Superlative): string {
    switch (superlative.superlative) {
      case "highest": return `with the highest ${this.word("attributes", superlative.attribute)}`;
      case "lowest": return `with the lowest ${this.word("attributes", superlative.attribute)}`;
      case "nearest": return `nearest to ${this.reference(superlative.to)}`;
      default: return unheard(superlative);
    }
  }

  /** Returns the number of a slot, if something refers to it. */
  private slot(slot: number): string {
    return this.named.has(slot) ? ` [${slot}]` : "";
  }

  private reference(reference: Reference): string {
    switch (reference.ref) {
      case "this": return `this ${reference.as ? this.type(reference.as) : "card"}`;
      case "this-attack": return "this attack";
      case "that-attack": return "that attack";
      case "target": return "the target";
      case "attacker": return "the attacker";
      case "attached-unit": return "the attached unit";
      case "attached-space": return "the attached space";
      case "this-space": return "this space";
      case "chosen-space": return "the chosen space";
      case "chosen": return `${reference.many ? "all of " : ""}${this.chosen(reference.named)} [${this.refers(reference.slot)}]`;
      case "first-chosen": return `the first ${this.chosen(reference.named)} [${this.refers(reference.slot)}]`;
      case "rest": return `the rest of [${this.refers(reference.slot)}]`;
      case "your-hero": return "your hero";
      case "enemy-hero": return "the enemy hero";
      default: return unheard(reference);
    }
  }

  private refers(slot: number): number {
    this.named.add(slot);
    return slot;
  }

  private chosen(noun: ChosenNoun): string {
    switch (noun.noun) {
      case "card": return noun.type ? this.type(noun.type) : "card";
      case "space": return "space";
      case "zone": return "cards";
      default: return unheard(noun);
    }
  }

  private so(number: Comparison, filter: Filter): string {
    return `${this.comparison(number)} ${this.filter(filter, !isOne(number.number))}`;
  }

  private filter(filter: Filter, many = false): string {
    const noun = [
      filter.next ? "next " : "", filter.other || filter.not_itself ? "other " : "", filter.side ? `${sides[filter.side]} ` : "",
      this.noun(filter.noun, many),
    ].join("");
    const all = [
      filter.names ? `named ${or(filter.names.map((id) => this.cards.get(id) ?? id))}` : [],
      (filter.traits ?? []).map((traits) => `with trait ${or(traits.map((trait) => this.word("traits", trait)))}`),
      (filter.fields ?? []).map((one) => `with ${spaced(one.field)} ${or([one.value, ...(one.or ?? [])].map(spaced))}`),
      (filter.states ?? []).map((state) => this.state(state)),
      (filter.places ?? []).map((place) => this.place(place)),
      filter.zone ? `in ${this.zone(filter.zone)}` : [],
      filter.among ? `among ${this.reference(filter.among)}` : [],
      filter.excluding ? `but no ${this.filter(filter.excluding, true)}` : [],
    ].flat();
    return all.length > 0 ? `${noun} (${all.join(", ")})` : noun;
  }

  private noun(noun: Noun, many: boolean): string {
    switch (noun.noun) {
      case "card": return noun.types ? or(noun.types.map((type) => this.type(type, many))) : plural("card", many);
      case "space": return plural("space", many);
      default: return unheard(noun);
    }
  }

  private state(state: State): string {
    switch (state.state) {
      case "mark": return `${state.has ? "with" : "without"} the ${this.word("marks", state.mark)} mark`;
      case "tokens": return `with ${this.word("tokens", state.token)} tokens ${this.comparison(state.number)}`;
      case "damage": return `with damage ${this.comparison(state.number)}`;
      case "size": return `with size ${this.comparison(state.number)}`;
      case "attribute": return `with ${this.word("attributes", state.attribute)} ${this.comparison(state.number)}`;
      case "same-name": return `named as ${this.reference(state.as)}`;
      case "vacant": return "vacant";
      case "ready": return "ready";
      case "spent": return "spent";
      case "face-up": return "face-up";
      case "face-down": return "face-down";
      case "being-played": return "being played";
      case "removed-this-way": return "removed this way";
      case "dealt-damage-this-way": return "dealt damage this way";
      default: return unheard(state);
    }
  }

  private place(place: Place): string {
    const s = (selector: Selector) => this.selector(selector);
    switch (place.place) {
      case "adjacent": return not(place.not, `adjacent to ${s(place.to)}`);
      case "within": return not(place.not, `within ${this.many(place.range, "step")} of ${s(place.of)}`);
      case "beyond": return `more than ${this.many(place.steps, "step")} from ${s(place.from)}`;
      case "same-row": return `in the row of ${s(place.as)}`;
      case "same-column": return `in the column of ${s(place.as)}`;
      case "row": return `in ${rowSides[place.side]} ${this.word("rows", place.row)} row`;
      case "under": return `under ${s(place.what)}`;
      case "behind": return `behind ${s(place.what)} as the attacker sees it`;
      case "area": return "in the area of effect";
      case "on": return `on ${s(place.what)}`;
      default: return unheard(place);
    }
  }

  private zone({ of, zone }: Zone): string {
    return `${owners[of]} ${this.word("zones", zone)}`;
  }

  // ── Numbers ──

  private amount(amount: Amount): string {
    switch (amount.amount) {
      case "fixed": return String(amount.value);
      case "x": return "X";
      case "all": return "all";
      case "attribute": return `(${amount.printed ? "printed " : ""}${this.word("attributes", amount.attribute)} of ${this.reference(amount.of)})`;
      case "size": return `(size of ${this.reference(amount.of)})`;
      case "damage-on": return `(damage on ${this.reference(amount.of)})`;
      case "tokens-on": return `(${this.word("tokens", amount.token)} tokens on ${this.reference(amount.of)})`;
      case "number": return `(number of ${this.filter(amount.of, true)})`;
      case "played": return `(number of ${this.filter(amount.what, true)} played by ${players[amount.who]} ${periods[amount.period]})`;
      case "damage-of-event": return "(that damage)";
      case "damage-dealt": return `(damage dealt by ${this.reference(amount.by)})`;
      case "steps-moved": return `(steps moved by ${this.reference(amount.who)} ${periods[amount.period]})`;
      case "half": return `(half of ${this.amount(amount.of)}, rounded ${rounding[amount.rounded]})`;
      case "times": return `(${amount.factor} × ${this.amount(amount.of)})`;
      case "every": return `(1 for every ${amount.each} of ${this.amount(amount.of)})`;
      case "bounded": return `(${this.amount(amount.of)}${least(amount.minimum)}${amount.maximum === undefined ? "" : `, at most ${amount.maximum}`})`;
      default: return unheard(amount);
    }
  }

  private many(amount: Amount, word: string): string {
    return `${this.amount(amount)} ${plural(word, !isOne(amount))}`;
  }

  private comparison(comparison: Comparison): string {
    return `${comparisons[comparison.is]} ${this.amount(comparison.number)}`;
  }

  private type(id: string, many = false): string {
    const type = this.bundle.vocabulary.card_types[id];
    return (many ? type?.plural : type?.name) ?? spaced(id);
  }

  /** Returns the name for an id of the vocabulary. */
  private word(list: string, id: string): string {
    return this.bundle.vocabulary[list]?.[id]?.name ?? spaced(id);
  }
}

function indent(lines: string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

function spaced(id: string): string {
  return id.replaceAll("_", " ");
}

function and(words: string[]): string {
  return words.join(" and ");
}

function or(words: string[]): string {
  return words.join(" or ");
}

function not(not: boolean | undefined, words: string): string {
  return not ? `not (${words})` : words;
}

function does(who: Player, verb: string, third = verb === "ready" ? "readies" : `${verb}s`): string {
  return `${players[who]} ${who === "you" ? verb : third}`;
}

function plural(word: string, many: boolean): string {
  return many ? `${word}s` : word;
}

function a(words: string): string {
  return /^[aeio]/.test(words) ? `an ${words}` : `a ${words}`;
}

function isOne(amount: Amount): boolean {
  return amount.amount === "fixed" && amount.value === 1;
}

function least(minimum: number | undefined): string {
  return minimum === undefined ? "" : `, at least ${minimum}`;
}

function range(least: number, most: number): string {
  return least === most ? String(most) : `${least} to ${most}`;
}

function unheard(node: never): never {
  throw new Error(`this engine does not know ${JSON.stringify(node)}`);
}
