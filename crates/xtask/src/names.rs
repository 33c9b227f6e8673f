//! The spellings of a name.

/// Returns an error unless the name consists of lowercase words separated by dashes, like the names of codes.
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

/// Returns a name as a variant: `OwnEvent` for `own-event`.
pub fn variant(name: &str) -> String {
    let capitalized = name.split('-').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    });
    capitalized.collect()
}

/// Returns a name as a module: `own_event` for `own-event`.
pub fn module(name: &str) -> String {
    name.replace('-', "_")
}
