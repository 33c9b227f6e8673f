//! Actions: one arm for each action, deed and permission.

use cardwright::effect::ir::{
    Action, Argument, AttributeChange, Deed, Direction, Permission, Put, Stake, TokenCount,
};

use super::{Words, does, each, end_words, face_words, least, maybe, player, spaced, whose};

impl Words<'_> {
    #[rustfmt::skip] // A line for each variant, as in a table.
    pub(super) fn action(&mut self, action: &Action) -> String {
        match action {
            Action::DealDamage { amount, to } =>
                format!("deal {} damage to {}", self.amount(amount), self.selector(to)),
            Action::DivideDamage { amount, among } =>
                format!("divide {} damage among {}", self.amount(amount), self.selector(among)),
            Action::RemoveDamage { amount, from } =>
                format!("remove {} damage from {}", self.amount(amount), self.selector(from)),
            Action::MoveDamage { amount, from, to } => format!(
                "move {} damage from {} to {}",
                self.amount(amount), self.selector(from), self.selector(to),
            ),
            Action::DoubleDamage { of } => format!("double the damage of {}", self.selector(of)),
            Action::Increase { amount, what } =>
                format!("add {} to the size of {}", self.amount(amount), self.selector(what)),
            Action::Decrease { amount, what } =>
                format!("take {} from the size of {}", self.amount(amount), self.selector(what)),
            Action::MoveTokens { tokens, from, to } =>
                format!("move {} from {} to {}", self.tokens(tokens), self.selector(from), self.selector(to)),
            Action::Change { who, changes, time } => format!(
                "give {} {}{}",
                self.selector(who), each(changes, " and ", |change| self.change(change)), self.time(time),
            ),
            Action::SetAttribute { attribute, of, to, time } => format!(
                "set the {} of {} to {}{}",
                self.word("attributes", attribute), self.selector(of), self.amount(to), self.time(time),
            ),
            Action::Become { field, who, value, time } => format!(
                "set the {} of {} to {}{}",
                spaced(field), self.selector(who), spaced(value), self.time(time),
            ),
            Action::SetLimit { who, limit, to, time } => format!(
                "set {} {} to {}{}",
                whose(*who), self.word("player_limits", limit), self.amount(to), self.time(time),
            ),
            Action::Move { what, up_to, steps, direction } => format!(
                "move {} {}{}{}",
                self.selector(what), if *up_to { "up to " } else { "" }, self.many(steps, "step"),
                self.direction(direction.as_ref()),
            ),
            Action::Swap { what, with } =>
                format!("swap {}{}", self.selector(what), self.maybe(" with", with.as_deref())),
            Action::Place { what, on, copy_of } => format!(
                "place {} on {}{}",
                self.selector(what), self.selector(on), self.maybe(" as a copy of", copy_of.as_deref()),
            ),
            Action::Attack { who, again, whom } => format!(
                "attack with {}{}: {}",
                self.selector(who), if *again { " again" } else { "" }, self.selector(whom),
            ),
            Action::DealMore { who, amount, less, at_least, time } => format!(
                "damage of {}: {} {}{}{}",
                self.selector(who), self.amount(amount), if *less { "less" } else { "more" }, least(*at_least),
                self.time(time),
            ),
            Action::CardsDealMore { what, amount, less, at_least, time } => format!(
                "damage of each {}: {} {}{}{}",
                self.filter(what), self.amount(amount), if *less { "less" } else { "more" }, least(*at_least),
                self.time(time),
            ),
            Action::Disadvantage { has, of, time } => format!(
                "{} for {}{}",
                if *has { "disadvantage" } else { "no disadvantage" }, self.selector(of), self.time(time),
            ),
            Action::AlsoHits { what, attack } =>
                format!("hit {} too with {}", self.selector(what), self.selector(attack)),
            Action::Redirect { attack, to } =>
                format!("redirect {} to {}", self.selector(attack), self.selector(to)),
            Action::Cannot { who, what, time } => format!(
                "forbid {} to {}{}",
                self.stake(who), each(what, " or to ", |deed| self.deed(deed)), self.time(time),
            ),
            Action::CanAttackOnly { who, whom, time } => format!(
                "forbid {} to attack anything but {}{}",
                self.selector(who), self.selector(whom), self.time(time),
            ),
            Action::Permit { who, permission, time } =>
                format!("permit {} to {}{}", self.selector(who), self.permission(permission), self.time(time)),
            Action::PermitPlaces { what, places, time } => format!(
                "permit each {} to be placed also {}{}",
                self.filter(what), each(places, " and ", |place| self.place(place)), self.time(time),
            ),
            Action::PlaceMarks { marks, on } => format!("place {} on {}", self.marks(marks), self.selector(on)),
            Action::RemoveMarks { marks, from } =>
                format!("remove {} from {}", self.marks(marks), self.selector(from)),
            Action::Activate { what } => format!("activate {}", self.selector(what)),
            Action::Draw { who, amount, slot } =>
                format!("{} {}{}", does(*who, "draw"), self.many(amount, "card"), self.slot(*slot)),
            Action::Discard { who, what } => format!("{} {}", does(*who, "discard"), self.selector(what)),
            Action::Reveal { who, what } => format!("{} {}", does(*who, "reveal"), self.selector(what)),
            Action::Look { what } => format!("look at {}", self.selector(what)),
            Action::Choose { what } => format!("name {}", self.selector(what)),
            Action::Return { what, to } => format!("return {} {}", self.selector(what), self.put(to)),
            Action::Put { what, to, rest } => format!(
                "put {} {}{}",
                self.selector(what), self.put(to),
                maybe(rest.as_ref(), |rest| format!(" and the rest {}", self.put(rest))),
            ),
            Action::Search { zone, what, reveal, to } => format!(
                "search {} for {}{} and put it {}",
                self.zone(zone), self.selector(what), if *reveal { ", reveal it" } else { "" }, self.put(to),
            ),
            Action::Shuffle { who, zone, into } => format!(
                "{} {}{}",
                does(*who, "shuffle"), self.zone(zone),
                maybe(into.as_ref(), |into| format!(" into {}", self.zone(into))),
            ),
            Action::Play { who, what, free, as_ } => format!(
                "{} {}{}{}",
                does(*who, "play"), self.selector(what), if *free { " without paying" } else { "" },
                maybe(as_.as_ref(), |like| format!(", face-down as {}", self.filter(like))),
            ),
            Action::RemoveFromMap { what } => format!("remove {} from the map", self.selector(what)),
            Action::Negate { what } => format!("negate {}", self.selector(what)),
            Action::TakeControl { who, what, time } =>
                format!("{} control of {}{}", does(*who, "take"), self.selector(what), self.time(time)),
            Action::LoseControl { who, what } =>
                format!("{} control of {}", does(*who, "lose"), self.selector(what)),
            Action::Ready { who, what } => format!("{} {}", does(*who, "ready"), self.selector(what)),
            Action::Spend { who, what } => format!("{} {}", does(*who, "spend"), self.selector(what)),
            Action::Pay { who, amount, statistic } =>
                format!("{} {} {}", does(*who, "pay"), self.amount(amount), self.word("statistics", statistic)),
            Action::GainResource { who, resource, amount } =>
                format!("{} {} {}", does(*who, "gain"), self.amount(amount), spaced(resource)),
            Action::PayResource { who, resource, amount } =>
                format!("{} {} {}", does(*who, "pay"), self.amount(amount), spaced(resource)),
            Action::RemoveFromGame { what } => format!("remove {} from the game", self.selector(what)),
            Action::Perform { who, phrase, with } =>
                format!("{} {}{}", does(*who, "perform"), spaced(phrase), self.arguments(with)),
            Action::HaveAbility { who, phrase, with, time } => format!(
                "{} has {}{}{}",
                self.selector(who),
                spaced(phrase),
                self.arguments(with),
                self.time(time),
            ),
            Action::ApplyRule { phrase, with, time } => format!(
                "rule: {}{}{}",
                spaced(phrase),
                self.arguments(with),
                self.time(time),
            ),
            Action::Bonus { changes, of, time } => format!(
                "bonus: {}{}{}",
                each(changes, ", ", |change| self.change(change)),
                maybe(of.as_ref(), |of| format!(" for {}", self.filter(of))),
                maybe(time.as_ref(), |time| self.time(time)),
            ),
            Action::SpendAs { who, what, amount, statistic, time } => format!(
                "let {} spend each {} as {} {}{}",
                player(*who), self.filter(what), self.amount(amount), self.word("statistics", statistic),
                self.time(time),
            ),
            Action::ChangeCost { what, amount, statistic, less, at_least, first_each_round, time } => format!(
                "cost of {}{}{}: {} {} {}{}{}",
                if *first_each_round { "the first " } else { "each " }, self.filter(what),
                if *first_each_round { " of each round" } else { "" }, self.amount(amount),
                statistic.as_ref().map_or("of everything".to_owned(), |id| self.word("statistics", id)),
                if *less { "less" } else { "more" }, least(*at_least), self.time(time),
            ),
            Action::Turn { what, face } => format!("turn {} {}", self.selector(what), face_words(*face)),
            Action::Attach { what, to } => format!("attach {} to {}", self.selector(what), self.selector(to)),
            Action::RemoveCard { what, from } =>
                format!("remove {} attached to {}", self.selector(what), self.selector(from)),
            Action::PlaceTokens { tokens, on } =>
                format!("place {} on {}", self.tokens(tokens), self.selector(on)),
            Action::RemoveTokens { tokens, from } =>
                format!("remove {} from {}", self.tokens(tokens), self.selector(from)),
            Action::PreventNext { amount, to, time } => format!(
                "prevent the next {} damage to {}{}",
                self.amount(amount), self.selector(to), self.time(time),
            ),
            Action::PreventThat { amount } => format!("prevent {} of that damage", self.amount(amount)),
            Action::TakeLess { who, from, amount, more, at_least, time } => format!(
                "damage to {}{}: {} {}{}{}",
                self.selector(who), self.maybe(" from", from.as_deref()), self.amount(amount),
                if *more { "more" } else { "less" }, least(*at_least), self.time(time),
            ),
            Action::Boost { who, attack, with } =>
                format!("{} {} with {}", does(*who, "boost"), self.selector(attack), self.selector(with)),
            Action::BoostDamage { who, amount, instead_of, time } => format!(
                "damage of {} boost cards: {} instead of {}{}",
                whose(*who), self.amount(amount), self.amount(instead_of), self.time(time),
            ),
            Action::Gain { who, time, abilities: _ } =>
                format!("give {} these abilities{}:", self.selector(who), self.time(time)),
        }
    }

    pub(super) fn arguments(&mut self, arguments: &[Argument]) -> String {
        each(arguments, "", |argument| match argument {
            Argument::Number { amount } => format!(", {}", self.amount(amount)),
            Argument::Word { list, value } => format!(", {}", self.word(list, value)),
            Argument::Things { which } => format!(", {}", self.selector(which)),
            Argument::Player { who } => format!(", {}", player(*who)),
        })
    }

    fn change(&mut self, change: &AttributeChange) -> String {
        let AttributeChange {
            attribute,
            by,
            lose,
            at_least,
        } = change;
        let sign = if *lose { '-' } else { '+' };
        format!(
            "{sign}{} {}{}",
            self.amount(by),
            self.word("attributes", attribute),
            least(*at_least)
        )
    }

    fn tokens(&mut self, TokenCount { amount, token }: &TokenCount) -> String {
        let token = format!("{} token", self.word("tokens", token));
        self.many(amount, &token)
    }

    pub(super) fn marks(&self, marks: &[impl AsRef<str>]) -> String {
        each(marks, " and ", |mark| {
            format!("the {} mark", self.word("marks", mark.as_ref()))
        })
    }

    fn put(
        &self,
        Put {
            zone,
            end,
            any_order,
        }: &Put,
    ) -> String {
        let end = end.map_or("into".to_owned(), |end| {
            format!("on the {} of", end_words(end))
        });
        let order = if *any_order { " in any order" } else { "" };
        format!("{end} {}{order}", self.zone(zone))
    }

    fn direction(&mut self, direction: Option<&Direction>) -> String {
        maybe(direction, |direction| match direction {
            Direction::AwayFrom { what } => format!(" away from {}", self.reference(what)),
            Direction::Toward { what } => format!(" toward {}", self.reference(what)),
        })
    }

    #[rustfmt::skip] // A line for each variant, as in a table.
    fn stake(&mut self, stake: &Stake) -> String {
        match stake {
            Stake::Cards { which } => self.selector(which),
            Stake::Player { who } => player(*who).to_owned(),
        }
    }

    #[rustfmt::skip] // A line for each variant, as in a table.
    fn deed(&mut self, deed: &Deed) -> String {
        match deed {
            Deed::Move => "move".to_owned(),
            Deed::Attack { whom } => format!("attack{}", self.maybe("", whom.as_ref())),
            Deed::Retaliate { against } => format!("retaliate{}", self.maybe(" against", against.as_ref())),
            Deed::BeActivated => "be activated".to_owned(),
            Deed::BeTargeted { by } => format!("be targeted{}", self.maybe(" by", by.as_ref())),
            Deed::BeAffected { by } => format!("be affected by {}", self.selector(by)),
            Deed::BeAttacked { by } => format!("be attacked{}", self.maybe(" by", by.as_ref())),
            Deed::BeMoved { by } => format!("be moved{}", self.maybe(" by", by.as_ref())),
            Deed::Enter { what } => format!("enter {}", self.selector(what)),
            Deed::Play { what } => format!("play {}", self.selector(what)),
            Deed::Boost { what } => format!("boost {}", self.selector(what)),
            Deed::Draw { what } => format!("draw {}", self.selector(what)),
        }
    }

    #[rustfmt::skip] // A line for each variant, as in a table.
    fn permission(&mut self, permission: &Permission) -> String {
        match permission {
            Permission::MoveAfterAttacking => "move after attacking".to_owned(),
            Permission::MoveThrough { what } => format!("move through {}", self.selector(what)),
            Permission::RetaliateAnyNumberOfTimes => "retaliate any number of times".to_owned(),
        }
    }
}
