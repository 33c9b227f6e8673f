//! Generates numbers and comparisons.

use cardwright::effect::ir::{Amount, Comparison, Filter, Noun, Period, Player, Reference, Round};
use smol_str::SmolStr;

use super::choices::{Focus, Gen, Thing, attributes_of, ids};

const PERIODS: [Period; 3] = [Period::Activation, Period::Turn, Period::Round];

impl Gen {
    /// Generates a number for a verb: small, X, or computed.
    pub fn amount(&mut self) -> Amount {
        if self.declares_x && self.below(3) == 1 {
            return Amount::X;
        }
        if self.rich(Focus::Amounts) {
            return self.inner(|g| g.bounded());
        }
        self.number()
    }

    /// Generates a number where `all` is possible, too.
    pub fn amount_or_all(&mut self) -> Amount {
        match self.below(4) {
            3 => Amount::All,
            _ => self.amount(),
        }
    }

    pub fn number(&mut self) -> Amount {
        Amount::fixed(1 + self.below(4) as u32)
    }

    /// Generates a computed number, with bounds if the result may be too large or too small. Bounds apply to the
    /// whole number only: `(maximum 4)` bounds the result.
    fn bounded(&mut self) -> Amount {
        let of = self.computed();
        let minimum = 1 + self.below(2) as u32;
        let maximum = 3 + self.below(2) as u32;
        let (minimum, maximum) = match self.below(8) {
            5 => (Some(minimum), None),
            6 => (None, Some(maximum)),
            7 => (Some(minimum), Some(maximum)),
            _ => return of,
        };
        // A bound belongs to the nearest number, which may be in a description.
        if ends_open(&of) {
            return of;
        }
        Amount::Bounded {
            of: Box::new(of),
            minimum,
            maximum,
        }
    }

    pub fn computed(&mut self) -> Amount {
        let forms = if self.depth > 2 { 7 } else { 10 };
        match self.below(forms) {
            0 => Amount::Size {
                of: self.owner(&["size"]),
            },
            1 => Amount::DamageOn {
                of: self.owner(&["damage"]),
            },
            2 => {
                let of = self.owner(&["damage"]);
                let types = self.types_of_reference(&of);
                let attributes = attributes_of(&types);
                Amount::Attribute {
                    attribute: self.one_of(&attributes),
                    of: Box::new(of),
                    printed: self.below(4) == 3,
                }
            }
            3 if self.below(4) == 3 => Amount::Played {
                who: self.one_of(&[Player::You, Player::Opponent, Player::Each]),
                what: Box::new(self.inner(|g| g.once_played())),
                period: self.one_of(&PERIODS),
            },
            3 => Amount::Number {
                of: Box::new(match self.several() {
                    Some(those) if self.below(3) == 2 => those,
                    _ if self.below(6) == 5 => self.inner(|g| g.once_there()),
                    _ => self.inner(|g| g.counted_filter()),
                }),
            },
            4 => Amount::TokensOn {
                token: self.one_of(&ids("tokens")),
                of: Box::new(self.owner(&["damage"])),
            },
            5 => Amount::StepsMoved {
                who: self.owner(&["damage"]),
                period: self.one_of(&PERIODS),
            },
            6 if self.event_damage => Amount::DamageOfEvent,
            6 => match self.attack_reference() {
                Some(by) => Amount::DamageDealt { by },
                None => Amount::Number {
                    of: Box::new(self.inner(|g| g.counted_filter())),
                },
            },
            7 => Amount::Half {
                of: Box::new(self.inner(|g| g.computed())),
                rounded: self.one_of(&[Round::Up, Round::Down]),
            },
            // A multiple of a multiple is a single multiple: `Amount::times` ensures it.
            8 => Amount::times(2 + self.below(3) as u32, self.inner(|g| g.computed())),
            _ => {
                let of = self.inner(|g| g.computed());
                Amount::Every {
                    each: 2 + self.below(2) as u32,
                    of: Box::new(of),
                }
            }
        }
    }

    /// Chooses a known thing that has a number.
    pub fn owner(&mut self, tokens: &[&str]) -> Reference {
        let known: Vec<Reference> = self
            .known()
            .into_iter()
            // `those units'` would be several numbers.
            .filter(|(_, thing, many)| !many && self.can_have(thing, tokens))
            .map(|(reference, _, _)| reference)
            .collect();
        if known.is_empty() {
            return Reference::YourHero;
        }
        self.one_of(&known)
    }

    fn can_have(&self, thing: &Thing, tokens: &[&str]) -> bool {
        let Thing::OnMap(types) = thing else {
            return false;
        };
        tokens.iter().all(|token| {
            let of = super::choices::types_of("tokens", token);
            types.iter().all(|t| of.contains(t))
        })
    }

    pub fn types_of_reference(&self, reference: &Reference) -> Vec<SmolStr> {
        self.known()
            .into_iter()
            .find(|(known, _, _)| known == reference)
            .map(|(_, thing, _)| match thing {
                Thing::OnMap(types) | Thing::Card(types) => types,
                _ => Vec::new(),
            })
            .unwrap_or_default()
    }

    pub fn attack_reference(&mut self) -> Option<Reference> {
        let known: Vec<Reference> = self
            .known()
            .into_iter()
            .filter(|(_, thing, _)| *thing == Thing::Attack)
            .map(|(reference, _, _)| reference)
            .collect();
        (!known.is_empty()).then(|| self.one_of(&known))
    }

    /// Generates a distance: within the map if it is a constant.
    pub fn distance(&mut self) -> Amount {
        match self.amount() {
            Amount::Fixed { value } if value > super::choices::farthest() => Amount::fixed(1),
            amount => amount,
        }
    }

    /// Generates a comparison. `open`: its operand may end in a description.
    pub fn comparison(&mut self, open: bool) -> Comparison {
        let mut number = self.amount();
        // Following words would belong to the description at the end of the number.
        if !open && ends_open(&number) {
            number = self.number();
        }
        match self.below(5) {
            0 => Comparison::AtLeast { number },
            1 => Comparison::Exactly { number },
            2 => Comparison::AtMost { number },
            3 => Comparison::MoreThan { number },
            _ => Comparison::LessThan { number },
        }
    }

    /// Generates a reference to all of several things that were named before.
    fn several(&self) -> Option<Filter> {
        let (those, thing, _) = self
            .known()
            .into_iter()
            .find(|(known, _, many)| *many && matches!(known, Reference::Chosen { .. }))?;
        let noun = match thing {
            Thing::Space => Noun::Space,
            Thing::OnMap(types) | Thing::Card(types) => Noun::Card { types },
            Thing::Attack | Thing::Zone => return None,
        };
        Some(Filter {
            noun,
            among: Some(those),
            ..Filter::default()
        })
    }
}

/// Returns whether the words of a number end with a description, to which a further modifier would belong.
pub fn ends_open(amount: &Amount) -> bool {
    match amount {
        Amount::Number { .. } => true,
        Amount::Times { of, .. } | Amount::Every { of, .. } => ends_open(of),
        _ => false,
    }
}
