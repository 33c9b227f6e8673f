//! The pages that explain codes, from `docs/rules`: what a code means, why it matters, a card that has the problem, and
//! the corrected card.

use crate::diagnostic::Code;

/// The name and the page of each code, sorted by name.
static PAGES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/rule-pages.rs"));

/// Returns the page that explains a code, in Markdown.
pub fn page(code: Code) -> &'static str {
    let at = PAGES.binary_search_by_key(&code.name(), |(name, _)| name);
    at.ok()
        .and_then(|at| PAGES.get(at))
        .map_or("", |(_, page)| page)
}

/// Returns the address of the page; `None` if the package does not declare its repository.
pub fn address(code: Code) -> Option<String> {
    address_in(env!("CARGO_PKG_REPOSITORY"), code)
}

fn address_in(repository: &str, code: Code) -> Option<String> {
    let name = code.name();
    (!repository.is_empty()).then(|| format!("{repository}/blob/main/docs/rules/{name}.md"))
}

/// Returns the kind of fix that the diagnostics of a code have, from the header line of its page. A test compares it
/// with the fixes found in the examples.
pub fn fixes(code: Code) -> Fixes {
    let head = page(code).lines().nth(2).unwrap_or_default();
    let phrase = head.split(" · ").nth(3).unwrap_or_default();
    let mut all = Fixes::ALL.into_iter();
    all.find(|fixes| fixes.phrase() == phrase)
        .unwrap_or(Fixes::Never)
}

/// The kind of fix that the diagnostics of a code have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixes {
    Never,
    /// Some diagnostics have a fix.
    Sometimes,
    /// Every diagnostic has a fix, which is a good guess.
    Unsafe,
    /// Every diagnostic has a fix, which is certainly what the author intended.
    Safe,
}

impl Fixes {
    pub const ALL: [Fixes; 4] = [Fixes::Never, Fixes::Sometimes, Fixes::Unsafe, Fixes::Safe];

    /// Returns the words for the kind of fix in the header line of a page; empty if there are no fixes.
    pub fn phrase(self) -> &'static str {
        match self {
            Fixes::Never => "",
            Fixes::Sometimes => "sometimes has a fix",
            Fixes::Unsafe => "has an unsafe fix",
            Fixes::Safe => "has a safe fix",
        }
    }

    /// Returns the kind of fix in one word, for tables.
    pub fn word(self) -> &'static str {
        match self {
            Fixes::Never => "",
            Fixes::Sometimes => "sometimes",
            Fixes::Unsafe => "unsafe",
            Fixes::Safe => "safe",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_page_and_every_page_a_code() {
        for code in Code::ALL {
            assert!(!page(*code).is_empty(), "{}", code.name());
        }
        assert_eq!(PAGES.len(), Code::ALL.len());
    }

    #[test]
    fn a_rule_has_an_address_where_the_package_has_one() {
        let code = Code::UnknownCard;
        assert_eq!(address_in("", code), None);
        let address = address_in("https://example.org/cards", code);
        let expected = "https://example.org/cards/blob/main/docs/rules/unknown-card.md";
        assert_eq!(address.as_deref(), Some(expected));
    }
}
