//! Patterns of printed texts: `A` stands for a capital letter, `0` for a digit, anything else for
//! itself.

/// Returns whether a text matches a pattern.
pub fn fits(pattern: &str, text: &str) -> bool {
    let mut text = text.chars();
    pattern
        .chars()
        .all(|form| text.next().is_some_and(|c| fits_one(form, c)))
        && text.next().is_none()
}

fn fits_one(form: char, c: char) -> bool {
    match form {
        'A' => c.is_uppercase(),
        '0' => c.is_ascii_digit(),
        other => c == other,
    }
}

/// Returns an example of a pattern: `ABC 0001` for `AAA 0000`.
pub(super) fn example(pattern: &str) -> String {
    let digits = pattern.chars().filter(|form| *form == '0').count();
    let mut letters = ('A'..='Z').cycle();
    let mut digit = 0;
    pattern
        .chars()
        .map(|form| match form {
            'A' => letters.next().unwrap_or('A'),
            '0' => {
                digit += 1;
                if digit == digits { '1' } else { '0' }
            }
            other => other,
        })
        .collect()
}

/// Describes how to write a text that matches a pattern:
/// `write 3 capital letters, a space and 4 digits`.
pub(super) fn in_words(pattern: &str) -> String {
    let mut runs: Vec<(char, usize)> = Vec::new();
    for form in pattern.chars() {
        match runs.last_mut() {
            Some((last, count)) if *last == form => *count += 1,
            _ => runs.push((form, 1)),
        }
    }
    let parts = runs.into_iter().map(|(form, count)| match (form, count) {
        ('A', 1) => "a capital letter".to_owned(),
        ('A', _) => format!("{count} capital letters"),
        ('0', 1) => "a digit".to_owned(),
        ('0', _) => format!("{count} digits"),
        (' ', 1) => "a space".to_owned(),
        (' ', _) => format!("{count} spaces"),
        (other, _) => format!("`{}`", other.to_string().repeat(count)),
    });
    format!("write {}", crate::diagnostic::prose::and(parts))
}

/// Rewrites a text to match the pattern, if only case and separators differ.
pub fn respell(pattern: &str, text: &str) -> Option<String> {
    let mut given = text
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_uppercase);
    let mut meant = String::new();
    for form in pattern.chars() {
        if matches!(form, 'A' | '0') || form.is_alphanumeric() {
            meant.push(given.next()?);
        } else {
            meant.push(form);
        }
    }
    (given.next().is_none() && fits(pattern, &meant)).then_some(meant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_says_what_it_wants_and_mends_what_is_clear() {
        let pattern = "AAA 0000";
        assert!(fits(pattern, "CAN 0007"));
        assert!(!fits(pattern, "CAN 007"));
        assert!(!fits(pattern, "CAN 00070"));
        assert_eq!(example(pattern), "ABC 0001");
        assert_eq!(
            in_words(pattern),
            "write 3 capital letters, a space and 4 digits"
        );
        assert_eq!(respell(pattern, "can-0007").as_deref(), Some("CAN 0007"));
        assert_eq!(respell(pattern, "CAN 7"), None);
    }
}
