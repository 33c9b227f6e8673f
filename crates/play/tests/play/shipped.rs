//! Shipped cards: what is done, and what is so afterwards.

use cardwright_play::position::NOBODY;
use cardwright_play::state::At;
use cardwright_play::{EvKind, Kind, Opt, Outcome};

use crate::scene::{Say, scene};

const DUEL: &str = "
    4 . . c . . . .
    3 . . A P . . .
";

// ── The examples of the design ──

#[test]
fn a_pikeman_steps_in_for_the_unit_beside_it() {
    let mut g = scene(
        DUEL,
        &[('A', "archer"), ('P', "pikeman"), ('c', "cavalier")],
    )
    .turn(1)
    .go();
    g.say(Kind::May, Say::Yes);
    g.attack('c', 'A');
    assert_eq!((g.damage('P'), g.damage('A'), g.damage('c')), (2, 0, 0));
    assert!(!g.marked('P', "retaliation"));
}

#[test]
fn a_ring_leaves_out_its_middle() {
    let picture = "5 . . . . s . .\n4 . . G z . . .";
    let mut g = scene(
        picture,
        &[('G', "griffin"), ('z', "zombie"), ('s', "skeleton")],
    )
    .hand(0, &["frost-ring"])
    .go();
    g.say(Kind::Area, Say::At("d4"));
    g.play("frost-ring");
    assert_eq!((g.damage('z'), g.damage('G')), (0, 2));
    assert!(g.gone('s'));
    assert_eq!(g.zone_of(0, "discard_pile"), ["frost-ring"]);
    assert_eq!(g.ready(0, "power"), 6);
}

#[test]
fn resistance_saves_the_unit_and_the_bolt_is_paid_for() {
    let g = scene("4 . . G . . . .", &[('G', "griffin")]).aside(0, 'R', "resistance");
    let mut g = g.hand(1, &["lightning-bolt"]).turn(1).with_statistics(2);
    g.say(Kind::Thing, Say::It('G'));
    g.play("lightning-bolt");
    assert_eq!(g.damage('G'), 0);
    assert_eq!(g.zone_of(0, "discard_pile"), ["resistance"]);
    assert_eq!(g.zone_of(1, "discard_pile"), ["lightning-bolt"]);
    assert_eq!(g.ready(1, "power"), 0);
}

#[test]
fn the_cloak_saves_a_single_zombie() {
    let g = scene("4 . . . Z . . .", &[('Z', "zombie")])
        .damaged('Z', 4)
        .aside(0, 'C', "cloak-of-the-undead-king");
    let mut g = g.hand(1, &["lightning-bolt"]).turn(1).go();
    g.say(Kind::Thing, Say::It('Z')).say(Kind::May, Say::Yes);
    g.play("lightning-bolt");
    assert_eq!((g.damage('Z'), g.size('Z')), (0, 1));
    assert!(g.gone('C'));
}

#[test]
fn the_cloak_is_not_asked_where_a_group_only_shrinks() {
    let g = scene("4 . . . Z . . .", &[('Z', "zombie")])
        .damaged('Z', 4)
        .sized('Z', 2);
    let g = g.aside(0, 'C', "cloak-of-the-undead-king");
    let mut g = g.hand(1, &["lightning-bolt"]).turn(1).go();
    g.say(Kind::Thing, Say::It('Z'));
    g.play("lightning-bolt");
    assert_eq!((g.damage('Z'), g.size('Z')), (3, 1));
    assert!(!g.asked.contains(&Kind::May));
}

#[test]
fn hypnotize_lasts_until_the_end_of_the_round() {
    let mut g = scene("4 . . . w . . .", &[('w', "wight")])
        .hand(0, &["hypnotize"])
        .go();
    g.say(Kind::Thing, Say::It('w'));
    g.play("hypnotize");
    assert_eq!(g.s.card(g.ix('w')).controller, 0);
    g.end();
    g.pass();
    g.pass();
    assert_eq!(g.s.card(g.ix('w')).controller, 1);
    assert_eq!(g.s.round, 3);
}

#[test]
fn a_mine_takes_what_steps_on_it_and_stays() {
    let picture = "6 . . . s z . .\n5 . . . . . . .";
    let mut g = scene(picture, &[('s', "skeleton"), ('z', "zombie")])
        .hand(0, &["land-mine"])
        .go();
    // Spaces are offered from the first row of player 0 on.
    g.say(Kind::Thing, Say::Keys(&[29, 30]));
    g.play("land-mine");
    let mined: Vec<_> = g.s.tokens.iter().map(|tokens| tokens.on).collect();
    assert_eq!(mined.len(), 2, "{mined:?}");
}

#[test]
fn a_mine_hits_who_enters() {
    let picture = "6 . . . s z . .";
    let g = scene(picture, &[('s', "skeleton"), ('z', "zombie")]).aside(0, 'M', "land-mine");
    let mut g = g
        .tokens("d5", "mine", 1)
        .tokens("e5", "mine", 1)
        .turn(1)
        .go();
    g.walk('s', &["d5"]);
    assert!(g.gone('s'));
    g.end();
    g.pass();
    g.walk('z', &["e5"]);
    assert_eq!(g.damage('z'), 2);
    assert!(g.is_at('z', "e5"));
    assert_eq!(g.s.tokens.len(), 2);
}

// ── Attacks ──

#[test]
fn units_exchange_damage_and_the_target_is_marked() {
    let mut g = scene(
        "4 . . s . . . .\n3 . . G . . . .",
        &[('G', "griffin"), ('s', "zombie")],
    )
    .go();
    g.attack('G', 's');
    assert_eq!((g.damage('s'), g.damage('G')), (2, 2));
    assert!(g.marked('s', "retaliation") && g.marked('G', "activation"));
}

#[test]
fn an_archer_shoots_far_with_disadvantage_unless_a_unit_is_on_top() {
    let picture = "6 . . . z . . .\n1 . . . . A . .";
    let cards = [('A', "archer"), ('z', "zombie")];
    let mut g = scene(picture, &cards)
        .zone(0, "deck", &["pikeman"])
        .sized('A', 3)
        .go();
    g.attack('A', 'z');
    assert_eq!(g.damage('z'), 3);
    let mut g = scene(picture, &cards)
        .zone(0, "deck", &["bless"])
        .sized('A', 3)
        .go();
    g.attack('A', 'z');
    assert_eq!(g.damage('z'), 2);
}

#[test]
fn boosts_add_and_reduce() {
    let g = scene(
        "4 . . z . . . .\n3 . . G . . . .",
        &[('G', "griffin"), ('z', "zombie")],
    );
    let mut g = g.hand(0, &["pikeman"]).hand(1, &["bless"]).go();
    g.say(Kind::Boost, Say::Named("bless"))
        .say(Kind::Boost, Say::Named("pikeman"));
    g.attack('G', 'z');
    assert_eq!((g.damage('z'), g.damage('G')), (2, 2));
    assert_eq!(g.zone_of(0, "discard_pile"), ["pikeman"]);
}

#[test]
fn a_cavalier_counts_its_steps() {
    let picture = "5 . . z . . . .\n1 . . . . . C .";
    let g = scene(picture, &[('C', "cavalier"), ('z', "mummy")]);
    let mut g = g.go();
    for step in ["f2", "e2", "d2", "d3"] {
        g.say(Kind::Step, Say::Step(step));
    }
    g.activate('C');
    assert!(g.is_at('C', "d3"));
    let picture = "5 . . z . . . .\n3 . . . . C . .";
    let mut g = scene(picture, &[('C', "cavalier"), ('z', "mummy")]).go();
    g.say(Kind::Step, Say::Step("e4"))
        .say(Kind::Step, Say::Step("e5"))
        .say(Kind::Step, Say::Step("d5"));
    g.say(Kind::Step, Say::Opt(Opt::Stop))
        .say(Kind::Target, Say::It('z'));
    g.activate('C');
    // 2, and 1 for each 2 of 3 steps.
    assert_eq!(g.damage('z'), 3);
}

#[test]
fn a_swordsman_that_stood_still_attacks_again() {
    let mut g = scene(
        "4 . . z . . . .\n3 . . S . . . .",
        &[('S', "swordsman"), ('z', "gold-golem")],
    )
    .go();
    g.attack('S', 'z');
    // It retaliates once.
    assert_eq!((g.damage('z'), g.damage('S')), (4, 2));
    assert_eq!(g.times(EvKind::IsAttacked, 'z'), 2);
}

#[test]
fn a_vampire_heals_by_what_it_dealt_and_meets_no_retaliation() {
    let g = scene(
        "4 . . z . . . .\n3 . . V . . . .",
        &[('V', "vampire"), ('z', "zombie")],
    )
    .damaged('V', 3);
    let mut g = g.go();
    g.attack('V', 'z');
    assert_eq!((g.damage('z'), g.damage('V')), (2, 1));
    assert!(!g.marked('z', "retaliation"));
}

#[test]
fn a_vampire_lord_waits_for_the_damage() {
    let g = scene(
        "4 . . z . . . .\n3 . . V . . . .",
        &[('V', "vampire-lord"), ('z', "zombie")],
    )
    .damaged('V', 3);
    let mut g = g.go();
    g.attack('V', 'z');
    assert_eq!(g.damage('z'), 3);
    // 3 damage, 2 by the retaliation, 3 removed; but 5 would have removed it.
    assert!(g.gone('V'), "{}", g.damage('V'));
}

#[test]
fn an_azure_dragon_hits_what_is_behind() {
    let picture = "5 . . s . . . .\n4 . . z . . . .\n3 . . D . . . .";
    let mut g = scene(
        picture,
        &[('D', "azure-dragon"), ('z', "bone-dragon"), ('s', "mummy")],
    )
    .go();
    g.attack('D', 'z');
    // 1 less by the bone dragon.
    assert_eq!(g.damage('z'), 4);
    assert!(g.gone('s'));
    assert!(!g.marked('s', "retaliation"));
}

#[test]
fn a_griffin_retaliates_any_number_of_times() {
    let picture = "4 . . g . . . .\n3 . . Z . . . .";
    let mut g = scene(picture, &[('g', "griffin"), ('Z', "zombie")])
        .marked('g', "retaliation")
        .go();
    g.attack('Z', 'g');
    assert_eq!((g.damage('g'), g.damage('Z')), (2, 2));
}

#[test]
fn a_bastion_guard_cannot_be_shot() {
    let g = scene(
        "4 . . g . . . .\n1 . . A . . . .",
        &[('g', "bastion-guard"), ('A', "archer")],
    )
    .zone(0, "deck", &["bless"]);
    let mut g = g.go();
    g.activate('A');
    let targets = g.asked.iter().filter(|kind| **kind == Kind::Target).count();
    assert_eq!(targets, 1, "only the hero is left");
}

#[test]
fn twenty_damage_on_a_hero_ends_the_game() {
    let mut g = scene("6 . . . G . . .", &[('G', "griffin")])
        .damaged('h', 18)
        .go();
    g.attack('G', 'h');
    assert_eq!(g.s.over, Some(Outcome::Won(0)));
}

// ── Merging, playing ──

#[test]
fn two_of_a_name_become_one() {
    let picture = "4 . . S . . . .\n3 . . T . . . .";
    let g = scene(picture, &[('S', "skeleton"), ('T', "skeleton")])
        .damaged('S', 1)
        .sized('T', 2);
    let mut g = g.go();
    g.say(Kind::Step, Say::Merge("c4"));
    g.activate('T');
    assert_eq!((g.size('S'), g.damage('S')), (3, 1));
    assert!(g.gone('T') && g.marked('S', "activation"));
    assert_eq!(g.zone_of(0, "discard_pile"), ["skeleton"]);
    // The first time that it is increased.
    assert_eq!(g.hand_of(0), 1);
}

#[test]
fn a_unit_is_played_beside_the_hero_or_onto_its_name() {
    let g = scene("4 . . S . . . .", &[('S', "skeleton")]).hand(0, &["skeleton", "skeleton"]);
    let mut g = g.go();
    let unit = g.ix('S');
    g.say(Kind::Way, Say::Opt(Opt::Onto(unit)));
    g.play("skeleton");
    assert_eq!(g.size('S'), 2);
    assert!(g.marked('S', "activation"));
    g.end();
    g.pass();
    g.say(Kind::Way, Say::Opt(Opt::Enter))
        .say(Kind::Space, Say::At("d2"));
    g.play("skeleton");
    let placed =
        g.s.play
            .iter()
            .filter(|card| g.s.card(**card).at == At::Map(10))
            .count();
    assert_eq!(placed, 1);
}

#[test]
fn castle_gate_lets_units_enter_beside_it() {
    let g = scene("", &[])
        .hand(0, &["skeleton"])
        .location(0, 'L', "castle-gate", "b5");
    let mut g = g.go();
    g.say(Kind::Space, Say::At("b6"));
    g.play("skeleton");
    assert!(
        g.s.play
            .iter()
            .any(|card| g.s.card(*card).at == At::Map(36))
    );
}

#[test]
fn gate_chain_makes_units_dearer() {
    let g = scene("", &[])
        .hand(0, &["skeleton"])
        .aside(1, 'G', "gate-chain");
    let mut g = g.go();
    let before = (g.ready(0, "power"), g.ready(0, "defense"));
    g.say(Kind::Space, Say::At("d2"));
    g.play("skeleton");
    assert_eq!(g.ready(0, "defense"), before.1 - 1);
}

#[test]
fn a_clone_is_a_copy_with_a_unit_type() {
    let g = scene("4 . . G . . . .", &[('G', "griffin")]).hand(0, &["clone"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::At("c5"));
    g.play("clone");
    let copy =
        g.s.play
            .iter()
            .copied()
            .find(|card| g.s.card(*card).at == At::Map(30))
            .expect("a copy");
    assert!(g.s.card(copy).copy.is_some());
    g.end();
    g.pass();
    assert!(!g.can(&Opt::Activate(copy)), "it entered with a mark");
    g.pass();
    g.pass();
    // It flies as the griffin does: over its fellow.
    g.say(Kind::Step, Say::Step("c4"))
        .say(Kind::Step, Say::Step("c3"));
    g.act(Opt::Activate(copy));
    assert_eq!(g.s.card(copy).at, At::Map(16));
}

#[test]
fn a_clone_leaves_as_itself() {
    let g = scene("4 . . G . . . .", &[('G', "griffin")])
        .hand(0, &["clone"])
        .hand(1, &["lightning-bolt"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::At("c5"));
    g.play("clone");
    g.end();
    let copy =
        g.s.play
            .iter()
            .copied()
            .find(|card| g.s.card(*card).at == At::Map(30))
            .expect("a copy");
    g.say(Kind::Thing, Say::Opt(Opt::Card(copy)));
    g.play("lightning-bolt");
    assert_eq!(g.zone_of(0, "discard_pile"), ["clone"]);
}

// ── Spells, abilities, artifacts ──

#[test]
fn armor_and_skin_and_bolt() {
    let g = scene("4 . . G . . . .", &[('G', "griffin")])
        .hand(0, &["armorer"])
        .hand(1, &["lightning-bolt"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::It('G'));
    g.play("armorer");
    g.end();
    g.say(Kind::Thing, Say::It('G'));
    g.play("lightning-bolt");
    assert_eq!(g.damage('G'), 1);
}

#[test]
fn guardian_spirit_dies_instead() {
    let g = scene("4 . . S . . . .", &[('S', "skeleton")]).under(0, 'G', "guardian-spirit", 'S');
    let mut g = g.hand(1, &["magic-arrow"]).turn(1).go();
    g.say(Kind::Thing, Say::It('S'));
    g.play("magic-arrow");
    assert!(!g.gone('S') && g.gone('G'));
    assert_eq!((g.size('S'), g.damage('S')), (1, 0));
}

#[test]
fn anti_magic_forbids_targeting() {
    let g = scene("4 . . S . . . .", &[('S', "skeleton")]).under(0, 'A', "anti-magic", 'S');
    let mut g = g.hand(1, &["lightning-bolt", "curse"]).turn(1).go();
    // A curse has nothing to be attached to; a bolt may be played and does nothing.
    assert!(!g.can_play("curse") && g.can_play("lightning-bolt"));
    g.play("lightning-bolt");
    assert_eq!(g.damage('S'), 0);
}

#[test]
fn chain_lightning_strikes_the_first_again() {
    let picture = "5 . . a . . . .\n4 . . b . . . .";
    let mut g = scene(picture, &[('a', "zombie"), ('b', "zombie")])
        .hand(0, &["chain-lightning"])
        .go();
    g.say(Kind::Thing, Say::It('b'))
        .say(Kind::Thing, Say::It('a'));
    g.play("chain-lightning");
    assert_eq!((g.damage('a'), g.damage('b')), (1, 3));
}

#[test]
fn x_cards_are_x_damage() {
    let g = scene("4 . . z . . . .", &[('z', "bone-dragon")])
        .hand(0, &["blood-offering", "blank", "blank", "blank"]);
    let mut g = g.go();
    g.say(Kind::May, Say::Yes)
        .say(Kind::X, Say::Number(2))
        .say(Kind::Thing, Say::Keys(&[0, 1]));
    g.say(Kind::Thing, Say::It('z'));
    g.play("blood-offering");
    assert_eq!((g.damage('z'), g.hand_of(0)), (2, 1));
}

#[test]
fn sacrifice_feeds_another() {
    let g = scene("4 . . S Z . . .", &[('S', "skeleton"), ('Z', "zombie")]).hand(0, &["sacrifice"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::It('S'));
    g.play("sacrifice");
    assert!(g.gone('S'));
    assert_eq!(g.size('Z'), 3);
}

#[test]
fn last_stand_keeps_a_unit_for_the_round() {
    let g = scene("4 . . S . . . .", &[('S', "skeleton")])
        .hand(0, &["last-stand"])
        .hand(1, &["lightning-bolt"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::It('S'));
    g.play("last-stand");
    g.end();
    g.say(Kind::Thing, Say::It('S'));
    g.play("lightning-bolt");
    assert!(!g.gone('S'));
    assert_eq!((g.damage('S'), g.size('S')), (0, 1));
}

#[test]
fn ice_is_divided() {
    let picture = "5 . . a . . . .\n4 . . b . . . .";
    let mut g = scene(picture, &[('a', "zombie"), ('b', "zombie")])
        .hand(0, &["ice-shards"])
        .go();
    g.say(Kind::Thing, Say::Both('a', 'b'));
    g.say(Kind::Divide, Say::It('a'))
        .say(Kind::Divide, Say::It('a'));
    g.play("ice-shards");
    assert_eq!((g.damage('a'), g.damage('b')), (3, 1));
}

#[test]
fn scouting_takes_one_and_puts_the_rest_below() {
    let g = scene("", &[])
        .zone(0, "deck", &["pikeman", "griffin", "archer"])
        .hand(0, &["scouting"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::Named("griffin"));
    g.play("scouting");
    assert_eq!(g.zone_of(0, "hand"), ["griffin"]);
    let deck = g.zone_of(0, "deck");
    assert_eq!(deck.last().map(String::as_str), Some("blank"));
    assert_eq!(deck.len(), 12);
    let mut below = [deck[0].as_str(), deck[1].as_str()];
    below.sort_unstable();
    assert_eq!(below, ["archer", "pikeman"]);
}

#[test]
fn each_player_discards_and_the_opponent_has_none() {
    let g = scene("", &[])
        .hand(0, &["pact-of-shadows", "blank", "blank"])
        .hand(1, &["blank"]);
    let mut g = g.go();
    // A vanguard card is played by other cards alone.
    assert!(g.can_play("pact-of-shadows"));
    g.say(Kind::Thing, Say::Keys(&[0]));
    g.play("pact-of-shadows");
    assert_eq!((g.hand_of(0), g.hand_of(1)), (4, 0));
}

#[test]
fn supply_train_arrives_with_the_next_round() {
    let mut g = scene("", &[])
        .hand(0, &["supply-train"])
        .hand(1, &["blank"])
        .go();
    g.play("supply-train");
    g.end();
    g.pass();
    g.pass();
    // 3 of the round, and 2.
    assert_eq!(g.hand_of(0), 5);
}

#[test]
fn visions_discards_what_was_chosen() {
    let g = scene("", &[])
        .hand(0, &["visions"])
        .hand(1, &["griffin", "archer"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::Named("griffin"));
    g.play("visions");
    assert_eq!(g.zone_of(1, "hand"), ["archer"]);
    assert_eq!(g.zone_of(1, "discard_pile"), ["griffin"]);
}

#[test]
fn a_charm_has_its_charges_and_one_use_a_round() {
    let mut g = scene("", &[]).hand(0, &["charm-of-mana"]).go();
    g.play("charm-of-mana");
    let charm =
        g.s.play
            .iter()
            .copied()
            .find(|card| g.id(*card) == "charm-of-mana")
            .expect("the charm");
    assert_eq!(g.s.tokens.first().map(|tokens| tokens.count), Some(3));
    assert!(g.can(&Opt::Use(charm, 0)));
}

#[test]
fn a_location_is_taken_and_used() {
    let g = scene("", &[]).location(NOBODY, 'L', "dragon-utopia", "d2");
    let mut g = g.go();
    g.say(Kind::Step, Say::Step("d2"))
        .say(Kind::Step, Say::Opt(Opt::Take));
    g.activate('H');
    assert_eq!(g.s.card(g.ix('L')).controller, 0);
    assert_eq!(g.hand_of(0), 2);
}

#[test]
fn marketplace_turns_the_location() {
    let g = scene("", &[])
        .location(0, 'L', "marketplace", "a4")
        .hand(0, &["blank", "griffin"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::Named("blank"));
    g.say(Kind::Thing, Say::First);
    g.use_of('L');
    assert!(g.s.card(g.ix('L')).turned);
    let it = g.ix('L');
    assert!(!g.can(&Opt::Use(it, 0)));
}

#[test]
fn a_walking_dead_comes_back_for_a_card() {
    let g = scene("4 . . W . . . .", &[('W', "walking-dead")])
        .hand(0, &["blank"])
        .hand(1, &["lightning-bolt"]);
    let mut g = g.turn(1).go();
    g.say(Kind::Thing, Say::It('W')).say(Kind::May, Say::Yes);
    g.play("lightning-bolt");
    assert_eq!(g.zone_of(0, "hand"), ["walking-dead"]);
}

#[test]
fn ambush_hits_who_stops_beside_the_hero() {
    let g = scene("3 . . . s . . .", &[('s', "mummy")]).aside(0, 'A', "ambush");
    let mut g = g.turn(1).go();
    g.walk('s', &["d2"]);
    assert_eq!(g.damage('s'), 3);
    assert!(g.gone('A'));
}

#[test]
fn feint_and_riposte_answer_an_attack() {
    let g = scene(
        "4 . . s . . . .\n3 . . G . . . .",
        &[('s', "skeleton"), ('G', "griffin")],
    )
    .aside(0, 'R', "riposte");
    let mut g = g.turn(1).go();
    g.attack('s', 'G');
    assert!(g.gone('s') && g.gone('R'));
    assert_eq!(g.damage('G'), 0);
}

#[test]
fn magic_mirror_negates_and_the_cost_stays_paid() {
    let g = scene("4 . . G . . . .", &[('G', "griffin")])
        .aside(0, 'M', "magic-mirror")
        .hand(1, &["armageddon"]);
    let mut g = g.turn(1).go();
    g.play("armageddon");
    assert_eq!(g.damage('G'), 0);
    assert_eq!(g.ready(1, "power"), 4);
    assert_eq!(g.zone_of(1, "discard_pile"), ["armageddon"]);
}

#[test]
fn wisdom_makes_the_next_spell_cheaper() {
    let mut g = scene("4 . . . z . . .", &[('z', "bone-dragon")])
        .hand(0, &["wisdom", "lightning-bolt", "lightning-bolt"])
        .go();
    g.play("wisdom");
    g.end();
    g.pass();
    g.say(Kind::Thing, Say::It('z'));
    g.play("lightning-bolt");
    assert_eq!(g.ready(0, "power"), 8);
    g.end();
    g.say(Kind::Thing, Say::It('z'));
    g.play("lightning-bolt");
    assert_eq!(g.ready(0, "power"), 6);
}

#[test]
fn statistics_of_any_type_pay_power_with_the_hat() {
    let g = scene("4 . . . z . . .", &[('z', "zombie")])
        .aside(0, 'S', "spellbinders-hat")
        .hand(0, &["magic-arrow"]);
    let mut g = g.with_statistics(1);
    g.say(Kind::Payment, Say::First)
        .say(Kind::Thing, Say::It('z'));
    g.play("magic-arrow");
    assert_eq!(g.damage('z'), 2);
    let ready: usize = ["attack", "defense", "power", "knowledge"]
        .iter()
        .map(|id| g.ready(0, id))
        .sum();
    assert_eq!(ready, 3);
}

#[test]
fn a_marksman_shoots_twice_in_place_of_its_activation() {
    let picture = "4 . . z . . . .\n3 . . . . . . .\n2 . . M . . . .";
    let g = scene(picture, &[('M', "marksman"), ('z', "bone-dragon")]);
    let mut g = g.go();
    g.say(Kind::Instead, Say::Keys(&[1]));
    g.activate('M');
    assert_eq!(g.damage('z'), 4);
}

#[test]
fn death_ripple_repeats_for_each_undead() {
    let picture = "5 . . c . . . .\n1 S T . . . . .";
    let mut g = scene(
        picture,
        &[('S', "skeleton"), ('T', "zombie"), ('c', "cavalier")],
    )
    .hand(0, &["death-ripple"])
    .go();
    g.play("death-ripple");
    assert_eq!(g.damage('c'), 2);
}

#[test]
fn troll_and_boar_and_behemoth() {
    let picture = "4 . . b . . . .\n3 . . B . . . .";
    let g = scene(picture, &[('b', "boar"), ('B', "behemoth")]).damaged('B', 3);
    let mut g = g.go();
    g.attack('B', 'b');
    // 2 and its damage; the boar deals 2 at the same moment.
    assert!(g.gone('b'));
    assert_eq!(g.damage('B'), 5);
}
