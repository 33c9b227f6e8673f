//! The phrases that only outlines have, with the slots of their entries. In texts they are empty.

use super::phrases::{ENTRIES, entries};

entries! {
    OUTLINE_ENTRIES from ENTRIES.len();

    // Lines.
    waits_until(event);
    attached_until_removed(to);
    attached_until_it_leaves(to);
    placed_aside();
    in_turn();
    all_at_once();
    if_so(condition);
    if_not_so();
    if_not_so_nothing();
    as_long_as(condition);
    except_while(condition);
    unless_now(condition);
    may_prevent(who);
    if_not_paid();
    if_not_all_paid();
    may_do(who);
    may_pay_whole(who);
    if_paid();
    if_not_done();
    if_not_done_nothing();
    if_not_done_as_before();
    watched(occasion);
    each_time_before(event);
    each_time_right_after(event);
    each_time_after(event);
    first_time_in_round(event);
    each_round(moment);
    limited_in_round(times);
    limited_in_game(times);
    limited_in(times, period);
    in_part(number);
    rung_from(by, at);
    doubled_for(noun);
    each_time_at(moment);
    once();
    several_times(number);
    later(moment);
    in_place(event);
    either_of(choice);
    again_for_each(noun);
    again_so_many_times(number);
    choose_of(who, number, many, order);
    from_to(first, last);
    in_this_order();
    choice(number);
    gains(clause);
    this_ability();
    these_abilities(number);

    // Who chooses.
    chooses(who);
    in_a_tie(choice);
    fewer_if_fewer_fit();
    or_none();
    notes(first, last);
    noted(noun, notes);
    each_player_in_turn();
    both_players_in_turn();
    that_player();

    // How many, and which.
    computed(number);
    any_x(x, choice);
    any(noun);
    whichever(noun);
    nested(noun);
    other_than(excluded);
    itself();
    this_card();
    what_gained_this();
    both_of_the_attack();
    any_chosen_before();

    // References.
    origin(noun, how, step, which);
    named_before();
    was_chosen();
    was_chosen_by(who);
    picked_at_random();
    was_found();
    found_there();
    about_event();
    whose_turn();
    taken_from_end(end, zone);
    cards_of(zone);
    in_this_step();
    in_heading();
    in_step(step);
    number_of_several(number, many);
    the_first(noun);
    the_rest_of(many);
    gained_this(noun);

    // Verbs and times.
    with_every_attack();
    each_time_it_deals();
    from_anything();
    at_cost(like);
    that_or_this_way();
    while_there();
    while_gained();
}
