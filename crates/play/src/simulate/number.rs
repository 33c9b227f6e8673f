//! Statistics of samples, each with a confidence interval.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Half width of a 95 % confidence interval, in standard errors.
const Z: f64 = 1.96;

/// Half widths of simultaneous 95 % confidence intervals, by the maximum number of intervals.
const Z_OF_SEVERAL: [(usize, f64); 10] = [
    (1, Z),
    (2, 2.2414),
    (5, 2.5758),
    (10, 2.8070),
    (20, 3.0233),
    (50, 3.2905),
    (100, 3.4808),
    (200, 3.6623),
    (500, 3.8906),
    (1000, 4.0556),
];

/// A share with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Share {
    pub count: u32,
    pub of: u32,
    pub share: f64,
    pub from: f64,
    pub to: f64,
}

impl Share {
    /// Creates a share with Wilson's interval.
    pub fn new(count: u32, of: u32) -> Share {
        Share::with(count, of, Z)
    }

    fn with(count: u32, of: u32, z: f64) -> Share {
        if of == 0 {
            return Share {
                count,
                of,
                share: 0.0,
                from: 0.0,
                to: 1.0,
            };
        }
        let (n, p) = (f64::from(of), f64::from(count) / f64::from(of));
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        Share {
            count,
            of,
            share: p,
            from: (middle - half).max(0.0),
            to: (middle + half).min(1.0),
        }
    }
}

/// The difference of two shares, with a confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    pub by: f64,
    pub from: f64,
    pub to: f64,
}

impl Difference {
    /// Creates a difference with Newcombe's interval, from two of Wilson's. `of` is the number of differences that are
    /// compared: together, their intervals have a confidence of 95 %.
    pub fn new(more: (u32, u32), less: (u32, u32), of: usize) -> Difference {
        let z = Z_OF_SEVERAL.iter().find(|(most, _)| of <= *most);
        let z = z.or(Z_OF_SEVERAL.last()).map_or(Z, |(_, z)| *z);
        let (a, b) = (
            Share::with(more.0, more.1, z),
            Share::with(less.0, less.1, z),
        );
        if a.of == 0 || b.of == 0 {
            return Difference {
                by: 0.0,
                from: -1.0,
                to: 1.0,
            };
        }
        let by = a.share - b.share;
        let half = |x: f64, y: f64| (x * x + y * y).sqrt();
        Difference {
            by,
            from: by - half(a.share - a.from, b.to - b.share),
            to: by + half(a.to - a.share, b.share - b.from),
        }
    }

    /// Returns whether the difference is significant: the interval excludes 0.
    pub fn is_clear(&self) -> bool {
        self.from > 0.0 || self.to < 0.0
    }
}

/// A sum of numbers and of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub count: u32,
    sum: u64,
    squares: u64,
}

impl Sum {
    pub fn add(&mut self, number: u32) {
        self.count += 1;
        self.sum += u64::from(number);
        self.squares += u64::from(number) * u64::from(number);
    }

    pub fn merge(&mut self, other: Sum) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    pub fn mean(&self) -> f64 {
        self.sum as f64 / f64::from(self.count.max(1))
    }

    /// Returns the lower end of the 95 % confidence interval of the mean.
    pub fn least_mean(&self) -> f64 {
        let (n, mean) = (f64::from(self.count.max(1)), self.mean());
        let variance = (self.squares as f64 / n - mean * mean).max(0.0);
        mean - Z * (variance / n).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the formulas that were worked out by hand.
    #[test]
    fn intervals_are_those_of_wilson_and_newcombe() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 5e-5, "{a} is not {b}");
        let share = Share::new(56, 70);
        near(share.from, 0.69183);
        near(share.to, 0.87695);
        let share = Share::new(48, 80);
        near(share.from, 0.49045);
        near(share.to, 0.70039);
        let difference = Difference::new((56, 70), (48, 80), 1);
        near(difference.by, 0.2);
        near(difference.from, 0.05242);
        near(difference.to, 0.33388);
        assert!(difference.is_clear());
        assert!(!Difference::new((56, 70), (48, 80), 40).is_clear());
        assert!(!Difference::new((0, 0), (48, 80), 1).is_clear());
    }

    #[test]
    fn means_have_a_lower_end() {
        let mut sum = Sum::default();
        for number in [1, 2, 3, 4] {
            sum.add(number);
        }
        assert!((sum.mean() - 2.5).abs() < 1e-12);
        assert!((sum.least_mean() - (2.5 - 1.96 * (1.25f64 / 4.0).sqrt())).abs() < 1e-12);
    }
}
