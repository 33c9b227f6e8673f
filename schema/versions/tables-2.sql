-- The tables that every game has. Those of its fields and of its vocabulary are made beside them,
-- from the game's data.

CREATE TABLE game (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    version INTEGER NOT NULL,
    -- The version of the shape of the abilities; the version of these tables is `user_version`.
    ir INTEGER NOT NULL,
    -- JSON; NULL for a game without a map.
    map TEXT CHECK (json_valid(map)),
    -- JSON: how the game is played; NULL where the engine cannot play it.
    play TEXT CHECK (json_valid(play)),
    -- JSON: the parts of a set, and the rules by which a set is legal.
    kingdom TEXT CHECK (json_valid(kingdom))
) STRICT;

CREATE TABLE constants (
    id TEXT PRIMARY KEY,
    value INTEGER NOT NULL,
    doc TEXT NOT NULL,
    -- The section of the rulebook; NULL where it has none.
    section TEXT,
    -- NULL where it has none.
    role TEXT
) STRICT;

CREATE TABLE card_types (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    plural TEXT NOT NULL,
    place TEXT NOT NULL,
    -- NULL where it has none.
    role TEXT
) STRICT;

CREATE TABLE headings (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- JSON: everything that `bundle.json` says of it.
    heading TEXT NOT NULL CHECK (json_valid(heading))
) STRICT;

-- What only this game has a word for.
CREATE TABLE phrases (
    id TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    -- JSON: everything that `bundle.json` says of it.
    phrase TEXT NOT NULL CHECK (json_valid(phrase))
) STRICT;

CREATE TABLE abilities (
    card TEXT NOT NULL REFERENCES cards (id),
    -- From 0, in the order of the text.
    position INTEGER NOT NULL,
    heading TEXT NOT NULL REFERENCES headings (id),
    -- JSON: the ability as `bundle.json` has it.
    ability TEXT NOT NULL CHECK (json_valid(ability)),
    PRIMARY KEY (card, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX abilities_heading ON abilities (heading);

-- The other effect texts of cards with several.
CREATE TABLE card_texts (
    card TEXT NOT NULL REFERENCES cards (id),
    -- The key of card files, such as `expert` or `few.effect`.
    key TEXT NOT NULL,
    -- Canonical; the places in the abilities are ranges of bytes in it.
    text TEXT NOT NULL,
    -- JSON: the abilities as `bundle.json` has them.
    abilities TEXT NOT NULL CHECK (json_valid(abilities)),
    PRIMARY KEY (card, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE kingdoms (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- NULL for the rules of the game.
    house_rules TEXT,
    total INTEGER NOT NULL
) STRICT;

-- The zones of a set that list cards, and those that list values of a field.
CREATE TABLE kingdom_cards (
    kingdom TEXT NOT NULL REFERENCES kingdoms (id),
    zone TEXT NOT NULL,
    card TEXT NOT NULL REFERENCES cards (id),
    count INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (kingdom, zone, card)
) STRICT, WITHOUT ROWID;
CREATE INDEX kingdom_cards_card ON kingdom_cards (card);

CREATE TABLE kingdom_values (
    kingdom TEXT NOT NULL REFERENCES kingdoms (id),
    zone TEXT NOT NULL,
    value TEXT NOT NULL,
    count INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (kingdom, zone, value)
) STRICT, WITHOUT ROWID;

-- What became of ids that no card has any more.
CREATE TABLE migrations (
    id TEXT PRIMARY KEY,
    change TEXT NOT NULL CHECK (change IN ('renamed', 'merged', 'withdrawn')),
    -- The id that stands for it, which may have been given up later itself; NULL where it was withdrawn.
    heir TEXT,
    reason TEXT NOT NULL
) STRICT;
