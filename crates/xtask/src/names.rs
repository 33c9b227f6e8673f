//! The spellings of a name.

/// Returns an error unless the name is lowercase words with dashes between them, as codes are named.
pub fn check(name: &str) -> Result<(), String> {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    match name.split('-').all(is_word) {
        true => Ok(()),
        false => Err(format!(
            "`{name}` is not a name: write lowercase words with dashes, such as `own-event`"
        )),
    }
}

/// `own-event` as a variant: `OwnEvent`.
pub fn variant(name: &str) -> String {
    let capitalized = name.split('-').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    });
    capitalized.collect()
}

/// `own-event` as a module: `own_event`.
pub fn module(name: &str) -> String {
    name.replace('-', "_")
}
