//! The words in which two texts differ.

use std::ops::Range;

/// Maximum product of the numbers of tokens that are compared; above it, the whole texts count as different.
const MAX_CELLS: usize = 40_000;

/// Splits a text into words and single other characters.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let mut in_word = false;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        match tokens.last_mut() {
            Some(last) if in_word && c.is_alphanumeric() => last.end = end,
            _ => tokens.push(at..end),
        }
        in_word = c.is_alphanumeric();
    }
    tokens
}

/// Returns the ranges of `old` that are replaced in `new`, and their replacements there, so that as few words as possible
/// are replaced.
pub(super) fn differences(old: &str, new: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let (from, to) = (tokens(old), tokens(new));
    if from.len() * to.len() > MAX_CELLS {
        return vec![(0..old.len(), 0..new.len())];
    }
    let is_same =
        |one: &Range<usize>, other: &Range<usize>| old.get(one.clone()) == new.get(other.clone());
    // The best weight of common tokens from each pair of positions on. Words weigh more than what is between them.
    let weight = |token: &Range<usize>| if token.len() > 1 { 4 } else { 1 };
    let width = to.len() + 1;
    let mut best = vec![0u32; (from.len() + 1) * width];
    let at = |row: usize, column: usize| row * width + column;
    let value = |best: &[u32], cell: usize| best.get(cell).copied().unwrap_or_default();
    for (row, one) in from.iter().enumerate().rev() {
        for (column, other) in to.iter().enumerate().rev() {
            let skip = value(&best, at(row + 1, column)).max(value(&best, at(row, column + 1)));
            let both = match is_same(one, other) {
                true => value(&best, at(row + 1, column + 1)) + weight(one),
                false => 0,
            };
            if let Some(cell) = best.get_mut(at(row, column)) {
                *cell = skip.max(both);
            }
        }
    }
    let mut found: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let (mut row, mut column) = (0, 0);
    let (mut start, mut new_start) = (0, 0);
    let mut close = |old_end: usize, new_end: usize, start: usize, new_start: usize| {
        if start < old_end || new_start < new_end {
            found.push((start..old_end, new_start..new_end));
        }
    };
    while let (Some(one), Some(other)) = (from.get(row), to.get(column)) {
        let here = value(&best, at(row, column));
        if is_same(one, other) && here == value(&best, at(row + 1, column + 1)) + weight(one) {
            close(one.start, other.start, start, new_start);
            (start, new_start) = (one.end, other.end);
            (row, column) = (row + 1, column + 1);
        } else if here == value(&best, at(row + 1, column)) {
            row += 1;
        } else {
            column += 1;
        }
    }
    close(old.len(), new.len(), start, new_start);
    found
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn words_in_common_are_not_replaced() {
        let (old, new) = (
            "Destroy a friendly Skeleton.",
            "Remove a friendly Skeleton from the map.",
        );
        let found: Vec<(&str, &str)> = differences(old, new)
            .into_iter()
            .map(|(from, to)| (&old[from], &new[to]))
            .collect();
        assert_eq!(found, [("Destroy", "Remove"), ("", " from the map")]);
        assert!(differences(old, old).is_empty());
    }
}
