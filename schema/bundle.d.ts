// The types of bundle.json and bundle.msgpack, format 1, IR 3.
// Written by `cardwright types`; changes belong into cardwright.

/** One game's cards and sets, ready for an engine. */
export interface Bundle {
  /** The version of the shape of this document. */
  format: number;
  /** The version of the shape of the abilities. */
  ir: number;
  game: BundledGame;
  /** In the order of their ids. */
  cards: BundledCard[];
  /** In the order of their ids. */
  kingdoms: Kingdom[];
  vocabulary: BundledVocabulary;
  /** What became of the ids of cards that are gone, in the order of these ids. */
  migrations?: Record<string, Migration>;
}

/** The game to which the cards belong. */
export interface BundledGame {
  id: string;
  title: string;
  /** Raised whenever the game's data changes in a way that cards or engines notice. */
  version: number;
  map?: GameMap;
  constants?: Record<string, Constant>;
}

/** The map: its rows from one player's side to the other's, and its columns. */
export interface GameMap {
  rows: string[];
  columns: number;
  section?: string;
}

/** A number of the rulebook. */
export interface Constant {
  value: number;
  doc: string;
  section?: string;
}

/** A card. */
export interface BundledCard {
  /** Kebab case, unique in its game. */
  id: string;
  name: string;
  /** The id of its card type. */
  type: string;
  /** What its text says; empty for a card without a text. */
  abilities: Ability[];
  /** Its text in canonical form; the places in the abilities are ranges of bytes in it. */
  text: string;
  /** Text that cannot be expressed yet, for people. It is never executed. */
  manual?: string;
  [key: string]: FieldValue | string | Ability[] | undefined;
}

/** The value of a field. */
export type FieldValue = boolean | number | string | string[] | Record<string, number> | Area;

/** A printed area of effect, as steps from the chosen space. */
export interface Area {
  /**
   * The pattern, a string for each row: `X` the chosen space, `#` hit, `.` not hit, `O` the
   * chosen space where it is not hit itself.
   */
  pattern: string[];
  /** The spaces that are hit. */
  spaces: Step[];
}

/** A space, as seen from the chosen one by the player who plays the card. */
export interface Step {
  /** Rows away from the player; negative towards the player. */
  forward: number;
  /** Columns to the right; negative to the left. */
  right: number;
}

/** One line of an effect text: when it resolves, and what happens then. `docs/ir.md` says exactly how. */
export interface Ability {
  heading: Heading;
  /** In the order in which they happen. */
  effects: Effect[];
  span?: At;
}

/** When an ability resolves. */
export interface Heading {
  /** The id of a heading of the game. */
  id: string;
  /** What has to happen, for a heading that waits for something. */
  when?: Event;
  /** Where the card goes, for a heading that places it. */
  placement?: Placement;
  /** Absent where the text has no heading and the card type's own one holds. */
  span?: At;
}

/** Something that happens in play. */
export type Event =
  /** Announced: it begins an attack. A retaliation is none (Attack). */
  | {
      event: "attacks";
      who: Selector;
      whom?: Selector;
      span?: At;
    }
  /** Announced: it is the target of an attack, from the start or by redirection. */
  | {
      event: "is-attacked";
      who: Selector;
      by?: Selector;
      span?: At;
    }
  /** Announced: it begins a retaliation (Retaliate). */
  | {
      event: "retaliates";
      who: Selector;
      against?: Selector;
      span?: At;
    }
  /** Done: damage was placed on it by being dealt, once for all of one moment. */
  | {
      event: "is-dealt-damage";
      who: Selector;
      by?: Selector;
      span?: At;
    }
  /** Announced: damage is about to be placed on it. */
  | {
      event: "would-be-dealt-damage";
      who: Selector;
      by?: Selector;
      span?: At;
    }
  /** Announced: its activation begins (Activate a unit or hero on the board). */
  | {
      event: "is-activated";
      who: Selector;
      span?: At;
    }
  /** Announced: the player activates it. */
  | {
      event: "activates";
      who: Player;
      what: Selector;
      span?: At;
    }
  /** It moves one step or more: announced before the first, done behind the last. */
  | {
      event: "moves";
      who: Selector;
      span?: At;
    }
  /** Done: it came onto the space, be it on its way. */
  | {
      event: "enters";
      who: Selector;
      space: Selector;
      span?: At;
    }
  /** Done: its movement, swap or placing ended there. */
  | {
      event: "stops-on";
      who: Selector;
      space: Selector;
      span?: At;
    }
  /**
   * Announced: it is being played and was paid for (Play a card from their hand). Of the card itself, done:
   * it lies where its play put it.
   */
  | {
      event: "is-played";
      what: Selector;
      span?: At;
    }
  /** Announced: the player plays it. */
  | {
      event: "plays";
      who: Player;
      what: Selector;
      span?: At;
    }
  /**
   * Done: it came onto the map, by being played or by an effect, in all of these places (Units entering
   * the map).
   */
  | {
      event: "is-placed";
      what: Selector;
      places?: Place[];
      span?: At;
    }
  /** Done: it got size tokens, but by moving them (Increasing unit size). */
  | {
      event: "is-increased";
      who: Selector;
      span?: At;
    }
  /** Done: it lost size tokens, or left the map by that (Decreasing unit size). */
  | {
      event: "is-decreased";
      who: Selector;
      span?: At;
    }
  /** Done: it is what two units became (Move onto a unit of the same name). */
  | {
      event: "merges";
      who: Selector;
      span?: At;
    }
  /** Done: it left the map, wherever it went. */
  | {
      event: "is-removed-from-map";
      who: Selector;
      span?: At;
    }
  /** Announced: it is about to leave the map, wherever it would go. */
  | {
      event: "would-be-removed-from-map";
      who: Selector;
      span?: At;
    }
  /** Done: cards that boost it were revealed (Boosting an attack). */
  | {
      event: "is-boosted";
      what: Selector;
      span?: At;
    }
  /** Done: the player's boost cards were revealed. */
  | {
      event: "boosts";
      who: Player;
      span?: At;
    }
  /** Announced: a player chose it for an effect. */
  | {
      event: "is-targeted";
      who: Selector;
      by?: Selector;
      span?: At;
    }
  /** Done: it came from the deck to the hand (Draw cards). */
  | {
      event: "is-drawn";
      what: Selector;
      span?: At;
    }
  /** Done: the player drew it. */
  | {
      event: "draws";
      who: Player;
      what: Selector;
      span?: At;
    }
  /**
   * Done: it came to a discard pile, but not because it was used up: at the end of its play, as a Reaction,
   * or as a boost card (Discarding cards).
   */
  | {
      event: "is-discarded";
      what: Selector;
      span?: At;
    }
  /** Done: the player discarded it, by an action or in the round. */
  | {
      event: "discards";
      who: Player;
      what: Selector;
      span?: At;
    }
  /** Done: it was attached, by being played or by an effect (Ongoing cards). */
  | {
      event: "is-attached";
      what: Selector;
      to?: Selector;
      span?: At;
    }
  /** Done: it was turned straight, by an effect or in the round (Ready cards). */
  | {
      event: "is-readied";
      what: Selector;
      span?: At;
    }
  /** Done: it was turned straight for its controller. */
  | {
      event: "readies";
      who: Player;
      what: Selector;
      span?: At;
    }
  /** Done: it was turned, to pay or by an effect (Paying statistics). */
  | {
      event: "is-spent";
      what: Selector;
      span?: At;
    }
  /** Done: the player turned it. */
  | {
      event: "spends";
      who: Player;
      what: Selector;
      span?: At;
    }
  /** Done: a player took control of it (Hero activation). */
  | {
      event: "is-taken";
      what: Selector;
      span?: At;
    }
  /** Done: the player took control of it. */
  | {
      event: "takes-control";
      who: Player;
      what: Selector;
      span?: At;
    }
  /** Done: one of these marks was placed on it where it had none of it (Tokens). */
  | {
      event: "mark-placed";
      marks: string[];
      on: Selector;
      span?: At;
    }
  /** Done: the player passed (Pass for this round). */
  | {
      event: "passes";
      who: Player;
      span?: At;
    };

/** What an action applies to. */
export type Selector =
  /** The player chooses so many of those that fit. On the map this targets them. */
  | {
      select: "choose";
      count: Count;
      by: Player;
      from: Filter;
      /** Only those for which a number is the highest or lowest; the chooser breaks ties. */
      superlative?: Superlative;
      /** Every one after the first is within that range of the one chosen before it. */
      chain?: Chain;
      slot: number;
      span?: At;
    }
  /** Chance chooses so many different ones of those that fit, each as likely as any other. */
  | {
      select: "random";
      count: Amount;
      from: Filter;
      slot: number;
      span?: At;
    }
  /** All of those that fit: at the moment, and in what holds all the time, at every moment. */
  | {
      select: "each";
      from: Filter;
      slot: number;
      span?: At;
    }
  /**
   * A pattern. In an event, the slot is bound to the thing that the event is about, if it fits; in a
   * condition about a certain space (`If a unit is on this location`), to what is there; elsewhere
   * nothing is bound.
   */
  | {
      select: "any";
      from: Filter;
      slot: number;
      span?: At;
    }
  /** So many cards from the top or the bottom of an ordered zone, the outermost first. */
  | {
      select: "stack";
      count: Amount;
      end: End;
      zone: Zone;
      slot: number;
      span?: At;
    }
  /** What is already known. Nothing is chosen or targeted. */
  | {
      select: "known";
      is: Reference;
      span?: At;
    }
  /** All cards of a zone. */
  | {
      select: "zone";
      zone: Zone;
      slot: number;
      span?: At;
    };

/** How many are chosen. */
export type Count =
  /** So many, or all where fewer fit. */
  | {
      count: "exactly";
      number: Amount;
    }
  /** None up to so many. */
  | {
      count: "up-to";
      number: Amount;
    }
  /** None up to all. */
  | {
      count: "any";
    };

/**
 * A whole number from 0 on, worked out once when its action is performed, after the things of the action
 * were found; in what holds all the time, at every moment. A number of something that is not there is 0; of
 * a card that left play, what it was last; of several things, their sum.
 */
export type Amount =
  /** That number. */
  | {
      amount: "fixed";
      value: number;
    }
  /**
   * What was chosen for X where X is declared: the first action of the ability that has it. Its acting
   * player chooses 1 or more, in a cost no more than can be paid. 0 where that was not reached.
   */
  | {
      amount: "x";
    }
  /** As many as there are, on each thing. */
  | {
      amount: "all";
    }
  /** A number of a card in play, as it is now. */
  | {
      amount: "attribute";
      /** The id of an attribute. */
      attribute: string;
      of: Reference;
      /** The printed number, whatever has changed it. */
      printed?: boolean;
    }
  /** Size tokens plus 1 (Unit size). */
  | {
      amount: "size";
      of: Reference;
    }
  /** The damage on it. */
  | {
      amount: "damage-on";
      of: Reference;
    }
  /** Tokens of that kind on it. */
  | {
      amount: "tokens-on";
      token: string;
      of: Reference;
    }
  /** How many things fit. */
  | {
      amount: "number";
      of: Filter;
    }
  /**
   * The damage that the attack places, on all that it hits, the retaliation apart. An action that needs it before the attack has dealt its damage
   * waits until then.
   */
  | {
      amount: "damage-dealt";
      by: Reference;
    }
  /** The damage that the event is about: what is dealt, or would be dealt, to whom the event names. */
  | {
      amount: "damage-of-event";
    }
  /** How many steps it has moved, by its activation and by effects; swapping and placing are none. */
  | {
      amount: "steps-moved";
      who: Reference;
      period: Period;
    }
  /** Half of it. */
  | {
      amount: "half";
      of: Amount;
      rounded: Round;
    }
  /** So many times that. */
  | {
      amount: "times";
      factor: number;
      of: Amount;
    }
  /** For every so many of them, once; what is left over does not count. */
  | {
      amount: "every";
      each: number;
      of: Amount;
    }
  /**
   * The number, raised or lowered into these bounds. A bound on what a reduction leaves is not here,
   * but beside it (`at_least`).
   */
  | {
      amount: "bounded";
      of: Amount;
      /** Absent: no lower bound. */
      minimum?: number;
      /** Absent: no upper bound. */
      maximum?: number;
    };

/** Something that is already known where it is named. */
export type Reference =
  /**
   * The card on which the text stands; in a granted text, the one that gained it. `as` is the card type by which it is named; absent for
   * `this card`.
   */
  | {
      ref: "this";
      as?: string;
    }
  /** The attack during which the ability resolves; of a retaliation, the retaliation. */
  | {
      ref: "this-attack";
    }
  /** The attack that the event is about; of a retaliation, the retaliation. */
  | {
      ref: "that-attack";
    }
  /** The one that is attacked, as redirected. */
  | {
      ref: "target";
    }
  /** The one that attacks; in a retaliation, the enemy. */
  | {
      ref: "attacker";
    }
  /** The unit to which this card is attached. */
  | {
      ref: "attached-unit";
    }
  /** The space to which this card is attached. */
  | {
      ref: "attached-space";
    }
  /** The space on which this card is. */
  | {
      ref: "this-space";
    }
  /** The space chosen for the area of effect. */
  | {
      ref: "chosen-space";
    }
  /**
   * What an earlier selector or event of the ability found. `types` and `many` say how it was
   * named there.
   */
  | {
      ref: "chosen";
      slot: number;
      named: ChosenNoun;
      many?: boolean;
    }
  /** The first of what an earlier selector found. */
  | {
      ref: "first-chosen";
      slot: number;
      named: ChosenNoun;
    }
  /** What an earlier selector found, without what was chosen from it since. */
  | {
      ref: "rest";
      slot: number;
    }
  /** The hero of the controller of the ability. */
  | {
      ref: "your-hero";
    }
  /** The hero of the other player. */
  | {
      ref: "enemy-hero";
    };

/** By what word a chosen thing is referred to. It means nothing in play. */
export type ChosenNoun =
  | {
      noun: "card";
      /** The card type; absent for `that card`. */
      type?: string;
    }
  /** A space. */
  | {
      noun: "space";
    }
  /** The cards of a zone that was looked at. */
  | {
      noun: "zone";
    };

/** A description that a thing fits or not. All parts hold at once; an absent one asks for nothing. */
export interface Filter {
  noun: Noun;
  side?: Side;
  /**
   * Neither this card, nor one that this ability has chosen before or its event is about, nor the target or the
   * attacker.
   */
  other?: boolean;
  /** One of these cards, by id (Card effects: Card name). Empty: any. */
  names?: string[];
  /** Of each of these lists, at least one of the traits, by id (Card effects: Card trait). */
  traits?: string[][];
  /** Fields that have that value: `ranged`, `power card`. */
  fields?: BareWord[];
  /** How it is. */
  states?: State[];
  /** Where it is. */
  places?: Place[];
  /**
   * The zone in which it is. Absent: wherever the thing is of which it is asked (in an event, a cause, a
   * deed); else, for a card with a flag such as `vanguard`, the zone of that id; for a statistic card, its
   * stack; otherwise in play.
   */
  zone?: Zone;
  /** One of what this refers to. */
  among?: Reference;
  /** Only the first one that fits from now on. */
  next?: boolean;
  /** What it does not fit. */
  excluding?: Filter;
}

/** What kind of thing it is. */
export type Noun =
  /** A card of one of these types; of any type where the list is empty. */
  | {
      noun: "card";
      types?: string[];
    }
  /** A space of the map. */
  | {
      noun: "space";
    };

/** Whose it is, as seen from the controller of the card. */
export type Side =
  /** The controller of the ability controls it (Friendly and enemy units). */
  | "friendly"
  /** The opponent controls it; what nobody controls is neither. */
  | "enemy";

/** A field of the card and the value that it has. */
export interface BareWord {
  field: string;
  value: string;
}

/** How a thing is at the moment. */
export type State =
  /** Has, or has not, that mark. */
  | {
      state: "mark";
      mark: string;
      has: boolean;
    }
  /** So many tokens of that kind are on it. */
  | {
      state: "tokens";
      token: string;
      number: Comparison;
    }
  /** So much damage is on it. */
  | {
      state: "damage";
      number: Comparison;
    }
  /** Size tokens plus 1. */
  | {
      state: "size";
      number: Comparison;
    }
  /** A number of it, as it is now. */
  | {
      state: "attribute";
      attribute: string;
      number: Comparison;
    }
  /** It has the same name as that. */
  | {
      state: "same-name";
      as: Reference;
    }
  /** No unit and no hero stands on the space; a location may lie there (Unit movement). */
  | {
      state: "vacant";
    }
  /** It is straight. */
  | {
      state: "ready";
    }
  /** It is turned. */
  | {
      state: "spent";
    }
  /** It lies face-up. */
  | {
      state: "face-up";
    }
  /** It lies face-down. */
  | {
      state: "face-down";
    }
  /** From the choice of the card that is played to the end of its play (Play a card from their hand). */
  | {
      state: "being-played";
    };

/** A test of a number. */
export type Comparison =
  /** It is that. */
  | {
      is: "exactly";
      number: Amount;
    }
  /** It is that or more. */
  | {
      is: "at-least";
      number: Amount;
    }
  /** It is that or less. */
  | {
      is: "at-most";
      number: Amount;
    }
  /** It is more than that. */
  | {
      is: "more-than";
      number: Amount;
    }
  /** It is less than that. */
  | {
      is: "less-than";
      number: Amount;
    };

/**
 * Where on the map a thing is. Distances count orthogonal steps, whatever stands between (Adjacency). What
 * is attached is where its unit or space is.
 */
export type Place =
  /** At distance 1; with `not`, that is denied, of a pattern for all that fit. */
  | {
      place: "adjacent";
      to: Selector;
      not?: boolean;
    }
  /** At that distance or less, 0 included; with `not`, that is denied, of a pattern for all that fit. */
  | {
      place: "within";
      range: Amount;
      of: Selector;
      not?: boolean;
    }
  /** Farther away than that. */
  | {
      place: "beyond";
      steps: Amount;
      from: Selector;
    }
  /** In the same row, itself included. */
  | {
      place: "same-row";
      as: Selector;
    }
  /** In the same column, itself included. */
  | {
      place: "same-column";
      as: Selector;
    }
  /** In that row, counted from the side of that player (Map zones). */
  | {
      place: "row";
      row: string;
      side: RowSide;
    }
  /** On the next space on the line from the attacker through it. */
  | {
      place: "behind";
      what: Selector;
    }
  /** In the card's printed area around the chosen space. */
  | {
      place: "area";
    }
  /** On that space, or on that card (for a card attached to it). */
  | {
      place: "on";
      what: Selector;
    };

/** From whose side rows are counted. */
export type RowSide =
  /** That of the controller of the ability. */
  | "your"
  /** That of the other player. */
  | "opponent"
  /** Either: both rows of that name, or the shared one. */
  | "any";

/** A zone of one player. */
export interface Zone {
  /** The id of a zone of the game. */
  zone: string;
  of: Owner;
}

/** Whose zone it is. */
export type Owner =
  /** The controller of the ability. */
  | "you"
  /** The other player. */
  | "opponent"
  /** The owner of each card that is moved. */
  | "owner"
  /** The player who does it: each player their own. */
  | "actor";

/** A stretch of play that is not over yet. Outside of it, nothing has happened in it. */
export type Period =
  /** Since the activation began in which the ability resolves. */
  | "activation"
  /** Since the turn began that is going on. */
  | "turn"
  /** Since the round began. */
  | "round";

/** Where half of an odd number goes. */
export type Round =
  /** To the next whole number. */
  | "up"
  /** Without the half. */
  | "down";

/** A player, as seen from the controller of the ability. */
export type Player =
  /** The controller of the ability. */
  | "you"
  /** The other player. */
  | "opponent"
  /**
   * Both, one after the other, from the first player on. In what is done once for each player, that
   * player.
   */
  | "each";

/** Which one of those that fit: applied after everything else, and the chooser breaks ties. */
export type Superlative =
  /** The highest number, as it is now. */
  | {
      superlative: "highest";
      attribute: string;
    }
  /** The lowest number, as it is now. */
  | {
      superlative: "lowest";
      attribute: string;
    }
  /** The fewest steps away. */
  | {
      superlative: "nearest";
      to: Reference;
    };

/**
 * How far each next one may be from the one chosen before it. They are chosen one after the other; where
 * none is within range, the choice ends.
 */
export interface Chain {
  range: Amount;
}

/** An end of an ordered zone. */
export type End =
  /** Where the next card would be drawn, or was discarded last. */
  | "top"
  /** The other end. */
  | "bottom";

/**
 * Where in the text a node was written: bytes, the end exclusive. Two nodes that differ only in
 * their places are equal.
 */
export type At = [number, number];

/** Where a card goes that stays in play beside the cards on the map. */
export type Placement =
  /** Under the chosen unit, or on the chosen space, until it or the unit leaves the map. */
  | {
      placement: "attach-to";
      to: Selector;
    }
  /** Beside the map, until removed. */
  | {
      placement: "aside";
    };

/** Something that happens, or holds. */
export type Effect =
  /** Places that much damage on each of them, at one moment (Decreasing unit size: Attacks). */
  | {
      effect: "act";
      do: "deal-damage";
      amount: Amount;
      to: Selector;
      span?: At;
    }
  /** The acting player divides the damage among them, at least 1 each; it is dealt at one moment. */
  | {
      effect: "act";
      do: "divide-damage";
      amount: Amount;
      among: Selector;
      span?: At;
    }
  /** Takes that much damage off each of them, or what is there. */
  | {
      effect: "act";
      do: "remove-damage";
      amount: Amount;
      from: Selector;
      span?: At;
    }
  /** Takes damage off one and places as much as was there on the other, without dealing it. */
  | {
      effect: "act";
      do: "move-damage";
      amount: Amount;
      from: Selector;
      to: Selector;
      span?: At;
    }
  /** Doubles what the attack deals, before anything is added (Attack). */
  | {
      effect: "act";
      do: "double-damage";
      of: Selector;
      span?: At;
    }
  /** Adds so many size tokens to each of them (Increasing unit size). */
  | {
      effect: "act";
      do: "increase";
      amount: Amount;
      what: Selector;
      span?: At;
    }
  /**
   * Removes so many size tokens from each of them; at size 0 it is discarded from the map
   * (Decreasing unit size).
   */
  | {
      effect: "act";
      do: "decrease";
      amount: Amount;
      what: Selector;
      span?: At;
    }
  /** Takes tokens off one and places as many as were there on the other. */
  | {
      effect: "act";
      do: "move-tokens";
      tokens: TokenCount;
      from: Selector;
      to: Selector;
      span?: At;
    }
  /** Raises and lowers numbers of each of them. */
  | {
      effect: "act";
      do: "change";
      who: Selector;
      changes: AttributeChange[];
      time: Duration;
      span?: At;
    }
  /** The number is that, whatever is printed; raises and losses come on top of it. */
  | {
      effect: "act";
      do: "set-attribute";
      attribute: string;
      of: Selector;
      to: Amount;
      time: Duration;
      span?: At;
    }
  /** Changes the value of a printed field: `becomes flying`. */
  | {
      effect: "act";
      do: "become";
      who: Selector;
      field: string;
      value: string;
      time: Duration;
      span?: At;
    }
  /** A number of a player is that, whatever the rules say. */
  | {
      effect: "act";
      do: "set-limit";
      who: Player;
      limit: string;
      to: Amount;
      time: Duration;
      span?: At;
    }
  /**
   * Moves each of them along free spaces as its type allows, neither merging nor taking a location (Unit
   * movement). The acting player chooses the path.
   */
  | {
      effect: "act";
      do: "move";
      what: Selector;
      steps: Amount;
      /** Any number of steps up to that one, 0 included; otherwise exactly so many, as far as possible. */
      up_to: boolean;
      direction?: Direction;
      span?: At;
    }
  /** Two things change places, without a path. Where only one is found, nothing happens. */
  | {
      effect: "act";
      do: "swap";
      /** One of them, or both where there is no `with`. */
      what: Selector;
      with?: Selector;
      span?: At;
    }
  /**
   * Puts a card onto a vacant space, from wherever it is, without playing it. What comes from elsewhere
   * gets an activation mark (Units entering the map).
   */
  | {
      effect: "act";
      do: "place";
      what: Selector;
      on: Selector;
      /** It stands there as a copy of that unit. */
      copy_of?: Selector;
      span?: At;
    }
  /**
   * Each of them attacks, with boosts and retaliation; no mark is placed (Attack). During another attack
   * it waits for the end of that.
   */
  | {
      effect: "act";
      do: "attack";
      who: Selector;
      whom: Selector;
      /** It is said of one that was attacked already, which is no further condition. */
      again: boolean;
      span?: At;
    }
  /**
   * What the attack deals is so much more or less; of units, what each of their attacks and retaliations
   * deals.
   */
  | {
      effect: "act";
      do: "deal-more";
      who: Selector;
      amount: Amount;
      less: boolean;
      /** What is left is no less than this. */
      at_least?: number;
      time: Duration;
      span?: At;
    }
  /**
   * The attack, or every attack of the units, has disadvantage, or has none whatever the rules say
   * (Disadvantage).
   */
  | {
      effect: "act";
      do: "disadvantage";
      of: Selector;
      has: boolean;
      time: Duration;
      span?: At;
    }
  /**
   * The attack deals its damage to each of them too, who are not attacked: they neither retaliate nor are
   * boosted.
   */
  | {
      effect: "act";
      do: "also-hits";
      attack: Selector;
      what: Selector;
      span?: At;
    }
  /** The attack has another target, wherever it stands, as long as its damage is not dealt. */
  | {
      effect: "act";
      do: "redirect";
      attack: Selector;
      to: Selector;
      span?: At;
    }
  /** None of these deeds can be done, whatever permits it. */
  | {
      effect: "act";
      do: "cannot";
      who: Stake;
      what: Deed[];
      time: Duration;
      span?: At;
    }
  /** Of what the rules let them attack, they may attack those that fit alone. */
  | {
      effect: "act";
      do: "can-attack-only";
      who: Selector;
      whom: Selector;
      time: Duration;
      span?: At;
    }
  /** A rule is lifted for each of them. */
  | {
      effect: "act";
      do: "permit";
      who: Selector;
      permission: Permission;
      time: Duration;
      span?: At;
    }
  /** Places each of the marks on each of them that has it not (Tokens). */
  | {
      effect: "act";
      do: "place-marks";
      marks: string[];
      on: Selector;
      span?: At;
    }
  /** Removes those of the marks that are there; a missing one is passed over (Other units). */
  | {
      effect: "act";
      do: "remove-marks";
      marks: string[];
      from: Selector;
      span?: At;
    }
  /**
   * Activates each of them in full, by its own controller; one with an activation mark cannot be
   * (Activate a unit or hero on the board).
   */
  | {
      effect: "act";
      do: "activate";
      what: Selector;
      span?: At;
    }
  /** Draws from the top of the own deck, as many as there are (Draw cards). */
  | {
      effect: "act";
      do: "draw";
      who: Player;
      amount: Amount;
      /** By which later nodes refer to the cards that were drawn. */
      slot: number;
      span?: At;
    }
  /** Puts them on their owners' discard piles; from the map it is a removal (Discarding cards). */
  | {
      effect: "act";
      do: "discard";
      who: Player;
      what: Selector;
      span?: At;
    }
  /** Both players see them; then they are as hidden as before. */
  | {
      effect: "act";
      do: "reveal";
      who: Player;
      what: Selector;
      span?: At;
    }
  /** The acting player alone sees them. */
  | {
      effect: "act";
      do: "look";
      what: Selector;
      span?: At;
    }
  /** Names what the sentences after it are about. Choosing on the map is targeting. */
  | {
      effect: "act";
      do: "choose";
      what: Selector;
      span?: At;
    }
  /** Puts them back into a zone; from the map it is a removal. */
  | {
      effect: "act";
      do: "return";
      what: Selector;
      to: Put;
      span?: At;
    }
  /** Puts them there, and then the rest of what they were chosen from. */
  | {
      effect: "act";
      do: "put";
      what: Selector;
      to: Put;
      /** Where the rest of what was looked at goes. */
      rest?: Put;
      span?: At;
    }
  /**
   * Looks through the zone for it and puts it where it says; finding nothing is allowed. Nothing is
   * shuffled by it.
   */
  | {
      effect: "act";
      do: "search";
      zone: Zone;
      what: Selector;
      reveal: boolean;
      to: Put;
      span?: At;
    }
  /** Puts all cards of the zone into the other, if there is one, and shuffles that. */
  | {
      effect: "act";
      do: "shuffle";
      who: Player;
      zone: Zone;
      into?: Zone;
      span?: At;
    }
  /**
   * Plays it, by all rules of playing, without being the action of a turn (Play a card from their hand;
   * Vanguard cards). Where it cannot be played, nothing happens.
   */
  | {
      effect: "act";
      do: "play";
      who: Player;
      what: Selector;
      /** Without paying its cost. A card that is played as something else costs nothing either. */
      free: boolean;
      /** Face-down, as a card of that description instead of what it is. */
      as?: Filter;
      span?: At;
    }
  /** To their owners' discard piles; vanguard cards to the vanguard cards (Vanguard cards). */
  | {
      effect: "act";
      do: "remove-from-map";
      what: Selector;
      span?: At;
    }
  /** What is being played has no effect and is discarded; what was paid stays paid. */
  | {
      effect: "act";
      do: "negate";
      what: Selector;
      span?: At;
    }
  /** It faces that player (Card control). A location is turned face-up by it (Hero activation). */
  | {
      effect: "act";
      do: "take-control";
      who: Player;
      what: Selector;
      time: Duration;
      span?: At;
    }
  /** A location that faces that player faces nobody. Only one that does can be chosen for it. */
  | {
      effect: "act";
      do: "lose-control";
      who: Player;
      what: Selector;
      span?: At;
    }
  /** Turns them straight; uses of a limit come back (Ready cards). */
  | {
      effect: "act";
      do: "ready";
      who: Player;
      what: Selector;
      span?: At;
    }
  /** Turns ready ones; nothing is bought with them. */
  | {
      effect: "act";
      do: "spend";
      who: Player;
      what: Selector;
      span?: At;
    }
  /**
   * Pays so much of a statistic, all or nothing, by the rules of payment, substitution included (Paying
   * statistics).
   */
  | {
      effect: "act";
      do: "pay";
      who: Player;
      statistic: string;
      amount: Amount;
      span?: At;
    }
  /** Such a card may be spent as so much of a statistic, in paying anything (Paying statistics). */
  | {
      effect: "act";
      do: "spend-as";
      who: Player;
      what: Filter;
      statistic: string;
      amount: Amount;
      time: Duration;
      span?: At;
    }
  /** Playing such a card costs so much of a statistic less, or more. Raises count before reductions. */
  | {
      effect: "act";
      do: "change-cost";
      what: Filter;
      statistic: string;
      amount: Amount;
      less: boolean;
      /** What is left is no less than this. */
      at_least?: number;
      time: Duration;
      span?: At;
    }
  /** They lie with that side up; a location that was not taken faces nobody. */
  | {
      effect: "act";
      do: "turn";
      what: Selector;
      face: Face;
      span?: At;
    }
  /** Lays the card there, from wherever it is; its controller is the acting player (Ongoing cards). */
  | {
      effect: "act";
      do: "attach";
      what: Selector;
      to: Selector;
      span?: At;
    }
  /** Takes attached cards off them, to their owners' discard piles. */
  | {
      effect: "act";
      do: "remove-card";
      what: Selector;
      from: Selector;
      span?: At;
    }
  /** Places that many on each of them. Size tokens are an increase; damage tokens are not dealt. */
  | {
      effect: "act";
      do: "place-tokens";
      tokens: TokenCount;
      on: Selector;
      span?: At;
    }
  /** Removes that many from each of them, or what is there; a unit keeps size 1. */
  | {
      effect: "act";
      do: "remove-tokens";
      tokens: TokenCount;
      from: Selector;
      span?: At;
    }
  /**
   * The next so much damage that would be dealt to each of them is not dealt, at once or over several
   * times.
   */
  | {
      effect: "act";
      do: "prevent-next";
      amount: Amount;
      to: Selector;
      time: Duration;
      span?: At;
    }
  /** So much of the damage that the event is about is not dealt. */
  | {
      effect: "act";
      do: "prevent-that";
      amount: Amount;
      span?: At;
    }
  /** What is dealt to each of them, by attacks and by effects, is so much less, or more. */
  | {
      effect: "act";
      do: "take-less";
      who: Selector;
      amount: Amount;
      /** They take more, not less. */
      more: boolean;
      from?: Selector;
      /** What is left is no less than this. */
      at_least?: number;
      time: Duration;
      span?: At;
    }
  /** Boosts the attack with those cards, beside the one card that each player may add (Boosting an attack). */
  | {
      effect: "act";
      do: "boost";
      who: Player;
      attack: Selector;
      with: Selector;
      span?: At;
    }
  /**
   * The player's boost cards that are units deal so much additional damage instead of so much (Boosting an
   * attack).
   */
  | {
      effect: "act";
      do: "boost-damage";
      who: Player;
      amount: Amount;
      instead_of: Amount;
      time: Duration;
      span?: At;
    }
  /** They have these abilities too. There, `this` is the one that gained them, in everything. */
  | {
      effect: "act";
      do: "gain";
      who: Selector;
      abilities: Ability[];
      time: Duration;
      span?: At;
    }
  /**
   * One sentence of several clauses: each happens after the one before it, whatever became of
   * that one.
   */
  | {
      effect: "then";
      effects: Effect[];
      span?: At;
    }
  /** Several things said of one subject, with one check of the state behind them. */
  | {
      effect: "together";
      effects: Effect[];
      span?: At;
    }
  /**
   * The player decides whether it happens at all. With a cost, it is paid first, all or nothing; where it
   * cannot be paid, there is no option.
   */
  | {
      effect: "may";
      who: Player;
      cost?: Effect[];
      effects: Effect[];
      /** What happens where the player declines, or cannot pay. */
      otherwise?: Effect[];
      span?: At;
    }
  /**
   * It happens only if the condition is met when it is reached. What holds for as long as the card is there is
   * asked all the time: one branch holds while the condition is met, the other one while it is not.
   */
  | {
      effect: "if";
      condition: Condition;
      then: Effect[];
      otherwise?: Effect[];
      span?: At;
    }
  /** It holds for as long as the condition is met. */
  | {
      effect: "while";
      condition: Condition;
      effects: Effect[];
      span?: At;
    }
  /**
   * It happens unless the condition is met when it is reached. What holds for as long as the card is there holds
   * while the condition is not met.
   */
  | {
      effect: "unless";
      condition: Condition;
      effects: Effect[];
      span?: At;
    }
  /** It happens unless that player pays the cost first; with `each`, unless both do. */
  | {
      effect: "unless-paid";
      who: Player;
      cost: Effect[];
      effects: Effect[];
      span?: At;
    }
  /** It happens each time the occasion arises, while the ability watches for it. */
  | {
      effect: "when";
      occasion: Occasion;
      effects: Effect[];
      span?: At;
    }
  /**
   * It can be used so many times in that period, as the controller likes. All abilities of one card that
   * say so for a round share its use, which turns the card (Place a card aside; Ready cards).
   */
  | {
      effect: "limit";
      times: number;
      per: LimitPeriod;
      effects: Effect[];
      span?: At;
    }
  /** It happens once, at the next such moment. References mean what they mean now. */
  | {
      effect: "delayed";
      moment: Moment;
      effects: Effect[];
      span?: At;
    }
  /**
   * If the event would happen, this happens in its place. If it is an option and declined, the event
   * happens.
   */
  | {
      effect: "replace";
      event: Event;
      effects: Effect[];
      span?: At;
    }
  /** The player chooses that many of the modes; they happen in the printed order. */
  | {
      effect: "choose";
      who: Player;
      at_least: number;
      at_most: number;
      modes: Effect[][];
      span?: At;
    }
  /** The player chooses one of the clauses (`A or B`) when it is reached; only that one happens. */
  | {
      effect: "either";
      who: Player;
      effects: Effect[];
      span?: At;
    }
  /** It is repeated for each thing that fits when it is reached, choosing anew each time. */
  | {
      effect: "for-each";
      each: Filter;
      /** By which the effects refer to the one that it is repeated for. */
      slot: number;
      effects: Effect[];
      span?: At;
    };

/** Tokens of one kind, on each thing. */
export interface TokenCount {
  amount: Amount;
  /** The id of a kind of token. */
  token: string;
}

/** A change of one number. */
export interface AttributeChange {
  /** The id of an attribute. */
  attribute: string;
  by: Amount;
  /** It is lowered, not raised. Losses come after raises, the oldest first. */
  lose?: boolean;
  /** The loss takes away no more than leaves this. Absent: down to 0. */
  at_least?: number;
}

/** How long a change lasts. */
export type Duration =
  /** With the attack in which the ability resolves, or that the action is about. */
  | {
      until: "end-of-attack";
    }
  /** With the activation that is going on. */
  | {
      until: "end-of-activation";
    }
  /** With the turn that is going on. */
  | {
      until: "end-of-turn";
    }
  /** With the round, behind what happens at its end (End of the round). */
  | {
      until: "end-of-round";
    }
  /** Never, while the thing is in play. */
  | {
      until: "end-of-game";
    }
  /** Until the next turn of the controller begins. */
  | {
      until: "your-next-turn";
    }
  /** When the condition first fails; in what holds all the time, switched on and off with it. */
  | {
      until: "while";
      condition: Condition;
    }
  /**
   * For as long as the card is there: in play, attached, controlled. It holds for whoever fits at the
   * time. In what happens once, for as long as the condition of the `while` around it is met.
   */
  | {
      until: "standing";
    }
  /** Until something else changes it again. */
  | {
      until: "another-change";
    };

/** Something that is so or not, when it is asked. Of a thing that is not there, nothing is so. */
export type Condition =
  /** All of them are met. */
  | {
      condition: "all";
      of: Condition[];
      span?: At;
    }
  /** So many things fit. */
  | {
      condition: "number";
      of: Filter;
      number: Comparison;
      span?: At;
    }
  /** The player has so many cards in that description's zone, or controls so many. */
  | {
      condition: "has";
      who: Player;
      what: Filter;
      number: Comparison;
      span?: At;
    }
  /** One number compared with another. */
  | {
      condition: "compare";
      left: Amount;
      right: Comparison;
      span?: At;
    }
  /** It fits the description, or does not. */
  | {
      condition: "is";
      who: Selector;
      not: boolean;
      what: Filter;
      span?: At;
    }
  /** The player is the first player of this round (Determine the first player). */
  | {
      condition: "first-player";
      who: Player;
      not: boolean;
      span?: At;
    }
  /** It has taken a step in that period, by its activation or by an effect. */
  | {
      condition: "has-moved";
      who: Selector;
      period: Period;
      not: boolean;
      span?: At;
    }
  /** It has begun an attack in that period; a retaliation is none. */
  | {
      condition: "has-attacked";
      who: Selector;
      period: Period;
      not: boolean;
      span?: At;
    }
  /** It has begun a retaliation in that period. */
  | {
      condition: "has-retaliated";
      who: Selector;
      period: Period;
      not: boolean;
      span?: At;
    }
  /** It has been activated in that period, by its player or by an effect. */
  | {
      condition: "has-been-activated";
      who: Selector;
      period: Period;
      not: boolean;
      span?: At;
    }
  /** It has been the target of an attack in that period; a retaliation is none. */
  | {
      condition: "has-been-attacked";
      who: Selector;
      period: Period;
      not: boolean;
      span?: At;
    }
  /** It has been dealt 1 damage or more in that period, by an attack or by an effect. */
  | {
      condition: "has-been-dealt-damage";
      who: Selector;
      period: Period;
      not: boolean;
      span?: At;
    }
  /** It has been removed from the map in that period; so of what is not on the map any more. */
  | {
      condition: "has-been-removed";
      who: Selector;
      period: Period;
      not: boolean;
      span?: At;
    }
  /** By an earlier action of this ability, as far as it really happened. */
  | {
      condition: "was-removed-this-way";
      who: Selector;
      not: boolean;
      span?: At;
    }
  /** By an earlier action of this ability. */
  | {
      condition: "was-discarded-this-way";
      what: Selector;
      not: boolean;
      span?: At;
    }
  /** By an earlier action of this ability. */
  | {
      condition: "was-drawn-this-way";
      what: Selector;
      not: boolean;
      span?: At;
    }
  /** By an earlier action of this ability. */
  | {
      condition: "was-revealed-this-way";
      what: Selector;
      not: boolean;
      span?: At;
    }
  /** By an earlier action of this ability, 1 damage or more. */
  | {
      condition: "was-dealt-damage-this-way";
      who: Selector;
      not: boolean;
      span?: At;
    };

/** Which way it moves. A step that cannot be taken in that way ends the movement. */
export type Direction =
  /** Every step increases the distance. */
  | {
      direction: "away-from";
      what: Reference;
    }
  /** Every step decreases the distance. */
  | {
      direction: "toward";
      what: Reference;
    };

/** Who cannot: cards, or a player. */
export type Stake =
  /** Those that are found: they do not do the deed, or it is not done to them. */
  | {
      stake: "cards";
      which: Selector;
    }
  /** The player does not do it. */
  | {
      stake: "player";
      who: Player;
    };

/**
 * Something that can be forbidden. Selectors in it are patterns: what fits is forbidden; an absent one
 * fits everything.
 */
export type Deed =
  /** The unit's own movement and Move; not Swap and Place. */
  | {
      deed: "move";
    }
  /** Attacking those, or at all. */
  | {
      deed: "attack";
      whom?: Selector;
    }
  /** Retaliating against those or against that attack, or at all. */
  | {
      deed: "retaliate";
      against?: Selector;
    }
  /** Being activated, normally, by an effect, or as an activation. */
  | {
      deed: "be-activated";
    }
  /** Being chosen for an effect of such a card; `each`, chance, areas and attacks still reach it. */
  | {
      deed: "be-targeted";
      by?: Selector;
    }
  /** Being the target of an attack of those. */
  | {
      deed: "be-attacked";
      by?: Selector;
    }
  /** Move by such a card; not Swap and Place, and not the unit's own movement. */
  | {
      deed: "be-moved";
      by?: Selector;
    }
  /** Coming onto those spaces, on the way or at its end. */
  | {
      deed: "enter";
      what: Selector;
    }
  /** Playing such cards, by the action of a turn or by an effect. */
  | {
      deed: "play";
      what: Selector;
    }
  /** Boosting that attack, or attacks of those. */
  | {
      deed: "boost";
      what: Selector;
    }
  /** Drawing, by effects and in the round. */
  | {
      deed: "draw";
      what: Selector;
    };

/** A rule that can be lifted. */
export type Permission =
  /** What is left of its move may be used after its attack (Ground unit). */
  | {
      permission: "move-after-attacking";
    }
  /** It may enter spaces with those, and still not stop there (Ground unit). `other` leaves out the one that moves. */
  | {
      permission: "move-through";
      what: Selector;
    }
  /** It retaliates with a retaliation mark too (Retaliate). */
  | {
      permission: "retaliate-any-number-of-times";
    }
  /** When it is played, it may be placed on vacant spaces there too (Play a card from their hand). */
  | {
      permission: "be-placed";
      places: Place[];
    };

/** Where a card is put. */
export interface Put {
  zone: Zone;
  /** The end of an ordered zone; the top where it is absent. */
  end?: End;
  /** The acting player chooses their order. Otherwise they keep the one in which they lay. */
  any_order?: boolean;
}

/** Which side of a card is up. */
export type Face =
  /** Everybody reads it. */
  | "up"
  /** It is hidden and says nothing. */
  | "down";

/** When something that can happen again and again does so. */
export type Occasion =
  /** As it happens: an announced event before its effect, a done one right after it. */
  | {
      occasion: "when";
      event: Event;
    }
  /** Once it is over, with all that it brought about. */
  | {
      occasion: "after";
      event: Event;
    }
  /** As it happens, the first time in each round. No card is turned by it. */
  | {
      occasion: "first-each-round";
      event: Event;
    }
  /** At that moment of every round. */
  | {
      occasion: "at";
      moment: Moment;
    };

/** A moment of a round. */
export type Moment =
  /** Start of the round. */
  | "start-of-round"
  /** End of the round. */
  | "end-of-round"
  /** Start of the round, in the next one. */
  | "start-of-next-round";

/** How long a limited use takes to come back. */
export type LimitPeriod =
  /** When the card is readied (Ready cards). */
  | "round"
  /** Not at all. */
  | "game";

/** A set that was judged, as the bundle has it. */
export interface Kingdom {
  /** The name in kebab case. */
  id: string;
  name: string;
  /** The id of the house rules by which it was judged; absent for the rules of the game. */
  house_rules?: string;
  /**
   * Card ids (or, for a zone listed by a field, values of that field) and how many of each, by
   * zone, in the order of the file.
   */
  zones: Record<string, Record<string, number>>;
  /** How many cards it has in all. */
  total: number;
}

/** The words behind the ids of cards and abilities. */
export interface BundledVocabulary {
  card_types: Record<string, BundledCardType>;
  headings: Record<string, GameHeading>;
  [key: string]: Record<string, Term> | Record<string, BundledCardType> | Record<string, GameHeading> | undefined;
}

/** A type of cards, as far as it matters once its cards are known to be right. */
export interface BundledCardType {
  name: string;
  plural: string;
  place: CardPlace;
}

/** Where the cards of a type are when they are in play. */
export type CardPlace =
  /** On a space of the map, so that distances can be measured from it. */
  | "map"
  /** Beside the map, or nowhere once it is resolved. */
  | "aside";

/** A heading of an ability. */
export interface GameHeading {
  name: string;
  /** When a text below it resolves, in words and in lower case; what outlines begin with. */
  meaning?: string;
  /** The card types whose texts may have it. */
  types: string[];
  form?: HeadingForm;
  /** What a text below it can refer to. */
  binds?: Binding[];
  /** Whose actions bring its event about. */
  answers?: Answers;
  /** A card with this trait has to write the heading out. */
  trait?: string;
  /** What its text says holds for as long as the card is there. */
  lasting?: boolean;
  /** It is printed even where it is the default. */
  written?: boolean;
  section?: string;
}

/** What stands between a heading and its colon. */
export type HeadingForm =
  /** Nothing. */
  | "plain"
  /** `, when <event>`: what has to happen. */
  | "event"
  /** `, attach to <unit or space>` or `, place aside`: where the card goes. */
  | "placement";

/** Something that a heading lets its text refer to. */
export type Binding =
  /** `this activation` */
  | "activation"
  /** `this attack` */
  | "attack"
  /** `the target` */
  | "target"
  /** `the attacker` */
  | "attacker";

/** Whose actions a heading answers that waits for an event. */
export type Answers =
  /** Those of both players. */
  | "both"
  /** Those of the opponent alone. */
  | "opponent";

/** A word of the game. */
export interface Term {
  /** The word as a text has it; the id, with spaces for underscores, where it is left out. */
  name?: string;
  /** More than one of them; the name with an `s` where it is left out. */
  plural?: string;
  /** Other words that texts may use for it. */
  also?: string[];
  /** The card types that have it; empty for all of them. */
  of?: string[];
  /** Its cards have an order, so that there is a top and a bottom. */
  ordered?: boolean;
  /** There is one for both players, not one for each. */
  shared?: boolean;
  /** The rules of the game put it there, not only texts. */
  by_rules?: boolean;
  /** The verbs that mean this zone where a text names none. */
  default_of?: string[];
}

/** What became of the card that had an id. */
export type Migration =
  /** The same card has another id. */
  | {
      change: "renamed";
      to: string;
      /** Why, for people. */
      reason: string;
    }
  /** Another card stands for it. */
  | {
      change: "merged";
      into: string;
      /** Why, for people. */
      reason: string;
    }
  /** Nothing stands for it. */
  | {
      change: "withdrawn";
      /** Why, for people. */
      reason: string;
    };
