//! Words that always mean the same in ours.

use super::Entry;

const fn word(says: &'static str, ours: &'static [&'static str], help: &'static str) -> Entry {
    Entry {
        says,
        ours,
        help,
        lacks: "",
        open: false,
    }
}

/// Words without a word of ours: what to do instead.
const fn helped(says: &'static str, help: &'static str) -> Entry {
    Entry {
        says,
        ours: &[],
        help,
        lacks: "",
        open: false,
    }
}

const SENTENCE: &str = "there is no such keyword: say in a sentence what the card does";
const TOKENS: &str = "write `Place a … token on …` with a kind of token of the game, or `Place … on a vacant space …` with a card";

pub(super) const WORDS: &[Entry] = &[
    word("eleven", &["11"], "write `11`"),
    word("twelve", &["12"], "write `12`"),
    word("fifteen", &["15"], "write `15`"),
    word("twenty", &["20"], "write `20`"),
    word("creature|minion|monster|troop", &["unit"], "write `unit`"),
    word(
        "creatures|minions|monsters|troops",
        &["units"],
        "write `units`",
    ),
    word("character", &["unit or hero"], "write `unit or hero`"),
    word(
        "characters",
        &["units or heroes"],
        "write `units and heroes`",
    ),
    word("center|centre|central", &["middle"], "write `middle`"),
    word("allied", &["friendly"], "write `friendly`"),
    word("ally|friend", &["friendly unit"], "write `friendly unit`"),
    word(
        "allies|friends",
        &["friendly units"],
        "write `friendly units`",
    ),
    word(
        "all enemies|foes",
        &["each enemy unit or hero"],
        "write `each enemy unit or hero`",
    ),
    word(
        "all adjacent enemies|foes",
        &["each adjacent enemy unit or hero"],
        "write `each adjacent enemy unit or hero`",
    ),
    word(
        "enemies|foes|ennemies|enemys",
        &["enemy units"],
        "write `enemy units`",
    ),
    word(
        "enemies|enemys|ennemies unit",
        &["enemy unit"],
        "write `enemy unit`",
    ),
    word("enemies units", &["enemy units"], "write `enemy units`"),
    word("foe", &["enemy unit"], "write `enemy unit`"),
    word("hostile", &["enemy"], "write `enemy`"),
    word("every", &["each"], "write `each`"),
    word(
        "neighbouring|neighboring",
        &["adjacent"],
        "write `adjacent`",
    ),
    word("graveyard", &["discard pile"], "write `discard pile`"),
    word("library", &["deck"], "write `deck`"),
    word("libraries|decks", &["deck"], "write `deck`"),
    word(
        "battlefield|board|battleground|playmat",
        &["map"],
        "write `map`",
    ),
    word("tile|hex|square|cell|field", &["space"], "write `space`"),
    word(
        "tiles|hexes|squares|cells|fields",
        &["spaces"],
        "write `spaces`",
    ),
    word("unoccupied", &["vacant"], "write `vacant`"),
    word("extra|bonus", &["additional"], ""),
    helped(
        "extra|additional|another turn",
        "nobody gets another turn: write what happens in this one",
    ),
    word("till|til", &["until"], "write `until`"),
    word("closest", &["nearest"], "write `nearest`"),
    word("isn't|isnt", &["is not"], "write `is not`"),
    word("aren't|arent", &["are not"], "write `are not`"),
    word("wasn't|wasnt", &["was not"], "write `was not`"),
    word("hasn't|hasnt", &["has not"], "write `has not`"),
    word("haven't|havent", &["have not"], "write `have not`"),
    word("cant", &["cannot"], "write `cannot`"),
    word(
        "you're|youre opponent",
        &["your opponent"],
        "write `your opponent`",
    ),
    word("you're|youre", &["you are"], "write `you are`"),
    word("dmg", &["damage"], "write `damage`"),
    word("optionally", &["you may"], "write `you may`"),
    helped(
        "halve|halves",
        "write `Set … to half …, rounded up`, or `loses … equal to half …`",
    ),
    word(
        "life|lives|toughness",
        &["health"],
        "name a number of the card, or the damage on it",
    ),
    word("heals", &["heal"], "write `Remove 2 damage from …`"),
    word("cast|casts", &["play"], "write `play`"),
    word(
        "everyone|everybody",
        &["each player"],
        "write `each player`",
    ),
    word(
        "everyone|everybody|everything adjacent",
        &["each adjacent unit"],
        "write `each adjacent unit`",
    ),
    word("all players", &["each player"], "write `each player`"),
    helped("summon|create|spawn|conjure", TOKENS),
    helped(
        "banish|exile|destroy|kill|slay",
        "write `Remove … from the map.`",
    ),
    helped("bury", "write `Discard …`, or `Remove … from the map.`"),
    helped(
        "exhaust|tap",
        "write `Place an activation mark on …`, or `Spend …` for a statistic card",
    ),
    helped(
        "untap|refresh|unexhaust",
        "write `Remove the activation mark from …`, or `Ready …` for a statistic card",
    ),
    helped(
        "exhausted|tapped",
        "write `with an activation mark`, or `spent` for a statistic card",
    ),
    helped(
        "untapped|unexhausted",
        "write `without an activation mark`, or `ready` for a statistic card",
    ),
    helped("teleport|blink|warp", "write `Place … on a vacant space …`"),
    helped(
        "give|grant",
        "begin with who gains it: `… gains +1 attack …`, `… gains [On Attack: …]`",
    ),
    helped(
        "restore|cure|regenerate|recover",
        "write `Remove 2 damage from …`",
    ),
    helped(
        "counterspell|countered|uncounterable",
        "write `Negate that spell.` where a spell is played",
    ),
    helped(
        "sacrifice",
        "write `Discard this card.`, or `Remove a friendly unit from the map.`",
    ),
    helped("except", "write `(excluding …)` behind what is meant"),
    helped(
        "scry|surveil",
        "write `Look at the top card of your deck.`, and what becomes of it",
    ),
    helped(
        "discover|tutor",
        "write `Search your deck for …` or `Look at the top 3 cards of your deck.`",
    ),
    helped(
        "roll|reroll|die|dice|coin",
        "this game has nothing to roll or flip: write `a random …` where chance decides",
    ),
    helped(
        "mana|gold|crystals|energy",
        "write what is paid in the game's own statistics: `Spend 1 …`",
    ),
    helped(
        "armor|armour|shield",
        "write `… takes 1 less damage` or `Prevent the next 2 damage that would be dealt to …`",
    ),
    helped(
        "upkeep|endstep",
        "write `At the start of the round, …` or `At the end of the round, …`",
    ),
    helped(
        "combat",
        "leave it out, or speak of the attack: `this attack`",
    ),
    helped(
        "block|blocks|blocked|blocking",
        "units do not block: write `cannot retaliate` or `cannot attack`",
    ),
    helped(
        "regenerate|regenerates|regeneration",
        "say how much damage goes, and when: `At the start of the round, remove 1 damage from this unit.`",
    ),
    helped(
        "obstacle|obstacles|terrain",
        "what stands in the way are units and heroes: write `may move through other units`, or `may move through enemy units`",
    ),
    helped(
        "equipped|wearer|bearer",
        "an artifact says of whom it speaks: `Your hero gains +1 attack.`, or `The attached …` of what it is attached to",
    ),
    helped(
        "counter|counters",
        "write `Negate that spell.`, or `Place a … token on …` for a counter on a card",
    ),
    helped(
        "copy",
        "write `Place this card on a vacant space … as a copy of that unit.`",
    ),
    helped(
        "transform|polymorph",
        "write `… becomes …`, or remove the unit and place another",
    ),
    helped(
        "freeze|stun|root|frozen|stunned",
        "write `… cannot be activated until the end of the round.`",
    ),
    helped(
        "silence|silenced",
        "write what the unit cannot do: `… cannot attack or retaliate until the end of the round.`",
    ),
    helped("fight|fights", "write `… attacks …`"),
    helped(
        "shoot|strikes|hits",
        "write `… attacks …`, or `Deal 2 damage to …`",
    ),
    helped(
        "land|lands",
        "write the type of the card: `a unit`, `a spell`",
    ),
    helped(
        "haste|trample|vigilance|deathtouch|lifelink|menace|reach|defender|flash|ward",
        SENTENCE,
    ),
    helped(
        "taunt|windfury|lifesteal|rush|stealth|poisonous|reborn|overload|spellpower",
        SENTENCE,
    ),
    helped(
        "hexproof|shroud|elusive|indestructible|protection",
        "write `This unit cannot be targeted by …` or `This unit takes 1 less damage from …`",
    ),
    helped("divine", SENTENCE),
    helped(
        "they|her",
        "write `it`, `those units`, `that unit` or another name of what is meant; a player is `your opponent` or `each player`",
    ),
    helped("strength", "name a number of the card, as `attack`"),
    helped("controller|owner !'s", "write `you` or `your opponent`"),
];
