//! Cards: what is drawn, put, played and shuffled, and how often.

use super::{Entry, maybe, never, open};

const BESIDE_THE_HERO: &str = "a unit that is played goes beside your hero: let it be placed elsewhere, without being paid, \
                               `Place a unit from your hand on a vacant space within range 2 of your hero.`; or say of all \
                               `Units you play may be placed adjacent to …`";

const AS_OFTEN: &str = "write the sentence as often as it is done";

const ONE_BY_ONE: &str = "say in which way each next one has to be like the first: `Choose an enemy unit. Deal 2 damage to that \
                          unit, then deal 2 damage to another enemy unit in the same row as that unit.`";

pub(super) const CARDS: &[Entry] = &[
    // What is looked at.
    maybe(
        "keep N of them , then discard|discards the rest",
        &["put {1} of them into your hand, then discard the rest"],
    ),
    maybe(
        "keep N and discard|discards the rest",
        &["put {1} of them into your hand, then discard the rest"],
    ),
    maybe(
        "keep N of them and discard|discards the rest",
        &["put {1} of them into your hand, then discard the rest"],
    ),
    maybe("^ keep N", &["put {1} of them into your hand"]),
    open(
        "look at your opponent 's hand and choose a|an … from it",
        &[],
        "write it as two sentences: `Look at your opponent's hand. Choose a card from it.`",
    ),
    maybe(
        "look at your opponent 's hand and|, choose a|an W and discard it|that",
        &["look at your opponent's hand, then discard a {1} from your opponent's hand"],
    ),
    maybe("put one into", &["put one of them into"]),
    maybe("put N into", &["put {1} of them into"]),
    maybe("put one on", &["put one of them on"]),
    maybe("put N on", &["put {1} of them on"]),
    // Where cards are put.
    maybe(
        "return … to|on the bottom of",
        &["put {1} on the bottom of"],
    ),
    maybe("return … to|on the top of", &["put {1} on the top of"]),
    maybe(
        "^ add … from … to your hand",
        &["return {1} from {2} to your hand"],
    ),
    maybe("add … to your hand", &["put {1} into your hand"]),
    maybe(
        "^ get|take|recover … from your discard pile",
        &["return {1} from your discard pile to your hand"],
    ),
    maybe(
        "^ bring back … from your discard pile",
        &["place {1} from your discard pile on a vacant space adjacent to your hero"],
    ),
    maybe(
        "put … onto|on|into the map|play adjacent to …",
        &["place {1} on a vacant space adjacent to {2}"],
    ),
    maybe(
        "put … onto|on|into the map|play within …",
        &["place {1} on a vacant space within {2}"],
    ),
    maybe(
        "put … onto|on|into the map|play",
        &["place {1} on a vacant space adjacent to your hero"],
    ),
    maybe(
        "mills N cards",
        &["discards the top {1} cards of their deck"],
    ),
    maybe(
        "^ put|return your … to|on|onto|at the top of the deck",
        &["put your {1} on the top of your deck"],
    ),
    maybe(
        "^ put|return … from your … to|on|onto|at the top of the deck",
        &["put {1} from your {2} on the top of your deck"],
    ),
    maybe(
        "^ put|return … to|on|onto|at the top of the deck",
        &[
            "put {1} on the top of its owner's deck",
            "put {1} on the top of their owners' decks",
            "put {1} on the top of your deck",
        ],
    ),
    maybe(
        "^ put|return your … to|on|onto|at the bottom of the deck",
        &["put your {1} on the bottom of your deck"],
    ),
    maybe(
        "^ put|return … from your … to|on|onto|at the bottom of the deck",
        &["put {1} from your {2} on the bottom of your deck"],
    ),
    maybe(
        "^ put|return … to|on|onto|at the bottom of the deck",
        &[
            "put {1} on the bottom of its owner's deck",
            "put {1} on the bottom of their owners' decks",
            "put {1} on the bottom of your deck",
        ],
    ),
    maybe(
        "^ shuffle … from your … into the deck",
        &["put {1} from your {2} on the bottom of your deck, then shuffle your deck"],
    ),
    maybe(
        "^ shuffle … into the deck",
        &["put {1} on the bottom of its owner's deck, then shuffle its owner's deck"],
    ),
    maybe(
        "shuffle … into your deck",
        &["put {1} on the bottom of your deck, then shuffle your deck"],
    ),
    maybe(
        "draw|draws a|an additional|extra|another card",
        &["draw a card", "draws a card"],
    ),
    maybe(
        "draw|draws N additional|extra|more card|cards",
        &["draw {1} cards", "draws {1} cards"],
    ),
    // What is played.
    maybe(
        "reduce the cost of the next W you play this W by N",
        &["your next {1} this {2} costs {3} power less"],
    ),
    maybe(
        "reduce the cost of the next W you play by N",
        &["your next {1} costs {2} power less"],
    ),
    maybe(
        "reduce the cost of your next W this W by N",
        &["your next {1} this {2} costs {3} power less"],
    ),
    maybe(
        "reduce the cost of your next W by N",
        &["your next {1} costs {2} power less"],
    ),
    never(
        "play|plays … @ on any|a|an vacant space",
        &[],
        BESIDE_THE_HERO,
    ),
    never("play|plays … , @ adjacent to", &[], BESIDE_THE_HERO),
    maybe(
        "you may|can play units on spaces|space …",
        &["units you play may be placed {1}"],
    ),
    maybe(
        "place|play|put … face-down as a|an …",
        &["play {1} as a {2}"],
    ),
    maybe(
        "^ units you play enter|enters the map without a|an W mark",
        &["after you play a unit, remove the {1} mark from that unit"],
    ),
    maybe(
        "^ this W enters the map without a|an W mark",
        &["when this {1} is placed, remove the {2} mark from this {1}"],
    ),
    maybe("is placed on the map", &["is placed"]),
    open(
        "negate|negates an|your|a|target|enemy …? spell|spells",
        &[],
        "only what is being played is negated: `Reaction, when your opponent plays a spell: Negate that spell.`",
    ),
    maybe("no player may|can …", &["each player cannot {1}"]),
    maybe(
        "destroy|kill|exile|banish|slay|eliminate a|an enemy artifact",
        &["put an enemy artifact into its owner's discard pile"],
    ),
    open(
        "through each other",
        &["through friendly units"],
        "write `may move through friendly units`",
    ),
    maybe("choose N -|–|—", &["choose {1}:"]),
    maybe("you may choose N :", &["choose up to {1}:"]),
    // How many, and how often.
    maybe(", then discard one|1 $", &[", then discard a card"]),
    maybe("then discard one|1 $", &[", then discard a card"]),
    maybe(", then draw one|1|another $", &[", then draw a card"]),
    maybe("then draw one|1|another $", &[", then draw a card"]),
    maybe("the same number of W", &["that many {1}"]),
    open(
        "deal|draw|discard|remove|increase|decrease|move|ready … @ N times $",
        &[],
        AS_OFTEN,
    ),
    open(
        "deal|draw|discard|remove|increase|decrease|move|ready … @ twice $",
        &[],
        AS_OFTEN,
    ),
    open(
        "once|twice per|a|each|every turn",
        &[],
        crate::effect::recover::EACH_ROUND,
    ),
    never(
        "if … @ and W a|an|N W if …",
        &[],
        "write a sentence for each condition: `If …, draw a card. If …, discard a card.`",
    ),
    open("N units in the same row|column !as", &[], ONE_BY_ONE),
    open("N W units in the same row|column !as", &[], ONE_BY_ONE),
    open(
        "with different names|types|traits|factions",
        &[],
        "choose them one after the other: `Choose a *living* unit, then choose an *undead* unit.`",
    ),
    maybe("not adjacent to any other W", &["not adjacent to a {1}"]),
    open(
        "including this|that|your|it",
        &[],
        "nothing is left out that is not said to be: leave out this, or name it in a sentence of its own",
    ),
    // Limits of players.
    never(
        "hand limit|size is increased|decreased|reduced by N",
        &[],
        "say what the limit becomes: `Your hand limit is 9.`",
    ),
    maybe(
        "your opponent 's max|maximum hand size is N",
        &["your opponent's hand limit is {1}"],
    ),
    maybe(", to a|the minimum of N", &["(minimum {1})"]),
    maybe(", to a|the maximum of N", &["(maximum {1})"]),
    // When.
    maybe("at the end of this round", &["at the end of the round"]),
    maybe(
        "^ until end of round|turn …",
        &[
            "until the end of the round, {1}",
            "until the end of the turn, {1}",
        ],
    ),
    maybe("has|have size N or more", &["is of size {1} or more"]),
    maybe("has|have size N or less|fewer", &["is of size {1} or less"]),
    maybe("has|have size N !or", &["is of size {1}"]),
    maybe("stops|stop adjacent …", &["stops on a space adjacent {1}"]),
    maybe("moves|move onto|into …", &["enters {1}"]),
    open(
        "when|whenever you lose control of",
        &[],
        "nothing waits for that by itself: write who takes it, `When your opponent takes control of this location, …`",
    ),
    open(
        "that|which has|have not been activated !this",
        &[],
        "for one that can still be activated, write `without an activation mark`; whether it has been activated this round is \
         asked behind a choice: `Choose an enemy unit. If that unit has not been activated this round, …`",
    ),
    never(
        "you|they|opponent passed",
        &[],
        "nothing asks whether somebody has passed: write `When your opponent passes, …`",
    ),
];
