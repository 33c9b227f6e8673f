//! Traits without asterisks in a line whose other words may be wrong too: `friendly undead units have +1 attack`.

use super::words::plain_words;
use crate::diagnostic::{Code, Diagnostic, Place, Safety};
use crate::effect::keywords::is_keyword;
use crate::symbols::Symbols;

/// Maximum number of words of a trait.
const MAX_LEN: usize = 3;

/// Reports traits without asterisks where no card can be meant: `undead units`, `each dragon`. `at` is the offset of the
/// line in the whole text.
pub(in crate::effect) fn bare_traits(
    line: &str,
    at: usize,
    symbols: &Symbols<'_>,
) -> Vec<Diagnostic<Place>> {
    let all = plain_words(line);
    let acting = symbols.game.acting_type();
    let mut found = Vec::new();
    let mut first = 0;
    while first < all.len() {
        let run = (1..=MAX_LEN).rev().find_map(|length| {
            let run = all.get(first..first + length)?;
            let range = run.first()?.start..run.last()?.end;
            let name = line.get(range.clone())?;
            // `Control:` is a heading, and `control` a verb.
            if is_keyword(name) || line.get(range.end..)?.starts_with(':') {
                return None;
            }
            // `dragons` are units.
            let singular = name.strip_suffix('s').unwrap_or(name);
            let id = symbols.bare_trait(name);
            let (id, noun) = match id.or_else(|| symbols.bare_trait(singular))? {
                known if id.is_some() => (known, ""),
                known => (known, acting.map(|acting| acting.plural.as_str())?),
            };
            let is_card = symbols
                .card(name)
                .or_else(|| symbols.card(singular))
                .is_some();
            (!is_card).then_some((length, range, id, noun))
        });
        let Some((length, range, id, noun)) = run else {
            first += 1;
            continue;
        };
        first += length;
        let name = line.get(range.clone()).unwrap_or_default();
        let place = Place::Text(at + range.start..at + range.end);
        let starred = format!("*{}* {}", id.replace('_', " "), noun.to_lowercase());
        let starred = starred.trim_end();
        let diagnostic = Diagnostic::new(
            Code::BareTrait,
            place.clone(),
            format!("trait {name} is not in asterisks"),
            "a trait",
        );
        found.push(diagnostic.fix(Safety::Safe, format!("write {starred}"), place, starred));
    }
    found
}
