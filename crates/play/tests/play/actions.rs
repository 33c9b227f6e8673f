//! Every action of the IR, done by a shipped card.

use cardwright_play::position::NOBODY;
use cardwright_play::state::At;
use cardwright_play::{By, Kind, Opt};

use crate::scene::{Say, TABLE, scene};

#[test]
fn damage_moves_to_the_enemy() {
    let g = scene("4 . . W z . . .", &[('W', "wight"), ('z', "bone-dragon")]);
    let mut g = g.damaged('W', 2).go();
    g.activate('W');
    assert_eq!((g.damage('W'), g.damage('z')), (1, 1));
}

#[test]
fn damage_is_doubled_for_a_card() {
    let g = scene(
        "4 . . K z . . .",
        &[('K', "black-knight"), ('z', "behemoth")],
    );
    let mut g = g.hand(0, &["blank"]).go();
    g.say(Kind::May, Say::Yes);
    g.attack('K', 'z');
    assert_eq!(g.damage('z'), 6);
}

#[test]
fn size_tokens_move() {
    let g = scene("4 . . G S . . .", &[('G', "ghost"), ('S', "skeleton")]);
    let mut g = g.sized('G', 3).go();
    g.say(Kind::Instead, Say::Keys(&[1]));
    g.activate('G');
    assert_eq!((g.size('G'), g.size('S')), (2, 2));
    assert_eq!(g.hand_of(0), 0, "moved tokens are no increase");
}

#[test]
fn implosion_decreases() {
    let mut g = scene("4 . . z . . . .", &[('z', "zombie")])
        .sized('z', 2)
        .hand(0, &["implosion"])
        .go();
    g.play("implosion");
    assert_eq!(g.size('z'), 1);
}

#[test]
fn frenzy_sets_and_haste_adds_on_top() {
    let picture = "4 . . A z . . .";
    let g = scene(picture, &[('A', "griffin"), ('z', "behemoth")]);
    let mut g = g.hand(0, &["haste"]).hand(1, &["frenzy"]).go();
    g.say(Kind::Thing, Say::It('A'));
    g.play("haste");
    let _ = g.end();
    // It was until the end of that turn.
    g.pass();
    g.attack('A', 'z');
    assert_eq!(g.damage('z'), 2);
}

#[test]
fn a_grudge_sets_the_attack_for_the_round() {
    let g = scene("4 . . A z . . .", &[('A', "griffin"), ('z', "behemoth")]).damaged('H', 9);
    let mut g = g.hand(0, &["old-grudge"]).go();
    g.play("old-grudge");
    let _ = g.end();
    g.pass();
    g.attack('A', 'z');
    // 1 for each full 2 of 9.
    assert_eq!(g.damage('z'), 4);
}

#[test]
fn a_ground_unit_flies() {
    let picture = "5 . . . . . . .\n4 . . z . . . .\n3 . . S . . . .";
    let g = scene(picture, &[('S', "skeleton"), ('z', "zombie")]).hand(0, &["fly"]);
    let mut g = g.go();
    g.play("fly");
    let _ = g.end();
    g.pass();
    g.walk('S', &["c4", "c5"]);
    assert!(g.is_at('S', "c5"));
}

#[test]
fn a_limit_of_the_hand_holds_for_both() {
    let hand = ["blank"; 7];
    let g = scene("", &[])
        .hand(0, &hand)
        .hand(1, &hand)
        .aside(0, 'W', "lean-winter");
    let mut g = g.go();
    g.pass();
    g.pass();
    // 5, and 3 of the round.
    assert_eq!((g.hand_of(0), g.hand_of(1)), (8, 8));
}

#[test]
fn two_units_are_swapped_and_one_is_placed() {
    let g = scene("4 A . . . . . B", &[('A', "griffin"), ('B', "zombie")])
        .hand(0, &["reform-ranks", "teleport"]);
    let mut g = g.go();
    g.play("reform-ranks");
    assert!(g.is_at('A', "g4") && g.is_at('B', "a4"));
    let _ = g.end();
    g.pass();
    g.say(Kind::Thing, Say::It('A'))
        .say(Kind::Thing, Say::At("e4"));
    g.play("teleport");
    assert!(g.is_at('A', "e4"));
    assert!(!g.marked('A', "activation"));
}

#[test]
fn mist_and_gorgon_halve() {
    let g = scene(
        "6 . . . g . . .\n2 . . . A . . .",
        &[('g', "gorgon"), ('A', "cyclops")],
    );
    let mut g = g.go();
    g.attack('A', 'g');
    assert_eq!(g.damage('g'), 2);
    let g = scene(
        "6 . . . g . . .\n2 . . . A . . .",
        &[('g', "behemoth"), ('A', "cyclops")],
    );
    let mut g = g.aside(1, 'm', "mist").go();
    g.attack('A', 'g');
    assert_eq!(g.damage('g'), 2);
    assert!(g.gone('m'));
}

#[test]
fn a_forgetful_archer_attacks_what_is_beside_it() {
    let g = scene(
        "6 . . . g . . .\n4 . . . A . . .",
        &[('g', "gorgon"), ('A', "cyclops")],
    );
    let mut g = g.under(1, 'f', "forgetfulness", 'A').go();
    g.activate('A');
    let unit = g.ix('g');
    assert!(!g.asked.contains(&Kind::Target) || g.damage('g') == 0);
    let _ = unit;
}

#[test]
fn a_nomad_moves_on_after_attacking() {
    let g = scene("4 . . N z . . .", &[('N', "nomad"), ('z', "sprite")]);
    let mut g = g.go();
    g.say(Kind::Step, Say::Opt(Opt::Stop))
        .say(Kind::Target, Say::It('z'));
    g.say(Kind::Step, Say::Step("c3"))
        .say(Kind::Step, Say::Step("c2"));
    g.activate('N');
    assert!(g.is_at('N', "c2") && g.gone('z'));
}

#[test]
fn a_rogue_moves_through_units_and_stops_on_none() {
    let picture = "5 . . . . . . .\n4 . . z . . . .\n3 . . R . . . .";
    let mut g = scene(picture, &[('R', "rogue"), ('z', "zombie")]).go();
    let unit = g.ix('R');
    g.start(Opt::Activate(unit));
    g.tell(Opt::Step(23));
    assert!(!g.choice().options.contains(&Opt::Stop));
    g.tell(Opt::Step(30));
    assert!(g.choice().options.contains(&Opt::Stop));
}

#[test]
fn diplomacy_marks_unless_a_card_is_discarded() {
    let g = scene("4 . . z . . . .", &[('z', "zombie")])
        .hand(0, &["diplomacy", "diplomacy"])
        .hand(1, &["blank"]);
    let mut g = g.go();
    g.say(Kind::May, Say::Yes);
    g.play("diplomacy");
    assert!(!g.marked('z', "activation") && g.hand_of(1) == 0);
    let _ = g.end();
    g.pass();
    g.play("diplomacy");
    assert!(g.marked('z', "activation"));
}

#[test]
fn an_angel_takes_marks_off_and_leadership_activates() {
    let g = scene(
        "4 . . A B . . .\n5 . . . z . . .",
        &[('A', "angel"), ('B', "zombie"), ('z', "mummy")],
    );
    let mut g = g
        .marked('B', "activation")
        .marked('B', "retaliation")
        .hand(0, &["leadership"])
        .go();
    g.activate('A');
    assert!(!g.marked('B', "activation") && !g.marked('B', "retaliation"));
    let _ = g.end();
    g.pass();
    g.say(Kind::Thing, Say::It('B'))
        .say(Kind::Target, Say::It('z'));
    g.play("leadership");
    assert!(g.marked('B', "activation"));
    assert_eq!(g.damage('z'), 2);
}

#[test]
fn necromancy_searches_and_shuffles() {
    let g = scene("", &[])
        .zone(0, "deck", &["griffin", "lich", "archer"])
        .hand(0, &["necromancy"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::Named("lich"));
    g.play("necromancy");
    assert_eq!(g.zone_of(0, "hand"), ["lich"]);
}

#[test]
fn nothing_need_be_found_in_a_search() {
    let g = scene("", &[])
        .zone(0, "deck", &["lich"])
        .hand(0, &["necromancy"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::Nothing);
    g.play("necromancy");
    assert_eq!(g.hand_of(0), 0);
}

#[test]
fn recall_shuffles_the_discard_pile_into_the_deck() {
    let g = scene("", &[])
        .zone(0, "discard_pile", &["griffin", "lich"])
        .hand(0, &["recall-to-arms"]);
    let mut g = g.go();
    g.play("recall-to-arms");
    assert_eq!(g.zone_of(0, "discard_pile"), ["recall-to-arms"]);
    assert_eq!(g.zone_of(0, "deck").len() + g.hand_of(0), 12);
}

#[test]
fn conscription_plays_for_free() {
    let g = scene("", &[]).hand(0, &["conscription", "azure-dragon"]);
    let mut g = g.go();
    g.say(Kind::Space, Say::At("d2"));
    g.play("conscription");
    assert!(g.s.play.iter().any(|card| g.id(*card) == "azure-dragon"));
    assert_eq!(g.ready(0, "attack"), 6);
}

#[test]
fn a_crystal_dragon_lays_the_top_card() {
    let g = scene("4 . . C . . . .", &[('C', "crystal-dragon")]).zone(
        0,
        "deck",
        &["griffin", "b", "b", "b"].map(|id| if id == "b" { "blank" } else { id }),
    );
    let mut g = g.go();
    g.pass();
    g.say(Kind::May, Say::Yes);
    g.pass();
    assert_eq!(
        g.zone_of(0, "statistics")
            .iter()
            .filter(|id| *id == "griffin")
            .count(),
        1
    );
}

#[test]
fn exorcism_removes_and_a_vanguard_card_returns() {
    let g = scene("4 . . g . . . .", &[('g', "ghost")]).hand(0, &["exorcism"]);
    let mut g = g.go();
    g.play("exorcism");
    assert_eq!(g.zone_of(1, "vanguard"), ["ghost"]);
}

#[test]
fn locations_are_taken_lost_and_turned() {
    let g = scene("", &[])
        .location(1, 'l', "temple", "d3")
        .location(1, 'm', "marketplace", "d2");
    let mut g = g.hand(0, &["claim-by-night", "sabotage"]).go();
    g.say(Kind::Thing, Say::It('l'));
    g.play("claim-by-night");
    assert_eq!(g.s.card(g.ix('l')).controller, 0);
    let _ = g.end();
    g.pass();
    g.play("sabotage");
    assert_eq!(g.s.card(g.ix('m')).controller, NOBODY);
    let g = scene("", &[])
        .location(1, 'l', "temple", "d3")
        .hand(0, &["burned-bridges"]);
    let mut g = g.go();
    g.play("burned-bridges");
    assert!(!g.s.card(g.ix('l')).face_up);
    assert_eq!(g.s.card(g.ix('l')).controller, NOBODY);
}

#[test]
fn a_wraith_makes_the_opponent_spend() {
    let g = scene("4 . . W z . . .", &[('W', "wraith"), ('z', "behemoth")]);
    let mut g = g.with_statistics(1);
    g.say(Kind::Thing, Say::First);
    g.attack('W', 'z');
    let ready: usize = ["attack", "defense", "power", "knowledge"]
        .iter()
        .map(|id| g.ready(1, id))
        .sum();
    assert_eq!(ready, 3);
}

#[test]
fn dispel_takes_a_card_off_a_unit() {
    let g =
        scene("4 . . z y . . .", &[('z', "zombie"), ('y', "zombie")]).under(0, 'C', "curse", 'z');
    let mut g = g.hand(0, &["dispel"]).go();
    g.say(Kind::Mode, Say::Number(1))
        .say(Kind::Thing, Say::It('z'));
    g.play("dispel");
    assert!(g.gone('C'));
}

#[test]
fn a_garrison_and_an_air_shield_reduce() {
    let g = scene(
        "4 . . z . . . .\n3 . . G . . . .",
        &[('G', "griffin"), ('z', "zombie")],
    );
    let mut g = g.location(1, 'l', "garrison", "c4").go();
    g.attack('G', 'z');
    assert_eq!(g.damage('z'), 1);
    let g = scene(
        "4 . . z . . . .\n1 . . A . . . .",
        &[('A', "cyclops"), ('z', "zombie")],
    );
    let mut g = g.under(1, 's', "air-shield", 'z').go();
    g.attack('A', 'z');
    assert_eq!(g.damage('z'), 1);
}

#[test]
fn a_champion_boosts_with_more_cards_and_the_axe_makes_them_sharper() {
    let g = scene("4 . . C z . . .", &[('C', "champion"), ('z', "behemoth")]).sized('z', 2);
    let mut g = g
        .hand(0, &["archer", "pikeman", "blank"])
        .aside(0, 'A', "centaurs-axe")
        .go();
    g.say(Kind::May, Say::Yes)
        .say(Kind::Thing, Say::Keys(&[0, 1]));
    g.attack('C', 'z');
    // 3, and 2 for each of two units: a group of 8 hit points each.
    assert_eq!(g.damage('z'), 7);
}

#[test]
fn tamika_boosts_with_the_top_card() {
    let picture = "2 . . . S z . .";
    let g = scene(
        picture,
        &[('S', "skeleton"), ('z', "behemoth"), ('H', "tamika")],
    );
    let mut g = g.zone(0, "deck", &["archer"]).go();
    g.say(Kind::May, Say::Yes);
    g.attack('S', 'z');
    assert_eq!(g.damage('z'), 2);
    assert_eq!(g.zone_of(0, "discard_pile"), ["skeleton", "archer"]);
}

#[test]
fn fire_shield_is_gained() {
    let g = scene("4 . . S z . . .", &[('S', "zombie"), ('z', "zombie")]).under(
        0,
        'F',
        "fire-shield",
        'S',
    );
    let mut g = g.turn(1).go();
    g.attack('z', 'S');
    assert_eq!((g.damage('S'), g.damage('z')), (2, 3));
}

#[test]
fn force_field_and_quicksand() {
    let picture = "5 . . . s . . .";
    let g = scene(picture, &[('s', "skeleton")])
        .hand(0, &["force-field"])
        .turn(0);
    let mut g = g.go();
    g.say(Kind::Thing, Say::At("d4"));
    g.play("force-field");
    let _ = g.end();
    let unit = g.ix('s');
    g.start(Opt::Activate(unit));
    assert!(!g.choice().options.contains(&Opt::Step(24)));
}

#[test]
fn undertow_pulls_and_intimidate_pushes() {
    let g = scene("4 . . . z . . .", &[('z', "zombie")]).hand(0, &["intimidate"]);
    let mut g = g.go();
    g.say(Kind::Step, Say::First).say(Kind::Step, Say::First);
    g.play("intimidate");
    let At::Map(space) = g.at('z') else {
        panic!("it is gone")
    };
    let away = i16::from(space / 7) + (i16::from(space % 7) - 3).abs();
    assert_eq!(away, 5);
}

#[test]
fn plague_and_fountain_and_troll() {
    let g = scene("4 . . t . . . .", &[('t', "troll")])
        .damaged('t', 3)
        .under(0, 'P', "plague", 't');
    let mut g = g.turn(1).go();
    g.activate('t');
    assert!(g.gone('t'));
    let g = scene("4 . . T . . . .", &[('T', "troll")]).damaged('T', 3);
    let mut g = g.go();
    g.pass();
    g.pass();
    // Half of 4 hit points at the start of the next round.
    assert_eq!(g.damage('T'), 1);
}

#[test]
fn skeletons_rise_when_the_living_fall() {
    let g = scene(
        "4 . . S p . . .",
        &[('S', "skeleton"), ('p', "peasant"), ('H', "sandro")],
    );
    let mut g = g.go();
    g.attack('S', 'p');
    assert!(g.gone('p'));
    assert_eq!(g.size('S'), 2);
}

#[test]
fn a_hero_of_the_library_plays_a_vanguard_card() {
    let g = scene("", &[('H', "tamika")]).zone(0, "vanguard", &["champion"]);
    let mut g = g.go();
    g.say(Kind::Space, Say::At("d2"));
    let hero = g.ix('H');
    g.act(Opt::Use(hero, 0));
    assert!(g.s.play.iter().any(|card| g.id(*card) == "champion"));
}

/// A card that comes from a zone is the one that its events are about.
#[test]
fn a_peasant_that_comes_back_is_placed() {
    let g = scene("", &[])
        .zone(0, "hand", &["resurrection"])
        .zone(0, "discard_pile", &["peasant"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::At("e1"));
    g.play("resurrection");
    assert!(g.s.play.iter().any(|card| g.id(*card) == "peasant"));
    assert_eq!(g.hand_of(0), 1, "a card was drawn when it was placed");
}

/// An ability of a card that is taken triggers once, for the new controller.
#[test]
fn a_hoard_that_is_taken_pays_its_new_holder() {
    let g = scene("", &[])
        .location(1, 'l', "dragon-utopia", "d3")
        .hand(0, &["claim-by-night"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::It('l'));
    g.play("claim-by-night");
    assert_eq!([g.hand_of(0), g.hand_of(1)], [2, 0]);
}

/// The account of a number has whatever changes it.
#[test]
fn boots_are_in_the_account_of_a_number() {
    let g = scene("4 . . . Z . . .", &[('Z', "zombie")]).under(0, 'B', "boots-of-speed", 'Z');
    let g = g.go();
    let account = |id| TABLE.account(&g.s, g.ix('Z'), id).expect("a number");
    let steps = account("move");
    assert_eq!((steps.printed, steps.now), (1, 3));
    let [part] = steps.parts.as_slice() else {
        panic!("{steps:?}");
    };
    assert_eq!((part.card, part.by), (g.ix('B'), By::Gain { by: 2 }));
    assert_eq!(account("attack").parts, []);
    assert_eq!(TABLE.account(&g.s, g.ix('Z'), "power"), None);
}
