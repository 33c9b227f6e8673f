//! The phrases that the printer builds, with the slots of their entries.
//!
//! Each is a method of [`Words`](super::Words); its English form is in the list. The phrase in the slot `like` is
//! printed elsewhere; the words only agree with it.

/// Declares entries as methods of `Words`, and their table. `from` is the number of entries in earlier tables.
macro_rules! entries {
    ($table:ident from $first:expr; $($key:ident($($slot:ident),*);)*) => {
        #[allow(non_camel_case_types)] // The names are those of the methods.
        enum PhraseId {
            $($key,)*
        }

        const FIRST: usize = $first;

        /// All entries with their slots.
        pub(super) const $table: &[(&str, &[&str])] = &[
            $((stringify!($key), &[$(stringify!($slot)),*]),)*
        ];

        // A noun phrase can have many parts, and an entry may be called `from_…`.
        #[allow(clippy::too_many_arguments, clippy::wrong_self_convention)]
        impl crate::words::Words {
            $(
                pub(crate) fn $key(
                    &self, $($slot: impl Into<crate::words::Phrase>),*
                ) -> crate::words::Phrase {
                    self.say(FIRST + PhraseId::$key as usize, &[$($slot.into()),*])
                }
            )*
        }
    };
}

pub(super) use entries;

entries! {
    ENTRIES from 0;

    // Abilities and sentences.
    heading(name);
    heading_when(name, event);
    heading_attach(name, to);
    heading_aside(name);
    beside(first, last);
    sentence(clause);
    led(lead, clause);
    granted(text);

    // Beginnings of sentences, and conjunctions.
    when(event);
    after(event);
    first_time(event);
    at_start_of_round();
    at_end_of_round();
    at_start_of_next_round();
    once_per_round();
    once_per_game();
    twice_per_round();
    twice_per_game();
    times_per_round(number);
    times_per_game(number);
    at_start_of(period);
    at_start_of_a(period);
    at_start_of_your(period);
    at_end_of_a(period);
    at_end_of_your(period);
    at_end_of(period);
    at_start_of_next(period);
    once_per(period);
    twice_per(period);
    times_per(number, period);
    part();
    doubled(noun);
    the_named(noun);
    rung(before, by, at, text);
    if_you_do();
    if_they_do();
    in_case(condition);
    otherwise();
    for_as_long(condition);
    for_each(noun);
    so_many_times(number);
    instead(event, clause);
    choose_modes(who, number);
    mode(before, text);
    clause(subject, predicate, tail, time);
    then(first, last);
    may(who, clause);
    may_pay(who, cost, clause);
    have(clause);
    unless(clause, condition);
    comma(first, last);
    and(first, last);
    or(first, last);
    not();

    // Times.
    until_end_of_attack();
    until_end_of_activation();
    until_end_of_turn();
    until_end_of_round();
    until_end_of(period);
    until_end_of_next(period);
    for_periods(number, periods);
    this_activation();
    this_turn();
    this_round();
    until_your_next_turn();
    rest_of_game();
    while_so(condition);

    // Players.
    you();
    your_opponent();
    each_player();
    each_player_not();
    your(noun);
    opponents(noun);
    each_players(noun);
    owners(like, noun);
    their(noun);

    // Nouns.
    card(like);
    space(like);
    unit(like);
    hero(like);
    attack(like);
    target(like);
    attacker(like);
    rest(like);
    named(noun);
    implied(like);
    starred(noun);

    // Known things.
    this(noun);
    that(noun);
    the(noun);
    the_enemy(noun);
    attached(noun);
    chosen(noun);
    first_chosen(noun);
    it(like);
    them(like);
    found(like);

    // Quantities.
    a(noun);
    bare(noun);
    kinds(noun);
    so_many(noun);
    another(noun);
    a_number_of(noun);
    random(noun);
    a_random_one_of(many);
    number_from(noun, end, zone, number);
    a_random(noun);
    some_random(count, noun);
    each(noun);
    each_not(noun);
    each_of(noun);
    one();
    of_those(many);
    one_of(many);
    some_of(count, many);
    up_to(count);
    any_number_of(noun);
    counted(count, noun);
    exactly(count, noun);
    no(noun);
    stack_card(end, noun);
    stack_cards(end, count, noun);
    of_zone(noun, zone);
    of_pile(noun, pile);

    // Descriptions.
    noun_phrase(
        next, other, nearest, adjacent, side, state, traits, fields, names, noun, whose, having,
        superlative, zone, source, places, excluding
    );
    next(like);
    other(like);
    nearest(like);
    adjacent(like);
    of_traits(traits, like);
    friendly(like);
    enemy(like);
    an_enemy(like);
    vacant(like);
    ready(like);
    spent(like);
    face_up(like);
    face_down(like);
    damaged(like);
    top(like);
    bottom(like);
    you_play();
    opponent_plays();
    you_control();
    opponent_controls();
    highest(attribute);
    lowest(attribute);
    nearest_to(like, what);
    taken_from(zone);
    in_zone(zone);
    out_of_it();
    among(many);
    excluding(noun);
    with(what);
    without(what);
    of_size(number);
    same_name(other);

    // Places.
    adjacent_to(like, to);
    within(range);
    within_of(range, of);
    within_equal(range);
    within_equal_of(range, of);
    beyond(steps);
    beyond_of(steps, from);
    beyond_equal(steps);
    beyond_equal_of(steps, from);
    same_row(other);
    same_column(other);
    in_your_row(row);
    in_opponents_row(row);
    in_row(row);
    on_your_line(row);
    on_opponents_line(row);
    on_line(row);
    under(what);
    behind(what);
    in_area();
    on(what);
    put_into(zone, order);
    put_to(zone, order);
    put_on_top(zone, order);
    put_on_bottom(zone, order);
    in_any_order();

    // Marks, tokens, points.
    a_mark(kind);
    no_mark(kind);
    the_marks(kinds);
    a_token(kind);
    exactly_a_token(kind);
    tokens(count, kind);
    no_tokens(kind);
    all_tokens(kind);
    token_on(kind, on);
    tokens_on(count, kind, on);
    number_of_tokens(kind, on);
    token_word(kind);
    steps(count);
    some_steps();
    all_steps(steps);
    points(count, noun);
    damage(count);
    some_damage();
    all_damage();
    no_damage();
    additional_damage(count);
    some_additional_damage();
    less_damage(count);
    some_less_damage();

    // Numbers.
    x();
    all();
    minimum(number);
    maximum(number);
    per(noun);
    equal_to(number);
    owned(owner, noun);
    its(like, noun);
    printed(noun);
    current(noun);
    damage_on(owner);
    size();
    number_of(noun);
    number_of_steps(moved);
    gone(like, way);
    killed(like, way);
    hurt(like, way);
    cards_played(cards, who, period);
    that_damage();
    damage_dealt_by(what);
    step_moved(moved);
    steps_moved(count, moved);
    moved_by(who, period);
    half_up(number);
    half_down(number);
    twice(number);
    times(factor, number);
    or_more(number);
    or_fewer(number);
    or_less(number);
    greater_than(number);
    less_than(number);
    at_least(number);
    at_most(number);
    more_than(count);
    fewer_than(count);

    // Events.
    attacks(who, whom);
    is_attacked(who, by);
    retaliates(who, against);
    is_dealt_damage(who, by);
    would_be_dealt_damage(who, by);
    is_activated(who);
    moves(who);
    enters(who, what);
    stops_on(who, what);
    is_played(who);
    is_placed(who, places);
    is_increased(who);
    is_decreased(who);
    merges(who);
    is_removed(who, by);
    would_be_removed(who, by);
    is_killed(who);
    kills(who, whom);
    would_be_killed(who, by);
    is_boosted(who);
    is_targeted(who, by);
    is_drawn(who);
    is_discarded(who);
    is_attached(who, to);
    is_readied(who);
    is_spent(who);
    is_taken(who);
    mark_placed(marks, on);
    activates(who, what);
    plays(who, what);
    boosts(who);
    draws(who, what);
    discards(who, what);
    readies(who, what);
    spends(who, what);
    takes_control(who, what);
    passes(who);
    by(who);
    against(whom);
    attached_to(what);

    // Conditions.
    there_is(noun);
    has(who, what);
    does_not_have(who, what);
    controls(who, what);
    compares(left, right);
    is(who, not, what);
    is_in_state(who, not, what);
    is_first_player(who, not);
    has_played(who, cards, period);
    has_moved(who, not, period);
    has_attacked(who, not, period);
    has_retaliated(who, not, period);
    has_been_activated(who, not, period);
    has_been_attacked(who, not, period);
    has_been_dealt_damage(who, not, period);
    has_been_removed(who, not, period);
    was_removed(who, not, way);
    has_been_killed(who, not, period);
    was_killed(who, not, way);
    was_discarded(who, not, way);
    was_drawn(who, not, way);
    was_revealed(who, not, way);
    was_dealt_damage(who, not, way);
    this_way();

    // Verbs.
    deal_damage(like, damage, to);
    divide_damage(like, damage, among);
    remove_damage(like, damage, from);
    move_damage(like, damage, from, to);
    double_damage(like, of);
    increase(like, count, what);
    increase_by(like, what, amount);
    decrease(like, count, what);
    decrease_by(like, what, amount);
    move_tokens(like, tokens, from, to);
    gain(like, what);
    bonus(what);
    bonus_for(what, noun);
    remove_from_game(like, what);
    gain_resource(like, points);
    pay_resource(like, points);
    lose(like, what);
    set_attribute(like, attribute, of, to);
    turn_into(like, what);
    set_limit(limit, to);
    move_steps(like, what, steps, direction);
    away_from(what);
    toward(what);
    swap(like, what);
    swap_with(like, what, with);
    place(like, what, on, copy);
    copy_of(what);
    does_attack(like, whom, again);
    again();
    deal(like, damage);
    have_disadvantage(like);
    have_no_disadvantage(like);
    also_hit(like, what);
    redirect(like, attack, to);
    place_marks(like, marks, on);
    remove_marks(like, marks, from);
    the_mark(kind);
    activate(like, what);
    draw(like, cards);
    discard(like, cards);
    reveal(like, cards);
    look(like, what);
    choose(like, what, chain);
    chained(range, noun);
    chained_equal(range, noun);
    put_back(like, what, to);
    put(like, what, to, rest);
    and_the_rest(to);
    search(like, zone, what, reveal, them, to);
    reveal_too(like, them);
    shuffle(like, zone);
    shuffle_into(like, zone, into);
    play(like, cards, free, instead);
    free(like);
    played_as(what);
    remove_from_map(like, what);
    kill(like, what);
    negate(like, what);
    take_control(like, what);
    lose_control(like, what);
    make_ready(like, what);
    spend(like, what);
    pay(like, points);
    may_spend_as(like, what, any, amount);
    of_any_type();
    cost_less(like, amount);
    cost_more(like, amount);
    cost_none(like, statistic);
    cost_nothing(like);
    first_each_round(card);
    turn_face_up(like, what);
    turn_face_down(like, what);
    attach(like, what, to);
    remove_card(like, what, from);
    place_tokens(like, tokens, on);
    remove_tokens(like, tokens, from);
    prevent_next(like, amount, to);
    prevent_all(like, to);
    prevent_that(like, amount);
    prevent_some_of_that(like);
    take(like, damage, from);
    from(what);
    boost(like, attack, with);
    boost_cards();
    boost_deal(amount, other);
    boost_deal_equal(amount, other);

    // Prohibitions and permissions.
    cannot(like, deeds);
    can_attack_only(like, whom);
    deed_move();
    deed_attack(whom);
    deed_retaliate(against);
    deed_be_activated();
    deed_be_targeted(like, by);
    deed_be_affected(like, by);
    deed_be_attacked(like, by);
    deed_be_moved(like, by);
    deed_enter(what);
    deed_play(what);
    deed_boost(what);
    deed_draw(what);
    may_move_after_attacking(like);
    may_move_through(like, what);
    may_retaliate_any_number_of_times(like);
    may_be_placed(like, places);
}
