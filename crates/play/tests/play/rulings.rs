//! One test for each ruling on a question that the rulebook leaves open, with the number of the question. Each fails
//! under another reading.

use cardwright_play::bot::{self, Bot};
use cardwright_play::position::NOBODY;
use cardwright_play::state::At;
use cardwright_play::{EvKind, Kind, Opt, Outcome, Table, Who};

use crate::scene::{INPUT, Say, Scene, TABLE, scene, space};

fn steps(g: &Scene) -> Vec<Opt> {
    g.choice().options.clone()
}

/// 2. Units of different owners do not merge.
#[test]
fn a_unit_of_the_opponent_under_my_control_merges_with_none_of_mine() {
    let picture = "4 . . s . . . .\n3 . . S . . . .";
    let g = scene(picture, &[('s', "skeleton"), ('S', "skeleton")])
        .with('s', |card| card.controller = 0);
    let mut g = g.go();
    let unit = g.ix('S');
    g.start(Opt::Activate(unit));
    assert_eq!(g.choice().kind, Kind::Step);
    assert!(!steps(&g).contains(&Opt::Merge(23)), "{:?}", steps(&g));
}

/// 2. Whether the merged unit is a copy follows the card that stays, and the player chooses it.
#[test]
fn which_of_a_copy_and_a_unit_stays_is_chosen() {
    for copy_stays in [true, false] {
        let picture = "4 . . S . . . .\n3 . . T . . . .";
        let g = scene(picture, &[('S', "skeleton"), ('T', "skeleton")]);
        let mut g = g.hand(0, &["clone", "sacrifice"]).go();
        g.say(Kind::Thing, Say::At("d4"));
        g.play("clone");
        let on = |g: &Scene, at: &str| {
            let here = |card: &&u16| g.s.card(**card).at == At::Map(space(at));
            g.s.play.iter().find(here).copied().expect("a card")
        };
        let copy = on(&g, "d4");
        let unit = g.ix('T');
        g.end();
        g.pass();
        let stays = if copy_stays { copy } else { unit };
        g.say(Kind::Step, Say::Step("d3"))
            .say(Kind::Step, Say::Merge("d4"));
        g.say(Kind::Merge, Say::Opt(Opt::Card(stays)));
        g.activate('T');
        assert_eq!(on(&g, "d4"), stays);
        // The other card is in the discard pile, as itself.
        let top = g.zone_of(0, "discard_pile").pop();
        let other = if copy_stays { "skeleton" } else { "clone" };
        assert_eq!(top.as_deref(), Some(other));
        assert_eq!(g.s.card(stays).copy.is_some(), copy_stays);
        assert_eq!(g.s.card(stays).size, 1);
    }
}

/// 3. A copy has all that is printed: it flies, and its attack is that of the unit.
#[test]
fn a_copy_has_the_type_of_the_unit() {
    let g = scene("4 . . A . . . .", &[('A', "archer")]).hand(0, &["clone"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::At("c5"));
    g.play("clone");
    let copy =
        g.s.play
            .iter()
            .copied()
            .find(|card| g.s.card(*card).at == At::Map(30))
            .expect("a copy");
    let seen = TABLE.view(&g.s, 0);
    let it = seen
        .play
        .iter()
        .find(|card| card.card == Some(copy))
        .expect("the copy");
    assert_eq!(it.id.as_deref(), Some("archer"));
}

/// 4. Uses are left after another action, but none after passing.
#[test]
fn passing_ends_the_turn() {
    let start = || {
        scene("4 . . S . . . .", &[('S', "zombie")])
            .aside(0, 'E', "engine-of-mana")
            .go()
    };
    let mut g = start();
    let can_use = Opt::Use(g.ix('E'), 0);
    assert!(g.can(&can_use));
    g.activate('S');
    assert!(g.can(&can_use) && g.choice().who == Who::Player(0));
    let mut g = start();
    g.pass();
    assert_eq!(g.choice().who, Who::Player(1));
}

/// 5. Two cards stand in only where no matching card is ready.
#[test]
fn a_matching_card_is_spent_before_two_others() {
    let g = scene("4 . . . z . . .", &[('z', "zombie")]).hand(0, &["magic-arrow", "magic-arrow"]);
    let mut g = g.with_statistics(1);
    g.say(Kind::Thing, Say::It('z'));
    g.play("magic-arrow");
    assert_eq!(g.ready(0, "power"), 0);
    assert!(!g.asked.contains(&Kind::Payment));
    g.end();
    g.pass();
    // Now any two of the other three.
    g.say(Kind::Payment, Say::First)
        .say(Kind::Thing, Say::It('z'));
    g.play("magic-arrow");
    let left: usize = ["attack", "defense", "knowledge"]
        .iter()
        .map(|id| g.ready(0, id))
        .sum();
    assert_eq!(left, 1);
}

/// 6. Three quiet rounds in a row end the game.
#[test]
fn quiet_rounds_are_a_draw() {
    let mut g = scene("4 . . S . . . s", &[('S', "skeleton"), ('s', "skeleton")]).go();
    // Cards are drawn as long as there are any.
    let mut rounds = 0;
    while g.s.over.is_none() {
        g.pass();
        rounds = g.s.round;
        assert!(rounds < 20);
    }
    assert_eq!(g.s.over, Some(Outcome::Draw));
    // 10 cards are drawn in 4 rounds from round 3 on; then 3 quiet ones.
    assert_eq!(rounds, 9);
}

/// 7. What an event is the doing of: my Undertow is not the opponent's doing, the attack of an enemy unit is.
#[test]
fn a_reaction_waits_for_the_doing_of_the_opponent() {
    let g = scene("4 . . . s . . .", &[('s', "bone-dragon")])
        .aside(0, 'A', "ambush")
        .hand(0, &["undertow"]);
    let mut g = g.go();
    g.say(Kind::Step, Say::Step("d3"))
        .say(Kind::Step, Say::Step("d2"));
    g.play("undertow");
    assert!(!g.gone('A') && g.damage('s') == 0);
    let picture = "4 . . a b . . .";
    let g = scene(picture, &[('a', "bone-dragon"), ('b', "mummy")])
        .aside(0, 'R', "riposte")
        .hand(0, &["berserk"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::It('a'))
        .say(Kind::Thing, Say::It('b'));
    g.play("berserk");
    assert!(g.gone('R'));
}

/// 7. A discard is the doing of the player who discards.
#[test]
fn scavengers_see_what_my_card_makes_the_opponent_discard() {
    let g = scene("", &[])
        .aside(0, 'S', "scavengers")
        .hand(0, &["intercepted-letters"])
        .hand(1, &["blank"]);
    let mut g = g.go();
    g.play("intercepted-letters");
    assert_eq!(g.hand_of(1), 0);
    assert_eq!(g.hand_of(0), 2);
}

/// 7. Damage of an attack is the doing of the attacker's controller: no Stone Skin against my own unit.
#[test]
fn a_fight_within_one_side_is_nobodys_but_its_own() {
    let g =
        scene("4 . . A B . . .", &[('A', "griffin"), ('B', "mummy")]).aside(0, 'S', "stone-skin");
    let mut g = g.hand(1, &["berserk"]).turn(1).go();
    g.say(Kind::Thing, Say::It('A'))
        .say(Kind::Thing, Say::It('B'));
    g.play("berserk");
    assert!(!g.gone('S'));
    assert_eq!(g.damage('B'), 2);
}

/// 8. No space is entered twice in one movement.
#[test]
fn a_path_does_not_come_back() {
    let mut g = scene("4 . . C . . . .", &[('C', "cavalier")]).go();
    let unit = g.ix('C');
    g.start(Opt::Activate(unit));
    g.tell(Opt::Step(24));
    assert!(!steps(&g).contains(&Opt::Step(23)));
    assert!(steps(&g).contains(&Opt::Stop));
}

/// 8. Each step is a choice: who steps on a mine may stop.
#[test]
fn one_may_stop_after_what_a_step_caused() {
    let g = scene("5 . . . s . . .", &[('s', "mummy")])
        .aside(0, 'M', "land-mine")
        .tokens("d4", "mine", 1);
    let mut g = g.turn(1).go();
    let unit = g.ix('s');
    g.start(Opt::Activate(unit));
    g.tell(Opt::Step(24));
    assert_eq!(g.damage('s'), 2);
    assert!(steps(&g).contains(&Opt::Stop) && steps(&g).contains(&Opt::Step(17)));
}

/// 8. The decision to move comes before `moves`, and stopping comes last.
#[test]
fn caltrops_come_before_the_first_step() {
    let g = scene("5 . . . s . . .", &[('s', "skeleton")]).aside(0, 'C', "caltrops");
    let mut g = g.turn(1).go();
    g.say(Kind::Step, Say::Step("d4"));
    g.activate('s');
    assert!(g.gone('s'));
    assert_eq!(
        (g.times(EvKind::Moves, 's'), g.times(EvKind::Enters, 's')),
        (1, 0)
    );
    // Who does not move meets none.
    let g = scene("5 . . . s . . .", &[('s', "skeleton")]).aside(0, 'C', "caltrops");
    let mut g = g.turn(1).go();
    g.activate('s');
    assert!(!g.gone('s') && !g.gone('C'));
}

/// 9. Entering and merging are one moment: the mine hits the merged unit.
#[test]
fn a_mine_hits_the_merged_unit() {
    let picture = "5 . . . t . . .\n4 . . . s . . .";
    let g = scene(picture, &[('s', "skeleton"), ('t', "skeleton")]).aside(0, 'M', "land-mine");
    let mut g = g.tokens("d4", "mine", 1).turn(1).go();
    g.say(Kind::Step, Say::Merge("d4"));
    g.activate('t');
    // Size 2 of 2 hit points each: the 2 damage take one.
    assert_eq!((g.size('s'), g.damage('s')), (1, 0));
    // Nothing was removed before it merged: the merged unit has the mark of the one that moved.
    assert!(g.marked('s', "activation") && g.gone('t'));
}

/// 10. Triggers come before shields.
#[test]
fn stone_skin_comes_before_the_armorer() {
    let g = scene("4 . . . M . . .", &[('M', "bone-dragon")]).aside(0, 'S', "stone-skin");
    let mut g = g
        .hand(0, &["armorer"])
        .hand(1, &["lightning-bolt", "lightning-bolt"])
        .go();
    g.say(Kind::Thing, Say::It('M'));
    g.play("armorer");
    g.end();
    g.say(Kind::Thing, Say::It('M'));
    g.play("lightning-bolt");
    assert!(g.gone('S') && g.damage('M') == 0);
    g.end();
    g.pass();
    // The shield has 1 left.
    g.say(Kind::Thing, Say::It('M'));
    g.play("lightning-bolt");
    assert_eq!(g.damage('M'), 3);
}

/// 11. Several units that would leave at one moment are asked in the order of their player: one cloak saves the first.
#[test]
fn one_cloak_saves_the_unit_that_is_asked_first() {
    for (saved, lost) in [('S', 'Z'), ('Z', 'S')] {
        let g = scene("4 . . S Z . . .", &[('S', "skeleton"), ('Z', "zombie")]).damaged('Z', 2);
        let g = g
            .aside(0, 'C', "cloak-of-the-undead-king")
            .hand(1, &["armageddon"]);
        let mut g = g.turn(1).go();
        g.say(Kind::Next, Say::It(saved)).say(Kind::May, Say::Yes);
        g.play("armageddon");
        assert!(g.gone(lost) && !g.gone(saved) && g.gone('C'));
        assert_eq!(g.damage(saved), 0);
    }
}

/// 11. What is declined for the first is asked again for the next.
#[test]
fn a_cloak_that_is_declined_is_offered_for_the_next() {
    let g = scene("4 . . S Z . . .", &[('S', "skeleton"), ('Z', "zombie")]).damaged('Z', 2);
    let g = g
        .aside(0, 'C', "cloak-of-the-undead-king")
        .hand(1, &["armageddon"]);
    let mut g = g.turn(1).go();
    g.say(Kind::Next, Say::It('S'));
    g.say(Kind::May, Say::No).say(Kind::May, Say::Yes);
    g.play("armageddon");
    assert!(g.gone('S') && !g.gone('Z') && g.gone('C'));
}

/// 12. In a fight within one side a card boosts one of the two, and each has one.
#[test]
fn a_card_boosts_the_unit_for_which_it_is_laid() {
    // First for the target, then for the attacker. Without a boost, the target takes 4, and the attacker takes 4; 5 would
    // be its hit points.
    let (none, pikeman) = (|| Say::Nothing, || Say::Named("pikeman"));
    for (says, target, attacker) in [
        ([none(), pikeman()], 5, (2, 4)),
        ([pikeman(), none()], 4, (1, 0)),
    ] {
        let g = scene("4 . . A B . . .", &[('A', "zombie"), ('B', "bone-dragon")]);
        let mut g = g
            .hand(0, &["pikeman", "archer"])
            .hand(1, &["berserk"])
            .sized('A', 2)
            .turn(1)
            .go();
        g.say(Kind::Thing, Say::It('A'))
            .say(Kind::Thing, Say::It('B'));
        for say in says {
            g.say(Kind::Boost, say);
        }
        g.play("berserk");
        assert_eq!(g.damage('B'), target);
        assert_eq!((g.size('A'), g.damage('A')), attacker);
    }
}

/// 12. No unit attacks itself.
#[test]
fn a_pikeman_does_not_redirect_its_own_attack_to_itself() {
    let g = scene("4 . . P B . . .", &[('P', "pikeman"), ('B', "mummy")]).hand(1, &["berserk"]);
    let mut g = g.turn(1).go();
    g.say(Kind::Thing, Say::It('P')).say(Kind::May, Say::Yes);
    g.play("berserk");
    assert_eq!((g.damage('B'), g.damage('P')), (1, 2));
}

/// 13. An attack that ends early was an attack: what asks for it is met.
#[test]
fn a_hero_was_attacked_even_if_the_attacker_died() {
    let g = scene("2 . . . s . . .", &[('s', "skeleton")])
        .aside(0, 'R', "riposte")
        .hand(0, &["settled-score"]);
    let mut g = g.turn(1).go();
    g.attack('s', 'H');
    assert!(g.gone('s') && g.damage('H') == 0);
    g.end();
    // It is met, so no card is drawn; and no enemy unit is left to be hit.
    g.play("settled-score");
    assert_eq!(g.hand_of(0), 0);
}

/// 14. A card that is laid as a statistic card is not played.
#[test]
fn laying_a_card_is_no_playing() {
    let g = scene("", &[])
        .hand(0, &["interference"])
        .hand(1, &["lightning-bolt"])
        .aside(0, 'M', "magic-mirror");
    let mut g = g.go();
    g.play("interference");
    g.end();
    assert!(!g.can_play("lightning-bolt"));
    g.lay("lightning-bolt", 2);
    assert!(!g.gone('M'));
    assert_eq!(
        g.zone_of(1, "statistics")
            .iter()
            .filter(|id| *id == "lightning-bolt")
            .count(),
        1
    );
}

/// 15. What another player draws triggers only what asks nothing of it.
#[test]
fn a_lens_does_not_see_what_the_opponent_draws() {
    let g = scene("4 . . S . . . .", &[('S', "zombie")])
        .damaged('S', 1)
        .aside(0, 'L', "seers-lens");
    let mut g = g
        .zone(1, "deck", &["bless", "bless"])
        .hand(1, &["recruiting-drive"])
        .turn(1)
        .go();
    g.play("recruiting-drive");
    assert_eq!(g.damage('S'), 1);
    let g = scene("4 . . S . . . .", &[('S', "zombie")])
        .damaged('S', 1)
        .aside(0, 'L', "seers-lens");
    let mut g = g
        .zone(0, "deck", &["bless", "bless"])
        .hand(0, &["supply-line"])
        .go();
    g.say(Kind::Thing, Say::First);
    g.play("supply-line");
    assert_eq!(g.damage('S'), 0);
}

/// 16. Two cards that ask each other: each reads the other's number without standing changes.
#[test]
fn numbers_that_ask_for_themselves_are_read_without_standing_changes() {
    let picture = "4 . . s . . . .\n3 . . S . . . .";
    let mut g = scene(picture, &[('S', "shy"), ('s', "shy")]).go();
    g.attack('S', 's');
    assert_eq!((g.damage('s'), g.damage('S')), (2, 2));
}

/// 16. A standing `become` asks for the printed field.
#[test]
fn ground_units_that_become_flying_are_flying() {
    let picture = "5 . . . . . . .\n4 . . s . . . .\n3 . . S . . . .";
    let g = scene(picture, &[('S', "recruit"), ('s', "mummy")]).aside(0, 'B', "shifting-banner");
    let mut g = g.go();
    g.walk('S', &["c4", "c5"]);
    assert!(g.is_at('S', "c5"));
}

/// 17. The first time of a round is remembered for cards that came later.
#[test]
fn a_first_time_before_the_card_came_counts() {
    let g = scene("4 . . . z . . .", &[('z', "bone-dragon")])
        .hand(0, &["magic-arrow", "tally", "magic-arrow"]);
    let mut g = g.go();
    g.say(Kind::Thing, Say::It('z'));
    g.play("magic-arrow");
    g.end();
    g.pass();
    g.play("tally");
    g.end();
    g.say(Kind::Thing, Say::It('z'));
    g.play("magic-arrow");
    assert_eq!((g.damage('z'), g.hand_of(0)), (4, 0));
}

/// 17. Of several events of one moment none is the first: the controller picks the one that triggers.
#[test]
fn the_first_of_two_targets_is_picked() {
    for (key, more) in [(0, [2, 2]), (1, [1, 3])] {
        let g = scene("4 . . S Z . . .", &[('S', "skeleton"), ('Z', "zombie")]);
        let mut g = g.aside(0, 'B', "watch-bell").hand(0, &["twin-sparks"]).go();
        g.say(Kind::Thing, Say::Both('S', 'Z'));
        g.say(Kind::Trigger, Say::Keys(if key == 0 { &[0] } else { &[1] }));
        g.play("twin-sparks");
        let attack = |of| {
            TABLE
                .account(&g.s, g.ix(of), "attack")
                .expect("a number")
                .now
        };
        assert_eq!([attack('S'), attack('Z')], more);
    }
}

/// A change that no longer holds does not count in the decrease of the same check.
#[test]
fn what_no_longer_holds_ends_before_units_are_decreased() {
    let g = scene("4 . . S . . . .", &[('S', "skeleton")]).sized('S', 2);
    let mut g = g.hand(0, &["brittle-armor"]).go();
    g.say(Kind::Thing, Say::It('S'));
    g.play("brittle-armor");
    assert_eq!((g.size('S'), g.damage('S')), (1, 1));
}

/// 18. Attaching a card to where it lies does nothing, and is a use.
#[test]
fn a_gladius_stays_where_it_is() {
    let g = scene("4 . . S . . . .", &[('S', "zombie")]).under(0, 'G', "titans-gladius", 'S');
    let mut g = g.aside(0, 'P', "pendant-of-dispassion").go();
    g.use_of('G');
    assert_eq!(g.hand_of(0), 0, "it was not attached");
    assert!(g.s.card(g.ix('G')).turned);
}

/// 19. One check is one decrease, whatever it takes.
#[test]
fn a_check_that_takes_two_is_one_decrease() {
    let g = scene("4 . . . s . . .", &[('s', "skeleton")])
        .sized('s', 3)
        .aside(0, 'L', "ledger");
    let mut g = g.hand(0, &["lightning-bolt"]).go();
    g.play("lightning-bolt");
    assert_eq!((g.size('s'), g.hand_of(0)), (1, 1));
    // A unit that is saved at size 1 lost nothing.
    let g = scene("4 . . . s . . .", &[('s', "skeleton")])
        .under(1, 'G', "guardian-spirit", 's')
        .aside(0, 'L', "ledger");
    let mut g = g.hand(0, &["magic-arrow"]).go();
    g.say(Kind::Thing, Say::It('s'));
    g.play("magic-arrow");
    assert_eq!((g.gone('s'), g.hand_of(0)), (false, 0));
}

/// 20. Printed abilities resolve before gained ones: nothing is in the hand yet that could be discarded.
#[test]
fn printed_abilities_come_before_gained_ones() {
    let g = scene(
        "4 . . K z . . .",
        &[('K', "black-knight"), ('z', "behemoth")],
    );
    let mut g = g.aside(0, 'D', "drum-of-news").go();
    g.attack('K', 'z');
    assert!(!g.asked.contains(&Kind::May));
    assert_eq!((g.damage('z'), g.hand_of(0)), (3, 1));
}

/// 20. Of gained ones, the oldest resolves first.
#[test]
fn the_oldest_gained_ability_comes_first() {
    for (older, newer, hand) in [
        ("drum-of-news", "drum-of-trade", 2),
        ("drum-of-trade", "drum-of-news", 1),
    ] {
        let g = scene("4 . . G z . . .", &[('G', "griffin"), ('z', "behemoth")]);
        let mut g = g.aside(0, 'D', older).aside(0, 'E', newer).go();
        if hand == 2 {
            g.say(Kind::May, Say::Yes);
        }
        g.attack('G', 'z');
        assert_eq!(g.hand_of(0), hand, "{older} first");
    }
}

/// 21. A card laid as no certain statistic: the acting player chooses the stack.
#[test]
fn the_stack_of_a_laid_card_is_chosen() {
    let mut g = scene("", &[]).hand(0, &["spare", "griffin"]).go();
    g.say(Kind::Stack, Say::Number(1));
    g.play("spare");
    assert_eq!(
        g.zone_of(0, "statistics").last().map(String::as_str),
        Some("griffin")
    );
}

/// 22. An option without a limit is used once before the action of a turn, and once after it.
#[test]
fn an_option_is_not_used_twice_in_a_row() {
    let g = scene("4 . . S . . . .", &[('S', "zombie")]).aside(0, 'E', "engine-of-mana");
    let mut g = g.go();
    g.say(Kind::Thing, Say::First);
    g.use_of('E');
    let engine = g.ix('E');
    assert!(!g.can(&Opt::Use(engine, 0)));
    g.activate('S');
    assert!(g.can(&Opt::Use(engine, 0)));
}

/// 23. A played unit whose space is taken meanwhile gets another one.
#[test]
fn a_played_unit_finds_another_space() {
    let g = scene("4 . . . . . . S", &[('S', "zombie")])
        .aside(0, 'U', "usurper")
        .hand(1, &["skeleton"]);
    let mut g = g.turn(1).go();
    g.say(Kind::Space, Say::At("d6"))
        .say(Kind::Thing, Say::At("d6"))
        .say(Kind::Space, Say::At("c7"));
    g.play("skeleton");
    assert!(g.is_at('S', "d6"));
    assert!(
        g.s.play
            .iter()
            .any(|card| g.s.card(*card).at == At::Map(44))
    );
}

/// 24. The first player discards and draws first, and the other sees it.
#[test]
fn the_first_player_discards_first() {
    let mut g = scene("", &[]).hand(0, &["blank"]).hand(1, &["blank"]).go();
    g.pass();
    let pass = Opt::Pass;
    g.start(pass);
    // Player 0 passed first.
    assert_eq!(
        (g.choice().kind, g.choice().who),
        (Kind::Discard, Who::Player(0))
    );
}

/// 25. The engine knows no word of a game: with other words, the same game is played.
#[test]
fn other_words_are_the_same_game() {
    let mut text = serde_json::to_string(&*INPUT).expect("JSON");
    for word in [
        "on_activation",
        "as_an_activation",
        "on_attack",
        "on_retaliate",
        "instant",
        "hit_points",
        "hand_limit",
        "discard_pile",
        "ground",
        "flying",
        "ranged",
    ] {
        let before = format!("\"{word}\"");
        assert!(text.contains(&before), "{word}");
        text = text.replace(&before, &format!("\"{word}_in_other_words\""));
    }
    let table = Table::new(&serde_json::from_str(&text).expect("an input")).expect("a table");
    for seed in 1..=3 {
        let play = |table: &Table| {
            let sets = [&table.sets[0], &table.sets[1]];
            let (state, played) = bot::play(
                table,
                sets,
                [Bot::Random; 2],
                seed,
                20_000,
                &mut |_, _, _| {},
            );
            (state.over, state.round, played.choices)
        };
        assert_eq!(play(&table), play(&TABLE), "seed {seed}");
    }
}

/// 26. The unit is found before the card on it, whatever the slots: only its cards are offered.
#[test]
fn a_unit_is_chosen_before_the_card_on_it() {
    let g = scene("4 . . z y . . .", &[('z', "zombie"), ('y', "skeleton")]);
    let g = g
        .under(0, 'C', "curse", 'z')
        .under(0, 'S', "air-shield", 'z')
        .under(0, 'D', "curse", 'y');
    let mut g = g.hand(0, &["dispel"]).go();
    let dispel = g.zone_card(0, "hand", "dispel");
    g.start(Opt::Play(dispel));
    g.tell(Opt::Number(1));
    assert_eq!(
        g.choice().options,
        [Opt::Card(g.ix('z')), Opt::Card(g.ix('y'))]
    );
    g.tell(Opt::Card(g.ix('z')));
    assert_eq!(
        g.choice().options,
        [Opt::Card(g.ix('C')), Opt::Card(g.ix('S'))]
    );
}

/// 27. What a card costs is asked as if it were being played: an engine does not offer what cannot be paid.
#[test]
fn a_card_that_would_be_too_dear_is_not_offered() {
    let offered = |chain: bool| {
        let mut g = scene("", &[])
            .hand(0, &["skeleton"])
            .zone(0, "statistics", &["attack"]);
        if chain {
            g = g.aside(1, 'G', "gate-chain");
        }
        g.with_statistics(0).can_play("skeleton")
    };
    assert!(offered(false));
    assert!(!offered(true));
}

/// 27. Costs and places of a card that might be played are asked as if it were being played.
#[test]
fn a_place_of_a_card_that_might_be_played_is_offered() {
    let picture = "2 . . . s . . .\n1 . . s H s . .";
    let picture = picture.replace('s', "x").to_uppercase();
    let g = scene(&picture, &[('X', "zombie"), ('H', "leader")]).hand(0, &["skeleton"]);
    let g = g.location(0, 'L', "castle-gate", "b5");
    let g = g.go();
    assert!(g.can_play("skeleton"));
    let g = scene(&picture, &[('X', "zombie"), ('H', "leader")])
        .hand(0, &["skeleton"])
        .go();
    assert!(!g.can_play("skeleton"));
}

/// What is said of things that are not there yet is asked at the time of use.
#[test]
fn spells_that_are_played_later_deal_more() {
    let g = scene("4 . . . z . . .", &[('z', "bone-dragon")]).hand(0, &["ward", "magic-arrow"]);
    let mut g = g.go();
    g.play("ward");
    g.end();
    g.pass();
    g.say(Kind::Thing, Say::It('z'));
    g.play("magic-arrow");
    assert_eq!(g.damage('z'), 3);
}

/// A face-down location is seen by neither player.
#[test]
fn a_view_hides_hands_decks_and_face_down_cards() {
    let g = scene("", &[])
        .hand(0, &["griffin"])
        .hand(1, &["archer"])
        .location(NOBODY, 'L', "temple", "a4");
    let g = g.go();
    let seen = TABLE.view(&g.s, 1);
    let names: Vec<&str> = seen
        .zones
        .iter()
        .flat_map(|(.., cards)| cards)
        .filter_map(|card| card.id.as_deref())
        .collect();
    assert!(names.contains(&"archer") && !names.contains(&"griffin") && !names.contains(&"blank"));
    assert!(
        seen.play
            .iter()
            .all(|card| card.id.as_deref() != Some("temple"))
    );
    assert!(seen.choice.is_none());
}
