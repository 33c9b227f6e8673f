-- The cards in other languages. `search_<language>` searches the names and texts of one language.
CREATE TABLE texts (
    pk INTEGER PRIMARY KEY,
    language TEXT NOT NULL,
    card TEXT NOT NULL REFERENCES cards (id),
    name TEXT NOT NULL,
    -- All texts of the card, one after the other, each as many lines.
    text TEXT NOT NULL,
    UNIQUE (language, card)
) STRICT;
