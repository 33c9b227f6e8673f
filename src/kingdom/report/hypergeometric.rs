//! Exact probabilities of drawing cards.

use num_bigint::BigUint;
use num_rational::Ratio;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A probability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chance {
    /// The exact probability in lowest terms: `1/3`.
    pub fraction: String,
    /// The probability in per cent with one decimal: `33.3`. `100.0` only if the event is certain and `0.0` only if it
    /// is impossible; values close to them are `>99.9` and `<0.1`.
    pub percent: String,
    /// The probability in thousandths, rounded: 333.
    pub per_mille: u32,
}

/// The exact probability that an event does not happen.
pub(super) type Exact = Ratio<BigUint>;

/// Returns the probability that the first `drawn` of `total` cards include none of `hits` cards: C(total − hits, drawn)
/// / C(total, drawn).
pub(super) fn none_among(total: u64, hits: u64, drawn: u64) -> Exact {
    let drawn = drawn.min(total);
    let others = total.saturating_sub(hits);
    if drawn > others {
        return Exact::from_integer(0_u32.into());
    }
    let product =
        |from: u64| -> BigUint { (0..drawn).map(|at| BigUint::from(from - at)).product() };
    Exact::new(product(others), product(total))
}

impl Chance {
    /// Returns the probability of an event from the probability that it does not happen.
    pub(super) fn unless(fails: &Exact) -> Self {
        let one = BigUint::from(1_u32);
        let (over, under) = (fails.denom() - fails.numer(), fails.denom());
        // Halves are rounded up.
        let thousandths: BigUint = (&over * 2000_u32 + under) / (under * 2_u32);
        let per_mille = u32::try_from(thousandths).unwrap_or(1000).min(1000);
        let (certain, impossible) = (&over == under, over < one);
        let percent = match per_mille {
            1000 if !certain => ">99.9".to_owned(),
            0 if !impossible => "<0.1".to_owned(),
            _ => format!("{}.{}", per_mille / 10, per_mille % 10),
        };
        Chance {
            fraction: format!("{over}/{under}"),
            percent,
            per_mille,
        }
    }
}
