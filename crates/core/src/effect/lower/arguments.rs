//! Checks whether a verb can apply to a thing.

use crate::effect::lower::types::ArgType;
use crate::effect::lower::types::EntityKind;
use smol_str::SmolStr;

use super::ctx::LowerCtx;
use crate::diagnostic::prose;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Place, Safety};
use crate::effect::ir::{Filter, Noun, Owner, Pick, Player, Reference, Selector, Zone};
use crate::game::{Binding, CardPlace, FieldKind, RuleKind, SideWords};

impl LowerCtx<'_> {
    /// Rejects a thing that a verb cannot apply to. `cannot` completes the message after the word "cannot".
    pub fn expect_arg(
        &mut self,
        selector: &Selector,
        cannot: &str,
        wants: ArgType<'_>,
    ) -> Option<()> {
        match self.arg_mismatch(selector, cannot, wants) {
            None => Some(()),
            Some(finding) => self.report(finding),
        }
    }

    /// Returns the diagnostic for a thing that a verb cannot apply to.
    pub fn arg_mismatch(
        &self,
        selector: &Selector,
        cannot: &str,
        wants: ArgType<'_>,
    ) -> Option<Diagnostic<Place>> {
        let thing = self.thing_of(selector);
        let known = matches!(selector.pick, Pick::Known { .. });
        if self.accepts(wants, &thing, known) {
            return None;
        }
        let (label, named) = self.only(wants, "can", "name {}");
        // The attacker and the target can be of several types; an event can name the type.
        let help = match &selector.pick {
            Pick::Known { is: Reference::Target } if self.binds(Binding::Target) => {
                "name its type in an event: `Passive: When this ‹acting› attacks a ‹acting›, …`, then write `that \
                 ‹acting›`".to_owned()
            }
            Pick::Known { is: Reference::Attacker } if self.binds(Binding::Attacker) => {
                "name its type in an event: `Passive: When a ‹acting› attacks this ‹acting›, …`, then write `that \
                 ‹acting›`".to_owned()
            }
            _ => named,
        };
        Some(
            self.finding(
                Code::CannotApply,
                selector.span.range(),
                format!("{} cannot {cannot}", self.selector_words(selector)),
                label,
            )
            .help(help),
        )
    }

    /// Rejects several things where a verb accepts one.
    pub fn only_one(&mut self, selector: &Selector, message: &str, help: &str) -> Option<()> {
        let several = match &selector.pick {
            Pick::Choose { count, .. } => !count.is_one(),
            Pick::Random { count, .. } | Pick::Stack { count, .. } | Pick::Pile { count, .. } => {
                count.value() != Some(1)
            }
            Pick::Each { .. } => true,
            Pick::Known { is } => self.thing_of_reference(is).1,
            Pick::Any { .. } | Pick::Zone { .. } => false,
        };
        if !several {
            return Some(());
        }
        let at = selector.span.range();
        let finding = self
            .finding(Code::CannotApply, at, message, "more than one")
            .help(help);
        self.report(finding)
    }

    /// Rejects a card that a verb cannot apply to. If the card could be in the default zone of the verb, the fix adds
    /// that zone.
    pub fn applies_in_zone(
        &mut self,
        selector: &Selector,
        verb: &str,
        who: Player,
        cannot: &str,
        wants: ArgType<'_>,
    ) -> Option<()> {
        let Some(mut finding) = self.arg_mismatch(selector, cannot, wants) else {
            return Some(());
        };
        let from = match &selector.pick {
            Pick::Choose { from, .. } | Pick::Random { from, .. } | Pick::Each { from, .. } => from,
            _ => return self.report(finding),
        };
        let in_deck = match self.thing_of(selector) {
            EntityKind::OnMap(types) => {
                from.places.is_empty() && from.side.is_none() && self.of_deck(&types)
            }
            _ => false,
        };
        if let (Some(zone), true) = (self.default_zone(verb, who), in_deck) {
            let words = format!("from {}", self.zone_words(&zone));
            finding.help = None;
            finding = finding.fix(
                Safety::Unsafe,
                format!("write `{words}` after it"),
                Place::Text(selector.span.range().end..selector.span.range().end),
                format!(" {words}"),
            );
        }
        self.report(finding)
    }

    /// Returns whether a thing is of the accepted kind.
    pub fn accepts(&self, wants: ArgType<'_>, thing: &EntityKind, known: bool) -> bool {
        match (wants, thing) {
            (ArgType::OnMap, thing) => matches!(thing, EntityKind::OnMap(_)),
            (ArgType::Fighter, thing) => self.is_fighter(thing),
            (ArgType::FighterOrAttack, thing) => {
                *thing == EntityKind::Attack || self.is_fighter(thing)
            }
            (ArgType::Dealer, EntityKind::Card(types)) => {
                !types.is_empty() && types.iter().all(|t| self.has_own_text(t))
            }
            (ArgType::Dealer, thing) => *thing == EntityKind::Attack || self.is_fighter(thing),
            (ArgType::Attack, thing) => *thing == EntityKind::Attack,
            (ArgType::Space, thing) => *thing == EntityKind::Space,
            (ArgType::Sized, thing) => {
                let size = self.env.symbols.game.roles.size.as_deref();
                size.is_some_and(|size| self.accepts(ArgType::Holder(size), thing, known))
            }
            (ArgType::Holder(token), EntityKind::OnMap(_)) => self.takes_token(thing, token),
            (ArgType::Holder(token), thing) => {
                let term = self.env.symbols.game.term("tokens", token);
                let of = term.map_or(&[][..], |term| &term.of);
                match thing {
                    EntityKind::Space => of.is_empty(),
                    // A card of a type that is placed on the map has tokens only there.
                    EntityKind::Card(types) => {
                        let aside = |t: &SmolStr| self.place_of_type(t) != CardPlace::Map;
                        of.is_empty()
                            || (types.is_empty() && known && of.iter().any(aside))
                            || types.iter().any(|t| of.contains(t) && aside(t))
                    }
                    _ => false,
                }
            }
            (ArgType::Host, thing) => *thing == EntityKind::Space || self.is_fighter(thing),
            (ArgType::OffMap, thing) => matches!(thing, EntityKind::Card(_)),
            (ArgType::OfDeck, EntityKind::Card(types) | EntityKind::OnMap(types)) => {
                self.of_deck(types)
            }
            (ArgType::OfDeckOnMap, EntityKind::OnMap(types)) => self.of_deck(types),
            (ArgType::Controllable, EntityKind::OnMap(types)) => {
                self.of_deck(types) || self.is_controlled(types)
            }
            (ArgType::Controlled, EntityKind::OnMap(types)) => self.is_controlled(types),
            (ArgType::Placeable, EntityKind::OnMap(_)) => self.is_fighter(thing),
            (ArgType::Placeable, EntityKind::Card(types)) => types.is_empty() || self.on_map(types),
            (ArgType::Payer, EntityKind::Card(types)) => {
                (types.is_empty() && known)
                    || (!types.is_empty() && types.iter().all(|t| self.pays(t)))
            }
            (ArgType::Hidden, thing) => {
                matches!(thing, EntityKind::Card(_) | EntityKind::OnMap(_))
                    && !self.is_fighter(thing)
            }
            _ => false,
        }
    }

    /// Returns the label `only … {verb}` and the help. `do_then` has `{}` in place of the accepted thing.
    pub fn only(&self, wants: ArgType<'_>, verb: &str, do_then: &str) -> (String, String) {
        match self.wanted(wants) {
            Some(words) => (
                format!("only {words} {verb}"),
                do_then.replace("{}", &words),
            ),
            None => (
                format!("no card in this game {verb}"),
                "remove it".to_owned(),
            ),
        }
    }

    /// Names the things that a verb accepts. `None` if the game has no such thing.
    fn wanted(&self, wants: ArgType<'_>) -> Option<String> {
        let taking = |token: &str| {
            let game = self.env.symbols.game;
            game.term("tokens", token)
                .map(|term| self.types_in_words(&term.of))
                .filter(|words| !words.is_empty())
        };
        let roles = &self.env.symbols.game.roles;
        let fighter = || taking(roles.damage.as_deref()?);
        Some(match wants {
            ArgType::OnMap => "something on the map".to_owned(),
            ArgType::Fighter => format!("a {} on the map", fighter()?),
            ArgType::FighterOrAttack => {
                format!("an attack, a {}", fighter()?.replace(" or ", " or a "))
            }
            ArgType::Dealer => format!(
                "an attack, a {} or a card whose text deals damage",
                fighter()?.replace(" or ", ", a ")
            ),
            ArgType::Attack => "an attack".to_owned(),
            ArgType::Space => "a space".to_owned(),
            ArgType::Sized => return self.wanted(ArgType::Holder(roles.size.as_deref()?)),
            ArgType::Holder(token) => match taking(token) {
                None => "a card or a space".to_owned(),
                Some(words) => format!("a {words} on the map"),
            },
            ArgType::Host => format!("a {} or a space", fighter()?.replace(" or ", ", a ")),
            ArgType::OffMap => "a card that is not on the map".to_owned(),
            ArgType::OfDeck => {
                let of_deck = |id: &&SmolStr| self.of_deck(std::slice::from_ref(*id));
                let types = self.env.symbols.game.card_types.keys().filter(of_deck);
                self.some_type(&types.cloned().collect::<Vec<_>>())
                    .unwrap_or_else(|| "a card that can be in a deck".to_owned())
            }
            ArgType::OfDeckOnMap | ArgType::Controllable | ArgType::Controlled => {
                let game = self.env.symbols.game;
                let here: Vec<SmolStr> = game
                    .card_types
                    .keys()
                    .filter(|id| self.on_map(std::slice::from_ref(*id)))
                    .filter(|id| {
                        let one = std::slice::from_ref(*id);
                        (wants != ArgType::Controlled && self.of_deck(one))
                            || (wants != ArgType::OfDeckOnMap && self.is_controlled(one))
                    })
                    .cloned()
                    .collect();
                let words = self.types_in_words(&here);
                format!("a {}", Some(words).filter(|words| !words.is_empty())?)
            }
            ArgType::Placeable => "a card that is placed on the map".to_owned(),
            ArgType::Payer => {
                let game = self.env.symbols.game;
                let types: Vec<SmolStr> = game
                    .card_types
                    .keys()
                    .filter(|id| self.pays(id))
                    .cloned()
                    .collect();
                match self.types_in_words(&types) {
                    words if words.is_empty() => "a card that pays costs".to_owned(),
                    words => format!("a {words}"),
                }
            }
            ArgType::Hidden => {
                let lies = |id: &&SmolStr| {
                    let one = std::slice::from_ref(*id).to_vec();
                    self.on_map(&one) && !self.is_fighter(&EntityKind::OnMap(one))
                };
                let types = self.env.symbols.game.card_types.keys().filter(lies);
                match self.some_type(&types.cloned().collect::<Vec<_>>()) {
                    Some(lying) => format!("{lying} or a card that is not on the map"),
                    None => "a card that is not on the map".to_owned(),
                }
            }
        })
    }

    /// Lists types with an article: `a unit, spell or artifact`.
    fn some_type(&self, types: &[SmolStr]) -> Option<String> {
        let names: Vec<&str> = types
            .iter()
            .filter_map(|id| self.env.symbols.game.card_types.get(id))
            .map(|card_type| card_type.name.as_str())
            .collect();
        let first = names.first()?;
        let article = super::noun::article(first);
        Some(format!("{article} {}", prose::or(&names)))
    }

    pub fn types_in_words(&self, types: &[SmolStr]) -> String {
        types
            .iter()
            .filter_map(|id| self.env.symbols.game.card_types.get(id))
            .map(|card_type| card_type.name.as_str())
            .collect::<Vec<_>>()
            .join(" or ")
    }

    /// Describes the object of a selector.
    pub fn selector_words(&self, selector: &Selector) -> String {
        match &selector.pick {
            Pick::Known { is } => self.reference_words(is),
            Pick::Stack { zone, .. } => format!("a card of {}", self.zone_words(zone)),
            Pick::Pile { types, .. } => {
                self.some_type(types).unwrap_or_else(|| "a card".to_owned())
            }
            Pick::Zone { zone, .. } => self.zone_words(zone),
            Pick::Choose { from, .. }
            | Pick::Random { from, .. }
            | Pick::Each { from, .. }
            | Pick::Any { from, .. } => self.filter_words(from),
        }
    }

    pub fn filter_words(&self, filter: &Filter) -> String {
        let noun = match &filter.noun {
            Noun::Space => "space".to_owned(),
            Noun::Card { types } => match self.types_in_words(types) {
                words if words.is_empty() => "card".to_owned(),
                words => words,
            },
        };
        let article = super::noun::article(&noun);
        match &filter.zone {
            Some(zone) => format!("{article} {noun} in {}", self.zone_words(zone)),
            None => format!("{article} {noun}"),
        }
    }

    pub fn zone_words(&self, zone: &Zone) -> String {
        let term = self.env.symbols.game.term("zones", &zone.zone);
        let name = term.map_or(zone.zone.as_str(), |term| term.name.as_str());
        match zone.of {
            Owner::You => format!("your {name}"),
            Owner::Opponent => format!("your opponent's {name}"),
            Owner::Owner => format!("its owner's {name}"),
            Owner::Actor => format!("their {name}"),
        }
    }

    /// Returns whether a thing is on the map and, in a game with damage, takes damage.
    pub fn is_fighter(&self, thing: &EntityKind) -> bool {
        let damage = self.env.symbols.game.roles.damage.as_deref();
        matches!(thing, EntityKind::OnMap(_))
            && damage.is_none_or(|damage| self.takes_token(thing, damage))
    }

    /// Returns whether a thing on the map can have tokens of this kind, whatever its type is.
    pub fn takes_token(&self, thing: &EntityKind, token: &str) -> bool {
        match (thing, self.env.symbols.game.term("tokens", token)) {
            (EntityKind::OnMap(types), Some(term)) => types
                .iter()
                .all(|t| term.of.is_empty() || term.of.contains(t)),
            (EntityKind::OnMap(_), None) => true,
            _ => false,
        }
    }

    /// Returns whether cards can be placed on a thing: a space, or a thing on the map that is not a fighter.
    pub fn is_ground(&self, thing: &EntityKind) -> bool {
        match thing {
            EntityKind::Space => true,
            EntityKind::OnMap(_) => !self.is_fighter(thing),
            EntityKind::Card(_) | EntityKind::Attack | EntityKind::Zone => false,
        }
    }

    /// Returns whether a thing may have tokens of this kind: at least one of its types can.
    pub fn may_have_token(&self, thing: &EntityKind, token: &str) -> bool {
        let Some(term) = self.env.symbols.game.term("tokens", token) else {
            return true;
        };
        match thing {
            EntityKind::OnMap(types) => {
                term.of.is_empty() || types.iter().any(|t| term.of.contains(t))
            }
            // An attack has no tokens; `is_no_attack` reports that.
            EntityKind::Attack => true,
            _ => term.of.is_empty(),
        }
    }

    /// Returns whether cards of these types can be in a deck, and so in a hand.
    pub fn of_deck(&self, types: &[SmolStr]) -> bool {
        let game = self.env.symbols.game;
        game.kingdom.rules.iter().all(|rule| match &rule.kind {
            RuleKind::Types {
                zone,
                types: allowed,
            } if game.term("zones", zone).is_some_and(|term| term.ordered) => {
                types.iter().all(|t| allowed.contains(t))
            }
            _ => true,
        })
    }

    fn is_controlled(&self, types: &[SmolStr]) -> bool {
        let controlled = |id: &SmolStr| {
            let card_type = self.env.symbols.game.card_types.get(id);
            card_type.is_some_and(|card_type| card_type.side == SideWords::Controlled)
        };
        !types.is_empty() && types.iter().all(controlled)
    }

    /// Returns whether cards of a type have text that resolves off the map.
    fn has_own_text(&self, card_type: &str) -> bool {
        let game = self.env.symbols.game;
        game.card_types.get(card_type).is_some_and(|card_type| {
            card_type.heading.is_some() && card_type.place == CardPlace::Aside
        })
    }

    /// Returns whether cards of a type pay costs: they have the statistic that is paid.
    fn pays(&self, card_type: &str) -> bool {
        let game = self.env.symbols.game;
        let Some(card_type) = game.card_types.get(card_type) else {
            return false;
        };
        card_type
            .required
            .iter()
            .filter_map(|field| game.fields.get(field))
            .any(|field| matches!(&field.kind, FieldKind::Choice { of, .. } if of == "statistics"))
    }

    /// Returns whether cards of all these types have a field.
    pub fn have_field(&self, thing: &EntityKind, key: &str) -> bool {
        match thing {
            EntityKind::OnMap(types) => types.iter().all(|one| self.has_field(one, key)),
            _ => false,
        }
    }

    /// Returns whether cards of a type have a field.
    pub fn has_field(&self, card_type: &str, key: &str) -> bool {
        let game = self.env.symbols.game;
        game.card_types.get(card_type).is_some_and(|card_type| {
            card_type
                .required
                .iter()
                .chain(&card_type.optional)
                .chain(card_type.required_unless.keys())
                .any(|name| {
                    name == key
                        || game
                            .fields
                            .get(name)
                            .is_some_and(|field| field.key.as_deref() == Some(key))
                })
        })
    }

    /// Adds a fix that replaces a whole clause.
    pub fn with_clause(
        &self,
        mut finding: Diagnostic<Place>,
        at: std::ops::Range<usize>,
        clause: &str,
        capital: bool,
    ) -> Diagnostic<Place> {
        let clause = if capital {
            let mut chars = clause.chars();
            let first = chars.next().into_iter().flat_map(char::to_uppercase);
            first.chain(chars).collect()
        } else {
            clause.to_owned()
        };
        let title = format!("write `{clause}`");
        finding.help.get_or_insert(title.clone());
        finding.fixes.push(Fix {
            title,
            safety: Safety::Unsafe,
            edits: vec![Edit {
                at: Place::Text(at),
                text: clause,
            }],
        });
        finding
    }
}
