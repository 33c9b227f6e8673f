//! The close word: what the author probably meant, or silence.

/// The longest word, in bytes, for which a close one is looked for.
const LONGEST: usize = 400;

/// So many letters make a short word.
const SHORT: usize = 6;

/// How many letters a close word has more or less at most.
pub const MOST_SLIPS: usize = 3;

/// The candidate that is closest to a misspelt word, if one is close enough to be meant.
/// Letter case does not matter; of equally close ones the first wins.
pub fn closest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    closest_all(word, candidates).into_iter().next()
}

/// All candidates that are close enough to be meant, the closest first.
pub fn closest_all<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Vec<&'c str> {
    // Nobody misspells what is longer than any word or name, and comparing would cost its square.
    if word.len() > LONGEST {
        return Vec::new();
    }
    let word = word.to_lowercase();
    let length = word.chars().count();
    let mut close: Vec<(usize, &str)> = Vec::new();
    for candidate in candidates {
        if candidate.len() > LONGEST {
            continue;
        }
        let lower = candidate.to_lowercase();
        // One slip in three letters, three slips at most; a swap of neighbours is one slip.
        let allowed = (length.max(lower.chars().count()) / 3).clamp(1, MOST_SLIPS);
        if length.abs_diff(lower.chars().count()) > allowed {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&word, &lower);
        // With two slips and another beginning, a short word is another word: `knight` is not `might`.
        let other = distance > 1 && length <= SHORT && word.chars().next() != lower.chars().next();
        if distance <= allowed
            && distance < length
            && !other
            && !close.iter().any(|(_, known)| *known == candidate)
        {
            close.push((distance, candidate));
        }
    }
    close.sort_by_key(|(distance, _)| *distance);
    close.into_iter().map(|(_, candidate)| candidate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_mended_and_a_stranger_is_not() {
        let names = ["Skeleton", "Archer", "Angel", "Lich"];
        assert_eq!(closest("Skelton", names), Some("Skeleton"));
        assert_eq!(closest("skeleton", names), Some("Skeleton"));
        assert_eq!(closest("Acrher", names), Some("Archer"));
        assert_eq!(closest("Dragonfly", names), None);
        assert_eq!(closest("a", names), None);
    }

    #[test]
    fn what_is_no_word_has_no_close_one() {
        let long = "x".repeat(100_000);
        let other = format!("{long}y");
        assert_eq!(closest(&long, [other.as_str(), "x"]), None);
        assert_eq!(closest("x", [long.as_str()]), None);
    }
}
