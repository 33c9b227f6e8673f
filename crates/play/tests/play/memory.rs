//! Tests of the history of a game (which cards were played, removed or dealt damage), and of amounts for each thing.

use cardwright_play::state::At;
use cardwright_play::{Kind, Opt};

use crate::scene::{Say, Scene, TABLE, scene, space};

/// Plays one card in each of two turns of player 0.
fn two_cards(first: &'static str, second: &'static str) -> Scene {
    let g = scene("4 . . . z . . .", &[('z', "bone-dragon")]).hand(0, &[first, second]);
    let mut g = g.go();
    g.play(first);
    g.end();
    g.pass();
    g.play(second);
    g
}

#[test]
fn another_card_was_played_before() {
    assert_eq!(two_cards("blank", "second-spark").hand_of(0), 1);
    // The card does not count itself.
    assert_eq!(two_cards("second-spark", "blank").hand_of(0), 0);
}

/// A card counts from its announcement, so it counts itself.
#[test]
fn a_card_that_is_being_played_was_played() {
    assert_eq!(two_cards("tallyman", "blank").hand_of(0), 1);
    assert_eq!(two_cards("blank", "tallyman").hand_of(0), 2);
}

/// A played card is compared as it was when it was played: the unit, now on the map, does not count as a spell.
#[test]
fn played_cards_are_compared_as_they_were() {
    let g = scene("", &[]).hand(0, &["skeleton", "tallyman", "blank", "tallyman"]);
    let mut g = g.go();
    g.say(Kind::Space, Say::At("d2"));
    g.play("skeleton");
    g.end();
    g.pass();
    g.play("tallyman");
    assert_eq!(g.hand_of(0), 3, "one spell was played: itself");
    g.end();
    g.play("blank");
    g.end();
    g.play("tallyman");
    // Three spells: the first, the blank one and itself.
    assert_eq!(g.hand_of(0), 1 + 3);
}

/// Cards that were played in the last round do not count in this round.
#[test]
fn a_round_forgets_what_was_played() {
    let g = scene("", &[]).hand(0, &["blank", "tallyman"]);
    let mut g = g.go();
    g.play("blank");
    g.end();
    g.pass();
    g.pass();
    let before = g.hand_of(0);
    if g.s.turn == Some(1) {
        g.pass();
    }
    g.play("tallyman");
    assert_eq!(g.hand_of(0), before - 1 + 1);
}

#[test]
fn the_first_card_of_a_round_is_cheaper() {
    let g = scene("4 . . . z . . .", &[('z', "bone-dragon")]);
    let g = g
        .aside(0, 'K', "kindling")
        .hand(0, &["magic-arrow", "lightning-bolt"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::It('z'));
    g.play("magic-arrow");
    assert_eq!(g.ready(0, "power"), 8);
    g.end();
    g.pass();
    g.say(Kind::Thing, Say::It('z'));
    g.play("lightning-bolt");
    assert_eq!(g.ready(0, "power"), 6);
}

/// A card that was free anyway, and was played before the artifact, still counts as the first card of the round.
#[test]
fn a_card_before_the_artifact_was_the_first() {
    let g = scene("4 . . . z . . .", &[('z', "bone-dragon")]);
    let mut g = g.hand(0, &["blank", "kindling", "magic-arrow"]).go();
    g.play("blank");
    g.end();
    g.pass();
    g.play("kindling");
    g.end();
    g.say(Kind::Thing, Say::It('z'));
    g.play("magic-arrow");
    assert_eq!(g.ready(0, "power"), 7);
}

/// Increases of a cost apply before `costs nothing`, so nothing remains to be paid.
#[test]
fn what_costs_nothing_is_free() {
    let g = scene("4 . . . z . . .", &[('z', "bone-dragon")]);
    let g = g.aside(0, 'F', "free-passage").hand(0, &["lightning-bolt"]);
    let mut g = g.with_statistics(0);
    g.say(Kind::Thing, Say::It('z'));
    g.play("lightning-bolt");
    assert_eq!(g.damage('z'), 4);
}

/// A drawn card costs less only in the hand and while it is played: after it has returned, it is a new thing.
#[test]
fn a_drawn_card_costs_less_once() {
    let g = scene("", &[])
        .zone(0, "deck", &["skeleton"])
        .hand(0, &["levy", "withdraw"]);
    let mut g = g.with_statistics(4);
    g.play("levy");
    g.end();
    g.pass();
    g.say(Kind::Space, Say::At("d2"));
    g.play("skeleton");
    assert_eq!(g.ready(0, "attack"), 4, "it cost nothing");
    g.end();
    let skeleton = *g.s.play.last().expect("a card");
    assert_eq!(g.id(skeleton), "skeleton");
    g.say(Kind::Thing, Say::First);
    g.play("withdraw");
    g.end();
    g.say(Kind::Space, Say::At("d2"));
    g.play("skeleton");
    assert_eq!(g.ready(0, "attack"), 3, "it is a new thing");
}

#[test]
fn units_are_placed_beside_a_lookout() {
    let g = scene("4 . . L . . . .", &[('L', "lookout")]).hand(0, &["skeleton"]);
    let mut g = g.go();
    g.say(Kind::Space, Say::At("c5"));
    g.play("skeleton");
    let unit = *g.s.play.last().expect("a card");
    assert_eq!(g.s.card(unit).at, At::Map(space("c5")));
}

/// The permission applies only to units of the lookout's controller.
#[test]
fn the_opponent_is_not_placed_beside_a_lookout() {
    let g = scene("4 . . L . . . .", &[('L', "lookout")]).hand(1, &["skeleton"]);
    let mut g = g.turn(1).go();
    let hand = TABLE.zones.len() + usize::from(TABLE.hand);
    let card = g.s.zones[hand][0];
    g.start(Opt::Play(card));
    let offered = g.choice().options.len();
    assert_eq!(offered, 3, "beside the hero alone");
}

#[test]
fn what_was_removed_this_way_is_counted_as_it_was() {
    let g = scene(
        "4 . . a z . . .",
        &[('a', "skeleton"), ('z', "bone-dragon")],
    );
    let mut g = g.hand(0, &["burial"]).go();
    g.play("burial");
    assert!(g.gone('a'));
    assert_eq!(g.hand_of(0), 1);
}

/// A unit that has left the map since still counts as dealt damage.
#[test]
fn what_was_dealt_damage_this_way_counts_when_it_is_gone() {
    let g = scene(
        "4 . . a z . . .",
        &[('a', "skeleton"), ('z', "bone-dragon")],
    );
    let mut g = g.hand(0, &["aftershock"]).go();
    g.play("aftershock");
    assert!(g.gone('a'));
    assert_eq!(g.hand_of(0), 2);
}

#[test]
fn a_unit_that_is_killed_by_another_is_not_removed_by_the_reaper() {
    let picture = "4 . . R a . . .";
    let cards = [('R', "reaper"), ('a', "skeleton")];
    let mut g = scene(picture, &cards).go();
    g.attack('R', 'a');
    assert!(g.gone('a'));
    assert_eq!(g.hand_of(0), 1);
    let mut g = scene(picture, &cards).hand(0, &["burial"]).go();
    g.play("burial");
    assert!(g.gone('a'));
    assert_eq!(g.hand_of(0), 1, "one for the burial, none for the reaper");
}

/// The source of the last damage removed the unit, whatever dealt the rest.
#[test]
fn the_last_damage_removes() {
    let picture = "4 . . R z . . .";
    let cards = [('R', "reaper"), ('z', "zombie")];
    let mut g = scene(picture, &cards)
        .damaged('z', 1)
        .hand(0, &["magic-arrow"])
        .go();
    g.attack('R', 'z');
    assert!(!g.gone('z'));
    g.end();
    g.pass();
    g.say(Kind::Thing, Say::It('z'));
    g.play("magic-arrow");
    assert_eq!((g.gone('z'), g.hand_of(0)), (true, 0));
}

#[test]
fn every_time_chooses_anew() {
    let g = scene("4 . . a z . . .", &[('a', "zombie"), ('z', "bone-dragon")]);
    let mut g = g.hand(0, &["scattershot"]).go();
    g.say(Kind::Thing, Say::It('a'))
        .say(Kind::Thing, Say::It('z'));
    g.play("scattershot");
    assert_eq!((g.damage('a'), g.damage('z')), (1, 1));
}

/// An amount that excludes the thing itself is evaluated for each thing.
#[test]
fn each_unit_counts_the_others() {
    let g = scene(
        "4 . A B C z . .",
        &[
            ('A', "recruit"),
            ('B', "recruit"),
            ('C', "recruit"),
            ('z', "behemoth"),
        ],
    );
    let mut g = g.hand(0, &["comradeship"]).go();
    g.play("comradeship");
    g.end();
    g.pass();
    g.attack('C', 'z');
    assert_eq!(g.damage('z'), 3);
}
