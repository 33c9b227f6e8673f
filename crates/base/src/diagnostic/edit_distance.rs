//! Finds the word that the author probably meant, if one is close enough.

/// Maximum length of a word, in bytes, for which similar words are searched.
const MAX_LEN: usize = 400;

/// Maximum length of a short word, in letters.
const SHORT: usize = 6;

/// Maximum number of edits between a word and a similar word.
pub const MAX_EDITS: usize = 3;

/// Returns the candidate closest to a misspelt word, if one is close enough. Ignores case. If
/// several candidates are equally close, the first wins.
pub fn closest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    matches_within(word, candidates).into_iter().next()
}

/// Returns all candidates that are close enough, the closest first.
pub fn matches_within<'c>(
    word: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Vec<&'c str> {
    // Nothing this long is a misspelt word or name, and the comparison takes quadratic time.
    if word.len() > MAX_LEN {
        return Vec::new();
    }
    let word = word.to_lowercase();
    let length = word.chars().count();
    let mut close: Vec<(usize, &str)> = Vec::new();
    for candidate in candidates {
        if candidate.len() > MAX_LEN {
            continue;
        }
        let lower = candidate.to_lowercase();
        // One edit for every three letters, three at most; a transposition is one edit.
        let allowed = (length.max(lower.chars().count()) / 3).clamp(1, MAX_EDITS);
        if length.abs_diff(lower.chars().count()) > allowed {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&word, &lower);
        // A short word that differs in two letters and in its first letter is a different word:
        // `knight` is not `might`.
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
    fn a_slip_is_repaired_and_a_stranger_is_not() {
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
