//! The names of the files with the words of a game in another language. `build.rs` uses them too.

/// Returns the language of a file with the words of a game: `es` for `words.es.yaml`.
pub fn language_of(name: &str) -> Option<&str> {
    let language = name.strip_prefix("words.")?.strip_suffix(".yaml")?;
    (!language.is_empty() && language.chars().all(|c| c.is_ascii_lowercase())).then_some(language)
}

/// Returns the name of the file with the words of a game in a language.
pub fn file_of(language: &str) -> String {
    format!("words.{language}.yaml")
}
