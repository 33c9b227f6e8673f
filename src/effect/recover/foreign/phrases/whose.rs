//! Whose it is, and who does it.

use super::{Entry, maybe, open};

pub(super) const WHOSE: &[Entry] = &[
    maybe("cost P W", &["cost {1#} {2} more"]),
    maybe("costs P W", &["costs {1#} {2} more"]),
    maybe("cost -1 W", &["cost 1 {1} less"]),
    maybe("costs -1 W", &["costs 1 {1} less"]),
    maybe("cost -2 W", &["cost 2 {1} less"]),
    maybe("costs -2 W", &["costs 2 {1} less"]),
    maybe(
        "^ … cost|costs your opponent N more W",
        &["your opponent's {1} cost {2} {3} more"],
    ),
    maybe(
        "^ … cost|costs your opponent N W more",
        &["your opponent's {1} cost {2} {3} more"],
    ),
    maybe("units in your army", &["friendly units"]),
    maybe("unit in your army", &["friendly unit"]),
    open(
        "opponent discards N cards of your choice",
        &[],
        "whoever discards chooses: write `Look at your opponent's hand, then discard 2 cards from your opponent's hand.`",
    ),
    // What others act on is theirs.
    maybe(
        "^ your opponent … the hand",
        &["your opponent {1} their hand"],
    ),
    maybe(
        "^ your opponent … the deck",
        &["your opponent {1} their deck"],
    ),
    maybe(
        "^ your opponent … the discard pile",
        &["your opponent {1} their discard pile"],
    ),
    maybe(
        "^ each player … the discard pile into the deck",
        &["each player {1} their discard pile into their deck"],
    ),
    maybe("^ each player … the hand", &["each player {1} their hand"]),
    maybe("^ each player … the deck", &["each player {1} their deck"]),
    maybe(
        "^ each player … the discard pile",
        &["each player {1} their discard pile"],
    ),
    maybe(
        "discards one of his|her|their|your cards",
        &["discards a card"],
    ),
    maybe(
        "discards N of his|her|their|your cards",
        &["discards {1} cards"],
    ),
    maybe("discard one of your cards", &["discard a card"]),
    maybe("discard N of your cards", &["discard {1} cards"]),
    maybe("plays his|her|their|your W", &["plays a {1}"]),
    maybe("an|the opponent plays", &["your opponent plays"]),
    maybe("an|the opponent draws", &["your opponent draws"]),
    maybe("an|the opponent discards", &["your opponent discards"]),
    maybe(
        "your opponent uses a spell",
        &["your opponent plays a spell"],
    ),
    maybe(
        "your opponent uses an ability",
        &["your opponent plays an ability"],
    ),
    maybe(
        "your opponent uses an artifact",
        &["your opponent plays an artifact"],
    ),
    maybe("you use a spell", &["you play a spell"]),
    maybe(
        "^ make|makes your opponent discard",
        &["your opponent discards"],
    ),
    maybe(
        "^ force|forces your opponent to discard",
        &["your opponent discards"],
    ),
    maybe("has to discard", &["discards"]),
    maybe("its owner hand", &["its owner's hand"]),
    maybe(
        "the owner 's hand|deck",
        &["its owner's hand", "its owner's deck"],
    ),
    maybe("the hand of its owner", &["its owner's hand"]),
    maybe("the deck of its owner", &["its owner's deck"]),
    maybe("your discard !pile", &["your discard pile"]),
    maybe("a W unit of your opponent", &["an enemy {1} unit"]),
    maybe("a|one unit of your opponent", &["an enemy unit"]),
    maybe("units of your opponent", &["enemy units"]),
    maybe(
        "when|whenever a|any|either player plays a|an W",
        &["when a {1} is played"],
    ),
    maybe(
        "when|whenever you or your opponent plays|play a|an W",
        &["when a {1} is played"],
    ),
    maybe("players cannot|can't", &["each player cannot"]),
    maybe(
        "this attack cannot|can't be boosted",
        &["each player cannot boost this attack"],
    ),
    open(
        "loses control of a|an W of your choice",
        &[],
        "whoever is told to do something chooses: choose it first, `Choose a location your opponent controls.`, and then say \
         what happens to it",
    ),
];
