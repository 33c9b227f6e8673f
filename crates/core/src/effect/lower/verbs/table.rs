//! The table of verbs, with a row for each rule `v_…` of the grammar:
//!
//! ```text
//! rule: [flags], subject => { Action { slots } where checks }
//! rule: [flags], subject => { function -> actions }
//! ```
//!
//! The flags are documented in [`Flag`]. The grammar tries verbs with the same first word in the order of the rows.
//!
//! | subject | |
//! | --- | --- |
//! | `nobody("verb")` | a command without a subject |
//! | `player("verb")` | the player who performs it; the words complete "only a player can …" |
//! | `cards("verb")` | the things that it is about; the words complete "a player cannot …" |
//! | `cards("verb", Type)` | the same; `it` is a thing of this type, if there is one |
//! | `anyone()`, `anyone(Type)` | any subject, which the function checks |
//!
//! | slot | |
//! | --- | --- |
//! | `subject()`, `subject(Type, "words")` | the subject |
//! | `checked_subject(Type, "words")` | the same, checked before other slots are read |
//! | `np()`, `np(Type, "words")` | the next noun phrase |
//! | `object(Type)`, `object(Type, "words")` | the same; `it` is a thing of this type, if there is one |
//! | `chosen(…)`, `chosen_object(…)` | the same as `np` and `object`, chosen by the subject |
//! | `pattern(Type, "words")` | the next noun phrase; nothing is chosen |
//! | `played(Type, "words")` | the next noun phrase: a card that is being played |
//! | `damaged("words")` | the next noun phrase: something that takes damage |
//! | `counted(Type, "words")` | the next noun phrase, or `a number of …` that is equal to a number after it |
//! | `holder(tokens)` | the next noun phrase: something that has the tokens of that slot |
//! | `damage()` | an amount of damage |
//! | `node(rule, …)` | the next node, lowered by the method of this name |
//! | `boxed(slot)` | a slot, put into a `Box` |
//! | `time()` | the duration |
//! | `tail(method, …)` | the result of this method for the modifiers of the clause |
//!
//! `Type` is an `ArgType`. The words complete the message "… cannot …" for something of another type. Types are
//! checked after all slots are read, and then the checks after `where` are called in their order.

use super::*;

verbs! {
    // ── Damage and tokens ──
    v_boost_cards: [Predicate, Lasting, OfDamage], anyone() => { boost_cards -> BoostDamage }
    v_deal_more: [Predicate, Lasting, OfDamage], cards("deal additional damage", Dealer) => {
        deal_more -> DealMore, CardsDealMore
    }
    v_deal: [Imperative, Predicate, DoneOnMap, OfDamage], anyone() => { deal -> DealDamage, DivideDamage }
    v_take_damage: [Predicate, DoneOnMap, OfDamage], anyone(Fighter) => { take_damage -> DealDamage }
    v_take_less: [Predicate, Lasting, SaidOnMap, OfDamage], cards("take damage", Fighter) => { take_less -> TakeLess }
    v_reduce: [Imperative, Lasting, SaidOnMap, OfDamage], nobody("reduce") => { reduce -> TakeLess }
    v_prevent: [Imperative, SaidOnMap, OfDamage], nobody("prevent") => { prevent -> PreventThat, PreventNext }
    v_double: [Imperative, DoneOnMap, OfAttack, OfDamage], nobody("double") => {
        DoubleDamage { of: np(Attack, "have its damage doubled") }
    }
    v_remove_damage: [Imperative, DoneOnMap, OfDamage], nobody("remove") => {
        RemoveDamage { amount: damage(), from: damaged("have damage") }
    }
    v_move_damage: [Imperative, DoneOnMap, OfDamage], nobody("move") => {
        MoveDamage { amount: damage(), from: damaged("have damage"), to: boxed(damaged("have damage")) }
        where not_itself(&from, &to, "gives damage to"), one_to_one(&from, &to)
    }
    v_increase: [Imperative, DoneOnMap], nobody("increase") => { change_size -> Increase }
    v_decrease: [Imperative, DoneOnMap], nobody("decrease") => { change_size -> Decrease }
    v_move_tokens: [Imperative, DoneOnMap], nobody("move") => {
        MoveTokens { tokens: node(token_count), from: holder(tokens), to: boxed(holder(tokens)) }
        where not_itself(&from, &to, "gives tokens to")
    }
    v_place_marks: [Imperative, DoneOnMap], nobody("place") => {
        PlaceMarks { marks: node(marks), on: object(Fighter, "have marks") }
    }
    v_place_tokens: [Imperative, DoneOnMap], nobody("place") => {
        PlaceTokens { tokens: node(token_count), on: holder(tokens) }
        where one_or_on_each(&tokens, &on, true)
    }
    v_remove_marks: [Imperative, DoneOnMap], nobody("remove") => {
        RemoveMarks { marks: node(marks), from: object(Fighter, "have marks") }
    }
    v_remove_tokens: [Imperative, DoneOnMap], nobody("remove") => {
        RemoveTokens { tokens: node(token_count), from: holder(tokens) }
        where one_or_on_each(&tokens, &from, false)
    }

    // ── Attributes ──
    v_gain_text: [Predicate, Lasting, SaidOnMap], cards("gain abilities", Fighter) => { gain_text -> Gain }
    v_gain: [Predicate, Lasting, SaidOnMap], cards("gain numbers", Fighter) => { change -> Change }
    v_bonus: [Lasting], nobody("bonus") => { bonus -> Bonus }
    v_lose_control: [Imperative, Predicate], player("lose control") => {
        LoseControl { who: subject(), what: chosen(Controlled, "be without a controller") }
        where not_lost_already(who, &what)
    }
    v_lose: [Predicate, Lasting, SaidOnMap], cards("lose numbers", Fighter) => { change -> Change }
    v_change_by: [Lasting, SaidOnMap], nobody("is increased") => { change_by -> Change }
    v_set: [Imperative, Lasting, SaidOnMap], nobody("set") => { set -> SetAttribute }
    v_become: [Predicate, Lasting, SaidOnMap], cards("become something") => { becomes -> Become }
    v_limit_is: [Predicate, Lasting], anyone() => { limit_is -> SetLimit }

    // ── Movement and attacks ──
    v_move: [Imperative, DoneOnMap], nobody("move") => { move_something -> Move }
    v_move_self: [Predicate, DoneOnMap], cards("move", Fighter) => { move_self -> Move }
    v_swap: [Imperative, DoneOnMap], nobody("swap") => { swap -> Swap }
    v_place: [Imperative], nobody("place") => { place_something -> Place }
    v_disadvantage: [Predicate, Lasting], cards("have disadvantage") => { disadvantage -> Disadvantage }
    v_attack: [Predicate, DoneOnMap], cards("attack", Fighter) => { attack -> Attack }
    v_also_hits: [Predicate, Lasting, OfAttack], cards("hit", Attack) => {
        AlsoHits { attack: checked_subject(Attack, "hit others too"), what: damaged("be hit") }
    }
    v_redirect: [Imperative, OfAttack], nobody("redirect") => {
        Redirect { attack: object(Attack, "be redirected"), to: damaged("be attacked") }
    }
    v_cannot: [Predicate, Lasting, SaidOnMap], anyone(Fighter) => { cannot -> Cannot }
    v_only: [Predicate, Lasting, SaidOnMap], cards("attack") => {
        CanAttackOnly {
            who: subject(Fighter, "attack"),
            whom: pattern(Fighter, "be attacked"),
            time: time(),
        }
        where near_which(&who, &whom)
    }
    v_may: [Predicate, Lasting], cards("be permitted this", Fighter) => { permit -> Permit, PermitPlaces }
    v_activate: [Imperative, DoneOnMap], nobody("activate") => {
        Activate { what: object(Fighter, "be activated") }
    }

    // ── Cards ──
    v_draw: [Imperative, Predicate, Told], player("draw") => { draw -> Draw }
    v_discard: [Imperative, Predicate, Told], player("discard") => { discard -> Discard }
    v_reveal: [Imperative, Predicate, Told], player("reveal") => { reveal -> Reveal }
    v_look: [Imperative], nobody("look") => { look -> Look }
    v_choose: [Imperative, Predicate, Told], player("choose") => { choose -> Choose }
    v_return: [Imperative], nobody("return") => { return_cards -> Return }
    v_put: [Imperative], nobody("put") => { put -> Put }
    v_search: [Imperative], nobody("search") => { search -> Search }
    v_shuffle: [Imperative, Predicate, Told], player("shuffle") => { shuffle -> Shuffle }
    v_play: [Imperative, Predicate, Told], player("play") => { play -> Play }
    v_turn: [Imperative], nobody("turn") => {
        Turn { what: object(Hidden, "be turned over"), face: face() }
    }
    v_attach: [Imperative], nobody("attach") => {
        Attach { what: np(), to: object(Host) }
        where is_attachable(&what, &to)
    }
    v_remove_card: [Imperative], nobody("remove") => {
        RemoveCard {
            what: np_attached(OffMap, "be attached to anything"),
            from: np(Host, "have a card attached"),
        }
    }
    v_remove_from_map: [Imperative, DoneOnMap], nobody("remove") => {
        RemoveFromMap { what: counted(OfDeckOnMap, "be removed from the map") }
    }
    v_remove_from_game: [Imperative], nobody("remove") => { remove_from_game -> RemoveFromGame }
    v_negate: [Imperative], nobody("negate") => {
        Negate { what: played(OffMap, "be negated") }
        where is_played_now(&what)
    }
    v_take_control: [Imperative, Predicate, DoneOnMap], player("take control") => {
        TakeControl {
            who: subject(),
            what: chosen_object(Controllable, "change hands"),
            time: tail(time_of_control, &what),
        }
        where not_taken_already(who, &what)
    }

    // ── Costs ──
    v_ready: [Imperative, Predicate, Told], player("ready") => { ready -> Ready }
    v_gain_resource: [Imperative, Told], player("gain resources") => { gain_resource -> GainResource }
    v_pay_resource: [Imperative, Told], player("pay resources") => { pay_resource -> PayResource }
    v_perform: [Told], player("do this") => { perform -> Perform }
    v_deed: [Told], anyone() => { do_deed -> Perform }
    v_ability: [Lasting], anyone() => { have_ability -> HaveAbility }
    v_rule: [Lasting], nobody("be a rule") => { apply_rule -> ApplyRule }
    v_spend: [Imperative, Predicate, Lasting, Told], player("spend") => { spend -> Pay, Spend, SpendAs }
    v_cost: [Predicate, Lasting], anyone() => { cost -> ChangeCost }
    v_cost_first: [Lasting], nobody("cost less") => { cost_of_first -> ChangeCost }
    v_boost: [Imperative, Predicate], player("boost") => { boost -> Boost }
}
